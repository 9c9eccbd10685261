//! The tree explorer: a recorded piece of a search, opened node by node, filtered, sorted.

use super::scholar::pawns;
use super::sheet::{Ink, Row, Sheet};
use super::standstill::edge;
use crate::base::Score;
use crate::rules::notation;
use crate::search::NodeKind;
use crate::search::observe::{
    Asides, Filter, Node, NodeId, SortBy, Tree, to_graphviz, to_ron, words,
};
use crate::tui::page::count;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most nodes that are exported.
const EXPORTED: usize = 100_000;

/// A tree, what of it is open, and where one stands.
#[derive(Clone, Debug)]
pub struct Explorer {
    tree: Arc<Tree>,
    open: BTreeSet<NodeId>,
    chosen: Option<NodeId>,
    filter: Filter,
    sort: SortBy,
    colour: Colour,
}

/// What a row's colour says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Colour {
    /// The kind of node.
    #[default]
    Kind,
    /// Who is better, in White's view.
    Score,
}

/// Nodes of a subtree that is large enough for the filter of that name.
const LARGE: u64 = 100;

/// From so many centipawns on a score has a colour.
const COLOURED: i32 = 50;

impl Explorer {
    /// A tree with its last visit opened.
    #[must_use]
    pub fn new(tree: Arc<Tree>) -> Self {
        let last = tree.roots().last().copied();
        let filter = Filter::default();
        let open = last.into_iter().collect();
        Self { tree, open, chosen: last, filter, sort: SortBy::Time, colour: Colour::Kind }
    }

    /// Every node in sight, with its level.
    fn shown(&self) -> Vec<(usize, NodeId)> {
        let mut shown = Vec::new();
        let mut rest: Vec<(usize, NodeId)> =
            self.tree.roots().iter().rev().map(|&id| (0, id)).collect();
        while let Some((level, id)) = rest.pop() {
            shown.push((level, id));
            if self.open.contains(&id) {
                let below = self.tree.below(Some(id), &self.filter, self.sort);
                rest.extend(below.into_iter().rev().map(|id| (level + 1, id)));
            }
        }
        shown
    }

    /// Moves the choice by so many rows.
    pub fn walk(&mut self, step: isize) {
        let shown = self.shown();
        let at = shown.iter().position(|(_, id)| Some(*id) == self.chosen).unwrap_or(0);
        let next = at.saturating_add_signed(step).min(shown.len().saturating_sub(1));
        self.chosen = shown.get(next).map(|(_, id)| *id);
    }

    /// Opens the chosen node.
    pub fn open(&mut self) {
        self.open.extend(self.chosen);
    }

    /// Closes the chosen node, or goes to the one above when it is closed.
    pub fn close(&mut self) {
        let Some(chosen) = self.chosen else { return };
        if !self.open.remove(&chosen) {
            self.chosen = self.tree.node(chosen).and_then(|node| node.parent).or(self.chosen);
        }
    }

