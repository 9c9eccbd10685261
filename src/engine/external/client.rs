//! The UCI client: the thread that speaks UCI with one external engine, with all timeouts.
//!
//! The order of the protocol: `uci` until `uciok`; the configured options; then one thing at a time: `isready` until
//! `readyok` after anything that may take long and after each search, at once and not before the next `go`, which would be on the
//! engine's clock; `go` until `bestmove`. What an engine prints between `bestmove` and `readyok` is thus not taken for the answer to
//! the next `go`. Requests that cannot be sent yet are queued; stop and quit are sent at once.

use super::active_search::{ActiveSearch, Deadline, Timeout};
use super::config::ExternalEngineConfig;
use super::inbox::{Inbox, Message};
use super::info::{Info, WrongValue};
use super::messages::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Handshake, OptionSet,
    ProtocolWarning, TEXTS, Timeouts, WarningKind,
};
use super::process::{LOG_TARGET, Process};
use super::reader::shortened;
use super::requests::{self, ClientRequest, ExternalGo};
use super::uci_message::UciMessage;
use crate::engine::outbox::Outbox;
use crate::rules::{Move, Position, notation};
use arc_swap::ArcSwapOption;
use std::collections::{HashSet, VecDeque};
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Protocol warnings that are sent to the front end, besides the first of each kind and options that are refused; further ones are
/// only in the log.
const MAX_WARNINGS: usize = 8;
/// Longest declaration of all options of an engine in bytes; further ones are left out.
const MAX_OPTION_BYTES: usize = 1 << 20;
/// Messages that are still handled after a timeout: more than can have been queued before it.
const MAX_LATE_LINES: usize = 300;
/// Time for the exit status and the last error line after the end of the output.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// What the handle and the client share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) outbox: Outbox<ExternalReport, ExternalNotice>,
    pub(super) handshake: ArcSwapOption<Handshake>,
}

/// Why the client ends.
#[derive(Debug)]
enum ExitReason {
    /// On request.
    Quit,
    /// The engine's output ended.
    Ended,
    /// An error.
    Failed(ExternalError),
}

/// What the engine is doing.
#[derive(Debug)]
enum ClientState {
    Handshaking { handshake: Handshake, until: Instant },
    Idle,
    Syncing { until: Instant, notify: bool },
    Searching(Box<ActiveSearch>),
}

/// The client of one engine.
#[derive(Debug)]
pub(super) struct UciClient {
    process: Process,
    inbox: Arc<Inbox>,
    shared: Arc<Shared>,
    timeouts: Timeouts,
    name: String,
    /// Configured options, sent after the handshake.
    options: Vec<(String, String)>,
    /// Length of the options that the engine has declared.
    option_bytes: usize,
    state: ClientState,
    backlog: VecDeque<ClientRequest>,
    /// Something was sent that may take long, or a search ended: `isready` before the next `go`.
    needs_sync: bool,
    /// The handshake, until the engine is ready after it.
    unannounced: Option<Arc<Handshake>>,
    /// The last free texts, at most [`TEXTS`].
    texts: VecDeque<String>,
    /// Searches up to this epoch must stop.
    stopped: u64,
    warnings: usize,
    /// The kinds of warnings that were sent.
    warned: HashSet<WarningKind>,
    /// Is the option `UCI_Chess960` set?
    chess960: bool,
    /// Messages handled since a timeout passed.
    late_lines: usize,
}

impl UciClient {
    /// The client of the engine called `name`, which was started with `config`.
    pub fn new(
        process: Process,
        inbox: Arc<Inbox>,
        shared: Arc<Shared>,
        timeouts: Timeouts,
        name: String,
        config: &ExternalEngineConfig,
    ) -> Self {
        let until = Instant::now() + timeouts.handshake;
        Self {
            process,
            inbox,
            shared,
            timeouts,
            name,
            options: config.options.clone(),
            option_bytes: 0,
            state: ClientState::Handshaking { handshake: Handshake::default(), until },
            backlog: VecDeque::new(),
            needs_sync: true,
            unannounced: None,
            texts: VecDeque::new(),
            stopped: 0,
            warnings: 0,
            warned: HashSet::new(),
            chess960: false,
            late_lines: 0,
        }
    }

