//! The positions and moves of a trace, checked against the rules of chess; those of its tree in one pass over its records.

use super::text::line;
use crate::rules::{NotationError, Position, parse_line, parse_move, parse_start};
use lucena_trace::record::{Enter, Flags, Move, Record};
use lucena_trace::{Error, Iteration, Trace, path};
use std::fs::File;

/// Nodes whose moves are checked: a wrong code of squares shows in the first ones.
const MAX_CHECKED: u64 = 1 << 20;

/// The positions of searches and the best moves of their iterations that chess does not have, in words.
///
/// # Errors
/// The file cannot be read.
pub(super) fn impossible(trace: &mut Trace<File>) -> Result<Vec<String>, Error> {
    let mut wrong = Vec::new();
    let mut first = 0;
    for number in 0..trace.index.searches.len() {
        // The iterations of a search stand together, in the order of the searches.
        let iterations = &trace.index.iterations[first..];
        let own = |it: &Iteration| usize::try_from(it.search).is_ok_and(|it| it <= number);
        let own = first..first + iterations.partition_point(own);
        first = own.end;
        let (fen, moves) = trace.position(number)?;
        let position = match position_of(&fen, moves.into_iter()) {
            Ok(position) => position,
            Err(error) => {
                wrong.push(format!("search {}: {error}", number + 1));
                continue;
            }
        };
        for iteration in &trace.index.iterations[own] {
            let best = iteration.result.map(|result| result.best).filter(|best| !best.is_none());
            if let Some(error) = best.and_then(|it| parse_move(&position, &it.to_string()).err()) {
                let depth = iteration.depth;
                wrong.push(format!("search {}: best move at depth {depth}: {error}", number + 1));
            }
        }
    }
    Ok(wrong)
}

/// The position of a search: after the moves from the one in FEN.
fn position_of(fen: &str, moves: impl Iterator<Item = Move>) -> Result<Position, NotationError> {
    let start = parse_start(fen)?;
    let line = parse_line(&start, moves.map(|mv| mv.to_string()));
    line.error.map_or(Ok(line.end), Err)
}

/// The first node of a trace that an illegal move led to, in words.
///
/// # Errors
/// The file cannot be read.
pub(super) fn first_illegal(trace: &mut Trace<File>) -> Result<Option<String>, Error> {
    let mut walk = Walk::default();
    let end = trace.index.end;
    trace.each(Trace::<File>::first_record(), end, |offset, record| walk.take(offset, record))?;
    let Some((offset, error)) = walk.illegal else { return Ok(None) };
    let (_, chain) = trace.locate(offset)?;
    let (search, moves) = (walk.searches, line(&path(&chain)));
    Ok(Some(format!("search {search}: node at byte {offset} ({moves}): {error}")))
}

/// The positions of the open nodes; `None` where one is not known, so that what is below is not checked.
#[derive(Default)]
struct Walk {
    searches: usize,
    /// The position of the search.
    root: Option<Position>,
    open: Vec<Option<Position>>,
    /// The moves to the next node, if the one above is not recorded.
    path: Option<Vec<Move>>,
    checked: u64,
    /// The offset of the first node after an illegal move.
    illegal: Option<(u64, NotationError)>,
}

impl Walk {
    /// Takes a record in; with `false` the pass ends.
    fn take(&mut self, offset: u64, record: &Record<'_>) -> bool {
        match record {
            Record::Search { fen, moves } => {
                self.open.clear();
                self.searches += 1;
                self.root = position_of(&String::from_utf8_lossy(fen), moves.iter()).ok();
            }
            Record::Iteration { .. } | Record::End { .. } => self.open.clear(),
            Record::Path(moves) => self.path = Some(moves.iter().collect()),
            Record::Enter(enter) => self.enter(offset, enter),
            Record::Exit(_) => drop(self.open.pop()),
            Record::Header { .. }
            | Record::Name { .. }
            | Record::Eval { .. }
            | Record::Probe(_)
            | Record::Store(_)
            | Record::Order(_)
            | Record::Pruned { .. }
            | Record::Change { .. }
            | Record::Number { .. }
            | Record::Comment(_)
            | Record::Unknown(_) => {}
        }
        self.illegal.is_none() && self.checked < MAX_CHECKED
    }

    fn enter(&mut self, offset: u64, enter: &Enter) {
        self.checked += 1;
        let path = self.path.take();
        let (from, moves) = match self.open.last() {
            Some(above) if enter.flags.has(Flags::SAME) => (above, Vec::new()),
            Some(above) => (above, vec![enter.mv]),
            None => (&self.root, path.unwrap_or_default()),
        };
        let reached = from.clone().map_or(Ok(None), |from| after(from, &moves));
        let position = reached.unwrap_or_else(|error| {
            self.illegal = Some((offset, error));
            None
        });
        self.open.push(position);
    }
}

/// The position after the moves, of which no move passes; `None` where the side to move cannot pass.
fn after(mut position: Position, moves: &[Move]) -> Result<Option<Position>, NotationError> {
    for mv in moves {
        if mv.is_none() {
            let Some(passed) = position.null_move() else { return Ok(None) };
            position = passed;
        } else {
            position.play(parse_move(&position, &mv.to_string())?);
        }
    }
    Ok(Some(position))
}
