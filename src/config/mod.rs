//! Layer 5: the user's paths and settings. Reads `LUCENA_HOME` and the platform's directories.
//!
//! [`Paths`] finds the directories; [`Settings`] are the defaults with the user's file as a patch over them. `game`
//! writes the games, `tui` reads themes and key maps; both get their directories from here.

pub mod paths;
pub mod settings;

pub use paths::{Paths, PathsError};
pub use settings::{Setting, Settings, SettingsError};
