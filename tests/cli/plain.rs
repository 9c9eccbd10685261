//! `lucena play --plain` through pipes: the real program, lines in, announcements out.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running program with a folder of its own, and everything that it has said.
struct Plain {
    home: PathBuf,
    child: Child,
    lines: BufReader<ChildStdout>,
    said: String,
}

/// Mate in two: after any move of the rook on b1 Black has one move, and the rook mates on b8.
const TWO_ROOKS: &str = ":game white none 1000 7k/R7/8/8/8/8/6K1/1R6 w - - 0 1";

/// Whatever Black's king and pawns do in two moves, e4, Ke2 and Nc3 are legal.
const KNIGHT_AND_PAWNS: &str = ":game white none 1000 4k3/pp4pp/8/8/8/P7/4P3/1N2K3 w - - 0 1";

impl Plain {
    /// A program without settings and games.
    fn start(name: &str, arguments: &[&str]) -> Self {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join(name);
        fs::remove_dir_all(&home).ok();
        Self::restart(home, arguments)
    }

    fn restart(home: PathBuf, arguments: &[&str]) -> Self {
        let program = Command::new(env!("CARGO_BIN_EXE_lucena"));
        Self::run(program, home, arguments)
    }

    fn run(mut program: Command, home: PathBuf, arguments: &[&str]) -> Self {
        let mut child = program
            .args(["play", "--plain"])
            .args(arguments)
            .env("LUCENA_HOME", &home)
            .env("TERM", "dumb")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let lines = BufReader::new(child.stdout.take().expect("its output"));
        Self { home, child, lines, said: String::new() }
    }

    fn send(&mut self, lines: &[&str]) {
        let input = self.child.stdin.as_mut().expect("its input");
        lines.iter().for_each(|line| writeln!(input, "{line}").expect("a line"));
    }

    /// Reads until a line contains `text`.
    fn wait_for(&mut self, text: &str) {
        loop {
            let mut line = String::new();
            let bytes = self.lines.read_line(&mut line).expect("text");
            assert!(bytes > 0, "no {text:?} in\n{}", self.said);
            self.said += &line;
            if line.contains(text) {
                return;
            }
        }
    }

    /// Ends the input and returns everything that was said.
    fn end(mut self) -> (String, PathBuf) {
        drop(self.child.stdin.take());
        std::io::Read::read_to_string(&mut self.lines, &mut self.said).expect("text");
        let status = self.child.wait().expect("its end");
        assert!(status.success(), "{status}\n{}", self.said);
        let odd = self.said.chars().find(|letter| *letter != '\n' && !(' '..='~').contains(letter));
        assert_eq!(odd, None, "{}", self.said);
        (self.said, self.home)
    }
}

/// The only record of a home folder, its lines joined: where they end depends on the engine's moves.
fn record(home: &Path) -> String {
    let games = fs::read_dir(home.join("games")).expect("games");
    let files = games.map(|entry| entry.expect("an entry").path());
    let mut games = files.filter(|path| path.extension().is_some_and(|it| it == "pgn"));
    let text = fs::read_to_string(games.next().expect("a record")).expect("a text");
    text.replace('\n', " ")
}

