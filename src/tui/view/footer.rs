//! The footer: keys of the current mode from the key map, clickable.

use crate::tui::Action;
use crate::tui::dialogs::Dialog;
use crate::tui::keymap::Mode;
use crate::tui::layout::Preset;
use crate::tui::model::Model;
use crate::tui::thinking::Purpose;
use crate::tui::typing::Kind;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// A key in the footer.
#[derive(Clone, Debug)]
pub struct Item {
    /// First column.
    pub from: u16,
    /// First column after it.
    pub to: u16,
    /// What it does.
    pub action: Action,
    key: String,
    label: &'static str,
}

/// The keys that fit the width.
#[must_use]
pub fn items(model: &Model) -> Vec<Item> {
    let mut x = 1;
    let mut items = Vec::new();
    for (action, label) in candidates(model) {
        let Some(key) = model.keymap.key_in(model.mode(), action) else { continue };
        let width = key.chars().count() + 1 + label.chars().count();
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        if x + width >= model.size.0 {
            break;
        }
        items.push(Item { from: x, to: x + width, action, key, label });
        x += width + 2;
    }
    items
}

/// Keys of the inspector page.
fn inspector(model: &Model) -> Vec<(Action, &'static str)> {
    use Action as A;
    if model.inspect.paused.is_some() {
        return vec![
            (A::Standstill, "resume"),
            (A::StepNode, "step into"),
            (A::StepOver, "step over"),
            (A::StepOut, "step out"),
            (A::StepIteration, "iteration"),
            (A::PageDown, "scroll"),
            (A::LeaveInspector, "leave"),
        ];
    }
    vec![
        (A::LeaveInspector, "leave"),
        (A::Questions, "questions"),
        (A::RowDown, "down"),
        (A::RowUp, "up"),
        (A::PageDown, "scroll"),
        (A::Command, "command"),
    ]
}

/// Keys for reviewing a game.
const REVIEW: [(Action, &str); 11] = [
    (Action::Back, "back"),
    (Action::Forward, "forward"),
    (Action::Last, "game"),
    (Action::Moments, "moments"),
    (Action::Annotate, "annotate"),
    (Action::Resume, "play on"),
    (Action::Help, "help"),
    (Action::Analyse, "analyse"),
    (Action::NextLine, "other line"),
    (Action::Comment, "comment"),
    (Action::Judge, "judge"),
];

/// Switches between the play and inspect layouts.
const fn other_page(model: &Model) -> (Action, &'static str) {
    match model.layout.preset {
        Preset::Play | Preset::Review => (Action::PresetInspect, "inspect"),
        Preset::Inspect | Preset::Debug => (Action::PresetPlay, "play"),
    }
}

/// Actions with their short names, most important first.
fn candidates(model: &Model) -> Vec<(Action, &'static str)> {
    use Action as A;
    match (model.mode(), &model.dialog) {
        (Mode::Typing, _) => match model.typing.as_ref().map(|typing| typing.kind) {
            Some(Kind::Move) => vec![(A::Submit, "play"), (A::Close, "cancel")],
            _ => vec![
                (A::Submit, "run"),
                (A::Close, "leave"),
                (A::Complete, "complete"),
                (A::HistoryBack, "earlier"),
            ],
        },
        (Mode::Help, _) => vec![(A::Close, "close"), (A::ScrollDown, "scroll")],
        (Mode::Dialog, Some(Dialog::Confirm(_) | Dialog::Resume(_))) => {
            vec![(A::Confirm, "yes"), (A::Close, "no")]
        }
        (Mode::Dialog, _) => {
            vec![(A::Confirm, "accept"), (A::Close, "close"), (A::NextField, "next")]
        }
        (Mode::Inspector, _) => inspector(model),
        _ if model.hand.picked.is_some() => vec![(A::Select, "drop"), (A::Cancel, "cancel")],
        _ if model.session.viewed.is_some() || model.session.is_review() => REVIEW.to_vec(),
        _ if model.session.game.end().is_some() => {
            let next = model.strengths.next().map(|_| (A::NextOpponent, "next opponent"));
            let rest = [
                (A::Back, "back"),
                (A::CopyPgn, "copy"),
                (A::PresetReview, "review"),
                (A::Help, "help"),
                (A::Quit, "quit"),
            ];
            [(A::NewGame, "new game")].into_iter().chain(next).chain(rest).collect()
        }
        _ if model.thinking.purpose == Purpose::Move || model.outside.is_moving() => vec![
            (A::MoveNow, "move now"),
            (A::NextPanel, "panel"),
            (A::ZoomPanel, "zoom"),
            other_page(model),
            (A::HeatMap, "heat"),
            (A::DialUp, "stronger"),
            (A::DialDown, "weaker"),
            (A::Help, "help"),
        ],
        _ => vec![
            (A::TypeMove, "move"),
            (A::Help, "help"),
            (A::TakeBack, "take back"),
            (A::Hint, "hint"),
            (A::Flip, "flip"),
            (A::NextPanel, "panel"),
            other_page(model),
            (A::NewGame, "new"),
            (A::Settings, "settings"),
            (A::Command, "command"),
            (A::OfferDraw, "draw"),
            (A::Resign, "resign"),
            (A::Quit, "quit"),
        ],
    }
}

/// Draws the line.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    for item in items(model) {
        let line = Line::from(vec![
            Span::styled(item.key, model.theme.key),
            Span::styled(format!(" {}", item.label), model.theme.dim),
        ]);
        buffer.set_line(item.from, area.y, &line, item.to - item.from);
    }
}
