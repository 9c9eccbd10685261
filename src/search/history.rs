//! What earlier cut-offs say about moves: killers, counter moves, and histories by square, by pawn structure, by capture
//! and by the moves before. One set for each thread.
//!
//! Source: history heuristic, Schaeffer (1989); killers, Huberman (1968); counter moves, Uiterwijk (1992); continuation
//! histories after Stockfish's counter-move and follow-up histories, chessprogramming.org "History Heuristic"; threats in
//! the index, pawn history and gravity by the sum of the continuations as in several engines since 2023; low-ply history,
//! Stockfish 11.

use crate::base::Ply;
use crate::base::memory::PagedTable;
use crate::rules::{Bitboard, Board, Color, Move, PackedMove, Position, Role, Square, attacked_by};

/// Entries stay within this magnitude.
const LIMIT: i32 = 16_384;
/// A moved piece and its target, both colours: 2 x 6 x 64.
const PIECE_TO: usize = 768;
/// Rows of the pawn history; a power of two.
const PAWN_ROWS: usize = 512;
/// Plies from the root that have a history of their own.
pub(super) const LOW_PLIES: usize = 4;
/// Entries of the butterfly history.
const BUTTERFLY: usize = 8 * 64 * 64;
/// A row of the pawn or continuation history: an entry for each [`PieceTo`].
type Row = [i16; PIECE_TO];
/// The row of the continuation history for a null move and above the root: all zero.
const NO_MOVE: usize = PIECE_TO;

/// A piece and the square it went to: the index of a move in the continuation tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// The index of `mv` played by `color`.
    #[inline]
    pub const fn new(color: Color, mv: Move) -> Self {
        let (role, _, to) = role_from_to(mv);
        Self::of(color, role, to)
    }

    const fn of(color: Color, role: Role, to: Square) -> Self {
        let side = if color.is_white() { 0 } else { 6 };
        Self(((side + role as usize - 1) * 64 + to.to_usize()) as u16)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index of this move followed by `next` in a table of pairs.
    pub const fn pair(self, next: Self) -> usize {
        self.index() * PIECE_TO + next.index()
    }

    /// Entries of a table of pairs.
    pub(super) const PAIRS: usize = PIECE_TO * PIECE_TO;
}

/// The role, origin and target of a move in one match, which costs less than one for each. Nearly all moves are normal: the
/// others are told apart elsewhere, so that no table of jumps is read.
#[inline]
const fn role_from_to(mv: Move) -> (Role, Square, Square) {
    match mv {
        Move::Normal { role, from, to, .. } => (role, from, to),
        _ => special_role_from_to(mv),
    }
}

#[cold]
const fn special_role_from_to(mv: Move) -> (Role, Square, Square) {
    match mv {
        Move::Normal { role, from, to, .. } => (role, from, to),
        Move::Castle { king, rook } => (Role::King, king, rook),
        Move::EnPassant { from, to } => (Role::Pawn, from, to),
        Move::Put { role, to } => (role, Square::A1, to),
    }
}

/// The index of a move in a table by origin and target.
const fn from_to(mv: Move) -> usize {
    let (_, from, to) = role_from_to(mv);
    from.to_usize() * 64 + to.to_usize()
}

/// The distances in plies of the earlier moves that index the continuation history.
pub(super) const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];

/// The moves at [`CONTINUATION_PLIES`]; `None` after a null move or above the root.
pub(super) type ContinuationIndex = [Option<PieceTo>; 4];

/// What selects the entries of the quiet moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietContext {
    turn: Color,
    /// Squares that the opponent attacks.
    threats: Bitboard,
    pawn_row: usize,
    continuation: ContinuationIndex,
}

impl QuietContext {
    pub fn new(position: &Position, continuation: ContinuationIndex) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let pawn_row = (pawn_hash(board) >> 55) as usize % PAWN_ROWS;
        Self { turn, threats: attacked_by(board, !turn), pawn_row, continuation }
    }

    /// Squares that the opponent attacks.
    pub const fn threats(&self) -> Bitboard {
        self.threats
    }

    #[inline]
    fn butterfly_index(&self, from: Square, to: Square) -> usize {
        let threatened =
            2 * usize::from(self.threats.contains(from)) + usize::from(self.threats.contains(to));
        let side = 4 * usize::from(self.turn.is_black());
        ((side + threatened) * 64 + from.to_usize()) * 64 + to.to_usize()
    }
}

/// The tables at the rows of one node, to score its quiet moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietRows<'h> {
    context: QuietContext,
    butterfly: &'h [i16; BUTTERFLY],
    pawn: &'h Row,
    continuation: [&'h Row; CONTINUATION_PLIES.len()],
}

impl QuietRows<'_> {
    /// Score of a quiet move: butterfly, pawn and continuation histories.
    #[inline]
    pub fn score(&self, mv: Move) -> i32 {
        let (role, from, to) = role_from_to(mv);
        let piece_to = PieceTo::of(self.context.turn, role, to).index();
        let continuation: i32 = self.continuation.iter().map(|row| i32::from(row[piece_to])).sum();
        i32::from(self.butterfly[self.context.butterfly_index(from, to)])
            + i32::from(self.pawn[piece_to])
            + continuation
    }
}

/// All tables of one thread; about 2 MB.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    /// `[colour][from threatened][to threatened][from][to]`
    butterfly: Box<[i16; BUTTERFLY]>,
    /// `[pawn structure][piece-to]`
    pawn: PagedTable<Row>,
    /// `[piece-to][captured]`
    capture: Vec<i16>,
    /// `[piece-to before][piece-to]`, for all [`CONTINUATION_PLIES`]. Invariant: the last row, [`NO_MOVE`], is zero.
    continuation: PagedTable<Row>,
    /// `[piece-to before]`
    counter: Vec<PackedMove>,
    /// `[ply][from][to]`, of one search.
    low_ply: Box<[[i16; 64 * 64]; LOW_PLIES]>,
}

