//! Sanitised text has no control characters, and sanitising again changes nothing.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::base::sanitise;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let shown = sanitise(&text);
    assert!(!shown.chars().any(char::is_control));
    assert_eq!(sanitise(&shown), shown);
}
