//! What is open over the screen: opening it, its keys, and what an answer does.

use super::{engine, external, inspect, moves, play, review, screen, search, storage};
use crate::game::pgn::GameSource;
use crate::library::{Filter, Library, Player, SortBy};
use crate::rules::{Role, begins_move, parse_typed};
use crate::strength::StrengthLevel;
use crate::tui::model::adjourned::AdjournedGame;
use crate::tui::model::dialogs::form::Direction;
use crate::tui::model::dialogs::games::Games;
use crate::tui::model::dialogs::list::{List, Source};
use crate::tui::model::dialogs::statistics::{Answer, StatisticsView, Topic};
use crate::tui::model::dialogs::{Confirmation, Dialog, Form, LEVELS, TOUR};
use crate::tui::model::effect::{LibraryChange, RepertoireChange, StatisticsOrder, SummaryOrder};
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::model::typing::{Beginning, Kind, Typing};
use crate::tui::model::{
    CommandResult, Effect, Model, OrderedGame, Pending, ScreenEffect, StorageEffect,
};
use crate::tui::update::{new_game, settings};
use crate::tui::view::spoken::{field, kind};
use std::path::PathBuf;
use strum::VariantArray as _;

/// Opens the form for a new game.
pub fn new_game(model: &mut Model) {
    model.dialog = Some(Dialog::NewGame(new_game::form(model)));
}

/// Is a form open whose values were changed?
pub fn is_filled_in(model: &Model) -> bool {
    let (form, fresh) = match &model.dialog {
        Some(Dialog::NewGame(form)) => (form, new_game::form(model)),
        Some(Dialog::Settings(form)) => (form, settings::form(&model.prefs, &model.own_themes)),
        Some(_) | None => return false,
    };
    form.fields.iter().zip(&fresh.fields).any(|(now, fresh)| now.value != fresh.value)
}

/// Opens a dialog in place of a line being typed.
pub fn open(model: &mut Model, dialog: Dialog) {
    model.typing = None;
    model.dialog = Some(dialog);
}

/// Opens the settings.
pub fn open_settings(model: &mut Model) -> Effect {
    let form = settings::form(&model.prefs, &model.own_themes);
    open(model, Dialog::Settings(form));
    StorageEffect::ListThemes.into()
}

/// Goes to the next field or row, or to the one before.
pub fn step_field(model: &mut Model, direction: Direction) {
    let by = if direction == Direction::Forward { 1 } else { -1 };
    match &mut model.dialog {
        Some(Dialog::NewGame(form) | Dialog::Settings(form)) => form.go(direction),
        Some(Dialog::Promotion(moves, chosen)) => *chosen = stepped(*chosen, by, moves.len()),
        Some(Dialog::Questions(row)) => *row = stepped(*row, by, QUESTIONS.len()),
        Some(Dialog::Levels(row)) => *row = stepped(*row, by, LEVELS.len()),
        Some(Dialog::List(list)) => list.go(by),
        Some(Dialog::Statistics(view)) => view.go(by),
        Some(Dialog::Tour(page)) => *page = page.saturating_add_signed(by).min(TOUR.len() - 1),
        Some(Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Help(_)) | None => {}
    }
}

/// The index after or before `at`, around a ring of `count`.
const fn stepped(at: usize, by: isize, count: usize) -> usize {
    let count = if count == 0 { 1 } else { count };
    at.wrapping_add_signed(by + count.cast_signed()) % count
}

/// Changes the value of the field; without fields it goes on or back.
pub fn step_choice(model: &mut Model, direction: Direction) -> Vec<Effect> {
    if let Some(Dialog::NewGame(form)) = &mut model.dialog {
        form.step(direction);
    } else if let Some(Dialog::Settings(form)) = &mut model.dialog {
        form.step(direction);
        return settings::preview(model);
    } else if let Some(Dialog::List(list)) = &mut model.dialog
        && list.above() > 0
    {
        let by = if direction == Direction::Forward { 1 } else { -1 };
        list.reorder(|games| games.step_sort(by));
    } else if let Some(Dialog::Statistics(view)) = &mut model.dialog {
        view.turn(if direction == Direction::Forward { 1 } else { -1 });
    } else {
        step_field(model, direction);
    }
    Vec::new()
}

