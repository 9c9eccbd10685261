//! The thread that speaks the protocol with one external engine: what may be sent when, and every time-out.
//!
//! The order: `uci` until `uciok`; the options of the settings; then one thing at a time: `isready` until `readyok`
//! after anything that may take long, `go` until `bestmove`. Orders that cannot be sent yet wait in the backlog; stop,
//! ponder hit and quit do not wait.

use super::handle::Shared;
use super::inbox::{Inbox, Mail};
use super::line::Said;
use super::messages::{
    ExternalError, ExternalNotice, ExternalOutcome, Introduction, Oddity, Patience,
};
use super::orders::{self, ExternalGo, Order};
use super::process::{LOG_TARGET, Process};
use super::reader::shortened;
use super::task::{Due, Task};
use crate::base::Millis;
use crate::rules::{Move, Position, notation};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Oddities that are told to the front end; the rest is in the log.
const TOLD: usize = 8;
/// Lines that are still heard once something is due: more than can have been waiting when it was not.
const LATE_LINES: usize = 300;
/// For the exit status and the last words of a program whose output has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// How the talk ended.
#[derive(Debug)]
enum Ending {
    /// As ordered.
    Quit,
    /// The program's output ended.
    Ended,
    /// It was given up.
    Failed(ExternalError),
}

/// What the engine is busy with.
#[derive(Debug)]
enum State {
    Greeting(Introduction, Instant),
    Idle,
    Settling { until: Instant, tell: bool },
    Thinking(Box<Task>),
}

/// The protocol with one engine.
#[derive(Debug)]
pub(super) struct Keeper {
    process: Process,
    inbox: Arc<Inbox>,
    shared: Arc<Shared>,
    patience: Patience,
    name: String,
    /// Options from the settings, sent after the introduction.
    settings: Vec<(String, String)>,
    state: State,
    backlog: VecDeque<Order>,
    /// Something was sent that may take long: ask before the next `go`.
    unsettled: bool,
    /// Thoughts up to this epoch are to stop.
    stopped: u64,
    odd: usize,
    /// Lines heard since something was due.
    late: usize,
}

impl Keeper {
    pub(super) fn new(
        process: Process,
        inbox: Arc<Inbox>,
        shared: Arc<Shared>,
        patience: Patience,
        (name, settings): (String, Vec<(String, String)>),
    ) -> Self {
        let until = Instant::now() + patience.handshake;
        Self {
            process,
            inbox,
            shared,
            patience,
            name,
            settings,
            state: State::Greeting(Introduction::default(), until),
            backlog: VecDeque::new(),
            unsettled: true,
            stopped: 0,
            odd: 0,
            late: 0,
        }
    }

    /// Talks until the engine ends or is ended, then cleans up and says why unless it was ordered.
    pub(super) fn run(mut self) {
        self.process.send("uci");
        let ending = loop {
            if let Err(ending) = self.step() {
                break ending;
            }
        };
        self.inbox.close();
        let error = match ending {
            Ending::Quit => {
                self.process.send("quit");
                self.process.close(self.patience.quit);
                return;
            }
            Ending::Ended => {
                let status = self.process.close(LAST_WORDS);
                let last_words = self.inbox.last_words(LAST_WORDS);
                ExternalError::Ended { name: self.name.clone(), status, last_words }
            }
            Ending::Failed(error) => {
                self.process.close(Duration::ZERO);
                error
            }
        };
        log::warn!(target: LOG_TARGET, "{error}");
        let epoch = match &self.state {
            State::Thinking(task) => Some(task.epoch),
            _ => self.backlog.iter().find_map(|order| match order {
                Order::Go(order) => Some(order.go.epoch),
                _ => None,
            }),
        };
        self.shared.send(ExternalNotice::Failed { epoch, error });
    }

