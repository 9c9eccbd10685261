//! The games of several files in one list, by the tags that the indexes have and the figures that were read.

use super::GameFigures;
use super::date::{clock_reading, pgn_date};
use super::material::Material;
use crate::annotate::accuracy::of_tag;
use crate::game::pgn::{GameEntry, GameSource, Index};
use crate::game::{GameResult, TimeControl, name_key};
use crate::rules::{Color, Key};
use crate::strength::human::IntrinsicRating;
use shakmaty::ByColor;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// A file of more games is not read in full: only the player's games are, by the names in the tags.
pub(super) const READ_IN_FULL: usize = 10_000;

/// Whose games are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name in the tags; spellings with one [`name_key`] are the same.
    pub name: String,
    /// Also the person in a game against this program's engine, under whatever name.
    pub or_person: bool,
}

/// Games of files. They are numbered from 0 in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Library {
    files: Vec<Arc<Index>>,
    /// Number of the first game of each file.
    firsts: Vec<usize>,
    count: usize,
    figures: HashMap<usize, GameFigures>,
    /// Whose games are meant.
    player: Player,
    /// [`name_key`] of the player's name.
    player_key: String,
}

/// What is known of a game. A value that is unknown is `None`.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// White's name.
    pub white: Option<&'a str>,
    /// Black's name.
    pub black: Option<&'a str>,
    /// The result: that of the game once it has been read, before that the tag's.
    pub result: Option<GameResult>,
    /// The date as the tag has it, for display; parts of it may be question marks.
    pub date: Option<&'a str>,
    /// The event.
    pub event: Option<&'a str>,
    /// The site.
    pub site: Option<&'a str>,
    /// The round.
    pub round: Option<&'a str>,
    /// The time of day at which the game began, by the clocks of the place.
    pub time: Option<&'a str>,
    /// The same by Greenwich.
    pub utc_time: Option<&'a str>,
    /// The time control as the tag has it.
    pub control: Option<&'a str>,
    /// The strength level of Lucena on each side that it played.
    pub level: ByColor<Option<&'a str>>,
    /// The ratings by the tags.
    pub elo: ByColor<Option<f64>>,
    /// The code of the opening.
    pub eco: Option<&'a str>,
    /// The name of the opening.
    pub opening: Option<&'a str>,
    /// Accuracy in percent.
    pub accuracy: ByColor<Option<f64>>,
    /// Rating by the moves.
    pub rating: ByColor<Option<IntrinsicRating>>,
    /// Full moves.
    pub moves: Option<usize>,
    /// The keys of the positions of the main line in their order.
    pub positions: Option<&'a [Key]>,
    /// The material of the main line, sorted.
    pub material: Option<&'a [Material]>,
    /// Was it played on from a position of another game? Such a game is nobody's result.
    pub continues: bool,
    /// The player's side.
    pub side: Option<Color>,
    /// The file.
    pub file: &'a Path,
    /// Number in the file, from 1.
    pub number: usize,
}

impl Library {
    /// The games of `files`.
    pub fn new(files: Vec<Arc<Index>>, player: Player) -> Self {
        let (mut firsts, mut count) = (Vec::new(), 0);
        for file in &files {
            firsts.push(count);
            count += file.entries().len();
        }
        let player_key = name_key(&player.name);
        Self { files, firsts, count, figures: HashMap::new(), player, player_key }
    }

    /// Whose games are meant.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// The files.
    pub fn files(&self) -> &[Arc<Index>] {
        &self.files
    }

    /// Number of games.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Where a game is; `None` for a number beyond the last.
    pub fn source(&self, number: usize) -> Option<GameSource> {
        let (file, number) = self.place(number)?;
        Some(GameSource { index: Arc::clone(&self.files[file]), number })
    }

    /// The file of a game, and its number in it.
    fn place(&self, number: usize) -> Option<(usize, usize)> {
        // Files without games begin where the next one does: the last of them has the game.
        let file = self.firsts.partition_point(|&first| first <= number).checked_sub(1)?;
        (number < self.count).then(|| (file, number - self.firsts[file]))
    }

    /// The figures of a game, if they were read.
    pub fn figures(&self, number: usize) -> Option<&GameFigures> {
        self.figures.get(&number)
    }

    /// Takes in the figures of a game.
    pub fn take(&mut self, number: usize, figures: GameFigures) {
        self.figures.insert(number, figures);
    }

