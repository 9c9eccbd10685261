//! `lucena trace` as it is called: arguments and files in, what it prints out.

mod answers;
mod own_search;
mod recording;
mod written;

use super::{TraceTask, command};
use clap::{Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    #[command(subcommand)]
    Trace(TraceTask),
}

/// Runs `lucena trace` with these words; `%` stands for the test's folder.
fn run(folder: &std::path::Path, words: &[&str]) -> String {
    let place = folder.to_str().unwrap();
    let words = words.iter().map(|word| word.replace('%', place));
    let line =
        Line::try_parse_from(["lucena".to_owned(), "trace".to_owned()].into_iter().chain(words));
    let Task::Trace(task) = line.unwrap().task;
    let mut out = Vec::new();
    let done = command(&task, &mut out);
    let said = String::from_utf8(out).unwrap();
    match done {
        Ok(()) => said,
        Err(error) => format!("{said}error: {error:#}"),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lucena-trace-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
