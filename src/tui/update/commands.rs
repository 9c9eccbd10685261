//! What the commands of the `:` line do.

use super::{Effect, act, annotate, dialog, engine, external, inspect, review, screen, typing};
use crate::base::Millis;
use crate::game::{Game, TimeControl};
use crate::rules::parse_fen;
use crate::tui::Action;
use crate::tui::command::{Command, parse};
use crate::tui::dialogs::new_game;
use crate::tui::layout::Preset;
use crate::tui::model::Model;
use shakmaty::ByColor;

/// Runs a line.
pub fn run(model: &mut Model, line: &str) -> Vec<Effect> {
    parse(line).and_then(|command| perform(model, command)).unwrap_or_else(|wrong| {
        model.notify_error(wrong);
        Vec::new()
    })
}

fn perform(model: &mut Model, command: Command) -> Result<Vec<Effect>, String> {
    Ok(match command {
        Command::Elo(text) => {
            let dial = model.strengths.parse(&text)?;
            engine::set_dial(model, dial)
        }
        Command::Fen(text) => set_up(model, &text)?,
        Command::Time(text) => {
            let control = TimeControl::parse(&text).map_err(|error| error.to_string())?;
            let control = ByColor { white: control.clone(), black: control };
            let game = fresh(model, model.session.game.start().clone()).with_control(control);
            dialog::start(model, game)
        }
        Command::Game(text) => {
            let (game, sort) = new_game::parse(&text, model)?;
            dialog::play(model, game, sort)
        }
        Command::Log(path) => vec![Effect::Write(path, model.done.join("\n") + "\n")],
        Command::New => act(model, Action::NewGame),
        Command::Flip => act(model, Action::Flip),
        Command::Theme(name) => {
            let mut effects = screen::theme_by_name(model, &name);
            effects.push(Effect::SavePrefs);
            effects
        }
        Command::Pieces(style) => {
            model.prefs.pieces = style;
            vec![Effect::SavePrefs]
        }
        Command::Panel(panel) => {
            screen::toggle_panel(model, panel);
            Vec::new()
        }
        Command::Layout(name) => {
            let preset = Preset::ALL.into_iter().find(|preset| preset.name() == name);
            screen::preset(model, preset.ok_or_else(|| format!("there is no layout {name:?}"))?);
            Vec::new()
        }
        Command::Lines(lines) => engine::lines(model, lines),
        Command::Think(ms) => {
            model.prefs.think = Millis(ms);
            vec![Effect::SavePrefs]
        }
        Command::Analyse => act(model, Action::Analyse),
        Command::Engine(text) => external::name(model, &text),
        Command::Set(text) => dialog::set(model, &text)?,
        Command::Opinion => act(model, Action::SecondOpinion),
        Command::EngineOption(text) => vec![external::option(model, &text)],
        Command::Nag(nag) => review::glyph(model, nag),
        Command::Comment(text) => review::comment(model, &text),
        Command::Annotate(wanted) => annotate::command(model, wanted)?,
        Command::Open(path) => vec![Effect::Open(path)],
        Command::Save(path) => vec![Effect::Export(path)],
        Command::Inspect(order) => inspect::order(model, order)?,
        Command::Move(text) => typing::typed_move(model, &text),
        Command::Help => act(model, Action::Help),
        Command::Quit => act(model, Action::Quit),
    })
}

/// A game between the same players from another position.
fn fresh(model: &Model, start: crate::rules::Position) -> Game {
    let players = model.session.game.players.clone();
    let clocks = model.session.game.clocks();
    let control = ByColor {
        white: clocks.control(crate::rules::Color::White).clone(),
        black: clocks.control(crate::rules::Color::Black).clone(),
    };
    Game::new(start).with_control(control).with_players(players)
}

fn set_up(model: &mut Model, fen: &str) -> Result<Vec<Effect>, String> {
    let position = parse_fen(fen).map_err(|error| error.to_string())?;
    let game = fresh(model, position);
    Ok(dialog::start(model, game))
}
