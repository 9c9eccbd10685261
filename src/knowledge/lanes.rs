//! Two lanes: a bitboard, and in the second lane its twin, which is what it becomes when the sides change places and the ranks
//! are mirrored. One operation of the compiled evaluator computes both sides' terms.
//!
//! With the vector instructions of AVX-512 a pair takes hardly more than one bitboard; `docs/testing.md` has the measurements.

use std::ops::{Add, BitAnd, BitOr, Mul, Not};

/// A bitboard and its twin.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// A number for each lane.
    type Numbers: Numbers;

    fn new(lanes: [u64; 2]) -> Self;
    fn lanes(self) -> [u64; 2];
    /// The other lane's view: the lanes change places, and the ranks are mirrored.
    fn exchanged(self) -> Self;
    /// Moves every square to the left by `by`, or to the right if it is negative.
    fn shifted(self, by: i32) -> Self;
    /// Every square if the lane has any.
    fn any_square(self) -> Self;
    /// The number of squares in each lane.
    fn count(self) -> Self::Numbers;
    /// `number` in the lanes whose squares are all true, and 0 in those with none.
    fn select(self, number: i64) -> Self::Numbers;

    #[inline(always)]
    fn both(bitboard: u64) -> Self {
        Self::new([bitboard; 2])
    }

    /// The lowest square of each lane.
    #[inline(always)]
    fn lowest(self) -> Self {
        Self::new(self.lanes().map(|lane| lane & lane.wrapping_neg()))
    }
}

/// Numbers of two lanes.
pub(super) trait Numbers: Copy + Add<Output = Self> + Mul<i64, Output = Self> {
    fn new(lanes: [i64; 2]) -> Self;
    fn lanes(self) -> [i64; 2];
}

/// Two lanes of any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable([u64; 2]);

impl BitAnd for Portable {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Portable {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for Portable {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|lane| !lane))
    }
}

impl Lanes for Portable {
    type Numbers = Pair;

    #[inline(always)]
    fn new(lanes: [u64; 2]) -> Self {
        Self(lanes)
    }
    #[inline(always)]
    fn lanes(self) -> [u64; 2] {
        self.0
    }
    #[inline(always)]
    fn exchanged(self) -> Self {
        Self([self.0[1].swap_bytes(), self.0[0].swap_bytes()])
    }
    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        Self(self.0.map(|lane| if by < 0 { lane >> -by } else { lane << by }))
    }
    #[inline(always)]
    fn any_square(self) -> Self {
        Self(self.0.map(|lane| u64::from(lane != 0).wrapping_neg()))
    }
    #[inline(always)]
    fn count(self) -> Pair {
        Pair(self.0.map(|lane| i64::from(lane.count_ones())))
    }
    #[inline(always)]
    fn select(self, number: i64) -> Pair {
        Pair(self.0.map(|lane| lane.cast_signed() & number))
    }
}

/// Numbers of two lanes of any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair([i64; 2]);

impl Numbers for Pair {
    #[inline(always)]
    fn new(lanes: [i64; 2]) -> Self {
        Self(lanes)
    }
    #[inline(always)]
    fn lanes(self) -> [i64; 2] {
        self.0
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Mul<i64> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: i64) -> Self {
        Self(self.0.map(|lane| lane * by))
    }
}
