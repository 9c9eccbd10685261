//! What `update` wishes for; only the loop performs it.

use super::inspect::Inquiry;
use crate::engine::{Debugging, EngineOptions, Go, Question};
use crate::game::pgn::Index;
use crate::rules::Position;
use crate::search::observe::Command;
use crate::tui::annotating::Wanted;
use crate::tui::completion::Sought;
use crate::tui::outside::Errand;
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
    Outside(Errand),
    /// Let it forget the game before.
    NewGame,
    /// Give it other options.
    SetOptions(Box<EngineOptions>),
    /// Ask the engine about a thought.
    Ask(Box<Question>),
    /// Give up what was asked.
    StopAsking,
    /// Let the search stand still, step or go on.
    Step(Command),
    /// Watch searches so from now on.
    Watch(Box<Debugging>),
    /// Keep the list of breakpoints.
    SaveBreakpoints,
    /// Ask what needs no search.
    Inquire(Box<Inquiry>),
    /// Replay a case from a file.
    Replay(PathBuf),
    /// Go through the recorded games for the player's rating.
    Rate,
    /// Count the leaves below each move, so many plies deep, as the order with this number; another count is given up.
    Count(Box<Position>, u32, u64),
    /// Give up what is being counted.
    StopCounting,
    /// Take the text of a file as if it were pasted.
    Paste(PathBuf),
    /// Record the game.
    Save,
    /// Begin a new record; the one before is not offered again.
    NewRecord,
    /// Leave the record as it stands: what is saved next gets a file of its own.
    PutAside,
    /// Take up the game of an earlier run.
    Resume,
    /// Do not offer the game of an earlier run again.
    Discard,
    /// Write the game to a file of the user's choice.
    Export(PathBuf),
    /// Write a text to a file of the user's choice.
    Write(PathBuf, String),
    /// Annotate a game in the background.
    Annotate(Box<Wanted>),
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
    Find(String, Sought),
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
