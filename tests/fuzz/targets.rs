//! The table of fuzz targets: every reader of external text with its seed corpus and token dictionary.
//!
//! `tests/fuzz.rs` runs them on mutations of their corpora. A target fails only by panicking: the guarantees beyond "never
//! panics" are assertions.

use super::fuzz_targets;
use lucena::timing;

/// One reader of external text.
pub struct Target {
    /// Name, as `LUCENA_FUZZ` takes it.
    pub name: &'static str,
    /// Seed inputs.
    pub corpus: &'static [&'static str],
    /// Tokens that mutations insert.
    pub tokens: &'static [&'static str],
    /// Parses the input and asserts the reader's guarantees.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "fen",
        corpus: FENS,
        tokens: &["/", "8", "KQkq", " b ", "e3", "99999"],
        run: fuzz_targets::fen::run,
    },
    Target {
        name: "epd",
        corpus: EPDS,
        tokens: &[";", "\"", " bm ", "hmvc 7;", "fmvn 99999;", "c0", "id \""],
        run: fuzz_targets::epd::run,
    },
    Target {
        name: "pgn",
        corpus: PGNS,
        tokens: &["{", "}", "(", ")", "[%clk ", "1-0", "\"]\n", "$255", "O-O", ";"],
        run: fuzz_targets::pgn::run,
    },
    Target {
        name: "clocks",
        corpus: PGNS,
        tokens: &["[%clk 9:99:99]", "[%clk -1]", "e5", "1e999"],
        run: fuzz_targets::clocks::run,
    },
    Target {
        name: "uci",
        corpus: UCI,
        tokens: &["infinite", "moves", "fen", "value", "-1", "99999999999999999999"],
        run: fuzz_targets::uci::run,
    },
    Target {
        name: "moves",
        corpus: &["e2e4", "Nf3", "e7e8q", "O-O-O+", "@e4", "0000"],
        tokens: &["=", "#", "x", "--"],
        run: fuzz_targets::moves::run,
    },
    Target {
        name: "time-manager",
        corpus: MANAGERS,
        tokens: &["(", ")", "=", ",", "NaN", "1e308", "inf"],
        run: fuzz_targets::time_manager::run,
    },
    Target {
        name: "control",
        corpus: &["5+3", "40/7200:20/3600:900+30", "90s", "2h", "none", "1+0.1", "*180"],
        tokens: &["/", ":", "+", "1e99", "-0"],
        run: fuzz_targets::control::run,
    },
    Target { name: "settings", corpus: SETTINGS, tokens: RON, run: fuzz_targets::settings::run },
    Target { name: "theme", corpus: THEMES, tokens: RON, run: fuzz_targets::theme::run },
    Target {
        name: "keymap",
        corpus: &[include_str!("../../assets/keymap-vi.ron")],
        tokens: RON,
        run: fuzz_targets::keymap::run,
    },
    Target {
        name: "characters",
        corpus: &[include_str!("../../assets/characters.ron")],
        tokens: RON,
        run: fuzz_targets::characters::run,
    },
    Target {
        name: "network",
        corpus: &[include_str!("../../assets/networks/tictactoe.ron")],
        tokens: RON,
        run: fuzz_targets::network::run,
    },
    Target {
        name: "gdl",
        corpus: GDL,
        tokens: &[
            "(",
            ")",
            "(<= ",
            "?x",
            "(not ",
            "(or ",
            "(distinct ?x ?y)",
            "(true ",
            "(does x ",
        ],
        run: fuzz_targets::gdl::run,
    },
    Target {
        name: "calibration",
        corpus: &[CALIBRATION],
        tokens: RON,
        run: fuzz_targets::calibration::run,
    },
    Target {
        name: "human-model",
        corpus: &[include_str!("../../assets/human.ron")],
        tokens: RON,
        run: fuzz_targets::human_model::run,
    },
    Target {
        name: "human-book",
        corpus: &[HUMAN_BOOK],
        tokens: &["|", "end 2", "#", " e7e5", "4294967296"],
        run: fuzz_targets::human_book::run,
    },
    Target { name: "plan", corpus: &[PLAN], tokens: RON, run: fuzz_targets::plan::run },
    Target {
        name: "command",
        corpus: &[
            "new 5+3",
            "fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1",
            "go depth 5",
            "open game.pgn",
            "theme dark",
        ],
        tokens: &[" ", "\"", "~"],
        run: fuzz_targets::command::run,
    },
    Target {
        name: "other-engine",
        corpus: ENGINES,
        tokens: &["score", "mate", "cp", "pv", "min", "max", "var", "-9999999999"],
        run: fuzz_targets::other_engine::run,
    },
    Target {
        name: "text",
        corpus: &["\u{1b}[2J\u{202e}gone", "plain"],
        tokens: &["\u{1b}", "\u{9b}", "\u{7f}"],
        run: fuzz_targets::text::run,
    },
    Target {
        name: "breakpoint",
        corpus: BREAKPOINTS,
        tokens: &["and ", " or ", "not ", "(", ")", "\"", "0x", "after", "log", ">="],
        run: fuzz_targets::breakpoint::run,
    },
    Target { name: "weights", corpus: WEIGHTS, tokens: RON, run: fuzz_targets::weights::run },
    Target {
        name: "match-record",
        corpus: &[STANDING],
        tokens: RON,
        run: fuzz_targets::match_record::run,
    },
    Target { name: "case", corpus: &[CASE], tokens: RON, run: fuzz_targets::case::run },
    Target { name: "marker", corpus: &[MARKER, "()"], tokens: RON, run: fuzz_targets::marker::run },
    Target {
        name: "index",
        corpus: PGNS,
        tokens: &["[Event \"", "\n\n", "\r\n", "{", "}", "1-0", "%"],
        run: fuzz_targets::index::run,
    },
    Target {
        name: "conversation",
        corpus: CONVERSATIONS,
        tokens: &["go ", "stop\n", "position ", "quit\n", "ponderhit\n", "isready\n", "depth 1\n"],
        run: fuzz_targets::conversation::run,
    },
    Target {
        name: "contender",
        corpus: &["dial=1500 hash=1 contempt=-5", "time-manager=fixed seed=3", "'a b' \"c\" d"],
        tokens: &["=", "\"", "'", "threads="],
        run: fuzz_targets::contender::run,
    },
    Target {
        name: "why",
        corpus: QUESTIONS,
        tokens: &["\n", "e1g1", "attacked e1 by black", "passed", "e4"],
        run: fuzz_targets::why::run,
    },
    Target {
        name: "trace",
        corpus: &[TRACE],
        tokens: &[
            "E\x06\x02\x0c\x07\x02\x01\x02",
            "X\x02\x03\x08",
            "P\x03\x01\x0c\x07",
            "H\x02\0\0",
            "I\x04\x02\0\0\x01",
        ],
        run: fuzz_targets::trace::run,
    },
    Target {
        name: "trace-index",
        corpus: &[
            "",
            "\x28\0\x01\0\0\0\0\0\0\0",
            "\0\x01\x09\0\0\0\0\0\0\0\x08\x02\x60\x01\0\0\0\0\0\0",
        ],
        tokens: &["\x10\0\0\0\0\0\0\0\0\0", "\0\x01\0\0\x01\0\0\0\0\0"],
        run: fuzz_targets::trace_index::run,
    },
    Target {
        name: "keys-pressed",
        corpus: PRESSED,
        tokens: &["\u{80}", "\u{96}", "\u{97}", "\u{98}", "\u{9a}", "\r", "\u{1b}", ":", "n\r"],
        run: fuzz_targets::keys_pressed::run,
    },
];

