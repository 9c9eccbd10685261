//! `lucena match`: games between two configurations of Lucena in this process, or against an external engine, with Elo and
//! error bar.
//!
//! Used to calibrate strength levels and to compare time managers and search parameters. Games are played in pairs with
//! the same opening and reversed colours. The score is saved after every pair, so that a match can be resumed.

mod adjudication;
mod engine_config;
mod opening_book;
mod openings;
mod play;
mod player;
mod record;
mod scaling;
mod sprt;
mod statistics;

pub use engine_config::{EngineConfig, EngineKind, ExternalPlayerConfig};
pub use record::{MatchId, MatchScore};
pub use statistics::{EloEstimate, Pentanomial};

use super::interrupt::stop_flag;
use super::output::{Progress, check_no_dash};
use super::parallel::run_in_order;
use super::wrong_argument::WrongArgument;
use crate::engine::external::ExternalError;
use crate::game::{End, TimeControl};
use crate::rules::{Color, Position};
use crate::search::Tablebases;
pub(super) use adjudication::{Agreement, table_result};
use anyhow::{Context as _, Result, bail};
pub(super) use opening_book::OpeningBook;
pub(super) use openings::{PairOpenings, balanced_openings};
use play::{BrokenOff, GameSetup};
use player::Player;
pub(super) use player::{ExternalPlayer, MatchClock};
use sprt::Sprt;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Save the score to this file after every pair, and resume from it if it exists. With several node limits each has its
    /// own file: `here.ron` becomes `here-10000.ron`.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Stop when the SPRT accepts one of two Elo hypotheses, at 5 % error probabilities; the last line has the verdict.
    #[arg(long, num_args = 2, value_names = ["H0", "H1"], allow_negative_numbers = true)]
    pub sprt: Vec<f64>,
}

impl Options {
    /// Number of game pairs.
    pub(super) const fn pairs(&self) -> usize {
        self.games.div_ceil(2) as usize
    }

    /// The node limit; [`run`] plays several one by one.
    fn node_limit(&self) -> Option<u64> {
        self.nodes.first().copied()
    }

    /// The conditions of its games, without their openings.
    fn setup(&self, tables: Option<Arc<Tablebases>>, stop: Arc<AtomicBool>) -> GameSetup {
        let nodes = self.node_limit();
        let control = if nodes.is_some() { TimeControl::default() } else { self.tc.clone() };
        let (start, agreement) = (Position::default(), self.adjudicate);
        GameSetup { start, control, nodes, agreement, tables, stop }
    }

    fn control(&self) -> String {
        match self.node_limit() {
            Some(nodes) => format!("{nodes} nodes"),
            None if self.cpu_time => format!("{}, CPU time", self.tc.tag()),
            None => self.tc.tag(),
        }
    }

    fn id(&self, book: Option<&OpeningBook>, tables: Option<&Tablebases>) -> MatchId {
        MatchId {
            engines: [self.first.name.clone(), self.second.name.clone()],
            control: self.control(),
            seed: self.seed,
            openings: book.map(OpeningBook::id),
            adjudication: adjudication::rules(self.adjudicate, tables),
        }
    }

    /// The checksums of both programs for the record, if there is one.
    fn programs(&self) -> [Option<String>; 2] {
        if self.record.is_none() {
            return [None, None];
        }
        [&self.first, &self.second].map(|engine| engine.kind.program_checksum())
    }

    fn book(&self) -> Result<Option<OpeningBook>> {
        self.openings.as_deref().map(OpeningBook::read).transpose().context("--openings")
    }

    fn tables(&self) -> Result<Option<Arc<Tablebases>>> {
        let Some(path) = &self.syzygy else { return Ok(None) };
        let (tables, warnings) = Tablebases::open(path).context("--syzygy")?;
        // A damaged table would silently leave games undecided.
        warnings.first().map_or(Ok(Some(Arc::new(tables))), |warning| bail!("--syzygy: {warning}"))
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let sprt = Sprt::from_bounds(&self.sprt).context("--sprt");
        sprt.map_err(|error| WrongArgument::of(&error))
    }

