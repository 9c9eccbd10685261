//! The application and its loop: waits for one queue, hands events to the model, performs effects, draws when something
//! changed and the last frame is old enough. `App` alone, without the loop, is what the tests drive.

mod clipboard;
mod events;
pub mod plain;
pub mod terminal;
mod threads;

use self::terminal::TerminalScreen;
use super::commands::Commands;
use super::model::saved::{Start, UnsavedGame};
use super::model::{Effect, Event, Model, Seeds};
use super::runtime::logbook::{self, LogQueue};
use super::runtime::{Flow, Runtime, Storage};
use super::{Error, view};
use crate::base::{
    Millis, StandardOutput, caught, caught_result, open_file, sanitise, sanitise_lines,
};
use crate::engine::Engine;
use crate::game::pgn;
use crate::rules;
use crate::tui::values::board::PieceStyle;
use crate::tui::values::charset::Charset;
use crate::tui::values::colour::ColourDepth;
use crate::tui::view::board::{Drawings, Images};
use ratatui::Frame;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect, Size};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Shortest time between two frames, so that a held key or a mouse that is dragged cannot take a core.
const INPUT_FRAME_TIME: Duration = Duration::from_millis(5);

/// Events handled before a frame is drawn, so that a flood of them cannot starve the screen.
const BATCH_LIMIT: usize = 256;

/// What the command line says about the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Launch {
    /// Read and write lines instead of a screen, for screen readers, dumb terminals and pipes.
    #[arg(long)]
    pub plain: bool,
    /// Start from this position (FEN, or `chess960 518`).
    #[arg(long, value_name = "FEN", conflicts_with = "pgn")]
    pub fen: Option<String>,
    /// Review a game of this PGN file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Run the commands in this file, one a line, such as `:game white 5+3 1500`; with `--pgn` on its game.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Keep settings and games in this folder; set from `--home`, which all subcommands have.
    #[arg(skip)]
    pub home: Option<PathBuf>,
}

impl Launch {
    /// The position to start from, if one is named. Before the screen opens, so that the shell shows what is wrong.
    ///
    /// # Errors
    /// The position is none, or a file cannot be read.
    fn check(&self) -> Result<Option<rules::Position>, Error> {
        for file in [&self.script, &self.pgn].into_iter().flatten() {
            open_file(file).map_err(|source| Error::File { file: file.clone(), source })?;
        }
        Ok(self.fen.as_deref().map(rules::parse_start).transpose()?)
    }
}

/// How much of a frame changed, the most last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Nothing,
    /// Time passed: the clocks only.
    Clocks,
    Everything,
}

/// The model, the commands that change it, and what draws it.
#[derive(Debug)]
pub struct App {
    /// Everything the screen shows.
    pub model: Model,
    commands: Commands,
    drawings: Drawings,
    /// What changed since the last frame.
    change: Change,
    /// The players' rows of the last frame, while nothing but a clock changes with the time.
    clocks: Option<Vec<Buffer>>,
    /// Does the next frame answer something that the user did?
    after_input: bool,
}

impl App {
    /// An application that has not drawn yet, on a screen of this size.
    pub fn new(size: Size) -> Self {
        Self::with_commands(size, Commands::built_in())
    }

    /// The same with a table of commands.
    pub fn with_commands(size: Size, commands: Commands) -> Self {
        let model = Model::new(size, commands.keymap());
        let drawings = Drawings::default();
        let change = Change::Everything;
        Self { model, commands, drawings, change, clocks: None, after_input: false }
    }

