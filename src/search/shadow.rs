//! Shadow score: the value of a position if repetitions of positions above it were not draws.
//!
//! Every node returns its real score, an interval that contains the history-free value, and its path dependency: the
//! positions of the path whose repetition a draw inside it depends on. The transposition table stores such intervals,
//! and the real score only for paths with the positions that it depends on, so that a draw on this path is never used as a
//! draw of the position (graph-history interaction, GHI). This module contains all rules for values: adding children,
//! windows, storing and reading TT bounds. The chess search and the oracle tests on cyclic graphs run this same code.
//!
//! Source: H. G. Muller's proposal (WinBoard Forum, 2007, marked untested there), corrected; the eight rules cited
//! here are in `docs/shadow.md`, and `tests/shadow` and `tests/search/oracle.rs` compare them with brute force.
//!
//! Pruned moves. A pruning rule claims that the move does not exceed alpha; some rules also estimate the score that it
//! reaches. The estimate counts like the score of a move that was searched and failed low, a claim without one does not
//! raise the real score, so that a node that fails low returns its best searched score (fail-soft). In strict mode the
//! interval is widened to alpha. A cut-off with moves left widens it to infinity. A reduced search that failed low counts
//! with the bound that it returned.

use super::dependency::Dependency;
use super::{ShadowMode, TableBounds};
use crate::base::{Bound, DelayedLoss, Ibv, Interval, Ply, Score};

/// The result of a node, from the view of its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score with repetitions counted as draws, which the search maximises.
    pub real: Score,
    /// The shadow interval: contains the score without the history above the node.
    pub shadow: Interval,
    /// The path dependency: the positions above whose repetition the value depends on.
    pub dependency: Dependency,
}

impl Value {
    /// A terminal, recognised or leaf value, which does not depend on the path. Rule 3.
    pub const fn exact(score: Score) -> Self {
        Self::bounded(score, Interval::exact(score))
    }

    /// A history-free lower bound.
    pub const fn at_least(score: Score) -> Self {
        Self::bounded(score, Interval { low: score, high: Score::INFINITE })
    }

    /// A history-free upper bound.
    pub const fn at_most(score: Score) -> Self {
        Self::bounded(score, Interval { low: Interval::UNKNOWN.low, high: score })
    }

    /// A history-free `score` known to lie in `shadow`.
    pub const fn bounded(score: Score, shadow: Interval) -> Self {
        Self { real: score, shadow, dependency: Dependency::NONE }
    }

    /// The value where its bound holds only with positions of the path: nothing history-free is known. Rule 8.
    #[must_use]
    pub const fn given(self, dependency: Dependency) -> Self {
        if dependency.is_none() {
            return self;
        }
        Self { shadow: Interval::UNKNOWN, dependency, ..self }
    }

    /// A history-free result of a search with the window `(alpha, beta)`.
    pub fn searched(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::at_least(score)
        } else if score <= alpha {
            Self::at_most(score)
        } else {
            Self::exact(score)
        }
    }

    /// A draw by repetition of the position at `ply` of the path. Rule 1.
    pub fn repetition(draw: Score, ply: Ply) -> Self {
        Self { real: draw, shadow: Interval::UNKNOWN, dependency: Dependency::on(ply) }
    }

    /// A draw by the fifty-move rule, whose count began at `ply` of the path or above. Rule 1.
    pub fn fifty_moves(draw: Score, ply: Ply) -> Self {
        Self { dependency: Dependency::since(ply), ..Self::repetition(draw, ply) }
    }

    /// The value with the draw that a move back to the position at `ply` of the path offers. Rule 7: the bound holds on this path
    /// alone, so the shadow stays as it is.
    #[must_use]
    pub fn with_upcoming(self, draw: Score, ply: Ply) -> Self {
        if self.real > draw {
            return self;
        }
        Self { real: draw, dependency: self.dependency.and(Dependency::on(ply)), ..self }
    }

    /// The smallest ply that the value depends on, if any.
    pub fn depends_on(&self) -> Option<Ply> {
        self.dependency.first()
    }

    /// The value as seen from ply `ply`: a dependency on that position or below it becomes independent.
    #[must_use]
    pub fn independent_from(self, ply: Ply) -> Self {
        Self { dependency: self.dependency.above(ply), ..self }
    }

    /// The value of a node with the delayed-loss bonus, given the value of its moves. Unknown ends stay unknown.
    #[must_use]
    pub fn with_delayed_loss(self, bonus: DelayedLoss) -> Self {
        let low = self.shadow.low;
        let low = if low == Interval::UNKNOWN.low { low } else { bonus.apply(low) };
        let shadow = Interval { low, high: bonus.apply(self.shadow.high) };
        Self { real: bonus.apply(self.real), shadow, ..self }
    }
}

/// An alpha-beta window, from the view of the side whose scores it bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Lower end: the best score of the side to move so far.
    pub alpha: Score,
    /// Upper end: the best score of the opponent so far.
    pub beta: Score,
}

impl Window {
    /// The null window just below `beta`.
    pub const fn null_below(beta: Score) -> Self {
        Self { alpha: beta.offset(-1), beta }
    }

