//! Writes PGN in export format: the Seven Tag Roster, the other tags, and the movetext with variations, comments, NAGs and
//! commands. Pure: a game gives a text; the caller writes files.

use super::commands::{self, MoveContext};
use super::parser::{GAME_TAGS, split_unread, variant_mode};
use super::{engine_info, termination};
use crate::game::{Game, GameResult, MoveAnnotation, NodeId, PlayerKind, Tags, TimeControl, Tree};
use crate::rules::{Color, Position, read_fen};
use std::collections::HashSet;

/// The game as PGN, with a blank line after the tags and one at the end.
pub fn write(game: &Game) -> String {
    write_with(&write_tags(game), game)
}

/// As [`write`], with these tags.
pub(super) fn write_with(tags: &Tags, game: &Game) -> String {
    let tags: String = tags.iter().map(|(name, value)| tag_line(name, value)).collect();
    format!("{tags}\n{}\n", movetext(game))
}

/// The tags in the order of writing. A tag that was read keeps its text as long as it means what the game says.
pub fn write_tags(game: &Game) -> Tags {
    let mut tags = Tags::default();
    for (name, unknown) in [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")] {
        tags.push(name, game.tags.get(name).unwrap_or(unknown));
    }
    for side in [Color::White, Color::Black] {
        let name = game.player_name(side);
        let same = |raw: &&str| raw.trim() == name || (name == "?" && raw.trim().is_empty());
        let tag = side.fold_wb("White", "Black");
        tags.push(tag, game.tags.get(tag).filter(same).unwrap_or(name));
    }
    // A value that is no result (`1-0 ff`) stays as long as the game has none.
    let no_result = |raw: &&str| GameResult::parse(raw).is_none() && !matches!(*raw, "" | "?");
    let unknown = game.tags.get("Result").filter(no_result).unwrap_or("*");
    tags.push("Result", game.end().map_or(unknown, |end| end.result.pgn()));
    for side in [Color::White, Color::Black] {
        player_tags(game, side, &mut tags);
    }
    time_control_tag(game, &mut tags);
    let derived =
        (is_ours(game) || needs_termination(game)).then(|| termination::termination(game.end()));
    if let Some(termination) = game.tags.get("Termination").or(derived) {
        tags.push("Termination", termination);
    }
    let mode = game.start().castling_mode();
    let fen = game.tags.get("FEN");
    let read = fen.map(|raw| read_fen(raw, mode));
    let unreadable = matches!(read, Some(Err(_)));
    let fits = |raw: &&str| unreadable || variant_mode(raw).is_none_or(|read| read == mode);
    match game.tags.get("Variant") {
        Some(raw) if fits(&raw) => tags.push("Variant", raw),
        _ if mode.is_chess960() => tags.push("Variant", "Chess960"),
        _ => {}
    }
    let is_start = matches!(read, Some(Ok(read)) if read.position == *game.start());
    let standard = *game.start() == Position::default();
    match fen.filter(|_| unreadable || is_start) {
        None if standard => {
            if let Some(raw) = game.tags.get("SetUp") {
                tags.push("SetUp", raw);
            }
        }
        fen => {
            tags.push("SetUp", game.tags.get("SetUp").unwrap_or("1"));
            tags.push("FEN", fen.unwrap_or(&game.start().fen()));
        }
    }
    let mut seen = HashSet::new();
    for (name, value) in game.tags.iter() {
        // The first tag of this name is written above; further ones are kept, but not a second result.
        let is_further = !seen.insert(name);
        let is_other =
            |result: &str| tags.get(name) != Some(result) || game.tags.get(name) != Some(result);
        if name == "Result" && is_further && is_other(value) {
            continue;
        }
        if name == "PlyCount" && !is_further {
            tags.push(name, ply_count(game, value).as_deref().unwrap_or(value));
        } else if GAME_TAGS.split(' ').all(|tag| tag != name) || is_further {
            tags.push(name, value);
        }
    }
    tags
}

/// The number of half-moves of the main line, if the tag `raw` says another one.
fn ply_count(game: &Game, raw: &str) -> Option<String> {
    let plies = game.tree().mainline().len() - 1;
    let is_wrong = raw.trim().parse().is_ok_and(|count: usize| count != plies);
    (is_wrong && !is_in_part(game)).then(|| plies.to_string())
}

