//! Floor 4: where things lie and how the user wants them. The only module that reads the environment.
//!
//! [`Paths`] finds the folders; [`Settings`] are defaults in code with the user's file as a patch over them. Games are
//! written by `game`, themes and key maps are read by `tui`; both get their folders from here.

pub mod paths;
pub mod settings;

pub use paths::{Paths, PathsError};
pub use settings::{Settings, SettingsError};
