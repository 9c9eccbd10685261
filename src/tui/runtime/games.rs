//! Lists the games of files on a thread of its own: first by their tags, then with the figures of each game.

use super::files;
use super::stop_flag::StopFlag;
use super::task_thread;
use crate::annotate::MoveRatings;
use crate::base::{CaughtPanic, caught};
use crate::game::pgn::{GameSource, Index, PgnError};
use crate::library::{
    BLOCK, FiguresReader, Filter, GameFigures, Library, PageFormat, Player, Repertoire, SortBy,
    Statistics, summary_page,
};
use crate::tui::model::Event;
use crate::tui::model::dialogs::statistics::Answer;
use crate::tui::values::overwrite::split_overwrite;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of a file between two words about how far it was read.
const TELLING: u64 = 16 << 20;
/// Indexes of files that are kept in memory, unless more files are listed at once.
const KEPT: usize = 8;
/// Time between two events with figures: each has the list sorted again.
const BATCH: Duration = Duration::from_millis(300);

/// What is to be listed.
#[derive(Debug)]
pub(super) enum Listing {
    /// A file and the number of a game, from 1; that game, or the only one, is read at once.
    File(PathBuf, Option<usize>),
    /// Several files, the newest game first, by a filter. Those that cannot be read are reported and left out.
    Library(Vec<PathBuf>, String),
    /// Statistics of the player's games in these files, for the order with this number, and why the repertoire cannot be read.
    Statistics {
        number: u64,
        files: Vec<PathBuf>,
        filter: Filter,
        repertoire: Result<Option<Repertoire>, String>,
    },
    /// A page about the games of these files that a filter finds.
    Summary(Vec<PathBuf>, Page),
}

/// A page that is to be written.
#[derive(Debug)]
pub(super) struct Page {
    /// A relative name of the file is below this folder.
    pub folder: PathBuf,
    /// The file, as it was typed.
    pub file: PathBuf,
    /// Which games.
    pub filter: String,
}

/// Starts the thread; a new one stops the one before.
#[derive(Debug)]
pub(super) struct GameLister {
    number: u64,
    stop: StopFlag,
    /// The file that keeps ratings by the moves.
    ratings: Option<PathBuf>,
    /// Indexes made before, the newest first.
    known: Arc<Mutex<Vec<Arc<Index>>>>,
}

impl GameLister {
    pub fn new(ratings: Option<PathBuf>) -> Self {
        Self { number: 0, stop: StopFlag::default(), ratings, known: Arc::default() }
    }

    /// Stops reading figures.
    pub fn stop(&mut self) {
        self.stop.stop();
    }

    pub fn list(
        &mut self,
        listing: Listing,
        player: Player,
        events: Sender<Event>,
    ) -> io::Result<()> {
        self.number += 1;
        let work = Work {
            number: self.number,
            stop: self.stop.replace(),
            ratings: self.ratings.clone(),
            known: Arc::clone(&self.known),
            events: events.clone(),
        };
        let order = match &listing {
            Listing::Statistics { number, .. } => Some(*number),
            Listing::File(..) | Listing::Library(..) | Listing::Summary(..) => None,
        };
        let failed = move |panic: CaughtPanic| match (order, panic.to_string()) {
            (Some(number), words) => Event::Statistics(number, Answer::Failed(words)),
            (None, words) => Event::Refused(words),
        };
        task_thread::spawn("lucena-games", &events, failed, move || match listing {
            Listing::File(file, number) => work.file(&file, number, player),
            Listing::Library(files, filter) => {
                if let Some(library) = work.library(&files, player) {
                    work.figures(library, SortBy::Date, filter);
                }
            }
            Listing::Statistics { number, files, filter, repertoire } => {
                if let Some(library) = work.library(&files, player) {
                    work.statistics(number, library, &filter, repertoire);
                }
            }
            Listing::Summary(files, page) => {
                if let Some(library) = work.library(&files, player) {
                    work.summary(library, &page);
                }
            }
        })
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

    fn file(&self, file: &Path, number: Option<usize>, player: Player) {
        let event = match self.index(file, 1) {
            Err(error) => Event::Refused(error.to_string()),
            Ok(index) => match (number, index.entries().len()) {
                (None, 2..) => {
                    let library = Library::new(vec![index], player);
                    return self.figures(library, SortBy::File, String::new());
                }
                (None, _) | (Some(1), 0) => files::read(GameSource { index, number: 0 }),
                (Some(number), count) if (1..=count).contains(&number) => {
                    files::read(GameSource { index, number: number - 1 })
                }
                (Some(number), count) => {
                    let file = file.display();
                    Event::Refused(format!("{file}: game #{number}: expected #1 to #{count}"))
                }
            },
        };
        self.tell(event);
    }

    /// The games of the files that can be read; `None` when stopped.
    fn library(&self, files: &[PathBuf], player: Player) -> Option<Library> {
        let mut indexes = Vec::new();
        for file in files {
            match self.index(file, files.len()) {
                Ok(index) => indexes.push(index),
                Err(PgnError::Stopped) => return None,
                Err(error) => drop(self.tell(Event::Failed(format!("left out: {error}")))),
            }
        }
        Some(Library::new(indexes, player))
    }

    /// The index of one of `listed` files, made before or now. That many are kept, so that the next list of the same files needs
    /// none anew.
    fn index(&self, file: &Path, listed: usize) -> Result<Arc<Index>, PgnError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().iter().find(|index| index.file() == file).cloned();
        // Outside the lock, because it may read the whole file.
        let index = match found.filter(|index| index.is_current()) {
            Some(index) => index,
            None => self.build_index(file)?,
        };
        let mut known = known();
        known.retain(|other| other.file() != file);
        known.insert(0, Arc::clone(&index));
        known.truncate(listed.max(KEPT));
        Ok(index)
    }

