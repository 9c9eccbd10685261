//! What options name or size: the transposition table, the book, the tablebases, the trace file and the threads. Each has a warning
//! where it cannot be had, and the engine goes on without it or with less.

use super::options::EngineOptions;
use crate::rules::PolyglotBook;
use crate::search::observe::Tracer;
use crate::search::{Searcher, Tablebases, TranspositionTable, TtError};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Sets the options of the searcher, with a warning if there is no memory for so many threads.
pub(super) fn set_search_options(
    searcher: &mut Searcher,
    options: &EngineOptions,
    warnings: &mut Vec<String>,
) {
    let threads = searcher.set_options(options.search());
    if threads < options.threads {
        let wanted = options.threads;
        warnings.push(format!("Threads: no memory for {wanted}; using {threads}"));
    }
}

/// Opens the trace file, if one is set.
pub(super) fn open_trace(
    options: &EngineOptions,
    warnings: &mut Vec<String>,
) -> Option<Tracer<File>> {
    if options.trace_file.is_empty() {
        return None;
    }
    let opened = Tracer::create(Path::new(&options.trace_file), &options.trace_filter);
    opened.map_err(|error| warnings.push(format!("{}: {error}", options.trace_file))).ok()
}

/// Reads the opening book; without a usable one there is a warning, and the engine plays without it.
pub(super) fn open_book(path: &str, warnings: &mut Vec<String>) -> Option<PolyglotBook> {
    if path.is_empty() {
        return None;
    }
    let book = PolyglotBook::read(Path::new(path));
    book.map_err(|error| warnings.push(error.to_string())).ok()
}

/// Largest table in MiB in place of one that was refused. A size beyond the memory is a mistake or a guess; the largest part of it
/// that fits would take most of the memory, and many seconds to clear.
const MAX_SUBSTITUTE_MIB: usize = 1024;

/// An empty table of `mib` MiB, or if it is refused of half, a quarter, … of it, at most 1 GiB, with a warning; of the size `before`
/// if that is as large.
pub(super) fn make_table(
    mib: usize,
    mut before: Option<usize>,
    warnings: &mut Vec<String>,
) -> Result<Arc<TranspositionTable>, TtError> {
    let mut size = mib.max(1);
    loop {
        let kept = before.filter(|&before| size < mib && before >= size);
        size = kept.unwrap_or(size);
        match TranspositionTable::new(size) {
            Ok(table) => {
                if size != mib {
                    let verb = if kept.is_some() { "keeping" } else { "using" };
                    warnings.push(format!("hash: {mib} MiB refused; {verb} {size} MiB"));
                }
                return Ok(Arc::new(table));
            }
            Err(error) if size == 1 => return Err(error),
            Err(_) => {
                size = (size / 2).min(MAX_SUBSTITUTE_MIB);
                before = before.filter(|_| kept.is_none());
            }
        }
    }
}

/// Opens Syzygy tablebases; without any there is a warning, and the engine plays without them.
pub(super) fn open_tablebases(path: &str, warnings: &mut Vec<String>) -> Option<Arc<Tablebases>> {
    if path.is_empty() {
        return None;
    }
    match Tablebases::open(Path::new(path)) {
        Ok((tables, table_warnings)) => {
            warnings.extend(table_warnings);
            Some(Arc::new(tables))
        }
        Err(error) => {
            warnings.push(error.to_string());
            None
        }
    }
}
