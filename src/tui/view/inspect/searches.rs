//! Answers from repeated searches: comparison of two moves, why a line was not played, TT entry.

use super::page_text::PageText;
use crate::annotate::comparison::Comparison;
use crate::annotate::task_results::{Deviations, Pair};
use crate::annotate::{Reason, TaskResult};
use crate::base::Score;
use crate::engine::TtProbe;
use crate::rules::{Color, Move, Position, notation, white_view};
use crate::search::RootMove;
use crate::search::observe::{MoveAnswer, MoveComparison, MoveOutcome, SearchTree, names};
use crate::tui::model::Model;
use crate::tui::model::inspect::rival_moves;
use crate::tui::values::format::{
    bounded, count, numbered_move, pawns, percent, pv_text, ratio, truncate,
};
use crate::tui::view::page::span;

/// Question 4, before the second move is chosen.
pub(super) fn rivals(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let Some((_, report)) = model.inspected_search() else {
        return text.sentence(&model.no_search());
    };
    let Some(played) = report.played_move() else { return text.sentence("no legal move") };
    text.line(theme.strong, format!("compare {} with", numbered_move(&report.root, played)));
    text.sentence(&text.ways([
        ("row-up row-down", "choose"),
        ("row-enter", "searches both and compares their evaluations"),
    ]));
    // The figures keep their room beside a move, which rarely fills its column.
    let wide = text.width.saturating_sub(16).clamp(8, 10);
    text.heading(format!("{:<wide$}    nodes  share   last score, White's view", "move"));
    let rivals = rival_moves(report);
    let last = rivals.len().saturating_sub(1);
    for (index, mv) in rivals.into_iter().enumerate() {
        if index == model.inspect.selected.min(last) {
            text.select();
        }
        let root = report.search.root_moves.iter().find(|root| root.mv == mv);
        let nodes = root.map_or(0, |root| root.nodes);
        let turn = report.root.turn();
        let score = root.map_or_else(String::new, |root| white_bounded(root, turn));
        let style = root.map_or(theme.text, |root| theme.favouring(white_view(root.score, turn)));
        let gap = 13_usize.saturating_sub(score.chars().count());
        text.row([
            span(theme.text, format!("{:<wide$}", notation::san(&report.root, mv))),
            span(theme.dim, format!("{:>9}", count(nodes))),
            span(theme.dim, format!("{:>7}", percent(ratio(nodes, report.search.root_nodes())))),
            span(theme.text, " ".repeat(gap)),
            span(style, score),
        ]);
    }
}

/// The score of a root move with its bound, in White's view.
fn white_bounded(root: &RootMove, turn: Color) -> String {
    let bound = if turn.is_white() { root.bound } else { root.bound.reversed() };
    bounded(white_view(root.score, turn), bound)
}

/// Question 4.
pub(super) fn compared(comparison: &MoveComparison, root: &Position, text: &mut PageText<'_>) {
    let theme = text.theme;
    let sides = [&comparison.sides[0], &comparison.sides[1]];
    let names = sides.map(|side| notation::san(root, side.mv));
    // Which is better is a matter of the side to move, the figures are White's.
    let better = usize::from(sides[0].line.score < sides[1].line.score);
    let scores = sides.map(|side| white_view(side.line.score, root.turn()));
    let margin = (scores[0].value() - scores[1].value()).abs();
    let is_comparable = scores.iter().all(|score| score.is_heuristic());
    text.line(
        theme.strong,
        match margin {
            0 => format!("{} and {} score the same: {}", names[0], names[1], scores[0]),
            _ => format!(
                "{} is better than {}{}: {} against {}",
                names[better],
                names[1 - better],
                if is_comparable { format!(" by {}", plain_pawns(margin)) } else { String::new() },
                scores[better],
                scores[1 - better]
            ),
        },
    );
    if let Some(reason) = reason(comparison, better, root) {
        text.sentence(&format!("{} {reason}", names[1 - better]));
    }
    text.sentence(&format!(
        "White's view; both searched again to depth {}, their lines played on by captures, promotions and ways out of check",
        sides[0].line.depth,
    ));
    for (side, name) in sides.into_iter().zip(&names) {
        text.heading(format!("line after {name}"));
        text.line(theme.text, pv_text(root, &side.line.moves));
        if !side.exchange.is_empty() {
            let end = root.after_line(&side.line.moves);
            text.sentence(&format!("played on: {}", pv_text(&end, &side.exchange)));
        }
    }
    if !is_comparable {
        return text.sentence("no terms: a proven result does not come from the evaluation");
    }
    // The longest name, where there is room for it beside three figures.
    let all = comparison.categories.iter().chain(&comparison.terms);
    let longest = all.map(|contrast| contrast.name.chars().count()).max().unwrap_or(0).max(12);
    let wide = text.width.saturating_sub(24).clamp(12, longest);
    let columns = |what: &str| format!("{what:<wide$}{:>8}{:>8}{:>8}", names[0], names[1], "+/−");
    let row = |text: &mut PageText<'_>, name: &str, [a, b]: [i32; 2]| {
        let difference = pawns(a - b);
        let gap = 8_usize.saturating_sub(difference.chars().count());
        text.row([
            span(theme.text, format!("{:<wide$}", truncate(name, wide))),
            span(theme.dim, format!("{:>8}{:>8}{:gap$}", pawns(a), pawns(b), "")),
            span(theme.favouring_by(a - b), difference),
        ]);
    };
    text.heading(columns("category"));
    for contrast in comparison.categories.iter().filter(|contrast| contrast.difference() != 0) {
        row(text, &contrast.name, contrast.values);
    }
    // The score of a search is not the evaluation of its last position: the rest makes the table add up.
    let evaluations = [0, 1].map(|side| {
        comparison.categories.iter().map(|contrast| contrast.values[side]).sum::<i32>()
    });
    row(text, "without tempo", evaluations);
    let values = [scores[0].value(), scores[1].value()];
    row(text, "rest", [0, 1].map(|side| values[side] - evaluations[side]));
    row(text, "score", values);
    text.sentence("rest: the side to move, what the search learned to correct, TT entries");
    text.heading(columns("term"));
    for contrast in comparison.terms.iter().filter(|contrast| contrast.difference() != 0) {
        row(text, &contrast.name, contrast.values);
    }
}

