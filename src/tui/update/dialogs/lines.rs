//! Lines of text for what is open, as they are typed without a screen.

use super::adjourned::discard;
use super::answers::{close, confirm};
use super::keys::enter;
use super::leaving::discard_changes;
use crate::rules::parse_typed;
use crate::tui::model::dialogs::statistics::Topic;
use crate::tui::model::dialogs::{Confirmation, Dialog, LEVELS, Leaving};
use crate::tui::model::{CommandResult, Model, Pending};
use crate::tui::update::{moves, new_game, settings};
use crate::tui::view::spoken::{field, kind};

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
    if command.is_some_and(|it| it.name == "quit-now") {
        return None;
    }
    match &mut model.dialog {
        Some(Dialog::Confirm(Confirmation::Leave(Leaving::Quit, _))) if leaves => {
            Some(confirm(model))
        }
        Some(Dialog::Confirm(_) | Dialog::Resume(_) | Dialog::Promotion(..)) if leaves => None,
        Some(Dialog::Confirm(_) | Dialog::Resume(_)) if yes => Some(confirm(model)),
        Some(Dialog::Resume(_)) if word == "discard" => Some(Ok(discard(model))),
        Some(Dialog::Resume(_)) if word == "list" => Some(enter(model, "l")),
        Some(Dialog::Confirm(question)) if question.is_about_changes() => match &*word {
            "discard" => Some(Ok(discard_changes(model))),
            _ => Some(Err(format!("answer yes, discard, cancel or quit: {}", question.text()))),
        },
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
                list.filter_by(text);
                Ok(Vec::new())
            })
        }
        Some(Dialog::Statistics(view)) if view.topic == Topic::Moves => {
            if let Ok(row) = text.parse::<usize>() {
                let rows = view.rows();
                if !(1..=rows).contains(&row) {
                    return Some(Err(match rows {
                        0 => format!("{text}: there are no moves"),
                        rows => format!("{text}: expected 1 to {rows}"),
                    }));
                }
                view.at = row - 1;
                return Some(confirm(model));
            }
            match &*word {
                "back" => view.go_back(),
                "colour" | "color" => view.turn_sides(),
                "games" => return Some(enter(model, "g")),
                _ => return None,
            }
            Some(Ok(Vec::new()))
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
