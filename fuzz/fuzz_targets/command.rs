//! A command line is parsed and completed.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::tui::Model;
use lucena::tui::commands::Commands;
use lucena::tui::commands::completion;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let commands = Commands::built_in();
    let mut model = Model::new((80, 24).into(), commands.keymap());
    let completions = completion::completions(&model, &text, std::slice::from_ref(&text));
    let _ = (completion::lookup(&model, &text), completions.shared());
    commands.run_line(&mut model, &text);
}
