//! The application and its loop: waits for one queue, hands events to `update`, performs effects, draws when something
//! changed and the last frame is old enough. `App` alone, without the loop, is what the tests drive.

use super::board::Sprites;
use super::colour::ColourDepth;
use super::event::{read_openings, read_terminal, watch_signals};
use super::runtime::Runtime;
use super::storage::Storage;
use super::terminal::Screen;
use super::{Effect, Error, Event, Model, update, view};
use crate::base::Millis;
use ratatui::Frame;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time between two frames: by default thirty a second, which is enough for figures that people read. What the user did
/// is answered sooner.
fn frame_time(app: &App) -> Duration {
    let usual = Duration::from_secs(1) / u32::from(app.model.prefs.frame_rate.max(1));
    if app.after_input { usual.min(INPUT_FRAME_TIME) } else { usual }
}

/// Shortest time between two frames, so that a held key or a mouse that is dragged cannot take a core.
const INPUT_FRAME_TIME: Duration = Duration::from_millis(5);

/// Events handled before a frame is drawn, so that a flood of them cannot starve the screen.
const BATCH_LIMIT: usize = 256;

/// Time between two looks at the file of a theme in use: an editor's save is seen at once, and nothing is spent on it.
const THEME_POLL: Duration = Duration::from_secs(1);

/// What the command line says about the screen.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Launch {
    /// Begin from this position in Forsyth-Edwards notation.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Go through a game from a PGN file.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Do what is in this file, line by line: commands with their colon and names of actions.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Keep settings and games in this folder instead of the user's own.
    #[arg(long, value_name = "FOLDER")]
    pub home: Option<PathBuf>,
}

/// The model with what draws it.
#[derive(Debug)]
pub struct App {
    /// Everything the screen shows.
    pub model: Model,
    sprites: Sprites,
    dirty: bool,
    /// Does the next frame answer something that the user did?
    after_input: bool,
}

impl App {
    /// An application that has not drawn yet.
    #[must_use]
    pub fn new(model: Model) -> Self {
        Self { model, sprites: Sprites::default(), dirty: true, after_input: false }
    }

    /// Takes in an event and returns what is to be done.
    pub fn handle(&mut self, event: Event, now: Millis) -> Vec<Effect> {
        self.dirty = true;
        self.after_input |= event.is_input();
        update::update(&mut self.model, event, now)
    }

    /// Draws a frame.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        (self.dirty, self.after_input) = (false, false);
        view::draw(&self.model, &mut self.sprites, frame);
    }

    /// Has something changed since the last frame?
    #[must_use]
    pub const fn is_dirty(&self) -> bool {
        self.dirty
    }
}

/// Opens the screen, plays until the user leaves, and gives the terminal back.
///
/// # Errors
/// There is no terminal, it fails, or a thread cannot be had.
pub fn run(launch: &Launch) -> Result<(), Error> {
    let start = Instant::now();
    let position = launch.fen.as_deref().map(crate::rules::parse_fen).transpose()?;
    let mut screen = Screen::open()?;
    let size = screen.tty.size()?;
    let mut model = Model::new((size.width, size.height));
    model.theme = model.theme.reduced(ColourDepth::detect(|name| std::env::var(name).ok()));
    model.log_times = true;
    let keeper = Storage::open(launch.home.as_deref(), &mut model);
    let mut app = App::new(model);
    update::new_game(&mut app.model);
    screen.draw(|frame| app.draw(frame))?;
    // The first frame stands; everything that takes time comes after it.
    let (sender, events) = channel();
    read_terminal(sender.clone())?;
    watch_signals(sender.clone())?;
    read_openings(sender.clone())?;
    let mut world = Runtime::open(sender, keeper, &app.model)?;
    world.begin(&mut app.model, launch, position);
    app.dirty = true;
    let mut last_frame = Instant::now();
    loop {
        let now = || Millis::from_duration(start.elapsed());
        let wait = poll_timeout(&app, last_frame, now());
        let wait = if world.watches(&app.model) {
            world.look_at_theme(&app.model);
            Some(wait.unwrap_or(THEME_POLL).min(THEME_POLL))
        } else {
            wait
        };
        let mut flow = Flow::Continue;
        for event in drain_events(&events, wait) {
            let event = match event {
                Event::Wake => match world.report() {
                    Some(report) => Event::Report(report),
                    None => continue,
                },
                Event::ExternalWake => match world.outside_report() {
                    Some(report) => Event::ExternalReport(report),
                    None => continue,
                },
                other => other,
            };
            for effect in app.handle(event, now()) {
                if world.perform(effect, &mut app.model, &mut screen)? == Flow::Quit {
                    flow = Flow::Quit;
                }
            }
        }
        if flow == Flow::Quit {
            return Ok(());
        }
        if app.is_dirty() && last_frame.elapsed() >= frame_time(&app) {
            app.model.now = now();
            draw(&mut app, &mut screen)?;
            last_frame = Instant::now();
        }
    }
}

/// Draws a frame, at the size that the terminal has now: nobody tells of a change before the signal was caught.
fn draw(app: &mut App, screen: &mut Screen) -> Result<(), Error> {
    let size = screen.tty.size()?;
    app.model.size = (size.width, size.height);
    screen.draw(|frame| app.draw(frame))?;
    Ok(())
}

/// Does the loop go on?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Yes.
    Continue,
    /// No.
    Quit,
}

/// How long to wait for an event: to the next frame if one is due, to the next change of a clock, or for ever.
fn poll_timeout(app: &App, last_frame: Instant, now: Millis) -> Option<Duration> {
    if app.is_dirty() {
        return Some(frame_time(app).saturating_sub(last_frame.elapsed()));
    }
    app.model.session.next_clock_change(now).map(Millis::to_duration)
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
    let mut gathered = vec![first];
    gathered.extend(events.try_iter().take(BATCH_LIMIT));
    gathered
}
