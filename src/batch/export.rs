//! `lucena export`: a game as a list of FENs, JSON lines, a self-contained web page, or PGN for a Lichess study.

use super::output::OutputFile;
use super::partial_games::ReadInPart;
use super::wrong_argument::WrongArgument;
use crate::base::{Millis, UnknownEnding, by_ending, pawns, sanitise};
use crate::game::pgn::{self, FileNotes, Index};
use crate::game::{Evaluation, Game, Node, NodeId, Tree, TreeMove};
use crate::rules::{CastlingSquares, Color, Move, Position, Square, castling_squares, notation};
use anyhow::{Context as _, Result, bail, ensure};
use html_escape::encode_text;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Arguments of `lucena export`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Input file (PGN).
    pub file: PathBuf,
    /// Number of the game in the file, from 1.
    #[arg(long, conflicts_with_all = ["games", "all"], default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// Numbers of several games, such as `3-7,12`.
    #[arg(long, value_name = "LIST", conflicts_with = "all")]
    pub games: Option<String>,
    /// All games.
    #[arg(long)]
    pub all: bool,
    /// Language of the piece letters, such as `german`; recognised if omitted.
    #[arg(long, value_name = "LANGUAGE", ignore_case = true)]
    pub letters: Option<pgn::Language>,
    /// Output format; without it by the end of the output file's name (`.html`, `.jsonl`, `.fen` or `.pgn`), else HTML.
    #[arg(long, alias = "form", value_enum)]
    pub format: Option<Format>,
    /// Output file; standard output if omitted.
    #[arg(short, long = "output", alias = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing output file.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
}

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A self-contained web page.
    Html,
    /// JSON lines: the tags, then one object per move.
    Jsonl,
    /// One FEN per line.
    Fens,
    /// Normalised PGN.
    Pgn,
    /// PGN for a Lichess study: without Lucena's own comment commands, and within the study's limits.
    Study,
}

impl Format {
    /// The format by the end of the name of `file`; HTML if it has none.
    fn of_file(file: &Path) -> Result<Self, UnknownEnding> {
        let known = [
            ("html", Self::Html),
            ("htm", Self::Html),
            ("jsonl", Self::Jsonl),
            ("fen", Self::Fens),
            ("fens", Self::Fens),
            ("pgn", Self::Pgn),
        ];
        Ok(by_ending(file, &known)?.unwrap_or(Self::Html))
    }
}

/// Converts games of a PGN file, and prints their notes to standard error.
///
/// # Errors
/// The end of the output file's name stands for no format, the file cannot be read, has no such game, or the output file exists or cannot be written; [`ReadInPart`] after everything is written.
pub fn run(options: &Options, out: &mut impl Write) -> Result<()> {
    let by_name = || options.out.as_deref().map_or(Ok(Format::Html), Format::of_file);
    let format = options.format.map_or_else(by_name, Ok);
    let format = format.map_err(|error| WrongArgument::ending(&error))?;
    let index = Index::build(&options.file, &mut |_, _| ControlFlow::Continue(()))?
        .with_language(options.letters);
    let output = options.out.as_deref().map(|path| OutputFile {
        path,
        input: &options.file,
        overwrite: options.overwrite,
    });
    if let Some(output) = output {
        output.check()?;
    }
    let (file, games) = (options.file.display(), index.entries().len());
    ensure!(games > 0, "{file}: no games");
    let numbers = match &options.games {
        _ if options.all => (1..=games).collect(),
        Some(list) => parse_numbers(list)?,
        None => vec![options.game as usize],
    };
    let is_one = format != Format::Html || numbers.len() == 1;
    let one = "--format html: a web page has one game; the other formats have several";
    ensure!(is_one, WrongArgument(one.to_owned()));
    if let Some(number) = numbers.iter().find(|number| !(1..=games).contains(*number)) {
        bail!("{file}: no game {number}, there are {games}");
    }
    let (mut partial, mut of_file) = (0, FileNotes::default());
    let print = |note| writeln!(std::io::stderr(), "{}", sanitise(&format!("{file}: {note}")));
    let texts = numbers.into_iter().map(|number| {
        let read = index.read(number - 1)?;
        let is_incomplete = read.is_incomplete();
        read.notes.into_iter().filter_map(|note| of_file.add(note)).try_for_each(print)?;
        let has_null = format == Format::Study && has_null_move(read.game.tree());
        if has_null {
            let text =
                "a study has no null moves: the line ends before one, without the lines beside it";
            writeln!(std::io::stderr(), "{}", sanitise(&format!("{file}: game {number}: {text}")))?;
        }
        partial += usize::from(has_null || is_incomplete);
        convert(&read.game, format).with_context(|| format!("{file}: game {number}"))
    });
    match output {
        Some(output) => output.write_parts(texts)?,
        None => {
            for text in texts {
                out.write_all(text?.as_bytes())?;
            }
        }
    }
    of_file.finish().map_or(Ok(()), print)?;
    if partial > 0 { Err(ReadInPart::Games(partial).into()) } else { Ok(()) }
}

