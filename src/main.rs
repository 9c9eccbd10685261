//! The one binary. The command line and everything behind it is the library's, where it can be tested.

use std::process::ExitCode;

fn main() -> ExitCode {
    lucena::cli::main()
}
