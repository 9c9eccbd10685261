//! One game from its first look to the words about it: for a screen, which shows findings as they come and writes what
//! is said into its own copy.

use super::examine::{Examination, News};
use super::journal::{Journal, Run};
use super::verdict::Annotations;
use super::{AnnotateError, Course, Effort, Meter, with_crew};
use crate::engine::Clock;
use crate::game::Openings;
use crate::knowledge::{Evaluator, Knowledge};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What to search and how.
#[derive(Clone, Debug)]
pub struct Order {
    /// The game.
    pub course: Arc<Course>,
    /// For each position.
    pub effort: Effort,
    /// Positions searched at a time.
    pub threads: usize,
    /// Table of each search in MiB.
    pub hash_mib: usize,
    /// Where journals of unfinished runs are kept; made if it is not there.
    pub folder: PathBuf,
}

/// News of a run.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    /// An earlier run is taken up: so many searches need not be made again.
    TakenUp(usize),
    /// A look was taken.
    Found(News<'a>),
}

/// Searches the game of `order` and judges its moves. Blocking. `stop` ends it soon; the same order then goes on later.
///
/// # Errors
/// The journal cannot be kept, no engine can be had, or told to stop.
pub fn annotate_alone(
    order: &Order,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told<'_>),
) -> Result<Annotations, AnnotateError> {
    if order.effort == Effort::default() {
        return Err(AnnotateError::NoEffort);
    }
    std::fs::create_dir_all(&order.folder)
        .map_err(|error| AnnotateError::file(&order.folder, error))?;
    let run = Run::of_game(&order.course, order.effort);
    let journal = Journal::open(order.folder.join(run.name()), &run)?;
    if journal.taken_over > 0 {
        tell(Told::TakenUp(journal.taken_over));
    }
    let knowledge =
        Knowledge::standard().map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let course = &order.course;
    with_crew((order.threads, order.hash_mib), clock, stop, |crew| {
        let meter = Meter::new(Arc::clone(clock), [course.unsettled()]);
        let mut examination = Examination { crew, journal, meter, effort: order.effort };
        let found = examination.examine(0, course, &mut |news| tell(Told::Found(news)))?;
        examination.journal.finish()?;
        let (openings, mut evaluator) = (Openings::shipped(), Evaluator::new(knowledge));
        Ok(Annotations::of(course, found, &openings, &mut evaluator))
    })
}
