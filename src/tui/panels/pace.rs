//! Time for each move of both sides, as columns.

use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::page::{Page, span, spark};
use ratatui::text::{Line, Span};

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let tree = model.session.game.tree();
    let line = tree.line_through(model.session.game.current());
    for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let times: Vec<f64> = line
            .iter()
            .map(|&id| tree.node(id))
            .filter(|node| node.mover() == Some(side))
            .filter_map(|node| node.facts.elapsed)
            .map(|elapsed| elapsed.seconds() * 1000.0)
            .collect();
        let longest = times.iter().copied().fold(0.0, f64::max);
        let total = times.iter().fold(0.0, |sum, time| sum + time);
        page.line(Line::from(vec![
            Span::styled(format!("{name}  "), theme.text),
            Span::styled(
                format!("{} moves, {} in all, longest {}", times.len(), span(total), span(longest)),
                theme.dim,
            ),
        ]));
        let style = if side == Color::White { theme.white_share } else { theme.series_a };
        page.line(Line::styled(spark(&times, page.width()), style));
    }
}
