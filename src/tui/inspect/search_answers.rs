//! Answers from repeated searches: comparison of two moves, fate of a line, TT entry.

use super::explainer::pawns;
use super::inspected_search;
use super::report_answers::{numbered_move, pv_text};
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::base::{Bound, Score};
use crate::engine::TtProbe;
use crate::rules::{Move, Position, notation};
use crate::search::observe::{
    EvalDifference, MoveAnswer, MoveComparison, MoveOutcome, Rejection, SearchTree, names,
};
use crate::tui::model::Model;
use crate::tui::page::{count, ratio};

/// The root moves except the best one, sorted by nodes.
#[must_use]
pub fn rival_moves(model: &Model) -> Vec<Move> {
    let Some((_, report)) = inspected_search(model) else { return Vec::new() };
    let best = report.search.lines.first().and_then(|line| line.moves.first()).copied();
    let mut moves: Vec<_> = report.search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    moves.into_iter().map(|root| root.mv).filter(|mv| Some(*mv) != best).collect()
}

/// Question 4, before the second move is chosen.
pub(super) fn rivals(model: &Model) -> StyledText {
    let Some((_, report)) = inspected_search(model) else {
        return StyledText::words("the engine has not searched yet");
    };
    let best = report.search.lines.first().and_then(|line| line.moves.first());
    let Some(&best) = best else { return StyledText::words("no legal move") };
    let mut sheet = StyledText::default();
    let words = format!("compare {} with", numbered_move(&report.root, best));
    sheet.line(TextStyle::Strong, words);
    sheet.line(TextStyle::Dim, "↑↓ choose, Enter searches both and compares their evaluations");
    sheet.heading("move          nodes  share   last score");
    let total: u64 = report.search.root_moves.iter().map(|root| root.nodes).sum();
    let first = sheet.rows.len();
    for mv in rival_moves(model) {
        let root = report.search.root_moves.iter().find(|root| root.mv == mv);
        let nodes = root.map_or(0, |root| root.nodes);
        let score = root.map_or_else(String::new, |root| bounded(root.score, root.bound));
        sheet.rows.push(
            StyledLine::of(TextStyle::Text, format!("{:<10}", notation::san(&report.root, mv)))
                .and(TextStyle::Dim, format!("{:>9}", count(nodes)))
                .and(TextStyle::Dim, format!("{:>5.0} %", ratio(nodes, total) * 100.0))
                .and(TextStyle::Real, format!("{score:>13}")),
        );
    }
    sheet.selected = (sheet.rows.len() > first)
        .then(|| (first + model.inspect.selected).min(sheet.rows.len() - 1));
    sheet
}

/// A score with the sign of its bound.
pub(super) fn bounded(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!("≥ {score}"),
        Bound::Upper => format!("≤ {score}"),
    }
}

/// Question 4.
pub(super) fn compared(comparison: &MoveComparison, root: &Position) -> StyledText {
    let [first, second] = &comparison.sides;
    let mut sheet = StyledText::default();
    let names = [first, second].map(|side| notation::san(root, side.mv));
    let [a, b] = [first, second].map(|side| side.line.score);
    let (better, worse) = if a >= b { (0, 1) } else { (1, 0) };
    let margin = (a.value() - b.value()).abs();
    sheet.line(
        TextStyle::Strong,
        if !(a.is_heuristic() && b.is_heuristic()) {
            format!("{} {a} against {} {b}", names[0], names[1])
        } else if margin == 0 {
            format!("{} and {} score the same: {a}", names[0], names[1])
        } else {
            format!(
                "{} is better than {} by {:.2}: {} against {}",
                names[better],
                names[worse],
                f64::from(margin) / 100.0,
                [a, b][better],
                [a, b][worse]
            )
        },
    );
    let total: i32 = comparison.categories.iter().map(EvalDifference::difference).sum();
    let side = root.turn().fold_wb("White", "Black");
    sheet.line(
        TextStyle::Dim,
        format!(
            "{side}'s view, both searched again to depth {}; evaluation difference at the ends of the lines: {} for {}",
            first.line.depth,
            pawns(total),
            names[0]
        ),
    );
    for (side, name) in [first, second].into_iter().zip(&names) {
        sheet.heading(&format!("line after {name}"));
        sheet.line(TextStyle::Text, pv_text(root, &side.line.moves));
    }
    let parts = [("category", &comparison.categories), ("term", &comparison.terms)];
    for (what, contrasts) in parts {
        sheet.heading(&format!("{what:<19}{:>8}{:>8}{:>8}", names[0], names[1], "+/−"));
        for contrast in contrasts.iter().filter(|contrast| contrast.difference() != 0) {
            let ink = if contrast.difference() > 0 { TextStyle::Good } else { TextStyle::Bad };
            let [a, b] = contrast.values.map(pawns);
            sheet.rows.push(
                StyledLine::of(TextStyle::Text, format!("{:<19.19}", contrast.name))
                    .and(TextStyle::Dim, format!("{a:>8}{b:>8}"))
                    .and(ink, format!("{:>8}", pawns(contrast.difference()))),
            );
        }
    }
    sheet
}

