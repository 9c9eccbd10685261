//! Filters and orders the games of the library.

use super::date::{begins_date, date_prefix};
use super::fold::folded;
use super::games::{Fared, Library, READ_IN_FULL, Row};
use super::material::Material;
use crate::game::spellings;
use crate::rules::{Color, Key, parse_start};
use shakmaty::ByColor;
use std::cmp::Ordering;
use std::collections::HashMap;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// What games are sorted by.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum SortBy {
    /// The date.
    Date,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The result.
    Result,
    /// The player's accuracy; White's in games of others.
    Accuracy,
    /// The player's rating by the moves; White's in games of others.
    Rating,
    /// The number of moves.
    Moves,
    /// The opening, by its code and name.
    Opening,
    /// The event.
    Event,
    /// The order of the files and of the games in them.
    #[default]
    File,
}

impl SortBy {
    /// Is the largest wanted first?
    pub const fn begins_with_largest(self) -> bool {
        match self {
            Self::Date | Self::Accuracy | Self::Rating | Self::Moves => true,
            Self::File | Self::White | Self::Black | Self::Result | Self::Opening | Self::Event => {
                false
            }
        }
    }

    fn key<'a>(self, number: usize, row: &Row<'a>) -> Option<SortKey<'a>> {
        let name = |text: &'a str| SortKey::Text([text, ""]);
        let tenths = |value: f64| SortKey::Number((value * 10.0).round() as i64);
        let count = |count: usize| SortKey::Number(i64::try_from(count).unwrap_or(i64::MAX));
        match self {
            Self::File => Some(count(number)),
            Self::Date => row.known_date().map(|date| SortKey::Number(date_number(&date))),
            Self::White => row.white().map(name),
            Self::Black => row.black().map(name),
            Self::Result => row.result().map(|_| name(row.result_text())),
            Self::Opening => {
                let [code, opening] = row.named_opening().map(Option::unwrap_or_default);
                Some([code, opening]).filter(|it| *it != [""; 2]).map(SortKey::Text)
            }
            Self::Accuracy => row.own(&row.accuracy()).map(tenths),
            Self::Rating => row.own(&row.rating()).map(|rating| tenths(rating.rating)),
            Self::Moves => row.moves().map(count),
            Self::Event => row.event().map(name),
        }
    }
}

