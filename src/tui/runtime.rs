//! The world outside the model: the engine, files, the clipboard, the terminal. Performs what `update` wished for, and
//! reports what went wrong as events, so that the model alone decides what is said.

use super::annotating::{AnnotationRequest, Annotator};
use super::app::{Flow, Launch};
use super::dialogs::Dialog;
use super::external::Seat;
use super::external::process::ExternalProcess;
use super::files::{self, expand_tilde};
use super::inspect::{ExplainQuery, Explainer, PendingQuery};
use super::logbook;
use super::storage::Storage;
use super::strengths::RatedGames;
use super::terminal::Screen;
use super::theme::Theme;
use super::{Effect, Error, Event, Model};
use crate::base::{read_text, write_atomic};
use crate::engine::external::ExternalReport;
use crate::engine::{Engine, EngineOptions, Query, Report};
use crate::game::rated::rated_games;
use crate::game::{Game, pgn};
use crate::rules::Position;
use crate::rules::perft::perft_unless;
use crate::search::observe::SearchRecording;
use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::SystemTime;

/// What the loop owns beside the screen.
pub(super) struct Runtime {
    events: Sender<Event>,
    engine: Engine,
    outsider: ExternalProcess,
    annotator: Annotator,
    keeper: Storage,
    /// Where queries go; the thread is started by the first.
    explainer: Option<Sender<ExplainQuery>>,
    /// Ends the count of moves under way.
    counting: Option<Arc<AtomicBool>>,
}

impl Runtime {
    /// Starts the engine with the options of the model.
    pub(super) fn open(
        events: Sender<Event>,
        keeper: Storage,
        model: &Model,
    ) -> Result<Self, Error> {
        logbook::begin(keeper.log().as_deref());
        let news = events.clone();
        let engine = Engine::start(model.prefs.engine.clone(), move |notice| {
            if let Some(event) = Event::of_notice(notice) {
                // Nobody listens once the screen is closed.
                news.send(event).unwrap_or_default();
            }
        })?;
        log::info!(target: "lucena", "Lucena {}", env!("CARGO_PKG_VERSION"));
        if !model.inspect.breakpoints.is_empty() {
            engine.debug(model.inspect.debugging());
        }
        let outsider = ExternalProcess::new(events.clone());
        let annotator = Annotator::new(events.clone());
        Ok(Self { events, engine, outsider, annotator, keeper, explainer: None, counting: None })
    }

