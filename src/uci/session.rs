//! A UCI session: input lines and engine notices in, text out.

use super::command::{Command, GoArguments};
use super::events::{self, Event, MAX_LINE};
use super::options::{OptionEffect, UciOptions};
use super::perfts::Perfts;
use super::print;
use crate::base::{Millis, drawn_seed, sanitise};
use crate::engine::{Engine, EngineOptions, Go, GoLimit, Notice, Outcome, Report};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{CastlingMode, Dropped, Move, Position, notation, perft};
use crate::strength::StrengthLimits;
use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Search time if `go` names limits of which none can be used: short, because the time left is not known.
const FALLBACK_TIME: Millis = Millis(100);

/// Search time before the first `currmove`. Source: the protocol recommends one second.
const CURRENT_MOVE_AFTER: Millis = Millis(1000);

/// The state of a session. Generic over the writer for tests.
#[derive(Debug)]
pub struct Session<W: Write> {
    out: W,
    engine: Engine,
    options: UciOptions,
    start: Position,
    moves: Vec<Move>,
    epoch: u64,
    /// Searches without a `bestmove` so far by their epochs, the newest is `epoch`: their positions and the seeds of their games,
    /// which a new one does not change.
    searches: BTreeMap<u64, (Position, u64)>,
    /// `isready` commands that the engine has not answered yet.
    pending_ready: usize,
    /// The newest search, until no search is left.
    running: Option<Running>,
    /// Depth, node count and moves of the last printed report, to print each report once.
    printed: (u16, u64, Vec<Move>),
    /// Depth and root move of the last `currmove`.
    printed_move: Option<(u16, Move)>,
    debug: bool,
    /// The seed of this game, where none is set.
    drawn: u64,
    perfts: Perfts,
    /// The loop's own events.
    events: Sender<Event>,
}

/// What ends a search without `stop`.
#[derive(Clone, Copy, Debug)]
struct Running {
    /// `ponderhit` has to come first.
    is_pondering: bool,
    end: SearchEnd,
}

#[derive(Clone, Copy, Debug)]
enum SearchEnd {
    /// A limit.
    Limit,
    /// Only a mate, which there may not be.
    Mate,
    /// Nothing.
    Never,
}

/// Time for a mate that is searched for after the end of the input.
const MATE_TIME: Duration = Duration::from_secs(5);

/// Depth from which on a perft counts for hours. At the end of the input it is stopped as a search without limit is.
const ENDLESS_PERFT: u32 = 9;

/// Runs a session between `input` and `out` until `quit` or the end of input.
/// Blocks. At the end of input a limited search is finished and an infinite one is stopped; one for a mate, which there may not be,
/// has five more seconds.
///
/// # Errors
/// The engine cannot be started, or `out` cannot be written.
pub fn run<W: Write>(
    input: impl BufRead + Send + 'static,
    out: W,
    options: UciOptions,
) -> Result<()> {
    let (events, queue) = channel();
    let (notices, own_events) = (events.clone(), events.clone());
    let notify = move |notice| drop(notices.send(Event::Notice(notice)));
    let drawn = drawn_seed();
    let engine = Engine::start(options.in_force().or_seed(drawn), notify)?;
    std::thread::Builder::new()
        .name("lucena-stdin".to_owned())
        .spawn(move || events::read(input, &events))
        .context("uci")?;
    Session { drawn, ..Session::new(out, engine, options, own_events) }.run(&queue)
}

impl<W: Write> Session<W> {
    /// A session at its start.
    fn new(out: W, engine: Engine, options: UciOptions, events: Sender<Event>) -> Self {
        Self {
            out,
            engine,
            options,
            start: Position::default(),
            moves: Vec::new(),
            epoch: 0,
            searches: BTreeMap::new(),
            pending_ready: 0,
            running: None,
            printed: (0, 0, Vec::new()),
            printed_move: None,
            debug: false,
            drawn: 0,
            perfts: Perfts::new(events.clone()),
            events,
        }
    }