    /// Runs until the engine ends, then reaps the process and reports an unexpected end.
    pub fn run(mut self) {
        self.process.send("uci");
        let reason = loop {
            if let Err(reason) = self.step() {
                break reason;
            }
        };
        self.inbox.close();
        let error = match reason {
            ExitReason::Quit => {
                self.process.send("quit");
                self.process.close(self.timeouts.quit);
                return;
            }
            ExitReason::Ended => {
                let status = self.process.close(EXIT_GRACE);
                let mut stderr_tail = self.inbox.stderr_tail(EXIT_GRACE);
                if stderr_tail.is_empty() {
                    let last = self.texts.pop_back();
                    stderr_tail =
                        last.map_or_else(String::new, |text| format!("last said: {text}"));
                }
                let stderr_tail = without_name(&self.name, stderr_tail);
                ExternalError::Ended { name: self.name.clone(), status, stderr_tail }
            }
            ExitReason::Failed(error) => {
                self.process.close(Duration::ZERO);
                error
            }
        };
        log::warn!(target: LOG_TARGET, "{error}");
        let epoch = if let ClientState::Searching(search) = &self.state {
            Some(search.epoch)
        } else {
            self.backlog.iter().find_map(|request| match request {
                ClientRequest::Go(order) => Some(order.go.epoch),
                ClientRequest::Set(_)
                | ClientRequest::Option(_)
                | ClientRequest::NewGame { .. }
                | ClientRequest::Ready
                | ClientRequest::PonderHit(_)
                | ClientRequest::Stop(_)
                | ClientRequest::Quit => None,
            })
        };
        self.send(ExternalNotice::Failed { epoch, error });
    }

    fn send(&self, notice: ExternalNotice) {
        self.shared.outbox.send(notice);
    }

    fn step(&mut self) -> Result<(), ExitReason> {
        let deadline = match &self.state {
            &ClientState::Handshaking { until: at, .. } => {
                Some(Deadline { at, what: Timeout::Handshake })
            }
            &ClientState::Syncing { until: at, .. } => Some(Deadline { at, what: Timeout::Ready }),
            ClientState::Searching(search) => Some(search.due()),
            ClientState::Idle => None,
        };
        let is_late = deadline.is_some_and(|deadline| deadline.at <= Instant::now());
        self.late_lines = if is_late { self.late_lines + 1 } else { 0 };
        if let Some(deadline) = deadline.filter(|_| self.late_lines > MAX_LATE_LINES) {
            // Otherwise an engine that prints without end would never time out.
            self.late_lines = 0;
            return self.time_out(deadline.what);
        }
        match (self.inbox.next(deadline.map(|deadline| deadline.at)), deadline) {
            (Some(Message::Request(request)), _) => self.handle_request(request)?,
            (Some(Message::Line(line)), _) => self.handle_line(&line),
            (Some(Message::LongLine(bytes)), _) => {
                self.reset_silence();
                self.warn(ProtocolWarning::LongLine(bytes));
            }
            (Some(Message::Ended), _) => return Err(ExitReason::Ended),
            (None, Some(deadline)) => self.time_out(deadline.what)?,
            (None, None) => {}
        }
        self.send_queued();
        Ok(())
    }

    fn handle_request(&mut self, request: ClientRequest) -> Result<(), ExitReason> {
        match request {
            ClientRequest::Quit => return Err(ExitReason::Quit),
            ClientRequest::Stop(epoch) => {
                self.stopped = self.stopped.max(epoch);
                self.stop_if_requested();
            }
            ClientRequest::PonderHit(epoch) => self.ponder_hit(epoch),
            ClientRequest::Option(text) => match self.shared.handshake.load_full() {
                Some(handshake) if self.unannounced.is_none() => {
                    self.set_option(&handshake, &text);
                }
                Some(_) | None => self.backlog.push_back(ClientRequest::Option(text)),
            },
            ClientRequest::Go(_)
            | ClientRequest::Set(_)
            | ClientRequest::NewGame { .. }
            | ClientRequest::Ready => self.backlog.push_back(request),
        }
        Ok(())
    }

