//! Material as a reason: what a move loses or misses, with its tactical cause, or what it costs against the better move. A claim is
//! made only as far as both lines, the evaluation and the other searches bear it out.

use super::cause::Cause;
use super::chances::{chances_lost, is_open};
use super::comparison::{Claim, Comparison, LineEnds, heuristic};
use super::deed::{Deed, SOON};
use super::material::MaterialLoss;
use super::proof::won_by;
use super::reason::{MANY_PAWNS, NamedMove, Reason};
use super::tactics::MIN_WIN;
use super::task_results::Pair;
use super::verdict::{is_decided, is_drawish_ending};
use super::winning_line::{Refuted, SLACK, cause};
use crate::rules::{Move, Position, Role, see_ge, see_value};

/// Material must be at least one part in so many of the loss to explain it; the larger share is preferred. Measured on 17 games: of 12 claims of a third to a half of the loss none
/// is false.
const MATERIAL_SHARES: [i32; 2] = [2, 3];
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
/// Loss of the evaluation in centipawns for each pawn of such a difference, and of a queen that is named whatever follows. Measured on
/// 110 games: with less Stockfish's lines often show less.
const PAWN: i32 = 120;
/// As [`PAWN`], for each pawn of the number that is named. Measured on 190 games: of 21 differences of two pawns
/// between 120 and 145 for each, Stockfish finds less in three, of 44 beyond in none.
const NUMBERED_PAWN: i32 = 145;
/// Winning chances, on the scale from -1 to 1, that every search has to see lost where material is named. Measured on 240 games: of 15
/// claims below it three are false.
const LEAST_CHANCES: f64 = 0.12;
/// As [`LEAST_CHANCES`], for a pawn of which the board shows nothing. Measured on the same games: of 45 claims below it two are false.
const LEAST_FOR_PAWN: f64 = 0.18;
/// With so few pieces such a pawn is named only if the line of the move loses it: of eleven others three are false.
const FEW_PIECES: usize = 4;
/// Half-moves within which a quiet move has to win pawns alone, where the board shows nothing of it. Source: a player's reading of ten games;
/// on 253 games Stockfish's lines bear out 12 of 17 claims beyond it and 10 of 13 others, so the bound is a matter of taste.
const PAWN_PLIES: usize = 8;
/// As [`LEAST_CHANCES`], for what the line of the move alone loses in a position that is not open, where the better line wins no more than a pawn itself. Measured
/// on 190 games: of 23 claims with a cause four are false, three of them outside these bounds, in which five true ones become differences.
const LEAST_NEARLY_WON: f64 = 0.2;

/// Whether a claim of so many centipawns is worth naming and no more than the score changes.
pub const fn is_borne_out(claim: i32, change: i32) -> bool {
    claim >= MIN_WIN && claim <= change + change / 4 + CLAIM_SLACK
}

impl LineEnds<'_> {
    /// Whether a side promotes in one of the lines.
    fn have_promotion(&self) -> bool {
        self.played.iter().chain(self.best).any(|mv| mv.is_promotion())
    }

    /// The first motif by which one of `lines` wins its material, if the move costs material by both lines.
    fn motif<'a>(
        &self,
        lines: impl IntoIterator<Item = (&'a [Move], MaterialLoss)>,
        cause: impl Fn(&'a [Move], MaterialLoss) -> Option<Cause>,
    ) -> Option<Cause> {
        let is_win = |material: MaterialLoss| material.cents() >= MIN_WIN;
        let winning = lines.into_iter().filter(|&(_, material)| is_win(material));
        let mut causes = winning.filter_map(|(line, material)| cause(line, material));
        is_win(self.net()).then(|| causes.find(Cause::is_motif)).flatten()
    }
}

