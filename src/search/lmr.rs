//! Late move reduction (LMR): the base reduction by depth and move number. `search_move` adjusts it by history, node type
//! and checks.
//!
//! Source: chessprogramming.org "Late Move Reductions"; the product of logarithms after Glaurung
//! and Fruit descendants.

use super::Parameters;
use crate::base::Depth;

/// Depths and move numbers beyond this share the last entry.
const SIZE: usize = 64;

/// Base reductions in 1024ths of a ply, `[depth][move number]`.
#[derive(Clone, Debug)]
pub(super) struct LmrTable(Box<[[i32; SIZE]; SIZE]>);

impl LmrTable {
    pub fn new(parameters: &Parameters) -> Self {
        let entry = |depth: usize, number: usize| {
            let product = (depth as f64).ln() * (number as f64).ln();
            parameters.lmr_base + (product * f64::from(parameters.lmr_factor)) as i32
        };
        let row = |depth: usize| std::array::from_fn(|number| entry(depth.max(1), number.max(1)));
        Self(Box::new(std::array::from_fn(row)))
    }

    /// The base reduction of move `number` at `depth`, in 1024ths.
    pub fn base(&self, depth: Depth, number: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
        self.0[depth][number.min(SIZE - 1)]
    }
}
