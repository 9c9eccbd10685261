//! A trace as a file, with its index in a file beside it.

use crate::index::{INDEX_MAGIC, Index};
use crate::reader::Error;
use crate::tree::Trace;
use std::ffi::OsString;
use std::fs::{self, File, FileType};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The largest index that is read: more than the lists of [`Index::scan`] can fill.
const MAX_INDEX_BYTES: u64 = 1 << 27;

/// Traces below this size, in bytes, have no index beside them. Measured: a pass over 26 MB takes 0.16 s of CPU time.
const MIN_INDEXED_BYTES: u64 = 1 << 24;

/// The file of the index of `trace`.
#[must_use]
pub fn index_path(trace: &Path) -> PathBuf {
    let mut name: OsString = trace.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

/// Opens a trace. The index of a trace of 16 MiB or more is read from the file beside it, or made and written there if it is
/// missing, damaged or of another trace, unless the trace has a fault: it may still be written. A file there that is no index is left alone, and an index that cannot be written is made again the next
/// time. `progress` is called now and then with the bytes read and the length of the file; with `false` it ends the pass,
/// and no index is kept.
///
/// # Errors
///
/// When the file cannot be read, is no trace or is of a newer version, a number of its header cannot be, or `progress` ended the pass. A fault further on is
/// in [`Index::fault`].
pub fn open(path: &Path, mut progress: impl FnMut(u64, u64) -> bool) -> Result<Trace<File>, Error> {
    let file = open_regular(path)?;
    let data = file.metadata()?;
    let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let stamp = [data.len(), changed.map_or(0, |since| since.as_nanos() as u64)];
    let beside = index_path(path);
    let kept = open_regular(&beside)
        .and_then(read_index)
        .ok()
        .and_then(|bytes| Index::read(stamp, &bytes));
    let index = match kept {
        Some(index) => index,
        None => {
            let mut stopped = false;
            let index = Index::scan(open_regular(path)?, |read| {
                stopped |= !progress(read, data.len());
                !stopped
            })?;
            if stopped {
                return Err(Error::Stopped);
            }
            // A folder that cannot be written only costs time.
            if index.fault.is_none() && data.len() >= MIN_INDEXED_BYTES && is_free(&beside) {
                let mut bytes = Vec::new();
                let written = index.write(stamp, &mut bytes);
                drop(written.and_then(|()| write_index(&beside, &bytes)));
            }
            index
        }
    };
    index.check_header()?;
    Trace::new(file, index)
}

/// Writes the index beside its place and renames it, so that no link is followed and no reader sees a part of it.
fn write_index(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    let mut file = File::options().write(true).create_new(true).open(&name)?;
    let written = file.write_all(bytes).and_then(|()| fs::rename(&name, path));
    written.inspect_err(|_| drop(fs::remove_file(&name)))
}

/// Whether an index may be written to `path`: there is no file, or an empty one, or an earlier index. A link is never replaced.
fn is_free(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(error) => return error.kind() == io::ErrorKind::NotFound,
        Ok(about) if !about.is_file() => return false,
        Ok(_) => {}
    }
    let mut head = Vec::new();
    let read = open_regular(path)
        .and_then(|file| file.take(INDEX_MAGIC.len() as u64).read_to_end(&mut head));
    read.is_ok() && (head.is_empty() || head == INDEX_MAGIC)
}

/// Opens a regular file. Checked before it is opened: opening a pipe waits for a writer.
fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path).map_err(|error| explain_dash(path, error))
}

/// Checks that nothing but a regular file is at `path`.
///
/// # Errors
/// A directory, pipe, socket or device is there; named. That nothing is there is no error.
pub fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            let text = format!("not a regular file, but {}", kind_name(about.file_type()));
            Err(io::Error::new(io::ErrorKind::InvalidInput, text))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// An error of opening `path` for reading: it says of `-`, where no file has this name, that it is not standard input.
pub fn explain_dash(path: &Path, error: io::Error) -> io::Error {
    if path == Path::new("-") && error.kind() == io::ErrorKind::NotFound {
        return io::Error::new(error.kind(), "standard input is not read: name a file");
    }
    error
}

#[cfg(unix)]
fn kind_name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match () {
        () if kind.is_dir() => "a directory",
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

#[cfg(not(unix))]
fn kind_name(kind: FileType) -> &'static str {
    if kind.is_dir() { "a directory" } else { "a device" }
}

fn read_index(mut file: File) -> io::Result<Vec<u8>> {
    if file.metadata()?.len() > MAX_INDEX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map(|_| bytes)
}
