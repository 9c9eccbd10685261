//! The form for a new game, and the game that it describes.

use super::form::{Field, Form};
use crate::game::{Game, Player, TimeControl};
use crate::rules::{Color, Position, parse_fen};
use crate::strength::StrengthLevel;
use crate::tui::model::Model;
use shakmaty::ByColor;

const MODES: [&str; 6] = [
    "you and Lucena",
    "two players",
    "Lucena and Lucena",
    "analysis",
    "you and another engine",
    "Lucena and another engine",
];
const SIDES: [&str; 3] = ["White", "Black", "random"];
const TIMES: [&str; 8] = ["none", "1+0", "3+2", "5+0", "5+3", "10+5", "15+10", "40/5400+30"];
const STRENGTH_HELP: &str = "600 to 2600, ~1500 to play like 1500, full, or a personality.";
const STRENGTHS: [&str; 8] = ["full", "600", "1000", "1300", "1500", "1800", "2100", "2400"];

/// Kind of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// A game to be played.
    Game,
    /// A board to analyse on.
    Analysis,
    /// A game in which another UCI engine plays this side.
    External(Color),
}

/// The form with the players of the last game and the user's preferences.
#[must_use]
pub fn form(model: &Model) -> Form {
    let (session, play) = (&model.session, &model.prefs.play);
    let engine = |side| session.is_engine(side);
    let mode = match (engine(Color::White), engine(Color::Black)) {
        (true, true) if session.external.is_some() => MODES[5],
        _ if session.external.is_some() => MODES[4],
        (false, false) => MODES[1],
        (true, true) => MODES[2],
        _ => MODES[0],
    };
    let you = SIDES.into_iter().find(|side| side.to_lowercase() == play.side);
    let you = you.unwrap_or(if play.side == "random" { "random" } else { SIDES[0] });
    let next = model.strengths.next().map(|elo| elo.to_string());
    let characters = model.strengths.roster.all();
    let names = characters.iter().map(|character| character.name.as_str());
    let strengths: Vec<&str> = next.as_deref().into_iter().chain(STRENGTHS).chain(names).collect();
    let (time, lucena) = (&play.control, &play.dial);
    // A custom start position without moves is offered for the next game.
    let game = &model.session.game;
    let is_set_up = game.moves().is_empty() && *game.start() != Position::default();
    let start = if is_set_up { game.start().fen() } else { "standard".to_owned() };
    Form::new(vec![
        Field::choice("players", mode, &MODES, "Who plays."),
        Field::choice("you play", you, &SIDES, "Your side."),
        Field::choice(
            "time",
            time,
            &TIMES,
            "Minutes + increment in seconds (5+3), 90s, 40/5400+30, none.",
        )
        .free(),
        Field::choice("strength", lucena, &strengths, STRENGTH_HELP).free(),
        Field::choice(
            "other engine",
            "full",
            &STRENGTHS,
            "Black's strength when Lucena plays itself.",
        )
        .free(),
        Field::choice("start", &start, &["standard"], "The standard position, or paste a FEN.")
            .free(),
    ])
}

/// Extra help for the strength field: the level's estimated strength.
#[must_use]
pub fn advice(form: &Form, model: &Model) -> Option<String> {
    let field = form.fields.get(form.selected).filter(|field| field.label == "strength")?;
    let strengths = &model.strengths;
    let dial = strengths.parse(&field.value).ok()?;
    let you = match (strengths.rated(), strengths.next()) {
        (Some(rated), Some(next)) => format!(" You: {rated}; next opponent {next}."),
        _ => String::new(),
    };
    Some(format!("{STRENGTH_HELP} This level: {}.{you}", strengths.worth(dial)))
}

