//! UCI transcripts: input and expected output. The session runs in this process.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of tests may fail the test")]

use lucena::uci::{self, UciOptions};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// A writer whose contents can be read afterwards.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output for `input`; the session ends with the input.
fn answer(input: &str) -> String {
    let paper = Paper::default();
    uci::run(Cursor::new(input.to_owned()), paper.clone(), UciOptions::default()).unwrap();
    String::from_utf8(paper.0.lock().unwrap().clone()).unwrap()
}

fn best_moves(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .map(|rest| rest.split(' ').next().unwrap())
        .collect()
}

#[test]
fn introduction_names_engine_and_options() {
    let text = answer("uci\nisready\n");
    assert!(text.starts_with("id name Lucena "), "{text}");
    assert!(text.contains("option name Hash type spin default 16 min 1"));
    assert!(text.contains("uciok"));
    assert!(text.ends_with("readyok\n"), "{text}");
}

#[test]
fn best_move_is_the_first_move_of_the_last_line_shown() {
    for go in ["depth 5", "nodes 3000", "movetime 30", "wtime 500 btime 500"] {
        let text = answer(&format!("position startpos moves e2e4\ngo {go}\n"));
        let shown = text.lines().rfind(|line| line.contains(" pv ")).unwrap();
        let first = shown.split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
        assert_eq!(best_moves(&text), [first], "{go}: {text}");
    }
}

#[test]
fn nothing_is_read_after_quit() {
    let text = answer("go infinite\nquit\ngo infinite\nuci\n");
    assert_eq!(best_moves(&text).len(), 1, "{text}");
    assert!(!text.contains("uciok"), "{text}");
}

#[test]
fn a_search_without_an_iteration_has_no_score() {
    let text = answer("position startpos\ngo nodes 1\n");
    assert!(text.contains("info depth 0 "), "{text}");
    assert!(!text.contains(" score ") && !text.contains(" pv "), "{text}");
    assert!(best_moves(&text)[0] != "(none)", "{text}");
}

