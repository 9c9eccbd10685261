//! Any book file: the moves that it gives are legal.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::FOLDER;
use lucena::game::book::Book;
use lucena::rules::Position;
use std::fs;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    FOLDER.with(|folder| {
        let file = folder.0.join("book.bin");
        fs::write(&file, bytes).expect("a folder that can be written");
        let Ok(mut book) = Book::open(&file) else { return };
        let position = Position::default();
        let moves = book.moves(&position).expect("a file that does not change");
        assert!(moves.iter().all(|(mv, _)| position.legal_moves().contains(mv)));
    });
}
