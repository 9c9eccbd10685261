//! Atomic replacement of a file: the new content goes to a temporary file in the same directory, is synced to disk, and
//! is renamed over the old file. Where the system can, the temporary file has no name until its content is complete, so
//! that a killed process leaves none. Where the new file could not have the owner of the old one, who then might not be able to use it,
//! the complete content is copied into the old file instead. Also creates private directories. Reading files is not done here.

use super::attributes::{Replacement, take_over};
use lucena_trace::check_regular;
use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, Seek as _, Write};
use std::path::{Path, PathBuf};

/// Writes `bytes` to `path` atomically: a reader, also after a crash, finds either the old or the new content.
/// Keeps permissions, owner, group and extended attributes of an existing file as far as the system allows, and follows a symbolic link.
///
/// # Errors
/// The I/O error, or `path` is a directory, pipe or device or a read-only file; the old file is then unchanged.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_atomic_with(path, |file| file.write_all(bytes)).map(drop)
}

/// As [`write_atomic`] for a file that must not exist yet.
///
/// # Errors
/// As [`write_atomic`]; [`io::ErrorKind::AlreadyExists`] if there is a file at `path`, which is then unchanged.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_new_with(path, |file| file.write_all(bytes)).map(drop)
}

/// As [`write_atomic_with`] for a file that must not exist yet.
///
/// # Errors
/// As [`write_new`].
pub fn write_new_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<Metadata> {
    write_to(path, write, Existing::Refuse)
}

/// As [`write_atomic`], with the content that `write` writes to the temporary file. Returns size and time of the new file.
///
/// # Errors
/// The I/O error; the old file is then unchanged.
pub fn write_atomic_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<Metadata> {
    write_to(path, write, Existing::Replace)
}

/// What happens to a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Replace,
    Refuse,
}

/// Refuses a file that is read-only: the rename would replace it, because only the directory must be writable for that.
fn check_not_read_only(path: &Path) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|old| old.permissions().readonly()) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    Ok(())
}

/// Checks before a long job that a file can be made at `path`. It leaves nothing behind.
///
/// # Errors
/// The directory is missing or cannot be written to, or there is a read-only file at `path`.
pub fn check_directory(path: &Path) -> io::Result<()> {
    let path = link_target(path)?;
    check_not_read_only(&path)?;
    let directory = folder_of(&path);
    let made = tempfile::Builder::new().prefix(".lucena-").tempfile_in(directory);
    made.map(drop).map_err(without_name)
}

/// Size of the file that [`check_writing`] writes: some blocks of any file system.
const PROBE_BYTES: usize = 16 << 10;

/// Writes a file of 16 KiB in `directory` to the disk and takes it away again; where the system can, it never has a name.
///
/// # Errors
/// The directory cannot be written to, or its disk is full.
pub fn check_writing(directory: &Path) -> io::Result<()> {
    let mut file = tempfile::tempfile_in(directory).map_err(without_name)?;
    // Zeros could be a hole in the file.
    write_and_sync(&mut file, |file| file.write_all(&[0x55; PROBE_BYTES]))
}

fn write_to(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
    existing: Existing,
) -> io::Result<Metadata> {
    let path = link_target(path)?;
    check_regular(&path)?;
    if existing == Existing::Refuse && path.exists() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let directory = folder_of(&path);
    let mut builder = tempfile::Builder::new();
    // A new file gets the usual permissions less the umask; by default `tempfile` makes private files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".lucena-");
    check_not_read_only(&path)?;
    let fill = |file: &mut File| fill(file, &path, write);
    let (about, complete) = if let Some(mut file) = unnamed::create(directory) {
        let about = match fill(&mut file)? {
            Filled::Complete(about) => about,
            Filled::Copied(about) => return Ok(about),
        };
        let named = builder.make_in(directory, |name| unnamed::link(&file, name));
        (about, named.map_err(without_name)?.into_temp_path())
    } else {
        let mut file = builder.tempfile_in(directory).map_err(without_name)?;
        match fill(file.as_file_mut())? {
            Filled::Complete(about) => (about, file.into_temp_path()),
            Filled::Copied(about) => return Ok(about),
        }
    };
    match existing {
        Existing::Replace => complete.persist(&path)?,
        Existing::Refuse => complete.persist_noclobber(&path)?,
    }
    // Syncs the directory, so that the rename is on disk. Not every system supports it: errors are ignored.
    if let Ok(directory) = File::open(directory) {
        let _ = directory.sync_all();
    }
    Ok(about)
}

