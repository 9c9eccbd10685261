//! One move of a node: picked, pruned or searched. The observer is notified of each.

use super::history::LOW_PLIES;
use super::move_picker::{MovePicker, OrderingMoves, ScoredMove};
use super::node_args::{MoveContext, NodeArgs};
use super::observer::{DepthView, NodeType, PrunedView, SearchedView};
use super::shadow::{BoundAccumulator, Value, Window};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, StopReason, Technique};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Bitboard, Key, PackedMove};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The move picker of a node whose king the `checkers` attack: all moves.
    pub(super) fn move_picker<'p>(
        &mut self,
        node: &NodeArgs<'p>,
        checkers: Bitboard,
        tt_move: PackedMove,
    ) -> MovePicker<'p> {
        let buffer = std::mem::take(&mut self.stack[node.ply].moves);
        let continuation = self.continuation(node.ply);
        let histories = &self.thread.histories;
        let ordering = OrderingMoves {
            tt_move,
            killers: self.stack[node.ply].killers,
            counter_move: histories.counter_move(continuation),
            continuation,
            ply: node.ply,
            low_ply_weight: self.low_ply_weight(node.ply),
        };
        MovePicker::new(node.position, checkers, histories, ordering, buffer)
    }

    /// The weight of the low-ply history in the order of the moves at `ply`.
    fn low_ply_weight(&self, ply: Ply) -> i32 {
        if ply >= LOW_PLIES {
            return 0;
        }
        self.parameters.history_low_ply / (1 + Depth::try_from(ply).unwrap_or(Depth::MAX - 1))
    }

    /// The next move of a node.
    pub(super) fn next_move(
        &mut self,
        ply: Ply,
        picker: &mut MovePicker<'_>,
    ) -> Option<ScoredMove> {
        let before = picker.stage();
        let next = picker.next(&self.thread.histories, self.shared.tt);
        // Moves scored later may be ordered differently than first reported.
        if O::ENABLED && picker.stage() != before {
            self.notify_picker(ply, picker);
        }
        next
    }

    /// Notifies the observer of the moves of a picker as they would be tried now.
    pub(super) fn notify_picker(&mut self, ply: Ply, picker: &MovePicker<'_>) {
        if O::ENABLED {
            self.observer.ordered(ply, &picker.preview(&self.thread.histories));
        }
    }

    /// Notifies the observer of the value of a node after the moves so far.
    pub(super) fn notify_bound(&mut self, ply: Ply, bounds: BoundAccumulator) {
        if O::ENABLED {
            self.observer.bound_updated(ply, &bounds.finish());
        }
    }

    /// Notifies the observer of a change of depth, if it is one.
    pub(super) fn notify_depth(&mut self, ply: Ply, change: DepthView) {
        let (DepthView::Node { by } | DepthView::Research { by, .. }) = change;
        if O::ENABLED && by != 0 {
            self.observer.depth_changed(ply, &change);
        }
    }

    /// Notifies the observer of the move that the search is about to make.
    pub(super) fn notify_searching(
        &mut self,
        ply: Ply,
        searched: &SearchedView,
    ) -> Result<(), Stopped> {
        if O::ENABLED && self.observer.searching(ply, searched).is_break() {
            return self.stop_search(StopReason::Stopped);
        }
        Ok(())
    }

    /// Counts a pruned move and adds it to the `bounds` of the node.
    pub(super) fn note_pruned(
        &mut self,
        ply: Ply,
        pruned: &PrunedView,
        alpha: Score,
        bounds: &mut BoundAccumulator,
    ) {
        self.counters.applied(pruned.rule);
        let by_eval = matches!(pruned.rule, Technique::Futility | Technique::Delta);
        let estimate = by_eval.then(|| Score::heuristic(pruned.measured).min(alpha));
        bounds.add_pruned(self.shared.options.shadow, alpha, estimate);
        if O::ENABLED {
            self.observer.pruned(ply, pruned);
        }
        self.notify_bound(ply, *bounds);
    }

    /// Searches a move by principal variation search (PVS): reduced by LMR with a null window, then to full depth with a
    /// null window, then with the open window, each as far as needed. Returns the last result with its window. `key_after` is
    /// the key after the move.
    /// Source: Marsland and Campbell (1982).
    pub(super) fn search_move(
        &mut self,
        node: &NodeArgs<'_>,
        ctx: &MoveContext,
        key_after: Key,
        extension: Depth,
    ) -> Result<(Value, Window), Stopped> {
        let ply = node.ply;
        let mut depth = node.depth - 1 + extension;
        let reduction = self.lmr_reduction(node, ctx, extension);
        let scored = ctx.scored;
        let view = SearchedView {
            mv: scored.mv,
            number: ctx.move_count,
            reason: scored.reason,
            order_score: scored.score,
            depth,
            reduction,
            extension,
        };
        self.notify_searching(ply, &view)?;
        let mut child = node.position.clone();
        self.make_move(node, scored.mv, key_after, &mut child);
        self.stack[ply + 1].double_extensions += u8::try_from(extension - 1).unwrap_or(0);
        let open_window = node.window();
        let null_window = Window { alpha: node.alpha, beta: node.alpha.offset(1) };

        if ctx.move_count > 1 || !node.is_pv() {
            let mut value = Value::exact(Score::DRAW);
            if reduction > 0 {
                self.counters.attempt(Technique::LateMoveReduction);
                let reduced = depth - reduction;
                value = self.search(node.child(&child, null_window, reduced, NodeType::Cut))?;
            }
            if reduction > 0 && -value.real <= node.alpha {
                self.counters.accept(Technique::LateMoveReduction);
            } else {
                let expected =
                    if node.node_type == NodeType::Cut { NodeType::All } else { NodeType::Cut };
                if reduction > 0 {
                    let by = self.research_depth(ctx, depth, -value.real);
                    depth += by;
                    self.notify_depth(ply, DepthView::Research { mv: scored.mv, by });
                }
                value = self.search(node.child(&child, null_window, depth, expected))?;
                if reduction > 0 && ctx.is_quiet {
                    self.update_after_research(node, scored.mv, -value.real);
                }
            }
            if !node.is_pv() || -value.real <= node.alpha || node.beta <= null_window.beta {
                return Ok((value, null_window));
            }
        }
        let value = self.search(node.child(&child, open_window, depth, NodeType::Pv))?;
        Ok((value, open_window))
    }

    /// Late move reduction (LMR) of a move in plies.
    fn lmr_reduction(&self, node: &NodeArgs<'_>, ctx: &MoveContext, extension: Depth) -> Depth {
        let first = if node.is_pv() { 3 } else { 1 };
        if self.shared.options.pruning == Pruning::Off || node.depth < 3 || ctx.move_count <= first
        {
            return 0;
        }
        let p = self.parameters;
        let mut reduction = self.lmr_table.base(node.depth, ctx.move_count);
        if ctx.is_quiet {
            reduction -= ctx.history * 1024 / p.lmr_history;
            reduction -= if ctx.is_killer_or_counter() { 1024 } else { 0 };
        } else {
            reduction = reduction / 2 - ctx.history * 1024 / p.lmr_capture_history;
        }
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        reduction -= when(self.stack[node.ply].tt_pv, p.lmr_pv);
        reduction += when(node.node_type == NodeType::Cut, p.lmr_cut);
        reduction += when(!ctx.improving, p.lmr_not_improving);
        reduction += when(ctx.tt_move_noisy, p.lmr_noisy_tt_move);
        reduction += when(self.stack[node.ply + 1].cutoffs >= LMR_CUTOFFS, p.lmr_cutoffs);
        reduction -= when(ctx.gives_check || ctx.in_check, p.lmr_check);
        // At least one ply remains, so that the reduced search sees more than quiescence search.
        (reduction / 1024).clamp(0, (node.depth - 2 + extension).max(0))
    }

    /// Plies to add to the search to full depth after a reduced search of the move scored `real`: one more if it is far
    /// better than the moves before, one less if it is hardly better. Source: Stockfish 15.
    fn research_depth(&self, ctx: &MoveContext, depth: Depth, real: Score) -> Depth {
        let p = self.parameters;
        if ctx.best == Interval::UNKNOWN.low {
            return 0;
        }
        let above = real.value() - ctx.best.value();
        let deeper = above > p.lmr_deeper_base + p.lmr_deeper_depth * depth;
        Depth::from(deeper) - Depth::from(above < p.lmr_shallower && depth > 1)
    }
}

/// Beta cut-offs of the children before a move from which it is reduced more: the node is an expected all-node.
/// Source: Stockfish's cut-off count.
const LMR_CUTOFFS: u32 = 3;
