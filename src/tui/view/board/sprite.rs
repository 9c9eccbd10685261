//! Pieces drawn in quarter blocks: each cell shows two colours and four dots, chosen so that the softened outline comes
//! out nearest. Works in true colour (soft edges) and with any palette (hard edges). No fonts are needed beyond blocks.

use super::pieces::{self, Row};
use crate::rules::Role;
use crate::tui::values::colour::mix;
use ratatui::style::Color;
use std::collections::HashMap;

/// How the cells of a square show a piece, row by row.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// Cells across.
    width: u16,
    cells: Vec<Quarters>,
}

/// How a cell shows what a piece covers of its quarters. Found once, because a frame draws up to 1,800 of them.
#[derive(Clone, Copy, Debug, Default)]
struct Quarters {
    /// The quarters that are covered by half or more; bits as in `QUARTERS`.
    hard: usize,
    /// The quarters that show the first of two mixed colours.
    soft: usize,
    /// How much of the piece's colour the two mixed colours have, in 256ths.
    shares: [u16; 2],
}

/// How a piece is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Whole.
    Solid,
    /// Its edge only.
    Outline,
}

/// A piece in a square of some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The piece.
    pub role: Role,
    /// How it is filled.
    pub fill: Fill,
    /// Cells across.
    pub width: u16,
    /// Cells down.
    pub height: u16,
}

/// Cache of sprites by shape.
#[derive(Debug, Default)]
pub struct Sprites {
    known: HashMap<Shape, Sprite>,
}

/// What one cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dots {
    /// One of the sixteen quarter-block characters.
    pub glyph: char,
    /// Colour of the dots that are set.
    pub fg: Color,
    /// Colour of the others.
    pub bg: Color,
}

/// Quarter blocks by mask: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
const QUARTERS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Samples across a quarter of a cell: enough for soft edges, cheap enough for a first frame.
const SAMPLES: u16 = 4;

impl Sprites {
    /// The sprite of a shape.
    pub fn get(&mut self, shape: Shape) -> &Sprite {
        self.known.entry(shape).or_insert_with(|| Sprite::drawn(shape))
    }
}

impl Sprite {
    fn drawn(Shape { role, fill, width, height }: Shape) -> Self {
        let (across, down) = (2 * width, 2 * height);
        let covered = pieces::bitmap(role, width, height).map_or_else(
            || Self::mask(role, across, down),
            |rows| rows.concat().into_iter().map(|dot| u16::from(dot == b'#') * 256).collect(),
        );
        let share = |x: u16, y: u16| covered[usize::from(y) * usize::from(across) + usize::from(x)];
        let covers = |x: u16, y: u16| x < across && y < down && share(x, y) >= 128;
        let is_inside = |x: u16, y: u16| {
            covers(x.wrapping_sub(1), y)
                && covers(x + 1, y)
                && covers(x, y.wrapping_sub(1))
                && covers(x, y + 1)
        };
        let dot = |x, y| match fill {
            Fill::Outline if is_inside(x, y) => 0,
            Fill::Outline | Fill::Solid => share(x, y),
        };
        let quarters = |x: u16, y: u16| {
            let (x, y) = (2 * x, 2 * y);
            Quarters::of([dot(x, y), dot(x + 1, y), dot(x, y + 1), dot(x + 1, y + 1)])
        };
        let cells =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| quarters(x, y));
        Self { width, cells: cells.collect() }
    }

    /// The share of each of `width` by `height` pixels that a piece covers, in 256ths, row by row.
    pub fn mask(role: Role, width: u16, height: u16) -> Vec<u16> {
        let outline = pieces::outline(role);
        // Coordinates of the samples of a quarter, from 0 to 100.
        let points = |index: u16, count: u16| {
            let inside = |sample: u16| (f32::from(sample) + 0.5) / f32::from(SAMPLES);
            (0..SAMPLES).map(move |it| 100.0 * (f32::from(index) + inside(it)) / f32::from(count))
        };
        let quarters = |y: u16| {
            let rows: Vec<Row> = points(y, height).map(|y| Row::of(&outline, role, y)).collect();
            (0..width).map(move |x| {
                let hits =
                    points(x, width).map(|x| rows.iter().filter(|row| row.covers(x)).count());
                share(hits.sum())
            })
        };
        (0..height).flat_map(quarters).collect()
    }

    /// What the cell at `x`, `y` shows with a piece of colour `piece` on a ground of colour `ground`.
    pub fn cell(&self, x: u16, y: u16, piece: Color, ground: Color) -> Dots {
        let index = usize::from(y) * usize::from(self.width) + usize::from(x);
        let Quarters { hard, soft, shares: [on, off] } =
            self.cells.get(index).copied().unwrap_or_default();
        if matches!((piece, ground), (Color::Rgb(..), Color::Rgb(..))) {
            let [fg, bg] = [on, off].map(|share| mix(ground, piece, share));
            Dots { glyph: QUARTERS[soft], fg, bg }
        } else {
            Dots { glyph: QUARTERS[hard], fg: piece, bg: ground }
        }
    }
}

