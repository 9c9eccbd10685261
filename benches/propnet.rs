//! `cargo bench`: the evaluation by each method, on boards that a search visits.

use divan::{Bencher, black_box};
use lucena::base::Score;
use lucena::batch::bench_propnet::visited_boards;
use lucena::knowledge::{Evaluator, Knowledge};
use lucena::rules::{Board, Color};

fn main() {
    divan::main();
}

/// Evaluates the boards one after another.
fn walk(bencher: Bencher, score: fn(&mut Evaluator, &Board, Color) -> Score) {
    let knowledge = Knowledge::standard();
    let Ok(knowledge) = knowledge else { return };
    let boards = visited_boards(200);
    let mut evaluator = Evaluator::new(knowledge);
    bencher.counter(divan::counter::ItemsCount::new(boards.len())).bench_local(|| {
        for (board, turn) in &boards {
            black_box(score(&mut evaluator, board, *turn));
        }
    });
}

#[divan::bench]
fn compiled(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate);
}

#[divan::bench]
fn full(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_full);
}

#[divan::bench]
fn incremental(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_incremental);
}

#[divan::bench]
fn reference(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_reference);
}
