//! Graphs over the moves of the line, with the same columns: evaluation, time and accuracy of each move. Where there are more
//! moves than cells a column is of several moves, and shows the one that stands out.

use crate::annotate::{MoveClass, accuracy, carries_marks, judged_moves, mark_of};
use crate::base::number_of;
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
    let values = evaluations(model);
    if values.is_empty() {
        return page.paragraph("the evaluation of every move appears here", theme.dim);
    }
    if values.iter().all(Option::is_none) || page.rows() < 2 {
        return page.paragraph("no move of this game has an evaluation yet", theme.dim);
    }
    let area = page.take(page.rows());
    let columns = Columns::new(area.width, values.len());
    let is_colourless = theme.depth == ColourDepth::None;
    let (white, black) = (theme.white_share.fg, theme.black_share.fg);
    let halves = f64::from(area.height) * 2.0;
    let mut last = 0.5;
    for (cells, index) in columns.shown(&values, Standing::FarFromLast) {
        last = values[index].unwrap_or(last);
        let share = (last * halves).round().clamp(0.0, halves) as u16;
        for x in cells {
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
    if let Some(at) = at {
        let foot = (area.x + columns.cells(columns.of(at)).start, area.bottom().saturating_sub(1));
        if area.contains(foot.into()) {
            // On the ground of the screen it is seen beside either colour.
            let ground = page.theme.text.bg.unwrap_or_default();
            page.buffer[foot].set_symbol("▲").set_style(page.theme.real.bg(ground));
        }
    }
}

/// The value of each move, and how it is drawn.
struct Bars<'a> {
    values: &'a [Option<f64>],
    /// The move that a column of several shows.
    standing: Standing,
    /// The value of a column of full height.
    full: f64,
    /// The style of a move by its index and value.
    style: &'a dyn Fn(usize, f64) -> Style,
}

