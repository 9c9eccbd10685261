//! Annotates the games of a file, and says how far it is. The output file appears when all games are done; until then the results
//! are in the checkpoint beside it.

use crate::annotate::{
    self, Analysis, AnnotateError, Annotations, Checkpoint, Existing, MainLine, PoolSize,
    ProgressMeter, RunId, SearchLimits, Summary, with_pool,
};
use crate::base::number_of;
use crate::batch::limit_arguments::LimitArguments;
use crate::batch::output::{OutputFile, Progress};
use crate::engine::Clock;
use crate::game::Openings;
use crate::game::pgn::{self, Index, Note, PgnError, Severity};
use crate::knowledge::{Evaluator, Knowledge};
use anyhow::{Error, Result, bail};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Arguments of `lucena annotate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Input file (PGN) with any number of games.
    #[arg(value_name = "GAMES.PGN", required_unless_present = "recorded")]
    pub input: Option<PathBuf>,
    /// Add the recorded games that are over, lack evaluations and are not in the output file to it, one after the other.
    #[arg(long, conflicts_with_all = ["input", "from_evals", "overwrite"])]
    pub recorded: bool,
    /// Output file (PGN).
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Limits of each search.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Number of positions searched in parallel.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Hash table per search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    pub hash: u16,
    /// Classify the moves by the evaluations that the games have, without searching.
    #[arg(long, conflicts_with_all = ["time", "depth", "nodes", "threads", "hash", "replace"])]
    pub from_evals: bool,
    /// Replace the evaluations and the glyphs from ! to ?! that the games have; without it they are kept and used, but for evaluations of
    /// weaker searches.
    #[arg(long)]
    pub replace: bool,
    /// Replace an existing output file; never the input file.
    #[arg(long)]
    pub overwrite: bool,
}

impl Options {
    /// The input file; empty, which is no file, for the recorded games.
    pub(super) fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new(""))
    }

    fn output_file(&self) -> OutputFile<'_> {
        OutputFile { path: &self.output, input: self.input(), overwrite: self.overwrite }
    }

    const fn existing(&self) -> Existing {
        if self.replace { Existing::Replace } else { Existing::Keep }
    }
}

/// A progress event of a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// The run resumes from a checkpoint with this many searched positions.
    Resumed(usize),
    /// A problem in a game. A broken game is copied unchanged.
    Note(Note),
    /// So many games of so many were read, to count their positions.
    Reading(usize, usize),
    /// A position was searched.
    Progress(annotate::Progress),
    /// A game is done: number from 1, players, and summary.
    Game(usize, String, Box<Summary>),
}

/// Totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Games annotated.
    pub annotated: usize,
    /// Games that were read in part, copied unchanged.
    pub broken: usize,
    /// Games without evaluations to classify by, copied unchanged.
    pub unevaluated: usize,
}

/// Whether Ctrl-C ended the run.
pub fn is_stopped(error: &Error) -> bool {
    matches!(error.downcast_ref(), Some(AnnotateError::Stopped))
}

pub(super) fn show(input: &Path, event: &Event, progress: &mut Progress<'_>) -> io::Result<()> {
    let file = input.display();
    match event {
        Event::Progress(done) => {
            progress.status(progress_line(done));
            Ok(())
        }
        Event::Reading(done, games) => {
            progress.status(format!("reading game {done} of {games}"));
            Ok(())
        }
        Event::Resumed(found) => {
            progress.line(format!("resuming an earlier run: {found} positions already searched"))
        }
        Event::Note(note) if note.severity != Severity::Warning => {
            progress.note(format!("{file}: {note}: copied unchanged"))
        }
        Event::Note(note) => progress.note(format!("{file}: {note}")),
        Event::Game(number, names, summary) => progress.line(game_line(*number, names, summary)),
    }
}

/// `game 2 of 5  [########------------]  40 %  0:01:12 left`.
pub(super) fn progress_line(progress: &annotate::Progress) -> String {
    const WIDTH: usize = 20;
    let (done, total) = progress.positions;
    let filled = WIDTH * done / total.max(1);
    let seconds = progress.remaining.0 / 1000;
    format!(
        "game {} of {}  [{:-<WIDTH$}] {:3} %  {}:{:02}:{:02} left",
        progress.game.0,
        progress.game.1,
        "#".repeat(filled),
        100 * done / total.max(1),
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// `game 1, A - B: accuracy 91.2 % and 78.0 %; ?! 1 and 2, ? 0 and 1, ?? 0 and 1`.
pub(super) fn game_line(number: usize, names: &str, summary: &Summary) -> String {
    let percent = |side: Option<f64>| side.map_or("-".to_owned(), |side| format!("{side:.1} %"));
    let (white, black) = (percent(summary.accuracy.white), percent(summary.accuracy.black));
    let errors = summary.errors.white.iter().zip(summary.errors.black);
    let errors: Vec<String> = ["?!", "?", "??"]
        .into_iter()
        .zip(errors)
        .map(|(glyph, (white, black))| format!("{glyph} {white} and {black}"))
        .collect();
    let replaced = match summary.replaced {
        0 => String::new(),
        count => format!("; {} replaced", number_of(count, "recorded score")),
    };
    format!("game {number}, {names}: accuracy {white} and {black}; {}{replaced}", errors.join(", "))
}

/// Annotates every game of a file. Blocks. `stop` ends the run; the checkpoint keeps the results for the next run.
///
/// # Errors
/// A file cannot be read or written, the output file exists, the engine cannot be created, or the run was stopped.
pub fn annotate_file(
    options: &Options,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<RunSummary> {
    let mut check_stop = |_, _| {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let index = Index::build(options.input(), &mut check_stop)?;
    options.output_file().check()?;
    if index.entries().is_empty() {
        bail!(PgnError::NoGames(options.input().to_owned()));
    }
    let limits = options.limits.limits();
    if options.from_evals {
        let mut session = Session::new(options, &index, None, on_event)?;
        options.output_file().write_parts(session.games())?;
        return Ok(session.summary);
    }
    let path = Checkpoint::beside(&options.output);
    let hash_mib = usize::from(options.hash);
    let run = RunId::of_file(options.input(), limits, options.existing(), hash_mib)?;
    let checkpoint = Checkpoint::open(path, &run)?;
    checkpoint.lock()?;
    if checkpoint.resumed > 0 {
        on_event(Event::Resumed(checkpoint.resumed));
    }
    let size = PoolSize { threads: usize::from(options.threads), hash_mib };
    with_pool(size, clock, stop, |pool| {
        let mut read = |done, games| {
            on_event(Event::Reading(done, games));
            if stop.load(Ordering::Relaxed) { Err(AnnotateError::Stopped) } else { Ok(()) }
        };
        let positions = count_positions(&index, options.existing(), limits, &mut read)?;
        let meter = ProgressMeter::new(Arc::clone(clock), positions);
        let mut analysis = Analysis { pool, checkpoint, meter, limits };
        let mut session = Session::new(options, &index, Some(&mut analysis), on_event)?;
        session.games().try_for_each(|game| game.map(drop))?;
        let summary = session.summary;
        // Not every system removes the output's temporary file from a killed run: it exists only when no search is left.
        analysis.checkpoint.read(&run)?;
        let mut silent = |_| ();
        let mut session = Session::new(options, &index, Some(&mut analysis), &mut silent)?;
        options.output_file().write_parts(session.games())?;
        analysis.checkpoint.finish()?;
        Ok(summary)
    })
}

/// Number of positions to search in each game. `is_at` is told how many games of how many are read, and may end the count.
fn count_positions(
    index: &Index,
    existing: Existing,
    limits: SearchLimits,
    is_at: &mut dyn FnMut(usize, usize) -> Result<(), AnnotateError>,
) -> Result<Vec<usize>> {
    let games = index.entries().len();
    let count = |number| {
        is_at(number + 1, games)?;
        let read = index.read(number)?;
        let line = || MainLine::to_search(&read.game, existing, limits);
        Ok(if read.is_incomplete() { 0 } else { line().positions_to_search() })
    };
    (0..games).map(count).collect()
}

/// State of a run.
struct Session<'a, 'p> {
    index: &'a Index,
    /// `None` to classify by the evaluations of the games.
    analysis: Option<&'a mut Analysis<'p>>,
    existing: Existing,
    openings: Openings,
    evaluator: Evaluator,
    summary: RunSummary,
    on_event: &'a mut dyn FnMut(Event),
}

impl<'a, 'p> Session<'a, 'p> {
    /// A run over the games of `index`, with `analysis` or by their evaluations.
    fn new(
        options: &Options,
        index: &'a Index,
        analysis: Option<&'a mut Analysis<'p>>,
        on_event: &'a mut dyn FnMut(Event),
    ) -> Result<Self> {
        Ok(Self {
            index,
            analysis,
            existing: options.existing(),
            openings: Openings::builtin(),
            evaluator: Evaluator::new(Knowledge::standard()?),
            summary: RunSummary::default(),
            on_event,
        })
    }

    /// The games of the output, each annotated when it is asked for.
    fn games(&mut self) -> impl Iterator<Item = Result<String>> {
        (0..self.index.entries().len()).map(|number| self.annotate_game(number))
    }

    /// One game of the output: annotated, or unchanged if it was read in part or has no evaluations to classify by.
    fn annotate_game(&mut self, number: usize) -> Result<String> {
        let read = self.index.read(number)?;
        let is_broken = read.is_incomplete();
        read.notes.into_iter().for_each(|note| (self.on_event)(Event::Note(note)));
        if is_broken {
            self.summary.broken += 1;
            return self.unchanged(number);
        }
        let mut game = read.game;
        let line = match &self.analysis {
            Some(analysis) => MainLine::to_search(&game, self.existing, analysis.limits),
            None => MainLine::of(&game, self.existing),
        };
        let on_event = &mut self.on_event;
        let annotations = match &mut self.analysis {
            Some(analysis) => {
                let results = analysis.analyse(number, &line, &mut |event| {
                    on_event(Event::Progress(event.progress));
                })?;
                Annotations::of(&line, results, &self.openings, &mut self.evaluator)
            }
            None => match Annotations::from_evaluations(&line, &self.openings) {
                Ok(annotations) => annotations,
                Err(ply) => {
                    let text = line.missing_words(&game, ply);
                    let line = read.line;
                    let note = Note { game: number + 1, line, severity: Severity::Error, text };
                    on_event(Event::Note(note));
                    self.summary.unevaluated += 1;
                    return self.unchanged(number);
                }
            },
        };
        let summary = annotations.write(&mut game, &line);
        self.summary.annotated += 1;
        let event = Event::Game(number + 1, game.player_names(" - "), Box::new(summary));
        (self.on_event)(event);
        Ok(pgn::write(&game))
    }

    /// The text of a game as it was read, in UTF-8 and with the line ends of the other games of the output.
    fn unchanged(&self, number: usize) -> Result<String> {
        let text = self.index.text(number)?.replace("\r\n", "\n").replace('\r', "\n");
        Ok(format!("{}\n\n", text.trim_end()))
    }
}