/// Text for what is open.
pub fn enter(model: &mut Model, text: &str) -> CommandResult {
    let answer = text == "y" || text == "n";
    match &mut model.dialog {
        // No field of a new game has a colon: it begins a command, as elsewhere.
        Some(Dialog::NewGame(_) | Dialog::Levels(_)) if text == ":" => {
            model.dialog = None;
            model.typing = Some(Typing::new(Kind::Command, ""));
        }
        // A move that is typed at once begins the game.
        Some(Dialog::NewGame(form)) if !form.takes_text() && is_begun_move(text) => {
            let form = Form { error: None, ..form.clone() };
            begin_with_move(model, Beginning::Form(form), text);
        }
        Some(Dialog::Levels(row)) if is_begun_move(text) => {
            let row = *row;
            begin_with_move(model, Beginning::Level(row), text);
        }
        Some(Dialog::NewGame(form)) => form.enter(text),
        Some(Dialog::Settings(form)) => {
            form.enter(text);
            return Ok(settings::preview(model));
        }
        // As in other programs, `/` begins a search; here it has begun.
        Some(Dialog::List(list)) if text == "/" && list.filter.is_empty() => {}
        Some(Dialog::Help(help)) if text == "/" && help.filter.is_empty() => {}
        Some(Dialog::List(list)) => list.filter_by(Some(text)),
        Some(Dialog::Help(help)) => {
            help.filter.push_str(text);
            help.scroll = 0;
        }
        Some(Dialog::Promotion(moves, _)) => {
            let role = text.chars().next().and_then(Role::from_char);
            if let Some(mv) = moves.iter().copied().find(|mv| mv.promotion() == role) {
                model.dialog = None;
                return Ok(moves::user_move(model, mv));
            }
        }
        Some(Dialog::Resume(_)) if text == "l" => {
            model.dialog = None;
            return Ok(vec![StorageEffect::ListUnfinished.into()]);
        }
        // A letter that begins no move: one that is typed too early costs nothing.
        Some(Dialog::Resume(_)) if text == "x" => return Ok(discard(model)),
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if answer => {
            return if text == "y" { confirm(model) } else { Ok(close(model)) };
        }
        Some(Dialog::Questions(_)) => {
            if let Some(asked) = QUESTIONS.iter().position(|it| text.starts_with(it.key)) {
                model.dialog = None;
                return inspect::ask_listed(model, asked);
            }
        }
        Some(Dialog::Levels(_)) => {
            let row = text.parse::<usize>().ok().and_then(|digit| digit.checked_sub(1));
            if let Some(row) = row.filter(|&row| row < LEVELS.len()) {
                return Ok(new_game::first_game(model, row));
            }
            if text == "t" {
                model.dialog = Some(Dialog::Tour(0));
            }
        }
        Some(Dialog::Statistics(view)) if text == "m" => view.in_blocks = !view.in_blocks,
        Some(Dialog::Tour(_)) if text == " " => return confirm(model),
        Some(Dialog::Tour(_) | Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Statistics(_))
        | None => {}
    }
    Ok(Vec::new())
}

/// Is it a letter that begins a move?
fn is_begun_move(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(begins_move) && letters.next().is_none()
}

/// Opens the line of a move in place of the form whose game it begins.
fn begin_with_move(model: &mut Model, beginning: Beginning, text: &str) {
    model.dialog = None;
    model.messages.answer();
    model.typing = Some(Typing::first_move(beginning, text));
}

/// Leaves the line being typed; the form that it was begun over is shown again.
pub fn leave_typing(model: &mut Model) -> Option<Kind> {
    let typing = model.typing.take()?;
    model.dialog = typing.beginning.map(Beginning::dialog);
    Some(typing.kind)
}

