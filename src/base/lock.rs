//! Keeps two processes from writing to one file, and from changing one file at the same time.

#[cfg(unix)]
use super::atomic_write::folder_of;
use super::atomic_write::link_target;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Locks a file for this process until it is closed, without waiting.
///
/// # Errors
/// [`io::ErrorKind::WouldBlock`] if another process has it, or why the system cannot lock it.
pub fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => {
            io::Error::new(io::ErrorKind::WouldBlock, "another process writes to it")
        }
        TryLockError::Error(source) => {
            io::Error::new(source.kind(), format!("cannot be locked: {source}"))
        }
    })
}

/// The longest wait for another process. One that holds the lock for longer was stopped, or writes a file of gigabytes; what it
/// writes is then still compared before the file is replaced.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Time between two attempts.
const RETRY: Duration = Duration::from_millis(2);

/// Held while a file is read, changed and replaced, so that no other Lucena changes it in between. Where the system cannot lock, or
/// another process keeps the lock for long, nothing is held.
#[derive(Debug)]
#[must_use = "the lock is released when it is dropped"]
pub struct ChangeLock {
    _file: Option<File>,
}

impl ChangeLock {
    /// Waits for the lock of the file at `path`, which need not exist; its folder should.
    pub fn of(path: &Path) -> Self {
        Self::of_within(path, LONGEST_WAIT)
    }

    fn of_within(path: &Path, longest: Duration) -> Self {
        let Ok(file) = lock_file(path) else { return Self { _file: None } };
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Self { _file: Some(file) },
                Err(TryLockError::WouldBlock) if begun.elapsed() < longest => {
                    thread::sleep(RETRY);
                }
                Err(_) => return Self { _file: None },
            }
        }
    }
}

/// The folder of the file: the file itself is replaced, and a further file would be left behind among the user's.
#[cfg(unix)]
fn lock_file(path: &Path) -> io::Result<File> {
    File::open(folder_of(&link_target(path)?))
}

/// A file in the folder of temporary files, because folders cannot be locked.
#[cfg(not(unix))]
fn lock_file(path: &Path) -> io::Result<File> {
    let path = std::path::absolute(link_target(path)?)?;
    let number = super::fnv(super::FNV_BASIS, path.as_os_str().as_encoded_bytes());
    let name = std::env::temp_dir().join(format!("lucena-{number:016x}.lock"));
    File::options().create(true).truncate(false).write(true).open(name)
}

#[cfg(test)]
mod tests {
    use super::ChangeLock;
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn the_lock_of_a_file_waits_for_the_one_before_but_not_for_ever() {
        let folder = std::env::temp_dir().join(format!("lucena-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("missing");
        let first = ChangeLock::of(&file);
        assert!(ChangeLock::of_within(&file, Duration::ZERO)._file.is_none());
        thread::scope(|scope| {
            let second = scope.spawn(|| ChangeLock::of_within(&file, Duration::MAX));
            drop(first);
            assert!(second.join().unwrap()._file.is_some());
        });
        assert!(ChangeLock::of(Path::new("/no/such/folder/file"))._file.is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
