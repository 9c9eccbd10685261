//! The chess board widget: squares of any size, four piece styles, marks. The same geometry draws the squares and maps
//! mouse clicks to them.

pub mod bitmaps;
pub mod marks;
pub mod shapes;
pub mod sprite;

pub use marks::{Mark, Marks};
pub use sprite::Sprites;

use super::colour::{ColourDepth, reversed};
use super::theme::{LightSquare, Theme};
use crate::rules::{Board, Color as Side, File, Piece, Rank, Role, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Style};
use serde::{Deserialize, Serialize};

/// How pieces look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceStyle {
    /// Drawn where there is room, else figures.
    #[default]
    Auto,
    /// `KQRBNP` for White, `kqrbnp` for Black.
    Letters,
    /// Solid chess figures for both sides, told apart by colour.
    Figures,
    /// Outlined figures for White, solid ones for Black: needs no colour.
    Outlines,
    /// Drawn in blocks.
    Drawn,
}

impl PieceStyle {
    /// All styles, in the order that the settings offer.
    pub const ALL: [Self; 5] =
        [Self::Auto, Self::Letters, Self::Figures, Self::Outlines, Self::Drawn];

    /// Its name in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Letters => "letters",
            Self::Figures => "figures",
            Self::Outlines => "outlines",
            Self::Drawn => "drawn",
        }
    }

    /// The style for squares of `height` cells and a colour depth: the preferred style where possible.
    const fn resolve(self, height: u16, depth: ColourDepth) -> Self {
        let colourless = matches!(depth, ColourDepth::None);
        match self {
            Self::Auto | Self::Drawn if height >= MIN_DRAWN_HEIGHT && !colourless => Self::Drawn,
            Self::Auto | Self::Drawn | Self::Figures if colourless => Self::Outlines,
            Self::Auto | Self::Drawn => Self::Figures,
            other => other,
        }
    }
}

/// Minimum square height in rows for drawn pieces.
const MIN_DRAWN_HEIGHT: u16 = 3;

/// Position and size of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// The sixty-four squares, without coordinates. One row more than they need means that they begin in the middle of
    /// its first row: squares of two rows then have one in their middle, for a figure.
    pub area: Rect,
    /// Cells across a square.
    pub width: u16,
    /// Cells down a square.
    pub height: u16,
    /// The side at the bottom.
    pub orientation: Orientation,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orientation {
    /// White below.
    #[default]
    White,
    /// Black below.
    Black,
}

impl Orientation {
    /// The side as a colour.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::White => Side::White,
            Self::Black => Side::Black,
        }
    }

    /// The flipped board.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Geometry {
    /// Whether squares start and end in the middle of a row.
    #[must_use]
    pub const fn is_half_row_offset(&self) -> bool {
        self.area.height > 8 * self.height
    }

    /// The cells of `square`. Between rows they are its whole row and the one that it shares with the square below.
    #[must_use]
    pub fn square(&self, square: Square) -> Rect {
        let (file, rank) = (u16::from(square.file()), u16::from(square.rank()));
        let (column, row) = match self.orientation {
            Orientation::White => (file, 7 - rank),
            Orientation::Black => (7 - file, rank),
        };
        Rect::new(
            self.area.x + column * self.width,
            self.area.y + row * self.height + u16::from(self.is_half_row_offset()),
            self.width,
            self.height,
        )
    }

    /// The square at a point of the screen, if the point is on the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Square> {
        let is_above = self.is_half_row_offset() && point.y == self.area.y;
        let point = Point { y: point.y + u16::from(is_above), ..point };
        Square::ALL.into_iter().find(|&square| self.square(square).contains(point))
    }
}

/// Everything that is shown on a board.
#[derive(Debug)]
pub struct BoardView<'a> {
    /// The pieces.
    pub board: &'a Board,
    /// What is marked on which square.
    pub marks: &'a Marks,
    /// Colours.
    pub theme: &'a Theme,
    /// How pieces look.
    pub style: PieceStyle,
    /// Where.
    pub geometry: Geometry,
    /// Are the files and ranks named at the edge?
    pub edge: Edge,
}

/// What stands at the board's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The names of files and ranks.
    Named,
    /// Nothing.
    Bare,
}

