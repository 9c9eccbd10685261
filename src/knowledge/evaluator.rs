//! The evaluator of one thread: tapered evaluation of a board by the network.
//!
//! The search calls [`Evaluator::evaluate`] at leaves, which runs the compiled evaluator (`compiled`). Evaluation traces and
//! activity counts run the bitboard network with event-driven propagation. The score depends on the board only, never on
//! the boards before it.

use super::compiled::{CompiledEvaluator, INPUTS, set_inputs};
use super::formula;
use super::pieces::input_of;
use super::scaling::FULL_PHASE;
use super::terms::{INITIATIVE_SUM, PHASE_SUM, sum_of};
use super::{Category, CategoryWeights, Knowledge, material, scaled_term};
use crate::base::Score;
use crate::propnet::Pair;
use crate::propnet::bitboard::{self, State, Sums};
use crate::rules::{Board, Color, Role};
use std::sync::Arc;

/// Activity is counted for one evaluation in 8192, with event-driven propagation. Below that the evaluations whose number
/// is a power of two count, so that a short search has samples too.
/// Measured: a sample is 164,000 instructions, 55 evaluations: one in 1024 and 32 before the first 1024 were 5 % of the
/// instructions of searches to depth 8.
const ACTIVITY_SAMPLE: u32 = 8192;

type Inputs = [u64; INPUTS];

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

/// The evaluator of one thread; 1 MB.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) knowledge: Arc<Knowledge>,
    /// The network with event-driven propagation, for traces and activity counts.
    pub(super) state: State,
    pub(super) compiled: CompiledEvaluator,
    category_weights: CategoryWeights,
    /// Are all category weights full? Then the sums need no scaling.
    full_weights: bool,
    /// Boards evaluated, for sampling the activity.
    pub(super) evaluated: u32,
    pub(super) evaluations: u64,
    pub(super) signals: u64,
    pub(super) last: bitboard::Activity,
}

