//! An accepted model of human choice is written as a text that gives the same text again, and its weights are finite.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::strength::human::HumanModel;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(model) = HumanModel::from_text("a", &lossy(bytes)) else { return };
    for rating in [-1e9, 0.0, 1500.0, 1e9] {
        assert!(model.weights(rating).iter().all(|weight| weight.is_finite()), "{rating}");
    }
    let written = model.to_text();
    let again = HumanModel::from_text("a", &written).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.to_text(), written);
}
