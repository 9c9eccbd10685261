//! Typing is a move first, in both key maps: every legal move of 300 positions in four spellings does nothing but the move.

use crate::screen::Table;
use lucena::base::Random;
use lucena::game::{Game, Player};
use lucena::rules::{Move, Position, Square, notation, parse_fen};
use lucena::tui::commands::Commands;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::dialogs::form::FieldId;
use lucena::tui::model::session::Session;
use lucena::tui::model::{Event, GamesEffect, ScreenEffect, StorageEffect, TaskEffect};
use lucena::tui::values::keymap::Keymap;
use lucena::tui::{Effect, Model};
use shakmaty::{ByColor, Role};
use std::path::Path;

/// Pawns and bishops that may both take, pieces that need their square, promotions, castling, en passant.
const SPECIAL: [&str; 12] = [
    "4k3/8/8/8/8/2n5/1P1B4/4K2R w K - 0 1",
    "4k3/8/8/2r1r3/1P1B1B2/8/8/4K3 w - - 0 1",
    "rnbqkbnr/pp1ppppp/8/8/1bp5/B1P5/PP1PPPPP/RN1QKBNR b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "1n3n2/PbP1P1P1/8/4k3/8/8/4K3/8 w - - 0 1",
    "4k3/8/8/8/8/7K/pBp1p1p1/1N3N2 b - - 0 1",
    "4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 1",
    "4k3/8/8/8/2PpP3/8/8/4K3 b - c3 0 1",
    "Q6Q/8/8/8/6k1/8/8/Q3K3 w - - 0 1",
    "4k3/8/8/1N3N2/8/1N3N2/8/4K3 w - - 0 1",
    "6k1/1B1B4/2n5/1P1P4/8/2n5/1P1B1B2/6K1 w - - 0 1",
];

/// Positions of random games, and the special ones.
fn positions(count: usize) -> Vec<Position> {
    let mut found: Vec<Position> = SPECIAL.map(|fen| parse_fen(fen).expect("a position")).into();
    let mut random = Random::new(20);
    let mut position = Position::default();
    while found.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.game_ply() > 160 {
            position = Position::default();
            continue;
        }
        let index = usize::try_from(random.below(moves.len() as u64)).expect("small");
        position.play(moves[index]);
        if random.below(6) == 0 && !position.legal_moves().is_empty() {
            found.push(position.clone());
        }
    }
    found
}

/// A move with both squares, as some books print it.
fn long(mv: Move) -> String {
    let Some(from) = mv.from().filter(|_| mv.castling_side().is_none()) else {
        let king_side = mv.castling_side().is_some_and(|side| side.is_king_side());
        return if king_side { "0-0" } else { "0-0-0" }.to_owned();
    };
    let piece = Some(mv.role()).filter(|role| *role != Role::Pawn).map(Role::upper_char);
    let piece = piece.map_or_else(String::new, |letter| letter.to_string());
    let sign = if mv.is_capture() { "x" } else { "-" };
    let promoted =
        mv.promotion().map_or_else(String::new, |role| format!("={}", role.upper_char()));
    format!("{piece}{from}{sign}{}{promoted}", mv.to())
}

/// The move that a text must play: the one written exactly so, else the only one that differs in case alone.
fn meant(position: &Position, text: &str) -> Option<Move> {
    let legal: Vec<(Move, [String; 3])> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let san = notation::san(position, mv).trim_end_matches(['+', '#']).to_owned();
            (mv, [san, notation::uci(mv), long(mv)])
        })
        .collect();
    let text = text.trim_end_matches(['+', '#']);
    let only = |same: &dyn Fn(&String) -> bool| {
        let mut found = legal.iter().filter(|(_, spelled)| spelled.iter().any(same));
        let first = found.next()?;
        found.next().is_none().then_some(first.0)
    };
    only(&|spelled| spelled == text).or_else(|| only(&|spelled| spelled.eq_ignore_ascii_case(text)))
}

/// Everything that a key may change beside the game.
fn rest(model: &Model) -> String {
    let session = &model.session;
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        (
            session.is_paused(),
            session.is_analysed(),
            session.premove,
            session.external,
            session.viewed
        ),
        session.game.players,
        model.layout,
        model.prefs.play,
        (&model.prefs.theme, model.prefs.pieces, model.prefs.engine.multi_pv),
        (
            model.board_state.heat,
            model.board_state.best,
            model.board_state.hint,
            model.board_state.picked
        ),
        (model.typing.is_some(), model.dialog.is_some(), &model.scroll, model.thinking.epoch),
        (model.inspect.paused.is_some(), model.annotating.main_line.is_some()),
    )
}

fn set_up(table: &mut Table, position: &Position) {
    let players = ByColor { white: Player::human("White"), black: Player::human("Black") };
    table.app.model.session = Session::of(Game::new(position.clone()).with_players(players));
    table.app.model.session.started = true;
}

