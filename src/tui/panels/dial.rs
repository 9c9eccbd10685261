//! The strength dial: where it stands, what it allows, and what it did to the last move.

use crate::engine::DialReport;
use crate::strength::{DialSetting, Handicap, Inferior, Skill, percent};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, span, thin_bar};
use ratatui::text::{Line, Span};

/// The setting.
pub fn summary(model: &Model) -> String {
    setting(shown(model))
}

/// The dial as it stood for the move looked at, else as it stands.
fn shown(model: &Model) -> DialSetting {
    match (&model.recalled, model.report()) {
        (Some(_), Some(report)) => report.dial.setting,
        _ => model.session.dial(),
    }
}

/// A setting in words.
#[must_use]
pub fn setting(setting: DialSetting) -> String {
    match setting {
        DialSetting::Full => "full strength".to_owned(),
        DialSetting::Limited(elo) => format!("Elo {elo}"),
        DialSetting::Character(handicap) => format!("a character of Elo {}", handicap.elo),
    }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let dial = shown(model);
    let share = dial.elo().map_or(1.0, |elo| f64::from(elo.0.saturating_sub(600)) / 2000.0);
    page.gauge(share, &setting(dial));
    let last = match &model.recalled {
        Some(_) => model.report().map(|report| &report.dial),
        None => model.thinking.last_move.as_ref().map(|report| &report.dial),
    };
    match dial.handicap() {
        Some(handicap) => limits(&handicap, last, page),
        None => {
            page.words("no limit: all its knowledge, all its speed, no error on purpose", theme.dim)
        }
    }
    match last.and_then(|report| report.inferior.as_ref()) {
        Some(inferior) => what_it_did(inferior, page),
        None if last.is_some() => page.words("it left the last move alone", theme.dim),
        None => {}
    }
}

fn limits(handicap: &Handicap, last: Option<&DialReport>, page: &mut Page<'_>) {
    let theme = page.theme;
    let pair = |name: &str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name:<15}"), theme.dim),
            Span::styled(value, theme.text),
        ])
    };
    let waited = last.map_or_else(String::new, |report| {
        format!("waited {}", span(report.waited.seconds() * 1000.0))
    });
    let cap = pair("speed cap", format!("{}/s", count(handicap.nps)));
    page.both(cap, Line::styled(waited, theme.dim));
    let blunder = format!(
        "{} cp, or {} cp at {} %",
        handicap.move_error,
        handicap.blunder_error,
        handicap.blunder_percent()
    );
    page.line(pair("largest error", blunder));
    let width = page.width().saturating_sub(21).min(24);
    for skill in Skill::ALL {
        if page.rows() <= 3 {
            return;
        }
        let per128 = handicap.share(skill);
        page.line(Line::from(vec![
            Span::styled(format!("{:<15}", skill.name()), theme.dim),
            Span::styled(format!("{:>3} % ", percent(per128)), theme.text),
            Span::styled(thin_bar(f64::from(per128) / 128.0, width), theme.series_b),
        ]));
    }
}

/// Did the roll allow a blunder?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blundered {
    Yes,
    No,
}

fn what_it_did(inferior: &Inferior, page: &mut Page<'_>) {
    let theme = page.theme;
    let blundered =
        if inferior.roll < inferior.blunder_per128 { Blundered::Yes } else { Blundered::No };
    let played = if inferior.wanted.0 == inferior.played.0 { theme.good } else { theme.bad };
    page.line(Line::from(vec![
        Span::styled("wanted ", theme.dim),
        Span::styled(format!("{} {}", inferior.wanted.0, inferior.wanted.1), theme.good),
        Span::styled("  played ", theme.dim),
        Span::styled(format!("{} {}", inferior.played.0, inferior.played.1), played),
    ]));
    page.words(&account(inferior, blundered), theme.dim);
}

/// What was drawn and what came of it, in words.
fn account(inferior: &Inferior, blundered: Blundered) -> String {
    let what = match blundered {
        Blundered::Yes => "a blunder was rolled",
        Blundered::No => "no blunder was rolled",
    };
    let roll = format!("{what} ({} against {})", inferior.roll, inferior.blunder_per128);
    let candidates = match inferior.candidates {
        1 => "1 candidate".to_owned(),
        count => format!("{count} candidates"),
    };
    if inferior.wanted.0 == inferior.played.0 {
        return format!("it played its best; {roll}, {candidates} within {} cp", inferior.allowed);
    }
    format!("{roll}; {} cp given away of {} allowed, {candidates}", inferior.loss, inferior.allowed)
}

#[cfg(test)]
mod tests {
    use super::{Blundered, account};
    use crate::base::Score;
    use crate::strength::Inferior;

    #[test]
    fn the_best_move_is_called_so_and_one_is_singular() {
        let best = ("Nf3".to_owned(), Score::raw(20));
        let inferior = Inferior {
            wanted: best.clone(),
            played: best,
            loss: 0,
            allowed: 40,
            roll: 90,
            blunder_per128: 6,
            candidates: 1,
        };
        assert_eq!(
            account(&inferior, Blundered::No),
            "it played its best; no blunder was rolled (90 against 6), 1 candidate within 40 cp"
        );
        let played = ("a3".to_owned(), Score::raw(-10));
        let worse = Inferior { played, loss: 30, roll: 2, candidates: 7, ..inferior };
        assert_eq!(
            account(&worse, Blundered::Yes),
            "a blunder was rolled (2 against 6); 30 cp given away of 40 allowed, 7 candidates"
        );
    }
}
