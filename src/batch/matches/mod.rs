//! `lucena match`: games between two configurations of Lucena in this process, or against an external engine, with Elo and
//! error bar.
//!
//! Used to calibrate strength levels and to compare time managers and search parameters. Games are played in pairs with
//! the same opening and reversed colours. The score is saved after every pair, so that a match can be resumed.

mod engine_config;
mod openings;
mod play;
mod player;
mod record;
mod statistics;

pub use engine_config::{EngineConfig, EngineKind, ExternalPlayerConfig};
pub use openings::random_opening;
pub use record::{MatchId, MatchScore};
pub use statistics::{EloEstimate, Pentanomial};

use super::output::Progress;
use super::parallel::run_in_order;
use crate::engine::external::ExternalError;
use crate::game::{End, TimeControl};
use crate::rules::{Color, Position};
use anyhow::{Context as _, Result, bail};
use openings::balanced_openings;
use play::GameSetup;
use player::{MatchClock, Player};
use statistics::Sprt;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Arguments of `lucena match`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
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
    /// Search this many nodes per move instead of using a clock: the result does not depend on the machine's load.
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
    /// Run the clocks on CPU time and skip waits: a strength level with a speed cap plays as it would on the wall clock
    /// but needs only the time of its nodes, and other load on the machine makes no difference.
    #[arg(long, alias = "by-work")]
    pub cpu_time: bool,
    /// Save the score to this file after every pair, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop when the SPRT accepts one of two Elo hypotheses, at 5 % error probabilities.
    #[arg(long, num_args = 2, value_names = ["H0", "H1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
}

impl Options {
    /// Number of game pairs.
    pub(super) const fn pairs(&self) -> usize {
        self.games.div_ceil(2) as usize
    }

    fn id(&self) -> MatchId {
        let control = match self.nodes {
            Some(nodes) => format!("{nodes} nodes"),
            None if self.cpu_time => format!("{}, CPU time", self.tc.tag()),
            None => self.tc.tag(),
        };
        let engines = [self.first.name.clone(), self.second.name.clone()];
        MatchId { engines, control, seed: self.seed }
    }

    /// Rejects options that would give wrong measurements.
    fn check(&self) -> Result<()> {
        if self.nodes.is_none() && self.tc.initial().is_none() {
            bail!("--tc: a match needs a time control or --nodes");
        }
        for EngineConfig { name, kind, .. } in [&self.first, &self.second] {
            match kind {
                EngineKind::External(config) if config.compress > 1 && !self.cpu_time => {
                    bail!("{name}: compress requires --cpu-time");
                }
                EngineKind::Lucena { options, .. } if options.threads > 1 && self.cpu_time => {
                    bail!("{name}: --cpu-time measures one thread only");
                }
                EngineKind::External(_) | EngineKind::Lucena { .. } => {}
            }
        }
        Ok(())
    }
}

/// Number of attempts to play a pair in which an external engine fails.
const MAX_ATTEMPTS: usize = 3;

/// Plays the match, prints the score after each pair and the totals at the end.
///
/// # Errors
/// The options exclude each other, the record belongs to another match or cannot be written, an engine fails, or the output
/// fails.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<MatchScore> {
    options.check()?;
    for note in [&options.first, &options.second].into_iter().flat_map(|engine| &engine.notes) {
        progress.line(note)?;
    }
    let sprt = Sprt::from_bounds(&options.sprt).context("--sprt")?;
    let mut score = load_score(options)?;
    // Engines start before the openings are searched, so that a wrong configuration fails at once.
    let runners = (0..options.concurrency).map(|_| GameRunner::new(options));
    let runners = runners.collect::<Result<Vec<_>>>()?;
    let openings = balanced_openings(options.seed, options.pairs())?;
    let played = score.pairs.pairs() as usize;
    let work = |runner: &mut GameRunner<'_>, pair: usize| runner.play_pair(&openings[pair]);
    run_in_order(runners, played..openings.len(), work, |pair| {
        score.add(&pair);
        record::save(options.record.as_deref(), &score)?;
        progress.line(score.summary())?;
        let decided = sprt.is_some_and(|sprt| sprt.is_decided(&score.pairs));
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    progress.line(&score)?;
    Ok(score)
}

/// Loads the score of a match from its record without playing; an empty score if there is none.
///
/// # Errors
/// The record cannot be read or belongs to another match.
pub fn load_score(options: &Options) -> Result<MatchScore> {
    record::load(options.record.as_deref(), options.id())
}

/// Plays games on one thread: two players and their clock.
struct GameRunner<'a> {
    options: &'a Options,
    setup: GameSetup,
    players: [Player; 2],
    clock: MatchClock,
}

impl<'a> GameRunner<'a> {
    fn new(options: &'a Options) -> Result<Self> {
        let clock = MatchClock::new(options.cpu_time);
        let players =
            [Player::start(&options.first, &clock)?, Player::start(&options.second, &clock)?];
        let control = if options.nodes.is_some() { TimeControl::None } else { options.tc.clone() };
        let setup = GameSetup { start: Position::default(), control, nodes: options.nodes };
        Ok(Self { options, setup, players, clock })
    }

    /// Plays both games of an opening. If an external engine fails, both engines are restarted and the pair is replayed,
    /// so that no crash is counted.
    fn play_pair(&mut self, opening: &Position) -> Result<[End; 2]> {
        for _ in 1..MAX_ATTEMPTS {
            match self.try_pair(opening) {
                Err(error) if error.is::<ExternalError>() => {
                    log::warn!("{error:#}; replaying the pair");
                    *self = Self::new(self.options)?;
                }
                pair => return pair,
            }
        }
        self.try_pair(opening)
    }

    fn try_pair(&mut self, opening: &Position) -> Result<[End; 2]> {
        self.setup.start = opening.clone();
        let mut play = |first: Color| {
            let [a, b] = &mut self.players;
            let players = if first == Color::White { [a, b] } else { [b, a] };
            play::play(&self.setup, players, &self.clock)
        };
        Ok([play(Color::White)?, play(Color::Black)?])
    }
}
