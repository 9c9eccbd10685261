//! The evaluation along random games: against the unrolled network and the references, mirrored, and with category weights.

use super::compiled::PAWN_STAGE_INPUTS;
use super::instructions::Instructions;
use super::pieces::{self, input_of, to_move_input};
use super::terms::{INITIATIVE_SUM, PHASE_SUM};
use super::{
    Category, CategoryWeights, Count, Evaluator, Knowledge, TableCounts, formula, scaled_term,
};
use crate::base::Random;
use crate::propnet::bitboard::{self, Exchange, State, Unrolled};
use crate::propnet::tests::oracle::{Backward, forward_until_stable};
use crate::propnet::{self, reference};
use crate::rules::{Board, Color, Position, Role, parse_fen};
use std::sync::Arc;

/// The positions of a random game.
fn random_game(seed: u64, plies: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut game = vec![Position::default()];
    for _ in 0..plies {
        let last = &game[game.len() - 1];
        let moves = last.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = usize::try_from(random.below(moves.len() as u64)).unwrap();
        game.push(last.after(moves[chosen]));
    }
    game
}

/// The inputs of the unrolled network for a board.
fn input_truth(board: &Board, turn: Color) -> Vec<[bool; 64]> {
    let mut inputs = Vec::new();
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            let pieces = board.by_piece(role.of(color)).0;
            inputs.push(std::array::from_fn(|square| pieces >> square & 1 == 1));
        }
    }
    for color in [Color::White, Color::Black] {
        inputs.push(std::array::from_fn(|square| square == 0 && turn == color));
    }
    inputs
}

fn truth_of(unrolled: &Unrolled, position: &Position) -> Vec<bool> {
    let mut truth = vec![false; unrolled.network.len()];
    let inputs = input_truth(position.board(), position.turn());
    for (input, squares) in inputs.iter().enumerate() {
        for (square, &value) in squares.iter().enumerate() {
            truth[unrolled.squares[input][square].id.index()] = value;
        }
    }
    truth
}

fn assert_squares(knowledge: &Knowledge, unrolled: &Unrolled, state: &State, values: &[bool]) {
    for bitboard in knowledge.network().iter() {
        for square in 0..64 {
            let is = state.bitboards()[bitboard.index()] >> square & 1 == 1;
            let id = unrolled.squares[bitboard.index()][square].id;
            assert_eq!(is, values[id.index()], "{}", unrolled.network.name(id));
        }
    }
    for (number, sum) in unrolled.network.sums(values).into_iter().enumerate() {
        assert_eq!(bitboard::unpack(state.sums()[number]), sum, "sum {number}");
    }
}

#[test]
fn incremental_equals_every_reference_along_random_games() {
    follow_every_reference(0..3);
}

#[test]
#[ignore = "a minute or two in the trial profile"]
fn incremental_equals_every_reference_along_thousands_of_games() {
    follow_every_reference(100..2100);
}

#[test]
fn compiled_equals_reference_along_thousands_of_games() {
    let knowledge = Knowledge::standard().unwrap();
    let mut evaluator = Evaluator::new(knowledge);
    for seed in 1000..3000 {
        for position in random_game(seed, 60) {
            let (board, turn) = (position.board(), position.turn());
            let score = evaluator.evaluate(board, turn);
            assert_eq!(score, evaluator.evaluate_reference(board, turn), "{}", position.fen());
        }
    }
}

/// Compares every reference evaluator with the bitboard network after every move of the games with these seeds.
fn follow_every_reference(seeds: std::ops::Range<u64>) {
    let knowledge = Knowledge::standard().unwrap();
    let unrolled = bitboard::unroll(knowledge.network()).unwrap();
    let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
    let mut counting = propnet::State::new(Arc::clone(&unrolled.network));
    use propnet::Propagation as _;
    let mut querying = reference::Querying::new(Arc::clone(&unrolled.network));
    for seed in seeds {
        for (ply, position) in random_game(seed, 120).iter().enumerate() {
            evaluator.propagate(position.board(), position.turn());
            let truth = truth_of(&unrolled, position);
            for bitboard in unrolled.squares.iter().take(14) {
                for id in bitboard.iter().map(|literal| literal.id) {
                    counting.set(id, truth[id.index()]);
                    querying.set(id, truth[id.index()]);
                }
            }
            counting.propagate();
            querying.propagate();
            let values = reference::forward(&unrolled.network, &|id| truth[id.index()]);
            assert_squares(&knowledge, &unrolled, &evaluator.state, &values);
            assert_eq!(counting.values(), values);
            let queried = |id| querying.is_true(id) == values[id.index()];
            assert!(unrolled.network.ids().all(queried));
            if ply % 40 == 7 {
                let stable = forward_until_stable(&unrolled.network, &|id| truth[id.index()]);
                assert_eq!(stable, values);
                let mut backward = Backward::new(&unrolled.network, &|id| truth[id.index()]);
                assert!(unrolled.network.ids().all(|id| backward.query(id) == values[id.index()]));
            }
        }
    }
}

