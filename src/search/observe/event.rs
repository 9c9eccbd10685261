//! The words of the breakpoint language: what can happen at a node and what can be compared there.

/// What can happen at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum SearchEvent {
    /// It was a draw by repetition.
    Repetition,
    /// Its shadow interval says less than its real score claims.
    Shadow,
    /// The root failed high.
    FailHigh,
    /// The root failed low.
    FailLow,
    /// A root move became the new best one.
    BestChanged,
    /// A null move cut it off.
    NullMoveCutoff,
    /// The table cut it off.
    TtCutoff,
    /// A move is searched deeper.
    Extension,
    /// The time budget is used up.
    Budget,
    /// The node is left, for whatever reason.
    Exit,
}

impl SearchEvent {
    /// Every event with its word in the language.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Repetition, "repetition"),
        (Self::Shadow, "shadow"),
        (Self::FailHigh, "fail-high"),
        (Self::FailLow, "fail-low"),
        (Self::BestChanged, "best-changed"),
        (Self::NullMoveCutoff, "null-cut"),
        (Self::TtCutoff, "table-cut"),
        (Self::Extension, "extension"),
        (Self::Budget, "budget"),
        (Self::Exit, "left"),
    ];

    /// Its word in the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(event, _)| *event == self).map_or("", |(_, word)| word)
    }
}

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEvents(u16);

impl SearchEvents {
    /// Adds `event`.
    pub const fn add(&mut self, event: SearchEvent) {
        self.0 |= 1 << event as u16;
    }

    /// Is `event` among them?
    #[must_use]
    pub const fn has(self, event: SearchEvent) -> bool {
        self.0 >> (event as u16) & 1 == 1
    }

    /// Is there none?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A number that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Distance from the root.
    Ply,
    /// Remaining depth.
    Depth,
    /// Nodes of the search so far.
    Nodes,
    /// Centipawns between this iteration's root score and the last one's; known when an iteration ends.
    Jump,
}

impl Quantity {
    /// Every quantity with its word.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Ply, "ply"), (Self::Depth, "depth"), (Self::Nodes, "nodes"), (Self::Jump, "jump")];
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
}

impl Relation {
    /// Every relation with its sign.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Less, "<"),
        (Self::AtMost, "<="),
        (Self::Equal, "="),
        (Self::Unequal, "!="),
        (Self::AtLeast, ">="),
        (Self::Greater, ">"),
    ];

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
