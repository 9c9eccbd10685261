//! Bar chart with a column for each move, aligned with the columns of the evaluation graph.

use super::graph::Columns;
use crate::tui::model::Model;
use crate::tui::page::{LEVELS, Page};
use ratatui::style::Style;

/// One move's column: its height from 0 to 1, and its style. `None` where nothing is known.
pub type Bar = Option<(f64, Style)>;

/// Draws the columns on the rest of the page and marks the move shown on the board.
pub fn draw(model: &Model, bars: &[Bar], page: &mut Page<'_>) {
    let theme = page.theme;
    let area = page.take(page.rows());
    if area.height == 0 {
        return;
    }
    let columns = Columns::new(area.width, bars.len());
    let line = super::graph::line(model);
    let here = line.iter().skip(1).position(|&id| id == model.session.shown());
    for (index, bar) in bars.iter().enumerate().skip(columns.first()) {
        let cells = columns.of(index);
        let left = area.x + cells.start;
        let Some((height, style)) = *bar else { continue };
        let eighths = eighths(height, area.height);
        // Wide columns have a gap between them.
        let gap = if cells.len() > 2 { 1 } else { 0 };
        for x in 0..cells.end - cells.start - gap {
            for row in 0..area.height {
                let above = usize::from(area.height - 1 - row) * 8;
                let filled = eighths.saturating_sub(above).min(8);
                if filled > 0 && left + x < area.right() {
                    let cell = &mut page.buffer[(left + x, area.y + row)];
                    cell.set_char(LEVELS[filled - 1]).set_style(style);
                }
            }
        }
        if here == Some(index) && left < area.right() {
            page.buffer[(left, area.bottom() - 1)].set_symbol("▲").set_style(theme.real);
        }
    }
}

/// A height from 0 to 1 in eighths of a row; at least 1, so that a short time is visible.
fn eighths(height: f64, rows: u16) -> usize {
    let most = f64::from(rows) * 8.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rows")]
    let eighths = (height * most).round().clamp(1.0, most) as usize;
    eighths
}
