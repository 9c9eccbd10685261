//! The thread that speaks the protocol with one external engine: what may be sent when, and every time-out.
//!
//! The order: `uci` until `uciok`; the options of the settings; then one thing at a time: `isready` until `readyok`
//! after anything that may take long, `go` until `bestmove`. Orders that cannot be sent yet wait in the backlog; stop,
//! ponder hit and quit do not wait.

use super::active_search::{ActiveSearch, Timeout};
use super::handle::Shared;
use super::inbox::{Inbox, Message};
use super::messages::{
    ExternalError, ExternalNotice, ExternalOutcome, Handshake, ProtocolWarning, Timeouts,
};
use super::process::{LOG_TARGET, Process};
use super::reader::shortened;
use super::requests::{self, ClientRequest, ExternalGo};
use super::uci_message::UciMessage;
use crate::base::Millis;
use crate::rules::{Move, Position, notation};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Oddities that are told to the front end; the rest is in the log.
const MAX_WARNINGS: usize = 8;
/// Lines that are still heard once something is due: more than can have been waiting when it was not.
const MAX_LATE_LINES: usize = 300;
/// For the exit status and the last words of a program whose output has ended.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// How the talk ended.
#[derive(Debug)]
enum ExitReason {
    /// As ordered.
    Quit,
    /// The program's output ended.
    Ended,
    /// It was given up.
    Failed(ExternalError),
}

/// What the engine is busy with.
#[derive(Debug)]
enum ClientState {
    Handshaking(Handshake, Instant),
    Idle,
    Syncing { until: Instant, tell: bool },
    Thinking(Box<ActiveSearch>),
}

/// The protocol with one engine.
#[derive(Debug)]
pub(super) struct UciClient {
    process: Process,
    inbox: Arc<Inbox>,
    shared: Arc<Shared>,
    timeouts: Timeouts,
    name: String,
    /// Options from the settings, sent after the introduction.
    settings: Vec<(String, String)>,
    state: ClientState,
    backlog: VecDeque<ClientRequest>,
    /// Something was sent that may take long: ask before the next `go`.
    needs_sync: bool,
    /// Thoughts up to this epoch are to stop.
    stopped: u64,
    warnings: usize,
    /// Lines heard since something was due.
    late_lines: usize,
}

impl UciClient {
    pub(super) fn new(
        process: Process,
        inbox: Arc<Inbox>,
        shared: Arc<Shared>,
        patience: Timeouts,
        (name, settings): (String, Vec<(String, String)>),
    ) -> Self {
        let until = Instant::now() + patience.handshake;
        Self {
            process,
            inbox,
            shared,
            timeouts: patience,
            name,
            settings,
            state: ClientState::Handshaking(Handshake::default(), until),
            backlog: VecDeque::new(),
            needs_sync: true,
            stopped: 0,
            warnings: 0,
            late_lines: 0,
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
            ExitReason::Quit => {
                self.process.send("quit");
                self.process.close(self.timeouts.quit);
                return;
            }
            ExitReason::Ended => {
                let status = self.process.close(EXIT_GRACE);
                let last_words = self.inbox.stderr_tail(EXIT_GRACE);
                ExternalError::Ended { name: self.name.clone(), status, stderr_tail: last_words }
            }
            ExitReason::Failed(error) => {
                self.process.close(Duration::ZERO);
                error
            }
        };
        log::warn!(target: LOG_TARGET, "{error}");
        let epoch = match &self.state {
            ClientState::Thinking(task) => Some(task.epoch),
            _ => self.backlog.iter().find_map(|order| match order {
                ClientRequest::Go(order) => Some(order.go.epoch),
                _ => None,
            }),
        };
        self.shared.send(ExternalNotice::Failed { epoch, error });
    }

