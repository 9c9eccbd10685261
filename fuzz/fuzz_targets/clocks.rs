//! Any clocks give moves that can be simulated.
#![cfg_attr(fuzzing, no_main)]

use lucena::base::Random;
use lucena::batch::timesim;
use lucena::game::pgn;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(games) = pgn::read_bytes(bytes) else { return };
    for read in games.iter().take(4) {
        for mv in timesim::side_traces(&read.game, &mut Random::new(1)).iter().flatten() {
            assert!(mv.nps.is_finite() && (0.0..=1.0).contains(&mv.stop_share), "{mv:?}");
        }
    }
}
