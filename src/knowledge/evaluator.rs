//! The evaluator of one thread: brings the network up to date with a board, and scores it.
//!
//! The search calls [`Evaluator::evaluate`] at leaves. The board is compared with the last one, and only what depends on
//! a changed input is computed; the score never depends on which boards came before. Scoring runs the network as
//! straight code (`sweep`); looking at it, and counting what moves, runs it word by word.

use super::pieces::{input_of, to_move_input};
use super::sweep::{INPUTS, Sweep};
use super::terms::{INITIATIVE_SUM, PHASE_SUM, sum_of};
use super::{Category, Emphasis, Knowledge, material};
use crate::base::Score;
use crate::propnet::Pair;
use crate::propnet::lanes::{self, State};
use crate::rules::{Board, Color, Role};
use std::sync::Arc;

/// Phase of a board with every piece on it.
const FULL_PHASE: i32 = 24;
/// One score in so many has its step through the network counted, word by word.
/// Measured: counting every step would take three times as long as scoring.
const SAMPLE: u32 = 1024;

/// What the score is put together from, White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assembly {
    /// Game phase, 0 to [`FULL_PHASE`].
    pub phase: i32,
    /// Endgame scale in 128ths.
    pub scale: i32,
    /// White's view, centipawns.
    pub total: i32,
}

/// The network's packed sums and the inputs they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    sums: [i64; 32],
    inputs: [u64; INPUTS],
}

impl Reading {
    fn sum(&self, sum: u8) -> Pair {
        lanes::unpack(self.sums[usize::from(sum)])
    }
}

/// One thread's evaluation. Cheap to clone (400 kB); send it where it is needed.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) knowledge: Arc<Knowledge>,
    /// The network visited word by word, for looking at it and for counting what moves.
    pub(super) state: State,
    /// The network as straight code, for scoring.
    pub(super) sweep: Sweep,
    emphasis: Emphasis,
    /// Is every share of the emphasis whole? Then the sums are used as they are.
    whole: bool,
    /// Boards scored, to know when to count.
    scored: u32,
    pub(super) evaluations: u64,
    pub(super) signals: u64,
    pub(super) last: (u32, u32),
}

