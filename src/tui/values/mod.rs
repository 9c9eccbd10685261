//! Plain values of the screen, and pure functions on them. They import nothing else of the screen.

pub mod command_spec;
pub mod completion;
pub mod keymap;
