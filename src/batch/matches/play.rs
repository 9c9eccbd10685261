//! Plays one game between two players on one clock.

use super::MatchError;
use super::player::{EngineMove, MatchClock, Player};
use crate::base::Millis;
use crate::engine::external::OtherClock;
use crate::engine::{Clock, Go, GoLimit};
use crate::game::{DrawClaims, End, Evaluation, Game, Termination, TimeControl};
use crate::rules::{Color, Position};
use shakmaty::ByColor;

/// Start conditions of a game.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The opening.
    pub start: Position,
    /// Time control of both sides.
    pub control: TimeControl,
    /// Node limit per move instead of clocks.
    pub nodes: Option<u64>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Result and reason.
    pub end: End,
    /// The game with clocks and evaluations.
    pub game: Game,
}

/// Plays one game to its end; the first player has White. Claimable draws are claimed. Blocks for up to the time of both
/// clocks.
pub(super) fn play(
    conditions: &GameSetup,
    mut seats: [&mut Player; 2],
    timepiece: &MatchClock,
) -> Result<FinishedGame, MatchError> {
    let control = ByColor { white: conditions.control.clone(), black: conditions.control.clone() };
    let mut game = Game::new(conditions.start.clone()).with_control(control);
    game.claims = DrawClaims::Automatic;
    for seat in &mut seats {
        seat.new_game()?;
    }
    let clock = timepiece.clock();
    if conditions.nodes.is_none() {
        game.start_clock(now(clock.as_ref()));
    }
    loop {
        if let Some(end) = game.end().or_else(|| game.status().end()) {
            return Ok(FinishedGame { end, game });
        }
        let at = now(clock.as_ref());
        let go = Go::new(game.start().clone(), game.moves(), limit(conditions, &game, at));
        let turn = game.position().turn();
        let seat = &mut seats[usize::from(turn == Color::Black)];
        let answer = seat.choose_move(go, other_clock(&game, !turn, at))?;
        if let Err(end) = make_move(&mut game, answer, now(clock.as_ref())) {
            return Ok(FinishedGame { end, game });
        }
    }
}

/// The clock of the side not to move.
fn other_clock(game: &Game, side: Color, now: Millis) -> Option<OtherClock> {
    let remaining = game.remaining(side, now)?;
    let made = game.clocks().made(side);
    Some(OtherClock { remaining, increment: game.clocks().control(side).increment(made) })
}

/// The node limit, or the clock of the side to move.
fn limit(conditions: &GameSetup, game: &Game, now: Millis) -> GoLimit {
    match conditions.nodes {
        Some(nodes) => GoLimit { nodes: Some(nodes), ..GoLimit::default() },
        None => GoLimit { clock: game.clock_state(now), ..GoLimit::default() },
    }
}

/// Plays the engine's move; a time forfeit or a missing move ends the game.
fn make_move(game: &mut Game, answer: EngineMove, now: Millis) -> Result<(), End> {
    if let Some(end) = game.check_flag(now) {
        return Err(end);
    }
    let turn = game.position().turn();
    let node = match answer.best.map(|mv| game.play(mv, now)) {
        Some(Ok(node)) => node,
        // An engine without a legal move loses the game.
        Some(Err(_)) | None => return Err(End::win(!turn, Termination::Abandoned)),
    };
    let facts = &mut game.tree_mut().node_mut(node).annotation;
    facts.evaluation = answer.line.map(|line| Evaluation {
        score: if turn == Color::White { line.score } else { -line.score },
        depth: Some(line.depth),
    });
    facts.engine_info = answer.insight.map(Box::new);
    Ok(())
}

/// The clock's time in milliseconds.
fn now(clock: &dyn Clock) -> Millis {
    Millis::from_duration(clock.now())
}
