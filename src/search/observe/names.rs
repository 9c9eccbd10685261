//! Names of the search's terms for panels, exports and answers.

use crate::rules::{Position, notation};
use crate::search::ExitReason;

/// The text of the exit reason of a node: its move in SAN with the node's position, else in UCI form.
pub fn ending(ending: &ExitReason, position: Option<&Position>) -> String {
    match ending {
        ExitReason::Cutoff(mv) => {
            let name = position.map_or_else(|| notation::uci(*mv), |at| notation::san(at, *mv));
            format!("beta cut-off by {name}")
        }
        ExitReason::Repetition(ply) => format!("repeats the position at ply {ply}"),
        ExitReason::UpcomingRepetition(ply) => format!("can go back to the position at ply {ply}"),
        ExitReason::Recognised(what) => format!("recognised: {what}"),
        _ => ending.name().to_owned(),
    }
}