    fn build_index(&self, file: &Path) -> Result<Arc<Index>, PgnError> {
        let mut told = 0;
        let index = Index::build(file, &mut |done, total| {
            if done < told + TELLING {
                return ControlFlow::Continue(());
            }
            told = done;
            let (cells, part) = (20, done * 20 / total.max(1));
            let bar: String = (0..cells).map(|cell| if cell < part { '█' } else { '░' }).collect();
            let words = format!("{bar} {} of {} MiB read", done >> 20, total >> 20);
            match self.tell(Event::Indexing(Some(words))) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        if told > 0 {
            self.tell(Event::Indexing(None));
        }
        Ok(Arc::new(index?))
    }

    /// Has the games listed, and reads their figures. Those that cannot be read any more are told as unknown, because some line may
    /// wait for them.
    fn figures(&self, library: Library, sort: SortBy, filter: String) {
        let listed = library.clone().with_texts();
        let list = Event::GamesIndexed(self.number, Box::new(listed), sort, filter);
        if !self.tell(list) {
            return;
        }
        let mut unread = library.to_read().into_iter();
        let give_up = |unread: std::vec::IntoIter<usize>| {
            let unread = unread.map(|number| (number, None)).collect();
            self.tell(Event::FiguresRead(self.number, unread));
        };
        let reader = self.reader();
        let (mut batch, mut begun) = (Vec::new(), Instant::now());
        while let Some(number) = unread.next() {
            if self.stop.load(Ordering::Relaxed) {
                return give_up(unread);
            }
            batch.push((number, read(&library, number, &reader)));
            if begun.elapsed() > BATCH {
                begun = Instant::now();
                if !self.tell(Event::FiguresRead(self.number, std::mem::take(&mut batch))) {
                    return give_up(unread);
                }
            }
        }
        self.tell(Event::FiguresRead(self.number, batch));
    }

    fn reader(&self) -> FiguresReader {
        let mut ratings = MoveRatings::open(self.ratings.clone());
        if let Some(error) = ratings.take_error() {
            self.tell(Event::Failed(format!("ratings by the moves: {error}")));
        }
        FiguresReader::new(ratings)
    }

    /// Reads the figures of all games, of large files also those that `filter` needs, and tells how far it is; `None` when
    /// stopped.
    fn read_all(
        &self,
        library: &mut Library,
        filter: &Filter,
        reading: impl Fn(usize, usize) -> Event,
    ) -> Option<FiguresReader> {
        let reader = self.reader();
        let (games, mut begun) = (library.to_read_for(filter), Instant::now());
        for (done, &game) in games.iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(figures) = read(library, game, &reader) {
                library.take(game, figures);
            }
            if begun.elapsed() > BATCH {
                begun = Instant::now();
                if !self.tell(reading(done, games.len())) {
                    return None;
                }
            }
        }
        Some(reader)
    }

    /// Writes a page, in the format that the end of its name stands for.
    fn summary(&self, mut library: Library, page: &Page) {
        let reading = |done, games| Event::Info(format!("{done} of {games} games read"));
        let filter = match Filter::parse(&page.filter) {
            Ok(filter) => filter,
            Err(wrong) => {
                self.tell(Event::Refused(format!("summary: {wrong}")));
                return;
            }
        };
        let (name, _) = split_overwrite(&page.file);
        let path = files::resolve(&page.folder, name);
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        let is_input = |index: &Arc<Index>| real(index.file()) == real(&path);
        let is_of_library = real(&path).is_some() && library.files().iter().any(is_input);
        let format = match PageFormat::of_file(Path::new(name)) {
            _ if is_of_library => Err(format!("{} is a file of the library", path.display())),
            format => format.map_err(|error| error.to_string()),
        };
        let format = match format {
            Ok(format) => format,
            Err(wrong) => {
                self.tell(Event::Refused(format!("summary: {wrong}")));
                return;
            }
        };
        let read = self.read_all(&mut library, &filter, reading);
        let Some(reader) = read else { return };
        let written = summary_page(&library, &page.filter, None, format, &reader)
            .map_err(anyhow::Error::from)
            .and_then(|written| files::write(&page.folder, &page.file, written.text.as_bytes()));
        self.tell(match written {
            Ok(file) => Event::Written(format!("{} was written", file.display())),
            Err(error) => Event::Refused(format!("summary: {error}")),
        });
    }

    /// Reads the figures of all games, then computes the statistics.
    fn statistics(
        &self,
        number: u64,
        mut library: Library,
        filter: &Filter,
        repertoire: Result<Option<Repertoire>, String>,
    ) {
        let reading = |done, games| Event::Statistics(number, Answer::Reading(done, games));
        // Games of others do not count.
        if self.read_all(&mut library, &Filter::default(), reading).is_none() {
            return;
        }
        let book = repertoire.as_ref().ok().and_then(Option::as_ref);
        let mut statistics = Box::new(Statistics::of(&library, filter, BLOCK, book));
        statistics.departures.unread = repertoire.err();
        self.tell(Event::Statistics(number, Answer::Read(statistics, Box::new(library))));
    }
}

/// The figures of a game, if it can be read. A panic, which the log has, costs the figures of one game and not those of all.
fn read(library: &Library, number: usize, reader: &FiguresReader) -> Option<GameFigures> {
    let source = library.source(number)?;
    caught(|| Some(reader.of(&source.index.read(source.number).ok()?.game))).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Work};
    use std::sync::{Arc, mpsc::channel};

