//! A row of the table, and the macro that writes the rows of a group.

use crate::tui::model::{CommandResult, Effect, Model};
use crate::tui::values::command_spec::{Argument, CommandSpec, Mode};

/// What a handler asks the runtime to do.
pub type Effects = Vec<Effect>;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// What is known of it without running it.
    pub spec: CommandSpec,
    /// Whether it can be run now, or why not.
    pub available: fn(&Model) -> Result<(), String>,
    /// Runs it with its argument.
    pub run: fn(&mut Model, &str) -> CommandResult,
    /// Why it is left out of the script of the session; `None` where it is written.
    pub unrecorded: Option<Unrecorded>,
    /// What it does to training.
    pub training: InTraining,
    /// Is it for the game on the board, and refused while a position is set up in front of it?
    pub on_game: bool,
}

/// Why a command is not written into the script of the session. What has no reason is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrecorded {
    /// It shows, chooses or types something on the screen that no later line depends on.
    OnScreen,
    /// What it leads to is recorded: the move, the line that was typed or chosen, the answer to a question.
    ByResult,
    /// It acts on a search that runs, so that what it does depends on the time at which it comes.
    OnSearch,
    /// It writes the script, or ends the session.
    Script,
}

/// What becomes of a command while an exercise is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTraining {
    /// It runs.
    Runs,
    /// It begins or opens another game: training ends before it.
    Ends,
    /// It is for the game that waits, and is refused.
    Refused,
}

impl Command {
    /// A command without keys or argument, always available, written into the script.
    pub const fn new(
        group: &'static str,
        name: &'static str,
        help: &'static str,
        run: fn(&mut Model, &str) -> CommandResult,
    ) -> Self {
        let (aliases, label, keys): (&[&str], _, &[(Mode, &str)]) = (&[], "", &[]);
        let argument = Argument::NONE;
        let (words, over_dialogs) = ("", false);
        let spec =
            CommandSpec { name, aliases, help, words, label, group, keys, argument, over_dialogs };
        let training = InTraining::Runs;
        Self { spec, available: |_| Ok(()), run, unrecorded: None, training, on_game: false }
    }

    /// With default keys, separated by blanks, for each mode.
    #[must_use]
    pub const fn keys(mut self, keys: &'static [(Mode, &'static str)]) -> Self {
        self.spec.keys = keys;
        self
    }

    /// With other names.
    #[must_use]
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.spec.aliases = aliases;
        self
    }

    /// With further words that somebody may search it by.
    #[must_use]
    pub const fn words(mut self, words: &'static str) -> Self {
        self.spec.words = words;
        self
    }

    /// With a short name for the footer.
    #[must_use]
    pub const fn label(mut self, label: &'static str) -> Self {
        self.spec.label = label;
        self
    }

    /// With an argument.
    #[must_use]
    pub const fn argument(mut self, argument: Argument) -> Self {
        self.spec.argument = argument;
        self
    }

    /// Available only where this holds.
    #[must_use]
    pub const fn when(mut self, available: fn(&Model) -> Result<(), String>) -> Self {
        self.available = available;
        self
    }

    /// Left out of the script of the session, for this reason.
    #[must_use]
    pub const fn unrecorded(mut self, reason: Unrecorded) -> Self {
        self.unrecorded = Some(reason);
        self
    }

    /// Begins or opens another game, which ends training.
    #[must_use]
    pub const fn ends_training(mut self) -> Self {
        self.training = InTraining::Ends;
        self
    }

    /// For the game on the board, or in training the exercise: refused while a position is set up in front of it.
    #[must_use]
    pub const fn on_game(mut self) -> Self {
        self.on_game = true;
        self
    }

    /// For the game on the board only: refused also while that waits for the end of training.
    #[must_use]
    pub const fn not_in_training(mut self) -> Self {
        self.training = InTraining::Refused;
        self.on_game()
    }

    /// Runs while a dialog is open as well.
    #[must_use]
    pub const fn over_dialogs(mut self) -> Self {
        self.spec.over_dialogs = true;
        self
    }
}

/// What a handler may return.
pub(super) trait IntoCommandResult {
    fn into_command_result(self) -> CommandResult;
}

impl IntoCommandResult for () {
    fn into_command_result(self) -> CommandResult {
        Ok(Vec::new())
    }
}

impl IntoCommandResult for Effect {
    fn into_command_result(self) -> CommandResult {
        Ok(vec![self])
    }
}

impl IntoCommandResult for Effects {
    fn into_command_result(self) -> CommandResult {
        Ok(self)
    }
}

impl<T: IntoCommandResult, E: Into<String>> IntoCommandResult for Result<T, E> {
    fn into_command_result(self) -> CommandResult {
        self.map_err(Into::into).and_then(T::into_command_result)
    }
}

/// The rows of one group: `"name" => what it does, "help", and what differs from `Command::new`.
macro_rules! commands {
    ($group:literal, |$model:ident, $argument:ident|
        $($name:literal => $run:expr, $help:literal $(, $field:ident($($value:expr)?))*;)*) => {
        /// The commands of this group.
        pub(super) const COMMANDS: &[$crate::tui::commands::command::Command] = &[$({
            #[allow(unused_imports, reason = "not every group has a command that is left out of scripts")]
            use $crate::tui::commands::command::{Command, IntoCommandResult as _, Unrecorded::*};
            #[allow(unused_variables, reason = "not every command has an argument")]
            let run = |$model: &mut $crate::tui::model::Model, $argument: &str| $run.into_command_result();
            Command::new($group, $name, $help, run)$(.$field($($value)?))*
        },)*];
    };
}
pub(super) use commands;
