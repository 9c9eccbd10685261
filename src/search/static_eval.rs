//! Static evaluation of a node, with correction history and the bounds of the TT entry.

use super::correction_history::{CorrectionIndex, correction_index};
use super::dependency::Dependency;
use super::memory::prefetch;
use super::node_args::{NodeArgs, StaticEval};
use super::recogniser::mop_up;
use super::tt_access::TtHit;
use super::worker::Worker;
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::{Interval, Score};
use crate::rules::Position;

/// Half-moves without a capture or pawn move after which the evaluation is damped by their number in this many.
/// Source: weiss.
const FIFTY_MOVE_START: i32 = 7;
const FIFTY_MOVE_SCALE: i32 = 256;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Prefetches what the evaluation of `position` will read first; called before the TT probe, whose load takes as long.
    #[inline]
    pub(super) fn prefetch_evaluation(&self, position: &Position) {
        if let Some(memory) = self.thread.evaluator.first_read(position.board()) {
            prefetch(memory);
        }
    }

    /// The evaluation of the network, or the mop-up evaluation against a lone king unless the search is full-width.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let (board, turn) = (position.board(), position.turn());
        let mop_up = (self.shared.options.pruning == Pruning::On).then(|| mop_up(board, turn));
        mop_up.flatten().unwrap_or_else(|| self.thread.evaluator.evaluate(board, turn))
    }

    /// The static evaluation: corrected, adjusted by the options, narrowed by the bounds of the TT entry.
    pub(super) fn static_eval(
        &mut self,
        node: &NodeArgs<'_>,
        tt_entry: Option<TtHit>,
        in_check: bool,
    ) -> StaticEval {
        let &NodeArgs { position, ply, .. } = node;
        self.stack[ply].static_eval = None;
        if in_check || self.shared.options.pruning == Pruning::Off {
            return StaticEval::default();
        }
        let index = correction_index(position, [1, 2, 4].map(|back| self.move_before(ply, back)));
        self.stack[ply].correction_index = index;
        let known = tt_entry.and_then(|entry| entry.raw_eval).or(self.stack[ply].raw_eval);
        let raw_eval = known.unwrap_or_else(|| {
            // The tables exceed the cache; the evaluation takes longer than the loads.
            self.thread.correction_history.prefetch(&index);
            self.evaluate(position)
        });
        self.stack[ply].raw_eval = Some(raw_eval);
        let corrected = self.corrected(position, &index, raw_eval);
        self.counters.attempt(Technique::Correction);
        if corrected != raw_eval {
            self.counters.accept(Technique::Correction);
        }
        let score = self.shared.options.adjust_eval(corrected);
        if O::ENABLED {
            self.observer.evaluated(ply, raw_eval, score);
        }
        self.stack[ply].static_eval = Some(score);
        let before = [2, 4]
            .into_iter()
            .find_map(|back| ply.checked_sub(back).and_then(|at| self.stack[at].static_eval));
        let improving = before.is_none_or(|before| score > before);
        let bounds = tt_entry.map_or(Interval::UNKNOWN, |entry| entry.bounds);
        let eval = score.max(bounds.low).min(bounds.high);
        let dependency =
            tt_entry.filter(|_| eval != score).map_or(Dependency::NONE, |entry| entry.dependency);
        StaticEval {
            raw_eval: Some(raw_eval),
            eval: Some(eval),
            free_eval: if dependency.is_none() { eval } else { score },
            dependency,
            improving,
        }
    }

    /// The evaluation with its correction, and damped as the fifty-move rule comes near. Known values stay as they are.
    fn corrected(&self, position: &Position, index: &CorrectionIndex, raw_eval: Score) -> Score {
        if !raw_eval.is_heuristic() {
            return raw_eval;
        }
        let corrected = raw_eval.value() + self.thread.correction_history.correction(index);
        let clock = i32::try_from(position.halfmoves()).unwrap_or(100).min(100);
        let damped = corrected * (FIFTY_MOVE_SCALE - clock) / FIFTY_MOVE_SCALE;
        Score::heuristic(if clock > FIFTY_MOVE_START { damped } else { corrected })
    }
}
