//! Everything that can happen, from every thread, in one queue; and the threads that put it there.

use crate::base::Millis;
use crate::engine::external::{ExternalNotice, ExternalReport};
use crate::engine::{DebugEvent, Notice, Outcome, Report};
use crate::game::Game;
use crate::game::openings::Openings;
use crate::game::pgn::Index;
use crate::rules::Move;
use crate::tui::annotating::AnnotationEvent;
use crate::tui::external::Seat;
use crate::tui::inspect::Explanation;
use crate::tui::strengths::RatedGames;
use crate::tui::theme::Theme;
use crossterm::event::{KeyEvent, KeyEventKind, MouseEvent, MouseEventKind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

/// Something that happened.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed or repeats.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resize(u16, u16),
    /// Text was pasted.
    Paste(String),
    /// The display of a clock is due to change.
    Tick,
    /// The engine has news in its slot; the loop fetches it.
    Wake,
    /// The newest report of the engine.
    Report(Arc<Report>),
    /// The answer to a `Go`.
    Done(Box<Outcome>),
    /// The engine failed in the thought with this epoch and was replaced.
    EngineDied {
        /// Which thought.
        epoch: u64,
        /// What it said.
        message: String,
    },
    /// The other engine has a newer report; the loop fetches it.
    ExternalWake,
    /// The newest report of the other engine.
    ExternalReport(Arc<ExternalReport>),
    /// Other news of the other engine.
    External(Box<ExternalNotice>),
    /// News of a watched thought, or the answer to a question.
    Debug(Box<DebugEvent>),
    /// An answer that needed no search.
    Explained(Result<Explanation, String>),
    /// Leaves below a move, counted for the order with this number.
    PerftCounted(u64, Move, u64),
    /// Something to tell the user.
    Info(String),
    /// Something went wrong outside the model.
    Failed(String),
    /// A theme was read.
    ThemeRead(Box<Theme>),
    /// The user's themes, as they are now.
    Themes(Vec<String>),
    /// A game was read from a file.
    GameRead(Box<Game>),
    /// A file with several games was gone through.
    Indexed(Arc<Index>),
    /// News of the annotating run with this number.
    Annotated(u64, AnnotationEvent),
    /// A game of an earlier run was not finished.
    Unfinished(Box<Game>),
    /// The names of openings were read.
    Openings(Box<Openings>),
    /// The recorded games were gone through for the player's rating.
    Rated(Box<RatedGames>),
    /// Lines to be done one after the other.
    Script(String),
    /// The game of an earlier run was taken up again; so much time had been used for the move in progress, and another engine may have a seat.
    Resumed(Box<Game>, Millis, Option<Seat>),
    /// What the disk has for the line being typed, which was this when it was asked.
    CompletionFound(String, Vec<String>),
    /// The process is to end.
    Terminate,
    /// Somebody else asks the process to stop, as Ctrl-Z does from here.
    SuspendRequested,
    /// The process was stopped and goes on.
    Continued,
}

impl Event {
    /// Did the user do it, and wait for what comes of it?
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Key(_) | Self::Mouse(_) | Self::Paste(_) | Self::Resize(..))
    }

    /// What a notice of the engine means here; `None` for what nobody asked.
    #[must_use]
    pub fn of_notice(notice: Notice) -> Option<Self> {
        match notice {
            Notice::Report => Some(Self::Wake),
            Notice::Done(outcome) => Some(Self::Done(outcome)),
            Notice::Died { epoch, message } => Some(Self::EngineDied { epoch, message }),
            Notice::Message(text) => Some(Self::Info(text)),
            Notice::Debug(news) => Some(Self::Debug(news)),
            Notice::Ready => None,
        }
    }
}

/// Starts the thread that reads the terminal. Only it reads: two readers would steal each other's bytes.
///
/// # Errors
/// When no thread can be had.
pub fn read_terminal(events: Sender<Event>) -> std::io::Result<()> {
    use crossterm::event::Event as Raw;
    thread::Builder::new().name("lucena-keys".to_owned()).spawn(move || {
        while let Ok(raw) = crossterm::event::read() {
            let event = match raw {
                // Some terminals report releases as well; a key would count twice.
                Raw::Key(key) if key.kind == KeyEventKind::Release => continue,
                Raw::Key(key) => Event::Key(key),
                // Nothing follows a pointer that only passes over.
                Raw::Mouse(mouse) if mouse.kind == MouseEventKind::Moved => continue,
                Raw::Mouse(mouse) => Event::Mouse(mouse),
                Raw::Resize(width, height) => Event::Resize(width, height),
                Raw::Paste(text) => Event::Paste(text),
                Raw::FocusGained | Raw::FocusLost => continue,
            };
            if events.send(event).is_err() {
                return;
            }
        }
        // The terminal is gone, with or without a signal: nobody can say anything any more.
        events.send(Event::Terminate).unwrap_or_default();
    })?;
    Ok(())
}

/// Reads the names of openings beside the first frames.
///
/// # Errors
/// When no thread can be had.
pub fn read_openings(events: Sender<Event>) -> std::io::Result<()> {
    thread::Builder::new().name("lucena-openings".to_owned()).spawn(move || {
        // Nobody listens once the screen is closed.
        events.send(Event::Openings(Box::new(Openings::builtin()))).unwrap_or_default();
    })?;
    Ok(())
}

/// Starts the thread that turns signals into events.
///
/// # Errors
/// When a signal cannot be caught, or no thread can be had.
#[cfg(unix)]
pub fn watch_signals(events: Sender<Event>) -> std::io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let caught = [SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT];
    let mut signals = signal_hook::iterator::Signals::new(caught)?;
    thread::Builder::new().name("lucena-signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Event::SuspendRequested,
                SIGCONT => Event::Continued,
                _ => Event::Terminate,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// There are no such signals here.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn watch_signals(_events: Sender<Event>) -> std::io::Result<()> {
    Ok(())
}
