//! The engine: its strength, analysis, what it shows, and external engines.

use crate::base::Millis;
use crate::engine::options::MAX_MULTI_PV;
use crate::tui::model::{CommandResult, Effect, Model, require};
use crate::tui::update::{dialogs, engine, external, new_game, storage, training};
use crate::tui::values::command_spec::{Argument, Mode::Board, Values};

super::command::commands! { "Engine", |m, text|
    "dial-up" => engine::step_dial(m, 1), "raise the level by one step", keys(&[(Board, "+ =")]),
        label("stronger"), when(engine::has_dial), on_game();
    "dial-down" => engine::step_dial(m, -1), "lower the level by one step", keys(&[(Board, "-")]),
        label("weaker"), when(engine::has_dial), on_game();
    "dial-full" => engine::toggle_full(m), "switch between full and limited strength", keys(&[(Board, "*")]),
        when(engine::has_dial), on_game();
    "dial-list" => dialogs::strengths(m),
        "choose a strength or a personality from a list", aliases(&["dial-choices"]), keys(&[(Board, "#")]), on_game();
    "elo" => elo(m, text), "set the level: a rating on Lichess, rapid; madchess 1500 for a level of that model", aliases(&["dial"]),
        argument(Argument::required("1500 | full | NAME", "a level or full", Values::Strength)), on_game();
    "seed" => engine::seed(m, text), "set the seed of the dial's random choices, 0 or 2 to 9223372036854775807: the same seed and moves give the same game",
        argument(Argument::required("42 | random", "a number, or random", Values::Words(&["random"])));
    "next-opponent" => next_opponent(m), "set up a game against the suggested opponent", keys(&[(Board, "~")]),
        label("next opponent"), when(has_opponent), unrecorded(ByResult),
        ends_training();
    "analyse" => engine::analyse(m), "analyse the position without end, or stop that", aliases(&["analyze"]),
        keys(&[(Board, "s")]), when(may_analyse), on_game(), words("analysis engine evaluate");
    "more-lines" => engine::lines(m, m.prefs.engine.multi_pv + 1), "show one line more", keys(&[(Board, "]")]);
    "fewer-lines" => engine::lines(m, m.prefs.engine.multi_pv.saturating_sub(1)), "show one line less",
        keys(&[(Board, "[")]);
    "lines" => lines(m, text), "show that many lines", aliases(&["multi-pv", "multipv"]),
        argument(Argument::required("3", "a number", Values::Words(&["1", "2", "3", "5"])));
    "think" => think(m, text), "set the seconds for each move of a game without a clock",
        argument(Argument::required("2", "seconds", Values::Words(&["0.5", "1", "2", "5", "10"])));
    "opinion" => external::toggle_opinion(m), "ask the external engine for a second opinion, or end that",
        aliases(&["second-opinion"]), keys(&[(Board, "ctrl-o")]),
        not_in_training(), words("stockfish second");
    "engine" => external::find_engine(m, text), "use another UCI engine, such as stockfish",
        argument(Argument::required("COMMAND | off", "the command of a UCI engine, or off", Values::Program)), words("stockfish");
    "option" => external::option(m, text), "set an option of the external engine",
        argument(Argument::required("Threads 2", "a name and a value", Values::EngineOption)), words("tablebases");
    "heat-map" => m.board_state.heat = !m.board_state.heat, "colour the squares by activity in the network", keys(&[(Board, "m")]),
        label("heat");
    "best-move" => engine::best_move(m), "show the engine's best move on the board", aliases(&["engine-move"]),
        keys(&[(Board, "ctrl-e")]);
}

/// On its page a paused search is not lost by the key that sorts the tree on others.
fn may_analyse(model: &Model) -> Result<(), String> {
    training::may_analyse(model)?;
    let is_on_page = model.inspect.paused.is_some() && model.inspector_focused();
    require(!is_on_page, || {
        let [resume, leave] = ["pause-search", "leave-inspector"].map(|it| model.keymap.way_to(it));
        format!("the search is paused: {resume} goes on with it, {leave} leaves its page")
    })
}

fn elo(model: &mut Model, text: &str) -> CommandResult {
    let level = model.strengths.parse(text)?;
    engine::has_dial(model)?;
    Ok(engine::set_dial(model, level))
}

fn has_opponent(model: &Model) -> Result<(), String> {
    let none = "no opponent to suggest yet: no game against the dial counts for a rating (docs/strength.md says which do)";
    model.strengths.next().map(drop).ok_or_else(|| none.to_owned())
}

/// Sets up a game against the opponent that the player's rating suggests.
fn next_opponent(model: &mut Model) {
    if let Some(next) = model.strengths.next() {
        model.prefs.play.dial = next.to_string();
        new_game::renew(model);
    }
    super::game::open_new_game(model);
}

fn lines(model: &mut Model, text: &str) -> CommandResult {
    let lines = text.parse().ok().filter(|lines| (1..=MAX_MULTI_PV).contains(lines));
    let wrong = || format!("lines {text:?}: expected 1 to {MAX_MULTI_PV}");
    Ok(engine::lines(model, lines.ok_or_else(wrong)?))
}

fn think(model: &mut Model, text: &str) -> Result<Effect, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.05..=3600.0).contains(s));
    let seconds = seconds.ok_or_else(|| format!("think {text:?}: expected 0.05 to 3600"))?;
    model.prefs.think = Millis::from_seconds(seconds);
    Ok(storage::save_prefs(model))
}
