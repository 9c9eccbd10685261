//! Steps and sliding attacks on a board of 8 by 8. Square 0 is a1, square 7 is h1.

/// A displacement on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Files to the right.
    pub file: i8,
    /// Ranks up.
    pub rank: i8,
}

impl Step {
    /// Makes a step; each component is between -7 and 7.
    #[must_use]
    pub const fn new(file: i8, rank: i8) -> Self {
        Self { file, rank }
    }

    /// The square this step leads to from `square`; `None` off the board.
    #[must_use]
    pub fn from_square(self, square: usize) -> Option<usize> {
        let file = i8::try_from(square % 8).ok()? + self.file;
        let rank = i8::try_from(square / 8).ok()? + self.rank;
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| usize::try_from(rank * 8 + file).ok()).flatten()
    }

    /// The opposite step.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self { file: -self.file, rank: -self.rank }
    }

    /// The step as a rotation and a mask of the squares that did not wrap around.
    pub(super) fn masked_shift(self) -> MaskedShift {
        let distance = i32::from(self.rank) * 8 + i32::from(self.file);
        let landed = (0..64).filter_map(|square| self.from_square(square));
        let mask = landed.fold(0, |mask, square| mask | 1_u64 << square);
        MaskedShift { rotation: u32::try_from(distance.rem_euclid(64)).unwrap_or(0), mask }
    }
}

/// A rotation with a file mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaskedShift {
    pub rotation: u32,
    pub mask: u64,
}

impl MaskedShift {
    #[inline(always)]
    pub fn apply(self, bitboard: u64) -> u64 {
        bitboard.rotate_left(self.rotation) & self.mask
    }
}

/// Directions of a sliding attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rays {
    /// Along ranks and files, as a rook.
    Orthogonal,
    /// Along diagonals, as a bishop.
    Diagonal,
}

impl Rays {
    /// The four directions.
    #[must_use]
    pub const fn steps(self) -> [Step; 4] {
        match self {
            Self::Orthogonal => {
                [Step::new(0, 1), Step::new(1, 0), Step::new(0, -1), Step::new(-1, 0)]
            }
            Self::Diagonal => {
                [Step::new(1, 1), Step::new(1, -1), Step::new(-1, -1), Step::new(-1, 1)]
            }
        }
    }
}

const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Rook attacks of all `sources`, up to and including the first blocker.
///
/// Source: chessprogramming.org "Kogge-Stone Algorithm", occluded fill.
#[inline(always)]
#[must_use]
pub const fn orthogonal(sources: u64, free: u64) -> u64 {
    up::<8, { u64::MAX }>(sources, free)
        | up::<1, NOT_FIRST_FILE>(sources, free)
        | down::<8, { u64::MAX }>(sources, free)
        | down::<1, NOT_LAST_FILE>(sources, free)
}

/// Bishop attacks of all `sources`, up to and including the first blocker.
#[inline(always)]
#[must_use]
pub const fn diagonal(sources: u64, free: u64) -> u64 {
    up::<9, NOT_FIRST_FILE>(sources, free)
        | up::<7, NOT_LAST_FILE>(sources, free)
        | down::<9, NOT_LAST_FILE>(sources, free)
        | down::<7, NOT_FIRST_FILE>(sources, free)
}

#[inline(always)]
const fn up<const BY: u32, const MASK: u64>(sources: u64, free: u64) -> u64 {
    let mut free = free & MASK;
    let mut reached = sources;
    reached |= free & (reached << BY);
    free &= free << BY;
    reached |= free & (reached << (2 * BY));
    free &= free << (2 * BY);
    reached |= free & (reached << (4 * BY));
    (reached << BY) & MASK
}

#[inline(always)]
const fn down<const BY: u32, const MASK: u64>(sources: u64, free: u64) -> u64 {
    let mut free = free & MASK;
    let mut reached = sources;
    reached |= free & (reached >> BY);
    free &= free >> BY;
    reached |= free & (reached >> (2 * BY));
    free &= free >> (2 * BY);
    reached |= free & (reached >> (4 * BY));
    (reached >> BY) & MASK
}
