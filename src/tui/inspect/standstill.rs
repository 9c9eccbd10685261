//! A search that stands still, and the breakpoints that make it.

use super::Inspection;
use super::answers::bounded;
use super::moments::numbered;
use super::sheet::{Ink, Row, Sheet};
use super::standing::Standing;
use crate::base::Score;
use crate::rules::{Position, notation};
use crate::search::observe::{
    Halt, MoveFate, Paused, PausedMove, PausedNode, Response, Switch, Turn, words,
};
use crate::search::{OrderReason, Value};
use crate::tui::page::count;

/// Conditions that are offered, ready to be added.
pub const OFFERED: [&str; 8] = [
    "best-changed",
    "fail-low or fail-high",
    "repetition and ply <= 4",
    "shadow and ply <= 2",
    "jump > 50",
    "budget",
    "null-cut and depth >= 6",
    "extension and ply <= 4 log",
];

/// The list of breakpoints, and what is offered.
pub(super) fn breakpoints(inspection: &Inspection) -> Sheet {
    let mut sheet = Sheet::default();
    let active = inspection.breakpoints.iter().filter(|it| it.switch == Switch::On).count();
    let noun = if active == 1 { "breakpoint" } else { "breakpoints" };
    sheet.line(Ink::Strong, format!("{active} {noun} in force"));
    sheet.line(Ink::Dim, "Enter adds or edits · Space switches · Del removes · :break CONDITION");
    if !inspection.breakpoints.is_empty() {
        sheet.heading("hits  breakpoint");
    }
    let hits = inspection.paused.as_ref().map(|paused| paused.hits.as_slice()).unwrap_or_default();
    let mut choices = Vec::new();
    for (index, breakpoint) in inspection.breakpoints.iter().enumerate() {
        let ink = match (breakpoint.switch, breakpoint.response) {
            (Switch::Off, _) => Ink::Dim,
            (Switch::On, Response::Log) => Ink::Text,
            (Switch::On, Response::Stop) => Ink::Warn,
        };
        let hits = hits.get(index).map_or_else(|| "–".to_owned(), ToString::to_string);
        choices.push(sheet.rows.len());
        sheet.rows.push(Row::of(Ink::Dim, format!("{hits:>4}  ")).and(ink, breakpoint.to_string()));
    }
    sheet.heading("to add");
    for text in OFFERED {
        choices.push(sheet.rows.len());
        sheet.rows.push(Row::of(Ink::Dim, "   +  ").and(Ink::Text, text));
    }
    sheet.chosen = choices.get(inspection.row.min(choices.len() - 1)).copied();
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
            sheet.line(Ink::Dim, words);
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

/// The stopped search: why, where, the open nodes, and the chosen one in full.
pub(super) fn paused(inspection: &Inspection, is_running: Running) -> Sheet {
    let Some(paused) = &inspection.paused else {
        return Sheet::words(match is_running {
            Running::Yes => {
                "the search goes on to the end of the step or to a breakpoint; F7 stops it at once"
            }
            Running::No => "no search is under way; s analyses, F6 c sets breakpoints",
        });
    };
    let mut sheet = Sheet::default();
    sheet.line(Ink::Strong, why(paused));
    sheet.line(
        Ink::Text,
        format!("iteration {}, {} nodes, {}", paused.iteration, paused.nodes, turn(paused)),
    );
    sheet.line(
        Ink::Dim,
        "F7 go on · F8 step · F9 over · { out · } iteration · ↑↓ node · Enter tree",
    );
    sheet
        .heading(&format!("{:<12}{:>3}{:>8}{:>8}{:>7}  for", "ply", "d", "alpha", "beta", "nodes"));
    let chosen = inspection.row.min(paused.open.len().saturating_sub(1));
    for (index, node) in paused.open.iter().enumerate() {
        if index == chosen {
            sheet.chosen = Some(sheet.rows.len());
        }
        let above = index.checked_sub(1).and_then(|above| paused.open.get(above));
        let name = match (node.mv, above) {
            (Some(mv), Some(above)) => notation::san(&above.position, mv),
            (Some(mv), None) => notation::uci(mv),
            (None, None) => "root".to_owned(),
            (None, Some(_)) => node.purpose.words().to_owned(),
        };
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<12.12}", format!("{} {name}", node.ply)))
                .and(Ink::Dim, format!("{:>3}", node.depth))
                .and(Ink::Real, format!("{:>8}{:>8}", edge(node.alpha_now), edge(node.beta)))
                .and(Ink::Dim, format!("{:>7}  {}", count(node.nodes), node.purpose.words())),
        );
    }
    if let Some(node) = paused.open.get(chosen) {
        let path = Standing::of_paused(paused, chosen).map(|node| node.path_line());
        state(node, path.filter(|path| !path.is_empty()), &mut sheet);
        moves(node, &mut sheet);
    }
    sheet
}

fn why(paused: &Paused) -> String {
    match &paused.halt {
        Halt::Asked => "stopped because you asked".to_owned(),
        Halt::Step => "stopped after a step".to_owned(),
        Halt::Breakpoint { number, text, hits } => {
            format!("stopped at breakpoint {}: {text} (hit {hits})", number + 1)
        }
    }
}

