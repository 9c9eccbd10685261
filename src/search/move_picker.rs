//! The order in which a node tries its moves: the table's move, captures that lose nothing, killers and the counter
//! move, quiet moves by history, captures that lose.
//!
//! Moves are picked one by one, because most nodes end after the first.

use super::history::{ContinuationIndex, Histories};
use super::observer::OrderReason;
use crate::rules::{Move, MoveList, PackedMove, Position, Role, see_ge, see_value};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Higher is earlier.
    pub score: i32,
    /// The group it belongs to.
    pub reason: OrderReason,
    /// Left out by a pruning rule, so that its history learns nothing from the node.
    pub pruned: bool,
}

impl ScoredMove {
    /// A root move; its place is the root's affair.
    pub(super) const fn root(mv: Move) -> Self {
        Self { mv, score: 0, reason: OrderReason::Root, pruned: false }
    }
}

/// Sorts `moves` of `position` as a node hands them out. At the root, where the order is given, they stay as they are.
#[must_use]
pub fn sorted_moves(position: &Position, moves: &[ScoredMove]) -> Vec<ScoredMove> {
    if moves.iter().all(|ranked| ranked.reason == OrderReason::Root) {
        return moves.to_vec();
    }
    let mut picker = MovePicker {
        position,
        hints: OrderingMoves::default(),
        moves: moves.to_vec(),
        next: 0,
        stage: PickerStage::AllScored,
    };
    let mut sorted = Vec::with_capacity(moves.len());
    while let Some(best) = picker.select_best() {
        sorted.extend(picker.take_move(best));
    }
    sorted
}

/// What a node knows beforehand about good moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderingMoves {
    pub tt_move: PackedMove,
    pub killers: [PackedMove; 2],
    pub counter_move: PackedMove,
    pub continuation: ContinuationIndex,
}

/// Group bases far enough apart that no score crosses them: histories stay below 2^17, captures below 2^17.
const TABLE: i32 = 1 << 28;
const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD: i32 = -(1 << 24);

/// How far a picker has prepared its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PickerStage {
    /// Only the table's move is there; most nodes that have one need no other.
    TtMove,
    /// All moves are there, but quiet ones without a killer's place have no score yet.
    QuietsUnscored,
    /// Every move has its score.
    AllScored,
}

/// Hands out the moves of a node in order, doing as little as possible for those that are never reached.
/// The buffer is the caller's and is reused.
#[derive(Clone, Debug)]
pub(super) struct MovePicker<'a> {
    position: &'a Position,
    hints: OrderingMoves,
    moves: Vec<ScoredMove>,
    next: usize,
    stage: PickerStage,
}

impl<'a> MovePicker<'a> {
    /// All legal moves of `position`, generated when the table's move was not enough.
    pub(super) fn new(
        position: &'a Position,
        histories: &Histories,
        hints: OrderingMoves,
        mut moves: Vec<ScoredMove>,
    ) -> Self {
        moves.clear();
        if let Some(mv) = hints.tt_move.legal_in(position) {
            let reason = OrderReason::TtMove;
            moves.push(ScoredMove { mv, score: TABLE, reason, pruned: false });
            return Self { position, hints, moves, next: 0, stage: PickerStage::TtMove };
        }
        let mut picker = Self { position, hints, moves, next: 0, stage: PickerStage::TtMove };
        picker.generate(histories);
        picker
    }

    /// The tactical moves `captures` alone.
    pub(super) fn for_captures(
        position: &'a Position,
        captures: &MoveList,
        (histories, table): (&Histories, PackedMove),
        mut moves: Vec<ScoredMove>,
    ) -> Self {
        let hints = OrderingMoves { tt_move: table, ..OrderingMoves::default() };
        moves.clear();
        moves.extend(captures.iter().map(|&mv| score_move(position, mv, histories, &hints)));
        Self { position, hints, moves, next: 0, stage: PickerStage::AllScored }
    }

    fn generate(&mut self, histories: &Histories) {
        let first = self.moves.first().map(|ranked| ranked.mv);
        let (position, hints) = (self.position, &self.hints);
        let legal = position.legal_moves();
        let rest = legal.iter().filter(|&&mv| Some(mv) != first);
        self.moves.extend(rest.map(|&mv| score_move(position, mv, histories, hints)));
        self.stage = PickerStage::QuietsUnscored;
    }

    fn score_quiets(&mut self, histories: &Histories) {
        let turn = self.position.turn();
        for ranked in &mut self.moves[self.next..] {
            if ranked.reason == OrderReason::History {
                ranked.score = histories.quiet_score(turn, ranked.mv, self.hints.continuation);
            }
        }
        self.stage = PickerStage::AllScored;
    }

