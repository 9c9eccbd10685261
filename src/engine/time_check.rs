//! The limit checker of one search: stop flag, ponder hit, time budget, smart stop and speed cap.

use super::clock::Clock;
use super::debug_messages::DebugEvent;
use super::iterations::{Iterations, stop_reason};
use super::messages::{DialReport, Go, MoveTiming, Notice, Report, TimeReport};
use super::shared_state::SharedState;
use crate::base::Millis;
use crate::rules::Position;
use crate::search::observe::StepCommand;
use crate::search::{
    LimitChecker, MoveValueRecorder, PvLine, RESOLVE_FACTOR, SearchProgress, SearchReport,
    StopReason,
};
use crate::strength::human::MoveValues;
use crate::strength::throttle;
use crate::timing::{Budget, Lag, Moment, StopView, TimeManager};
use std::ops::ControlFlow;
use std::time::Duration;

/// Time between two reports.
const PUBLISH_EVERY: Duration = Duration::from_millis(50);

/// A person's thought takes at most so many ms.
const LONGEST_WAIT: f64 = 60_000.0;

/// The time manager with the history for the panel.
#[derive(Debug, Default)]
pub(super) struct TimePlanner {
    pub(super) manager: TimeManager,
    pub(super) lag: Lag,
    pub(super) previous: Option<Budget>,
    pub(super) history: Vec<MoveTiming>,
}

/// What does not change during a search.
#[derive(Debug)]
pub(super) struct SearchTask<'a> {
    pub(super) go: &'a Go,
    pub(super) root: Position,
    pub(super) shared: &'a SharedState,
    pub(super) clock: &'a dyn Clock,
    pub(super) overhead: Millis,
    /// Nodes reused from the last search.
    pub(super) reused: u64,
    pub(super) dial: DialReport,
    /// Records the values of the moves, for the human strength model.
    pub(super) records_values: bool,
}

/// The limit checker of one search.
#[derive(Debug)]
pub(super) struct TimeCheck<'a> {
    task: SearchTask<'a>,
    planner: &'a mut TimePlanner,
    /// Start of the thinking time: the request, or the ponder hit.
    since: Duration,
    /// Time from the request to the ponder hit.
    pondered: Duration,
    /// Since when the nodes of the report are counted, as [`Clock::running`]: the request, or the restart.
    counted_since: Duration,
    /// Time of the first node.
    first_node: Duration,
    /// When the search ended, if it waits for a stop or a ponder hit; the same as [`Clock::running`].
    ended: Option<[Duration; 2]>,
    /// Nodes searched while pondering; they count as reused after the ponder hit.
    nodes_before: u64,
    /// The search begins again, observed and on a clock that stands still at times: it tells nothing about the speed.
    restarted: bool,
    pondering: bool,
    budget: Option<Budget>,
    /// Budget of the previous move; the planner replaces it at the end of this one.
    previous: Option<Budget>,
    iterations: Iterations,
    published: Duration,
    waited: Duration,
    /// Values of the moves for the human strength model, which has no time budget: its search ends at a depth.
    values: Option<MoveValueRecorder>,
}

impl<'a> TimeCheck<'a> {
    /// For a search requested at `since`; computes its time budget.
    pub fn new(task: SearchTask<'a>, planner: &'a mut TimePlanner, since: Duration) -> Self {
        let now = task.clock.now();
        let pondering = task.go.ponder;
        let previous = planner.previous.clone();
        let values = task.records_values.then(MoveValueRecorder::default);
        let mut check = Self {
            task,
            planner,
            previous,
            since,
            pondered: Duration::ZERO,
            ended: None,
            counted_since: since,
            first_node: now,
            nodes_before: 0,
            restarted: false,
            pondering,
            budget: None,
            iterations: Iterations::default(),
            published: now,
            waited: Duration::ZERO,
            values,
        };
        if !pondering {
            check.plan();
        }
        check
    }

    /// Computes the time budget, if there is a clock.
    fn plan(&mut self) {
        let limit = &self.task.go.limit;
        let reused = self.task.reused + self.nodes_before;
        self.budget =
            limit.clock.filter(|_| !limit.infinite && self.values.is_none()).map(|clock| {
                let TimePlanner { manager, lag, .. } = &mut *self.planner;
                lag.start(&clock);
                manager.start(&clock, lag.overhead(self.task.overhead), reused)
            });
    }

