//! A full-width principal variation search with a table of unlimited size: the engine's shadow rules
//! (`search::shadow`) or Kishimoto and Müller's twins, with everything else the same.
//!
//! Source: Kishimoto and Müller, "A General Solution to the Graph History Interaction Problem" (AAAI 2004). What is
//! adapted to alpha-beta with a fixed depth is listed in `docs/shadow.md`.

use super::game::Game;
use super::table::{BaseReuse, Claim, Entry, TableMode, decided};
use crate::base::{Interval, Random, Score};
use crate::rules::Key;
use crate::search::dependency::{Dependency, PathCode};
use crate::search::shadow::{
    BoundAccumulator, HistoryRisk, Value, Window, conditional_bound, readable_bounds,
    storable_bounds,
};
use std::collections::HashMap;

/// A position on a path.
#[derive(Clone, Debug)]
pub struct Place<G> {
    /// The position.
    pub game: G,
    /// Plies since the last irreversible move.
    pub reversible: usize,
    /// The code of the path since then: the positions above in their order.
    pub code: u64,
}

impl<G: Game> Place<G> {
    /// The position without history.
    pub const fn root(game: G) -> Self {
        Self { game, reversible: 0, code: 0 }
    }

    /// The position after a move.
    #[must_use]
    pub fn after(&self, mv: G::Move) -> Self {
        let game = self.game.after(mv);
        if self.game.is_irreversible(mv) {
            return Self::root(game);
        }
        let code = Random::new(self.code ^ self.game.key()).next_u64();
        Self { game, reversible: self.reversible + 1, code }
    }
}

/// What a search makes of a move back to a position of the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovesBack {
    /// Nothing before it is searched.
    #[default]
    Searched,
    /// A lower bound of the real score on this path: rule 7 of the shadow score.
    Conditional,
    /// A lower bound that the table keeps for every path, which is wrong.
    Unconditional,
}

/// A search with its table.
#[derive(Clone, Debug)]
pub struct Search<G: Game> {
    /// What the table stores.
    pub mode: TableMode,
    /// Whether the table is read; without, it is only written.
    pub reads: bool,
    /// What a move back to a position of the path is worth before it is searched.
    pub moves_back: MovesBack,
    /// Whether a repetition is a draw; without, a value depends on position and depth alone.
    pub repetitions: bool,
    /// The keys of the positions above.
    pub path: Vec<Key>,
    /// Entries by position and depth.
    pub table: HashMap<(Key, usize), Entry<G::Move>>,
    /// Nodes visited, simulations included.
    pub nodes: u64,
    /// Nodes of simulations.
    pub simulated: u64,
    /// Simulations begun, and those that verified the bound.
    pub simulations: [u64; 2],
    /// The last best move of each position, tried first in every mode.
    order: HashMap<Key, G::Move>,
    /// What an audit of the table needs, if one is to follow.
    pub log: Option<AuditLog<G>>,
}

/// The positions of a search, and the paths of its twins.
#[derive(Clone, Debug)]
pub struct AuditLog<G> {
    /// Positions by key.
    pub positions: HashMap<Key, G>,
    /// The reversible path above a twin, by path code.
    pub paths: HashMap<(Key, u64), Vec<Key>>,
    /// The positions above that a conditional bound names, by its code.
    pub conditions: HashMap<(Key, u32), Vec<Key>>,
}

impl<G> Default for AuditLog<G> {
    fn default() -> Self {
        Self { positions: HashMap::new(), paths: HashMap::new(), conditions: HashMap::new() }
    }
}

/// What a simulation verifies of a node's value.
#[derive(Clone, Copy)]
enum Goal {
    AtLeast(Score),
    AtMost(Score),
}

/// A verified goal.
struct Proof<M> {
    /// The move that reaches it, for a lower bound.
    mv: Option<M>,
    /// The positions of the path whose repetition it relies on.
    dependency: Dependency,
}

impl Goal {
    fn is_met(self, bounds: Interval) -> bool {
        match self {
            Self::AtLeast(score) => bounds.low >= score,
            Self::AtMost(score) => bounds.high <= score,
        }
    }

    /// The same for the other side.
    fn reversed(self) -> Self {
        match self {
            Self::AtLeast(score) => Self::AtMost(-score),
            Self::AtMost(score) => Self::AtLeast(-score),
        }
    }

    const fn bounds(self) -> Interval {
        match self {
            Self::AtLeast(low) => Interval { low, high: Score::INFINITE },
            Self::AtMost(high) => Interval { low: Interval::UNKNOWN.low, high },
        }
    }
}