/// Draws a bar chart on the rest of the page.
fn draw_bars(model: &Model, bars: &Bars<'_>, page: &mut Page<'_>) {
    let area = page.take(page.rows());
    let columns = Columns::new(area.width, bars.values.len());
    let most = f64::from(area.height) * 8.0;
    for (cells, index) in columns.shown(bars.values, bars.standing) {
        let Some(value) = bars.values[index] else { continue };
        let style = (bars.style)(index, value);
        // At least an eighth of a row, so that a short time is visible.
        let eighths = (value / bars.full * most).round().max(1.0) as usize;
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

/// Draws the time of each move: a line for each side, then the columns.
pub fn draw_times(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let (values, movers) = (times(model), movers(model));
    let style = |side| if side == Some(Color::White) { theme.white_share } else { theme.series_a };
    for (side, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let own = values.iter().zip(&movers).filter(|&(_, mover)| *mover == Some(side));
        let own: Vec<f64> = own.filter_map(|(time, _)| *time).collect();
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
    if values.iter().all(Option::is_none) {
        return;
    }
    if page.rows() > 2 {
        page.take(1);
    }
    let full = values.iter().flatten().copied().fold(1.0, f64::max);
    let style = |index: usize, _: f64| style(movers[index]);
    let bars = Bars { values: &values, standing: Standing::Largest, full, style: &style };
    draw_bars(model, &bars, page);
}

/// Below this accuracy a move has the style `bad`: the loss of a mistake in an equal position.
const BAD: f64 = 65.0;
/// Below this accuracy a move has the style `warn`.
const DOUBTFUL: f64 = 82.0;

/// Both sides' accuracy: from the PGN tags, else from the evaluations. While the game is annotated none is final.
pub fn accuracy_summary(model: &Model) -> String {
    if earlier(model).is_none() && model.is_annotating() {
        return "known when annotating ends".to_owned();
    }
    let ByColor { white, black } = accuracy::of_line(graphed(model), &line(model));
    let percent = |side: Option<f64>| side.map_or_else(|| "?".to_owned(), |s| format!("{s:.1} %"));
    match (white, black) {
        (None, None) => String::new(),
        _ => format!("White {}, Black {}", percent(white), percent(black)),
    }
}

/// Draws the accuracy of each move, for moves evaluated before and after. In a game with the marks of this program the marks decide the
/// colours, by the searches that also decide the heights.
pub fn draw_accuracy(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let (values, movers, note) = (accuracies(model), movers(model), accuracy_note(model));
    if values.iter().all(Option::is_none) {
        let nothing = "the accuracy of each evaluated move appears here";
        return page.paragraph(note.as_deref().unwrap_or(nothing), theme.dim);
    }
    if let Some(words) = note.filter(|_| page.rows() > NOTE_ROWS) {
        page.paragraph(&words, theme.dim);
    }
    let marks = marks(model);
    let style = |index: usize, accuracy: f64| {
        let class = match &marks {
            Some(marks) => marks.get(index).copied().flatten(),
            None if accuracy < BAD => Some(MoveClass::Mistake),
            None if accuracy < DOUBTFUL => Some(MoveClass::Inaccuracy),
            None => None,
        };
        match class {
            Some(MoveClass::Mistake | MoveClass::Blunder) => theme.bad,
            Some(MoveClass::Inaccuracy) => theme.warn,
            None if movers[index] == Some(Color::White) => theme.white_share,
            None => theme.series_a,
        }
    };
    let bars = Bars { values: &values, standing: Standing::Smallest, full: 100.0, style: &style };
    draw_bars(model, &bars, page);
}

/// Rows of the panel from which on words stand above its columns.
const NOTE_ROWS: u16 = 4;

/// Why moves have no accuracy although the game has scores, and what gives them one.
fn accuracy_note(model: &Model) -> Option<String> {
    let (game, line) = (graphed(model), line(model));
    let is_weakened = |&&id: &&NodeId| game.tree().node(id).has_weakened_evaluation();
    let weakened = line.iter().filter(is_weakened).count();
    if weakened == 0 || earlier(model).is_none() && model.is_annotating() {
        return None;
    }
    let scores = number_of(weakened, "score");
    let judge = if weakened == 1 { "judges" } else { "judge" };
    let way = match game.end().is_none() && model.session.started {
        true => "annotating the game when it is over fills this panel".to_owned(),
        false => {
            let key = model.keymap.way_to("annotate");
            format!("{key} annotates the game and fills this panel")
        }
    };
    Some(format!("{scores} of limited strength {judge} no move: {way}"))
}

/// The marks of the moves; `None` where the game has none of this program.
fn marks(model: &Model) -> Option<Vec<Option<MoveClass>>> {
    let game = graphed(model);
    let mark = |&id: &NodeId| mark_of(game.tree().node(id));
    carries_marks(game).then(|| line(model).iter().skip(1).map(mark).collect())
}

/// White's expected score after each move.
fn evaluations(model: &Model) -> Vec<Option<f64>> {
    let tree = graphed(model).tree();
    let evaluation = |&id: &NodeId| {
        let found = tree.node(id).annotation.evaluation?;
        Some(expected_score(found.score))
    };
    line(model).iter().skip(1).map(evaluation).collect()
}

/// The time of each move in ms.
fn times(model: &Model) -> Vec<Option<f64>> {
    let game = graphed(model);
    let time = |&id: &NodeId| game.time_used_at(id).map(|time| time.seconds() * 1000.0);
    line(model).iter().skip(1).map(time).collect()
}

/// The accuracy of each move in percent: by the searches that compared it with the best move where these are recorded, else by the evaluations
/// before and after it.
fn accuracies(model: &Model) -> Vec<Option<f64>> {
    let judged = judged_moves(graphed(model), &line(model)).into_iter();
    judged.map(|it| Some(accuracy::of_move(100.0, 100.0 - it.loss?))).collect()
}

/// The side of each move.
fn movers(model: &Model) -> Vec<Option<Color>> {
    let tree = graphed(model).tree();
    line(model).iter().skip(1).map(|&id| tree.node(id).mover()).collect()
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
    let accuracies = accuracies(model);
    let value = |index: usize, id: NodeId| {
        if panel == Panel::Graph {
            tree.node(id).annotation.evaluation.map(|it| it.score.to_string())
        } else if panel == Panel::MoveTimes {
            game.time_used_at(id).map(|time| duration(time.seconds() * 1000.0))
        } else {
            accuracies[index - 1].map(|percent| format!("{percent:.1} %"))
        }
    };
    let row = |(index, &id): (usize, &NodeId)| {
        let (above, mv) = (tree.node(id).parent()?, tree.node(id).mv()?);
        let name = numbered_move(game.position_at(above), mv);
        Some(format!("{name:<14}{}", value(index, id)?))
    };
    let rows: Vec<String> = line.iter().enumerate().skip(1).filter_map(row).collect();
    let has_note = panel == Panel::Accuracy && !rows.is_empty();
    accuracy_note(model).filter(|_| has_note).into_iter().chain(rows).collect()
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

/// Which move of a column of several is shown, so that no mistake and no long thought is lost.
#[derive(Clone, Copy, Debug)]
enum Standing {
    Largest,
    Smallest,
    /// The value farthest from that of the column before.
    FarFromLast,
}

/// Maps cells to moves: a short game is stretched, in a long one a column is of several moves.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// Cells that are used.
    used: usize,
    moves: usize,
    /// Number of columns.
    count: usize,
}

impl Columns {
    /// Distributes `width` cells over the moves.
    fn new(width: u16, moves: usize) -> Self {
        let used = usize::from(width).min(WIDEST * moves);
        Self { used, moves, count: moves.min(used) }
    }

    /// The cells of a column.
    fn cells(self, column: usize) -> Range<u16> {
        let edge =
            |at: usize| u16::try_from(at * self.used / self.count.max(1)).unwrap_or(u16::MAX);
        edge(column)..edge(column + 1)
    }

    /// The moves of a column.
    fn moves_of(self, column: usize) -> Range<usize> {
        let edge = |at: usize| at * self.moves / self.count.max(1);
        edge(column)..edge(column + 1)
    }

    /// The column of a move.
    const fn of(self, index: usize) -> usize {
        if self.count == 0 { 0 } else { ((index + 1) * self.count - 1) / self.moves }
    }

    /// The column that a cell belongs to.
    const fn at(self, cell: usize) -> Option<usize> {
        if cell < self.used { Some(((cell + 1) * self.count - 1) / self.used) } else { None }
    }

    /// The cells of each column, and the move that it shows. Without a value it is the first one.
    fn shown(self, values: &[Option<f64>], standing: Standing) -> Vec<(Range<u16>, usize)> {
        let mut last = 0.5;
        let column = |column: usize| {
            let rank = |index: &usize| match (values[*index], standing) {
                (None, _) => f64::NEG_INFINITY,
                (Some(value), Standing::Largest) => value,
                (Some(value), Standing::Smallest) => -value,
                (Some(value), Standing::FarFromLast) => (value - last).abs(),
            };
            // Of several the first: with it the value changed.
            let moves = self.moves_of(column).rev();
            let index = moves.max_by(|a, b| rank(a).total_cmp(&rank(b))).unwrap_or(0);
            last = values[index].unwrap_or(last);
            (self.cells(column), index)
        };
        (0..self.count).map(column).collect()
    }
}

/// The move that a column shows at a point of the panel that fills `area`.
pub fn node_at(panel: Panel, model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    if earlier(model).is_some() {
        return None;
    }
    let (values, standing) = if panel == Panel::MoveTimes {
        (times(model), Standing::Largest)
    } else if panel == Panel::Accuracy {
        (accuracies(model), Standing::Smallest)
    } else {
        (evaluations(model), Standing::FarFromLast)
    };
    let columns = Columns::new(area.width, values.len());
    let column = columns.at(usize::from(point.x.checked_sub(area.x)?))?;
    let (_, index) = columns.shown(&values, standing).into_iter().nth(column)?;
    line(model).get(1 + index).copied()
}

#[cfg(test)]
mod tests {
    use super::{Columns, Standing};

    #[test]
    fn every_cell_belongs_to_the_move_that_is_drawn_there() {
        for (width, moves) in [(80, 3), (80, 42), (82, 80), (34, 81), (30, 200), (10, 0)] {
            let columns = Columns::new(width, moves);
            for index in 0..moves {
                assert!(columns.moves_of(columns.of(index)).contains(&index), "{width} {moves}");
                for cell in columns.cells(columns.of(index)) {
                    assert_eq!(columns.at(usize::from(cell)), Some(columns.of(index)));
                }
            }
            assert_eq!(columns.at(usize::from(width)), None);
        }
    }

    #[test]
    fn a_column_of_several_moves_shows_the_one_that_stands_out() {
        let values = [0.5, 0.9, 0.6, 0.5, 0.5, 0.1].map(Some);
        let shown = |standing| {
            let columns = Columns::new(2, values.len()).shown(&values, standing);
            columns.into_iter().map(|(_, index)| index).collect::<Vec<_>>()
        };
        assert_eq!(shown(Standing::FarFromLast), [1, 5]);
        assert_eq!(shown(Standing::Largest), [1, 3]);
        assert_eq!(shown(Standing::Smallest), [0, 5]);
    }
}