    /// All moves as they would be tried if nothing more were learned, not sorted.
    pub(super) fn preview(&self, histories: &Histories) -> Vec<ScoredMove> {
        let mut picker = self.clone();
        if picker.stage == PickerStage::TtMove {
            picker.generate(histories);
        }
        if picker.stage == PickerStage::QuietsUnscored {
            picker.score_quiets(histories);
        }
        picker.moves
    }

    /// How far the moves are prepared.
    pub(super) const fn stage(&self) -> PickerStage {
        self.stage
    }

    /// Is there no move at all?
    pub(super) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The best move not yet handed out.
    pub(super) fn next(&mut self, histories: &Histories) -> Option<ScoredMove> {
        if self.stage == PickerStage::TtMove && self.next > 0 {
            self.generate(histories);
        }
        loop {
            let best = self.select_best()?;
            if self.stage == PickerStage::QuietsUnscored
                && self.moves[best].reason == OrderReason::History
            {
                self.score_quiets(histories);
            } else if let Some(picked) = self.take_move(best) {
                return Some(picked);
            }
        }
    }

    /// Index of the first of the highest scores left, so that the order is the same every time.
    fn select_best(&self) -> Option<usize> {
        let mut best = self.next;
        let mut score = self.moves.get(best)?.score;
        for (index, ranked) in self.moves.iter().enumerate().skip(self.next + 1) {
            if ranked.score > score {
                (best, score) = (index, ranked.score);
            }
        }
        Some(best)
    }

    /// Hands out the move at `best`, or puts it behind the others if it turns out to lose material.
    fn take_move(&mut self, best: usize) -> Option<ScoredMove> {
        self.moves.swap(self.next, best);
        let picked = &mut self.moves[self.next];
        // The exchange is worked out only when a capture's turn has come.
        if picked.reason == OrderReason::GoodCapture && !see_ge(self.position, picked.mv, 0) {
            picked.reason = OrderReason::BadCapture;
            picked.score += BAD - GOOD;
            return None;
        }
        self.next += 1;
        Some(*picked)
    }

    /// Leaves out every quiet move not yet handed out but those `kept`, and returns them.
    pub(super) fn skip_quiets(&mut self, kept: impl Fn(Move) -> bool) -> &[ScoredMove] {
        let first = self.next;
        for index in first..self.moves.len() {
            let ranked = self.moves[index];
            if ranked.reason == OrderReason::History && !kept(ranked.mv) {
                self.moves[index].pruned = true;
                self.moves.swap(self.next, index);
                self.next += 1;
            }
        }
        &self.moves[first..self.next]
    }

    /// May there be moves that were not handed out? Behind the table's move it is not looked whether there are any.
    pub(super) fn has_more(&self) -> bool {
        self.stage == PickerStage::TtMove || self.next < self.moves.len()
    }

    /// Marks the move handed out last as not searched.
    pub(super) fn mark_pruned(&mut self) {
        if let Some(last) = self.next.checked_sub(1) {
            self.moves[last].pruned = true;
        }
    }

    /// The moves handed out before the last one, in order.
    pub(super) fn tried_before(&self) -> &[ScoredMove] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// Gives the buffer back.
    pub(super) fn into_buffer(self) -> Vec<ScoredMove> {
        self.moves
    }
}

/// A move's group and its place there; quiet moves get theirs from [`Picker::rank_quiets`].
fn score_move(
    position: &Position,
    mv: Move,
    histories: &Histories,
    hints: &OrderingMoves,
) -> ScoredMove {
    let packed = PackedMove::new(mv);
    let turn = position.turn();
    let (score, reason) = if packed == hints.tt_move {
        (TABLE, OrderReason::TtMove)
    } else if is_noisy(mv) {
        (GOOD + capture_score(mv) + histories.capture_score(turn, mv), OrderReason::GoodCapture)
    } else if packed.is_underpromotion() {
        (2 * BAD, OrderReason::BadCapture)
    } else if packed == hints.killers[0] {
        (KILLER, OrderReason::Killer)
    } else if packed == hints.killers[1] {
        (KILLER - 1, OrderReason::Killer)
    } else if packed == hints.counter_move {
        (KILLER - 2, OrderReason::CounterMove)
    } else {
        (0, OrderReason::History)
    };
    ScoredMove { mv, score, reason, pruned: false }
}

/// Captures and queen promotions; everything else counts as quiet.
pub(super) fn is_noisy(mv: Move) -> bool {
    mv.promotion().map_or_else(|| mv.is_capture(), |role| role == Role::Queen)
}

/// The victim's value and a promotion's. The capture history is added to it and can outweigh it: its entries reach
/// 16,384, a queen counts 15,200.
fn capture_score(mv: Move) -> i32 {
    let victim = mv.capture().map_or(0, see_value);
    let promotion = mv.promotion().map_or(0, see_value);
    16 * (victim + promotion)
}
