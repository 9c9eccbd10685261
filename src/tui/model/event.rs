//! Everything that can happen, from every thread, in one queue.

use crate::engine::external::{ExternalNotice, ExternalReport};
use crate::engine::{DebugEvent, Notice, Outcome, Reply, Report};
use crate::game::Game;
use crate::game::autosave::{EndedGame, ResumeState};
use crate::game::openings::Openings;
use crate::game::pgn::{GameSource, Note};
use crate::library::{GameFigures, Library, SortBy};
use crate::rules::Move;
use crate::search::observe::SearchRecording;
use crate::strength::human::IntrinsicRating;
use crate::tui::model::adjourned::AdjournedGame;
use crate::tui::model::annotating::AnnotationEvent;
use crate::tui::model::dialogs::statistics::Answer;
use crate::tui::model::inspect::Explanation;
use crate::tui::model::inspect::trace::TraceAnswer;
use crate::tui::model::log::LogEntry;
use crate::tui::model::saved::{Start, UnsavedGame};
use crate::tui::model::session::GameId;
use crate::tui::model::strengths::RatedGames;
use crate::tui::model::training::TrainingAnswer;
use crate::tui::values::theme::Theme;
use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Size;
use shakmaty::ByColor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Where a text was copied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopiedTo {
    /// The terminal's clipboard.
    Clipboard,
    /// A buffer of tmux, which passes it on to its terminal.
    Tmux,
    /// The terminal inside tmux, which may keep it.
    TerminalOfTmux,
}

impl CopiedTo {
    /// What is known of it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Clipboard => "copied to the clipboard",
            Self::Tmux => {
                "copied to a buffer of tmux, and sent to the clipboard of the terminal around it"
            }
            Self::TerminalOfTmux => {
                "sent to the clipboard; tmux passes it on only with set-clipboard on"
            }
        }
    }
}

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// The program starts.
    Start(Box<Start>),
    /// A key was pressed or repeats.
    Key(KeyEvent),
    /// A button of the mouse was pressed or released, the mouse was dragged, or its wheel turned.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resize(Size),
    /// A line was entered in the mode without a screen.
    Line {
        /// The line.
        text: String,
        /// May the program ask back? Not where a script runs.
        asks: bool,
    },
    /// Nothing more will be entered.
    InputEnded,
    /// Text was pasted.
    Paste(String),
    /// The display of a clock is due to change.
    Tick,
    /// The engine has published a newer report; the loop fetches it.
    Wake,
    /// The newest report of the engine.
    Report(Arc<Report>),
    /// The answer to a `Go`.
    Done(Box<Outcome>),
    /// The engine panicked and was replaced.
    EngineDied {
        /// The epoch of the lost search.
        epoch: u64,
        /// The message of the panic.
        message: String,
    },
    /// The other engine has a newer report; the loop fetches it.
    ExternalWake,
    /// What the process with this number says; the loop passes it on unless another has taken its place.
    ExternalNotice(u64, Box<ExternalNotice>),
    /// The newest report of the other engine.
    ExternalReport(Arc<ExternalReport>),
    /// The command of an external engine, its program by its whole path; or why it cannot be started.
    EngineFound(Result<String, String>),
    /// A folder of tablebases by its whole path, or why there is none.
    TablebasesFound(Result<String, String>),
    /// Other notices of the external engine.
    External(Box<ExternalNotice>),
    /// What happened to an observed search.
    Debug(Box<DebugEvent>),
    /// The answer to the query with this number.
    Reply(u64, Reply),
    /// An answer that needed no search, for the page with this number.
    Explained(u64, Result<Explanation, String>),
    /// A recorded search was read for the query with this number.
    RecordingRead(u64, Result<Box<SearchRecording>, String>),
    /// This file of the user's has this game, with its first changes up to this number.
    ChangesSaved(GameId, u64, PathBuf),
    /// A file of the user's choice was written; what there is to say of it.
    Written(String),
    /// The leaves below a move were counted.
    PerftCounted {
        /// The number of the count.
        number: u64,
        /// The move.
        mv: Move,
        /// The leaves below it.
        leaves: u64,
    },
    /// The training thread answers the session with this number.
    Training(u64, Box<TrainingAnswer>),
    /// Something was read of the open search traces.
    Trace(Box<TraceAnswer>),
    /// Entries of the log, oldest first.
    Logged(Vec<LogEntry>),
    /// Something to tell the user.
    Info(String),
    /// Changes of a record that no file has are kept in this file.
    ChangesKept(PathBuf),
    /// The game could not be saved, and why; or it was saved again after that.
    GameSaved(Result<(), String>),
    /// The games whose last moves no file has, when the program is left.
    Unsaved(Vec<UnsavedGame>),
    /// Something went wrong outside the model.
    Failed(String),
    /// What was asked of the files cannot be done, and why: it takes the place of the answer.
    Refused(String),
    /// A theme was read.
    ThemeRead(Box<Theme>),
    /// The file of the user's theme was changed.
    ThemeChanged(Box<Theme>),
    /// The user's themes, as they are now.
    Themes(Vec<String>),
    /// A game was read from a file: the game, where from, and what was not understood.
    GameRead(Box<Game>, Option<GameSource>, Vec<Note>),
    /// How far a file is indexed, in words; `None` at its end.
    Indexing(Option<String>),
    /// Games were indexed for the order with this number, to be listed in this order, by this filter.
    GamesIndexed(u64, Box<Library>, SortBy, String),
    /// An answer to the order of statistics with this number.
    Statistics(u64, Answer),
    /// Figures of games of that order; `None` for a game that cannot be read.
    FiguresRead(u64, Vec<(usize, Option<GameFigures>)>),
    /// News of the annotating run with this number.
    Annotated(u64, AnnotationEvent),
    /// The games of earlier runs that were not finished, the one to be offered first; and whether the program was never used
    /// here.
    Unfinished(Vec<AdjournedGame>, bool),
    /// The same games, to be listed.
    Adjourned(Vec<AdjournedGame>),
    /// The record of this game was begun on this date.
    RecordStarted(GameId, String),
    /// The names of openings were read.
    Openings(Box<Openings>),
    /// The recorded games were gone through for the player's rating.
    Rated(Box<RatedGames>),
    /// The sides of the game on the screen were rated by their moves, for the order with this number; `None` with too few.
    MovesRated(u64, ByColor<Option<IntrinsicRating>>),
    /// The newest recorded game that was ended.
    LastGame(Box<EndedGame>),
    /// Lines to be done one after the other.
    Script(String),
    /// The game of an earlier run is resumed, with what was noted of it.
    Resumed(Box<Game>, ResumeState),
    /// What the disk has for the line being typed, which was this when it was asked.
    CompletionFound(String, Vec<String>),
    /// A text was copied.
    Copied(CopiedTo),
    /// The process is to end.
    Terminate,
    /// Somebody else asks the process to stop, as Ctrl-Z does from here.
    SuspendRequested,
    /// The process was stopped and goes on.
    Continued,
}

