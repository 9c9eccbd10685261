//! The game in words, for the mode without a screen: moves as a player says them, the board by ranks, the pieces by kind,
//! clocks, scores, what is open. Each line is one announcement.

use super::clock::moves_to_go;
use super::page::{LEVELS, SELECTED};
use super::panels::{self, meaning};
use crate::base::{Category, Millis, Score, number_of, sanitise};
use crate::game::pgn::{distinct_nags, nag_meaning};
use crate::game::{Game, NodeId};
use crate::rules::{
    Color, File, Move, Position, Rank, Role, Square, notation, parse_move, white_view,
};
use crate::tui::model::Model;
use crate::tui::model::choice::other_preference;
use crate::tui::model::dialogs::form::{FieldId, SELF_PLAY};
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::dialogs::statistics::Answer;
use crate::tui::model::dialogs::{self, Dialog, Form, List, TOUR};
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::model::session::{destination, material};
use crate::tui::values::format::{LOW_TIME, pv_text};
use crate::tui::values::panel::Panel;

/// Kinds of pieces, the most valuable first, with their plural.
const KINDS: [(Role, &str, &str); 6] = [
    (Role::King, "king", "kings"),
    (Role::Queen, "queen", "queens"),
    (Role::Rook, "rook", "rooks"),
    (Role::Bishop, "bishop", "bishops"),
    (Role::Knight, "knight", "knights"),
    (Role::Pawn, "pawn", "pawns"),
];

/// The name of a kind of piece.
pub fn role_name(role: Role) -> &'static str {
    KINDS.iter().find(|kind| kind.0 == role).map_or("", |kind| kind.1)
}

/// What is said instead of the signs of the screen and of figurines.
const SIGNS: [(char, &str); 27] = [
    ('…', "..."),
    ('–', "-"),
    ('−', "-"),
    ('—', "-"),
    ('±', "plus or minus"),
    ('≥', "at least"),
    ('≤', "at most"),
    ('∞', "infinity"),
    ('½', "1/2"),
    ('×', "x"),
    ('→', "to"),
    ('÷', "/"),
    ('’', "'"),
    ('“', "\""),
    ('”', "\""),
    ('♔', "king"),
    ('♚', "king"),
    ('♕', "queen"),
    ('♛', "queen"),
    ('♖', "rook"),
    ('♜', "rook"),
    ('♗', "bishop"),
    ('♝', "bishop"),
    ('♘', "knight"),
    ('♞', "knight"),
    ('♙', "pawn"),
    ('♟', "pawn"),
];

/// A text as one line in ASCII, but for the letters of names. Columns are separated by commas, bars are left out.
pub fn line(text: &str) -> String {
    let mut plain = String::new();
    let mut is_word = false;
    for letter in sanitise(text).chars() {
        let said = SIGNS.iter().find(|(sign, _)| *sign == letter);
        // A blank ends the word for a sign where none stands in the text.
        if is_word && (letter.is_alphanumeric() || ['-', '−', '+', '='].contains(&letter)) {
            plain.push(' ');
        }
        is_word =
            said.is_some_and(|(_, said)| said.len() > 1 && said.ends_with(char::is_alphabetic));
        match said {
            Some((_, said)) => plain.push_str(said),
            None if letter.is_ascii() || letter.is_alphanumeric() => plain.push(letter),
            None => plain.push(' '),
        }
    }
    let columns = plain.split("  ").map(str::trim).filter(|column| !column.is_empty());
    // A draw score.
    let said = |column: &str| match column.strip_suffix('=') {
        Some(before) if before.is_empty() || before.ends_with(' ') => format!("{before}draw"),
        Some(_) | None => column.to_owned(),
    };
    columns.map(said).collect::<Vec<_>>().join(", ")
}

