//! Breakpoints: conditions at which a search pauses or writes a log entry.
//!
//! Breakpoints are saved as text; `parse` reads it and `Display` writes its canonical form.
//!
//! | text | condition |
//! |---|---|
//! | `position "<fen>"`, `position 0x<key>` | in this position |
//! | `line e2e4 e7e5` | at or below these moves from the root |
//! | `ply < 3`, `depth >= 5`, `nodes > 1000`, `jump > 50` | comparisons; `jump` is the size of the change of the root score |
//! | `repetition`, `shadow`, `null-move-cutoff`, `tt-cutoff`, `exit` | the search exits a node for this reason |
//! | `fail-low`, `fail-high`, `best-changed`, `budget`, `extension` | this event happens |
//! | `and`, `or`, `not`, `( )` | combinations |
//! | `after 3`, `log`, `off` | at the end: from the third hit on; log instead of pause; disabled |
//!
//! Conditions are checked when a node is entered and at every event. A condition hits on entry if it holds without an
//! event, and at an event if it holds only because of the event. Older names of events (`null-cut`, `table-cut`, `left`)
//! are still read. Comparisons that hold at no node of any search are refused, and
//! so are those that hold at every node.

use super::event::{Quantity, Relation, SearchEvent, SearchEvents};
use crate::base::{Depth, Ply};
use crate::rules::{Key, Move, Position, notation, parse_fen};
use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use std::fmt;
use strum::VariantArray as _;

/// The condition of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// In this position.
    Position(PositionKey),
    /// At or below these moves from the root.
    Line(Vec<UciMove>),
    /// A comparison.
    Compare(Quantity, Relation, i64),
    /// When this happens.
    Event(SearchEvent),
    /// All of these; at least two.
    All(Vec<Self>),
    /// Any of these; at least two.
    Any(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
}

/// A position by its key, with the FEN if it was given by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionKey {
    key: Key,
    fen: Option<String>,
}

impl PositionKey {
    /// The position with this key.
    pub const fn of_key(key: Key) -> Self {
        Self { key, fen: None }
    }

    /// The position with this FEN.
    ///
    /// # Errors
    /// A message, when the text is not a legal position.
    pub fn of_fen(fen: &str) -> Result<Self, String> {
        let position = parse_fen(fen).map_err(|error| error.to_string())?;
        Ok(Self { key: position.key(), fen: Some(position.fen()) })
    }
}

/// A comparison with a value.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    relation: Relation,
    value: i64,
    negated: bool,
}

impl Comparison {
    const fn holds(self, found: i64) -> bool {
        self.relation.holds(found, self.value) != self.negated
    }
}

/// The comparisons of one quantity among the parts of a condition, with the parts.
struct Comparisons<'a> {
    quantity: Quantity,
    tests: Vec<(&'a Condition, Comparison)>,
}

impl<'a> Comparisons<'a> {
    /// `None` if none compares the quantity.
    fn of(parts: &'a [Condition], quantity: Quantity) -> Option<Self> {
        let tests: Vec<_> =
            parts.iter().filter_map(|part| Some((part, part.comparison(quantity)?))).collect();
        (!tests.is_empty()).then_some(Self { quantity, tests })
    }

    fn iter(&self) -> impl Iterator<Item = Comparison> {
        self.tests.iter().map(|(_, test)| *test)
    }

    /// Values of the quantity, between two neighbours of which no comparison changes its truth.
    fn values(&self) -> impl Iterator<Item = i64> {
        let range = self.quantity.range();
        let turning = self.iter().flat_map(|test| {
            [test.value.saturating_sub(1), test.value, test.value.saturating_add(1)]
        });
        turning.chain([*range.start()]).filter(move |value| range.contains(value))
    }

    fn texts(&self, between: &str) -> String {
        let texts: Vec<String> = self.tests.iter().map(|(part, _)| part.to_string()).collect();
        texts.join(between)
    }
}

/// The state of the search for which a condition is checked.
#[derive(Clone, Copy, Debug)]
pub struct BreakContext<'a> {
    /// The position of the node.
    pub position: &'a Position,
    /// The moves from the root; `None` is a null move.
    pub path: &'a [Option<Move>],
    /// Distance from the root.
    pub ply: Ply,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// Nodes so far.
    pub nodes: u64,
    /// The current events; empty on entry.
    pub events: SearchEvents,
}

impl Condition {
    /// Whether the condition hits.
    pub fn hits(&self, context: &BreakContext<'_>) -> bool {
        let without_events = BreakContext { events: SearchEvents::default(), ..*context };
        self.holds(context) && (context.events.is_empty() || !self.holds(&without_events))
    }

    /// Whether the condition holds.
    fn holds(&self, context: &BreakContext<'_>) -> bool {
        match self {
            Self::Position(place) => place.key == context.position.key(),
            Self::Line(line) => {
                context.path.len() >= line.len()
                    && line
                        .iter()
                        .zip(context.path)
                        .all(|(uci, step)| step.is_some_and(|mv| notation::denotes(*uci, mv)))
            }
            Self::Compare(quantity, relation, value) => {
                let found = match quantity {
                    Quantity::Ply => i64::try_from(context.ply).ok(),
                    Quantity::Depth => Some(i64::from(context.depth)),
                    Quantity::Nodes => i64::try_from(context.nodes).ok(),
                    Quantity::Jump => context.events.jump.map(i64::abs),
                };
                found.is_some_and(|found| relation.holds(found, *value))
            }
            Self::Event(event) => context.events.has(*event),
            Self::All(parts) => parts.iter().all(|part| part.holds(context)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(context)),
            Self::Not(part) => !part.holds(context),
        }
    }

