//! The stepper: an observer that pauses a search at breakpoints and steps, reports its state and waits for commands.
//!
//! Commands and reports go through a console; the engine's console communicates with the front end.

use super::breakpoint::{BreakAction, BreakContext, Breakpoint, Condition, Switch};
use super::console::{BreakpointHit, Console, StepCommand};
use super::event::{SearchEvent, SearchEvents};
use super::node_stack::{NodePurpose, NodeStack};
use super::paused::{MoveStatus, OpenNode, PausePoint, PauseReason, PausedSearch};
use crate::base::{Depth, Ply, Score};
use crate::rules::Move;
use crate::search::{
    EvalView, ExitReason, ExitView, NodeType, NodeView, Observer, ProbeView, PrunedView,
    ScoredMove, SearchedView, Technique, Value,
};
use std::ops::ControlFlow;

/// The next point to pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepMode {
    Run,
    /// At the next point, because a pause was requested.
    Requested,
    /// At the next point where a node is entered or exited.
    Next,
    /// When a node is entered.
    Node,
    /// When the search exits the node at this depth of the stack.
    Over(usize),
    /// When fewer nodes than this are open.
    Out(usize),
    /// At the root of an iteration after this.
    Iteration(Depth),
    /// The same, because a pause was requested in the iteration that follows.
    RequestedAfter(Depth),
    /// When the node with this number is entered.
    Entering(u64),
}

/// Where a search pauses first, besides its breakpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPause {
    /// At the first node.
    Root,
    /// At the root of this iteration.
    Iteration(u16),
    /// When the node with this number is entered.
    Node(u64),
}

/// A breakpoint of the list.
#[derive(Clone, Debug)]
struct SetBreakpoint {
    breakpoint: Breakpoint,
    hits: u64,
    /// The point of the search after which hits count: there it was set.
    since: u64,
}

/// Pauses a search at steps and breakpoints.
#[derive(Debug)]
pub struct Stepper<C> {
    console: C,
    breakpoints: Vec<SetBreakpoint>,
    /// Points of the search so far.
    points: u64,
    mode: StepMode,
    stack: NodeStack<OpenNode>,
    path: Vec<Option<Move>>,
    iteration: Depth,
    nodes: u64,
    pending_events: SearchEvents,
    root_best: Option<Move>,
    root_score: Option<Score>,
    /// The node to step back to: the search ends, to be repeated up to it.
    back_to: Option<u64>,
    /// Root moves of the first line; the searches of further lines leave out the moves before.
    root_moves: usize,
    /// Whether the root is searched for the first line.
    first_line: bool,
}

impl<C: Console> Stepper<C> {
    /// A stepper that runs to the first of `breakpoints`.
    pub fn new(console: C, breakpoints: Vec<Breakpoint>) -> Self {
        let set = |breakpoint| SetBreakpoint { breakpoint, hits: 0, since: 0 };
        Self {
            console,
            breakpoints: breakpoints.into_iter().map(set).collect(),
            points: 0,
            mode: StepMode::Run,
            stack: NodeStack::default(),
            path: Vec::new(),
            iteration: 0,
            nodes: 0,
            pending_events: SearchEvents::default(),
            root_best: None,
            root_score: None,
            back_to: None,
            root_moves: 0,
            first_line: true,
        }
    }

    /// This stepper, pausing there.
    #[must_use]
    pub fn paused_at(mut self, first: FirstPause) -> Self {
        self.mode = match first {
            FirstPause::Root => StepMode::Requested,
            FirstPause::Iteration(iteration) => {
                StepMode::RequestedAfter(Depth::from(iteration) - 1)
            }
            FirstPause::Node(node) => StepMode::Entering(node),
        };
        self
    }

    /// This stepper on the way to the node to which `before` steps back: on the way breakpoints count their hits, as they did
    /// before, and nothing pauses.
    #[must_use]
    pub fn stepping_back(mut self, before: &Self) -> Self {
        for own in &mut self.breakpoints {
            own.since = before.same(&own.breakpoint).map_or(before.points, |same| same.since);
        }
        match before.back_to {
            Some(node) => self.paused_at(FirstPause::Node(node)),
            None => self,
        }
    }

