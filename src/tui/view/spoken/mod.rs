//! The game in words, for the mode without a screen: moves as a player says them, the board by ranks, the pieces by kind,
//! clocks, scores, what is open. Each line is one announcement.

mod dialogs;
mod engine;
mod game;
mod help;
mod position;
mod words;

pub use dialogs::{dialog, field};
pub use engine::{evaluation, panel, reason};
pub use game::{clocks, last, players, standing, status, step};
pub use help::help;
pub use position::{board, diagram, legal_moves, look, pieces};
pub use words::{kind, line, role_name, time};
