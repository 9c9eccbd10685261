//! A paused search, and the breakpoints.

use super::page_text::PageText;
use crate::base::number_of;
use crate::rules::{Position, notation};
use crate::search::observe::{
    BreakAction, MoveStatus, PausePoint, PauseReason, PausedMove, PausedNode, PausedSearch, Switch,
    names,
};
use crate::search::{OrderReason, Value};
use crate::tui::model::Model;
use crate::tui::model::inspect::{InspectedNode, Inspection, SUGGESTED};
use crate::tui::values::draws::interval_text;
use crate::tui::values::format::{bound_text, bounded, count, cut, numbered_move, pad};
use crate::tui::view::page::span;
use ratatui::style::Style;

/// The list of breakpoints and suggestions.
pub(super) fn breakpoints(inspection: &Inspection, text: &mut PageText<'_>) {
    let theme = text.theme;
    let list = &inspection.breakpoints;
    let active = list.iter().filter(|it| it.switch == Switch::On).count();
    text.line(theme.strong, number_of(active, "active breakpoint"));
    let ways = text.ways([
        ("row-enter", "add or edit"),
        ("row-switch", "enable/disable"),
        ("row-remove", "remove"),
    ]);
    text.sentence(&format!("{ways} · :break CONDITION"));
    if !list.is_empty() {
        text.heading("hits  breakpoint");
    }
    let selected = inspection.selected.min(list.len() + SUGGESTED.len() - 1);
    for (index, breakpoint) in list.iter().enumerate() {
        let style = match (breakpoint.switch, breakpoint.action) {
            (Switch::Off, _) => theme.dim,
            (Switch::On, BreakAction::Log) => theme.text,
            (Switch::On, BreakAction::Stop) => theme.warn,
        };
        let paused = inspection.paused.as_ref();
        let own = paused.and_then(|paused| paused.hits_of(index, &breakpoint.condition));
        let known = || inspection.hits.1.get(&breakpoint.to_string()).copied();
        let hits = own.or_else(known);
        let hits = hits.map_or_else(|| "–".to_owned(), |hits| hits.to_string());
        if index == selected {
            text.select();
        }
        text.wrapped(span(theme.dim, format!("{hits:>4}  ")), style, &breakpoint.to_string());
    }
    text.heading("to add");
    for (index, condition) in SUGGESTED.into_iter().enumerate() {
        if list.len() + index == selected {
            text.select();
        }
        text.wrapped(span(theme.dim, "   +  "), theme.text, condition);
    }
    if !inspection.logged.is_empty() {
        text.heading("logged");
    }
    // In the order in which they came, in which plain play reads them.
    for hit in &inspection.logged {
        text.sentence(&format!("{} {}", hit.text, hit.place()));
    }
}

/// The paused search: reason, place, the open nodes, and the selected one in full.
pub(super) fn paused(model: &Model, text: &mut PageText<'_>) {
    let (theme, inspection) = (text.theme, &model.inspect);
    let Some(paused) = &inspection.paused else {
        let keys = text.keymap;
        return text.sentence(&if model.thinking.is_busy() {
            let pause = keys.way_to("pause-search");
            format!(
                "the search runs to the end of the step or to a breakpoint; {pause} pauses it now"
            )
        } else {
            let (analyse, breakpoints) = (keys.way_to("analyse"), keys.way_to_question('c'));
            format!("no search running; {analyse} starts analysis, {breakpoints} sets breakpoints")
        });
    };
    let reason = inspection.repeat_words().unwrap_or_else(|| pause_reason(paused));
    text.line(theme.strong, reason);
    let point = pause_point(paused);
    let words = format!("iteration {}, {} nodes, {point}", paused.iteration, paused.nodes);
    text.line(theme.text, words);
    // Why it is paused stays in sight.
    text.pin();
    text.sentence(&text.ways([
        ("pause-search", "resume"),
        ("step-into", "into"),
        ("step-over", "over"),
        ("step-out", "out"),
        ("step-iteration", "iteration"),
        ("row-up row-down", "node"),
        ("row-enter", "tree"),
    ]));
    let columns = Columns::of(text.width);
    text.heading(columns.heading());
    let selected = inspection.selected.min(paused.open.len().saturating_sub(1));
    for (index, node) in paused.open.iter().enumerate() {
        if index == selected {
            text.select();
        }
        let name = match paused.san(index) {
            Some(san) => san,
            None if index == 0 => "root".to_owned(),
            None => node.purpose.to_string(),
        };
        let [alpha, beta] = [node.alpha_now, node.beta].map(bound_text);
        let [place, depth, window, rest] = columns.row(
            &format!("{} {name}", node.ply),
            &node.depth.to_string(),
            [&alpha, &beta],
            &count(node.nodes),
            &node.purpose.to_string(),
        );
        text.row([
            span(theme.text, place),
            span(theme.dim, depth),
            span(theme.real, window),
            span(theme.dim, rest),
        ]);
    }
    if let Some(node) = paused.open.get(selected) {
        let path = InspectedNode::of_paused(paused, selected).map(|node| node.path_line());
        state(node, path.filter(|path| !path.is_empty()), text);
        moves(node, text);
    }
}