    /// The games whose figures are to be read, the last ones first: those of files of at most 10,000 games, of larger ones
    /// the player's.
    pub fn to_read(&self) -> Vec<usize> {
        (0..self.count).rev().filter(|&number| self.is_read(number)).collect()
    }

    /// Are the figures of this game among those that are read?
    pub(super) fn is_read(&self, number: usize) -> bool {
        let Some((file, place)) = self.place(number) else { return false };
        let entries = self.files[file].entries();
        entries.len() <= READ_IN_FULL || self.named_side(&entries[place]).is_some()
    }

    /// The side that has the player's name, if only one has it.
    fn named_side(&self, entry: &GameEntry) -> Option<Color> {
        let name = &self.player_key;
        let is_named = |tag| !name.is_empty() && name_key(entry.tag(tag)) == *name;
        match (is_named("White"), is_named("Black")) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            (true, true) | (false, false) => None,
        }
    }

    /// The player's side of a game; `None` in games of others and for a number beyond the last.
    pub(super) fn side_of(&self, number: usize) -> Option<Color> {
        let (file, place) = self.place(number)?;
        self.side(self.files[file].entries().get(place)?, self.figures(number))
    }

    /// The player's side of a game.
    fn side(&self, entry: &GameEntry, figures: Option<&GameFigures>) -> Option<Color> {
        // It began in the middle of another game, perhaps of others.
        if entry.continues() {
            return None;
        }
        let against_engine = || {
            let sides = &figures.filter(|_| self.player.or_person)?.sides;
            match (sides.white.is_person, sides.black.is_person) {
                (true, false) => Some(Color::White),
                (false, true) => Some(Color::Black),
                (true, true) | (false, false) => None,
            }
        };
        self.named_side(entry).or_else(against_engine)
    }

    /// What is known of a game; `None` for a number beyond the last.
    pub fn row(&self, number: usize) -> Option<Row<'_>> {
        let (file, place) = self.place(number)?;
        let index = &self.files[file];
        let entry = index.entries().get(place)?;
        let figures = self.figures(number);
        let tag = |name| Some(entry.tag(name).trim()).filter(|it| !matches!(*it, "" | "?" | "-"));
        let elo = |name| tag(name).and_then(|it| it.parse::<u32>().ok()).map(f64::from);
        // Code and name are of one source.
        let named = figures.and_then(|figures| figures.opening);
        let (eco, opening) = match (tag("Opening"), named) {
            (None, Some(named)) => (Some(named.eco), Some(named.name)),
            (opening, _) => (tag("ECO"), opening),
        };
        let side = |side: Color, name| {
            let read = figures.map(|figures| figures.sides.get(side));
            let accuracy = read.map_or_else(|| of_tag(entry.tag(name)), |read| read.accuracy);
            (accuracy, read.and_then(|read| read.rating))
        };
        let (white, black) =
            (side(Color::White, "WhiteAccuracy"), side(Color::Black, "BlackAccuracy"));
        Some(Row {
            white: tag("White"),
            black: tag("Black"),
            result: figures
                .map_or_else(|| GameResult::parse(entry.tag("Result")), |figures| figures.result),
            date: tag("Date").filter(|date| !date.starts_with('?')),
            event: tag("Event"),
            site: tag("Site"),
            round: tag("Round"),
            time: tag("Time"),
            utc_time: tag("UTCTime"),
            control: tag("TimeControl"),
            level: ByColor { white: tag("WhiteDial"), black: tag("BlackDial") },
            elo: ByColor { white: elo("WhiteElo"), black: elo("BlackElo") },
            eco,
            opening,
            accuracy: ByColor { white: white.0, black: black.0 },
            rating: ByColor { white: white.1, black: black.1 },
            moves: figures.map(|figures| figures.plies.div_ceil(2)),
            positions: figures.map(|figures| &*figures.positions),
            material: figures.map(|figures| &*figures.material),
            continues: entry.continues(),
            side: self.side(entry, figures),
            file: index.file(),
            number: place + 1,
        })
    }
}

/// How the player fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fared {
    Won,
    Drew,
    Lost,
}

impl<'a> Row<'a> {
    /// The name of the opening without its variation, else the code, else `without a name`.
    pub fn family(&self) -> &str {
        let family = self.opening.map(|name| name.split(':').next().unwrap_or(name));
        family.or(self.eco).unwrap_or("without a name")
    }

    /// The date as PGN writes it, for comparisons.
    pub(super) fn known_date(&self) -> Option<String> {
        self.date.and_then(pgn_date)
    }

