//! Keeps two processes from writing to one file.

use std::fs::{File, TryLockError};
use std::io;

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