    /// The node up to which the search is to be repeated, if it ended for that.
    pub const fn back_to(&self) -> Option<u64> {
        self.back_to
    }

    /// From here on all breakpoints count their hits.
    fn count_hits(&mut self) {
        for own in &mut self.breakpoints {
            own.since = own.since.min(self.points);
        }
    }

    /// Handles commands, and pauses at this point if a step or breakpoint requires it.
    fn step_point(&mut self, point: PausePoint, mut events: SearchEvents) -> ControlFlow<()> {
        while let Some(command) = self.console.poll() {
            match command {
                StepCommand::Pause => self.mode = StepMode::Requested,
                StepCommand::Stop => return ControlFlow::Break(()),
                StepCommand::Breakpoints(list) => self.set_breakpoints(list),
                StepCommand::Event(event) => self.pending_events.add(event),
                // Gives up the pause that a repeated search is on the way to.
                StepCommand::Continue => match self.mode {
                    StepMode::Entering(_) => {
                        self.mode = StepMode::Run;
                        self.count_hits();
                    }
                    StepMode::RequestedAfter(_) => self.mode = StepMode::Run,
                    StepMode::Run
                    | StepMode::Requested
                    | StepMode::Next
                    | StepMode::Node
                    | StepMode::Over(_)
                    | StepMode::Out(_)
                    | StepMode::Iteration(_) => {}
                },
                // Other step commands have no effect while the search runs.
                StepCommand::Node
                | StepCommand::Back
                | StepCommand::Over
                | StepCommand::Out
                | StepCommand::Iteration => {}
            }
        }
        if self.pending_events.has(SearchEvent::Budget) {
            events.add(SearchEvent::Budget);
            self.pending_events = SearchEvents::default();
        }
        self.points += 1;
        let happens = point == PausePoint::Entered || !events.is_empty();
        let hit = happens.then(|| self.breakpoint(events)).flatten();
        let reason = match self.mode {
            // On the way back to a node nothing else pauses.
            StepMode::Entering(node) if point == PausePoint::Entered && self.nodes == node => {
                self.count_hits();
                Some(PauseReason::Step)
            }
            StepMode::Entering(_) => None,
            _ => hit.or_else(|| self.step(&point)),
        };
        reason.map_or(ControlFlow::Continue(()), |reason| self.pause(reason, point))
    }

    /// Takes a new list. A breakpoint that was in force with the same condition keeps its hits.
    fn set_breakpoints(&mut self, list: Vec<Breakpoint>) {
        let kept = |breakpoint: Breakpoint| match self.same(&breakpoint) {
            Some(same) => SetBreakpoint { breakpoint, ..same.clone() },
            None => SetBreakpoint { breakpoint, hits: 0, since: self.points },
        };
        self.breakpoints = list.into_iter().map(kept).collect();
    }

    /// The breakpoint in force with the same condition.
    fn same(&self, other: &Breakpoint) -> Option<&SetBreakpoint> {
        self.breakpoints.iter().find(|own| {
            own.breakpoint.switch == Switch::On && own.breakpoint.condition == other.condition
        })
    }

    /// Whether a step ends at this point.
    fn step(&self, point: &PausePoint) -> Option<PauseReason> {
        let open = self.stack.open().len();
        let entered = *point == PausePoint::Entered;
        let halts = match self.mode {
            StepMode::Run | StepMode::Entering(_) => false,
            StepMode::Requested => return Some(PauseReason::Requested),
            StepMode::Next => !matches!(point, PausePoint::Searching(_)),
            StepMode::Node => entered,
            StepMode::Over(level) => open == level && matches!(point, PausePoint::Exiting(_)),
            StepMode::Out(level) => open < level,
            StepMode::Iteration(last) | StepMode::RequestedAfter(last) => {
                entered && open == 1 && self.iteration > last
            }
        };
        let is_requested = matches!(self.mode, StepMode::RequestedAfter(_));
        halts.then_some(if is_requested { PauseReason::Requested } else { PauseReason::Step })
    }

