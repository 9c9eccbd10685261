//! The user's files: settings, key map, themes, and the record of the game. What cannot be read or written is said and
//! never stops a game.

use super::board::PieceStyle;
use super::external::Seat;
use super::keymap::Keymap;
use super::layout::{Preset, Zoom};
use super::model::{Model, Prefs, Toggle};
use super::panels::Panel;
use super::theme::{BUILT_IN, Theme};
use crate::base::{Millis, create_private_dir, read_text, write_atomic};
use crate::config::{Paths, Settings};
use crate::game::{Game, Timestamp, autosave};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What is kept on the disk.
#[derive(Debug)]
pub(super) struct Storage {
    paths: Option<Paths>,
    record: Option<autosave::Autosave>,
    unfinished: Option<autosave::Resumable>,
    /// The user's theme in use, when it was last changed, and its name.
    theme: Option<(PathBuf, Option<SystemTime>, String)>,
}

impl Storage {
    /// Finds the user's folders and takes the settings and the key map into the model.
    pub(super) fn open(home: Option<&Path>, model: &mut Model) -> Self {
        let paths = Paths::find(home).map_err(|error| model.notify_error(error.to_string())).ok();
        let mut keeper = Self { paths, record: None, unfinished: None, theme: None };
        if let Some(paths) = &keeper.paths {
            let (settings, wrong) = Settings::load_or_default(&paths.settings());
            take_settings(model, &settings);
            if let Some(wrong) = wrong {
                model.notify_error(wrong.to_string());
            }
            read_keys(paths, model);
            read_characters(paths, model);
            read_breakpoints(paths, model);
            let commands = own_text(&paths.data(COMMANDS), model).unwrap_or_default();
            model.commands = commands.lines().map(str::to_owned).collect();
        }
        model.own_themes = keeper.themes();
        let name = model.prefs.theme.clone();
        match Theme::built_in(&name) {
            Ok(theme) => model.theme = theme.reduced(model.theme.depth),
            Err(_) => match keeper.theme(&name) {
                Ok(theme) => model.theme = theme.reduced(model.theme.depth),
                Err(wrong) => model.notify_error(wrong),
            },
        }
        keeper
    }

    /// The folder of the recorded games.
    pub(super) fn games(&self) -> Option<PathBuf> {
        self.paths.as_ref().map(Paths::games)
    }

    /// Was the program never used here?
    pub(super) fn is_first_run(&self) -> bool {
        self.paths.as_ref().is_some_and(|paths| !paths.settings().exists())
    }

    /// Where the log is kept.
    pub(super) fn log(&self) -> Option<PathBuf> {
        self.paths.as_ref().map(Paths::log)
    }

    /// The newest game that was not finished.
    pub(super) fn find_unfinished(&mut self) -> Option<Game> {
        let (games, errors) = autosave::resumable_games(&self.paths.as_ref()?.games());
        errors.iter().for_each(|error| log::warn!(target: "lucena", "{error}"));
        self.unfinished = games.into_iter().next();
        self.unfinished.as_ref().map(|resumable| resumable.game.clone())
    }

    /// Takes up the game that was found, with what was noted of it.
    pub(super) fn resume(&mut self) -> Option<(Game, autosave::ResumeState)> {
        let (game, record, state) = self.unfinished.take()?.resume();
        self.record = Some(record);
        Some((game, state))
    }

    /// Does not offer the game that was found again.
    pub(super) fn discard(&mut self) -> Result<(), String> {
        let discarded = self.unfinished.take().map_or(Ok(()), autosave::Resumable::discard);
        discarded.map_err(|error| error.to_string())
    }

    /// The next save goes to a new file.
    pub(super) fn new_record(&mut self) -> Result<(), String> {
        let finished = self.record.take().map_or(Ok(()), |record| record.finish());
        finished.map_err(|error| error.to_string())
    }

    /// The next save goes to a new file, and the game of this one may still be taken up.
    pub(super) fn put_aside(&mut self) {
        self.record = None;
    }

