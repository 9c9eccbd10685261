//! Rates the player by the recorded games, and the sides of the game on the screen by their moves, on threads of their own.

use crate::annotate::{MoveRatings, rate_moves, value_search};
use crate::game::rated::{RecordedGame, rated_games};
use crate::game::{Game, autosave};
use crate::rules::Color;
use crate::search::ValueSearch;
use crate::strength::human::MoveRater;
use crate::tui::model::Event;
use crate::tui::model::strengths::RatedGames;
use anyhow::{Error, Result};
use shakmaty::ByColor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

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
        let ratings = MoveRatings::open(file)?;
        Ok(Self { ratings, search: value_search().map_err(Error::msg)? })
    }

    /// The moves of a side, rated now unless they were before; `None` when stopped.
    fn of(&mut self, game: &Game, side: Color, stop: &AtomicBool) -> Result<Option<MoveRater>> {
        if let Some(known) = self.ratings.known(game, side) {
            return Ok(Some(known.clone()));
        }
        let is_stopped = || stop.load(Ordering::Relaxed);
        let rater = rate_moves(game, side, &mut self.search, &is_stopped);
        if let Some(rater) = &rater {
            self.ratings.keep(game, side, rater.clone())?;
        }
        Ok(rater)
    }
}

/// Starts the threads: at most one for the player and one for the game on the screen.
#[derive(Debug)]
pub(super) struct Rater {
    /// The file that keeps likelihoods, if there is a folder for it.
    file: Option<PathBuf>,
    work: Arc<Mutex<Option<Work>>>,
    player: Arc<AtomicBool>,
    shown: Arc<AtomicBool>,
}

impl Rater {
    pub(super) fn new(file: Option<PathBuf>) -> Self {
        Self { file, work: Arc::default(), player: Arc::default(), shown: Arc::default() }
    }

    /// Goes through the recorded games of `name` in `folder`.
    pub(super) fn player(
        &mut self,
        name: String,
        folder: PathBuf,
        events: Sender<Event>,
    ) -> io::Result<()> {
        let stop = renew(&mut self.player);
        let rating = self.task(&stop);
        thread::Builder::new().name("lucena-rating".to_owned()).spawn(move || {
            // Nobody listens once the screen is closed.
            let tell = |event| events.send(event).unwrap_or_default();
            let (games, left_out) = rated_games(&folder, &name);
            let counted: Vec<_> = games.iter().map(|game| game.rated).collect();
            let rated = RatedGames { counted, left_out, by_moves: None };
            tell(Event::Rated(Box::new(rated.clone())));
            tell_last_game(&folder, &tell);
            match of_player(&rating, &games) {
                Ok(Some(moves)) => {
                    let by_moves = moves.rating();
                    tell(Event::Rated(Box::new(RatedGames { by_moves, ..rated })));
                }
                Ok(None) => {}
                Err(error) => tell(Event::Failed(format!("rating by the moves: {error:#}"))),
            }
        })?;
        Ok(())
    }

    /// Rates both sides of the game on the screen, the order with this number.
    pub(super) fn shown(
        &mut self,
        number: u64,
        game: Game,
        events: Sender<Event>,
    ) -> io::Result<()> {
        let stop = renew(&mut self.shown);
        let rating = self.task(&stop);
        thread::Builder::new().name("lucena-moves".to_owned()).spawn(move || {
            let tell = |event| events.send(event).unwrap_or_default();
            let of = |side| Ok(rating.of(&game, side)?.and_then(|moves| moves.rating()));
            let sides =
                of(Color::White).and_then(|white| Ok(ByColor { white, black: of(Color::Black)? }));
            match sides {
                Ok(_) if rating.stop.load(Ordering::Relaxed) => {}
                Ok(sides) => tell(Event::MovesRated(number, sides)),
                Err(error) => {
                    let error: Error = error;
                    tell(Event::Failed(format!("rating by the moves: {error:#}")));
                }
            }
        })?;
        Ok(())
    }

    /// The game on the screen is not to be rated any more.
    pub(super) fn stop_shown(&self) {
        self.shown.store(true, Ordering::Relaxed);
    }

    fn task(&self, stop: &Arc<AtomicBool>) -> Task {
        let (file, work) = (self.file.clone(), Arc::clone(&self.work));
        Task { file, work, stop: Arc::clone(stop) }
    }
}

/// Stops the thread under way and returns the sign of the next one.
fn renew(stop: &mut Arc<AtomicBool>) -> Arc<AtomicBool> {
    stop.store(true, Ordering::Relaxed);
    *stop = Arc::default();
    Arc::clone(stop)
}

fn tell_last_game(folder: &Path, tell: &impl Fn(Event)) {
    if let Some(last) = autosave::last_ended(folder) {
        tell(Event::LastGame(Box::new(last)));
    }
}

/// The moves of the newest games; `None` when stopped.
fn of_player(rating: &Task, games: &[RecordedGame]) -> Result<Option<MoveRater>> {
    let mut all = MoveRater::default();
    for RecordedGame { rated, game } in games.iter().take(GAMES) {
        let Some(moves) = rating.of(game, rated.side)? else { return Ok(None) };
        all.merge(&moves);
    }
    Ok(Some(all))
}

/// A thread's share of the work.
struct Task {
    file: Option<PathBuf>,
    work: Arc<Mutex<Option<Work>>>,
    stop: Arc<AtomicBool>,
}

impl Task {
    fn of(&self, game: &Game, side: Color) -> Result<Option<MoveRater>> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let mut begun = match work.take() {
            Some(begun) => begun,
            None => Work::begin(self.file.clone())?,
        };
        let rated = begun.of(game, side, &self.stop);
        *work = Some(begun);
        rated
    }
}
