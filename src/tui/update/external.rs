//! The external engine: its answers, its opinion, and what is said when it fails.

use super::{play, search, storage};
use crate::engine::external::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, OptionSet, ProtocolWarning,
};
use crate::game::{Evaluation, Player, SearchInfo};
use crate::rules::white_view;
use crate::strength::StrengthLevel;
use crate::tui::model::dialogs::Confirmation;
use crate::tui::model::external::{Asked, ExternalTask, keep_option};
use crate::tui::model::messages::About;
use crate::tui::model::{Effect, ExternalEffect, Model, StorageEffect};
use std::sync::Arc;

/// Asks for its opinion, or ends it.
pub fn toggle_opinion(model: &mut Model) -> Vec<Effect> {
    model.external.opinion = !model.external.opinion;
    model.external.ended = false;
    if model.external.opinion {
        model.session.note_help("second opinion");
        let command = &model.prefs.external;
        let words = format!("a second opinion of {command}: in the panel other-engine");
        model.notify_info(words);
        return Vec::new();
    }
    model.external.report = None;
    model.notify_info("the second opinion has ended");
    if model.external.is_moving() { Vec::new() } else { search::cancel_external(model) }
}

/// Has the program of another engine looked for, which is then used; `off` uses none.
pub fn find_engine(model: &mut Model, command: &str) -> Vec<Effect> {
    if command == "off" {
        return change_engine(model, command);
    }
    model.external.sought = Some(if model.unattended { Asked::ByScript } else { Asked::ByUser });
    vec![StorageEffect::FindEngine(command.to_owned()).into()]
}

/// Uses the engine that was looked for, if its program can be started.
pub fn engine_found(model: &mut Model, found: Result<String, String>) -> Vec<Effect> {
    let asked = model.external.sought.take();
    match found {
        Ok(command) => {
            model.settle_found();
            let is_unattended = asked == Some(Asked::ByScript);
            let before = std::mem::replace(&mut model.unattended, is_unattended);
            let effects = change_engine(model, &command);
            model.unattended = before;
            effects
        }
        Err(why) => {
            model.notify_not_found(why);
            Vec::new()
        }
    }
}

/// Uses another engine; asks where that changes the opponent in a game under way.
fn change_engine(model: &mut Model, command: &str) -> Vec<Effect> {
    if model.session.external.is_some() && model.session.is_under_way() {
        if command == model.prefs.external {
            model.notify_info(format!("{command} is the opponent"));
        } else if command == "off" {
            model.notify_error("the external engine plays this game: end it first");
        } else {
            model.ask(Confirmation::Opponent(command.to_owned()));
        }
        return Vec::new();
    }
    use_engine(model, command)
}

/// Another engine takes the opponent's place in the game under way; the record says from where.
pub fn replace_opponent(model: &mut Model, command: &str) -> Vec<Effect> {
    let before = model.external.called().to_owned();
    let mut effects = use_engine(model, command);
    let Some(side) = model.session.external else { return effects };
    model.session.note_help("opponent replaced");
    model.session.forget_edits();
    let game = &mut model.session.game;
    command.clone_into(&mut game.players.get_mut(side).name);
    let current = game.current();
    let comment = &mut game.tree_mut().node_mut(current).comment;
    let words = format!("From here {command} plays instead of {before}.");
    *comment = format!("{comment} {words}").trim().to_owned();
    model.session.unsaved = true;
    model.notify_info(words);
    effects.extend(play::go_on(model));
    effects
}

/// Uses another engine from now on, or none.
fn use_engine(model: &mut Model, command: &str) -> Vec<Effect> {
    let mut effects = search::cancel_external(model);
    if command == "off" {
        model.external.opinion = false;
        let kept = &model.prefs.external;
        model.notify_info(format!("no other engine runs; :opinion starts {kept} again"));
    } else {
        if model.prefs.external != command {
            command.clone_into(&mut model.prefs.external);
            model.external.options = model.prefs.options_of_external();
        }
        let key = model.keymap.way_to("new-game");
        model.notify_info(format!(
            "the external engine is {command}; :opinion asks it, {key} plays it"
        ));
    }
    (model.external.who, model.external.report, model.external.ended) = (None, None, false);
    effects.extend([ExternalEffect::Quit.into(), storage::save_prefs(model)]);
    effects
}

