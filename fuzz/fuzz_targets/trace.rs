//! Search traces of any bytes are read up to their fault, by every reader.
#![cfg_attr(fuzzing, no_main)]

#[path = "../../trace/tests/exercise/mod.rs"]
#[allow(dead_code, reason = "the exercise of indexes is that of another target")]
mod exercise;

use lucena_trace::record::MAGIC;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input: as a whole file, and as the records after the beginning of one.
pub fn run(bytes: &[u8]) {
    exercise::exercise(bytes);
    exercise::exercise(&[&MAGIC[..], b"\x01", bytes].concat());
}
