//! The position editor: keys and clicks change the board shown, a legal position is played on, and nothing else changes.

use crate::screen::Table;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::base::Random;
use lucena::game::pgn;
use lucena::rules::Square;
use lucena::tui::Event;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;

/// The editor opened with these words, on a board without a game.
fn editor(size: (u16, u16), words: &str) -> Table {
    let mut table = Table::fresh(size);
    table.keys(&format!("<esc>:setup {words}<enter>"));
    table
}

fn fen(table: &Table) -> String {
    table.app.model.editor.as_ref().map(|editor| editor.placement().fen()).unwrap_or_default()
}

fn shows(table: &mut Table, parts: &[&str]) {
    let frame = table.frame();
    for part in parts {
        assert!(frame.contains(part), "{part}: {frame}");
    }
}

/// Goes from the square under the cursor to another one by the arrow keys, White being at the bottom.
fn go(table: &mut Table, to: Square) {
    let from = table.app.model.editor.as_ref().expect("an editor").cursor;
    let steps = |from: u32, to: u32, keys: [&str; 2]| {
        keys[usize::from(to < from)].repeat(from.abs_diff(to) as usize)
    };
    let files = steps(from.file().into(), to.file().into(), ["<right>", "<left>"]);
    let ranks = steps(from.rank().into(), to.rank().into(), ["<up>", "<down>"]);
    table.keys(&(files + &ranks));
}

fn put(table: &mut Table, pieces: &[(Square, &str)]) {
    for &(square, letter) in pieces {
        go(table, square);
        table.keys(letter);
    }
}

#[test]
fn a_position_is_entered_on_the_empty_board_and_played_on() {
    for size in [(80, 24), (160, 50), (40, 15), (60, 60)] {
        let mut table = editor(size, "empty");
        shows(&mut table, &["set up a position"]);
        put(&mut table, &[(Square::E1, "K"), (Square::H1, "R"), (Square::E8, "k")]);
        put(&mut table, &[(Square::D5, "p"), (Square::E5, "P")]);
        // A key too much, taken away again.
        put(
            &mut table,
            &[(Square::A4, "q"), (Square::A4, "q"), (Square::A5, "b"), (Square::A5, "x")],
        );
        go(&mut table, Square::D6);
        table.keys("1eh4<enter>m31<enter>");
        assert_eq!(fen(&table), "4k3/8/8/3pP3/8/8/8/4K2R w K d6 4 31");
        shows(&mut table, &["legal"]);
        table.keys("<enter>");
        let model = &table.app.model;
        assert!(model.editor.is_none() && model.session.started);
        assert_eq!(model.session.game.start().fen(), "4k3/8/8/3pP3/8/8/8/4K2R w K d6 4 31");
        let script = model.session_script.last().cloned().unwrap_or_default();
        assert_eq!(script, ":fen 4k3/8/8/3pP3/8/8/8/4K2R w K d6 4 31");
        table.keys("exd6<enter>");
        assert_eq!(table.moves(), "exd6");
    }
}