    /// The first breakpoint that pauses here. Checks all, so that each counts its hits.
    fn breakpoint(&mut self, events: SearchEvents) -> Option<PauseReason> {
        let is_new = !matches!(self.mode, StepMode::Entering(_));
        let top = self.stack.top()?;
        let context = BreakContext {
            position: &top.extra.node.position,
            path: &self.path,
            ply: top.ply,
            depth: top.extra.node.depth,
            nodes: self.nodes,
            events,
        };
        let mut reason = None;
        for (number, set) in self.breakpoints.iter_mut().enumerate() {
            let breakpoint = &set.breakpoint;
            let counts = breakpoint.switch == Switch::On && self.points > set.since;
            if !counts || !breakpoint.condition.hits(&context) {
                continue;
            }
            set.hits += 1;
            let hits = set.hits;
            if hits < breakpoint.after {
                continue;
            }
            let text = breakpoint.to_string();
            if breakpoint.action == BreakAction::Log {
                if is_new {
                    let (nodes, path) = (self.nodes, self.path.clone());
                    self.console.log(BreakpointHit { number, text, hits, nodes, path });
                }
            } else if reason.is_none() {
                reason = Some(PauseReason::Breakpoint { number, text, hits });
            }
        }
        reason
    }

    /// Reports the state and waits until a command resumes the search.
    fn pause(&mut self, reason: PauseReason, point: PausePoint) -> ControlFlow<()> {
        self.console.show(self.snapshot(reason, point));
        let open = self.stack.open().len();
        let leaving = matches!(point, PausePoint::Exiting(_));
        self.mode = loop {
            match self.console.wait() {
                StepCommand::Node => break StepMode::Node,
                // From inside a node to its start, from its start to the start of the node before.
                StepCommand::Back => {
                    let at_start = u64::from(point == PausePoint::Entered);
                    self.back_to = Some((self.nodes - at_start).max(1));
                    return ControlFlow::Break(());
                }
                StepCommand::Over if leaving => break StepMode::Next,
                StepCommand::Over => break StepMode::Over(open),
                StepCommand::Out if open > 1 => break StepMode::Out(open),
                // The root has no parent: step out runs to the next iteration.
                StepCommand::Out | StepCommand::Iteration => {
                    break StepMode::Iteration(self.iteration);
                }
                StepCommand::Continue => break StepMode::Run,
                StepCommand::Stop => return ControlFlow::Break(()),
                StepCommand::Breakpoints(list) => self.set_breakpoints(list),
                StepCommand::Pause | StepCommand::Event(_) => {}
            }
        };
        ControlFlow::Continue(())
    }

    fn snapshot(&self, reason: PauseReason, point: PausePoint) -> PausedSearch {
        PausedSearch {
            reason,
            point,
            iteration: self.iteration,
            nodes: self.nodes,
            path: self.path.clone(),
            open: self.stack.open().iter().map(|open| open.extra.show(self.nodes)).collect(),
            hits: self
                .breakpoints
                .iter()
                .map(|set| (set.breakpoint.condition.clone(), set.hits))
                .collect(),
        }
    }

    fn open_node(&mut self) -> Option<&mut OpenNode> {
        self.stack.top_mut().map(|top| &mut top.extra)
    }

    /// The events at the innermost node on exit.
    fn events(&mut self, left: &ExitView) -> SearchEvents {
        let mut events = SearchEvents::default();
        let Some(top) = self.stack.top() else { return events };
        let node = &top.extra.node;
        let value = left.value;
        events.add(SearchEvent::Exit);
        match left.reason {
            ExitReason::Repetition(_)
            | ExitReason::UpcomingRepetition(_)
            | ExitReason::GameRepetition => events.add(SearchEvent::Repetition),
            ExitReason::TtCutoff => events.add(SearchEvent::TtCutoff),
            ExitReason::Pruned(Technique::NullMove) => events.add(SearchEvent::NullMoveCutoff),
            _ => {}
        }
        let claimed = Value::searched(value.real, node.alpha, node.beta).shadow;
        let narrower = value.shadow.low < claimed.low || value.shadow.high > claimed.high;
        if value.depends_on().is_some() && narrower {
            events.add(SearchEvent::Shadow);
        }
        match (top.purpose, self.stack.open().len()) {
            (NodePurpose::Root, 1) if value.real >= node.beta => events.add(SearchEvent::FailHigh),
            (NodePurpose::Root, 1) if value.real <= node.alpha => events.add(SearchEvent::FailLow),
            (NodePurpose::Root, 1) if self.first_line => {
                let last = self.root_score.replace(value.real);
                events.jump = last.map(|last| i64::from(value.real.value() - last.value()));
            }
            (NodePurpose::PvSearch, 2) if self.first_line => {
                let mv = node.mv;
                let alpha = self.stack.open()[0].extra.node.alpha_now;
                if -value.real > alpha {
                    let last = std::mem::replace(&mut self.root_best, mv);
                    // The first best move of a search is not a change.
                    if last.is_some() && last != mv {
                        events.add(SearchEvent::BestChanged);
                    }
                }
            }
            _ => {}
        }
        events
    }
}

