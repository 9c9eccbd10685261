//! Stops a search at breakpoints and steps, shows where it stands, and goes on as told.
//!
//! The stepper decides; where its orders come from and where its pictures go is the console's affair. The engine's
//! console speaks to the front end; [`super::Channels`] is one of plain channels.

use super::breakpoint::{Breakpoint, Condition, Moment, Response, Switch};
use super::console::{Command, Console, Hit};
use super::event::{Event, Events};
use super::paused::{Halt, Paused, Scene, Turn};
use super::track::{Purpose, Track};
use crate::base::{Depth, Ply, Score};
use crate::rules::Move;
use crate::search::{
    Ending, LeftView, NodeKind, NodeView, Observer, ProbeView, Ranked, SkippedView, Technique,
    TriedView, Value,
};
use std::ops::ControlFlow;

/// When to stand still next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Run,
    /// At any turn.
    Now(Why),
    /// When a node is entered.
    Node,
    /// When so many nodes are open and the innermost is left.
    Over(usize),
    /// When fewer than so many nodes are open.
    Out(usize),
    /// At the root of an iteration after this.
    Iteration(Depth),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Asked,
    Step,
}

/// Watches a search and stops it where it is told to.
#[derive(Debug)]
pub struct Stepper<C> {
    console: C,
    breakpoints: Vec<Breakpoint>,
    hits: Vec<u64>,
    mode: Mode,
    track: Track<Scene>,
    path: Vec<Option<Move>>,
    iteration: Depth,
    nodes: u64,
    outside: Events,
    root_best: Option<Move>,
    root_score: Option<Score>,
}

impl<C: Console> Stepper<C> {
    /// A stepper that runs to the first of `breakpoints`.
    #[must_use]
    pub fn new(console: C, breakpoints: Vec<Breakpoint>) -> Self {
        let hits = vec![0; breakpoints.len()];
        Self {
            console,
            breakpoints,
            hits,
            mode: Mode::Run,
            track: Track::default(),
            path: Vec::new(),
            iteration: 0,
            nodes: 0,
            outside: Events::default(),
            root_best: None,
            root_score: None,
        }
    }

    /// The same stepper, standing still at the very first node.
    #[must_use]
    pub fn paused(mut self) -> Self {
        self.mode = Mode::Now(Why::Asked);
        self
    }

    /// The same stepper, standing still at the root of this iteration.
    #[must_use]
    pub fn paused_at(mut self, iteration: u16) -> Self {
        self.mode = Mode::Iteration(Depth::from(iteration) - 1);
        self
    }

    /// Hits of each breakpoint so far.
    #[must_use]
    pub fn hits(&self) -> &[u64] {
        &self.hits
    }

    /// Lets orders, steps and breakpoints decide whether to stand still at this turn.
    fn turn(&mut self, turn: Turn, (mut events, jump): (Events, Option<i64>)) -> ControlFlow<()> {
        while let Some(command) = self.console.poll() {
            match command {
                Command::Pause => self.mode = Mode::Now(Why::Asked),
                Command::Stop => return ControlFlow::Break(()),
                Command::Breakpoints(list) => self.set_breakpoints(list),
                Command::Happened(event) => self.outside.add(event),
                // A step that arrives when the search runs already has nothing to step from.
                Command::Node
                | Command::Over
                | Command::Out
                | Command::Iteration
                | Command::Continue => {}
            }
        }
        if self.outside.has(Event::Budget) {
            events.add(Event::Budget);
            self.outside = Events::default();
        }
        let happens = turn == Turn::Entered || !events.is_empty();
        let halt = happens.then(|| self.breakpoint(events, jump)).flatten();
        let halt = halt.or_else(|| self.step(&turn));
        halt.map_or(ControlFlow::Continue(()), |halt| self.pause(halt, turn))
    }

    fn set_breakpoints(&mut self, list: Vec<Breakpoint>) {
        self.hits = vec![0; list.len()];
        self.breakpoints = list;
    }

