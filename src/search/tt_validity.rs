//! Validity of the transposition table from search to search: when it must be cleared before the next one.

use super::{DrawByPly, Root, SearchOptions, SearchReport, TranspositionTable};
use crate::rules::{Color, Key};

/// The game of the last search, and whether the TT contains values that are valid only in that game.
#[derive(Clone, Debug, Default)]
pub(super) struct TtValidity {
    /// Keys of the game up to and including the last root.
    keys: Vec<Key>,
    turn: Option<Color>,
    /// Draws by a third occurrence may be stored in the TT as unconditional draws.
    game_draws: bool,
}

impl TtValidity {
    /// Starts a new generation of the TT, or clears it if its values are not valid at `root`.
    ///
    /// A stored draw by a third occurrence is valid only while the game continues, not after a takeback. Draw scores with
    /// contempt or by ply are valid only for the same side at the root.
    pub fn prepare(&mut self, root: &Root, options: &SearchOptions, tt: &TranspositionTable) {
        let continues = self.keys.is_empty()
            || root.history.starts_with(&self.keys)
            || self.keys.split_last() == Some((&root.position.key(), root.history.as_slice()));
        let sided = options.contempt != 0 || options.draw_by_ply == DrawByPly::On;
        let same_side = self.turn.is_none_or(|turn| turn == root.position.turn());
        if (continues || !self.game_draws) && (same_side || !sided) {
            tt.new_generation();
        } else {
            tt.clear();
            self.game_draws = false;
        }
    }

    /// Records the search of `root`.
    pub fn record(&mut self, root: &Root, report: &SearchReport) {
        self.keys.clear();
        self.keys.extend_from_slice(&root.history);
        self.keys.push(root.position.key());
        self.turn = Some(root.position.turn());
        self.game_draws |= report.shadow.game_draws > 0;
    }
}