const GDL: &[&str] = &[
    include_str!("../../assets/networks/tictactoe.kif"),
    include_str!("../../assets/networks/connectfour.kif"),
    "(role a)(role b)(init (n z))(<= (legal ?r (add ?k)) (role ?r) (k ?k))(k z)(k (s z))\n(<= (next (n ?k)) (does a (add ?k)) (not (does b (add ?k))))\n(<= (next ?f) (true ?f) (does a (add z)))\n(<= terminal (true (n ?k)) (distinct ?k z))(<= (goal ?r 50) (role ?r) (or terminal (not terminal)))",
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
const MANAGERS: &[&str] = &[timing::DEFAULT_MANAGER, "smooth", "fixed", "smooth(init-nps=1000000)"];
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
const EPDS: &[&str] = &[
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 8; c0 \"f7.b=1, f5=9\"; pv e4 e5 Nf3",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 12 40 am Kd1 Kf1; acd 12; ce -31;",
];
const HUMAN_BOOK: &str = "# human opening book 1\n# a test\n|e2e4 80 60 40 20 0|d2d4 0 20 40 60 80\ne2e4|e7e5 9 8 7 6 5|c7c5 1 2 3 4 5\nend 2\n";
const CALIBRATION: &str = "(provenance: \"a\", control: \"300+3\", points: [(internal: 600, measured: 700.0, error: 30.0)])";
const PLAN: &str = "(control: \"5+3\", dials: [600, 800, 2600], games: 10, words: \"hash=4\", effort: [(from: 800, games: 20)], anchors: [(name: \"A\", player: \"engine=a\", rating: 1500.0, deviation: 30.0, provenance: \"b\", dials: [800])], seed: 7)";
const ENGINES: &[&str] = &[
    "info depth 12 seldepth 20 multipv 1 score cp -31 lowerbound nodes 12345 nps 99 hashfull 3 tbhits 0 time 12 pv e2e4 e7e5",
    "info string hello",
    "option name Hash type spin default 16 min 1 max 33554432",
    "option name Style type combo default Normal var Solid var Normal var Risky",
];
const BREAKPOINTS: &[&str] = &[
    "position \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" after 3 log",
    "position 0x0123456789abcdef off",
    "line e2e4 e7e5 and not (repetition or shadow) and ply < 3",
    "depth >= 5 or nodes > 1000 and jump != -50",
    "null-cut or table-cut or left or fail-low or fail-high or best-changed or budget or extension",
];
const WEIGHTS: &[&str] = &[
    include_str!("../../assets/knowledge/material.ron"),
    include_str!("../../assets/knowledge/endgame_scale.ron"),
    include_str!("../../assets/knowledge/passed_pawns.ron"),
];
const STANDING: &str = "(matchup: (contenders: (\"dial=600\", \"full\"), control: \"10+0.1\", seed: 1), games: (3, 1, 4), pairs: ((0, 1, 2, 1, 0)), time_losses: (0, 1), faults: 0)";
const CASE: &str = "(form: 1, program: \"0.1.0\", start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\", moves: [\"e2e4\", \"e7e5\"], search_moves: [\"g1f3\", \"d2d4\"], depth: Some(5), nodes: Some(2000), lines: 2, margin: Some(50), hash_mib: 1, shadow: Fast, contempt: 10, draw_by_ply: Off, grain: 1, parameters: [(\"futility_margin\", 90)], dial: Full, seed: 0, emphasis: (per128: (128, 128, 128, 100, 128, 128, 128, 128, 128, 128), material_per_mille: ((1000, 1000), (1000, 1000), (1000, 1000), (1000, 1000), (900, 900))), course: None)";
const MARKER: &str =
    "(used: (1500), path: [0, 1, 0], automatic_claims: true, notes: {\"dial\": \"1500\"})";
/// The records of a search trace, without its beginning.
const TRACE: &str = "H\x0c\x06engine\x04seedH\x0d\x0adepth-unit\x012S\x06\x01\x04ruleG\x0c\x08startpos\x01\x0c\x07I\x04\x02\x11\x12\x01E\x06\x01\0\0\x02\x11\x12T\x0d\x08\0\0\0\0\x07\x07\x07\x07\x07\x07\x07\x07V\x02\x06\x08O\x07\x02\x0c\x07\x0a\x01\x01\x03R\x05\x01\x01\x01\x04\x05D\x04\x0c\x07\x01\x01E\x06\x12\x0c\x07\0\x01\x01T\x0d\x0e\x02\x07\0\0\x09\x09\x09\x09\x09\x09\x09\x09X\x03\x0a\x07\x01E\x06,\x0c\x07\0\x01\x01N\x02\x01\x0aW\x0d\x09\x02\x07\x0c\x07\x09\x09\x09\x09\x09\x09\x09\x09X\x05\x16\x07\x0c\x07\x03W\x0d\x0b\x02\x08\x0c\x07\x07\x07\x07\x07\x07\x07\x07\x07X\x04\x07\x08\x0c\x07I\x04\x04\x11\x12\x01E\x06\x01\0\0\x04\x11\x12T\x0d\x0b\x02\x08\x0c\x07\x07\x07\x07\x07\x07\x07\x07\x07V\x02\x06\x08O\x07\x02\x0c\x07\x0a\x01\x01\x03R\x05\x01\x01\x01\x04\x05D\x04\x0c\x07\x01\x01E\x06\x12\x0c\x07\x02\x01\x01T\x0d\x0e\x02\x07\0\0\x09\x09\x09\x09\x09\x09\x09\x09X\x03\x0a\x07\x01E\x06,\x0c\x07\0\x01\x01N\x02\x01\x0aW\x0d\x09\x02\x07\x0c\x07\x09\x09\x09\x09\x09\x09\x09\x09X\x05\x16\x07\x0c\x07\x03W\x0d\x0b\x02\x08\x0c\x07\x07\x07\x07\x07\x07\x07\x07\x07X\x04\x07\x08\x0c\x07Z\x04\x06\x0c\x07\x08G!\x1f8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\0P\x03\x01\x0c\x07E\x06\0\x0c\x07\0\0\x01C\x0d\x0ccut off here";
const CONVERSATIONS: &[&str] = &[
    "uci\nisready\nucinewgame\nposition startpos moves e2e4\ngo depth 3\nstop\n",
    "go infinite\nposition startpos moves d2d4\ngo nodes 50\nisready\nd\neval\n",
    "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 700\ngo movetime 5\n",
    "setoption name MultiPV value 3\nsetoption name ShadowMode value strict\ngo ponder wtime 9 btime 9\nponderhit\n",
    "position fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 moves e2e4\r\ngo searchmoves e2e4 mate 2\r\n",
    "setoption name TimeManager value smooth(reserve=5.0)\ngo wtime 20 btime 20 winc 1 movestogo 2\n",
];
const QUESTIONS: &[&str] = &[
    "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1\ne2c3",
    "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4\ne1g1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\nattacked e1 by black",
    "8/P7/8/8/8/8/8/K1k5 w - - 0 1\npassed",
    "8/P7/8/8/8/8/8/K1k5 w - - 0 1\na7",
    "8/P7/8/8/8/8/8/K1k5 w - - 0 1",
];
const PRESSED: &[&str] = &[
    "e4\re7e5\rNf3\ruuyy:fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\r",
    "n\t\t5+3\r\u{96}w\u{97}3i+-*sm\tz\u{1b}",
    ":game white 1+0\r:theme paper\r:break ply > 3\r:why e2e4\r:whynot e4 e5\r:whatif 1+1\r:compare e4 d4\r",
    "?take\u{1b}tq\u{1b}\u{98}(\u{1b}\u{90}",
    ":open nothing.pgn\r:pgn\r:tc 40/60:30s\r:elo 900\r:set\r",
];