/// Where the new content is, with size and time of that file.
enum Filled {
    /// In the temporary file, which is to take the place of the old one.
    Complete(Metadata),
    /// In the old file, whose owner the temporary file could not have.
    Copied(Metadata),
}

/// Writes the new content of the file at `path` to the temporary file, which takes over what the old one has.
fn fill(
    file: &mut File,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<Filled> {
    let replacement = match fs::metadata(path) {
        Ok(old) => take_over(file, path, &old)?,
        Err(_) => Replacement::Full,
    };
    write_and_sync(file, write)?;
    if replacement != Replacement::Full {
        match copy_into(file, path) {
            // The file cannot be written to, but its folder can.
            Err(error)
                if replacement != Replacement::Unreadable
                    && error.kind() == io::ErrorKind::PermissionDenied => {}
            copied => return copied.map(Filled::Copied),
        }
    }
    file.metadata().map(Filled::Complete)
}

/// Copies the complete content of `file` into the existing file at `path`.
fn copy_into(file: &mut File, path: &Path) -> io::Result<Metadata> {
    // Without truncation: what cannot be opened for writing stays as it is.
    let mut target = File::options().write(true).open(path)?;
    file.rewind()?;
    let length = io::copy(file, &mut target)?;
    target.set_len(length)?;
    target.sync_all()?;
    target.metadata()
}

/// The folder in which the file at `path` is.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or_else(|| Path::new("."))
}

/// The file that `path` leads to through symbolic links. It need not exist: a link to a missing file stays a link.
///
/// # Errors
/// The links lead to one another, or a folder cannot be read.
pub fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    loop {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        // A loop of links is another error.
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(&path).join(target);
    }
}

/// The error without the name of the temporary file, which `tempfile` adds: the user knows only the other file.
fn without_name(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((text, _)) => io::Error::new(error.kind(), text),
        None => error,
    }
}

/// Files without a name, which vanish with their process. Source: open(2), `O_TMPFILE`; linkat(2).
#[cfg(target_os = "linux")]
mod unnamed {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    /// A file in `directory`; `None` if the file system cannot do that, or if it could not get a name later.
    pub(super) fn create(directory: &Path) -> Option<File> {
        let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
        let can_link = Path::new("/proc/self/fd").is_dir();
        can_link.then(|| open(directory, flags, Mode::from_raw_mode(0o666)).ok())?.map(File::from)
    }

