//! Another UCI engine as the screen sees it: whether it moves for a side or gives a second opinion, and what it said
//! last. State only; the process is behind `process`, and what happens to the state is `update`'s business.

pub(super) mod process;

use crate::engine::external::{ExternalGo, ExternalReport, Handshake};
use crate::game::NodeId;
use crate::rules::Color;
use crate::tui::model::Toggle;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalTask {
    /// A move in the game.
    Move,
    /// What it thinks of the position shown, without end.
    Opinion,
}

/// A wish to the other engine.
#[derive(Clone, Debug)]
pub enum ExternalEffect {
    /// Think; the command starts the program if it does not run yet.
    Go(String, Box<ExternalGo>),
    /// Take this seat again: start, with the options of before.
    Return(Seat),
    /// Stop; the answer still comes.
    Stop,
    /// Forget the game before.
    NewGame,
    /// Set an option to a value.
    Option(String, String),
    /// End the program.
    Leave,
}

/// The other engine.
#[derive(Debug, Default)]
pub struct External {
    /// Who it says it is and what can be set, once it did.
    pub who: Option<Arc<Handshake>>,
    /// What it does now.
    pub task: Option<ExternalTask>,
    /// Number of its latest thought; older answers are stale.
    pub epoch: u64,
    /// The node that it thinks about.
    pub node: NodeId,
    /// Its newest report.
    pub report: Option<Arc<ExternalReport>>,
    /// Does it say what it thinks of the position shown?
    pub opinion: Toggle,
    /// Is it awaited in a game of an earlier run?
    pub returning: Toggle,
}

impl External {
    /// Does it think about a move in the game?
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.task == Some(ExternalTask::Move)
    }

    /// What to call it.
    #[must_use]
    pub fn called(&self) -> &str {
        self.who.as_ref().map_or("the other engine", |who| &who.name)
    }
}

/// The other engine's part in a game that is kept: what the record does not say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side that it plays.
    pub side: Color,
    /// The command that starts it.
    pub command: String,
    /// Options that were set, as `(name, value)`.
    pub options: Vec<(String, String)>,
}

/// Names of the notes beside an unfinished game; an option's name follows the last.
const SIDE: &str = "outside";
const COMMAND: &str = "outside command";
const OPTION: &str = "outside option ";

impl Seat {
    /// As notes beside an unfinished game.
    #[must_use]
    pub fn notes(&self) -> BTreeMap<String, String> {
        let side = self.side.fold_wb("white", "black").to_owned();
        let options = self.options.iter();
        let options = options.map(|(name, value)| (format!("{OPTION}{name}"), value.clone()));
        let fixed = [(SIDE.to_owned(), side), (COMMAND.to_owned(), self.command.clone())];
        fixed.into_iter().chain(options).collect()
    }

    /// Reads such notes; `None` when they speak of no other engine.
    #[must_use]
    pub fn read(notes: &BTreeMap<String, String>) -> Option<Self> {
        let side = match notes.get(SIDE)?.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return None,
        };
        let option = |(name, value): (&String, &String)| {
            Some((name.strip_prefix(OPTION)?.to_owned(), value.clone()))
        };
        let options = notes.iter().filter_map(option).collect();
        Some(Self { side, command: notes.get(COMMAND)?.clone(), options })
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Seat};

    #[test]
    fn a_seat_is_read_as_it_was_noted() {
        let options = [("Skill Level", "3"), ("Threads", "2")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let seat = Seat { side: Color::Black, command: "my 'e n g'".to_owned(), options };
        let mut notes = seat.notes();
        assert_eq!(Seat::read(&notes), Some(seat));
        notes.insert("outside".to_owned(), "nobody".to_owned());
        assert_eq!(Seat::read(&notes), None);
        assert_eq!(Seat::read(&std::collections::BTreeMap::new()), None);
    }
}
