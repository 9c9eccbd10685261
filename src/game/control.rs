//! Time controls: what players type (`5+3`), what PGN's `TimeControl` tag says (`300+3`), and the rules they stand for.
//! Source for the tag: PGN standard 9.6.1. Decimals (`10+0.1`), which match runners write, are read as well.

use crate::base::Millis;
use std::fmt;

/// How much time each side has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// One span for the whole game, with an increment for each move (zero for none).
    Sudden {
        /// Time at the start.
        base: Millis,
        /// Added after each move.
        increment: Millis,
    },
    /// Several periods in order; the last repeats when it counts moves.
    Stages(Vec<Stage>),
}

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Moves to be made in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Time added when it begins.
    pub base: Millis,
    /// Added after each of its moves.
    pub increment: Millis,
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("time control {text:?}: {reason}")]
pub struct ControlError {
    /// What was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// The longest span accepted: a hundred days, so that sums stay far from overflow.
const LONGEST: f64 = 8_640_000.0;

impl TimeControl {
    /// Reads what a player types. `5+3` is five minutes and three seconds a move, `90s` or `2h` name their unit, `none`
    /// is no clock; with a slash (`40/900+5`, `40/7200:3600+30`) plain numbers are seconds, as in PGN.
    ///
    /// # Errors
    /// The text and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ControlError> {
        let unit = if text.contains('/') { 1.0 } else { 60.0 };
        read(text, unit)
    }

    /// Reads a PGN `TimeControl` tag; plain numbers are seconds. `-` and `?` are no clock.
    ///
    /// # Errors
    /// The text and what is wrong with it; an hourglass (`*180`) is not supported.
    pub fn from_tag(text: &str) -> Result<Self, ControlError> {
        read(text, 1.0)
    }

    /// The PGN tag's value.
    #[must_use]
    pub fn tag(&self) -> String {
        let stages: Vec<String> = self.stages().iter().map(Stage::tag).collect();
        if stages.is_empty() { "-".to_owned() } else { stages.join(":") }
    }

    /// The same in periods; empty for no clock.
    #[must_use]
    pub fn stages(&self) -> Vec<Stage> {
        match self {
            Self::None => Vec::new(),
            &Self::Sudden { base, increment } => vec![Stage { moves: None, base, increment }],
            Self::Stages(stages) => stages.clone(),
        }
    }

    /// Time on the clock before the first move; `None` for no clock. Without base time the first increment is given.
    #[must_use]
    pub fn initial(&self) -> Option<Millis> {
        let first = *self.stages().first()?;
        Some(if first.base > Millis(0) { first.base } else { first.increment })
    }

    /// What a side's clock gains when its move number `made` (from 1) is done.
    #[must_use]
    pub fn gain(&self, made: u32) -> Millis {
        let stages = self.stages();
        let Some((index, left)) = locate(&stages, made.saturating_sub(1)) else { return Millis(0) };
        let begun = if left == Some(1) {
            stages[(index + 1).min(stages.len() - 1)].base
        } else {
            Millis(0)
        };
        stages[index].increment + begun
    }

    /// Increment of the period that a side is in after `made` moves.
    #[must_use]
    pub fn increment(&self, made: u32) -> Millis {
        let stages = self.stages();
        locate(&stages, made).map_or(Millis(0), |(index, _)| stages[index].increment)
    }

    /// Moves to the next period for a side that has made `made`; `None` when the time is for the whole game.
    #[must_use]
    pub fn moves_to_go(&self, made: u32) -> Option<u32> {
        locate(&self.stages(), made).and_then(|(_, left)| left)
    }
}

/// Which period a side is in after `made` moves, and how many moves are left in it.
fn locate(stages: &[Stage], made: u32) -> Option<(usize, Option<u32>)> {
    let mut rest = made;
    for (index, stage) in stages.iter().enumerate() {
        let Some(moves) = stage.moves.filter(|&moves| moves > 0) else {
            return Some((index, None));
        };
        if rest < moves {
            return Some((index, Some(moves - rest)));
        }
        rest -= moves;
    }
    let last = stages.len().checked_sub(1)?;
    let moves = stages[last].moves.filter(|&moves| moves > 0)?;
    Some((last, Some(moves - rest % moves)))
}

impl Stage {
    fn tag(&self) -> String {
        let moves = self.moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let increment = if self.increment == Millis(0) {
            String::new()
        } else {
            format!("+{}", decimal(self.increment, 1000))
        };
        format!("{moves}{}{increment}", decimal(self.base, 1000))
    }
}

impl fmt::Display for TimeControl {
    /// As players write it: `5+3`, `40/900+5`, `no clock`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::None => "no clock".to_owned(),
            Self::Sudden { base, increment } if base.0 % 600 == 0 => {
                format!("{}+{}", decimal(*base, 60_000), decimal(*increment, 1000))
            }
            Self::Sudden { base, increment } => {
                format!("{}s+{}", decimal(*base, 1000), decimal(*increment, 1000))
            }
            Self::Stages(_) => self.tag(),
        };
        f.pad(&text)
    }
}

