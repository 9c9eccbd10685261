//! Time for each move of both sides, as columns.

use super::bars::{self, Bar};
use super::graph::line;
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::page::{Page, duration};
use ratatui::text::{Line, Span};

/// Side and time in ms of each move of the line.
fn times(model: &Model) -> Vec<(Option<Color>, Option<f64>)> {
    let game = &model.session.game;
    let nodes = line(model).into_iter().skip(1);
    let used = |id| game.time_used_at(id).map(|time| time.seconds() * 1000.0);
    nodes.map(|id| (game.tree().node(id).mover(), used(id))).collect()
}

/// Draws the panel: a line a side, then the columns.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let times = times(model);
    let mut most = 0.0_f64;
    for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let own = times.iter().filter(|(mover, _)| *mover == Some(side));
        let own: Vec<f64> = own.filter_map(|(_, time)| *time).collect();
        let longest = own.iter().copied().fold(0.0, f64::max);
        let total = own.iter().fold(0.0, |sum, time| sum + time);
        most = most.max(longest);
        let style = if side == Color::White { theme.white_share } else { theme.series_a };
        page.line(Line::from(vec![
            Span::styled("█ ", style),
            Span::styled(format!("{name}  "), theme.text),
            Span::styled(
                match own.len() {
                    0 => "no times recorded".to_owned(),
                    1 => format!("1 move, {}", duration(total)),
                    many => {
                        format!(
                            "{many} moves, total {}, longest {}",
                            duration(total),
                            duration(longest)
                        )
                    }
                },
                theme.dim,
            ),
        ]));
    }
    let bar = |&(mover, time): &(Option<Color>, Option<f64>)| -> Bar {
        let style = if mover == Some(Color::White) { theme.white_share } else { theme.series_a };
        Some((time? / most.max(1.0), style))
    };
    let bars: Vec<Bar> = times.iter().map(bar).collect();
    if bars.iter().any(Option::is_some) {
        bars::draw(model, &bars, page);
    }
}
