//! A bounded record of the lines sent to external engines and received from them, in the form of other UCI tools.

use parking_lot::Mutex;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// Lines kept; of more, the oldest go.
const KEPT: usize = 50_000;

/// Where the lines of engines are recorded; the default records nothing. Engines started one after the other may share one.
#[derive(Clone, Debug, Default)]
pub struct Traffic(Option<Arc<Recording>>);

#[derive(Debug)]
struct Recording {
    start: Instant,
    lines: Mutex<(VecDeque<String>, usize)>,
}

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To the engine.
    Sent,
    /// From its standard output.
    Received,
    /// From its standard error.
    Error,
}

impl Traffic {
    /// A record that begins now.
    pub fn recording() -> Self {
        Self(Some(Arc::new(Recording { start: Instant::now(), lines: Mutex::default() })))
    }

    pub(super) fn add(&self, direction: Direction, name: &str, line: &str) {
        let Some(recording) = &self.0 else { return };
        let sign = match direction {
            Direction::Sent => '>',
            Direction::Received => '<',
            Direction::Error => '!',
        };
        let ms = recording.start.elapsed().as_millis();
        let mut lines = recording.lines.lock();
        if lines.0.len() == KEPT {
            lines.0.pop_front();
            lines.1 += 1;
        }
        lines.0.push_back(format!("{ms} {sign}{name}: {}", line.trim_end()));
    }

    /// The lines, each as `1234 >NAME: go depth 9`: milliseconds, `>` to the engine, `<` from it, `!` its standard error.
    pub fn text(&self) -> String {
        let Some(recording) = &self.0 else { return String::new() };
        let lines = recording.lines.lock();
        let mut text = String::new();
        if lines.1 > 0 {
            writeln!(text, "# {} older lines are not kept", lines.1).unwrap_or_default();
        }
        for line in &lines.0 {
            text += line;
            text.push('\n');
        }
        text
    }
}

/// Recording is no part of what is configured.
impl PartialEq for Traffic {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Traffic {}

#[cfg(test)]
mod tests {
    use super::{Direction, KEPT, Traffic};

    #[test]
    fn the_newest_lines_are_kept() {
        let traffic = Traffic::recording();
        for number in 0..=KEPT {
            traffic.add(Direction::Sent, "Oaf", &format!("line {number}\n"));
        }
        traffic.add(Direction::Received, "Oaf", "readyok\r\n");
        let text = traffic.text();
        assert!(text.starts_with("# 2 older lines are not kept\n"), "{}", &text[..80]);
        assert!(text.ends_with(" <Oaf: readyok\n") && text.contains(" >Oaf: line 2\n"));
        Traffic::default().add(Direction::Sent, "Oaf", "uci");
        assert_eq!(Traffic::default().text(), "");
    }
}
