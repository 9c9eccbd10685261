//! Traces that are cut off, foreign, newer, huge or made to hurt: read up to the fault, or refused in words, without a
//! panic and within bounded memory. And the tree, the index and the comparison against what was written.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail")]

mod common;
mod exercise;

use common::{Random, calls, write};
use exercise::{exercise, exercise_index};
use lucena_trace::diff::{Comparison, compare};
use lucena_trace::export::{Bounds, graphviz};
use lucena_trace::origin::How;
use lucena_trace::record::{Bound, Enter, Entry, Flags, MAGIC, Move, Record};
use lucena_trace::{Condition, Error, Index, Names, Node, Reader, Step, Trace, Writer, path};
use std::io::Cursor;

fn scan(bytes: &[u8]) -> Result<Index, Error> {
    Index::scan(bytes, |_| true)
}

fn trace(bytes: &[u8]) -> Trace<Cursor<&[u8]>> {
    Trace::new(Cursor::new(bytes), scan(bytes).unwrap()).unwrap()
}

#[test]
fn what_is_no_trace_is_refused_in_words() {
    for (bytes, words) in [
        (&b""[..], "not a search trace"),
        (b"hello, world", "not a search trace"),
        (&MAGIC[..5], "ends inside"),
        (&MAGIC, "ends inside"),
        (b"\x8cLTR\r\n\x1a\n\x02whatever", "version 2; this program reads version 1"),
        (b"\x8cLTR\r\n\x1a\n\xac\x02whatever", "version 300; this program reads version 1"),
        (b"\x8cLTR\r\n\x1a\n\xac", "ends inside the first bytes"),
        (b"\x8cLTR\r\n\x1a\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "not a search trace"),
        (b"\x8cLTR\n\x1a\n\x01 to Unix", "its line ends were converted"),
        (b"\x8cLTR\r\r\n\x1a\r\n\x01 to Windows", "its line ends were converted"),
        (b"\x8cLTR and more", "does not begin with the bytes of one"),
    ] {
        let error = scan(bytes).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn a_fault_ends_the_reading_with_its_offset() {
    let head = [&MAGIC[..], b"\x01G\x04\x02a8\x00"].concat();
    let cases: [(&[u8], &str); 15] = [
        (b"E\x06\x01", "ends inside the record at byte 15"),
        (b"E", "ends inside the record at byte 15"),
        (b"E\xff\xff\xff\xff\x0f", "claims 4294967295 bytes"),
        (b"E\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "claims 18446744073709551615 bytes"),
        (b"E\x02\x01\x01", "record 'E' at byte 15 is malformed"),
        (b"O\x05\xff\xff\xff\xff\x0f", "record 'O' at byte 15 is malformed"),
        (b"\0\0\0\0", "there is no record at byte 15, but a hole: its tag is 0"),
        (b"\0\0q\x03abc", "there is no record at byte 15, but a hole: its tag is 0"),
        (b"I\x04\x02\x00\x02\x00", "the line of the iteration at byte 15 is 0: they count from 1"),
        (
            b"P\x01\x00C\x02\x01a",
            "at byte 18 the order is wrong: a path stands right before a node",
        ),
        (b"E\x06\x01\x00\x00\x02\x02\x02P\x01\x00", "at byte 23 the order is wrong"),
        (b"S\x03\x00\x01a", "the number of the name at byte 15 is 0: they count from 1"),
        (b"X\x02\x00\x02", "exit at byte 15 belongs to no open node"),
        (b"V\x02\x00\x02", "record 'V' at byte 15 stands outside all nodes"),
        (b"?\x02\x00\x02E\x01\x00", "record 'E' at byte 19 is malformed"),
    ];
    for (bytes, words) in cases {
        let whole = [&head[..], bytes].concat();
        let index = scan(&whole).unwrap();
        let fault = index.fault.unwrap().to_string();
        assert!(fault.contains(words), "{fault}");
        assert_eq!(index.searches.len(), 1);
        exercise(&whole);
    }
    let headless = [&MAGIC[..], b"\x01E\x06\x01\x00\x00\x02\x02\x02"].concat();
    assert!(scan(&headless).unwrap().fault.unwrap().to_string().contains("belongs to no search"));
}

#[test]
fn too_many_open_nodes_are_a_fault() {
    let mut bytes = [&MAGIC[..], b"\x01G\x04\x02a8\x00"].concat();
    for _ in 0..5000 {
        bytes.extend(b"E\x06\x01\x00\x00\x02\x02\x02");
    }
    let index = scan(&bytes).unwrap();
    assert!(index.fault.unwrap().to_string().contains("more than 4096 nodes are open"));
    assert_eq!(index.stat.visits, 4096);
    exercise(&bytes);
}

#[test]
fn unknown_records_and_longer_ones_are_skipped() {
    let bytes = [
        &MAGIC[..],
        b"\x01G\x04\x02a8\x00",
        b"E\x09\x01\x00\x00\x02\x02\x02new",
        b"q\x03abcX\x04\x03\x08++",
    ]
    .concat();
    let mut trace = trace(&bytes);
    assert_eq!(trace.index.fault, None);
    let root = &trace.roots(0).unwrap()[0];
    assert_eq!((root.enter.depth, root.exit.unwrap().score, root.bound()), (1, 4, Bound::Exact));
}

#[test]
fn a_trace_that_was_cut_off_anywhere_is_read_up_to_there() {
    let whole = write(&calls(&mut Random(5), 200), "");
    for length in (0..whole.len()).step_by(17) {
        exercise(&whole[..length]);
    }
}

#[test]
fn random_bytes_and_damaged_traces_never_panic() {
    let mut random = Random(11);
    let whole = write(&calls(&mut random, 600), "");
    for round in 0..100 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(8) {
            let at = 9 + random.below(bytes.len() as u64 - 9) as usize;
            match random.below(3) {
                0 => bytes[at] = random.next() as u8,
                1 => drop(bytes.drain(at..(at + 9).min(bytes.len()))),
                _ => drop(bytes.splice(at..at, whole[9..200].iter().copied())),
            }
        }
        if round % 10 == 0 {
            bytes.truncate(9);
            bytes.extend((0..500).map(|_| b"HSGIPEVTWORDXNCZ?"[random.below(17) as usize]));
        }
        exercise(&bytes);
    }
}

#[test]
fn a_node_with_many_children_keeps_to_bounded_memory() {
    let mut writer = Writer::new(Vec::new(), "flat", "1", "").unwrap();
    let enter = |flags| Enter { flags, mv: Move(796), depth: 1, alpha: 0, beta: 1 };
    writer.search("startpos", &[]);
    writer.enter(&enter(Flags::ALL));
    for _ in 0..100_000 {
        writer.enter(&enter(Flags::CUT));
        writer.exit(3, Bound::None);
    }
    writer.exit(-3, Bound::None);
    let bytes = writer.close().unwrap();
    let mut trace = trace(&bytes);
    let root = trace.roots(0).unwrap().remove(0);
    let opened = trace.open(&root).unwrap();
    assert_eq!((opened.steps.len(), opened.left_out), (65_536, 100_000 - 65_536));
    assert_eq!(root.nodes, 100_001);
}

/// A tree with a value at every node that can be told from its path.
fn tree(writer: &mut Writer<Vec<u8>>, depth: i64, number: &mut i64) -> i64 {
    let own = *number;
    for child in 0..if depth > 0 { 3 } else { 0 } {
        *number += 1;
        let mv = Move::new(child, 8 + child, 0);
        writer.enter(&Enter { flags: Flags::CUT, mv, depth: depth - 1, alpha: 0, beta: 1 });
        writer.eval(*number, *number);
        let score = tree(writer, depth - 1, number);
        writer.exit(score, Bound::Exact);
    }
    own
}

fn deep(depth: i64) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), "deep", "1", "").unwrap();
    writer.search("startpos", &[]);
    for iteration in 1..=depth {
        writer.iteration(iteration, -9, 9, 1);
        let enter =
            Enter { flags: Flags::PV, mv: Move::NONE, depth: iteration, alpha: -9, beta: 9 };
        writer.enter(&enter);
        tree(&mut writer, iteration, &mut 0);
        writer.exit(0, Bound::Exact);
    }
    writer.end(1, Move::NONE, 0);
    writer.close().unwrap()
}

