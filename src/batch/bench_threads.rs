//! `lucena bench threads`: time to depth with several threads against one thread.
//!
//! Wall-clock times depend on other load, so the nodes of the main thread until the iteration is complete are compared too: at
//! equal speed of each thread their ratio is that of the times. A pair in which other load favoured the main thread or the
//! helper threads is left out of the medians.

use super::bench_positions;
use super::geometric_mean::GeometricMean;
use super::output::{Progress, Table};
use crate::knowledge::Knowledge;
use crate::rules::Position;
use crate::search::{
    LimitChecker, Limits, NullObserver, Root, SearchOptions, SearchProgress, Searcher, StopReason,
    TranspositionTable,
};
use anyhow::{Result, ensure};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Pieces and pawns of a built-in position that is searched.
const LEAST_PIECES: usize = 20;
/// A pair counts if neither the main thread nor a helper thread has searched less than this share of the other's nodes.
const LEAST_SHARE: f64 = 0.85;

/// Arguments of `lucena bench threads`.
#[derive(Clone, Debug, clap::Args)]
// Its name would be that of the group of the other options.
#[group(skip)]
pub struct Options {
    /// Topic `threads`: threads to compare with one.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(2..=1024))]
    pub threads: u16,
    /// Topic `threads`: nodes of the search with one thread; its last complete iteration is the depth.
    #[arg(long, value_name = "COUNT", default_value = "2000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub to_nodes: u64,
    /// Topic `threads`: size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
}

/// The effort of a search until an iteration was complete.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    depth: u16,
    /// Nodes of the main thread.
    nodes: u64,
    /// Nodes of the other threads.
    helper_nodes: u64,
    seconds: f64,
}

/// Measures and prints a row for each pair of searches, then quartiles.
///
/// # Errors
/// The positions cannot be read, there is no memory for the transposition table, no pair counts, or a failed write.
pub(super) fn run(
    options: &Options,
    searched: &bench_positions::Options,
    progress: &mut Progress<'_>,
) -> Result<()> {
    let positions = positions(searched)?;
    let table = Arc::new(TranspositionTable::new(options.hash as usize)?);
    let mut searcher =
        Searcher::new(Arc::clone(&table), Knowledge::standard()?, SearchOptions::default());
    let threads = usize::from(options.threads);
    let can_have = searcher.set_threads(threads);
    ensure!(can_have == threads, "--threads {threads}: there is memory for {can_have}");
    let mut search = |position: &Position, threads: usize, limits: &Limits| {
        table.clear();
        searcher.clear();
        searcher.set_options(SearchOptions { threads, ..SearchOptions::default() });
        let root = Root { position: position.clone(), history: Vec::new() };
        let mut clock = IterationClock { start: Instant::now(), last: Effort::default() };
        let report = searcher.search(&root, limits, &mut clock, &mut NullObserver);
        (report.stop, clock.last)
    };
    let mut pairs = Vec::new();
    for round in 0..searched.rounds.unwrap_or(1) {
        for (number, position) in positions.iter().enumerate() {
            progress.status(format!("round {}, position {}", round + 1, number + 1));
            let limits = Limits { nodes: Some(options.to_nodes), ..Limits::default() };
            let (stop, one) = search(position, 1, &limits);
            // Without moves or with a mate the search ends before.
            if stop == Some(StopReason::Nodes) && one.depth > 0 {
                let limits = Limits { depth: Some(one.depth), ..Limits::default() };
                let (_, several) = search(position, threads, &limits);
                pairs.push(Pair { number: number + 1, one, several });
            }
        }
    }
    progress.line(table_of(&pairs, threads))?;
    for (name, value) in summary(&pairs, threads)? {
        progress.line(format!("{name}: {value:.2}"))?;
    }
    Ok(())
}

/// The positions to search.
fn positions(options: &bench_positions::Options) -> Result<Vec<Position>> {
    if let Some(file) = &options.epd {
        return bench_positions::read(file);
    }
    let mut positions = bench_positions::positions()?;
    positions.retain(|position| position.board().occupied().count() >= LEAST_PIECES);
    Ok(positions)
}

/// A search with one thread and one with several to the same depth.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// Number of the position, from 1.
    number: usize,
    one: Effort,
    several: Effort,
}

impl Pair {
    fn by_nodes(&self) -> f64 {
        self.one.nodes as f64 / self.several.nodes.max(1) as f64
    }

    fn by_time(&self) -> f64 {
        self.one.seconds / self.several.seconds.max(1e-9)
    }

    /// Nodes of a helper thread to those of the main thread.
    fn help(&self, threads: usize) -> f64 {
        let helpers = threads.saturating_sub(1).max(1) as f64;
        self.several.helper_nodes as f64 / helpers / self.several.nodes.max(1) as f64
    }
}

