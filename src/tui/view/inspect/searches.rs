//! Answers from repeated searches: comparison of two moves, why a line was not played, TT entry.

use super::page_text::PageText;
use super::reports::NO_SEARCH;
use crate::base::Score;
use crate::engine::TtProbe;
use crate::rules::{Position, notation};
use crate::search::observe::{
    EvalDifference, MoveAnswer, MoveComparison, MoveOutcome, Rejection, SearchTree, names,
};
use crate::tui::model::Model;
use crate::tui::model::inspect::rival_moves;
use crate::tui::values::format::{bounded, count, numbered_move, pawns, percent, pv_text, ratio};
use crate::tui::view::page::span;

/// Question 4, before the second move is chosen.
pub(super) fn rivals(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let Some((_, report)) = model.thinking.inspected_search() else {
        return text.sentence(NO_SEARCH);
    };
    let best = report.search.lines.first().and_then(|line| line.moves.first());
    let Some(&best) = best else { return text.sentence("no legal move") };
    text.line(theme.strong, format!("compare {} with", numbered_move(&report.root, best)));
    text.sentence("↑↓ choose, Enter searches both and compares their evaluations");
    text.heading("move          nodes  share   last score");
    let rivals = rival_moves(report);
    let last = rivals.len().saturating_sub(1);
    for (index, mv) in rivals.into_iter().enumerate() {
        if index == model.inspect.selected.min(last) {
            text.select();
        }
        let root = report.search.root_moves.iter().find(|root| root.mv == mv);
        let nodes = root.map_or(0, |root| root.nodes);
        let score = root.map_or_else(String::new, |root| bounded(root.score, root.bound));
        text.row([
            span(theme.text, format!("{:<10}", notation::san(&report.root, mv))),
            span(theme.dim, format!("{:>9}", count(nodes))),
            span(theme.dim, format!("{:>7}", percent(ratio(nodes, report.search.root_nodes())))),
            span(theme.real, format!("{score:>13}")),
        ]);
    }
}

/// Question 4.
pub(super) fn compared(comparison: &MoveComparison, root: &Position, text: &mut PageText<'_>) {
    let theme = text.theme;
    let sides = [&comparison.sides[0], &comparison.sides[1]];
    let names = sides.map(|side| notation::san(root, side.mv));
    let scores @ [a, b] = sides.map(|side| side.line.score);
    let (better, worse) = if a >= b { (0, 1) } else { (1, 0) };
    let margin = (a.value() - b.value()).abs();
    text.line(
        theme.strong,
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
                scores[better],
                scores[worse]
            )
        },
    );
    let total: i32 = comparison.categories.iter().map(EvalDifference::difference).sum();
    text.sentence(&format!(
        "{}'s view, both searched again to depth {}; evaluation difference at the ends of the lines: {} for {}",
        root.turn().fold_wb("White", "Black"),
        sides[0].line.depth,
        pawns(total),
        names[0]
    ));
    for (side, name) in sides.into_iter().zip(&names) {
        text.heading(format!("line after {name}"));
        text.line(theme.text, pv_text(root, &side.line.moves));
    }
    let parts = [("category", &comparison.categories), ("term", &comparison.terms)];
    for (what, contrasts) in parts {
        text.heading(format!("{what:<19}{:>8}{:>8}{:>8}", names[0], names[1], "+/−"));
        for contrast in contrasts.iter().filter(|contrast| contrast.difference() != 0) {
            let style = if contrast.difference() > 0 { theme.good } else { theme.bad };
            let [a, b] = contrast.values.map(pawns);
            text.row([
                span(theme.text, format!("{:<19.19}", contrast.name)),
                span(theme.dim, format!("{a:>8}{b:>8}")),
                span(style, format!("{:>8}", pawns(contrast.difference()))),
            ]);
        }
    }
}

/// Question 5.
pub(super) fn why_not(list: &[MoveAnswer], tree: &SearchTree, text: &mut PageText<'_>) {
    let theme = text.theme;
    let mut position = tree.start.clone();
    // Each answer with its move as text and the positions before and after it.
    let mut steps = Vec::new();
    for answer in list {
        let before = position.clone();
        let name = answer.mv.map_or_else(|| answer.text.clone(), |mv| numbered_move(&before, mv));
        let after = answer.mv.map(|mv| position.after(mv));
        position = after.clone().unwrap_or(position);
        steps.push((answer, name, before, after));
    }
    let is_best = |answer: &MoveAnswer| matches!(answer.outcome, MoveOutcome::Best(_));
    text.line(
        theme.strong,
        match steps.iter().find(|(answer, ..)| !is_best(answer)) {
            Some((answer, name, ..)) => format!("rejected at ply {}: {name}", answer.ply + 1),
            None => "this is the engine's principal variation".to_owned(),
        },
    );
    for (answer, name, before, after) in steps {
        let style = if is_best(answer) { theme.good } else { theme.warn };
        let visit = answer.node.map(|_| format!("   iteration {}", answer.iteration));
        text.row([]);
        text.row([span(style, name), span(theme.dim, visit.unwrap_or_default())]);
        text.line(theme.text, format!("  {}", outcome(&answer.outcome, &before, after.as_ref())));
        if let Some(later) = &answer.later {
            let reason = names::ending(later);
            text.sentence(&format!("  the last visit ended differently: {reason}"));
        }
    }
}

/// What happened to a move, with its numbers.
fn outcome(outcome: &MoveOutcome, position: &Position, after: Option<&Position>) -> String {
    match outcome {
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
pub(super) fn tt_probe(
    probe: &TtProbe,
    position: &Position,
    model: &Model,
    text: &mut PageText<'_>,
) {
    let theme = text.theme;
    if let Some(found) = &probe.entry {
        let entry = &found.entry;
        let best = found.mv.map_or_else(|| "none".to_owned(), |mv| notation::san(position, mv));
        let (low, high) = (entry.bounds.low, entry.bounds.high);
        let kind = match (low, high) {
            _ if low == high => format!("exactly {low}"),
            _ if high >= Score::INFINITE => format!("at least {low}"),
            _ if low <= -Score::INFINITE => format!("at most {high}"),
            _ => format!("between {low} and {high}"),
        };
        text.line(theme.strong, format!("{kind} at depth {}, best move {best}", entry.depth));
        text.heading("entry, side to move's view");
        text.pair("lower bound", low.to_string());
        text.pair("upper bound", high.to_string());
        text.pair("depth", entry.depth.to_string());
        text.pair("age", format!("{} searches", found.age));
        text.pair("best move", best);
        text.pair("evaluation", entry.raw_eval.map_or_else(|| "–".to_owned(), |it| it.to_string()));
    } else {
        text.line(theme.strong, "no TT entry for this position");
    }
    text.heading("transposition table");
    text.pair("key", format!("{:#018x}", probe.key));
    text.pair("size", format!("{} MiB", probe.mib));
    text.pair("hashfull", format!("{:.1} %", f64::from(probe.hashfull) / 10.0));
    if let Some((_, report)) = model.thinking.inspected_search() {
        let (figures, shadow) = (&report.search.statistics, &report.search.shadow);
        let hits = percent(ratio(figures.tt_hits, figures.tt_probes));
        text.pair("probes", format!("{}, hit rate {hits}", count(figures.tt_probes)));
        let replaced = count(figures.tt_replaced);
        text.pair("stores", format!("{}, {replaced} replacements", count(figures.tt_stores)));
        text.heading("path dependence");
        text.pair("withheld", count(shadow.withheld));
        text.pair("narrowed", count(shadow.narrowed));
        text.pair("refused probes", count(shadow.refused));
    }
}
