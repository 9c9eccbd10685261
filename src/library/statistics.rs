//! Statistics of the player's games: results, accuracy, time and mistakes, by colour, opening and time. Screen and subcommand
//! show what is computed here.

use super::book::departures;
use super::copies::{Candidate, are_copies, copies_words};
use super::sums::OwnGame;
use super::{Departure, Departures, Filter, Library, Repertoire, Sums};
use crate::base::{Table, number_of};
use crate::rules::Color;
use crate::train::{Phase, Theme};
use serde_json::{Value, json};
use shakmaty::ByColor;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use strum::VariantArray as _;

/// Games of a block, where nothing else is said.
pub const BLOCK: usize = 10;
/// Rows of a part of the text: openings, and moves that left the book.
const ROWS: usize = 20;

/// Games that have something in common.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What it is.
    pub name: String,
    /// Its games.
    pub sums: Sums,
}

/// Mistakes that have something in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Lapses {
    /// The theme or the phase.
    pub name: String,
    /// How many.
    pub count: usize,
    /// Win percentage that they lost on average.
    pub loss: f64,
}

/// The statistics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Whose games they are of.
    pub player: String,
    /// The first and the last known date.
    pub dates: Option<(String, String)>,
    /// All games.
    pub all: Sums,
    /// Number of copies of these games that are left out.
    pub copies: usize,
    /// By the player's colour.
    pub colours: ByColor<Sums>,
    /// By colour and family of openings, the most frequent first.
    pub openings: Vec<Group>,
    /// By month, the oldest first.
    pub months: Vec<Group>,
    /// Games whose month is not known.
    pub undated: usize,
    /// By blocks of so many games, the oldest first; the last block is full.
    pub blocks: Vec<Group>,
    /// Mistakes by theme, the most frequent first.
    pub themes: Vec<Lapses>,
    /// Mistakes by phase.
    pub phases: Vec<Lapses>,
    /// Where the games left the book.
    pub departures: Departures,
    /// The games by the player's side, as numbers in the library.
    pub games: Vec<(Color, usize)>,
}

impl Statistics {
    /// The statistics of the player's games that `filter` finds, as far as their figures were read, in blocks of `block` games.
    /// Without a repertoire the book is what the player's earlier games had.
    pub fn of(
        library: &Library,
        filter: &Filter,
        block: usize,
        repertoire: Option<&Repertoire>,
    ) -> Self {
        let mut found = Self { player: library.player().name.clone(), ..Self::default() };
        let (mut openings, mut months) = (BTreeMap::new(), BTreeMap::new());
        let mut lapses: Vec<(Option<Theme>, Phase, f64)> = Vec::new();
        let mut games: Vec<OwnGame<'_>> = Vec::new();
        let own = library.own().into_iter().filter_map(|(side, number)| {
            let (row, figures) = library.row(number).zip(library.figures(number))?;
            let is_found = filter.matches(&row);
            Some((side, number, row, figures, is_found))
        });
        let own: Vec<_> = own.collect();
        let candidates: Vec<Candidate<'_>> = own
            .iter()
            .map(|(_, _, row, figures, is_found)| Candidate::new(row, figures, *is_found))
            .collect();
        let are_copies = are_copies(&candidates);
        for ((side, number, row, figures, is_found), is_copy) in own.iter().zip(are_copies) {
            let (side, number, is_found) = (*side, *number, *is_found);
            if is_copy {
                found.copies += usize::from(is_found);
                continue;
            }
            games.push(OwnGame { number, side, result: row.result(), figures, is_found });
            if !is_found {
                continue;
            }
            let family = row.family();
            let colour = side.fold_wb("White", "Black");
            let opening: &mut Group =
                openings.entry((side.is_black(), family.to_owned())).or_default();
            opening.name = format!("{colour}: {family}");
            let date = row.known_date().filter(|date| !date[..7].contains('?'));
            found.undated += usize::from(date.is_none());
            let month = date.map(|date| {
                let month = months.entry(date[..7].to_owned()).or_default();
                // As in a summary, the first and the last day that is known.
                if !date.contains('?') {
                    let dates = found.dates.get_or_insert_with(|| (date.clone(), date.clone()));
                    dates.1 = date;
                }
                month
            });
            let sums = [&mut found.all, found.colours.get_mut(side), &mut opening.sums];
            for sums in sums.into_iter().chain(month) {
                sums.add(side, row.result(), figures);
            }
            let mistakes = figures.sides.get(side).mistakes.iter();
            lapses.extend(mistakes.map(|it| (it.theme, it.phase, it.loss)));
        }
        found.openings = openings.into_values().collect();
        found.openings.sort_by_key(|group| Reverse(group.sums.games));
        found.months = months.into_iter().map(|(name, sums)| Group { name, sums }).collect();
        let themes = Theme::VARIANTS.iter().map(|&theme| Some(theme)).chain([None]);
        let of_theme = |theme: Option<Theme>| {
            let name = theme.map_or_else(|| "no reason given".to_owned(), |it| it.to_string());
            counted(name, lapses.iter().filter(|it| it.0 == theme))
        };
        found.themes = themes.filter_map(of_theme).collect();
        found.themes.sort_by_key(|lapses| Reverse(lapses.count));
        let of_phase =
            |phase: &Phase| counted(phase.to_string(), lapses.iter().filter(|it| it.1 == *phase));
        found.phases = Phase::VARIANTS.iter().filter_map(of_phase).collect();
        found.departures = departures(&games, repertoire);
        games.retain(|game| game.is_found);
        found.blocks = blocks(&games, block.max(1));
        found.games = games.iter().map(|game| (game.side, game.number)).collect();
        found
    }

