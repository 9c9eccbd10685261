//! Everything the screen shows, in one value. `update` changes it, `view` reads it; neither a thread nor a file is in it.

pub mod adjourned;
pub mod annotating;
pub mod choice;
pub mod dialogs;
pub mod due;
pub mod effect;
pub mod event;
pub mod external;
pub mod inspect;
pub mod log;
pub mod messages;
pub mod move_ratings;
pub mod position_editor;
pub mod prefs;
pub mod recorded;
pub mod saved;
pub mod session;
pub mod strengths;
pub mod thinking;
pub mod training;
pub mod typing;

pub use effect::{
    CommandResult, Effect, EngineEffect, ExternalEffect, ScreenEffect, StorageEffect, TaskEffect,
};
pub use event::Event;
pub use prefs::Prefs;

use crate::base::Millis;
use crate::engine::external::ExternalReport;
use crate::engine::{Go, GoLimit, Report};
use crate::game::NodeId;
use crate::game::autosave::EndedGame;
use crate::game::openings::Openings;
use crate::game::pgn::{nag_signs, nag_words};
use crate::rules::{Color, Move, Position, Square, castling_squares, notation};
use crate::search::{PvLine, Root, VALUE_NODES};
use crate::strength::StrengthLevel;
use crate::tui::model::annotating::Annotating;
use crate::tui::model::dialogs::{Confirmation, Dialog, Form, LeftGame};
use crate::tui::model::external::{External, ExternalConfig, Seat};
use crate::tui::model::inspect::{InspectedNode, Inspection, NodeEvaluation, Subject};
use crate::tui::model::log::Log;
use crate::tui::model::messages::{About, Messages, Severity};
use crate::tui::model::move_ratings::ShownRatings;
use crate::tui::model::position_editor::PositionEditor;
use crate::tui::model::recorded::RecordedReport;
use crate::tui::model::session::{Session, Unchanged};
use crate::tui::model::strengths::Strengths;
use crate::tui::model::thinking::{Purpose, Thinking};
use crate::tui::model::training::Training;
use crate::tui::model::typing::Typing;
use crate::tui::values::command_spec::Mode;
use crate::tui::values::draws::verdict;
use crate::tui::values::format::count;
use crate::tui::values::keymap::Keymap;
use crate::tui::values::layout::{Layout, LayoutState, compute_layout};
use crate::tui::values::marks::{Mark, Marks};
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::values::theme::Theme;
use ratatui::layout::Size;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Asks for a condition that must be met before a command runs; `why` says what is missing.
///
/// # Errors
/// The condition is not met.
pub fn require(is_met: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if is_met { Ok(()) } else { Err(why()) }
}

/// The state of the board on the screen: cursor, selected piece, and what is marked.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// Where the keyboard's cursor is.
    pub cursor: Square,
    /// Is the cursor shown? It is hidden when a move is made in another way.
    pub cursor_shown: bool,
    /// The square of the piece that was picked up.
    pub picked: Option<Square>,
    /// Are squares coloured by the network's activity?
    pub heat: bool,
    /// Is the engine's best move marked?
    pub best: bool,
    /// A hint that was asked for.
    pub hint: Option<Move>,
    /// The move that was refused last, as it was entered.
    pub refused: Option<String>,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            cursor: Square::E2,
            cursor_shown: false,
            picked: None,
            heat: false,
            best: false,
            hint: None,
            refused: None,
        }
    }
}

/// The engine's figures of one moment.
#[derive(Debug)]
pub struct Frozen {
    report: Option<Arc<Report>>,
    nps_history: Vec<f64>,
    external: Option<Arc<ExternalReport>>,
}

/// What a command or an event leaves to be run after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A line: a command's name and its argument.
    Line(String),
    /// A line that the user has confirmed.
    Confirmed(String),
    /// A command by its name; one that needs an argument opens the `:` line.
    Command(&'static str),
    /// The list of all commands.
    Palette,
}

