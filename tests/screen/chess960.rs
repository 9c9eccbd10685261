//! Chess960 at the board: castling from every place of king and rooks, new games by number, wrong numbers in words.

use crate::bench::Bench;
use crate::screen::Table;
use crate::twelve::has;
use lucena::game::{Game, Player};
use lucena::rules::{CastlingSide, Color, Position, Square, castling_squares, notation, parse_fen};
use lucena::tui::model::session::Session;
use shakmaty::ByColor;
use std::collections::HashSet;

/// One position for each place of a king and the rook that it castles with in an arrangement, White and Black to move.
fn castling_places() -> Vec<Position> {
    let mut found = HashSet::new();
    for number in 0..960 {
        let start = Position::chess960(number, number).expect("a number");
        for wing in CastlingSide::ALL {
            let squares = start.castling_squares(Color::White, wing).expect("a right");
            let mut back = ['1'; 8];
            back[usize::from(squares.king.file())] = 'k';
            back[usize::from(squares.rook.file())] = 'r';
            let (back, right): (String, _) = (back.iter().collect(), squares.rook.file().char());
            for turn in ["w", "b"] {
                let ranks = format!("{back}/pppppppp/8/8/8/8/PPPPPPPP/{}", back.to_uppercase());
                let rights = format!("{}{right}", right.to_ascii_uppercase());
                found.insert(format!("{ranks} {turn} {rights} - 0 1"));
            }
        }
    }
    let mut found: Vec<String> = found.into_iter().collect();
    found.sort();
    found.iter().map(|fen| parse_fen(fen).expect("a position")).collect()
}

fn set_up(table: &mut Table, position: &Position) {
    let players = ByColor { white: Player::human("White"), black: Player::human("Black") };
    table.app.model.session = Session::of(Game::new(position.clone()).with_players(players));
    table.app.model.session.started = true;
}

#[test]
fn castling_is_typed_and_clicked_from_every_arrangement() {
    let mut table = Table::two_people((80, 24));
    let positions = castling_places();
    // 21 places on each wing, for each side.
    assert_eq!(positions.len(), 84);
    for position in positions {
        let moves = position.legal_moves();
        let castling: Vec<_> = moves.iter().filter(|mv| mv.is_castle()).copied().collect();
        assert_eq!(castling.len(), 1, "{}", position.fen());
        for mv in castling {
            let squares = castling_squares(mv).expect("castling");
            let king_side = squares.wing() == CastlingSide::KingSide;
            let san = if king_side { "O-O" } else { "O-O-O" };
            let texts = [san.to_owned(), san.to_lowercase(), notation::uci_chess960(mv)];
            for text in texts {
                set_up(&mut table, &position);
                table.keys(&format!("{text}<enter>"));
                assert_eq!(table.moves(), san, "{} {text}", position.fen());
            }
            set_up(&mut table, &position);
            table.click(squares.king);
            table.click(squares.rook);
            assert_eq!(table.moves(), san, "{} {mv}", position.fen());
            let board = table.app.model.session.game.position().board().clone();
            let side = position.turn();
            assert_eq!(board.king_of(side), Some(squares.king_to()), "{} {mv}", position.fen());
            assert_eq!(board.piece_at(squares.rook_to()), Some(side.rook()), "{}", position.fen());
        }
    }
}

#[test]
fn a_step_of_the_king_is_not_castling() {
    let mut table = Table::two_people((80, 24));
    set_up(&mut table, &parse_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").expect("a position"));
    table.click(Square::F1);
    table.click(Square::G1);
    assert_eq!(table.moves(), "Kg1");
    table.keys("<ctrl-z>");
    set_up(&mut table, &parse_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").expect("a position"));
    // No other move goes to the square where the king ends.
    table.click(Square::F1);
    table.click(Square::C1);
    assert_eq!(table.moves(), "O-O-O");
}

#[test]
fn a_game_is_begun_by_number_or_at_random() {
    let mut table = Table::two_people((80, 24));
    table.keys(":chess960 0<enter>");
    let start = |table: &Table| table.app.model.session.game.start().clone();
    assert_eq!(notation::start_text(&start(&table)), "chess960 0");
    assert!(table.frame().contains("Chess960"), "{}", table.frame());
    table.keys(":chess960 518 959<enter>");
    let double = start(&table);
    assert_eq!(notation::start_text(&double), "chess960 518 959");
    assert_eq!(double.board().king_of(Color::Black), Some(Square::B8));
    table.wait(100);
    table.keys(":chess960<enter>");
    assert!(notation::start_text(&start(&table)).starts_with("chess960 "));
    // The script of the session names the number that was drawn.
    let drawn = notation::start_text(&start(&table));
    assert!(
        table.app.model.session_script.contains(&format!(":{drawn}")),
        "{:?}",
        table.app.model.session_script
    );
    table.keys(":game two none full chess960 7<enter>");
    assert_eq!(notation::start_text(&start(&table)), "chess960 7");
    for (line, said) in [
        (":chess960 960<enter>", "960"),
        (":chess960 x<enter>", "expected a number from 0 to 959"),
        (":chess960 1 2 3<enter>", "expected a number from 0 to 959"),
        (":fen 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1<enter>", "no king can castle with a rook"),
    ] {
        table.keys(line);
        let frame = table.frame().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(frame.contains(said), "{line} {frame}");
        assert_eq!(notation::start_text(&start(&table)), "chess960 7");
        table.keys("<esc>");
    }
    let pgn = lucena::game::pgn::write(&table.app.model.session.game);
    assert!(pgn.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \""), "{pgn}");
}

#[test]
fn a_castling_right_that_is_lost_is_the_reason_wherever_the_king_stands() {
    for fen in ["4k3/8/8/8/8/8/8/R4K1R w A - 0 1", "4k3/8/8/8/8/8/8/R4K1R w - - 0 1"] {
        let mut bench = Bench::new((120, 50));
        bench.keys(&format!("<esc>:game two none chess960 {fen}<enter>"));
        for keys in [":why O-O<enter>", "O-O<enter>:ask 8<enter>"] {
            has(&bench.ask(keys), &["f1h1 is not legal: white may no longer castle short"]);
        }
    }
}
