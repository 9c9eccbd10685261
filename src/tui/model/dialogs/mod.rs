//! The state of the dialogs: forms, confirmations, promotion, help, tour, lists.

pub mod form;
pub mod games;
pub mod list;
pub mod opening_explorer;
pub mod statistics;

pub use form::{Field, Form};
pub use list::List;
pub use statistics::StatisticsView;

use crate::base::sanitise;
use crate::game::Game;
use crate::game::pgn::{GameSource, Note};
use crate::rules::Move;
use crate::tui::model::adjourned::AdjournedGame;
use crate::tui::values::format::truncate;
use std::path::PathBuf;

/// What becomes of the game that is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftGame {
    /// It is under way and can be resumed.
    Adjourned,
    /// It is under way, but its last moves cannot be saved.
    Unsaved,
    /// It was under way when the question was asked, and is over by now.
    Over,
    /// It is a record with changes that no file has; the file that they are saved to, where there is one.
    Changed(Option<PathBuf>),
    /// So many changes of the record are being saved, and then it is left.
    Saving(u64),
}

impl LeftGame {
    fn words(&self, leaving: &Leaving) -> String {
        match (self, leaving) {
            (Self::Adjourned, Leaving::Quit) => "This game is saved and can be resumed.".to_owned(),
            (Self::Adjourned, Leaving::NewGame) => {
                "This game is adjourned when that begins; :adjourned resumes it.".to_owned()
            }
            (Self::Adjourned, Leaving::Line(_) | Leaving::Open(_) | Leaving::Resume(_)) => {
                "It is adjourned; :adjourned resumes it.".to_owned()
            }
            (Self::Unsaved, _) => {
                "The last moves cannot be saved; :save FILE writes the game elsewhere.".to_owned()
            }
            (Self::Over, _) => "This game is over and saved.".to_owned(),
            (Self::Changed(Some(file)), _) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                let name = truncate(&sanitise(&name), LONGEST_NAME);
                format!("The changes of this game are not saved. Save them to {name} first?")
            }
            (Self::Changed(None), _) => {
                "The changes of this game are not saved, and it has no file (:save FILE). Keep a copy in recovered/ first?"
                    .to_owned()
            }
            (Self::Saving(_), _) => "The changes of this game are being saved.".to_owned(),
        }
    }
}

/// Cells of the name of a file in a question.
const LONGEST_NAME: usize = 40;

/// What a game is left for.
#[derive(Debug)]
pub enum Leaving {
    /// The end of the program.
    Quit,
    /// A new game that is set up.
    NewGame,
    /// The game that this line begins.
    Line(String),
    /// One that was read.
    Open(Box<OpenedGame>),
    /// The unfinished one with this record.
    Resume(PathBuf),
}

impl Leaving {
    const fn question(&self) -> &'static str {
        match self {
            Self::Quit => "Quit Lucena?",
            Self::NewGame => "Set up a new game?",
            Self::Line(_) => "Leave this game for a new one?",
            Self::Open(_) => "Leave this game for the one opened?",
            Self::Resume(_) => "Leave this game for the unfinished one?",
        }
    }
}

/// A game that was read.
#[derive(Debug)]
pub struct OpenedGame {
    /// The game.
    pub game: Game,
    /// Where it was read from.
    pub source: Option<GameSource>,
    /// What was not understood.
    pub notes: Vec<Note>,
}

/// An unfinished game that is offered at the start.
#[derive(Debug)]
pub struct ResumeOffer {
    /// The game.
    pub game: AdjournedGame,
    /// How many more there are.
    pub others: usize,
}

impl ResumeOffer {
    /// How many more there are, in words; `None` if there are none.
    pub fn more(&self) -> Option<String> {
        let words = match self.others {
            0 => return None,
            1 => "1 more unfinished game".to_owned(),
            others => format!("{others} more unfinished games"),
        };
        Some(words)
    }
}

/// What a confirmation does.
#[derive(Debug)]
pub enum Confirmation {
    /// Leave the game.
    Leave(Leaving, LeftGame),
    /// Give up the game.
    Resign,
    /// End the game that the external engine does not go on with.
    Abandon,
    /// Claim the draw that the rules give.
    ClaimDraw,
    /// Offer a draw, which ends the game if it is accepted.
    OfferDraw,
    /// Take a line out of the record.
    DeleteLine,
    /// Take back the last move of a game that is over, with its result.
    TakeBack,
    /// Take back the result of a game in which the user has made no move.
    TakeResultBack,
    /// Let another engine take the opponent's place.
    Opponent(String),
}