/// Question 5.
pub(super) fn why_not(list: &[MoveAnswer], tree: &SearchTree) -> StyledText {
    let mut sheet = StyledText::default();
    let mut position = tree.start.clone();
    let mut named = Vec::new();
    for answer in list {
        named
            .push(answer.mv.map_or_else(|| answer.text.clone(), |mv| numbered_move(&position, mv)));
        if let Some(mv) = answer.mv {
            position.play(mv);
        }
    }
    let fails = list.iter().position(|answer| !matches!(answer.outcome, MoveOutcome::Best(_)));
    match fails {
        Some(at) => sheet.line(
            TextStyle::Strong,
            format!("rejected at ply {}: {}", list[at].ply + 1, named[at]),
        ),
        None => sheet.line(TextStyle::Strong, "this is the engine's principal variation"),
    }
    let mut position = tree.start.clone();
    for (answer, name) in list.iter().zip(named) {
        sheet.rows.push(StyledLine::default());
        let ink = if matches!(answer.outcome, MoveOutcome::Best(_)) {
            TextStyle::Good
        } else {
            TextStyle::Warn
        };
        let visit = if answer.node.is_some() {
            format!("   iteration {}", answer.iteration)
        } else {
            String::new()
        };
        sheet.rows.push(StyledLine::of(ink, name).and(TextStyle::Dim, visit));
        let after = answer.mv.map(|mv| position.after(mv));
        sheet.line(
            TextStyle::Text,
            format!("  {}", fate(&answer.outcome, &position, after.as_ref())),
        );
        if let Some(later) = &answer.later {
            sheet.line(
                TextStyle::Dim,
                format!("  the last visit ended differently: {}", names::ending(later)),
            );
        }
        if let Some(after) = after {
            position = after;
        }
    }
    sheet
}

/// What happened to a move, with its numbers.
fn fate(fate: &MoveOutcome, position: &Position, after: Option<&Position>) -> String {
    match fate {
        MoveOutcome::Best(score) => format!("best move of the node, {score}"),
        MoveOutcome::Refutes { score, beta } => format!(
            "fails high: {score} reaches beta {beta}, so the opponent avoids the position before it"
        ),
        MoveOutcome::Worse(rejection) => {
            format!("searched, {}", rejected(rejection, position, after))
        }
        MoveOutcome::Reduced { by, rejection } => format!(
            "searched with depth reduced by {by}, not re-searched, {}",
            rejected(rejection, position, after)
        ),
        MoveOutcome::CutBefore(mv) => {
            format!("not searched: {} caused a cut-off before it", notation::san(position, *mv))
        }
        MoveOutcome::Pruned(view) => format!(
            "pruned by {}: {} against {}, move number {}",
            view.rule.name(),
            view.measured,
            view.limit,
            view.number
        ),
        MoveOutcome::NodeEnded(ending) => {
            format!("the node ended before any move: {}", names::ending(ending))
        }
        MoveOutcome::NotListed => "the node does not generate such moves".to_owned(),
        MoveOutcome::LeftOut => "generated, but the node returned before searching it".to_owned(),
        MoveOutcome::Unfinished => "the search stopped before the result was known".to_owned(),
        MoveOutcome::NotReached => {
            "not reached: an earlier move of the line was rejected".to_owned()
        }
        MoveOutcome::Illegal(why) => why.clone(),
    }
}

fn rejected(rejection: &Rejection, position: &Position, after: Option<&Position>) -> String {
    let mut text = format!("at most {}", rejection.score);
    if let (Some(reply), Some(after)) = (rejection.refuted_by, after) {
        text = format!("{text}, refuted by {}", notation::san(after, reply));
    }
    if let Some(better) = rejection.better {
        let score = rejection.node_score.map_or_else(String::new, |score| format!(" with {score}"));
        text = format!("{text}; {}{score} is better", notation::san(position, better));
    }
    text
}

/// Question 7.
pub(super) fn table(look: &TtProbe, position: &Position, model: &Model) -> StyledText {
    let mut sheet = StyledText::default();
    match &look.entry {
        None => sheet.line(TextStyle::Strong, "no TT entry for this position"),
        Some(found) => {
            let entry = &found.entry;
            let best = found.mv.map_or_else(|| "none".to_owned(), |mv| notation::san(position, mv));
            let (low, high) = (entry.bounds.low, entry.bounds.high);
            let kind = if low == high {
                format!("exactly {low}")
            } else if high >= Score::INFINITE {
                format!("at least {low}")
            } else if low <= -Score::INFINITE {
                format!("at most {high}")
            } else {
                format!("between {low} and {high}")
            };
            sheet.line(
                TextStyle::Strong,
                format!("{kind} at depth {}, best move {best}", entry.depth),
            );
            sheet.heading("entry, side to move's view");
            sheet.pair("lower bound", low.to_string());
            sheet.pair("upper bound", high.to_string());
            sheet.pair("depth", entry.depth.to_string());
            sheet.pair("age", format!("{} searches", found.age));
            sheet.pair("best move", best);
            let evaluation = entry.raw_eval.map_or_else(|| "–".to_owned(), |it| it.to_string());
            sheet.pair("evaluation", evaluation);
        }
    }
    sheet.heading("transposition table");
    sheet.pair("key", format!("{:#018x}", look.key));
    sheet.pair("size", format!("{} MiB", look.mib));
    sheet.pair("hashfull", format!("{:.1} %", f64::from(look.hashfull) / 10.0));
    if let Some((_, report)) = inspected_search(model) {
        let (figures, shadow) = (&report.search.statistics, &report.search.shadow);
        let hits = ratio(figures.tt_hits, figures.tt_probes) * 100.0;
        sheet.pair("probes", format!("{}, hit rate {hits:.0} %", count(figures.tt_probes)));
        sheet.pair(
            "stores",
            format!("{}, {} replacements", count(figures.tt_stores), count(figures.tt_replaced)),
        );
        sheet.heading("path dependence");
        sheet.pair("withheld", count(shadow.withheld));
        sheet.pair("narrowed", count(shadow.narrowed));
        sheet.pair("refused probes", count(shadow.refused));
    }
    sheet
}
