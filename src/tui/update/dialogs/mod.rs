//! What is open over the screen: opening it, its keys, and what an answer does.

mod adjourned;
mod answers;
mod keys;
mod leaving;
mod library;
mod lines;
mod opening;

pub use adjourned::{adjourned, discard, offers_adjourned};
pub use answers::{close, confirm, leave_typing};
pub use keys::{click_field, enter, erase, step_choice, step_field};
pub use leaving::{changes_kept, leave_saved, save_and_leave, stay};
pub use library::{games_with_position, show_statistics, sort, statistics, summary};
pub use lines::answer_line;
pub use opening::{
    FIRST_LEVEL, games, is_filled_in, list, new_game, open, open_settings, player, strengths,
};
