//! Correction history: how far the search of earlier positions with the same pawns, pieces or last moves came out from
//! their evaluation. The evaluation is shifted by it before any rule uses it.
//!
//! Source: correction history as introduced in Caissa and Stockfish (2023-24), chessprogramming.org "Static Evaluation
//! Correction History"; the tables by minor and major pieces and by continuation after Stockfish's successors. Keys are
//! made from the bitboards when needed, so that nothing is kept up to date with the moves.

use super::history::{PieceTo, mix, pawn_hash};
use super::memory::prefetch;
use crate::base::Depth;
use crate::rules::{Board, Color, Position};

/// Entries of each table by position; a power of two.
const SIZE: usize = 1 << 14;
/// Fixed-point unit of an entry: one centipawn.
const UNIT: i32 = 256;
/// Largest entry: 32 centipawns.
const LIMIT: i32 = 32 * UNIT;
/// Largest change of an entry by one update.
const MAX_STEP: i32 = 8 * UNIT;
/// Fixed-point unit of the weights below, and of the part of its distance by which an update moves an entry.
const ONE: i32 = 256;
/// How often each entry counts: pawns, white pieces, black pieces, minors, majors, continuation of 2 and of 4 plies. Each
/// entry learns what all leave over, so that together they settle at 9 tenths of a lasting error.
const WEIGHTS: [i32; 7] = [384, 340, 340, 280, 380, 400, 300];

/// The index of a pair of moves of which one is missing. Its entry stays 0.
const NO_PAIR: usize = PieceTo::PAIRS;

/// The entries of one position: an index in each table.
pub(super) type CorrectionIndex = [usize; 7];

/// The tables of one thread: five of `[colour][position]`, two of `[piece-to before][piece-to]`.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    tables: [Vec<i16>; 7],
}

impl CorrectionHistory {
    pub fn new() -> Self {
        let size = |number| if number < 5 { 2 * SIZE } else { NO_PAIR + 1 };
        Self { tables: std::array::from_fn(|number| vec![0; size(number)]) }
    }

    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.fill(0));
    }

    /// Centipawns to add to the evaluation of a position.
    pub fn correction(&self, indices: &CorrectionIndex) -> i32 {
        let entries =
            indices.iter().zip(&self.tables).map(|(&index, table)| i32::from(table[index]));
        let weighted = entries.zip(WEIGHTS).map(|(entry, weight)| weight * entry);
        weighted.sum::<i32>() / (UNIT * ONE)
    }

    /// Prefetches the entries of a position, which will be read soon.
    #[inline]
    pub fn prefetch(&self, indices: &CorrectionIndex) {
        for (&index, table) in indices.iter().zip(&self.tables) {
            if let Some(entry) = table.get(index) {
                prefetch(entry);
            }
        }
    }

    /// Learns that a search of `depth` came out `error` centipawns above the corrected evaluation.
    pub fn update(&mut self, indices: &CorrectionIndex, depth: Depth, error: i32) {
        let weight = 2 * (depth + 1).clamp(1, 16);
        for (&index, table) in indices.iter().zip(&mut self.tables) {
            if index == NO_PAIR {
                continue;
            }
            let entry = &mut table[index];
            let old = i32::from(*entry);
            let step = (error * UNIT - old) * weight / ONE;
            *entry = (old + step.clamp(-MAX_STEP, MAX_STEP)).clamp(-LIMIT, LIMIT) as i16;
        }
    }
}

/// The entries of `position`, reached by the moves 1, 2 and 4 plies before.
pub(super) fn correction_index(
    position: &Position,
    [last, second, fourth]: [Option<PieceTo>; 3],
) -> CorrectionIndex {
    let board = position.board();
    let side = usize::from(position.turn() == Color::Black) * SIZE;
    let [white, black] = [Color::White, Color::Black].map(|color| PieceHashes::of(board, color));
    let keys = [
        pawn_hash(board),
        white.minors ^ white.majors,
        black.minors ^ black.majors,
        mix(white.minors.wrapping_add(black.minors.rotate_left(32))),
        mix(white.majors.wrapping_add(black.majors.rotate_left(32))),
    ];
    let [pawns, white, black, minors, majors] = keys.map(|key| side + (key >> 50) as usize % SIZE);
    let pair = |before: Option<PieceTo>| match (before, last) {
        (Some(before), Some(last)) => before.pair(last),
        _ => NO_PAIR,
    };
    [pawns, white, black, minors, majors, pair(second), pair(fourth)]
}

/// Hashes of the pieces of one colour; both contain the king.
struct PieceHashes {
    minors: u64,
    majors: u64,
}

impl PieceHashes {
    fn of(board: &Board, color: Color) -> Self {
        let own = board.by_color(color);
        // Nested, so that the roles are told apart.
        let hash = |first, second| {
            mix(mix(mix((own & first).0) ^ (own & second).0) ^ (own & board.kings()).0)
        };
        Self {
            minors: hash(board.knights(), board.bishops()),
            majors: hash(board.rooks(), board.queens()).rotate_left(1),
        }
    }
}