#[test]
fn no_legal_move_is_answered_none() {
    let mate = answer("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    assert!(mate.contains("score mate 0") && mate.ends_with("bestmove (none)\n"), "{mate}");
    let stalemate = answer("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    assert!(stalemate.contains("score cp 0") && stalemate.ends_with("bestmove (none)\n"));
}

#[test]
fn search_moves_and_mates_are_respected() {
    let text = answer("position startpos\ngo depth 3 searchmoves a2a3\n");
    assert_eq!(best_moves(&text), ["a2a3"]);
    let text = answer("position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\ngo mate 1\n");
    assert!(text.contains("score mate 1"), "{text}");
    assert_eq!(best_moves(&text), ["e1e8"]);
}

#[test]
fn a_mate_against_the_side_to_move_ends_the_search_for_a_mate() {
    let text = answer("position fen 7k/8/8/8/8/8/r7/1q5K w - - 0 1\ngo mate 3\n");
    assert!(best_moves(&text) == ["(none)"] || text.contains("score mate -"), "{text}");
    let text = answer("position fen 7k/8/8/8/8/1q6/r7/7K w - - 0 1\ngo mate 3\n");
    assert!(text.contains("score mate -1") && best_moves(&text) == ["h1g1"], "{text}");
}

#[test]
fn ponderhit_does_not_end_an_infinite_search_nor_keep_it_alive() {
    for orders in ["go infinite\nponderhit\n", "ponderhit\ngo infinite\n", "go ponder\nponderhit\n"]
    {
        let text = answer(&format!("position startpos\n{orders}"));
        assert_eq!(best_moves(&text).len(), 1, "{orders}: {text}");
    }
}

#[test]
fn orders_in_any_sequence_are_answered_and_never_hang() {
    let orders = [
        "uci",
        "isready",
        "ucinewgame",
        "position startpos moves e2e4",
        "position startpos",
        "go depth 3",
        "go infinite",
        "go ponder wtime 100 btime 100",
        "go movetime 5",
        "stop",
        "ponderhit",
        "setoption name Hash value 2",
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "debug on",
        "go nodes 200 searchmoves a2a3",
        "d",
        "eval",
    ];
    let mut random = lucena::base::Random::new(7);
    for _ in 0..40 {
        let pick = |random: &mut lucena::base::Random| {
            orders[usize::try_from(random.below(orders.len() as u64)).unwrap()]
        };
        let lines: Vec<&str> = (0..25).map(|_| pick(&mut random)).collect();
        let text = answer(&lines.join("\n"));
        let count = |of: &str| lines.iter().filter(|line| line.starts_with(of)).count();
        assert_eq!(best_moves(&text).len(), count("go"), "{lines:?}: {text}");
        let ready = text.lines().filter(|line| *line == "readyok").count();
        assert_eq!(ready, count("isready"), "{lines:?}: {text}");
    }
}

#[test]
fn analysis_has_no_contempt_and_an_opponent_has_four_parts() {
    let go = "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1\ngo depth 2\n";
    let contempt = "setoption name Contempt value 50\n";
    let text = answer(&format!("{contempt}{go}"));
    assert!(text.contains("score cp -50"), "{text}");
    let text = answer(&format!("{contempt}setoption name UCI_AnalyseMode value true\n{go}"));
    assert!(text.contains("score cp 0"), "{text}");
    for (value, expected) in [
        ("GM 2800 human Gary Kasparov", "opponent: GM Gary Kasparov, human, rated 2800"),
        ("none none computer Shredder", "opponent: Shredder, computer"),
        ("Shredder", "UCI_Opponent: \"Shredder\" is not a title or none"),
        ("none high computer Shredder", "UCI_Opponent: "),
    ] {
        let text = answer(&format!("debug on\nsetoption name UCI_Opponent value {value}\n"));
        assert!(text.starts_with(&format!("info string {expected}")), "{value}: {text}");
    }
    assert_eq!(answer("debug on\nsetoption name UCI_Opponent value\n"), "");
}

#[test]
fn the_current_move_is_printed_after_a_second() {
    let text = answer("position startpos\ngo movetime 1500\n");
    let line = text.lines().find(|line| line.contains(" currmove ")).expect("a current move");
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(
        (words[0], words[1], words[3], words[5]),
        ("info", "depth", "currmove", "currmovenumber")
    );
    assert!(line.contains(" hashfull ") && line.contains(" tbhits "), "{line}");
    let quick = answer("position startpos\ngo depth 2\n");
    assert!(!quick.contains("currmove"), "{quick}");
}

#[test]
fn moves_of_a_book_are_played_but_not_in_analysis() {
    let file = std::env::temp_dir().join(format!("lucena-book-{}.bin", std::process::id()));
    // The start position's key with a2a3 and weight 7. Source of the key: the description of the format.
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0x02, 0x10, 0, 7, 0, 0, 0, 0]);
    std::fs::write(&file, &entry).unwrap();
    let book = format!("setoption name Book value {}\n", file.display());
    let text = answer(&format!("{book}position startpos\ngo movetime 50\n"));
    assert!(text.contains("info string book: a3, weight 7 of 7"), "{text}");
    assert_eq!(best_moves(&text), ["a2a3"], "{text}");
    for off in [
        "setoption name OwnBook value false\nposition startpos\ngo depth 4\n",
        "setoption name UCI_AnalyseMode value true\nposition startpos\ngo depth 4\n",
        "position startpos moves e2e4\ngo depth 4\n",
        "position startpos\ngo depth 4 searchmoves d2d4 e2e4\n",
    ] {
        let text = answer(&format!("{book}{off}"));
        assert!(!text.contains("book:") && best_moves(&text).len() == 1, "{off}: {text}");
    }
    std::fs::write(&file, &entry[..15]).unwrap();
    let text = answer(&format!("{book}position startpos\ngo depth 2\n"));
    assert!(text.contains(": 15 bytes are not a multiple of 16; not a Polyglot book"), "{text}");
    assert_eq!(best_moves(&text).len(), 1);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn multi_pv_prints_ranked_lines() {
    let text = answer("setoption name MultiPV value 3\nposition startpos\ngo depth 4\n");
    let last: Vec<&str> = text.lines().filter(|line| line.contains(" depth 4 ")).collect();
    assert!(last.len() >= 3, "{text}");
    for rank in 1..=3 {
        assert!(last.iter().any(|line| line.contains(&format!(" multipv {rank} "))));
    }
}

#[test]
fn strange_orders_are_answered_and_survived() {
    let text = answer("stop\nponderhit\n\r\nxyzzy\nposition fen rubbish\ngo depth 2\r\n");
    assert!(text.contains("info string unknown command \"xyzzy\""), "{text}");
    assert!(text.contains("info string fen \"rubbish\""), "{text}");
    assert!(text.contains("; the position before stays\n"), "{text}");
    let refused = answer("position fen\nposition startpos e2e4\n");
    assert_eq!(refused.matches("; the position before stays\n").count(), 2, "{refused}");
    assert_eq!(best_moves(&text).len(), 1);
    let text = answer("setoption name Hash value -4\nsetoption name Nope value 1\ngo depth 1\n");
    assert!(
        text.contains("option \"Hash\": \"-4\"") && text.contains("no option \"Nope\""),
        "{text}"
    );
    let text = answer("position startpos moves e2e4 e2e4\ngo depth 1\n");
    let said = "e2e4 is not legal here; the position is that after 1 of 2 moves\n";
    assert!(text.contains(said), "{text}");
}

#[test]
fn missing_arguments_change_nothing_and_are_survived() {
    let orders = "setoption\nsetoption name\nsetoption name Hash\nsetoption name Hash value\nposition\nposition fen\n\
        position moves e2e4\nposition startpos moves\nperft\ngo perft\ngo perft x\ndebug\nregister\n\
        go searchmoves\nstop\ngo depth\nstop\ngo wtime\nstop\ngo movestogo 3 winc\nstop\ngo depth 1\n";
    let text = answer(orders);
    assert_eq!(best_moves(&text).len(), 5, "{text}");
    assert!(text.contains("option \"Hash\": \"\" is not a whole number from 1"), "{text}");
    assert!(best_moves(&text).iter().all(|mv| mv.len() == 4), "{text}");
}

#[test]
fn go_with_a_wrong_argument_says_so_and_ends() {
    let cases = [
        ("depth abc", "depth: \"abc\" is not a whole number of at least 0"),
        ("nodes -1", "nodes: \"-1\" is not a whole number of at least 0"),
        (
            "wtime 1000.5 btime 99.5",
            "wtime: \"1000.5\" is not a whole number of milliseconds: 1000 is used",
        ),
        ("movetime", "movetime: the value is missing"),
        ("btime 1000", "go: no limit for White: the search takes 100 ms"),
        ("winc 50 movestogo 3", "go: no limit for White: the search takes 100 ms"),
        ("deep 5", "go: unknown word \"deep\""),
        ("depth 3 nodes x", "nodes: \"x\" is not"),
    ];
    for (go, said) in cases {
        let text = answer(&format!("debug on\ngo {go}\n"));
        assert!(text.contains(&format!("info string {said}")), "{go}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{go}: {text}");
        // The end of the input stops an infinite search; this one ends by its own limit.
        assert!(
            text.contains("info string stopped: ") && !text.contains("stopped: stopped"),
            "{go}: {text}"
        );
    }
}

#[test]
fn extreme_limits_are_survived() {
    let most = i64::MAX;
    for go in [
        "depth 0".to_owned(),
        "nodes 0".to_owned(),
        "movetime 0".to_owned(),
        "movetime -7".to_owned(),
        "movestogo 0 wtime 100".to_owned(),
        "wtime 100 winc -50000000".to_owned(),
        format!("wtime -{most} winc -{most}"),
        format!("depth 1 wtime {most} winc {most} movestogo 4000000000"),
        format!("depth 1 movetime {most} nodes {}", u64::MAX),
    ] {
        assert_eq!(best_moves(&answer(&format!("go {go}\n"))).len(), 1, "{go}");
    }
}

#[test]
fn a_position_in_the_middle_of_a_search_is_for_the_next_one() {
    // Only one move is legal in the position that comes meanwhile, and it is none of the first search.
    let text = answer(
        "position startpos\ngo infinite\nposition fen k7/8/1K6/8/8/8/8/7R b - - 0 1\nstop\ngo depth 2\n",
    );
    let best = best_moves(&text);
    assert!(best.len() == 2 && best[0] != "a8b8" && best[1] == "a8b8", "{text}");
}

#[test]
fn nothing_that_is_answered_can_order_a_terminal_about() {
    let evil = "\u{1b}[2J\u{9b}31m\u{7}";
    let text = answer(&format!(
        "{evil}\nposition fen {evil}\nposition startpos moves {evil}\nsetoption name {evil} value {evil}\n\
         setoption name Hash value {evil}\nsetoption name TimeManager value {evil}\n\
         setoption name SyzygyPath value /{evil}\ngo depth 1 searchmoves {evil}\n"
    ));
    assert!(text.contains("unknown command") && best_moves(&text).len() == 1, "{text}");
    let orders = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(orders), "{text:?}");
}

