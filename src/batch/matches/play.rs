//! One game between two seats on the board's clock, with nothing in between.

use super::MatchError;
use super::seat::{Answer, Seat, Timepiece};
use crate::base::Millis;
use crate::engine::external::OtherClock;
use crate::engine::{Clock, Go, GoLimit};
use crate::game::{Claims, End, Evaluation, Game, Reason, TimeControl};
use crate::rules::{Color, Position};
use shakmaty::ByColor;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The opening.
    pub start: Position,
    /// Time of both sides.
    pub control: TimeControl,
    /// Nodes for each move; the clocks then stand still.
    pub nodes: Option<u64>,
}

/// A finished game with what went wrong in it.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// The game with clocks and evaluations.
    pub game: Game,
}

/// Plays one game to its end, the first seat with White. Draws that may be claimed are. Blocking; takes as long as the
/// clocks allow.
pub(super) fn play(
    conditions: &Conditions,
    mut seats: [&mut Seat; 2],
    timepiece: &Timepiece,
) -> Result<Played, MatchError> {
    let control = ByColor { white: conditions.control.clone(), black: conditions.control.clone() };
    let mut game = Game::new(conditions.start.clone()).with_control(control);
    game.claims = Claims::Automatic;
    for seat in &mut seats {
        seat.new_game()?;
    }
    let clock = timepiece.clock();
    if conditions.nodes.is_none() {
        game.start_clock(now(clock.as_ref()));
    }
    loop {
        if let Some(end) = game.end().or_else(|| game.status().end()) {
            return Ok(Played { end, game });
        }
        let at = now(clock.as_ref());
        let go = Go::new(game.start().clone(), game.moves(), limit(conditions, &game, at));
        let turn = game.position().turn();
        let seat = &mut seats[usize::from(turn == Color::Black)];
        let answer = seat.think(go, other_clock(&game, !turn, at))?;
        if let Err(end) = make_move(&mut game, answer, now(clock.as_ref())) {
            return Ok(Played { end, game });
        }
    }
}

/// The clock of the side that waits.
fn other_clock(game: &Game, side: Color, now: Millis) -> Option<OtherClock> {
    let remaining = game.remaining(side, now)?;
    let made = game.clocks().made(side);
    Some(OtherClock { remaining, increment: game.clocks().control(side).increment(made) })
}

/// The nodes of a move, or the clock of the side to move.
fn limit(conditions: &Conditions, game: &Game, now: Millis) -> GoLimit {
    match conditions.nodes {
        Some(nodes) => GoLimit { nodes: Some(nodes), ..GoLimit::default() },
        None => GoLimit { clock: game.clock_state(now), ..GoLimit::default() },
    }
}

/// Plays the engine's move; a fallen flag or a missing move ends the game.
fn make_move(game: &mut Game, answer: Answer, now: Millis) -> Result<(), End> {
    if let Some(end) = game.check_flag(now) {
        return Err(end);
    }
    let turn = game.position().turn();
    let node = match answer.best.map(|mv| game.play(mv, now)) {
        Some(Ok(node)) => node,
        // Cannot happen while the engine keeps its promise; a lost game is the honest account of it.
        Some(Err(_)) | None => return Err(End::win(!turn, Reason::Abandoned)),
    };
    let facts = &mut game.tree_mut().node_mut(node).facts;
    facts.evaluation = answer.line.map(|line| Evaluation {
        score: if turn == Color::White { line.score } else { -line.score },
        depth: Some(line.depth),
    });
    facts.insight = answer.insight.map(Box::new);
    Ok(())
}

/// The clock's reading in the game's unit.
fn now(clock: &dyn Clock) -> Millis {
    Millis::from_duration(clock.now())
}
