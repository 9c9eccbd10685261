//! A record that is accepted can be told and counted on.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::batch::matches::MatchScore;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(standing) = MatchScore::from_ron(&lossy(bytes)) else { return };
    let _ = (standing.to_string(), standing.pairs.llr(0.0, 5.0));
    let elo = standing.pairs.elo();
    assert!(!elo.difference.is_nan() && !elo.interval.iter().any(|end| end.is_nan()), "{elo}");
}
