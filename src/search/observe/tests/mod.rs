//! Tests of the debugger: every claim is checked against the search's own counts or a second way to know.

mod language;
mod recording;
mod replaying;
mod stepping;

use super::{KeepIterations, RecordScope, Recorder, SearchRecording, SearchTree};
use crate::knowledge::Knowledge;
use crate::rules::{Move, Position, notation, parse_fen, parse_move};
use crate::search::{NoLimits, Observer, SearchReport};
use std::sync::{Arc, OnceLock};

/// Positions in which a short search meets every technique and plenty of repetitions.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1",
    "2r3k1/1q3pp1/4p2p/3pP3/3Q1P2/2R4P/6P1/6K1 b - - 12 30",
];

fn knowledge() -> &'static Arc<Knowledge> {
    static KNOWLEDGE: OnceLock<Arc<Knowledge>> = OnceLock::new();
    KNOWLEDGE.get_or_init(|| Knowledge::standard().unwrap())
}

fn case(fen: &str, depth: u16) -> SearchRecording {
    let start = parse_fen(fen).unwrap();
    SearchRecording { depth: Some(depth), hash_mib: 1, ..SearchRecording::new(&start, &[]) }
}

fn run<O: Observer>(case: &SearchRecording, observer: &mut O) -> SearchReport {
    case.run(knowledge(), &mut NoLimits, observer).unwrap()
}

fn record(
    case: &SearchRecording,
    scope: RecordScope,
    keep: KeepIterations,
    bytes: usize,
) -> (SearchTree, SearchReport) {
    let mut recorder = Recorder::new(&case.root().unwrap().position, scope, keep, bytes);
    let report = run(case, &mut recorder);
    (recorder.finish(&report), report)
}

fn line(start: &Position, text: &str) -> Vec<Move> {
    let mut position = start.clone();
    text.split_whitespace()
        .map(|text| {
            let mv = parse_move(&position, text).unwrap();
            position.play(mv);
            mv
        })
        .collect()
}

fn uci(path: &[Option<Move>]) -> String {
    let words: Vec<String> =
        path.iter().map(|mv| mv.map_or_else(|| "pass".to_owned(), notation::uci)).collect();
    words.join(" ")
}
