//! Two lanes in one vector register of x86-64.
//!
//! Safety: the functions that use a type run only on processors that have its instructions (see [`super::instructions`]).

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::lanes::{Counts, Group, Lanes, Numbers, PlainCounts, TwoNumbers};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi32, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi64,
    _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_mullo_epi64, _mm_or_si128, _mm_popcnt_epi64,
    _mm_set_epi8, _mm_set_epi64x, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi8,
    _mm_sll_epi64, _mm_slli_epi64, _mm_srai_epi32, _mm_srl_epi64, _mm_sub_epi64,
    _mm_unpackhi_epi64, _mm_xor_si128, _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_or_si256, _mm256_popcnt_epi64, _mm256_sad_epu8, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_slli_epi64, _mm256_srli_epi16, _mm256_zextsi128_si256,
};
use std::ops::{Add, BitAnd, BitOr, Mul, Not};

/// Lanes for SSE4.1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sse4(__m128i);

/// Lanes for AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(__m128i);

/// Lanes for AVX-512 with VL, DQ and VPOPCNTDQ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(__m128i);

/// Numbers of two lanes for AVX-512.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorPair(__m128i);

#[inline(always)]
fn vector(lanes: [i64; 2]) -> __m128i {
    // SAFETY: every x86-64 processor has the instructions (SSE2).
    unsafe { _mm_set_epi64x(lanes[1], lanes[0]) }
}

#[inline(always)]
fn lanes(vector: __m128i) -> [i64; 2] {
    // SAFETY: as above.
    unsafe { [vector, _mm_unpackhi_epi64(vector, vector)].map(|it| _mm_cvtsi128_si64(it)) }
}

/// What the types of lanes have in common.
macro_rules! vector_lanes {
    ($lanes:ident, $numbers:ident, $counts:ty) => {
        impl BitAnd for $lanes {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                // SAFETY: SSE2.
                Self(unsafe { _mm_and_si128(self.0, other.0) })
            }
        }

        impl BitOr for $lanes {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                // SAFETY: SSE2.
                Self(unsafe { _mm_or_si128(self.0, other.0) })
            }
        }

        impl Not for $lanes {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: SSE2.
                Self(unsafe { _mm_xor_si128(self.0, _mm_set1_epi64x(-1)) })
            }
        }

        impl Lanes for $lanes {
            type Numbers = $numbers;
            type Counts = $counts;

            #[inline(always)]
            fn new(lanes: [u64; 2]) -> Self {
                Self(vector(lanes.map(u64::cast_signed)))
            }
            #[inline(always)]
            fn lanes(self) -> [u64; 2] {
                lanes(self.0).map(i64::cast_unsigned)
            }
            #[inline(always)]
            fn exchanged(self) -> Self {
                // SAFETY: SSSE3, which SSE4.1 includes; see the module.
                Self(unsafe {
                    let reverse =
                        _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
                    _mm_shuffle_epi8(self.0, reverse)
                })
            }
            #[inline(always)]
            fn shifted(self, by: i32) -> Self {
                // SAFETY: SSE2.
                Self(unsafe {
                    let places = _mm_cvtsi32_si128(by.abs());
                    if by < 0 {
                        _mm_srl_epi64(self.0, places)
                    } else {
                        _mm_sll_epi64(self.0, places)
                    }
                })
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                // SAFETY: SSE2.
                Self(unsafe { _mm_and_si128(self.0, _mm_sub_epi64(_mm_setzero_si128(), self.0)) })
            }
            #[inline(always)]
            fn any_square(self) -> Self {
                // SAFETY: SSE4.1; see the module.
                !Self(unsafe { _mm_cmpeq_epi64(self.0, _mm_setzero_si128()) })
            }
            #[inline(always)]
            fn count(self) -> $numbers {
                $numbers::count(self)
            }
            #[inline(always)]
            fn select(self, number: i64) -> $numbers {
                let number = Self::both(number.cast_unsigned());
                $numbers::new(lanes((self & number).0))
            }
        }
    };
}

vector_lanes!(Sse4, TwoNumbers, PlainCounts<TwoNumbers>);
vector_lanes!(Avx2, TwoNumbers, VectorCounts);
vector_lanes!(Avx512, VectorPair, VectorCounts);

impl TwoNumbers {
    #[inline(always)]
    fn count(squares: impl Lanes) -> Self {
        Self::new(squares.lanes().map(|lane| i64::from(lane.count_ones())))
    }
}