/// Asserts that the lines were said in this order.
fn in_order(said: &str, expected: &[&str]) {
    let mut rest = said;
    for line in expected {
        let at = rest.find(line).unwrap_or_else(|| panic!("no {line:?} in order in\n{said}"));
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn a_recorded_game_has_the_date_of_the_time_zone() {
    // It is never the same day in both zones.
    let dates = ["XXX-14", "XXX+12"].map(|zone| {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join(zone);
        fs::remove_dir_all(&home).ok();
        let mut program = Command::new(env!("CARGO_BIN_EXE_lucena"));
        program.env("TZ", zone);
        let mut play = Plain::run(program, home, &[]);
        play.send(&[":game two none", "e4"]);
        let (_, home) = play.end();
        let text = record(&home);
        let date = text.split("[Date \"").nth(1).and_then(|rest| rest.split('"').next());
        date.expect("a date").to_owned()
    });
    assert!(dates[0] > dates[1], "{dates:?}");
}

#[test]
fn a_whole_game_is_played_through_a_pipe() {
    let mut play = Plain::start("game", &[]);
    let save = format!("save {}", play.home.join("game.txt").display());
    play.send(&[
        "think 0.05",
        TWO_ROOKS,
        "draw",
        "yes",
        "hello",
        "rb9",
        "kb8",
        "moves from a7",
        "pieces",
        "board",
        "look b1",
        "RB2",
        "last",
        "takeback",
        "rook b1 to b3",
        "eval",
        "why",
        "clock",
        "resign",
        "what",
        "no",
        "Rb8",
        save.as_str(),
        "back",
        "takebak",
        "rook b3 takes b8",
    ]);
    let (said, home) = play.end();
    in_order(
        &said,
        &[
            "how well do you play?",
            "White: Player, no clock\nBlack: Lucena, 1000, no clock\nmove 1, White to move\n",
            "the engine declines: it agrees to no draw before it has made 20 moves\n",
            "\"hello\" is neither a move nor a command",
            "rb9",
            "not legal",
            "rook a7: ",
            "White: king g2, rooks b1 a7\nBlack: king h8\nWhite is 10 points ahead\n",
            "rank 8: black king h8\nrank 7: white rook a7\nrank 6: empty\n",
            "b1: white rook b1\n",
            "White: rook b1 to b2\nBlack: king h8 to g8\nmove 1, Black: king h8 to g8\n",
            "at the start of the game\n",
            "White: rook b1 to b3\nBlack: king h8 to g8\n",
            ", after the last move\n",
            "Black: king h8 to g8: the best move found\n",
            "White has used",
            "Resign this game? Yes or no?\n",
            "answer yes, no, cancel or quit: Resign this game?\n",
            "nothing is changed\n",
            "White: rook b3 to b8, checkmate\nWhite wins by checkmate\n",
            "game.txt was written\n",
            "at move 1, Black: king h8 to g8\n",
            "\"takebak\" is neither a move nor a command; did you mean takeback?\n",
        ],
    );
    assert!(record(&home).contains("Rb8# ") && record(&home).contains("[Result \"1-0\"]"));
}

/// The human model may prefer its move to that of the longer search, whose line then is another one.
#[test]
fn why_names_the_move_that_was_played() {
    let mut play = Plain::start("why", &[]);
    play.send(&["game two none", "seed 7", "game white none 1000", "e4", "why", "quit", "yes"]);
    let (said, _) = play.end();
    let (_, answer) = said.split_once("White: pawn e2 to e4\n").expect("the move typed");
    let played = answer.lines().find(|line| line.starts_with("Black: ")).expect("a reply");
    assert!(answer.contains(&format!("{played}: ")), "{said}");
}

#[test]
fn a_command_that_fails_is_answered_before_the_next_line() {
    let mut play = Plain::start("failures", &[]);
    play.send(&["game two none", "replay missing", "theme nosuch", "why e9", "e4", "quit", "yes"]);
    let (said, _) = play.end();
    in_order(&said, &["missing: No such file", "there is no theme \"nosuch\"", "\"e9\"", "e4"]);
    assert_eq!(said.matches("\"e9\" is not").count(), 1, "{said}");
}

#[test]
fn what_is_kept_for_later_has_its_whole_path_and_an_engine_that_is_missing_is_not_kept() {
    let mut play = Plain::start("kept", &[]);
    let library = "library tests/data/oddities.pgn";
    play.send(&["game two none", library, "cancel", "engine /nonexist", "e4", "quit", "yes"]);
    let (said, home) = play.end();
    in_order(&said, &["/nonexist: No such file", "e4"]);
    let kept = fs::read_to_string(home.join("library.ron")).expect("a list");
    let whole = std::env::current_dir().expect("a folder").join("tests/data/oddities.pgn");
    assert!(kept.contains(&format!("{whole:?}")), "{kept}");
    let settings = fs::read_to_string(home.join("settings.ron")).expect("settings");
    assert!(!settings.contains("nonexist"), "{settings}");
}

#[test]
fn a_file_without_games_is_not_added_to_the_library() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain-refused");
    fs::create_dir_all(&folder).expect("a folder of its own");
    let mut play = Plain::start("refused", &[]);
    let files: [(&str, &[u8], &str); 3] = [
        ("empty.pgn", b"", "empty.pgn: no games"),
        ("page.html", b"<html>\n[no tag]\n\n<p>words</p>\n", "page.html: no games"),
        ("program.pgn", b"\x7fELF\x02\0\0\0\0\xff\xfe\0", "program.pgn: "),
    ];
    for (name, bytes, _) in files {
        fs::write(folder.join(name), bytes).expect("a file");
        play.send(&["cancel", &format!("library {}", folder.join(name).display())]);
    }
    let (said, home) = play.end();
    in_order(&said, &files.map(|(_, _, words)| words));
    assert!(!home.join("library.ron").exists(), "{said}");
}

#[test]
fn a_list_of_games_is_sorted_and_filtered_by_lines() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain-sorted");
    fs::create_dir_all(&folder).expect("a folder of its own");
    let games = folder.join("games.pgn");
    fs::write(&games, super::GAMES).expect("games");
    let mut play = Plain::start("sorted", &[]);
    let open = format!("open {}", games.display());
    play.send(&["cancel", &open, "sort event", ":sort", "rating>1500", "sort nothing"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "games, 2: type",
            // A word waits until the figures are read.
            "1: ? - ?, 0-1, A00 Barnes Opening: Fool's Mate, A",
            "1: ? - ?, *, C20 King's Pawn Game, B",
            "2 games are not rated",
            "expected date",
        ],
    );
}

