//! One game in other forms: each can be read by what reads that form, and nothing in a game can break out of it.

use super::one;
use lucena::export::{fen_list, html, json_lines, study};
use lucena::rules::parse_fen;

const GAME: &str = "[White \"<script>alert(1)</script> @NODES@\"]\n[Result \"0-1\"]\n\n\
    1. f3 {[%eval -0.80,12] [%clk 0:01:00] weak \"</script>\" & @MOVES@} (1. e4 e5) e5 \
    2. g4?? {[%eval #-1]} Qh4# 0-1";

#[test]
fn positions_are_one_a_line() {
    let list = fen_list(&one(GAME).game);
    assert_eq!(list.lines().count(), 5);
    assert!(list.lines().all(|fen| parse_fen(fen).is_ok()), "{list}");
}

#[test]
fn every_line_is_a_json_object() {
    let text = json_lines(&one(GAME).game);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(lines[0]["tags"]["Result"], "0-1");
    assert_eq!(
        (&lines[1]["san"], &lines[1]["cp"], &lines[1]["clock"]),
        (&"f3".into(), &(-80).into(), &60_000.into())
    );
    assert_eq!(lines[1]["comment"], "weak \"</script>\" & @MOVES@");
    assert_eq!(
        (&lines[3]["mate"], &lines[3]["nags"][0], lines.len()),
        (&(-1).into(), &4.into(), 5)
    );
}

#[test]
fn json_lines_leave_nothing_out() {
    let text = "[Annotator \"a\"]\n[Annotator \"b\"]\n[Annotator \"c\"]\n\n{[%csl Ra1] before [%foo 1]} 1. e4 $13 \
        {[%csl Gd4] [%cal Ge2e4,Rd1h5] [%mdl 64] why [%lcs depth=1, seldepth=1, nodes=2, nps=3]} \
        ({first} 1. d4 $1 d5 (1... Nf6 {[%clk 0:01:00]} 2. c4)) (1. c4) 1... e5 {last} *";
    let lines = json_lines(&one(text).game);
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(lines[0]["tags"]["Annotator"], serde_json::json!(["a", "b", "c"]));
    assert_eq!(lines[0]["comment"], "before");
    assert_eq!(
        (&lines[0]["marks"], &lines[0]["commands"]),
        (&["Ra1"].as_slice().into(), &["foo 1"].as_slice().into())
    );
    assert_eq!(lines[1]["marks"], serde_json::json!(["Gd4", "Ge2e4", "Rd1h5"]));
    assert_eq!(
        lines[1]["commands"],
        serde_json::json!(["lcs depth=1, seldepth=1, nodes=2, nps=3", "mdl 64"])
    );
    let variations = ["{first} 1. d4 $1 d5 (1... Nf6 {[%clk 0:01:00]} 2. c4)", "1. c4"];
    assert_eq!(lines[1]["variations"], serde_json::json!(variations));
    assert_eq!((&lines[2]["variations"], lines.len()), (&serde_json::Value::Null, 3));
}

#[test]
fn the_page_loads_nothing_and_holds_every_line() {
    let page = html(&one(GAME).game);
    assert_eq!(page.matches("</script>").count(), 1, "a game must not end the script");
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("<script>alert"));
    assert_eq!(page.matches("<a data-n=").count(), 6);
    let start = page.find("const nodes = ").expect("the nodes") + "const nodes = ".len();
    let end = start + page[start..].find("];\n").expect("their end") + 1;
    let nodes: serde_json::Value = serde_json::from_str(&page[start..end]).expect("JSON");
    assert_eq!(nodes.as_array().map(Vec::len), Some(7));
    assert_eq!(
        (&nodes[1]["from"], &nodes[1]["parent"], &nodes[1]["cp"]),
        (&"f2".into(), &0.into(), &(-80).into())
    );
}

#[test]
fn the_page_shows_the_first_position_and_the_moves_without_a_script() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/Q3K3 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... Kd7 {why} (1... Kf7) 2. e4 *";
    let page = html(&one(fen).game);
    let (markup, _) = page.split_once("<script>").expect("a script");
    let board = markup.split_once("aria-label=\"board\">").expect("the board").1;
    let board = board.split_once("</div></div></div>").expect("its end").0;
    assert_eq!(board.matches("<div class=\"l\">").count(), 32);
    assert_eq!(board.matches("<div class=\"d\">").count(), 32);
    assert_eq!(board.matches("<use").count(), 4);
    assert!(board.starts_with("<div class=\"l\"><small class=\"r\">8</small></div>"), "{board}");
    let queen = "<div class=\"d\"><small class=\"r\">1</small><small class=\"f\">a</small>\
                 <svg viewBox=\"0 0 45 45\" class=\"w\"><use href=\"#q\"/></svg></div>";
    assert!(board.contains(queen), "{board}");
    assert!(markup.contains("Kd7</a>") && markup.contains("Kf7</a>") && markup.contains("why"));
    assert!(markup.contains("<noscript>"), "buttons without an effect are hidden");
}

