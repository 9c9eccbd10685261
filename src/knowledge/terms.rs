//! Term builder: adds components and weights to the network, for one side and by name.
//!
//! Every category file takes a [`TermBuilder`] and the [`super::pieces::Pieces`] and adds its terms. Black's terms are
//! White's with the board flipped vertically, so that mirrored positions have the negated score.

use super::weights::Weights;
use super::{Category, Error};
use crate::propnet::Pair;
use crate::propnet::bitboard::{BitboardId, BitboardLiteral, Builder, CounterId, ScanOrder, Step};
use crate::rules::Color;
use std::collections::{BTreeMap, BTreeSet};

/// The name and category of a weight; its index is the label of the network's outputs.
#[derive(Clone, Debug)]
pub struct Label {
    /// The weight's name.
    pub name: String,
    /// The category it is summed under.
    pub category: Category,
}

/// The sum of the game phase, after the sums of the categories.
pub(super) const PHASE_SUM: u8 = 2 * Category::COUNT as u8;
/// The sum of the initiative terms, which belong to neither side.
pub(super) const INITIATIVE_SUM: u8 = PHASE_SUM + 1;

/// The sum of a category for one side.
pub(super) const fn sum_of(category: Category, side: Color) -> u8 {
    category as u8 * 2 + (side as u8 ^ 1)
}

/// Collects the network, its labels and the first error.
#[derive(Debug)]
pub(super) struct TermBuilder {
    pub net: Builder,
    pub weights: Weights,
    pub labels: Vec<Label>,
    by_name: BTreeMap<String, u32>,
    category: Category,
    fault: Option<Error>,
}

impl TermBuilder {
    pub fn new(weights: Weights) -> Self {
        Self {
            net: Builder::new(),
            weights,
            labels: Vec::new(),
            by_name: BTreeMap::new(),
            category: Category::Material,
            fault: None,
        }
    }

    /// Begins a category: later components and weights belong to it.
    pub fn begin(&mut self, category: Category) {
        self.category = category;
        self.net.begin_category(category as u8);
    }

    fn label(&mut self, name: &str) -> u32 {
        if let Some(&label) = self.by_name.get(name) {
            return label;
        }
        let label = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.push(Label { name: name.to_owned(), category: self.category });
        self.by_name.insert(name.to_owned(), label);
        label
    }

    /// Looks up a weight. Stores the error and returns an empty list if it fails.
    fn pairs(&mut self, name: &str, expected: Option<usize>) -> Vec<Pair> {
        let found = self.weights.get(name).map(<[Pair]>::to_vec);
        let checked = found.and_then(|pairs| match expected {
            Some(expected) if expected != pairs.len() => {
                Err(Error::WrongLength { name: name.to_owned(), found: pairs.len(), expected })
            }
            _ => Ok(pairs),
        });
        checked.unwrap_or_else(|error| {
            self.fault.get_or_insert(error);
            Vec::new()
        })
    }

    /// Adds a term: every true square of `squares` adds the weight `name` for `side`.
    pub fn add_term(&mut self, side: Color, name: &str, squares: BitboardId) {
        let label = self.label(name);
        let value = self.pairs(name, Some(1)).first().copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.weight(squares, sum, label, value);
    }

    /// Adds a term of the initiative.
    pub fn add_shared_term(&mut self, name: &str, squares: BitboardId) {
        let label = self.label(name);
        let value = self.pairs(name, Some(1)).first().copied().unwrap_or([0, 0]);
        self.net.weight(squares, INITIATIVE_SUM, label, value);
    }

    /// Every true square adds `units` to the game phase.
    pub fn add_phase(&mut self, squares: BitboardId, units: i32) {
        self.net.weight(squares, PHASE_SUM, u32::MAX, [units, 0]);
    }

    /// Adds a piece-square table.
    pub fn piece_square_table(&mut self, side: Color, name: &str, squares: BitboardId) {
        let label = self.label(name);
        let half = self.pairs(name, Some(32));
        let value = |square| half.get(piece_square_index(side, square)).copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.square_table(squares, sum, label, std::array::from_fn(value));
    }

