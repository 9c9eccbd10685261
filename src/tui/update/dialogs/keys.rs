//! Keys and clicks of what is open: fields, choices, text.

use super::adjourned::discard;
use super::answers::{close, confirm};
use super::leaving::discard_changes;
use super::opening::{NO_ORDER, games};
use crate::library::SortBy;
use crate::rules::{Role, begins_move};
use crate::tui::model::dialogs::form::Direction;
use crate::tui::model::dialogs::{Dialog, Form, LEVELS, TOUR};
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::model::typing::{Beginning, Kind, Typing};
use crate::tui::model::{CommandResult, Effect, Model, StorageEffect};
use crate::tui::update::{inspect, moves, new_game, screen, settings};
use crate::tui::values::erased::Erased;
use crossterm::event::{Event as Raw, KeyEvent};
use tui_input::InputRequest;
use tui_input::backend::crossterm::to_input_request;

/// Goes to the next field or row, or to the one before.
pub fn step_field(model: &mut Model, direction: Direction) {
    let by = if direction == Direction::Forward { 1 } else { -1 };
    match &mut model.dialog {
        Some(Dialog::NewGame(form) | Dialog::Settings(form)) => form.go(direction),
        Some(Dialog::Promotion(moves, chosen)) => *chosen = stepped(*chosen, by, moves.len()),
        Some(Dialog::Questions(row)) => *row = stepped(*row, by, QUESTIONS.len()),
        Some(Dialog::Levels(row)) => *row = stepped(*row, by, LEVELS.len()),
        Some(Dialog::List(list)) => list.go(by),
        Some(Dialog::Statistics(_)) => screen::scroll_statistics(model, by),
        Some(Dialog::Tour(page)) => *page = page.saturating_add_signed(by).min(TOUR.len() - 1),
        Some(Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Help(_)) | None => {}
    }
}

/// The index after or before `at`, around a ring of `count`.
const fn stepped(at: usize, by: isize, count: usize) -> usize {
    let count = if count == 0 { 1 } else { count };
    at.wrapping_add_signed(by + count.cast_signed()) % count
}

/// Changes the value of the field; without fields it goes on or back.
pub fn step_choice(model: &mut Model, direction: Direction) -> Vec<Effect> {
    if let Some(Dialog::NewGame(form)) = &mut model.dialog {
        form.step(direction);
    } else if let Some(Dialog::Settings(form)) = &mut model.dialog {
        form.step(direction);
        return settings::preview(model);
    } else if let Some(Dialog::List(list)) = &mut model.dialog
        && list.above() > 0
    {
        let by = if direction == Direction::Forward { 1 } else { -1 };
        list.reorder(|games| games.step_sort(by));
    } else if let Some(Dialog::Statistics(view)) = &mut model.dialog {
        view.turn(if direction == Direction::Forward { 1 } else { -1 });
    } else {
        step_field(model, direction);
    }
    Vec::new()
}

