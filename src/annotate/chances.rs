//! From a score to chances of winning, and from lost chances to a glyph.
//!
//! Source: Lichess. The logistic curve with its factor is on <https://lichess.org/page/accuracy>; the thresholds and the
//! treatment of mates are those of its game analysis (`Advice` in the lila source): an inaccuracy costs a tenth of the
//! scale from -1 to 1, a mistake two tenths, a blunder three.

use crate::base::Score;
use serde::{Deserialize, Serialize};

/// Steepness of the curve for a centipawn. Source: <https://lichess.org/page/accuracy>.
const FACTOR: f64 = -0.003_682_08;
/// Scores beyond this, mates included, are as good as won. Source: Lichess' ceiling for both.
const CEILING: i32 = 1_000;
/// Loss of chances on the scale from -1 to 1 from which a move is doubtful, bad, very bad.
/// Source: Lichess' `winningChanceJudgements`.
const INACCURACY: f64 = 0.1;
const MISTAKE: f64 = 0.2;
const BLUNDER: f64 = 0.3;
/// A mate given away or allowed counts less when all was won or lost anyway; above these scores.
/// Source: the same file's `MateAdvice`.
const MATE_HARDLY_MATTERS: i32 = 999;
const MATE_MATTERS_LITTLE: i32 = 700;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// Its numeric annotation glyph.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The word for it, as a sentence begins with it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    fn of_loss(loss: f64) -> Option<Self> {
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

/// Chances of winning, from -1 (lost) to 1 (won), for the side whose view `score` is.
#[must_use]
pub fn winning_chances(score: Score) -> f64 {
    let cents = f64::from(score.value().clamp(-CEILING, CEILING));
    2.0 / (1.0 + (FACTOR * cents).exp()) - 1.0
}

/// The same as a percentage from 0 to 100.
#[must_use]
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * winning_chances(score)
}

/// Judges a move worth `played` where `best` was to be had, both in the view of the side that moved.
#[must_use]
pub fn judge(best: Score, played: Score) -> Option<Judgement> {
    let mates = |score: Score| score.is_mate() && score.value() > 0;
    let is_mated = |score: Score| score.is_mate() && score.value() < 0;
    if mates(best) && !mates(played) {
        return Some(graded(played.value()));
    }
    if is_mated(played) && !is_mated(best) {
        return Some(graded(-best.value()));
    }
    if best.is_mate() && played.is_mate() {
        // Later than need be, or sooner than could be: that loses nothing.
        return None;
    }
    Judgement::of_loss(winning_chances(best) - winning_chances(played))
}

/// How bad a mate lost or allowed is, when the other alternative left `rest` to the side that has it.
const fn graded(rest: i32) -> Judgement {
    if rest > MATE_HARDLY_MATTERS {
        Judgement::Inaccuracy
    } else if rest > MATE_MATTERS_LITTLE {
        Judgement::Mistake
    } else {
        Judgement::Blunder
    }
}

/// Is a move worth `best` the only good one, when the next is worth `next`? What is as good as won with the next as well
/// is not, and what is lost with both neither.
#[must_use]
pub fn is_only_good(best: Score, next: Score) -> bool {
    winning_chances(best) - winning_chances(next) >= MISTAKE
}

#[cfg(test)]
mod tests {
    use super::{Judgement, is_only_good, judge, win_percent};
    use crate::base::Score;

    #[test]
    fn the_published_curve() {
        for (cents, percent) in [(0, 50.0), (100, 59.1), (300, 75.1), (-300, 24.9), (5000, 97.5)] {
            let found = win_percent(Score::raw(cents));
            assert!((found - percent).abs() < 0.05, "{cents}: {found}");
        }
    }

    #[test]
    fn moves_are_judged_by_what_they_lose() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
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
            assert_eq!(judge(best, played), expected, "{best} {played}");
        }
    }

    #[test]
    fn only_moves() {
        assert!(is_only_good(Score::raw(0), Score::raw(-300)));
        assert!(!is_only_good(Score::raw(2000), Score::raw(900)));
        assert!(!is_only_good(Score::raw(-900), Score::mated_in(4)));
    }
}
