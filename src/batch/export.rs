//! `lucena export`: a game as a list of FENs, JSON lines, a self-contained web page, or PGN for a Lichess study.

use crate::base::{Millis, Score};
use crate::game::{Evaluation, Game, Node, NodeId, Tree, TreeMove, pgn};
use crate::rules::{Color, notation};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The page template with placeholders `@NAME@`.
const PAGE: &str = include_str!("../../assets/export.html");

/// Limits of a Lichess study. Source: lila, `StudyPgnImport` (characters), `Chapter` (moves), `Node` (a comment).
const STUDY_MAX_CHARS: usize = 100_000;
const STUDY_MAX_MOVES: usize = 3_000;
const STUDY_MAX_COMMENT: usize = 4_000;

/// A game that exceeds the limits of a Lichess study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// Too many characters.
    #[error("a study allows {STUDY_MAX_CHARS} characters per chapter; this game has {0}")]
    Characters(usize),
    /// Too many moves.
    #[error(
        "a study allows {STUDY_MAX_MOVES} moves per chapter with all variations; this game has {0}"
    )]
    Moves(usize),
    /// A comment that is too long.
    #[error("a study allows {STUDY_MAX_COMMENT} characters per comment; one of this game has {0}")]
    Comment(usize),
}

/// The game as PGN without Lucena's own comment commands, for a chapter of a Lichess study. A null move, which a study
/// does not support, ends its line.
///
/// # Errors
/// The game exceeds a limit of a study.
pub fn study(game: &Game) -> Result<String, StudyError> {
    let mut game = game.clone();
    let mut moves = 0;
    for id in reachable(game.tree()) {
        let tree = game.tree_mut();
        if tree.node(id).step() == Some(TreeMove::Null) {
            tree.remove(id);
        }
        let facts = &mut tree.node_mut(id).annotation;
        facts.engine_info = None;
        facts.commands.retain(|command| !command.starts_with("lc"));
        let comment = tree.node(id).comment.chars().count();
        if comment > STUDY_MAX_COMMENT {
            return Err(StudyError::Comment(comment));
        }
        moves += 1;
    }
    // The root node is not a move.
    if moves > STUDY_MAX_MOVES + 1 {
        return Err(StudyError::Moves(moves - 1));
    }
    let text = pgn::write(&game);
    match text.chars().count() {
        many if many > STUDY_MAX_CHARS => Err(StudyError::Characters(many)),
        _ => Ok(text),
    }
}

/// The positions of the main line as FENs, one per line, from the start position.
#[must_use]
pub fn fen_list(game: &Game) -> String {
    let line = game.tree().mainline();
    line.into_iter().map(|id| format!("{}\n", game.position_at(id).fen())).collect()
}

/// One JSON object with the tags, then one per move of the main line. Times are in ms, `cp` is from White's view, `mate`
/// is in full moves, positive if White mates.
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
    fields.extend(node.annotation.clock.map(|clock| format!("\"clock\":{}", clock.0)));
    fields.extend(node.annotation.elapsed.map(|time| format!("\"elapsed\":{}", time.0)));
    if let Some(value) = node.annotation.evaluation {
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

/// Full moves to mate, positive if White mates.
fn white_mate(value: Evaluation, node: &Node) -> Option<i32> {
    match node.position().turn() {
        Color::White => value.score.mate_moves(),
        Color::Black => (-value.score).mate_moves().map(|moves| -moves),
    }
}

/// A self-contained web page with board, moves, variations, comments and evaluation graph.
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
    // One pass over the template, so that placeholders in the game's text are not replaced.
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

/// All nodes of the tree in breadth-first order.
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
        .annotation
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
        quoted(&caption(node)),
    )
}

/// The move's first NAG from `!` to `?!`.
fn glyph(node: &Node) -> Option<u8> {
    node.nags.iter().copied().find(|nag| (1..=6).contains(nag))
}

/// The text below the board at a node.
fn caption(node: &Node) -> String {
    let mut lines = Vec::new();
    if let Some(value) = node.annotation.evaluation {
        let shown = match white_mate(value, node) {
            Some(moves) => format!("mate in {}", moves.abs()),
            None if value.score == Score::DRAW => "0.00".to_owned(),
            None => value.score.to_string(),
        };
        let depth = value.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
        lines.push(format!("Evaluation {shown}{depth}"));
    }
    let clock = node.annotation.clock.map(|clock| format!("clock {}", format_time(clock)));
    let used = node.annotation.elapsed.map(|time| format!("{} used", format_time(time)));
    let times: Vec<String> = clock.into_iter().chain(used).collect();
    if !times.is_empty() {
        lines.push(times.join(", "));
    }
    if !node.comment.is_empty() {
        lines.push(node.comment.clone());
    }
    lines.join("\n")
}

/// A time as `h:mm:ss` or `m:ss`, with tenths of a second below one minute.
fn format_time(time: Millis) -> String {
    let ms = time.0.max(0);
    match ms / 1000 {
        0..60 => format!("{:.1} s", time.seconds()),
        seconds if seconds < 3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        seconds => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// Work stack of [`moves_html`], which avoids recursion.
enum Task {
    After(NodeId),
    Variation(NodeId),
    Close,
}

/// The moves as links, variations nested.
fn moves_html(game: &Game, numbers: &HashMap<NodeId, usize>) -> String {
    let tree = game.tree();
    let mut out = comment_html(&tree.node(NodeId::ROOT).comment);
    let mut tasks = vec![Task::After(NodeId::ROOT)];
    // Black's move needs a move number at the start of a line and after a comment or variation.
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

/// Does Black's move get a move number?
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
        Some(TreeMove::Null) => "--".to_owned(),
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
