//! Moves that a node does not search, moves that it searches deeper, and moves that it searches less deep.

use super::node_args::{Extension, MoveContext, NodeArgs, StaticEval};
use super::node_pruning::has_non_pawn_material;
use super::observer::{NodeType, OrderReason};
use super::shadow::Value;
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Color, Position, see_ge};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The bound below which a rule claims the move to stay, or `None` if it must be searched.
    ///
    /// Every rule claims alpha at most; only a margin over the evaluation says more.
    pub(super) fn prune_move(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        (known, late): (&StaticEval, &MoveContext),
    ) -> Option<(Score, Technique)> {
        let p = self.parameters;
        let NodeArgs { alpha, depth, ply, .. } = *visit;
        if visit.node_type == NodeType::Root || !has_non_pawn_material(position, position.turn()) {
            return None;
        }
        let reduction = self.lmr_table.base(depth, late.move_count) / 1024;
        let reduced = (depth - reduction).max(0);
        let mv = late.scored.mv;
        if late.is_quiet() {
            // Source: chessprogramming.org "Futility Pruning", late move pruning by count after Fruit and Stockfish.
            let count = p.lmp_base + depth * depth;
            let limit = if known.improving { count } else { count / 2 };
            let number = i32::try_from(late.move_count).unwrap_or(i32::MAX);
            if depth <= p.lmp_depth && number > limit && !late.in_check && !late.gives_check {
                self.note_pruned(ply, late, Technique::LateMovePruning, (number, limit));
                return Some((alpha, Technique::LateMovePruning));
            }
            let history = self.history_score(late, (position.turn(), ply));
            let floor = -p.history_pruning_margin * depth;
            if reduced <= p.history_pruning_depth && history < floor && !late.is_killer_or_counter()
            {
                self.note_pruned(ply, late, Technique::HistoryPruning, (history, floor));
                return Some((alpha, Technique::HistoryPruning));
            }
            if let Some(estimate) = known.eval
                && reduced <= p.futility_depth
                && !late.gives_check
            {
                let reach = estimate.value() + p.futility_base + p.futility_margin * reduced;
                if reach <= alpha.value() {
                    self.note_pruned(ply, late, Technique::Futility, (reach, alpha.value()));
                    return Some((alpha, Technique::Futility));
                }
            }
        }
        // Source: chessprogramming.org "Static Exchange Evaluation", pruning in the main search.
        let allowed = if late.is_quiet() {
            -p.see_quiet_margin * reduced
        } else {
            -p.see_capture_margin * depth
        };
        if depth <= p.see_depth
            && late.move_count > 1
            && !late.gives_check
            && late.scored.reason != OrderReason::GoodCapture
            && !see_ge(position, mv, allowed)
        {
            self.note_pruned(ply, late, Technique::SeePruning, (allowed - 1, allowed));
            return Some((alpha, Technique::SeePruning));
        }
        None
    }

    /// What the histories say of a quiet move; for most the picker has asked already.
    fn history_score(&self, late: &MoveContext, (turn, ply): (Color, Ply)) -> i32 {
        if late.scored.reason == OrderReason::History {
            return late.scored.score;
        }
        self.thread.histories.quiet_score(turn, late.scored.mv, self.continuation(ply))
    }

    /// Plies to add to a move: when it alone holds the node together, or gives check without losing material.
    pub(super) fn extension(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        (known, late): (&StaticEval, &MoveContext),
    ) -> Result<Extension, Stopped> {
        let root_depth = usize::try_from(self.completed_depth + 1).unwrap_or(0);
        if visit.ply >= 2 * root_depth {
            return Ok(Extension::Plies(0));
        }
        if self.singular_applies(visit, known, late) {
            return self.singular_extension(position, visit, (known, late));
        }
        let keeps_material = late.scored.reason == OrderReason::GoodCapture
            || late.gives_check && see_ge(position, late.scored.mv, 0);
        if late.gives_check && keeps_material {
            self.counters.applied(Technique::CheckExtension);
            return Ok(Extension::Plies(1));
        }
        Ok(Extension::Plies(0))
    }

    fn singular_applies(&self, visit: &NodeArgs, known: &StaticEval, late: &MoveContext) -> bool {
        let Some(entry) = known.tt_entry else { return false };
        late.scored.reason == OrderReason::TtMove
            && visit.depth >= self.parameters.singular_depth
            && self.stack[visit.ply].excluded_move.is_none()
            && entry.depth >= visit.depth - 3
            && entry.bounds.low.is_heuristic()
    }

    /// Searches the node without the table's move, to half the depth, below the table's lower bound.
    /// Source: Anantharaman, Campbell and Hsu, "Singular Extensions" (1988), in the restricted form of Stockfish;
    /// multi-cut after Bjornsson and Marsland (1999).
    fn singular_extension(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        (known, late): (&StaticEval, &MoveContext),
    ) -> Result<Extension, Stopped> {
        let p = self.parameters;
        let low = known.tt_entry.map_or(Score::DRAW, |entry| entry.bounds.low);
        let target = low.offset(-p.singular_margin * visit.depth / 8);
        self.counters.attempt(Technique::Singular);
        let kept = (self.stack[visit.ply].static_eval, self.stack[visit.ply].killers);
        let buffer = std::mem::take(&mut self.stack[visit.ply].moves);
        self.stack[visit.ply].excluded_move = Some(late.scored.mv);
        let test = NodeArgs {
            alpha: target.offset(-1),
            beta: target,
            depth: (visit.depth - 1) / 2,
            node_type: if visit.node_type == NodeType::Cut { NodeType::Cut } else { NodeType::All },
            ..*visit
        };
        let value = self.search(position, test);
        let frame = &mut self.stack[visit.ply];
        frame.excluded_move = None;
        (frame.static_eval, frame.killers) = kept;
        frame.moves = buffer;
        frame.pv.clear();
        let value = value?;
        if value.real < target {
            self.counters.accept(Technique::Singular);
            let clear = value.real.value() < target.value() - p.singular_double_margin;
            let double = clear && !visit.is_pv() && self.stack[visit.ply].double_extensions < 8;
            return Ok(Extension::Plies(if double { 2 } else { 1 }));
        }
        if target >= visit.beta && !visit.is_pv() {
            self.counters.applied(Technique::MultiCut);
            let shadow = Interval { low: value.shadow.low.min(target), high: Score::INFINITE };
            let value = Value { real: target, shadow, dependency: value.dependency };
            return Ok(Extension::MultiCut(value.independent_from(visit.ply)));
        }
        Ok(Extension::Plies(if low >= visit.beta { -1 } else { 0 }))
    }

    /// Plies taken off a late move for its first search.
    pub(super) fn lmr(
        &self,
        visit: &NodeArgs,
        (late, known, turn): (&MoveContext, &StaticEval, Color),
        extension: Depth,
    ) -> Depth {
        let first = if visit.is_pv() { 3 } else { 1 };
        let p = self.parameters;
        let full_width = self.shared.options.pruning == Pruning::Off;
        if full_width || visit.depth < 3 || late.move_count <= first {
            return 0;
        }
        let mut reduction = self.lmr_table.base(visit.depth, late.move_count);
        if late.is_quiet() {
            let history = self.history_score(late, (turn, visit.ply));
            reduction -= history * 1024 / p.lmr_history;
            reduction -= if late.is_killer_or_counter() { 1024 } else { 0 };
        } else {
            reduction /= 2;
        }
        reduction -= if visit.is_pv() { p.lmr_pv } else { 0 };
        reduction += if visit.node_type == NodeType::Cut { p.lmr_cut } else { 0 };
        reduction += if known.improving { 0 } else { p.lmr_not_improving };
        reduction -= if late.gives_check || late.in_check { p.lmr_check } else { 0 };
        // At least one ply remains, so that the reduced search sees more than quiescence.
        (reduction / 1024).clamp(0, (visit.depth - 2 + extension).max(0))
    }
}