fn table_of(pairs: &[Pair], threads: usize) -> String {
    let mut table = Table::new(
        0,
        &[
            "position",
            "depth",
            "nodes",
            "main",
            "helper/main",
            "by nodes",
            "s",
            "s to depth",
            "by time",
        ],
    );
    for pair in pairs {
        table.row(vec![
            pair.number.to_string(),
            pair.one.depth.to_string(),
            pair.one.nodes.to_string(),
            pair.several.nodes.to_string(),
            format!("{:.2}", pair.help(threads)),
            format!("{:.2}", pair.by_nodes()),
            format!("{:.2}", pair.one.seconds),
            format!("{:.2}", pair.several.seconds),
            format!("{:.2}", pair.by_time()),
        ]);
    }
    table.to_string()
}

/// How many times the effort of several threads one thread needs.
type Ratio = fn(&Pair) -> f64;

/// Quartiles and geometric means over the pairs that count.
///
/// # Errors
/// None counts.
fn summary(pairs: &[Pair], threads: usize) -> Result<Vec<(String, f64)>> {
    ensure!(
        !pairs.is_empty(),
        "nothing is measured: each search ended before its nodes or before an iteration was complete"
    );
    let counts = |pair: &&Pair| {
        let help = pair.help(threads);
        help.min(1.0 / help) >= LEAST_SHARE
    };
    let counted: Vec<&Pair> = pairs.iter().filter(counts).collect();
    ensure!(
        !counted.is_empty(),
        "nothing is measured: in each of {} pairs of searches the main thread or a helper thread searched less than {LEAST_SHARE} \
         of the other's nodes; take longer searches (--to-nodes) or a machine with less other load",
        pairs.len()
    );
    let mut lines = vec![("pairs counted".to_owned(), counted.len() as f64)];
    let measures: [(&str, Ratio); 2] =
        [("main-thread nodes", Pair::by_nodes), ("time", Pair::by_time)];
    for (name, ratio) in measures {
        let mut ratios: Vec<f64> = counted.iter().map(|pair| ratio(pair)).collect();
        ratios.sort_by(f64::total_cmp);
        let mean = GeometricMean::of(&ratios).mean;
        for (which, value) in [
            ("lower quartile", quantile(&ratios, 0.25)),
            ("median", quantile(&ratios, 0.5)),
            ("upper quartile", quantile(&ratios, 0.75)),
            ("geometric mean", mean),
        ] {
            lines.push((format!("{name} to depth, one thread to {threads}, {which}"), value));
        }
    }
    Ok(lines)
}

/// A quantile of sorted values, interpolated; 0 without values.
fn quantile(sorted: &[f64], at: f64) -> f64 {
    let place = at * sorted.len().saturating_sub(1) as f64;
    let value = |index: usize| sorted.get(index).copied().unwrap_or_default();
    let (low, high) = (value(place.floor() as usize), value(place.ceil() as usize));
    low + (high - low) * place.fract()
}

/// Keeps the effort of the last complete iteration.
struct IterationClock {
    start: Instant,
    last: Effort,
}

impl LimitChecker for IterationClock {
    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let seconds = self.start.elapsed().as_secs_f64();
        let report = progress.report();
        let nodes = report.statistics.nodes;
        let helper_nodes = report.nodes - nodes;
        self.last = Effort { depth: report.depth, nodes, helper_nodes, seconds };
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Effort, Options, Pair, Progress, bench_positions, quantile, run, summary};

    /// On a busy machine no pair may count; then the rows are there, and an error instead of the quartiles.
    #[test]
    fn a_run_prints_a_row_for_each_position_and_the_quartiles() {
        let options = Options { threads: 2, to_nodes: 3000, hash: 1 };
        let mut out = Vec::new();
        let outcome =
            run(&options, &bench_positions::Options::default(), &mut Progress::new(&mut out));
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().count() >= 12, "{text}");
        let median = "main-thread nodes to depth, one thread to 2, median: ";
        match outcome {
            Ok(()) => assert!(text.contains(median) && text.lines().count() >= 20, "{text}"),
            Err(error) => assert!(error.to_string().starts_with("nothing is measured"), "{error}"),
        }
    }

    #[test]
    fn pairs_with_a_starved_thread_do_not_count() {
        let pair = |main, helper_nodes| {
            let one = Effort { depth: 9, nodes: 3000, helper_nodes: 0, seconds: 3.0 };
            let several = Effort { depth: 9, nodes: main, helper_nodes, seconds: 2.0 };
            Pair { number: 1, one, several }
        };
        let pairs = [pair(2000, 2000), pair(1000, 700), pair(1000, 1400), pair(1500, 1400)];
        let lines = summary(&pairs, 2).unwrap();
        assert_eq!(lines[0].1, 2.0);
        assert!((lines[2].1 - 1.75).abs() < 1e-9, "{lines:?}");
        assert!((lines[6].1 - 1.5).abs() < 1e-9, "{lines:?}");
        let error = |pairs| summary(pairs, 2).unwrap_err().to_string();
        let starved = error(&pairs[1..3]);
        assert!(
            starved.contains("in each of 2 pairs") && starved.contains("--to-nodes"),
            "{starved}"
        );
        assert!(error(&[]).contains("each search ended before"), "{}", error(&[]));
    }

    #[test]
    fn quantiles_are_interpolated() {
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(quantile(&[1.0, 2.0], 0.5), 1.5);
        assert_eq!(quantile(&[1.0, 2.0, 5.0], 0.5), 2.0);
    }
}
