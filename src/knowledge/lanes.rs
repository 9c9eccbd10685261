//! Two lanes: a bitboard, and in the second lane its twin, which is what it becomes when the sides change places and the ranks
//! are mirrored. One operation of the compiled evaluator computes both sides' terms.
//!
//! With the vector instructions of AVX-512 a pair takes hardly more than one bitboard; `docs/testing.md` has the measurements.

use crate::propnet::Pair;
use crate::propnet::bitboard::pack;
use std::ops::{Add, BitAnd, BitOr, Mul, Not};

/// A bitboard and its twin.
pub(super) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// A number for each lane.
    type Numbers: Numbers;
    /// Sums of counts for each lane.
    type Counts: Counts<Self>;

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

/// The values of a square in each of four bitboards that are counted together.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Group {
    /// Packed.
    pub packed: [i64; 4],
    /// The first and the third bitboard's endgame values, the same in the middlegame, all of that twice; then likewise those of
    /// the second and the fourth.
    pub halves: [i16; 16],
}

impl Group {
    /// The group of at most four `values`, which are no larger than weights can be; the others are 0.
    pub fn new(values: impl Iterator<Item = Pair>) -> Self {
        let mut group = Self { packed: [0; 4], halves: [0; 16] };
        for (index, [middle, end]) in values.enumerate().take(4) {
            group.packed[index] = pack([middle, end]);
            let at = index % 2 * 8 + index / 2;
            for (place, value) in [(at, end), (at + 2, middle), (at + 4, end), (at + 6, middle)] {
                group.halves[place] = i16::try_from(value).unwrap_or_default();
            }
        }
        group
    }
}

/// Sums of counts times values, for each lane.
pub(super) trait Counts<L: Lanes>: Copy + Default {
    /// With the squares of four bitboards, each of which has the value of its place in the group.
    #[must_use]
    fn count(self, bitboards: [L; 4], group: &Group) -> Self;
    /// With a number for the lanes whose squares are all true; the others have none.
    #[must_use]
    fn select(self, squares: L, number: i32) -> Self;
    /// The sums, packed.
    fn numbers(self) -> L::Numbers;
}

/// Counts that are added one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainCounts<N>(N);

impl<N: Numbers> Default for PlainCounts<N> {
    #[inline(always)]
    fn default() -> Self {
        Self(N::new([0, 0]))
    }
}

impl<L: Lanes> Counts<L> for PlainCounts<L::Numbers> {
    #[inline(always)]
    fn count(self, bitboards: [L; 4], group: &Group) -> Self {
        let [a, b, c, d] = bitboards.map(L::count);
        let [of_a, of_b, of_c, of_d] = group.packed;
        Self(self.0 + a * of_a + b * of_b + c * of_c + d * of_d)
    }
    #[inline(always)]
    fn select(self, squares: L, number: i32) -> Self {
        Self(self.0 + squares.select(i64::from(number)))
    }
    #[inline(always)]
    fn numbers(self) -> L::Numbers {
        self.0
    }
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
    type Numbers = TwoNumbers;
    type Counts = PlainCounts<TwoNumbers>;

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
    fn count(self) -> TwoNumbers {
        TwoNumbers(self.0.map(|lane| i64::from(lane.count_ones())))
    }
    #[inline(always)]
    fn select(self, number: i64) -> TwoNumbers {
        TwoNumbers(self.0.map(|lane| lane.cast_signed() & number))
    }
}

/// Numbers of two lanes of any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoNumbers([i64; 2]);

impl Numbers for TwoNumbers {
    #[inline(always)]
    fn new(lanes: [i64; 2]) -> Self {
        Self(lanes)
    }
    #[inline(always)]
    fn lanes(self) -> [i64; 2] {
        self.0
    }
}

impl Add for TwoNumbers {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

impl Mul<i64> for TwoNumbers {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: i64) -> Self {
        Self(self.0.map(|lane| lane * by))
    }
}
