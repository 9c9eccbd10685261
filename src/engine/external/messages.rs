//! What goes between a front end and an external engine: plain owned data, and every way it can go wrong as a type.

use super::info::Info;
use super::options::{ExternalOption, OptionError};
use crate::base::Millis;
use crate::rules::{Move, Position};
use crate::search::PvLine;
use std::sync::Arc;
use std::time::Duration;

/// News from an external engine, delivered by the callback given at its start.
#[derive(Clone, Debug)]
pub enum ExternalNotice {
    /// The handshake is done: who it is and what can be set.
    HandshakeDone(Arc<Handshake>),
    /// A newer report lies in the slot; coalesced, so one notice may stand for many reports.
    Report,
    /// The answer to a `Go`.
    Done(Box<ExternalOutcome>),
    /// Everything ordered before the question has been done.
    Ready,
    /// Something strange that does no harm. Only the first few are told; all are in the log.
    Warning(ProtocolWarning),
    /// The engine is gone and its process has been cleaned up. The last notice; a thought under way has no other answer.
    Failed {
        /// The thought that was lost.
        epoch: Option<u64>,
        /// Why.
        error: ExternalError,
    },
}

/// Who an engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    /// Its name; the program's when it gives none.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// What can be set, in its own order.
    pub options: Vec<ExternalOption>,
}

impl Handshake {
    /// The option called `name`, whatever the case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&ExternalOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name.trim()))
    }

    /// The line that sets `name` to `value`.
    ///
    /// # Errors
    /// There is no such option, or it does not take this value.
    pub fn set_option_line(&self, name: &str, value: &str) -> Result<String, OptionError> {
        let option = self.option(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        option.set_option_line(value)
    }
}

/// The newest picture of an external engine's thought.
#[derive(Clone, Debug)]
pub struct ExternalReport {
    /// Which `Go` it belongs to.
    pub epoch: u64,
    /// The position being searched.
    pub root: Position,
    /// Its lines, best first, checked for legality; scores in the view of the side to move at the root.
    pub lines: Vec<PvLine>,
    /// The newest value of each figure it gave.
    pub info: Info,
}

impl ExternalReport {
    /// An empty report of thought `epoch` about `root`.
    pub(super) fn new(epoch: u64, root: Position) -> Self {
        Self { epoch, root, lines: Vec::new(), info: Info::default() }
    }

    /// Takes in one `info` line: figures it does not give stay as they were.
    pub(super) fn take(&mut self, info: Info) {
        if let Some(line) = info.line(&self.root) {
            let rank = info.rank.unwrap_or(1).max(1);
            // A rank without those before it is rubbish; it must not make the list grow.
            if rank <= self.lines.len() {
                self.lines[rank - 1] = line;
            } else if rank == self.lines.len() + 1 {
                self.lines.push(line);
            }
        }
        let old = std::mem::take(&mut self.info);
        let moves = if info.moves.is_empty() { old.moves } else { info.moves };
        self.info = Info {
            depth: info.depth.or(old.depth),
            selective_depth: info.selective_depth.or(old.selective_depth),
            rank: info.rank.or(old.rank),
            score: info.score.or(old.score),
            nodes: info.nodes.or(old.nodes),
            nps: info.nps.or(old.nps),
            hashfull: info.hashfull.or(old.hashfull),
            tablebase_hits: info.tablebase_hits.or(old.tablebase_hits),
            time: info.time.or(old.time),
            moves,
            current: (info.current.0.or(old.current.0), info.current.1.or(old.current.1)),
            text: info.text.or(old.text),
        };
    }
}

/// The answer to a `Go`.
#[derive(Clone, Debug)]
pub struct ExternalOutcome {
    /// Which `Go` it answers.
    pub epoch: u64,
    /// The move: `None` when there is no legal one; an error when the engine named none although there is one, or one
    /// that cannot be played. The engine can be asked again.
    pub best: Result<Option<Move>, ExternalError>,
    /// The reply it expects, if that is legal.
    pub ponder: Option<Move>,
    /// The last report.
    pub report: ExternalReport,
    /// Time from the order (or the ponder hit) to the answer, as measured here.
    pub elapsed: Millis,
}

/// Why an engine cannot be used, or could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// The program could not be started.
    #[error("{program}: cannot be started: {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        reason: String,
    },
    /// It did not introduce itself in time: probably no UCI engine.
    #[error("{name}: no `uciok` within {} ms; is it a UCI engine?", .waited.0)]
    NoHandshake {
        /// The engine.
        name: String,
        /// How long we waited.
        waited: Millis,
    },
    /// It did not answer `isready` in time, thinking or not.
    #[error("{name}: silent: no `readyok` within {} ms", .waited.0)]
    Silent {
        /// The engine.
        name: String,
        /// How long we waited.
        waited: Millis,
    },
    /// It did not name a move in time, not even when told to stop.
    #[error("{name}: no move within {} ms after it was told to stop", .waited.0)]
    NoAnswer {
        /// The engine.
        name: String,
        /// How long we waited.
        waited: Millis,
    },
    /// It ended by itself.
    #[error("{name}: ended by itself ({status}){}", behind_colon(.stderr_tail))]
    Ended {
        /// The engine.
        name: String,
        /// How the process ended.
        status: String,
        /// The last line of its standard error; empty when there was none.
        stderr_tail: String,
    },
    /// A move that cannot be played.
    #[error("{name}: {text:?} is not a legal move here")]
    IllegalMove {
        /// The engine.
        name: String,
        /// What it said.
        text: String,
    },
    /// No move although there are legal ones.
    #[error("{name}: names no move although there are legal ones")]
    NoMove {
        /// The engine.
        name: String,
    },
    /// The engine has ended before; start it again.
    #[error("the external engine is not running")]
    Gone,
}

fn behind_colon(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text}") }
}

/// Something strange that an engine did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolWarning {
    /// A line that is not of the protocol; its beginning.
    #[error("a line that is not UCI: {0:?}")]
    NotUci(String),
    /// A line too long to be read; it was skipped.
    #[error("a line of {0} bytes, which is skipped")]
    LongLine(usize),
    /// A declared option that makes no sense; its beginning.
    #[error("an option that makes no sense: {0:?}")]
    Option(String),
    /// A move that nobody asked for.
    #[error("a move nobody asked for: {0:?}")]
    StrayMove(String),
    /// A reply to ponder on that is not legal.
    #[error("{0:?} is not a legal reply to ponder on")]
    PonderMove(String),
    /// An option from the settings that it does not take.
    #[error(transparent)]
    Setting(#[from] OptionError),
}

/// How long an external engine may keep us waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start to `uciok`. Networks are loaded here.
    pub handshake: Duration,
    /// From `isready` to `readyok`. Tables are allocated and cleared here.
    pub ready: Duration,
    /// From `stop`, or from the end of its time, to `bestmove`.
    pub answer: Duration,
    /// Without a line while it thinks, before it is asked whether it is alive.
    pub silence: Duration,
    /// From `quit` to the end of the process; killed then.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// Generous for slow machines and large tables; short only where the user waits for us to end.
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(20),
            answer: Duration::from_secs(5),
            silence: Duration::from_secs(10),
            quit: Duration::from_millis(500),
        }
    }
}
