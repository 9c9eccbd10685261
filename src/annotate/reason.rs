//! The reasons why a move is worse than another, in words. Each is a claim that two lines prove; [`Comparison`](super::comparison)
//! finds it.

use super::cause::{Cause, list_pieces};
use super::deed::{Deed, Threats};
use super::material::MaterialLoss;
use crate::base::{Interval, Score};
use crate::knowledge::Category;
use crate::machine::chess::names;
use crate::rules::{Role, Square};
use std::fmt;

/// Pawns from which a difference of two lines is not counted exactly: their ends do not tell more.
pub(super) const MANY_PAWNS: i32 = 3;

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It allows a mate.
    AllowsMate {
        /// Moves to mate.
        moves: i32,
        /// The first move of the line.
        by: NamedMove,
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
        by: NamedMove,
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
        by: NamedMove,
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
        by: NamedMove,
        /// The tactical cause.
        cause: Option<Cause>,
    },
    /// Its line ends with so much less than the better one, where neither loses or wins as much alone.
    Costs {
        /// The material in pawns; `None` where the cause is about more, or the evaluation loses far more than the lines show.
        pawns: Option<i32>,
        /// The better move.
        better: NamedMove,
        /// The motif by which the reply wins something.
        cause: Option<Cause>,
        /// What the reply attacks, without such a motif.
        attack: Option<Attack>,
    },
    /// It trades pieces of this role on this square.
    Trades(Role, Square),
    /// The last pieces are traded, and the ending of pawns is lost.
    LostPawnEnding {
        /// Whether the move begins the trade.
        is_own: bool,
    },
    /// It gives up the right to castle, and the better line castles.
    GivesUpCastling,
    /// It loses value in a category of the evaluation.
    Positional(Aspect),
}

impl Reason {
    /// Whether it names what is given up beside material, a mate, a draw and a promotion.
    pub(super) const fn is_weakness(&self) -> bool {
        matches!(self, Self::Trades(..) | Self::GivesUpCastling | Self::Positional(_))
    }

    /// Whether one of the lines alone shows what is lost or missed.
    pub(super) const fn is_shown_by_a_line(&self) -> bool {
        !self.is_weakness() && !matches!(self, Self::Costs { .. })
    }

    /// The words without the better move and what points to it, for an exercise in which it is still to be found.
    pub fn without_better(&self) -> String {
        match self {
            Self::MissesMate { moves, .. } => format!("misses mate in {moves}"),
            Self::MissesPromotion(_) => "misses a promotion".to_owned(),
            Self::Misses { price, .. } => format!("misses the win of {price}"),
            Self::MissedRecapture(_) => "does not recapture".to_owned(),
            Self::Costs { pawns, cause, attack, .. } => {
                format!("{}{}", costs(*pawns), by_reply(cause.as_ref(), attack.as_ref()))
            }
            Self::AllowsMate { .. }
            | Self::LeavesRepetition { .. }
            | Self::AllowsDraw(_)
            | Self::AllowsPromotion(_)
            | Self::Loses { .. }
            | Self::Trades(..)
            | Self::LostPawnEnding { .. }
            | Self::GivesUpCastling
            | Self::Positional(_) => self.to_string(),
        }
    }

    /// Whether it names a pawn, or as much, and nothing that the board shows but its capture.
    pub(super) fn is_bare_pawn(&self) -> bool {
        match self {
            Self::Loses { material, by, cause: None }
            | Self::Misses { price: material, by, cause: None } => {
                !by.deed.as_ref().is_some_and(Deed::is_material) && material.pawns() <= 1
            }
            Self::Costs { pawns: Some(1) | None, better, cause, attack: None } => {
                let is_pawn = |cause: &Cause| cause.is_about(|role| role == Role::Pawn);
                let shows = |cause: &Cause| cause.is_motif() || !is_pawn(cause);
                let shows_more = better.deed.as_ref().is_some_and(Deed::is_material);
                !shows_more && !cause.as_ref().is_some_and(shows)
            }
            _ => false,
        }
    }
}

/// A move with its number, and what it does that the board shows: "9.d4, which attacks the queen on b5".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// The move with its number.
    pub mv: String,
    /// What it does.
    pub deed: Option<Deed>,
}

impl NamedMove {
    /// Without what it wins, where `won` is named already, but with what it attacks, or catches of that.
    pub(super) fn without_win(self, won: MaterialLoss) -> Self {
        let stays = |deed: &Deed| match deed {
            Deed::Threatens(_) => true,
            Deed::Wins(cause) => cause.is_catch() && cause.is_about(|role| won.includes(role)),
            Deed::Captures(_) => false,
        };
        Self { deed: self.deed.filter(stays), ..self }
    }
}

impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv)?;
        self.deed.as_ref().map_or(Ok(()), |deed| write!(f, "{deed}"))
    }
}

