//! The mode without a screen: lines in, announcements out, one a line. The model, its commands and the runtime are those of
//! the screen; this file decides when a line is taken and what is said about a change of the model.

use super::{App, Launch, both, drain_events, failures, print_unsaved, saved, threads};
use crate::base::{Millis, StandardOutput, caught, caught_result, sanitise};
use crate::engine::Engine;
use crate::game::NodeId;
use crate::game::pgn::Severity;
use crate::rules::Color;
use crate::tui::Error;
use crate::tui::commands::awaits_engine;
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::due::DueAnswers;
use crate::tui::model::inspect::Explanation;
use crate::tui::model::messages;
use crate::tui::model::saved::Start;
use crate::tui::model::session::GameId;
use crate::tui::model::{Effect, Event, Model, ScreenEffect, Seeds};
use crate::tui::runtime::{Flow, Runtime, Screen, Storage, logbook};
use crate::tui::values::charset::Charset;
use crate::tui::values::colour::ColourDepth;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::view::{SELECTED, spoken};
use ratatui::layout::Size;
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// Plays line by line until the user leaves or the input ends.
///
/// # Errors
/// The output is closed, a thread cannot be started, or a file of the arguments cannot be read.
pub fn run(launch: Launch) -> Result<(), Error> {
    let start = Instant::now();
    let now = || Millis::from_duration(start.elapsed());
    let position = launch.check()?;
    let (storage, mut user) = Storage::open(launch.home.as_deref(), PathBuf::new());
    let log = logbook::begin(storage.log().as_deref());
    log::info!(target: "lucena", "Lucena {}, line by line", env!("CARGO_PKG_VERSION"));
    let (sender, events) = channel();
    threads::watch_signals(sender.clone())?;
    // There are no keys to name.
    user.keys = None;
    let Launch { script, pgn, .. } = launch;
    let mut named = NamedFiles::new(&script, &pgn);
    let failing = ScriptRun { file: script.clone(), ..ScriptRun::default() };
    let started =
        Start { user, depth: ColourDepth::None, charset: Charset::Unicode, position, script, pgn };
    let mut plain = Plain::new(now(), failing);
    write(&[format!("Lucena {}. Type help for help.", env!("CARGO_PKG_VERSION"))])?;
    let effects = plain.app.handle(Event::Start(Box::new(started)), now());
    threads::read_lines(sender.clone())?;
    threads::read_openings(sender.clone())?;
    let options = plain.app.model.prefs.engine.clone();
    let mut runtime = Runtime::open(sender, storage, |notify| Engine::start(options, notify))?;
    let failed =
        caught_result(|| plain.play(effects, &mut runtime, &events, &mut named, &log, &now)).err();
    if failed.is_some() {
        // What ended the program is told.
        let _ = caught(|| plain.leave(&mut runtime, &events, &now));
    }
    // Waits until everything is on the disk.
    drop(runtime);
    let last: Vec<Event> = events.try_iter().collect();
    let failures = failures(&last).map(str::to_owned);
    let saved = saved(plain.app.model.kept_changes.take(), &last);
    if failed.is_some() {
        return both(failed, saved.err());
    }
    let is_failing = |event| matches!(event, &Event::GameSaved(Err(_)));
    let kept = plain.app.model.session.is_under_way() && !last.iter().any(is_failing);
    let kept = kept.then(|| "the game is saved and can be resumed".to_owned());
    let written = write(&failures.chain(kept).collect::<Vec<_>>());
    print_unsaved(&last);
    match written {
        Ok(()) => both(named.error().or_else(|| plain.script.error()), saved.err()),
        Err(error) => both(Some(error), saved.err()),
    }
}

/// The files that the command line names: one that cannot be used is the error that the program ends with, and so is a game of
/// them that was read in part.
struct NamedFiles {
    /// How many of them are not used yet.
    awaited: usize,
    pgn: Option<PathBuf>,
    wrong: Option<String>,
    in_part: Option<String>,
}

