//! Plays one game between two players on one clock.

use super::adjudication::{Agreement, table_result};
use super::player::{ChosenMove, MatchClock, Player};
use crate::base::Millis;
use crate::engine::external::OtherClock;
use crate::engine::{Go, GoLimit};
use crate::game::{DrawClaims, End, Evaluation, Game, Termination, TimeControl};
use crate::rules::{Color, Move, Position, white_view};
use crate::search::Tablebases;
use anyhow::{Context as _, Result};
use shakmaty::ByColor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Start conditions of a game.
#[derive(Clone, Debug)]
pub(super) struct GameSetup {
    /// The opening.
    pub start: Position,
    /// Time control of both sides.
    pub control: TimeControl,
    /// Node limit per move instead of clocks.
    pub nodes: Option<u64>,
    /// Whether the game ends when both engines agree on its result.
    pub agreement: bool,
    /// Tablebases that end the game.
    pub tables: Option<Arc<Tablebases>>,
    /// Set when no further move is to be played.
    pub stop: Arc<AtomicBool>,
}

impl GameSetup {
    /// A game before its first move. Claimable draws are claimed.
    pub fn new_game(&self) -> Game {
        let control = ByColor { white: self.control.clone(), black: self.control.clone() };
        let mut game = Game::new(self.start.clone()).with_control(control);
        game.claims = DrawClaims::Automatic;
        game
    }
}

/// A game was broken off because the match is stopped.
#[derive(Debug, thiserror::Error)]
#[error("a game was broken off")]
pub(super) struct BrokenOff;

/// Plays a new game to its end; the first player has White. Blocks for up to the time of both clocks.
///
/// # Errors
/// An engine fails; [`BrokenOff`] if the match is stopped. The game has the moves up to there.
pub(super) fn play(
    setup: &GameSetup,
    mut players: [&mut Player; 2],
    clock: &MatchClock,
    game: &mut Game,
) -> Result<()> {
    let now = || Millis::from_duration(clock.clock.now());
    if setup.nodes.is_none() {
        game.start_clock(now());
    }
    let mut agreement = Agreement::default();
    // The reply that the player of the last move expects.
    let mut expected: Option<Move> = None;
    loop {
        let known = || table_result(setup.tables.as_deref()?, game.position());
        if let Some(end) = game.end().or_else(|| game.status().end()).or_else(known) {
            return conclude(game, end, now());
        }
        if setup.stop.load(Ordering::Relaxed) {
            return Err(BrokenOff.into());
        }
        let at = now();
        let limit = match setup.nodes {
            Some(nodes) => GoLimit { nodes: Some(nodes), ..GoLimit::default() },
            None => GoLimit { clock: game.clock_state(at), ..GoLimit::default() },
        };
        let go = Go::new(game.start().clone(), game.moves(), limit);
        let turn = game.position().turn();
        if let Some((reply, clock)) = expected.take().zip(game.clock_of(!turn, at)) {
            let limit = GoLimit { clock: Some(clock), ..GoLimit::default() };
            let moves = game.moves().into_iter().chain([reply]).collect();
            let go = Go { ponder: true, ..Go::new(game.start().clone(), moves, limit) };
            let other = other_clock(game, turn, at);
            players[usize::from(turn == Color::White)].ponder(go, other);
        }
        let player = &mut players[usize::from(turn == Color::Black)];
        let chosen = player.choose_move(go, other_clock(game, !turn, at));
        // A failure after the match is stopped is none of the game.
        if chosen.is_err() && setup.stop.load(Ordering::Relaxed) {
            return Err(BrokenOff.into());
        }
        let chosen = chosen.with_context(|| format!("in {}", game.position().fen()))?;
        if let Some(end) = make_move(game, chosen.best, now()) {
            return conclude(game, end, now());
        }
        expected = chosen.ponder;
        annotate(game, turn, &chosen, setup.nodes.is_none());
        let ply = game.position().game_ply();
        let agreed = agreement.add(turn, chosen.score, ply).filter(|_| setup.agreement);
        // A game that is over by the rules keeps its own end.
        if let Some(end) = agreed.filter(|_| game.status().end().is_none()) {
            return conclude(game, end, now());
        }
    }
}

/// Ends the game, unless a move has ended it.
fn conclude(game: &mut Game, end: End, now: Millis) -> Result<()> {
    if game.end().is_none() {
        game.conclude(end, now)?;
    }
    Ok(())
}

/// Adds the score to the move that `side` made, whose time says nothing without clocks.
fn annotate(game: &mut Game, side: Color, chosen: &ChosenMove, has_clocks: bool) {
    let last = game.current();
    // A position that ended the game has no evaluation.
    let evaluation = chosen
        .score
        .filter(|_| game.forced_end_at(last).is_none())
        .map(|score| Evaluation { score: white_view(score, side), depth: chosen.depth });
    let annotation = &mut game.tree_mut().node_mut(last).annotation;
    annotation.evaluation = evaluation;
    annotation.elapsed = annotation.elapsed.filter(|_| has_clocks);
}

/// The clock of the side not to move.
fn other_clock(game: &Game, side: Color, now: Millis) -> Option<OtherClock> {
    let remaining = game.remaining(side, now)?;
    let made = game.clocks().made(side);
    Some(OtherClock { remaining, increment: game.clocks().control(side).increment(made) })
}

/// Plays the engine's move. A time forfeit ends the game, and an engine without a legal move loses it.
fn make_move(game: &mut Game, best: Option<Move>, now: Millis) -> Option<End> {
    let turn = game.position().turn();
    game.check_flag(now).or_else(|| match best.map(|mv| game.play(mv, now)) {
        Some(Ok(_)) => None,
        Some(Err(_)) | None => Some(End::win(!turn, Termination::Abandoned)),
    })
}
