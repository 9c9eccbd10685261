//! How long a large trace takes to open, and any node of it, and how much memory: `cargo bench -p lucena-trace`, or with
//! `-- FILE` for a trace of an engine. Without a file it writes one of ten million nodes first.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark reports and may fail")]

use lucena_trace::record::{Bound, Enter, Entry, Flags, Move};
use lucena_trace::{Index, Trace, Writer, path};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const NODES: u64 = 10_000_000;

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// An engine-like tree: up to 30 children near the root, two or three below, quiescence at the leaves.
fn subtree<W: Write>(w: &mut Writer<W>, depth: i64, nodes: &mut u64, state: &mut u64) -> i64 {
    let mut best = -300;
    let children = if depth <= 0 { random(state) % 2 } else { 2 + random(state) % 4 };
    for number in 0..children {
        let mv = Move((random(state) % 4000 + 65) as u16);
        let flags = if depth <= 0 { Flags::QUIESCENCE } else { Flags::CUT };
        w.enter(&Enter { flags, mv, depth: depth - 1, alpha: best, beta: best + 1 });
        *nodes += 1;
        let key = Some(random(state));
        let entry =
            Entry { bound: Bound::Lower, used: false, depth, score: 12, mv, key, other: None };
        w.tt(&entry);
        w.eval(best, best + 3);
        let score = -subtree(w, depth - 1, nodes, state);
        w.store(&entry);
        w.best(mv);
        w.exit(-score, Bound::None);
        best = best.max(score + random(state) as i64 % 7);
        if number > 2 {
            w.pruned(mv, "futility", score, best);
        }
    }
    best
}

fn made(path: &Path) -> u64 {
    let begun = Instant::now();
    let mut w = Writer::new(File::create(path).unwrap(), "bench", "1", "").unwrap();
    let (mut nodes, mut depth, mut state) = (0, 1, 7);
    w.search("startpos", &[]);
    while nodes < NODES {
        w.iteration(depth, -30_000, 30_000, 1);
        w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth, alpha: -30_000, beta: 30_000 });
        nodes += 1;
        let score = subtree(&mut w, depth.min(11), &mut nodes, &mut state);
        w.exit(score, Bound::Exact);
        depth += 1;
    }
    w.end(nodes, Move::NONE, 0);
    w.close().unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "written: {nodes} nodes in {seconds:.1} s, {:.0} ns a node",
        seconds * 1e9 / nodes as f64
    );
    nodes
}

/// The largest memory of this process so far, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) >> 10
}

fn main() {
    let given = std::env::args().skip(1).find(|word| !word.starts_with("--")).map(PathBuf::from);
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ten-million.trace");
    if given.is_none() {
        made(&temporary);
    }
    let file = given.as_deref().unwrap_or(&temporary);
    let length = std::fs::metadata(file).unwrap().len();
    println!("file: {} MB", length / 1_000_000);

    let begun = Instant::now();
    let index = Index::scan(File::open(file).unwrap(), |_| true).unwrap();
    println!("index built: {:.2} s, peak {} MiB", begun.elapsed().as_secs_f64(), peak());
    let mut bytes = Vec::new();
    index.write([length, 0], &mut bytes).unwrap();
    println!("index: {} subtrees, {} kB", index.spans.len(), bytes.len() / 1000);
    for (name, figure) in index.stat.figures() {
        println!("  {name}: {figure}");
    }
    let ends = index.searches.iter().filter_map(|search| Some((search.nodes, search.end?.0)));
    let (ours, theirs) = ends.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    println!("nodes counted: {ours}; by the engine: {theirs}; fault: {:?}", index.fault);
    drop(index);

    let begun = Instant::now();
    let index = Index::read([length, 0], &bytes).unwrap();
    let mut trace = Trace::new(BufReader::new(File::open(file).unwrap()), index).unwrap();
    let last = trace.index.iterations.len() - 1;
    trace.roots(last).unwrap();
    println!("opened with its index: {:.4} s, peak {} MiB", begun.elapsed().as_secs_f64(), peak());

    let (mut state, mut worst, mut sum, mut plies) = (3, 0.0_f64, 0.0, 0);
    for _ in 0..1000 {
        let offset = random(&mut state) * length / (1 << 31);
        let begun = Instant::now();
        let (_, chain) = trace.locate(offset).unwrap();
        let node = chain.last().cloned();
        if let Some(node) = node {
            trace.open(&node).unwrap();
        }
        let seconds = begun.elapsed().as_secs_f64();
        (worst, sum, plies) = (worst.max(seconds), sum + seconds, plies + path(&chain).len());
    }
    println!(
        "any node with its path, of 1000: {:.2} ms, slowest {:.1} ms, {} plies deep; peak {} MiB",
        sum,
        worst * 1e3,
        plies / 1000,
        peak()
    );
}
