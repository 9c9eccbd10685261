//! Time controls: user notation (`5+3`), PGN `TimeControl` tag (`300+3`), and their rules.
//! Source for the tag: PGN standard 9.6.1. Decimals (`10+0.1`), which match runners write, are accepted.

use crate::base::Millis;
use std::fmt;

/// The time control of one side: its periods in order, the last of which repeats if it has a number of moves. The default
/// is no clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControl(Vec<Period>);

/// One period of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Moves of the period; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Time added when it begins.
    pub base: Millis,
    /// Added after each of its moves.
    pub increment: Millis,
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("time control {text:?}: {reason}")]
pub struct TimeControlError {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// Longest duration accepted, in seconds: 100 days, so that sums do not overflow.
const MAX_SECONDS: f64 = 8_640_000.0;

/// What a text that is no time is answered with.
const EXPECTED: &str = "expected a time such as 5+3, 90s, 40/5400 or none";
/// The same where there must be a clock.
const EXPECTED_CLOCK: &str = "expected a time such as 5+3, 90s or 40/5400";

impl TimeControl {
    /// Parses user input. `5+3` is five minutes and three seconds a move, `90s` or `2h` name their unit, `none`
    /// is no clock; with a slash (`40/900+5`, `40/7200:3600+30`) plain numbers are seconds, as in PGN. Two digits behind a
    /// colon name their unit (`40/7200:30s`): `40/1:30` looks like a minute and a half, and would be one second.
    ///
    /// # Errors
    /// The text and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, TimeControlError> {
        let has_moves = text.contains('/');
        let mut later = text.split(':').skip(1);
        if (text.contains(':') && !has_moves) || later.any(looks_like_seconds) {
            let reason = "seconds are written 90s; a colon stands between periods, as in 40/5400:900 or 40/60:30s";
            return Err(fail(text, reason));
        }
        read(text, if has_moves { 1.0 } else { 60.0 })
    }

    /// Parses user input, as [`Self::parse`] does, where there must be a clock.
    ///
    /// # Errors
    /// The text and what is wrong with it, also that it is no clock.
    pub fn parse_clock(text: &str) -> Result<Self, TimeControlError> {
        let control = Self::parse(text).map_err(|error| match error.reason {
            EXPECTED => fail(text, EXPECTED_CLOCK),
            _ => error,
        })?;
        match control.is_none() {
            true => Err(fail(text, "no clock; expected one, such as 5+3, 90s or 40/5400")),
            false => Ok(control),
        }
    }

    /// Parses a PGN `TimeControl` tag; plain numbers are seconds. `-` and `?` mean no clock.
    ///
    /// # Errors
    /// The text and what is wrong with it; an hourglass (`*180`) is not supported.
    pub fn from_tag(text: &str) -> Result<Self, TimeControlError> {
        read(text, 1.0)
    }

    /// The PGN tag's value.
    pub fn tag(&self) -> String {
        let stages: Vec<String> = self.0.iter().map(Period::tag).collect();
        if stages.is_empty() { "-".to_owned() } else { stages.join(":") }
    }

    /// The periods; empty for no clock.
    pub fn periods(&self) -> &[Period] {
        &self.0
    }

    /// Is there no clock?
    pub const fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Time on the clock before the first move; `None` for no clock. Without base time it is the first increment.
    pub fn initial(&self) -> Option<Millis> {
        let first = *self.0.first()?;
        Some(if first.base > Millis(0) { first.base } else { first.increment })
    }

    /// Time added to a side's clock after its move number `made` (from 1): the increment, and at the end of a period the
    /// base time of the next.
    pub fn time_added(&self, made: u32) -> Millis {
        let stages = &self.0;
        let Some((index, left)) = period_at(stages, made.saturating_sub(1)) else {
            return Millis(0);
        };
        let begun = if left == Some(1) {
            stages[(index + 1).min(stages.len() - 1)].base
        } else {
            Millis(0)
        };
        stages[index].increment + begun
    }

    /// Time that a side's move number `made` (from 1) took, by its clock before and after it; `None` if the clock gained more
    /// than was added, as by hand. Some clocks add the time of the next period later, so that it counts only where the clock has
    /// gained: a last move of a period that took longer than this time is taken for a shorter one.
    pub fn time_used(&self, made: u32, before: Millis, after: Millis) -> Option<Millis> {
        let added = [self.increment(made.saturating_sub(1)), self.time_added(made)];
        added.map(|added| before + added - after).into_iter().find(|used| used.0 >= 0)
    }

