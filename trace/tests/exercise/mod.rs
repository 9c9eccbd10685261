//! All readers over any bytes; shared by the tests and the fuzz target.
#![allow(clippy::unwrap_used, reason = "a failure is what is looked for")]

use lucena_trace::diff::{Comparison, compare};
use lucena_trace::{Condition, Index, Trace, export};
use std::io::Cursor;

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
