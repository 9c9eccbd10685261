//! PGN for a Lichess study.

use super::reachable;
use crate::game::{Game, Node, Tree, TreeMove, pgn};
use anyhow::{Result, ensure};

/// Limits of a Lichess study. Source: lila, `StudyPgnImport` (characters), `Chapter` (moves), `Node` (a comment).
const STUDY_MAX_CHARS: usize = 100_000;
const STUDY_MAX_MOVES: usize = 3_000;
const STUDY_MAX_COMMENT: usize = 4_000;

/// The game as PGN without Lucena's own comment commands, for a chapter of a Lichess study. A null move, which a study
/// does not support, ends its line.
///
/// # Errors
/// The game exceeds a limit of a study.
pub fn study(game: &Game) -> Result<String> {
    let mut game = game.clone();
    end_lines_at_null_moves(game.tree_mut());
    let nodes = reachable(game.tree());
    let moves = nodes.len() - 1;
    for id in nodes {
        let tree = game.tree_mut();
        let annotation = &mut tree.node_mut(id).annotation;
        (annotation.engine_info, annotation.loss) = (None, None);
        annotation.commands.retain(|command| !command.starts_with("lc"));
        let Node { before, comment, .. } = tree.node(id);
        let comment = before.chars().count().max(comment.chars().count());
        ensure!(
            comment <= STUDY_MAX_COMMENT,
            "a study allows {STUDY_MAX_COMMENT} characters per comment; one of this game has {comment}"
        );
    }
    ensure!(
        moves <= STUDY_MAX_MOVES,
        "a study allows {STUDY_MAX_MOVES} moves per chapter with all variations; this game has {moves}"
    );
    let text = pgn::write(&game);
    let chars = text.chars().count();
    ensure!(
        chars <= STUDY_MAX_CHARS,
        "a study allows {STUDY_MAX_CHARS} characters per chapter; this game has {chars}"
    );
    Ok(text)
}

fn end_lines_at_null_moves(tree: &mut Tree) {
    for id in reachable(tree) {
        if tree.node(id).step() == Some(TreeMove::Null) {
            // A side line must not take the place of the line that ends here.
            let parent = tree.node(id).parent().unwrap_or_default();
            let children = tree.node(parent).children().to_vec();
            match children.first() == Some(&id) {
                true => children.into_iter().for_each(|child| tree.remove(child)),
                false => tree.remove(id),
            }
        }
    }
}

/// What becomes of a null move in a study.
pub const STUDY_ENDS_LINES: &str =
    "a study has no null moves: the line ends before one, without the lines beside it";

/// Is there a null move in the game, which ends its line in a study?
pub fn has_null_move(tree: &Tree) -> bool {
    reachable(tree).into_iter().any(|id| tree.node(id).step() == Some(TreeMove::Null))
}
