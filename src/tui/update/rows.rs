//! The rows of the debugger's page: what the keys on them do, and the list of breakpoints.

use super::{Effect, inspect, perft, screen};
use crate::rules::notation;
use crate::search::observe::{Breakpoint, Switch};
use crate::tui::Action;
use crate::tui::inspect::debugger::SUGGESTED;
use crate::tui::inspect::search_answers::rival_moves;
use crate::tui::inspect::what_if::{Step, WhatIf};
use crate::tui::inspect::{DebugCommand, Explorer, Subject, inspected_search};
use crate::tui::model::Model;
use crate::tui::panels::Panel;
use crate::tui::typing::{Kind, Typing};

/// Sets or replaces a breakpoint; a mistake leaves the line open with the cursor where it is.
pub(super) fn set_breakpoint(model: &mut Model, place: Option<usize>, text: &str) -> Vec<Effect> {
    match text.parse::<Breakpoint>() {
        Ok(breakpoint) => {
            let list = &mut model.inspect.breakpoints;
            match place.and_then(|place| list.get_mut(place)) {
                Some(old) => *old = breakpoint,
                None => list.push(breakpoint),
            }
            inspect::show(model, Subject::Breakpoints);
            watch(model)
        }
        Err(wrong) => {
            let before = place.map_or_else(String::new, |place| format!("{} ", place + 1));
            let line = format!("break {before}{text}");
            let at = line.chars().count() - text.chars().count() + wrong.column - 1;
            let mut typing = Typing::new(Kind::Command, &line);
            typing.input = typing.input.with_cursor(at);
            model.typing = Some(typing);
            model.notify_error(format!("column {}: {}", wrong.column, wrong.problem));
            Vec::new()
        }
    }
}

/// Tells the engine of the breakpoints and keeps them.
fn watch(model: &Model) -> Vec<Effect> {
    vec![Effect::SetDebug(Box::new(model.inspect.debugging())), Effect::SaveBreakpoints]
}

/// Keys of the page itself.
pub(super) fn rows(model: &mut Model, action: Action) -> Vec<Effect> {
    let step = match action {
        Action::RowUp => -1,
        Action::RowDown => 1,
        Action::LeaveInspector => return inspect::leave(model),
        _ => 0,
    };
    if step != 0 && has_choice(&model.inspect.subject) {
        model.scroll.remove(&Panel::Inspector);
    }
    if let Some(effects) = open_row(model, action) {
        return effects;
    }
    let row = model.inspect.selected;
    let paused = model.inspect.paused.as_ref().map_or(0, |paused| paused.open.len());
    let rivals = rival_moves(model).len();
    let breakpoints = model.inspect.breakpoints.len();
    let count = match &mut model.inspect.subject {
        Subject::Tree(explorer) => {
            explorer.walk(step);
            if let Some(said) = in_tree(explorer, action) {
                model.notify_info(said);
            }
            return Vec::new();
        }
        Subject::WhatIf(what_if) => {
            match action {
                Action::RowOpen => what_if.change(row, Step::More),
                Action::RowClose => what_if.change(row, Step::Less),
                _ => {}
            }
            WhatIf::rows()
        }
        Subject::Rivals => rivals,
        Subject::Breakpoints => {
            if step == 0 {
                return edit_breakpoint(model, action);
            }
            breakpoints + SUGGESTED.len()
        }
        Subject::Paused if paused > 0 => paused,
        Subject::Divide(division) => division.len(),
        _ => {
            if step > 0 || model.scrolled(Panel::Inspector) > 0 {
                screen::scroll(model, Panel::Inspector, step);
            }
            return Vec::new();
        }
    };
    model.inspect.selected = row.saturating_add_signed(step).min(count.saturating_sub(1));
    Vec::new()
}

/// Opens what the chosen row stands for, or closes it, where that is another page; `None` where it is not.
fn open_row(model: &mut Model, action: Action) -> Option<Vec<Effect>> {
    let opens = matches!(action, Action::RowEnter | Action::RowOpen);
    match &model.inspect.subject {
        Subject::Rivals if opens => {
            let rival = rival_moves(model).get(model.inspect.selected).copied()?;
            Some(compare_with(model, notation::uci(rival)))
        }
        Subject::Paused if opens => Some(inspect::open_node(model)),
        Subject::Divide(_) if opens => Some(perft::below(model)),
        Subject::Divide(_) if action == Action::RowClose => Some(perft::above(model)),
        _ => None,
    }
}

/// Does the page have rows to choose from?
const fn has_choice(subject: &Subject) -> bool {
    matches!(
        subject,
        Subject::Tree(_)
            | Subject::WhatIf(_)
            | Subject::Rivals
            | Subject::Breakpoints
            | Subject::Paused
            | Subject::Divide(_)
    )
}

/// Keys of the tree; what it says of them.
fn in_tree(explorer: &mut Explorer, action: Action) -> Option<&'static str> {
    match action {
        Action::TreeSort => return Some(explorer.sort()),
        Action::TreeFilter => return Some(explorer.filter()),
        Action::TreeColour => return Some(explorer.colour()),
        Action::RowOpen | Action::RowEnter => explorer.open(),
        Action::RowClose => explorer.close(),
        Action::TreePrincipal => explorer.principal(),
        _ => {}
    }
    None
}

fn compare_with(model: &mut Model, rival: String) -> Vec<Effect> {
    let best = inspected_search(model)
        .and_then(|(_, report)| report.search.lines.first()?.moves.first().copied());
    let Some(best) = best else { return Vec::new() };
    let pair = [notation::uci(best), rival];
    inspect::order(model, DebugCommand::Compare(pair)).unwrap_or_else(|wrong| {
        model.notify_error(wrong);
        Vec::new()
    })
}

fn edit_breakpoint(model: &mut Model, action: Action) -> Vec<Effect> {
    let row = model.inspect.selected;
    let list = &mut model.inspect.breakpoints;
    match (action, list.get_mut(row)) {
        (Action::RowEnter, Some(breakpoint)) => {
            let text = format!("break {} {breakpoint}", row + 1);
            return inspect::begin(model, &text);
        }
        (Action::RowEnter, None) => {
            let offered = SUGGESTED.get(row - list.len()).copied().unwrap_or_default();
            return set_breakpoint(model, None, offered);
        }
        (Action::RowSwitch, Some(breakpoint)) => {
            breakpoint.switch = match breakpoint.switch {
                Switch::On => Switch::Off,
                Switch::Off => Switch::On,
            };
        }
        (Action::RowRemove, Some(_)) => {
            list.remove(row);
        }
        _ => return Vec::new(),
    }
    watch(model)
}
