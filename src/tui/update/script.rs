//! The session as lines that can be played again: what was done is noted, and a script is done line by line, each line
//! when the engine has answered the one before.

use super::{Effect, act, commands};
use crate::tui::Action;
use crate::tui::model::Model;
use crate::tui::thinking::Purpose;

/// Notes what a key did, if it says something without the screen: cursor and dialog keys do not.
pub fn note(model: &mut Model, action: Action) {
    let tells = matches!(action.group(), "Game" | "Record" | "Engine" | "Screen");
    // What opens a dialog is noted by what the dialog did.
    let asks = matches!(action, Action::NewGame | Action::Resign | Action::Quit | Action::Annotate);
    if tells && !asks && model.dialog.is_none() {
        model.done.push(action.name().to_owned());
    }
}

/// Does the next lines of a script, as far as the engine is not being waited for.
pub fn go_on(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    while let Some(line) = model.script.front() {
        let waits = matches!(model.thinking.purpose, Purpose::Move | Purpose::Hint)
            || model.outside.is_moving()
            || model.annotating.course.is_some();
        if waits && line.trim() != Action::MoveNow.name() {
            break;
        }
        let Some(line) = model.script.pop_front() else { break };
        model.dialog = None;
        effects.extend(perform(model, line.trim()));
    }
    effects
}

/// One line: a command with its colon, an action's name, or a remark after `#`.
fn perform(model: &mut Model, line: &str) -> Vec<Effect> {
    if line.is_empty() || line.starts_with('#') {
        return Vec::new();
    }
    if let Some(command) = line.strip_prefix(':') {
        if !command.starts_with("move") {
            model.done.push(line.to_owned());
        }
        return commands::run(model, command);
    }
    match Action::ALL.iter().find(|action| action.name() == line) {
        Some(&action) => {
            note(model, action);
            act(model, action)
        }
        None => {
            model.notify_error(format!("script: {line:?} is neither an action nor a command"));
            Vec::new()
        }
    }
}
