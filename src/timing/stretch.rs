//! Stretch: what the completed iterations of a search make of its budget. A settled search gives time back, an unsettled one
//! takes more; `timeuse` learns the mean of it, so that the plan for the rest of the game stays right.
//!
//! An iteration that has begun may run on beyond the deadline, because what it has not finished tells little.
//!
//! Source: node time management and the factors by stability and score of Stockfish and its successors, here a product of
//! three; many engines, weiss among them, have a later deadline within an iteration.

use super::budget::{Budget, Stretch, as_f64};
use super::parameter::parameters;
use crate::base::{Millis, Score};

parameters! {
    /// Parameters of the three factors; without `stretch(...)` each factor is 1.
    pub struct StretchSettings ("stretch") {
        /// Factor of a best move without nodes.
        share_base ("share-base"): 1.0, 0.1..=5.0;
        /// Subtracted from it if the best move has all nodes, and in proportion.
        share_slope ("share-slope"): 0.0, 0.0..=5.0;
        /// Factor after an iteration that changed the best move.
        changed ("changed"): 1.0, 0.1..=5.0;
        /// The factor that it approaches while the best move stays: half of the way with each iteration.
        stable ("stable"): 1.0, 0.1..=5.0;
        /// Binary logarithm of the factor if the score fell by a pawn or more, and in proportion; a score that rose divides.
        fall ("fall"): 0.0, 0.0..=2.0;
        /// The smallest product.
        least ("least"): 0.4, 0.05..=1.0;
        /// The largest product; `max-move-budget` and the clock limit the time besides.
        most ("most"): 2.5, 1.0..=10.0;
        /// The deadline of an iteration that has begun, as a multiple of the deadline between iterations.
        overrun ("overrun"): 1.0, 1.0..=10.0;
    }
}

/// What the completed iterations say.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Share of the nodes below the best move, 0 to 1.
    pub best_share: f64,
    /// Consecutive completed iterations with the best move.
    pub agreeing: usize,
    /// Score of each completed iteration, oldest first.
    pub scores: &'a [Score],
}

/// Iterations before the last one whose mean score is compared with its score.
const BEFORE: usize = 3;
/// Centipawns from which a fall or rise of the score counts fully.
const FULL_FALL: f64 = 100.0;

impl StretchSettings {
    /// Whether any factor can differ from 1.
    pub fn is_on(&self) -> bool {
        let neutral = Self::default();
        *self != Self { least: self.least, most: self.most, ..neutral }
    }

    /// The stretch of `budget` after an iteration.
    pub fn after(&self, budget: &Budget, progress: &Progress<'_>) -> Stretch {
        let share = (self.share_base - self.share_slope * progress.best_share).max(0.0);
        let passed = i32::try_from(progress.agreeing.saturating_sub(1)).unwrap_or(i32::MAX);
        let stability = self.stable + (self.changed - self.stable) * 0.5_f64.powi(passed);
        let fall = (self.fall * fall(progress.scores)).exp2();
        let factor = (share * stability * fall).clamp(self.least, self.most);
        let [deadline, latest] = self.deadlines(budget, factor);
        Stretch { share, stability, fall, factor, deadline, latest }
    }

    /// The stretch of `budget` before the first iteration is complete.
    pub(super) fn before(&self, budget: &Budget) -> Stretch {
        let [deadline, latest] = self.deadlines(budget, 1.0);
        Stretch { deadline, latest, ..Stretch::default() }
    }

    /// The stretch of `budget` after the same iterations as those behind `of`, which has the same parameters.
    pub fn repeated(&self, budget: &Budget, of: &Stretch) -> Stretch {
        let [deadline, latest] = self.deadlines(budget, of.factor);
        Stretch { deadline, latest, ..*of }
    }

