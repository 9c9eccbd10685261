//! The tree explorer: a recorded search tree, expanded node by node, filtered and sorted.

use super::debugger::bound_text;
use super::explainer::pawns;
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::base::Score;
use crate::rules::notation;
use crate::search::NodeType;
use crate::search::observe::{
    NodeFilter, NodeId, SearchTree, SideSearches, SortBy, TreeNode, names, to_graphviz, to_ron,
};
use crate::tui::page::count;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of exported nodes.
const EXPORTED: usize = 100_000;

/// A tree with its expanded nodes and the selected one.
#[derive(Clone, Debug)]
pub struct Explorer {
    tree: Arc<SearchTree>,
    open: BTreeSet<NodeId>,
    chosen: Option<NodeId>,
    filter: NodeFilter,
    sort: SortBy,
    colour: Colour,
}

/// Meaning of a row's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Colour {
    /// The kind of node.
    #[default]
    Kind,
    /// The score from White's view.
    Score,
}

/// Minimum nodes of the filter for large subtrees.
const LARGE: u64 = 100;

/// Centipawns from which a score is coloured.
const COLOURED: i32 = 50;

impl Explorer {
    /// A tree with its last visit expanded.
    #[must_use]
    pub fn new(tree: Arc<SearchTree>) -> Self {
        let last = tree.roots().last().copied();
        let filter = NodeFilter::default();
        let open = last.into_iter().collect();
        Self { tree, open, chosen: last, filter, sort: SortBy::Time, colour: Colour::Kind }
    }

    /// All visible nodes with their level.
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

    /// Moves the selection.
    pub fn walk(&mut self, step: isize) {
        let shown = self.shown();
        let at = shown.iter().position(|(_, id)| Some(*id) == self.chosen).unwrap_or(0);
        let next = at.saturating_add_signed(step).min(shown.len().saturating_sub(1));
        self.chosen = shown.get(next).map(|(_, id)| *id);
    }

    /// Expands the selected node.
    pub fn open(&mut self) {
        self.open.extend(self.chosen);
    }

    /// Collapses the selected node, or selects its parent.
    pub fn close(&mut self) {
        let Some(chosen) = self.chosen else { return };
        if !self.open.remove(&chosen) {
            self.chosen = self.tree.node(chosen).and_then(|node| node.parent).or(self.chosen);
        }
    }

