//! The commands: every action with a key or a name is one row of a table with its name, help, group, default keys, argument,
//! availability and handler. Keys, the `:` line, scripts, the footer, the help, the palette and the manual are readings
//! of it. Each file beside this one has the rows of one group and their handlers.
//!
//! A handler changes the model and returns effects, or says in words why it cannot. What it asks to be run after it
//! (the line that was typed, the command chosen in the palette) it leaves in `model.pending`. A function that only one
//! command uses stands beside its row; what an event or a second command also uses is in `update`.

mod board;
mod command;
pub mod completion;
mod debugger;
mod dialogs;
mod engine;
mod game;
mod position_editor;
mod program;
mod record;
mod screen;
mod training;
mod typing;

use super::model::thinking::Purpose;
use super::model::typing::Typing;
use super::model::{Model, OrderedGame, Pending};
use super::update::training as exercises;
use super::update::{position_editor as setup, storage, typing as lines};
use super::values::command_spec::Mode;
use super::values::command_spec::kebab;
use super::values::keymap::Keymap;
use crate::tui::model::dialogs::list::{CommandRow, List, Source};
use crate::tui::model::dialogs::{Confirmation, Dialog, LeftGame};
use crate::tui::model::messages::About;
pub use command::{Command, Effects, InTraining, Unrecorded};
use crossterm::event::KeyEvent;

/// The table.
#[derive(Clone, Debug)]
pub struct Commands(Vec<Command>);