#[test]
fn a_game_that_cannot_be_saved_is_not_called_saved() {
    // With an engine and without one: each line waits until it is known whether the game could be saved.
    for (name, game) in [("engine", KNIGHT_AND_PAWNS), ("two", ":game two none")] {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("unsaved").join(name);
        fs::remove_dir_all(&home).ok();
        fs::create_dir_all(&home).expect("a home");
        fs::write(home.join("games"), "no folder").expect("a file");
        let mut play = Plain::restart(home, &[]);
        play.send(&[game, "think 0.05", "e4", "quit", "yes"]);
        drop(play.child.stdin.take());
        std::io::Read::read_to_string(&mut play.lines, &mut play.said).expect("text");
        assert_eq!(play.child.wait().expect("its end").code(), Some(1), "{}", play.said);
        in_order(&play.said, &["cannot make the folder", "The last moves cannot be saved"]);
        assert!(!play.said.contains("can be resumed"), "{}", play.said);
    }
}

#[test]
fn moves_that_cannot_be_saved_are_printed_at_every_end() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain");
    // The first of the two games is left for the second.
    let games = ["game two none", "tag White Ann", "e4", "game two none", "yes", "d4"];
    for end in ["quit", "input", "-TERM", "-INT"] {
        let home = folder.join(format!("lost{end}"));
        fs::remove_dir_all(&home).ok();
        fs::create_dir_all(&home).expect("a home");
        fs::write(home.join("games"), "no folder").expect("a file");
        let mut program = Command::new(env!("CARGO_BIN_EXE_lucena"));
        program.stderr(Stdio::piped());
        let mut play = Plain::run(program, home, &[]);
        play.send(&games);
        play.wait_for("White: pawn d2 to d4");
        match end {
            "quit" => play.send(&["quit", "yes"]),
            "input" => drop(play.child.stdin.take()),
            signal => {
                let mut kill = Command::new("kill");
                kill.args([signal, &play.child.id().to_string()]);
                assert!(kill.status().expect("kill").success());
            }
        }
        std::io::Read::read_to_string(&mut play.lines, &mut play.said).expect("text");
        let output = play.child.wait_with_output().expect("its end");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{end}: {}{error}", play.said);
        in_order(&play.said, &["[White \"Ann\"]", "1. e4 *\n", "[Event ", "1. d4 *\n"]);
        assert!(error.contains("standard output has it as PGN: cannot make the folder"), "{error}");
    }
}

#[test]
fn a_copy_in_another_place_is_not_printed() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("copied");
    fs::remove_dir_all(&home).ok();
    fs::create_dir_all(&home).expect("a home");
    fs::write(home.join("games"), "no folder").expect("a file");
    let copy = home.join("copy.pgn");
    let mut play = Plain::restart(home, &[]);
    play.send(&["game two none", "e4", &format!("save {}", copy.display()), "quit", "yes"]);
    let (said, _) = play.end();
    assert!(!said.contains("[Event") && !said.contains("can be resumed"), "{said}");
    assert!(fs::read_to_string(copy).expect("the copy").contains("1. e4"));
}

#[test]
fn the_record_outlives_a_kill_and_the_game_is_resumed() {
    let mut play = Plain::start("killed", &[]);
    play.send(&[KNIGHT_AND_PAWNS, "think 0.05", "castle", "e4"]);
    play.wait_for("Black: ");
    play.send(&["Ke2", "last"]);
    play.wait_for("move 2, Black: ");
    // The storage thread writes in order: when this is on the disk, the game is.
    let log = format!("log {}", play.home.join("script.txt").display());
    play.send(&[&log]);
    play.wait_for("was written");
    play.child.kill().expect("kill -9");
    play.child.wait().expect("its end");
    let home = play.home;
    assert!(record(&home).contains("2. Ke2"), "{}", record(&home));
    let mut play = Plain::restart(home, &[]);
    play.send(&["Nf3", "yes", "nc3", "quit", "yes"]);
    let (said, home) = play.end();
    in_order(
        &said,
        &[
            "unfinished game, Player against Lucena, 2 moves. Resume it? Yes, no or discard?\n",
            "answer yes, no, discard or quit:",
            "the game is resumed\n",
            "move 2, Black: ",
            "move 3, White to move\n",
            "White: knight b1 to c3\nBlack: ",
            "Quit Lucena?",
            "the game is saved and can be resumed\n",
        ],
    );
    assert!(record(&home).contains("3. Nc3"));
}

#[test]
fn the_letters_of_the_promotion_are_pieces() {
    let mut play = Plain::start("promotion", &[]);
    play.send(&["game two none 4k3/P6P/8/8/8/8/8/4K3 w - - 0 1", "a8", "n", "ke7", "h8", "q"]);
    let (said, home) = play.end();
    in_order(&said, &["promotes to knight", "promotes to queen"]);
    let text = record(&home);
    assert!(text.contains("1. a8=N ") && text.contains("2. h8=Q "), "{text}");
}

