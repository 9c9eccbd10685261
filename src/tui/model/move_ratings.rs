//! The sides of the game on the screen, rated by their moves.

use super::session::GameId;
use crate::game::NodeId;
use crate::rules::Color;
use crate::strength::human::IntrinsicRating;
use shakmaty::ByColor;

/// What is known of the game on the screen.
#[derive(Debug, Default)]
pub struct ShownRatings {
    number: u64,
    /// The game and its main line, when it was ordered.
    of: Option<(GameId, Vec<NodeId>)>,
    sides: ByColor<Option<IntrinsicRating>>,
}

impl ShownRatings {
    /// Begins anew if the game or its main line is another one; is it?
    pub fn begin(&mut self, id: &GameId, line: Vec<NodeId>) -> bool {
        let of = (!line.is_empty()).then(|| (id.clone(), line));
        if self.of == of {
            return false;
        }
        *self = Self { number: self.number + 1, of, ..Self::default() };
        true
    }

    /// The number of the order under way.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Takes in what the order with this number found.
    pub fn take(&mut self, number: u64, sides: ByColor<Option<IntrinsicRating>>) {
        if number == self.number {
            self.sides = sides;
        }
    }

    /// Both sides in words; `None` while nothing is known.
    pub fn words(&self) -> Option<String> {
        if self.sides.iter().all(Option::is_none) {
            return None;
        }
        let side = |side: Color| {
            let rating = self.sides.get(side).as_ref();
            let name = if side == Color::White { "White" } else { "Black" };
            rating.map_or_else(|| format!("{name} too few"), |it| format!("{name} {}", it.figure()))
        };
        Some(format!("by moves: {}, {}", side(Color::White), side(Color::Black)))
    }
}

#[cfg(test)]
mod tests {
    use super::ShownRatings;
    use crate::game::NodeId;
    use crate::strength::human::IntrinsicRating;
    use crate::tui::model::session::GameId;
    use shakmaty::ByColor;

    #[test]
    fn ratings_belong_to_one_line_of_one_game() {
        let (mut shown, id) = (ShownRatings::default(), GameId::default());
        let line = |length| vec![NodeId::ROOT; length];
        assert!(!shown.begin(&id, line(0)));
        assert!(shown.begin(&id, line(60)));
        assert!(!shown.begin(&id, line(60)));
        let rating = IntrinsicRating::normal(1480.0, 100.0, 24);
        let sides = ByColor { white: Some(rating), black: None };
        shown.take(shown.number(), sides);
        let words = shown.words();
        assert_eq!(words.as_deref(), Some("by moves: White 1480 ±229, Black too few"));
        let number = shown.number();
        assert!(shown.begin(&id, line(61)));
        assert_eq!(shown.words(), None);
        shown.take(number, sides);
        assert_eq!(shown.words(), None, "of another line");
    }
}
