//! The score: its range, real and shadow score on one scale, and its dependence on repetitions.

use crate::annotate::wdl::WdlModel;
use crate::base::{Bound, Interval, Score};
use crate::engine::Report;
use crate::knowledge::CategoryWeights;
use crate::rules::white_view as score_white_view;
use crate::search::{Deviations, PvLine};
use crate::tui::model::Model;
use crate::tui::model::choice::value_depth;
use crate::tui::model::inspect::InspectedNode;
use crate::tui::model::inspect::node::white_view;
use crate::tui::model::recorded::depth_text;
use crate::tui::values::draws::{EQUAL, interval_text};
use crate::tui::values::format::{bounded, numbered_uci, wrap};
use crate::tui::view::page::{Page, span};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Depth and speed.
pub fn summary(model: &Model) -> String {
    if let Some(node) = model.inspected_node() {
        return format!("ply {}, depth {}", node.ply, node.depth);
    }
    let report = model.report().filter(|_| !model.shows_trace());
    report.map_or_else(String::new, |report| match report.played_line() {
        // The score of an iteration that is not complete is of that depth.
        Some(line) if line.depth > 0 => {
            depth_text(line.depth, report.search.selective_depth.max(line.depth))
        }
        _ => depth_text(report.search.depth, report.search.selective_depth),
    })
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    if let Some(node) = model.inspected_node() {
        return of_node(&node, page);
    }
    let evaluated = |page: &mut Page<'_>| {
        if let Some(evaluation) = model.node_evaluation() {
            let score = Score::raw(evaluation.breakdown.total);
            headline(span(theme.favouring(score), score.to_string()), &meaning(score), page);
            bands(score, page);
            page.paragraph("evaluation of the position on the board, without a search", theme.dim);
        }
    };
    if model.shows_trace() {
        return evaluated(page);
    }
    let ended = model.session.game.end().filter(|_| model.session.viewed.is_none());
    if let Some(end) = ended {
        page.paragraph(&end.words(), theme.title);
        if model.report().is_some() && model.recorded.is_none() {
            page.text(theme.dim, "the engine's last search:");
        }
    }
    let Some(report) = model.report() else {
        if let Some(words) = model.session.over_words() {
            return if ended.is_none() {
                page.paragraph(words, theme.title)
            };
        }
        if ended.is_none() {
            evaluated(page);
        }
        return page.paragraph(
            &model.no_report(
                "the score appears with the engine's first search: real and shadow on one scale",
            ),
            theme.dim,
        );
    };
    let Some(line) = report.played_line() else {
        return page.paragraph(&model.no_report("no legal move"), theme.dim);
    };
    let deviations = model.inspect.deviations_of(report.root.key());
    let white = white_view(line.clone(), report.root.turn());
    // Of an unknown shadow interval the scores without the repetition are the better figure.
    let shadow = white.shadow.map(|shadow| match deviations {
        Some(Deviations { scores: [Some(a), Some(b)] }) if shadow == Interval::UNKNOWN => {
            Interval { low: *a.min(b), high: *a.max(b) }
        }
        Some(_) | None => shadow,
    });
    let exact = Some(white.score).filter(|it| white.bound == Bound::Exact && it.is_heuristic());
    scored(&PvLine { shadow, ..white }, page);
    best_instead(report, page);
    page.paragraph(&model.verdict(report, line), theme.dim);
    let options = model.prefs.engine.score_options();
    if model.recorded.is_none() && !options.is_empty() {
        page.paragraph(&format!("set: {}", options.join(", ")), theme.strong);
    }
    if report.dial.emphasis != CategoryWeights::FULL {
        let level = model.strengths.setting(report.dial.level);
        page.paragraph(&format!("judged with the limited knowledge of {level}"), theme.dim);
    }
    if let Some(score) = exact.filter(|_| model.recorded.is_none()) {
        let shares = WdlModel::shipped().shares(score, &report.root);
        let [win, loss] = [shares.win, shares.loss].map(|share| (share + 5) / 10);
        // The three add up to 100.
        let draw = 100 - (win + loss).min(100);
        let words = format!("of such games White wins {win} %, draws {draw} %, loses {loss} %");
        // What stands above is never cut for it.
        if wrap(&words, page.width().into()).len() <= page.rows().into() {
            page.paragraph(&words, theme.dim);
        }
    }
}