#[test]
fn a_move_over_the_form_begins_its_game() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("settings");
    fs::remove_dir_all(&home).ok();
    fs::create_dir_all(&home).expect("a home");
    let settings =
        "(play: (name: \"Ada\", control: \"15+10\", dial: \"600\", strength_model: \"human\"))";
    fs::write(home.join("settings.ron"), settings).expect("settings");
    let mut play = Plain::restart(home, &[]);
    play.send(&["1. e4", "help next-variation", "quit", "yes"]);
    let (said, home) = play.end();
    let words =
        ["White: Ada, 15+10", "White: pawn e2 to e4", "Black: ", "in a review down arrow too"];
    in_order(&said, &words);
    assert!(record(&home).contains("[TimeControl \"900+10\"]"), "{}", record(&home));
}

#[test]
fn the_form_refuses_a_value_at_once_and_is_not_dropped_silently() {
    let mut play = Plain::start("form", &[]);
    play.send(&[
        "new",
        "strength 9999",
        "strength hanging beginer",
        "strength hanging beginner",
        "time 0:10",
        "time 15+10",
        "lines 2",
        "start",
    ]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "strength \"9999\": expected 600 to 2400, full, or a personality: Hanging Beginner, ",
            "expected 600",
            "strength: Hanging Beginner",
            "time control \"0:10\": seconds are written 90s",
            "time: 15+10",
            "the form is closed and its values are dropped\n",
            "\"start\" is neither a move nor a command",
        ],
    );
}

#[test]
fn the_name_of_a_field_alone_says_its_value_and_changes_nothing() {
    let mut play = Plain::start("fields", &[]);
    play.send(&["settings", "theme", "other engine", "hash 64", "accept", "quit"]);
    let (said, home) = play.end();
    // Behind the whole form.
    in_order(
        &said,
        &["name: Player", "theme: incunable; or ", "other engine: stockfish", "hash: 64"],
    );
    let settings = fs::read_to_string(home.join("settings.ron")).expect("settings");
    assert!(settings.contains("hash_mib: 64"), "{said}");
}

#[test]
fn changes_of_a_record_outlive_the_end_of_the_input() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("changes");
    fs::remove_dir_all(&home).ok();
    fs::create_dir_all(&home).expect("a home");
    let file = home.join("b.pgn");
    fs::write(&file, "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n").expect("a game");
    let mut play = Plain::restart(home.clone(), &[]);
    play.send(&[&format!("open {}", file.display()), "goto 1", "comment not lost"]);
    drop(play.child.stdin.take());
    assert_eq!(play.child.wait().expect("its end").code(), Some(1));
    assert!(!fs::read_to_string(&file).expect("the file").contains("lost"));
    let copies = fs::read_dir(home.join("recovered")).expect("a folder");
    let copy = copies.map(|entry| entry.expect("a copy").path()).next().expect("a copy");
    assert!(fs::read_to_string(&copy).expect("a text").contains("not lost"));
    let mut play = Plain::restart(home, &[]);
    play.send(&["cancel", &format!("open {}", copy.display()), "goto 1", "quit"]);
    let (said, _) = play.end();
    in_order(&said, &["has changes of a game that were not saved", "not lost"]);
}

#[test]
fn quitting_is_possible_while_a_question_is_open() {
    let mut play = Plain::start("quit", &[]);
    play.send(&["fen 7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "what", "quit"]);
    let (said, home) = play.end();
    in_order(
        &said,
        &[
            "promote to queen, rook, bishop or knight? Or cancel\n",
            "answer queen, rook, bishop, knight or cancel\n",
        ],
    );
    // The question about leaving is answered by a second quit, too.
    let mut play = Plain::restart(home, &[]);
    play.send(&["game two none", "e4", "game two none", "what", "quit", "quit"]);
    play.wait_for("the game is saved and can be resumed");
    let (said, home) = play.end();
    in_order(&said, &["Leave this game for a new one?", "answer yes, no, cancel or quit: Leave"]);
    // No means later, also by quit; only discard ends it.
    for (line, offered) in
        [("no", true), ("quit", true), ("yes", true), ("discard", true), ("no", false)]
    {
        let mut play = Plain::restart(home.clone(), &[]);
        play.send(&[line, "quit", "quit"]);
        let (said, _) = play.end();
        assert_eq!(
            said.contains("unfinished game, White against Black"),
            offered,
            "{line}: {said}"
        );
    }
    assert!(record(&home).contains("1. e4"));
}

#[test]
fn a_script_needs_no_terminal_and_lists_are_chosen_by_number() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain-script");
    fs::create_dir_all(&folder).expect("a folder of its own");
    let (script, games) = (folder.join("script.txt"), folder.join("games.pgn"));
    fs::write(&games, super::GAMES.replace("\"A\"", "\"A\x1b[2J\u{7}\"")).expect("games");
    let lines = [
        ":game two none",
        ":move f4",
        "e5",
        ":move g4",
        "qh4",
        "new",
        "strength 1100",
        "side black",
        "cancel",
    ];
    fs::write(&script, format!("{}\n:open {}\n", lines.join("\n"), games.display()))
        .expect("a script");
    let mut play = Plain::start("script", &["--script", script.to_str().expect("text")]);
    play.send(&[
        "1",
        "forward",
        "forward",
        ":last",
        "eval",
        "why e4",
        "perft 1",
        "copy-fen",
        "read moves",
    ]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "Black: queen d8 to h4, checkmate\nBlack wins by checkmate\n",
            "new game: type a field and its value",
            "strength: 1100",
            "you play: Black",
            "games, 2: type a number",
            "control character U+001B",
            "White: pawn f2 to f3\nBlack: pawn e7 to e5\n",
            "Black: queen d8 to h4, checkmate\n",
            "Black wins by checkmate\n",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
        ],
    );
}

