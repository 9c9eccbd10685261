//! The evaluation graph of the game from White's view, from the record.

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
        let words = if scores.is_empty() {
            "no moves yet"
        } else {
            "no move of this game has an evaluation yet"
        };
        return page.paragraph(words, theme.dim);
    }
    let area = page.take(page.rows());
    let columns = Columns::new(area.width, scores.len());
    let line = line(model);
    let here = line.iter().skip(1).position(|&id| id == model.session.shown());
    let halves = f64::from(area.height) * 2.0;
    let mut last = 0.5;
    for (index, score) in scores.iter().enumerate().skip(columns.first()) {
        let share = score.map_or(last, expected_score);
        last = share;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "few rows")]
        let white = (share * halves).round().clamp(0.0, halves) as u16;
        let cells = columns.of(index);
        for x in cells.clone() {
            let column = area.x + x;
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
                // Marks the move shown on the board.
                if here == Some(index) && row + 1 == area.height && x == cells.start {
                    cell.set_symbol("▲").set_style(theme.real);
                }
            }
        }
    }
}

/// The line of the graphs: through the current node of the game.
#[must_use]
pub fn line(model: &Model) -> Vec<NodeId> {
    model.session.game.tree().line_through(model.session.game.current())
}

/// Widest column of a move in cells.
const WIDEST: usize = 4;

/// Maps cells to moves: a short game is stretched, a long one starts at a later move.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Cells that are used.
    used: usize,
    /// The first move shown.
    first: usize,
    shown: usize,
}

impl Columns {
    /// Distributes `width` cells over the moves.
    #[must_use]
    pub fn new(width: u16, moves: usize) -> Self {
        let width = usize::from(width);
        let shown = moves.min(width);
        Self { used: width.min(WIDEST * shown), first: moves - shown, shown }
    }

    /// The first move shown.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// The cells of a move.
    #[must_use]
    pub fn of(&self, index: usize) -> std::ops::Range<u16> {
        let edge =
            |at: usize| u16::try_from(at * self.used / self.shown.max(1)).unwrap_or(u16::MAX);
        let at = index.saturating_sub(self.first);
        edge(at)..edge(at + 1)
    }

    /// The move that a cell belongs to.
    #[must_use]
    pub const fn at(&self, cell: usize) -> Option<usize> {
        if cell < self.used {
            Some(self.first + ((cell + 1) * self.shown - 1) / self.used)
        } else {
            None
        }
    }
}

/// The move whose column lies at a point of the panel that fills `area`.
#[must_use]
pub fn node_at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    let line = line(model);
    let columns = Columns::new(area.width, line.len().saturating_sub(1));
    let cell = usize::from(point.x.checked_sub(area.x)?);
    line.get(1 + columns.at(cell)?).copied()
}

/// Evaluations along the line of the game, in White's view.
fn evaluations(model: &Model) -> Vec<Option<Score>> {
    let tree = model.session.game.tree();
    line(model)
        .iter()
        .skip(1)
        .map(|&id| tree.node(id).annotation.evaluation.map(|evaluation| evaluation.score))
        .collect()
}

/// White's expected score (0 to 1) for an evaluation. Source: the logistic curve that Lichess shows, k = 0.00368208.
#[must_use]
pub fn expected_score(score: Score) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(score.value())).exp())
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn every_cell_belongs_to_the_move_that_is_drawn_there() {
        for (width, moves) in [(80, 3), (80, 42), (82, 80), (30, 200), (10, 0)] {
            let columns = Columns::new(width, moves);
            for index in columns.first()..moves {
                for cell in columns.of(index) {
                    assert_eq!(columns.at(usize::from(cell)), Some(index), "{width} {moves}");
                }
            }
            assert_eq!(columns.at(usize::from(width)), None);
        }
    }
}
