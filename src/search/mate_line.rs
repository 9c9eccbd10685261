//! The end of a line with a mate score: a line whose last positions came from the transposition table may end before the mate.
//! A small search without the table finds the rest where it is certain; nodes are not counted.

use crate::rules::{Move, Position};

/// Positions that are looked at for one line, some milliseconds.
const NODES: u32 = 4_000;
/// Half-moves that may be missing; more are hardly found in so many positions.
const MISSING: usize = 6;

/// Adds to `line`, the moves from `root`, those up to the mate in `plies` half-moves from the root. Leaves it as it is unless the
/// rest has exactly this length against the longest resistance, no shorter mate exists, and the search for it is small.
pub(super) fn complete_mate(root: &Position, line: &mut Vec<Move>, plies: usize) {
    let missing = plies.saturating_sub(line.len());
    if missing == 0 || missing > MISSING {
        return;
    }
    let position = root.after_line(line);
    // Fifty moves without a capture would be a draw before the mate.
    if position.halfmoves() as usize + missing >= 100 {
        return;
    }
    let mut search = MateSearch { nodes: NODES };
    let found = match missing % 2 {
        1 => search.attack(&position, missing),
        _ => search.defend(&position, missing),
    };
    if let Ok(Some(mut rest)) = found
        && rest.len() == missing
    {
        // The search collects a line from its end.
        rest.reverse();
        line.extend(rest);
    }
}

/// There are too many positions.
struct TooLarge;

struct MateSearch {
    nodes: u32,
}

impl MateSearch {
    fn child(&mut self, position: &Position, mv: Move) -> Result<Position, TooLarge> {
        self.nodes = self.nodes.checked_sub(1).ok_or(TooLarge)?;
        Ok(position.after(mv))
    }

    /// The line of the shortest mate by the side to move in at most `plies`, an odd number, last move first.
    fn attack(&mut self, position: &Position, plies: usize) -> Result<Option<Vec<Move>>, TooLarge> {
        let children =
            position.legal_moves().into_iter().map(|mv| Ok((mv, self.child(position, mv)?)));
        let mut children = children.collect::<Result<Vec<_>, TooLarge>>()?;
        children.sort_by_key(|(_, child)| !child.is_check());
        let checks = children.iter().take_while(|(_, child)| child.is_check()).count();
        for plies in (1..=plies).step_by(2) {
            // The last move is a check.
            let tried = if plies == 1 { checks } else { children.len() };
            for (mv, child) in &children[..tried] {
                if let Some(mut line) = self.defend(child, plies - 1)? {
                    line.push(*mv);
                    return Ok(Some(line));
                }
            }
        }
        Ok(None)
    }

    /// The line of the longest resistance of the side to move if it is mated in at most `plies`, an even number, last move first.
    fn defend(&mut self, position: &Position, plies: usize) -> Result<Option<Vec<Move>>, TooLarge> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(position.is_check().then(Vec::new));
        }
        if plies == 0 {
            return Ok(None);
        }
        let mut longest: Option<Vec<Move>> = None;
        for mv in moves {
            let child = self.child(position, mv)?;
            let Some(mut line) = self.attack(&child, plies - 1)? else { return Ok(None) };
            if longest.as_ref().is_none_or(|longest| line.len() >= longest.len()) {
                line.push(mv);
                longest = Some(line);
            }
        }
        Ok(longest)
    }
}

#[cfg(test)]
mod tests {
    use super::complete_mate;
    use crate::rules::{notation, parse_fen};

    #[test]
    fn a_line_is_completed_to_its_mate_and_only_if_its_length_is_right() {
        for (fen, line, plies, expected) in [
            // A ladder of two rooks: mate in two, by several first moves.
            ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "a2a7", 3, Some("h8g8 b1b8")),
            ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "a2a7 h8g8", 3, Some("b1b8")),
            // No mate, a shorter mate than the score says, and none so soon.
            ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "b1b8 h8h7", 3, None),
            ("7k/R7/8/8/8/8/8/1R5K w - - 0 1", "", 3, None),
            ("7k/8/8/8/8/8/8/K1R5 w - - 0 1", "", 5, None),
            // The side to move is mated.
            ("7k/R7/8/8/8/8/8/1R5K b - - 0 1", "", 2, Some("h8g8 b1b8")),
            // The fifty-move rule comes first.
            ("7k/R7/8/8/8/8/8/1R5K b - - 98 90", "", 2, None),
        ] {
            let root = parse_fen(fen).unwrap();
            let given = notation::parse_line(&root, line.split_whitespace()).moves;
            let mut moves = given.clone();
            complete_mate(&root, &mut moves, plies);
            let added: Vec<String> =
                moves[given.len()..].iter().map(|&mv| notation::uci(mv)).collect();
            assert_eq!(added.join(" "), expected.unwrap_or_default(), "{fen} {line}");
            assert!(expected.is_none() || root.after_line(&moves).is_check());
        }
    }
}
