//! Reads games from files and bytes. An I/O error is a [`PgnError`]; everything unusual in a game is a [`Note`] and does
//! not affect other games.

use super::diagnostics::{Note, PgnError, Severity, WINDOWS_1252};
use super::encoding::{check_text, decode, decode_utf16};
use super::language::Language;
use super::lines::line_ends;
use super::parser::Parser;
use super::splitter::{GameSplitter, Sink};
use super::termination;
use super::write::{is_in_part, write};
use crate::base::{Millis, read_at_most};
use crate::game::{Game, GameResult, NodeId, Status, TreeMove};
use std::path::Path;
use strum::VariantArray as _;

/// A game read from a file. Its current node is the end of its main line.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// Line of the file on which it begins, from 1.
    pub line: usize,
    /// The notes.
    pub notes: Vec<Note>,
    /// The languages in which its piece letters were recognised, such as `German or Danish`.
    pub letters: Option<String>,
}

impl ReadGame {
    /// Whether something was left out, or kept only as text.
    pub fn is_incomplete(&self) -> bool {
        self.notes.iter().any(|note| note.severity != Severity::Warning)
    }
}

/// Size limit of a file in bytes; an index has none.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads every game of a file of at most 1 GiB into memory; for a larger one use [`super::Index`].
///
/// # Errors
/// The file cannot be read, or is no text.
pub fn read_file(file: &Path) -> Result<Vec<ReadGame>, PgnError> {
    let bytes = read_at_most(file, MAX_FILE_BYTES)
        .map_err(|source| PgnError::Io { file: file.to_owned(), source })?;
    read_bytes(&bytes)
}

/// Reads every game of `bytes`: UTF-8 with or without byte-order mark, UTF-16, else Windows-1252; any line ends. Piece
/// letters of another language are recognised if they fit a whole game.
///
/// # Errors
/// The text is malformed UTF-16, or `bytes` are no text.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<ReadGame>, PgnError> {
    read_bytes_as(bytes, None)
}

/// As [`read_bytes`], with piece letters of `language`; `None` recognises them.
///
/// # Errors
/// As [`read_bytes`].
pub fn read_bytes_as(bytes: &[u8], language: Option<Language>) -> Result<Vec<ReadGame>, PgnError> {
    let utf16 = decode_utf16(bytes).transpose()?;
    let bytes = utf16.as_deref().map_or(bytes, str::as_bytes);
    check_text(bytes)?;
    let mut starts = Starts::default();
    let mut splitter = GameSplitter::new();
    splitter.feed(bytes, &mut starts);
    splitter.finish(&mut starts);
    let ends = starts.0.iter().skip(1).map(|start| start.0).chain([bytes.len()]);
    let slices = starts.0.iter().zip(ends).enumerate();
    let read =
        |(index, (&(start, line), end))| read_slice(&bytes[start..end], index + 1, line, language);
    Ok(slices.map(read).collect())
}

/// Starts of the games as byte offset and line.
#[derive(Debug, Default)]
struct Starts(Vec<(usize, usize)>);

impl Sink for Starts {
    fn game(&mut self, offset: u64, line: u64) {
        let fit = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.0.push((fit(offset), fit(line)));
    }

    fn tag(&mut self, _: &[u8]) {}
}

/// Parses the bytes of one game, number `number` of its file, which begins on `line`.
pub(super) fn read_slice(
    bytes: &[u8],
    number: usize,
    line: usize,
    language: Option<Language>,
) -> ReadGame {
    // A byte-order mark before the next game, in concatenated files, does not belong to this one.
    let decoded = decode(bytes.strip_suffix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let text = &decoded.text;
    let (parser, letters) = match language {
        Some(language) => (Parser::parse(text, number, line, language), None),
        None => parse_any_language(text, number, line),
    };
    let Parser { game, result, mut notes, last_move_line, tag_lines, .. } = parser;
    if decoded.is_windows_1252 {
        let text = WINDOWS_1252.to_owned();
        notes.add(line + lines_before(bytes, |byte| !byte.is_ascii()), Severity::Warning, text);
    }
    let (mut counted, mut replaced_line) = (0, line);
    for (offset, byte, c) in decoded.replaced {
        replaced_line += line_ends(&text.as_bytes()[counted..offset]);
        counted = offset;
        let text = format!("byte 0x{byte:02X} is not UTF-8: read as {c:?} (Windows-1252)");
        notes.add(replaced_line, Severity::Warning, text);
    }
    let game = finish(game, result, &mut |tag, text| {
        notes.add(tag_lines.of(tag).unwrap_or(line), Severity::Warning, text);
    });
    let last = game.current();
    if game.tree().node(last).annotation.evaluation.is_some() && game.forced_end_at(last).is_some()
    {
        let text = if last == NodeId::ROOT {
            "the evaluation of the start position is kept, though the game is over there".to_owned()
        } else {
            let san = game.tree().san(last);
            format!("the evaluation after {san} is kept, though the move ended the game")
        };
        notes.add(last_move_line, Severity::Warning, text);
    }
    // White space is not kept as it is; a control character is, but a terminal must not get it.
    let is_control = |c: &char| c.is_control() && !c.is_whitespace();
    if text.contains(|c| is_control(&c))
        && let Some(c) = write(&game).chars().find(is_control)
    {
        let line = line + lines_before(text.as_bytes(), |byte| char::from(byte) == c);
        let code = u32::from(c);
        let text = format!("control character U+{code:04X} is kept; exported as U+FFFD");
        notes.add(line, Severity::Warning, text);
    }
    ReadGame { game, line, notes: notes.list, letters }
}

/// Number of line ends before the first byte that `is_found` accepts.
fn lines_before(bytes: &[u8], is_found: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| is_found(byte)).unwrap_or(0);
    line_ends(&bytes[..end])
}

