//! The other engine: when it moves, when it gives its opinion, what becomes of its answers, and what is said when it
//! cannot be had.

use super::{Effect, engine, play};
use crate::engine::external::{ExternalError, ExternalGo, ExternalNotice, ExternalOutcome};
use crate::engine::external::{ExternalReport, OtherClock};
use crate::engine::{Go, GoLimit};
use crate::game::{Evaluation, NodeId, Player, SearchInfo};
use crate::rules::Color;
use crate::strength::StrengthLevel;
use crate::tui::external::{ExternalEffect, ExternalTask, Seat};
use crate::tui::model::{Model, Toggle};
use std::sync::Arc;

/// Lets it think about its move.
pub fn start_turn(model: &mut Model) -> Vec<Effect> {
    let game = &model.session.game;
    let limit = match game.clock_state(model.now) {
        Some(clock) => GoLimit { clock: Some(clock), ..GoLimit::default() },
        None => GoLimit { move_time: Some(model.prefs.think), ..GoLimit::default() },
    };
    let node = game.current();
    go(model, ExternalTask::Move, node, limit)
}

fn go(model: &mut Model, job: ExternalTask, node: NodeId, limit: GoLimit) -> Vec<Effect> {
    let mut effects = cancel_search(model);
    let game = &model.session.game;
    let (start, moves) = game.line_to(node);
    let turn = game.position_at(node).turn();
    let clocks = game.clocks();
    let other =
        game.remaining(!turn, model.now).filter(|_| job == ExternalTask::Move).map(|remaining| {
            let increment = clocks.control(!turn).increment(clocks.made(!turn));
            OtherClock { remaining, increment }
        });
    let outside = &mut model.outside;
    outside.epoch += 1;
    (outside.task, outside.node) = (Some(job), node);
    let go = Go { epoch: outside.epoch, ..Go::new(start, moves, limit) };
    let order = Box::new(ExternalGo { go, other });
    effects.push(Effect::External(ExternalEffect::Go(model.prefs.external.clone(), order)));
    effects
}

/// Stops it; its answer will be stale.
pub fn cancel_search(model: &mut Model) -> Vec<Effect> {
    if model.outside.task.take().is_none() {
        return Vec::new();
    }
    model.outside.epoch += 1;
    vec![Effect::External(ExternalEffect::Stop)]
}

/// Its opinion follows the position shown.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let node = model.session.shown();
    let outside = &model.outside;
    let there = outside.task == Some(ExternalTask::Opinion) && outside.node == node;
    if !outside.opinion.is_on() || there || outside.is_moving() {
        return Vec::new();
    }
    if model.session.is_over() {
        return cancel_search(model);
    }
    let limit = GoLimit { infinite: true, ..GoLimit::default() };
    go(model, ExternalTask::Opinion, node, limit)
}

/// Asks for its opinion, or ends it.
pub fn toggle(model: &mut Model) -> Vec<Effect> {
    model.outside.opinion = model.outside.opinion.flipped();
    if model.outside.opinion.is_on() {
        model.session.note_help("second opinion");
        let words = format!("a second opinion of {}: in the lines panel", model.prefs.external);
        model.notify_info(words);
        return Vec::new();
    }
    model.outside.report = None;
    model.notify_info("the second opinion has ended");
    if model.outside.is_moving() { Vec::new() } else { cancel_search(model) }
}

/// Uses another program from now on.
pub fn name(model: &mut Model, command: &str) -> Vec<Effect> {
    let mut effects = cancel_search(model);
    if command == "off" {
        model.outside.opinion = Toggle::Off;
    } else {
        command.clone_into(&mut model.prefs.external);
        model.notify_info(format!("the other engine is {command}; :opinion asks it, n plays it"));
    }
    (model.outside.who, model.outside.report) = (None, None);
    effects.extend([Effect::External(ExternalEffect::Leave), Effect::SavePrefs]);
    effects
}

/// Takes in a report unless it is stale.
pub fn report(model: &mut Model, report: Arc<ExternalReport>) {
    if report.epoch == model.outside.epoch {
        model.outside.report = Some(report);
    }
}

/// Takes in its news.
pub fn notice(model: &mut Model, notice: ExternalNotice) -> Vec<Effect> {
    match notice {
        ExternalNotice::HandshakeDone(who) => {
            if let Some(side) = model.session.external {
                model.session.game.players.get_mut(side).name.clone_from(&who.name);
            }
            model.outside.who = Some(who);
            resumed(model)
        }
        ExternalNotice::Done(outcome) => done(model, *outcome),
        ExternalNotice::Failed { epoch, error } => failed(model, epoch, &error),
        ExternalNotice::Warning(oddity) => {
            let entry = model.tied(format!("{}: {oddity}", model.outside.called()));
            log::warn!(target: "lucena", "{entry}");
            Vec::new()
        }
        ExternalNotice::Report | ExternalNotice::Ready => Vec::new(),
    }
}

