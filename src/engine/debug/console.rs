//! The stepper's console on the engine thread: commands from the debug queue, snapshots to the front end.

use super::query::QueryContext;
use super::supervisor::Observed;
use crate::engine::clock::Clock;
use crate::engine::debug_messages::DebugEvent;
use crate::engine::messages::LOG_TARGET;
use crate::engine::messages::Notice;
use crate::engine::shared_state::SharedState;
use crate::search::observe::{BreakpointHit, Console, PausedSearch, SearchEvent, StepCommand};
use parking_lot::Mutex;
use std::time::Duration;

/// A clock that can be paused.
#[derive(Debug)]
pub struct PausableClock<'a> {
    clock: &'a dyn Clock,
    state: Mutex<PauseState>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PauseState {
    /// Total time of the completed pauses.
    paused_total: Duration,
    /// Start of the current pause.
    paused_at: Option<Duration>,
    /// Total time of the completed waits for a command.
    waited_total: Duration,
    /// Start of the current wait.
    waits_since: Option<Duration>,
}

impl<'a> PausableClock<'a> {
    pub(in crate::engine) fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// Stops the clock until the console lets the search run again.
    pub(in crate::engine) fn pause(&self) {
        let now = self.clock.now();
        self.state.lock().paused_at.get_or_insert(now);
    }

    /// The search waits for a command.
    fn begin_wait(&self) {
        let now = self.clock.now();
        self.state.lock().waits_since.get_or_insert(now);
    }

    /// The search runs again, which the clock need not do.
    fn end_wait(&self) {
        let now = self.clock.now();
        let mut state = self.state.lock();
        if let Some(since) = state.waits_since.take() {
            state.waited_total += now.saturating_sub(since);
        }
    }

    /// Lets the clock run.
    pub(in crate::engine) fn resume(&self) {
        let now = self.clock.now();
        let mut state = self.state.lock();
        if let Some(since) = state.paused_at.take() {
            state.paused_total += now.saturating_sub(since);
        }
    }
}

impl Clock for PausableClock<'_> {
    fn now(&self) -> Duration {
        let state = *self.state.lock();
        state.paused_at.unwrap_or_else(|| self.clock.now()).saturating_sub(state.paused_total)
    }

    fn running(&self) -> Duration {
        let state = *self.state.lock();
        state.waits_since.unwrap_or_else(|| self.clock.now()).saturating_sub(state.waited_total)
    }

    fn wait(&self, span: Duration) {
        self.clock.wait(span);
    }
}

/// The console of one search.
#[derive(Debug)]
pub struct DebugConsole<'a> {
    pub(in crate::engine) epoch: u64,
    /// Game ply of the root.
    pub(in crate::engine) ply: usize,
    pub(in crate::engine) shared: &'a SharedState,
    pub(in crate::engine) clock: &'a PausableClock<'a>,
    pub(in crate::engine) observed: &'a Observed,
    /// Answers queries while the search is paused.
    pub(in crate::engine) queries: QueryContext,
    /// Logged hits that the front end does not know yet.
    pub(in crate::engine) hits: Vec<BreakpointHit>,
    /// When hits were last sent.
    pub(in crate::engine) hits_sent: Option<Duration>,
}

/// Time between two events with logged hits: there may be one at every node, and the front end draws for each event.
const HITS_TOGETHER: Duration = Duration::from_millis(30);

impl DebugConsole<'_> {
    /// Sends the hits so far, then the event.
    fn send(&mut self, event: DebugEvent) {
        self.send_hits();
        self.shared.send(Notice::Debug(Box::new(event)));
    }

    fn send_hits(&mut self) {
        if !self.hits.is_empty() {
            let event = DebugEvent::Hits(self.epoch, std::mem::take(&mut self.hits));
            self.shared.send(Notice::Debug(Box::new(event)));
        }
    }

    /// Sends the hits so far if the last ones were sent long enough ago.
    fn send_hits_in_time(&mut self) {
        if self.hits.is_empty() {
            return;
        }
        let now = self.clock.clock.now();
        if self.hits_sent.is_none_or(|sent| now.saturating_sub(sent) >= HITS_TOGETHER) {
            self.hits_sent = Some(now);
            self.send_hits();
        }
    }

    /// The search goes on without the pause that it was on the way to.
    fn give_up_pause(&mut self) {
        if self.observed.awaits_pause.take().is_some() {
            self.send(DebugEvent::Resumed(self.epoch));
            self.clock.resume();
        }
    }
}

/// The last hits of a search are known before its end.
impl Drop for DebugConsole<'_> {
    fn drop(&mut self) {
        self.send_hits();
    }
}

impl Console for DebugConsole<'_> {
    fn poll(&mut self) -> Option<StepCommand> {
        self.send_hits_in_time();
        if self.observed.budget_spent.take() {
            return Some(StepCommand::Event(SearchEvent::Budget));
        }
        let queue = self.shared.debug();
        let command = if queue.has_command(self.epoch) { queue.take(self.epoch) } else { None };
        if command == Some(StepCommand::Continue) {
            self.give_up_pause();
        }
        command
    }

    fn show(&mut self, paused: PausedSearch) {
        self.observed.awaits_pause.set(None);
        // Before the front end knows of the pause.
        self.clock.pause();
        self.clock.begin_wait();
        self.send(DebugEvent::Paused(self.epoch, Box::new(paused)));
    }

    fn wait(&mut self) -> StepCommand {
        let is_over = || self.shared.is_stopped(self.epoch);
        let queue = self.shared.debug();
        let command = loop {
            self.queries.answer_all(self.shared, self.epoch);
            if is_over() {
                break StepCommand::Stop;
            }
            match queue.take(self.epoch) {
                Some(StepCommand::Back) if self.queries.memory.is_none() => {
                    let words = "no step back: the state before this search is not kept";
                    self.shared.send(Notice::Message(words.to_owned()));
                }
                Some(command) => break command,
                None => {}
            }
            queue.wait(self.epoch, is_over);
        };
        // These are followed by the next wait.
        let still_waits = matches!(
            command,
            StepCommand::Breakpoints(_) | StepCommand::Pause | StepCommand::Event(_)
        );
        if !still_waits {
            self.clock.end_wait();
        }
        // The clock stands still while the search runs back to the node.
        if !still_waits && command != StepCommand::Back {
            self.send(DebugEvent::Resumed(self.epoch));
            self.clock.resume();
        }
        command
    }

    fn log(&mut self, hit: BreakpointHit) {
        let number = hit.number + 1;
        log::info!(target: LOG_TARGET, ply = self.ply; "breakpoint {number} ({}), {}", hit.text, hit.place());
        self.hits.push(hit);
        self.send_hits_in_time();
    }
}
