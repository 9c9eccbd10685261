//! Marks on squares: last move, check, cursor, targets, heat map. The strongest mark wins.

use crate::rules::{Bitboard, Square};
use crate::tui::colour::mix;
use crate::tui::theme::{LightSquare, Theme};
use ratatui::style::Style;

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

impl Mark {
    const ALL: [Self; 7] = [
        Self::LastMove,
        Self::Hint,
        Self::Premove,
        Self::Target,
        Self::Check,
        Self::Selected,
        Self::Cursor,
    ];
}

/// The marks of a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    squares: [Bitboard; Mark::ALL.len()],
    heat: Vec<u16>,
}

impl Marks {
    /// Puts `mark` on `squares`.
    pub fn mark(&mut self, mark: Mark, squares: impl IntoIterator<Item = Square>) {
        self.squares[mark as usize].extend(squares);
    }

    /// Is `mark` on `square`?
    #[must_use]
    pub fn has(&self, square: Square, mark: Mark) -> bool {
        self.squares[mark as usize].contains(square)
    }

    /// Sets the heat map, scaled to the largest of 64 values; other lengths are ignored.
    pub fn heat(&mut self, figures: &[u64]) {
        let hottest = figures.iter().copied().max().unwrap_or(0).max(1);
        if figures.len() == 64 {
            // A square root spreads the low end, where most squares lie.
            #[expect(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a share of 256 from a ratio of counts"
            )]
            let share = |figure: u64| ((figure as f64 / hottest as f64).sqrt() * 256.0) as u16;
            self.heat = figures.iter().map(|&figure| share(figure)).collect();
        }
    }

    /// The strongest mark on `square` with its style.
    #[must_use]
    pub fn style(
        &self,
        square: Square,
        light: LightSquare,
        theme: &Theme,
    ) -> Option<(Mark, Style)> {
        let strongest = Mark::ALL
            .into_iter()
            .rev()
            .find(|&mark| self.has(square, mark) && mark != Mark::Target);
        let strongest = match strongest {
            None | Some(Mark::LastMove | Mark::Hint) if self.has(square, Mark::Target) => {
                Some(Mark::Target)
            }
            other => other,
        };
        if let (None | Some(Mark::LastMove), Some(&share)) =
            (strongest, self.heat.get(usize::from(square)))
        {
            let (cold, hot) = (theme.heat_cold.bg?, theme.heat_hot.bg?);
            // A quarter of the square's colour keeps the board pattern visible.
            let ground = theme.square(light).bg?;
            let heat = mix(mix(cold, hot, share), ground, 64);
            return Some((Mark::LastMove, Style::new().bg(heat)));
        }
        strongest.map(|mark| (mark, Self::style_of(mark, light, theme)))
    }

    const fn style_of(mark: Mark, light: LightSquare, theme: &Theme) -> Style {
        match (mark, light) {
            (Mark::LastMove, LightSquare::Yes) => theme.last_light,
            (Mark::LastMove, LightSquare::No) => theme.last_dark,
            (Mark::Hint, _) => theme.square_hint,
            (Mark::Premove, _) => theme.square_premove,
            (Mark::Target, _) => theme.square_target,
            (Mark::Check, _) => theme.square_check,
            (Mark::Selected, _) => theme.square_selected,
            (Mark::Cursor, _) => theme.square_cursor,
        }
    }
}
