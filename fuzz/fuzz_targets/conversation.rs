//! A UCI session ends whatever its lines are. Commands that may take long or use much memory are left out.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::uci;
use lucena::uci::UciOptions;
use std::io::Cursor;
use std::io::sink;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let costly = ["perft", "hash", "threads", "speed", "syzygypath"];
    let lines = text.lines().filter(|line| {
        let line = line.to_lowercase();
        !costly.iter().any(|word| line.contains(word))
    });
    let said: Vec<&str> = lines.take(12).collect();
    let mut options = UciOptions::default();
    options.engine.hash_mib = 1;
    uci::run(Cursor::new(format!("{}\nquit\n", said.join("\n"))), sink(), options)
        .expect("an engine and a sink");
}
