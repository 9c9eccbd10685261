//! PGN out, in export format: Seven Tag Roster first, then what else is known, then the movetext with every line,
//! comment, glyph and fact. Pure: a game gives a text; `autosave` puts it into files.

use super::super::{Game, GameResult, Node, NodeId, PlayerKind, Tags, TreeMove};
use super::wrap::LineWrapper;
use super::{commands, engine_info, termination};
use crate::rules::{Color, Position};

/// Tags that the game itself knows better than a file did.
const GAME_TAGS: [&str; 18] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteType",
    "BlackType",
    "WhiteDial",
    "BlackDial",
    "TimeControl",
    "Termination",
    "SetUp",
    "FEN",
    "PlyCount",
];

/// The whole game, with a blank line after the tags and one at the end.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in write_tags(game).iter() {
        text.push_str(&tag_line(name, value));
    }
    text.push('\n');
    text.push_str(&movetext(game));
    text.push('\n');
    text
}

/// The tags in the order they are written.
#[must_use]
pub fn write_tags(game: &Game) -> Tags {
    let mut tags = Tags::default();
    for (name, unknown) in [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")] {
        tags.push(name, game.tags.get(name).unwrap_or(unknown));
    }
    for side in [Color::White, Color::Black] {
        let name = game.players.get(side).name.as_str();
        tags.push(side.fold_wb("White", "Black"), if name.is_empty() { "?" } else { name });
    }
    tags.push("Result", game.end().map_or("*", |end| end.result.pgn()));
    for side in [Color::White, Color::Black] {
        player_tags(game, side, &mut tags);
    }
    time_control_tag(game, &mut tags);
    let derived = termination::termination(game.end());
    match game.tags.get("Termination") {
        Some(raw) if termination::termination_class(raw) == derived => {
            tags.push("Termination", raw)
        }
        None if game.end().is_none() && !is_ours(game) => {}
        _ => tags.push("Termination", derived),
    }
    if *game.start() != Position::default() {
        tags.push("SetUp", "1");
        tags.push("FEN", &game.start().fen());
    }
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in game.tags.iter() {
        // The first of a tag of our own is written above; further ones are kept where they stand.
        if !GAME_TAGS.contains(&name) || seen.contains(&name) {
            tags.push(name, value);
        }
        seen.push(name);
    }
    tags
}

fn is_ours(game: &Game) -> bool {
    game.players.iter().any(|player| matches!(player.kind, PlayerKind::Engine(_)))
}

fn player_tags(game: &Game, side: Color, tags: &mut Tags) {
    let player = game.players.get(side);
    let name = |what: &str| format!("{}{what}", side.fold_wb("White", "Black"));
    match (player.elo, game.tags.get(&name("Elo"))) {
        (Some(elo), _) => tags.push(&name("Elo"), &elo.to_string()),
        (None, Some(raw)) => tags.push(&name("Elo"), raw),
        (None, None) => {}
    }
    match player.kind {
        PlayerKind::Engine(dial) => {
            tags.push(&name("Type"), "program");
            tags.push(&name("Dial"), &engine_info::dial_text(dial));
        }
        // Another program has no dial, and its tag says what it is.
        PlayerKind::Human => match game.tags.get(&name("Type")) {
            Some(raw) => tags.push(&name("Type"), raw),
            None if is_ours(game) => tags.push(&name("Type"), "human"),
            None => {}
        },
    }
}

fn time_control_tag(game: &Game, tags: &mut Tags) {
    let control = |side| game.clocks().control(side).tag();
    let (white, black) = (control(Color::White), control(Color::Black));
    if let Some(raw) = game.tags.get("TimeControl").filter(|_| white == "-") {
        tags.push("TimeControl", raw);
    } else if white != "-" || is_ours(game) {
        tags.push("TimeControl", &white);
    }
    if white != black {
        tags.push("BlackTimeControl", &black);
    }
}

