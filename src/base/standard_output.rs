//! Standard output, whose errors name it.

use std::io::{self, Write};

/// Standard output; its errors begin with its name, because the user may know it as a file or a pipe.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardOutput;

impl StandardOutput {
    /// An error of standard output with its name.
    ///
    /// # Errors
    /// That of `result`.
    pub fn named<T>(result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::named(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::named(io::stdout().flush())
    }
}
