//! The world outside the model: the engine, files, the clipboard, the terminal. Performs what `update` wished for, and
//! reports what went wrong as events, so that the model alone decides what is said.

use super::app::{Flow, Launch};
use super::dialogs::Dialog;
use super::keep::Keeper;
use super::terminal::Screen;
use super::theme::Theme;
use super::{Effect, Error, Event, Model};
use crate::engine::{Engine, Report};
use crate::game::{Game, pgn};
use crate::rules::Position;
use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// What the loop owns beside the screen.
pub(super) struct World {
    events: Sender<Event>,
    engine: Engine,
    keeper: Keeper,
}

impl World {
    /// Starts the engine with the options of the model.
    pub(super) fn open(
        events: Sender<Event>,
        keeper: Keeper,
        model: &Model,
    ) -> Result<Self, Error> {
        // Fails only when a logger is there already, which then serves as well.
        if tui_logger::init_logger(log::LevelFilter::Info).is_ok() {
            tui_logger::set_default_level(log::LevelFilter::Info);
        }
        let news = events.clone();
        let engine = Engine::start(model.prefs.engine.clone(), move |notice| {
            if let Some(event) = Event::of_notice(notice) {
                // Nobody listens once the screen is closed.
                news.send(event).unwrap_or_default();
            }
        })?;
        log::info!(target: "lucena", "Lucena {}", env!("CARGO_PKG_VERSION"));
        Ok(Self { events, engine, keeper })
    }

    /// What the command line asked for, or the game that was not finished last time.
    pub(super) fn begin(&mut self, model: &mut Model, launch: &Launch, start: Option<Position>) {
        if let Some(start) = start {
            let players = model.session.game.players.clone();
            model.session = super::session::Session::of(Game::new(start).with_players(players));
            super::update::new_game(model);
        }
        if let Some(file) = &launch.script {
            model.dialog = None;
            self.tell(match std::fs::read_to_string(file) {
                Ok(text) => Event::Script(text),
                Err(error) => Event::Failed(format!("{}: {error}", file.display())),
            });
        } else if let Some(file) = &launch.pgn {
            model.dialog = None;
            self.open_game(file);
        } else if let Some(game) = self.keeper.find_unfinished().filter(|_| launch.fen.is_none()) {
            self.tell(Event::Unfinished(Box::new(game)));
        } else if self.keeper.is_first_run() {
            model.dialog = Some(Dialog::Tour(0));
        }
    }

    /// The newest report, if there is one.
    pub(super) fn report(&self) -> Option<Arc<Report>> {
        self.engine.latest()
    }

    /// Does what was wished for.
    pub(super) fn perform(
        &mut self,
        effect: Effect,
        model: &mut Model,
        screen: &mut Screen,
    ) -> Result<Flow, Error> {
        match effect {
            Effect::Go(go) => self.engine.go(*go)?,
            Effect::Stop => self.engine.stop(),
            Effect::NewGame => self.engine.new_game()?,
            Effect::SetOptions(options) => self.engine.set_options(*options)?,
            Effect::Save => self.save(model),
            Effect::NewRecord => {
                let done = self.keeper.new_record();
                self.report_failure(done);
            }
            Effect::Resume => {
                if let Some((game, used)) = self.keeper.resume() {
                    self.tell(Event::Resumed(Box::new(game), used));
                }
            }
            Effect::Discard => {
                let done = self.keeper.discard();
                self.report_failure(done);
            }
            Effect::SavePrefs => {
                let done = self.keeper.save_prefs(model);
                self.report_failure(done);
            }
            Effect::FindTheme(name) => {
                let theme = self.keeper.theme(&name);
                self.tell_theme(theme);
            }
            Effect::Export(file) => self.write(&file, &pgn::write(&model.session.game)),
            Effect::Write(file, text) => self.write(&file, &text),
            Effect::Open(file) => self.open_game(&file),
            Effect::Copy(text) => {
                execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
            }
            Effect::Bell => {
                io::stdout().write_all(b"\x07")?;
                io::stdout().flush()?;
            }
            Effect::Suspend => screen.suspend()?,
            Effect::Redraw => screen.resume()?,
            Effect::Quit => {
                if model.session.begun.is_on() && !model.session.game.tree().is_empty() {
                    self.save(model);
                }
                // A file that cannot be written was complained about before; nobody sees it now.
                self.keeper.save_prefs(model).unwrap_or_default();
                return Ok(Flow::Quit);
            }
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, model: &mut Model) {
        if let Some(openings) = &model.openings {
            openings.tag(&mut model.session.game);
        }
        let done = self.keeper.save(&mut model.session.game, model.now);
        self.report_failure(done);
    }

    /// Reads the user's theme again if its file was changed.
    pub(super) fn look_at_theme(&mut self, model: &Model) {
        if let Some(theme) = self.keeper.changed_theme(&model.prefs.theme) {
            self.tell_theme(theme);
        }
    }

    /// Is there a file to look at from time to time?
    pub(super) fn watches(&self, model: &Model) -> bool {
        self.keeper.watches(&model.prefs.theme)
    }

    fn tell_theme(&self, theme: Result<Theme, String>) {
        self.tell(match theme {
            Ok(theme) => Event::ThemeRead(Box::new(theme)),
            Err(wrong) => Event::Failed(wrong),
        });
    }

    fn report_failure(&self, done: Result<(), String>) {
        if let Err(wrong) = done {
            self.tell(Event::Failed(wrong));
        }
    }

    fn write(&self, file: &Path, text: &str) {
        self.tell(match std::fs::write(file, text) {
            Ok(()) => Event::Told(format!("{} was written", file.display())),
            Err(error) => Event::Failed(format!("{}: {error}", file.display())),
        });
    }

    /// Reads the first game of a file; what was odd about it goes to the log.
    fn open_game(&self, file: &Path) {
        let read = match pgn::read_file(file) {
            Ok(games) => games.into_iter().next(),
            Err(error) => return self.tell(Event::Failed(error.to_string())),
        };
        match read {
            Some(read) => {
                for note in &read.notes {
                    log::warn!(target: "lucena", "{}: {note}", file.display());
                }
                self.tell(Event::GameRead(Box::new(read.game)));
            }
            None => self.tell(Event::Failed(format!("{}: no game in it", file.display()))),
        }
    }

    fn tell(&self, event: Event) {
        // The loop owns the other end for as long as it runs.
        self.events.send(event).unwrap_or_default();
    }
}
