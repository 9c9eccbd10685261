//! Perft divide beside another engine's counts. Where they differ, the user goes below the move and compares again,
//! until the faulty move is found.

use super::report_answers::numbered_moves;
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::rules::{DivideRow, Move, Position, compare_counts, notation};

/// Maximum depth: more would take days.
pub const DEEPEST: u32 = 9;

/// A running or finished divide.
#[derive(Clone, Debug)]
pub struct Divide {
    start: Position,
    /// Moves from the start to the counted position.
    line: Vec<Move>,
    depth: u32,
    /// Number of the perft request.
    number: u64,
    counted: Vec<(Move, u64)>,
    pasted: String,
    /// The divide one move up, with its selected row.
    above: Option<(Box<Self>, usize)>,
}

impl Divide {
    /// Starts a divide; `number` identifies its results.
    #[must_use]
    pub const fn new(start: Position, depth: u32, number: u64) -> Self {
        Self {
            start,
            line: Vec::new(),
            depth,
            number,
            counted: Vec::new(),
            pasted: String::new(),
            above: None,
        }
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
    #[must_use]
    pub fn position(&self) -> Position {
        self.line.iter().fold(self.start.clone(), |position, &mv| position.after(mv))
    }

    /// The move that led there.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.line.last().copied()
    }

    /// The request: position, plies, number.
    #[must_use]
    pub fn wanted(&self) -> (Position, u32, u64) {
        (self.position(), self.depth, self.number)
    }

    /// Whether every move is counted.
    #[must_use]
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

    /// Parses pasted counts; returns a message with their number.
    pub fn paste(&mut self, text: &str) -> String {
        self.pasted = text.to_owned();
        let rows = self.rows();
        let read = rows.iter().filter(|row| row.theirs.is_some()).count();
        match read {
            0 => "no line has a move and a count, such as e2e4: 20".to_owned(),
            _ => format!("{read} counts read"),
        }
    }

    /// The moves with both counts; after a paste, differing rows come first.
    fn rows(&self) -> Vec<DivideRow> {
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
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows().len()
    }

    /// Is nothing counted yet?
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.counted.is_empty()
    }

    /// The divide one ply deeper below the move in `row`, as request `number`; `None` at the last ply.
    #[must_use]
    pub fn below(&self, row: usize, number: u64) -> Option<Self> {
        let mv = self.rows().get(row)?.mv.filter(|_| self.depth > 1)?;
        let mut line = self.line.clone();
        line.push(mv);
        let above = Some((Box::new(self.clone()), row));
        let start = self.start.clone();
        Some(Self { line, above, ..Self::new(start, self.depth - 1, number) })
    }

    /// The divide above and its selected row.
    #[must_use]
    pub fn above(&self) -> Option<(Self, usize)> {
        self.above.as_ref().map(|(above, row)| ((**above).clone(), *row))
    }

    /// The page.
    #[must_use]
    pub fn styled_text(&self, chosen: usize) -> StyledText {
        let position = self.position();
        let rows = self.rows();
        let waiting = rows.iter().filter(|row| is_waiting(row)).count();
        let total: u64 = self.counted.iter().map(|(_, leaves)| leaves).sum();
        let mut sheet = StyledText::default();
        let name = if self.line.is_empty() {
            String::new()
        } else {
            format!(" after {}", numbered_moves(&self.start, &self.line).join(" "))
        };
        let moves = self.counted.len();
        let state = if waiting > 0 {
            format!("perft {}{name}: counting, {waiting} moves to go, {total} so far", self.depth)
        } else {
            format!("perft {}{name}: {total} leaves below {moves} moves", self.depth)
        };
        sheet.line(TextStyle::Strong, state);
        if self.pasted.is_empty() {
            let words = "paste another engine's counts here, or :perft N FILE, to compare";
            sheet.line(TextStyle::Text, words);
        } else {
            let wrong = rows.iter().filter(|row| differs(row)).count();
            let theirs: u64 = rows.iter().filter_map(|row| row.theirs).sum();
            match wrong {
                0 => sheet.line(TextStyle::Good, "every count agrees"),
                _ => sheet.line(TextStyle::Bad, format!("{wrong} differ; theirs sum to {theirs}")),
            }
        }
        sheet.line(TextStyle::Dim, "↑↓ choose · → or Enter divide below the move · ← back");
        let heading = format!("{:<9}{:>11}{:>11}{:>11}", "move", "ours", "theirs", "+/−");
        sheet.heading(&heading);
        for (index, row) in rows.iter().enumerate() {
            if index == chosen.min(rows.len().saturating_sub(1)) {
                sheet.selected = Some(sheet.rows.len());
            }
            sheet.rows.push(self.row(row, &position));
        }
        sheet
    }

    fn row(&self, row: &DivideRow, position: &Position) -> StyledLine {
        let name = row.mv.map_or_else(|| row.text.clone(), |mv| notation::san(position, mv));
        let number = |count: Option<u64>| count.map_or_else(|| "–".to_owned(), |it| it.to_string());
        let line = StyledLine::of(TextStyle::Text, format!("{name:<9}"))
            .and(TextStyle::Strong, format!("{:>11}", number(row.ours)));
        if self.pasted.is_empty() {
            return line;
        }
        let line = line.and(TextStyle::Dim, format!("{:>11}", number(row.theirs)));
        match (row.ours, row.theirs) {
            (Some(ours), Some(theirs)) if ours == theirs => {
                line.and(TextStyle::Dim, format!("{:>11}", "="))
            }
            (Some(ours), Some(theirs)) => {
                let difference = i128::from(theirs) - i128::from(ours);
                line.and(TextStyle::Bad, format!("{difference:>+11}  differs"))
            }
            (Some(_), None) => line.and(TextStyle::Bad, format!("{:>11}  missing in theirs", "")),
            (None, _) if is_waiting(row) => line.and(TextStyle::Dim, format!("{:>11}", "…")),
            (None, _) => line.and(TextStyle::Bad, format!("{:>11}  illegal here", "")),
        }
    }
}