#[test]
fn an_answer_is_said_once_and_before_the_next_line() {
    let mut play = Plain::start("once", &[]);
    play.send(&[
        "game white none 1000",
        "e4",
        "d4",
        "nf3",
        "replay /nonexistent",
        "lines 300",
        "read graph",
        "resign",
        "yes",
        "next-opponent",
    ]);
    let (said, _) = play.end();
    in_order(
        &said,
        &["/nonexistent: ", "lines \"300\": expected", "graph\n", "Black wins: White resigned"],
    );
    assert_eq!(said.matches("/nonexistent: ").count(), 1, "{said}");
    assert!(!said.contains("no opponent to suggest"), "{said}");
}

#[test]
fn a_search_is_stopped_and_stepped_through_and_its_tree_is_read() {
    let mut play = Plain::start("debugger", &[]);
    play.send(&[
        "think 100",
        "break nodes = 50",
        "game white none full",
        "e4",
        "step-into",
        "position",
        "row-up",
        "step-back",
        "pause-search",
        "move-now",
        "ask t",
        "row-down",
        "row-down",
        "leave-inspector",
        "position",
    ]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "1 active breakpoint\n",
            "White: pawn e2 to e4\n",
            "paused at breakpoint 1: nodes = 50 (hit 1)\n",
            "selected: ",
            "paused after a step\n",
            " in the search; leave-inspector returns to the game\n",
            "selected: ",
            "paused after a step\n",
            "\nBlack: ",
            "nodes below the root",
            "selected: ",
            "selected: ",
        ],
    );
    // A step is answered by where the search pauses.
    assert!(!said.contains("done\npaused"), "{said}");
    let last = said.lines().rfind(|line| line.contains(" w KQkq - ")).unwrap_or_default();
    assert!(last.ends_with(" 2"), "{said}");
}

#[test]
fn the_step_after_a_step_back_waits_until_the_search_has_been_repeated() {
    let mut play = Plain::start("back", &[]);
    play.send(&["break nodes = 20000", "game white none full", "e4", "step-back", "step-into"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            ", 20000 nodes, node entered\n",
            "the search is repeated up to an earlier point\n",
            ", 19999 nodes, node entered\n",
            ", 20000 nodes, node entered\n",
        ],
    );
    assert_eq!(said.matches("is repeated").count(), 1, "{said}");
}

#[test]
fn the_first_question_takes_a_level_too() {
    let mut play = Plain::start("first", &[]);
    play.send(&["8", "700", "e4"]);
    let (said, _) = play.end();
    let refused = "strength \"8\": expected 600 to 2400";
    in_order(&said, &[refused, "Black: Lucena, 700, no clock\n", "White: pawn e2 to e4\n"]);
}

#[test]
fn glyphs_are_said_by_their_meaning() {
    let mut play = Plain::start("glyphs", &[]);
    play.send(&["game two", "e4", "nag 14", "nag 22", "nag 1", "last", "read moves", "nag 22"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "e4, White has a slight advantage\n",
            "e4, White has a slight advantage, White is in zugzwang\n",
            "White: pawn e2 to e4\nWhite has a slight advantage\nWhite is in zugzwang\na good move\n",
            "1 e4, White has a slight advantage",
            "e4, White has a slight advantage, a good move\n",
        ],
    );
}