/// What the reply threatens: "after 16...Nd4 the queen on f3 is attacked". It is no proof that this is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The reply with its number.
    pub by: String,
    /// The threats.
    pub threats: Threats,
    /// Why the only piece that it attacks cannot get away.
    pub caught: Option<Cause>,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, threats, caught } = self;
        if let Some(caught) = caught {
            return write!(f, "after {by} {caught}");
        }
        if threats.mate.is_some() {
            return write!(f, "{by} {threats}");
        }
        let verb = if threats.pieces.len() == 1 { "is" } else { "are" };
        write!(f, "after {by} {} {verb} attacked", list_pieces(&threats.pieces))
    }
}

/// A category of the evaluation, and whether it is the opponent who gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aspect {
    /// The category.
    pub category: Category,
    /// Whether the opponent's share grows more than the own one falls.
    pub is_gain: bool,
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
                write!(f, "loses {}: {cause}", price_by(price, cause))
            }
            Self::Loses { material: price, by, cause: None } => {
                write!(f, "loses {price} after {by}")
            }
            Self::MissedRecapture(square) => write!(f, "does not recapture on {square}"),
            Self::MissesPromotion(by) => write!(f, "misses the promotion {by}"),
            Self::Misses { price, cause: Some(cause), .. } => {
                write!(f, "misses the win of {}: {cause}", price_by(price, cause))
            }
            Self::Misses { price, by, cause: None } => {
                write!(f, "misses the win of {price} by {by}")
            }
            Self::Trades(role, square) => write!(f, "trades {}s on {square}", names::role(*role)),
            Self::LostPawnEnding { is_own: true } => f.write_str("trades into a lost pawn ending"),
            Self::LostPawnEnding { is_own: false } => {
                f.write_str("allows a trade into a lost pawn ending")
            }
            Self::Costs { pawns, better, cause, attack } => {
                let shown = by_reply(cause.as_ref(), attack.as_ref());
                write!(f, "{} compared with {better}{shown}", costs(*pawns))
            }
            Self::GivesUpCastling => f.write_str("gives up the right to castle"),
            Self::Positional(aspect) => write!(f, "{aspect}"),
        }
    }
}

/// Description of what a move costs.
fn costs(pawns: Option<i32>) -> String {
    match pawns {
        None => "costs material".to_owned(),
        Some(1) => "costs a pawn".to_owned(),
        Some(MANY_PAWNS..) => format!("costs material worth {MANY_PAWNS} pawns or more"),
        Some(pawns) => format!("costs material worth {pawns} pawns"),
    }
}

/// What the reply wins or attacks, behind other words.
fn by_reply(cause: Option<&Cause>, attack: Option<&Attack>) -> String {
    let cause = cause.map(|cause| format!("; {cause}"));
    cause.into_iter().chain(attack.map(|attack| format!("; {attack}"))).collect()
}

/// Description of material that is lost by `cause`.
fn price_by(price: &MaterialLoss, cause: &Cause) -> String {
    let words = price.to_string();
    let minor = ["a knight", "a bishop"].into_iter().find_map(|it| words.strip_prefix(it));
    match minor.filter(|_| price.is_one_minor() && cause.forks_two_minors()) {
        Some(rest) => format!("a piece{rest}"),
        None => words,
    }
}

const fn rank(back_rank: bool) -> &'static str {
    if back_rank { " on the back rank" } else { "" }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.category, self.is_gain) {
            (Category::Material, _) => "gives up material",
            (Category::PassedPawns, false) => "weakens the passed pawns",
            (Category::PassedPawns, true) => "strengthens the opponent's passed pawns",
            (Category::KingSafety, false) => "leaves the king less safe",
            (Category::KingSafety, true) => "gives up pressure on the opponent's king",
            (Category::PieceLocation, false) => "leaves the pieces on worse squares",
            (Category::PieceLocation, true) => "lets the opponent's pieces reach better squares",
            (Category::PieceMobility, false) => "reduces the mobility of the pieces",
            (Category::PieceMobility, true) => "gives the opponent's pieces more mobility",
            (Category::PawnStructure, false) => "damages the pawn structure",
            (Category::PawnStructure, true) => "leaves the opponent the better pawn structure",
            (Category::Threats, false) => "gives up threats",
            (Category::Threats, true) => "allows threats",
            (Category::MinorPieces, _) => "leaves the knights and bishops worse placed",
            (Category::MajorPieces, _) => "leaves the rooks and queens worse placed",
            (Category::EndgameScale, _) => "leaves an endgame that is harder to win",
        })
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

#[cfg(test)]
mod tests {
    use super::{Aspect, Attack, Draw, NamedMove, Reason};
    use crate::annotate::cause::{Cause, PlacedPiece};
    use crate::annotate::deed::{Deed, Threats};
    use crate::annotate::judgement::own_judgement;
    use crate::annotate::material::MaterialLoss;
    use crate::annotate::tactics::MIN_WIN;
    use crate::base::{Interval, Score};
    use crate::knowledge::Category;
    use crate::rules::{Role, Square};

