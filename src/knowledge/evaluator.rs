//! The evaluator of one thread: tapered evaluation of a board by the network.
//!
//! The search calls [`Evaluator::evaluate`] at leaves, which runs the compiled evaluator (`compiled`). Evaluation traces and
//! activity counts run the bitboard network with event-driven propagation. The score depends on the board only, never on
//! the boards before it.

use super::compiled::{CompiledEvaluator, INPUTS};
use super::pieces::{input_of, to_move_input};
use super::terms::{INITIATIVE_SUM, PHASE_SUM, sum_of};
use super::{Category, CategoryWeights, Knowledge, material, scaled_endgame_factor, scaled_term};
use crate::base::Score;
use crate::propnet::Pair;
use crate::propnet::bitboard::{self, State};
use crate::rules::{Board, Color, Role};
use std::sync::Arc;

/// Phase of a board with every piece on it.
const FULL_PHASE: i32 = 24;
/// Activity is counted for one evaluation in 1024, with event-driven propagation.
/// Measured: counting every evaluation would take three times as long as the evaluation.
const ACTIVITY_SAMPLE: u32 = 1024;

/// The tapered score, White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaperedScore {
    /// Game phase, 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// Endgame scale factor in 128ths.
    pub scale: i32,
    /// White's view, centipawns.
    pub total: i32,
}

/// The network's packed sums and its inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct NetworkSums {
    sums: [i64; 32],
    inputs: [u64; INPUTS],
}

impl NetworkSums {
    fn sum(&self, sum: u8) -> Pair {
        bitboard::unpack(self.sums[usize::from(sum)])
    }
}

/// The evaluator of one thread; 400 kB.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) knowledge: Arc<Knowledge>,
    /// The network with event-driven propagation, for traces and activity counts.
    pub(super) state: State,
    /// The compiled evaluator.
    pub(super) compiled: CompiledEvaluator,
    category_weights: CategoryWeights,
    /// Are all category weights full? Then the sums need no scaling.
    full_weights: bool,
    /// Boards evaluated, for sampling the activity.
    evaluated: u32,
    pub(super) evaluations: u64,
    pub(super) signals: u64,
    pub(super) last: (u32, u32),
}

