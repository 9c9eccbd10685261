//! Draws the statistics of the player's games, with charts. A page with more charts or rows than fit is scrolled.

use super::rating_history;
use crate::base::number_of;
use crate::library::{Departure, Group, Lapses, Statistics, Sums, whole};
use crate::rules::notation;
use crate::tui::model::Model;
use crate::tui::model::dialogs::opening_explorer::OpeningExplorer;
use crate::tui::model::dialogs::statistics::{Answer, StatisticsView, Topic};
use crate::tui::values::board::{Geometry, PieceStyle};
use crate::tui::values::format::{cut, more, pad};
use crate::tui::values::marks::Marks;
use crate::tui::values::theme::Theme;
use crate::tui::view::board::{BoardView, Drawings};
use crate::tui::view::page::{LEVELS, Page, bar, span};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Bar, BarChart, BarGroup, Widget};
use strum::VariantArray as _;
use unicode_width::UnicodeWidthStr as _;

/// A chart over months or blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chart {
    Accuracy,
    Score,
    Pace,
}

impl Chart {
    /// The heading.
    const fn title(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy in %",
            Self::Score => "score in %",
            Self::Pace => "mean time a move in s",
        }
    }

    /// The figure of a group.
    fn figure(self, sums: &Sums) -> Option<f64> {
        match self {
            Self::Accuracy => sums.accuracy.mean(),
            Self::Score => sums.score(),
            Self::Pace => sums.seconds_per_move(),
        }
    }

    /// The figure of a column of full height.
    fn full(self, groups: &[Group]) -> f64 {
        match self {
            Self::Accuracy | Self::Score => 100.0,
            Self::Pace => {
                groups.iter().filter_map(|group| self.figure(&group.sums)).fold(0.1, f64::max)
            }
        }
    }

    /// The figure as it stands in its column.
    fn text(self, figure: f64) -> String {
        match self {
            // A longer one has no room for the tenth.
            Self::Pace if figure < 999.95 => format!("{figure:.1}"),
            Self::Accuracy | Self::Score | Self::Pace => whole(figure),
        }
    }
}

/// Rows that a chart needs with its heading and labels.
const CHART_ROWS: u16 = 4;

/// Rows of the overview above the charts without a note: the table, and how many charts are out of sight.
const TABLE_ROWS: u16 = 5;
/// Rows of a page of mistakes that is drawn before it is scrolled: more than there are themes and phases.
const MISTAKE_ROWS: u16 = 100;
/// From this width on the overview has the openings and mistakes beside the charts.
const WIDE: u16 = 110;
/// Width of a bar of the charts and of the gap behind it.
const BAR: (u16, u16) = (5, 1);

