//! Two lanes in one vector register of x86-64.
//!
//! Safety: the functions that use a type run only on processors that have its instructions (see [`super::instructions`]).

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use super::lanes::{Lanes, Numbers, Pair};
use std::arch::x86_64::{
    __m128i, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64,
    _mm_mullo_epi64, _mm_or_si128, _mm_popcnt_epi64, _mm_set_epi8, _mm_set_epi64x, _mm_set1_epi64x,
    _mm_setzero_si128, _mm_shuffle_epi8, _mm_sll_epi64, _mm_srl_epi64, _mm_sub_epi64,
    _mm_unpackhi_epi64, _mm_xor_si128,
};
use std::ops::{Add, BitAnd, BitOr, Mul, Not};

/// Lanes for SSE4.1 and what is newer, up to AVX2: it cannot count the bits of a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sse4(__m128i);

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

/// What both types of lanes have in common.
macro_rules! vector_lanes {
    ($lanes:ident, $numbers:ident) => {
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

vector_lanes!(Sse4, Pair);
vector_lanes!(Avx512, VectorPair);

impl Pair {
    #[inline(always)]
    fn count(squares: Sse4) -> Self {
        Self::new(squares.lanes().map(|lane| i64::from(lane.count_ones())))
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