/// The columns of the table of open nodes: what each page has, and what only wider ones have. The selected node has all of it below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Columns {
    /// Cells of the ply with its move, of the depth, and of each bound of the window.
    cells: [usize; 3],
    beta: bool,
    purpose: bool,
    nodes: bool,
}

impl Columns {
    /// On narrow pages the purpose of a node says more than its count, and its window more than both.
    fn of(width: usize) -> Self {
        // Those of the other columns, and 16 of the purpose.
        let place = width.saturating_sub(34).clamp(8, 12);
        let cells = if place == 12 { [12, 4, 8] } else { [place, 3, 7] };
        Self { cells, beta: width >= 27, purpose: width >= 36, nodes: width >= 53 }
    }

    /// A row: place, depth, window, and the rest.
    fn row(
        self,
        place: &str,
        depth: &str,
        window: [&str; 2],
        nodes: &str,
        purpose: &str,
    ) -> [String; 4] {
        let [wide, deep, bound] = self.cells;
        let mut shown = format!("{:>bound$}", window[0]);
        if self.beta {
            shown += &format!("{:>bound$}", window[1]);
        }
        let mut rest = if self.nodes { format!("{nodes:>7} ") } else { String::new() };
        if self.purpose {
            rest = format!("{rest} {purpose}");
        }
        [pad(&cut(place, wide - 1), wide), format!("{depth:>deep$}"), shown, rest]
    }

    /// The headings. An ellipsis stands for the columns that are left out.
    fn heading(self) -> String {
        let purpose = if self.nodes { "for; windows of the side to move" } else { "for" };
        let names = self.row("ply", "d", ["alpha", "beta"], "nodes", purpose).concat();
        if self.purpose { names } else { format!("{names} …") }
    }
}

fn pause_reason(paused: &PausedSearch) -> String {
    match &paused.reason {
        PauseReason::Requested => format!("paused by the user in iteration {}", paused.iteration),
        PauseReason::Step => "paused after a step".to_owned(),
        PauseReason::Breakpoint { number, text, hits } => {
            format!("paused at breakpoint {}: {text} (hit {hits})", number + 1)
        }
    }
}

fn pause_point(paused: &PausedSearch) -> String {
    let position = paused.open.last().map(|node| &node.position);
    let san = |mv| position.map_or_else(String::new, |position| notation::san(position, mv));
    match paused.point {
        PausePoint::Entered => "node entered".to_owned(),
        PausePoint::Searching(tried) => format!("about to search {}", san(tried.mv)),
        PausePoint::Exiting(left) => {
            format!("returning {}: {}", left.value.real, names::ending(&left.reason, position))
        }
    }
}

