//! An autosaved game with any resume file is resumed or rejected with an error that names the file.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::FOLDER;
use lucena::game::resumable_games;
use std::fs;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    FOLDER.with(|folder| {
        fs::write(folder.0.join("a.pgn"), PLAYED).expect("a folder that can be written");
        fs::write(folder.0.join("a.unfinished.ron"), bytes).expect("a folder that can be written");
        let (games, errors) = resumable_games(&folder.0);
        assert_eq!(games.len() + errors.len(), 1);
        assert!(errors.iter().all(|error| error.to_string().contains("a.unfinished.ron")));
        for game in games {
            let (game, _, _) = game.resume();
            assert!(game.moves().len() <= 5);
        }
    });
}

const PLAYED: &str =
    "[Event \"A\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 Nc6 3. Bb5 *\n";