    fn step(&mut self) -> Result<(), ExitReason> {
        let due = match &self.state {
            ClientState::Handshaking(_, until) => Some((*until, Timeout::Handshake)),
            ClientState::Syncing { until, .. } => Some((*until, Timeout::Ready)),
            ClientState::Thinking(task) => Some(task.due()),
            ClientState::Idle => None,
        };
        self.late_lines =
            if due.is_some_and(|(at, _)| at <= Instant::now()) { self.late_lines + 1 } else { 0 };
        if let Some((_, due)) = due.filter(|_| self.late_lines > MAX_LATE_LINES) {
            // A program that never stops talking would otherwise never be too late.
            self.late_lines = 0;
            return self.time_out(due);
        }
        match self.inbox.next(due.map(|(at, _)| at)) {
            Some(Message::Order(order)) => self.handle_request(order)?,
            Some(Message::Line(line)) => self.handle_line(&line),
            Some(Message::LongLine(bytes)) => {
                self.reset_silence();
                self.warn(ProtocolWarning::LongLine(bytes));
            }
            Some(Message::Ended) => return Err(ExitReason::Ended),
            None => self.time_out(due.map_or(Timeout::Silence, |(_, due)| due))?,
        }
        self.send_queued();
        Ok(())
    }

    fn handle_request(&mut self, order: ClientRequest) -> Result<(), ExitReason> {
        match order {
            ClientRequest::Quit => return Err(ExitReason::Quit),
            ClientRequest::Stop(epoch) => {
                self.stopped = self.stopped.max(epoch);
                self.stop_if_requested();
            }
            ClientRequest::PonderHit(epoch) => match &mut self.state {
                ClientState::Thinking(task) if task.epoch == epoch => {
                    if task.ponder_hit(&self.timeouts) {
                        self.process.send("ponderhit");
                    }
                }
                _ => self.ponder_hit_in_backlog(epoch),
            },
            order => self.backlog.push_back(order),
        }
        Ok(())
    }

    /// A ponder move that was played before its thought began makes it a normal thought.
    fn ponder_hit_in_backlog(&mut self, epoch: u64) {
        for order in &mut self.backlog {
            if let ClientRequest::Go(order) = order
                && order.go.epoch == epoch
            {
                order.go.ponder = false;
            }
        }
    }

    /// Sends what can be sent now.
    fn send_queued(&mut self) {
        while matches!(self.state, ClientState::Idle) {
            let Some(order) = self.backlog.pop_front() else { return };
            match order {
                ClientRequest::Go(order) if self.needs_sync => {
                    self.backlog.push_front(ClientRequest::Go(order));
                    self.sync(false);
                }
                ClientRequest::Go(order) => self.go(&order),
                ClientRequest::Set(line) => {
                    self.process.send(&line);
                    self.needs_sync = true;
                }
                ClientRequest::NewGame => {
                    self.process.send("ucinewgame");
                    self.needs_sync = true;
                }
                ClientRequest::Ready => self.sync(true),
                // Never put into the backlog.
                ClientRequest::Stop(_) | ClientRequest::PonderHit(_) | ClientRequest::Quit => {}
            }
        }
    }

    fn sync(&mut self, tell: bool) {
        self.process.send("isready");
        self.state = ClientState::Syncing { until: Instant::now() + self.timeouts.ready, tell };
    }

    fn go(&mut self, order: &ExternalGo) {
        let root = requests::root(&order.go);
        self.process.send(&requests::position_line(&order.go));
        self.process.send(&requests::go_line(order, root.turn()));
        self.state =
            ClientState::Thinking(Box::new(ActiveSearch::new(order, root, &self.timeouts)));
        self.stop_if_requested();
    }

    fn stop_if_requested(&mut self) {
        if let ClientState::Thinking(task) = &mut self.state
            && self.stopped >= task.epoch
            && task.stop(&self.timeouts)
        {
            self.process.send("stop");
        }
    }

    fn reset_silence(&mut self) {
        if let ClientState::Thinking(task) = &mut self.state {
            task.reset_silence(&self.timeouts);
        }
    }

