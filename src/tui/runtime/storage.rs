//! The user's files, on a thread of their own: settings, key map, themes, breakpoints, and the record of the game. Each
//! effect is done in its order and answered by events; ending the thread waits until everything is on the disk. What
//! cannot be read or written is reported and never stops a game.

use super::external::find_command;
use super::files;
use super::games::{GameLister, Listing, Page};
use super::rater::Rater;
use super::unsaved::UnsavedGames;
use super::user_settings::{load_settings, theme_file};
use crate::base::{FileStamp, create_private_dir, read_text, write_atomic, write_new};
use crate::config::{Paths, Settings, local_now};
use crate::game::Game;
use crate::game::autosave::{self, UnfinishedGames};
use crate::game::pgn::{self, GameSource, PgnSaveError};
use crate::library::{LibraryFiles, Player, Repertoire, check_games};
use crate::search::Tablebases;
use crate::search::observe::SearchRecording;
use crate::tui::model::adjourned::{ANALYSIS_NOTE, AdjournedGame};
use crate::tui::model::dialogs::statistics::Answer;
use crate::tui::model::due::Due;
use crate::tui::model::effect::{
    LibraryChange, RepertoireChange, SaveAs, SaveNote, StatisticsOrder, SummaryOrder,
};
use crate::tui::model::saved::{GameSnapshot, SavedPrefs, UserData, set_date};
use crate::tui::model::session::GameId;
use crate::tui::model::{Event, StorageEffect};
use crate::tui::values::theme::{Theme, built_in_names};
use anyhow::{Result, anyhow, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The thread; dropping it waits until all that was asked for is done.
#[derive(Debug)]
pub(super) struct StorageThread {
    effects: Option<Sender<StorageEffect>>,
    thread: Option<JoinHandle<()>>,
}

impl StorageThread {
    pub fn start(mut storage: Storage, events: Sender<Event>) -> std::io::Result<Self> {
        let (effects, inbox) = channel();
        let thread = thread::Builder::new().name("lucena-storage".to_owned());
        let thread = thread.spawn(move || storage.run(&inbox, &events))?;
        Ok(Self { effects: Some(effects), thread: Some(thread) })
    }

    pub fn perform(&self, effect: StorageEffect) {
        if let Some(effects) = &self.effects {
            // The thread runs as long as this sender lives.
            effects.send(effect).unwrap_or_default();
        }
    }
}

impl Drop for StorageThread {
    fn drop(&mut self) {
        self.effects = None;
        if let Some(thread) = self.thread.take() {
            // A panic was logged; there is nothing left to wait for.
            thread.join().unwrap_or_default();
        }
    }
}

/// The user's folders and what is open in them.
#[derive(Debug)]
pub struct Storage {
    paths: Option<Paths>,
    /// Relative names of files are below this folder.
    folder: PathBuf,
    record: Option<Record>,
    unsaved: UnsavedGames,
    /// The settings as they were read or saved last: only what differs is written.
    settings: Settings,
    sources: GameSources,
    /// Name of the theme in use, the user's or not.
    theme_in_use: String,
    watched: Option<WatchedTheme>,
    rater: Rater,
    lister: GameLister,
}

/// The files that a game was read from or saved to.
#[derive(Debug, Default)]
struct GameSources {
    game: GameId,
    files: Vec<GameSource>,
}

/// The record of the game and the date that it began.
#[derive(Debug)]
struct Record {
    file: autosave::Autosave,
    date: String,
}

/// The user's theme that was read last, which is watched while it is the one in use.
#[derive(Debug)]
struct WatchedTheme {
    name: String,
    file: PathBuf,
    read: Option<FileStamp>,
}

/// Time between two looks at the file of a theme in use: an editor's save is seen at once, and costs nothing.
const THEME_POLL: Duration = Duration::from_secs(1);

/// Number of typed commands that are saved.
const MAX_COMMANDS: usize = 500;

impl Storage {
    /// The file of the breakpoints in the data folder.
    pub const BREAKPOINTS: &str = "breakpoints.txt";
    /// The folder of the checkpoints of stopped annotations.
    pub const CHECKPOINTS: &str = "annotating";
    /// The folder of copies of games whose changes were not saved.
    pub const RECOVERED: &str = "recovered";
    /// The file of the commands that were typed.
    pub const COMMANDS: &str = "commands.txt";

    /// Finds the user's folders and reads what the screen starts with. Relative names of files are below `folder`.
    pub fn open(home: Option<&Path>, folder: PathBuf) -> (Self, UserData) {
        let mut data = UserData::default();
        let paths = Paths::find(home).map_err(|error| data.problems.push(error.to_string())).ok();
        let ratings = paths.as_ref().map(Paths::move_ratings);
        let mut storage = Self {
            paths,
            folder,
            record: None,
            unsaved: UnsavedGames::default(),
            settings: Settings::default(),
            sources: GameSources::default(),
            theme_in_use: String::new(),
            watched: None,
            rater: Rater::new(ratings.clone()),
            lister: GameLister::new(ratings),
        };
        let Some(paths) = storage.paths.clone() else { return (storage, data) };
        let (settings, wrong) = load_settings(&paths);
        data.problems.extend(wrong.iter().map(ToString::to_string));
        data.keys = own_text(paths.keys(), &mut data.problems);
        data.personalities = own_text(paths.personalities(), &mut data.problems);
        data.breakpoints = own_text(paths.data(Self::BREAKPOINTS), &mut data.problems);
        let commands = own_text(paths.data(Self::COMMANDS), &mut data.problems);
        data.commands =
            commands.map_or_else(Vec::new, |(_, text)| text.lines().map(str::to_owned).collect());
        data.recovered = Self::recovered(&paths);
        data.themes = storage.themes();
        let theme = &settings.screen.theme;
        storage.theme_in_use.clone_from(theme);
        if Theme::built_in(theme).is_err() {
            match storage.theme(theme) {
                Ok((theme, wrong)) => {
                    data.theme = Some(theme);
                    data.problems.extend(wrong);
                }
                Err(wrong) => data.problems.push(wrong.to_string()),
            }
        }
        storage.settings = SavedPrefs::read(&settings).over(settings.clone());
        data.settings = settings;
        (storage, data)
    }

    /// The user's folders.
    pub(super) fn paths(&self) -> Option<Paths> {
        self.paths.clone()
    }

    /// Relative names of files are below this folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// The log file.
    pub fn log(&self) -> Option<PathBuf> {
        self.paths.as_ref().map(Paths::log)
    }

    /// The folder of the checkpoints of stopped annotations.
    pub(super) fn checkpoints(&self) -> PathBuf {
        let folder = self.paths.as_ref().map(|paths| paths.data(Self::CHECKPOINTS));
        folder.unwrap_or_else(|| std::env::temp_dir().join("lucena-annotating"))
    }

    fn run(&mut self, inbox: &Receiver<StorageEffect>, events: &Sender<Event>) {
        loop {
            let effect = match &self.watched {
                Some(watched) if watched.name == self.theme_in_use => {
                    inbox.recv_timeout(THEME_POLL)
                }
                Some(_) | None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let answer = match effect {
                Ok(effect) => {
                    let is_awaited = Due::to_storage(&effect).is_some();
                    let failed = if is_awaited { Event::Refused } else { Event::Failed };
                    let answer = self.perform(effect, events);
                    answer.unwrap_or_else(|wrong| Some(failed(wrong.to_string())))
                }
                Err(RecvTimeoutError::Timeout) => self.changed_theme(events),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Some(event) = answer {
                event.send_to(events);
            }
        }
        let unsaved = self.unsaved.take();
        if !unsaved.is_empty() {
            Event::Unsaved(unsaved).send_to(events);
        }
    }

    fn perform(&mut self, effect: StorageEffect, events: &Sender<Event>) -> Result<Option<Event>> {
        let mut answer = None;
        match effect {
            StorageEffect::SaveGame(snapshot) => {
                let (id, mut game) = (snapshot.id.clone(), snapshot.game.clone());
                let saved = self.save_game(*snapshot, events);
                match &saved {
                    Ok(_) => self.unsaved.remove(&id),
                    Err(error) => {
                        let record = self.record.as_ref();
                        let date = record.map_or_else(|| local_now().date(), |it| it.date.clone());
                        set_date(&mut game, &date);
                        self.unsaved.add(id, game, error.to_string());
                    }
                }
                match saved {
                    Ok(told) => {
                        Event::GameSaved(Ok(())).send_to(events);
                        answer = told;
                    }
                    Err(error) => answer = Some(Event::GameSaved(Err(error.to_string()))),
                }
            }
            StorageEffect::NewRecord => {
                self.record.take().map_or(Ok(()), |it| it.file.finish())?;
            }
            StorageEffect::CloseRecord => self.record = None,
            StorageEffect::FindUnfinished => answer = Some(self.find_unfinished(events)),
            StorageEffect::ListUnfinished => {
                answer = Some(Event::Adjourned(self.unfinished(events).0));
            }
            StorageEffect::ResumeUnfinished(record) => {
                let (game, file, state) = autosave::resumable_game(&record)?.resume();
                let date = game.tags.get("Date").unwrap_or_default().to_owned();
                self.record = Some(Record { file, date });
                answer = Some(Event::Resumed(Box::new(game), state));
            }
            StorageEffect::DiscardUnfinished(record) => {
                if let Some(copy) = autosave::resumable_game(&record)?.discard()? {
                    let text = format!(
                        "another program changed the record of the game; what it wrote is kept in {}",
                        copy.display()
                    );
                    Event::Failed(text).send_to(events);
                }
            }
            StorageEffect::SavePrefs(saved) => {
                self.theme_in_use.clone_from(&saved.prefs.theme);
                if let Some(paths) = &self.paths {
                    let settings = saved.over(self.settings.clone());
                    let written = settings.save_changes(&self.settings, &paths.settings());
                    written.map_err(|error| anyhow!("the settings are not saved: {error}"))?;
                    self.settings = settings;
                }
            }
            StorageEffect::SaveCommands(lines) => {
                let first = lines.len().saturating_sub(MAX_COMMANDS);
                self.save_lines(Self::COMMANDS, &lines[first..])?;
            }
            StorageEffect::SaveBreakpoints(lines) => self.save_lines(Self::BREAKPOINTS, &lines)?,
            StorageEffect::SaveAs(save) => answer = Some(self.save_as(*save, events)?),
            StorageEffect::KeepChanges(game) => {
                answer = Some(match self.keep_changes(&game) {
                    Ok(file) => Event::ChangesKept(file),
                    Err(error) => {
                        self.unsaved.add(GameId::default(), *game, error.to_string());
                        Event::GameSaved(Err(error.to_string()))
                    }
                });
            }
            StorageEffect::Write(file, text) => {
                let file = files::write(&self.folder, &file, text.as_bytes())?;
                answer = Some(Event::Written(format!("{} was written", file.display())));
            }
            StorageEffect::ReadScript(file) => answer = Some(Event::Script(self.read(&file)?)),
            StorageEffect::ReadRecording(number, file) => {
                let recording = self.read(&file).and_then(|text| {
                    SearchRecording::from_ron(&text)
                        .map_err(|error| anyhow!("{}: {error}", file.display()))
                });
                let recording = recording.map(Box::new).map_err(|error| error.to_string());
                answer = Some(Event::RecordingRead(number, recording));
            }
            StorageEffect::Paste(file) => answer = Some(Event::Paste(self.read(&file)?)),
            StorageEffect::OpenGame(file, player) => {
                let (file, number) = files::numbered(&self.folder, &file);
                let listing = Listing::File(file, number);
                self.lister.list(listing, player, events.clone())?;
            }
            StorageEffect::OpenLibrary(change, player, filter) => {
                let files = self.library(&change, events)?;
                self.lister.list(Listing::Library(files, filter), player, events.clone())?;
            }
            StorageEffect::ReadStatistics(order) => {
                let number = order.number;
                match self.statistics(*order, events) {
                    Ok((listing, player)) => self.lister.list(listing, player, events.clone())?,
                    Err(error) => {
                        answer = Some(Event::Statistics(number, Answer::Failed(error.to_string())));
                    }
                }
            }
            StorageEffect::WriteSummary(order) => {
                let SummaryOrder { file, filter, player } = *order;
                let files = self.library(&LibraryChange::None, events)?;
                let page = Page { folder: self.folder.clone(), file, filter };
                self.lister.list(Listing::Summary(files, page), player, events.clone())?;
            }
            StorageEffect::StopReading => self.lister.stop(),
            StorageEffect::ReadGame(source) => answer = Some(files::read(source)),
            StorageEffect::Complete(line, lookup) => {
                let found = files::found(&lookup, || self.themes());
                answer = Some(Event::CompletionFound(line, found));
            }
            StorageEffect::FindTheme(name) => {
                let (theme, wrong) = self.theme(&name)?;
                wrong.into_iter().for_each(|wrong| Event::Failed(wrong).send_to(events));
                answer = Some(Event::ThemeRead(Box::new(theme)));
            }
            StorageEffect::FindEngine(command) => {
                answer = Some(Event::EngineFound(find_command(&self.folder, &command)));
            }
            StorageEffect::FindTablebases(folder) => {
                answer = Some(Event::TablebasesFound(self.tablebases(&folder)));
            }
            StorageEffect::ListThemes => answer = Some(Event::Themes(self.themes())),
            StorageEffect::RatePlayer(name) => {
                answer = match self.paths.as_ref().map(Paths::games) {
                    Some(folder) => {
                        let begun = self.rater.player(name, folder, events.clone());
                        begun.err().map(|error| Event::Failed(error.to_string()))
                    }
                    None => Some(Event::Rated(Box::default())),
                };
            }
            StorageEffect::RateMoves(number, game) => {
                self.rater.shown(number, *game, events.clone())?;
            }
            StorageEffect::StopRatingMoves => self.rater.stop_shown(),
        }
        Ok(answer)
    }

    /// The list of the library's files, where it is kept, and the folder of the recorded games. What is wrong with the list is
    /// reported; a list that is to be changed has to be right, so that nothing of it is lost.
    fn library_files(
        &self,
        is_changed: bool,
        events: &Sender<Event>,
    ) -> Result<(LibraryFiles, PathBuf, PathBuf)> {
        let paths =
            self.paths.as_ref().ok_or_else(|| anyhow!("there is no folder for a library"))?;
        let list = paths.library();
        if is_changed {
            return Ok((LibraryFiles::load(&list)?, list, paths.games()));
        }
        let (files, errors) = LibraryFiles::load_valid(&list)?;
        for error in errors {
            Event::Failed(format!("left out: {error}")).send_to(events);
        }
        Ok((files, list, paths.games()))
    }

    /// What statistics are computed of, after a change of the repertoire.
    fn statistics(
        &self,
        order: StatisticsOrder,
        events: &Sender<Event>,
    ) -> Result<(Listing, Player)> {
        let StatisticsOrder { number, filter, player, repertoire } = order;
        let is_changed = !matches!(repertoire, RepertoireChange::Keep);
        let (mut library, list, records) = self.library_files(is_changed, events)?;
        let wanted = match repertoire {
            RepertoireChange::Keep => library.repertoire.clone(),
            RepertoireChange::Use(ref file) => Some(files::whole_path(&self.folder, file)),
            RepertoireChange::Remove => None,
        };
        let read = wanted.as_ref().map(|file| Repertoire::read(file)).transpose();
        let read = match repertoire {
            // A file that cannot be read is not remembered.
            RepertoireChange::Use(_) => Ok(read?),
            // One that is remembered may be gone, and most of the statistics do not need it.
            RepertoireChange::Keep | RepertoireChange::Remove => {
                read.map_err(|error| error.to_string())
            }
        };
        if library.repertoire != wanted {
            library.repertoire = wanted;
            library.save(&list)?;
        }
        let files = library.with_records(&records);
        Ok((Listing::Statistics { number, files, filter, repertoire: read }, player))
    }

    /// The files of the library after a change of its list.
    fn library(&self, change: &LibraryChange, events: &Sender<Event>) -> Result<Vec<PathBuf>> {
        let is_changed = !matches!(change, LibraryChange::None);
        let (mut library, list, records) = self.library_files(is_changed, events)?;
        match change {
            LibraryChange::None => {}
            LibraryChange::Add(file) => {
                let file = files::whole_path(&self.folder, file);
                // A file without games is not remembered.
                check_games(&file)?;
                if library.add(&file) {
                    library.save(&list)?;
                }
            }
            LibraryChange::Remove(file) => {
                let whole = files::whole_path(&self.folder, file);
                // Earlier versions have kept paths as they were typed.
                library.remove(&whole).or_else(|wrong| library.remove(file).map_err(|_| wrong))?;
                library.save(&list)?;
            }
        }
        Ok(library.with_records(&records))
    }

    /// The file that a user means: `~` is the home folder.
    pub(super) fn resolve(&self, file: &Path) -> PathBuf {
        files::resolve(&self.folder, file)
    }

    /// Saves a game where the user wants it; an existing file is replaced only if the user said so.
    fn save_as(&mut self, mut save: SaveAs, events: &Sender<Event>) -> Result<Event> {
        // The model may not know yet when its record was begun.
        if let Some(record) = self.record.as_ref().filter(|_| save.is_recorded) {
            set_date(&mut save.game, &record.date);
        }
        let (name, is_replaced) = files::split_overwrite(&save.file);
        files::check_named(name)?;
        let (file, number) = files::numbered(&self.folder, name);
        if self.sources.game != save.id {
            self.sources =
                GameSources { game: save.id.clone(), files: save.source.into_iter().collect() };
        }
        let is_replaced = save.overwrite || is_replaced;
        if let Some(number) = number {
            self.check_number(&file, number, is_replaced)?;
        }
        let saved = pgn::save(&file, &save.game, &mut self.sources.files, is_replaced);
        let letters = match saved {
            Err(error @ PgnSaveError::Exists(_)) => {
                bail!("{error}; ! after the name or :overwrite {} replaces it", name.display())
            }
            saved => saved?,
        };
        self.unsaved.copied(&save.id, save.game);
        Event::ChangesSaved(save.id, save.changes, file.clone()).send_to(events);
        let letters = letters.map_or_else(String::new, |language| {
            format!("{language} piece letters became English: ")
        });
        let written = format!("{letters}{} was written", file.display());
        Ok(Event::Written(match save.note {
            SaveNote::None => written,
            SaveNote::Annotating => {
                format!(
                    "{written} without the marks to come; it is written again when annotating ends"
                )
            }
            SaveNote::After(words) => format!("{words}; {written}"),
        }))
    }

    /// Fails unless the game stands in the file under this number, where saving replaces it.
    fn check_number(&self, file: &Path, number: usize, is_replaced: bool) -> Result<()> {
        let shown = file.display();
        if is_replaced {
            bail!("#{number} is one game, but all games of {shown} would be replaced");
        }
        let real = |path: &Path| fs::canonicalize(path).ok();
        let is_it = |source: &GameSource| {
            source.number + 1 == number && real(source.index.file()) == real(file)
        };
        if !self.sources.files.iter().any(is_it) {
            bail!(
                "this game is not game #{number} of {shown}; without a number it goes into a file of its own"
            );
        }
        Ok(())
    }

    fn read(&self, file: &Path) -> Result<String> {
        read_text(&self.resolve(file)).map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// The games that were not finished: the newest first, but boards to analyse on after them, and those without a move last;
    /// and how many more a running program has open.
    fn unfinished(&self, events: &Sender<Event>) -> (Vec<AdjournedGame>, usize) {
        let games = self.paths.as_ref().map(|paths| autosave::unfinished_games(&paths.games()));
        let UnfinishedGames { resumable: games, in_use, errors } = games.unwrap_or_default();
        for error in errors {
            Event::Failed(format!("an unfinished game cannot be resumed: {error}")).send_to(events);
        }
        let mut found: Vec<AdjournedGame> = games
            .into_iter()
            .map(|found| AdjournedGame {
                record: found.record().to_owned(),
                is_analysis: found.state.notes.contains_key(ANALYSIS_NOTE),
                game: found.game,
            })
            .collect();
        found.sort_by_key(|game| (game.moves() == 0, game.is_analysis));
        (found, in_use)
    }

    /// The same at the start, where one of them is offered and this process has none open.
    fn find_unfinished(&self, events: &Sender<Event>) -> Event {
        let (found, in_use) = self.unfinished(events);
        let games = match in_use {
            0 => None,
            1 => {
                Some("a game is open in another running Lucena; it is not offered here".to_owned())
            }
            games => Some(format!(
                "{games} games are open in other running Lucenas; they are not offered here"
            )),
        };
        if let Some(words) = games {
            Event::Info(words).send_to(events);
        }
        let is_first_run = self.paths.as_ref().is_some_and(|paths| !paths.settings().exists());
        Event::Unfinished(found, is_first_run)
    }

    /// Records the game; the first time it gets its file and its date.
    fn save_game(
        &mut self,
        snapshot: GameSnapshot,
        events: &Sender<Event>,
    ) -> Result<Option<Event>> {
        let paths = self.paths.as_ref();
        let paths = paths.ok_or_else(|| anyhow!("the game is not saved: no folder for games"))?;
        let GameSnapshot { id, mut game, now, notes } = snapshot;
        let (mut record, is_new) = match self.record.take() {
            Some(record) => (record, false),
            None => {
                let stamp = local_now();
                let file = autosave::Autosave::create(&paths.games(), stamp);
                (Record { file: file?, date: stamp.date() }, true)
            }
        };
        set_date(&mut game, &record.date);
        let event = is_new.then(|| Event::RecordStarted(id, record.date.clone()));
        let state = autosave::ResumeState { notes, ..Default::default() };
        let saved = record.file.save(&game, now, &state);
        let shown = record.file.record().display().to_string();
        self.record = Some(record);
        if let Some(copy) = saved? {
            let text = format!(
                "another program changed {shown}, where this game is recorded; what it wrote is kept in {}",
                copy.display()
            );
            Event::Failed(text).send_to(events);
        }
        Ok(event)
    }

    /// Writes the game into the folder of copies.
    fn keep_changes(&self, game: &Game) -> Result<PathBuf> {
        let paths = self.paths.as_ref().ok_or_else(|| anyhow!("there is no folder for a copy"))?;
        let folder = paths.data(Self::RECOVERED);
        let stamp = local_now().file_name();
        let file = folder.join(format!("{stamp}-{}.pgn", std::process::id()));
        let written = create_private_dir(&folder)
            .and_then(|()| write_new(&file, pgn::write(game).as_bytes()));
        written.map_err(|error| anyhow!("{}: {error}", file.display()))?;
        Ok(file)
    }

    /// The newest of these copies in words, if there is one.
    fn recovered(paths: &Paths) -> Option<String> {
        let entries = fs::read_dir(paths.data(Self::RECOVERED)).ok()?;
        let newest = entries.filter_map(|entry| Some(entry.ok()?.path())).max()?;
        let file = newest.display();
        Some(format!(
            "{file} has changes of a game that were not saved: :open it, delete it when done"
        ))
    }

    fn save_lines(&self, name: &str, lines: &[String]) -> Result<()> {
        let Some(paths) = &self.paths else { return Ok(()) };
        let file = paths.data(name);
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let folder = file.parent().map_or(Ok(()), create_private_dir);
        // A file that cannot be read is not replaced.
        let readable = folder.and_then(|()| match read_text(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        });
        let written = readable.and_then(|()| write_atomic(&file, text.as_bytes()));
        written.map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// The folders of tablebases by their whole paths, if they can be read.
    fn tablebases(&self, text: &str) -> Result<String, String> {
        let listed = Tablebases::folders(Path::new(text));
        let folders: Vec<PathBuf> =
            listed.iter().map(|folder| files::whole_path(&self.folder, folder)).collect();
        for folder in &folders {
            fs::read_dir(folder)
                .map_err(|error| format!("tablebases {}: {error}", folder.display()))?;
        }
        if let [folder] = folders.as_slice() {
            return Ok(folder.display().to_string());
        }
        let joined = std::env::join_paths(&folders);
        let joined = joined.map_err(|error| format!("tablebases {text}: {error}"))?;
        Ok(joined.display().to_string())
    }

    /// Reads the user's theme called `name`, with its values that cannot be used, and watches its file while it is in use.
    fn theme(&mut self, name: &str) -> Result<(Theme, Vec<String>)> {
        let unknown = || anyhow!("there is no theme {name:?}; built in are {}", built_in_names());
        let file = self.paths.as_ref().and_then(|paths| theme_file(paths, name));
        let file = file.ok_or_else(unknown)?;
        let read = FileStamp::at(&file);
        let text = read_text(&file).map_err(|error| {
            let is_missing = error.kind() == ErrorKind::NotFound;
            if is_missing { unknown() } else { anyhow!("{}: {error}", file.display()) }
        })?;
        let shown = file.display().to_string();
        let theme = Theme::parse_valid(&shown, &text);
        // One that cannot be used does not take the place of the one in use.
        if theme.is_ok() || name == self.theme_in_use {
            self.watched = Some(WatchedTheme { name: name.to_owned(), file, read });
        }
        let (theme, wrong) = theme?;
        let wrong = wrong.iter().map(ToString::to_string).collect();
        Ok((Theme { name: name.to_owned(), ..theme }, wrong))
    }

    /// The user's theme again, if its file was changed.
    fn changed_theme(&mut self, events: &Sender<Event>) -> Option<Event> {
        let watched = self.watched.as_mut()?;
        let now = FileStamp::at(&watched.file);
        if now.is_none() || now == watched.read {
            return None;
        }
        // What is wrong with a file is said once.
        watched.read = now;
        let name = watched.name.clone();
        Some(match self.theme(&name) {
            Ok((theme, wrong)) => {
                wrong.into_iter().for_each(|wrong| Event::Failed(wrong).send_to(events));
                Event::ThemeChanged(Box::new(theme))
            }
            Err(wrong) => Event::Failed(wrong.to_string()),
        })
    }

    /// Names of the user's themes.
    fn themes(&self) -> Vec<String> {
        let folder = self.paths.as_ref().map(Paths::themes);
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
        let files = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let named = files.filter(|file| file.extension().is_some_and(|end| end == "ron"));
        let names = named.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()));
        // A built-in theme of the same name is used instead.
        let mut names: Vec<String> = names.filter(|name| Theme::built_in(name).is_err()).collect();
        names.sort();
        names
    }
}

/// A file that need not exist, with its name; one that cannot be read is reported.
fn own_text(file: PathBuf, problems: &mut Vec<String>) -> Option<(String, String)> {
    let name = file.display().to_string();
    match read_text(&file) {
        Ok(text) => Some((name, text)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => {
            problems.push(format!("{name}: {error}"));
            None
        }
    }
}