/// Takes in a report unless it is stale.
pub fn report(model: &mut Model, report: Arc<ExternalReport>) {
    if report.epoch == model.external.epoch {
        model.external.report = Some(report);
    }
}

/// Takes in a notice.
pub fn notice(model: &mut Model, notice: ExternalNotice) -> Vec<Effect> {
    match notice {
        ExternalNotice::HandshakeDone(who) => {
            model.settle_external();
            if let Some(side) = model.session.external {
                model.session.game.players.get_mut(side).name.clone_from(&who.name);
            }
            model.external.who = Some(who);
            let session = &mut model.session;
            let waits = session.external == Some(session.game.position().turn());
            if waits && session.started {
                play::start_clock(model);
            }
            returned(model)
        }
        ExternalNotice::Done(outcome) => done(model, *outcome),
        ExternalNotice::Failed { error, .. } => failed(model, &error),
        ExternalNotice::OptionSet(set) => option_set(model, set),
        ExternalNotice::Warning(ProtocolWarning::Setting(error)) => {
            let options = &mut model.external.options;
            options.retain(|(name, _)| !name.eq_ignore_ascii_case(error.name()));
            model.notify_error_about(About::External, error.to_string());
            Vec::new()
        }
        ExternalNotice::Warning(warning) => {
            log::warn!(target: "lucena", ply = model.game_ply(); "{}: {warning}", model.external.called());
            Vec::new()
        }
        ExternalNotice::Report | ExternalNotice::Ready => Vec::new(),
    }
}

fn done(model: &mut Model, outcome: ExternalOutcome) -> Vec<Effect> {
    if outcome.epoch != model.external.epoch {
        return Vec::new();
    }
    let task = model.external.task.take();
    model.external.report = Some(Arc::new(outcome.report.clone()));
    match (task, outcome.best) {
        (Some(ExternalTask::Move), Ok(Some(best))) => {
            let mut effects = play::make(model, best);
            note(model, &outcome.report);
            effects.extend(play::after_engine_move(model));
            return effects;
        }
        (Some(ExternalTask::Move), Ok(None)) => {
            let words = format!("{} found no move", model.external.called());
            makes_no_move(model, &words);
        }
        (Some(ExternalTask::Move), Err(error)) => {
            model.external.opinion = false;
            makes_no_move(model, &error.to_string());
        }
        (Some(ExternalTask::Opinion) | None, Err(error)) => {
            model.external.opinion = false;
            let key = model.keymap.way_to("opinion");
            model.notify_error_about(About::External, format!("{error}; {key} asks again"));
        }
        (Some(ExternalTask::Opinion), Ok(_)) => model.external.ended = true,
        (None, Ok(_)) => {}
    }
    Vec::new()
}

/// It made no legal move where one was asked for: the clocks stand until the user asks again or ends the game.
fn makes_no_move(model: &mut Model, why: &str) {
    model.external.failure = Some(why.to_owned());
    play::stand_still(model);
    let (again, end) = (model.keymap.way_to("move-now"), model.keymap.way_to("resign"));
    let words =
        format!("{why}; the clocks stand: {again} asks again, {end} ends the game as abandoned");
    model.notify_error_about(About::External, words);
}

/// What it said of its move goes into the record.
fn note(model: &mut Model, report: &ExternalReport) {
    let Some(line) = report.lines.first() else { return };
    let node = model.session.game.current();
    // A position that ended the game has no evaluation.
    let is_over = model.session.game.end().is_some();
    let facts = &mut model.session.game.tree_mut().node_mut(node).annotation;
    let mut own_score = None;
    if !is_over {
        let score = white_view(line.score, report.root.turn());
        own_score = Some(line.score);
        facts.evaluation = Some(Evaluation { score, depth: Some(line.depth) });
    }
    facts.engine_info.get_or_insert_default().search = Some(SearchInfo {
        depth: line.depth,
        score: own_score,
        is_superseded: false,
        bound: line.bound,
        selective_depth: report.info.selective_depth.unwrap_or(line.depth),
        nodes: report.info.nodes.unwrap_or(0),
        nps: report.info.nps.unwrap_or(0),
        stop: String::new(),
        line: line.moves.clone(),
    });
}

