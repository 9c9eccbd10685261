//! Scores. Each score lies in one of disjoint bands, from the side to move: mated, known loss (recogniser or tablebase),
//! heuristic with the draw score 0, known win, mate.
//!
//! Source: chessprogramming.org "Score", after Slate and Heinz.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// A value in centipawns, or a mate distance, from one side's view (the side to move unless said otherwise).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Score(i32);

impl Score {
    /// Mate in 0 plies; a mate in `n` plies is `MATE - n`.
    pub const MATE: Self = Self(16_000);
    /// Larger than every legal score. Fits 15 bits signed.
    pub const INFINITE: Self = Self(16_001);
    /// Largest distance from the root, in plies.
    pub const MAX_PLY: usize = 256;
    /// The draw score without contempt.
    pub const DRAW: Self = Self(0);
    /// Largest heuristic score: fifty pawns. Evaluations are clamped to it.
    pub const HEURISTIC_MAX: Self = Self(5_000);
    /// Smallest score of a win known to a recogniser or a tablebase; the rest of the band measures progress.
    pub const RECOGNISED: Self = Self(8_000);
    /// Largest score of that band.
    pub const RECOGNISED_MAX: Self = Self(15_000);

    /// A heuristic score of `centipawns`, clamped to the heuristic band.
    pub const fn heuristic(centipawns: i32) -> Self {
        let max = Self::HEURISTIC_MAX.0;
        Self(if centipawns > max {
            max
        } else if centipawns < -max {
            -max
        } else {
            centipawns
        })
    }

