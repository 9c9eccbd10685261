//! Lines of an external engine are parsed.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::engine::UciOption;
use lucena::engine::external::Info;
use lucena::rules::Position;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = Info::parse(&text).line(&Position::default());
    let _ = UciOption::parse(&text);
}
