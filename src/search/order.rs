//! The order in which a node tries its moves: the table's move, captures that lose nothing, killers and the counter
//! move, quiet moves by history, captures that lose.
//!
//! Moves are picked one by one, because most nodes end after the first.

use super::histories::{Context, Histories};
use super::observer::OrderReason;
use crate::rules::{Move, MoveList, PackedMove, Position, Role, exchange_reaches, exchange_value};

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Higher is earlier.
    pub score: i32,
    /// The group it belongs to.
    pub reason: OrderReason,
    /// Left out by a pruning rule, so that its history learns nothing from the node.
    pub skipped: bool,
}

impl Ranked {
    /// A root move; its place is the root's affair.
    pub(super) const fn root(mv: Move) -> Self {
        Self { mv, score: 0, reason: OrderReason::Root, skipped: false }
    }
}

/// Sorts `moves` of `position` as a node hands them out. At the root, where the order is given, they stay as they are.
#[must_use]
pub fn in_order(position: &Position, moves: &[Ranked]) -> Vec<Ranked> {
    if moves.iter().all(|ranked| ranked.reason == OrderReason::Root) {
        return moves.to_vec();
    }
    let mut picker = Picker {
        position,
        hints: Hints::default(),
        moves: moves.to_vec(),
        next: 0,
        stage: Stage::Complete,
    };
    let mut sorted = Vec::with_capacity(moves.len());
    while let Some(best) = picker.best() {
        sorted.extend(picker.hand_out(best));
    }
    sorted
}

/// What a node knows beforehand about good moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hints {
    pub table: PackedMove,
    pub killers: [PackedMove; 2],
    pub counter: PackedMove,
    pub context: Context,
}

/// Group bases far enough apart that no score crosses them: histories stay below 2^17, captures below 2^17.
const TABLE: i32 = 1 << 28;
const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD: i32 = -(1 << 24);

/// How far a picker has prepared its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Only the table's move is there; most nodes that have one need no other.
    Table,
    /// All moves are there, but quiet ones without a killer's place have no score yet.
    Tactical,
    /// Every move has its score.
    Complete,
}

/// Hands out the moves of a node in order, doing as little as possible for those that are never reached.
/// The buffer is the caller's and is reused.
#[derive(Clone, Debug)]
pub(super) struct Picker<'a> {
    position: &'a Position,
    hints: Hints,
    moves: Vec<Ranked>,
    next: usize,
    stage: Stage,
}

impl<'a> Picker<'a> {
    /// All legal moves of `position`, generated when the table's move was not enough.
    pub(super) fn new(
        position: &'a Position,
        histories: &Histories,
        hints: Hints,
        mut moves: Vec<Ranked>,
    ) -> Self {
        moves.clear();
        if let Some(mv) = hints.table.legal_in(position) {
            let reason = OrderReason::Table;
            moves.push(Ranked { mv, score: TABLE, reason, skipped: false });
            return Self { position, hints, moves, next: 0, stage: Stage::Table };
        }
        let mut picker = Self { position, hints, moves, next: 0, stage: Stage::Table };
        picker.generate(histories);
        picker
    }

    /// The tactical moves `captures` alone.
    pub(super) fn of_captures(
        position: &'a Position,
        captures: &MoveList,
        (histories, table): (&Histories, PackedMove),
        mut moves: Vec<Ranked>,
    ) -> Self {
        let hints = Hints { table, ..Hints::default() };
        moves.clear();
        moves.extend(captures.iter().map(|&mv| rank(position, mv, histories, &hints)));
        Self { position, hints, moves, next: 0, stage: Stage::Complete }
    }

    fn generate(&mut self, histories: &Histories) {
        let first = self.moves.first().map(|ranked| ranked.mv);
        let (position, hints) = (self.position, &self.hints);
        let legal = position.legal_moves();
        let rest = legal.iter().filter(|&&mv| Some(mv) != first);
        self.moves.extend(rest.map(|&mv| rank(position, mv, histories, hints)));
        self.stage = Stage::Tactical;
    }

    fn rank_quiets(&mut self, histories: &Histories) {
        let turn = self.position.turn();
        for ranked in &mut self.moves[self.next..] {
            if ranked.reason == OrderReason::History {
                ranked.score = histories.quiet(turn, ranked.mv, self.hints.context);
            }
        }
        self.stage = Stage::Complete;
    }

