//! The line above the footer: text input, a message, or the game status.

use crate::game::End;
use crate::rules::{Color, notation, parse_move};
use crate::tui::model::thinking::Purpose;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{Model, Severity};
use crate::tui::values::format::{truncate, wrap};
use crate::tui::view::page::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

/// Draws the line.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let room = usize::from(area.width).saturating_sub(2);
    let line = match (&model.typing, &model.message) {
        (Some(typing), message) => {
            let hint = message.as_ref().map(|message| message.text.clone());
            typed(model, typing, &hint.unwrap_or_else(|| preview(model, typing)), room)
        }
        (None, Some(message)) => {
            let style = if message.severity == Severity::Error { theme.bad } else { theme.text };
            return draw_message(&message.text, style, area, model, buffer);
        }
        (None, None) => Line::styled(format!(" {}", truncate(&status(model), room)), theme.dim),
    };
    buffer.set_line(area.x, area.y, &line, area.width);
}

/// The area of the line at `line`: a long message also covers the footer and rows above, until the next key.
#[must_use]
pub fn area(model: &Model, line: Rect) -> Rect {
    match (&model.typing, &model.message) {
        (None, Some(message)) => message_area(message_rows(&message.text, line.width).len(), line),
        _ => line,
    }
}

fn message_area(rows: usize, line: Rect) -> Rect {
    let rows = u16::try_from(rows).unwrap_or(1).clamp(1, line.y + 1);
    let last = line.y + u16::from(rows > 1);
    Rect { y: last + 1 - rows, height: rows, ..line }
}

fn message_rows(text: &str, width: u16) -> Vec<String> {
    let room = usize::from(width).saturating_sub(2);
    let mut lines = wrap(text, room);
    if lines.len() > MAX_ROWS {
        let rest = lines.split_off(MAX_ROWS - 1).join(" ");
        lines.push(truncate(&rest, room));
    }
    lines
}

fn draw_message(text: &str, style: Style, line: Rect, model: &Model, buffer: &mut Buffer) {
    let lines = message_rows(text, line.width);
    let area = message_area(lines.len(), line).intersection(buffer.area);
    if area.height > 1 {
        Clear.render(area, buffer);
        buffer.set_style(area, model.theme.text);
    }
    for (y, line) in (area.y..).zip(lines) {
        buffer.set_line(area.x, y, &Line::styled(format!(" {line}"), style), area.width);
    }
}

/// Maximum rows of a message.
const MAX_ROWS: usize = 5;

fn typed(model: &Model, typing: &Typing, hint: &str, room: usize) -> Line<'static> {
    let theme = &model.theme;
    let prompt = match typing.kind {
        Kind::Move => " move ",
        Kind::Command => " :",
    };
    let (text, at) = (typing.input.value(), typing.input.cursor());
    // Scrolls horizontally, so that the cursor stays visible.
    let seen = (room + 1).saturating_sub(prompt.len()).max(1);
    let first = (at + 1).saturating_sub(seen);
    let before: String = text.chars().skip(first).take(at - first).collect();
    let under: String = text.chars().nth(at).map_or_else(|| " ".to_owned(), |c| c.to_string());
    let after: String = text.chars().skip(at + 1).collect();
    let used = prompt.len() + text.chars().count() + 3;
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
    if typing.kind == Kind::Command || text.is_empty() {
        return String::new();
    }
    if model.session.may_premove() {
        return "premove: played when it is your turn".to_owned();
    }
    match parse_move(model.session.position(), text) {
        Ok(_) => "Enter plays it".to_owned(),
        Err(error) if text.chars().count() > 3 => error.to_string(),
        Err(_) => String::new(),
    }
}

/// The game status.
fn status(model: &Model) -> String {
    let session = &model.session;
    if let Some(words) = model.annotating.words(20) {
        return format!("{words}   {} stops it", model.keymap.way_to("annotate"));
    }
    if session.is_review() && !session.analysis {
        let end = session.game.end().map_or_else(|| "a record".to_owned(), End::words);
        return format!("{end}  ·  ← → step, ↑ ↓ other moves, x plays on from here");
    }
    if let Some(end) = session.game.end() {
        let rating = match (model.strengths.rated(), model.strengths.next()) {
            (Some(rated), Some(next)) => format!("  ·  you: {rated}, ~ plays {next} next"),
            _ => String::new(),
        };
        return format!("{}{rating}  ·  n new game, u take back", end.words());
    }
    if session.paused {
        return "paused. p resumes the clocks".to_owned();
    }
    let side = if session.position().turn() == Color::White { "White" } else { "Black" };
    let check = if session.position().is_check() { ", in check" } else { "" };
    match model.thinking.purpose {
        _ if model.inspect.paused.is_some() => {
            "search paused. F7 resumes, F8 steps into, F9 steps over".to_owned()
        }
        _ if session.viewed.is_some() => {
            "earlier position: . next move, End current position, x plays on from here".to_owned()
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
        Purpose::Nothing => "n new game, ? keys".to_owned(),
    }
}