/// The game of the form, and its kind. A random side comes from the model's clock.
///
/// # Errors
/// What is wrong with a field.
pub fn game(form: &Form, model: &Model) -> Result<(Game, GameKind), String> {
    let start = match form.value("start").trim() {
        "standard" | "startpos" | "" => Position::default(),
        fen => parse_fen(fen).map_err(|error| error.to_string())?,
    };
    let control = TimeControl::parse(form.value("time")).map_err(|error| error.to_string())?;
    let dial = model.strengths.parse(form.value("strength"))?;
    let other = model.strengths.parse(form.value("other engine"))?;
    let mode = form.value("players");
    let white = match form.value("you play") {
        "White" => true,
        "Black" => false,
        _ => model.now.0 % 2 == 0,
    };
    let (you, lucena) =
        (Player::human(&model.prefs.play.name), engine(dial, form.value("strength")));
    let players = match mode {
        m if m == MODES[0] && white => ByColor { white: you, black: lucena },
        m if m == MODES[0] => ByColor { white: lucena, black: you },
        m if m == MODES[2] => {
            ByColor { white: lucena, black: engine(other, form.value("other engine")) }
        }
        m if m == MODES[4] && white => ByColor { white: you, black: Player::human("UCI engine") },
        m if m == MODES[4] => ByColor { white: Player::human("UCI engine"), black: you },
        m if m == MODES[5] && white => {
            ByColor { white: lucena, black: Player::human("UCI engine") }
        }
        m if m == MODES[5] => ByColor { white: Player::human("UCI engine"), black: lucena },
        _ => ByColor { white: Player::human("White"), black: Player::human("Black") },
    };
    let sort = match mode {
        m if m == MODES[3] => GameKind::Analysis,
        m if m == MODES[4] || m == MODES[5] => {
            GameKind::External(if white { Color::Black } else { Color::White })
        }
        _ => GameKind::Game,
    };
    let control = if sort == GameKind::Analysis { TimeControl::None } else { control };
    let control = ByColor { white: control.clone(), black: control };
    let mut game = Game::new(start).with_control(control).with_players(players);
    if let GameKind::External(side) = sort {
        game.tags.set(side.fold_wb("WhiteType", "BlackType"), "program");
    }
    Ok((game, sort))
}

/// The form as the command that starts the same game.
#[must_use]
pub fn line(form: &Form) -> String {
    let who = match form.value("players") {
        mode if mode == MODES[1] => "two",
        mode if mode == MODES[2] => "self",
        mode if mode == MODES[3] => "analysis",
        mode if mode == MODES[4] && form.value("you play") == SIDES[1] => "black-outside",
        mode if mode == MODES[4] => "white-outside",
        mode if mode == MODES[5] && form.value("you play") == SIDES[1] => "self-outside-black",
        mode if mode == MODES[5] => "self-outside",
        _ if form.value("you play") == SIDES[1] => "black",
        _ => "white",
    };
    let strength = form.value("strength").replace(' ', "_");
    let start = Some(form.value("start")).filter(|start| *start != "standard").unwrap_or_default();
    format!(":game {who} {} {strength} {start}", form.value("time")).trim_end().to_owned()
}

/// Reads what [`line()`] writes.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str, model: &Model) -> Result<(Game, GameKind), String> {
    let mut words = text.split_whitespace();
    let who = words.next().unwrap_or_default();
    let (mode, side) = match who {
        "white" => (MODES[0], SIDES[0]),
        "black" => (MODES[0], SIDES[1]),
        "two" => (MODES[1], SIDES[0]),
        "self" => (MODES[2], SIDES[0]),
        "analysis" => (MODES[3], SIDES[0]),
        "white-outside" => (MODES[4], SIDES[0]),
        "black-outside" => (MODES[4], SIDES[1]),
        "self-outside" => (MODES[5], SIDES[0]),
        "self-outside-black" => (MODES[5], SIDES[1]),
        _ => return Err(format!("{who:?}: expected white, black, two, self or analysis")),
    };
    let mut form = form(model);
    form.set("players", mode);
    form.set("you play", side);
    if let Some(time) = words.next() {
        form.set("time", time);
    }
    if let Some(strength) = words.next() {
        form.set("strength", &strength.replace('_', " "));
    }
    let start: Vec<&str> = words.collect();
    if !start.is_empty() {
        form.set("start", &start.join(" "));
    }
    game(&form, model)
}

/// The engine as a player; a personality has its own name.
fn engine(dial: StrengthLevel, name: &str) -> Player {
    let mut player = Player::engine(dial);
    if let StrengthLevel::Personality(_) = dial {
        player.name = name.to_owned();
    }
    player
}
