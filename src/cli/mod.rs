//! Layer 10: the command line. `arguments` defines the arguments; parser, help, manual pages and completions are generated
//! from it. Each subcommand is implemented by a front end of a lower layer.
//!
//! `main.rs` calls [`main`]. Exit codes: 0; 1 with a message on standard error if a subcommand fails or the traces of `trace diff` differ; 2 if the arguments are
//! invalid; 3 if a game, a search trace, a suite or the positions that `selfplay` checks or prints were read in part; 130 if a signal stopped a suite, an annotation, a match, an analysis, a perft or the recording of a trace; 141 without a message, as a shell counts SIGPIPE, if standard output was closed.

mod arguments;
mod doctor;

pub use arguments::{Arguments, Task};

use crate::base::{StandardOutput, create_dir, error_chain, sanitise_lines};
use crate::batch::interrupt::Interrupted;
use crate::batch::output::Progress;
use crate::batch::partial_games::ReadInPart;
use crate::batch::wrong_argument::WrongArgument;
use crate::batch::{
    analyse, annotate, bench, calibrate, explain, export, human, matches, mcp, network, perft,
    selfplay, stats, suite, summary, timesim, trace, train, tune,
};
use crate::rules::assumed;
use crate::tui::{self, Launch};
use crate::uci;
use anyhow::{Context as _, Error, Result};
use clap::CommandFactory as _;
use clap_mangen::Man;
use std::io::{self, BufReader, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit code for a closed output pipe, as a shell reports it: 128 plus the number of SIGPIPE.
const EXIT_CLOSED_PIPE: u8 = 128 + 13;

/// Exit code after Ctrl-C, as a shell reports it: 128 plus the number of SIGINT.
const EXIT_INTERRUPTED: u8 = 128 + 2;

/// Exit code of wrong arguments, also that of the parser.
const EXIT_WRONG_ARGUMENT: u8 = 2;

/// Exit code when everything was written, but a game, a search trace, training positions or a suite was read in part.
const EXIT_READ_IN_PART: u8 = 3;

/// Parses the arguments of this process, runs the subcommand and prints its error.
pub fn main() -> ExitCode {
    let result = match Arguments::read(std::env::args_os()) {
        Ok(arguments) => run_arguments(arguments),
        // Without colours: the message has words of the arguments, such as names of files, which a terminal must not execute.
        Err(error) if error.use_stderr() => {
            let _ = write!(io::stderr(), "{}", sanitise_lines(&error.to_string()));
            return ExitCode::from(EXIT_WRONG_ARGUMENT);
        }
        // Help and version are errors of the parser, too.
        Err(help) => print(&help),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::from(EXIT_CLOSED_PIPE),
        Err(error) => {
            // Standard error may be closed as well.
            let message = sanitise_lines(&error_chain(error.as_ref()));
            let _ = writeln!(io::stderr(), "lucena: {message}");
            if error.is::<ReadInPart>()
                || error.is::<trace::ReadInPart>()
                || error.is::<selfplay::CutOff>()
                || error.is::<suite::Incomplete>()
                || matches!(error.downcast_ref(), Some(tui::Error::ReadInPart(_)))
            {
                ExitCode::from(EXIT_READ_IN_PART)
            } else if error.is::<WrongArgument>()
                || matches!(error.downcast_ref(), Some(tui::Error::Position(_)))
            {
                ExitCode::from(EXIT_WRONG_ARGUMENT)
            } else if error.is::<Interrupted>()
                || error.is::<suite::Stopped>()
                || error.is::<trace::Stopped>()
                || error.is::<matches::Stopped>()
                || annotate::is_stopped(&error)
            {
                ExitCode::from(EXIT_INTERRUPTED)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn run_arguments(arguments: Arguments) -> Result<()> {
    let home = arguments.home;
    match arguments.task {
        Some(task) => run(task, home),
        None if !arguments.play.plain && is_dumb_terminal() => Err(tui::Error::DumbTerminal.into()),
        None => run(Task::Play(arguments.play), home),
    }
}

/// Prints help or version.
fn print(help: &clap::Error) -> Result<()> {
    Ok(StandardOutput::named(help.print().and_then(|()| io::stdout().flush()))?)
}

/// Is standard output a terminal that says of itself that it cannot place text?
fn is_dumb_terminal() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The definition for parser, completions and manual pages.
pub fn definition() -> clap::Command {
    Arguments::command()
}

/// Runs the subcommand; `home` is the folder of settings and games. Blocks until it is done.
fn run(task: Task, home: Option<PathBuf>) -> Result<()> {
    let [mut out, mut stdout] = [StandardOutput, StandardOutput];
    let progress = &mut Progress::new(&mut stdout);
    let fen = match &task {
        Task::Analyse(options) => Some(options.fen.as_str()),
        Task::Explain { fen, .. } => Some(fen.as_str()),
        Task::Perft(options) => options.fen.as_deref(),
        _ => None,
    };
    if let Some(words) = fen.and_then(assumed) {
        progress.note(format!("fen: {words}"))?;
    }
    match task {
        Task::Play(launch) if launch.plain => tui::run_plain(Launch { home, ..launch })?,
        Task::Play(launch) => tui::run(Launch { home, ..launch })?,
        Task::Uci { time_manager } => {
            let mut options = uci::UciOptions::default();
            options.set("TimeManager", &time_manager.to_string()).map_err(Error::msg)?;
            uci::run(BufReader::new(io::stdin()), out, options)?;
            return Ok(());
        }
        Task::Mcp => mcp::run(BufReader::new(io::stdin()), &mut out)?,
        Task::Match(options) => drop(matches::run(&options, progress)?),
        Task::Calibrate(options) => calibrate::run(&options, progress)?,
        Task::Stats(options) => stats::run(&options, home.as_deref(), progress)?,
        Task::Summary(options) => summary::run(&options, home.as_deref(), progress)?,
        Task::Rate(options) => human::rate::run(&options, home.as_deref(), progress)?,
        Task::Selfplay(options) => selfplay::run(&options, progress)?,
        Task::Suite(options) => suite::run(&options, progress)?,
        Task::Tune(options) => tune::run(&options, progress)?,
        Task::Timesim(options) => timesim::run(&options, progress)?,
        Task::Analyse(options) => analyse::run(&options, &mut out)?,
        Task::Annotate(options) => annotate::run(&options, home.as_deref(), progress)?,
        Task::Train(options) => {
            train::run(&options, home.as_deref(), io::stdin().lock(), &mut out)?;
        }
        Task::Bench(options) => bench::run(&options, &mut out)?,
        Task::Perft(options) => perft::run(&options, progress)?,
        Task::Explain { fen, what } => {
            writeln!(out, "{}", explain::explain(&fen, what.as_deref())?)?;
        }
        Task::Network(options) => network::run(&options, &mut out)?,
        Task::Export(options) => export::run(&options, &mut out)?,
        Task::Trace(task) => trace::command(&task, &mut out)?,
        Task::Config => doctor::print_settings(home.as_deref(), &mut out)?,
        Task::Doctor => doctor::print_report(home.as_deref(), &mut out)?,
        Task::Completions { shell } => {
            // The generator panics if it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut definition(), "lucena", &mut script);
            out.write_all(&script)?;
        }
        Task::Man { out: None } => manual_page(definition()).render(&mut out)?,
        Task::Man { out: Some(folder) } => write_pages(&folder)?,
    }
    // A failed write of buffered output must not exit with 0.
    out.flush()?;
    Ok(())
}

/// The manual page of a command.
fn manual_page(command: clap::Command) -> Man {
    // The quotation marks are an empty date: without them the version would stand in its place.
    Man::new(command).date("\"\"").source(concat!("lucena ", env!("CARGO_PKG_VERSION")))
}

/// Writes one manual page for the program and one per subcommand, hidden ones excluded.
fn write_pages(folder: &Path) -> Result<()> {
    fn write(command: clap::Command, folder: &Path) -> io::Result<()> {
        let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
        shown.cloned().try_for_each(|it| write(it, folder))?;
        manual_page(command).generate_to(folder).map(drop)
    }
    let mut command = definition().disable_help_subcommand(true);
    // Gives the subcommands their whole names.
    command.build();
    create_dir(folder)
        .and_then(|()| write(command, folder))
        .with_context(|| folder.display().to_string())
}

/// Is the error a closed output pipe, as `head` causes?
fn is_closed_pipe(error: &Error) -> bool {
    let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|error| error.downcast_ref().is_some_and(closed))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, definition, is_closed_pipe};
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
            ("lucena match dial=90 full", "expected 600 to 2600"),
            ("lucena match full full --tc x", "time control \"x\""),
            ("lucena match full full --sprt 0", "2 values required"),
            ("lucena match full full --concurrency 0", "0 is not in 1..=256"),
            ("lucena timesim --games 0", "0 is not in 1..=50000"),
            ("lucena completions tcsh", "tcsh"),
            ("lucena bench threads --rounds 0", "0 is not in 1"),
            ("lucena bench threads --to-nodes 0", "0 is not in 1"),
            (
                "lucena bench threads --engine full",
                "--engine is not an option of the topic `threads`",
            ),
            ("lucena bench speed --hash 64", "--hash is not an option of the topic `speed`"),
            ("lucena bench speed --engine hash=x", "hash: \"x\""),
            ("lucena bench threads --hash 0", "0 is not in 1..=1048576"),
            ("lucena bench human --positions 0", "0 is not in 1"),
            ("lucena bench --games x", "--games is not an option of the topic `search`"),
            ("lucena bench search --threads 4", "\n\nUsage: lucena bench "),
            ("lucena bench human --to-nodes 5", "--to-nodes is not an option of the topic `human`"),
            (
                "lucena match full full --nodes 1000,x",
                "invalid value 'x' for '--nodes <NODES>': expected a whole number, in digits",
            ),
            ("lucena match full full --nodes -1", "expected a whole number of 0 or more"),
            ("lucena match full full --games x", "'--games <GAMES>': expected a whole number"),
            ("lucena match full full --seed 99999999999999999999", "the number is too large"),
            ("lucena match full full --sprt 0 x", "'--sprt <H0> <H1>': expected a number, such as"),
            ("lucena perft startpos x", "'<DEPTH>': expected a whole number"),
            ("lucena match full full --nodes 100 --tc 1+1", "cannot be used with"),
            (
                "lucena play --fen startpos --pgn a.pgn",
                "'--fen <FEN>' cannot be used with '--pgn <FILE>'",
            ),
            (
                "lucena --pgn a.pgn --fen startpos",
                "'--pgn <FILE>' cannot be used with '--fen <FEN>'",
            ),
            ("lucena --plain doctor", "options of `play` cannot stand before a subcommand"),
        ] {
            let error = Arguments::read(line.split(' ')).unwrap_err().to_string();
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
                let parsed = Arguments::read(words(line));
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
        assert!(is_closed_pipe(&closed().into()));
        assert!(is_closed_pipe(&anyhow::Error::from(closed()).context("output")));
        assert!(!is_closed_pipe(&io::Error::from(io::ErrorKind::StorageFull).into()));
    }
}
