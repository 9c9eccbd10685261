//! Words on the choice of a move by the strength dial.

use crate::engine::Report;
use crate::rules::notation;
use crate::strength::human::DEPTHS;
use std::cmp::Ordering;

/// The depth of the human model's scores, in plies: the last one to which all moves were searched.
pub fn value_depth(report: &Report) -> u16 {
    report.search.depth.min(DEPTHS as u16)
}

/// Why the best move of the account is not the first line of the search: the human model compares moves with what a longer search
/// prefers, and a search that ends within an iteration has lines of two depths. `name` names a move.
pub fn other_preference(report: &Report, name: impl Fn(&str) -> String) -> Option<String> {
    let weakened = report.dial.weakened.as_ref().filter(|it| !it.mates_lone_king)?;
    let line = report.search.lines.first()?;
    let first = notation::uci(*line.moves.first()?);
    if first == weakened.best.uci {
        return None;
    }
    let is_played = weakened.played.uci == weakened.best.uci;
    let (first, best) = (name(&first), name(&weakened.best.uci));
    match (&weakened.human, line.score.cmp(&weakened.best.score)) {
        (Some(_), Ordering::Greater) => Some(format!(
            "the longer search prefers {best}; at depth {} {first} scores better",
            value_depth(report)
        )),
        (Some(_), Ordering::Equal) => Some(format!("{first} scores the same as {best}")),
        (None, _) if is_played => {
            Some(format!("the last iteration, which is not complete, prefers {first}"))
        }
        (Some(_) | None, _) => None,
    }
}