impl Quarters {
    /// Of what is covered in 256ths: `[upper left, upper right, lower left, lower right]`. The two mixed colours are those with the least
    /// squared error.
    fn of(covered: [u16; 4]) -> Self {
        let mean = |mask: usize, set: usize| {
            let members = (0..4).filter(|i| mask >> i & 1 == set);
            let (sum, count) =
                members.fold((0, 0), |(sum, count), i| (sum + covered[i], count + 1));
            u16::checked_div(sum, count).unwrap_or(0)
        };
        let error = |mask: usize| {
            let (on, off) = (mean(mask, 1), mean(mask, 0));
            (0..4)
                .map(|i| {
                    let shown = if mask >> i & 1 == 1 { on } else { off };
                    u32::from(covered[i].abs_diff(shown)).pow(2)
                })
                .sum::<u32>()
        };
        // The complement of a mask shows the same, so half of the masks suffice.
        let soft = (0..8).min_by_key(|&mask| error(mask)).unwrap_or(0);
        let hard = (0..4).filter(|&i| covered[i] >= 128).fold(0, |mask, i| mask | 1 << i);
        Self { hard, soft, shares: [mean(soft, 1), mean(soft, 0)] }
    }
}

/// Share of a quarter that is covered, in 256ths, of the samples that are. Increases the contrast at edges, or small pieces look blurred.
fn share(hits: usize) -> u16 {
    let share = i32::try_from(hits).unwrap_or(0) * 256 / i32::from(SAMPLES * SAMPLES);
    u16::try_from(((share - 128) * 2 + 128).clamp(0, 256)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Dots, Fill, Shape, Sprites};
    use crate::rules::Role;
    use ratatui::style::Color;

    #[test]
    fn every_piece_differs_from_every_other_at_the_smallest_size_used() {
        let mut sprites = Sprites::default();
        let mut pictures: Vec<String> = Vec::new();
        for role in Role::ALL {
            let sprite =
                sprites.get(Shape { role, fill: Fill::Solid, width: 6, height: 3 }).clone();
            let rows = (0..3).flat_map(|y| (0..6).map(move |x| (x, y)));
            let picture: String =
                rows.map(|(x, y)| sprite.cell(x, y, Color::White, Color::Black).glyph).collect();
            assert!(!pictures.contains(&picture), "{role:?}");
            pictures.push(picture);
        }
    }

    #[test]
    fn an_empty_corner_shows_the_ground_only() {
        let mut sprites = Sprites::default();
        let (piece, ground) = (Color::Rgb(255, 255, 255), Color::Rgb(10, 20, 30));
        let corner = sprites
            .get(Shape { role: Role::Pawn, fill: Fill::Solid, width: 10, height: 5 })
            .cell(0, 0, piece, ground);
        assert_eq!(corner, Dots { glyph: ' ', fg: ground, bg: ground });
    }
}
