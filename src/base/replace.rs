//! Replaces a file so that it is whole at any moment: the new text goes beside it, reaches the disk, and takes its name.
//! Reading files is not done here.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`. Whoever looks, also after a crash, finds the old content or the new, nothing between.
///
/// # Errors
/// What the file system says; the old file is then untouched.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path);
    let written = write_through(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // A half-written neighbour is of no use; that it cannot be removed either is the smaller trouble.
        let _ = fs::remove_file(&beside);
    }
    written?;
    settle_folder(path);
    Ok(())
}

/// A name in the same folder that no other process uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Brings the new name to the disk too. Not every system can do that to a folder, so a refusal is no failure.
fn settle_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
