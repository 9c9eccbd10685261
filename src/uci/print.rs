//! Formats reports as UCI lines; the session writes them.

use crate::base::{Bound, Score};
use crate::engine::Report;
use crate::rules::Move;
use crate::search::PvLine;
use std::fmt::Write as _;

/// Writes a move in UCI notation.
type Notation = fn(Move) -> String;

/// The `info` lines of a report, best line first.
pub(super) fn info(report: &Report, notation: Notation) -> Vec<String> {
    let lines = &report.search.lines;
    lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let rank = (lines.len() > 1).then_some(index + 1);
            info_line(report, line, rank, notation)
        })
        .collect()
}

fn info_line(report: &Report, line: &PvLine, rank: Option<usize>, notation: Notation) -> String {
    let search = &report.search;
    let mut text = format!("info depth {} seldepth {}", line.depth, line.selective_depth);
    if let Some(rank) = rank {
        let _ = write!(text, " multipv {rank}");
    }
    let _ = write!(text, " score {}", score(line.score));
    match line.bound {
        Bound::Exact => {}
        Bound::Lower => text.push_str(" lowerbound"),
        Bound::Upper => text.push_str(" upperbound"),
    }
    let _ = write!(
        text,
        " nodes {} nps {} hashfull {} tbhits {} time {} pv {}",
        search.nodes,
        report.nps,
        search.hashfull,
        search.tablebase_hits,
        report.elapsed.0,
        line.moves.iter().map(|&mv| notation(mv)).collect::<Vec<_>>().join(" ")
    );
    text
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