    /// The deadline of the budget, stretched by what the search has found, and later within an iteration; later, too, if the
    /// search is unsettled and time was saved for that.
    fn deadline(&self, moment: Moment) -> Option<Millis> {
        let budget = self.budget.as_ref()?;
        let stop = self.planner.manager.settings().stop();
        let deadline = match moment {
            Moment::BetweenIterations => budget.stretched_deadline(),
            Moment::Poll => budget.latest_deadline(),
        };
        let is_longer = budget.extension.0 > 0 && self.iterations.is_unsettled(stop);
        let spendable = Millis(budget.clock_cap as i64);
        Some(if is_longer { (deadline + budget.extension).min(spendable) } else { deadline })
    }

    /// The deadline of a move with a fixed time.
    fn fixed_deadline(&self) -> Option<Millis> {
        let limit = self.task.go.limit.move_time?;
        Some(limit - self.planner.lag.fixed_overhead(self.task.overhead))
    }

    /// Handles a ponder hit: the clock starts now, the nodes so far count as reused, and the iterations so far stretch the budget.
    fn ponder_hit(&mut self, nodes: u64) {
        (self.pondering, self.ended) = (false, None);
        self.pondered = self.elapsed();
        self.since = self.task.clock.now();
        self.first_node = self.since;
        self.nodes_before = nodes;
        self.plan();
        self.stretch();
    }

    /// The search restarts for observation: node counts and iterations start again.
    pub fn restart(&mut self) {
        self.restarted = true;
        self.first_node = self.task.clock.now();
        self.counted_since = self.task.clock.running();
        self.nodes_before = 0;
        self.iterations = Iterations::default();
    }

    /// The clock, and the time in which the search has run.
    fn readings(&self) -> [Duration; 2] {
        [self.task.clock.now(), self.task.clock.running()]
    }

    /// Time since the request or the ponder hit.
    pub fn elapsed(&self) -> Duration {
        self.task.clock.now().saturating_sub(self.since)
    }

    /// Must the engine wait for a stop or a ponder hit before the outcome?
    fn is_infinite(&self) -> bool {
        self.pondering || self.task.go.limit.infinite
    }

    /// Blocks until the outcome of an infinite or pondering search is allowed.
    pub fn wait_for_stop(&mut self, search: &SearchReport) {
        let epoch = self.task.go.epoch;
        if self.is_infinite() && !self.task.shared.is_stopped(epoch) {
            self.ended = Some(self.readings());
            self.publish(search.clone());
        }
        while self.is_infinite() && !self.task.shared.is_stopped(epoch) {
            if self.pondering && self.task.shared.is_ponder_hit(epoch) {
                self.ponder_hit(search.nodes);
                break;
            }
            if self.task.shared.debug().take(epoch) == Some(StepCommand::Pause) {
                let complete = Box::new(DebugEvent::Complete(epoch));
                self.task.shared.send(Notice::Debug(complete));
            }
            self.task.clock.wait(Duration::from_millis(100));
        }
    }

    /// Waits until a person would have moved: `pace` times an even share of the clock, a fortieth of what is left and the
    /// increment; at most a tenth of what is left, and 60 s. Without a clock a share is half of
    /// the time of the move. A search without a limit of time is not delayed.
    pub fn wait_as_a_person(&mut self, pace: f64, search: &SearchReport) {
        let limit = &self.task.go.limit;
        let millis = |time: Millis| time.0.max(0) as f64;
        let (share, most) = match (limit.clock, limit.move_time) {
            (Some(clock), _) => {
                let left = millis(clock.remaining - self.task.overhead);
                (left / 40.0 + millis(clock.increment), left / 10.0)
            }
            (None, Some(time)) => (millis(time) / 2.0, millis(time - self.task.overhead)),
            (None, None) => return,
        };
        let until = Duration::from_secs_f64((pace * share).min(most).min(LONGEST_WAIT) / 1000.0);
        while self.elapsed() < until && !self.task.shared.is_stopped(self.task.go.epoch) {
            let before = self.task.clock.now();
            self.task.clock.wait((until - self.elapsed().min(until)).min(PUBLISH_EVERY));
            self.waited += self.task.clock.now().saturating_sub(before);
            self.publish(search.clone());
        }
    }