impl<G: Game> Search<G> {
    /// A search with an empty table.
    #[must_use]
    pub fn new(mode: TableMode) -> Self {
        Self {
            mode,
            reads: true,
            moves_back: MovesBack::default(),
            repetitions: true,
            path: Vec::new(),
            table: HashMap::new(),
            nodes: 0,
            simulated: 0,
            simulations: [0; 2],
            order: HashMap::new(),
            log: None,
        }
    }

    /// Searches `place` to `depth` within the window.
    pub fn visit(&mut self, place: &Place<G>, depth: usize, mut window: Window) -> Value {
        self.nodes += 1;
        if let Some(value) = self.repetition(place) {
            return value;
        }
        let moves = place.game.moves();
        let moves = moves.as_ref();
        if let Some(score) = leaf(&place.game, moves, depth) {
            return Value::exact(score);
        }
        let back = self.move_back(place, moves).filter(|_| window.alpha < Score::DRAW);
        if let Some(at) = back {
            if window.beta <= Score::DRAW {
                return Value::repetition(Score::DRAW, at);
            }
            window.alpha = Score::DRAW;
        }
        let raised = |value: Value| back.map_or(value, |at| value.with_upcoming(Score::DRAW, at));
        if self.reads
            && let Some(value) = self.probe(place, depth, window)
        {
            return raised(value);
        }
        let key = place.game.key();
        let (mut alpha, mut best, mut best_score) = (window.alpha, None, -Score::INFINITE);
        let mut bounds = BoundAccumulator::new(self.path.len());
        let first = self.order.get(&key).copied().filter(|mv| moves.contains(mv));
        let ordered =
            first.into_iter().chain(moves.iter().copied().filter(|&mv| Some(mv) != first));
        self.path.push(key);
        for (number, mv) in ordered.enumerate() {
            let child = place.after(mv);
            let scout = Window { alpha, beta: alpha.offset(1) };
            let open = Window { alpha, beta: window.beta };
            let mut last = if number == 0 { open } else { scout };
            let mut value = self.visit(&child, depth - 1, reversed(last));
            if last != open && -value.real > alpha && window.beta > scout.beta {
                last = open;
                value = self.visit(&child, depth - 1, reversed(last));
            }
            let score = bounds.add_child(value, last);
            if score > best_score {
                (best, best_score) = (Some(mv), score);
            }
            alpha = alpha.max(score);
            if alpha >= window.beta {
                if number + 1 < moves.len() {
                    bounds.add_unsearched();
                }
                break;
            }
        }
        self.path.pop();
        let value = bounds.finish();
        if let Some(mv) = best.filter(|_| best_score > window.alpha) {
            self.order.insert(key, mv);
        }
        if back.is_some() && self.moves_back == MovesBack::Unconditional {
            let low = value.shadow.low.max(Score::DRAW);
            let shadow = Interval { low, high: value.shadow.high.max(low) };
            self.store(place, depth, &Value { shadow, ..value }, best, window);
        } else {
            self.store(place, depth, &value, best, window);
        }
        raised(value)
    }

    /// The ply of the position of the path to which one of `moves` goes back.
    fn move_back(&self, place: &Place<G>, moves: &[G::Move]) -> Option<usize> {
        if self.moves_back == MovesBack::Searched {
            return None;
        }
        let from = self.first_reversible(place);
        let at = |mv: &G::Move| {
            let key = place.game.after(*mv).key();
            let reversible = !place.game.is_irreversible(*mv);
            self.path[from..].iter().position(|&above| above == key).filter(|_| reversible)
        };
        moves.iter().find_map(at).map(|at| from + at)
    }

    /// The draw by repetition of a position of the path.
    fn repetition(&self, place: &Place<G>) -> Option<Value> {
        if !self.repetitions {
            return None;
        }
        let from = self.first_reversible(place);
        let key = place.game.key();
        let at = self.path[from..].iter().position(|&above| above == key)?;
        Some(Value::repetition(Score::DRAW, from + at))
    }

