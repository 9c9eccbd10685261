//! The mouse: pieces are clicked or dragged, panels clicked and scrolled, keys in the footer pressed, dialogs answered.

use super::{dialogs as update, moves, play, position_editor, screen};
use crate::tui::model::dialogs::{Dialog, LEVELS};
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::model::messages::About;
use crate::tui::model::{Effect, Model, Pending};
use crate::tui::values::layout::Pane;
use crate::tui::values::panel::Panel;
use crate::tui::view::dialogs::{PROMOTION_STEP, RESUME_STEPS, confirm_keys};
use crate::tui::view::panels::{dial_at, graph_node_at, moves_row_at, tab_titles};
use crate::tui::view::{dialogs, entry, footer};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// Answers the mouse by the geometry that was drawn.
pub fn handle(model: &mut Model, mouse: MouseEvent) -> Vec<Effect> {
    let point = Position::new(mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) if model.dialog.is_some() => {
            return click_dialog(model, point);
        }
        MouseEventKind::Down(MouseButton::Left) => return click(model, point),
        MouseEventKind::Up(MouseButton::Left) if model.dialog.is_none() => {
            return drop_piece(model, point);
        }
        MouseEventKind::Down(MouseButton::Right) if model.editor.is_some() => {
            if model.dialog.is_none() {
                position_editor::press_right(model, point);
            }
        }
        MouseEventKind::Down(MouseButton::Right) => {
            model.board_state.picked = None;
            model.session.premove = None;
        }
        MouseEventKind::ScrollUp => return wheel(model, point, -1),
        MouseEventKind::ScrollDown => return wheel(model, point, 1),
        // Other buttons and movements mean nothing here.
        MouseEventKind::Down(MouseButton::Middle)
        | MouseEventKind::Up(_)
        | MouseEventKind::Drag(_)
        | MouseEventKind::Moved
        | MouseEventKind::ScrollLeft
        | MouseEventKind::ScrollRight => {}
    }
    Vec::new()
}

/// A click means a command.
fn run(model: &mut Model, name: &'static str) {
    model.pending.push(Pending::Command(name));
}

fn slot_at(model: &Model, point: Position) -> Option<Pane> {
    model.layout()?.panes.into_iter().find(|slot| slot.area.contains(point))
}

fn click(model: &mut Model, point: Position) -> Vec<Effect> {
    let Some(arrangement) = model.layout() else { return Vec::new() };
    // What a message covers cannot be seen, and so it is not meant: the click puts the message away.
    if entry::message_area(model, arrangement.entry).is_some_and(|area| area.contains(point)) {
        model.messages.answer();
        model.messages.dismiss();
        return Vec::new();
    }
    if model.editor.is_some() && !arrangement.footer.contains(point) {
        position_editor::press(model, &arrangement, point);
        return Vec::new();
    }
    if let Some(square) = arrangement.board.and_then(|board| board.at(point)) {
        model.messages.answer();
        model.board_state.cursor_shown = false;
        model.board_state.cursor = square;
        let selected = moves::select(model, square);
        return model.settle(selected, About::Move);
    }
    if arrangement.footer.contains(point) {
        let pressed = footer::items(model)
            .into_iter()
            .find(|item| (item.from..item.to).contains(&point.x))
            .map(|item| item.command);
        model.pending.extend(pressed.map(Pending::Command));
        return Vec::new();
    }
    let Some(slot) = slot_at(model, point) else { return Vec::new() };
    if point.y == slot.area.y {
        let titles = tab_titles(&slot);
        let clicked = titles.iter().rev().find(|title| point.x >= title.x);
        let panel = clicked.map_or(slot.shown, |title| title.panel);
        screen::focus(model, panel);
        return Vec::new();
    }
    screen::focus(model, slot.shown);
    if slot.shown == Panel::Dial
        && let Some(dial) = dial_at(model, slot.area, point)
    {
        let level = match (dial.model(), dial.elo()) {
            (Some(model), Some(elo)) => format!("{model} {elo}"),
            (None, _) | (_, None) => "full".to_owned(),
        };
        model.pending.push(Pending::Line(format!("elo {level}")));
        return Vec::new();
    }
    if slot.shown == Panel::Moves
        && let Some(node) = moves_row_at(model, slot.area, point)
    {
        play::view_node(model, node);
    }
    if matches!(slot.shown, Panel::Graph | Panel::MoveTimes | Panel::Accuracy)
        && let Some(node) = graph_node_at(slot.shown, model, slot.area, point)
    {
        play::view_node(model, node);
    }
    Vec::new()
}

