//! Records in words, with the names of their trace.

use crate::condition::Ending;
use crate::diff::Difference;
use crate::index::Index;
use crate::origin::{How, Link};
use crate::record::{Bound, Entry, Flags, Move, Record};
use crate::tree::{Node, Step};

/// A depth in plies, with as many decimals as tell all depths apart: records that differ must not read alike.
fn exact_plies(index: &Index, units: i64) -> String {
    let unit = index.unit();
    let places = (unit - 1).checked_ilog10().map_or(0, |tens| tens as usize + 1);
    plies_to(places, unit, units)
}

/// A depth in plies, with `places` decimals, at least two, unless it is a whole number.
fn plies_to(places: usize, unit: i64, units: i64) -> String {
    if units % unit == 0 {
        (units / unit).to_string()
    } else {
        format!("{:.*}", places.max(2), units as f64 / unit as f64)
    }
}

/// A number of nodes in words.
fn nodes_words(count: u64) -> String {
    format!("{count} {}", if count == 1 { "node" } else { "nodes" })
}

/// Plies to the longest mate that is told as one: beyond stand the scores of tablebases in many engines.
const MOST_MATE_PLIES: i64 = 245;
/// Moves of an order that are shown.
const ORDERED: usize = 12;

fn entry(index: &Index, e: &Entry, mv: impl Fn(Move) -> String) -> String {
    named_entry(index, e, &Names { mv: &mv, score: &|score| index.score_words(score) })
}

/// A table entry as a record shows it.
fn exact_entry(index: &Index, e: &Entry) -> String {
    let names = Names { mv: &|mv| mv.to_string(), score: &|score| index.exact_score(score) };
    named_entry(index, e, &names)
}

/// Moves in order with their scores, the first ones.
pub(crate) fn order(moves: &[(Move, i64)], name: impl Fn(Move) -> String) -> String {
    let shown = moves.iter().take(ORDERED).map(|(mv, score)| format!("{} {score}", name(*mv)));
    let mut words = shown.collect::<Vec<_>>().join(", ");
    if moves.is_empty() {
        words = "none".to_owned();
    } else if moves.len() > ORDERED {
        words += &format!(", and {} others", moves.len() - ORDERED);
    }
    words
}

fn named_entry(index: &Index, e: &Entry, names: &Names<'_>) -> String {
    if e.bound == Bound::None {
        return "none".to_owned();
    }
    let used = if e.used { ", cut-off" } else { "" };
    let best = if e.mv.is_none() { String::new() } else { format!(", move {}", (names.mv)(e.mv)) };
    let depth = exact_plies(index, e.depth);
    let ends = e.ends().map(|(bound, score)| format!("{}{}", bound.sign(), (names.score)(score)));
    let ends = ends.collect::<Vec<_>>().join(" and ");
    format!("{ends} at depth {depth}{best}{used}")
}

/// How moves and scores are written.
#[expect(missing_debug_implementations, reason = "closures have none")]
pub struct Names<'a> {
    /// A move of the node.
    pub mv: &'a dyn Fn(Move) -> String,
    /// A score.
    pub score: &'a dyn Fn(i64) -> String,
}

impl Difference {
    /// Where the traces part, in words: the search, the iteration, and the nodes before. `index` is that of the first
    /// trace; what comes before is equal in both.
    #[must_use]
    pub fn place_words(&self, index: &Index) -> String {
        let iteration = if self.iteration.is_some() {
            let at = index.iteration_at(self.sides[0].offset.saturating_sub(1));
            index.iteration_words(at.unwrap_or(0))
        } else {
            "before an iteration".to_owned()
        };
        format!("search {}, {iteration}, after {}", self.search, nodes_words(self.nodes))
    }
}

impl Node {
    /// Whether a null move led to it.
    #[must_use]
    pub fn is_null_move(&self) -> bool {
        self.enter.mv.is_none() && !self.enter.flags.has(Flags::SAME) && self.ply > 0
    }

    /// Its move as a tree shows it: `(same)` and `(no e2e4)` for the position above, `root`, else in UCI form.
    #[must_use]
    pub fn move_words(&self) -> String {
        match self.enter.mv {
            mv if self.enter.flags.has(Flags::SAME) && mv.is_none() => "(same)".to_owned(),
            mv if self.enter.flags.has(Flags::SAME) => format!("(no {mv})"),
            mv if mv.is_none() && !self.is_null_move() => "root".to_owned(),
            mv => mv.to_string(),
        }
    }
}

impl Index {
    /// A depth in plies: 3, or 2.75.
    #[must_use]
    pub fn plies(&self, units: i64) -> String {
        plies_to(2, self.unit(), units)
    }

