//! The state of the board on the screen.

use crate::rules::{Move, Square};

/// The state of the board on the screen: cursor, selected piece, and what is marked.
#[derive(Clone, Debug)]
pub struct BoardState {
    /// Where the keyboard's cursor is.
    pub cursor: Square,
    /// Is the cursor shown? It is hidden when a move is made in another way.
    pub cursor_shown: bool,
    /// The square of the piece that was picked up.
    pub picked: Option<Square>,
    /// Are squares coloured by the network's activity?
    pub heat: bool,
    /// Is the engine's best move marked?
    pub best: bool,
    /// A hint that was asked for.
    pub hint: Option<Move>,
    /// The move that was refused last, as it was entered.
    pub refused: Option<String>,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            cursor: Square::E2,
            cursor_shown: false,
            picked: None,
            heat: false,
            best: false,
            hint: None,
            refused: None,
        }
    }
}
