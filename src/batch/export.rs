//! One game in other forms: a list of positions, JSON lines, and a web page that needs nothing else. Each is a text made
//! from the game alone; who writes it where is not decided here.

use crate::base::{Millis, Score};
use crate::game::{Evaluation, Game, Node, NodeId, Step, Tree, pgn};
use crate::rules::{Color, notation};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The page around the game. Its places to fill are written `@NAME@`.
const PAGE: &str = include_str!("../../assets/export.html");

/// What a Lichess study takes. Source: lila, `StudyPgnImport` (characters), `Chapter` (moves), `Node` (a comment).
const STUDY_CHARACTERS: usize = 100_000;
const STUDY_MOVES: usize = 3_000;
const STUDY_COMMENT: usize = 4_000;

/// Why a game does not fit into a Lichess study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// Too much text.
    #[error("a study takes {STUDY_CHARACTERS} characters a chapter, and this game has {0}")]
    Characters(usize),
    /// Too many moves.
    #[error(
        "a study takes {STUDY_MOVES} moves a chapter with all variations, and this game has {0}"
    )]
    Moves(usize),
    /// A comment that would be cut off.
    #[error("a study takes {STUDY_COMMENT} characters a comment, and one of this game has {0}")]
    Comment(usize),
}

/// The game as PGN without what only Lucena reads, so that it fits into a chapter of a Lichess study. A null move,
/// which a study does not know, ends its line.
///
/// # Errors
/// It does not fit all the same.
pub fn study(game: &Game) -> Result<String, StudyError> {
    let mut game = game.clone();
    let mut moves = 0;
    for id in reachable(game.tree()) {
        let tree = game.tree_mut();
        if tree.node(id).step() == Some(Step::Null) {
            tree.remove(id);
        }
        let facts = &mut tree.node_mut(id).facts;
        facts.insight = None;
        facts.commands.retain(|command| !command.starts_with("lc"));
        let comment = tree.node(id).comment.chars().count();
        if comment > STUDY_COMMENT {
            return Err(StudyError::Comment(comment));
        }
        moves += 1;
    }
    // The start is no move.
    if moves > STUDY_MOVES + 1 {
        return Err(StudyError::Moves(moves - 1));
    }
    let text = pgn::write(&game);
    match text.chars().count() {
        many if many > STUDY_CHARACTERS => Err(StudyError::Characters(many)),
        _ => Ok(text),
    }
}

/// The positions of the main line, one FEN a line, the start first.
#[must_use]
pub fn fen_list(game: &Game) -> String {
    let line = game.tree().mainline();
    line.into_iter().map(|id| format!("{}\n", game.position_at(id).fen())).collect()
}

/// One JSON object with the tags, then one for each move of the main line. Times in ms; `cp` is in White's view, and
/// `mate` counts full moves, positive when White mates.
#[must_use]
pub fn json_lines(game: &Game) -> String {
    let tags = pgn::write_tags(game);
    let pairs: Vec<String> =
        tags.iter().map(|(name, value)| format!("{}:{}", quoted(name), quoted(value))).collect();
    let mut out = format!("{{\"tags\":{{{}}}}}\n", pairs.join(","));
    for id in game.tree().mainline().into_iter().skip(1) {
        let _ = writeln!(out, "{{{}}}", move_fields(game.tree(), id).join(","));
    }
    out
}

fn move_fields(tree: &Tree, id: NodeId) -> Vec<String> {
    let node = tree.node(id);
    let mut fields = vec![
        format!("\"ply\":{}", node.ply()),
        format!("\"san\":{}", quoted(&tree.san(id))),
        format!("\"uci\":{}", quoted(&node.mv().map_or("0000".to_owned(), notation::uci))),
        format!("\"fen\":{}", quoted(&node.position().fen())),
    ];
    fields.extend(node.facts.clock.map(|clock| format!("\"clock\":{}", clock.0)));
    fields.extend(node.facts.elapsed.map(|time| format!("\"elapsed\":{}", time.0)));
    if let Some(value) = node.facts.evaluation {
        fields.push(match white_mate(value, node) {
            Some(moves) => format!("\"mate\":{moves}"),
            None => format!("\"cp\":{}", value.score.value()),
        });
        fields.extend(value.depth.map(|depth| format!("\"depth\":{depth}")));
    }
    if !node.nags.is_empty() {
        let nags: Vec<String> = node.nags.iter().map(u8::to_string).collect();
        fields.push(format!("\"nags\":[{}]", nags.join(",")));
    }
    if !node.comment.is_empty() {
        fields.push(format!("\"comment\":{}", quoted(&node.comment)));
    }
    fields
}

