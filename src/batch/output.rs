//! Text output of the batch jobs: lines, a status line and tables.

use crate::base::{
    check_directory, open_file, sanitise, sanitise_lines, write_atomic_with, write_new_with,
};
use anyhow::{Context as _, Result};
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

pub use crate::base::Table;

/// Prints lines, and a status line on standard error if that is a terminal.
pub struct Progress<'a> {
    out: &'a mut dyn Write,
    has_status: bool,
}

impl<'a> Progress<'a> {
    /// Prints lines to `out`.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, has_status: false }
    }

    /// Prints text and ends its last line; control characters are replaced.
    ///
    /// # Errors
    /// `out` fails.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        self.clear_status();
        writeln!(self.out, "{}", sanitise_lines(text.to_string().trim_end_matches('\n')))
    }

    /// Prints a line to standard error; control characters are replaced.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn note(&mut self, text: impl Display) -> io::Result<()> {
        self.clear_status();
        writeln!(io::stderr(), "{}", sanitise(&text.to_string()))
    }

    /// Replaces the status line. Errors of a closed terminal are ignored.
    pub fn status(&mut self, text: impl Display) {
        let mut terminal = io::stderr();
        if terminal.is_terminal() {
            self.has_status = true;
            let text = text.to_string();
            let _ = write!(terminal, "\r{}\x1b[K", sanitise(&text)).and_then(|()| terminal.flush());
        }
    }

    /// Removes the status line.
    pub fn clear_status(&mut self) {
        if std::mem::take(&mut self.has_status) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").finish_non_exhaustive()
    }
}

/// Output file of a job that converts another file. It never replaces the file that the job reads, and another file only
/// if the user says so.
#[derive(Clone, Copy, Debug)]
pub struct OutputFile<'a> {
    /// The file.
    pub path: &'a Path,
    /// The file that the job reads.
    pub input: &'a Path,
    /// An existing file is replaced.
    pub overwrite: bool,
}

/// Refuses `-` as the name of a file.
///
/// # Errors
/// The path is `-`.
pub(super) fn check_no_dash(path: &Path) -> io::Result<()> {
    if path == Path::new("-") {
        let words = "is not standard output here: ./- is a file of this name";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    }
    Ok(())
}

/// Whether two paths lead to one file, which a job may be about to make.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok();
    whole(one).is_some_and(|path| Some(path) == whole(other))
}

impl OutputFile<'_> {
    /// Checks before a long job that the file can be written.
    ///
    /// # Errors
    /// The path is `-`, the input file, an existing file that is not to be overwritten, or no regular file; named.
    pub fn check(self) -> Result<()> {
        self.check_path().with_context(|| self.path.display().to_string())
    }

    fn check_path(self) -> io::Result<()> {
        check_no_dash(self.path)?;
        if is_same_file(self.path, self.input) {
            return Err(refused(
                "is the input file, which is never overwritten: name another file",
            ));
        }
        match open_file(self.path).map_err(|error| (error.kind(), error)) {
            Err((io::ErrorKind::NotFound, _)) => check_directory(self.path),
            Ok(_) | Err((io::ErrorKind::PermissionDenied, _)) if self.overwrite => {
                check_directory(self.path)
            }
            Ok(_) | Err((io::ErrorKind::PermissionDenied, _)) => Err(refused(EXISTS)),
            Err((_, error)) => Err(error),
        }
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// As [`OutputFile::check`], or the I/O error.
    pub fn write(self, bytes: &[u8]) -> Result<()> {
        self.write_with(|file| file.write_all(bytes)).map(drop)
    }

    /// As [`OutputFile::write`], part by part as they are made; if one fails there is no file.
    ///
    /// # Errors
    /// As [`OutputFile::write`], or the error of the part.
    pub fn write_parts(self, parts: impl IntoIterator<Item = Result<String>>) -> Result<()> {
        let mut failed = None;
        let written = self.write_with(|file| {
            let mut file = BufWriter::new(file);
            for part in parts {
                match part {
                    Ok(part) => file.write_all(part.as_bytes())?,
                    Err(error) => {
                        failed = Some(error);
                        return Err(io::ErrorKind::Interrupted.into());
                    }
                }
            }
            file.flush()
        });
        failed.map_or(written.map(drop), Err)
    }

    /// As [`OutputFile::write`], with the content that `write` writes. Returns the size of the file in bytes.
    ///
    /// # Errors
    /// As [`OutputFile::write`], or the error of `write`.
    pub fn write_with(self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<u64> {
        self.check()?;
        let written = match self.overwrite {
            true => write_atomic_with(self.path, write),
            false => write_new_with(self.path, write),
        };
        // Another program may have made the file since the check.
        let written = written.map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists { refused(EXISTS) } else { error }
        });
        Ok(written.with_context(|| self.path.display().to_string())?.len())
    }
}

const EXISTS: &str = "exists; --overwrite replaces it";

fn refused(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, text)
}
