//! An engine configuration of `lucena match` and an engine command are parsed.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::batch::matches::EngineConfig;
use lucena::engine::external::ExternalEngineConfig;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = (text.parse::<EngineConfig>(), text.parse::<ExternalEngineConfig>());
}