/// The rows of a panel with something to read.
pub fn panel(panel: Panel, model: &Model) -> Vec<String> {
    let text = panels::text(panel, model, 200, 400);
    // Rows that name keys of the screen are of no use.
    let names_keys =
        |row: &&str| ["↑↓", "→ open", "F7 resume", "Enter add"].iter().any(|it| row.contains(it));
    // Nor are rows whose value is drawn.
    let is_drawn = |row: &&str| {
        let drawn = row.chars().filter(|letter| LEVELS.contains(letter)).count();
        drawn > 1 && !row.contains(|letter: char| letter.is_ascii_digit())
    };
    let rows = text.lines().filter(|row| !names_keys(row) && !is_drawn(row)).map(line);
    // The row after it may be indented.
    let rows =
        rows.map(|row| row.replacen(&format!("{},", SELECTED.trim_end()), SELECTED.trim_end(), 1));
    rows.filter(|row| row.contains(char::is_alphanumeric) && !is_scale(row)).collect()
}

/// Is a row of the score panel a scale, whose marks are not in its text?
fn is_scale(row: &str) -> bool {
    let ends = row.split_once(", ").zip(row.rsplit_once(", "));
    let is_axis = ends.is_some_and(|((low, _), (_, high))| {
        low.starts_with('-') && high.starts_with('+') && low[1..] == high[1..]
    });
    is_axis || ["real", "shadow"].contains(&row) || row.starts_with("mated, lost")
}

fn name(role: Role) -> &'static str {
    KINDS.iter().find(|(kind, ..)| *kind == role).map_or("", |(_, name, _)| name)
}

/// The kind that a word or a letter names.
pub fn kind(word: &str) -> Option<Role> {
    let word = word.to_lowercase();
    let named = KINDS.iter().find(|(_, one, several)| [one, several].contains(&&&*word));
    let letter = || word.parse::<char>().ok().and_then(Role::from_char);
    named.map(|(role, ..)| *role).or_else(letter)
}

fn side(side: Color) -> &'static str {
    side.fold_wb("White", "Black")
}

/// A move as it is said: `knight f3 takes e5, check`.
pub fn spoken_move(before: &Position, mv: Move) -> String {
    let after = before.after(mv);
    let mut words = match (mv.castling_side(), mv.from()) {
        (Some(wing), _) => {
            format!("castles {}", if wing.is_king_side() { "king side" } else { "queen side" })
        }
        (None, None) => mv.to().to_string(),
        (None, Some(from)) => {
            let verb = if mv.is_capture() { "takes" } else { "to" };
            format!("{} {from} {verb} {}", name(mv.role()), mv.to())
        }
    };
    if mv.is_en_passant() {
        words += " en passant";
    }
    if let Some(role) = mv.promotion() {
        words += &format!(", promotes to {}", name(role));
    }
    let is_over = after.legal_moves().is_empty();
    words
        + match (after.is_check(), is_over) {
            (true, true) => ", checkmate",
            (true, false) => ", check",
            (false, true) => ", stalemate",
            (false, false) => "",
        }
}

/// The move that led to `node`, and what the record says of it.
pub fn step(game: &Game, node: NodeId) -> Vec<String> {
    let here = game.tree().node(node);
    let (Some(parent), Some(mover)) = (here.parent(), here.mover()) else {
        return vec!["the start of the game".to_owned()];
    };
    let before = game.position_at(parent);
    let words = here.mv().map_or_else(|| "no move".to_owned(), |mv| spoken_move(before, mv));
    let mut lines = vec![format!("{}: {words}", side(mover))];
    lines.extend(distinct_nags(&here.nags).map(nag_meaning));
    if !here.comment.is_empty() {
        lines.push(format!("comment: {}", here.comment));
    }
    lines
}

/// The last move before the position shown, with its number.
pub fn last(model: &Model) -> Vec<String> {
    let (game, node) = (&model.session.game, model.session.shown());
    let mut lines = step(game, node);
    if node != NodeId::ROOT {
        lines[0] = format!("move {}, {}", game.tree().node(node).move_number(), lines[0]);
    }
    lines
}

