//! Tic-tac-toe through its network, solved; and what is said about rules that lack a part.

use crate::machine::{GameMachine, GameRules};
use std::sync::Arc;

fn tic_tac_toe() -> Arc<GameRules> {
    let text = include_str!("../../../assets/networks/tictactoe.ron");
    Arc::new(GameRules::from_text(text).unwrap())
}

/// Games that can be played from here, and what the game is worth to the first role under best play.
fn solve(machine: &mut GameMachine) -> (u64, u8) {
    if machine.is_terminal() {
        assert_eq!(machine.goal(0).unwrap() + machine.goal(1).unwrap(), 100);
        return (1, machine.goal(0).unwrap());
    }
    let home = machine.base().to_vec();
    let moves: Vec<usize> = machine.legal().collect();
    let role = machine.rules().moves[moves[0]].role;
    let (mut games, mut values) = (0, Vec::new());
    for mv in moves {
        machine.play_all(&[mv]);
        let (below, value) = solve(machine);
        games += below;
        values.push(value);
        machine.set_base(&home);
    }
    (games, if role == 0 { values.into_iter().max() } else { values.into_iter().min() }.unwrap())
}

#[test]
fn tic_tac_toe_is_a_draw_of_255168_games() {
    let mut machine = GameMachine::new(tic_tac_toe());
    assert_eq!(solve(&mut machine), (255_168, 50));
}

#[test]
fn tic_tac_toe_ends_with_a_line() {
    let rules = tic_tac_toe();
    assert_eq!(rules.roles.iter().map(|role| role.name.as_str()).collect::<Vec<_>>(), ["x", "o"]);
    let mut machine = GameMachine::new(Arc::clone(&rules));
    for name in ["x takes b2", "o takes a1", "x takes b1", "o takes a2", "x takes b3"] {
        assert!(!machine.is_terminal() && machine.goal(0).is_none());
        let mv = rules.moves.iter().position(|known| known.name == name).unwrap();
        assert!(machine.legal().any(|legal| legal == mv), "{name}");
        machine.play_all(&[mv]);
    }
    assert!(machine.is_terminal());
    assert_eq!((machine.goal(0), machine.goal(1), machine.count_legal()), (Some(100), Some(0), 0));
}

#[test]
fn rules_in_text_name_what_is_missing() {
    let text = include_str!("../../../assets/networks/tictactoe.ron");
    let cases = [
        ("\"base\": [", "\"basis\": [", "base is missing or invalid: no such group"),
        ("\"init\": [\"x to move\"]", "\"init\": [\"a1 free\"]", "a1 free is missing or invalid"),
        (
            "\"goal x 50\", ",
            "\"board full\", ",
            "board full is missing or invalid: name does not end",
        ),
        (
            "            \"not x to move\",\n",
            "",
            "next is missing or invalid: 18 entries, expected 19",
        ),
        ("\"x on a1\", \"x on b1\"", "\"x on a1\", \"x on j1\"", "network text: line 20, column "),
    ];
    for (from, to, message) in cases {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = GameRules::from_text(&changed).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
