//! `lucena bench`: searches the built-in positions to a fixed depth. The node count is the same on every run and machine and
//! changes with every functional change of search or evaluation.

use crate::base::Score;
use crate::knowledge::Knowledge;
use crate::rules::parse_fen;
use crate::search::{
    Limits, NoLimits, NullObserver, Root, SearchOptions, Searcher, TranspositionTable,
};
use std::sync::Arc;
use std::time::Instant;

/// The built-in positions, one FEN per line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("../../assets/bench.txt");
/// Search depth in plies.
const DEPTH: u16 = 10;
/// Hash table size in MiB; the node count depends on it.
const HASH_MIB: usize = 16;

/// The built-in positions.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Total nodes, seconds, nodes per second and share of quiescence nodes.
///
/// # Errors
/// The built-in knowledge or a position cannot be read, or there is no memory for the hash table.
pub fn run() -> Result<Vec<(String, f64)>, String> {
    let total = run_bench(&SearchOptions::default(), DEPTH)?;
    Ok(vec![
        ("nodes".to_owned(), total.nodes),
        ("seconds".to_owned(), total.seconds),
        ("nps".to_owned(), total.nodes / total.seconds.max(1e-9)),
        ("quiescence_share".to_owned(), total.qnodes / total.nodes.max(1.0)),
    ])
}

/// Totals over the built-in positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct BenchResult {
    /// Nodes, quiescence nodes included.
    pub nodes: f64,
    /// Quiescence nodes.
    pub qnodes: f64,
    /// Wall-clock time.
    pub seconds: f64,
    /// Sum of the absolute scores, a checksum of the results.
    pub scores: f64,
}

/// Searches every built-in position to `depth`, each with an empty hash table.
///
/// # Errors
/// As [`run`].
pub fn run_bench(options: &SearchOptions, depth: u16) -> Result<BenchResult, String> {
    let knowledge = Knowledge::standard().map_err(|error| error.to_string())?;
    let table = Arc::new(TranspositionTable::new(HASH_MIB).map_err(|error| error.to_string())?);
    let mut searcher = Searcher::new(Arc::clone(&table), knowledge, options.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = BenchResult::default();
    for fen in positions() {
        let position = parse_fen(fen).map_err(|error| error.to_string())?;
        table.clear();
        searcher.clear();
        let root = Root { position, history: Vec::new() };
        let start = Instant::now();
        let report = searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
        total.seconds += start.elapsed().as_secs_f64();
        total.nodes += report.nodes as f64;
        total.qnodes += report.statistics.quiescence_nodes as f64;
        let score = report.lines.first().map_or(Score::DRAW, |line| line.score);
        total.scores += f64::from(score.value().abs());
    }
    Ok(total)
}