    /// Sends the queued requests that can be sent now.
    fn send_queued(&mut self) {
        while matches!(self.state, ClientState::Idle) {
            let Some(request) = self.backlog.pop_front() else {
                if self.needs_sync {
                    self.sync(false);
                }
                return;
            };
            match request {
                // They are answered when the engine is ready.
                ClientRequest::Option(_) if self.unannounced.is_some() => {
                    self.backlog.push_front(request);
                    self.sync(false);
                }
                ClientRequest::Go(order) if requests::is_chess960(&order.go) != self.chess960 => {
                    self.set_chess960(order);
                }
                ClientRequest::Go(_) if self.needs_sync => {
                    self.backlog.push_front(request);
                    self.sync(false);
                }
                ClientRequest::Go(order) => self.go(&order),
                ClientRequest::Set(line) => {
                    self.process.send(&line);
                    self.needs_sync = true;
                }
                ClientRequest::NewGame { chess960 } => {
                    if let Some(wanted) = chess960.filter(|wanted| *wanted != self.chess960)
                        && let Some(line) = self.chess960_line(wanted)
                    {
                        self.process.send(&line);
                        self.chess960 = wanted;
                    }
                    self.process.send("ucinewgame");
                    self.needs_sync = true;
                }
                ClientRequest::Ready => self.sync(true),
                // Never queued beyond the handshake.
                ClientRequest::Option(_)
                | ClientRequest::PonderHit(_)
                | ClientRequest::Stop(_)
                | ClientRequest::Quit => {}
            }
        }
    }

    /// Sets the option `UCI_Chess960` for this and the following searches; without the option the search fails.
    fn set_chess960(&mut self, order: Box<ExternalGo>) {
        let wanted = requests::is_chess960(&order.go);
        if let Some(line) = self.chess960_line(wanted) {
            self.chess960 = wanted;
            self.backlog.push_front(ClientRequest::Go(order));
            self.backlog.push_front(ClientRequest::Set(line));
            return;
        }
        let epoch = order.go.epoch;
        self.send(ExternalNotice::Done(Box::new(ExternalOutcome {
            epoch,
            best: Err(ExternalError::NoChess960 { name: self.name.clone() }),
            ponder: None,
            report: ExternalReport::new(epoch, order.go.root().position, Vec::new()),
        })));
    }

    /// The line that sets the option `UCI_Chess960`; `None` if the engine does not have it.
    fn chess960_line(&self, wanted: bool) -> Option<String> {
        let handshake = self.shared.handshake.load();
        handshake.as_ref()?.set_option_line("UCI_Chess960", &wanted.to_string()).ok()
    }

    /// Sends `isready`; `notify` says whether the front end waits for `readyok`.
    fn sync(&mut self, notify: bool) {
        self.process.send("isready");
        self.state = ClientState::Syncing { until: Instant::now() + self.timeouts.ready, notify };
    }

    fn go(&mut self, order: &ExternalGo) {
        let root = order.go.root().position;
        self.process.send(&requests::position_line(&order.go));
        self.process.send(&requests::go_line(order, root.turn()));
        let texts = self.texts.iter().cloned().collect();
        let report = ExternalReport::new(order.go.epoch, root, texts);
        let search = ActiveSearch::new(order, report, &self.timeouts);
        self.state = ClientState::Searching(Box::new(search));
        self.stop_if_requested();
    }

    /// The move that the search `epoch` ponders on was played; one that waits becomes an ordinary search.
    fn ponder_hit(&mut self, epoch: u64) {
        if let ClientState::Searching(search) = &mut self.state
            && search.epoch == epoch
            && search.ponder_hit(&self.timeouts)
        {
            self.process.send("ponderhit");
        }
        for request in &mut self.backlog {
            if let ClientRequest::Go(order) = request
                && order.go.epoch == epoch
            {
                order.go.ponder = false;
            }
        }
    }

    fn stop_if_requested(&mut self) {
        if let ClientState::Searching(search) = &mut self.state
            && self.stopped >= search.epoch
            && search.stop(&self.timeouts)
        {
            self.process.send("stop");
        }
    }

    fn reset_silence(&mut self) {
        if let ClientState::Searching(search) = &mut self.state {
            search.reset_silence(&self.timeouts);
        }
    }