impl Comparison<'_> {
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

    /// Whether the evaluation loses far more than so many pawns, a number that would say too little. Where one side is much better either way
    /// it exaggerates.
    fn is_too_few(&self, pawns: i32) -> bool {
        let least = self.losses().min().unwrap_or_default();
        self.is_open() && pawns < MANY_PAWNS && least > pawns.max(1) * PAWN + SLACK
    }

    /// Whether the score of the better move is better than the evaluation of the position by what it is said to win: the moves at the end of
    /// a line may be errors of the other side.
    fn is_gained(&self, won: MaterialLoss) -> bool {
        let gain = |standing| heuristic(self.best.score) - heuristic(standing);
        self.standing.is_none_or(|standing| is_borne_out(won.cents(), gain(standing)))
    }

    pub(super) fn material(&self, ends: &LineEnds<'_>) -> Option<Reason> {
        // Without a quiet position in it a line shows no material.
        if ends.best.is_empty() || ends.played.len() < 2 {
            return None;
        }
        // A promotion is no loss of pieces.
        if ends.have_promotion() || self.chances_lost() < LEAST_CHANCES {
            return None;
        }
        if is_decided(self.best.score, self.played.score) {
            return self.shown_material(ends);
        }
        MATERIAL_SHARES.into_iter().find_map(|parts| self.material_of(ends, parts))
    }

    /// The piece that the reply captures, where a promotion later in a line would hide it.
    pub(super) fn captured_before_promotion(&self, ends: &LineEnds<'_>) -> Option<Reason> {
        let reply = *ends.played.get(1)?;
        let is_piece = reply.capture().is_some_and(|role| role != Role::Pawn);
        let is_first = |line: &[Move]| !line.iter().take(2).any(|mv| mv.is_promotion());
        let is_hidden = ends.have_promotion() && is_first(ends.played) && is_first(ends.best);
        if !is_piece || !is_hidden || !self.is_clear(ends) || self.chances_lost() < LEAST_CHANCES {
            return None;
        }
        MATERIAL_SHARES.into_iter().find_map(|parts| self.captured_next(ends, parts))
    }

    /// Material that explains one part in `parts` of the loss.
    fn material_of(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        self.missed_recapture(ends, parts)
            .or_else(|| self.lost_or_missed(ends, parts))
            .or_else(|| self.difference(ends, parts))
            .filter(|reason| self.is_sure(reason))
    }

    /// Material that the board shows to be lost or won. Where one side wins either way, scores do not tell which defence loses least.
    fn shown_material(&self, ends: &LineEnds<'_>) -> Option<Reason> {
        let is_shown = |reason: &Reason| !matches!(reason, Reason::Costs { cause: None, .. });
        let by_line = |parts| self.lost_or_missed(ends, parts);
        let reason = MATERIAL_SHARES.into_iter().find_map(by_line).or_else(|| {
            let difference = |parts| self.difference(ends, parts);
            MATERIAL_SHARES.into_iter().find_map(difference)
        });
        reason.filter(|reason| is_shown(reason) && self.is_sure(reason))
    }

    /// Whether the position is open, or what the move itself loses is clear also where it is not.
    fn is_clear(&self, ends: &LineEnds<'_>) -> bool {
        self.is_open()
            || ends.won.cents() <= see_value(Role::Pawn) && self.chances_lost() >= LEAST_NEARLY_WON
    }

    /// Whether no side is so much better either way that what a line wins or loses is named only with a cause, as a capture that wins by
    /// the exchange, or as a difference. Measured on 86 games: of twelve claims without that three are false.
    fn is_open(&self) -> bool {
        is_open(self.best.score, self.played.score)
    }

    /// Whether it is no pawn of which the board shows nothing, or one that is worth naming.
    fn is_sure(&self, reason: &Reason) -> bool {
        let has_pieces = self.position.pieces().count() > FEW_PIECES;
        let is_sure_pawn = self.chances_lost() >= LEAST_FOR_PAWN
            && (has_pieces || matches!(reason, Reason::Loses { .. }));
        !reason.is_bare_pawn() || is_sure_pawn
    }

    /// The least loss of winning chances that a search finds, also that of the position after the move.
    fn chances_lost(&self) -> f64 {
        let (best, played) = (self.best.score, self.played.score);
        let other = self.other.map(|Pair { best, played }| (best.score, played.score));
        let answer = self.answer.map(|answer| (best, -answer.score));
        let losses = [Some((best, played)), other, answer].into_iter().flatten();
        losses.map(|(best, played)| chances_lost(best, played)).fold(f64::INFINITY, f64::min)
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

    /// What one of the lines alone loses or wins; in a position that is not open only what the board shows.
    fn lost_or_missed(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let &[mv, reply, ..] = ends.played else { return None };
        let is_clear = self.is_clear(ends);
        let taken = is_clear.then(|| self.captured_next(ends, parts)).flatten();
        if reply.capture() == Some(Role::Queen) && taken.is_some() {
            return taken;
        }
        let loses = self.is_own(ends.lost, ends, parts);
        let is_enough = !self.is_too_few(ends.lost.pawns());
        if loses && is_enough && is_clear && (self.answer.is_none() || self.is_found(reply)) {
            let cause = self.cause_of_loss(mv, &ends.played[1..], ends.lost);
            if cause.is_some() || self.is_open() && self.is_plain(ends.lost, reply) {
                return Some(self.loses(ends.lost, mv, reply, cause));
            }
        }
        self.missed(ends, parts, loses).or(taken)
    }

    /// What the better line wins, by a move that both comparisons find best: measured on 240 games, of 16 claims without that three are
    /// false. What the move before loses by the better move is named as that mark names it, or as a difference.
    fn missed(&self, ends: &LineEnds<'_>, parts: i32, loses: bool) -> Option<Reason> {
        let &LineEnds { won, best, .. } = ends;
        let (first, played) = (*best.first()?, *ends.played.first()?);
        // Where the move played wins about as much by its capture, only what follows tells them apart: that is the difference.
        let as_much = (won.cents() - SLACK).max(MIN_WIN);
        if played.is_capture() && see_ge(self.position, played, as_much) {
            return None;
        }
        let by = || Some(self.better_move(ends)?.without_win(won));
        let twin = self.before.filter(|claim| claim.by == first);
        let is_won = |claim: &&Claim| {
            let (claim, won) = (claim.material, won.cents());
            self.is_own(claim, ends, parts)
                && !self.is_too_few(claim.pawns())
                && claim.cents() <= won + ROUNDING
        };
        if let Some(claim) = twin.filter(is_won) {
            let cause = claim.cause.clone().filter(Cause::is_motif);
            return Some(Reason::Misses { price: claim.material, by: by()?, cause });
        }
        let taken = taken_for_less(self.position, first);
        let price = won.by_taking(taken);
        let is_shown = self.is_open() || taken.is_some_and(|role| price.includes(role));
        let is_alike = twin.is_none_or(|claim| claim.material.to_string() == price.to_string());
        let is_found = self.other.is_none_or(|Pair { best, .. }| best.begins_with(first));
        let is_enough = self.is_gained(won) && !self.is_too_few(won.pawns());
        if loses || !is_enough || !is_alike || !is_found || !self.is_own(won, ends, parts) {
            return None;
        }
        let cause = best.get(1).and_then(|_| cause(None, self.position, best, won));
        let cause = cause.filter(Cause::is_motif);
        let is_sure = self.is_plain(won, first) && self.is_sound_win(won, first);
        let is_soon = first.is_capture() || self.is_won_soon(won, best);
        let is_proved = cause.is_some() || is_shown && is_sure && is_soon;
        let price = if cause.is_some() { won } else { price };
        Some(Reason::Misses { price, by: by()?, cause }).filter(|_| is_proved)
    }

    /// What the line of the move played ends with less than the better one. In a position that is not open the evaluation exaggerates,
    /// and a number of pawns is left out: on 190 games five of 33 are larger than what Stockfish finds, of 150 others two.
    fn difference(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let (net, won) = (ends.net(), ends.won);
        let [is_lost, is_missed] = [ends.lost, won].map(|claim| self.is_own(claim, ends, parts));
        let is_sound = ends.best.first().is_some_and(|&mv| self.is_sound_win(won, mv));
        let is_missed = is_missed && is_sound;
        let least = self.losses().min().unwrap_or_default();
        // A piece for pawns is often worth less than it counts.
        let shown = net.pawns() - i32::from(is_missed && won.is_net());
        let pawns = shown.min(least / PAWN);
        // Where the line of the move loses nothing, the whole difference is what the better move wins.
        let counts = pawns > 0 && (is_sound || ends.lost.cents() >= MIN_WIN);
        let is_likely = is_lost || is_missed || counts && self.is_likely(net.cents(), parts);
        let better =
            self.better_move(ends).filter(|_| is_likely && !is_drawish_ending(self.position))?;
        let likely = pawns.max(1);
        let cause = self.cause_by_reply(ends, likely);
        let attack = self.attack().filter(|_| cause.is_none());
        let pawns = likely.min(least / NUMBERED_PAWN).max(1);
        // The evaluation bears out no number beyond a pawn. *A pawn* would contradict lines that show more, such as a knight.
        let is_more = pawns == 1 && (likely > 1 || net.pawns() > 1);
        // A piece that is lost for a pawn in all is won back in part: the number would contradict what is named.
        let fits = |role| see_value(role) <= pawns * see_value(Role::Pawn) + SLACK;
        let wins_more = |deed: &Deed| match deed {
            Deed::Captures(piece) => !fits(piece.role),
            Deed::Wins(cause) => !cause.is_about(fits),
            Deed::Threatens(_) => false,
        };
        let caught = attack.as_ref().and_then(|attack| attack.caught.as_ref());
        let names_more = cause.as_ref().or(caught).is_some_and(|cause| !cause.is_about(fits))
            || better.deed.as_ref().is_some_and(wins_more);
        let is_too_few = self.is_too_few(shown);
        let is_exact =
            (pawns >= MANY_PAWNS || !names_more && !is_too_few) && (pawns == 1 || self.is_open());
        let is_shown = cause.is_some() || attack.is_some() || better.deed.is_some();
        (is_exact || is_shown || is_too_few).then(|| Reason::Costs {
            pawns: (is_exact && !is_more).then_some(pawns),
            better,
            cause,
            attack,
        })
    }

    /// Whether what one line loses or wins is proved, and the other line does not lose or win it as well.
    fn is_own(&self, claim: MaterialLoss, ends: &LineEnds<'_>, parts: i32) -> bool {
        self.is_proved(claim, parts) && claim.cents() <= ends.net().cents() + ROUNDING
    }

    /// Whether material is worth naming without a cause: not in a drawish ending, where a line of pawn moves proves little. Where much is lost, or other pieces are won for it, the end of a line is no
    /// proof. Measured on 144 games: of 23 such claims three are false, of 275 others six.
    fn is_plain(&self, claim: MaterialLoss, by: Move) -> bool {
        let explains = |role| claim.includes(role) && claim.cents() <= see_value(role) + SLACK;
        let is_taken = by.capture().is_some_and(explains);
        !is_drawish_ending(self.position)
            && !claim.is_net()
            && (claim.cents() < see_value(Role::Rook) || is_taken)
    }

    /// Whether a capture that is said to win pawns alone wins them by the exchange: where the opponent takes back, the end of a line of a
    /// gambit is no proof. Measured by reading ten games: both such claims were false.
    fn is_sound_win(&self, won: MaterialLoss, by: Move) -> bool {
        !by.is_capture() || !won.includes(Role::Pawn) || see_ge(self.position, by, MIN_WIN)
    }

    /// Whether pawns that a quiet move is said to win fall within [`PAWN_PLIES`].
    fn is_won_soon(&self, won: MaterialLoss, best: &[Move]) -> bool {
        let soon = &best[..best.len().min(PAWN_PLIES)];
        let (won_soon, _) = won_by(self.position, soon, self.position.turn());
        !won.includes(Role::Pawn) || won_soon.cents() >= MIN_WIN
    }

    /// The piece that the reply captures with an exchange that wins all of it, where the two lines differ by as much and another
    /// search finds the reply too. A queen is worth naming whatever follows if the evaluation loses as much.
    fn captured_next(&self, ends: &LineEnds<'_>, parts: i32) -> Option<Reason> {
        let &[mv, reply, ..] = ends.played else { return None };
        let (material, cause) = self.taken(see_value(reply.capture()?))?;
        let loses_queen = material.includes(Role::Queen)
            && !mv.is_capture()
            && self.losses().all(|loss| loss >= material.pawns() * PAWN);
        let is_own = material.cents() <= ends.net().cents() + ROUNDING || loses_queen;
        (is_own && self.is_proved(material, parts) && !self.is_too_few(material.pawns()))
            .then(|| self.loses(material, mv, reply, Some(cause)))
    }

    /// What the reply wins by a motif, or captures, if that is about as much as `pawns`.
    pub(super) fn cause_by_reply(&self, ends: &LineEnds<'_>, pawns: i32) -> Option<Cause> {
        self.motif_of_reply(ends).or_else(|| self.taken_by_reply(pawns))
    }

    /// The motif by which the reply wins something, by the whole line or within two moves, or within two moves of the line of another
    /// search that finds the reply too; `None` if no other one does.
    fn motif_of_reply(&self, ends: &LineEnds<'_>) -> Option<Cause> {
        let &[mv, reply, ..] = ends.played else { return None };
        if !self.is_found(reply) {
            return None;
        }
        let us = self.position.turn();
        let after = self.position.after(mv);
        let own = MaterialLoss::of_moves(us, &[mv], us);
        let lost_soon = |line| own + MaterialLoss::of_line(&after, line, us);
        let found = self.answers().filter(|answer| answer.begins_with(reply));
        let replies = [&self.played.line[1..]].into_iter().chain(found.map(|it| &*it.line));
        let soon = replies.map(|line| &line[..line.len().min(SOON + 1)]);
        let soon: Vec<(&[Move], MaterialLoss)> = soon.map(|line| (line, lost_soon(line))).collect();
        let lines = [(&ends.played[1..], ends.lost)].into_iter().chain(soon);
        let cause = |line: &[Move], lost| self.cause_of_loss(mv, line, lost);
        ends.motif(lines, cause)
    }

    /// The motif by which the better move wins something, by the whole line or within two moves, that the line of the move played does
    /// not win too, if both comparisons find the move best.
    pub(super) fn motif_of_better(&self, ends: &LineEnds<'_>) -> Option<Cause> {
        let first = *ends.best.first()?;
        let is_found = self.other.is_none_or(|Pair { best, .. }| best.begins_with(first));
        let soon = &self.best.line[..self.best.line.len().min(SOON + 1)];
        let won = MaterialLoss::of_line(self.position, soon, !self.position.turn());
        let lines = [(ends.best, ends.won), (soon, won)];
        let cause = |line: &[Move], won| cause(None, self.position, line, won);
        is_found.then(|| ends.motif(lines, cause)).flatten()
    }

    /// The piece or pawn that the reply captures, if that is about as much as `pawns`.
    fn taken_by_reply(&self, pawns: i32) -> Option<Cause> {
        let (material, cause) = self.taken(MIN_WIN)?;
        let square = self.played.line.get(1)?.to();
        // After the better move it is captured too.
        let is_new = self.best.line.get(1).is_none_or(|mv| !mv.is_capture() || mv.to() != square);
        let explains = pawns >= MANY_PAWNS || material.pawns() <= pawns + 1;
        (is_new && explains && material.cents() >= MIN_WIN).then_some(cause)
    }

    /// What the move and the reply lose and why, if the reply is a capture that wins at least so many centipawns by the exchange, and
    /// another search finds it too.
    fn taken(&self, least: i32) -> Option<(MaterialLoss, Cause)> {
        let &[mv, reply, ..] = self.played.line.as_slice() else { return None };
        let us = self.position.turn();
        let material = MaterialLoss::of_moves(us, &[mv, reply], us);
        let wins = reply.is_capture() && see_ge(&self.position.after(mv), reply, least);
        let cause = || self.cause_of_loss(mv, &[reply], material);
        let cause = (wins && self.is_found(reply)).then(cause).flatten()?;
        Some((material, cause))
    }

    /// Why `mv` loses `material` by `line`.
    fn cause_of_loss(&self, mv: Move, line: &[Move], material: MaterialLoss) -> Option<Cause> {
        let refuted = Refuted { position: self.position, mv };
        cause(Some(refuted), &self.position.after(mv), line, material)
    }

    fn loses(&self, material: MaterialLoss, mv: Move, reply: Move, cause: Option<Cause>) -> Reason {
        let by = self.named_reply(mv, reply);
        let by = if reply.is_capture() { NamedMove { deed: None, ..by } } else { by };
        let taken = taken_for_less(&self.position.after(mv), reply).filter(|_| cause.is_none());
        Reason::Loses { material: material.by_taking(taken), by, cause }
    }
}

/// What a capture takes, if it wins something by the exchange.
fn taken_for_less(position: &Position, mv: Move) -> Option<Role> {
    mv.capture().filter(|_| see_ge(position, mv, MIN_WIN))
}

#[cfg(test)]
mod tests {
    use super::is_borne_out;

    #[test]
    fn a_claim_is_worth_naming_and_no_more_than_the_score_changes() {
        let borne_out = [(100, 0), (100, 40), (300, 100), (300, 200), (50, 100)];
        assert_eq!(
            borne_out.map(|(claim, change)| is_borne_out(claim, change)),
            [false, true, false, true, false]
        );
    }
}