#[test]
fn any_node_is_found_by_its_offset_with_its_path() {
    let bytes = deep(8);
    let mut trace = trace(&bytes);
    assert!(trace.index.spans.len() > 30, "{}", trace.index.spans.len());
    assert_eq!(trace.index.iterations[7].nodes, (3_u64.pow(9) - 1) / 2);
    let mut random = Random(3);
    for _ in 0..300 {
        // A random walk down, by children, and the same node by its offset.
        let iteration = random.below(8) as usize;
        let mut node: Node = trace.roots(iteration).unwrap().remove(0);
        let mut moves = Vec::new();
        for _ in 0..random.below(iteration as u64 + 2) {
            let opened = trace.open(&node).unwrap();
            let children: Vec<&Node> = opened.children().collect();
            assert_eq!(children.len(), 3);
            assert_eq!(node.nodes, 1 + children.iter().map(|c| c.nodes).sum::<u64>());
            node = children[random.below(3) as usize].clone();
            moves.push(node.enter.mv);
        }
        let (found, chain) = trace.locate(node.offset).unwrap();
        assert_eq!((found, chain.last()), (iteration, Some(&node)));
        assert_eq!(path(&chain), moves);
    }
}

#[test]
fn a_large_tree_without_an_exit_ends_where_the_next_iteration_begins() {
    let mut writer = Writer::new(Vec::new(), "cut short", "1", "").unwrap();
    let enter = |depth| Enter { flags: Flags::PV, mv: Move::NONE, depth, alpha: -9, beta: 9 };
    writer.search("startpos", &[]);
    for depth in 6..=8 {
        writer.iteration(depth, -9, 9, 1);
        writer.enter(&enter(depth));
        writer.enter(&enter(depth));
        tree(&mut writer, depth, &mut 0);
    }
    let bytes = writer.close().unwrap();
    let mut trace = trace(&bytes);
    for iteration in 0..3 {
        let roots = trace.roots(iteration).unwrap();
        let depths: Vec<i64> = roots.iter().map(|root| root.enter.depth).collect();
        assert_eq!(depths, [6 + iteration as i64]);
        assert!(trace.index.spans.iter().any(|span| span.start == roots[0].offset));
        let opened = trace.open(&roots[0]).unwrap();
        assert_eq!((opened.children().count(), opened.steps.len()), (1, 1));
        let below = trace.open(opened.children().next().unwrap()).unwrap();
        assert_eq!((below.children().count(), below.node.exit), (3, None));
    }
}

#[test]
fn an_index_is_read_only_with_its_stamp_and_undamaged() {
    let index = scan(&deep(6)).unwrap();
    let mut file = Vec::new();
    index.write([1, 2], &mut file).unwrap();
    assert_eq!(Index::read([1, 2], &file), Some(index));
    assert_eq!(Index::read([1, 3], &file), None);
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x20;
        assert_eq!(Index::read([1, 2], &damaged), None, "byte {at}");
        assert_eq!(Index::read([1, 2], &file[..at]), None);
    }
}

/// A small search of two iterations in which a stored entry decides the second.
fn with_table(score: i64) -> Vec<u8> {
    let mut w = Writer::new(Vec::new(), "tt", "1", "").unwrap();
    let enter = |flags, mv, depth| Enter { flags, mv, depth, alpha: -50, beta: 50 };
    let entry = |bound, used, score| Entry {
        bound,
        used,
        depth: 1,
        score,
        mv: Move::NONE,
        key: Some(0xfeed),
        other: None,
    };
    let (e2e4, d2d4) = (Move::parse("e2e4").unwrap(), Move::parse("d2d4").unwrap());
    w.search("startpos", &[]);
    w.iteration(1, -50, 50, 1);
    w.enter(&enter(Flags::PV, Move::NONE, 1));
    w.enter(&enter(Flags::PV, d2d4, 0));
    w.eval(score, score);
    w.store(&entry(Bound::Exact, false, score));
    w.reason("stand pat");
    w.exit(score, Bound::Exact);
    w.best(d2d4);
    w.exit(-score, Bound::Exact);
    w.iteration(2, -50, 50, 1);
    w.enter(&enter(Flags::PV, Move::NONE, 2));
    w.enter(&enter(Flags::CUT, e2e4, 1));
    w.exit(40, Bound::Lower);
    w.enter(&enter(Flags::PV, d2d4, 1));
    w.tt(&entry(Bound::Exact, true, score));
    w.exit(score, Bound::Exact);
    w.best(d2d4);
    w.exit(-score, Bound::Exact);
    w.end(5, d2d4, -score);
    w.close().unwrap()
}