/// What a game is sorted by.
enum SortKey<'a> {
    Number(i64),
    /// A text, or two with a space between them.
    Text([&'a str; 2]),
}

/// A date as PGN writes it as a number: its characters, of which question marks come after the digits.
fn date_number(date: &str) -> i64 {
    date.bytes().filter(|byte| *byte != b'.').fold(0, |sum, byte| sum << 8 | i64::from(byte))
}

/// Numbers texts in their order, so that each is folded and compared once, however many games have it.
#[derive(Default)]
struct Texts<'a> {
    numbers: HashMap<[&'a str; 2], usize>,
}

impl<'a> Texts<'a> {
    /// The number of a text, by when it came first.
    fn number(&mut self, text: [&'a str; 2]) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(text).or_insert(next)
    }

    /// The place of each number in the order of the texts; a letter with an accent is sorted with the letter.
    fn places(self) -> Vec<i64> {
        let mut places = vec![0; self.numbers.len()];
        let sorted = self.numbers.into_iter().map(|([first, second], number)| {
            let space = if first.is_empty() || second.is_empty() { "" } else { " " };
            let text = [first, space, second].concat();
            ((folded(&text), text.to_lowercase()), number)
        });
        let mut sorted: Vec<_> = sorted.collect();
        sorted.sort_unstable();
        let same = sorted.chunk_by(|(one, _), (other, _)| one == other);
        for (place, texts) in same.enumerate() {
            texts.iter().for_each(|&(_, number)| places[number] = place as i64);
        }
        places
    }
}

/// Whether a name contains the text, whichever of given name and surname comes first in either.
fn has_name(name: Option<&str>, wanted: &str) -> bool {
    let Some(name) = name else { return false };
    let name = folded(name);
    // A single word is the same in every order.
    name.contains(wanted)
        || wanted.contains([' ', ','])
            && wanted.split([' ', ',']).all(|word| name.contains(word))
            && {
                let wanted = wanted.replace(',', ", ");
                let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
                spellings(&name).iter().any(|spelling| spelling.contains(&wanted))
            }
}

/// A filter: every word must be true of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    terms: Vec<Term>,
}

#[derive(Clone, Debug, PartialEq)]
enum Term {
    /// Somewhere in what is known of the game.
    Anywhere(String),
    /// In one field.
    In(Field, String),
    /// A figure above or below a value.
    Compare(Figure, Ordering, f64),
    /// The date is before or after all that begin with this, or, the second value, one of them.
    Dated(Ordering, bool, String),
    /// The main line has the position with this key.
    Position(Key),
    /// The main line reaches this material.
    Material(Material),
}

#[derive(Clone, Copy, Debug, PartialEq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
enum Field {
    Player,
    Opponent,
    White,
    Black,
    Event,
    Site,
    Round,
    Level,
    Eco,
    Opening,
    Family,
    Date,
    Result,
    Side,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
enum Figure {
    Accuracy,
    Rating,
    Elo,
    Moves,
}

impl Filter {
    /// Reads words: a text anywhere, `field:text` (player, opponent, white, black, event, site, round, level, eco, opening, family, date, result,
    /// side, file), `date<`, `date<=`, `date>` and `date>=` with the beginning of a date, `position:"FEN"` and `material:krp-kr`, of the main line, or `figure<number` and `figure>number` (accuracy, rating, elo, moves). Between double quotes a blank is part of the word;
    /// a word that begins with a quote is a text. Case and accents do not matter.
    ///
    /// # Errors
    /// No field or figure has that name, the field cannot have the value, or what a figure is compared with is no number.
    pub fn parse(text: &str) -> Result<Self, String> {
        let terms = words(text).into_iter().map(|word| match word {
            Word::Quoted(text) => Ok(Term::Anywhere(folded(&text))),
            Word::Plain(word) => Term::parse(&word),
        });
        Ok(Self { terms: terms.collect::<Result<_, String>>()? })
    }

    /// Does it name a figure, a code or an opening, which may be unknown until a game is read?
    pub fn names_figure(&self) -> bool {
        self.terms.iter().any(|term| match term {
            Term::Anywhere(_) | Term::Dated(..) => false,
            Term::In(field, _) => field.is_of_opening(),
            Term::Compare(figure, ..) => !figure.is_tag(),
            Term::Position(_) | Term::Material(_) => true,
        })
    }

    /// Is it about the player's side in a game?
    fn names_player(&self) -> bool {
        let is_fared = |text: &str| {
            ["won", "win", "lost", "loss"]
                .iter()
                .any(|word| !text.is_empty() && word.starts_with(text))
        };
        self.terms.iter().any(|term| match term {
            Term::In(Field::Opponent | Field::Side, text) => !text.is_empty(),
            Term::In(Field::Result, text) => is_fared(text),
            Term::In(..)
            | Term::Anywhere(_)
            | Term::Compare(..)
            | Term::Dated(..)
            | Term::Position(_)
            | Term::Material(_) => false,
        })
    }

    /// Does it compare this figure?
    fn compares(&self, wanted: Figure) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Compare(figure, ..) if *figure == wanted))
    }

    /// Is every word true of a game?
    pub fn matches(&self, row: &Row<'_>) -> bool {
        self.terms.iter().all(|term| term.matches(row))
    }

    /// Is a game not found only because figures or the opening of it are unknown?
    pub(super) fn lacks(&self, row: &Row<'_>) -> bool {
        // Of most games enough is known, which is quickly told.
        self.terms.iter().any(|term| term.lacks(row))
            && !self.matches(row)
            && self.terms.iter().all(|term| term.matches(row) || term.lacks(row))
    }
}

impl Term {
    fn matches(&self, row: &Row<'_>) -> bool {
        match self {
            Self::Anywhere(text) => row.folded_text().contains(text),
            Self::In(field, text) => field.matches(row, text),
            Self::Compare(figure, order, value) => {
                let is_so = |own: f64| own.partial_cmp(value) == Some(*order);
                figure.of(row).into_iter().all(|own| own.is_some_and(is_so))
            }
            Self::Dated(order, or_equal, prefix) => row.known_date().is_some_and(|date| {
                let own = date.get(..prefix.len()).unwrap_or(&date);
                let compared = own.cmp(prefix);
                !own.contains('?') && (compared == *order || *or_equal && compared.is_eq())
            }),
            Self::Position(key) => row.positions().is_some_and(|it| it.contains(key)),
            Self::Material(wanted) => {
                row.material().is_some_and(|it| it.binary_search(wanted).is_ok())
            }
        }
    }