impl Evaluator {
    /// An evaluator of the empty board with full emphasis.
    #[must_use]
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        Self {
            state: State::new(Arc::clone(knowledge.network())),
            sweep: Sweep::new(&knowledge),
            knowledge,
            emphasis: Emphasis::FULL,
            whole: true,
            scored: 0,
            evaluations: 0,
            signals: 0,
            last: (0, 0),
        }
    }

    /// Uses as much of the knowledge as `emphasis` lets through from now on.
    pub fn set_emphasis(&mut self, emphasis: &Emphasis) {
        self.emphasis = emphasis.clone();
        self.whole = self.emphasis == Emphasis::FULL;
    }

    /// Scores `board` for the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        if self.scored.is_multiple_of(SAMPLE) {
            self.count_activity(&inputs);
        }
        self.scored = self.scored.wrapping_add(1);
        self.sweep.synchronise(&self.knowledge, &inputs);
        let total = self.assemble(&Reading { sums: *self.sweep.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Scores `board` with every word computed anew in dependency order: the plain way, to compare with.
    pub fn evaluate_plainly(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        self.state.rebuild(&inputs);
        let total = self.assemble(&Reading { sums: *self.state.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Scores `board` by the same straight code with everything computed anew: a plain bitboard evaluation.
    pub fn evaluate_anew(&mut self, board: &Board, turn: Color) -> Score {
        let inputs = inputs_of(board, turn);
        self.sweep.anew(&self.knowledge, &inputs);
        let total = self.assemble(&Reading { sums: *self.sweep.sums(), inputs }).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Scores `board` word by word, visiting only what changed, to compare with.
    pub fn evaluate_by_visits(&mut self, board: &Board, turn: Color) -> Score {
        let reading = self.synchronise(board, turn);
        let total = self.assemble(&reading).total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Brings the network that can be looked at up to date with `board`, and counts what moves.
    pub(super) fn synchronise(&mut self, board: &Board, turn: Color) -> Reading {
        let inputs = inputs_of(board, turn);
        self.visit(&inputs);
        Reading { sums: *self.state.sums(), inputs }
    }

    fn visit(&mut self, inputs: &[u64; INPUTS]) {
        for (index, &lanes) in inputs.iter().enumerate() {
            self.state.set(index, lanes);
        }
        self.state.propagate();
        self.last = self.state.take_last();
        self.signals += u64::from(self.last.1);
        self.evaluations += 1;
    }

    /// Lets the step from the last board scored to this one run through the network, counting it.
    #[cold]
    fn count_activity(&mut self, inputs: &[u64; INPUTS]) {
        self.state.rebuild(&self.sweep.inputs());
        self.visit(inputs);
    }

    /// Puts the score together from the sums.
    #[inline]
    pub(super) fn assemble(&self, reading: &Reading) -> Assembly {
        let phase = reading.sum(PHASE_SUM)[0].min(FULL_PHASE);
        let [middle, mut end] = self.balance(reading);
        end += self.initiative(reading, end);
        let strong = if end > 0 { Color::White } else { Color::Black };
        let scale = self.share(reading, Category::EndgameScale, strong).1;
        let scale = (128 + scale).clamp(0, 128);
        let total = (middle * phase + end * scale / 128 * (FULL_PHASE - phase)) / FULL_PHASE;
        Assembly { phase, scale, total }
    }

    /// White's sums minus Black's, over every category but the scale.
    #[inline]
    fn balance(&self, reading: &Reading) -> Pair {
        if self.whole {
            // The scale is the last category: what is before it is summed as it is.
            let pairs = reading.sums.chunks_exact(2).take(Category::EndgameScale as usize);
            return lanes::unpack(pairs.map(|pair| pair[0] - pair[1]).sum());
        }
        let counted = Category::ALL.into_iter().filter(|&c| c != Category::EndgameScale);
        counted.fold([0, 0], |[middle, end], category| {
            let [white, black] =
                [Color::White, Color::Black].map(|side| self.share(reading, category, side));
            [middle + white.0 - black.0, end + white.1 - black.1]
        })
    }

    /// A category's sums for one side after the emphasis.
    pub(super) fn share(&self, reading: &Reading, category: Category, side: Color) -> (i32, i32) {
        let [middle, end] = reading.sum(sum_of(category, side));
        if self.whole {
            return (middle, end);
        }
        if category == Category::Material {
            return self.dialled_material(reading, side);
        }
        let share = i32::from(self.emphasis.per128[category as usize]);
        (middle * share / 128, end * share / 128)
    }

    /// Material with the dial's own piece values.
    fn dialled_material(&self, reading: &Reading, side: Color) -> (i32, i32) {
        let mut sum = (0, 0);
        for ((role, name), (middle, end)) in
            Role::ALL.into_iter().zip(material::NAMES).zip(self.emphasis.material_per_mille)
        {
            let value = self.knowledge.weights().get(name).ok().and_then(|pairs| pairs.first());
            let pieces = reading.inputs[input_of(side, role)].count_ones();
            let count = i32::try_from(pieces).unwrap_or(0);
            let [full_middle, full_end] = value.copied().unwrap_or([0, 0]);
            sum.0 += count * (full_middle * i32::from(middle) / 1000);
            sum.1 += count * (full_end * i32::from(end) / 1000);
        }
        sum
    }

    /// What the play left on the board adds to or takes from the side that is ahead; never turns the advantage round.
    fn initiative(&self, reading: &Reading, end: i32) -> i32 {
        let play = reading.sum(INITIATIVE_SUM)[1];
        let share = i32::from(self.emphasis.per128[Category::Threats as usize]);
        end.signum() * (play * share / 128).max(-end.abs())
    }
}

/// The network's inputs on a board.
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