    /// A score: a mate in moves as `#3` or `-#2` if the header states `mate`, else its number. Windows stay numbers, as two plies
    /// of a mate are one move.
    #[must_use]
    pub fn score_words(&self, score: i64) -> String {
        self.mate_words(score).unwrap_or_else(|| score.to_string())
    }

    /// A score with its number: records that differ must not read alike.
    fn exact_score(&self, score: i64) -> String {
        let mate = self.mate_words(score).map_or_else(String::new, |mate| format!(" ({mate})"));
        format!("{score}{mate}")
    }

    fn mate_words(&self, score: i64) -> Option<String> {
        let mate =
            self.header("mate")?.parse::<i64>().ok().filter(|mate| *mate > MOST_MATE_PLIES)?;
        let plies = mate.checked_sub(score.checked_abs()?)?;
        let moves = (0..=MOST_MATE_PLIES).contains(&plies).then_some((plies + 1) / 2)?;
        Some(format!("{}#{moves}", if score < 0 { "-" } else { "" }))
    }

    /// The engine and its version, as far as the header states them.
    #[must_use]
    pub fn engine_words(&self) -> String {
        let engine = self.header("engine").filter(|engine| !engine.is_empty());
        let version = self.header("version").unwrap_or("");
        let words = format!("{} {version}", engine.unwrap_or("an engine without a name"));
        words.trim_end().to_owned()
    }

    /// The number of an iteration in its search, from 1, repeated ones counted.
    #[must_use]
    pub fn number_in_search(&self, at: usize) -> usize {
        let search = self.iterations.get(at).and_then(|it| self.searches.get(it.search as usize));
        let first = search.map_or(0, |search| search.iterations as usize);
        at.saturating_sub(first) + 1
    }

    /// An iteration in words: its number in the search, its depth, and the multi-PV line from the second on.
    #[must_use]
    pub fn iteration_words(&self, at: usize) -> String {
        let Some(iteration) = self.iterations.get(at) else { return "no iteration".to_owned() };
        let number = self.number_in_search(at);
        let line = match iteration.line {
            0 | 1 => String::new(),
            line => format!(", line {line}"),
        };
        format!("iteration {number} to depth {}{line}", exact_plies(self, iteration.depth))
    }

    /// A table entry in words, its move in UCI form.
    #[must_use]
    pub fn entry_words(&self, found: &Entry) -> String {
        entry(self, found, |mv| mv.to_string())
    }

    /// How the score of a link came to its node, in words.
    #[must_use]
    pub fn link_words(&self, link: &Link, names: &Names<'_>) -> String {
        match link.how {
            How::Child => match link.node.exit.map(|exit| exit.best).filter(|best| !best.is_none())
            {
                Some(best) => format!("from {}", (names.mv)(best)),
                None => "from the move below".to_owned(),
            },
            How::Same => "from another search of this position".to_owned(),
            How::Entry(found) => {
                let (entry, by) = (named_entry(self, &found, names), self.rule_words(&link.node));
                format!("{by}from the TT: {entry}, stored by")
            }
            How::Lost(found) => {
                let (entry, by) = (named_entry(self, &found, names), self.rule_words(&link.node));
                format!("{by}from the TT: {entry}; the node that stored it is not in the trace")
            }
            How::Pruned { mv, rule, measured } => {
                let (rule, score) = (self.name(rule), (names.score)(measured));
                if mv.is_none() {
                    format!("from the pruned quiet moves ({rule}, {score})")
                } else {
                    format!("from the pruned move {} ({rule}, {score})", (names.mv)(mv))
                }
            }
            How::Leaf => self.made_words(&link.node, names.score, |[raw, corrected]| {
                format!("evaluation {raw}, corrected {corrected}")
            }),
            How::Lazy => self.made_words(&link.node, names.score, |[raw, bound]| {
                format!("{bound} by lazy evaluation ({raw} in full)")
            }),
            How::Unfinished => "the search stopped here".to_owned(),
            How::Unrecorded => "the node below is not recorded".to_owned(),
        }
    }

    /// The rule that made the score of a node from an entry's bound, with a space behind it.
    fn rule_words(&self, node: &Node) -> String {
        match self.ending(node) {
            Ending::Rule(rule) if node.probe.map(|it| it.score) != node.exit.map(|it| it.score) => {
                format!("by {rule} ")
            }
            _ => String::new(),
        }
    }

