//! The log, kept and filtered by tui-logger.

use crate::tui::model::Model;
use crate::tui::page::Page;
use ratatui::widgets::Widget;
use tui_logger::{TuiLoggerLevelOutput, TuiLoggerWidget};

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    tui_logger::move_events();
    let area = page.take(page.rows());
    TuiLoggerWidget::default()
        .style(theme.dim)
        .style_error(theme.bad)
        .style_warn(theme.warn)
        .style_info(theme.text)
        .output_timestamp(model.log_times.then(|| "%H:%M:%S".to_owned()))
        .output_level(Some(TuiLoggerLevelOutput::Abbreviated))
        .output_target(false)
        .output_file(false)
        .output_line(false)
        .output_separator(' ')
        .render(area, page.buffer);
}
