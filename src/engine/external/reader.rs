//! Lines out of a pipe, whatever is in it: bytes that are no text, lines without end, no line at all.

use crate::base::sanitise;
use std::io::{BufRead, ErrorKind};

/// Bytes of a line that is still read. The longest honest ones are main lines of 256 moves and lists of choices.
const MAX_LINE_BYTES: usize = 64 * 1024;
/// Bytes of a log or error line that are kept.
pub(super) const MAX_SHOWN: usize = 400;

/// A line from a pipe.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ReadLine {
    /// A line, its end taken off, with everything replaced that is no text or that a terminal would obey.
    Line(String),
    /// A line of so many bytes, too long to keep.
    Long(usize),
}

/// The next line; `None` at the end of the pipe. Blocking.
pub(super) fn next_line(pipe: &mut impl BufRead) -> Option<ReadLine> {
    let (mut line, mut length) = (Vec::new(), 0_usize);
    loop {
        let chunk = match pipe.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A pipe that cannot be read has ended as far as we are concerned.
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

/// The first part of a text that may be of any length.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
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
