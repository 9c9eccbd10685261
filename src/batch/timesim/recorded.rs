//! Games to simulate from a recorded PGN: how long they were, when men came off, and where each move's time lay against
//! the side's own average. Only clocks and captures are read; the moves need not even be legal.

use super::trace::{MoveTrace, one_move, unit};
use crate::base::{Millis, Random};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use std::io;
use std::ops::ControlFlow;

/// Share of a budget that the average recorded move is taken to have used: the manager's own first guess.
const AVERAGE_USE: f64 = 0.7;
/// Fewer moves than this say nothing.
const SHORTEST: usize = 5;

/// Reads every side of every game that has clocks. Speeds and reuse are drawn, as PGN does not have them.
///
/// # Errors
/// The bytes are no PGN. Their encoding does not matter, as only ASCII is looked at.
pub fn from_pgn(bytes: &[u8], random: &mut Random) -> io::Result<Vec<Vec<MoveTrace>>> {
    let mut games = Vec::new();
    let mut reader = Reader::new(bytes);
    while let Some(sides) = reader.read_game(&mut Clocks)? {
        let long = sides.into_iter().filter(|side| side.len() >= SHORTEST);
        games.extend(long.map(|side| from_times(&side, random)));
    }
    Ok(games)
}

/// A game from the time that each move took and the men before it. The average move used 0.7 of its budget, the others
/// in proportion, none more than all.
#[must_use]
pub fn from_times(moves: &[(Millis, u32)], random: &mut Random) -> Vec<MoveTrace> {
    let total: i64 = moves.iter().map(|(time, _)| time.0).sum();
    let mean = (total as f64 / moves.len().max(1) as f64).max(1.0);
    let machine = 1e6 * (0.5 + unit(random));
    (moves.iter().enumerate())
        .map(|(number, &(time, men))| MoveTrace {
            stop: (AVERAGE_USE * time.0 as f64 / mean).clamp(0.01, 1.0),
            men,
            ..one_move(random, machine, number as f64 / moves.len() as f64)
        })
        .collect()
}

/// Collects the clocks of a game.
struct Clocks;

/// A game under way: the increment, the men, and of each side its last clock and its moves.
struct Sides {
    increment: Millis,
    men: u32,
    plies: usize,
    clocks: [Option<Millis>; 2],
    moves: [Vec<(Millis, u32)>; 2],
}

impl Visitor for Clocks {
    type Tags = Millis;
    type Movetext = Sides;
    type Output = [Vec<(Millis, u32)>; 2];

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Millis> {
        ControlFlow::Continue(Millis(0))
    }

    fn tag(
        &mut self,
        increment: &mut Millis,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"TimeControl" {
            let text = value.decode_utf8_lossy();
            let seconds = text.split_once('+').and_then(|(_, seconds)| seconds.parse().ok());
            *increment = millis(seconds.unwrap_or(0.0));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, increment: Millis) -> ControlFlow<Self::Output, Sides> {
        let (clocks, moves) = ([None; 2], [Vec::new(), Vec::new()]);
        ControlFlow::Continue(Sides { increment, men: 32, plies: 0, clocks, moves })
    }

    fn san(&mut self, sides: &mut Sides, san: SanPlus) -> ControlFlow<Self::Output> {
        sides.plies += 1;
        let captures = san.to_string().contains('x');
        sides.men = sides.men.saturating_sub(u32::from(captures)).max(2);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, sides: &mut Sides, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        let (Some(clock), Some(ply)) = (clock(&text), sides.plies.checked_sub(1)) else {
            return ControlFlow::Continue(());
        };
        let side = ply % 2;
        // The first clock of a side has nothing to be compared with.
        if let Some(before) = sides.clocks[side].replace(clock) {
            let time = before + sides.increment - clock;
            sides.moves[side].push((Millis(time.0.max(0)), sides.men));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, sides: Sides) -> Self::Output {
        sides.moves
    }
}

/// The time in `[%clk h:mm:ss]`, fractions of seconds included.
fn clock(comment: &str) -> Option<Millis> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (time, _) = rest.split_once(']')?;
    let mut seconds = 0.0;
    for part in time.trim().split(':') {
        let part: f64 = part.parse().ok().filter(|part| (0.0..1e6).contains(part))?;
        seconds = seconds * 60.0 + part;
    }
    Some(millis(seconds))
}

/// Whole milliseconds of seconds.
fn millis(seconds: f64) -> Millis {
    Millis((seconds * 1000.0) as i64)
}