/// Whether the main line was read in part: the rest is in a comment at its end.
pub(super) fn is_in_part(game: &Game) -> bool {
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    !split_unread(&game.tree().node(last).comment).1.is_empty()
}

fn is_ours(game: &Game) -> bool {
    game.players.iter().any(|player| matches!(player.kind, PlayerKind::Engine(_)))
}

/// Whether the tag `Termination` is needed to read the reason of the end again, and enough.
fn needs_termination(game: &Game) -> bool {
    let Some(end) = game.end() else { return false };
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    let read = |tag| termination::end_from_tags(game, last, end.result, tag);
    read(None) != end && read(Some(termination::termination(Some(end)))) == end
}

fn player_tags(game: &Game, side: Color, tags: &mut Tags) {
    let player = game.players.get(side);
    let name = |what: &str| format!("{}{what}", side.fold_wb("White", "Black"));
    let raw = |what: &str| game.tags.get(&name(what));
    let is_engine = matches!(player.kind, PlayerKind::Engine(_));
    match (player.elo, raw("Elo")) {
        (Some(elo), Some(raw)) if raw.trim().parse() == Ok(elo.0) => tags.push(&name("Elo"), raw),
        (Some(elo), _) => tags.push(&name("Elo"), &elo.to_string()),
        // The level with which a game was read: the dial has been turned to one without a rating since.
        (None, Some(raw)) if is_engine && raw.trim().parse::<u16>().is_ok() => {}
        (None, Some(raw)) => tags.push(&name("Elo"), raw),
        (None, None) => {}
    }
    match player.kind {
        PlayerKind::Engine(dial) => {
            tags.push(&name("Type"), "program");
            let same = |raw: &&str| engine_info::read_dial_text(raw) == Some(dial);
            let text = engine_info::dial_text(dial);
            tags.push(&name("Dial"), raw("Dial").filter(same).unwrap_or(&text));
        }
        // Another program keeps its own tags.
        PlayerKind::Human => {
            let default = is_ours(game).then_some("human");
            if let Some(kind) = raw("Type").or(default) {
                tags.push(&name("Type"), kind);
            }
            let unknown = |raw: &&str| engine_info::read_dial_text(raw).is_none();
            if let Some(dial) = raw("Dial").filter(unknown) {
                tags.push(&name("Dial"), dial);
            }
        }
    }
}

fn time_control_tag(game: &Game, tags: &mut Tags) {
    let control = |side| game.clocks().control(side);
    let (white, black) = (control(Color::White), control(Color::Black));
    let same = |raw: &&str| match TimeControl::from_tag(raw) {
        Ok(control) => control == *white,
        Err(_) => white.is_none(),
    };
    match game.tags.get("TimeControl").filter(same) {
        Some(raw) => tags.push("TimeControl", raw),
        None if !white.is_none() || is_ours(game) => {
            tags.push("TimeControl", &white.tag());
        }
        None => {}
    }
    if white != black {
        tags.push("BlackTimeControl", &black.tag());
    }
}