#[test]
fn two_go_are_two_answers() {
    let text = answer("go infinite\nposition startpos moves d2d4\ngo depth 3\n");
    assert_eq!(best_moves(&text).len(), 2, "{text}");
}

#[test]
fn a_line_of_a_megabyte_is_cut_not_choked_on() {
    let cycle = "g1f3 g8f6 f3g1 f6g8 ".repeat(60_000);
    let text = answer(&format!("position startpos moves {cycle}\ngo depth 1\n"));
    assert_eq!(best_moves(&text).len(), 1);
    assert!(text.starts_with("info string a line of more than 65536 bytes: cut there\n"), "{text}");
}

#[test]
fn quit_ends_an_endless_search_with_its_answer() {
    assert_eq!(best_moves(&answer("go infinite\nquit\n")).len(), 1);
}

/// The console of MadChess 3.2 beta for both of its documented examples, 600 and 1075: commands and output, line for line.
#[test]
fn the_dial_prints_the_console_of_madchess_in_debug_mode() {
    let console = include_str!("data/strength-console.txt");
    let is_output = |line: &&str| line.starts_with("info string ");
    let input: Vec<&str> = console.lines().filter(|line| !is_output(line)).collect();
    let output: Vec<&str> = console.lines().filter(is_output).collect();
    assert_eq!((input.len(), output.len()), (5, 42));
    let model = "setoption name StrengthModel value madchess\n";
    let found = answer(&(model.to_owned() + &input.join("\n") + "\n"));
    assert_eq!(found.lines().collect::<Vec<_>>(), output);
}

