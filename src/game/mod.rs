//! Layer 4: a game in progress without a screen: moves with variations, clocks, result and its reason.
//!
//! Nothing here reads a clock or the environment: the time and every path are passed in. Front ends use
//! [`Game`]. Which earlier position is shown is not stored here: a front end keeps a [`NodeId`] and asks with the `*_at`
//! functions.

pub mod annotation;
pub mod autosave;
pub mod clocks;
mod edit;
mod glyphs;
pub mod openings;
pub mod pgn;
mod player_name;
mod queries;
pub mod rated;
pub mod record;
pub mod status;
pub mod tags;
pub mod time_control;
pub mod timestamp;
pub mod tree;

pub use annotation::{
    DialInfo, EngineInfo, Evaluation, Mark, MoveAnnotation, NetworkActivity, SearchInfo,
};
pub use autosave::{Autosave, Resumable, ResumeState, SaveError, resumable_games};
pub use clocks::Clocks;
pub use edit::Edit;
pub use glyphs::is_variation_selector;
pub use openings::{Opening, Openings};
pub use player_name::{UNNAMED, name_key, spellings};
pub use record::{DrawClaims, Game, GameError, Player, PlayerKind};
pub use status::{DrawClaim, End, GameResult, Status, Termination};
pub use tags::Tags;
pub use time_control::{Period, TimeControl, TimeControlError};
pub use timestamp::Timestamp;
pub use tree::{Node, NodeId, Tree, TreeMove};