    fn probe(&mut self, place: &Place<G>, depth: usize, window: Window) -> Option<Value> {
        let entry = self.table.get(&(place.game.key(), depth))?;
        let reuse = match self.mode {
            TableMode::Shadow(mode) => {
                if let Some((code, bound)) = entry.conditional {
                    let first = self.first_reversible(place);
                    let dependency = code.find(first..self.path.len(), |at| self.path[at])?;
                    let value = |real| Value::bounded(real, bound).given(dependency);
                    return decided(bound, window).map(value);
                }
                let bounds = entry.base.bounds;
                let bounds = readable_bounds(mode, bounds, risk(place, depth), Score::DRAW);
                return decided(bounds, window).map(|score| Value::bounded(score, bounds));
            }
            TableMode::Twins(reuse) => reuse,
        };
        let known = known(entry, place, depth, reuse);
        let ply = self.path.len();
        if let Some(value) = known.decide(window, ply) {
            return Some(value);
        }
        // A bound of another path is used if its proof tree holds on this one, too.
        let held = |goal: Goal| entry.claims().any(|claim| goal.is_met(claim.bounds));
        let bounds = [Goal::AtLeast(window.beta), Goal::AtMost(window.alpha)];
        let mut goals: Vec<Vec<Goal>> =
            bounds.into_iter().filter(|&goal| held(goal)).map(|goal| vec![goal]).collect();
        let exact = entry.claims().map(|claim| claim.bounds).find(|it| it.low == it.high);
        if let Some(Interval { low, high }) = exact.filter(|_| goals.is_empty()) {
            goals.push(vec![Goal::AtLeast(low), Goal::AtMost(high)]);
        }
        goals.iter().find_map(|goals| {
            goals.iter().try_for_each(|&goal| self.reuse(place, depth, goal))?;
            let entry = self.table.get(&(place.game.key(), depth))?;
            entry.twin(place.code)?.decide(window, ply)
        })
    }

    /// Stores a twin for this path if a simulation verifies `goal`.
    fn reuse(&mut self, place: &Place<G>, depth: usize, goal: Goal) -> Option<()> {
        self.simulations[0] += 1;
        let proof = self.simulate(place, depth, goal)?;
        self.simulations[1] += 1;
        let ply = self.path.len();
        let above = proof.dependency.first().map(|first| ply - first);
        self.add_twin(place, depth, Claim { bounds: goal.bounds(), mv: proof.mv, above });
        Some(())
    }

    /// Verifies `goal` on this path with the moves of the proof tree in the table, which belongs to another path: of the
    /// proving side only the stored moves are tried, of the other side all moves.
    /// Source: Kawano, "Using Similar Positions to Search Game Trees" (1996), as Kishimoto and Müller use it.
    fn simulate(&mut self, place: &Place<G>, depth: usize, goal: Goal) -> Option<Proof<G::Move>> {
        let leaf_proof = |score: Score, dependency: Dependency| {
            goal.is_met(Interval::exact(score)).then_some(Proof { mv: None, dependency })
        };
        if let Some(value) = self.repetition(place) {
            return leaf_proof(value.real, value.dependency);
        }
        let moves = place.game.moves();
        let moves = moves.as_ref();
        if let Some(score) = leaf(&place.game, moves, depth) {
            return leaf_proof(score, Dependency::NONE);
        }
        let (key, ply) = (place.game.key(), self.path.len());
        let entry = self.table.get(&(key, depth))?;
        if let TableMode::Twins(reuse) = self.mode {
            let known = known(entry, place, depth, reuse);
            if goal.is_met(known.bounds) {
                return Some(Proof { mv: known.mv, dependency: known.dependency(ply) });
            }
        }
        let mut claims = entry.claims().filter(|claim| goal.is_met(claim.bounds)).peekable();
        claims.peek()?;
        let proving: Vec<G::Move> = claims.filter_map(|claim| claim.mv).collect();
        self.path.push(key);
        let proof = match goal {
            Goal::AtLeast(_) => proving.iter().enumerate().find_map(|(number, &mv)| {
                let is_new = !proving[..number].contains(&mv);
                let dependency = is_new.then(|| self.simulate_move(place, mv, depth, goal))??;
                Some(Proof { mv: Some(mv), dependency })
            }),
            Goal::AtMost(_) => {
                let joined = moves.iter().try_fold(Dependency::NONE, |joined, &mv| {
                    Some(joined.and(self.simulate_move(place, mv, depth, goal)?))
                });
                joined.map(|dependency| Proof { mv: None, dependency })
            }
        };
        self.path.pop();
        proof.map(|it| Proof { dependency: it.dependency.above(ply), ..it })
    }

