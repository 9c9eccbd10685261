//! Layer 7: training from one's own mistakes. `exercise` finds the moments of annotated games, `store` keeps exercises and
//! answers as lines of RON, `schedule` plans their repetition with FSRS, `judge` searches an
//! answer, `collect` reads games, and `session` asks the exercises one after the other.

mod collect;
mod exercise;
mod judge;
mod schedule;
mod session;
mod store;
#[cfg(test)]
mod tests;

pub use collect::{AnalysedGame, CollectError, Collected, collect};
pub use exercise::{Exercise, Found, Phase, Theme, Whose, exercises_of};
pub use judge::{Judge, Verdict, shown_part};
pub use schedule::{Progress, due_at, plan, progress};
pub use session::{NODES, Session, Size, Task};
pub use store::{Answer, Store};
