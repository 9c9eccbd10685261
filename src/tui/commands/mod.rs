//! The commands: whatever a user can do is one row of a table with its name, help, group, default keys, argument,
//! availability and handler. Keys, the `:` line, scripts, the footer, the help, the palette and the manual are readings
//! of it. Each file beside this one has the rows of one group and their handlers.
//!
//! A handler changes the model and returns effects, or says in words why it cannot. What it asks to be run after it
//! (the line that was typed, the command chosen in the palette) it leaves in `model.pending`.

mod board;
pub mod completion;
mod debugger;
mod dialogs;
mod engine;
mod game;
mod program;
mod record;
mod screen;
mod typing;

use super::dialogs::Dialog;
use super::dialogs::list::{CommandRow, List, Source};
use super::model::thinking::Purpose;
use super::model::typing::{Kind, Typing};
use super::model::{Effect, Model, Outcome, Pending};
use super::values::command_spec::{Argument, CommandSpec, Mode, kebab};
use super::values::keymap::Keymap;
use crossterm::event::KeyEvent;

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
    pub run: fn(&mut Model, &str) -> Outcome,
    /// Is it written into the script of the session?
    pub recorded: bool,
    /// Does it run while a dialog is open?
    pub over_dialogs: bool,
}

impl Command {
    /// A command without keys or argument, always available, written into the script.
    #[must_use]
    pub const fn new(
        group: &'static str,
        name: &'static str,
        help: &'static str,
        run: fn(&mut Model, &str) -> Outcome,
    ) -> Self {
        let (aliases, label, keys): (&[&str], _, &[(Mode, &str)]) = (&[], "", &[]);
        let argument = Argument::NONE;
        let spec = CommandSpec { name, aliases, help, label, group, keys, argument };
        Self { spec, available: |_| Ok(()), run, recorded: true, over_dialogs: false }
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

    /// Left out of the script of the session: it says nothing without the screen, or is recorded by what it leads to.
    #[must_use]
    pub const fn unrecorded(mut self) -> Self {
        self.recorded = false;
        self
    }

    /// Runs while a dialog is open as well.
    #[must_use]
    pub const fn over_dialogs(mut self) -> Self {
        self.over_dialogs = true;
        self
    }
}

/// What a handler may return.
trait IntoOutcome {
    fn into_outcome(self) -> Outcome;
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        Ok(Vec::new())
    }
}

impl IntoOutcome for Effect {
    fn into_outcome(self) -> Outcome {
        Ok(vec![self])
    }
}

impl IntoOutcome for Effects {
    fn into_outcome(self) -> Outcome {
        Ok(self)
    }
}

impl<T: IntoOutcome, E: Into<String>> IntoOutcome for Result<T, E> {
    fn into_outcome(self) -> Outcome {
        self.map_err(Into::into).and_then(T::into_outcome)
    }
}

/// The rows of one group: `"name" => what it does, "help", and what differs from `Command::new`.
macro_rules! commands {
    ($group:literal, |$model:ident, $argument:ident|
        $($name:literal => $run:expr, $help:literal $(, $field:ident($($value:expr)?))*;)*) => {
        /// The commands of this group.
        pub(super) const COMMANDS: &[$crate::tui::commands::Command] = &[$({
            use $crate::tui::commands::{Command, IntoOutcome as _};
            #[allow(unused_variables, reason = "not every command has an argument")]
            let run = |$model: &mut $crate::tui::model::Model, $argument: &str| $run.into_outcome();
            Command::new($group, $name, $help, run)$(.$field($($value)?))*
        },)*];
    };
}
use commands;

/// The table.
#[derive(Clone, Debug)]
pub struct Commands(Vec<Command>);

impl Commands {
    /// Every command of Lucena, grouped as the help shows them.
    #[must_use]
    pub fn built_in() -> Self {
        let groups = [
            board::COMMANDS,
            game::COMMANDS,
            record::COMMANDS,
            engine::COMMANDS,
            screen::COMMANDS,
            debugger::COMMANDS,
            program::COMMANDS,
            dialogs::COMMANDS,
            typing::COMMANDS,
        ];
        Self(groups.concat())
    }

    /// The table with another row.
    #[must_use]
    pub fn with(mut self, command: Command) -> Self {
        self.0.push(command);
        self
    }

    /// The commands with their default keys.
    #[must_use]
    pub fn keymap(&self) -> Keymap {
        Keymap::new(self.0.iter().map(|command| command.spec).collect()).unwrap_or_default()
    }

