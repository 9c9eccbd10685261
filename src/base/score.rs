//! What a number on the screen means: a score lies in one of disjoint bands, and a bound says which side of it is
//! known.
//!
//! Source: chessprogramming.org "Score", after Slate and Heinz. The bands, from the side to move:
//! mated, losing by recogniser, heuristic, draw (zero), winning by recogniser, mate.

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
    /// Mate on the spot; a mate in `n` plies is `MATE - n`.
    pub const MATE: Self = Self(16_000);
    /// No legal value reaches it. Fits 15 bits signed.
    pub const INFINITE: Self = Self(16_001);
    /// Longest line from the root, in plies.
    pub const MAX_PLY: usize = 256;
    /// The draw score without contempt.
    pub const DRAW: Self = Self(0);
    /// Largest heuristic value: fifty pawns. Evaluations saturate here.
    pub const HEURISTIC_MAX: Self = Self(5_000);
    /// First value of a win known to a recogniser or an endgame table; the rest of the band carries progress.
    pub const RECOGNISED: Self = Self(8_000);
    /// Last value of the recognised band.
    pub const RECOGNISED_MAX: Self = Self(15_000);

    /// A heuristic value of `centipawns`, saturated to the heuristic band.
    #[must_use]
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
    #[must_use]
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated in `plies` half-moves.
    #[must_use]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - Self::MATE.0)
    }

    /// A raw value that a caller has computed inside the bands, for windows and margins.
    #[must_use]
    pub const fn raw(value: i32) -> Self {
        Self(value)
    }

    /// The number itself, in centipawns for heuristic values.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// This score moved by `margin` centipawns, clamped to the open interval between the infinities.
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

    /// The score as the table keeps it: a mate distance is counted from the node at `ply`, not from the root.
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        if !self.is_mate() {
            self
        } else if self.0 > 0 {
            Self(self.0 + ply as i32)
        } else {
            Self(self.0 - ply as i32)
        }
    }

    /// The inverse of [`Score::to_table`] at the node that reads.
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        if !self.is_mate() {
            self
        } else if self.0 > 0 {
            Self(self.0 - ply as i32)
        } else {
            Self(self.0 + ply as i32)
        }
    }

    /// Rounded toward zero to a multiple of `grain`, symmetrically; only heuristic values are touched.
    #[must_use]
    pub const fn grained(self, grain: i32) -> Self {
        if grain > 1 && self.is_heuristic() { Self(self.0 / grain * grain) } else { self }
    }

    /// Plus one instead of zero, so that zero always means a proved draw.
    #[must_use]
    pub const fn without_zero(self) -> Self {
        if self.0 == 0 { Self(1) } else { self }
    }

    /// A heuristic value moved away from zero by the draw band, so that no evaluation looks like a draw.
    #[must_use]
    pub const fn outside(self, band: Self) -> Self {
        if !self.is_heuristic() {
            self
        } else if self.0 >= 0 {
            Self(self.0 + band.0 + 1)
        } else {
            Self(self.0 - band.0 - 1)
        }
    }

    /// Is this a mate for or against the side to move?
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE.0 - 256 && self.0.abs() <= Self::MATE.0
    }

    /// Is this the value of a recogniser or an endgame table, short of mate?
    #[must_use]
    pub const fn is_recognised(self) -> bool {
        self.0.abs() > Self::HEURISTIC_MAX.0 && self.0.abs() <= Self::RECOGNISED_MAX.0
    }

    /// Is this an opinion rather than knowledge?
    #[must_use]
    pub const fn is_heuristic(self) -> bool {
        self.0.abs() <= Self::HEURISTIC_MAX.0
    }

    /// Full moves to mate, positive for the side to move, or `None` if this is no mate.
    #[must_use]
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

impl fmt::Display for Score {
    /// `+0.34`, `-1.20`, `#5`, `-#3`, `=`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.mate_moves() {
            Some(moves) if self.0 > 0 => format!("#{moves}"),
            Some(moves) => format!("-#{}", -moves),
            None if self.0 == 0 => "=".to_owned(),
            None => {
                let sign = if self.0 > 0 { '+' } else { '-' };
                format!("{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        };
        f.pad(&text)
    }
}
