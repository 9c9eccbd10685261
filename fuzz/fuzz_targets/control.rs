//! An accepted time control round-trips through its PGN tag.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::lossy;
use lucena::game::TimeControl;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let text = lossy(bytes);
    for control in [TimeControl::parse(&text), TimeControl::from_tag(&text)].into_iter().flatten() {
        let tag = control.tag();
        assert_eq!(TimeControl::from_tag(&tag).map(|again| again.tag()), Ok(tag));
        let _ = (control.initial(), control.time_added(40), control.moves_to_go(u32::MAX));
    }
}
