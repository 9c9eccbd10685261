//! `lucena timesim`: whole games of the time managers without a search. Each manager plays the same games, move for
//! move with the same speed, reuse and stop points, and is judged by what the time manager is for: all the time used by
//! the end, the same total nodes for each move, and no loss on time. The command line calls [`run`].

mod play;
mod recorded;
mod trace;

pub use play::{GameFigures, play};
pub use recorded::{from_pgn, from_times};
pub use trace::{MoveTrace, synthetic};

use crate::base::{Millis, Random};
use crate::game::{ControlError, TimeControl};
use crate::timing::{PLAYING, Settings, TextError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Most games at a control: some hundred megabytes of moves.
const MOST_GAMES: usize = 50_000;

/// What to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Parameter texts of the managers to compare.
    pub managers: Vec<String>,
    /// Time controls as players type them, such as `3+2`, `2s+0.02` or `40/5400+30`.
    pub controls: Vec<String>,
    /// Games at each control; with recorded games they are repeated in order.
    pub games: usize,
    /// Seed of everything drawn.
    pub seed: u64,
    /// What the managers keep back for what passes outside the engine; each move loses up to this much.
    pub overhead: Millis,
    /// A PGN file's name and bytes, with `[%clk]` comments to take game lengths and stop points from.
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

/// Why nothing was simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A manager's text is wrong.
    #[error("manager '{text}': {error}")]
    Manager {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: TextError,
    },
    /// A time control is wrong.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// A time control without a clock.
    #[error("time control '{0}' has no clock to manage")]
    NoClock(String),
    /// No game in the PGN text has clocks.
    #[error("{file}: no game with [%clk] comments in it")]
    NoClocks {
        /// What the text was called.
        file: String,
    },
    /// The PGN text cannot be read.
    #[error("{file}: {reason}")]
    Pgn {
        /// What the text was called.
        file: String,
        /// What the reader says.
        reason: String,
    },
    /// A list is empty.
    #[error("nothing to simulate: {0} is empty")]
    Nothing(&'static str),
    /// No games, or more than fit into memory.
    #[error("games = {games} is out of range; allowed is 1 to {MOST_GAMES}")]
    Games {
        /// How many were asked for.
        games: usize,
    },
}

/// What one manager did at one control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The time control.
    pub control: String,
    /// The manager's canonical parameter text.
    pub manager: String,
    /// Games played.
    pub games: usize,
    /// Moves in them.
    pub moves: usize,
    /// Share of the usable time that was used, mean over the games.
    pub used_share: f64,
    /// Coefficient of variation of the total nodes of a move within a game, mean over the games.
    pub node_spread: f64,
    /// Games lost on time.
    pub time_losses: usize,
}

/// Every manager at every control.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The rows, by control and within it by manager.
    pub rows: Vec<Row>,
}

/// Simulates every manager at every control on the same games.
///
/// # Errors
/// A text that cannot be read, or nothing to do.
pub fn run(options: &Options) -> Result<Report, Error> {
    if !(1..=MOST_GAMES).contains(&options.games) {
        return Err(Error::Games { games: options.games });
    }
    let managers = read_managers(&options.managers)?;
    let controls = read_controls(&options.controls)?;
    let games = read_games(options)?;
    let rows = controls
        .iter()
        .flat_map(|(text, control)| {
            let games = &games;
            managers.iter().map(move |settings| row(text, control, settings, games, options))
        })
        .collect();
    Ok(Report { rows })
}

/// One manager at one control.
fn row(
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
        // The lags depend on the game alone, so that every manager meets the same ones.
        let mut random = Random::new(options.seed.wrapping_add(number as u64));
        let figures = play(settings, control, moves, options.overhead, &mut random);
        row.moves += figures.moves;
        row.used_share += figures.used_share * each;
        row.node_spread += figures.node_spread * each;
        row.time_losses += usize::from(figures.lost_on_time);
    }
    row
}

fn read_managers(texts: &[String]) -> Result<Vec<Settings>, Error> {
    if texts.is_empty() {
        return Err(Error::Nothing("the list of managers"));
    }
    let read =
        |text: &String| text.parse().map_err(|error| Error::Manager { text: text.clone(), error });
    texts.iter().map(read).collect()
}

fn read_controls(texts: &[String]) -> Result<Vec<(String, TimeControl)>, Error> {
    if texts.is_empty() {
        return Err(Error::Nothing("the list of time controls"));
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

fn read_games(options: &Options) -> Result<Vec<Vec<MoveTrace>>, Error> {
    let mut random = Random::new(options.seed);
    let Some((file, bytes)) = &options.recorded else {
        return Ok((0..options.games).map(|_| synthetic(&mut random)).collect());
    };
    let games = from_pgn(bytes, &mut random)
        .map_err(|reason| Error::Pgn { file: file.clone(), reason: reason.to_string() })?;
    if games.is_empty() { Err(Error::NoClocks { file: file.clone() }) } else { Ok(games) }
}

impl Report {
    /// The report as RON text.
    ///
    /// # Errors
    /// What the writer says; plain numbers and texts give it no reason to.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
    }
}

impl fmt::Display for Report {
    /// A table for people.
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
