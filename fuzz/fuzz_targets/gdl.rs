//! A game in GDL is read, grounded and optimised; its first moves are made.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::base::Random;
use lucena::machine::{GameMachine, gdl};
use lucena::propnet::optimise::Passes;
use std::sync::Arc;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input. The network as read and the optimised one play the same moves.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    let game = match gdl::read(&text) {
        Ok(game) => game,
        Err(error) => {
            assert!(error.place.line >= 1 && error.place.column >= 1, "{error}");
            return;
        }
    };
    let optimised = game.rules.optimised(Passes::ALL).expect("an optimised network");
    let (mut read, mut optimised) =
        (GameMachine::new(Arc::new(game.rules)), GameMachine::new(Arc::new(optimised)));
    let (mut random, mut moves) = (Random::new(1), Vec::new());
    for _ in 0..8 {
        assert_eq!(read.base(), optimised.base());
        assert!(read.legal().eq(optimised.legal()));
        assert_eq!(read.is_terminal(), optimised.is_terminal());
        read.choose_moves(&mut random, &mut moves);
        read.play_all(&moves);
        optimised.play_all(&moves);
    }
}
