//! A searchable list: games, critical moments of a game, strength levels, or the commands (the palette).

use super::games::Games;
use crate::game::NodeId;
use crate::library::{GameFigures, Row};
use crate::strength::StrengthLevel;
use crate::tui::model::adjourned::{AdjournedGame, NO_ADJOURNED};
use crate::tui::values::command_spec::CommandSpec;
use crate::tui::values::erased::Erased;
use crate::tui::values::format::pad;
use std::cmp::Reverse;
use unicode_width::UnicodeWidthStr as _;

/// The items.
#[derive(Clone, Debug)]
pub enum Source {
    /// Games of files.
    Games(Box<Games>),
    /// Moves with descriptions.
    CriticalMoments(Vec<(NodeId, String)>),
    /// Strength levels with descriptions.
    Strengths(Vec<(StrengthLevel, String)>),
    /// Commands: the palette.
    Commands(Vec<CommandRow>),
    /// What the program has said, newest first.
    Messages(Vec<String>),
    /// Games of earlier runs that were not finished.
    Adjourned(Vec<AdjournedGame>),
    /// Tags of the game: name and value.
    Tags(Vec<(String, String)>),
}

/// A command in the palette.
#[derive(Clone, Debug)]
pub struct CommandRow {
    /// What is known of it.
    pub spec: CommandSpec,
    /// Its first key, if it has one.
    pub key: String,
    /// Why it cannot be run now, if it cannot.
    pub unavailable: Option<String>,
}

/// Games that are sorted in less time than is noticed.
const SORTED_AT_ONCE: usize = 20_000;

/// The rank of a command whose name or key is the search text.
const EXACT: usize = 2000;

/// The rank of a command that is searched by its further words: above those whose names have the letters.
const MEANT: usize = 1800;

/// A list with selection and search text.
#[derive(Clone, Debug)]
pub struct List {
    /// The items.
    pub source: Source,
    /// Search text.
    pub filter: String,
    /// The selected one of the found items.
    pub at: usize,
    /// Indices of the found items.
    pub found: Vec<usize>,
    /// The first visible row, unless the selected one would be out of sight.
    top: usize,
}

impl List {
    /// All items, the first one selected.
    pub fn new(source: Source) -> Self {
        let mut list = Self { source, filter: String::new(), at: 0, found: Vec::new(), top: 0 };
        list.search();
        list
    }

