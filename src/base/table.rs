//! A table of text: columns as wide as their longest cell.

use std::fmt::{self, Display};

/// A text table. The first `left` columns are aligned to the left, the others to the right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
    left: usize,
}

impl Table {
    /// A table with a header row.
    pub fn new(left: usize, header: &[&str]) -> Self {
        Self { rows: vec![header.iter().map(ToString::to_string).collect()], left }
    }

    /// Appends a row.
    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        self.rows.push(cells.into());
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell =
            |row: &'_ [String], column: usize| row.get(column).map_or(0, |c| c.chars().count());
        let width = |column| self.rows.iter().map(|row| cell(row, column)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column == 0 { "" } else { "  " };
                line += &if column < self.left {
                    format!("{gap}{cell:<width$}")
                } else {
                    format!("{gap}{cell:>width$}")
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
