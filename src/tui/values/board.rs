//! The board without its drawing: piece styles, the geometry of the squares, glyphs.

use super::charset::Charset;
use super::colour::ColourDepth;
use crate::rules::{Color, Piece, Role, Square};
use ratatui::layout::{Position as Point, Rect};
use strum::{Display, EnumString, VariantArray};

/// How pieces look, in the order that the settings offer. Its text is its name in the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
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
    /// Images where the terminal has graphics, else drawn in blocks.
    Images,
}

impl PieceStyle {
    /// The style for squares of `height` cells, a colour depth and the characters that there are: the preferred style where possible.
    #[must_use]
    pub fn resolve(self, height: u16, depth: ColourDepth, charset: Charset) -> Self {
        let colourless = depth == ColourDepth::None;
        match self {
            _ if charset != Charset::Unicode => Self::Letters,
            Self::Auto | Self::Drawn | Self::Images if height >= MIN_DRAWN_HEIGHT => Self::Drawn,
            Self::Auto | Self::Drawn | Self::Images | Self::Figures if colourless => Self::Outlines,
            Self::Auto | Self::Drawn | Self::Images => Self::Figures,
            Self::Letters | Self::Figures | Self::Outlines => self,
        }
    }
}

/// Minimum square height in rows for drawn pieces.
const MIN_DRAWN_HEIGHT: u16 = 3;

/// Position and size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The sixty-four squares, without coordinates. One row more than they need means that they begin in the middle of
    /// its first row: squares of two rows then have one in their middle, for a figure.
    pub area: Rect,
    /// Cells across a square.
    pub width: u16,
    /// Cells down a square.
    pub height: u16,
    /// The side at the bottom.
    pub orientation: Color,
}

impl Geometry {
    /// Whether squares start and end in the middle of a row.
    pub const fn is_half_row_offset(&self) -> bool {
        self.area.height > 8 * self.height
    }

    /// The cells of `square`. Between rows they are its whole row and the one that it shares with the square below.
    pub fn square(&self, square: Square) -> Rect {
        let (file, rank) = (u16::from(square.file()), u16::from(square.rank()));
        let (column, row) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        Rect::new(
            self.area.x + column * self.width,
            self.area.y + row * self.height + u16::from(self.is_half_row_offset()),
            self.width,
            self.height,
        )
    }

    /// The square at a point of the screen, if the point is on the board.
    pub fn at(&self, point: Point) -> Option<Square> {
        let is_above = self.is_half_row_offset() && point.y == self.area.y;
        let point = Point { y: point.y + u16::from(is_above), ..point };
        Square::ALL.into_iter().find(|&square| self.square(square).contains(point))
    }
}

/// The text of a piece. The solid pawn is followed by the text variation selector, because terminals draw it as a
/// coloured emoji otherwise.
pub const fn glyph(piece: Piece, style: PieceStyle) -> &'static str {
    let [upper, lower, outline, solid] = match piece.role {
        Role::King => ["K", "k", "♔", "♚"],
        Role::Queen => ["Q", "q", "♕", "♛"],
        Role::Rook => ["R", "r", "♖", "♜"],
        Role::Bishop => ["B", "b", "♗", "♝"],
        Role::Knight => ["N", "n", "♘", "♞"],
        Role::Pawn => ["P", "p", "♙", "♟\u{fe0e}"],
    };
    match (style, piece.color) {
        (PieceStyle::Letters, Color::White) => upper,
        (PieceStyle::Letters, Color::Black) => lower,
        (PieceStyle::Outlines, Color::White) => outline,
        (PieceStyle::Outlines, Color::Black)
        | (PieceStyle::Auto | PieceStyle::Figures | PieceStyle::Drawn | PieceStyle::Images, _) => {
            solid
        }
    }
}
