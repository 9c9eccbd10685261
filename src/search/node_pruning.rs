//! Rules that end a node before its moves are looked at: reverse futility, razoring, null move, probcut.
//!
//! Each claims a history-free bound (what the evaluation or a smaller search says), and that bound is all it returns.

use super::move_picker::MovePicker;
use super::node_args::{NodeArgs, StaticEval};
use super::observer::NodeType;
use super::shadow::{Value, Window};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Technique};
use crate::base::{Interval, Score};
use crate::rules::{Color, PackedMove, Position, Role, see_ge};

type Pruned = Result<Option<(Value, Technique)>, Stopped>;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Tries the rules in order; the side to move is not in check and the window is null.
    pub(super) fn prune_node(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        known: &StaticEval,
    ) -> Pruned {
        let Some(estimate) = known.eval else { return Ok(None) };
        if let Some(value) = self.reverse_futility(visit, estimate, known.improving) {
            return Ok(Some((value, Technique::ReverseFutility)));
        }
        if let Some(value) = self.razoring(position, visit, estimate)? {
            return Ok(Some((value, Technique::Razoring)));
        }
        if let Some(value) = self.null_move_pruning(position, visit, estimate)? {
            return Ok(Some((value, Technique::NullMove)));
        }
        let value = self.probcut(position, visit, known)?;
        Ok(value.map(|value| (value, Technique::Probcut)))
    }

    /// The evaluation is so far above beta that some quiet move will hold it.
    /// Source: chessprogramming.org "Reverse Futility Pruning".
    fn reverse_futility(
        &mut self,
        visit: &NodeArgs,
        estimate: Score,
        improving: bool,
    ) -> Option<Value> {
        let p = self.parameters;
        if visit.depth > p.rfp_depth || !visit.beta.is_heuristic() {
            return None;
        }
        let margin = p.rfp_margin * visit.depth - if improving { p.rfp_improving } else { 0 };
        self.counters.attempt(Technique::ReverseFutility);
        if estimate.value() - margin.max(0) < visit.beta.value() || !estimate.is_heuristic() {
            return None;
        }
        self.counters.accept(Technique::ReverseFutility);
        // Half way between the claim and the evaluation.
        let score = Score::raw((estimate.value() + visit.beta.value()) / 2).max(visit.beta);
        Some(Value::at_least(score))
    }

    /// The evaluation is so far below alpha that only captures can help: ask quiescence.
    /// Source: Birmingham and Kent (1977); chessprogramming.org "Razoring".
    fn razoring(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        estimate: Score,
    ) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let margin = p.razoring_base + p.razoring_margin * visit.depth * visit.depth;
        if visit.depth > p.razoring_depth || estimate.value() + margin > visit.alpha.value() {
            return Ok(None);
        }
        self.counters.attempt(Technique::Razoring);
        let value = self.qsearch(position, NodeArgs { depth: 0, ..*visit })?;
        if value.real > visit.alpha {
            return Ok(None);
        }
        self.counters.accept(Technique::Razoring);
        Ok(Some(value))
    }

    /// If passing still fails high, moving will. Not in bare pawn endings, where passing may be the best move.
    /// Source: Beal (1989), Donninger (1993); verification after Heinz (1999).
    fn null_move_pruning(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        estimate: Score,
    ) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let after_null = visit.ply > 0 && self.stack[visit.ply - 1].piece_to.is_none();
        if visit.depth < p.nmp_depth
            || estimate < visit.beta
            || after_null
            || visit.ply < self.nmp_min_ply
            || !has_non_pawn_material(position, position.turn())
            || visit.beta < -Score::HEURISTIC_MAX
        {
            return Ok(None);
        }
        let Some(child) = position.null_move_unchecked() else { return Ok(None) };
        self.counters.attempt(Technique::NullMove);
        let above = (estimate.value() - visit.beta.value()) / p.nmp_margin;
        let reduction = p.nmp_base + visit.depth / p.nmp_divisor + above.min(3);
        self.push_stack(visit.ply, None, &child);
        let below = NodeArgs {
            alpha: -visit.beta,
            beta: (-visit.beta).offset(1),
            depth: visit.depth - reduction,
            ply: visit.ply + 1,
            node_type: NodeType::All,
        };
        let value = self.search(&child, below)?;
        let real = -value.real;
        if real < visit.beta {
            return Ok(None);
        }
        // A mate found after passing is not proved.
        let score = if real > Score::HEURISTIC_MAX { visit.beta } else { real };
        let low = (-value.shadow).low.min(score);
        let claim = Value {
            real: score,
            shadow: Interval { low, high: Score::INFINITE },
            dependency: value.dependency,
        };
        if visit.depth < p.nmp_verification {
            self.counters.accept(Technique::NullMove);
            return Ok(Some(claim));
        }
        // Deep cut-offs are verified without null moves near this node, against zugzwang.
        self.counters.attempt(Technique::NullVerification);
        let allowed = self.nmp_min_ply;
        let depth = visit.depth - reduction;
        self.nmp_min_ply = visit.ply + 1 + usize::try_from(3 * depth / 4).unwrap_or(0);
        let verified = self.search(position, NodeArgs { depth: depth.max(1), ..*visit });
        self.nmp_min_ply = allowed;
        if verified?.real < visit.beta {
            return Ok(None);
        }
        self.counters.accept(Technique::NullVerification);
        self.counters.accept(Technique::NullMove);
        Ok(Some(claim))
    }

    /// A capture that fails high by a margin at reduced depth will at full depth.
    /// Source: Buro, ProbCut (1995), in the capture form of Stockfish.
    fn probcut(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        known: &StaticEval,
    ) -> Result<Option<Value>, Stopped> {
        let p = self.parameters;
        let target = visit.beta.offset(p.probcut_margin);
        let depth = visit.depth - 4;
        let doubted = known
            .tt_entry
            .is_some_and(|entry| entry.depth >= visit.depth - 3 && entry.bounds.high < target);
        if visit.depth < p.probcut_depth || !target.is_heuristic() || doubted {
            return Ok(None);
        }
        self.counters.attempt(Technique::Probcut);
        let needed = target.value() - known.eval.map_or(0, Score::value);
        let table = known.tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = self.capture_picker(position, (visit.ply, table));
        let asked = (target, needed, known.raw_eval);
        let found = self.probcut_search(position, (visit, depth), asked, &mut picker);
        self.stack[visit.ply].moves = picker.into_buffer();
        found
    }

    fn probcut_search(
        &mut self,
        position: &Position,
        (visit, depth): (&NodeArgs, i32),
        (target, needed, raw): (Score, i32, Option<Score>),
        picker: &mut MovePicker<'_>,
    ) -> Result<Option<Value>, Stopped> {
        while let Some(ranked) = self.next_move(visit.ply, picker) {
            if !see_ge(position, ranked.mv, needed) {
                continue;
            }
            let child = self.make_move(position, visit.ply, ranked.mv);
            let below = NodeArgs {
                alpha: -target,
                beta: (-target).offset(1),
                depth: 0,
                ply: visit.ply + 1,
                node_type: NodeType::All,
            };
            // Quiescence first: it refutes most of them cheaply.
            let mut value = self.search(&child, below)?;
            if -value.real >= target && depth > 0 {
                value = self.search(&child, NodeArgs { depth, ..below })?;
            }
            if -value.real >= target {
                self.counters.accept(Technique::Probcut);
                let low = (-value.shadow).low;
                let claim = Value {
                    real: -value.real,
                    shadow: Interval { low, high: Score::INFINITE },
                    dependency: value.dependency,
                };
                let claim = claim.independent_from(visit.ply);
                let window = Window { alpha: target.offset(-1), beta: target };
                self.tt_store(&claim, (window, visit.ply), (raw, visit.depth - 3, Some(ranked.mv)));
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }
}

/// Has `side` anything but pawns and the king?
pub(super) fn has_non_pawn_material(position: &Position, side: Color) -> bool {
    let board = position.board();
    let pawns_and_king = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (board.by_color(side) & !pawns_and_king).any()
}