    fn handle_line(&mut self, line: &str) {
        let Some(said) = UciMessage::parse(line) else { return };
        log::trace!(target: LOG_TARGET, "> {}", shortened(line));
        self.reset_silence();
        match (said, &mut self.state) {
            (UciMessage::Info(info), ClientState::Thinking(task)) => {
                task.report.take(*info);
                // Only the newest of a heap of lines is worth a picture.
                if self.inbox.has_no_lines() {
                    self.shared.publish(task.report.clone());
                }
            }
            (UciMessage::BestMove(best, ponder), ClientState::Thinking(_)) => {
                self.finish_search(&best, ponder)
            }
            (UciMessage::BestMove(best, _), _) => {
                self.warn(ProtocolWarning::StrayMove(shortened(&best)))
            }
            (UciMessage::ReadyOk, ClientState::Syncing { tell, .. }) => {
                let tell = *tell;
                self.state = ClientState::Idle;
                self.needs_sync = false;
                if tell {
                    self.shared.send(ExternalNotice::Ready);
                }
            }
            (UciMessage::UciOk, ClientState::Handshaking(..)) => self.finish_handshake(),
            (UciMessage::Name(name), ClientState::Handshaking(who, _)) => who.name = name,
            (UciMessage::Author(author), ClientState::Handshaking(who, _)) => who.author = author,
            (UciMessage::Option(Some(option)), ClientState::Handshaking(who, _)) => {
                who.options.push(option)
            }
            (UciMessage::Option(None), _) => self.warn(ProtocolWarning::Option(shortened(line))),
            // Many engines greet before they are asked: that is no complaint.
            (UciMessage::Unknown, ClientState::Handshaking(..)) => {
                log::debug!(target: LOG_TARGET, "{}", shortened(line))
            }
            (UciMessage::Unknown, _) => self.warn(ProtocolWarning::NotUci(shortened(line))),
            _ => {}
        }
    }

    fn finish_handshake(&mut self) {
        let ClientState::Handshaking(mut who, _) =
            std::mem::replace(&mut self.state, ClientState::Idle)
        else {
            return;
        };
        if who.name.is_empty() {
            self.name.clone_into(&mut who.name);
        }
        // What was ordered meanwhile comes after the settings.
        for (name, value) in std::mem::take(&mut self.settings).iter().rev() {
            match who.set_option_line(name, value) {
                Ok(line) => self.backlog.push_front(ClientRequest::Set(line)),
                Err(error) => self.warn(error.into()),
            }
        }
        self.shared.finish_handshake(who);
    }

    fn finish_search(&mut self, text: &str, ponder: Option<String>) {
        let ClientState::Thinking(task) = std::mem::replace(&mut self.state, ClientState::Idle)
        else {
            return;
        };
        let best = self.best_move(&task.report.root, text);
        let next = best.as_ref().ok().and_then(|best| best.map(|mv| task.report.root.after(mv)));
        let reply = next.zip(ponder).and_then(|(position, text)| {
            let reply = named_move(&position, &text);
            if reply.is_none() && !is_no_move(&text) {
                self.warn(ProtocolWarning::PonderMove(shortened(&text)));
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

    fn time_out(&mut self, due: Timeout) -> Result<(), ExitReason> {
        let name = self.name.clone();
        let waited = |span: Duration| Millis::from_duration(span);
        let patience = self.timeouts;
        Err(ExitReason::Failed(match due {
            Timeout::Handshake => {
                ExternalError::NoHandshake { name, waited: waited(patience.handshake) }
            }
            Timeout::Ready => ExternalError::Silent { name, waited: waited(patience.ready) },
            Timeout::Answer => ExternalError::NoAnswer { name, waited: waited(patience.answer) },
            Timeout::Overdue => {
                if let ClientState::Thinking(task) = &mut self.state
                    && task.stop(&patience)
                {
                    log::info!(target: LOG_TARGET, "{name}: over its time, told to stop");
                    self.process.send("stop");
                }
                return Ok(());
            }
            Timeout::Silence => {
                if let ClientState::Thinking(task) = &mut self.state {
                    task.expect_ready(&patience);
                    self.process.send("isready");
                }
                return Ok(());
            }
        }))
    }

    fn warn(&mut self, oddity: ProtocolWarning) {
        log::debug!(target: LOG_TARGET, "{}: {oddity}", self.name);
        self.warnings += 1;
        if self.warnings <= MAX_WARNINGS {
            self.shared.send(ExternalNotice::Warning(oddity));
        }
    }
}

impl Drop for UciClient {
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
