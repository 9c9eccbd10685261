//! The form for a new game, the game that it describes, and its start.

use super::{engine, inspect, play, search, seeds, storage, training};
use crate::base::Millis;
use crate::game::{DrawClaims, Game, Player, PlayerKind, TimeControl};
use crate::rules::{
    Color, NotationError, Position, castling, moves_beginning, notation, parse_start, parse_typed,
};
use crate::strength::{StrengthLevel, StrengthModel};
use crate::tui::model::dialogs::form::{FieldId, SELF_PLAY};
use crate::tui::model::dialogs::{Dialog, Field, Form, LEVELS, LeftGame};
use crate::tui::model::messages::About;
use crate::tui::model::session::Session;
use crate::tui::model::{Effect, ExternalEffect, Model};
use shakmaty::ByColor;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Human,
    TwoPlayers,
    SelfPlay,
    Analysis,
    External,
    SelfExternal,
}

/// A mode with its label and its words in `:game` for the first player as White and as Black.
struct ModeNames {
    mode: Mode,
    label: &'static str,
    words: [&'static str; 2],
}

const MODES: [ModeNames; 6] = [
    names(Mode::Human, "you and Lucena", ["white", "black"]),
    names(Mode::TwoPlayers, "two players", ["two", "two"]),
    names(Mode::SelfPlay, SELF_PLAY, ["self", "self"]),
    names(Mode::Analysis, "analysis", ["analysis", "analysis"]),
    names(Mode::External, "you and another engine", ["white-external", "black-external"]),
    names(
        Mode::SelfExternal,
        "Lucena and another engine",
        ["self-external", "self-external-black"],
    ),
];

const fn names(mode: Mode, label: &'static str, words: [&'static str; 2]) -> ModeNames {
    ModeNames { mode, label, words }
}

const SIDES: [&str; 3] = ["White", "Black", "random"];
const TIMES: [&str; 8] = ["none", "1+0", "3+2", "5+0", "5+3", "10+5", "15+10", "40/5400+30"];

/// Full strength, then the settings of the dial.
fn strengths(model: StrengthModel) -> Vec<String> {
    let settings = model.levels().map(|elo| elo.to_string());
    std::iter::once("full".to_owned()).chain(settings).collect()
}

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
pub fn form(model: &Model) -> Form {
    let (session, play) = (&model.session, &model.prefs.play);
    let engines = [Color::White, Color::Black].map(|side| session.is_engine(side));
    let mode = match (engines, session.external.is_some()) {
        // A record is no game of the user's.
        _ if session.is_review() => Mode::Human,
        ([true, true], true) => Mode::SelfExternal,
        (_, true) => Mode::External,
        ([false, false], false) => Mode::TwoPlayers,
        ([true, true], false) => Mode::SelfPlay,
        (_, false) => Mode::Human,
    };
    let label = MODES.iter().find(|names| names.mode == mode).map_or("", |names| names.label);
    let side = SIDES.into_iter().find(|known| known.to_lowercase() == play.side);
    let next = model.strengths.next().map(|elo| elo.to_string());
    let personalities = model.strengths.roster.all();
    let personalities = personalities.iter().map(|personality| personality.name.as_str());
    let strengths = strengths(model.strengths.model);
    let strengths: Vec<&str> = strengths.iter().map(String::as_str).collect();
    // The suggested level comes first, and once: the arrow keys go round by the place of a value.
    let others = strengths.iter().copied().filter(|level| Some(*level) != next.as_deref());
    let levels: Vec<&str> =
        next.as_deref().into_iter().chain(others).chain(personalities).collect();
    // A custom start position without moves is offered for the next game.
    let game = &model.session.game;
    let start = next_start(game);
    let is_custom = game.moves().is_empty() && start != Position::default();
    let start = if is_custom { notation::start_text(&start) } else { "standard".to_owned() };
    Form::new(vec![
        Field::choice(FieldId::Players, label, &MODES.map(|names| names.label), "Who plays."),
        Field::choice(FieldId::Side, side.unwrap_or(SIDES[0]), &SIDES, "Your side."),
        Field::free(
            FieldId::TimeControl,
            &play.control,
            &TIMES,
            "Minutes + increment in seconds (5+3), 90s, 40/5400+30, none; 5+3,1+0 is White's and Black's.",
        ),
        Field::free(
            FieldId::Strength,
            model.strengths.listed(&play.dial),
            &levels,
            "600 to 2400, the rating of people on Lichess, rapid, who play like it; full; or a personality.",
        ),
        Field::free(
            FieldId::OtherStrength,
            "full",
            &strengths,
            "Black's strength when Lucena plays itself.",
        ),
        Field::free(
            FieldId::Start,
            start,
            &["standard", RANDOM_START],
            "standard, chess960 (random), chess960 518 (0 to 959; two numbers for White and Black), or a FEN.",
        ),
    ])
}

