//! The line above the footer: text input, a message, or the game status.

use crate::game::{End, NodeId};
use crate::rules::{Color, Move, NotationError, moves_beginning, notation, parse_typed};
use crate::tui::model::Model;
use crate::tui::model::messages::Severity;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::training::Stage;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::values::format::{crop_start, truncate, wrap};
use crate::tui::view::page::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr as _;

/// Draws the line, and the messages over it.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let room = usize::from(area.width).saturating_sub(2);
    let line = match &model.typing {
        Some(typing) => {
            let hint = model.messages.info().map(|message| message.text.clone());
            typed(model, typing, &hint.unwrap_or_else(|| preview(model, typing)), room)
        }
        None => Line::styled(
            format!(" {}", truncate(&whole_parts(&status(model), room), room)),
            theme.dim,
        ),
    };
    buffer.set_line(area.x, area.y, &line, area.width);
    let Some(covered) = message_area(model, area) else { return };
    let covered = covered.intersection(buffer.area);
    Clear.render(covered, buffer);
    buffer.set_style(covered, theme.text);
    for (y, (text, severity)) in (covered.y..).zip(message_rows(model, area.width)) {
        let style = if severity == Severity::Error { theme.bad } else { theme.text };
        buffer.set_line(area.x, y, &Line::styled(format!(" {text}"), style), area.width);
    }
}

/// The rows that messages cover, if there are any: the line at `line`, and of a long message also the footer and rows
/// above; while something is typed, only rows above.
pub fn message_area(model: &Model, line: Rect) -> Option<Rect> {
    let rows = u16::try_from(message_rows(model, line.width).len()).unwrap_or(1);
    if rows == 0 {
        return None;
    }
    let last = if model.typing.is_some() {
        line.y.saturating_sub(1)
    } else {
        line.y + u16::from(rows > 1)
    };
    let rows = rows.min(last + 1);
    Some(Rect { y: last + 1 - rows, height: rows, ..line })
}

/// The error to be read, with how many wait, then the answer to the last key.
fn message_rows(model: &Model, width: u16) -> Vec<(String, Severity)> {
    let messages = &model.messages;
    // Over the board Esc dismisses the error; elsewhere it closes what is open.
    let is_closed_first =
        model.dialog.is_some() || model.typing.is_some() || model.editor.is_some();
    let next = match is_closed_first {
        true => "",
        false => ", Esc for the next",
    };
    let error = messages.error().map(|(error, count)| match count {
        1 => error.text.clone(),
        _ => format!("{} (1 of {count}{next})", error.text),
    });
    let info = messages.info().filter(|_| model.typing.is_none());
    // An error covers the status, which would have how far a repeated search is.
    let covered = error.is_some().then(|| repeat_status(model)).flatten();
    let covered = covered.filter(|_| model.typing.is_none());
    let info = info.map(|info| info.text.clone()).or(covered);
    let info = info.map(|text| (text, Severity::Info));
    let shown = error.map(|text| (text, Severity::Error)).into_iter().chain(info);
    shown
        .flat_map(|(text, severity)| cut(&text, width).into_iter().map(move |row| (row, severity)))
        .collect()
}

/// The rows of a message; of a long one the first ones.
fn cut(text: &str, width: u16) -> Vec<String> {
    let room = usize::from(width).saturating_sub(2);
    let mut lines = wrap(text, room);
    if lines.len() > MAX_ROWS {
        let rest = lines.split_off(MAX_ROWS - 1).join(" ");
        lines.push(truncate(&rest, room));
    }
    lines
}

/// Maximum rows of a message.
const MAX_ROWS: usize = 5;

