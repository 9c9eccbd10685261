//! A session: the planned exercises one after the other, their answers judged and saved.

use super::collect::{AnalysedGame, CollectError, analyse_next};
use super::judge::{Judge, Verdict};
use super::schedule::{due_at, plan};
use super::store::{Answer, Store};
use super::{Exercise, Progress, progress};
use crate::annotate::TaskResult;
use crate::engine::CoreError;
use crate::machine::chess::names;
use crate::rules::{Move, Position, notation, parse_fen};
use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const SECONDS_A_DAY: i64 = 86_400;

/// How many exercises a session has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Exercises that were never answered, at most.
    pub new: usize,
    /// Exercises in all, at most.
    pub limit: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { new: 10, limit: 30 }
    }
}

/// Nodes for judging a move, unless another number is given.
pub const NODES: u64 = 200_000;

/// The exercise that is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Its number in the session, from 1.
    pub number: usize,
    /// The number of exercises in the session.
    pub total: usize,
    /// The exercise.
    pub exercise: Exercise,
    /// Its position.
    pub position: Position,
}

/// A session.
#[derive(Debug)]
pub struct Session {
    store: Store,
    judge: Judge,
    planned: VecDeque<usize>,
    total: usize,
    size: Size,
    task: Option<Task>,
    /// Whether the exercise has an answer.
    is_answered: bool,
    right: usize,
    answered: usize,
}

impl Session {
    /// A session at `now` (seconds since 1970) with `nodes` nodes for judging a move.
    ///
    /// # Errors
    /// The engine cannot be created.
    pub fn new(store: Store, now: i64, size: Size, nodes: u64) -> Result<Self, CoreError> {
        let planned: VecDeque<usize> = plan(&store, now, size.new, size.limit).into();
        Ok(Self {
            judge: Judge::new(nodes)?,
            total: planned.len(),
            size,
            store,
            planned,
            task: None,
            is_answered: false,
            right: 0,
            answered: 0,
        })
    }

    /// Whether it has no exercise at all.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The next exercise; `None` at the end. An exercise whose position cannot be read is left out.
    pub fn next_task(&mut self) -> Option<&Task> {
        self.task = None;
        while let Some(index) = self.planned.pop_front() {
            let exercise = self.store.exercises()[index].clone();
            match parse_fen(&exercise.fen) {
                Ok(position) => {
                    let number = self.total - self.planned.len();
                    self.is_answered = false;
                    self.task = Some(Task { number, total: self.total, exercise, position });
                    break;
                }
                Err(error) => log::warn!("training: left out: {error}"),
            }
        }
        self.task.as_ref()
    }

    /// Analyses the newest recorded game that lacks evaluations, and plans its exercises. Whether there was such a game.
    ///
    /// # Errors
    /// The game cannot be analysed, `stop` was set, or an exercise cannot be saved.
    pub fn analyse_next(
        &mut self,
        folder: &Path,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&AnalysedGame),
    ) -> Result<bool, CollectError> {
        let known = self.store.exercises().len();
        let found = analyse_next(&mut self.store, folder, stop, on_progress)?;
        let all = self.store.exercises().len();
        let room = self.size.limit.saturating_sub(self.total).min(self.size.new);
        self.planned.extend((known..all).take(room));
        self.total += (all - known).min(room);
        Ok(found)
    }

    /// Whether every planned exercise was asked.
    pub fn is_at_end(&self) -> bool {
        self.planned.is_empty()
    }

    /// Judges a move in the exercise. The first one that is right or wrong is its answer and is saved. Blocks for two or three searches; `None`
    /// without an exercise.
    ///
    /// # Errors
    /// The answer cannot be saved.
    pub fn answer(&mut self, mv: Move, now: i64) -> io::Result<Option<Verdict>> {
        let Some(task) = &self.task else { return Ok(None) };
        let verdict = self.judge.judge(&task.exercise, &task.position, mv);
        if !verdict.is_undecided {
            self.record(notation::uci(mv), verdict.right, now)?;
        }
        Ok(Some(verdict))
    }

    /// The result of the best move. Without an answer before it the exercise counts as wrong.
    ///
    /// # Errors
    /// The answer cannot be saved.
    pub fn solution(&mut self, now: i64) -> io::Result<Option<TaskResult>> {
        self.record(String::new(), false, now)?;
        let Some(task) = &self.task else { return Ok(None) };
        Ok(Some(self.judge.best(&task.exercise, &task.position)))
    }

    /// The piece that moves, and the theme.
    pub fn hint(&mut self) -> Option<String> {
        let task = self.task.as_ref()?;
        let best = self.judge.best(&task.exercise, &task.position);
        let role = names::role(best.line.first()?.role());
        Some(format!("the {role} moves; theme: {}", task.exercise.theme))
    }

    /// When the exercise comes back, as "again in 3 days".
    pub fn return_words(&self, now: i64) -> Option<String> {
        let answers = self.store.answers(&self.task.as_ref()?.exercise);
        Some(format!("again in {}", days_until(due_at(answers)?, now)))
    }

    /// "2 of 3 right at the first try".
    pub fn result_words(&self) -> String {
        format!("{} of {} right at the first try", self.right, self.answered)
    }

    /// When the next exercise is due, if there is any exercise.
    pub fn due_words(&self, now: i64) -> Option<String> {
        let due = self.store.exercises().iter().filter_map(|one| due_at(self.store.answers(one)));
        Some(format!("nothing is due; the next exercise is in {}", days_until(due.min()?, now)))
    }

    /// The progress by theme and by phase.
    pub fn progress(&self, now: i64) -> [Vec<Progress>; 2] {
        progress(&self.store, now)
    }

    fn record(&mut self, mv: String, right: bool, now: i64) -> io::Result<()> {
        let Some(task) = self.task.as_ref().filter(|_| !self.is_answered) else { return Ok(()) };
        let fen = task.exercise.fen.clone();
        self.store.record(Answer { at: now, fen, mv, right })?;
        self.is_answered = true;
        self.right += usize::from(right);
        self.answered += 1;
        Ok(())
    }
}

/// The time until `due` in days, rounded up.
fn days_until(due: i64, now: i64) -> String {
    let days = (due - now + SECONDS_A_DAY - 1) / SECONDS_A_DAY;
    format!("{days} {}", if days == 1 { "day" } else { "days" })
}
