//! `lucena rate`: the intrinsic rating of the players of a PGN file, by their moves.

use crate::annotate::{MoveRatings, rate_moves, value_search};
use crate::base::sanitise;
use crate::batch::output::{Progress, Table};
use crate::batch::partial_games::PartialGames;
use crate::config::Paths;
use crate::game::name_key;
use crate::game::pgn::{Index, Note, Severity};
use crate::library::{FiguresReader, Library, Player, copies_words};
use crate::rules::Color;
use crate::strength::human::MoveRater;
use anyhow::{Error, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// The moves of a player in all games.
#[derive(Default)]
struct Rated {
    name: String,
    rater: MoveRater,
    /// The games by their place in the file.
    games: BTreeSet<usize>,
}

/// Prints the rating of each side of each game, and of each player in all games; of copies of a game one counts. Blocks for about 60 ms a move that was not rated
/// before: ratings are kept for the library.
///
/// # Errors
/// The file cannot be read or has no game with enough moves; [`crate::batch::partial_games::ReadInPart`] after everything is printed.
pub fn run(options: &Options, home: Option<&Path>, progress: &mut Progress<'_>) -> Result<()> {
    let name = options.input.display().to_string();
    let mut partial = PartialGames::default();
    let Games { index: file, numbers, copies } =
        read_games(&options.input, &mut partial, progress)?;
    let mut search = value_search().map_err(Error::msg)?;
    // Without a folder for the library nothing is kept.
    let (kept, no_folder) = match Paths::find(home) {
        Ok(paths) => (Some(paths.move_ratings()), None),
        Err(error) => (None, Some(Error::from(error))),
    };
    let mut ratings = MoveRatings::open(kept);
    // Players without a name are left out of the second table.
    let mut players: BTreeMap<String, Rated> = BTreeMap::new();
    let mut found = false;
    let mut table = Table::new(2, &["game", "player", "side", "rating by the moves"]);
    let count = file.entries().len();
    for index in numbers {
        // Read again: all games of a large file would fill the memory.
        let read = file.read(index)?;
        for side in [Color::White, Color::Black] {
            let player = &read.game.players.get(side).name;
            if options.player.as_ref().is_some_and(|wanted| name_key(wanted) != name_key(player)) {
                continue;
            }
            progress.status(format!("game {} of {}: {player}", index + 1, count));
            if ratings.known(&read.game, side).is_none() {
                let rater = rate_moves(&read.game, side, &mut search, &|| false);
                ratings.keep(&read.game, side, rater.unwrap_or_default());
            }
            let rater = ratings.known(&read.game, side).cloned().unwrap_or_default();
            let rating = rater.rating().map_or_else(
                || match rater.moves() {
                    1 => "1 move is too few".to_owned(),
                    moves => format!("{moves} moves are too few"),
                },
                |rating| rating.to_string(),
            );
            table.row([(index + 1).to_string(), player.clone(), side.to_string(), rating]);
            found = true;
            let key = name_key(player);
            if key.is_empty() {
                continue;
            }
            let new = || Rated { name: player.clone(), ..Rated::default() };
            let all = players.entry(key).or_insert_with(new);
            all.rater.merge(&rater);
            all.games.insert(index);
        }
    }
    progress.clear_status();
    if !found {
        // What could not be read may have been of the player.
        partial.print_notes()?;
        bail!("{name}: no moves of {:?}", options.player.as_deref().unwrap_or("anybody"));
    }
    progress.line(table)?;
    let mut table = Table::new(1, &["player", "games", "rating by the moves"]);
    for Rated { name, rater, games } in players.into_values() {
        let rating = rater.rating();
        let rating = rating.map_or_else(|| "too few moves".to_owned(), |rating| rating.to_string());
        table.row([name, games.len().to_string(), rating]);
    }
    progress.line(
        "all games: the Lichess rapid rating whose players choose such moves, ± a 95 % interval",
    )?;
    progress.line(table)?;
    if let Some(error) = no_folder.or_else(|| ratings.take_error().map(Error::new)) {
        writeln!(io::stderr(), "the ratings are not kept: {}", sanitise(&format!("{error:#}")))?;
    }
    if let Some(words) = copies_words(copies) {
        progress.note(words)?;
    }
    partial.report()
}

/// The games of the file, of copies only the one that has most.
struct Games {
    /// The file.
    index: Arc<Index>,
    /// Their places in it, from 0.
    numbers: Vec<usize>,
    /// Copies that are left out.
    copies: usize,
}

fn read_games(
    file: &Path,
    partial: &mut PartialGames,
    progress: &mut Progress<'_>,
) -> Result<Games> {
    let index = Index::build(file, &mut |_, _| ControlFlow::Continue(()))?.with_games()?;
    let index = Arc::new(index);
    let mut library = Library::new(vec![Arc::clone(&index)], Player::default());
    let reader = FiguresReader::new(MoveRatings::open(None));
    let (count, mut numbers) = (library.len(), Vec::new());
    for number in 0..count {
        progress.status(format!("reading game {} of {count}", number + 1));
        let read = match index.read(number) {
            Ok(read) => read,
            // It does not keep the others away.
            Err(error) if error.is_of_one_game() => {
                let note = Note {
                    game: number + 1,
                    line: index.line(number),
                    severity: Severity::Error,
                    text: format!("left out: {error}"),
                };
                partial.add(file, &[note]);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        partial.add(file, &read.notes);
        library.take(number, reader.of(&read.game));
        numbers.push(number);
    }
    let is_copy = library.copies();
    numbers.retain(|&number| !is_copy[number]);
    Ok(Games { index, numbers, copies: is_copy.iter().filter(|it| **it).count() })
}
