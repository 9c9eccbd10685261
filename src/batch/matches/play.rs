//! One game between two brains on a real clock, with nothing in between.

use crate::base::Millis;
use crate::engine::{Brain, Clock, Desk, Go, GoLimit, Outcome, Thinker as _};
use crate::game::{Claims, End, Evaluation, Game, Insight, Reason, TimeControl};
use crate::rules::{Color, Position};
use crate::strength::DialSetting;
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

/// Plays one game to its end. Draws that may be claimed are. Blocking; takes as long as the clocks allow.
pub fn play(
    conditions: &Conditions,
    white: (&mut Brain, DialSetting),
    black: (&mut Brain, DialSetting),
    clock: &dyn Clock,
) -> Played {
    let control = ByColor { white: conditions.control.clone(), black: conditions.control.clone() };
    let mut game = Game::new(conditions.start.clone()).with_control(control);
    game.claims = Claims::Automatic;
    let desk = Desk::new(|_| {});
    let mut sides = [white, black];
    for (brain, _) in &mut sides {
        brain.new_game();
    }
    if conditions.nodes.is_none() {
        game.start_clock(now(clock));
    }
    let mut epoch = 0;
    loop {
        if let Some(end) = game.end().or_else(|| game.status().end()) {
            return Played { end, game };
        }
        epoch += 1;
        let (brain, dial) = &mut sides[usize::from(game.position().turn() == Color::Black)];
        let go = Go {
            epoch,
            start: game.start().clone(),
            moves: game.moves(),
            limit: limit(conditions, &game, now(clock)),
            search_moves: Vec::new(),
            dial: *dial,
            ponder: false,
        };
        let outcome = brain.think(&go, clock.now(), &desk);
        if let Err(end) = make_move(&mut game, &outcome, now(clock)) {
            return Played { end, game };
        }
    }
}

/// The nodes of a move, or the clock of the side to move.
fn limit(conditions: &Conditions, game: &Game, now: Millis) -> GoLimit {
    match conditions.nodes {
        Some(nodes) => GoLimit { nodes: Some(nodes), ..GoLimit::default() },
        None => GoLimit { clock: game.clock_state(now), ..GoLimit::default() },
    }
}

/// Plays the engine's move; a fallen flag or a missing move ends the game.
fn make_move(game: &mut Game, outcome: &Outcome, now: Millis) -> Result<(), End> {
    if let Some(end) = game.check_flag(now) {
        return Err(end);
    }
    let turn = game.position().turn();
    let node = match outcome.best.map(|mv| game.play(mv, now)) {
        Some(Ok(node)) => node,
        // Cannot happen while the engine keeps its promise; a lost game is the honest account of it.
        Some(Err(_)) | None => return Err(End::win(!turn, Reason::Abandoned)),
    };
    let report = &outcome.report;
    let facts = &mut game.tree_mut().node_mut(node).facts;
    facts.evaluation = report.search.lines.first().map(|line| Evaluation {
        score: if turn == Color::White { line.score } else { -line.score },
        depth: Some(line.depth),
    });
    facts.insight = Some(Box::new(Insight {
        dial: Some((report.dial.setting, report.dial.inferior.clone())),
        ..Insight::of_search(&report.search, report.nps)
    }));
    Ok(())
}

/// The clock's reading in the game's unit.
fn now(clock: &dyn Clock) -> Millis {
    Millis::from_duration(clock.now())
}
