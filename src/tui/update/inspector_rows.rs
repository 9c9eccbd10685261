//! The rows of the debugger's page: selecting, opening and closing them, and the list of breakpoints.

use super::{inspect, perft, propagation, screen, storage};
use crate::rules::{Move, notation};
use crate::search::observe::{Breakpoint, Switch};
use crate::tui::model::inspect::{SUGGESTED, Subject, TreePage, WhatIf, rival_moves};
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{CommandResult, Effect, EngineEffect, Model, require};
use crate::tui::values::panel::Panel;

/// Sets a breakpoint; a number in front says which one of the list is replaced. A mistake leaves the line open with the
/// cursor where it is.
pub fn set_breakpoint(model: &mut Model, text: &str) -> CommandResult {
    let numbered = text.split_once(' ').and_then(|(first, rest)| {
        let number = first.parse::<usize>().ok()?.checked_sub(1)?;
        Some((number, rest.trim_start()))
    });
    let place = numbered.map(|(number, _)| number);
    let condition = numbered.map_or(text, |(_, rest)| rest);
    match condition.parse::<Breakpoint>() {
        Ok(breakpoint) => {
            let list = &mut model.inspect.breakpoints;
            match place {
                None => list.push(breakpoint),
                Some(place) => {
                    let count = list.len();
                    let missing = || format!("no breakpoint {}, there are {count}", place + 1);
                    *list.get_mut(place).ok_or_else(missing)? = breakpoint;
                }
            }
            inspect::show(model, Subject::Breakpoints);
            Ok(breakpoints_changed(model))
        }
        Err(wrong) => {
            let before = place.map_or_else(String::new, |place| format!("{} ", place + 1));
            let line = format!("break {before}{condition}");
            let at = line.chars().count() - condition.chars().count() + wrong.column - 1;
            let mut typing = Typing::new(Kind::Command, &line);
            typing.input = typing.input.with_cursor(at);
            model.typing = Some(typing);
            Err(format!("column {}: {}", wrong.column, wrong.problem))
        }
    }
}

/// Tells the engine of the breakpoints and saves them.
fn breakpoints_changed(model: &Model) -> Vec<Effect> {
    let settings = Box::new(model.inspect.debugging());
    vec![EngineEffect::SetDebug(settings).into(), storage::save_breakpoints(model)]
}

/// How many rows the page has to select from; `None` where it has none.
fn row_count(model: &Model) -> Option<usize> {
    match &model.inspect.subject {
        Subject::WhatIf(_) => Some(WhatIf::FIELDS.len()),
        Subject::Rivals => Some(rivals(model).len()),
        Subject::Breakpoints => Some(model.inspect.breakpoints.len() + SUGGESTED.len()),
        Subject::Paused => {
            let open = model.inspect.paused.as_ref().map_or(0, |paused| paused.open.len());
            Some(open).filter(|&open| open > 0)
        }
        Subject::Divide(divide) => Some(divide.row_count()),
        Subject::Propagation(view) => Some(view.rows().len()),
        Subject::Roots(table) => {
            let report = model.inspected_search().map(|(_, report)| report);
            report.map(|report| table.rows(report).len())
        }
        // Trees select their own rows.
        Subject::Tree(_)
        | Subject::Trace(_)
        | Subject::Nothing
        | Subject::Stop
        | Subject::Budget
        | Subject::Compared(..)
        | Subject::WhyNot(..)
        | Subject::Draw
        | Subject::Table(..)
        | Subject::Words(_)
        | Subject::Change(_)
        | Subject::Dial
        | Subject::Nodes => None,
    }
}

/// Selects the row above or below; a page without rows is scrolled.
pub fn go(model: &mut Model, step: isize) {
    let count = row_count(model);
    let is_tree = model.inspect.is_tree();
    if count.is_some() || is_tree || matches!(model.inspect.subject, Subject::Paused) {
        model.scroll.remove(&Panel::Inspector);
    }
    let selected = &mut model.inspect.selected;
    if let Subject::Tree(explorer) = &mut model.inspect.subject {
        explorer.walk(step);
    } else if let Subject::Trace(view) = &mut model.inspect.subject {
        view.walk(step);
    } else if let Some(count) = count {
        *selected = selected.saturating_add_signed(step).min(count.saturating_sub(1));
    } else if step > 0 || model.scrolled(Panel::Inspector) > 0 {
        screen::scroll(model, Panel::Inspector, step);
    }
}

/// Opens the row, or raises its value.
pub fn open(model: &mut Model) -> CommandResult {
    let row = model.inspect.selected;
    if let Subject::WhatIf(what_if) = &mut model.inspect.subject {
        what_if.change(row, 1);
        return Ok(Vec::new());
    }
    if step_propagation(model, 1) {
        return Ok(Vec::new());
    }
    open_page(model)
}

/// Does the next step of the propagation on the page, or takes the last one back.
fn step_propagation(model: &mut Model, step: isize) -> bool {
    let Some(view) = model.inspect.propagation_mut() else { return false };
    if propagation::step(view, step) {
        model.inspect.selected = 0;
    }
    true
}

