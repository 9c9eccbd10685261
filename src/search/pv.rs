//! A principal variation fit to be shown: legal, and not past the point where the game is over.

use crate::rules::{Key, Move, Position};

/// The part of `line` that can be played from `root` after `history`, ending with a third repetition, mate or stalemate.
pub(super) fn legal_pv(root: &Position, history: &[Key], line: &[Move]) -> Vec<Move> {
    let mut position = root.clone();
    let mut keys: Vec<Key> = history.to_vec();
    keys.push(root.key());
    let mut shown = Vec::with_capacity(line.len());
    for &mv in line {
        if !position.legal_moves().contains(&mv) {
            break;
        }
        position.play(mv);
        shown.push(mv);
        keys.push(position.key());
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        if occurrences >= 3 || position.halfmoves() >= 100 {
            break;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::legal_pv;
    use crate::rules::{Position, parse_move};

    #[test]
    fn a_line_ends_with_the_third_repetition_and_at_the_first_illegal_move() {
        let mut position = Position::default();
        let mut line = Vec::new();
        let root = position.clone();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(20) {
            let mv = parse_move(&position, text).unwrap();
            line.push(mv);
            position.play(mv);
        }
        assert_eq!(legal_pv(&root, &[], &line).len(), 8);
        assert_eq!(legal_pv(&root, &[root.key()], &line).len(), 4);
        assert_eq!(legal_pv(&root, &[], &line[1..]).len(), 0);
    }
}
