//! An accepted move is legal.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::rules::Position;
use lucena::rules::notation;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let position = Position::default();
    if let Ok(mv) = notation::parse_move(&position, &lossy(bytes)) {
        assert!(position.legal_moves().contains(&mv));
    }
}