fn type_every_move(keymap: Keymap, exempt: &[char]) {
    let mut table = Table::two_people((80, 24));
    table.app.model.keymap = keymap;
    let mut typed = 0;
    for (number, position) in positions(300).iter().enumerate() {
        for (at, mv) in position.legal_moves().into_iter().enumerate() {
            let san = notation::san(position, mv);
            let last = if (number + at) % 2 == 0 { san.to_uppercase() } else { long(mv) };
            for text in [san.clone(), san.to_lowercase(), notation::uci(mv), last] {
                set_up(&mut table, position);
                let before = rest(&table.app.model);
                let meant = meant(position, &text);
                let slash = if text.starts_with(exempt) { "/" } else { "" };
                let effects = table.keys(&format!("{slash}{text}<enter>"));
                let (session, place) = (&table.app.model.session, position.fen());
                let played: Vec<Move> = session.game.moves();
                assert_eq!(played, meant.into_iter().collect::<Vec<_>>(), "{text} in {place}");
                assert_eq!(rest(&table.app.model), before, "{text} in {place}");
                // The panels ask for the evaluation of the new position.
                let only_saves = effects.iter().all(|effect| {
                    matches!(
                        effect,
                        Effect::Storage(
                            StorageEffect::SaveGame(_)
                                | StorageEffect::Games(GamesEffect::RatePlayer(_))
                        ) | Effect::Screen(ScreenEffect::Bell)
                            | Effect::Task(TaskEffect::Explain(..))
                    )
                });
                assert!(only_saves, "{text} in {place}: {effects:?}");
                let is_over = meant.is_some_and(|mv| is_over(position, mv));
                assert_eq!(session.game.end().is_some(), is_over, "{text} in {place}");
                typed += 1;
            }
        }
    }
    assert!(typed > 30_000, "only {typed}");
}

/// Does the move end the game by the rules?
fn is_over(position: &Position, mv: Move) -> bool {
    let mut game = Game::new(position.clone());
    game.play(mv, lucena::base::Millis(0)).expect("legal");
    game.end().is_some()
}

#[test]
fn every_move_in_four_spellings_does_nothing_but_the_move() {
    type_every_move(Commands::built_in().keymap(), &[]);
}

/// The key map for the habits of vi, and the letters that its first lines exempt.
fn vi() -> (Keymap, Vec<char>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/keymap-vi.ron");
    let text = std::fs::read_to_string(path).expect("the key map");
    let exempt = text.split_once("Exempt: ").and_then(|(_, rest)| rest.split_once(" begin"));
    let exempt = exempt.expect("the exemptions are named").0;
    let exempt: Vec<char> = exempt.split(" and ").flat_map(|word| word.chars().next()).collect();
    let keys = Commands::built_in().keymap().patched("keymap-vi.ron", &text);
    assert!(keys.errors.is_empty(), "{:?}", keys.errors);
    (keys.keymap, exempt)
}

#[test]
fn every_move_in_four_spellings_does_nothing_else_in_the_vi_map() {
    let (keymap, exempt) = vi();
    assert_eq!(exempt, ['h', 'k']);
    type_every_move(keymap, &exempt);
}

#[test]
fn a_letter_that_begins_a_move_begins_a_move_everywhere() {
    let (vi, exempt) = vi();
    let letters = "abcdefghknopqr0";
    let letters: Vec<char> = letters.chars().chain(letters.to_uppercase().chars()).collect();
    for (keymap, exempt) in [(Commands::built_in().keymap(), vec![]), (vi, exempt)] {
        for (place, keys) in [
            ("a game", ""),
            ("the debugger", "<f6>t"),
            ("a record", "<home>"),
            ("an analysis", "s"),
            ("a focused panel", "<tab><tab>"),
            ("the cursor", "<up>"),
        ] {
            for &letter in &letters {
                let mut table = Table::two_people((120, 40));
                table.keys("e4<enter>e5<enter>");
                table.app.model.keymap = keymap.clone();
                table.keys(keys);
                let before = rest(&table.app.model);
                table.keys(&letter.to_string());
                let is_shown = table.frame().contains(&format!(" move {letter}"));
                assert_eq!(is_shown, !exempt.contains(&letter), "{letter} in {place}");
                table.keys(if is_shown { "<esc>" } else { "" });
                assert_eq!(rest(&table.app.model), before, "{letter} in {place}");
                assert_eq!(table.moves(), "e4 e5", "{letter} in {place}");
            }
        }
    }
}

#[test]
fn the_letter_of_a_piece_in_another_language_is_not_left_out() {
    let mut table = Table::two_people((80, 24));
    table.keys("Te4<enter>");
    assert_eq!(table.moves(), "");
    assert!(table.frame().contains("\"Te4\" is not a move"), "{}", table.frame());
}

#[test]
fn what_is_typed_is_shown_with_what_it_may_become() {
    let mut table = Table::two_people((80, 24));
    table.keys("n");
    assert!(table.frame().contains(" move n    Na3 Nc3 Nf3 Nh3"), "{}", table.frame());
    table.keys("c3");
    assert!(table.frame().contains(" move nc3    Enter plays Nc3"), "{}", table.frame());
    table.keys("<enter>");
    assert_eq!(table.moves(), "Nc3");
    table.keys("ra3<enter>");
    assert!(table.frame().contains("Ra3 is not legal here"), "{}", table.frame());
}