impl NamedFiles {
    fn new(script: &Option<PathBuf>, pgn: &Option<PathBuf>) -> Self {
        let awaited = [script, pgn].into_iter().flatten().count();
        Self { awaited, pgn: pgn.clone(), wrong: None, in_part: None }
    }

    /// Takes note of an event, the first of which that answer effects for files are about these.
    fn take(&mut self, event: &Event) {
        if let Event::GameRead(_, Some(source), notes) = event
            && self.pgn.as_deref() == Some(source.index.file())
            && let Some(note) = notes.iter().find(|note| note.severity != Severity::Warning)
        {
            self.in_part = Some(format!("{}: {note}", source.index.file().display()));
        }
        let is_answer = matches!(
            event,
            Event::Refused(_) | Event::Script(_) | Event::GameRead(..) | Event::GamesIndexed(..)
        );
        if self.awaited > 0 && is_answer {
            self.awaited -= 1;
            if let Event::Refused(words) = event {
                self.wrong.get_or_insert_with(|| words.clone());
            }
        }
    }

    fn error(self) -> Option<Error> {
        self.wrong.map(Error::Unused).or_else(|| self.in_part.map(Error::ReadInPart))
    }
}

/// The lines of a script that failed. What is said between one line and the next is about the first of them.
#[derive(Debug, Default)]
struct ScriptRun {
    file: Option<PathBuf>,
    /// The line that was taken last, if it is one of the script.
    at: Option<usize>,
    failed: BTreeSet<usize>,
    /// The first error.
    first: Option<String>,
}

impl ScriptRun {
    /// The words of an error, with the line of the script that it is about.
    fn failure(&mut self, text: &str) -> String {
        let (Some(file), Some(at)) = (&self.file, self.at) else { return text.to_owned() };
        let words = format!("{}:{at}: {text}", file.display());
        self.failed.insert(at);
        self.first.get_or_insert_with(|| words.clone());
        words
    }

    fn error(self) -> Option<Error> {
        let first = self.first?;
        Some(Error::Unused(match self.failed.len() {
            1 => first,
            count => format!("{first}; {count} lines failed"),
        }))
    }
}

/// Writes announcements, one a line.
fn write(lines: &[String]) -> Result<(), Error> {
    let mut out = StandardOutput;
    let mut spoken = lines.iter().map(|text| spoken::line(text)).filter(|line| !line.is_empty());
    let written = spoken.try_for_each(|line| writeln!(out, "{line}"));
    written.and_then(|()| out.flush()).map_err(Error::Output)
}

/// What was to be copied is written instead, line by line as it is.
#[derive(Debug, Default)]
struct Copied(String);

impl Copied {
    fn write(&mut self) -> Result<(), Error> {
        let text = std::mem::take(&mut self.0);
        let mut out = StandardOutput;
        let written = text.lines().try_for_each(|line| writeln!(out, "{}", sanitise(line)));
        written.and_then(|()| out.flush()).map_err(Error::Output)
    }
}

impl Screen for Copied {
    fn perform(&mut self, effect: ScreenEffect) -> Result<Option<Event>, Error> {
        match effect {
            ScreenEffect::Copy(text) => self.0 += &text,
            // SIGSTOP and not SIGTSTP, which is caught.
            #[cfg(unix)]
            ScreenEffect::Suspend => signal_hook::low_level::raise(signal_hook::consts::SIGSTOP)?,
            #[cfg(not(unix))]
            ScreenEffect::Suspend => {}
            ScreenEffect::Bell | ScreenEffect::Redraw => {}
        }
        Ok(None)
    }
}

