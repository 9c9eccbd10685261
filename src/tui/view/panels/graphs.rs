//! Graphs over the moves of the line, with the same columns: evaluation, time and accuracy of each move.

use crate::annotate::accuracy;
use crate::base::Score;
use crate::game::{Game, NodeId};
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::values::colour::ColourDepth;
use crate::tui::values::format::{duration, expected_score, numbered_move};
use crate::tui::values::panel::Panel;
use crate::tui::view::page::{LEVELS, Page, span};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use shakmaty::ByColor;
use std::ops::Range;

/// Names the game before this one where its graphs are shown.
pub fn summary(model: &Model) -> String {
    earlier(model).map_or_else(String::new, |_| "last game".to_owned())
}

/// Draws the evaluation graph from White's view.
pub fn draw_evaluations(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let tree = graphed(model).tree();
    let evaluation = |&id: &NodeId| tree.node(id).annotation.evaluation.map(|found| found.score);
    let scores: Vec<Option<Score>> = line(model).iter().skip(1).map(evaluation).collect();
    if scores.is_empty() {
        return page.paragraph("the evaluation of every move appears here", theme.dim);
    }
    if scores.iter().all(Option::is_none) || page.rows() < 2 {
        return page.paragraph("no move of this game has an evaluation yet", theme.dim);
    }
    let area = page.take(page.rows());
    let columns = Columns::new(area.width, scores.len());
    let is_colourless = theme.depth == ColourDepth::None;
    let (white, black) = (theme.white_share.fg, theme.black_share.fg);
    let halves = f64::from(area.height) * 2.0;
    let mut last = 0.5;
    for (index, score) in scores.iter().enumerate().skip(columns.first) {
        last = score.map_or(last, expected_score);
        let share = (last * halves).round().clamp(0.0, halves) as u16;
        for x in columns.of(index) {
            for row in 0..area.height {
                let upper = 2 * (area.height - row);
                let fg = if share >= upper { white } else { black };
                let bg = if share >= upper - 1 { white } else { black };
                let symbol = match (is_colourless, share >= upper - 1) {
                    (true, true) => "█",
                    (true, false) => "·",
                    (false, _) => "▀",
                };
                let style = Style { fg, bg, ..Style::default() };
                page.buffer[(area.x + x, area.y + row)].set_symbol(symbol).set_style(style);
            }
        }
    }
    mark_shown(model, columns, area, page);
}

/// Marks the column of the move shown on the board.
fn mark_shown(model: &Model, columns: Columns, area: Rect, page: &mut Page<'_>) {
    let shown = line(model).iter().skip(1).position(|&id| id == model.session.shown());
    let at = shown.filter(|_| earlier(model).is_none());
    if let Some(at) = at.filter(|&at| at >= columns.first) {
        let foot = (area.x + columns.of(at).start, area.bottom().saturating_sub(1));
        if area.contains(foot.into()) {
            // On the ground of the screen it is seen beside either colour.
            let ground = page.theme.text.bg.unwrap_or_default();
            page.buffer[foot].set_symbol("▲").set_style(page.theme.real.bg(ground));
        }
    }
}

/// A column of a bar chart: its height from 0 to 1, and its style. `None` without a value.
type Bar = Option<(f64, Style)>;

/// Draws a bar chart on the rest of the page.
fn draw_bars(model: &Model, bars: &[Bar], page: &mut Page<'_>) {
    let area = page.take(page.rows());
    let columns = Columns::new(area.width, bars.len());
    let most = f64::from(area.height) * 8.0;
    for (index, bar) in bars.iter().enumerate().skip(columns.first) {
        let (Some((height, style)), cells) = (*bar, columns.of(index)) else { continue };
        // At least an eighth of a row, so that a short time is visible.
        let eighths = (height * most).round().max(1.0) as usize;
        // Wide columns have a gap between them.
        let gap = u16::from(cells.len() > 2);
        for x in cells.start..cells.end - gap {
            for row in 0..area.height {
                let above = usize::from(area.height - 1 - row) * 8;
                if let Some(level) = eighths.saturating_sub(above).min(8).checked_sub(1) {
                    let cell = &mut page.buffer[(area.x + x, area.y + row)];
                    cell.set_char(LEVELS[level]).set_style(style);
                }
            }
        }
    }
    mark_shown(model, columns, area, page);
}

