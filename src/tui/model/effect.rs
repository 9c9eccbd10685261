//! What `update` and the commands ask the runtime to do, by the service that does it. Each effect carries its data: the
//! runtime never looks into the model, and answers with events.

use crate::engine::external::ExternalGo;
use crate::engine::{DebugSettings, EngineOptions, Go, Query};
use crate::game::Game;
use crate::game::pgn::GameSource;
use crate::library::{Filter, Player};
use crate::rules::Position;
use crate::search::observe::StepCommand;
use crate::tui::model::annotating::AnnotationRequest;
use crate::tui::model::external::ExternalConfig;
use crate::tui::model::inspect::ExplainQuery;
use crate::tui::model::inspect::trace::TraceQuery;
use crate::tui::model::saved::{GameSnapshot, SavedPrefs};
use crate::tui::model::session::GameId;
use crate::tui::model::training::TrainingQuery;
use crate::tui::values::completion::DiskLookup;
use log::Level;
use std::path::PathBuf;

/// The result of a command: effects, or the reason why it was refused.
pub type CommandResult = Result<Vec<Effect>, String>;

/// Something to do outside the model.
#[derive(Clone, Debug)]
pub enum Effect {
    /// For the engine.
    Engine(EngineEffect),
    /// For the external engine.
    External(ExternalEffect),
    /// For files.
    Storage(StorageEffect),
    /// Work in the background.
    Task(TaskEffect),
    /// For the terminal.
    Screen(ScreenEffect),
    /// Leave, when everything that was saved is on the disk.
    Quit,
}

/// For the engine.
#[derive(Clone, Debug)]
pub enum EngineEffect {
    /// Search.
    Go(Box<Go>),
    /// Stop; the outcome still comes.
    Stop,
    /// The move it ponders on was played.
    PonderHit,
    /// Forget the game before, and draw the dial's errors anew.
    NewGame(Box<EngineOptions>),
    /// Use other options.
    SetOptions(Box<EngineOptions>),
    /// Answer a query under this number.
    Query(u64, Box<Query>),
    /// Give up the queries.
    CancelQueries,
    /// Pause, step or resume the search.
    Step(StepCommand),
    /// Observe searches with these breakpoints.
    SetDebug(Box<DebugSettings>),
}

/// For the external engine.
#[derive(Clone, Debug)]
pub enum ExternalEffect {
    /// Search; the engine is started if it does not run yet.
    Go(ExternalConfig, Box<ExternalGo>),
    /// Start it anew.
    Start(ExternalConfig),
    /// Stop; the answer still comes.
    Stop,
    /// Forget the game before.
    NewGame,
    /// Set an option to a value; the engine is started if it does not run yet.
    Option(ExternalConfig, String),
    /// Write the UCI traffic of this session to a file.
    Export(PathBuf),
    /// End it.
    Quit,
}

/// For files. The storage thread does these one after the other.
#[derive(Clone, Debug)]
pub enum StorageEffect {
    /// Record the game.
    SaveGame(Box<GameSnapshot>),
    /// Finish the record: the next save goes to a new file, and the game is not offered again.
    NewRecord,
    /// Leave the record as it stands: the next save goes to a new file.
    CloseRecord,
    /// Look for games that were not finished, to offer one at the start.
    FindUnfinished,
    /// Look for games that were not finished, to list them.
    ListUnfinished,
    /// Resume the game with this record.
    ResumeUnfinished(PathBuf),
    /// Do not offer the game with this record again.
    DiscardUnfinished(PathBuf),
    /// Save the settings.
    SavePrefs(Box<SavedPrefs>),
    /// Save the commands that were typed, oldest first.
    SaveCommands(Vec<String>),
    /// Save the breakpoints, one a line.
    SaveBreakpoints(Vec<String>),
    /// Save the game to a file of the user's choice.
    SaveAs(Box<SaveAs>),
    /// Keep a copy of a record whose changes no file has.
    KeepChanges(GameId, Box<Game>),
    /// Write a text to a file of the user's choice.
    Write(PathBuf, String),
    /// Read a script.
    ReadScript(PathBuf),
    /// Read a file as if its text were pasted.
    Paste(PathBuf),
    /// Read a recorded search, for the query with this number.
    ReadRecording(u64, PathBuf),
    /// Read or rate games in the background.
    Games(GamesEffect),
    /// Read one game of a file that was indexed.
    ReadGame(GameSource),
    /// Look on the disk for completions of this line.
    Complete(String, DiskLookup),
    /// Read a theme of the user's by name, and watch its file.
    FindTheme(String),
    /// Look for the program of an external engine's command.
    FindEngine(String),
    /// Look for a folder of tablebases.
    FindTablebases(String),
    /// List the user's themes.
    ListThemes,
}

