//! Who sits at the board: this engine in this process, or another program that speaks UCI. Both are asked for a move and
//! answer with it; a program that fails is an error and never a result.

use super::contender::{Contender, Guest, Player};
use super::{MatchError, Pace};
use crate::engine::external::{
    ExternalEngine, ExternalError, ExternalGo, ExternalNotice, ExternalOutcome, Oddity, OtherClock,
    Patience,
};
use crate::engine::{Brain, Clock, Desk, Go, GoLimit, SystemClock, Thinker as _, WorkClock};
use crate::game::Insight;
use crate::rules::Move;
use crate::search::Line;
use crate::strength::DialSetting;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The clock of one board, by which both sides are timed.
#[derive(Clone, Debug)]
pub(super) enum Timepiece {
    Wall(Arc<SystemClock>),
    Work(Arc<WorkClock>),
}

impl Timepiece {
    pub(super) fn new(pace: Pace) -> Self {
        match pace {
            Pace::Wall => Self::Wall(Arc::default()),
            Pace::Work => Self::Work(Arc::default()),
        }
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        match self {
            Self::Wall(clock) => Arc::clone(clock) as Arc<_>,
            Self::Work(clock) => Arc::clone(clock) as Arc<_>,
        }
    }

    /// Another process took `span` of the wall's time; the wall clock has seen that by itself.
    fn charge(&self, span: Duration) {
        if let Self::Work(clock) = self {
            clock.add(span);
        }
    }
}

/// A move with what is known about it.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) best: Option<Move>,
    /// The best line, scored for the side to move.
    pub(super) line: Option<Line>,
    pub(super) insight: Option<Insight>,
}

/// A player at the board.
#[derive(Debug)]
pub(super) enum Seat {
    Lucena(Box<Native>),
    Program(Box<Visitor>),
}

impl Seat {
    /// Makes the contender ready to play. Blocks until a program has introduced itself.
    pub(super) fn take(contender: &Contender, timepiece: &Timepiece) -> Result<Self, MatchError> {
        Ok(match &contender.player {
            Player::Lucena { options, dial } => {
                let clock = timepiece.clock();
                let brain = Brain::new(options, Arc::clone(&clock))?;
                let desk = Desk::new(|_| {});
                Self::Lucena(Box::new(Native { brain, dial: *dial, desk, clock, epoch: 0 }))
            }
            Player::Program(guest) => {
                Self::Program(Box::new(Visitor::start(guest, timepiece.clone())?))
            }
        })
    }

    /// Forgets the last game.
    pub(super) fn new_game(&mut self) -> Result<(), MatchError> {
        match self {
            Self::Lucena(native) => native.brain.new_game(),
            Self::Program(visitor) => visitor.new_game()?,
        }
        Ok(())
    }

    /// Blocks until it names a move. `go` carries the clock of the side to move, `other` that of the other one.
    pub(super) fn think(
        &mut self,
        go: Go,
        other: Option<OtherClock>,
    ) -> Result<Answer, MatchError> {
        match self {
            Self::Lucena(native) => Ok(native.think(go)),
            Self::Program(visitor) => Ok(visitor.think(go, other)?),
        }
    }
}

/// This engine, thinking on the thread of its board.
#[derive(Debug)]
pub(super) struct Native {
    brain: Brain,
    dial: DialSetting,
    desk: Desk,
    clock: Arc<dyn Clock>,
    epoch: u64,
}

impl Native {
    fn think(&mut self, go: Go) -> Answer {
        self.epoch += 1;
        let go = Go { epoch: self.epoch, dial: self.dial, ..go };
        let outcome = self.brain.think(&go, self.clock.now(), &self.desk);
        let report = outcome.report;
        let insight = Insight {
            dial: Some((report.dial.setting, report.dial.inferior.clone())),
            ..Insight::of_search(&report.search, report.nps)
        };
        let line = report.search.lines.into_iter().next();
        Answer { best: outcome.best, line, insight: Some(insight) }
    }
}

/// Another program.
#[derive(Debug)]
pub(super) struct Visitor {
    engine: ExternalEngine,
    notices: Receiver<ExternalNotice>,
    guest: Guest,
    timepiece: Timepiece,
    /// What its moves are timed by; the board's own clock may count something else.
    wall: SystemClock,
    epoch: u64,
}

