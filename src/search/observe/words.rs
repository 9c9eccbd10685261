//! The search's own terms in the words that panels, exports and answers show.

use crate::rules::notation;
use crate::search::{Ending, NodeKind, OrderReason};

/// What part of the search a node belongs to, in words.
#[must_use]
pub const fn kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Root => "root",
        NodeKind::Principal => "PV",
        NodeKind::Cut => "cut",
        NodeKind::All => "all",
        NodeKind::Quiescence => "quiescence",
    }
}

/// Why a move stands where it stands, in words.
#[must_use]
pub const fn reason(reason: OrderReason) -> &'static str {
    match reason {
        OrderReason::Root => "last iteration",
        OrderReason::Table => "table move",
        OrderReason::GoodCapture => "good capture",
        OrderReason::Killer => "killer",
        OrderReason::CounterMove => "counter move",
        OrderReason::History => "history",
        OrderReason::BadCapture => "losing capture",
    }
}

/// Why a node ended, in words.
#[must_use]
pub fn ending(ending: &Ending) -> String {
    let fixed = match ending {
        Ending::Cutoff(mv) => return format!("cut off by {}", notation::uci(*mv)),
        Ending::Pruned(rule) => return rule.name().to_owned(),
        Ending::Repetition(ply) => return format!("repeats the position at ply {ply}"),
        Ending::Recognised(what) => return format!("recognised: {what}"),
        Ending::Complete => "all moves looked at",
        Ending::TableCut => "table cut-off",
        Ending::StandPat => "stand pat",
        Ending::GameRepetition => "third occurrence in the game",
        Ending::FiftyMoves => "fifty-move rule",
        Ending::InsufficientMaterial => "insufficient material",
        Ending::Mate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::MateDistance => "a shorter mate is known",
        Ending::Tablebase => "endgame table",
        Ending::PlyLimit => "longest line reached",
        Ending::Leaf => "depth used up",
    };
    fixed.to_owned()
}
