//! The engine in words: its score and line, why it made a move, the panels that show it.

use super::position::spoken_move;
use super::words::{line, side};
use crate::base::{Category, Score};
use crate::rules::{notation, parse_move, white_view};
use crate::strength::StrengthLevel;
use crate::tui::model::Model;
use crate::tui::model::choice::other_preference;
use crate::tui::values::format::pv_text;
use crate::tui::values::panel::Panel;
use crate::tui::view::page::{LEVELS, SELECTED};
use crate::tui::view::panels::{self, meaning};

/// The rows of a panel with something to read.
pub fn panel(panel: Panel, model: &Model) -> Vec<String> {
    let text = panels::text(panel, model, 200, 400);
    // Rows whose value is drawn are of no use.
    let is_drawn = |row: &&str| {
        let drawn = row.chars().filter(|letter| LEVELS.contains(letter)).count();
        drawn > 1 && !row.contains(|letter: char| letter.is_ascii_digit())
    };
    let rows = text.lines().filter(|row| !is_drawn(row)).map(line);
    // The row after it may be indented.
    let rows =
        rows.map(|row| row.replacen(&format!("{},", SELECTED.trim_end()), SELECTED.trim_end(), 1));
    rows.filter(|row| row.contains(char::is_alphanumeric) && !is_scale(row)).collect()
}

/// Is a row of the score panel a scale, whose marks are not in its text?
fn is_scale(row: &str) -> bool {
    let ends = row.split_once(", ").zip(row.rsplit_once(", "));
    let is_axis = ends.is_some_and(|((low, _), (_, high))| {
        low.starts_with('-') && high.starts_with('+') && low[1..] == high[1..]
    });
    is_axis || ["real", "shadow"].contains(&row) || row.starts_with("mated, lost")
}

/// A score of White's view in words: `White is better, 0.95 pawns`.
fn score(score: Score) -> String {
    let words = meaning(score);
    if score.is_mate() || score.is_recognised() || score == Score::DRAW {
        return words;
    }
    let whose = if score > Score::DRAW { "White" } else { "Black" };
    let value = score.value().abs();
    format!("{words}, {}.{:02} pawns for {whose}", value / 100, value % 100)
}

/// The score that the engine gives, and the line that it expects.
pub fn evaluation(model: &Model) -> Vec<String> {
    if let Some(end) = model.session.game.forced_end_at(model.session.shown()) {
        return vec![end.words()];
    }
    // An evaluation that was added to the record is of the move played, and of no search that chose one.
    if let Some(recorded) = model.recorded.as_ref().filter(|it| !it.is_search_time)
        && let Some(evaluation) =
            model.session.game.tree().node(recorded.node).annotation.evaluation
    {
        let depth = evaluation.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
        return vec![format!("{}{depth}, after this move in the record", score(evaluation.score))];
    }
    let Some(report) = model.report() else {
        if model.recorded.is_some() {
            return vec![
                "the record has no evaluation of this move; analyse searches it".to_owned(),
            ];
        }
        let evaluation = model.node_evaluation().map(|it| Score::raw(it.breakdown.total));
        let words = evaluation.map(|it| format!("without a search: {}", score(it)));
        let none = "no score yet: the engine has not searched".to_owned();
        return std::iter::once(none).chain(words).collect();
    };
    let session = &model.session;
    let is_here = report.root.key() == session.position().key();
    // Of a move that was chosen at limited strength the record has the figures, not of the best one.
    let level = model.recorded.as_ref().and_then(|recorded| recorded.dial);
    let is_of_played = level.is_some_and(|level| level != StrengthLevel::Full);
    let of = match (is_here, is_of_played) {
        (true, _) => "",
        (false, true) => ", the move played",
        (false, false) => ", the best before the last move",
    };
    let mut lines = Vec::new();
    // The dial may have chosen another move than the best.
    let played = session.game.tree().node(session.shown()).annotation.evaluation;
    let played = played.filter(|_| !is_here && !is_of_played);
    lines.extend(played.map(|it| format!("{}, after the last move", score(it.score))));
    for best in report.search.lines.iter().take(model.prefs.engine.multi_pv) {
        let depth = if best.depth > 0 { format!(", depth {}", best.depth) } else { String::new() };
        lines.push(format!("{}{depth}{of}", score(white_view(best.score, report.root.turn()))));
        lines.push(format!("line: {}", pv_text(&report.root, &best.moves)));
    }
    lines.extend(lines.is_empty().then(|| "no score yet".to_owned()));
    lines
}

