//! Draws how the player's estimated rating moved over the rated games: a page of the statistics. The estimates are those of
//! `tui/model/strengths.rs`.

use crate::base::number_of;
use crate::tui::model::strengths::{RatingAfter, Strengths};
use crate::tui::view::page::{Page, span};
use ratatui::layout::{Constraint, Layout, Rect};

/// From this width on the ratings stand beside the chart.
const WIDE: u16 = 110;
/// Cells of the list beside the chart.
const LIST: u16 = 44;
/// Cells of a rating beside the axis.
const AXIS: u16 = 6;
/// Widest column of a game in cells.
const WIDEST: u16 = 8;
/// The axis begins and ends at multiples of so many Elo.
const STEP: f64 = 50.0;

/// Draws the rating now, then its course.
pub fn draw(strengths: &Strengths, page: &mut Page<'_>) {
    let theme = page.theme;
    let history = &strengths.history;
    let Some(rated) = strengths.rated() else {
        return page.paragraph(
            "no game counts for your rating yet: finish one against a level of the dial, from the usual start, without hints, \
             analysis and moves taken back",
            theme.dim,
        );
    };
    page.paragraph(&format!("estimated by results: {rated}"), theme.strong);
    let scale = format!("on the scale of the {} model", strengths.model);
    let left_out = match strengths.left_out {
        0 => String::new(),
        games => format!("; {} left out that do not count", number_of(games, "game")),
    };
    page.paragraph(&format!("{scale}{left_out}"), theme.dim);
    page.row([
        span(theme.series_a, "━ "),
        span(theme.dim, "estimate after each game  "),
        span(theme.series_b, "░ "),
        span(theme.dim, "95 % interval"),
    ]);
    let rest = page.take(page.rows());
    let chart_area = if rest.width < WIDE {
        rest
    } else {
        let shares = [Constraint::Fill(1), Constraint::Length(LIST)];
        let [left, right] = Layout::horizontal(shares).spacing(3).areas(rest);
        let mut list = Page::new(page.buffer, right, theme);
        list.text(theme.dim, "newest first");
        for after in history.iter().rev() {
            list.text(theme.text, after.words());
        }
        left
    };
    chart(history, chart_area, page);
}

/// The scale of the chart, in Elo: all estimates, and the last interval.
fn scale(history: &[RatingAfter]) -> (f64, f64) {
    let estimates = history.iter().map(|after| after.rating.elo);
    let last = history.last().map_or([0.0, 0.0], RatingAfter::interval);
    let values = || estimates.clone().chain(last);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    ((low / STEP).floor() * STEP, (high / STEP).ceil() * STEP)
}

/// A column for each game, or for several where they do not fit: then of the last of them.
fn chart(history: &[RatingAfter], area: Rect, page: &mut Page<'_>) {
    let theme = page.theme;
    let plot = Rect {
        x: area.x + AXIS.min(area.width),
        width: area.width.saturating_sub(AXIS),
        height: area.height.saturating_sub(1),
        ..area
    };
    let games = u16::try_from(history.len()).unwrap_or(u16::MAX);
    let [Some(first), Some(last)] = [history.first(), history.last()] else { return };
    if plot.width == 0 || plot.height < 2 {
        return page.cut(0, 1);
    }
    let (low, high) = scale(history);
    let step = (high - low) / f64::from(plot.height - 1);
    // The middle of a row, counted from above.
    let elo_of = |row: u16| high - step * f64::from(row);
    for row in [0, (plot.height - 1) / 2, plot.height - 1] {
        let label = format!("{:>4.0} ", elo_of(row));
        page.buffer.set_string(area.x, plot.y + row, label, theme.dim);
    }
    let wide = (plot.width / games).clamp(1, WIDEST);
    let used = (wide * games).min(plot.width);
    for x in 0..used {
        let index = match games <= plot.width {
            true => usize::from(x / wide),
            false => (usize::from(x) + 1) * history.len() / usize::from(used) - 1,
        };
        let [from, to] = history[index].interval();
        let estimate = ((high - history[index].rating.elo) / step).round();
        let estimate = estimate.clamp(0.0, f64::from(plot.height - 1)) as u16;
        for row in 0..plot.height {
            let cell = &mut page.buffer[(plot.x + x, plot.y + row)];
            if row == estimate {
                cell.set_symbol("━").set_style(theme.series_a);
            } else if (from..=to).contains(&elo_of(row)) {
                cell.set_symbol("░").set_style(theme.series_b);
            }
        }
    }
    let [first, last] = [first, last].map(RatingAfter::game);
    let foot = Rect { y: plot.bottom(), height: 1, x: plot.x, width: plot.width };
    let fits = first.len() + 2 + last.len() <= foot.width.into() && games > 1;
    // The last label ends below the last column, where it has room.
    let end = usize::from(used).max(first.len() + 2 + last.len());
    let text = if fits { format!("{first}{last:>0$}", end - first.len()) } else { last };
    Page::new(page.buffer, foot, theme).text(theme.dim, text);
}
