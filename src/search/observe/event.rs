//! The events and quantities of the breakpoint language.

/// An event at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    NullMoveCutoff,
    /// TT cut-off.
    TtCutoff,
    /// A move is extended.
    Extension,
    /// The time budget is used up.
    Budget,
    /// The search exits the node for any reason.
    Exit,
}

impl SearchEvent {
    /// Every event with its name in the language.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Repetition, "repetition"),
        (Self::Shadow, "shadow"),
        (Self::FailHigh, "fail-high"),
        (Self::FailLow, "fail-low"),
        (Self::BestChanged, "best-changed"),
        (Self::NullMoveCutoff, "null-move-cutoff"),
        (Self::TtCutoff, "tt-cutoff"),
        (Self::Extension, "extension"),
        (Self::Budget, "budget"),
        (Self::Exit, "exit"),
    ];

    /// The event with this name, or with this old name of saved breakpoints.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "null-cut" => Some(Self::NullMoveCutoff),
            "table-cut" => Some(Self::TtCutoff),
            "left" => Some(Self::Exit),
            _ => Self::ALL.iter().find(|(_, own)| *own == name).map(|(event, _)| *event),
        }
    }

    /// Its name in the language.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(event, _)| *event == self).map_or("", |(_, word)| word)
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Quantity {
    /// Every quantity with its name.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Ply, "ply"), (Self::Depth, "depth"), (Self::Nodes, "nodes"), (Self::Jump, "jump")];
}

/// A comparison operator.
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
    /// Every operator with its sign.
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
