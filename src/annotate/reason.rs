//! Explains why a move is worse than another: mates, repetitions with shadow bounds, material with its tactical cause, and
//! the evaluation categories. Each reason is a claim that the two lines prove: material is counted where a line is quiet, and
//! a claim of more than the evaluation loses is not made.

use super::material::MaterialLoss;
use super::proof::{quiet_part, won_by};
use super::tactics::{
    Cause, Deed, MIN_WIN, PlacedPiece, Refuted, SLACK, cause, is_back_rank_mate, list_pieces,
};
use super::task::{ENDING_PIECES, Pair, TaskResult, is_decided};
use crate::base::{Interval, Score};
use crate::knowledge::{Category, Evaluator};
use crate::machine::chess::names;
use crate::rules::{
    Color, Key, Move, Position, Role, Square, notation, see_ge, see_value, white_view,
};
use shakmaty::Position as _;
use std::fmt;

/// A category must be at least one part in so many of the loss to explain it.
const MIN_SHARE: i32 = 2;
/// As [`MIN_SHARE`], for material: the larger share is preferred. Measured on 17 games: of 12 claims of a third to a half of the loss none
/// is false.
const MATERIAL_SHARES: [i32; 2] = [2, 3];
/// Minimum loss in centipawns that has a reason, but for mates and draws.
const MIN_LOSS: i32 = 30;
/// A loss of so many centipawns is no weakness, and no trade or lost right to castle explains it.
const MAX_POSITIONAL: i32 = 200;
/// Minimum difference of a category in centipawns. Measured by reading annotated games: smaller ones are noise.
const MIN_CATEGORY: i32 = 60;
/// Shortest quiet line in half-moves whose categories are compared.
const MIN_PLIES: usize = 6;
/// Centipawns, besides a quarter of the loss, by which material that is named may exceed the loss of the
/// evaluation: the pieces' values depend on the position. Measured on 50 games: of eight claims beyond that three were false.
const CLAIM_SLACK: i32 = 60;
/// Material that is named in full may exceed the loss of the evaluation by one part in so many, and that of the shorter search by
/// three parts in seven. Measured on 91 games: of six claims beyond the first four are false; on 53 games: of nine beyond the second two.
/// Where at least a quarter of it is won in return, it has to be less than the loss by a sixth: of seven claims beyond that two are
/// false.
const CLAIM_PARTS: i32 = 9;
/// Centipawns by which material that is named may exceed the difference of the two lines. Source: more than that of a bishop
/// and a knight.
const ROUNDING: i32 = 30;
/// Scores beyond this many centipawns are equally won, when a claim has to explain a loss. Source: the ceiling of the winning
/// chances.
const DECIDED: i32 = 1_000;
/// Score in centipawns from which one side has an advantage. Source: less than a third of a pawn is equal in the signs of
/// annotators too.
const ADVANTAGE: i32 = 30;
/// Score in centipawns from which a position is called won instead of by a number: more than two queens. Wins that the rules of
/// an ending prove have larger ones.
const CALLED_WON: i32 = 2_000;
/// Loss of the evaluation in centipawns for each pawn of such a difference. Measured on 110 games: with less the number is often
/// larger than what Stockfish's lines show.
const PAWN: i32 = 120;
/// Score in centipawns from which a position is so good either way that what a line wins or loses there is named only as a
/// difference. Measured on 86 games: of twelve claims beyond it three are false.
const NEARLY_WON: Score = Score::raw(250);
/// Largest difference in centipawns between pieces that are traded for each other.
const TRADE: i32 = 50;

/// Whether a claim of so many centipawns is worth naming and no more than the score changes.
pub const fn is_borne_out(claim: i32, change: i32) -> bool {
    claim >= MIN_WIN && claim <= change + change / 4 + CLAIM_SLACK
}

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
        /// The material in pawns.
        pawns: i32,
        /// The better move.
        better: NamedMove,
        /// What the reply attacks.
        attack: Option<Attack>,
    },
    /// It trades pieces of this role on this square.
    Trades(Role, Square),
    /// It gives up the right to castle, and the better line castles.
    GivesUpCastling,
    /// It loses value in a category of the evaluation.
    Positional(Aspect),
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
    /// Without what it captures, where that is named already.
    fn without_capture(self) -> Self {
        Self { deed: self.deed.filter(|deed| matches!(deed, Deed::Attacks(_))), ..self }
    }
}

impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.mv)?;
        self.deed.as_ref().map_or(Ok(()), |deed| write!(f, ", which {deed}"))
    }
}

/// What the reply attacks: "after 16...Nd4 the queen on f3 is attacked". It is no proof that this is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The reply with its number.
    pub by: String,
    /// The pieces and pawns; at least one.
    pub pieces: Vec<PlacedPiece>,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, pieces } = self;
        let verb = if pieces.len() == 1 { "is" } else { "are" };
        write!(f, "after {by} {} {verb} attacked", list_pieces(pieces))
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
            Self::Costs { pawns, better, attack } => {
                match pawns {
                    1 => f.write_str("costs a pawn")?,
                    2 => f.write_str("costs material worth 2 pawns")?,
                    // The ends of two lines do not tell more exactly.
                    _ => f.write_str("costs material worth 3 pawns or more")?,
                }
                write!(f, " compared with {better}")?;
                attack.as_ref().map_or(Ok(()), |attack| write!(f, "; {attack}"))
            }
            Self::GivesUpCastling => f.write_str("gives up the right to castle"),
            Self::Positional(aspect) => write!(f, "{aspect}"),
        }
    }
}

/// A score without its sign, behind words that name the side.
fn unsigned(score: Score) -> String {
    score.max(-score).to_string().trim_start_matches('+').to_owned()
}

/// The first move of a mate in so many moves, with its number unless it mates at once.
fn mating_move(position: &Position, mv: Move, moves: i32) -> String {
    if moves == 1 { notation::san(position, mv) } else { notation::numbered(position, mv) }
}

/// A score in centipawns, mates clamped to the largest heuristic one.
fn heuristic(score: Score) -> i32 {
    let most = Score::HEURISTIC_MAX.value();
    score.value().clamp(-most, most)
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
    /// The results of another search of the better move and of the one played, if there is one: it has to bear out material
    /// and draws too.
    pub other: Option<Pair<'a>>,
    /// The result of another search of the position after the move played, if there is one: it has to find the same reply.
    pub answer: Option<&'a TaskResult>,
    /// What the previous move loses, if that is proved: where the better move wins it, it is named alike.
    pub before: Option<&'a Claim>,
}

/// Material that a move loses.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The reply that wins it.
    pub by: Move,
    /// The material.
    pub material: MaterialLoss,
    /// The tactical cause.
    pub cause: Option<Cause>,
}

/// The two lines up to their quiet ends, and the material there.
struct LineEnds<'a> {
    /// What the mover has lost in the line of the move played.
    lost: MaterialLoss,
    played: &'a [Move],
    /// What the mover has won in the better line.
    won: MaterialLoss,
    best: &'a [Move],
}

impl LineEnds<'_> {
    /// What the move costs by both lines.
    fn net(&self) -> MaterialLoss {
        self.lost + self.won
    }
}

/// The sums of the evaluation's categories for a side and its opponent, in centipawns: `[category][side, opponent]`.
#[derive(Clone, Copy, Debug, Default)]
struct SideSums([[i32; 2]; Category::COUNT]);

/// The categories of a line.
#[derive(Clone, Copy, Debug)]
struct CategorySums {
    /// At its quiet end.
    end: SideSums,
    /// The mean over its second half, without the positions in check.
    mean: SideSums,
}