impl Evaluator {
    /// An evaluator with full category weights.
    #[must_use]
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        Self {
            state: State::new(Arc::clone(knowledge.network())),
            compiled: CompiledEvaluator::new(&knowledge),
            knowledge,
            category_weights: CategoryWeights::FULL,
            full_weights: true,
            evaluated: 0,
            evaluations: 0,
            signals: 0,
            last: (0, 0),
        }
    }

    /// Sets the category weights for later evaluations.
    pub fn set_category_weights(&mut self, weights: &CategoryWeights) {
        self.category_weights = weights.clone();
        self.full_weights = self.category_weights == CategoryWeights::FULL;
    }

    /// Static evaluation of `board` for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        if self.evaluated.is_multiple_of(ACTIVITY_SAMPLE) {
            self.count_activity(&inputs);
        }
        self.evaluated = self.evaluated.wrapping_add(1);
        self.compiled.synchronise(&self.knowledge, &inputs);
        let total = self.taper(&NetworkSums { sums: *self.compiled.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Reference evaluation: every bitboard recomputed in dependency order. For tests and the benchmark.
    pub fn evaluate_reference(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        self.state.rebuild(&inputs);
        let total = self.taper(&NetworkSums { sums: *self.state.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Full evaluation: the compiled evaluator without the pawn hash table. For tests and the benchmark.
    pub fn evaluate_full(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        self.compiled.recompute(&self.knowledge, &inputs);
        let total = self.taper(&NetworkSums { sums: *self.compiled.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Incremental evaluation: event-driven propagation. For tests and the benchmark.
    pub fn evaluate_incremental(&mut self, board: &Board, turn: Color) -> Score {
        let sums = self.propagate(board, turn);
        let total = self.taper(&sums).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Updates the event-driven network to `board` and counts its activity.
    pub(super) fn propagate(&mut self, board: &Board, turn: Color) -> NetworkSums {
        let inputs = inputs_of(board, turn);
        self.propagate_inputs(&inputs);
        NetworkSums { sums: *self.state.sums(), inputs }
    }

    fn propagate_inputs(&mut self, inputs: &[u64; INPUTS]) {
        for (index, &value) in inputs.iter().enumerate() {
            self.state.set(index, value);
        }
        self.state.propagate();
        self.last = self.state.take_last();
        self.signals += u64::from(self.last.1);
        self.evaluations += 1;
    }

    /// Counts the activity of the step from the last board evaluated to this one.
    #[cold]
    fn count_activity(&mut self, inputs: &[u64; INPUTS]) {
        self.state.rebuild(&self.compiled.inputs());
        self.propagate_inputs(inputs);
    }

    /// Tapered evaluation: interpolates the middlegame and endgame sums by game phase.
    #[inline]
    pub(super) fn taper(&self, sums: &NetworkSums) -> TaperedScore {
        let phase = sums.sum(PHASE_SUM)[0].min(FULL_PHASE);
        let [middle, mut end] = self.white_minus_black(sums);
        end += self.initiative(sums, end);
        let stronger = if end > 0 { Color::White } else { Color::Black };
        let [_, reduction] = sums.sum(sum_of(Category::EndgameScale, stronger));
        let weight = self.category_weights.per128[Category::EndgameScale as usize];
        let scale = scaled_endgame_factor((128 + reduction).clamp(0, 128), weight);
        let total = (middle * phase + end * scale / 128 * (FULL_PHASE - phase)) / FULL_PHASE;
        TaperedScore { phase, scale, total }
    }

    /// White's sums minus Black's, over every category but the endgame scale.
    #[inline]
    fn white_minus_black(&self, sums: &NetworkSums) -> Pair {
        if self.full_weights {
            // The endgame scale is the last category.
            let pairs = sums.sums.chunks_exact(2).take(Category::EndgameScale as usize);
            return bitboard::unpack(pairs.map(|pair| pair[0] - pair[1]).sum());
        }
        let counted = Category::ALL.into_iter().filter(|&c| c != Category::EndgameScale);
        counted.fold([0, 0], |[middle, end], category| {
            let [white, black] =
                [Color::White, Color::Black].map(|side| self.category_sum(sums, category, side));
            [middle + white.0 - black.0, end + white.1 - black.1]
        })
    }

    /// A category's weighted sums for one side.
    pub(super) fn category_sum(
        &self,
        sums: &NetworkSums,
        category: Category,
        side: Color,
    ) -> (i32, i32) {
        let [middle, end] = sums.sum(sum_of(category, side));
        if self.full_weights {
            return (middle, end);
        }
        if category == Category::Material {
            return self.limited_material(sums, side);
        }
        let weight = self.category_weights.per128[category as usize];
        (scaled_term(middle, weight), scaled_term(end, weight))
    }

    /// Material with the piece values of limited strength.
    fn limited_material(&self, sums: &NetworkSums, side: Color) -> (i32, i32) {
        let mut sum = (0, 0);
        for ((role, name), (middle, end)) in
            Role::ALL.into_iter().zip(material::NAMES).zip(self.category_weights.material_per_mille)
        {
            let value = self.knowledge.weights().get(name).ok().and_then(|pairs| pairs.first());
            let pieces = sums.inputs[input_of(side, role)].count_ones();
            let count = i32::try_from(pieces).unwrap_or(0);
            let [full_middle, full_end] = value.copied().unwrap_or([0, 0]);
            sum.0 += count * (full_middle * i32::from(middle) / 1000);
            sum.1 += count * (full_end * i32::from(end) / 1000);
        }
        sum
    }

    /// Initiative: a bonus or malus for the side that is ahead in the endgame; never changes the sign.
    fn initiative(&self, sums: &NetworkSums, end: i32) -> i32 {
        let play = sums.sum(INITIATIVE_SUM)[1];
        let weight = self.category_weights.per128[Category::Threats as usize];
        end.signum() * scaled_term(play, weight).max(-end.abs())
    }
}

/// The inputs of the network for a board.
#[inline]
pub(super) fn inputs_of(board: &Board, turn: Color) -> [u64; INPUTS] {
    let (white, black) = (board.white().0, board.black().0);
    let mut inputs = [0; INPUTS];
    for role in Role::ALL {
        let pieces = board.by_role(role).0;
        inputs[input_of(Color::White, role)] = pieces & white;
        inputs[input_of(Color::Black, role)] = pieces & black;
    }
    inputs[to_move_input(Color::White)] = u64::from(turn == Color::White);
    inputs[to_move_input(Color::Black)] = u64::from(turn == Color::Black);
    inputs
}
