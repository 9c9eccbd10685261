//! Pieces as images, for terminals with the graphics protocols of Kitty, iTerm2 or Sixel: the outlines of `pieces` in pixels. Only where
//! the user asks for them, because a board of images is tens of kilobytes.

use super::sprite::{Shape, Sprite};
use crate::tui::values::colour::{mix, rgb};
use image::{DynamicImage, RgbImage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Color;
use ratatui::widgets::Widget as _;
use ratatui_image::picker::cap_parser::QueryStdioOptions;
use ratatui_image::picker::{Picker, ProtocolType};
use ratatui_image::protocol::Protocol;
use ratatui_image::{Image, Resize};
use std::collections::HashMap;
use std::fmt;

/// Images kept; more are made by many colours of a heat map, and then all are made anew.
const KEPT: usize = 400;

/// A piece of a colour on a square of a colour.
type Key = (Shape, [u8; 3], [u8; 3]);

/// What a terminal draws images with, and the images that it was sent.
pub struct Images {
    picker: Picker,
    /// The share of each pixel that a piece covers, in 256ths, row by row.
    masks: HashMap<Shape, Vec<u16>>,
    sent: HashMap<Key, Protocol>,
}

impl fmt::Debug for Images {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Images").field("picker", &self.picker).finish_non_exhaustive()
    }
}

impl Images {
    /// Asks the terminal, on its standard input and output, what it can draw; `None` if it draws no images. Blocks for up to two
    /// seconds where it does not answer.
    pub fn of_terminal() -> Option<Self> {
        // Kitty takes raw pixels otherwise: 1.1 MB for the pieces of a board at 160x50, and not tens of kilobytes.
        let options = QueryStdioOptions { kitty_compression: true, ..Default::default() };
        Picker::from_query_stdio_with_options(options).ok().and_then(Self::of)
    }

    fn of(picker: Picker) -> Option<Self> {
        let draws = picker.protocol_type() != ProtocolType::Halfblocks;
        draws.then(|| Self { picker, masks: HashMap::new(), sent: HashMap::new() })
    }

    /// Draws a piece on its square; false where the terminal cannot.
    pub fn draw(
        &mut self,
        shape: Shape,
        [piece, ground]: [Color; 2],
        area: Rect,
        buffer: &mut Buffer,
    ) -> bool {
        let key = (shape, rgb(piece), rgb(ground));
        if self.sent.len() > KEPT {
            self.sent.clear();
        }
        if !self.sent.contains_key(&key) {
            let Some(image) = self.image(key) else { return false };
            self.sent.insert(key, image);
        }
        let Some(image) = self.sent.get(&key) else { return false };
        Image::new(image).render(area, buffer);
        true
    }

    fn image(&mut self, (shape, piece, ground): Key) -> Option<Protocol> {
        let font = self.picker.font_size();
        let (width, height) = (shape.width * font.width, shape.height * font.height);
        let mask =
            self.masks.entry(shape).or_insert_with(|| Sprite::mask(shape.role, width, height));
        let colours = [ground, piece].map(|[r, g, b]| Color::Rgb(r, g, b));
        let pixels = mask.iter().flat_map(|&share| rgb(mix(colours[0], colours[1], share)));
        let image = RgbImage::from_raw(width.into(), height.into(), pixels.collect())?;
        let size = Size::new(shape.width, shape.height);
        self.picker.new_protocol(DynamicImage::ImageRgb8(image), size, Resize::Fit(None)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprite::Fill;
    use super::{Images, Shape};
    use crate::rules::Role;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Color;
    use ratatui_image::picker::{Picker, ProtocolType};

    #[test]
    fn an_image_is_sent_once_and_placed_on_every_square() {
        assert!(Images::of(Picker::halfblocks()).is_none());
        let mut picker = Picker::halfblocks();
        picker.set_protocol_type(ProtocolType::Kitty);
        let mut images = Images::of(picker).unwrap();
        let shape = Shape { role: Role::Queen, fill: Fill::Solid, width: 6, height: 3 };
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
        let colours = [Color::Rgb(250, 250, 250), Color::Rgb(120, 90, 60)];
        for x in [0, 10] {
            assert!(images.draw(shape, colours, Rect::new(x, 0, 6, 3), &mut buffer));
        }
        let symbol = |x| buffer[(x, 0)].symbol();
        assert!(symbol(0).contains("\u{1b}_G") && symbol(0).contains('\u{10EEEE}'));
        assert!(!symbol(10).contains("\u{1b}_G") && symbol(10).contains('\u{10EEEE}'));
    }
}
