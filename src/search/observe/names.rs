//! The search's own terms in the words that panels, exports and answers show.

use crate::rules::notation;
use crate::search::{ExitReason, NodeType, OrderReason};

/// What part of the search a node belongs to, in words.
#[must_use]
pub const fn kind(kind: NodeType) -> &'static str {
    match kind {
        NodeType::Root => "root",
        NodeType::Pv => "PV",
        NodeType::Cut => "cut",
        NodeType::All => "all",
        NodeType::Quiescence => "quiescence",
    }
}

/// Why a move stands where it stands, in words.
#[must_use]
pub const fn reason(reason: OrderReason) -> &'static str {
    match reason {
        OrderReason::Root => "last iteration",
        OrderReason::TtMove => "table move",
        OrderReason::GoodCapture => "good capture",
        OrderReason::Killer => "killer",
        OrderReason::CounterMove => "counter move",
        OrderReason::History => "history",
        OrderReason::BadCapture => "losing capture",
    }
}

/// Why a node ended, in words.
#[must_use]
pub fn ending(ending: &ExitReason) -> String {
    let fixed = match ending {
        ExitReason::Cutoff(mv) => return format!("cut off by {}", notation::uci(*mv)),
        ExitReason::Pruned(rule) => return rule.name().to_owned(),
        ExitReason::Repetition(ply) => return format!("repeats the position at ply {ply}"),
        ExitReason::Recognised(what) => return format!("recognised: {what}"),
        ExitReason::Complete => "all moves looked at",
        ExitReason::TtCutoff => "table cut-off",
        ExitReason::StandPat => "stand pat",
        ExitReason::GameRepetition => "third occurrence in the game",
        ExitReason::FiftyMoves => "fifty-move rule",
        ExitReason::InsufficientMaterial => "insufficient material",
        ExitReason::Mate => "checkmate",
        ExitReason::Stalemate => "stalemate",
        ExitReason::MateDistance => "a shorter mate is known",
        ExitReason::Tablebase => "endgame table",
        ExitReason::PlyLimit => "longest line reached",
        ExitReason::Leaf => "depth used up",
    };
    fixed.to_owned()
}
