//! Exports a recorded subtree as RON or Graphviz, both up to a number of nodes.

use super::names;
use super::tree::{NodeId, SearchTree, TreeNode};
use crate::base::Score;
use crate::rules::{Move, notation, white_view};
use serde::Serialize;
use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

#[derive(Serialize)]
struct Export {
    position: String,
    line: Vec<String>,
    /// Nodes of the subtree that are not exported, recorded or not.
    left_out: u64,
    nodes: Vec<ExportedNode>,
}

/// An exported node; scores and window from the view of its side to move.
#[derive(Serialize)]
struct ExportedNode {
    id: usize,
    parent: Option<usize>,
    mv: Option<String>,
    purpose: String,
    kind: String,
    iteration: i32,
    depth: i32,
    window: (i32, i32),
    evaluation: Option<i32>,
    score: Option<i32>,
    shadow: Option<(i32, i32)>,
    depends_on: Option<usize>,
    nodes: u64,
    ending: Option<String>,
    best: Option<String>,
    skipped: Vec<(String, &'static str, i32, i32)>,
}

fn uci(mv: Option<Move>) -> Option<String> {
    mv.map(notation::uci)
}

fn row(id: usize, parent: Option<usize>, node: &TreeNode) -> ExportedNode {
    let value = node.left.map(|left| left.value);
    ExportedNode {
        id,
        parent,
        mv: uci(node.mv),
        purpose: node.purpose.to_string(),
        kind: node.node_type.to_string(),
        iteration: node.iteration,
        depth: node.depth,
        window: (node.alpha.value(), node.beta.value()),
        evaluation: node.evaluation.map(|eval| eval.used.value()),
        score: value.map(|value| value.real.value()),
        shadow: value.map(|value| (value.shadow.low.value(), value.shadow.high.value())),
        depends_on: value.and_then(|value| value.depends_on()),
        nodes: node.nodes,
        ending: node.left.map(|left| names::ending(&left.reason, None)),
        best: node.left.and_then(|left| uci(left.best)),
        skipped: node
            .pruned
            .iter()
            .map(|it| (notation::uci(it.mv), it.rule.name(), it.measured, it.limit))
            .collect(),
    }
}

/// The first `most` nodes of the subtree of `from` in breadth-first order.
fn gather(tree: &SearchTree, from: NodeId, most: usize) -> Vec<NodeId> {
    let mut open = VecDeque::from([from]);
    let mut found = Vec::new();
    while let Some(id) = open.pop_front() {
        let Some(node) = tree.node(id) else { continue };
        if found.len() == most {
            break;
        }
        found.push(id);
        open.extend(&node.children);
    }
    found
}

/// The subtree of `from` as RON, at most `most` nodes.
///
/// # Errors
/// An error of the serialiser, which is not expected.
pub fn to_ron(tree: &SearchTree, from: NodeId, most: usize) -> Result<String, ron::Error> {
    let chosen = gather(tree, from, most);
    let numbers: HashMap<NodeId, usize> =
        chosen.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let rows = chosen.iter().enumerate().filter_map(|(number, &id)| {
        let node = tree.node(id)?;
        let parent = node.parent.and_then(|parent| numbers.get(&parent).copied());
        Some(row(number, parent, node))
    });
    let export = Export {
        position: tree.start.fen(),
        line: tree
            .path(from)
            .into_iter()
            .map(|mv| uci(mv).unwrap_or_else(|| "null move".to_owned()))
            .collect(),
        left_out: tree.node(from).map_or(0, |node| node.nodes).saturating_sub(chosen.len() as u64),
        nodes: rows.collect(),
    };
    ron::ser::to_string_pretty(&export, ron::ser::PrettyConfig::default().depth_limit(2))
}

/// The subtree of `from` as a Graphviz digraph, at most `most` nodes, coloured by score from White's view.
pub fn to_graphviz(tree: &SearchTree, from: NodeId, most: usize) -> String {
    let mut text =
        String::from("digraph search {\n  node [shape=box, style=filled, fontname=monospace];\n");
    for id in gather(tree, from, most) {
        let Some(node) = tree.node(id) else { continue };
        let name = match (node.mv, node.parent) {
            (Some(mv), _) => notation::uci(mv),
            (None, None) => "root".to_owned(),
            (None, Some(_)) => node.purpose.to_string(),
        };
        let score = node.score().map_or_else(|| "unfinished".to_owned(), |score| score.to_string());
        let ending = node.left.map_or_else(String::new, |left| names::ending(&left.reason, None));
        let white = node.score().map(|score| white_view(score, tree.position(id).turn()));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  n{id} [label=\"{name} {score}\\n{} {} d{} n{}\\n{ending}\", fillcolor=\"{}\"];",
            node.node_type,
            node.purpose,
            node.depth,
            node.nodes,
            colour(white),
        );
        if let Some(parent) = node.parent.filter(|_| id != from) {
            let style = if node.purpose.is_side_search() { " [style=dashed]" } else { "" };
            let _ = writeln!(text, "  n{parent} -> n{id}{style};");
        }
    }
    text.push_str("}\n");
    text
}

/// Colour from red (Black is better) over grey to green, saturated at 500 centipawns.
fn colour(white: Option<Score>) -> String {
    let Some(score) = white else { return "#ffffff".to_owned() };
    let strength = f64::from(score.value().clamp(-500, 500).abs()) / 500.0;
    let hue = if score.value() < 0 { 0.0 } else { 0.33 };
    format!("{hue:.2} {:.2} 0.90", 0.1 + 0.6 * strength)
}
