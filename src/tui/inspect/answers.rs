//! Answers that the engine worked out by searching again, in words: two moves compared, a line followed, a table entry.

use super::moments::{line_words, number};
use super::scholar::pawns;
use super::sheet::{Ink, Row, Sheet};
use super::thought;
use crate::base::{Bound, Score};
use crate::engine::TableLook;
use crate::rules::{Move, Position, notation};
use crate::search::observe::{Answer, Comparison, Contrast, Fate, Rejection, Tree, words};
use crate::tui::model::Model;
use crate::tui::page::{count, share};

/// The root moves that can be compared with the best one: by nodes, the best one left out.
#[must_use]
pub fn rival_moves(model: &Model) -> Vec<Move> {
    let Some((_, report)) = thought(model) else { return Vec::new() };
    let best = report.search.lines.first().and_then(|line| line.moves.first()).copied();
    let mut moves: Vec<_> = report.search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    moves.into_iter().map(|root| root.mv).filter(|mv| Some(*mv) != best).collect()
}

/// Question 4, before the second move is chosen.
pub(super) fn rivals(model: &Model) -> Sheet {
    let Some((_, report)) = thought(model) else {
        return Sheet::words("the engine has not thought yet");
    };
    let best = report.search.lines.first().and_then(|line| line.moves.first());
    let Some(&best) = best else { return Sheet::words("no legal move") };
    let mut sheet = Sheet::default();
    let words = format!("compare {} with", number(&report.root, best));
    sheet.line(Ink::Strong, words);
    sheet.line(Ink::Dim, "↑↓ choose, Enter searches both and shows what makes the difference");
    sheet.heading("move          nodes  share   last score");
    let total: u64 = report.search.root_moves.iter().map(|root| root.nodes).sum();
    let first = sheet.rows.len();
    for mv in rival_moves(model) {
        let root = report.search.root_moves.iter().find(|root| root.mv == mv);
        let nodes = root.map_or(0, |root| root.nodes);
        let score = root.map_or_else(String::new, |root| bounded(root.score, root.bound));
        sheet.rows.push(
            Row::of(Ink::Text, format!("{:<10}", notation::san(&report.root, mv)))
                .and(Ink::Dim, format!("{:>9}", count(nodes)))
                .and(Ink::Dim, format!("{:>5.0} %", share(nodes, total) * 100.0))
                .and(Ink::Real, format!("{score:>13}")),
        );
    }
    sheet.chosen =
        (sheet.rows.len() > first).then(|| (first + model.inspect.row).min(sheet.rows.len() - 1));
    sheet
}

/// A score with the sign that says what it is.
pub(super) fn bounded(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!("≥ {score}"),
        Bound::Upper => format!("≤ {score}"),
    }
}

