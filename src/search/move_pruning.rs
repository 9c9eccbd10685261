//! Pruning of single moves before they are made: late move pruning (LMP), history pruning, futility pruning, SEE pruning.

use super::move_picker::OrderReason;
use super::node_args::{MoveContext, NodeArgs, StaticEval};
use super::node_pruning::has_non_pawn_material;
use super::observer::{NodeType, PrunedView};
use super::worker::Worker;
use super::{Evaluate, Observer, Technique};
use crate::rules::{Move, Position, see, see_ge};

/// Capture history for one centipawn of the loss that SEE pruning allows.
const SEE_HISTORY: i32 = 32;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// The static exchange value of a move that falls short of `threshold`: itself where somebody looks, for which the search has no use.
    pub(super) fn shown_see(&self, position: &Position, mv: Move, threshold: i32) -> i32 {
        if O::ENABLED { see(position, mv) } else { threshold - 1 }
    }

    /// The technique that prunes the move, or `None` if it must be searched. The move is claimed not to exceed alpha.
    pub(super) fn prune_move(
        &self,
        node: &NodeArgs<'_>,
        static_eval: &StaticEval,
        ctx: &MoveContext,
    ) -> Option<PrunedView> {
        let p = self.parameters;
        let &NodeArgs { position, depth, .. } = node;
        if node.node_type == NodeType::Root || !has_non_pawn_material(position) {
            return None;
        }
        let (mv, number) = (ctx.scored.mv, ctx.move_count);
        let pruned = |rule, measured, limit| Some(PrunedView { mv, number, rule, measured, limit });
        let history_part = if ctx.is_quiet { ctx.history * 1024 / p.lmr_history } else { 0 };
        let reduced = (depth - (self.lmr_table.base(depth, number) - history_part) / 1024).max(0);
        if ctx.is_quiet {
            // Late move pruning (LMP). Source: pruning by move count after Fruit and Stockfish.
            let count = p.lmp_base + depth * depth;
            let limit = if ctx.improving { count } else { count / 2 };
            let move_count = i32::try_from(number).unwrap_or(i32::MAX);
            if depth <= p.lmp_depth && move_count > limit && !ctx.in_check && !ctx.gives_check {
                return pruned(Technique::LateMovePruning, move_count, limit);
            }
            // History pruning.
            let limit = -p.history_pruning_margin * depth;
            if reduced <= p.history_pruning_depth
                && ctx.history < limit
                && !ctx.is_killer_or_counter()
            {
                return pruned(Technique::HistoryPruning, ctx.history, limit);
            }
            // Futility pruning. Source: chessprogramming.org "Futility Pruning".
            if let Some(eval) = static_eval.eval
                && reduced <= p.futility_depth
                && !ctx.gives_check
            {
                let reach = eval.value() + p.futility_base + p.futility_margin * reduced;
                if reach <= node.alpha.value() {
                    return pruned(Technique::Futility, reach, node.alpha.value());
                }
            }
        }
        // SEE pruning. Source: chessprogramming.org "Static Exchange Evaluation", pruning in the main search.
        let threshold = if ctx.is_quiet {
            -p.see_quiet_margin * reduced
        } else {
            -p.see_capture_margin * depth
                - (ctx.history / SEE_HISTORY).clamp(-80 * depth, 80 * depth)
        };
        if depth <= p.see_depth
            && number > 1
            && !ctx.gives_check
            && ctx.scored.reason != OrderReason::GoodCapture
            && !see_ge(position, mv, threshold)
        {
            return pruned(
                Technique::SeePruning,
                self.shown_see(position, mv, threshold),
                threshold,
            );
        }
        None
    }
}