impl CategorySums {
    /// The categories along the quiet part of `line` for `side`; `None` for a short one, and for a line with a promotion.
    fn along(
        position: &Position,
        line: &[Move],
        side: Color,
        evaluator: &mut Evaluator,
    ) -> Option<Self> {
        if line.iter().any(|mv| mv.promotion().is_some()) {
            return None;
        }
        let line = quiet_part(position, line);
        if line.len() < MIN_PLIES {
            return None;
        }
        let mut at = position.after_line(&line[..line.len() / 2]);
        let mut sums = Vec::new();
        for &mv in &line[line.len() / 2..] {
            at.play(mv);
            if !at.is_check() {
                let trace = evaluator.trace(at.board(), at.turn());
                let of = |category| [side, !side].map(|side| trace.side_score(category, side));
                sums.push(SideSums(Category::ALL.map(of)));
            }
        }
        let end = *sums.last()?;
        let count = sums.len() as i32;
        let mut mean = SideSums::default();
        for (category, sides) in mean.0.iter_mut().enumerate() {
            for (side, value) in sides.iter_mut().enumerate() {
                *value = sums.iter().map(|sums| sums.0[category][side]).sum::<i32>() / count;
            }
        }
        Some(Self { end, mean })
    }
}

/// What a side loses in a category from the first sums to the second ones: by its own share and by its opponent's.
const fn side_losses([best, played]: [&SideSums; 2], category: Category) -> [i32; 2] {
    let [[own_best, other_best], [own, other]] =
        [best.0[category as usize], played.0[category as usize]];
    [own_best - own, other - other_best]
}

const fn category_loss(sums: [&SideSums; 2], category: Category) -> i32 {
    let [own, other] = side_losses(sums, category);
    own + other
}

/// A reason with the line that proves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The reason.
    pub reason: Reason,
    /// The moves after the one played that prove it; empty where the better line is the proof.
    pub refutation: Vec<Move>,
    /// The material that it names as lost.
    pub claim: Option<Claim>,
}

impl<'a> Comparison<'a> {
    /// Of two lines alone.
    pub const fn new(position: &'a Position, best: &'a TaskResult, played: &'a TaskResult) -> Self {
        Self {
            position,
            earlier: &[],
            last: None,
            played,
            best,
            other: None,
            answer: None,
            before: None,
        }
    }

    /// The most important reason that the lines prove, if there is one.
    pub fn reason(&self, evaluator: &mut Evaluator) -> Option<Proof> {
        let reason = self.on_the_board().or_else(|| self.category(evaluator))?;
        let played = &self.played.line;
        let whole = || played[1..].to_vec();
        let refutation = match &reason {
            Reason::AllowsMate { .. } | Reason::AllowsDraw(_) => whole(),
            Reason::AllowsPromotion(_)
            | Reason::Loses { .. }
            | Reason::Costs { .. }
            | Reason::Positional(..) => {
                quiet_part(self.position, played).get(1..).unwrap_or_default().to_vec()
            }
            Reason::MissesMate { .. }
            | Reason::LeavesRepetition { .. }
            | Reason::MissedRecapture(_)
            | Reason::Misses { .. }
            | Reason::MissesPromotion(_)
            | Reason::Trades(..)
            | Reason::GivesUpCastling => Vec::new(),
        };
        let claim = if let (Reason::Loses { material, cause, .. }, &[_, by, ..]) =
            (&reason, played.as_slice())
        {
            Some(Claim { by, material: *material, cause: cause.clone() })
        } else {
            None
        };
        Some(Proof { reason, refutation, claim })
    }

    /// The most important reason that the moves of the lines prove without the evaluation of their ends.
    pub fn on_the_board(&self) -> Option<Reason> {
        let forced = self.mates().or_else(|| self.draws());
        if forced.is_some() || self.loss() < MIN_LOSS {
            return forced;
        }
        let ends = self.ends();
        let weakness = || self.castling().or_else(|| self.trade(ends.lost));
        self.promotion(&ends)
            .or_else(|| self.material(&ends))
            .or_else(|| (self.loss() < MAX_POSITIONAL).then(weakness).flatten())
    }