/// `span` in units of `unit` ms, with as many decimals as it takes.
fn decimal(span: Millis, unit: i64) -> String {
    let (whole, mut rest) = (span.0 / unit, span.0 % unit);
    let mut text = whole.to_string();
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        rest *= 10;
        text.push_str(&(rest / unit).to_string());
        rest %= unit;
    }
    text
}

fn read(text: &str, unit: f64) -> Result<TimeControl, ControlError> {
    let fail = |reason| ControlError { text: text.to_owned(), reason };
    let plain = text.trim().to_lowercase();
    if matches!(plain.as_str(), "" | "-" | "?" | "none" | "no clock") {
        return Ok(TimeControl::None);
    }
    if plain.contains('*') {
        return Err(fail("an hourglass is not supported"));
    }
    let stages: Vec<Stage> = plain
        .split(':')
        .map(|part| read_stage(part, unit).map_err(fail))
        .collect::<Result<_, _>>()?;
    match stages.as_slice() {
        [Stage { moves: None, base, increment }] => {
            Ok(TimeControl::Sudden { base: *base, increment: *increment })
        }
        _ if stages.iter().rev().skip(1).any(|stage| stage.moves.is_none()) => {
            Err(fail("only the last period may go to the end of the game"))
        }
        _ => Ok(TimeControl::Stages(stages)),
    }
}

fn read_stage(text: &str, unit: f64) -> Result<Stage, &'static str> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves), rest),
        None => (None, text),
    };
    let moves = match moves.map(|text| text.trim().parse::<u32>()) {
        None => None,
        Some(Ok(0)) => return Err("a period needs a move"),
        Some(Ok(moves)) => Some(moves),
        Some(Err(_)) => return Err("the part before / is no number"),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let stage = Stage { moves, base: span(base, unit)?, increment: span(increment, 1.0)? };
    if stage.base == Millis(0) && stage.increment == Millis(0) {
        return Err("there is no time at all");
    }
    Ok(stage)
}

fn span(text: &str, unit: f64) -> Result<Millis, &'static str> {
    let text = text.trim();
    let (number, unit) = match text.as_bytes().last() {
        Some(b's') => (&text[..text.len() - 1], 1.0),
        Some(b'm') => (&text[..text.len() - 1], 60.0),
        Some(b'h') => (&text[..text.len() - 1], 3600.0),
        _ => (text, unit),
    };
    let seconds = number.parse::<f64>().map_err(|_| "expected a number such as 5 or 0.5")? * unit;
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err("a span is between 0 and 100 days");
    }
    Ok(Millis((seconds * 1000.0).round() as i64))
}

#[cfg(test)]
mod tests {
    use super::{Millis, TimeControl};

    fn tag(text: &str) -> String {
        TimeControl::parse(text).map_or_else(|error| error.reason.to_owned(), |c| c.tag())
    }

    #[test]
    fn what_players_type_becomes_the_tag() {
        assert_eq!(tag("5+3"), "300+3");
        assert_eq!(tag("0.5"), "30");
        assert_eq!(tag("90s+0.1"), "90+0.1");
        assert_eq!(tag("2h"), "7200");
        assert_eq!(tag(" None "), "-");
        assert_eq!(tag("40/900+5"), "40/900+5");
        assert_eq!(tag("40/7200:3600+30"), "40/7200:3600+30");
        assert_eq!(tag("five"), "expected a number such as 5 or 0.5");
        assert_eq!(tag("0+0"), "there is no time at all");
        assert_eq!(tag("-3"), "a span is between 0 and 100 days");
        assert_eq!(tag("1e300"), "a span is between 0 and 100 days");
        assert_eq!(tag("0/60"), "a period needs a move");
        assert_eq!(tag("3600:40/60"), "only the last period may go to the end of the game");
    }

    #[test]
    fn the_text_shown_can_be_typed_again() {
        for text in ["5+3", "0.5+0", "7s+0.25", "40/900+5", "no clock"] {
            let control = TimeControl::parse(text).expect(text);
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn periods_add_their_time_with_the_last_move_of_the_one_before() {
        let control = TimeControl::from_tag("40/7200:20/3600:900+30").expect("tag");
        let gains: Vec<i64> = [1, 39, 40, 41, 60, 61].map(|made| control.gain(made).0).into();
        assert_eq!(gains, [0, 0, 3_600_000, 0, 900_000, 30_000]);
        assert_eq!(
            [0, 39, 40, 59, 60].map(|made| control.moves_to_go(made)),
            [Some(40), Some(1), Some(20), Some(1), None]
        );
        let repeating = TimeControl::from_tag("40/300").expect("tag");
        assert_eq!(
            [40, 80, 81].map(|made| repeating.gain(made)),
            [Millis(300_000), Millis(300_000), Millis(0)]
        );
        assert_eq!(repeating.moves_to_go(40), Some(40));
    }
}
