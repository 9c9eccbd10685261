//! The log: every message made harmless, gathered by tui-logger for the panel and kept in the user's `lucena.log` for afterwards.

use crate::base::{create_private_dir, open_regular, sanitise};
use crate::config::local_now;
use crate::game::Timestamp;
use crate::tui::model::log::LogEntry;
use log::{Level, Log, Metadata, Record};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tui_logger::{ExtLogRecord, LogFormatter, TuiLoggerWidget};

/// Most bytes of the file. A longer one becomes `lucena.log.old`, so that twice this is kept at most.
const LONGEST: u64 = 1 << 20;

/// Entries between two frames at most; tui-logger replaces the oldest of more by a line that counts them.
const WAITING: usize = 10_000;

/// Takes in everything from now on, and returns the queue of what the panel has not seen. Fails only when there is a log already, which
/// then serves as well.
pub fn begin(file: Option<&Path>) -> LogQueue {
    let queue = LogQueue::default();
    let book = Logbook { file: Mutex::new(file.and_then(open)), queue: queue.clone() };
    if log::set_boxed_logger(Box::new(book)).is_ok() {
        set_level(Level::Info);
    }
    queue
}

/// Keeps entries down to this level for the panel; the file has those down to `Info`.
pub fn set_level(level: Level) {
    log::set_max_level(level.max(Level::Info).to_level_filter());
}

/// Entries that wait for the panel: those before the first frame here, later ones in tui-logger, which looks for the time
/// zone at its first message and reads the folders of the zone database for it.
#[derive(Clone, Debug)]
pub struct LogQueue(Arc<Mutex<Option<Vec<Entry>>>>);

impl Default for LogQueue {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Some(Vec::new()))))
    }
}

/// A message before the first frame. tui-logger keeps no key-values: the ply goes into its field for the line of the source.
#[derive(Clone, Debug)]
struct Entry {
    level: Level,
    target: String,
    ply: Option<u32>,
    text: String,
}

impl Entry {
    fn log(&self) {
        let mut record = Record::builder();
        record.level(self.level).target(&self.target).line(self.ply);
        tui_logger::Drain::new().log(&record.args(format_args!("{}", self.text)).build());
    }
}

impl LogQueue {
    fn push(&self, entry: Entry) {
        let mut early = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *early {
            Some(waiting) if waiting.len() < WAITING => waiting.push(entry),
            Some(_) | None => {
                Self::hand_over(&mut early);
                entry.log();
            }
        }
    }

    fn hand_over(early: &mut Option<Vec<Entry>>) {
        if let Some(waiting) = early.take() {
            tui_logger::set_hot_buffer_depth(WAITING);
            waiting.iter().for_each(Entry::log);
        }
    }

    /// Takes what has come since the last call, oldest first.
    pub fn take(&self) -> Vec<LogEntry> {
        Self::hand_over(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
        tui_logger::move_events();
        let taken = Taken::default();
        let area = Rect::new(0, 0, 2, 2);
        TuiLoggerWidget::default()
            .formatter(Box::new(taken.clone()))
            .render(area, &mut Buffer::empty(area));
        // A new ring is an empty one.
        tui_logger::set_buffer_depth(WAITING);
        let mut entries =
            std::mem::take(&mut *taken.0.lock().unwrap_or_else(PoisonError::into_inner));
        entries.reverse();
        entries
    }
}

/// Only a formatter sees tui-logger's records: this one keeps them, newest first, and leaves every line empty but the first, which the
/// widget needs, so that the widget goes on to the oldest.
#[derive(Clone, Debug, Default)]
struct Taken(Arc<Mutex<Vec<LogEntry>>>);

impl LogFormatter for Taken {
    fn min_width(&self) -> u16 {
        1
    }

    fn format(&self, _: usize, record: &ExtLogRecord) -> Vec<Line<'_>> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push(LogEntry {
            time: record.timestamp.strftime("%H:%M:%S").to_string(),
            level: record.level,
            target: record.target().to_owned(),
            ply: record.line.and_then(|ply| usize::try_from(ply).ok()),
            text: record.msg().to_owned(),
        });
        if entries.len() == 1 { vec![Line::default()] } else { Vec::new() }
    }
}