/// For the threads that read and rate games. A new order of a kind takes the place of the one before.
#[derive(Clone, Debug)]
pub enum GamesEffect {
    /// Read the game of a PGN file, or list its games.
    Open(PathBuf, Player),
    /// Change the list of the library's files, and list those of its games that a filter finds; the figures of this player's are
    /// read.
    OpenLibrary(LibraryChange, Player, String),
    /// Compute statistics of the library.
    ReadStatistics(Box<StatisticsOrder>),
    /// Write a page about games of the library.
    WriteSummary(Box<SummaryOrder>),
    /// Stop reading the figures of games.
    StopReading,
    /// Rate the player by the recorded games under this name.
    RatePlayer(String),
    /// Rate the sides of the game on the screen by their moves, under this number.
    RateMoves(u64, Box<Game>),
    /// Stop rating them.
    StopRatingMoves,
}

/// Which page is wanted.
#[derive(Clone, Debug)]
pub struct SummaryOrder {
    /// The file, as it was typed; ` !` at its end replaces it.
    pub file: PathBuf,
    /// Which games.
    pub filter: String,
    /// The player of the library.
    pub player: Player,
}

/// Which statistics are wanted.
#[derive(Clone, Debug)]
pub struct StatisticsOrder {
    /// The order's number.
    pub number: u64,
    /// Which games.
    pub filter: Filter,
    /// Whose games.
    pub player: Player,
    /// A change of the repertoire before.
    pub repertoire: RepertoireChange,
}

/// A change of the repertoire that games are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepertoireChange {
    /// It stays.
    Keep,
    /// This file takes its place.
    Use(PathBuf),
    /// The player's earlier games take its place.
    Remove,
}

/// A change of the list of the library's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryChange {
    /// It stays.
    None,
    /// A file is added.
    Add(PathBuf),
    /// A file is taken out.
    Remove(PathBuf),
}

/// A game to be saved to a file of the user's choice.
#[derive(Clone, Debug)]
pub struct SaveAs {
    /// The file, as it was typed; ` !` at its end replaces the whole file.
    pub file: PathBuf,
    /// The game's identity.
    pub id: GameId,
    /// The game.
    pub game: Game,
    /// Is it the game that is played here, which has a record of its own?
    pub is_recorded: bool,
    /// The changes of the record that it has.
    pub changes: u64,
    /// Where the game was read from: in that file it replaces its old text.
    pub source: Option<GameSource>,
    /// Replace the whole file, whatever it holds?
    pub overwrite: bool,
    /// What is said besides that the file was written.
    pub note: SaveNote,
}

/// What is said of a game that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNote {
    /// Nothing more.
    None,
    /// It is being annotated: its marks are still to come.
    Annotating,
    /// These words come first.
    After(String),
}

/// Work in the background.
#[derive(Clone, Debug)]
pub enum TaskEffect {
    /// Explain something on the page with this number, without a search.
    Explain(u64, Box<ExplainQuery>),
    /// Count the leaves below each move; another count is stopped.
    Perft {
        /// Where the counted moves begin.
        position: Box<Position>,
        /// Plies, at least 1.
        depth: u32,
        /// The number of the count, which its events carry.
        number: u64,
    },
    /// Stop counting.
    StopPerft,
    /// Read search traces.
    Trace(Box<TraceQuery>),
    /// Stop reading search traces.
    StopTrace,
    /// Annotate a game.
    Annotate(Box<AnnotationRequest>),
    /// Stop annotating.
    StopAnnotating,
    /// A query of the training session with this number.
    Train(u64, TrainingQuery),
    /// Stop analysing games for training.
    StopTraining,
    /// Keep log entries down to this level.
    SetLogLevel(Level),
}

/// For the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScreenEffect {
    /// Copy a text to the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Suspend the process as Ctrl-Z does.
    Suspend,
    /// Draw the whole screen anew.
    Redraw,
}

macro_rules! from {
    ($($service:ident($effect:ident)),*) => {
        $(impl From<$effect> for Effect {
            fn from(effect: $effect) -> Self {
                Self::$service(effect)
            }
        })*
    };
}
from!(
    Engine(EngineEffect),
    External(ExternalEffect),
    Storage(StorageEffect),
    Task(TaskEffect),
    Screen(ScreenEffect)
);

impl From<GamesEffect> for Effect {
    fn from(effect: GamesEffect) -> Self {
        StorageEffect::Games(effect).into()
    }
}

impl From<TraceQuery> for Effect {
    fn from(query: TraceQuery) -> Self {
        TaskEffect::Trace(Box::new(query)).into()
    }
}
