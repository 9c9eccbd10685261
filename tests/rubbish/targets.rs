//! Everything that reads text from outside, each with a corpus and a promise to keep whatever the bytes are.
//!
//! `rubbish.rs` feeds these with mutations of their corpora. What is done with a failure is decided there.
//! A target may fail only by panicking: the promises beyond "never panics" are assertions.

use lucena::base::neutral;
use lucena::batch::{export, timesim};
use lucena::engine::external::{ExternalOption, Info};
use lucena::game::{TimeControl, pgn};
use lucena::knowledge::{Evaluator, Knowledge};
use lucena::machine::GameRules;
use lucena::rules::{Position, notation, parse_fen};
use lucena::strength::{Calibration, Roster};
use lucena::tui::{command, keymap::Keymap, theme::Theme};
use lucena::uci::Command;
use lucena::{config, timing};
use std::cell::RefCell;
use std::path::Path;

/// One reader of text from outside.
pub struct Target {
    /// Its name, which `LUCENA_FUZZ` knows it by.
    pub name: &'static str,
    /// What it is meant to read.
    pub corpus: &'static [&'static str],
    /// Words that matter to it, to be put anywhere.
    pub words: &'static [&'static str],
    /// Reads the bytes and checks what it promises about them.
    pub feed: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "fen",
        corpus: FENS,
        words: &["/", "8", "KQkq", " b ", "e3", "99999"],
        feed: fen,
    },
    Target {
        name: "pgn",
        corpus: PGNS,
        words: &["{", "}", "(", ")", "[%clk ", "1-0", "\"]\n", "$255", "O-O", ";"],
        feed: games,
    },
    Target {
        name: "clocks",
        corpus: PGNS,
        words: &["[%clk 9:99:99]", "[%clk -1]", "e5", "1e999"],
        feed: clocks,
    },
    Target {
        name: "uci",
        corpus: UCI,
        words: &["infinite", "moves", "fen", "value", "-1", "99999999999999999999"],
        feed: uci,
    },
    Target {
        name: "moves",
        corpus: &["e2e4", "Nf3", "e7e8q", "O-O-O+", "@e4", "0000"],
        words: &["=", "#", "x", "--"],
        feed: moves,
    },
    Target {
        name: "time-manager",
        corpus: MANAGERS,
        words: &["(", ")", "=", ",", "NaN", "1e308", "inf"],
        feed: manager,
    },
    Target {
        name: "control",
        corpus: &["5+3", "40/7200:20/3600:900+30", "90s", "2h", "none", "1+0.1", "*180"],
        words: &["/", ":", "+", "1e99", "-0"],
        feed: control,
    },
    Target { name: "settings", corpus: SETTINGS, words: RON, feed: settings },
    Target { name: "theme", corpus: THEMES, words: RON, feed: theme },
    Target {
        name: "keymap",
        corpus: &[include_str!("../../assets/keymap.ron")],
        words: RON,
        feed: keys,
    },
    Target {
        name: "characters",
        corpus: &[include_str!("../../assets/characters.ron")],
        words: RON,
        feed: characters,
    },
    Target {
        name: "network",
        corpus: &[include_str!("../../assets/networks/tictactoe.ron")],
        words: RON,
        feed: network,
    },
    Target { name: "calibration", corpus: &[CALIBRATION], words: RON, feed: calibration },
    Target {
        name: "command",
        corpus: &[
            "new 5+3",
            "fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1",
            "go depth 5",
            "open game.pgn",
            "theme dark",
        ],
        words: &[" ", "\"", "~"],
        feed: typed,
    },
    Target {
        name: "other-engine",
        corpus: ENGINES,
        words: &["score", "mate", "cp", "pv", "min", "max", "var", "-9999999999"],
        feed: engine,
    },
    Target {
        name: "text",
        corpus: &["\u{1b}[2J\u{202e}gone", "plain"],
        words: &["\u{1b}", "\u{9b}", "\u{7f}"],
        feed: text,
    },
];

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - e3 99 150",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "QQQQQQQk/QQQQQQQQ/8/8/8/8/8/K7 b - - 0 1",
];
const PGNS: &[&str] = &[
    "[Event \"A\"]\n[TimeControl \"300+3\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:05:00] [%eval 0.3,12]} e5 $1 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 Nc6 3. Bb5 a6 1-0\n",
    "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd5 41. Kd2 ; a comment\n% escape\n1/2-1/2\n\n[Event \"B\"]\n\n1. d4 d5 0-1\n",
    "1.e4e52.Nf3Nc63.O-O *\n",
];
const UCI: &[&str] = &[
    "position startpos moves e2e4 e7e5",
    "position fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 moves e2e4",
    "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 40 depth 3 nodes 9 mate 2 searchmoves e2e4",
    "setoption name Move Overhead value 30",
    "debug on",
];
const MANAGERS: &[&str] = &[timing::PLAYING, "smooth", "fixed", "smooth(init-nps=1000000)"];
const SETTINGS: &[&str] = &[
    "(play: (name: \"A\", control: \"5+3\"), engine: (hash_mib: 64, threads: 2))",
    "// only a comment\n",
    "(screen: (theme: \"dark\", frame_rate: 60))",
];
const THEMES: &[&str] =
    &[include_str!("../../themes/dark.ron"), include_str!("../../themes/parchment.ron")];
