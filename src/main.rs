//! Entry point of the program; everything else is in the library.

use std::process::ExitCode;

/// Tells the library that standard output was closed, as `>&-` does. The runtime of Rust opens `/dev/null` for reading and
/// writing in its place before `main`: what a command writes there would be lost without an error.
#[cfg(target_os = "linux")]
mod closed_output {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd as _, IntoRawFd as _};

    /// The loader runs it before the runtime begins.
    #[used]
    #[expect(
        unsafe_code,
        reason = "no other code runs early enough; nothing of the runtime is used"
    )]
    // SAFETY: the section holds pointers to functions that the loader calls on the first thread, one after the other; what they
    // are called with may be ignored. Closing and opening files needs nothing that the runtime sets up.
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = open_for_reading;

    /// Opens `/dev/null` for reading alone in the place of a closed input and output, which
    /// [`lucena::base::StandardOutput`] tells from one that can be written to.
    extern "C" fn open_for_reading() {
        // A new file gets the lowest free number, so that the input comes first.
        let is_closed = [
            rustix::io::fcntl_getfd(io::stdin().as_fd()).is_err(),
            rustix::io::fcntl_getfd(io::stdout().as_fd()).is_err(),
        ];
        for _ in is_closed.into_iter().filter(|is_closed| *is_closed) {
            // It stays open to the end of the program.
            let _ = File::open("/dev/null").map(File::into_raw_fd);
        }
    }
}

fn main() -> ExitCode {
    lucena::cli::main()
}
