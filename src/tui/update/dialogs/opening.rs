//! Opens forms and lists.

use crate::library::{Library, Player, SortBy};
use crate::strength::StrengthLevel;
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::dialogs::games::Games;
use crate::tui::model::dialogs::list::{List, Source};
use crate::tui::model::{Effect, Model, OrderedGame, StorageEffect};
use crate::tui::update::{new_game, settings};

/// Opens the form for a new game.
pub fn new_game(model: &mut Model) {
    model.dialog = Some(Dialog::NewGame(new_game::form(model)));
}

/// Is a form open whose values were changed?
pub fn is_filled_in(model: &Model) -> bool {
    let (form, fresh) = match &model.dialog {
        Some(Dialog::NewGame(form)) => (form, new_game::form(model)),
        Some(Dialog::Settings(form)) => (form, settings::form(&model.prefs, &model.own_themes)),
        Some(_) | None => return false,
    };
    form.fields.iter().zip(&fresh.fields).any(|(now, fresh)| now.value != fresh.value)
}

/// Opens a dialog in place of a line being typed.
pub fn open(model: &mut Model, dialog: Dialog) {
    model.typing = None;
    model.dialog = Some(dialog);
}

/// Opens the settings.
pub fn open_settings(model: &mut Model) -> Effect {
    let form = settings::form(&model.prefs, &model.own_themes);
    open(model, Dialog::Settings(form));
    StorageEffect::ListThemes.into()
}

/// Opens a list to choose from.
pub fn list(model: &mut Model, source: Source) {
    model.dialog = Some(Dialog::List(Box::new(List::new(source))));
}

/// Opens the list of strengths; the one in use is selected, or else the one of the same model that comes nearest.
pub fn strengths(model: &mut Model) {
    let choices = model.strengths.choices();
    let level = model.session.dial();
    let nearest = || {
        let distance = |choice: StrengthLevel| {
            let same =
                choice.model() == level.model() && !matches!(choice, StrengthLevel::Personality(_));
            let (there, here) = choice.elo().zip(level.elo()).filter(|_| same)?;
            Some(there.0.abs_diff(here.0))
        };
        let found =
            choices.iter().enumerate().rev().filter_map(|(at, &(it, _))| Some((distance(it)?, at)));
        found.min_by_key(|&(distance, _)| distance).map(|(_, at)| at)
    };
    let in_use = choices.iter().rposition(|&(choice, _)| choice == level).or_else(nearest);
    let mut opened = List::new(Source::Strengths(choices));
    opened.at = in_use.unwrap_or(0);
    model.dialog = Some(Dialog::List(Box::new(opened)));
}

/// The number of a list whose figures are read: the lister begins with 1.
pub(super) const NO_ORDER: u64 = 0;

/// Opens games, those that a filter finds first; figures of them follow.
pub fn games(model: &mut Model, number: u64, library: Library, sort: SortBy, filter: &str) {
    model.ordered_game = match model.ordered_game {
        OrderedGame::Reading => OrderedGame::Choosing,
        OrderedGame::None | OrderedGame::Choosing => OrderedGame::None,
    };
    list(model, Source::Games(Box::new(Games::new(library, number, sort))));
    if let Some(Dialog::List(list)) = &mut model.dialog
        && !filter.is_empty()
    {
        list.filter_by(filter);
    }
}

/// The player of the library: the user by the name of the settings, and the person in games against the engine.
pub fn player(model: &Model) -> Player {
    Player { name: model.prefs.play.name.clone(), or_person: true }
}

/// The row of the levels that is selected at first.
pub const FIRST_LEVEL: usize = 2;