/// A line of text for what is open; `None` where it is no answer, so that what is open gives way to it. Questions that end
/// something give way only to `quit`.
pub fn answer_line(model: &mut Model, text: &str) -> Option<CommandResult> {
    let word = text.trim_start_matches(':').to_lowercase();
    let [yes, accept] =
        [&["yes", "y"][..], &["start", "accept", "ok"]].map(|it| it.contains(&&*word));
    // `n` and `q` are the knight and the queen there.
    let is_piece = matches!(model.dialog, Some(Dialog::Promotion(..))) && kind(&word).is_some();
    if !is_piece && ["no", "n", "close", "cancel"].contains(&&*word) {
        let effects = close(model);
        if model.dialog.is_none() {
            model.notify_info("closed, nothing is changed");
        }
        return Some(Ok(effects));
    }
    let command = model.keymap.find(&word);
    let leaves = !is_piece && command.is_some_and(|it| it.name == "quit");
    match &mut model.dialog {
        Some(Dialog::Confirm(Confirmation::Quit(_))) if leaves => Some(confirm(model)),
        Some(Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Promotion(..)) if leaves => None,
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if yes => Some(confirm(model)),
        Some(Dialog::Resume(_)) if word == "discard" => Some(Ok(discard(model))),
        Some(Dialog::Resume(_)) if word == "list" => Some(enter(model, "l")),
        Some(Dialog::Confirm(question)) => {
            Some(Err(format!("answer yes, no, cancel or quit: {}", question.text())))
        }
        Some(Dialog::Resume(offer)) => {
            let list = if offer.others > 0 { ", list" } else { "" };
            Some(Err(format!("answer yes, no, discard{list} or quit: Resume the unfinished game?")))
        }
        Some(Dialog::Promotion(moves, _)) => {
            let letter = kind(&word).map(|role| role.char().to_string());
            let moves = moves.clone();
            // The whole move, with its piece.
            if let Ok(&[mv]) = moves::meant(model, text).as_deref()
                && letter.is_none()
                && moves.contains(&mv)
            {
                model.dialog = None;
                return Some(Ok(moves::user_move(model, mv)));
            }
            let done = enter(model, letter.as_deref().unwrap_or_default());
            let open = matches!(model.dialog, Some(Dialog::Promotion(..)));
            Some(if open {
                Err("answer queen, rook, bishop, knight or cancel".to_owned())
            } else {
                done
            })
        }
        Some(Dialog::NewGame(_) | Dialog::Settings(_)) if accept => Some(confirm(model)),
        Some(Dialog::NewGame(form) | Dialog::Settings(form)) => {
            let line = text.replacen("side ", "you play ", 1);
            form.error = None;
            // A name alone asks for the value.
            if let Some(asked) = form.fields.iter().find(|it| it.id.label() == line) {
                let words = field(asked);
                model.notify_info(words);
                return Some(Ok(Vec::new()));
            }
            let is_field = form.fields.iter().any(|it| {
                line.strip_prefix(it.id.label()).is_some_and(|rest| rest.starts_with(' '))
            });
            is_field.then(|| set_field(model, &line).map(|()| Vec::new()))
        }
        Some(Dialog::Tour(_)) => (word == "next").then(|| confirm(model)),
        // A level begins the same game as a row of the list does.
        Some(Dialog::Levels(_))
            if text.parse::<usize>().is_ok_and(|number| !(1..=LEVELS.len()).contains(&number)) =>
        {
            model.pending.push(Pending::Line(format!("game white none {text}")));
            Some(Ok(Vec::new()))
        }
        Some(Dialog::Levels(_) | Dialog::Questions(_)) => {
            (text.chars().count() == 1).then(|| enter(model, text))
        }
        Some(Dialog::List(list)) => {
            if let Ok(row) = text.parse::<usize>() {
                let row = row.wrapping_sub(1);
                if list.found.is_empty() {
                    return Some(Err(format!("{text}: the list is empty")));
                }
                if row >= list.found.len() {
                    return Some(Err(format!("{text}: expected 1 to {}", list.found.len())));
                }
                list.at = row;
                return Some(confirm(model));
            }
            let name = word.split_whitespace().next().unwrap_or_default();
            let command = model.keymap.find(name);
            if command.is_some_and(|spec| spec.over_dialogs) {
                model.pending.push(Pending::Line(text.to_owned()));
                return Some(Ok(Vec::new()));
            }
            let is_other = text.starts_with(':')
                || command.is_some()
                || parse_typed(model.session.position(), &moves::spelled(text)).is_ok();
            (!is_other).then(|| {
                list.filter.clear();
                list.filter_by(Some(text));
                Ok(Vec::new())
            })
        }
        Some(Dialog::Help(_) | Dialog::Statistics(_)) | None => None,
    }
}