/// Draws the page, and the keys in the last row.
pub fn draw(view: &StatisticsView, model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let (statistics, _) = match &view.answer {
        Answer::Read(statistics, library) => (statistics, library),
        Answer::Reading(done, games) => {
            return page.text(theme.dim, format!("{done} of {games} games read"));
        }
        Answer::Failed(words) => return page.paragraph(words, theme.bad),
    };
    let topics = Topic::VARIANTS.iter().map(|topic| {
        let style = if *topic == view.topic { theme.selected } else { theme.dim };
        span(style, format!(" {topic} "))
    });
    let games = match statistics.all.games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    let mut topics: Vec<Span<'_>> = topics.collect();
    // Where they do not all fit, the selected one does.
    let selected = Topic::VARIANTS.iter().position(|topic| *topic == view.topic).unwrap_or(0);
    let fits = |first: &usize| {
        let shown = topics[*first..=selected].iter().map(Span::width);
        shown.sum::<usize>() <= page.width().into()
    };
    let first = (0..selected).find(fits).unwrap_or(selected);
    let topics: Line<'_> = topics.split_off(first).into();
    let games = format!("{}, {games}", statistics.player);
    // No topic is cut for them.
    let fits = topics.width() + 1 + games.width() <= page.width().into();
    page.justified(topics, span(theme.strong, if fits { games } else { String::new() }));
    let keys = page.take(page.rows());
    let inside = Rect { height: keys.height.saturating_sub(1), ..keys };
    let mut body = Page::new(page.buffer, inside, theme);
    let last = last_row(view, inside, theme);
    match view.topic {
        Topic::Rating => rating_history::draw(&model.strengths, &mut body),
        _ if statistics.all.games == 0 => {
            body.paragraph(
                "no game has you as a player: :set name NAME gives the name that you have in the tags, :library FILE adds games",
                theme.dim,
            );
        }
        Topic::Overview => overview(view, statistics, view.at.min(last), &mut body),
        Topic::Openings => openings(view, statistics, &mut body),
        Topic::Moves => {
            moves(view, &mut body);
            explored_board(&view.explorer, model.prefs.pieces, &mut body);
        }
        Topic::Mistakes => scrolled_mistakes(statistics, view.at.min(last), &mut body),
        Topic::Book => book(view, statistics, &mut body),
    }
    let period = if view.in_blocks { "m by month" } else { "m by blocks of games" };
    let text = match view.topic {
        Topic::Overview if last > 0 => format!("Esc close  ←→ page  ↑↓ charts  {period}"),
        Topic::Overview => format!("Esc close  ←→ page  {period}"),
        Topic::Openings => "Esc close  ←→ page  ↑↓ choose  Enter games".to_owned(),
        Topic::Moves => {
            "Esc close  ←→ page  Enter next move  Backspace back  c colour  g games".to_owned()
        }
        Topic::Mistakes => {
            "Esc close; F5 trains on recorded games, :train FILE on others  ←→ page".to_owned()
        }
        Topic::Book => "Esc close  ←→ page  ↑↓ choose  Enter open the newest game".to_owned(),
        Topic::Rating => "Esc close  ←→ page".to_owned(),
    };
    let (above, below) = body.hidden();
    let last = Rect { y: keys.bottom().saturating_sub(1), height: 1, ..keys };
    let mut last = Page::new(page.buffer, last, theme);
    last.justified(span(theme.key, text), span(theme.dim, more(above, below)));
}

/// The rows between the topics and the keys of the page that fills `inside`.
pub fn body(inside: Rect) -> Rect {
    Rect { y: inside.y + 1, height: inside.height.saturating_sub(2), ..inside }
}

/// The last row that can be selected; of a page without any the first chart or row when it is scrolled to the end.
pub fn last_row(view: &StatisticsView, body: Rect, theme: &Theme) -> usize {
    let Some(statistics) = view.statistics() else { return 0 };
    match view.topic {
        Topic::Overview => {
            let (area, _) = chart_areas(statistics, body);
            let charts = charts(shown_periods(view, statistics, area.width));
            let ends =
                |first: &usize| *first + fitting(charts.len() - first, area.height) >= charts.len();
            (0..charts.len()).find(ends).unwrap_or(charts.len().saturating_sub(1))
        }
        Topic::Mistakes => {
            let rows = tall_mistakes(statistics, body.width, theme).area.height;
            rows.saturating_sub(body.height).into()
        }
        Topic::Openings | Topic::Moves | Topic::Book | Topic::Rating => {
            view.rows().saturating_sub(1)
        }
    }
}

/// The widths of the figures of [`Sums`].
const FIGURES: [usize; 8] = [5, 4, 5, 4, 6, 8, 6, 8];

/// A row of figures behind a name; on a narrow screen the last figures are left out.
fn figures(name: &str, cells: &[impl AsRef<str>], width: usize) -> String {
    let all: usize = FIGURES.iter().map(|width| width + 1).sum();
    let name_width = width.saturating_sub(all).clamp(16, 44);
    let mut text = pad(&cut(name, name_width), name_width);
    for (cell, cell_width) in cells.iter().zip(FIGURES) {
        if text.width() + 1 + cell_width <= width {
            text += &format!(" {:>cell_width$}", cell.as_ref());
        }
    }
    text
}

/// The names of the figures; before them how many are left out.
fn heading(name: &str, page: &mut Page<'_>) {
    let width = usize::from(page.width());
    let shown = figures("", &Sums::HEADINGS, width).split_whitespace().count();
    let name = match Sums::HEADINGS.len() - shown {
        0 => name.to_owned(),
        left_out => format!("{name} {left_out} more →").trim_start().to_owned(),
    };
    page.text(page.theme.dim, figures(&name, &Sums::HEADINGS, width));
}

/// Where the overview that fills `body` has its charts, and its lists on a wide screen.
fn chart_areas(statistics: &Statistics, body: Rect) -> (Rect, Option<Rect>) {
    let above = (TABLE_ROWS + u16::from(statistics.note().is_some())).min(body.height);
    let rest = Rect { y: body.y + above, height: body.height - above, ..body };
    if body.width < WIDE {
        return (rest, None);
    }
    let shares = [Constraint::Fill(3), Constraint::Fill(2)];
    let [left, right] = Layout::horizontal(shares).spacing(3).areas(rest);
    (left, Some(right))
}

