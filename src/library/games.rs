//! The games of several files in one list, by the tags that the indexes have and the figures that were read.

use super::GameFigures;
use super::date::{clock_reading, pgn_date};
use super::fold::folded;
use super::material::Material;
use crate::annotate::accuracy::of_tag;
use crate::game::pgn::{GameEntry, GameSource, Index, IndexedTag as Tag};
use crate::game::{GameResult, TimeControl, name_key};
use crate::rules::{Color, Key};
use crate::strength::human::IntrinsicRating;
use shakmaty::ByColor;
use std::borrow::Cow;
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
    /// For each game the side that has the player's name, if only one has it.
    named: Vec<Option<Color>>,
    figures: HashMap<usize, GameFigures>,
    /// The folded text of each game, where it is kept.
    texts: Vec<Box<str>>,
    /// Whose games are meant.
    player: Player,
}

/// What is known of a game, read from the tags when it is asked. A value that is unknown is `None`.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    entry: &'a GameEntry,
    figures: Option<&'a GameFigures>,
    /// The folded text, where it is kept.
    folded: Option<&'a str>,
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
        let (mut firsts, mut named) = (Vec::new(), Vec::new());
        let key = name_key(&player.name);
        for file in &files {
            firsts.push(named.len());
            named.extend(file.entries().iter().map(|entry| named_side(entry, &key)));
        }
        Self { files, firsts, named, player, ..Self::default() }
    }

    /// Keeps the text of each game in the form that filters search, about as long as the tags that it is made of: without it a
    /// search makes it of each game.
    #[must_use]
    pub fn with_texts(mut self) -> Self {
        let text =
            |number| self.row(number).map(|row| row.folded_text().into()).unwrap_or_default();
        self.texts = (0..self.len()).map(text).collect();
        self
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
        self.named.len()
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.named.is_empty()
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
        (number < self.len()).then(|| (file, number - self.firsts[file]))
    }

    /// The figures of a game, if they were read.
    pub fn figures(&self, number: usize) -> Option<&GameFigures> {
        self.figures.get(&number)
    }

    /// Takes in the figures of a game.
    pub fn take(&mut self, number: usize, figures: GameFigures) {
        self.figures.insert(number, figures);
        if !self.texts.is_empty()
            && let Some(row) = self.row(number)
        {
            self.texts[number] = folded(&row.text()).into();
        }
    }

    /// The games whose figures are to be read, the last ones first: those of files of at most 10,000 games, of larger ones
    /// the player's.
    pub fn to_read(&self) -> Vec<usize> {
        (0..self.len()).rev().filter(|&number| self.is_read(number)).collect()
    }

    /// Are the figures of this game among those that are read?
    pub(super) fn is_read(&self, number: usize) -> bool {
        let Some((file, _)) = self.place(number) else { return false };
        self.files[file].entries().len() <= READ_IN_FULL || self.named[number].is_some()
    }

    /// The player's side of a game; `None` in games of others and for a number beyond the last.
    pub(super) fn side_of(&self, number: usize) -> Option<Color> {
        self.row(number)?.side
    }

    /// The player's side of a game of this library.
    fn side(&self, number: usize, entry: &GameEntry) -> Option<Color> {
        let against_engine = || {
            let sides = &self.figures(number).filter(|_| self.player.or_person)?.sides;
            match (sides.white.is_person, sides.black.is_person) {
                (true, false) => Some(Color::White),
                (false, true) => Some(Color::Black),
                (true, true) | (false, false) => None,
            }
        };
        let side = self.named[number].or_else(against_engine)?;
        // It may have begun in the middle of another game, perhaps of others.
        (!entry.continues()).then_some(side)
    }

    /// What is known of a game; `None` for a number beyond the last.
    pub fn row(&self, number: usize) -> Option<Row<'_>> {
        let (file, place) = self.place(number)?;
        let index = &self.files[file];
        let entry = index.entries().get(place)?;
        let figures = self.figures(number);
        Some(Row {
            entry,
            figures,
            folded: self.texts.get(number).map(|text| &**text),
            side: self.side(number, entry),
            file: index.file(),
            number: place + 1,
        })
    }
}