/// Opens what the row stands for: the tree below a node, a comparison, the counts below a move.
fn open_page(model: &mut Model) -> CommandResult {
    let row = model.inspect.selected;
    if let Subject::Tree(explorer) = &mut model.inspect.subject {
        explorer.open();
    } else if let Some(view) = model.inspect.trace_mut() {
        return Ok(view.open().map(Effect::from).into_iter().collect());
    } else if let Subject::Paused = model.inspect.subject {
        return inspect::open_node(model);
    } else if let Subject::Divide(_) = model.inspect.subject {
        return perft::below(model);
    } else if let Subject::Roots(table) = model.inspect.subject {
        let report = model.inspected_search().map(|(_, report)| report);
        let mv = report.and_then(|report| table.row(report, row)).map(notation::uci);
        return inspect::tree(model, mv.into_iter().collect());
    } else if let Subject::Rivals = model.inspect.subject {
        let played = model.inspected_search().and_then(|(_, report)| report.played_move());
        if let Some((played, rival)) = played.zip(rivals(model).get(row).copied()) {
            return inspect::compare(model, vec![notation::uci(played), notation::uci(rival)]);
        }
    }
    Ok(Vec::new())
}

/// Closes the row, or lowers its value.
pub fn close(model: &mut Model) -> Vec<Effect> {
    let row = model.inspect.selected;
    if step_propagation(model, -1) {
        return Vec::new();
    }
    if let Subject::Divide(_) = model.inspect.subject {
        return perft::above(model);
    }
    if let Subject::Tree(explorer) = &mut model.inspect.subject {
        explorer.close();
    } else if let Some(view) = model.inspect.trace_mut() {
        view.close();
    } else if let Subject::WhatIf(what_if) = &mut model.inspect.subject {
        what_if.change(row, -1);
    }
    Vec::new()
}

/// Opens the row; a breakpoint is edited, a suggested one is set; a propagation goes on to the next flip.
pub fn enter(model: &mut Model) -> CommandResult {
    if model.inspect.propagation().is_some() {
        propagation::to_next_flip(model);
        return Ok(Vec::new());
    }
    let Subject::Breakpoints = model.inspect.subject else { return open_page(model) };
    let (row, list) = (model.inspect.selected, &model.inspect.breakpoints);
    match list.get(row) {
        Some(breakpoint) => inspect::begin(model, &format!("break {} {breakpoint}", row + 1)),
        None => {
            let suggested = SUGGESTED.get(row - list.len()).copied().unwrap_or_default();
            set_breakpoint(model, suggested)
        }
    }
}

/// Switches the breakpoint on or off; of two traces, selects in the other one.
pub fn switch_breakpoint(model: &mut Model) -> CommandResult {
    if let Some(view) = model.inspect.trace_mut() {
        view.side = (view.side + 1) % view.sides.len().max(1);
        return Ok(Vec::new());
    }
    if model.inspect.propagation().is_some() {
        return propagation::switch_breakpoint(model).map(|()| Vec::new());
    }
    let Some(breakpoint) = selected_breakpoint(model) else { return Ok(Vec::new()) };
    let breakpoint = &mut model.inspect.breakpoints[breakpoint];
    breakpoint.switch = match breakpoint.switch {
        Switch::On => Switch::Off,
        Switch::Off => Switch::On,
    };
    Ok(breakpoints_changed(model))
}

/// Removes the breakpoint.
pub fn remove_breakpoint(model: &mut Model) -> Vec<Effect> {
    let Some(breakpoint) = selected_breakpoint(model) else { return Vec::new() };
    model.inspect.breakpoints.remove(breakpoint);
    breakpoints_changed(model)
}

fn selected_breakpoint(model: &Model) -> Option<usize> {
    let inspect = &model.inspect;
    let is_shown = matches!(inspect.subject, Subject::Breakpoints);
    Some(inspect.selected).filter(|&row| is_shown && row < inspect.breakpoints.len())
}

/// Fails unless the page shows a tree.
pub fn shows_tree(model: &Model) -> Result<(), String> {
    let is_table = matches!(model.inspect.subject, Subject::Roots(_));
    let is_shown = model.inspector_focused() && (model.inspect.is_tree() || is_table);
    require(is_shown, || "there is no tree; :tree records one".to_owned())
}

/// Goes down the principal variation.
pub fn principal(model: &mut Model) -> Vec<Effect> {
    if let Some(view) = model.inspect.trace() {
        return view.principal().map(Effect::from).into_iter().collect();
    }
    if let Subject::Tree(explorer) = &mut model.inspect.subject {
        explorer.principal();
    }
    Vec::new()
}

/// Changes the tree that the page shows, and says how it is shown now.
pub fn tree(model: &mut Model, change: impl FnOnce(&mut dyn TreePage) -> Option<&'static str>) {
    if let Subject::Roots(_) = model.inspect.subject {
        model.inspect.selected = 0;
    }
    if let Some(words) = model.inspect.tree_page().and_then(change) {
        model.notify_info(words);
    }
}

/// The moves that can be compared with the one played.
fn rivals(model: &Model) -> Vec<Move> {
    model.inspected_search().map_or_else(Vec::new, |(_, report)| rival_moves(report))
}