    /// Whether a step ends at this turn.
    fn step(&self, turn: &Turn) -> Option<Halt> {
        let open = self.track.open().len();
        let entered = *turn == Turn::Entered;
        let halts = match self.mode {
            Mode::Run => false,
            Mode::Now(Why::Asked) => return Some(Halt::Asked),
            Mode::Now(Why::Step) => !matches!(turn, Turn::Trying(_)),
            Mode::Node => entered,
            Mode::Over(level) => open == level && matches!(turn, Turn::Left(_)),
            Mode::Out(level) => open < level,
            Mode::Iteration(last) => entered && open == 1 && self.iteration > last,
        };
        halts.then_some(Halt::Step)
    }

    /// The first breakpoint that stops here; every one is tried, so that all count their hits.
    fn breakpoint(&mut self, events: Events, jump: Option<i64>) -> Option<Halt> {
        if self.breakpoints.is_empty() {
            return None;
        }
        let top = self.track.top()?;
        let moment = Moment {
            position: top.extra.position(),
            path: &self.path,
            ply: top.ply,
            depth: top.extra.depth,
            nodes: self.nodes,
            jump,
            events,
        };
        let mut halt = None;
        for (number, breakpoint) in self.breakpoints.iter().enumerate() {
            if breakpoint.switch == Switch::Off || !breakpoint.condition.hits(&moment) {
                continue;
            }
            self.hits[number] += 1;
            let hits = self.hits[number];
            if hits < breakpoint.after {
                continue;
            }
            let text = breakpoint.to_string();
            if breakpoint.response == Response::Log {
                let (nodes, path) = (self.nodes, self.path.clone());
                self.console.log(Hit { number, text, hits, nodes, path });
            } else if halt.is_none() {
                halt = Some(Halt::Breakpoint { number, text, hits });
            }
        }
        halt
    }

    /// Stands still until an order moves it on.
    fn pause(&mut self, halt: Halt, turn: Turn) -> ControlFlow<()> {
        self.console.show(self.picture(halt, turn));
        let open = self.track.open().len();
        let leaving = matches!(turn, Turn::Left(_));
        self.mode = loop {
            match self.console.wait() {
                Command::Node => break Mode::Node,
                Command::Over if leaving => break Mode::Now(Why::Step),
                Command::Over => break Mode::Over(open),
                Command::Out if open > 1 => break Mode::Out(open),
                // There is nothing above the root but the next iteration.
                Command::Out | Command::Iteration => break Mode::Iteration(self.iteration),
                Command::Continue => break Mode::Run,
                Command::Stop => return ControlFlow::Break(()),
                Command::Breakpoints(list) => self.set_breakpoints(list),
                Command::Pause | Command::Happened(_) => {}
            }
        };
        ControlFlow::Continue(())
    }

    fn picture(&self, halt: Halt, turn: Turn) -> Paused {
        Paused {
            halt,
            turn,
            iteration: self.iteration,
            nodes: self.nodes,
            path: self.path.clone(),
            open: self.track.open().iter().map(|open| Scene::show(open, self.nodes)).collect(),
            hits: self.hits.clone(),
        }
    }

    fn scene(&mut self) -> Option<&mut Scene> {
        self.track.top_mut().map(|top| &mut top.extra)
    }

