//! Correction history: how far the search of earlier positions with the same pawns, pieces or last moves came out from
//! their evaluation. The evaluation is shifted by it before any rule uses it.
//!
//! Source: correction history as introduced in Caissa and Stockfish (2023-24), chessprogramming.org "Static Evaluation
//! Correction History"; the tables by minor and major pieces and by continuation after Stockfish's successors. Keys are
//! made from the bitboards when needed, so that nothing is kept up to date with the moves.

use super::history::{PieceTo, mix, pawn_hash};
use crate::base::Depth;
use crate::base::memory::{PagedTable, prefetch};
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

/// The entry for a pair of moves of which one is missing. It stays 0.
const NO_PAIR: u32 = 0;

/// The entries of one position in the seven tables.
pub(super) type CorrectionIndex = [u32; 7];

/// The tables of one thread, one after the other: an entry that stays 0, five tables of `[colour][position]`, and
/// `[piece-to][piece-to before][2 or 4 plies before]`, where both entries of a position are on the same page.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    entries: PagedTable<i16>,
}

impl CorrectionHistory {
    pub fn new() -> Self {
        Self { entries: PagedTable::new(0, first_entry(POSITION_TABLES) + 2 * PieceTo::PAIRS) }
    }

    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// Centipawns to add to the evaluation of a position.
    pub fn correction(&self, indices: &CorrectionIndex) -> i32 {
        let table: &[i16] = &self.entries;
        let entries = indices.iter().map(|&index| i32::from(table[index as usize]));
        let weighted = entries.zip(WEIGHTS).map(|(entry, weight)| weight * entry);
        weighted.sum::<i32>() / (UNIT * ONE)
    }

    /// Prefetches the entries of a position, which will be read soon.
    #[inline]
    pub fn prefetch(&self, indices: &CorrectionIndex) {
        let table: &[i16] = &self.entries;
        for &index in indices {
            if let Some(entry) = table.get(index as usize) {
                prefetch(entry);
            }
        }
    }

    /// Learns that a search of `depth` came out `error` centipawns above the corrected evaluation.
    pub fn update(&mut self, indices: &CorrectionIndex, depth: Depth, error: i32) {
        let weight = 2 * (depth + 1).clamp(1, 16);
        let table: &mut [i16] = &mut self.entries;
        for &index in indices {
            if index == NO_PAIR {
                continue;
            }
            let entry = &mut table[index as usize];
            let old = i32::from(*entry);
            let step = (error * UNIT - old) * weight / ONE;
            *entry = (old + step.clamp(-MAX_STEP, MAX_STEP)).clamp(-LIMIT, LIMIT) as i16;
        }
    }
}

/// Tables of `[colour][position]`.
const POSITION_TABLES: usize = 5;

/// The place of the first entry of a table, that of pairs after the others.
const fn first_entry(table: usize) -> usize {
    1 + table * 2 * SIZE
}

/// Sets `index` to the entries of `position`, reached by the moves 1, 2 and 4 plies before. In place, as
/// [`Position::become_after`].
pub(super) fn set_correction_index(
    index: &mut CorrectionIndex,
    position: &Position,
    [last, second, fourth]: [Option<PieceTo>; 3],
) {
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
    let at = |table, index: usize| (first_entry(table) + index) as u32;
    let pair = |which: usize, before: Option<PieceTo>| match (before, last) {
        (Some(before), Some(last)) => at(POSITION_TABLES, 2 * last.pair(before) + which),
        _ => NO_PAIR,
    };
    *index = [
        at(0, pawns),
        at(1, white),
        at(2, black),
        at(3, minors),
        at(4, majors),
        pair(0, second),
        pair(1, fourth),
    ];
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
