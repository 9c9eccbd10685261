//! Panels, layouts, themes and what is coloured on the board.

use super::Effect;
use crate::tui::Action;
use crate::tui::board::PieceStyle;
use crate::tui::dialogs::Dialog;
use crate::tui::layout::{Preset, Zoom};
use crate::tui::model::Model;
use crate::tui::panels::{Panel, max_scroll};
use crate::tui::theme::Theme;

/// Everything about the screen itself.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::NextPanel => focus_next(model, 1),
        Action::PreviousPanel => focus_next(model, -1),
        Action::ZoomPanel => {
            model.layout.zoom = match model.layout.zoom {
                Zoom::Off => Zoom::On,
                Zoom::On => Zoom::Off,
            };
        }
        Action::HidePanel => toggle_panel(model, model.layout.focus),
        Action::ShowPanels => model.layout.hidden.clear(),
        Action::PresetPlay => preset(model, Preset::Play),
        Action::PresetInspect => preset(model, Preset::Inspect),
        Action::PresetReview => preset(model, Preset::Review),
        Action::NextTheme => return next_theme(model),
        Action::NextPieces => return next_pieces(model),
        Action::ScrollUp => scroll(model, model.layout.focus, -1),
        Action::ScrollDown => scroll(model, model.layout.focus, 1),
        Action::PageUp => scroll(model, model.layout.focus, -10),
        Action::PageDown => scroll(model, model.layout.focus, 10),
        Action::HeatMap => model.hand.heat = model.hand.heat.flipped(),
        Action::EngineMove => model.hand.best = model.hand.best.flipped(),
        _ => {}
    }
    Vec::new()
}

/// The panels that can be reached, in the order in which they lie on the screen.
fn reachable(model: &Model) -> Vec<Panel> {
    let mut plain = model.layout_state();
    plain.zoom = Zoom::Off;
    crate::tui::layout::compute_layout(model.size, &plain)
        .map(|arrangement| arrangement.panes.into_iter().flat_map(|slot| slot.tabs).collect())
        .unwrap_or_default()
}

fn focus_next(model: &mut Model, step: isize) {
    let panels = reachable(model);
    if panels.is_empty() {
        return;
    }
    let at = panels.iter().position(|&panel| panel == model.layout.focus);
    let count = isize::try_from(panels.len()).unwrap_or(1);
    let at =
        at.and_then(|at| isize::try_from(at).ok()).map_or(0, |at| (at + step).rem_euclid(count));
    focus(model, panels[usize::try_from(at).unwrap_or(0)]);
}

/// Gives `panel` the focus, and the top place among its tabs.
pub fn focus(model: &mut Model, panel: Panel) {
    let slots = model.layout().map(|arrangement| arrangement.panes).unwrap_or_default();
    if slots.iter().any(|slot| slot.tabs.len() > 1 && slot.tabs.contains(&panel)) {
        model.layout.tab = panel;
    }
    model.layout.focus = panel;
}

/// Puts a panel away or brings it back; the last one stays.
pub fn toggle_panel(model: &mut Model, panel: Panel) {
    let hidden = &mut model.layout.hidden;
    if let Some(at) = hidden.iter().position(|&other| other == panel) {
        hidden.remove(at);
        model.layout.focus = panel;
    } else if hidden.len() + 1 < Panel::ALL.len() {
        hidden.push(panel);
        model.layout.zoom = Zoom::Off;
        model.layout.focus = model.layout.visible().first().copied().unwrap_or(Panel::Moves);
        let key = model.keymap.keys(Action::ShowPanels).into_iter().next().unwrap_or_default();
        model.notify_info(format!("the {} panel is away; {key} brings all back", panel.name()));
    }
}

/// Uses a layout; panels that were put away come back.
pub fn preset(model: &mut Model, preset: Preset) {
    model.layout.preset = preset;
    model.layout.zoom = Zoom::Off;
    model.layout.hidden.clear();
    model.layout.focus = preset.panels()[0];
    model.notify_info(format!("layout: {}", preset.name()));
}

/// Scrolls a panel, as far as it has rows; one that scrolls itself keeps within its rows when it is drawn.
pub fn scroll(model: &mut Model, panel: Panel, rows: isize) {
    let slots = model.layout().map(|arrangement| arrangement.panes).unwrap_or_default();
    let slot = slots.into_iter().find(|slot| slot.shown == panel);
    let (least, most) = match slot.and_then(|slot| max_scroll(&slot, model)) {
        Some(most) => (0, isize::try_from(most).unwrap_or(0)),
        None => (-10_000, 10_000),
    };
    let scrolled = model.scroll.entry(panel).or_insert(0);
    *scrolled = (*scrolled + rows).clamp(least, most);
}

fn next_theme(model: &mut Model) -> Vec<Effect> {
    let names = Theme::names(&model.own_themes);
    let at = names.iter().position(|name| *name == model.prefs.theme);
    let next = &names[at.map_or(0, |at| (at + 1) % names.len())];
    let mut effects = theme_by_name(model, next);
    model.prefs.theme.clone_from(next);
    model.notify_info(format!("theme: {next}"));
    // For the next time: one may have been added.
    effects.extend([Effect::SavePrefs, Effect::ListThemes]);
    effects
}

/// These are the user's themes now; open settings offer them at once.
pub fn themes(model: &mut Model, names: Vec<String>) {
    model.own_themes = names;
    if let Some(Dialog::Settings(form)) = &mut model.dialog
        && let Some(field) = form.fields.iter_mut().find(|field| field.label == "theme")
    {
        field.options = Theme::names(&model.own_themes);
    }
}

/// Uses a theme of the user's that was read, and keeps it as the preferred one.
pub fn theme_read(model: &mut Model, theme: Theme) -> Vec<Effect> {
    let before = model.prefs.theme.clone();
    use_theme(model, theme);
    if model.prefs.theme == before { Vec::new() } else { vec![Effect::SavePrefs] }
}

/// Uses a theme that is compiled in, or has it looked for among the user's.
pub fn theme_by_name(model: &mut Model, name: &str) -> Vec<Effect> {
    match Theme::built_in(name) {
        Ok(theme) => {
            use_theme(model, theme);
            Vec::new()
        }
        Err(_) => vec![Effect::FindTheme(name.to_owned())],
    }
}

/// Uses a theme in the colours of this terminal. While the settings are open it is only tried.
fn use_theme(model: &mut Model, theme: Theme) {
    let depth = model.theme.depth;
    if !matches!(model.dialog, Some(Dialog::Settings(_))) {
        model.prefs.theme = theme.name.clone();
    }
    model.theme = theme.reduced(depth);
}

fn next_pieces(model: &mut Model) -> Vec<Effect> {
    let at = PieceStyle::ALL.iter().position(|&style| style == model.prefs.pieces).unwrap_or(0);
    model.prefs.pieces = PieceStyle::ALL[(at + 1) % PieceStyle::ALL.len()];
    model.notify_info(format!("pieces: {}", model.prefs.pieces.name()));
    vec![Effect::SavePrefs]
}