    fn handle_line(&mut self, line: &str) {
        let Some(message) = UciMessage::parse(line) else { return };
        log::trace!(target: LOG_TARGET, "> {}", shortened(line));
        self.reset_silence();
        let handshake = match &mut self.state {
            ClientState::Handshaking { handshake, .. } => Some(handshake),
            ClientState::Idle | ClientState::Syncing { .. } | ClientState::Searching(_) => None,
        };
        match (message, handshake) {
            (UciMessage::Name(name), Some(handshake)) => handshake.name = name,
            (UciMessage::Author(author), Some(handshake)) => handshake.author = author,
            (UciMessage::Option(Some(option)), Some(handshake)) => {
                self.option_bytes += line.len();
                if self.option_bytes <= MAX_OPTION_BYTES {
                    handshake.options.push(option);
                } else {
                    self.warn(ProtocolWarning::Option(shortened(line)));
                }
            }
            (UciMessage::UciOk, Some(_)) => self.finish_handshake(),
            // Many engines print a greeting before the handshake.
            (UciMessage::Unknown, Some(_)) => {
                log::debug!(target: LOG_TARGET, "{}", shortened(line));
            }
            (UciMessage::Unknown, None) => self.warn(ProtocolWarning::NotUci(shortened(line))),
            (UciMessage::Option(None), _) => self.warn(ProtocolWarning::Option(shortened(line))),
            (UciMessage::Info(info), _) => self.handle_info(*info, line),
            (UciMessage::BestMove(best, ponder), _) => self.finish_search(&best, ponder),
            (UciMessage::ReadyOk, _) => self.finish_sync(),
            (
                UciMessage::Name(_)
                | UciMessage::Author(_)
                | UciMessage::Option(Some(_))
                | UciMessage::UciOk,
                None,
            )
            | (UciMessage::Ignored, _) => {}
        }
    }

    fn handle_info(&mut self, info: Info, line: &str) {
        for WrongValue { field, value } in &info.wrong {
            let (value, line) = (shortened(value), shortened(line));
            self.warn(ProtocolWarning::Value { field, value, line });
        }
        if let Some(text) = info.text.as_deref().filter(|text| !text.is_empty()) {
            log::debug!(target: LOG_TARGET, "{}: {}", self.name, shortened(text));
            self.texts.push_back(shortened(text));
            if self.texts.len() > TEXTS {
                self.texts.pop_front();
            }
        }
        let ClientState::Searching(search) = &mut self.state else { return };
        search.report.texts = self.texts.iter().cloned().collect();
        let illegal = search.report.take(info);
        // Publish only the newest of several queued lines.
        if self.inbox.has_no_lines() {
            self.shared.outbox.publish(search.report.clone());
        }
        if let Some(text) = illegal {
            self.warn(ProtocolWarning::LineMove(shortened(&text)));
        }
    }

    fn finish_sync(&mut self) {
        let ClientState::Syncing { notify, .. } = self.state else { return };
        self.state = ClientState::Idle;
        self.needs_sync = false;
        if let Some(handshake) = self.unannounced.take() {
            self.announce(handshake);
        }
        if notify {
            self.send(ExternalNotice::Ready);
        }
    }

    fn finish_handshake(&mut self) {
        let state = mem::replace(&mut self.state, ClientState::Idle);
        let ClientState::Handshaking { mut handshake, .. } = state else { return };
        if handshake.name.is_empty() {
            self.name.clone_into(&mut handshake.name);
        }
        // Requests queued during the handshake follow the options.
        for (name, value) in mem::take(&mut self.options).iter().rev() {
            match handshake.set_option_line(name, value) {
                Ok(line) => self.backlog.push_front(ClientRequest::Set(line)),
                Err(error) => self.warn(error.into()),
            }
        }
        let handshake = Arc::new(handshake);
        self.shared.handshake.store(Some(Arc::clone(&handshake)));
        self.unannounced = Some(handshake);
    }

    /// The engine is ready for the first time; options that were asked for until then are set.
    fn announce(&mut self, handshake: Arc<Handshake>) {
        self.send(ExternalNotice::HandshakeDone(Arc::clone(&handshake)));
        for request in mem::take(&mut self.backlog) {
            if let ClientRequest::Option(text) = &request {
                self.set_option(&handshake, text);
            } else {
                self.backlog.push_back(request);
            }
        }
    }

    /// Does a search run or wait that nothing has stopped?
    fn has_search(&self) -> bool {
        let is_running = match &self.state {
            ClientState::Searching(search) => !search.is_stopping(),
            ClientState::Handshaking { .. } | ClientState::Idle | ClientState::Syncing { .. } => {
                false
            }
        };
        let is_queued = |request: &ClientRequest| match request {
            ClientRequest::Go(order) => order.go.epoch > self.stopped,
            ClientRequest::Set(_)
            | ClientRequest::Option(_)
            | ClientRequest::NewGame { .. }
            | ClientRequest::Ready
            | ClientRequest::PonderHit(_)
            | ClientRequest::Stop(_)
            | ClientRequest::Quit => false,
        };
        is_running || self.backlog.iter().any(is_queued)
    }

