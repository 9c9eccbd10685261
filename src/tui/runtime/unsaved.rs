//! The games whose last moves could not be saved. At the end of the program they are all that is left of these moves.

use crate::game::Game;
use crate::tui::model::saved::UnsavedGame;
use crate::tui::model::session::GameId;

/// The games that could not be saved, each once.
#[derive(Debug, Default)]
pub(super) struct UnsavedGames {
    games: Vec<(GameId, UnsavedGame)>,
    /// The game that the user saved last in another place, as it was then.
    copy: Option<(GameId, Box<Game>)>,
}

impl UnsavedGames {
    /// A game could not be saved, unless the user's copy has all its moves.
    pub fn add(&mut self, id: GameId, game: Game, reason: String) {
        self.remove(&id);
        let is_copied =
            self.copy.as_ref().is_some_and(|(of, copy)| *of == id && is_same(copy, &game));
        if !is_copied {
            self.games.push((id, UnsavedGame { game, reason }));
        }
    }

    /// A game is saved.
    pub fn remove(&mut self, id: &GameId) {
        self.games.retain(|(of, _)| of != id);
    }

    /// The user saved a game in another place.
    pub fn copied(&mut self, id: &GameId, game: Game) {
        self.games.retain(|(of, unsaved)| of != id || !is_same(&game, &unsaved.game));
        self.copy = Some((id.clone(), Box::new(game)));
    }

    /// Those that are left at the end.
    pub fn take(&mut self) -> Vec<UnsavedGame> {
        std::mem::take(&mut self.games).into_iter().map(|(_, game)| game).collect()
    }
}

/// Have both games the same moves on the board and the same end?
fn is_same(one: &Game, other: &Game) -> bool {
    (one.moves(), one.end()) == (other.moves(), other.end())
}

#[cfg(test)]
mod tests {
    use super::{GameId, UnsavedGames};
    use crate::base::Millis;
    use crate::game::Game;
    use crate::rules::parse_move;

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::default();
        for text in moves {
            let mv = parse_move(game.position(), text).expect("a move");
            game.play(mv, Millis(0)).expect("legal");
        }
        game
    }

    #[test]
    fn a_game_is_left_unless_its_last_moves_are_in_a_file() {
        let mut unsaved = UnsavedGames::default();
        let (id, other) = (GameId::default(), GameId::default());
        let full = || "a.pgn: no space".to_owned();
        unsaved.add(id.clone(), game(&["e4"]), full());
        unsaved.add(id.clone(), game(&["e4", "e5"]), full());
        unsaved.add(other.clone(), game(&["d4"]), full());
        unsaved.remove(&other);
        let left = unsaved.take();
        assert_eq!(left.iter().map(|it| it.game.moves().len()).collect::<Vec<_>>(), [2]);
        // A copy of the user's, and a move after it.
        unsaved.add(id.clone(), game(&["e4"]), full());
        unsaved.copied(&id, game(&["e4"]));
        unsaved.add(id.clone(), game(&["e4"]), full());
        assert_eq!(unsaved.take().len(), 0);
        unsaved.add(id, game(&["e4", "e5"]), full());
        assert_eq!(unsaved.take().len(), 1);
    }
}
