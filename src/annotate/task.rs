//! The searches that analysis makes of a game, and what each finds.

use crate::base::{Interval, Ply, Score};
use crate::rules::{Color, Move};
use crate::search::PvLine;
use serde::{Deserialize, Serialize};

/// One search of one position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnalysisTask {
    /// Half-moves from the start of the record.
    pub ply: Ply,
    /// The root moves.
    pub scope: Scope,
}

/// The root moves of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Every move.
    All,
    /// The best move alone, with twice the limits.
    Best,
    /// The move played alone, with twice the limits.
    Played,
    /// Every move, deep.
    AllDeep,
    /// The move played alone, deep.
    PlayedDeep,
    /// The best move by the deep search alone, deep, where the opponent loses by any repetition.
    BestDeviating,
    /// The move played alone, deep, where its side loses by any repetition.
    PlayedDeviating,
    /// The end of the best move's line.
    BestEnd,
    /// The end of the line of the move played.
    PlayedEnd,
    /// Every move except the one played, with a quarter of the limits.
    #[serde(alias = "OthersQuickly")]
    OthersQuick,
    /// Every move except the one played.
    Others,
    /// Every move except the one played, deep.
    OthersDeep,
}

/// The best move and the move played, each alone.
pub(super) const ALONE: [Scope; 2] = [Scope::Best, Scope::Played];
/// The deep searches of every move and of the move played.
pub(super) const DEEP: [Scope; 2] = [Scope::AllDeep, Scope::PlayedDeep];
/// The same moves without the repetitions of the side that would rather go on.
pub(super) const DEVIATING: [Scope; 2] = [Scope::BestDeviating, Scope::PlayedDeviating];

impl Scope {
    /// The side that loses by any repetition, where `turn` is to move.
    pub(super) fn deviating(self, turn: Color) -> Option<Color> {
        match self {
            Self::BestDeviating => Some(!turn),
            Self::PlayedDeviating => Some(turn),
            Self::All
            | Self::Best
            | Self::Played
            | Self::AllDeep
            | Self::PlayedDeep
            | Self::BestEnd
            | Self::PlayedEnd
            | Self::OthersQuick
            | Self::Others
            | Self::OthersDeep => None,
        }
    }

    /// Whether it continues a line.
    pub(super) const fn is_end(self) -> bool {
        matches!(self, Self::BestEnd | Self::PlayedEnd)
    }
}

/// Result of a task, from the point of view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskResult {
    /// The score.
    pub score: Score,
    /// Search depth in plies.
    pub depth: u16,
    /// The principal variation.
    pub line: Vec<Move>,
    /// Shadow bounds: the score without repetition draws.
    pub shadow: Option<Interval>,
    /// Ply from this position of the repetition that the score depends on.
    pub depends_on: Option<Ply>,
}
impl TaskResult {
    /// Whether its line begins with this move.
    pub fn begins_with(&self, mv: Move) -> bool {
        self.line.first() == Some(&mv)
    }
}

impl From<&PvLine> for TaskResult {
    fn from(line: &PvLine) -> Self {
        Self {
            score: line.score,
            depth: line.depth,
            line: line.moves.clone(),
            shadow: line.shadow,
            depends_on: line.depends_on,
        }
    }
}