/// Sets a field of the form that is open from `NAME VALUE`, unless the value is wrong.
fn set_field(model: &mut Model, text: &str) -> Result<(), String> {
    let (mut form, is_settings) = match &model.dialog {
        Some(Dialog::NewGame(form)) => (form.clone(), false),
        Some(Dialog::Settings(form)) => (form.clone(), true),
        Some(_) | None => return Ok(()),
    };
    let field = settings::set_field(&mut form, text)?;
    if is_settings {
        settings::prefs(&form, &model.prefs)?;
    } else {
        new_game::check(field, form.value(field), model)?;
    }
    model.dialog = Some(if is_settings { Dialog::Settings(form) } else { Dialog::NewGame(form) });
    Ok(())
}

/// Backspace.
pub fn erase(model: &mut Model) {
    if let Some(Dialog::NewGame(form) | Dialog::Settings(form)) = &mut model.dialog {
        form.erase();
    } else if let Some(Dialog::List(list)) = &mut model.dialog {
        list.filter_by(None);
    } else if let Some(Dialog::Help(help)) = &mut model.dialog {
        help.filter.pop();
    }
}

/// Accepts what is open.
pub fn confirm(model: &mut Model) -> CommandResult {
    match model.dialog.take() {
        Some(Dialog::NewGame(form)) => return Ok(new_game::accept(model, form)),
        Some(Dialog::Settings(form)) => return Ok(settings::accept(model, form)),
        Some(Dialog::Confirm(question)) => return answer(model, question),
        Some(Dialog::Promotion(moves, chosen)) => {
            return Ok(moves.get(chosen).map_or_else(Vec::new, |&mv| moves::user_move(model, mv)));
        }
        Some(Dialog::Resume(offer)) => {
            return Ok(vec![StorageEffect::ResumeUnfinished(offer.game.record).into()]);
        }
        Some(Dialog::List(list)) if list.command_line().is_some() => {
            return Ok(run_typed(model, list));
        }
        Some(Dialog::List(list)) => match list.selected() {
            Some(number) => return Ok(choose(model, &list, number)),
            None => {
                model.dialog = Some(Dialog::List(list));
                return Err("the list has no row to choose".to_owned());
            }
        },
        Some(Dialog::Statistics(view)) => match view.selected_game() {
            Some(game) => return Ok(vec![read_game(model, game)]),
            None => match view.selected_opening() {
                Some((library, filter)) => {
                    games(model, NO_ORDER, library.clone(), SortBy::Date, &filter);
                }
                None => model.dialog = Some(Dialog::Statistics(view)),
            },
        },
        Some(Dialog::Questions(row)) => return inspect::ask_listed(model, row),
        Some(Dialog::Levels(row)) => return Ok(new_game::first_game(model, row)),
        Some(Dialog::Tour(page)) if page + 1 < TOUR.len() => {
            model.dialog = Some(Dialog::Tour(page + 1));
        }
        Some(Dialog::Tour(_)) => after_tour(model),
        Some(Dialog::Help(_)) | None => {}
    }
    Ok(Vec::new())
}

/// No; without a dialog the line being typed is left.
pub fn close(model: &mut Model) -> Vec<Effect> {
    match model.dialog.take() {
        // A theme that was only tried is taken back.
        Some(Dialog::Settings(_)) => {
            let name = model.prefs.theme.clone();
            return screen::theme_by_name(model, &name);
        }
        Some(Dialog::Resume(offer)) => {
            new_game(model);
            model.notify_info(match offer.others {
                0 => "the unfinished game is offered again at the next start; :adjourned lists it"
                    .to_owned(),
                others => format!("{} unfinished games: :adjourned lists them", others + 1),
            });
        }
        Some(Dialog::Tour(_)) => after_tour(model),
        Some(Dialog::Levels(_)) => new_game(model),
        Some(Dialog::Statistics(_)) => return vec![StorageEffect::StopReading.into()],
        Some(Dialog::List(list)) if list.above() > 0 => {
            return vec![StorageEffect::StopReading.into()];
        }
        Some(
            Dialog::NewGame(_)
            | Dialog::Confirm(_)
            | Dialog::Promotion(..)
            | Dialog::List(_)
            | Dialog::Questions(_)
            | Dialog::Help(_),
        ) => {}
        None => {
            // A search that is left shows the whole log again.
            if leave_typing(model) == Some(Kind::Search) {
                model.log.filter.search.clear();
            }
        }
    }
    Vec::new()
}