    /// What the two lines lose and win at their quiet ends.
    fn ends(&self) -> LineEnds<'a> {
        let us = self.position.turn();
        let (lost, played) = won_by(self.position, &self.played.line, !us);
        let (won, best) = won_by(self.position, &self.best.line, us);
        LineEnds { lost, played, won, best }
    }

    /// The loss of the move in centipawns, with mates clamped to the largest heuristic score.
    fn loss(&self) -> i32 {
        heuristic(self.best.score) - heuristic(self.played.score)
    }

    /// Whether so many centipawns are at least one part in `parts` of the loss.
    fn explains(&self, cents: i32, parts: i32) -> bool {
        let within = |score: Score| score.value().clamp(-DECIDED, DECIDED);
        cents * parts >= within(self.best.score) - within(self.played.score)
    }

    /// Whether a claim is no more than the evaluation loses, and explains one part in `parts` of it.
    fn is_proved(&self, claim: MaterialLoss, parts: i32) -> bool {
        let (cents, least) = (claim.cents(), self.losses().min().unwrap_or_default());
        let deep = match claim.is_net() {
            true => cents * 6 <= self.loss() * 5,
            false => cents * CLAIM_PARTS <= self.loss() * (CLAIM_PARTS + 1),
        };
        deep && cents * 7 <= least * 10 && self.is_likely(cents, parts)
    }

    /// As [`Self::is_proved`], for a claim that is not named in full.
    fn is_likely(&self, claim: i32, parts: i32) -> bool {
        self.losses().all(|loss| is_borne_out(claim, loss)) && self.explains(claim, parts)
    }

    /// The losses that the searches find.
    fn losses(&self) -> impl Iterator<Item = i32> {
        let other =
            self.other.map(|Pair { best, played }| heuristic(best.score) - heuristic(played.score));
        other.into_iter().chain([self.loss()])
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
                by: mating_move(&after, reply, -moves),
                threatened: self.is_threat(reply),
                back_rank: back_rank(&self.played.line),
            });
        }
        let moves = best.filter(|&moves| moves > 0 && played.is_none())?;
        let by = mating_move(self.position, *self.best.line.first()?, moves);
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
        // The other search has to see the same draw. Measured on 216 games: of two such claims that it does not see one is false.
        let repeats = |result| draws(result) == Some(Draw::Repetition);
        let is_same = |other: &TaskResult| other.line.first() == self.best.line.first();
        let is_drawn = self.other.is_none_or(|Pair { best, .. }| repeats(best) && is_same(best));
        if is_drawn && repeats(self.best) {
            // Shadow bounds that are not below the draw score give no information.
            let without = self.best.shadow.filter(|shadow| shadow.high < Score::DRAW);
            return Some(Reason::LeavesRepetition { without });
        }
        let is_drawn = self.other.is_none_or(|Pair { played, .. }| played.score == Score::DRAW)
            && self.answer.is_none_or(|answer| answer.score == Score::DRAW);
        draws(self.played).filter(|_| is_drawn).map(Reason::AllowsDraw)
    }

    /// How the line of `result` ends in a draw. To return once to a position of the game does not force a repetition, as the
    /// search assumes; to do so within the line does.
    fn drawn_end(&self, result: &TaskResult) -> Option<Draw> {
        let mut at = self.position.clone();
        let mut line = vec![at.key()];
        for &mv in &result.line {
            at.play(mv);
            let key = at.key();
            if line.contains(&key) || self.earlier.iter().filter(|&&known| known == key).count() > 1
            {
                return Some(Draw::Repetition);
            }
            line.push(key);
        }
        if at.legal_moves().is_empty() && !at.is_check() {
            return Some(Draw::Stalemate);
        }
        // A score that depends on a repetition elsewhere in the tree is no proof: the opponent may have better.
        at.chess().is_insufficient_material().then_some(Draw::Material)
    }

    /// Whether one side promotes, and keeps what it won by that, in one of the lines only.
    fn promotion(&self, ends: &LineEnds<'_>) -> Option<Reason> {
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
            let by = promotes(if side == us { ends.best } else { ends.played }, side);
            by.filter(|_| ends.net().cents() >= see_value(Role::Rook))
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

    fn material(&self, ends: &LineEnds<'_>) -> Option<Reason> {
        MATERIAL_SHARES.into_iter().find_map(|parts| self.material_of(ends, parts))
    }

    /// Material that explains one part in `parts` of the loss.
    fn material_of(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        // A promotion is no loss of pieces. Where one side wins either way, scores do not tell which defence loses least.
        let promotes = |line: &[Move]| line.iter().any(|mv| mv.promotion().is_some());
        let (best, played) = (self.best.score, self.played.score);
        if is_decided(best, played) || promotes(ends.played) || promotes(ends.best) {
            return None;
        }
        let is_open = best > -NEARLY_WON && played < NEARLY_WON;
        self.missed_recapture(ends, parts)
            .or_else(|| is_open.then(|| self.lost_or_missed(ends, parts)).flatten())
            .or_else(|| self.difference(ends, parts))
    }

    /// That the better move recaptures and the move played does nothing on that square.
    fn missed_recapture(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let (&first, &mv) = (ends.best.first()?, ends.played.first()?);
        let recaptures = self.last.is_some_and(|last| last.is_capture() && last.to() == first.to());
        (recaptures
            && first.is_capture()
            && mv.to() != first.to()
            && self.is_proved(ends.net(), parts))
        .then_some(Reason::MissedRecapture(first.to()))
    }

    /// What one of the lines alone loses or wins.
    fn lost_or_missed(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let &[mv, reply, ..] = ends.played else { return None };
        let taken = self.captured_next(ends, parts);
        if reply.capture() == Some(Role::Queen) && taken.is_some() {
            return taken;
        }
        let loses = self.is_own(ends.lost, ends, parts);
        if loses && self.answer.is_none_or(|answer| answer.line.first() == Some(&reply)) {
            let cause = self.cause_of_loss(mv, &ends.played[1..], ends.lost);
            if cause.is_some() || self.is_plain(ends.lost, reply) {
                return Some(self.loses(ends.lost, mv, reply, cause));
            }
        }
        self.missed(ends, parts, loses).or(taken)
    }

    /// What the better line wins. What the move before loses by the better move is named as that mark names it, or as a difference.
    fn missed(&self, ends: &LineEnds<'_>, parts: i32, loses: bool) -> Option<Reason> {
        let &LineEnds { won, best, .. } = ends;
        let first = *best.first()?;
        let by = || Some(self.better_move()?.without_capture());
        let twin = self.before.filter(|claim| claim.by == first);
        let is_won = |claim: &&Claim| {
            let (claim, won) = (claim.material, won.cents());
            self.is_own(claim, ends, parts) && claim.cents() <= won + ROUNDING
        };
        if let Some(claim) = twin.filter(is_won) {
            let cause = claim.cause.clone().filter(Cause::is_motif);
            return Some(Reason::Misses { price: claim.material, by: by()?, cause });
        }
        let is_alike = twin.is_none_or(|claim| claim.material.to_string() == won.to_string());
        if loses || !is_alike || !self.is_own(won, ends, parts) {
            return None;
        }
        let cause = best.get(1).and_then(|_| cause(None, self.position, best, won));
        let cause = cause.filter(Cause::is_motif);
        let is_proved = cause.is_some() || self.is_plain(won, first);
        Some(Reason::Misses { price: won, by: by()?, cause }).filter(|_| is_proved)
    }

    /// What the line of the move played ends with less than the better one.
    fn difference(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let (net, won) = (ends.net(), ends.won);
        let [is_lost, is_missed] = [ends.lost, won].map(|claim| self.is_own(claim, ends, parts));
        let least = self.losses().min().unwrap_or_default() / PAWN;
        // A piece for pawns is often worth less than it counts.
        let pawns = net.pawns().min(least) - i32::from(is_missed && won.is_net());
        let is_likely = is_lost || is_missed || pawns > 0 && self.is_likely(net.cents(), parts);
        let better = self.better_move().filter(|_| is_likely && !self.is_ending())?;
        Some(Reason::Costs { pawns: pawns.max(1), better, attack: self.attack() })
    }

    /// Whether what one line loses or wins is proved, and the other line does not lose or win it as well.
    fn is_own(&self, claim: MaterialLoss, ends: &LineEnds<'_>, parts: i32) -> bool {
        self.is_proved(claim, parts) && claim.cents() <= ends.net().cents() + ROUNDING
    }

    /// Whether material is worth naming without a cause. Where much is lost, or other pieces are won for it, the end of a line is no
    /// proof. Measured on 144 games: of 23 such claims three are false, of 275 others six.
    fn is_plain(&self, claim: MaterialLoss, by: Move) -> bool {
        let explains = |role| claim.includes(role) && claim.cents() <= see_value(role) + SLACK;
        let is_taken = by.capture().is_some_and(explains);
        !self.is_ending() && !claim.is_net() && (claim.cents() < see_value(Role::Rook) || is_taken)
    }

    /// Whether so few pieces are left that a line of pawn moves proves no loss without a cause.
    fn is_ending(&self) -> bool {
        self.position.pieces().count() <= ENDING_PIECES
    }

    /// The piece that the reply captures with an exchange that wins all of it, where the two lines differ by as much and another
    /// search finds the reply too. A queen is worth naming whatever follows if the evaluation loses as much.
    fn captured_next(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let &[mv, reply, ..] = ends.played else { return None };
        let (us, piece) = (self.position.turn(), reply.capture()?);
        let material = MaterialLoss::of_moves(us, &[mv, reply], us);
        let is_found = self.answer.is_some_and(|answer| answer.line.first() == Some(&reply));
        let loses_queen = material.includes(Role::Queen)
            && !mv.is_capture()
            && self.losses().all(|loss| loss >= material.pawns() * PAWN);
        let is_own = material.cents() <= ends.net().cents() + ROUNDING || loses_queen;
        let is_proved = is_found
            && is_own
            && see_ge(&self.position.after(mv), reply, see_value(piece))
            && self.is_proved(material, parts);
        let cause = self.cause_of_loss(mv, &[reply], material).filter(|_| is_proved)?;
        Some(self.loses(material, mv, reply, Some(cause)))
    }

    /// Why `mv` loses `material` by `line`.
    fn cause_of_loss(&self, mv: Move, line: &[Move], material: MaterialLoss) -> Option<Cause> {
        let refuted = Refuted { position: self.position, mv };
        cause(Some(refuted), &self.position.after(mv), line, material)
    }

    fn loses(&self, material: MaterialLoss, mv: Move, reply: Move, cause: Option<Cause>) -> Reason {
        let refuted = Refuted { position: self.position, mv };
        let deed = if reply.is_capture() { None } else { Deed::of_reply(refuted, reply) };
        let mv = notation::numbered(&self.position.after(mv), reply);
        Reason::Loses { material, by: NamedMove { mv, deed }, cause }
    }

    /// The better move with what it does; that it captures is no news where the move played captures the same.
    fn better_move(&self) -> Option<NamedMove> {
        let first = *self.best.line.first()?;
        let is_same = self.played.line.first().is_some_and(|mv| mv.to() == first.to());
        let deed = Deed::of(self.position, first);
        let deed = deed.filter(|deed| !is_same || !matches!(deed, Deed::Captures(_)));
        Some(NamedMove { mv: notation::numbered(self.position, first), deed })
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

    /// Whether the move trades equal pieces, where its line loses `lost`, and the better line does not on that square.
    fn trade(&self, lost: MaterialLoss) -> Option<Reason> {
        let &[played, reply, ..] = self.played.line.as_slice() else { return None };
        let taken = played.capture()?;
        let is_even = (see_value(taken) - see_value(played.role())).abs() <= TRADE;
        let recaptures = reply.is_capture() && reply.to() == played.to();
        let elsewhere = self.best.line.iter().take(3).all(|mv| mv.to() != played.to());
        (is_even
            && recaptures
            && elsewhere
            && taken == played.role()
            && taken != Role::Pawn
            && lost.cents().abs() <= TRADE)
            .then_some(Reason::Trades(taken, played.to()))
    }

    /// The evaluation category in which the two lines differ most, at their quiet ends and on the way there, if that explains
    /// the loss.
    fn category(&self, evaluator: &mut Evaluator) -> Option<Reason> {
        if !(MIN_LOSS..MAX_POSITIONAL).contains(&self.loss()) {
            return None;
        }
        let us = self.position.turn();
        let mut sums = |line: &[Move]| CategorySums::along(self.position, line, us, evaluator);
        let (played, best) = (sums(&self.played.line)?, sums(&self.best.line)?);
        let ends = [&best.end, &played.end];
        let means = [&best.mean, &played.mean];
        let worse =
            |category: Category| category_loss(ends, category).min(category_loss(means, category));
        // The other categories say nothing that can be seen on the board. Measured on 50 games: of two claims of mobility and
        // four of pressure on the opponent's king Stockfish's evaluation confirmed none; on 180 more, of two of passed pawns and two
        // of pawn structure none.
        let category = Category::KingSafety;
        let is_proved = worse(category) >= MIN_CATEGORY
            && self.explains(worse(category), MIN_SHARE)
            && worse(Category::Material).abs() <= MIN_WIN;
        let is_gain = |sums| {
            let [own, other] = side_losses(sums, category);
            other > own
        };
        let is_own = !is_gain(ends) && !is_gain(means);
        (is_proved && is_own).then_some(Reason::Positional(Aspect { category, is_gain: false }))
    }

    /// What the reply attacks on the board, if another search finds it too.
    fn attack(&self) -> Option<Attack> {
        let &[mv, reply, ..] = self.played.line.as_slice() else { return None };
        let is_found = self.answer?.line.first() == Some(&reply);
        let refuted = Refuted { position: self.position, mv };
        match Deed::of_reply(refuted, reply).filter(|_| is_found)? {
            Deed::Attacks(pieces) => {
                Some(Attack { by: notation::numbered(&self.position.after(mv), reply), pieces })
            }
            Deed::Captures(_) => None,
        }
    }

    /// The change of the evaluation with the better move, for an error without a proved reason, and what the reply attacks.
    pub fn plain_words(&self) -> Option<String> {
        let side = self.position.turn();
        let (best, played) = (self.best.score, self.played.score);
        let better = self.better_move()?;
        let attack = self.attack().map_or_else(String::new, |attack| format!("; {attack}"));
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
        Some(format!("{change}{attack}; better was {better}"))
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

#[cfg(test)]
mod tests {
    use super::{Aspect, Attack, Draw, MIN_WIN, NamedMove, Reason, is_borne_out};
    use crate::annotate::judgement::own_judgement;
    use crate::annotate::material::MaterialLoss;
    use crate::annotate::tactics::{Cause, Deed, PlacedPiece};
    use crate::base::{Interval, Score};
    use crate::knowledge::Category;
    use crate::rules::{Role, Square};

    #[test]
    fn a_claim_is_worth_naming_and_no_more_than_the_score_changes() {
        let borne_out = [(100, 0), (100, 40), (300, 100), (300, 200), (50, 100)];
        assert_eq!(
            borne_out.map(|(claim, change)| is_borne_out(claim, change)),
            [false, true, false, true, false]
        );
    }

    #[test]
    fn every_judgement_of_ours_is_recognised_and_nothing_else() {
        let by = || "Qxf7#".to_owned();
        let named = || NamedMove { mv: by(), deed: None };
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
        let aspects = Category::ALL
            .into_iter()
            .flat_map(|category| [false, true].map(|is_gain| Aspect { category, is_gain }));
        reasons.extend(aspects.map(Reason::Positional));
        let causes = [
            Cause::Fork { by: "Nc7+".to_owned(), targets: [king, queen] },
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
        for cause in causes {
            let material = MaterialLoss([0, 0, 0, 0, 1]);
            let (by, cause) = (named(), Some(cause));
            reasons.push(Reason::Misses { price: material, by: by.clone(), cause: cause.clone() });
            reasons.push(Reason::Loses { material, by, cause });
        }
        let attacks = [vec![queen], vec![queen, king], vec![queen; 4]];
        let deeds = attacks.clone().map(Deed::Attacks).into_iter().chain([Deed::Captures(queen)]);
        for deed in deeds.map(Some).chain([None]) {
            let better = NamedMove { mv: "12...Qd4+".to_owned(), deed };
            for pawns in [1, 2, 12] {
                let costs = |attack| Reason::Costs { pawns, better: better.clone(), attack };
                reasons.push(costs(None));
                for pieces in attacks.clone() {
                    reasons.push(costs(Some(Attack { by: "12.O-O-O+".to_owned(), pieces })));
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
