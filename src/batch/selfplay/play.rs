//! One game of the engine against itself, and the positions that are kept of it.

use crate::base::{Millis, Random, Score};
use crate::batch::matches::{Agreement, OpeningBook, table_result};
use crate::batch::positions::Record;
use crate::game::{DrawClaims, Game, GameResult};
use crate::knowledge::Knowledge;
use crate::rules::{Key, Move, PackedMove, Position};
use crate::search::{
    Limits, NoLimits, NullObserver, Root, SearchOptions, Searcher, Tablebases, TranspositionTable,
};
use anyhow::{Result, bail};
use std::sync::Arc;

/// Both sides report this many centipawns for the same side in six searches in a row: that side wins.
/// Measured: less than 1 % of games adjudicated so would have ended differently.
const DECIDED_CP: i32 = 1500;
/// Plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 300;
/// Plies after the opening that are not saved: random moves are not typical play.
const SKIPPED_PLIES: usize = 6;
/// An opening whose first search scores more centipawns for a side is drawn again, so many times at most.
const MAX_OPENING_CP: i32 = 300;
const MAX_OPENINGS: usize = 200;
/// Transposition tables in MiB: of the search and of the quiescence search that judges positions.
const HASH_MIB: usize = 8;
const QUIET_HASH_MIB: usize = 1;

/// What determines the games, beside their numbers.
#[derive(Debug)]
pub(super) struct Rules {
    pub nodes: u64,
    pub seed: u64,
    /// The opening books; none for the start position.
    pub openings: Vec<OpeningBook>,
    /// Random moves after the opening: from half of so many plies to all.
    pub random_plies: u16,
    /// Tablebases that end a game with the right result.
    pub tables: Option<Arc<Tablebases>>,
}

impl Rules {
    /// The rules of adjudication as the provenance states them.
    pub fn adjudication(&self) -> String {
        let tables = self.tables.as_ref().map(|it| format!(", tables of {}", it.max_pieces()));
        format!(
            "{}, draw after {MAX_PLIES} plies{}",
            Agreement::new(DECIDED_CP).rules(),
            tables.map_or_else(String::new, |tables| format!("{tables} pieces"))
        )
    }
}

/// A finished game.
#[derive(Debug)]
pub(super) struct PlayedGame {
    /// Its number in the run.
    pub number: u32,
    /// Moves after the opening.
    pub plies: usize,
    /// The quiet positions.
    pub records: Vec<Record>,
}

/// Plays games on one thread.
#[derive(Debug)]
pub(super) struct GamePlayer<'a> {
    rules: &'a Rules,
    searcher: Searcher,
    /// Judges whether positions are quiet, without what the search has learned.
    quiet: Searcher,
}

impl<'a> GamePlayer<'a> {
    /// # Errors
    /// No memory for the transposition tables.
    pub fn new(rules: &'a Rules, knowledge: &Arc<Knowledge>) -> Result<Self> {
        let searcher = |mib| -> Result<Searcher> {
            let table = Arc::new(TranspositionTable::new(mib)?);
            Ok(Searcher::new(table, Arc::clone(knowledge), SearchOptions::default()))
        };
        let (mut searcher, quiet) = (searcher(HASH_MIB)?, searcher(QUIET_HASH_MIB)?);
        searcher.set_tablebases(rules.tables.clone());
        Ok(Self { rules, searcher, quiet })
    }

    /// Plays the game `number`, which depends on the rules and this number only.
    ///
    /// # Errors
    /// No opening is balanced.
    pub fn play(&mut self, number: u32) -> Result<PlayedGame> {
        for searcher in [&mut self.searcher, &mut self.quiet] {
            searcher.clear();
            searcher.tt().clear();
        }
        // Every game has its own seed, derived from its number by a multiplicative hash.
        let hash = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let start = self.opening(&mut Random::new(self.rules.seed ^ hash))?;
        let first_ply = start.game_ply();
        let mut game = Game::new(start);
        game.claims = DrawClaims::Automatic;
        let mut history: Vec<Key> = Vec::new();
        let mut agreement = Agreement::new(DECIDED_CP);
        let mut quiet = Vec::new();
        let result = loop {
            let position = game.position().clone();
            let known = || table_result(self.rules.tables.as_deref()?, &position);
            if let Some(end) = game.end().or_else(|| game.status().end()).or_else(known) {
                break end.result;
            }
            let plies = history.len();
            let found = self.search(&position, &history).filter(|_| plies < MAX_PLIES);
            let Some((best, score)) = found else { break GameResult::Draw };
            let turn = position.turn();
            if plies >= SKIPPED_PLIES && self.is_quiet(&position, best, score) {
                quiet.push((position.clone(), turn.fold_wb(1, -1) * score.value(), best));
            }
            if game.play(best, Millis(0)).is_err() {
                break GameResult::Draw;
            }
            history.push(position.key());
            if let Some(end) = agreement.add(turn, Some(score), first_ply + history.len()) {
                // A game that is over by the rules keeps its own end.
                break game.status().end().unwrap_or(end).result;
            }
        };
        let record = |(position, score, best): (Position, i32, Move)| {
            let (score, best) = (i16::try_from(score)?, PackedMove::new(best));
            Ok(Record { position, score, best, result })
        };
        let records = quiet.into_iter().map(record).collect::<Result<_>>()?;
        Ok(PlayedGame { number, plies: history.len(), records })
    }

    /// Draws a position of a book, plays random moves, and draws again while the game is over or decided.
    fn opening(&mut self, random: &mut Random) -> Result<Position> {
        let Rules { openings, random_plies, .. } = self.rules;
        for _ in 0..MAX_OPENINGS {
            let book = openings.get(random.below(openings.len() as u64) as usize);
            let mut position =
                book.map_or_else(Position::default, |book| book.draw(random).clone());
            let least = u64::from(random_plies / 2);
            let plies = least + random.below(u64::from(*random_plies) - least + 1);
            for _ in 0..plies {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len() as u64) as usize) else { break };
                position.play(mv);
            }
            let found = self.search(&position, &[]);
            if found.is_some_and(|(_, score)| score.value().abs() <= MAX_OPENING_CP) {
                return Ok(position);
            }
        }
        bail!("{MAX_OPENINGS} openings were drawn, and each scores more than {MAX_OPENING_CP} cp")
    }

    /// The best move and its score for the side to move; `None` if there is no legal move.
    fn search(&mut self, position: &Position, history: &[Key]) -> Option<(Move, Score)> {
        let root = Root { position: position.clone(), history: history.to_vec() };
        let limits = Limits { nodes: Some(self.rules.nodes), ..Limits::default() };
        let report = self.searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
        let line = report.lines.first()?;
        Some((*line.moves.first()?, line.score))
    }

    /// No check, the best move is no capture or promotion, the score is no mate or known result, and the evaluation stands in
    /// quiescence search.
    fn is_quiet(&mut self, position: &Position, best: Move, score: Score) -> bool {
        let calm = !position.is_check() && !best.is_capture() && !best.is_promotion();
        calm && score.is_heuristic() && self.quiet.is_quiet(position)
    }
}
