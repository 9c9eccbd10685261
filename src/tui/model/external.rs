//! An external UCI engine as the screen sees it: whether it moves for a side or gives a second opinion, and its last
//! report.

use crate::engine::external::{ExternalReport, Handshake};
use crate::game::NodeId;
use crate::rules::Color;
use crate::tui::model::session::GameId;
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

/// How an external engine is started: its command and the options to set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalConfig {
    /// The command.
    pub command: String,
    /// Options as `(name, value)`.
    pub options: Vec<(String, String)>,
}

/// The external engine.
#[derive(Debug, Default)]
pub struct External {
    /// Who it says it is and what can be set, once it did.
    pub who: Option<Arc<Handshake>>,
    /// What it does now.
    pub task: Option<ExternalTask>,
    /// Number of its latest thought; older answers are stale.
    pub epoch: u64,
    /// The game and the node that it thinks about, or thought about last.
    pub game: GameId,
    /// See `game`.
    pub node: NodeId,
    /// Did its opinion of that node end by itself? It is asked again about another position or with other options.
    pub ended: bool,
    /// Why it made no move in the position of the game; the clocks stand until it is asked again.
    pub failure: Option<String>,
    /// Its newest report.
    pub report: Option<Arc<ExternalReport>>,
    /// Options that were set, as `(name, value)`.
    pub options: Vec<(String, String)>,
    /// Does it say what it thinks of the position shown?
    pub opinion: bool,
    /// Is it awaited in a game of an earlier run?
    pub returning: bool,
    /// Is the program of another engine looked for, and does a script ask for it?
    pub sought: Option<Asked>,
}

/// Who asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A user, who can be asked back.
    ByUser,
    /// A script.
    ByScript,
}

impl External {
    /// Does it think about a move in the game?
    pub fn is_moving(&self) -> bool {
        self.task == Some(ExternalTask::Move)
    }

    /// What to call it.
    pub fn called(&self) -> &str {
        self.who.as_ref().map_or("the external engine", |who| &who.name)
    }
}

/// Puts an option among those that were set, in place of an earlier value: UCI compares names without case.
pub fn keep_option(options: &mut Vec<(String, String)>, name: &str, value: &str) {
    options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
    options.push((name.to_owned(), value.to_owned()));
}

/// The external engine's part in a game that is recorded: what the PGN does not say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The side that it plays.
    pub side: Color,
    /// How it is started.
    pub config: ExternalConfig,
}

/// Names of the notes beside an unfinished game; an option's name follows the last.
const SIDE: &str = "outside";
const COMMAND: &str = "outside command";
const OPTION: &str = "outside option ";

impl Seat {
    /// As notes beside an unfinished game.
    pub fn notes(&self) -> BTreeMap<String, String> {
        let side = self.side.fold_wb("white", "black").to_owned();
        let options = self.config.options.iter();
        let options = options.map(|(name, value)| (format!("{OPTION}{name}"), value.clone()));
        let fixed = [(SIDE.to_owned(), side), (COMMAND.to_owned(), self.config.command.clone())];
        fixed.into_iter().chain(options).collect()
    }

    /// Reads such notes; `None` when they speak of no other engine.
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
        let config = ExternalConfig { command: notes.get(COMMAND)?.clone(), options };
        Some(Self { side, config })
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, ExternalConfig, Seat, keep_option};

    #[test]
    fn an_option_takes_the_place_of_its_earlier_value() {
        let mut options = Vec::new();
        for (name, value) in [("Skill Level", "3"), ("Threads", "2"), ("skill level", "5")] {
            keep_option(&mut options, name, value);
        }
        let expected = [("Threads", "2"), ("skill level", "5")];
        assert_eq!(options, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_seat_is_read_as_it_was_noted() {
        let options = [("Skill Level", "3"), ("Threads", "2")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let config = ExternalConfig { command: "my 'e n g'".to_owned(), options };
        let seat = Seat { side: Color::Black, config };
        let mut notes = seat.notes();
        assert_eq!(Seat::read(&notes), Some(seat));
        notes.insert("outside".to_owned(), "nobody".to_owned());
        assert_eq!(Seat::read(&notes), None);
        assert_eq!(Seat::read(&std::collections::BTreeMap::new()), None);
    }
}
