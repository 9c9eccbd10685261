//! Pruning of single moves before they are made: late move pruning (LMP), history pruning, futility pruning, SEE pruning.

use super::move_picker::OrderReason;
use super::node_args::{MoveContext, NodeArgs, StaticEval};
use super::node_pruning::has_non_pawn_material;
use super::observer::{NodeType, PrunedView};
use super::worker::Worker;
use super::{Evaluate, Observer, Technique};
use crate::rules::see_ge;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
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
        let reduced = (depth - self.lmr_table.base(depth, number) / 1024).max(0);
        if ctx.is_quiet() {
            // Late move pruning (LMP). Source: pruning by move count after Fruit and Stockfish.
            let count = p.lmp_base + depth * depth;
            let limit = if ctx.improving { count } else { count / 2 };
            let move_count = i32::try_from(number).unwrap_or(i32::MAX);
            if depth <= p.lmp_depth && move_count > limit && !ctx.in_check && !ctx.gives_check {
                return pruned(Technique::LateMovePruning, move_count, limit);
            }
            // History pruning.
            let history = self.history_score(node, ctx);
            let limit = -p.history_pruning_margin * depth;
            if reduced <= p.history_pruning_depth && history < limit && !ctx.is_killer_or_counter()
            {
                return pruned(Technique::HistoryPruning, history, limit);
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
        let threshold = if ctx.is_quiet() {
            -p.see_quiet_margin * reduced
        } else {
            -p.see_capture_margin * depth
        };
        if depth <= p.see_depth
            && number > 1
            && !ctx.gives_check
            && ctx.scored.reason != OrderReason::GoodCapture
            && !see_ge(position, mv, threshold)
        {
            return pruned(Technique::SeePruning, threshold - 1, threshold);
        }
        None
    }

    /// The history of a quiet move; the picker has computed it for most.
    pub(super) fn history_score(&self, node: &NodeArgs<'_>, ctx: &MoveContext) -> i32 {
        if ctx.scored.reason == OrderReason::History {
            return ctx.scored.score;
        }
        let (turn, continuation) = (node.position.turn(), self.continuation(node.ply));
        self.thread.histories.quiet_score(turn, ctx.scored.mv, continuation)
    }
}
