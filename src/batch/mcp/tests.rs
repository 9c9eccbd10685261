//! Sessions with the server in this process: lines in, messages out.

use super::run;
use serde_json::{Value, json};
use std::io::Cursor;

/// The messages that the server sends for these lines.
fn session(lines: &[String]) -> Vec<Value> {
    let mut out = Vec::new();
    run(Cursor::new(lines.join("\n")), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn request(id: u64, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

fn initialize() -> String {
    request(
        0,
        "initialize",
        &json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {} }),
    )
}

fn call(id: u64, name: &str, arguments: &Value) -> String {
    request(id, "tools/call", &json!({ "name": name, "arguments": arguments }))
}

/// The message with this id.
fn answer(messages: &[Value], id: u64) -> &Value {
    messages.iter().find(|message| message["id"] == id).unwrap_or(&Value::Null)
}

fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"].as_str().unwrap_or_default()
}

#[test]
fn the_version_is_negotiated() {
    for (wanted, expected) in
        [("2024-11-05", "2024-11-05"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25")]
    {
        let messages = session(&[request(0, "initialize", &json!({ "protocolVersion": wanted }))]);
        assert_eq!(answer(&messages, 0)["result"]["protocolVersion"], expected);
        assert_eq!(answer(&messages, 0)["result"]["serverInfo"]["name"], "lucena");
    }
    // Without a handshake each request names its version.
    let meta =
        |version: &str| json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": version } });
    let messages = session(&[
        request(1, "server/discover", &meta("2026-07-28")),
        request(2, "tools/list", &meta("2026-07-28")),
        request(3, "tools/list", &meta("2099-01-01")),
        request(4, "tools/list", &json!({})),
    ]);
    assert_eq!(answer(&messages, 1)["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(answer(&messages, 2)["result"]["tools"].as_array().unwrap().len(), 4);
    assert_eq!(answer(&messages, 3)["error"]["code"], -32022);
    assert_eq!(answer(&messages, 4)["error"]["code"], -32600);
}

#[test]
fn only_the_version_without_a_handshake_has_its_fields() {
    let explain = json!({ "name": "explain", "arguments": { "fen": "startpos" } });
    let mut stateless = explain.clone();
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    stateless["_meta"] = meta.clone();
    let messages = session(&[
        request(1, "ping", &json!({})),
        initialize(),
        request(2, "ping", &json!({})),
        request(3, "tools/list", &json!({})),
        request(4, "tools/call", &explain),
        request(5, "ping", &json!({ "_meta": meta })),
        request(6, "tools/list", &json!({ "_meta": meta })),
        request(7, "tools/call", &stateless),
    ]);
    for id in [1, 2] {
        assert_eq!(answer(&messages, id)["result"], json!({}), "{messages:#?}");
    }
    let new = ["resultType", "_meta", "cacheScope", "ttlMs"];
    for (id, fields) in [(0, 0), (3, 0), (4, 0), (5, 2), (6, 4), (7, 2)] {
        let result = answer(&messages, id)["result"].as_object().unwrap();
        assert_eq!(new.iter().filter(|it| result.contains_key(**it)).count(), fields, "{id}");
    }
}

#[test]
fn every_tool_answers() {
    let rank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let pgn = "[Event \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let with_progress = json!({
        "name": "annotate",
        "arguments": { "pgn": pgn, "depth": 2 },
        "_meta": { "progressToken": "p" },
    });
    let messages = session(&[
        initialize(),
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}".to_owned(),
        request(1, "ping", &json!({})),
        // JSON Schema: 2.0 is a whole number.
        call(2, "analyse", &json!({ "fen": rank, "depth": 3.0, "lines": 2.0 })),
        call(3, "explain", &json!({ "fen": rank, "what": "a1a8" })),
        call(4, "why_not", &json!({ "fen": rank, "line": "Ra7 h6", "depth": 3 })),
        request(5, "tools/call", &with_progress),
    ]);
    assert_eq!(
        messages.iter().filter(|message| message.get("id").is_some()).count(),
        6,
        "{messages:#?}"
    );
    let analysis = &answer(&messages, 2)["result"]["structuredContent"];
    assert_eq!(
        (&analysis["lines"][0]["san"][0], &analysis["lines"][0]["score"]["mate"]),
        (&json!("Ra8#"), &json!(1))
    );
    assert_eq!(serde_json::from_str::<Value>(text(answer(&messages, 2))).unwrap(), *analysis);
    assert!(text(answer(&messages, 3)).starts_with("a1a8 is legal"), "{messages:#?}");
    let rejection = text(answer(&messages, 4));
    assert!(
        rejection.contains("Ra8#")
            && rejection.lines().nth(1).is_some_and(|line| line.starts_with("Ra7 ")),
        "{rejection}"
    );
    let annotated = text(answer(&messages, 5));
    assert!(annotated.contains("2. g4 $4") && annotated.contains("allows 2...Qh4#"), "{annotated}");
    let progress: Vec<&Value> =
        messages.iter().filter(|it| it["method"] == "notifications/progress").collect();
    assert!(!progress.is_empty() && progress.iter().all(|it| it["params"]["progressToken"] == "p"));
}

#[test]
fn errors_have_their_codes_and_wrong_arguments_are_named() {
    let messages = session(&[
        initialize(),
        "{".to_owned(),
        "[]".to_owned(),
        "{\"id\":1,\"method\":\"ping\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":2}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":[]}".to_owned(),
        request(4, "resources/list", &json!({})),
        request(5, "tools/call", &json!({ "name": "castle" })),
        request(6, "tools/list", &json!({ "cursor": "x" })),
        request(7, "initialize", &json!({})),
        request(8, "initialize", &json!({ "protocolVersion": 5 })),
        request(9, "tools/call", &json!({})),
        request(10, "tools/call", &json!({ "name": 5 })),
        "{\"jsonrpc\":\"2.0\",\"method\":\"unknown\"}".to_owned(),
        "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}".to_owned(),
    ]);
    let unnamed: Vec<&Value> =
        messages.iter().filter(|it| it["id"].is_null()).map(|it| &it["error"]["code"]).collect();
    assert_eq!(unnamed, [&json!(-32700), &json!(-32600), &json!(-32600)]);
    let codes =
        [(1, -32600), (2, -32600), (3, -32600), (4, -32601), (5, -32602), (6, -32602), (7, -32602)];
    for (id, code) in codes {
        assert_eq!(answer(&messages, id)["error"]["code"], code, "{messages:#?}");
    }
    for (id, text) in [
        (5, "name: \"castle\" is no tool"),
        (7, "protocolVersion: is missing"),
        (8, "protocolVersion: 5 is not a string"),
        (9, "name: is missing"),
        (10, "name: 5 is not a string"),
    ] {
        assert_eq!(answer(&messages, id)["error"]["message"], text);
        assert_eq!(answer(&messages, id)["error"]["code"], -32602);
    }
    let cases = [
        ("analyse", json!({}), "fen: is missing"),
        ("analyse", json!({ "fen": "x" }), "fen \"x\": "),
        (
            "analyse",
            json!({ "fen": "startpos", "depth": 0 }),
            "depth: 0 is not a whole number from 1 to 128",
        ),
        ("analyse", json!({ "fen": 5 }), "fen: 5 is not a string"),
        (
            "analyse",
            json!({ "fen": "startpos", "depth": 2.5 }),
            "depth: 2.5 is not a whole number from 1 to 128",
        ),
        (
            "analyse",
            json!({ "fen": "startpos", "nodes": 1e300 }),
            "nodes: 1e+300 is not a whole number from 1 to",
        ),
        (
            "explain",
            json!({ "fen": "startpos", "deep": 1 }),
            "deep: is no argument; known are fen, what",
        ),
        ("why_not", json!({ "fen": "startpos", "line": "e4 e4" }), "line: e4 is not legal here"),
        (
            "annotate",
            json!({ "pgn": "1. e4 *", "game": 2 }),
            "game: there is no game 2; the text has 1",
        ),
        ("explain", json!({ "fen": "x", "what": "e2" }), "fen \"x\": "),
        (
            "explain",
            json!({ "fen": "startpos", "what": "nonsense" }),
            "what: \"nonsense\" is not a move",
        ),
        (
            "why_not",
            json!({ "fen": "startpos", "line": "g1f3 g8f6 f3g1 f6g8 ".repeat(40) }),
            "line: 160 moves are more than 128",
        ),
        ("annotate", json!({ "pgn": "" }), "pgn: there is no game in \"\""),
        ("annotate", json!({ "pgn": "1. e4 Ke2 *" }), "pgn: the game was read in part: "),
    ];
    let mut lines = vec![initialize()];
    lines.extend(cases.iter().zip(1..).map(|((name, arguments, _), id)| call(id, name, arguments)));
    let messages = session(&lines);
    for ((name, _, expected), id) in cases.iter().zip(1..) {
        let message = answer(&messages, id);
        assert_eq!(message["result"]["isError"], true, "{name}: {message:#?}");
        assert!(text(message).starts_with(expected), "{name}: {message:#?}");
    }
}

#[test]
fn a_cancelled_call_ends_without_an_answer() {
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    let messages = session(&[
        initialize(),
        call(1, "analyse", &json!({ "fen": "startpos", "time_ms": 600_000 })),
        call(1, "explain", &json!({ "fen": "startpos" })),
        request(1, "ping", &json!({})),
        request(1, "tools/list", &json!({})),
        cancel.to_string(),
        request(2, "ping", &json!({})),
    ]);
    assert!(answer(&messages, 2)["result"].is_object());
    let first: Vec<&Value> = messages.iter().filter(|it| it["id"] == 1).collect();
    assert!(
        first.iter().all(|it| it["error"]["message"] == "id: a request with the id 1 is running"),
        "{first:?}"
    );
    assert_eq!(first.len(), 3);
}