    /// Records the game; the first time it gets its file and its date. `seat` is another engine's part in it.
    pub(super) fn save(
        &mut self,
        game: &mut Game,
        now: Millis,
        seat: Option<&Seat>,
    ) -> Result<(), String> {
        let Some(paths) = &self.paths else { return Ok(()) };
        let record = match self.record.take() {
            Some(record) => record,
            None => {
                let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
                let seconds = since.map_or(0, |since| since.as_secs());
                let stamp = Timestamp::from_unix(i64::try_from(seconds).unwrap_or(0));
                if game.tags.get("Date").is_none() {
                    game.tags.set("Date", &stamp.date());
                    game.tags.set("Event", "Casual game");
                }
                autosave::Autosave::create(&paths.games(), stamp)
                    .map_err(|error| error.to_string())?
            }
        };
        let notes = seat.map_or_else(BTreeMap::new, Seat::notes);
        let saved = record.save(game, now, &autosave::ResumeState { notes, ..Default::default() });
        self.record = Some(record);
        saved.map_err(|error| error.to_string())
    }

    /// Keeps the preferences.
    pub(super) fn save_prefs(&self, model: &Model) -> Result<(), String> {
        let Some(paths) = &self.paths else { return Ok(()) };
        let file = paths.settings();
        let before = Settings::load(&file).map_err(|error| error.to_string())?;
        to_settings(model, before).save(&file).map_err(|error| error.to_string())
    }

    /// Keeps the list of breakpoints, one a line.
    pub(super) fn save_breakpoints(&self, model: &Model) -> Result<(), String> {
        let lines = model.inspect.breakpoints.iter().map(ToString::to_string);
        self.save_lines(BREAKPOINTS, lines.chain(model.inspect.unread.iter().cloned()))
    }

    /// Keeps the newest of the commands that were typed, oldest first.
    pub(super) fn save_commands(&self, model: &Model) -> Result<(), String> {
        let first = model.commands.len().saturating_sub(COMMANDS_KEPT);
        self.save_lines(COMMANDS, model.commands[first..].iter().cloned())
    }

    fn save_lines(&self, name: &str, lines: impl Iterator<Item = String>) -> Result<(), String> {
        let Some(paths) = &self.paths else { return Ok(()) };
        let file = paths.data(name);
        let text = lines.map(|line| line + "\n").collect::<String>();
        let folder = file.parent().map_or(Ok(()), create_private_dir);
        let written = folder.and_then(|()| write_atomic(&file, text.as_bytes()));
        written.map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Reads the user's theme called `name`, and watches it from now on.
    pub(super) fn theme(&mut self, name: &str) -> Result<Theme, String> {
        let unknown = || format!("there is no theme {name:?}");
        let folder = self.paths.as_ref().map(Paths::themes).ok_or_else(unknown)?;
        // A name is no path: it may not lead out of the folder.
        if name.contains(['/', '\\', '.']) {
            return Err(unknown());
        }
        let file = folder.join(format!("{name}.ron"));
        let text = read_text(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound => unknown(),
            _ => format!("{}: {error}", file.display()),
        })?;
        let changed = fs::metadata(&file).and_then(|about| about.modified()).ok();
        let shown = file.display().to_string();
        self.theme = Some((file, changed, name.to_owned()));
        let theme = Theme::parse(&shown, &text).map_err(|error| error.to_string())?;
        Ok(Theme { name: name.to_owned(), ..theme })
    }

    /// Names of the user's themes.
    pub(super) fn themes(&self) -> Vec<String> {
        let folder = self.paths.as_ref().map(Paths::themes);
        let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
        let files = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let named = files.filter(|file| file.extension().is_some_and(|end| end == "ron"));
        let names = named.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()));
        // One of a name that is compiled in is never reached.
        let mut names: Vec<String> = names.filter(|name| Theme::built_in(name).is_err()).collect();
        names.sort();
        names
    }

    /// Where journals of unfinished annotating lie.
    pub(super) fn journals(&self) -> PathBuf {
        let folder = self.paths.as_ref().map(|paths| paths.data("annotating"));
        folder.unwrap_or_else(|| std::env::temp_dir().join("lucena-annotating"))
    }

    /// The user's theme again, if its file was changed while it is in use.
    pub(super) fn changed_theme(&mut self, in_use: &str) -> Option<Result<Theme, String>> {
        let (file, changed, name) = self.theme.clone()?;
        let now = fs::metadata(file).and_then(|about| about.modified()).ok();
        (name == in_use && now.is_some() && now != changed).then(|| self.theme(&name))
    }

    /// Is a theme of the user's in use, so that its file is to be watched?
    pub(super) fn watches(&self, in_use: &str) -> bool {
        self.theme.as_ref().is_some_and(|(_, _, name)| name == in_use)
    }
}

