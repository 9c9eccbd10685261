//! Explains why a move is worse than another: mates, repetitions with shadow bounds, material with its tactical cause, and
//! the evaluation categories. Each reason is a claim that the two lines prove: material is counted where a line is quiet, and
//! a claim of more than the evaluation loses is not made.

use super::material::MaterialLoss;
use super::proof::{quiet_part, won_by};
use super::tactics::{Cause, MIN_WIN, Refuted, cause, is_back_rank_mate};
use super::task::TaskResult;
use crate::base::{Interval, Score};
use crate::knowledge::{Category, Evaluator};
use crate::machine::chess::names;
use crate::rules::{Color, Key, Move, Position, Role, Square, notation, see_value, white_view};
use shakmaty::Position as _;
use std::fmt;

/// Material, or a category, must be at least one part in so many of the loss to explain it.
const MIN_SHARE: i32 = 2;
/// Minimum loss in centipawns that has a reason, but for mates and draws.
const MIN_LOSS: i32 = 30;
/// Minimum difference of a category in centipawns. Measured by reading annotated games: smaller ones are noise.
const MIN_CATEGORY: i32 = 30;
/// Centipawns, besides a quarter of the loss, by which material that is named may exceed the loss of the evaluation: the
/// pieces' values depend on the position.
const CLAIM_SLACK: i32 = 60;
/// Largest difference in centipawns between pieces that are traded for each other.
const TRADE: i32 = 50;

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
        /// Whether the line ends with a mate on the back rank.
        back_rank: bool,
    },
    /// It misses a mate.
    MissesMate {
        /// Moves to mate.
        moves: i32,
        /// The first move of the line.
        by: String,
        /// Whether the line ends with a mate on the back rank.
        back_rank: bool,
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
    /// It misses a promotion.
    MissesPromotion(String),
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
        /// The tactical cause.
        cause: Option<Cause>,
    },
    /// It trades pieces of this role on this square.
    Trades(Role, Square),
    /// It gives up the right to castle, and the better line castles.
    GivesUpCastling,
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
            Self::AllowsMate { moves, by, threatened, back_rank } => {
                match (moves, threatened) {
                    (1, true) => write!(f, "overlooks the threat {by}")?,
                    (1, false) => write!(f, "allows {by}")?,
                    (_, true) => write!(f, "overlooks the threat of mate in {moves} by {by}")?,
                    (_, false) => write!(f, "allows mate in {moves} by {by}")?,
                }
                f.write_str(rank(*back_rank))
            }
            Self::MissesMate { moves: 1, by, back_rank } => {
                write!(f, "misses {by}{}", rank(*back_rank))
            }
            Self::MissesMate { moves, by, back_rank } => {
                write!(f, "misses mate in {moves} by {by}{}", rank(*back_rank))
            }
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
            Self::MissesPromotion(by) => write!(f, "misses the promotion {by}"),
            Self::Misses { price, cause: Some(cause), .. } => {
                write!(f, "misses the win of {price}: {cause}")
            }
            Self::Misses { price, by, cause: None } => {
                write!(f, "misses the win of {price} by {by}")
            }
            Self::Trades(role, square) => write!(f, "trades {}s on {square}", names::role(*role)),
            Self::GivesUpCastling => f.write_str("gives up the right to castle"),
            Self::GivesUp(category) => f.write_str(given_up(*category)),
        }
    }
}

const fn rank(back_rank: bool) -> &'static str {
    if back_rank { " on the back rank" } else { "" }
}

/// Description of a loss in a category of the evaluation.
pub(super) const fn given_up(category: Category) -> &'static str {
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

/// A reason with the line that proves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The reason.
    pub reason: Reason,
    /// The moves after the one played that prove it; empty where the better line is the proof.
    pub refutation: Vec<Move>,
}

