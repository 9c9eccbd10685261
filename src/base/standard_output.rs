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

impl StandardOutput {
    /// Checks that it is open for writing: the standard library takes writing to one that is not for done.
    ///
    /// # Errors
    /// It was closed (`>&-`), or is open for reading alone.
    pub fn check() -> io::Result<()> {
        #[cfg(unix)]
        {
            use rustix::fs::{OFlags, fcntl_getfl};
            let flags = fcntl_getfl(io::stdout());
            let can_write = flags.is_ok_and(|flags| flags & OFlags::RWMODE != OFlags::RDONLY);
            if !can_write {
                let error = io::Error::new(io::ErrorKind::NotConnected, "it is closed");
                return Self::named(Err(error));
            }
        }
        Ok(())
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::check()?;
        Self::named(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::named(io::stdout().flush())
    }
}
