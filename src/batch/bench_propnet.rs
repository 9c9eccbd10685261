//! `lucena bench propnet`: speed of the evaluation network in its compiled, incremental and reference forms, on boards in
//! the order in which a search visits them.

use crate::base::Random;
use crate::base::Score;
use crate::knowledge::{Evaluator, Knowledge, inputs_of};
use crate::propnet::bitboard::{self, Unrolled};
use crate::propnet::reference::{self, Querying};
use crate::propnet::{self, Id, Propagation as _};
use crate::rules::{Board, Color, Position, parse_fen};
use anyhow::Result;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Boards per position.
const PER_POSITION: usize = 1_600;

/// Openings, middlegames and endgames.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 0 9",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN1BN2/P3BPPP/R2R2K1 w - - 0 13",
    "2rq1rk1/pb2bppp/1pn1pn2/8/3P4/P1NB1N2/1P2QPPP/R1BR2K1 b - - 0 14",
    "8/5pk1/1p1r2p1/p1p4p/P1P2P1P/1PR3P1/5K2/8 w - - 0 38",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
];

/// Boards in the order in which a search evaluates them: depth first, with captures and a few quiet moves per node.
fn visited_boards(per_position: usize) -> Vec<(Board, Color)> {
    let mut boards = Vec::new();
    for fen in POSITIONS {
        if let Ok(position) = parse_fen(fen) {
            let mut random = Random::new(boards.len() as u64);
            let enough = boards.len() + per_position;
            while boards.len() < enough {
                walk(&position, 4, enough, &mut random, &mut boards);
            }
        }
    }
    boards
}

/// Visits boards depth first until `depth` is reached or there are `enough`.
fn walk(
    position: &Position,
    depth: u32,
    enough: usize,
    random: &mut Random,
    boards: &mut Vec<(Board, Color)>,
) {
    boards.push((position.board().clone(), position.turn()));
    if depth == 0 || boards.len() >= enough {
        return;
    }
    for mv in position.legal_moves() {
        if boards.len() < enough && (mv.is_capture() || random.below(8) == 0) {
            walk(&position.after(mv), depth - 1, enough, random, boards);
        }
    }
}

/// Median nanoseconds of `work` per board, timed over groups of boards in three rounds, the first of which warms up.
fn median_ns(boards: &[(Board, Color)], group: usize, mut work: impl FnMut(&Board, Color)) -> f64 {
    let mut times = Vec::new();
    for round in 0..3 {
        for boards in boards.chunks_exact(group) {
            let start = Instant::now();
            for (board, turn) in boards {
                work(board, *turn);
            }
            if round > 0 {
                times.push(start.elapsed().as_nanos() as f64 / group as f64);
            }
        }
    }
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Sets what differs from the last board, one proposition at a time.
fn toggle(
    unrolled: &Unrolled,
    last: &mut [u64; 14],
    now: [u64; 14],
    mut set: impl FnMut(Id, bool),
) {
    for (word, (old, new)) in last.iter_mut().zip(now).enumerate() {
        let mut changed = *old ^ new;
        while changed != 0 {
            let lane = changed.trailing_zeros() as usize;
            set(unrolled.squares[word][lane].id, new >> lane & 1 == 1);
            changed &= changed - 1;
        }
        *old = new;
    }
}

/// Metrics as name and value. `eval_ns` is the time of an evaluation in the search; `vs_NAME` is the time of another
/// implementation on the same boards, as a multiple of it:
///
/// - `full`: the compiled network without the pawn hash table;
/// - `incremental`: event-driven propagation of changed bitboards;
/// - `reference`: all bitboards in dependency order;
/// - `unrolled_full`: all single-square components in dependency order;
/// - `unrolled_querying`, `unrolled_counting`: event-driven propagation of single-square components that query their
///   inputs or count them.
pub(super) fn measure() -> Result<Vec<(String, f64)>> {
    let knowledge = Knowledge::standard()?;
    let unrolled = bitboard::unroll(knowledge.network())?;
    let boards = visited_boards(PER_POSITION);
    // Slow implementations evaluate only the first boards of every position.
    let part = |length: usize| -> Vec<(Board, Color)> {
        boards.chunks(PER_POSITION).flat_map(|walk| walk.iter().take(length)).cloned().collect()
    };
    let time = |boards: &[(Board, Color)], score: fn(&mut Evaluator, &Board, Color) -> Score| {
        let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
        let time = median_ns(boards, 16, |board, turn| {
            black_box(score(&mut evaluator, board, turn));
        });
        (time, evaluator.activity())
    };
    let (eval, _) = time(&boards, Evaluator::evaluate);
    let (full, _) = time(&boards, Evaluator::evaluate_full);
    let (incremental, activity) = time(&boards, Evaluator::evaluate_incremental);
    let (reference, _) = time(&part(200), Evaluator::evaluate_reference);
    let unrolled = measure_unrolled(&unrolled, &part(6), &part(200));
    let each = |total: u64| total as f64 / activity.evaluations as f64;
    let metrics = [
        ("eval_ns", eval),
        ("vs_full", full / eval),
        ("vs_incremental", incremental / eval),
        ("vs_reference", reference / eval),
        ("vs_unrolled_full", unrolled.full / eval),
        ("vs_unrolled_querying", unrolled.querying / eval),
        ("vs_unrolled_counting", unrolled.counting / eval),
        ("flips", each(activity.flips)),
        ("signals", each(activity.signals)),
        ("propositions", f64::from(activity.propositions)),
    ];
    Ok(metrics.map(|(name, value)| (format!("propnet.{name}"), value)).to_vec())
}

/// Nanoseconds per board of the unrolled network's implementations.
struct UnrolledTimes {
    full: f64,
    querying: f64,
    counting: f64,
}

/// Times the full evaluation on the boards `few` and the event-driven ones on `many`.
fn measure_unrolled(
    unrolled: &Unrolled,
    few: &[(Board, Color)],
    many: &[(Board, Color)],
) -> UnrolledTimes {
    let full = median_ns(few, 1, |board, turn| {
        let mut truth = vec![false; unrolled.network.len()];
        toggle(unrolled, &mut [0; 14], inputs_of(board, turn), |id, value| {
            truth[id.index()] = value
        });
        let values = reference::forward(&unrolled.network, &|id| truth[id.index()]);
        black_box(unrolled.network.sums(&values));
    });
    let mut network = Querying::new(Arc::clone(&unrolled.network));
    let mut last = [0; 14];
    let querying = median_ns(many, 16, |board, turn| {
        toggle(unrolled, &mut last, inputs_of(board, turn), |id, value| network.set(id, value));
        network.propagate();
    });
    let mut network = propnet::State::new(Arc::clone(&unrolled.network));
    let mut last = [0; 14];
    let counting = median_ns(many, 16, |board, turn| {
        toggle(unrolled, &mut last, inputs_of(board, turn), |id, value| network.set(id, value));
        network.propagate();
    });
    UnrolledTimes { full, querying, counting }
}
