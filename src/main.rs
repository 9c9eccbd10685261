//! The one binary: the command line is understood here and handed to the front ends.
//! Nothing is decided in this file; it ends with 0, or with 1 and one message on standard error.

use clap::{Parser, Subcommand};
use lucena::{batch, timing, tui, uci};
use std::error::Error;
use std::io::{self, BufReader, Write as _};
use std::process::ExitCode;

/// A chess engine you can see through: play, inspect and record chess in a terminal.
#[derive(Debug, Parser)]
#[command(name = "lucena", version, about, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    play: tui::Launch,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play and inspect in the terminal (the default).
    Play(tui::Launch),
    /// Speak the Universal Chess Interface on standard input and output.
    Uci {
        /// Time manager and its parameters, such as `smooth(init-nps=1000000)`.
        #[arg(long, value_name = "TEXT", default_value = timing::PLAYING)]
        time_manager: String,
    },
    /// Search every move of the games in a PGN file, and write them with judgements, reasons and better lines.
    Annotate(batch::annotate::Arguments),
    /// Search built-in positions and print figures as `name: value` lines.
    Bench {
        /// What to measure; everything the plain bench measures if left out.
        #[arg(default_value = "search")]
        topic: String,
    },
    /// Count the leaves of the legal move tree, move by move.
    Perft {
        /// Position in Forsyth-Edwards notation, or `startpos`.
        fen: String,
        /// Plies, at most 20.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
    },
}

fn main() -> ExitCode {
    // Arguments that are not UTF-8 are refused by the parser with a message of its own.
    let arguments = Arguments::parse();
    match run(arguments.task.unwrap_or(Task::Play(arguments.play))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed as well; there is nobody left to tell.
            let _ = writeln!(io::stderr(), "lucena: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<(), Box<dyn Error>> {
    let out = io::stdout();
    match task {
        Task::Play(launch) => tui::run(&launch)?,
        Task::Uci { time_manager } => {
            let mut options = uci::UciOptions::default();
            options.set("TimeManager", &time_manager)?;
            uci::run(BufReader::new(io::stdin()), out, options)?;
        }
        Task::Annotate(arguments) => batch::annotate::command(&arguments, &mut out.lock())?,
        Task::Bench { topic } => batch::figures::print(&topic, &mut out.lock())?,
        Task::Perft { fen, depth } => batch::perft::print(&fen, depth, &mut out.lock())?,
    }
    Ok(())
}

/// Did the reader of our output go away, as `head` does?
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
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