impl Event {
    /// Sends it to the loop. Once the screen is closed, it is dropped.
    pub fn send_to(self, queue: &Sender<Self>) {
        queue.send(self).unwrap_or_default();
    }

    /// Whether the user caused it and waits for the answer.
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Key(_) | Self::Mouse(_) | Self::Paste(_) | Self::Resize(..))
    }

    /// What a notice of the engine means here; `None` for what nobody asked.
    pub fn of_notice(notice: Notice) -> Option<Self> {
        match notice {
            Notice::Report => Some(Self::Wake),
            Notice::Done(outcome) => Some(Self::Done(outcome)),
            Notice::Died { epoch, message } => Some(Self::EngineDied { epoch, message }),
            Notice::Message(text) => Some(Self::Info(text)),
            Notice::Debug(event) => Some(match *event {
                DebugEvent::Reply(number, reply) => Self::Reply(number, reply),
                event @ (DebugEvent::Paused(..)
                | DebugEvent::Repeats(..)
                | DebugEvent::Resumed(_)
                | DebugEvent::Complete(_)
                | DebugEvent::Hits(..)) => Self::Debug(Box::new(event)),
            }),
            Notice::Ready => None,
        }
    }

    /// What a notice of the external engine's process with this number means here.
    pub fn of_external(process: u64, notice: ExternalNotice) -> Option<Self> {
        if let ExternalNotice::Report = notice {
            return Some(Self::ExternalWake);
        }
        let is_ready = matches!(notice, ExternalNotice::Ready);
        (!is_ready).then(|| Self::ExternalNotice(process, Box::new(notice)))
    }
}
