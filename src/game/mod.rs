//! Floor 4: a game in progress without a screen. The record with its variations, the clocks, the result and why.
//!
//! Nothing here reads a clock or the environment: the time and every path are passed in. Front ends talk to [`Game`];
//! a cursor that only looks (while the game goes on) is theirs: a [`NodeId`] and the `*_at` questions.

pub mod autosave;
pub mod book;
pub mod clocks;
pub mod control;
pub mod facts;
pub mod openings;
pub mod pgn;
mod questions;
pub mod rated;
pub mod record;
pub mod stamp;
pub mod status;
pub mod tags;
pub mod tree;

pub use autosave::{Autosave, Resumable, SaveError, Unfinished, unfinished};
pub use book::Book;
pub use clocks::Clocks;
pub use control::{ControlError, Stage, TimeControl};
pub use facts::{Evaluation, Facts, Insight, Mark, NetworkActivity, Thought};
pub use openings::{Opening, Openings};
pub use record::{Claims, Game, GameError, Player, PlayerKind};
pub use stamp::Stamp;
pub use status::{Claim, End, GameResult, Reason, Status};
pub use tags::Tags;
pub use tree::{Node, NodeId, Step, Tree};
