//! Quiescence: captures and queen promotions until the position is quiet; every evasion while in check.
//!
//! It meets no repetition of its own (each side's quiet answers are forced by checks that are captures), so its result
//! is a leaf value of the shadow score. Source: chessprogramming.org "Quiescence Search"; Harris (1975).

use super::move_picker::{MovePicker, ScoredMove};
use super::node_args::NodeArgs;
use super::observer::{ExitReason, NodeType, OrderReason, SearchedView};
use super::shadow::{BoundAccumulator, Value};
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, StopReason, Technique};
use crate::base::{Ply, Score};
use crate::rules::{MoveList, PackedMove, Position, captures, see_ge, see_value};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Judges `position` within the visit's window.
    ///
    /// Length: the steps of a node stay in sight of each other.
    pub(super) fn qsearch(
        &mut self,
        position: &Position,
        visit: NodeArgs,
    ) -> Result<Value, Stopped> {
        let NodeArgs { mut alpha, beta, ply, .. } = visit;
        // 1. Count the node.
        self.count_node()?;
        self.counters.quiescence_nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.stack[ply].pv.clear();
        let visit = NodeArgs { depth: 0, ..visit };
        self.notify_enter(position, (alpha, beta), (ply, 0), NodeType::Quiescence)?;
        let in_check = position.is_check();

        // 2. Draws by the rules, and the longest line.
        if let Some((value, ending)) = self.draw_by_rule(position, ply) {
            return self.exit(ply, value, None, ending);
        }
        if ply >= Score::MAX_PLY {
            return self.leaf(position, ply);
        }

        // 3. What the table and the recognisers know.
        let entry = self.tt_probe(position, &visit);
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(&entry, &visit)) {
            return self.exit(ply, value, None, ExitReason::TtCutoff);
        }
        if let Some((value, ending)) = self.probe_recogniser(position, &visit) {
            return self.exit(ply, value, None, ending);
        }

        // 4. The side to move may stop here: the evaluation is a lower bound unless it is in check.
        let known = self.static_eval(position, &visit, (entry, in_check));
        let mut joining = BoundAccumulator::new(ply);
        let mut futility = None;
        if let Some(estimate) = known.eval {
            self.counters.attempt(Technique::StandPat);
            joining.add_child(Value::exact(-estimate), visit.window());
            self.notify_bound(ply, joining);
            if estimate >= beta {
                self.counters.accept(Technique::StandPat);
                joining.add_unsearched();
                let value = joining.finish();
                if entry.is_none() {
                    self.tt_store(&value, (visit.window(), ply), (known.raw_eval, 0, None));
                }
                return self.exit(ply, value, None, ExitReason::StandPat);
            }
            alpha = alpha.max(estimate);
            futility = Some(estimate.value() + self.parameters.delta_margin);
        }

        // 5. Captures, or evasions.
        let table = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = if in_check {
            self.move_picker(position, (ply, table))
        } else {
            self.capture_picker(position, (ply, table))
        };
        let evasions = usize::try_from(self.parameters.qsearch_evasions).unwrap_or(usize::MAX);
        let mut best = None;
        let mut number = 0;
        while let Some(ranked) = self.next_move(ply, &mut picker) {
            number += 1;
            // 6. Captures that cannot matter.
            if let Some(claim) =
                self.prune_capture(position, &visit, (ranked, number, alpha, futility))
            {
                joining.add_pruned(claim);
                self.notify_bound(ply, joining);
                continue;
            }
            if in_check && number > evasions && joining.best() > -Score::RECOGNISED {
                // Three evasions show whether the check was dangerous; the rest are claimed to stay below alpha.
                joining.add_pruned(alpha);
                self.notify_bound(ply, joining);
                break;
            }
            self.notify_capture(ply, &ranked, number)?;
            let child = self.make_move(position, ply, ranked.mv);
            let window = super::shadow::Window { alpha, beta };
            let kind = NodeType::Quiescence;
            let below =
                NodeArgs { alpha: -beta, beta: -alpha, depth: 0, ply: ply + 1, node_type: kind };
            let below =
                NodeArgs { node_type: if visit.is_pv() { visit.node_type } else { kind }, ..below };
            let value = self.qsearch(&child, below)?;
            let score = joining.add_child(value, window);
            self.notify_bound(ply, joining);
            if score > alpha {
                best = Some(ranked.mv);
                alpha = score;
                if visit.is_pv() {
                    self.update_pv(ply, ranked.mv);
                }
                if score >= beta {
                    joining.add_unsearched();
                    break;
                }
            }
        }
        self.stack[ply].moves = picker.into_buffer();

        // 7. In check without an evasion is mate.
        if in_check && number == 0 {
            return self.exit(ply, Value::exact(Score::mated_in(ply)), None, ExitReason::Mate);
        }
        let value = joining.finish();
        self.tt_store(&value, (visit.window(), ply), (known.raw_eval, 0, best));
        let cut = value.real >= beta;
        let ending = best.filter(|_| cut).map_or(ExitReason::Complete, ExitReason::Cutoff);
        self.exit(ply, value, best, ending)
    }

    /// The captures of `position`, ordered.
    pub(super) fn capture_picker<'p>(
        &mut self,
        position: &'p Position,
        (ply, table): (Ply, PackedMove),
    ) -> MovePicker<'p> {
        let mut moves = MoveList::new();
        captures(position, &mut moves);
        let buffer = std::mem::take(&mut self.stack[ply].moves);
        let known = (&self.thread.histories, table);
        let picker = MovePicker::for_captures(position, &moves, known, buffer);
        self.notify_picker(ply, &picker);
        picker
    }

    /// Shows the observer a move that quiescence is about to search.
    fn notify_capture(
        &mut self,
        ply: Ply,
        ranked: &ScoredMove,
        number: usize,
    ) -> Result<(), Stopped> {
        if O::ENABLED {
            let tried = SearchedView {
                mv: ranked.mv,
                number,
                reason: ranked.reason,
                order_score: ranked.score,
                depth: 0,
                reduction: 0,
                extension: 0,
            };
            if self.observer.searching(ply, &tried).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// What a capture can reach at most, if that is not enough.
    fn prune_capture(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        (ranked, number, alpha, futility): (ScoredMove, usize, Score, Option<i32>),
    ) -> Option<Score> {
        let futility = futility?;
        let mv = ranked.mv;
        let place = (mv, number);
        // A capture that loses material does not calm anything.
        if ranked.reason == OrderReason::BadCapture {
            self.count_pruned(visit.ply, place, Technique::QsearchSee, (-1, 0));
            return Some(alpha);
        }
        if mv.is_promotion() {
            return None;
        }
        // Source: chessprogramming.org "Delta Pruning".
        let reach = futility + mv.capture().map_or(0, see_value);
        if reach <= alpha.value() {
            self.count_pruned(visit.ply, place, Technique::Delta, (reach, alpha.value()));
            return Some(Score::raw(reach).min(alpha));
        }
        if futility <= alpha.value() && !see_ge(position, mv, 1) {
            self.count_pruned(visit.ply, place, Technique::Delta, (futility, alpha.value()));
            return Some(alpha);
        }
        None
    }
}