/// Everything known of a node.
fn state(node: &PausedNode, path: Option<String>, text: &mut PageText<'_>) {
    text.heading("node, side to move's view");
    text.pair("path", path.unwrap_or_else(|| "the root".to_owned()));
    let side = if node.side_search { ", side search" } else { "" };
    let kind = node.node_type;
    text.pair("kind", format!("{kind}, {}{side}", node.purpose));
    text.pair("window", format!("{} to {}", bound_text(node.alpha), bound_text(node.beta)));
    let steps = node.place.map_or_else(String::new, |place| {
        format!(", reduced by {}, extended by {}", place.reduction, place.extension)
    });
    text.pair("depth", format!("{}{steps}", node.depth));
    if let Some(place) = &node.place {
        text.pair("move order", format!("{}, {}", place.number, place.reason));
    }
    if let Some(mv) = node.excluded {
        text.pair("excluded move", notation::san(&node.position, mv));
    }
    if let Some(eval) = node.evaluation {
        text.pair("static evaluation", eval.to_string());
    } else if node.position.is_check() {
        text.pair("static evaluation", "none: in check");
    }
    if let Some(probe) = &node.probe {
        let words = probe.depth.map_or_else(
            || "no entry".to_owned(),
            |depth| {
                let conditional = if probe.is_conditional { ", with a condition" } else { "" };
                let refused = if probe.refused { ", refused" } else { "" };
                let (low, high) = (bound_text(probe.low), bound_text(probe.high));
                let best = probe.mv.map(|mv| format!(", {}", notation::san(&node.position, mv)));
                let best = best.unwrap_or_default();
                let bounds = format!("{low} to {high}{conditional}");
                format!("{bounds}, depth {depth}, age {}{best}{refused}", probe.age)
            },
        );
        text.pair("TT entry", words);
    }
    if let Some(value) = &node.so_far {
        text.pair("so far", value_text(value));
    }
    if let Some(left) = &node.left {
        text.pair("result", value_text(&left.value));
        text.pair("exit reason", names::ending(&left.reason, Some(&node.position)));
    }
}

fn value_text(value: &Value) -> String {
    let depends = value.depends_on().map_or_else(
        || "depends on no position above".to_owned(),
        |ply| format!("depends on a return to ply {ply}"),
    );
    format!("{}, shadow {}, {depends}", value.real, interval_text(value.shadow))
}

fn moves(node: &PausedNode, text: &mut PageText<'_>) {
    if node.moves.is_empty() {
        return;
    }
    text.heading("moves in search order");
    for mv in &node.moves {
        let (style, status) = status(&mv.status, &node.position, text);
        text.row([
            span(text.theme.text, format!("{:<8}", notation::san(&node.position, mv.mv))),
            span(text.theme.dim, format!("{:<22} ", reason(mv))),
            span(style, status),
        ]);
    }
}

/// Reason of the move's place, with its order score in groups sorted by score.
fn reason(mv: &PausedMove) -> String {
    if !mv.picked {
        return "as generated".to_owned();
    }
    let words = mv.reason.to_string();
    match mv.reason {
        OrderReason::GoodCapture | OrderReason::History | OrderReason::BadCapture => {
            format!("{words} {}", mv.order_score)
        }
        OrderReason::Root
        | OrderReason::TtMove
        | OrderReason::Killer
        | OrderReason::CounterMove => words.to_owned(),
    }
}

fn status(status: &MoveStatus, position: &Position, text: &PageText<'_>) -> (Style, String) {
    let theme = text.theme;
    match status {
        MoveStatus::Waiting => (theme.dim, "not searched yet".to_owned()),
        MoveStatus::LeftOut => (theme.dim, "not searched".to_owned()),
        MoveStatus::Excluded => (theme.dim, "excluded".to_owned()),
        MoveStatus::Pruned(view) => {
            let (rule, measured, limit) = (view.rule.name(), view.measured, view.limit);
            let words = format!("pruned by {rule}: {measured} against {limit}");
            (theme.shadow, words)
        }
        MoveStatus::Searching(tried) => {
            (theme.warn, format!("searching {}", numbered_move(position, tried.mv)))
        }
        MoveStatus::Searched { score, bound, purpose, searches, nodes, .. } => {
            let again =
                if *searches > 1 { format!(", {searches} searches") } else { String::new() };
            let noun = if *nodes == 1 { "node" } else { "nodes" };
            let score = bounded(*score, *bound);
            let words = format!("{score:>8} {}{again}, {} {noun}", purpose, count(*nodes));
            (theme.text, words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn a_column_that_is_left_out_has_a_sign() {
        for (width, heading) in [
            (20, "ply       d  alpha …"),
            (24, "ply       d  alpha …"),
            (27, "ply       d  alpha   beta …"),
            (36, "ply       d  alpha   beta for"),
            (43, "ply        d  alpha   beta for"),
            (53, "ply            d   alpha    beta  nodes  for; windows of the side to move"),
        ] {
            let shown = Columns::of(width).heading();
            assert_eq!(shown, heading, "{width}");
            assert!(width == 53 || shown.chars().count() <= width, "{width}: {shown}");
        }
    }
}
