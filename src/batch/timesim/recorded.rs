//! Games to simulate from a PGN file: length, number of pieces, and each move's time relative to the side's average.

use super::trace::{MoveTrace, draw_move, uniform};
use crate::base::{Millis, Random};
use crate::game::Game;
use crate::game::pgn::Index;
use crate::rules::Color;
use anyhow::Result;
use std::ops::ControlFlow;
use std::path::Path;

/// Share of its budget that the average recorded move is assumed to have used; the time manager starts with the same value.
const AVERAGE_USE: f64 = 0.7;
/// Shorter games are skipped.
const MIN_MOVES: usize = 5;

/// A recorded move: its time, and the pieces on the board after it.
struct RecordedMove {
    time: Millis,
    pieces: u32,
}

/// Reads both sides of every game with clocks. Speed and tree reuse are drawn at random, as PGN lacks them.
pub(super) fn from_file(path: &Path, random: &mut Random) -> Result<Vec<Vec<MoveTrace>>> {
    let index = Index::build(path, &mut |_, _| ControlFlow::Continue(()))?;
    let mut games = Vec::new();
    for number in 0..index.entries().len() {
        games.extend(side_traces(&index.read(number)?.game, random));
    }
    Ok(games)
}

/// The sides of a game that have enough clocks.
pub fn side_traces(game: &Game, random: &mut Random) -> Vec<Vec<MoveTrace>> {
    let sides = Color::ALL.map(|side| recorded_moves(game, side));
    let long = sides.iter().filter(|moves| moves.len() >= MIN_MOVES);
    long.map(|moves| trace_moves(moves, random)).collect()
}

/// The moves of `side` from its second clock: the first has no predecessor to subtract from.
fn recorded_moves(game: &Game, side: Color) -> Vec<RecordedMove> {
    let tree = game.tree();
    let nodes = tree.mainline().into_iter().map(|id| tree.node(id));
    let (mut last, mut moves) = (None::<Millis>, Vec::new());
    for node in nodes.filter(|node| node.mover() == Some(side)) {
        let Some(clock) = node.annotation.clock else { continue };
        if let Some(last) = last.replace(clock) {
            let made = u32::try_from(node.ply().div_ceil(2)).unwrap_or(u32::MAX);
            let time = game.clocks().control(side).time_used(made, last, clock);
            let time = time.unwrap_or(Millis(0));
            let pieces = node.position().board().occupied().count() as u32;
            moves.push(RecordedMove { time, pieces });
        }
    }
    moves
}

/// A game from the time of each move. The average move used 0.7 of its budget, the others in proportion, at most all.
fn trace_moves(moves: &[RecordedMove], random: &mut Random) -> Vec<MoveTrace> {
    let count = moves.len().max(1) as f64;
    let total: i64 = moves.iter().map(|played| played.time.0).sum();
    let mean = (total as f64 / count).max(1.0);
    let machine = 1e6 * (0.5 + uniform(random));
    (moves.iter().enumerate())
        .map(|(number, played)| {
            let share = AVERAGE_USE * played.time.0 as f64 / mean;
            MoveTrace {
                stop_share: share.clamp(0.01, 1.0),
                unsettled: share > 1.0,
                pieces: played.pieces,
                ..draw_move(random, machine, number as f64 / count)
            }
        })
        .collect()
}
