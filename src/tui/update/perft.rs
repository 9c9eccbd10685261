//! Perft compare: counts begun, taken in, compared, and opened below a move.

use super::inspect;
use crate::rules::Move;
use crate::tui::model::inspect::{Divide, Subject};
use crate::tui::model::{CommandResult, Effect, Model, StorageEffect, TaskEffect};
use crate::tui::values::preset::Preset;
use std::path::PathBuf;

/// Counts the position on the board; another program's counts may come from a file.
pub fn start(model: &mut Model, depth: u32, file: Option<PathBuf>) -> Vec<Effect> {
    let position = model.shown_position().into_owned();
    let division = Divide::new(position, depth, next(model));
    let mut effects = open(model, division, 0);
    effects.extend(file.map(|file| StorageEffect::Paste(file).into()));
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
    vec![TaskEffect::Perft { position: Box::new(position), depth, number }.into()]
}

/// Gives up a count that the page has left.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    let inspect = &mut model.inspect;
    let is_shown = match inspect.divide() {
        Some(divide) => {
            let (_, _, number) = divide.wanted();
            model.layout.preset == Preset::Debug && inspect.counting == Some(number)
        }
        None => false,
    };
    if is_shown || inspect.counting.take().is_none() {
        return Vec::new();
    }
    vec![TaskEffect::StopPerft.into()]
}

/// Counts below the move in the selected row.
pub fn below(model: &mut Model) -> CommandResult {
    let (row, number) = (model.inspect.selected, next(model));
    let below = model.inspect.divide().and_then(|divide| divide.below(row, number));
    Ok(open(model, below.ok_or("there is nothing to count below that")?, 0))
}

/// Goes back to the count one move up; one that was given up is begun again.
pub fn above(model: &mut Model) -> Vec<Effect> {
    let number = next(model);
    match model.inspect.divide().and_then(Divide::above) {
        Some((above, row)) => open(model, above.again(number), row),
        None => Vec::new(),
    }
}

/// Takes a count in.
pub fn counted(model: &mut Model, number: u64, mv: Move, leaves: u64) {
    if let Subject::Divide(division) = &mut model.inspect.subject {
        division.count(number, mv, leaves);
    }
}

/// Compares with what was pasted, if the page counts; tells whether it does.
pub fn paste(model: &mut Model, text: &str) -> bool {
    let Subject::Divide(division) = &mut model.inspect.subject else { return false };
    let said = division.paste(text);
    model.inspect.selected = 0;
    model.notify_info(said);
    true
}
