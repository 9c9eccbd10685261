//! A key map file is parsed.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::tui::commands::Commands;
use lucena::tui::values::keymap::Keymap;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    thread_local!(static BUILT_IN: Keymap = Commands::built_in().keymap());
    let _ = BUILT_IN.with(|keymap| keymap.patched("a", &lossy(bytes)));
}
