//! The games of a match as PGN.

use super::runner::PlayedPair;
use crate::base::open_regular;
use crate::config::local_now;
use crate::game::{Game, pgn};
use crate::rules::Color;
use anyhow::{Context as _, Result};
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

/// A PGN file to which a match adds its games, a pair at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFile<'a> {
    path: &'a Path,
    /// The engines in the order of the match.
    names: [&'a str; 2],
}

impl<'a> GameFile<'a> {
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: &'a Path, names: [&'a str; 2]) -> Result<Self> {
        let file = Self { path, names };
        file.append("")?;
        Ok(file)
    }

    /// Adds the games of a pair, those first that a failure broke off. The round is the number of the pair and, behind the
    /// period, that of the game in it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&self, pair: &PlayedPair) -> Result<()> {
        let games = pair.broken.iter().chain(pair.games.iter().flatten());
        let texts = games.map(|played| self.text(pair.number, &played.game, played.first));
        self.append(&texts.collect::<String>())
    }

    /// The game of a pair in which the first engine had the colour `first`.
    fn text(&self, number: usize, game: &Game, first: Color) -> String {
        let mut game = game.clone();
        game.tags.set("Event", "lucena match");
        game.tags.set("Date", &local_now().date());
        game.tags.set("Round", &format!("{}.{}", number + 1, first.fold_wb(1, 2)));
        for (side, name) in [(first, self.names[0]), (!first, self.names[1])] {
            name.clone_into(&mut game.players.get_mut(side).name);
        }
        pgn::write(&game)
    }

    fn append(&self, text: &str) -> Result<()> {
        let write = || {
            let options = &mut OpenOptions::new();
            let mut file = open_regular(self.path, options.append(true).create(true))?;
            file.write_all(text.as_bytes())
        };
        write().with_context(|| format!("--pgn: {}", self.path.display()))
    }
}
