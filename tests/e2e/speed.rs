//! What the screen costs: from a key to the frame that answers it while the engine searches, what the panels take from
//! the search, and what is used while nobody thinks. Measured on the real program in a pseudo-terminal, so it is run
//! alone and optimised:
//!
//! `cargo test --release --test e2e figures_of_the_screen -- --ignored --nocapture`

use crate::Session;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A middlegame with something to think about.
const FEN: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
/// Rows and columns: a large window, and one in which every panel has a place of its own.
const SIZES: [(u16, u16); 2] = [(60, 200), (145, 467)];
const PANELS: [&str; 12] = [
    "moves",
    "score",
    "multi-pv",
    "graph",
    "dial",
    "time",
    "network",
    "eval",
    "search",
    "move-times",
    "accuracy",
    "log",
];
/// Pairs of searches, with panels and without, and how long each goes on.
const PAIRS: usize = 8;
const SEARCH: Duration = Duration::from_secs(4);
const IDLE: Duration = Duration::from_secs(30);

/// Says a figure.
#[allow(clippy::print_stdout, reason = "the figures are what this is for")]
fn tell(what: &str, figure: impl Display) {
    println!("{what:<74} {figure}");
}

/// The program analysing, with these panels put away.
fn analysing(name: &str, size: (u16, u16), hidden: &[&str]) -> Session {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&home).ok();
    fs::create_dir_all(&home).expect("a directory of its own");
    let settings = format!("(screen: (layout: \"inspect\", hidden: {hidden:?}))");
    fs::write(home.join("settings.ron"), settings).expect("settings");
    let mut play = Session::restart(&home, size, &["--fen", FEN]);
    play.wait_for_text("you play");
    play.send_keys("\x1b");
    play.wait_for(|screen| !screen.contents().contains("you play"), "the board");
    play.send_keys("s");
    play.wait_for_text("analysis");
    play
}

/// Nanoseconds that each thread of the program has run, its first thread in front.
fn threads(play: &Session) -> Vec<u64> {
    let tasks = Path::new("/proc").join(play.process()).join("task");
    let ran = |task: &Path| {
        let text = fs::read_to_string(task.join("schedstat")).unwrap_or_default();
        text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0)
    };
    let first = tasks.join(play.process());
    let entries = fs::read_dir(&tasks).expect("threads").map(|task| task.expect("one").path());
    let others = entries.filter(|task| *task != first);
    std::iter::once(first.clone()).chain(others).map(|task| ran(&task)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "figures to be read")]
fn share(part: u64, whole: Duration) -> f64 {
    100.0 * part as f64 / whole.as_nanos() as f64
}

/// Nanoseconds that the threads between a key and its frame were ready to run and had no core: those of this test, and the
/// two of the program. Two that wait at once count twice, so that what is left of a time is a lower bound.
fn waited(play: &Session) -> u64 {
    let delay = |task: &Path| {
        let text = fs::read_to_string(task.join("schedstat")).unwrap_or_default();
        text.split(' ').nth(1).and_then(|second| second.parse::<u64>().ok()).unwrap_or(0)
    };
    let tasks = |process: &str| fs::read_dir(Path::new("/proc").join(process).join("task"));
    let all = |process: &str| tasks(process).expect("threads").flatten().map(|task| task.path());
    let process = play.process();
    let is_screens = |task: &PathBuf| {
        let name = fs::read_to_string(task.join("comm")).unwrap_or_default();
        task.ends_with(&process) || name.trim() == "lucena-keys"
    };
    let own = all("self").map(|task| delay(&task)).sum::<u64>();
    own + all(&process).filter(is_screens).map(|task| delay(&task)).sum::<u64>()
}

/// Types a word letter by letter again and again; the milliseconds from each key to the frame that shows it, and the same
/// without what was waited for a core.
fn key_to_frame(size: (u16, u16)) -> [Vec<f64>; 2] {
    let mut play = analysing("speed-keys", size, &[]);
    let entry = size.0 - 2;
    let (mut times, mut works) = (Vec::new(), Vec::new());
    let mut pause = 17_u64;
    for round in 0..40 {
        play.send_keys(":");
        let mut typed = String::new();
        for letter in "mnopqrstuv".chars() {
            // Not in step with the frames that the engine's reports bring.
            pause = (pause * 31 + round) % 61;
            drain(&mut play, Duration::from_millis(20 + pause));
            typed.push(letter);
            let wanted = format!(":{typed}");
            let (before, begin) = (waited(&play), Instant::now());
            play.send_keys(&letter.to_string());
            // One row only: to read the whole screen after every chunk would take longer than the program.
            let shown = |screen: &vt100::Screen| {
                let row = screen.contents_between(entry, 0, entry, 80);
                row.trim_start().starts_with(&wanted)
            };
            play.wait_for(shown, &wanted);
            let took = begin.elapsed();
            let without = took.saturating_sub(Duration::from_nanos(waited(&play) - before));
            times.push(took.as_secs_f64() * 1000.0);
            works.push(without.as_secs_f64() * 1000.0);
        }
        play.send_keys("\x1b");
        play.wait_for_text("analysis, White to move");
    }
    play.send_keys("\x11");
    assert!(play.finish().success());
    times.sort_by(f64::total_cmp);
    works.sort_by(f64::total_cmp);
    [times, works]
}

