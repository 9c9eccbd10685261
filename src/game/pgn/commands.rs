//! Commands inside comments such as `[%clk 0:05:00]`: parses them into annotations and writes them.
//! Source: Alan Cowderoy, "Portable Game Notation Specification supplement" (2001), and Lichess' `eval`, `csl`, `cal`.

use super::engine_info;
use crate::base::{Millis, Score};
use crate::game::{EngineInfo, Evaluation, Mark, MoveAnnotation};
use crate::rules::{Color, Position, Square, white_view};
use std::collections::HashMap;

/// The positions of the move that a comment belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext<'a> {
    /// The position before the move.
    pub(super) before: &'a Position,
    /// The position after the move.
    pub(super) after: &'a Position,
}

/// Parses the commands of `comment` into `annotation` and returns the remaining text with single spaces.
pub(super) fn extract(
    comment: &str,
    place: MoveContext<'_>,
    annotation: &mut MoveAnnotation,
) -> String {
    let mut words = String::new();
    for piece in pieces(comment) {
        match piece {
            Piece::Text(text) => words.push_str(text),
            Piece::Command(command) => {
                words.push(' ');
                let command = single_spaced(command);
                if parse_command(&command, place, annotation).is_none() {
                    annotation.commands.push(command);
                }
            }
        }
    }
    single_spaced(&words)
}

/// The text of `comment` without its commands, with single spaces.
pub(super) fn text_of(comment: &str) -> String {
    let texts = pieces(comment).into_iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(text),
        Piece::Command(_) => None,
    });
    single_spaced(&texts.collect::<Vec<_>>().join(" "))
}