#[test]
fn a_glyph_that_a_file_has_twice_is_said_once() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain-glyphs");
    fs::create_dir_all(&folder).expect("a folder of its own");
    let file = folder.join("twice.pgn");
    fs::write(&file, "1. e4 e5 2. Nf3! $1 $140 Nc6 *\n").expect("a game");
    let mut play = Plain::start("glyphs-twice", &[]);
    play.send(&[
        &format!("open {}", file.display()),
        "forward",
        "forward",
        "forward",
        "read moves",
    ]);
    let (said, _) = play.end();
    in_order(&said, &["White: knight g1 to f3\na good move\nwith the idea\n"]);
    assert!(!said.contains("a good move\na good move"), "{said}");
    assert!(!said.contains("a good move, a good move"), "{said}");
}

#[test]
fn a_jump_in_a_record_is_one_announcement() {
    let mut play = Plain::start("jump", &[]);
    fs::create_dir_all(&play.home).expect("a folder");
    let file = play.home.join("jump.pgn");
    fs::write(&file, "1. e4 {one} e5 {two} 2. Nf3 {three} Nc6 {four} 3. Bb5 {five} a6 {six} *\n")
        .expect("a file");
    play.send(&[&format!("open {}", file.display()), "goto 1", ":last", "break nodes >", "quit"]);
    let (said, _) = play.end();
    let after = said.rsplit("at move 3").next().expect("the jump");
    assert!(said.contains("at move 3") && after.contains("six"), "{said}");
    assert!(!said.contains("four") && !said.contains("at six"), "{said}");
    assert!(!said.contains("and what it is about"), "{said}");
}

#[test]
fn a_filter_waits_for_the_figures_of_the_games() {
    let mut play = Plain::start("figures", &[]);
    fs::create_dir_all(&play.home).expect("a folder");
    let file = play.home.join("many.pgn");
    let games: String = (0..300).map(|it| format!("[White \"W{it}\"]\n\n1. e4 e5 *\n\n")).collect();
    fs::write(&file, games).expect("a file");
    play.send(&[&format!("open {}", file.display()), "moves<9", "cancel", "quit"]);
    let (said, _) = play.end();
    assert!(said.contains("games with moves<9, 300"), "{said}");
}

#[test]
fn a_step_beyond_an_end_and_a_turned_board_are_said() {
    let mut play = Plain::start("ends", &[]);
    let lines = ["game two none", "forward", "e4", "forward", ":last", "back", "back", "first"];
    play.send(&lines);
    play.send(&["flip", "flip"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "the game has no move yet\n",
            "White: pawn e2 to e4\nalready at the last move\nalready at the last move\n",
            "at the start of the game\nalready at the start of the game\nalready at the start of the game\n",
            "Black is below now\nWhite is below now\n",
        ],
    );
    assert!(!said.contains("done"), "{said}");
}

#[test]
fn a_check_is_said_wherever_the_side_to_move_is() {
    let mut play = Plain::start("check", &[]);
    play.send(&[
        "game two none",
        "e4",
        "e5",
        "Qh5",
        "Nc6",
        "Qxf7",
        "status",
        "board",
        "help check",
    ]);
    play.send(&["fen 4k3/8/8/8/8/8/3q4/R3K2R w KQ - 0 1", "yes", "status", "Kxd2", "board"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "White: queen h5 takes f7, check\n",
            "move 3, Black to move, in check\n",
            "rank 1: ",
            "\nBlack to move, in check\n",
            "status: players, whose move it is, check\n",
            "Yes or no?\n",
            "move 1, White to move, in check\n",
            "move 1, White to move, in check\n",
            "rank 1: ",
            "\nBlack to move\n",
        ],
    );
}

#[test]
fn the_time_alone_says_the_clocks_and_its_command_keeps_its_colon() {
    let mut play = Plain::start("time", &[]);
    play.send(&["game two 5+3", "time", ":time", ":time 3+2"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "\nWhite has ",
            "\nBlack has 5 minutes left\n",
            ":time needs a time control such as 5+3",
            "White: White, 3+2\n",
        ],
    );
}

#[test]
fn a_move_is_taken_as_it_was_announced() {
    let mut play = Plain::start("announced", &[]);
    play.send(&["game two none", "White: pawn e2 to e4", "White: e5", "Black pawn e7 to e5."]);
    play.send(&["move 2, White: knight g1 to f3", "knight h3", "black: knight x9", "rook h4."]);
    play.send(&["black: knight b8 to c6."]);
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "White: pawn e2 to e4\n",
            "\"White: e5\" is a move of White's: a move of Black's is awaited\n",
            "Black: pawn e7 to e5\nWhite: knight g1 to f3\n",
            "knight h3 is not legal here",
            "\"black: knight x9\" is not a move: ",
            "rook h4. is not legal here",
            "Black: knight b8 to c6\n",
        ],
    );
}

#[test]
fn a_whole_move_answers_what_the_pawn_becomes() {
    let mut play = Plain::start("whole_promotion", &[]);
    let position = "game two none 4k3/P6P/8/8/8/8/8/4K3 w - - 0 1";
    let whole = "White: pawn h7 to h8, promotes to rook, check";
    play.send(&[position, "a8", "h8=q", "a8", "a8=n", "ke7", "h8", whole]);
    let (said, home) = play.end();
    in_order(&said, &["answer queen, ", "promotes to knight", "promotes to rook"]);
    let text = record(&home);
    assert!(text.contains("1. a8=N ") && text.contains("2. h8=R "), "{text}");
}

