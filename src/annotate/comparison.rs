//! Compares the line of a move with that of a better one, and finds the most important reason that they prove: mates, repetitions
//! with shadow bounds, promotions, material with its tactical cause (`material_reason`), and the evaluation categories
//! (`categories`). Material is counted where a line is quiet, and a claim of more than the evaluation loses is not made.

use super::cause::Cause;
use super::chances::{is_exact, sober_chances_lost};
use super::deed::{Deed, SOON};
use super::material::MaterialLoss;
use super::proof::{quiet_part, won_by};
use super::reason::{Attack, Draw, NamedMove, Reason};
use super::tactics::{MIN_WIN, is_back_rank_mate};
use super::task::TaskResult;
use super::task_results::{Deviations, Pair};
use super::winning_line::Refuted;
use crate::base::Score;
use crate::knowledge::Evaluator;
use crate::rules::{Color, Key, Move, Position, Role, Square, notation, see_ge, see_value};
use shakmaty::Position as _;

/// Minimum loss in centipawns that has a reason, but for mates and draws.
pub(super) const MIN_LOSS: i32 = 30;
/// A loss of so many centipawns is no weakness, and no trade or lost right to castle explains it.
pub(super) const MAX_POSITIONAL: i32 = 200;
/// Scores beyond this many centipawns are equally won, when a claim has to explain a loss. Source: the ceiling of the winning
/// chances.
const DECIDED: i32 = 1_000;
/// Half-moves within which a line has to repeat a position of its own: what lies behind is rarely forced. Measured by reading ten games:
/// of two such claims one was false, by a repetition after 14.
const MAX_REPETITION: usize = 12;
/// Centipawns by which a side has to stand worse without a repetition that is said to be forced on it, or that it is said to need: by less
/// a longer search may find it as good. Chosen: less than this is called an equal position.
const NEED: Score = Score::raw(30);
/// Half-moves within which a trade has to lead into an ending of pawns.
const TRADE_PLIES: usize = 4;
/// Centipawns from which an ending of pawns is called lost, and from which the better line is not. Source: two pawns more win nearly always, one often.
const LOST_ENDING: Score = Score::raw(200);
const EVEN_ENDING: Score = Score::raw(100);
/// Moves from which a mate is so far that the piece which its first move captures says more.
const FAR_MATE: i32 = 4;
/// Winning chances, on the scale from -1 to 1, that have to be lost where one side is much better either way and no line alone shows what is
/// lost: both scores are too far from equal to be exact. Measured on 305 games: of 1,680 marks this takes six that lose less than 5
/// percentage points and 70 others, four of which lose 15.
const LEAST_BY_SCORES: f64 = 0.24;
/// Largest difference in centipawns between pieces that are traded for each other.
const TRADE: i32 = 50;

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
    /// The result of the first search of the position after the move played, if there is one: it has to find the same reply.
    pub answer: Option<&'a TaskResult>,
    /// The result of a deep search of that position, if there is one, which may find the reply instead.
    pub deep_answer: Option<&'a TaskResult>,
    /// The result of the first search of the position, if there is one: it has to see a draw that is given up.
    pub first: Option<&'a TaskResult>,
    /// The results of the two moves where the side that would rather go on loses by any repetition: a draw by repetition is one only
    /// where these are worse for it.
    pub deviations: Deviations<'a>,
    /// The evaluation of the position without a search, if it is known: the score of a move that wins material has to be better by that.
    pub standing: Option<Score>,
    /// The evaluations that the game has before and after the move, from the mover's point of view, if there are any: the words name these
    /// figures where they say the same.
    pub stated: Option<[Score; 2]>,
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
pub(super) struct LineEnds<'a> {
    /// What the mover has lost in the line of the move played.
    pub lost: MaterialLoss,
    pub played: &'a [Move],
    /// What the mover has won in the better line.
    pub won: MaterialLoss,
    pub best: &'a [Move],
}

