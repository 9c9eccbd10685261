//! Converts scores to winning chances, and lost winning chances to a move class (inaccuracy, mistake, blunder).
//!
//! Source: Lichess. The logistic curve and its factor are on <https://lichess.org/page/accuracy>; the thresholds and the
//! treatment of mates are those of its game analysis (`Advice` in the lila source): an inaccuracy loses 0.1 on the
//! scale from -1 to 1, a mistake 0.2, a blunder 0.3.

use crate::base::Score;
use serde::{Deserialize, Serialize};

/// Factor of the logistic curve per centipawn. Source: <https://lichess.org/page/accuracy>.
const FACTOR: f64 = -0.003_682_08;
/// Scores are clamped to this many centipawns, mates included. Source: Lichess' ceiling for both.
const CEILING: i32 = 1_000;
/// Minimum loss of winning chances, on the scale from -1 to 1, of each class.
/// Source: Lichess' `winningChanceJudgements`.
const INACCURACY: f64 = 0.1;
const MISTAKE: f64 = 0.2;
const BLUNDER: f64 = 0.3;
/// A lost or allowed mate is a smaller error when the alternative is above these scores.
/// Source: the same file's `MateAdvice`.
const MATE_HARDLY_MATTERS: i32 = 999;
const MATE_MATTERS_LITTLE: i32 = 700;

/// Centipawns by which a side stands clearly worse. Source: a club player would not call the best move there good.
const CLEARLY_WORSE: i32 = 150;

/// Class of a bad move.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, strum::Display,
)]
pub enum MoveClass {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MoveClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The numeric annotation glyph (NAG).
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The class of a loss of winning chances, on the scale from -1 to 1.
    pub(super) fn of_loss(loss: f64) -> Option<Self> {
        if loss >= BLUNDER {
            Some(Self::Blunder)
        } else if loss >= MISTAKE {
            Some(Self::Mistake)
        } else if loss >= INACCURACY {
            Some(Self::Inaccuracy)
        } else {
            None
        }
    }
}

/// Winning chances from -1 (lost) to 1 (won), from the same side's point of view as `score`.
pub fn winning_chances(score: Score) -> f64 {
    let cents = f64::from(score.value().clamp(-CEILING, CEILING));
    2.0 / (1.0 + (FACTOR * cents).exp()) - 1.0
}

/// Win percentage from 0 to 100.
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * winning_chances(score)
}

/// Winning chances lost by a move with score `played` where the best has score `best`, from 0 to 2.
pub fn chances_lost(best: Score, played: Score) -> f64 {
    winning_chances(best) - winning_chances(played)
}

/// Lost winning chances, from 0 to 2, as win percentage, to a tenth as games record it.
pub fn percentage_points(lost: f64) -> f64 {
    (lost.max(0.0) * 500.0).round() / 10.0
}

/// Scores in centipawns and the median of what Stockfish 15.1 says of such positions, in proportion between them. Measured on 3,472 scores of deep searches
/// in 305 games: the larger a score, the more the evaluation exaggerates. The last pair is no measurement, and few scores come near it.
const WORTH: [(i32, i32); 7] =
    [(0, 0), (450, 410), (550, 460), (650, 503), (1_000, 560), (1_600, 640), (15_000, 3_000)];

/// The score that Stockfish gives where the evaluation says `score`.
fn sober(score: Score) -> Score {
    let size = score.value().abs();
    let between = WORTH.windows(2).find(|ends| size < ends[1].0);
    let Some(&[(from, low), (to, high)]) = between else { return score };
    Score::raw(score.value().signum() * (low + (high - low) * (size - from) / (to - from)))
}

/// Whether the evaluation does not exaggerate what is lost: the position [`is_open`], or a score is a mate.
pub fn is_exact(best: Score, played: Score) -> bool {
    is_open(best, played) || best.is_mate() || played.is_mate()
}

/// [`chances_lost`], but as Stockfish would see it where the scores are not [`is_exact`]. Measured on the same games: of 1,736 marks this takes
/// twelve of the 54 that lose less than 5 percentage points and 48 others, and adds four.
pub fn sober_chances_lost(best: Score, played: Score) -> f64 {
    if is_exact(best, played) {
        chances_lost(best, played)
    } else {
        chances_lost(sober(best), sober(played)).min(chances_lost(best, played))
    }
}

/// Classifies a move with score `played` where the best move has score `best`, both from the mover's point of view.
pub fn classify(best: Score, played: Score) -> Option<MoveClass> {
    let mates = |score: Score| score.is_mate() && score.value() > 0;
    let is_mated = |score: Score| score.is_mate() && score.value() < 0;
    if mates(best) && !mates(played) {
        return Some(graded(played.value()));
    }
    if is_mated(played) && !is_mated(best) {
        return Some(graded(-best.value()));
    }
    if best.is_mate() && played.is_mate() {
        // A slower mate, or a faster loss, is not an error.
        return None;
    }
    MoveClass::of_loss(chances_lost(best, played))
}

