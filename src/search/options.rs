//! What a caller may set on a search. Defaults are what the engine plays with.

use super::Parameters;
use crate::base::Score;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// What the hash table is allowed to keep and to answer. The rules are in `docs/shadow.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShadowMode {
    /// Stores shadow intervals, believes what it reads: a draw may be missed, never invented. For play.
    #[default]
    Fast,
    /// Also widens what it reads to contain the draw wherever a repetition could lurk: nothing wrong, for proofs.
    Strict,
    /// Stores real scores as if no repetition had made them. Wrong on purpose: the yardstick of tests and benchmarks.
    Naive,
}

impl FromStr for ShadowMode {
    type Err = String;

    /// The modes for play and proof by name, in any case; the naive one is for tests and benchmarks, but has its name.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "fast" => Ok(Self::Fast),
            "strict" => Ok(Self::Strict),
            "naive" => Ok(Self::Naive),
            _ => Err(format!("shadow mode {text:?} is not fast, strict or naive")),
        }
    }
}

/// Whether the tree may leave moves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selectivity {
    /// Every technique in use. For play.
    #[default]
    Selective,
    /// Every move to the full depth, the static evaluation at the leaves, mate and repetition the only rules.
    /// What the exhaustive oracle compares with.
    FullWidth,
}

/// Settings of a search that stay from move to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rules for the hash table.
    pub shadow: ShadowMode,
    /// Whether moves may be left out.
    pub selectivity: Selectivity,
    /// Centipawns that a draw costs the side to move at the root; negative seeks draws.
    pub contempt: i32,
    /// Draws score by their distance, later ones higher for the root's side; heuristic values keep out of the band.
    pub draw_by_ply: DrawByPly,
    /// Evaluations are rounded toward zero to a multiple of this; 0 and 1 keep every centipawn.
    pub grain: i32,
    /// Search threads; at least 1. One thread is deterministic.
    pub threads: usize,
    /// Margins and limits of the techniques.
    pub parameters: Parameters,
}

/// Whether the draw score depends on the ply it is reached at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawByPly {
    /// One score for every draw.
    #[default]
    Off,
    /// Source: Hyatt, Gower and Nelson, "The Draw Heuristic of Cray Blitz" (1988).
    On,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            shadow: ShadowMode::default(),
            selectivity: Selectivity::default(),
            contempt: 0,
            draw_by_ply: DrawByPly::default(),
            grain: 1,
            threads: 1,
            parameters: Parameters::default(),
        }
    }
}

impl Options {
    /// The draw score for the side to move `ply` half-moves below the root, with contempt and the draw heuristic.
    #[must_use]
    pub const fn draw(&self, ply: usize) -> Score {
        let for_root = match self.draw_by_ply {
            DrawByPly::Off => -self.contempt,
            DrawByPly::On => ply as i32,
        };
        Score::raw(if ply.is_multiple_of(2) { for_root } else { -for_root })
    }

    /// The largest magnitude a draw score can have.
    #[must_use]
    pub const fn draw_band(&self) -> Score {
        match self.draw_by_ply {
            DrawByPly::Off => Score::raw(self.contempt.abs()),
            DrawByPly::On => Score::raw(Score::MAX_PLY as i32),
        }
    }

    /// An evaluation made fit for the tree: grained, never the draw score itself, outside the draw band.
    #[must_use]
    pub const fn heuristic(&self, raw: Score) -> Score {
        let grained = raw.grained(self.grain).without_zero();
        match self.draw_by_ply {
            DrawByPly::Off => grained,
            DrawByPly::On => grained.outside(self.draw_band()),
        }
    }
}
