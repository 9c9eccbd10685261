//! What earlier cut-offs say about moves: killers, counter moves, and histories by square, by capture and by the moves
//! before. One set for each thread.
//!
//! Source: history heuristic, Schaeffer (1989); killers, Huberman (1968); counter moves, Uiterwijk (1992); continuation
//! histories after Stockfish's counter-move and follow-up histories, chessprogramming.org "History Heuristic".

use crate::rules::{Color, Move, PackedMove, Role, Square};

/// Entries stay within this magnitude.
const LIMIT: i32 = 16_384;
/// A moved piece and its target, both colours: 2 x 6 x 64.
const PIECE_TO: usize = 768;

/// A piece and the square it went to: the index of a move in the continuation tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// The index of `mv` played by `color`.
    pub(super) const fn new(color: Color, mv: Move) -> Self {
        let side = if color.is_white() { 0 } else { 6 };
        Self(((side + mv.role() as usize - 1) * 64 + mv.to().to_usize()) as u16)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The moves that led here, nearest first; `None` after a null move or above the root.
pub(super) type ContinuationIndex = [Option<PieceTo>; 2];

/// All tables of one thread; about 2.5 MB.
#[derive(Debug)]
pub(super) struct Histories {
    /// `[colour][from][to]`
    butterfly: Vec<i16>,
    /// `[piece-to][captured]`
    capture: Vec<i16>,
    /// `[plies back - 1][piece-to before][piece-to]`
    continuation: [Vec<i16>; 2],
    /// `[piece-to before]`
    counter: Vec<PackedMove>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            butterfly: vec![0; 2 * 64 * 64],
            capture: vec![0; PIECE_TO * 7],
            continuation: [vec![0; PIECE_TO * PIECE_TO], vec![0; PIECE_TO * PIECE_TO]],
            counter: vec![PackedMove::NONE; PIECE_TO],
        }
    }

    pub(super) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.counter.fill(PackedMove::NONE);
    }

    /// Score of a quiet move: butterfly and both continuations.
    pub(super) fn quiet_score(&self, color: Color, mv: Move, context: ContinuationIndex) -> i32 {
        let to = PieceTo::new(color, mv);
        let mut score = i32::from(self.butterfly[butterfly_index(color, mv)]);
        for (table, before) in self.continuation.iter().zip(context) {
            if let Some(before) = before {
                score += i32::from(table[before.index() * PIECE_TO + to.index()]);
            }
        }
        score
    }

    /// Score of a capture.
    pub(super) fn capture_score(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.capture[capture_index(color, mv)])
    }

    /// The move that answered the last one well.
    pub(super) fn counter_move(&self, context: ContinuationIndex) -> PackedMove {
        context[0].map_or(PackedMove::NONE, |before| self.counter[before.index()])
    }

    /// Remembers `mv` as the answer to the last move.
    pub(super) fn set_counter_move(&mut self, context: ContinuationIndex, mv: Move) {
        if let Some(before) = context[0] {
            self.counter[before.index()] = PackedMove::new(mv);
        }
    }

    /// Moves a quiet move's entries toward (or away from, when negative) the limit by `bonus`.
    pub(super) fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        context: ContinuationIndex,
        bonus: i32,
    ) {
        apply_gravity(&mut self.butterfly[butterfly_index(color, mv)], bonus);
        let to = PieceTo::new(color, mv);
        for (table, before) in self.continuation.iter_mut().zip(context) {
            if let Some(before) = before {
                apply_gravity(&mut table[before.index() * PIECE_TO + to.index()], bonus);
            }
        }
    }

    /// The same for a capture.
    pub(super) fn update_capture(&mut self, color: Color, mv: Move, bonus: i32) {
        apply_gravity(&mut self.capture[capture_index(color, mv)], bonus);
    }
}

fn butterfly_index(color: Color, mv: Move) -> usize {
    let from = mv.from().map_or(0, Square::to_usize);
    (usize::from(color.is_black()) * 64 + from) * 64 + mv.to().to_usize()
}

fn capture_index(color: Color, mv: Move) -> usize {
    PieceTo::new(color, mv).index() * 7 + mv.capture().map_or(0, |role: Role| role as usize)
}

/// Adds `bonus` with a pull back that keeps the entry within the limit, so that recent results weigh more.
fn apply_gravity(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, apply_gravity};

    #[test]
    fn entries_stay_within_the_limit_whatever_the_bonus() {
        for bonus in [-100_000, -16_384, -1700, 1, 1700, 16_384, 100_000] {
            let mut entry = 0;
            for _ in 0..1000 {
                apply_gravity(&mut entry, bonus);
                assert!(i32::from(entry).abs() <= LIMIT);
            }
            assert_eq!(i32::from(entry).signum(), bonus.signum());
        }
    }
}
