//! Copies: the same game in several files, such as the record of a game and what was made of it by `annotate`, or in one file twice.
//! Statistics, summaries and ratings count the copy that has most.

use super::games::Row;
use super::{GameFigures, Library, TimeUse};
use crate::base::Millis;
use crate::game::name_key;
use shakmaty::ByColor;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Half-moves from which on players hardly repeat a game of theirs by chance.
const TELLING_PLIES: usize = 20;
/// By how much rounding changes the time of a clock, and of each move.
const CLOCK_ROUNDING: Millis = Millis(1_000);
const MOVE_ROUNDING: i64 = 500;

/// What tells a game from others.
pub(super) struct Candidate<'a> {
    row: &'a Row<'a>,
    figures: &'a GameFigures,
    /// Of the copies of a game, one that is wanted is kept before those that are not.
    is_wanted: bool,
    date: Option<String>,
}

/// What all copies of a game have in common.
#[derive(PartialEq, Eq, Hash)]
struct Common {
    players: ByColor<String>,
    sequence: u64,
    continues: bool,
    /// Day and times, if players and moves alone do not tell the game.
    day: Option<(String, ByColor<TimeUse>)>,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(row: &'a Row<'a>, figures: &'a GameFigures, is_wanted: bool) -> Self {
        Self { row, figures, is_wanted, date: row.known_date() }
    }

    /// `None` if nothing shows that a game would be the same.
    fn common(&self) -> Option<Common> {
        let Self { row, figures, .. } = self;
        let is_telling =
            figures.plies >= TELLING_PLIES && row.white().is_some() && row.black().is_some();
        let day = match is_telling {
            true => None,
            false if figures.plies == 0 && row.round().is_none() => return None,
            false => {
                let day = self.date.clone().filter(|date| !date.contains('?'))?;
                Some((day, figures.sides.as_ref().map(|side| side.time)))
            }
        };
        let player = |name: Option<&str>| name.map(name_key).unwrap_or_default();
        let players = ByColor { white: player(row.white()), black: player(row.black()) };
        Some(Common { players, sequence: figures.sequence, continues: row.continues(), day })
    }

    /// Whether nothing that both have contradicts that they are the same game.
    fn agrees_with(&self, other: &Self) -> bool {
        let (one, two) = (self.row, other.row);
        let agree = |one: Option<&str>, two: Option<&str>, fits: fn(&str, &str) -> bool| {
            one.zip(two).is_none_or(|(one, two)| fits(one, two) || fits(two, one))
        };
        agree(self.date.as_deref(), other.date.as_deref(), fits_date)
            && agree(one.round(), two.round(), fits_round)
            && agree(one.site(), two.site(), |one, two| {
                one.to_lowercase().starts_with(&two.to_lowercase())
            })
            && agree(one.utc_time(), two.utc_time(), |one, two| one == two)
            && self.figures.result.zip(other.figures.result).is_none_or(|(one, two)| one == two)
            && fits_time(self.figures.sides.white.time, other.figures.sides.white.time)
            && fits_time(self.figures.sides.black.time, other.figures.sides.black.time)
    }

    /// How much it has that is counted and shown: the larger, the better.
    fn worth(&self) -> impl Ord + use<> {
        let sides = || self.figures.sides.iter();
        (
            self.is_wanted,
            self.figures.result.is_some(),
            sides().map(|side| side.evaluated).sum::<usize>(),
            sides().filter(|side| side.accuracy.is_some()).count(),
            self.figures.notes,
            sides().filter(|side| side.rater.is_some()).count(),
            sides().map(|side| side.time.moves).sum::<usize>(),
        )
    }
}

/// The same day, where both know it.
fn fits_date(one: &str, two: &str) -> bool {
    one.len() == two.len()
        && one.chars().zip(two.chars()).all(|(a, b)| a == b || a == '?' || b == '?')
}

/// The same round, perhaps with its board: `3.1` is of round `3`.
fn fits_round(one: &str, two: &str) -> bool {
    one.strip_prefix(two).is_some_and(|board| board.is_empty() || board.starts_with('.'))
}

/// The same time for the same moves, but for what a program rounds; one of them may have lost clocks.
fn fits_time(one: TimeUse, two: TimeUse) -> bool {
    if one.moves != two.moves {
        return true;
    }
    let moves = i64::try_from(one.moves).unwrap_or(i64::MAX);
    let allowed = CLOCK_ROUNDING.0.saturating_add(moves.saturating_mul(MOVE_ROUNDING));
    one.total.0.abs_diff(two.total.0) <= allowed.unsigned_abs()
}

/// For each game whether it is a copy of another one, which has more or comes first.
pub(super) fn are_copies(games: &[Candidate<'_>]) -> Vec<bool> {
    let mut common: HashMap<Common, Vec<usize>> = HashMap::new();
    for (number, game) in games.iter().enumerate() {
        if let Some(key) = game.common() {
            common.entry(key).or_default().push(number);
        }
    }
    let mut copies = vec![false; games.len()];
    for mut numbers in common.into_values() {
        numbers.sort_by_key(|&number| Reverse(games[number].worth()));
        let mut originals: Vec<Vec<usize>> = Vec::new();
        for number in numbers {
            // Two games may both agree with one that knows less.
            let agrees = |&other: &usize| games[number].agrees_with(&games[other]);
            match originals.iter_mut().find(|of| of.iter().all(agrees)) {
                Some(of) => {
                    of.push(number);
                    copies[number] = true;
                }
                None => originals.push(vec![number]),
            }
        }
    }
    copies
}

impl Library {
    /// For each game whether it is a copy of another one, by the figures that were read; a game without figures is none.
    pub fn copies(&self) -> Vec<bool> {
        let known = (0..self.len())
            .filter_map(|number| Some((number, self.row(number)?, self.figures(number)?)));
        let known: Vec<_> = known.collect();
        let candidates: Vec<Candidate<'_>> =
            known.iter().map(|(_, row, figures)| Candidate::new(row, figures, true)).collect();
        let mut copies = vec![false; self.len()];
        for ((number, ..), is_copy) in known.iter().zip(are_copies(&candidates)) {
            copies[*number] = is_copy;
        }
        copies
    }
}

/// How many copies are left out; `None` if there are none.
pub fn copies_words(copies: usize) -> Option<String> {
    match copies {
        0 => None,
        1 => Some("1 copy of a game left out".to_owned()),
        copies => Some(format!("{copies} copies of games left out")),
    }
}