#[test]
fn a_score_is_followed_through_the_table_to_its_leaf() {
    let bytes = with_table(-17);
    let mut trace = trace(&bytes);
    let root = trace.roots(1).unwrap().remove(0);
    let (iteration, chain) = trace.locate(root.offset).unwrap();
    let links = trace.origin(iteration, chain).unwrap();
    let told: Vec<(i64, usize, &str)> = links
        .iter()
        .map(|link| {
            let how = match link.how {
                How::Child => "child",
                How::Entry(_) => "entry",
                How::Leaf => "leaf",
                _ => "other",
            };
            (link.iteration, link.path.len(), how)
        })
        .collect();
    assert_eq!(told, [(2, 0, "child"), (2, 1, "entry"), (1, 1, "leaf")]);
    assert_eq!(links[2].node.eval, Some((-17, -17)));
}

/// How a root with the window -50 to 50 and the evaluation 7, which `below` writes from, got the score, in words.
fn made(flags: Flags, score: i64, below: impl FnOnce(&mut Writer<Vec<u8>>)) -> String {
    let mut w = Writer::new(Vec::new(), "made", "1", "").unwrap();
    w.search("startpos", &[]);
    w.enter(&Enter { flags, mv: Move::NONE, depth: 1, alpha: -50, beta: 50 });
    w.eval(9, 7);
    below(&mut w);
    w.exit(score, Bound::None);
    let bytes = w.close().unwrap();
    let mut trace = trace(&bytes);
    let root = trace.roots(0).unwrap().remove(0);
    let links = trace.origin(0, vec![root]).unwrap();
    let names = Names { mv: &|mv| mv.to_string(), score: &|score| score.to_string() };
    trace.index.link_words(&links[0], &names)
}

#[test]
fn a_score_is_followed_to_the_estimate_that_made_it() {
    let [a, b] = ["a2a3", "b2b3"].map(|mv| Move::parse(mv).unwrap());
    let child = |w: &mut Writer<Vec<u8>>, mv, score| {
        w.enter(&Enter { flags: Flags::CUT, mv, depth: 0, alpha: -50, beta: 50 });
        w.exit(score, Bound::None);
    };
    let leaf = "made here: all moves, evaluation 9, corrected 7";
    let quiescence = Flags::QUIESCENCE;
    let pruned = |score, measured, limit| {
        made(Flags::ALL, score, |w| w.pruned(a, "futility", measured, limit))
    };
    assert_eq!(pruned(-60, -60, -50), "from the pruned move a2a3 (futility, -60)");
    // Alpha has risen.
    assert_eq!(pruned(20, 20, 30), "from the pruned move a2a3 (futility, 20)");
    // A number of moves, and a history.
    assert_eq!(pruned(12, 12, 11), leaf);
    assert_eq!(pruned(-600, -600, -500), leaf.replace("here", "here, as a bound"));
    let all = made(Flags::ALL, -60, |w| w.pruned(Move::NONE, "futility", -60, -50));
    assert_eq!(all, "from the pruned quiet moves (futility, -60)");
    // The first of those that tie, unless the node names its best move or the evaluation stands before all.
    let both = |is_pruned_first: bool, flags, score: i64, best: Option<Move>| {
        made(flags, score, |w| {
            if is_pruned_first {
                w.pruned(a, "futility", score, 30);
            }
            child(w, b, -score);
            w.pruned(a, "futility", score, 30);
            best.into_iter().for_each(|best| w.best(best));
        })
    };
    assert_eq!(both(true, Flags::ALL, 20, None), "from the pruned move a2a3 (futility, 20)");
    assert_eq!(both(false, Flags::ALL, 20, None), "from the move below");
    assert_eq!(both(true, Flags::ALL, 20, Some(b)), "from b2b3");
    assert_eq!(both(true, quiescence, 7, None), leaf);
    // A node that a rule ended does not have its score from a move.
    let ended = made(Flags::CUT, 20, |w| {
        w.pruned(a, "futility", 20, 30);
        w.reason("multi-cut");
    });
    assert!(ended.starts_with("made here: multi-cut"), "{ended}");
}

#[test]
fn a_bound_in_place_of_an_evaluation_is_said_to_be_one() {
    let lazy = made(Flags::QUIESCENCE, 7, |w| {
        w.number("lazy evaluation", 60);
        w.reason("stand pat");
    });
    assert_eq!(lazy, "made here: stand pat, 7 by lazy evaluation (9 in full)");
}

#[test]
fn an_entry_from_outside_the_trace_says_so() {
    let mut w = Writer::new(Vec::new(), "tt", "1", "").unwrap();
    w.search("startpos", &[]);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 1, alpha: 0, beta: 9 });
    let entry = Entry {
        bound: Bound::Lower,
        used: true,
        depth: 4,
        score: 9,
        key: Some(1),
        ..Entry::default()
    };
    w.tt(&entry);
    w.exit(9, Bound::Lower);
    let bytes = w.close().unwrap();
    let mut trace = trace(&bytes);
    let offset = trace.roots(0).unwrap()[0].offset;
    let (iteration, chain) = trace.locate(offset).unwrap();
    assert_eq!(trace.origin(iteration, chain).unwrap()[0].how, How::Lost(entry));
}

