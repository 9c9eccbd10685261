//! Typed lines: moves and commands.

use super::{Effect, commands, counting, dialog, play};
use crate::rules::{NotationError, parse_move};
use crate::tui::Action;
use crate::tui::command;
use crate::tui::model::{Model, Toggle};
use crate::tui::typing::{Kind, Typing};
use crossterm::event::{Event as Raw, KeyEvent};
use tui_input::backend::crossterm::EventHandler;

/// Opens a line.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::TypeMove => model.typing = Some(Typing::new(Kind::Move, "")),
        Action::Command => model.typing = Some(Typing::new(Kind::Command, "")),
        Action::Submit => return submit(model),
        Action::Complete => complete(model),
        Action::Close => model.typing = None,
        Action::HistoryBack => {
            if let Some(typing) = model.typing.as_mut().filter(|line| line.kind == Kind::Command) {
                typing.earlier(&model.commands);
            }
        }
        _ => {
            if let Some(typing) = &mut model.typing {
                typing.later(&model.commands);
            }
        }
    }
    Vec::new()
}

/// A letter that begins a move opens the line with it.
pub fn begin(model: &mut Model, letter: char) -> Vec<Effect> {
    if matches!(letter, 'a'..='h' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'O' | '0') {
        model.message = None;
        model.typing = Some(Typing::new(Kind::Move, &letter.to_string()));
    }
    Vec::new()
}

/// Editing keys and text; an empty line closes itself.
pub fn edit(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if let Some(typing) = &mut model.typing {
        let before = typing.input.value().is_empty();
        typing.input.handle_event(&Raw::Key(key));
        let erased = key.code == crossterm::event::KeyCode::Backspace;
        if before && erased {
            model.typing = None;
        }
    }
    model.message = None;
    Vec::new()
}

/// Pasted text goes where text goes; on the board a FEN or a move is understood.
pub fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    let text = text.trim();
    if model.dialog.is_some() {
        return dialog::enter(model, text);
    }
    if let Some(typing) = &mut model.typing {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            typing.input.handle(tui_input::InputRequest::InsertChar(letter));
        }
        return Vec::new();
    }
    if model.inspects() && counting::paste(model, text) {
        return Vec::new();
    }
    if text.contains('/') {
        return commands::run(model, &format!("fen {text}"));
    }
    typed_move(model, text)
}

fn submit(model: &mut Model) -> Vec<Effect> {
    let Some(typing) = model.typing.take() else { return Vec::new() };
    let text = typing.input.value().trim().to_owned();
    match typing.kind {
        _ if text.is_empty() => Vec::new(),
        Kind::Move => typed_move(model, &text),
        Kind::Command => {
            if model.commands.last() != Some(&text) {
                model.commands.push(text.clone());
            }
            // A move notes itself.
            if !text.starts_with("move") && !text.starts_with("log") {
                model.done.push(format!(":{text}"));
            }
            commands::run(model, &text)
        }
    }
}

/// A move as text; ahead of the opponent's move only squares will do.
pub fn typed_move(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.session.may_premove() && model.session.analysis == Toggle::Off {
        return premove(model, text);
    }
    match parse_move(model.session.position(), text) {
        Ok(mv) => play::user_move(model, mv),
        Err(error) => {
            let refused = matches!(error, NotationError::Illegal(_)).then(|| text.to_owned());
            refuse(model, refused, &error.to_string());
            Vec::new()
        }
    }
}

/// Complains about a move, and keeps it for whoever asks why.
pub fn refuse(model: &mut Model, refused: Option<String>, wrong: &str) {
    let key = model.keymap.keys(Action::Questions).into_iter().next();
    match key.filter(|_| refused.is_some()) {
        Some(key) => model.complain(format!("{wrong}; {key} 8 says why")),
        None => model.complain(wrong),
    }
    model.hand.refused = refused;
}

fn premove(model: &mut Model, text: &str) -> Vec<Effect> {
    let square = |range| text.get(range).and_then(|part: &str| part.parse().ok());
    match (square(0..2), square(2..4)) {
        (Some(from), Some(to)) if model.session.owns(from) => {
            model.session.premove = Some((from, to));
            model.say(format!("{from}{to} will be played if it is legal then"));
        }
        _ => model.complain("it is the engine's move; a move ahead is typed as e2e4"),
    }
    Vec::new()
}

/// Completes as far as all candidates agree; a single one entirely.
fn complete(model: &mut Model) {
    let Some(typing) = model.typing.as_mut().filter(|typing| typing.kind == Kind::Command) else {
        return;
    };
    let characters = model.strengths.roster.characters();
    let characters: Vec<&str> = characters.iter().map(|known| known.name.as_str()).collect();
    let candidates = command::complete(typing.input.value(), &characters);
    let Some(first) = candidates.first() else { return };
    let shared = candidates.iter().fold(first.as_str(), |shared, other| {
        let same = shared.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        shared.get(..same).unwrap_or(shared)
    });
    let single = candidates.len() == 1 && !shared.contains(' ');
    typing.input = tui_input::Input::new(format!("{shared}{}", if single { " " } else { "" }));
    if candidates.len() > 1 {
        let names: Vec<&str> = candidates
            .iter()
            .map(|c| c.split_once(' ').map_or(c.as_str(), |(_, word)| word))
            .collect();
        let names = names.join("  ");
        model.message =
            Some(crate::tui::model::Message { text: names, tone: crate::tui::model::Tone::Plain });
    }
}
