//! Opening names and books: transpositions are recognised, moves are legal, the same seed gives the same line.

use super::{at, play};
use lucena::base::Random;
use lucena::game::{Book, Game, Openings, book};
use lucena::rules::{Position, notation};

fn name(openings: &Openings, moves: &str) -> String {
    let mut game = Game::default();
    play(&mut game, moves);
    let opening = openings.of(&game, game.current());
    opening.map_or_else(String::new, |opening| format!("{} {}", opening.eco, opening.name))
}

#[test]
fn openings_are_named_by_position_and_stay_named_behind_it() {
    let openings = Openings::builtin();
    assert_eq!(name(&openings, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"), "C68 Ruy Lopez: Exchange Variation");
    assert_eq!(name(&openings, "Nf3 Nc6 e4 e5 Bb5 a6 Bxc6"), "C68 Ruy Lopez: Exchange Variation");
    assert_eq!(name(&openings, "d4 d5 c4 e6 Nc3 Nf6 a3 a6 h3 h6 g3").get(..1), Some("D"));
    assert_eq!(name(&openings, ""), "");
    let mut game = Game::new(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    openings.tag(&mut game);
    assert_eq!(game.tags.get("ECO"), None);
}

#[test]
fn the_table_is_a_book_that_plays_known_lines_and_repeats_with_its_seed() {
    let openings = Openings::builtin();
    let line = |seed| {
        let (mut random, mut position) = (Random::new(seed), Position::default());
        let mut played = Vec::new();
        while let Some(mv) = book::pick_weighted(&openings.book(&position), &mut random) {
            played.push(notation::san(&position, mv));
            position.play(mv);
        }
        played.join(" ")
    };
    assert_eq!(line(7), line(7));
    let different: std::collections::HashSet<String> = (0..20).map(line).collect();
    assert!(different.len() > 10, "{different:?}");
}

#[test]
fn a_polyglot_book_is_read_castling_included() {
    let castle = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let start = Position::default();
    let entry = |key: u64, mv: u16, weight: u16| {
        let mut bytes = key.to_be_bytes().to_vec();
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
        bytes
    };
    let code = |from: u16, to: u16| from << 6 | to;
    let mut entries = [
        entry(start.key(), code(12, 28), 3),
        entry(start.key(), code(11, 27), 1),
        entry(start.key(), code(0, 63), 9),
        entry(castle.key(), code(4, 7), 1),
        entry(1, code(1, 2), 1),
    ];
    entries.sort_by_key(|bytes| bytes[..8].to_vec());
    let file = std::env::temp_dir().join(format!("lucena-{}-book.bin", std::process::id()));
    std::fs::write(&file, entries.concat()).expect("a book");
    let mut book = Book::open(&file).expect("the book");
    let mut named = |position: &Position| -> Vec<(String, u32)> {
        let moves = book.moves(position).expect("the book's moves");
        moves.iter().map(|(mv, weight)| (notation::san(position, *mv), *weight)).collect()
    };
    assert_eq!(named(&start), [("e4".to_owned(), 3), ("d4".to_owned(), 1)]);
    assert_eq!(named(&castle), [("O-O".to_owned(), 1)]);
    assert_eq!(named(&at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), []);
    std::fs::write(&file, "no book").expect("a file");
    assert!(Book::open(&file).is_err());
    std::fs::remove_file(&file).expect("the file to go");
    assert_eq!(book::pick_weighted(&[], &mut Random::new(1)), None);
}