fn typed(model: &Model, typing: &Typing, hint: &str, room: usize) -> Line<'static> {
    let theme = &model.theme;
    let prompt = match typing.kind {
        Kind::Move => " move ",
        Kind::Command => " :",
        Kind::Search => " search ",
    };
    let (text, at) = (typing.input.value(), typing.input.cursor());
    let mut before: String = text.chars().take(at).collect();
    let under: String = text.chars().nth(at).map_or_else(|| " ".to_owned(), |c| c.to_string());
    let after: String = text.chars().skip(at + 1).collect();
    // Scrolls horizontally, so that the cursor stays visible.
    let seen = (room + 1).saturating_sub(prompt.len()).max(3);
    if before.width() + under.width() > seen {
        before = format!("…{}", crop_start(&before, seen - under.width() - 1));
    }
    let used = prompt.len() + text.width() + 3;
    let hint = match room.saturating_sub(used) {
        0..=3 => String::new(),
        left => truncate(hint, left),
    };
    Line::from(vec![
        span(theme.key, prompt),
        span(theme.input, before),
        span(theme.input.add_modifier(Modifier::REVERSED), under),
        span(theme.input, format!("{after} ")),
        span(theme.dim, format!("  {hint}")),
    ])
}

/// Hint for the text typed so far.
fn preview(model: &Model, typing: &Typing) -> String {
    let text = typing.input.value();
    match typing.kind {
        Kind::Move if text.is_empty() => return String::new(),
        Kind::Command => return String::new(),
        Kind::Search => {
            let count = model.log.shown().count();
            return format!("{count} {} of the log", if count == 1 { "entry" } else { "entries" });
        }
        Kind::Move if typing.beginning.is_some() => {
            return "Enter starts the new game with this move, Esc leaves it".to_owned();
        }
        Kind::Move => {}
    }
    if model.session.may_premove() {
        return "premove: played when it is your turn".to_owned();
    }
    let position = model.session.position();
    let sans = |moves: Vec<Move>| {
        let sans: Vec<String> = moves.into_iter().map(|mv| notation::san(position, mv)).collect();
        sans.join(" ")
    };
    match parse_typed(position, text) {
        Ok(moves) if moves.len() > 1 => "Enter plays it and asks for the piece".to_owned(),
        Ok(moves) => format!("Enter plays {}", sans(moves)),
        Err(error) => match (error, moves_beginning(position, text)) {
            (NotationError::NotAMove(_), begun) if begun.len() == 1 => {
                format!("Enter plays {}", sans(begun))
            }
            (NotationError::NotAMove(_), begun) if begun.is_empty() => {
                "type a move such as e4, Nf3, g1f3 or O-O".to_owned()
            }
            (error, begun) if begun.is_empty() => error.to_string(),
            (_, begun) => sans(begun),
        },
    }
}

/// What is wanted in training.
fn training_status(model: &Model, stage: Stage) -> String {
    let [next, solution, end] =
        ["train-next", "train-solution", "train"].map(|command| model.keymap.way_to(command));
    match stage {
        Stage::Fetching => format!("training   {end} ends it"),
        Stage::Asking if model.session.shown() != NodeId::ROOT => {
            format!("{next} tries again   {solution} shows the solution")
        }
        Stage::Asking => format!("type a better move   {solution} shows the solution"),
        Stage::Judging(_) | Stage::Hinting | Stage::Solving => {
            stage.work().unwrap_or_default().to_owned()
        }
        Stage::Solved => format!("{next} goes on to the next exercise"),
        Stage::Over => format!("{end} returns to the game"),
    }
}

/// Between the parts of the status.
const DOT: &str = "  ·  ";

/// The parts of a status that have room, from the first on: half a number would be wrong.
fn whole_parts(status: &str, room: usize) -> String {
    let mut shown = String::new();
    for part in status.split(DOT) {
        let longer = if shown.is_empty() { part.to_owned() } else { format!("{shown}{DOT}{part}") };
        if longer.width() > room && !shown.is_empty() {
            break;
        }
        shown = longer;
    }
    shown
}