fn done(model: &mut Model, outcome: ExternalOutcome) -> Vec<Effect> {
    if outcome.epoch != model.outside.epoch {
        return Vec::new();
    }
    let job = model.outside.task.take();
    model.outside.report = Some(Arc::new(outcome.report.clone()));
    match (job, outcome.best) {
        (Some(ExternalTask::Move), Ok(Some(best))) => {
            let mut effects = play::make(model, best);
            note(model, &outcome.report);
            effects.extend(engine::after_move(model));
            effects
        }
        (Some(ExternalTask::Move), Ok(None)) => {
            model.notify_error(format!("{} found no move", model.outside.called()));
            Vec::new()
        }
        (_, Err(error)) => {
            model.outside.opinion = Toggle::Off;
            model.notify_error(format!("{error}; w asks again"));
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// What it said of its move goes into the record.
fn note(model: &mut Model, report: &ExternalReport) {
    let Some(line) = report.lines.first() else { return };
    let white = report.root.turn() == Color::White;
    let node = model.session.game.current();
    let facts = &mut model.session.game.tree_mut().node_mut(node).annotation;
    let score = if white { line.score } else { -line.score };
    facts.evaluation = Some(Evaluation { score, depth: Some(line.depth) });
    facts.engine_info_mut().search = Some(SearchInfo {
        depth: line.depth,
        selective_depth: report.info.selective_depth.unwrap_or(line.depth),
        nodes: report.info.nodes.unwrap_or(0),
        nps: report.info.nps.unwrap_or(0),
        stop: String::new(),
        line: line.moves.clone(),
    });
}

/// It is gone: says so, and what can be done.
fn failed(model: &mut Model, epoch: Option<u64>, error: &ExternalError) -> Vec<Effect> {
    log::error!(target: "lucena", "{}", model.tied(error));
    let wanted = epoch == Some(model.outside.epoch);
    (model.outside.who, model.outside.opinion) = (None, Toggle::Off);
    if model.outside.returning.is_on() {
        return replace(model, error);
    }
    let moving = model.outside.is_moving();
    if wanted {
        model.outside.task = None;
    }
    let help = match error {
        ExternalError::Start { .. } => ":engine COMMAND names one that is installed here",
        _ if moving => "w starts it again, the game is kept",
        _ => "ctrl-o starts it again",
    };
    model.notify_error(format!("{error}; {help}"));
    vec![Effect::External(ExternalEffect::Leave)]
}

/// It has a seat in a game that is taken up again: it is started, and waited for if it is to move.
pub fn resume_seat(model: &mut Model, seat: Seat) -> Vec<Effect> {
    model.session.external = Some(seat.side);
    model.prefs.external.clone_from(&seat.command);
    model.outside.returning = Toggle::On;
    model.notify_info(format!("the game goes on; {} is started again …", seat.command));
    vec![Effect::External(ExternalEffect::Return(seat))]
}

/// It has introduced itself; in a game that was taken up again it goes on.
fn resumed(model: &mut Model) -> Vec<Effect> {
    if !std::mem::take(&mut model.outside.returning).is_on() {
        return Vec::new();
    }
    let Some(side) = model.session.external else { return Vec::new() };
    model.notify_info(format!("the game goes on against {}", model.outside.called()));
    let its_turn = model.session.game.position().turn() == side;
    if its_turn && !model.outside.is_moving() { engine::start_turn(model) } else { Vec::new() }
}

/// It cannot be had any more in a game that was taken up again: ours takes its seat, as strong as the user likes it.
fn replace(model: &mut Model, error: &ExternalError) -> Vec<Effect> {
    model.outside.returning = Toggle::Off;
    let mut effects = cancel_search(model);
    effects.push(Effect::External(ExternalEffect::Leave));
    let Some(side) = model.session.external.take() else { return effects };
    let dial = match model.session.has_dial(!side) {
        true => model.session.dial_of(!side),
        false => model.strengths.parse(&model.prefs.play.dial).unwrap_or(StrengthLevel::Full),
    };
    *model.session.game.players.get_mut(side) = Player::engine(dial);
    // Half the game was against somebody else: it says nothing of the player's strength.
    model.session.note_help("opponent replaced");
    let strength = model.strengths.setting(dial);
    let side = side.fold_wb("White", "Black");
    model.notify_error(format!("{error}; Lucena ({strength}) plays {side} from here"));
    effects.push(Effect::Save);
    effects.extend(engine::start_turn(model));
    effects
}

/// Sets one of its options: a name, which may have blanks in it, and a value.
pub fn option(model: &Model, text: &str) -> Effect {
    let known = model.outside.who.iter().flat_map(|who| &who.options);
    let named = known.filter_map(|option| Some((&option.name, after(text, &option.name)?)));
    let longest = named.max_by_key(|(name, _)| name.len());
    let (name, value) = match longest {
        Some((name, value)) => (name.as_str(), value),
        None => text.rsplit_once(' ').unwrap_or((text, "")),
    };
    Effect::External(ExternalEffect::Option(name.to_owned(), value.to_owned()))
}

/// What follows `name` in `text`, if that begins with it as a whole.
fn after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(name.len())?;
    let whole = head.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with(' '));
    whole.then(|| rest.trim())
}
