//! Panels, layouts, themes and what is coloured on the board.

use super::storage;
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::dialogs::form::FieldId;
use crate::tui::model::{Effect, Model, StorageEffect};
use crate::tui::values::board::PieceStyle;
use crate::tui::values::layout::compute_layout;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::values::theme::Theme;
use crate::tui::view::dialogs::last_statistics_row;
use crate::tui::view::panels::max_scroll;
use strum::VariantArray as _;

/// The panels that can be reached, in the order in which they lie on the screen.
fn reachable(model: &Model) -> Vec<Panel> {
    let mut plain = model.layout_state();
    plain.zoom = false;
    compute_layout(model.size, &plain)
        .map(|layout| layout.panes.into_iter().flat_map(|pane| pane.tabs).collect())
        .unwrap_or_default()
}

/// Focuses the next panel, or the one before.
pub fn focus_next(model: &mut Model, step: isize) {
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
    let panes = model.layout().map(|layout| layout.panes).unwrap_or_default();
    if panes.iter().any(|pane| pane.tabs.len() > 1 && pane.tabs.contains(&panel)) {
        model.layout.tab = panel;
    }
    model.layout.focus = panel;
}

/// Goes to a panel, hidden or not; hides the one that has the focus.
pub fn go_to_panel(model: &mut Model, panel: Panel) {
    let is_seen = model.layout.focus == panel && !model.layout.hidden.contains(&panel);
    if is_seen {
        return toggle_panel(model, panel);
    }
    model.layout.hidden.retain(|&hidden| hidden != panel);
    focus(model, panel);
}

/// Hides a panel or shows it; the last one stays.
pub fn toggle_panel(model: &mut Model, panel: Panel) {
    let hidden = &mut model.layout.hidden;
    if let Some(at) = hidden.iter().position(|&other| other == panel) {
        hidden.remove(at);
        model.layout.focus = panel;
    } else if hidden.len() + 1 < Panel::ALL.len() {
        hidden.push(panel);
        model.layout.zoom = false;
        model.layout.focus = model.layout.visible().first().copied().unwrap_or(Panel::Moves);
        let key = model.keymap.way_to("show-panels");
        model.notify_info(format!("the {} panel is hidden; {key} shows all", panel.name()));
    }
}

/// Uses a layout and shows all its panels.
pub fn use_preset(model: &mut Model, preset: Preset) {
    let before = std::mem::replace(&mut model.layout.preset, preset);
    // A game that is over is reviewed, and the next one begins in the layout of this one; so does any after the quiet layout.
    let is_over = model.session.game.end().is_some();
    if preset == Preset::Review && before != preset && (is_over || before == Preset::Quiet) {
        model.before_review = Some(before);
    }
    model.layout.zoom = false;
    model.layout.hidden.clear();
    model.layout.focus = preset.panels()[0];
    model.notify_info(format!("layout: {preset}"));
}

/// Scrolls what is open, else the focused panel.
pub fn scroll_focus(model: &mut Model, rows: isize) {
    if let Some(Dialog::Help(help)) = &mut model.dialog {
        help.scrolled(rows);
    } else if let Some(Dialog::List(list)) = &mut model.dialog {
        list.go(rows);
    } else if matches!(model.dialog, Some(Dialog::Statistics(_))) {
        scroll_statistics(model, rows);
    } else if model.dialog.is_none() {
        scroll(model, model.layout.focus, rows);
    }
}

/// Selects another row of the statistics, or scrolls a page of them that has no rows to select.
pub fn scroll_statistics(model: &mut Model, rows: isize) {
    if let Some(Dialog::Statistics(view)) = &mut model.dialog {
        let last = last_statistics_row(view, model.size, &model.theme);
        view.go(rows, last);
    }
}

/// Scrolls a panel, as far as it has rows; one that scrolls itself keeps within its rows when it is drawn.
pub fn scroll(model: &mut Model, panel: Panel, rows: isize) {
    let panes = model.layout().map(|layout| layout.panes).unwrap_or_default();
    let pane = panes.into_iter().find(|pane| pane.shown == panel);
    let (least, most) = match pane.and_then(|pane| max_scroll(&pane, model)) {
        Some(most) => (0, isize::try_from(most).unwrap_or(0)),
        // The log ends with its newest entry.
        None if panel == Panel::Log => {
            let entries = isize::try_from(model.log.shown().count()).unwrap_or(isize::MAX);
            (1 - entries.max(1), 0)
        }
        None => (-10_000, 10_000),
    };
    let scrolled = model.scroll.entry(panel).or_insert(0);
    *scrolled = (*scrolled + rows).clamp(least, most);
}

/// Uses the next theme.
pub fn next_theme(model: &mut Model) -> Vec<Effect> {
    let names = Theme::names(&model.own_themes);
    let at = names.iter().position(|name| *name == model.prefs.theme);
    let next = &names[at.map_or(0, |at| (at + 1) % names.len())];
    let mut effects = theme_by_name(model, next);
    model.prefs.theme.clone_from(next);
    model.notify_info(format!("theme: {next}"));
    // For the next time: one may have been added.
    effects.extend([storage::save_prefs(model), StorageEffect::ListThemes.into()]);
    effects
}

/// These are the user's themes now; open settings offer them at once.
pub fn themes(model: &mut Model, names: Vec<String>) {
    model.own_themes = names;
    if let Some(Dialog::Settings(form)) = &mut model.dialog
        && let Some(field) = form.fields.iter_mut().find(|field| field.id == FieldId::Theme)
    {
        field.options = Theme::names(&model.own_themes);
    }
}

/// Uses a theme of the user's that was read, and keeps it as the preferred one.
pub fn theme_read(model: &mut Model, theme: Theme) -> Vec<Effect> {
    let before = model.prefs.theme.clone();
    if !matches!(model.dialog, Some(Dialog::Settings(_))) {
        model.notify_info(format!("theme {}", theme.name));
    }
    use_theme(model, theme);
    if model.prefs.theme == before { Vec::new() } else { vec![storage::save_prefs(model)] }
}

/// The file of the user's theme was changed: it is used if it still is the preferred one.
pub fn theme_changed(model: &mut Model, theme: Theme) {
    if theme.name == model.prefs.theme {
        model.theme = theme.reduced(model.theme.depth, model.theme.charset);
    }
}

/// Uses a theme that is compiled in, or has it looked for among the user's.
pub fn theme_by_name(model: &mut Model, name: &str) -> Vec<Effect> {
    match Theme::built_in(name) {
        Ok(theme) => {
            use_theme(model, theme);
            Vec::new()
        }
        Err(_) => vec![StorageEffect::FindTheme(name.to_owned()).into()],
    }
}

/// Uses a theme in the colours of this terminal. While the settings are open it is only tried.
fn use_theme(model: &mut Model, theme: Theme) {
    let (depth, charset) = (model.theme.depth, model.theme.charset);
    if !matches!(model.dialog, Some(Dialog::Settings(_))) {
        model.prefs.theme = theme.name.clone();
    }
    model.theme = theme.reduced(depth, charset);
}

/// Uses the next style of pieces.
pub fn next_pieces(model: &mut Model) -> Vec<Effect> {
    let styles = PieceStyle::VARIANTS.iter().cycle();
    let next = styles.skip_while(|style| **style != model.prefs.pieces).nth(1);
    model.prefs.pieces = next.copied().unwrap_or_default();
    model.notify_info(format!("pieces: {}", model.prefs.pieces));
    vec![storage::save_prefs(model)]
}