#[test]
fn scores_depend_on_the_board_alone_and_negate_when_mirrored() {
    let knowledge = Knowledge::standard().unwrap();
    let mut used = Evaluator::new(Arc::clone(&knowledge));
    for seed in 10..40 {
        for position in random_game(seed, 160) {
            let (board, turn) = (position.board(), position.turn());
            let score = used.evaluate(board, turn);
            assert_eq!(score, Evaluator::new(Arc::clone(&knowledge)).evaluate(board, turn));
            let mirrored = board.clone().into_mirrored();
            assert_eq!(score, used.evaluate(&mirrored, !turn), "{}", position.fen());
            let white = used.trace(board, turn).total;
            assert_eq!(white, -used.trace(&mirrored, !turn).total);
        }
    }
}

#[test]
fn weight_zero_removes_a_category_and_full_weight_changes_nothing() {
    let knowledge = Knowledge::standard().unwrap();
    let mut evaluator = Evaluator::new(knowledge);
    let position =
        parse_fen("r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 0 9").unwrap();
    let full = evaluator.trace(position.board(), position.turn());
    for category in Category::ALL {
        let mut weights = CategoryWeights::FULL;
        weights.per128[category as usize] = 0;
        evaluator.set_category_weights(&weights);
        let scaled = evaluator.trace(position.board(), position.turn());
        for other in Category::ALL {
            let unchanged = other != category || other == Category::Material;
            let expected = if unchanged { full.categories[other as usize] } else { [[0, 0]; 2] };
            assert_eq!(scaled.categories[other as usize], expected, "{other:?}");
        }
    }
    evaluator.set_category_weights(&CategoryWeights::FULL);
    assert_eq!(evaluator.trace(position.board(), position.turn()), full);
}

#[test]
fn terms_truncate_toward_zero() {
    let cases = [(100, 64, 50), (-99, 64, -49), (99, 64, 49), (77, 128, 77), (77, 0, 0)];
    for (term, per128, expected) in cases {
        assert_eq!(scaled_term(term, per128), expected, "{term} at {per128}");
    }
}

#[test]
fn material_is_scaled_per_mille() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let position = parse_fen("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1").unwrap();
    let material = Category::Material as usize;
    let full = evaluator.trace(position.board(), position.turn()).categories[material][0];
    let mut weights = CategoryWeights::FULL;
    weights.material_per_mille[4] = (1330, 1330);
    weights.material_per_mille[0] = (0, 0);
    evaluator.set_category_weights(&weights);
    let scaled = evaluator.trace(position.board(), position.turn()).categories[material][0];
    assert!(scaled[0] > full[0] && scaled[1] > full[1]);
}

#[test]
fn the_terms_of_a_trace_add_up_to_its_categories() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    for position in random_game(99, 80) {
        let trace = evaluator.trace(position.board(), position.turn());
        let mut sums = [[[0, 0]; 2]; Category::COUNT];
        for term in &trace.terms {
            let sides = [term.white, term.black];
            for (sum, side) in sums[term.category].iter_mut().zip(sides) {
                *sum = [sum[0] + side[0], sum[1] + side[1]];
            }
        }
        assert_eq!(sums, trace.categories);
    }
}

#[test]
fn only_what_is_true_on_squares_is_named_with_them() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let position = parse_fen("4k3/8/8/8/8/8/4P3/2B1KB2 b - - 0 1").unwrap();
    evaluator.trace(position.board(), position.turn());
    assert_eq!(evaluator.true_propositions("tempo"), ["black.to_move"]);
    assert_eq!(evaluator.true_propositions("bishop.pair"), ["white.bishop.pair"]);
    assert_eq!(evaluator.true_propositions("material.bishop"), ["white.bishop c1 f1"]);
}

#[test]
fn activity_counts_flips_and_signals() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let game = random_game(5, 40);
    evaluator.evaluate_incremental(game[0].board(), game[0].turn());
    evaluator.reset_activity();
    evaluator.evaluate_incremental(game[0].board(), game[0].turn());
    assert_eq!((evaluator.activity().flips, evaluator.activity().signals), (0, 0));
    for position in &game {
        evaluator.evaluate_incremental(position.board(), position.turn());
    }
    let activity = evaluator.activity();
    assert_eq!(activity.evaluations, 1 + game.len() as u64);
    assert!(activity.signals > activity.flips && activity.flips > 4 * 40);
    assert_eq!(activity.flips, activity.flips_by_category.iter().sum::<u64>());
    assert_eq!(activity.flips, activity.flips_by_square.iter().sum::<u64>());
}

