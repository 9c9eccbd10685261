//! When an exercise comes back: the FSRS scheduler (crate `rs-fsrs`) over its answers, with intervals of at least a day.

use super::{Answer, Exercise, Phase, Store, Theme};
use rs_fsrs::{Card, FSRS, Parameters, Rating};
use strum::VariantArray as _;

/// The time from which an exercise is due, in seconds since 1970; `None` if it was never answered.
pub fn due_at(answers: &[Answer]) -> Option<i64> {
    let scheduler = FSRS::new(Parameters { enable_short_term: false, ..Parameters::default() });
    let mut card = None;
    for answer in answers {
        let Some(now) = chrono::DateTime::from_timestamp(answer.at, 0) else { continue };
        let rating = if answer.right { Rating::Good } else { Rating::Again };
        let before = card.unwrap_or_else(|| Card { due: now, last_review: now, ..Card::default() });
        card = Some(scheduler.next(before, now, rating).card);
    }
    card.map(|card| card.due.timestamp())
}

/// The exercises of a session at `now` (seconds since 1970), as indices into [`Store::exercises`]: those that are due, the
/// longest due first, then at most `new` that were never answered, the largest loss first; at most `limit` in all.
pub fn plan(store: &Store, now: i64, new: usize, limit: usize) -> Vec<usize> {
    let (mut due, mut fresh) = (Vec::new(), Vec::new());
    for (index, exercise) in store.exercises().iter().enumerate() {
        match due_at(store.answers(exercise)) {
            Some(at) if at <= now => due.push((at, index)),
            Some(_) => {}
            None => fresh.push(index),
        }
    }
    due.sort_unstable();
    let loss = |index: usize| store.exercises()[index].loss;
    fresh.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)));
    due.into_iter().map(|(_, index)| index).chain(fresh.into_iter().take(new)).take(limit).collect()
}

/// The state of the exercises of one theme or phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The theme or phase.
    pub name: String,
    /// Exercises.
    pub exercises: usize,
    /// Exercises that were answered.
    pub answered: usize,
    /// Exercises whose last answer was right.
    pub known: usize,
    /// Answers.
    pub answers: usize,
    /// Right answers.
    pub right: usize,
    /// Exercises that are due.
    pub due: usize,
}

/// The progress by theme and by phase at `now`; those without an exercise are left out.
pub fn progress(store: &Store, now: i64) -> [Vec<Progress>; 2] {
    let of = |name: String, belongs: &dyn Fn(&Exercise) -> bool| {
        let mut sum = Progress { name, ..Progress::default() };
        for exercise in store.exercises().iter().filter(|exercise| belongs(exercise)) {
            let answers = store.answers(exercise);
            sum.exercises += 1;
            sum.answered += usize::from(!answers.is_empty());
            sum.known += usize::from(answers.last().is_some_and(|answer| answer.right));
            sum.answers += answers.len();
            sum.right += answers.iter().filter(|answer| answer.right).count();
            sum.due += usize::from(due_at(answers).is_some_and(|due| due <= now));
        }
        sum
    };
    let theme = |&theme: &Theme| of(theme.to_string(), &move |one| one.theme == theme);
    let phase = |&phase: &Phase| of(phase.to_string(), &move |one| one.phase == phase);
    let known = |sums: Vec<Progress>| sums.into_iter().filter(|sum| sum.exercises > 0).collect();
    [
        known(Theme::VARIANTS.iter().map(theme).collect()),
        known(Phase::VARIANTS.iter().map(phase).collect()),
    ]
}