/// The unfinished game that is asked about, or selected in their list, keeps its record and is not offered again.
pub fn discard(model: &mut Model) -> Vec<Effect> {
    let record = match &mut model.dialog {
        Some(Dialog::Resume(offer)) => {
            let record = offer.game.record.clone();
            new_game(model);
            record
        }
        Some(Dialog::List(list)) => match list.remove_adjourned() {
            Some(game) => game.record,
            None => return Vec::new(),
        },
        Some(_) | None => return Vec::new(),
    };
    model.notify_info("the unfinished game stays recorded and is not offered again");
    vec![StorageEffect::DiscardUnfinished(record).into()]
}

/// Is an unfinished game asked about, or a list of them open?
pub fn offers_adjourned(model: &Model) -> Result<(), String> {
    let is_offered = match &model.dialog {
        Some(Dialog::Resume(_)) => true,
        Some(Dialog::List(list)) => matches!(list.source, Source::Adjourned(_)),
        Some(_) | None => false,
    };
    if is_offered {
        Ok(())
    } else {
        Err("no unfinished game is selected; :adjourned lists them".to_owned())
    }
}

/// Lists the unfinished games, to resume one.
pub fn adjourned(model: &mut Model, games: Vec<AdjournedGame>) {
    if games.is_empty() {
        return model.notify_info("there is no other unfinished game");
    }
    model.typing = None;
    list(model, Source::Adjourned(games));
}

/// Resumes an unfinished game, after asking if that leaves a game under way or changes that are not saved.
fn resume(model: &mut Model, record: PathBuf) -> Vec<Effect> {
    if let Some(left) = model.left_game().filter(|_| !model.unattended) {
        model.ask(Confirmation::Resume(record, left));
        return Vec::new();
    }
    leave_for(model, record)
}

/// Resumes an unfinished game; one that is under way is saved with the time of its clocks.
fn leave_for(model: &mut Model, record: PathBuf) -> Vec<Effect> {
    let mut effects = search::cancel(model);
    effects.extend(inspect::forget_position(model));
    if model.session.is_under_way() {
        effects.push(storage::save_game(model));
    }
    effects.push(StorageEffect::ResumeUnfinished(record).into());
    effects
}

/// Opens a list to choose from.
pub fn list(model: &mut Model, source: Source) {
    model.dialog = Some(Dialog::List(Box::new(List::new(source))));
}

/// Opens the list of strengths; the one in use is selected, or else the one of the same model that comes nearest.
pub fn strengths(model: &mut Model) {
    let choices = model.strengths.choices();
    let level = model.session.dial();
    let nearest = || {
        let distance = |choice: StrengthLevel| {
            let same =
                choice.model() == level.model() && !matches!(choice, StrengthLevel::Personality(_));
            let (there, here) = choice.elo().zip(level.elo()).filter(|_| same)?;
            Some(there.0.abs_diff(here.0))
        };
        let found =
            choices.iter().enumerate().rev().filter_map(|(at, &(it, _))| Some((distance(it)?, at)));
        found.min_by_key(|&(distance, _)| distance).map(|(_, at)| at)
    };
    let in_use = choices.iter().rposition(|&(choice, _)| choice == level).or_else(nearest);
    let mut opened = List::new(Source::Strengths(choices));
    opened.at = in_use.unwrap_or(0);
    model.dialog = Some(Dialog::List(Box::new(opened)));
}

/// Opens games, those that a filter finds first; figures of them follow.
pub fn games(model: &mut Model, number: u64, library: Library, sort: SortBy, filter: &str) {
    model.ordered_game = match model.ordered_game {
        OrderedGame::Reading => OrderedGame::Choosing,
        OrderedGame::None | OrderedGame::Choosing => OrderedGame::None,
    };
    list(model, Source::Games(Box::new(Games::new(library, number, sort))));
    if let Some(Dialog::List(list)) = &mut model.dialog
        && !filter.is_empty()
    {
        list.filter_by(Some(filter));
    }
}

