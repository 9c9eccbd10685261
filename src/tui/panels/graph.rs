//! The evaluation over the game: White's share above, Black's below, from the record.

use crate::base::Score;
use crate::game::NodeId;
use crate::tui::model::Model;
use crate::tui::page::Page;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let scores = evaluations(model);
    let known = scores.iter().filter(|score| score.is_some()).count();
    if known == 0 || page.rows() < 2 {
        return page.words("the graph grows with the game", theme.dim);
    }
    let area = page.take(page.rows());
    let (wide, first) = columns(area.width, scores.len());
    let line = line(model);
    let here = line.iter().skip(1).position(|&id| id == model.session.shown());
    let halves = f64::from(area.height) * 2.0;
    let mut last = 0.5;
    for (index, score) in scores[first..].iter().enumerate() {
        let share = score.map_or(last, winning_share);
        last = share;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few rows")]
        let white = (share * halves).round().clamp(0.0, halves) as u16;
        for x in 0..wide {
            let column = area.x + u16::try_from(index * wide + x).unwrap_or(u16::MAX);
            for row in 0..area.height {
                let (upper, lower) = (2 * (area.height - row), 2 * (area.height - row) - 1);
                let fg = if white >= upper { theme.white_share.fg } else { theme.black_share.fg };
                let bg = if white >= lower { theme.white_share.fg } else { theme.black_share.fg };
                let cell = &mut page.buffer[(column, area.y + row)];
                cell.set_symbol(if theme.depth == crate::tui::colour::ColourDepth::None {
                    if white >= lower { "█" } else { "·" }
                } else {
                    "▀"
                });
                cell.set_style(Style { fg, bg, ..Style::default() });
                // The move looked at is marked at the foot of its column.
                if here == Some(first + index) && row + 1 == area.height && x == 0 {
                    cell.set_symbol("▲").set_style(theme.real);
                }
            }
        }
    }
}

/// The line that the graphs are drawn along: the one the game stands in.
#[must_use]
pub fn line(model: &Model) -> Vec<NodeId> {
    model.session.game.tree().line_through(model.session.game.current())
}

/// Columns a move takes, and the first move shown: a short game is stretched to whole columns a move, a long one is cut
/// at its start.
pub fn columns(width: u16, moves: usize) -> (usize, usize) {
    let columns = usize::from(width);
    let wide = (columns / moves.max(1)).clamp(1, 4);
    (wide, moves.saturating_sub(columns / wide))
}

/// The move whose column lies at a point of the panel that fills `area`.
#[must_use]
pub fn node_at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    let line = line(model);
    let (wide, first) = columns(area.width, line.len().saturating_sub(1));
    let column = usize::from(point.x.checked_sub(area.x)?);
    line.get(1 + first + column / wide).copied()
}

/// Evaluations along the line of the game, in White's view.
fn evaluations(model: &Model) -> Vec<Option<Score>> {
    let tree = model.session.game.tree();
    line(model)
        .iter()
        .skip(1)
        .map(|&id| tree.node(id).facts.evaluation.map(|evaluation| evaluation.score))
        .collect()
}

/// White's expected share of the point for a score. Source: the logistic curve that Lichess shows, k = 0.00368208.
#[must_use]
pub fn winning_share(score: Score) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(score.value())).exp())
}
