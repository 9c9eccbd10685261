//! The log: searched while typing, filtered by level; panels frozen, exported and cut with a count.

use crate::bench::Bench;
use crate::screen::Table;
use ::log::Level;
use lucena::tui::model::log::LogEntry;
use lucena::tui::model::{StorageEffect, TaskEffect};
use lucena::tui::values::layout::LayoutState;
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};

fn entry(level: Level, text: &str) -> LogEntry {
    let (time, target) = ("12:00:00".to_owned(), "lucena".to_owned());
    LogEntry { time, level, target, ply: Some(0), text: text.to_owned() }
}

/// A game with the log enlarged, and entries in it.
fn logged() -> Table {
    let mut table = Table::two_people((80, 24));
    table.app.model.layout =
        LayoutState { focus: Panel::Log, zoom: true, ..LayoutState::default() };
    let mut entries: Vec<LogEntry> =
        (0..100).map(|number| entry(Level::Info, &format!("entry {number}"))).collect();
    entries.push(entry(Level::Debug, "command :flip"));
    entries.push(entry(Level::Warn, "The disk is full"));
    table.event(Event::Logged(entries));
    table
}

#[test]
fn a_slash_searches_the_log_and_letters_stay_moves() {
    let mut table = logged();
    assert!(table.frame().contains("entry 99") && !table.frame().contains(":flip"));
    table.keys("/DISK");
    let frame = table.frame();
    assert!(frame.contains(" search DISK    1 entry of the log"), "{frame}");
    assert!(frame.contains("The disk is full") && !frame.contains("entry 99"), "{frame}");
    table.keys("<enter>");
    assert!(table.frame().contains("with \"DISK\""), "{}", table.frame());
    table.keys("/no such entry<enter>");
    assert!(table.frame().contains("no entry matches the filter"), "{}", table.frame());
    table.keys("/<esc>e4<enter>");
    assert!(table.frame().contains("entry 99"), "{}", table.frame());
    assert_eq!(table.moves(), "e4");
    // Elsewhere the slash types a move.
    table.keys("z<tab>/");
    assert!(table.frame().contains("\n move\n"), "{}", table.frame());
}

#[test]
fn deeper_levels_are_asked_for_and_shown() {
    let mut table = logged();
    let effects = table.keys(":entries debug<enter>");
    let asks = |effect: &Effect| matches!(effect, Effect::Task(TaskEffect::SetLogLevel(level)) if *level == Level::Debug);
    assert!(effects.iter().any(asks), "{effects:?}");
    let frame = table.frame();
    assert!(frame.contains("command :flip") && frame.contains("debug and above"), "{frame}");
    table.keys(":entries warn<enter>");
    assert!(!table.frame().contains("entry 99"), "{}", table.frame());
}

#[test]
fn the_log_is_scrolled_back_and_says_what_is_below() {
    let mut table = logged();
    table.keys("<alt-up><alt-up><alt-up>");
    let frame = table.frame();
    assert!(frame.contains("3 more ↓") && !frame.contains("disk"), "{frame}");
    table.keys("<pagedown><pagedown><alt-up>");
    assert!(table.frame().contains("1 more ↓"), "{}", table.frame());
}

#[test]
fn frozen_panels_keep_their_figures() {
    let mut table = Table::against_engine((160, 50));
    table.keys("e4<enter>");
    table.report();
    let score = |table: &mut Table| table.frame().contains("depth 14");
    assert!(score(&mut table));
    table.keys("<ctrl-s>");
    assert!(table.frame().contains(" frozen · depth 14") && table.frame().contains("· frozen"));
    table.answer(table.app.model.thinking.epoch, "e7e5");
    table.keys("d4<enter>");
    assert!(score(&mut table), "{}", table.frame());
    table.keys("<ctrl-s>");
    assert!(!table.frame().contains("frozen"), "{}", table.frame());
}

#[test]
fn a_panel_and_the_traffic_are_exported_in_full() {
    let mut table = logged();
    let effects = table.keys(":export-panel log.txt<enter>");
    let written = effects.iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::Write(file, text)) => Some((file.clone(), text.clone())),
        _ => None,
    });
    let (file, text) = written.expect("a file");
    assert_eq!(file, std::path::Path::new("log.txt"));
    assert!(text.starts_with("log\n") && text.contains("entry 0\n") && text.contains("entry 99"));
    let mut bench = Bench::new((80, 24));
    bench.keys(":export-uci traffic.txt<enter>");
    bench.until(|bench| bench.folder.join("traffic.txt").exists());
    assert_eq!(bench.written("traffic.txt"), "");
    bench.write("traffic.txt", "mine");
    for command in ["export-uci", "export-panel", "log"] {
        bench.keys(&format!(":{command} traffic.txt<enter>"));
        bench.until(|bench| bench.table.app.model.messages.error().is_some());
        let (error, _) = bench.table.app.model.messages.error().expect("an error");
        let refused = "traffic.txt exists; ! after the name replaces it";
        assert!(error.text.ends_with(refused), "{}", error.text);
        bench.keys("<esc>");
        assert_eq!(bench.written("traffic.txt"), "mine");
    }
    bench.keys(":export-uci traffic.txt !<enter>");
    bench.until(|bench| bench.written("traffic.txt").is_empty());
}

#[test]
fn a_panel_that_is_cut_says_how_many_rows_are_below() {
    let mut table = Table::against_engine((80, 20));
    table.keys("e4<enter>");
    table.report();
    table.app.model.layout =
        LayoutState { focus: Panel::Eval, zoom: true, ..LayoutState::default() };
    table.resize((80, 15));
    let frame = table.frame();
    assert!(frame.contains("more ↓"), "{frame}");
    table.keys("<alt-down>");
    assert!(table.frame().contains("1 more ↑"), "{}", table.frame());
}

#[test]
fn the_layout_stands_in_the_footer() {
    let mut table = Table::two_people((80, 24));
    assert!(table.frame().lines().last().is_some_and(|line| line.ends_with(" play")));
    table.keys("<f3><del>");
    let frame = table.frame();
    assert!(
        frame.lines().last().is_some_and(|line| line.ends_with("inspect · 1 hidden")),
        "{frame}"
    );
}
