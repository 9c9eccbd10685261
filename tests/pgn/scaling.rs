//! Texts that no program writes and an attacker may: reading and writing them takes time in proportion to their length, and
//! what is not understood stays.

use super::{moves, notes, one, read};
use lucena::game::pgn::write;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const LENGTH: usize = 500_000;
/// Such a text takes about half a second. Where the time grows with the square of the length it takes minutes.
const LIMIT: Duration = Duration::from_secs(20);

/// Beginnings, what is repeated, and ends.
const REPEATED: &[(&str, &str, &str)] = &[
    ("1. e4 ", "%", ""),
    ("1. e4 ", "\\", ""),
    ("1. e4 ", "+-", ""),
    ("1. e4 ", "+- ", ""),
    ("1. e4 ", "x ", ""),
    ("1. e4 ", "1-0 ", ""),
    ("1. e4 ", "$1 ", ""),
    ("1. e4 ", "&amp;", ""),
    ("1. e4 ", "()", ""),
    ("1. e4 ", "(d4 ", ""),
    ("1. e4 ", "(x) ", ""),
    ("1. e4 ", "[ ", ""),
    ("1. e4 ", "[a \"", ""),
    ("1. e4 ", "[%clk ", ""),
    ("1. e4 ", "[FEN \"8\"]", ""),
    ("1. e4 ", "e4([ ", ""),
    ("1. e4 ", "e8(", ""),
    ("1. e4 ", "{a} ", "*"),
    ("1. e4 {", "[%clk ", "} *"),
    ("1. e4 {", "[%foo a] ", "} *"),
    ("1. e4 {", "[%lcs a=b] ", "} *"),
    ("1. e4 {", "x unread: ", "} *"),
    ("", "{}[ ", ""),
    ("", "[FEN \"8\"]", "\n*"),
    ("", "[event \"x\"]\n", "[Event \"y\"]\n*"),
    ("[Event \"", " ", "\"]"),
    ("[Event \"", "\\\"", "\"]"),
    ("[Event \"x\"]\n", "[]", " *"),
    ("[Event \"x\"]\n", "[] ", " e4 *"),
    ("[Event \"x\"]\n", "[e4] ", ""),
    ("[Event \"x\"]\n", "[a \"", ""),
];

/// Texts of [`LENGTH`] bytes with their names.
fn texts() -> Vec<(String, String)> {
    let repeated = REPEATED.iter().map(|(begin, part, end)| {
        (format!("{begin:?} {part:?}"), format!("{begin}{}{end}", part.repeat(LENGTH / part.len())))
    });
    let words = "a ".repeat(LENGTH / 4);
    let unread = "{unread: x} ".repeat(LENGTH / 24);
    let levels = LENGTH / 20;
    let doubts = ["(1. d4 zz ".repeat(levels), " Ke9) ".repeat(levels)].concat();
    let tags: String = (0..LENGTH / 26).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let others = [
        ("unread text behind a comment", format!("1. e4 {{{words}}} {unread} *")),
        ("unread text in a variation", format!("1. e4 ({{{words}}} {unread}) *")),
        (
            "signs behind a gap",
            format!("1. {}{} *", " ".repeat(LENGTH / 2), "+- ".repeat(LENGTH / 6)),
        ),
        ("doubts in variations", format!("1. e4 zz {doubts} *")),
        ("tags", format!("{tags}{}*", "[FEN \"8\"]\n".repeat(LENGTH / 20))),
        ("tags behind moves", format!("1. e4 {tags} *")),
        (
            "variations behind commands",
            format!(
                "{{{}}} 1. e4 {} *",
                "[%foo a] ".repeat(LENGTH / 18),
                "(x) ".repeat(LENGTH / 8)
            ),
        ),
    ];
    repeated.chain(others.map(|(name, text)| (name.to_owned(), text))).collect()
}

/// Reads and writes the texts on all processors; says when it begins and ends each one.
fn read_all(texts: Vec<(String, String)>) -> Receiver<(String, bool)> {
    let (send, said) = channel();
    let texts = Arc::new(Mutex::new(texts));
    for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
        let (texts, send) = (texts.clone(), send.clone());
        let next = move || texts.lock().ok()?.pop();
        thread::spawn(move || {
            while let Some((name, text)) = next() {
                send.send((name.clone(), false)).expect("a listener");
                read(&text).iter().for_each(|read| drop(write(&read.game)));
                send.send((name, true)).expect("a listener");
            }
        });
    }
    said
}

#[test]
fn reading_takes_time_in_proportion_to_the_length() {
    let texts = texts();
    let (count, mut ended, mut running) = (texts.len(), 0, Vec::new());
    let said = read_all(texts);
    while let Ok((name, has_ended)) = said.recv_timeout(LIMIT) {
        ended += usize::from(has_ended);
        match has_ended {
            true => running.retain(|other| *other != name),
            false => running.push(name),
        }
    }
    assert_eq!((ended, running), (count, Vec::new()), "not read in {LIMIT:?}");
}

#[test]
fn variations_in_a_line_that_is_not_read_are_text_of_it() {
    let text = "1. e4 e5 (1... Ke9 (((2. d4 1-0) (x))) d6) 2. d4 0-1";
    let read = one(text);
    let written = "1. e4 e5 {unread: 1... Ke9 (((2. d4 1-0) (x))) d6} 2. d4 0-1";
    assert_eq!((moves(&read).as_str(), notes(&read).len()), (written, 1), "{:?}", read.notes);
    // Their results are not that of the game.
    let inner = one("1. e4 Ke9 (1. d4 (1. c4 1-0) 0-1) e5 *");
    assert_eq!(moves(&inner), "1. e4 {unread: Ke9 (1. d4 (1. c4 1-0) 0-1) e5} *");
}

#[test]
fn a_variation_that_is_not_closed_is_read_in_part_at_any_depth() {
    for depth in [1, 2, 3, 100_000] {
        let read = one(&format!("1. e4 {}", "(".repeat(depth)));
        assert_eq!(moves(&read), "1. e4 {unread: the end of the variation} *", "{depth}");
        assert_eq!(notes(&read)[0], "game 1, line 1: a variation is not closed");
    }
}

#[test]
fn a_word_is_in_doubt_in_variations_up_to_a_depth() {
    let text = |depth: usize| {
        format!("1. e4 {}(1. d4 zz d5 Ke9){} *", "(1. d4 ".repeat(depth), ")".repeat(depth))
    };
    assert!(moves(&one(&text(50 - 1))).contains("1. d4 {unread: zz d5 Ke9}"));
    let deep = one(&text(50));
    assert!(moves(&deep).contains("1. d4 d5 {unread: Ke9}"), "{}", moves(&deep));
    assert!(notes(&deep).iter().any(|note| note.ends_with("not understood: zz")));
}

#[test]
fn many_signs_behind_a_move_are_no_move() {
    assert_eq!(
        moves(&one(&format!("1. e4{} *", "+-".repeat(30)))),
        format!("1. e4{} *", " $18".repeat(30))
    );
    let long = one(&format!("1. e4{} e5 *", "+-".repeat(40)));
    assert_eq!(moves(&long), format!("{{unread: 1. e4{} e5}} *", "+-".repeat(40)));
    assert!(long.is_incomplete());
}
