//! What may be typed: one definition for the parser, the help, the manual page and the completions.

use crate::batch::annotate;
use crate::batch::matches::Contender;
use crate::game::TimeControl;
use crate::timing;
use crate::tui;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// A chess engine you can see through: play, inspect and record chess in a terminal.
#[derive(Debug, Parser)]
#[command(name = "lucena", version, about, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    /// What to do; playing if left out.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// What playing begins with.
    #[command(flatten)]
    pub play: tui::Launch,
}

/// The tasks, each done by a front end.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Play and inspect in the terminal (the default).
    Play(tui::Launch),
    /// Speak the Universal Chess Interface on standard input and output.
    Uci {
        /// Time manager and its parameters, such as `smooth(init-nps=1000000)`.
        #[arg(long, value_name = "TEXT", default_value = timing::PLAYING)]
        time_manager: String,
    },
    /// Play games between two settings of the engine, or against another engine.
    Match(Box<MatchArguments>),
    /// Measure the strength of the dial's settings by games and write the curve.
    Calibrate(CalibrateArguments),
    /// Compare time managers over simulated games.
    Timesim(TimesimArguments),
    /// Search every move of the games in a PGN file; write them with judgements, reasons and better lines.
    Annotate(annotate::Arguments),
    /// Play the engine against itself and keep quiet positions with their results.
    Selfplay(SelfplayArguments),
    /// Fit the evaluation's weights to positions with results.
    Tune(TuneArguments),
    /// Search built-in positions and print figures as `name: value` lines.
    Bench {
        /// What to measure: `search`, `shadow`, `propnet` (with `machine`) or `machine`.
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
    /// Say why a proposition about a position is true or false, down to its causes.
    Explain {
        /// Position in Forsyth-Edwards notation, or `startpos`.
        fen: String,
        /// A move, a term or a square; an overview if left out.
        what: Option<String>,
    },
    /// Write games of a PGN file in another form.
    Export(ExportArguments),
    /// Print where the settings are kept and what a file of them looks like.
    Config,
    /// Print what the program finds around it and what is wrong with it.
    Doctor,
    /// Print a completion script for a shell.
    #[command(hide = true)]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Write the manual pages into a folder, or the main one to standard output.
    #[command(hide = true)]
    Man {
        /// Folder for one page for each task.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

/// What a match is.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The engine that is judged: words such as `dial=1500 hash=4 shadow=strict`, or `full`; another one is
    /// `uci=COMMAND set=OPTION=VALUE`.
    #[arg(value_name = "FIRST")]
    pub first: Contender,
    /// Its opponent, in the same words.
    #[arg(value_name = "SECOND")]
    pub second: Contender,
    /// Time control: `1+0.5` is a minute and half a second a move, `10s+0.1` ten seconds and a tenth, `40/60`
    /// forty moves in sixty seconds.
    #[arg(long, value_name = "CONTROL", default_value = "10s+0.1", value_parser = TimeControl::parse)]
    pub tc: TimeControl,
    /// Nodes for each move instead of a clock.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Games to play; they come in pairs, so an odd number is rounded up.
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Games at a time.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Count the processor's time and let waits be over at once: a dial with a speed cap plays the same in less time.
    #[arg(long)]
    pub by_work: bool,
    /// Keep the standing in this file and continue what it holds.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop as soon as one of two Elo differences is refuted.
    #[arg(long, num_args = 2, value_names = ["H0", "H1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
}

/// What is measured.
#[derive(Debug, Args)]
pub struct CalibrateArguments {
    /// The plan: settings, games, control and engines of known rating.
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Folder of the records; what they hold is continued.
    #[arg(long, value_name = "FOLDER", default_value = "calibration")]
    pub folder: PathBuf,
    /// The curve; `calibration.ron` in the folder if left out.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Games at a time.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Play nothing, fit what the records hold.
    #[arg(long)]
    pub fit_only: bool,
}

/// What is simulated.
#[derive(Debug, Args)]
pub struct TimesimArguments {
    /// Parameter texts of the managers, such as `smooth` or `fixed`; repeat for several.
    #[arg(long = "manager", value_name = "TEXT")]
    pub managers: Vec<String>,
    /// Time controls as for a match; repeat for several.
    #[arg(long = "control", value_name = "CONTROL")]
    pub controls: Vec<String>,
    /// Games at each control.
    #[arg(long, default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=50_000))]
    pub games: u32,
    /// Seed of everything drawn.
    #[arg(long, default_value = "2020")]
    pub seed: u64,
    /// Take game lengths and stop points from the clocks of this PGN file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Print RON instead of a table.
    #[arg(long)]
    pub ron: bool,
}

/// What is played to learn from.
#[derive(Debug, Args)]
pub struct SelfplayArguments {
    /// The file to append to; what it holds is continued.
    #[arg(value_name = "FILE")]
    pub out: PathBuf,
    /// Games in the file at the end.
    #[arg(long, default_value = "1000")]
    pub games: u64,
    /// Nodes for each move.
    #[arg(long, default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Games at a time.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
}

/// What is fitted.
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// Positions with results, as `lucena selfplay` writes them.
    #[arg(value_name = "FILE")]
    pub data: PathBuf,
    /// Folder for the new weight files.
    #[arg(long, value_name = "FOLDER", default_value = "weights")]
    pub out: PathBuf,
    /// Passes over the data.
    #[arg(long, default_value = "300")]
    pub epochs: u32,
    /// Step of the descent in centipawns.
    #[arg(long, default_value = "1.0")]
    pub rate: f64,
    /// How strongly a weight is drawn to where it began, in error per squared centipawn.
    #[arg(long, default_value = "1e-8")]
    pub anchor: f64,
    /// Share of the search's score in what is learned; the rest is the result of the game.
    #[arg(long, default_value = "0.3", value_parser = share)]
    pub blend: f64,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not between 0 and 1".to_owned()) }
}

/// What is exported and how.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// PGN file.
    pub file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// What to make of it.
    #[arg(long, value_enum, default_value = "html")]
    pub form: Form,
    /// File to write; standard output if left out.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A form of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A web page that opens without a network.
    Html,
    /// The tags, then the moves, one JSON object a line.
    Jsonl,
    /// The positions, one FEN a line.
    Fens,
    /// The game again, tidied.
    Pgn,
    /// The game for a Lichess study: without what only Lucena reads, and within the study's limits.
    Study,
}
