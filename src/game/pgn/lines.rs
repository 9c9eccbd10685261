//! Line ends of any kind: LF, CR LF and CR alone.

use std::iter;

/// Number of line ends.
pub(super) fn line_ends(bytes: &[u8]) -> usize {
    (0..bytes.len()).filter(|&at| ends_line(bytes, at)).count()
}

/// The lines with their ends.
pub(super) fn lines(mut rest: &[u8]) -> impl Iterator<Item = &[u8]> {
    iter::from_fn(move || {
        let length =
            (0..rest.len()).find(|&at| ends_line(rest, at)).map_or(rest.len(), |at| at + 1);
        let (line, behind) = rest.split_at(length);
        rest = behind;
        (!line.is_empty()).then_some(line)
    })
}

fn ends_line(bytes: &[u8], at: usize) -> bool {
    match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    }
}
