//! When an engine searches: our own and an external one. What becomes of their answers is in `engine` and `external`.

use super::ponder;
use crate::engine::external::{ExternalGo, OtherClock};
use crate::engine::{Go, GoLimit};
use crate::game::NodeId;
use crate::strength::StrengthLevel;
use crate::tui::model::external::ExternalTask;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{Effect, EngineEffect, ExternalEffect, Model};
use std::sync::Arc;

fn infinite() -> GoLimit {
    GoLimit { infinite: true, ..GoLimit::default() }
}

/// Lets an engine search if it is its turn, or if the position is analysed.
pub fn start_turn(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let game = &session.game;
    if session.is_analysed() {
        let node = session.shown();
        if model.thinking.purpose == Purpose::Analysis && model.thinking.node == node {
            return Vec::new();
        }
        let mut effects = cancel(model);
        // Also where there is nothing to search.
        model.thinking.node = node;
        if !model.session.is_over() {
            effects.extend(go(model, Purpose::Analysis, node, infinite()));
        }
        return effects;
    }
    let turn = game.position().turn();
    if !session.is_in_play() || !session.is_engine(turn) {
        return Vec::new();
    }
    let (limit, node) = (limit(model), game.current());
    if session.external == Some(turn) {
        // Its start takes no time from its clock.
        match model.external.who {
            Some(_) => model.session.run_clock(model.now),
            None => model.session.game.pause_clock(model.now),
        }
        return external_go(model, ExternalTask::Move, node, limit);
    }
    ponder::hit(model).unwrap_or_else(|| {
        // It stands where this search takes the place of a paused one.
        model.session.run_clock(model.now);
        go(model, Purpose::Move, node, limit)
    })
}

/// The clock, or without one the time for a move.
fn limit(model: &Model) -> GoLimit {
    match model.session.game.clock_state(model.now) {
        Some(clock) => GoLimit { clock: Some(clock), ..GoLimit::default() },
        None => GoLimit { move_time: Some(model.prefs.think), ..GoLimit::default() },
    }
}

/// Resumes the analysis that rested, unless a search is paused or an answer is pending.
pub fn resume_analysis(model: &mut Model) -> Vec<Effect> {
    let inspect = &model.inspect;
    let rests = inspect.paused.is_some() || inspect.pending.is_some();
    if model.session.is_analysed() && !rests { start_turn(model) } else { Vec::new() }
}

/// Analysis and the second opinion follow the position shown, whatever led there.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let node = model.session.shown();
    let mut effects = if model.thinking.node == node { Vec::new() } else { resume_analysis(model) };
    let external = &model.external;
    let is_asked = external.task == Some(ExternalTask::Opinion) || external.ended;
    let there = is_asked && external.node == node && external.game == model.session.id;
    if external.opinion && !there && !external.is_moving() {
        effects.extend(match model.session.is_over() {
            true => cancel_external(model),
            false => external_go(model, ExternalTask::Opinion, node, infinite()),
        });
    }
    effects
}

/// Lets our engine search at a node.
pub fn go(model: &mut Model, purpose: Purpose, node: NodeId, limit: GoLimit) -> Vec<Effect> {
    let mut effects = cancel(model);
    let (start, moves) = model.session.game.line_to(node);
    let turn = model.session.game.position_at(node).turn();
    let dial = match purpose {
        Purpose::Move => model.session.dial_of(turn),
        Purpose::Nothing | Purpose::Analysis | Purpose::Hint | Purpose::Ponder => {
            StrengthLevel::Full
        }
    };
    let thinking = &mut model.thinking;
    thinking.epoch += 1;
    (thinking.purpose, thinking.node) = (purpose, node);
    thinking.nps_history.clear();
    let go = Go { epoch: thinking.epoch, dial, ..Go::new(start, moves, limit) };
    thinking.go = Some(Box::new(go.clone()));
    effects.push(EngineEffect::Go(Box::new(go)).into());
    effects
}

/// Lets the external engine search at a node.
fn external_go(model: &mut Model, task: ExternalTask, node: NodeId, limit: GoLimit) -> Vec<Effect> {
    let mut effects = cancel_external(model);
    if task == ExternalTask::Move {
        model.forget_failure();
    }
    model.settle_external();
    let game = &model.session.game;
    let (start, moves) = game.line_to(node);
    let opponent = !game.position_at(node).turn();
    let clocks = game.clocks();
    let remaining = game.remaining(opponent, model.now).filter(|_| task == ExternalTask::Move);
    let other = remaining.map(|remaining| {
        let increment = clocks.control(opponent).increment(clocks.made(opponent));
        OtherClock { remaining, increment }
    });
    let external = &mut model.external;
    external.epoch += 1;
    // What it said of another position is not about this one.
    (external.task, external.node, external.report) = (Some(task), node, None);
    external.game.clone_from(&model.session.id);
    external.ended = false;
    let go = Go { epoch: external.epoch, ..Go::new(start, moves, limit) };
    let order = Box::new(ExternalGo { go, other });
    effects.push(ExternalEffect::Go(model.external_config(), order).into());
    effects
}

/// Stops the search for a move, a hint or analysis; its answer will be stale.
pub fn cancel(model: &mut Model) -> Vec<Effect> {
    let mut effects = if model.external.is_moving() { cancel_external(model) } else { Vec::new() };
    if model.thinking.is_busy() {
        // Questions are still about it.
        let searched = model.thinking.inspected_search();
        let searched = searched.map(|(go, report)| (Box::new(go.clone()), Arc::clone(report)));
        model.thinking.finished = searched;
        // A pause of it may be asked for, too, without being there yet.
        if model.thinking.purpose == Purpose::Ponder {
            model.run_clock_on();
        }
        model.thinking.purpose = Purpose::Nothing;
        model.thinking.epoch += 1;
        model.inspect.end_pause();
        effects.push(EngineEffect::Stop.into());
    }
    effects
}

/// Stops the external engine; its answer will be stale.
pub fn cancel_external(model: &mut Model) -> Vec<Effect> {
    if model.external.task.take().is_none() {
        return Vec::new();
    }
    model.external.epoch += 1;
    vec![ExternalEffect::Stop.into()]
}

/// Drops the search on the opponent's time, if there is one.
pub fn drop_ponder(model: &mut Model) -> Vec<Effect> {
    if model.thinking.purpose == Purpose::Ponder { cancel(model) } else { Vec::new() }
}
