//! `lucena match`: games between two configurations of Lucena in this process, or against an external engine, with Elo and
//! error bar.
//!
//! Used to calibrate strength levels and to compare time managers and search parameters. Games are played in pairs with
//! the same opening and reversed colours. The score is saved after every pair, so that a match can be resumed.

mod adjudication;
mod engine_config;
mod game_file;
mod opening_book;
mod openings;
mod options;
mod play;
mod player;
mod record;
mod runner;
mod scaling;
mod sprt;
mod statistics;

pub use engine_config::{EngineConfig, EngineKind, ExternalPlayerConfig};
pub use options::{Failures, Options};
pub use record::{MatchId, MatchScore};
pub use statistics::{EloEstimate, Pentanomial};

use super::interrupt::stop_flag;
use super::output::{Progress, check_no_dash};
use super::parallel::run_in_order;
use super::wrong_argument::WrongArgument;
use crate::game::{End, Termination, TimeControl};
use crate::rules::{Color, Position};
use crate::search::Tablebases;
pub(super) use adjudication::{Agreement, table_result};
use anyhow::{Context as _, Result, bail};
use game_file::GameFile;
pub(super) use opening_book::OpeningBook;
pub(super) use openings::{PairOpenings, balanced_openings};
use play::{BrokenOff, GameSetup};
use player::EngineWarning;
pub(super) use player::{ExternalPlayer, MatchClock};
use runner::{GameRunner, PlayedGame};
use sprt::Sprt;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
            None if self.ponder => format!("{}, pondering", self.tc.tag()),
            None => self.tc.tag(),
        }
    }

    fn id(&self, book: Option<&OpeningBook>, tables: Option<&Tablebases>) -> MatchId {
        MatchId {
            engines: [self.first.name.clone(), self.second.name.clone()],
            control: self.control(),
            seed: self.seed,
            openings: book.map(OpeningBook::id),
            adjudication: adjudication::rules(self.adjudicate, tables, self.failures),
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
        let is_external = |it: &EngineConfig| matches!(it.kind, EngineKind::External(_));
        if self.ponder && !is_external(&self.first) && !is_external(&self.second) {
            let words = "--ponder: only a uci engine ponders, also Lucena as uci='lucena uci'";
            bail!(WrongArgument(words.to_owned()));
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

/// A signal ended the match.
#[derive(Debug, thiserror::Error)]
#[error("stopped after {played} of {all} games; {how}")]
pub struct Stopped {
    played: usize,
    all: usize,
    how: &'static str,
}

/// Plays the match, or one match at each of several node limits; prints the score after each pair but the last, and the totals
/// at the end. Returns the score at each limit. SIGINT or SIGTERM breaks off the games after the move that is being searched, a second one
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
        let own =
            |path: &Option<PathBuf>| path.as_deref().map(|path| scaling::record_of(path, nodes));
        let (record, pgn) = (own(&options.record), own(&options.pgn));
        let single = Options { nodes: vec![nodes], record, pgn, ..options.clone() };
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
    for note in runners.first().into_iter().flat_map(GameRunner::notes_on_pondering) {
        progress.line(note)?;
    }
    let openings = match book {
        Some(book) => book.shuffled(options.seed, options.pairs()).context("--openings")?,
        None => balanced_openings(options.seed, options.pairs(), &setup.stop)?,
    };
    if setup.stop.load(Ordering::Relaxed) {
        return Err(BrokenOff.into());
    }
    let names = [&*options.first.name, &*options.second.name];
    let file = options.pgn.as_deref().map(|path| GameFile::open(path, names)).transpose()?;
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
    let work =
        |runner: &mut GameRunner<'_>, pair: usize| Ok(runner.play_pair(pair, &openings[pair]));
    let mut told = HashSet::new();
    run_in_order(runners, played..openings.len(), work, |pair| {
        record::check_unchanged(options.record.as_deref(), score)?;
        if let Some(file) = &file {
            file.add(&pair)?;
        }
        for EngineWarning { engine, warning } in &pair.warnings {
            if told.insert((engine.clone(), warning.kind())) {
                progress.note(format_args!("{engine}: {warning}"))?;
            }
        }
        let games = pair.games?;
        for (game, number) in games.iter().zip(1..) {
            if let Some(line) = lost_by_failure(game, [pair.number + 1, number], names) {
                progress.line(line)?;
            }
        }
        for failure in &pair.failures {
            progress.note(format_args!("{failure}; the pair is played again"))?;
        }
        score.add(&ends(&games)?);
        score.failures += u32::from(!pair.failures.is_empty());
        score.add_programs(&programs);
        record::save(options.record.as_deref(), score)?;
        if is_decided(score) {
            return Ok(ControlFlow::Break(()));
        }
        // The totals follow the last pair.
        let is_last = openings.len() == score.pairs.pairs() as usize;
        if !is_last {
            progress.line(score.summary())?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// The line on a game that an engine lost because it failed or gave no legal move; `round` is that of the PGN.
fn lost_by_failure(
    played: &PlayedGame,
    round: [usize; 2],
    [first, second]: [&str; 2],
) -> Option<String> {
    let end = played.game.end().filter(|end| end.reason == Termination::Abandoned)?;
    let loser = if end.result.half_points(Color::White) == 0 { Color::White } else { Color::Black };
    let (place, name) = if loser == played.first {
        ("the first engine", first)
    } else {
        ("the second engine", second)
    };
    let in_position = || format!("in {}: no legal move", played.game.position().fen());
    let why = played.failure.clone().unwrap_or_else(in_position);
    let [pair, game] = round;
    Some(format!("game {pair}.{game}: lost by {place}, {name}, as {loser}: {why}"))
}

/// Plays both games of an opening, the first with White for the first engine; engines start anew.
///
/// # Errors
/// An engine cannot be started.
pub(super) fn play_pair(options: &Options, opening: &Position) -> Result<[End; 2]> {
    let setup = options.setup(None, Arc::default());
    ends(&GameRunner::new(options, setup)?.play_pair(0, opening).games?)
}

/// The ends of the games of a pair.
fn ends(games: &[PlayedGame; 2]) -> Result<[End; 2]> {
    let [first, second] = games;
    let ends = first.game.end().zip(second.game.end());
    ends.map(|(first, second)| [first, second]).context("a game has no end")
}

/// The rules of `--adjudicate` as a record states them.
pub(super) fn adjudication_rules(agreement: bool) -> Option<String> {
    adjudication::rules(agreement, None, Failures::Replay)
}

/// Loads the score of a match from its record without playing; an empty score if there is none.
///
/// # Errors
/// The record cannot be read or belongs to another match, or the book or the tablebases cannot be read.
pub fn load_score(options: &Options) -> Result<MatchScore> {
    let (book, tables) = (options.book()?, options.tables()?);
    record::load(options.record.as_deref(), options.id(book.as_ref(), tables.as_deref()))
}
