//! What counts as an error and what as an only move: the thresholds of the comparisons of a move with the best one.

use super::chances::{MoveClass, WON, chances_lost, classify, is_only_good};
use super::main_line::MainLine;
use crate::base::{Ply, Score};
use crate::rules::{Move, Position, Role, see_ge};
use shakmaty::Position as _;

/// Loss of winning chances, on the scale from -1 to 1, from which the first search suspects a move.
pub(super) const SUSPECTED: f64 = 0.07;
/// Least losses that the second and the deep search have to find. Measured against Stockfish 15.1 on 180 games at 30,000 nodes: with
/// 0.17 1,196 of 1,261 marks lose 5 percentage points by its judgement, with 0.18 1,159 of 1,217, with this 1,123 of 1,175.
pub(super) const LEAST_ALONE: f64 = 0.06;
const LEAST_DEEP: f64 = 0.19;
/// As [`LEAST_DEEP`], where [`is_drawish_ending`] holds: such endings are drawn more often than their evaluation says. Measured on 90 games:
/// of 30 marks this removes eleven that lose less than 5 percentage points and five others.
const LEAST_ENDING: f64 = 0.4;
/// As [`LEAST_ENDING`], with at most so many pawns. Measured by reading twenty games: all four marks that this removes were of draws.
const LEAST_BARE: f64 = 0.6;
const BARE_PAWNS: usize = 3;
const ENDING_PIECES: usize = 2;
/// With so few legal moves the good one is no find, in check with a few more. Measured by reading annotated games: such marks say nothing.
const FEW_MOVES: usize = 2;
const FEW_IN_CHECK: usize = 4;

/// The scores of the best move and of the move played, the winning chances that it loses, and the loss that makes it an error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub best: Score,
    pub played: Score,
    pub lost: f64,
    pub least: f64,
}

impl Comparison {
    /// Whether the move is an error.
    pub fn confirms(&self) -> bool {
        // A mate that matters needs no loss beyond the ceiling of the chances. One that is allowed matters only where the better move is not
        // lost by seven pawns: the search may only not see yet that it is mated too.
        let allows_mate = self.played.is_mate() && !self.best.is_mate();
        let hardly = if allows_mate { MoveClass::Mistake } else { MoveClass::Inaccuracy };
        let is_mate = self.best.is_mate() || self.played.is_mate();
        is_mate && self.class() > Some(hardly) || self.lost >= self.least
    }

    /// The class of the error.
    pub fn class(&self) -> Option<MoveClass> {
        if self.best.is_mate() || self.played.is_mate() {
            classify(self.best, self.played)
        } else {
            MoveClass::of_loss(self.lost)
        }
    }
}

/// The least loss by the deep search that makes a move of this position an error.
pub(super) fn least_deep(position: &Position) -> f64 {
    if is_bare_ending(position) {
        LEAST_BARE
    } else if is_drawish_ending(position) {
        LEAST_ENDING
    } else {
        LEAST_DEEP
    }
}

/// Whether at most two pieces are left besides kings and pawns, or rooks alone.
pub fn is_drawish_ending(position: &Position) -> bool {
    let pieces = position.pieces();
    pieces.count() <= ENDING_PIECES || pieces.is_subset(position.board().rooks())
}

/// As [`is_only_good`]; in a bare ending the others have to lose as much as an error there.
pub(super) fn is_only_good_in(position: &Position, best: Score, next: Score) -> bool {
    let is_enough = || chances_lost(best, next) >= LEAST_BARE;
    is_only_good(best, next) && (best.is_mate() || !is_bare_ending(position) || is_enough())
}

/// Whether few pawns are left in such an ending of pieces.
fn is_bare_ending(position: &Position) -> bool {
    is_drawish_ending(position)
        && !position.pieces().is_empty()
        && position.board().pawns().count() <= BARE_PAWNS
}

/// Whether one side wins either way.
pub fn is_decided(best: Score, played: Score) -> bool {
    best <= -WON || played >= WON
}
/// Whether the move is obvious: one of two legal moves, or of four out of check, mate, a recapture, a capture of the piece that moved last
/// which loses nothing, another winning capture, or a retreat from a square where the piece would be lost.
pub(super) fn is_obvious(main_line: &MainLine, ply: Ply) -> bool {
    let Some(played) = main_line.played(ply) else { return true };
    let position = main_line.position(ply);
    let takes_last =
        |last: Move| last.to() == played.to() && (last.is_capture() || see_ge(position, played, 0));
    let last = ply.checked_sub(1).and_then(|last| main_line.played(last));
    let takes_back = played.is_capture() && last.is_some_and(takes_last);
    let takes_for_nothing = played.is_capture() && see_ge(position, played, 100);
    let few = if position.is_check() { FEW_IN_CHECK } else { FEW_MOVES };
    let after = position.after(played);
    let mates = after.chess().is_checkmate();
    position.legal_moves().len() <= few
        || mates
        || takes_back
        || takes_for_nothing
        || only_escapes(position, played)
}

/// Whether the move only retreats a piece that would be lost, without a capture or check.
fn only_escapes(position: &Position, played: Move) -> bool {
    if played.is_capture() || played.role() == Role::King || position.after(played).is_check() {
        return false;
    }
    let takes_it = |mv: &Move| mv.is_capture() && Some(mv.to()) == played.from();
    position.null_move().is_some_and(|passed| {
        let replies = passed.legal_moves();
        replies.into_iter().any(|mv| takes_it(&mv) && see_ge(&passed, mv, 150))
    })
}