#[test]
fn the_form_says_the_range_of_the_strengths_and_no_engine_that_does_not_play() {
    let mut play = Plain::start("range", &[]);
    play.send(&["new"]);
    play.wait_for("start: standard");
    let range = "; 600 to 2400, full or a personality; strength alone lists them\n";
    assert!(play.said.contains(range) && !play.said.contains("\nother engine"), "{}", play.said);
    play.send(&["players Lucena and Lucena", "strength"]);
    let (said, _) = play.end();
    in_order(
        &said,
        &["other engine: full; 600 to 2400 or full; other engine alone lists them", " 650, 700, "],
    );
    let listed = said.lines().find(|line| line.contains(" 650, ")).expect("the levels");
    assert_eq!(listed.matches(" 1000").count(), 1, "{listed}");
}

/// Standard output, standard error and exit code of a program with this file and no input.
fn run_without_input(folder: &Path, option: &str, file: &str) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
        .args(["play", "--plain", option, file])
        .env("LUCENA_HOME", folder.join("home"))
        .stdin(Stdio::null())
        .output()
        .expect("the program");
    let [said, error] =
        [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
    (said, error, output.status.code())
}

#[test]
fn a_file_of_the_command_line_that_cannot_be_used_is_the_error_of_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("unused");
    fs::create_dir_all(&folder).expect("a folder");
    let [text, binary] = ["text.pgn", "bin.pgn"].map(|name| folder.join(name));
    fs::write(&text, "no game\n").expect("a file");
    fs::write(&binary, [0xff, 0xfe, 0, 1, 0x80]).expect("a file");
    for (option, file, wrong) in [
        ("--pgn", &text, "no games"),
        ("--pgn", &binary, "bin.pgn: "),
        ("--script", &binary, "not a text"),
    ] {
        let file = file.display().to_string();
        let (said, error, code) = run_without_input(&folder, option, &file);
        assert_eq!(code, Some(1), "{option} {file}: {said}");
        assert!(said.contains(wrong) && error.contains(wrong), "{option} {file}: {said}{error}");
    }
}

#[test]
fn a_line_of_a_script_that_fails_is_named_and_the_others_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("failing");
    fs::create_dir_all(&folder).expect("a folder");
    let script = folder.join("s.txt");
    let run = |text: &str| {
        fs::write(&script, text).expect("a script");
        run_without_input(&folder, "--script", &script.display().to_string())
    };
    let at = |line: usize| format!("{}:{line}: ", script.display());
    let lines = ["# two people", "game two none", "e5", "e4", ":open nowhere.pgn", ":nope", "d5"];
    let (said, error, code) = run(&lines.join("\n"));
    assert_eq!(code, Some(1), "{said}{error}");
    for wrong in [3, 5, 6] {
        assert!(said.contains(&at(wrong)), "{wrong}: {said}");
    }
    assert!(said.contains("pawn d7 to d5"), "{said}");
    assert!(error.contains(&at(3)) && error.contains("; 3 lines failed"), "{error}");
    let (said, error, code) = run("game two none\ne4\n");
    assert_eq!((code, &*error), (Some(0), ""), "{said}");
}

#[test]
fn a_game_that_is_open_in_another_process_is_named() {
    let mut play = Plain::start("in_use", &[]);
    let log = format!("log {}", play.home.join("log.txt").display());
    play.send(&["game two none", "e4", &log]);
    // The storage thread writes in order.
    play.wait_for("was written");
    let other = Plain::restart(play.home.clone(), &[]);
    let (said, _) = other.end();
    assert!(said.contains("a game is open in another running Lucena"), "{said}");
    assert!(!said.contains("unfinished game"), "{said}");
    play.end();
}

#[test]
fn a_script_runs_on_the_game_of_the_command_line() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("both");
    fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        file.display().to_string()
    };
    let one = file("one.pgn", "1. d4 d5 *\n");
    let two = file("two.pgn", "1. e4 *\n\n1. c4 c5 *\n");
    for (pgn, script, move_made) in
        [(one, "forward\n", "pawn d2 to d4"), (two, "2\nforward\n", "pawn c2 to c4")]
    {
        let script = file("script.txt", script);
        let arguments = ["--pgn", &pgn, "--script", &script];
        let (said, _) = Plain::start("both-home", &arguments).end();
        assert!(said.contains(move_made), "{pgn}: {said}");
    }
}