/// Takes in what the program draws for a while.
fn drain(play: &mut Session, time: Duration) {
    let end = Instant::now() + time;
    while let Ok(bytes) = play.bytes.recv_timeout(end.saturating_duration_since(Instant::now())) {
        play.parser.process(&bytes);
    }
}

/// A figure as the panels write it.
fn figure(text: &str) -> f64 {
    let number = text.trim_end_matches(['k', 'M', 'G']).parse::<f64>().expect(text);
    match text.chars().last() {
        Some('k') => number * 1e3,
        Some('M') => number * 1e6,
        Some('G') => number * 1e9,
        _ => number,
    }
}

/// One search: nodes a second, the same for each second that its thread ran, and what the screen's thread took of a core.
fn search(size: (u16, u16), hidden: &[&str]) -> (f64, f64, f64) {
    let mut play = analysing("speed-search", size, hidden);
    let (before, begin) = (threads(&play), Instant::now());
    drain(&mut play, SEARCH);
    let (after, took) = (threads(&play), begin.elapsed());
    play.send_keys("s");
    if !hidden.is_empty() {
        play.send_keys(":panel search\r");
    }
    let words = |play: &Session, name: &str| {
        let text = play.parser.screen().contents();
        let mut words = text.split_whitespace().skip_while(|word| *word != name);
        words.nth(1).map(str::to_owned)
    };
    play.wait_for(|screen| screen.contents().contains("branching"), "the figures of the search");
    let speed = words(&play, "speed").expect("a speed");
    let nodes = words(&play, "nodes").expect("nodes");
    let speed = figure(speed.trim_end_matches("/s"));
    let ran = after.iter().skip(1).zip(before.iter().skip(1)).map(|(b, a)| b - a).max();
    let seconds = Duration::from_nanos(ran.expect("a search")).as_secs_f64();
    play.send_keys("\x11");
    assert!(play.finish().success());
    (speed, figure(&nodes) / seconds, share(after[0] - before[0], took))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2].midpoint(values[(values.len() - 1) / 2])
}

#[test]
#[ignore = "measures for minutes, and only on a machine with nothing else to do"]
fn figures_of_the_screen() {
    for size in SIZES {
        for (name, times) in ["", ", less the waits for a core"].iter().zip(key_to_frame(size)) {
            let at = |percent: usize| times[(times.len() - 1) * percent / 100];
            let all = format!("{:.1} / {:.1} / {:.1} ms", at(50), at(99), at(100));
            tell(&format!("key to frame at {}x{}{name} (median, p99, most)", size.1, size.0), all);
        }
    }
    for size in SIZES {
        let (mut speeds, mut worked) = (Vec::new(), Vec::new());
        let (mut shown, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..PAIRS {
            let (with, without) = (search(size, &[]), search(size, &PANELS));
            speeds.push(with.0 / without.0);
            worked.push(with.1 / without.1);
            shown.push(with.2);
            bare.push(without.2);
        }
        let what = format!("every panel against none at {}x{}", size.1, size.0);
        tell(&format!("{what}: nodes a second"), format!("{:.3}", median(speeds)));
        tell(&format!("{what}: nodes by its work"), format!("{:.3}", median(worked)));
        let of_a_core = format!("{:.1} % and {:.1} %", median(shown), median(bare));
        tell(&format!("{what}: of a core"), of_a_core);
    }
    let mut play = analysing("speed-idle", SIZES[0], &[]);
    play.send_keys("s:tc 5+3\r");
    play.wait_for_text("a new game");
    drain(&mut play, Duration::from_secs(2));
    let (before, begin) = (threads(&play), Instant::now());
    drain(&mut play, IDLE);
    let used = threads(&play).iter().sum::<u64>() - before.iter().sum::<u64>();
    tell("idle with clocks running, of a core", format!("{:.2} %", share(used, begin.elapsed())));
    play.send_keys("\x11");
    assert!(play.finish().success());
}
