//! All readers over any bytes; shared by the tests and the fuzz target.
#![allow(clippy::unwrap_used, reason = "a failure is what is looked for")]

use lucena_trace::diff::{Comparison, compare};
use lucena_trace::record::{Bound, Enter, Flags, Move};
use lucena_trace::{Condition, Index, Trace, Writer, export};
use std::io::Cursor;

/// Every walk over a trace whose index is any bytes, or a right one with numbers changed: what is accepted ends, within
/// bounded memory. Ten bytes change a number: its place and its value.
pub fn exercise_index(bytes: &[u8]) {
    let trace = small_trace();
    let stamp = [trace.len() as u64, 7];
    let mut own = Vec::new();
    Index::scan(&trace[..], |_| true).unwrap().write(stamp, &mut own).unwrap();
    own.truncate(own.len() - 8);
    walk(&trace, stamp, [&own[..24], bytes].concat());
    for change in bytes.chunks_exact(10) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % (own.len() - 32) + 24;
        own[at..at + 8].copy_from_slice(&change[2..]);
    }
    walk(&trace, stamp, own);
}

/// A damaged index would be refused by its checksum: this one gets the right one.
fn walk(trace: &[u8], stamp: [u64; 2], body: Vec<u8>) {
    let Some(index) = Index::read(stamp, &Index::seal(body)) else { return };
    let _ = index.report();
    let _ = lucena_trace::diff::figures(&index, &Index::default());
    let iterations = index.iterations.len();
    let mut trace = Trace::new(Cursor::new(trace), index).unwrap();
    for iteration in 0..iterations.min(4) {
        for node in trace.roots(iteration).unwrap_or_default().iter().take(4) {
            let _ = trace.open(node);
            let Ok((found, chain)) = trace.locate(node.offset) else { continue };
            let _ = trace.origin(found, chain);
            let bounds = export::Bounds { levels: 3, nodes: 50 };
            let _ = export::graphviz(&mut trace, node, bounds, Vec::new());
        }
    }
    for search in 0..trace.index.searches.len().min(4) {
        let _ = trace.position(search);
    }
    let condition = Condition::parse("depth>=1").unwrap();
    let _ = trace.find(&condition, 0, |node| node.ply < 100);
}

/// Two iterations, the second with subtrees that are large enough to be jumped over.
fn small_trace() -> Vec<u8> {
    let mut w = Writer::new(Vec::new(), "index", "1", "").unwrap();
    w.search("startpos", &[]);
    for depth in 1..=2 {
        w.iteration(depth, -100, 100, 1);
        let mv = Move::NONE;
        w.enter(&Enter { flags: Flags::PV, mv, depth, alpha: -100, beta: 100 });
        for from in 0..3 {
            let mv = Move::new(8 + from, 16 + from, 0);
            w.enter(&Enter { flags: Flags::CUT, mv, depth: depth - 1, alpha: -1, beta: 0 });
            for to in 0..400 * (depth - 1) {
                let mv = Move::new(48, (to % 64) as u8, 0);
                w.enter(&Enter { flags: Flags::ALL, mv, depth: 0, alpha: 0, beta: 1 });
                w.reason("stand pat");
                w.exit(to, Bound::None);
            }
            w.exit(5, Bound::None);
        }
        w.best(Move::new(8, 16, 0));
        w.exit(-5, Bound::Exact);
    }
    w.end(1000, Move::new(8, 16, 0), -5);
    w.close().unwrap()
}

/// Everything that reads, over any bytes: no panic, and the index survives being written.
pub fn exercise(bytes: &[u8]) {
    let Ok(index) = Index::scan(bytes, |_| true) else { return };
    let stamp = [bytes.len() as u64, 7];
    let mut file = Vec::new();
    index.write(stamp, &mut file).unwrap();
    assert_eq!(Index::read(stamp, &file).as_ref(), Some(&index));
    let figures: Vec<u64> = index.iterations.iter().map(|it| it.nodes).collect();
    let searches: u64 =
        index.searches.iter().map(|search| search.nodes).fold(0, u64::saturating_add);
    if index.unlisted == 0 {
        assert_eq!(figures.iter().copied().fold(0, u64::saturating_add), searches);
    }
    let end = index.end;
    let mut trace = Trace::new(Cursor::new(bytes), index).unwrap();
    for iteration in 0..trace.index.iterations.len().min(4) {
        let mut open = trace.roots(iteration).unwrap();
        for _ in 0..20 {
            let Some(node) = open.pop() else { break };
            let (found, chain) = trace.locate(node.offset).unwrap();
            assert!(found >= iteration || trace.index.fault.is_some());
            trace.origin(found, chain).unwrap();
            let bounds = export::Bounds { levels: 3, nodes: 50 };
            export::graphviz(&mut trace, &node, bounds, Vec::new()).unwrap();
            open.extend(trace.open(&node).unwrap().children().cloned());
        }
    }
    export::json_lines(bytes, end, Vec::new(), |_| true).unwrap();
    let condition = Condition::parse("!pv depth>=1 !ended=rule").unwrap();
    trace.find(&condition, 0, |node| node.ply < 100).unwrap();
    let pair = [Cursor::new(bytes), Cursor::new(&bytes[..bytes.len() - bytes.len().min(3)])];
    let _ = compare(pair, |_| true);
    let same = compare([Cursor::new(bytes), Cursor::new(bytes)], |_| true);
    assert!(matches!(same, Ok(Comparison::Equal(_))));
}