    /// What has happened at the innermost node, which is being left.
    fn events(&mut self, left: &LeftView) -> (Events, Option<i64>) {
        let (mut events, mut jump) = (Events::default(), None);
        let Some(top) = self.track.top() else { return (events, jump) };
        let value = left.value;
        events.add(Event::Left);
        match left.ending {
            Ending::Repetition(_) | Ending::GameRepetition => events.add(Event::Repetition),
            Ending::TableCut => events.add(Event::TableCut),
            Ending::Pruned(Technique::NullMove) => events.add(Event::NullCut),
            _ => {}
        }
        let claimed = Value::searched(value.real, top.extra.alpha, top.extra.beta).shadow;
        let narrower = value.shadow.low < claimed.low || value.shadow.high > claimed.high;
        if value.dependence().is_some() && narrower {
            events.add(Event::Shadow);
        }
        match (top.purpose, self.track.open().len()) {
            (Purpose::Root, 1) if value.real >= top.extra.beta => events.add(Event::FailHigh),
            (Purpose::Root, 1) if value.real <= top.extra.alpha => events.add(Event::FailLow),
            (Purpose::Root, 1) => {
                let last = self.root_score.replace(value.real);
                jump = last.map(|last| i64::from(value.real.value() - last.value()));
            }
            (Purpose::Open, 2) => {
                let mv = top.extra.mv();
                let alpha = self.track.open()[0].extra.alpha_now;
                if -value.real > alpha {
                    let last = std::mem::replace(&mut self.root_best, mv);
                    // The first best move of a search is no change.
                    if last.is_some() && last != mv {
                        events.add(Event::BestChanged);
                    }
                }
            }
            _ => {}
        }
        (events, jump)
    }
}

impl<C: Console> Observer for Stepper<C> {
    fn iteration_begins(&mut self, depth: Depth, _alpha: Score, _beta: Score) {
        self.iteration = depth;
    }

    fn enter(&mut self, view: &NodeView<'_>) -> ControlFlow<()> {
        self.nodes = view.nodes;
        self.path.clear();
        self.path.extend_from_slice(view.path);
        let is_root = view.kind == NodeKind::Root;
        self.track.enter(view, |purpose, _, above| {
            let place = above.filter(|_| !is_root).and_then(|above| above.trying);
            Scene::new(view, place.filter(|_| !purpose.is_aside()))
        });
        self.turn(Turn::Entered, (Events::default(), None))
    }

    fn probed(&mut self, _ply: Ply, probe: &ProbeView) {
        if let Some(scene) = self.scene() {
            scene.probe = Some(*probe);
        }
    }

    fn evaluated(&mut self, _ply: Ply, raw: Score, corrected: Score) {
        if let Some(scene) = self.scene() {
            scene.evaluation = Some((raw, corrected));
        }
    }

    fn ordered(&mut self, _ply: Ply, moves: &[Ranked]) {
        if let Some(scene) = self.scene() {
            scene.moves = moves.to_vec();
        }
    }

    fn joined(&mut self, _ply: Ply, so_far: &Value) {
        if let Some(scene) = self.scene() {
            scene.so_far = Some(*so_far);
            scene.alpha_now = scene.alpha_now.max(so_far.real);
        }
    }

    fn trying(&mut self, ply: Ply, tried: &TriedView) -> ControlFlow<()> {
        self.track.trying(tried);
        self.path.truncate(ply);
        if let Some(scene) = self.scene() {
            scene.begin(tried);
        }
        let mut events = Events::default();
        if tried.extension > 0 {
            events.add(Event::Extension);
        } else if self.mode == Mode::Run && self.outside.is_empty() {
            // Nothing but an order could stop here, and the next node will ask for one.
            return ControlFlow::Continue(());
        }
        self.turn(Turn::Trying(*tried), (events, None))
    }

    fn skipped(&mut self, _ply: Ply, skipped: &SkippedView) {
        if let Some(scene) = self.scene() {
            scene.skip(skipped);
        }
    }

    fn leave(&mut self, ply: Ply, left: &LeftView) -> ControlFlow<()> {
        self.nodes = left.nodes;
        self.path.truncate(ply);
        if let Some(scene) = self.scene() {
            scene.left = Some(*left);
            scene.so_far = Some(left.value);
        }
        let happened = self.events(left);
        let answer = self.turn(Turn::Left(*left), happened);
        if let Some(closed) = self.track.leave()
            && let Some(above) = self.track.top_mut()
        {
            above.extra.take_in(&closed.extra, closed.purpose);
        }
        answer
    }
}

/// Does any of `breakpoints` in force speak of `event`?
#[must_use]
pub fn any_names(breakpoints: &[Breakpoint], event: Event) -> bool {
    let names = |condition: &Condition| condition.names(event);
    breakpoints.iter().any(|it| it.switch == Switch::On && names(&it.condition))
}
