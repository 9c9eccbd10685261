//! `lucena bench TOPIC`: prints metrics as `name: value` lines; the topic `km` prints tables. The default topic searches
//! the built-in positions to a fixed depth: its node count is the same on every run and machine and changes with every
//! functional change of search or evaluation.

use super::geometric_mean::GeometricMean;
use super::output::Progress;
use super::{
    bench_km, bench_machine, bench_positions, bench_propnet, bench_speed, bench_threads, human,
};
use crate::knowledge::Knowledge;
use crate::search::{
    DrawByPly, Limits, NoLimits, NullObserver, Root, SearchOptions, Searcher, ShadowMode,
    TableBounds, TranspositionTable,
};
use anyhow::Result;
use clap::Args as _;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Search depths of the topics `search` and `shadow`, in plies.
const DEPTH: u16 = 10;
const SHADOW_DEPTH: u16 = 11;
/// Hash table size in MiB; the node count depends on it.
const HASH_MIB: usize = 16;

/// Arguments of `lucena bench`.
#[derive(Clone, Debug, clap::Args)]
// Its name would be that of the group of the flattened options.
#[group(skip)]
pub struct Options {
    /// What to measure.
    #[arg(default_value = "search")]
    pub topic: Topic,
    /// Options of the topics `threads` and `speed`.
    #[command(flatten)]
    pub positions: bench_positions::Options,
    /// Options of the topic `threads`.
    #[command(flatten)]
    pub threads: bench_threads::Options,
    /// Options of the topic `speed`.
    #[command(flatten)]
    pub speed: bench_speed::Options,
    /// Options of the topic `human`.
    #[command(flatten)]
    pub human: human::bench::Options,
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Topic {
    /// Search of the built-in positions: nodes and speed.
    Search,
    /// Time to depth with several threads against one, as a table and medians. Takes minutes.
    Threads,
    /// Nodes a second of engines side by side, as a table; needs `--engine`. Takes minutes.
    Speed,
    /// Cost of the shadow modes against a hash table that stores real scores.
    Shadow,
    /// Effect of each option of the score on nodes and hash table.
    Score,
    /// The shadow modes beside Kishimoto and Müller's solution, as tables: errors, nodes, time, memory. Takes minutes.
    Km,
    /// The evaluation network in its compiled, incremental and reference forms; includes `machine`.
    Propnet,
    /// The rules network in random playouts.
    Machine,
    /// The human strength model against held-back rated games, as tables; needs `--games`.
    Human,
}

impl Topic {
    /// Names of the arguments that this topic has and not every other one.
    pub fn own_arguments(self) -> Vec<clap::Id> {
        let none = clap::Command::new("topic");
        let with = match self {
            Self::Threads => {
                bench_positions::Options::augment_args(bench_threads::Options::augment_args(none))
            }
            Self::Speed => {
                bench_positions::Options::augment_args(bench_speed::Options::augment_args(none))
            }
            Self::Human => human::bench::Options::augment_args(none),
            Self::Search
            | Self::Shadow
            | Self::Score
            | Self::Km
            | Self::Propnet
            | Self::Machine => none,
        };
        with.get_arguments().map(|argument| argument.get_id().clone()).collect()
    }
}

/// Metrics as name and value.
pub(super) type Metrics = Vec<(String, f64)>;

/// Measures the topic and prints its metrics, integers without a fraction. Blocks for seconds or minutes.
///
/// # Errors
/// A failed measurement or a failed write.
pub fn run(options: &Options, out: &mut impl Write) -> Result<()> {
    let Options { topic, positions, threads, speed, human } = options;
    let metrics = match topic {
        Topic::Search => measure_search()?,
        Topic::Shadow => measure_shadow()?,
        Topic::Score => measure_score()?,
        Topic::Propnet => [bench_propnet::measure()?, bench_machine::measure()?].concat(),
        Topic::Machine => bench_machine::measure()?,
        Topic::Km => return bench_km::run(out),
        Topic::Threads => return bench_threads::run(threads, positions, &mut Progress::new(out)),
        Topic::Speed => return bench_speed::run(speed, positions, &mut Progress::new(out)),
        Topic::Human => return human::bench::run(human, &mut Progress::new(out)),
    };
    for (name, value) in metrics {
        let decimals = if value.fract() == 0.0 { 0 } else { 3 };
        writeln!(out, "{name}: {value:.decimals$}")?;
    }
    Ok(())
}

/// Totals over the built-in positions.
#[derive(Clone, Debug, Default)]
pub struct BenchResult {
    /// Nodes, quiescence nodes included.
    pub nodes: f64,
    /// The nodes of each position.
    pub nodes_by_position: Vec<f64>,
    /// Quiescence nodes.
    pub qnodes: f64,
    /// Nodes that a hash table entry ended.
    pub tt_cuts: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// Searches every built-in position to `depth`, each with an empty hash table.
///
/// # Errors
/// The built-in knowledge or a position cannot be read, or there is no memory for the hash table.
pub fn run_bench(options: &SearchOptions, depth: u16) -> Result<BenchResult> {
    let table = Arc::new(TranspositionTable::new(HASH_MIB)?);
    let mut searcher = Searcher::new(Arc::clone(&table), Knowledge::standard()?, options.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = BenchResult::default();
    for position in bench_positions::positions()? {
        table.clear();
        searcher.clear();
        let root = Root { position, history: Vec::new() };
        let start = Instant::now();
        let report = searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
        total.seconds += start.elapsed().as_secs_f64();
        total.nodes += report.nodes as f64;
        total.nodes_by_position.push(report.nodes as f64);
        total.tt_cuts += (report.shadow.lower_cuts + report.shadow.upper_cuts) as f64;
        total.qnodes += report.statistics.quiescence_nodes as f64;
    }
    Ok(total)
}

fn measure_search() -> Result<Metrics> {
    let total = run_bench(&SearchOptions::default(), DEPTH)?;
    Ok(vec![
        ("nodes".to_owned(), total.nodes),
        ("seconds".to_owned(), total.seconds),
        ("nps".to_owned(), total.nodes / total.seconds.max(1e-9)),
        ("quiescence_share".to_owned(), total.qnodes / total.nodes.max(1.0)),
    ])
}

/// Nodes of each option of the score, their ratio to the defaults, and the share of nodes that a hash table entry ended.
fn measure_score() -> Result<Metrics> {
    let base = SearchOptions::default;
    let grain = |granularity| SearchOptions { granularity, ..base() };
    let table = |table_bounds| SearchOptions { table_bounds, ..base() };
    let mut metrics = Vec::new();
    let mut defaults = None;
    for (name, options) in [
        ("default", base()),
        ("contempt 20", SearchOptions { contempt: 20, ..base() }),
        ("draw by ply", SearchOptions { draw_by_ply: DrawByPly::On, ..base() }),
        ("granularity 4", grain(4)),
        ("granularity 10", grain(10)),
        ("granularity 25", grain(25)),
        ("delayed loss", SearchOptions { delayed_loss: true, ..base() }),
        ("table ibv", table(TableBounds::Ibv)),
        ("table forced", table(TableBounds::Forced)),
    ] {
        let total = run_bench(&options, DEPTH)?;
        let defaults = *defaults.get_or_insert(total.nodes);
        metrics.push((format!("{name} nodes"), total.nodes));
        metrics.push((format!("{name} nodes to default"), total.nodes / defaults));
        metrics.push((format!("{name} tt cut-offs a node"), total.tt_cuts / total.nodes));
    }
    Ok(metrics)
}

/// Nodes and seconds of each shadow mode, and the ratios of fast and strict mode to a hash table that stores real scores
/// (naive mode): of the sums, and the geometric mean over positions with its standard error as a share of it, because the
/// largest trees decide the sums.
fn measure_shadow() -> Result<Metrics> {
    let mut metrics = Vec::new();
    let mut naive = None;
    for (name, shadow) in
        [("naive", ShadowMode::Naive), ("fast", ShadowMode::Fast), ("strict", ShadowMode::Strict)]
    {
        let options = SearchOptions { shadow, ..SearchOptions::default() };
        let total = run_bench(&options, SHADOW_DEPTH)?;
        metrics.push((format!("{name} nodes"), total.nodes));
        metrics.push((format!("{name} seconds"), total.seconds));
        let naive = naive.get_or_insert_with(|| total.clone());
        if shadow != ShadowMode::Naive {
            let pairs = total.nodes_by_position.iter().zip(&naive.nodes_by_position);
            let ratios: Vec<f64> = pairs.map(|(nodes, naive)| nodes / naive).collect();
            let GeometricMean { mean, error } = GeometricMean::of(&ratios);
            metrics.push((format!("{name} nodes to naive by position"), mean));
            metrics.push((format!("{name} standard error"), error));
            metrics.push((format!("{name} nodes to naive"), total.nodes / naive.nodes.max(1e-9)));
            metrics
                .push((format!("{name} time to naive"), total.seconds / naive.seconds.max(1e-9)));
        }
    }
    Ok(metrics)
}