/// The game in `format`. A terminal executes control characters, so that they are replaced in every format.
///
/// # Errors
/// The game cannot be written in this format.
pub fn convert(game: &Game, format: Format) -> Result<String> {
    let text = match format {
        Format::Html => html(game),
        Format::Jsonl => json_lines(game),
        Format::Fens => fen_list(game),
        Format::Pgn => pgn::write(game),
        Format::Study => study(game)?,
    };
    let safe = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    Ok(text.chars().map(|c| if safe(c) { c } else { char::REPLACEMENT_CHARACTER }).collect())
}

/// Numbers and ranges such as `3-7,12`.
fn parse_numbers(list: &str) -> Result<Vec<usize>, WrongArgument> {
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let parse = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
        match (parse(first), parse(last)) {
            (Some(first), Some(last)) if first <= last && last - first < 10_000_000 => {
                numbers.extend(first..=last);
            }
            _ => {
                let words = format!("--games {list:?}: expected numbers and ranges such as 3-7,12");
                return Err(WrongArgument(words));
            }
        }
    }
    Ok(numbers)
}

/// Limits of a Lichess study. Source: lila, `StudyPgnImport` (characters), `Chapter` (moves), `Node` (a comment).
const STUDY_MAX_CHARS: usize = 100_000;
const STUDY_MAX_MOVES: usize = 3_000;
const STUDY_MAX_COMMENT: usize = 4_000;

/// The game as PGN without Lucena's own comment commands, for a chapter of a Lichess study. A null move, which a study
/// does not support, ends its line.
///
/// # Errors
/// The game exceeds a limit of a study.
pub fn study(game: &Game) -> Result<String> {
    let mut game = game.clone();
    end_lines_at_null_moves(game.tree_mut());
    let nodes = reachable(game.tree());
    let moves = nodes.len() - 1;
    for id in nodes {
        let tree = game.tree_mut();
        let annotation = &mut tree.node_mut(id).annotation;
        (annotation.engine_info, annotation.loss) = (None, None);
        annotation.commands.retain(|command| !command.starts_with("lc"));
        let Node { before, comment, .. } = tree.node(id);
        let comment = before.chars().count().max(comment.chars().count());
        ensure!(
            comment <= STUDY_MAX_COMMENT,
            "a study allows {STUDY_MAX_COMMENT} characters per comment; one of this game has {comment}"
        );
    }
    ensure!(
        moves <= STUDY_MAX_MOVES,
        "a study allows {STUDY_MAX_MOVES} moves per chapter with all variations; this game has {moves}"
    );
    let text = pgn::write(&game);
    let chars = text.chars().count();
    ensure!(
        chars <= STUDY_MAX_CHARS,
        "a study allows {STUDY_MAX_CHARS} characters per chapter; this game has {chars}"
    );
    Ok(text)
}

