//! Plays pairs of games on one thread.

use super::options::{Failures, Options};
use super::play::{self, GameSetup};
use super::player::{EngineWarning, MatchClock, Player};
use crate::base::Millis;
use crate::engine::external::ExternalError;
use crate::game::{End, Game, Termination};
use crate::rules::{Color, Position};
use anyhow::{Result, anyhow};
use std::mem;

/// Number of attempts to play a pair in which an external engine fails.
const MAX_ATTEMPTS: usize = 3;

/// A game, and the colour of the first engine in it.
#[derive(Debug)]
pub(super) struct PlayedGame {
    pub game: Game,
    pub first: Color,
    /// What failed where an engine did, with the position.
    pub failure: Option<String>,
}

/// What came of an opening.
#[derive(Debug)]
pub(super) struct PlayedPair {
    /// The place of the opening among those of the match.
    pub number: usize,
    /// Both games to their ends, the first with White for the first engine; or why they could not be played.
    pub games: Result<[PlayedGame; 2]>,
    /// The games that a failure of an engine broke off; what failed is the last comment.
    pub broken: Vec<PlayedGame>,
    /// What failed in earlier attempts.
    pub failures: Vec<String>,
    /// What the engines did against the protocol.
    pub warnings: Vec<EngineWarning>,
}

/// Two players and their clock.
pub(super) struct GameRunner<'a> {
    options: &'a Options,
    setup: GameSetup,
    players: [Player; 2],
    clock: MatchClock,
    /// Warnings of engines that are not running any more.
    warnings: Vec<EngineWarning>,
}

impl<'a> GameRunner<'a> {
    /// Starts the engines.
    ///
    /// # Errors
    /// One cannot be started.
    pub fn new(options: &'a Options, setup: GameSetup) -> Result<Self> {
        let clock = MatchClock::new(options.cpu_time);
        let [first, second] = [&options.first, &options.second]
            .map(|engine| Player::start(engine, &clock, options.ponder, &setup.stop));
        Ok(Self { options, setup, players: [first?, second?], clock, warnings: Vec::new() })
    }

    /// Why an engine does not ponder in a match with pondering, a note for each that does not.
    pub fn notes_on_pondering(&self) -> Vec<String> {
        let mut engines = vec![(&self.options.first, &self.players[0])];
        // One note for two engines of the same configuration.
        if self.options.second != self.options.first {
            engines.push((&self.options.second, &self.players[1]));
        }
        let notes = engines.into_iter().filter_map(|(config, player)| {
            Some(format!("{} does not ponder: {}", config.name, player.why_no_pondering()?))
        });
        if self.options.ponder { notes.collect() } else { Vec::new() }
    }

    /// Plays both games of an opening. If an external engine fails, both engines start anew; the pair is played again, so that no
    /// crash is a result, or the engine has lost the game if the options say so.
    pub fn play_pair(&mut self, number: usize, opening: &Position) -> PlayedPair {
        let (mut broken, mut failures) = (Vec::new(), Vec::new());
        let games = loop {
            match self.try_pair(opening, &mut broken) {
                Err(error) if is_chance(&error) => {
                    failures.push(format!("{error:#}"));
                    if failures.len() == MAX_ATTEMPTS {
                        let all = failures.join("; ");
                        break Err(anyhow!("gave up a pair after {MAX_ATTEMPTS} attempts: {all}"));
                    }
                    if let Err(error) = self.restart() {
                        break Err(error);
                    }
                }
                games => break games,
            }
        };
        self.keep_warnings();
        let warnings = mem::take(&mut self.warnings);
        PlayedPair { number, games, broken, failures, warnings }
    }

    fn keep_warnings(&mut self) {
        self.warnings.extend(self.players.iter_mut().flat_map(Player::take_warnings));
    }

    fn try_pair(
        &mut self,
        opening: &Position,
        broken: &mut Vec<PlayedGame>,
    ) -> Result<[PlayedGame; 2]> {
        self.setup.start = opening.clone();
        let first = self.play(Color::White, broken)?;
        Ok([first, self.play(Color::Black, broken)?])
    }

    /// Plays a game in which the first engine has the colour `first`.
    fn play(&mut self, first: Color, broken: &mut Vec<PlayedGame>) -> Result<PlayedGame> {
        // Here no side is to move that could have lost.
        let chess960 = self.setup.start.castling_mode().is_chess960();
        self.players.iter_mut().try_for_each(|player| player.new_game(chess960))?;
        let [a, b] = &mut self.players;
        let players = if first == Color::White { [a, b] } else { [b, a] };
        let mut game = self.setup.new_game();
        let played = play::play(&self.setup, players, &self.clock, &mut game);
        self.players.iter().for_each(Player::stop_pondering);
        let Err(error) = played else { return Ok(PlayedGame { game, first, failure: None }) };
        if !is_chance(&error) {
            return Err(error);
        }
        let last = game.current();
        let failure = Some(format!("{error:#}"));
        game.tree_mut().node_mut(last).comment = format!("{error:#}");
        if self.options.failures == Failures::Lose {
            let end = End::win(!game.position().turn(), Termination::Abandoned);
            game.conclude(end, Millis(0))?;
            self.restart()?;
            return Ok(PlayedGame { game, first, failure });
        }
        broken.push(PlayedGame { game, first, failure });
        Err(error)
    }

    fn restart(&mut self) -> Result<()> {
        self.keep_warnings();
        let warnings = mem::take(&mut self.warnings);
        *self = Self { warnings, ..Self::new(self.options, self.setup.clone())? };
        Ok(())
    }
}

/// Whether an engine failed in a way in which it may not fail again.
fn is_chance(error: &anyhow::Error) -> bool {
    let failure = error.downcast_ref::<ExternalError>();
    failure.is_some_and(|failure| !matches!(failure, ExternalError::NoChess960 { .. }))
}
