//! Layer 5: the user's paths, settings and time zone. Reads `LUCENA_HOME`, `TZ` and the platform's directories.
//!
//! [`Paths`] finds the directories; [`Settings`] are the defaults with the user's file as a patch over them; [`local_now`]
//! is the user's date and time. `game`
//! writes the games, `tui` reads themes and key maps; both get their directories from here.

pub mod local_time;
pub mod paths;
pub mod settings;

pub use local_time::local_now;
pub use paths::{Paths, PathsError};
pub use settings::{Setting, Settings, SettingsError};
