//! The panels: each file draws one from the model and changes nothing. This one knows their names, how much room they
//! want, and their frames.

mod accuracy;
mod bars;
mod dial;
mod graph;
mod inspector;
mod lines;
mod log;
mod moves;
mod network;
mod pace;
mod score;
mod statistics;
mod terms;
mod time;
mod tree;

pub use dial::dial_at;
pub use graph::{node_at as graph_node_at, winning_share};
pub use log::Entries;
pub use moves::row_at as moves_row_at;
pub use time::{BudgetStep, budget_steps};
pub use tree::sign;

use super::layout::Slot;
use super::model::Model;
use super::page::Page;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use serde::{Deserialize, Serialize};

/// A panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Panel {
    /// The moves of the game.
    Moves,
    /// Real and shadow score, and what kind of number it is.
    Score,
    /// Principal variations.
    Lines,
    /// The time budget, step by step.
    Time,
    /// The strength dial.
    Dial,
    /// What moves in the evaluation network.
    Network,
    /// The evaluation taken apart.
    Terms,
    /// The search in figures.
    Statistics,
    /// The evaluation over the game.
    Graph,
    /// Time for each move.
    Pace,
    /// Accuracy of each move.
    Accuracy,
    /// What the program has to say.
    Log,
    /// Answers of the debugger.
    Inspector,
}

/// How many rows a panel wants, title included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Enough to be useful.
    pub comfortable: u16,
    /// More would stay empty.
    pub ideal: u16,
}

impl Rows {
    /// Of a panel that has little to say: its title, a figure and a sentence.
    pub const BRIEF: Self = Self { comfortable: 5, ideal: 6 };
}

impl Panel {
    /// Every panel.
    pub const ALL: [Self; 13] = [
        Self::Moves,
        Self::Score,
        Self::Lines,
        Self::Time,
        Self::Dial,
        Self::Network,
        Self::Terms,
        Self::Statistics,
        Self::Graph,
        Self::Pace,
        Self::Accuracy,
        Self::Log,
        Self::Inspector,
    ];

    /// Its title and its name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Score => "score",
            Self::Lines => "lines",
            Self::Time => "time",
            Self::Dial => "dial",
            Self::Network => "network",
            Self::Terms => "terms",
            Self::Statistics => "search",
            Self::Graph => "graph",
            Self::Pace => "pace",
            Self::Accuracy => "accuracy",
            Self::Log => "log",
            Self::Inspector => "inspector",
        }
    }

    /// The room it wants.
    #[must_use]
    pub const fn rows(self) -> Rows {
        let (comfortable, ideal) = match self {
            Self::Moves => (8, 14),
            Self::Score => (8, 9),
            Self::Lines => (5, 8),
            Self::Time => (14, 24),
            Self::Dial => (10, 19),
            Self::Network => (10, 22),
            Self::Terms => (8, 24),
            Self::Statistics => (10, 24),
            Self::Graph | Self::Pace | Self::Accuracy => (6, 10),
            Self::Log => (4, 10),
            Self::Inspector => (28, 60),
        };
        Rows { comfortable, ideal }
    }

    /// Has it a short and a long form, and nothing between them?
    #[must_use]
    pub const fn grows_at_once(self) -> bool {
        matches!(self, Self::Time)
    }

    /// Does it make use of any number of rows?
    #[must_use]
    pub const fn stretches(self) -> bool {
        matches!(self, Self::Moves | Self::Log | Self::Terms | Self::Network | Self::Inspector)
    }

    /// Does it choose by itself what of it is seen?
    const fn scrolls_itself(self) -> bool {
        use Panel as P;
        matches!(self, P::Moves | P::Log | P::Graph | P::Pace | P::Accuracy | P::Inspector)
    }

    /// May it lie below the board?
    #[must_use]
    pub const fn fits_below(self) -> bool {
        matches!(self, Self::Lines | Self::Graph | Self::Pace | Self::Accuracy | Self::Log)
    }

    /// The panel called `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.name() == name)
    }
}

/// Draws a place with its title or its tabs.
pub fn draw(slot: &Slot, model: &Model, buffer: &mut Buffer) {
    if slot.area.height < 2 || slot.area.width < 4 {
        return;
    }
    frame(slot, model, buffer);
    let inside = Rect { y: slot.area.y + 1, height: slot.area.height - 1, ..slot.area };
    let scrolled = usize::try_from(model.scrolled(slot.shown)).unwrap_or(0);
    if slot.shown.scrolls_itself() || scrolled == 0 {
        return fill(slot.shown, model, &mut Page::new(buffer, inside, &model.theme));
    }
    // What does not fit is drawn on a taller sheet, and the part that was scrolled to is copied.
    let (tall, most) = tall(slot, model);
    let (sheet, skip) = (tall.area, u16::try_from(scrolled).unwrap_or(most).min(most));
    for point in inside.positions() {
        let from = (point.x - inside.x, point.y - inside.y + skip);
        if buffer.area.contains(point) && sheet.contains(from.into()) {
            let kept = buffer[point].style();
            buffer[point] = tall[from].clone();
            buffer[point].set_style(kept.patch(tall[from].style()));
        }
    }
}