    /// The side to move mates in `plies` half-moves.
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated in `plies` half-moves.
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - Self::MATE.0)
    }

    /// The side to move wins by a tablebase position `plies` half-moves away: above every recogniser, nearer ones higher.
    pub const fn tablebase_win(plies: usize) -> Self {
        Self(Self::RECOGNISED_MAX.0 - plies as i32)
    }

    /// A score with this internal value, for windows and margins.
    pub const fn raw(value: i32) -> Self {
        Self(value)
    }

    /// The score with an internal value from a file; `None` beyond `-INFINITE..=INFINITE`.
    pub const fn checked(value: i32) -> Option<Self> {
        if value.unsigned_abs() <= Self::INFINITE.0.unsigned_abs() {
            Some(Self(value))
        } else {
            None
        }
    }

    /// The internal value, in centipawns for heuristic scores.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// This score plus `margin` centipawns, clamped to `-INFINITE..=INFINITE`.
    #[must_use]
    pub const fn offset(self, margin: i32) -> Self {
        let moved = self.0.saturating_add(margin);
        let limit = Self::INFINITE.0;
        Self(if moved > limit {
            limit
        } else if moved < -limit {
            -limit
        } else {
            moved
        })
    }

    /// Whether the score counts half-moves: a mate or a tablebase win for either side.
    const fn counts_plies(self) -> bool {
        // The distance from the root may be the sum of two: of the node, and of the tablebase position from it.
        let farthest = Self::tablebase_win(2 * Self::MAX_PLY).0;
        self.is_mate() || (self.0.abs() >= farthest && self.is_recognised())
    }

    /// The score as stored in the transposition table: the distance of a mate or a tablebase win counts from the node at `ply`
    /// instead of from the root.
    #[must_use]
    pub const fn to_tt(self, ply: usize) -> Self {
        if !self.counts_plies() {
            return self;
        }
        // A bound may be nearer than the node is; no win by the tablebases is nearer than the node itself.
        let nearest = if self.is_mate() { i32::MAX } else { Self::RECOGNISED_MAX.0 };
        let distance = self.0.abs() + ply as i32;
        Self(self.0.signum() * if distance > nearest { nearest } else { distance })
    }

    /// The inverse of [`Score::to_tt`] at the node at `ply`.
    #[must_use]
    pub const fn from_tt(self, ply: usize) -> Self {
        if !self.counts_plies() {
            self
        } else if self.0 > 0 {
            Self(self.0 - ply as i32)
        } else {
            Self(self.0 + ply as i32)
        }
    }

    /// A heuristic score rounded toward zero to a multiple of `granularity`; other scores are unchanged.
    #[must_use]
    pub const fn rounded_to(self, granularity: i32) -> Self {
        if granularity > 1 && self.is_heuristic() {
            Self(self.0 / granularity * granularity)
        } else {
            self
        }
    }

    /// One instead of zero: an evaluation is never exactly the draw score.
    #[must_use]
    pub const fn avoid_zero(self) -> Self {
        if self.0 == 0 { Self(1) } else { self }
    }

    /// A heuristic score moved away from zero by the draw band, so that no evaluation equals a draw score.
    #[must_use]
    pub const fn outside_draw_band(self, band: Self) -> Self {
        if !self.is_heuristic() {
            self
        } else if self.0 >= 0 {
            Self::heuristic(self.0 + band.0 + 1)
        } else {
            Self::heuristic(self.0 - band.0 - 1)
        }
    }

    /// The inverse of [`Score::outside_draw_band`] except for saturated scores; scores inside the band are unchanged.
    #[must_use]
    pub const fn without_draw_band(self, band: Self) -> Self {
        if !self.is_heuristic() || self.0.abs() <= band.0 {
            self
        } else if self.0 > 0 {
            Self(self.0 - band.0 - 1)
        } else {
            Self(self.0 + band.0 + 1)
        }
    }

    /// The score packed in 15 bits two's complement, for the TT. Every score fits: the infinities are 16,001.
    pub const fn to_bits15(self) -> u16 {
        (self.0 & 0x7fff) as u16
    }

    /// The inverse of [`Score::to_bits15`]; ignores the top bit.
    /// Source: chessprogramming.org "Score and Hash Table": with `m` the sign bit, `(x ^ m) - m` extends the sign.
    pub const fn from_bits15(bits: u16) -> Self {
        Self(((bits & 0x7fff) as i32 ^ 0x4000) - 0x4000)
    }

    /// Whether this is a mate for or against the side to move.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE.0 - 256 && self.0.abs() <= Self::MATE.0
    }

    /// Whether this is the score of a recogniser or a tablebase, not a mate.
    pub const fn is_recognised(self) -> bool {
        self.0.abs() > Self::HEURISTIC_MAX.0 && self.0.abs() <= Self::RECOGNISED_MAX.0
    }

    /// Whether this is a heuristic score, neither known nor a mate.
    pub const fn is_heuristic(self) -> bool {
        self.0.abs() <= Self::HEURISTIC_MAX.0
    }

    /// Half-moves to mate, for whichever side, or `None` if this is not a mate.
    pub const fn mate_plies(self) -> Option<usize> {
        if self.is_mate() { Some((Self::MATE.0 - self.0.abs()) as usize) } else { None }
    }

    /// Full moves to mate, positive for the side to move, or `None` if this is not a mate.
    pub const fn mate_moves(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((Self::MATE.0 - self.0 + 1) / 2)
        } else {
            Some(-((Self::MATE.0 + self.0 + 1) / 2))
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Centipawns as pawns with a sign: `+0.34`, `-1.20`, `0.00`.
pub fn pawns(centipawns: i32) -> String {
    let sign = match centipawns {
        ..0 => "-",
        0 => "",
        1.. => "+",
    };
    format!("{sign}{}.{:02}", centipawns.abs() / 100, centipawns.abs() % 100)
}

impl fmt::Display for Score {
    /// `+0.34`, `-1.20`, `#5`, `-#3`, `=`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.mate_moves() {
            Some(moves) if self.0 > 0 => format!("#{moves}"),
            Some(moves) => format!("-#{}", -moves),
            None if self.0 == 0 => "=".to_owned(),
            None => pawns(self.0),
        };
        f.pad(&text)
    }
}
