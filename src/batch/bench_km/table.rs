//! The table of the comparison. An entry has base bounds, which do not depend on the path, and in the mode of Kishimoto
//! and Müller further bounds for single paths (twins).

use crate::base::{Interval, Score};
use crate::search::ShadowMode;
use crate::search::dependency::{Dependency, PathCode};
use crate::search::shadow::{Value, Window};

/// What a table stores, and how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableMode {
    /// The engine's modes: one interval for each position and depth.
    Shadow(ShadowMode),
    /// Kishimoto and Müller's base entries and twins.
    Twins(BaseReuse),
}

/// How bounds that no repetition influenced are used on a path that can repeat a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseReuse {
    /// Without a test, as published for proofs to the end of the game.
    Unchecked,
    /// Only after a simulation on this path, as the bounds of a fixed depth need it.
    Simulated,
}

impl TableMode {
    /// All modes.
    pub const ALL: [Self; 5] = [
        Self::Shadow(ShadowMode::Naive),
        Self::Shadow(ShadowMode::Fast),
        Self::Shadow(ShadowMode::Strict),
        Self::Twins(BaseReuse::Unchecked),
        Self::Twins(BaseReuse::Simulated),
    ];

    /// The name in the printed table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shadow(ShadowMode::Naive) => "`naive`",
            Self::Shadow(ShadowMode::Fast) => "`fast`",
            Self::Shadow(ShadowMode::Strict) => "`strict`",
            Self::Twins(BaseReuse::Unchecked) => "KM, base unchecked",
            Self::Twins(BaseReuse::Simulated) => "KM, base simulated",
        }
    }

    /// The size of a table entry in bytes, packed as in the engine: 8 for key and depth, 8 for two bounds and a move. With
    /// twins 4 more for the first twin's index.
    pub(super) const fn base_bytes(self) -> usize {
        match self {
            Self::Shadow(_) => 16,
            Self::Twins(_) => 20,
        }
    }

    /// The size of a twin in bytes: 8 for the path code, 8 for two bounds, a move and the dependency, 4 for the next twin.
    pub(super) const TWIN_BYTES: usize = 20;
}

/// Bounds of a value with the move that reaches the lower one.
#[derive(Clone, Copy, Debug)]
pub struct Claim<M> {
    /// The bounds, from the side to move.
    pub bounds: Interval,
    /// The move that reaches the lower bound.
    pub mv: Option<M>,
    /// How many plies above the node the highest position stands whose repetition the bounds rely on; none: independent.
    pub above: Option<usize>,
}

impl<M: Copy> Claim<M> {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { bounds: Interval::UNKNOWN, mv: None, above: None };

    /// Adds `new` bounds of the same value. Contradicting ones replace the old.
    pub(super) fn add(&mut self, new: Self) {
        let low = self.bounds.low.max(new.bounds.low);
        let high = self.bounds.high.min(new.bounds.high);
        let above = self.above.max(new.above);
        let mv = if new.bounds.low > self.bounds.low { new.mv } else { self.mv };
        *self = if low > high {
            new
        } else {
            Self { bounds: Interval { low, high }, mv: mv.or(new.mv), above }
        };
    }

    /// The value of a node at `ply` if the bounds decide it within `window`.
    pub(super) fn decide(&self, window: Window, ply: usize) -> Option<Value> {
        let real = decided(self.bounds, window)?;
        Some(Value { real, shadow: self.bounds, dependency: self.dependency(ply) })
    }

    /// The path dependency at a node at `ply`.
    pub(super) fn dependency(&self, ply: usize) -> Dependency {
        let since = |above| Dependency::since(ply.saturating_sub(above));
        self.above.map_or(Dependency::NONE, since)
    }
}

/// The score that `bounds` return within `window`, if they cause a cut-off or are exact.
pub(super) fn decided(bounds: Interval, window: Window) -> Option<Score> {
    if bounds.low >= window.beta {
        Some(bounds.low)
    } else if bounds.high <= window.alpha || bounds.low == bounds.high {
        Some(bounds.high)
    } else {
        None
    }
}

/// The bounds that hold on one path.
#[derive(Clone, Copy, Debug)]
pub struct Twin<M> {
    /// The code of the path: its moves since the last irreversible one, in order.
    pub code: u64,
    /// The bounds.
    pub claim: Claim<M>,
}

/// A table entry of a position and depth.
#[derive(Clone, Debug)]
pub struct Entry<M> {
    /// Bounds without the history above the node.
    pub base: Claim<M>,
    /// Bounds on single paths.
    pub twins: Vec<Twin<M>>,
    /// Instead of both, a bound on the paths with certain positions: rule 8 of the shadow score.
    pub conditional: Option<(PathCode, Interval)>,
}

impl<M: Copy> Entry<M> {
    pub(super) const EMPTY: Self =
        Self { base: Claim::UNKNOWN, twins: Vec::new(), conditional: None };

    /// Every claim, of whatever path.
    pub(super) fn claims(&self) -> impl Iterator<Item = &Claim<M>> {
        std::iter::once(&self.base).chain(self.twins.iter().map(|twin| &twin.claim))
    }

    /// The claim of the path with this code.
    pub(super) fn twin(&self, code: u64) -> Option<&Claim<M>> {
        self.twins.iter().find(|twin| twin.code == code).map(|twin| &twin.claim)
    }

    pub(super) fn add_twin(&mut self, code: u64, claim: Claim<M>) {
        match self.twins.iter_mut().find(|twin| twin.code == code) {
            Some(twin) => twin.claim.add(claim),
            None => self.twins.push(Twin { code, claim }),
        }
    }
}
