//! Rated games as tab-separated text, plain or compressed by gzip: a header, then one game a line with the fields `source`,
//! `white_rating`, `black_rating`, `time_control`, `result` and `moves` (UCI, separated by spaces).

use crate::base::{Elo, Random, open_file};
use crate::game::GameResult;
use crate::rules::{Color, Move, Position, parse_move};
use crate::strength::human::Situation;
use anyhow::{Context as _, Result, bail, ensure};
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The header of the file.
const HEADER: [&str; 6] =
    ["source", "white_rating", "black_rating", "time_control", "result", "moves"];
/// Ratings beyond these are errors of the file.
const RATINGS: std::ops::RangeInclusive<u16> = 100..=4000;
/// Every fifth game as a whole is held back.
const HELD_BACK_EVERY: usize = 5;
/// Width of a band of ratings from which equally many positions are taken.
const BAND: u16 = 100;

/// A game.
#[derive(Clone, Debug)]
pub(super) struct RatedGame {
    /// Name of the game at its source.
    pub source: String,
    /// Of White and of Black.
    pub ratings: [Elo; 2],
    /// The moves.
    pub moves: Vec<Move>,
}

/// A decision in a game: the position before move number `ply`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decision {
    /// Index of the game.
    pub game: usize,
    /// Moves before it.
    pub ply: usize,
}

/// The games of a file.
#[derive(Clone, Debug)]
pub(super) struct RatedGames(pub Vec<RatedGame>);

impl RatedGames {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or a line is malformed; the error names file, line and field.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let file = || path.display().to_string();
        let reader = BufReader::new(open_file(path).with_context(file)?);
        Self::parse(reader).with_context(file)
    }

    fn parse(mut reader: impl BufRead) -> Result<Self> {
        let gzip = reader.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let text: Box<dyn Read> =
            if gzip { Box::new(MultiGzDecoder::new(reader)) } else { Box::new(reader) };
        let mut games = Vec::new();
        for (index, line) in BufReader::new(text).lines().enumerate() {
            let place = || format!("line {}", index + 1);
            let line = line.with_context(place)?;
            let fields: Vec<&str> = line.split('\t').collect();
            if index == 0 {
                ensure!(fields == HEADER, "line 1: the header is not {}", HEADER.join(", "));
            } else {
                games.push(parse_game(&fields).with_context(place)?);
            }
        }
        ensure!(!games.is_empty(), "no games");
        Ok(Self(games))
    }

    /// The rating of the player who decides.
    pub(super) fn rating(&self, at: Decision) -> Elo {
        self.0[at.game].ratings[at.ply % 2]
    }

    /// The position and the moves before it.
    pub(super) fn situation(&self, at: Decision) -> Situation {
        Situation::new(&Position::default(), &self.0[at.game].moves[..at.ply])
    }

    /// The move that was played.
    pub(super) fn played(&self, at: Decision) -> Move {
        self.0[at.game].moves[at.ply]
    }

    /// The name of the position in files of answers, and the moves before it.
    pub(super) fn name_and_moves(&self, at: Decision) -> (String, &[Move]) {
        let game = &self.0[at.game];
        (format!("{}\t{}", game.source, at.ply), &game.moves[..at.ply])
    }

    /// Is the game held back for checking?
    pub(super) fn is_held_back(&self, at: Decision) -> bool {
        at.game.is_multiple_of(HELD_BACK_EVERY)
    }

    /// `count` decisions that `is_wanted`, chosen by `seed`, from all ratings in turn, in an order in which each beginning
    /// has all ratings too.
    pub(super) fn choose(
        &self,
        count: usize,
        seed: u64,
        is_wanted: impl Fn(Decision) -> bool,
    ) -> Vec<Decision> {
        let mut bands: BTreeMap<u16, Vec<Decision>> = BTreeMap::new();
        for (game, played) in self.0.iter().enumerate() {
            for ply in 0..played.moves.len() {
                let at = Decision { game, ply };
                if is_wanted(at) {
                    bands.entry(self.rating(at).0 / BAND).or_default().push(at);
                }
            }
        }
        let mut random = Random::new(seed);
        for band in bands.values_mut() {
            for index in (1..band.len()).rev() {
                band.swap(index, random.below(index as u64 + 1) as usize);
            }
        }
        let longest = bands.values().map(Vec::len).max().unwrap_or(0);
        let rounds =
            (0..longest).flat_map(|round| bands.values().filter_map(move |band| band.get(round)));
        rounds.take(count).copied().collect()
    }
}

