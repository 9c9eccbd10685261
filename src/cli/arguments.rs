//! The command-line arguments: one definition for the parser, the help, the manual pages and the completions.

use crate::batch::annotate;
use crate::batch::matches::EngineConfig;
use crate::batch::trace::TraceTask;
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
    /// Subcommand; `play` if omitted.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// Options of `play`.
    #[command(flatten)]
    pub play: tui::Launch,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Play, analyse and inspect in the terminal (default).
    Play(tui::Launch),
    /// Run as a UCI engine on standard input and output.
    Uci {
        /// Time manager and its parameters, such as `smooth(init-nps=1000000)`.
        #[arg(long, value_name = "TEXT", default_value = timing::PLAYING)]
        time_manager: String,
    },
    /// Play an engine match between two configurations, or against an external UCI engine.
    Match(Box<MatchArguments>),
    /// Measure the Elo of the strength levels by matches and write the calibration curve.
    Calibrate(CalibrateArguments),
    /// Compare time managers over simulated games (no search).
    Timesim(TimesimArguments),
    /// Analyse all games of a PGN file and write them with evaluations, move classifications and better lines.
    Annotate(annotate::Arguments),
    /// Play the engine against itself and save quiet positions with game results as training data.
    Selfplay(SelfplayArguments),
    /// Tune the evaluation weights on positions with game results (Texel tuning).
    Tune(TuneArguments),
    /// Search built-in positions and print metrics as `name: value` lines.
    Bench {
        /// Benchmark: `search`, `shadow`, `propnet` (includes `machine`) or `machine`.
        #[arg(default_value = "search")]
        topic: String,
    },
    /// Count the leaf nodes of the legal move tree below each root move (perft divide).
    Perft {
        /// Position as FEN, or `startpos`.
        fen: String,
        /// Depth in plies, at most 20.
        #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
        depth: u32,
    },
    /// Explain why a move is legal, a square attacked or a proposition true in a position.
    Explain {
        /// Position as FEN, or `startpos`.
        fen: String,
        /// A move, square, proposition or evaluation term; a summary of the position if omitted.
        what: Option<String>,
    },
    /// Convert a game of a PGN file to another format.
    Export(ExportArguments),
    /// Record, show, compare and export search traces, of this engine and of others.
    #[command(subcommand)]
    Trace(TraceTask),
    /// Print the path of the settings file and the default settings.
    Config,
    /// Check the environment, the built-in networks and the user's files, and print the problems found.
    Doctor,
    /// Print a shell completion script.
    #[command(hide = true)]
    Completions {
        /// Shell.
        shell: Shell,
    },
    /// Write the manual pages to a folder, or the main page to standard output.
    #[command(hide = true)]
    Man {
        /// Folder for one page per subcommand.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

/// Arguments of `lucena match`.
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// First engine: options such as `dial=1500 hash=4 shadow=strict`, or `full` for the defaults; an external engine is
    /// `uci=COMMAND set=OPTION=VALUE`. Elo is printed for this engine.
    #[arg(value_name = "FIRST")]
    pub first: EngineConfig,
    /// Second engine, in the same format.
    #[arg(value_name = "SECOND")]
    pub second: EngineConfig,
    /// Time control: `1+0.5` is 1 minute plus 0.5 seconds per move, `10s+0.1` is 10 seconds plus 0.1, `40/60` is 40
    /// moves in 60 seconds.
    #[arg(long, value_name = "CONTROL", default_value = "10s+0.1", value_parser = TimeControl::parse)]
    pub tc: TimeControl,
    /// Search this many nodes per move instead of using a clock.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Number of games; rounded up to an even number, as openings are played with both colours.
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the random openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Run the clocks on CPU time and skip waits: a strength level with a speed cap plays the same in less time.
    #[arg(long, alias = "by-work")]
    pub cpu_time: bool,
    /// Save the score to this file after every pair, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop when the SPRT accepts one of two Elo hypotheses, at 5 % error probabilities.
    #[arg(long, num_args = 2, value_names = ["H0", "H1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
}

/// Arguments of `lucena calibrate`.
#[derive(Debug, Args)]
pub struct CalibrateArguments {
    /// Plan file (RON): strength levels, games, time control and engines of known rating.
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,
    /// Folder of the match records; matches resume from them.
    #[arg(long, value_name = "FOLDER", default_value = "calibration")]
    pub folder: PathBuf,
    /// Output file of the curve; `calibration.ron` in the folder if omitted.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Play no games; fit the existing records.
    #[arg(long)]
    pub fit_only: bool,
}

/// Arguments of `lucena timesim`.
#[derive(Debug, Args)]
pub struct TimesimArguments {
    /// Time manager with parameters, such as `smooth` or `fixed`; may be repeated.
    #[arg(long = "manager", value_name = "TEXT")]
    pub managers: Vec<String>,
    /// Time control, as for `lucena match`; may be repeated.
    #[arg(long = "control", value_name = "CONTROL")]
    pub controls: Vec<String>,
    /// Games per time control.
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

/// Arguments of `lucena selfplay`.
#[derive(Debug, Args)]
pub struct SelfplayArguments {
    /// Output file; games are appended, and an existing file is continued.
    #[arg(value_name = "FILE")]
    pub out: PathBuf,
    /// Total number of games in the file at the end.
    #[arg(long, default_value = "1000")]
    pub games: u64,
    /// Nodes per move.
    #[arg(long, default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the random openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
}

/// Arguments of `lucena tune`.
#[derive(Debug, Args)]
pub struct TuneArguments {
    /// Training data, as `lucena selfplay` writes it.
    #[arg(value_name = "FILE")]
    pub data: PathBuf,
    /// Folder for the tuned weight files.
    #[arg(long, value_name = "FOLDER", default_value = "weights")]
    pub out: PathBuf,
    /// Passes over the training data.
    #[arg(long, default_value = "300")]
    pub epochs: u32,
    /// Learning rate of Adam, in centipawns per step.
    #[arg(long, default_value = "1.0")]
    pub rate: f64,
    /// L2 regularisation toward the initial weights, in error per squared centipawn.
    #[arg(long, alias = "anchor", default_value = "1e-8")]
    pub l2: f64,
    /// Weight of the search score in the training target, 0 to 1; the rest is the game result.
    #[arg(long, default_value = "0.3", value_parser = share)]
    pub blend: f64,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not between 0 and 1".to_owned()) }
}

/// Arguments of `lucena export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// Input file (PGN).
    pub file: PathBuf,
    /// Number of the game in the file, from 1.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// Output format.
    #[arg(long, alias = "form", value_enum, default_value = "html")]
    pub format: Format,
    /// Output file; standard output if omitted.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A self-contained web page.
    Html,
    /// JSON lines: the tags, then one object per move.
    Jsonl,
    /// One FEN per line.
    Fens,
    /// Normalised PGN.
    Pgn,
    /// PGN for a Lichess study: without Lucena's own comment commands, and within the study's limits.
    Study,
}