/// Who plays, who is to move, and where the game stands.
pub fn status(model: &Model) -> Vec<String> {
    let session = &model.session;
    let player = |color: Color| {
        let level =
            session.has_dial(color).then(|| model.strengths.setting(session.dial_of(color)));
        let level = level.map_or_else(String::new, |level| format!(", {level}"));
        let control = session.game.clocks().control(color);
        let name = session.game.player_name(color);
        format!("{}: {name}{level}, {control}", side(color))
    };
    let mut lines = vec![player(Color::White), player(Color::Black)];
    let position = session.position();
    let number = position.game_ply() / 2 + 1;
    lines.push(match session.game.end().filter(|_| session.viewed.is_none()) {
        Some(end) => end.words(),
        None => format!("move {number}, {} to move", side(position.turn())),
    });
    let start = session.game.start();
    if start.castling_mode().is_chess960() {
        lines.push(format!("the game is Chess960 and starts from {}", notation::start_text(start)));
    } else if *start != Position::default() {
        lines.push("the game starts from another position than the usual one".to_owned());
    }
    let states = [
        (session.is_review() || session.viewed.is_some(), "looking back; :last returns to the end"),
        (session.paused && session.game.end().is_none(), "the clocks are paused"),
        (session.analysis && model.thinking.is_busy(), "the engine analyses"),
        (model.thinking.is_busy() && !session.analysis, "the engine thinks"),
    ];
    lines.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words.to_owned()));
    lines
}

/// `white knight e4`.
fn piece_on(position: &Position, square: Square) -> Option<String> {
    let piece = position.board().piece_at(square)?;
    Some(format!("{} {} {square}", side(piece.color).to_lowercase(), name(piece.role)))
}

fn listed(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let (mut words, mut before) = (Vec::new(), None);
    for square in squares {
        let Some(piece) = position.board().piece_at(square) else { continue };
        // The colour is said where it changes.
        let colour = if before == Some(piece.color) {
            String::new()
        } else {
            side(piece.color).to_lowercase() + " "
        };
        words.push(format!("{colour}{} {square}", name(piece.role)));
        before = Some(piece.color);
    }
    if words.is_empty() { "empty".to_owned() } else { words.join(", ") }
}

fn ranks(view: Color) -> Vec<Rank> {
    let mut ranks = Rank::ALL.to_vec();
    if view == Color::White {
        ranks.reverse();
    }
    ranks
}

/// The board, a rank a line, the farthest from `view` first.
pub fn board(position: &Position, view: Color) -> Vec<String> {
    let rank = |rank: Rank| {
        let squares = File::ALL.into_iter().map(|file| Square::from_coords(file, rank));
        format!("rank {}: {}", rank.char(), listed(position, squares))
    };
    let mut lines: Vec<String> = ranks(view).into_iter().map(rank).collect();
    lines.push(format!("{} to move", side(position.turn())));
    lines
}

/// The board in letters, White's in capitals, for a braille display.
pub fn diagram(position: &Position, view: Color) -> Vec<String> {
    let letter = |square| position.board().piece_at(square).map_or('.', |piece| piece.char());
    let mut files = File::ALL;
    if view == Color::Black {
        files.reverse();
    }
    let rank = |rank: Rank| {
        let letters = files.map(|file| letter(Square::from_coords(file, rank)).to_string());
        format!("{} {}", rank.char(), letters.join(" "))
    };
    let names = format!("- {}", files.map(|file| file.char().to_string()).join(" "));
    ranks(view).into_iter().map(rank).chain([names]).collect()
}

