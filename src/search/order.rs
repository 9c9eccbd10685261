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
    let mut picker = Picker { position, moves: moves.to_vec(), next: 0 };
    std::iter::from_fn(|| picker.next()).collect()
}

/// What a node knows beforehand about good moves.
#[derive(Clone, Copy, Debug)]
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

/// Hands out the moves of a node in order. The buffer is the caller's and is reused.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    position: &'a Position,
    moves: Vec<Ranked>,
    next: usize,
}

impl<'a> Picker<'a> {
    /// Ranks all of `moves`.
    pub(super) fn new(
        position: &'a Position,
        moves: &MoveList,
        histories: &Histories,
        hints: &Hints,
        mut buffer: Vec<Ranked>,
    ) -> Self {
        buffer.clear();
        buffer.extend(moves.iter().map(|&mv| rank(position, mv, histories, hints)));
        Self { position, moves: buffer, next: 0 }
    }

    /// All moves, those not handed out yet in no order.
    pub(super) fn all(&self) -> &[Ranked] {
        &self.moves
    }

    /// The best move not yet handed out.
    pub(super) fn next(&mut self) -> Option<Ranked> {
        loop {
            let rest = self.moves.get_mut(self.next..)?;
            let best = index_of_best(rest)?;
            rest.swap(0, best);
            let picked = &mut rest[0];
            // The exchange is worked out only when a capture's turn has come.
            if picked.reason == OrderReason::GoodCapture
                && !exchange_reaches(self.position, picked.mv, 0)
            {
                picked.reason = OrderReason::BadCapture;
                picked.score += BAD - GOOD;
                continue;
            }
            self.next += 1;
            return Some(*picked);
        }
    }

    /// Are there moves that were not handed out?
    pub(super) const fn has_more(&self) -> bool {
        self.next < self.moves.len()
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

/// The first of the highest scores, so that the order is the same every time.
fn index_of_best(moves: &[Ranked]) -> Option<usize> {
    let mut best = 0;
    let mut score = moves.first()?.score;
    for (index, ranked) in moves.iter().enumerate().skip(1) {
        if ranked.score > score {
            (best, score) = (index, ranked.score);
        }
    }
    Some(best)
}

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
        (histories.quiet(turn, mv, hints.context), OrderReason::History)
    };
    Ranked { mv, score, reason, skipped: false }
}

/// Captures and queen promotions; everything else counts as quiet.
pub(super) fn is_tactical(mv: Move) -> bool {
    mv.promotion().map_or_else(|| mv.is_capture(), |role| role == Role::Queen)
}

/// Most valuable victim first; the capture history decides among equals.
fn capture_score(mv: Move) -> i32 {
    let victim = mv.capture().map_or(0, exchange_value);
    let promotion = mv.promotion().map_or(0, exchange_value);
    16 * (victim + promotion)
}
