//! Floor 7: the command line. What may be typed is defined in `arguments`, and the manual page and the completions are
//! made from the same definition. Nothing about chess is decided here: a task is handed to a front end below.
//!
//! `main.rs` calls [`main`]. It ends with 0; with 1 and one message on standard error when a task fails; with 2 when
//! the arguments are wrong; and quietly with 141, as a shell counts it, when nobody reads the output any more.

mod arguments;
mod contest;
mod doctor;
mod export;
mod learning;
mod tasks;

pub use arguments::{Arguments, Task};

use crate::base::neutral_lines;
use clap::{CommandFactory as _, Parser as _};
use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// What a shell says of a program that wrote into a closed pipe: 128 and the number of the signal.
const CLOSED_PIPE: u8 = 128 + 13;

/// Reads the arguments of this process, does the task, and says what went wrong.
#[must_use]
pub fn main() -> ExitCode {
    // Arguments that are wrong or not UTF-8 are refused by the parser with a message of its own.
    let arguments = Arguments::parse();
    match tasks::run(arguments.task.unwrap_or(Task::Play(arguments.play))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::from(CLOSED_PIPE),
        Err(error) => {
            // Standard error may be closed as well; there is nobody left to tell.
            let message = neutral_lines(&error.to_string());
            let _ = writeln!(io::stderr(), "lucena: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The definition that is parsed, completed and documented.
#[must_use]
pub fn definition() -> clap::Command {
    Arguments::command()
}

/// Did the reader of our output go away, as `head` does?
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
    fn the_definition_holds_together() {
        definition().debug_assert();
    }

    #[test]
    fn what_is_wrong_is_named() {
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

    /// The pages of the book and the README, with their names.
    fn pages() -> Vec<(PathBuf, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let entries = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
        entries
            .chain([root.join("README.md")])
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
            .collect()
    }

    /// The words of a command line, quoted ones whole.
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
    fn command_lines_in_the_documentation_are_understood() {
        let mut count = 0;
        for (page, text) in pages() {
            for line in text.lines().filter_map(|line| line.strip_prefix("    ")) {
                let line = line.strip_prefix("$ ").unwrap_or(line);
                // A remark or a redirection ends the command; brackets mark a synopsis.
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
    fn every_page_is_in_the_book_and_every_link_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let summary = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap();
        for (page, text) in pages() {
            let name = page.file_name().unwrap().to_str().unwrap();
            let listed = ["SUMMARY.md", "README.md"].contains(&name);
            assert!(listed || summary.contains(&format!("({name})")), "{name} is in no chapter");
            for rest in text.split("](").skip(1) {
                let link = rest.split([')', '#']).next().unwrap();
                let there = page.parent().unwrap().join(link);
                assert!(link.starts_with("http") || there.exists(), "{name}: {link}");
            }
        }
    }

    #[test]
    fn a_closed_pipe_is_found_below_other_errors() {
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_closed_pipe(&closed()));
        assert!(is_closed_pipe(&crate::batch::matches::MatchError::Io(closed())));
        assert!(!is_closed_pipe(&io::Error::from(io::ErrorKind::StorageFull)));
    }
}
