//! Everything the screen shows, in one value. `update` changes it, `view` reads it; neither a thread nor a file is in it.

pub mod adjourned;
pub mod annotating;
mod board_marks;
mod board_state;
pub mod choice;
mod current_game;
pub mod dialogs;
pub mod due;
pub mod effect;
pub mod event;
pub mod external;
mod frozen;
pub mod inspect;
pub mod log;
pub mod messages;
pub mod move_ratings;
mod notices;
mod pending;
pub mod position_editor;
mod positions;
pub mod prefs;
pub mod recorded;
mod reports;
pub mod saved;
mod seeds;
pub mod session;
pub mod strengths;
pub mod thinking;
pub mod training;
pub mod typing;

pub use board_state::BoardState;
pub use effect::{
    CommandResult, Effect, EngineEffect, ExternalEffect, GamesEffect, ScreenEffect, StorageEffect,
    TaskEffect,
};
pub use event::Event;
pub use frozen::Frozen;
pub use pending::{OrderedGame, Pending};
pub use prefs::Prefs;
pub use seeds::Seeds;

use crate::base::Millis;
use crate::game::autosave::EndedGame;
use crate::game::openings::Openings;
use crate::game::pgn::{nag_signs, nag_words};
use crate::tui::model::annotating::Annotating;
use crate::tui::model::dialogs::{Dialog, Form};
use crate::tui::model::external::External;
use crate::tui::model::inspect::Inspection;
use crate::tui::model::log::Log;
use crate::tui::model::messages::Messages;
use crate::tui::model::move_ratings::ShownRatings;
use crate::tui::model::position_editor::PositionEditor;
use crate::tui::model::recorded::RecordedReport;
use crate::tui::model::session::Session;
use crate::tui::model::strengths::Strengths;
use crate::tui::model::thinking::Thinking;
use crate::tui::model::training::Training;
use crate::tui::model::typing::Typing;
use crate::tui::values::command_spec::Mode;
use crate::tui::values::keymap::Keymap;
use crate::tui::values::layout::{Layout, LayoutState, compute_layout};
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::values::theme::Theme;
use ratatui::layout::Size;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;

/// Asks for a condition that must be met before a command runs; `why` says what is missing.
///
/// # Errors
/// The condition is not met.
pub fn require(is_met: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if is_met { Ok(()) } else { Err(why()) }
}

/// The whole state of the screen.
#[derive(Debug, Default)]
pub struct Model {
    /// Columns and rows of the terminal.
    pub size: Size,
    /// Milliseconds since the program started, as of the last event.
    pub now: Millis,
    /// Is there no screen, but lines that are read and written one after the other?
    pub plain: bool,
    /// The game.
    pub session: Session,
    /// The engine's search, and its last reports.
    pub thinking: Thinking,
    /// What the record says of the move looked at; `None` while the engine itself is looked at.
    pub recorded: Option<RecordedReport>,
    /// Another UCI engine: its process, search and reports.
    pub external: External,
    /// The game being annotated in the background.
    pub annotating: Annotating,
    /// The sides of the game, rated by their moves.
    pub move_ratings: ShownRatings,
    /// The state of the board on the screen.
    pub board_state: BoardState,
    /// The layout.
    pub layout: LayoutState,
    /// How far panels were scrolled, in rows.
    pub scroll: BTreeMap<Panel, isize>,
    /// The position being set up on the board.
    pub editor: Option<Box<PositionEditor>>,
    /// The line being typed.
    pub typing: Option<Typing>,
    /// Commands typed after `:`, oldest first.
    pub typed_commands: Vec<String>,
    /// What is open over the screen.
    pub dialog: Option<Dialog>,
    /// The settings form that was accepted, while a program or folders that it names are looked for: of so many.
    pub sought_form: Option<(Form, usize)>,
    /// Messages and errors for the user.
    pub messages: Messages,
    /// Keys.
    pub keymap: Keymap,
    /// Colours, in the depth of the terminal.
    pub theme: Theme,
    /// Names of the user's themes, as they were found last.
    pub own_themes: Vec<String>,
    /// Preferences.
    pub prefs: Prefs,
    /// What is known of strength: the measured curve, the personalities, the player's rating.
    pub strengths: Strengths,
    /// Names of openings, once they are read.
    pub openings: Option<Openings>,
    /// The commands of this session, as lines of a script; `:log` writes them.
    pub session_script: Vec<String>,
    /// Lines of the running script that are still to be run.
    pub script: VecDeque<String>,
    /// Does a script run, so that nobody can be asked?
    pub unattended: bool,
    /// The game that a script has ordered.
    pub ordered_game: OrderedGame,
    /// The newest copy of changes that a script has left unsaved.
    pub kept_changes: Option<PathBuf>,
    /// What is to be run after the command under way.
    pub pending: Vec<Pending>,
    /// The debugger.
    pub inspect: Inspection,
    /// Show the time in the log? Off in tests, so that frames can be compared.
    pub log_times: bool,
    /// The log.
    pub log: Log,
    /// The seeds of the dial's errors.
    pub seeds: Seeds,
    /// The newest recorded game, shown until the first move of this one.
    pub last_game: Option<Box<EndedGame>>,
    /// The system's reason why the last attempt to save the game failed.
    pub save_failure: Option<String>,
    /// Training, while it is on the screen.
    pub training: Option<Box<Training>>,
    /// Orders of statistics.
    pub statistics_runs: u64,
    /// Training sessions so far.
    pub training_runs: u64,
    /// The layout before a record was opened for review.
    pub before_review: Option<Preset>,
    /// The engine's figures as they were when the panels were frozen.
    pub frozen: Option<Box<Frozen>>,
}

