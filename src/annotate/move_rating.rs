//! The intrinsic rating of the moves of a side in a game. Valuing the moves takes about 60 ms each, so the likelihoods are kept
//! in a file: a line for each side of each game, named by a hash of the moves.

use crate::base::{
    ChangeLock, FNV_BASIS, create_private_dir, fnv, open_file, open_regular, read_text,
    write_atomic,
};
use crate::game::{Game, NodeId};
use crate::knowledge::Knowledge;
use crate::rules::{Color, Move, Position, notation};
use crate::search::ValueSearch;
use crate::strength::human::{HumanModel, MoveRater, Situation, UNRATED_PLIES};
use crate::strength::is_lone_king;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

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

/// The likelihoods of the moves of games rated before, and the file that keeps them. Where the file fails they are in memory alone.
#[derive(Debug)]
pub struct MoveRatings {
    known: HashMap<String, MoveRater>,
    file: Option<PathBuf>,
    /// Why the file is no longer used, until somebody asks.
    error: Option<io::Error>,
}

impl MoveRatings {
    /// Reads `file`; lines of another model are dropped. Without a file nothing is kept beyond the process.
    pub fn open(file: Option<PathBuf>) -> Self {
        let mut ratings = Self { known: HashMap::new(), file, error: None };
        match ratings.file.as_ref().map(|file| read_text(file)) {
            None => {}
            Some(Err(error)) if error.kind() == ErrorKind::NotFound => {}
            Some(Err(error)) => ratings.give_up(&error),
            Some(Ok(text)) => ratings.read(&text),
        }
        ratings
    }

    /// Why the file cannot be used, if that is so and nobody has asked yet. The error names the file.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    fn give_up(&mut self, error: &io::Error) {
        if let Some(file) = self.file.take() {
            let words = format!("{}: {error}", file.display());
            self.error = Some(io::Error::new(error.kind(), words));
        }
    }

    fn read(&mut self, text: &str) {
        let mut lines = text.lines();
        if lines.next() == Some(&header()) {
            let parsed = lines.filter_map(|line| {
                let (name, rater) = line.split_once('\t')?;
                Some((name.to_owned(), MoveRater::from_text(rater)?))
            });
            self.known.extend(parsed);
        }
    }

    /// The moves of `side` in the main line of `game`, if they were rated before.
    pub fn known(&self, game: &Game, side: Color) -> Option<&MoveRater> {
        self.known.get(&name(game, side))
    }

    /// Keeps a rater as its text, in the file too if that can be written.
    pub fn keep(&mut self, game: &Game, side: Color, rater: MoveRater) {
        let (name, text) = (name(game, side), rater.to_text());
        let line = format!("{name}\t{text}\n");
        self.known.insert(name, MoveRater::from_text(&text).unwrap_or(rater));
        if let Some(Err(error)) = self.file.as_ref().map(|file| add_line(file, &line)) {
            self.give_up(&error);
        }
    }
}

/// Adds a line to the file. One that does not begin with [`header`], as of another model, is replaced.
fn add_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        create_private_dir(folder)?;
    }
    // Another program may begin the file at the same time.
    let _lock = ChangeLock::of(path);
    let header = format!("{}\n", header());
    let mut begins = Vec::new();
    match open_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        file => {
            file?.take(header.len() as u64).read_to_end(&mut begins)?;
        }
    }
    if begins == header.as_bytes() {
        return open_regular(path, File::options().append(true))?.write_all(line.as_bytes());
    }
    write_atomic(path, format!("{header}{line}").as_bytes())
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
        let mut ratings = MoveRatings::open(Some(file.clone()));
        assert!(ratings.known(&game, Color::White).is_none());
        let mut search = value_search().unwrap();
        assert!(rate_moves(&game, Color::White, &mut search, &|| true).is_none());
        for side in [Color::White, Color::Black] {
            let rater = rate_moves(&game, side, &mut search, &|| false).unwrap();
            assert_eq!(rater.moves(), 10);
            assert!(rater.rating().is_some_and(|it| it.error > 50.0));
            ratings.keep(&game, side, rater);
        }
        let again = MoveRatings::open(Some(file.clone()));
        for side in [Color::White, Color::Black] {
            let [kept, read] =
                [&ratings, &again].map(|of| of.known(&game, side).unwrap().rating().unwrap());
            assert!((kept.rating - read.rating).abs() < 5.0 && kept.moves == read.moves);
        }
        // A file of another model says nothing, and is replaced.
        std::fs::write(&file, "# another\nx\t1,2\n").unwrap();
        let mut other = MoveRatings::open(Some(file.clone()));
        assert!(other.known(&game, Color::White).is_none());
        let known = ratings.known(&game, Color::White).unwrap();
        other.keep(&game, Color::White, known.clone());
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("another") && text.lines().count() == 2, "{text}");
        // A file that cannot be used is said once, and the ratings stay in memory.
        let blocked = folder.path().join("blocked");
        std::fs::create_dir(&blocked).unwrap();
        let mut memory = MoveRatings::open(Some(blocked));
        assert!(memory.take_error().unwrap().to_string().contains("blocked: "));
        memory.keep(&game, Color::White, known.clone());
        assert!(memory.known(&game, Color::White).is_some() && memory.take_error().is_none());
        // One that was deleted is begun again.
        std::fs::remove_file(&file).unwrap();
        other.keep(&game, Color::Black, known.clone());
        assert!(other.take_error().is_none() && file.exists());
    }
}