    /// Draws a frame.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        self.change = Change::Nothing;
        self.after_input = false;
        view::draw(&self.model, &mut self.drawings, frame.buffer_mut());
        self.clocks = view::clock_rows(&self.model, frame.area());
    }

    /// What the time changed in the last frame, as `(column, row, cell)`; `None` if more than its clocks may have changed.
    /// Measured: a tenth of the time of a frame at 200x60.
    pub fn draw_clocks(&mut self) -> Option<Vec<(u16, u16, Cell)>> {
        let last = self.clocks.take().filter(|_| self.change == Change::Clocks)?;
        let area = Rect::from((Position::ORIGIN, self.model.size));
        let rows = view::clock_rows(&self.model, area)?;
        let pairs = || last.iter().zip(&rows);
        if last.len() != rows.len() || pairs().any(|(last, row)| last.area != row.area) {
            return None;
        }
        let changed = pairs().flat_map(|(last, row)| last.diff(row));
        let changed = changed.map(|(x, y, cell)| (x, y, cell.clone())).collect();
        self.change = Change::Nothing;
        self.clocks = Some(rows);
        Some(changed)
    }

    /// Has something changed since the last frame?
    pub const fn is_dirty(&self) -> bool {
        matches!(self.change, Change::Clocks | Change::Everything)
    }

    /// Time between two frames: by default thirty a second, which is enough for figures that people read. Input is
    /// answered sooner.
    fn frame_time(&self) -> Duration {
        let usual = Duration::from_secs(1) / u32::from(self.model.prefs.frame_rate.max(1));
        if self.after_input { usual.min(INPUT_FRAME_TIME) } else { usual }
    }

    /// How long to wait for an event: to the next frame if one is due, to the next change of a clock, or for ever.
    fn poll_timeout(&self, last_frame: Instant, now: Millis) -> Option<Duration> {
        if self.is_dirty() {
            return Some(self.frame_time().saturating_sub(last_frame.elapsed()));
        }
        let clock = self.model.session.next_clock_change(now);
        let message = self.model.messages.time_left();
        clock.into_iter().chain(message).min().map(Millis::to_duration)
    }
}

/// Opens the screen, plays until the user leaves, and gives the terminal back.
///
/// # Errors
/// There is no terminal, it fails, or a thread cannot be started.
pub fn run(launch: Launch) -> Result<(), Error> {
    let start = Instant::now();
    let now = || Millis::from_duration(start.elapsed());
    let position = launch.check()?;
    terminal::require()?;
    let (storage, user) = Storage::open(launch.home.as_deref(), PathBuf::new());
    let log = logbook::begin(storage.log().as_deref());
    log::info!(target: "lucena", "Lucena {}", env!("CARGO_PKG_VERSION"));
    // Until here a signal ends the process as usual. From here on it is an event, so that the terminal is restored.
    let (sender, events) = channel();
    threads::watch_signals(sender.clone())?;
    let variable = |name: &str| std::env::var(name).ok();
    let depth = ColourDepth::of_terminal(variable);
    let mut terminal = TerminalScreen::open(depth)?;
    let mut app = App::new(terminal.size()?);
    app.model.seeds = Seeds::drawn();
    let charset = Charset::of_terminal(variable);
    let Launch { script, pgn, .. } = launch;
    let started = Start { user, depth, charset, position, script, pgn };
    let effects = app.handle(Event::Start(Box::new(started)), now());
    // Before the thread that reads the terminal, which would take the answer.
    if app.model.prefs.pieces == PieceStyle::Images {
        app.drawings.images = Images::of_terminal();
    }
    terminal.draw(|frame| app.draw(frame))?;
    // The first frame is there; everything that takes time comes after it.
    threads::read_terminal(sender.clone())?;
    threads::read_openings(sender.clone())?;
    let options = app.model.prefs.engine.clone();
    let runtime = Runtime::open(sender, storage, |notify| Engine::start(options, notify))?;
    let mut screen = Screen { app, runtime, terminal, log };
    let failed = caught_result(|| screen.play(effects, &events, &now)).err();
    if failed.is_some() {
        // What ended the program is told.
        let _ = caught(|| screen.leave(now()));
    }
    let Screen { mut app, runtime, terminal, .. } = screen;
    // Waits until everything is on the disk.
    drop(runtime);
    drop(terminal);
    let last: Vec<Event> = events.try_iter().collect();
    for text in failures(&last) {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "lucena: {}", sanitise(text));
    }
    print_unsaved(&last);
    both(failed, saved(app.model.kept_changes.take(), &last).err())
}

/// The program while it has the terminal.
struct Screen {
    app: App,
    runtime: Runtime,
    terminal: TerminalScreen,
    log: LogQueue,
}