    /// The next order; says which.
    pub const fn sort(&mut self) -> &'static str {
        let (next, words) = match self.sort {
            SortBy::Time => (SortBy::Nodes, "sorted by nodes"),
            SortBy::Nodes => (SortBy::Score, "sorted by score"),
            SortBy::Score => (SortBy::Depth, "sorted by depth"),
            SortBy::Depth => (SortBy::Time, "in the order of the search"),
        };
        self.sort = next;
        words
    }

    /// The other meaning of the colours; says which.
    pub const fn colour(&mut self) -> &'static str {
        let (next, words) = match self.colour {
            Colour::Kind => (Colour::Score, "coloured by score: who is better"),
            Colour::Score => (Colour::Kind, "coloured by kind: PV, cut, all, quiescence"),
        };
        self.colour = next;
        words
    }

    /// The next filter; says which.
    pub fn filter(&mut self) -> &'static str {
        let kind = self.filter.kind;
        let only = |kind| Filter { kind: Some(kind), ..Filter::default() };
        let large = Filter { least_nodes: LARGE, ..Filter::default() };
        let (next, words) = match (kind, self.filter.asides) {
            (None, Asides::Shown) if self.filter == large => (Filter::default(), "all nodes"),
            (None, Asides::Shown) => (
                Filter { asides: Asides::Hidden, ..Filter::default() },
                "without tests on the side",
            ),
            (None, Asides::Hidden) => (only(NodeKind::Principal), "only PV nodes"),
            (Some(NodeKind::Principal), _) => (only(NodeKind::Cut), "only cut nodes"),
            (Some(NodeKind::Cut), _) => (only(NodeKind::All), "only all nodes"),
            (Some(NodeKind::All), _) => (only(NodeKind::Quiescence), "only quiescence"),
            _ => (large, "only subtrees of 100 nodes or more"),
        };
        self.filter = next;
        words
    }

    /// Opens the principal variation below the chosen node and goes to its end.
    pub fn principal(&mut self) {
        let Some(chosen) = self.chosen else { return };
        let line = self.tree.principal(chosen);
        self.filter = Filter::default();
        self.open.extend(line.iter().copied());
        self.chosen = line.last().copied().or(self.chosen);
    }

    /// The tree and the chosen node.
    #[must_use]
    pub fn chosen(&self) -> Option<(&Tree, NodeId)> {
        Some((&*self.tree, self.chosen?))
    }

    /// The chosen subtree as a text: Graphviz, or RON.
    ///
    /// # Errors
    /// There is no node, or it cannot be written.
    pub fn export(&self, graphviz: ExportAs) -> Result<String, String> {
        let from = self.chosen.ok_or("the tree is empty")?;
        match graphviz {
            ExportAs::Graphviz => Ok(to_graphviz(&self.tree, from, EXPORTED)),
            ExportAs::Ron => to_ron(&self.tree, from, EXPORTED).map_err(|error| error.to_string()),
        }
    }

    /// The page.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let tree = &self.tree;
        let mut sheet = Sheet::default();
        let line = if tree.line.is_empty() {
            "the root".to_owned()
        } else {
            super::moments::numbered(&tree.start, &tree.line).join(" ")
        };
        sheet.line(
            Ink::Strong,
            format!("{} nodes below {line}, {} recorded", count(tree.total()), tree.len()),
        );
        if let Some(level) = tree.cut_at {
            let words = format!("the memory of 64 MiB was used up: complete to level {level}");
            sheet.line(Ink::Warn, words);
        }
        sheet.line(
            Ink::Dim,
            "→ open · ← close · p PV · s sort · t filter · C colour · :export FILE",
        );
        if let Some(node) = self.chosen.and_then(|id| tree.node(id)) {
            sheet.line(Ink::Text, details(node));
        }
        sheet.rows.push(Row::default());
        sheet.line(
            Ink::Title,
            format!(
                "{:<18}{:>8}{:>6}{:>3}  {}",
                "move", "score", "nodes", "d", "kind, how it ended"
            ),
        );
        for (level, id) in self.shown() {
            let Some(node) = tree.node(id) else { continue };
            if Some(id) == self.chosen {
                sheet.chosen = Some(sheet.rows.len());
            }
            sheet.rows.push(self.row(level, id, node));
        }
        sheet
    }

    fn ink(&self, id: NodeId, node: &Node) -> Ink {
        match (self.colour, node.kind) {
            (Colour::Kind, NodeKind::Root | NodeKind::Principal) => Ink::Good,
            (Colour::Kind, NodeKind::Cut) => Ink::Bad,
            (Colour::Kind, NodeKind::All) => Ink::Text,
            (Colour::Kind, NodeKind::Quiescence) => Ink::Shadow,
            (Colour::Score, _) => {
                let is_white = self.tree.position(id).turn().is_white();
                let score = node.score().map(|score| if is_white { score } else { -score });
                match score.map(Score::value) {
                    None => Ink::Dim,
                    Some(value) if value >= COLOURED => Ink::Good,
                    Some(value) if value <= -COLOURED => Ink::Bad,
                    Some(_) => Ink::Text,
                }
            }
        }
    }

    fn row(&self, level: usize, id: NodeId, node: &Node) -> Row {
        let ink = self.ink(id, node);
        let sign = match (node.children.is_empty(), self.open.contains(&id)) {
            (true, _) => ' ',
            (false, true) => '▾',
            (false, false) => '▸',
        };
        let name = match (node.mv, node.parent) {
            (Some(mv), Some(parent)) => notation::san(&self.tree.position(parent), mv),
            (Some(mv), None) => notation::uci(mv),
            (None, _) => format!("{} {}", node.purpose.words(), node.iteration),
        };
        let name = format!("{}{sign} {name}", "  ".repeat(level.min(5)));
        let score = node.score().map_or_else(|| "–".to_owned(), |score| score.to_string());
        let ended =
            node.left.map_or_else(|| "unfinished".to_owned(), |left| words::ending(&left.ending));
        let reduced = node.place.filter(|place| place.reduction != 0);
        let reduced =
            reduced.map_or_else(String::new, |place| format!(", reduced {}", place.reduction));
        let eval = node
            .evaluation
            .map_or_else(String::new, |(raw, _)| format!(", eval {}", pawns(raw.value())));
        Row::of(ink, format!("{name:<18}"))
            .and(Ink::Strong, format!("{score:>8}"))
            .and(Ink::Dim, format!("{:>6}{:>3}  ", count(node.nodes), node.depth))
            .and(ink, words::kind(node.kind))
            .and(Ink::Dim, format!(", {ended}{reduced}{eval}"))
    }
}

/// What a row has no room for.
fn details(node: &Node) -> String {
    let mut parts = vec![format!("window {} to {}", edge(node.alpha), edge(node.beta))];
    parts.push(format!("searched as {}", node.purpose.words()));
    if let Some(place) = &node.place {
        parts.push(format!("move {} in order, {}", place.number, words::reason(place.reason)));
        if place.extension != 0 {
            parts.push(format!("extended {}", place.extension));
        }
    }
    if let Some((raw, corrected)) = node.evaluation {
        parts.push(format!("evaluation {raw}, corrected {corrected}"));
    }
    match node.probe.map(|probe| (probe.draft, probe)) {
        Some((Some(draft), probe)) => parts.push(format!(
            "table {} to {} at depth {draft}",
            edge(probe.low),
            edge(probe.high)
        )),
        Some((None, _)) => parts.push("no table entry".to_owned()),
        None => {}
    }
    if let Some(left) = &node.left {
        let shadow = left.value.shadow;
        parts.push(format!("shadow {} to {}", edge(shadow.low), edge(shadow.high)));
        parts.extend(left.value.dependence().map(|ply| format!("depends on ply {ply}")));
    }
    parts.join(", ")
}

/// The form of an exported tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportAs {
    /// A digraph for Graphviz.
    Graphviz,
    /// RON.
    Ron,
}
