//! The strength dial: where it stands, what it allows, and what it did to the last move.

use super::Panel;
use crate::base::Elo;
use crate::engine::DialReport;
use crate::engine::messages::DIAL_RANGE;
use crate::rules::Color;
use crate::strength::{DialSetting, Handicap, Inferior, Man, Skill, percent};
use crate::tui::model::Model;
use crate::tui::page::{Page, count, span, thin_bar};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// The dial's step in Elo.
const STEP: u32 = 25;

/// The setting; of two engines that of each, White's first.
pub fn summary(model: &Model) -> String {
    let session = &model.session;
    let setting = |side| model.strengths.setting(session.dial_of(side));
    if model.recalled.is_none() && Color::ALL.into_iter().all(|side| session.has_dial(side)) {
        let (white, black) = (setting(Color::White), setting(Color::Black));
        return if white == black { white } else { format!("{white} : {black}") };
    }
    shown(model).map_or_else(String::new, |dial| model.strengths.setting(dial))
}

/// The dial as it stood for the move looked at, if the record says so, else as it stands.
fn shown(model: &Model) -> Option<DialSetting> {
    match &model.recalled {
        Some(recalled) => recalled.dial,
        None => Some(model.session.dial()),
    }
}

/// The setting that a click on the gauge means, of a panel that lies at `area`; its last column is full strength.
#[must_use]
pub fn dial_at(model: &Model, area: Rect, point: Position) -> Option<DialSetting> {
    let on_gauge = point.y == area.y + 1 && model.scrolled(Panel::Dial) == 0;
    if !on_gauge || model.recalled.is_some() || !area.contains(point) {
        return None;
    }
    let last = area.width.saturating_sub(1).max(1);
    let column = point.x - area.x;
    if column >= last {
        return Some(DialSetting::Full);
    }
    let (low, high) = (u32::from(DIAL_RANGE.0.0), u32::from(DIAL_RANGE.1.0));
    let steps = (high - low) / STEP;
    let step = (u32::from(column) * steps + u32::from(last) / 2) / u32::from(last);
    let elo = u16::try_from(low + step * STEP).unwrap_or(DIAL_RANGE.1.0);
    Some(DialSetting::Limited(Elo(elo)))
}

/// A name and what stands behind it.
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
        Some(dial) => set_to(dial, model, page),
        None => page.words("the record names no dial for this move", theme.dim),
    }
    if let (Some(rated), Some(next)) = (model.strengths.rated(), model.strengths.next()) {
        let words = format!("{rated}, next {next}");
        page.line(Line::from(vec![
            Span::styled("you ", theme.dim),
            Span::styled(words, theme.text),
        ]));
    }
}

/// What a setting means, and what it did to the move.
fn set_to(dial: DialSetting, model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let share = dial.elo().map_or(1.0, |elo| f64::from(elo.0.saturating_sub(600)) / 2000.0);
    page.gauge(share, &model.strengths.setting(dial));
    if let DialSetting::Limited(_) = dial {
        let figure = model.strengths.plays_like(dial);
        let line = pair("plays like", figure.unwrap_or_else(|| "not calibrated".to_owned()), page);
        page.line(line);
    }
    let last = match &model.recalled {
        Some(_) => model.report().map(|report| &report.dial),
        None => model.thinking.last_move.as_ref().map(|report| &report.dial),
    };
    // Of two engines the last move was the other's; and the dial may have been turned since.
    let other = last.filter(|report| report.setting != dial);
    let own = last.filter(|report| report.setting == dial);
    match dial.handicap() {
        Some(handicap) => limits(&handicap, own, model, page),
        None => {
            page.words("no limit: all its knowledge, all its speed, no error on purpose", theme.dim)
        }
    }
    if let Some(other) = other {
        let words = format!("the last move was made at {}", model.strengths.setting(other.setting));
        page.words(&words, theme.title);
    }
    match last.and_then(|report| report.inferior.as_ref()) {
        Some(inferior) => what_it_did(inferior, page),
        None if last.is_some() => page.words("it left the last move alone", theme.dim),
        None => {}
    }
}

