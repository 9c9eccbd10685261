//! The running search of an external engine: its request, its report so far, and its timeouts.

use super::messages::{ExternalReport, Timeouts};
use super::requests::ExternalGo;
use crate::engine::messages::GoLimit;
use std::time::{Duration, Instant};

/// Which timeout has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timeout {
    /// No handshake: give up.
    Handshake,
    /// No `readyok`: give up.
    Ready,
    /// The time of the move is over: send `stop`.
    Overdue,
    /// No move after `stop`: give up.
    Answer,
    /// No line for some time: send `isready`.
    Silence,
}

/// A time at which something is overdue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) what: Timeout,
}

/// A running search.
#[derive(Debug)]
pub(super) struct ActiveSearch {
    pub(super) epoch: u64,
    stopping: bool,
    /// The limit that applies from the ponder hit, of a search that ponders.
    pondering: Option<GoLimit>,
    pub(super) report: ExternalReport,
    /// Deadline of the outcome.
    answer: Option<Deadline>,
    /// Deadline of the next line.
    silence: Deadline,
}

impl ActiveSearch {
    pub fn new(order: &ExternalGo, report: ExternalReport, timeouts: &Timeouts) -> Self {
        let now = Instant::now();
        let go = &order.go;
        Self {
            epoch: go.epoch,
            stopping: false,
            pondering: go.ponder.then_some(go.limit),
            report,
            answer: if go.ponder { None } else { deadline(&go.limit, now, timeouts) },
            silence: Deadline { at: now + timeouts.silence, what: Timeout::Silence },
        }
    }

    /// `ponderhit` is being sent. `false` if it does not ponder, or is stopped.
    pub fn ponder_hit(&mut self, timeouts: &Timeouts) -> bool {
        let limit = self.pondering.take().filter(|_| !self.stopping);
        if let Some(limit) = &limit {
            self.answer = deadline(limit, Instant::now(), timeouts);
        }
        limit.is_some()
    }

    /// `stop` is being sent. `false` if it was sent before.
    pub fn stop(&mut self, timeouts: &Timeouts) -> bool {
        if self.stopping {
            return false;
        }
        self.stopping = true;
        self.answer =
            Some(Deadline { at: Instant::now() + timeouts.answer, what: Timeout::Answer });
        true
    }

    /// Was `stop` sent?
    pub fn is_stopping(&self) -> bool {
        self.stopping
    }

    /// A line was received.
    pub fn reset_silence(&mut self, timeouts: &Timeouts) {
        self.silence = Deadline { at: Instant::now() + timeouts.silence, what: Timeout::Silence };
    }

    /// `isready` is being sent.
    pub fn expect_ready(&mut self, timeouts: &Timeouts) {
        self.silence = Deadline { at: Instant::now() + timeouts.ready, what: Timeout::Ready };
    }

    /// The next deadline.
    pub fn due(&self) -> Deadline {
        self.answer.filter(|answer| answer.at <= self.silence.at).unwrap_or(self.silence)
    }
}

/// The longest time of a node of an engine: 100 nodes a second.
const NODE: Duration = Duration::from_millis(10);
/// The longest time of a search that depth or mate alone limits.
const DAY: Duration = Duration::from_secs(86_400);

/// The deadline of the outcome: the time of the move plus a timeout. Without a time it follows from the other limits, for an
/// engine may print `info` for ever.
fn deadline(limit: &GoLimit, now: Instant, timeouts: &Timeouts) -> Option<Deadline> {
    if !limit.is_bounded() {
        return None;
    }
    let times = [limit.move_time, limit.clock.map(|clock| clock.remaining)];
    let shortest = times.into_iter().flatten().map(|time| time.to_duration()).min();
    let span = match (shortest, limit.nodes) {
        (Some(time), _) => time.saturating_add(timeouts.answer),
        (None, Some(nodes)) => {
            let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
            timeouts.nodes.saturating_add(NODE.saturating_mul(nodes))
        }
        (None, None) => DAY,
    };
    Some(Deadline { at: later(now, span), what: Timeout::Overdue })
}

/// `since + span`, or a day later on overflow.
fn later(since: Instant, span: Duration) -> Instant {
    since.checked_add(span).unwrap_or(since + DAY)
}
