//! `score_misc.json`: packing, integrated bounds, delayed-loss windows, mate scores in the TT, mate distances.

use super::rows;
use lucena::base::{Bound, DelayedLoss, Ibv, Score};
use serde_json::Value;

fn int(row: &Value, field: &str) -> i32 {
    i32::try_from(row[field].as_i64().unwrap()).unwrap()
}

fn score(row: &Value, field: &str) -> Score {
    Score::raw(int(row, field))
}

#[test]
fn score_misc() {
    let rows = rows("score_misc.json");
    for row in &rows {
        match row["kind"].as_str().unwrap() {
            "pack15" => pack15(row),
            "ibv" => ibv(row),
            "delayed_loss" => delayed_loss(row),
            "tt_mate" => tt_mate(row),
            "mate_in" => mate_in(row),
            other => panic!("unknown kind {other}"),
        }
    }
}

fn pack15(row: &Value) {
    let bits = score(row, "score").to_bits15();
    assert_eq!(i32::from(bits), int(row, "bits"), "{row}");
    assert_eq!(Score::from_bits15(bits), score(row, "unpacked"), "{row}");
}

fn ibv(row: &Value) {
    let value = score(row, "value");
    let codes = [
        ("exact", Ibv::exact(value)),
        ("upper", Ibv::upper(value)),
        ("lower", Ibv::lower(value)),
        ("neg_exact", -Ibv::exact(value)),
        ("neg_of_lower", -Ibv::lower(value)),
        ("neg_of_upper", -Ibv::upper(value)),
        ("force_exact_of_lower", Ibv::lower(value).force_exact()),
        ("force_exact_of_upper", Ibv::upper(value).force_exact()),
    ];
    for (field, ibv) in codes {
        assert_eq!(ibv.code(), int(row, field), "{field} of {row}");
    }
    assert_eq!((-Ibv::lower(value)).bound(), Bound::Upper);
}

fn delayed_loss(row: &Value) {
    let bonus = DelayedLoss { evaluation: score(row, "eval") };
    let (alpha, beta) = bonus.window(score(row, "alpha"), score(row, "beta"));
    assert_eq!((alpha, beta), (score(row, "alpha_in"), score(row, "beta_in")), "{row}");
    for pair in row["map"].as_array().unwrap() {
        let at = |index: usize| Score::raw(i32::try_from(pair[index].as_i64().unwrap()).unwrap());
        assert_eq!(bonus.apply(at(0)), at(1), "{row}");
    }
}

fn tt_mate(row: &Value) {
    let ply = usize::try_from(int(row, "ply")).unwrap();
    let (score, stored) = (score(row, "score"), score(row, "stored"));
    assert_eq!(score.to_tt(ply), stored, "{row}");
    assert_eq!(stored.from_tt(ply), score, "{row}");
}

fn mate_in(row: &Value) {
    let plies = usize::try_from(int(row, "plies")).unwrap();
    let expected = score(row, "score");
    let found = if expected > Score::DRAW { Score::mate_in(plies) } else { Score::mated_in(plies) };
    assert_eq!(found, expected, "{row}");
    assert_eq!(found.mate_moves(), Some(int(row, "moves")), "{row}");
}