    /// Increment of the period after `made` moves of the side.
    pub fn increment(&self, made: u32) -> Millis {
        let stages = &self.0;
        period_at(stages, made).map_or(Millis(0), |(index, _)| stages[index].increment)
    }

    /// Moves to the next period after `made` moves of the side; `None` when the time is for the rest of the game.
    pub fn moves_to_go(&self, made: u32) -> Option<u32> {
        period_at(&self.0, made).and_then(|(_, left)| left)
    }
}

/// Index of the period after `made` moves of the side, and the number of moves left in it.
fn period_at(stages: &[Period], made: u32) -> Option<(usize, Option<u32>)> {
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

/// Whether a period behind a colon looks like the seconds in `1:30`.
fn looks_like_seconds(period: &str) -> bool {
    let base = period.split('+').next().unwrap_or("").trim();
    base.len() == 2 && base.bytes().all(|byte| byte.is_ascii_digit())
}

impl Period {
    fn tag(&self) -> String {
        self.text("")
    }

    /// User notation of a period of moves, or of one of several, with its unit: minutes are usual elsewhere.
    fn user_text(&self) -> String {
        self.text("s")
    }

    /// The period with `unit` behind the base time.
    fn text(&self, unit: &str) -> String {
        let moves = self.moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let increment = if self.increment == Millis(0) {
            String::new()
        } else {
            format!("+{}", decimal(self.increment, 1000.0))
        };
        format!("{moves}{}{unit}{increment}", decimal(self.base, 1000.0))
    }
}

impl fmt::Display for TimeControl {
    /// User notation: `5+3`, `40/900s+5`, `no clock`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.0.as_slice() {
            [] => "no clock".to_owned(),
            // Seconds that are no quarter of a minute are not told in minutes.
            [Period { moves: None, base, increment }] if base.0 % 15_000 == 0 => {
                format!("{}+{}", decimal(*base, 60_000.0), decimal(*increment, 1000.0))
            }
            [Period { moves: None, base, increment }] => {
                format!("{}s+{}", decimal(*base, 1000.0), decimal(*increment, 1000.0))
            }
            periods => periods.iter().map(Period::user_text).collect::<Vec<_>>().join(":"),
        };
        f.pad(&text)
    }
}

/// `span` in units of `unit` ms, with as many decimals as needed.
fn decimal(span: Millis, unit: f64) -> String {
    (span.0 as f64 / unit).to_string()
}

fn fail(text: &str, reason: &'static str) -> TimeControlError {
    TimeControlError { text: text.to_owned(), reason }
}

/// Reads periods whose plain numbers are `unit` seconds.
fn read(text: &str, unit: f64) -> Result<TimeControl, TimeControlError> {
    let fail = |reason| fail(text, reason);
    let plain = text.trim().to_lowercase();
    if matches!(plain.as_str(), "" | "-" | "?" | "none" | "no clock") {
        return Ok(TimeControl::default());
    }
    if plain.contains('*') {
        return Err(fail("an hourglass is not supported"));
    }
    let stages: Vec<Period> = plain
        .split(':')
        .map(|part| parse_period(part, unit).map_err(fail))
        .collect::<Result<_, _>>()?;
    if stages.iter().rev().skip(1).any(|stage| stage.moves.is_none()) {
        return Err(fail("only the last period may go to the end of the game"));
    }
    Ok(TimeControl(stages))
}

fn parse_period(text: &str, unit: f64) -> Result<Period, &'static str> {
    let (moves, rest) =
        text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
    let moves = moves.map(|text| text.trim().parse::<u32>()).transpose();
    let moves = moves.map_err(|_| "the part before / is not a number")?;
    if moves == Some(0) {
        return Err("a period needs at least one move");
    }
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let stage = Period {
        moves,
        base: parse_duration(base, unit)?,
        increment: parse_duration(increment, 1.0)?,
    };
    if stage.base == Millis(0) && stage.increment == Millis(0) {
        return Err("base time and increment are both zero");
    }
    Ok(stage)
}

fn parse_duration(text: &str, unit: f64) -> Result<Millis, &'static str> {
    let text = text.trim();
    let (number, unit) = match text.as_bytes().last() {
        Some(b's') => (&text[..text.len() - 1], 1.0),
        Some(b'm') => (&text[..text.len() - 1], 60.0),
        Some(b'h') => (&text[..text.len() - 1], 3600.0),
        _ => (text, unit),
    };
    let seconds = number.parse::<f64>().map_err(|_| EXPECTED)? * unit;
    if !(0.0..=MAX_SECONDS).contains(&seconds) {
        return Err("expected a time between 0 and 100 days");
    }
    Ok(Millis::from_seconds(seconds))
}

