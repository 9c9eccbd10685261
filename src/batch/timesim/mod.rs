//! `lucena timesim`: simulates games of the time managers without a search. Every manager plays the same games with the same
//! speed, tree reuse and stop points per move. Reported are the share of time used, the variation of the total nodes per
//! move, and time forfeits.

mod play;
mod recorded;
mod trace;

pub use play::{GameStats, simulate_game};
pub use recorded::{from_move_times, from_pgn};
pub use trace::{MoveTrace, synthetic_game};

use crate::base::{Millis, Random};
use crate::game::{TimeControl, TimeControlError};
use crate::timing::{PLAYING, Settings, TextError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum number of games: some hundred megabytes of moves.
const MAX_GAMES: usize = 50_000;

/// Options of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Parameter texts of the time managers.
    pub managers: Vec<String>,
    /// Time controls, such as `3+2`, `2s+0.02` or `40/5400+30`.
    pub controls: Vec<String>,
    /// Games per time control; recorded games are repeated in order.
    pub games: usize,
    /// Random seed.
    pub seed: u64,
    /// Move overhead; each move loses up to this much time outside the engine.
    pub overhead: Millis,
    /// Name and bytes of a PGN file whose `[%clk]` comments give game lengths and stop points.
    pub recorded: Option<(String, Vec<u8>)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            managers: ["smooth", PLAYING, "fixed"].map(str::to_owned).to_vec(),
            controls: ["2s+0.02", "1+0", "3+2", "15+10", "40/5400"].map(str::to_owned).to_vec(),
            games: 1000,
            seed: 2020,
            overhead: Millis(30),
            recorded: None,
        }
    }
}

/// A simulation that cannot start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A time manager's parameters are invalid.
    #[error("manager '{text}': {error}")]
    Manager {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// A time control is invalid.
    #[error(transparent)]
    Control(#[from] TimeControlError),
    /// A time control without a clock.
    #[error("time control '{0}' has no clock to manage")]
    NoClock(String),
    /// No game in the PGN text has clocks.
    #[error("{file}: no game with [%clk] comments in it")]
    NoClocks {
        /// File name.
        file: String,
    },
    /// The PGN file cannot be read.
    #[error("{file}: {reason}")]
    Pgn {
        /// File name.
        file: String,
        /// The reader's error.
        reason: String,
    },
    /// A list is empty.
    #[error("nothing to simulate: {0} is empty")]
    Empty(&'static str),
    /// The number of games is out of range.
    #[error("games = {games} is out of range; allowed is 1 to {MAX_GAMES}")]
    Games {
        /// Number of games.
        games: usize,
    },
}

/// Results of one time manager at one time control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The time control.
    pub control: String,
    /// The manager's canonical parameter text.
    pub manager: String,
    /// Number of games.
    pub games: usize,
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

/// Simulates every time manager at every time control on the same games.
///
/// # Errors
/// Invalid options.
pub fn run(options: &Options) -> Result<Report, Error> {
    if !(1..=MAX_GAMES).contains(&options.games) {
        return Err(Error::Games { games: options.games });
    }
    let managers = parse_managers(&options.managers)?;
    let controls = parse_controls(&options.controls)?;
    let games = load_games(options)?;
    let rows = controls
        .iter()
        .flat_map(|(text, control)| {
            let games = &games;
            managers
                .iter()
                .map(move |settings| simulate_row(text, control, settings, games, options))
        })
        .collect();
    Ok(Report { rows })
}

/// One time manager at one time control.
fn simulate_row(
    text: &str,
    control: &TimeControl,
    settings: &Settings,
    games: &[Vec<MoveTrace>],
    options: &Options,
) -> Row {
    let mut row = Row {
        control: text.to_owned(),
        manager: settings.to_string(),
        games: options.games,
        moves: 0,
        used_share: 0.0,
        node_spread: 0.0,
        time_losses: 0,
    };
    let each = 1.0 / options.games as f64;
    for (number, moves) in games.iter().cycle().take(options.games).enumerate() {
        // Lags depend on the game only, so that all managers get the same ones.
        let mut random = Random::new(options.seed.wrapping_add(number as u64));
        let figures = simulate_game(settings, control, moves, options.overhead, &mut random);
        row.moves += figures.moves;
        row.used_share += figures.used_share * each;
        row.node_spread += figures.node_spread * each;
        row.time_losses += usize::from(figures.lost_on_time);
    }
    row
}

fn parse_managers(texts: &[String]) -> Result<Vec<Settings>, Error> {
    if texts.is_empty() {
        return Err(Error::Empty("the list of managers"));
    }
    let read =
        |text: &String| text.parse().map_err(|error| Error::Manager { text: text.clone(), error });
    texts.iter().map(read).collect()
}

fn parse_controls(texts: &[String]) -> Result<Vec<(String, TimeControl)>, Error> {
    if texts.is_empty() {
        return Err(Error::Empty("the list of time controls"));
    }
    let read = |text: &String| {
        let control = TimeControl::parse(text)?;
        match control.initial() {
            Some(_) => Ok((text.clone(), control)),
            None => Err(Error::NoClock(text.clone())),
        }
    };
    texts.iter().map(read).collect()
}

fn load_games(options: &Options) -> Result<Vec<Vec<MoveTrace>>, Error> {
    let mut random = Random::new(options.seed);
    let Some((file, bytes)) = &options.recorded else {
        return Ok((0..options.games).map(|_| synthetic_game(&mut random)).collect());
    };
    let games = from_pgn(bytes, &mut random)
        .map_err(|reason| Error::Pgn { file: file.clone(), reason: reason.to_string() })?;
    if games.is_empty() { Err(Error::NoClocks { file: file.clone() }) } else { Ok(games) }
}

impl Report {
    /// The report as RON.
    ///
    /// # Errors
    /// The serialiser's error.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
    }
}

impl fmt::Display for Report {
    /// The report as a table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.manager.len()).max().unwrap_or(0).max(7);
        writeln!(
            f,
            "{:<12} {:<width$} {:>6} {:>8} {:>8} {:>8} {:>6}",
            "control", "manager", "games", "moves", "used", "spread", "lost"
        )?;
        for row in &self.rows {
            writeln!(
                f,
                "{:<12} {:<width$} {:>6} {:>8} {:>7.1}% {:>8.3} {:>6}",
                row.control,
                row.manager,
                row.games,
                row.moves,
                row.used_share * 100.0,
                row.node_spread,
                row.time_losses
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
