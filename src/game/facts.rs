//! What was measured about one move: plain data that PGN can carry and the panels can show again.
//! Where the figures come from (the engine's reports) is not known here.

use crate::base::{Interval, Millis, Ply, Score};
use crate::knowledge::Category;
use crate::rules::{Move, Square};
use crate::search::SearchReport;
use crate::strength::{DialSetting, Inferior};
use crate::timing::Budget;

/// Everything noted about one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The mover's clock after the move, the increment added.
    pub clock: Option<Millis>,
    /// Time the move took.
    pub elapsed: Option<Millis>,
    /// What the position after the move is worth.
    pub evaluation: Option<Evaluation>,
    /// What the engine said of its own thinking.
    pub insight: Option<Box<Insight>>,
    /// Coloured squares and arrows.
    pub marks: Vec<Mark>,
    /// Commands of other programs, kept as they were: `[%…]` without the brackets and the percent sign.
    pub commands: Vec<String>,
}

impl Facts {
    /// The engine's account, made on first use.
    pub fn insight_mut(&mut self) -> &mut Insight {
        self.insight.get_or_insert_default()
    }
}

/// A value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// In White's view, as PGN wants it.
    pub score: Score,
    /// Plies searched, where known.
    pub depth: Option<u16>,
}

/// A coloured square (`to` is `None`) or arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The colour's letter as other programs write it: `G`, `R`, `Y`, `B`, …
    pub colour: char,
    /// The square, or where the arrow begins.
    pub from: Square,
    /// Where the arrow ends.
    pub to: Option<Square>,
}

/// The engine's account of one of its moves: what the panels showed when it was made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// Depth, nodes, speed and the line expected.
    pub thought: Option<Thought>,
    /// Every step of the time budget.
    pub budget: Option<Budget>,
    /// Where the score would lie if repetitions of earlier positions were not draws, for the side that moved.
    pub shadow: Option<Interval>,
    /// Ply from the searched position of the repetition that the score hangs on.
    pub depends_on: Option<Ply>,
    /// What moved in the evaluation network.
    pub activity: Option<NetworkActivity>,
    /// The strength dial and what it did to the move.
    pub dial: Option<(DialSetting, Option<Inferior>)>,
}

impl Insight {
    /// What a finished search says of itself; budget and dial are added by who knows them.
    #[must_use]
    pub fn of_search(report: &SearchReport, nps: u64) -> Self {
        let line = report.lines.first();
        Self {
            thought: Some(Thought {
                depth: report.depth,
                selective_depth: report.selective_depth,
                nodes: report.nodes,
                nps,
                stop: report.stop.map_or("", |stop| stop.words()).to_owned(),
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

/// The search in figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Last completed iteration in plies.
    pub depth: u16,
    /// Longest line looked at, in plies.
    pub selective_depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Why it stopped, in words; empty when not known.
    pub stop: String,
    /// The line expected, from the position before the move.
    pub line: Vec<Move>,
}

/// The evaluation network in figures, over one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkActivity {
    /// Synchronisations done.
    pub evaluations: u64,
    /// Components whose output changed.
    pub flips: u64,
    /// Signals delivered.
    pub signals: u64,
    /// Flips by [`Category`].
    pub by_category: [u64; Category::COUNT],
}