    /// The window for the moves of a node with the delayed-loss bonus.
    #[must_use]
    pub fn inside(self, bonus: DelayedLoss) -> Self {
        let (alpha, beta) = bonus.window(self.alpha, self.beta);
        Self { alpha, beta }
    }

    /// The bound type of a score searched with this window.
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// Accumulates the value of a node over its moves.
#[derive(Clone, Copy, Debug)]
pub struct BoundAccumulator {
    best: Score,
    shadow: Interval,
    dependency: Dependency,
    /// The dependency of the estimates of pruned moves.
    estimates: Dependency,
    ply: Ply,
}

impl BoundAccumulator {
    /// The accumulator of a node at `ply` before its first move.
    pub const fn new(ply: Ply) -> Self {
        let low = Interval::UNKNOWN.low;
        let shadow = Interval { low, high: low };
        let none = Dependency::NONE;
        Self { best: low, shadow, dependency: none, estimates: none, ply }
    }

    /// The same where the evaluation, by which moves are pruned, depends on positions of the path.
    #[must_use]
    pub const fn with_estimates(self, dependency: Dependency) -> Self {
        Self { estimates: dependency, ..self }
    }

    /// The best score so far; a pruned move counts with its bound.
    pub const fn best(&self) -> Score {
        self.best
    }

    /// Adds the last search of a move: `child` from the child's view, searched with `window` from the parent's view.
    /// Returns the move's real score from the parent's view. Rule 4.
    pub fn add_child(&mut self, child: Value, window: Window) -> Score {
        let real = -child.real;
        let mut shadow = -child.shadow;
        if child.depends_on() == Some(self.ply) {
            // The repeated position is this node, so the real score does not depend on the path above it.
            // A search that failed high or low proves only one end.
            if real >= window.beta {
                shadow.low = shadow.low.max(real);
            } else if real <= window.alpha {
                shadow.high = shadow.high.min(real);
            } else {
                shadow = Interval::exact(real);
            }
        }
        self.shadow.low = self.shadow.low.max(shadow.low);
        self.shadow.high = self.shadow.high.max(shadow.high);
        // Every searched move counts, not only the best: without its draw another move might be the best.
        self.dependency = self.dependency.and(child.dependency);
        self.best = self.best.max(real);
        real
    }

    /// Adds a pruned move, which a pruning rule claims not to exceed `alpha`, by its `estimate` if the rule has one.
    pub fn add_pruned(&mut self, mode: ShadowMode, alpha: Score, estimate: Option<Score>) {
        let claim = if mode == ShadowMode::Strict { Some(alpha) } else { estimate };
        let claim = claim.unwrap_or(Interval::UNKNOWN.low);
        if estimate.is_some() && !self.estimates.is_none() {
            self.dependency = self.dependency.and(self.estimates);
            self.shadow.high = Interval::UNKNOWN.high;
        }
        self.shadow.high = self.shadow.high.max(claim);
        self.best = self.best.max(estimate.unwrap_or(Interval::UNKNOWN.low));
    }

    /// Adds the moves that were not searched after a cut-off. Rule 5.
    pub const fn add_unsearched(&mut self) {
        self.shadow.high = Score::INFINITE;
    }

    /// The value of the node. A dependency on the node itself or below it becomes independent. Rule 6.
    pub fn finish(self) -> Value {
        let Self { best, shadow, dependency, ply, .. } = self;
        Value { real: best, shadow, dependency: dependency.above(ply) }
    }
}

/// The bounds that may be stored in the TT for a finished node searched with `window`, or `None` if nothing is known.
pub fn storable_bounds(mode: ShadowMode, value: &Value, window: Window) -> Option<Interval> {
    let interval = match mode {
        ShadowMode::Fast | ShadowMode::Strict => value.shadow,
        ShadowMode::Naive => Value::searched(value.real, window.alpha, window.beta).shadow,
    };
    (interval != Interval::UNKNOWN).then_some(interval)
}

/// The bound of a node searched with `window` that holds where its dependency is on the path, if the shadow interval does not
/// decide the node: one end. Rule 8, in `fast` mode.
pub fn conditional_bound(mode: ShadowMode, value: &Value, window: Window) -> Option<Interval> {
    if mode != ShadowMode::Fast || value.depends_on().is_none() {
        return None;
    }
    if value.real <= window.alpha {
        let high = value.real;
        (value.shadow.high > window.alpha).then_some(Interval { high, ..Interval::UNKNOWN })
    } else {
        let low = value.real;
        (value.shadow.low < low.min(window.beta)).then_some(Interval { low, ..Interval::UNKNOWN })
    }
}

/// The part of `bounds` that an entry keeps: all, or one integrated bound and value. Of two different ends the one is kept
/// that decides the node in `window`.
pub fn kept_bounds(kept: TableBounds, bounds: Interval, window: Window) -> Interval {
    let Interval { low, high } = bounds;
    let (has_low, has_high) = (low > Interval::UNKNOWN.low, high < Interval::UNKNOWN.high);
    let is_cut = low >= window.beta || high <= window.alpha;
    let code = match kept {
        TableBounds::Interval => return bounds,
        TableBounds::Ibv | TableBounds::Forced if !has_low && !has_high => return bounds,
        TableBounds::Ibv if low == high => Ibv::exact(low),
        TableBounds::Forced if low == high && !is_cut => Ibv::exact(low),
        TableBounds::Ibv | TableBounds::Forced if has_low && (low >= window.beta || !has_high) => {
            Ibv::exact(low).force_lower()
        }
        TableBounds::Ibv | TableBounds::Forced => Ibv::exact(high).force_upper(),
    };
    code.interval()
}

/// The bounds of a TT entry when read at a node with this history risk. Rule 2.
///
/// The history-free value ignores a draw that the current path offers. The true value then lies between the two, so the
/// hull with the draw scores `-band..=band` contains it on every path.
pub fn readable_bounds(
    mode: ShadowMode,
    stored: Interval,
    recent: HistoryRisk,
    band: Score,
) -> Interval {
    match (mode, recent) {
        (ShadowMode::Strict, HistoryRisk::Repetition) | (_, HistoryRisk::FiftyMoves) => {
            Interval { low: stored.low.min(-band), high: stored.high.max(band) }
        }
        _ => stored,
    }
}

/// What the game and path before a node can still do to a stored bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryRisk {
    /// No position above can be repeated: the last move was irreversible, or the remaining depth is too small.
    None,
    /// A position above may be repeated.
    Repetition,
    /// The fifty-move rule may end the game before the stored score is reached.
    FiftyMoves,
}

