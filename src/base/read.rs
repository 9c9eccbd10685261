//! Opens and reads regular files up to a size limit. A path given by the user, or a file of the program's own folders, may
//! be a pipe that blocks, a device that never ends, or a file of any size. Every reader of the program begins here.

use lucena_trace::{check_regular, explain_dash};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Size limit in bytes of text files such as settings, key maps, themes and records. Typical ones have 10 KB.
const LONGEST_TEXT: u64 = 16 << 20;

/// Opens a regular file for reading, without blocking.
///
/// # Errors
/// The file cannot be opened, or is a directory, pipe, socket or device.
pub fn open_file(path: &Path) -> io::Result<File> {
    open_regular(path, File::options().read(true)).map_err(|error| explain_dash(path, error))
}

/// Opens a regular file with `options`, without blocking.
///
/// # Errors
/// As [`open_file`].
pub fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    // Before opening: opening a pipe waits for its other end, and opening a device may change its state.
    check_regular(path)?;
    options.open(path)
}

/// Reads the regular file `path`, at most `most` bytes.
///
/// # Errors
/// As [`open_file`], or the file is larger than the limit.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_file(path)?;
    let mut bytes = Vec::new();
    // The size alone is not enough: a file may grow, and those of /proc have the size 0.
    if file.metadata()?.len() <= most {
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= most {
            return Ok(bytes);
        }
    }
    let text = format!("larger than {} MiB, the size limit", most >> 20);
    Err(io::Error::new(io::ErrorKind::FileTooLarge, text))
}

/// Some editors write it at the beginning of a UTF-8 file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads the text file `path`, at most 16 MiB, without a byte order mark.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or is larger than the limit.
pub fn read_text(path: &Path) -> io::Result<String> {
    read_text_at_most(path, LONGEST_TEXT)
}

/// Reads the text file `path`, at most `most` bytes, without a byte order mark.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_at_most(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = read_at_most(path, most)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let words = format!("not a text: byte {at} is no UTF-8");
        io::Error::new(io::ErrorKind::InvalidData, words)
    })
}

#[cfg(test)]
mod tests {
    use super::{read_at_most, read_text};
    use std::path::Path;

    #[test]
    fn a_file_is_read_up_to_the_bound_and_no_further() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("LICENSE");
        let size = std::fs::metadata(&path).unwrap().len();
        assert_eq!(read_at_most(&path, size).unwrap().len() as u64, size);
        assert_eq!(read_text(&path).unwrap().len() as u64, size);
        let error = read_at_most(&path, size - 1).unwrap_err().to_string();
        assert!(error.contains("larger than 0 MiB"), "{error}");
        assert!(read_at_most(Path::new("/nowhere"), 1).is_err());
        let error = read_text(Path::new("-")).unwrap_err();
        assert_eq!(error.to_string(), "standard input is not read: name a file");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, looped) = (folder.path().join("pipe"), folder.path().join("loop"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink(&looped, &looped).unwrap();
        for (path, words) in [
            (&*pipe, "not a regular file, but a pipe"),
            (&looped, "symbolic links"),
            (folder.path(), "not a regular file, but a directory"),
            (Path::new("/dev/zero"), "not a regular file, but a device"),
        ] {
            let error = read_text(path).unwrap_err().to_string();
            assert!(error.contains(words), "{}: {error}", path.display());
        }
        assert!(crate::base::write_atomic(&pipe, b"text").is_err(), "it is not replaced either");
        // A file with content whose size is 0.
        assert!(!read_text(Path::new("/proc/version")).is_ok_and(|text| text.is_empty()));
    }
}
