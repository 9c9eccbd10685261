//! Reads files up to a size limit: a path given by the user may name a device that never ends.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// Size limit in bytes of text files such as settings, key maps, themes and records. Typical ones have 10 KB.
const LONGEST_TEXT: u64 = 16 << 20;

/// Reads `path`, at most `most` bytes. Does not rely on the file's size: a device or a pipe has none, and a file may
/// grow.
///
/// # Errors
/// The file cannot be read or is larger than the limit.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let text = format!("larger than {} MiB, the size limit", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

/// Reads the text file `path`, at most 16 MiB.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or is larger than the limit.
pub fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_at_most(path, LONGEST_TEXT)?;
    String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
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
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_ends_at_the_bound() {
        assert!(read_at_most(Path::new("/dev/zero"), 1 << 20).is_err());
        assert!(read_text(Path::new("/dev/zero")).is_err());
    }
}
