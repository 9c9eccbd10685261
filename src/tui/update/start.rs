//! The start of the program: the user's files, and what the command line asks for.

use super::dialogs::{self, FIRST_LEVEL};
use super::{new_game, play, search};
use crate::search::observe::Breakpoint;
use crate::tui::model::adjourned::AdjournedGame;
use crate::tui::model::dialogs::{Dialog, ResumeOffer};
use crate::tui::model::saved::{SavedPrefs, Start, UserData};
use crate::tui::model::{Effect, EngineEffect, GamesEffect, Model, OrderedGame, StorageEffect};
use crate::tui::values::charset::Charset;
use crate::tui::values::keymap_patch::PatchedKeymap;
use crate::tui::values::theme::Theme;

/// Takes in the user's files, and does what the command line asks for, or looks for a game that was not finished.
pub fn start(model: &mut Model, start: Start) -> Vec<Effect> {
    model.log_times = true;
    if start.charset == Charset::Ascii {
        model.keymap.spell_arrows();
    }
    take_user_data(model, start.user);
    let theme = std::mem::take(&mut model.theme);
    model.theme = theme.reduced(start.depth, start.charset);
    let has_position = start.position.is_some();
    model.session = new_game::unbegun(model, start.position.unwrap_or_default());
    play::orient_board(model);
    dialogs::new_game(model);
    let mut effects = vec![super::storage::rate_player(model)];
    if !model.inspect.breakpoints.is_empty() {
        effects.push(EngineEffect::SetDebug(Box::new(model.inspect.debugging())).into());
    }
    // A script runs when the game is there.
    model.ordered_game = OrderedGame::reading(start.script.is_some() && start.pgn.is_some());
    if start.script.is_some() || start.pgn.is_some() {
        model.dialog = None;
    } else if !has_position {
        effects.push(StorageEffect::FindUnfinished.into());
    }
    let player = dialogs::player(model);
    effects.extend(start.pgn.map(|file| GamesEffect::Open(file, player).into()));
    effects.extend(start.script.map(|file| StorageEffect::ReadScript(file).into()));
    effects.extend(search::follow(model));
    effects
}

fn take_user_data(model: &mut Model, user: UserData) {
    let mut problems = user.problems;
    let SavedPrefs { prefs, layout } = SavedPrefs::read(&user.settings);
    let theme = user.theme.or_else(|| Theme::built_in(&prefs.theme).ok());
    model.theme = theme.unwrap_or_else(Theme::fallback);
    (model.prefs, model.layout) = (prefs, layout);
    model.external.options = model.prefs.options_of_external();
    let strength = model.prefs.play.strength_model.parse().unwrap_or_default();
    model.strengths.set_model(strength);
    (model.typed_commands, model.own_themes) = (user.commands, user.themes);
    if let Some((file, text)) = user.keys {
        let PatchedKeymap { keymap, renamed, errors } = model.keymap.patched(&file, &text);
        model.keymap = keymap;
        for (old, new) in renamed {
            log::info!(target: "lucena", "{file}: {old} is called {new} now");
        }
        problems.extend(errors.iter().map(ToString::to_string));
    }
    if let Some((file, text)) = user.personalities {
        let wrong = model.strengths.roster.merge(&file, &text);
        problems.extend(wrong.iter().map(ToString::to_string));
    }
    if let Some((file, text)) = user.breakpoints {
        for read in Breakpoint::of_lines(&file, &text) {
            match read {
                Ok(breakpoint) => model.inspect.breakpoints.push(breakpoint),
                Err((line, problem)) => {
                    model.inspect.unread.push(line.to_owned());
                    problems.push(problem);
                }
            }
        }
    }
    report(model, &problems);
    if let Some(words) = user.recovered {
        model.notify_error(words);
    }
}

/// Complains about the user's files: first about all of them by name, then about each mistake.
fn report(model: &mut Model, problems: &[String]) {
    for problem in problems.iter().rev() {
        model.notify_error(problem);
    }
    let mut files: Vec<&str> = problems.iter().filter_map(|problem| file_name(problem)).collect();
    files.dedup();
    if problems.len() > 1 && !files.is_empty() {
        let count = problems.len();
        // A key would not do so in the form for a new game, which is open.
        let words = format!("{count} mistakes in {}; :messages lists them", files.join(", "));
        model.notify_error(words);
    }
}

/// The name of the file that a complaint is about, without its folder.
fn file_name(problem: &str) -> Option<&str> {
    let mut words = problem.split([' ', ':', ',', '"']);
    let path = words.find(|word| [".ron", ".txt"].iter().any(|end| word.ends_with(end)))?;
    path.rsplit(['/', '\\']).next()
}

/// The first of the games of earlier runs is offered; without one, a first run asks how strong the opponent is to be.
pub fn unfinished(model: &mut Model, games: Vec<AdjournedGame>, is_first_run: bool) {
    let others = games.len().saturating_sub(1);
    match games.into_iter().next() {
        Some(game) => model.dialog = Some(Dialog::Resume(Box::new(ResumeOffer { game, others }))),
        None if is_first_run => model.dialog = Some(Dialog::Levels(FIRST_LEVEL)),
        None => {}
    }
}
