//! The moves that a player's games have from a position, with how the games with each went.

use super::{Library, Sums};
use crate::rules::{Color, Key, Move, Position};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Games with a position, by the move that they have there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovesPlayed {
    /// All games with the position, those that end there included.
    pub all: Sums,
    /// The moves with their games, the most frequent first. A game that has the position several times counts by the first.
    pub moves: Vec<(Move, Sums)>,
}

impl MovesPlayed {
    /// The games among `games` in which the player has `side` and the main line has `position`, in whatever order of moves.
    /// `games` are numbers of games in `library` with the player's side.
    pub fn of(
        library: &Library,
        games: &[(Color, usize)],
        side: Color,
        position: &Position,
    ) -> Self {
        let key = position.key();
        let legal: HashMap<Key, Move> =
            position.legal_moves().into_iter().map(|mv| (position.after(mv).key(), mv)).collect();
        let (mut all, mut moves) = (Sums::default(), HashMap::<Move, Sums>::new());
        for &(_, number) in games.iter().filter(|game| game.0 == side) {
            let Some(figures) = library.figures(number) else { continue };
            let mut positions = figures.positions.iter();
            if !positions.any(|other| *other == key) {
                continue;
            }
            all.add(side, figures.result, figures);
            // A null move leads to no position of the legal moves.
            if let Some(mv) = positions.next().and_then(|next| legal.get(next)) {
                moves.entry(*mv).or_default().add(side, figures.result, figures);
            }
        }
        let mut moves: Vec<_> = moves.into_iter().collect();
        // Among as frequent ones the order of the move generator would differ from run to run.
        moves.sort_by_cached_key(|(mv, sums)| (Reverse(sums.games), mv.to_string()));
        Self { all, moves }
    }
}
