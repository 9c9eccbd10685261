//! Correction history: how far the search of earlier positions with the same pawns or the same pieces came out from
//! their evaluation. The evaluation is shifted by it before any rule uses it.
//!
//! Source: correction history as introduced in Caissa and Stockfish (2023-24), chessprogramming.org "Static Evaluation
//! Correction History". Keys are made from the bitboards when needed, so that nothing is kept up to date with the moves.

use crate::base::{Depth, Score};
use crate::rules::{Color, Position};

/// Entries of each table; a power of two.
const SIZE: usize = 1 << 14;
/// Fixed-point unit of an entry: one centipawn.
const UNIT: i32 = 256;
/// Largest correction, in units: half a pawn from each table.
const LIMIT: i32 = 50 * UNIT;
/// A full-weight update moves the entry by this part of its distance.
const WEIGHT_SCALE: i32 = 256;

/// The tables of one thread: `[colour][pawns]`, `[colour][white pieces]`, `[colour][black pieces]`.
#[derive(Debug)]
pub(super) struct CorrectionHistory {
    tables: [Vec<i16>; 3],
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { tables: std::array::from_fn(|_| vec![0; 2 * SIZE]) }
    }

    pub(super) fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.fill(0));
    }

    /// Centipawns to add to the evaluation of `position`.
    pub(super) fn correction(&self, position: &Position) -> i32 {
        let sum: i32 = indices(position)
            .iter()
            .zip(&self.tables)
            .map(|(&index, table)| i32::from(table[index]))
            .sum();
        sum / UNIT
    }

    /// Learns that a search of `depth` came out `error` centipawns above the corrected evaluation.
    pub(super) fn update(&mut self, position: &Position, depth: Depth, error: i32) {
        let weight = (depth + 1).clamp(1, 16);
        for (index, table) in indices(position).into_iter().zip(&mut self.tables) {
            let entry = &mut table[index];
            // Each table takes its share of the error that all three left over.
            let step = error.clamp(-200, 200) * UNIT * weight / (3 * WEIGHT_SCALE);
            *entry = (i32::from(*entry) + step).clamp(-LIMIT, LIMIT) as i16;
        }
    }

    /// The evaluation with its correction, kept in the heuristic band. Known values are not corrected.
    pub(super) fn apply(&self, position: &Position, raw: Score) -> Score {
        if !raw.is_heuristic() {
            return raw;
        }
        Score::heuristic(raw.value() + self.correction(position))
    }
}

fn indices(position: &Position) -> [usize; 3] {
    let board = position.board();
    let side = usize::from(position.turn() == Color::Black) * SIZE;
    let pawns = board.pawns();
    let pieces = |color: Color| {
        let own = board.by_color(color);
        // Roles are told apart by different odd multipliers before the sum is mixed.
        [board.knights(), board.bishops(), board.rooks(), board.queens(), board.kings()]
            .into_iter()
            .fold(0_u64, |hash, role| mix(hash ^ (own & role).0))
    };
    let keys = [
        mix(mix((pawns & board.by_color(Color::White)).0)
            ^ (pawns & board.by_color(Color::Black)).0),
        pieces(Color::White),
        pieces(Color::Black),
    ];
    keys.map(|key| side + (key >> 50) as usize % SIZE)
}

/// Spreads every input bit over the high bits. Source: Fibonacci hashing with a fold, Knuth vol. 3, 6.4.
const fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 29)
}
