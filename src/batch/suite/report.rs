//! The table of a run: solved positions, points and effort of each engine on each suite and theme.

use super::read::Suite;
use super::record::Entry;
use crate::batch::output::Table;
use crate::batch::reporting_engine::Effort;
use std::collections::{HashMap, HashSet};

/// Sums over the results of one engine.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub positions: usize,
    pub solved: usize,
    points: u32,
    most_points: u32,
    depth: u64,
    nodes: u64,
    time_ms: i64,
    found_ms: i64,
}

impl Sums {
    /// Adds a result.
    pub fn add(&mut self, entry: &Entry) {
        self.positions += 1;
        self.solved += usize::from(entry.solved);
        self.points += entry.points.unwrap_or(0);
        self.most_points += entry.most_points.unwrap_or(0);
        self.depth += u64::from(entry.effort.depth);
        self.nodes += entry.effort.nodes;
        self.time_ms += entry.effort.time_ms;
        self.found_ms += entry.found.map_or(0, |found| found.time_ms);
    }

    fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        entries.fold(Self::default(), |mut sums, entry| {
            sums.add(entry);
            sums
        })
    }

    fn cells(&self) -> [String; 7] {
        let count = self.positions.max(1);
        let percent = |part: f64, whole: f64| format!("{:.1}", 100.0 * part / whole.max(1.0));
        let points = match self.most_points {
            0 => "-".to_owned(),
            most => format!("{} of {most}", self.points),
        };
        let seconds =
            |ms: i64, count: usize| format!("{:.3}", ms as f64 / 1000.0 / count.max(1) as f64);
        [
            self.positions.to_string(),
            self.solved.to_string(),
            percent(self.solved as f64, count as f64),
            points,
            format!("{:.1}", self.depth as f64 / count as f64),
            (self.nodes / count as u64).to_string(),
            if self.solved > 0 { seconds(self.found_ms, self.solved) } else { "-".to_owned() },
        ]
    }
}

/// The table; with `themes` also a row for each theme. Results that are missing because an engine failed are left out.
pub(super) fn table(
    suites: &[Suite],
    engines: &[String],
    entries: &[Entry],
    themes: bool,
) -> String {
    let (entries, missing): (Vec<&Entry>, Vec<&Entry>) =
        entries.iter().partition(|entry| entry.error.is_none());
    let header =
        ["suite", "engine", "positions", "solved", "%", "points", "depth", "nodes", "s to solve"];
    let mut table = Table::new(2, &header);
    let mut row = |name: &str, engine: &String, entries: &[&Entry]| {
        let sums = Sums::of(entries.iter().copied().filter(|entry| entry.engine == *engine));
        if sums.positions > 0 {
            table.row([vec![name.to_owned(), engine.clone()], sums.cells().to_vec()].concat());
        }
    };
    for suite in suites {
        let of_suite: Vec<&Entry> =
            entries.iter().copied().filter(|it| it.suite == suite.name).collect();
        if themes {
            let theme_of: HashMap<usize, &str> =
                suite.tests.iter().map(|test| (test.line, test.theme())).collect();
            let mut names: Vec<&str> = suite.tests.iter().map(super::read::Test::theme).collect();
            let mut seen = HashSet::new();
            names.retain(|name| seen.insert(*name));
            for name in names.iter().filter(|_| names.len() > 1) {
                let mut theme = of_suite.clone();
                theme.retain(|entry| theme_of.get(&entry.line) == Some(name));
                let shown = if name.is_empty() { "(no theme)" } else { name };
                engines.iter().for_each(|engine| row(shown, engine, &theme));
            }
        }
        engines.iter().for_each(|engine| row(&suite.name, engine, &of_suite));
    }
    if suites.len() > 1 {
        engines.iter().for_each(|engine| row("all", engine, &entries));
    }
    let failed = match missing.len() {
        0 => String::new(),
        count => format!("{count} results are missing because the engine failed\n"),
    };
    format!("{table}{failed}{}", comparisons(engines, &entries))
}

/// For each two engines: positions that both, one, or neither solved.
fn comparisons(engines: &[String], entries: &[&Entry]) -> String {
    let mut solved: HashMap<(&str, usize), Vec<Option<bool>>> = HashMap::new();
    for entry in entries {
        let Some(index) = engines.iter().position(|it| *it == entry.engine) else { continue };
        let of = solved.entry((&entry.suite, entry.line));
        of.or_insert_with(|| vec![None; engines.len()])[index] = Some(entry.solved);
    }
    let mut table =
        Table::new(2, &["first", "second", "both", "first only", "second only", "neither"]);
    let mut rows = 0;
    for (a, first) in engines.iter().enumerate() {
        for (b, second) in engines.iter().enumerate().skip(a + 1) {
            let pairs = solved.values().filter_map(|it| it[a].zip(it[b]));
            let mut counts = [0_usize; 4];
            pairs.for_each(|(a, b)| counts[usize::from(!a) * 2 + usize::from(!b)] += 1);
            let [both, only_first, only_second, neither] = counts.map(|it| it.to_string());
            let names = [first.clone(), second.clone()];
            table.row([names.to_vec(), vec![both, only_first, only_second, neither]].concat());
            rows += 1;
        }
    }
    if rows == 0 { String::new() } else { format!("\n{table}") }
}

/// A line about one result.
pub(super) fn line(entry: &Entry) -> String {
    let id = if entry.id.is_empty() { String::new() } else { format!(" {}", entry.id) };
    let place = format!("{}: line {}{id}", entry.suite, entry.line);
    let text = match (&entry.error, &entry.san) {
        (Some(error), _) => format!("failed: {error}"),
        (None, None) => "no move".to_owned(),
        (None, Some(san)) => {
            let score = match (entry.mate, entry.cp) {
                (Some(moves), _) => format!("mate {moves}"),
                (None, Some(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
                (None, None) => "without a score".to_owned(),
            };
            let Effort { depth, nodes, time_ms } = entry.found.unwrap_or(entry.effort);
            let points = entry.points.zip(entry.most_points);
            let points =
                points.map_or(String::new(), |(has, most)| format!(", {has} of {most} points"));
            let word = if entry.solved { "solved" } else { "not solved" };
            let seconds = time_ms as f64 / 1000.0;
            let at = if entry.found.is_some() { "found at " } else { "" };
            format!(
                "{word}: {san} {score}, {at}depth {depth}, {nodes} nodes, {seconds:.3} s{points}"
            )
        }
    };
    format!("{place} [{}] {}: {text}", entry.wanted, entry.engine)
}
