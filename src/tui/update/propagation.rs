//! A propagation of a network on the debugger's page: recorded, stepped through, stopped at breakpoints.

use super::inspect;
use crate::base::number_of;
use crate::propnet::{Id, Stepper};
use crate::rules::Position;
use crate::tui::model::inspect::{
    ExplainQuery, FlipBreakpoint, Propagated, PropagationQuery, PropagationView, Subject,
};
use crate::tui::model::{CommandResult, Model, require};
use crate::tui::values::format::numbered_move;

/// Fails unless the page shows a propagation.
pub fn is_shown(model: &Model) -> Result<(), String> {
    require(model.inspector_focused() && model.inspect.propagation().is_some(), || {
        // The key is one of the page.
        let key = match model.inspector_focused() {
            true => model.keymap.way_to("propagation"),
            false => ":propagation".to_owned(),
        };
        format!("there is no propagation; {key} records that of the last move")
    })
}

/// Records a propagation of the inspected node, or of the last move on the board; without a word the evaluation's, or
/// the next one after that on the page.
pub fn record(model: &mut Model, text: &str) -> CommandResult {
    let shown = model.inspect.propagation().filter(|_| model.inspector_focused());
    let which = match (text, shown) {
        ("", None) => Propagated::Evaluation,
        ("", Some(view)) => view.of.which.next(),
        (text, _) => text
            .parse()
            .map_err(|_| format!("propagation {text:?}: expected eval, move or legal"))?,
    };
    // Without a word on its page the same again by another network.
    let query = match shown {
        Some(view) if text.is_empty() && !model.plain => {
            PropagationQuery { which, ..view.of.clone() }
        }
        Some(_) | None => last_move(model, which),
    };
    if query.mv.is_none() && which != Propagated::Evaluation {
        return Err(
            "no move leads to this position, so the rules have nothing to compute".to_owned()
        );
    }
    Ok(vec![inspect::explain(model, ExplainQuery::Propagation(Box::new(query)))])
}

fn last_move(model: &Model, which: Propagated) -> PropagationQuery {
    let on_board = || {
        let (start, moves) = model.session.game.line_to(model.session.shown());
        let mut position: Position = start;
        let mut before = position.clone();
        for &mv in &moves {
            before = position.clone();
            position.play(mv);
        }
        (before, position, moves.last().copied())
    };
    let (before, position, mv) = match model.inspected_node() {
        // The move to the root of a search is one of the game.
        Some(node) if node.path.is_empty() => Some(on_board())
            .filter(|(_, shown, _)| shown.key() == node.position.key())
            .unwrap_or((node.before, node.position, None)),
        Some(node) => (node.before, node.position, node.mv),
        None => on_board(),
    };
    let words = mv.map_or_else(|| "the position".to_owned(), |mv| numbered_move(&before, mv));
    // A null move changes nothing but the side to move; the first position comes from an empty board.
    let before = Some(before).filter(|before| before.key() != position.key());
    PropagationQuery { which, before, position, mv, words }
}

/// Shows a recorded propagation at its beginning.
pub fn shown(model: &mut Model, of: PropagationQuery, stepper: Stepper, sums: Vec<String>) {
    let (subject, row) = (std::mem::take(&mut model.inspect.subject), model.inspect.selected);
    let under = if let Subject::Propagation(view) = subject {
        view.under
    } else {
        Box::new((subject, row))
    };
    inspect::show(
        model,
        Subject::Propagation(Box::new(PropagationView { of, stepper, sums, under })),
    );
}

/// Does the next step, or takes the last one back.
pub fn step(view: &mut PropagationView, step: isize) -> bool {
    if step > 0 { view.stepper.forward() } else { view.stepper.back() }
}

/// Goes on to the next flip of the component in the selected row.
pub fn to_next_flip(model: &mut Model) {
    let row = model.inspect.selected;
    let Some(view) = model.inspect.propagation_mut() else { return };
    let Some(&wanted) = view.rows().get(row) else { return };
    let mut ahead = view.stepper.clone();
    if ahead.forward_to(|id| id == wanted) {
        view.stepper = ahead;
        model.inspect.selected = 0;
    } else {
        let words = format!("{} does not flip again", view.stepper.network().name(wanted));
        model.notify_info(words);
    }
}

/// Runs on to the next breakpoint or to the end; back to the one before or to the beginning.
pub fn run(model: &mut Model, direction: isize) {
    let breakpoints = model.inspect.flip_breakpoints.clone();
    let Some(view) = model.inspect.propagation_mut() else { return };
    let network = view.stepper.network().clone();
    let meant: Vec<Id> = network
        .ids()
        .filter(|&id| breakpoints.iter().any(|breakpoint| breakpoint.means(&network, id)))
        .collect();
    let wanted = |id: Id| meant.binary_search(&id).is_ok();
    let stepper = &mut view.stepper;
    let found = if direction > 0 { stepper.forward_to(wanted) } else { stepper.back_to(wanted) };
    let words = match (found, direction > 0) {
        (true, _) => String::new(),
        (false, true) => "end: no breakpoint on the way".to_owned(),
        (false, false) => "beginning: no breakpoint on the way".to_owned(),
    };
    model.inspect.selected = 0;
    if !words.is_empty() {
        model.notify_info(words);
    }
}

/// Sets a breakpoint on the component in the selected row, or removes it.
pub fn switch_breakpoint(model: &mut Model) -> Result<(), String> {
    let row = model.inspect.selected;
    let view = model.inspect.propagation();
    let Some((view, id)) = view.and_then(|view| Some((view, *view.rows().get(row)?))) else {
        return Ok(());
    };
    let name = view.stepper.network().name(id).to_owned();
    set_breakpoint(model, &name)
}

/// Sets a breakpoint, or removes it if it is set.
pub fn set_breakpoint(model: &mut Model, text: &str) -> Result<(), String> {
    let view = model.inspect.propagation().ok_or("there is no propagation")?;
    let (breakpoint, network) = (FlipBreakpoint(text.to_owned()), view.stepper.network());
    let meant = network.ids().filter(|&id| breakpoint.means(network, id)).count();
    let list = &mut model.inspect.flip_breakpoints;
    if let Some(set) = list.iter().position(|set| *set == breakpoint) {
        list.remove(set);
        model.notify_info(format!("breakpoint {text:?} removed"));
        return Ok(());
    }
    if meant == 0 {
        return Err(format!("no component of this network has {text:?} in its name"));
    }
    list.push(breakpoint);
    model.notify_info(format!("breakpoint {text:?}: {}", number_of(meant, "component")));
    Ok(())
}
