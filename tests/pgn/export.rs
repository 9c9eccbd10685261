//! One game in other forms: each can be read by what reads that form, and nothing in a game can break out of it.

use super::one;
use lucena::batch::export::{fen_list, html, json_lines};
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