/// Letting go over another square than the one that was picked up moves there.
fn drop_piece(model: &mut Model, point: Position) -> Vec<Effect> {
    if model.editor.is_some() {
        position_editor::release(model, point);
        return Vec::new();
    }
    let board = model.layout().and_then(|arrangement| arrangement.board);
    match (model.board_state.picked, board.and_then(|board| board.at(point))) {
        (Some(from), Some(to)) if from != to => {
            let selected = moves::select(model, to);
            model.settle(selected, About::Move)
        }
        (Some(_) | None, Some(_) | None) => Vec::new(),
    }
}

fn wheel(model: &mut Model, point: Position, step: isize) -> Vec<Effect> {
    if let Some(Dialog::Help(help)) = &mut model.dialog {
        help.scrolled(3 * step);
        return Vec::new();
    }
    if let Some(Dialog::List(list)) = &mut model.dialog {
        list.go(3 * step);
    }
    screen::scroll_statistics(model, 3 * step);
    if model.dialog.is_some() || model.editor.is_some() {
        return Vec::new();
    }
    match slot_at(model, point) {
        // On its gauge the wheel turns the dial.
        Some(slot) if slot.shown == Panel::Dial && dial_at(model, slot.area, point).is_some() => {
            run(model, if step < 0 { "dial-up" } else { "dial-down" });
        }
        Some(slot) => screen::scroll(model, slot.shown, 3 * step),
        // The wheel over the board goes through the game.
        None if step < 0 => run(model, "back"),
        None => run(model, "forward"),
    }
    Vec::new()
}

fn click_dialog(model: &mut Model, point: Position) -> Vec<Effect> {
    let Some(open) = &mut model.dialog else { return Vec::new() };
    let area = dialogs::area(open, model.size);
    if !area.contains(point) {
        return Vec::new();
    }
    let inside = dialogs::inside(area);
    let row = point.y.saturating_sub(inside.y);
    let last_row = row + 1 >= inside.height;
    match open {
        Dialog::NewGame(form) | Dialog::Settings(form) if !last_row => {
            update::click_field(form, row, inside.height);
        }
        Dialog::List(list) if row >= list.above() && row + list.below() < inside.height => {
            let again = list.click(row, inside.height);
            if again {
                run(model, "confirm");
            }
        }
        Dialog::Levels(chosen) if usize::from(row) < LEVELS.len() + 2 && row >= 2 => {
            *chosen = usize::from(row) - 2;
            run(model, "confirm");
        }
        Dialog::Questions(chosen) => {
            let visible = dialogs::visible_questions(*chosen, inside.height);
            let at = visible.start + usize::from(row);
            if visible.contains(&at) && at < QUESTIONS.len() {
                *chosen = at;
                run(model, "confirm");
            }
        }
        Dialog::Promotion(moves, chosen) => {
            let index = usize::from(point.x.saturating_sub(inside.x) / PROMOTION_STEP);
            if index < moves.len() {
                *chosen = index;
                run(model, "confirm");
            }
        }
        Dialog::Resume(_) if last_row => {
            let key = RESUME_STEPS.iter().filter(|&&first| point.x >= inside.x + first).count();
            match key {
                0 => run(model, "confirm"),
                1 => run(model, "close"),
                2 => run(model, "discard"),
                _ => return update::enter(model, "l").unwrap_or_default(),
            }
        }
        Dialog::Confirm(question) if last_row => {
            let steps = confirm_keys(question).1;
            match steps.iter().filter(|&&first| point.x >= inside.x + first).count() {
                0 => run(model, "confirm"),
                1 if steps.len() > 1 => return update::enter(model, "x").unwrap_or_default(),
                _ => run(model, "close"),
            }
        }
        Dialog::NewGame(_) | Dialog::Settings(_) | Dialog::Tour(_) => {
            run(model, "confirm");
        }
        Dialog::List(_)
        | Dialog::Statistics(_)
        | Dialog::Confirm(_)
        | Dialog::Resume(_)
        | Dialog::Help(_)
        | Dialog::Levels(_) => {}
    }
    Vec::new()
}
