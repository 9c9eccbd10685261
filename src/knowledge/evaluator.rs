//! The evaluator of one thread: synchronises its state of the network with a board, and scores it.
//!
//! The search calls [`Evaluator::evaluate`] at leaves. The board is compared with the last one evaluated, and only the
//! propositions that differ are propagated; the score never depends on which boards came before.

use super::pieces::{input_of, to_move_input};
use super::terms::{INITIATIVE_SUM, PHASE_SUM, sum_of};
use super::{Category, Emphasis, Knowledge, material};
use crate::base::Score;
use crate::propnet::Pair;
use crate::propnet::lanes::State;
use crate::rules::{Board, Color, Role};
use std::sync::Arc;

/// Phase of a board with every piece on it.
pub(super) const FULL_PHASE: i32 = 24;

/// What the score is put together from, White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assembly {
    /// `[category][white, black]` after the emphasis; not filled when nothing is scaled.
    pub phase: i32,
    /// Endgame scale in 128ths.
    pub scale: i32,
    /// White's view, centipawns.
    pub total: i32,
}

/// One thread's evaluation. Cheap to clone (some kilobytes); send it where it is needed.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pub(super) knowledge: Arc<Knowledge>,
    pub(super) state: State,
    pub(super) emphasis: Emphasis,
    /// Is every share of the emphasis whole? Then the sums are used as they are.
    whole: bool,
    pub(super) evaluations: u64,
    pub(super) signals: u64,
    pub(super) last: (u32, u32),
}

impl Evaluator {
    /// An evaluator of the empty board with full emphasis.
    #[must_use]
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        let state = State::new(Arc::clone(knowledge.network()));
        Self {
            knowledge,
            state,
            emphasis: Emphasis::FULL,
            whole: true,
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
        self.synchronise(board, turn);
        let total = self.assemble().total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Brings the network up to date with `board`.
    #[inline]
    pub fn synchronise(&mut self, board: &Board, turn: Color) {
        self.synchronise_inputs(board, turn);
        self.state.propagate();
        self.last = self.state.take_last();
        self.signals += u64::from(self.last.1);
        self.evaluations += 1;
    }

    #[inline(always)]
    fn synchronise_inputs(&mut self, board: &Board, turn: Color) {
        let (white, black) = (board.white().0, board.black().0);
        for role in Role::ALL {
            let pieces = board.by_role(role).0;
            self.state.set(input_of(Color::White, role), pieces & white);
            self.state.set(input_of(Color::Black, role), pieces & black);
        }
        self.state.set(to_move_input(Color::White), u64::from(turn == Color::White));
        self.state.set(to_move_input(Color::Black), u64::from(turn == Color::Black));
    }

    /// Scores `board` with every word computed anew in dependency order: the plain way, to compare with.
    pub fn evaluate_plainly(&mut self, board: &Board, turn: Color) -> Score {
        self.synchronise_inputs(board, turn);
        self.state.rebuild();
        let total = self.assemble().total;
        Score::heuristic(if turn == Color::White { total } else { -total })
    }

    /// Puts the score together from the sums.
    pub(super) fn assemble(&self) -> Assembly {
        let phase = self.state.sum(usize::from(PHASE_SUM))[0].min(FULL_PHASE);
        let [middle, mut end] = self.balance();
        end += self.initiative(end);
        let strong = if end > 0 { Color::White } else { Color::Black };
        let scale = (128 + self.share(Category::EndgameScale, strong).1).clamp(0, 128);
        let total = (middle * phase + end * scale / 128 * (FULL_PHASE - phase)) / FULL_PHASE;
        Assembly { phase, scale, total }
    }

    /// White's sums minus Black's, over every category but the scale.
    fn balance(&self) -> Pair {
        if self.whole {
            // The scale is the last category: what is before it is summed as it is.
            return self.state.balance(Category::EndgameScale as usize);
        }
        let counted = Category::ALL.into_iter().filter(|&c| c != Category::EndgameScale);
        counted.fold([0, 0], |[middle, end], category| {
            let [white, black] = [Color::White, Color::Black].map(|c| self.share(category, c));
            [middle + white.0 - black.0, end + white.1 - black.1]
        })
    }

    /// A category's sums for one side after the emphasis.
    #[inline(always)]
    pub(super) fn share(&self, category: Category, side: Color) -> (i32, i32) {
        let [middle, end] = self.state.sum(usize::from(sum_of(category, side)));
        if self.whole {
            return (middle, end);
        }
        if category == Category::Material {
            return self.dialled_material(side);
        }
        let share = i32::from(self.emphasis.per128[category as usize]);
        (middle * share / 128, end * share / 128)
    }

    /// Material with the dial's own piece values.
    fn dialled_material(&self, side: Color) -> (i32, i32) {
        let mut sum = (0, 0);
        for ((role, name), (middle, end)) in
            Role::ALL.into_iter().zip(material::NAMES).zip(self.emphasis.material_per_mille)
        {
            let Some(word) = self.knowledge.network().iter().nth(input_of(side, role)) else {
                continue;
            };
            let value = self.knowledge.weights().get(name).ok().and_then(|pairs| pairs.first());
            let count = i32::try_from(self.state.count(word)).unwrap_or(0);
            let [full_middle, full_end] = value.copied().unwrap_or([0, 0]);
            sum.0 += count * (full_middle * i32::from(middle) / 1000);
            sum.1 += count * (full_end * i32::from(end) / 1000);
        }
        sum
    }

    /// What the play left on the board adds to or takes from the side that is ahead; never turns the advantage round.
    fn initiative(&self, end: i32) -> i32 {
        let play = self.state.sum(usize::from(INITIATIVE_SUM))[1];
        let share = i32::from(self.emphasis.per128[Category::Threats as usize]);
        end.signum() * (play * share / 128).max(-end.abs())
    }
}
