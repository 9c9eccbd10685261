//! `lucena bench`: a fixed amount of search whose node count is the same on every run and machine.
//!
//! The node count tells whether a change touched the search or the evaluation at all; the speed is the machine's.

use crate::base::Score;
use crate::knowledge::Knowledge;
use crate::rules::parse_fen;
use crate::search::{Limits, Options, Root, Searcher, Silent, Table, Unattended};
use std::sync::Arc;
use std::time::Instant;

/// The built-in positions, one FEN a line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("../../assets/bench.txt");
/// Iterations searched on each position.
const DEPTH: u16 = 10;
/// Table size in mebibytes; the node count depends on it.
const HASH_MIB: usize = 16;

/// The built-in positions.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Total nodes, seconds and nodes a second over the built-in positions, as `name: value` lines.
///
/// # Errors
/// The built-in knowledge or a position cannot be read, or there is no memory for the table, in words.
pub fn run() -> Result<Vec<(String, f64)>, String> {
    let total = measure(&Options::default(), DEPTH)?;
    Ok(vec![
        ("nodes".to_owned(), total.nodes),
        ("seconds".to_owned(), total.seconds),
        ("nps".to_owned(), total.nodes / total.seconds.max(1e-9)),
        ("quiescence_share".to_owned(), total.quiescence / total.nodes.max(1.0)),
    ])
}

/// What a run over the built-in positions took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// Nodes, main and quiescence.
    pub nodes: f64,
    /// Quiescence nodes among them.
    pub quiescence: f64,
    /// Wall-clock time.
    pub seconds: f64,
    /// Sum of the absolute scores, so that a run can be compared in more than its size.
    pub scores: f64,
}

/// Searches every built-in position to `depth` with `options`, each from a clean state.
///
/// # Errors
/// As [`run`].
pub fn measure(options: &Options, depth: u16) -> Result<Total, String> {
    let knowledge = Knowledge::standard().map_err(|error| error.to_string())?;
    let table = Arc::new(Table::new(HASH_MIB).map_err(|error| error.to_string())?);
    let mut searcher = Searcher::new(Arc::clone(&table), knowledge, options.clone());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = Total::default();
    for fen in positions() {
        let position = parse_fen(fen).map_err(|error| error.to_string())?;
        table.clear();
        searcher.clear();
        let root = Root { position, history: Vec::new() };
        let start = Instant::now();
        let report = searcher.search(&root, &limits, &mut Unattended, &mut Silent);
        total.seconds += start.elapsed().as_secs_f64();
        total.nodes += report.nodes as f64;
        total.quiescence += report.statistics.quiescence_nodes as f64;
        let score = report.lines.first().map_or(Score::DRAW, |line| line.score);
        total.scores += f64::from(score.value().abs());
    }
    Ok(total)
}
