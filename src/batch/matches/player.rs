//! A player of a match: Lucena in this process or an external UCI engine. An external engine that fails is an error, never a
//! game result.

use super::engine_config::{EngineConfig, EngineKind, ExternalPlayerConfig};
use super::{ClockSource, MatchError};
use crate::engine::external::{
    ExternalEngine, ExternalError, ExternalGo, ExternalNotice, ExternalOutcome, OtherClock,
    ProtocolWarning, Timeouts,
};
use crate::engine::{
    Backend as _, Clock, EngineCore, Go, GoLimit, SharedState, SystemClock, WorkClock,
};
use crate::game::EngineInfo;
use crate::rules::Move;
use crate::search::PvLine;
use crate::strength::StrengthLevel;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The clock of one game runner; times both sides.
#[derive(Clone, Debug)]
pub(super) enum MatchClock {
    Wall(Arc<SystemClock>),
    Work(Arc<WorkClock>),
}

impl MatchClock {
    pub(super) fn new(pace: ClockSource) -> Self {
        match pace {
            ClockSource::Wall => Self::Wall(Arc::default()),
            ClockSource::Work => Self::Work(Arc::default()),
        }
    }

    pub(super) fn clock(&self) -> Arc<dyn Clock> {
        match self {
            Self::Wall(clock) => Arc::clone(clock) as Arc<_>,
            Self::Work(clock) => Arc::clone(clock) as Arc<_>,
        }
    }

    /// Adds the wall-clock time that an external engine used; the wall clock includes it already.
    fn add_external_time(&self, span: Duration) {
        if let Self::Work(clock) = self {
            clock.add(span);
        }
    }
}

/// A move with its search information.
#[derive(Debug)]
pub(super) struct EngineMove {
    pub(super) best: Option<Move>,
    /// The principal variation, scored for the side to move.
    pub(super) line: Option<PvLine>,
    pub(super) insight: Option<EngineInfo>,
}

/// A player.
#[derive(Debug)]
pub(super) enum Player {
    Lucena(Box<LucenaPlayer>),
    External(Box<ExternalPlayer>),
}

impl Player {
    /// Starts the engine. Blocks until an external engine has finished the UCI handshake.
    pub(super) fn start(
        contender: &EngineConfig,
        timepiece: &MatchClock,
    ) -> Result<Self, MatchError> {
        Ok(match &contender.kind {
            EngineKind::Lucena { options, dial } => {
                let clock = timepiece.clock();
                let brain = EngineCore::new(options, Arc::clone(&clock))?;
                let desk = SharedState::new(|_| {});
                Self::Lucena(Box::new(LucenaPlayer { brain, dial: *dial, desk, clock, epoch: 0 }))
            }
            EngineKind::External(config) => {
                Self::External(Box::new(ExternalPlayer::start(config, timepiece.clone())?))
            }
        })
    }

    /// Clears the state of the last game.
    pub(super) fn new_game(&mut self) -> Result<(), MatchError> {
        match self {
            Self::Lucena(native) => native.brain.new_game(),
            Self::External(visitor) => visitor.new_game()?,
        }
        Ok(())
    }

    /// Blocks until the engine returns a move. `go` has the clock of the side to move, `other` the opponent's.
    pub(super) fn choose_move(
        &mut self,
        go: Go,
        other: Option<OtherClock>,
    ) -> Result<EngineMove, MatchError> {
        match self {
            Self::Lucena(native) => Ok(native.think(go)),
            Self::External(visitor) => Ok(visitor.think(go, other)?),
        }
    }
}

/// Lucena, searching on the game runner's thread.
#[derive(Debug)]
pub(super) struct LucenaPlayer {
    brain: EngineCore,
    dial: StrengthLevel,
    desk: SharedState,
    clock: Arc<dyn Clock>,
    epoch: u64,
}

impl LucenaPlayer {
    fn think(&mut self, go: Go) -> EngineMove {
        self.epoch += 1;
        let go = Go { epoch: self.epoch, dial: self.dial, ..go };
        let outcome = self.brain.search(&go, self.clock.now(), &self.desk);
        let report = outcome.report;
        let insight = EngineInfo {
            dial: Some((report.dial.level, report.dial.weakened.clone())),
            ..EngineInfo::of_search(&report.search, report.nps)
        };
        let line = report.search.lines.into_iter().next();
        EngineMove { best: outcome.best, line, insight: Some(insight) }
    }
}

