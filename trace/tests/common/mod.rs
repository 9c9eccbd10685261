//! Random calls of a writer, and the writer that makes them.
#![allow(dead_code, clippy::unwrap_used, reason = "shared by tests that use parts of it")]

use lucena_trace::Writer;
use lucena_trace::record::{Bound, Enter, Entry, Flags, Move};
use std::fmt::Write as _;

/// SplitMix64. Source: Steele, Lea and Flood, 2014.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// Often small, now and then anything.
    pub fn signed(&mut self) -> i64 {
        match self.below(12) {
            0 => self.next() as i64,
            1 => i64::MIN,
            2 => i64::MAX,
            _ => self.below(600) as i64 - 300,
        }
    }
}

pub const NAMES: [&str; 8] =
    ["rfp", "lmr", "null", "singular", "futility", "see", "check", "history"];

/// A call: its name, seven numbers and a text.
#[derive(Clone, Debug)]
pub struct Call(pub &'static str, pub [i64; 7], pub String);

pub fn script(calls: &[Call]) -> String {
    calls.iter().fold(String::new(), |mut out, Call(name, a, text)| {
        write!(out, "{name}").unwrap();
        a.iter().for_each(|n| write!(out, " {n}").unwrap());
        writeln!(out, " {text}").unwrap();
        out
    })
}

/// A search-like sequence: nodes nest, some are left open at the end of an iteration.
pub fn calls(random: &mut Random, count: usize) -> Vec<Call> {
    let mut calls = vec![Call(
        "unit",
        [[1, 1, 64, 1000][random.below(4) as usize], 0, 0, 0, 0, 0, 0],
        "x".into(),
    )];
    let mut level = 0_usize;
    let line = [796_i64, 2356, 405];
    let text = |random: &mut Random| "abc/äö?".repeat(1 + random.below(30) as usize);
    calls.push(Call("search", [0; 7], "startpos".into()));
    for _ in 0..count {
        let mut a = [0; 7];
        a.iter_mut().for_each(|n| *n = random.signed());
        a[6] = random.below(8) as i64;
        let name = match random.below(100) {
            0 => "search",
            1 | 2 => "iteration",
            3 => "info",
            4 => "end",
            5..=9 => "next",
            10..=39 => "enter",
            40..=62 => "exit",
            63..=67 => "eval",
            68..=72 => "tt",
            73..=77 => "store",
            78 => "order",
            79..=83 => "pruned",
            84..=87 => "depth",
            88..=91 => "best",
            92..=95 => "reason",
            96..=97 => "number",
            _ => "comment",
        };
        match name {
            "search" => {
                a[0] = random.below(65536) as i64;
                let most = if random.below(9) == 0 { 600 } else { 9 };
                a[2] = random.below(most) as i64;
                level = 0;
            }
            "iteration" => {
                a[0] = random.below(20_000) as i64;
                a[3] = random.below(3) as i64 + 1;
                level = 0;
            }
            "end" => {
                a[1] = random.below(65536) as i64;
                level = 0;
            }
            "next" => a[0] = random.below(8192) as i64 & !3,
            "enter" => {
                a[0] = random.below(16) as i64;
                a[1] = if random.below(2) == 0 && level > 0 && level < 4 {
                    line[level - 1]
                } else {
                    random.below(65536) as i64
                };
                level += 1;
            }
            "exit" => {
                a[1] = random.below(4) as i64;
                level = level.saturating_sub(1);
            }
            "tt" | "store" => {
                a[1] = random.below(4) as i64;
                a[4] = random.below(65536) as i64;
                a[5] = random.below(2) as i64;
            }
            "order" => {
                a[0] = random.below(65536) as i64;
                a[1] = random.below(100_000) as i64;
                let most = if random.below(9) == 0 { 600 } else { 40 };
                a[2] = random.below(most) as i64;
            }
            "pruned" | "depth" | "best" => a[0] = random.below(65536) as i64,
            _ => {}
        }
        // Now and then deeper than any writer records.
        let repeat = if name == "enter" && random.below(400) == 0 { 1100 } else { 1 };
        let said = text(random);
        (0..repeat).for_each(|_| calls.push(Call(name, a, said.clone())));
        level += repeat - 1;
    }
    calls
}

fn mv(number: i64) -> Move {
    Move(number as u16)
}

fn entry(a: &[i64; 7], used: bool) -> Entry {
    Entry {
        key: Some(a[0] as u64),
        bound: Bound::of(a[1] as u64),
        depth: a[2],
        score: a[3],
        mv: mv(a[4]),
        used,
        other: None,
    }
}

/// Makes the calls through the crate's writer.
pub fn write(calls: &[Call], filter: &str) -> Vec<u8> {
    let mut t = Writer::new(Vec::new(), "Driver", "1.0", filter).unwrap();
    for Call(name, a, text) in calls {
        let rule = NAMES[a[6] as usize % 8];
        let moves = |count: i64| (0..count).map(|i| mv(a[0] + i * 37)).collect::<Vec<_>>();
        match *name {
            "info" => t.info(rule, text),
            "unit" => t.unit(a[0]),
            "search" => t.search(text, &moves(a[2])),
            "iteration" => t.iteration(a[0], a[1], a[2], a[3] as u64),
            "next" => t.next(Flags(a[0] as u64)),
            "enter" => t.enter(&Enter {
                flags: Flags(a[0] as u64),
                mv: mv(a[1]),
                depth: a[2],
                alpha: a[3],
                beta: a[4],
            }),
            "eval" => t.eval(a[0], a[1]),
            "tt" => t.tt(&entry(a, a[5] != 0)),
            "store" => t.store(&entry(a, false)),
            "order" => {
                let scores = (0..a[2]).map(|i| i64::from((a[1] - i * 1001) as i32));
                t.order(&moves(a[2]).into_iter().zip(scores).collect::<Vec<_>>());
            }
            "pruned" => t.pruned(mv(a[0]), rule, a[1], a[2]),
            "depth" => t.depth(mv(a[0]), a[1], rule),
            "best" => t.best(mv(a[0])),
            "reason" => t.reason(rule),
            "exit" => t.exit(a[0], Bound::of(a[1] as u64)),
            "number" => t.number(rule, a[0]),
            "comment" => t.comment(text),
            "end" => t.end(a[0] as u64, mv(a[1]), a[2]),
            other => unreachable!("{other}"),
        }
    }
    t.close().unwrap()
}