    fn run(mut self, queue: &Receiver<Event>) -> Result<()> {
        let mut ending = false;
        while let Ok(event) = queue.recv() {
            match event {
                // After `quit` nothing is read.
                Event::LongLine | Event::Line(_) if ending => {}
                Event::LongLine => {
                    self.send_info(&format!("a line of more than {MAX_LINE} bytes: cut there"))?;
                }
                Event::Line(line) => {
                    if let Some(command) = Command::parse(&line)
                        && self.dispatch(command)?.is_break()
                    {
                        self.stop();
                        ending = true;
                    }
                }
                Event::Counted(counts) => self.counted(counts)?,
                Event::Overdue => self.engine.stop(),
                Event::Notice(notice) => self.handle_notice(notice)?,
                Event::EndOfInput => {
                    match self.running {
                        Some(
                            Running { is_pondering: true, .. }
                            | Running { end: SearchEnd::Never, .. },
                        ) => self.engine.stop(),
                        Some(Running { end: SearchEnd::Mate, .. }) => self.stop_later()?,
                        Some(Running { end: SearchEnd::Limit, .. }) | None => {}
                    }
                    if self.perfts.has_depth(ENDLESS_PERFT) {
                        self.perfts.stop();
                    }
                    ending = true;
                }
            }
            if ending && self.searches.len() + self.pending_ready + self.perfts.len() == 0 {
                break;
            }
        }
        Ok(())
    }

