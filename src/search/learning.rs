//! What a finished node leaves behind: its table entry, histories of its moves, a correction of its evaluation.

use super::order::{Picker, is_tactical};
use super::shadow::{Value, Window, storable, without_draw_band};
use super::table::{Entry, Stored};
use super::visit::{Known, Visit};
use super::worker::Worker;
use super::{Evaluate, Observer};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Move, PackedMove, Position};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Writes what is history-free to the table. Rule 6.
    pub(super) fn keep(
        &mut self,
        value: &Value,
        (window, ply): (Window, Ply),
        (evaluation, draft, best): (Option<Score>, Depth, Option<Move>),
    ) {
        let options = self.shared.options;
        let counters = &mut self.counters.shadow;
        if let Some(at) = value.dependence() {
            counters.dependence += (ply - at) as u64;
            let naive = Value::searched(value.real, window.alpha, window.beta).shadow;
            counters.differing += u64::from(value.shadow != Interval::exactly(value.real));
            if value.shadow == Interval::UNKNOWN {
                counters.withheld += 1;
            } else if value.shadow.low < naive.low || value.shadow.high > naive.high {
                counters.narrowed += 1;
            }
        }
        // Nothing known: the move is still worth keeping.
        let bounds = storable(options.shadow, value, window).unwrap_or(Interval::UNKNOWN);
        let bounds = without_draw_band(bounds, options);
        let entry = Entry {
            bounds: Interval { low: bounds.low.to_table(ply), high: bounds.high.to_table(ply) },
            draft,
            mv: best.map_or(PackedMove::NONE, PackedMove::new),
            evaluation,
        };
        self.counters.stores += 1;
        if self.shared.table.store(self.frames[ply].key, &entry) == Stored::Replaced {
            self.counters.replaced += 1;
        }
    }

    /// Rewards the move that cut off and takes from those tried before it.
    pub(super) fn learn_cutoff(
        &mut self,
        position: &Position,
        visit: &Visit,
        picker: &Picker<'_>,
        mv: Move,
    ) {
        let p = self.parameters;
        let bonus = (p.history_bonus * visit.depth - 100).clamp(0, p.history_bonus_max);
        let turn = position.turn();
        let context = self.context(visit.ply);
        let quiet = !is_tactical(mv);
        if quiet {
            let killers = &mut self.frames[visit.ply].killers;
            let packed = PackedMove::new(mv);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            self.memory.histories.set_counter(context, mv);
            self.memory.histories.reward_quiet(turn, mv, context, bonus);
        } else {
            self.memory.histories.reward_capture(turn, mv, bonus);
        }
        for ranked in picker.earlier().iter().filter(|ranked| !ranked.skipped) {
            if is_tactical(ranked.mv) {
                self.memory.histories.reward_capture(turn, ranked.mv, -bonus);
            } else if quiet {
                self.memory.histories.reward_quiet(turn, ranked.mv, context, -bonus);
            }
        }
    }

    /// Lets the correction learn from a finished node whose best move is quiet.
    pub(super) fn learn_correction(
        &mut self,
        position: &Position,
        (value, window, depth): (&Value, Window, Depth),
        (known, best): (&Known, Option<Move>),
    ) {
        let Some(evaluation) = known.raw.map(|raw| self.memory.correction.apply(position, raw))
        else {
            return;
        };
        let real = value.real;
        let one_sided = (real >= window.beta && real <= evaluation)
            || (real <= window.alpha && real >= evaluation);
        // A draw by repetition says nothing of the evaluation.
        let trusted = real.is_heuristic() && value.dependence().is_none() && !one_sided;
        if trusted && best.is_none_or(|mv| !is_tactical(mv)) {
            self.memory.correction.learn(position, depth, real.value() - evaluation.value());
        }
    }
}
