//! The layout of a screen of a given size: a pure function, also used to map mouse clicks. The board is never cropped;
//! panels share the rest, and panels without room become tabs.

use super::board::Geometry;
use super::panel::{Panel, Rows};
use crate::rules::Color;
use ratatui::layout::{Rect, Size};
use std::collections::BTreeMap;

pub use super::preset::Preset;

/// Minimum screen size.
pub const MIN_SIZE: Size = Size::new(40, 15);

/// Rows of a panel that has a title, a figure and a sentence.
pub const BRIEF_ROWS: u16 = 5;

/// The user's layout choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutState {
    /// The preset.
    pub preset: Preset,
    /// Hidden panels.
    pub hidden: Vec<Panel>,
    /// The focused panel.
    pub focus: Panel,
    /// The panel shown where several share a pane.
    pub tab: Panel,
    /// Is the focused panel enlarged to the whole screen?
    pub zoom: bool,
    /// The side at the bottom.
    pub orientation: Color,
    /// The most rows that panels can fill in this game, where that is fewer than usual. Set by the game, not by the user.
    pub limits: BTreeMap<Panel, u16>,
}

impl Default for LayoutState {
    fn default() -> Self {
        Self {
            preset: Preset::Play,
            hidden: Vec::new(),
            focus: Panel::Moves,
            tab: Panel::Score,
            zoom: false,
            orientation: Color::White,
            limits: BTreeMap::new(),
        }
    }
}

impl LayoutState {
    /// Visible panels, most important first.
    pub fn visible(&self) -> Vec<Panel> {
        let mut panels = self.preset.panels();
        panels.retain(|panel| !self.hidden.contains(panel) && self.limits.get(panel) != Some(&0));
        panels
    }

    /// Has this panel little to show in this game?
    fn is_brief(&self, panel: Panel) -> bool {
        self.limits.get(&panel).is_some_and(|&rows| rows <= BRIEF_ROWS)
    }

    /// Preferred rows of a panel.
    fn rows(&self, panel: Panel) -> Rows {
        let rows = panel.rows();
        let limit = self.limits.get(&panel).copied().unwrap_or(rows.maximum);
        Rows { preferred: rows.preferred.min(limit), maximum: rows.maximum.min(limit) }
    }
}

/// An area for a panel, with tabs if several panels share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pane {
    /// Title row included.
    pub area: Rect,
    /// The panel shown.
    pub shown: Panel,
    /// All panels of the pane, including the shown one.
    pub tabs: Vec<Panel>,
}

/// Where everything lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The board; `None` while a panel is enlarged.
    pub board: Option<Geometry>,
    /// The clock of the side at the top, and of the one at the bottom.
    pub clocks: Option<[Rect; 2]>,
    /// The panels.
    pub panes: Vec<Pane>,
    /// Messages, move entry and command line.
    pub entry: Rect,
    /// The footer.
    pub footer: Rect,
}

/// Lays out a screen; `None` if it is too small for a game.
pub fn compute_layout(size: Size, choice: &LayoutState) -> Option<Layout> {
    let Size { width, height } = size;
    if width < MIN_SIZE.width || height < MIN_SIZE.height {
        return None;
    }
    let entry = Rect::new(0, height - 2, width, 1);
    let footer = Rect::new(0, height - 1, width, 1);
    if choice.zoom {
        let area = Rect::new(1, 0, width - 2, height - 2);
        let pane = Pane { area, shown: choice.focus, tabs: vec![choice.focus] };
        return Some(Layout { panes: vec![pane], entry, footer, ..Layout::default() });
    }
    let board = board_geometry(size, choice);
    let under = board.area.bottom() + 1;
    let (clocks, areas, below) = if is_portrait(size) {
        let clock = |y| Rect::new(1, y, width - 2, 1);
        let panels = Rect::new(1, under + 1, width - 2, (height - 2) - under - 1);
        ([clock(0), clock(under)], columns(panels, choice), Rect::default())
    } else {
        let left = board.area.right() + 1;
        let side = Rect::new(left, 0, width - left - u16::from(width > 60), height - 2);
        let below = Rect::new(1, under, left - 2, (height - 2) - under);
        let mut areas = columns(side, choice);
        // The first column lies between the two clocks.
        let first = areas[0];
        let clock = |y| Rect { y, height: 1, ..first };
        areas[0] = Rect { y: first.y + 1, height: first.height.saturating_sub(2), ..first };
        ([clock(first.y), clock(first.bottom() - 1)], areas, below)
    };
    let panes = panes(&areas, below, choice);
    Some(Layout { board: Some(board), clocks: Some(clocks), panes, entry, footer })
}

