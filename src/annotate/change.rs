//! The change of the evaluation in words, for an error without a proved reason.

use super::chances::classify;
use super::comparison::Comparison;
use super::judgement::{BETTER, IN_LONGER};
use super::reason::MANY_PAWNS;
use crate::base::Score;
use crate::rules::white_view;

/// Score in centipawns from which one side has an advantage. Source: less than a third of a pawn is equal in the signs of
/// annotators too.
const ADVANTAGE: i32 = 30;
/// Score in centipawns from which a position is called won instead of by a number: more than two queens. Wins that the rules of
/// an ending prove have larger ones.
const CALLED_WON: i32 = 2_000;

impl Comparison<'_> {
    /// The change of the evaluation with the better move, for an error without a proved reason, and what the reply wins, captures or attacks.
    pub fn plain_words(&self) -> Option<String> {
        let side = self.position.turn();
        let compared = [self.best.score, self.played.score];
        let (stated, is_stated) = self.figures(compared);
        let [best, played] = stated;
        let ends = self.ends();
        let better = self.better_move(&ends)?;
        let attack = || self.attack().map(|attack| format!("; {attack}"));
        let cause = self.cause_by_reply(&ends, MANY_PAWNS);
        let shown = cause.map(|cause| format!("; {cause}")).or_else(attack).unwrap_or_default();
        let [name, other] = [side, !side].map(|side| side.fold_wb("White", "Black"));
        let (from, to) = (unsigned(best), unsigned(played));
        let (stood, stands) = (Standing::of(best), Standing::of(played));
        let before = match stood {
            Standing::Won => format!("{name}'s won position"),
            Standing::Better => format!("{name}'s advantage of {from}"),
            Standing::Equal => "an equal position".to_owned(),
            Standing::Worse | Standing::Lost => format!("{name}'s disadvantage of {from}"),
        };
        let after = match stands {
            Standing::Won | Standing::Better => format!("an advantage of {to}"),
            Standing::Equal => "an equal position".to_owned(),
            Standing::Worse => format!("an advantage of {to} for {other}"),
            Standing::Lost => format!("a won position for {other}"),
        };
        let change = if (stood, stands) == (Standing::Better, Standing::Better) {
            format!("{name}'s advantage falls from {from} to {to}")
        } else if (stood, stands) == (Standing::Worse, Standing::Worse) {
            format!("{name}'s disadvantage grows from {from} to {to}")
        } else if stands < stood {
            format!("{before} turns into {after}")
        } else {
            // No loss that is worth a mark.
            let [from, to] = [best, played].map(|score| white_view(score, side));
            format!("the evaluation goes from {from} to {to}")
        };
        let has_figures = change.contains(|character: char| character.is_ascii_digit());
        let by = if has_figures && !is_stated { IN_LONGER } else { "" };
        Some(format!("{change}{by}{shown}{BETTER}{better}"))
    }

    /// The scores that the words name: the evaluations of the game where these show a loss that has the same words, so that a reader finds
    /// the same figures there, else those of the searches that compared the moves. Whether the reader finds them.
    fn figures(&self, compared: [Score; 2]) -> ([Score; 2], bool) {
        let Some(stated) = self.stated else { return (compared, true) };
        let is_loss = classify(stated[0], stated[1]).is_some();
        if is_loss && stated.map(Standing::of) == compared.map(Standing::of) {
            (stated, true)
        } else {
            (compared, stated == compared)
        }
    }
}

/// Who stands better, from the mover's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Lost,
    Worse,
    Equal,
    Better,
    Won,
}

impl Standing {
    const fn of(score: Score) -> Self {
        match score.value() {
            CALLED_WON.. => Self::Won,
            ADVANTAGE.. => Self::Better,
            value if value <= -CALLED_WON => Self::Lost,
            value if value <= -ADVANTAGE => Self::Worse,
            _ => Self::Equal,
        }
    }
}

/// A score without its sign, behind words that name the side.
fn unsigned(score: Score) -> String {
    score.max(-score).to_string().trim_start_matches('+').to_owned()
}
