//! Effects that save something, with what is to be saved.

use crate::game::Game;
use crate::tui::model::adjourned::ANALYSIS_NOTE;
use crate::tui::model::effect::{SaveAs, SaveNote};
use crate::tui::model::messages::About;
use crate::tui::model::saved::{GameSnapshot, SavedPrefs};
use crate::tui::model::session::Session;
use crate::tui::model::{Effect, GamesEffect, Model, StorageEffect};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Records the game if it was changed; when it is over, the player is rated anew, this game among the others.
pub fn save_changes(model: &mut Model) -> Vec<Effect> {
    if !std::mem::take(&mut model.session.unsaved) {
        return Vec::new();
    }
    let mut effects = vec![save_game(model)];
    if model.session.game.end().is_some() {
        effects.push(rate_player(model));
    }
    effects
}

/// Records the game as it stands.
pub fn save_game(model: &mut Model) -> Effect {
    if let Some(openings) = &model.openings {
        openings.tag(&mut model.session.game);
    }
    let (id, game, now) = (model.session.id.clone(), model.session.record(), model.now);
    let mut notes = model.seat().map_or_else(BTreeMap::default, |seat| seat.notes());
    // A game against an engine stays one, also while a position of it is analysed.
    if model.session.is_analysed() && !model.session.has_engine() {
        notes.insert(ANALYSIS_NOTE.to_owned(), String::new());
    }
    StorageEffect::SaveGame(Box::new(GameSnapshot { id, game, now, notes })).into()
}

/// The game was recorded after a failure, or could not be: that is said once for each reason, not at every move.
pub fn game_saved(model: &mut Model, saved: Result<(), String>) {
    let Err(words) = saved else {
        if model.save_failure.take().is_none() {
            return;
        }
        model.messages.settle(About::Record);
        return model.notify_info("the game is saved again");
    };
    // The name of the file before it may be another one at every attempt.
    let reason = words.rsplit(": ").next().unwrap_or_default().to_owned();
    if model.save_failure.as_ref() != Some(&reason) {
        let words = format!("{words}; :save FILE in another place keeps the game");
        model.notify_error_about(About::Record, words);
    }
    model.save_failure = Some(reason);
}

/// Leaves the game for a new one. One that is under way is adjourned, with the time of its clocks; of one whose moves were all
/// taken back the record has none.
pub fn leave_game(model: &mut Model) -> Vec<Effect> {
    if model.session.is_under_way() {
        return vec![save_game(model), StorageEffect::CloseRecord.into()];
    }
    let is_left = model.session.is_going_on() && model.session.game.leave_at_board();
    let mut effects = if model.unattended { keep_changes(model) } else { Vec::new() };
    effects.extend(is_left.then(|| save_game(model)));
    effects.push(StorageEffect::NewRecord.into());
    effects
}

/// Saves the preferences.
pub fn save_prefs(model: &Model) -> Effect {
    StorageEffect::SavePrefs(Box::new(SavedPrefs::of(model))).into()
}

/// Saves the breakpoints, those that could not be read as they were.
pub fn save_breakpoints(model: &Model) -> Effect {
    let lines = model.inspect.breakpoints.iter().map(ToString::to_string);
    StorageEffect::SaveBreakpoints(lines.chain(model.inspect.unread.iter().cloned()).collect())
        .into()
}

/// Rates the player by the recorded games.
pub fn rate_player(model: &Model) -> Effect {
    GamesEffect::RatePlayer(model.prefs.play.name.clone()).into()
}

/// Leaves the program without a question, since the input has ended or a signal says so: changes of a record that no file has
/// go into a copy.
pub fn leave(model: &mut Model) -> Vec<Effect> {
    let mut effects = keep_changes(model);
    effects.extend(quit(model));
    effects
}

/// A record that nobody is asked about is left: changes that no file has go into a copy.
pub fn keep_changes(model: &Model) -> Vec<Effect> {
    model.changed_record().map(keep_copy).into_iter().collect()
}

/// Keeps a copy of a record.
pub fn keep_copy(record: &Session) -> Effect {
    StorageEffect::KeepChanges(record.id.clone(), Box::new(record.game.clone())).into()
}

/// Leaves the program: saves the game and the preferences first.
pub fn quit(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.session.started && !model.session.game.tree().is_empty() {
        effects.push(save_game(model));
    }
    effects.extend([save_prefs(model), Effect::Quit]);
    effects
}

/// The record; of a game that is played without the moves taken back, with the opening that is left.
pub fn as_it_stands(model: &Model) -> Game {
    let mut game = model.session.record();
    if model.session.is_going_on()
        && game.leave_at_board()
        && let Some(openings) = &model.openings
    {
        openings.tag(&mut game);
    }
    game
}

/// Saves the game to a file of the user's choice; one that is being annotated is saved there again at the end of that.
pub fn save_as(model: &Model, file: PathBuf, overwrite: bool) -> Effect {
    let note = if model.is_annotating() { SaveNote::Annotating } else { SaveNote::None };
    save_with(model, file, overwrite, note)
}

/// Saves the game again where it was saved while it was annotated, with what the end of that says.
pub fn save_annotated(model: &mut Model, words: &str) -> Vec<Effect> {
    let files = std::mem::take(&mut model.annotating.saved_to);
    // On the screen a message takes the place of the one before; in lines of words both are read.
    let note = if model.plain { SaveNote::None } else { SaveNote::After(words.to_owned()) };
    files.into_iter().map(|file| save_with(model, file, false, note.clone())).collect()
}

fn save_with(model: &Model, file: PathBuf, overwrite: bool, note: SaveNote) -> Effect {
    let session = &model.session;
    let (id, game, is_recorded) = (session.id.clone(), as_it_stands(model), session.started);
    let (source, changes) = (session.source.clone(), session.changes());
    let save = SaveAs { file, id, game, is_recorded, changes, source, overwrite, note };
    StorageEffect::SaveAs(Box::new(save)).into()
}