/// The pieces by colour and kind: all, or those that `filter` names: `white`, `knights`, or as Lichess does `N` for White's
/// and `n` for Black's.
///
/// # Errors
/// A word names neither a colour nor a kind.
pub fn pieces(position: &Position, filter: &str) -> Result<Vec<String>, String> {
    let (mut colours, mut kinds) = (Color::ALL.to_vec(), Vec::new());
    for word in filter.split_whitespace() {
        match (word.to_lowercase().as_str(), kind(word)) {
            ("white", _) => colours = vec![Color::White],
            ("black", _) => colours = vec![Color::Black],
            (_, Some(role)) => {
                kinds.push(role);
                if word.len() == 1 {
                    colours = vec![Color::from_white(word.chars().all(char::is_uppercase))];
                }
            }
            (_, None) => {
                return Err(format!(
                    "pieces {word:?}: expected white, black or a piece such as knight"
                ));
            }
        }
    }
    let board = position.board();
    let of = |color: Color| {
        let wanted = KINDS.iter().filter(|(role, ..)| kinds.is_empty() || kinds.contains(role));
        let groups = wanted.filter_map(|&(role, one, several)| {
            let found = board.by_color(color) & board.by_role(role);
            let squares: Vec<String> = found.into_iter().map(|square| square.to_string()).collect();
            let name = if squares.len() == 1 { one } else { several };
            (!squares.is_empty()).then(|| format!("{name} {}", squares.join(" ")))
        });
        let groups: Vec<String> = groups.collect();
        let groups = if groups.is_empty() { "none".to_owned() } else { groups.join(", ") };
        format!("{}: {groups}", side(color))
    };
    let mut lines: Vec<String> = colours.into_iter().map(of).collect();
    let points = material(board, Color::White).1;
    if filter.is_empty() && points != 0 {
        let ahead = if points > 0 { "White" } else { "Black" };
        lines.push(format!("{ahead} is {} ahead", number_of(i64::from(points.abs()), "point")));
    }
    Ok(lines)
}

/// What is on a square, a file or a rank.
///
/// # Errors
/// It is none of them.
pub fn look(position: &Position, wanted: &str) -> Result<Vec<String>, String> {
    let place = wanted.to_lowercase();
    let place = place.trim_start_matches("rank ").trim_start_matches("file ");
    let letter = place.parse::<char>().ok();
    let file = letter.and_then(File::from_char);
    let squares: Vec<Square> = match (place.parse(), file, letter.and_then(Rank::from_char)) {
        (Ok(square), ..) => vec![square],
        (_, Some(file), _) => Rank::ALL.map(|rank| Square::from_coords(file, rank)).to_vec(),
        (.., Some(rank)) => File::ALL.map(|file| Square::from_coords(file, rank)).to_vec(),
        (Err(_), None, None) => {
            return Err(format!(
                "look {wanted:?}: expected a square, a file or a rank, such as e4, e or 4"
            ));
        }
    };
    Ok(vec![format!("{place}: {}", listed(position, squares.into_iter()))])
}

/// The legal moves by piece: all, of one piece or kind (`from e4`, `knight`), or to a square (`to e5`).
///
/// # Errors
/// `filter` is none of these, or there is no such move.
pub fn legal_moves(position: &Position, filter: &str) -> Result<Vec<String>, String> {
    let place = filter.to_lowercase();
    let (to, from) = (place.strip_prefix("to "), place.strip_prefix("from ").unwrap_or(&place));
    let (turn, square) = (position.turn(), |text: &str| text.trim().parse::<Square>().ok());
    let (target, origin, role) = (to.and_then(square), square(from), kind(from));
    if !place.is_empty() && target.is_none() && origin.is_none() && role.is_none() {
        return Err(format!("moves {filter:?}: expected from e4, to e4 or a piece such as knight"));
    }
    let mut groups: Vec<(Role, Square, Vec<String>)> = Vec::new();
    for mv in position.legal_moves() {
        let Some(start) = mv.from() else { continue };
        let end = destination(mv);
        let is_wanted = target.is_none_or(|target| target == end)
            && origin.is_none_or(|origin| origin == start)
            && (origin.is_some() || role.is_none_or(|role| role == mv.role()));
        let words = match mv.castling_side() {
            Some(_) => spoken_move(position, mv),
            None if mv.is_capture() => format!("takes {end}"),
            None => end.to_string(),
        };
        if is_wanted {
            match groups.iter_mut().find(|(_, square, _)| *square == start) {
                // The promotions of a pawn are one move to the ear.
                Some((.., ends)) => ends.extend((!ends.contains(&words)).then_some(words)),
                None => groups.push((mv.role(), start, vec![words])),
            }
        }
    }
    groups.sort_by_key(|&(role, square, _)| (std::cmp::Reverse(role), square));
    match (groups.is_empty(), origin) {
        (true, Some(origin)) => {
            let piece = piece_on(position, origin);
            Err(piece.map_or_else(
                || format!("{origin} is empty"),
                |piece| match position.board().color_at(origin) == Some(turn) {
                    true => format!("{piece} has no legal move"),
                    false => format!("{piece}: it is the move of {}", side(turn)),
                },
            ))
        }
        (true, None) => Err("there is no such move".to_owned()),
        (false, _) => Ok(groups
            .into_iter()
            .map(|(role, from, ends)| format!("{} {from}: {}", name(role), ends.join(", ")))
            .collect()),
    }
}