const RON: &[&str] = &[
    "(",
    ")",
    "[",
    "{",
    ":",
    ",",
    "Some(",
    "\"",
    "r#\"",
    "/*",
    "-1",
    "1e400",
    "((((((((",
    "#![enable(unwrap_newtypes)]",
];
const CALIBRATION: &str = "(provenance: \"a\", control: \"300+3\", points: [(internal: 600, measured: 700.0, error: 30.0)])";
const ENGINES: &[&str] = &[
    "info depth 12 seldepth 20 multipv 1 score cp -31 lowerbound nodes 12345 nps 99 hashfull 3 tbhits 0 time 12 pv e2e4 e7e5",
    "info string hello",
    "option name Hash type spin default 16 min 1 max 33554432",
    "option name Style type combo default Normal var Solid var Normal var Risky",
];

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

thread_local! {
    static EVALUATOR: RefCell<Option<Evaluator>> = RefCell::new(Knowledge::standard().ok().map(Evaluator::new));
}

/// A position that is accepted can be written, read again as the same, played in and evaluated.
fn fen(bytes: &[u8]) {
    let Ok(position) = parse_fen(&lossy(bytes)) else { return };
    let written = position.fen();
    let again = parse_fen(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.fen(), written);
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_eq!(notation::parse_move(&position, &notation::uci(mv)).ok(), Some(mv), "{written}");
        assert_eq!(parse_fen(&after.fen()).map(|p| p.key()).ok(), Some(after.key()), "{written}");
    }
    EVALUATOR.with_borrow_mut(|evaluator| {
        let evaluator = evaluator.as_mut().expect("the built-in knowledge");
        let score = evaluator.evaluate(position.board(), position.turn());
        assert!(score.is_heuristic(), "{written}: {score}");
        assert_eq!(
            score,
            evaluator.evaluate_plainly(position.board(), position.turn()),
            "{written}"
        );
    });
}

/// What is read without a fault is written so that it is read the same again. A game with a fault keeps its broken parts.
fn games(bytes: &[u8]) {
    let Ok(games) = pgn::read_bytes(bytes) else { return };
    for read in games.iter().take(4) {
        let written = pgn::write(&read.game);
        assert!(!written.chars().any(|c| c.is_control() && c != '\n'), "{written:?}");
        if read.is_broken() {
            continue;
        }
        let again = pgn::read_bytes(written.as_bytes()).expect("our own PGN");
        assert_eq!(again.len(), 1, "{written}");
        assert!(!again[0].is_broken(), "{written}: {:?}", again[0].notes);
        assert_eq!(again[0].game.moves(), read.game.moves(), "{written}");
        // The first writing tidies; from then on nothing changes any more.
        let tidy = pgn::write(&again[0].game);
        let thrice = pgn::read_bytes(tidy.as_bytes()).expect("our own PGN");
        assert_eq!(pgn::write(&thrice[0].game), tidy);
        let page = export::html(&read.game);
        assert!(!page.contains("<script>alert"), "{page}");
        let _ = (export::fen_list(&read.game), export::json_lines(&read.game));
    }
}

fn clocks(bytes: &[u8]) {
    let options = timesim::Options {
        managers: vec!["fixed".to_owned()],
        controls: vec!["3+2".to_owned()],
        games: 1,
        recorded: Some(("a".to_owned(), bytes.to_vec())),
        ..timesim::Options::default()
    };
    if let Ok(report) = timesim::run(&options) {
        assert!(report.rows.iter().all(|row| row.used_share.is_finite()), "{report}");
    }
}

fn uci(bytes: &[u8]) {
    let _ = Command::parse(&lossy(bytes));
}

fn moves(bytes: &[u8]) {
    let position = Position::default();
    if let Ok(mv) = notation::parse_move(&position, &lossy(bytes)) {
        assert!(position.legal_moves().contains(&mv));
    }
}

/// A text that is accepted has one canonical form, which means the same.
fn manager(bytes: &[u8]) {
    let Ok(settings) = lossy(bytes).parse::<timing::Settings>() else { return };
    let canonical = settings.to_string();
    let again = canonical.parse::<timing::Settings>();
    assert_eq!(again.map(|again| again.to_string()).ok(), Some(canonical));
}

/// A control that is accepted says the same in its PGN tag.
fn control(bytes: &[u8]) {
    let text = lossy(bytes);
    for control in [TimeControl::parse(&text), TimeControl::from_tag(&text)].into_iter().flatten() {
        let tag = control.tag();
        assert_eq!(TimeControl::from_tag(&tag).map(|again| again.tag()), Ok(tag));
        let _ = (control.initial(), control.gain(40), control.moves_to_go(u32::MAX));
    }
}

fn settings(bytes: &[u8]) {
    let _ = config::Settings::parse(&lossy(bytes), Path::new("a"));
}

fn theme(bytes: &[u8]) {
    let _ = Theme::parse("a", &lossy(bytes));
}

fn keys(bytes: &[u8]) {
    thread_local!(static BUILT_IN: Keymap = Keymap::built_in());
    let _ = BUILT_IN.with(|keymap| keymap.patched("a", &lossy(bytes)));
}

fn characters(bytes: &[u8]) {
    let _ = Roster::shipped().merge("a", &lossy(bytes));
}

fn network(bytes: &[u8]) {
    let _ = GameRules::from_text(&lossy(bytes));
}

fn calibration(bytes: &[u8]) {
    if let Ok(calibration) = Calibration::from_text("a", &lossy(bytes)) {
        assert!(!calibration.points().is_empty());
    }
}

fn typed(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = (command::parse(&text), command::complete(&text));
}

fn engine(bytes: &[u8]) {
    let text = lossy(bytes);
    let _ = Info::parse(&text).line(&Position::default());
    let _ = ExternalOption::parse(&text);
}

fn text(bytes: &[u8]) {
    let text = lossy(bytes);
    let shown = neutral(&text);
    assert!(!shown.chars().any(char::is_control));
    assert_eq!(neutral(&shown), shown);
}
