//! Layer 6: training from one's own mistakes. `exercise` finds the moments of annotated games, `store` keeps exercises and
//! answers as lines of RON, `schedule` plans their repetition with FSRS, and `judge` searches an answer.

mod exercise;
mod judge;
mod schedule;
mod store;
#[cfg(test)]
mod tests;

pub use exercise::{Exercise, Found, MIN_LOSS, Phase, Theme, Whose, exercises_of};
pub use judge::{Judge, Verdict};
pub use schedule::{Progress, due_at, plan, progress};
pub use store::{Answer, Store};
