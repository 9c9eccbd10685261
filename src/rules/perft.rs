//! Perft: the number of leaf nodes of the legal move tree, the standard test of a move generator.

use super::{Key, Move, Position};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Largest depth. From the start position a counter holds the leaves of depth 13, not of 14.
pub const MAX_DEPTH: u32 = 20;

/// From this depth on the root moves are counted on all cores.
const PARALLEL_DEPTH: u32 = 5;

/// Leaf nodes of the legal move tree at `depth` plies; the last ply is counted, not played (bulk counting).
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => total(&divide(position, depth), depth),
    }
}

/// Perft divide: the leaf nodes below each root move, in generation order. Empty for depth 0. From depth 5 on all cores.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    divide_unless(position, depth, &|| false).unwrap_or_default()
}

/// [`divide`] that returns `None` once `stop` returns true; it is called at every node with a depth of three or more.
pub fn divide_unless(
    position: &Position,
    depth: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<(Move, u64)>> {
    let counts = divide_until(position, depth, stop).into_iter();
    counts.map(|(mv, leaves)| Some((mv, leaves?))).collect()
}

/// [`divide_unless`] with `None` for each root move that was not counted when `stop` returned true.
pub fn divide_until(
    position: &Position,
    depth: u32,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<(Move, Option<u64>)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let counts: Vec<OnceLock<u64>> = moves.iter().map(|_| OnceLock::new()).collect();
    let (table, next) = (Table::for_depth(depth), AtomicUsize::new(0));
    let work = || loop {
        let at = next.fetch_add(1, Relaxed);
        let Some(mv) = moves.get(at) else { break };
        match table.count(&position.after(*mv), depth - 1, &stop) {
            Some(leaves) => drop(counts[at].set(leaves)),
            None => break,
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..if depth < PARALLEL_DEPTH { 1 } else { cores } {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(OnceLock::into_inner)).collect()
}

/// The sum of the counts that [`divide`] returned for `depth`.
pub fn total(divided: &[(Move, u64)], depth: u32) -> u64 {
    if depth == 0 { 1 } else { divided.iter().map(|(_, leaves)| leaves).sum() }
}

/// [`perft`] on one thread that returns `None` once `stop` returns true; it is called at every node with a depth of three
/// or more.
pub fn perft_unless(position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    Table::for_depth(depth).count(position, depth, stop)
}

/// Counts of positions, so that transpositions are counted once; shared by threads without locks.
/// Source: chessprogramming.org, "Perft" (hashing) and "Shared Hash Table" (lockless, R. Hyatt and T. Mann, 2002).
///
/// Invariant: all counts are of one tree, because the keys of positions with other castling rooks may be equal.
struct Table(Vec<[AtomicU64; 2]>);

impl Table {
    /// About as many entries as inner nodes, at most 64 MiB; none where it would not pay.
    fn for_depth(depth: u32) -> Self {
        let entries = match depth {
            0..=3 => 0,
            4 => 1 << 12,
            5 => 1 << 17,
            6 => 1 << 20,
            _ => 1 << 22,
        };
        Self(std::iter::repeat_with(Default::default).take(entries).collect())
    }

    fn count(&self, position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        match depth {
            0 => return Some(1),
            1 => return Some(position.legal_moves().len() as u64),
            2 => {}
            _ if stop() => return None,
            _ => {}
        }
        // The same position at another depth has another key.
        let key: Key = (position.key() ^ u64::from(depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = self.0.get((key >> 32) as usize & self.0.len().wrapping_sub(1));
        if let Some([check, leaves]) = entry {
            let leaves = leaves.load(Relaxed);
            if leaves > 0 && check.load(Relaxed) ^ leaves == key {
                return Some(leaves);
            }
        }
        let moves = position.legal_moves().into_iter();
        let sum =
            moves.map(|mv| self.count(&position.after(mv), depth - 1, stop)).sum::<Option<_>>()?;
        if let Some([check, leaves]) = entry {
            check.store(key ^ sum, Relaxed);
            leaves.store(sum, Relaxed);
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::parse_fen, divide, divide_unless, divide_until, perft, perft_unless, total,
    };
    use crate::rules::Position;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    // Source: chessprogramming.org/Perft_Results.
    #[test]
    fn published_counts() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(perft(&Position::default(), 4), 197_281);
        assert_eq!(total(&divide(&Position::default(), 0), 0), 1);
        assert_eq!(perft(&parse_fen(kiwipete).unwrap(), 3), 97_862);
        assert_eq!(perft(&parse_fen(kiwipete).unwrap(), 4), 4_085_603);
        // Two threads, and transpositions with and without rights.
        assert_eq!(
            perft(&parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap(), 5),
            7_594_526
        );
    }

    #[test]
    fn a_count_can_be_given_up() {
        let start = Position::default();
        assert_eq!(perft_unless(&start, 4, &|| false), Some(197_281));
        assert_eq!(perft_unless(&start, 9, &|| true), None);
        assert_eq!(divide_unless(&start, 9, &|| true), None);
        let calls = AtomicUsize::new(0);
        let counts = divide_until(&start, 4, &|| calls.fetch_add(1, Relaxed) >= 3);
        assert_eq!((counts.len(), counts.iter().filter(|it| it.1.is_some()).count()), (20, 3));
    }
}