    /// Why the condition holds at no node of any search, if its comparisons exclude each other or the range of their quantity.
    pub(super) fn contradiction(&self) -> Option<String> {
        let parts = match self {
            Self::All(parts) => parts.as_slice(),
            Self::Compare(..) | Self::Not(_) => std::slice::from_ref(self),
            Self::Position(_) | Self::Line(_) | Self::Event(_) | Self::Any(_) => return None,
        };
        Quantity::VARIANTS.iter().find_map(|&quantity| {
            let tests = Comparisons::of(parts, quantity)?;
            let texts = tests.texts(" and ");
            let can_hold = tests.values().any(|value| tests.iter().all(|test| test.holds(value)));
            (!can_hold).then(|| format!("\"{texts}\" can never hold: {}", quantity.range_words()))
        })
    }

    /// Why the condition holds at every node, if one of its comparisons holds for every value of its quantity. The jump of the
    /// score is not known at every node.
    pub(super) fn tautology(&self) -> Option<String> {
        let parts = match self {
            Self::Any(parts) => parts.as_slice(),
            Self::Compare(..) | Self::Not(_) => std::slice::from_ref(self),
            Self::Position(_) | Self::Line(_) | Self::Event(_) | Self::All(_) => return None,
        };
        let everywhere = Quantity::VARIANTS.iter().filter(|it| **it != Quantity::Jump);
        everywhere.copied().find_map(|quantity| {
            let tests = Comparisons::of(parts, quantity)?;
            let texts = tests.texts(" or ");
            let can_fail = tests.values().any(|value| !tests.iter().any(|test| test.holds(value)));
            (!can_fail)
                .then(|| format!("\"{texts}\" holds at every node: {}", quantity.range_words()))
        })
    }

    /// The comparison of `quantity` that this is, negated or not.
    fn comparison(&self, quantity: Quantity) -> Option<Comparison> {
        match self {
            Self::Compare(own, relation, value) if *own == quantity => {
                Some(Comparison { relation: *relation, value: *value, negated: false })
            }
            Self::Not(part) => part
                .comparison(quantity)
                .map(|inner| Comparison { negated: !inner.negated, ..inner }),
            _ => None,
        }
    }

    /// Whether the condition contains `event`.
    pub fn names(&self, event: SearchEvent) -> bool {
        match self {
            Self::Event(own) => *own == event,
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.names(event)),
            Self::Not(part) => part.names(event),
            Self::Position(_) | Self::Line(_) | Self::Compare(..) => false,
        }
    }

    /// Writes a part, in parentheses if it binds less tightly than the condition around it.
    fn write_part(&self, f: &mut fmt::Formatter<'_>, inside: &Self) -> fmt::Result {
        let loose = match inside {
            Self::Not(_) => matches!(self, Self::All(_) | Self::Any(_)),
            Self::All(_) => matches!(self, Self::Any(_) | Self::All(_)),
            Self::Any(_) => matches!(self, Self::Any(_)),
            _ => false,
        };
        if loose { write!(f, "({self})") } else { write!(f, "{self}") }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(PositionKey { fen: Some(fen), .. }) => write!(f, "position \"{fen}\""),
            Self::Position(PositionKey { key, fen: None }) => write!(f, "position {key:#018x}"),
            Self::Line(moves) => {
                f.write_str("line")?;
                moves.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Self::Compare(quantity, relation, value) => {
                write!(f, "{quantity} {relation} {value}")
            }
            Self::Event(event) => write!(f, "{event}"),
            Self::All(parts) | Self::Any(parts) => {
                let between = if matches!(self, Self::All(_)) { " and " } else { " or " };
                for (index, part) in parts.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { between })?;
                    part.write_part(f, self)?;
                }
                Ok(())
            }
            Self::Not(part) => {
                f.write_str("not ")?;
                part.write_part(f, self)
            }
        }
    }
}

/// The action at a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BreakAction {
    /// Pause the search.
    #[default]
    Stop,
    /// Write a log entry and continue.
    Log,
}

/// Whether a breakpoint is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// In force.
    #[default]
    On,
    /// Kept in the list, without effect.
    Off,
}

/// A breakpoint. Saved and edited as its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Breakpoint {
    /// The condition.
    pub condition: Condition,
    /// The number of the first hit that acts, from 1.
    pub after: u64,
    /// The action at a hit.
    pub action: BreakAction,
    /// Whether it is in force.
    pub switch: Switch,
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.condition)?;
        if self.after > 1 {
            write!(f, " after {}", self.after)?;
        }
        f.write_str(if self.action == BreakAction::Log { " log" } else { "" })?;
        f.write_str(if self.switch == Switch::Off { " off" } else { "" })
    }
}

impl From<Breakpoint> for String {
    fn from(breakpoint: Breakpoint) -> Self {
        breakpoint.to_string()
    }
}
