//! The engine's supervisor: holds the clock, the stop mark, the time budget and the speed cap for one thought.

use super::clock::Clock;
use super::iterations::{Iterations, stop_reason};
use super::messages::{DialReport, Go, MoveTiming, Report, TimeReport};
use super::shared_state::SharedState;
use crate::base::Millis;
use crate::rules::Position;
use crate::search::{LimitChecker, SearchProgress, SearchReport, StopReason};
use crate::strength::throttle;
use crate::timing::{Budget, TimeManager};
use std::ops::ControlFlow;
use std::time::Duration;

/// Time between two reports: often enough for a screen, too seldom to cost the search anything.
const PUBLISH_EVERY: Duration = Duration::from_millis(50);

/// The time manager with what the panel shows of its past.
#[derive(Debug, Default)]
pub(super) struct TimePlanner {
    pub(super) manager: TimeManager,
    pub(super) previous: Option<Budget>,
    pub(super) history: Vec<MoveTiming>,
}

/// What does not change during a thought.
#[derive(Debug)]
pub(super) struct SearchTask<'a> {
    pub(super) go: &'a Go,
    pub(super) root: Position,
    pub(super) desk: &'a SharedState,
    pub(super) clock: &'a dyn Clock,
    pub(super) overhead: Millis,
    /// Nodes of the last search that this one can build on.
    pub(super) reused: u64,
    pub(super) dial: DialReport,
}

/// The supervisor of one thought.
#[derive(Debug)]
pub(super) struct TimeCheck<'a> {
    task: SearchTask<'a>,
    planner: &'a mut TimePlanner,
    /// When the thought's own time began: the order, or the ponder hit.
    since: Duration,
    /// When the first node was searched.
    first_node: Duration,
    /// Nodes searched while pondering; they count as reused after the hit.
    nodes_before: u64,
    pondering: bool,
    budget: Option<Budget>,
    /// The budget of the move before, which the planner forgets when this one ends.
    previous: Option<Budget>,
    iterations: Iterations,
    published: Duration,
    waited: Duration,
}

impl<'a> TimeCheck<'a> {
    /// Takes up the watch on a thought ordered at `since`, and plans its time.
    pub(super) fn new(task: SearchTask<'a>, planner: &'a mut TimePlanner, since: Duration) -> Self {
        let now = task.clock.now();
        let pondering = task.go.ponder;
        let previous = planner.previous.clone();
        let mut watch = Self {
            task,
            planner,
            previous,
            since,
            first_node: now,
            nodes_before: 0,
            pondering,
            budget: None,
            iterations: Iterations::default(),
            published: now,
            waited: Duration::ZERO,
        };
        if !pondering {
            watch.plan();
        }
        watch
    }

    /// Plans the time of this move, if it is played on a clock.
    fn plan(&mut self) {
        let limit = &self.task.go.limit;
        let reused = self.task.reused + self.nodes_before;
        self.budget = limit
            .clock
            .filter(|_| !limit.infinite)
            .map(|clock| self.planner.manager.start(&clock, self.task.overhead, reused));
    }

    /// The ponder move was played: the clock starts now, and what was searched counts as reused.
    fn ponder_hit(&mut self, nodes: u64) {
        self.pondering = false;
        self.since = self.task.clock.now();
        self.first_node = self.since;
        self.nodes_before = nodes;
        self.plan();
    }

    /// The search begins again from the table, to be watched: its speed and its course are counted anew.
    pub(super) fn restart(&mut self) {
        self.first_node = self.task.clock.now();
        // Counts from nothing, whatever was searched while pondering.
        self.nodes_before = 0;
        self.iterations = Iterations::default();
    }

    /// Time since the order or the ponder hit.
    pub(super) fn elapsed(&self) -> Duration {
        self.task.clock.now().saturating_sub(self.since)
    }

    /// Must the thought go on although the search has nothing more to do?
    fn is_infinite(&self) -> bool {
        self.pondering || self.task.go.limit.infinite
    }

    /// Holds back the answer of an infinite or pondering search until it may be given.
    pub(super) fn wait_for_stop(&mut self, search: &SearchReport) {
        let epoch = self.task.go.epoch;
        if self.is_infinite() && !self.task.desk.is_stopped(epoch) {
            self.publish(search.clone());
        }
        while self.is_infinite() && !self.task.desk.is_stopped(epoch) {
            if self.pondering && self.task.desk.is_hit(epoch) {
                self.ponder_hit(search.nodes);
                break;
            }
            self.task.clock.wait(Duration::from_millis(100));
        }
    }

