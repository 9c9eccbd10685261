//! One game in other forms: a list of positions, JSON lines, and a web page that needs nothing else. Each is a text made
//! from the game alone; who writes it where is not decided here.

use crate::base::Score;
use crate::game::{Evaluation, Game, Node, NodeId, Step, Tree, pgn};
use crate::rules::{Color, notation};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The page around the game. Its places to fill are written `@NAME@`.
const PAGE: &str = include_str!("../../assets/export.html");

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
    for (index, part) in PAGE.split('@').enumerate() {
        match (index % 2, part) {
            (1, "TITLE") => page.push_str(&escaped(&title)),
            (1, "TAGS") => page.push_str(&tags),
            (1, "MOVES") => page.push_str(&moves_html(game, &numbers)),
            (1, "NODES") => page.push_str(&format!("[{}]", nodes.join(",\n"))),
            _ => page.push_str(part),
        }
    }
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
        "{{\"fen\":{},\"from\":{},\"to\":{},\"parent\":{},\"next\":{},\"cp\":{cp},\"words\":{}}}",
        quoted(&node.position().fen()),
        quoted(uci.get(..2).unwrap_or("")),
        quoted(uci.get(2..4).unwrap_or("")),
        number(node.parent()),
        number(node.children().first().copied()),
        quoted(&words(node)),
    )
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
    lines.extend(node.facts.clock.map(|clock| format!("Clock {:.1} s", clock.seconds())));
    lines.extend(node.facts.elapsed.map(|time| format!("Time used {:.1} s", time.seconds())));
    if !node.comment.is_empty() {
        lines.push(node.comment.clone());
    }
    lines.join("\n")
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
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(id) => {
                let Some((&main, others)) = tree.node(id).children().split_first() else {
                    continue;
                };
                out.push_str(&move_html(game, main, numbers));
                tasks.push(Task::After(main));
                tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
            }
            Task::Variation(id) => {
                out.push_str("<span class=\"v\">(");
                out.push_str(&move_html(game, id, numbers));
                tasks.extend([Task::Close, Task::After(id)]);
            }
            Task::Close => out.push_str(")</span> "),
        }
    }
    out
}

fn move_html(game: &Game, id: NodeId, numbers: &HashMap<NodeId, usize>) -> String {
    let node = game.tree().node(id);
    let ply = (game.start().game_ply() + node.ply()).saturating_sub(1);
    let dots = if ply.is_multiple_of(2) { "." } else { "…" };
    let marks = ["", "!", "?", "!!", "??", "!?", "?!"];
    let glyphs: String =
        node.nags.iter().filter_map(|&nag| marks.get(usize::from(nag))).copied().collect();
    let san = match node.step() {
        Some(Step::Null) => "--".to_owned(),
        _ => game.tree().san(id),
    };
    format!(
        "{}<a data-n=\"{}\">{}{dots} {}{glyphs}</a> {}",
        comment_html(&node.before),
        numbers.get(&id).copied().unwrap_or(0),
        ply / 2 + 1,
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
