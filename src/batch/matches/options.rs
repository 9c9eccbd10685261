//! The arguments of `lucena match`.

use super::engine_config::EngineConfig;
use crate::game::TimeControl;
use std::path::PathBuf;

/// Arguments of `lucena match`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// First engine: options such as `dial=1500 hash=4 shadow=strict`, or `full` for the defaults; an external engine is
    /// `uci=COMMAND set=OPTION=VALUE`. Elo is printed for this engine.
    #[arg(value_name = "FIRST", value_parser = EngineConfig::of_argument)]
    pub first: EngineConfig,
    /// Second engine, in the same format.
    #[arg(value_name = "SECOND", value_parser = EngineConfig::of_argument)]
    pub second: EngineConfig,
    /// Time control: `1+0.5` is 1 minute plus 0.5 seconds per move, `10s+0.1` is 10 seconds plus 0.1, `40/60` is 40
    /// moves in 60 seconds.
    #[arg(long, value_name = "CONTROL", default_value = "10s+0.1", value_parser = TimeControl::parse)]
    pub tc: TimeControl,
    /// Search this many nodes per move instead of using a clock: the result does not depend on the machine's load. Several
    /// limits, as in `10000,40000,160000`, play a match at each and print how the score changes with the nodes.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "tc")]
    pub nodes: Vec<u64>,
    /// Number of games; rounded up to an even number, as openings are played with both colours.
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the random openings, or of the order in which a book is played.
    #[arg(long, default_value = "1")]
    pub seed: u64,
    /// Play the openings of this book instead of random ones, each once with both colours: positions of an EPD file, or the
    /// final positions of the games of a PGN file; either may be zipped.
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// End a game when both engines agree: five pawns for the same side for three moves of each, or a tenth of a pawn at
    /// most for eight moves of each after move 34.
    #[arg(long)]
    pub adjudicate: bool,
    /// End a game by the Syzygy tablebases in this directory.
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,
    /// Run the clocks on CPU time and skip waits: a strength level with a speed cap plays as it would on the wall clock
    /// but needs only the time of its nodes, and other load on the machine makes no difference.
    #[arg(long, alias = "by-work", conflicts_with = "nodes")]
    pub cpu_time: bool,
    /// Let the uci engines ponder, that is search on the opponent's time, those with the option `Ponder`; Lucena in this process does
    /// not ponder, but does as `uci='lucena uci'`.
    #[arg(long, conflicts_with_all = ["nodes", "cpu_time"])]
    pub ponder: bool,
    /// Save the score to this file after every pair, and resume from it if it exists. With several node limits each has its
    /// own file: `here.ron` becomes `here-10000.ron`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Add every game to this PGN file, with the scores and depths of the engines, also games that a failure broke off. With
    /// several node limits each has its own file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// What a crash, a hang or an illegal move of an external engine means: the pair is played again, so that no crash is a
    /// result, or the engine has lost the game, as in a comparison of its versions.
    #[arg(long, value_enum, default_value = "replay")]
    pub failures: Failures,
    /// Stop when the SPRT accepts one of two Elo hypotheses, at 5 % error probabilities; the last line has the verdict.
    #[arg(long, num_args = 2, value_names = ["H0", "H1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
}

impl Options {
    /// A pair of games between these engines, without a clock and with the first seed; nothing is written.
    pub fn pair(first: EngineConfig, second: EngineConfig) -> Self {
        Self {
            first,
            second,
            tc: TimeControl::default(),
            nodes: Vec::new(),
            games: 2,
            concurrency: 1,
            seed: 1,
            openings: None,
            adjudicate: false,
            syzygy: None,
            cpu_time: false,
            ponder: false,
            record: None,
            pgn: None,
            failures: Failures::default(),
            sprt: Vec::new(),
        }
    }
}

/// What the failure of an external engine means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Failures {
    /// The pair is played again.
    #[default]
    Replay,
    /// It has lost the game.
    Lose,
}
