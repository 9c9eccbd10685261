//! The categories of the evaluation as a reason: the one in which two lines differ most, at their quiet ends and on the way there.

use super::comparison::{Comparison, MAX_POSITIONAL, MIN_LOSS};
use super::deed::SOON;
use super::material::MaterialLoss;
use super::proof::quiet_part;
use super::reason::{Aspect, Reason};
use super::tactics::MIN_WIN;
use crate::knowledge::{Category, Evaluator};
use crate::rules::{Color, Move, Position};

/// A category must be at least one part in so many of the loss to explain it.
const MIN_SHARE: i32 = 2;
/// Minimum difference of a category in centipawns. Measured by reading annotated games: smaller ones are noise.
const MIN_CATEGORY: i32 = 60;
/// Shortest quiet line in half-moves whose categories are compared.
const MIN_PLIES: usize = 6;

/// The sums of the evaluation's categories for a side and its opponent, in centipawns: `[category][side, opponent]`.
#[derive(Clone, Copy, Debug, Default)]
struct SideSums([[i32; 2]; Category::COUNT]);

/// The categories of a line.
#[derive(Clone, Copy, Debug)]
struct CategorySums {
    /// At its quiet end.
    end: SideSums,
    /// The mean over its second half, without the positions in check.
    mean: SideSums,
}

impl CategorySums {
    /// The categories along the quiet part of `line` for `side`; `None` for a short one, and for a line with a promotion.
    fn along(
        position: &Position,
        line: &[Move],
        side: Color,
        evaluator: &mut Evaluator,
    ) -> Option<Self> {
        if line.iter().any(|mv| mv.promotion().is_some()) {
            return None;
        }
        let line = quiet_part(position, line);
        if line.len() < MIN_PLIES {
            return None;
        }
        let mut at = position.after_line(&line[..line.len() / 2]);
        let mut sums = Vec::new();
        for &mv in &line[line.len() / 2..] {
            at.play(mv);
            if !at.is_check() {
                let trace = evaluator.trace(at.board(), at.turn());
                let of = |category| [side, !side].map(|side| trace.side_score(category, side));
                sums.push(SideSums(Category::ALL.map(of)));
            }
        }
        let end = *sums.last()?;
        let count = sums.len() as i32;
        let mut mean = SideSums::default();
        for (category, sides) in mean.0.iter_mut().enumerate() {
            for (side, value) in sides.iter_mut().enumerate() {
                *value = sums.iter().map(|sums| sums.0[category][side]).sum::<i32>() / count;
            }
        }
        Some(Self { end, mean })
    }
}

/// What a side loses in a category from the first sums to the second ones: by its own share and by its opponent's.
const fn side_losses([best, played]: [&SideSums; 2], category: Category) -> [i32; 2] {
    let [[own_best, other_best], [own, other]] =
        [best.0[category as usize], played.0[category as usize]];
    [own_best - own, other - other_best]
}

const fn category_loss(sums: [&SideSums; 2], category: Category) -> i32 {
    let [own, other] = side_losses(sums, category);
    own + other
}

impl Comparison<'_> {
    /// The evaluation category in which the two lines differ most, at their quiet ends and on the way there, if that explains
    /// the loss.
    pub(super) fn category(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        if !(MIN_LOSS..MAX_POSITIONAL).contains(&self.loss()) {
            return None;
        }
        let us = self.position.turn();
        let mut sums = |line: &[Move]| CategorySums::along(self.position, line, us, evaluator);
        let (played, best) = (sums(&self.played.line)?, sums(&self.best.line)?);
        let ends = [&best.end, &played.end];
        let means = [&best.mean, &played.mean];
        let worse =
            |category: Category| category_loss(ends, category).min(category_loss(means, category));
        // The other categories say nothing that can be seen on the board. Measured on 50 games: of two claims of mobility and
        // four of pressure on the opponent's king Stockfish's evaluation confirmed none; on 180 more, of two of passed pawns and two
        // of pawn structure none.
        let category = Category::KingSafety;
        let is_proved = worse(category) >= MIN_CATEGORY
            && self.explains(worse(category), MIN_SHARE)
            && worse(Category::Material).abs() <= MIN_WIN;
        let is_gain = |sums| {
            let [own, other] = side_losses(sums, category);
            other > own
        };
        let is_own = !is_gain(ends) && !is_gain(means);
        // What says more is the pawn by which the side is behind after four half-moves, also where it is won back later.
        let soon = &self.played.line[..self.played.line.len().min(SOON)];
        let is_quiet = MaterialLoss::of_moves(us, soon, us).cents() < MIN_WIN;
        (is_proved && is_own && is_quiet)
            .then_some(Reason::Positional(Aspect { category, is_gain: false }))
    }
}
