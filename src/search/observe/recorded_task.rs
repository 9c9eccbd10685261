//! A search of a recording: position, moves and limits.

use crate::rules::{Move, Position, notation, parse_fen, parse_move};
use crate::search::{Limits, Root};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The reason why a recording cannot be read or run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The file is not a recording.
    #[error("search recording: {0}")]
    Form(String),
    /// A field has an invalid value.
    #[error("search recording, {field}: {problem}")]
    Field {
        /// Its name.
        field: &'static str,
        /// The error.
        problem: String,
    },
    /// The search was stopped before its limit.
    #[error("search recording: stopped before its limit")]
    Stopped,
}

pub(super) fn field(field: &'static str, problem: impl fmt::Display) -> RecordingError {
    RecordingError::Field { field, problem: problem.to_string() }
}

/// What is searched, and how far. The fields mean what those of [`SearchRecording`](super::SearchRecording) with the same names mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedTask {
    pub(super) start: String,
    /// In UCI form, with blanks between them.
    pub(super) moves: String,
    pub(super) search_moves: Vec<String>,
    pub(super) depth: Option<u16>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u16>,
    pub(super) lines: usize,
    pub(super) lines_depth: Option<u16>,
    pub(super) lines_nodes: Option<u64>,
    pub(super) margin: Option<i32>,
}

impl RecordedTask {
    /// The search of the position after `moves` with `limits`, whose nodes are those at its end: past its limit a search goes on only to
    /// resolve a window.
    pub fn new(start: &Position, moves: &[Move], limits: &Limits) -> Self {
        let uci = |moves: &[Move]| moves.iter().map(|mv| notation::uci(*mv)).collect::<Vec<_>>();
        Self {
            start: start.fen(),
            moves: uci(moves).join(" "),
            search_moves: uci(&limits.moves),
            depth: limits.depth,
            nodes: limits.nodes,
            mate: limits.mate,
            lines: limits.lines,
            lines_depth: limits.lines_depth,
            lines_nodes: limits.lines_nodes,
            margin: limits.margin,
        }
    }

    pub(super) fn root(&self) -> Result<Root, RecordingError> {
        let mut position = parse_fen(&self.start).map_err(|error| field("start", error))?;
        let mut history = Vec::new();
        for text in self.moves.split_whitespace() {
            let mv = parse_move(&position, text).map_err(|error| field("moves", error))?;
            history.push(position.key());
            position.play(mv);
        }
        Ok(Root { position, history })
    }

    fn limits(&self, root: &Root) -> Result<Limits, RecordingError> {
        if self.depth.is_none() && self.nodes.is_none() {
            return Err(field("depth", "without depth and nodes the search would never end"));
        }
        let read = |text: &String| {
            parse_move(&root.position, text).map_err(|error| field("search_moves", error))
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            resolve_window: false,
            mate: self.mate,
            moves: self.search_moves.iter().map(read).collect::<Result<_, _>>()?,
            lines: self.lines,
            lines_depth: self.lines_depth,
            lines_nodes: self.lines_nodes,
            margin: self.margin,
        })
    }

    /// The position and the limits.
    pub(super) fn prepare(&self) -> Result<(Root, Limits), RecordingError> {
        let root = self.root()?;
        let limits = self.limits(&root)?;
        Ok((root, limits))
    }
}
