//! A player of a match: Lucena in this process or an external UCI engine. An external engine that fails is an error, never a
//! game result.

use super::engine_config::{EngineConfig, EngineKind, ExternalPlayerConfig};
use crate::base::Score;
use crate::engine::LocalEngine;
use crate::engine::external::{
    ExternalEngine, ExternalError, ExternalGo, ExternalNotice, ExternalOutcome, ExternalReport,
    OtherClock, ProtocolWarning, Timeouts,
};
use crate::engine::{Clock, Go, GoLimit, SystemClock, WorkClock};
use crate::rules::Move;
use crate::search::PvLine;
use crate::strength::StrengthLevel;
use anyhow::{Result, bail};
use std::cell::RefCell;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The clock of one game runner; times both sides.
#[derive(Clone, Debug)]
pub(in crate::batch) struct MatchClock {
    pub clock: Arc<dyn Clock>,
    /// The same clock if it measures CPU time.
    cpu: Option<Arc<WorkClock>>,
}

impl MatchClock {
    pub fn new(cpu_time: bool) -> Self {
        if cpu_time {
            let cpu = Arc::<WorkClock>::default();
            Self { clock: Arc::clone(&cpu) as Arc<_>, cpu: Some(cpu) }
        } else {
            Self { clock: Arc::<SystemClock>::default(), cpu: None }
        }
    }

    /// Adds the wall-clock time that an external engine used; the wall clock includes it already.
    fn add_external_time(&self, span: Duration) {
        if let Some(cpu) = &self.cpu {
            cpu.add(span);
        }
    }
}

/// A player's move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenMove {
    /// The move; `None` without a legal one.
    pub best: Option<Move>,
    /// The score that the engine gave, from its own view.
    pub score: Option<Score>,
    /// The depth of that score in plies.
    pub depth: Option<u16>,
    /// The reply on which it would ponder.
    pub ponder: Option<Move>,
}

impl ChosenMove {
    fn new(best: Option<Move>, lines: &[PvLine]) -> Self {
        let line = lines.first();
        let (score, depth) = (line.map(|line| line.score), line.map(|line| line.depth));
        Self { best, score, depth, ponder: None }
    }
}

/// A warning of an external engine in a match, with its name.
#[derive(Clone, Debug)]
pub(super) struct EngineWarning {
    pub engine: String,
    pub warning: ProtocolWarning,
}

/// A player.
#[derive(Debug)]
pub(super) enum Player {
    /// Lucena, searching on the game runner's thread.
    Lucena { engine: Box<LocalEngine>, dial: StrengthLevel },
    /// An external UCI engine.
    External(Box<ExternalPlayer>),
}

impl Player {
    /// Starts the engine, which may `ponder` if it is an external one that can. Blocks until it has finished the UCI handshake.
    ///
    /// After `stop` is set an external engine is told to move at once.
    pub fn start(
        config: &EngineConfig,
        clock: &MatchClock,
        ponder: bool,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self> {
        Ok(match &config.kind {
            EngineKind::Lucena { options, dial } => {
                let engine = LocalEngine::new(options, Arc::clone(&clock.clock))?;
                Self::Lucena { engine: Box::new(engine), dial: *dial }
            }
            EngineKind::External(config) => {
                let mut player = ExternalPlayer::start(config, clock.clone())?;
                player.stop = Arc::clone(stop);
                if ponder {
                    player.allow_pondering()?;
                }
                Self::External(Box::new(player))
            }
        })
    }

    /// Why it does not search on the opponent's time; `None` if it does.
    pub fn why_no_pondering(&self) -> Option<&'static str> {
        match self {
            Self::Lucena { .. } => {
                Some("Lucena in this process does not, but uci='lucena uci' does")
            }
            Self::External(player) => player.why_no_pondering(),
        }
    }

    /// Clears the state of the last game; the next one is of Chess960 or not.
    pub fn new_game(&mut self, chess960: bool) -> Result<()> {
        match self {
            Self::Lucena { engine, .. } => {
                engine.new_game();
                Ok(())
            }
            Self::External(player) => player.new_game(chess960),
        }
    }

    /// The warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<EngineWarning> {
        let Self::External(player) = self else { return Vec::new() };
        let engine = player.engine.name();
        let named = |warning| EngineWarning { engine: engine.to_owned(), warning };
        mem::take(player.warnings.get_mut()).into_iter().map(named).collect()
    }

    /// Searches on the time of the opponent, whose expected reply is the last move of `go`. Does not block; an engine that has ended
    /// is noticed when it is to move.
    pub fn ponder(&mut self, go: Go, other: Option<OtherClock>) {
        match self {
            Self::Lucena { .. } => {}
            Self::External(player) => player.ponder(go, other),
        }
    }

    /// Ends a search on the opponent's time. Does not block; an engine that has ended is noticed before the next game.
    pub fn stop_pondering(&self) {
        if let Self::External(player) = self
            && player.pondering.is_some()
        {
            player.engine.stop().unwrap_or_default();
        }
    }

    /// Blocks until the engine returns a move. `go` has the clock of the side to move, `other` the opponent's.
    pub fn choose_move(&mut self, go: Go, other: Option<OtherClock>) -> Result<ChosenMove> {
        match self {
            Self::Lucena { engine, dial } => {
                let outcome = engine.search(Go { dial: *dial, ..go });
                Ok(ChosenMove::new(outcome.best, &outcome.report.search.lines))
            }
            Self::External(player) => Ok(player.choose_move(go, other)?),
        }
    }
}

