//! What a trace amounts to in figures.

use crate::index::Index;
use crate::record::{Bound, Enter, Entry, Exit, Flags};
use std::collections::BTreeMap;

/// Names that are counted one by one; further ones are counted together as number 0.
pub const MAX_NAMES: usize = 4096;

/// How often something happened, and the sum of its amounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub count: u64,
    /// The sum of the amounts: depth units of a change of depth, 0 otherwise.
    pub sum: i64,
}

/// Tallies by the number of a name.
pub type Tallies = BTreeMap<u64, Tally>;

/// The figures of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// Records of all kinds.
    pub records: u64,
    /// Those of headers and names, which are facts about the trace and no part of a search.
    pub headers: u64,
    /// Nodes recorded.
    pub visits: u64,
    /// Counted nodes: those recorded without [`Flags::UNCOUNTED`], and those the filter left out below them.
    pub counted: u64,
    /// Counted nodes that the filter left out.
    pub hidden: u64,
    /// Recorded nodes by type: unknown, PV, cut, all.
    pub types: [u64; 4],
    /// Recorded nodes by the flags of [`Flags::WORDS`].
    pub flags: [u64; 11],
    /// Nodes that were not left.
    pub unfinished: u64,
    /// The largest distance from the root.
    pub deepest: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Probes of the hash table.
    pub probes: u64,
    /// Probes that found something.
    pub hits: u64,
    /// Probes that ended their node.
    pub used: u64,
    /// Writes to the hash table.
    pub stores: u64,
    /// Nodes outside quiescence that ended with a score of at least beta and a best move after a move was searched.
    pub cutoffs: u64,
    /// Those in which only one move was searched.
    pub first_move_cutoffs: u64,
    /// Why nodes ended.
    pub reasons: Tallies,
    /// Moves left out, by rule.
    pub pruned: Tallies,
    /// Moves searched deeper or less deep.
    pub changes: Tallies,
}

pub(crate) fn tally(tallies: &mut Tallies, name: u64, amount: i64) {
    let room = tallies.len() < MAX_NAMES || tallies.contains_key(&name);
    let tally = tallies.entry(if room { name } else { 0 }).or_default();
    tally.count += 1;
    tally.sum = tally.sum.saturating_add(amount);
}

impl Stat {
    pub(crate) fn enter(&mut self, enter: &Enter, ply: u64) {
        self.visits += 1;
        self.counted = self.counted.saturating_add(u64::from(!enter.flags.has(Flags::UNCOUNTED)));
        self.types[enter.flags.node_type() as usize] += 1;
        for (count, (flag, _)) in self.flags.iter_mut().zip(Flags::WORDS) {
            *count += u64::from(enter.flags.has(flag));
        }
        self.deepest = self.deepest.max(ply);
    }

    pub(crate) fn exit(&mut self, enter: &Enter, exit: &Exit, moves: u64) {
        self.hidden = self.hidden.saturating_add(exit.hidden);
        self.counted = self.counted.saturating_add(exit.hidden);
        if let Some(reason) = exit.reason {
            tally(&mut self.reasons, reason, 0);
        }
        let high = exit.bound_in(enter) == Bound::Lower && !exit.best.is_none();
        if high && moves > 0 && !enter.flags.has(Flags::QUIESCENCE) {
            self.cutoffs += 1;
            self.first_move_cutoffs += u64::from(moves == 1);
        }
    }

    pub(crate) fn probe(&mut self, entry: &Entry) {
        self.probes += 1;
        self.hits += u64::from(entry.bound != Bound::None);
        self.used += u64::from(entry.used);
    }