    /// How a leaf got its score, in words: `evaluated` gives those for its evaluation.
    fn made_words(
        &self,
        node: &Node,
        score: impl Fn(i64) -> String,
        evaluated: impl Fn([String; 2]) -> String,
    ) -> String {
        let bound = if node.bound() == Bound::Exact { "here" } else { "here, as a bound" };
        let eval = node.eval.map_or_else(String::new, |(raw, corrected)| {
            format!(", {}", evaluated([raw, corrected].map(&score)))
        });
        format!("made {bound}: {}{eval}", self.ending(node))
    }

    /// An event of a node in words, depths in plies and moves as `mv` names them; `None` for a child and an evaluation, which
    /// are shown with the node.
    #[must_use]
    pub fn step_words(&self, step: &Step, mv: impl Fn(Move) -> String) -> Option<String> {
        Some(match step {
            Step::Child(_) | Step::Eval { .. } => return None,
            Step::Order(moves) => format!("order: {}", order(moves, mv)),
            Step::Probe(probe) => format!("TT entry: {}", entry(self, probe, mv)),
            Step::Store(store) => format!("TT store: {}", entry(self, store, mv)),
            Step::Pruned { mv: skipped, rule, measured, limit } => {
                let moves =
                    if skipped.is_none() { "other quiet moves".to_owned() } else { mv(*skipped) };
                format!("{moves} not searched: {}, {measured} against {limit}", self.name(*rule))
            }
            Step::Change { mv: changed, by, why } => self.change_words(*changed, *by, *why, mv),
            Step::Number { name, value } => format!("{} = {value}", self.name(*name)),
            Step::Comment(comment) => format!("\"{comment}\""),
        })
    }

    /// A change of depth in words: of a move as `name` writes it, or of the node.
    fn change_words(&self, mv: Move, by: i64, why: u64, name: impl Fn(Move) -> String) -> String {
        let what = if mv.is_none() { "this node".to_owned() } else { name(mv) };
        let sign = if by > 0 { "+" } else { "" };
        format!("{what} {sign}{} plies: {}", exact_plies(self, by), self.name(why))
    }

    /// A record in words.
    #[must_use]
    pub fn words(&self, record: &Record<'_>) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match record {
            Record::Header { key, value } => format!("{} = {}", text(key), text(value)),
            Record::Name { id, text: name } => format!("name {id} is {}", text(name)),
            Record::Search { fen, moves } => {
                let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
                format!("search of {} {}", text(fen), moves.join(" ")).trim_end().to_owned()
            }
            Record::Iteration { depth, alpha, beta, line } => {
                format!(
                    "iteration {}, window {alpha} to {beta}, line {line}",
                    exact_plies(self, *depth)
                )
            }
            Record::Path(moves) => {
                let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
                format!("path {}", moves.join(" "))
            }
            Record::Enter(enter) => {
                let (mv, depth) = (enter.mv, exact_plies(self, enter.depth));
                let words =
                    format!("enter {mv}, depth {depth}, window {} to {}", enter.alpha, enter.beta);
                match enter.flags.words() {
                    flags if flags.is_empty() => words,
                    flags => format!("{words}, {flags}"),
                }
            }
            Record::Eval { raw, corrected } => format!("evaluation {raw}, corrected {corrected}"),
            Record::Probe(probe) => {
                format!("TT entry: {}", exact_entry(self, probe))
            }
            Record::Store(store) => {
                format!("TT store: {}", exact_entry(self, store))
            }
            Record::Order(moves) => {
                let moves: Vec<String> =
                    moves.iter().map(|(mv, score)| format!("{mv} {score}")).collect();
                format!("order {}", moves.join(", "))
            }
            Record::Pruned { mv, rule, measured, limit } => {
                format!("{mv} not searched: {}, {measured} against {limit}", self.name(*rule))
            }
            Record::Change { mv, by, why } => {
                self.change_words(*mv, *by, *why, |mv| mv.to_string())
            }
            Record::Exit(exit) => {
                let best = if exit.best.is_none() {
                    String::new()
                } else {
                    format!(", best {}", exit.best)
                };
                let reason =
                    exit.reason.map_or_else(String::new, |id| format!(", {}", self.name(id)));
                let hidden = match exit.hidden {
                    0 => String::new(),
                    hidden => format!(", {} below not recorded", nodes_words(hidden)),
                };
                let score = self.exact_score(exit.score);
                format!("exit {}{score}{best}{reason}{hidden}", exit.bound.sign())
            }
            Record::Number { name, value } => format!("{} = {value}", self.name(*name)),
            Record::Comment(comment) => format!("\"{}\"", text(comment)),
            Record::End { nodes, best, score } => {
                let score = self.exact_score(*score);
                format!("end after {nodes} nodes, best {best}, score {score}")
            }
            Record::Unknown(tag) => format!("record '{}'", char::from(*tag).escape_default()),
        }
    }
}
