//! The events of a session's loop, and the thread that makes them of the input.

use crate::engine::Notice;
use crate::rules::Move;
use std::io::{BufRead, Read as _};
use std::sync::mpsc::Sender;

/// Longest line in bytes; the rest of a longer one is dropped. Twice the length of a game of 6,000 plies.
pub(super) const MAX_LINE: u64 = 1 << 16;

/// An event of the loop.
#[derive(Debug)]
pub(super) enum Event {
    Line(String),
    /// The next line is the beginning of one that is longer than [`MAX_LINE`].
    LongLine,
    Notice(Notice),
    /// The counts of the perft that was begun last; `None` if it was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// The time for a mate that is searched for after the end of the input has passed.
    Overdue,
    EndOfInput,
}

/// Sends the lines of the input. Bytes that are not UTF-8 are replaced.
pub(super) fn read(mut input: impl BufRead, events: &Sender<Event>) {
    let (mut line, mut is_first) = (Vec::new(), true);
    loop {
        line.clear();
        match (&mut input).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if !line.ends_with(b"\n") && line.len() as u64 == MAX_LINE {
            // The rest is skipped, and the part that was read is cut at a word.
            let _ = input.skip_until(b'\n');
            let cut = line.iter().rposition(|byte| *byte == b' ').unwrap_or(0);
            line.truncate(cut);
            if events.send(Event::LongLine).is_err() {
                return;
            }
        }
        // A file that is piped in may begin with a byte-order mark.
        let text = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| is_first).unwrap_or(&line);
        is_first = false;
        if events.send(Event::Line(String::from_utf8_lossy(text).into_owned())).is_err() {
            return;
        }
    }
    let _ = events.send(Event::EndOfInput);
}