/// Time of a move of the line.
struct MoveTime {
    side: Option<Color>,
    ms: Option<f64>,
}

/// Draws the time of each move: a line for each side, then the columns.
pub fn draw_times(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let game = graphed(model);
    let time = |id| MoveTime {
        side: game.tree().node(id).mover(),
        ms: game.time_used_at(id).map(|time| time.seconds() * 1000.0),
    };
    let times: Vec<MoveTime> = line(model).into_iter().skip(1).map(time).collect();
    let style = |side| if side == Some(Color::White) { theme.white_share } else { theme.series_a };
    for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let own = times.iter().filter(|time| time.side == Some(side));
        let own: Vec<f64> = own.filter_map(|time| time.ms).collect();
        let longest = duration(own.iter().copied().fold(0.0, f64::max));
        let total = duration(own.iter().sum());
        let words = match own.len() {
            0 => "no times recorded".to_owned(),
            1 => format!("1 move, {total}"),
            many => format!("{many} moves, total {total}, longest {longest}"),
        };
        // A figure that would be cut is left out.
        let room = usize::from(page.width()).saturating_sub(name.len() + 4);
        let words =
            if words.len() <= room { words } else { format!("{} moves, total {total}", own.len()) };
        page.row([
            span(style(Some(side)), "█ "),
            span(theme.text, format!("{name}  ")),
            span(theme.dim, words),
        ]);
    }
    if times.iter().all(|time| time.ms.is_none()) {
        return;
    }
    if page.rows() > 2 {
        page.take(1);
    }
    let longest = times.iter().filter_map(|time| time.ms).fold(1.0, f64::max);
    let bar = |time: &MoveTime| Some((time.ms? / longest, style(time.side)));
    let bars: Vec<Bar> = times.iter().map(bar).collect();
    draw_bars(model, &bars, page);
}

/// Below this accuracy a move has the style `bad`: the loss of a mistake in an equal position.
const BAD: f64 = 65.0;
/// Below this accuracy a move has the style `warn`.
const DOUBTFUL: f64 = 82.0;

/// Both sides' accuracy: from the PGN tags, else from the evaluations.
pub fn accuracy_summary(model: &Model) -> String {
    let ByColor { white, black } = accuracy::of_line(graphed(model), &line(model));
    let percent = |side: Option<f64>| side.map_or_else(|| "?".to_owned(), |s| format!("{s:.1} %"));
    match (white, black) {
        (None, None) => String::new(),
        _ => format!("White {}, Black {}", percent(white), percent(black)),
    }
}

/// Draws the accuracy of each move, for moves evaluated before and after.
pub fn draw_accuracy(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let percents = accuracy::percents(graphed(model), &line(model));
    let mut side = !graphed(model).start().turn();
    let bars = percents.windows(2).map(|pair| {
        side = !side;
        let (before, after) = (pair[0]?, pair[1]?);
        let accuracy = match side {
            Color::White => accuracy::of_move(before, after),
            Color::Black => accuracy::of_move(100.0 - before, 100.0 - after),
        };
        let style = match accuracy {
            low if low < BAD => theme.bad,
            low if low < DOUBTFUL => theme.warn,
            _ if side == Color::White => theme.white_share,
            _ => theme.series_a,
        };
        Some((accuracy / 100.0, style))
    });
    let bars: Vec<Bar> = bars.collect();
    if bars.iter().all(Option::is_none) {
        return page.paragraph("the accuracy of each evaluated move appears here", theme.dim);
    }
    draw_bars(model, &bars, page);
}

/// Rows of text above the columns of a graph.
pub fn legend(panel: Panel) -> u16 {
    if panel == Panel::MoveTimes { 2 } else { 0 }
}

