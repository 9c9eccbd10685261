//! Mutation fuzzing of every reader of external text: seeded mutations of small corpora, the same on every run.
//!
//! `LUCENA_FUZZ=pgn LUCENA_FUZZ_SECONDS=600 cargo test --test fuzz -- --nocapture` fuzzes one target for ten minutes
//! and prints the number of inputs; without a name every target runs for that time. `REGRESSIONS` holds inputs that failed
//! once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a long run prints its input counts")]
#![allow(clippy::duplicate_mod, reason = "each fuzz target is a program of its own, too")]

#[path = "fuzz/corpus.rs"]
mod corpus;
#[path = "../fuzz/fuzz_targets/mod.rs"]
mod fuzz_targets;
#[allow(dead_code, reason = "only a part of the screen harness is used here")]
mod screen;
#[path = "../fuzz/shared.rs"]
mod shared;
#[path = "fuzz/targets.rs"]
mod targets;

use lucena::base::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use targets::{TARGETS, Target};

/// Inputs per target in a plain test run.
const INPUTS_PER_TARGET: u64 = 400;
/// Maximum length of a mutated input in bytes.
const MAX_INPUT_BYTES: usize = 1 << 14;
/// Dictionary of tokens that parsers often handle wrongly.
const COMMON_TOKENS: &[&str] =
    &["\0", "\u{feff}", "\r\n", "\u{1b}[2J", "18446744073709551616", "-", "\u{202e}", "é", "\t"];

/// Inputs that failed once: target name and bytes.
const REGRESSIONS: &[(&str, &[u8])] = &[(
    "keys-pressed",
    b"e4\re7e\xc2\x9a\xc2\x96uuy\xc2\x97en 8/8\xc2\x974k3/8/8/4\x10\x13\xaf6C\x13\xa0g0,`\r 0 1\r",
)];

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"))
}

/// A random index from 0 to `length`, both included.
fn random_index(random: &mut Random, length: usize) -> usize {
    random.below(length as u64 + 1) as usize
}

/// Applies one to nine random changes to a random text of the target's corpus.
fn mutate(target: &Target, random: &mut Random) -> Vec<u8> {
    let pick = |random: &mut Random, from: &[&'static str]| {
        from[random.below(from.len() as u64) as usize].as_bytes()
    };
    let mut bytes = pick(random, target.corpus).to_vec();
    for _ in 0..=random.below(8) {
        let (from, to) = (random_index(random, bytes.len()), random_index(random, bytes.len()));
        let (from, to) = (from.min(to), from.max(to));
        let piece: Vec<u8> = match random.below(7) {
            0 => Vec::new(),
            1 => bytes[from..to].repeat(2),
            2 => pick(random, target.tokens).to_vec(),
            3 => pick(random, COMMON_TOKENS).to_vec(),
            4 => {
                let other = pick(random, target.corpus);
                let cut = random_index(random, other.len());
                other[cut..].to_vec()
            }
            5 => bytes[from..to].iter().map(|byte| byte ^ (1 << random.below(8))).collect(),
            _ => vec![random.below(256) as u8],
        };
        // Two of three changes are small: a text cut in half is rejected before most of the parser runs.
        let to = if random.below(3) == 0 { to } else { to.min(from + 3) };
        bytes.splice(from..to, piece);
        bytes.truncate(MAX_INPUT_BYTES);
    }
    bytes
}

/// Runs the target on `bytes`; on a panic returns a line that can be pasted into `REGRESSIONS`.
fn run_target(target: &Target, bytes: &[u8]) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| (target.run)(bytes)))
        .map_err(|_| format!("({:?}, b\"{}\")", target.name, bytes.escape_ascii()))
}

/// Fuzzes `target` until `enough(count)` is true; returns the number of inputs.
fn fuzz(target: &Target, seed: u64, enough: impl Fn(u64) -> bool) -> Result<u64, String> {
    let mut random = Random::new(seed);
    let mut count = 0;
    while !enough(count) {
        run_target(target, &mutate(target, &mut random))?;
        count += 1;
    }
    Ok(count)
}

/// Fails with all failures.
fn report_failures(results: impl Iterator<Item = Result<(), String>>) {
    let failures: Vec<String> = results.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "failed inputs:\n{}", failures.join("\n"));
}

#[test]
fn targets_accept_their_corpora() {
    let examples = TARGETS.iter().flat_map(|target| {
        target.corpus.iter().map(move |text| (target, text.as_bytes().to_vec()))
    });
    let kept = TARGETS
        .iter()
        .flat_map(|target| corpus::load(target.name).into_iter().map(move |input| (target, input)));
    report_failures(examples.chain(kept).map(|(target, input)| run_target(target, &input)));
}

#[test]
fn regressions_pass() {
    report_failures(REGRESSIONS.iter().map(|(name, bytes)| run_target(target(name), bytes)));
}

#[test]
fn targets_accept_mutated_inputs() {
    let seconds = std::env::var("LUCENA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let name = std::env::var("LUCENA_FUZZ").unwrap_or_default();
    let chosen = TARGETS.iter().filter(|target| name.is_empty() || target.name == name);
    let Some(seconds) = seconds else {
        let run = |target| fuzz(target, 1, |count| count >= INPUTS_PER_TARGET);
        return std::thread::scope(|scope| {
            let running: Vec<_> = chosen.map(|target| scope.spawn(move || run(target))).collect();
            report_failures(running.into_iter().map(|target| {
                let count = target.join().expect("an end of the thread")?;
                assert_eq!(count, INPUTS_PER_TARGET);
                Ok(())
            }));
        });
    };
    report_failures(chosen.map(|target| {
        // Another seed for each long run, so that it tries other inputs.
        let (start, span) = (Instant::now(), Duration::from_secs(seconds));
        let seed = std::process::id().into();
        let count = fuzz(target, seed, |_| start.elapsed() >= span)?;
        println!("{}: {count} inputs in {seconds} s, seed {seed}", target.name);
        Ok(())
    }));
}

/// Writes seeds and saved inputs of the target `LUCENA_FUZZ` into the folder `LUCENA_FUZZ_CORPUS`, for libFuzzer.
#[test]
#[ignore = "a step of fuzz/run"]
fn write_corpus() {
    let (target, folder) = corpus_arguments();
    let seeds = target.corpus.iter().map(|text| text.as_bytes().to_vec());
    for (number, input) in seeds.chain(corpus::load(target.name)).enumerate() {
        std::fs::write(folder.join(format!("seed-{number}")), input).expect("a seed");
    }
}

/// Saves the inputs in the folder `LUCENA_FUZZ_CORPUS` as the corpus of the target `LUCENA_FUZZ`.
#[test]
#[ignore = "a step of fuzz/run"]
fn save_corpus() {
    let (target, folder) = corpus_arguments();
    let count = corpus::save(target.name, &folder).expect("a corpus to save");
    println!("{}: {count} inputs saved", target.name);
}

fn corpus_arguments() -> (&'static Target, PathBuf) {
    let variable = |name| std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"));
    (target(&variable("LUCENA_FUZZ")), variable("LUCENA_FUZZ_CORPUS").into())
}
