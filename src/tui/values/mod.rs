//! Plain values of the screen, and pure functions on them. They import nothing else of the screen.

pub mod board;
pub mod charset;
pub mod colour;
pub mod command_spec;
pub mod completion;
pub mod draws;
pub mod erased;
pub mod format;
pub mod keymap;
pub mod keymap_patch;
pub mod layout;
pub mod marks;
pub mod overwrite;
pub mod panel;
pub mod preset;
pub mod theme;
mod theme_file;
