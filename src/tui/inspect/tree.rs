//! The tree explorer: a recorded piece of a search, opened node by node, filtered, sorted.

use super::scholar::pawns;
use super::sheet::{Ink, Row, Sheet};
use crate::rules::{Move, Position, notation};
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
}

impl Explorer {
    /// A tree with its last visit opened.
    #[must_use]
    pub fn new(tree: Arc<Tree>) -> Self {
        let last = tree.roots().last().copied();
        let filter = Filter::default();
        Self { tree, open: last.into_iter().collect(), chosen: last, filter, sort: SortBy::Time }
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

    /// The next filter; says which.
    pub fn filter(&mut self) -> &'static str {
        let kind = self.filter.kind;
        let only = |kind| Filter { kind: Some(kind), ..Filter::default() };
        let (next, words) = match (kind, self.filter.asides) {
            (None, Asides::Shown) => (
                Filter { asides: Asides::Hidden, ..Filter::default() },
                "without tests on the side",
            ),
            (None, Asides::Hidden) => (only(NodeKind::Principal), "only PV nodes"),
            (Some(NodeKind::Principal), _) => (only(NodeKind::Cut), "only cut nodes"),
            (Some(NodeKind::Cut), _) => (only(NodeKind::All), "only all nodes"),
            (Some(NodeKind::All), _) => (only(NodeKind::Quiescence), "only quiescence"),
            _ => (Filter::default(), "all nodes"),
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

    /// The chosen node's position and the move that led there.
    #[must_use]
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        let node = self.tree.node(self.chosen?)?;
        Some((self.tree.position(self.chosen?), node.mv))
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
            let words = format!("memory was used up: complete to level {level}");
            sheet.line(Ink::Warn, words);
        }
        sheet.line(Ink::Dim, "→ open  ← close  p PV  s sort  t filter  :export FILE");
        sheet.line(
            Ink::Title,
            format!(
                "{:<22}{:>8}{:>7}{:>4}  {}",
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

    fn row(&self, level: usize, id: NodeId, node: &Node) -> Row {
        let ink = match node.kind {
            NodeKind::Root | NodeKind::Principal => Ink::Good,
            NodeKind::Cut => Ink::Bad,
            NodeKind::All => Ink::Text,
            NodeKind::Quiescence => Ink::Shadow,
        };
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
        let name = format!("{}{sign} {name}", "  ".repeat(level.min(8)));
        let score = node.score().map_or_else(|| "–".to_owned(), |score| score.to_string());
        let window = format!("[{} {}]", node.alpha, node.beta);
        let ended =
            node.left.map_or_else(|| "unfinished".to_owned(), |left| words::ending(&left.ending));
        let reduced = node.place.filter(|place| place.reduction != 0);
        let reduced =
            reduced.map_or_else(String::new, |place| format!(", reduced {}", place.reduction));
        let eval = node
            .evaluation
            .map_or_else(String::new, |(raw, _)| format!(", eval {}", pawns(raw.value())));
        Row::of(ink, format!("{name:<22}"))
            .and(Ink::Strong, format!("{score:>8}"))
            .and(Ink::Dim, format!("{:>7}{:>4}  ", count(node.nodes), node.depth))
            .and(ink, words::kind(node.kind))
            .and(Ink::Dim, format!(", {ended}{reduced}{eval}, {window}"))
    }
}

/// The form of an exported tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportAs {
    /// A digraph for Graphviz.
    Graphviz,
    /// RON.
    Ron,
}
