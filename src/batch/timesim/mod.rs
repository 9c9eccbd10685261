//! `lucena timesim`: simulates games of the time managers without a search. Every manager plays the same games with the same
//! speed, tree reuse and stop points per move. Reported are the share of time used, the variation of the total nodes per
//! move, and time forfeits.

mod play;
mod recorded;
#[cfg(test)]
mod tests;
mod trace;

pub use play::{GameStats, simulate_game};
pub use recorded::side_traces;
pub use trace::{MoveTrace, synthetic_game};

use super::output::{Progress, Table};
use crate::base::{Millis, Random};
use crate::game::TimeControl;
use crate::timing::{PLAYING, Settings};
use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// Arguments of `lucena timesim`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Time manager with parameters, such as `smooth` or `fixed`; may be repeated.
    #[arg(long = "manager", value_name = "TEXT", default_values = ["smooth", PLAYING, "fixed"])]
    pub managers: Vec<Settings>,
    /// Time control, as for `lucena match`; may be repeated.
    #[arg(long = "control", value_name = "CONTROL", default_values = CONTROLS)]
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
    /// Print RON instead of a table.
    #[arg(long)]
    pub ron: bool,
}

const CONTROLS: [&str; 5] = ["2s+0.02", "1+0", "3+2", "15+10", "40/5400"];
/// Each move loses up to this much time outside the engine.
const MOVE_OVERHEAD: Millis = Millis(30);

/// Results of one time manager at one time control.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The time control.
    pub control: String,
    /// The manager's canonical parameter text.
    pub manager: String,
    /// Number of games.
    pub games: u32,
    /// Number of moves.
    pub moves: usize,
    /// Mean share of the usable time that was used.
    pub used_share: f64,
    /// Mean over the games of the coefficient of variation of the total nodes per move.
    pub node_spread: f64,
    /// Time forfeits.
    pub time_losses: usize,
}

/// Results of every time manager at every time control.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Rows by time control, then by manager.
    pub rows: Vec<Row>,
}

/// Simulates and prints a table or RON.
///
/// # Errors
/// Invalid options or a failed write.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let report = simulate(options)?;
    if options.ron {
        progress.line(ron::ser::to_string_pretty(&report, ron::ser::PrettyConfig::default())?)?;
    } else {
        progress.line(report)?;
    }
    Ok(())
}

/// Simulates every time manager at every time control on the same games.
///
/// # Errors
/// Invalid options.
pub fn simulate(options: &Options) -> Result<Report> {
    let games = load_games(options)?;
    let mut rows = Vec::new();
    for text in &options.controls {
        let control = TimeControl::parse(text)?;
        ensure!(control.initial().is_some(), "time control '{text}' has no clock to manage");
        for settings in &options.managers {
            let row = simulate_row(&control, settings, &games, options);
            rows.push(Row { control: text.clone(), ..row });
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
    let manager = settings.to_string();
    let mut row = Row { manager, games: options.games, ..Row::default() };
    for (number, moves) in (0..u64::from(options.games)).zip(games.iter().cycle()) {
        // Lags depend on the game only, so that all managers get the same ones.
        let mut random = Random::new(options.seed.wrapping_add(number));
        let stats = simulate_game(settings, control, moves, MOVE_OVERHEAD, &mut random);
        row.moves += stats.moves;
        row.used_share += stats.used_share / f64::from(options.games);
        row.node_spread += stats.node_spread / f64::from(options.games);
        row.time_losses += usize::from(stats.lost_on_time);
    }
    row
}

fn load_games(options: &Options) -> Result<Vec<Vec<MoveTrace>>> {
    let mut random = Random::new(options.seed);
    let Some(path) = &options.pgn else {
        return Ok((0..options.games).map(|_| synthetic_game(&mut random)).collect());
    };
    let games = recorded::from_file(path, &mut random)
        .and_then(|games| {
            ensure!(!games.is_empty(), "no game with [%clk] comments");
            Ok(games)
        })
        .with_context(|| path.display().to_string())?;
    Ok(games)
}

impl fmt::Display for Report {
    /// The report as a table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = ["control", "manager", "games", "moves", "used", "spread", "lost"];
        let mut table = Table::new(2, &header);
        for row in &self.rows {
            table.row([
                row.control.clone(),
                row.manager.clone(),
                row.games.to_string(),
                row.moves.to_string(),
                format!("{:.1}%", row.used_share * 100.0),
                format!("{:.3}", row.node_spread),
                row.time_losses.to_string(),
            ]);
        }
        write!(f, "{table}")
    }
}
