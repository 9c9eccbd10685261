//! The hash table: shared by all threads without locks, two history-free bounds an entry, four entries a cache line.
//!
//! It knows nothing of chess or of the shadow rules; [`super::shadow`] decides what may be written and believed.

use super::memory::{fetch_early, prefer_large_pages};
use crate::base::{Depth, Interval, Score};
use crate::rules::{Key, PackedMove};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Entries that share a cache line.
const WAYS: usize = 4;

/// One cache line: pairs of (key part xor contents, contents). A torn write fails the comparison of the key part.
/// Source: Hyatt and Mann, "A Lockless Transposition-Table Implementation for Parallel Search" (2002).
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 2 * WAYS]);

/// What the table keeps of a position. Scores are relative to the node: mate distances count from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// History-free bounds, side to move's view.
    pub bounds: Interval,
    /// Depth of the search that gave them.
    pub draft: Depth,
    /// The best or refuting move, or none.
    pub mv: PackedMove,
    /// The evaluation as it came from the network, or `None` in check.
    pub evaluation: Option<Score>,
}

/// What became of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// In a free, old or own place.
    Placed,
    /// Over another position's entry of this search.
    Replaced,
    /// A deeper entry of the same position was kept.
    Kept,
}

/// Why a table could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The system has not that much memory.
    #[error("hash table: no memory for {mib} MiB")]
    NoMemory {
        /// What was asked for.
        mib: usize,
    },
}

/// A hash table of fixed size.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl Table {
    /// Makes an empty table of `mib` mebibytes; at least one.
    ///
    /// # Errors
    /// [`TableError::NoMemory`] instead of ending the process.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| TableError::NoMemory { mib })?;
        prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// Size in mebibytes.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything. Takes time in proportion to the size.
    pub fn clear(&self) {
        for word in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Marks what is stored so far as old: it is still believed, but replaced first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// Entries of this generation, per mille, estimated from the first buckets.
    #[must_use]
    pub fn per_mille(&self) -> u16 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| bucket.0.chunks_exact(2))
            .filter(|pair| {
                let contents = pair[1].load(Relaxed);
                contents != 0 && Header(pair[0].load(Relaxed) ^ contents).generation() == generation
            })
            .count();
        (used * 1000 / (sample.len() * WAYS)) as u16
    }

    /// The entry of the position with this key.
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let bucket = self.bucket(key);
        for pair in bucket.0.chunks_exact(2) {
            let contents = pair[1].load(Relaxed);
            let header = Header(pair[0].load(Relaxed) ^ contents);
            if header.matches(key) && contents != 0 {
                return Some(unpack(contents, header.draft()));
            }
        }
        None
    }

    /// Says that `key` will be probed soon.
    #[inline]
    pub fn announce(&self, key: Key) {
        fetch_early(self.bucket(key));
    }

    /// How many searches ago the entry with this key was written, if there is one; 0 is the search under way.
    #[must_use]
    pub fn age(&self, key: Key) -> Option<u8> {
        let generation = self.generation.load(Relaxed);
        self.bucket(key).0.chunks_exact(2).find_map(|pair| {
            let contents = pair[1].load(Relaxed);
            let header = Header(pair[0].load(Relaxed) ^ contents);
            let found = header.matches(key) && contents != 0;
            found.then(|| generation.wrapping_sub(header.generation()))
        })
    }

    /// Writes an entry. Two entries of one position and draft are intersected unless they contradict each other; then
    /// the newer is kept. A much deeper entry of the same position and search is kept whole.
    pub fn store(&self, key: Key, entry: &Entry) -> Stored {
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
                let old = unpack(contents, header.draft());
                let Some(merged) = merge(&old, entry, header.generation() == generation) else {
                    return Stored::Kept;
                };
                write(pair, Header::new(key, merged.draft, generation), pack(&merged));
                return Stored::Placed;
            }
            let age = i32::from(generation.wrapping_sub(header.generation()));
            let worth = header.draft() - 8 * age;
            if worth < victim.1 {
                victim = (pair, worth, age == 0);
            }
        }
        write(victim.0, Header::new(key, entry.draft, generation), pack(entry));
        if victim.2 { Stored::Replaced } else { Stored::Placed }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// The entry to keep of two for one position, or `None` to keep the old one untouched.
fn merge(old: &Entry, new: &Entry, same_search: bool) -> Option<Entry> {
    let exact = new.bounds.low == new.bounds.high;
    if same_search && old.draft > new.draft + 3 && !exact {
        return None;
    }
    let mut merged = *new;
    if !merged.mv.is_some() {
        merged.mv = old.mv;
    }
    merged.evaluation = new.evaluation.or(old.evaluation);
    if old.draft == new.draft {
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

/// 48 bits of the key, 8 of draft, 8 of generation. The bucket's index uses the key's high bits.
#[derive(Clone, Copy)]
struct Header(u64);

impl Header {
    fn new(key: Key, draft: Depth, generation: u8) -> Self {
        Self(key << 16 | (draft.clamp(0, 255) as u64) << 8 | u64::from(generation))
    }

    const fn matches(self, key: Key) -> bool {
        self.0 >> 16 == key << 16 >> 16
    }

    const fn draft(self) -> Depth {
        (self.0 >> 8 & 0xff) as Depth
    }

    const fn generation(self) -> u8 {
        (self.0 & 0xff) as u8
    }
}

/// Low, high and evaluation in 15 bits each, the move in 15; the top bits mark the word as used.
fn pack(entry: &Entry) -> u64 {
    let evaluation = entry.evaluation.unwrap_or(Score::INFINITE);
    u64::from(entry.bounds.low.to_bits15())
        | u64::from(entry.bounds.high.to_bits15()) << 15
        | u64::from(evaluation.to_bits15()) << 30
        | u64::from(entry.mv.bits()) << 45
        | 1 << 63
}

fn unpack(contents: u64, draft: Depth) -> Entry {
    let field = |shift: u32| (contents >> shift & 0x7fff) as u16;
    let evaluation = Score::from_bits15(field(30));
    Entry {
        bounds: Interval { low: Score::from_bits15(field(0)), high: Score::from_bits15(field(15)) },
        draft,
        mv: PackedMove::from_bits(field(45)),
        evaluation: (evaluation != Score::INFINITE).then_some(evaluation),
    }
}
