//! The chess board widget: squares of any size, four piece styles, marks. The same geometry draws the squares and maps
//! mouse clicks to them.

mod images;
mod pieces;
mod sprite;

pub use images::Images;
use sprite::{Fill, Shape, Sprites};

use crate::rules::{Board, Color as Side, File, Piece, Rank, Square};
use crate::tui::values::board::{Geometry, PieceStyle, glyph};
use crate::tui::values::charset::Charset;
use crate::tui::values::colour::{ColourDepth, is_lost, reversed};
use crate::tui::values::marks::{Mark, Marks};
use crate::tui::values::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Color, Modifier, Style};

/// Drawings of the pieces that are kept between frames.
#[derive(Debug, Default)]
pub struct Drawings {
    sprites: Sprites,
    /// Where the terminal draws images and the user wants them.
    pub images: Option<Images>,
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
    /// Whether files and ranks are named at the edge.
    pub coordinates: bool,
}

impl BoardView<'_> {
    /// Draws the squares, the pieces and the coordinates around them.
    pub fn draw(&self, drawings: &mut Drawings, buffer: &mut Buffer) {
        for square in Square::ALL {
            let area = self.geometry.square(square).intersection(buffer.area);
            if self.uses_half_blocks() {
                self.draw_half_blocks(square, area, buffer);
            } else {
                buffer.set_style(area, self.background(square));
                self.texture(square, area, buffer);
            }
            if let Some(piece) = self.board.piece_at(square) {
                self.piece(piece, area, drawings, buffer);
            }
            self.dot(square, area, buffer);
        }
        if self.coordinates {
            self.coordinates(buffer);
        }
    }

    /// Whether squares end in the middle of a row, which takes two colours in a cell.
    fn uses_half_blocks(&self) -> bool {
        let is_coloured = [true, false].map(|light| self.theme.square(light).bg.is_some());
        self.geometry.is_half_row_offset()
            && self.theme.depth != ColourDepth::None
            && self.theme.charset == Charset::Unicode
            && is_coloured == [true, true]
    }

    /// The whole row of a square, and its halves of the rows above and below.
    fn draw_half_blocks(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let ground = self.background(square);
        let colour = ground.bg.unwrap_or_default();
        let y = area.y;
        for x in area.left()..area.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_style(ground);
            }
            if let Some(above) = y.checked_sub(1).and_then(|y| buffer.cell_mut((x, y))) {
                if y - 1 == self.geometry.area.y {
                    above.set_symbol("▄").set_fg(colour);
                } else {
                    above.set_symbol("▀").set_bg(colour);
                }
            }
            if let Some(below) = buffer.cell_mut((x, y + 1)) {
                below.set_symbol("▀").set_fg(colour);
            }
        }
    }

    /// The cell of a square's piece.
    fn middle(&self, area: Rect) -> Point {
        let down = if self.uses_half_blocks() { 0 } else { area.height / 2 };
        Point::new(area.x + area.width.saturating_sub(1) / 2, area.y + down)
    }

    fn background(&self, square: Square) -> Style {
        let marked = self.marks.style(square, self.theme);
        if self.theme.depth == ColourDepth::None {
            // Without colour a mark is shown in reverse; a target by its dot only.
            return match marked {
                Some((mark, style)) if mark != Mark::Target => reversed(style),
                _ => Style::new(),
            };
        }
        let plain = self.theme.square(square.is_light());
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

    fn piece(&self, piece: Piece, area: Rect, drawings: &mut Drawings, buffer: &mut Buffer) {
        let [white, black] = [self.theme.piece_white, self.theme.piece_black];
        let (own, other) = if piece.color == Side::White { (white, black) } else { (black, white) };
        let middle = self.middle(area);
        let ground = buffer.cell(middle).map(|cell| cell.bg);
        // Such a piece is an outline in the other side's colour.
        let is_lost = own.fg.zip(ground).is_some_and(|(fg, ground)| is_lost(fg, ground));
        let style = if is_lost { Style { fg: other.fg, ..own } } else { own };
        let how = self.style.resolve(self.geometry.height, self.theme.depth, self.theme.charset);
        if how == PieceStyle::Drawn {
            let is_colourless = self.theme.depth == ColourDepth::None;
            let fg = style.fg.unwrap_or(if is_colourless { Color::Reset } else { Color::White });
            // Without colours White's pieces are outlines, as in print.
            let is_outline = is_lost || is_colourless && piece.color == Side::White;
            let fill = if is_outline { Fill::Outline } else { Fill::Solid };
            let (width, height) = (self.geometry.width, self.geometry.height);
            let shape = Shape { role: piece.role, fill, width, height };
            let ground = buffer[area.as_position()].bg;
            if self.style == PieceStyle::Images
                && let Some(images) = drawings.images.as_mut().filter(|_| !is_colourless)
                && images.draw(shape, [fg, ground], area, buffer)
            {
                return;
            }
            let sprite = drawings.sprites.get(shape);
            for point in area.positions() {
                // The ground was drawn before: a mark shows through beside the piece.
                let ground = buffer[point].bg;
                let dots = sprite.cell(point.x - area.x, point.y - area.y, fg, ground);
                if dots.glyph != ' ' || !is_colourless {
                    buffer[point].set_char(dots.glyph).set_fg(dots.fg).set_bg(dots.bg);
                }
            }
            return;
        }
        let style = if self.theme.charset == Charset::Unicode {
            style
        } else {
            self.plate(piece.color, middle, area, buffer)
        };
        let symbol = if is_lost && how != PieceStyle::Letters {
            glyph(Piece { color: Side::White, ..piece }, PieceStyle::Outlines)
        } else {
            glyph(piece, how)
        };
        if let Some(cell) = buffer.cell_mut(middle) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// A plate in the colour of the piece, so that its letter is read on squares of any colour. Returns the letter's style.
    fn plate(&self, side: Side, middle: Point, area: Rect, buffer: &mut Buffer) -> Style {
        let [white, black] = [self.theme.piece_white, self.theme.piece_black];
        let (own, other) = if side == Side::White { (white, black) } else { (black, white) };
        let (Some(ground), Some(letter)) = (own.fg, other.fg) else { return own };
        let (beside, above) = match area.height {
            4.. => (2, 1),
            _ if area.width > 3 => (1, 0),
            _ => (0, 0),
        };
        let (x, y) = (middle.x.saturating_sub(beside), middle.y.saturating_sub(above));
        let plate = Rect::new(x, y, 2 * beside + 1, 2 * above + 1).intersection(area);
        let style = Style::new().fg(letter).bg(ground).add_modifier(Modifier::BOLD);
        buffer.set_style(plate, style);
        style
    }

    /// A target is a dot, so that it is seen without colour and beside other marks.
    fn dot(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        if !self.marks.has(square, Mark::Target) || area.width < 2 {
            return;
        }
        let (point, symbol) = match self.board.piece_at(square) {
            None => (self.middle(area), "•"),
            Some(_) => (Point::new(area.right() - 1, area.y), "◥"),
        };
        if let Some(cell) = buffer.cell_mut(point) {
            cell.set_symbol(symbol);
        }
    }

    fn coordinates(&self, buffer: &mut Buffer) {
        let Geometry { area, width, .. } = self.geometry;
        for rank in Rank::ALL {
            let square = self.geometry.square(Square::from_coords(File::A, rank));
            let point = Point::new(area.x.saturating_sub(2), self.middle(square).y);
            if let Some(cell) = buffer.cell_mut(point).filter(|_| area.x >= 2) {
                cell.set_char(rank.char()).set_style(self.theme.coordinates);
            }
        }
        for file in File::ALL {
            let square = self.geometry.square(Square::from_coords(file, Rank::First));
            let point = Point::new(square.x + (width - 1) / 2, area.bottom());
            if let Some(cell) = buffer.cell_mut(point) {
                cell.set_char(file.char()).set_style(self.theme.coordinates);
            }
        }
    }
}