#[test]
fn what_may_never_end_is_ended_by_a_stop_and_by_the_end_of_the_input() {
    for words in ["go perft 12\nstop\n", "perft 20\nquit\n", "go perft 9\n"] {
        let text = answer(&format!("position startpos\n{words}isready\n"));
        assert!(text.contains(": stopped") && !text.contains("Nodes searched"), "{words}: {text}");
    }
    let text =
        answer("position startpos\nperft 2\nperft 3\nposition startpos moves e2e4\nperft 1\n");
    let sums: Vec<&str> = text.lines().filter(|line| line.starts_with("Nodes ")).collect();
    assert_eq!(sums, ["Nodes searched: 400", "Nodes searched: 8902", "Nodes searched: 20"]);
    assert!(answer("perft 21\n").contains("info string perft: 21 is more than 20"));
    assert_eq!(best_moves(&answer("position startpos\ngo mate 2\n")).len(), 1);
}

#[test]
fn the_dial_prints_no_more_lines_than_were_asked_for() {
    let limited =
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\n";
    for lines in [1, 3] {
        let text = answer(&format!(
            "{limited}setoption name MultiPV value {lines}\nposition startpos\ngo depth 3\n"
        ));
        let more = format!(" multipv {} ", lines + 1);
        assert!(!text.contains(&more) && best_moves(&text).len() == 1, "{lines}: {text}");
    }
}

