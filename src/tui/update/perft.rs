//! Perft compare: counts begun, taken in, compared, and opened below a move.

use super::{Effect, inspect};
use crate::rules::Move;
use crate::tui::inspect::{Divide, Subject};
use crate::tui::layout::Preset;
use crate::tui::model::Model;
use std::path::PathBuf;

/// Counts the position on the board; another program's counts may come from a file.
pub(super) fn begin(model: &mut Model, depth: u32, file: Option<PathBuf>) -> Vec<Effect> {
    let position = model.shown_position().into_owned();
    let division = Divide::new(position, depth, next(model));
    let mut effects = open(model, division, 0);
    effects.extend(file.map(Effect::Paste));
    effects
}

/// The number of the next order to count.
fn next(model: &mut Model) -> u64 {
    model.inspect.counts += 1;
    model.inspect.counts
}

/// Shows a count and lets it be done, unless it is.
fn open(model: &mut Model, division: Divide, row: usize) -> Vec<Effect> {
    let wanted = (!division.is_done()).then(|| division.wanted());
    inspect::show(model, Subject::Divide(Box::new(division)));
    model.inspect.selected = row;
    let Some((position, depth, number)) = wanted else { return Vec::new() };
    model.inspect.counting = Some(number);
    vec![Effect::Perft(Box::new(position), depth, number)]
}

/// Gives up a count that the page has left.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let inspect = &mut model.inspect;
    let is_awaited = match &inspect.subject {
        Subject::Divide(division) => {
            let (_, _, number) = division.wanted();
            model.layout.preset == Preset::Debug && inspect.counting == Some(number)
        }
        _ => false,
    };
    if is_awaited || inspect.counting.take().is_none() {
        return Vec::new();
    }
    vec![Effect::StopPerft]
}

/// Counts below the move in the chosen row.
pub(super) fn below(model: &mut Model) -> Vec<Effect> {
    let (row, number) = (model.inspect.selected, next(model));
    let Subject::Divide(division) = &model.inspect.subject else { return Vec::new() };
    match division.below(row, number) {
        Some(below) => open(model, below, 0),
        None => {
            model.notify_error("there is nothing to count below that");
            Vec::new()
        }
    }
}

/// Goes back to the count one move up; one that was given up is begun again.
pub(super) fn above(model: &mut Model) -> Vec<Effect> {
    let number = next(model);
    let Subject::Divide(division) = &model.inspect.subject else { return Vec::new() };
    match division.above() {
        Some((above, row)) => open(model, above.again(number), row),
        None => Vec::new(),
    }
}

/// Takes a count in.
pub(super) fn counted(model: &mut Model, number: u64, mv: Move, leaves: u64) {
    if let Subject::Divide(division) = &mut model.inspect.subject {
        division.count(number, mv, leaves);
    }
}

/// Compares with what was pasted, if the page counts; tells whether it does.
pub(super) fn paste(model: &mut Model, text: &str) -> bool {
    let Subject::Divide(division) = &mut model.inspect.subject else { return false };
    let said = division.paste(text);
    model.inspect.selected = 0;
    model.notify_info(said);
    true
}