#[test]
fn an_entry_leads_to_a_store_that_can_have_made_it() {
    use Bound::{Exact, Lower, Upper};
    let entry = |bound, depth, score| Entry {
        bound,
        used: false,
        depth,
        score,
        mv: Move::NONE,
        key: Some(5),
        other: None,
    };
    // The last one is that of another position.
    let stores = [
        entry(Lower, 4, 10),
        entry(Upper, 4, 30),
        entry(Lower, 3, 10),
        entry(Exact, 6, 7),
        entry(Lower, 8, 990),
        Entry { key: Some(6), ..entry(Exact, 9, 50) },
    ];
    let mut w = Writer::new(Vec::new(), "tt", "1", "").unwrap();
    w.info("mate", "1000");
    w.search("startpos", &[]);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 9, alpha: 0, beta: 9 });
    stores.iter().for_each(|stored| w.store(stored));
    w.exit(9, Lower);
    let bytes = w.close().unwrap();
    let mut trace = trace(&bytes);
    let root = trace.roots(0).unwrap().remove(0);
    let opened = trace.open(&root).unwrap();
    assert_eq!(opened.steps.len(), stores.len());
    let mut offsets = vec![];
    let mut reader = Reader::new(Cursor::new(&bytes)).unwrap();
    while let Some(located) = reader.next().unwrap() {
        if located.tag == b'W' {
            offsets.push(located.offset);
        }
    }
    let end = trace.index.end;
    for (found, store) in [
        (entry(Lower, 4, 10), Some(0)),
        (entry(Upper, 4, 30), Some(1)),
        // Both ends of an interval came together.
        (entry(Exact, 4, 30), Some(1)),
        (entry(Lower, 3, 10), Some(2)),
        // Only one end of an interval is recorded.
        (entry(Upper, 3, 11), Some(2)),
        (entry(Upper, 3, 9), None),
        (entry(Lower, 3, 11), None),
        (entry(Exact, 6, 7), Some(3)),
        (entry(Exact, 6, 8), None),
        // Mates count from the root.
        (entry(Lower, 8, 992), Some(4)),
        (entry(Lower, 8, -992), None),
        (entry(Exact, 9, 50), None),
        (Entry { key: Some(5), ..Entry::default() }, Some(4)),
        (Entry { key: None, ..entry(Lower, 4, 10) }, None),
    ] {
        let stored = trace.last_store(&found, end).unwrap();
        assert_eq!(stored, store.map(|at: usize| offsets[at]), "{found:?}");
    }
}

#[test]
fn both_ends_of_an_interval_are_written_read_and_followed() {
    use Bound::{Lower, Upper};
    let entry = |bound, score, other| Entry {
        bound,
        depth: 4,
        score,
        key: Some(5),
        other,
        ..Entry::default()
    };
    let stores = [entry(Lower, -10, None), entry(Upper, 30, Some(-10)), entry(Lower, 5, Some(30))];
    let mut w = Writer::new(Vec::new(), "tt", "1", "").unwrap();
    w.search("startpos", &[]);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 9, alpha: 0, beta: 9 });
    stores.iter().for_each(|stored| w.store(stored));
    w.exit(9, Lower);
    let bytes = w.close().unwrap();
    let (mut reader, mut found) = (Reader::new(Cursor::new(&bytes)).unwrap(), vec![]);
    let index = scan(&bytes).unwrap();
    while let Some(located) = reader.next().unwrap() {
        if let Record::Store(stored) = located.record {
            let json = lucena_trace::export::json(&index, &located.record);
            found.push((located.offset, stored, index.entry_words(&stored), json));
        }
    }
    assert_eq!(found.iter().map(|it| it.1).collect::<Vec<_>>(), stores);
    assert_eq!(found[2].2, "≥5 and ≤30 at depth 4");
    assert!(found[2].3.contains("\"other\":30}"), "{}", found[2].3);
    assert!(found[0].3.contains("\"other\":null}"), "{}", found[0].3);
    let mut trace = trace(&bytes);
    let end = trace.index.end;
    for (asked, store) in [
        (entry(Lower, 5, Some(30)), Some(2)),
        // The write that made the end, not the later one that kept it.
        (entry(Upper, 30, Some(5)), Some(1)),
        (entry(Lower, -10, None), Some(0)),
        // Whoever wrote it, no write here had this end.
        (entry(Upper, 31, Some(5)), Some(0)),
        (entry(Lower, 6, Some(30)), None),
    ] {
        let stored = trace.last_store(&asked, end).unwrap();
        assert_eq!(stored, store.map(|at: usize| found[at].0), "{asked:?}");
    }
}

/// A node with the window 0 to 20 and the corrected evaluation `eval`, which reverse futility pruning ended with `score` after a probe that
/// found the entry of a node before.
fn futility(eval: i64, bound: Bound, stored: i64, score: i64) -> (String, usize) {
    let entry = Entry { bound, depth: 2, score: stored, key: Some(3), ..Entry::default() };
    let [a, b] = ["a2a3", "b2b3"].map(|mv| Move::parse(mv).unwrap());
    let mut w = Writer::new(Vec::new(), "rfp", "1", "").unwrap();
    let enter = |mv, alpha| Enter { flags: Flags::CUT, mv, depth: 1, alpha, beta: alpha + 20 };
    w.search("startpos", &[]);
    w.enter(&enter(Move::NONE, 0));
    w.enter(&enter(a, stored - 5));
    w.eval(stored, stored);
    w.store(&entry);
    w.exit(stored, Bound::Exact);
    w.enter(&enter(b, 0));
    w.tt(&entry);
    w.eval(eval, eval);
    w.reason("reverse futility");
    w.exit(score, Bound::None);
    w.exit(-score, Bound::None);
    let bytes = w.close().unwrap();
    let mut trace = trace(&bytes);
    let root = trace.roots(0).unwrap().remove(0);
    let node = trace.open(&root).unwrap().children().last().unwrap().clone();
    let links = trace.origin(0, vec![root, node]).unwrap();
    let names = Names { mv: &|mv| mv.to_string(), score: &|score| score.to_string() };
    (trace.index.link_words(&links[0], &names), links.len())
}

#[test]
fn reverse_futility_on_a_bound_is_followed_to_the_node_that_stored_it() {
    let from =
        |words: &str| format!("by reverse futility from the TT: {words} at depth 2, stored by");
    // The mean of 100 and 20.
    assert_eq!(futility(10, Bound::Lower, 100, 60), (from("≥100"), 2));
    assert_eq!(futility(200, Bound::Upper, 100, 60), (from("≤100"), 2));
    assert_eq!(futility(10, Bound::Exact, 100, 60), (from("100"), 2));
    // The bound does not limit the evaluation, or the score is the mean of the evaluation and 20.
    let made = |eval| {
        format!("made here, as a bound: reverse futility, evaluation {eval}, corrected {eval}")
    };
    assert_eq!(futility(120, Bound::Lower, 100, 70), (made(120), 1));
    assert_eq!(futility(60, Bound::Lower, 100, 40), (made(60), 1));
}