/// Class of a lost or allowed mate when the alternative has score `rest` for the side with the mate.
const fn graded(rest: i32) -> MoveClass {
    if rest > MATE_HARDLY_MATTERS {
        MoveClass::Inaccuracy
    } else if rest > MATE_MATTERS_LITTLE {
        MoveClass::Mistake
    } else {
        MoveClass::Blunder
    }
}

/// Score from which a position is nearly won.
const NEARLY_WON: Score = Score::raw(250);

/// Whether no side is so much better either way that the evaluation exaggerates.
pub fn is_open(best: Score, played: Score) -> bool {
    best > -NEARLY_WON && played < NEARLY_WON
}

/// Score in centipawns from which a position is won. Measured on 50 games: of the differences of two lines in positions won by 350
/// half are not confirmed by Stockfish's lines; on 60 more games: of four claims of material in such positions three are false. Of 22
/// moves in ten games that were called the only good one three had another that won by more.
pub const WON: Score = Score::raw(350);

/// Whether a move with this score leaves a position that is not clearly worse.
pub const fn is_good(score: Score) -> bool {
    score.value() > -CLEARLY_WORSE
}

/// Whether a move with score `best` is the only good one when the second-best move has score `next`. It is not when both
/// win or both lose, or where it is not good.
pub fn is_only_good(best: Score, next: Score) -> bool {
    is_good(best) && next < WON && winning_chances(best) - winning_chances(next) >= MISTAKE
}

#[cfg(test)]
mod tests {
    use super::{
        MoveClass, chances_lost, classify, is_only_good, sober, sober_chances_lost, win_percent,
    };
    use crate::base::Score;

    #[test]
    fn the_sober_score_grows_and_is_never_larger() {
        let of = |cents| sober(Score::raw(cents)).value();
        let mut last = -1;
        for cents in 0..15_000 {
            assert!(of(cents) >= last && of(cents) <= cents && of(-cents) == -of(cents), "{cents}");
            last = of(cents);
        }
        assert_eq!([of(450), of(500), of(800), of(15_000)], [410, 435, 527, 15_000]);
        for (best, played, is_less) in
            [(-359, -862, true), (-240, -862, false), (240, -862, false), (862, 359, true)]
        {
            let (best, played) = (Score::raw(best), Score::raw(played));
            let lost = chances_lost(best, played);
            assert_eq!(sober_chances_lost(best, played) < lost * 0.7, is_less, "{best} {played}");
            let mated = -Score::mate_in(5);
            assert_eq!(sober_chances_lost(best, mated), chances_lost(best, mated));
        }
    }

    #[test]
    fn the_published_curve() {
        for (cents, percent) in [(0, 50.0), (100, 59.1), (300, 75.1), (-300, 24.9), (5000, 97.5)] {
            let found = win_percent(Score::raw(cents));
            assert!((found - percent).abs() < 0.05, "{cents}: {found}");
        }
    }

    #[test]
    fn moves_are_classified_by_lost_winning_chances() {
        use MoveClass::{Blunder, Inaccuracy, Mistake};
        let mate = |plies| Score::mate_in(plies);
        let cases = [
            (Score::raw(0), Score::raw(0), None),
            (Score::raw(0), Score::raw(-50), None),
            (Score::raw(0), Score::raw(-60), Some(Inaccuracy)),
            (Score::raw(0), Score::raw(-120), Some(Mistake)),
            (Score::raw(0), Score::raw(-180), Some(Blunder)),
            (Score::raw(900), Score::raw(700), None),
            (Score::raw(-900), Score::raw(-2000), None),
            (mate(1), mate(9), None),
            (-mate(10), -mate(2), None),
            (mate(3), Score::raw(1200), Some(Inaccuracy)),
            (mate(3), Score::raw(800), Some(Mistake)),
            (mate(3), Score::raw(500), Some(Blunder)),
            (mate(3), -mate(2), Some(Blunder)),
            (Score::raw(0), -mate(2), Some(Blunder)),
            (Score::raw(-800), -mate(2), Some(Mistake)),
            (Score::raw(-1500), -mate(2), Some(Inaccuracy)),
        ];
        for (best, played, expected) in cases {
            assert_eq!(classify(best, played), expected, "{best} {played}");
        }
    }

    #[test]
    fn only_moves() {
        assert!(is_only_good(Score::raw(0), Score::raw(-300)));
        assert!(!is_only_good(Score::raw(2000), Score::raw(900)));
        assert!(!is_only_good(Score::raw(800), Score::raw(360)), "both win");
        assert!(!is_only_good(Score::raw(-900), Score::mated_in(4)));
        assert!(is_only_good(Score::raw(-149), Score::raw(-600)));
        assert!(!is_only_good(Score::raw(-150), Score::raw(-600)), "it loses too");
    }
}
