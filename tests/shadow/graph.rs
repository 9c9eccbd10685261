//! The value of a game on a small cyclic graph by brute force over all paths.

use lucena::batch::bench_km::game::Graph;

/// R(path, node, depth): the value with repetitions of the path as draws.
pub fn real(graph: &Graph, path: &mut Vec<usize>, node: usize, depth: usize) -> i32 {
    if path.contains(&node) {
        return 0;
    }
    if depth == 0 || graph.successors[node].is_empty() {
        return graph.values[node];
    }
    path.push(node);
    let best = graph.successors[node].iter().map(|&to| -real(graph, path, to, depth - 1)).max();
    path.pop();
    best.unwrap()
}
