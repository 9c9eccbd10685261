//! A paused search, and the breakpoints.

use super::Inspection;
use super::inspected_node::InspectedNode;
use super::report_answers::numbered_moves;
use super::search_answers::bounded;
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::base::Score;
use crate::rules::{Position, notation};
use crate::search::observe::{
    BreakAction, MoveStatus, PausePoint, PauseReason, PausedMove, PausedNode, PausedSearch, Switch,
    names,
};
use crate::search::{OrderReason, Value};
use crate::tui::page::count;

/// Suggested conditions.
pub const SUGGESTED: [&str; 8] = [
    "best-changed",
    "fail-low or fail-high",
    "repetition and ply <= 4",
    "shadow and ply <= 2",
    "jump > 50",
    "budget",
    "null-cut and depth >= 6",
    "extension and ply <= 4 log",
];

/// The list of breakpoints and suggestions.
pub(super) fn breakpoints(inspection: &Inspection) -> StyledText {
    let mut sheet = StyledText::default();
    let active = inspection.breakpoints.iter().filter(|it| it.switch == Switch::On).count();
    let noun = if active == 1 { "breakpoint" } else { "breakpoints" };
    sheet.line(TextStyle::Strong, format!("{active} active {noun}"));
    sheet.line(
        TextStyle::Dim,
        "Enter add or edit · Space enable/disable · Del remove · :break CONDITION",
    );
    if !inspection.breakpoints.is_empty() {
        sheet.heading("hits  breakpoint");
    }
    let hits = inspection.paused.as_ref().map(|paused| paused.hits.as_slice()).unwrap_or_default();
    let mut choices = Vec::new();
    for (index, breakpoint) in inspection.breakpoints.iter().enumerate() {
        let ink = match (breakpoint.switch, breakpoint.action) {
            (Switch::Off, _) => TextStyle::Dim,
            (Switch::On, BreakAction::Log) => TextStyle::Text,
            (Switch::On, BreakAction::Stop) => TextStyle::Warn,
        };
        let hits = hits.get(index).map_or_else(|| "–".to_owned(), ToString::to_string);
        choices.push(sheet.rows.len());
        sheet.rows.push(
            StyledLine::of(TextStyle::Dim, format!("{hits:>4}  ")).and(ink, breakpoint.to_string()),
        );
    }
    sheet.heading("to add");
    for text in SUGGESTED {
        choices.push(sheet.rows.len());
        sheet.rows.push(StyledLine::of(TextStyle::Dim, "   +  ").and(TextStyle::Text, text));
    }
    sheet.selected = choices.get(inspection.selected.min(choices.len() - 1)).copied();
    if !inspection.logged.is_empty() {
        sheet.heading("logged");
        for hit in inspection.logged.iter().rev() {
            let path: Vec<String> = hit
                .path
                .iter()
                .map(|mv| mv.map_or_else(|| "pass".to_owned(), notation::uci))
                .collect();
            let words =
                format!("{} hit {} at {} {}", hit.text, hit.hits, hit.nodes, path.join(" "));
            sheet.line(TextStyle::Dim, words);
        }
    }
    sheet
}

/// Is a search under way?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Running {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// The paused search: reason, place, the open nodes, and the selected one in full.
pub(super) fn paused(inspection: &Inspection, is_running: Running) -> StyledText {
    let Some(paused) = &inspection.paused else {
        return StyledText::words(match is_running {
            Running::Yes => {
                "the search runs to the end of the step or to a breakpoint; F7 pauses it now"
            }
            Running::No => "no search running; s starts analysis, F6 c sets breakpoints",
        });
    };
    let mut sheet = StyledText::default();
    sheet.line(TextStyle::Strong, halt_reason(paused));
    sheet.line(
        TextStyle::Text,
        format!("iteration {}, {} nodes, {}", paused.iteration, paused.nodes, event(paused)),
    );
    sheet.line(
        TextStyle::Dim,
        "F7 resume · F8 into · F9 over · { out · } iteration · ↑↓ node · Enter tree",
    );
    sheet
        .heading(&format!("{:<12}{:>3}{:>8}{:>8}{:>7}  for", "ply", "d", "alpha", "beta", "nodes"));
    let chosen = inspection.selected.min(paused.open.len().saturating_sub(1));
    for (index, node) in paused.open.iter().enumerate() {
        if index == chosen {
            sheet.selected = Some(sheet.rows.len());
        }
        let above = index.checked_sub(1).and_then(|above| paused.open.get(above));
        let name = match (node.mv, above) {
            (Some(mv), Some(above)) => notation::san(&above.position, mv),
            (Some(mv), None) => notation::uci(mv),
            (None, None) => "root".to_owned(),
            (None, Some(_)) => node.purpose.words().to_owned(),
        };
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{:<12.12}", format!("{} {name}", node.ply)))
                .and(TextStyle::Dim, format!("{:>3}", node.depth))
                .and(
                    TextStyle::Real,
                    format!("{:>8}{:>8}", bound_text(node.alpha_now), bound_text(node.beta)),
                )
                .and(TextStyle::Dim, format!("{:>7}  {}", count(node.nodes), node.purpose.words())),
        );
    }
    if let Some(node) = paused.open.get(chosen) {
        let path = InspectedNode::of_paused(paused, chosen).map(|node| node.path_line());
        state(node, path.filter(|path| !path.is_empty()), &mut sheet);
        move_list(node, &mut sheet);
    }
    sheet
}

