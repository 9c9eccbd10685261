//! A self-contained web page.

use super::{reachable, white_mate};
use crate::base::{Millis, pawns};
use crate::game::{Game, Node, NodeId, TreeMove, pgn};
use crate::rules::{CastlingSquares, Color, Move, Position, Square, castling_squares};
use html_escape::encode_text;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The page template with placeholders `@NAME@`.
const PAGE: &str = include_str!("../../assets/export.html");

/// A self-contained web page with board, moves, variations, comments and evaluation graph.
pub fn html(game: &Game) -> String {
    let result = game.end().map_or("*", |end| end.result.pgn());
    let title = format!("{}, {result}", game.player_names(" – "));
    let row = |(name, value): (&str, &str)| {
        format!("<tr><td>{}</td><td>{}</td></tr>", encode_text(name), encode_text(value))
    };
    let order = reachable(game.tree());
    let numbers: HashMap<NodeId, usize> = order.iter().copied().zip(0..).collect();
    let nodes: Vec<String> =
        order.iter().map(|&id| node_object(game, id, &numbers).to_string()).collect();
    // One pass over the template, so that placeholders in the game's text are not replaced.
    let fill = |name: &str| match name {
        "TITLE" => Some(encode_text(&title).into_owned()),
        "TAGS" => {
            let tags = pgn::write_tags(game);
            let is_known = |(_, value): &(&str, &str)| !matches!(*value, "?" | "????.??.??");
            Some(tags.iter().filter(is_known).map(row).collect())
        }
        "BOARD" => Some(board_html(game.start())),
        "MOVES" => Some(moves_html(game, &numbers)),
        // A text must not end the script element.
        "NODES" => Some(format!("[{}]", nodes.join(",\n")).replace('<', "\\u003c")),
        _ => None,
    };
    let mut page = String::with_capacity(PAGE.len() + 200 * nodes.len());
    let mut rest = PAGE;
    while let Some((before, behind)) = rest.split_once('@') {
        page.push_str(before);
        rest = behind;
        match behind.split_once('@').and_then(|(name, rest)| Some((fill(name)?, rest))) {
            Some((text, after)) => {
                page.push_str(&text);
                rest = after;
            }
            None => page.push('@'),
        }
    }
    page + rest
}

/// The squares of the board in the page's form, for a browser without JavaScript; the script draws them anew.
fn board_html(position: &Position) -> String {
    let mut out = String::new();
    for (index, square) in (0..64).map(|index| (index, Square::new(index ^ 56))) {
        let (file, rank) = (index % 8, index / 8);
        let shade = if (file + rank) % 2 == 0 { "l" } else { "d" };
        out.push_str(&format!("<div class=\"{shade}\">"));
        if file == 0 {
            out.push_str(&format!("<small class=\"r\">{}</small>", square.rank()));
        }
        if rank == 7 {
            out.push_str(&format!("<small class=\"f\">{}</small>", square.file()));
        }
        if let Some(piece) = position.board().piece_at(square) {
            let (side, piece) = (piece.color.char(), piece.role.char());
            out.push_str(&format!(
                "<svg viewBox=\"0 0 45 45\" class=\"{side}\"><use href=\"#{piece}\"/></svg>"
            ));
        }
        out.push_str("</div>");
    }
    out
}

fn node_object(game: &Game, id: NodeId, numbers: &HashMap<NodeId, usize>) -> Value {
    let node = game.tree().node(id);
    let number = |id: Option<NodeId>| id.and_then(|id| numbers.get(&id));
    let square = |of: fn(Move) -> Option<Square>| {
        node.mv().and_then(of).map_or_else(String::new, |square| square.to_string())
    };
    // A castling move is shown as the king's.
    let to = |mv| castling_squares(mv).map(CastlingSquares::king_to).or(Some(mv.to()));
    json!({
        "fen": node.position().fen(),
        "from": square(|mv| mv.from()),
        "to": square(to),
        "parent": number(node.parent()),
        "next": number(node.children().first().copied()),
        "cp": node.annotation.evaluation.map(|value| value.score.value().clamp(-2000, 2000)),
        "glyph": move_nag(node).unwrap_or(0),
        "caption": caption(node),
    })
}

