//! Explains why a move is worse than another: mates, repetitions with shadow bounds,
//! material, pins and forks, and the evaluation categories at the ends of the two lines.

use super::material::MaterialLoss;
use super::tactics::{Cause, cause};
use super::task::TaskResult;
use crate::base::{Interval, Score};
use crate::knowledge::{Category, Evaluator};
use crate::rules::{Key, Move, Position, Square, notation, white_view};
use shakmaty::san::SanPlus;
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

/// Length of the judgement that this program writes, at the start of `text`: `word`, then a reason or a better move.
pub fn own_judgement(text: &str, word: &str) -> Option<usize> {
    let rest = text.strip_prefix(word)?;
    if rest == "." {
        return Some(text.len());
    }
    let rest = rest.strip_prefix(": ")?;
    let end =
        rest.find(". ").or_else(|| rest.len().checked_sub(1).filter(|_| rest.ends_with('.')))?;
    is_reason(&rest[..end]).then(|| text.len() - rest.len() + end + 1)
}

/// Whether `text` has the form of a [`Reason`] or of "Nf3 was better".
fn is_reason(text: &str) -> bool {
    let form = shape(text);
    let material = |text: &str| MATERIAL_SHAPES.contains(&text);
    let loss = |text: &str| match (text.split_once(": "), text.strip_suffix(" after M")) {
        (Some((price, cause)), _) => material(price) && CAUSE_SHAPES.contains(&cause),
        (None, Some(price)) => material(price),
        (None, None) => false,
    };
    REASON_SHAPES.contains(&form.as_str())
        || form.strip_prefix("loses ").is_some_and(loss)
        || form
            .strip_prefix("misses the win of ")
            .and_then(|rest| rest.strip_suffix(" by M"))
            .is_some_and(material)
        || Category::ALL.into_iter().any(|category| form == shape(given_up(category)))
}

/// `text` with M for a move or square, N for a number, P for a piece and for a piece on its square.
fn shape(text: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches([':', ';']);
        let class = match bare {
            "king" | "queen" | "rook" | "bishop" | "knight" | "pawn" => "P",
            "pawns" => "Ps",
            _ if bare.parse::<SanPlus>().is_ok() => "M",
            _ if bare.trim_start_matches(['+', '-', '−', '#']).parse::<f64>().is_ok() => "N",
            _ => return word.to_owned(),
        };
        format!("{class}{}", &word[bare.len()..])
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ").replace("P on M", "P")
}

/// The forms of reasons without material and categories, as [`shape`] gives them.
const REASON_SHAPES: [&str; 17] = [
    "M was better",
    "overlooks the threat M",
    "overlooks the threat of mate in N by M",
    "allows M",
    "allows mate in N by M",
    "misses M",
    "misses mate in N by M",
    "the N was only a repetition; without it the position is worth N",
    "the N was only a repetition; without it the position is worth N to N",
    "the N was only a repetition; without it the position is worth at most N",
    "the N was only a repetition; without it the position is worth at least N",
    "gives up the draw by repetition",
    "allows a draw by repetition",
    "allows stalemate",
    "leaves insufficient mating material",
    "allows the promotion M",
    "does not recapture on M",
];

const MATERIAL_SHAPES: [&str; 17] = [
    "a P",
    "two Ps",
    "Ps",
    "a piece",
    "a P for a P",
    "a P for two Ps",
    "a piece for a P",
    "a piece for two Ps",
    "two pieces",
    "the exchange",
    "the exchange for a P",
    "a P for Ps",
    "two pieces for a P",
    "the P",
    "the P for a P",
    "the P for a piece",
    "material",
];

const CAUSE_SHAPES: [&str; 6] = [
    "M attacks the P and the P",
    "the P is pinned",
    "the P no longer defends the P",
    "the P can be captured",
    "the P is hanging",
    "the P is attacked more often than defended",
];

/// Length of a judgement of Lichess's analysis at the start of `text`, such as "(0.35 → -1.2) Mistake. Nf3 was best."
/// Source: lila, `Advice.makeComment`.
pub fn lichess_judgement(text: &str) -> Option<usize> {
    const WORDS: [&str; 6] = [
        "Inaccuracy.",
        "Mistake.",
        "Blunder.",
        "Checkmate is now unavoidable.",
        "Lost forced checkmate sequence.",
        "Not the best checkmate sequence.",
    ];
    let change = text.strip_prefix('(').and_then(|rest| rest.split_once(") "));
    let rest = change.filter(|(change, _)| change.contains(" → ")).map_or(text, |(_, rest)| rest);
    let rest = WORDS.iter().find_map(|word| rest.strip_prefix(word))?;
    let best = rest.strip_prefix(' ').and_then(|rest| rest.split_once(" was best."));
    let rest = best.filter(|(mv, _)| shape(mv) == "M").map_or(rest, |(_, rest)| rest);
    (rest.is_empty() || rest.starts_with(' ')).then(|| text.len() - rest.len())
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

#[cfg(test)]
mod tests {
    use super::{Draw, Reason, lichess_judgement, own_judgement};
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
            Reason::AllowsMate { moves: 1, by: by(), threatened: true },
            Reason::AllowsMate { moves: 1, by: by(), threatened: false },
            Reason::AllowsMate { moves: 12, by: "O-O-O+".to_owned(), threatened: true },
            Reason::AllowsMate { moves: 3, by: by(), threatened: false },
            Reason::MissesMate { moves: 1, by: by() },
            Reason::MissesMate { moves: 2, by: "exd8=Q+".to_owned() },
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
            Reason::MissedRecapture(Square::D5),
        ];
        reasons.extend(Category::ALL.map(Reason::GivesUp));
        let causes = [
            Cause::Fork { by: "Nc7+".to_owned(), targets: [king, queen] },
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
            reasons.push(Reason::Misses { price, by: by() });
        }
        for cause in causes {
            let material = MaterialLoss([0, 0, 0, 0, 1]);
            reasons.push(Reason::Loses { material, by: by(), cause: Some(cause) });
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

    #[test]
    fn judgements_of_lichess_are_recognised() {
        for text in [
            "(0.35 → -1.2) Mistake. Nf3 was best.",
            "Blunder. Qd4 was best.",
            "(Mate in 3 → 2.1) Lost forced checkmate sequence. Qh5# was best.",
            "Checkmate is now unavoidable.",
        ] {
            assert_eq!(lichess_judgement(text), Some(text.len()), "{text}");
        }
        for text in ["(why) Mistake of mine.", "Mistake: my own note", "Blunder.Oh", "(a → b) yes"]
        {
            assert_eq!(lichess_judgement(text), None, "{text}");
        }
        assert_eq!(lichess_judgement("Mistake. Not mine. Qd4 was best."), Some("Mistake.".len()));
    }
}