/// A root that asks and writes the hash table with these keys, and ends with this bound.
fn with_keys(keys: &[Option<u64>], bound: Bound) -> Vec<u8> {
    let mut w = Writer::new(Vec::new(), "keys", "1", "").unwrap();
    w.search("startpos", &[]);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 1, alpha: 0, beta: 9 });
    for &key in keys {
        w.tt(&Entry { key, ..Entry::default() });
    }
    w.exit(7, bound);
    w.close().unwrap()
}

#[test]
fn keys_are_compared_in_pairs_and_no_difference_reads_alike() {
    let made = |keys: &[u64]| {
        with_keys(&keys.iter().map(|&key| Some(key)).collect::<Vec<_>>(), Bound::None)
    };
    let compared =
        |a: &[u8], b: &[u8]| match compare([Cursor::new(a), Cursor::new(b)], |_| true).unwrap() {
            Comparison::Equal(_) => None,
            Comparison::Parts(parts) => Some(parts.sides.map(|side| side.record.unwrap())),
        };
    let words = |a: &str, b: &str| Some([a.to_owned(), b.to_owned()]);
    assert_eq!(compared(&made(&[1, 2, 1]), &made(&[1, 2, 1])), None);
    assert_eq!(compared(&made(&[1, 2, 1, 2]), &made(&[8, 9, 8, 9])), None);
    // One position here, two there.
    assert_eq!(
        compared(&made(&[1, 2, 1]), &made(&[8, 9, 10])),
        words(
            "TT entry: none, key 0000000000000001, before 0000000000000008 in the other trace",
            "TT entry: none, key 000000000000000a"
        )
    );
    assert_eq!(
        compared(&made(&[1, 2, 3]), &made(&[8, 9, 8])),
        words(
            "TT entry: none, key 0000000000000003",
            "TT entry: none, key 0000000000000008, before 0000000000000001 in the other trace"
        )
    );
    assert_eq!(
        compared(&made(&[1]), &with_keys(&[None], Bound::None)),
        words("TT entry: none, key 0000000000000001", "TT entry: none, no key")
    );
    assert_eq!(
        compared(&made(&[1]), &with_keys(&[Some(1)], Bound::Exact)),
        words("exit 7, bound not stated", "exit 7, bound stated")
    );
    // The fields of a later version.
    let head = [&MAGIC[..], b"\x01G\x04\x02a8\x00E\x06\x01\x00\x00\x02\x02\x02"].concat();
    assert_eq!(
        compared(
            &[&head[..], b"V\x02\x00\x02"].concat(),
            &[&head[..], b"V\x03\x00\x02\x07"].concat()
        ),
        words(
            "evaluation 0, corrected 1, payload from byte 2: none",
            "evaluation 0, corrected 1, payload from byte 2: 07"
        )
    );
}

/// A root of 4 plies with a child of 2.5, whose reason has control characters.
fn with_fractions() -> Vec<u8> {
    let mut w = Writer::new(Vec::new(), "fractions", "1", "").unwrap();
    w.unit(64);
    w.search("startpos", &[]);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 256, alpha: 0, beta: 9 });
    let e2e4 = Move::parse("e2e4").unwrap();
    w.enter(&Enter { flags: Flags::CUT, mv: e2e4, depth: 160, alpha: 0, beta: 9 });
    w.reason("\u{1b}[31m\"red\"\u{9b}\u{7f}");
    w.exit(3, Bound::None);
    w.exit(-3, Bound::None);
    w.close().unwrap()
}

#[test]
fn depths_of_conditions_have_fractions() {
    let bytes = with_fractions();
    for (condition, met) in [
        ("depth<=2", 0),
        ("depth>2", 2),
        ("depth>=2.5", 2),
        ("depth>2.5", 1),
        ("depth=2.50", 1),
        ("depth<2.51", 1),
        ("depth<-0.5", 0),
        ("depth>-0.5", 2),
        ("depth=4", 1),
        ("depth<9223372036854775807", 2),
        ("depth>-9223372036854775808", 2),
    ] {
        let mut count = 0;
        let condition = Condition::parse(condition).unwrap();
        trace(&bytes)
            .find(&condition, 0, |_| {
                count += 1;
                true
            })
            .unwrap();
        assert_eq!(count, met, "{condition}");
    }
    for wrong in ["depth>2.", "depth>.5", "depth>-.5", "depth>2.5.1", "depth>2.+5", "ply>2.5"] {
        assert!(Condition::parse(wrong).is_err(), "{wrong}");
    }
    for (never, name) in
        [("ply<0", "ply"), ("ply<=-1", "ply"), ("nodes=-1", "nodes"), ("!nodes>=0", "nodes")]
    {
        let words = format!("\"{never}\" can never hold: {name} is 0 or more");
        assert_eq!(Condition::parse(never), Err(words));
    }
    for possible in ["ply<1", "!ply<0", "ply<=0", "nodes>-1", "depth<0", "!ply>0"] {
        assert!(Condition::parse(possible).is_ok(), "{possible}");
    }
}

#[test]
fn a_graph_names_nodes_as_the_tree_does_without_control_characters() {
    let bytes = with_fractions();
    let mut trace = trace(&bytes);
    let root = trace.roots(0).unwrap().remove(0);
    let mut graph = Vec::new();
    graphviz(&mut trace, &root, Bounds { levels: 1, nodes: 9 }, &mut graph).unwrap();
    let graph = String::from_utf8(graph).unwrap();
    assert!(graph.contains("[label=\"root ≤-3\\ndepth 4 nodes 2\"]"), "{graph}");
    assert!(
        graph.contains("[label=\"e2e4 3\\ndepth 2.50 nodes 1\\n␛[31m\\\"red\\\"\u{fffd}␡\"]"),
        "{graph}"
    );
    assert!(graph.chars().all(|c| c == '\n' || !c.is_control()), "{graph}");
}