#[cfg(test)]
mod tests {
    use super::{Millis, TimeControl};

    fn tag(text: &str) -> String {
        TimeControl::parse(text).map_or_else(|error| error.reason.to_owned(), |c| c.tag())
    }

    #[test]
    fn user_notation_is_converted_to_the_tag() {
        assert_eq!(tag("5+3"), "300+3");
        assert_eq!(tag("0.5"), "30");
        assert_eq!(tag("90s+0.1"), "90+0.1");
        assert_eq!(tag("2h"), "7200");
        assert_eq!(tag(" None "), "-");
        assert_eq!(tag("40/900+5"), "40/900+5");
        assert_eq!(tag("40/7200:3600+30"), "40/7200:3600+30");
        assert_eq!(tag("five"), "expected a time such as 5+3, 90s, 40/5400 or none");
        assert_eq!(tag("0+0"), "base time and increment are both zero");
        assert_eq!(tag("-3"), "expected a time between 0 and 100 days");
        assert_eq!(tag("1e300"), "expected a time between 0 and 100 days");
        assert_eq!(tag("0/60"), "a period needs at least one move");
        assert_eq!(tag("40/7200:30s+5"), "40/7200:30+5");
        let looks_like_minutes =
            ["40/1:30", "40/5:00", "40/90:00+30", "40/7200:20/1:30", "1:30:00"];
        for text in ["1:30", "0:10", "5:00+3"].into_iter().chain(looks_like_minutes) {
            assert!(tag(text).starts_with("seconds are written 90s"), "{text}");
        }
        assert_eq!(tag("3600:40/60"), "only the last period may go to the end of the game");
    }

    #[test]
    fn a_clock_is_expected_where_there_must_be_one() {
        let reason = |text| TimeControl::parse_clock(text).map_err(|error| error.reason).err();
        assert_eq!(reason("5+3"), None);
        assert_eq!(TimeControl::parse_clock("5+3"), TimeControl::parse("5+3"));
        assert_eq!(reason("five"), Some("expected a time such as 5+3, 90s or 40/5400"));
        assert_eq!(reason("40/900+x"), Some("expected a time such as 5+3, 90s or 40/5400"));
        for text in ["none", "-", " "] {
            let expected = "no clock; expected one, such as 5+3, 90s or 40/5400";
            assert_eq!(reason(text), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn the_displayed_text_is_parsed_back() {
        for text in [
            "5+3",
            "0.5+0",
            "3s+0",
            "7s+0.25",
            "40/900s+5",
            "40/7200s:30s",
            "40/60s:900s+5",
            "no clock",
        ] {
            let control = TimeControl::parse(text).expect(text);
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn a_period_adds_its_time_after_the_last_move_of_the_previous_one() {
        let control = TimeControl::from_tag("40/7200:20/3600:900+30").expect("tag");
        let gains: Vec<i64> = [1, 39, 40, 41, 60, 61].map(|made| control.time_added(made).0).into();
        assert_eq!(gains, [0, 0, 3_600_000, 0, 900_000, 30_000]);
        assert_eq!(
            [0, 39, 40, 59, 60].map(|made| control.moves_to_go(made)),
            [Some(40), Some(1), Some(20), Some(1), None]
        );
        let repeating = TimeControl::from_tag("40/300").expect("tag");
        assert_eq!(
            [40, 80, 81].map(|made| repeating.time_added(made)),
            [Millis(300_000), Millis(300_000), Millis(0)]
        );
        assert_eq!(repeating.moves_to_go(40), Some(40));
    }

    #[test]
    fn the_time_of_a_move_is_that_between_two_clocks() {
        let control = TimeControl::from_tag("4/60:30+2").expect("tag");
        let used = |made, before: i64, after: i64| {
            let used = control.time_used(made, Millis(1000 * before), Millis(1000 * after));
            used.map(|used| used.0 / 1000)
        };
        assert_eq!((used(1, 60, 55), used(5, 45, 40)), (Some(5), Some(7)));
        // The next period has begun: 30 s are added, or will be once the clock stands at zero.
        assert_eq!((used(4, 45, 70), used(4, 45, 35)), (Some(5), Some(10)));
        assert_eq!((used(2, 55, 60), used(5, 40, 60)), (None, None));
    }
}