    /// Rejects options that would give wrong measurements.
    fn check(&self) -> Result<()> {
        if self.nodes.is_empty() && self.tc.initial().is_none() {
            bail!(WrongArgument("--tc: a match needs a time control or --nodes".to_owned()));
        }
        self.record.as_deref().map_or(Ok(()), check_no_dash).context("--record: -")?;
        let mut limits = HashSet::new();
        if let Some(twice) = self.nodes.iter().find(|&limit| !limits.insert(limit)) {
            let words = format!("--nodes: {twice} is named twice, but each limit has one record");
            bail!(WrongArgument(words));
        }
        if self.nodes.len() > 1 && !self.sprt.is_empty() {
            bail!(WrongArgument("--sprt: cannot stop a match at several node limits".to_owned()));
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

/// A signal ended the match.
#[derive(Debug, thiserror::Error)]
#[error("stopped after {played} of {all} games; {how}")]
pub struct Stopped {
    played: usize,
    all: usize,
    how: &'static str,
}

/// Plays the match, or one match at each of several node limits; prints the score after each pair and the totals at the
/// end. Returns the score at each limit. SIGINT or SIGTERM breaks off the games after the move that is being searched, a second one
/// exits at once.
///
/// # Errors
/// The options exclude each other, the book or the tablebases cannot be read, the record belongs to another match or cannot
/// be written, an engine fails, or the output fails; [`Stopped`] after the totals are printed.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<Vec<MatchScore>> {
    options.check()?;
    let stop = stop_flag(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM])?;
    for note in [&options.first, &options.second].into_iter().flat_map(|engine| &engine.notes) {
        progress.line(note)?;
    }
    if options.nodes.len() < 2 {
        return Ok(vec![play(options, &stop, progress)?]);
    }
    let mut scores = Vec::new();
    for &nodes in &options.nodes {
        let record = options.record.as_deref().map(|path| scaling::record_of(path, nodes));
        let single = Options { nodes: vec![nodes], record, ..options.clone() };
        scores.push((nodes, play(&single, &stop, progress)?));
    }
    progress.line(scaling::report(&scores))?;
    Ok(scores.into_iter().map(|(_, score)| score).collect())
}

/// Plays a match at one time control or node limit.
fn play(
    options: &Options,
    stop: &Arc<AtomicBool>,
    progress: &mut Progress<'_>,
) -> Result<MatchScore> {
    let sprt = options.sprt()?;
    let (book, tables) = (options.book()?, options.tables()?);
    let mut score =
        record::load(options.record.as_deref(), options.id(book.as_ref(), tables.as_deref()))?;
    let is_decided = |score: &MatchScore| sprt.is_some_and(|sprt| sprt.is_decided(&score.pairs));
    let mut is_stopped = false;
    if !is_decided(&score) {
        let setup = options.setup(tables, Arc::clone(stop));
        let played = play_pairs(options, book, &setup, &mut score, progress, is_decided);
        is_stopped = played.as_ref().is_err_and(|error| error.is::<BrokenOff>());
        if !is_stopped {
            played?;
        }
    }
    progress.line(&score)?;
    if let Some(sprt) = sprt {
        progress.line(sprt.report(&score.pairs))?;
    }
    if !is_stopped {
        return Ok(score);
    }
    let how = match &options.record {
        Some(_) => "the same command resumes the match",
        None => "--record FILE would keep them",
    };
    let played = 2 * score.pairs.pairs() as usize;
    Err(Stopped { played, all: 2 * options.pairs(), how }.into())
}

/// Plays the pairs that `score` lacks until it is decided. Pairs that are being played then are not counted: the verdict
/// is that of the pairs in order, with any number of threads, and a match that is resumed finds it again.
fn play_pairs(
    options: &Options,
    book: Option<OpeningBook>,
    setup: &GameSetup,
    score: &mut MatchScore,
    progress: &mut Progress<'_>,
    is_decided: impl Fn(&MatchScore) -> bool,
) -> Result<()> {
    // Engines start before the openings are searched, so that a wrong configuration fails at once.
    let runners = (0..options.concurrency).map(|_| GameRunner::new(options, setup.clone()));
    let runners = runners.collect::<Result<Vec<_>>>()?;
    let openings = match book {
        Some(book) => book.shuffled(options.seed, options.pairs()).context("--openings")?,
        None => balanced_openings(options.seed, options.pairs(), &setup.stop)?,
    };
    if setup.stop.load(Ordering::Relaxed) {
        return Err(BrokenOff.into());
    }
    let played = score.pairs.pairs() as usize;
    let programs = options.programs();
    let changed = score.changed_programs(&programs);
    if let Some(record) =
        options.record.as_ref().filter(|_| !changed.is_empty() && played < openings.len())
    {
        progress.note(format_args!(
            "{}: {} {} than in the {} games so far; the record adds up the games of both",
            record.display(),
            changed.join(" and "),
            if changed.len() == 1 { "is another program" } else { "are other programs" },
            2 * played
        ))?;
    }
    let work = |runner: &mut GameRunner<'_>, pair: usize| runner.play_pair(&openings[pair]);
    run_in_order(runners, played..openings.len(), work, |pair| {
        record::check_unchanged(options.record.as_deref(), score)?;
        for failure in &pair.failures {
            progress.note(format_args!("{failure}; the pair is played again"))?;
        }
        score.add(&pair.ends);
        score.failures += u32::from(!pair.failures.is_empty());
        score.add_programs(&programs);
        record::save(options.record.as_deref(), score)?;
        progress.line(score.summary())?;
        Ok(if is_decided(score) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}

/// Plays both games of an opening, the first with White for the first engine; engines start anew.
///
/// # Errors
/// An engine cannot be started.
pub(super) fn play_pair(options: &Options, opening: &Position) -> Result<[End; 2]> {
    let setup = options.setup(None, Arc::default());
    Ok(GameRunner::new(options, setup)?.play_pair(opening)?.ends)
}

/// The rules of `--adjudicate` as a record states them.
pub(super) fn adjudication_rules(agreement: bool) -> Option<String> {
    adjudication::rules(agreement, None)
}

/// Loads the score of a match from its record without playing; an empty score if there is none.
///
/// # Errors
/// The record cannot be read or belongs to another match, or the book or the tablebases cannot be read.
pub fn load_score(options: &Options) -> Result<MatchScore> {
    let (book, tables) = (options.book()?, options.tables()?);
    record::load(options.record.as_deref(), options.id(book.as_ref(), tables.as_deref()))
}

/// Two games of an opening.
struct PlayedPair {
    /// The first engine had White in the first game.
    ends: [End; 2],
    /// What failed in earlier attempts to play it.
    failures: Vec<String>,
}

/// Plays games on one thread: two players and their clock.
struct GameRunner<'a> {
    options: &'a Options,
    setup: GameSetup,
    players: [Player; 2],
    clock: MatchClock,
}

impl<'a> GameRunner<'a> {
    fn new(options: &'a Options, setup: GameSetup) -> Result<Self> {
        let clock = MatchClock::new(options.cpu_time);
        let players =
            [Player::start(&options.first, &clock)?, Player::start(&options.second, &clock)?];
        Ok(Self { options, setup, players, clock })
    }

    /// Plays both games of an opening. If an external engine fails, both engines are restarted and the pair is replayed,
    /// so that no crash is counted as a result.
    fn play_pair(&mut self, opening: &Position) -> Result<PlayedPair> {
        let mut failures = Vec::new();
        loop {
            match self.try_pair(opening) {
                Err(error) if error.is::<ExternalError>() && failures.len() + 1 < MAX_ATTEMPTS => {
                    failures.push(format!("{error:#}"));
                    *self = Self::new(self.options, self.setup.clone())?;
                }
                pair => {
                    let before =
                        || format!("a pair was played again after: {}", failures.join("; "));
                    let ends = if failures.is_empty() { pair } else { pair.with_context(before) };
                    return Ok(PlayedPair { ends: ends?, failures });
                }
            }
        }
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