/// Opens the library with the games whose main line has the position shown.
pub fn games_with_position(model: &Model) -> Effect {
    let filter = format!("position:\"{}\"", model.shown_position().fen());
    StorageEffect::OpenLibrary(LibraryChange::None, player(model), filter).into()
}

/// The player of the library: the user by the name of the settings, and the person in games against the engine.
pub fn player(model: &Model) -> Player {
    Player { name: model.prefs.play.name.clone(), or_person: true }
}

/// Opens the statistics of the player's games that a filter finds, at a page; the repertoire may be changed before.
pub fn statistics(
    model: &mut Model,
    topic: Topic,
    filter: &str,
    repertoire: RepertoireChange,
) -> Result<Effect, String> {
    let text = filter;
    let filter = Filter::parse(text)?;
    model.statistics_runs += 1;
    let number = model.statistics_runs;
    open(model, Dialog::Statistics(Box::new(StatisticsView::new(number, topic, text))));
    let player = player(model);
    let order = StatisticsOrder { number, filter, player, repertoire };
    Ok(StorageEffect::ReadStatistics(Box::new(order)).into())
}

/// Takes in an answer to the order of statistics with this number.
pub fn show_statistics(model: &mut Model, number: u64, answer: Answer) {
    if let Some(Dialog::Statistics(view)) = &mut model.dialog
        && view.number == number
    {
        view.answer = answer;
    }
}

/// Sorts the list of games by a value, the one that it is sorted by the other way round.
pub fn sort(model: &mut Model, by: &str) -> Result<(), String> {
    let Some(Dialog::List(list)) = &mut model.dialog else { return Err(NO_GAMES.to_owned()) };
    let Source::Games(games) = &list.source else { return Err(NO_GAMES.to_owned()) };
    let names: Vec<&str> = SortBy::VARIANTS.iter().map(Into::into).collect();
    let sort = match by {
        "" => games.sort,
        by => by.parse().map_err(|_| format!("sort {by:?}: expected {}", names.join(", ")))?,
    };
    list.reorder(|games| games.sort_by(sort));
    Ok(())
}

const NO_GAMES: &str = "no list of games is open; :library opens it";

/// The number of a list whose figures are read: the lister begins with 1.
const NO_ORDER: u64 = 0;

/// The name of a page, where the user has not chosen another one.
const PAGE_FILE: &str = "summary.html";

/// Writes the page about the games of the library that a filter finds: `FILE [!] [FILTER]`. From the list of games the line
/// is begun with the filter of the list.
///
/// # Errors
/// Another dialog is open, the list is that of a file, or the filter is not understood.
pub fn summary(model: &mut Model, text: &str) -> CommandResult {
    if let Some(Dialog::List(list)) = &model.dialog
        && let Source::Games(games) = &list.source
        && text.is_empty()
    {
        if games.of_file {
            return Err("the page is of the library's games; :library FILE adds these".to_owned());
        }
        let argument = format!("{PAGE_FILE} {}", list.filter);
        let effects = close(model);
        model.typing = Some(Typing::of_command("summary", argument.trim_end()));
        return Ok(effects);
    }
    if text.is_empty() {
        return Err(":summary needs a file, or an open list of games (:library)".to_owned());
    }
    let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let split = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (file, rest) = quoted.unwrap_or(split);
    let (file, filter) = match rest.trim().strip_prefix('!') {
        Some(rest) => (format!("{file} !"), rest.trim().to_owned()),
        None => (file.to_owned(), rest.trim().to_owned()),
    };
    Filter::parse(&filter)?;
    let order = SummaryOrder { file: file.into(), filter, player: player(model) };
    Ok(vec![StorageEffect::WriteSummary(Box::new(order)).into()])
}

