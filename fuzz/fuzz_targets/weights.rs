//! Accepted weights that fit their terms build a network that evaluates.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::knowledge::Evaluator;
use lucena::knowledge::Knowledge;
use lucena::knowledge::Weights;
use lucena::rules::parse_fen;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(read) = Weights::read("a", &lossy(bytes)) else { return };
    let Ok(knowledge) = Knowledge::with_weights(read) else { return };
    let mut evaluator = Evaluator::new(knowledge);
    for fen in FENS_TO_EVALUATE {
        let position = parse_fen(fen).expect("a position");
        let score = evaluator.evaluate(position.board(), position.turn());
        assert!(score.is_heuristic(), "{score}");
    }
}

/// The start, and more queens than any game has.
const FENS_TO_EVALUATE: [&str; 2] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
];
