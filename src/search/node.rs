//! Main search: one node of the alpha-beta tree (principal variation search). The steps are numbered; techniques with
//! more than a few lines are in files of their own.

use super::extensions::Extension;
use super::move_picker::{ScoredMove, is_noisy};
use super::node_args::{MoveContext, NodeArgs, StaticEval};
use super::observer::{DepthView, ExitReason, NodeType, PrunedView};
use super::shadow::{BoundAccumulator, Value};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{DelayedLoss, Interval, Score};
use crate::rules::{CheckSquares, PackedMove};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Searches a node and returns its value.
    pub(super) fn search(&mut self, mut node: NodeArgs<'_>) -> Result<Value, Stopped> {
        let NodeArgs { position, ply, .. } = node;
        let selective = self.shared.options.pruning == Pruning::On;

        // 1. Quiescence search (qsearch) at depth 0.
        if node.depth <= 0 && selective {
            return self.qsearch(node);
        }

        // 2. Node count, limits, observer.
        self.enter_node(&node)?;

        // 3. Draws by rule, and the largest distance from the root.
        if let Some((value, reason)) = self.draw_by_rule(&node) {
            return self.exit(ply, value, None, reason);
        }
        if ply >= Score::MAX_PLY || node.depth <= 0 {
            return self.leaf(&node);
        }

        // 4. Upcoming repetition: a move back to a position of the path draws at least. Rule 7 of the shadow score.
        // Source: Stockfish 10; chessprogramming.org "Repetitions".
        if let Some((value, reason)) = self.upcoming_repetition(&mut node) {
            return self.exit(ply, value, None, reason);
        }

        // 5. Mate distance pruning: a shorter mate found elsewhere makes this node irrelevant. The delayed-loss bonus
        // excludes it, because its mate scores do not count the distance from the root.
        // Source: chessprogramming.org "Mate Distance Pruning".
        if !self.shared.options.delayed_loss {
            let all = Interval { low: Score::mated_in(ply), high: Score::mate_in(ply + 1) };
            node.alpha = node.alpha.max(all.low);
            node.beta = node.beta.min(all.high);
            if node.alpha >= node.beta {
                self.counters.applied(Technique::MateDistance);
                let value = Value::bounded(node.alpha, all);
                return self.exit(ply, value, None, ExitReason::MateDistance);
            }
        }
        let excluded = self.stack[ply].excluded_move;

        // 6. Transposition table (TT) probe and cut-off.
        let checkers = self.checkers_before_probe(position, ply);
        let tt_entry = if excluded.is_some() { None } else { self.tt_probe(&node) };
        if let Some(value) = tt_entry.and_then(|entry| self.tt_cutoff(&entry, &node)) {
            return self.exit(ply, value, None, ExitReason::TtCutoff);
        }
        let tt_move = tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);

        // 7. Recognisers and tablebases.
        if selective
            && excluded.is_none()
            && let Some((value, reason)) = self.probe_recogniser(&node)
        {
            return self.exit(ply, value, None, reason);
        }

        // 8. Static evaluation, whether it is improving, and what it tells about the move before.
        let in_check = checkers.any();
        let static_eval = self.static_eval(&node, tt_entry, in_check);

        if selective && excluded.is_none() {
            self.learn_from_evaluation(ply);
        }

        // 9. Pruning of the whole node: reverse futility (RFP), razoring, null move (NMP), ProbCut.
        if selective
            && !in_check
            && !node.is_pv()
            && excluded.is_none()
            && let Some((value, technique)) = self.prune_node(&node, tt_entry, &static_eval)?
        {
            if technique == Technique::NullMove {
                // A null-move search is expensive enough to store its result.
                self.tt_store(&node, &value, static_eval.raw_eval, None);
            }
            return self.exit(ply, value, None, ExitReason::Pruned(technique));
        }

        // 10. Internal iterative reduction (IIR): without a TT move the move ordering is poor, so search less deep and
        // leave a TT move for the next visit. Expected all-nodes have none to leave.
        // Source: E. Schröder (Rebel), 2020.
        if selective
            && node.depth >= self.parameters.iir_depth
            && !tt_move.is_some()
            && excluded.is_none()
            && node.node_type != NodeType::All
        {
            self.counters.applied(Technique::InternalIterativeReduction);
            node.depth -= 1;
            self.notify_depth(ply, DepthView::Node { by: -1 });
        }

        // 11. Move generation and ordering.
        let mut picker = self.move_picker(&node, checkers, tt_move);
        self.notify_picker(ply, &picker);
        let tt_move_noisy = picker.tt_move().is_some_and(is_noisy);
        if picker.is_empty() {
            self.stack[ply].moves = picker.into_buffer();
            let (value, reason) = self.mate_or_stalemate(&node);
            return self.exit(ply, value, None, reason);
        }
        let checks = if selective { CheckSquares::new(position) } else { None };
        let gives_check = |mv| checks.as_ref().is_some_and(|checks| checks.gives_check(mv));
        self.stack[ply + 2].killers = [PackedMove::NONE; 2];
        self.stack[ply + 1].cutoffs = 0;

        // The window for the moves: with the delayed-loss bonus it is shifted where the bonus will apply.
        let delayed_loss = self.delayed_loss(&node, &static_eval);
        let mut window = delayed_loss.map_or(node.window(), |bonus| node.window().inside(bonus));
        let mut bounds = BoundAccumulator::new(ply).with_estimates(static_eval.dependency);
        let mut best = None;
        let mut move_count = 0;
        while let Some(scored) = self.next_move(ply, &mut picker) {
            let mv = scored.mv;
            if excluded == Some(mv) {
                continue;
            }
            move_count += 1;
            // The first move is neither pruned nor reduced.
            let history = match move_count {
                1 => 0,
                _ => picker.history_score(&self.thread.histories, &scored),
            };
            let ctx = MoveContext {
                scored,
                move_count,
                history,
                is_quiet: !is_noisy(mv),
                gives_check: gives_check(mv),
                in_check,
                improving: static_eval.improving,
                tt_move_noisy,
                best: bounds.best(),
            };
            let at_move = NodeArgs { alpha: window.alpha, beta: window.beta, ..node };

            // 12. Pruning before the move is made: late move pruning (LMP), history, futility, SEE. A pruned move
            // widens the shadow interval to its bound.
            if selective
                && bounds.best() > -Score::RECOGNISED
                && let Some(pruned) = self.prune_move(&at_move, &static_eval, &ctx)
            {
                self.note_pruned(ply, &pruned, window.alpha, &mut bounds);
                picker.mark_pruned();
                if pruned.rule == Technique::LateMovePruning {
                    // LMP applies to all remaining quiet moves that do not give check.
                    let kept = |mv| gives_check(mv) || excluded == Some(mv);
                    let skipped = picker.skip_quiets(kept);
                    if !O::ENABLED {
                        // The bounds have the claim already.
                        move_count += skipped.len();
                        self.counters.applied_times(pruned.rule, skipped.len());
                        continue;
                    }
                    for &ScoredMove { mv, .. } in skipped {
                        move_count += 1;
                        let measured = i32::try_from(move_count).unwrap_or(i32::MAX);
                        let pruned = PrunedView { mv, number: move_count, measured, ..pruned };
                        self.note_pruned(ply, &pruned, window.alpha, &mut bounds);
                    }
                    // Moves of equal score may have changed places.
                    self.notify_picker(ply, &picker);
                }
                continue;
            }

            let key_after = picker.key_after();

            // 13. Extensions: singular moves, checks.
            let extension = match self.extension(&at_move, tt_entry, &ctx)? {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(value) => {
                    self.stack[ply].moves = picker.into_buffer();
                    let reason = ExitReason::Pruned(Technique::MultiCut);
                    return self.exit(ply, value, Some(mv), reason);
                }
            };

            // 14. Search of the move, with late move reduction (LMR) and null windows.
            let nodes_before = self.nodes;
            let (value, searched) = self.search_move(&at_move, &ctx, key_after, extension)?;
            if ply == 1 {
                self.root.note_reply(mv, self.nodes - nodes_before);
            }

            // 15. Alpha, PV and beta cut-off.
            let score = bounds.add_child(value, searched);
            self.notify_bound(ply, bounds);
            if score > window.alpha {
                best = Some(mv);
                window.alpha = score;
                if node.is_pv() {
                    self.update_pv(ply, mv);
                }
                if score >= window.beta {
                    if picker.has_more() {
                        bounds.add_unsearched();
                    }
                    self.counters.note_cutoff(move_count);
                    self.stack[ply].cutoffs += 1;
                    self.update_histories(&node, &mut picker, mv, score);
                    break;
                }
            }
        }
        self.stack[ply].moves = picker.into_buffer();

        // 16. Only the excluded move is legal.
        if move_count == 0 {
            return self.exit(ply, Value::at_most(node.alpha), None, ExitReason::Complete);
        }

        // 17. TT store and correction history, except for a search with an excluded move.
        let mut value = bounds.finish();
        if let Some(bonus) = delayed_loss {
            value = value.with_delayed_loss(bonus);
        }
        if excluded.is_none() {
            self.tt_store(&node, &value, static_eval.raw_eval, best);
            self.update_correction(&node, &value, best);
        }
        let reason = ExitReason::of_moves(value.real, node.beta, best);
        self.exit(ply, value, best, reason)
    }

    /// The delayed-loss bonus of the node, if the option is on.
    fn delayed_loss(
        &mut self,
        node: &NodeArgs<'_>,
        static_eval: &StaticEval,
    ) -> Option<DelayedLoss> {
        self.shared.options.delayed_loss.then(|| DelayedLoss {
            evaluation: static_eval.raw_eval.unwrap_or_else(|| self.evaluate(node.position)),
        })
    }
}
