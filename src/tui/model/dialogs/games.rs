//! The list of games: those of a file, or the library. Sorted and filtered as `library` does it.

use crate::library::{Filter, GameFigures, Library, SortBy};
use strum::VariantArray as _;

/// Games of files.
#[derive(Clone, Debug)]
pub struct Games {
    /// The games.
    pub library: Library,
    /// Number of the order that reads their figures.
    pub number: u64,
    /// What they are sorted by.
    pub sort: SortBy,
    /// Is the largest first?
    pub largest_first: bool,
    /// Games whose figures are still to be read.
    pub unread: usize,
    /// Are they those of one file, and not the library?
    pub of_file: bool,
    /// All games in order, once it is known.
    order: Option<Vec<usize>>,
    /// What is wrong with the filter, or why it cannot find some games.
    pub wrong: Option<String>,
}

impl Games {
    /// The games in this order.
    pub fn new(library: Library, number: u64, sort: SortBy) -> Self {
        let unread = library.to_read().len();
        let largest_first = sort.begins_with_largest();
        let of_file = sort == SortBy::File;
        Self { library, number, sort, largest_first, unread, of_file, order: None, wrong: None }
    }

    /// Takes in the figures of some games.
    pub fn take(&mut self, figures: Vec<(usize, Option<GameFigures>)>) {
        self.order = None;
        self.unread = self.unread.saturating_sub(figures.len());
        for (number, figures) in figures {
            if let Some(figures) = figures {
                self.library.take(number, figures);
            }
        }
    }

    /// The numbers of the games that the filter finds, in order; `None` if the filter is not understood.
    pub fn found(&mut self, filter: &str) -> Option<Vec<usize>> {
        let filter = Filter::parse(filter);
        self.wrong = match &filter {
            Err(wrong) => Some(wrong.clone()),
            Ok(filter) => self.library.left_out(filter),
        };
        let sorted = || self.library.order(self.sort, self.largest_first);
        let order = self.order.get_or_insert_with(sorted);
        Some(self.library.found_in(order, &filter.ok()?))
    }

    /// Sorts by another value; by the same one the other way round.
    pub fn sort_by(&mut self, sort: SortBy) {
        self.order = None;
        self.largest_first =
            if sort == self.sort { !self.largest_first } else { sort.begins_with_largest() };
        self.sort = sort;
    }

