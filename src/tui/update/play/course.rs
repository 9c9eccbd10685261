//! A game under way: its moves, its clocks, and that it is over.

use super::viewing::add_variation;
use crate::game::{End, TreeMove};
use crate::rules::{Color, Move, notation};
use crate::tui::model::dialogs::{Confirmation, Dialog};
use crate::tui::model::messages::About;
use crate::tui::model::{Effect, Model, ScreenEffect};
use crate::tui::update::{search, seeds};
use crate::tui::values::format::long_algebraic;

/// Ends the game if a flag has fallen.
pub fn check_flag(model: &mut Model) -> Vec<Effect> {
    match model.session.game.check_flag(model.now) {
        Some(_) => finish(model),
        None => Vec::new(),
    }
}

/// The user makes a move, in the position shown; an earlier position becomes the game first. Paused clocks run again.
pub fn user_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    if model.session.allows_variations() {
        model.session_script.push(format!(":move {}", notation::uci(mv)));
        add_variation(model, mv);
        return Vec::new();
    }
    if let Some(node) = model.session.viewed {
        if !model.session.is_analysed() {
            let (forward, play_on) =
                (model.keymap.way_to("forward"), model.keymap.way_to("play-on"));
            let words = format!(
                "you are looking back: {forward} goes forward, {play_on} plays on from here"
            );
            model.notify_error_about(About::Move, words);
            return Vec::new();
        }
        // A move that is there is shown, as in a record: to play it would take back what follows it.
        if model.session.game.tree().child(node, TreeMove::Move(mv)).is_some() {
            model.session_script.push(format!(":move {}", notation::uci(mv)));
            (model.board_state.picked, model.board_state.refused) = (None, None);
            model.messages.settle(About::Move);
            add_variation(model, mv);
            return Vec::new();
        }
        model.session.game.goto(node, model.now);
        model.session.viewed = None;
    }
    let is_analysed = model.session.is_analysed();
    if model.session.is_engine(model.session.game.position().turn()) && !is_analysed {
        model.notify_error_about(About::Move, "it is the engine's move");
        return Vec::new();
    }
    let mut effects = Vec::new();
    if !model.session.started && !is_analysed {
        // A game that begins without a command has a seed of its own as well.
        effects.extend(search::cancel(model));
        effects.push(seeds::new_game(model, None));
    }
    if model.session.is_paused() && !is_analysed && model.external.failure.is_none() {
        model.session.resume(model.now);
        model.notify_info("the clocks run");
    }
    start_clock(model);
    model.session_script.push(format!(":move {}", notation::uci(mv)));
    effects.extend(make(model, mv));
    effects
}

/// Plays a move for whoever is to move, then lets the next one act.
pub fn make(model: &mut Model, mv: Move) -> Vec<Effect> {
    model.board_state.picked = None;
    model.board_state.hint = None;
    model.board_state.refused = None;
    model.session.viewed = None;
    model.scroll.clear();
    if let Err(error) = model.session.game.play(mv, model.now) {
        model.notify_error_about(About::Move, error.to_string());
        return Vec::new();
    }
    model.messages.settle(About::Move);
    model.session.forget_edits();
    model.session.unsaved = true;
    if model.session.game.end().is_some() { finish(model) } else { search::start_turn(model) }
}

/// After a move of any engine: the bell, and the premove.
pub fn after_engine_move(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.prefs.bell {
        effects.push(ScreenEffect::Bell.into());
    }
    if let Some((from, to)) = model.session.premove.take() {
        let moves = model.session.moves_between(from, to);
        match moves.first() {
            // A pawn that arrives becomes a queen: nobody premoves a promotion to less.
            Some(&mv) if model.session.is_users_turn() => effects.extend(user_move(model, mv)),
            Some(_) | None => {
                let text = long_algebraic(model.session.position(), from, to);
                model.notify_error_about(About::Move, format!("{text} is not legal any more"));
            }
        }
    }
    effects
}

