//! The log: every message made harmless, queued for the panel and kept in the user's `lucena.log` for afterwards.

use crate::base::{create_private_dir, open_regular, sanitise, unix_seconds};
use crate::game::Timestamp;
use crate::tui::model::log::{KEPT, LogEntry};
use log::{Level, Log, Metadata, Record};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Most bytes of the file. A longer one becomes `lucena.log.old`, so that twice this is kept at most.
const LONGEST: u64 = 1 << 20;

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

/// Entries that wait for the panel, oldest first; of more than the panel keeps, the newest.
#[derive(Clone, Debug, Default)]
pub struct LogQueue(Arc<Mutex<VecDeque<(jiff::Timestamp, LogEntry)>>>);

impl LogQueue {
    fn push(&self, entry: LogEntry) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() == KEPT {
            waiting.pop_front();
        }
        waiting.push_back((jiff::Timestamp::now(), entry));
    }

    /// Takes what has come since the last call, with local times.
    pub fn take(&self) -> Vec<LogEntry> {
        let waiting = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        // The time zone is read here and not for each message: the first look for it reads the folders of the zone database.
        let timed = |(at, entry): (jiff::Timestamp, LogEntry)| {
            let time = at.to_zoned(jiff::tz::TimeZone::system()).strftime("%H:%M:%S").to_string();
            LogEntry { time, ..entry }
        };
        waiting.into_iter().map(timed).collect()
    }
}

#[derive(Debug)]
struct Logbook {
    /// The file and the bytes that may still be written. Without it, or when the disk is full, the panel is what there is.
    file: Mutex<Option<(File, u64)>>,
    queue: LogQueue,
}

fn open(path: &Path) -> Option<(File, u64)> {
    create_private_dir(path.parent()?).ok()?;
    let length = fs::metadata(path).map_or(0, |about| about.len());
    let mut written = length;
    if length >= LONGEST / 2 && fs::rename(path, path.with_extension("log.old")).is_ok() {
        written = 0;
    }
    let file = open_regular(path, File::options().create(true).append(true)).ok()?;
    Some((file, LONGEST.saturating_sub(written)))
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
        self.queue.push(LogEntry {
            time: String::new(),
            level: record.level(),
            target: record.target().to_owned(),
            ply: ply.and_then(|ply| usize::try_from(ply).ok()),
            text: text.to_string(),
        });
        if record.level() > Level::Info {
            return;
        }
        let text = ply.map_or_else(|| text.to_string(), |ply| format!("[ply {ply}] {text}"));
        self.write(Timestamp::from_unix(unix_seconds()), record.level(), &text);
    }

    fn flush(&self) {}
}

impl Logbook {
    fn write(&self, at: Timestamp, level: Level, text: &str) {
        let line = format!("{} {} {level} {text}\n", at.date(), at.time());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((out, left)) = file.as_mut() {
            *left = left.saturating_sub(line.len() as u64);
            if *left == 0 || out.write_all(line.as_bytes()).is_err() {
                *file = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LogQueue, Logbook, open};
    use crate::game::Timestamp;
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
            book.write(Timestamp::from_unix(0), Level::Info, &long);
        }
        assert!(fs::metadata(&file).unwrap().len() <= LONGEST);
        let again = Logbook { file: Mutex::new(open(&file)), queue };
        assert_eq!(fs::metadata(&file).unwrap().len(), 0);
        assert!(
            fs::metadata(folder.path().join("kept/lucena.log.old")).unwrap().len() > LONGEST / 2
        );
        // Windows removes no open file.
        drop((book, again));
    }
}
