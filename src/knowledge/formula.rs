//! The formula from the sums of the terms to the score: initiative, endgame scale, tapering, and the table of a counter.
//!
//! Written once for any scalar: whole centipawns when the engine plays, dual numbers when the weights are fitted, so that
//! what is fitted is what plays.

use super::scaling::FULL_PHASE;
use std::ops::{Add, Mul, Neg, Sub};

/// The arithmetic of the formula.
pub trait Scalar:
    Copy
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<i32, Output = Self>
{
    /// A constant.
    fn constant(value: i32) -> Self;

    /// The product of two variables.
    fn times(self, other: Self) -> Self;

    /// The quotient by a positive constant; whole numbers are truncated toward zero.
    fn over(self, divisor: i32) -> Self;

    /// The smaller number, or the larger one.
    fn clamped(self, low: Self, high: Self) -> Self {
        if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
}

impl Scalar for i32 {
    #[inline(always)]
    fn constant(value: i32) -> Self {
        value
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self * other
    }
    #[inline(always)]
    fn over(self, divisor: i32) -> Self {
        self / divisor
    }
}

/// A dual number: a value with its derivatives by `N` variables.
/// Source: forward-mode automatic differentiation, Griewank and Walther, "Evaluating Derivatives" (2008).
#[derive(Clone, Copy, Debug)]
pub struct Dual<const N: usize> {
    /// The value.
    pub value: f64,
    /// The derivatives.
    pub slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// The variable number `index`; a constant if it is not one of the `N`.
    pub fn variable(value: f64, index: usize) -> Self {
        Self { value, slopes: std::array::from_fn(|at| f64::from(u8::from(at == index))) }
    }

    fn map(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|it| it * slope) }
    }

    fn join(self, value: f64, other: Self, slope: [f64; 2]) -> Self {
        let mut slopes = self.slopes;
        for (own, other) in slopes.iter_mut().zip(other.slopes) {
            *own = *own * slope[0] + other * slope[1];
        }
        Self { value, slopes }
    }
}

impl<const N: usize> PartialEq for Dual<N> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<const N: usize> PartialOrd for Dual<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    fn neg(self) -> Self {
        self.map(-self.value, -1.0)
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.join(self.value + other.value, other, [1.0, 1.0])
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.join(self.value - other.value, other, [1.0, -1.0])
    }
}

impl<const N: usize> Mul<i32> for Dual<N> {
    type Output = Self;
    fn mul(self, by: i32) -> Self {
        self.map(self.value * f64::from(by), f64::from(by))
    }
}

impl<const N: usize> Scalar for Dual<N> {
    fn constant(value: i32) -> Self {
        Self { value: value.into(), slopes: [0.0; N] }
    }
    fn times(self, other: Self) -> Self {
        self.join(self.value * other.value, other, [other.value, self.value])
    }
    fn over(self, divisor: i32) -> Self {
        self.map(self.value / f64::from(divisor), 1.0 / f64::from(divisor))
    }
}

/// The endgame scale factor (128 is none) with `per128` of its weight. 0, a dead draw, stays.
#[inline(always)]
pub fn scaled_endgame_factor<S: Scalar>(factor: S, per128: u8) -> S {
    let full = S::constant(128);
    if factor == S::constant(0) {
        factor
    } else {
        ((factor - full) * i32::from(per128) + full * 128).over(128)
    }
}

/// What the formula reads: sums in centipawns, White's view.
#[derive(Clone, Copy, Debug)]
pub struct Sums<S> {
    /// White's terms minus Black's, in the middlegame.
    pub middle: S,
    /// The same in the endgame.
    pub end: S,
    /// The terms of the initiative.
    pub initiative: S,
    /// The reductions of the endgame scale in 128ths if White is ahead, and if Black is.
    pub reductions: [S; 2],
}

/// Initiative: a bonus or malus for the side that is ahead in the endgame; never changes the sign.
#[inline(always)]
pub fn initiative<S: Scalar>(initiative: S, end: S) -> S {
    let zero = S::constant(0);
    if end > zero {
        if initiative > -end { initiative } else { -end }
    } else if end < zero {
        if initiative > end { -initiative } else { -end }
    } else {
        zero
    }
}

/// The endgame scale factor in 128ths and the score in centipawns, White's view. `phase` is the game phase, `scale_weight` the
/// weight of the endgame scale in 128ths.
#[inline(always)]
pub fn score<S: Scalar>(sums: Sums<S>, phase: i32, scale_weight: u8) -> (S, S) {
    let end = sums.end + initiative(sums.initiative, sums.end);
    let reduction = sums.reductions[usize::from(end <= S::constant(0))];
    let full = S::constant(128);
    let factor = (full + reduction).clamped(S::constant(0), full);
    let scale = scaled_endgame_factor(factor, scale_weight);
    let end = end.times(scale).over(128);
    (scale, (sums.middle * phase + end * (FULL_PHASE - phase)).over(FULL_PHASE))
}

/// The entry of a table at a sum of units, and the share of the next entry; between two entries the table is linear. Whole units
/// have an entry of their own.
pub fn table_entry(units: f64, entries: usize) -> (usize, f64) {
    let last = entries.saturating_sub(1);
    let units = units.clamp(0.0, last as f64);
    let entry = (units as usize).min(last.saturating_sub(1));
    (entry, units - entry as f64)
}