/// An external UCI engine.
#[derive(Debug)]
pub(super) struct ExternalPlayer {
    engine: ExternalEngine,
    notices: Receiver<ExternalNotice>,
    config: ExternalPlayerConfig,
    timepiece: MatchClock,
    /// Times its moves; the match clock may measure CPU time.
    wall: SystemClock,
    epoch: u64,
}

/// Longer than any timeout of the UCI client.
const HANG_TIMEOUT: Duration = Duration::from_secs(86_400);

/// Timeout for the exit notice of an engine that has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

impl ExternalPlayer {
    fn start(config: &ExternalPlayerConfig, timepiece: MatchClock) -> Result<Self, MatchError> {
        let (sender, notices) = channel();
        // The receiver is gone when the game runner has ended.
        let tell = move |notice| drop(sender.send(notice));
        let engine = ExternalEngine::start(&config.engine, Timeouts::default(), tell)?;
        let wall = SystemClock::default();
        let mut visitor =
            Self { engine, notices, config: config.clone(), timepiece, wall, epoch: 0 };
        visitor.reason(visitor.engine.ask_ready())?;
        visitor.until_ready()?;
        Ok(visitor)
    }

    fn new_game(&mut self) -> Result<(), MatchError> {
        self.reason(self.engine.new_game().and_then(|()| self.engine.ask_ready()))?;
        self.until_ready()
    }

    /// Waits for `readyok`. A rejected option is an error: without it the engine would not play as configured.
    fn until_ready(&mut self) -> Result<(), MatchError> {
        loop {
            match self.notice()? {
                ExternalNotice::Ready => return Ok(()),
                ExternalNotice::Warning(ProtocolWarning::Setting(error)) => {
                    return Err(MatchError::Setup(format!("{}: {error}", self.engine.name())));
                }
                _ => {}
            }
        }
    }

    fn think(&mut self, go: Go, other: Option<OtherClock>) -> Result<EngineMove, ExternalError> {
        self.epoch += 1;
        let limit = self.limit(go.limit);
        let order = ExternalGo {
            go: Go { epoch: self.epoch, limit, ..go },
            other: other.map(|clock| OtherClock {
                remaining: clock.remaining.divided(self.config.compress),
                increment: clock.increment.divided(self.config.compress),
            }),
        };
        let begun = self.wall.now();
        let ordered = self.engine.go(order);
        self.reason(ordered)?;
        let outcome = self.outcome()?;
        let used = self.wall.now().saturating_sub(begun);
        if !self.config.has_own_limit() {
            self.timepiece.add_external_time(used.saturating_mul(self.config.compress));
        }
        let best = outcome.best?;
        Ok(EngineMove { best, line: outcome.report.lines.into_iter().next(), insight: None })
    }

    /// The engine's own limit if it has one, else the clock divided by `compress`.
    fn limit(&self, limit: GoLimit) -> GoLimit {
        let ExternalPlayerConfig { nodes, depth, compress, .. } = self.config;
        if self.config.has_own_limit() {
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

    /// If the engine has ended, waits for the notice that says why and returns that error.
    fn reason(&self, ordered: Result<(), ExternalError>) -> Result<(), ExternalError> {
        ordered.map_err(|gone| {
            loop {
                match self.notices.recv_timeout(EXIT_TIMEOUT) {
                    Ok(ExternalNotice::Failed { error, .. }) => break error,
                    Ok(_) => {}
                    Err(_) => break gone,
                }
            }
        })
    }

    /// The next notice; an ended engine is an error.
    fn notice(&self) -> Result<ExternalNotice, ExternalError> {
        match self.notices.recv_timeout(HANG_TIMEOUT) {
            Ok(ExternalNotice::Failed { error, .. }) => Err(error),
            Ok(notice) => Ok(notice),
            Err(_) => Err(ExternalError::Gone),
        }
    }
}
