//! Move annotations: plain data that PGN stores and the panels display.
//! The engine's reports are converted here, by [`EngineInfo::of_search`].

use crate::base::{Bound, Interval, Millis, Ply, Score};
use crate::knowledge::Category;
use crate::rules::{Move, Square};
use crate::search::{PvLine, SearchReport};
use crate::strength::{StrengthLevel, WeakenedMove};
use crate::timing::Budget;
use std::fmt;

/// The annotations of one move, except comment and NAGs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveAnnotation {
    /// The mover's clock after the move, increment included.
    pub clock: Option<Millis>,
    /// Time the move took.
    pub elapsed: Option<Millis>,
    /// Evaluation of the position after the move.
    pub evaluation: Option<Evaluation>,
    /// Win percentage that the move loses, 0 to 100, by the searches of the annotation that compared it with the best one.
    pub loss: Option<f64>,
    /// Engine information about the search that chose the move.
    pub engine_info: Option<Box<EngineInfo>>,
    /// Coloured squares and arrows.
    pub marks: Vec<Mark>,
    /// Unknown commands, kept unchanged: `[%…]` without the brackets and the percent sign.
    pub commands: Vec<String>,
    /// The comment after the move as it was read, with single spaces; empty if it is written so anyway. It is written again as long as it means the same as
    /// the comment and the fields above; otherwise each of its commands as long as that means the same.
    pub original: String,
}

/// An evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// From White's point of view, as in PGN.
    pub score: Score,
    /// Search depth in plies, if known.
    pub depth: Option<u16>,
}

/// A coloured square (`to` is `None`) or arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The letter of the colour: `G`, `R`, `Y`, `B`, …
    pub colour: char,
    /// The square, or the start of the arrow.
    pub from: Square,
    /// The end of the arrow.
    pub to: Option<Square>,
}

impl MoveAnnotation {
    /// The coloured squares and arrows in words: `d4 green, e2-e4 red`; empty without any.
    pub fn mark_words(&self) -> String {
        self.marks.iter().map(Mark::words).collect::<Vec<_>>().join(", ")
    }
}

impl Mark {
    /// In words: `d4 green`, `e2-e4 red`.
    fn words(&self) -> String {
        let to = self.to.map_or_else(String::new, |to| format!("-{to}"));
        let colour = match self.colour {
            'G' => "green",
            'R' => "red",
            'Y' => "yellow",
            'B' => "blue",
            other => return format!("{}{to} {other}", self.from),
        };
        format!("{}{to} {colour}", self.from)
    }
}

impl fmt::Display for Mark {
    /// `Gd4` or `Ge2e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour, self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

/// Engine information about one move: the panels' data at the moment the move was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineInfo {
    /// Depth, nodes, speed and principal variation.
    pub search: Option<SearchInfo>,
    /// The time budget with its intermediate values.
    pub budget: Option<Budget>,
    /// Shadow bounds of the score, from the mover's point of view: the interval without repetition draws.
    pub shadow: Option<Interval>,
    /// Ply, from the root, of the repetition that the score depends on.
    pub depends_on: Option<Ply>,
    /// Activity of the evaluation network.
    pub activity: Option<NetworkActivity>,
    /// The strength dial.
    pub dial: Option<DialInfo>,
}

/// The strength dial when a move was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DialInfo {
    /// The level.
    pub level: StrengthLevel,
    /// How it chose the move; `None` at full strength.
    pub weakened: Option<WeakenedMove>,
}

impl EngineInfo {
    /// Engine information of a finished search that chose the first move of `line`; the caller adds score, budget and dial.
    pub fn of_search(report: &SearchReport, line: Option<&PvLine>, nps: u64) -> Self {
        Self {
            search: Some(SearchInfo {
                depth: report.depth,
                score: None,
                is_superseded: false,
                bound: line.map_or(Bound::Exact, |line| line.bound),
                selective_depth: report.selective_depth,
                nodes: report.nodes,
                nps,
                stop: report.stop.map_or_else(String::new, |stop| stop.to_string()),
                line: line.map_or_else(Vec::new, |line| line.moves.clone()),
            }),
            shadow: line.and_then(|line| line.shadow),
            depends_on: line.and_then(|line| line.depends_on),
            activity: Some(NetworkActivity {
                evaluations: report.activity.evaluations,
                flips: report.activity.flips,
                signals: report.activity.signals,
                by_category: report.activity.flips_by_category,
            }),
            budget: None,
            dial: None,
        }
    }
}

/// Figures of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Depth of the last completed iteration in plies.
    pub depth: u16,
    /// Score of the move in its mover's view, which tells an evaluation of this search from one that was added later.
    pub score: Option<Score>,
    /// Whether the evaluation was added later although it has the same depth and score.
    pub is_superseded: bool,
    /// Whether that score and the evaluation are exact, or a bound in the mover's view.
    pub bound: Bound,
    /// Selective depth in plies.
    pub selective_depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The stop reason as text; empty if not known.
    pub stop: String,
    /// The principal variation, from the position before the move.
    pub line: Vec<Move>,
}

/// Activity counts of the evaluation network over one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkActivity {
    /// Number of evaluations.
    pub evaluations: u64,
    /// Component outputs that changed.
    pub flips: u64,
    /// Signals delivered.
    pub signals: u64,
    /// Flips by [`Category`].
    pub by_category: [u64; Category::COUNT],
}
