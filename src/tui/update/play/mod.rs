//! Playing: the course of a game, its end, taking back, and showing earlier positions and other games.

mod continuation;
mod course;
mod ending;
mod opened;
mod take_back;
mod viewing;

pub use continuation::play_on;
pub use course::{
    after_engine_move, check_flag, end_pause, go_on, make, orient_board, set_end, stand_still,
    start_clock, suspend, toggle_pause, user_move,
};
pub use ending::{abandon, agree_draw, ask_resign, claim_draw, offer_draw, resign};
pub use opened::{changes_saved, end_review, open, record_started, resume, review};
pub use take_back::{ask_take_back, redo, take_back};
pub use viewing::{add_variation, back, first, forward, last, show_recorded, view_node};