    /// Tests stop flag and time; handles a ponder hit.
    fn should_stop(
        &mut self,
        progress: &dyn SearchProgress,
        moment: Moment,
    ) -> ControlFlow<StopReason> {
        let epoch = self.task.go.epoch;
        if self.task.shared.is_stopped(epoch) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        if self.pondering && self.task.shared.is_ponder_hit(epoch) {
            self.ponder_hit(progress.nodes());
        }
        if self.is_infinite() {
            return ControlFlow::Continue(());
        }
        let elapsed = Millis::from_duration(self.elapsed());
        let goes_on = |deadline: Millis| {
            let is_resolving = self.task.go.limit.resolve_window && progress.is_unresolved();
            is_resolving && elapsed.0 / i64::from(RESOLVE_FACTOR) < deadline.0
        };
        if self.fixed_deadline().is_some_and(|it| elapsed >= it && !goes_on(it)) {
            return ControlFlow::Break(StopReason::MoveTime);
        }
        // Half of the clock: only a player in time trouble has less than the search takes.
        if let (Some(_), Some(clock)) = (&self.values, self.task.go.limit.clock)
            && 2 * elapsed.0 >= (clock.remaining - self.task.overhead).0
        {
            return ControlFlow::Break(StopReason::Budget);
        }
        if self.deadline(moment).is_some_and(|deadline| elapsed >= deadline) {
            return ControlFlow::Break(StopReason::Budget);
        }
        ControlFlow::Continue(())
    }

