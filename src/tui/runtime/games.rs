//! Lists the games of files on a thread of its own: first by their tags, then with the figures of each game.

use super::files;
use crate::game::pgn::{GameSource, Index, PgnError};
use crate::library::{
    BLOCK, FiguresReader, Filter, GameFigures, Library, Player, Repertoire, SortBy, Statistics,
};
use crate::tui::model::Event;
use crate::tui::model::dialogs::statistics::Answer;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a file between two words about how far it was read.
const TELLING: u64 = 16 << 20;
/// Time between two events with figures: each has the list sorted again.
const BATCH: Duration = Duration::from_millis(300);

/// What is to be listed.
#[derive(Debug)]
pub(super) enum Listing {
    /// A file; its only game is read at once.
    File(PathBuf),
    /// Several files, the newest game first. Those that cannot be read are reported and left out.
    Library(Vec<PathBuf>),
    /// Statistics of the player's games in these files, for the order with this number.
    Statistics { number: u64, files: Vec<PathBuf>, filter: Filter, repertoire: Option<Repertoire> },
}

/// Starts the thread; a new one stops the one before.
#[derive(Debug)]
pub(super) struct GameLister {
    number: u64,
    stop: Arc<AtomicBool>,
    /// The file that keeps ratings by the moves.
    ratings: Option<PathBuf>,
    /// Indexes made before.
    known: Arc<Mutex<Vec<Arc<Index>>>>,
}

impl GameLister {
    pub(super) fn new(ratings: Option<PathBuf>) -> Self {
        Self { number: 0, stop: Arc::default(), ratings, known: Arc::default() }
    }

    /// Stops reading figures.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn list(
        &mut self,
        listing: Listing,
        player: Player,
        events: Sender<Event>,
    ) -> io::Result<()> {
        self.stop();
        self.stop = Arc::default();
        self.number += 1;
        let work = Work {
            number: self.number,
            stop: Arc::clone(&self.stop),
            ratings: self.ratings.clone(),
            known: Arc::clone(&self.known),
            events,
        };
        let thread = thread::Builder::new().name("lucena-games".to_owned());
        thread.spawn(move || match listing {
            Listing::File(file) => work.file(&file, player),
            Listing::Library(files) => {
                if let Some(library) = work.library(&files, player) {
                    work.figures(library, SortBy::Date);
                }
            }
            Listing::Statistics { number, files, filter, repertoire } => {
                if let Some(library) = work.library(&files, player) {
                    work.statistics(number, library, &filter, repertoire.as_ref());
                }
            }
        })?;
        Ok(())
    }
}

/// A thread's share.
struct Work {
    number: u64,
    stop: Arc<AtomicBool>,
    ratings: Option<PathBuf>,
    known: Arc<Mutex<Vec<Arc<Index>>>>,
    events: Sender<Event>,
}

impl Work {
    /// Once the screen is closed there is no need to read on.
    fn tell(&self, event: Event) -> bool {
        self.events.send(event).is_ok() && !self.stop.load(Ordering::Relaxed)
    }

    fn file(&self, file: &Path, player: Player) {
        match self.index(file) {
            Ok(index) if index.entries().len() > 1 => {
                self.figures(Library::new(vec![index], player), SortBy::File);
            }
            Ok(index) => drop(self.tell(files::read(GameSource { index, number: 0 }))),
            Err(error) => drop(self.tell(Event::Failed(error.to_string()))),
        }
    }

    /// The games of the files that can be read; `None` when stopped.
    fn library(&self, files: &[PathBuf], player: Player) -> Option<Library> {
        let mut indexes = Vec::new();
        for file in files {
            match self.index(file) {
                Ok(index) => indexes.push(index),
                Err(PgnError::Stopped) => return None,
                Err(error) => drop(self.tell(Event::Failed(format!("left out: {error}")))),
            }
        }
        Some(Library::new(indexes, player))
    }

    /// The index of a file, made before or now.
    fn index(&self, file: &Path) -> Result<Arc<Index>, PgnError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known().retain(|index| index.file() != file || index.is_current());
        if let Some(index) = known().iter().find(|index| index.file() == file) {
            return Ok(Arc::clone(index));
        }
        let mut told = 0;
        let index = Index::build(file, &mut |done, total| {
            if done < told + TELLING {
                return ControlFlow::Continue(());
            }
            told = done;
            let (cells, part) = (20, done * 20 / total.max(1));
            let bar: String = (0..cells).map(|cell| if cell < part { '█' } else { '░' }).collect();
            let words = format!("{bar} {} of {} MiB read", done >> 20, total >> 20);
            match self.tell(Event::Info(words)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let index = Arc::new(index?);
        known().push(Arc::clone(&index));
        Ok(index)
    }

    /// Has the games listed, and reads their figures.
    fn figures(&self, library: Library, sort: SortBy) {
        let list = Event::GamesIndexed(self.number, Box::new(library.clone()), sort);
        if !self.tell(list) {
            return;
        }
        let Some(reader) = self.reader() else { return };
        let (mut batch, mut begun) = (Vec::new(), Instant::now());
        for number in library.to_read() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            batch.push((number, read(&library, number, &reader)));
            if begun.elapsed() > BATCH {
                begun = Instant::now();
                if !self.tell(Event::FiguresRead(self.number, std::mem::take(&mut batch))) {
                    return;
                }
            }
        }
        self.tell(Event::FiguresRead(self.number, batch));
    }

    fn reader(&self) -> Option<FiguresReader> {
        match FiguresReader::open(self.ratings.clone()) {
            Ok(reader) => Some(reader),
            Err(error) => {
                self.tell(Event::Failed(format!("ratings by the moves: {error}")));
                None
            }
        }
    }

    /// Reads the figures of all games, then computes the statistics.
    fn statistics(
        &self,
        number: u64,
        mut library: Library,
        filter: &Filter,
        repertoire: Option<&Repertoire>,
    ) {
        let Some(reader) = self.reader() else { return };
        let (games, mut begun) = (library.to_read(), Instant::now());
        for (done, &game) in games.iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            if let Some(figures) = read(&library, game, &reader) {
                library.take(game, figures);
            }
            if begun.elapsed() > BATCH {
                begun = Instant::now();
                let reading = Answer::Reading(done, games.len());
                if !self.tell(Event::Statistics(number, reading)) {
                    return;
                }
            }
        }
        let statistics = Box::new(Statistics::of(&library, filter, BLOCK, repertoire));
        self.tell(Event::Statistics(number, Answer::Read(statistics, Box::new(library))));
    }
}

/// The figures of a game, if it can be read.
fn read(library: &Library, number: usize, reader: &FiguresReader) -> Option<GameFigures> {
    let source = library.source(number)?;
    Some(reader.of(&source.index.read(source.number).ok()?.game))
}
