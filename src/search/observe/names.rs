//! Names of the search's terms for panels, exports and answers.

use crate::rules::{Position, notation};
use crate::search::{ExitReason, NodeType, OrderReason};

/// The name of a node type.
pub const fn kind(kind: NodeType) -> &'static str {
    match kind {
        NodeType::Root => "root",
        NodeType::Pv => "PV",
        NodeType::Cut => "cut",
        NodeType::All => "all",
        NodeType::Quiescence => "qsearch",
    }
}

/// The name of an order reason.
pub const fn reason(reason: OrderReason) -> &'static str {
    match reason {
        OrderReason::Root => "last iteration",
        OrderReason::TtMove => "TT move",
        OrderReason::GoodCapture => "good capture",
        OrderReason::Killer => "killer",
        OrderReason::CounterMove => "counter move",
        OrderReason::History => "history",
        OrderReason::BadCapture => "losing capture",
    }
}

/// The text of the exit reason of a node: its move in SAN with the node's position, else in UCI form.
pub fn ending(ending: &ExitReason, position: Option<&Position>) -> String {
    let fixed = match ending {
        ExitReason::Cutoff(mv) => {
            let name = position.map_or_else(|| notation::uci(*mv), |at| notation::san(at, *mv));
            return format!("beta cut-off by {name}");
        }
        ExitReason::Pruned(rule) => return rule.name().to_owned(),
        ExitReason::Repetition(ply) => return format!("repeats the position at ply {ply}"),
        ExitReason::Recognised(what) => return format!("recognised: {what}"),
        ExitReason::Complete => "all moves searched",
        ExitReason::TtCutoff => "TT cut-off",
        ExitReason::StandPat => "stand pat",
        ExitReason::GameRepetition => "third occurrence in the game",
        ExitReason::FiftyMoves => "fifty-move rule",
        ExitReason::InsufficientMaterial => "insufficient material",
        ExitReason::Mate => "checkmate",
        ExitReason::Stalemate => "stalemate",
        ExitReason::MateDistance => "mate distance pruning",
        ExitReason::Tablebase => "tablebase",
        ExitReason::PlyLimit => "maximum ply reached",
        ExitReason::Leaf => "leaf",
    };
    fixed.to_owned()
}
