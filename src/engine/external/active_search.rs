//! The thought an external engine is busy with: what was asked, what it said so far, and until when it may stay silent.

use super::messages::{ExternalReport, Timeouts};
use super::requests::{self, ExternalGo};
use crate::engine::GoLimit;
use crate::rules::Position;
use std::time::{Duration, Instant};

/// What happens when a deadline passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timeout {
    /// No introduction: give up.
    Handshake,
    /// No `readyok`: give up.
    Ready,
    /// The time of the move is over: say stop.
    Overdue,
    /// No move after `stop`: give up.
    Answer,
    /// Nothing heard for long: ask whether it is alive.
    Silence,
}

/// One thought under way.
#[derive(Debug)]
pub(super) struct ActiveSearch {
    pub(super) epoch: u64,
    limit: GoLimit,
    pondering: bool,
    stopping: bool,
    /// Since the order, or since the ponder hit.
    pub(super) since: Instant,
    pub(super) report: ExternalReport,
    /// When the answer must be there.
    answer: Option<(Instant, Timeout)>,
    /// When the next sign of life must be there.
    silence: (Instant, Timeout),
}

impl ActiveSearch {
    pub(super) fn new(order: &ExternalGo, root: Position, patience: &Timeouts) -> Self {
        let now = Instant::now();
        let go = &order.go;
        let mut task = Self {
            epoch: go.epoch,
            limit: go.limit,
            pondering: go.ponder,
            stopping: false,
            since: now,
            report: ExternalReport::new(go.epoch, root),
            answer: None,
            silence: (now + patience.silence, Timeout::Silence),
        };
        task.set_deadline(patience);
        task
    }

    /// The answer must be there when the move's own time is over, and a bit later.
    fn set_deadline(&mut self, patience: &Timeouts) {
        let limit = &self.limit;
        if self.pondering || requests::is_infinite(limit) {
            return;
        }
        let times = [limit.move_time, limit.clock.map(|clock| clock.remaining)];
        let shortest = times.into_iter().flatten().map(|time| time.to_duration()).min();
        self.answer =
            shortest.map(|time| (later(self.since, time + patience.answer), Timeout::Overdue));
    }

    /// The ponder move was played: the time runs from now. `false` when it was not pondering.
    pub(super) fn ponder_hit(&mut self, patience: &Timeouts) -> bool {
        let pondering = std::mem::take(&mut self.pondering);
        if pondering && !self.stopping {
            self.since = Instant::now();
            self.set_deadline(patience);
        }
        pondering
    }

    /// It was told to stop. `false` when it had been before.
    pub(super) fn stop(&mut self, patience: &Timeouts) -> bool {
        if self.stopping {
            return false;
        }
        self.stopping = true;
        self.answer = Some((Instant::now() + patience.answer, Timeout::Answer));
        true
    }

    /// A line came: it is alive.
    pub(super) fn reset_silence(&mut self, patience: &Timeouts) {
        self.silence = (Instant::now() + patience.silence, Timeout::Silence);
    }

    /// It was asked whether it is alive.
    pub(super) fn expect_ready(&mut self, patience: &Timeouts) {
        self.silence = (Instant::now() + patience.ready, Timeout::Ready);
    }

    /// What is due next.
    pub(super) fn due(&self) -> (Instant, Timeout) {
        match self.answer {
            Some(answer) if answer.0 <= self.silence.0 => answer,
            _ => self.silence,
        }
    }
}

/// `since + span`; a day later when that is beyond what the clock can hold.
fn later(since: Instant, span: Duration) -> Instant {
    let day = Duration::from_secs(86_400);
    since.checked_add(span).unwrap_or(since + day)
}
