//! The subcommand: its arguments, its progress line, and Ctrl-C.

use super::{Event, Job, run};
use crate::annotate::{Account, Effort, Progress};
use crate::base::{Millis, neutral};
use crate::engine::{Clock, SystemClock};
use crate::game::pgn::Severity;
use std::error::Error;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Time for a position when no limit is given, in milliseconds.
const USUAL_TIME: i64 = 1_000;

/// What `lucena annotate` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Games in PGN; any number of them.
    #[arg(value_name = "GAMES.PGN")]
    input: PathBuf,
    /// Where the annotated games go.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Milliseconds for each position; 1000 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    time: Option<i64>,
    /// Plies for each position.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=128))]
    depth: Option<u16>,
    /// Nodes for each position.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Positions searched at a time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Hash table of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
}

impl Arguments {
    fn job(&self) -> Job {
        let limited = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        let time = self.time.or((!limited).then_some(USUAL_TIME)).map(Millis);
        Job {
            input: self.input.clone(),
            output: self.output.clone(),
            effort: Effort { time, depth: self.depth, nodes: self.nodes },
            threads: usize::from(self.threads),
            hash_mib: usize::from(self.hash),
        }
    }
}

/// Annotates, with news to `out` and a progress line to standard error if that is a terminal. Ctrl-C ends it in order.
///
/// # Errors
/// As [`run`]; or `out` is gone.
pub fn command(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let stop = Arc::new(AtomicBool::new(false));
    // The second Ctrl-C ends us at once: the journal is whole after every line.
    let interrupt = signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_shutdown(interrupt, 130, Arc::clone(&stop))?;
    signal_hook::flag::register(interrupt, Arc::clone(&stop))?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let mut screen = Screen { out, bar: io::stderr().is_terminal(), failed: None };
    let done = run(&arguments.job(), &clock, &stop, &mut |event| screen.show(&event));
    screen.clear();
    if let Some(error) = screen.failed {
        return Err(error.into());
    }
    let summary = done?;
    write!(out, "{} games annotated", summary.annotated)?;
    if summary.broken > 0 {
        write!(out, ", {} broken ones copied as they are", summary.broken)?;
    }
    writeln!(out, ": {}", neutral(&arguments.output.display().to_string()))?;
    Ok(())
}

/// Where news goes.
struct Screen<'a, W> {
    out: &'a mut W,
    /// Is there a terminal for a line that changes?
    bar: bool,
    failed: Option<io::Error>,
}

impl<W: Write> Screen<'_, W> {
    fn show(&mut self, event: &Event) {
        if let Event::Progress(progress) = event {
            if self.bar {
                let mut err = io::stderr();
                // A terminal that went away needs no progress line.
                let _ =
                    write!(err, "\r{}\x1b[K", progress_line(progress)).and_then(|()| err.flush());
            }
            return;
        }
        self.clear();
        let line = match event {
            Event::TakenUp(found) => format!("taking up an earlier run: {found} searches kept"),
            Event::Note(note) if note.severity == Severity::Broken => {
                format!("{note}: copied as it is")
            }
            Event::Note(note) => note.to_string(),
            Event::Game(number, names, account) => game_line(*number, names, account),
            Event::Progress(_) => return,
        };
        if let Err(error) = writeln!(self.out, "{}", neutral(&line)) {
            self.failed.get_or_insert(error);
        }
    }

    fn clear(&mut self) {
        if self.bar {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// `game 2 of 5  [########------------]  40 %  0:01:12 left`.
fn progress_line(progress: &Progress) -> String {
    const WIDTH: usize = 20;
    let (done, total) = progress.positions;
    let filled = WIDTH * done / total.max(1);
    let seconds = progress.remaining.0 / 1000;
    format!(
        "game {} of {}  [{}{}] {:3} %  {}:{:02}:{:02} left",
        progress.game.0,
        progress.game.1,
        "#".repeat(filled),
        "-".repeat(WIDTH - filled),
        100 * done / total.max(1),
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// `game 1, A - B: accuracy 91.2 % and 78.0 %; ?! 1 and 2, ? 0 and 1, ?? 0 and 1`.
fn game_line(number: usize, names: &str, account: &Account) -> String {
    let percent =
        |side: Option<f64>| side.map_or_else(|| "-".to_owned(), |side| format!("{side:.1} %"));
    let (white, black) = (account.accuracy.white, account.accuracy.black);
    let mut line =
        format!("game {number}, {names}: accuracy {} and {}", percent(white), percent(black));
    for (glyph, kind) in ["?!", "?", "??"].into_iter().zip(0..) {
        let separator = if kind == 0 { ';' } else { ',' };
        let (white, black) = (account.errors.white[kind], account.errors.black[kind]);
        line.push_str(&format!("{separator} {glyph} {white} and {black}"));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Progress, progress_line};
    use crate::base::Millis;

    #[test]
    fn the_progress_line() {
        let progress =
            Progress { game: (2, 5), positions: (40, 100), remaining: Millis(3_672_900) };
        let expected = "game 2 of 5  [########------------]  40 %  1:01:12 left";
        assert_eq!(progress_line(&progress), expected);
    }
}