/// Full moves to a mate, positive when White mates.
fn white_mate(value: Evaluation, node: &Node) -> Option<i32> {
    match node.position().turn() {
        Color::White => value.score.mate_moves(),
        Color::Black => (-value.score).mate_moves().map(|moves| -moves),
    }
}

/// A web page with board, moves and variations, comments and the graph of evaluations. It loads nothing.
#[must_use]
pub fn html(game: &Game) -> String {
    let name = |side| {
        let name = &game.players.get(side).name;
        if name.is_empty() { "?" } else { name.as_str() }
    };
    let result = game.end().map_or("*", |end| end.result.pgn());
    let title = format!("{} – {}, {result}", name(Color::White), name(Color::Black));
    let tags: String = pgn::write_tags(game)
        .iter()
        .filter(|(_, value)| !value.contains('?'))
        .map(|(name, value)| {
            format!("<tr><td>{}</td><td>{}</td></tr>", escaped(name), escaped(value))
        })
        .collect();
    let order = reachable(game.tree());
    let numbers: HashMap<NodeId, usize> =
        order.iter().enumerate().map(|(number, &id)| (id, number)).collect();
    let nodes: Vec<String> = order.iter().map(|&id| node_object(game, id, &numbers)).collect();
    // One pass over the template, so that nothing in the game can name a place to fill.
    let mut page = String::with_capacity(PAGE.len() + 200 * nodes.len());
    let fill = |name: &str| match name {
        "TITLE" => Some(escaped(&title)),
        "TAGS" => Some(tags.clone()),
        "MOVES" => Some(moves_html(game, &numbers)),
        "NODES" => Some(format!("[{}]", nodes.join(",\n"))),
        _ => None,
    };
    let mut rest = PAGE;
    while let Some((before, behind)) = rest.split_once('@') {
        page.push_str(before);
        let place = behind.split_once('@').and_then(|(name, rest)| Some((fill(name)?, rest)));
        match place {
            Some((text, behind)) => {
                page.push_str(&text);
                rest = behind;
            }
            None => {
                page.push('@');
                rest = behind;
            }
        }
    }
    page.push_str(rest);
    page
}

/// The nodes that a line leads to, the start first.
fn reachable(tree: &Tree) -> Vec<NodeId> {
    let mut order = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        order.extend(tree.node(id).children());
        next += 1;
    }
    order
}

fn node_object(game: &Game, id: NodeId, numbers: &HashMap<NodeId, usize>) -> String {
    let node = game.tree().node(id);
    let number = |id: Option<NodeId>| {
        id.and_then(|id| numbers.get(&id)).map_or("null".to_owned(), usize::to_string)
    };
    let uci = node.mv().map(notation::uci).unwrap_or_default();
    let cp = node
        .facts
        .evaluation
        .map_or("null".to_owned(), |value| value.score.value().clamp(-2000, 2000).to_string());
    format!(
        "{{\"fen\":{},\"from\":{},\"to\":{},\"parent\":{},\"next\":{},\"cp\":{cp},\"glyph\":{},\"words\":{}}}",
        quoted(&node.position().fen()),
        quoted(uci.get(..2).unwrap_or("")),
        quoted(uci.get(2..4).unwrap_or("")),
        number(node.parent()),
        number(node.children().first().copied()),
        glyph(node).unwrap_or(0),
        quoted(&words(node)),
    )
}

/// The glyph from `!` to `?!` that a move has.
fn glyph(node: &Node) -> Option<u8> {
    node.nags.iter().copied().find(|nag| (1..=6).contains(nag))
}