fn tag_line(name: &str, value: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let name: String = name.chars().map(|c| if legal(c) { c } else { '_' }).collect();
    // Blanks at the ends are not read again, so a character that becomes one must not stay there.
    let value = value.replace(char::is_control, " ");
    let value = value.trim().replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// What is still to be written, innermost last: a stack instead of recursion.
enum Task {
    /// The continuations of a node.
    After(NodeId),
    /// A variation that begins with this node.
    Variation(NodeId),
    /// The end of a variation.
    Close,
}

/// The moves with everything around them, ending with the result.
#[must_use]
pub fn movetext(game: &Game) -> String {
    let tree = game.tree();
    let mut lines = LineWrapper::default();
    comment(&mut lines, tree.node(NodeId::ROOT));
    glyphs(&mut lines, tree.node(NodeId::ROOT));
    // The next move needs its number even if it is Black's.
    let mut number = true;
    let mut tasks = vec![Task::After(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(node) => {
                let Some((&main, others)) = tree.node(node).children().split_first() else {
                    continue;
                };
                number |= !tree.node(main).before.is_empty();
                step(game, main, std::mem::take(&mut number).into(), &mut lines);
                number = comment(&mut lines, tree.node(main)) || !others.is_empty();
                tasks.push(Task::After(main));
                tasks.extend(others.iter().rev().map(|&other| Task::Variation(other)));
            }
            Task::Variation(node) => {
                lines.open('(');
                step(game, node, Number::Always, &mut lines);
                number = comment(&mut lines, tree.node(node));
                tasks.push(Task::Close);
                tasks.push(Task::After(node));
            }
            Task::Close => {
                lines.close(')');
                number = true;
            }
        }
    }
    lines.word(game.end().map_or("*", |end| GameResult::pgn(end.result)));
    lines.finish()
}

/// When a Black move is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// `1... e5`
    Always,
    /// White's moves only.
    White,
}

impl From<bool> for Number {
    fn from(forced: bool) -> Self {
        if forced { Self::Always } else { Self::White }
    }
}

/// One step with what stands before it, its number and its glyphs.
fn step(game: &Game, id: NodeId, number: Number, lines: &mut LineWrapper) {
    let node = game.tree().node(id);
    words(lines, &[], &node.before);
    // Counted from the start, because a null move does not advance the position's own count.
    let ply = (game.start().game_ply() + node.ply()).saturating_sub(1);
    match (ply.is_multiple_of(2), number) {
        (true, _) => lines.word(&format!("{}.", ply / 2 + 1)),
        (false, Number::Always) => lines.word(&format!("{}...", ply / 2 + 1)),
        (false, Number::White) => {}
    }
    match node.step() {
        Some(TreeMove::Null) => lines.word("--"),
        _ => lines.word(&game.tree().san(id)),
    }
    glyphs(lines, node);
}

fn glyphs(lines: &mut LineWrapper, node: &Node) {
    for nag in &node.nags {
        lines.word(&format!("${nag}"));
    }
}

/// The comment after a step with its facts. Was there one?
fn comment(lines: &mut LineWrapper, node: &Node) -> bool {
    // Words that look like a command must not become one when they are read again.
    let text = node.comment.replace("[%", "[ %");
    words(lines, &commands::of(&node.annotation, node.position().turn()), &text)
}

/// Longest command that is kept on one line.
const MAX_UNBROKEN_COMMAND: usize = 70;

/// A comment of commands and words; nothing when both are empty. Was there something?
fn words(lines: &mut LineWrapper, commands: &[String], text: &str) -> bool {
    // PGN has no way to write a closing brace inside a comment.
    let text = text.replace('{', "(").replace('}', ")");
    let mut units: Vec<&str> = Vec::new();
    for command in commands {
        if command.len() <= MAX_UNBROKEN_COMMAND {
            units.push(command);
        } else {
            units.extend(command.split(' '));
        }
    }
    units.extend(text.split_whitespace());
    if units.is_empty() {
        return false;
    }
    lines.open('{');
    units.iter().for_each(|unit| lines.word(unit));
    lines.close('}');
    true
}
