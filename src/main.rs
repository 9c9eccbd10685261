//! Entry point of the program; everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    lucena::cli::main()
}
