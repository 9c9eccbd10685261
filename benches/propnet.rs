//! `cargo bench`: the evaluation network along the boards a search visits, in each of the ways it can be run.

use divan::{Bencher, black_box};
use lucena::base::Score;
use lucena::batch::bench_propnet::visited_boards;
use lucena::knowledge::{Evaluator, Knowledge};
use lucena::rules::{Board, Color};

fn main() {
    divan::main();
}

/// Scores the walk around every position, board after board.
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
fn synchronise(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate);
}

#[divan::bench]
fn bitboards_anew(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_anew);
}

#[divan::bench]
fn words_visited(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_by_visits);
}

#[divan::bench]
fn words_in_order(bencher: Bencher) {
    walk(bencher, Evaluator::evaluate_plainly);
}