    /// Is what it is about unknown of a game?
    fn lacks(&self, row: &Row<'_>) -> bool {
        match self {
            // The name of the opening is part of the text.
            Self::Anywhere(_) => row.opening().is_none(),
            Self::In(field, _) => field.is_of_opening() && row.opening().is_none(),
            Self::Compare(figure, ..) => {
                !figure.is_tag() && figure.of(row).iter().any(Option::is_none)
            }
            Self::Dated(..) => false,
            Self::Position(_) => row.positions().is_none(),
            Self::Material(_) => row.material().is_none(),
        }
    }

    /// The term for `position:` and a FEN, whose letters have their case.
    fn position(fen: &str) -> Result<Self, String> {
        let position = parse_start(fen).map_err(|error| format!("position:\"…\": {error}"))?;
        Ok(Self::Position(position.key()))
    }

    /// The term for `date` with a sign and the beginning of a date.
    fn dated(typed: &str, sign: &str, value: &str) -> Result<Self, String> {
        let order = match sign.trim_end_matches('=') {
            "<" => Ordering::Less,
            ">" => Ordering::Greater,
            _ => {
                return Err(format!("{typed}: expected date<, date<=, date> or date>= and a date"));
            }
        };
        if let Some(expected) = Field::Date.problem(value) {
            return Err(format!("{typed}: expected {expected}"));
        }
        Ok(Self::Dated(order, sign.ends_with('='), date_prefix(value)))
    }

    fn parse(typed: &str) -> Result<Self, String> {
        if let Some((name, fen)) = typed.split_once(':')
            && name.eq_ignore_ascii_case("position")
        {
            return Self::position(fen);
        }
        let word = folded(typed);
        let at = word.find([':', '<', '>', '=']).unwrap_or(word.len());
        let (name, rest) = word.split_at(at);
        let value = rest.trim_start_matches(['<', '>', '=']);
        let sign = &rest[..rest.len() - value.len()];
        let value = value.strip_prefix(':').unwrap_or(value);
        match (name.parse::<Field>(), name.parse::<Figure>()) {
            // Half a word is no mistake yet.
            _ if rest.is_empty() => Ok(Self::Anywhere(word)),
            _ if name == "material" && sign.is_empty() => Material::parse(value)
                .map(Self::Material)
                .ok_or_else(|| format!("{typed}: expected the pieces of both sides, as KRP-KR")),
            (Ok(field), _) if sign.is_empty() => match field.problem(value) {
                None => Ok(Self::In(field, value.to_owned())),
                Some(expected) => Err(format!("{typed}: expected {expected}")),
            },
            (Ok(Field::Date), _) => Self::dated(typed, sign, value),
            (Ok(_), _) => Err(format!("{typed}: expected {name}:{value}")),
            (_, Ok(figure)) => {
                let order = match sign {
                    "<" => Ordering::Less,
                    ">" => Ordering::Greater,
                    _ => return Err(format!("{typed}: expected {name}< or {name}> and a number")),
                };
                let value = value.parse().ok().filter(|value: &f64| value.is_finite());
                let value = value.ok_or_else(|| format!("{typed}: expected a number"))?;
                Ok(Self::Compare(figure, order, value))
            }
            // Names of openings and events have such signs: "Defense: Najdorf", "1:0".
            _ if value.is_empty() || !name.starts_with(char::is_alphabetic) => {
                Ok(Self::Anywhere(word))
            }
            _ => Err(format!("{typed}: no {name:?} to filter by; \"{typed}\" in quotes is a text")),
        }
    }
}

/// A word of a filter, without quotes.
#[derive(Clone, Debug, PartialEq)]
enum Word {
    Plain(String),
    /// It begins with a quote.
    Quoted(String),
}

impl Word {
    fn text(&mut self) -> &mut String {
        match self {
            Self::Plain(text) | Self::Quoted(text) => text,
        }
    }
}

fn words(text: &str) -> Vec<Word> {
    let (mut words, mut is_quoted, mut is_new) = (Vec::new(), false, true);
    for letter in text.chars() {
        if letter.is_whitespace() && !is_quoted {
            is_new = true;
            continue;
        }
        if std::mem::take(&mut is_new) {
            let begins = if letter == '"' { Word::Quoted } else { Word::Plain };
            words.push(begins(String::new()));
        }
        match words.last_mut() {
            _ if letter == '"' => is_quoted = !is_quoted,
            Some(word) => word.text().push(letter),
            None => {}
        }
    }
    words.retain_mut(|word| !word.text().is_empty());
    words
}

