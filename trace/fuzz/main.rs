//! Every reader of the crate behind libFuzzer: no panic, bounded memory, whatever the bytes. `trace/fuzz/run SECONDS`.
#![no_main]

#[path = "../tests/exercise/mod.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Most inputs are to get behind the magic; those that begin with `index` are the file beside a trace.
    let head = b"\x8cLTR\r\n\x1a\n\x01";
    if let Some(index) = bytes.strip_prefix(b"index") {
        exercise::exercise_index(index);
    } else if bytes.starts_with(&head[..4]) {
        exercise::exercise(bytes);
    } else {
        exercise::exercise(&[&head[..], bytes].concat());
    }
});
