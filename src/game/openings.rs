//! Opening names by position. The table is `assets/openings.txt`, which states its source.

use super::{Game, NodeId};
use crate::rules::{Key, Position, parse_move};
use std::collections::HashMap;

const TABLE: &str = include_str!("../../assets/openings.txt");

/// A named opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Code of the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// The name, such as `Ruy Lopez: Exchange Variation`.
    pub name: &'static str,
}

/// The opening table indexed by position, so that transpositions are recognised. Building it takes some milliseconds.
#[derive(Clone, Debug)]
pub struct Openings {
    known: HashMap<Key, Opening>,
}

impl Openings {
    /// The built-in table.
    pub fn builtin() -> Self {
        Self::read(TABLE).0
    }

    /// Parses a table; also returns the line numbers (from 1) of malformed lines, which are left out.
    fn read(table: &'static str) -> (Self, Vec<usize>) {
        let (mut known, mut bad) = (HashMap::new(), Vec::new());
        // The positions of the previous line, from the start.
        let mut stack = vec![Position::default()];
        for (index, line) in table.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let Some((opening, positions)) = read_line(line, &stack) else {
                bad.push(index + 1);
                continue;
            };
            stack = positions;
            if let Some(last) = stack.last() {
                known.entry(last.key()).or_insert(opening);
            }
        }
        (Self { known }, bad)
    }

    /// The opening whose line ends in this position.
    pub fn at(&self, position: &Position) -> Option<Opening> {
        self.known.get(&position.key()).copied()
    }

    /// The opening of the last named position on the path to `node`.
    pub fn of(&self, game: &Game, node: NodeId) -> Option<Opening> {
        if *game.start() != Position::default() {
            return None;
        }
        let path = game.tree().path(node);
        path.into_iter().rev().find_map(|id| self.at(game.position_at(id)))
    }

    /// Sets the tags ECO and Opening by the last named position of the main line, if there is one.
    pub fn tag(&self, game: &mut Game) {
        let last = game.tree().mainline().last().copied().unwrap_or_default();
        if let Some(opening) = self.of(game, last) {
            game.tags.set("ECO", opening.eco);
            game.tags.set("Opening", opening.name);
        }
    }

    /// Renews the tags ECO and Opening that `game` has where its main line has another opening than that of `before`, and removes
    /// those of its variation.
    pub fn retag(&self, before: &Game, game: &mut Game) {
        let opening =
            |game: &Game| self.of(game, game.tree().mainline().last().copied().unwrap_or_default());
        let (was, is) = (opening(before), opening(game));
        if was == is {
            return;
        }
        for tag in ["Variation", "SubVariation", "NIC"] {
            game.tags.remove(tag);
        }
        for (tag, value) in [("ECO", is.map(|it| it.eco)), ("Opening", is.map(|it| it.name))] {
            match value {
                _ if game.tags.get(tag).is_none() => {}
                Some(value) => game.tags.set(tag, value),
                None => game.tags.remove(tag),
            }
        }
    }
}

/// Parses one line of the table: its opening and its positions from the start, given those of the previous line.
fn read_line(line: &'static str, above: &[Position]) -> Option<(Opening, Vec<Position>)> {
    let mut fields = line.split('|');
    let shared = fields.next()?.parse::<usize>().ok()?;
    let mut positions = above.get(..=shared)?.to_vec();
    for text in fields.next()?.split_whitespace() {
        let here = positions.last()?;
        let next = here.after(parse_move(here, text).ok()?);
        positions.push(next);
    }
    let opening = Opening { eco: fields.next()?, name: fields.next()? };
    fields.next().is_none().then_some((opening, positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_legal() {
        assert_eq!(Openings::read(TABLE).1, Vec::<usize>::new());
        assert_eq!(Openings::read("0|e4|B00|x\n9|e5|C20|y\n0|Ke2|A00|z\n1|e5|C20").1, [2, 3, 4]);
    }
}