#[test]
fn a_graph_has_no_more_nodes_than_asked_for() {
    let bytes = deep(4);
    let mut trace = trace(&bytes);
    let root = trace.roots(3).unwrap().remove(0);
    // Levels of 1, 3, 9, 27 and 81 nodes.
    for (levels, nodes, expected) in
        [(4, 1, 1), (4, 4, 4), (4, 6, 6), (4, 15, 15), (2, 100, 13), (1, 3, 3), (4, 121, 121)]
    {
        let mut dot = Vec::new();
        let written = graphviz(&mut trace, &root, Bounds { levels, nodes }, &mut dot).unwrap();
        let dot = String::from_utf8(dot).unwrap();
        let count = dot.matches(" [label=").count();
        assert_eq!((written, count), (expected, expected), "{levels} levels, {nodes} nodes");
        assert_eq!(dot.matches(" -> ").count(), expected - 1);
    }
}

#[test]
fn the_start_position_is_the_same_in_both_forms() {
    let of = |fen: &str| {
        let mut w = Writer::new(Vec::new(), "form", "1", "").unwrap();
        w.search(fen, &[]);
        w.close().unwrap()
    };
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (a, b, c) = (of("startpos"), of(fen), of("8/8/8/8/8/k7/7p/K7 w - - 0 1"));
    let compared = |b: &Vec<u8>| compare([Cursor::new(&a), Cursor::new(b)], |_| true).unwrap();
    assert!(matches!(compared(&b), Comparison::Equal(1)));
    assert!(matches!(compared(&c), Comparison::Parts(_)));
}

#[test]
fn a_comparison_stops_at_the_first_difference() {
    let (a, b) = (with_table(-17), with_table(-18));
    let same = compare([Cursor::new(&a), Cursor::new(&a)], |_| true).unwrap();
    assert!(matches!(same, Comparison::Equal(17)), "{same:?}");
    let Comparison::Parts(parts) = compare([Cursor::new(&a), Cursor::new(&b)], |_| true).unwrap()
    else {
        panic!("they differ")
    };
    assert_eq!((parts.search, parts.iteration, parts.nodes), (1, Some(1), 2));
    assert_eq!(parts.path, [Move::parse("d2d4").unwrap()]);
    assert_eq!(parts.sides[0].record.as_deref(), Some("evaluation -17, corrected -17"));
    assert_eq!(parts.sides[1].record.as_deref(), Some("evaluation -18, corrected -18"));
    assert!(parts.before.last().unwrap().1.starts_with("enter d2d4"));
    // One of them ends earlier.
    let cut = &a[..a.len() - 3];
    let Comparison::Parts(parts) =
        compare([Cursor::new(&a[..]), Cursor::new(cut)], |_| true).unwrap()
    else {
        panic!("they differ")
    };
    assert!(parts.sides[0].record.as_deref().unwrap().starts_with("end after 5 nodes"));
    assert_eq!(parts.sides[1].record, None);
}

#[test]
fn a_filter_writes_the_path_and_counts_what_it_leaves_out() {
    let made = |filter| {
        let mut w = Writer::new(Vec::new(), "filter", "1", filter).unwrap();
        w.search("startpos", &[]);
        w.iteration(6, -9, 9, 1);
        w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 6, alpha: -9, beta: 9 });
        tree(&mut w, 6, &mut 0);
        w.exit(0, Bound::Exact);
        w.close().unwrap()
    };
    let all = (3_u64.pow(7) - 1) / 2;
    let bytes = made("ply=2");
    let index = scan(&bytes).unwrap();
    assert_eq!((index.stat.counted, index.stat.visits, index.iterations[0].nodes), (all, 13, all));
    let bytes = made("line=b1b2,a1a2");
    let mut trace = trace(&bytes);
    let roots = trace.roots(0).unwrap();
    assert_eq!((roots.len(), roots[0].ply, roots[0].nodes), (1, 2, (3_u64.pow(5) - 1) / 2));
    let line = ["b1b2", "a1a2"].map(|mv| Move::parse(mv).unwrap());
    assert_eq!(roots[0].path.as_deref(), Some(&line[..]));
    assert!(matches!(trace.open(&roots[0]).unwrap().steps[0], Step::Eval { .. }));
    assert_eq!(scan(&made("nodes=5-9")).unwrap().stat.visits, 5);
    assert_eq!(scan(&made("iteration=1-5")).unwrap().stat.visits, 0);
}

#[test]
fn a_comparison_counts_what_a_filter_left_out() {
    let made = |filter: &str, unit: i64, nodes: u64| {
        let mut w = Writer::new(Vec::new(), "hidden", "1", filter).unwrap();
        w.unit(1024);
        w.search("startpos", &[]);
        w.iteration(1024, -9, 9, 1);
        let enter = |mv| Enter { flags: Flags::PV, mv, depth: 1024, alpha: -9, beta: 9 };
        w.enter(&enter(Move::NONE));
        for (first, below) in [("e2e4", 3), ("d2d4", nodes)] {
            let mv = Move::parse(first).unwrap();
            w.depth(mv, unit, "late move");
            w.enter(&enter(mv));
            for _ in 0..below {
                w.enter(&enter(mv));
                w.exit(0, Bound::Exact);
            }
            w.exit(0, Bound::Exact);
        }
        w.exit(0, Bound::Exact);
        w.end(1, Move::NONE, 0);
        w.close().unwrap()
    };
    let parts =
        |a: &[u8], b: &[u8]| match compare([Cursor::new(a), Cursor::new(b)], |_| true).unwrap() {
            Comparison::Parts(parts) => *parts,
            Comparison::Equal(_) => panic!("they differ"),
        };
    let (a, b) = (made("ply=1", -512, 1), made("ply=1", -512, 2));
    let found = parts(&a, &b);
    // The root, both moves, and three nodes below the first.
    assert_eq!(found.nodes, 6);
    let place = "search 1, iteration 1 to depth 1, after 6 nodes";
    assert_eq!(found.place_words(&scan(&a).unwrap()), place);
    let words = found.sides.map(|side| side.record.unwrap());
    assert_eq!(words, ["exit 0, 1 node below not recorded", "exit 0, 2 nodes below not recorded"]);
    // Changes of depth that two decimals do not tell apart.
    let found = parts(&a, &made("ply=1", -513, 1));
    let words = found.sides.map(|side| side.record.unwrap());
    assert_eq!(words, ["e2e4 -0.5000 plies: late move", "e2e4 -0.5010 plies: late move"]);
}

