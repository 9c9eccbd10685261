//! The messages between a front end and an external engine: plain owned data, and typed errors and warnings.

use super::info::{Info, InfoLine};
use crate::base::CaughtPanic;
use crate::engine::uci_option::{OptionError, UciOption};
use crate::rules::{Move, Position};
use crate::search::PvLine;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::time::Duration;

/// A notice from an external engine, delivered by the callback given at its start.
#[derive(Clone, Debug)]
pub enum ExternalNotice {
    /// The handshake is done, the configured options are set and the engine is ready: what it loads first takes no time of a search.
    HandshakeDone(Arc<Handshake>),
    /// A newer report is available; one notice may stand for several reports.
    Report,
    /// The outcome of a `Go`.
    Done(Box<ExternalOutcome>),
    /// All earlier requests are done.
    Ready,
    /// An option has a new value.
    OptionSet(OptionSet),
    /// A harmless violation of the protocol. Of each engine the first few are sent, the first of each kind, and all options that it refuses; all are in the log.
    Warning(ProtocolWarning),
    /// The engine has ended and its process is reaped. The last notice; a running search has no outcome.
    Failed {
        /// Epoch of the lost search.
        epoch: Option<u64>,
        /// The reason.
        error: ExternalError,
    },
}

/// A new value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSet {
    /// The option.
    pub name: String,
    /// Its value; a button has none.
    pub value: String,
    /// Does a search run that nothing has stopped, so that the engine is told after it?
    pub is_waiting: bool,
}

/// What an engine sends in the handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    /// Its name; the configured one if it sends none.
    pub name: String,
    /// Its author.
    pub author: String,
    /// Its options in their order.
    pub options: Vec<UciOption>,
}

impl Handshake {
    /// The option `name`, in any case.
    pub fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()))
    }

    /// Name and value of an option as one types it. A name may have blanks: the longest one of an option counts.
    pub fn split_option<'a>(&'a self, text: &'a str) -> (&'a str, &'a str) {
        let after = |name: &str| {
            let (head, rest) = text.split_at_checked(name.len())?;
            let is_whole = rest.is_empty() || rest.starts_with(' ');
            (head.eq_ignore_ascii_case(name) && is_whole).then(|| rest.trim())
        };
        let named = self.options.iter().filter_map(|it| Some((it.name.as_str(), after(&it.name)?)));
        let longest = named.max_by_key(|(name, _)| name.len());
        longest.unwrap_or_else(|| text.rsplit_once(' ').unwrap_or((text, "")))
    }

    /// The line that sets `name` to `value`.
    ///
    /// # Errors
    /// There is no such option, or the value is not allowed.
    pub fn set_option_line(&self, name: &str, value: &str) -> Result<String, OptionError> {
        let option = self.option(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        option.set_option_line(value)
    }
}

/// A report of an external engine's search.
#[derive(Clone, Debug)]
pub struct ExternalReport {
    /// Epoch of its `Go`.
    pub epoch: u64,
    /// The position being searched.
    pub root: Position,
    /// Its principal variations, best first, checked for legality; scores for the side to move at the root.
    pub lines: Vec<PvLine>,
    /// The newest value of each `info` field.
    pub info: Info,
    /// The last free texts (`info string`) since the engine's start, the oldest first; at most [`TEXTS`].
    pub texts: Vec<String>,
}

/// Free texts of an engine that are kept.
pub const TEXTS: usize = 3;

impl ExternalReport {
    /// An empty report of the search `epoch` of `root`, with the texts before it.
    pub(super) fn new(epoch: u64, root: Position, texts: Vec<String>) -> Self {
        Self { epoch, root, lines: Vec::new(), info: Info::default(), texts }
    }

    /// Adds one `info` line; fields that it does not contain keep their values. Returns the first illegal move in it.
    pub(super) fn take(&mut self, info: Info) -> Option<String> {
        let InfoLine { line, illegal } = info.line(&self.root);
        let illegal = illegal.map(str::to_owned);
        if let Some(line) = line {
            let rank = info.rank.unwrap_or(1).max(1);
            // A rank without the earlier ones is invalid and must not grow the list.
            if rank <= self.lines.len() {
                self.lines[rank - 1] = line;
            } else if rank == self.lines.len() + 1 {
                self.lines.push(line);
            }
        }
        self.info.update(info);
        illegal
    }
}

/// The outcome of a `Go`.
#[derive(Clone, Debug)]
pub struct ExternalOutcome {
    /// Epoch of its `Go`.
    pub epoch: u64,
    /// The best move; `None` without a legal one. An error if the engine sent an illegal move, or none although there are
    /// legal ones; the engine stays usable.
    pub best: Result<Option<Move>, ExternalError>,
    /// The reply that it expects, if it names a legal one.
    pub ponder: Option<Move>,
    /// The last report.
    pub report: ExternalReport,
}