impl Commands {
    /// Every command of Lucena, grouped as the help shows them.
    pub fn built_in() -> Self {
        let groups = [
            board::COMMANDS,
            game::COMMANDS,
            record::COMMANDS,
            training::COMMANDS,
            engine::COMMANDS,
            screen::COMMANDS,
            debugger::COMMANDS,
            position_editor::COMMANDS,
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
    pub fn keymap(&self) -> Keymap {
        Keymap::new(self.0.iter().map(|command| command.spec).collect()).unwrap_or_default()
    }

    fn find(&self, model: &Model, name: &str) -> Option<&Command> {
        let name = model.keymap.find(name)?.name;
        self.0.iter().find(|command| command.spec.name == name)
    }

    /// Runs the command of a key; `None` where the key has none in this mode. Where a mode's own command is not
    /// available, the key means what it means in the map below it; but a step that takes long does not turn the key of the next
    /// one into another command.
    pub fn press(&self, model: &mut Model, key: &KeyEvent) -> Option<Effects> {
        let names: Vec<_> = model.keymap.commands(model.mode(), key).collect();
        let mut found = names.iter().filter_map(|name| self.find(model, name));
        let first = found.next()?;
        if model.mode() == Mode::Inspector && first.spec.name.starts_with("step-") {
            return Some(self.start(model, *first));
        }
        let available = [first].into_iter().chain(found).find(|it| (it.available)(model).is_ok());
        Some(self.start(model, *available.unwrap_or(first)))
    }

    /// Runs a command by its name, without an argument.
    pub fn run(&self, model: &mut Model, name: &str) -> Effects {
        self.find(model, name).map_or_else(Vec::new, |&command| self.start(model, command))
    }

    /// Runs a command without an argument; one that needs it opens the `:` line with its name.
    fn start(&self, model: &mut Model, command: Command) -> Effects {
        if model.dialog.is_some() && !command.spec.over_dialogs {
            return Vec::new();
        }
        if command.spec.argument.required.is_some() {
            model.messages.answer();
            model.typing = Some(Typing::of_command(command.spec.name, ""));
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
                let words = match name {
                    "" => "a command is missing; :help lists them".to_owned(),
                    name => match model.keymap.nearest(name) {
                        Some(near) => format!("there is no command :{name}; did you mean :{near}?"),
                        None => format!("there is no command :{name}; :help lists them"),
                    },
                };
                model.notify_error_about(About::Command(""), words);
                return Vec::new();
            }
        };
        if command.spec.name != kebab(name) && name.chars().any(char::is_uppercase) {
            let now = command.spec.name;
            log::info!(target: "lucena", ply = model.game_ply(); "{name} is called {now} now");
        }
        let argument = argument.trim();
        if let Some(what) = command.spec.argument.required.filter(|_| argument.is_empty()) {
            model.notify_error_about(
                About::Command(command.spec.name),
                format!(":{name} needs {what}"),
            );
            return Vec::new();
        }
        if !argument.is_empty() && command.spec.argument.usage.is_empty() {
            let words = format!(":{name} takes nothing behind it, but there is {argument:?}");
            model.notify_error_about(About::Command(command.spec.name), words);
            return Vec::new();
        }
        model.messages.settle_lines();
        self.invoke(model, command, argument)
    }

    fn invoke(&self, model: &mut Model, command: Command, argument: &str) -> Effects {
        model.messages.answer();
        let name = command.spec.name;
        let done = model.session_script.len();
        log::debug!(target: "lucena", ply = model.game_ply(); "command :{name} {argument}");
        let is_free = if command.on_game { setup::is_closed(model) } else { Ok(()) };
        let before = is_free.and_then(|()| match command.training {
            InTraining::Runs => Ok(Vec::new()),
            InTraining::Ends => Ok(exercises::end(model)),
            InTraining::Refused => exercises::no_training(model).map(|()| Vec::new()),
        });
        let available = before.and_then(|effects| (command.available)(model).map(|()| effects));
        let outcome = available.and_then(|mut effects| {
            effects.extend((command.run)(model, argument)?);
            Ok(effects)
        });
        // What is asked about is recorded when it is confirmed.
        let is_asked = matches!(model.dialog, Some(Dialog::Confirm(_)));
        if outcome.is_ok() {
            model.messages.settle_refusals(name);
        }
        if command.unrecorded.is_none() && outcome.is_ok() && !is_asked {
            model.session_script.insert(done, format!(":{name} {argument}").trim_end().to_owned());
        }
        let mut effects = model.settle(outcome, About::Command(name));
        effects.extend(self.run_pending(model));
        effects
    }

    /// Runs what a command or an event has left to be run.
    pub fn run_pending(&self, model: &mut Model) -> Effects {
        let mut effects = Vec::new();
        for pending in std::mem::take(&mut model.pending) {
            match pending {
                Pending::Line(line) => effects.extend(self.run_line(model, &line)),
                Pending::Confirmed(line) => effects.extend(self.run_unattended(model, &line)),
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

    /// Runs the next lines of the script, as far as neither a game nor an engine is being waited for.
    pub fn run_script(&self, model: &mut Model) -> Effects {
        let mut effects = Vec::new();
        while let Some(line) = model.script.front() {
            let line = line.trim().to_owned();
            if awaits_game(model)
                || awaits_save(model)
                || awaits_engine(model) && kebab(line.trim_start_matches(':')) != "move-now"
            {
                break;
            }
            model.script.pop_front();
            model.dialog = None;
            if !line.is_empty() && !line.starts_with('#') {
                let command = match lines::is_command(model, &line) {
                    true => Ok(line),
                    false => lines::move_of_line(model, &line).map(|mv| format!("move {mv}")),
                };
                match command {
                    Ok(command) => effects.extend(self.run_unattended(model, &command)),
                    Err(words) => model.notify_error_about(About::Command(""), words),
                }
                // The next line may begin another game.
                effects.extend(storage::save_changes(model));
            }
        }
        effects
    }

    /// Runs a line that asks nothing.
    fn run_unattended(&self, model: &mut Model, line: &str) -> Effects {
        model.unattended = true;
        let effects = self.run_line(model, line);
        model.unattended = false;
        effects
    }
}

/// Is a move, a hint, an annotation or the search for a program under way that the next line of a script waits for?
pub fn awaits_engine(model: &Model) -> bool {
    matches!(model.thinking.purpose, Purpose::Move | Purpose::Hint)
        || model.external.is_moving()
        || model.external.sought.is_some()
        || model.annotating.main_line.is_some()
}

/// Is the game being read or chosen that the script has ordered? A list that was left waits for nothing.
fn awaits_game(model: &Model) -> bool {
    let is_listed = || matches!(&model.dialog, Some(Dialog::List(list)) if matches!(list.source, Source::Games(_)));
    match model.ordered_game {
        OrderedGame::None => false,
        OrderedGame::Reading => true,
        OrderedGame::Choosing => is_listed(),
    }
}

/// Is the game being saved before it is left?
const fn awaits_save(model: &Model) -> bool {
    matches!(model.dialog, Some(Dialog::Confirm(Confirmation::Leave(_, LeftGame::Saving(_)))))
}

/// A command in the palette.
fn row(command: &Command, model: &Model) -> CommandRow {
    let key = model.keymap.keys(command.spec.name).into_iter().next().unwrap_or_default();
    let unavailable = (command.available)(model).err();
    CommandRow { spec: command.spec, key, unavailable }
}

#[cfg(test)]
mod tests;
