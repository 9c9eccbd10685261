//! Training on the screen: the exercise that is asked, what came of the tries, and the game that waits until training ends.

use crate::annotate::TaskResult;
use crate::rules::Color;
use crate::rules::{Move, Position, notation};
use crate::train::{Progress, Task, Verdict};
use crate::tui::model::session::Session;
use crate::tui::values::preset::Preset;
use std::path::PathBuf;

/// What the screen asks of the training thread.
#[derive(Clone, Debug)]
pub enum TrainingQuery {
    /// Collect the exercises of the recorded games and of these files, and begin a session.
    Start {
        /// The files.
        files: Vec<PathBuf>,
        /// The user's name: in games with it the mistakes of others are left out.
        name: String,
    },
    /// The next exercise.
    Next,
    /// Judge a move.
    Judge(Move),
    /// The piece that moves, and the theme.
    Hint,
    /// The best move.
    Solution,
}

/// What the training thread answers.
#[derive(Debug)]
pub enum TrainingAnswer {
    /// The exercises are collected; in words, one sentence a line.
    Collected(Vec<String>),
    /// A recorded game without evaluations is analysed; how far.
    Analysing(String),
    /// An exercise.
    Task(Box<Task>),
    /// The judgement of a move, and when the exercise comes back.
    Judged(Move, Box<Verdict>, Option<String>),
    /// A hint.
    Hint(String),
    /// The best line, and when the exercise comes back.
    Solution(Box<TaskResult>, Option<String>),
    /// There is no further exercise; why, or the result.
    Ended(String),
    /// The progress by theme and by phase.
    Progress([Vec<Progress>; 2]),
    /// The exercises cannot be read, or an answer cannot be saved.
    Failed(String),
}

/// What is waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The next exercise.
    #[default]
    Fetching,
    /// The user's move.
    Asking,
    /// The judgement of this move.
    Judging(Move),
    /// A hint.
    Hinting,
    /// The solution.
    Solving,
    /// Nothing: the exercise is solved, or its solution is shown.
    Solved,
    /// Nothing: the session is over.
    Over,
}

impl Stage {
    /// Whether the solution is still to be found, or the exercise is on its way: an analysis would show it.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Solved | Self::Over)
    }

    /// What the training thread works on, in words.
    pub const fn work(self) -> Option<&'static str> {
        match self {
            Self::Judging(_) => Some("judging your move …"),
            Self::Hinting => Some("searching for a hint …"),
            Self::Solving => Some("searching for the solution …"),
            Self::Fetching | Self::Asking | Self::Solved | Self::Over => None,
        }
    }
}

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As information.
    Plain,
    /// A right move.
    Right,
    /// A wrong move.
    Wrong,
}

/// Training, while it is on the screen.
#[derive(Debug)]
pub struct Training {
    /// Number of the session; answers of others are stale.
    pub number: u64,
    /// What is waited for.
    pub stage: Stage,
    /// Are the exercises read?
    pub is_collected: bool,
    /// The exercise.
    pub task: Option<Task>,
    /// What came of it, oldest first.
    pub words: Vec<(Tone, String)>,
    /// The progress by theme and by phase.
    pub progress: [Vec<Progress>; 2],
    /// The game that waits.
    pub waiting: Waiting,
}

/// The game that waits until training ends, and how it was shown.
#[derive(Debug)]
pub struct Waiting {
    /// The game.
    pub session: Session,
    /// Was it in play, and is it paused only for the training?
    pub ran: bool,
    /// The layout.
    pub preset: Preset,
    /// The side at the bottom.
    pub orientation: Color,
}

impl Training {
    /// Adds a sentence.
    pub fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.words.push((tone, words.into()));
    }

    /// Adds a line of moves from the position of the exercise, with their numbers.
    pub fn say_line(&mut self, before: &str, position: &Position, line: &[Move]) {
        if !line.is_empty() {
            self.say(Tone::Plain, format!("{before}{}", notation::numbered_line(position, line)));
        }
    }
}
