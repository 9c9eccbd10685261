//! `lucena annotate`: analyses and annotates the games of a PGN file with `crate::annotate`. The output file is written
//! when all games are done; an interrupted run resumes from the checkpoint file beside it.

mod command;
#[cfg(test)]
mod tests;

pub use command::{Arguments, command};

use crate::annotate::{
    Analysis, AnnotateError, Annotations, Checkpoint, MainLine, PoolSize, Progress, ProgressMeter,
    RunId, SearchLimits, Summary, with_pool,
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

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Input file.
    pub input: PathBuf,
    /// Output file; may be the input file.
    pub output: PathBuf,
    /// Limits per position.
    pub effort: SearchLimits,
    /// Number of positions searched in parallel.
    pub threads: usize,
    /// Hash table per search in MiB.
    pub hash_mib: usize,
}

/// A progress event of a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// The run resumes from a checkpoint with this many searched positions.
    Resumed(usize),
    /// A problem in a game. A broken game is copied unchanged.
    Note(Note),
    /// A position was searched.
    Progress(Progress),
    /// A game is done: number from 1, players, and summary.
    Game(usize, String, Box<Summary>),
}

/// Totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Games annotated.
    pub annotated: usize,
    /// Broken games, copied unchanged.
    pub broken: usize,
}

/// Annotates every game of a file. Blocks. `stop` ends the run; the checkpoint keeps the results for the next run.
///
/// # Errors
/// A file cannot be read or written, the engine cannot be created, or the run was stopped.
pub fn run(
    job: &Job,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event),
) -> Result<RunSummary, AnnotateError> {
    if job.effort == SearchLimits::default() {
        return Err(AnnotateError::NoLimits);
    }
    let mut heed = |_, _| {
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let index = Index::build(&job.input, &mut heed)?;
    let run = RunId::of_file(&job.input, job.effort)?;
    let journal = Checkpoint::open(Checkpoint::beside(&job.output), &run)?;
    if journal.resumed > 0 {
        on_event(Event::Resumed(journal.resumed));
    }
    let knowledge =
        Knowledge::standard().map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let size = PoolSize { threads: job.threads, hash_mib: job.hash_mib };
    with_pool(size, clock, stop, |crew| {
        let meter = ProgressMeter::new(Arc::clone(clock), count_positions(&index)?);
        let effort = job.effort;
        let examination = Analysis { pool: crew, checkpoint: journal, meter, limits: effort };
        let evaluator = Evaluator::new(knowledge);
        let openings = Openings::builtin();
        Session { job, index: &index, examination, openings, evaluator, tell: on_event }.write_all()
    })
}

/// Number of positions to search in each game.
fn count_positions(index: &Index) -> Result<Vec<usize>, AnnotateError> {
    let count = |number| {
        let read = index.read(number)?;
        Ok(if read.is_incomplete() { 0 } else { MainLine::of(&read.game).positions_to_search() })
    };
    (0..index.entries().len()).map(count).collect()
}

/// State of a run.
struct Session<'a> {
    job: &'a Job,
    index: &'a Index,
    examination: Analysis<'a>,
    openings: Openings,
    evaluator: Evaluator,
    tell: &'a mut dyn FnMut(Event),
}

impl Session<'_> {
    /// Writes all games to a temporary file, which then replaces the output file.
    fn write_all(mut self) -> Result<RunSummary, AnnotateError> {
        let new = self.job.output.with_added_extension("new");
        let failed = |error| AnnotateError::file(&new, error);
        let mut file = BufWriter::new(File::create(&new).map_err(failed)?);
        let mut summary = RunSummary::default();
        let written = (0..self.index.entries().len()).try_for_each(|number| {
            let bytes = self.annotate_game(number, &mut summary)?;
            file.write_all(&bytes).map_err(failed)
        });
        let written = written.and_then(|()| file.flush().map_err(failed));
        drop(file);
        if let Err(error) = written {
            // The checkpoint keeps the results. An error of the removal would hide the first error.
            let _ = fs::remove_file(&new);
            return Err(error);
        }
        fs::rename(&new, &self.job.output)
            .map_err(|error| AnnotateError::file(&self.job.output, error))?;
        self.examination.checkpoint.finish()?;
        Ok(summary)
    }

    /// One game of the output: annotated, or unchanged if broken.
    fn annotate_game(
        &mut self,
        number: usize,
        summary: &mut RunSummary,
    ) -> Result<Vec<u8>, AnnotateError> {
        let read = self.index.read(number)?;
        let broken = read.is_incomplete();
        read.notes.iter().for_each(|note| (self.tell)(Event::Note(note.clone())));
        if broken {
            summary.broken += 1;
            let mut bytes = self.index.bytes(number)?;
            bytes.truncate(bytes.trim_ascii_end().len());
            bytes.extend_from_slice(b"\n\n");
            return Ok(bytes);
        }
        let mut game = read.game;
        let course = MainLine::of(&game);
        let tell = &mut self.tell;
        let found = self.examination.analyse(number, &course, &mut |news| {
            if let Some(progress) = news.progress {
                tell(Event::Progress(progress));
            }
        })?;
        let annotations = Annotations::of(&course, found, &self.openings, &mut self.evaluator);
        annotations.write(&mut game, &course);
        summary.annotated += 1;
        (self.tell)(Event::Game(number + 1, player_names(&game), Box::new(annotations.summary)));
        Ok(pgn::write(&game).into_bytes())
    }
}

fn player_names(game: &Game) -> String {
    let name = |side| {
        let name = game.players.get(side).name.as_str();
        if name.is_empty() { "?" } else { name }.to_owned()
    };
    format!("{} - {}", name(Color::White), name(Color::Black))
}
