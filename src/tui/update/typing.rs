//! Typed lines: moves and commands.

use super::{dialogs, moves, perft};
use crate::rules::begins_move;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{Model, Outcome, Pending, StorageEffect};
use crossterm::event::{Event as Raw, KeyEvent};
use tui_input::backend::crossterm::EventHandler;

/// A letter that begins a move opens the line with it.
pub fn begin(model: &mut Model, letter: char) {
    if begins_move(letter) {
        model.messages.answer();
        model.typing = Some(Typing::new(Kind::Move, &letter.to_string()));
    }
}

/// Editing keys and text; an empty line closes itself.
pub fn edit(model: &mut Model, key: KeyEvent) {
    if let Some(typing) = &mut model.typing {
        let before = typing.input.value().is_empty();
        typing.input.handle_event(&Raw::Key(key));
        typing.choices = None;
        if typing.kind == Kind::Search {
            typing.input.value().clone_into(&mut model.log.filter.search);
        }
        let erased = key.code == crossterm::event::KeyCode::Backspace;
        if before && erased {
            model.typing = None;
        }
    }
    model.messages.answer();
}

/// Pasted text goes where text goes; on the board a FEN or a move is understood.
pub fn paste(model: &mut Model, text: &str) -> Outcome {
    let text = text.trim();
    if model.dialog.is_some() {
        return dialogs::enter(model, text);
    }
    if let Some(typing) = &mut model.typing {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            typing.input.handle(tui_input::InputRequest::InsertChar(letter));
        }
        typing.choices = None;
        if typing.kind == Kind::Search {
            typing.input.value().clone_into(&mut model.log.filter.search);
        }
        model.messages.answer();
        return Ok(Vec::new());
    }
    if model.inspector_focused() && perft::paste(model, text) {
        return Ok(Vec::new());
    }
    let name = if text.contains('/') { "fen" } else { "move" };
    model.pending.push(Pending::Line(format!("{name} {text}")));
    Ok(Vec::new())
}

/// Runs what was typed.
pub fn submit(model: &mut Model) -> Outcome {
    let Some(typing) = model.typing.take() else { return Ok(Vec::new()) };
    let text = typing.input.value().trim().to_owned();
    match typing.kind {
        // The log is searched while the text is typed.
        Kind::Search => Ok(Vec::new()),
        Kind::Move | Kind::Command if text.is_empty() => Ok(Vec::new()),
        Kind::Move => moves::typed(model, &text),
        Kind::Command => {
            let mut effects = Vec::new();
            if model.commands.last() != Some(&text) {
                model.commands.push(text.clone());
                effects.push(StorageEffect::SaveCommands(model.commands.clone()).into());
            }
            model.pending.push(Pending::Line(text));
            Ok(effects)
        }
    }
}

/// Shows the command typed before.
pub fn history_back(model: &mut Model) {
    if let Some(typing) = model.typing.as_mut().filter(|line| line.kind == Kind::Command) {
        typing.earlier(&model.commands);
    }
}

/// Shows the command typed after.
pub fn history_forward(model: &mut Model) {
    if let Some(typing) = &mut model.typing {
        typing.later(&model.commands);
    }
}
