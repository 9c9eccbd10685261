//! The strength dial: level, limits, and the error draw of the last move.

use super::Panel;
use crate::base::{Category, Elo};
use crate::engine::DialReport;
use crate::engine::messages::DIAL_RANGE;
use crate::rules::Color;
use crate::strength::{ROLES, StrengthLevel, StrengthLimits, WeakenedMove, percent};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, duration, thin_bar};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Step of a click on the gauge in Elo.
const STEP: u32 = 25;

/// The strength level; with Lucena on both sides, White's level first.
pub fn summary(model: &Model) -> String {
    let session = &model.session;
    let setting = |side| model.strengths.setting(session.dial_of(side));
    if model.recorded.is_none() && Color::ALL.into_iter().all(|side| session.has_dial(side)) {
        let (white, black) = (setting(Color::White), setting(Color::Black));
        return if white == black { white } else { format!("{white} : {black}") };
    }
    shown(model).map_or_else(String::new, |dial| model.strengths.setting(dial))
}

/// The recorded level of the move shown, else the current level.
fn shown(model: &Model) -> Option<StrengthLevel> {
    match &model.recorded {
        Some(recalled) => recalled.dial,
        None => Some(model.session.dial()),
    }
}

/// The level for a click on the gauge of a panel at `area`; the last column is full strength.
#[must_use]
pub fn dial_at(model: &Model, area: Rect, point: Position) -> Option<StrengthLevel> {
    let on_gauge = point.y == area.y + 1 && model.scrolled(Panel::Dial) == 0;
    if !on_gauge || model.recorded.is_some() || !area.contains(point) {
        return None;
    }
    let last = area.width.saturating_sub(1).max(1);
    let column = point.x - area.x;
    if column >= last {
        return Some(StrengthLevel::Full);
    }
    let (low, high) = (u32::from(DIAL_RANGE.0.0), u32::from(DIAL_RANGE.1.0));
    let steps = (high - low) / STEP;
    let step = (u32::from(column) * steps + u32::from(last) / 2) / u32::from(last);
    let elo = u16::try_from(low + step * STEP).unwrap_or(DIAL_RANGE.1.0);
    Some(StrengthLevel::Limited(Elo(elo)))
}

/// A label and its value.
fn pair(name: &str, value: String, page: &Page<'_>) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{name:<15}"), page.theme.dim),
        Span::styled(value, page.theme.text),
    ])
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    match shown(model) {
        Some(dial) => setting(dial, model, page),
        None => page.paragraph("the game record has no strength level for this move", theme.dim),
    }
    if let (Some(rated), Some(next)) = (model.strengths.rated(), model.strengths.next()) {
        let words = format!("{rated}, next {next}");
        page.line(Line::from(vec![
            Span::styled("you ", theme.dim),
            Span::styled(words, theme.text),
        ]));
    }
}

/// Limits of a level and its effect on the last move.
fn setting(dial: StrengthLevel, model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let share = dial.elo().map_or(1.0, |elo| f64::from(elo.0.saturating_sub(600)) / 2000.0);
    page.gauge(share, &model.strengths.setting(dial));
    if let StrengthLevel::Limited(_) = dial {
        let figure = model.strengths.plays_like(dial);
        let line = pair("plays like", figure.unwrap_or_else(|| "not calibrated".to_owned()), page);
        page.line(line);
    }
    let last = match &model.recorded {
        Some(_) => model.report().map(|report| &report.dial),
        None => model.thinking.last_move.as_ref().map(|report| &report.dial),
    };
    // The level may have changed since the last move; with two engines the last move was the other side's.
    let other = last.filter(|report| report.level != dial);
    let own = last.filter(|report| report.level == dial);
    match dial.limits() {
        Some(handicap) => limits(&handicap, own, model, page),
        None => {
            page.paragraph("no limit: full knowledge, full speed, no deliberate errors", theme.dim)
        }
    }
    if let Some(other) = other {
        let words = format!("the last move was played at {}", model.strengths.setting(other.level));
        page.paragraph(&words, theme.title);
    }
    match last.and_then(|report| report.weakened.as_ref()) {
        Some(inferior) => error_draw(inferior, page),
        None if last.is_some() => page.paragraph("the last move was not changed", theme.dim),
        None => {}
    }
}

fn limits(
    handicap: &StrengthLimits,
    last: Option<&DialReport>,
    model: &Model,
    page: &mut Page<'_>,
) {
    let theme = page.theme;
    let waited = last.map_or_else(String::new, |report| {
        format!("throttled {}", duration(report.waited.seconds() * 1000.0))
    });
    let cap = pair("speed limit", format!("{}/s", count(handicap.nps)), page);
    page.justified(cap, Line::styled(waited, theme.dim));
    let blunder = format!(
        "{} cp, or {} cp at {} %",
        handicap.move_error,
        handicap.blunder_error,
        handicap.blunder_percent()
    );
    let line = pair("largest error", blunder, page);
    page.line(line);
    // The error draw and the player's rating keep their rows.
    let account = match last {
        Some(report) if report.weakened.is_some() => 3,
        _ => u16::from(last.is_some()),
    };
    let kept = account + u16::from(model.strengths.rating.is_some());
    knowledge(handicap, kept, page);
    let values = values(handicap);
    if !values.is_empty() && page.rows() > kept {
        let line = pair("piece values", values, page);
        page.line(line);
    }
}

