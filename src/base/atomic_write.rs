//! Atomic replacement of a file: the new content goes to a temporary file in the same directory, is synced to disk, and
//! is renamed over the old file. Also creates private directories. Reading files is not done here.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path` atomically: a reader, also after a crash, finds either the old or the new content.
/// Keeps the permissions of an existing file, and follows a symbolic link.
///
/// # Errors
/// The I/O error; the old file is then unchanged.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(path).ok().map(|about| about.permissions());
    let beside = temporary_path(path);
    // A file with this name was left by a crashed process, or is an attacker's symbolic link: never write through it.
    let _ = fs::remove_file(&beside);
    let written = File::create_new(&beside)
        .and_then(|file| write_and_sync(file, permissions, bytes))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Best effort: the write error is reported, an error of this removal is not.
        let _ = fs::remove_file(&beside);
    }
    written?;
    sync_directory(path);
    Ok(())
}

/// A name in the same directory that no other process uses.
fn temporary_path(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write_and_sync(mut file: File, mode: Option<Permissions>, bytes: &[u8]) -> io::Result<()> {
    if let Some(mode) = mode {
        file.set_permissions(mode)?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Syncs the directory of `path`, so that the rename is on disk. Not every system supports it: errors are ignored.
fn sync_directory(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// Creates the directory `path` and its missing parents with permission 0700.
/// Source: XDG Base Directory Specification, "created with permission 0700".
///
/// # Errors
/// The I/O error.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{create_private_dir, write_and_sync, write_atomic};
    use std::fs::{self, File, Permissions};
    use std::io::ErrorKind;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("lucena-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        create_private_dir(&path.join("deep")).unwrap();
        path
    }

    #[test]
    fn permissions_and_links_stay() {
        let folder = folder("replace");
        let (file, link) = (folder.join("file"), folder.join("deep/link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("../file", &link).unwrap();
        write_atomic(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        let deep = fs::metadata(folder.join("deep")).unwrap();
        assert_eq!(deep.permissions().mode() & 0o777, 0o700);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_lies_under_the_name_beside_is_not_written_through() {
        let folder = folder("trap");
        let (file, victim) = (folder.join("file"), folder.join("victim"));
        fs::write(&victim, "mine").unwrap();
        symlink(&victim, folder.join(format!(".file.{}.tmp", std::process::id()))).unwrap();
        write_atomic(&file, b"new").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        // Not every system has such a device.
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            let error = write_and_sync(full, None, b"new").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }
}