/// Part of a comment.
enum Piece<'a> {
    Text(&'a str),
    /// A command without `[%` and `]`.
    Command(&'a str),
}

/// The parts of a comment in their order.
fn pieces(comment: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), comment);
    while let Some(at) = rest.find("[%") {
        let Some(end) = rest[at..].find(']') else { break };
        let command = &rest[at + 2..at + end];
        // Brackets do not nest: then this is text.
        if command.trim().is_empty() || command.contains('[') {
            pieces.push(Piece::Text(&rest[..=at + end]));
        } else {
            pieces.extend([Piece::Text(&rest[..at]), Piece::Command(command)]);
        }
        rest = &rest[at + end + 1..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

/// `text` so that nothing in it is a command when it is read again.
fn without_commands(text: &str) -> String {
    let inert = |piece| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Command(command) => format!("[ %{command}]"),
    };
    pieces(text).into_iter().map(inert).collect()
}

/// Longest command that is kept on one line.
const MAX_UNBROKEN_COMMAND: usize = 70;

/// The comment after a move as words to be written, between which a line may break: as it was read if it still means the
/// same, otherwise the commands before the text.
pub(super) fn words(
    comment: &str,
    annotation: &MoveAnnotation,
    place: MoveContext<'_>,
) -> Vec<String> {
    let original = &annotation.original;
    let mut again = MoveAnnotation { original: original.clone(), ..MoveAnnotation::default() };
    let is_same = extract(original, place, &mut again) == comment && again == *annotation;
    let text = if is_same {
        original.clone()
    } else {
        let commands = of(annotation, place.after.turn());
        format!("{} {}", commands.join(" "), without_commands(comment))
    };
    let mut words = vec![String::new()];
    let mut add = |text: &str, breaks: bool| {
        for c in text.chars() {
            match words.last_mut() {
                Some(last) if !breaks || !c.is_whitespace() => last.push(c),
                _ => words.push(String::new()),
            }
        }
    };
    for piece in pieces(&text) {
        match piece {
            Piece::Text(text) => add(text, true),
            Piece::Command(command) => {
                add(&format!("[%{command}]"), command.len() + 3 > MAX_UNBROKEN_COMMAND);
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `text` with every run of white space replaced by one space, because writing wraps lines.
pub(super) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Parses one command; `None` if it is not understood, with `annotation` unchanged.
fn parse_command(
    command: &str,
    place: MoveContext<'_>,
    annotation: &mut MoveAnnotation,
) -> Option<()> {
    let (name, value) = command.split_once(' ').unwrap_or((command, ""));
    match name {
        "clk" if annotation.clock.is_none() => {
            annotation.clock = Some(read_time(value)?);
        }
        "emt" if annotation.elapsed.is_none() => {
            annotation.elapsed = Some(read_time(value)?);
        }
        "eval" if annotation.evaluation.is_none() => {
            annotation.evaluation = Some(read_evaluation(value, place.after.turn())?);
        }
        "lcl" if annotation.loss.is_none() => {
            annotation.loss = Some(read_loss(value)?);
        }
        "csl" | "cal" => {
            let marks: Vec<Mark> =
                value.split(',').map(|mark| read_mark(mark.trim())).collect::<Option<_>>()?;
            if marks.iter().any(|mark| mark.to.is_some() != (name == "cal")) {
                return None;
            }
            annotation.marks.extend(marks);
        }
        _ if name.starts_with("lc") => {
            let mut info = annotation.engine_info.take().unwrap_or_default();
            let is_read = engine_info::read(command, place.before, &mut info).is_some();
            annotation.engine_info = Some(info).filter(|info| **info != EngineInfo::default());
            return is_read.then_some(());
        }
        _ => return None,
    }
    Some(())
}

/// The commands of `annotation` with brackets: those that were read in their order and, if they still mean the same, with
/// their text; then the others. `turn` is the side to move after the move.
fn of(annotation: &MoveAnnotation, turn: Color) -> Vec<String> {
    let command = |piece| match piece {
        Piece::Command(command) => Some(single_spaced(command)),
        Piece::Text(_) => None,
    };
    let read: Vec<String> = pieces(&annotation.original).into_iter().filter_map(command).collect();
    let original = |name: &str, same: &dyn Fn(&str) -> bool| {
        let fits = |text: &&String| text.split_once(' ').is_some_and(|(n, v)| n == name && same(v));
        read.iter().find(fits).cloned()
    };
    let mut found = Vec::new();
    found.extend(annotation.evaluation.map(|value| {
        original("eval", &|text| read_evaluation(text, turn) == Some(value))
            .unwrap_or_else(|| format!("eval {}", evaluation_text(value, turn)))
    }));
    for (name, time) in [("clk", annotation.clock), ("emt", annotation.elapsed)] {
        found.extend(time.map(|time| {
            original(name, &|text| read_time(text) == Some(time))
                .unwrap_or_else(|| format!("{name} {}", time_text(time)))
        }));
    }
    for (name, arrows) in [("csl", None), ("cal", Some(()))] {
        let is_listed = |mark: &&Mark| mark.to.is_some() == arrows.is_some();
        let marks = annotation.marks.iter().filter(is_listed);
        let marks: Vec<String> = marks.map(Mark::to_string).collect();
        if !marks.is_empty() {
            found.push(format!("{name} {}", marks.join(",")));
        }
    }
    found.extend(other_commands(annotation));
    let mut places = HashMap::new();
    for (place, known) in read.iter().enumerate() {
        let name = known.split(' ').next().unwrap_or(known);
        // A command is no name: names have no space.
        for key in [(false, known.as_str()), (true, name)] {
            places.entry(key).or_insert(place);
        }
    }
    found.sort_by_cached_key(|command| {
        let name = command.split(' ').next().unwrap_or(command);
        let same = places.get(&(false, command.as_str()));
        same.or_else(|| places.get(&(true, name))).copied().unwrap_or(usize::MAX)
    });
    found
        .iter()
        .map(|command| format!("[%{}]", command.replace(['[', ']', '{', '}'], "")))
        .collect()
}

/// The commands of `annotation`, without brackets, that are no evaluation, time or mark.
pub fn other_commands(annotation: &MoveAnnotation) -> Vec<String> {
    let own = annotation.engine_info.iter().flat_map(|info| engine_info::write(info));
    let loss = annotation.loss.map(|loss| format!("lcl {}", loss_text(loss)));
    let own = loss.into_iter().chain(own);
    own.chain(annotation.commands.iter().cloned()).collect()
}

/// A duration as `h:mm:ss`, with milliseconds if needed; never negative.
pub(super) fn time_text(span: Millis) -> String {
    let ms = span.0.max(0);
    let (seconds, rest) = (ms / 1000, ms % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if rest == 0 { whole } else { format!("{whole}.{rest:03}").trim_end_matches('0').to_owned() }
}

/// Parses `h:mm:ss`, `mm:ss` or plain seconds, with a fraction.
fn read_time(text: &str) -> Option<Millis> {
    let mut seconds = 0.0_f64;
    let parts: Vec<&str> = text.trim().split(':').collect();
    for (index, part) in parts.iter().enumerate() {
        let digits = part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        if !digits || parts.len() > 3 || (index + 1 < parts.len() && part.contains('.')) {
            return None;
        }
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    // Longer than any game, and without overflow.
    (seconds < 31_536_000.0).then(|| Millis::from_seconds(seconds))
}

fn evaluation_text(value: Evaluation, turn: Color) -> String {
    let score = match white_view(value.score, turn).mate_moves() {
        Some(moves) if turn == Color::White => format!("#{moves}"),
        Some(moves) => format!("#{}", -moves),
        None => {
            let cents = value.score.value();
            let sign = if cents < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
        }
    };
    value.depth.map_or_else(|| score.clone(), |depth| format!("{score},{depth}"))
}

/// The evaluation in centipawns from White's view, unless it is a mate: as the file has it, also beyond the range of scores.
pub fn centipawns(annotation: &MoveAnnotation) -> Option<i32> {
    let score = annotation.evaluation?.score;
    let value = score.mate_moves().is_none().then_some(score.value())?;
    let read = |piece| match piece {
        Piece::Command(command) => {
            let (value, depth) = split_depth(command.trim().strip_prefix("eval")?)?;
            read_centipawns(value, depth)
        }
        Piece::Text(_) => None,
    };
    let given = pieces(&annotation.original).into_iter().find_map(read);
    Some(given.filter(|&given| limited(given).value() == value).unwrap_or(value))
}

/// The value of an evaluation, and its depth if it has one.
fn split_depth(text: &str) -> Option<(&str, Option<u16>)> {
    Some(match text.split_once(',') {
        Some((value, depth)) => (value.trim(), Some(depth.trim().parse().ok()?)),
        None => (text.trim(), None),
    })
}

fn read_centipawns(value: &str, depth: Option<u16>) -> Option<i32> {
    // `34,20` is 34 centipawns at depth 20. Source: ChessBase and ChessOK; others write pawns with a point.
    let is_centipawns = depth.is_some() && !value.contains('.');
    let unit = if is_centipawns { 1.0 } else { 100.0 };
    let number = value.parse::<f64>().ok().filter(|number| number.abs() <= 1_000_000.0)?;
    Some((number * unit).round() as i32)
}

/// A score of so many centipawns, or the largest that is no mate.
fn limited(centipawns: i32) -> Score {
    let most = Score::RECOGNISED_MAX.value();
    Score::raw(centipawns.clamp(-most, most))
}

fn read_evaluation(text: &str, turn: Color) -> Option<Evaluation> {
    let (value, depth) = split_depth(text)?;
    let score = if let Some(moves) = value.strip_prefix('#') {
        // PGN counts a mate in full moves; the number of plies follows from the side to move.
        let moves = moves.parse::<i32>().ok().filter(|moves| (-100..=100).contains(moves))?;
        let moves = white_view(Score::raw(moves), turn).value();
        let plies = moves.unsigned_abs() as usize;
        let mover =
            if moves > 0 { Score::mate_in(2 * plies - 1) } else { Score::mated_in(2 * plies) };
        white_view(mover, turn)
    } else {
        limited(read_centipawns(value, depth)?)
    };
    Some(Evaluation { score, depth })
}

fn loss_text(loss: f64) -> String {
    format!("{loss:.1}")
}

fn read_loss(text: &str) -> Option<f64> {
    let loss = text.parse().ok().filter(|loss| (0.0..=100.0).contains(loss))?;
    (loss_text(loss) == text).then_some(loss)
}

fn read_mark(text: &str) -> Option<Mark> {
    let colour = text.chars().next().filter(char::is_ascii_uppercase)?;
    let square = |at: usize| text.get(at..at + 2)?.parse::<Square>().ok();
    let to = match text.len() {
        3 => None,
        5 => Some(square(3)?),
        _ => return None,
    };
    Some(Mark { colour, from: square(1)?, to })
}
