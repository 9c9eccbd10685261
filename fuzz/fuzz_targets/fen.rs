//! An accepted position round-trips, its legal moves can be played, and it can be evaluated.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::{EVALUATOR, lossy};
use lucena::rules::notation;
use lucena::rules::parse_fen;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(position) = parse_fen(&lossy(bytes)) else { return };
    let written = position.fen();
    let again = parse_fen(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.fen(), written);
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_eq!(notation::parse_move(&position, &notation::uci(mv)).ok(), Some(mv), "{written}");
        assert_eq!(parse_fen(&after.fen()).map(|p| p.key()).ok(), Some(after.key()), "{written}");
    }
    EVALUATOR.with_borrow_mut(|evaluator| {
        let score = evaluator.evaluate(position.board(), position.turn());
        assert!(score.is_heuristic(), "{written}: {score}");
        assert_eq!(
            score,
            evaluator.evaluate_reference(position.board(), position.turn()),
            "{written}"
        );
    });
}