/// The application, the lines that wait, and what was said already.
struct Plain {
    app: App,
    /// Lines that wait, those of the script with their number in it.
    lines: VecDeque<(Option<usize>, Event)>,
    script: ScriptRun,
    /// Does a line wait until the engine has moved? A person at a terminal may act while it thinks.
    waits: bool,
    /// What is read or worked out in the background that the next line may be about.
    due: DueAnswers,
    game: (GameId, bool),
    shown: NodeId,
    messages: usize,
    dialog: Vec<String>,
    typing: String,
    page: Vec<String>,
    /// Number of that page, and whether it is of a paused search.
    page_of: (u64, bool),
    /// The page is to be read as soon as what it waits for has come.
    page_waits: bool,
    left: Option<Millis>,
}

/// The longest wait for what is being saved once nobody reads the output.
const LONGEST_SAVE: Millis = Millis(5_000);

/// Moves of a record that are read where several are passed at once.
const READ_STEPS: usize = 2;

/// Times at which a player without a sight of the clock is told how much is left.
const WARNINGS: [Millis; 3] = [Millis(60_000), Millis(30_000), Millis(10_000)];

impl Plain {
    fn new(now: Millis, script: ScriptRun) -> Self {
        let mut app = App::new(Size::new(160, 50));
        app.model.plain = true;
        app.model.seeds = Seeds::drawn();
        app.model.now = now;
        app.model.keymap = app.model.keymap.without_keys();
        let game = (app.model.session.id.clone(), false);
        Self {
            waits: !io::stdin().is_terminal(),
            due: DueAnswers::default(),
            shown: app.model.session.shown(),
            app,
            game,
            lines: VecDeque::new(),
            script,
            messages: 0,
            dialog: Vec::new(),
            typing: String::new(),
            page: Vec::new(),
            page_of: (0, false),
            page_waits: false,
            left: None,
        }
    }

    /// Takes lines and events until the user leaves or the input ends.
    fn play(
        &mut self,
        mut effects: Vec<Effect>,
        runtime: &mut Runtime,
        events: &Receiver<Event>,
        named: &mut NamedFiles,
        log: &logbook::LogQueue,
        now: &dyn Fn() -> Millis,
    ) -> Result<(), Error> {
        let mut copied = Copied::default();
        let (mut is_news, mut is_line) = (true, false);
        loop {
            // What is to be saved is handed over before anything is said: the reader may be gone.
            for effect in std::mem::take(&mut effects) {
                self.due.ask(&effect);
                if runtime.perform(effect, &mut copied)? == Flow::Quit {
                    return Ok(());
                }
            }
            let mut news = self.news(is_news);
            if std::mem::take(&mut is_line)
                && news.is_empty()
                && copied.0.is_empty()
                && !self.is_busy()
            {
                news.push("done".to_owned());
            }
            write(&news)?;
            copied.write()?;
            is_news = false;
            if let Some((number, event)) = self.next_line() {
                self.script.at = number;
                if let Event::Line { text, .. } = &event
                    && let Some(answer) = query(&self.app.model, text)
                {
                    write(&answer.unwrap_or_else(|wrong| vec![self.script.failure(&wrong)]))?;
                    continue;
                }
                is_line = matches!(&event, Event::Line { text, .. } if !text.trim().is_empty());
                effects = self.app.handle(event, now());
                is_news = true;
                continue;
            }
            let wait = self.app.model.session.next_clock_change(now());
            for event in drain_events(events, wait.map(Millis::to_duration)) {
                named.take(&event);
                if matches!(event, Event::Line { .. } | Event::InputEnded) {
                    self.lines.push_back((None, event));
                } else if let Event::Script(text) = &event {
                    self.due.take(&event);
                    let line = |text: &str| Event::Line { text: text.to_owned(), asks: false };
                    let lines: Vec<_> = (1..).zip(text.lines().map(line)).collect();
                    for (number, line) in lines.into_iter().rev() {
                        self.lines.push_front((Some(number), line));
                    }
                } else if let Some(event) = runtime.resolve(event) {
                    is_news |= self.take_answer(&event);
                    effects.extend(self.app.handle(event, now()));
                }
            }
            let logged = log.take();
            if !logged.is_empty() {
                effects.extend(self.app.handle(Event::Logged(logged), now()));
            }
        }
    }