    /// The title of the frame.
    pub const fn title(&self) -> &'static str {
        match self.source {
            Source::Games(_) => " games ",
            Source::CriticalMoments(_) => " critical moments ",
            Source::Strengths(_) => " strength ",
            Source::Commands(_) => " commands ",
            Source::Messages(_) => " messages ",
            Source::Adjourned(_) => " unfinished games ",
            Source::Tags(_) => " tags ",
        }
    }

    /// Number of all items.
    pub fn count(&self) -> usize {
        match &self.source {
            Source::Games(games) => games.library.len(),
            Source::CriticalMoments(moments) => moments.len(),
            Source::Strengths(choices) => choices.len(),
            Source::Commands(rows) => rows.len(),
            Source::Messages(texts) => texts.len(),
            Source::Adjourned(games) => games.len(),
            Source::Tags(tags) => tags.len(),
        }
    }

    /// The text of an item.
    pub fn text(&self, number: usize) -> String {
        match &self.source {
            Source::Games(games) => {
                games.library.row(number).map_or_else(String::new, |row| Row::text(&row))
            }
            Source::CriticalMoments(moments) => {
                moments.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
            Source::Strengths(choices) => {
                choices.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
            Source::Messages(texts) => texts.get(number).cloned().unwrap_or_default(),
            Source::Adjourned(games) => {
                games.get(number).map_or_else(String::new, AdjournedGame::row)
            }
            Source::Tags(tags) => tags
                .get(number)
                .map_or_else(String::new, |(name, value)| format!("{name:<16} {value}")),
            Source::Commands(rows) => rows.get(number).map_or_else(String::new, |row| {
                let widest = |cell: fn(&CommandRow) -> &str| {
                    rows.iter().map(|row| cell(row).width()).max().unwrap_or(0)
                };
                let name = pad(row.spec.name, widest(|row| row.spec.name));
                let key = pad(&row.key, widest(|row| &row.key));
                format!("{name} {key} {}", row.spec.help)
            }),
        }
    }

    /// Why the item cannot be chosen, if it cannot.
    pub fn unavailable(&self, number: usize) -> Option<&str> {
        match &self.source {
            Source::Commands(rows) => rows.get(number)?.unavailable.as_deref(),
            Source::Games(_)
            | Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Messages(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => None,
        }
    }

    /// What is said of a list without any item.
    pub fn nothing(&self) -> Option<&'static str> {
        match self.source {
            _ if self.count() > 0 => None,
            Source::Games(_) => Some("no games yet: play one, or :library FILE"),
            Source::Messages(_) => Some("no messages yet"),
            Source::Adjourned(_) => Some(NO_ADJOURNED),
            Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Commands(_)
            | Source::Tags(_) => None,
        }
    }

    /// Cells of the longest item, where a list is to be as wide; 0 where the text of the selected item is shown in full below.
    pub fn longest(&self) -> usize {
        match &self.source {
            Source::Commands(_)
            | Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => {
                (0..self.count()).map(|number| self.text(number).width()).max().unwrap_or(0)
            }
            Source::Games(_) | Source::Messages(_) => 0,
        }
    }

    /// What is shown in full below the items: the selected message, or what the selected command does.
    pub fn detail(&self) -> Option<String> {
        let number = self.selected()?;
        match &self.source {
            Source::Messages(_) => Some(self.text(number)),
            Source::Commands(rows) => Some(rows.get(number)?.spec.help.to_owned()),
            Source::Games(_)
            | Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => None,
        }
    }

    /// How well the item fits the search, the best highest; `None` where it does not.
    fn rank(&self, number: usize, wanted: &str) -> Option<usize> {
        match &self.source {
            Source::Commands(rows) => {
                let CommandRow { spec, key, .. } = rows.get(number)?;
                if wanted.is_empty() {
                    return Some(0);
                }
                let named = match spec.name == wanted {
                    true => Some(EXACT),
                    false => fuzzy(spec.name, wanted).map(|rank| 1000 + rank),
                };
                let keyed = (key.to_lowercase() == wanted).then_some(EXACT);
                let meant = spec.is_meant_by(wanted).then_some(MEANT);
                let helped = spec.is_found_by(wanted, key).then_some(1);
                [keyed, named, meant, helped].into_iter().flatten().max()
            }
            Source::Games(_)
            | Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Messages(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => self.text(number).to_lowercase().contains(wanted).then_some(0),
        }
    }

    /// Index of the selected item among all items.
    pub fn selected(&self) -> Option<usize> {
        self.found.get(self.at).copied()
    }

    /// Moves the selection.
    pub fn go(&mut self, rows: isize) {
        let last = self.found.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(rows).min(last);
        self.top = self.top.min(self.at);
    }

    /// Appends to the search text.
    pub fn filter_by(&mut self, text: &str) {
        self.filter.extend(text.chars().filter(|letter| !letter.is_control()));
        self.search();
    }

    /// Removes the end of the search text.
    pub fn erase(&mut self, erased: Erased) {
        erased.remove_from(&mut self.filter);
        self.search();
    }

    /// The line of a command that is typed in place of a search.
    pub fn command_line(&self) -> Option<&str> {
        self.filter.strip_prefix(':')
    }

    fn search(&mut self) {
        // A command is about the list as it is.
        if self.command_line().is_some() {
            return;
        }
        (self.at, self.top) = (0, 0);
        if let Source::Games(games) = &mut self.source {
            // A filter that is not understood finds what the one before it found.
            if let Some(found) = games.found(&self.filter) {
                self.found = found;
            }
            return;
        }
        let wanted = self.filter.to_lowercase();
        let ranks = (0..self.count()).filter_map(|it| Some((self.rank(it, &wanted)?, it)));
        let mut ranks: Vec<_> = ranks.collect();
        // What cannot be chosen now comes after the rest, unless it is what was typed.
        let is_last = |rank, number| rank < EXACT && self.unavailable(number).is_some();
        ranks.sort_by_key(|&(rank, number)| (is_last(rank, number), Reverse(rank), number));
        self.found = ranks.into_iter().map(|(_, number)| number).collect();
    }

    /// Changes the order of the games, or does nothing in another list; the selected game stays selected.
    pub fn reorder(&mut self, change: impl FnOnce(&mut Games)) {
        let (selected, top) = (self.selected(), self.top);
        if let Source::Games(games) = &mut self.source {
            change(games);
            self.search();
            let place = self.found.iter().position(|&number| Some(number) == selected);
            self.at = place.unwrap_or(0);
            self.top = top.min(self.at);
        }
    }

    /// Takes in figures of games that the order with this number read.
    pub fn take_figures(&mut self, number: u64, figures: Vec<(usize, Option<GameFigures>)>) {
        let Source::Games(games) = &mut self.source else { return };
        if games.number != number {
            return;
        }
        games.take(figures);
        // Many games are sorted anew only with the last figures.
        if games.unread == 0 || games.library.len() <= SORTED_AT_ONCE {
            self.reorder(|_| ());
        }
    }

    /// Takes the selected unfinished game out of the list; `None` in another list or without one.
    pub fn remove_adjourned(&mut self) -> Option<AdjournedGame> {
        let number = self.selected()?;
        let Source::Adjourned(games) = &mut self.source else { return None };
        let removed = games.remove(number);
        let at = self.at;
        self.search();
        self.at = at.min(self.found.len().saturating_sub(1));
        Some(removed)
    }

    /// Rows above the items: the headings of a table.
    pub const fn above(&self) -> u16 {
        match self.source {
            Source::Games(_) => 1,
            Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Commands(_)
            | Source::Messages(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => 0,
        }
    }

    /// Items visible on `rows` rows.
    pub fn visible(&self, rows: u16) -> usize {
        usize::from(rows.saturating_sub(self.above() + self.below()))
    }

    /// Rows below the items: more of the selected one, the search, the keys.
    pub const fn below(&self) -> u16 {
        match self.source {
            Source::Messages(_) | Source::Commands(_) => 5,
            Source::Games(_) => 4,
            Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Adjourned(_)
            | Source::Tags(_) => 2,
        }
    }

    /// Items below the last one visible on `rows` rows.
    pub fn hidden(&self, rows: u16) -> usize {
        self.found.len().saturating_sub(self.first(rows) + self.visible(rows))
    }

    /// Selects visible row `row` of `rows`, which stay where they are; returns whether it was selected before.
    pub fn click(&mut self, row: u16, rows: u16) -> bool {
        self.top = self.first(rows);
        let at = self.top + usize::from(row.saturating_sub(self.above()));
        let again = at == self.at;
        self.at = at.min(self.found.len().saturating_sub(1));
        again
    }

    /// The first visible row.
    pub fn first(&self, rows: u16) -> usize {
        self.top.max((self.at + 1).saturating_sub(self.visible(rows).max(1)))
    }
}

/// How well `wanted` fits `name` as a subsequence: the initials of its words, letters at the beginning of a word and
/// letters that follow each other count more, and so does a short name. `None` where it is none.
fn fuzzy(name: &str, wanted: &str) -> Option<usize> {
    let (mut rank, mut before) = (100 - name.len().min(100), None);
    let initials: String = name.split('-').filter_map(|word| word.chars().next()).collect();
    if initials.starts_with(wanted) {
        rank += 100;
    }
    let mut letters = name.char_indices();
    for letter in wanted.chars().filter(|letter| !letter.is_whitespace()) {
        let (at, _) = letters.find(|&(_, other)| other == letter)?;
        let starts_word = at == 0 || name[..at].ends_with('-');
        let follows = at > 0 && before == Some(at - 1);
        rank += 10 * usize::from(starts_word) + 8 * usize::from(follows);
        before = Some(at);
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::{List, Source, fuzzy};

    #[test]
    fn a_click_does_not_move_the_rows() {
        let mut list = List::new(Source::Messages((0..40).map(|it| it.to_string()).collect()));
        let rows = 10 + list.below();
        list.go(30);
        assert_eq!(list.first(rows), 21);
        assert!(!list.click(2, rows));
        assert_eq!((list.first(rows), list.selected()), (21, Some(23)));
        assert!(list.click(2, rows), "the second click is on the same row");
        list.go(-5);
        assert_eq!((list.first(rows), list.selected()), (18, Some(18)));
        list.go(5);
        assert_eq!(list.first(rows), 18);
        list.reorder(|_| ());
        assert_eq!((list.first(rows), list.selected()), (18, Some(23)));
    }

    #[test]
    fn beginnings_of_words_fit_best() {
        assert_eq!(fuzzy("takeback", "hint"), None);
        assert!(fuzzy("next-theme", "nt") > fuzzy("hint", "nt"));
        assert!(fuzzy("draw", "draw") > fuzzy("redraw", "draw"));
        assert!(fuzzy("dial-up", "du") > fuzzy("redo-something-up", "du"));
    }
}
