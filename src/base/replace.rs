//! Replaces a file so that it is whole at any moment: the new text goes beside it, reaches the disk, and takes its name.
//! Also makes the folders for it. Reading files is not done here.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path`. Whoever looks, also after a crash, finds the old content or the new, nothing between.
/// Permissions stay as they were, and a link goes on leading to where it led.
///
/// # Errors
/// What the file system says; the old file is then untouched.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(path).ok().map(|about| about.permissions());
    let beside = beside(path);
    // Whatever lies under this name is left over from a process that died, or a trap: it is not written through.
    let _ = fs::remove_file(&beside);
    let written = File::create_new(&beside)
        .and_then(|file| write_through(file, permissions, bytes))
        .and_then(|()| fs::rename(&beside, path));
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

fn write_through(mut file: File, mode: Option<Permissions>, bytes: &[u8]) -> io::Result<()> {
    if let Some(mode) = mode {
        file.set_permissions(mode)?;
    }
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

/// Makes a folder of ours, and those above it, where they are missing: what the user plays is nobody else's business.
/// Source: XDG Base Directory Specification, "created with permission 0700".
///
/// # Errors
/// What the file system says.
pub fn own_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{own_folder, replace_file, write_through};
    use std::fs::{self, File, Permissions};
    use std::io::ErrorKind;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("lucena-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        own_folder(&path.join("deep")).unwrap();
        path
    }

    #[test]
    fn permissions_and_links_stay() {
        let folder = folder("replace");
        let (file, link) = (folder.join("file"), folder.join("deep/link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("../file", &link).unwrap();
        replace_file(&link, b"new").unwrap();
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
        replace_file(&file, b"new").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        // Not every system has such a device.
        if let Ok(full) = File::options().write(true).open("/dev/full") {
            let error = write_through(full, None, b"new").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }
}
