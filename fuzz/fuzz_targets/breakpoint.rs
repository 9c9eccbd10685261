//! An accepted breakpoint has one canonical text with the same meaning.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::search::observe::Breakpoint;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(breakpoint) = lossy(bytes).parse::<Breakpoint>() else { return };
    let written = breakpoint.to_string();
    assert_eq!(written.parse::<Breakpoint>(), Ok(breakpoint), "{written}");
}