    /// Switches to the next order; returns its description.
    pub const fn sort(&mut self) -> &'static str {
        let (next, words) = match self.sort {
            SortBy::Time => (SortBy::Nodes, "sorted by nodes"),
            SortBy::Nodes => (SortBy::Score, "sorted by score"),
            SortBy::Score => (SortBy::Depth, "sorted by depth"),
            SortBy::Depth => (SortBy::Time, "in search order"),
        };
        self.sort = next;
        words
    }

    /// Switches the colours; returns the description.
    pub const fn colour(&mut self) -> &'static str {
        let (next, words) = match self.colour {
            Colour::Kind => (Colour::Score, "coloured by score"),
            Colour::Score => (Colour::Kind, "coloured by kind: PV, cut, all, quiescence"),
        };
        self.colour = next;
        words
    }

    /// Switches to the next filter; returns its description.
    pub fn filter(&mut self) -> &'static str {
        let kind = self.filter.node_type;
        let only = |kind| NodeFilter { node_type: Some(kind), ..NodeFilter::default() };
        let large = NodeFilter { least_nodes: LARGE, ..NodeFilter::default() };
        let (next, words) = match (kind, self.filter.side_searches) {
            (None, SideSearches::Shown) if self.filter == large => {
                (NodeFilter::default(), "all nodes")
            }
            (None, SideSearches::Shown) => (
                NodeFilter { side_searches: SideSearches::Hidden, ..NodeFilter::default() },
                "without auxiliary searches",
            ),
            (None, SideSearches::Hidden) => (only(NodeType::Pv), "only PV nodes"),
            (Some(NodeType::Pv), _) => (only(NodeType::Cut), "only cut nodes"),
            (Some(NodeType::Cut), _) => (only(NodeType::All), "only all nodes"),
            (Some(NodeType::All), _) => (only(NodeType::Quiescence), "only quiescence"),
            _ => (large, "only subtrees of 100 nodes or more"),
        };
        self.filter = next;
        words
    }

    /// Expands the PV below the selected node and selects its last node.
    pub fn principal(&mut self) {
        let Some(chosen) = self.chosen else { return };
        let line = self.tree.principal_variation(chosen);
        self.filter = NodeFilter::default();
        self.open.extend(line.iter().copied());
        self.chosen = line.last().copied().or(self.chosen);
    }

    /// The tree and the selected node.
    #[must_use]
    pub fn chosen(&self) -> Option<(&SearchTree, NodeId)> {
        Some((&*self.tree, self.chosen?))
    }

    /// The selected subtree as Graphviz or RON text.
    ///
    /// # Errors
    /// The tree is empty, or RON fails.
    pub fn export(&self, graphviz: ExportAs) -> Result<String, String> {
        let from = self.chosen.ok_or("the tree is empty")?;
        match graphviz {
            ExportAs::Graphviz => Ok(to_graphviz(&self.tree, from, EXPORTED)),
            ExportAs::Ron => to_ron(&self.tree, from, EXPORTED).map_err(|error| error.to_string()),
        }
    }

    /// The page.
    #[must_use]
    pub fn styled_text(&self) -> StyledText {
        let tree = &self.tree;
        let mut sheet = StyledText::default();
        let line = if tree.line.is_empty() {
            "the root".to_owned()
        } else {
            super::report_answers::numbered_moves(&tree.start, &tree.line).join(" ")
        };
        sheet.line(
            TextStyle::Strong,
            format!("{} nodes below {line}, {} recorded", count(tree.total()), tree.len()),
        );
        if let Some(level) = tree.cut_at {
            let words = format!("memory limit of 64 MiB reached: complete to level {level}");
            sheet.line(TextStyle::Warn, words);
        }
        sheet.line(
            TextStyle::Dim,
            "→ open · ← close · p PV · s sort · t filter · C colour · :export FILE",
        );
        if let Some(node) = self.chosen.and_then(|id| tree.node(id)) {
            sheet.line(TextStyle::Text, details(node));
        }
        sheet.rows.push(StyledLine::default());
        sheet.line(
            TextStyle::Title,
            format!(
                "{:<18}{:>8}{:>6}{:>3}  {}",
                "move", "score", "nodes", "d", "type, exit reason"
            ),
        );
        for (level, id) in self.shown() {
            let Some(node) = tree.node(id) else { continue };
            if Some(id) == self.chosen {
                sheet.selected = Some(sheet.rows.len());
            }
            sheet.rows.push(self.row(level, id, node));
        }
        sheet
    }

    fn ink(&self, id: NodeId, node: &TreeNode) -> TextStyle {
        match (self.colour, node.node_type) {
            (Colour::Kind, NodeType::Root | NodeType::Pv) => TextStyle::Good,
            (Colour::Kind, NodeType::Cut) => TextStyle::Bad,
            (Colour::Kind, NodeType::All) => TextStyle::Text,
            (Colour::Kind, NodeType::Quiescence) => TextStyle::Shadow,
            (Colour::Score, _) => {
                let is_white = self.tree.position(id).turn().is_white();
                let score = node.score().map(|score| if is_white { score } else { -score });
                match score.map(Score::value) {
                    None => TextStyle::Dim,
                    Some(value) if value >= COLOURED => TextStyle::Good,
                    Some(value) if value <= -COLOURED => TextStyle::Bad,
                    Some(_) => TextStyle::Text,
                }
            }
        }
    }

    fn row(&self, level: usize, id: NodeId, node: &TreeNode) -> StyledLine {
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
            node.left.map_or_else(|| "unfinished".to_owned(), |left| names::ending(&left.reason));
        let reduced = node.place.filter(|place| place.reduction != 0);
        let reduced =
            reduced.map_or_else(String::new, |place| format!(", reduced {}", place.reduction));
        let eval = node
            .evaluation
            .map_or_else(String::new, |(raw, _)| format!(", eval {}", pawns(raw.value())));
        StyledLine::of(ink, format!("{name:<18}"))
            .and(TextStyle::Strong, format!("{score:>8}"))
            .and(TextStyle::Dim, format!("{:>6}{:>3}  ", count(node.nodes), node.depth))
            .and(ink, names::kind(node.node_type))
            .and(TextStyle::Dim, format!(", {ended}{reduced}{eval}"))
    }
}

/// Details of the selected node.
fn details(node: &TreeNode) -> String {
    let mut parts = vec![format!("window {} to {}", bound_text(node.alpha), bound_text(node.beta))];
    parts.push(format!("searched as {}", node.purpose.words()));
    if let Some(place) = &node.place {
        parts.push(format!("move number {}, {}", place.number, names::reason(place.reason)));
        if place.extension != 0 {
            parts.push(format!("extended {}", place.extension));
        }
    }
    if let Some((raw, corrected)) = node.evaluation {
        parts.push(format!("evaluation {raw}, corrected {corrected}"));
    }
    match node.probe.map(|probe| (probe.depth, probe)) {
        Some((Some(draft), probe)) => parts.push(format!(
            "TT {} to {} at depth {draft}",
            bound_text(probe.low),
            bound_text(probe.high)
        )),
        Some((None, _)) => parts.push("no TT entry".to_owned()),
        None => {}
    }
    if let Some(left) = &node.left {
        let shadow = left.value.shadow;
        parts.push(format!("shadow {} to {}", bound_text(shadow.low), bound_text(shadow.high)));
        parts.extend(left.value.depends_on().map(|ply| format!("depends on ply {ply}")));
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