    /// The path dependency of a verified `goal` after a move.
    fn simulate_move(
        &mut self,
        place: &Place<G>,
        mv: G::Move,
        depth: usize,
        goal: Goal,
    ) -> Option<Dependency> {
        self.nodes += 1;
        self.simulated += 1;
        let proof = self.simulate(&place.after(mv), depth - 1, goal.reversed())?;
        Some(proof.dependency)
    }

    /// Stores the value of a node searched with `window`, and its best move.
    fn store(
        &mut self,
        place: &Place<G>,
        depth: usize,
        value: &Value,
        best: Option<G::Move>,
        window: Window,
    ) {
        let mode = match self.mode {
            TableMode::Shadow(mode) => mode,
            TableMode::Twins(_) => {
                let bounds = Value::searched(value.real, window.alpha, window.beta).shadow;
                let above = value.depends_on().map(|at| self.path.len() - at);
                let claim = Claim { bounds, mv: best, above };
                if above.is_some() {
                    self.add_twin(place, depth, claim);
                } else {
                    self.add_base(place, depth, claim);
                }
                return;
            }
        };
        let ply = self.path.len();
        if self.moves_back != MovesBack::Unconditional
            && let Some(bound) = conditional_bound(mode, value, window)
            && let Some(code) = PathCode::of(value.dependency, ply, |at| self.path[at])
        {
            self.set_conditional(place, depth, code, bound);
        } else if let Some(bounds) = storable_bounds(mode, value, window) {
            self.add_base(place, depth, Claim { bounds, mv: best, above: None });
        }
    }

    /// The entry of `place`, made if there is none.
    fn entry(&mut self, place: &Place<G>, depth: usize) -> &mut Entry<G::Move> {
        let key = place.game.key();
        if let Some(log) = &mut self.log {
            log.positions.entry(key).or_insert_with(|| place.game.clone());
        }
        self.table.entry((key, depth)).or_insert(Entry::EMPTY)
    }

    fn add_base(&mut self, place: &Place<G>, depth: usize, claim: Claim<G::Move>) {
        let entry = self.entry(place, depth);
        entry.base.add(claim);
        entry.conditional = None;
    }

    /// Replaces the entry by a bound on paths with the positions of `code`.
    fn set_conditional(&mut self, place: &Place<G>, depth: usize, code: PathCode, bound: Interval) {
        let (key, ply) = (place.game.key(), self.path.len());
        *self.entry(place, depth) = Entry { conditional: Some((code, bound)), ..Entry::EMPTY };
        if let Some(log) = &mut self.log {
            // As the code has them: with more than three, all between.
            let named = code.find(0..ply, |at| self.path[at]).and_then(|found| found.plies(ply));
            let named = named.into_iter().flatten().map(|at| self.path[at]).collect();
            log.conditions.entry((key, code.bits())).or_insert(named);
        }
    }

    /// The ply of the first position of the path that can be repeated at `place`.
    fn first_reversible(&self, place: &Place<G>) -> usize {
        self.path.len().saturating_sub(place.reversible)
    }

    fn add_twin(&mut self, place: &Place<G>, depth: usize, claim: Claim<G::Move>) {
        self.entry(place, depth).add_twin(place.code, claim);
        let (key, from) = (place.game.key(), self.first_reversible(place));
        if let Some(log) = &mut self.log {
            log.paths.entry((key, place.code)).or_insert_with(|| self.path[from..].to_vec());
        }
    }
}

/// What the table proves on the path of `place` without a simulation.
fn known<G: Game>(
    entry: &Entry<G::Move>,
    place: &Place<G>,
    depth: usize,
    reuse: BaseReuse,
) -> Claim<G::Move> {
    let mut known = entry.twin(place.code).copied().unwrap_or(Claim::UNKNOWN);
    if reuse == BaseReuse::Unchecked || risk(place, depth) == HistoryRisk::None {
        known.add(entry.base);
    }
    known
}

/// Whether the path above `place` can be repeated within `depth` plies.
fn risk<G: Game>(place: &Place<G>, depth: usize) -> HistoryRisk {
    if place.reversible == 0 || place.reversible + depth < G::SHORTEST_CYCLE {
        HistoryRisk::None
    } else {
        HistoryRisk::Repetition
    }
}

fn leaf<G: Game>(game: &G, moves: &[G::Move], depth: usize) -> Option<Score> {
    if moves.is_empty() {
        Some(game.end_value())
    } else {
        (depth == 0).then(|| game.static_value())
    }
}

const fn reversed(window: Window) -> Window {
    Window { alpha: Score::raw(-window.beta.value()), beta: Score::raw(-window.alpha.value()) }
}
