//! Explains why a move is worse than another: mates, repetitions with shadow bounds,
//! material, pins and forks, and the evaluation categories at the ends of the two lines.

use super::material::MaterialLoss;
use super::tactics::{Cause, cause};
use super::task::TaskResult;
use crate::base::{Interval, Score};
use crate::knowledge::{Category, Evaluator};
use crate::rules::{Key, Move, Position, Square, notation, white_view};
use std::fmt;

/// Minimum material in centipawns that is named. Source: below the value of a pawn.
const MIN_MATERIAL: i32 = 80;
/// Material, or a category, must be at least one part in so many of the loss to explain it: a short line may not show all.
const MIN_SHARE: i32 = 4;
/// Minimum difference of a category in centipawns. Measured by reading annotated games: smaller ones are noise.
const MIN_CATEGORY: i32 = 15;

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It allows a mate.
    AllowsMate {
        /// Moves to mate.
        moves: i32,
        /// The first move of the line.
        by: String,
        /// Whether the mate was already threatened.
        threatened: bool,
    },
    /// It misses a mate.
    MissesMate {
        /// Moves to mate.
        moves: i32,
        /// The first move of the line.
        by: String,
    },
    /// It gives up a draw by repetition.
    LeavesRepetition {
        /// Shadow bounds of the score without the repetition, for the mover.
        without: Option<Interval>,
    },
    /// It allows a draw.
    AllowsDraw(Draw),
    /// It allows a promotion.
    AllowsPromotion(String),
    /// It loses material.
    Loses {
        /// The material.
        material: MaterialLoss,
        /// The opponent's first move.
        by: String,
        /// The tactical cause.
        cause: Option<Cause>,
    },
    /// It does not recapture.
    MissedRecapture(Square),
    /// It misses a win of material.
    Misses {
        /// The material.
        price: MaterialLoss,
        /// The first move of the line.
        by: String,
    },
    /// It loses value in a category of the evaluation.
    GivesUp(Category),
}

/// How a line ends in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Repetition of a position.
    Repetition,
    /// Stalemate.
    Stalemate,
    /// Insufficient material.
    Material,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllowsMate { moves: 1, by, threatened: true } => {
                write!(f, "overlooks the threat {by}")
            }
            Self::AllowsMate { moves: 1, by, .. } => write!(f, "allows {by}"),
            Self::AllowsMate { moves, by, threatened } => {
                let overlooks = if *threatened { "overlooks the threat of" } else { "allows" };
                write!(f, "{overlooks} mate in {moves} by {by}")
            }
            Self::MissesMate { moves: 1, by } => write!(f, "misses {by}"),
            Self::MissesMate { moves, by } => write!(f, "misses mate in {moves} by {by}"),
            Self::LeavesRepetition { without: Some(without) } => {
                write!(f, "the 0.00 was only a repetition; without it the position is worth ")?;
                interval(*without, f)
            }
            Self::LeavesRepetition { without: None } => {
                f.write_str("gives up the draw by repetition")
            }
            Self::AllowsDraw(Draw::Repetition) => f.write_str("allows a draw by repetition"),
            Self::AllowsDraw(Draw::Stalemate) => f.write_str("allows stalemate"),
            Self::AllowsDraw(Draw::Material) => f.write_str("leaves insufficient mating material"),
            Self::AllowsPromotion(by) => write!(f, "allows the promotion {by}"),
            Self::Loses { material: price, cause: Some(cause), .. } => {
                write!(f, "loses {price}: {cause}")
            }
            Self::Loses { material: price, by, cause: None } => {
                write!(f, "loses {price} after {by}")
            }
            Self::MissedRecapture(square) => write!(f, "does not recapture on {square}"),
            Self::Misses { price, by } => write!(f, "misses the win of {price} by {by}"),
            Self::GivesUp(category) => f.write_str(given_up(*category)),
        }
    }
}

/// Description of a loss in a category of the evaluation.
const fn given_up(category: Category) -> &'static str {
    match category {
        Category::Material => "gives up material",
        Category::PassedPawns => "weakens the passed pawns",
        Category::KingSafety => "leaves the king less safe",
        Category::PieceLocation => "leaves the pieces on worse squares",
        Category::PieceMobility => "reduces the mobility of the pieces",
        Category::PawnStructure => "damages the pawn structure",
        Category::Threats => "gives up threats or allows new ones",
        Category::MinorPieces => "leaves the knights and bishops worse placed",
        Category::MajorPieces => "leaves the rooks and queens worse placed",
        Category::EndgameScale => "leaves an endgame that is harder to win",
    }
}

/// Description of an interval; an unbounded end is left out.
fn interval(without: Interval, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let open = |end: Score| end.value().abs() >= Score::INFINITE.value();
    match (open(without.low), open(without.high)) {
        (false, false) if without.low == without.high => write!(f, "{}", without.low),
        (false, false) => write!(f, "{} to {}", without.low, without.high),
        (true, _) => write!(f, "at most {}", without.high),
        (false, true) => write!(f, "at least {}", without.low),
    }
}

/// Two lines from one position, the move played and the better one, each searched as the only root move.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// Keys of the earlier positions of the game.
    pub earlier: &'a [Key],
    /// The previous move.
    pub last: Option<Move>,
    /// The result of the move played.
    pub played: &'a TaskResult,
    /// The result of the better move.
    pub best: &'a TaskResult,
}

