//! Static evaluation of a node, with correction history and the bounds of the TT entry.

use super::correction_history::set_correction_index;
use super::dependency::Dependency;
use super::node_args::{NodeArgs, StaticEval};
use super::observer::EvalView;
use super::recogniser::mop_up;
use super::shadow::Value;
use super::tt_access::TtHit;
use super::worker::Worker;
use super::{Evaluate, Observer, Pruning, Technique};
use crate::base::memory::prefetch;
use crate::base::{Interval, Ply, Score};
use crate::rules::{Bitboard, Position};

/// Half-moves without a capture or pawn move after which the evaluation is damped by their number in this many.
/// Source: weiss.
const FIFTY_MOVE_START: u32 = 7;
const FIFTY_MOVE_SCALE: i32 = 256;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// Returns the pieces that give check, and prepares the static evaluation: prefetches what it will read first, and finds its
    /// entries of the correction history. Called before the TT probe, whose load takes longer.
    #[inline]
    pub(super) fn checkers_before_probe(&mut self, position: &Position, ply: Ply) -> Bitboard {
        if let Some(memory) = self.thread.evaluator.first_read(position.board()) {
            prefetch(memory);
        }
        let checkers = position.checkers();
        if checkers.is_empty() && self.shared.options.pruning == Pruning::On {
            let moves = [1, 2, 4].map(|back| self.move_before(ply, back));
            let index = &mut self.stack[ply].correction_index;
            set_correction_index(index, position, moves);
            self.thread.correction_history.prefetch(index);
        }
        checkers
    }

    /// The evaluation of the network, or the mop-up evaluation against a lone king unless the search is full-width.
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        let (board, turn) = (position.board(), position.turn());
        self.mop_up(position).unwrap_or_else(|| self.thread.evaluator.evaluate(board, turn))
    }

    /// The mop-up evaluation, if it takes the place of the network's.
    fn mop_up(&self, position: &Position) -> Option<Score> {
        let is_selective = self.shared.options.pruning == Pruning::On;
        is_selective.then(|| mop_up(position.board(), position.turn())).flatten()
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
        if tt_entry.is_none()
            && let Some(bound) = self.lazy_eval(node)
        {
            return bound;
        }
        let known = tt_entry.and_then(|entry| entry.raw_eval).or(self.stack[ply].raw_eval);
        let raw_eval = known.unwrap_or_else(|| self.evaluate(position));
        self.stack[ply].raw_eval = Some(raw_eval);
        let corrected = self.corrected(position, ply, raw_eval);
        self.counters.attempt(Technique::Correction);
        if corrected != raw_eval {
            self.counters.accept(Technique::Correction);
        }
        let score = self.shared.options.adjust_eval(corrected);
        if O::ENABLED {
            self.observer.evaluated(ply, &EvalView { raw: raw_eval, used: score, expected: None });
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
            free_eval: Interval::exact(if dependency.is_none() { eval } else { score }),
            dependency,
            improving,
        }
    }

    /// Lazy evaluation: a bound instead of the evaluation, where the evaluation of the position before and the material that
    /// the move took decide what it is needed for: whether to stand pat in quiescence, and reverse futility pruning.
    /// Source: chessprogramming.org "Lazy Evaluation", with the position before in place of the material.
    fn lazy_eval(&mut self, node: &NodeArgs<'_>) -> Option<StaticEval> {
        let &NodeArgs { position, ply, depth, alpha, beta, .. } = node;
        let p = self.parameters;
        let entry = &self.stack[ply];
        let above = &self.stack[ply.checked_sub(1)?];
        let before = above.raw_eval.or(above.expected_eval).filter(|eval| eval.is_heuristic())?;
        let expected = -before.value() - above.gain;
        let can_decide = depth <= p.rfp_depth
            && !node.is_pv()
            && alpha.is_heuristic()
            && beta.is_heuristic()
            && entry.raw_eval.is_none()
            && entry.excluded_move.is_none();
        let is_high = expected >= beta.value() + p.lazy_high_margin + p.rfp_margin * depth;
        // What was expected of a position far below its window is usually too much, so that this is too little.
        let is_low =
            depth == 0 && above.raw_eval.is_some() && expected <= alpha.value() - p.lazy_low_margin;
        if !can_decide
            || !(is_high || is_low)
            || is_damped(position)
            || self.mop_up(position).is_some()
        {
            return None;
        }
        self.counters.applied(Technique::LazyEvaluation);
        let bound =
            Score::heuristic(if is_high { expected - p.lazy_high_margin } else { expected });
        let eval = self.shared.options.adjust_eval(bound);
        let expected = Score::heuristic(expected);
        if O::ENABLED {
            let raw = self.evaluate(position);
            self.observer.evaluated(ply, &EvalView { raw, used: eval, expected: Some(expected) });
        }
        let entry = &mut self.stack[ply];
        entry.expected_eval = Some(expected);
        entry.static_eval = Some(expected);
        let value = if is_high { Value::at_least(eval) } else { Value::at_most(eval) };
        Some(StaticEval { eval: Some(eval), free_eval: value.shadow, ..StaticEval::default() })
    }

    /// The evaluation with its correction, and damped as the fifty-move rule comes near. Known values stay as they are.
    fn corrected(&self, position: &Position, ply: Ply, raw_eval: Score) -> Score {
        if !raw_eval.is_heuristic() {
            return raw_eval;
        }
        let index = &self.stack[ply].correction_index;
        let corrected = raw_eval.value() + self.thread.correction_history.correction(index);
        let clock = i32::try_from(position.halfmoves()).unwrap_or(100).min(100);
        let damped = corrected * (FIFTY_MOVE_SCALE - clock) / FIFTY_MOVE_SCALE;
        Score::heuristic(if is_damped(position) { damped } else { corrected })
    }
}

/// Whether the fifty-move rule is near enough to damp the evaluation.
fn is_damped(position: &Position) -> bool {
    position.halfmoves() > FIFTY_MOVE_START
}