    fn step(&mut self) -> Result<(), Ending> {
        let due = match &self.state {
            State::Greeting(_, until) => Some((*until, Due::Handshake)),
            State::Settling { until, .. } => Some((*until, Due::Ready)),
            State::Thinking(task) => Some(task.due()),
            State::Idle => None,
        };
        self.late = if due.is_some_and(|(at, _)| at <= Instant::now()) { self.late + 1 } else { 0 };
        if let Some((_, due)) = due.filter(|_| self.late > LATE_LINES) {
            // A program that never stops talking would otherwise never be too late.
            self.late = 0;
            return self.time_out(due);
        }
        match self.inbox.next(due.map(|(at, _)| at)) {
            Some(Mail::Order(order)) => self.take(order)?,
            Some(Mail::Line(line)) => self.hear(&line),
            Some(Mail::LongLine(bytes)) => {
                self.alive();
                self.note(Oddity::LongLine(bytes));
            }
            Some(Mail::Ended) => return Err(Ending::Ended),
            None => self.time_out(due.map_or(Due::Silence, |(_, due)| due))?,
        }
        self.work_off();
        Ok(())
    }

    fn take(&mut self, order: Order) -> Result<(), Ending> {
        match order {
            Order::Quit => return Err(Ending::Quit),
            Order::Stop(epoch) => {
                self.stopped = self.stopped.max(epoch);
                self.stop_if_told();
            }
            Order::PonderHit(epoch) => match &mut self.state {
                State::Thinking(task) if task.epoch == epoch => {
                    if task.hit(&self.patience) {
                        self.process.send("ponderhit");
                    }
                }
                _ => self.hit_in_backlog(epoch),
            },
            order => self.backlog.push_back(order),
        }
        Ok(())
    }

    /// A ponder move that was played before its thought began makes it a normal thought.
    fn hit_in_backlog(&mut self, epoch: u64) {
        for order in &mut self.backlog {
            if let Order::Go(order) = order
                && order.go.epoch == epoch
            {
                order.go.ponder = false;
            }
        }
    }

    /// Sends what can be sent now.
    fn work_off(&mut self) {
        while matches!(self.state, State::Idle) {
            let Some(order) = self.backlog.pop_front() else { return };
            match order {
                Order::Go(order) if self.unsettled => {
                    self.backlog.push_front(Order::Go(order));
                    self.settle(false);
                }
                Order::Go(order) => self.go(&order),
                Order::Set(line) => {
                    self.process.send(&line);
                    self.unsettled = true;
                }
                Order::NewGame => {
                    self.process.send("ucinewgame");
                    self.unsettled = true;
                }
                Order::Ready => self.settle(true),
                // Never put into the backlog.
                Order::Stop(_) | Order::PonderHit(_) | Order::Quit => {}
            }
        }
    }

    fn settle(&mut self, tell: bool) {
        self.process.send("isready");
        self.state = State::Settling { until: Instant::now() + self.patience.ready, tell };
    }

    fn go(&mut self, order: &ExternalGo) {
        let root = orders::root(&order.go);
        self.process.send(&orders::position_line(&order.go));
        self.process.send(&orders::go_line(order, root.turn()));
        self.state = State::Thinking(Box::new(Task::new(order, root, &self.patience)));
        self.stop_if_told();
    }

    fn stop_if_told(&mut self) {
        if let State::Thinking(task) = &mut self.state
            && self.stopped >= task.epoch
            && task.stop(&self.patience)
        {
            self.process.send("stop");
        }
    }

    fn alive(&mut self) {
        if let State::Thinking(task) = &mut self.state {
            task.heard(&self.patience);
        }
    }

    fn hear(&mut self, line: &str) {
        let Some(said) = Said::parse(line) else { return };
        log::trace!(target: LOG_TARGET, "> {}", shortened(line));
        self.alive();
        match (said, &mut self.state) {
            (Said::Info(info), State::Thinking(task)) => {
                task.report.take(*info);
                // Only the newest of a heap of lines is worth a picture.
                if self.inbox.is_quiet() {
                    self.shared.publish(task.report.clone());
                }
            }
            (Said::BestMove(best, ponder), State::Thinking(_)) => self.answer(&best, ponder),
            (Said::BestMove(best, _), _) => self.note(Oddity::StrayMove(shortened(&best))),
            (Said::ReadyOk, State::Settling { tell, .. }) => {
                let tell = *tell;
                self.state = State::Idle;
                self.unsettled = false;
                if tell {
                    self.shared.send(ExternalNotice::Ready);
                }
            }
            (Said::UciOk, State::Greeting(..)) => self.introduced(),
            (Said::Name(name), State::Greeting(who, _)) => who.name = name,
            (Said::Author(author), State::Greeting(who, _)) => who.author = author,
            (Said::Option(Some(option)), State::Greeting(who, _)) => who.options.push(option),
            (Said::Option(None), _) => self.note(Oddity::Option(shortened(line))),
            // Many engines greet before they are asked: that is no complaint.
            (Said::Junk, State::Greeting(..)) => {
                log::debug!(target: LOG_TARGET, "{}", shortened(line))
            }
            (Said::Junk, _) => self.note(Oddity::Junk(shortened(line))),
            _ => {}
        }
    }

