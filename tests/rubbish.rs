//! Rubbish into everything that reads: seeded mutations of small corpora, the same on every run.
//!
//! `LUCENA_FUZZ=pgn LUCENA_FUZZ_SECONDS=600 cargo test --test rubbish -- --nocapture` tries one target for ten minutes
//! and prints the count; without a name every target gets that time. What once failed stands in `KNOWN`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "the counts are what a long run is for")]

#[allow(dead_code, reason = "only long runs keep anything")]
#[path = "rubbish/corpus.rs"]
mod corpus;
#[path = "rubbish/feeds.rs"]
mod feeds;
#[path = "rubbish/pressed.rs"]
mod pressed;
#[allow(dead_code, reason = "of the table only a part is needed here")]
mod screen;
#[path = "rubbish/targets.rs"]
mod targets;

use lucena::base::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use targets::{TARGETS, Target};

/// Inputs for each target in a plain test run.
const INPUTS: u64 = 400;
/// Longest input that mutations may grow.
const LONGEST: usize = 1 << 14;
/// Pieces with a history of being read wrongly anywhere.
const WORDS: &[&str] =
    &["\0", "\u{feff}", "\r\n", "\u{1b}[2J", "18446744073709551616", "-", "\u{202e}", "é", "\t"];

/// Inputs that failed once: the target and the bytes.
const KNOWN: &[(&str, &[u8])] = &[];

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"))
}

/// A random place of the range, its ends included.
fn place(random: &mut Random, length: usize) -> usize {
    random.below(length as u64 + 1) as usize
}

/// One to eight changes to one of the corpus's texts.
fn mutated(target: &Target, random: &mut Random) -> Vec<u8> {
    let pick = |random: &mut Random, from: &[&'static str]| {
        from[random.below(from.len() as u64) as usize].as_bytes()
    };
    let mut bytes = pick(random, target.corpus).to_vec();
    for _ in 0..=random.below(8) {
        let (from, to) = (place(random, bytes.len()), place(random, bytes.len()));
        let (from, to) = (from.min(to), from.max(to));
        let piece: Vec<u8> = match random.below(7) {
            0 => Vec::new(),
            1 => bytes[from..to].repeat(2),
            2 => pick(random, target.words).to_vec(),
            3 => pick(random, WORDS).to_vec(),
            4 => {
                let other = pick(random, target.corpus);
                let cut = place(random, other.len());
                other[cut..].to_vec()
            }
            5 => bytes[from..to].iter().map(|byte| byte ^ (1 << random.below(8))).collect(),
            _ => vec![random.below(256) as u8],
        };
        // Mostly a small wound: a text torn in half is refused before anything interesting is read.
        let to = if random.below(3) == 0 { to } else { to.min(from + 3) };
        bytes.splice(from..to, piece);
        bytes.truncate(LONGEST);
    }
    bytes
}

/// Reads the bytes; what failed, in a form that can be put into `KNOWN`.
fn feed(target: &Target, bytes: &[u8]) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| (target.feed)(bytes)))
        .map_err(|_| format!("({:?}, b\"{}\")", target.name, bytes.escape_ascii()))
}

/// Feeds `target` until `enough` says so, and returns the count.
fn batter(target: &Target, seed: u64, enough: impl Fn(u64) -> bool) -> Result<u64, String> {
    let mut random = Random::new(seed);
    let mut count = 0;
    while !enough(count) {
        feed(target, &mutated(target, &mut random))?;
        count += 1;
    }
    Ok(count)
}

/// Fails with everything that failed.
fn judge(results: impl Iterator<Item = Result<(), String>>) {
    let failures: Vec<String> = results.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "these cannot be read:\n{}", failures.join("\n"));
}

#[test]
fn corpora_are_read() {
    let examples = TARGETS.iter().flat_map(|target| {
        target.corpus.iter().map(move |text| (target, text.as_bytes().to_vec()))
    });
    let kept = TARGETS
        .iter()
        .flat_map(|target| corpus::kept(target.name).into_iter().map(move |input| (target, input)));
    judge(examples.chain(kept).map(|(target, input)| feed(target, &input)));
}

#[test]
fn what_failed_once_is_read() {
    judge(KNOWN.iter().map(|(name, bytes)| feed(target(name), bytes)));
}

#[test]
fn rubbish_is_refused_in_words() {
    let seconds = std::env::var("LUCENA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let name = std::env::var("LUCENA_FUZZ").unwrap_or_default();
    let chosen = TARGETS.iter().filter(|target| name.is_empty() || target.name == name);
    judge(chosen.map(|target| match seconds {
        None => batter(target, 1, |count| count >= INPUTS).map(|count| assert_eq!(count, INPUTS)),
        Some(seconds) => {
            // A long run is a search, not a test: another seed each time finds other things.
            let (start, span) = (Instant::now(), Duration::from_secs(seconds));
            let seed = std::process::id().into();
            let count = batter(target, seed, |_| start.elapsed() >= span)?;
            println!("{}: {count} inputs in {seconds} s, seed {seed}", target.name);
            Ok(())
        }
    }));
}