fn end_lines_at_null_moves(tree: &mut Tree) {
    for id in reachable(tree) {
        if tree.node(id).step() == Some(TreeMove::Null) {
            // A side line must not take the place of the line that ends here.
            let parent = tree.node(id).parent().unwrap_or_default();
            let children = tree.node(parent).children().to_vec();
            match children.first() == Some(&id) {
                true => children.into_iter().for_each(|child| tree.remove(child)),
                false => tree.remove(id),
            }
        }
    }
}

fn has_null_move(tree: &Tree) -> bool {
    reachable(tree).into_iter().any(|id| tree.node(id).step() == Some(TreeMove::Null))
}

/// The positions of the main line as FENs, one per line, from the start position.
pub fn fen_list(game: &Game) -> String {
    let line = game.tree().mainline();
    line.into_iter().map(|id| format!("{}\n", game.position_at(id).fen())).collect()
}

/// One JSON object with the tags, then one per move of the main line. Times are in ms, `cp` is from White's view, `mate`
/// is in full moves, positive if White mates. `docs/pgn.md` lists the names.
pub fn json_lines(game: &Game) -> String {
    let mut tags = Map::new();
    for (name, value) in pgn::write_tags(game).iter() {
        // The values of a repeated tag are an array.
        match tags.get_mut(name) {
            None => drop(tags.insert(name.to_owned(), value.into())),
            Some(Value::Array(values)) => values.push(value.into()),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    let tree = game.tree();
    let root = tree.node(NodeId::ROOT);
    let mut first = with_notes(values_object(root), root);
    first["tags"] = tags.into();
    let line = tree.mainline();
    let moves = line.windows(2).map(|pair| {
        let mut object = move_object(tree, pair[1]);
        let others = tree.node(pair[0]).children().iter().filter(|&&other| other != pair[1]);
        let others: Vec<String> = others.map(|&other| pgn::variation(game, other)).collect();
        if !others.is_empty() {
            object["variations"] = others.into();
        }
        object
    });
    std::iter::once(first).chain(moves).map(|line| format!("{line}\n")).collect()
}

/// `object` with the comments, NAGs, marks and further commands of the node, and without null values.
fn with_notes(mut object: Value, node: &Node) -> Value {
    let list = |values: Vec<Value>| if values.is_empty() { Value::Null } else { values.into() };
    let text = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
    let annotation = &node.annotation;
    let commands = pgn::other_commands(annotation);
    object["nags"] = list(node.nags.iter().map(|&nag| nag.into()).collect());
    object["before"] = text(&node.before);
    object["comment"] = text(&node.comment);
    object["marks"] = list(annotation.marks.iter().map(|mark| mark.to_string().into()).collect());
    object["commands"] = list(commands.into_iter().map(Value::from).collect());
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

fn move_object(tree: &Tree, id: NodeId) -> Value {
    let node = tree.node(id);
    let mut object = values_object(node);
    object["ply"] = node.ply().into();
    object["san"] = tree.san(id).into();
    let uci = notation::uci_writer(node.position().castling_mode().is_chess960());
    object["uci"] = node.mv().map_or("0000".to_owned(), uci).into();
    object["fen"] = node.position().fen().into();
    with_notes(object, node)
}

/// Clock, time and evaluation of a node.
fn values_object(node: &Node) -> Value {
    let evaluation = node.annotation.evaluation;
    let mate = evaluation.and_then(|value| white_mate(value, node));
    json!({
        "clock": node.annotation.clock.map(|clock| clock.0),
        "elapsed": node.annotation.elapsed.map(|time| time.0),
        "mate": mate,
        "cp": pgn::centipawns(&node.annotation),
        "depth": evaluation.and_then(|value| value.depth),
    })
}

/// Full moves to mate, positive if White mates.
fn white_mate(value: Evaluation, node: &Node) -> Option<i32> {
    match node.position().turn() {
        Color::White => value.score.mate_moves(),
        Color::Black => (-value.score).mate_moves().map(|moves| -moves),
    }
}

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
