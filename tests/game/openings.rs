//! Opening names: transpositions are recognised.

use super::{at, play};
use lucena::game::{Game, Openings};

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
