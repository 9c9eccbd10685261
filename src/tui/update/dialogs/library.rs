//! The games of the library: statistics, order, pages about them.

use super::answers::close;
use super::opening::{open, player};
use crate::library::{Filter, SortBy};
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::dialogs::opening_explorer::OpeningExplorer;
use crate::tui::model::dialogs::statistics::{Answer, StatisticsView, Topic};
use crate::tui::model::effect::{LibraryChange, RepertoireChange, StatisticsOrder, SummaryOrder};
use crate::tui::model::typing::Typing;
use crate::tui::model::{CommandResult, Effect, GamesEffect, Model};
use strum::VariantArray as _;

/// Opens the library with the games whose main line has the position shown.
pub fn games_with_position(model: &Model) -> Effect {
    let filter = format!("position:\"{}\"", model.shown_position().fen());
    GamesEffect::OpenLibrary(LibraryChange::None, player(model), filter).into()
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
    let view = StatisticsView::new(number, topic, text, explorer(model));
    open(model, Dialog::Statistics(Box::new(view)));
    let player = player(model);
    let order = StatisticsOrder { number, filter, player, repertoire };
    Ok(GamesEffect::ReadStatistics(Box::new(order)).into())
}

/// The opening explorer at the position shown; at the start where a null move leads to it.
fn explorer(model: &Model) -> OpeningExplorer {
    let game = &model.session.game;
    let path = game.tree().path(model.session.shown());
    let line = path.into_iter().skip(1).map(|id| game.tree().node(id).mv());
    let line = line.collect::<Option<Vec<_>>>().unwrap_or_default();
    OpeningExplorer::new(game.start().clone(), line)
}

/// Takes in an answer to the order of statistics with this number.
pub fn show_statistics(model: &mut Model, number: u64, answer: Answer) {
    if let Some(Dialog::Statistics(view)) = &mut model.dialog
        && view.number == number
    {
        view.take(answer);
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
    Ok(vec![GamesEffect::WriteSummary(Box::new(order)).into()])
}
