//! `lucena annotate`: games with every move searched, judged, and explained where chances were lost.
//!
//! `look` says what is to be searched, `crew` searches it, `journal` keeps what was found; `chances` and `accuracy` hold
//! the formulas, `reason`, `tactics` and `material` the words, and `verdict` writes it all into the game. The output
//! is written whole at the end; until then an interrupted run is taken up again from the journal beside it.

pub mod accuracy;
pub mod chances;
mod command;
mod crew;
mod effort;
mod journal;
pub mod look;
pub mod material;
mod progress;
pub mod reason;
pub mod tactics;
#[cfg(test)]
mod tests;
pub mod verdict;

pub use chances::Judgement;
pub use command::{Arguments, command};
pub use effort::Effort;
pub use look::{Course, Finding, Findings, Look, Scope};
pub use progress::Progress;
pub use reason::Reason;
pub use verdict::{Account, Verdict};

use crate::engine::{Clock, EngineOptions};
use crate::game::Game;
use crate::game::pgn::{self, Index, Note, PgnError};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::Color;
use crew::{Crew, with_crew};
use journal::Journal;
use progress::Meter;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to annotate and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The games.
    pub input: PathBuf,
    /// Where the annotated games go. May be the input.
    pub output: PathBuf,
    /// For each position.
    pub effort: Effort,
    /// Positions searched at a time.
    pub threads: usize,
    /// Table of each search in MiB.
    pub hash_mib: usize,
}

/// News of a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// An earlier run is taken up: so many positions need not be searched again.
    TakenUp(usize),
    /// Something odd about a game. A broken game is copied as it is.
    Note(Note),
    /// A position was searched.
    Progress(Progress),
    /// A game is done: its number from 1, who played, and what came of it.
    Game(usize, String, Box<Account>),
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games annotated.
    pub annotated: usize,
    /// Broken games, copied as they are.
    pub broken: usize,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// The games cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A journal that cannot be continued.
    #[error(
        "{}: kept by a run with other games, limits or another version; finish that run or remove the file",
        .0.display()
    )]
    OtherRun(PathBuf),
    /// A finding could not be written down.
    #[error("journal: {0}")]
    Journal(String),
    /// No engine could be made.
    #[error("engine: {0}")]
    Engine(String),
    /// Every engine died in a search.
    #[error("the engine died while searching")]
    EngineDied,
    /// Told to stop. The journal keeps what was found.
    #[error("stopped; the same command goes on from here")]
    Stopped,
    /// Neither time nor depth nor nodes.
    #[error("effort: give a time, a depth or a number of nodes")]
    NoEffort,
}

impl AnnotateError {
    fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}

/// Annotates every game of a file. Blocking. `stop` ends it soon, with what was found kept for the next run.
///
/// # Errors
/// A file cannot be read or written, no engine can be had, or told to stop.
pub fn run(
    job: &Job,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> Result<Summary, AnnotateError> {
    if job.effort == Effort::default() {
        return Err(AnnotateError::NoEffort);
    }
    let mut heed = |_, _| {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let index = Index::build(&job.input, &mut heed)?;
    let journal = Journal::open(&job.input, &job.output, job.effort)?;
    if journal.taken_over > 0 {
        tell(Event::TakenUp(journal.taken_over));
    }
    let knowledge =
        Knowledge::standard().map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let options = EngineOptions {
        hash_mib: job.hash_mib,
        threads: 1,
        // Nothing lies between us and the engine.
        move_overhead: crate::base::Millis(0),
        ..EngineOptions::default()
    };
    with_crew((job.threads, &options), clock, stop, |crew| {
        let meter = Meter::new(Arc::clone(clock), &index)?;
        let evaluator = Evaluator::new(knowledge);
        Session { job, index: &index, crew, journal, meter, evaluator, tell }.write_all()
    })
}

/// One run with everything it needs.
struct Session<'a> {
    job: &'a Job,
    index: &'a Index,
    crew: &'a Crew<'a>,
    journal: Journal,
    meter: Meter,
    evaluator: Evaluator,
    tell: &'a mut dyn FnMut(Event),
}

impl Session<'_> {
    /// Writes every game into a new file, which takes the output's place when it is whole.
    fn write_all(mut self) -> Result<Summary, AnnotateError> {
        let new = self.job.output.with_added_extension("new");
        let failed = |error| AnnotateError::file(&new, error);
        let mut file = BufWriter::new(File::create(&new).map_err(failed)?);
        let mut summary = Summary::default();
        let written = (0..self.index.entries().len()).try_for_each(|number| {
            let bytes = self.one(number, &mut summary)?;
            file.write_all(&bytes).map_err(failed)
        });
        let written = written.and_then(|()| file.flush().map_err(failed));
        drop(file);
        if let Err(error) = written {
            // What is in it can be made again from the journal; a second failure would hide the first.
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        fs::rename(&new, &self.job.output)
            .map_err(|error| AnnotateError::file(&self.job.output, error))?;
        self.journal.finish()?;
        Ok(summary)
    }

    /// One game of the output: annotated, or as it was when it is broken.
    fn one(&mut self, number: usize, summary: &mut Summary) -> Result<Vec<u8>, AnnotateError> {
        let read = self.index.read(number)?;
        let broken = read.is_broken();
        read.notes.iter().for_each(|note| (self.tell)(Event::Note(note.clone())));
        if broken {
            summary.broken += 1;
            let mut bytes = self.index.bytes(number)?;
            bytes.truncate(bytes.trim_ascii_end().len());
            bytes.extend_from_slice(b"\n\n");
            return Ok(bytes);
        }
        let mut game = read.game;
        let course = Course::of(&game);
        let found = self.examine(number, &course)?;
        let account = verdict::annotate(&mut game, &course, &found, &mut self.evaluator);
        summary.annotated += 1;
        (self.tell)(Event::Game(number + 1, names(&game), Box::new(account)));
        Ok(pgn::write(&game).into_bytes())
    }

    /// Takes every look that is worth taking and is not in the journal.
    fn examine(&mut self, number: usize, course: &Course) -> Result<Findings, AnnotateError> {
        let mut found = self.journal.findings(number, course);
        let mut under_way = HashSet::new();
        loop {
            for look in found.wanted(course) {
                let order = effort::order(look, course, &found, self.job.effort);
                if let Some(go) = order.filter(|_| under_way.insert(look)) {
                    self.crew.send(look, go);
                }
            }
            if under_way.is_empty() {
                self.meter.game_done(number);
                return Ok(found);
            }
            let (look, finding) = self.crew.receive()?;
            under_way.remove(&look);
            self.journal.keep(number, look, &finding)?;
            found.insert(look, finding);
            if look.scope == Scope::All {
                (self.tell)(Event::Progress(self.meter.position_done(number)));
            }
        }
    }
}

fn names(game: &Game) -> String {
    let name = |side| {
        let name = game.players.get(side).name.as_str();
        if name.is_empty() { "?" } else { name }.to_owned()
    };
    format!("{} - {}", name(Color::White), name(Color::Black))
}
