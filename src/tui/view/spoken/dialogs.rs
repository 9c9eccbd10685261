//! What is open and wants an answer, in words: questions, forms, lists.

use super::help::help;
use crate::base::number_of;
use crate::rules::notation;
use crate::tui::model::Model;
use crate::tui::model::dialogs::form::{FieldId, SELF_PLAY};
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::dialogs::opening_explorer::OpeningExplorer;
use crate::tui::model::dialogs::statistics::{Answer, Topic};
use crate::tui::model::dialogs::{self, Dialog, Form, List, TOUR};
use crate::tui::model::inspect::questions::QUESTIONS;

/// Is the field a strength of Lucena's, of which there are too many to be read each time?
fn is_strength(id: FieldId) -> bool {
    matches!(id, FieldId::Strength | FieldId::OtherStrength)
}

/// A field of a form that opens: with the range of its strengths instead of each.
fn short_field(shown: &dialogs::Field) -> String {
    let label = shown.id.label();
    let levels = shown.options.iter().filter_map(|option| option.parse::<u32>().ok());
    let ends = levels.clone().min().zip(levels.max()).filter(|_| is_strength(shown.id));
    let Some((lowest, highest)) = ends else { return field(shown) };
    let is_named = |option: &String| option != "full" && option.parse::<u32>().is_err();
    let full = match shown.options.iter().any(is_named) {
        true => ", full or a personality",
        false => " or full",
    };
    format!("{label}: {}; {lowest} to {highest}{full}; {label} alone lists them", shown.value)
}

/// A field with its value and the others that it offers.
pub fn field(field: &dialogs::Field) -> String {
    let others: Vec<&str> =
        field.options.iter().filter(|it| **it != field.value).map(String::as_str).collect();
    let others =
        if others.is_empty() { String::new() } else { format!("; or {}", others.join(", ")) };
    format!("{}: {}{others}", field.id.label(), field.value)
}

fn form(title: &str, form: &Form) -> Vec<String> {
    let mut lines = vec![format!(
        "{title}: type a field and its value, such as {}; start accepts, cancel leaves",
        if title == "new game" { "strength 1000" } else { "hash 64" }
    )];
    // The strength of a second Lucena says nothing where none plays.
    let plays = form.value(FieldId::Players) == SELF_PLAY;
    let fields = form.fields.iter().filter(|it| plays || it.id != FieldId::OtherStrength);
    lines.extend(fields.map(short_field));
    lines.extend(form.error.clone());
    lines
}

/// Rows of a list that are read at once.
const ROWS: usize = 30;

fn list(list: &List) -> Vec<String> {
    let (found, title) = (list.found.len(), list.title().trim());
    let filter =
        if list.filter.is_empty() { String::new() } else { format!(" with {}", list.filter) };
    if let Some(nothing) = list.nothing() {
        return vec![format!("{nothing}; close goes on")];
    }
    let mut lines =
        vec![format!("{title}{filter}, {found}: type a number, a word to search for, or close")];
    let rows = list.found.iter().take(ROWS).enumerate();
    lines.extend(rows.map(|(row, &item)| format!("{}: {}", row + 1, list.text(item).trim())));
    if found > ROWS {
        lines.push(format!("{} more; a word narrows the list", found - ROWS));
    }
    if let Source::Games(games) = &list.source {
        lines.extend(games.wrong.clone());
        if games.unread > 0 {
            lines.push("games are still being read".to_owned());
        }
    }
    lines
}

/// Ratings that are read at once.
const RATINGS: usize = 10;

/// How the estimated rating moved, the newest game first.
fn rating_history(model: &Model) -> Vec<String> {
    let history = &model.strengths.history;
    let heading = model.strengths.rated().map(|rated| {
        format!(
            "your rating by results, on the scale of the {} model: {rated}",
            model.strengths.model
        )
    });
    let newest = history.iter().rev().take(RATINGS).map(|after| after.words());
    let older = history.len().saturating_sub(RATINGS);
    let older = (older > 0).then(|| format!("{older} older ones"));
    heading.into_iter().chain(newest).chain(older).collect()
}

/// What is open and wants an answer; the first line says how to give it.
pub fn dialog(model: &Model) -> Vec<String> {
    match &model.dialog {
        None => Vec::new(),
        Some(Dialog::NewGame(fields)) => form("new game", fields),
        Some(Dialog::Settings(fields)) => form("settings", fields),
        Some(Dialog::Confirm(question)) => {
            let answers = match question.is_about_changes() {
                true => "Yes, discard or cancel?",
                false => "Yes or no?",
            };
            vec![format!("{} {answers}", question.text())]
        }
        Some(Dialog::Promotion(..)) => {
            vec!["promote to queen, rook, bishop or knight? Or cancel".to_owned()]
        }
        Some(Dialog::Resume(offer)) => {
            let players = &offer.game.game.players;
            let (white, black) = (&players.white.name, &players.black.name);
            let moves = number_of(offer.game.moves(), "move");
            let more = offer
                .more()
                .map_or_else(String::new, |more| format!(" {more}: list names them all."));
            let choice =
                if offer.others > 0 { "Yes, no, discard or list?" } else { "Yes, no or discard?" };
            vec![format!(
                "unfinished game, {white} against {black}, {moves}.{more} Resume it? {choice}"
            )]
        }
        Some(Dialog::Help(open)) => help(model, &open.filter),
        Some(Dialog::Levels(_)) => {
            let level = |(row, (words, strength)): (usize, &(&str, &str))| match strength
                .strip_prefix("human ")
            {
                Some(rating) => format!("{}: {words}, {rating}", row + 1),
                None => format!("{}: {words}", row + 1),
            };
            let first =
                "how well do you play? Type a number or a level to begin, or new for more choices"
                    .to_owned();
            std::iter::once(first).chain(dialogs::LEVELS.iter().enumerate().map(level)).collect()
        }
        Some(Dialog::Tour(page)) => {
            let (heading, text) = TOUR[(*page).min(TOUR.len() - 1)];
            vec![format!("{heading}: type next or close"), text.to_owned()]
        }
        Some(Dialog::List(rows)) => list(rows),
        Some(Dialog::Statistics(view)) => match &view.answer {
            Answer::Read(..) if view.topic == Topic::Moves => moves(&view.explorer),
            Answer::Read(statistics, _) => {
                let text = statistics.text();
                let lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned);
                lines.chain(rating_history(model)).collect()
            }
            Answer::Reading(..) => vec!["reading the games".to_owned()],
            Answer::Failed(words) => vec![words.clone()],
        },
        Some(Dialog::Questions(_)) => {
            let rows = QUESTIONS.iter().map(|listed| format!("{}: {}", listed.key, listed.text));
            std::iter::once("questions: type the key of one, or close".to_owned())
                .chain(rows)
                .collect()
        }
    }
}

/// The moves of the opening explorer, each with its number.
fn moves(explorer: &OpeningExplorer) -> Vec<String> {
    let position = explorer.position();
    let rows = (1..).zip(&explorer.played().moves).map(|(row, (mv, sums))| {
        format!("{row}: {}, {}", notation::numbered(&position, *mv), sums.result_words())
    });
    let first = "type the number of a move, back, colour, games or close".to_owned();
    std::iter::once(explorer.words()).chain(rows).chain([first]).collect()
}
