//! The strength dial: every row exactly.

use super::{rows, whole};
use lucena::base::{Category, Elo};
use lucena::knowledge::scaled_endgame_factor;
use lucena::strength::throttle::should_throttle;
use lucena::strength::{ROLES, StrengthLimits, candidates};

#[test]
fn limits_match_every_row() {
    for row in rows("limit_strength.json") {
        let elo = u16::try_from(whole(&row, "elo")).unwrap();
        let it = StrengthLimits::at(Elo(elo));
        let check = |name: &str, found: i64| assert_eq!(found, whole(&row, name), "{elo}: {name}");
        check("nps", i64::try_from(it.nps).unwrap());
        check("move_error", it.move_error.into());
        check("blunder_error", it.blunder_error.into());
        check("blunder_per128", it.blunder_per128.into());
        for (role, [middlegame, endgame]) in ROLES.into_iter().zip(it.material) {
            let name = format!("{role:?}").to_lowercase();
            check(&format!("mg_{name}"), middlegame.into());
            check(&format!("eg_{name}"), endgame.into());
        }
        for category in Category::SCALED {
            let name = format!("{}_per128", category.name().replace(' ', "_"));
            check(&name, it.share(category).into());
        }
    }
}

#[test]
fn candidates_match_every_row() {
    for row in rows("inferior_move.json") {
        let scores: Vec<i32> = serde_json::from_value(row["scores"].clone()).unwrap();
        let error = i32::try_from(whole(&row, "score_error")).unwrap();
        assert_eq!(candidates(&scores, error) as i64, whole(&row, "candidates"), "{row}");
    }
}

#[test]
fn stalls_match_every_row() {
    for row in rows("nps_throttle.json") {
        let [nodes, elapsed, cap] =
            ["nodes", "elapsed_us", "nps_limit"].map(|name| row[name].as_u64().unwrap());
        assert_eq!(should_throttle(nodes, elapsed, cap), row["stall"], "{row}");
    }
}

#[test]
fn the_endgame_scale_is_applied_once_in_every_row() {
    for row in rows("endgame_scale.json") {
        let scale = i32::try_from(whole(&row, "scale")).unwrap();
        let per128 = u8::try_from(whole(&row, "knowledge_per128")).unwrap();
        assert_eq!(i64::from(scaled_endgame_factor(scale, per128)), whole(&row, "once"), "{row}");
    }
}