impl Comparison<'_> {
    /// The most important reason, if there is one.
    pub fn reason(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        self.mates()
            .or_else(|| self.draws())
            .or_else(|| self.promotion())
            .or_else(|| self.material())
            .or_else(|| self.category(evaluator))
    }

    /// The loss of the move in centipawns, with mates clamped to the largest heuristic score.
    fn loss(&self) -> i32 {
        let most = Score::HEURISTIC_MAX.value();
        let within = |score: Score| score.value().clamp(-most, most);
        within(self.best.score) - within(self.played.score)
    }

    fn mates(&self) -> Option<Reason> {
        let (played, best) = (self.played.score.mate_moves(), self.best.score.mate_moves());
        if let Some(moves) = played.filter(|&moves| moves <= 0) {
            let after = self.position.after(*self.played.line.first()?);
            let reply = *self.played.line.get(1)?;
            let by = notation::san(&after, reply);
            return Some(Reason::AllowsMate {
                moves: -moves,
                by,
                threatened: self.is_threat(reply),
            });
        }
        let moves = best.filter(|&moves| moves > 0 && played.is_none())?;
        let by = notation::san(self.position, *self.best.line.first()?);
        Some(Reason::MissesMate { moves, by })
    }

    /// Whether `reply` mates at once after a null move: the mate was a threat.
    fn is_threat(&self, reply: Move) -> bool {
        let Some(passed) = self.position.null_move() else { return false };
        let legal = passed.legal_moves().into_iter().any(|mv| mv == reply);
        legal && {
            let after = passed.after(reply);
            after.is_check() && after.legal_moves().is_empty()
        }
    }

    fn draws(&self) -> Option<Reason> {
        let draws = |result: &TaskResult| {
            (result.score == Score::DRAW).then(|| self.drawn_end(result)).flatten()
        };
        if draws(self.best) == Some(Draw::Repetition) {
            // Shadow bounds that are not below the draw score give no information.
            let without = self.best.shadow.filter(|shadow| shadow.high < Score::DRAW);
            return Some(Reason::LeavesRepetition { without });
        }
        draws(self.played).map(Reason::AllowsDraw)
    }

    /// How the line of `result` ends in a draw.
    fn drawn_end(&self, result: &TaskResult) -> Option<Draw> {
        use shakmaty::Position as _;
        let (mut at, mut seen) = (self.position.clone(), self.earlier.to_vec());
        seen.push(at.key());
        for &mv in &result.line {
            at.play(mv);
            if seen.contains(&at.key()) {
                return Some(Draw::Repetition);
            }
            seen.push(at.key());
        }
        if at.legal_moves().is_empty() && !at.is_check() {
            return Some(Draw::Stalemate);
        }
        if at.chess().is_insufficient_material() {
            return Some(Draw::Material);
        }
        result.depends_on.map(|_| Draw::Repetition)
    }

    /// Whether the opponent promotes in the line played, and not in the better one.
    fn promotion(&self) -> Option<Reason> {
        let them = !self.position.turn();
        let queens = |line: &[Move]| {
            let mut at = self.position.clone();
            for &mv in line {
                if at.turn() == them && mv.promotion().is_some() {
                    return Some(notation::san(&at, mv));
                }
                at.play(mv);
            }
            None
        };
        let by = queens(&self.played.line)?;
        queens(&self.best.line).is_none().then_some(Reason::AllowsPromotion(by))
    }

    fn material(&self) -> Option<Reason> {
        let us = self.position.turn();
        let price = |line: &[Move], side| MaterialLoss::of_line(self.position, line, side);
        let (paid, spared) = (price(&self.played.line, us), price(&self.best.line, us));
        let (difference, loss) = (paid.cents() - spared.cents(), self.loss());
        if difference < MIN_MATERIAL || difference * MIN_SHARE < loss {
            return None;
        }
        let first = *self.best.line.first()?;
        let recaptures = self.last.is_some_and(|last| last.is_capture() && last.to() == first.to());
        if recaptures && first.is_capture() {
            return Some(Reason::MissedRecapture(first.to()));
        }
        if paid.cents() >= MIN_MATERIAL {
            let after = self.position.after(*self.played.line.first()?);
            let by = notation::san(&after, *self.played.line.get(1)?);
            let cause = cause(self.position, &self.played.line, paid.cents());
            return Some(Reason::Loses { material: paid, by, cause });
        }
        let won = price(&self.best.line, !us);
        let by = notation::san(self.position, first);
        (won.cents() >= MIN_MATERIAL).then_some(Reason::Misses { price: won, by })
    }

    /// The evaluation category in which the final positions of the two lines differ most.
    fn category(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        let us = self.position.turn();
        let mut at_end = |line: &[Move]| {
            let mut end = self.position.clone();
            line.iter().for_each(|&mv| end.play(mv));
            let trace = evaluator.trace(end.board(), end.turn());
            Category::ALL.map(|category| white_view(trace.category_score(category), us))
        };
        let (played, best) = (at_end(&self.played.line), at_end(&self.best.line));
        let named =
            |category: &Category| !matches!(category, Category::Material | Category::EndgameScale);
        let worse = |category: Category| best[category as usize] - played[category as usize];
        Category::ALL
            .into_iter()
            .filter(named)
            .max_by_key(|&category| worse(category))
            .filter(|&category| {
                worse(category) >= MIN_CATEGORY && worse(category) * MIN_SHARE >= self.loss()
            })
            .map(Reason::GivesUp)
    }
}