/// The file of the breakpoints.
const BREAKPOINTS: &str = "breakpoints.txt";

/// The file of the commands that were typed, and how many of them are kept.
const COMMANDS: &str = "commands.txt";
const COMMANDS_KEPT: usize = 500;

fn read_breakpoints(paths: &Paths, model: &mut Model) {
    let file = paths.data(BREAKPOINTS);
    let Some(text) = own_text(&file, model) else { return };
    for (number, line) in text.lines().enumerate() {
        match line.parse() {
            Ok(breakpoint) => model.inspect.breakpoints.push(breakpoint),
            Err(error) => {
                model.inspect.unread.push(line.to_owned());
                model.notify_error(format!("{}, line {}: {error}", file.display(), number + 1));
            }
        }
    }
}

/// The text of a file that need not be there; one that cannot be read is said.
fn own_text(file: &Path, model: &mut Model) -> Option<String> {
    let read = read_text(file);
    if let Some(error) = read.as_ref().err().filter(|it| it.kind() != ErrorKind::NotFound) {
        model.notify_error(format!("{}: {error}", file.display()));
    }
    read.ok()
}

fn read_keys(paths: &Paths, model: &mut Model) {
    let file = paths.keys();
    let Some(text) = own_text(&file, model) else { return };
    match Keymap::built_in().patched(&file.display().to_string(), &text) {
        Ok(keymap) => model.keymap = keymap,
        Err(error) => model.notify_error(format!("{error}; the built-in keys are used")),
    }
}

/// The user's characters beside those that come along; what is wrong with one leaves the others.
fn read_characters(paths: &Paths, model: &mut Model) {
    let file = paths.personalities();
    let Ok(text) = fs::read_to_string(&file) else { return };
    for error in model.strengths.roster.merge(&file.display().to_string(), &text) {
        model.notify_error(error.to_string());
    }
}

/// Settings from the file into the model.
fn take_settings(model: &mut Model, settings: &Settings) {
    let (engine, screen) = (&settings.engine, &settings.screen);
    let prefs = &mut model.prefs;
    let toggle = |on| if on { Toggle::On } else { Toggle::Off };
    if screen.theme != "default" {
        prefs.theme.clone_from(&screen.theme);
    }
    let style = PieceStyle::ALL.into_iter().find(|style| style.name() == screen.pieces);
    prefs.pieces = style.unwrap_or_default();
    prefs.bell = toggle(screen.bell);
    prefs.ponder = toggle(engine.ponder);
    prefs.think = Millis(settings.play.think.clamp(50, 3_600_000));
    prefs.play = settings.play.clone();
    let options = &mut prefs.engine;
    options.hash_mib = engine.hash_mib;
    options.threads = engine.threads;
    options.multi_pv = engine.lines;
    options.move_overhead = Millis(engine.move_overhead);
    options.time_manager.clone_from(&engine.time_manager);
    options.contempt = engine.contempt;
    options.syzygy_path = engine.syzygy.to_string_lossy().into_owned();
    let preset = Preset::ALL.into_iter().find(|preset| preset.name() == screen.layout);
    model.layout.preset = preset.unwrap_or_default();
    prefs_of_screen(model, settings);
}

/// What the screen shows, and how: a name that is unknown is passed over.
fn prefs_of_screen(model: &mut Model, settings: &Settings) {
    let screen = &settings.screen;
    model.prefs.coordinates = if screen.coordinates { Toggle::On } else { Toggle::Off };
    model.prefs.frame_rate = screen.frame_rate;
    model.prefs.external.clone_from(&settings.engine.external);
    let choice = &mut model.layout;
    choice.hidden = screen.hidden.iter().filter_map(|name| Panel::named(name)).collect();
    if let Some(panel) = Panel::named(&screen.focus).filter(|p| !choice.hidden.contains(p)) {
        (choice.focus, choice.tab) = (panel, panel);
        choice.zoom = if screen.zoom { Zoom::On } else { Zoom::Off };
    }
}