/// An external UCI engine.
#[derive(Debug)]
pub(in crate::batch) struct ExternalPlayer {
    engine: ExternalEngine,
    notices: Receiver<ExternalNotice>,
    config: ExternalPlayerConfig,
    clock: MatchClock,
    epoch: u64,
    /// Whether it ponders.
    ponders: bool,
    /// The moves of the game up to the reply on which it ponders now.
    pondering: Option<Vec<Move>>,
    /// Set when the search is to end.
    stop: Arc<AtomicBool>,
    /// Warnings that were not taken yet, one of each kind.
    warnings: RefCell<Vec<ProtocolWarning>>,
}

/// Longer than any timeout of the UCI client.
const HANG_TIMEOUT: Duration = Duration::from_secs(86_400);

/// Time between two looks at the stop flag.
const STOP_POLL: Duration = Duration::from_millis(100);

/// Timeout for the exit notice of an engine that has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

impl ExternalPlayer {
    /// Starts the engine and sets its options. Blocks until it is ready.
    pub fn start(config: &ExternalPlayerConfig, clock: MatchClock) -> Result<Self> {
        let (sender, notices) = channel();
        // The receiver is gone when the game runner has ended.
        let notify = move |notice| drop(sender.send(notice));
        let engine = ExternalEngine::start(&config.engine, Timeouts::default(), notify)?;
        let (config, stop) = (config.clone(), Arc::default());
        let mut player = Self {
            engine,
            notices,
            config,
            clock,
            epoch: 0,
            ponders: false,
            pondering: None,
            stop,
            warnings: RefCell::default(),
        };
        let sent = player.engine.ask_ready();
        player.wait_until_ready(sent)?;
        Ok(player)
    }

    /// Sets the option `Ponder`, by which an engine says that it can ponder, unless there is a reason against it.
    fn allow_pondering(&mut self) -> Result<()> {
        self.ponders = self.why_no_pondering().is_none();
        if !self.ponders {
            return Ok(());
        }
        let sent = self.engine.set_option("Ponder true").and_then(|()| self.engine.ask_ready());
        self.wait_until_ready(sent)
    }

