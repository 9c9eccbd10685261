//! Reads files that were named on the command line, none of them without a bound.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Why a file could not be read whole.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is more than is taken into memory.
    #[error("{}: larger than {} MiB, which is the most that is read here", path.display(), most >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The bound in bytes.
        most: u64,
    },
}

/// The contents of `path`, at most `most` bytes. The size is not asked for beforehand, as a device or a pipe has none
/// and a file may grow.
///
/// # Errors
/// The file cannot be read or does not end within the bound.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let failed = |source| FileError::Io { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(FileError::TooLarge { path: path.to_owned(), most });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::read_at_most;
    use std::path::Path;

    #[test]
    fn a_file_is_read_up_to_the_bound_and_no_further() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("LICENSE");
        let size = std::fs::metadata(&path).unwrap().len();
        assert_eq!(read_at_most(&path, size).unwrap().len() as u64, size);
        let error = read_at_most(&path, size - 1).unwrap_err().to_string();
        assert!(error.contains("LICENSE: larger than 0 MiB"), "{error}");
        assert!(
            read_at_most(Path::new("/nowhere"), 1).unwrap_err().to_string().contains("nowhere")
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_ends_at_the_bound() {
        assert!(read_at_most(Path::new("/dev/zero"), 1 << 20).is_err());
    }
}
