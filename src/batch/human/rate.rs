//! `lucena rate`: the intrinsic rating of the players of a PGN file, by their moves.

use crate::batch::output::{Progress, Table};
use crate::game::Game;
use crate::game::pgn;
use crate::knowledge::Knowledge;
use crate::rules::{Color, Move};
use crate::search::ValueSearch;
use crate::strength::human::{HumanModel, MoveRater, Situation, UNRATED_PLIES};
use crate::strength::is_lone_king;
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Arguments of `lucena rate`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Games (PGN).
    #[arg(value_name = "FILE.PGN")]
    pub input: PathBuf,
    /// Rate only this player, by the name in the tags.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
}

/// Prints the rating of each side of each game, and of each player in all games. Blocks for about 50 ms a move.
///
/// # Errors
/// The file cannot be read, or has no game with enough moves.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let name = options.input.display().to_string();
    let text = std::fs::read(&options.input).with_context(|| name.clone())?;
    let games = pgn::read_bytes(&text).with_context(|| name.clone())?;
    let mut search = ValueSearch::new(Knowledge::standard()?)?;
    let mut players: BTreeMap<String, (MoveRater, usize)> = BTreeMap::new();
    let mut table = Table::new(2, &["game", "player", "side", "rating by the moves"]);
    for (index, read) in games.iter().enumerate() {
        for side in [Color::White, Color::Black] {
            let player = &read.game.players.get(side).name;
            if options.player.as_ref().is_some_and(|wanted| wanted != player) {
                continue;
            }
            progress.status(format!("game {} of {}: {player}", index + 1, games.len()));
            let rater = moves_of(&read.game, side, &mut search);
            let rating = rater.rating().map_or_else(
                || format!("{} moves are too few", rater.moves()),
                |rating| rating.to_string(),
            );
            table.row([(index + 1).to_string(), player.clone(), side.to_string(), rating]);
            let (all, count) = players.entry(player.clone()).or_default();
            all.merge(&rater);
            *count += 1;
        }
    }
    progress.clear_status();
    ensure!(
        !players.is_empty(),
        "{name}: no moves of {:?}",
        options.player.as_deref().unwrap_or("anybody")
    );
    progress.line(table)?;
    let mut table = Table::new(1, &["player", "games", "rating by the moves"]);
    for (player, (rater, count)) in players {
        let rating = rater.rating();
        let rating = rating.map_or_else(|| "too few moves".to_owned(), |rating| rating.to_string());
        table.row([player, count.to_string(), rating]);
    }
    progress.line(
        "all games: the Lichess rapid rating whose players choose such moves, ± a 95 % interval",
    )?;
    progress.line(table)?;
    Ok(())
}

/// The moves of one side. Those of the opening and against a lone king, and forced ones, are not rated.
fn moves_of(game: &Game, side: Color, search: &mut ValueSearch) -> MoveRater {
    let mut rater = MoveRater::default();
    let (start, moves): (_, Vec<Move>) = (game.start(), game.moves());
    for ply in 0..moves.len() {
        let situation = Situation::new(start, &moves[..ply]);
        let position = &situation.position;
        if ply < UNRATED_PLIES || position.turn() != side || is_lone_king(position) {
            continue;
        }
        let values = search.values(&situation);
        if let Some(played) = values.iter().position(|of| of.mv == moves[ply]) {
            rater.add(HumanModel::shipped(), &situation, &values, played);
        }
    }
    rater
}
