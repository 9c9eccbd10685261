//! A line being typed: a move or a command, with its history. What it means is `update`'s business.

use crate::tui::model::dialogs::{Dialog, Form};
use crate::tui::values::completion::Completions;
use tui_input::{Input, InputRequest};

/// Text input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A move in SAN or UCI form.
    Move,
    /// A command after the colon.
    Command,
    /// What entries of the log contain, while it is typed.
    Search,
}

/// A new game that a move begins.
#[derive(Clone, Debug)]
pub enum Beginning {
    /// The game of the form.
    Form(Form),
    /// The first game, at this row of the levels.
    Level(usize),
}

impl Beginning {
    /// What was open before the move was typed.
    pub fn dialog(self) -> Dialog {
        match self {
            Self::Form(form) => Dialog::NewGame(form),
            Self::Level(row) => Dialog::Levels(row),
        }
    }
}

/// The line.
#[derive(Clone, Debug)]
pub struct Typing {
    /// What it will be taken for.
    pub kind: Kind,
    /// Text and cursor.
    pub input: Input,
    /// The new game that waits for the move, if the line was begun over its form.
    pub beginning: Option<Beginning>,
    /// The command that the line was opened with, up to where the user types.
    given: String,
    /// Which earlier line is shown, counted from the newest.
    pub back: Option<usize>,
    /// The line as it was before an earlier one was shown.
    pub draft: String,
    /// What it may be completed to, and which of these is shown.
    pub choices: Option<(Completions, Option<usize>)>,
}

impl Typing {
    /// An empty line, or one that begins with what was typed already.
    pub fn new(kind: Kind, start: &str) -> Self {
        let input = Input::new(start.to_owned());
        let (given, draft) = (String::new(), String::new());
        Self { kind, input, beginning: None, given, back: None, draft, choices: None }
    }

    /// The line of a move that begins a new game.
    pub fn first_move(beginning: Beginning, start: &str) -> Self {
        Self { beginning: Some(beginning), ..Self::new(Kind::Move, start) }
    }

    /// The line of a command that the user did not type, with what may stand behind it.
    pub fn of_command(name: &str, argument: &str) -> Self {
        let given = format!("{name} ");
        Self { given: given.clone(), ..Self::new(Kind::Command, &(given + argument)) }
    }

    /// Inserts `text` at the cursor.
    pub fn insert(&mut self, text: &str) {
        let (value, cursor) = (self.input.value(), self.input.cursor());
        let at = value.char_indices().nth(cursor).map_or(value.len(), |(at, _)| at);
        let (before, after) = value.split_at(at);
        let value = format!("{before}{text}{after}");
        self.input = Input::new(value).with_cursor(cursor + text.chars().count());
    }

    /// Goes to the start of what the user types for, behind a command that the line was opened with; from there to the start of
    /// the line.
    pub fn to_start(&mut self) {
        let is_given = self.input.value().starts_with(&self.given);
        let start = if is_given { self.given.chars().count() } else { 0 };
        let at = if self.input.cursor() == start { 0 } else { start };
        self.input.handle(InputRequest::SetCursor(at));
    }

    /// Shows the next of the completions; `false` when there are none.
    pub fn next_choice(&mut self) -> bool {
        let Some((completions, at)) = &mut self.choices else { return false };
        let next = at.map_or(0, |at| (at + 1) % completions.words.len().max(1));
        *at = Some(next);
        self.input = Input::new(completions.line(next));
        true
    }

    /// Shows the line typed before the one shown.
    pub fn earlier(&mut self, history: &[String]) {
        let next = self.back.map_or(0, |back| back + 1);
        if let Some(line) = history.iter().rev().nth(next) {
            if self.back.is_none() {
                self.draft = self.input.value().to_owned();
            }
            self.back = Some(next);
            self.choices = None;
            self.input = Input::new(line.clone());
        }
    }

    /// Shows the line typed after the one shown, and at last what was being typed.
    pub fn later(&mut self, history: &[String]) {
        let Some(back) = self.back else { return };
        self.choices = None;
        self.back = back.checked_sub(1);
        let line = self.back.and_then(|back| history.iter().rev().nth(back));
        self.input = Input::new(line.cloned().unwrap_or_else(|| self.draft.clone()));
    }
}