#[test]
fn a_rating_that_the_model_has_not_is_said() {
    let model = |name: &str| format!("setoption name StrengthModel value {name}\n");
    let high = "setoption name UCI_Elo value 2600\n";
    let said = answer(&format!("uci\n{}{high}{}{high}", model("madchess"), model("human")));
    let said: Vec<&str> = said.lines().collect();
    assert!(
        said.contains(&"option name UCI_Elo type spin default 600 min 600 max 2600"),
        "{said:?}"
    );
    let range = "from 600 to 2400, the range of StrengthModel human";
    assert_eq!(
        said[said.len() - 2..],
        [
            format!("info string option \"UCI_Elo\": 2600 is not {range}; it is now 2400"),
            format!("info string option \"UCI_Elo\": \"2600\" is not a whole number {range}"),
        ]
    );
}

#[test]
fn limited_strength_has_another_seed_in_every_game() {
    let limited =
        "debug on\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900\n";
    let game = "ucinewgame\nposition startpos\ngo depth 1\n";
    let seeds = |text: &str| {
        let said = answer(text);
        let seeds = said.lines().filter_map(|line| line.rsplit_once(", seed ")?.1.parse().ok());
        seeds.collect::<Vec<u64>>()
    };
    let drawn = seeds(&format!("\u{feff}{limited}{game}{game}"));
    assert!(drawn.len() == 2 && drawn[0] != drawn[1], "{drawn:?}");
    let set = seeds(&format!("{limited}setoption name Seed value 42\n{game}{game}"));
    assert_eq!(set, [42, 42]);
}

#[test]
fn perft_divides() {
    assert!(answer("position startpos\ngo perft 3\n").contains("Nodes searched: 8902"));
}