    /// All moves as they would be tried if nothing more were learned, not sorted.
    pub(super) fn preview(&self, histories: &Histories) -> Vec<Ranked> {
        let mut picker = self.clone();
        if picker.stage == Stage::Table {
            picker.generate(histories);
        }
        if picker.stage == Stage::Tactical {
            picker.rank_quiets(histories);
        }
        picker.moves
    }

    /// How far the moves are prepared.
    pub(super) const fn stage(&self) -> Stage {
        self.stage
    }

    /// Is there no move at all?
    pub(super) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The best move not yet handed out.
    pub(super) fn next(&mut self, histories: &Histories) -> Option<Ranked> {
        if self.stage == Stage::Table && self.next > 0 {
            self.generate(histories);
        }
        loop {
            let best = self.best()?;
            if self.stage == Stage::Tactical && self.moves[best].reason == OrderReason::History {
                self.rank_quiets(histories);
            } else if let Some(picked) = self.hand_out(best) {
                return Some(picked);
            }
        }
    }

    /// Index of the first of the highest scores left, so that the order is the same every time.
    fn best(&self) -> Option<usize> {
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
    fn hand_out(&mut self, best: usize) -> Option<Ranked> {
        self.moves.swap(self.next, best);
        let picked = &mut self.moves[self.next];
        // The exchange is worked out only when a capture's turn has come.
        if picked.reason == OrderReason::GoodCapture
            && !exchange_reaches(self.position, picked.mv, 0)
        {
            picked.reason = OrderReason::BadCapture;
            picked.score += BAD - GOOD;
            return None;
        }
        self.next += 1;
        Some(*picked)
    }

    /// Leaves out every quiet move not yet handed out but those `kept`, and returns them.
    pub(super) fn leave_out_quiets(&mut self, kept: impl Fn(Move) -> bool) -> &[Ranked] {
        let first = self.next;
        for index in first..self.moves.len() {
            let ranked = self.moves[index];
            if ranked.reason == OrderReason::History && !kept(ranked.mv) {
                self.moves[index].skipped = true;
                self.moves.swap(self.next, index);
                self.next += 1;
            }
        }
        &self.moves[first..self.next]
    }

    /// May there be moves that were not handed out? Behind the table's move it is not looked whether there are any.
    pub(super) fn has_more(&self) -> bool {
        self.stage == Stage::Table || self.next < self.moves.len()
    }

    /// Marks the move handed out last as not searched.
    pub(super) fn mark_skipped(&mut self) {
        if let Some(last) = self.next.checked_sub(1) {
            self.moves[last].skipped = true;
        }
    }

    /// The moves handed out before the last one, in order.
    pub(super) fn earlier(&self) -> &[Ranked] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// Gives the buffer back.
    pub(super) fn into_buffer(self) -> Vec<Ranked> {
        self.moves
    }
}

/// A move's group and its place there; quiet moves get theirs from [`Picker::rank_quiets`].
fn rank(position: &Position, mv: Move, histories: &Histories, hints: &Hints) -> Ranked {
    let packed = PackedMove::new(mv);
    let turn = position.turn();
    let (score, reason) = if packed == hints.table {
        (TABLE, OrderReason::Table)
    } else if is_tactical(mv) {
        (GOOD + capture_score(mv) + histories.capture(turn, mv), OrderReason::GoodCapture)
    } else if packed.is_underpromotion() {
        (2 * BAD, OrderReason::BadCapture)
    } else if packed == hints.killers[0] {
        (KILLER, OrderReason::Killer)
    } else if packed == hints.killers[1] {
        (KILLER - 1, OrderReason::Killer)
    } else if packed == hints.counter {
        (KILLER - 2, OrderReason::CounterMove)
    } else {
        (0, OrderReason::History)
    };
    Ranked { mv, score, reason, skipped: false }
}

/// Captures and queen promotions; everything else counts as quiet.
pub(super) fn is_tactical(mv: Move) -> bool {
    mv.promotion().map_or_else(|| mv.is_capture(), |role| role == Role::Queen)
}

/// The victim's value and a promotion's. The capture history is added to it and can outweigh it: its entries reach
/// 16,384, a queen counts 15,200.
fn capture_score(mv: Move) -> i32 {
    let victim = mv.capture().map_or(0, exchange_value);
    let promotion = mv.promotion().map_or(0, exchange_value);
    16 * (victim + promotion)
}
