//! The strength dial: where it stands, what it allows, and what it did to the last move.

use crate::engine::DialReport;
use crate::strength::{DialSetting, Handicap, Inferior, Skill, percent};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, span, thin_bar};
use ratatui::text::{Line, Span};

/// The setting.
pub fn summary(model: &Model) -> String {
    setting(model.session.dial())
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
    let dial = model.session.dial();
    let share = dial.elo().map_or(1.0, |elo| f64::from(elo.0.saturating_sub(600)) / 2000.0);
    page.gauge(share, &setting(dial));
    let last = model.thinking.last_move.as_ref().map(|report| &report.dial);
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

fn what_it_did(inferior: &Inferior, page: &mut Page<'_>) {
    let theme = page.theme;
    let blundered = inferior.roll < inferior.blunder_per128;
    page.line(Line::from(vec![
        Span::styled("wanted ", theme.dim),
        Span::styled(format!("{} {}", inferior.wanted.0, inferior.wanted.1), theme.good),
        Span::styled("  played ", theme.dim),
        Span::styled(format!("{} {}", inferior.played.0, inferior.played.1), theme.bad),
    ]));
    let what = if blundered { "a blunder was rolled" } else { "an ordinary error" };
    page.words(
        &format!(
            "{what}: roll {} against {}, {} cp given away of {} allowed, {} candidates",
            inferior.roll,
            inferior.blunder_per128,
            inferior.loss,
            inferior.allowed,
            inferior.candidates
        ),
        theme.dim,
    );
}
