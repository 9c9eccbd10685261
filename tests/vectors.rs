//! Reference vectors, one module per topic, any number of rows. They are read from the directory in the environment
//! variable `LUCENA_VECTORS`, by default from `tests/data/vectors`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests; the lints know only the functions marked so"
)]

use serde_json::Value;
use std::path::PathBuf;

#[path = "shadow/graph.rs"]
mod graph;
#[path = "vectors/score.rs"]
mod score;
#[path = "vectors/shadow.rs"]
mod shadow;
#[path = "vectors/strength.rs"]
mod strength;
#[path = "vectors/timing.rs"]
mod timing;

/// Parses the file `name`.
fn file(name: &str) -> Value {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/vectors");
    let directory = std::env::var("LUCENA_VECTORS").unwrap_or_else(|_| default.to_owned());
    let path = PathBuf::from(directory).join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The `rows` of the file `name`; there is at least one.
fn rows(name: &str) -> Vec<Value> {
    let rows = file(name)["rows"].as_array().expect("an array of rows").clone();
    assert!(!rows.is_empty(), "{name} has rows");
    rows
}

/// The number in field `name` of `row`.
fn number(row: &Value, name: &str) -> f64 {
    row[name].as_f64().unwrap_or_else(|| panic!("no number {name} in {row}"))
}

/// The whole number in field `name` of `row`.
fn whole(row: &Value, name: &str) -> i64 {
    row[name].as_i64().unwrap_or_else(|| panic!("no whole number {name} in {row}"))
}