/// Rows that the panels below the board keep on a tall screen.
const PORTRAIT_PANELS: u16 = 16;

/// Whether the board lies above the panels: on a screen that is taller than wide, with cells twice as high as wide.
const fn is_portrait(Size { width, height }: Size) -> bool {
    10 * height > 6 * width && height >= 24 + PORTRAIT_PANELS
}

/// The largest squares that leave the panels their share, or at least twenty columns.
fn board_geometry(size: Size, choice: &LayoutState) -> Geometry {
    let Size { width, height } = size;
    let is_portrait = is_portrait(size);
    let side = match width {
        _ if is_portrait => 1,
        ..70 => 20,
        70.. => (width * choice.preset.side_share() / 100).max(30),
    };
    // Below the board: the letters of the files, the entry line, the footer; on a tall screen the clocks and panels too.
    let rows = height - 3 - if is_portrait { 2 + PORTRAIT_PANELS } else { 0 };
    let columns = width.saturating_sub(side + 3);
    let fits = |w: u16, h: u16| 8 * w <= columns && 8 * h <= rows;
    let (w, h) = (2..=40)
        .rev()
        .map(|h| (2 * h, h))
        .find(|&(w, h)| fits(w, h))
        .unwrap_or(if fits(3, 1) { (3, 1) } else { (2, 1) });
    // In squares of two rows a glyph is centred only if the square starts in the middle of a row.
    let halves = u16::from(h == 2 && rows > 8 * h);
    let top = if is_portrait { 1 } else { u16::from(rows > 8 * h) - halves };
    let area = Rect::new(3, top, 8 * w, 8 * h + halves);
    Geometry { area, width: w, height: h, orientation: choice.orientation }
}

/// Narrowest useful column of panels. Measured: the budget's steps with the values before need 28 cells, a variation of the
/// usual length two rows of 41.
const MIN_COLUMN: u16 = 41;

/// Narrowest column beside which the debugger's page may share the width. Measured: a node with its window needs 72 cells.
pub const PAGE: u16 = 72;

/// The columns of panels, from left to right.
fn columns(side: Rect, choice: &LayoutState) -> Vec<Rect> {
    let column = if choice.preset == Preset::Debug { PAGE } else { MIN_COLUMN };
    let count = (side.width / column).clamp(1, columns_wanted(side.height, choice));
    let gap = u16::from(count > 1) * 2;
    let column_width = (side.width - gap * (count - 1)) / count;
    (0..count)
        .map(|i| {
            let x = side.x + i * (column_width + gap);
            let width = if i + 1 == count { side.right() - x } else { column_width };
            Rect::new(x, side.y, width, side.height)
        })
        .collect()
}

/// Places the panels in the columns and below the board.
fn panes(areas: &[Rect], below: Rect, choice: &LayoutState) -> Vec<Pane> {
    let mut panels = choice.visible();
    let mut panes = Vec::new();
    for area in below_board(below) {
        let index = panels.iter().skip(1).position(|panel| panel.fits_below());
        if let Some(index) = index {
            let panel = panels.remove(index + 1);
            panes.push(Pane { area, shown: panel, tabs: vec![panel] });
        }
    }
    panes.splice(0..0, pack(areas, &panels, choice));
    panes
}

