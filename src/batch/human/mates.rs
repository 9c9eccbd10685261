//! Lone-king endings: does a level mate with the rook, and with a queen in its place, within fifty moves?

use super::answers::Answers;
use crate::batch::bench_positions;
use crate::batch::output::Progress;
use crate::engine::LocalEngine;
use crate::engine::{EngineOptions, Go, GoLimit};
use crate::rules::{Position, parse_fen};
use crate::strength::StrengthLevel;
use anyhow::Result;
use std::path::Path;

/// Nodes of the lone king's moves: enough to see the mate and run from it.
const DEFENCE_NODES: u64 = 2_000;
/// Plies of fifty moves.
const FIFTY_MOVES: usize = 100;

/// Mates and positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mates {
    pub mated: usize,
    pub positions: usize,
}

/// The positions of an EPD file, at most `count` at even steps.
pub(super) fn positions(path: &Path, count: usize) -> Result<Vec<String>> {
    let fens: Vec<String> = bench_positions::read(path)?.iter().map(Position::fen).collect();
    let step = fens.len().div_ceil(count.max(1)).max(1);
    Ok(fens.into_iter().step_by(step).collect())
}

/// The mates of `level`, with the rook or a queen in its place; positions that are illegal with a queen are left out.
pub(super) fn mates(
    fens: &[String],
    level: StrengthLevel,
    with_queen: bool,
    answers: &mut Answers,
    progress: &mut Progress<'_>,
) -> Result<Mates> {
    let mut engine = LocalEngine::without_clock(&EngineOptions::default())?;
    let mut mates = Mates::default();
    for (index, fen) in fens.iter().enumerate() {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let board =
            if with_queen { board.replace('R', "Q").replace('r', "q") } else { board.to_owned() };
        let fen = format!("{board} {rest}");
        let Ok(start) = parse_fen(&fen) else { continue };
        progress.status(format!("{level:?}: {index} of {} endings", fens.len()));
        let question = format!("{level:?} {fen}");
        let answer = answers.get(&question, || Ok(play(&mut engine, &start, level).to_string()))?;
        mates.positions += 1;
        mates.mated += usize::from(answer == "true");
    }
    Ok(mates)
}

/// Does the side with the piece mate?
fn play(engine: &mut LocalEngine, start: &Position, level: StrengthLevel) -> bool {
    let board = start.board();
    let piece = (board.rooks() | board.queens()).first();
    let strong = piece.and_then(|piece| board.color_at(piece));
    let mut position = start.clone();
    let mut moves = Vec::new();
    engine.new_game();
    while moves.len() < FIFTY_MOVES && !position.legal_moves().is_empty() {
        let (dial, nodes) = if Some(position.turn()) == strong {
            (level, None)
        } else {
            (StrengthLevel::Full, Some(DEFENCE_NODES))
        };
        let limit = GoLimit { nodes, ..GoLimit::default() };
        let go = Go { dial, ..Go::new(start.clone(), moves.clone(), limit) };
        let Some(mv) = engine.search(go).best else { break };
        position.play(mv);
        moves.push(mv);
    }
    position.is_check() && position.legal_moves().is_empty()
}