    fn introduced(&mut self) {
        let State::Greeting(mut who, _) = std::mem::replace(&mut self.state, State::Idle) else {
            return;
        };
        if who.name.is_empty() {
            self.name.clone_into(&mut who.name);
        }
        // What was ordered meanwhile comes after the settings.
        for (name, value) in std::mem::take(&mut self.settings).iter().rev() {
            match who.setting(name, value) {
                Ok(line) => self.backlog.push_front(Order::Set(line)),
                Err(error) => self.note(error.into()),
            }
        }
        self.shared.introduce(who);
    }

    fn answer(&mut self, text: &str, ponder: Option<String>) {
        let State::Thinking(task) = std::mem::replace(&mut self.state, State::Idle) else { return };
        let best = self.best_move(&task.report.root, text);
        let next = best.as_ref().ok().and_then(|best| best.map(|mv| task.report.root.after(mv)));
        let reply = next.zip(ponder).and_then(|(position, text)| {
            let reply = named_move(&position, &text);
            if reply.is_none() && !is_no_move(&text) {
                self.note(Oddity::PonderMove(shortened(&text)));
            }
            reply
        });
        self.shared.publish(task.report.clone());
        self.shared.send(ExternalNotice::Done(Box::new(ExternalOutcome {
            epoch: task.epoch,
            best,
            ponder: reply,
            elapsed: Millis::from_duration(task.since.elapsed()),
            report: task.report,
        })));
    }

    fn best_move(&self, root: &Position, text: &str) -> Result<Option<Move>, ExternalError> {
        let name = self.name.clone();
        if !is_no_move(text) {
            let text = shortened(text);
            return match named_move(root, &text) {
                Some(mv) => Ok(Some(mv)),
                None => Err(ExternalError::IllegalMove { name, text }),
            };
        }
        if root.legal_moves().is_empty() { Ok(None) } else { Err(ExternalError::NoMove { name }) }
    }

    fn time_out(&mut self, due: Due) -> Result<(), Ending> {
        let name = self.name.clone();
        let waited = |span: Duration| Millis::from_duration(span);
        let patience = self.patience;
        Err(Ending::Failed(match due {
            Due::Handshake => {
                ExternalError::NoHandshake { name, waited: waited(patience.handshake) }
            }
            Due::Ready => ExternalError::Silent { name, waited: waited(patience.ready) },
            Due::Answer => ExternalError::NoAnswer { name, waited: waited(patience.answer) },
            Due::Overdue => {
                if let State::Thinking(task) = &mut self.state
                    && task.stop(&patience)
                {
                    log::info!(target: LOG_TARGET, "{name}: over its time, told to stop");
                    self.process.send("stop");
                }
                return Ok(());
            }
            Due::Silence => {
                if let State::Thinking(task) = &mut self.state {
                    task.pinged(&patience);
                    self.process.send("isready");
                }
                return Ok(());
            }
        }))
    }

    fn note(&mut self, oddity: Oddity) {
        log::debug!(target: LOG_TARGET, "{}: {oddity}", self.name);
        self.odd += 1;
        if self.odd <= TOLD {
            self.shared.send(ExternalNotice::Odd(oddity));
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // Also when the callback panicked: nobody may go on waiting for a keeper that is gone.
        self.inbox.close();
    }
}

/// The move `text` names on `position`, if it can be played there.
fn named_move(position: &Position, text: &str) -> Option<Move> {
    notation::parse_move(position, text).ok()
}

/// The ways to say that there is no move.
fn is_no_move(text: &str) -> bool {
    ["", "(none)", "none", "0000", "a1a1", "NULL"].contains(&text)
}
