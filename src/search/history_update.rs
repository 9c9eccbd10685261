//! What a finished node leaves behind: its table entry, histories of its moves, a correction of its evaluation.

use super::move_picker::{MovePicker, is_noisy};
use super::node_args::{NodeArgs, StaticEval};
use super::shadow::{Value, Window, storable_bounds, without_draw_band};
use super::tt::{StoreOutcome, TtEntry};
use super::worker::Worker;
use super::{Evaluate, Observer};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Move, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Writes what is history-free to the table. Rule 6.
    pub(super) fn tt_store(
        &mut self,
        value: &Value,
        (window, ply): (Window, Ply),
        (evaluation, draft, best): (Option<Score>, Depth, Option<Move>),
    ) {
        let options = self.shared.options;
        let counters = &mut self.counters.shadow;
        if let Some(at) = value.depends_on() {
            counters.dependence += (ply - at) as u64;
            let naive = Value::searched(value.real, window.alpha, window.beta).shadow;
            counters.differing += u64::from(value.shadow != Interval::exact(value.real));
            if value.shadow == Interval::UNKNOWN {
                counters.withheld += 1;
            } else if value.shadow.low < naive.low || value.shadow.high > naive.high {
                counters.narrowed += 1;
            }
        }
        // Nothing known: the move is still worth keeping.
        let bounds = storable_bounds(options.shadow, value, window).unwrap_or(Interval::UNKNOWN);
        let bounds = without_draw_band(bounds, options);
        if O::ENABLED {
            self.observer.stored(ply, bounds, draft, best);
        }
        let entry = TtEntry {
            bounds: Interval { low: bounds.low.to_tt(ply), high: bounds.high.to_tt(ply) },
            depth: draft,
            mv: best.map_or(PackedMove::NONE, PackedMove::new),
            raw_eval: evaluation,
        };
        self.counters.stores += 1;
        if self.shared.tt.store(self.stack[ply].key, &entry) == StoreOutcome::Replaced {
            self.counters.replaced += 1;
        }
    }

    /// Rewards the move that cut off and takes from those tried before it.
    pub(super) fn update_histories(
        &mut self,
        position: &Position,
        visit: &NodeArgs,
        picker: &MovePicker<'_>,
        mv: Move,
    ) {
        let p = self.parameters;
        let bonus = (p.history_bonus * visit.depth - 100).clamp(0, p.history_bonus_max);
        let turn = position.turn();
        let context = self.continuation(visit.ply);
        let quiet = !is_noisy(mv);
        if quiet {
            let killers = &mut self.stack[visit.ply].killers;
            let packed = PackedMove::new(mv);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            self.thread.histories.set_counter_move(context, mv);
            self.thread.histories.update_quiet(turn, mv, context, bonus);
        } else {
            self.thread.histories.update_capture(turn, mv, bonus);
        }
        for ranked in picker.tried_before().iter().filter(|ranked| !ranked.pruned) {
            if is_noisy(ranked.mv) {
                self.thread.histories.update_capture(turn, ranked.mv, -bonus);
            } else if quiet {
                self.thread.histories.update_quiet(turn, ranked.mv, context, -bonus);
            }
        }
    }

    /// Lets the correction learn from a finished node whose best move is quiet.
    pub(super) fn update_correction(
        &mut self,
        position: &Position,
        (value, window, depth): (&Value, Window, Depth),
        (known, best): (&StaticEval, Option<Move>),
    ) {
        let Some(evaluation) =
            known.raw_eval.map(|raw| self.thread.correction_history.apply(position, raw))
        else {
            return;
        };
        let real = value.real;
        let one_sided = (real >= window.beta && real <= evaluation)
            || (real <= window.alpha && real >= evaluation);
        // A draw by repetition says nothing of the evaluation.
        let trusted = real.is_heuristic() && value.depends_on().is_none() && !one_sided;
        if trusted && best.is_none_or(|mv| !is_noisy(mv)) {
            self.thread.correction_history.update(
                position,
                depth,
                real.value() - evaluation.value(),
            );
        }
    }
}