impl Evaluator {
    /// An evaluator with full category weights.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        Self {
            state: State::new(Arc::clone(knowledge.network())),
            compiled: CompiledEvaluator::new(knowledge.network(), knowledge.tables()),
            knowledge,
            category_weights: CategoryWeights::FULL,
            full_weights: true,
            evaluated: 0,
            evaluations: 0,
            signals: 0,
            last: bitboard::Activity::default(),
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
        if self.evaluated.is_multiple_of(ACTIVITY_SAMPLE)
            || (self.evaluated < ACTIVITY_SAMPLE && self.evaluated.is_power_of_two())
        {
            self.count_activity(board, turn);
        }
        self.evaluated = self.evaluated.wrapping_add(1);
        self.compiled.update(self.knowledge.tables(), board, turn);
        self.score(self.compiled.sums(), self.compiled.inputs(), turn)
    }

    /// The pawn hash entry that the evaluation of `board` will read, for a prefetch.
    #[inline]
    pub fn pawn_hash_entry(&self, board: &Board) -> &[u64; 4] {
        let (white, black) = (board.white().0, board.black().0);
        let (pawns, kings) = (board.pawns().0, board.kings().0);
        self.compiled.pawn_hash_entry([pawns & white, kings & white, pawns & black, kings & black])
    }

    /// Reference evaluation: every bitboard recomputed in dependency order. For tests and the benchmark.
    pub fn evaluate_reference(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        self.state.rebuild(&inputs);
        self.score(self.state.sums(), &inputs, turn)
    }

    /// Full evaluation: the compiled evaluator without the pawn hash table. For tests and the benchmark.
    pub fn evaluate_full(&mut self, board: &Board, turn: Color) -> Score {
        self.compiled.recompute(self.knowledge.tables(), board, turn);
        self.score(self.compiled.sums(), self.compiled.inputs(), turn)
    }

    /// Incremental evaluation: event-driven propagation. For tests and the benchmark.
    pub fn evaluate_incremental(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = self.propagate(board, turn);
        self.score(self.state.sums(), &inputs, turn)
    }

    #[inline]
    fn score(&self, sums: &Sums, inputs: &[u64], turn: Color) -> Score {
        let total = self.tapered(sums, inputs).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Updates the event-driven network to `board` and counts its activity.
    pub(super) fn propagate(&mut self, board: &Board, turn: Color) -> Inputs {
        let inputs = inputs_of(board, turn);
        for (index, &squares) in inputs.iter().enumerate() {
            self.state.set(index, squares);
        }
        self.last = self.state.propagate();
        self.signals += u64::from(self.last.signals);
        self.evaluations += 1;
        inputs
    }

    /// Counts the activity of the step from the last board evaluated to this one.
    #[cold]
    fn count_activity(&mut self, board: &Board, turn: Color) {
        self.state.rebuild(self.compiled.inputs());
        self.propagate(board, turn);
    }

    /// Tapered evaluation: interpolates the middlegame and endgame sums by game phase.
    #[inline]
    pub(super) fn tapered(&self, sums: &Sums, inputs: &[u64]) -> TaperedScore {
        let [phase, _] = sum(sums, PHASE_SUM);
        let phase = phase.min(FULL_PHASE);
        let [middle, end] = self.white_minus_black(sums, inputs);
        let reduction = |side| sum(sums, sum_of(Category::EndgameScale, side))[1];
        let parts = formula::Sums {
            middle,
            end,
            initiative: self.weighted_initiative(sums),
            reductions: [reduction(Color::White), reduction(Color::Black)],
        };
        let weight = self.category_weights.per128[Category::EndgameScale as usize];
        let (scale, total) = formula::score(parts, phase, weight);
        TaperedScore { phase, scale, total }
    }

    /// White's sums minus Black's, over every category but the endgame scale.
    #[inline]
    pub(super) fn white_minus_black(&self, sums: &Sums, inputs: &[u64]) -> Pair {
        if self.full_weights {
            // The endgame scale is the last category.
            let pairs = sums.chunks_exact(2).take(Category::EndgameScale as usize);
            return bitboard::unpack(pairs.map(|pair| pair[0] - pair[1]).sum());
        }
        let counted = Category::ALL.into_iter().filter(|&c| c != Category::EndgameScale);
        counted.fold([0, 0], |[middle, end], category| {
            let [white, black] = [Color::White, Color::Black]
                .map(|side| self.category_sum(sums, inputs, category, side));
            [middle + white[0] - black[0], end + white[1] - black[1]]
        })
    }

    /// A category's weighted sums for one side.
    pub(super) fn category_sum(
        &self,
        sums: &Sums,
        inputs: &[u64],
        category: Category,
        side: Color,
    ) -> Pair {
        let full = sum(sums, sum_of(category, side));
        if self.full_weights {
            return full;
        }
        if category == Category::Material {
            return self.limited_material(inputs, side);
        }
        let weight = self.category_weights.per128[category as usize];
        full.map(|term| scaled_term(term, weight))
    }

    /// Material with the piece values of limited strength.
    fn limited_material(&self, inputs: &[u64], side: Color) -> Pair {
        let mut sum = [0, 0];
        for ((role, name), (middle, end)) in
            Role::ALL.into_iter().zip(material::NAMES).zip(self.category_weights.material_per_mille)
        {
            let value = self.knowledge.weights().get(name).ok().and_then(|pairs| pairs.first());
            let count = inputs[input_of(side, role)].count_ones().cast_signed();
            let [full_middle, full_end] = value.copied().unwrap_or_default();
            sum[0] += count * (full_middle * i32::from(middle) / 1000);
            sum[1] += count * (full_end * i32::from(end) / 1000);
        }
        sum
    }

    /// The initiative in White's view, part of the endgame sum.
    pub(super) fn initiative(&self, sums: &Sums, end: i32) -> i32 {
        formula::initiative(self.weighted_initiative(sums), end)
    }

    #[inline]
    fn weighted_initiative(&self, sums: &Sums) -> i32 {
        let [_, initiative] = sum(sums, INITIATIVE_SUM);
        scaled_term(initiative, self.category_weights.per128[Category::Threats as usize])
    }
}

#[inline]
const fn sum(sums: &Sums, index: u8) -> Pair {
    bitboard::unpack(sums[index as usize])
}

/// The inputs of the network for a board: the squares of each side's roles, pawn first, White first, then on a1 the side to
/// move.
#[inline]
pub fn inputs_of(board: &Board, turn: Color) -> Inputs {
    let mut inputs = [0; INPUTS];
    set_inputs(board, turn, &mut inputs);
    inputs
}