fn halt_reason(paused: &PausedSearch) -> String {
    match &paused.reason {
        PauseReason::Requested => "paused by the user".to_owned(),
        PauseReason::Step => "paused after a step".to_owned(),
        PauseReason::Breakpoint { number, text, hits } => {
            format!("paused at breakpoint {}: {text} (hit {hits})", number + 1)
        }
    }
}

fn event(paused: &PausedSearch) -> String {
    let position = paused.open.last().map(|node| &node.position);
    let san = |mv| position.map_or_else(String::new, |position| notation::san(position, mv));
    match paused.point {
        PausePoint::Entered => "node entered".to_owned(),
        PausePoint::Searching(tried) => format!("about to search {}", san(tried.mv)),
        PausePoint::Exiting(left) => {
            format!("returning {}: {}", left.value.real, names::ending(&left.reason))
        }
    }
}

/// A bound of a window or interval.
#[must_use]
pub fn bound_text(score: Score) -> String {
    match score {
        s if s >= Score::INFINITE => "∞".to_owned(),
        s if s <= -Score::INFINITE => "−∞".to_owned(),
        s => s.to_string(),
    }
}

/// Everything known of a node.
fn state(node: &PausedNode, path: Option<String>, sheet: &mut StyledText) {
    sheet.heading("node, side to move's view");
    sheet.pair("path", path.unwrap_or_else(|| "the root".to_owned()));
    let aside = if node.side_search { ", auxiliary search" } else { "" };
    let kind = format!("{}, {}{aside}", names::kind(node.node_type), node.purpose.words());
    sheet.pair("kind", kind);
    sheet.pair("window", format!("{} to {}", bound_text(node.alpha), bound_text(node.beta)));
    let steps = node.place.map_or_else(String::new, |place| {
        let extension = match place.extension {
            less if less < 0 => format!("taken back by {}", -less),
            more => format!("extended by {more}"),
        };
        format!(", reduced by {}, {extension}", place.reduction)
    });
    sheet.pair("depth", format!("{}{steps}", node.depth));
    if let Some(place) = &node.place {
        let number = format!("{}, {}", place.number, names::reason(place.reason));
        sheet.pair("move order", number);
    }
    if let Some(mv) = node.excluded {
        sheet.pair("excluded move", notation::san(&node.position, mv));
    }
    if let Some((raw, corrected)) = node.evaluation {
        sheet.pair("static evaluation", format!("{raw}, corrected {corrected}"));
    } else if node.position.is_check() {
        sheet.pair("static evaluation", "none: in check");
    }
    if let Some(probe) = &node.probe {
        let text = match probe.depth {
            None => "no entry".to_owned(),
            Some(draft) => {
                let refused = if probe.refused { ", refused" } else { "" };
                let (low, high) = (bound_text(probe.low), bound_text(probe.high));
                let best = probe.mv.map(|mv| format!(", {}", notation::san(&node.position, mv)));
                let best = best.unwrap_or_default();
                format!("{low} to {high}, depth {draft}, age {}{best}{refused}", probe.age)
            }
        };
        sheet.pair("TT entry", text);
    }
    if let Some(value) = &node.so_far {
        sheet.pair("so far", value_words(value));
    }
    if let Some(left) = &node.left {
        sheet.pair("result", value_words(&left.value));
        sheet.pair("exit reason", names::ending(&left.reason));
    }
}

fn value_words(value: &Value) -> String {
    let depends = if value.dependency == Value::INDEPENDENT {
        "depends on no repetition".to_owned()
    } else {
        format!("depends on ply {}", value.dependency)
    };
    let (low, high) = (bound_text(value.shadow.low), bound_text(value.shadow.high));
    format!("{}, shadow {low} to {high}, {depends}", value.real)
}

fn move_list(node: &PausedNode, sheet: &mut StyledText) {
    if node.moves.is_empty() {
        return;
    }
    sheet.heading("moves in search order");
    for mv in &node.moves {
        let (ink, fate) = fate(&mv.status, &node.position);
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{:<8}", notation::san(&node.position, mv.mv)))
                .and(TextStyle::Dim, format!("{:<18}", reason(mv)))
                .and(ink, fate),
        );
    }
}

/// Reason of the move's place, with its order score in groups sorted by score.
fn reason(mv: &PausedMove) -> String {
    let words = names::reason(mv.reason);
    match mv.reason {
        OrderReason::GoodCapture | OrderReason::History | OrderReason::BadCapture => {
            format!("{words} {}", mv.order_score)
        }
        _ => words.to_owned(),
    }
}

fn fate(fate: &MoveStatus, position: &Position) -> (TextStyle, String) {
    match fate {
        MoveStatus::Waiting => (TextStyle::Dim, "not searched yet".to_owned()),
        MoveStatus::Pruned(view) => (
            TextStyle::Shadow,
            format!("{}: {} against {}", view.rule.name(), view.measured, view.limit),
        ),
        MoveStatus::Searching(tried) => {
            let line = numbered_moves(position, &[tried.mv]).join("");
            (TextStyle::Warn, format!("searching {line}"))
        }
        MoveStatus::Searched { score, bound, purpose, searches, nodes, .. } => {
            let again =
                if *searches > 1 { format!(", {searches} searches") } else { String::new() };
            let noun = if *nodes == 1 { "node" } else { "nodes" };
            let score = bounded(*score, *bound);
            let words = format!("{score:>8} {}{again}, {} {noun}", purpose.words(), count(*nodes));
            (TextStyle::Text, words)
        }
    }
}