/// Starts the clock; the first move starts a game that was only set up.
pub fn start_clock(model: &mut Model) {
    model.session.started = true;
    seeds::note_seed(model);
    // The start of another engine takes no time from its clock.
    let turn = model.session.game.position().turn();
    let starts = model.session.external == Some(turn) && model.external.who.is_none();
    if !starts {
        model.session.run_clock(model.now);
    }
}

/// The game is over: says so, stops the engine, records it.
pub(super) fn finish(model: &mut Model) -> Vec<Effect> {
    (model.session.premove, model.board_state.picked) = (None, None);
    if let Some(Dialog::Confirm(question)) = &mut model.dialog {
        question.end_game();
    }
    // What is asked of a game that goes on has no answer any more.
    model.dialog.take_if(|dialog| {
        matches!(
            dialog,
            Dialog::Promotion(..)
                | Dialog::Confirm(
                    Confirmation::Resign
                        | Confirmation::Abandon
                        | Confirmation::ClaimDraw
                        | Confirmation::OfferDraw
                        | Confirmation::Opponent(_)
                )
        )
    });
    model.forget_failure();
    let words = model.session.game.end().map_or_else(String::new, End::words);
    model.session.unsaved = true;
    model.notify_info(words);
    search::cancel(model)
}

/// Gives the game of two people this end in the position on the board, or lets it go on.
pub fn set_end(model: &mut Model, end: Option<End>) -> Vec<Effect> {
    model.session.viewed = None;
    model.session.game.reopen();
    match end {
        Some(end) => {
            // It was reopened, so that it is not over.
            drop(model.session.game.conclude(end, model.now));
            finish(model)
        }
        None => {
            start_clock(model);
            model.session.unsaved = true;
            model.notify_info("the game goes on without a result");
            search::start_turn(model)
        }
    }
}

/// Pauses the clocks, or lets them run.
pub fn toggle_pause(model: &mut Model) -> Vec<Effect> {
    if model.session.is_paused() { end_pause(model) } else { pause(model) }
}

/// Pauses the clocks, and the engine's search for a move. An analysis goes on: in it the clocks stand in any case.
fn pause(model: &mut Model) -> Vec<Effect> {
    model.session.pause(model.now);
    model.notify_info(model.pause_words());
    if model.session.is_analysed() { Vec::new() } else { search::cancel(model) }
}

/// Lets the clocks run, in analysis after its end, and the engine think.
pub fn end_pause(model: &mut Model) -> Vec<Effect> {
    model.session.resume(model.now);
    model.notify_info(match model.session.is_analysed() {
        true => "the clocks run after the analysis",
        false => "the clocks run",
    });
    search::start_turn(model)
}

/// Suspends the program. Clocks that run are paused first: nobody plays, and no engine searches, until it goes on.
pub fn suspend(model: &mut Model) -> Vec<Effect> {
    let runs = model.session.game.clocks().running().is_some();
    let mut effects = if runs { pause(model) } else { Vec::new() };
    effects.push(ScreenEffect::Suspend.into());
    effects
}

/// Pauses the game where an engine failed to move.
pub fn stand_still(model: &mut Model) {
    model.session.pause(model.now);
}

/// Lets an engine move; in a game that stands still the clocks run again.
pub fn go_on(model: &mut Model) -> Vec<Effect> {
    let is_engines_turn = model.session.is_engine(model.session.game.position().turn());
    if model.session.is_paused() && is_engines_turn && !model.session.is_analysed() {
        model.session.resume(model.now);
        start_clock(model);
    }
    search::start_turn(model)
}

/// The board as the side of the person sees it.
pub fn orient_board(model: &mut Model) {
    let engine = |side| model.session.is_engine(side);
    model.layout.orientation =
        if engine(Color::White) && !engine(Color::Black) { Color::Black } else { Color::White };
}
