//! The strength dial at work: turns its setting into limits before a search and chooses the move after it.
//!
//! The law itself is `strength/`'s; here its figures meet the evaluation's categories, the search's lines and the clock.

use super::messages::{DialReport, EngineOptions};
use crate::base::Score;
use crate::knowledge::{Category, CategoryWeights};
use crate::rules::{Position, notation};
use crate::search::PvLine;
use crate::strength::{ErrorDraw, StrengthLevel, StrengthLimits, WeakenedMove, generator};
use std::cmp::Reverse;

/// Holds what the dial must remember within one move, and which emphasis is in force.
#[derive(Debug)]
pub(super) struct StrengthLimiter {
    seed: u64,
    error_draw: Option<ErrorDraw>,
    current: CategoryWeights,
}

impl StrengthLimiter {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, error_draw: None, current: CategoryWeights::FULL }
    }

    /// Begins a new sequence of draws.
    pub(super) const fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Resolves the setting and rolls for this move. The second value is true when the evaluation changes, so that
    /// entries and histories of another strength must go.
    pub(super) fn prepare(
        &mut self,
        setting: StrengthLevel,
        options: &EngineOptions,
        root: &Position,
    ) -> (DialReport, bool) {
        let handicap = setting.limits();
        self.error_draw =
            handicap.map(|h| ErrorDraw::new(&h, &mut generator(self.seed, root.key())));
        let law = handicap.map_or(CategoryWeights::FULL, |h| emphasis(&h));
        let emphasis = options.emphasis.clone().unwrap_or(law);
        let changed = emphasis != self.current;
        self.current = emphasis.clone();
        let report = DialReport {
            level: setting,
            nps_cap: handicap.map(|h| h.nps.saturating_mul(options.speed_scale.into())),
            errors: handicap.map(|h| (h.move_error, h.blunder_error, h.blunder_per128)),
            emphasis,
            ..DialReport::default()
        };
        (report, changed)
    }

    /// Largest error of the move under way in centipawns; `None` at full strength. Lines that are worse need no
    /// exact score.
    pub(super) fn margin(&self) -> Option<i32> {
        self.error_draw.map(|roll| roll.max_error)
    }

    /// Chooses among the lines: the index, and the account when the dial had a say.
    pub(super) fn choose(
        &self,
        root: &Position,
        lines: &[PvLine],
    ) -> (usize, Option<WeakenedMove>) {
        let Some(roll) = self.error_draw else { return (0, None) };
        // A search that ended within an iteration leaves lines of two depths, in no order.
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by_key(|&index| Reverse(lines[index].score));
        let scores: Vec<Score> = order.iter().map(|&index| lines[index].score).collect();
        // The roll used the first draw of this position; the choice takes the next ones.
        let mut random = generator(self.seed, root.key());
        random.next_u64();
        let Some(choice) = roll.choose(&scores, &mut random) else { return (0, None) };
        let named: Vec<(String, Score)> = order
            .iter()
            .filter_map(|&index| {
                let line = &lines[index];
                line.moves.first().map(|mv| (notation::uci(*mv), line.score))
            })
            .collect();
        (order[choice.index], roll.describe(choice, &named))
    }
}

/// The law's shares and values in the evaluation's own order.
fn emphasis(handicap: &StrengthLimits) -> CategoryWeights {
    let mut emphasis = CategoryWeights {
        material_per_mille: handicap.material_per_mille(),
        ..CategoryWeights::FULL
    };
    for category in Category::SCALED {
        emphasis.per128[category as usize] = handicap.share(category);
    }
    emphasis
}

#[cfg(test)]
mod tests {
    use super::StrengthLimiter;
    use crate::base::Score;
    use crate::rules::Position;
    use crate::search::PvLine;
    use crate::strength::ErrorDraw;

    /// As a search leaves them that ended within an iteration: the first from the last one, the others from before.
    #[test]
    fn lines_of_two_depths_are_chosen_among_as_if_they_were_in_order() {
        let root = Position::default();
        let scores = [-50, 10, -140, 5];
        let moves = root.legal_moves();
        let line =
            |(score, mv)| PvLine { score: Score::raw(score), moves: vec![mv], ..PvLine::default() };
        let lines: Vec<PvLine> = scores.into_iter().zip(moves).map(line).collect();
        let mut chosen = [0; 4];
        for seed in 0..200 {
            let roll = ErrorDraw { draw: 127, blunder_per128: 0, max_error: 100 };
            let mut limiter = StrengthLimiter::new(seed);
            limiter.error_draw = Some(roll);
            let (index, account) = limiter.choose(&root, &lines);
            chosen[index] += 1;
            let account = account.expect("the dial had a say");
            assert_eq!(account.best.1, Score::raw(10));
            assert_eq!(account.played.1, lines[index].score);
            assert!((0..=100).contains(&account.loss), "{account:?}");
        }
        assert_eq!(chosen[2], 0, "150 below the best is more than is allowed");
        assert!([0, 1, 3].iter().all(|&index| chosen[index] > 40), "{chosen:?}");
    }
}
