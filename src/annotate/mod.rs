//! Floor 5: games annotated. Every move searched, judged, and explained where chances were lost.
//!
//! `look` says what is to be searched, `crew` searches it, `journal` keeps what was found, and `examine` lets them work
//! together; `chances` and `accuracy` hold the formulas, `reason`, `tactics` and `material` the words, and `verdict`
//! writes it all into the game; `alone` is one game from end to end. The files of `lucena annotate` are `batch`'s, the game on the screen is `tui`'s.

pub mod accuracy;
mod alone;
pub mod chances;
mod crew;
mod effort;
mod examine;
mod journal;
pub mod look;
pub mod material;
mod progress;
pub mod reason;
pub mod tactics;
#[cfg(test)]
mod tests;
pub mod verdict;

pub use alone::{Order, Told, annotate_alone};
pub use chances::Judgement;
pub use crew::{Crew, with_crew};
pub use effort::Effort;
pub use examine::{Examination, News};
pub use journal::{Journal, Run};
pub use look::{Course, Finding, Findings, Look, Scope};
pub use progress::{Meter, Progress};
pub use reason::Reason;
pub use verdict::{Account, Annotations, Verdict};

use crate::game::pgn::PgnError;
use std::path::{Path, PathBuf};

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// The games cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A journal that cannot be continued.
    #[error(
        "{}: kept by a run with other games, limits or another version; finish that run or remove the file",
        .0.display()
    )]
    OtherRun(PathBuf),
    /// A finding could not be written down.
    #[error("journal: {0}")]
    Journal(String),
    /// No engine could be made.
    #[error("engine: {0}")]
    Engine(String),
    /// Every engine died in a search.
    #[error("the engine died while searching")]
    EngineDied,
    /// Told to stop. The journal keeps what was found.
    #[error("stopped; the same command goes on from here")]
    Stopped,
    /// Neither time nor depth nor nodes.
    #[error("effort: give a time, a depth or a number of nodes")]
    NoEffort,
}

impl AnnotateError {
    /// Something that happened to a file.
    #[must_use]
    pub fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}
