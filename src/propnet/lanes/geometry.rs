//! The grid of 8 by 8: steps, and how far lines reach. Lane 0 is the first cell of the first row.

/// A displacement on the grid; what leaves the grid is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Columns to the right.
    pub file: i8,
    /// Rows up.
    pub rank: i8,
}

impl Step {
    /// Makes a step; each part between -7 and 7.
    #[must_use]
    pub const fn new(file: i8, rank: i8) -> Self {
        Self { file, rank }
    }

    /// Where `lane` lands, or `None` off the grid.
    #[must_use]
    pub fn from_lane(self, lane: usize) -> Option<usize> {
        let file = i8::try_from(lane % 8).ok()? + self.file;
        let rank = i8::try_from(lane / 8).ok()? + self.rank;
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| usize::try_from(rank * 8 + file).ok()).flatten()
    }

    /// The step back.
    #[must_use]
    pub const fn back(self) -> Self {
        Self { file: -self.file, rank: -self.rank }
    }

    /// As a rotation and the mask of lanes that did not wrap around.
    pub(super) fn compile(self) -> Turn {
        let distance = i32::from(self.rank) * 8 + i32::from(self.file);
        let landed = (0..64).filter_map(|lane| self.from_lane(lane));
        let mask = landed.fold(0, |mask, lane| mask | 1_u64 << lane);
        Turn { rotation: u32::try_from(distance.rem_euclid(64)).unwrap_or(0), mask }
    }
}

/// A step in the form it is executed in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub rotation: u32,
    pub mask: u64,
}

impl Turn {
    #[inline(always)]
    pub fn apply(self, word: u64) -> u64 {
        word.rotate_left(self.rotation) & self.mask
    }
}

/// The lines a reach follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Rows and columns.
    Straight,
    /// Both diagonals.
    Diagonal,
}

impl Lines {
    /// The four steps along the lines.
    #[must_use]
    pub const fn steps(self) -> [Step; 4] {
        match self {
            Self::Straight => {
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

/// Everything seen from `sources` along straight lines, up to and including the first blocker.
///
/// Source: Kogge-Stone prefix fill, as described for occluded fills in the chess programming literature.
#[inline(always)]
#[must_use]
pub const fn straight(sources: u64, free: u64) -> u64 {
    up::<8, { u64::MAX }>(sources, free)
        | up::<1, NOT_FIRST_FILE>(sources, free)
        | down::<8, { u64::MAX }>(sources, free)
        | down::<1, NOT_LAST_FILE>(sources, free)
}

/// Everything seen from `sources` along diagonals, up to and including the first blocker.
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
