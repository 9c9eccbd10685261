//! `lucena timesim`: simulates games of the time managers without a search. Every manager plays the same games with the same
//! speed, tree reuse and stop points per move. Beside them the engine can play real games with each manager. Reported are
//! the share of time used, the variation of the total nodes per move, time forfeits, and planned time, used time and total
//! nodes by move number as plots.

mod play;
mod played;
mod plot;
mod recorded;
mod report;
#[cfg(test)]
mod tests;
mod trace;

pub use play::{GameStats, MoveStats, simulate_game};
pub use recorded::side_traces;
pub use report::{Report, Row, Source};
pub use trace::{MoveTrace, synthetic_game};

use super::matches::balanced_openings;
use super::output::{OutputFile, Progress};
use super::wrong_argument::WrongArgument;
use crate::base::{Millis, Random};
use crate::game::TimeControl;
use crate::timing::{DEFAULT_MANAGER, Settings};
use anyhow::{Context as _, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Arguments of `lucena timesim`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Time manager with parameters, such as `smooth` or `fixed`; may be repeated.
    #[arg(long = "manager", value_name = "TEXT", default_values = ["smooth", DEFAULT_MANAGER, "fixed", "smooth-experimental", "alphazero", "simple"])]
    pub managers: Vec<Settings>,
    /// Time control, as for `lucena match`; may be repeated.
    #[arg(long = "tc", alias = "control", value_name = "CONTROL", default_values = CONTROLS)]
    pub controls: Vec<String>,
    /// Games per time control; recorded games are repeated in order.
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=50_000))]
    pub games: u32,
    /// Random seed.
    #[arg(long, default_value = "2020")]
    pub seed: u64,
    /// Take game lengths and thinking times from the `[%clk]` comments of this PGN file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Also play this many games of the engine against itself with each manager, in CPU time.
    #[arg(long, value_name = "GAMES", default_value = "0", value_parser = clap::value_parser!(u32).range(0..=50_000))]
    pub play: u32,
    /// Plot planned time, used time and total nodes by move number below the table.
    #[arg(long, conflicts_with = "ron")]
    pub plot: bool,
    /// Write the plots to this file as SVG.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Replace an existing SVG file.
    #[arg(long, requires = "svg")]
    pub overwrite: bool,
    /// Print RON instead of a table.
    #[arg(long)]
    pub ron: bool,
}

const CONTROLS: [&str; 5] = ["2s+0.02", "1+0", "3+2", "15+10", "40/5400"];
/// Each move loses up to this much time outside the engine.
const MOVE_OVERHEAD: Millis = Millis(30);

/// Simulates and prints a table or RON.
///
/// # Errors
/// Invalid options, an existing SVG file that is not to be replaced, or a failed write.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let input = options.pgn.as_deref().unwrap_or_else(|| Path::new(""));
    let svg = options.svg.as_deref();
    let svg = svg.map(|path| OutputFile { path, input, overwrite: options.overwrite });
    if let Some(file) = svg {
        file.check()?;
    }
    let report = simulate(options, progress)?;
    if let Some(file) = svg {
        file.write(plot::svg(&report).as_bytes())?;
    }
    if options.ron {
        progress.line(ron::ser::to_string_pretty(&report, ron::ser::PrettyConfig::default())?)?;
    } else {
        progress.line(&report)?;
    }
    if options.plot {
        progress.line(plot::sparklines(&report))?;
    }
    Ok(())
}

/// Simulates every time manager at every time control on the same games.
///
/// # Errors
/// Invalid options, or no memory for the engines of played games.
pub fn simulate(options: &Options, progress: &mut Progress<'_>) -> Result<Report> {
    let games = load_games(options)?;
    let count = options.play as usize;
    let openings = balanced_openings(options.seed, count, &AtomicBool::new(false))?;
    let mut rows = Vec::new();
    for text in &options.controls {
        let control = TimeControl::parse_clock(text)
            .map_err(|error| WrongArgument(format!("--tc: {error}")))?;
        for settings in &options.managers {
            let row = simulate_row(&control, settings, &games, options);
            rows.push(Row { control: text.clone(), ..row });
        }
        for settings in options.managers.iter().filter(|_| options.play > 0) {
            let mut stats = Vec::new();
            for (number, opening) in (1..).zip(&openings) {
                progress.status(format!("{text}, {settings}: game {number} of {}", options.play));
                stats.extend(played::play_game(settings, &control, opening, MOVE_OVERHEAD)?);
            }
            let row = Row { control: text.clone(), source: Source::Played, ..Row::default() };
            rows.push(Row { games: options.play, ..row.with(settings, &stats) });
        }
    }
    Ok(Report { rows })
}

/// One time manager at one time control.
fn simulate_row(
    control: &TimeControl,
    settings: &Settings,
    games: &[Vec<MoveTrace>],
    options: &Options,
) -> Row {
    let stats = |(number, moves): (u64, &Vec<MoveTrace>)| {
        // Lags depend on the game only, so that all managers get the same ones.
        let mut random = Random::new(options.seed.wrapping_add(number));
        simulate_game(settings, control, moves, MOVE_OVERHEAD, &mut random)
    };
    let games = (0..options.games.into()).zip(games.iter().cycle());
    let stats: Vec<GameStats> = games.map(stats).collect();
    Row { games: options.games, ..Row::default() }.with(settings, &stats)
}

fn load_games(options: &Options) -> Result<Vec<Vec<MoveTrace>>> {
    let mut random = Random::new(options.seed);
    let Some(path) = &options.pgn else {
        return Ok((0..options.games).map(|_| synthetic_game(&mut random)).collect());
    };
    let file = path.display();
    let games = recorded::from_file(path, &mut random).with_context(|| file.to_string())?;
    ensure!(!games.is_empty(), "{file}: no game in which a side has six [%clk] comments or more");
    Ok(games)
}
