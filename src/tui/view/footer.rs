//! The footer: keys of the current mode from the key map, clickable.

use crate::game::NodeId;
use crate::tui::model::Model;
use crate::tui::model::dialogs::{Confirmation, Dialog, LeftGame};
use crate::tui::model::thinking::Purpose;
use crate::tui::model::training::Stage;
use crate::tui::model::typing::Kind;
use crate::tui::values::command_spec::{CommandSpec, Mode};
use crate::tui::values::preset::Preset;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// A key in the footer.
#[derive(Clone, Debug)]
pub struct Item {
    /// First column.
    pub from: u16,
    /// First column after it.
    pub to: u16,
    /// The command that it runs.
    pub command: &'static str,
    key: String,
    /// With a space before it; empty where the key says the same.
    label: String,
}

/// The keys that fit the width.
pub fn items(model: &Model) -> Vec<Item> {
    let mut x = 1;
    let state = u16::try_from(state(model).width()).unwrap_or(u16::MAX);
    let room = model.size.width.saturating_sub(state + 2);
    let mut items = Vec::new();
    for item in candidates(model) {
        let (command, label) = item.split_once('=').unwrap_or((item, ""));
        let Some(key) = model.keymap.key_in(model.mode(), command) else { continue };
        let spec = model.keymap.find(command).filter(|_| label.is_empty());
        let label = spec.map_or(label, CommandSpec::label);
        // In ASCII an arrow is a word, which may be that of the command: `up`.
        let label = if label == key { String::new() } else { format!(" {label}") };
        let width = u16::try_from(key.width() + label.width()).unwrap_or(u16::MAX);
        if x + width >= room {
            break;
        }
        items.push(Item { from: x, to: x + width, command, key, label });
        x += width + 2;
    }
    items
}

/// Keys of the inspector page.
fn inspector(model: &Model) -> Vec<&'static str> {
    if model.inspect.paused.is_some() {
        return list(
            "pause-search, step-into, step-over, step-out, step-iteration, page-down, leave-inspector",
        );
    }
    if model.inspect.propagation().is_some() {
        return list(
            "leave-inspector, row-open=step, row-close=back, propagation-run, propagation-back, \
             row-enter=to next flip, row-switch=breakpoint, propagation=next network",
        );
    }
    list("leave-inspector, questions, row-down, row-up, page-down, command")
}

/// Keys of an exercise: a move or help is wanted, a wrong try is on the board, or it is done.
fn training(model: &Model) -> Vec<&'static str> {
    let is_start = model.session.shown() == NodeId::ROOT;
    match model.training.as_ref().map(|training| training.stage) {
        Some(Stage::Asking) if is_start => {
            list("type-move, hint, train-solution, train=end training, help, next-panel")
        }
        Some(Stage::Asking) => list(
            "train-next=try again, back, forward, hint, train-solution, train=end training, help, \
             next-panel",
        ),
        Some(Stage::Solved) => {
            list("train-next, analyse, back, forward, train=end training, help, next-panel")
        }
        Some(Stage::Over) => list("train-next=return to the game, help, next-panel"),
        Some(Stage::Fetching | Stage::Judging(_) | Stage::Hinting | Stage::Solving) | None => {
            list("train=end training, help, next-panel")
        }
    }
}

/// Keys for reviewing a game.
const REVIEW: &str = "back, forward, last, moments, annotate, play-on, help, analyse, \
                      next-variation, edit-comment, next-glyph";

/// Keys for setting up a position.
const SETUP: &str = "setup-accept, setup-leave, setup-remove, setup-turn, setup-clear, setup-start, flip, setup-undo, \
                     help, command";

fn list(commands: &'static str) -> Vec<&'static str> {
    commands.split(", ").collect()
}

/// Switches between the play and inspect layouts.
const fn other_page(model: &Model) -> &'static str {
    match model.layout.preset {
        Preset::Play | Preset::Review => "layout-inspect",
        Preset::Inspect | Preset::Debug | Preset::Training | Preset::Quiet => "layout-play",
    }
}

/// The commands that matter now, most important first; `=` gives one another label than the table does.
fn candidates(model: &Model) -> Vec<&'static str> {
    match (model.mode(), &model.dialog) {
        (Mode::Typing, _) => match model.typing.as_ref().map(|typing| typing.kind) {
            Some(Kind::Move) => list("submit=play, close=cancel"),
            Some(Kind::Search) => list("submit=keep, close=show all"),
            Some(Kind::Command) | None => list("submit=run, close=leave, complete, history-back"),
        },
        (Mode::Help, _) => list("close, scroll-down"),
        (Mode::Dialog, Some(Dialog::Confirm(Confirmation::Leave(_, LeftGame::Changed(_))))) => {
            list("confirm=save, close=stay")
        }
        (Mode::Dialog, Some(Dialog::Confirm(Confirmation::Leave(_, LeftGame::Saving(_))))) => {
            list("close=stay")
        }
        (Mode::Dialog, Some(Dialog::Confirm(_))) => list("confirm=yes, close=no"),
        (Mode::Dialog, Some(Dialog::Statistics(view))) => match view.rows() {
            0 => list("close"),
            _ => list("confirm=open, close"),
        },
        (Mode::Dialog, Some(Dialog::Resume(_))) => list("confirm=resume, close=later"),
        (Mode::Dialog, _) => list("confirm, close, next-field"),
        (Mode::Setup, _) => list(SETUP),
        (Mode::Inspector, _) => inspector(model),
        (Mode::Training, _) if model.board_state.picked.is_none() => training(model),
        _ if model.board_state.picked.is_some() => list("select=drop, cancel"),
        _ if model.session.viewed.is_some() || model.session.is_review() => list(REVIEW),
        _ if model.session.game.end().is_some() => {
            let next = model.strengths.next().map(|_| "next-opponent");
            let rest = list("back, copy-pgn, layout-review, help, quit");
            ["new-game=new game"].into_iter().chain(next).chain(rest).collect()
        }
        _ => {
            let is_thinking = model.thinking.purpose == Purpose::Move || model.external.is_moving();
            let (first, rest) = match is_thinking {
                true => ("move-now, next-panel, zoom-panel", "heat-map, dial-up, dial-down, help"),
                false => (
                    "type-move, help, takeback, hint, flip, next-panel",
                    "new-game, settings, command, draw, resign, quit",
                ),
            };
            [list(first), vec![other_page(model)], list(rest)].concat()
        }
    }
}

/// The layout, and what changes its panels.
fn state(model: &Model) -> String {
    if model.editor.is_some() {
        return "setup".to_owned();
    }
    let layout = &model.layout;
    let mut words: Vec<String> = model.annotating.brief_words().into_iter().collect();
    words.push(layout.preset.to_string());
    words.extend(layout.zoom.then(|| format!("zoomed {}", layout.focus.name())));
    let hidden = layout.hidden.len();
    words.extend((hidden > 0).then(|| format!("{hidden} hidden")));
    words.extend(model.frozen.is_some().then(|| "frozen".to_owned()));
    words.join(" · ")
}

/// Draws the line.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    let state = state(model);
    let width = u16::try_from(state.width()).unwrap_or(u16::MAX).min(area.width);
    let x = area.right().saturating_sub(width + 1);
    buffer.set_string(x, area.y, state, model.theme.title);
    for item in items(model) {
        let line = Line::from(vec![
            Span::styled(item.key, model.theme.key),
            Span::styled(item.label, model.theme.dim),
        ]);
        buffer.set_line(item.from, area.y, &line, item.to - item.from);
    }
}
