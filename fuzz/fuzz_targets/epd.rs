//! An accepted line of EPD has the position that is read without its operations, unless these set the move counters.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::rules::Epd;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    for line in lossy(bytes).lines() {
        let Ok(epd) = Epd::parse(line) else { continue };
        assert!(epd.operations.iter().all(|operation| !operation.opcode.is_empty()), "{line:?}");
        if epd.operation("hmvc").is_none() && epd.operation("fmvn").is_none() {
            assert_eq!(Epd::position(line).map(|it| it.fen()), Ok(epd.position.fen()), "{line:?}");
        }
    }
}