/// It has failed: says so, and what can be done.
fn failed(model: &mut Model, error: &ExternalError) -> Vec<Effect> {
    log::error!(target: "lucena", ply = model.game_ply(); "{error}");
    (model.external.who, model.external.opinion) = (None, false);
    if model.external.returning {
        return replace(model, error);
    }
    let moving = model.external.is_moving();
    // Also a search that was to follow the lost one, for the engine is ended.
    model.external.task = None;
    let is_missing = matches!(error, ExternalError::Start { .. });
    if moving && !is_missing {
        makes_no_move(model, &error.to_string());
        return vec![ExternalEffect::Quit.into()];
    }
    if moving {
        model.external.failure = Some(error.to_string());
        play::stand_still(model);
    }
    let help = if is_missing {
        ":engine COMMAND names one that is installed here".to_owned()
    } else {
        format!("{} starts it again", model.keymap.way_to("opinion"))
    };
    model.notify_error_about(About::External, format!("{error}; {help}"));
    vec![ExternalEffect::Quit.into()]
}

/// It runs; a game that was resumed goes on.
fn returned(model: &mut Model) -> Vec<Effect> {
    if !std::mem::take(&mut model.external.returning) {
        return Vec::new();
    }
    let Some(side) = model.session.external else { return Vec::new() };
    model.notify_info(format!("the game goes on against {}", model.external.called()));
    let its_turn = model.session.game.position().turn() == side;
    if its_turn && !model.external.is_moving() { search::start_turn(model) } else { Vec::new() }
}

/// It cannot be started in a game that was resumed: Lucena plays the remaining moves instead, as strong as the user
/// likes it.
fn replace(model: &mut Model, error: &ExternalError) -> Vec<Effect> {
    model.external.returning = false;
    let mut effects = search::cancel_external(model);
    effects.push(ExternalEffect::Quit.into());
    let Some(side) = model.session.external.take() else { return effects };
    let dial = match model.session.has_dial(!side) {
        true => model.session.dial_of(!side),
        false => model.strengths.parse(&model.prefs.play.dial).unwrap_or(StrengthLevel::Full),
    };
    *model.session.game.players.get_mut(side) = Player::engine(dial);
    // Half the game was against another engine: it says nothing of the player's strength.
    model.session.note_help("opponent replaced");
    let strength = model.strengths.setting(dial);
    let side = side.fold_wb("White", "Black");
    model.notify_error(format!("{error}; Lucena ({strength}) plays {side} from here"));
    model.session.unsaved = true;
    effects.extend(search::start_turn(model));
    effects
}

/// Sets one of its options: a name, which may have blanks in it, and a value. A second opinion begins again with it.
pub fn option(model: &mut Model, text: &str) -> Vec<Effect> {
    let is_valid = model.external.who.as_ref().is_some_and(|who| {
        let (name, value) = who.split_option(text);
        who.set_option_line(name, value).is_ok()
    });
    let is_opinion = model.external.task == Some(ExternalTask::Opinion);
    let mut effects =
        if is_valid && is_opinion { search::cancel_external(model) } else { Vec::new() };
    effects.push(ExternalEffect::Option(model.external_config(), text.to_owned()).into());
    effects
}

/// An option was set; it is set again when the engine is started again, also in later runs.
fn option_set(model: &mut Model, set: OptionSet) -> Vec<Effect> {
    let OptionSet { name, value, is_waiting } = set;
    let called = model.external.called();
    // A button is pressed once, and nothing stays of it.
    let words = match (value.as_str(), is_waiting) {
        ("", false) => format!("{called}: {name} is done"),
        ("", true) => format!("{called}: {name} is done after this search"),
        (value, false) => format!("{called}: {name} is {value}"),
        (value, true) => format!("{called}: {name} is {value} after this search"),
    };
    model.notify_info(words);
    model.external.ended = false;
    if value.is_empty() {
        return Vec::new();
    }
    model.prefs.keep_option(&name, &value);
    keep_option(&mut model.external.options, &name, &value);
    vec![storage::save_prefs(model)]
}
