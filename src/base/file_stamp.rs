//! The state of a file by its metadata, which shows that another program changed or replaced it.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

/// Length, times and number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// In bytes.
    length: u64,
    modified: Option<SystemTime>,
    /// The number of the file, 0 where the system has none.
    number: u64,
    /// The time of the last change of state, which no program sets, in seconds and ns.
    state_changed: [i64; 2],
}

impl FileStamp {
    /// The stamp of a file with this metadata.
    pub fn of(about: &Metadata) -> Self {
        let (number, state_changed) = identity(about);
        Self { length: about.len(), modified: about.modified().ok(), number, state_changed }
    }

    /// The stamp of the file at `path`; `None` if there is none.
    pub fn at(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|about| Self::of(&about))
    }

    /// The stamp after the file was renamed to `path`, which changes the time of its last change of state.
    #[must_use]
    pub fn renamed(self, path: &Path) -> Self {
        let now = Self::at(path);
        now.filter(|now| Self { state_changed: self.state_changed, ..*now } == self).unwrap_or(self)
    }
}

#[cfg(unix)]
fn identity(about: &Metadata) -> (u64, [i64; 2]) {
    use std::os::unix::fs::MetadataExt as _;
    (about.ino(), [about.ctime(), about.ctime_nsec()])
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, [i64; 2]) {
    (0, [0; 2])
}
