//! Playing on from the position shown.

use super::opened::end_review;
use super::take_back::restart;
use crate::base::Millis;
use crate::game::rated::TAKEN_BACK;
use crate::game::tags::CONTINUES;
use crate::game::{Game, NodeId, Player, Tags};
use crate::rules::notation;
use crate::tui::model::dialogs::{Confirmation, Leaving, LeftGame};
use crate::tui::model::{CommandResult, Effect, ExternalEffect, Model, StorageEffect};
use crate::tui::update::storage;
use shakmaty::ByColor;

/// Plays on from the position shown: in a record, and after the end of a game, as a new game.
pub fn play_on(model: &mut Model) -> CommandResult {
    let is_over = model.session.game.end().is_some();
    let is_new = is_over || model.session.is_review();
    let node = match model.session.viewed {
        Some(node) => node,
        None if is_new => model.session.game.current(),
        None => return Err("the position shown is the game".to_owned()),
    };
    if model.session.position().legal_moves().is_empty() {
        return Err("the game ends with the position shown".to_owned());
    }
    let left = model.left_game().filter(|left| matches!(left, LeftGame::Changed(_)));
    if let Some(left) = left.filter(|_| !model.unattended) {
        model.ask(Confirmation::Leave(Leaving::Line("play-on".to_owned()), left));
        return Ok(Vec::new());
    }
    let mut effects = if is_new { leave_record(model, node) } else { Vec::new() };
    model.session.viewed = None;
    model.session.game.play_on(node, model.now);
    if !is_new {
        model.session.note_help(TAKEN_BACK);
    }
    end_review(model);
    stop_spent_clock(model);
    let whose = match (model.session.has_engine(), model.session.is_of_others()) {
        (true, _) => "",
        (false, true) => ", both sides are yours; :fen plays it against Lucena",
        (false, false) => ", both sides are yours",
    };
    let words = match model.session.game.end() {
        Some(end) => end.words(),
        None if is_new => format!("a new game goes on from here{whose}"),
        None => format!("the game goes on from here{whose}"),
    };
    effects.extend(restart(model));
    if !model.session.is_paused() {
        model.notify_info(words);
    }
    Ok(effects)
}

/// What follows from `node` is a game of its own: it does not take the place of the one that was read, or that has ended, has its
/// moves up to `node` alone, and its result is nobody's.
fn leave_record(model: &mut Model, node: NodeId) -> Vec<Effect> {
    let mut effects = storage::keep_changes(model);
    effects.extend(storage::save_changes(model));
    let continues = continued(&model.session.game, node);
    if model.session.is_analysed() {
        model.leave_analysis();
    }
    let is_of_others = model.session.is_of_others();
    let session = &mut model.session;
    session.game.tree_mut().keep_path(node);
    session.game.tags = Tags::default();
    session.game.tags.set("Event", "Continuation");
    session.game.tags.set(CONTINUES, &continues);
    if is_of_others {
        let player = Player::human(&model.prefs.play.name);
        session.game.players = ByColor { white: player.clone(), black: player };
    }
    session.begin_continuation();
    effects.push(StorageEffect::NewRecord.into());
    if session.external.is_some() {
        effects.push(ExternalEffect::NewGame.into());
    }
    effects
}

/// What a game is called that is played on from `node`: players, event, date, the move before it.
fn continued(game: &Game, node: NodeId) -> String {
    let name = |player: &Player| match player.name.as_str() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let tag = |name| game.tags.get(name).filter(|it| !it.starts_with('?')).map(str::to_owned);
    let tree = game.tree();
    let before = tree.node(node).parent().map(|parent| tree.node(parent).position());
    let mv = before.zip(tree.node(node).mv());
    let after = mv.map(|(before, mv)| format!("after {}", notation::numbered(before, mv)));
    let players = format!("{} - {}", name(&game.players.white), name(&game.players.black));
    [Some(players), tag("Event"), tag("Date"), after]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// A clock without time left, as a record may have, would end the game at once: it stands until the user lets it run.
fn stop_spent_clock(model: &mut Model) {
    let turn = model.session.game.position().turn();
    if model.session.game.remaining(turn, model.now).is_some_and(|left| left <= Millis(0)) {
        model.session.pause(model.now);
        model.notify_info(format!("no time is left here; {}", model.pause_words()));
    }
}
