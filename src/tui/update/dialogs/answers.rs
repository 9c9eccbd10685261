//! Accepts or closes what is open, and does what was chosen or confirmed.

use super::adjourned::resume;
use super::leaving::accept;
use super::opening::{FIRST_LEVEL, NO_ORDER, games, new_game};
use crate::game::pgn::GameSource;
use crate::library::SortBy;
use crate::tui::model::dialogs::list::{List, Source};
use crate::tui::model::dialogs::{Confirmation, Dialog, TOUR};
use crate::tui::model::typing::{Beginning, Kind, Typing};
use crate::tui::model::{
    CommandResult, Effect, GamesEffect, Model, OrderedGame, Pending, ScreenEffect, StorageEffect,
};
use crate::tui::update::{
    engine, external, inspect, moves, new_game, play, review, screen, settings,
};

/// Accepts what is open.
pub fn confirm(model: &mut Model) -> CommandResult {
    match model.dialog.take() {
        Some(Dialog::NewGame(form)) => {
            return Ok(new_game::accept(model, form, new_game::FirstMove::Awaited));
        }
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
        Some(Dialog::Statistics(mut view)) => match view.selected_game() {
            _ if view.go_on() => model.dialog = Some(Dialog::Statistics(view)),
            Some(game) => return Ok(vec![read_game(model, game)]),
            None => match view.selected_opening() {
                Some((library, filter)) => {
                    games(model, NO_ORDER, library.clone(), SortBy::Date, &filter);
                }
                None => model.dialog = Some(Dialog::Statistics(view)),
            },
        },
        Some(Dialog::Questions(row)) => return inspect::ask_listed(model, row),
        Some(Dialog::Levels(row)) => {
            return Ok(new_game::first_game(model, row, new_game::FirstMove::Awaited));
        }
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
        Some(Dialog::Statistics(_)) => return vec![GamesEffect::StopReading.into()],
        Some(Dialog::List(list)) if list.above() > 0 => {
            return vec![GamesEffect::StopReading.into()];
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

/// Leaves the line being typed; the form that it was begun over is shown again.
pub fn leave_typing(model: &mut Model) -> Option<Kind> {
    let typing = model.typing.take()?;
    model.dialog = typing.beginning.map(Beginning::dialog);
    Some(typing.kind)
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
            return [GamesEffect::StopReading.into()].into_iter().chain(game).collect();
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
            model.pending.extend(rows.get(number).map(|row| Pending::Command(row.spec.name)));
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
        Confirmation::Leave(leaving, left) => Ok(accept(model, leaving, left)),
        Confirmation::Resign => play::resign(model),
        Confirmation::Abandon => play::abandon(model),
        Confirmation::DeleteLine => review::delete(model).map(|()| Vec::new()),
        Confirmation::ClaimDraw => play::claim_draw(model),
        Confirmation::OfferDraw => play::agree_draw(model),
        Confirmation::TakeBack | Confirmation::TakeResultBack => {
            play::take_back(model).map_err(str::to_owned)
        }
        Confirmation::Opponent(command) => Ok(external::replace_opponent(model, &command)),
    }
}