fn turn(paused: &Paused) -> String {
    let position = paused.open.last().map(|node| &node.position);
    let san = |mv| position.map_or_else(String::new, |position| notation::san(position, mv));
    match paused.turn {
        Turn::Entered => "the node has just been entered".to_owned(),
        Turn::Trying(tried) => format!("about to search {}", san(tried.mv)),
        Turn::Left(left) => {
            format!("leaving with {}: {}", left.value.real, words::ending(&left.ending))
        }
    }
}

/// An end of a window or interval.
#[must_use]
pub fn edge(score: Score) -> String {
    match score {
        s if s >= Score::INFINITE => "∞".to_owned(),
        s if s <= -Score::INFINITE => "−∞".to_owned(),
        s => s.to_string(),
    }
}

/// Everything known of a node.
fn state(node: &PausedNode, path: Option<String>, sheet: &mut Sheet) {
    sheet.heading("the node, view of the side to move");
    sheet.pair("path", path.unwrap_or_else(|| "the root".to_owned()));
    let aside = if node.aside { ", on the side" } else { "" };
    let kind = format!("{}, {}{aside}", words::kind(node.kind), node.purpose.words());
    sheet.pair("kind", kind);
    sheet.pair("window", format!("{} to {}", edge(node.alpha), edge(node.beta)));
    let steps = node.place.map_or_else(String::new, |place| {
        let extension = match place.extension {
            less if less < 0 => format!("taken back by {}", -less),
            more => format!("extended by {more}"),
        };
        format!(", reduced by {}, {extension}", place.reduction)
    });
    sheet.pair("depth", format!("{}{steps}", node.depth));
    if let Some(place) = &node.place {
        let number = format!("{}, {}", place.number, words::reason(place.reason));
        sheet.pair("place in order", number);
    }
    if let Some(mv) = node.excluded {
        sheet.pair("without", notation::san(&node.position, mv));
    }
    if let Some((raw, corrected)) = node.evaluation {
        sheet.pair("static evaluation", format!("{raw}, corrected {corrected}"));
    } else if node.position.is_check() {
        sheet.pair("static evaluation", "none: in check");
    }
    if let Some(probe) = &node.probe {
        let text = match probe.draft {
            None => "no entry".to_owned(),
            Some(draft) => {
                let refused = if probe.refused { ", refused" } else { "" };
                let (low, high) = (edge(probe.low), edge(probe.high));
                let best = probe.mv.map(|mv| format!(", {}", notation::san(&node.position, mv)));
                let best = best.unwrap_or_default();
                format!("{low} to {high}, depth {draft}, age {}{best}{refused}", probe.age)
            }
        };
        sheet.pair("table", text);
    }
    if let Some(value) = &node.so_far {
        sheet.pair("so far", value_words(value));
    }
    if let Some(left) = &node.left {
        sheet.pair("result", value_words(&left.value));
        sheet.pair("because", words::ending(&left.ending));
    }
}

fn value_words(value: &Value) -> String {
    let depends = if value.depends == Value::FREE {
        "depends on no repetition".to_owned()
    } else {
        format!("depends on ply {}", value.depends)
    };
    let (low, high) = (edge(value.shadow.low), edge(value.shadow.high));
    format!("{}, shadow {low} to {high}, {depends}", value.real)
}

fn moves(node: &PausedNode, sheet: &mut Sheet) {
    if node.moves.is_empty() {
        return;
    }
    sheet.heading("moves in order");
    for mv in &node.moves {
        let (ink, fate) = fate(&mv.fate, &node.position);
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<8}", notation::san(&node.position, mv.mv)))
                .and(Ink::Dim, format!("{:<18}", reason(mv)))
                .and(ink, fate),
        );
    }
}

/// Why it stands there, with its score where the order within the group is one of scores.
fn reason(mv: &PausedMove) -> String {
    let words = words::reason(mv.reason);
    match mv.reason {
        OrderReason::GoodCapture | OrderReason::History | OrderReason::BadCapture => {
            format!("{words} {}", mv.order_score)
        }
        _ => words.to_owned(),
    }
}

fn fate(fate: &MoveFate, position: &Position) -> (Ink, String) {
    match fate {
        MoveFate::Waiting => (Ink::Dim, "waiting".to_owned()),
        MoveFate::Skipped(view) => {
            (Ink::Shadow, format!("{}: {} against {}", view.rule.name(), view.measured, view.limit))
        }
        MoveFate::UnderWay(tried) => {
            let line = numbered(position, &[tried.mv]).join("");
            (Ink::Warn, format!("under way: {line}"))
        }
        MoveFate::Searched { score, bound, purpose, searches, nodes, .. } => {
            let again =
                if *searches > 1 { format!(", {searches} searches") } else { String::new() };
            let noun = if *nodes == 1 { "node" } else { "nodes" };
            let score = bounded(*score, *bound);
            let words = format!("{score:>8} {}{again}, {} {noun}", purpose.words(), count(*nodes));
            (Ink::Text, words)
        }
    }
}
