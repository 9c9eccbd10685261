//! The strength dial: level, limits, and the error draw of the last move.

use crate::base::{Category, Elo};
use crate::engine::{DialReport, Report};
use crate::rules::{Color, white_view};
use crate::strength::{
    LONE_KING, ROLES, StrengthLevel, StrengthLimits, StrengthModel, WeakenedMove, percent,
};
use crate::tui::model::Model;
use crate::tui::model::choice::other_preference;
use crate::tui::values::format::{answer_text, count, duration, numbered_uci};
use crate::tui::values::panel::Panel;
use crate::tui::view::page::{Page, span, thin_bar};
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

/// Step of a click on the gauge in Elo.
const STEP: u16 = 25;

/// The strength level; with Lucena on both sides, White's level first.
pub fn summary(model: &Model) -> String {
    let session = &model.session;
    let setting = |side| model.strengths.setting(session.dial_of(side));
    if model.recorded.is_none() && Color::ALL.into_iter().all(|side| session.has_dial(side)) {
        let (white, black) = (setting(Color::White), setting(Color::Black));
        return if white == black { white } else { format!("{white} : {black}") };
    }
    shown(model).map_or_else(String::new, |dial| model.strengths.setting(dial))
}

/// The recorded level of the move shown, else the current level.
fn shown(model: &Model) -> Option<StrengthLevel> {
    match &model.recorded {
        Some(recalled) if !model.session.is_live() => recalled.dial,
        Some(_) | None => Some(model.session.dial()),
    }
}

/// The level for a click on the gauge of a panel at `area`; the last column is full strength.
pub fn dial_at(model: &Model, area: Rect, point: Position) -> Option<StrengthLevel> {
    let on_gauge = point.y == area.y + 1 && model.scrolled(Panel::Dial) == 0;
    let is_recorded = model.recorded.is_some() && !model.session.is_live();
    if !on_gauge || is_recorded || !area.contains(point) {
        return None;
    }
    let last = area.width.saturating_sub(1).max(1);
    let column = point.x - area.x;
    if column >= last {
        return Some(StrengthLevel::Full);
    }
    let strength = scale(model.session.dial(), model);
    let [low, high] = strength.range();
    let step = match strength {
        StrengthModel::MadChess => STEP,
        StrengthModel::Human => strength.step(),
    };
    let steps = (high.0 - low.0) / step;
    let chosen = (f64::from(column) * f64::from(steps) / f64::from(last)).round() as u16;
    Some(strength.level(Elo(low.0 + step * chosen.min(steps))))
}

/// The model whose range the gauge shows.
fn scale(dial: StrengthLevel, model: &Model) -> StrengthModel {
    dial.model().unwrap_or(model.strengths.model)
}

