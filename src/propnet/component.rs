//! Handles of components: identifiers, literals and weights.

use std::ops::Not;

/// A component, by index in its network or builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// Index in the network.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A component or its negation: NOT is the sign of an edge, not a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal<I = Id> {
    /// The component read.
    pub id: I,
    /// False if negated.
    pub positive: bool,
}

impl<I> From<I> for Literal<I> {
    fn from(id: I) -> Self {
        Self { id, positive: true }
    }
}

impl<I> Not for Literal<I> {
    type Output = Self;
    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

impl Not for Id {
    type Output = Literal;
    fn not(self) -> Literal {
        !Literal::from(self)
    }
}

/// A bit set of the state that triggers write, such as the legal moves or the next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetId(pub(super) usize);

/// A weight: two numbers with a meaning for the caller (middlegame and endgame in chess).
pub type Pair = [i32; 2];

/// How a component depends on the number of its true inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Referred to, not yet defined.
    #[default]
    Pending,
    /// Set by the caller.
    Input,
    /// True if at least this many inputs are: all for AND, one for OR.
    AtLeast(u32),
}

/// The indices of the set bits of a word, lowest first.
pub fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