    /// As text: tables with headings.
    pub fn text(&self) -> String {
        let heading = match &self.dates {
            Some((first, last)) => format!("{}, {first} to {last}", self.player),
            None => self.player.clone(),
        };
        let note = self.note().map_or_else(String::new, |note| format!("\n{note}"));
        let mut text = format!("{heading}{note}\n\n{}", self.totals());
        let months: Vec<&Group> = self.months.iter().collect();
        let blocks: Vec<&Group> = self.blocks.iter().collect();
        let openings: Vec<&Group> = self.openings.iter().take(ROWS).collect();
        for (name, groups) in [("month", months), ("block", blocks), ("opening", openings)] {
            if !groups.is_empty() {
                text += &format!("\n{}", table(name, &groups));
            }
        }
        for (name, lapses) in [("theme", &self.themes), ("phase", &self.phases)] {
            if !lapses.is_empty() {
                let mut rows = Table::new(1, &[name, "mistakes", "loss"]);
                for Lapses { name, count, loss } in lapses {
                    rows.row([name.clone(), count.to_string(), format!("{loss:.0} %")]);
                }
                text += &format!("\n{rows}");
            }
        }
        text + &self.departures.text()
    }

    /// What the number of games does not tell: how many have no result, and how many copies are left out.
    pub fn note(&self) -> Option<String> {
        let without_result = match self.all.without_result() {
            0 => None,
            games => Some(format!("{} without a result", number_of(games, "game"))),
        };
        let notes = [without_result, copies_words(self.copies)];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    /// All games, and those with each colour, as a table.
    fn totals(&self) -> String {
        let group = |name: &str, sums: &Sums| Group { name: name.to_owned(), sums: sums.clone() };
        let groups = [
            group("all", &self.all),
            group("White", &self.colours.white),
            group("Black", &self.colours.black),
        ];
        table("", &groups.iter().collect::<Vec<_>>())
    }

    /// As JSON; `docs/library.md` lists the names.
    pub fn json(&self) -> Value {
        let groups = |groups: &[Group]| -> Value {
            let named = |group: &Group| {
                let mut value = json!({ "name": group.name });
                if let (Some(value), Value::Object(sums)) =
                    (value.as_object_mut(), group.sums.json())
                {
                    value.extend(sums);
                }
                value
            };
            groups.iter().map(named).collect()
        };
        let lapses = |lapses: &[Lapses]| -> Value {
            let named = |it: &Lapses| {
                let loss = (it.loss * 100.0).round() / 100.0;
                json!({ "name": it.name, "mistakes": it.count, "mean_loss_percent": loss })
            };
            lapses.iter().map(named).collect()
        };
        json!({
            "player": self.player,
            "first_date": self.dates.as_ref().map(|dates| &dates.0),
            "last_date": self.dates.as_ref().map(|dates| &dates.1),
            "copies_left_out": self.copies,
            "all": self.all.json(),
            "white": self.colours.white.json(),
            "black": self.colours.black.json(),
            "openings": groups(&self.openings),
            "months": groups(&self.months),
            "games_without_month": self.undated,
            "blocks": groups(&self.blocks),
            "themes": lapses(&self.themes),
            "phases": lapses(&self.phases),
            "book": self.departures.json(),
        })
    }
}

impl Departures {
    /// What the book is.
    pub fn book(&self) -> String {
        match &self.repertoire {
            Some(file) => file.display().to_string(),
            None => "your earlier games".to_owned(),
        }
    }