/// Panes below the board: none, one, or two with a graph if there is enough height.
fn below_board(below: Rect) -> Vec<Rect> {
    const GRAPH: u16 = 6;
    if below.height < 4 || below.width < 30 {
        return Vec::new();
    }
    if below.height < 2 * GRAPH {
        return vec![below];
    }
    let height = below.height - GRAPH;
    let second = Rect { y: below.y + height, height: GRAPH, ..below };
    vec![Rect { height, ..below }, second]
}

/// Number of columns that the panels can fill.
fn columns_wanted(height: u16, choice: &LayoutState) -> u16 {
    let rows: u16 = choice.visible().into_iter().map(|panel| choice.rows(panel).maximum).sum();
    rows.div_ceil(height.max(1)).clamp(1, 4)
}

/// Fills the columns in order, each to its share of the maximum rows; overflowing panels become tabs of the last pane.
fn pack(areas: &[Rect], panels: &[Panel], choice: &LayoutState) -> Vec<Pane> {
    let mut columns: Vec<Vec<Panel>> = vec![Vec::new(); areas.len()];
    let mut rest = panels.iter().copied().peekable();
    let liked: u16 = panels.iter().map(|&panel| choice.rows(panel).maximum).sum();
    let share = liked.div_ceil(u16::try_from(areas.len()).unwrap_or(1).max(1));
    for (index, (column, area)) in columns.iter_mut().zip(areas).enumerate() {
        let (mut free, mut filled) = (area.height, 0);
        let is_last = index + 1 == areas.len();
        let fits = |panel: &Panel, free: u16, filled: u16| {
            choice.rows(*panel).preferred <= free && (is_last || filled < share)
        };
        while let Some(panel) = rest.next_if(|panel| fits(panel, free, filled)) {
            free -= choice.rows(panel).preferred;
            filled += choice.rows(panel).maximum;
            column.push(panel);
        }
    }
    // Panels with little content are not shown first.
    let mut overflow: Vec<Panel> = rest.collect();
    overflow.sort_by_key(|&panel| choice.is_brief(panel));
    let last = areas.len() - 1;
    let stacked = columns.into_iter().zip(areas).enumerate().flat_map(|(index, (column, area))| {
        stack(&column, if index == last { &overflow } else { &[] }, *area, choice)
    });
    stacked.collect()
}

/// Stacks the panels of one column; `overflow` shares the last pane.
fn stack(column: &[Panel], overflow: &[Panel], area: Rect, choice: &LayoutState) -> Vec<Pane> {
    let mut groups: Vec<Vec<Panel>> = column.iter().map(|&panel| vec![panel]).collect();
    // Enough unused rows give the overflow a separate pane.
    let used: u16 = column.iter().map(|&panel| choice.rows(panel).maximum).sum();
    let spare = area.height.saturating_sub(used);
    match groups.last_mut() {
        Some(_) if spare >= MIN_OVERFLOW_ROWS && !overflow.is_empty() => {
            groups.push(overflow.to_vec())
        }
        // A panel with little content leaves the place to one that fills it.
        Some(last) if choice.is_brief(last[0]) => {
            last.splice(0..0, overflow.iter().copied()).for_each(drop);
        }
        Some(last) => last.extend(overflow),
        None if overflow.is_empty() => return Vec::new(),
        None => groups.push(overflow.to_vec()),
    }
    let heights = heights(&groups, area.height, choice);
    let mut y = area.y;
    let mut panes = Vec::new();
    for (tabs, height) in groups.into_iter().zip(heights) {
        let wanted = [choice.focus, choice.tab].into_iter().find(|panel| tabs.contains(panel));
        let shown = wanted.unwrap_or(tabs[0]);
        panes.push(Pane { area: Rect { y, height, ..area }, shown, tabs });
        y += height;
    }
    panes
}

/// Minimum rows of a separate pane for the overflow.
const MIN_OVERFLOW_ROWS: u16 = 8;

