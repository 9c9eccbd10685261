//! Runs the subcommands; generates manual pages and completions.

use super::arguments::Task;
use super::{contest, definition, doctor, export, learning};
use crate::rules::Position;
use crate::{batch, tui, uci};
use std::error::Error;
use std::fs;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Runs the subcommand. Blocks until it is done.
///
/// # Errors
/// The subcommand's error, or standard output cannot be written.
pub fn run(task: Task) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    match task {
        Task::Play(launch) => tui::run(launch)?,
        Task::Uci { time_manager } => {
            let mut options = uci::UciOptions::default();
            options.set("TimeManager", &time_manager)?;
            uci::run(BufReader::new(io::stdin()), out, options)?;
            return Ok(());
        }
        Task::Match(arguments) => contest::run_match(*arguments, &mut out)?,
        Task::Calibrate(arguments) => contest::run_calibrate(arguments, &mut out)?,
        Task::Selfplay(arguments) => learning::run_selfplay(arguments, &mut out)?,
        Task::Tune(arguments) => learning::run_tune(arguments, &mut out)?,
        Task::Timesim(arguments) => contest::run_timesim(arguments, &mut out)?,
        Task::Annotate(arguments) => batch::annotate::command(&arguments, &mut out)?,
        Task::Bench { topic } => batch::figures::print(&topic, &mut out)?,
        Task::Perft { fen, depth } => batch::perft::print(&fen, depth, &mut out)?,
        Task::Explain { fen, what } => {
            let fen = if fen == "startpos" { Position::default().fen() } else { fen };
            writeln!(out, "{}", batch::explain::explain(&fen, what.as_deref())?)?;
        }
        Task::Export(arguments) => export::write(&arguments, &mut out)?,
        Task::Trace(task) => batch::trace::command(&task, &mut out)?,
        Task::Config => doctor::print_settings(&mut out)?,
        Task::Doctor => doctor::print_report(&mut out)?,
        Task::Completions { shell } => {
            // The generator panics if it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut definition(), "lucena", &mut script);
            out.write_all(&script)?;
        }
        Task::Man { out: None } => clap_mangen::Man::new(definition()).render(&mut out)?,
        Task::Man { out: Some(folder) } => write_pages(&folder)?,
    }
    // A failed write of buffered output must not exit with 0.
    out.flush()?;
    Ok(())
}

/// Writes one manual page for the program and one per subcommand, hidden ones excluded.
fn write_pages(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(definition(), folder))
        .map_err(|error| format!("{}: {error}", folder.display()).into())
}