    /// The deadlines between iterations and within one.
    fn deadlines(&self, budget: &Budget, factor: f64) -> [Millis; 2] {
        // The caps hold for the product too; a budget above its cap by rounding keeps its deadline.
        let most = budget.move_cap.min(budget.clock_cap).max(as_f64(budget.deadline));
        let deadline = (as_f64(budget.deadline) * factor).min(most);
        [deadline, (deadline * self.overrun).min(most)].map(|time| Millis(time as i64))
    }
}

/// The fall of the last score below the mean of those before, from -1 to 1; mates count as the largest evaluation.
fn fall(scores: &[Score]) -> f64 {
    let Some((last, before)) = scores.split_last() else { return 0.0 };
    let before = &before[before.len().saturating_sub(BEFORE)..];
    if before.is_empty() {
        return 0.0;
    }
    let value = |score: &Score| f64::from(score.value());
    let mean = before.iter().map(value).sum::<f64>() / before.len() as f64;
    ((mean - value(last)) / FULL_FALL).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{Progress, StretchSettings};
    use crate::base::{Millis, Score};
    use crate::timing::{Budget, Smooth};

    /// The values that the engine plays with.
    fn on() -> StretchSettings {
        Smooth::stretched().stretch
    }

    fn budget() -> Budget {
        let deadline = Millis(1000);
        Budget {
            budget: 1000.0,
            deadline,
            move_cap: 2000.0,
            clock_cap: 1500.0,
            ..Budget::default()
        }
    }

    fn factor(best_share: f64, agreeing: usize, scores: &[i32]) -> f64 {
        let scores: Vec<Score> = scores.iter().map(|&score| Score::raw(score)).collect();
        on().after(&budget(), &Progress { best_share, agreeing, scores: &scores }).factor
    }

    #[test]
    fn settled_searches_give_time_back_and_unsettled_ones_take_more() {
        let settled = factor(0.9, 8, &[20, 22, 21, 20]);
        let changed = factor(0.4, 1, &[20, 22, 21, 20]);
        let falling = factor(0.4, 1, &[20, 22, 21, -90]);
        assert!((0.55..0.7).contains(&settled), "{settled}");
        assert!((1.6..1.8).contains(&changed), "{changed}");
        assert!(falling > 1.35 * changed, "{falling} {changed}");
        assert!(factor(0.4, 1, &[20, 22, 21, 120]) < changed);
    }

    #[test]
    fn the_product_stays_within_its_limits_and_the_caps() {
        let scores = [Score::raw(200), Score::mated_in(4)];
        let wild = Progress { best_share: 0.0, agreeing: 1, scores: &scores };
        let stretch = on().after(&budget(), &wild);
        assert_eq!(stretch.factor, 2.5);
        assert_eq!(stretch.deadline, Millis(1500), "the clock cap");
        let tight = Budget { move_cap: 900.0, ..budget() };
        assert_eq!(
            on().after(&tight, &wild).deadline,
            Millis(1000),
            "never less for being unsettled"
        );
    }

    #[test]
    fn an_iteration_that_has_begun_may_take_twice_the_time_within_the_caps() {
        let settled = Progress { best_share: 0.9, agreeing: 8, scores: &[Score::raw(20); 8] };
        let stretch = on().after(&budget(), &settled);
        assert_eq!((stretch.deadline, stretch.latest), (Millis(614), Millis(1229)));
        let changed = Progress { best_share: 0.4, agreeing: 1, ..settled };
        let stretch = on().after(&budget(), &changed);
        assert_eq!(stretch.latest, Millis(1500), "the clock cap");
        assert_eq!(on().before(&budget()).latest, Millis(1500));
        let neutral = StretchSettings::default().before(&budget());
        assert_eq!((neutral.deadline, neutral.latest), (Millis(1000), Millis(1000)));
    }

    #[test]
    fn without_parameters_nothing_is_stretched() {
        let neutral = StretchSettings::default();
        assert!(!neutral.is_on() && on().is_on());
        let wild =
            Progress { best_share: 0.1, agreeing: 1, scores: &[Score::raw(0), Score::raw(-500)] };
        assert_eq!(neutral.after(&budget(), &wild).deadline, Millis(1000));
    }
}