    /// Sorts by the next value, or the one before.
    pub fn step_sort(&mut self, by: isize) {
        let all = SortBy::VARIANTS;
        let at = all.iter().position(|&sort| sort == self.sort).unwrap_or(0);
        let count = all.len();
        self.sort_by(all[(at + count).wrapping_add_signed(by) % count]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Games, Library, SortBy};
    use crate::annotate::MoveRatings;
    use crate::base::Random;
    use crate::game::pgn::Index;
    use crate::library::{FiguresReader, GameFigures, Player, Row};
    use std::cmp::Ordering;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use strum::VariantArray as _;

    const GAMES: usize = 60;
    const NAMES: [&str; 7] =
        ["Ada", "Müller, Karl", "Muller, Karl", "karl MÜLLER", "Wałęsa", "?", "Groß, Bo"];
    const DATES: [&str; 8] = [
        "2020.05.07",
        "2020.5.7",
        "2020.??.??",
        "2019.12.31",
        "2019.02.30",
        "????.??.??",
        "",
        "7.5.2020",
    ];
    const EVENTS: [&str; 5] = ["Club", "club", "Café Régence", "Cafe Regence", ""];
    const OPENINGS: [[&str; 2]; 4] =
        [["B90", "Sicilian: Najdorf"], ["B90", ""], ["C20", "King's Pawn Game"], ["", ""]];
    const MOVES: [&str; 4] =
        ["1. e4 c5 1-0", "1. d4 0-1", "1. f3 e5 2. g4 Qh4# 0-1", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"];

    /// The values of a game as they stand in the file.
    struct Written {
        names: [&'static str; 2],
        date: &'static str,
        event: &'static str,
        elo: u64,
    }

    fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
        of[random.below(of.len() as u64) as usize]
    }

    fn games(random: &mut Random) -> (Vec<Written>, Library, Vec<GameFigures>) {
        let (mut text, mut written) = (String::new(), Vec::new());
        for _ in 0..GAMES {
            let names = [pick(random, &NAMES), pick(random, &NAMES)];
            let (date, event) = (pick(random, &DATES), pick(random, &EVENTS));
            let elo = random.below(3000);
            let [code, opening] = pick(random, &OPENINGS);
            let moves = pick(random, &MOVES);
            text += &format!(
                "[Event \"{event}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Date \"{date}\"]\n[WhiteElo \"{elo}\"]\n\
                 [BlackElo \"{elo}\"]\n[ECO \"{code}\"]\n[Opening \"{opening}\"]\n[WhiteAccuracy \"{}\"]\n\n{moves}\n\n",
                names[0],
                names[1],
                elo % 100
            );
            written.push(Written { names, date, event, elo });
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        std::fs::write(&file, text).unwrap();
        let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let reader = FiguresReader::new(MoveRatings::open(None));
        let figures = (0..GAMES).map(|number| reader.of(&index.read(number).unwrap().game));
        let figures = figures.collect();
        let player = Player { name: "Ada".to_owned(), or_person: false };
        (written, Library::new(vec![Arc::new(index)], player), figures)
    }

    fn folded(text: &str) -> String {
        let text = text.to_lowercase();
        let pairs = [('ü', "u"), ('é', "e"), ('ł', "l"), ('ę', "e"), ('ß', "ss")];
        pairs.iter().fold(text, |text, (letter, latin)| text.replace(*letter, latin))
    }

    fn known_date(date: &str) -> Option<&str> {
        match date {
            "2020.5.7" => Some("2020.05.07"),
            "2020.05.07" | "2020.??.??" | "2019.12.31" => Some(date),
            _ => None,
        }
    }

    /// Whether a word of one of the forms below is true of a game.
    fn has(word: &str, row: &Row<'_>, game: &Written) -> bool {
        let contains =
            |text: &str, wanted: &str| !matches!(text, "" | "?") && folded(text).contains(wanted);
        match word.split_once([':', '>']) {
            None => contains(&row.text(), &folded(word)),
            Some(("white", wanted)) => contains(game.names[0], wanted),
            Some(("player", wanted)) => game.names.iter().any(|name| contains(name, wanted)),
            Some(("event", wanted)) => contains(game.event, wanted),
            Some(("date", wanted)) => {
                known_date(game.date).is_some_and(|it| it.starts_with(wanted))
            }
            Some(("elo", least)) => game.elo > least.parse().unwrap(),
            Some(("moves", least)) => row.moves().is_some_and(|it| it > least.parse().unwrap()),
            Some(("result", wanted)) => row.result_text() == wanted,
            Some(("eco", wanted)) => row.eco().is_some_and(|it| folded(it).starts_with(wanted)),
            Some((other, _)) => panic!("{other}"),
        }
    }

    /// What sorts a game, text before number, as they are compared.
    fn key(
        sort: SortBy,
        number: usize,
        row: &Row<'_>,
        game: &Written,
    ) -> Option<(String, String, i64)> {
        let name = |text: &str| {
            (!matches!(text, "" | "?")).then(|| (folded(text), text.to_lowercase(), 0))
        };
        let figure = |value: f64| (String::new(), String::new(), (value * 10.0).round() as i64);
        match sort {
            SortBy::Date => known_date(game.date).map(|it| (it.to_owned(), String::new(), 0)),
            SortBy::White => name(game.names[0]),
            SortBy::Black => name(game.names[1]),
            SortBy::Result => row.result().and_then(|_| name(row.result_text())),
            SortBy::Accuracy => row.own(&row.accuracy()).map(figure),
            SortBy::Rating => row.own(&row.rating()).map(|it| figure(it.rating)),
            SortBy::Moves => row.moves().map(|it| figure(it as f64)),
            SortBy::Opening => name(&row.opening_text()),
            SortBy::Event => name(game.event),
            SortBy::File => Some(figure(number as f64)),
        }
    }

    /// Every game is looked at and all that are found are sorted.
    fn plainly(
        library: &Library,
        written: &[Written],
        filter: &str,
        sort: SortBy,
        down: bool,
    ) -> Vec<usize> {
        let row = |number| library.row(number).unwrap();
        let is_found = |&number: &usize| {
            filter.split_whitespace().all(|word| has(word, &row(number), &written[number]))
        };
        let mut found: Vec<usize> = (0..library.len()).filter(is_found).collect();
        found.sort_by(|&one, &other| {
            let [a, b] = [one, other].map(|it| key(sort, it, &row(it), &written[it]));
            let order = match a.is_some().cmp(&b.is_some()) {
                Ordering::Equal if down => b.cmp(&a),
                Ordering::Equal => a.cmp(&b),
                differ => differ.reverse(),
            };
            order.then(if down { other.cmp(&one) } else { one.cmp(&other) })
        });
        found
    }

    #[test]
    fn games_are_found_and_sorted_as_without_anything_kept() {
        let mut random = Random::new(7);
        let (written, library, figures) = games(&mut random);
        let mut plain = library.clone();
        let mut games = Games::new(library.with_texts(), 1, SortBy::Date);
        let words = [
            "a",
            "mu",
            "MÜ",
            "karl",
            "club",
            "cafe",
            "2020",
            "–",
            "0-1",
            "½",
            "najdorf",
            "b90",
            "moves",
            "accuracy",
            "white:a",
            "white:mu",
            "player:walesa",
            "player:gross",
            "event:reg",
            "event:",
            "date:2020.0",
            "date:2019",
            "elo>1500",
            "moves>1",
            "result:0-1",
            "eco:b",
            "zzz",
        ];
        let (mut filter, mut found_some) = (String::new(), 0);
        for _ in 0..2_000 {
            match random.below(8) {
                0..4 => filter = format!("{filter} {}", pick(&mut random, &words)),
                4 => filter.clear(),
                5 => games.sort_by(pick(&mut random, SortBy::VARIANTS)),
                6 => games.step_sort(1),
                _ => {
                    let number = (random.below(GAMES as u64)) as usize;
                    games.take(vec![(number, Some(figures[number].clone()))]);
                    plain.take(number, figures[number].clone());
                }
            }
            let expected = plainly(&plain, &written, &filter, games.sort, games.largest_first);
            let found = games.found(&filter).unwrap();
            found_some += usize::from(!found.is_empty());
            assert_eq!(found, expected, "{filter:?} by {}", games.sort);
        }
        assert!(found_some > 500, "{found_some}");
    }
}
