//! Records in words, with the names of their trace.

use crate::index::Index;
use crate::record::{Bound, Entry, Record};
use crate::tree::Step;

fn entry(verb: &str, entry: &Entry) -> String {
    if entry.bound == Bound::None {
        return format!("{verb} nothing");
    }
    let used = if entry.used { ", used" } else { "" };
    let mv = if entry.mv.is_none() { String::new() } else { format!(", move {}", entry.mv) };
    format!("{verb} {}{} at depth {}{mv}{used}", entry.bound.sign(), entry.score, entry.depth)
}

impl Index {
    /// An event of a node in words, depths in plies; `None` for a child, and for an evaluation and an order, which are
    /// shown with the node.
    #[must_use]
    pub fn step_words(&self, step: &Step) -> Option<String> {
        let plies = |units: i64| {
            let unit = self.unit();
            if units % unit == 0 {
                (units / unit).to_string()
            } else {
                format!("{:.2}", units as f64 / unit as f64)
            }
        };
        let found = |e: &Entry| {
            let used = if e.used { ", used" } else { "" };
            let mv = if e.mv.is_none() { String::new() } else { format!(", move {}", e.mv) };
            format!("{}{} at depth {}{mv}{used}", e.bound.sign(), e.score, plies(e.depth))
        };
        Some(match step {
            Step::Child(_) | Step::Eval { .. } | Step::Order(_) => return None,
            Step::Probe(probe) if probe.bound == Bound::None => {
                "hash table held nothing".to_owned()
            }
            Step::Probe(probe) => format!("hash table held {}", found(probe)),
            Step::Store(store) => format!("hash table gets {}", found(store)),
            Step::Pruned { mv, rule, measured, limit } => {
                let rule = self.name(*rule);
                match mv.is_none() {
                    true => format!(
                        "other quiet moves not searched: {rule}, {measured} against {limit}"
                    ),
                    false => format!("{mv} not searched: {rule}, {measured} against {limit}"),
                }
            }
            Step::Change { mv, by, why } => {
                let sign = if *by > 0 { "+" } else { "" };
                format!("{mv} {sign}{} plies: {}", plies(*by), self.name(*why))
            }
            Step::Number { name, value } => format!("{} = {value}", self.name(*name)),
            Step::Comment(comment) => format!("\"{comment}\""),
        })
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
                format!("iteration {depth}, window {alpha} to {beta}, line {line}")
            }
            Record::Path(moves) => {
                let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
                format!("path {}", moves.join(" "))
            }
            Record::Enter(enter) => format!(
                "enter {}, depth {}, window {} to {}, {}",
                enter.mv,
                enter.depth,
                enter.alpha,
                enter.beta,
                enter.flags.words()
            ),
            Record::Eval { raw, corrected } => format!("evaluation {raw}, corrected {corrected}"),
            Record::Probe(probe) => entry("hash table held", probe),
            Record::Store(store) => entry("hash table gets", store),
            Record::Order(moves) => {
                let moves: Vec<String> =
                    moves.iter().map(|(mv, score)| format!("{mv} {score}")).collect();
                format!("order {}", moves.join(", "))
            }
            Record::Pruned { mv, rule, measured, limit } => {
                format!("{mv} not searched: {}, {measured} against {limit}", self.name(*rule))
            }
            Record::Change { mv, by, why } => format!("{mv} depth {by:+}: {}", self.name(*why)),
            Record::Exit(exit) => {
                let best = if exit.best.is_none() {
                    String::new()
                } else {
                    format!(", best {}", exit.best)
                };
                let reason =
                    exit.reason.map_or_else(String::new, |id| format!(", {}", self.name(id)));
                format!("exit {}{}{best}{reason}", exit.bound.sign(), exit.score)
            }
            Record::Number { name, value } => format!("{} = {value}", self.name(*name)),
            Record::Comment(comment) => format!("\"{}\"", text(comment)),
            Record::End { nodes, best, score } => {
                format!("end after {nodes} nodes, best {best}, score {score}")
            }
            Record::Unknown(tag) => format!("record '{}'", char::from(*tag).escape_default()),
        }
    }
}