#[test]
fn records_of_headers_are_no_records_of_a_search() {
    let made = |options: usize| {
        let mut w = Writer::new(Vec::new(), "x", "1", "").unwrap();
        (0..options).for_each(|number| w.info(&format!("option.{number}"), "1"));
        w.search("startpos", &[]);
        w.iteration(1, -9, 9, 1);
        w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 1, alpha: -9, beta: 9 });
        w.number("a name", 1);
        w.exit(0, Bound::None);
        w.end(1, Move::NONE, 0);
        scan(&w.close().unwrap()).unwrap()
    };
    let (few, many) = (made(0), made(50));
    for (index, headers) in [(&few, 3), (&many, 53)] {
        let report = index.report();
        assert!(report.iter().any(|line| line.trim() == "6  records of searches"), "{report:?}");
        let words = format!("{headers}  headers and names");
        assert!(report.iter().any(|line| line.trim() == words), "{report:?}");
    }
    assert!(lucena_trace::diff::figures(&few, &many).is_empty());
    let file = {
        let mut file = vec![];
        many.write([1, 2], &mut file).unwrap();
        file
    };
    assert_eq!(Index::read([1, 2], &file).unwrap().stat, many.stat);
}

#[test]
fn a_root_is_left_out_only_by_a_filter() {
    let verdict = |filter: &str| {
        let mut w = Writer::new(Vec::new(), "x", "1", filter).unwrap();
        w.search("startpos", &[]);
        w.iteration(1, -9, 9, 1);
        w.end(50, Move::NONE, 0);
        let report = scan(&w.close().unwrap()).unwrap().report();
        report[2].split_once("50  ").unwrap().1.to_owned()
    };
    assert_eq!(verdict(""), "different");
    assert_eq!(verdict("ply=1"), "not comparable: a filter left out a root");
}

#[test]
fn a_reader_can_be_set_anywhere() {
    let bytes = deep(4);
    let mut reader = Reader::new(Cursor::new(&bytes)).unwrap();
    let mut offsets = Vec::new();
    while let Some(located) = reader.next().unwrap() {
        offsets.push(located.offset);
    }
    for &offset in offsets.iter().rev() {
        reader.seek(offset).unwrap();
        assert_eq!(reader.next().unwrap().unwrap().offset, offset);
    }
}

/// The file of the example in `docs/trace-format.md`, as the writer makes it.
#[test]
fn the_example_of_the_format_is_what_is_written() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/trace-format.md");
    let page = std::fs::read_to_string(page).unwrap();
    let example = page.split("## Example").nth(1).unwrap().split("## Index").next().unwrap();
    let hex = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
    let bytes: Vec<u8> = example
        .lines()
        .filter(|line| line.starts_with("    "))
        .flat_map(|line| line.split_whitespace().take_while(hex))
        .map(|word| u8::from_str_radix(word, 16).unwrap())
        .collect();
    let mut w = Writer::new(Vec::new(), "Example", "1.0", "").unwrap();
    let e2e4 = Move::parse("e2e4").unwrap();
    w.search("startpos", &[]);
    w.iteration(1, -100, 100, 1);
    w.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 1, alpha: -100, beta: 100 });
    w.best(e2e4);
    w.exit(20, Bound::Exact);
    w.end(1, e2e4, 20);
    assert_eq!(w.close().unwrap(), bytes);
}

#[test]
fn extreme_numbers_do_not_overflow() {
    let most = "\u{ff}".repeat(9).chars().map(|c| c as u8).chain([1]).collect::<Vec<u8>>();
    let head = [&MAGIC[..], b"\x01G\x04\x02a8\x00"].concat();
    // A root, and in it nodes with the largest number of hidden nodes and the smallest score.
    let enter = b"E\x06\x01\x0c\x07\x02\x02\x02";
    let exit = [&b"X\x16\x14"[..], &most, &most, b"\x00"].concat();
    let counted = [&b"X\x15\x10"[..], &most, &most[..]].concat();
    let whole = [&head[..], enter, enter, &counted, enter, &counted, enter, &exit, enter].concat();
    exercise(&whole);
    let index = scan(&whole).unwrap();
    assert!(index.stat.counted == u64::MAX, "{index:?}");
}

#[test]
fn an_index_that_misleads_is_made_again() {
    exercise_index(b"");
    // Every number of it, one after the other, replaced by the ones that hurt most.
    for at in (0..2000_u16).step_by(8) {
        for number in [0, 1, 9, 64, 4096, u64::MAX, u64::MAX >> 1] {
            exercise_index(&[&at.to_le_bytes()[..], &u64::to_le_bytes(number)].concat());
        }
    }
    // A subtree that ends before it begins would be walked in circles.
    let bytes = write(&calls(&mut Random(3), 4000), "");
    let mut index = scan(&bytes).unwrap();
    let stamp = [bytes.len() as u64, 7];
    let span = index.spans.first_mut().expect("a large subtree");
    (span.start, span.exit) = (span.exit, span.start);
    let mut file = Vec::new();
    index.write(stamp, &mut file).unwrap();
    assert_eq!(Index::read(stamp, &file), None);
}

