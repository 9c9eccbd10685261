//! Typed lines: moves and commands.

use super::{Effect, commands, dialog, perft, play};
use crate::rules::{NotationError, Square, notation, parse_move};
use crate::tui::Action;
use crate::tui::completion::{self, Candidates, DiskLookup};
use crate::tui::dialogs::settings;
use crate::tui::model::{Message, Model, Severity};
use crate::tui::session::destination;
use crate::tui::typing::{Kind, Typing};
use crossterm::event::{Event as Raw, KeyEvent};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

/// Opens a line.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::TypeMove => model.typing = Some(Typing::new(Kind::Move, "")),
        Action::Command => model.typing = Some(Typing::new(Kind::Command, "")),
        Action::Submit => return submit(model),
        Action::Complete => return complete(model),
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
        typing.choices = None;
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
        typing.choices = None;
        model.message = None;
        return Vec::new();
    }
    if model.inspector_focused() && perft::paste(model, text) {
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
            let mut effects = Vec::new();
            if model.commands.last() != Some(&text) {
                model.commands.push(text.clone());
                effects.push(Effect::SaveCommands);
            }
            // A move notes itself.
            if !text.starts_with("move") && !text.starts_with("log") {
                model.done.push(format!(":{text}"));
            }
            effects.extend(commands::run(model, &text));
            effects
        }
    }
}

/// A move as text; ahead of the opponent's move only squares will do.
pub fn typed_move(model: &mut Model, text: &str) -> Vec<Effect> {
    if model.session.may_premove() {
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
        Some(key) => model.notify_error(format!("{wrong}; {key} 8 says why")),
        None => model.notify_error(wrong),
    }
    model.hand.refused = refused;
}

fn premove(model: &mut Model, text: &str) -> Vec<Effect> {
    match premove_squares(model, text).filter(|&(from, _)| model.session.owns(from)) {
        Some((from, to)) => {
            model.session.premove = Some((from, to));
            model.notify_info(format!("{from}{to} will be played if it is legal then"));
        }
        None => model.notify_error("it is the engine's move; a move ahead is typed as e2e4 or Nf3"),
    }
    Vec::new()
}

/// The squares of a move that is entered ahead: two squares, whether it is legal now or not, or the move as it would be
/// written if the user were to move.
fn premove_squares(model: &Model, text: &str) -> Option<(Square, Square)> {
    let square = |range| text.get(range).and_then(|part: &str| part.parse().ok());
    if let (Some(from), Some(to)) = (square(0..2), square(2..4)) {
        return Some((from, to));
    }
    let passed = model.session.position().null_move()?;
    let mv = parse_move(&passed, text).ok()?;
    Some((mv.from()?, destination(mv, passed.turn())))
}

/// Completes the line; what lies on the disk is looked up first. A second press goes through the completions.
fn complete(model: &mut Model) -> Vec<Effect> {
    let Some(typing) = model.typing.as_mut().filter(|typing| typing.kind == Kind::Command) else {
        return Vec::new();
    };
    if typing.next_choice() {
        list_choices(model);
        return Vec::new();
    }
    let line = typing.input.value().to_owned();
    match completion::sought(&line) {
        Some(sought) => vec![Effect::CompleteFromDisk(line, sought)],
        None => {
            found(model, &line, &[]);
            Vec::new()
        }
    }
}

/// Completes as far as all completions agree, with what was found on the disk; a single one entirely.
pub fn found(model: &mut Model, line: &str, found: &[String]) {
    let Some(typing) = model.typing.as_mut().filter(|typing| typing.input.value() == line) else {
        // Typed on meanwhile.
        return;
    };
    if completion::sought(line) == Some(DiskLookup::Themes) {
        found.clone_into(&mut model.own_themes);
    }
    let roster = model.strengths.roster.all();
    let characters: Vec<String> = roster.iter().map(|known| known.name.clone()).collect();
    let position = model.session.position();
    let legal = position.legal_moves().into_iter();
    let moves: Vec<String> = legal.map(|mv| notation::san(position, mv)).collect();
    let options = model.outside.who.as_ref().map_or(&[][..], |who| &who.options);
    let form = settings::form(&model.prefs, &model.own_themes);
    let settings: Vec<_> = form.fields.into_iter().map(|it| (it.label, it.options)).collect();
    let settings = &settings;
    let known = Candidates { characters: &characters, options, settings, moves: &moves, found };
    let completions = completion::complete(line, known);
    match completions.words.len() {
        0 => {}
        1 => {
            let whole = completions.line(0);
            // More is to be typed after a command, and after the name of an option.
            let goes_on =
                completions.head.is_empty() || ["option ", "set "].contains(&&*completions.head);
            typing.input = Input::new(if goes_on { whole + " " } else { whole });
        }
        _ => {
            // Names of which some begin with capitals may agree in less than was typed.
            let shared = completions.shared();
            if shared.chars().count() >= line.chars().count() {
                typing.input = Input::new(shared);
            }
            typing.choices = Some((completions, None));
            list_choices(model);
        }
    }
}

/// Says what the line may be completed to, the chosen one first.
fn list_choices(model: &mut Model) {
    let Some((completions, at)) = model.typing.as_ref().and_then(|typing| typing.choices.as_ref())
    else {
        return;
    };
    let mut names = completions.names();
    // What comes next is read first, and a narrow screen cuts the end.
    let first = at.map_or(0, |at| (at + 1) % names.len().max(1));
    names.rotate_left(first);
    model.message = Some(Message { text: names.join("  "), severity: Severity::Info });
}