/// The start position of a game for the next one: the usual position where this game was over before its first move.
pub fn next_start(game: &Game) -> Position {
    let start = game.start().clone();
    if Game::new(start.clone()).end().is_some() { Position::default() } else { start }
}

fn mode(form: &Form) -> Option<ModeNames> {
    MODES.into_iter().find(|names| names.label == form.value(FieldId::Players))
}

/// The game of the form, and its kind. A random side comes from the model's clock.
///
/// # Errors
/// What is wrong with a field.
pub fn game(form: &Form, model: &Model) -> Result<(Game, GameKind), String> {
    let control = controls(form.value(FieldId::TimeControl))?;
    let lucena = |field| {
        let name = form.value(field);
        Ok::<_, String>(engine(model.strengths.parse(name)?, name, model))
    };
    let mode = mode(form).map_or(Mode::TwoPlayers, |names| names.mode);
    let (lucena, other) = match mode {
        Mode::SelfPlay => (lucena(FieldId::Strength)?, lucena(FieldId::OtherStrength)?),
        // The strength is that of the next game too; nobody reads the other one.
        Mode::Human | Mode::TwoPlayers | Mode::Analysis | Mode::External | Mode::SelfExternal => {
            (lucena(FieldId::Strength)?, Player::default())
        }
    };
    let start = Some(form.value(FieldId::Start)).filter(|start| !start.trim().is_empty());
    let start = parse_start(start.unwrap_or("standard")).map_err(|error| error.to_string())?;
    let first = match form.value(FieldId::Side) {
        "White" => Color::White,
        "Black" => Color::Black,
        random => return Err(format!("side {random:?}: expected White or Black")),
    };
    let you = Player::human(&model.prefs.play.name);
    // One that is not running yet says its name when it is.
    let running = model.external.who.as_ref().map(|who| who.name.as_str());
    let external = Player::human(running.unwrap_or("UCI engine"));
    let (first_player, second_player) = match mode {
        Mode::Human => (you, lucena),
        Mode::SelfPlay => (lucena, other),
        Mode::External => (you, external),
        Mode::SelfExternal => (lucena, external),
        Mode::TwoPlayers | Mode::Analysis => (Player::human("White"), Player::human("Black")),
    };
    let mut players = ByColor { white: first_player, black: second_player };
    let (kind, takes_sides) = match mode {
        Mode::Human => (GameKind::Game, true),
        Mode::TwoPlayers | Mode::SelfPlay => (GameKind::Game, false),
        Mode::Analysis => (GameKind::Analysis, false),
        Mode::External | Mode::SelfExternal => (GameKind::External(!first), true),
    };
    if takes_sides && first == Color::Black {
        players = players.into_swapped();
    }
    let control = if kind == GameKind::Analysis { ByColor::default() } else { control };
    let mut game = Game::new(start).with_control(control).with_players(players);
    if let GameKind::External(side) = kind {
        let tag = |side: Color| side.fold_wb("WhiteType", "BlackType");
        game.tags.set(tag(side), "program");
        if mode == Mode::External {
            game.tags.set(tag(!side), "human");
        }
    }
    Ok((game, kind))
}

/// The game on the board once more, with the colours changed, and its kind.
///
/// # Errors
/// It is a game of others, or a board to analyse on.
pub fn rematch(model: &Model) -> Result<(Game, GameKind), String> {
    let session = &model.session;
    let has_engine = session.has_engine() || session.external.is_some();
    if session.is_of_others() || session.is_analysed() && !has_engine {
        let key = model.keymap.way_to("new-game");
        return Err(format!("no game of yours is on the board: {key} begins one"));
    }
    let game = &session.game;
    let mut players = game.players.clone();
    // Two people at one board may be named by their colours.
    if (&*players.white.name, &*players.black.name) != ("White", "Black") {
        players = players.into_swapped();
    }
    let control = game.clocks().controls().into_swapped();
    let mut again = Game::new(next_start(game)).with_control(control).with_players(players);
    for (from, to) in [("WhiteType", "BlackType"), ("BlackType", "WhiteType")] {
        if let Some(kind) = game.tags.get(from) {
            again.tags.set(to, kind);
        }
    }
    Ok((again, session.external.map_or(GameKind::Game, |side| GameKind::External(!side))))
}

