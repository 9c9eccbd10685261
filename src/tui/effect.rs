//! What `update` wishes for; only the loop performs it.

use super::inspect::ExplainQuery;
use crate::engine::{DebugSettings, EngineOptions, Go, Query};
use crate::game::pgn::Index;
use crate::rules::Position;
use crate::search::observe::StepCommand;
use crate::tui::annotating::AnnotationRequest;
use crate::tui::completion::DiskLookup;
use crate::tui::external::ExternalEffect;
use std::path::PathBuf;
use std::sync::Arc;

/// A wish to the world outside the model.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Let the engine think.
    Go(Box<Go>),
    /// Let it stop; its outcome still comes.
    Stop,
    /// The reply it ponders on was played.
    PonderHit,
    /// Something for the other engine.
    External(ExternalEffect),
    /// Let it forget the game before.
    NewGame,
    /// Give it other options.
    SetOptions(Box<EngineOptions>),
    /// Ask the engine about a thought.
    Ask(Box<Query>),
    /// Give up what was asked.
    StopAsking,
    /// Let the search stand still, step or go on.
    Step(StepCommand),
    /// Watch searches so from now on.
    SetDebug(Box<DebugSettings>),
    /// Keep the list of breakpoints.
    SaveBreakpoints,
    /// Ask what needs no search.
    Explain(Box<ExplainQuery>),
    /// Replay a case from a file.
    Replay(PathBuf),
    /// Go through the recorded games for the player's rating.
    RatePlayer,
    /// Count the leaves below each move, so many plies deep, as the order with this number; another count is given up.
    Perft(Box<Position>, u32, u64),
    /// Give up what is being counted.
    StopPerft,
    /// Take the text of a file as if it were pasted.
    Paste(PathBuf),
    /// Record the game.
    Save,
    /// Begin a new record; the one before is not offered again.
    NewRecord,
    /// Leave the record as it stands: what is saved next gets a file of its own.
    CloseRecord,
    /// Take up the game of an earlier run.
    Resume,
    /// Do not offer the game of an earlier run again.
    DiscardUnfinished,
    /// Write the game to a file of the user's choice.
    Export(PathBuf),
    /// Write a text to a file of the user's choice.
    Write(PathBuf, String),
    /// Annotate a game in the background.
    Annotate(Box<AnnotationRequest>),
    /// End that.
    StopAnnotating,
    /// Read a game from a file.
    Open(PathBuf),
    /// Read one game of a file that was gone through.
    Read(Arc<Index>, usize),
    /// Put a text on the clipboard.
    Copy(String),
    /// Keep the commands that were typed.
    SaveCommands,
    /// Look on the disk for what the line being typed may be completed to.
    CompleteFromDisk(String, DiskLookup),
    /// Look for a theme of the user's by name.
    FindTheme(String),
    /// Look which themes the user has.
    ListThemes,
    /// Keep the preferences.
    SavePrefs,
    /// Ring the bell.
    Bell,
    /// Stop the process as Ctrl-Z does.
    Suspend,
    /// Draw the whole screen anew.
    Redraw,
    /// Leave.
    Quit,
}