    /// Leaves as at the end of the input, because nobody reads what is said any more. What is being saved is waited for, so that it
    /// does not count as unsaved.
    fn leave(&mut self, runtime: &mut Runtime, events: &Receiver<Event>, now: &dyn Fn() -> Millis) {
        let end = now().0 + LONGEST_SAVE.0;
        while !self.due.is_empty() && now().0 < end {
            let left = Millis(end - now().0).to_duration();
            for event in drain_events(events, Some(left)) {
                self.due.take(&event);
                if matches!(event, Event::ChangesSaved(..) | Event::ChangesKept(_)) {
                    self.app.handle(event, now());
                }
            }
        }
        for effect in self.app.handle(Event::Terminate, now()) {
            if !matches!(runtime.perform(effect, &mut Copied::default()), Ok(Flow::Continue)) {
                return;
            }
        }
    }

    /// Is an engine awaited, or something that is read or worked out in the background?
    fn is_busy(&self) -> bool {
        let model = &self.app.model;
        let thinks = awaits_engine(model) && model.inspect.paused.is_none();
        thinks || !self.due.is_empty() || model.inspect.pending.is_some() || is_counting(model)
    }

    /// Is a list of games open whose figures are still being read?
    fn is_reading_list(&self) -> bool {
        let Some(Dialog::List(list)) = &self.app.model.dialog else { return false };
        matches!(&list.source, Source::Games(games) if games.unread > 0)
    }

    /// The next line, unless it has to wait; comments of scripts are left out.
    fn next_line(&mut self) -> Option<(Option<usize>, Event)> {
        let (mut waits, mut comes_at_once, mut waits_for_list) = (self.waits, false, false);
        if let (_, Event::Line { text, asks }) = self.lines.front()? {
            let name = text.trim().trim_start_matches(':');
            if !asks && name.starts_with('#') {
                self.lines.pop_front();
                return self.next_line();
            }
            waits |= !asks;
            comes_at_once =
                self.due.is_empty() && ["move-now", "pause", "pause-search"].contains(&name);
            // A filter and a command about the list need the figures; a choice, the way out and other commands do not.
            let first = name.split_whitespace().next().unwrap_or_default();
            let leaves = ["no", "n", "cancel", "close", "quit", "q", "exit"].contains(&first);
            let keymap = &self.app.model.keymap;
            let is_of_list = keymap.find(first).is_none_or(|command| command.over_dialogs);
            let is_word = name.parse::<usize>().is_err() && !leaves && is_of_list;
            waits_for_list = is_word && self.is_reading_list();
        }
        let is_busy = self.is_busy() || waits_for_list;
        if waits && !comes_at_once && is_busy { None } else { self.lines.pop_front() }
    }

    /// Takes note of an answer of the background; `true` if the debugger's page may have changed by it.
    fn take_answer(&mut self, event: &Event) -> bool {
        if let Event::Explained(_, Ok(Explanation::Node(_))) = event
            && self.app.model.inspected_node().is_none()
        {
            return false;
        }
        self.due.take(event);
        matches!(
            event,
            Event::Explained(..)
                | Event::Trace(_)
                | Event::Reply(..)
                | Event::PerftCounted { .. }
                | Event::Debug(_)
        )
    }

