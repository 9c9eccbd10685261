//! Sets `cfg(checked)` in debug builds, which turns on the `debug_assert!` of this package (`src/lib.rs`).
//!
//! The profile of the tests compiles without `debug-assertions`: with them every call of the standard library checks again what
//! only `unsafe` code can break, which costs a large part of the compilation and of the tests.
#![allow(clippy::print_stdout, reason = "Cargo reads the output of a build script")]

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(checked)");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        println!("cargo::rustc-cfg=checked");
    }
}