fn overview(view: &StatisticsView, statistics: &Statistics, first: usize, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    let (charts, lists) = chart_areas(statistics, page.area);
    heading("", page);
    let [white, black] = [&statistics.colours.white, &statistics.colours.black];
    for (name, sums) in
        [("all games", &statistics.all), ("with White", white), ("with Black", black)]
    {
        page.text(theme.text, figures(name, &sums.cells(), width));
    }
    if let Some(note) = statistics.note() {
        page.text(theme.dim, note);
    }
    let between = page.take(1);
    let mut area = Page::new(page.buffer, charts, theme);
    let (above, below) = time_charts(view, statistics, first, &mut area);
    let hidden = [(above, '↑'), (below, '↓')].into_iter().filter(|(count, _)| *count > 0);
    let words = hidden.map(|(count, arrow)| format!("{} more {arrow}", number_of(count, "chart")));
    let words = words.collect::<Vec<_>>().join("  ");
    Page::new(page.buffer, between, theme).text(theme.dim, words);
    if let Some(area) = lists {
        let [top, bottom] = Layout::vertical([Constraint::Fill(1); 2]).areas(area);
        lapses("mistakes by theme", &statistics.themes, &mut Page::new(page.buffer, top, theme));
        let mut page = Page::new(page.buffer, bottom, theme);
        page.text(theme.dim, "openings, with the score");
        for Group { name, sums } in &statistics.openings {
            let name_width = usize::from(page.width()).saturating_sub(20).min(40);
            let name = pad(&cut(name, name_width), name_width);
            let score =
                sums.score().map_or_else(|| "–".to_owned(), |score| format!("{} %", whole(score)));
            page.text(theme.text, format!("{name} {:>4} {score:>6}", sums.games));
        }
    }
}

/// The groups over time that fit charts of this width: the latest ones.
fn shown_periods<'a>(view: &StatisticsView, statistics: &'a Statistics, width: u16) -> &'a [Group] {
    let groups = view.periods(statistics);
    let shown = usize::from((width + BAR.1) / (BAR.0 + BAR.1)).min(groups.len());
    &groups[groups.len() - shown..]
}

/// The charts of these groups.
fn charts(groups: &[Group]) -> Vec<Chart> {
    let has_pace = groups.iter().any(|group| group.sums.seconds_per_move().is_some());
    let pace = has_pace.then_some(Chart::Pace);
    let bars = [Chart::Accuracy, Chart::Score].into_iter().filter(|_| !groups.is_empty());
    bars.chain(pace).collect()
}

/// How many of so many charts fit so many rows.
fn fitting(charts: usize, rows: u16) -> usize {
    charts.min(usize::from(rows / CHART_ROWS))
}

/// Charts over months or blocks from number `first` on, as many as there is room for: accuracy, score, time a move. Returns how
/// many are left out before and after them.
fn time_charts(
    view: &StatisticsView,
    statistics: &Statistics,
    first: usize,
    page: &mut Page<'_>,
) -> (usize, usize) {
    let groups = view.periods(statistics);
    let period = if view.in_blocks { "by blocks of games" } else { "by month" };
    if groups.is_empty() {
        page.paragraph("no game has a date; m shows blocks of games", page.theme.dim);
        return (0, 0);
    }
    let shown = shown_periods(view, statistics, page.width());
    let older = match groups.len() - shown.len() {
        0 => String::new(),
        older => format!(", {older} older ones left out"),
    };
    let charts = charts(shown);
    let drawn = &charts[first..first + fitting(charts.len() - first, page.rows())];
    let count = u16::try_from(drawn.len()).unwrap_or(1).max(1);
    // Columns are as high as there is room for.
    let (rows, mut more) = (page.rows() / count, page.rows() % count);
    for (at, &chart) in drawn.iter().enumerate() {
        let period = if at == 0 { format!(" {period}{older}") } else { String::new() };
        let rows = rows + u16::from(more > 0);
        more = more.saturating_sub(1);
        page.text(page.theme.dim, format!("{}{period}", chart.title()));
        columns(chart, shown, rows - 1, page);
    }
    (first, charts.len() - first - drawn.len())
}

