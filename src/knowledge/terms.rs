//! Term builder: adds components and weights to the network, for one side and by name.
//!
//! Every category file takes a [`TermBuilder`] and the [`super::pieces::Pieces`] and adds its terms. Black's terms are
//! White's with the board flipped vertically, so that mirrored positions have the negated score.

use super::weights::Weights;
use super::{Category, Error};
use crate::propnet::Pair;
use crate::propnet::bitboard::{Builder, CounterId, CounterPart, ScanOrder, Squares, Step};
use crate::rules::Color;

/// The name and category of a weight; its index is the label of the network's outputs.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub name: String,
    pub category: Category,
    /// The number of entries of the weight.
    pub entries: usize,
    /// Index of its first entry among all parameters.
    pub first: usize,
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
    category: Category,
    /// The side that names, steps, ranks and terms belong to.
    pub side: Color,
    error: Option<Error>,
}

impl TermBuilder {
    pub fn new(weights: Weights) -> Self {
        Self {
            net: Builder::default(),
            weights,
            labels: Vec::new(),
            category: Category::Material,
            side: Color::White,
            error: None,
        }
    }

    /// Begins a category of a side: later components and weights belong to it.
    pub fn begin(&mut self, category: Category, side: Color) {
        self.category = category;
        self.side = side;
        self.net.begin_category(category as u8);
    }

    /// Defines components of the other side.
    pub fn enemy<T>(&mut self, define: impl FnOnce(&mut Self) -> T) -> T {
        self.side = !self.side;
        let defined = define(self);
        self.side = !self.side;
        defined
    }

    /// `white.pawn` and the like.
    pub fn name(&self, name: &str) -> String {
        format!("{}.{name}", self.side.fold_wb("white", "black"))
    }

