//! A trace as a file, with its index in a file beside it.

use crate::index::Index;
use crate::reader::Error;
use crate::tree::Trace;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The largest index that is read: more than the lists of [`Index::scan`] can fill.
const MAX_INDEX_BYTES: u64 = 1 << 27;

/// The file of the index of `trace`.
#[must_use]
pub fn index_path(trace: &Path) -> PathBuf {
    let mut name: OsString = trace.as_os_str().to_owned();
    name.push(".index");
    PathBuf::from(name)
}

/// Opens a trace. Its index is read from the file beside it, or made and written there if it is missing, damaged or of
/// another trace; an index that cannot be written is made again the next time. `progress` is called now and then with
/// the bytes read and the length of the file; with `false` it ends the pass, and no index is kept.
///
/// # Errors
///
/// When the file cannot be read, is no trace or is of a newer version, or `progress` ended the pass. A fault further on is
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
            let mut bytes = Vec::new();
            let written = index.write(stamp, &mut bytes).and_then(|()| fs::write(&beside, bytes));
            drop(written);
            index
        }
    };
    Trace::new(file, index)
}

/// Opens a regular file. Checked before it is opened: opening a pipe waits for a writer.
fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

fn read_index(mut file: File) -> io::Result<Vec<u8>> {
    if file.metadata()?.len() > MAX_INDEX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map(|_| bytes)
}