/// A column for each group, below them the labels; a group without the figure has `–`.
fn columns(chart: Chart, groups: &[Group], rows: u16, page: &mut Page<'_>) {
    let theme = page.theme;
    let area = page.take(rows);
    let full = chart.full(groups);
    let figure = |group: &Group| chart.figure(&group.sums);
    // Tenths are told apart in a column of a few seconds.
    let units = |value: f64| (value * 10.0).round() as u64;
    let bars: Vec<Bar<'_>> = groups
        .iter()
        .map(|group| {
            let value = figure(group);
            let text = value.map_or_else(|| "–".to_owned(), |value| chart.text(value));
            // A month without its century; of a block its last game.
            let label = group.name.rsplit('–').next().unwrap_or_default();
            let label = if label.len() == 7 { &label[2..] } else { label };
            Bar::with_label(label, units(value.unwrap_or_default()))
                .text_value(text)
                // On a bar lower than a row the value stands above it.
                .value_style(if value.unwrap_or_default() * f64::from(rows - 1) < full {
                    theme.text
                } else {
                    theme.selected
                })
        })
        .collect();
    BarChart::default()
        .data(BarGroup::new(bars))
        .max(units(full))
        .bar_width(BAR.0)
        .bar_gap(BAR.1)
        .bar_style(theme.series_a)
        .label_style(theme.dim)
        .render(area, page.buffer);
    // A bar of 0 % has no cell and no value: it has a mark of its baseline, unlike a group of which nothing is known.
    let foot = area.bottom().saturating_sub(2);
    for (at, _) in (0..).zip(groups).filter(|(_, group)| figure(group).is_some()) {
        let left = area.x + at * (BAR.0 + BAR.1);
        let cells = left..(left + BAR.0).min(area.right());
        let is_empty = cells.clone().all(|x| page.buffer[(x, foot)].symbol() == " ");
        for cell in cells.map(|x| (x, foot)) {
            if page.buffer[cell].symbol() == " " {
                page.buffer[cell].set_char(LEVELS[0]).set_style(theme.series_a);
            }
        }
        if is_empty {
            page.buffer[(left + BAR.0 / 2, foot)].set_char('0').set_style(theme.text);
        }
    }
}

/// Bars of mistakes.
fn lapses(title: &str, lapses: &[Lapses], page: &mut Page<'_>) {
    let theme = page.theme;
    page.text(theme.dim, title.to_owned());
    let most = lapses.iter().map(|it| it.count).max().unwrap_or(1);
    let room = page.width().saturating_sub(34).min(60);
    for Lapses { name, count, loss } in lapses {
        page.row([
            span(theme.text, format!("{} {count:>5}  ", pad(&cut(name, 16), 16))),
            span(theme.dim, format!("{loss:>3.0} %  ")),
            span(theme.series_a, bar(*count as f64 / most as f64, room)),
        ]);
    }
    if lapses.is_empty() {
        page.text(theme.dim, "none, or no evaluations");
    }
}

/// The page of mistakes with all its rows.
fn tall_mistakes(statistics: &Statistics, width: u16, theme: &Theme) -> Buffer {
    let sheet = Rect::new(0, 0, width, MISTAKE_ROWS);
    let mut tall = Buffer::empty(sheet);
    tall.set_style(sheet, theme.text);
    let mut page = Page::new(&mut tall, sheet, theme);
    mistakes(statistics, &mut page);
    let left = page.rows();
    tall.resize(Rect { height: MISTAKE_ROWS - left, ..sheet });
    tall
}

/// The page of mistakes from a row on.
fn scrolled_mistakes(statistics: &Statistics, first: usize, page: &mut Page<'_>) {
    let tall = tall_mistakes(statistics, page.width(), page.theme);
    let first = u16::try_from(first).unwrap_or(0);
    let rows = page.rows().min(tall.area.height - first);
    let area = page.take(rows);
    for point in area.positions() {
        page.buffer[point] = tall[(point.x - area.x, point.y - area.y + first)].clone();
    }
    page.cut(first.into(), (tall.area.height - first - rows).into());
}

