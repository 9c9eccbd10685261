//! Converts between the end of a game and PGN: the result, the `Termination` tag, and the reason that follows
//! from both and the last position.

use super::super::{End, Game, GameResult, NodeId, Termination};

/// The `Termination` tag's value, in the standard's words (PGN 9.8.1).
pub(super) const fn termination(end: Option<End>) -> &'static str {
    match end {
        None => "unterminated",
        Some(end) => match end.reason {
            Termination::FlagFall => "time forfeit",
            Termination::Abandoned => "abandoned",
            Termination::Adjudication => "adjudication",
            _ => "normal",
        },
    }
}

/// The standard value that corresponds to another program's `Termination` tag; unknown values count as `normal`.
fn termination_class(text: &str) -> &'static str {
    let lower = text.to_lowercase();
    let known = ["unterminated", "abandoned", "adjudication"];
    if let Some(class) = known.into_iter().find(|class| lower.contains(class)) {
        class
    } else if lower.contains("time") && !lower.contains("normal") {
        "time forfeit"
    } else {
        "normal"
    }
}

/// The end of a game read from a file: the given result, with the reason from the tag and the last position.
pub(super) fn end_from_tags(
    game: &Game,
    last: NodeId,
    result: GameResult,
    tag: Option<&str>,
) -> End {
    if let Some(end) = game.forced_end_at(last).filter(|end| end.result == result) {
        return end;
    }
    let reason = match tag.map(termination_class) {
        Some("time forfeit") => Termination::FlagFall,
        Some("abandoned") => Termination::Abandoned,
        Some("adjudication") => Termination::Adjudication,
        class => match (game.claim_at(last), class) {
            (Some(claim), _) if result == GameResult::Draw => claim.reason(),
            (_, None) => Termination::Unstated,
            _ if result == GameResult::Draw => Termination::Agreement,
            _ => Termination::Resignation,
        },
    };
    End { result, reason }
}