    /// How many games left it.
    pub fn words(&self) -> String {
        let left: usize = self.moves.iter().map(|it| it.games.len()).sum();
        let own = self.moves.iter().filter(|it| it.is_own).map(|it| it.games.len()).sum::<usize>();
        let unread = self.unread.as_ref().map(|why| {
            format!("the repertoire cannot be read: {why}; :repertoire off removes it. ")
        });
        format!(
            "{}book: {}; left by you in {}, by the opponent in {}; {} stayed in it, {} never in it",
            unread.unwrap_or_default(),
            self.book(),
            number_of(own, "game"),
            left - own,
            self.inside,
            self.outside
        )
    }

    fn text(&self) -> String {
        let mut text = format!("\n{}\n", self.words());
        for it in self.moves.iter().take(ROWS) {
            let who = if it.is_own { "you" } else { "opponent" };
            let after = if it.line.is_empty() { "at the start" } else { &it.line };
            let played = it.sums.result_words();
            let book = it.book.join(", ");
            text += &format!("\n{after}\n  {who}: {} ({played})", it.played);
            text += &match it.with_book.games {
                0 => format!("; book: {book}\n"),
                _ => format!("; book: {book} ({})\n", it.with_book.result_words()),
            };
        }
        if self.moves.len() > ROWS {
            text += &format!("\n{} more in the JSON\n", self.moves.len() - ROWS);
        }
        text
    }

    fn json(&self) -> Value {
        let departure = |it: &Departure| {
            json!({
                "colour": it.side.to_string(),
                "by": if it.is_own { "player" } else { "opponent" },
                "line": it.line,
                "played": it.played,
                "book": it.book,
                "played_sums": it.sums.json(),
                "book_sums": it.with_book.json(),
            })
        };
        json!({
            "repertoire": self.repertoire.as_ref().map(|file| file.display().to_string()),
            "unread": self.unread,
            "games_inside": self.inside,
            "games_outside": self.outside,
            "departures": self.moves.iter().map(departure).collect::<Value>(),
        })
    }
}

/// Blocks of `size` games, counted from the newest.
fn blocks(games: &[OwnGame<'_>], size: usize) -> Vec<Group> {
    let mut blocks: Vec<Group> = games
        .rchunks(size)
        .scan(games.len(), |end, chunk| {
            let (first, last) = (*end + 1 - chunk.len(), *end);
            *end -= chunk.len();
            let mut sums = Sums::default();
            chunk.iter().for_each(|game| sums.add(game.side, game.result, game.figures));
            Some(Group { name: format!("{first}–{last}"), sums })
        })
        .collect();
    blocks.reverse();
    blocks
}

fn counted<'a>(
    name: String,
    lapses: impl Iterator<Item = &'a (Option<Theme>, Phase, f64)>,
) -> Option<Lapses> {
    let (count, sum) = lapses.fold((0_usize, 0.0), |(count, sum), it| (count + 1, sum + it.2));
    (count > 0).then(|| Lapses { name, count, loss: sum / count as f64 })
}

fn table(name: &str, groups: &[&Group]) -> String {
    let heading: Vec<&str> = [name].into_iter().chain(Sums::HEADINGS).collect();
    let mut table = Table::new(1, &heading);
    for group in groups {
        table.row([group.name.clone()].into_iter().chain(group.sums.cells()).collect::<Vec<_>>());
    }
    table.to_string()
}