impl BoardView<'_> {
    /// Draws the squares, the pieces and the coordinates around them.
    pub fn draw(&self, sprites: &mut Sprites, buffer: &mut Buffer) {
        for square in Square::ALL {
            let area = self.geometry.square(square).intersection(buffer.area);
            if self.uses_half_blocks() {
                self.draw_half_blocks(square, area, buffer);
            } else {
                buffer.set_style(area, self.background(square));
                self.texture(square, area, buffer);
            }
            if let Some(piece) = self.board.piece_at(square) {
                self.piece(piece, area, sprites, buffer);
            }
            self.dot(square, area, buffer);
        }
        if self.edge == Edge::Named {
            self.coordinates(buffer);
        }
    }

    /// Are squares drawn that end in the middle of a row? It takes two colours in a cell.
    fn uses_half_blocks(&self) -> bool {
        let coloured = |light| self.theme.square(light).bg.is_some();
        self.geometry.is_half_row_offset()
            && self.theme.depth != ColourDepth::None
            && coloured(LightSquare::Yes)
            && coloured(LightSquare::No)
    }

    /// The whole row of a square, and its halves of the rows above and below.
    fn draw_half_blocks(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let ground = self.background(square);
        let colour = ground.bg.unwrap_or_default();
        for x in area.left()..area.right() {
            let y = area.y;
            if !buffer.area.contains(Point::new(x, y)) || y == 0 {
                continue;
            }
            buffer[(x, y)].set_style(ground);
            let above = &mut buffer[(x, y - 1)];
            if y - 1 == self.geometry.area.y {
                above.set_symbol("▄").set_fg(colour);
            } else {
                above.set_symbol("▀").set_bg(colour);
            }
            if buffer.area.contains(Point::new(x, y + 1)) {
                buffer[(x, y + 1)].set_symbol("▀").set_fg(colour);
            }
        }
    }

    /// The cell of a square's piece.
    fn middle(&self, area: Rect) -> Point {
        let down = if self.uses_half_blocks() { 0 } else { area.height / 2 };
        Point::new(area.x + area.width.saturating_sub(1) / 2, area.y + down)
    }

    fn background(&self, square: Square) -> Style {
        let light = if square.is_light() { LightSquare::Yes } else { LightSquare::No };
        let plain = self.theme.square(light);
        let marked = self.marks.style(square, light, self.theme);
        if self.theme.depth == ColourDepth::None {
            // Without colour a mark is shown in reverse; a target by its dot only.
            return match marked {
                Some((mark, style)) if mark != Mark::Target => reversed(style),
                _ => Style::new(),
            };
        }
        marked.map_or(plain, |(_, style)| plain.patch(style))
    }

    /// Without colours the dark squares are told by a faint texture at their edges.
    fn texture(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        if self.theme.depth != ColourDepth::None {
            return;
        }
        let glyph = if square.is_light() { " " } else { "·" };
        for point in area.positions() {
            buffer[point].set_symbol(glyph);
        }
    }

    fn piece(&self, piece: Piece, area: Rect, sprites: &mut Sprites, buffer: &mut Buffer) {
        let style = match piece.color {
            Side::White => self.theme.piece_white,
            Side::Black => self.theme.piece_black,
        };
        let how = self.style.resolve(self.geometry.height, self.theme.depth);
        if how == PieceStyle::Drawn {
            let fg = style.fg.unwrap_or(Color::White);
            let sprite = sprites.get(piece.role, self.geometry.width, self.geometry.height);
            for point in area.positions() {
                // The ground was drawn before: a mark shows through beside the piece.
                let ground = buffer[point].bg;
                let dots = sprite.cell(point.x - area.x, point.y - area.y, fg, ground);
                buffer[point].set_char(dots.glyph).set_fg(dots.fg).set_bg(dots.bg);
            }
            return;
        }
        let glyph = glyph(piece, how);
        let point = self.middle(area);
        if buffer.area.contains(point) {
            buffer[point].set_symbol(glyph).set_style(style);
        }
    }

    /// A target is a dot, so that it is seen without colour and beside other marks.
    fn dot(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        if !self.marks.has(square, Mark::Target) || area.width < 2 {
            return;
        }
        let point = Point::new(area.right() - 1, area.y);
        if self.board.piece_at(square).is_none() {
            let point = self.middle(area);
            if buffer.area.contains(point) {
                buffer[point].set_symbol("•");
            }
        } else if buffer.area.contains(point) {
            buffer[point].set_symbol("◥");
        }
    }

    fn coordinates(&self, buffer: &mut Buffer) {
        let Geometry { area, width, .. } = self.geometry;
        for rank in Rank::ALL {
            let square = self.geometry.square(Square::from_coords(File::A, rank));
            let point = Point::new(area.x.saturating_sub(2), self.middle(square).y);
            if area.x >= 2 && buffer.area.contains(point) {
                buffer[point].set_char(rank.char()).set_style(self.theme.coordinates);
            }
        }
        for file in File::ALL {
            let square = self.geometry.square(Square::from_coords(file, Rank::First));
            let point = Point::new(square.x + (width - 1) / 2, area.bottom());
            if buffer.area.contains(point) {
                buffer[point].set_char(file.char()).set_style(self.theme.coordinates);
            }
        }
    }
}

/// The text of a piece. The solid pawn is followed by the text variation selector, because terminals draw it as a
/// coloured emoji otherwise.
#[must_use]
pub const fn glyph(piece: Piece, style: PieceStyle) -> &'static str {
    let solid = !matches!((style, piece.color), (PieceStyle::Outlines, Side::White));
    match (style, piece.color, piece.role) {
        (PieceStyle::Letters, Side::White, Role::King) => "K",
        (PieceStyle::Letters, Side::White, Role::Queen) => "Q",
        (PieceStyle::Letters, Side::White, Role::Rook) => "R",
        (PieceStyle::Letters, Side::White, Role::Bishop) => "B",
        (PieceStyle::Letters, Side::White, Role::Knight) => "N",
        (PieceStyle::Letters, Side::White, Role::Pawn) => "P",
        (PieceStyle::Letters, Side::Black, Role::King) => "k",
        (PieceStyle::Letters, Side::Black, Role::Queen) => "q",
        (PieceStyle::Letters, Side::Black, Role::Rook) => "r",
        (PieceStyle::Letters, Side::Black, Role::Bishop) => "b",
        (PieceStyle::Letters, Side::Black, Role::Knight) => "n",
        (PieceStyle::Letters, Side::Black, Role::Pawn) => "p",
        (_, _, Role::King) if solid => "♚",
        (_, _, Role::Queen) if solid => "♛",
        (_, _, Role::Rook) if solid => "♜",
        (_, _, Role::Bishop) if solid => "♝",
        (_, _, Role::Knight) if solid => "♞",
        (_, _, Role::Pawn) if solid => "♟\u{fe0e}",
        (_, _, Role::King) => "♔",
        (_, _, Role::Queen) => "♕",
        (_, _, Role::Rook) => "♖",
        (_, _, Role::Bishop) => "♗",
        (_, _, Role::Knight) => "♘",
        (_, _, Role::Pawn) => "♙",
    }
}