/// What stands below the board at a node.
fn words(node: &Node) -> String {
    let mut lines = Vec::new();
    if let Some(value) = node.facts.evaluation {
        let shown = match white_mate(value, node) {
            Some(moves) => format!("mate in {}", moves.abs()),
            None if value.score == Score::DRAW => "0.00".to_owned(),
            None => value.score.to_string(),
        };
        let depth = value.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
        lines.push(format!("Evaluation {shown}{depth}"));
    }
    let clock = node.facts.clock.map(|clock| format!("clock {}", span(clock)));
    let used = node.facts.elapsed.map(|time| format!("{} used", span(time)));
    let times: Vec<String> = clock.into_iter().chain(used).collect();
    if !times.is_empty() {
        lines.push(times.join(", "));
    }
    if !node.comment.is_empty() {
        lines.push(node.comment.clone());
    }
    lines.join("\n")
}

/// A time as a clock shows it, with tenths below a minute.
fn span(time: Millis) -> String {
    let ms = time.0.max(0);
    match ms / 1000 {
        0..60 => format!("{:.1} s", time.seconds()),
        seconds if seconds < 3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        seconds => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// What is still to be written: a stack instead of recursion.
enum Task {
    After(NodeId),
    Variation(NodeId),
    Close,
}

/// The moves as links, variations in parentheses.
fn moves_html(game: &Game, numbers: &HashMap<NodeId, usize>) -> String {
    let tree = game.tree();
    let mut out = comment_html(&tree.node(NodeId::ROOT).comment);
    let mut tasks = vec![Task::After(NodeId::ROOT)];
    // Black's move needs its number at the start of a line and behind something else than a move.
    let mut numbered = Numbered::Yes;
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(id) => {
                let Some((&main, others)) = tree.node(id).children().split_first() else {
                    continue;
                };
                out.push_str(&move_html(game, main, numbers, numbered));
                let spoken = !others.is_empty() || !tree.node(main).comment.is_empty();
                numbered = if spoken { Numbered::Yes } else { Numbered::No };
                tasks.push(Task::After(main));
                tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
            }
            Task::Variation(id) => {
                out.push_str("<span class=\"v\">");
                out.push_str(&move_html(game, id, numbers, Numbered::Yes));
                let spoken = !tree.node(id).comment.is_empty();
                numbered = if spoken { Numbered::Yes } else { Numbered::No };
                tasks.extend([Task::Close, Task::After(id)]);
            }
            Task::Close => {
                out.push_str("</span> ");
                numbered = Numbered::Yes;
            }
        }
    }
    out.push_str(game.end().map_or("*", |end| end.result.pgn()));
    out
}

/// Does Black's move get its number?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbered {
    Yes,
    No,
}

fn move_html(
    game: &Game,
    id: NodeId,
    numbers: &HashMap<NodeId, usize>,
    numbered: Numbered,
) -> String {
    let node = game.tree().node(id);
    let ply = (game.start().game_ply() + node.ply()).saturating_sub(1);
    let number = match (ply.is_multiple_of(2), numbered) {
        (true, _) => format!("{}. ", ply / 2 + 1),
        (false, Numbered::Yes) => format!("{}… ", ply / 2 + 1),
        (false, Numbered::No) => String::new(),
    };
    let marks = ["", "!", "?", "!!", "??", "!?", "?!"];
    let glyphs: String =
        node.nags.iter().filter_map(|&nag| marks.get(usize::from(nag))).copied().collect();
    let san = match node.step() {
        Some(Step::Null) => "--".to_owned(),
        _ => game.tree().san(id),
    };
    let class = glyph(node).map_or_else(String::new, |nag| format!(" class=\"g{nag}\""));
    format!(
        "{}<a data-n=\"{}\"{class}>{number}{}{glyphs}</a> {}",
        comment_html(&node.before),
        numbers.get(&id).copied().unwrap_or(0),
        escaped(&san),
        comment_html(&node.comment)
    )
}

fn comment_html(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("<span class=\"c\">{}</span> ", escaped(text))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A JSON string, safe inside a script element as well.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '<' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