/// Parses a game whose language is not known: English if the whole main line is legal; otherwise the other language in
/// which it is, with its name, if all such languages give the same moves.
fn parse_any_language(text: &str, number: usize, line: usize) -> (Parser<'_>, Option<String>) {
    let mut english = Parser::parse(text, number, line, Language::English);
    if !english.main_line_stopped {
        return (english, None);
    }
    let mut tried = vec![Language::English];
    let mut found: Option<(Parser<'_>, Vec<Language>)> = None;
    for &language in Language::VARIANTS {
        if let Some((_, names)) = &mut found
            && names.iter().any(|name| name.letters() == language.letters())
        {
            names.push(language);
            continue;
        }
        if tried.iter().any(|tried| tried.letters() == language.letters()) {
            continue;
        }
        tried.push(language);
        let Some(parser) = Parser::parse_whole(text, number, line, language) else { continue };
        match &mut found {
            None => found = Some((parser, vec![language])),
            Some((first, names)) if main_moves(&first.game) == main_moves(&parser.game) => {
                names.push(language);
            }
            Some((_, names)) => {
                let text = format!(
                    "the piece letters may be {} or {language}, which give different moves",
                    names[0]
                );
                english.notes.add(line, Severity::Warning, text);
                return (english, None);
            }
        }
    }
    let Some((mut parser, names)) = found else { return (english, None) };
    let names: Vec<String> = names.iter().map(Language::to_string).collect();
    let letters = names.join(" or ");
    parser.notes.add(line, Severity::Warning, format!("piece letters recognised: {letters}"));
    (parser, Some(letters))
}

fn main_moves(game: &Game) -> Vec<Option<TreeMove>> {
    game.tree().mainline().into_iter().map(|id| game.tree().node(id).step()).collect()
}

/// Sets the current node and the end of the game. The result of the movetext takes precedence over the tag. `note` takes
/// the name of the tag that a note is about.
fn finish(
    mut game: Game,
    outcome: Option<Option<GameResult>>,
    note: &mut dyn FnMut(&str, String),
) -> Game {
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    let tagged = game.tags.get("Result").map(str::to_owned);
    let by_tag = tagged.as_deref().and_then(GameResult::parse);
    let is_unfinished = tagged.as_deref() == Some("*");
    let text = tagged.as_deref().unwrap_or_default().trim();
    if let Some(tag) = &tagged
        && by_tag.is_none()
        && !matches!(tag.as_str(), "*" | "?")
    {
        note("Result", format!("tag Result {tag:?} is no result"));
    }
    let result = match (outcome, by_tag) {
        (Some(played), Some(tagged)) if played != Some(tagged) => {
            let played_text = played.map_or("*", GameResult::pgn);
            note("Result", format!("tag Result says {text}, the moves end with {played_text}"));
            played
        }
        (Some(Some(played)), None) if is_unfinished => {
            note("Result", format!("tag Result says *, the moves end with {}", played.pgn()));
            Some(played)
        }
        (Some(played), _) => played,
        (None, tagged) => tagged,
    };
    if let (Some(result), Status::Over(end)) = (result, game.status_at(last))
        && end.result != result
    {
        let by = if outcome.is_none() { "Result" } else { "" };
        note(by, format!("the result is {}, but the board shows {}", result.pgn(), end.words()));
    }
    let plies = game.tree().mainline().len() - 1;
    if let Some(tag) = game.tags.get("PlyCount")
        && !is_in_part(&game)
        && tag.trim().parse().is_ok_and(|count: usize| count != plies)
    {
        let half_moves = if plies == 1 { "half-move" } else { "half-moves" };
        note(
            "PlyCount",
            format!("tag PlyCount says {tag}, the main line has {plies} {half_moves}"),
        );
    }
    let termination = game.tags.get("Termination").map(str::to_owned);
    let end = result
        .map(|result| termination::end_from_tags(&game, last, result, termination.as_deref()));
    game.goto(last, Millis(0));
    game.set_end(end);
    game
}
