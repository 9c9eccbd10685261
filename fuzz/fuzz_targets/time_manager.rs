//! An accepted text has one canonical form with the same meaning.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::timing;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(settings) = lossy(bytes).parse::<timing::Settings>() else { return };
    let canonical = settings.to_string();
    let again = canonical.parse::<timing::Settings>();
    assert_eq!(again.map(|again| again.to_string()).ok(), Some(canonical));
}