#[test]
fn the_activity_of_one_evaluation_in_8192_is_counted_and_of_more_at_first() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let game = random_game(6, 60);
    for position in game.iter().cycle().take(8200) {
        evaluator.evaluate(position.board(), position.turn());
    }
    // Numbers 0, 1, 2, 4 and so on to 4096, and 8192.
    assert_eq!(evaluator.activity().evaluations, 1 + 13 + 1);
    assert!(evaluator.activity().flips > 0);
}

/// What the evaluation maps to when the sides change places.
fn exchange() -> Exchange {
    let inputs = pieces::SIDES
        .into_iter()
        .flat_map(|side| Role::ALL.into_iter().map(move |role| input_of(!side, role)));
    let to_move = pieces::SIDES.into_iter().map(|side| to_move_input(!side));
    let sums = (0..=INITIATIVE_SUM).map(|sum| if sum < PHASE_SUM { sum ^ 1 } else { sum });
    Exchange { inputs: inputs.chain(to_move).collect(), sums: sums.collect() }
}

/// `LUCENA_WRITE=1 cargo test --lib the_generated_code_is_current` regenerates the file.
#[test]
fn the_generated_code_is_current() {
    let knowledge = Knowledge::standard().unwrap();
    let pawn_stage = PAWN_STAGE_INPUTS.iter().fold(0, |all, input| all | 1 << input);
    let text = bitboard::generate(knowledge.network(), &[pawn_stage], &exchange());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/knowledge/network.generated.rs");
    if std::env::var_os("LUCENA_WRITE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap();
    assert!(
        text == file,
        "assets/knowledge/network.generated.rs is out of date: run LUCENA_WRITE=1 cargo test --lib the_generated_code_is_current"
    );
}

/// Of the sets that this processor has.
#[test]
fn all_instructions_have_the_same_results() {
    let knowledge = Knowledge::standard().unwrap();
    for instructions in Instructions::available() {
        let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
        evaluator.compiled.set_instructions(instructions);
        for seed in 200..220 {
            for position in random_game(seed, 120) {
                let (board, turn) = (position.board(), position.turn());
                evaluator.evaluate(board, turn);
                let sums = *evaluator.compiled.sums();
                evaluator.evaluate_incremental(board, turn);
                assert_eq!(sums, *evaluator.state.sums(), "{instructions:?} {}", position.fen());
            }
        }
    }
}

#[test]
fn the_generated_code_computes_what_the_network_does() {
    let knowledge = Knowledge::standard().unwrap();
    let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
    for seed in 50..70 {
        for position in random_game(seed, 150) {
            let (board, turn) = (position.board(), position.turn());
            let scores = [
                evaluator.evaluate(board, turn),
                evaluator.evaluate_incremental(board, turn),
                evaluator.evaluate_reference(board, turn),
                Evaluator::new(Arc::clone(&knowledge)).evaluate_full(board, turn),
            ];
            assert_eq!(evaluator.compiled.sums(), evaluator.state.sums());
            let bitboards = evaluator.compiled.all_bitboards(knowledge.tables());
            for bitboard in knowledge.network().iter() {
                let (name, expected) = (
                    knowledge.network().name(bitboard),
                    evaluator.state.bitboards()[bitboard.index()],
                );
                assert_eq!(bitboards[bitboard.index()], expected, "{name} in {}", position.fen());
            }
            assert!(scores.iter().all(|&score| score == scores[0]));
        }
    }
}

#[test]
fn the_unrolled_network_is_smaller_than_4_mib() {
    let knowledge = Knowledge::standard().unwrap();
    let unrolled = bitboard::unroll(knowledge.network()).unwrap();
    assert!(unrolled.network.bytes() < 4 << 20);
}

#[test]
fn parameters_times_counts_are_the_sums() {
    let knowledge = Knowledge::standard().unwrap();
    let parameters = knowledge.parameters();
    let value = |counts: &[Count]| {
        counts.iter().fold([0, 0], |[middle, end], &Count { parameter, count }| {
            let [a, b] = parameters[parameter].value;
            [middle + a * count, end + b * count]
        })
    };
    let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
    for position in random_game(7, 100) {
        let (board, turn) = (position.board(), position.turn());
        let features = evaluator.features(board, turn);
        let [mut middle, mut end] = value(&features.terms);
        for TableCounts { entries, side, units } in &features.tables {
            let [units, _] = value(units);
            let entry = entries.clone().nth(units.clamp(0, entries.len() as i32 - 1) as usize);
            let [a, b] = parameters[entry.unwrap()].value;
            middle += side.fold_wb(a, -a);
            end += side.fold_wb(b, -b);
        }
        let sums = formula::Sums {
            middle,
            end,
            initiative: value(&features.initiative)[1],
            reductions: [0, 1].map(|side| value(&features.reductions[side])[1]),
        };
        let trace = evaluator.trace(board, turn);
        assert_eq!(formula::score(sums, features.phase, 128), (trace.scale, trace.total));
    }
}