/// The values of the field `result`: what is typed begins one of them.
const RESULTS: [&str; 10] =
    ["won", "win", "lost", "loss", "drawn", "1-0", "0-1", "1/2-1/2", "½-½", "*"];

impl Field {
    /// Is it a code or a name of the opening?
    const fn is_of_opening(self) -> bool {
        match self {
            Self::Eco | Self::Opening | Self::Family => true,
            Self::Player
            | Self::Opponent
            | Self::White
            | Self::Black
            | Self::Event
            | Self::Site
            | Self::Round
            | Self::Level
            | Self::Date
            | Self::Result
            | Self::Side
            | Self::File => false,
        }
    }

    /// What is expected in place of a value that no game can have; half a value is none.
    fn problem(self, wanted: &str) -> Option<&'static str> {
        let begins = |values: &[&str]| values.iter().any(|value| value.starts_with(wanted));
        let (is_possible, expected) = match self {
            Self::Result => (begins(&RESULTS), "won, lost, draw, 1-0, 0-1, 1/2-1/2 or *"),
            Self::Side => (begins(&["white", "black"]), "white or black"),
            Self::Eco => (begins_eco(wanted), "a code such as b90"),
            Self::Date => (begins_date(wanted), "a date such as 2026-11"),
            Self::Player
            | Self::Opponent
            | Self::White
            | Self::Black
            | Self::Event
            | Self::Site
            | Self::Round
            | Self::Level
            | Self::Opening
            | Self::Family
            | Self::File => (true, ""),
        };
        (!is_possible).then_some(expected)
    }

    fn matches(self, row: &Row<'_>, wanted: &str) -> bool {
        let has = |text: Option<&str>| text.is_some_and(|it| folded(it).contains(wanted));
        match self {
            Self::Player => has_name(row.white(), wanted) || has_name(row.black(), wanted),
            Self::Opponent => row.side.is_some_and(|side| has_name(row.name(!side), wanted)),
            Self::White => has_name(row.white(), wanted),
            Self::Black => has_name(row.black(), wanted),
            Self::Event => has(row.event()),
            Self::Site => has(row.site()),
            // Round 1 is not round 10, but has the boards 1.1 and 1.2.
            Self::Round => row.round().is_some_and(|round| {
                let rest = round.strip_prefix(wanted);
                rest.is_some_and(|it| wanted.is_empty() || it.is_empty() || it.starts_with('.'))
            }),
            Self::Level => row.level().into_iter().any(has),
            Self::Eco => row.eco().is_some_and(|eco| eco.to_lowercase().starts_with(wanted)),
            Self::Opening => has(row.opening()),
            Self::Family => folded(row.family()) == wanted,
            Self::Date => {
                row.known_date().is_some_and(|date| date.starts_with(&date_prefix(wanted)))
            }
            Self::Result => {
                let begins = |words: [&str; 2]| words.iter().any(|word| word.starts_with(wanted));
                let text = row.result_text();
                text.starts_with(&wanted.replace("1/2", "½"))
                    || text == "½-½" && begins(["draw", "drawn"])
                    || row.fared() == Some(Fared::Won) && begins(["won", "win"])
                    || row.fared() == Some(Fared::Lost) && begins(["lost", "loss"])
            }
            Self::Side => {
                row.side.is_some_and(|side| side.fold_wb("white", "black").starts_with(wanted))
            }
            Self::File => has(row.file.file_name().and_then(|name| name.to_str())),
        }
    }
}

impl Figure {
    /// The values that are compared, of both players or twice the same one: both must be so.
    fn of(self, row: &Row<'_>) -> [Option<f64>; 2] {
        match self {
            Self::Accuracy => [row.own(&row.accuracy()); 2],
            Self::Rating => [row.own(&row.rating()).map(|rating| rating.rating); 2],
            Self::Elo => {
                let ByColor { white, black } = row.elo();
                [white, black]
            }
            Self::Moves => [row.moves().map(|moves| moves as f64); 2],
        }
    }

    /// Does it stand in the tags, so that it is known of every game that has it?
    const fn is_tag(self) -> bool {
        matches!(self, Self::Elo)
    }
}

impl Library {
    /// The numbers of the games that `filter` finds, in order; games without the figure come last in both directions.
    pub fn select(&self, filter: &Filter, sort: SortBy, largest_first: bool) -> Vec<usize> {
        self.found_in(&self.order(sort, largest_first), filter)
    }

