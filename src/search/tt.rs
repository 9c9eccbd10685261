//! Transposition table (TT): shared by all threads without locks, two history-free bounds or one conditional bound per
//! entry, four entries per cache line.
//!
//! It does not depend on chess; [`super::shadow`] decides what may be stored and what a stored bound means for a node.

use super::dependency::PathCode;
use crate::base::memory::{PagedTable, available_memory, prefetch};
use crate::base::{Depth, Interval, Score};
use crate::rules::{Key, PackedMove};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Entries per bucket, which is one cache line.
const WAYS: usize = 4;

/// One cache line: pairs of (header xor contents, contents). After a torn write the key in the header does not match.
/// Source: Hyatt and Mann, "A Lockless Transposition-Table Implementation for Parallel Search" (2002).
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 2 * WAYS]);

/// An entry of the transposition table. Scores are relative to the node: the distances of mates and tablebase wins count from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// Bounds from the side to move's view, history-free if there is no `condition`.
    pub bounds: Interval,
    /// Depth of the search that produced the bounds.
    pub depth: Depth,
    /// The best or refuting move, or none.
    pub mv: PackedMove,
    /// The static evaluation before correction, or `None` in check.
    pub raw_eval: Option<Score>,
    /// Whether the position has been a PV node.
    pub pv: bool,
    /// The positions that a path must have for the bounds to hold on it, or `None` if they hold on every path. Bounds with a
    /// condition are one end alone, and their entry does not keep `raw_eval`.
    pub condition: Option<PathCode>,
}

/// The effect of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreOutcome {
    /// Written to a free slot, an old entry's or the same position's slot.
    Placed,
    /// Overwrote another position's entry of this search.
    Replaced,
    /// Not written: an entry of the same position and search, more than three plies deeper, was kept.
    Kept,
}

/// Why a transposition table could not be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TtError {
    /// The system cannot allocate that much memory.
    #[error("transposition table: no memory for {mib} MiB")]
    NoMemory {
        /// The requested size.
        mib: usize,
    },
}

/// Allocates `count` buckets, which are `mib` MiB. A system may promise more than it has, and end the program when it is
/// written to.
fn allocate(
    count: usize,
    mib: usize,
    bucket: impl FnMut(usize) -> Bucket,
) -> Result<PagedTable<Bucket>, TtError> {
    let bytes = count.saturating_mul(size_of::<Bucket>());
    if available_memory().is_some_and(|available| bytes > available) {
        return Err(TtError::NoMemory { mib });
    }
    PagedTable::try_new(count, bucket).map_err(|_| TtError::NoMemory { mib })
}

