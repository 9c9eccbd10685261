//! What goes to the disk and comes from it: the game that is recorded, the settings, and what the program starts with.

use crate::base::Millis;
use crate::config::Settings;
use crate::game::Game;
use crate::rules::Position;
use crate::tui::model::session::GameId;
use crate::tui::model::{Model, Prefs};
use crate::tui::values::board::PieceStyle;
use crate::tui::values::charset::Charset;
use crate::tui::values::colour::ColourDepth;
use crate::tui::values::layout::LayoutState;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::values::theme::{BUILT_IN, DEFAULT_THEME, Theme};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The game as it is recorded.
#[derive(Clone, Debug)]
pub struct GameSnapshot {
    /// Its identity.
    pub id: GameId,
    /// The game.
    pub game: Game,
    /// Time of the snapshot, for the clocks.
    pub now: Millis,
    /// The external engine's part in it.
    pub notes: BTreeMap<String, String>,
}

/// A game whose last moves could not be saved.
#[derive(Clone, Debug)]
pub struct UnsavedGame {
    /// The game.
    pub game: Game,
    /// Why it could not be saved, with the name of its file.
    pub reason: String,
}

/// Sets the date of a game that has none.
pub fn set_date(game: &mut Game, date: &str) {
    if game.tags.get("Date").is_none() {
        game.tags.set("Date", date);
        if game.tags.get("Event").is_none() {
            game.tags.set("Event", "Casual game");
        }
    }
}

/// A file of the user's: its name and its text.
pub type UserFile = (String, String);

/// What the user's files say at the start.
#[derive(Debug, Default)]
pub struct UserData {
    /// The settings.
    pub settings: Settings,
    /// Keys that differ.
    pub keys: Option<UserFile>,
    /// The user's personalities.
    pub personalities: Option<UserFile>,
    /// Breakpoints, one a line.
    pub breakpoints: Option<UserFile>,
    /// Commands typed before, oldest first.
    pub commands: Vec<String>,
    /// Names of the user's themes.
    pub themes: Vec<String>,
    /// The theme of the settings, if it is one of the user's.
    pub theme: Option<Theme>,
    /// What is said of a copy of a game whose changes were not saved.
    pub recovered: Option<String>,
    /// What could not be read, in words.
    pub problems: Vec<String>,
}

/// What the program starts with.
#[derive(Debug)]
pub struct Start {
    /// The user's files.
    pub user: UserData,
    /// The colours of the terminal.
    pub depth: ColourDepth,
    /// The characters that it can show.
    pub charset: Charset,
    /// The position to begin from.
    pub position: Option<Position>,
    /// The script to run.
    pub script: Option<PathBuf>,
    /// The PGN file to open.
    pub pgn: Option<PathBuf>,
}

/// The preferences and the layout, as they are saved.
#[derive(Clone, Debug)]
pub struct SavedPrefs {
    /// The preferences.
    pub prefs: Prefs,
    /// The layout.
    pub layout: LayoutState,
}

impl SavedPrefs {
    /// Those of the model. The debugger's page is left out: it would be empty.
    pub fn of(model: &Model) -> Self {
        let mut layout = model.layout.clone();
        if let (Preset::Debug, Some(before)) = (layout.preset, model.inspect.previous_preset) {
            layout.preset = before;
        }
        if let (Preset::Review, Some(before)) = (layout.preset, model.before_review) {
            layout.preset = before;
        }
        if let (Preset::Training, Some(training)) = (layout.preset, &model.training) {
            layout.preset = training.waiting.preset;
        }
        Self { prefs: model.prefs.clone(), layout }
    }

    /// Reads them from the settings; a name that is unknown is left out.
    pub fn read(settings: &Settings) -> Self {
        let screen = &settings.screen;
        let mut layout = LayoutState::default();
        layout.preset = screen.layout.parse().unwrap_or_default();
        layout.hidden = screen.hidden.iter().filter_map(|name| Panel::named(name)).collect();
        if let Some(panel) = Panel::named(&screen.focus).filter(|p| !layout.hidden.contains(p)) {
            (layout.focus, layout.tab) = (panel, panel);
            layout.zoom = screen.zoom;
        }
        Self { prefs: Prefs::from(settings), layout }
    }

    /// The settings of before with what the screen can change in its place.
    pub fn over(self, mut settings: Settings) -> Settings {
        let Self { prefs, layout } = self;
        let (screen, engine) = (&mut settings.screen, &mut settings.engine);
        let is_default = prefs.theme == BUILT_IN[0].0;
        screen.theme = if is_default { DEFAULT_THEME.to_owned() } else { prefs.theme };
        let is_auto = prefs.pieces == PieceStyle::Auto;
        screen.pieces = if is_auto { String::new() } else { prefs.pieces.to_string() };
        screen.layout = layout.preset.to_string();
        (screen.bell, screen.coordinates) = (prefs.bell, prefs.coordinates);
        screen.frame_rate = prefs.frame_rate;
        screen.hidden = layout.hidden.iter().map(|panel| panel.name().to_owned()).collect();
        // The usual focus is not worth a line in the file.
        let usual = layout.focus == LayoutState::default().focus;
        screen.focus = if usual { String::new() } else { layout.focus.name().to_owned() };
        screen.zoom = layout.zoom && !usual;
        (engine.external, engine.external_options) = (prefs.external, prefs.external_options);
        engine.ponder = prefs.ponder;
        (engine.hash_mib, engine.multi_pv) = (prefs.engine.hash_mib, prefs.engine.multi_pv);
        engine.time_manager = prefs.engine.time_manager;
        engine.syzygy = PathBuf::from(prefs.engine.syzygy_path);
        engine.human_pace = prefs.engine.human_pace;
        settings.play = prefs.play;
        settings.play.think = prefs.think.0;
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::{Model, Preset, SavedPrefs, Settings};

    #[test]
    fn the_debuggers_layout_is_never_saved() {
        let mut model = Model::new((80, 24).into(), crate::tui::values::keymap::Keymap::default());
        (model.inspect.previous_preset, model.layout.preset) =
            (Some(Preset::Inspect), Preset::Debug);
        let layout = |model: &Model| SavedPrefs::of(model).over(Settings::default()).screen.layout;
        assert_eq!(layout(&model), "inspect");
        model.layout.preset = Preset::Review;
        assert_eq!(layout(&model), "review");
    }
}