/// Why the other move is worse than that of the side `better`, with the checks of repetitions and material that annotating a game makes.
fn reason(comparison: &MoveComparison, better: usize, root: &Position) -> Option<Reason> {
    let sides = [&comparison.sides[better], &comparison.sides[1 - better]];
    let [best, played] = sides.map(|side| TaskResult::from(&side.line));
    let [forced, needed] = sides.map(|side| side.without_repetition.as_ref().map(TaskResult::from));
    let deviations = Deviations { best: forced.as_ref(), played: needed.as_ref() };
    let Pair { best, played } = deviations.counted(Pair { best: &best, played: &played });
    let pair = Comparison {
        earlier: &comparison.earlier,
        last: comparison.last,
        standing: Some(comparison.standing),
        deviations,
        ..Comparison::new(root, best, played)
    };
    pair.on_the_board()
}

/// Centipawns in pawns without a sign.
fn plain_pawns(centipawns: i32) -> String {
    format!("{:.2}", f64::from(centipawns) / 100.0)
}

/// Question 5.
pub(super) fn why_not(
    list: &[MoveAnswer],
    tree: &SearchTree,
    played: Option<Move>,
    text: &mut PageText<'_>,
) {
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
    let is_best = |answer: &MoveAnswer| {
        matches!(
            answer.outcome,
            MoveOutcome::Best(_) | MoveOutcome::AtLeast { .. } | MoveOutcome::AtMost { .. }
        )
    };
    text.line(
        theme.strong,
        match steps.iter().find(|(answer, ..)| !is_best(answer)) {
            Some((answer, name, ..)) => {
                let is_illegal = matches!(answer.outcome, MoveOutcome::Illegal(_));
                let verdict = match answer.mv {
                    _ if is_illegal => "not legal",
                    // The strength limits chose it.
                    Some(mv) if answer.ply == 0 && played == Some(mv) => {
                        "played, but rejected by this search"
                    }
                    _ => "rejected",
                };
                format!("{verdict} at ply {}: {name}", answer.ply + 1)
            }
            None => "this is the engine's principal variation".to_owned(),
        },
    );
    text.sentence("scores in the view of the side to move");
    for (answer, name, before, after) in steps {
        let style = if is_best(answer) { theme.good } else { theme.warn };
        let visit = answer.node.map(|_| format!("   iteration {}", answer.iteration));
        text.row([]);
        text.row([span(style, name), span(theme.dim, visit.unwrap_or_default())]);
        text.line(theme.text, format!("  {}", answer.outcome.text(&before, after.as_ref())));
        let is_illegal = matches!(answer.outcome, MoveOutcome::Illegal(_)) && answer.ply == 0;
        if is_illegal && !notation::possible_moves(&before, &answer.text).is_empty() {
            let words = format!("  :why {} says what keeps it from being legal", answer.text);
            text.sentence(&words);
        }
        if let Some(later) = &answer.later {
            let reason = names::ending(later, Some(&before));
            text.sentence(&format!("  the last visit ended differently: {reason}"));
        }
    }
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
        if entry.condition.is_some() {
            text.sentence("only on paths with the positions that the bound depends on");
        }
        text.heading("entry, side to move's view");
        let bound = |score: Score| match score.value().abs() >= Score::INFINITE.value() {
            true => "none".to_owned(),
            false => score.to_string(),
        };
        text.pair("lower bound", bound(low));
        text.pair("upper bound", bound(high));
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
    if let Some((_, report)) = model.inspected_search() {
        let (figures, shadow) = (&report.search.statistics, &report.search.shadow);
        let hits = percent(ratio(figures.tt_hits, figures.tt_probes));
        text.pair("probes", format!("{}, hit rate {hits}", count(figures.tt_probes)));
        let replaced = count(figures.tt_replaced);
        text.pair("stores", format!("{}, {replaced} replacements", count(figures.tt_stores)));
        text.heading("path dependence");
        text.pair("withheld", count(shadow.withheld));
        text.pair("narrowed", count(shadow.narrowed));
        text.pair("conditional", count(shadow.conditional));
        text.pair("refused probes", count(shadow.refused));
    }
}
