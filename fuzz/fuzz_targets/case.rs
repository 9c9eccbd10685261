//! A case that is accepted is written as it was read, and can be searched or is refused.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
#[path = "../shared.rs"]
mod shared;

use crate::shared::{KNOWLEDGE, lossy};
use lucena::search::NoLimits;
use lucena::search::NullObserver;
use lucena::search::observe::SearchRecording;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(mut case) = SearchRecording::from_ron(&lossy(bytes)) else { return };
    let written = case.to_ron().expect("it has no reason to fail");
    assert_eq!(SearchRecording::from_ron(&written).as_ref(), Ok(&case));
    // The limits that a file may set would take minutes.
    case.hash_mib = case.hash_mib.min(1);
    (case.depth, case.nodes) = (case.depth.map(|depth| depth.min(3)), Some(300));
    KNOWLEDGE.with(|knowledge| drop(case.run(knowledge, &mut NoLimits, &mut NullObserver)));
}