impl Confirmation {
    /// The line of a script that does what is confirmed; `None` where that leads to another line, or to none.
    pub fn line(&self) -> Option<String> {
        Some(match self {
            Self::Resign | Self::Abandon => ":resign".to_owned(),
            Self::ClaimDraw | Self::OfferDraw => ":draw".to_owned(),
            Self::DeleteLine => ":delete-line".to_owned(),
            Self::TakeBack | Self::TakeResultBack => ":takeback".to_owned(),
            Self::Opponent(command) => format!(":engine {command}"),
            Self::Leave(..) => return None,
        })
    }

    /// The game that it leaves, if it leaves one, is over: it is not adjourned.
    pub fn end_game(&mut self) {
        if let Self::Leave(_, left) = self
            && *left == LeftGame::Adjourned
        {
            *left = LeftGame::Over;
        }
    }

    /// The text of the question.
    pub fn text(&self) -> String {
        let text = match self {
            Self::Leave(leaving, left) => {
                return format!("{} {}", leaving.question(), left.words(leaving));
            }
            Self::Resign => "Resign this game?",
            Self::Abandon => "End this game as abandoned, lost by the other engine?",
            Self::ClaimDraw => "Claim the draw?",
            Self::OfferDraw => "Offer a draw? The game ends if it is accepted.",
            Self::DeleteLine => "Delete this move and all moves after it?",
            Self::TakeBack => "The game is over. Take back the last move, and with it the result?",
            Self::TakeResultBack => "The game is over. Take back its result?",
            Self::Opponent(_) => "Change the opponent in this game? The record says from where.",
        };
        text.to_owned()
    }

    /// Does it ask whether changes are saved or discarded?
    pub const fn is_about_changes(&self) -> bool {
        matches!(self, Self::Leave(_, LeftGame::Changed(_)))
    }
}

/// An open dialog.
#[derive(Debug)]
pub enum Dialog {
    /// A new game.
    NewGame(Form),
    /// The settings.
    Settings(Form),
    /// A question before something that cannot be undone.
    Confirm(Confirmation),
    /// Choice of the promotion piece: queen first, and the selected one.
    Promotion(Vec<Move>, usize),
    /// Resume a saved game.
    Resume(Box<ResumeOffer>),
    /// All keys.
    Help(Help),
    /// How strong the first opponent is to be, at a row of [`LEVELS`].
    Levels(usize),
    /// The tour, at a page.
    Tour(usize),
    /// Rows to choose from, such as games, commands or messages.
    List(Box<List>),
    /// Statistics of the player's games.
    Statistics(Box<StatisticsView>),
    /// The questions about a search, at a row.
    Questions(usize),
}

/// Opponents in a player's words: who they suit, and the strength as the form reads it.
pub const LEVELS: [(&str, &str); 7] = [
    ("I am learning how the pieces move", "human 600"),
    ("I play now and then", "human 900"),
    ("I play often, for fun", "human 1200"),
    ("I play in a club, or solve tactics", "human 1500"),
    ("I am a strong club player", "human 1800"),
    ("I play tournaments, above 2000", "human 2100"),
    ("I want to see all that Lucena can do", "full"),
];

/// The pages of the tour: a heading and a text.
pub const TOUR: [(&str, &str); 5] = [
    (
        "Welcome to Lucena",
        "A chess engine that shows its work. The board is on the left; the panels on the right show the search, the \
         time management and the evaluation.",
    ),
    (
        "Making a move",
        "Type it (e4, nf3, o-o, e2e4; small letters will do) and press Enter, or move the cursor with the arrow \
         keys and press Enter on the piece and on the square, or use the mouse. u takes a move back, y replays it, \
         v flips the board.",
    ),
    (
        "Looking inside",
        "Tab selects the next panel, z zooms it. F2, F3 and F4 are layouts for playing, inspecting and \
         reviewing. m shows the activity of the evaluation network as a heat map.",
    ),
    (
        "Playing strength",
        "A level is the rating of people on Lichess, rapid, who play like it. + and - change it by 50 at any time, * switches to full strength, # lists levels and \
         personalities. The dial panel shows what the level changes and whether the last move was weakened.",
    ),
    (
        "Finding help",
        "? lists every key and can be searched. A colon starts a command, such as :elo 1800 or :theme parchment; Tab \
         completes it. F12 shows this tour again.",
    ),
];

/// Search text and scroll position of the help.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Search text.
    pub filter: String,
    /// Lines above the first one shown.
    pub scroll: usize,
}

impl Help {
    /// Scrolls by `step` lines; drawing limits it at the end.
    pub const fn scrolled(&mut self, step: isize) {
        self.scroll = self.scroll.saturating_add_signed(step);
    }
}