#[derive(Debug)]
struct Logbook {
    /// Without it, or when the disk is full, the panel is what there is.
    file: Mutex<Option<LogFile>>,
    queue: LogQueue,
}

#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    out: File,
    /// Bytes that may still be written.
    left: u64,
}

fn open(path: &Path) -> Option<LogFile> {
    create_private_dir(path.parent()?).ok()?;
    let length = fs::metadata(path).map_or(0, |about| about.len());
    let mut written = length;
    if length >= LONGEST / 2 && fs::rename(path, path.with_extension("log.old")).is_ok() {
        written = 0;
    }
    let out = open_regular(path, File::options().create(true).append(true)).ok()?;
    Some(LogFile { path: path.to_owned(), out, left: LONGEST.saturating_sub(written) })
}

impl Log for Logbook {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let text = record.args().to_string();
        let text = sanitise(&text);
        let ply = record.key_values().get("ply".into()).and_then(|ply| ply.to_u64());
        self.queue.push(Entry {
            level: record.level(),
            target: record.target().to_owned(),
            ply: ply.and_then(|ply| u32::try_from(ply).ok()),
            text: text.to_string(),
        });
        if record.level() > Level::Info {
            return;
        }
        let text = ply.map_or_else(|| text.to_string(), |ply| format!("[ply {ply}] {text}"));
        self.write(local_now(), record.level(), &text);
    }

    fn flush(&self) {}
}

impl Logbook {
    fn write(&self, at: Timestamp, level: Level, text: &str) {
        let line = format!("{} {} {level} {text}\n", at.date(), at.time());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let length = line.len() as u64;
        if file.as_ref().is_some_and(|file| file.left < length) {
            // Closed first: Windows renames no open file.
            let full = file.take().map(|file| file.path);
            *file = full.and_then(|path| open(&path)).filter(|file| file.left >= length);
        }
        if let Some(open) = file.as_mut() {
            open.left -= length;
            if open.out.write_all(line.as_bytes()).is_err() {
                *file = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LogQueue, Logbook, open};
    use crate::game::Timestamp;
    use jiff::tz::TimeZone;
    use log::{Level, Log as _, Record};
    use std::fs;
    use std::sync::Mutex;

    #[test]
    fn lines_are_harmless_and_the_file_does_not_grow_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept/lucena.log");
        log::set_max_level(log::LevelFilter::Info);
        let queue = LogQueue::default();
        let book = Logbook { file: Mutex::new(open(&file)), queue: queue.clone() };
        book.log(
            &Record::builder().level(Level::Warn).args(format_args!("\u{1b}[2J\nTal")).build(),
        );
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.ends_with(" WARN ␛[2J Tal\n") && text.lines().count() == 1, "{text}");
        for number in 0..30_u8 {
            book.log(&Record::builder().args(format_args!("{number}")).build());
        }
        let taken = queue.take();
        let texts: Vec<&str> = taken.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!((texts.len(), texts[0], texts[1], texts[30]), (31, "␛[2J Tal", "0", "29"));
        assert_eq!(
            (taken[0].level, taken[0].time.len(), queue.take()),
            (Level::Warn, 8, Vec::new())
        );
        let long = "x".repeat(1 << 16);
        for _ in 0..40 {
            book.write(Timestamp::from_unix(0, &TimeZone::UTC), Level::Info, &long);
        }
        assert!(fs::metadata(&file).unwrap().len() <= LONGEST);
        // A full file makes room for what comes.
        book.write(Timestamp::from_unix(0, &TimeZone::UTC), Level::Info, "the last line");
        assert!(fs::read_to_string(&file).unwrap().ends_with("the last line\n"));
        let again = Logbook { file: Mutex::new(open(&file)), queue };
        assert_eq!(fs::metadata(&file).unwrap().len(), 0);
        assert!(
            fs::metadata(folder.path().join("kept/lucena.log.old")).unwrap().len() > LONGEST / 2
        );
        // Windows removes no open file.
        drop((book, again));
    }
}
