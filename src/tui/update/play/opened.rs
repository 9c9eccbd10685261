//! Games that come from files: resumed or reviewed, and what their files have.

use super::course::{orient_board, start_clock};
use crate::base::sanitise;
use crate::game::Game;
use crate::game::autosave::ResumeState;
use crate::game::pgn::Severity;
use crate::tui::model::dialogs::{Confirmation, Leaving, OpenedGame};
use crate::tui::model::external::Seat;
use crate::tui::model::messages::About;
use crate::tui::model::saved::set_date;
use crate::tui::model::session::{GameId, Session};
use crate::tui::model::{Effect, ExternalEffect, Model, OrderedGame, StorageEffect};
use crate::tui::update::{search, seeds, storage};
use crate::tui::values::preset::Preset;
use std::path::{Path, PathBuf};

/// The game of an earlier run is resumed where it stood.
pub fn resume(model: &mut Model, game: Game, state: &ResumeState) -> Vec<Effect> {
    let cancelled = search::cancel(model);
    model.show_session(Session::of(game));
    end_review(model);
    (model.thinking.report, model.thinking.last_move, model.thinking.finished) = (None, None, None);
    model.notify_info("the game is resumed");
    let effects = Seat::read(&state.notes).map(|seat| {
        let config = seat.config.clone();
        model.session.external = Some(seat.side);
        model.prefs.external.clone_from(&config.command);
        model.external.options = config.options.clone();
        model.external.returning = true;
        model.notify_info(format!("the game is resumed; {} is started again …", config.command));
        ExternalEffect::Start(config).into()
    });
    let mut effects: Vec<Effect> = cancelled.into_iter().chain(effects).collect();
    let seed = model.session.game.tags.get("DialSeed").and_then(seeds::last_seed);
    effects.push(seeds::new_game(model, seed));
    orient_board(model);
    start_clock(model);
    if model.session.external != Some(model.session.game.position().turn()) {
        effects.extend(search::start_turn(model));
    }
    effects
}

/// A game was read: it is shown, after asking if that leaves a game under way or changes that are not saved.
pub fn open(model: &mut Model, opened: OpenedGame) -> Vec<Effect> {
    let ordered = std::mem::take(&mut model.ordered_game);
    if ordered != OrderedGame::None {
        let mut effects = storage::keep_changes(model);
        effects.extend(review(model, opened));
        return effects;
    }
    match model.left_game() {
        Some(left) => {
            model.ask(Confirmation::Leave(Leaving::Open(Box::new(opened)), left));
            Vec::new()
        }
        None => review(model, opened),
    }
}

/// A game that was read is shown from its start.
pub fn review(model: &mut Model, opened: OpenedGame) -> Vec<Effect> {
    let OpenedGame { game, source, notes } = opened;
    let mut effects = search::cancel(model);
    // The game before keeps its file, whatever becomes of this one; one under way is saved with the time of its clocks.
    if model.session.is_under_way() {
        effects.push(storage::save_game(model));
    }
    effects.push(StorageEffect::CloseRecord.into());
    model.show_session(Session::opened(game, source));
    let before = std::mem::replace(&mut model.layout.preset, Preset::Review);
    model.before_review = model.before_review.or(Some(before));
    let (back, forward) = (model.keymap.way_to("back"), model.keymap.way_to("forward"));
    // What is missing first.
    let errors = notes.iter().filter(|note| note.severity != Severity::Warning);
    let warnings = notes.iter().filter(|note| note.severity == Severity::Warning);
    let more = match notes.len() {
        0 | 1 => String::new(),
        count => format!(" ({} more in the log)", count - 1),
    };
    match errors.chain(warnings).next() {
        None => model.notify_info(format!("a game to look through: {back} and {forward} step")),
        Some(note) if note.severity != Severity::Warning => {
            let file = model.session.source.as_ref().map(|source| source.index.file());
            let name = file.and_then(Path::file_name).map_or_else(String::new, |name| {
                format!("{} is ", sanitise(&name.to_string_lossy()))
            });
            let text = format!("{name}read in part: {note}{more}");
            model.notify_error_about(About::Game, text);
        }
        Some(note) => model.notify_info(format!("{note}{more}")),
    }
    effects
}

/// The layout for review ends with the review.
pub fn end_review(model: &mut Model) {
    if let Some(before) = model.before_review.take()
        && model.layout.preset == Preset::Review
    {
        model.layout.preset = before;
    }
}

/// The record of a game was begun on `date`.
pub fn record_started(model: &mut Model, id: &GameId, date: &str) {
    if *id == model.session.id {
        set_date(&mut model.session.game, date);
    }
}

/// `file` of the user's has the first `changes` of a game; `false` if that is not the game on the board.
pub fn changes_saved(model: &mut Model, id: &GameId, changes: u64, file: PathBuf) -> bool {
    if *id != model.session.id {
        return false;
    }
    if model.is_annotating() && !model.annotating.saved_to.contains(&file) {
        model.annotating.saved_to.push(file.clone());
    }
    model.session.changes_saved(changes, file);
    true
}