/// What a panel of graphs shows as text, a row for each move that has a value; empty of other panels and without values.
pub fn figures(panel: Panel, model: &Model) -> Vec<String> {
    if ![Panel::Graph, Panel::MoveTimes, Panel::Accuracy].contains(&panel) {
        return Vec::new();
    }
    let (game, line) = (graphed(model), line(model));
    let tree = game.tree();
    let percents = accuracy::percents(game, &line);
    let accuracy = |index: usize, id: NodeId| {
        let (before, after) = (percents[index - 1]?, percents[index]?);
        Some(match tree.node(id).mover()? {
            Color::White => accuracy::of_move(before, after),
            Color::Black => accuracy::of_move(100.0 - before, 100.0 - after),
        })
    };
    let value = |index: usize, id: NodeId| {
        if panel == Panel::Graph {
            tree.node(id).annotation.evaluation.map(|it| it.score.to_string())
        } else if panel == Panel::MoveTimes {
            game.time_used_at(id).map(|time| duration(time.seconds() * 1000.0))
        } else {
            accuracy(index, id).map(|percent| format!("{percent:.1} %"))
        }
    };
    let row = |(index, &id): (usize, &NodeId)| {
        let (above, mv) = (tree.node(id).parent()?, tree.node(id).mv()?);
        let name = numbered_move(game.position_at(above), mv);
        Some(format!("{name:<14}{}", value(index, id)?))
    };
    line.iter().enumerate().skip(1).filter_map(row).collect()
}

/// The game of the graphs: this one, or until its first move the one before.
fn graphed(model: &Model) -> &Game {
    earlier(model).unwrap_or(&model.session.game)
}

/// The game before this one, if its graphs say something.
fn earlier(model: &Model) -> Option<&Game> {
    model.earlier_game().map(|ended| &ended.game).filter(|game| game.has_evaluations())
}

/// The line of the graphs: through the current node of the game.
fn line(model: &Model) -> Vec<NodeId> {
    let game = graphed(model);
    game.tree().line_through(game.current())
}

/// Widest column of a move in cells.
const WIDEST: usize = 4;

/// Maps cells to moves: a short game is stretched, a long one starts at a later move.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// Cells that are used.
    used: usize,
    /// The first move shown.
    first: usize,
    shown: usize,
}

impl Columns {
    /// Distributes `width` cells over the moves.
    fn new(width: u16, moves: usize) -> Self {
        let width = usize::from(width);
        let shown = moves.min(width);
        Self { used: width.min(WIDEST * shown), first: moves - shown, shown }
    }

    /// The cells of a move.
    fn of(&self, index: usize) -> Range<u16> {
        let edge =
            |at: usize| u16::try_from(at * self.used / self.shown.max(1)).unwrap_or(u16::MAX);
        let at = index.saturating_sub(self.first);
        edge(at)..edge(at + 1)
    }

    /// The move that a cell belongs to.
    const fn at(&self, cell: usize) -> Option<usize> {
        if cell < self.used {
            Some(self.first + ((cell + 1) * self.shown - 1) / self.used)
        } else {
            None
        }
    }
}

/// The move whose column lies at a point of the panel that fills `area`.
pub fn node_at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    let line = if earlier(model).is_none() { line(model) } else { Vec::new() };
    let columns = Columns::new(area.width, line.len().saturating_sub(1));
    let cell = usize::from(point.x.checked_sub(area.x)?);
    line.get(1 + columns.at(cell)?).copied()
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn every_cell_belongs_to_the_move_that_is_drawn_there() {
        for (width, moves) in [(80, 3), (80, 42), (82, 80), (30, 200), (10, 0)] {
            let columns = Columns::new(width, moves);
            for index in columns.first..moves {
                for cell in columns.of(index) {
                    assert_eq!(columns.at(usize::from(cell)), Some(index), "{width} {moves}");
                }
            }
            assert_eq!(columns.at(usize::from(width)), None);
        }
    }
}
