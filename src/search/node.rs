//! One node of the tree. The steps are numbered; each technique is in a file of its own or named where it stands.

use super::node_args::{Extension, MoveContext, MovePlan, NodeArgs, StaticEval};
use super::observer::ExitReason;
use super::shadow::{BoundAccumulator, Value};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{Interval, Score};
use crate::rules::{CheckSquares, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Searches `position` as `visit` asks.
    ///
    /// Length: the steps stay in sight of each other, because their order is the algorithm.
    pub(super) fn search(
        &mut self,
        position: &Position,
        visit: NodeArgs,
    ) -> Result<Value, Stopped> {
        let NodeArgs { mut alpha, mut beta, mut depth, ply, .. } = visit;
        let selective = self.shared.options.pruning == Pruning::On;

        // 1. No depth left: quiescence judges.
        if depth <= 0 && selective {
            return self.qsearch(position, visit);
        }

        // 2. Count the node, look up from time to time.
        self.count_node()?;
        self.selective_depth = self.selective_depth.max(ply);
        self.stack[ply].pv.clear();
        self.notify_enter(position, (alpha, beta), (ply, depth), visit.node_type)?;
        let in_check = position.is_check();

        // 3. Draws by the rules, and the longest line.
        if let Some((value, ending)) = self.draw_by_rule(position, ply) {
            return self.exit(ply, value, None, ending);
        }
        if ply >= Score::MAX_PLY || depth <= 0 {
            return self.leaf(position, ply);
        }

        // 4. A mate found nearer to the root bounds what this node can matter.
        // Source: chessprogramming.org "Mate Distance Pruning".
        alpha = alpha.max(Score::mated_in(ply));
        beta = beta.min(Score::mate_in(ply + 1));
        if alpha >= beta {
            self.counters.applied(Technique::MateDistance);
            let all = Interval { low: Score::mated_in(ply), high: Score::mate_in(ply + 1) };
            return self.exit(ply, Value::bounded(alpha, all), None, ExitReason::MateDistance);
        }
        let visit = NodeArgs { alpha, beta, ..visit };
        let excluded = self.stack[ply].excluded_move;

        // 5. What the table knows may be enough.
        let entry = if excluded.is_some() { None } else { self.tt_probe(position, &visit) };
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(&entry, &visit)) {
            return self.exit(ply, value, None, ExitReason::TtCutoff);
        }

        // 6. Endings that are known without search.
        if selective
            && excluded.is_none()
            && let Some((value, ending)) = self.probe_recogniser(position, &visit)
        {
            return self.exit(ply, value, None, ending);
        }

        // 7. The evaluation, needed by the rules that follow, and whether it is getting better.
        let known = self.static_eval(position, &visit, (entry, in_check));

        // 8. Rules that end a node before its moves are looked at.
        if selective
            && !in_check
            && !visit.is_pv()
            && excluded.is_none()
            && let Some((value, rule)) = self.prune_node(position, &visit, &known)?
        {
            if rule == Technique::NullMove {
                // What passing proved costs a search to prove again.
                self.tt_store(&value, (visit.window(), ply), (known.raw_eval, depth, None));
            }
            return self.exit(ply, value, None, ExitReason::Pruned(rule));
        }

        // 9. Without a move from the table the order is poor: search less deep and come back with one.
        // Source: internal iterative reductions, E. Schroeder (Rebel), 2018.
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        if selective
            && depth >= self.parameters.iir_depth
            && !table_move.is_some()
            && excluded.is_none()
        {
            self.counters.applied(Technique::InternalIterativeReduction);
            depth -= 1;
        }
        self.search_moves(position, NodeArgs { depth, ..visit }, &known)
    }

    /// The second half of a node: its moves. The visit's window is already narrowed.
    ///
    /// Length: as [`Worker::node`].
    fn search_moves(
        &mut self,
        position: &Position,
        visit: NodeArgs,
        known: &StaticEval,
    ) -> Result<Value, Stopped> {
        let NodeArgs { mut alpha, beta, depth, ply, .. } = visit;
        let selective = self.shared.options.pruning == Pruning::On;
        let excluded = self.stack[ply].excluded_move;
        let window = visit.window();

        // 10. All legal moves, ordered.
        let table_move = known.tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = self.move_picker(position, (ply, table_move));
        if picker.is_empty() {
            self.stack[ply].moves = picker.into_buffer();
            let (value, ending) = self.mate_or_stalemate(position, ply);
            return self.exit(ply, value, None, ending);
        }
        let checks = if selective { CheckSquares::new(position) } else { None };
        self.stack[ply + 2].killers = [PackedMove::NONE; 2];

        let mut joining = BoundAccumulator::new(ply);
        let mut best = None;
        let mut number = 0;
        while let Some(ranked) = self.next_move(ply, &mut picker) {
            let mv = ranked.mv;
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            let gives_check = checks.is_some_and(|checks| checks.gives_check(mv));

            // 11. Moves that need not be searched; what they were claimed to reach widens the interval.
            let late = MoveContext {
                move_count: number,
                scored: ranked,
                gives_check,
                in_check: known.in_check,
            };
            if selective
                && joining.best() > -Score::RECOGNISED
                && let Some((claim, rule)) =
                    self.prune_move(position, &NodeArgs { alpha, ..visit }, (known, &late))
            {
                joining.add_pruned(claim);
                self.notify_bound(ply, joining);
                picker.mark_pruned();
                if rule == Technique::LateMovePruning {
                    let place = (ply, &mut number, claim);
                    self.prune_quiets((&mut picker, checks), &mut joining, place);
                }
                continue;
            }

            // 12. Moves that need more depth.
            let extension = if selective {
                match self.extension(position, &NodeArgs { alpha, ..visit }, (known, &late))? {
                    Extension::Plies(plies) => plies,
                    Extension::MultiCut(value) => {
                        self.stack[ply].moves = picker.into_buffer();
                        let ending = ExitReason::Pruned(Technique::MultiCut);
                        return self.exit(ply, value, Some(mv), ending);
                    }
                }
            } else {
                0
            };

            // 13. Search it, less deep first if it is late.
            let before = self.nodes;
            let plan = MovePlan { args: NodeArgs { alpha, ..visit }, extension, context: late };
            let (value, window) = self.search_move(position, &plan, known)?;
            if ply == 1 {
                self.root.note_reply(mv, self.nodes - before);
            }

            // 14. Take the result in.
            let score = joining.add_child(value, window);
            self.notify_bound(ply, joining);
            if score > alpha {
                best = Some(mv);
                alpha = score;
                if visit.is_pv() {
                    self.update_pv(ply, mv);
                }
                if score >= beta {
                    if picker.has_more() {
                        joining.add_unsearched();
                    }
                    self.counters.note_cutoff(number);
                    self.update_histories(position, &visit, &picker, mv);
                    break;
                }
            }
        }
        self.stack[ply].moves = picker.into_buffer();

        // 15. Only the excluded move was legal.
        if number == 0 {
            return self.exit(ply, Value::at_most(window.alpha), None, ExitReason::Complete);
        }

        // 16. Keep what does not depend on the path; nothing of a node that left a move out.
        let value = joining.finish();
        if excluded.is_none() {
            self.tt_store(&value, (window, ply), (known.raw_eval, depth, best));
            self.update_correction(position, (&value, window, depth), (known, best));
        }
        let cut = value.real >= beta;
        let ending = best.filter(|_| cut).map_or(ExitReason::Complete, ExitReason::Cutoff);
        self.exit(ply, value, best, ending)
    }
}
