//! The events and quantities of the breakpoint language.

use crate::base::Score;
use crate::search::root::MAX_DEPTH;
use std::ops::RangeInclusive;
use strum::{Display, EnumString, VariantArray};

/// An event at a node. Its text is its name in the language; old names of saved breakpoints are read too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[repr(u8)]
pub enum SearchEvent {
    /// The node is a draw by repetition.
    Repetition,
    /// The shadow interval is wider than the real score claims.
    Shadow,
    /// The root failed high.
    FailHigh,
    /// The root failed low.
    FailLow,
    /// The best root move changes.
    BestChanged,
    /// Cut-off by a null move.
    #[strum(to_string = "null-move-cutoff", serialize = "null-cut")]
    NullMoveCutoff,
    /// TT cut-off.
    #[strum(to_string = "tt-cutoff", serialize = "table-cut")]
    TtCutoff,
    /// A move is extended.
    Extension,
    /// The time budget is used up.
    Budget,
    /// The search exits the node for any reason.
    #[strum(to_string = "exit", serialize = "left")]
    Exit,
}

/// The events at one point of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEvents {
    set: u16,
    /// Change of the root score, at the end of an iteration.
    pub jump: Option<i64>,
}

impl SearchEvents {
    /// Adds `event`.
    pub const fn add(&mut self, event: SearchEvent) {
        self.set |= 1 << event as u16;
    }

    /// Whether `event` is one of them.
    pub const fn has(self, event: SearchEvent) -> bool {
        self.set >> (event as u16) & 1 == 1
    }

    /// Whether there is no event.
    pub const fn is_empty(self) -> bool {
        self.set == 0 && self.jump.is_none()
    }
}

/// A quantity that a condition can compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Quantity {
    /// Distance from the root.
    Ply,
    /// Remaining depth.
    Depth,
    /// Nodes of the search so far.
    Nodes,
    /// Change of the root score from the last iteration in centipawns; known at the end of an iteration.
    Jump,
}

/// Bounds of the quantities.
const MAX_PLY: i64 = Score::MAX_PLY as i64;
const MAX_JUMP: i64 = 2 * Score::INFINITE.value() as i64;

impl Quantity {
    /// Its values at the nodes of any search.
    pub const fn range(self) -> RangeInclusive<i64> {
        match self {
            Self::Ply => 0..=MAX_PLY,
            // 0 in quiescence search. To reach the end, every move of the longest path would have to be extended by two plies.
            Self::Depth => 0..=MAX_DEPTH as i64 + MAX_PLY,
            Self::Nodes => 1..=i64::MAX,
            Self::Jump => 0..=MAX_JUMP,
        }
    }

    /// Its values in words.
    pub(super) fn range_words(self) -> String {
        let range = self.range();
        match self {
            Self::Nodes => format!("{self} are from {} on", range.start()),
            _ => format!("{self} is from {} to {}", range.start(), range.end()),
        }
    }
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum Relation {
    /// `<`
    #[strum(serialize = "<")]
    Less,
    /// `<=`
    #[strum(serialize = "<=")]
    AtMost,
    /// `=`
    #[strum(to_string = "=", serialize = "==")]
    Equal,
    /// `!=`
    #[strum(serialize = "!=")]
    Unequal,
    /// `>=`
    #[strum(serialize = ">=")]
    AtLeast,
    /// `>`
    #[strum(serialize = ">")]
    Greater,
}

impl Relation {
    pub(super) const fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::AtLeast => a >= b,
            Self::Greater => a > b,
        }
    }
}
