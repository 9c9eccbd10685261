//! Why a move is worse than another, in words taken from what the engine knows: mates, repetitions and their shadow,
//! exchanges, pins and forks, and the categories of the evaluation at the ends of the two lines.

use super::look::Finding;
use super::material::Price;
use super::tactics::{Cause, cause};
use crate::base::{Interval, Score};
use crate::knowledge::{Category, Evaluator};
use crate::rules::{Color, Key, Move, Position, Square, notation};
use std::fmt;

/// Less than this in centipawns, lost or won by taking, is not worth naming. Source: below the value of a pawn.
const NAMED: i32 = 80;
/// Men, or a category, that are less than one part in so many of the loss do not explain it: a line broken off early shows too few.
const EXPLAINED: i32 = 4;
/// Difference of a category in centipawns that is worth naming. Measured by reading: smaller ones name chance.
const FELT: i32 = 15;
/// Pieces on the board that make a phase of all middlegame, as the evaluation counts them.
const FULL_PHASE: i32 = 24;

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The opponent mates.
    AllowsMate {
        /// In how many moves.
        moves: i32,
        /// How it begins.
        by: String,
        /// Was that a threat before?
        threatened: bool,
    },
    /// A mate was to be had.
    MissesMate {
        /// In how many moves.
        moves: i32,
        /// How it begins.
        by: String,
    },
    /// The draw by repetition that was to be had is given up.
    LeavesRepetition {
        /// Where the value lies without it, for the side that moved.
        without: Option<Interval>,
    },
    /// More was to be had than this draw.
    AllowsDraw(Draw),
    /// The opponent queens.
    AllowsPromotion(String),
    /// Men are lost.
    Loses {
        /// What.
        price: Price,
        /// The opponent's first move.
        by: String,
        /// Why.
        cause: Option<Cause>,
    },
    /// What the opponent took is not taken back.
    NotTakenBack(Square),
    /// Men were to be won.
    Misses {
        /// What.
        price: Price,
        /// How it begins.
        by: String,
    },
    /// Something the evaluation counts is given up.
    GivesUp(Category),
}

/// Ways to a draw that a line can end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A position occurs again.
    Repetition,
    /// The side to move has no move.
    Stalemate,
    /// Neither side can mate.
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
            Self::AllowsDraw(Draw::Material) => f.write_str("leaves too little to win with"),
            Self::AllowsPromotion(by) => write!(f, "lets the pawn through: {by}"),
            Self::Loses { price, cause: Some(cause), .. } => write!(f, "loses {price}: {cause}"),
            Self::Loses { price, by, cause: None } => write!(f, "loses {price} after {by}"),
            Self::NotTakenBack(square) => write!(f, "does not take back on {square}"),
            Self::Misses { price, by } => write!(f, "misses the win of {price} by {by}"),
            Self::GivesUp(category) => f.write_str(given_up(*category)),
        }
    }
}

/// A category of the evaluation as what a player would say of a move that loses by it.
const fn given_up(category: Category) -> &'static str {
    match category {
        Category::Material => "gives up material",
        Category::PassedPawns => "makes less of the passed pawns",
        Category::KingSafety => "leaves the king less safe",
        Category::PieceLocation => "leaves the pieces on worse squares",
        Category::PieceMobility => "leaves the pieces less room",
        Category::PawnStructure => "spoils the pawn structure",
        Category::Threats => "gives up threats, or allows them",
        Category::MinorPieces => "makes less of the knights and bishops",
        Category::MajorPieces => "makes less of the rooks and queens",
        Category::EndgameScale => "leaves an endgame that is harder to win",
    }
}

/// An interval in words; an end that is not known is left out.
fn interval(without: Interval, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let open = |end: Score| end.value().abs() >= Score::INFINITE.value();
    match (open(without.low), open(without.high)) {
        (false, false) if without.low == without.high => write!(f, "{}", without.low),
        (false, false) => write!(f, "{} to {}", without.low, without.high),
        (true, _) => write!(f, "at most {}", without.high),
        (false, true) => write!(f, "at least {}", without.low),
    }
}

