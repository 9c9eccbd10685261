//! Perft of 1,000 positions of Chess960 and double Chess960: every arrangement is there once. Source: random games of
//! python-chess 1.11 from each start position; the counts are those of Weiss 2.1 (github.com/TerjeKir/weiss), and
//! python-chess agrees at depth 3 on the 421 positions that it was asked for.

#![allow(clippy::expect_used, reason = "a helper of tests may fail the test")]

use lucena::rules::{parse_fen, perft::perft};

const TABLE: &str = include_str!("data/chess960.perft");

/// Compares every position at the depths up to `deepest`; the number of counts.
fn compare(deepest: u32) -> usize {
    let mut compared = 0;
    for line in TABLE.lines() {
        let (fen, counts) = line.split_once(';').expect("counts");
        let position = parse_fen(fen).expect("a position");
        for count in counts.split(';') {
            let (depth, leaves) = count.trim().split_once(' ').expect("a depth and a count");
            let depth = depth[1..].parse().expect("a depth");
            if depth <= deepest {
                assert_eq!(Ok(perft(&position, depth)), leaves.parse(), "{fen} at depth {depth}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn every_arrangement_to_depth_three() {
    assert_eq!(compare(3), 1000);
}

#[test]
#[ignore = "takes a minute; .ci/run runs it"]
fn every_arrangement_to_depth_four() {
    assert_eq!(compare(4), 2000);
}