/// Rows that a panel can be scrolled by where it lies; `None` of one that scrolls itself.
#[must_use]
pub fn farthest(slot: &Slot, model: &Model) -> Option<u16> {
    (!slot.shown.scrolls_itself()).then(|| tall(slot, model).1)
}

/// A panel on a sheet with room for everything, and the rows of it that do not fit where it lies.
fn tall(slot: &Slot, model: &Model) -> (Buffer, u16) {
    let height = slot.area.height.saturating_sub(1);
    let sheet = Rect { x: 0, y: 0, height: height.max(TALLEST), ..slot.area };
    let mut tall = Buffer::empty(sheet);
    fill(slot.shown, model, &mut Page::new(&mut tall, sheet, &model.theme));
    let written = |y: &u16| (0..sheet.width).any(|x| tall[(x, *y)].symbol() != " ");
    let used = (0..sheet.height).rev().find(written).map_or(0, |y| y + 1);
    (tall, used.saturating_sub(height))
}

/// Rows of the sheet that a scrolled panel is drawn on: more than any panel fills.
const TALLEST: u16 = 80;

fn fill(panel: Panel, model: &Model, page: &mut Page<'_>) {
    match panel {
        Panel::Moves => moves::draw(model, page),
        Panel::Score => score::draw(model, page),
        Panel::Lines => lines::draw(model, page),
        Panel::Time => time::draw(model, page),
        Panel::Dial => dial::draw(model, page),
        Panel::Network => network::draw(model, page),
        Panel::Terms => terms::draw(model, page),
        Panel::Statistics => statistics::draw(model, page),
        Panel::Graph => graph::draw(model, page),
        Panel::Pace => pace::draw(model, page),
        Panel::Accuracy => accuracy::draw(model, page),
        Panel::Log => log::draw(model, page),
        Panel::Inspector => inspector::draw(model, page),
    }
}

/// A rule with the title in it, and a figure at its right end.
fn frame(slot: &Slot, model: &Model, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = slot.tabs.contains(&model.choice.focus);
    let rule = if focused { theme.rule_focus } else { theme.rule };
    let row = Rect { height: 1, ..slot.area };
    buffer.set_string(row.x, row.y, "─".repeat(usize::from(row.width)), rule);
    let mut right = format!(" {} ", summary(slot.shown, model));
    let mut title = vec![Span::styled("─ ", rule)];
    for (panel, _) in tab_titles(slot) {
        let style = match (panel == slot.shown, focused) {
            (true, true) => theme.title_focus,
            (true, false) => theme.title,
            (false, _) => theme.dim,
        };
        title.push(Span::styled(panel.name(), style));
        title.push(Span::raw(" "));
    }
    let title = Line::from(title);
    let used = title.width();
    buffer.set_line(row.x, row.y, &title, row.width);
    let room = usize::from(row.width);
    // An opening's variation gives way before its name does.
    if used + right.chars().count() + 3 > room
        && let Some((short, _)) = right.split_once(':')
    {
        right = format!("{short} ");
    }
    let space = right.chars().count() + 3;
    if !right.trim().is_empty() && used + space <= room {
        let x = row.right() - u16::try_from(space).unwrap_or(0) + 2;
        buffer.set_string(x, row.y, right, theme.dim);
    }
}

/// The titles that fit on a place, each with its first column; the mouse asks as well.
#[must_use]
pub fn tab_titles(slot: &Slot) -> Vec<(Panel, u16)> {
    let mut titles = vec![slot.shown];
    titles.extend(slot.tabs.iter().copied().filter(|&panel| panel != slot.shown));
    let mut x = slot.area.x + 2;
    let mut placed = Vec::new();
    for panel in titles {
        let width = u16::try_from(panel.name().len()).unwrap_or(0) + 1;
        if x + width > slot.area.right() {
            break;
        }
        placed.push((panel, x));
        x += width;
    }
    placed
}

/// One figure that sums a panel up.
fn summary(panel: Panel, model: &Model) -> String {
    match panel {
        Panel::Moves => moves::summary(model),
        Panel::Score => score::summary(model),
        Panel::Lines => lines::summary(model),
        Panel::Time => time::summary(model),
        Panel::Dial => dial::summary(model),
        Panel::Network => network::summary(model),
        Panel::Terms => terms::summary(model),
        Panel::Statistics => statistics::summary(model),
        Panel::Accuracy => accuracy::summary(model),
        Panel::Log => log::summary(model),
        Panel::Graph | Panel::Pace | Panel::Inspector => String::new(),
    }
}