#[test]
fn a_game_read_in_part_has_its_exit_code() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join("part");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text, lines, code) in [
        ("whole.pgn", "1. e4 e5 *\n", "", 0),
        ("part.pgn", "1. e4 e5 2. Ke5 Nc6 *\n", "", 3),
        ("chosen.pgn", "1. e4 *\n\n1. e4 e5 2. Ke5 Nc6 *\n", "2\n", 3),
        ("other.pgn", "1. e4 *\n\n1. e4 e5 2. Ke5 Nc6 *\n", "1\n", 0),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        let input = folder.join("input.txt");
        fs::write(&input, lines).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
            .args(["play", "--plain", "--pgn", &file.display().to_string()])
            .env("LUCENA_HOME", folder.join("home"))
            .stdin(fs::File::open(&input).expect("a file"))
            .output()
            .expect("the program");
        let [said, error] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(code), "{name}: {said}{error}");
        assert_eq!(error.contains("read in part"), code == 3, "{name}: {error}");
    }
}

#[test]
fn a_first_move_that_is_typed_is_said_after_the_game_and_before_its_answer() {
    let mut play = Plain::start("first-move", &[]);
    play.send(&["e4"]);
    play.wait_for("Black: ");
    play.wait_for("Black: ");
    let (said, _) = play.end();
    in_order(
        &said,
        &[
            "White: Player, no clock\n",
            "Black: Lucena, 1200, no clock\na new game\nmove 1, White: pawn e2 to e4\nmove 1, Black to move\nthe engine thinks\nBlack: ",
        ],
    );
    assert!(!said.contains("type a move"), "{said}");
}

#[test]
fn changes_are_kept_in_a_copy_when_the_reader_of_the_output_goes_away() {
    for (name, lines, copies, code) in [
        ("reader-gone", &["comment kept"][..], 1, 1),
        ("reader-gone-saved", &["comment kept", "save"], 0, 141),
    ] {
        let mut play = Plain::start(name, &[]);
        fs::create_dir_all(&play.home).expect("a home");
        let file = play.home.join("a.pgn");
        fs::write(&file, "[Event \"a\"]\n\n1. e4 e5 *\n").expect("a file");
        play.send(&["cancel", &format!("open {}", file.display())]);
        play.wait_for("looking back");
        play.send(lines);
        play.wait_for(if copies == 0 { "was written" } else { "done" });
        let Plain { home, mut child, lines, .. } = play;
        drop(lines);
        let mut input = child.stdin.take().expect("its input");
        writeln!(input, "board").expect("a line");
        let status = child.wait().expect("its end");
        assert_eq!(status.code(), Some(code), "{name}");
        let folder = fs::read_dir(home.join("recovered")).into_iter().flatten();
        let found: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
        assert_eq!(found.len(), copies, "{name}");
        for copy in found {
            let text = fs::read_to_string(copy).expect("a copy");
            assert!(text.contains("kept"), "{text}");
        }
    }
}

#[test]
fn changes_that_a_script_leaves_are_kept_in_a_copy_and_have_an_exit_code() {
    for (name, last) in [("script-leaves", "open b.pgn"), ("script-quits", "quit")] {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain").join(name);
        fs::remove_dir_all(&home).ok();
        fs::create_dir_all(&home).expect("a home");
        let file = |name: &str| home.join(name).display().to_string();
        for name in ["a.pgn", "b.pgn"] {
            fs::write(file(name), "[Event \"a\"]\n\n1. e4 e5 *\n").expect("a file");
        }
        let last = last.replace("b.pgn", &file("b.pgn"));
        fs::write(file("script"), format!("comment kept\n{last}\n")).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
            .args(["play", "--plain", "--pgn", &file("a.pgn"), "--script", &file("script")])
            .env("LUCENA_HOME", &home)
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{name}: {error}");
        assert!(error.contains("a copy with them is"), "{name}: {error}");
        let copies = fs::read_dir(home.join("recovered")).expect("copies");
        let texts: Vec<String> = copies
            .map(|it| fs::read_to_string(it.expect("an entry").path()).expect("a copy"))
            .collect();
        assert!(texts.len() == 1 && texts[0].contains("kept"), "{name}: {texts:?}");
        assert!(!fs::read_to_string(file("a.pgn")).expect("the file").contains("kept"), "{name}");
    }
}

#[test]
fn the_changes_of_an_opened_game_are_saved_before_it_is_left() {
    let mut play = Plain::start("save-first", &[]);
    fs::create_dir_all(&play.home).expect("a home");
    let file = play.home.join("a.pgn");
    fs::write(&file, "[Event \"a\"]\n\n1. e4 e5 *\n").expect("a file");
    play.send(&["cancel", &format!("open {}", file.display()), "comment kept", "quit", "yes"]);
    let (said, home) = play.end();
    in_order(&said, &["Save them to a.pgn first? Yes, discard or cancel?"]);
    assert!(fs::read_to_string(&file).expect("the file").contains("kept"));
    assert!(!home.join("recovered").exists());
}