/// Cells of a category's name and weight.
const SKILL: u16 = 21;

/// Weights of the knowledge categories while more than `kept` rows are free; two columns on wide panels.
fn knowledge(handicap: &StrengthLimits, kept: u16, page: &mut Page<'_>) {
    let theme = page.theme;
    let columns = if page.width() >= 2 * (SKILL + 10) { 2 } else { 1 };
    let width = (page.width() / columns).saturating_sub(SKILL + columns - 1).min(24);
    let cells = usize::from(width);
    for row in Category::SCALED.chunks(usize::from(columns)) {
        if page.rows() <= kept {
            return;
        }
        let spans = row.iter().flat_map(|&category| {
            let per128 = handicap.share(category);
            let bar = thin_bar(f64::from(per128) / 128.0, width);
            [
                Span::styled(format!("{:<15}", category.name()), theme.dim),
                Span::styled(format!("{:>3} % ", percent(per128)), theme.text),
                Span::styled(format!("{bar:<cells$} "), theme.series_b),
            ]
        });
        page.line(spans.collect::<Line<'_>>());
    }
}

/// The men whose middlegame value is not the usual one, with what they are worth of it.
fn values(handicap: &StrengthLimits) -> String {
    let shares = handicap.material_per_mille();
    let other = ROLES.into_iter().zip(shares).filter(|(_, (middlegame, _))| *middlegame != 1000);
    let words =
        other.map(|(role, (share, _))| format!("{} {} %", role.upper_char(), (share + 5) / 10));
    words.collect::<Vec<_>>().join("  ")
}

/// Whether the draw allowed a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blundered {
    Yes,
    No,
}

fn error_draw(inferior: &WeakenedMove, page: &mut Page<'_>) {
    let theme = page.theme;
    let blundered =
        if inferior.draw < inferior.blunder_per128 { Blundered::Yes } else { Blundered::No };
    let played = if inferior.best.0 == inferior.played.0 { theme.good } else { theme.bad };
    page.line(Line::from(vec![
        Span::styled("best ", theme.dim),
        Span::styled(format!("{} {}", inferior.best.0, inferior.best.1), theme.good),
        Span::styled("  played ", theme.dim),
        Span::styled(format!("{} {}", inferior.played.0, inferior.played.1), played),
    ]));
    page.paragraph(&error_text(inferior, blundered), theme.dim);
}

/// The random draw and its result in words.
fn error_text(inferior: &WeakenedMove, blundered: Blundered) -> String {
    let what = match blundered {
        Blundered::Yes => "blunder drawn",
        Blundered::No => "no blunder drawn",
    };
    let roll = format!("{what} (draw {}, threshold {})", inferior.draw, inferior.blunder_per128);
    let candidates = match inferior.candidates {
        1 => "1 candidate".to_owned(),
        count => format!("{count} candidates"),
    };
    if inferior.best.0 == inferior.played.0 {
        return format!("best move played; {roll}, {candidates} within {} cp", inferior.max_error);
    }
    format!("{roll}; {} cp lost of {} allowed, {candidates}", inferior.loss, inferior.max_error)
}

#[cfg(test)]
mod tests {
    use super::{Blundered, dial_at, error_text, values};
    use crate::base::{Elo, Score};
    use crate::strength::{StrengthLevel, StrengthLimits, WeakenedMove};
    use crate::tui::model::Model;
    use ratatui::layout::{Position, Rect};

    #[test]
    fn a_click_on_the_gauge_is_a_setting() {
        let (model, area) = (Model::new((80, 24), Default::default()), Rect::new(10, 5, 41, 10));
        let at = |x, y| dial_at(&model, area, Position::new(x, y));
        assert_eq!(at(10, 6), Some(StrengthLevel::Limited(Elo(600))));
        assert_eq!(at(30, 6), Some(StrengthLevel::Limited(Elo(1600))));
        assert_eq!(at(49, 6), Some(StrengthLevel::Limited(Elo(2550))));
        assert_eq!(at(50, 6), Some(StrengthLevel::Full));
        assert_eq!([at(30, 5), at(30, 7), at(9, 6)], [None; 3]);
    }

    #[test]
    fn only_values_that_differ_are_shown() {
        assert_eq!(values(&StrengthLimits::at(Elo(1000))), "");
        let least = values(&StrengthLimits::at(Elo(600)));
        assert_eq!(least, "P 0 %  B 91 %  R 67 %  Q 133 %");
    }

    #[test]
    fn the_best_move_is_called_so_and_one_is_singular() {
        let best = ("Nf3".to_owned(), Score::raw(20));
        let inferior = WeakenedMove {
            best: best.clone(),
            played: best,
            loss: 0,
            max_error: 40,
            draw: 90,
            blunder_per128: 6,
            candidates: 1,
        };
        assert_eq!(
            error_text(&inferior, Blundered::No),
            "best move played; no blunder drawn (draw 90, threshold 6), 1 candidate within 40 cp"
        );
        let played = ("a3".to_owned(), Score::raw(-10));
        let worse = WeakenedMove { played, loss: 30, draw: 2, candidates: 7, ..inferior };
        assert_eq!(
            error_text(&worse, Blundered::Yes),
            "blunder drawn (draw 2, threshold 6); 30 cp lost of 40 allowed, 7 candidates"
        );
    }
}