impl<C: Console> Observer for Stepper<C> {
    fn iteration_begins(&mut self, depth: Depth, _line: usize, _alpha: Score, _beta: Score) {
        self.iteration = depth;
    }

    fn enter(&mut self, view: &NodeView<'_>) -> ControlFlow<()> {
        self.nodes = view.nodes;
        self.path.clear();
        self.path.extend_from_slice(view.path);
        let is_root = view.node_type == NodeType::Root;
        self.stack.enter(view, |purpose, side_search, above| {
            let place = above.filter(|_| !is_root).and_then(|above| above.trying);
            let place = place.filter(|_| !purpose.is_side_search());
            OpenNode::new(view, purpose, side_search, place)
        });
        self.step_point(PausePoint::Entered, SearchEvents::default())
    }

    fn probed(&mut self, _ply: Ply, probe: &ProbeView) {
        if let Some(open) = self.open_node() {
            open.node.probe = Some(*probe);
        }
    }

    fn evaluated(&mut self, _ply: Ply, eval: &EvalView) {
        if let Some(open) = self.open_node() {
            open.node.evaluation = Some(*eval);
        }
    }

    fn ordered(&mut self, _ply: Ply, moves: &[ScoredMove]) {
        if self.stack.open().len() == 1 {
            self.root_moves = self.root_moves.max(moves.len());
            self.first_line = moves.len() == self.root_moves;
        }
        if let Some(open) = self.open_node() {
            open.moves = moves.to_vec();
        }
    }

    fn bound_updated(&mut self, _ply: Ply, so_far: &Value) {
        if let Some(open) = self.open_node() {
            open.node.so_far = Some(*so_far);
            if so_far.real < open.node.beta {
                open.node.alpha_now = open.node.alpha_now.max(so_far.real);
            }
        }
    }

    fn searching(&mut self, ply: Ply, tried: &SearchedView) -> ControlFlow<()> {
        self.stack.trying(tried);
        self.path.truncate(ply);
        if let Some(open) = self.open_node() {
            open.add(tried.mv, MoveStatus::Searching(*tried));
        }
        let mut events = SearchEvents::default();
        if tried.extension > 0 {
            events.add(SearchEvent::Extension);
        } else if self.mode == StepMode::Run && self.pending_events.is_empty() {
            // Only a command could pause here, and the next node polls for commands.
            return ControlFlow::Continue(());
        }
        self.step_point(PausePoint::Searching(*tried), events)
    }

    fn pruned(&mut self, _ply: Ply, skipped: &PrunedView) {
        if let Some(open) = self.open_node() {
            open.add(skipped.mv, MoveStatus::Pruned(*skipped));
        }
    }

    fn exit(&mut self, ply: Ply, left: &ExitView) -> ControlFlow<()> {
        self.nodes = left.nodes;
        self.path.truncate(ply);
        if let Some(open) = self.open_node() {
            open.node.left = Some(*left);
            open.node.so_far = Some(left.value);
        }
        let happened = self.events(left);
        let answer = self.step_point(PausePoint::Exiting(*left), happened);
        if let Some(closed) = self.stack.leave()
            && let Some(above) = self.stack.top_mut()
        {
            above.extra.take_in(&closed.extra);
        }
        answer
    }
}

/// Whether an enabled breakpoint contains `event`.
pub fn any_names(breakpoints: &[Breakpoint], event: SearchEvent) -> bool {
    let names = |condition: &Condition| condition.names(event);
    breakpoints.iter().any(|it| it.switch == Switch::On && names(&it.condition))
}
