//! Arguments, progress output and Ctrl-C handling of `lucena annotate`.

use super::{Event, Job, run};
use crate::annotate::{Progress, SearchLimits, Summary};
use crate::base::{Millis, sanitise};
use crate::engine::{Clock, SystemClock};
use crate::game::pgn::Severity;
use std::error::Error;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Search time per position in milliseconds if no limit is given.
const DEFAULT_TIME_MS: i64 = 1_000;

/// Arguments of `lucena annotate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Input file (PGN) with any number of games.
    #[arg(value_name = "GAMES.PGN")]
    input: PathBuf,
    /// Output file (PGN).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Search time per position in milliseconds; 1000 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    time: Option<i64>,
    /// Search depth per position in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=128))]
    depth: Option<u16>,
    /// Nodes per position.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of positions searched in parallel.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Hash table per search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
}

impl Arguments {
    fn job(&self) -> Job {
        let limited = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        let time = self.time.or((!limited).then_some(DEFAULT_TIME_MS)).map(Millis);
        Job {
            input: self.input.clone(),
            output: self.output.clone(),
            effort: SearchLimits { time, depth: self.depth, nodes: self.nodes },
            threads: usize::from(self.threads),
            hash_mib: usize::from(self.hash),
        }
    }
}

/// Annotates; prints events to `out` and a progress line to standard error if it is a terminal. Ctrl-C stops the run after
/// saving the checkpoint.
///
/// # Errors
/// As [`run`], or `out` fails.
pub fn command(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let stop = Arc::new(AtomicBool::new(false));
    // A second Ctrl-C exits at once: the checkpoint is valid after every line.
    let interrupt = signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_shutdown(interrupt, 130, Arc::clone(&stop))?;
    signal_hook::flag::register(interrupt, Arc::clone(&stop))?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let mut screen = Output { out, is_terminal: io::stderr().is_terminal(), write_error: None };
    let done = run(&arguments.job(), &clock, &stop, &mut |event| screen.show(&event));
    screen.clear();
    if let Some(error) = screen.write_error {
        return Err(error.into());
    }
    let summary = done?;
    write!(out, "{} games annotated", summary.annotated)?;
    if summary.broken > 0 {
        write!(out, ", {} broken games copied unchanged", summary.broken)?;
    }
    writeln!(out, ": {}", sanitise(&arguments.output.display().to_string()))?;
    Ok(())
}

/// Prints events.
struct Output<'a, W> {
    out: &'a mut W,
    /// Is standard error a terminal?
    is_terminal: bool,
    write_error: Option<io::Error>,
}

impl<W: Write> Output<'_, W> {
    fn show(&mut self, event: &Event) {
        if let Event::Progress(progress) = event {
            if self.is_terminal {
                let mut err = io::stderr();
                // Errors on a closed terminal are ignored.
                let _ =
                    write!(err, "\r{}\x1b[K", progress_line(progress)).and_then(|()| err.flush());
            }
            return;
        }
        self.clear();
        let line = match event {
            Event::Resumed(found) => {
                format!("resuming an earlier run: {found} positions already searched")
            }
            Event::Note(note) if note.severity == Severity::Error => {
                format!("{note}: copied unchanged")
            }
            Event::Note(note) => note.to_string(),
            Event::Game(number, names, account) => game_line(*number, names, account),
            Event::Progress(_) => return,
        };
        if let Err(error) = writeln!(self.out, "{}", sanitise(&line)) {
            self.write_error.get_or_insert(error);
        }
    }

    fn clear(&mut self) {
        if self.is_terminal {
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
fn game_line(number: usize, names: &str, account: &Summary) -> String {
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