/// The best move, where the strength limits chose another.
fn best_instead(report: &Report, page: &mut Page<'_>) {
    let weakened = report.dial.weakened.as_ref();
    let Some(weakened) = weakened.filter(|it| it.best.uci != it.played.uci) else { return };
    let [played, best] = [&weakened.played, &weakened.best].map(|it| {
        let score = score_white_view(it.score, report.root.turn());
        format!("{} {score}", numbered_uci(&report.root, &it.uci))
    });
    let kind = if weakened.human.is_some() { "chosen by the dial" } else { "deliberate error" };
    let is_equal = weakened.played.score == weakened.best.score;
    let words = match (is_equal, &weakened.human) {
        (true, _) => format!("{kind}: {played} played, {best} scores the same"),
        (false, None) => format!("{kind}: {played} played, {best} is best"),
        // The model's scores are of searches of one depth; what a longer search prefers need not be best there.
        (false, Some(_)) => {
            let depth = value_depth(report);
            format!(
                "{kind}: {played} played; the longer search prefers {best} (scores of depth {depth})"
            )
        }
    };
    page.paragraph(&words, page.theme.warn);
}

/// An inspected node: its score so far, or its result.
fn of_node(node: &InspectedNode, page: &mut Page<'_>) {
    let theme = page.theme;
    page.text(theme.title, node.label());
    match node.line() {
        None => page.paragraph("no score yet: no move searched", theme.dim),
        Some(line) => {
            scored(&line, page);
            page.paragraph(&node.dependence_text(), theme.dim);
        }
    }
}

/// The score, its range, and real and shadow score on one scale.
fn scored(line: &PvLine, page: &mut Page<'_>) {
    let theme = page.theme;
    // Of a bound nothing is known beyond its number.
    let words = match line.bound {
        Bound::Exact => meaning(line.score),
        Bound::Lower | Bound::Upper => "a bound, not exact".to_owned(),
    };
    let value = span(theme.favouring(line.score), bounded(line.score, line.bound));
    headline(value, &words, page);
    bands(line.score, page);
    let scale = scale(line);
    let score = Interval::exact(line.score);
    axis(page, "real", Some(score), scale, theme.real);
    axis(page, "shadow", line.shadow, scale, theme.shadow);
    ends(page, scale, line.shadow);
}

/// The score, its meaning, and the point of view, which is left out on narrow panels.
fn headline(value: Span<'static>, words: &str, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = usize::from(page.width());
    let both = value.width() + words.chars().count() + 2;
    let used = if both <= width { both } else { value.width() };
    // Where it has no room the words name the side.
    let whose = Some("White's view").filter(|text| used + 1 + text.len() <= width);
    let mut line = vec![value];
    if both <= width {
        line.push(span(theme.text, format!("  {words}")));
    }
    page.justified(Line::from(line), span(theme.dim, whose.unwrap_or_default()));
    if both > width {
        page.paragraph(words, theme.text);
    }
}

/// What a score says of the side that it favours: the one scale behind the words and the row of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Draw,
    Equal,
    SlightlyBetter,
    Better,
    Winning,
    /// A recognised endgame or a tablebase win.
    Won,
    /// Moves to the mate.
    Mate(i32),
}

impl Standing {
    fn of(score: Score) -> Self {
        match score.mate_moves() {
            Some(moves) => Self::Mate(moves.abs()),
            None if score.is_recognised() => Self::Won,
            None if score == Score::DRAW => Self::Draw,
            None => match score.value().abs() {
                off if off <= EQUAL => Self::Equal,
                ..81 => Self::SlightlyBetter,
                81..=200 => Self::Better,
                _ => Self::Winning,
            },
        }
    }
}

/// Meaning of a score in words.
pub fn meaning(score: Score) -> String {
    let side = if score > Score::DRAW { "White" } else { "Black" };
    match Standing::of(score) {
        Standing::Draw => "draw".to_owned(),
        Standing::Equal => "equal".to_owned(),
        Standing::SlightlyBetter => format!("{side} is slightly better"),
        Standing::Better => format!("{side} is better"),
        Standing::Winning => format!("{side} is winning"),
        Standing::Won => format!("won for {side}: known endgame"),
        Standing::Mate(moves) => format!("{side} mates in {moves}"),
    }
}