/// Errors of an external engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// The program could not be started.
    #[error("{program}: cannot be started: {reason}")]
    Start {
        /// The program.
        program: String,
        /// The system's message.
        reason: String,
    },
    /// No handshake in time: probably not a UCI engine.
    #[error("{name}: no `uciok` within {} ms; is it a UCI engine?", .waited.as_millis())]
    NoHandshake {
        /// The engine.
        name: String,
        /// The timeout.
        waited: Duration,
    },
    /// No answer to `isready` in time.
    #[error("{name}: no `readyok` within {} ms", .waited.as_millis())]
    Silent {
        /// The engine.
        name: String,
        /// The timeout.
        waited: Duration,
    },
    /// No `bestmove` in time after `stop`.
    #[error("{name}: no move within {} ms after `stop`", .waited.as_millis())]
    NoAnswer {
        /// The engine.
        name: String,
        /// The timeout.
        waited: Duration,
    },
    /// The process ended unexpectedly.
    #[error("{name}: ended unexpectedly ({status}){}", after_colon(.stderr_tail))]
    Ended {
        /// The engine.
        name: String,
        /// Exit status of the process.
        status: String,
        /// The last line of its standard error, without one its last free text; may be empty.
        stderr_tail: String,
    },
    /// An illegal move.
    #[error("{name}: {text:?} is not a legal move here")]
    IllegalMove {
        /// The engine.
        name: String,
        /// The text of the move.
        text: String,
    },
    /// No option `UCI_Chess960`.
    #[error("{name}: cannot play Chess960: it has no option UCI_Chess960")]
    NoChess960 {
        /// The engine.
        name: String,
    },
    /// No move although there are legal ones.
    #[error("{name}: no move ({text:?}) although there are legal ones")]
    NoMove {
        /// The engine.
        name: String,
        /// What it answered; may be empty.
        text: String,
    },
    /// The thread that spoke with it panicked.
    #[error(transparent)]
    Defect(CaughtPanic),
    /// The engine has ended; it must be started again.
    #[error("the external engine is not running")]
    Gone,
}

fn after_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

/// A harmless violation of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolWarning {
    /// A line that is not UCI; its first part.
    #[error("a line that is not UCI: {0:?}")]
    NotUci(String),
    /// A skipped line of excessive length.
    #[error("a line of {0} bytes is skipped")]
    LongLine(usize),
    /// An invalid option declaration; its first part.
    #[error("invalid option: {0:?}")]
    Option(String),
    /// A `bestmove` without a search.
    #[error("`bestmove` without a search: {0:?}")]
    StrayMove(String),
    /// A move that is not in UCI notation, such as `Nf3`.
    #[error("the move {0:?} is not in UCI notation")]
    MoveForm(String),
    /// An illegal move in a line of analysis, which ends before it.
    #[error("illegal move {0:?} in its line")]
    LineMove(String),
    /// An illegal ponder move.
    #[error("illegal ponder move {0:?}")]
    PonderMove(String),
    /// A value of an `info` line that cannot be; it is skipped or bounded.
    #[error("`{field}` has the wrong value {value:?}: {line:?}")]
    Value {
        /// The field.
        field: &'static str,
        /// Its value; empty if there is none.
        value: String,
        /// The first part of the line.
        line: String,
    },
    /// A configured option that the engine refuses.
    #[error(transparent)]
    Setting(#[from] OptionError),
}

/// What warnings that say the same of different lines have in common; wrong values of different fields differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WarningKind(Discriminant<ProtocolWarning>, &'static str);

impl ProtocolWarning {
    /// Its kind, so that each is reported once.
    pub fn kind(&self) -> WarningKind {
        let field = if let Self::Value { field, .. } = self { field } else { "" };
        WarningKind(discriminant(self), field)
    }
}

/// Timeouts for an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start to `uciok`; engines load their networks here.
    pub handshake: Duration,
    /// From `isready` to `readyok`; engines allocate and clear tables here.
    pub ready: Duration,
    /// From `stop`, or from the end of the time, to `bestmove`.
    pub answer: Duration,
    /// From `go` with a limit of nodes and none of time, beside 10 ms for each node, until `stop` is sent.
    pub nodes: Duration,
    /// Without a line during a search, before an `isready` tests whether the engine is alive.
    pub silence: Duration,
    /// From `quit` to the end of the process, which is then killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// Long enough for slow machines and large tables; short only for `quit`, where the user waits.
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(20),
            answer: Duration::from_secs(5),
            nodes: Duration::from_secs(60),
            silence: Duration::from_secs(10),
            quit: Duration::from_millis(500),
        }
    }
}