/// Checks the value of one field.
///
/// # Errors
/// What is wrong with it.
pub fn check(field: FieldId, value: &str, model: &Model) -> Result<(), String> {
    if field == FieldId::TimeControl {
        controls(value)?;
    }
    if [FieldId::Strength, FieldId::OtherStrength].contains(&field) {
        model.strengths.parse(value)?;
    }
    if field == FieldId::Start && value != RANDOM_START {
        parse_start(value).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Reads the time control of both sides, or White's and Black's with a comma between them.
///
/// # Errors
/// What is wrong with one of them.
pub fn controls(text: &str) -> Result<ByColor<TimeControl>, String> {
    let read = |text: &str| TimeControl::parse(text.trim()).map_err(|error| error.to_string());
    let (white, black) = match text.split_once(',') {
        None => (text, text),
        Some((white, black)) if white.trim().is_empty() || black.trim().is_empty() => {
            let wanted = "one time control for both, or one on each side of the comma";
            return Err(format!("{text:?}: {wanted}"));
        }
        Some(sides) => sides,
    };
    Ok(ByColor { white: read(white)?, black: read(black)? })
}

/// The form as the command that starts the same game.
pub fn line(form: &Form) -> String {
    let is_black = form.value(FieldId::Side) == SIDES[1];
    let mode = mode(form);
    let who = mode.as_ref().map_or("white", |names| names.words[usize::from(is_black)]);
    let mut strength = form.value(FieldId::Strength).replace(' ', "_");
    if mode.is_some_and(|names| names.mode == Mode::SelfPlay) {
        strength = format!("{strength} {}", form.value(FieldId::OtherStrength).replace(' ', "_"));
    }
    let start = Some(form.value(FieldId::Start)).filter(|start| *start != "standard");
    let (time, start) = (form.value(FieldId::TimeControl), start.unwrap_or_default());
    format!(":game {who} {time} {strength} {start}").trim_end().to_owned()
}

/// The start field for a random arrangement.
const RANDOM_START: &str = "chess960";

/// A random start position of Chess960, as [`notation::parse_start`] reads it; the chance is the model's clock.
pub fn random_start(now: Millis) -> String {
    format!("{RANDOM_START} {}", now.0.rem_euclid(castling::ARRANGEMENTS.into()))
}

/// Replaces a random side and start position by those of this time, so that the script names them.
pub fn draw(form: &mut Form, now: Millis) {
    if form.value(FieldId::Start).trim() == RANDOM_START {
        form.set(FieldId::Start, &random_start(now));
    }
    if form.value(FieldId::Side) == SIDES[2] {
        form.set(FieldId::Side, SIDES[usize::from(now.0 % 2 != 0)]);
    }
}

/// Reads what [`line()`] writes.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str, model: &Model) -> Result<(Game, GameKind), String> {
    let mut words = text.split_whitespace();
    let who = words.next().unwrap_or_default();
    // `outside` is the word of earlier versions.
    let word = who.replace("outside", "external");
    let named = MODES.into_iter().find(|names| names.words.contains(&word.as_str()));
    let Some(names) = named else {
        return Err(format!(
            "{who:?}: expected white, black, two, self, analysis, white-external, black-external, self-external or self-external-black"
        ));
    };
    let mut form = form(model);
    form.set(FieldId::Players, names.label);
    form.set(FieldId::Side, SIDES[usize::from(names.words[0] != word)]);
    if let Some(time) = words.next() {
        form.set(FieldId::TimeControl, time);
    }
    let words: Vec<&str> = words.collect();
    // Strengths may be left out; a FEN has a slash in its first word.
    let is_start =
        |word: &&str| word.contains('/') || ["startpos", "standard", "chess960"].contains(word);
    let (mut strengths, start) =
        words.split_at(words.iter().position(is_start).unwrap_or(words.len()));
    let fields = [FieldId::Strength, FieldId::OtherStrength];
    for field in &fields[..if names.mode == Mode::SelfPlay { 2 } else { 1 }] {
        if !strengths.is_empty() {
            let (name, count) = strength(strengths, model);
            form.set(*field, &name);
            strengths = &strengths[count..];
        }
    }
    let start = [strengths, start].concat();
    if !start.is_empty() {
        form.set(FieldId::Start, &start.join(" "));
    }
    game(&form, model)
}

/// The strength that the words begin with, and of how many words it is: of as many as are one, else of the first, or of
/// two where that names the model.
fn strength(words: &[&str], model: &Model) -> (String, usize) {
    let name = |count: usize| words[..count].join(" ").replace('_', " ").replace('"', "");
    let is_strength = |&count: &usize| model.strengths.parse(&name(count)).is_ok();
    let is_model = words[0].parse::<StrengthModel>().is_ok();
    let first = if is_model { words.len().min(2) } else { 1 };
    let count = (1..=words.len()).rev().find(is_strength).unwrap_or(first);
    (name(count), count)
}

/// The engine as a player; a personality has its own name.
fn engine(dial: StrengthLevel, name: &str, model: &Model) -> Player {
    let mut player = Player::engine(dial);
    if let StrengthLevel::Personality(_) = dial {
        let known = model.strengths.roster.named(name);
        player.name = known.map_or(name, |known| &known.name).to_owned();
    }
    player
}

/// The board on which a move begins a game without the form: by the settings, which were checked when they were read, with
/// Lucena against the side to move.
pub fn unbegun(model: &Model, start: Position) -> Session {
    let liked = &model.prefs.play;
    let dial = model.strengths.parse(&liked.dial).unwrap_or(StrengthLevel::Full);
    let (white, black) = (Player::human(&liked.name), engine(dial, &liked.dial, model));
    let mut players = ByColor { white, black };
    if start.turn() == Color::Black {
        players = players.into_swapped();
    }
    let control = controls(&liked.control).unwrap_or_default();
    let mut session = Session::of(Game::new(start).with_control(control).with_players(players));
    session.game.claims = claims(model);
    if dial != StrengthLevel::Full {
        session.last_limit = dial;
    }
    session
}

/// The settings have another strength: it is that of a board which waits for its first move too.
pub fn renew(model: &mut Model) {
    if model.session.is_unbegun() {
        let Session { game, last_limit, .. } = unbegun(model, model.session.game.start().clone());
        (model.session.game.players, model.session.last_limit) = (game.players, last_limit);
    }
}

/// A move begins the game of a board that waits for it: the script begins with a line that has the settings of the game, since
/// they may be others when it runs.
pub fn log_begun(model: &mut Model) {
    if model.session.is_unbegun() {
        let mut form = form(model);
        let side = SIDES[usize::from(model.session.game.start().turn() == Color::Black)];
        form.set(FieldId::Side, side);
        model.session_script.insert(0, line(&form));
    }
}

fn claims(model: &Model) -> DrawClaims {
    if model.prefs.play.claim_draws { DrawClaims::Automatic } else { DrawClaims::OnDemand }
}

/// Begins the first game, that of [`level_form`].
pub fn first_game(model: &mut Model, row: usize, first: FirstMove) -> Vec<Effect> {
    let form = level_form(model, row);
    model.dialog = None;
    accept(model, form, first)
}

/// The form of the first game: White against the opponent of this row, without a clock.
pub fn level_form(model: &Model, row: usize) -> Form {
    let (_, strength) = LEVELS[row.min(LEVELS.len() - 1)];
    let mut form = form(model);
    form.set(FieldId::Strength, model.strengths.listed(strength));
    form.set(FieldId::TimeControl, "none");
    form
}

/// The move that a text begins the game of the form with, in UCI form where only its beginning was typed.
///
/// # Errors
/// What is wrong with a field, the text is no legal move, or an engine has the first move.
pub fn first_move(form: &Form, text: &str, model: &Model) -> Result<String, String> {
    let (game, kind) = game(form, model)?;
    let (position, turn) = (game.start(), game.start().turn());
    let is_engine = matches!(game.players.get(turn).kind, PlayerKind::Engine(_));
    if is_engine || kind == GameKind::External(turn) {
        return Err(format!("{text}: an engine has the first move of this game; Enter starts it"));
    }
    match (parse_typed(position, text), &*moves_beginning(position, text)) {
        (Ok(_), _) => Ok(text.to_owned()),
        (Err(NotationError::NotAMove(_)), &[mv]) => Ok(notation::uci(mv)),
        (Err(error), _) => Err(format!("{error}; Enter starts the game without a move")),
    }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// The first move is awaited.
    Awaited,
    /// It was typed in place of the answer to the form, and is made next.
    Typed,
}

/// Starts the game of the form, or shows what is wrong with it.
pub fn accept(model: &mut Model, mut form: Form, first: FirstMove) -> Vec<Effect> {
    let mut drawn = form.clone();
    draw(&mut drawn, model.now);
    match game(&drawn, model) {
        Ok((game, sort)) => {
            let liked = &mut model.prefs.play;
            liked.control = form.value(FieldId::TimeControl).to_owned();
            liked.dial = form.value(FieldId::Strength).to_owned();
            liked.side = form.value(FieldId::Side).to_lowercase();
            model.session_script.push(line(&drawn));
            let mut effects = play(model, game, sort, first);
            effects.push(storage::save_prefs(model));
            effects
        }
        Err(wrong) => {
            form.error = Some(wrong);
            model.dialog = Some(Dialog::NewGame(form));
            Vec::new()
        }
    }
}

/// Starts a game, or a board to analyse on.
pub fn play(model: &mut Model, game: Game, sort: GameKind, first: FirstMove) -> Vec<Effect> {
    let external = if let GameKind::External(side) = sort { Some(side) } else { None };
    let mut effects = begin(model, game, external, first);
    if sort == GameKind::Analysis {
        effects.extend(engine::analyse(model));
    }
    effects
}

/// Starts a game that was set up, with the external engine on the side that it has.
pub fn start(model: &mut Model, game: Game) -> Vec<Effect> {
    begin(model, game, model.session.external, FirstMove::Awaited)
}

/// Leaves the game on the board and starts another one, in which the external engine plays a side or none.
fn begin(
    model: &mut Model,
    mut game: Game,
    external: Option<Color>,
    first: FirstMove,
) -> Vec<Effect> {
    game.claims = claims(model);
    let mut effects = training::end(model);
    effects.extend(search::cancel(model));
    effects.extend(inspect::forget_position(model));
    let is_adjourned = model.left_game() == Some(LeftGame::Adjourned);
    effects.extend(storage::leave_game(model));
    let limit = model.session.last_limit;
    model.show_session(Session::of(game));
    play::end_review(model);
    (model.session.last_limit, model.session.external) = (limit, external);
    if model.session.dial() != StrengthLevel::Full {
        model.session.last_limit = model.session.dial();
    }
    model.external.returning = false;
    model.thinking.report = None;
    model.thinking.last_move = None;
    model.thinking.finished = None;
    model.board_state.cursor_shown = false;
    play::orient_board(model);
    effects.extend([seeds::new_game(model, None), ExternalEffect::NewGame.into()]);
    play::start_clock(model);
    let is_watched = model.session.is_watched();
    let pause = model.keymap.way_to("pause");
    let start = model.session.game.start();
    let is_chess960 = start.castling_mode().is_chess960();
    let game = match is_chess960 {
        true => format!("a new game of Chess960 from {}", notation::start_text(start)),
        false => "a new game".to_owned(),
    };
    let is_brief = model.plain || is_adjourned;
    let next = match (model.session.game.end(), is_watched, is_brief) {
        (Some(end), ..) => model.session.over_words().map_or_else(|| end.words(), str::to_owned),
        (None, true, _) => format!("the engines play, {pause} pauses"),
        (None, false, _) if !model.session.is_users_turn() => "the engine begins".to_owned(),
        (None, false, _) if is_chess960 => "O-O castles, or put the king on its rook".to_owned(),
        (None, false, true) => "type a move".to_owned(),
        (None, false, false) => "type a move, or use the arrows or the mouse".to_owned(),
    };
    let before = match is_adjourned {
        true => "the game before is adjourned, :adjourned resumes it; ",
        false => "",
    };
    // Who has typed the first move is not told to type one.
    let next = if first == FirstMove::Typed { String::new() } else { format!(": {next}") };
    model.notify_info_about(About::Move, format!("{before}{game}{next}"));
    effects.extend(search::start_turn(model));
    effects
}

#[cfg(test)]
mod tests {
    use super::controls;

    #[test]
    fn a_comma_stands_between_two_time_controls() {
        assert_ne!(controls("5+3,10").unwrap().white, controls("5+3,10").unwrap().black);
        for text in ["5+3,", ",5+3", ","] {
            let error = controls(text).unwrap_err();
            assert!(error.contains("one on each side of the comma"), "{error}");
        }
    }
}