/// The side that has the name with this key, if only one has it.
fn named_side(entry: &GameEntry, key: &str) -> Option<Color> {
    let is_named = |tag| !key.is_empty() && name_key(entry.tag(tag)) == key;
    match (is_named(Tag::White), is_named(Tag::Black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (true, true) | (false, false) => None,
    }
}

/// A result as lists show it.
pub(super) const fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::White) => "1-0",
        Some(GameResult::Black) => "0-1",
        Some(GameResult::Draw) => "½-½",
        None => "*",
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
    /// A tag that says something.
    fn tag(&self, tag: Tag) -> Option<&'a str> {
        Some(self.entry.tag(tag).trim()).filter(|it| !matches!(*it, "" | "?" | "-"))
    }

    fn both_tags(&self, white: Tag, black: Tag) -> ByColor<Option<&'a str>> {
        ByColor { white: self.tag(white), black: self.tag(black) }
    }

    /// White's name.
    pub fn white(&self) -> Option<&'a str> {
        self.tag(Tag::White)
    }

    /// Black's name.
    pub fn black(&self) -> Option<&'a str> {
        self.tag(Tag::Black)
    }

    /// The result: that of the game once it has been read, before that the tag's.
    pub fn result(&self) -> Option<GameResult> {
        let tagged = || GameResult::parse(self.entry.tag(Tag::Result));
        self.figures.map_or_else(tagged, |figures| figures.result)
    }

    /// The date as the tag has it, for display; parts of it may be question marks.
    pub fn date(&self) -> Option<&'a str> {
        self.tag(Tag::Date).filter(|date| !date.starts_with('?'))
    }

    /// The event.
    pub fn event(&self) -> Option<&'a str> {
        self.tag(Tag::Event)
    }

    /// The site.
    pub fn site(&self) -> Option<&'a str> {
        self.tag(Tag::Site)
    }

    /// The round.
    pub fn round(&self) -> Option<&'a str> {
        self.tag(Tag::Round)
    }

    /// The time of day at which the game began, by Greenwich.
    pub fn utc_time(&self) -> Option<&'a str> {
        self.tag(Tag::UtcTime)
    }

    /// The strength level of Lucena on each side that it played.
    pub fn level(&self) -> ByColor<Option<&'a str>> {
        self.both_tags(Tag::WhiteDial, Tag::BlackDial)
    }

    /// The ratings by the tags.
    pub fn elo(&self) -> ByColor<Option<f64>> {
        let elo = |text: &str| text.parse::<u32>().ok().map(f64::from);
        self.both_tags(Tag::WhiteElo, Tag::BlackElo).map(|text| text.and_then(elo))
    }

    /// Code and name of the opening, which are of one source.
    pub(super) fn named_opening(&self) -> [Option<&'a str>; 2] {
        let named = self.figures.and_then(|figures| figures.opening);
        match (self.tag(Tag::Opening), named) {
            (None, Some(named)) => [Some(named.eco), Some(named.name)],
            (opening, _) => [self.tag(Tag::Eco), opening],
        }
    }

    /// The code of the opening.
    pub fn eco(&self) -> Option<&'a str> {
        self.named_opening()[0]
    }

    /// The name of the opening.
    pub fn opening(&self) -> Option<&'a str> {
        let named = || Some(self.figures?.opening?.name);
        self.tag(Tag::Opening).or_else(named)
    }

    /// Accuracy in percent.
    pub fn accuracy(&self) -> ByColor<Option<f64>> {
        match self.figures {
            Some(figures) => figures.sides.as_ref().map(|side| side.accuracy),
            None => ByColor { white: Tag::WhiteAccuracy, black: Tag::BlackAccuracy }
                .map(|tag| of_tag(self.entry.tag(tag))),
        }
    }

    /// Rating by the moves.
    pub fn rating(&self) -> ByColor<Option<IntrinsicRating>> {
        let rating = |figures: &GameFigures| figures.sides.as_ref().map(|side| side.rating);
        self.figures.map(rating).unwrap_or_default()
    }

    /// Full moves.
    pub fn moves(&self) -> Option<usize> {
        self.figures.map(|figures| figures.plies.div_ceil(2))
    }

    /// The keys of the positions of the main line in their order.
    pub fn positions(&self) -> Option<&'a [Key]> {
        self.figures.map(|figures| &*figures.positions)
    }

    /// The material of the main line, sorted.
    pub fn material(&self) -> Option<&'a [Material]> {
        self.figures.map(|figures| &*figures.material)
    }

    /// Was it played on from a position of another game? Such a game is nobody's result.
    pub fn continues(&self) -> bool {
        self.entry.continues()
    }

    /// The name of the opening without its variation, else the code, else `without a name`.
    pub fn family(&self) -> &'a str {
        let [eco, opening] = self.named_opening();
        let family = opening.map(|name| name.split(':').next().unwrap_or(name));
        family.or(eco).unwrap_or("without a name")
    }

    /// The date as PGN writes it, for comparisons.
    pub(super) fn known_date(&self) -> Option<String> {
        self.date().and_then(pgn_date)
    }

    /// A player's name.
    pub fn name(&self, side: Color) -> Option<&'a str> {
        self.tag(side.fold_wb(Tag::White, Tag::Black))
    }

    /// Do both players have one name? The game is then nobody's result.
    pub(super) fn is_against_self(&self) -> bool {
        self.white().zip(self.black()).is_some_and(|(one, two)| name_key(one) == name_key(two))
    }

    /// The result as lists show it.
    pub fn result_text(&self) -> &'static str {
        result_text(self.result())
    }

    /// How the player fared; `None` without a result or in games of others.
    pub(super) fn fared(&self) -> Option<Fared> {
        let (result, side) = self.result().zip(self.side)?;
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
        Self::both(&self.accuracy(), |accuracy| format!("{accuracy:.0}"))
    }

    /// Both sides' rating by the moves.
    pub fn rating_text(&self) -> String {
        Self::both(&self.rating(), |rating| format!("{:.0}", rating.rating))
    }

    /// The number of moves.
    pub fn moves_text(&self) -> String {
        match self.moves() {
            None => String::new(),
            Some(1) => "1 move".to_owned(),
            Some(moves) => format!("{moves} moves"),
        }
    }

    /// Code and name of the opening.
    pub fn opening_text(&self) -> String {
        self.named_opening().into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The time of day at which the game began, as `10:27`: by a tag, else of a record by the name of its file, if that has the
    /// day of the tag; empty if it is not known.
    pub fn time_text(&self) -> String {
        let tagged =
            [self.tag(Tag::Time), self.utc_time()].into_iter().flatten().find_map(clock_reading);
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
        let control = self.tag(Tag::TimeControl).unwrap_or_default();
        match TimeControl::from_tag(control) {
            Ok(read) if !read.periods().is_empty() => read.to_string(),
            Ok(_) => String::new(),
            Err(_) => control.to_owned(),
        }
    }

    /// The strength level of Lucena; with a slash where its sides had different ones.
    pub fn level_text(&self) -> String {
        let ByColor { white, black } = self.level();
        match (white, black) {
            (Some(white), Some(black)) if white != black => format!("{white}/{black}"),
            (Some(level), _) | (None, Some(level)) => level.to_owned(),
            (None, None) => String::new(),
        }
    }

    /// All that is known, in one line.
    pub fn text(&self) -> String {
        let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
        let players = format!("{} – {}", name(self.white()), name(self.black()));
        let labelled = |label: &str, text: String| {
            if text.is_empty() { text } else { format!("{label} {text}") }
        };
        let known = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let parts = [
            players,
            self.result_text().to_owned(),
            known(self.date()),
            self.time_text(),
            labelled("level", self.level_text()),
            self.control_text(),
            self.opening_text(),
            known(self.event()),
            labelled("accuracy", self.accuracy_text()),
            labelled("by moves", self.rating_text()),
            self.moves_text(),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
    }

    /// The same in lower case and without accents.
    pub(super) fn folded_text(&self) -> Cow<'a, str> {
        self.folded.map_or_else(|| folded(&self.text()).into(), Cow::Borrowed)
    }
}
