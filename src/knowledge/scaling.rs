//! Tapering, and the weights of the evaluation's categories at limited strength.

use crate::base::Category;
use crate::propnet::Pair;
use serde::{Deserialize, Serialize};

/// The weights of the categories: the strength dial scales them down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryWeights {
    /// Weight of each category in 128ths, indexed by [`Category`]; 128 is full weight. `Material` is ignored.
    pub per128: [u8; Category::COUNT],
    /// Piece values `[pawn, knight, bishop, rook, queen]` as `(middlegame, endgame)` in thousandths of the tuned values,
    /// so that the strength model does not depend on them; 1000 is the full value.
    pub material_per_mille: [(u16, u16); 5],
}

impl CategoryWeights {
    /// Full weight of every category: full strength.
    pub const FULL: Self =
        Self { per128: [128; Category::COUNT], material_per_mille: [(1000, 1000); 5] };
}

impl Default for CategoryWeights {
    fn default() -> Self {
        Self::FULL
    }
}

/// A term with `per128` of its weight, truncated toward zero.
pub const fn scaled_term(term: i32, per128: u8) -> i32 {
    term * per128 as i32 / 128
}

/// The game phase of a board with all pieces.
pub const FULL_PHASE: i32 = 24;

/// Tapered evaluation: interpolates a middlegame and an endgame value by the game phase.
pub const fn taper([middle, end]: Pair, phase: i32) -> i32 {
    (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}