    /// Sleeps, in short steps, until the speed is within the cap.
    fn throttle(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let Some(cap) = self.task.dial.nps_cap else { return ControlFlow::Continue(()) };
        loop {
            let nodes = progress.nodes() - self.nodes_before;
            let elapsed = u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX);
            let Some(sleep) = throttle::next_sleep(nodes, elapsed, cap) else {
                return ControlFlow::Continue(());
            };
            let before = self.task.clock.now();
            self.task.clock.wait(Duration::from_micros(sleep));
            let waited = self.task.clock.now().saturating_sub(before);
            if waited.is_zero() {
                // The clock stands still while the search runs to a pause.
                return ControlFlow::Continue(());
            }
            self.waited += waited;
            self.publish_if_due(progress);
            self.should_stop(progress, Moment::Poll)?;
        }
    }

    /// Publishes a report if [`PUBLISH_EVERY`] has passed.
    fn publish_if_due(&mut self, progress: &dyn SearchProgress) {
        if self.task.clock.now().saturating_sub(self.published) >= PUBLISH_EVERY {
            self.publish(progress.report());
        }
    }

    fn publish(&mut self, search: SearchReport) {
        let report = self.report(search);
        self.task.shared.publish(report);
        self.published = self.task.clock.now();
    }

    /// Passes the speed of this search to the time manager.
    fn sample(&mut self, nodes: u64) {
        if self.budget.is_some() && !self.restarted {
            let span = self.task.clock.now().saturating_sub(self.first_node);
            self.planner
                .manager
                .sample(Millis::from_duration(span), nodes.saturating_sub(self.nodes_before));
        }
    }

    /// Evaluates the smart stop, if there is a clock. `earlier_share` is the node share of the best move before this iteration.
    fn smart_stop(&self, search: &SearchReport, earlier_share: f64) -> Option<StopReason> {
        let deadline = self.deadline(Moment::BetweenIterations)?;
        let manager = &self.planner.manager;
        let view = StopView {
            elapsed: Millis::from_duration(self.elapsed()),
            deadline,
            nps: manager.learned().nps,
            ..self.iterations.view(search, earlier_share)
        };
        manager.settings().stop().reason(&view).map(stop_reason)
    }

    /// Stretches the budget by the iterations so far, if there are any and its manager does so.
    fn stretch(&mut self) {
        if self.iterations.progress().scores.is_empty() {
            return;
        }
        let settings = self.planner.manager.settings().stretch();
        if let (Some(settings), Some(budget)) = (settings, &mut self.budget) {
            budget.stretch = Some(settings.after(budget, &self.iterations.progress()));
        }
    }

    /// The engine's report around a search report.
    pub fn report(&self, search: SearchReport) -> Report {
        let [now, running] = self.ended.unwrap_or_else(|| self.readings());
        let counted = running.saturating_sub(self.counted_since);
        let manager = &self.planner.manager;
        let time = self.budget.as_ref().map(|budget| TimeReport {
            budget: budget.clone(),
            previous: self.previous.clone(),
            factors: manager.learned(),
            history: self.planner.history.clone(),
        });
        let dial =
            DialReport { waited: Millis::from_duration(self.waited), ..self.task.dial.clone() };
        Report {
            epoch: self.task.go.epoch,
            root: self.task.root.clone(),
            elapsed: Millis::from_duration(now.saturating_sub(self.since)),
            pondered: Millis::from_duration(self.pondered),
            again: self.restarted.then(|| Millis::from_duration(counted)),
            nps: rate(search.nodes, counted),
            pondering: self.pondering,
            search,
            time,
            dial,
        }
    }

    /// The lines to which the values belong, if the human strength model plays.
    pub fn take_lines(&mut self) -> Option<Vec<PvLine>> {
        let lines = self.values.as_mut()?.take_lines();
        (!lines.is_empty()).then_some(lines)
    }

    /// The values of the moves, if the human strength model plays.
    pub fn take_values(&mut self) -> Option<Vec<MoveValues>> {
        self.values.take().map(MoveValueRecorder::into_values)
    }

    /// Ends the search: the time manager learns from this move. Returns the nodes of the tree, reused and new.
    pub fn finish(&mut self, search: &SearchReport) -> u64 {
        let final_nodes = self.task.reused + search.nodes;
        let fixed = self.fixed_deadline().filter(|_| search.stop == Some(StopReason::MoveTime));
        if let Some(deadline) = fixed {
            self.planner.lag.overrun(deadline, Millis::from_duration(self.elapsed()));
        }
        let Some(budget) = self.budget.clone() else { return final_nodes };
        self.sample(search.nodes);
        let used = self.elapsed();
        let TimePlanner { manager, lag, history, .. } = &mut *self.planner;
        manager.finish(Millis::from_duration(used), final_nodes);
        lag.finish(budget.clock, Millis::from_duration(used));
        history.push(MoveTiming {
            ply: budget.clock.ply,
            planned: budget.planned(),
            used: used.as_secs_f64() * 1000.0,
            total_nodes: final_nodes,
            factors: manager.learned(),
            stop: search.stop,
        });
        self.planner.previous = Some(budget);
        final_nodes
    }
}

impl LimitChecker for TimeCheck<'_> {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.should_stop(progress, Moment::Poll)?;
        self.sample(progress.nodes());
        self.publish_if_due(progress);
        // The first iteration is never throttled, so that there is always a move.
        if progress.depth() > 1 { self.throttle(progress) } else { ControlFlow::Continue(()) }
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let search = progress.report();
        if let Some(values) = &mut self.values {
            values.add(&search);
        }
        // The deadline is that of the budget as this iteration stretches it.
        let earlier_share = self.iterations.add(&search);
        self.stretch();
        self.should_stop(progress, Moment::BetweenIterations)?;
        self.sample(search.nodes);
        let stop = self.smart_stop(&search, earlier_share);
        self.publish(search);
        stop.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn poll_every(&self) -> u32 {
        self.task.dial.nps_cap.map_or(1024, throttle::poll_every)
    }
}

