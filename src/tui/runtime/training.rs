//! The thread of training: it collects exercises, judges moves, and saves answers before it tells of them.

use super::files;
use super::stop_flag::StopFlag;
use crate::base::{caught, error_chain, unix_seconds};
use crate::config::Paths;
use crate::train::{AnalysedGame, NODES, Session, Size, Store, Whose, collect};
use crate::tui::model::Event;
use crate::tui::model::training::{TrainingAnswer, TrainingQuery};
use anyhow::{Context as _, Result};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// The thread, as the runtime holds it.
#[derive(Debug)]
pub(super) struct TrainingThread {
    queries: Sender<(u64, TrainingQuery, Arc<AtomicBool>)>,
    stop: StopFlag,
}

impl TrainingThread {
    /// Starts the thread. Relative names of files are below `folder`.
    ///
    /// # Errors
    /// The system refuses.
    pub fn start(paths: Option<Paths>, folder: PathBuf, events: Sender<Event>) -> io::Result<Self> {
        let (sender, queries) = channel();
        thread::Builder::new().name("lucena-training".to_owned()).spawn(move || {
            let mut trainer = Trainer { paths, folder, session: None, stop: Arc::default() };
            for (number, query, stop) in queries {
                trainer.stop = stop;
                let mut tell = |answer| {
                    Event::Training(number, Box::new(answer)).send_to(&events);
                };
                let answered =
                    caught(|| trainer.answer(query, &mut tell)).unwrap_or_else(|panic| {
                        trainer.session = None;
                        Err(panic.into())
                    });
                if let Err(error) = answered {
                    tell(TrainingAnswer::Failed(error_chain(error.as_ref())));
                }
            }
        })?;
        Ok(Self { queries: sender, stop: StopFlag::default() })
    }

    /// Ends the analysis of games for what was asked so far.
    pub fn stop(&mut self) {
        self.stop.stop();
    }

    /// Hands over a query of the session with this number.
    pub fn ask(&self, number: u64, query: TrainingQuery) {
        // The thread lives as long as this.
        self.queries.send((number, query, self.stop.of_query())).unwrap_or_default();
    }
}

struct Trainer {
    paths: Option<Paths>,
    folder: PathBuf,
    session: Option<Session>,
    /// Ends the analysis of games for the present query.
    stop: Arc<AtomicBool>,
}

impl Trainer {
    fn answer(
        &mut self,
        query: TrainingQuery,
        tell: &mut impl FnMut(TrainingAnswer),
    ) -> Result<()> {
        const UNSAVED: &str = "the answer cannot be saved";
        if let TrainingQuery::Start { files, name } = query {
            return self.start(&files, Whose::Mine(name), tell);
        }
        let session = self.session.as_mut().context("there is no exercise")?;
        let now = unix_seconds();
        match query {
            TrainingQuery::Start { .. } => {}
            TrainingQuery::Next => return self.next(tell),
            TrainingQuery::Judge(mv) => {
                let verdict = session.answer(mv, now).context(UNSAVED)?;
                let verdict = verdict.context("there is no exercise")?;
                tell(TrainingAnswer::Judged(mv, Box::new(verdict), session.return_words(now)));
                tell(TrainingAnswer::Progress(session.progress(now)));
            }
            TrainingQuery::Hint => {
                let hint = session.hint().unwrap_or_else(|| "no legal move".to_owned());
                tell(TrainingAnswer::Hint(hint));
            }
            TrainingQuery::Solution => {
                let best = session.solution(now).context(UNSAVED)?;
                let best = best.context("there is no exercise")?;
                tell(TrainingAnswer::Solution(Box::new(best), session.return_words(now)));
                tell(TrainingAnswer::Progress(session.progress(now)));
            }
        }
        Ok(())
    }

    fn start(
        &mut self,
        files: &[PathBuf],
        whose: Whose,
        tell: &mut impl FnMut(TrainingAnswer),
    ) -> Result<()> {
        self.session = None;
        let paths = self.paths.as_ref().context("there is no data folder for exercises")?;
        let folder = paths.data("training");
        let mut store = Store::open(&folder).with_context(|| folder.display().to_string())?;
        let files: Vec<PathBuf> =
            files.iter().map(|file| files::resolve(&self.folder, file)).collect();
        let collected = collect(&mut store, &files, &paths.games(), &whose)?;
        store.keep(&whose);
        for note in store.notes.iter().chain(&collected.left_out) {
            log::warn!(target: "lucena", "training: {note}");
        }
        let words = collected.words(store.exercises().len());
        let now = unix_seconds();
        let session = Session::new(store, now, Size::default(), NODES)?;
        tell(TrainingAnswer::Collected(words));
        self.session = Some(session);
        self.next(tell)
    }

    /// The next exercise; recorded games are analysed until there is one.
    fn next(&mut self, tell: &mut impl FnMut(TrainingAnswer)) -> Result<()> {
        let paths = self.paths.as_ref().context("there is no data folder for exercises")?;
        let session = self.session.as_mut().context("there is no exercise")?;
        let mut on_progress = |game: &AnalysedGame| {
            let AnalysedGame { label, done, positions } = game;
            let far = match done < positions {
                true => format!("{done} of {positions} positions"),
                false => "checking the mistakes".to_owned(),
            };
            tell(TrainingAnswer::Analysing(format!("analysing {label}: {far}")));
        };
        while session.is_at_end()
            && session.analyse_next(&paths.games(), &self.stop, &mut on_progress)?
        {}
        let now = unix_seconds();
        tell(TrainingAnswer::Progress(session.progress(now)));
        tell(match session.next_task().cloned() {
            Some(task) => TrainingAnswer::Task(Box::new(task)),
            None if !session.is_empty() => TrainingAnswer::Ended(session.result_words()),
            None => TrainingAnswer::Ended(session.due_words(now).unwrap_or_else(|| {
                "no game of yours that is over has a move to train on: play against Lucena, or :train FILE \
                 takes annotated games"
                    .to_owned()
            })),
        });
        Ok(())
    }
}