impl Histories {
    pub fn new() -> Self {
        Self {
            butterfly: Box::new([0; BUTTERFLY]),
            pawn: PagedTable::new([0; PIECE_TO], PAWN_ROWS),
            capture: vec![0; PIECE_TO * 7],
            continuation: PagedTable::new([0; PIECE_TO], PIECE_TO + 1),
            counter: vec![PackedMove::NONE; PIECE_TO],
            low_ply: Box::new([[0; 64 * 64]; LOW_PLIES]),
        }
    }

    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.pawn.fill([0; PIECE_TO]);
        self.capture.fill(0);
        self.continuation.fill([0; PIECE_TO]);
        self.counter.fill(PackedMove::NONE);
        self.clear_low_ply();
    }

    /// Forgets the low-ply history, before a search from another root.
    pub fn clear_low_ply(&mut self) {
        self.low_ply.fill([0; 64 * 64]);
    }

    /// The rows that score the quiet moves of a node.
    pub fn quiet_rows(&self, context: &QuietContext) -> QuietRows<'_> {
        let row =
            |before: Option<PieceTo>| &self.continuation[before.map_or(NO_MOVE, PieceTo::index)];
        QuietRows {
            context: *context,
            butterfly: &self.butterfly,
            pawn: &self.pawn[context.pawn_row],
            continuation: context.continuation.map(row),
        }
    }

    fn continuation_score(&self, before: ContinuationIndex, to: PieceTo) -> i32 {
        let entry = |before: PieceTo| i32::from(self.continuation[before.index()][to.index()]);
        before.into_iter().flatten().map(entry).sum()
    }

    /// Score of a capture.
    pub fn capture_score(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.capture[capture_index(color, mv)])
    }

    /// The move that answered the last one well.
    pub fn counter_move(&self, before: ContinuationIndex) -> PackedMove {
        before[0].map_or(PackedMove::NONE, |before| self.counter[before.index()])
    }

    /// Remembers `mv` as the answer to the last move.
    pub fn set_counter_move(&mut self, context: &QuietContext, mv: Move) {
        if let Some(before) = context.continuation[0] {
            self.counter[before.index()] = PackedMove::new(mv);
        }
    }

    /// Moves the entries of a quiet move at `ply` toward (or away from, when negative) the limit by `bonus`.
    pub fn update_quiet(&mut self, context: &QuietContext, ply: Ply, mv: Move, bonus: i32) {
        let (role, from, to) = role_from_to(mv);
        apply_gravity(&mut self.butterfly[context.butterfly_index(from, to)], bonus);
        let to = PieceTo::of(context.turn, role, to);
        apply_gravity(&mut self.pawn[context.pawn_row][to.index()], bonus);
        self.update_continuation(context.continuation, to, bonus);
        if let Some(table) = self.low_ply.get_mut(ply) {
            apply_gravity(&mut table[from_to(mv)], bonus);
        }
    }

    /// The continuation entries alone. The sum of all of them pulls each back, so that they share what one would learn.
    pub fn update_continuation(&mut self, before: ContinuationIndex, to: PieceTo, bonus: i32) {
        let pull = self.continuation_score(before, to) * bonus.abs() / LIMIT;
        for before in before.into_iter().flatten() {
            let entry = &mut self.continuation[before.index()][to.index()];
            *entry = (i32::from(*entry) + bonus - pull).clamp(-LIMIT, LIMIT) as i16;
        }
    }

    /// Score of a quiet move near the root; 0 further away.
    pub fn low_ply_score(&self, ply: Ply, mv: Move) -> i32 {
        self.low_ply.get(ply).map_or(0, |table| table[from_to(mv)].into())
    }

    /// Updates the entry of a capture.
    pub fn update_capture(&mut self, color: Color, mv: Move, bonus: i32) {
        apply_gravity(&mut self.capture[capture_index(color, mv)], bonus);
    }
}

/// A hash of the pawns; its high bits are spread.
pub(super) fn pawn_hash(board: &Board) -> u64 {
    let pawns = |color| (board.pawns() & board.by_color(color)).0;
    mix(mix(pawns(Color::White)) ^ pawns(Color::Black))
}

/// Spreads every input bit over the high bits. Source: Fibonacci hashing with a fold, Knuth vol. 3, 6.4.
pub(super) const fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 29)
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
    use super::{Histories, LIMIT, LOW_PLIES, QuietContext, apply_gravity};
    use crate::rules::Position;

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

    #[test]
    fn the_low_ply_history_learns_near_the_root_and_is_cleared_alone() {
        let position = Position::default();
        let context = QuietContext::new(&position, [None; 4]);
        let mut histories = Histories::new();
        let mv = position.legal_moves()[0];
        let last = LOW_PLIES - 1;
        for ply in [last, LOW_PLIES] {
            histories.update_quiet(&context, ply, mv, 100);
        }
        assert_eq!([last, LOW_PLIES].map(|ply| histories.low_ply_score(ply, mv)), [100, 0]);
        let butterfly_and_pawns = histories.quiet_rows(&context).score(mv);
        histories.clear_low_ply();
        assert_eq!(histories.low_ply_score(last, mv), 0);
        assert_eq!(histories.quiet_rows(&context).score(mv), butterfly_and_pawns);
    }
}
