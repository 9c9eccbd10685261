//! The inspected node of a search, as all panels show it: its path, its value so far, and its evaluation.

use super::tree::Explorer;
use crate::base::{Bound, Depth, Ply};
use crate::knowledge::{Activity, EvaluationTrace};
use crate::rules::{Color, Key, Move, Position};
use crate::search::observe::PausedSearch;
use crate::search::{ExitReason, ExitView, PvLine, Value, Window};
use crate::tui::values::format::numbered_move;

/// Text of a null move.
const NULL_MOVE: &str = "pass";

/// A node of a search. Scores are in the view of its side to move.
#[derive(Clone, Debug)]
pub struct InspectedNode {
    /// Its position.
    pub position: Position,
    /// The position one move earlier; the same as `position` at the root.
    pub before: Position,
    /// The move that led there.
    pub mv: Option<Move>,
    /// Distance from the root.
    pub ply: Ply,
    /// The root of the search.
    pub root: Position,
    /// The moves from the root; `None` is a null move.
    pub path: Vec<Option<Move>>,
    /// The window it was entered with.
    pub window: Window,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// Its score, shadow interval and path dependency, if known.
    pub value: Option<Value>,
    /// Whether the value is final.
    pub is_done: bool,
    /// The moves from the root to the repetition that the value depends on, if it is known.
    pub repeating_path: Option<Vec<Option<Move>>>,
}

/// Identifies a node among those that the debugger shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeKey {
    /// Its position.
    pub position: Key,
    /// The move that led there; `None` for the board.
    pub mv: Option<Move>,
}

/// The static evaluation of an inspected node or of the board, from the explain thread.
#[derive(Clone, Debug)]
pub struct NodeEvaluation {
    /// The node.
    pub of: NodeKey,
    /// The evaluation trace.
    pub breakdown: EvaluationTrace,
    /// Network activity of the move to it; of the board that of its legal moves, each made and taken back.
    pub activity: Activity,
}

impl InspectedNode {
    /// The open node in row `row` of a paused search.
    pub fn of_paused(paused: &PausedSearch, row: usize) -> Option<Self> {
        let at = row.min(paused.open.len().checked_sub(1)?);
        let (root, node) = (paused.open.first()?, paused.open.get(at)?);
        let above = paused.open[..at].iter().rev().find(|above| above.ply < node.ply);
        let path: Vec<Option<Move>> = paused.path.iter().copied().take(node.ply).collect();
        let repeats = |left: ExitView| matches!(left.reason, ExitReason::Repetition(_));
        Some(Self {
            repeating_path: node.left.is_some_and(repeats).then(|| path.clone()),
            position: node.position.clone(),
            before: above.unwrap_or(node).position.clone(),
            mv: node.mv,
            ply: node.ply,
            root: root.position.clone(),
            path,
            window: Window { alpha: node.alpha, beta: node.beta },
            depth: node.depth,
            value: node.left.map(|left| left.value).or(node.so_far),
            is_done: node.left.is_some(),
        })
    }

    /// The selected node of a recorded tree.
    pub fn of_tree(explorer: &Explorer) -> Option<Self> {
        let (tree, id) = (&explorer.tree, explorer.selected?);
        let (node, path) = (tree.node(id)?, tree.path(id));
        let above = &path[..path.len().saturating_sub(1)];
        Some(Self {
            repeating_path: tree.repeating_path(id),
            before: above.iter().fold(tree.start.clone(), |position, step| after(&position, *step)),
            position: tree.position(id),
            mv: node.mv,
            ply: node.ply,
            root: tree.start.clone(),
            path,
            window: Window { alpha: node.alpha, beta: node.beta },
            depth: node.depth,
            value: node.left.map(|left| left.value),
            is_done: node.left.is_some(),
        })
    }

    /// Identifies it among nodes.
    pub fn node_key(&self) -> NodeKey {
        NodeKey { position: self.position.key(), mv: self.mv }
    }

    /// The moves from the root with numbers.
    pub fn path_words(&self) -> Vec<String> {
        self.words(&self.path)
    }

    /// Moves from the root with numbers.
    fn words(&self, path: &[Option<Move>]) -> Vec<String> {
        let mut position = self.root.clone();
        let words = path.iter().map(|step| {
            let word = step.map_or_else(|| NULL_MOVE.to_owned(), |mv| numbered_move(&position, mv));
            position = after(&position, *step);
            word
        });
        words.collect()
    }

    /// The path as one line, with a number before White's moves and the first move.
    pub fn path_line(&self) -> String {
        let words = self.path_words();
        let before = std::iter::once(None).chain(words.iter().map(Some));
        let short = words.iter().zip(before).map(|(word, before)| {
            let follows = before.is_some_and(|before| before != NULL_MOVE);
            match word.split_once('…') {
                Some((_, san)) if follows => san,
                _ => word,
            }
        });
        short.collect::<Vec<_>>().join(" ")
    }

    /// The moves from the position that its value depends on to its repetition; empty if they are not known.
    pub fn repeating_moves(&self) -> &[Option<Move>] {
        let ply = self.value.and_then(|value| value.depends_on());
        let moves = ply.zip(self.repeating_path.as_ref()).and_then(|(ply, path)| path.get(ply..));
        moves.unwrap_or_default()
    }

    /// The node's move, ply and state.
    pub fn label(&self) -> String {
        let mv = self.path_words().pop().unwrap_or_else(|| "the root".to_owned());
        let state = if self.is_done { "done" } else { "so far" };
        format!("{mv} at ply {}, {state}", self.ply)
    }

    /// Its value as a line without moves from White's view; `None` without a value.
    pub fn line(&self) -> Option<PvLine> {
        let value = self.value?;
        let bound = match value.real {
            real if real >= self.window.beta => Bound::Lower,
            real if real <= self.window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let line = PvLine {
            score: value.real,
            bound,
            shadow: Some(value.shadow),
            depends_on: value.depends_on(),
            ..PvLine::default()
        };
        Some(white_view(line, self.position.turn()))
    }

    /// The repetition that its value depends on, in words.
    pub fn dependence_text(&self) -> String {
        let words = match self.value.and_then(|value| value.depends_on()) {
            None => "depends on no position above".to_owned(),
            Some(0) => "depends on a return to the root".to_owned(),
            Some(ply) => match self.path_words().get(ply - 1) {
                Some(mv) => format!("depends on a return to ply {ply}, after {mv}"),
                None => format!("depends on a return to ply {ply}"),
            },
        };
        match (self.repeating_moves().len(), &self.repeating_path) {
            (1.., Some(path)) => {
                let line = self.words(path).split_off(path.len() - self.repeating_moves().len());
                format!("{words}: {}", line.join(" "))
            }
            _ => words,
        }
    }
}

/// The position after a move or a null move.
fn after(position: &Position, step: Option<Move>) -> Position {
    match step {
        Some(mv) => position.after(mv),
        None => position.null_move().unwrap_or_else(|| position.clone()),
    }
}

/// A line with scores of the side `turn`, from White's view.
pub fn white_view(line: PvLine, turn: Color) -> PvLine {
    if turn.is_white() {
        return line;
    }
    let shadow = line.shadow.map(|interval| -interval);
    PvLine { score: -line.score, bound: line.bound.reversed(), shadow, ..line }
}
