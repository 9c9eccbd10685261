//! Thinking on the opponent's time: after its own move the engine goes on with the reply that it expects. If that is
//! played, the thought becomes the next move's; if not, it is dropped.

use crate::engine::{Go, GoLimit};
use crate::rules::Move;
use crate::timing::ClockState;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{Effect, EngineEffect, Model};

/// Begins after the engine's own move, if it is wanted and `reply` can be played.
pub fn begin(model: &mut Model, reply: Option<Move>) -> Vec<Effect> {
    let session = &model.session;
    let game = &session.game;
    let turn = game.position().turn();
    let own = session.has_dial(!turn) && !session.has_dial(turn);
    let Some(reply) = reply.filter(|&mv| game.position().legal_moves().contains(&mv)) else {
        return Vec::new();
    };
    if !model.prefs.ponder || !session.is_in_play() || !own || model.thinking.is_busy() {
        return Vec::new();
    }
    let after = game.position().after(reply);
    if after.legal_moves().is_empty() {
        return Vec::new();
    }
    let clock = clock(model);
    let limit = match clock {
        Some(clock) => GoLimit { clock: Some(clock), ..GoLimit::default() },
        None => GoLimit { move_time: Some(model.prefs.think), ..GoLimit::default() },
    };
    let (start, mut moves) = game.line_to(game.current());
    moves.push(reply);
    let (dial, node) = (session.dial_of(!turn), game.current());
    let thinking = &mut model.thinking;
    thinking.epoch += 1;
    (thinking.purpose, thinking.node, thinking.expected) = (Purpose::Ponder, node, Some(reply));
    thinking.nps_history.clear();
    let epoch = thinking.epoch;
    let go = Box::new(Go { epoch, dial, ponder: true, ..Go::new(start, moves, limit) });
    // What is asked about the move after a hit is asked about this thought.
    thinking.go = Some(go.clone());
    vec![EngineEffect::Go(go).into()]
}

/// The engine's clock as it will be when the opponent has moved: its own does not run until then.
fn clock(model: &Model) -> Option<ClockState> {
    let game = &model.session.game;
    let (position, clocks) = (game.position(), game.clocks());
    let side = !position.turn();
    let (control, made) = (clocks.control(side), clocks.made(side));
    Some(ClockState {
        ply: position.game_ply() + 1,
        remaining: game.remaining(side, model.now)?,
        increment: control.increment(made),
        moves_to_go: control.moves_to_go(made),
        pieces: u32::try_from(position.board().occupied().count()).unwrap_or(u32::MAX),
    })
}

/// The game has gone on as expected: the thought under way becomes the move's. `None` if it has not.
pub fn hit(model: &mut Model) -> Option<Vec<Effect>> {
    let (game, thinking) = (&model.session.game, &mut model.thinking);
    let parent = game.tree().node(game.current()).parent();
    let expected = thinking.purpose == Purpose::Ponder
        && parent == Some(thinking.node)
        && game.last_move() == thinking.expected;
    if !expected {
        return None;
    }
    (thinking.purpose, thinking.node) = (Purpose::Move, game.current());
    if model.inspect.paused.is_some() {
        model.hold_clock();
    }
    log::info!(target: "lucena", ply = model.game_ply(); "ponder hit: the search continues");
    Some(vec![EngineEffect::PonderHit.into()])
}
