//! Counts the moves of rated games by position and rating: the opening book of the human strength model.

use super::games::{Decision, RatedGames};
use crate::rules::{Key, Move, Position, notation};
use crate::strength::human::{BOOK_PLIES, BookLine, Counts, Knots, book_text};
use std::collections::{BTreeMap, HashMap};

/// Positions of fewer games are not in the book.
const FEWEST_GAMES: u32 = 6;

/// The moves to a position, and the counts of each move by its UCI notation.
type Line = (Vec<Move>, BTreeMap<String, (Move, Counts)>);

/// The text of the book of the games that are not held back.
pub(super) fn book(games: &RatedGames, comment: &str) -> String {
    let knots = Knots::default();
    let mut lines: HashMap<Key, Line> = HashMap::new();
    for (game, played) in games.0.iter().enumerate() {
        if games.is_held_back(Decision { game, ply: 0 }) {
            continue;
        }
        let mut position = Position::default();
        for (ply, &mv) in played.moves.iter().take(BOOK_PLIES).enumerate() {
            let rating = f64::from(games.rating(Decision { game, ply }).0);
            let nearest = |shares: [(usize, f64); 2]| {
                if shares[0].1 >= shares[1].1 { shares[0].0 } else { shares[1].0 }
            };
            let (_, moves) = lines
                .entry(position.key())
                .or_insert_with(|| (played.moves[..ply].to_vec(), BTreeMap::new()));
            let (_, counts) = moves.entry(notation::uci(mv)).or_insert((mv, Counts::default()));
            counts[nearest(knots.shares(rating))] += 1;
            position.play(mv);
        }
    }
    let total = |line: &Line| line.1.values().flat_map(|(_, counts)| counts).sum::<u32>();
    let mut kept: Vec<Line> =
        lines.into_values().filter(|line| total(line) >= FEWEST_GAMES).collect();
    kept.sort_by_cached_key(|(path, _)| {
        path.iter().map(|&mv| notation::uci(mv)).collect::<Vec<_>>()
    });
    let line = |(path, moves): Line| BookLine { path, moves: moves.into_values().collect() };
    let lines: Vec<BookLine> = kept.into_iter().map(line).collect();
    book_text(comment, &lines)
}