fn mistakes(statistics: &Statistics, page: &mut Page<'_>) {
    let Sums { mistakes, evaluated, .. } = statistics.all;
    page.paragraph(
        &format!(
            "Mistakes among your {evaluated} evaluated moves: {mistakes}. Each row: how many, and what they lost on average \
             of the winning chances."
        ),
        page.theme.dim,
    );
    page.take(1);
    lapses("by theme", &statistics.themes, page);
    page.take(1);
    lapses("by phase", &statistics.phases, page);
}

/// The rows of a list from the first visible one on.
fn first(view: &StatisticsView, rows: u16) -> usize {
    (view.at + 1).saturating_sub(usize::from(rows.max(1)))
}

fn openings(view: &StatisticsView, statistics: &Statistics, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    heading("opening", page);
    let skipped = first(view, page.rows());
    let left_out = statistics.openings.len().saturating_sub(skipped);
    page.cut(skipped, left_out.saturating_sub(page.rows().into()));
    for (row, Group { name, sums }) in statistics.openings.iter().enumerate().skip(skipped) {
        let style = if row == view.at { theme.selected } else { theme.text };
        if page.rows() > 0 {
            page.text(style, figures(name, &sums.cells(), width));
        }
    }
}

/// The moves of the games from a position.
fn moves(view: &StatisticsView, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    page.paragraph(&view.explorer.words(), theme.dim);
    let position = view.explorer.position();
    let moves = &view.explorer.played().moves;
    if moves.is_empty() {
        page.paragraph("no game of yours has a move here", theme.dim);
        return;
    }
    heading("move", page);
    let skipped = first(view, page.rows());
    let left_out = moves.len().saturating_sub(skipped);
    page.cut(skipped, left_out.saturating_sub(page.rows().into()));
    for (row, (mv, sums)) in moves.iter().enumerate().skip(skipped) {
        let style = if row == view.at { theme.selected } else { theme.text };
        if page.rows() > 0 {
            let name = notation::numbered(&position, *mv);
            page.text(style, figures(&name, &sums.cells(), width));
        }
    }
}

/// The board at the position of the explorer, below the moves, where there is room for it. Its squares are too low for drawn
/// pieces.
fn explored_board(explorer: &OpeningExplorer, style: PieceStyle, page: &mut Page<'_>) {
    let height = (page.rows().saturating_sub(1) / 8).min(2);
    let width = if height == 1 { 3 } else { 4 };
    if height == 0 || page.width() < 8 * width {
        return;
    }
    page.take(1);
    let area = Rect { width: 8 * width, ..page.take(8 * height) };
    let (position, orientation) = (explorer.position(), explorer.side());
    let view = BoardView {
        board: position.board(),
        marks: &Marks::default(),
        theme: page.theme,
        style,
        geometry: Geometry { area, width, height, orientation },
        coordinates: false,
    };
    view.draw(&mut Drawings::default(), page.buffer);
}

fn book(view: &StatisticsView, statistics: &Statistics, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    page.paragraph(&statistics.departures.words(), theme.dim);
    let moves = &statistics.departures.moves;
    let detail = 3;
    let rows = page.rows().saturating_sub(detail);
    page.text(theme.dim, format!("{:<9}{:<11}{:<16}{:<24}after", "by", "played", "score", "book"));
    let skipped = first(view, rows.saturating_sub(1));
    let left_out = moves.len().saturating_sub(skipped);
    page.cut(skipped, left_out.saturating_sub(page.rows().saturating_sub(detail).into()));
    for (row, it) in moves.iter().enumerate().skip(skipped) {
        let style = if row == view.at { theme.selected } else { theme.text };
        if page.rows() > detail {
            page.text(style, cut(&departure(it), width));
        }
    }
    page.take(page.rows().saturating_sub(detail));
    if let Some(it) = moves.get(view.at) {
        let after = if it.line.is_empty() { "at the start" } else { &it.line };
        let with_book = it.with_book.result_words();
        let text = format!(
            "{after}: {} ({}); book: {} ({with_book})",
            it.played,
            it.sums.result_words(),
            it.book.join(", ")
        );
        page.paragraph(&text, theme.strong);
    }
}

fn departure(it: &Departure) -> String {
    let who = if it.is_own { "you" } else { "opponent" };
    let after = if it.line.is_empty() { "at the start" } else { &it.line };
    let column = |text: &str, width: usize| pad(&cut(text, width - 1), width);
    let (played, book) = (column(&it.played, 11), column(&it.book.join(", "), 24));
    format!("{who:<9}{played}{}{book}{after}", column(&it.sums.short_words(), 16))
}
