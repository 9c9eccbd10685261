//! Quiescence: captures and queen promotions until the position is quiet; every evasion while in check.
//!
//! It meets no repetition of its own (each side's quiet answers are forced by checks that are captures), so its result
//! is a leaf value of the shadow score. Source: chessprogramming.org "Quiescence Search"; Harris (1975).

use super::observer::{Ending, NodeKind, OrderReason, TriedView};
use super::order::{Picker, Ranked};
use super::shadow::{Joining, Value};
use super::visit::Visit;
use super::worker::{Stopped, Worker};
use super::{Evaluate, Observer, StopReason, Technique};
use crate::base::{Ply, Score};
use crate::rules::{MoveList, PackedMove, Position, captures, exchange_reaches, exchange_value};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Judges `position` within the visit's window.
    ///
    /// Length: the steps of a node stay in sight of each other.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        visit: Visit,
    ) -> Result<Value, Stopped> {
        let Visit { mut alpha, beta, ply, .. } = visit;
        // 1. Count the node.
        self.count_node()?;
        self.counters.quiescence_nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        let visit = Visit { depth: 0, ..visit };
        self.show_enter(position, (alpha, beta), (ply, 0), NodeKind::Quiescence)?;
        let in_check = position.is_check();

        // 2. Draws by the rules, and the longest line.
        if let Some((value, ending)) = self.drawn(position, ply) {
            return self.leave(ply, value, None, ending);
        }
        if ply >= Score::MAX_PLY {
            return self.leaf(position, ply);
        }

        // 3. What the table and the recognisers know.
        let entry = self.probe(position, &visit);
        if let Some(value) = entry.and_then(|entry| self.table_cut(&entry, &visit)) {
            return self.leave(ply, value, None, Ending::TableCut);
        }
        if let Some((value, ending)) = self.recognised(position, &visit) {
            return self.leave(ply, value, None, ending);
        }

        // 4. The side to move may stop here: the evaluation is a lower bound unless it is in check.
        let known = self.know(position, &visit, (entry, in_check));
        let mut joining = Joining::new(ply);
        let mut futility = None;
        if let Some(estimate) = known.estimate {
            self.counters.attempt(Technique::StandPat);
            joining.join(Value::exactly(-estimate), visit.window());
            self.show_joined(ply, joining);
            if estimate >= beta {
                self.counters.accept(Technique::StandPat);
                joining.cut();
                let value = joining.close();
                if entry.is_none() {
                    self.keep(&value, (visit.window(), ply), (known.raw, 0, None));
                }
                return self.leave(ply, value, None, Ending::StandPat);
            }
            alpha = alpha.max(estimate);
            futility = Some(estimate.value() + self.parameters.delta_margin);
        }

        // 5. Captures, or evasions.
        let table = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let mut picker = if in_check {
            self.picker(position, (ply, table))
        } else {
            self.capture_picker(position, (ply, table))
        };
        let evasions = usize::try_from(self.parameters.evasions).unwrap_or(usize::MAX);
        let mut best = None;
        let mut number = 0;
        while let Some(ranked) = self.next_move(ply, &mut picker) {
            number += 1;
            // 6. Captures that cannot matter.
            if let Some(claim) =
                self.skips_capture(position, &visit, (ranked, number, alpha, futility))
            {
                joining.skip(claim);
                self.show_joined(ply, joining);
                continue;
            }
            if in_check && number > evasions && joining.best() > -Score::RECOGNISED {
                // Three evasions show whether the check was dangerous; the rest are claimed to stay below alpha.
                joining.skip(alpha);
                self.show_joined(ply, joining);
                break;
            }
            self.show_capture(ply, &ranked, number)?;
            let child = self.make(position, ply, ranked.mv);
            let window = super::shadow::Window { alpha, beta };
            let kind = NodeKind::Quiescence;
            let below = Visit { alpha: -beta, beta: -alpha, depth: 0, ply: ply + 1, kind };
            let below =
                Visit { kind: if visit.is_principal() { visit.kind } else { kind }, ..below };
            let value = self.quiescence(&child, below)?;
            let score = joining.join(value, window);
            self.show_joined(ply, joining);
            if score > alpha {
                best = Some(ranked.mv);
                alpha = score;
                if visit.is_principal() {
                    self.extend_line(ply, ranked.mv);
                }
                if score >= beta {
                    joining.cut();
                    break;
                }
            }
        }
        self.frames[ply].moves = picker.into_buffer();

        // 7. In check without an evasion is mate.
        if in_check && number == 0 {
            return self.leave(ply, Value::exactly(Score::mated_in(ply)), None, Ending::Mate);
        }
        let value = joining.close();
        self.keep(&value, (visit.window(), ply), (known.raw, 0, best));
        let cut = value.real >= beta;
        let ending = best.filter(|_| cut).map_or(Ending::Complete, Ending::Cutoff);
        self.leave(ply, value, best, ending)
    }

    /// The captures of `position`, ordered.
    pub(super) fn capture_picker<'p>(
        &mut self,
        position: &'p Position,
        (ply, table): (Ply, PackedMove),
    ) -> Picker<'p> {
        let mut moves = MoveList::new();
        captures(position, &mut moves);
        let buffer = std::mem::take(&mut self.frames[ply].moves);
        let known = (&self.memory.histories, table);
        let picker = Picker::of_captures(position, &moves, known, buffer);
        self.show_picker(ply, &picker);
        picker
    }

    /// Shows the observer a move that quiescence is about to search.
    fn show_capture(&mut self, ply: Ply, ranked: &Ranked, number: usize) -> Result<(), Stopped> {
        if O::WATCHES {
            let tried = TriedView {
                mv: ranked.mv,
                number,
                reason: ranked.reason,
                order_score: ranked.score,
                depth: 0,
                reduction: 0,
                extension: 0,
            };
            if self.observer.trying(ply, &tried).is_break() {
                return self.end(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// What a capture can reach at most, if that is not enough.
    fn skips_capture(
        &mut self,
        position: &Position,
        visit: &Visit,
        (ranked, number, alpha, futility): (Ranked, usize, Score, Option<i32>),
    ) -> Option<Score> {
        let futility = futility?;
        let mv = ranked.mv;
        let place = (mv, number);
        // A capture that loses material does not calm anything.
        if ranked.reason == OrderReason::BadCapture {
            self.skip_counted(visit.ply, place, Technique::QuiescenceExchange, (-1, 0));
            return Some(alpha);
        }
        if mv.is_promotion() {
            return None;
        }
        // Source: chessprogramming.org "Delta Pruning".
        let reach = futility + mv.capture().map_or(0, exchange_value);
        if reach <= alpha.value() {
            self.skip_counted(visit.ply, place, Technique::Delta, (reach, alpha.value()));
            return Some(Score::raw(reach).min(alpha));
        }
        if futility <= alpha.value() && !exchange_reaches(position, mv, 1) {
            self.skip_counted(visit.ply, place, Technique::Delta, (futility, alpha.value()));
            return Some(alpha);
        }
        None
    }
}
