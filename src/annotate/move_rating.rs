//! The intrinsic rating of the moves of a side in a game. Valuing the moves takes about 60 ms each, so the likelihoods are kept
//! in a file: a line for each side of each game, named by a hash of the moves.

use crate::base::{FNV_BASIS, create_private_dir, fnv, open_regular, read_text};
use crate::game::{Game, NodeId};
use crate::knowledge::Knowledge;
use crate::rules::{Color, Move, Position, notation};
use crate::search::ValueSearch;
use crate::strength::human::{HumanModel, MoveRater, Situation, UNRATED_PLIES};
use crate::strength::is_lone_king;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Write as _};
use std::path::PathBuf;

/// Rates the moves of `side` in the main line. Moves of the opening, forced ones and those against a lone king are left out.
/// `None` when `is_stopped`. Blocks for about 60 ms a move.
pub fn rate_moves(
    game: &Game,
    side: Color,
    search: &mut ValueSearch,
    is_stopped: &dyn Fn() -> bool,
) -> Option<MoveRater> {
    let mut rater = MoveRater::default();
    let (start, moves) = main_line(game);
    for ply in UNRATED_PLIES..moves.len() {
        if is_stopped() {
            return None;
        }
        let situation = Situation::new(&start, &moves[..ply]);
        let position = &situation.position;
        if position.turn() != side || is_lone_king(position) {
            continue;
        }
        let values = search.values(&situation);
        if let Some(played) = values.iter().position(|of| of.mv == moves[ply]) {
            rater.add(HumanModel::shipped(), &situation, &values, played);
        }
    }
    Some(rater)
}

/// The likelihoods of the moves of games rated before, and the file that keeps them.
#[derive(Debug)]
pub struct MoveRatings {
    known: HashMap<String, MoveRater>,
    file: Option<PathBuf>,
}

impl MoveRatings {
    /// Reads `file`; lines of another model are dropped. Without a file nothing is kept beyond the process.
    ///
    /// # Errors
    /// The file exists and cannot be read.
    pub fn open(file: Option<PathBuf>) -> io::Result<Self> {
        let text = match file.as_ref().map(|file| read_text(file)) {
            None => String::new(),
            Some(Err(error)) if error.kind() == ErrorKind::NotFound => String::new(),
            Some(read) => read?,
        };
        let mut lines = text.lines();
        let mut known = HashMap::new();
        if lines.next() == Some(&header()) {
            let parsed = lines.filter_map(|line| {
                let (name, rater) = line.split_once('\t')?;
                Some((name.to_owned(), MoveRater::from_text(rater)?))
            });
            known.extend(parsed);
        }
        Ok(Self { known, file })
    }

    /// The moves of `side` in the main line of `game`, if they were rated before.
    pub fn known(&self, game: &Game, side: Color) -> Option<&MoveRater> {
        self.known.get(&name(game, side))
    }

    /// Keeps a rater as its text, in the file too.
    ///
    /// # Errors
    /// The file cannot be written; the rater is kept in memory.
    pub fn keep(&mut self, game: &Game, side: Color, rater: MoveRater) -> io::Result<()> {
        let (name, text) = (name(game, side), rater.to_text());
        let line = format!("{name}\t{text}\n");
        let is_first = self.known.is_empty();
        self.known.insert(name, MoveRater::from_text(&text).unwrap_or(rater));
        let Some(path) = &self.file else { return Ok(()) };
        if let Some(folder) = path.parent() {
            create_private_dir(folder)?;
        }
        // Another program may have begun the file meanwhile.
        let has_header = || {
            let text = read_text(path);
            text.is_ok_and(|text| text.lines().next() == Some(header().as_str()))
        };
        if is_first && !has_header() {
            // A file of another model is replaced.
            let mut file =
                open_regular(path, File::options().create(true).write(true).truncate(true))?;
            return file.write_all(format!("{}\n{line}", header()).as_bytes());
        }
        open_regular(path, File::options().append(true))?.write_all(line.as_bytes())
    }
}

/// The first line of the file: the model that the likelihoods are of.
fn header() -> String {
    format!("# {:016x}", fnv(FNV_BASIS, HumanModel::shipped().to_text().as_bytes()))
}

fn main_line(game: &Game) -> (Position, Vec<Move>) {
    let last = game.tree().mainline().last().copied();
    game.line_to(last.unwrap_or(NodeId::ROOT))
}

fn name(game: &Game, side: Color) -> String {
    let (start, moves) = main_line(game);
    let moves: Vec<String> = moves.iter().map(|mv| notation::uci(*mv)).collect();
    let text = format!("{} {}", start.fen(), moves.join(" "));
    format!("{:016x} {side}", fnv(FNV_BASIS, text.as_bytes()))
}

/// A searcher for [`rate_moves`].
///
/// # Errors
/// No memory for it.
pub fn value_search() -> Result<ValueSearch, String> {
    let knowledge = Knowledge::standard().map_err(|error| error.to_string())?;
    ValueSearch::new(knowledge).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{MoveRatings, rate_moves, value_search};
    use crate::game::pgn;
    use crate::rules::Color;

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Nbd2 a6 8. Bb3 Ba7 9. Re1 Be6 \
                        10. Nf1 h6 11. Ng3 Re8 12. h3 d5 13. exd5 Bxd5 14. Nh4 Bxb3 15. Qxb3 Qxd3 16. Ng6 Rad8 *";

    #[test]
    fn the_moves_of_a_game_are_rated_once() {
        let game = pgn::read_bytes(GAME.as_bytes()).unwrap().remove(0).game;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept/ratings.txt");
        let mut ratings = MoveRatings::open(Some(file.clone())).unwrap();
        assert!(ratings.known(&game, Color::White).is_none());
        let mut search = value_search().unwrap();
        assert!(rate_moves(&game, Color::White, &mut search, &|| true).is_none());
        for side in [Color::White, Color::Black] {
            let rater = rate_moves(&game, side, &mut search, &|| false).unwrap();
            assert_eq!(rater.moves(), 10);
            assert!(rater.rating().is_some_and(|it| it.error > 50.0));
            ratings.keep(&game, side, rater).unwrap();
        }
        let again = MoveRatings::open(Some(file.clone())).unwrap();
        for side in [Color::White, Color::Black] {
            let [kept, read] =
                [&ratings, &again].map(|of| of.known(&game, side).unwrap().rating().unwrap());
            assert!((kept.rating - read.rating).abs() < 5.0 && kept.moves == read.moves);
        }
        // A file of another model says nothing, and is replaced.
        std::fs::write(&file, "# another\nx\t1,2\n").unwrap();
        let mut other = MoveRatings::open(Some(file.clone())).unwrap();
        assert!(other.known(&game, Color::White).is_none());
        other
            .keep(&game, Color::White, ratings.known(&game, Color::White).unwrap().clone())
            .unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("another") && text.lines().count() == 2, "{text}");
    }
}
