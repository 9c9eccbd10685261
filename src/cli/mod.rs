//! Layer 7: the command line. `arguments` defines the arguments; parser, help, manual pages and completions are generated
//! from it. Each subcommand is implemented by a front end of a lower layer.
//!
//! `main.rs` calls [`main`]. Exit codes: 0; 1 with a message on standard error if a subcommand fails; 2 if the arguments are
//! invalid; 141 without a message, as a shell counts SIGPIPE, if standard output was closed.

mod arguments;
mod contest;
mod doctor;
mod export;
mod learning;
mod tasks;

pub use arguments::{Arguments, Task};

use crate::base::sanitise_lines;
use clap::{CommandFactory as _, Parser as _};
use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Exit code for a closed output pipe, as a shell reports it: 128 plus the number of SIGPIPE.
const EXIT_CLOSED_PIPE: u8 = 128 + 13;

/// Parses the arguments of this process, runs the subcommand and prints its error.
#[must_use]
pub fn main() -> ExitCode {
    // The parser exits with its own message on invalid or non-UTF-8 arguments.
    let arguments = Arguments::parse();
    match tasks::run(arguments.task.unwrap_or(Task::Play(arguments.play))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::from(EXIT_CLOSED_PIPE),
        Err(error) => {
            // Standard error may be closed as well.
            let message = sanitise_lines(&error.to_string());
            let _ = writeln!(io::stderr(), "lucena: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The definition for parser, completions and manual pages.
#[must_use]
pub fn definition() -> clap::Command {
    Arguments::command()
}

/// Is the error a closed output pipe, as `head` causes?
fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        {
            return true;
        }
        next = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Arguments, definition, is_closed_pipe};
    use clap::Parser as _;
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    #[test]
    fn the_definition_is_valid() {
        definition().debug_assert();
    }

    #[test]
    fn errors_name_the_argument() {
        for (line, part) in [
            ("lucena nonsense", "nonsense"),
            ("lucena perft startpos 21", "21 is not in 0..=20"),
            ("lucena match full", "SECOND"),
            ("lucena match dial=90 full", "between 600 and 2600"),
            ("lucena match full full --tc x", "time control \"x\""),
            ("lucena match full full --sprt 0", "2 values required"),
            ("lucena match full full --concurrency 0", "0 is not in 1..=256"),
            ("lucena timesim --games 0", "0 is not in 1..=50000"),
            ("lucena completions tcsh", "tcsh"),
        ] {
            let error = Arguments::try_parse_from(line.split(' ')).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    /// Paths and texts of the book's pages and the README.
    fn pages() -> Vec<(PathBuf, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let entries = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
        entries
            .chain([root.join("README.md")])
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
            .collect()
    }

    /// The words of a command line; quoted words are kept together.
    fn words(line: &str) -> Vec<&str> {
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(at, part)| match at % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect()
    }

    #[test]
    fn command_lines_in_the_documentation_are_valid() {
        let mut count = 0;
        for (page, text) in pages() {
            for line in text.lines().filter_map(|line| line.strip_prefix("    ")) {
                let line = line.strip_prefix("$ ").unwrap_or(line);
                // A comment or a redirection ends the command; brackets mark a synopsis.
                let line = line.split("  ").next().unwrap().split(" > ").next().unwrap();
                if !(line == "lucena" || line.starts_with("lucena ")) || line.contains('[') {
                    continue;
                }
                let parsed = Arguments::try_parse_from(words(line));
                assert!(parsed.is_ok(), "{}: {line}: {parsed:?}", page.display());
                count += 1;
            }
        }
        assert!(count >= 10, "only {count} command lines found");
    }

    #[test]
    fn every_page_is_in_the_book_and_every_link_resolves() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let summary = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
        for (page, text) in pages() {
            let name = page.file_name().unwrap().to_str().unwrap();
            let listed = ["SUMMARY.md", "README.md"].contains(&name);
            assert!(
                listed || summary.contains(&format!("({name})")),
                "{name} is not in SUMMARY.md"
            );
            for rest in text.split("](").skip(1) {
                let link = rest.split([')', '#']).next().unwrap();
                let there = page.parent().unwrap().join(link);
                assert!(link.starts_with("http") || there.exists(), "{name}: {link}");
            }
        }
    }

    #[test]
    fn a_closed_pipe_is_found_in_the_source_chain() {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_closed_pipe(&closed()));
        assert!(is_closed_pipe(&crate::batch::matches::MatchError::Io(closed())));
        assert!(!is_closed_pipe(&io::Error::from(io::ErrorKind::StorageFull)));
    }
}