    /// The figures that have one number each, with their names.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, u64)> {
        let mut figures = vec![
            ("records of searches", self.records.saturating_sub(self.headers)),
            ("nodes recorded", self.visits),
            ("nodes counted", self.counted),
            ("nodes not recorded", self.hidden),
            ("nodes unfinished", self.unfinished),
            ("deepest ply", self.deepest),
            ("PV nodes", self.types[1]),
            ("cut nodes", self.types[2]),
            ("all nodes", self.types[3]),
        ];
        figures
            .extend(Flags::WORDS.iter().zip(self.flags).map(|((_, word), count)| (*word, count)));
        figures.extend([
            ("evaluations", self.evaluations),
            ("TT probes", self.probes),
            ("TT hits", self.hits),
            ("TT cut-offs", self.used),
            ("TT stores", self.stores),
            ("cut-offs outside quiescence", self.cutoffs),
            ("cut-offs outside quiescence by the first move", self.first_move_cutoffs),
        ]);
        figures
    }
}

impl Index {
    /// The figures as lines of text: searches, iterations, counts, rules.
    #[must_use]
    pub fn report(&self) -> Vec<String> {
        let mut lines = vec![String::new(), "search  nodes counted  by the engine".to_owned()];
        for (number, search) in self.searches.iter().enumerate() {
            // The iterations are in the order of their searches.
            let end = self.iterations.partition_point(|it| it.search <= number as u64);
            let last = self.iterations[..end].last().filter(|it| it.search == number as u64);
            let is_open = last.is_some_and(|last| last.has_root && last.result.is_none());
            let is_cut_off = is_open && self.stat.hidden > 0;
            let start = self.iterations.partition_point(|it| it.search < number as u64);
            let lacks_root = self.header("filter").is_some()
                && self.iterations[start..end].iter().any(|it| !it.has_root);
            let (said, verdict) = match search.end {
                Some((nodes, ..)) if nodes == search.nodes => (nodes.to_string(), "equal"),
                // Open nodes lose the number of those below them that are not recorded.
                Some((nodes, ..)) if nodes > search.nodes && is_cut_off => {
                    (nodes.to_string(), "not comparable: stopped, with nodes not recorded")
                }
                // Nobody counted what is below a root that is not recorded.
                Some((nodes, ..)) if nodes > search.nodes && lacks_root => {
                    (nodes.to_string(), "not comparable: a filter left out a root")
                }
                Some((nodes, ..)) => (nodes.to_string(), "different"),
                None => ("–".to_owned(), "not ended"),
            };
            let nodes = search.nodes;
            lines.push(format!("{:>6}  {nodes:>13}  {said:>13}  {verdict}", number + 1));
        }
        lines.push(String::new());
        let has_lines = self.iterations.iter().any(|iteration| iteration.line > 1);
        let line = if has_lines { "  line" } else { "" };
        lines.push(format!(
            "search  iteration  depth{line}           window      nodes   score  best"
        ));
        for (at, iteration) in self.iterations.iter().enumerate() {
            let number = self.number_in_search(at);
            let [score, best] = iteration.result_words(self);
            let window = format!("{}..{}", iteration.alpha, iteration.beta);
            let depth = self.plies(iteration.depth);
            let (search, nodes) = (iteration.search + 1, iteration.nodes);
            let line = if has_lines { format!("  {:>4}", iteration.line) } else { String::new() };
            let row = format!(
                "{search:>6}  {number:>9}  {depth:>5}{line}  {window:>15} {nodes:>10} {score:>7}  {best}"
            );
            lines.push(row.trim_end().to_owned());
        }
        lines.push(String::new());
        let headers = ("headers and names", self.stat.headers);
        let figures = std::iter::once(headers).chain(self.stat.figures());
        let figures = figures.filter(|(_, figure)| *figure > 0);
        lines.extend(figures.map(|(name, figure)| format!("{figure:>12}  {name}")));
        let kinds = [
            ("nodes ended by", &self.stat.reasons),
            ("moves not searched by", &self.stat.pruned),
            ("moves with another depth by", &self.stat.changes),
        ];
        for (title, tallies) in kinds.iter().filter(|(_, tallies)| !tallies.is_empty()) {
            lines.extend([String::new(), (*title).to_owned()]);
            for (name, tally) in self.by_name(tallies) {
                let plies = match tally.sum {
                    0 => String::new(),
                    sum => format!(", plies in all: {}", self.plies(sum)),
                };
                lines.push(format!("{:>12}  {name}{plies}", tally.count));
            }
        }
        lines
    }
}