/// Question 4.
pub(super) fn compared(comparison: &Comparison, root: &Position) -> Sheet {
    let [first, second] = &comparison.sides;
    let mut sheet = Sheet::default();
    let names = [first, second].map(|side| notation::san(root, side.mv));
    let [a, b] = [first, second].map(|side| side.line.score);
    let (better, worse) = if a >= b { (0, 1) } else { (1, 0) };
    let margin = (a.value() - b.value()).abs();
    sheet.line(
        Ink::Strong,
        if !(a.is_heuristic() && b.is_heuristic()) {
            format!("{} {a} against {} {b}", names[0], names[1])
        } else if margin == 0 {
            format!("{} and {} are worth the same: {a}", names[0], names[1])
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
    let total: i32 = comparison.categories.iter().map(Contrast::difference).sum();
    let side = root.turn().fold_wb("White", "Black");
    sheet.line(
        Ink::Dim,
        format!(
            "{side}'s view, both searched anew to depth {}; where the lines end, the evaluation says {} for {}",
            first.line.depth,
            pawns(total),
            names[0]
        ),
    );
    for (side, name) in [first, second].into_iter().zip(&names) {
        sheet.heading(&format!("the line of {name}"));
        sheet.line(Ink::Text, line_words(root, &side.line.moves));
    }
    let parts = [("category", &comparison.categories), ("term", &comparison.terms)];
    for (what, contrasts) in parts {
        sheet.heading(&format!("{what:<19}{:>8}{:>8}{:>8}", names[0], names[1], "+/−"));
        for contrast in contrasts.iter().filter(|contrast| contrast.difference() != 0) {
            let ink = if contrast.difference() > 0 { Ink::Good } else { Ink::Bad };
            let [a, b] = contrast.values.map(pawns);
            sheet.rows.push(
                Row::of(Ink::Text, format!("{:<19.19}", contrast.name))
                    .and(Ink::Dim, format!("{a:>8}{b:>8}"))
                    .and(ink, format!("{:>8}", pawns(contrast.difference()))),
            );
        }
    }
    sheet
}

/// Question 5.
pub(super) fn why_not(list: &[Answer], tree: &Tree) -> Sheet {
    let mut sheet = Sheet::default();
    let mut position = tree.start.clone();
    let mut named = Vec::new();
    for answer in list {
        named.push(answer.mv.map_or_else(|| answer.text.clone(), |mv| number(&position, mv)));
        if let Some(mv) = answer.mv {
            position.play(mv);
        }
    }
    let fails = list.iter().position(|answer| !matches!(answer.fate, Fate::Best(_)));
    match fails {
        Some(at) => sheet
            .line(Ink::Strong, format!("it fails at ply {}, with {}", list[at].ply + 1, named[at])),
        None => sheet.line(Ink::Strong, "it is the engine's own line"),
    }
    let mut position = tree.start.clone();
    for (answer, name) in list.iter().zip(named) {
        sheet.rows.push(Row::default());
        let ink = if matches!(answer.fate, Fate::Best(_)) { Ink::Good } else { Ink::Warn };
        let visit = if answer.node.is_some() {
            format!("   iteration {}", answer.iteration)
        } else {
            String::new()
        };
        sheet.rows.push(Row::of(ink, name).and(Ink::Dim, visit));
        let after = answer.mv.map(|mv| position.after(mv));
        sheet.line(Ink::Text, format!("  {}", fate(&answer.fate, &position, after.as_ref())));
        if let Some(later) = &answer.later {
            sheet.line(
                Ink::Dim,
                format!("  the last visit ended otherwise: {}", words::ending(later)),
            );
        }
        if let Some(after) = after {
            position = after;
        }
    }
    sheet
}

/// What happened to a move, with its numbers.
fn fate(fate: &Fate, position: &Position, after: Option<&Position>) -> String {
    match fate {
        Fate::Best(score) => format!("the best move there, {score}"),
        Fate::Refutes { score, beta } => format!(
            "it is too good: {score} reaches {beta}, so the opponent avoids the position before it"
        ),
        Fate::Worse(rejection) => format!("searched, {}", rejected(rejection, position, after)),
        Fate::Reduced { by, rejection } => format!(
            "searched {by} plies less deep and not again, {}",
            rejected(rejection, position, after)
        ),
        Fate::CutBefore(mv) => {
            format!("not tried: {} ended the node before it", notation::san(position, *mv))
        }
        Fate::Skipped(view) => format!(
            "pruned by {}: {} against {}, move number {}",
            view.rule.name(),
            view.measured,
            view.limit,
            view.number
        ),
        Fate::NodeEnded(ending) => {
            format!("the node ended before any move: {}", words::ending(ending))
        }
        Fate::NotListed => "the node does not look at such moves".to_owned(),
        Fate::LeftOut => "listed, and the node closed without coming to it".to_owned(),
        Fate::Unfinished => "the search was stopped before it was decided".to_owned(),
        Fate::NotReached => "the search never came here: an earlier move failed".to_owned(),
        Fate::Illegal(why) => why.clone(),
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
pub(super) fn table(look: &TableLook, position: &Position, model: &Model) -> Sheet {
    let mut sheet = Sheet::default();
    match &look.entry {
        None => sheet.line(Ink::Strong, "no entry: the table holds nothing of this position"),
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
            sheet.line(Ink::Strong, format!("{kind} at depth {}, best move {best}", entry.draft));
            sheet.heading("entry, view of the side to move");
            sheet.pair("lower bound", low.to_string());
            sheet.pair("upper bound", high.to_string());
            sheet.pair("depth", entry.draft.to_string());
            sheet.pair("age", format!("{} searches", found.age));
            sheet.pair("best move", best);
            let evaluation = entry.evaluation.map_or_else(|| "–".to_owned(), |it| it.to_string());
            sheet.pair("evaluation", evaluation);
        }
    }
    sheet.heading("table");
    sheet.pair("key", format!("{:#018x}", look.key));
    sheet.pair("size", format!("{} MiB", look.mib));
    sheet.pair("in use", format!("{:.1} %", f64::from(look.per_mille) / 10.0));
    if let Some((_, report)) = thought(model) {
        let (figures, shadow) = (&report.search.statistics, &report.search.shadow);
        let hits = share(figures.hits, figures.probes) * 100.0;
        sheet.pair("probes", format!("{}, {hits:.0} % found", count(figures.probes)));
        sheet.pair(
            "stores",
            format!("{}, {} replaced another", count(figures.stores), count(figures.replaced)),
        );
        sheet.heading("because of repetitions");
        sheet.pair("withheld", count(shadow.withheld));
        sheet.pair("narrowed", count(shadow.narrowed));
        sheet.pair("refused reads", count(shadow.refused));
    }
    sheet
}
