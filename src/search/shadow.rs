//! The shadow score: what a value would be if repetitions of positions above were not draws.
//!
//! Every node returns its real score, an interval that surely contains the history-free value, and the smallest ply of
//! the path on which a repetition draw inside it rests. The table holds only such intervals, never the real score, so
//! that no draw of this path is taken for a draw of the position. This module is all of the algebra: joining children,
//! respecting windows, storing, reading. The chess node and the oracle tests on cyclic games run this same code.
//!
//! Source: H. G. Muller's proposal (WinBoard Forum, 2007, marked untested there), corrected; the six rules cited
//! here are in `docs/shadow.md`, and `tests/shadow` and `tests/search/oracle.rs` compare them with brute force.
//!
//! Skipped moves. Forward pruning defines a smaller game, and a pruning rule makes a claim: this move stays at or below
//! a bound (alpha, or a margin over the evaluation). The interval is widened to that claim, as by a move that was
//! searched and failed low; a cut-off with moves left widens to infinity. A reduced search that failed low counts as
//! the bound it returned.

use super::ShadowMode;
use crate::base::{Interval, Ply, Score};

/// What a node knows about its position, in the view of the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score with repetitions counted as draws: what the search maximises.
    pub real: Score,
    /// Contains the score without the history above the node.
    pub shadow: Interval,
    /// The earliest ply whose repetition was used, or [`Value::FREE`].
    pub depends: u16,
}

impl Value {
    /// Depends on no position above.
    pub const FREE: u16 = u16::MAX;

    /// A terminal, recognised or leaf value: the same whatever came before. Rule 3.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self { real: score, shadow: Interval::exactly(score), depends: Self::FREE }
    }

    /// A history-free lower bound.
    #[must_use]
    pub const fn at_least(score: Score) -> Self {
        Self::bounded(score, Interval { low: score, high: Score::INFINITE })
    }

    /// A history-free upper bound.
    #[must_use]
    pub const fn at_most(score: Score) -> Self {
        Self::bounded(score, Interval { low: Interval::UNKNOWN.low, high: score })
    }

    /// A history-free `score` known to lie in `shadow`.
    #[must_use]
    pub const fn bounded(score: Score, shadow: Interval) -> Self {
        Self { real: score, shadow, depends: Self::FREE }
    }

    /// A history-free result of a search with the window `(alpha, beta)`.
    #[must_use]
    pub fn searched(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::at_least(score)
        } else if score <= alpha {
            Self::at_most(score)
        } else {
            Self::exactly(score)
        }
    }

    /// A draw only because the position at `ply` is on the path. Rule 1.
    #[must_use]
    pub fn repetition(draw: Score, ply: Ply) -> Self {
        let depends = u16::try_from(ply).unwrap_or(Self::FREE - 1);
        Self { real: draw, shadow: Interval::UNKNOWN, depends }
    }

    /// Does the value rest on a position above ply `ply`?
    #[must_use]
    pub fn depends_above(&self, ply: Ply) -> bool {
        usize::from(self.depends) < ply
    }

    /// The ply it depends on, if any.
    #[must_use]
    pub fn dependence(&self) -> Option<Ply> {
        (self.depends != Self::FREE).then_some(usize::from(self.depends))
    }
}

/// The window a child was searched with, in the view of the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the parent already has.
    pub alpha: Score,
    /// What the parent's opponent already has.
    pub beta: Score,
}

/// An open node: the join over the moves searched so far.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    best: Score,
    shadow: Interval,
    depends: u16,
    ply: Ply,
}

impl Joining {
    /// A node at `ply` before its first move.
    #[must_use]
    pub const fn new(ply: Ply) -> Self {
        let low = Interval::UNKNOWN.low;
        Self { best: low, shadow: Interval { low, high: low }, depends: Value::FREE, ply }
    }

    /// The best real score so far.
    #[must_use]
    pub const fn best(&self) -> Score {
        self.best
    }