    fn label(&mut self, name: &str) -> u32 {
        let known = self.labels.iter().position(|label| label.name == name);
        known.unwrap_or_else(|| {
            let entries = self.weights.get(name).map_or(0, <[Pair]>::len);
            let (name, category) = (name.to_owned(), self.category);
            let first = self.labels.last().map_or(0, |last| last.first + last.entries);
            self.labels.push(Label { name, category, entries, first });
            self.labels.len() - 1
        }) as u32
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
            self.error.get_or_insert(error);
            Vec::new()
        })
    }

    fn weight(&mut self, name: &str, squares: Squares, sum: u8) {
        let label = self.label(name);
        let value = self.pairs(name, Some(1)).first().copied().unwrap_or_default();
        self.net.weight(squares, sum, label, value);
    }

    /// Adds a term: every true square adds the weight `name`.
    pub fn add_term(&mut self, name: &str, squares: Squares) {
        self.weight(name, squares, sum_of(self.category, self.side));
    }

    /// Adds a term of the initiative, for neither side.
    pub fn add_initiative(&mut self, name: &str, squares: Squares) {
        self.weight(name, squares, INITIATIVE_SUM);
    }

    /// Every true square adds `units` to the game phase.
    pub fn add_phase(&mut self, squares: Squares, units: i32) {
        self.net.weight(squares, PHASE_SUM, u32::MAX, [units, 0]);
    }

    /// Adds the AND of the literals as a term.
    pub fn term(&mut self, name: &str, literals: impl Into<Vec<Squares>>) -> Squares {
        let squares = self.all(name, literals);
        self.add_term(name, squares);
        squares
    }

    fn square_table(&mut self, name: &str, squares: Squares, len: usize, entry: Entry) {
        let label = self.label(name);
        let (table, side) = (self.pairs(name, Some(len)), self.side);
        let value = |square| table.get(entry(side, square)).copied().unwrap_or_default();
        let sum = sum_of(self.category, side);
        self.net.square_table(squares, sum, label, std::array::from_fn(value));
    }

    /// Adds a piece-square table.
    pub fn piece_square_table(&mut self, name: &str, squares: Squares) {
        self.square_table(name, squares, 32, piece_square_index);
    }

    /// Adds a term with a value by rank, counted from the side's first rank.
    pub fn rank_table(&mut self, name: &str, squares: Squares) {
        self.square_table(name, squares, 8, relative_rank);
    }

    /// Adds the AND of the literals as a term with a value by rank.
    pub fn rank_term<const N: usize>(&mut self, name: &str, literals: [Squares; N]) {
        let squares = self.all(name, literals);
        self.rank_table(name, squares);
    }

    /// Adds a counter with a table.
    pub fn counter(&mut self, name: &str) -> CounterId {
        let label = self.label(name);
        let table = self.pairs(name, None);
        self.net.counter(sum_of(self.category, self.side), label, table)
    }

    /// Every true square adds as many units to the counter as the first number of the weight `name` says.
    pub fn count(&mut self, counter: CounterId, name: &str, squares: Squares) {
        let label = Some(self.label(name));
        let [units, _] = self.pairs(name, Some(1)).first().copied().unwrap_or_default();
        self.net.count(counter, CounterPart { squares, units, label });
    }

    /// AND of the literals.
    pub fn all(&mut self, name: &str, literals: impl Into<Vec<Squares>>) -> Squares {
        self.net.all(&self.name(name), literals)
    }

    /// The component of the side with this name.
    pub fn find(&self, name: &str) -> Option<Squares> {
        self.net.find(&self.name(name))
    }

    /// Stores the first error; squares that are never read stand for what is missing.
    pub fn fail(&mut self, error: Error) -> Squares {
        self.error.get_or_insert(error);
        self.net.constant("missing", 0)
    }

    /// OR of the literals.
    pub fn any<const N: usize>(&mut self, name: &str, literals: [Squares; N]) -> Squares {
        self.net.any(&self.name(name), literals)
    }

    /// At least two of the literals.
    pub fn at_least_two<const N: usize>(&mut self, name: &str, literals: [Squares; N]) -> Squares {
        self.net.at_least_two(&self.name(name), literals)
    }

    /// Squares one of the steps away from `source`; steps from White's view.
    pub fn step_attacks(&mut self, name: &str, source: Squares, steps: &[(i8, i8)]) -> Squares {
        let steps = steps.iter().map(|&(file, rank)| self.step(file, rank)).collect();
        self.net.step_attacks(&self.name(name), source, steps)
    }

    /// Span: squares any number of steps away from `source`; the step from White's view.
    pub fn span(&mut self, name: &str, source: Squares, file: i8, rank: i8) -> Squares {
        self.net.span(&self.name(name), source, self.step(file, rank))
    }

    fn step(&self, file: i8, rank: i8) -> Step {
        Step::new(file, self.side.fold_wb(rank, -rank))
    }

    /// Rook or bishop attacks of `source`.
    pub fn sliding_attacks(
        &mut self,
        name: &str,
        source: Squares,
        occupied: Squares,
        directions: [Step; 4],
    ) -> Squares {
        self.net.sliding_attacks(&self.name(name), source, occupied, directions)
    }

    /// The square of `source` that is nearest to the side's first rank.
    pub fn first(&mut self, name: &str, source: Squares) -> Squares {
        let order = self.side.fold_wb(ScanOrder::LowestRank, ScanOrder::HighestRank);
        self.net.first(&self.name(name), source, order)
    }

    /// A single proposition: some square of `source` is true.
    pub fn any_square(&mut self, name: &str, source: Squares) -> Squares {
        self.net.any_square(&self.name(name), source)
    }

    /// Constant squares.
    pub fn constant(&mut self, name: &str, squares: u64) -> Squares {
        self.net.constant(&self.name(name), squares)
    }

    /// The squares on `ranks`, counted from the side's first rank.
    pub fn ranks(&mut self, name: &str, ranks: std::ops::RangeInclusive<usize>) -> Squares {
        let inside = |square: &usize| ranks.contains(&(relative_rank(self.side, *square) + 1));
        let squares = (0..64).filter(inside).fold(0, |squares, square| squares | 1 << square);
        self.constant(name, squares)
    }

    /// Checks that every weight is used and returns the parts.
    pub fn finish(self) -> Result<(Builder, Vec<Label>, Weights), Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let used = |name: &str| self.labels.iter().any(|label| label.name == name);
        if let Some((name, _)) = self.weights.iter().find(|(name, _)| !used(name)) {
            return Err(Error::Unused(name.to_owned()));
        }
        Ok((self.net, self.labels, self.weights))
    }
}

/// The index of a square in a table of a side.
type Entry = fn(Color, usize) -> usize;

/// The rank of a square counted from `side`'s first rank, from 0.
pub(super) fn relative_rank(side: Color, square: usize) -> usize {
    side.fold_wb(square / 8, 7 - square / 8)
}

/// The index of a square in the 32 entries of a piece-square table.
pub(super) fn piece_square_index(side: Color, square: usize) -> usize {
    let file = square % 8;
    relative_rank(side, square) * 4 + file.min(7 - file)
}
