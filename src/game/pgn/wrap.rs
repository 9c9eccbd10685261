//! Movetext in lines of less than 80 columns, as PGN's export format wants them (PGN 4.3, 8.2.6).

/// Columns a line may fill.
const WIDTH: usize = 79;

/// Collects words and breaks lines between them.
#[derive(Debug, Default)]
pub(super) struct LineWrapper {
    out: String,
    column: usize,
    /// The last word, which may still get a closing mark.
    held: String,
    /// Opening marks for the next word.
    opening: String,
}

impl LineWrapper {
    /// Adds a word; it may contain spaces and is not broken.
    pub(super) fn word(&mut self, text: &str) {
        self.flush();
        self.held = std::mem::take(&mut self.opening);
        self.held.push_str(text);
    }

    /// Puts `mark` in front of the next word.
    pub(super) fn open(&mut self, mark: char) {
        self.opening.push(mark);
    }

    /// Puts `mark` behind the last word.
    pub(super) fn close(&mut self, mark: char) {
        if !self.opening.is_empty() {
            self.word("");
        }
        self.held.push(mark);
    }

    /// The text with a line end.
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.out.push('\n');
        self.out
    }

    fn flush(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let length = self.held.chars().count();
        // A percent sign at the start of a line would hide that line from other readers.
        let breaks = self.column + 1 + length > WIDTH && !self.held.starts_with('%');
        if self.column > 0 {
            self.out.push(if breaks { '\n' } else { ' ' });
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.out.push_str(&self.held);
        self.column += length;
        self.held.clear();
    }
}