    /// Why it cannot ponder, or is not to. An engine with limits of its own has no clock.
    fn why_no_pondering(&self) -> Option<&'static str> {
        let is_ponder = |name: &str| name.eq_ignore_ascii_case("Ponder");
        let set = self.config.engine.options.iter().rfind(|(name, _)| is_ponder(name));
        if self.engine.handshake().is_none_or(|it| it.option("Ponder").is_none()) {
            return Some("it has no option Ponder");
        }
        if set.is_some_and(|(_, value)| !value.eq_ignore_ascii_case("true")) {
            return Some("its option Ponder is set to false");
        }
        self.own_limit().is_some().then_some("it has a limit of nodes or depth, and no clock")
    }

    /// Searches on the opponent's time, if it ponders.
    fn ponder(&mut self, go: Go, other: Option<OtherClock>) {
        if self.ponders {
            self.epoch += 1;
            self.pondering = Some(go.moves.clone());
            let go = Go { epoch: self.epoch, ..go };
            self.engine.go(ExternalGo { go, other }).unwrap_or_default();
        }
    }

    /// Ends pondering, and waits for the move that it answers, which nobody plays.
    fn end_pondering(&mut self) -> Result<(), ExternalError> {
        if self.pondering.take().is_some() {
            let sent = self.engine.stop();
            self.exit_reason(sent)?;
            self.outcome(&mut |_| {})?;
        }
        Ok(())
    }

    /// The next position is from another game, of Chess960 or not. Blocks until the engine is ready.
    pub fn new_game(&mut self, chess960: bool) -> Result<()> {
        self.end_pondering()?;
        let sent = self.engine.new_game_of(chess960).and_then(|()| self.engine.ask_ready());
        self.wait_until_ready(sent)
    }

    /// Waits for `readyok`. A rejected option is an error: without it the engine would not play as configured.
    fn wait_until_ready(&mut self, sent: Result<(), ExternalError>) -> Result<()> {
        self.exit_reason(sent)?;
        loop {
            match self.next_notice()? {
                ExternalNotice::Ready => return Ok(()),
                ExternalNotice::Warning(ProtocolWarning::Setting(error)) => {
                    bail!("{}: {error}", self.engine.name());
                }
                ExternalNotice::HandshakeDone(_)
                | ExternalNotice::Report
                | ExternalNotice::Done(_)
                | ExternalNotice::OptionSet(..)
                | ExternalNotice::Warning(_)
                | ExternalNotice::Failed { .. } => {}
            }
        }
    }

    fn choose_move(
        &mut self,
        go: Go,
        other: Option<OtherClock>,
    ) -> Result<ChosenMove, ExternalError> {
        if self.pondering.as_ref() == Some(&go.moves) {
            self.pondering = None;
            let sent = self.engine.ponder_hit();
            self.exit_reason(sent)?;
            return Self::chosen(self.outcome(&mut |_| {})?);
        }
        // The answer to `stop` takes time of its clock, as under other programs.
        self.end_pondering()?;
        let compress = self.config.compress;
        let mut limit = go.limit;
        if let Some(clock) = &mut limit.clock {
            clock.remaining = clock.remaining.divided(compress);
            clock.increment = clock.increment.divided(compress);
        }
        let other = other.map(|clock| OtherClock {
            remaining: clock.remaining.divided(compress),
            increment: clock.increment.divided(compress),
        });
        // The match clock may measure CPU time.
        let start = Instant::now();
        let order = ExternalGo { go: Go { limit, ..go }, other };
        let outcome = self.search(order, &mut |_| {})?;
        if self.own_limit().is_none() {
            self.clock.add_external_time(start.elapsed().saturating_mul(compress));
        }
        Self::chosen(outcome)
    }

    fn chosen(outcome: ExternalOutcome) -> Result<ChosenMove, ExternalError> {
        let chosen = ChosenMove::new(outcome.best?, &outcome.report.lines);
        Ok(ChosenMove { ponder: outcome.ponder, ..chosen })
    }

    /// The limit of its configuration, which replaces that of a search.
    fn own_limit(&self) -> Option<GoLimit> {
        let ExternalPlayerConfig { nodes, depth, .. } = self.config;
        let limited = nodes.is_some() || depth.is_some();
        limited.then(|| GoLimit { nodes, depth, ..GoLimit::default() })
    }

    /// Searches and passes on the reports that arrive. Blocks until the outcome.
    pub fn search(
        &mut self,
        order: ExternalGo,
        on_report: &mut dyn FnMut(&ExternalReport),
    ) -> Result<ExternalOutcome, ExternalError> {
        self.epoch += 1;
        let limit = self.own_limit().unwrap_or(order.go.limit);
        let go = Go { epoch: self.epoch, limit, ..order.go };
        let sent = self.engine.go(ExternalGo { go, ..order });
        self.exit_reason(sent)?;
        self.outcome(on_report)
    }

    /// Waits for the outcome of the last search and passes on the reports that arrive.
    fn outcome(
        &mut self,
        on_report: &mut dyn FnMut(&ExternalReport),
    ) -> Result<ExternalOutcome, ExternalError> {
        let mut is_told = false;
        loop {
            if !is_told && self.stop.load(Ordering::Relaxed) {
                is_told = true;
                self.exit_reason(self.engine.stop())?;
            }
            let Some(notice) = self.notice_within(STOP_POLL)? else { continue };
            match notice {
                ExternalNotice::Done(outcome) if outcome.epoch == self.epoch => {
                    return Ok(*outcome);
                }
                ExternalNotice::Report => {
                    let latest = self.engine.latest();
                    latest.iter().filter(|it| it.epoch == self.epoch).for_each(|it| on_report(it));
                }
                ExternalNotice::HandshakeDone(_)
                | ExternalNotice::Done(_)
                | ExternalNotice::Ready
                | ExternalNotice::OptionSet(..)
                | ExternalNotice::Warning(_)
                | ExternalNotice::Failed { .. } => {}
            }
        }
    }

    /// If the engine has ended, waits for the notice that says why and returns that error.
    fn exit_reason(&self, sent: Result<(), ExternalError>) -> Result<(), ExternalError> {
        sent.map_err(|gone| {
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
    fn next_notice(&self) -> Result<ExternalNotice, ExternalError> {
        self.notice_within(HANG_TIMEOUT)?.ok_or(ExternalError::Gone)
    }

    /// The same, or `None` if there is none in `time`.
    fn notice_within(&self, time: Duration) -> Result<Option<ExternalNotice>, ExternalError> {
        match self.notices.recv_timeout(time) {
            Ok(ExternalNotice::Failed { error, .. }) => Err(error),
            Ok(notice) => {
                if let ExternalNotice::Warning(warning) = &notice {
                    let mut warnings = self.warnings.borrow_mut();
                    if warnings.iter().all(|it| it.kind() != warning.kind()) {
                        warnings.push(warning.clone());
                    }
                }
                Ok(Some(notice))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(ExternalError::Gone),
        }
    }
}