/// A transposition table of fixed size.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: PagedTable<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Allocates an empty table of `mib` MiB, at least one.
    ///
    /// # Errors
    /// [`TtError::NoMemory`] instead of an abort of the process.
    pub fn new(mib: usize) -> Result<Self, TtError> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let buckets = allocate(count, mib, |_| Bucket::default())?;
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// Allocates a table of the same size with the same entries.
    ///
    /// # Errors
    /// As [`TranspositionTable::new`].
    pub fn duplicate(&self) -> Result<Self, TtError> {
        let copy = |word: &AtomicU64| AtomicU64::new(word.load(Relaxed));
        let bucket = |at: usize| Bucket(self.buckets[at].0.each_ref().map(copy));
        let buckets = allocate(self.buckets.len(), self.mib(), bucket)?;
        Ok(Self { buckets, generation: AtomicU8::new(self.generation.load(Relaxed)) })
    }

    /// Size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Removes every entry. The time is proportional to the size.
    pub fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Takes over the entries of a table of the same size.
    pub fn copy_from(&self, other: &Self) {
        for (to, from) in self.buckets.iter().zip(other.buckets.iter()) {
            for (to, from) in to.0.iter().zip(&from.0) {
                to.store(from.load(Relaxed), Relaxed);
            }
        }
        self.generation.store(other.generation.load(Relaxed), Relaxed);
    }

    /// Starts a new generation: older entries are still used, but are replaced first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// UCI `hashfull`: entries of this generation per mille, estimated from the first 250 buckets.
    pub fn hashfull(&self) -> u16 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let is_used = |pair: &&[AtomicU64]| {
            let contents = pair[1].load(Relaxed);
            contents != 0 && Header(pair[0].load(Relaxed) ^ contents).generation() == generation
        };
        let pairs = sample.iter().flat_map(|bucket| bucket.0.chunks_exact(2));
        let used = pairs.filter(is_used).count();
        (used * 1000 / (sample.len() * WAYS)) as u16
    }

    /// The entry of the position with this key.
    pub fn probe(&self, key: Key) -> Option<TtEntry> {
        let bucket = self.bucket(key);
        for pair in bucket.0.chunks_exact(2) {
            let contents = pair[1].load(Relaxed);
            let header = Header(pair[0].load(Relaxed) ^ contents);
            if header.matches(key) && contents != 0 {
                return Some(unpack(contents, header.depth()));
            }
        }
        None
    }

    /// Prefetches the cache line of `key`, which will be probed soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.bucket(key));
    }

    /// The number of searches since the entry with this key was written, if there is one; 0 is the current search.
    pub fn age(&self, key: Key) -> Option<u8> {
        let generation = self.generation.load(Relaxed);
        self.bucket(key).0.chunks_exact(2).find_map(|pair| {
            let contents = pair[1].load(Relaxed);
            let header = Header(pair[0].load(Relaxed) ^ contents);
            let found = header.matches(key) && contents != 0;
            found.then(|| generation.wrapping_sub(header.generation()))
        })
    }

    /// Stores an entry. The bounds of two entries of one position and depth without conditions are intersected; if the
    /// intersection is empty, or there is a condition, the newer bounds are kept. An inexact entry does not overwrite one of the same position and search that is more
    /// than three plies deeper.
    pub fn store(&self, key: Key, entry: &TtEntry) -> StoreOutcome {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = (&bucket.0[0..2], i32::MAX, false);
        for pair in bucket.0.chunks_exact(2) {
            let contents = pair[1].load(Relaxed);
            let header = Header(pair[0].load(Relaxed) ^ contents);
            if contents == 0 {
                if victim.1 > i32::MIN {
                    victim = (pair, i32::MIN, false);
                }
                continue;
            }
            if header.matches(key) {
                let old = unpack(contents, header.depth());
                let Some(merged) = merge(&old, entry, header.generation() == generation) else {
                    return StoreOutcome::Kept;
                };
                write(pair, Header::new(key, merged.depth, generation), pack(&merged));
                return StoreOutcome::Placed;
            }
            let age = i32::from(generation.wrapping_sub(header.generation()));
            let worth = header.depth() - 8 * age;
            if worth < victim.1 {
                victim = (pair, worth, age == 0);
            }
        }
        write(victim.0, Header::new(key, entry.depth, generation), pack(entry));
        if victim.2 { StoreOutcome::Replaced } else { StoreOutcome::Placed }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// The entry to store for a position that has `old` already, or `None` to leave `old` unchanged.
fn merge(old: &TtEntry, new: &TtEntry, same_search: bool) -> Option<TtEntry> {
    let exact = new.bounds.low == new.bounds.high;
    if same_search && old.depth > new.depth + 3 && !exact {
        return None;
    }
    let mut merged = *new;
    if !merged.mv.is_some() {
        merged.mv = old.mv;
    }
    merged.raw_eval = new.raw_eval.or(old.raw_eval);
    merged.pv |= old.pv;
    if old.depth == new.depth && old.condition.is_none() && new.condition.is_none() {
        let low = old.bounds.low.max(new.bounds.low);
        let high = old.bounds.high.min(new.bounds.high);
        if low <= high {
            merged.bounds = Interval { low, high };
        }
    }
    Some(merged)
}

fn write(pair: &[AtomicU64], header: Header, contents: u64) {
    pair[0].store(header.0 ^ contents, Relaxed);
    pair[1].store(contents, Relaxed);
}

/// 48 bits of the key, 8 of depth, 8 of generation. The bucket's index uses the high bits of the key.
#[derive(Clone, Copy)]
struct Header(u64);

impl Header {
    fn new(key: Key, depth: Depth, generation: u8) -> Self {
        Self(key << 16 | (depth.clamp(0, 255) as u64) << 8 | u64::from(generation))
    }

    const fn matches(self, key: Key) -> bool {
        self.0 >> 16 == key << 16 >> 16
    }

    const fn depth(self) -> Depth {
        (self.0 >> 8 & 0xff) as Depth
    }

    const fn generation(self) -> u8 {
        (self.0 & 0xff) as u8
    }
}

/// Low, high and evaluation in 15 bits each, the move in 15, one for `pv`; the top bit marks the word as used.
///
/// With a condition, whose bit is 61: the one bound in 15 bits, an upper one if bit 62 is set, and the path code in 30.
fn pack(entry: &TtEntry) -> u64 {
    let evaluation = entry.raw_eval.unwrap_or(Score::INFINITE);
    let rest = u64::from(entry.mv.bits()) << 45 | u64::from(entry.pv) << 60 | 1 << 63;
    let Interval { low, high } = entry.bounds;
    if let Some(code) = entry.condition {
        let is_upper = high < Interval::UNKNOWN.high;
        let bound = if is_upper { high } else { low };
        return u64::from(bound.to_bits15())
            | u64::from(code.bits()) << 15
            | u64::from(is_upper) << 62
            | 1 << 61
            | rest;
    }
    u64::from(low.to_bits15())
        | u64::from(high.to_bits15()) << 15
        | u64::from(evaluation.to_bits15()) << 30
        | rest
}

fn unpack(contents: u64, depth: Depth) -> TtEntry {
    let field = |shift: u32| (contents >> shift & 0x7fff) as u16;
    let bit = |at: u32| contents >> at & 1 == 1;
    let low = Score::from_bits15(field(0));
    let (mv, pv) = (PackedMove::from_bits(field(45)), bit(60));
    if bit(61) {
        let bounds = if bit(62) {
            Interval { high: low, ..Interval::UNKNOWN }
        } else {
            Interval { low, ..Interval::UNKNOWN }
        };
        let condition = Some(PathCode::from_bits((contents >> 15) as u32));
        return TtEntry { bounds, depth, mv, raw_eval: None, pv, condition };
    }
    let evaluation = Score::from_bits15(field(30));
    TtEntry {
        bounds: Interval { low, high: Score::from_bits15(field(15)) },
        depth,
        mv,
        raw_eval: (evaluation != Score::INFINITE).then_some(evaluation),
        pv,
        condition: None,
    }
}

#[cfg(test)]
mod tests {
    use super::{TranspositionTable, TtEntry, TtError};
    use crate::base::memory::available_memory;
    use crate::base::{Interval, Score};
    use crate::rules::PackedMove;
    use crate::search::dependency::PathCode;

    #[test]
    fn more_memory_than_there_is_left_is_refused() {
        if let Some(bytes) = available_memory() {
            let mib = (bytes >> 20) + 4096;
            assert_eq!(TranspositionTable::new(mib).unwrap_err(), TtError::NoMemory { mib });
        }
    }

    fn entry(low: Score, high: Score) -> TtEntry {
        TtEntry {
            bounds: Interval { low, high },
            depth: 7,
            mv: PackedMove::NONE,
            raw_eval: Some(Score::raw(31)),
            pv: true,
            condition: None,
        }
    }

    #[test]
    fn an_entry_is_read_as_it_was_stored() {
        let unknown = Interval::UNKNOWN;
        for key in [1 << 40, u64::MAX, 0] {
            for (low, high) in [
                (Score::raw(-12), Score::raw(40)),
                (unknown.low, Score::mated_in(3)),
                (Score::mate_in(9), unknown.high),
            ] {
                let table = TranspositionTable::new(1).unwrap();
                table.store(key, &entry(low, high));
                assert_eq!(table.probe(key), Some(entry(low, high)));
            }
            // One bound with a condition; the code takes the place of the evaluation.
            for bits in [0, 1, (1 << 30) - 1, 0x2aaa_aaaa] {
                for (low, high) in
                    [(unknown.low, Score::raw(-5)), (Score::mate_in(2), unknown.high)]
                {
                    let condition = Some(PathCode::from_bits(bits));
                    let table = TranspositionTable::new(1).unwrap();
                    table.store(key, &TtEntry { condition, ..entry(low, high) });
                    let expected = TtEntry { condition, raw_eval: None, ..entry(low, high) };
                    assert_eq!(table.probe(key), Some(expected));
                }
            }
        }
    }

    #[test]
    fn a_bound_with_a_condition_is_not_intersected() {
        let conditional = TtEntry {
            condition: Some(PathCode::from_bits(77)),
            ..entry(Score::raw(5), Interval::UNKNOWN.high)
        };
        let other = entry(Score::raw(-40), Score::raw(20));
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, &other);
        table.store(9, &conditional);
        assert_eq!(table.probe(9).map(|found| found.bounds), Some(conditional.bounds));
        table.store(9, &other);
        assert_eq!(table.probe(9), Some(other));
    }
}