/// The model's preferences over what the file said before.
fn to_settings(model: &Model, mut settings: Settings) -> Settings {
    let prefs: &Prefs = &model.prefs;
    let is_default = prefs.theme == BUILT_IN[0].0;
    settings.screen.theme = if is_default { "default".to_owned() } else { prefs.theme.clone() };
    let is_auto = prefs.pieces == PieceStyle::Auto;
    settings.screen.pieces = if is_auto { String::new() } else { prefs.pieces.name().to_owned() };
    // The debugger's page is left behind: it would be empty.
    let before = model.inspect.previous_preset.filter(|_| model.layout.preset == Preset::Debug);
    let layout = before.unwrap_or(model.layout.preset);
    settings.screen.layout = layout.name().to_owned();
    settings.screen.bell = prefs.bell.is_on();
    let (screen, choice) = (&mut settings.screen, &model.layout);
    screen.coordinates = prefs.coordinates.is_on();
    screen.frame_rate = prefs.frame_rate;
    screen.hidden = choice.hidden.iter().map(|panel| panel.name().to_owned()).collect();
    // The usual focus is not worth a line in the file.
    let usual = choice.focus == super::layout::LayoutState::default().focus;
    screen.focus = if usual { String::new() } else { choice.focus.name().to_owned() };
    screen.zoom = choice.zoom == Zoom::On && !usual;
    settings.engine.external.clone_from(&prefs.external);
    settings.play = prefs.play.clone();
    settings.play.think = prefs.think.0;
    settings.engine.ponder = prefs.ponder.is_on();
    settings.engine.hash_mib = prefs.engine.hash_mib;
    settings.engine.lines = prefs.engine.multi_pv;
    settings.engine.time_manager.clone_from(&prefs.engine.time_manager);
    settings.engine.syzygy = PathBuf::from(&prefs.engine.syzygy_path);
    settings
}

#[cfg(test)]
mod tests {
    use super::{Game, Millis, Model, Preset, Settings, Storage, to_settings};
    use std::fs;
    use std::path::PathBuf;

    /// A folder of this test's own, empty at the start.
    fn home(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lucena-{name}-{}", std::process::id()));
        // It is not there unless an earlier run was killed.
        fs::remove_dir_all(&folder).unwrap_or_default();
        folder
    }

    fn breakpoints(model: &Model) -> Vec<String> {
        model.inspect.breakpoints.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn breakpoints_are_there_again_and_a_broken_line_is_said_and_kept() {
        let home = home("breakpoints");
        let mut model = Model::new((80, 24));
        let keeper = Storage::open(Some(&home), &mut model);
        let texts = ["repetition and ply > 3 after 2 log", "not (null-cut or ply < 2) off"];
        model.inspect.breakpoints = texts.map(|text| text.parse().unwrap()).to_vec();
        keeper.save_breakpoints(&model).unwrap();
        let mut again = Model::new((80, 24));
        let keeper = Storage::open(Some(&home), &mut again);
        assert_eq!(breakpoints(&again), texts);
        assert!(again.message.is_none(), "{:?}", again.message);
        let file = keeper.paths.as_ref().unwrap().data(super::BREAKPOINTS);
        fs::write(&file, "best-changed\nply > > 3\nbudget\n").unwrap();
        let mut again = Model::new((80, 24));
        let keeper = Storage::open(Some(&home), &mut again);
        assert_eq!(breakpoints(&again), ["best-changed", "budget"]);
        let said = again.message.clone().unwrap().text;
        assert!(said.contains("line 2") && said.contains("column 7"), "{said}");
        again.inspect.breakpoints.remove(0);
        keeper.save_breakpoints(&again).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "budget\nply > > 3\n");
        fs::remove_dir_all(&home).unwrap();
    }

    #[test]
    fn a_game_put_aside_keeps_its_record() {
        let home = home("aside");
        let mut keeper = Storage::open(Some(&home), &mut Model::new((80, 24)));
        let saved = |keeper: &mut Storage| {
            keeper.save(&mut Game::default(), Millis(0), None).unwrap();
            keeper.record.as_ref().unwrap().record().to_owned()
        };
        let first = saved(&mut keeper);
        keeper.put_aside();
        assert_ne!(saved(&mut keeper), first);
        fs::remove_dir_all(&home).unwrap();
    }

    #[test]
    fn the_layout_that_is_kept_is_never_the_debuggers() {
        let mut model = Model::new((80, 24));
        (model.inspect.previous_preset, model.layout.preset) =
            (Some(Preset::Inspect), Preset::Debug);
        assert_eq!(to_settings(&model, Settings::default()).screen.layout, "inspect");
        model.layout.preset = Preset::Review;
        assert_eq!(to_settings(&model, Settings::default()).screen.layout, "review");
    }
}
