//! Reads lines from a pipe with any content: invalid UTF-8, endless lines, no line at all.

use crate::base::{self, sanitise};
use std::io::{BufRead, ErrorKind};

/// Longest line in bytes. Real ones are principal variations of 256 moves and lists of choices.
const MAX_LINE_BYTES: usize = 64 * 1024;
/// Characters of a line in the log and in messages.
pub(super) const MAX_SHOWN: usize = 400;

/// A line from a pipe.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadLine {
    /// A line without its line end, sanitised.
    Line(String),
    /// The length in bytes of a line over the limit.
    Long(usize),
}

/// The next line; `None` at the end of the pipe. Blocking.
pub(super) fn next_line(pipe: &mut impl BufRead) -> Option<ReadLine> {
    let (mut line, mut length) = (Vec::new(), 0_usize);
    loop {
        let chunk = match pipe.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A read error counts as the end of the pipe.
            Err(_) => return None,
        };
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = MAX_LINE_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        length = length.saturating_add(part.len());
        let (used, at_end) = (part.len() + usize::from(end.is_some()), chunk.is_empty());
        pipe.consume(used);
        if end.is_some() || at_end {
            break if at_end && length == 0 {
                None
            } else if length > MAX_LINE_BYTES {
                Some(ReadLine::Long(length))
            } else {
                let text = String::from_utf8_lossy(&line);
                Some(ReadLine::Line(sanitise(text.trim_end_matches('\r')).into_owned()))
            };
        }
    }
}

/// The first part of a long text.
pub(super) fn shortened(text: &str) -> String {
    base::shortened(text, MAX_SHOWN).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_BYTES, ReadLine, next_line};
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<ReadLine> {
        let mut pipe = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut pipe)).collect()
    }

    #[test]
    fn lines_of_all_kinds() {
        let line = |text: &str| ReadLine::Line(text.to_owned());
        let cases: [(&[u8], Vec<ReadLine>); 5] = [
            (b"", vec![]),
            (b"a\r\nlonger than a buffer\n", vec![line("a"), line("longer than a buffer")]),
            (
                b"\n\nend without a line end",
                vec![line(""), line(""), line("end without a line end")],
            ),
            (b"\xff\xfe\n", vec![line("\u{fffd}\u{fffd}")]),
            (b"\x1b[2Ja\0b\n", vec![line("␛[2Ja␀b")]),
        ];
        for (bytes, expected) in cases {
            assert_eq!(lines(bytes), expected);
        }
    }

    #[test]
    fn a_line_without_end_is_counted_and_not_kept() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE_BYTES];
        bytes.extend_from_slice(b"\nuciok");
        assert_eq!(
            lines(&bytes),
            [ReadLine::Long(3 * MAX_LINE_BYTES), ReadLine::Line("uciok".into())]
        );
        assert_eq!(lines(&bytes[..MAX_LINE_BYTES]).len(), 1);
    }
}
