//! Games to simulate from a PGN: length, number of pieces, and each move's time relative to the side's average. Only clocks
//! and captures are read; the moves need not be legal.

use super::trace::{MoveTrace, draw_move, uniform};
use crate::base::{Millis, Random};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use std::io;
use std::ops::ControlFlow;

/// Share of its budget that the average recorded move is assumed to have used; the time manager starts with the same value.
const AVERAGE_USE: f64 = 0.7;
/// Shorter games are skipped.
const MIN_MOVES: usize = 5;

/// Reads both sides of every game with clocks. Speed and tree reuse are drawn at random, as PGN lacks them.
///
/// # Errors
/// The PGN cannot be read. The encoding does not matter, as only ASCII is used.
pub fn from_pgn(bytes: &[u8], random: &mut Random) -> io::Result<Vec<Vec<MoveTrace>>> {
    let mut games = Vec::new();
    let mut reader = Reader::new(bytes);
    while let Some(sides) = reader.read_game(&mut ClockReader)? {
        let long = sides.into_iter().filter(|side| side.len() >= MIN_MOVES);
        games.extend(long.map(|side| from_move_times(&side, random)));
    }
    Ok(games)
}

/// A game from the time of each move and the number of pieces before it. The average move used 0.7 of its budget, the
/// others in proportion, at most all of it.
#[must_use]
pub fn from_move_times(moves: &[(Millis, u32)], random: &mut Random) -> Vec<MoveTrace> {
    let total: i64 = moves.iter().map(|(time, _)| time.0).sum();
    let mean = (total as f64 / moves.len().max(1) as f64).max(1.0);
    let machine = 1e6 * (0.5 + uniform(random));
    (moves.iter().enumerate())
        .map(|(number, &(time, men))| MoveTrace {
            stop_share: (AVERAGE_USE * time.0 as f64 / mean).clamp(0.01, 1.0),
            pieces: men,
            ..draw_move(random, machine, number as f64 / moves.len() as f64)
        })
        .collect()
}

/// PGN visitor that collects clocks.
struct ClockReader;

/// A game being read: increment, number of pieces, and each side's last clock and move times.
struct GameClocks {
    increment: Millis,
    pieces: u32,
    plies: usize,
    clocks: [Option<Millis>; 2],
    moves: [Vec<(Millis, u32)>; 2],
}

impl Visitor for ClockReader {
    type Tags = Millis;
    type Movetext = GameClocks;
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
            *increment = millis_from_seconds(seconds.unwrap_or(0.0));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, increment: Millis) -> ControlFlow<Self::Output, GameClocks> {
        let (clocks, moves) = ([None; 2], [Vec::new(), Vec::new()]);
        ControlFlow::Continue(GameClocks { increment, pieces: 32, plies: 0, clocks, moves })
    }

    fn san(&mut self, sides: &mut GameClocks, san: SanPlus) -> ControlFlow<Self::Output> {
        sides.plies += 1;
        let captures = san.to_string().contains('x');
        sides.pieces = sides.pieces.saturating_sub(u32::from(captures)).max(2);
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        sides: &mut GameClocks,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        let (Some(clock), Some(ply)) = (parse_clock(&text), sides.plies.checked_sub(1)) else {
            return ControlFlow::Continue(());
        };
        let side = ply % 2;
        // A side's first clock has no predecessor to subtract from.
        if let Some(before) = sides.clocks[side].replace(clock) {
            let time = before + sides.increment - clock;
            sides.moves[side].push((Millis(time.0.max(0)), sides.pieces));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, sides: GameClocks) -> Self::Output {
        sides.moves
    }
}

/// The time in `[%clk h:mm:ss]`, fractions of seconds included.
fn parse_clock(comment: &str) -> Option<Millis> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (time, _) = rest.split_once(']')?;
    let mut seconds = 0.0;
    for part in time.trim().split(':') {
        let part: f64 = part.parse().ok().filter(|part| (0.0..1e6).contains(part))?;
        seconds = seconds * 60.0 + part;
    }
    Some(millis_from_seconds(seconds))
}

/// Whole milliseconds of seconds.
fn millis_from_seconds(seconds: f64) -> Millis {
    Millis((seconds * 1000.0) as i64)
}
