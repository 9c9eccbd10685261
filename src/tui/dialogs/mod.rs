//! Dialogs: forms, confirmations, promotion, help, tour, lists. State and drawing; `update` handles the answers.

pub mod form;
pub mod help;
pub mod list;
pub mod new_game;
pub mod settings;

pub use form::{Field, Form};
pub use help::Help;
pub use list::List;

use super::board::{PieceStyle, glyph};
use super::inspect::questions::QUESTIONS;
use super::model::Model;
use super::page::{Page, truncate, wrap};
use crate::game::Game;
use crate::rules::{Move, Role};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

/// What a confirmation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Leave the program.
    Quit,
    /// Give up the game.
    Resign,
    /// Drop the game under way and set up another.
    NewGame,
    /// Claim the draw that the rules give.
    ClaimDraw,
    /// Take a line out of the record.
    DeleteLine,
}

impl Confirmation {
    /// The text of the question.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Quit => "Quit Lucena? The game is saved and can be resumed.",
            Self::Resign => "Resign this game?",
            Self::NewGame => "Leave this game and set up a new one?",
            Self::ClaimDraw => "Claim the draw?",
            Self::DeleteLine => "Delete this move and all moves after it?",
        }
    }
}

/// An open dialog.
#[derive(Debug)]
pub enum Dialog {
    /// A new game.
    NewGame(Form),
    /// The settings.
    Settings(Form),
    /// Yes or no.
    Confirm(Confirmation),
    /// Choice of the promotion piece: the moves in the order of [`Model::PROMOTIONS`], and the selected one.
    Promotion(Vec<Move>, usize),
    /// Resume a saved game.
    Resume(Box<Game>),
    /// All keys.
    Help(Help),
    /// The tour, at a page.
    Tour(usize),
    /// Games of a file, or moments of a game.
    List(Box<List>),
    /// The twelve questions, at a row.
    Questions(usize),
}

/// The pages of the tour: a heading and a text.
pub const TOUR: [(&str, &str); 5] = [
    (
        "Welcome to Lucena",
        "A chess engine that shows its work. The board is on the left; the panels on the right show the search, the \
         time management and the evaluation.",
    ),
    (
        "Making a move",
        "Type it (e4, Nf3, e2e4) and press Enter, or move the cursor with the arrow keys and press Enter on the \
         piece and on the square, or use the mouse. u takes a move back, y replays it, v flips the board.",
    ),
    (
        "Looking inside",
        "Tab selects the next panel, z zooms it. F2, F3 and F4 are layouts for playing, inspecting and \
         reviewing. m shows the activity of the evaluation network as a heat map.",
    ),
    (
        "Playing strength",
        "+ and - change the strength by 25 Elo at any time, * switches to full strength, # lists levels and \
         personalities. The dial panel shows what the level changes and whether the last move was weakened.",
    ),
    (
        "Finding help",
        "? lists every key and can be searched. A colon starts a command, such as :elo 1800 or :theme parchment; Tab \
         completes it. F12 shows this tour again.",
    ),
];

/// The area of a dialog, centred on the screen.
#[must_use]
pub fn area(dialog: &Dialog, size: (u16, u16)) -> Rect {
    let (width, height) = match dialog {
        Dialog::NewGame(form) | Dialog::Settings(form) => (64, form.rows() + 4),
        Dialog::Confirm(_) => (46, 6),
        Dialog::Promotion(..) => (26, 4),
        Dialog::Resume(_) => (52, 8),
        Dialog::Help(_) => (84, size.1),
        Dialog::Tour(_) => (56, 12),
        Dialog::List(_) => (90, size.1.saturating_sub(4).max(10)),
        Dialog::Questions(_) => (58, 18),
    };
    let (width, height) = (width.min(size.0), height.min(size.1));
    Rect::new((size.0 - width) / 2, (size.1 - height) / 2, width, height)
}

/// The area inside the frame.
#[must_use]
pub fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

