//! The course of the game: beginning it, taking back, draws, its end.

use super::command::Effects;
use crate::game::Game;
use crate::rules::{Position, assumed, parse_start};
use crate::tui::model::dialogs::{Confirmation, Leaving};
use crate::tui::model::{CommandResult, Effect, Model, StorageEffect, require};
use crate::tui::update::{dialogs, new_game, play, position_editor, storage};
use crate::tui::values::command_spec::{Argument, Mode::*, Values};

super::command::commands! { "Game", |m, text|
    "new-game" => open_new_game(m), "set up a new game; one under way is adjourned", aliases(&["new"]), keys(&[(Board, "ctrl-n")]), label("new"),
        unrecorded(ByResult),
        ends_training(), words("again abort");
    "game" => game(m, text), "start a game: white, black, two, self, analysis, white-external, black-external, self-external or self-external-black; time; strength (two with self); FEN",
        argument(Argument::required("white 5+3 1500", "a side; a time control, a strength and a FEN may follow", Values::Game)),
        ends_training(), words("again black white");
    "rematch" => rematch(m), "play again between the same players, from the same start, with the colours changed",
        ends_training(), words("again return swap");
    "adjourned" => Effect::from(StorageEffect::ListUnfinished), "list the unfinished games and resume one with its clocks", aliases(&["unfinished"]),
        unrecorded(OnScreen),
        ends_training(), words("continue resume load");
    "fen" => set_up(m, text), "play on from this position, or from the one shown",
        argument(Argument::optional("FEN", Values::None)),
        ends_training();
    "setup" => position_editor::open(m, text), "set up a position on the board: the one shown, or as the word says, and play on from it",
        argument(Argument::optional("[empty | start | FEN]", Values::Words(&["empty", "start"]))), unrecorded(OnScreen), words("endgame editor");
    "chess960" => chess960(m, text), "new Chess960 game: a start arrangement from 0 to 959, White's and Black's, or a random one",
        argument(Argument::optional("518", Values::None)), unrecorded(ByResult),
        ends_training();
    "tc" => time_control(m, text), "new game with this time control", aliases(&["time"]),
        argument(Argument::required("5+3 | none", "a time control such as 5+3; 5+3,1+0 is White's and Black's", Values::Words(&TIME_CONTROLS))),
        ends_training();
    "takeback" => play::ask_take_back(m), "take back the last move", aliases(&["take-back"]),
        keys(&[(Board, "u backspace")]), label("take back"), when(is_started), on_game(), words("undo move");
    "redo" => play::redo(m), "play the move again that was taken back", keys(&[(Board, "y ctrl-r")]), when(is_started),
        not_in_training();
    "draw" => play::offer_draw(m), "offer or claim a draw", aliases(&["offer-draw"]), keys(&[(Board, "ctrl-d")]),
        when(is_under_way),
        not_in_training();
    "resign" => play::ask_resign(m), "resign the game", keys(&[(Board, "ctrl-g")]),
        when(is_under_way), unrecorded(ByResult),
        not_in_training(), words("give up");
    "flip" => flip(m), "flip the board", keys(&[(Board, "v"), (Setup, "v")]), words("turn rotate");
    "pause" => play::toggle_pause(m), "pause and continue the clocks", keys(&[(Board, "|")]), when(is_under_way),
        not_in_training();
    "quit" => quit(m), "leave Lucena", aliases(&["q", "exit"]), keys(&[(Global, "ctrl-q ctrl-c")]),
        unrecorded(Script), over_dialogs(), words("leave close");
    "quit-now" => storage::leave(m), "leave Lucena without a question; changes that no file has go into a copy",
        aliases(&["q!"]), unrecorded(Script), over_dialogs();
}

/// Time controls that people play.
pub(super) const TIME_CONTROLS: [&str; 6] = ["none", "1+0", "3+2", "5+3", "10+5", "15+10"];

