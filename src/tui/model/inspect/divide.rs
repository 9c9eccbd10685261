//! Perft divide beside another engine's counts. Where they differ, the user goes below the move and compares again,
//! until the faulty move is found.

use crate::rules::{DivideRow, Move, Position, compare_counts};

/// Maximum depth: more would take days.
pub const DEEPEST: u32 = 9;

/// A running or finished divide.
#[derive(Clone, Debug, Default)]
pub struct Divide {
    /// The root.
    pub start: Position,
    /// Moves from the start to the counted position.
    pub line: Vec<Move>,
    /// Plies.
    pub depth: u32,
    /// Number of the perft request.
    number: u64,
    /// Leaves below each counted move.
    pub counted: Vec<(Move, u64)>,
    /// Pasted counts of another engine.
    pub pasted: String,
    /// The divide one move up, with its selected row.
    above: Option<(Box<Self>, usize)>,
}

impl Divide {
    /// Starts a divide; `number` identifies its results.
    pub fn new(start: Position, depth: u32, number: u64) -> Self {
        Self { start, depth, number, ..Self::default() }
    }

    /// Parses a depth.
    ///
    /// # Errors
    /// The text is not a number from 1 to [`DEEPEST`].
    pub fn depth(text: &str) -> Result<u32, String> {
        let depth = text.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth));
        depth.ok_or_else(|| format!("perft {text:?}: expected 1 to {DEEPEST}"))
    }

    /// The counted position.
    pub fn position(&self) -> Position {
        self.line.iter().fold(self.start.clone(), |position, &mv| position.after(mv))
    }

    /// The move that led there.
    pub fn last_move(&self) -> Option<Move> {
        self.line.last().copied()
    }

    /// The request: position, plies, number.
    pub fn wanted(&self) -> (Position, u32, u64) {
        (self.position(), self.depth, self.number)
    }

    /// Whether every move is counted.
    pub fn is_done(&self) -> bool {
        self.counted.len() == self.position().legal_moves().len()
    }

    /// The same divide as request `number`, restarted unless it is finished.
    #[must_use]
    pub fn again(mut self, number: u64) -> Self {
        if !self.is_done() {
            (self.counted, self.number) = (Vec::new(), number);
        }
        self
    }

    /// Adds a count of the current request.
    pub fn count(&mut self, number: u64, mv: Move, leaves: u64) {
        if number == self.number {
            self.counted.push((mv, leaves));
        }
    }

    /// Parses pasted counts; returns a message with their number. A text without counts changes nothing.
    pub fn paste(&mut self, text: &str) -> String {
        let before = std::mem::replace(&mut self.pasted, text.to_owned());
        let rows = self.rows();
        let read = rows.iter().filter(|row| row.theirs.is_some()).count();
        match read {
            0 => {
                self.pasted = before;
                "no line has a move and a count, such as e2e4: 20".to_owned()
            }
            _ => format!("{read} counts read"),
        }
    }

    /// The moves with both counts; after a paste, differing rows come first.
    pub fn rows(&self) -> Vec<DivideRow> {
        let position = self.position();
        let found = |mv: Move| self.counted.iter().find(|(counted, _)| *counted == mv);
        let moves = position.legal_moves();
        let ours = moves.into_iter().map(|mv| (mv, found(mv).map(|(_, leaves)| *leaves)));
        let mut rows = compare_counts(&position, ours, &self.pasted);
        if !self.pasted.is_empty() {
            rows.sort_by_key(|row| !differs(row));
        }
        rows
    }

    /// Number of selectable rows.
    pub fn row_count(&self) -> usize {
        self.rows().len()
    }

    /// The divide one ply deeper below the move in `row`, as request `number`; `None` at the last ply.
    pub fn below(&self, row: usize, number: u64) -> Option<Self> {
        let mv = self.rows().get(row)?.mv.filter(|_| self.depth > 1)?;
        let mut line = self.line.clone();
        line.push(mv);
        let above = Some((Box::new(self.clone()), row));
        let start = self.start.clone();
        Some(Self { line, above, ..Self::new(start, self.depth - 1, number) })
    }

    /// The divide above and its selected row.
    pub fn above(&self) -> Option<(Self, usize)> {
        self.above.as_ref().map(|(above, row)| ((**above).clone(), *row))
    }
}

/// Whether our count is still missing.
pub const fn is_waiting(row: &DivideRow) -> bool {
    row.mv.is_some() && row.ours.is_none()
}

/// Whether the two counts differ; pending ones do not.
pub fn differs(row: &DivideRow) -> bool {
    !is_waiting(row) && !row.agrees()
}

#[cfg(test)]
mod tests {
    use super::Divide;
    use crate::rules::Position;
    use crate::rules::perft;

    #[test]
    fn one_goes_below_a_move_and_back() {
        let mut divide = Divide::new(Position::default(), 2, 1);
        for (mv, leaves) in perft::divide(&Position::default(), 2) {
            divide.count(1, mv, leaves);
            divide.count(7, mv, 99);
        }
        let below = divide.below(3, 2).unwrap();
        assert_eq!((below.depth, below.line.len(), below.counted.len()), (1, 1, 0));
        assert!(below.below(0, 3).is_none(), "there is nothing below the last ply");
        let (above, row) = below.above().unwrap();
        assert_eq!((above.row_count(), row), (20, 3));
        assert!(Divide::depth("12").is_err() && Divide::depth("x").is_err());
    }
}