    /// What is to be said about the changes since it was called last; `is_page` if the debugger's page is read anew.
    fn news(&mut self, is_page: bool) -> Vec<String> {
        let model = &self.app.model;
        let session = &model.session;
        let mut lines = Vec::new();
        // What is said after the messages: of a game that has moves already the last move, and who is to move then.
        let mut standing = Vec::new();
        let game = (session.id.clone(), session.started || session.is_review());
        if game != self.game {
            let has_moves = session.shown() != NodeId::ROOT;
            if game.1 && session.is_review() {
                lines.extend(spoken::status(model));
                lines.extend(if has_moves { spoken::last(model) } else { Vec::new() });
            } else if game.1 && has_moves {
                lines.extend(spoken::players(model));
                standing = spoken::last(model).into_iter().chain(spoken::standing(model)).collect();
            } else if game.1 {
                lines.extend(spoken::status(model));
            }
            (self.game, self.shown, self.left) = (game, session.shown(), None);
        }
        let shown = session.shown();
        if shown != self.shown {
            let path = session.game.tree().path(shown);
            match path.iter().position(|&node| node == self.shown) {
                // A jump in a record is one announcement.
                Some(at) if !session.is_review() || path.len() - at <= 1 + READ_STEPS => {
                    let steps = path[at + 1..].iter();
                    lines.extend(steps.flat_map(|&node| spoken::step(&session.game, node)));
                }
                _ if path.len() == 1 && self.shown != NodeId::ROOT => {
                    lines.push("at the start of the game".to_owned());
                }
                _ => {
                    let mut last = spoken::last(model);
                    if let Some(first) = last.first_mut() {
                        *first = format!("at {first}");
                    }
                    lines.extend(last);
                }
            }
            self.shown = shown;
        }
        let script = &mut self.script;
        let messages = model.messages.since(self.messages).map(|message| match message.severity {
            messages::Severity::Error => script.failure(&message.text),
            messages::Severity::Info => message.text.clone(),
        });
        lines.extend(messages);
        self.messages = model.messages.count();
        lines.extend(standing);
        lines.extend(self.time_left());
        let mut open = self.open(is_page);
        // A page may be about nothing but an error that was a message, too.
        let is_said = |line: &String| {
            lines.iter().any(|said| said == line || said.ends_with(&format!(": {line}")))
        };
        open.retain(|line| !is_said(line));
        lines.extend(open);
        lines
    }

    /// The time left, when it passes one of [`WARNINGS`].
    fn time_left(&mut self) -> Option<String> {
        let (session, now) = (&self.app.model.session, self.app.model.now);
        let is_user = |color: &Color| !session.is_engine(*color);
        let side = session.game.clocks().running().filter(is_user);
        let left = session.game.remaining(side?, now);
        let before = std::mem::replace(&mut self.left, left);
        let passed = WARNINGS
            .iter()
            .any(|&at| before.is_some_and(|it| it > at) && left.is_some_and(|it| it <= at));
        let left = left.filter(|left| passed && left.0 > 0)?;
        // The clock is looked at a moment after it passed the mark.
        let left = spoken::time(Millis((left.0 + 999) / 1000 * 1000));
        let both = Color::ALL.iter().all(is_user);
        let whose = side.filter(|_| both).map_or("", |side| side.fold_wb("White: ", "Black: "));
        Some(format!("{whose}{left} left"))
    }