#[test]
fn the_page_has_every_glyph_mark_and_comment() {
    let page = html(
        &one("[Annotator \"Who?\"]\n[Date \"2026.11.??\"]\n[Round \"?\"]\n\n$10 {start [%csl Gd4,Rd5]} \
              1. e4 $14 $1 {a} {b} e5 $19 ({sc} 1... c5 $22 {[%cal Ge2e4]} {d}) 2. Nf3 $200 {[%eval #-3]} (2. f4 $16) *")
        .game,
    );
    let moves = page.split_once("<div id=\"moves\">").expect("the moves").1;
    let moves = moves.split_once("</div>").expect("their end").0;
    for wanted in [
        "= <span class=\"c\">start</span>",
        "e4! ⩲</a>",
        "a b</span>",
        "e5 −+</a>",
        "<span class=\"c\">sc</span>",
        "c5 ⨀</a> <span class=\"c\">d</span>",
        "Nf3 $200</a>",
        "f4 ±</a>",
    ] {
        assert!(moves.contains(wanted), "{wanted} is not in\n{moves}");
    }
    for wanted in [
        "\"marks: d4 green, d5 red\\nstart\"",
        "\"marks: e2-e4 green\\nd\"",
        "Evaluation mate in 3 for Black",
        "<td>Who?</td>",
        "<td>2026.11.??</td>",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("<td>Round</td>"));
    let mated = html(&one("1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1").game);
    assert!(mated.contains("\"Checkmate\"") && !mated.contains("mate in 0"));
}

#[test]
fn an_evaluation_beyond_the_scores_is_that_of_the_file() {
    let evals = [
        ("327.67", 32767, "+327.67"),
        ("152.53", 15253, "+152.53"),
        ("-999.99,20", -99_999, "-999.99 at depth 20"),
        ("158.00", 15800, "+158.00"),
        ("20000,9", 20_000, "+200.00 at depth 9"),
        ("150.00", 15000, "+150.00"),
        ("0.0", 0, "0.00"),
    ];
    for (eval, cp, caption) in evals {
        let game = one(&format!("1. e4 {{[%clk 0:01:00] so [%eval {eval}] it is}} *")).game;
        let lines = json_lines(&game);
        let json: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
        assert_eq!((&json["cp"], &json["mate"]), (&cp.into(), &serde_json::Value::Null), "{eval}");
        assert!(html(&game).contains(&format!("Evaluation {caption}\\n")), "{eval}");
    }
}

/// What lila's import makes of a comment: its shapes, clock and time are taken, every other command is passed over.
/// The forms are those of `CommentParser` and `Comment.removeMeta`.
fn as_a_study_reads(comment: &str) -> (Vec<String>, String) {
    let (mut commands, mut words, mut rest) = (Vec::new(), String::new(), comment);
    while let Some(at) = rest.find("[%") {
        let end = at + rest[at..].find(']').expect("a command is closed");
        commands.push(rest[at + 2..end].split_whitespace().collect::<Vec<_>>().join(" "));
        words.push_str(&rest[..at]);
        rest = &rest[end + 1..];
    }
    words.push_str(rest);
    (commands, words.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn a_study_gets_what_it_documents() {
    let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%eval 0.17,12] [%clk 0:04:59.5] [%emt 0:00:03] \
        [%csl Gd4,Re5] [%cal Ge2e4] [%lcl 3.0] [%lcs depth=12, seldepth=20, nodes=9, nps=9] best} (1. d4 -- 2. c4) \
        e5 {[%eval #-3] [%clk 0:10:00]} *";
    let written = study(&one(text).game).expect("it fits");
    // A blank line before a bracket begins the next chapter.
    assert_eq!(written.trim_end().matches("\n\n").count(), 1, "{written}");
    let movetext = written.split_once("\n\n").expect("tags and moves").1;
    let comments: Vec<_> =
        movetext.split('{').skip(1).filter_map(|part| part.split_once('}')).collect();
    let (commands, words) = as_a_study_reads(comments[0].0);
    let expected = ["eval 0.17,12", "clk 0:04:59.5", "emt 0:00:03", "csl Gd4,Re5", "cal Ge2e4"];
    assert_eq!((commands, words.as_str()), (expected.map(str::to_owned).to_vec(), "best"));
    let (commands, _) = as_a_study_reads(comments[1].0);
    assert_eq!(commands, ["eval #-3", "clk 0:10:00"]);
    assert!(!written.contains("--") && written.contains("(1. d4)"), "{written}");
}

#[test]
fn what_does_not_fit_into_a_study_is_said() {
    let long = format!("1. e4 {{{}}} *", "word ".repeat(900));
    let refused = |text: &str| study(&one(text).game).unwrap_err().to_string();
    assert!(refused(&long).ends_with("per comment; one of this game has 4499"));
    let before = format!("1. e4 ({{{}}} 1. d4) *", "word ".repeat(900));
    assert!(refused(&before).ends_with("per comment; one of this game has 4499"));
    let wide = format!("1. e4 {} *", "(1. d4 d5 2. c4 e6 3. Nc3 Nf6) ".repeat(600));
    assert!(refused(&wide).ends_with("with all variations; this game has 3601"));
    let many = format!("1. e4 {} *", format!("(1. d4 {{{}}}) ", "word ".repeat(700)).repeat(30));
    assert!(refused(&many).starts_with("a study allows 100000 characters per chapter"));
}

#[test]
fn a_side_line_does_not_replace_a_main_line_that_ends_at_a_null_move() {
    let game = one("1. e4 e5 2. Nf3 -- (2... Nc6 3. Bb5 a6) 3. Nc3 *").game;
    let written = study(&game).expect("it fits");
    assert!(written.contains("1. e4 e5 2. Nf3 *"), "{written}");
}

#[test]
fn what_a_study_leaves_out_behind_a_null_move_does_not_count() {
    let long = "word ".repeat(900);
    let wide = "(1. d4 d5 2. c4 e6 3. Nc3 Nf6) ".repeat(600);
    for text in [
        format!("1. e4 (1. d4 -- 2. c4 {{{long}}}) e5 *"),
        format!("1. e4 e5 2. -- (2. Nf3 {{{long}}}) d5 {{{long}}} *"),
        format!("1. -- {wide} e5 *"),
    ] {
        let written = study(&one(&text).game).expect("it fits");
        assert!(!written.contains("word"), "{written}");
    }
}
