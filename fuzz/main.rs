//! The targets of `tests/fuzz.rs` behind libFuzzer, which follows the coverage. `fuzz/run` builds and starts it.
#![no_main]

#[path = "../tests/fuzz/corpus.rs"]
mod corpus;
#[path = "../tests/fuzz/readers.rs"]
mod readers;
#[path = "../tests/fuzz/tui_input.rs"]
mod tui_input;
#[allow(dead_code, reason = "of the table only a part is needed here")]
#[path = "../tests/screen/mod.rs"]
mod screen;
#[path = "../tests/fuzz/targets.rs"]
mod targets;

use std::path::PathBuf;
use std::sync::LazyLock;

static TARGET: LazyLock<&targets::Target> = LazyLock::new(|| {
    let name = std::env::var("LUCENA_FUZZ").unwrap_or_default();
    let known = targets::TARGETS.iter().find(|target| target.name == name);
    known.unwrap_or_else(|| panic!("LUCENA_FUZZ={name} is no target"))
});

/// Puts the target's own examples and what earlier runs kept where libFuzzer looks for them; afterwards, with
/// `LUCENA_FUZZ_KEEP`, takes the smallest set that goes everywhere back into the project instead.
fn prepare() {
    if let Some(folder) = std::env::var_os("LUCENA_FUZZ_KEEP") {
        let count = corpus::save(TARGET.name, &PathBuf::from(folder)).expect("a corpus to keep");
        println!("{}: {count} inputs kept", TARGET.name);
        std::process::exit(0);
    }
    let Some(folder) = std::env::var_os("LUCENA_FUZZ_SEEDS").map(PathBuf::from) else { return };
    let examples = TARGET.corpus.iter().map(|text| text.as_bytes().to_vec());
    for (number, input) in examples.chain(corpus::load(TARGET.name)).enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), input).expect("a seed");
    }
}

libfuzzer_sys::fuzz_target!(init: prepare(), |bytes: &[u8]| (TARGET.run)(bytes));