    /// The numbers of all games in order, as [`Library::select`] has them.
    pub fn order(&self, sort: SortBy, largest_first: bool) -> Vec<usize> {
        let (mut known, mut unknown, mut texts) = (Vec::new(), Vec::new(), Texts::default());
        for number in 0..self.len() {
            match self.row(number).and_then(|row| sort.key(number, &row)) {
                Some(SortKey::Number(value)) => known.push((value, number)),
                Some(SortKey::Text(text)) => known.push((texts.number(text) as i64, number)),
                None => unknown.push(number),
            }
        }
        let places = texts.places();
        if !places.is_empty() {
            known.iter_mut().for_each(|(value, _)| *value = places[*value as usize]);
        }
        known.sort_unstable();
        // The newest first where the figure is the same.
        if largest_first {
            known.reverse();
            unknown.reverse();
        }
        known.into_iter().map(|(_, number)| number).chain(unknown).collect()
    }

    /// Those of `order` that `filter` finds.
    pub fn found_in(&self, order: &[usize], filter: &Filter) -> Vec<usize> {
        // In the order of the memory, which takes a fraction of the time.
        let is_found = |number| self.row(number).is_some_and(|row| filter.matches(&row));
        let found: Vec<bool> = (0..self.len()).map(is_found).collect();
        order.iter().copied().filter(|&number| found.get(number) == Some(&true)).collect()
    }

    /// The games of [`Library::to_read`], and those whose figures decide whether `filter` finds them.
    pub fn to_read_for(&self, filter: &Filter) -> Vec<usize> {
        let decides = |number| self.row(number).is_some_and(|row| filter.lacks(&row));
        (0..self.len()).rev().filter(|&number| self.is_read(number) || decides(number)).collect()
    }

    /// Why `filter` cannot find some games: none of them is the player's, their figures are not read, or their moves not rated.
    pub fn left_out(&self, filter: &Filter) -> Option<String> {
        if filter.names_player() && (0..self.len()).all(|number| self.side_of(number).is_none()) {
            return Some(format!("{:?} plays in no game", self.player().name));
        }
        if !filter.names_figure() {
            return None;
        }
        let lacks = |&number: &usize| self.row(number).is_some_and(|row| filter.lacks(&row));
        let lacking = (0..self.len()).filter(lacks);
        let (read, others): (Vec<_>, Vec<_>) = lacking.partition(|&number| self.is_read(number));
        let games = |count, one, more| match count {
            1 => format!("1 game {one}"),
            count => format!("{count} games {more}"),
        };
        let without = |figure: Figure| {
            let lacks = |&&number: &&usize| {
                // Too few moves for a rating are no moves that are not rated.
                let rated =
                    self.figures(number).map(|it| it.sides.iter().any(|it| it.rater.is_some()));
                self.row(number).is_some_and(|row| figure.of(&row).iter().any(Option::is_none))
                    && !(figure == Figure::Rating && rated == Some(true))
            };
            if filter.compares(figure) { read.iter().filter(lacks).count() } else { 0 }
        };
        if !others.is_empty() {
            return Some(format!(
                "figures of {} not read: a file has over {READ_IN_FULL} games",
                games(others.len(), "are", "are")
            ));
        }
        match (without(Figure::Rating), without(Figure::Accuracy)) {
            (0, 0) => None,
            (0, count) => Some(format!(
                "{} no accuracy: annotating a game gives it one",
                games(count, "has", "have")
            )),
            (count, _) => Some(format!(
                "{} not rated by the moves: opening a game rates it",
                games(count, "is", "are")
            )),
        }
    }

    /// The player's games, those whose date is unknown first, then by date.
    pub fn own(&self) -> Vec<(Color, usize)> {
        let own = |number| Some((self.row(number)?.side?, number));
        let sorted = self.order(SortBy::Date, false);
        let (known, unknown): (Vec<_>, Vec<_>) = sorted
            .into_iter()
            .partition(|&number| self.row(number).is_some_and(|row| row.known_date().is_some()));
        unknown.into_iter().chain(known).filter_map(own).collect()
    }
}

/// Whether the code of an opening may begin so: a letter and two digits, then letter and digit of a finer code, as SCID has them.
fn begins_eco(wanted: &str) -> bool {
    let mut letters = wanted.bytes();
    let mut next = |fits: fn(&u8) -> bool| letters.next().is_none_or(|byte| fits(&byte));
    next(|byte| (b'a'..=b'e').contains(byte))
        && next(u8::is_ascii_digit)
        && next(u8::is_ascii_digit)
        && next(u8::is_ascii_lowercase)
        && next(u8::is_ascii_digit)
        && letters.next().is_none()
}