    fn find(&self, model: &Model, name: &str) -> Option<&Command> {
        let name = model.keymap.find(name)?.name;
        self.0.iter().find(|command| command.spec.name == name)
    }

    /// Runs the command of a key; `None` where the key has none in this mode. Where a mode's own command is not
    /// available, the key means what it means in the map below it.
    pub fn press(&self, model: &mut Model, key: &KeyEvent) -> Option<Effects> {
        let names: Vec<_> = model.keymap.commands(model.mode(), key).collect();
        let mut found = names.iter().filter_map(|name| self.find(model, name));
        let first = found.next()?;
        let available = [first].into_iter().chain(found).find(|it| (it.available)(model).is_ok());
        Some(self.start(model, *available.unwrap_or(first)))
    }

    /// Runs a command by its name, without an argument.
    pub fn run(&self, model: &mut Model, name: &str) -> Effects {
        self.find(model, name).map_or_else(Vec::new, |&command| self.start(model, command))
    }

    /// Runs a command without an argument; one that needs it opens the `:` line with its name.
    fn start(&self, model: &mut Model, command: Command) -> Effects {
        if model.dialog.is_some() && !command.over_dialogs {
            return Vec::new();
        }
        if command.spec.argument.required.is_some() {
            model.message = None;
            model.typing = Some(Typing::new(Kind::Command, &format!("{} ", command.spec.name)));
            return Vec::new();
        }
        self.invoke(model, command, "")
    }

    /// Runs a line: a command's name, with or without a colon, and its argument.
    pub fn run_line(&self, model: &mut Model, line: &str) -> Effects {
        let line = line.trim().trim_start_matches(':').trim();
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = match self.find(model, name) {
            Some(&command) => command,
            None => {
                model.notify_error(match name {
                    "" => "a command is missing; :help lists them".to_owned(),
                    name => format!("there is no command :{name}; :help lists them"),
                });
                return Vec::new();
            }
        };
        if command.spec.name != kebab(name) && name.chars().any(char::is_uppercase) {
            let now = command.spec.name;
            log::info!(target: "lucena", ply = model.game_ply(); "{name} is called {now} now");
        }
        let argument = argument.trim();
        if let Some(what) = command.spec.argument.required.filter(|_| argument.is_empty()) {
            model.notify_error(format!(":{name} needs {what}"));
            return Vec::new();
        }
        self.invoke(model, command, argument)
    }

    fn invoke(&self, model: &mut Model, command: Command, argument: &str) -> Effects {
        model.message = None;
        if command.recorded {
            model.done.push(format!(":{} {argument}", command.spec.name).trim_end().to_owned());
        }
        let available = (command.available)(model);
        let outcome = available.and_then(|()| (command.run)(model, argument));
        let mut effects = model.settle(outcome);
        effects.extend(self.run_pending(model));
        effects
    }

    /// Runs what a command or an event has left to be run.
    pub fn run_pending(&self, model: &mut Model) -> Effects {
        let mut effects = Vec::new();
        for pending in std::mem::take(&mut model.pending) {
            match pending {
                Pending::Line(line) => effects.extend(self.run_line(model, &line)),
                Pending::Command(name) => effects.extend(self.run(model, name)),
                Pending::Palette => {
                    let rows = self.0.iter().map(|command| row(command, model)).collect();
                    let list = List::new(Source::Commands(rows));
                    model.dialog = Some(Dialog::List(Box::new(list)));
                }
            }
        }
        effects
    }

    /// Runs the next lines of the script, as far as no engine is being waited for.
    pub fn run_script(&self, model: &mut Model) -> Effects {
        let mut effects = Vec::new();
        while let Some(line) = model.script.front() {
            let line = line.trim().to_owned();
            let waits = matches!(model.thinking.purpose, Purpose::Move | Purpose::Hint)
                || model.external.is_moving()
                || model.annotating.course.is_some();
            if waits && kebab(line.trim_start_matches(':')) != "move-now" {
                break;
            }
            model.script.pop_front();
            model.dialog = None;
            if !line.is_empty() && !line.starts_with('#') {
                effects.extend(self.run_line(model, &line));
            }
        }
        effects
    }
}

/// A command in the palette.
fn row(command: &Command, model: &Model) -> CommandRow {
    let CommandSpec { name, help, .. } = command.spec;
    let key = model.keymap.keys(name).into_iter().next().unwrap_or_default();
    let unavailable = (command.available)(model).err();
    CommandRow { name, usage: command.spec.usage(), key, help, unavailable }
}

#[cfg(test)]
mod tests;
