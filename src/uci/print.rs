//! Formats reports as UCI lines; the session writes them.

use crate::annotate::wdl::WdlModel;
use crate::base::{Bound, Score};
use crate::engine::Report;
use crate::rules::Move;
use crate::search::{CurrentMove, PvLine};
use std::fmt::Write as _;

/// Writes a move in UCI notation.
type Notation = fn(Move) -> String;

/// The lines of a report that are printed, at most so many: first the one that is played, then the others by score.
pub(super) fn shown_lines(report: &Report, most: usize) -> impl Iterator<Item = &PvLine> {
    let played = report.played_line();
    let is_other = move |line: &&PvLine| !played.is_some_and(|played| std::ptr::eq(played, *line));
    let others = report.search.lines.iter().filter(is_other);
    played.into_iter().chain(others).take(most.max(1))
}

/// The `info` lines of a report, at most so many.
pub(super) fn info(
    report: &Report,
    most: usize,
    show_wdl: bool,
    notation: Notation,
) -> Vec<String> {
    let count = report.search.lines.len().min(most.max(1));
    let info = |(rank, line)| {
        let rank = (count > 1).then_some(rank);
        info_line(report, line, rank, show_wdl, notation)
    };
    (1..).zip(shown_lines(report, most)).map(info).collect()
}

fn info_line(
    report: &Report,
    line: &PvLine,
    rank: Option<usize>,
    show_wdl: bool,
    notation: Notation,
) -> String {
    let mut text = format!("info depth {} seldepth {}", line.depth, line.selective_depth);
    if let Some(rank) = rank {
        let _ = write!(text, " multipv {rank}");
    }
    // Before the first iteration there is a move, but neither score nor line.
    if line.depth > 0 {
        let _ = write!(text, " score {}", score(line.score));
        match line.bound {
            Bound::Exact => {}
            Bound::Lower => text.push_str(" lowerbound"),
            Bound::Upper => text.push_str(" upperbound"),
        }
        if show_wdl {
            let shares = WdlModel::shipped().shares(line.score, &report.root);
            let _ = write!(text, " wdl {shares}");
        }
    }
    text.push_str(&effort(report));
    if line.depth > 0 {
        let moves: Vec<String> = line.moves.iter().map(|&mv| notation(mv)).collect();
        let _ = write!(text, " pv {}", moves.join(" "));
    }
    text
}

/// ` nodes 812 nps 40600 hashfull 2 tbhits 0 time 20`. Nodes and time are those of the whole search, pondering included.
fn effort(report: &Report) -> String {
    let search = &report.search;
    let time = report.pondered + report.elapsed;
    format!(
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        search.nodes, report.nps, search.hashfull, search.tablebase_hits, time.0
    )
}

/// The `info` line about the root move under search, with its number from 1.
pub(super) fn current_move(report: &Report, current: CurrentMove, notation: Notation) -> String {
    let CurrentMove { mv, number, depth } = current;
    let mv = notation(mv);
    format!("info depth {depth} currmove {mv} currmovenumber {number}{}", effort(report))
}

/// `cp 34` or `mate -3`.
fn score(score: Score) -> String {
    score
        .mate_moves()
        .map_or_else(|| format!("cp {}", score.value()), |moves| format!("mate {moves}"))
}

/// `bestmove e2e4 ponder e7e5`, or `bestmove (none)`.
pub(super) fn best_move(best: Option<Move>, ponder: Option<Move>, notation: Notation) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let best = format!("bestmove {}", notation(best));
    ponder.map_or_else(|| best.clone(), |reply| format!("{best} ponder {}", notation(reply)))
}