#[test]
fn a_trace_of_every_search_is_written() {
    let folder = std::env::temp_dir().join(format!("lucena-uci-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [whole, part, mine] = ["whole", "part", "mine"].map(|name| folder.join(name));
    std::fs::write(&mine, "mine").unwrap();
    let said = answer(&format!(
        "setoption name TraceFile value {}\nposition startpos moves e2e4\ngo depth 5\n\
         position startpos\ngo depth 4\nsetoption name TraceFilter value ply=1\n\
         setoption name TraceFile value {}\ngo depth 4\nsetoption name TraceFile value\nsetoption name TraceFilter value x=1\n\
         setoption name TraceFile value {}\nsetoption name TraceFilter value\nsetoption name TraceFile value {}\ngo depth 1\n",
        whole.display(),
        part.display(),
        folder.join("none").display(),
        mine.display()
    ));
    let refused = "info string option \"TraceFilter\": \"x=1\" is not a filter such as ply=6";
    assert!(said.contains(refused) && said.contains("filter \"x=1\" is not understood"), "{said}");
    assert!(said.contains("mine: exists and is no search trace"), "{said}");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
    assert_eq!(best_moves(&said).len(), 4, "{said}");
    assert!(said.contains("TraceFilter: applies to the next TraceFile"), "{said}");
    let read = |path| lucena_trace::open(path, |_, _| true).unwrap().index;
    let index = read(&whole);
    assert_eq!(
        (index.searches.len(), index.fault, index.header("engine")),
        (2, None, Some("Lucena"))
    );
    for search in &index.searches {
        assert_eq!(search.end.map(|(nodes, ..)| nodes), Some(search.nodes));
    }
    // Of several threads one is traced, and its nodes are those at the end.
    let several = folder.join("several");
    answer(&format!(
        "setoption name Threads value 2\nsetoption name TraceFile value {}\ngo depth 9\n",
        several.display()
    ));
    let search = read(&several).searches.remove(0);
    assert_eq!(search.end.map(|(nodes, ..)| nodes), Some(search.nodes));
    let index = read(&part);
    assert_eq!((index.header("filter"), index.stat.deepest), (Some("ply=1"), 1));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn chess960_castles_by_the_king_taking_its_rook() {
    let on = "setoption name UCI_Chess960 value true\n";
    assert!(answer("uci\n").contains("option name UCI_Chess960 type check default false"));
    // Both forms of FEN, both forms of castling moves on the squares of standard chess.
    for fen in [
        "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1",
        "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1",
    ] {
        let text = answer(&format!("{on}position fen {fen} moves f1h1 f8b8\nd\n"));
        assert!(text.contains("Fen: 2kr3r/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2"), "{text}");
        assert!(!text.contains("info string"), "{text}");
        let text = answer(&format!("{on}position fen {fen}\ngo depth 3 searchmoves f1h1\n"));
        assert_eq!(best_moves(&text), ["f1h1"], "{text}");
        let text = answer(&format!("{on}position fen {fen}\nperft 1\n"));
        assert!(text.contains("f1h1: 1\n") && text.contains("f1b1: 1\n"), "{text}");
    }
    let standard = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (option, written) in [(on, "e1h1"), ("", "e1g1")] {
        for said in ["e1h1", "e1g1"] {
            let text = answer(&format!("{option}{standard}\ngo depth 3 searchmoves {said}\n"));
            assert_eq!(best_moves(&text), [written], "{text}");
        }
    }
    // Without the option, the position is played and the missing option is said.
    let text = answer(
        "position fen 1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w HBhb - 0 1\ngo depth 3 searchmoves f1b1\n",
    );
    assert!(text.contains("castling rights of Chess960, but UCI_Chess960 is not set"), "{text}");
    assert_eq!(best_moves(&text), ["f1b1"]);
    let text = answer(&format!("{on}position fen 4k3/8/8/8/8/8/8/4K1R1 w KQ - 0 1\nd\n"));
    assert!(text.contains("no king can castle with a rook on a1; the rest is read\n"), "{text}");
    assert!(text.contains("Fen: 4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"), "{text}");
}

#[test]
fn shares_of_wins_draws_and_losses_are_shown_on_request() {
    let go = "position startpos\ngo depth 4\n";
    assert!(!answer(go).contains(" wdl "));
    let text = answer(&format!(
        "setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 2\n{go}"
    ));
    let scored = text.lines().filter(|line| line.contains(" score "));
    for line in scored {
        let (_, wdl) = line.split_once(" wdl ").unwrap();
        let words: Vec<&str> = wdl.split(' ').collect();
        let shares: Vec<u16> = words[..3].iter().map(|share| share.parse().unwrap()).collect();
        assert_eq!(shares.iter().sum::<u16>(), 1000, "{line}");
        assert!(matches!(words[3], "nodes" | "lowerbound" | "upperbound"), "{line}");
    }
    let ended = "setoption name UCI_ShowWDL value true\nposition fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n";
    assert!(answer(ended).contains("info depth 0 score mate 0 wdl 0 0 1000\n"));
}

#[test]
fn lines_with_a_mate_score_go_on_to_the_mate() {
    let text = answer(
        "setoption name MultiPV value 20\n\
         position fen r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0\ngo depth 2\n",
    );
    let mates = text.lines().filter_map(|line| {
        let rest = line.split_once(" score mate ")?.1;
        let moves: i32 = rest.split(' ').next()?.parse().ok()?;
        let plies = usize::try_from(if moves > 0 { 2 * moves - 1 } else { -2 * moves }).ok()?;
        let line = line.split_once(" pv ").filter(|_| !rest.contains("bound"))?.1;
        Some((plies, line.split(' ').count(), line))
    });
    let short: Vec<_> = mates.clone().filter(|(plies, length, _)| plies != length).collect();
    assert!(mates.count() >= 10, "{text}");
    assert!(short.is_empty(), "{short:?}");
}
