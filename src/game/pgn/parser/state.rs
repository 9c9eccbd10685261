//! What is known while the text of a game is parsed.

use super::cursor::Cursor;
use super::unread::Joined;
use crate::base;
use crate::game::pgn::diagnostics::{Notes, Severity};
use crate::game::pgn::language::Language;
use crate::game::{Game, GameResult, MoveAnnotation, NodeId};

/// Parses the text of one game.
#[derive(Debug, Default)]
pub struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    /// The game so far.
    pub game: Game,
    /// The first result of the main line: `Some(None)` for `*`.
    pub result: Option<Option<GameResult>>,
    /// The notes so far.
    pub notes: Notes,
    /// Whether a token that is not understood, or an illegal move, ended the main line.
    pub main_line_stopped: bool,
    /// Line of the file with the last move of the main line; before it, of the last evaluation of the start position.
    pub last_move_line: usize,
    /// Where the tags stand.
    pub tag_lines: TagLines,
    pub(super) language: Language,
    /// Parsing ends where the main line does.
    pub(super) is_attempt: bool,
    /// Tags inside the movetext were added.
    pub(super) has_late_tags: bool,
    /// A move number that does not fit was noted.
    pub(super) has_odd_numbers: bool,
    /// Two offsets between which no tag ends.
    pub(super) no_tag: (usize, usize),
    /// Offset of the last word that was found to be a move behind text in brackets.
    pub(super) last_move_word: usize,
    /// No move can be read, because the variant or the start position is not supported.
    pub(super) no_moves: bool,
    /// Offset of the current token with its move number.
    pub(super) token_start: usize,
    /// The current line of moves, and the lines around it, innermost last.
    pub(super) line: Line,
    pub(super) outer: Vec<Line>,
}

impl Parser<'_> {
    /// Skips white space and what belongs to no game.
    pub(super) fn skip_blank(&mut self) {
        // Saving keeps those after the game.
        if let Some(line) = self.cursor.skip_blank() {
            let text = "a line that begins with % is left out".to_owned();
            self.notes.add(line, Severity::Warning, text);
        }
    }

    /// Whether the current place is inside a variation.
    pub(super) fn in_variation(&self) -> bool {
        !self.outer.is_empty() || self.line.unread_variations > 0
    }

    pub(super) fn warn(&mut self, text: String) {
        self.notes.add(self.cursor.line_number, Severity::Warning, text);
    }
}

/// Names of tags and their lines of the file.
#[derive(Debug, Default)]
pub struct TagLines(pub(super) Vec<(String, usize)>);

impl TagLines {
    /// The line of the first tag with this name.
    pub fn of(&self, name: &str) -> Option<usize> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, line)| *line)
    }
}

/// A line of moves: the main line or a variation.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub at: NodeId,
    /// The variation has no move yet.
    pub fresh: bool,
    /// Line of the file where a variation begins that has no move before it.
    pub baseless: Option<usize>,
    pub state: LineState,
    /// Number of variations that are open in a line that is not read: they are text of it.
    pub unread_variations: usize,
    pub before: Joined,
    /// What stands after the last move and is not parsed yet: parsing one comment takes as long as all of the move together.
    pub pending: Vec<Pending>,
    pub nags: Vec<u8>,
    /// The move number whose move has not followed yet.
    pub number: Option<MoveNumber>,
    /// The first word that was skipped, as long as the moves after it do not show that it was none.
    pub doubt: Option<Doubt>,
    /// How the moves of the line are numbered.
    pub numbering: Numbering,
}

impl Line {
    pub fn is_open(&self) -> bool {
        self.state == LineState::Open
    }
}

/// Whether a line is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineState {
    #[default]
    Open,
    /// The rest of the line, from this offset, is not read and will be kept as text.
    KeptFrom(usize),
    /// The rest of the line is kept.
    Kept,
}

/// A word that was not understood and may be a move: if the moves after it do not fit, the line ends before it.
#[derive(Debug)]
pub(super) struct Doubt {
    pub word: String,
    /// Offset of the word with its move number.
    pub offset: usize,
    /// The line and its last node as they were before the word: what was read since is in the text that is kept.
    pub at: NodeId,
    pub fresh: bool,
    pub comment: String,
    pub nags: Vec<u8>,
    pub annotation: MoveAnnotation,
    pub nodes: usize,
    /// Number of moves since.
    pub plies: usize,
}

/// A comment, or text that is kept as one, after a move.
#[derive(Debug)]
pub(super) enum Pending {
    Comment(String),
    /// What looks like a command in it is none.
    Text(String),
}

/// A number in the movetext.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveNumber {
    pub count: i64,
    /// Number of periods: none in some files and in prose, more than one before Black's move.
    pub dots: usize,
    /// Where it begins and ends in the text.
    pub start: usize,
    pub end: usize,
}

/// Difference of the move numbers in the text from those of the positions, and how often it occurred in a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbering {
    pub offset: i64,
    pub count: usize,
}

/// The first 40 characters of `text`, with control characters replaced.
pub(super) fn shortened(text: &str) -> String {
    base::sanitise(&base::shortened(text, 40)).into_owned()
}
