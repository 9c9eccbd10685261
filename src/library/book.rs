//! Where games leave a book: a repertoire in PGN, or the player's own earlier games.

use super::sums::OwnGame;
use super::{LibraryError, Sums};
use crate::game::pgn::{Index, Severity};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Key, Move, Position, notation};
use shakmaty::ByColor;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// The tag by which a chapter of a Lichess study names the side that it is for.
const ORIENTATION: &str = "Orientation";

/// The moves of the positions of a book.
type Moves = HashMap<Key, Vec<Move>>;

/// A repertoire: its moves for each colour of the player, those of the opponent included.
#[derive(Clone, Debug)]
pub struct Repertoire {
    file: PathBuf,
    moves: ByColor<Moves>,
}

fn add(moves: &mut Moves, key: Key, mv: Move) {
    let known = moves.entry(key).or_default();
    if !known.contains(&mv) {
        known.push(mv);
    }
}

impl Repertoire {
    /// Reads all lines of all games of `file`. A game with the tag `Orientation` (`white` or `black`) is for that colour, others for both.
    ///
    /// # Errors
    /// The file cannot be read, has no moves, or a game cannot be read in full: with the game, the line and what is wrong there.
    pub fn read(file: &Path) -> Result<Self, LibraryError> {
        let wrong = |text: String| LibraryError::Repertoire { path: file.to_owned(), text };
        let index = Index::build(file, &mut |_, _| ControlFlow::Continue(()))?;
        let mut moves: ByColor<Moves> = ByColor::default();
        for number in 0..index.entries().len() {
            let read = index.read(number)?;
            if let Some(note) = read.notes.iter().find(|it| it.severity == Severity::Error) {
                return Err(wrong(note.to_string()));
            }
            let sides = match read.game.tags.get(ORIENTATION) {
                None => ByColor { white: true, black: true },
                Some("white") => ByColor { white: true, black: false },
                Some("black") => ByColor { white: false, black: true },
                Some(other) => {
                    let game = format!("game {}, line {}", number + 1, read.line);
                    return Err(wrong(format!(
                        "{game}: tag {ORIENTATION} {other:?}: expected \"white\" or \"black\""
                    )));
                }
            };
            for (side, _) in sides.zip_color().into_iter().filter(|(_, wanted)| *wanted) {
                add_tree(moves.get_mut(side), &read.game);
            }
        }
        if moves.iter().all(HashMap::is_empty) {
            return Err(wrong("has no moves".to_owned()));
        }
        Ok(Self { file: file.to_owned(), moves })
    }
}

/// Adds every move of the game's tree.
fn add_tree(moves: &mut Moves, game: &Game) {
    let mut open = vec![NodeId::ROOT];
    while let Some(id) = open.pop() {
        for &child in game.tree().node(id).children() {
            if let Some(mv) = game.tree().node(child).mv() {
                add(moves, game.position_at(id).key(), mv);
            }
            open.push(child);
        }
    }
}

/// A move that left the book.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The player's colour.
    pub side: Color,
    /// Whether the player left the book, not the opponent.
    pub is_own: bool,
    /// The moves up to the position, with numbers; empty for the start. Of several orders the one of the newest game.
    pub line: String,
    /// The move that was played, with its number.
    pub played: String,
    /// The moves of the book, with their numbers.
    pub book: Vec<String>,
    /// How the games with this move went.
    pub sums: Sums,
    /// How the player's games with the book's moves in this position went.
    pub with_book: Sums,
    /// Numbers of the games in the library, the newest last.
    pub games: Vec<usize>,
}

/// Where the player's games left the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Departures {
    /// The book: a file, or `None` for the earlier games.
    pub repertoire: Option<PathBuf>,
    /// Why the repertoire that was to be the book cannot be read, with its file.
    pub unread: Option<String>,
    /// Games whose first position is not in the book, those of another start position included.
    pub outside: usize,
    /// Games that stayed in the book until it or their first 20 moves ended.
    pub inside: usize,
    /// The moves that left it: the most frequent first.
    pub moves: Vec<Departure>,
}

/// A game's step out of the book.
struct Step {
    ply: usize,
    position: Position,
    book: Vec<Move>,
}

/// What became of a game in the book.
enum Course {
    Outside,
    Inside,
    Left(Step),
}

fn course(line: &[Move], moves: &Moves) -> Course {
    let mut position = Position::default();
    for (ply, &mv) in line.iter().enumerate() {
        match moves.get(&position.key()) {
            Some(book) if book.contains(&mv) => position.play(mv),
            Some(book) => return Course::Left(Step { ply, book: book.clone(), position }),
            None if ply == 0 => return Course::Outside,
            None => return Course::Inside,
        }
    }
    if line.is_empty() { Course::Outside } else { Course::Inside }
}

/// Goes through the games of the player, the oldest first. Those that are not found are only part of the book.
pub(super) fn departures(games: &[OwnGame<'_>], repertoire: Option<&Repertoire>) -> Departures {
    let mut found =
        Departures { repertoire: repertoire.map(|it| it.file.clone()), ..Departures::default() };
    let mut earlier: ByColor<Moves> = ByColor::default();
    let mut places: HashMap<(Color, Key, Move), usize> = HashMap::new();
    let mut results: HashMap<(Color, Key, Move), Sums> = HashMap::new();
    let mut left: Vec<(Color, Key, Vec<Move>)> = Vec::new();
    for game in games {
        let line = &game.figures.line;
        let book = repertoire.map_or(earlier.get(game.side), |it| it.moves.get(game.side));
        match course(line, book) {
            _ if !game.is_found => {}
            Course::Outside => found.outside += 1,
            Course::Inside => found.inside += 1,
            Course::Left(step) => {
                let Step { ply, position, book } = step;
                let key = (game.side, position.key(), line[ply]);
                let at = *places.entry(key).or_insert_with(|| {
                    left.push((game.side, position.key(), Vec::new()));
                    found.moves.push(Departure {
                        side: game.side,
                        is_own: position.turn() == game.side,
                        line: String::new(),
                        played: notation::numbered(&position, line[ply]),
                        book: Vec::new(),
                        sums: Sums::default(),
                        with_book: Sums::default(),
                        games: Vec::new(),
                    });
                    found.moves.len() - 1
                });
                let departure = &mut found.moves[at];
                departure.line = notation::numbered_line(&Position::default(), &line[..ply]);
                departure.book = book.iter().map(|&mv| notation::numbered(&position, mv)).collect();
                departure.sums.add(game.side, game.result, game.figures);
                departure.games.push(game.number);
                left[at].2 = book;
            }
        }
        let mut position = Position::default();
        for &mv in line {
            let key = position.key();
            if game.is_found {
                let sums = results.entry((game.side, key, mv)).or_default();
                sums.add(game.side, game.result, game.figures);
            }
            if repertoire.is_none() {
                add(earlier.get_mut(game.side), key, mv);
            }
            position.play(mv);
        }
    }
    for (departure, (side, key, book)) in found.moves.iter_mut().zip(left) {
        for mv in book {
            if let Some(sums) = results.get(&(side, key, mv)) {
                departure.with_book.merge(sums);
            }
        }
    }
    // The player's own moves first: those can be learned from.
    found.moves.sort_by(|a, b| {
        let rank = |it: &Departure| (!it.is_own, std::cmp::Reverse(it.games.len()));
        let newest = |it: &Departure| it.games.last().copied();
        rank(a).cmp(&rank(b)).then_with(|| newest(b).cmp(&newest(a)))
    });
    found
}