fn limits(handicap: &Handicap, last: Option<&DialReport>, model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let waited = last.map_or_else(String::new, |report| {
        format!("waited {}", span(report.waited.seconds() * 1000.0))
    });
    let cap = pair("speed cap", format!("{}/s", count(handicap.nps)), page);
    page.both(cap, Line::styled(waited, theme.dim));
    let blunder = format!(
        "{} cp, or {} cp at {} %",
        handicap.move_error,
        handicap.blunder_error,
        handicap.blunder_percent()
    );
    let line = pair("largest error", blunder, page);
    page.line(line);
    // What it did to the move and the player's rating keep their rows.
    let account = match last {
        Some(report) if report.inferior.is_some() => 3,
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

/// Cells of a skill's name and share.
const SKILL: u16 = 21;

/// What it knows, by category, as far as `kept` rows stay free; in two columns where there is room.
fn knowledge(handicap: &Handicap, kept: u16, page: &mut Page<'_>) {
    let theme = page.theme;
    let columns = if page.width() >= 2 * (SKILL + 10) { 2 } else { 1 };
    let width = (page.width() / columns).saturating_sub(SKILL + columns - 1).min(24);
    let cells = usize::from(width);
    for row in Skill::ALL.chunks(usize::from(columns)) {
        if page.rows() <= kept {
            return;
        }
        let spans = row.iter().flat_map(|&skill| {
            let per128 = handicap.share(skill);
            let bar = thin_bar(f64::from(per128) / 128.0, width);
            [
                Span::styled(format!("{:<15}", skill.name()), theme.dim),
                Span::styled(format!("{:>3} % ", percent(per128)), theme.text),
                Span::styled(format!("{bar:<cells$} "), theme.series_b),
            ]
        });
        page.line(spans.collect::<Line<'_>>());
    }
}

/// The men whose middlegame value is not the usual one, with what they are worth of it.
fn values(handicap: &Handicap) -> String {
    let shares = handicap.material_per_mille();
    let other = Man::ALL.into_iter().zip(shares).filter(|(_, (middlegame, _))| *middlegame != 1000);
    let words = other.map(|(man, (share, _))| format!("{} {} %", letter(man), (share + 5) / 10));
    words.collect::<Vec<_>>().join("  ")
}

/// A man as notation has it; a pawn has a letter here only.
const fn letter(man: Man) -> char {
    match man {
        Man::Pawn => 'P',
        Man::Knight => 'N',
        Man::Bishop => 'B',
        Man::Rook => 'R',
        Man::Queen => 'Q',
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
    use super::{Blundered, account, dial_at, values};
    use crate::base::{Elo, Score};
    use crate::strength::{DialSetting, Handicap, Inferior};
    use crate::tui::model::Model;
    use ratatui::layout::{Position, Rect};

    #[test]
    fn a_click_on_the_gauge_is_a_setting() {
        let (model, area) = (Model::new((80, 24)), Rect::new(10, 5, 41, 10));
        let at = |x, y| dial_at(&model, area, Position::new(x, y));
        assert_eq!(at(10, 6), Some(DialSetting::Limited(Elo(600))));
        assert_eq!(at(30, 6), Some(DialSetting::Limited(Elo(1600))));
        assert_eq!(at(49, 6), Some(DialSetting::Limited(Elo(2550))));
        assert_eq!(at(50, 6), Some(DialSetting::Full));
        assert_eq!([at(30, 5), at(30, 7), at(9, 6)], [None; 3]);
    }

    #[test]
    fn only_values_that_differ_are_shown() {
        assert_eq!(values(&Handicap::at(Elo(1000))), "");
        let least = values(&Handicap::at(Elo(600)));
        assert_eq!(least, "P 0 %  B 91 %  R 67 %  Q 133 %");
    }

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
