//! Changes of the model by events other than commands, and what several commands share. No file, no thread, no clock: the
//! time comes with the event, and what is to be done outside goes back as effects.

pub mod annotate;
pub mod debug;
pub mod dialogs;
pub mod engine;
pub mod external;
pub mod inspect;
pub mod inspector_rows;
pub mod mouse;
pub mod moves;
pub mod new_game;
pub mod perft;
pub mod play;
mod ponder;
pub mod position_editor;
pub mod propagation;
pub mod review;
pub mod screen;
pub mod search;
mod seeds;
pub mod settings;
pub mod start;
pub mod storage;
pub mod tags;
pub mod traces;
pub mod training;
pub mod typing;