    #[test]
    fn every_judgement_of_ours_is_recognised_and_nothing_else() {
        let by = || "Qxf7#".to_owned();
        let named = || NamedMove { mv: by(), deed: None };
        let (queen, king) = (
            PlacedPiece { role: Role::Queen, square: Square::D8 },
            PlacedPiece { role: Role::King, square: Square::E8 },
        );
        let taking = |mv: &str| NamedMove { mv: mv.to_owned(), deed: Some(Deed::Captures(queen)) };
        let interval = |low, high| Some(Interval { low, high });
        let mut reasons = vec![
            Reason::AllowsMate { moves: 1, by: named(), threatened: true, back_rank: false },
            Reason::AllowsMate { moves: 1, by: named(), threatened: false, back_rank: false },
            Reason::AllowsMate {
                moves: 12,
                by: taking("12.O-O-O+"),
                threatened: true,
                back_rank: false,
            },
            Reason::AllowsMate { moves: 3, by: named(), threatened: false, back_rank: false },
            Reason::MissesMate { moves: 1, by: named(), back_rank: true },
            Reason::MissesMate { moves: 4, by: taking("exd8=Q+"), back_rank: false },
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
            Reason::LostPawnEnding { is_own: true },
            Reason::LostPawnEnding { is_own: false },
            Reason::GivesUpCastling,
        ];
        let aspects = Category::ALL
            .into_iter()
            .flat_map(|category| [false, true].map(|is_gain| Aspect { category, is_gain }));
        reasons.extend(aspects.map(Reason::Positional));
        let causes = [
            Cause::Fork { by: "16.Nc7+".to_owned(), targets: [king, queen] },
            Cause::Skewer { by: "Bb5+".to_owned(), front: king, behind: queen },
            Cause::Discovered { by: "Nd5".to_owned(), attacker: queen, target: king },
            Cause::RemovesDefender { by: "bxc5".to_owned(), defender: queen, piece: queen },
            Cause::DrivesAway { by: "Nd4".to_owned(), defender: king, piece: queen },
            Cause::Indefensible(queen),
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
        for price in prices.into_iter().filter(|price| price.cents() >= MIN_WIN) {
            let first = Some(causes[0].clone());
            reasons.push(Reason::Loses { material: price, by: named(), cause: first });
            reasons.push(Reason::Loses { material: price, by: named(), cause: None });
            reasons.push(Reason::Misses { price, by: named(), cause: None });
        }
        for cause in causes.clone() {
            let material = MaterialLoss([0, 0, 0, 0, 1]);
            let (by, cause) = (named(), Some(cause));
            reasons.push(Reason::Misses { price: material, by: by.clone(), cause: cause.clone() });
            reasons.push(Reason::Loses { material, by, cause });
        }
        let attacks = [vec![], vec![queen], vec![queen, king], vec![queen; 4]];
        let threats = attacks.into_iter().flat_map(|pieces| {
            let mate = (!pieces.is_empty()).then_some(None);
            let mates = mate.into_iter().chain([Some("17...Qxh2#".to_owned())]);
            mates.map(move |mate| Threats { pieces: pieces.clone(), mate })
        });
        let threats: Vec<Threats> = threats.collect();
        let motifs = causes.clone().into_iter().filter(Cause::is_motif).map(Deed::Wins);
        let deeds = threats.clone().into_iter().map(Deed::Threatens).chain(motifs);
        let deeds = deeds.chain([Deed::Captures(queen)]);
        for deed in deeds.map(Some).chain([None]) {
            let better = NamedMove { mv: "12...Qd4+".to_owned(), deed };
            for pawns in [None, Some(1), Some(2), Some(12)] {
                let costs =
                    |cause, attack| Reason::Costs { pawns, better: better.clone(), cause, attack };
                reasons.push(costs(None, None));
                let motifs = causes.clone().into_iter().filter(Cause::is_motif);
                reasons.extend(motifs.map(|cause| costs(Some(cause), None)));
                for threats in threats.clone() {
                    let caught = [Cause::Trapped(queen), Cause::Pinned(queen)].map(Some);
                    for caught in caught.into_iter().chain([Some(Cause::Indefensible(king)), None])
                    {
                        let by = "12.O-O-O+".to_owned();
                        let attack = Attack { by, threats: threats.clone(), caught };
                        reasons.push(costs(None, Some(attack)));
                    }
                }
            }
            let price = MaterialLoss([1, 0, 0, 0, 0]);
            let by = better.clone();
            reasons.push(Reason::Loses { material: price, by: better, cause: None });
            reasons.push(Reason::Misses { price, by, cause: None });
        }
        for reason in reasons {
            let text = format!("Blunder: {reason}.");
            assert_eq!(own_judgement(&text, "Blunder"), Some(text.len()), "{text}");
            let more = format!("{text} A word of the user's.");
            assert_eq!(own_judgement(&more, "Blunder"), Some(text.len()), "{more}");
            if reason.is_weakness() {
                let deed = "9.Qxd8+, which captures the queen on d8";
                let text = format!("Blunder: {reason}; better was {deed}.");
                assert_eq!(own_judgement(&text, "Blunder"), Some(text.len()), "{text}");
            }
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