/// `4 minutes 58 seconds`; tenths below ten seconds.
pub fn time(time: Millis) -> String {
    let ms = time.0.max(0);
    if (100..LOW_TIME.0).contains(&ms) && ms % 1000 >= 100 {
        return format!("{}.{} seconds", ms / 1000, ms / 100 % 10);
    }
    let seconds = ms / 1000;
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| number_of(number, unit))
        .collect();
    if parts.is_empty() { "0 seconds".to_owned() } else { parts.join(" ") }
}

/// Both clocks; without a time control the time used.
pub fn clocks(model: &Model) -> Vec<String> {
    let session = &model.session;
    let of = |color: Color| {
        let left = session.clock(color, model.now);
        let runs = session.game.clocks().running() == Some(color);
        let words = match left {
            Some(left) => {
                let to_go = session.moves_to_go(color);
                let to_go = to_go.map_or_else(String::new, |it| format!(", {}", moves_to_go(it)));
                format!("has {} left{to_go}", time(left))
            }
            None if session.game.clocks().control(color).initial().is_some() => {
                "has a clock that the record does not give here".to_owned()
            }
            None if !session.has_times() => "has no times in the record".to_owned(),
            None => format!("has used {}, no clock", time(session.spent(color, model.now))),
        };
        let runs = if runs { ", running" } else { "" };
        let earlier = session.earlier_clock(color);
        let earlier =
            earlier.map_or_else(String::new, |it| format!(", had {} at the move shown", time(it)));
        format!("{} {words}{runs}{earlier}", side(color))
    };
    Color::ALL.into_iter().map(of).collect()
}

/// A score of White's view in words: `White is better, 0.95 pawns`.
fn score(score: Score) -> String {
    let words = meaning(score);
    if score.is_mate() || score.is_recognised() || score == Score::DRAW {
        return words;
    }
    let whose = if score > Score::DRAW { "White" } else { "Black" };
    let value = score.value().abs();
    format!("{words}, {}.{:02} pawns for {whose}", value / 100, value % 100)
}

/// The score that the engine gives, and the line that it expects.
pub fn evaluation(model: &Model) -> Vec<String> {
    if let Some(end) = model.session.game.forced_end_at(model.session.shown()) {
        return vec![end.words()];
    }
    let Some(report) = model.report() else {
        if model.recorded.is_some() {
            return vec![
                "the record has no evaluation of this move; analyse searches it".to_owned(),
            ];
        }
        let evaluation = model.node_evaluation().map(|it| Score::raw(it.breakdown.total));
        let words = evaluation.map(|it| format!("without a search: {}", score(it)));
        let none = "no score yet: the engine has not searched".to_owned();
        return std::iter::once(none).chain(words).collect();
    };
    let session = &model.session;
    let is_here = report.root.key() == session.position().key();
    let of = if is_here { "" } else { ", the best before the last move" };
    let mut lines = Vec::new();
    // The dial may have chosen another move than the best.
    let played = session.game.tree().node(session.shown()).annotation.evaluation;
    lines.extend(
        played.filter(|_| !is_here).map(|it| format!("{}, after the last move", score(it.score))),
    );
    for best in report.search.lines.iter().take(model.prefs.engine.multi_pv) {
        let depth = if best.depth > 0 { format!(", depth {}", best.depth) } else { String::new() };
        lines.push(format!("{}{depth}{of}", score(white_view(best.score, report.root.turn()))));
        lines.push(format!("line: {}", pv_text(&report.root, &best.moves)));
    }
    lines.extend(lines.is_empty().then(|| "no score yet".to_owned()));
    lines
}

