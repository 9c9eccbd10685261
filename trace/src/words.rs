//! Records in words, with the names of their trace.

use crate::index::Index;
use crate::record::{Bound, Entry, Record};

fn entry(verb: &str, entry: &Entry) -> String {
    if entry.bound == Bound::None {
        return format!("{verb} nothing");
    }
    let used = if entry.used { ", used" } else { "" };
    let mv = if entry.mv.is_none() { String::new() } else { format!(", move {}", entry.mv) };
    format!("{verb} {}{} at depth {}{mv}{used}", entry.bound.sign(), entry.score, entry.depth)
}

impl Index {
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