/// Turns the board round; without a screen the side below is said.
fn flip(model: &mut Model) {
    model.layout.orientation = !model.layout.orientation;
    if model.plain {
        let below = model.layout.orientation.fold_wb("White", "Black");
        model.notify_info(format!("{below} is below now"));
    }
}

fn is_started(model: &Model) -> Result<(), String> {
    require(model.session.started, || {
        let [new, play_on] = ["new-game", "play-on"].map(|name| model.keymap.way_to(name));
        format!(
            "no game is being played: {new} begins one, {play_on} plays on from a position shown"
        )
    })
}

fn is_under_way(model: &Model) -> Result<(), String> {
    match model.session.game.end() {
        Some(_) => Err("the game is over".to_owned()),
        None => is_started(model),
    }
}

/// Opens the form for a new game, after asking if that leaves a game under way or changes that are not saved.
pub(super) fn open_new_game(model: &mut Model) {
    match model.left_game().filter(|_| !model.unattended) {
        Some(left) => model.ask(Confirmation::Leave(Leaving::NewGame, left)),
        None => dialogs::new_game(model),
    }
}

/// Runs what begins another game; a line that leaves a game under way or changes that are not saved is confirmed first.
fn leaving(model: &mut Model, line: String, begin: impl FnOnce(&mut Model) -> Effects) -> Effects {
    if let Some(left) = model.left_game().filter(|_| !model.unattended) {
        model.ask(Confirmation::Leave(Leaving::Line(line), left));
        return Vec::new();
    }
    begin(model)
}

/// Asks before a game under way or changes that are not saved are left; a script is not asked.
fn quit(model: &mut Model) -> Effects {
    match model.left_game().filter(|_| !model.unattended) {
        None => storage::leave(model),
        Some(left) => {
            model.ask(Confirmation::Leave(Leaving::Quit, left));
            Vec::new()
        }
    }
}

fn game(model: &mut Model, text: &str) -> CommandResult {
    let (game, kind) = new_game::parse(text, model)?;
    Ok(leaving(model, format!("game {text}"), |model| {
        new_game::play(model, game, kind, new_game::FirstMove::Awaited)
    }))
}

fn rematch(model: &mut Model) -> CommandResult {
    let (game, kind) = new_game::rematch(model)?;
    Ok(leaving(model, "rematch".to_owned(), |model| {
        new_game::play(model, game, kind, new_game::FirstMove::Awaited)
    }))
}

fn set_up(model: &mut Model, fen: &str) -> CommandResult {
    let position = match fen {
        "" => match &model.editor {
            Some(editor) => editor.placement().position()?,
            None => model.meant_position()?.into_owned(),
        },
        fen => parse_start(fen).map_err(|error| error.to_string())?,
    };
    let game = fresh(model, position);
    let assumed = assumed(fen);
    Ok(leaving(model, format!("fen {fen}"), |model| {
        let effects = new_game::start(model, game);
        if let Some(assumed) = assumed {
            model.notify_info(format!("a new game: {assumed}"));
        }
        effects
    }))
}

fn chess960(model: &mut Model, numbers: &str) -> CommandResult {
    let line = match numbers {
        "" => new_game::random_start(model.now),
        numbers => format!("chess960 {numbers}"),
    };
    let start = parse_start(&line).map_err(|error| error.to_string())?;
    let game = fresh(model, start);
    Ok(leaving(model, line.clone(), |model| {
        model.session_script.push(format!(":{line}"));
        new_game::start(model, game)
    }))
}

fn time_control(model: &mut Model, text: &str) -> CommandResult {
    let controls = new_game::controls(text)?;
    let game = fresh(model, new_game::next_start(&model.session.game)).with_control(controls);
    Ok(leaving(model, format!("tc {text}"), |model| new_game::start(model, game)))
}

/// A game between the same players from another position; after a game of other people one against Lucena, by the settings.
fn fresh(model: &Model, start: Position) -> Game {
    if model.session.is_of_others() {
        return new_game::unbegun(model, start).game;
    }
    let game = &model.session.game;
    Game::new(start).with_control(game.clocks().controls()).with_players(game.players.clone())
}