impl LineEnds<'_> {
    /// What the move costs by both lines.
    pub fn net(&self) -> MaterialLoss {
        self.lost + self.won
    }
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
            deep_answer: None,
            first: None,
            deviations: Deviations { best: None, played: None },
            standing: None,
            stated: None,
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
            | Reason::LostPawnEnding { .. }
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
        self.lost_pawn_ending()
            .or_else(|| self.captured_before_promotion(&ends))
            .or_else(|| self.promotion(&ends))
            .or_else(|| self.material(&ends))
            .or_else(|| (self.loss() < MAX_POSITIONAL).then(weakness).flatten())
    }

    /// What the two lines lose and win at their quiet ends.
    pub(super) fn ends(&self) -> LineEnds<'a> {
        let us = self.position.turn();
        let (lost, played) = won_by(self.position, &self.played.line, !us);
        let (won, best) = won_by(self.position, &self.best.line, us);
        LineEnds { lost, played, won, best }
    }

    /// Whether the scores alone say that the move is an error, which they do not reliably where one side is much better either way.
    pub(super) fn is_error_by_scores(&self) -> bool {
        let (best, played) = (self.best.score, self.played.score);
        is_exact(best, played) || sober_chances_lost(best, played) >= LEAST_BY_SCORES
    }

    /// The loss of the move in centipawns, with mates clamped to the largest heuristic score.
    pub(super) fn loss(&self) -> i32 {
        heuristic(self.best.score) - heuristic(self.played.score)
    }

    /// Whether so many centipawns are at least one part in `parts` of the loss.
    pub(super) fn explains(&self, cents: i32, parts: i32) -> bool {
        let within = |score: Score| score.value().clamp(-DECIDED, DECIDED);
        cents * parts >= within(self.best.score) - within(self.played.score)
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
            let by = mating_move(&after, reply, -moves);
            return Some(Reason::AllowsMate {
                moves: -moves,
                threatened: self.is_threat(reply),
                back_rank: by.deed.is_none() && back_rank(&self.played.line),
                by,
            });
        }
        let moves = best.filter(|&moves| moves > 0 && played.is_none())?;
        let by = mating_move(self.position, *self.best.line.first()?, moves);
        let back_rank = by.deed.is_none() && back_rank(&self.best.line);
        Some(Reason::MissesMate { moves, by, back_rank })
    }

    /// Whether `reply` mates at once after a null move: the mate was a threat.
    fn is_threat(&self, reply: Move) -> bool {
        let Some(passed) = self.position.null_move() else { return false };
        let legal = passed.legal_moves().into_iter().any(|mv| mv == reply);
        legal && passed.after(reply).chess().is_checkmate()
    }

    fn draws(&self) -> Option<Reason> {
        // Nothing is given up for a draw by another one.
        if self.played.score == self.best.score {
            return None;
        }
        let draws = |result: &TaskResult| {
            (result.score == Score::DRAW).then(|| self.drawn_end(result)).flatten()
        };
        // The other search has to see the same draw. Measured on 216 games: of two such claims that it does not see one is false.
        let repeats = |result| draws(result) == Some(Draw::Repetition);
        let is_same = |other: &TaskResult| other.line.first() == self.best.line.first();
        let is_drawn = self.other.is_none_or(|Pair { best, .. }| repeats(best) && is_same(best))
            && self.first.is_none_or(|first| first.score == Score::DRAW);
        let is_forced = self.deviations.best.is_none_or(|without| without.score >= NEED);
        if is_drawn && is_forced && repeats(self.best) {
            // Shadow bounds that are not below the draw score give no information.
            let without = self.best.shadow.filter(|shadow| shadow.high < Score::DRAW);
            return Some(Reason::LeavesRepetition { without });
        }
        let is_drawn = self.other.is_none_or(|Pair { played, .. }| played.score == Score::DRAW)
            && self.answer.is_none_or(|answer| answer.score == Score::DRAW);
        let needs = self.deviations.played.is_none_or(|without| without.score <= -NEED);
        let is_sure = |draw: &Draw| is_drawn && (needs || *draw != Draw::Repetition);
        draws(self.played).filter(is_sure).map(Reason::AllowsDraw)
    }

    /// How the line of `result` ends in a draw. To return once to a position of the game does not force a repetition, as the
    /// search assumes; to do so within the line does.
    fn drawn_end(&self, result: &TaskResult) -> Option<Draw> {
        let mut at = self.position.clone();
        let mut line = vec![at.key()];
        for (ply, &mv) in result.line.iter().enumerate() {
            at.play(mv);
            let key = at.key();
            let is_soon = ply < MAX_REPETITION;
            if is_soon && line.contains(&key)
                || self.earlier.iter().filter(|&&known| known == key).count() > 1
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

    /// Whether the move leads at once into an ending of pawns that is lost, by a trade that the better line avoids.
    fn lost_pawn_ending(&self) -> Option<Reason> {
        let has_pieces_after = |line: &[Move], plies: usize| {
            let end = self.position.after_line(&line[..line.len().min(plies)]);
            !end.pieces().is_empty()
        };
        let &[mv, reply, ..] = self.played.line.as_slice() else { return None };
        let trade = (1..=TRADE_PLIES).find(|&plies| !has_pieces_after(&self.played.line, plies))?;
        let us = self.position.turn();
        let lost = MaterialLoss::of_moves(us, &self.played.line[..trade], us);
        let (best, played) = (self.best.score, self.played.score);
        let other = self.other.map_or(played, |Pair { played, .. }| played.score);
        let is_lost = played.max(other) <= -LOST_ENDING && best > -EVEN_ENDING;
        let is_avoided = has_pieces_after(&self.best.line, 2 * TRADE_PLIES);
        let is_even = !self.position.pieces().is_empty() && lost.cents().abs() <= TRADE;
        let is_own = mv.is_capture() || reply.is_capture() && reply.to() == mv.to();
        (is_lost && is_avoided && is_even).then_some(Reason::LostPawnEnding { is_own })
    }

    /// Whether one side promotes, and keeps what it won by that, in one of the lines only.
    fn promotion(&self, ends: &LineEnds<'_>) -> Option<Reason> {
        let us = self.position.turn();
        let promotes = |line: &[Move], side: Color| {
            let mut at = self.position.clone();
            for &mv in line {
                if at.turn() == side && mv.promotion().is_some() {
                    return Some(notation::numbered(&at, mv));
                }
                at.play(mv);
            }
            None
        };
        let (played, best) = (&self.played.line, &self.best.line);
        // A rook or more that falls at once says more.
        let at_once = &played[..played.len().min(2)];
        let falls = MaterialLoss::of_moves(us, at_once, us).cents() >= see_value(Role::Rook);
        if falls && !at_once.iter().any(|mv| mv.is_promotion()) {
            return None;
        }
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

    /// The better move with what it does that the move played does not do too. That it captures is no news where the move played captures
    /// the same or as much, and an attack matters where its line goes on about it. A motif by which its line wins something says more than
    /// an attack.
    pub(super) fn better_move(&self, ends: &LineEnds<'_>) -> Option<NamedMove> {
        let (first, rest) = self.best.line.split_first()?;
        let played = *self.played.line.first()?;
        let motif = || self.motif_of_better(ends).map(Deed::Wins);
        let deed = match Deed::of(self.position, *first) {
            Some(Deed::Captures(piece)) => {
                let taken = played.capture().map_or(0, see_value);
                let is_news = played.to() != first.to() && taken < see_value(piece.role);
                is_news.then_some(Deed::Captures(piece)).or_else(motif)
            }
            deed => motif().or_else(|| {
                let deed = deed?.beside(Deed::of(self.position, played), rest)?;
                let Deed::Threatens(threats) = &deed else { return Some(deed) };
                let caught = threats.caught(self.position, *first);
                Some(caught.map_or(deed, Deed::Wins))
            }),
        };
        Some(NamedMove { mv: notation::numbered(self.position, *first), deed })
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

    /// What the reply attacks: a mate, several pieces, or one that cannot get away or that its line takes soon, if another search finds the
    /// reply too. That a single piece has to move tells a reader nothing: by a player's reading of ten games three of four such attacks were
    /// beside the point.
    pub(super) fn attack(&self) -> Option<Attack> {
        let &[mv, reply, ..] = self.played.line.as_slice() else { return None };
        let NamedMove { mv: by, deed } = self.named_reply(mv, reply);
        match deed.filter(|_| self.is_found(reply))? {
            Deed::Threatens(threats) => {
                let caught = threats.caught(&self.position.after(mv), reply);
                let (after, rest) =
                    (self.position.after_line(&[mv, reply]), &self.played.line[2..]);
                let is_telling = caught.is_some()
                    || threats.mate.is_some()
                    || threats.pieces.len() > 1
                    || threats.pieces.iter().any(|piece| is_taken_soon(&after, piece.square, rest));
                is_telling.then_some(Attack { by, threats, caught })
            }
            Deed::Captures(_) | Deed::Wins(_) => None,
        }
    }

    /// Whether a search of the position after the move finds `reply` too.
    pub(super) fn is_found(&self, reply: Move) -> bool {
        self.answers().any(|answer| answer.begins_with(reply))
    }

    /// The results of the searches of the position after the move.
    pub(super) fn answers(&self) -> impl Iterator<Item = &'a TaskResult> {
        [self.answer, self.deep_answer].into_iter().flatten()
    }

    /// The reply `reply` to the move played, `mv`, with what it attacks on the board and would not attack after the better move, if its line
    /// goes on about that.
    pub(super) fn named_reply(&self, mv: Move, reply: Move) -> NamedMove {
        let rest = self.played.line.get(2..).unwrap_or_default();
        let deed_after = |mv| Deed::of_reply(Refuted { position: self.position, mv }, reply);
        let better = self
            .best
            .line
            .first()
            .filter(|&&better| self.position.after(better).legal_moves().contains(&reply));
        let otherwise = better.and_then(|&better| deed_after(better));
        let deed = deed_after(mv).and_then(|deed| deed.beside(otherwise, rest));
        NamedMove { mv: notation::numbered(&self.position.after(mv), reply), deed }
    }
}

/// Whether the opponent of the side that begins `line` at `position` wins the piece on `square` by an exchange, there or where it goes,
/// and more than it takes on the way, within [`SOON`].
fn is_taken_soon(position: &Position, mut square: Square, line: &[Move]) -> bool {
    let (mut at, mut gained) = (position.clone(), 0);
    for &mv in line.iter().take(SOON) {
        if mv.is_capture() && mv.to() == square {
            return see_ge(&at, mv, MIN_WIN + gained);
        }
        if mv.from() == Some(square) {
            square = mv.to();
            gained += mv.capture().map_or(0, see_value);
        }
        at.play(mv);
    }
    false
}

/// The first move of a mate in so many moves; if the mate is far, with the piece that it wins at once.
fn mating_move(position: &Position, mv: Move, moves: i32) -> NamedMove {
    let captures = || Deed::of(position, mv).filter(|deed| matches!(deed, Deed::Captures(_)));
    let deed = (moves >= FAR_MATE).then(captures).flatten();
    NamedMove { mv: notation::numbered(position, mv), deed }
}

/// A score in centipawns, mates clamped to the largest heuristic one.
pub(super) fn heuristic(score: Score) -> i32 {
    let most = Score::HEURISTIC_MAX.value();
    score.value().clamp(-most, most)
}
