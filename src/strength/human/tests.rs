//! Each feature on a position made by hand; probabilities, draws, reasons and the weights file.

use super::{
    COUNT, DEPTHS, FEATURES, HumanLevel, HumanModel, Knots, MoveRater, MoveValues, Provenance,
    Reasons, Situation, choice_probabilities, rows, softmax,
};
use crate::base::{Elo, Random};
use crate::rules::{Position, notation, parse_fen, parse_move};
use crate::strength::Personalities;
use std::collections::BTreeSet;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 40";
const BARE_KING: &str = "6k1/8/8/8/8/8/8/R5K1 w - - 0 40";
const FORKED: &str = "4k3/8/8/8/8/1p6/2N5/4K3 w - - 0 40";
const GUARDED: &str = "4k3/8/3p4/8/8/3N4/8/4K3 w - - 0 40";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 40";
const CHECKED: &str = "4k3/8/8/8/8/3Q4/3p4/4K3 w - - 0 40";
const EVEN: &str = "4k3/8/4p3/3n4/8/2N5/8/4K3 w - - 0 40";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 40";

/// Position, moves before the decision, move, feature, its value.
type Case = (&'static str, &'static str, &'static str, &'static str, f32);

/// Features of habits; the values of all moves are equal.
const HABITS: &[Case] = &[
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 40", "", "e1g1", "castles", 1.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 40", "", "e1e2", "gives up castling", 1.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 40", "", "a1a2", "gives up castling", 1.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 40", "", "e1g1", "gives up castling", 0.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 40", "", "h1h2", "gives up castling", 0.0),
    ("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 40", "", "e1e2", "gives up castling", 0.0),
    ("3qk3/8/8/8/8/8/Q7/3RK3 w - - 0 40", "", "a2d2", "offers to trade queens", 1.0),
    ("3qk3/8/8/8/8/8/Q7/4K3 w - - 0 40", "", "a2a5", "offers to trade queens", 0.0),
    ("3qk3/8/8/8/8/8/Q7/3RK3 w - - 0 40", "", "a2d2", "offers to trade queens when ahead", 1.0),
    ("4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 40", "", "e5f3", "moves a piece attacked by a pawn", 1.0),
    (GUARDED, "", "d3f2", "moves a piece attacked by a pawn", 0.0),
    (START, "e2e4 d7d5", "c2c4", "pawn attacks a pawn", 1.0),
    (START, "e2e4 d7d5", "e4d5", "pawn attacks a pawn", 0.0),
    (START, "e2e4 g8f6", "e4e5", "pawn attacks a piece", 1.0),
    (START, "e2e4 d7d5", "c2c4", "pawn attacks a piece", 0.0),
    (START, "", "e2e4", "pawn to the centre", 1.0),
    (START, "e2e4", "d7d5", "pawn to the centre", 1.0),
    (START, "", "e2e3", "pawn to the centre", 0.0),
    (BARE_KING, "", "a1a7", "rook to the seventh", 1.0),
    (START, "g2g3 g7g6", "f1g2", "bishop to a fianchetto", 1.0),
    (START, "g2g3 g7g6", "f1h3", "bishop to a fianchetto", 0.0),
    (START, "e2e4 e7e5", "f1d3", "blocks a centre pawn", 1.0),
    (START, "e2e4 e7e5 d2d3", "f8d6", "blocks a centre pawn", 1.0),
    (START, "e2e4 e7e5", "d2d3", "blocks a centre pawn", 0.0),
    (START, "e2e4", "g8f6", "knight to c3 or f3 (c6 or f6)", 1.0),
    (START, "g1f3 g8f6", "f3e5", "developed piece again in the opening", 1.0),
    (START, "", "g1f3", "developed piece again in the opening", 0.0),
    ("q3k3/8/8/8/8/8/1R6/K7 w - - 0 40", "", "a1b1", "comes between at a check", 0.0),
    ("q3k3/8/8/8/8/8/1R6/K7 w - - 0 40", "", "b2a2", "comes between at a check", 1.0),
    ("3qk3/8/8/8/8/8/3Q4/4K3 w - - 0 40", "", "d2d8", "trades queens", 1.0),
    ("3qk3/8/8/8/8/8/PP1Q4/4K3 w - - 0 40", "", "d2d8", "trades queens when ahead", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "takes a pawn", 1.0),
    ("4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "takes a knight", 1.0),
    ("4k3/8/8/3b4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "takes a bishop", 1.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "takes a rook", 1.0),
    ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 40", "", "e4d5", "takes the queen", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "takes the last moved piece", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "recapture", 1.0),
    (START, "e2e4 d7d5", "e4d5", "recapture", 0.0),
    (START, "e2e4 d7d5", "e4d5", "capture by a pawn", 1.0),
    (START, "a2a4 b7b5", "a4b5", "capture by a pawn toward the middle", 1.0),
    (START, "e2e4 d7d5", "e4d5", "capture by a pawn toward the middle", 0.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "capture by the queen", 1.0),
    (CHECKED, "", "e1d2", "capture by the king", 1.0),
    (CHECKED, "", "e1d2", "capture in the endgame", 1.0),
    (START, "e2e4 e7e5 g1f3", "b8c6", "defends an attacked piece", 1.0),
    (START, "e2e4 g8f6", "e4e5", "pawn attacks the last moved piece", 1.0),
    (START, "e2e4 d7d5 e4d5 d8d5", "b1c3", "attacks the last moved piece", 1.0),
    ("4k3/3p4/8/8/8/8/4P3/R3K3 w - - 0 40", "", "a1d1", "rook to a half-open file", 1.0),
    ("4k3/3p4/8/8/8/8/4P3/R3K3 w - - 0 40", "", "a1d1", "rook to an open file", 0.0),
    (BARE_KING, "", "a1b1", "rook to an open file", 1.0),
    ("4k3/8/8/8/8/8/8/R2K3R w - - 0 40", "", "a1a2", "rook defends a rook", 0.0),
    ("4k3/7R/8/8/8/8/8/R2K4 w - - 0 40", "", "a1a7", "rook defends a rook", 1.0),
    (BARE_KING, "", "a1a8", "safe check", 1.0),
    ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 40", "", "a1a8", "check by the queen", 1.0),
    ("4k3/8/8/4p3/8/8/8/4K3 w - - 0 40", "", "e1e2", "steps to the nearest pawn", 1.0),
    (KINGS, "", "e1e2", "king forward in the endgame", 1.0),
    (START, "g1f3 g8f6", "f3g1", "piece back to the first rank", 1.0),
    (START, "", "c2c4", "bishop pawn", 1.0),
    (START, "", "g2g3", "knight pawn", 1.0),
    (START, "e2e4 g8f6", "e4e5", "pawn to the fifth", 1.0),
    ("4k3/8/8/P7/8/8/8/4K3 w - - 0 40", "", "a5a6", "pawn to the sixth", 1.0),
    (GUARDED, "", "d3e5", "knight beyond the middle", 1.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3e4", "pieces left untaken", 1.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "pieces left untaken", 0.0),
    (START, "", "g1f3", "squares attacked gained", 5.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "best capture", 1.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3e4", "exchange below the best", 5.0),
    ("4k3/8/8/8/8/8/8/B3K3 w - - 0 40", "", "a1e5", "bishop toward the middle", 3.0),
    (BARE_KING, "", "a1b1", "rook toward the middle", 0.0),
    ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 40", "", "a1d4", "queen toward the middle", 3.0),
    (START, "e2e4 e7e5 g1f3 b8c6", "f1b5", "bishop attacks a knight", 1.0),
    (START, "e2e4 d7d5 e4d5 d8d5 b1c3", "d5d8", "retreat of an attacked piece", 1.0),
    ("4k3/8/8/3r4/8/1pN5/8/4K3 w - - 0 40", "", "c3d5", "capture by an attacked piece", 0.0),
    ("4k3/8/8/3r4/1p6/2N5/8/4K3 w - - 0 40", "", "c3d5", "capture by an attacked piece", 1.0),
    (START, "e2e4 d7d5 e4d5 d8d5 b1c3", "d5d8", "answers the last attack", 1.0),
    (GUARDED, "", "d3e5", "square attacked by a pawn", 1.0),
    (START, "", "b1c3", "square protected by a pawn", 1.0),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "wins material at once", 5.0),
    (GUARDED, "", "d3e5", "loses material at once", 3.2),
    ("4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "takes for nothing", 1.0),
    (EVEN, "", "c3d5", "even trade", 1.0),
    (EVEN, "", "c3d5", "even trade when ahead", 0.0),
    ("4k3/8/4p3/3n4/8/2N5/PPPP4/4K3 w - - 0 40", "", "c3d5", "even trade when ahead", 1.0),
    ("4k3/ppp5/4p3/3n4/8/2N5/8/4K3 w - - 0 40", "", "c3d5", "even trade when behind", 1.0),
    (GUARDED, "", "d3e5", "puts a piece en prise", 1.0),
    (PROMOTION, "", "a7a8q", "queens a pawn", 1.0),
    (PROMOTION, "", "a7a8n", "underpromotes", 1.0),
    (BARE_KING, "", "a1a8", "check", 1.0),
    (BARE_KING, "", "a1a8", "checkmate", 0.0),
    (BACK_RANK, "", "a1a8", "checkmate", 1.0),
    (FORKED, "", "c2d4", "moves an attacked piece", 1.0),
    (FORKED, "", "c2d4", "saves an attacked piece", 1.0),
    (FORKED, "", "c2d4", "value of the attacked piece", 3.0),
    (FORKED, "", "e1f1", "leaves another piece attacked", 3.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "beside the last move", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "distance from the last move", 0.0),
    (START, "e2e4 d7d5", "e4e5", "attacked by the last move", 1.0),
    (START, "e2e4 d7d5", "e4e5", "same piece again", 1.0),
    (START, "g1f3 g8f6", "f3g1", "takes back the last move", 1.0),
    (START, "", "e2e4", "ranks forward", 2.0),
    (START, "g1f3 g8f6", "f3g1", "backward", 1.0),
    (BARE_KING, "", "a1b1", "sideways", 1.0),
    (START, "", "e2e4", "length", 2.0),
    (BARE_KING, "", "a1a8", "long move", 1.0),
    ("4k3/8/8/8/8/8/8/B3K3 w - - 0 40", "", "a1e5", "long diagonal move", 1.0),
    (CHECKED, "", "d3d2", "backward capture", 1.0),
    (START, "e2e4 e7e5", "e1e2", "king move", 1.0),
    (KINGS, "", "e1e2", "king move in the endgame", 1.0),
    (START, "", "e2e4", "pawn move", 1.0),
    (START, "", "g1f3", "knight move", 1.0),
    ("4k3/8/8/8/8/8/8/B3K3 w - - 0 40", "", "a1e5", "bishop move", 1.0),
    (BARE_KING, "", "a1a8", "rook move", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "queen move", 1.0),
    (PROMOTION, "", "a7a8q", "pawn move in the endgame", 1.0),
    (BARE_KING, "", "a1a8", "rook move in the endgame", 1.0),
    (CHECKED, "", "d3d2", "queen move in the endgame", 1.0),
    (PROMOTION, "", "a7a8q", "passed pawn", 1.0),
    (PROMOTION, "", "a7a8q", "advance of a passed pawn", 7.0),
    (START, "", "e2e4", "double step", 1.0),
    (START, "", "e2e4", "toward the middle", 2.0),
    (START, "", "g1f3", "knight toward the middle", 2.0),
    (KINGS, "", "e1e2", "king toward the middle in the endgame", 1.0),
    (START, "", "e2e4", "toward the enemy king", 2.0),
    (START, "", "g1h3", "knight to the edge", 1.0),
    (START, "", "g1f3", "develops a piece", 1.0),
    (START, "", "a2a4", "rook pawn", 1.0),
    (START, "", "f2f3", "pawn before the own king", 1.0),
    (CHECKED, "", "d3d2", "takes to end a check", 1.0),
    (CHECKED, "", "e1d2", "king leaves a check", 1.0),
    (START, "e2e4 d7d5 e4d5 d8d5", "b1c3", "attacks a piece", 1.0),
    (START, "e2e4 d7d5 e4d5 d8d5", "b1c3", "value of the new threat", 9.0),
    (GUARDED, "", "d3e5", "value left hanging", 3.0),
    ("4k3/8/8/8/1b6/2N5/1P6/4K3 w - - 0 40", "", "b2b3", "newly hanging piece", 3.0),
    (START, "e2e4 d7d5", "b1c3", "pieces attacked", 1.0),
    (BARE_KING, "", "a1a8", "squares attacked near the enemy king", 1.0),
    (START, "e2e4 d7d5", "b1c3", "squares attacked", 8.0),
    (START, "", "b1c3", "protected square", 1.0),
    (GUARDED, "", "d3e5", "attacked square", 1.0),
    (START, "g1f3 g8f6 f3g1", "f6g8", "repeats the position", 1.0),
    (START, "", "g1f3", "develops in the opening", 1.0),
    (START, "", "e2e4", "centre pawn in the opening", 1.0),
    (START, "", "a2a4", "wing pawn in the opening", 1.0),
    (START, "e2e4 d7d5 e4d5", "d8d5", "queen move in the opening", 1.0),
];

/// The features of the values, for the king's moves e2 and d2: the best move and one that is worse by as many centipawns.
const VALUES: &[(&str, i32, i32, &str, f32)] = &[
    ("e1d2", 0, 100, "loss at depth 1", 0.0910),
    ("e1d2", 0, 100, "loss at depth 2", 0.0910),
    ("e1d2", 0, 100, "loss at depth 3", 0.0910),
    ("e1d2", 0, 100, "loss at depth 4", 0.0910),
    ("e1d2", 0, 100, "loss at depth 5", 0.0910),
    ("e1d2", 0, 100, "loss at depth 6", 0.0910),
    ("e1d2", 0, 100, "log loss at depth 1", -1.6094),
    ("e1d2", 0, 100, "log loss at depth 2", -1.6094),
    ("e1d2", 0, 100, "log loss at depth 3", -1.6094),
    ("e1d2", 0, 100, "log loss at depth 4", -1.6094),
    ("e1d2", 0, 100, "log loss at depth 5", -1.6094),
    ("e1d2", 0, 100, "log loss at depth 6", -1.6094),
    ("e1d2", -400, 100, "log loss when losing", -1.6094),
    ("e1d2", 400, 100, "log loss when winning", -1.6094),
    ("e1d2", 0, 100, "log loss when winning", 0.0),
    ("e1d2", 0, 100, "loss of a quiet move", 0.0910),
    ("e1d2", 0, 100, "log rank", -0.693),
    ("e1d2", 0, 100, "log rank at depth 1", -0.693),
    ("e1d2", 0, 100, "log rank at depth 3", -0.693),
    ("e1d2", 0, 100, "log rank at depth 5", -0.693),
    ("e1d2", 0, 100, "log rank in the endgame", -0.693),
    ("e1d2", 0, 100, "best of a longer search", 1.0),
    ("e1d2", 0, 100, "best only of a longer search", 1.0),
    ("e1d2", 0, 100, "quiet best of a longer search", 1.0),
    ("e1e2", 0, 100, "best of a longer search", 0.0),
    ("e1d2", 0, 100, "log rank in the opening", 0.0),
    ("e1d2", 0, 100, "log rank in check", 0.0),
    ("e1d2", 0, 100, "loss at depth 2 of a capture", 0.0),
    ("e1e2", 0, 100, "best move", 1.0),
    ("e1d2", 0, 100, "second best move", 1.0),
    ("e1e2", 0, 100, "best move when winning", 0.0),
    ("e1e2", 800, 10, "best move when winning", 1.0),
    ("e1d2", 800, 10, "progress when winning", -1.0986),
];

fn situation(fen: &str, before: &str) -> Situation {
    let start = parse_fen(fen).unwrap();
    let mut position: Position = start.clone();
    let mut moves = Vec::new();
    for text in before.split_whitespace() {
        let mv = parse_move(&position, text).unwrap();
        position.play(mv);
        moves.push(mv);
    }
    Situation::new(&start, &moves)
}

/// Values of all legal moves: those named, and `rest` for the others. The longer search prefers e1d2.
fn values(situation: &Situation, named: &[(&str, i32)], rest: i32) -> Vec<MoveValues> {
    let value = |mv| {
        let text = notation::uci(mv);
        let known = named.iter().find(|(name, _)| *name == text);
        let by_depth = [known.map_or(rest, |(_, value)| *value); DEPTHS];
        MoveValues { mv, by_depth, is_best: text == "e1d2" }
    };
    situation.position.legal_moves().into_iter().map(value).collect()
}

fn feature(situation: &Situation, values: &[MoveValues], mv: &str, name: &str) -> f32 {
    let index = FEATURES.iter().position(|feature| feature.name == name).expect(name);
    let at = values.iter().position(|of| notation::uci(of.mv) == mv).expect(mv);
    rows(situation, values)[at][index]
}

#[test]
fn each_feature_has_its_value_on_a_position_made_for_it() {
    let mut covered = BTreeSet::new();
    for &(fen, before, mv, name, expected) in HABITS {
        let situation = situation(fen, before);
        let values = values(&situation, &[], 0);
        let found = feature(&situation, &values, mv, name);
        assert!((found - expected).abs() < 1e-3, "{name} of {mv}: {found}, not {expected}");
        covered.insert(name);
    }
    let situation = situation(KINGS, "");
    for &(mv, best, loss, name, expected) in VALUES {
        let values = values(&situation, &[("e1e2", best), ("e1d2", best - loss)], -900);
        let found = feature(&situation, &values, mv, name);
        assert!((found - expected).abs() < 1e-3, "{name} of {mv}: {found}, not {expected}");
        covered.insert(name);
    }
    let missing: Vec<_> = FEATURES.iter().filter(|it| !covered.contains(it.name)).collect();
    assert!(missing.is_empty(), "without a position: {missing:?}");
}

/// A model with one weight, the same at every rating.
fn with_weight(name: &str, weight: f64) -> HumanModel {
    let mut weights = [0.0; COUNT];
    weights[FEATURES.iter().position(|feature| feature.name == name).unwrap()] = weight;
    let knots = Knots::default();
    let all = vec![weights; knots.count()];
    HumanModel::new(Provenance::default(), knots, all)
}

#[test]
fn a_weight_multiplies_the_odds_and_names_its_feature() {
    let situation = situation(KINGS, "");
    let values = values(&situation, &[("e1e2", 50)], 0);
    let model = with_weight("best move", 3.0_f64.ln());
    let prediction = model.predict(None, HumanLevel::at(Elo(1500)), &situation, &values);
    let best = prediction.best().unwrap();
    // Five moves, one of them three times as likely as each other one.
    assert!((prediction.probabilities[best] - 3.0 / 7.0).abs() < 1e-9);
    let sum: f64 = prediction.probabilities.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert_eq!(prediction.most_probable(), Some(best));
    let choice = prediction.choice(best).unwrap();
    assert_eq!(choice.best.because[0].name, "value");
    assert!(choice.to_string().starts_with("played by 43 %: value +0.9"), "{choice}");
}

#[test]
fn only_features_that_the_move_has_are_named() {
    let situation = situation("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40", "");
    let values = values(&situation, &[], 0);
    let prediction = with_weight("king move in the endgame", -6.0).predict(
        None,
        HumanLevel::at(Elo(1500)),
        &situation,
        &values,
    );
    for (index, of) in values.iter().enumerate() {
        let choice = prediction.choice(index).unwrap();
        let is_king = of.mv.role() == crate::rules::Role::King;
        let names: Vec<&str> = choice.played.because.iter().map(|it| it.name.as_str()).collect();
        assert!(is_king || !names.contains(&"king move in the endgame"), "{names:?}");
    }
}

/// The largest reason for a move of a model whose only weight is that of one feature.
fn only_reason(feature: &str, fen: &str, san: &str) -> (String, f64) {
    let situation = situation(fen, "");
    let values = values(&situation, &[], 0);
    let model = with_weight(feature, 2.0);
    let prediction = model.predict(None, HumanLevel::at(Elo(1500)), &situation, &values);
    let mv = parse_move(&situation.position, san).unwrap();
    let index = values.iter().position(|of| of.mv == mv).unwrap();
    let because = prediction.choice(index).unwrap().played.because;
    (because[0].name.clone(), because[0].amount)
}

#[test]
fn a_narrow_feature_counts_with_the_wider_one() {
    let (name, amount) = only_reason("knight toward the middle", START, "Nf3");
    assert!(name == "toward the middle" && amount > 1.0, "{name} {amount}");
}

#[test]
fn a_reason_says_what_is_true_of_the_move() {
    let knight = "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1";
    let (name, amount) = only_reason("knight toward the middle", knight, "Ng1");
    assert!(name == "away from the middle" && amount < 0.0, "{name} {amount}");
    let rook = "4k3/3p4/8/8/8/8/4P3/R3K3 w - - 0 40";
    let (name, _) = only_reason("rook to a half-open file", rook, "Rc1");
    assert_eq!(name, "rook on a file without a pawn of its own");
}

#[test]
fn a_probability_below_a_half_percent_is_stated_as_such() {
    let reasons = |probability| Reasons { probability, because: Vec::new() }.to_string();
    assert_eq!([reasons(0.002), reasons(0.02), reasons(1.0)], ["under 1 %", "2 %", "100 %"]);
}

#[test]
fn a_loss_must_be_seen_at_two_depths() {
    let situation = situation(KINGS, "");
    let mut values = values(&situation, &[], 0);
    values[0].by_depth = [0, 0, 0, 0, 0, -90];
    values[1].by_depth = [0, 0, 0, 0, -90, -90];
    let prediction =
        with_weight("king move", 0.0).predict(None, HumanLevel::at(Elo(1500)), &situation, &values);
    let overlooked = [0, 1].map(|index| prediction.choice(index).unwrap().overlooked);
    assert_eq!(overlooked, [0, 5]);
}

#[test]
fn moves_below_a_hundredth_are_less_likely_than_the_logit_says() {
    let utilities = [0.0, -1.0, -4.7, -7.0];
    let [logit, chosen] = [softmax(&utilities), choice_probabilities(&utilities, 1500.0)];
    assert!((chosen.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let ratio = |index: usize| chosen[index] / logit[index] * logit[0] / chosen[0];
    assert!((ratio(1) - 1.0).abs() < 1e-9);
    for index in [2, 3] {
        assert!((ratio(index) - (logit[index] / 0.01).sqrt()).abs() < 1e-9);
    }
    assert!(
        choice_probabilities(&utilities, 900.0)
            .iter()
            .zip(&logit)
            .all(|(a, b)| (a - b).abs() < 1e-12)
    );
}

#[test]
fn a_draw_repeats_and_follows_the_probabilities() {
    let situation = situation(KINGS, "");
    let values = values(&situation, &[("e1e2", 50)], 0);
    let prediction =
        with_weight("best move", 2.0).predict(None, HumanLevel::at(Elo(1500)), &situation, &values);
    let mut counts = vec![0.0; values.len()];
    for seed in 0..4000 {
        let drawn = prediction.draw(&mut Random::new(seed)).unwrap();
        assert_eq!(prediction.draw(&mut Random::new(seed)), Some(drawn));
        counts[drawn] += 1.0 / 4000.0;
    }
    for (share, probability) in counts.iter().zip(&prediction.probabilities) {
        assert!((share - probability).abs() < 0.03, "{counts:?}");
    }
}

#[test]
fn the_best_move_takes_over_above_2200() {
    let situation = situation(KINGS, "");
    let values = values(&situation, &[("e1e2", 50), ("e1d1", -50)], 0);
    let model = with_weight("best move", 0.0);
    let of_best = |elo| {
        let prediction = model.predict(None, HumanLevel::at(Elo(elo)), &situation, &values);
        prediction.probabilities[values.iter().position(|of| of.is_best).unwrap()]
    };
    assert!((of_best(2200) - 0.2).abs() < 1e-9);
    assert!((of_best(2400) - 0.6).abs() < 1e-9);
    // Others are compared with it, not with the best of six plies, unless they have a better value there.
    let prediction = model.predict(None, HumanLevel::at(Elo(1500)), &situation, &values);
    let at = |uci: &str| values.iter().position(|of| notation::uci(of.mv) == uci).unwrap();
    assert_eq!(prediction.best(), Some(at("e1e2")));
    assert_eq!(prediction.best_beside(at("e1d1")), Some(at("e1d2")));
    assert_eq!(prediction.best_beside(at("e1e2")), Some(at("e1e2")));
    // The best move of the longer search is not called worse than another one.
    assert_eq!(prediction.best_beside(at("e1d2")), Some(at("e1d2")));
}

#[test]
fn weights_are_linear_between_the_knots_and_those_of_values_beyond() {
    let mut knots = vec![[0.0; COUNT]; Knots::default().count()];
    for (index, weights) in knots.iter_mut().enumerate() {
        (weights[0], weights[COUNT - 1]) = (index as f64, index as f64);
    }
    let model = HumanModel::new(Provenance::default(), Knots::default(), knots);
    for (rating, value, habit) in [
        (1000.0, 0.0, 0.0),
        (1450.0, 1.5, 1.5),
        (2200.0, 4.0, 4.0),
        (2350.0, 4.5, 4.0),
        (700.0, -1.0, 0.0),
    ] {
        let weights = model.weights(rating);
        assert!((weights[0] - value).abs() < 1e-9, "{rating}");
        assert!((weights[COUNT - 1] - habit).abs() < 1e-9, "{rating}");
    }
}

#[test]
fn the_weights_file_is_read_as_written_and_its_faults_are_named() {
    let model = with_weight("recapture", 1.25);
    let text = model.to_text();
    assert_eq!(HumanModel::from_text("mine.ron", &text).as_ref(), Ok(&model));
    // A file with the names of earlier versions.
    let old = text.replace("rook defends a rook", "doubles rooks");
    assert_eq!(HumanModel::from_text("mine.ron", &old).as_ref(), Ok(&model));
    for (from, to, part) in [
        ("\"recapture\"", "\"recapturing\"", "mine.ron: weights: feature \"recapture\": missing"),
        ("1000", "2000", "mine.ron: knots: at least two rising ratings"),
        ("1.25,1.25", "1.25", "feature \"recapture\": 5 finite weights are required"),
        ("provenance", "origin", "mine.ron:2:"),
    ] {
        let compact = text.replace(", ", ",");
        assert!(compact.contains(from), "{from}: {compact}");
        let error = HumanModel::from_text("mine.ron", &compact.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn the_shipped_weights_are_those_of_this_program() {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/human.ron"));
    let model = HumanModel::from_text("assets/human.ron", text).unwrap();
    assert!(model.provenance.positions > 20_000);
    // A stronger player loses less: the mean over a few hundred positions is measured by `lucena bench human`.
    assert_eq!(model, *HumanModel::shipped());
}

/// Probability of `mv` for the shipped personality `name`, and for people of its rating.
fn with_and_without_style(name: &str, fen: &str, best: &str, loss: i32, mv: &str) -> [f64; 2] {
    let personality = Personalities::shipped().named(name).unwrap().level.human().unwrap();
    let situation = situation(fen, "");
    let values = values(&situation, &[(best, 0)], -loss);
    [personality, HumanLevel::at(personality.rating)].map(|level| {
        let prediction = HumanModel::shipped().predict(None, level, &situation, &values);
        let at = prediction.values.iter().position(|of| notation::uci(of.mv) == mv).unwrap();
        prediction.probabilities[at]
    })
}

#[test]
fn each_personality_differs_in_the_direction_that_it_states() {
    let (check, capture) =
        ("4k3/8/8/8/8/p7/8/R3K3 w - - 0 40", "r2qk3/8/8/4p3/3P4/8/8/3QK3 w - - 0 40");
    // Checks, captures, moves that lose, and good moves of endings.
    for (name, fen, best, loss, mv, is_more) in [
        ("Eager Attacker", check, "a1a3", 0, "a1b1", false),
        ("Eager Attacker", "r3k3/8/8/8/8/8/8/R3K2Q w - - 0 40", "h1a8", 0, "h1h8", true),
        ("Hanging Beginner", capture, "d4e5", 0, "d4e5", true),
        ("Hanging Beginner", capture, "d4e5", 400, "d1d3", true),
        ("Tactician with Weak Endings", capture, "d4e5", 0, "d4e5", true),
        ("Tactician with Weak Endings", check, "a1a3", 300, "a1a3", false),
        ("Solid Club Player", capture, "d4d5", 300, "d4d5", true),
        ("Solid Club Player", capture, "d4e5", 0, "d4e5", false),
        ("Endgame Grinder", KINGS, "e1e2", 300, "e1e2", true),
        ("Strong Master", capture, "d4d5", 300, "d4d5", true),
    ] {
        let [with, without] = with_and_without_style(name, fen, best, loss, mv);
        assert_eq!(with > without, is_more, "{name}, {mv}: {with} against {without}");
    }
}

#[test]
fn the_moves_of_a_level_are_rated_as_that_level() {
    let model = HumanModel::shipped();
    let mut random = Random::new(9);
    for rating in [1000_u16, 1800] {
        let mut rater = MoveRater::default();
        for seed in 0..1500_u64 {
            let situation =
                situation(START, ["e2e4 e7e5", "d2d4 d7d5 c2c4", "g1f3"][seed as usize % 3]);
            // Values that spread over some hundreds of centipawns.
            let mut chance = Random::new(seed);
            let mut values = values(&situation, &[], 0);
            for of in &mut values {
                let deep = -(chance.below(400) as i32);
                of.by_depth = std::array::from_fn(|_| deep - chance.below(80) as i32);
            }
            let level = HumanLevel::at(Elo(rating));
            let prediction = model.predict(None, level, &situation, &values);
            let drawn = prediction.draw(&mut random).unwrap();
            rater.add(model, &situation, &values, drawn);
        }
        let found = rater.rating().unwrap();
        assert!((found.rating - f64::from(rating)).abs() < 4.0 * found.error, "{rating}: {found}");
        assert!(found.error < 120.0, "{found}");
    }
    assert_eq!(MoveRater::default().rating(), None);
}

#[test]
fn a_rating_by_losses_at_an_edge_is_a_bound() {
    let (model, situation) = (HumanModel::shipped(), situation(START, "e2e4 e7e5"));
    // The first move is the best one, and the last one loses the most.
    let mut values = values(&situation, &[], 0);
    for (at, of) in values.iter_mut().enumerate() {
        of.by_depth = [-20 * at as i32; DEPTHS];
    }
    let last = values.len() - 1;
    let rated = |played: [usize; 2]| {
        let mut rater = MoveRater::default();
        (0..20).for_each(|at| rater.add(model, &situation, &values, played[at % 2]));
        rater.rating_by_losses().unwrap().to_string()
    };
    assert_eq!(rated([last, last]), "≤ 400");
    assert_eq!(rated([0, 0]), "≥ 2800");
    assert!(rated([0, 8]).contains(" ± "), "{}", rated([0, 8]));
}
