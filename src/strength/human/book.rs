//! The opening book of human choice: how often people of a rating played each move in a position, from rated games. The
//! model's probabilities are its prior, so that a rare position is played as the model plays it.

use super::knots::Knots;
use crate::base::{Elo, number_of};
use crate::rules::{Key, Move, Position, notation, parse_move};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The book covers the moves before this ply.
pub const BOOK_PLIES: usize = 12;
/// Games that the model's probabilities count as.
const PRIOR: f64 = 8.0;
/// Ratings at which the moves are counted: the knots of the weights.
const RATINGS: usize = 5;
/// First line and beginning of the last line of the text.
const HEADER: &str = "# human opening book 1";
const END: &str = "end ";
/// The name of the shipped book in messages.
const SHIPPED: &str = "assets/human-book.txt";

/// How often a move was played, by rating: the knots of the weights.
pub type Counts = [u32; RATINGS];

/// An error in a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {place}: {problem}")]
pub struct HumanBookError {
    file: String,
    place: String,
    problem: String,
}

/// The moves that people play, by position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HumanBook {
    knots: Knots,
    moves: HashMap<Key, Vec<(Move, Counts)>>,
}

/// The games of a position with a move, and all of them, as counted for a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookShare {
    /// Games with the move.
    pub played: f64,
    /// Games with the position.
    pub of: f64,
}

impl HumanBook {
    /// The built-in book.
    pub fn shipped() -> &'static Self {
        static BOOK: LazyLock<HumanBook> = LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/human-book.txt"));
            let book = HumanBook::from_text(SHIPPED, text);
            debug_assert!(book.is_ok(), "{book:?}");
            book.unwrap_or_default()
        });
        &BOOK
    }

    /// Reads a book; `file` is its name in errors. After the header and comments, each line has the moves from the start in
    /// UCI notation, then for each move of that position, after `|`, the move with its five counts; the last line has
    /// `end` and the number of positions.
    ///
    /// # Errors
    /// The text is malformed or cut off.
    pub fn from_text(file: &str, text: &str) -> Result<Self, HumanBookError> {
        let fault = |line: usize, problem: String| HumanBookError {
            file: file.to_owned(),
            place: format!("line {line}"),
            problem,
        };
        let mut book = Self::default();
        let mut end = None;
        for (number, line) in (1..).zip(text.lines()) {
            if number == 1 && !line.starts_with(HEADER) {
                return Err(fault(1, format!("{line:?} is not {HEADER:?}")));
            }
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            if let Some(count) = line.strip_prefix(END) {
                end = count.trim().parse::<usize>().ok();
                continue;
            }
            let (key, moves) = read_line(line).map_err(|problem| fault(number, problem))?;
            book.moves.insert(key, moves);
        }
        if end != Some(book.moves.len()) {
            let positions = number_of(book.moves.len(), "position");
            let problem = match end {
                Some(end) => {
                    format!("the number of positions is {end}, but the book has {positions}")
                }
                None => format!("cut off: no line `end` with a number after {positions}"),
            };
            return Err(fault(text.lines().count(), problem));
        }
        Ok(book)
    }

    /// The games with `mv` among those with the position `key`, as counted for `rating`.
    fn share(&self, key: Key, rating: Elo) -> Option<Vec<(Move, f64)>> {
        let moves = self.moves.get(&key)?;
        let knots = self.knots.shares(f64::from(rating.0));
        // Beyond the ends the last counts hold.
        let count = |counts: &Counts| {
            let of = |&(knot, share): &(usize, f64)| {
                f64::from(counts[knot.min(RATINGS - 1)]) * share.clamp(0.0, 1.0)
            };
            knots.iter().map(of).sum::<f64>()
        };
        Some(moves.iter().map(|(mv, counts)| (*mv, count(counts))).collect())
    }

    /// Mixes the games of `position` into the `probabilities` of `moves`. Returns the games of each move, or nothing if the
    /// position is not in the book.
    pub(super) fn mix(
        &self,
        position: &Position,
        rating: Elo,
        moves: &[Move],
        probabilities: &mut [f64],
    ) -> Vec<BookShare> {
        let Some(known) = (position.game_ply() < BOOK_PLIES)
            .then(|| self.share(position.key(), rating))
            .flatten()
        else {
            return Vec::new();
        };
        let of: f64 = known.iter().map(|(_, games)| games).sum();
        let share = |mv: &Move| {
            let played = known.iter().find(|(known, _)| known == mv).map_or(0.0, |known| known.1);
            BookShare { played, of }
        };
        let shares: Vec<BookShare> = moves.iter().map(share).collect();
        for (probability, share) in probabilities.iter_mut().zip(&shares) {
            *probability = (share.played + PRIOR * *probability) / (of + PRIOR);
        }
        shares
    }
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// The moves to it from the start.
    pub path: Vec<Move>,
    /// Its moves with their counts.
    pub moves: Vec<(Move, Counts)>,
}