/// Whether our count is still missing.
const fn is_waiting(row: &DivideRow) -> bool {
    row.mv.is_some() && row.ours.is_none()
}

/// Whether the two counts differ; pending ones do not.
fn differs(row: &DivideRow) -> bool {
    !is_waiting(row) && !row.agrees()
}

#[cfg(test)]
mod tests {
    use super::Divide;
    use crate::rules::{Position, notation, perft};

    fn counted(depth: u32) -> Divide {
        let mut division = Divide::new(Position::default(), depth, 1);
        for (mv, leaves) in perft::divide(&Position::default(), depth) {
            division.count(1, mv, leaves);
            division.count(7, mv, 99);
        }
        division
    }

    fn text(division: &Divide) -> String {
        let rows = division.styled_text(0).rows;
        let words = |row: &super::StyledLine| row.0.iter().map(|(_, word)| word.as_str()).collect();
        rows.iter().map(words).collect::<Vec<String>>().join("\n")
    }

    #[test]
    fn differences_stand_first_and_are_named() {
        let mut division = counted(3);
        assert!(text(&division).contains("8902 leaves below 20 moves"));
        let theirs: Vec<String> = perft::divide(&Position::default(), 3)
            .into_iter()
            .filter(|(mv, _)| notation::uci(*mv) != "a2a3")
            .map(|(mv, n)| {
                let wrong = u64::from(notation::uci(mv) == "b1c3");
                format!("{}: {}", notation::uci(mv), n + wrong)
            })
            .collect();
        assert_eq!(
            division.paste("Nodes searched: 8902"),
            "no line has a move and a count, such as e2e4: 20"
        );
        assert_eq!(division.paste(&(theirs.join("\n") + "\ne2e5: 3")), "20 counts read");
        let text = text(&division);
        assert!(text.contains("3 differ"), "{text}");
        let first: Vec<&str> = text.lines().skip(5).take(3).collect();
        assert!(first.iter().any(|line| line.contains("Nc3") && line.contains("+1  differs")));
        assert!(first.iter().any(|line| line.contains("missing in theirs")), "{text}");
        assert!(first.iter().any(|line| line.contains("e2e5") && line.contains("illegal here")));
    }

    #[test]
    fn one_goes_below_a_move_and_back() {
        let division = counted(2);
        let below = division.below(3, 2).unwrap();
        assert_eq!((below.depth, below.line.len(), below.is_empty()), (1, 1, true));
        assert!(below.below(0, 3).is_none(), "there is nothing below the last ply");
        let (above, row) = below.above().unwrap();
        assert_eq!((above.len(), row), (20, 3));
        assert!(Divide::depth("12").is_err() && Divide::depth("x").is_err());
    }
}