impl Screen {
    /// Draws frames and takes events until the user leaves.
    fn play(
        &mut self,
        mut effects: Vec<Effect>,
        events: &Receiver<Event>,
        now: &dyn Fn() -> Millis,
    ) -> Result<(), Error> {
        let Self { app, runtime, terminal, log } = self;
        let mut last_frame = Instant::now();
        loop {
            for effect in std::mem::take(&mut effects) {
                if runtime.perform(effect, terminal)? == Flow::Quit {
                    return Ok(());
                }
            }
            // Drawn after the effects: one that clears the screen must not follow the frame.
            if app.is_dirty() && last_frame.elapsed() >= app.frame_time() {
                let logged = log.take();
                if !logged.is_empty() {
                    effects.extend(app.handle(Event::Logged(logged), now()));
                }
                if let Some(cells) = app.draw_clocks() {
                    terminal.draw_cells(&cells)?;
                } else {
                    // A resize may come before its signal is caught; clocks show the time of the frame.
                    effects.extend(app.handle(Event::Resize(terminal.size()?), now()));
                    terminal.draw(|frame| app.draw(frame))?;
                }
                last_frame = Instant::now();
            }
            let wait = app.poll_timeout(last_frame, now());
            for event in drain_events(events, wait) {
                if let Some(event) = runtime.resolve(event) {
                    effects.extend(app.handle(event, now()));
                }
            }
        }
    }

    /// Leaves as where the input has ended: saves what is to be saved, whatever becomes of the terminal.
    fn leave(&mut self, now: Millis) {
        for effect in self.app.handle(Event::Terminate, now) {
            // The error that ended the program is told.
            let _ = self.runtime.perform(effect, &mut self.terminal);
        }
    }
}

/// The errors among the last events, which are logged: no screen shows them any more.
fn failures(last: &[Event]) -> impl Iterator<Item = &str> {
    last.iter().filter_map(|event| {
        let (Event::Failed(text) | Event::Refused(text)) = event else { return None };
        log::warn!(target: "lucena", "{text}");
        Some(text.as_str())
    })
}

/// An error if games could not be saved, or only as a copy, or both. A script may have `left` such a copy before.
fn saved(left: Option<PathBuf>, last: &[Event]) -> Result<(), Error> {
    let kept = |event: &Event| {
        if let Event::ChangesKept(file) = event { Some(file.clone()) } else { None }
    };
    let reasons: Vec<&str> = unsaved(last).map(|game| game.reason.as_str()).collect();
    let unsaved = (!reasons.is_empty()).then(|| Error::Unsaved(reasons.join("; ")));
    both(unsaved, last.iter().find_map(kept).or(left).map(Error::ChangesKept))
}

/// The games whose last moves no file has.
fn unsaved(last: &[Event]) -> impl Iterator<Item = &UnsavedGame> {
    let games = last.iter().filter_map(|event| {
        let Event::Unsaved(games) = event else { return None };
        Some(games)
    });
    games.flatten()
}

/// Prints the games whose last moves no file has. Where that fails too, the error of [`saved`] still names their files.
fn print_unsaved(last: &[Event]) {
    for game in unsaved(last) {
        let printed = StandardOutput.write_all(sanitise_lines(&pgn::write(&game.game)).as_bytes());
        if let Err(error) = printed.and_then(|()| StandardOutput.flush()) {
            log::warn!(target: "lucena", "{error}");
        }
    }
}

/// Fails with the errors that there are.
fn both(one: Option<Error>, other: Option<Error>) -> Result<(), Error> {
    match (one, other) {
        (None, None) => Ok(()),
        (Some(error), None) | (None, Some(error)) => Err(error),
        (Some(one), Some(other)) => Err(Error::Both(Box::new(one), Box::new(other))),
    }
}

/// Waits for an event, then takes what else has come; a `Tick` if nothing came in time.
fn drain_events(events: &Receiver<Event>, wait: Option<Duration>) -> Vec<Event> {
    let first = match wait {
        Some(wait) => match events.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => Event::Terminate,
        },
        None => events.recv().unwrap_or(Event::Terminate),
    };
    let mut drained = vec![first];
    drained.extend(events.try_iter().take(BATCH_LIMIT));
    drained
}

#[cfg(test)]
mod tests {
    use super::{Event, UnsavedGame, saved};
    use crate::game::Game;

    #[test]
    fn a_copy_hides_no_game_that_could_not_be_saved() {
        let reason = || "a.pgn: no space".to_owned();
        let unsaved =
            || Event::Unsaved(vec![UnsavedGame { game: Game::default(), reason: reason() }]);
        let kept = || Event::ChangesKept("recovered/b.pgn".into());
        let words = |last: &[Event]| saved(None, last).map_err(|error| error.to_string()).err();
        let said = words(&[kept(), unsaved()]).unwrap_or_default();
        let [first, second] = [unsaved(), kept()].map(|event| words(&[event]).unwrap_or_default());
        assert_eq!(said, format!("{first}; {second}"));
        assert!(first.contains("a.pgn: no space") && second.contains("b.pgn"), "{said}");
    }
}
