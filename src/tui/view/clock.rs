//! A player's row: name, captured pieces, clock.

use crate::base::number_of;
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::model::thinking::Purpose;
use crate::tui::values::board::{PieceStyle, glyph};
use crate::tui::values::format::{LOW_TIME, clock_time, hours, truncate};
use crate::tui::view::page::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// Columns of a row that has room for the moves to the time control.
const TO_GO_WIDTH: u16 = 36;

/// Columns of a row that has room for an earlier reading beside the clock.
const EARLIER_WIDTH: u16 = 30;

/// Moves to the time control in words.
pub fn moves_to_go(moves: u32) -> String {
    format!("{} to go", number_of(moves, "move"))
}

/// Draws the strip of `side`.
pub fn draw(model: &Model, side: Color, area: Rect, buffer: &mut Buffer) {
    let theme = &model.theme;
    let game = &model.session.game;
    let running = game.clocks().running() == Some(side);
    let left = model.session.clock(side, model.now);
    let text = match left {
        Some(left) => format!(" {} ", clock_time(left)),
        None if game.clocks().control(side).initial().is_some() => " – ".to_owned(),
        // Without a time control both sides show their total time used, which a record need not say.
        None if !model.session.has_times() => " – ".to_owned(),
        None => format!(" {} ", hours(model.session.spent(side, model.now))),
    };
    let style = match left {
        Some(left) if running && left <= LOW_TIME => theme.clock_low,
        _ if running => theme.clock_running,
        _ => theme.clock_waiting,
    };
    // What the record has at the move that is looked at takes the place of the moves to go.
    let earlier = model.session.earlier_clock(side);
    let beside = match (earlier, model.session.moves_to_go(side)) {
        (Some(earlier), _) if area.width >= EARLIER_WIDTH => {
            format!("then {} ", clock_time(earlier))
        }
        (None, Some(moves)) if area.width >= TO_GO_WIDTH => format!("{} ", moves_to_go(moves)),
        (Some(_), _) | (None, _) => String::new(),
    };
    let clock = Line::from(vec![span(theme.dim, beside), span(style, text)]);
    let width = u16::try_from(clock.width()).unwrap_or(0).min(area.width);
    let name = name(model, side, usize::from(area.width.saturating_sub(width + 1)));
    buffer.set_line(area.x, area.y, &name, area.width.saturating_sub(width));
    buffer.set_line(area.right() - width, area.y, &clock, width);
}

fn name(model: &Model, side: Color, room: usize) -> Line<'static> {
    let theme = &model.theme;
    let player = model.session.game.players.get(side);
    let turn = model.session.position().turn() == side;
    let thinking = turn
        && match model.session.external == Some(side) {
            true => model.external.is_moving(),
            false => model.session.is_engine(side) && model.thinking.purpose == Purpose::Move,
        };
    let sign = match (thinking, turn) {
        (true, _) => "◆ ",
        (false, true) => "● ",
        (false, false) => "○ ",
    };
    let name = if player.name.is_empty() { side.to_string() } else { player.name.clone() };
    let elo = player.elo.map_or_else(String::new, |elo| format!(" {elo}"));
    let name = truncate(&name, room.saturating_sub(2));
    let fits = 2 + name.width() + elo.width() <= room;
    let mut line = Line::from(vec![
        span(if turn { theme.real } else { theme.dim }, sign),
        span(if turn { theme.strong } else { theme.text }, name),
        span(theme.dim, if fits { elo } else { String::new() }),
    ]);
    let (ahead, points) = model.session.material(side);
    let mut captured = String::new();
    for (role, count) in ahead {
        let piece = role.of(Color::Black);
        captured.push_str(&glyph(piece, PieceStyle::Figures).repeat(count));
    }
    if points > 0 {
        captured.push_str(&format!(" +{points}"));
    }
    // Parts that do not fit are left out, so that no number is truncated.
    if line.width() + 2 + captured.width() <= room {
        line.push_span(span(theme.dim, format!("  {captured}")));
    }
    line
}
