//! The pen the categories write with: words of the network for one side, and weights looked up by name.
//!
//! Every category file takes a [`Terms`] and the [`super::pieces::Pieces`] and adds its words and weights. Black's terms
//! are White's with the board turned over, so that mirrored positions have the negated score.

use super::weights::Weights;
use super::{Category, Error};
use crate::propnet::Pair;
use crate::propnet::lanes::{Builder, CounterId, Lit, Order, Step, Word};
use crate::rules::Color;
use std::collections::{BTreeMap, BTreeSet};

/// A weight as the network knows it: the name is in the assets, the number is the label of its outputs.
#[derive(Clone, Debug)]
pub struct Label {
    /// The weight's name.
    pub name: String,
    /// The category it is summed under.
    pub category: Category,
}

/// The sum that phase units are counted in, after the categories' sums for both sides.
pub(super) const PHASE_SUM: u8 = 2 * Category::COUNT as u8;
/// The sum of the features that neither side owns: how much play is left for the one that is ahead.
pub(super) const INITIATIVE_SUM: u8 = PHASE_SUM + 1;

/// The sum of a category for one side.
pub(super) const fn sum_of(category: Category, side: Color) -> u8 {
    category as u8 * 2 + (side as u8 ^ 1)
}

/// Collects the network, its labels and the first fault.
#[derive(Debug)]
pub(super) struct Terms {
    pub net: Builder,
    pub weights: Weights,
    pub labels: Vec<Label>,
    by_name: BTreeMap<String, u32>,
    category: Category,
    fault: Option<Error>,
}

impl Terms {
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

    /// Words and weights from here on belong to `category`.
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

    /// Looks a weight up; a fault is remembered and an empty list returned.
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

    /// Every true lane of `word` is worth the weight `name` to `side`.
    pub fn weigh(&mut self, side: Color, name: &str, word: Word) {
        let label = self.label(name);
        let value = self.pairs(name, Some(1)).first().copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.weight(word, sum, label, value);
    }

    /// The same for a feature that belongs to neither side.
    pub fn weigh_shared(&mut self, name: &str, word: Word) {
        let label = self.label(name);
        let value = self.pairs(name, Some(1)).first().copied().unwrap_or([0, 0]);
        self.net.weight(word, INITIATIVE_SUM, label, value);
    }

    /// Every true lane of `word` counts `units` toward the game phase.
    pub fn weigh_phase(&mut self, word: Word, units: i32) {
        self.net.weight(word, PHASE_SUM, u32::MAX, [units, 0]);
    }

    /// Every true lane of `word` is worth the location's entry for its square.
    pub fn locate(&mut self, side: Color, name: &str, word: Word) {
        let label = self.label(name);
        let half = self.pairs(name, Some(32));
        let value = |lane| half.get(location_entry(side, lane)).copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.lane_table(word, sum, label, std::array::from_fn(value));
    }

    /// Every true lane of `word` is worth the entry of its rank, counted from `side`'s own.
    pub fn by_rank(&mut self, side: Color, name: &str, word: Word) {
        let label = self.label(name);
        let ranks = self.pairs(name, Some(8));
        let value = |lane| ranks.get(relative_rank(side, lane)).copied().unwrap_or([0, 0]);
        let sum = sum_of(self.category, side);
        self.net.lane_table(word, sum, label, std::array::from_fn(value));
    }

    /// A table by count, worth its entry to `side`.
    pub fn counter(&mut self, side: Color, name: &str) -> CounterId {
        let label = self.label(name);
        let table = self.pairs(name, None);
        let sum = sum_of(self.category, side);
        self.net.counter(sum, label, table)
    }

    /// A word of `side`: every literal.
    pub fn all<const N: usize>(&mut self, side: Color, name: &str, literals: [Lit; N]) -> Word {
        self.net.all(&named(side, name), literals)
    }

    /// A word of `side`: some literal.
    pub fn any<const N: usize>(&mut self, side: Color, name: &str, literals: [Lit; N]) -> Word {
        self.net.any(&named(side, name), &literals)
    }

    /// A word of `side`: some true lane of `source` lies one of the steps away, steps as White would count them.
    pub fn leap(&mut self, side: Color, name: &str, source: Word, steps: &[(i8, i8)]) -> Word {
        let steps: Vec<Step> = steps.iter().map(|&step| turned(side, step)).collect();
        self.net.leap(&named(side, name), source, &steps)
    }

    /// A word of `side`: a true lane of `source` lies any number of steps away, as White would count them.
    pub fn ahead(&mut self, side: Color, name: &str, source: Word, step: (i8, i8)) -> Word {
        self.net.ahead(&named(side, name), source, turned(side, step))
    }

    /// One proposition of `side`: some lane of `source` is true.
    pub fn somewhere(&mut self, side: Color, name: &str, source: Word) -> Word {
        self.net.somewhere(&named(side, name), source)
    }

    /// Lanes that are always true, for `side`.
    pub fn constant(&mut self, side: Color, name: &str, lanes: u64) -> Word {
        self.net.constant(&named(side, name), lanes)
    }

    /// Lanes on the given ranks, counted from `side`'s own.
    pub fn ranks(
        &mut self,
        side: Color,
        name: &str,
        ranks: std::ops::RangeInclusive<usize>,
    ) -> Word {
        let inside = |lane: &usize| ranks.contains(&(relative_rank(side, *lane) + 1));
        let lanes = (0..64).filter(inside).fold(0, |lanes, lane| lanes | 1 << lane);
        self.net.constant(&named(side, name), lanes)
    }

    /// Checks that every weight was used and hands the parts over.
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
pub(super) fn named(side: Color, name: &str) -> String {
    let side = if side == Color::White { "white" } else { "black" };
    format!("{side}.{name}")
}

/// The order in which `side` numbers its pieces: nearest to its own back rank first.
pub(super) const fn order_of(side: Color) -> Order {
    match side {
        Color::White => Order::Up,
        Color::Black => Order::Down,
    }
}

/// A step as `side` sees it.
const fn turned(side: Color, (file, rank): (i8, i8)) -> Step {
    match side {
        Color::White => Step::new(file, rank),
        Color::Black => Step::new(file, -rank),
    }
}

/// Rank of a lane counted from `side`'s own back rank, from 0.
pub(super) const fn relative_rank(side: Color, lane: usize) -> usize {
    match side {
        Color::White => lane / 8,
        Color::Black => 7 - lane / 8,
    }
}

/// Where a lane's value is in a location's 32 entries.
pub(super) const fn location_entry(side: Color, lane: usize) -> usize {
    let file = lane % 8;
    let folded = if file < 4 { file } else { 7 - file };
    relative_rank(side, lane) * 4 + folded
}
