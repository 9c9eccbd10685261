//! Pruning of whole nodes before their moves: reverse futility (RFP), razoring, null move (NMP), ProbCut.
//!
//! Each returns a history-free bound: that of the evaluation or of a smaller search.

use super::move_picker::MovePicker;
use super::node_args::{NodeArgs, StaticEval};
use super::observer::NodeType;
use super::shadow::{Value, Window};
use super::tt_access::TtHit;
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Technique};
use crate::base::{Depth, Interval, Score};
use crate::rules::{PackedMove, Position, Role, see_ge};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Tries the techniques in order. The side to move is not in check and the window is null.
    pub(super) fn prune_node(
        &mut self,
        node: &NodeArgs<'_>,
        tt_entry: Option<TtHit>,
        static_eval: &StaticEval,
    ) -> Result<Option<(Value, Technique)>, Stopped> {
        let Some(eval) = static_eval.eval else { return Ok(None) };
        if let Some(value) = self.reverse_futility(node, eval, static_eval) {
            return Ok(Some((value, Technique::ReverseFutility)));
        }
        if let Some(value) = self.razoring(node, eval)? {
            return Ok(Some((value, Technique::Razoring)));
        }
        if let Some(value) = self.null_move_pruning(node, eval)? {
            return Ok(Some((value, Technique::NullMove)));
        }
        let value = self.probcut(node, tt_entry, static_eval)?;
        Ok(value.map(|value| (value, Technique::Probcut)))
    }

    /// Reverse futility pruning (RFP): the evaluation is so far above beta that some quiet move will hold it.
    /// Source: chessprogramming.org "Reverse Futility Pruning".
    fn reverse_futility(
        &mut self,
        node: &NodeArgs<'_>,
        eval: Score,
        static_eval: &StaticEval,
    ) -> Option<Value> {
        let p = self.parameters;
        if node.depth > p.rfp_depth || !node.beta.is_heuristic() {
            return None;
        }
        let margin =
            p.rfp_margin * node.depth - if static_eval.improving { p.rfp_improving } else { 0 };
        self.counters.attempt(Technique::ReverseFutility);
        if eval.value() - margin.max(0) < node.beta.value() || !eval.is_heuristic() {
            return None;
        }
        self.counters.accept(Technique::ReverseFutility);
        let score = reverse_futility_score(eval, node.beta);
        Some(Value::at_least(score).given(static_eval.dependency))
    }

    /// Razoring: the evaluation is so far below alpha that only captures can help, so quiescence search decides.
    /// Source: Birmingham and Kent (1977); chessprogramming.org "Razoring".
    fn razoring(&mut self, node: &NodeArgs<'_>, eval: Score) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let margin = p.razoring_base + p.razoring_margin * node.depth * node.depth;
        if node.depth > p.razoring_depth || eval.value() + margin > node.alpha.value() {
            return Ok(None);
        }
        self.counters.attempt(Technique::Razoring);
        let value = self.qsearch(NodeArgs { depth: 0, ..*node })?;
        if value.real > node.alpha {
            return Ok(None);
        }
        self.counters.accept(Technique::Razoring);
        Ok(Some(value))
    }

    /// Null-move pruning (NMP): if a null move fails high, a move will. Not in pawn endings, where zugzwang is common.
    /// Source: Beal (1989), Donninger (1993); depth-dependent reduction: Heinz (1999); verification at high depth:
    /// David-Tabibi and Netanyahu (2002).
    fn null_move_pruning(
        &mut self,
        node: &NodeArgs<'_>,
        eval: Score,
    ) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let Some(static_eval) = self.stack[node.ply].static_eval else { return Ok(None) };
        let margin = p.nmp_eval_margin - p.nmp_eval_depth * node.depth;
        let after_null = node.ply > 0 && self.stack[node.ply - 1].piece_to.is_none();
        if node.depth < p.nmp_depth
            || node.node_type != NodeType::Cut
            || eval < node.beta
            || static_eval.value() < node.beta.value() + margin
            || after_null
            || node.ply < self.nmp_min_ply
            || !has_non_pawn_material(node.position)
            || node.beta < -Score::HEURISTIC_MAX
        {
            return Ok(None);
        }
        self.shared.tt.prefetch(node.position.key_after_null());
        let Some(child) = node.position.null_move_unchecked() else { return Ok(None) };
        self.counters.attempt(Technique::NullMove);
        let above = (eval.value() - node.beta.value()) / p.nmp_margin;
        let depth = node.depth - (p.nmp_base + node.depth / p.nmp_divisor + above.min(3));
        self.push_stack(node.ply, None, &child);
        let window = Window::null_below(node.beta);
        let value = self.search(node.child(&child, window, depth, NodeType::All))?;
        let real = -value.real;
        if real < node.beta {
            return Ok(None);
        }
        // A mate after a null move is not proven.
        let score = if real > Score::HEURISTIC_MAX { node.beta } else { real };
        let low = (-value.shadow).low.min(score);
        let shadow = Interval { low, high: Score::INFINITE };
        let result = Value { real: score, shadow, ..value };
        if node.depth < p.nmp_verification {
            self.counters.accept(Technique::NullMove);
            return Ok(Some(result));
        }
        // Verification search: deep cut-offs are repeated without null moves near this node, because of zugzwang.
        self.counters.attempt(Technique::NullVerification);
        let kept = self.nmp_min_ply;
        self.nmp_min_ply = node.ply + 1 + usize::try_from(3 * depth / 4).unwrap_or(0);
        let verified = self.search(NodeArgs { depth: depth.max(1), ..*node });
        self.nmp_min_ply = kept;
        if verified?.real < node.beta {
            return Ok(None);
        }
        self.counters.accept(Technique::NullVerification);
        self.counters.accept(Technique::NullMove);
        Ok(Some(result))
    }

    /// ProbCut: a capture that fails high by a margin at reduced depth will fail high at full depth.
    /// Source: Buro, ProbCut (1995), in the capture form of Stockfish.
    fn probcut(
        &mut self,
        node: &NodeArgs<'_>,
        tt_entry: Option<TtHit>,
        static_eval: &StaticEval,
    ) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let target = node.beta.offset(p.probcut_margin);
        let unlikely = tt_entry
            .is_some_and(|entry| entry.depth >= node.depth - 3 && entry.bounds.high < target);
        if node.depth < p.probcut_depth || !target.is_heuristic() || unlikely {
            return Ok(None);
        }
        self.counters.attempt(Technique::Probcut);
        let tt_move = tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = self.capture_picker(node, tt_move);
        self.notify_picker(node.ply, &picker);
        let found = self.probcut_search(node, target, static_eval, &mut picker);
        self.stack[node.ply].moves = picker.into_buffer();
        found
    }

    /// Searches the captures of `picker` that gain enough for `target`.
    fn probcut_search(
        &mut self,
        node: &NodeArgs<'_>,
        target: Score,
        static_eval: &StaticEval,
        picker: &mut MovePicker<'_>,
    ) -> Result<Option<Value>, Stopped> {
        let gain = target.value() - static_eval.eval.map_or(0, Score::value);
        let depth: Depth = node.depth - 4;
        let window = Window::null_below(target);
        while let Some(scored) = self.next_move(node.ply, picker) {
            if !see_ge(node.position, scored.mv, gain) {
                continue;
            }
            let key_after = picker.key_after();
            let mut child = node.position.clone();
            self.make_move(node, scored.mv, key_after, &mut child);
            // Quiescence search first: it refutes most of them cheaply.
            let mut value = self.search(node.child(&child, window, 0, NodeType::All))?;
            if -value.real >= target && depth > 0 {
                value = self.search(node.child(&child, window, depth, NodeType::All))?;
            }
            if -value.real >= target {
                self.counters.accept(Technique::Probcut);
                let shadow = Interval { low: (-value.shadow).low, high: Score::INFINITE };
                let value = Value { real: -value.real, shadow, ..value };
                let value = value.independent_from(node.ply);
                let Window { alpha, beta } = window;
                let stored = NodeArgs { alpha, beta, depth: node.depth - 3, ..*node };
                self.tt_store(&stored, &value, static_eval.raw_eval, Some(scored.mv));
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// The score of a node that reverse futility pruning ends: half-way between beta and the evaluation.
#[inline]
pub fn reverse_futility_score(eval: Score, beta: Score) -> Score {
    Score::raw((eval.value() + beta.value()) / 2).max(beta)
}

/// Whether the side to move has a piece other than pawns and the king.
pub(super) fn has_non_pawn_material(position: &Position) -> bool {
    let board = position.board();
    let pawns_and_king = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(position.turn()) & !pawns_and_king).any()
}
