//! The index finds the same games as reading the whole file.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::FOLDER;
use lucena::game::pgn;
use lucena::game::pgn::Index;
use std::fs;
use std::ops::ControlFlow;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    FOLDER.with(|folder| {
        let file = folder.0.join("games.pgn");
        fs::write(&file, bytes).expect("a folder that can be written");
        let whole = pgn::read_bytes(bytes);
        let Ok(index) = Index::build(&file, &mut |_, _| ControlFlow::Continue(())) else {
            assert!(whole.is_err(), "the index rejects a readable file");
            return;
        };
        let Ok(whole) = whole else { return };
        assert_eq!(index.entries().len(), whole.len());
        for (number, game) in whole.iter().enumerate() {
            let alone = index.read(number).expect("a game of the index");
            assert_eq!(pgn::write(&alone.game), pgn::write(&game.game));
        }
    });
}