    /// Takes in the last search of a move: `child` as returned, in the child's view, searched with the parent's
    /// `window`. Returns the move's real score in the parent's view. Rule 4.
    pub fn join(&mut self, child: Value, window: Window) -> Score {
        let real = -child.real;
        let mut shadow = -child.shadow;
        if usize::from(child.depends) == self.ply {
            // The repeated position is this one: history has become future, and the real score is unconditional here.
            // But a search that failed high or low has only proved one side of it.
            if real >= window.beta {
                shadow.low = shadow.low.max(real);
            } else if real <= window.alpha {
                shadow.high = shadow.high.min(real);
            } else {
                shadow = Interval::exactly(real);
            }
        }
        self.shadow.low = self.shadow.low.max(shadow.low);
        self.shadow.high = self.shadow.high.max(shadow.high);
        // Every searched move counts, not only the best: without its draw a worse move might have been the best.
        self.depends = self.depends.min(child.depends);
        self.best = self.best.max(real);
        real
    }

    /// Notes a move that was not searched because it was claimed not to exceed `claim`.
    pub fn skip(&mut self, claim: Score) {
        self.shadow.high = self.shadow.high.max(claim);
        self.best = self.best.max(claim);
    }

    /// Notes that moves were left unsearched after a cut-off. Rule 5.
    pub const fn cut(&mut self) {
        self.shadow.high = Score::INFINITE;
    }

    /// The node's value. A dependence on itself or below is none. Rule 6.
    #[must_use]
    pub fn close(self) -> Value {
        let free = usize::from(self.depends) >= self.ply;
        let depends = if free { Value::FREE } else { self.depends };
        Value { real: self.best, shadow: self.shadow, depends }
    }
}

/// What may be written to the table for a finished node that was searched with `window`. `None`: nothing is known.
#[must_use]
pub fn storable(mode: ShadowMode, value: &Value, window: Window) -> Option<Interval> {
    let interval = match mode {
        ShadowMode::Fast | ShadowMode::Strict => value.shadow,
        ShadowMode::Naive => Value::searched(value.real, window.alpha, window.beta).shadow,
    };
    (interval != Interval::UNKNOWN).then_some(interval)
}

/// What an entry says when read at a node that may be `recent` plies after the last irreversible move. Rule 2.
///
/// The history-free value can miss a draw that the current path offers. The true value then lies between the two, so
/// that the hull with the draw scores `band` (for the side to move, `-band..=band`) holds on every path.
#[must_use]
pub fn readable(mode: ShadowMode, stored: Interval, recent: Recent, band: Score) -> Interval {
    match (mode, recent) {
        (ShadowMode::Strict, Recent::MayRepeat) | (_, Recent::NearFifty) => {
            Interval { low: stored.low.min(-band), high: stored.high.max(band) }
        }
        _ => stored,
    }
}

/// How much of the past a node can still run into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recent {
    /// No position above can recur below: the last move was irreversible, or the search ends too soon.
    Free,
    /// A position above may recur.
    MayRepeat,
    /// The fifty-move rule may end the game before the stored score comes true.
    NearFifty,
}

impl Recent {
    /// Of a node `reversible` plies after the last irreversible move (or null move) that is to be searched `depth`
    /// plies at most: a position of the path recurs no sooner than four plies after itself.
    #[must_use]
    pub const fn of(reversible: usize, depth: usize) -> Self {
        if reversible == 0 || reversible + depth < 4 { Self::Free } else { Self::MayRepeat }
    }
}

impl Value {
    /// The value seen from ply `ply`: a dependence on that position or below is none.
    #[must_use]
    pub fn freed_at(self, ply: Ply) -> Self {
        let depends = if usize::from(self.depends) >= ply { Self::FREE } else { self.depends };
        Self { depends, ..self }
    }
}

/// With draws scored by ply a stored draw would carry its ply: bounds inside the band are widened to its ends.
#[must_use]
pub fn without_draw_band(bounds: Interval, options: &super::Options) -> Interval {
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
