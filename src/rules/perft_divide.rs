//! Perft divide compared with the pasted output of another program, to debug a move generator.

use super::{Move, Position, notation, parse_move};
use std::collections::HashMap;

/// A row of the comparison. Counts are leaf nodes below the root move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivideRow {
    /// The move in UCI form; for a move that is not legal here, the other program's text.
    pub text: String,
    /// The move, if it is legal here.
    pub mv: Option<Move>,
    /// Our count; `None` when the move is not legal here.
    pub ours: Option<u64>,
    /// The other program's count; `None` when it does not have the move.
    pub theirs: Option<u64>,
}

impl DivideRow {
    /// Whether the two counts agree.
    pub fn agrees(&self) -> bool {
        self.ours == self.theirs
    }
}

/// Compares `ours`, counts of moves of `position` that may still be missing, with `pasted`. The rows keep the order of
/// `ours`; moves that only `pasted` has follow.
///
/// A pasted line contains a move (SAN or UCI) and ends with its count: `e2e4: 20`, `1. e4 20`, `e2e4 - 20`. Other lines,
/// such as totals, are ignored.
pub fn compare_counts(
    position: &Position,
    ours: impl IntoIterator<Item = (Move, Option<u64>)>,
    pasted: &str,
) -> Vec<DivideRow> {
    let mut theirs = HashMap::new();
    let mut foreign = Vec::new();
    for (text, count) in pasted.lines().filter_map(read_row) {
        match parse_move(position, &text) {
            Ok(mv) => {
                theirs.insert(mv, count);
            }
            Err(_) => foreign.push(DivideRow { text, mv: None, ours: None, theirs: Some(count) }),
        }
    }
    let ours = ours.into_iter().map(|(mv, count)| DivideRow {
        text: notation::uci(mv),
        mv: Some(mv),
        ours: count,
        theirs: theirs.get(&mv).copied(),
    });
    ours.chain(foreign).collect()
}

/// The move and the count of a pasted line.
fn read_row(line: &str) -> Option<(String, u64)> {
    let mut words = line
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '|' | '\t'))
        .filter(|word| !word.is_empty());
    let count = words.next_back()?.parse().ok()?;
    words.find(|word| looks_like_a_move(word)).map(|word| (word.to_owned(), count))
}

/// Tells a move, which contains a square or castles, from a move number and from words such as `nodes`.
fn looks_like_a_move(word: &str) -> bool {
    let bare = word.trim_end_matches(['+', '#', '!', '?']);
    let has_square = bare
        .as_bytes()
        .windows(2)
        .any(|pair| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]));
    has_square || bare.starts_with("O-O") || bare.starts_with("0-0")
}

#[cfg(test)]
mod tests {
    use super::{DivideRow, compare_counts};
    use crate::rules::{Position, parse_fen, perft};

    fn compare_divide(position: &Position, depth: u32, pasted: &str) -> Vec<DivideRow> {
        let ours = perft::divide(position, depth).into_iter().map(|(mv, count)| (mv, Some(count)));
        compare_counts(position, ours, pasted)
    }

    #[test]
    fn pasted_lists_of_many_forms_are_compared() {
        let position = Position::default();
        let ours = perft::divide(&position, 2);
        let forms: [fn(&str) -> String; 5] = [
            |mv| format!("{mv}: 20"),
            |mv| format!("{mv} 20"),
            |mv| format!(" 3. {mv}  -  20"),
            |mv| format!("move {mv} nodes: 20"),
            |mv| format!("{mv};20"),
        ];
        for form in forms {
            let list: Vec<String> =
                ours.iter().map(|(mv, _)| form(&crate::rules::notation::uci(*mv))).collect();
            let text =
                format!("go perft 2\n{}\n\nNodes searched: 400\nTime 12 ms\n", list.join("\n"));
            let rows = compare_divide(&position, 2, &text);
            assert_eq!(rows.len(), 20, "{}", list[0]);
            assert!(rows.iter().all(DivideRow::agrees), "{}", list[0]);
        }
    }

    #[test]
    fn differences_are_marked() {
        let position = parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let pasted = "O-O 23\ne1c1 25\nRa1b1: 999\ne1e3: 7\nsum 3\n";
        let rows = compare_divide(&position, 2, pasted);
        let row = |text: &str| rows.iter().find(|row| row.text == text).unwrap();
        assert_eq!(rows.iter().filter(|row| row.theirs.is_some()).count(), 4);
        let truth = perft::divide(&position, 2);
        assert_eq!(rows.len(), truth.len() + 1);
        for (row, (mv, count)) in rows.iter().zip(&truth) {
            assert_eq!((row.mv, row.ours), (Some(*mv), Some(*count)));
        }
        assert_eq!(row("e1g1").theirs, Some(23));
        assert!(!row("a1b1").agrees() && !row("a1c1").agrees());
        let alien = row("e1e3");
        assert_eq!(
            (alien.mv, alien.ours, alien.theirs, alien.agrees()),
            (None, None, Some(7), false)
        );
        assert!(
            compare_divide(&position, 1, "\u{0}: ö\n::::\n1")
                .iter()
                .all(|row| row.theirs.is_none())
        );
    }
}