fn parse_game(fields: &[&str]) -> Result<RatedGame> {
    let &[source, white, black, _, result, moves] = fields else {
        bail!("{} fields, {} are required", fields.len(), HEADER.len());
    };
    ensure!(GameResult::parse(result).is_some(), "result {result:?} is not 1-0, 0-1 or 1/2-1/2");
    let rating = |color: Color, text: &str| -> Result<Elo> {
        let name = HEADER[color.fold_wb(1, 2)];
        let rating = text.parse().with_context(|| format!("{name} {text:?}"))?;
        ensure!(
            RATINGS.contains(&rating),
            "{name} {rating} is not between {} and {}",
            RATINGS.start(),
            RATINGS.end()
        );
        Ok(Elo(rating))
    };
    let ratings = [rating(Color::White, white)?, rating(Color::Black, black)?];
    let mut position = Position::default();
    let mut played = Vec::new();
    for (ply, text) in moves.split_whitespace().enumerate() {
        let mv = parse_move(&position, text).with_context(|| format!("moves: move {}", ply + 1))?;
        position.play(mv);
        played.push(mv);
    }
    Ok(RatedGame { source: source.to_owned(), ratings, moves: played })
}

#[cfg(test)]
mod tests {
    use super::{Decision, RatedGames};
    use std::io::Cursor;

    const HEADER: &str = "source\twhite_rating\tblack_rating\ttime_control\tresult\tmoves\n";

    fn read(line: &str) -> Result<RatedGames, String> {
        let text = format!("{HEADER}{line}");
        RatedGames::parse(Cursor::new(text.into_bytes())).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn a_fault_is_named_with_its_line_and_field() {
        for (line, part) in [
            ("", "no games"),
            ("a\t1500\n", "line 2: 2 fields, 6 are required"),
            ("a\tx\t1500\t10+0\t1-0\te2e4\n", "line 2: white_rating \"x\""),
            ("a\t1500\t9999\t10+0\t1-0\te2e4\n", "line 2: black_rating 9999 is not between"),
            ("a\t1500\t1500\t10+0\t1-0\te2e4 e2e4\n", "line 2: moves: move 2: e2e4 is not legal"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        let error = RatedGames::parse(Cursor::new(b"other\n".to_vec())).unwrap_err();
        assert!(error.to_string().starts_with("line 1: the header"), "{error}");
    }

    #[test]
    fn decisions_are_chosen_from_all_ratings_in_turn() {
        let games = read(
            "a\t900\t2100\t10+0\t1-0\te2e4 e7e5 g1f3 b8c6\nb\t900\t900\t10+0\t1-0\te2e4 e7e5\n",
        )
        .unwrap();
        let chosen = games.choose(4, 1, |_| true);
        assert_eq!(chosen, games.choose(4, 1, |_| true));
        let ratings: Vec<u16> = chosen.iter().map(|&at| games.rating(at).0).collect();
        assert_eq!(ratings, [900, 2100, 900, 2100]);
        assert_eq!(games.choose(100, 1, |_| true).len(), 6);
        let at = Decision { game: 0, ply: 2 };
        assert_eq!(games.situation(at).earlier.len(), 2);
        assert!(games.is_held_back(at) && !games.is_held_back(Decision { game: 1, ply: 0 }));
    }
}