    /// A player's name.
    pub fn name(&self, side: Color) -> Option<&'a str> {
        side.fold_wb(self.white, self.black)
    }

    /// Do both players have one name? The game is then nobody's result.
    pub(super) fn is_against_self(&self) -> bool {
        self.white.zip(self.black).is_some_and(|(one, two)| name_key(one) == name_key(two))
    }

    /// The result as lists show it.
    pub const fn result_text(&self) -> &'static str {
        match self.result {
            Some(GameResult::White) => "1-0",
            Some(GameResult::Black) => "0-1",
            Some(GameResult::Draw) => "½-½",
            None => "*",
        }
    }

    /// How the player fared; `None` without a result or in games of others.
    pub(super) fn fared(&self) -> Option<Fared> {
        let (result, side) = self.result.zip(self.side)?;
        Some(match result.winner() {
            None => Fared::Drew,
            Some(winner) if winner == side => Fared::Won,
            Some(_) => Fared::Lost,
        })
    }

    /// The player's value of a figure that both sides have; in games of others White's.
    pub fn own<T: Copy>(&self, figure: &ByColor<Option<T>>) -> Option<T> {
        *figure.get(self.side.unwrap_or(Color::White))
    }

    /// Both sides' values with a slash, absent ones as `–`; empty if both are.
    pub fn both<T: Copy>(figure: &ByColor<Option<T>>, text: impl Fn(T) -> String) -> String {
        let side = |value: Option<T>| value.map_or_else(|| "–".to_owned(), &text);
        match (figure.white, figure.black) {
            (None, None) => String::new(),
            (white, black) => format!("{}/{}", side(white), side(black)),
        }
    }

    /// Both sides' accuracy in percent.
    pub fn accuracy_text(&self) -> String {
        Self::both(&self.accuracy, |accuracy| format!("{accuracy:.0}"))
    }

    /// Both sides' rating by the moves.
    pub fn rating_text(&self) -> String {
        Self::both(&self.rating, |rating| format!("{:.0}", rating.rating))
    }

    /// The number of moves.
    pub fn moves_text(&self) -> String {
        match self.moves {
            None => String::new(),
            Some(1) => "1 move".to_owned(),
            Some(moves) => format!("{moves} moves"),
        }
    }

    /// Code and name of the opening.
    pub fn opening_text(&self) -> String {
        [self.eco, self.opening].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The time of day at which the game began, as `10:27`: by a tag, else of a record by the name of its file, if that has the
    /// day of the tag; empty if it is not known.
    pub fn time_text(&self) -> String {
        let tagged = [self.time, self.utc_time].into_iter().flatten().find_map(clock_reading);
        tagged.or_else(|| self.recorded_time()).unwrap_or_default()
    }

    /// The time in a file name such as `2026-11-21-030517.pgn`, as a record gets it.
    fn recorded_time(&self) -> Option<String> {
        let name = self.file.file_stem()?.to_str()?;
        let (day, rest) = name.split_at_checked(10)?;
        let time = rest.strip_prefix('-')?.get(..6)?;
        let is_named = day.replace('-', ".") == self.known_date()? && self.number == 1;
        let reading = format!("{}:{}", time.get(..2)?, time.get(2..4)?);
        clock_reading(&reading).filter(|_| is_named)
    }

    /// The time control as it is typed; empty if it is not known or none.
    pub fn control_text(&self) -> String {
        let control = self.control.unwrap_or_default();
        match TimeControl::from_tag(control) {
            Ok(read) if !read.periods().is_empty() => read.to_string(),
            Ok(_) => String::new(),
            Err(_) => control.to_owned(),
        }
    }

    /// The strength level of Lucena; with a slash where its sides had different ones.
    pub fn level_text(&self) -> String {
        match (self.level.white, self.level.black) {
            (Some(white), Some(black)) if white != black => format!("{white}/{black}"),
            (Some(level), _) | (None, Some(level)) => level.to_owned(),
            (None, None) => String::new(),
        }
    }

    /// All that is known, in one line.
    pub fn text(&self) -> String {
        let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
        let players = format!("{} – {}", name(self.white), name(self.black));
        let labelled = |label: &str, text: String| {
            if text.is_empty() { text } else { format!("{label} {text}") }
        };
        let known = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let parts = [
            players,
            self.result_text().to_owned(),
            known(self.date),
            self.time_text(),
            labelled("level", self.level_text()),
            self.control_text(),
            self.opening_text(),
            known(self.event),
            labelled("accuracy", self.accuracy_text()),
            labelled("by moves", self.rating_text()),
            self.moves_text(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
    }
}
