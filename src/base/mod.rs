//! Layer 0: scores, units, the seeded random generator, and helpers for files, text and memory. Imports no other module.

pub mod atomic_write;
mod attributes;
pub mod bound;
mod category;
mod caught_panic;
pub mod delayed_loss;
mod error_chain;
mod file_ending;
pub mod file_stamp;
mod fnv;
pub mod ibv;
mod lock;
pub mod memory;
pub mod random;
pub mod read;
pub mod ron_text;
pub mod sanitise;
pub mod score;
mod standard_output;
pub mod table;
pub mod units;
pub mod unix_time;

#[cfg(test)]
mod tests;

pub use atomic_write::{
    check_directory, check_writing, create_dir, create_private_dir, folder_of, link_target,
    write_atomic, write_atomic_with, write_new, write_new_with,
};
pub use bound::{Bound, Interval, bound_text, bounded};
pub use category::Category;
pub use caught_panic::{CaughtPanic, caught, caught_result};
pub use delayed_loss::DelayedLoss;
pub use error_chain::error_chain;
pub use file_ending::{UnknownEnding, by_ending};
pub use file_stamp::FileStamp;
pub use fnv::{FNV_BASIS, fnv};
pub use ibv::Ibv;
pub use lock::{ChangeLock, lock};
pub use random::{Random, drawn_seed};
pub use read::{open_file, open_regular, read_at_most, read_text, read_text_at_most};
pub use ron_text::{
    RON_DIALECT, RonError, UniqueMap, read_ron, ron_entries, ron_fields, ron_items, ron_words,
};
pub use sanitise::{sanitise, sanitise_lines, shortened};
pub use score::{Score, pawns};
pub use standard_output::StandardOutput;
pub use table::Table;
pub use units::{Depth, Elo, Millis, Ply, number_of};
pub use unix_time::unix_seconds;
