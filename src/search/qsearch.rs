//! Quiescence search (qsearch): captures and queen promotions until the position is quiet; all evasions while in check.
//!
//! Quiet moves occur only as evasions. Until the first capture an evasion can repeat a position of the path, so draws by
//! rule are tested here too, and the value is accumulated as at any node. Source: chessprogramming.org "Quiescence
//! Search"; Harris (1975).

use super::move_picker::{MovePicker, OrderReason, ScoredMove, is_noisy};
use super::node_args::NodeArgs;
use super::observer::{ExitReason, NodeType, PrunedView, SearchedView};
use super::shadow::{BoundAccumulator, Value};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Technique};
use crate::base::Score;
use crate::rules::{PackedMove, see_ge, see_value};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Searches a quiescence node and returns its value.
    pub(super) fn qsearch(&mut self, node: NodeArgs<'_>) -> Result<Value, Stopped> {
        let NodeArgs { beta, ply, position, .. } = node;
        let mut node = NodeArgs { depth: 0, ..node };

        // 1. Node count, limits, observer.
        self.counters.statistics.quiescence_nodes += 1;
        self.enter_node(&NodeArgs { node_type: NodeType::Quiescence, ..node })?;

        // 2. Draws by rule, the largest distance from the root, and upcoming repetitions.
        if let Some((value, reason)) = self.draw_by_rule(&node) {
            return self.exit(ply, value, None, reason);
        }
        if ply >= Score::MAX_PLY {
            return self.leaf(&node);
        }
        if let Some((value, reason)) = self.upcoming_repetition(&mut node) {
            return self.exit(ply, value, None, reason);
        }
        let mut alpha = node.alpha;

        // 3. Transposition table (TT) cut-off, recognisers and tablebases.
        let checkers = self.checkers_before_probe(position, ply);
        let tt_entry = self.tt_probe(&node);
        if let Some(value) = tt_entry.and_then(|entry| self.tt_cutoff(&entry, &node)) {
            return self.exit(ply, value, None, ExitReason::TtCutoff);
        }
        if let Some((value, reason)) = self.probe_recogniser(&node) {
            return self.exit(ply, value, None, reason);
        }

        // 4. Stand pat: the static evaluation is a lower bound, except in check. It is added like the value of a child, which
        //    is seen from the opponent's side.
        let in_check = checkers.any();
        let static_eval = self.static_eval(&node, tt_entry, in_check);
        let mut bounds = BoundAccumulator::new(ply).with_estimates(static_eval.dependency);
        if let Some(eval) = static_eval.eval {
            self.counters.attempt(Technique::StandPat);
            bounds.add_child(static_eval.stand_pat(eval), node.window());
            self.notify_bound(ply, bounds);
            if eval >= beta {
                self.counters.accept(Technique::StandPat);
                bounds.add_unsearched();
                let value = bounds.finish();
                if tt_entry.is_none() {
                    self.tt_store(&node, &value, static_eval.raw_eval, None);
                }
                return self.exit(ply, value, None, ExitReason::StandPat);
            }
            alpha = alpha.max(eval);
        }

        // 5. Captures and queen promotions, or evasions in check.
        let tt_move = tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = if in_check {
            self.move_picker(&node, checkers, tt_move)
        } else {
            self.capture_picker(&node, tt_move)
        };
        if !O::ENABLED && !in_check {
            picker.end_at_losing();
        }
        self.notify_picker(ply, &picker);
        let mut quiet_evasions = 0;
        let mut best = None;
        let mut move_count = 0;
        while let Some(scored) = self.next_move(ply, &mut picker) {
            move_count += 1;
            let at_move = NodeArgs { alpha, ..node };
            // 6. Delta pruning and SEE pruning.
            if let Some(pruned) =
                self.prune_capture(&at_move, static_eval.eval, &scored, move_count)
            {
                self.note_pruned(ply, &pruned, alpha, &mut bounds);
                continue;
            }
            let quiet = !is_noisy(scored.mv);
            if in_check
                && quiet
                && bounds.best() > -Score::RECOGNISED
                && quiet_evasions >= self.parameters.qsearch_evasions
            {
                // Only the first quiet evasions are searched; the rest counts with the bound alpha, without proof.
                bounds.add_pruned(self.shared.options.shadow, alpha, None);
                self.notify_bound(ply, bounds);
                break;
            }
            quiet_evasions += i32::from(quiet);
            // 7. Search of the move.
            let view = SearchedView {
                mv: scored.mv,
                number: move_count,
                reason: scored.reason,
                order_score: scored.score,
                depth: 0,
                reduction: 0,
                extension: 0,
            };
            self.notify_searching(ply, &view)?;
            let key_after = picker.key_after();
            let mut child = position.clone();
            self.make_move(&node, scored.mv, key_after, &mut child);
            let window = at_move.window();
            let node_type = if node.is_pv() { node.node_type } else { NodeType::Quiescence };
            let value = self.qsearch(node.child(&child, window, 0, node_type))?;
            let score = bounds.add_child(value, window);
            self.notify_bound(ply, bounds);
            if score > alpha {
                best = Some(scored.mv);
                alpha = score;
                if node.is_pv() {
                    self.update_pv(ply, scored.mv);
                }
                if score >= beta {
                    bounds.add_unsearched();
                    break;
                }
            }
        }
        let losing = if bounds.best() < beta { picker.left() } else { 0 };
        if !O::ENABLED && !in_check && losing > 0 {
            self.counters.applied_times(Technique::QsearchSee, losing);
            bounds.add_pruned(self.shared.options.shadow, alpha, None);
        }
        self.stack[ply].moves = picker.into_buffer();

        // 8. Checkmate.
        if in_check && move_count == 0 {
            let (value, reason) = self.mate_or_stalemate(&node);
            return self.exit(ply, value, None, reason);
        }
        let value = bounds.finish();
        self.tt_store(&node, &value, static_eval.raw_eval, best);
        let reason = ExitReason::of_moves(value.real, beta, best);
        self.exit(ply, value, best, reason)
    }

    /// The move picker of a node: captures and queen promotions.
    pub(super) fn capture_picker<'p>(
        &mut self,
        node: &NodeArgs<'p>,
        tt_move: PackedMove,
    ) -> MovePicker<'p> {
        let buffer = std::mem::take(&mut self.stack[node.ply].moves);
        let histories = &self.thread.histories;
        MovePicker::for_captures(node.position, histories, tt_move, buffer)
    }

    /// The technique that prunes a capture, or `None`. Prunes nothing in check.
    fn prune_capture(
        &self,
        node: &NodeArgs<'_>,
        eval: Option<Score>,
        scored: &ScoredMove,
        number: usize,
    ) -> Option<PrunedView> {
        let (mv, alpha) = (scored.mv, node.alpha.value());
        let futility = eval?.value() + self.parameters.delta_margin;
        let pruned = |rule, measured, limit| Some(PrunedView { mv, number, rule, measured, limit });
        // SEE pruning: a capture that loses material.
        if scored.reason == OrderReason::BadCapture {
            return pruned(Technique::QsearchSee, self.shown_see(node.position, mv, 0), 0);
        }
        if mv.is_promotion() {
            return None;
        }
        // Delta pruning. Source: chessprogramming.org "Delta Pruning".
        let reach = futility + mv.capture().map_or(0, see_value);
        if reach <= alpha {
            return pruned(Technique::Delta, reach, alpha);
        }
        if futility <= alpha && !see_ge(node.position, mv, 1) {
            return pruned(Technique::Delta, futility, alpha);
        }
        None
    }
}