    /// What the command line asked for, or the game that was not finished last time.
    pub(super) fn begin(&mut self, model: &mut Model, launch: &Launch, start: Option<Position>) {
        self.rate(model);
        if let Some(start) = start {
            let players = model.session.game.players.clone();
            model.session = super::session::Session::of(Game::new(start).with_players(players));
            super::update::new_game(model);
        }
        if let Some(file) = &launch.script {
            model.dialog = None;
            self.tell(match read_text(file) {
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

    /// The newest report of the other engine, if there is one.
    pub(super) fn outside_report(&self) -> Option<Arc<ExternalReport>> {
        self.outsider.report()
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
            Effect::PonderHit => self.engine.ponder_hit(),
            Effect::External(errand) => self.outsider.perform(errand),
            Effect::NewGame => self.new_game(model)?,
            Effect::SetOptions(options) => self.engine.set_options(*options)?,
            Effect::RatePlayer => self.rate(model),
            Effect::Save => self.save(model),
            Effect::Export(file) => self.write(&file, &pgn::write(&model.session.game)),
            Effect::Write(file, text) => self.write(&file, &text),
            Effect::Annotate(wanted) => self.annotate(*wanted),
            Effect::StopAnnotating => self.annotator.stop(),
            Effect::Open(file) => self.open_game(&file),
            Effect::Read(index, number) => self.tell(files::read(&index, number)),
            Effect::Copy(text) => {
                execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
            }
            Effect::Bell => io::stdout().write_all(b"\x07").and_then(|()| io::stdout().flush())?,
            Effect::Suspend => screen.suspend()?,
            Effect::Redraw => screen.resume()?,
            Effect::Quit => {
                self.leave(model);
                return Ok(Flow::Quit);
            }
            debugging => self.debug(debugging, model)?,
        }
        Ok(Flow::Continue)
    }

    fn annotate(&mut self, wanted: AnnotationRequest) {
        let begun = self.annotator.begin(wanted, self.keeper.journals());
        self.report_failure(begun.map_err(|error| error.to_string()));
    }

    fn leave(&mut self, model: &mut Model) {
        if model.session.started.is_on() && !model.session.game.tree().is_empty() {
            self.save(model);
        }
        // A file that cannot be written was complained about before; nobody sees it now.
        self.keeper.save_prefs(model).unwrap_or_default();
    }

    /// What the debugger wished for.
    fn debug(&mut self, effect: Effect, model: &mut Model) -> Result<(), Error> {
        match effect {
            Effect::Ask(question) => return self.ask(*question, model),
            Effect::StopAsking => self.engine.cancel_queries(),
            Effect::Step(command) => self.engine.step(command),
            Effect::SetDebug(debugging) => self.engine.debug(*debugging),
            Effect::Explain(inquiry) => self.explain(*inquiry),
            Effect::Replay(file) => return self.replay(&file, model),
            Effect::Perft(position, depth, number) => self.count(*position, depth, number),
            Effect::StopPerft => self.stop_counting(),
            Effect::Paste(file) => self.tell(match read_text(&expand_tilde(&file)) {
                Ok(text) => Event::Paste(text),
                Err(error) => Event::Failed(format!("{}: {error}", file.display())),
            }),
            other => self.keep(other, model),
        }
        Ok(())
    }

    /// What is kept on the disk, and what is looked for there.
    fn keep(&mut self, effect: Effect, model: &Model) {
        let done = match effect {
            Effect::NewRecord => self.keeper.new_record(),
            Effect::CloseRecord => {
                self.keeper.put_aside();
                Ok(())
            }
            Effect::DiscardUnfinished => self.keeper.discard(),
            Effect::SavePrefs => self.keeper.save_prefs(model),
            Effect::SaveCommands => self.keeper.save_commands(model),
            Effect::SaveBreakpoints => self.keeper.save_breakpoints(model),
            Effect::Resume => {
                if let Some((game, state)) = self.keeper.resume() {
                    let seat = Seat::read(&state.notes);
                    self.tell(Event::Resumed(Box::new(game), state.used, seat));
                }
                Ok(())
            }
            Effect::CompleteFromDisk(line, sought) => {
                let found = files::found(&sought, || self.keeper.themes());
                self.tell(Event::CompletionFound(line, found));
                Ok(())
            }
            Effect::ListThemes => {
                self.tell(Event::Themes(self.keeper.themes()));
                Ok(())
            }
            Effect::FindTheme(name) => {
                let theme = self.keeper.theme(&name);
                self.tell_theme(theme);
                Ok(())
            }
            _ => Ok(()),
        };
        self.report_failure(done);
    }

    /// Asks, and leaves the number under which the answer will come.
    fn ask(&self, query: Query, model: &mut Model) -> Result<(), Error> {
        let number = self.engine.query(query)?;
        model.inspect.pending = match std::mem::take(&mut model.inspect.pending) {
            PendingQuery::Sent(file) | PendingQuery::Numbered(_, file) => {
                PendingQuery::Numbered(number, file)
            }
            PendingQuery::Nothing => PendingQuery::Numbered(number, None),
        };
        Ok(())
    }

    /// Hands a question to the explainer's thread, which is started by the first one.
    fn explain(&mut self, query: ExplainQuery) {
        let sender = self.explainer.take().map_or_else(|| self.spawn_explainer(), Ok);
        match sender {
            Ok(sender) => {
                // The thread lives as long as the sender.
                sender.send(query).unwrap_or_default();
                self.explainer = Some(sender);
            }
            Err(error) => self.tell(Event::Failed(error.to_string())),
        }
    }

    fn spawn_explainer(&self) -> io::Result<Sender<ExplainQuery>> {
        let (sender, queries) = channel::<ExplainQuery>();
        let events = self.events.clone();
        thread::Builder::new().name("lucena-explainer".to_owned()).spawn(move || {
            let mut explainer = Explainer::default();
            for query in queries {
                // Nobody listens once the screen is closed.
                events.send(Event::Explained(explainer.answer(&query))).unwrap_or_default();
            }
        })?;
        Ok(sender)
    }

    fn stop_counting(&mut self) {
        if let Some(stop) = self.counting.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Counts on a thread of its own, move by move, until another count is wanted.
    fn count(&mut self, position: Position, depth: u32, number: u64) {
        self.stop_counting();
        let stop = Arc::new(AtomicBool::new(false));
        self.counting = Some(Arc::clone(&stop));
        let events = self.events.clone();
        let thread = thread::Builder::new().name("lucena-perft".to_owned());
        let begun = thread.spawn(move || {
            let stopped = || stop.load(Ordering::Relaxed);
            for mv in position.legal_moves() {
                let leaves = perft_unless(&position.after(mv), depth - 1, &stopped);
                let Some(leaves) = leaves else { return };
                if events.send(Event::PerftCounted(number, mv, leaves)).is_err() {
                    return;
                }
            }
        });
        if let Err(error) = begun {
            self.tell(Event::Failed(error.to_string()));
        }
    }

    fn replay(&self, file: &Path, model: &mut Model) -> Result<(), Error> {
        let read = read_text(&expand_tilde(file)).map_err(|error| error.to_string());
        let case = read
            .and_then(|text| SearchRecording::from_ron(&text).map_err(|error| error.to_string()));
        match case {
            Ok(case) => self.ask(Query::Replay(Box::new(case)), model),
            Err(error) => {
                model.inspect.pending = PendingQuery::Nothing;
                self.tell(Event::Failed(format!("{}: {error}", file.display())));
                Ok(())
            }
        }
    }

    fn save(&mut self, model: &mut Model) {
        if let Some(openings) = &model.openings {
            openings.tag(&mut model.session.game);
        }
        let command = &model.prefs.external;
        let seat = model.session.external.map(|side| Seat {
            side,
            command: command.clone(),
            options: self.outsider.options(command),
        });
        let done = self.keeper.save(&mut model.session.game, model.now, seat.as_ref());
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
        let file = expand_tilde(file);
        self.tell(match write_atomic(&file, text.as_bytes()) {
            Ok(()) => Event::Info(format!("{} was written", file.display())),
            Err(error) => Event::Failed(format!("{}: {error}", file.display())),
        });
    }

    /// Goes through a file beside the frames: its only game is read, several are listed.
    fn open_game(&self, file: &Path) {
        let (events, file) = (self.events.clone(), expand_tilde(file));
        let thread = thread::Builder::new().name("lucena-index".to_owned());
        let begun = thread.spawn(move || {
            // Nobody listens once the screen is closed, and then there is no need to read on.
            let tell = |event| events.send(event).is_ok();
            match files::index(&file, &tell) {
                Ok(index) if index.entries().len() > 1 => tell(Event::Indexed(Arc::new(index))),
                Ok(index) => tell(files::read(&index, 0)),
                Err(error) => tell(Event::Failed(error.to_string())),
            }
        });
        if let Err(error) = begun {
            self.tell(Event::Failed(error.to_string()));
        }
    }

    /// The engine forgets the game before, and draws the dial's errors anew: an opponent that always errs alike would be
    /// learned by heart.
    fn new_game(&self, model: &Model) -> Result<(), Error> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let seed = since.as_secs().rotate_left(32) ^ u64::from(since.subsec_nanos());
        self.engine.set_options(EngineOptions { seed, ..model.prefs.engine.clone() })?;
        Ok(self.engine.new_game()?)
    }

    /// Goes through the recorded games on a thread of its own; the answer is an event.
    fn rate(&self, model: &Model) {
        let Some(folder) = self.keeper.games() else { return };
        let (events, name) = (self.events.clone(), model.prefs.play.name.clone());
        let started = thread::Builder::new().name("lucena-rating".to_owned()).spawn(move || {
            let (counted, left_out) = rated_games(&folder, &name);
            // Nobody listens once the screen is closed.
            events
                .send(Event::Rated(Box::new(RatedGames { counted, left_out })))
                .unwrap_or_default();
        });
        self.report_failure(started.map(drop).map_err(|error| error.to_string()));
    }

    fn tell(&self, event: Event) {
        // The loop owns the other end for as long as it runs.
        self.events.send(event).unwrap_or_default();
    }
}