/// Text for what is open.
pub fn enter(model: &mut Model, text: &str) -> CommandResult {
    let answer = text == "y" || text == "n";
    match &mut model.dialog {
        // No field of a new game has a colon: it begins a command, as elsewhere.
        Some(Dialog::NewGame(_) | Dialog::Levels(_)) if text == ":" => {
            model.dialog = None;
            model.typing = Some(Typing::new(Kind::Command, ""));
        }
        // A move that is typed at once begins the game.
        Some(Dialog::NewGame(form)) if !form.takes_text() && is_begun_move(text) => {
            let form = Form { error: None, ..form.clone() };
            begin_with_move(model, Beginning::Form(form), text);
        }
        Some(Dialog::Levels(row)) if is_begun_move(text) => {
            let row = *row;
            begin_with_move(model, Beginning::Level(row), text);
        }
        Some(Dialog::NewGame(form)) => form.enter(text),
        Some(Dialog::Settings(form)) => {
            form.enter(text);
            return Ok(settings::preview(model));
        }
        // As in other programs, `/` begins a search; here it has begun.
        Some(Dialog::List(list)) if text == "/" && list.filter.is_empty() => {}
        Some(Dialog::Help(help)) if text == "/" && help.filter.is_empty() => {}
        Some(Dialog::List(list)) => list.filter_by(text),
        Some(Dialog::Help(help)) => {
            help.filter.push_str(text);
            help.scroll = 0;
        }
        Some(Dialog::Promotion(moves, _)) => {
            let role = text.chars().next().and_then(Role::from_char);
            if let Some(mv) = moves.iter().copied().find(|mv| mv.promotion() == role) {
                model.dialog = None;
                return Ok(moves::user_move(model, mv));
            }
        }
        Some(Dialog::Resume(_)) if text == "l" => {
            model.dialog = None;
            return Ok(vec![StorageEffect::ListUnfinished.into()]);
        }
        // A letter that begins no move: one that is typed too early costs nothing.
        Some(Dialog::Resume(_)) if text == "x" => return Ok(discard(model)),
        Some(Dialog::Confirm(question)) if text == "x" && question.is_about_changes() => {
            return Ok(discard_changes(model));
        }
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if answer => {
            return if text == "y" { confirm(model) } else { Ok(close(model)) };
        }
        Some(Dialog::Questions(_)) => {
            if let Some(asked) = QUESTIONS.iter().position(|it| text.starts_with(it.key)) {
                model.dialog = None;
                return inspect::ask_listed(model, asked);
            }
        }
        Some(Dialog::Levels(_)) => {
            let row = text.parse::<usize>().ok().and_then(|digit| digit.checked_sub(1));
            if let Some(row) = row.filter(|&row| row < LEVELS.len()) {
                return Ok(new_game::first_game(model, row, new_game::FirstMove::Awaited));
            }
            if text == "t" {
                model.dialog = Some(Dialog::Tour(0));
            }
        }
        Some(Dialog::Statistics(view)) if text == "m" => view.in_blocks = !view.in_blocks,
        Some(Dialog::Statistics(view)) if text == "c" => view.turn_sides(),
        Some(Dialog::Statistics(view)) if text == "g" => {
            if let Some((library, filter)) = view.games_with_position() {
                let library = library.clone();
                games(model, NO_ORDER, library, SortBy::Date, &filter);
            }
        }
        Some(Dialog::Tour(_)) if text == " " => return confirm(model),
        Some(Dialog::Tour(_) | Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Statistics(_))
        | None => {}
    }
    Ok(Vec::new())
}

/// Is it a letter that begins a move?
fn is_begun_move(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(begins_move) && letters.next().is_none()
}

/// Opens the line of a move in place of the form whose game it begins.
fn begin_with_move(model: &mut Model, beginning: Beginning, text: &str) {
    model.dialog = None;
    model.messages.answer();
    model.typing = Some(Typing::first_move(beginning, text));
}

/// The keys that remove text in a typed line do so at the end of a field or a search.
pub fn erase(model: &mut Model, key: KeyEvent) {
    let erased = match to_input_request(&Raw::Key(key)) {
        Some(InputRequest::DeletePrevChar) => Erased::Character,
        Some(InputRequest::DeletePrevWord) => Erased::Word,
        Some(InputRequest::DeleteLine) => Erased::All,
        Some(_) | None => return,
    };
    if let Some(Dialog::NewGame(form) | Dialog::Settings(form)) = &mut model.dialog {
        form.erase(erased);
    } else if let Some(Dialog::List(list)) = &mut model.dialog {
        list.erase(erased);
    } else if let Some(Dialog::Statistics(view)) = &mut model.dialog {
        view.go_back();
    } else if let Some(Dialog::Help(help)) = &mut model.dialog {
        erased.remove_from(&mut help.filter);
        help.scroll = 0;
    }
}

/// A click into a form chooses a field; on the chosen one it steps the value.
pub fn click_field(form: &mut Form, row: u16, rows: u16) {
    match form.row(row, rows) {
        Some(at) if at == form.selected => form.step(Direction::Forward),
        Some(at) => form.selected = at,
        None => {}
    }
}
