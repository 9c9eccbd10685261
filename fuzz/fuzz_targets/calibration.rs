//! An accepted calibration has points.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::strength::Calibration;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    if let Ok(calibration) = Calibration::from_text("a", &lossy(bytes)) {
        assert!(!calibration.points().is_empty());
    }
}