impl Model {
    /// The state at the start: a standard game without players, with these commands and keys.
    pub fn new(size: Size, keymap: Keymap) -> Self {
        Self { size, keymap, theme: Theme::fallback(), ..Self::default() }
    }

    /// Is a question open that a screen too small for it does not show?
    pub fn asks_unseen(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Confirm(_) | Dialog::Resume(_)))
            && !self.plain
            && self.layout().is_none()
    }

    /// Where everything lies; `None` on a screen that is too small.
    pub fn layout(&self) -> Option<Layout> {
        compute_layout(self.size, &self.layout_state())
    }

    /// The layout chosen, for the game on the board.
    pub fn layout_state(&self) -> LayoutState {
        let mut limits = self.session.panel_limits();
        let asked = self.external.opinion || self.session.external.is_some();
        if !asked && self.external.report.is_none() {
            limits.insert(Panel::External, 0);
        }
        if let Some(EndedGame { game, .. }) = self.earlier_game() {
            limits.remove(&Panel::Moves);
            if game.has_evaluations() {
                limits.retain(|panel, _| ![Panel::Graph, Panel::Accuracy].contains(panel));
            }
        }
        let chosen = LayoutState { limits, ..self.layout.clone() };
        match self.editor {
            // The board has its room whatever the layout is.
            Some(_) => LayoutState { preset: Preset::Play, zoom: false, ..chosen },
            None => chosen,
        }
    }

    /// What keys mean now.
    pub const fn mode(&self) -> Mode {
        match (&self.dialog, &self.typing) {
            (Some(Dialog::Help(_)), _) => Mode::Help,
            (Some(_), _) => Mode::Dialog,
            (None, Some(_)) => Mode::Typing,
            (None, None) if self.editor.is_some() => Mode::Setup,
            (None, None) if self.inspector_focused() => Mode::Inspector,
            (None, None) if matches!(self.layout.focus, Panel::Log) => Mode::Log,
            (None, None) if self.training.is_some() => Mode::Training,
            (None, None) => Mode::Board,
        }
    }

    /// Do the arrows step through the moves? While a record or a finished game is reviewed and the cursor is hidden.
    pub fn steps_through(&self) -> bool {
        self.layout.preset == Preset::Review
            && (self.session.is_review() || self.session.game.end().is_some())
            && self.board_state.picked.is_none()
            && !self.board_state.cursor_shown
    }

    /// Does the debugger's page have the focus?
    pub const fn inspector_focused(&self) -> bool {
        matches!((self.layout.preset, self.layout.focus), (Preset::Debug, Panel::Inspector))
    }

    /// Rows that the user scrolled a panel by.
    pub fn scrolled(&self, panel: Panel) -> isize {
        self.scroll.get(&panel).copied().unwrap_or(0)
    }

    /// How the glyphs behind a move are written: as signs, or in words where they are read aloud.
    pub const fn nag_writer(&self) -> fn(&[u8]) -> String {
        if self.plain { nag_words } else { nag_signs }
    }
}