    /// What is open and was not read yet: questions, forms, lists, the debugger's page.
    fn open(&mut self, is_page: bool) -> Vec<String> {
        let model = &self.app.model;
        let mut lines = Vec::new();
        // A game that was not finished may still be found and offered.
        let dialog = if !self.due.is_empty() { Vec::new() } else { spoken::dialog(model) };
        if dialog != self.dialog {
            // In a form only what has changed is read.
            let is_same = dialog.first() == self.dialog.first();
            let new = dialog.iter().filter(|line| !is_same || !self.dialog.contains(line));
            lines.extend(new.cloned());
            self.dialog = dialog;
        }
        // A line that is refused stays open, too.
        let asks = |text: &&str| text.ends_with(' ');
        let typing = model.typing.as_ref().map(|typing| typing.input.value()).filter(asks);
        let typing = typing.unwrap_or_default().trim().to_owned();
        if typing != self.typing && !typing.is_empty() {
            let argument = model.keymap.find(&typing).map(|spec| spec.argument);
            let what = argument.map(|it| it.required.unwrap_or(it.usage));
            let what = what.filter(|what| !what.is_empty()).unwrap_or("what it is about");
            lines.push(format!("type {typing} and {what}, on one line"));
        }
        self.typing = typing;
        let is_ready =
            model.inspect.pending.is_none() && !is_counting(model) && self.due.is_empty();
        let is_wanted = is_page || self.page_waits;
        self.page_waits = is_wanted && !is_ready;
        if is_wanted && is_ready && model.layout.preset == Preset::Debug {
            let page = spoken::panel(Panel::Inspector, model);
            let of = (model.inspect.page, model.inspect.paused.is_some());
            // Of a page that was read only what has changed, and of a search that is stepped through.
            let is_same = of == self.page_of || of.1 && self.page_of.1;
            let was_read = |line: &String| {
                let row = line.trim_start_matches(SELECTED);
                let before = self.page.iter().any(|it| it.trim_start_matches(SELECTED) == row);
                before && (line == row || self.page.contains(line))
            };
            // The first row says where a search is stopped.
            let is_stop = |row: usize| row == 0 && of.1 && of.0 != self.page_of.0;
            let rows = page.iter().skip(1).enumerate();
            let new = rows.filter(|(row, line)| !is_same || is_stop(*row) || !was_read(line));
            lines.extend(new.map(|(_, line)| line.clone()));
            (self.page, self.page_of) = (page, of);
        }
        lines
    }
}

/// Are the moves of a perft still counted?
fn is_counting(model: &Model) -> bool {
    model.inspect.counting.is_some()
        && model.inspect.divide().is_some_and(|divide| !divide.is_done())
}

/// Names the position of the debugger's page, where that is not the game's.
fn debugged(model: &Model) -> Option<String> {
    let node = model.inspected_node().map(|node| node.path_line());
    let words = match node.filter(|path| !path.is_empty()) {
        Some(path) => format!("after {path} in the search; leave-inspector returns to the game"),
        None => "the position of the debugger; leave-inspector returns to the game".to_owned(),
    };
    model.shows_inspected_position().then_some(words)
}

/// The answer to a line that only asks what there is; `None` for commands and moves.
fn query(model: &Model, text: &str) -> Option<Result<Vec<String>, String>> {
    let (word, about) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let (about, view) = (about.trim(), model.layout.orientation);
    // As on the screen, the position of the debugger's page while it is open.
    let (position, of) = (&*model.shown_position(), debugged(model));
    let placed = |lines: Vec<String>| of.iter().cloned().chain(lines).collect::<Vec<String>>();
    Some(match (word.to_lowercase().as_str(), about) {
        ("board", "") => Ok(placed(spoken::board(position, view))),
        ("diagram", "") => Ok(placed(spoken::diagram(position, view))),
        ("pieces" | "p", _) => spoken::pieces(position, about).map(placed),
        ("look" | "s", _) => spoken::look(position, about).map(placed),
        ("moves" | "m", _) => spoken::legal_moves(position, about).map(placed),
        ("last" | "l", "") => Ok(spoken::last(model)),
        ("clock" | "c" | "time", "") => Ok(spoken::clocks(model)),
        ("status", "") => Ok(spoken::status(model)),
        ("eval", "") => Ok(spoken::evaluation(model)),
        ("why", "") => Ok(spoken::reason(model)),
        ("position", "") => Ok(placed(vec![position.fen()])),
        ("help", _) => Ok(spoken::help(model, about)),
        ("read", _) => match Panel::named(about) {
            Some(panel) => Ok(spoken::panel(panel, model)),
            None => {
                let names: Vec<&str> = Panel::ALL.iter().map(|panel| panel.name()).collect();
                Err(format!("read {about:?}: expected {}", names.join(", ")))
            }
        },
        _ => return None,
    })
}