#[test]
fn an_opening_that_is_stopped_keeps_no_index() {
    let folder = std::env::temp_dir().join(format!("lucena-trace-stopped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("a.trace");
    let mut bytes = write(&calls(&mut Random(5), 2000), "");
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(lucena_trace::open(&file, |_, _| true).unwrap().index.fault, None);
    assert!(!lucena_trace::index_path(&file).exists(), "a small trace needs none");
    let few = calls(&mut Random(5), 2000);
    let many = few.len() * ((1 << 24) / bytes.len() + 1);
    bytes = write(&few.into_iter().cycle().take(many).collect::<Vec<_>>(), "");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    assert!(lucena_trace::open(&file, |_, _| true).unwrap().index.fault.is_some());
    assert!(!lucena_trace::index_path(&file).exists(), "one with a fault may grow");
    std::fs::write(&file, &bytes).unwrap();
    let stopped = lucena_trace::open(&file, |_, _| false).unwrap_err();
    assert!(matches!(stopped, Error::Stopped), "{stopped}");
    let index = lucena_trace::index_path(&file);
    assert!(!index.exists());
    // A link is not followed: another may have made it.
    #[cfg(unix)]
    {
        let other = folder.join("other");
        std::fs::write(&other, "").unwrap();
        std::os::unix::fs::symlink(&other, &index).unwrap();
        assert_eq!(lucena_trace::open(&file, |_, _| true).unwrap().index.fault, None);
        assert_eq!(std::fs::read(&other).unwrap(), b"");
        std::fs::remove_file(&index).unwrap();
        std::fs::remove_file(&other).unwrap();
    }
    assert_eq!(lucena_trace::open(&file, |_, _| true).unwrap().index.fault, None);
    assert!(index.exists());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "the trace and its index");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_bound_of_an_iteration_is_that_of_its_root() {
    let mut writer = Writer::new(Vec::new(), "x", "1", "").unwrap();
    writer.search("startpos", &[]);
    for (score, bound) in [
        (20, Bound::Exact),
        (3, Bound::Lower),
        (20, Bound::None),
        (-20, Bound::None),
        (3, Bound::None),
    ] {
        writer.iteration(6, -20, 20, 1);
        writer.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 6, alpha: -20, beta: 20 });
        writer.exit(score, bound);
    }
    // Stopped inside the root.
    writer.iteration(7, -20, 20, 1);
    writer.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 7, alpha: -20, beta: 20 });
    writer.end(6, Move::NONE, 3);
    let file = writer.close().unwrap();
    let mut trace = trace(&file);
    let words = |at: usize, trace: &Trace<_>| {
        trace.index.iterations[at].result_words(&trace.index)[0].clone()
    };
    for (at, expected) in ["20", "≥3", "≥20", "≤-20", "3", "–"].into_iter().enumerate() {
        assert_eq!(words(at, &trace), expected, "{at}");
        let root = trace.top(at).unwrap().unwrap();
        let shown = root.exit.map(|exit| format!("{}{}", root.bound().sign(), exit.score));
        assert_eq!(shown.unwrap_or_else(|| "–".to_owned()), expected, "{at}");
    }
    assert_eq!(trace.index.iterations[5].no_result_words(), "not finished");
    let mut kept = Vec::new();
    trace.index.write([1, 2], &mut kept).unwrap();
    assert_eq!(Index::read([1, 2], &kept).unwrap(), trace.index);
}

#[test]
fn nodes_are_found_by_their_line_where_a_filter_left_out_those_above() {
    let mv = |text: &str| Move::parse(text).unwrap();
    // Root 1, e2e4 2, e7e5 3, c7c5 4, g1f3 5, d2d4 6.
    let write = |filter: &str| {
        let mut writer = Writer::new(Vec::new(), "x", "1", filter).unwrap();
        writer.search("startpos", &[]);
        writer.iteration(2, -20, 20, 1);
        let enter = |writer: &mut Writer<Vec<u8>>, mv| {
            writer.enter(&Enter { flags: Flags::PV, mv, depth: 1, alpha: -20, beta: 20 });
        };
        enter(&mut writer, Move::NONE);
        enter(&mut writer, mv("e2e4"));
        enter(&mut writer, mv("e7e5"));
        writer.exit(1, Bound::Exact);
        enter(&mut writer, mv("c7c5"));
        enter(&mut writer, mv("g1f3"));
        writer.exit(1, Bound::Exact);
        writer.exit(1, Bound::Exact);
        writer.exit(1, Bound::Exact);
        enter(&mut writer, mv("d2d4"));
        writer.exit(1, Bound::Exact);
        writer.exit(1, Bound::Exact);
        writer.end(6, mv("e2e4"), 1);
        writer.close().unwrap()
    };
    let found = |filter: &str, line: &str| {
        let file = write(filter);
        let mut trace = trace(&file);
        let line: Vec<Move> = line.split_whitespace().map(mv).collect();
        let chain = trace.follow(0, &line, |own, asked| own == asked).unwrap();
        let words = trace.unrecorded_words(0, &line).unwrap();
        let top = trace.top(0).unwrap().map(|top| top.ply);
        let is_rooted = trace.index.iterations[0].no_result_words() == "not finished";
        let absent = chain.last().map_or_else(|| words, Node::absence_words);
        (path(&chain).len(), chain.len(), absent, top, is_rooted)
    };
    let there = "was not searched".to_owned();
    assert_eq!(found("", "e2e4 c7c5 g1f3"), (3, 4, there.clone(), Some(0), true));
    assert_eq!(found("", "e2e4 g8f6"), (1, 2, there.clone(), Some(0), true));
    // Not the last of the nodes without one above.
    assert_eq!(found("nodes=3-6", "e2e4 c7c5 g1f3"), (3, 2, there.clone(), None, false));
    assert_eq!(found("nodes=3-6", "e2e4 e7e5"), (2, 1, there.clone(), None, false));
    assert_eq!(found("nodes=3-6", "d2d4"), (1, 1, there, None, false));
    let below = "the filter left it out; recorded below it is e2e4 c7c5".to_owned();
    assert_eq!(found("nodes=3-6", "e2e4"), (0, 0, below, None, false));
    let none = "the filter left out this line and what is above it; recorded is d2d4".to_owned();
    assert_eq!(found("nodes=3-6", "c2c4"), (0, 0, none, None, false));
    let hidden = |nodes| format!("is not recorded: the filter left out {nodes} nodes there");
    assert_eq!(found("nodes=1-2", "e2e4 e7e5"), (1, 2, hidden(3), Some(0), true));
    assert_eq!(found("ply=0", "e2e4"), (0, 1, hidden(5), Some(0), true));
    assert_eq!(found("line=e2e4", "e2e4").3, Some(1));
    let nothing = "no node of the iteration is recorded".to_owned();
    assert_eq!(found("nodes=90", "e2e4"), (0, 0, nothing, None, false));
}