/// How far a search is that is done again up to a point at which it pauses, and the keys that end that.
fn repeat_status(model: &Model) -> Option<String> {
    let words = model.inspect.repeat_words()?;
    let escape = ["cancel", "leave-inspector"];
    let escape = escape.iter().find_map(|it| model.keymap.key_in(model.mode(), it));
    let escape = escape.map_or_else(String::new, |key| format!("{DOT}{key} gives up"));
    let pause = match model.inspect.steps_back() {
        true => String::new(),
        false => format!("{DOT}{} pauses now", model.keymap.way_to("pause-search")),
    };
    Some(words + &escape + &pause)
}

/// The game status.
fn status(model: &Model) -> String {
    if let Some(editor) = &model.editor {
        return editor.placement().fen();
    }
    let session = &model.session;
    let key = |command| model.keymap.way_to(command);
    if let Some(words) = repeat_status(model) {
        return words;
    }
    if let Some(words) = model.annotating.words(20) {
        return format!("{words}   {} stops it", model.keymap.way_to("annotate"));
    }
    if let Some(training) = &model.training {
        return training_status(model, training.stage);
    }
    if session.is_review() && !session.is_analysed() {
        let end = session.game.end().map_or_else(|| "a record".to_owned(), End::words);
        if !model.steps_through() {
            let (back, forward) = (key("back"), key("forward"));
            return format!("{end}  ·  the arrows move the cursor, {back} and {forward} step");
        }
        return format!(
            "{end}  ·  ← → step, ↑ ↓ other moves, {} plays on from here",
            key("play-on")
        );
    }
    if let Some(end) = session.game.end() {
        let rating = match (model.strengths.rated(), model.strengths.next()) {
            (Some(rated), Some(next)) => {
                format!("  ·  you: {rated}, {} plays {next} next", key("next-opponent"))
            }
            _ => String::new(),
        };
        let (new, back) = (key("new-game"), key("takeback"));
        let back = match session.has_own_move() || session.has_end_to_take_back() {
            true => format!(", {back} take back"),
            false => String::new(),
        };
        return format!("{}{rating}  ·  {new} new game{back}", end.words());
    }
    if session.is_paused() && !session.is_analysed() {
        return model.pause_words();
    }
    let side = if session.position().turn() == Color::White { "White" } else { "Black" };
    let check = if session.position().is_check() { ", in check" } else { "" };
    match model.thinking.purpose {
        _ if model.inspect.paused.is_some() => {
            let [resume, into, over] = ["pause-search", "step-into", "step-over"].map(key);
            format!("search paused. {resume} resumes, {into} steps into, {over} steps over")
        }
        _ if session.viewed.is_some() => {
            let [next, last, on] = ["forward", "last", "play-on"].map(key);
            format!(
                "earlier position: {next} next move, {last} current position, {on} plays on from here"
            )
        }
        _ if model.external.is_moving() => {
            format!("{} thinks for {side}{check}", model.external.called())
        }
        Purpose::Ponder => {
            let reply = model.thinking.expected;
            let reply = reply.map_or_else(String::new, |mv| notation::san(session.position(), mv));
            format!("{side} to move{check}; the engine ponders {reply}")
        }
        Purpose::Move => format!("the engine thinks for {side}{check}"),
        Purpose::Analysis => format!("analysis, {side} to move{check}"),
        Purpose::Hint => "searching for a hint".to_owned(),
        Purpose::Nothing if session.started => format!("{side} to move{check}"),
        Purpose::Nothing => format!("{} new game, {} keys", key("new-game"), key("help")),
    }
}

#[cfg(test)]
mod tests {
    use super::whole_parts;

    #[test]
    fn a_part_without_room_is_left_out() {
        let status = "Black wins on time  ·  you: 1010 ±544 in 1 game  ·  u take back";
        assert_eq!(whole_parts(status, 80), status);
        assert_eq!(whole_parts(status, 50), "Black wins on time  ·  you: 1010 ±544 in 1 game");
        assert_eq!(whole_parts(status, 40), "Black wins on time");
        assert_eq!(whole_parts(status, 5), "Black wins on time");
    }
}