    #[test]
    fn an_index_is_used_again_while_its_file_is_as_it_was_and_few_others_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let (events, _queue) = channel();
        let work =
            Work { number: 1, stop: Arc::default(), ratings: None, known: Arc::default(), events };
        let file = |name: usize| folder.path().join(format!("{name}.pgn"));
        let index = |name: usize| work.index(&file(name), 1).unwrap();
        let write = |name: usize, moves: &str| {
            std::fs::write(file(name), format!("[White \"A\"]\n\n{moves} *\n")).unwrap();
        };
        (0..=KEPT).for_each(|name| write(name, "1. e4"));
        let first = index(0);
        assert!(Arc::ptr_eq(&first, &index(0)));
        write(0, "1. e4 e5");
        let changed = index(0);
        assert!(!Arc::ptr_eq(&first, &changed));
        (1..KEPT).for_each(|name| drop(index(name)));
        assert!(Arc::ptr_eq(&changed, &index(0)), "the newest {KEPT} are kept");
        (1..=KEPT).for_each(|name| drop(index(name)));
        assert!(!Arc::ptr_eq(&changed, &index(0)));
        let library: Vec<_> = (0..=KEPT).map(file).collect();
        let listed = || work.library(&library, Default::default()).unwrap();
        let (before, after) = (listed(), listed());
        assert!(before.files().iter().zip(after.files()).all(|(a, b)| Arc::ptr_eq(a, b)));
    }
}