/// Why the engine made its last move, or the recorded move that is shown.
pub fn reason(model: &Model) -> Vec<String> {
    let report = match &model.recorded {
        Some(recorded) => recorded.report.as_ref(),
        None => model.thinking.last_move.as_deref(),
    };
    let Some(report) = report else {
        return vec!["the engine has made no move that could be explained; why e4 explains a move or a square".to_owned()];
    };
    let (root, turn) = (&report.root, report.root.turn());
    let spoken = |uci: &str| {
        parse_move(root, uci).map_or_else(|_| uci.to_owned(), |mv| spoken_move(root, mv))
    };
    let mut lines = Vec::new();
    let found = report.search.lines.first();
    let first = found.and_then(|line| line.moves.first()).map(|&mv| notation::uci(mv));
    // The human model compares the candidates by a search of its own: it may prefer its move to that of the longer search.
    let weakened = report.dial.weakened.as_ref().filter(|it| {
        it.played.uci != it.best.uci || first.as_ref().is_some_and(|mv| *mv != it.played.uci)
    });
    let mover = side(turn);
    if let Some(weakened) = weakened {
        let (played, best) = (&weakened.played, &weakened.best);
        let (is_best, mv) = (played.uci == best.uci, spoken(&played.uci));
        let level = model.strengths.setting(report.dial.level);
        lines.push(match (&weakened.human, weakened.draw < weakened.blunder_per128) {
            (Some(choice), _) => format!("{mover}: {mv}: played at {level} by {}", choice.played),
            (None, _) if is_best => format!("{mover}: {mv}: played at {level}"),
            (None, true) => format!("{mover}: {mv}: a blunder on purpose at {level}"),
            (None, false) => format!("{mover}: {mv}: an error on purpose at {level}"),
        });
        lines.push(score(white_view(played.score, turn)));
        lines.push(match is_best {
            true => "it is the best move of the search".to_owned(),
            false => {
                format!("best was {}: {}", spoken(&best.uci), score(white_view(best.score, turn)))
            }
        });
        lines.extend(other_preference(report, spoken));
    } else if let Some(best) = found {
        let mv = spoken(&first.unwrap_or_default());
        lines.push(format!("{mover}: {mv}: the best move found"));
        lines.push(score(white_view(best.score, turn)));
        lines.push(format!("it expects {}", pv_text(root, &best.moves)));
    }
    lines.extend(report.search.stop.map(|stop| format!("depth {}, {}", report.search.depth, stop)));
    let terms = &report.search.breakdown;
    let mut largest = Category::ALL.map(|category| (terms.worth(category), category.name()));
    largest.sort_by_key(|(value, _)| std::cmp::Reverse(value.abs()));
    let largest = largest.into_iter().take(3).filter(|(value, _)| *value != 0);
    let largest = largest.map(|(value, name)| {
        let whose = if value > 0 { "White" } else { "Black" };
        format!("{name} {}.{:02} for {whose}", value.abs() / 100, value.abs() % 100)
    });
    let largest: Vec<String> = largest.collect();
    if !largest.is_empty() {
        lines.push(format!("evaluation before the move: {}", largest.join(", ")));
    }
    lines
}

/// Is the field a strength of Lucena's, of which there are too many to be read each time?
fn is_strength(id: FieldId) -> bool {
    matches!(id, FieldId::Strength | FieldId::OtherStrength)
}

/// A field of a form that opens: with the range of its strengths instead of each.
fn short_field(shown: &dialogs::Field) -> String {
    let label = shown.id.label();
    let levels = shown.options.iter().filter_map(|option| option.parse::<u32>().ok());
    let ends = levels.clone().min().zip(levels.max()).filter(|_| is_strength(shown.id));
    let Some((lowest, highest)) = ends else { return field(shown) };
    let is_named = |option: &String| option != "full" && option.parse::<u32>().is_err();
    let full = match shown.options.iter().any(is_named) {
        true => ", full or a personality",
        false => " or full",
    };
    format!("{label}: {}; {lowest} to {highest}{full}; {label} alone lists them", shown.value)
}

