//! Taking moves back and playing them again.

use super::course::start_clock;
use crate::game::rated::TAKEN_BACK;
use crate::tui::model::dialogs::Confirmation;
use crate::tui::model::messages::About;
use crate::tui::model::{CommandResult, Effect, Model};
use crate::tui::update::search;

/// Takes a half-move back or plays it again with `step`; a second one if the engine would be to move then, so that the user
/// is. Whether there was one.
fn jump(model: &mut Model, step: impl Fn(&mut Model) -> bool) -> bool {
    model.session.viewed = None;
    if !step(model) {
        return false;
    }
    let turn = model.session.game.position().turn();
    if model.session.is_engine(turn) && !model.session.is_engine(!turn) {
        step(model);
    }
    true
}

/// Takes back to the user's own last move; asks where that takes a result away which no move brings back.
pub fn ask_take_back(model: &mut Model) -> CommandResult {
    may_take_back(model)?;
    if model.session.has_end_to_take_back() {
        model.ask(match model.session.has_own_move() {
            true => Confirmation::TakeBack,
            false => Confirmation::TakeResultBack,
        });
        return Ok(Vec::new());
    }
    take_back(model).map_err(str::to_owned)
}

/// Fails if the user has made no move and the game has no result that it could be without.
fn may_take_back(model: &Model) -> Result<(), &'static str> {
    match model.session.has_own_move() || model.session.has_end_to_take_back() {
        true => Ok(()),
        false => Err("there is no move of yours to take back"),
    }
}

/// Takes back to the user's own last move, or the result alone where there is none.
pub fn take_back(model: &mut Model) -> Result<Vec<Effect>, &'static str> {
    may_take_back(model)?;
    let might_be_rated = model.may_be_rated();
    let was_over = model.session.game.end().is_some();
    let has_move = model.session.has_own_move();
    if !has_move {
        let node = model.session.game.current();
        model.session.viewed = None;
        model.session.game.play_on(node, model.now);
    } else if !jump(model, |model| model.session.game.takeback(model.now).is_some()) {
        return Err("there is no move to take back");
    }
    // The last game that ended may be this one.
    model.last_game = model.last_game.take().filter(|_| !was_over);
    model.session.note_help(TAKEN_BACK);
    let unrated = model.unrated_words(might_be_rated);
    let key = model.keymap.way_to("redo");
    model.notify_info(match has_move {
        true => format!("taken back; {key} plays it again{unrated}"),
        false => format!("the result is taken back{unrated}"),
    });
    Ok(restart(model))
}

/// Plays again what was taken back.
pub fn redo(model: &mut Model) -> Result<Vec<Effect>, &'static str> {
    match jump(model, |model| model.session.game.redo(model.now).is_some()) {
        true => Ok(restart(model)),
        false => Err("there is no move to play again"),
    }
}

/// After a jump: the clocks run again as before, and whoever is to move thinks.
pub(super) fn restart(model: &mut Model) -> Vec<Effect> {
    model.messages.settle(About::Move);
    model.forget_failure();
    // A move that was typed is a line.
    model.messages.settle_lines();
    model.board_state.picked = None;
    model.board_state.hint = None;
    // It was meant for the position that is left.
    model.session.premove = None;
    model.session.forget_edits();
    let mut effects = search::cancel(model);
    start_clock(model);
    model.session.unsaved = true;
    effects.extend(search::start_turn(model));
    effects
}