/// Longer than any patience of the engine's keeper with the longest time control.
const HANG: Duration = Duration::from_secs(86_400);

/// For an engine that is gone to be cleaned up and to have its end told.
const LAST_WORDS: Duration = Duration::from_secs(5);

impl Visitor {
    fn start(guest: &Guest, timepiece: Timepiece) -> Result<Self, MatchError> {
        let (sender, notices) = channel();
        // A board that is gone hears nothing more.
        let tell = move |notice| drop(sender.send(notice));
        let engine = ExternalEngine::start(&guest.program, Patience::default(), tell)?;
        let wall = SystemClock::default();
        let mut visitor = Self { engine, notices, guest: guest.clone(), timepiece, wall, epoch: 0 };
        visitor.reason(visitor.engine.ask_ready())?;
        visitor.until_ready()?;
        Ok(visitor)
    }

    fn new_game(&mut self) -> Result<(), MatchError> {
        self.reason(self.engine.new_game().and_then(|()| self.engine.ask_ready()))?;
        self.until_ready()
    }

    /// Waits until everything ordered has been done. An option that it does not take is an error: without it another
    /// player would sit here than the one announced.
    fn until_ready(&mut self) -> Result<(), MatchError> {
        loop {
            match self.notice()? {
                ExternalNotice::Ready => return Ok(()),
                ExternalNotice::Odd(Oddity::Setting(error)) => {
                    return Err(MatchError::Setup(format!("{}: {error}", self.engine.name())));
                }
                _ => {}
            }
        }
    }

    fn think(&mut self, go: Go, other: Option<OtherClock>) -> Result<Answer, ExternalError> {
        self.epoch += 1;
        let limit = self.limit(go.limit);
        let order = ExternalGo {
            go: Go { epoch: self.epoch, limit, ..go },
            other: other.map(|clock| OtherClock {
                remaining: clock.remaining.divided(self.guest.compress),
                increment: clock.increment.divided(self.guest.compress),
            }),
        };
        let begun = self.wall.now();
        let ordered = self.engine.go(order);
        self.reason(ordered)?;
        let outcome = self.outcome()?;
        let used = self.wall.now().saturating_sub(begun);
        if !self.guest.has_own_limit() {
            self.timepiece.charge(used.saturating_mul(self.guest.compress));
        }
        let best = outcome.best?;
        Ok(Answer { best, line: outcome.report.lines.into_iter().next(), insight: None })
    }

    /// Its own limit if it has one, else the clock, compressed.
    fn limit(&self, limit: GoLimit) -> GoLimit {
        let Guest { nodes, depth, compress, .. } = self.guest;
        if self.guest.has_own_limit() {
            return GoLimit { nodes, depth, ..GoLimit::default() };
        }
        let mut limit = limit;
        if let Some(clock) = &mut limit.clock {
            clock.remaining = clock.remaining.divided(compress);
            clock.increment = clock.increment.divided(compress);
        }
        limit
    }

    fn outcome(&mut self) -> Result<ExternalOutcome, ExternalError> {
        loop {
            match self.notice()? {
                ExternalNotice::Done(outcome) if outcome.epoch == self.epoch => {
                    return Ok(*outcome);
                }
                _ => {}
            }
        }
    }

    /// An order that finds the engine gone fails by what the engine ended of, which is told a moment later.
    fn reason(&self, ordered: Result<(), ExternalError>) -> Result<(), ExternalError> {
        ordered.map_err(|gone| {
            loop {
                match self.notices.recv_timeout(LAST_WORDS) {
                    Ok(ExternalNotice::Failed { error, .. }) => break error,
                    Ok(_) => {}
                    Err(_) => break gone,
                }
            }
        })
    }

    /// The next notice; the engine's end is an error.
    fn notice(&self) -> Result<ExternalNotice, ExternalError> {
        match self.notices.recv_timeout(HANG) {
            Ok(ExternalNotice::Failed { error, .. }) => Err(error),
            Ok(notice) => Ok(notice),
            Err(_) => Err(ExternalError::Gone),
        }
    }
}