/// A field with its value and the others that it offers.
pub fn field(field: &dialogs::Field) -> String {
    let others: Vec<&str> =
        field.options.iter().filter(|it| **it != field.value).map(String::as_str).collect();
    let others =
        if others.is_empty() { String::new() } else { format!("; or {}", others.join(", ")) };
    format!("{}: {}{others}", field.id.label(), field.value)
}

fn form(title: &str, form: &Form) -> Vec<String> {
    let mut lines = vec![format!(
        "{title}: type a field and its value, such as {}; start accepts, cancel leaves",
        if title == "new game" { "strength 1000" } else { "hash 64" }
    )];
    // The strength of a second Lucena says nothing where none plays.
    let plays = form.value(FieldId::Players) == SELF_PLAY;
    let fields = form.fields.iter().filter(|it| plays || it.id != FieldId::OtherStrength);
    lines.extend(fields.map(short_field));
    lines.extend(form.error.clone());
    lines
}

/// Rows of a list that are read at once.
const ROWS: usize = 30;

fn list(list: &List) -> Vec<String> {
    let (found, title) = (list.found.len(), list.title().trim());
    let filter =
        if list.filter.is_empty() { String::new() } else { format!(" with {}", list.filter) };
    if let (Source::Messages(_), 0) = (&list.source, list.count()) {
        return vec!["no messages yet; close goes on".to_owned()];
    }
    let mut lines =
        vec![format!("{title}{filter}, {found}: type a number, a word to search for, or close")];
    let rows = list.found.iter().take(ROWS).enumerate();
    lines.extend(rows.map(|(row, &item)| format!("{}: {}", row + 1, list.text(item).trim())));
    if found > ROWS {
        lines.push(format!("{} more; a word narrows the list", found - ROWS));
    }
    if let Source::Games(games) = &list.source {
        lines.extend(games.wrong.clone());
        if games.unread > 0 {
            lines.push("games are still being read".to_owned());
        }
    }
    lines
}

/// What is open and wants an answer; the first line says how to give it.
pub fn dialog(model: &Model) -> Vec<String> {
    let ask = |text: &str| vec![format!("{text} Yes or no?")];
    match &model.dialog {
        None => Vec::new(),
        Some(Dialog::NewGame(fields)) => form("new game", fields),
        Some(Dialog::Settings(fields)) => form("settings", fields),
        Some(Dialog::Confirm(question)) => ask(question.text()),
        Some(Dialog::Promotion(..)) => {
            vec!["promote to queen, rook, bishop or knight? Or cancel".to_owned()]
        }
        Some(Dialog::Resume(offer)) => {
            let players = &offer.game.game.players;
            let (white, black) = (&players.white.name, &players.black.name);
            let moves = number_of(offer.game.moves(), "move");
            let more = offer
                .more()
                .map_or_else(String::new, |more| format!(" {more}: list names them all."));
            let choice =
                if offer.others > 0 { "Yes, no, discard or list?" } else { "Yes, no or discard?" };
            vec![format!(
                "unfinished game, {white} against {black}, {moves}.{more} Resume it? {choice}"
            )]
        }
        Some(Dialog::Help(help)) => self::help(model, &help.filter),
        Some(Dialog::Levels(_)) => {
            let level = |(row, (words, strength)): (usize, &(&str, &str))| match strength
                .strip_prefix("human ")
            {
                Some(rating) => format!("{}: {words}, {rating}", row + 1),
                None => format!("{}: {words}", row + 1),
            };
            let first =
                "how well do you play? Type a number or a level to begin, or new for more choices"
                    .to_owned();
            std::iter::once(first).chain(dialogs::LEVELS.iter().enumerate().map(level)).collect()
        }
        Some(Dialog::Tour(page)) => {
            let (heading, text) = TOUR[(*page).min(TOUR.len() - 1)];
            vec![format!("{heading}: type next or close"), text.to_owned()]
        }
        Some(Dialog::List(rows)) => list(rows),
        Some(Dialog::Statistics(view)) => match &view.answer {
            Answer::Read(statistics, _) => statistics
                .text()
                .lines()
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            Answer::Reading(..) => vec!["reading the games".to_owned()],
            Answer::Failed(words) => vec![words.clone()],
        },
        Some(Dialog::Questions(_)) => {
            let rows = QUESTIONS.iter().map(|listed| format!("{}: {}", listed.key, listed.text));
            std::iter::once("questions: type the key of one, or close".to_owned())
                .chain(rows)
                .collect()
        }
    }
}