/// Nodes per second; 0 in the first millisecond.
fn rate(nodes: u64, elapsed: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1000).checked_div(elapsed.as_millis());
    rate.map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{SearchTask, TimeCheck, TimePlanner};
    use crate::base::Millis;
    use crate::engine::clock::{Clock as _, ManualClock};
    use crate::engine::messages::{DialReport, Go, GoLimit};
    use crate::engine::shared_state::SharedState;
    use crate::rules::Position;
    use crate::search::{
        LimitChecker as _, PvLine, RootMove, SearchProgress, SearchReport, StopReason,
    };
    use crate::timing::{ClockState, DEFAULT_MANAGER, TimeManager};
    use std::ops::ControlFlow;
    use std::time::Duration;

    /// A search whose last iteration found the best of two root moves, with so many of 100 nodes.
    struct Found {
        best: usize,
        share: u64,
    }

    impl SearchProgress for Found {
        fn nodes(&self) -> u64 {
            100
        }
        fn depth(&self) -> u16 {
            9
        }
        fn is_unresolved(&self) -> bool {
            false
        }
        fn report(&self) -> SearchReport {
            let moves = &Position::default().legal_moves()[..2];
            let root_moves = moves.iter().enumerate().map(|(index, &mv)| RootMove {
                nodes: if index == self.best { self.share } else { 100 - self.share },
                ..RootMove::unsearched(mv)
            });
            let line = PvLine { moves: vec![moves[self.best]], ..PvLine::default() };
            let root_moves = root_moves.collect();
            SearchReport { depth: 8, lines: vec![line], root_moves, ..SearchReport::default() }
        }
    }

    /// What `test` says when so many times the planned deadline has passed since iterations that ended at once, or since the
    /// ponder hit that followed them.
    fn after(
        iterations: &[Found],
        ponder: bool,
        passed: f64,
        test: impl Fn(&mut TimeCheck<'_>) -> ControlFlow<StopReason>,
    ) -> ControlFlow<StopReason> {
        let state = ClockState {
            ply: 20,
            remaining: Millis(60_000),
            increment: Millis(0),
            moves_to_go: None,
            pieces: 30,
        };
        let limit = GoLimit { clock: Some(state), ..GoLimit::default() };
        let go = Go { epoch: 1, ponder, ..Go::new(Position::default(), Vec::new(), limit) };
        let (shared, clock) = (SharedState::new(|_| {}), ManualClock::stepping(Duration::ZERO));
        let manager = TimeManager::from_text(DEFAULT_MANAGER).unwrap();
        let mut planner = TimePlanner { manager, ..TimePlanner::default() };
        let task = SearchTask {
            go: &go,
            root: Position::default(),
            shared: &shared,
            clock: &clock,
            overhead: Millis(0),
            reused: 0,
            dial: DialReport::default(),
            records_values: false,
        };
        let mut check = TimeCheck::new(task, &mut planner, Duration::ZERO);
        for found in iterations {
            assert_eq!(check.iteration_finished(found), GO_ON);
        }
        if ponder {
            shared.ponder_hit(1);
            assert_eq!(check.poll(&iterations[0]), GO_ON);
        }
        let deadline = check.budget.as_ref().map_or(0, |budget| budget.deadline.0);
        assert!(deadline > 0);
        clock.wait(Duration::from_secs_f64(deadline as f64 * passed / 1000.0));
        test(&mut check)
    }

    /// Factor 0.75.
    const SETTLED: [Found; 3] = [const { Found { best: 0, share: 85 } }; 3];
    /// Factor 2.2.
    const UNSETTLED: [Found; 2] = [Found { best: 1, share: 10 }, Found { best: 0, share: 10 }];
    const GO_ON: ControlFlow<StopReason> = ControlFlow::Continue(());
    const STOP: ControlFlow<StopReason> = ControlFlow::Break(StopReason::Budget);

    #[test]
    fn the_deadline_after_an_iteration_is_that_of_the_budget_as_it_stretches_it() {
        let (changed, same) = (Found { best: 1, share: 10 }, Found { best: 0, share: 85 });
        assert_eq!(after(&SETTLED, false, 1.5, |it| it.iteration_finished(&changed)), GO_ON);
        assert_eq!(after(&UNSETTLED, false, 1.5, |it| it.iteration_finished(&same)), STOP);
    }

    /// Within an iteration the deadline is twice that between two.
    #[test]
    fn a_ponder_hit_stretches_its_budget_by_the_iterations_before() {
        assert_eq!(after(&SETTLED, true, 1.8, |it| it.poll(&SETTLED[0])), STOP);
        assert_eq!(after(&UNSETTLED, true, 2.5, |it| it.poll(&SETTLED[0])), GO_ON);
    }
}