    /// Gives the file a name, which must be free.
    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        let number = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(linkat(CWD, number, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn write_and_sync(
    file: &mut File,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    write(file)?;
    file.sync_all()
}

/// Creates the directory `path` and its missing parents with permission 0700.
/// Source: XDG Base Directory Specification, "created with permission 0700".
///
/// # Errors
/// [`io::ErrorKind::NotADirectory`] if something else is in the place of a directory, or the I/O error.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    create_with(&builder, path)
}

/// Creates a folder that the user names, and those above it.
///
/// # Errors
/// Something else has the name of one of them, or the system refuses it.
pub fn create_dir(path: &Path) -> io::Result<()> {
    create_with(DirBuilder::new().recursive(true), path)
}

fn create_with(builder: &DirBuilder, path: &Path) -> io::Result<()> {
    builder.create(path).map_err(|error| {
        let there = path.ancestors().find(|above| above.symlink_metadata().is_ok());
        let Some(there) = there.filter(|there| !there.is_dir()) else { return error };
        let problem = if there == path {
            "not a folder, but something else with this name".to_owned()
        } else {
            format!("{} is not a folder", there.display())
        };
        io::Error::new(io::ErrorKind::NotADirectory, problem)
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{
        copy_into, create_private_dir, write_and_sync, write_atomic, write_atomic_with, write_new,
    };
    use std::fs::{self, File, Permissions};
    use std::io::{ErrorKind, Write as _};
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

    #[cfg(target_os = "linux")]
    #[test]
    fn owner_group_and_extended_attributes_stay() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        use std::os::unix::fs::{MetadataExt as _, chown};
        let folder = folder("owner");
        let file = folder.join("file");
        fs::write(&file, "old").unwrap();
        // Only root may give a file away, and not every file system has such attributes.
        let is_given = chown(&file, Some(12_345), Some(12_346)).is_ok();
        let is_set = setxattr(&file, "user.tag", b"chess", XattrFlags::empty()).is_ok();
        let before = fs::metadata(&file).unwrap();
        write_atomic(&file, b"new").unwrap();
        let after = fs::metadata(&file).unwrap();
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert!(!is_given || after.uid() == 12_345);
        let mut value = [0; 5];
        let found = getxattr(&file, "user.tag", &mut value[..]);
        assert_eq!((found.is_ok(), &value[..] == b"chess"), (is_set, is_set));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_copied_into_a_file_is_all_that_it_has() {
        let folder = folder("in-place-copy");
        let (new, old) = (folder.join("new"), folder.join("old"));
        fs::write(&new, "new").unwrap();
        fs::write(&old, "longer than that").unwrap();
        let about = copy_into(&mut File::open(&new).unwrap(), &old).unwrap();
        assert_eq!((about.len(), fs::read_to_string(&old).unwrap().as_str()), (3, "new"));
        assert!(copy_into(&mut File::open(&new).unwrap(), &folder.join("missing")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_read_only_file_is_not_replaced() {
        let folder = folder("read-only");
        let file = folder.join("file");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        let error = write_atomic(&file, b"new").unwrap_err();
        assert_eq!(error.to_string(), "the file is read-only");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_link_to_a_missing_file_stays_a_link() {
        let folder = folder("dangling");
        let (file, link) = (folder.join("file"), folder.join("deep/link"));
        symlink("../file", &link).unwrap();
        write_new(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(write_new(&link, b"newer").unwrap_err().kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_in_the_place_of_a_directory_is_named() {
        let folder = folder("in-place");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "").unwrap();
        symlink("/nowhere/at/all", &link).unwrap();
        let below = format!("{} is not a folder", file.display());
        for (path, problem) in [
            (&file, "not a folder, but something else with this name"),
            (&link, "not a folder, but something else with this name"),
            (&file.join("below"), &*below),
        ] {
            let error = create_private_dir(path).unwrap_err();
            assert_eq!((error.kind(), &*error.to_string()), (ErrorKind::NotADirectory, problem));
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_error_does_not_name_the_temporary_file() {
        let missing = folder("unnamed").join("missing/file");
        for error in
            [write_atomic(&missing, b"new").unwrap_err(), write_new(&missing, b"").unwrap_err()]
        {
            assert_eq!(error.kind(), ErrorKind::NotFound);
            assert!(!error.to_string().contains(".lucena-"), "{error}");
        }
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = folder("failed");
        let file = folder.join("deep");
        assert!(write_atomic(&file, b"new").is_err(), "a directory is not replaced");
        assert!(write_atomic(&folder.join("missing/file"), b"new").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "the temporary file is removed");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_killed_while_it_writes_leaves_no_temporary_file() {
        let folder = folder("killed");
        let file = folder.join("file");
        // Not every file system has files without a name.
        if super::unnamed::create(&folder).is_some() {
            write_atomic_with(&file, |out| {
                out.write_all(b"new")?;
                assert_eq!(fs::read_dir(&folder)?.count(), 1, "only the folder of the test");
                Ok(())
            })
            .unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_full_disk_is_an_error() {
        // Not every system has such a device.
        if let Ok(mut full) = File::options().write(true).open("/dev/full") {
            let error = write_and_sync(&mut full, |file| file.write_all(b"new")).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }
}
