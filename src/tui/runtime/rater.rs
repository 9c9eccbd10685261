//! Rates the player by the recorded games, and the sides of the game on the screen by their moves, on threads of their own.

use super::stop_flag::StopFlag;
use super::task_thread;
use crate::annotate::{MoveRatings, rate_moves, value_search};
use crate::base::error_chain;
use crate::game::rated::{RatedFolder, RecordedGame, rated_games};
use crate::game::{Game, autosave};
use crate::rules::Color;
use crate::search::ValueSearch;
use crate::strength::human::MoveRater;
use crate::tui::model::Event;
use crate::tui::model::strengths::RatedGames;
use anyhow::{Error, Result};
use shakmaty::ByColor;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// Newest recorded games whose moves are rated: about 600 moves, half a minute the first time.
const GAMES: usize = 20;

/// What both threads use, one at a time.
#[derive(Debug)]
struct Work {
    ratings: MoveRatings,
    search: ValueSearch,
}

impl Work {
    fn begin(file: Option<PathBuf>) -> Result<Self> {
        let search = value_search().map_err(Error::msg)?;
        Ok(Self { ratings: MoveRatings::open(file), search })
    }

    /// The moves of a side, rated now unless they were before; `None` when stopped.
    fn of(&mut self, game: &Game, side: Color, stop: &AtomicBool) -> Option<MoveRater> {
        if let Some(known) = self.ratings.known(game, side) {
            return Some(known.clone());
        }
        let is_stopped = || stop.load(Ordering::Relaxed);
        let rater = rate_moves(game, side, &mut self.search, &is_stopped);
        if let Some(rater) = &rater {
            self.ratings.keep(game, side, rater.clone());
        }
        rater
    }
}

/// Starts the threads: at most one for the player and one for the game on the screen.
#[derive(Debug)]
pub(super) struct Rater {
    /// The file that keeps likelihoods, if there is a folder for it.
    file: Option<PathBuf>,
    work: Arc<Mutex<Option<Work>>>,
    player: StopFlag,
    shown: StopFlag,
}

impl Rater {
    pub fn new(file: Option<PathBuf>) -> Self {
        Self { file, work: Arc::default(), player: StopFlag::default(), shown: StopFlag::default() }
    }

    /// Goes through the recorded games of `name` in `folder`.
    pub fn player(
        &mut self,
        name: String,
        folder: PathBuf,
        events: Sender<Event>,
    ) -> io::Result<()> {
        let stop = self.player.replace();
        self.task(stop, events).start("lucena-rating", move |task| {
            let RatedFolder { counted, left_out, newest } = rated_games(&folder, &name, GAMES);
            let rated = RatedGames { counted, left_out, by_moves: None };
            task.tell(Event::Rated(Box::new(rated.clone())));
            if let Some(last) = autosave::last_ended(&folder) {
                task.tell(Event::LastGame(Box::new(last)));
            }
            let mut all = MoveRater::default();
            for RecordedGame { rated, game } in &newest {
                let Some(moves) = task.of(game, rated.side)? else { return Ok(()) };
                all.merge(&moves);
            }
            let by_moves = all.rating();
            task.tell(Event::Rated(Box::new(RatedGames { by_moves, ..rated })));
            Ok(())
        })
    }

    /// Rates both sides of the game on the screen, the order with this number.
    pub fn shown(&mut self, number: u64, game: Game, events: Sender<Event>) -> io::Result<()> {
        let stop = self.shown.replace();
        self.task(stop, events).start("lucena-moves", move |task| {
            let of = |side| Ok::<_, Error>(task.of(&game, side)?.and_then(|moves| moves.rating()));
            let sides = ByColor { white: of(Color::White)?, black: of(Color::Black)? };
            if !task.stop.load(Ordering::Relaxed) {
                task.tell(Event::MovesRated(number, sides));
            }
            Ok(())
        })
    }

    /// The game on the screen is not to be rated any more.
    pub fn stop_shown(&mut self) {
        self.shown.stop();
    }

    fn task(&self, stop: Arc<AtomicBool>, events: Sender<Event>) -> Task {
        Task { file: self.file.clone(), work: Arc::clone(&self.work), stop, events }
    }
}

/// A thread's share of the work.
struct Task {
    file: Option<PathBuf>,
    work: Arc<Mutex<Option<Work>>>,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl Task {
    /// Does this on a thread called `name`, which tells what goes wrong.
    fn start(
        self,
        name: &str,
        rate: impl FnOnce(&Self) -> Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let failed = |panic| Event::Failed(format!("rating: {panic}"));
        let events = self.events.clone();
        task_thread::spawn(name, &events, failed, move || {
            if let Err(error) = rate(&self) {
                self.tell_error(&error);
            }
        })
    }

    fn tell(&self, event: Event) {
        event.send_to(&self.events);
    }

    fn tell_error(&self, error: &Error) {
        let words = error_chain(error.as_ref());
        self.tell(Event::Failed(format!("rating by the moves: {words}")));
    }

    fn of(&self, game: &Game, side: Color) -> Result<Option<MoveRater>> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = match work.take() {
            Some(begun) => begun,
            None => Work::begin(self.file.clone())?,
        };
        let rated = begun.of(game, side, &self.stop);
        if let Some(error) = begun.ratings.take_error() {
            self.tell_error(&Error::new(error).context("not kept"));
        }
        *work = Some(begun);
        Ok(rated)
    }
}
