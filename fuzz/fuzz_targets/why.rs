//! The first line is a FEN, the second a query for `lucena explain`.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::batch::explain;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let (fen, what) = text.split_once('\n').unwrap_or((&text, ""));
    let what = Some(what).filter(|what| !what.is_empty());
    let _ = explain::explain(fen, what).map_err(|error| error.to_string());
}