impl HistoryRisk {
    /// The risk at a node `reversible` plies after the last irreversible or null move, searched to `depth` at most:
    /// a position is repeated after four plies at the earliest.
    pub const fn of(reversible: usize, depth: usize) -> Self {
        if reversible == 0 || reversible + depth < 4 { Self::None } else { Self::Repetition }
    }
}

/// With draws scored by ply, a stored draw score would contain its ply: bounds inside the band are widened to its ends.
pub fn without_draw_band(bounds: Interval, options: &super::SearchOptions) -> Interval {
    if options.draw_by_ply == super::DrawByPly::Off {
        return bounds;
    }
    let band = options.draw_band();
    let inside = |score: Score| -band <= score && score <= band;
    Interval {
        low: if inside(bounds.low) { -band } else { bounds.low },
        high: if inside(bounds.high) { band } else { bounds.high },
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundAccumulator, Value, Window, conditional_bound};
    use crate::base::{Interval, Score};
    use crate::search::ShadowMode;
    use crate::search::dependency::Dependency;

    const WINDOW: Window = Window { alpha: Score::raw(20), beta: Score::raw(21) };

    fn after(child: Value) -> Value {
        let mut bounds = BoundAccumulator::new(9);
        bounds.add_child(child, WINDOW);
        bounds.finish()
    }

    #[test]
    fn a_bound_is_conditional_where_the_interval_does_not_decide() {
        let bound = |value: &Value| conditional_bound(ShadowMode::Fast, value, WINDOW);
        let unknown = Interval::UNKNOWN;
        let repeated = after(Value::repetition(Score::raw(-5), 4));
        assert_eq!(bound(&repeated), Some(Interval { high: Score::raw(5), ..unknown }));
        let high = after(Value::repetition(Score::raw(-30), 4));
        assert_eq!(bound(&high), Some(Interval { low: Score::raw(30), ..unknown }));
        // The history-free bound decides, though another move depends on the path.
        let mut bounds = BoundAccumulator::new(9);
        bounds.add_child(Value::repetition(Score::raw(-5), 4), WINDOW);
        bounds.add_child(Value::exact(Score::raw(-40)), WINDOW);
        let value = bounds.finish();
        assert_eq!((value.depends_on(), bound(&value)), (Some(4), None));
        // Nothing depends on the path, or the rule does not apply.
        assert_eq!(bound(&after(Value::repetition(Score::raw(-5), 9))), None);
        assert_eq!(conditional_bound(ShadowMode::Strict, &repeated, WINDOW), None);
        assert_eq!(conditional_bound(ShadowMode::Naive, &repeated, WINDOW), None);
    }

    #[test]
    fn an_estimate_that_depends_on_the_path_makes_the_node_depend_on_it() {
        let pruned = |estimates| {
            let mut bounds = BoundAccumulator::new(9).with_estimates(estimates);
            bounds.add_child(Value::exact(Score::raw(3)), WINDOW);
            bounds.add_pruned(ShadowMode::Fast, WINDOW.alpha, Some(Score::raw(7)));
            bounds.finish()
        };
        let free = pruned(Dependency::NONE);
        assert_eq!((free.real, free.shadow.high), (Score::raw(7), Score::raw(7)));
        assert_eq!(free.depends_on(), None);
        let dependent = pruned(Dependency::on(6));
        assert_eq!((dependent.real, dependent.depends_on()), (Score::raw(7), Some(6)));
        assert_eq!(dependent.shadow.high, Interval::UNKNOWN.high);
    }
}