    fn send(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}").and_then(|()| self.out.flush()).context("uci")
    }

    /// Prints an `info string`, sanitised to one line without control characters.
    fn send_info(&mut self, text: &str) -> Result<()> {
        self.send(&format!("info string {}", sanitise(text)))
    }

    fn dispatch(&mut self, command: Command) -> Result<ControlFlow<()>> {
        match command {
            Command::Uci => self.identify()?,
            Command::IsReady if !self.searches.is_empty() => self.send("readyok")?,
            Command::IsReady => {
                self.pending_ready += 1;
                self.engine.ask_ready()?;
            }
            Command::NewGame => {
                self.drawn = drawn_seed();
                self.set_engine_options()?;
                self.engine.new_game()?;
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { fen, moves } => self.set_position(fen, &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => {
                // Without a search that ponders this changes nothing.
                if let Some(running) = &mut self.running {
                    running.is_pondering = false;
                }
                self.engine.ponder_hit();
            }
            Command::Display => self.display()?,
            Command::Evaluate => self.evaluate()?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Unknown(word) => {
                self.send_info(&format!("unknown command {word:?}"))?;
            }
            Command::Rejected(problem) => self.send_info(&problem)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn identify(&mut self) -> Result<()> {
        self.send(&format!("id name Lucena {}", env!("CARGO_PKG_VERSION")))?;
        self.send("id author the Lucena authors")?;
        for option in self.options.declarations() {
            self.send(&format!("option {option}"))?;
        }
        self.send("uciok")
    }

    fn set_engine_options(&self) -> Result<()> {
        Ok(self.engine.set_options(self.engine_options())?)
    }

    /// The options with the seed of this game.
    fn engine_options(&self) -> EngineOptions {
        self.options.in_force().or_seed(self.drawn)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        match self.options.set(name, value) {
            Ok(OptionEffect::Engine) => self.set_engine_options()?,
            Ok(OptionEffect::Opponent) => match self.options.opponent_text() {
                Ok(text) if self.debug => self.send_info(&text)?,
                Ok(_) => {}
                Err(problem) if self.options.opponent.is_empty() => drop(problem),
                Err(problem) => self.send_info(&problem)?,
            },
            Ok(OptionEffect::ClearHash) => self.engine.clear_hash()?,
            Ok(OptionEffect::Dial) => self.send_limits()?,
            Ok(OptionEffect::Clamped(before)) => {
                let UciOptions { elo, model, .. } = &self.options;
                let [low, high] = model.range();
                self.send_info(&format!(
                    "option \"UCI_Elo\": {before} is not from {low} to {high}, the range of StrengthModel {model}; it is now {elo}"
                ))?;
                self.send_limits()?;
            }
            Ok(OptionEffect::None) => {}
            Err(error) => self.send_info(&error.to_string())?,
        }
        Ok(())
    }

    /// In debug mode, says what the strength level limits.
    fn send_limits(&mut self) -> Result<()> {
        if self.debug {
            let limits = self.options.dial().limits();
            for line in limits.iter().flat_map(StrengthLimits::debug_lines) {
                self.send_info(&line)?;
            }
        }
        Ok(())
    }

    /// Sets up a position. An invalid one is reported and the old one kept; moves end at the first illegal one.
    fn set_position(&mut self, fen: Option<String>, moves: &[String]) -> Result<()> {
        let mode = CastlingMode::from_chess960(self.options.chess960);
        let start = match fen.as_deref().map(|fen| (fen, notation::read_fen(fen, mode))) {
            None => Position::default(),
            Some((fen, Ok(read))) => {
                if !read.dropped.is_empty() {
                    let problems = Dropped::problems(&read.dropped);
                    self.send_info(&format!("fen {fen:?}: {problems}; the rest is read"))?;
                }
                if read.position.castling_mode() != mode {
                    let problem = "castling rights of Chess960, but UCI_Chess960 is not set";
                    self.send_info(&format!("fen {fen:?}: {problem}"))?;
                }
                read.position
            }
            Some((_, Err(error))) => {
                return self.send_info(&format!("{error}; the position before stays"));
            }
        };
        let line = notation::parse_line(&start, moves);
        (self.start, self.moves) = (start, line.moves);
        let Some(error) = line.error else { return Ok(()) };
        let (kept, given) = (self.moves.len(), moves.len());
        self.send_info(&format!("{error}; the position is that after {kept} of {given} moves"))
    }

    fn position(&self) -> Position {
        self.start.after_line(&self.moves)
    }

    fn go(&mut self, text: &GoArguments) -> Result<()> {
        let position = self.position();
        for problem in &text.problems {
            self.send_info(problem)?;
        }
        let mut limit = text.limit(&position);
        if limit.infinite && !text.infinite && text.names_limit {
            let side = position.turn().fold_wb("White", "Black");
            let time = FALLBACK_TIME.0;
            self.send_info(&format!("go: no limit for {side}: the search takes {time} ms"))?;
            (limit.infinite, limit.move_time) = (false, Some(FALLBACK_TIME));
        }
        let mut search_moves = Vec::new();
        for word in &text.search_moves {
            match notation::parse_move(&position, word) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => self.send_info(&format!("searchmoves: {error}"))?,
            }
        }
        if !self.searches.is_empty() {
            self.engine.stop();
        }
        self.epoch += 1;
        (self.printed, self.printed_move) = ((0, 0, Vec::new()), None);
        let end = if limit.infinite {
            SearchEnd::Never
        } else if (GoLimit { mate: None, ..limit }).is_bounded() {
            SearchEnd::Limit
        } else {
            SearchEnd::Mate
        };
        self.running = Some(Running { is_pondering: text.ponder, end });
        let seed = self.engine_options().seed;
        self.searches.insert(self.epoch, (position, seed));
        self.engine.go(Go {
            epoch: self.epoch,
            search_moves,
            dial: self.options.dial(),
            ponder: text.ponder,
            ..Go::new(self.start.clone(), self.moves.clone(), limit)
        })?;
        Ok(())
    }

    fn handle_notice(&mut self, notice: Notice) -> Result<()> {
        match notice {
            Notice::Report => {
                let Some(report) = self.engine.latest().filter(|it| it.epoch == self.epoch) else {
                    return Ok(());
                };
                if report.search.depth > self.printed.0 {
                    self.print(&report)?;
                }
                self.print_current_move(&report)
            }
            Notice::Done(outcome) => self.send_best_move(&outcome),
            Notice::Died { epoch: 0, message } => self.send_info(&message),
            Notice::Died { epoch, message } => {
                self.send_info(&format!("the engine panicked: {message}"))?;
                let position = self
                    .search_ended(epoch)
                    .map_or_else(|| self.position(), |(position, _)| position);
                // The interface waits for a move: send any legal one.
                let best = position.legal_moves().first().copied();
                self.send(&print::best_move(best, None, self.options.notation()))
            }
            // UCI has no messages for the debugger.
            Notice::Debug(_) => Ok(()),
            Notice::Message(text) => self.send_info(&text),
            Notice::Ready => {
                self.pending_ready = self.pending_ready.saturating_sub(1);
                self.send("readyok")
            }
        }
    }

    /// The position and the seed of the search, which has its `bestmove` now.
    fn search_ended(&mut self, epoch: u64) -> Option<(Position, u64)> {
        let root = self.searches.remove(&epoch);
        if self.searches.is_empty() {
            self.running = None;
        }
        root
    }

    fn print(&mut self, report: &Report) -> Result<()> {
        self.printed = self.to_print(report);
        // The dial scores more lines than were asked for.
        let lines = self.options.in_force().multi_pv;
        print::info(report, lines, self.options.show_wdl, self.options.notation())
            .iter()
            .try_for_each(|line| self.send(line))
    }

    /// Depth, node count and first moves of the lines that are printed of a report.
    fn to_print(&self, report: &Report) -> (u16, u64, Vec<Move>) {
        let search = &report.search;
        let shown = print::shown_lines(report, self.options.in_force().multi_pv);
        (search.depth, search.nodes, shown.filter_map(|line| line.moves.first().copied()).collect())
    }

    /// Prints the root move under search when it changes, after the first second.
    fn print_current_move(&mut self, report: &Report) -> Result<()> {
        let Some(current) = report.search.current else { return Ok(()) };
        let now = Some((current.depth, current.mv));
        if report.elapsed < CURRENT_MOVE_AFTER || self.printed_move == now {
            return Ok(());
        }
        self.printed_move = now;
        self.send(&print::current_move(report, current, self.options.notation()))
    }

    fn send_best_move(&mut self, outcome: &Outcome) -> Result<()> {
        let ended = self.search_ended(outcome.epoch);
        let search = &outcome.report.search;
        if outcome.best.is_none() {
            let checkmate = outcome.report.root.is_check();
            let (score, wdl) =
                if checkmate { ("mate 0", " wdl 0 0 1000") } else { ("cp 0", " wdl 0 1000 0") };
            let wdl = if self.options.show_wdl { wdl } else { "" };
            self.send(&format!("info depth 0 score {score}{wdl}"))?;
        } else if self.to_print(&outcome.report) != self.printed {
            self.print(&outcome.report)?;
        }
        if let (true, Some(stop)) = (self.debug, search.stop) {
            self.send_info(&format!("stopped: {}", stop))?;
        }
        if let Some(inferior) = &outcome.report.dial.weakened
            && self.debug
        {
            let seed = ended.map_or_else(String::new, |(_, seed)| format!(", seed {seed}"));
            self.send_info(&format!("dial: {inferior}{seed}"))?;
        }
        self.send(&print::best_move(outcome.best, outcome.ponder, self.options.notation()))
    }

    fn display(&mut self) -> Result<()> {
        let position = self.position();
        self.send(&format!("{:?}", position.board()))?;
        self.send(&format!("Fen: {}", position.fen()))?;
        self.send(&format!("Key: {:016X}", position.key()))
    }

    fn evaluate(&mut self) -> Result<()> {
        let position = self.position();
        match Knowledge::standard() {
            Ok(knowledge) => {
                let mut evaluator = Evaluator::new(knowledge);
                let parts = evaluator.trace(position.board(), position.turn());
                self.send(&parts.to_string())
            }
            Err(error) => self.send_info(&error.to_string()),
        }
    }

    /// Stops what is under way.
    fn stop(&mut self) {
        self.engine.stop();
        self.perfts.stop();
    }

    /// Stops what is under way after [`MATE_TIME`].
    fn stop_later(&self) -> Result<()> {
        let events = self.events.clone();
        let wait = move || {
            std::thread::sleep(MATE_TIME);
            let _ = events.send(Event::Overdue);
        };
        std::thread::Builder::new().name("lucena-mate".to_owned()).spawn(wait).context("uci")?;
        Ok(())
    }

    /// Counts beside the loop, after the perfts before.
    fn perft(&mut self, depth: u32) -> Result<()> {
        if depth > perft::MAX_DEPTH {
            return self.send_info(&format!("perft: {depth} is more than {}", perft::MAX_DEPTH));
        }
        let position = self.position();
        self.perfts.add(position, depth)
    }

    /// Prints the counts of the first perft and begins the next one.
    fn counted(&mut self, counts: Option<Vec<(Move, u64)>>) -> Result<()> {
        let Some(depth) = self.perfts.end_first() else { return Ok(()) };
        match counts {
            Some(counts) => {
                for (mv, leaves) in &counts {
                    self.send(&format!("{}: {leaves}", self.options.notation()(*mv)))?;
                }
                self.send(&format!("\nNodes searched: {}", perft::total(&counts, depth)))?;
            }
            None => self.send_info(&format!("perft {depth}: stopped"))?,
        }
        self.perfts.begin_first()
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Session, UciOptions};
    use crate::engine::Engine;
    use std::sync::mpsc::channel;

    #[test]
    fn the_time_for_a_mate_ends_no_perft() {
        let (events, queue) = channel();
        let options = UciOptions::default();
        let notices = events.clone();
        let notify = move |notice| drop(notices.send(Event::Notice(notice)));
        let engine = Engine::start(options.in_force(), notify).unwrap();
        let line = |text: &str| Event::Line(text.to_owned());
        // All of it is in the queue before the first count is: the second perft waits when the time is over.
        for text in ["go mate 1", "go perft 2", "go perft 3"] {
            events.send(line(text)).unwrap();
        }
        for event in [Event::EndOfInput, Event::Overdue] {
            events.send(event).unwrap();
        }
        let mut out = Vec::new();
        Session::new(&mut out, engine, options, events).run(&queue).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("Nodes searched: 8902"), "{text}");
    }
}