/// Runs the command that was typed in a list. The list stays open for a command about it, and if there is no such command.
fn run_typed(model: &mut Model, mut list: Box<List>) -> Vec<Effect> {
    let line = list.command_line().unwrap_or_default().trim().to_owned();
    let name = line.split_whitespace().next().unwrap_or_default();
    let stays = model.keymap.find(name).is_none_or(|spec| spec.over_dialogs);
    list.filter.clear();
    model.dialog = Some(Dialog::List(list));
    let effects = if stays { Vec::new() } else { close(model) };
    if !line.is_empty() {
        model.pending.push(Pending::Line(line));
    }
    effects
}

fn read_game(model: &mut Model, source: GameSource) -> Effect {
    let is_ordered = model.unattended || model.ordered_game == OrderedGame::Choosing;
    model.ordered_game = OrderedGame::reading(is_ordered);
    StorageEffect::ReadGame(source).into()
}

/// Opens the game, shows the moment, sets the dial or runs the command that was chosen.
fn choose(model: &mut Model, list: &List, number: usize) -> Vec<Effect> {
    match &list.source {
        Source::Games(games) => {
            let game = games.library.source(number).map(|source| {
                let (file, number) = (source.index.file().display(), source.number + 1);
                model.session_script.push(format!(":open {file} #{number}"));
                read_game(model, source)
            });
            return [StorageEffect::StopReading.into()].into_iter().chain(game).collect();
        }
        Source::CriticalMoments(moments) => {
            if let Some(&(node, _)) = moments.get(number) {
                play::view_node(model, node);
            }
        }
        Source::Strengths(choices) => {
            let level = choices.get(number).map(|&(level, _)| level);
            return level.map_or_else(Vec::new, |level| engine::set_dial(model, level));
        }
        Source::Messages(texts) => {
            let text = texts.get(number).map(|text| ScreenEffect::Copy(text.clone()).into());
            if !model.plain {
                model.notify_info("copied to the clipboard");
            }
            return text.into_iter().collect();
        }
        Source::Adjourned(games) => {
            let record = games.get(number).map(|game| game.record.clone());
            return record.map_or_else(Vec::new, |record| resume(model, record));
        }
        Source::Tags(tags) => {
            if let Some((name, value)) = tags.get(number) {
                model.typing = Some(Typing::of_command("tag", &format!("{name} {value}")));
            }
        }
        Source::Commands(rows) => {
            model.pending.extend(rows.get(number).map(|row| Pending::Command(row.name)));
        }
    }
    Vec::new()
}

/// The tour of a first run leads to the first game.
fn after_tour(model: &mut Model) {
    if !model.session.started && model.session.viewed.is_none() {
        model.dialog = Some(Dialog::Levels(FIRST_LEVEL));
    }
}

/// The row of [`LEVELS`] that is selected at first.
pub const FIRST_LEVEL: usize = 2;

fn answer(model: &mut Model, question: Confirmation) -> CommandResult {
    let line = question.line();
    let done = carry_out(model, question);
    if done.is_ok() {
        model.session_script.extend(line);
    }
    done
}

/// Does what was confirmed.
fn carry_out(model: &mut Model, question: Confirmation) -> CommandResult {
    match question {
        Confirmation::Quit(_) => Ok(storage::quit(model)),
        Confirmation::Resign => play::resign(model),
        Confirmation::Abandon => play::abandon(model),
        Confirmation::DeleteLine => review::delete(model).map(|()| Vec::new()),
        Confirmation::ClaimDraw => play::claim_draw(model),
        Confirmation::OfferDraw => play::agree_draw(model),
        Confirmation::TakeBack => play::take_back(model).map_err(str::to_owned),
        Confirmation::Open(opened, _) => Ok(play::review(model, *opened)),
        Confirmation::Resume(record, _) => Ok(leave_for(model, record)),
        Confirmation::Line(line, _) => {
            model.pending.push(Pending::Confirmed(line));
            Ok(Vec::new())
        }
        Confirmation::Opponent(command) => Ok(external::replace_opponent(model, &command)),
        Confirmation::NewGame(_) => {
            new_game(model);
            Ok(Vec::new())
        }
    }
}

/// A click into a form chooses a field; on the chosen one it steps the value.
pub fn click_field(form: &mut Form, row: u16, rows: u16) {
    match form.row(row, rows) {
        Some(at) if at == form.selected => form.step(Direction::Forward),
        Some(at) => form.selected = at,
        None => {}
    }
}
