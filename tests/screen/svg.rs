//! Rows of a screen as SVG, for the pictures and the demonstration.
#![allow(clippy::expect_used, reason = "a helper of tests may fail the test")]

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;
use std::fmt::Write;

/// Size of a cell in pixels.
pub const CELL: (f64, f64) = (8.4, 17.0);

/// The element of a picture of `columns` by `rows` cells, and its ground.
pub fn opening(columns: u16, rows: u16) -> String {
    let (width, height) = (f64::from(columns) * CELL.0, f64::from(rows) * CELL.1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"DejaVu Sans \
         Mono, Menlo, Consolas, monospace\" font-size=\"14\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{GROUND}\"/>\n"
    )
}

/// Row `y` of the buffer, drawn as row `at`: grounds and blocks as rectangles, the rest as text.
pub fn row(text: &mut String, buffer: &Buffer, y: u16, at: u16) {
    grounds(text, buffer, y, at);
    words(text, buffer, y, at);
    let mut x = 0;
    while x < buffer.area.width {
        let cell = &buffer[(x, y)];
        let same = |at: &u16| {
            let other = &buffer[(*at, y)];
            letter(other) == letter(cell) && colours(other).0 == colours(cell).0
        };
        // Blocks as wide as their cell are one rectangle with those beside them.
        let is_wide = matches!(letter(cell), '\u{2580}'..='\u{2588}');
        let count =
            if is_wide { (x..buffer.area.width).take_while(same).count() as u16 } else { 1 };
        blocks(text, cell, (x, at), count);
        x += count;
    }
}

/// Text with the characters of XML's own replaced.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Colours of cells that have none of their own.
const GROUND: &str = "#16161a";
const INK: &str = "#d8d8d8";

/// Ink and ground of a cell.
fn colours(cell: &Cell) -> (String, String) {
    let (fg, bg) = (colour(cell.fg, INK), colour(cell.bg, GROUND));
    let swapped = cell.modifier.contains(ratatui::style::Modifier::REVERSED);
    if swapped { (bg, fg) } else { (fg, bg) }
}

fn rectangle(text: &mut String, (x, y): (f64, f64), (w, h): (f64, f64), fill: &str) {
    let (x, y, w, h) = (x * CELL.0, y * CELL.1, w * CELL.0, h * CELL.1);
    writeln!(
        text,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{fill}\"/>"
    )
    .expect("text");
}

/// The grounds of a row, neighbours of one colour together.
fn grounds(text: &mut String, buffer: &Buffer, y: u16, at: u16) {
    let mut x = 0;
    while x < buffer.area.width {
        let ground = colours(&buffer[(x, y)]).1;
        let from = x;
        while x < buffer.area.width && colours(&buffer[(x, y)]).1 == ground {
            x += 1;
        }
        if ground != GROUND {
            rectangle(text, (f64::from(from), f64::from(at)), (f64::from(x - from), 1.0), &ground);
        }
    }
}

fn letter(cell: &Cell) -> char {
    cell.symbol().chars().next().unwrap_or(' ')
}

fn is_block(letter: char) -> bool {
    ('\u{2580}'..='\u{259f}').contains(&letter)
}

/// The text of a row, neighbours of one colour together.
fn words(text: &mut String, buffer: &Buffer, y: u16, at: u16) {
    let plain = |x: u16| letter(&buffer[(x, y)]) != ' ' && !is_block(letter(&buffer[(x, y)]));
    let look = |x: u16| (colours(&buffer[(x, y)]).0, buffer[(x, y)].modifier);
    let mut x = 0;
    while x < buffer.area.width {
        if !plain(x) {
            x += 1;
            continue;
        }
        let (from, style) = (x, look(x));
        let mut run = String::new();
        while x < buffer.area.width && plain(x) && look(x) == style {
            run.push_str(buffer[(x, y)].symbol());
            x += 1;
        }
        let run = escaped(&run);
        let bold = style.1.contains(ratatui::style::Modifier::BOLD);
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let (left, base) = (f64::from(from) * CELL.0, (f64::from(at) + 0.78) * CELL.1);
        let length = f64::from(x - from) * CELL.0;
        writeln!(
            text,
            "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{length:.1}\" fill=\"{}\"{weight}>{run}</text>",
            style.0
        )
        .expect("text");
    }
}

/// `count` equal block characters as rectangles: fonts leave gaps between them.
fn blocks(text: &mut String, cell: &Cell, (x, y): (u16, u16), count: u16) {
    let (x, y, wide) = (f64::from(x), f64::from(y), f64::from(count));
    let fg = colours(cell).0;
    let letter = letter(cell);
    let code = f64::from(u32::from(letter));
    let quarters = match letter {
        '▘' => 1,
        '▝' => 2,
        '▖' => 4,
        '▌' => 5,
        '▞' => 6,
        '▛' => 7,
        '▗' => 8,
        '▚' => 9,
        '▐' => 10,
        '▜' => 11,
        '▙' => 13,
        '▟' => 14,
        _ => 0,
    };
    match letter {
        '▀' => rectangle(text, (x, y), (wide, 0.5), &fg),
        _ if quarters > 0 => {
            for bit in (0..4).filter(|bit| quarters >> bit & 1 == 1) {
                let (right, down) = (f64::from(bit % 2) / 2.0, f64::from(bit / 2) / 2.0);
                rectangle(text, (x + right, y + down), (0.5, 0.5), &fg);
            }
        }
        '▁'..='█' => {
            let share = (code - f64::from(0x2580)) / 8.0;
            rectangle(text, (x, y + 1.0 - share), (wide, share), &fg);
        }
        '▉'..='▏' => rectangle(text, (x, y), ((f64::from(0x2590) - code) / 8.0, 1.0), &fg),
        _ => {}
    }
}

fn colour(colour: Color, usual: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => usual.to_owned(),
    }
}
