//! The user's files, on a thread of their own: settings, key map, themes, breakpoints, and the record of the game. Each
//! effect is done in its order and answered by events; ending the thread waits until everything is on the disk. What
//! cannot be read or written is reported and never stops a game.

mod library;
mod record;
mod themes;

use super::external::find_command;
use super::files;
use super::games::{GameLister, Listing, Page};
use super::merged_lines::{with_change, with_commands};
use super::rater::Rater;
use super::unsaved::UnsavedGames;
use super::user_settings::load_settings;
use crate::base::{
    ChangeLock, FileStamp, caught_result, create_private_dir, read_text, write_atomic,
};
use crate::config::{Paths, Settings, local_now};
use crate::game::pgn::GameSource;
use crate::game::{Game, autosave};
use crate::search::Tablebases;
use crate::search::observe::SearchRecording;
use crate::tui::model::dialogs::statistics::Answer;
use crate::tui::model::due::Due;
use crate::tui::model::effect::{LibraryChange, SummaryOrder};
use crate::tui::model::saved::{GameSnapshot, SavedPrefs, UserData, set_date};
use crate::tui::model::session::GameId;
use crate::tui::model::{Event, GamesEffect, StorageEffect};
use crate::tui::values::theme::Theme;
use anyhow::{Result, anyhow};
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
    /// The breakpoints as they were read or saved last: only what differs is changed in the file, which others write to, too.
    breakpoints: Vec<String>,
    /// How many of the commands were read or saved.
    commands: usize,
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
            breakpoints: Vec::new(),
            commands: 0,
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
        storage.commands = data.commands.len();
        if let Some((_, text)) = &data.breakpoints {
            storage.breakpoints = text.lines().map(str::to_owned).collect();
        }
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
                    let answer = caught_result(|| self.perform(effect, events));
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
            StorageEffect::SaveGame(snapshot) => answer = self.record(*snapshot, events),
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
                let typed = lines.get(self.commands..).unwrap_or_default();
                self.change_lines(Self::COMMANDS, |file| with_commands(typed, file))?;
                self.commands = lines.len();
            }
            StorageEffect::SaveBreakpoints(lines) => {
                let known = &self.breakpoints;
                self.change_lines(Self::BREAKPOINTS, |file| with_change(known, &lines, file))?;
                self.breakpoints = lines;
            }
            StorageEffect::SaveAs(save) => answer = Some(self.save_as(*save, events)?),
            StorageEffect::KeepChanges(id, game) => answer = Some(self.keep(id, *game, events)),
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
            StorageEffect::Games(effect) => answer = self.perform_games(effect, events)?,
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
        }
        Ok(answer)
    }

    /// Records the game; one that cannot be saved is printed when the program ends, unless it is saved later.
    fn record(&mut self, snapshot: GameSnapshot, events: &Sender<Event>) -> Option<Event> {
        let (id, mut game) = (snapshot.id.clone(), snapshot.game.clone());
        match caught_result(|| self.save_game(snapshot, events)) {
            Ok(told) => {
                self.unsaved.remove(&id);
                Event::GameSaved(Ok(())).send_to(events);
                told
            }
            Err(error) => {
                let record = self.record.as_ref();
                let date = record.map_or_else(|| local_now().date(), |it| it.date.clone());
                set_date(&mut game, &date);
                self.unsaved.add(id, game, error.to_string());
                Some(Event::GameSaved(Err(error.to_string())))
            }
        }
    }

    /// Keeps a copy of the record with changes that no file has.
    fn keep(&mut self, id: GameId, game: Game, events: &Sender<Event>) -> Event {
        match caught_result(|| self.keep_changes(&game)) {
            Ok(file) => {
                let words = format!("a copy with the changes of the game is {}", file.display());
                Event::ChangesKept(file).send_to(events);
                Event::Info(words)
            }
            Err(error) => {
                self.unsaved.add(id, game, error.to_string());
                Event::GameSaved(Err(error.to_string()))
            }
        }
    }

    /// Reads and rates games on threads of their own; what is wrong at once is answered here.
    fn perform_games(
        &mut self,
        effect: GamesEffect,
        events: &Sender<Event>,
    ) -> Result<Option<Event>> {
        let mut answer = None;
        match effect {
            GamesEffect::Open(file, player) => {
                let (file, number) = files::numbered(&self.folder, &file);
                let listing = Listing::File(file, number);
                self.lister.list(listing, player, events.clone())?;
            }
            GamesEffect::OpenLibrary(change, player, filter) => {
                let files = self.library(&change, events)?;
                self.lister.list(Listing::Library(files, filter), player, events.clone())?;
            }
            GamesEffect::ReadStatistics(order) => {
                let number = order.number;
                match self.statistics(*order, events) {
                    Ok((listing, player)) => self.lister.list(listing, player, events.clone())?,
                    Err(error) => {
                        answer = Some(Event::Statistics(number, Answer::Failed(error.to_string())));
                    }
                }
            }
            GamesEffect::WriteSummary(order) => {
                let SummaryOrder { file, filter, player } = *order;
                let files = self.library(&LibraryChange::None, events)?;
                let page = Page { folder: self.folder.clone(), file, filter };
                self.lister.list(Listing::Summary(files, page), player, events.clone())?;
            }
            GamesEffect::StopReading => self.lister.stop(),
            GamesEffect::RatePlayer(name) => {
                answer = match self.paths.as_ref().map(Paths::games) {
                    Some(folder) => {
                        let begun = self.rater.player(name, folder, events.clone());
                        begun.err().map(|error| Event::Failed(error.to_string()))
                    }
                    None => Some(Event::Rated(Box::default())),
                };
            }
            GamesEffect::RateMoves(number, game) => {
                self.rater.shown(number, *game, events.clone())?;
            }
            GamesEffect::StopRatingMoves => self.rater.stop_shown(),
        }
        Ok(answer)
    }

    /// The file that a user means: `~` is the home folder.
    pub(super) fn resolve(&self, file: &Path) -> PathBuf {
        files::resolve(&self.folder, file)
    }

    fn read(&self, file: &Path) -> Result<String> {
        read_text(&self.resolve(file)).map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// Replaces the lines of a file by what `change` makes of them, while no other Lucena does. A file that cannot be read is not
    /// replaced.
    fn change_lines(&self, name: &str, change: impl FnOnce(&[&str]) -> Vec<String>) -> Result<()> {
        let Some(paths) = &self.paths else { return Ok(()) };
        let file = paths.data(name);
        let changed = || {
            file.parent().map_or(Ok(()), create_private_dir)?;
            let _lock = ChangeLock::of(&file);
            let old = match read_text(&file) {
                Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
                read => read?,
            };
            let lines = change(&old.lines().collect::<Vec<_>>());
            let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
            write_atomic(&file, text.as_bytes())
        };
        changed().map_err(|error| anyhow!("{}: {error}", file.display()))
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