/// A game that a script has ordered. Its next line waits for it, and nobody is asked when it comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderedGame {
    /// There is none.
    #[default]
    None,
    /// It is being read.
    Reading,
    /// The file has several, and the list of them waits for a choice.
    Choosing,
}

impl OrderedGame {
    /// One that is about to be read, by a script or not.
    pub const fn reading(by_script: bool) -> Self {
        if by_script { Self::Reading } else { Self::None }
    }
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
    /// What is to be run after the command under way.
    pub pending: Vec<Pending>,
    /// The debugger.
    pub inspect: Inspection,
    /// Show the time in the log? Off in tests, so that frames can be compared.
    pub log_times: bool,
    /// The log.
    pub log: Log,
    /// The seed of the dial's errors.
    pub seed: Option<u64>,
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

    /// Elapsed ms of the shown search; `None` if not recorded.
    pub fn elapsed(&self) -> Option<f64> {
        let elapsed = match (&self.frozen, &self.recorded) {
            (None, Some(recorded)) => recorded.elapsed,
            (Some(_), _) | (None, None) => self.report().map(|report| report.elapsed),
        };
        elapsed.map(|elapsed| elapsed.seconds() * 1000.0)
    }

    /// Is a question open that a screen too small for it does not show?
    pub fn asks_unseen(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Confirm(_) | Dialog::Resume(_)))
            && !self.plain
            && self.layout().is_none()
    }

    /// The record was changed, unless it is as before, and with the main line its opening.
    pub fn record_changed(&mut self, before: &Unchanged) {
        if let Some(openings) = &self.openings {
            openings.retag(&before.game, &mut self.session.game);
        }
        self.session.changed(before);
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

    /// The game before this one, until a move is made.
    pub fn earlier_game(&self) -> Option<&EndedGame> {
        let is_shown = self.training.is_none() && self.session.game.tree().is_empty();
        self.last_game.as_deref().filter(|_| is_shown)
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

    /// The position on the board: the game's, or the one that the debugger speaks of.
    pub fn shown_position(&self) -> Cow<'_, Position> {
        match self.inspected_position() {
            Some((position, _)) => Cow::Owned(position),
            None => Cow::Borrowed(self.session.position()),
        }
    }

    /// As [`Self::shown_position`].
    ///
    /// # Errors
    /// The page shows a trace at a row without a legal position: the game's is not what is meant.
    pub fn meant_position(&self) -> Result<Cow<'_, Position>, &'static str> {
        let is_trace = self.layout.preset == Preset::Debug && self.inspect.trace().is_some();
        if is_trace && !self.shows_inspected_position() {
            return Err("the trace has no legal position at the selected row");
        }
        Ok(self.shown_position())
    }

    /// The position that the debugger's page speaks of while it is on the screen, and the move that led there.
    fn inspected_position(&self) -> Option<(Position, Option<Move>)> {
        let is_there = self.layout.preset == Preset::Debug;
        is_there.then(|| self.inspect.position()).flatten()
    }

    /// Does the board show the position of a trace, of which no search of this program says anything?
    pub fn shows_trace(&self) -> bool {
        self.inspect.trace().is_some() && self.shows_inspected_position()
    }

    /// Does the board show another position than the game's, in which no moves are made?
    pub fn shows_inspected_position(&self) -> bool {
        self.inspected_position().is_some()
    }

    /// Does the clock of the game stand while the search is paused? Who inspects a search of the game does not play.
    const fn holds_clock(&self) -> bool {
        matches!(self.thinking.purpose, Purpose::Move | Purpose::Ponder)
    }

    /// Stops the clock of the game as long as its search is paused.
    pub fn hold_clock(&mut self) {
        if self.holds_clock() {
            self.session.game.pause_clock(self.now);
        }
    }

    /// Lets the clock of the game run when its search goes on.
    pub fn run_clock_on(&mut self) {
        if self.holds_clock() && !self.session.paused && !self.session.analysis {
            self.session.game.start_clock(self.now);
        }
    }

    /// The node of a search that the debugger stands at: what every panel then shows.
    pub fn inspected_node(&self) -> Option<InspectedNode> {
        let is_there = self.layout.preset == Preset::Debug;
        is_there.then(|| self.inspect.node()).flatten()
    }

    /// The static evaluation of that node, or without one of the board where no search says anything of it, once it is
    /// worked out.
    pub fn node_evaluation(&self) -> Option<&NodeEvaluation> {
        let regarded = self.inspect.node_evaluation.as_deref();
        regarded.filter(|regarded| Some(regarded.of) == self.inspect.node_requested)
    }

    /// Rows that the user scrolled a panel by.
    pub fn scrolled(&self, panel: Panel) -> isize {
        self.scroll.get(&panel).copied().unwrap_or(0)
    }

    /// Game ply of the position on the board: the key-value `ply` of log entries.
    pub fn game_ply(&self) -> usize {
        self.session.position().game_ply()
    }

    /// Shows a message on the screen and writes it to the log.
    pub fn notify_info(&mut self, text: impl Into<String>) {
        self.notify_info_about(About::Nothing, text);
    }

    /// The same; the message disappears with the next event of this kind.
    pub fn notify_info_about(&mut self, about: About, text: impl Into<String>) {
        let text = text.into();
        ::log::info!(target: "lucena", ply = self.game_ply(); "{text}");
        self.messages.say(text, Severity::Info, about, self.now);
    }

    /// Shows an error on the screen until it is dismissed, and writes it to the log.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        self.notify_error_about(About::Nothing, text);
    }

    /// The same; the error disappears with the next event of this kind.
    pub fn notify_error_about(&mut self, about: About, text: impl Into<String>) {
        let text = text.into();
        ::log::warn!(target: "lucena", ply = self.game_ply(); "{text}");
        self.messages.say(text, Severity::Error, about, self.now);
    }

    /// A value that was looked for is there: the form that it comes from waits for the others.
    pub fn settle_found(&mut self) {
        let sought = self.sought_form.take();
        self.sought_form =
            sought.filter(|(_, count)| *count > 1).map(|(form, count)| (form, count - 1));
    }

    /// A value that was looked for is not there: the form that it comes from is shown again with the reason.
    pub fn notify_not_found(&mut self, why: String) {
        match self.sought_form.take().filter(|_| self.dialog.is_none()) {
            Some((form, _)) => {
                self.dialog = Some(Dialog::Settings(Form { error: Some(why), ..form }))
            }
            None => self.notify_error(why),
        }
    }

    /// How the glyphs behind a move are written: as signs, or in words where they are read aloud.
    pub const fn nag_writer(&self) -> fn(&[u8]) -> String {
        if self.plain { nag_words } else { nag_signs }
    }

    /// Shows another game; what was said of the one before goes.
    pub fn show_session(&mut self, session: Session) {
        // Also what was refused on the game before.
        self.messages.settle(About::Game);
        self.messages.settle(About::Move);
        self.messages.settle_lines();
        self.forget_failure();
        if matches!(self.inspect.subject, Subject::WhatIf(_)) {
            let key = self.keymap.way_to_question('3');
            let words = format!("the budget was one of the game before; {key} asks about this one");
            self.inspect.subject = Subject::Words(words);
        }
        self.session = session;
        self.editor = None;
    }

    /// The external engine is asked again for its move, or nobody waits for that any more; why it made none so far.
    pub fn forget_failure(&mut self) -> Option<String> {
        let failure = self.external.failure.take();
        if failure.is_some() {
            self.messages.settle(About::External);
        }
        failure
    }

    /// The external engine is asked again, or runs: what was said of it goes, unless the game still waits for its move.
    pub fn settle_external(&mut self) {
        if self.external.failure.is_none() {
            self.messages.settle(About::External);
        }
    }

    /// The account of the engine that the panels show: what it thinks now, or what it thought of the move looked at.
    pub fn report(&self) -> Option<&Report> {
        match (&self.frozen, &self.recorded) {
            (Some(frozen), _) => frozen.report.as_deref(),
            (None, Some(recorded)) => recorded.report.as_ref(),
            (None, None) => self.thinking.report.as_deref(),
        }
    }

    /// The search that questions are about: the last one, or none beside a recorded move of another search.
    pub fn inspected_search(&self) -> Option<(&Go, &Arc<Report>)> {
        self.thinking.inspected_search().filter(|(_, report)| self.is_of_move(report))
    }

    /// The last search that ended, under the same condition.
    pub fn finished_search(&self) -> Option<&Report> {
        let finished = self.thinking.finished.as_ref().map(|(_, report)| &**report);
        finished.filter(|report| self.is_of_move(report))
    }

    /// Whether a search chose the recorded move that is shown, or began after it; any search where no record is shown.
    fn is_of_move(&self, report: &Report) -> bool {
        self.recorded.as_ref().is_none_or(|recorded| self.is_of_node(report, recorded.node))
    }

    /// Whether a search chose the move to `node`, or began after it.
    pub fn is_of_node(&self, report: &Report, node: NodeId) -> bool {
        let game = &self.session.game;
        let nodes = [Some(node), game.tree().node(node).parent()];
        nodes.into_iter().flatten().any(|node| {
            let position = game.position_at(node);
            (position.key(), position.game_ply()) == (report.root.key(), report.root.game_ply())
        })
    }

    /// Why a question has no answer without a search.
    pub fn no_search(&self) -> String {
        match self.recorded {
            Some(_) if self.training.as_ref().is_some_and(|training| training.stage.is_open()) => {
                "no search before the exercise is solved".to_owned()
            }
            Some(_) if self.session.over_words().is_some() => {
                "no move is left to analyse".to_owned()
            }
            Some(_) => {
                let key = self.keymap.way_to("analyse");
                format!("the game record has no search here; {key} analyses it")
            }
            None if self.thinking.is_busy() => {
                match (self.inspected_search(), &self.inspect.paused) {
                    (Some(_), Some(paused)) => {
                        format!("the search is paused at node {}: it has not stopped", paused.nodes)
                    }
                    (Some(_), None) => "the search goes on: it has not stopped".to_owned(),
                    (None, _) => "the search has not completed an iteration yet".to_owned(),
                }
            }
            None => "the engine has not searched yet: let it move, or analyse".to_owned(),
        }
    }

    /// Where the search is paused, and where the figures of `report` come from, which are older.
    pub fn paused_words(&self, report: &Report) -> Option<String> {
        let paused = self.inspect.paused.as_ref()?;
        let of = if report.epoch == self.thinking.epoch {
            format!("are of node {}", report.search.nodes)
        } else {
            "are from the previous search".to_owned()
        };
        Some(format!("paused at node {}; the figures {of}", paused.nodes))
    }

    /// Speeds of the search shown, in nodes a second, report by report.
    pub fn nps_history(&self) -> &[f64] {
        self.frozen.as_ref().map_or(&self.thinking.nps_history, |frozen| &frozen.nps_history)
    }

    /// The account of the external engine that the panels show.
    pub fn external_report(&self) -> Option<&ExternalReport> {
        match &self.frozen {
            Some(frozen) => frozen.external.as_deref(),
            None => self.external.report.as_deref(),
        }
    }

    /// Freezes the engine's figures in the panels while it goes on, or shows the newest again.
    pub fn toggle_frozen(&mut self) {
        self.frozen = match self.frozen.take() {
            Some(_) => None,
            None => Some(Box::new(Frozen {
                report: match &self.recorded {
                    Some(recorded) => recorded.report.clone().map(Arc::new),
                    None => self.thinking.report.clone(),
                },
                nps_history: self.thinking.nps_history.clone(),
                external: self.external.report.clone(),
            })),
        };
    }

    /// The root of a report with the history of its game: of the search that made it, else of the move in the record.
    pub fn report_root(&self, report: &Report) -> Root {
        let finished = self.thinking.finished.as_ref().map(|(go, _)| &**go);
        let orders = [self.thinking.go.as_deref(), finished];
        let searched = orders.into_iter().flatten().find(|go| go.epoch == report.epoch);
        let game = &self.session.game;
        let recorded = || {
            let node = game.tree().node(self.recorded.as_ref()?.node).parent()?;
            let (start, moves) = game.line_to(node);
            Some(Go::new(start, moves, GoLimit::default()).root())
        };
        let root = if self.recorded.is_some() { recorded() } else { searched.map(Go::root) };
        root.filter(|root| root.position.key() == report.root.key())
            .unwrap_or_else(|| Root { position: report.root.clone(), history: Vec::new() })
    }

    /// What a pause says.
    pub fn pause_words(&self) -> String {
        let or_move = if self.session.is_users_turn() { " or a move" } else { "" };
        format!("paused: {}{or_move} resumes the clocks", self.keymap.way_to("pause"))
    }

    /// What leaving the game for another one means; `None` where nothing is lost.
    pub fn left_game(&self) -> Option<LeftGame> {
        match (self.session.is_under_way(), &self.save_failure) {
            (true, None) => Some(LeftGame::Adjourned),
            (true, Some(_)) => Some(LeftGame::Unsaved),
            (false, _) => self.changed_record().map(|_| LeftGame::Changed),
        }
    }

    /// The record with changes that no file has. During training it is the one that waits: nobody keeps an exercise.
    pub fn changed_record(&self) -> Option<&Session> {
        let waiting = self.training.as_ref().map(|training| &training.waiting.session);
        Some(waiting.unwrap_or(&self.session)).filter(|session| session.has_unsaved_changes())
    }

    /// Asks before something that cannot be undone; a script is not asked.
    pub fn ask(&mut self, question: Confirmation) {
        self.typing = None;
        self.dialog = Some(Dialog::Confirm(question));
        if self.unattended {
            self.pending.push(Pending::Command("confirm"));
        }
    }

    /// The effects of what was tried; a refusal is shown until it is stale.
    pub fn settle(&mut self, outcome: CommandResult, about: About) -> Vec<Effect> {
        outcome.unwrap_or_else(|refusal| {
            self.notify_error_about(about, refusal);
            Vec::new()
        })
    }

    /// The engine's line in SAN; `None` without a report.
    pub fn engine_line(&self) -> Option<String> {
        let report = self.thinking.report.as_ref()?;
        let mut position = report.root.clone();
        let mut words = Vec::new();
        for &mv in &report.search.lines.first()?.moves {
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        Some(words.join(" ")).filter(|line| !line.is_empty())
    }

    /// How the external engine of the preferences is started.
    pub fn external_config(&self) -> ExternalConfig {
        let (command, options) = (self.prefs.external.clone(), self.external.options.clone());
        ExternalConfig { command, options }
    }

    /// The external engine's part in the game.
    pub fn seat(&self) -> Option<Seat> {
        self.session.external.map(|side| Seat { side, config: self.external_config() })
    }

    /// Why a search for `side` at this level has no time budget.
    pub fn untimed(&self, level: StrengthLevel, side: Color) -> String {
        if level.human().is_some() {
            format!("the human model searches to {} nodes", count(VALUE_NODES))
        } else if self.session.game.clocks().control(side).is_none() {
            "no clock".to_owned()
        } else if self.session.external == Some(side) {
            "the other engine moves by its own time management".to_owned()
        } else {
            "this search did not use the clock".to_owned()
        }
    }

    /// Why the search of a report has no time budget.
    pub fn untimed_report(&self, report: &Report) -> String {
        self.untimed(report.dial.level, report.root.turn())
    }

    /// What the score of a line depends on, as far as the search or the record says it.
    pub fn verdict(&self, report: &Report, line: &PvLine) -> String {
        let is_known =
            self.recorded.is_none() || line.shadow.is_some() || line.depends_on.is_some();
        if !is_known {
            return "the game record does not say whether it depends on a repetition".to_owned();
        }
        let deviations = self.inspect.deviations_of(report.root.key());
        verdict(line, &self.report_root(report), deviations)
    }

    /// What a panel says when there is no account: `usual`, or that the record has none.
    pub fn no_report(&self, usual: &str) -> String {
        if self.recorded.is_some() { self.no_search() } else { usual.to_owned() }
    }

    /// What is marked on the board.
    pub fn board_marks(&self) -> Marks {
        let mut marks = Marks::default();
        if let Some(editor) = &self.editor {
            marks.mark(Mark::Target, editor.placement().en_passant);
            marks.mark(Mark::Cursor, [editor.cursor]);
            return marks;
        }
        if let Some((position, mv)) = self.inspected_position() {
            marks.mark(Mark::LastMove, mv.into_iter().flat_map(ends));
            if let Some(node) = self.inspected_node() {
                // The line whose repetition the node's score depends on.
                let moves = node.repeating_moves().iter().flatten();
                marks.mark(Mark::Hint, moves.flat_map(|&mv| ends(mv)));
            }
            if let Some((view, step)) =
                self.inspect.propagation().and_then(|view| Some((view, view.stepper.last()?)))
            {
                // Where the proposition is true, where it flipped, and whom that told.
                marks.mark(Mark::Target, view.lanes(step.component));
                let told = view.stepper.told(step).iter();
                marks.mark(Mark::Hint, told.flat_map(|told| view.squares(told.reader)));
                marks.mark(Mark::Selected, view.squares(step.component));
            }
            if position.is_check() {
                marks.mark(Mark::Check, position.board().king_of(position.turn()));
            }
            if let (true, Some(regarded)) = (self.board_state.heat, self.node_evaluation()) {
                marks.heat(&regarded.activity.flips_by_square);
            }
            return marks;
        }
        let (position, node) = (self.session.position(), self.session.shown());
        let shown = self.session.game.tree().node(node);
        marks.draw(&shown.annotation.marks);
        if let Some(mv) = shown.mv() {
            marks.mark(Mark::LastMove, ends(mv));
        }
        if let Some(hint) = self.board_state.hint.or_else(|| self.best_move()) {
            marks.mark(Mark::Hint, ends(hint));
        }
        if let Some((from, to)) = self.session.premove {
            marks.mark(Mark::Premove, [from, to]);
        }
        if position.is_check() {
            marks.mark(Mark::Check, position.board().king_of(position.turn()));
        }
        if let Some(from) = self.board_state.picked {
            marks.mark(Mark::Selected, [from]);
            marks.mark(Mark::Target, self.session.targets(from));
        }
        if self.board_state.cursor_shown {
            marks.mark(Mark::Cursor, [self.board_state.cursor]);
        }
        let report = self.thinking.report.as_ref().map(|report| &report.search.activity);
        let activity = report.or_else(|| self.node_evaluation().map(|it| &it.activity));
        if let (true, Some(activity)) = (self.board_state.heat, activity) {
            marks.heat(&activity.flips_by_square);
        }
        marks
    }

    /// The engine's best move in the position shown, when it is to be seen.
    fn best_move(&self) -> Option<Move> {
        let report = self.thinking.report.as_ref().filter(|_| self.board_state.best)?;
        let fits = report.root.key() == self.session.position().key();
        report.search.lines.first().filter(|_| fits)?.moves.first().copied()
    }
}

/// The squares that a move begins and ends on as people see it: a castling move is the king's, or the rook's if the king
/// stays where it is.
fn ends(mv: Move) -> impl Iterator<Item = Square> {
    let king = mv.from().into_iter().chain([session::destination(mv)]);
    let rook = castling_squares(mv).filter(|squares| squares.king == squares.king_to());
    king.chain(rook.into_iter().flat_map(|squares| [squares.rook, squares.rook_to()]))
}
