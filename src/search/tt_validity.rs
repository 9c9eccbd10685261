//! What the table still owes to the game of the searches before: when it must be cleared for the next one.

use super::{DrawByPly, Root, SearchOptions, SearchReport};
use crate::rules::{Color, Key};

/// The game behind the last search, and whether the table holds values that only that game made.
#[derive(Clone, Debug, Default)]
pub(super) struct TtValidity {
    /// Keys of the game up to and including the last root.
    keys: Vec<Key>,
    turn: Option<Color>,
    /// Third occurrences against the game were met and may stand in the table as unconditional draws.
    game_draws: bool,
}

impl TtValidity {
    /// May what the table holds be believed at `root`?
    ///
    /// A draw by a third occurrence is as good as stored only while the game goes on; after a takeback it is none.
    /// Draw scores that favour a side belong to the side at the root.
    pub(super) fn is_valid_for(&self, root: &Root, options: &SearchOptions) -> bool {
        let continues = self.keys.is_empty()
            || root.history.starts_with(&self.keys)
            || self.keys.split_last() == Some((&root.position.key(), root.history.as_slice()));
        let sided = options.contempt != 0 || options.draw_by_ply == DrawByPly::On;
        let same_side = self.turn.is_none_or(|turn| turn == root.position.turn());
        (continues || !self.game_draws) && (same_side || !sided)
    }

    /// Remembers the search of `root`; `served` tells what was done with the table before it.
    pub(super) fn record(&mut self, root: &Root, report: &SearchReport, served: TtPreparation) {
        self.keys.clear();
        self.keys.extend_from_slice(&root.history);
        self.keys.push(root.position.key());
        self.turn = Some(root.position.turn());
        let kept = served == TtPreparation::Kept && self.game_draws;
        self.game_draws = kept || report.shadow.game_draws > 0;
    }
}

/// What was done with the table before a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TtPreparation {
    /// It was believed.
    Kept,
    /// It was cleared.
    Cleared,
}
