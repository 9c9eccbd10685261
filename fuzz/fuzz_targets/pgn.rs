//! A game read without errors round-trips. A game with errors keeps its broken parts.
#![cfg_attr(fuzzing, no_main)]

use lucena::export;
use lucena::game::pgn;

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| run(bytes));

/// Runs one input.
pub fn run(bytes: &[u8]) {
    let Ok(games) = pgn::read_bytes(bytes) else { return };
    for read in games.iter().take(4) {
        let written = pgn::write(&read.game);
        let exported = export::convert(&read.game, export::Format::Pgn).expect("a PGN text");
        assert!(!exported.chars().any(|c| c.is_control() && !"\n\t".contains(c)), "{exported:?}");
        if read.is_incomplete() {
            continue;
        }
        let again = pgn::read_bytes(written.as_bytes()).expect("our own PGN");
        assert_eq!(again.len(), 1, "{written}");
        assert!(!again[0].is_incomplete(), "{written}: {:?}", again[0].notes);
        assert_eq!(again[0].game.moves(), read.game.moves(), "{written}");
        // The first write normalises; later writes change nothing.
        let tidy = pgn::write(&again[0].game);
        let thrice = pgn::read_bytes(tidy.as_bytes()).expect("our own PGN");
        assert_eq!(pgn::write(&thrice[0].game), tidy);
        let page = export::html(&read.game);
        assert!(!page.contains("<script>alert"), "{page}");
        let _ = (export::fen_list(&read.game), export::json_lines(&read.game));
    }
}
