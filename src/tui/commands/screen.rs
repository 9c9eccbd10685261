//! Panels, layouts, themes and pieces.

use super::command::Effects;
use crate::tui::model::{Effect, Model};
use crate::tui::update::{screen, storage};
use crate::tui::values::board::PieceStyle;
use crate::tui::values::command_spec::{Argument, Mode::*, Values};
use crate::tui::values::format::names_of;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;

super::command::commands! { "Screen", |m, text|
    "next-panel" => screen::focus_next(m, 1), "go to the next panel", keys(&[(Board, "tab")]), label("panel");
    "previous-panel" => screen::focus_next(m, -1), "go to the panel before", keys(&[(Board, "shift-tab")]);
    "zoom-panel" => m.layout.zoom = !m.layout.zoom, "enlarge the panel, or make it small again",
        keys(&[(Board, "z")]), label("zoom");
    "freeze" => m.toggle_frozen(), "freeze the engine's figures in the panels, or show the newest again",
        keys(&[(Board, "ctrl-s")]);
    "hide-panel" => screen::toggle_panel(m, m.layout.focus), "hide the panel", keys(&[(Board, "del")]);
    "show-panels" => m.layout.hidden.clear(), "show all hidden panels", keys(&[(Board, "l")]);
    "panel" => panel(m, text), "go to a panel; hide it if it has the focus",
        argument(Argument::required("NAME", "the name of a panel", Values::Panel));
    "layout-play" => screen::use_preset(m, Preset::Play), "layout for playing", aliases(&["preset-play"]),
        keys(&[(Global, "f2")]), label("play");
    "layout-inspect" => screen::use_preset(m, Preset::Inspect), "layout for looking into the engine",
        aliases(&["preset-inspect"]), keys(&[(Global, "f3")]), label("inspect");
    "layout-review" => screen::use_preset(m, Preset::Review), "layout for reviewing a game",
        aliases(&["preset-review"]), keys(&[(Global, "f4")]), label("review");
    "layout" => layout(m, text), "play, inspect, review, debug, training, or quiet, which shows nothing of the engine",
        argument(Argument::required("NAME", "play, inspect, review, debug, training or quiet", Values::Words(&["play", "inspect", "review", "debug", "training", "quiet"]))), words("cover blindfold conceal hide");
    "next-theme" => screen::next_theme(m), "try the next theme", keys(&[(Board, "t")]), words("color colors");
    "theme" => theme(m, text), "use a theme, also one of your own",
        argument(Argument::required("NAME", "the name of a theme", Values::Theme)), words("color colors");
    "next-pieces" => screen::next_pieces(m), "try the next style of pieces", keys(&[(Board, "ctrl-t")]);
    "pieces" => pieces(m, text), "letters, figures, outlines, drawn, images or auto",
        argument(Argument::required("STYLE", "a style of pieces", Values::Pieces));
    "scroll-up" => screen::scroll_focus(m, -1), "scroll up", keys(&[(Board, "alt-up"), (Help, "up")]),
        unrecorded(OnScreen), over_dialogs();
    "scroll-down" => screen::scroll_focus(m, 1), "scroll down", keys(&[(Board, "alt-down"), (Help, "down")]),
        label("scroll"), unrecorded(OnScreen), over_dialogs();
    "page-up" => screen::scroll_focus(m, -10), "scroll a page up",
        keys(&[(Board, "pageup"), (Dialog, "pageup"), (Help, "pageup")]), unrecorded(OnScreen), over_dialogs();
    "page-down" => screen::scroll_focus(m, 10), "scroll a page down",
        keys(&[(Board, "pagedown"), (Dialog, "pagedown"), (Help, "pagedown")]), label("scroll"), unrecorded(OnScreen),
        over_dialogs();
}

fn panel(model: &mut Model, name: &str) -> Result<(), String> {
    screen::go_to_panel(model, Panel::find(name)?);
    Ok(())
}

fn layout(model: &mut Model, name: &str) -> Result<(), String> {
    let unknown = || format!("there is no layout {name:?}; there are {}", names_of::<Preset>());
    screen::use_preset(model, name.parse().map_err(|_| unknown())?);
    Ok(())
}

fn theme(model: &mut Model, name: &str) -> Effects {
    let mut effects = screen::theme_by_name(model, name);
    effects.push(storage::save_prefs(model));
    effects
}

fn pieces(model: &mut Model, name: &str) -> Result<Effect, String> {
    model.prefs.pieces = name.parse().map_err(|_| {
        format!("there are no pieces called {name:?}; there are {}", names_of::<PieceStyle>())
    })?;
    Ok(storage::save_prefs(model))
}
