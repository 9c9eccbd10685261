//! `lucena annotate`: the games of a file, each move judged and explained where chances were lost.
//!
//! What is searched and what is said of it is `crate::annotate`'s. The output is written whole at the end; until then an
//! interrupted run is taken up again from the journal beside it.

mod command;
#[cfg(test)]
mod tests;

pub use command::{Arguments, command};

use crate::annotate::{
    Account, AnnotateError, Annotations, Course, Effort, Examination, Journal, Meter, Progress,
    Run, with_crew,
};
use crate::engine::Clock;
use crate::game::pgn::{self, Index, Note};
use crate::game::{Game, Openings};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::Color;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
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
    let run = Run::of_file(&job.input, job.effort)?;
    let journal = Journal::open(Journal::beside(&job.output), &run)?;
    if journal.taken_over > 0 {
        tell(Event::TakenUp(journal.taken_over));
    }
    let knowledge =
        Knowledge::standard().map_err(|error| AnnotateError::Engine(error.to_string()))?;
    with_crew((job.threads, job.hash_mib), clock, stop, |crew| {
        let meter = Meter::new(Arc::clone(clock), positions(&index)?);
        let effort = job.effort;
        let examination = Examination { crew, journal, meter, effort };
        let evaluator = Evaluator::new(knowledge);
        let openings = Openings::shipped();
        Session { job, index: &index, examination, openings, evaluator, tell }.write_all()
    })
}

/// Positions of each game that are to be searched.
fn positions(index: &Index) -> Result<Vec<usize>, AnnotateError> {
    let count = |number| {
        let read = index.read(number)?;
        Ok(if read.is_broken() { 0 } else { Course::of(&read.game).unsettled() })
    };
    (0..index.entries().len()).map(count).collect()
}

/// One run with everything it needs.
struct Session<'a> {
    job: &'a Job,
    index: &'a Index,
    examination: Examination<'a>,
    openings: Openings,
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
        self.examination.journal.finish()?;
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
        let tell = &mut self.tell;
        let found = self.examination.examine(number, &course, &mut |news| {
            if let Some(progress) = news.progress {
                tell(Event::Progress(progress));
            }
        })?;
        let annotations = Annotations::of(&course, found, &self.openings, &mut self.evaluator);
        annotations.write(&mut game, &course);
        summary.annotated += 1;
        (self.tell)(Event::Game(number + 1, names(&game), Box::new(annotations.account)));
        Ok(pgn::write(&game).into_bytes())
    }
}

fn names(game: &Game) -> String {
    let name = |side| {
        let name = game.players.get(side).name.as_str();
        if name.is_empty() { "?" } else { name }.to_owned()
    };
    format!("{} - {}", name(Color::White), name(Color::Black))
}