impl Comparison<'_> {
    /// The most important reason that the lines prove, if there is one.
    pub fn reason(&self, evaluator: &mut Evaluator) -> Option<Proof> {
        let reason = self.on_the_board().or_else(|| self.category(evaluator))?;
        let played = &self.played.line;
        let whole = || played[1..].to_vec();
        let refutation = match &reason {
            Reason::AllowsMate { .. } | Reason::AllowsDraw(_) => whole(),
            Reason::AllowsPromotion(_) | Reason::Loses { .. } => {
                quiet_part(self.position, played)[1..].to_vec()
            }
            Reason::MissesMate { .. }
            | Reason::LeavesRepetition { .. }
            | Reason::MissedRecapture(_)
            | Reason::Misses { .. }
            | Reason::MissesPromotion(_)
            | Reason::Trades(..)
            | Reason::GivesUpCastling
            | Reason::GivesUp(_) => Vec::new(),
        };
        Some(Proof { reason, refutation })
    }

    /// The most important reason that the moves of the lines prove without the evaluation of their ends.
    pub fn on_the_board(&self) -> Option<Reason> {
        let forced = self.mates().or_else(|| self.draws());
        if forced.is_some() || self.loss() < MIN_LOSS {
            return forced;
        }
        self.promotion()
            .or_else(|| self.material())
            .or_else(|| self.castling())
            .or_else(|| self.trade())
    }

    /// The loss of the move in centipawns, with mates clamped to the largest heuristic score.
    fn loss(&self) -> i32 {
        let most = Score::HEURISTIC_MAX.value();
        let within = |score: Score| score.value().clamp(-most, most);
        within(self.best.score) - within(self.played.score)
    }

    /// Whether a claim of so many centipawns is no more than the evaluation loses, and explains at least half of it.
    fn is_proved(&self, claim: i32) -> bool {
        let loss = self.loss();
        claim >= MIN_WIN && claim <= loss + loss / 4 + CLAIM_SLACK && claim * MIN_SHARE >= loss
    }

    fn mates(&self) -> Option<Reason> {
        let (played, best) = (self.played.score.mate_moves(), self.best.score.mate_moves());
        let back_rank = |line: &[Move]| {
            let mut end = self.position.clone();
            line.iter().for_each(|&mv| end.play(mv));
            is_back_rank_mate(&end)
        };
        if let Some(moves) = played.filter(|&moves| moves <= 0) {
            let after = self.position.after(*self.played.line.first()?);
            let reply = *self.played.line.get(1)?;
            return Some(Reason::AllowsMate {
                moves: -moves,
                by: notation::san(&after, reply),
                threatened: self.is_threat(reply),
                back_rank: back_rank(&self.played.line),
            });
        }
        let moves = best.filter(|&moves| moves > 0 && played.is_none())?;
        let by = notation::san(self.position, *self.best.line.first()?);
        Some(Reason::MissesMate { moves, by, back_rank: back_rank(&self.best.line) })
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

    /// Whether one side promotes, and keeps what it won by that, in one of the lines only.
    fn promotion(&self) -> Option<Reason> {
        let us = self.position.turn();
        let promotes = |line: &[Move], side: Color| {
            let mut at = self.position.clone();
            for &mv in line {
                if at.turn() == side && mv.promotion().is_some() {
                    return Some(notation::san(&at, mv));
                }
                at.play(mv);
            }
            None
        };
        let (played, best) = (&self.played.line, &self.best.line);
        let more = |side| {
            let won = |line| won_by(self.position, line, side);
            let ((here, played), (there, best)) = (won(played), won(best));
            let (gained, by) = match side == us {
                true => (there.cents() - here.cents(), promotes(best, side)),
                false => (here.cents() - there.cents(), promotes(played, side)),
            };
            by.filter(|_| gained >= see_value(Role::Rook))
        };
        let free = |line: &[Move], side| promotes(line, side).is_none();
        if free(best, !us)
            && let Some(by) = more(!us)
        {
            return Some(Reason::AllowsPromotion(by));
        }
        let by = more(us).filter(|_| free(played, us))?;
        Some(Reason::MissesPromotion(by))
    }

    fn material(&self) -> Option<Reason> {
        let us = self.position.turn();
        let (lost, played) = won_by(self.position, &self.played.line, !us);
        let (won, best) = won_by(self.position, &self.best.line, us);
        let (&first, &reply) = (best.first()?, played.get(1)?);
        let difference = lost.cents() + won.cents();
        if difference < MIN_WIN || difference * MIN_SHARE < self.loss() {
            return None;
        }
        let recaptures = self.last.is_some_and(|last| last.is_capture() && last.to() == first.to());
        if recaptures && first.is_capture() && self.is_proved(difference) {
            return Some(Reason::MissedRecapture(first.to()));
        }
        if self.is_proved(lost.cents()) {
            let refuted = Refuted { position: self.position, mv: played[0] };
            let after = self.position.after(refuted.mv);
            let cause = cause(Some(refuted), &after, &played[1..], lost.cents());
            return Some(Reason::Loses { material: lost, by: notation::san(&after, reply), cause });
        }
        let by = notation::san(self.position, first);
        self.is_proved(won.cents()).then(|| Reason::Misses {
            price: won,
            by,
            cause: best
                .get(1)
                .and_then(|_| cause(None, self.position, best, won.cents()))
                .filter(Cause::is_motif),
        })
    }

    /// Whether the move gives up all castling rights, and the better line castles.
    fn castling(&self) -> Option<Reason> {
        let (us, line) = (self.position.turn(), &self.best.line);
        let played = *self.played.line.first()?;
        let has = |position: &Position| position.chess().castles().has_color(us);
        let castles = line.iter().step_by(2).any(|mv| mv.is_castle());
        (castles && !played.is_castle() && has(self.position) && {
            let after = self.position.after(played);
            !has(&after)
        })
        .then_some(Reason::GivesUpCastling)
    }

    /// Whether the move trades equal pieces, and the better line does not on that square.
    fn trade(&self) -> Option<Reason> {
        let &[played, reply, ..] = self.played.line.as_slice() else { return None };
        let taken = played.capture()?;
        let is_even = (see_value(taken) - see_value(played.role())).abs() <= TRADE;
        let recaptures = reply.is_capture() && reply.to() == played.to();
        let elsewhere = self.best.line.iter().take(3).all(|mv| mv.to() != played.to());
        let (lost, _) = won_by(self.position, &self.played.line, !self.position.turn());
        (is_even
            && recaptures
            && elsewhere
            && taken == played.role()
            && taken != Role::Pawn
            && lost.cents().abs() <= TRADE)
            .then_some(Reason::Trades(taken, played.to()))
    }

    /// The evaluation category in which the quiet ends of the two lines differ most.
    fn category(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        if self.loss() < MIN_LOSS {
            return None;
        }
        let us = self.position.turn();
        let mut at_end = |line: &[Move]| {
            let end = self.position.after_line(quiet_part(self.position, line));
            let trace = evaluator.trace(end.board(), end.turn());
            Category::ALL.map(|category| white_view(trace.category_score(category), us))
        };
        let (played, best) = (at_end(&self.played.line), at_end(&self.best.line));
        // The other categories say nothing that can be seen on the board.
        let named = |category: &Category| {
            matches!(
                category,
                Category::PassedPawns
                    | Category::KingSafety
                    | Category::PieceMobility
                    | Category::PawnStructure
            )
        };
        let worse = |category: Category| best[category as usize] - played[category as usize];
        Category::ALL
            .into_iter()
            .max_by_key(|&category| worse(category))
            .filter(named)
            .filter(|&category| {
                worse(category) >= MIN_CATEGORY && worse(category) * MIN_SHARE >= self.loss()
            })
            .map(Reason::GivesUp)
    }

    /// The change of the evaluation in White's view with the better move, for an error without a proved reason.
    pub fn plain_words(&self) -> Option<String> {
        let side = self.position.turn();
        let (best, played) = (self.best.score, self.played.score);
        let (from, to) = (white_view(best, side), white_view(played, side));
        let better = notation::numbered(self.position, *self.best.line.first()?);
        let name = side.fold_wb("White", "Black");
        let change = match best.cmp(&Score::DRAW) {
            std::cmp::Ordering::Greater if played >= Score::DRAW => {
                format!("{name}'s advantage falls from {from} to {to}")
            }
            std::cmp::Ordering::Greater => format!("{name}'s advantage of {from} turns into {to}"),
            std::cmp::Ordering::Equal => format!("the evaluation goes from {from} to {to}"),
            std::cmp::Ordering::Less => format!("{name}'s disadvantage grows from {from} to {to}"),
        };
        Some(format!("{change}; better was {better}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Draw, Reason};
    use crate::annotate::judgement::own_judgement;
    use crate::annotate::material::MaterialLoss;
    use crate::annotate::tactics::{Cause, PlacedPiece};
    use crate::base::{Interval, Score};
    use crate::knowledge::Category;
    use crate::rules::{Role, Square};

    #[test]
    fn every_judgement_of_ours_is_recognised_and_nothing_else() {
        let by = || "Qxf7#".to_owned();
        let (queen, king) = (
            PlacedPiece { role: Role::Queen, square: Square::D8 },
            PlacedPiece { role: Role::King, square: Square::E8 },
        );
        let interval = |low, high| Some(Interval { low, high });
        let mut reasons = vec![
            Reason::AllowsMate { moves: 1, by: by(), threatened: true, back_rank: false },
            Reason::AllowsMate { moves: 1, by: by(), threatened: false, back_rank: false },
            Reason::AllowsMate {
                moves: 12,
                by: "O-O-O+".to_owned(),
                threatened: true,
                back_rank: false,
            },
            Reason::AllowsMate { moves: 3, by: by(), threatened: false, back_rank: false },
            Reason::MissesMate { moves: 1, by: by(), back_rank: true },
            Reason::MissesMate { moves: 2, by: "exd8=Q+".to_owned(), back_rank: false },
            Reason::LeavesRepetition { without: None },
            Reason::LeavesRepetition { without: interval(Score::raw(-120), Score::raw(-30)) },
            Reason::LeavesRepetition { without: interval(Score::raw(-30), Score::raw(-30)) },
            Reason::LeavesRepetition { without: interval(-Score::INFINITE, Score::raw(-30)) },
            Reason::LeavesRepetition { without: interval(Score::raw(-30), Score::INFINITE) },
            Reason::LeavesRepetition { without: interval(Score::mated_in(4), Score::raw(-30)) },
            Reason::AllowsDraw(Draw::Repetition),
            Reason::AllowsDraw(Draw::Stalemate),
            Reason::AllowsDraw(Draw::Material),
            Reason::AllowsPromotion("a8=Q".to_owned()),
            Reason::MissesPromotion("bxa8=N+".to_owned()),
            Reason::MissedRecapture(Square::D5),
            Reason::Trades(Role::Queen, Square::D5),
            Reason::GivesUpCastling,
        ];
        reasons.extend(Category::ALL.map(Reason::GivesUp));
        let causes = [
            Cause::Fork { by: "Nc7+".to_owned(), targets: [king, queen] },
            Cause::Skewer { by: "Bb5+".to_owned(), front: king, behind: queen },
            Cause::Discovered { by: "Nd5".to_owned(), attacker: queen, target: king },
            Cause::RemovesDefender { by: "bxc5".to_owned(), defender: queen, piece: queen },
            Cause::Overloaded { defender: queen, guarded: [queen, queen] },
            Cause::Trapped(queen),
            Cause::Pinned(queen),
            Cause::NoLongerDefends { defender: Role::Knight, piece: queen },
            Cause::EnPrise(queen),
            Cause::Hanging(queen),
            Cause::Outnumbered(queen),
        ];
        let mut prices = Vec::new();
        for at in 0..3_i32.pow(5) * 5 {
            let digit = |place: u32| at / 3_i32.pow(place) % 3 - 1;
            prices.push(MaterialLoss([at / 243 - 2, digit(0), digit(1), digit(2), digit(3)]));
        }
        for price in prices {
            let first = Some(causes[0].clone());
            reasons.push(Reason::Loses { material: price, by: by(), cause: first });
            reasons.push(Reason::Loses { material: price, by: by(), cause: None });
            reasons.push(Reason::Misses { price, by: by(), cause: None });
        }
        for cause in causes {
            let material = MaterialLoss([0, 0, 0, 0, 1]);
            let (by, cause) = (by(), Some(cause));
            reasons.push(Reason::Misses { price: material, by: by.clone(), cause: cause.clone() });
            reasons.push(Reason::Loses { material, by, cause });
        }
        for reason in reasons {
            let text = format!("Blunder: {reason}.");
            assert_eq!(own_judgement(&text, "Blunder"), Some(text.len()), "{text}");
            let more = format!("{text} A word of the user's.");
            assert_eq!(own_judgement(&more, "Blunder"), Some(text.len()), "{more}");
        }
        for own in ["Mistake.", "Mistake: Nf3 was better.", "Mistake: O-O was better. More."] {
            assert!(own_judgement(own, "Mistake").is_some(), "{own}");
        }
        for other in [
            "Mistake: my own note",
            "Mistake: my own note.",
            "Mistake: loses the thread.",
            "Mistake: loses a pawn after all.",
            "Mistake: Nf3 was better",
            "Mistake: Nf3 was better, I think.",
            "Mistake. Nf3 was best.",
            "Mistaken: Nf3 was better.",
            "Mistake",
        ] {
            assert_eq!(own_judgement(other, "Mistake"), None, "{other}");
        }
    }
}
