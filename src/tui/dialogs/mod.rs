//! What opens over the screen: forms, questions, the choice of a promotion, the help, the tour. State and drawing; what
//! an answer does is `update`'s business.

pub mod form;
pub mod help;
pub mod list;
pub mod new_game;
pub mod settings;

pub use form::{Field, Form};
pub use help::Help;
pub use list::List;

use super::board::{PieceStyle, glyph};
use super::inspect::questions::LIST;
use super::model::Model;
use super::page::{Page, shortened, wrap};
use crate::game::Game;
use crate::rules::{Move, Role};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

/// What a yes to a question does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
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

impl Question {
    /// The question itself.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Quit => "Leave Lucena? The game is recorded and can be resumed.",
            Self::Resign => "Resign this game?",
            Self::NewGame => "Leave this game and set up a new one?",
            Self::ClaimDraw => "Claim the draw?",
            Self::DeleteLine => "Take this move and all that follows it out of the record?",
        }
    }
}

/// What is open.
#[derive(Debug)]
pub enum Dialog {
    /// A new game.
    NewGame(Form),
    /// The settings.
    Settings(Form),
    /// Yes or no.
    Ask(Question),
    /// Which piece a pawn becomes; the moves in the order of [`Model::PROMOTIONS`], and the chosen one.
    Promotion(Vec<Move>, usize),
    /// A game of an earlier run may go on.
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
        "A chess engine you can see through. You play on the left; everything the engine thinks is on the right, and \
         every figure there is its own.",
    ),
    (
        "Making a move",
        "Type it (e4, Nf3, e2e4) and press Enter, or walk with the arrows and press Enter on the piece and on the \
         square, or use the mouse. u takes a move back, y plays it again, v turns the board.",
    ),
    (
        "Looking inside",
        "Tab goes from panel to panel, z enlarges one. F2, F3 and F4 are layouts for playing, inspecting and \
         reviewing. m colours the squares by what moves in the evaluation network.",
    ),
    (
        "How strong it is",
        "+ and - turn the dial by 25 Elo at any time, * switches to full strength, # lists strengths and characters. \
         The dial panel says what it changed, and whether it spoilt the last move on purpose.",
    ),
    (
        "Finding your way",
        "? lists every key and can be searched. A colon begins a command, such as :elo 1800 or :theme parchment; Tab \
         completes it. F12 shows this tour again.",
    ),
];

/// The frame of what is open, centred on the screen.
#[must_use]
pub fn area(dialog: &Dialog, size: (u16, u16)) -> Rect {
    let (width, height) = match dialog {
        Dialog::NewGame(form) | Dialog::Settings(form) => (64, form.rows() + 4),
        Dialog::Ask(_) => (46, 6),
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

/// What lies inside the frame.
#[must_use]
pub fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

/// Draws what is open over the rest.
pub fn draw(dialog: &Dialog, model: &Model, buffer: &mut Buffer) {
    let theme = &model.theme;
    let area = area(dialog, model.size);
    Clear.render(area, buffer);
    let title = match dialog {
        Dialog::NewGame(_) => " new game ",
        Dialog::Settings(_) => " settings ",
        Dialog::Ask(_) => " lucena ",
        Dialog::Promotion(..) => " promote to ",
        Dialog::Resume(_) => " an unfinished game ",
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
        Dialog::Ask(question) => ask(question.text(), "Enter  yes      Esc  no", &mut page),
        Dialog::Promotion(moves, chosen) => promotion(moves, *chosen, &mut page),
        Dialog::Resume(game) => resume(game, &mut page),
        Dialog::Help(help) => help.draw(model, &mut page),
        Dialog::Tour(index) => tour(*index, &mut page),
        Dialog::List(list) => list.draw(&mut page),
        Dialog::Questions(row) => questions(*row, &mut page),
    }
}

fn ask(text: &str, keys: &str, page: &mut Page<'_>) {
    let theme = page.theme;
    page.words(text, theme.text);
    let free = page.rows().saturating_sub(1);
    page.take(free);
    page.line(Line::styled(keys.to_owned(), theme.key));
}

/// Cells that each piece of the promotion takes; the mouse asks as well.
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
    page.words(
        &format!(
            "{} against {}, {} moves made. Shall it go on?",
            name(&game.players.white),
            name(&game.players.black),
            plies.div_ceil(2)
        ),
        theme.text,
    );
    let last: Vec<String> = game.sans().into_iter().rev().take(6).collect();
    let last: Vec<String> = last.into_iter().rev().collect();
    if !last.is_empty() {
        page.words(&format!("… {}", last.join(" ")), theme.dim);
    }
    let free = page.rows().saturating_sub(1);
    page.take(free);
    page.line(Line::styled("Enter  go on      Esc  new game", theme.key));
}

fn questions(row: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = usize::from(page.width()).saturating_sub(3);
    // On a low screen the rows move with the chosen one.
    let room = usize::from(page.rows());
    let first = (row + 1).saturating_sub(room);
    for (index, listed) in LIST.iter().enumerate().skip(first) {
        let style = if index == row { theme.selected } else { theme.text };
        page.line(Line::from(vec![
            Span::styled(format!("{}  ", listed.key), theme.key),
            Span::styled(shortened(listed.text, width), style),
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
    page.both(
        Line::styled("Enter  next    Esc  skip", theme.key),
        Line::styled(format!("{} of {}", index + 1, TOUR.len()), theme.dim),
    );
}