/// A label and its value.
fn pair(name: &str, value: String, page: &Page<'_>) -> Line<'static> {
    Line::from(vec![span(page.theme.dim, format!("{name:<15}")), span(page.theme.text, value)])
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    match shown(model) {
        Some(dial) => setting(dial, model, page),
        None => page.paragraph("the game record has no strength level for this move", theme.dim),
    }
    if let (Some(rated), Some(next)) = (model.strengths.rated_briefly(), model.strengths.next()) {
        page.paragraph(&format!("you {rated}, next {next}"), theme.text);
    }
}

/// Limits of a level and its effect on the last move.
fn setting(dial: StrengthLevel, model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let [low, high] = scale(dial, model).range();
    let above = |elo: Elo| f64::from(elo.0.saturating_sub(low.0));
    let share = dial.elo().map_or(1.0, |elo| above(elo) / f64::from(high.0 - low.0));
    page.gauge(share, &model.strengths.setting(dial));
    if let StrengthLevel::Limited(_) = dial {
        let figure = model.strengths.plays_like(dial);
        page.line(pair("plays like", figure.unwrap_or_else(|| "not calibrated".to_owned()), page));
    }
    let report = match &model.recorded {
        Some(_) => model.report(),
        None => model.thinking.last_move.as_deref(),
    };
    let last = report.map(|report| &report.dial);
    // The level may have changed since the last move; with two engines the last move was the other side's.
    let other = last.filter(|report| report.level != dial);
    let own = last.filter(|report| report.level == dial);
    match dial.limits() {
        None if dial.human().is_some() => draw_human(dial, model, page),
        Some(limits) => draw_limits(&limits, own, model, page),
        None => {
            page.paragraph("no limit: full knowledge, full speed, no deliberate errors", theme.dim)
        }
    }
    if let Some(other) = other {
        let words = format!("the last move was played at {}", model.strengths.setting(other.level));
        page.paragraph(&words, theme.title);
    }
    match report.and_then(|report| Some((report, report.dial.weakened.as_ref()?))) {
        Some((report, weakened)) => error_draw(report, weakened, page),
        None if last.is_some() => page.paragraph("the last move was not changed", theme.dim),
        None => {}
    }
}

/// What a rating of the human model means.
fn draw_human(dial: StrengthLevel, model: &Model, page: &mut Page<'_>) {
    page.paragraph(&model.strengths.worth(dial), page.theme.dim);
    draw_seed(model, page);
}

/// The seed of the next moves.
fn draw_seed(model: &Model, page: &mut Page<'_>) {
    let is_shown = model.recorded.is_none() || model.session.is_live();
    if let Some(seed) = model.seeds.in_force.filter(|_| is_shown) {
        page.line(pair("seed", seed.to_string(), page));
    }
}

fn draw_limits(
    limits: &StrengthLimits,
    last: Option<&DialReport>,
    model: &Model,
    page: &mut Page<'_>,
) {
    let theme = page.theme;
    let waited = last.map_or_else(String::new, |report| {
        format!("throttled {}", duration(report.waited.seconds() * 1000.0))
    });
    let cap = pair("speed limit", format!("{}/s", count(limits.nps)), page);
    page.justified(cap, span(theme.dim, waited));
    let blunder = format!(
        "{} cp, or {} cp at {} %",
        limits.move_error,
        limits.blunder_error,
        limits.blunder_percent()
    );
    page.line(pair("largest error", blunder, page));
    draw_seed(model, page);
    // The error draw and the player's rating keep their rows.
    let account = match last {
        Some(report) if report.weakened.is_some() => 3,
        _ => u16::from(last.is_some()),
    };
    let kept = account + u16::from(model.strengths.rating.is_some());
    knowledge(limits, kept, page);
    let values = values(limits);
    if !values.is_empty() && page.rows() > kept {
        page.line(pair("piece values", values, page));
    }
}

/// Cells of a category's name and weight.
const SKILL: u16 = 21;

/// Weights of the knowledge categories while more than `kept` rows are free; two columns on wide panels.
fn knowledge(limits: &StrengthLimits, kept: u16, page: &mut Page<'_>) {
    let theme = page.theme;
    let columns = if page.width() >= 2 * (SKILL + 10) { 2 } else { 1 };
    let width = (page.width() / columns).saturating_sub(SKILL + columns - 1).min(24);
    let cells = usize::from(width);
    let rows: Vec<_> = Category::SCALED.chunks(usize::from(columns)).collect();
    let room = usize::from(page.rows().saturating_sub(kept));
    page.cut(0, rows.len().saturating_sub(room));
    for row in rows.into_iter().take(room) {
        let spans = row.iter().flat_map(|&category| {
            let per128 = limits.share(category);
            let bar = thin_bar(f64::from(per128) / 128.0, width);
            [
                span(theme.dim, format!("{:<15}", category.name())),
                span(theme.text, format!("{:>3} % ", percent(per128))),
                span(theme.series_b, format!("{bar:<cells$} ")),
            ]
        });
        page.row(spans);
    }
}

/// The pieces with another middlegame value than usual, with their share of it.
fn values(limits: &StrengthLimits) -> String {
    let shares = limits.material_per_mille();
    let other = ROLES.into_iter().zip(shares).filter(|(_, (middlegame, _))| *middlegame != 1000);
    let words =
        other.map(|(role, (share, _))| format!("{} {} %", role.upper_char(), (share + 5) / 10));
    words.collect::<Vec<_>>().join("  ")
}

fn error_draw(report: &Report, weakened: &WeakenedMove, page: &mut Page<'_>) {
    let (theme, root) = (page.theme, &report.root);
    let [best, played] = [&weakened.best, &weakened.played]
        .map(|it| format!("{} {}", numbered_uci(root, &it.uci), white_view(it.score, root.turn())));
    let style = if best == played { theme.good } else { theme.bad };
    let (best, played) = (span(theme.good, best), span(style, played));
    let row = [span(theme.dim, "best "), best, span(theme.dim, "  played "), played];
    let (row, view) = (Line::from(row.to_vec()), span(theme.dim, "White's view"));
    if row.width() + view.width() < usize::from(page.width()) {
        page.justified(row, view);
    } else if row.width() <= page.width().into() {
        page.line(row);
        page.line(view);
    } else {
        let [best, played] = [&row.spans[..2], &row.spans[2..]].map(|part| part.to_vec());
        page.justified(Line::from(best), view);
        page.line(Line::from(played));
    }
    if weakened.mates_lone_king {
        return page.paragraph(LONE_KING, theme.text);
    }
    if let Some(words) = other_preference(report, |uci| numbered_uci(root, uci)) {
        page.paragraph(&words, theme.dim);
    }
    let Some(choice) = &weakened.human else {
        return page.paragraph(&error_text(weakened), theme.dim);
    };
    let played = match weakened.candidates {
        1 => "the only legal move".to_owned(),
        _ => format!("played by {}", choice.played),
    };
    page.paragraph(&played, theme.text);
    if weakened.loss > 0 {
        page.paragraph(&format!("cost: {}", weakened.cost()), theme.dim);
    }
    let answer = |mv: &str| answer_text(root, &weakened.played.uci, mv);
    for sentence in choice.sentences(|mv| numbered_uci(root, mv), answer) {
        page.paragraph(&sentence, theme.dim);
    }
}

/// The random draw and its result in words.
fn error_text(weakened: &WeakenedMove) -> String {
    let &WeakenedMove { draw, blunder_per128: threshold, max_error, .. } = weakened;
    let kind = if draw < threshold { "blunder drawn" } else { "no blunder drawn" };
    let draw = format!("{kind} (draw {draw}, threshold {threshold})");
    let candidates = match weakened.candidates {
        1 => "1 candidate".to_owned(),
        count => format!("{count} candidates"),
    };
    if weakened.best.uci == weakened.played.uci {
        return format!("best move played; {draw}, {candidates} within {max_error} cp");
    }
    format!("{draw}; cost: {} of {max_error} cp allowed, {candidates}", weakened.cost())
}

#[cfg(test)]
mod tests {
    use super::{dial_at, error_text, values};
    use crate::base::{Elo, Score};
    use crate::strength::{MoveScore, StrengthLevel, StrengthLimits, StrengthModel, WeakenedMove};
    use crate::tui::model::Model;
    use ratatui::layout::{Position, Rect, Size};

    #[test]
    fn a_click_on_the_gauge_is_a_setting() {
        let (model, area) =
            (Model::new(Size::new(80, 24), Default::default()), Rect::new(10, 5, 41, 10));
        let at = |x, y| dial_at(&model, area, Position::new(x, y));
        let human = |elo| Some(StrengthModel::Human.level(Elo(elo)));
        assert_eq!(at(10, 6), human(600));
        assert_eq!(at(30, 6), human(1500));
        assert_eq!(at(49, 6), human(2350));
        assert_eq!(at(50, 6), Some(StrengthLevel::Full));
        assert_eq!([at(30, 5), at(30, 7), at(9, 6)], [None; 3]);
    }

    #[test]
    fn only_values_that_differ_are_shown() {
        assert_eq!(values(&StrengthLimits::at(Elo(1000))), "");
        let least = values(&StrengthLimits::at(Elo(600)));
        assert_eq!(least, "P 0 %  B 91 %  R 67 %  Q 133 %");
    }

    #[test]
    fn the_best_move_is_called_so_and_one_is_singular() {
        let best = MoveScore { uci: "Nf3".to_owned(), score: Score::raw(20) };
        let inferior = WeakenedMove {
            best: best.clone(),
            played: best,
            loss: 0,
            max_error: 40,
            draw: 90,
            blunder_per128: 6,
            candidates: 1,
            mates_lone_king: false,
            human: None,
        };
        assert_eq!(
            error_text(&inferior),
            "best move played; no blunder drawn (draw 90, threshold 6), 1 candidate within 40 cp"
        );
        let played = MoveScore { uci: "a3".to_owned(), score: Score::raw(-10) };
        let worse = WeakenedMove { played, loss: 30, draw: 2, candidates: 7, ..inferior };
        assert_eq!(
            error_text(&worse),
            "blunder drawn (draw 2, threshold 6); cost: 30 cp of 40 cp allowed, 7 candidates"
        );
        let mated = WeakenedMove {
            played: MoveScore { uci: "a3".to_owned(), score: Score::mated_in(2) },
            ..worse
        };
        assert_eq!(mated.cost(), "mated in 1");
        let missed = WeakenedMove {
            best: MoveScore { uci: "Qh7".to_owned(), score: Score::mate_in(3) },
            ..mated
        };
        assert_eq!(missed.cost(), "a missed mate in 2");
    }
}
