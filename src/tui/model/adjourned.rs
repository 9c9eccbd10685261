//! Games that were left unfinished, in this run or an earlier one, as they are offered and listed. Finding and resuming them is the storage
//! thread's.

use crate::base::{Millis, number_of};
use crate::game::Game;
use crate::rules::Color;
use crate::tui::values::format::{clock_time, truncate};
use std::path::PathBuf;
use unicode_width::UnicodeWidthStr as _;

/// Half-moves of an unfinished game that its row shows at most.
const LAST_MOVES: usize = 8;

/// A game that was left unfinished.
#[derive(Clone, Debug)]
pub struct AdjournedGame {
    /// Its PGN file.
    pub record: PathBuf,
    /// The game where it stands, with stopped clocks.
    pub game: Game,
    /// Was it a board to analyse on?
    pub is_analysis: bool,
}

/// The note of a record that was a board to analyse on.
pub const ANALYSIS_NOTE: &str = "analysis";

/// What is said where there is none.
pub const NO_ADJOURNED: &str = "there are no adjourned games: a game under way becomes one when you leave it for a new game, or quit";

impl AdjournedGame {
    /// The moves that were made, each of both sides.
    pub fn moves(&self) -> usize {
        self.game.tree().node(self.game.current()).ply().div_ceil(2)
    }

    /// The last half-moves, at most `count` of them.
    pub fn last_moves(&self, count: usize) -> String {
        let sans = self.game.sans();
        let first = sans.len().saturating_sub(count);
        let before = if first > 0 { "… " } else { "" };
        format!("{before}{}", sans[first..].join(" "))
    }

    /// Who plays a side, with the rating or the level.
    fn player(&self, side: Color) -> String {
        let rating = self.game.players.get(side).elo;
        let rating = rating.map_or_else(String::new, |rating| format!(" {rating}"));
        format!("{}{rating}", self.game.player_name(side))
    }

    /// An unfinished game in a row: when it was begun, who plays, how far it is, the clocks, and the last moves.
    pub fn row(&self) -> String {
        format!("{}{}", self.heading(), self.last_moves(LAST_MOVES))
    }

    /// The same in `width` cells: with the last moves that fit as a whole.
    pub fn fitted_row(&self, width: usize) -> String {
        let heading = self.heading();
        let room = width.saturating_sub(heading.width());
        let mut moves = (1..=LAST_MOVES).rev().map(|count| self.last_moves(count));
        let moves = moves.find(|moves| moves.width() <= room);
        truncate(format!("{heading}{}", moves.unwrap_or_default()).trim_end(), width)
    }

    /// The row of an unfinished game without its moves.
    fn heading(&self) -> String {
        let game = &self.game;
        let date = game.tags.get("Date").unwrap_or("????.??.??");
        let players = match self.is_analysis {
            true => "analysis".to_owned(),
            false => [Color::White, Color::Black].map(|side| self.player(side)).join(" – "),
        };
        let clocks = [Color::White, Color::Black].map(|side| game.remaining(side, Millis(0)));
        let clocks = match clocks {
            [Some(white), Some(black)] => format!("{} {}", clock_time(white), clock_time(black)),
            [None, _] | [_, None] => "no clock".to_owned(),
        };
        let moves = number_of(self.moves(), "move");
        format!("{date}  {players:<26} {moves:>9}  {clocks:<11}  ")
    }
}