    /// Queues the line that sets an option, and answers.
    fn set_option(&mut self, handshake: &Handshake, text: &str) {
        let (name, value) = handshake.split_option(text);
        match handshake.set_option_line(name, value) {
            Ok(line) => {
                let is_waiting = self.has_search();
                self.backlog.push_back(ClientRequest::Set(line));
                let (name, value) = (name.to_owned(), value.to_owned());
                self.send(ExternalNotice::OptionSet(OptionSet { name, value, is_waiting }));
            }
            Err(error) => self.warn(error.into()),
        }
    }

    fn finish_search(&mut self, best: &str, ponder: Option<String>) {
        if !matches!(self.state, ClientState::Searching(_)) {
            return self.warn(ProtocolWarning::StrayMove(shortened(best)));
        }
        let state = mem::replace(&mut self.state, ClientState::Idle);
        let ClientState::Searching(search) = state else { return };
        // A second `bestmove` comes before `readyok`, and so before the next `go`.
        self.needs_sync = true;
        let best = self.best_move(&search.report.root, best);
        let next = best.as_ref().ok().and_then(|best| best.map(|mv| search.report.root.after(mv)));
        let mut reply = None;
        if let Some((position, text)) = next.zip(ponder) {
            reply = notation::parse_move(&position, &text).ok();
            if reply.is_none() && !is_no_move(&text) {
                self.warn(ProtocolWarning::PonderMove(shortened(&text)));
            }
        }
        self.shared.outbox.publish(search.report.clone());
        self.send(ExternalNotice::Done(Box::new(ExternalOutcome {
            epoch: search.epoch,
            best,
            ponder: reply,
            report: search.report,
        })));
    }

    fn best_move(&mut self, root: &Position, text: &str) -> Result<Option<Move>, ExternalError> {
        let (name, answered) = (self.name.clone(), text);
        let text = shortened(text);
        if !is_no_move(answered) {
            let Ok(best) = notation::parse_move(root, &text) else {
                return Err(ExternalError::IllegalMove { name, text });
            };
            let forms = [notation::uci(best), notation::uci_chess960(best)];
            if !forms.contains(&text.to_ascii_lowercase()) {
                self.warn(ProtocolWarning::MoveForm(text));
            }
            return Ok(Some(best));
        }
        if root.legal_moves().is_empty() {
            Ok(None)
        } else {
            Err(ExternalError::NoMove { name, text })
        }
    }

    fn time_out(&mut self, timeout: Timeout) -> Result<(), ExitReason> {
        let name = self.name.clone();
        let timeouts = self.timeouts;
        Err(ExitReason::Failed(match timeout {
            Timeout::Handshake => ExternalError::NoHandshake { name, waited: timeouts.handshake },
            Timeout::Ready => ExternalError::Silent { name, waited: timeouts.ready },
            Timeout::Answer => ExternalError::NoAnswer { name, waited: timeouts.answer },
            Timeout::Overdue => {
                if let ClientState::Searching(search) = &mut self.state
                    && search.stop(&timeouts)
                {
                    log::info!(target: LOG_TARGET, "{name}: over its time limit, sending stop");
                    self.process.send("stop");
                }
                return Ok(());
            }
            Timeout::Silence => {
                if let ClientState::Searching(search) = &mut self.state {
                    search.expect_ready(&timeouts);
                    self.process.send("isready");
                }
                return Ok(());
            }
        }))
    }

    fn warn(&mut self, warning: ProtocolWarning) {
        log::debug!(target: LOG_TARGET, "{}: {warning}", self.name);
        // What was asked for and not done is always told.
        let is_refusal = matches!(warning, ProtocolWarning::Setting(_));
        let is_new = self.warned.insert(warning.kind());
        // A wrong value stands in nearly every line: each field is named once.
        let is_value = matches!(warning, ProtocolWarning::Value { .. });
        self.warnings += usize::from(!is_refusal && !is_value);
        if is_refusal || is_new || !is_value && self.warnings <= MAX_WARNINGS {
            self.send(ExternalNotice::Warning(warning));
        }
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        // Also after a panic of the callback, so that no reader stays blocked.
        self.inbox.close();
    }
}

/// The last line of the standard error of the program called `name`, without that name in front, as the message has it already.
fn without_name(name: &str, line: String) -> String {
    let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(':'));
    rest.map_or(line.clone(), |rest| rest.trim_start().to_owned())
}

/// The notations of "no move".
fn is_no_move(text: &str) -> bool {
    ["", "(none)", "none", "0000", "a1a1", "NULL"].contains(&text)
}