/// Two lines from one position, the move played and the better one, each searched alone.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// Where the move was made.
    pub position: &'a Position,
    /// Keys of the earlier positions of the game.
    pub earlier: &'a [Key],
    /// The move before.
    pub last: Option<Move>,
    /// What was played.
    pub played: &'a Finding,
    /// What was better.
    pub best: &'a Finding,
}

impl Comparison<'_> {
    /// The weightiest reason, if there is one that can be named.
    pub fn reason(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        self.mates()
            .or_else(|| self.draws())
            .or_else(|| self.promotion())
            .or_else(|| self.men())
            .or_else(|| self.category(evaluator))
    }

    /// What the move loses, in centipawns; for a mate, as much as any heuristic value could.
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

    /// Would `reply` have mated at once had the side to move passed?
    fn is_threat(&self, reply: Move) -> bool {
        let Some(passed) = self.position.pass() else { return false };
        let legal = passed.legal_moves().into_iter().any(|mv| mv == reply);
        legal && {
            let after = passed.after(reply);
            after.is_check() && after.legal_moves().is_empty()
        }
    }

    fn draws(&self) -> Option<Reason> {
        let draws = |finding: &Finding| {
            (finding.score == Score::DRAW).then(|| self.drawn_end(finding)).flatten()
        };
        if draws(self.best) == Some(Draw::Repetition) {
            // A shadow that does not lie below the draw says nothing new.
            let without = self.best.shadow.filter(|shadow| shadow.high < Score::DRAW);
            return Some(Reason::LeavesRepetition { without });
        }
        draws(self.played).map(Reason::AllowsDraw)
    }

    /// How the line of `finding` is drawn.
    fn drawn_end(&self, finding: &Finding) -> Option<Draw> {
        use shakmaty::Position as _;
        let (mut at, mut seen) = (self.position.clone(), self.earlier.to_vec());
        seen.push(at.key());
        for &mv in &finding.line {
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
        finding.depends_on.map(|_| Draw::Repetition)
    }

    /// Does the opponent queen in the line played, and not in the better one?
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

    fn men(&self) -> Option<Reason> {
        let us = self.position.turn();
        let price = |line: &[Move], side| Price::of_line(self.position, line, side);
        let (paid, spared) = (price(&self.played.line, us), price(&self.best.line, us));
        let (difference, loss) = (paid.cents() - spared.cents(), self.loss());
        if difference < NAMED || difference * EXPLAINED < loss {
            return None;
        }
        let first = *self.best.line.first()?;
        let takes_back = self.last.is_some_and(|last| last.is_capture() && last.to() == first.to());
        if takes_back && first.is_capture() {
            return Some(Reason::NotTakenBack(first.to()));
        }
        if paid.cents() >= NAMED {
            let after = self.position.after(*self.played.line.first()?);
            let by = notation::san(&after, *self.played.line.get(1)?);
            let cause = cause(self.position, &self.played.line, paid.cents());
            return Some(Reason::Loses { price: paid, by, cause });
        }
        let won = price(&self.best.line, !us);
        let by = notation::san(self.position, first);
        (won.cents() >= NAMED).then_some(Reason::Misses { price: won, by })
    }

    /// The category of the evaluation in which the two ends differ most.
    fn category(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        let us = self.position.turn();
        let mut at_end = |line: &[Move]| {
            let mut end = self.position.clone();
            line.iter().for_each(|&mv| end.play(mv));
            shares(evaluator, &end, us)
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
                worse(category) >= FELT && worse(category) * EXPLAINED >= self.loss()
            })
            .map(Reason::GivesUp)
    }
}

/// What each category adds for `side`, in centipawns.
fn shares(evaluator: &mut Evaluator, position: &Position, side: Color) -> [i32; Category::COUNT] {
    let breakdown = evaluator.breakdown(position.board(), position.turn());
    let phase = breakdown.phase.clamp(0, FULL_PHASE);
    breakdown.categories.map(|[white, black]| {
        let (middle, end) = (white.0 - black.0, white.1 - black.1);
        let total = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
        side.fold_wb(total, -total)
    })
}
