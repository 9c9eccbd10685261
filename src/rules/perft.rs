//! Perft: the number of leaf nodes of the legal move tree, the standard test of a move generator.

use super::{Move, Position};

/// Leaf nodes of the legal move tree at `depth` plies; the last ply is counted, not played (bulk counting).
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => total(&divide(position, depth), depth),
    }
}

/// Perft divide: the leaf nodes below each root move, in generation order. Empty for depth 0.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    moves.into_iter().map(|mv| (mv, perft(&position.after(mv), depth - 1))).collect()
}

/// The sum of the counts that [`divide`] returned for `depth`.
pub fn total(divided: &[(Move, u64)], depth: u32) -> u64 {
    if depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum() }
}

/// [`perft`] that returns `None` once `stop` returns true; it is called at every node with a depth of three or more.
pub fn perft_unless(position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    match depth {
        0..=2 => Some(perft(position, depth)),
        _ if stop() => None,
        _ => {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| perft_unless(&position.after(mv), depth - 1, stop)).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::parse_fen, divide, perft, perft_unless, total};
    use crate::rules::Position;

    // Source: chessprogramming.org/Perft_Results.
    #[test]
    fn published_counts() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(perft(&Position::default(), 4), 197_281);
        assert_eq!(total(&divide(&Position::default(), 0), 0), 1);
        assert_eq!(perft(&parse_fen(kiwipete).unwrap(), 3), 97_862);
    }

    #[test]
    fn a_count_can_be_given_up() {
        let start = Position::default();
        assert_eq!(perft_unless(&start, 4, &|| false), Some(197_281));
        assert_eq!(perft_unless(&start, 9, &|| true), None);
    }
}
