//! Leaving a game: changes of a record are saved before, or discarded.

use super::adjourned::leave_for;
use super::opening::new_game;
use crate::tui::model::dialogs::{Confirmation, Dialog, Leaving, LeftGame};
use crate::tui::model::{Effect, Model, Pending};
use crate::tui::update::{play, storage, training};
use std::path::PathBuf;

/// Leaves the game as it was asked: where its record has changes, they are saved before.
pub(super) fn accept(model: &mut Model, leaving: Leaving, left: LeftGame) -> Vec<Effect> {
    match left {
        LeftGame::Changed(file) => {
            model.session_script.extend(file.is_some().then(|| ":save".to_owned()));
            save_and_leave(model, leaving, file)
        }
        LeftGame::Saving(_) => {
            model.dialog = Some(Dialog::Confirm(Confirmation::Leave(leaving, left)));
            Vec::new()
        }
        LeftGame::Adjourned | LeftGame::Unsaved | LeftGame::Over => leave(model, leaving),
    }
}

/// Saves the record to its file, or keeps a copy where it has none, and leaves it when that is done.
pub fn save_and_leave(model: &mut Model, leaving: Leaving, file: Option<PathBuf>) -> Vec<Effect> {
    // The exercise goes, and the record that waits comes back.
    let mut effects = training::end(model);
    effects.push(match file {
        Some(file) => storage::save_as(model, file, false),
        None => storage::keep_copy(&model.session),
    });
    let left = LeftGame::Saving(model.session.changes());
    model.dialog = Some(Dialog::Confirm(Confirmation::Leave(leaving, left)));
    effects
}

/// Leaves the record that is asked about without its changes.
pub(super) fn discard_changes(model: &mut Model) -> Vec<Effect> {
    let asked = model.dialog.take();
    let Some(Dialog::Confirm(Confirmation::Leave(leaving, _))) = asked else { return Vec::new() };
    if let Leaving::Line(_) = leaving {
        model.session.drop_changes();
    }
    leave(model, leaving)
}

fn leave(model: &mut Model, leaving: Leaving) -> Vec<Effect> {
    match leaving {
        Leaving::Quit => return storage::quit(model),
        Leaving::NewGame => new_game(model),
        Leaving::Line(line) => model.pending.push(Pending::Confirmed(line)),
        Leaving::Open(opened) => return play::review(model, *opened),
        Leaving::Resume(record) => return leave_for(model, record),
    }
    Vec::new()
}

/// The record is saved: it is left if that is what was waited for, unless it was changed meanwhile.
pub fn leave_saved(model: &mut Model) -> Vec<Effect> {
    let Some((leaving, changes)) = take_saving(model) else { return Vec::new() };
    if changes == model.session.changes() {
        return leave(model, leaving);
    }
    let left = LeftGame::Changed(model.session.file());
    model.ask(Confirmation::Leave(leaving, left));
    Vec::new()
}

/// Changes of a record are in this copy: one that waits for that is left, another was left by a script.
pub fn changes_kept(model: &mut Model, file: PathBuf) -> Vec<Effect> {
    let Some((leaving, _)) = take_saving(model) else {
        model.kept_changes = Some(file);
        return Vec::new();
    };
    model.session.drop_changes();
    leave(model, leaving)
}

/// The record could not be saved, and is not left.
pub fn stay(model: &mut Model) -> bool {
    take_saving(model).is_some()
}

/// Closes the question of a record that is being saved.
fn take_saving(model: &mut Model) -> Option<(Leaving, u64)> {
    match model.dialog.take() {
        Some(Dialog::Confirm(Confirmation::Leave(leaving, LeftGame::Saving(changes)))) => {
            Some((leaving, changes))
        }
        other => {
            model.dialog = other;
            None
        }
    }
}
