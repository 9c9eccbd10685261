//! Showing earlier positions of the game, and variations of a record.

use crate::game::{NodeId, TreeMove};
use crate::rules::Move;
use crate::tui::model::Model;
use crate::tui::model::recorded::recorded_report;
use crate::tui::model::thinking::Purpose;

/// While an earlier move is shown and nothing is searched there, the panels show what was recorded with it; also after moves
/// were taken back.
pub fn show_recorded(model: &mut Model) {
    let session = &model.session;
    let node = session.shown();
    // What an analysis found stays while its position is shown.
    let analysed = model.thinking.go.as_ref().is_some_and(|go| go.limit.infinite)
        && model.thinking.node == node
        && model.thinking.report.is_some();
    let searched = session.is_analysed() || analysed || model.thinking.purpose == Purpose::Hint;
    let is_left = model.thinking.purpose == Purpose::Nothing
        && match &model.thinking.report {
            Some(report) => !model.is_of_node(report, node),
            // A game that was resumed.
            None => session.game.tree().node(node).annotation.engine_info.is_some(),
        };
    let looked_at = session.viewed.is_some() || !session.started || is_left;
    let hinted = model.board_state.hint.is_some();
    let recorded = looked_at && !searched && !hinted && !session.game.tree().is_empty();
    model.recorded = recorded.then(|| recorded_report(&session.game, node));
}

/// The line that the position shown lies in.
struct ShownLine {
    nodes: Vec<NodeId>,
    /// Index of the position shown in `nodes`.
    at: usize,
    /// The last position that can be shown.
    end: NodeId,
    is_variation: bool,
}

fn shown_line(model: &Model) -> ShownLine {
    let game = &model.session.game;
    let shown = model.session.shown();
    let own = game.tree().line_through(game.current());
    let is_variation = !own.contains(&shown);
    let nodes = if is_variation { game.tree().line_through(shown) } else { own };
    let to_end = is_variation || game.end().is_some() || !model.session.started;
    let end = nodes.last().copied().filter(|_| to_end).unwrap_or_else(|| game.current());
    let at = nodes.iter().position(|&id| id == shown).unwrap_or(0);
    ShownLine { nodes, at, end, is_variation }
}

/// Shows the position one move earlier.
pub fn back(model: &mut Model) {
    let ShownLine { nodes, at, .. } = shown_line(model);
    step_to(model, nodes[at.saturating_sub(1)], AT_START);
}

/// Shows the position one move later.
pub fn forward(model: &mut Model) {
    let ShownLine { nodes, at, end, is_variation } = shown_line(model);
    let next = nodes.get(at + 1).filter(|_| nodes[at] != end).copied();
    let next = next.unwrap_or_else(|| model.session.shown());
    let words = if is_variation { "already at the last move of the variation" } else { AT_END };
    step_to(model, next, words);
}

/// Shows the start.
pub fn first(model: &mut Model) {
    step_to(model, NodeId::ROOT, AT_START);
}

/// Shows the end of the line, or out of a variation the game.
pub fn last(model: &mut Model) {
    let ShownLine { end, is_variation, .. } = shown_line(model);
    step_to(model, if is_variation { model.session.game.current() } else { end }, AT_END);
}

const AT_START: &str = "already at the start of the game";

const AT_END: &str = "already at the last move";

/// Shows a node. Where it is shown already, `words` say so to a user without a screen: a held key may reach the end silently.
fn step_to(model: &mut Model, node: NodeId, words: &str) {
    if model.plain && node == model.session.shown() {
        let is_empty = model.session.game.tree().is_empty();
        model.notify_info(if is_empty { "the game has no move yet" } else { words });
    }
    view_node(model, node);
}

/// Shows a node; the current one of the game is simply the game.
pub fn view_node(model: &mut Model, node: NodeId) {
    model.board_state.picked = None;
    model.board_state.hint = None;
    model.session.viewed = Some(node).filter(|&node| node != model.session.game.current());
}

/// A move made in a record: what the record has already is shown, anything else becomes a variation of it.
pub fn add_variation(model: &mut Model, mv: Move) {
    let (node, step) = (model.session.shown(), TreeMove::Move(mv));
    if let Some(known) = model.session.game.tree().child(node, step) {
        return view_node(model, known);
    }
    let before = model.session.unchanged();
    if let Some(new) = model.session.game.tree_mut().append(node, step) {
        view_node(model, new);
    }
    model.record_changed(&before);
}