fn tag_line(name: &str, value: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let name: String = name.chars().map(|c| if legal(c) { c } else { '_' }).collect();
    // A tag is one line.
    let value = value.replace(['\n', '\r'], " ");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// What remains to be written, innermost last: a stack instead of recursion.
enum Task {
    /// The continuations of a node.
    After(NodeId),
    /// A variation that begins with this node.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

/// The movetext, ending with the result.
pub fn movetext(game: &Game) -> String {
    let tree = game.tree();
    let mut words = Words::default();
    let root = tree.node(NodeId::ROOT);
    comment(&mut words, tree, NodeId::ROOT);
    words.list.extend(root.nags.iter().map(|nag| format!("${nag}")));
    line_after(game, NodeId::ROOT, true, &mut words);
    words.add(game.end().map_or("*", |end| end.result.pgn()));
    words.wrap()
}

/// The movetext of the variation that begins with the move `first`, on one line without parentheses.
pub fn variation(game: &Game, first: NodeId) -> String {
    let mut words = Words::default();
    braced(&mut words, game.tree().node(first).before.split_whitespace());
    write_move(game, first, true, &mut words);
    let number = comment(&mut words, game.tree(), first);
    line_after(game, first, number, &mut words);
    words.list.retain(|word| !word.is_empty());
    words.list.join(" ")
}

/// Writes the moves after `start` with their variations. `number`: whether the first one needs its number even if it is
/// Black's.
fn line_after(game: &Game, start: NodeId, mut number: bool, words: &mut Words) {
    let tree = game.tree();
    let mut tasks = vec![Task::After(start)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(node) => {
                let Some((&main, others)) = tree.node(node).children().split_first() else {
                    continue;
                };
                write_move(game, main, number, words);
                // Before the move of a raised variation it would be read as part of the comment on the move before.
                let before = braced(words, tree.node(main).before.split_whitespace());
                number = comment(words, tree, main) || before || !others.is_empty();
                tasks.push(Task::After(main));
                tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
            }
            Task::Variation(node) => {
                words.open('(');
                braced(words, tree.node(node).before.split_whitespace());
                write_move(game, node, true, words);
                number = comment(words, tree, node);
                tasks.push(Task::Close);
                tasks.push(Task::After(node));
            }
            Task::Close => {
                words.close(')');
                number = true;
            }
        }
    }
}

/// Writes a move with its NAGs, and its number if it is White's or `number` is set.
fn write_move(game: &Game, id: NodeId, number: bool, words: &mut Words) {
    let node = game.tree().node(id);
    match (node.mover(), number) {
        (Some(Color::White), _) => words.add(&format!("{}.", node.move_number())),
        (Some(Color::Black) | None, true) => words.add(&format!("{}...", node.move_number())),
        (Some(Color::Black) | None, false) => {}
    }
    words.add(&game.tree().san(id));
    words.list.extend(node.nags.iter().map(|nag| format!("${nag}")));
}

/// Writes the comment after a move with its commands; returns whether there is one.
fn comment(words: &mut Words, tree: &Tree, id: NodeId) -> bool {
    let node = tree.node(id);
    if node.comment.is_empty() && node.annotation == MoveAnnotation::default() {
        return false;
    }
    let before = node.parent().map_or(node.position(), |parent| tree.node(parent).position());
    let place = MoveContext { before, after: node.position() };
    braced(words, commands::words(&node.comment, &node.annotation, place))
}

/// Writes a comment of these words, if there are any; returns whether there are.
fn braced(words: &mut Words, comment: impl IntoIterator<Item: AsRef<str>>) -> bool {
    let mut comment = comment.into_iter().peekable();
    if comment.peek().is_none() {
        return false;
    }
    words.open('{');
    // PGN cannot express a closing brace inside a comment.
    comment.for_each(|word| words.add(&word.as_ref().replace('{', "(").replace('}', ")")));
    words.close('}');
    true
}

/// Columns of a line (PGN 4.3, 8.2.6).
const WIDTH: usize = 79;

/// The words of the movetext, between which lines break. Not textwrap: it cannot keep a percent sign from the start of a
/// line, nor a word with spaces on one line.
#[derive(Debug, Default)]
struct Words {
    list: Vec<String>,
    /// Opening marks for the next word.
    opening: String,
}

impl Words {
    /// Adds a word; it may contain spaces and is not broken.
    fn add(&mut self, text: &str) {
        let mut word = std::mem::take(&mut self.opening);
        word.push_str(text);
        self.list.push(word);
    }

    /// Puts `mark` in front of the next word.
    fn open(&mut self, mark: char) {
        self.opening.push(mark);
    }

    /// Appends `mark` to the last word.
    fn close(&mut self, mark: char) {
        if !self.opening.is_empty() {
            self.add("");
        }
        if let Some(last) = self.list.last_mut() {
            last.push(mark);
        }
    }

    /// The words in lines of at most [`WIDTH`] columns, with a final line end.
    fn wrap(self) -> String {
        let (mut out, mut column) = (String::new(), 0);
        for word in self.list.iter().filter(|word| !word.is_empty()) {
            let length = word.chars().count();
            // A percent sign at the start of a line hides that line from readers.
            let breaks = column + 1 + length > WIDTH && !word.starts_with('%');
            if column > 0 {
                out.push(if breaks { '\n' } else { ' ' });
                column = if breaks { 0 } else { column + 1 };
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
        out
    }
}
