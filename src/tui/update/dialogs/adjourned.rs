//! Unfinished games: listed, resumed, taken out of the list.

use super::opening::{list, new_game};
use crate::tui::model::adjourned::{AdjournedGame, NO_ADJOURNED};
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::dialogs::{Confirmation, Dialog, Leaving};
use crate::tui::model::{Effect, Model, StorageEffect};
use crate::tui::update::{inspect, search, storage};
use std::path::PathBuf;

/// The unfinished game that is asked about, or selected in their list, keeps its record and is not offered again.
pub fn discard(model: &mut Model) -> Vec<Effect> {
    let record = match &mut model.dialog {
        Some(Dialog::Resume(offer)) => {
            let record = offer.game.record.clone();
            new_game(model);
            record
        }
        Some(Dialog::List(list)) => match list.remove_adjourned() {
            Some(game) => game.record,
            None => return Vec::new(),
        },
        Some(_) | None => return Vec::new(),
    };
    model.notify_info("the unfinished game stays recorded and is not offered again");
    vec![StorageEffect::DiscardUnfinished(record).into()]
}

/// Is an unfinished game asked about, or a list of them open?
pub fn offers_adjourned(model: &Model) -> Result<(), String> {
    let is_offered = match &model.dialog {
        Some(Dialog::Resume(_)) => true,
        Some(Dialog::List(list)) => matches!(list.source, Source::Adjourned(_)),
        Some(_) | None => false,
    };
    if is_offered {
        Ok(())
    } else {
        Err("no unfinished game is selected; :adjourned lists them".to_owned())
    }
}

/// Lists the unfinished games, to resume one.
pub fn adjourned(model: &mut Model, games: Vec<AdjournedGame>) {
    if games.is_empty() {
        return model.notify_info(NO_ADJOURNED);
    }
    model.typing = None;
    list(model, Source::Adjourned(games));
}

/// Resumes an unfinished game, after asking if that leaves a game under way or changes that are not saved.
pub(super) fn resume(model: &mut Model, record: PathBuf) -> Vec<Effect> {
    if model.unattended {
        let mut effects = storage::keep_changes(model);
        effects.extend(leave_for(model, record));
        return effects;
    }
    match model.left_game() {
        Some(left) => {
            model.ask(Confirmation::Leave(Leaving::Resume(record), left));
            Vec::new()
        }
        None => leave_for(model, record),
    }
}

/// Resumes an unfinished game; one that is under way is saved with the time of its clocks.
pub(super) fn leave_for(model: &mut Model, record: PathBuf) -> Vec<Effect> {
    let mut effects = search::cancel(model);
    effects.extend(inspect::forget_position(model));
    if model.session.is_under_way() {
        effects.push(storage::save_game(model));
    }
    effects.push(StorageEffect::ResumeUnfinished(record).into());
    effects
}