    /// Adds a table by rank, counted from `side`'s first rank.
    pub fn rank_table(&mut self, side: Color, name: &str, squares: BitboardId) {
        let label = self.label(name);
        let ranks = self.pairs(name, Some(8));
        let value = |square| ranks.get(relative_rank(side, square)).copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.square_table(squares, sum, label, std::array::from_fn(value));
    }

    /// Adds a counter with a table.
    pub fn counter(&mut self, side: Color, name: &str) -> CounterId {
        let label = self.label(name);
        let table = self.pairs(name, None);
        let sum = sum_of(self.category, side);
        self.net.counter(sum, label, table)
    }

    /// AND of the literals.
    pub fn all<const N: usize>(
        &mut self,
        side: Color,
        name: &str,
        literals: [BitboardLiteral; N],
    ) -> BitboardId {
        self.net.all(&qualified(side, name), literals)
    }

    /// OR of the literals.
    pub fn any<const N: usize>(
        &mut self,
        side: Color,
        name: &str,
        literals: [BitboardLiteral; N],
    ) -> BitboardId {
        self.net.any(&qualified(side, name), &literals)
    }

    /// Squares one of the steps away from `source`; steps from White's view.
    pub fn step_attacks(
        &mut self,
        side: Color,
        name: &str,
        source: BitboardId,
        steps: &[(i8, i8)],
    ) -> BitboardId {
        let steps: Vec<Step> = steps.iter().map(|&step| relative_step(side, step)).collect();
        self.net.step_attacks(&qualified(side, name), source, &steps)
    }

    /// Span: squares any number of steps away from `source`; the step from White's view.
    pub fn span(
        &mut self,
        side: Color,
        name: &str,
        source: BitboardId,
        step: (i8, i8),
    ) -> BitboardId {
        self.net.span(&qualified(side, name), source, relative_step(side, step))
    }

    /// A single proposition: some square of `source` is true.
    pub fn any_square(&mut self, side: Color, name: &str, source: BitboardId) -> BitboardId {
        self.net.any_square(&qualified(side, name), source)
    }

    /// Constant squares.
    pub fn constant(&mut self, side: Color, name: &str, squares: u64) -> BitboardId {
        self.net.constant(&qualified(side, name), squares)
    }

    /// The squares on `ranks`, counted from `side`'s first rank.
    pub fn ranks(
        &mut self,
        side: Color,
        name: &str,
        ranks: std::ops::RangeInclusive<usize>,
    ) -> BitboardId {
        let inside = |square: &usize| ranks.contains(&(relative_rank(side, *square) + 1));
        let squares = (0..64).filter(inside).fold(0, |squares, square| squares | 1 << square);
        self.net.constant(&qualified(side, name), squares)
    }

    /// Checks that every weight is used and returns the parts.
    pub fn finish(self) -> Result<(Builder, Vec<Label>, Weights), Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let used: BTreeSet<&str> = self.labels.iter().map(|label| label.name.as_str()).collect();
        if let Some((name, _)) = self.weights.iter().find(|(name, _)| !used.contains(name)) {
            return Err(Error::Unused(name.to_owned()));
        }
        Ok((self.net, self.labels, self.weights))
    }
}

/// `white.pawn` and the like.
pub(super) fn qualified(side: Color, name: &str) -> String {
    let side = if side == Color::White { "white" } else { "black" };
    format!("{side}.{name}")
}

/// The order in which `side` numbers its pieces: from its first rank up.
pub(super) const fn order_of(side: Color) -> ScanOrder {
    match side {
        Color::White => ScanOrder::LowestRank,
        Color::Black => ScanOrder::HighestRank,
    }
}

/// A step given from White's view, for `side`.
const fn relative_step(side: Color, (file, rank): (i8, i8)) -> Step {
    match side {
        Color::White => Step::new(file, rank),
        Color::Black => Step::new(file, -rank),
    }
}

/// The rank of a square counted from `side`'s first rank, from 0.
pub(super) const fn relative_rank(side: Color, square: usize) -> usize {
    match side {
        Color::White => square / 8,
        Color::Black => 7 - square / 8,
    }
}

/// The index of a square in the 32 entries of a piece-square table.
pub(super) const fn piece_square_index(side: Color, square: usize) -> usize {
    let file = square % 8;
    let folded = if file < 4 { file } else { 7 - file };
    relative_rank(side, square) * 4 + folded
}
