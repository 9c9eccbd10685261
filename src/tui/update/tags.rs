//! The tags of the game: listing, setting and removing them.

use super::{dialogs, play};
use crate::game::pgn::{self, TagError, end_of_result};
use crate::rules::Color;
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::session::Session;
use crate::tui::model::{CommandResult, Model};

/// Tags that the program writes while a game is played.
const WRITTEN: [&str; 8] =
    ["ECO", "Opening", "Help", "DialSeed", "Continues", "TimeControl", "WhiteType", "BlackType"];

/// `NAME VALUE` sets a tag, `remove NAME` removes it, `NAME` shows it, and nothing lists all.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn command(model: &mut Model, text: &str) -> CommandResult {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    match (name, value) {
        ("", _) => list(model),
        ("remove", "") => return Err("tag remove: the name of a tag is missing".to_owned()),
        ("remove", name) => return remove(model, name),
        (name, "") => show(model, name)?,
        (name, value) => return set(model, name, value),
    }
    Ok(Vec::new())
}

fn list(model: &mut Model) {
    let tags = pgn::write_tags(&model.session.record());
    let rows = tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    dialogs::list(model, Source::Tags(rows));
}

fn show(model: &mut Model, name: &str) -> Result<(), String> {
    let tags = pgn::write_tags(&model.session.record());
    let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (name, value) = found.ok_or_else(|| format!("the game has no tag {name}"))?;
    model.notify_info(format!("{name} \"{value}\""));
    Ok(())
}

/// Fails for a tag that the game itself gives while it is played.
fn may_change(session: &Session, name: &str, value: &str) -> Result<(), String> {
    let refused = |wrong: &str| {
        let (name, wrong) = (name.to_owned(), wrong.to_owned());
        Err(TagError { name, value: value.to_owned(), wrong }.to_string())
    };
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if !session.started {
        return Ok(());
    }
    if WRITTEN.into_iter().any(is) {
        return refused(
            "the program writes it while a game is played; :save the game and :open it to change it",
        );
    }
    if (is("Result") || is("Termination")) && session.has_engine() {
        return refused("a game against an engine ends on the board, or by :resign or :draw");
    }
    if session.game.end().is_none() && is("Termination") {
        return refused("the game has no result yet: set Result first");
    }
    let names_engine = [("White", Color::White), ("Black", Color::Black)]
        .into_iter()
        .any(|(tag, side)| is(tag) && session.is_engine(side));
    if names_engine { refused("an engine plays this side") } else { Ok(()) }
}

fn set(model: &mut Model, name: &str, value: &str) -> CommandResult {
    may_change(&model.session, name, value)?;
    if name.eq_ignore_ascii_case("Result") && model.session.started {
        return set_result(model, value);
    }
    let before = model.session.unchanged();
    let name = pgn::set_tag(&mut model.session.game, name, value).map_err(|it| it.to_string())?;
    model.record_changed(&before);
    show(model, &name)?;
    Ok(Vec::new())
}

fn remove(model: &mut Model, name: &str) -> CommandResult {
    may_change(&model.session, name, "")?;
    if name.eq_ignore_ascii_case("Result") && model.session.started {
        return set_result(model, "*");
    }
    let known = pgn::write_tags(&model.session.game);
    if !known.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Err(format!("the game has no tag {name}"));
    }
    let before = model.session.unchanged();
    let removed = pgn::remove_tag(&mut model.session.game, name);
    let (name, left) = removed.map_err(|error| error.to_string())?;
    model.record_changed(&before);
    model.notify_info(match left {
        Some(left) => format!("{name} \"{left}\": every game has this tag"),
        None => format!("the tag {name} is removed"),
    });
    Ok(Vec::new())
}

/// A result ends the game of two people, and `*` lets it go on.
fn set_result(model: &mut Model, value: &str) -> CommandResult {
    let game = &model.session.game;
    let end = end_of_result(game, game.current(), value).map_err(|wrong| {
        TagError { name: "Result".to_owned(), value: value.to_owned(), wrong }.to_string()
    })?;
    let before = model.session.unchanged();
    let effects = play::set_end(model, end);
    model.record_changed(&before);
    Ok(effects)
}