/// The move's first NAG from `!` to `?!`.
fn move_nag(node: &Node) -> Option<u8> {
    node.nags.iter().copied().find(|nag| (1..=6).contains(nag))
}

/// The text below the board at a node.
fn caption(node: &Node) -> String {
    let annotation = &node.annotation;
    let evaluation = annotation.evaluation.map(|value| {
        let score = match white_mate(value, node) {
            Some(0) => return "Checkmate".to_owned(),
            Some(moves) => {
                let side = if moves > 0 { "White" } else { "Black" };
                format!("mate in {} for {side}", moves.abs())
            }
            None => pgn::centipawns(annotation).map_or_else(String::new, pawns),
        };
        let depth = value.depth.map_or_else(String::new, |depth| format!(" at depth {depth}"));
        format!("Evaluation {score}{depth}")
    });
    let clock = annotation.clock.map(|clock| format!("clock {}", format_time(clock)));
    let used = annotation.elapsed.map(|time| format!("{} used", format_time(time)));
    let times = clock.into_iter().chain(used).collect::<Vec<_>>().join(", ");
    let lines = [evaluation.unwrap_or_default(), times, marks(node), node.comment.clone()];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Coloured squares and arrows in words, such as `marks: d4 green, e2-e4 red`.
fn marks(node: &Node) -> String {
    let words = node.annotation.mark_words();
    if words.is_empty() { words } else { format!("marks: {words}") }
}

/// A time as `h:mm:ss` or `m:ss`, with tenths of a second below one minute.
fn format_time(time: Millis) -> String {
    let seconds = time.0.max(0) / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{:.1} s", time.seconds()),
        (0, _) => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
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
    let root = tree.node(NodeId::ROOT);
    let mut out = [pgn::nag_signs(&root.nags).trim(), &comment_html(&root.comment)].join(" ");
    let mut tasks = vec![Task::After(NodeId::ROOT)];
    // Black's move needs a move number at the start of a line and after a comment or variation.
    let mut needs_number = true;
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(id) => {
                let Some((&main, others)) = tree.node(id).children().split_first() else {
                    continue;
                };
                needs_number |= !tree.node(main).before.is_empty();
                out.push_str(&move_html(game, main, numbers[&main], needs_number));
                needs_number = !others.is_empty() || !tree.node(main).comment.is_empty();
                tasks.push(Task::After(main));
                tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
            }
            Task::Variation(id) => {
                out.push_str("<span class=\"v\">");
                out.push_str(&move_html(game, id, numbers[&id], true));
                needs_number = !tree.node(id).comment.is_empty();
                tasks.extend([Task::Close, Task::After(id)]);
            }
            Task::Close => {
                out.push_str("</span> ");
                needs_number = true;
            }
        }
    }
    out.push_str(game.end().map_or("*", |end| end.result.pgn()));
    out
}

fn move_html(game: &Game, id: NodeId, number: usize, needs_number: bool) -> String {
    let node = game.tree().node(id);
    let move_number = match (node.mover(), needs_number) {
        (Some(Color::White), _) => format!("{}. ", node.move_number()),
        (Some(Color::Black) | None, true) => format!("{}… ", node.move_number()),
        (Some(Color::Black) | None, false) => String::new(),
    };
    let san = match node.step() {
        Some(TreeMove::Null) => "--".to_owned(),
        Some(TreeMove::Move(_)) | None => game.tree().san(id),
    };
    let class = move_nag(node).map_or_else(String::new, |nag| format!(" class=\"g{nag}\""));
    format!(
        "{}<a data-n=\"{number}\"{class}>{move_number}{}{}</a> {}",
        comment_html(&node.before),
        encode_text(&san),
        pgn::nag_signs(&node.nags),
        comment_html(&node.comment)
    )
}

fn comment_html(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<span class=\"c\">{}</span> ", encode_text(text))
}
