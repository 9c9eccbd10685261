//! Scores packed in 15 or 16 bits two's complement for the transposition table, sign-extended without shifts.
//!
//! Source: chessprogramming.org "Score", "Score and Hash Table". With `m` the sign bit, `(x ^ m) - m` turns the stored
//! bits back into the signed value.

use super::Score;

impl Score {
    /// The low 15 bits, two's complement. Every score fits: the infinities are 16,001.
    #[must_use]
    pub const fn to_bits15(self) -> u16 {
        (self.value() & 0x7fff) as u16
    }

    /// The score that [`Score::to_bits15`] packed; the top bit is ignored.
    #[must_use]
    pub const fn from_bits15(bits: u16) -> Self {
        Self::raw(extend((bits & 0x7fff) as i32, 0x4000))
    }

    /// The low 16 bits, two's complement.
    #[must_use]
    pub const fn to_bits16(self) -> u16 {
        (self.value() & 0xffff) as u16
    }

    /// The score that [`Score::to_bits16`] packed.
    #[must_use]
    pub const fn from_bits16(bits: u16) -> Self {
        Self::raw(extend(bits as i32, 0x8000))
    }

    /// The score plus 2^14, never negative: the alternative 15-bit encoding.
    #[must_use]
    pub const fn to_offset15(self) -> u16 {
        (self.value() + 0x4000) as u16
    }

    /// The score that [`Score::to_offset15`] packed.
    #[must_use]
    pub const fn from_offset15(bits: u16) -> Self {
        Self::raw(bits as i32 - 0x4000)
    }
}

/// Sign-extends a zero-extended value whose sign bit is `sign`.
const fn extend(bits: i32, sign: i32) -> i32 {
    (bits ^ sign) - sign
}
