//! What counts as a mistake in a game, and what it loses: for training, the statistics, the page about games and the list of critical
//! moments, which read games and search nothing.

use super::accuracy::value;
use super::annotations::{is_by_lucena, was_annotated};
use super::chances::{MoveClass, win_percent};
use crate::base::Score;
use crate::game::{Game, Node, NodeId};
use crate::rules::white_view;

/// Win percentage that a move loses at least to be a mistake in a game that this program did not annotate.
const MIN_LOSS: f64 = 10.0;

/// A move of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The position before the move.
    pub parent: NodeId,
    /// The position after it.
    pub node: NodeId,
    /// The evaluations before and after it, from White's point of view.
    pub values: Option<(Score, Score)>,
    /// Win percentage that it loses, 0 to 100: by the searches that compared it if these are recorded, else by the evaluations.
    pub loss: Option<f64>,
    /// Whether it is a mistake: where this program annotated the game, if it has a mark, elsewhere if it loses 10 % or more.
    pub is_mistake: bool,
}

/// The moves of `line`, which begins with the start of the game or later.
pub fn judged_moves(game: &Game, line: &[NodeId]) -> Vec<JudgedMove> {
    let tree = game.tree();
    let values: Vec<Option<Score>> = line.iter().map(|&id| value(game, id)).collect();
    let is_annotated = carries_marks(game);
    let judged = |(pair, values): (&[NodeId], &[Option<Score>])| {
        let [parent, id] = [pair[0], pair[1]];
        let node = tree.node(id);
        // A null move is nobody's choice.
        let values = values[0].zip(values[1]).filter(|_| node.mv().is_some());
        let side = game.position_at(parent).turn();
        let percent = |score: Score| win_percent(white_view(score, side));
        let by_values = values.map(|(before, after)| (percent(before) - percent(after)).max(0.0));
        let loss = node.annotation.loss.or(by_values);
        let is_large = || loss.is_some_and(|loss| loss >= MIN_LOSS);
        let is_mistake = if is_annotated { is_marked(node) } else { is_large() };
        JudgedMove { parent, node: id, values, loss, is_mistake }
    };
    line.windows(2).zip(values.windows(2)).map(judged).collect()
}

/// Whether the move has a mark from `?!` to `??`.
pub fn is_marked(node: &Node) -> bool {
    mark_of(node).is_some()
}

/// The class of the first mark from `?!` to `??` that the move has.
pub fn mark_of(node: &Node) -> Option<MoveClass> {
    MoveClass::ALL.into_iter().find(|class| node.nags.contains(&class.nag()))
}

/// Whether this program annotated the game. Where others write the accuracy too, there is no mark.
pub fn carries_marks(game: &Game) -> bool {
    let tree = game.tree();
    let has_mark = || tree.mainline().into_iter().any(|id| is_marked(tree.node(id)));
    is_by_lucena(game) || was_annotated(game) && has_mark()
}
