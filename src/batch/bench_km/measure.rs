//! One case of the comparison: positions searched with one table in every mode, checked against search without a table.

use super::game::{Game, Truth};
use super::search::{AuditLog, Place, Search};
use super::table::TableMode;
use crate::base::{Interval, Random, Score};
use crate::rules::Key;
use crate::search::shadow::Window;
use std::collections::HashMap;
use std::time::Instant;

/// The open window.
pub const OPEN: Window =
    Window { alpha: Score::raw(-Score::INFINITE.value()), beta: Score::INFINITE };

/// Searches of which the fastest is timed, as other load only slows them down.
const TIMED: usize = 3;

/// A position to search, after the positions that lead to it.
#[derive(Clone, Debug)]
pub struct Task<G: Game> {
    /// The first position of the path.
    pub start: G,
    /// The moves from there to the position.
    pub moves: Vec<G::Move>,
    /// Depth of the search in plies.
    pub depth: usize,
    /// The true value.
    pub truth: Score,
}

/// Tasks that share a table: an independent case of the statistics.
#[derive(Clone, Debug)]
pub struct Case<G: Game> {
    /// The tasks in order.
    pub tasks: Vec<Task<G>>,
    /// Lower ends of null windows searched before the open window, as a principal variation search leaves them.
    pub scouts: Vec<i32>,
    /// One table entry in this many is checked, chosen by its position.
    pub audited: u64,
}

/// What one mode did in a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Root values.
    pub roots: u64,
    /// Root values that differ from the truth.
    pub wrong_roots: u64,
    /// Checked table entries; twins count.
    pub entries: u64,
    /// Table entries whose bounds do not contain the truth: without history, on the path of a twin, or with the positions that a
    /// conditional bound names.
    pub wrong_entries: u64,
    /// Nodes, simulations included.
    pub nodes: u64,
    /// Nodes of simulations.
    pub simulated: u64,
    /// Simulations, and those that verified the bound.
    pub simulations: [u64; 2],
    /// Wall-clock time.
    pub seconds: f64,
    /// Positions and depths in the table.
    pub positions: u64,
    /// Size of the table, packed.
    pub bytes: u64,
}

impl<G: Game> Case<G> {
    /// Runs the case in every mode, in the order of [`TableMode::ALL`].
    pub fn run(&self) -> [Outcome; TableMode::ALL.len()] {
        let mut values = HashMap::new();
        TableMode::ALL.map(|mode| {
            // The audit goes first and fills the caches of the processor for the timed searches.
            let mut audited = Outcome::default();
            self.audit(mode, &mut values, &mut audited);
            let runs = [(); TIMED].map(|()| self.search(mode));
            let seconds = runs.iter().map(|run| run.seconds).fold(f64::INFINITY, f64::min);
            Outcome {
                seconds,
                entries: audited.entries,
                wrong_entries: audited.wrong_entries,
                ..runs[0]
            }
        })
    }

    /// Searches all tasks and times them.
    fn search(&self, mode: TableMode) -> Outcome {
        let mut search = Search::new(mode);
        let start = Instant::now();
        let wrong_roots = self.search_tasks(&mut search);
        let seconds = start.elapsed().as_secs_f64();
        let twins: usize = search.table.values().map(|entry| entry.twins.len()).sum();
        let positions = search.table.len();
        Outcome {
            roots: self.tasks.len() as u64,
            wrong_roots,
            nodes: search.nodes,
            simulated: search.simulated,
            simulations: search.simulations,
            seconds,
            positions: positions as u64,
            bytes: (positions * mode.base_bytes() + twins * TableMode::TWIN_BYTES) as u64,
            ..Outcome::default()
        }
    }

    /// Searches all tasks; returns the number of wrong values.
    fn search_tasks(&self, search: &mut Search<G>) -> u64 {
        let mut wrong = 0;
        for task in &self.tasks {
            let mut place = Place::root(task.start.clone());
            for &mv in &task.moves {
                search.path.push(place.game.key());
                place = place.after(mv);
            }
            for &alpha in &self.scouts {
                let alpha = Score::raw(alpha);
                search.visit(&place, task.depth, Window { alpha, beta: alpha.offset(1) });
            }
            wrong += u64::from(search.visit(&place, task.depth, OPEN).real != task.truth);
            search.path.clear();
        }
        wrong
    }

    /// Searches again with a record of positions and paths, and checks the table. `values` keeps the values without history.
    fn audit(
        &self,
        mode: TableMode,
        values: &mut HashMap<(Key, usize), Score>,
        outcome: &mut Outcome,
    ) {
        let mut search = Search::new(mode);
        search.log = Some(AuditLog::default());
        self.search_tasks(&mut search);
        let Some(log) = &search.log else { return };
        let mut truth = Truth::default();
        let mut check = |bounds: Interval, truth: &mut dyn FnMut() -> Score| {
            if bounds != Interval::UNKNOWN {
                outcome.entries += 1;
                outcome.wrong_entries += u64::from(!bounds.contains(truth()));
            }
        };
        for (&(key, depth), entry) in &search.table {
            let Some(game) = log.positions.get(&key) else { continue };
            if Random::new(key ^ depth as u64).below(self.audited) != 0 {
                continue;
            }
            check(entry.base.bounds, &mut || {
                let value = || truth.value(game, &mut Vec::new(), depth);
                *values.entry((key, depth)).or_insert_with(value)
            });
            for twin in &entry.twins {
                let mut path = log.paths.get(&(key, twin.code)).cloned().unwrap_or_default();
                check(twin.claim.bounds, &mut || truth.value(game, &mut path, depth));
            }
            if let Some((code, bounds)) = entry.conditional {
                let mut path = log.conditions.get(&(key, code.bits())).cloned().unwrap_or_default();
                check(bounds, &mut || truth.value(game, &mut path, depth));
            }
        }
    }
}