#[test]
fn a_promotion_without_a_piece_asks_for_it() {
    let mut table = Table::two_people((80, 24));
    set_up(&mut table, &parse_fen("8/4P3/6k1/8/8/8/8/4K3 w - - 0 1").expect("a position"));
    table.keys("E8<enter>");
    assert!(table.frame().contains("promote to"), "{}", table.frame());
    table.keys("n");
    assert_eq!(table.moves(), "e8=N");
}

#[test]
fn small_letters_castle_and_capture() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e5<enter>nf3<enter>nc6<enter>bb5<enter>nf6<enter>o-o<enter>nxe4<enter>");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4");
    assert_eq!(
        table.app.model.session.game.position().board().king_of(lucena::rules::Color::White),
        Some(Square::G1)
    );
}

#[test]
fn a_pawn_that_is_named_in_words_is_no_bishop() {
    let both = "4k3/8/8/8/1B6/2n5/1P6/4K3 w - - 0 1";
    let bishop = "4k3/8/8/8/1B6/2n5/8/4K3 w - - 0 1";
    let pawn = "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1";
    let knight = "4k3/8/8/8/8/2p5/B7/1N2K3 w - - 0 1";
    for (fen, texts, san) in [
        (both, "pawn b takes c3;b pawn takes c3;B pawn takes c3;b takes c3;p takes c3", "bxc3"),
        (both, "pawn takes c3;bxc3;b x c3;pawn b2 takes c3;White: pawn b2 takes c3", "bxc3"),
        (both, "bishop takes c3;B takes c3;Bxc3;bishop b4 takes c3", "Bxc3"),
        (bishop, "b takes c3;bxc3;takes c3;xc3", "Bxc3"),
        (bishop, "pawn b takes c3;b pawn takes c3;pawn takes c3", ""),
        (pawn, "takes c3;xc3", "bxc3"),
        (knight, "n takes pawn c3;knight takes pawn c3", "Nxc3"),
        (pawn, "pawn b2 to b4;pawn to b4;pawn b4", "b4"),
    ] {
        for text in texts.split(';') {
            let mut table = Table::two_people((100, 40));
            set_up(&mut table, &parse_fen(fen).expect("a position"));
            table.keys(&format!(":move {text}<enter>"));
            assert_eq!(table.moves(), san, "{text} in {fen}");
        }
    }
    for text in ["takes c3", "xc3"] {
        let mut table = Table::two_people((100, 40));
        set_up(&mut table, &parse_fen(both).expect("a position"));
        table.keys(&format!(":move {text}<enter>"));
        assert_eq!(table.moves(), "");
        assert!(table.frame().contains("may be bxc3 or Bxc3"), "{}", table.frame());
    }
}

#[test]
fn a_text_is_pasted_at_the_cursor_and_a_long_one_is_refused() {
    let mut table = Table::two_people((100, 40));
    table.keys(":comment ac<left>");
    table.event(Event::Paste("b\né ".to_owned()));
    table.keys("d");
    assert!(table.frame().contains(":comment ab édc"), "{}", table.frame());
    table.event(Event::Paste("x".repeat(10_001)));
    let words = "the pasted text has 10001 characters; a line takes 10000 at once";
    assert!(table.frame().contains(words), "{}", table.frame());
}

#[test]
fn the_keys_of_a_line_empty_every_field_and_search() {
    let mut table = Table::two_people((100, 30));
    let filter = |table: &Table| match &table.app.model.dialog {
        Some(Dialog::List(list)) => list.filter.clone(),
        Some(Dialog::Help(help)) => help.filter.clone(),
        other => panic!("{other:?}"),
    };
    for open in ["<ctrl-k>", "?"] {
        table.keys(open);
        table.keys("hash size<ctrl-w>");
        assert_eq!(filter(&table), "hash ");
        table.keys("table<ctrl-u>");
        assert_eq!(filter(&table), "");
        table.keys("<esc>");
    }
    table.keys(":set hash 64<ctrl-w>");
    let typed =
        |table: &Table| table.app.model.typing.as_ref().map(|it| it.input.value().to_owned());
    assert_eq!(typed(&table).as_deref(), Some("set hash "));
    table.keys("<ctrl-u>");
    assert_eq!(typed(&table).as_deref(), Some(""));
    table.keys("<esc><ctrl-n><down><down>");
    let time = |table: &Table| match &table.app.model.dialog {
        Some(Dialog::NewGame(form)) => form.value(FieldId::TimeControl).to_owned(),
        other => panic!("{other:?}"),
    };
    table.keys("<ctrl-u>");
    assert_eq!(time(&table), "");
    table.keys("10+5");
    assert_eq!(time(&table), "10+5");
}
