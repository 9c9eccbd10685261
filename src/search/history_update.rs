//! Updates of the history tables and the correction history after a node.

use super::history::PieceTo;
use super::move_picker::{MovePicker, is_noisy};
use super::node_args::NodeArgs;
use super::shadow::Value;
use super::worker::Worker;
use super::{Evaluate, Observer};
use crate::base::{Depth, Score};
use crate::rules::{Move, PackedMove};

/// Centipawns above beta that count as one more ply of depth. Source: Sirius.
const HISTORY_BETA_MARGIN: i32 = 40;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Updates killers, counter move and histories after a beta cut-off with `score`: a bonus for `mv`, a malus for the
    /// moves tried before it.
    pub(super) fn update_histories(
        &mut self,
        node: &NodeArgs<'_>,
        picker: &mut MovePicker<'_>,
        mv: Move,
        score: Score,
    ) {
        let far_above = score.value() > node.beta.value() + HISTORY_BETA_MARGIN;
        let depth = node.depth + Depth::from(far_above);
        let (bonus, malus) = (self.history_bonus(depth), self.history_malus(depth));
        let turn = node.position.turn();
        let context = picker.quiet_context();
        let histories = &mut self.thread.histories;
        let quiet = !is_noisy(mv);
        if quiet {
            let killers = &mut self.stack[node.ply].killers;
            let packed = PackedMove::new(mv);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            histories.set_counter_move(&context, mv);
            histories.update_quiet(&context, mv, bonus);
        } else {
            histories.update_capture(turn, mv, bonus);
        }
        for scored in picker.tried_before().iter().filter(|scored| !scored.pruned) {
            if is_noisy(scored.mv) {
                histories.update_capture(turn, scored.mv, -malus);
            } else if quiet {
                histories.update_quiet(&context, scored.mv, -malus);
            }
        }
    }

    /// Updates the continuation history of a quiet move whose reduced search failed high, by the result of its search
    /// to full depth.
    pub(super) fn update_after_research(&mut self, node: &NodeArgs<'_>, mv: Move, real: Score) {
        let bonus = if real >= node.beta {
            self.history_bonus(node.depth)
        } else if real <= node.alpha {
            -self.history_malus(node.depth)
        } else {
            return;
        };
        let before = self.continuation(node.ply);
        let to = PieceTo::new(node.position.turn(), mv);
        self.thread.histories.update_continuation(before, to, bonus);
    }

    fn history_bonus(&self, depth: Depth) -> i32 {
        let p = self.parameters;
        (p.history_bonus * depth - 150).clamp(0, p.history_bonus_max)
    }

    fn history_malus(&self, depth: Depth) -> i32 {
        let p = self.parameters;
        (p.history_malus * depth - 50).clamp(0, p.history_malus_max)
    }

    /// Updates the correction history after a node whose best move is quiet.
    pub(super) fn update_correction(
        &mut self,
        node: &NodeArgs<'_>,
        value: &Value,
        best: Option<Move>,
    ) {
        let entry = &self.stack[node.ply];
        let Some(corrected) = entry.static_eval else { return };
        let real = value.real;
        let one_sided =
            (real >= node.beta && real <= corrected) || (real <= node.alpha && real >= corrected);
        // A draw by repetition says nothing about the evaluation.
        let trusted = real.is_heuristic() && value.depends_on().is_none() && !one_sided;
        if trusted && best.is_none_or(|mv| !is_noisy(mv)) {
            let error = real.value() - corrected.value();
            self.thread.correction_history.update(&entry.correction_index, node.depth, error);
        }
    }
}