/// White's ranges of the score from mated to mating, with the one of `score` selected.
fn bands(score: Score, page: &mut Page<'_>) {
    const NAMES: [&str; 9] =
        ["mated", "lost", "losing", "worse", "=", "better", "winning", "won", "mates"];
    let theme = page.theme;
    let off = match Standing::of(score) {
        Standing::Draw | Standing::Equal => 0,
        Standing::SlightlyBetter | Standing::Better => 1,
        Standing::Winning => 2,
        Standing::Won => 3,
        Standing::Mate(_) => 4,
    };
    let middle = NAMES.len() / 2;
    let here = if score > Score::DRAW { middle + off } else { middle - off };
    // On narrow panels the ranges far from this one are dots, on the narrowest all others.
    let room = usize::from(page.width());
    let around = |count: usize| {
        let first = here.saturating_sub(count / 2).min(NAMES.len() - count);
        let named = first..first + count;
        let words: usize = NAMES[named.clone()].iter().map(|name| name.len() + 2).sum();
        (words + 2 * (NAMES.len() - count) <= room).then_some(named)
    };
    let named = [9, 5, 3].into_iter().find_map(around).unwrap_or(here..here + 1);
    let dot = if NAMES[here].len() + 2 * NAMES.len() <= room { " ·" } else { "·" };
    let spans = NAMES.iter().enumerate().map(|(index, name)| match index {
        _ if index == here => span(theme.selected, format!(" {name} ")),
        _ if named.contains(&index) => span(theme.dim, format!(" {name} ")),
        _ => span(theme.dim, dot),
    });
    page.row(spans);
}

/// The end of the scale in centipawns, the same on both sides: includes all finite scores, at least one pawn.
fn scale(line: &PvLine) -> i32 {
    let bounds = line.shadow.into_iter().flat_map(|interval| [interval.low, interval.high]);
    let finite = bounds.chain([line.score]).filter(|score| score.is_heuristic());
    let widest = finite.map(|score| score.value().abs()).max().unwrap_or(0);
    [100, 200, 500, 1000, 2000].into_iter().find(|&end| widest < end).unwrap_or(5000)
}

/// A row of the scale with an interval marked; an exact score is a point.
fn axis(page: &mut Page<'_>, name: &str, marked: Option<Interval>, end: i32, style: Style) {
    let theme = page.theme;
    let width = page.width().saturating_sub(8);
    let cell = |score: Score| {
        let ratio = f64::from(score.value().clamp(-end, end) + end) / f64::from(2 * end);
        ratio * f64::from(width.saturating_sub(1))
    };
    let cells = (0..width).map(|x| {
        let at = f64::from(x);
        let inside = marked
            .filter(|it| cell(it.low) - 0.5 <= at && at <= cell(it.high) + 0.5)
            .map(|it| (cell(it.low) - cell(it.high)).abs() < f64::EPSILON);
        match inside {
            Some(true) => span(style, "◆"),
            Some(false) => span(style, "━"),
            None if x == width / 2 => span(theme.rule_focus, "┼"),
            None => span(theme.rule, "─"),
        }
    });
    page.row(std::iter::once(span(theme.dim, format!("{name:<8}"))).chain(cells));
}

fn ends(page: &mut Page<'_>, end: i32, shadow: Option<Interval>) {
    let theme = page.theme;
    let pawns = |value: i32| format!("{:+.1}", f64::from(value) / 100.0);
    let interval = shadow.map_or_else(|| "no shadow".to_owned(), interval_text);
    let (low, high) = (pawns(-end), pawns(end));
    // Below the middle of what is marked, between the ends; a truncated number would be wrong, so it is left out.
    let width = usize::from(page.width());
    let limit = |score: Score| f64::from(score.value().clamp(-end, end));
    let middle = shadow.map_or(0.0, |it| f64::midpoint(limit(it.low), limit(it.high)));
    let share = (middle + f64::from(end)) / f64::from(2 * end);
    let column = 8.0 + share * (width.saturating_sub(9) as f64);
    let (first, length) = (8 + low.len() + 2, interval.chars().count());
    let last = width.saturating_sub(high.len() + 3 + length);
    let at = (column as usize).saturating_sub(length / 2).min(last).max(first);
    let interval = if at <= last { interval } else { String::new() };
    let gap = at - 8 - low.len();
    let left = format!("{:<8}{low}{:gap$}{interval}", "", "");
    page.justified(span(theme.dim, left), span(theme.dim, high));
}
