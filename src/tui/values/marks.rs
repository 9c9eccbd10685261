//! Marks on squares: last move, check, cursor, targets, heat map. The strongest mark wins.

use super::colour::{ColourDepth, mix};
use super::theme::Theme;
use crate::game::Mark as DrawnMark;
use crate::rules::{Bitboard, Square};
use ratatui::style::{Color, Style};
use std::collections::BTreeMap;

/// A kind of mark. Later ones override earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Part of the last move.
    LastMove,
    /// Part of the engine's best move, or of a hint.
    Hint,
    /// Part of a premove.
    Premove,
    /// A square that the picked-up piece can go to.
    Target,
    /// The king that is in check.
    Check,
    /// The piece that was picked up.
    Selected,
    /// The cursor of the keyboard.
    Cursor,
}

/// The marks of a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    squares: BTreeMap<Mark, Bitboard>,
    heat: Vec<u16>,
    /// Coloured squares and arrows of the record.
    drawn: Vec<DrawnMark>,
}

/// Share of its colour in a square that the record colours.
const DRAWN: u16 = 160;

/// Share of the hot colour in the middle step of the heat map in 256 colours. Measured: up to 134 the nearest colour is grey in the dark
/// theme, from 165 on it is the hot colour itself in that of the incunable.
const WARM_256: u16 = 140;

/// Share of the largest figure, as of [`Marks::heat`], from which a square is marked in sixteen colours: half of it.
const HOTTEST: u16 = 181;

impl Marks {
    /// Puts `mark` on `squares`.
    pub fn mark(&mut self, mark: Mark, squares: impl IntoIterator<Item = Square>) {
        self.squares.entry(mark).or_default().extend(squares);
    }

    /// Is `mark` on `square`?
    pub fn has(&self, square: Square, mark: Mark) -> bool {
        self.squares.get(&mark).is_some_and(|squares| squares.contains(square))
    }

    /// Sets the heat map, scaled to the largest of 64 values; other lengths are ignored.
    pub fn heat(&mut self, figures: &[u64]) {
        let hottest = figures.iter().copied().max().unwrap_or(0).max(1);
        if figures.len() == 64 {
            // A square root spreads the low end, where most squares lie.
            let share = |figure: u64| ((figure as f64 / hottest as f64).sqrt() * 256.0) as u16;
            self.heat = figures.iter().map(|&figure| share(figure)).collect();
        }
    }

    /// Draws coloured squares and arrows of the record; an arrow colours both its ends.
    pub fn draw(&mut self, marks: &[DrawnMark]) {
        self.drawn = marks.to_vec();
    }

    /// The style of a square that the record colours.
    fn drawn_style(&self, square: Square, theme: &Theme) -> Option<Style> {
        let is_here = |mark: &&DrawnMark| mark.from == square || mark.to == Some(square);
        let colour = match self.drawn.iter().rfind(is_here)?.colour {
            'G' => Color::Rgb(90, 150, 80),
            'R' => Color::Rgb(200, 70, 60),
            'Y' => Color::Rgb(215, 175, 50),
            _ => Color::Rgb(70, 120, 200),
        };
        let ground = theme.square(square.is_light()).bg?;
        Some(theme.depth.reduce(Style::new().bg(mix(ground, colour, DRAWN))))
    }

    /// The strongest mark on `square` with its style.
    pub fn style(&self, square: Square, theme: &Theme) -> Option<(Mark, Style)> {
        let marks = self.squares.iter().rev().filter(|(_, squares)| squares.contains(square));
        let strongest = marks.map(|(&mark, _)| mark).find(|&mark| mark != Mark::Target);
        let is_weak = strongest.is_none_or(|mark| mark <= Mark::Hint);
        let strongest =
            if is_weak && self.has(square, Mark::Target) { Some(Mark::Target) } else { strongest };
        let plain = theme.square(square.is_light());
        // Sixteen colours have no shades: only the hottest squares are marked.
        let is_seen = |share: &&u16| theme.depth != ColourDepth::Ansi16 || **share >= HOTTEST;
        let heat = self.heat.get(usize::from(square)).filter(is_seen);
        if let (None | Some(Mark::LastMove), Some(&share)) = (strongest, heat) {
            // From the square's own colour, on which every piece stands out.
            // Of 256 colours only one near the middle between both is a shade; other mixtures have other hues.
            let share = match theme.depth {
                // Below a sixth of the largest figure a square keeps its colour: otherwise most of the board is warm.
                ColourDepth::Indexed256 => match share {
                    ..104 => 0,
                    104..192 => WARM_256,
                    _ => 256,
                },
                ColourDepth::None | ColourDepth::Ansi16 | ColourDepth::True => share,
            };
            let heat = mix(plain.bg?, theme.heat_hot.bg?, share);
            return Some((Mark::LastMove, Style::new().bg(heat)));
        }
        if let (None | Some(Mark::LastMove), Some(style)) =
            (strongest, self.drawn_style(square, theme))
        {
            return Some((Mark::LastMove, style));
        }
        let style = match strongest? {
            Mark::LastMove if square.is_light() => theme.last_light,
            Mark::LastMove => theme.last_dark,
            Mark::Hint => theme.square_hint,
            Mark::Premove => theme.square_premove,
            Mark::Target => theme.square_target,
            Mark::Check => theme.square_check,
            Mark::Selected => theme.square_selected,
            Mark::Cursor => theme.square_cursor,
        };
        Some((strongest?, style))
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::rules::Square;
    use crate::tui::values::charset::Charset;
    use crate::tui::values::colour::{ColourDepth, rgb};
    use crate::tui::values::theme::{BUILT_IN, Theme};
    use ratatui::style::Color;

    #[test]
    fn the_heat_map_has_three_steps_in_256_colours() {
        for (name, _) in BUILT_IN {
            let theme = Theme::built_in(name).unwrap();
            let theme = theme.reduced(ColourDepth::Indexed256, Charset::Unicode);
            let is_grey = |colour| matches!(colour, Some(Color::Indexed(232..)));
            for square in [Square::A1, Square::B1] {
                let step = |figure| {
                    let mut figures = [0; 64];
                    (figures[usize::from(square)], figures[63]) = (figure, 4);
                    let mut marks = Marks::default();
                    marks.heat(&figures);
                    marks.style(square, &theme).and_then(|(_, style)| style.bg)
                };
                let [cold, warm, hot] = [0, 1, 4].map(step);
                assert!(cold != warm && warm != hot, "{name}: {cold:?} {warm:?} {hot:?}");
                assert_eq!(is_grey(warm), is_grey(hot), "{name}: {warm:?}");
                let [_, green, blue] = rgb(warm.unwrap());
                assert!(is_grey(hot) || green >= blue + 40, "{name}: {warm:?} is pink");
            }
        }
    }
}