    /// Is the time up, or has someone said stop? Takes a ponder hit on the way.
    fn should_stop(&mut self, nodes: u64) -> ControlFlow<StopReason> {
        let epoch = self.task.go.epoch;
        if self.task.desk.is_stopped(epoch) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        if self.pondering && self.task.desk.is_hit(epoch) {
            self.ponder_hit(nodes);
        }
        if self.is_infinite() {
            return ControlFlow::Continue(());
        }
        let elapsed = Millis::from_duration(self.elapsed());
        if let Some(limit) = self.task.go.limit.move_time
            && elapsed >= limit - self.task.overhead
        {
            return ControlFlow::Break(StopReason::MoveTime);
        }
        match &self.budget {
            Some(budget) if elapsed >= budget.deadline => ControlFlow::Break(StopReason::Budget),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Waits, in short slices, until the search is no faster than the dial allows.
    fn throttle(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let Some(cap) = self.task.dial.nps_cap else { return ControlFlow::Continue(()) };
        loop {
            let nodes = progress.nodes() - self.nodes_before;
            let elapsed = u64::try_from(self.elapsed().as_micros()).unwrap_or(u64::MAX);
            let Some(slice) = throttle::next_sleep(nodes, elapsed, cap) else {
                return ControlFlow::Continue(());
            };
            let before = self.task.clock.now();
            self.task.clock.wait(Duration::from_micros(slice));
            self.waited += self.task.clock.now().saturating_sub(before);
            self.publish_if_due(progress);
            self.should_stop(progress.nodes())?;
        }
    }

    /// Publishes a report when the last one is old enough.
    fn publish_if_due(&mut self, progress: &dyn SearchProgress) {
        if self.task.clock.now().saturating_sub(self.published) >= PUBLISH_EVERY {
            self.publish(progress.report());
        }
    }

    fn publish(&mut self, search: SearchReport) {
        let report = self.report(search);
        self.task.desk.publish(report);
        self.published = self.task.clock.now();
    }

    /// Hands the manager the speed of this search.
    fn sample(&mut self, nodes: u64) {
        if self.budget.is_some() {
            let span = self.task.clock.now().saturating_sub(self.first_node);
            self.planner.manager.sample(Millis::from_duration(span), nodes - self.nodes_before);
        }
    }

    /// Asks the smart stop, when this move is played on a clock.
    fn smart_stop(&mut self, search: &SearchReport) -> Option<StopReason> {
        let earlier_share = self.iterations.add(search);
        let deadline = self.budget.as_ref()?.deadline;
        let time = (Millis::from_duration(self.elapsed()), deadline);
        let manager = &self.planner.manager;
        let view = self.iterations.view(search, earlier_share, time, manager.nps());
        manager.settings().stop().reason(&view).map(stop_reason)
    }

    /// The whole picture around a search report.
    pub(super) fn report(&self, search: SearchReport) -> Report {
        let elapsed = self.elapsed();
        let nodes = search.nodes.saturating_sub(self.nodes_before);
        let manager = &self.planner.manager;
        let time = self.budget.as_ref().map(|budget| TimeReport {
            budget: budget.clone(),
            previous: self.previous.clone(),
            nps: manager.nps(),
            tree_reuse: manager.tree_reuse(),
            timeuse: manager.timeuse(),
            history: self.planner.history.clone(),
        });
        let dial =
            DialReport { waited: Millis::from_duration(self.waited), ..self.task.dial.clone() };
        Report {
            epoch: self.task.go.epoch,
            root: self.task.root.clone(),
            elapsed: Millis::from_duration(elapsed),
            nps: rate(nodes, elapsed),
            pondering: self.pondering,
            search,
            time,
            dial,
        }
    }

    /// Ends the watch: the manager learns from this move. Returns the nodes of the whole tree.
    pub(super) fn finish(&mut self, search: &SearchReport) -> u64 {
        let final_nodes = self.task.reused + search.nodes;
        let Some(budget) = self.budget.clone() else { return final_nodes };
        self.sample(search.nodes);
        let used = self.elapsed();
        let manager = &mut self.planner.manager;
        manager.finish(Millis::from_duration(used), final_nodes);
        self.planner.history.push(MoveTiming {
            ply: budget.clock.ply,
            planned: budget.budget,
            used: used.as_secs_f64() * 1000.0,
            total_nodes: final_nodes,
            factors: [manager.nps(), manager.tree_reuse(), manager.timeuse()],
            stop: search.stop,
        });
        self.planner.previous = Some(budget);
        final_nodes
    }
}

impl LimitChecker for TimeCheck<'_> {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.should_stop(progress.nodes())?;
        self.sample(progress.nodes());
        self.publish_if_due(progress);
        // The first iteration is never held up: there is always a move.
        if progress.depth() > 1 { self.throttle(progress) } else { ControlFlow::Continue(()) }
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let search = progress.report();
        self.should_stop(search.nodes)?;
        self.sample(search.nodes);
        let stop = self.smart_stop(&search);
        self.publish(search);
        stop.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn poll_every(&self) -> u32 {
        self.task.dial.nps_cap.map_or(1024, throttle::poll_every)
    }
}

/// Nodes a second; 0 before the first millisecond.
fn rate(nodes: u64, elapsed: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1000).checked_div(elapsed.as_millis());
    rate.map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
}
