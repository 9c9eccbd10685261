//! `lucena annotate`: analyses and annotates the games of a PGN file with `crate::annotate`. The output file appears
//! when all games are done; an interrupted run resumes from the checkpoint file beside it, and leaves no other file.
//! `file` annotates a file, and `recorded` the games of the games folder one by one.

mod file;
mod recorded;
#[cfg(test)]
mod tests;

pub use file::{Event, Options, RunSummary, annotate_file, is_stopped};

use super::interrupt::stop_flag;
use super::output::Progress;
use super::partial_games::ReadInPart;
use crate::config::Paths;
use crate::engine::{Clock, SystemClock};
use crate::game::pgn::FileNotes;
use anyhow::Result;
use file::show;
use std::path::Path;
use std::sync::Arc;

/// Annotates and prints the progress. Ctrl-C stops the run after saving the checkpoint.
///
/// # Errors
/// As [`annotate_file`], or the output fails; [`ReadInPart`] after everything is written.
pub fn run(options: &Options, home: Option<&Path>, progress: &mut Progress<'_>) -> Result<()> {
    // A second Ctrl-C exits at once: the checkpoint is valid after every line.
    let stop = stop_flag(&[signal_hook::consts::SIGINT])?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    if options.recorded {
        return recorded::annotate_recorded(options, &Paths::find(home)?, &clock, &stop, progress);
    }
    let (mut written, mut of_file) = (Ok(()), FileNotes::default());
    let result = annotate_file(options, &clock, &stop, &mut |event| {
        let shown = if let Event::Note(note) = event {
            of_file.add(note).map(Event::Note)
        } else {
            Some(event)
        };
        if let Some(event) = shown
            && let Err(error) = show(options.input(), &event, progress)
        {
            written = Err(error);
        }
    });
    progress.clear_status();
    written?;
    let file = options.input().display();
    of_file.finish().map_or(Ok(()), |note| progress.note(format!("{file}: {note}")))?;
    let RunSummary { annotated, broken, unevaluated } = result?;
    let copied = |count, games: &str| match count {
        0 => String::new(),
        1 => format!(", 1 {} copied unchanged", games.replacen("games", "game", 1)),
        count => format!(", {count} {games} copied unchanged"),
    };
    progress.line(format!(
        "{annotated} {} annotated{}{}: {}",
        if annotated == 1 { "game" } else { "games" },
        copied(broken, "broken games"),
        copied(unevaluated, "games without evaluations"),
        options.output.display()
    ))?;
    if broken > 0 { Err(ReadInPart::Games(broken).into()) } else { Ok(()) }
}