/// How the editor is opened, the pieces put, the keys then typed, and the fault.
type Case = (&'static str, &'static [(Square, &'static str)], &'static str, &'static str);

#[test]
fn each_fault_is_named_and_refused() {
    let cases: [Case; 11] = [
        ("empty", &[], "", "the board is empty, neither side has a king"),
        ("empty", &[(Square::E1, "K")], "", "Black has no king"),
        ("empty", &[(Square::E1, "k")], "", "White has no king"),
        ("start", &[(Square::E4, "K")], "", "White has several kings"),
        ("start", &[(Square::D1, "P")], "", "a pawn stands on the first or the last rank"),
        ("start", &[(Square::E7, "R")], "", "the side that is not to move is in check"),
        (
            "start",
            &[(Square::A1, "x")],
            "",
            "castling rights \"KQkq\": no king can castle with a rook on a1",
        ),
        (
            "start",
            &[(Square::E8, "x"), (Square::E6, "k")],
            "",
            "no king can castle with a rook on a8, h8",
        ),
        (
            "empty",
            &[(Square::A1, "K"), (Square::H8, "k")],
            "3",
            "castling rights \"k\": no king can castle",
        ),
        ("start", &[(Square::E6, "e")], "", "en passant square \"e6\": no pawn has passed it"),
        (
            "start",
            &[(Square::E2, "x"), (Square::E4, "P")],
            "e",
            "en passant square \"e3\": no pawn has passed it",
        ),
    ];
    for (words, pieces, keys, fault) in cases {
        let mut table = editor((160, 50), words);
        put(&mut table, pieces);
        table.keys(keys);
        let frame = table.frame().split_whitespace().collect::<Vec<_>>().join(" ");
        // A long fault is wrapped beside the board: its end is enough.
        let end = fault.rsplit(": ").next().unwrap_or(fault);
        let ends = end.split(' ').all(|word| frame.contains(word));
        assert!(ends, "{fault}: {frame}");
        let before = fen(&table);
        table.keys("<enter>");
        shows(&mut table, &["no game can go on from here: ", fault]);
        assert_eq!(fen(&table), before);
        assert!(!table.app.model.session.started, "{fault}");
        // What was refused is not said of the next position.
        table.keys("s");
        assert!(!table.frame().contains("no game can go on"), "{}", table.frame());
        assert!(table.frame().contains("legal: enter plays on"), "{}", table.frame());
    }
}

#[test]
fn commands_on_the_game_wait_until_the_editor_is_left() {
    for line in [
        ":move d4",
        ":takeback",
        ":resign",
        ":draw",
        ":hint",
        ":elo 900",
        ":comment lost",
        ":tag White Ann",
        ":back",
        ":play-on",
        ":analyse",
        ":undo",
        ":pause",
    ] {
        let mut table = Table::two_people((120, 40));
        table.keys("e4<enter>e5<enter>:setup<enter>");
        let game = |table: &Table| pgn::write(&table.app.model.session.game);
        let before = (game(&table), fen(&table));
        table.keys(&format!("{line}<enter>"));
        shows(&mut table, &["a position is being set up, and the game waits behind it: esc"]);
        assert!(table.app.model.dialog.is_none() && !table.app.model.session.is_paused(), "{line}");
        assert_eq!((game(&table), fen(&table)), before, "{line}");
        table.keys("<esc><esc>:move d4<enter>");
        assert_eq!(table.moves(), "e4 e5 d4", "{line}");
    }
}

#[test]
fn keys_of_pieces_are_those_of_the_key_map() {
    let mut table = editor((160, 50), "empty");
    let patch = "{Setup: {SetupWhiteKing: [\"w\"], SetupBlackKing: [\"alt-k\"]}}";
    table.app.model.keymap = table.app.model.keymap.patched("mine", patch).keymap;
    put(&mut table, &[(Square::A1, "w"), (Square::H1, "K"), (Square::H8, "<alt-k>")]);
    assert_eq!(fen(&table), "7k/8/8/8/8/8/8/K7 w - - 0 1");
    shows(&mut table, &["w Q R B N P   White's pieces", "* q r b n p   Black's pieces"]);
    table.click(Square::B3);
    click_text(&mut table, "w Q R");
    assert_eq!(fen(&table), "7k/8/8/8/8/1K6/8/K7 w - - 0 1");
}

#[test]
fn a_position_of_chess960_stays_one() {
    // The array of standard chess, and a position whose rights are those of standard chess.
    let mut table = Table::fresh((160, 50));
    table.keys("<esc>:setup chess960 518<enter>");
    shows(&mut table, &["legal, a position of Chess960"]);
    table.keys("<enter>");
    shows(&mut table, &["a new game of Chess960 from chess960 518"]);
    let text = |table: &Table| pgn::write(&table.app.model.session.game);
    assert!(text(&table).contains("[Variant \"Chess960\"]"), "{}", text(&table));
    table.keys("e4<enter>:setup<enter>");
    go(&mut table, Square::E4);
    table.keys("x<enter>y");
    assert!(text(&table).contains("[Variant \"Chess960\"]"), "{}", text(&table));
    let script = table.app.model.session_script.last().cloned().unwrap_or_default();
    assert_eq!(script, ":fen chess960 rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    table.keys(":setup start<enter>t<enter>");
    assert!(!text(&table).contains("Variant"), "{}", text(&table));
}

#[test]
fn esc_changes_nothing() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>:game two none<enter>e4<enter>e5<enter>");
    let before = table.frame();
    let (game, script) =
        (table.app.model.session.game.position().fen(), table.app.model.session_script.clone());
    table.keys(":setup<enter>");
    assert_eq!(fen(&table), game);
    table.keys("cKvtu<ctrl-f>v");
    table.keys("<esc>");
    let model = &table.app.model;
    assert!(model.editor.is_none() && model.session.is_under_way());
    assert_eq!(
        (model.session.game.position().fen(), &model.session_script.len()),
        (game, &(script.len() + 3))
    );
    shows(&mut table, &["nothing has changed"]);
    table.keys("<esc><esc>");
    assert_eq!(table.frame(), before);
    assert_eq!(table.moves(), "e4 e5");
}

#[test]
fn a_game_under_way_is_asked_about_and_the_editor_stays_for_a_no() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>:setup empty<enter>");
    put(&mut table, &[(Square::A1, "K"), (Square::H8, "k"), (Square::B7, "Q")]);
    table.keys("t<enter>");
    assert!(matches!(table.app.model.dialog, Some(Dialog::Confirm(_))));
    table.keys("<esc>");
    assert_eq!(fen(&table), "7k/1Q6/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(table.moves(), "e4");
    table.keys("<enter><enter>");
    assert!(table.app.model.editor.is_none());
    assert_eq!(table.app.model.session.game.start().fen(), "7k/1Q6/8/8/8/8/8/K7 b - - 0 1");
}

fn mouse_at(table: &mut Table, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    table.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// Clicks on the first cell of a text of the screen.
fn click_text(table: &mut Table, text: &str) {
    let frame = table.frame();
    let (row, line) =
        frame.lines().enumerate().find(|(_, line)| line.contains(text)).expect("a row");
    let column = line[..line.find(text).expect("a text")].chars().count();
    mouse_at(table, column as u16, row as u16);
}

#[test]
fn the_mouse_selects_moves_and_empties_squares_and_presses_rows() {
    for (size, keys) in [((80, 24), ""), ((160, 50), "v"), ((60, 60), "v")] {
        let mut table = editor(size, "empty");
        table.keys(keys);
        for (square, letter) in [(Square::G1, "K"), (Square::C7, "k"), (Square::B2, "P")] {
            table.click(square);
            table.keys(letter);
        }
        // A row of the panel, a piece of its palette, and a key of the footer.
        click_text(&mut table, "side to move");
        table.click(Square::H5);
        click_text(&mut table, "r b n p");
        assert_eq!(fen(&table), "8/2k5/8/7r/8/8/1P6/6K1 b - - 0 1");
        // Dragged; released on the same square nothing happens.
        table.mouse(MouseEventKind::Down(MouseButton::Left), Square::H5);
        table.mouse(MouseEventKind::Up(MouseButton::Left), Square::H4);
        table.mouse(MouseEventKind::Down(MouseButton::Right), Square::B2);
        table.mouse(MouseEventKind::ScrollUp, Square::B2);
        assert_eq!(fen(&table), "8/2k5/8/8/7r/8/8/6K1 b - - 0 1");
        click_text(&mut table, "enter play on");
        assert_eq!(table.app.model.session.game.start().fen(), "8/2k5/8/8/7r/8/8/6K1 b - - 0 1");
    }
}

#[test]
fn arrows_go_as_the_user_sees_them_and_pasted_text_is_a_position() {
    let mut table = editor((80, 24), "start");
    table.keys("v");
    table.click(Square::D4);
    table.keys("<up><left>q");
    assert_eq!(fen(&table), "rnbqkbnr/pppppppp/8/8/8/4q3/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    table.event(Event::Paste("8/8/8/8/8/k7/8/K7 b - - 7 50\n".to_owned()));
    assert_eq!(fen(&table), "8/8/8/8/8/k7/8/K7 b - - 7 50");
    table.event(Event::Paste("nonsense".to_owned()));
    shows(&mut table, &["nonsense"]);
    table.keys("uu");
    assert_eq!(fen(&table), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    table.keys("u");
    shows(&mut table, &["nothing has been changed"]);
    table.keys(":setup-number 0<enter>");
    shows(&mut table, &["move number \"0\": expected a number from 1 to 4294967295"]);
    table.keys("m99999999999<enter>");
    shows(&mut table, &["move number \"99999999999\": expected a number from 1 to 4294967295"]);
    table.keys("z");
    shows(&mut table, &["'z' is no piece"]);
}

#[test]
fn chess960_and_an_end_are_said() {
    let mut table = editor((160, 50), "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1");
    shows(&mut table, &["a position of Chess960", "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1"]);
    table.keys("<enter>");
    assert_eq!(table.app.model.session.game.start().fen(), "4k3/8/8/8/8/8/8/1R1RK3 w D - 0 1");
    let mut table = editor((160, 50), "7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    shows(&mut table, &["legal, but Black is checkmated"]);
    let mut table = editor((160, 50), "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    shows(&mut table, &["legal, but Black is stalemated"]);
}

#[test]
fn without_colours_and_in_ascii_the_fields_are_read() {
    for charset in [Charset::Unicode, Charset::Ascii] {
        let mut table = editor((80, 24), "start");
        let theme = std::mem::take(&mut table.app.model.theme);
        table.app.model.theme = theme.reduced(ColourDepth::None, charset);
        shows(
            &mut table,
            &["1     yes   White castles short", "e     none  en passant square", "legal"],
        );
        if charset == Charset::Ascii {
            assert!(table.frame().is_ascii(), "{}", table.frame());
        }
    }
}

#[test]
fn a_script_and_lines_are_told_of_fen() {
    let mut table = Table::fresh((80, 24));
    table.event(Event::Script(":setup empty".to_owned()));
    shows(&mut table, &["in a script, fen FEN sets a position up"]);
    assert!(table.app.model.editor.is_none());
    table.app.model.plain = true;
    table.event(Event::Line { text: "setup".to_owned(), asks: true });
    let said = table.app.model.messages.history().last().map(|it| it.text.clone());
    assert_eq!(said.as_deref(), Some("without a screen, fen FEN sets a position up"));
}

#[test]
fn no_keys_and_clicks_break_it() {
    let mut random = Random::new(12);
    let mut table = editor((80, 24), "start");
    for _ in 0..60 {
        table.monkey(&mut random, 25);
        table.keys("<esc><esc><esc>:setup<enter>");
        table.frame();
    }
}