/// The text of a book; `comment` names the source.
pub fn book_text(comment: &str, lines: &[BookLine]) -> String {
    let mut text = format!("{HEADER}\n# {comment}\n");
    for BookLine { path, moves } in lines {
        let path: Vec<String> = path.iter().map(|&mv| notation::uci(mv)).collect();
        text += &path.join(" ");
        for (mv, counts) in moves {
            let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let _ = write!(text, "|{} {}", notation::uci(*mv), counts.join(" "));
        }
        text.push('\n');
    }
    text + &format!("{END}{}\n", lines.len())
}

fn read_line(line: &str) -> Result<(Key, Vec<(Move, Counts)>), String> {
    let mut parts = line.split('|');
    let mut position = Position::default();
    for text in parts.next().unwrap_or_default().split_whitespace() {
        let mv = parse_move(&position, text).map_err(|error| error.to_string())?;
        position.play(mv);
    }
    let read = |part: &str| {
        let mut words = part.split_whitespace();
        let mv = parse_move(&position, words.next().unwrap_or_default());
        let counts: Result<Vec<u32>, _> = words.map(str::parse).collect();
        let counts = counts.ok().and_then(|counts| Counts::try_from(counts).ok());
        let counts = counts.ok_or_else(|| format!("{part:?}: {RATINGS} counts are required"))?;
        Ok::<_, String>((mv.map_err(|error| error.to_string())?, counts))
    };
    let moves = parts.map(read).collect::<Result<Vec<_>, _>>()?;
    if moves.is_empty() { Err("no moves".to_owned()) } else { Ok((position.key(), moves)) }
}

#[cfg(test)]
mod tests {
    use super::{BookLine, HumanBook, book_text};
    use crate::base::Elo;
    use crate::rules::{Position, parse_move};

    fn small() -> String {
        let start = Position::default();
        let mv = |text| parse_move(&start, text).unwrap();
        let moves = vec![(mv("e2e4"), [80, 60, 40, 20, 0]), (mv("d2d4"), [0, 20, 40, 60, 80])];
        book_text("a test", &[BookLine { path: Vec::new(), moves }])
    }

    #[test]
    fn a_rating_plays_what_people_of_that_rating_play() {
        let book = HumanBook::from_text("mine.txt", &small()).unwrap();
        let start = Position::default();
        let moves = start.legal_moves();
        let at = |rating, text: &str| {
            let mut probabilities = vec![1.0 / moves.len() as f64; moves.len()];
            let shares = book.mix(&start, Elo(rating), &moves, &mut probabilities);
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let mv = parse_move(&start, text).unwrap();
            let index = moves.iter().position(|&known| known == mv).unwrap();
            (probabilities[index], shares[index].played)
        };
        assert!(at(700, "e2e4").0 > 0.85 && at(2400, "d2d4").0 > 0.85);
        assert_eq!(at(1450, "e2e4").1, 50.0);
        // The rest is the model's.
        assert!((at(1600, "a2a3").0 - 8.0 * 0.05 / 88.0).abs() < 1e-9);
    }

    #[test]
    fn a_broken_book_is_named_with_its_line() {
        let text = small();
        let cut = text.rsplit_once("end").unwrap().0;
        for (text, part) in [
            (cut.to_owned(), "mine.txt: line 3: cut off"),
            (text.replace("d2d4 0 20", "d2d4 x 20"), "mine.txt: line 3: \"d2d4 x 20 40 60 80\": 5"),
            (text.replace("d2d4", "d2d5"), "mine.txt: line 3: d2d5"),
            (
                text.replace("end 1", "end 2"),
                "the number of positions is 2, but the book has 1 position",
            ),
            ("other\n".to_owned(), "mine.txt: line 1: \"other\" is not"),
        ] {
            let error = HumanBook::from_text("mine.txt", &text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!(HumanBook::shipped().moves.len() > 500);
    }
}