/// Draws a dialog over the rest.
pub fn draw(dialog: &Dialog, model: &Model, buffer: &mut Buffer) {
    let theme = &model.theme;
    let area = area(dialog, model.size);
    Clear.render(area, buffer);
    let title = match dialog {
        Dialog::NewGame(_) => " new game ",
        Dialog::Settings(_) => " settings ",
        Dialog::Confirm(_) => " lucena ",
        Dialog::Promotion(..) => " promote to ",
        Dialog::Resume(_) => " unfinished game ",
        Dialog::Help(_) => " keys and commands ",
        Dialog::Tour(_) => " tour ",
        Dialog::List(list) => list.title(),
        Dialog::Questions(_) => " questions ",
    };
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.rule_focus)
        .style(theme.text)
        .title(Span::styled(title, theme.title_focus))
        .render(area, buffer);
    let mut page = Page::new(buffer, inside(area), theme);
    match dialog {
        Dialog::NewGame(form) => {
            form.draw(new_game::advice(form, model).as_deref(), &mut page);
        }
        Dialog::Settings(form) => form.draw(None, &mut page),
        Dialog::Confirm(question) => confirm(question.text(), "Enter  yes      Esc  no", &mut page),
        Dialog::Promotion(moves, chosen) => promotion(moves, *chosen, &mut page),
        Dialog::Resume(game) => resume(game, &mut page),
        Dialog::Help(help) => help.draw(model, &mut page),
        Dialog::Tour(index) => tour(*index, &mut page),
        Dialog::List(list) => list.draw(&mut page),
        Dialog::Questions(row) => questions(*row, &mut page),
    }
}

fn confirm(text: &str, keys: &str, page: &mut Page<'_>) {
    let theme = page.theme;
    page.paragraph(text, theme.text);
    let free = page.rows().saturating_sub(1);
    page.take(free);
    page.line(Line::styled(keys.to_owned(), theme.key));
}

/// Cells of each piece in the promotion dialog, also used for mouse clicks.
pub const PROMOTION_STEP: u16 = 5;

fn promotion(moves: &[Move], chosen: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let cells = moves.iter().enumerate().map(|(index, mv)| {
        let role = mv.promotion().unwrap_or(Role::Queen);
        let piece = role.of(crate::rules::Color::Black);
        let text = format!(" {} {}", glyph(piece, PieceStyle::Figures), role.upper_char());
        let style = if index == chosen { theme.selected } else { theme.text };
        Span::styled(format!("{text} "), style)
    });
    page.line(cells.collect::<Line<'_>>());
    page.line(Line::styled("← →  Enter  or Q R B N", theme.dim));
}

fn resume(game: &Game, page: &mut Page<'_>) {
    let theme = page.theme;
    let plies = game.tree().node(game.current()).ply();
    let name = |player: &crate::game::Player| player.name.clone();
    page.paragraph(
        &format!(
            "{} against {}, {} moves. Resume it?",
            name(&game.players.white),
            name(&game.players.black),
            plies.div_ceil(2)
        ),
        theme.text,
    );
    let last: Vec<String> = game.sans().into_iter().rev().take(6).collect();
    let last: Vec<String> = last.into_iter().rev().collect();
    if !last.is_empty() {
        page.paragraph(&format!("… {}", last.join(" ")), theme.dim);
    }
    let free = page.rows().saturating_sub(1);
    page.take(free);
    page.line(Line::styled("Enter  resume      Esc  new game", theme.key));
}

fn questions(row: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = usize::from(page.width()).saturating_sub(3);
    // On a low screen the list scrolls with the selection.
    let room = usize::from(page.rows());
    let first = (row + 1).saturating_sub(room);
    for (index, listed) in QUESTIONS.iter().enumerate().skip(first) {
        let style = if index == row { theme.selected } else { theme.text };
        page.line(Line::from(vec![
            Span::styled(format!("{}  ", listed.key), theme.key),
            Span::styled(truncate(listed.text, width), style),
        ]));
    }
    page.take(1);
    page.line(Line::styled("press its key, or ↑↓ and Enter", theme.dim));
}

fn tour(index: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let (heading, text) = TOUR[index.min(TOUR.len() - 1)];
    page.line(Line::styled(heading, theme.strong));
    page.line(Line::default());
    for line in wrap(text, usize::from(page.width())) {
        page.line(Line::styled(line, theme.text));
    }
    let free = page.rows().saturating_sub(1);
    page.take(free);
    page.justified(
        Line::styled("Enter  next    Esc  skip", theme.key),
        Line::styled(format!("{} of {}", index + 1, TOUR.len()), theme.dim),
    );
}