/// Why the engine made its last move, or the recorded move that is shown.
pub fn reason(model: &Model) -> Vec<String> {
    let report = match &model.recorded {
        Some(recorded) => {
            // What a person played has no reason of the engine's.
            if !recorded.is_search_time && recorded.dial.is_none() {
                let none = "the record has no search that chose this move; why e4 explains a move or a square";
                return vec![none.to_owned()];
            }
            recorded.report.as_ref()
        }
        None => model.thinking.last_move.as_deref(),
    };
    let Some(report) = report else {
        return vec!["the engine has made no move that could be explained; why e4 explains a move or a square".to_owned()];
    };
    let (root, turn) = (&report.root, report.root.turn());
    let spoken = |uci: &str| {
        parse_move(root, uci).map_or_else(|_| uci.to_owned(), |mv| spoken_move(root, mv))
    };
    let mut lines = Vec::new();
    let found = report.search.lines.first();
    let first = found.and_then(|line| line.moves.first()).map(|&mv| notation::uci(mv));
    // The human model compares the candidates by a search of its own: it may prefer its move to that of the longer search.
    let weakened = report.dial.weakened.as_ref().filter(|it| {
        it.played.uci != it.best.uci || first.as_ref().is_some_and(|mv| *mv != it.played.uci)
    });
    let mover = side(turn);
    if let Some(weakened) = weakened {
        let (played, best) = (&weakened.played, &weakened.best);
        let (is_best, mv) = (played.uci == best.uci, spoken(&played.uci));
        let level = model.strengths.setting(report.dial.level);
        lines.push(match (&weakened.human, weakened.draw < weakened.blunder_per128) {
            (Some(choice), _) => format!("{mover}: {mv}: played at {level} by {}", choice.played),
            (None, _) if is_best => format!("{mover}: {mv}: played at {level}"),
            (None, true) => format!("{mover}: {mv}: a blunder on purpose at {level}"),
            (None, false) => format!("{mover}: {mv}: an error on purpose at {level}"),
        });
        lines.push(score(white_view(played.score, turn)));
        lines.push(match is_best {
            true => "it is the best move of the search".to_owned(),
            false => {
                format!("best was {}: {}", spoken(&best.uci), score(white_view(best.score, turn)))
            }
        });
        lines.extend(other_preference(report, spoken));
    } else if let Some(best) = found {
        let mv = spoken(&first.unwrap_or_default());
        lines.push(format!("{mover}: {mv}: the best move found"));
        lines.push(score(white_view(best.score, turn)));
        lines.push(format!("it expects {}", pv_text(root, &best.moves)));
    }
    lines.extend(report.search.stop.map(|stop| format!("depth {}, {}", report.search.depth, stop)));
    let terms = &report.search.breakdown;
    let mut largest = Category::ALL.map(|category| (terms.worth(category), category.name()));
    largest.sort_by_key(|(value, _)| std::cmp::Reverse(value.abs()));
    let largest = largest.into_iter().take(3).filter(|(value, _)| *value != 0);
    let largest = largest.map(|(value, name)| {
        let whose = if value > 0 { "White" } else { "Black" };
        format!("{name} {}.{:02} for {whose}", value.abs() / 100, value.abs() % 100)
    });
    let largest: Vec<String> = largest.collect();
    if !largest.is_empty() {
        lines.push(format!("evaluation before the move: {}", largest.join(", ")));
    }
    lines
}
