//! Updates of the history tables and the correction history after a node.

use super::move_picker::{MovePicker, is_noisy};
use super::node_args::{NodeArgs, StaticEval};
use super::shadow::Value;
use super::worker::Worker;
use super::{Evaluate, Observer};
use crate::rules::{Move, PackedMove};

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Updates killers, counter move and histories after a beta cut-off: a bonus for `mv`, a malus for the moves tried
    /// before it.
    pub(super) fn update_histories(
        &mut self,
        node: &NodeArgs<'_>,
        picker: &MovePicker<'_>,
        mv: Move,
    ) {
        let p = self.parameters;
        let bonus = (p.history_bonus * node.depth - 100).clamp(0, p.history_bonus_max);
        let turn = node.position.turn();
        let continuation = self.continuation(node.ply);
        let histories = &mut self.thread.histories;
        let quiet = !is_noisy(mv);
        if quiet {
            let killers = &mut self.stack[node.ply].killers;
            let packed = PackedMove::new(mv);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            histories.set_counter_move(continuation, mv);
            histories.update_quiet(turn, mv, continuation, bonus);
        } else {
            histories.update_capture(turn, mv, bonus);
        }
        for scored in picker.tried_before().iter().filter(|scored| !scored.pruned) {
            if is_noisy(scored.mv) {
                histories.update_capture(turn, scored.mv, -bonus);
            } else if quiet {
                histories.update_quiet(turn, scored.mv, continuation, -bonus);
            }
        }
    }

    /// Updates the correction history after a node whose best move is quiet.
    pub(super) fn update_correction(
        &mut self,
        node: &NodeArgs<'_>,
        value: &Value,
        static_eval: &StaticEval,
        best: Option<Move>,
    ) {
        let Some(raw_eval) = static_eval.raw_eval else { return };
        let corrected = self.thread.correction_history.apply(node.position, raw_eval);
        let real = value.real;
        let one_sided =
            (real >= node.beta && real <= corrected) || (real <= node.alpha && real >= corrected);
        // A draw by repetition says nothing about the evaluation.
        let trusted = real.is_heuristic() && value.depends_on().is_none() && !one_sided;
        if trusted && best.is_none_or(|mv| !is_noisy(mv)) {
            let error = real.value() - corrected.value();
            self.thread.correction_history.update(node.position, node.depth, error);
        }
    }
}