/// Lanes whose counts stand in a vector of 256 bits.
trait CountedLanes: Lanes {
    /// The number of squares of four lanes, two of each.
    fn counts(first: Self, second: Self) -> __m256i;
    /// The vector of both lanes.
    fn vector(self) -> __m128i;
}

impl CountedLanes for Avx2 {
    /// Source: W. Mula, N. Kurz, D. Lemire, "Faster population counts using AVX2 instructions", 2018.
    #[inline(always)]
    fn counts(first: Self, second: Self) -> __m256i {
        // SAFETY: AVX2; see the module.
        unsafe {
            let squares = _mm256_set_m128i(second.0, first.0);
            let of_four = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let mask = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(of_four, _mm256_and_si256(squares, mask));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(squares), mask);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(of_four, high));
            _mm256_sad_epu8(bytes, _mm256_setzero_si256())
        }
    }
    #[inline(always)]
    fn vector(self) -> __m128i {
        self.0
    }
}

impl CountedLanes for Avx512 {
    #[inline(always)]
    fn counts(first: Self, second: Self) -> __m256i {
        // SAFETY: AVX512VPOPCNTDQ and AVX512VL; see the module.
        unsafe { _mm256_popcnt_epi64(_mm256_set_m128i(second.0, first.0)) }
    }
    #[inline(always)]
    fn vector(self) -> __m128i {
        self.0
    }
}

/// Sums of counts: in 32 bits each the endgame and the middlegame of the first lane, then those of the second; the upper half
/// has further sums in the same order, and `numbers` adds both.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorCounts(__m256i);

impl Default for VectorCounts {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: AVX; see the module.
        Self(unsafe { _mm256_setzero_si256() })
    }
}

impl<L: CountedLanes> Counts<L> for VectorCounts {
    #[inline(always)]
    fn count(self, [a, b, c, d]: [L; 4], group: &Group) -> Self {
        // SAFETY: AVX2; see the module. The halves lie 32 bytes after the begin of a group, which 64 divides.
        Self(unsafe {
            let pairs = _mm256_slli_epi64::<16>(L::counts(c, d));
            let pairs = _mm256_or_si256(L::counts(a, b), pairs);
            // For both halves of the values.
            let counts = _mm256_shuffle_epi32::<0b1010_0000>(pairs);
            let values = _mm256_load_si256(group.halves.as_ptr().cast());
            _mm256_add_epi32(self.0, _mm256_madd_epi16(counts, values))
        })
    }
    #[inline(always)]
    fn select(self, squares: L, number: i32) -> Self {
        // SAFETY: AVX2; see the module.
        Self(unsafe {
            let number = _mm_set1_epi64x(i64::from(number.cast_unsigned()));
            let selected = _mm_and_si128(squares.vector(), number);
            _mm256_add_epi32(self.0, _mm256_zextsi128_si256(selected))
        })
    }
    #[inline(always)]
    fn numbers(self) -> L::Numbers {
        // SAFETY: AVX2; see the module.
        L::Numbers::new(lanes(unsafe {
            let (low, high) =
                (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let sums = _mm_add_epi32(low, high);
            // The upper half of a packed number is one less where the endgame is negative.
            let borrowed = _mm_slli_epi64::<32>(_mm_srai_epi32::<31>(sums));
            _mm_add_epi32(sums, borrowed)
        }))
    }
}

impl VectorPair {
    #[inline(always)]
    fn count(squares: Avx512) -> Self {
        // SAFETY: AVX512VPOPCNTDQ and AVX512VL; see the module.
        Self(unsafe { _mm_popcnt_epi64(squares.0) })
    }
}

impl Numbers for VectorPair {
    #[inline(always)]
    fn new(lanes: [i64; 2]) -> Self {
        Self(vector(lanes))
    }
    #[inline(always)]
    fn lanes(self) -> [i64; 2] {
        lanes(self.0)
    }
}

impl Add for VectorPair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: SSE2.
        Self(unsafe { _mm_add_epi64(self.0, other.0) })
    }
}

impl Mul<i64> for VectorPair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: i64) -> Self {
        // SAFETY: AVX512DQ and AVX512VL; see the module.
        Self(unsafe { _mm_mullo_epi64(self.0, _mm_set1_epi64x(by)) })
    }
}
