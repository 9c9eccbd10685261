//! Updates of the history tables and the correction history after a node.

use super::history::PieceTo;
use super::move_picker::{MovePicker, is_noisy};
use super::node_args::NodeArgs;
use super::shadow::Value;
use super::worker::Worker;
use super::{Evaluate, Observer, Parameters};
use crate::base::{Depth, Ply, Score};
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
        let histories = &mut self.thread.histories;
        let quiet = !is_noisy(mv);
        // Only quiet moves need it.
        let context = quiet.then(|| picker.quiet_context());
        if let Some(context) = context {
            let killers = &mut self.stack[node.ply].killers;
            let packed = PackedMove::new(mv);
            if killers[0] != packed {
                *killers = [packed, killers[0]];
            }
            histories.set_counter_move(&context, mv);
            histories.update_quiet(&context, node.ply, mv, bonus);
        } else {
            histories.update_capture(turn, mv, bonus);
        }
        for scored in picker.tried_before().iter().filter(|scored| !scored.pruned) {
            if is_noisy(scored.mv) {
                histories.update_capture(turn, scored.mv, -malus);
            } else if let Some(context) = context {
                histories.update_quiet(&context, node.ply, scored.mv, -malus);
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

    /// Updates the continuation history of the quiet move that led to `ply` by how much better for its side the static
    /// evaluation is after it than before. Moves of positions in check teach nothing. Source: Stockfish 13.
    pub(super) fn learn_from_evaluation(&mut self, ply: Ply) {
        let Some(above) = ply.checked_sub(1) else { return };
        let (before, after) = (&self.stack[above], &self.stack[ply]);
        let played = before.piece_to.filter(|_| before.is_quiet);
        let (Some(to), Some(old), Some(new)) = (played, before.static_eval, after.static_eval)
        else {
            return;
        };
        let bonus = evaluation_bonus(self.parameters, old, new);
        let context = self.continuation(above);
        self.thread.histories.update_continuation(context, to, bonus);
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
        // Lazy evaluation has corrected nothing.
        let corrected = entry.static_eval.filter(|_| entry.raw_eval.is_some());
        let Some(corrected) = corrected else { return };
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

/// The bonus of a move for the evaluation `old` before it and `new` after it, each from the view of the side to move there.
fn evaluation_bonus(p: &Parameters, old: Score, new: Score) -> i32 {
    let gain = -(old.value() + new.value());
    (p.eval_history * gain).clamp(-p.eval_history_max, p.eval_history_max)
}

#[cfg(test)]
mod tests {
    use super::evaluation_bonus;
    use crate::base::Score;
    use crate::search::Parameters;

    #[test]
    fn a_move_that_improves_the_evaluation_gets_a_bonus() {
        let p = Parameters { eval_history: 10, eval_history_max: 1000, ..Parameters::default() };
        let bonus = |old, new| evaluation_bonus(&p, Score::raw(old), Score::raw(new));
        // +20 before; -50 for the opponent after it is +50.
        assert_eq!(bonus(20, -50), 300);
        assert_eq!(bonus(20, 10), -300);
        assert_eq!(bonus(20, -20), 0);
        assert_eq!((bonus(0, -900), bonus(0, 900)), (1000, -1000));
    }
}
