//! The index beside a search trace may hold any bytes: every walk over the trace ends.
#![cfg_attr(fuzzing, no_main)]

#[path = "../../trace/tests/exercise/mod.rs"]
#[allow(dead_code, reason = "the exercise of whole traces is that of another target")]
mod exercise;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input: what stands behind the stamp of an index.
pub fn run(bytes: &[u8]) {
    exercise::exercise_index(bytes);
}