/// What may be typed beside the commands.
const HELP: [&str; 19] = [
    "type a move: e4, nf3, knight f3, e2e4, o-o, e8=q; large or small letters",
    "board: read the board by ranks; diagram: the same in letters, for braille",
    "pieces, pieces white, pieces knight, p N: where the pieces are",
    "look e4, look e, look 4: a square, a file, a rank; s e4 is the same",
    "moves, moves from e4, moves to e5, moves knight: the legal moves",
    "last or l: the last move; clock or c: the clocks; status: players and whose move it is",
    "eval: score and expected line; why: why the engine made its last move; why e4: about a move or square",
    "position: the position as FEN",
    "game white 5+3 1500: a new game with side, clock and level; new asks for each",
    "takeback, draw, resign, hint, redo, move-now, pause, elo 1200: the game",
    "open FILE, save FILE: games in files; back, forward, first, :last: step through a game; moments: its mistakes",
    "analyse: search without end, or end that; questions: ask what the engine thought",
    "read NAME: a panel of the screen, such as score, time, dial, eval, search, log",
    "row-down, row-up, row-open, row-enter: choose in what the debugger shows",
    "help WORD: the commands about it, such as help game; help all: every command",
    "a word with a colon, such as :last or :pieces, is always the command of that name",
    "messages: what was said; settings: what can be set; quit: leave, the game is saved",
    "a question is answered by yes or no; Ctrl-C and the end of input save the game and leave",
    "from a pipe, each line waits until the engine has moved; move-now and pause do not",
];

/// Help: what may be typed, or the commands that `wanted` is about.
pub fn help(model: &Model, wanted: &str) -> Vec<String> {
    if wanted.is_empty() {
        return HELP.map(str::to_owned).to_vec();
    }
    let wanted = wanted.trim_start_matches(':').to_lowercase();
    let specs = model.keymap.specs();
    let fits = |text: &str| wanted == "all" || text.to_lowercase().contains(&wanted);
    let mut lines: Vec<String> =
        HELP.into_iter().filter(|text| wanted != "all" && fits(text)).map(str::to_owned).collect();
    let found =
        specs.iter().filter(|spec| fits(&spec.usage()) || fits(spec.group) || fits(spec.help));
    lines.extend(
        found.map(|spec| format!("{}: {}", spec.usage().trim_start_matches(':'), spec.help)),
    );
    lines.extend(
        lines
            .is_empty()
            .then(|| format!("nothing is about {wanted:?}; help lists what may be typed")),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::{diagram, line};
    use crate::rules::{Color, Position};

    #[test]
    fn a_diagram_is_turned_round_for_black() {
        let shown = |view| diagram(&Position::default(), view);
        let (white, black) = (shown(Color::White), shown(Color::Black));
        assert_eq!([&*white[0], &*white[8]], ["8 r n b q k b n r", "- a b c d e f g h"]);
        assert_eq!([&*black[0], &*black[8]], ["1 R N B K Q B N R", "- h g f e d c b a"]);
    }

    #[test]
    fn signs_are_said_in_words() {
        for (text, said) in [
            ("1320 ±40", "1320 plus or minus 40"),
            ("≥ 0.30 and ≥−1", "at least 0.30 and at least -1"),
            ("2.♘f3", "2.knight f3"),
            ("d4  0.20 → +1.00", "d4, 0.20 to +1.00"),
            ("d4  =", "d4, draw"),
        ] {
            assert_eq!(line(text), said, "{text}");
        }
    }
}