/// Gives every group its preferred height, then its maximum, and the rest to a stretchable one.
fn heights(groups: &[Vec<Panel>], total: u16, choice: &LayoutState) -> Vec<u16> {
    let comfortable = |group: &Vec<Panel>| choice.rows(group[0]).preferred;
    let mut heights: Vec<u16> = groups.iter().map(comfortable).collect();
    let sum: u16 = heights.iter().sum();
    let mut free = total.saturating_sub(sum);
    if let Some(last) = heights.last_mut() {
        *last = last.saturating_sub(sum.saturating_sub(total));
    }
    for (height, group) in heights.iter_mut().zip(groups) {
        let ideal = group.iter().map(|&panel| choice.rows(panel).maximum).max().unwrap_or(0);
        let wanted = ideal.saturating_sub(*height);
        let more = wanted.min(free);
        *height += more;
        free -= more;
    }
    let stretches = |panel: &Panel| panel.stretches() && !choice.limits.contains_key(panel);
    let stretchy = groups.iter().position(|group| group.iter().any(stretches));
    let index = stretchy.unwrap_or(groups.len() - 1);
    heights[index] += free;
    heights
}

#[cfg(test)]
mod tests {
    use super::{Layout, LayoutState, MIN_SIZE, Preset, compute_layout};
    use crate::rules::Square;
    use ratatui::layout::{Rect, Size};

    fn all(arrangement: &Layout) -> Vec<Rect> {
        let mut areas: Vec<Rect> = arrangement.panes.iter().map(|slot| slot.area).collect();
        areas.extend(arrangement.clocks.into_iter().flatten());
        areas.extend(arrangement.board.map(|board| board.area));
        areas.extend([arrangement.entry, arrangement.footer]);
        areas
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_screen_at_any_size() {
        for &preset in <Preset as strum::VariantArray>::VARIANTS {
            let choice = LayoutState { preset, ..LayoutState::default() };
            for width in (MIN_SIZE.width..=300).chain([467]) {
                for height in (MIN_SIZE.height..=100).chain([145]) {
                    let areas = all(
                        &compute_layout(Size { width, height }, &choice).expect("large enough")
                    );
                    let screen = Rect::new(0, 0, width, height);
                    for (i, area) in areas.iter().enumerate() {
                        assert_eq!(area.intersection(screen), *area, "{width}x{height}: {area}");
                        let clash = areas[..i].iter().find(|other| other.intersects(*area));
                        assert_eq!(clash, None, "{width}x{height} {preset:?}: {area}");
                    }
                }
            }
        }
    }

    #[test]
    fn squares_grow_with_the_screen() {
        let height = |size| {
            compute_layout(Size::from(size), &LayoutState::default())
                .and_then(|a| a.board)
                .unwrap()
                .height
        };
        let sizes =
            [(40, 15), (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60), (467, 145)];
        assert_eq!(sizes.map(height), [1, 2, 2, 3, 4, 5, 7, 17]);
        // Taller than wide: the board above the panels.
        assert_eq!([(45, 60), (60, 60), (80, 60), (100, 100)].map(height), [2, 3, 4, 6]);
    }

    #[test]
    fn a_point_on_the_board_is_its_square() {
        let board = compute_layout(Size::new(120, 40), &LayoutState::default())
            .and_then(|a| a.board)
            .unwrap();
        for square in Square::ALL {
            let area = board.square(square);
            assert_eq!(board.at(area.as_position()), Some(square));
        }
        let board = compute_layout(Size::new(80, 24), &LayoutState::default())
            .and_then(|a| a.board)
            .unwrap();
        assert!(board.is_half_row_offset());
        for square in Square::ALL {
            let area = board.square(square);
            assert!(area.positions().all(|point| board.at(point) == Some(square)), "{square}");
        }
        assert_eq!(board.at(board.area.as_position()), Some(Square::A8));
        assert_eq!(board.at((0, 0).into()), None);
    }
}
