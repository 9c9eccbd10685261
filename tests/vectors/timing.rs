//! The time manager: decay, moves left, and whole games in both variants, to 1e-9 relative.

use super::{file, number, rows, whole};
use lucena::base::Millis;
use lucena::timing::{Budget, Cap, ClockState, MleLegacy, MovesLeft, TimeManager, Update, decay};
use serde_json::Value;

/// Fails unless `found` is within 1e-9 of `row[name]`.
fn close(found: f64, row: &Value, name: &str, place: &str) {
    let wanted = number(row, name);
    let tolerance = 1e-9 * wanted.abs().max(1e-3);
    assert!((found - wanted).abs() <= tolerance, "{place}: {name} is {found}, not {wanted}");
}

#[test]
fn decay_matches_every_row() {
    for row in rows("decay.json") {
        let [from, to, step, value] =
            ["from", "to", "step", "value"].map(|name| number(&row, name));
        close(decay(from, to, step, value), &row, "result", "decay");
    }
}

#[test]
fn moves_left_matches_every_row() {
    for row in rows("mle_legacy.json") {
        let [midpoint, steepness] = ["midpoint", "steepness"].map(|name| number(&row, name));
        let ply = usize::try_from(whole(&row, "ply")).unwrap();
        let clock = ClockState { ply, ..ClockState::default() };
        let found = MleLegacy { midpoint, steepness }.moves_left(&clock);
        close(found, &row, "moves_left", "mle-legacy");
    }
}

#[test]
fn whole_games_match_in_both_variants() {
    let games = file("timeman.json")["scenarios"].as_array().unwrap().clone();
    assert!(!games.is_empty());
    for game in &games {
        for (variant, switch) in [("seed", "smooth"), ("merged", "raw")] {
            play(game, variant, switch);
        }
    }
}

/// Drives a manager through the recorded game and compares every number with `variant`.
fn play(game: &Value, variant: &str, switch: &str) {
    let parameters: String = (game["params"].as_object().unwrap().iter())
        .map(|(name, value)| format!(",{name}={value}"))
        .collect();
    let text = format!("smooth(nps-first-move={switch}{parameters})");
    let mut manager = TimeManager::from_text(&text).unwrap();
    let overhead = Millis(whole(game, "overhead_ms"));
    let moves = game["moves"].as_array().unwrap();
    let expected = game["expect"][variant].as_array().unwrap();
    assert_eq!(moves.len(), expected.len());
    for (number, (given, wanted)) in moves.iter().zip(expected).enumerate() {
        let place = format!("{} {variant} move {number}", game["id"]);
        let reused = given["root_nodes"].as_u64().unwrap();
        let budget = manager.start(&clock_of(given), overhead, reused);
        compare_budget(&budget, wanted, &place);
        for (sample, wanted) in given["samples"].as_array().unwrap().iter().zip(samples(wanted)) {
            let time = Millis(sample[0].as_i64().unwrap());
            manager.sample(time, sample[1].as_u64().unwrap());
            close(
                manager.learned().nps,
                &serde_json::json!({ "sample": wanted }),
                "sample",
                &place,
            );
        }
        let time = Millis(whole(given, "move_time_ms"));
        let update = manager.finish(time, given["final_nodes"].as_u64().unwrap());
        compare_finish(&manager, update, &wanted["after"], &place);
    }
}

fn samples(wanted: &Value) -> &[Value] {
    wanted["nps_samples"].as_array().unwrap()
}

fn clock_of(given: &Value) -> ClockState {
    ClockState {
        ply: usize::try_from(whole(given, "ply")).unwrap(),
        remaining: Millis(whole(given, "time_ms")),
        increment: Millis(whole(given, "inc_ms")),
        moves_to_go: given["movestogo"].as_i64().and_then(|moves| u32::try_from(moves).ok()),
        pieces: 32,
    }
}

fn compare_budget(found: &Budget, wanted: &Value, place: &str) {
    let figures = [
        (found.nps, "nps"),
        (found.timeuse, "timeuse"),
        (found.tree_reuse, "tree_reuse"),
        (found.estimated_moves, "moves_left_estimate"),
        (found.moves_left, "moves_left"),
        (found.game_time, "game_time_ms"),
        (found.game_nodes, "game_nodes"),
        (found.average_new_nodes, "avg_new_nodes"),
        (found.average_move_time, "avg_move_time_ms"),
        (found.average_total_nodes, "avg_total_nodes"),
        (found.reused_nodes, "reused_nodes"),
        (found.target_new_nodes, "target_new_nodes"),
        (found.target_time, "target_time_ms"),
        (found.uncapped, "budget_unclamped_ms"),
        (found.budget, "budget_ms"),
    ];
    for (found, name) in figures {
        close(found, wanted, name, place);
    }
    assert_eq!(found.deadline.0, whole(wanted, "deadline_ms"), "{place}");
    let capped = wanted["clamp"] != "none";
    assert_eq!(found.cap != Cap::None, capped, "{place}: {:?}", found.cap);
    match found.reuse_update {
        None => assert!(wanted["reuse_weight"].is_null(), "{place}"),
        Some(update) => {
            close(update.weight, wanted, "reuse_weight", place);
            close(update.seen, wanted, "observed_reuse", place);
        }
    }
}

fn compare_finish(manager: &TimeManager, update: Update, wanted: &Value, place: &str) {
    close(update.weight, wanted, "timeuse_weight", place);
    close(update.seen, wanted, "observed_timeuse", place);
    close(manager.learned().timeuse, wanted, "timeuse", place);
    close(manager.learned().nps, wanted, "nps", place);
}
