//! The tags of a game: an over-the-board game of two people is entered, named and saved; tags of a record are changed.

use crate::bench::Bench;
use crate::screen::Table;
use lucena::game::pgn;
use lucena::tui::Event;
use lucena::tui::model::dialogs::Dialog;

#[test]
fn a_game_over_the_board_is_entered_with_its_players_and_saved() {
    let mut bench = Bench::new((100, 30));
    bench.keys(":game two none<enter>");
    bench.keys(":tag white Smith, Anna<enter>:tag black Jones, Bert<enter>");
    assert!(bench.table.frame().contains("Smith, Anna"), "{}", bench.table.frame());
    bench.keys(":tag whiteelo 1850<enter>:tag BlackElo 1790<enter>");
    bench.keys("e4<enter>e5<enter>Nf3<enter>");
    bench.keys(
        ":tag Event Club championship<enter>:tag Site Ghent<enter>:tag Date 2026.03.14<enter>",
    );
    bench.keys(":tag Round 3<enter>:tag Board 2<enter>:tag Result 1-0<enter>");
    assert!(bench.table.frame().contains("White wins"), "{}", bench.table.frame());
    bench.keys(":save club.pgn<enter>");
    let wanted = "[Event \"Club championship\"]\n[Site \"Ghent\"]\n[Date \"2026.03.14\"]\n\
                  [Round \"3\"]\n[White \"Smith, Anna\"]\n[Black \"Jones, Bert\"]\n\
                  [Result \"1-0\"]\n[WhiteElo \"1850\"]\n[BlackElo \"1790\"]\n";
    let written = bench.written("club.pgn");
    assert!(written.starts_with(wanted) && written.contains("[Board \"2\"]"), "{written}");
    assert!(written.contains("2. Nf3") && written.trim_end().ends_with("1-0"), "{written}");
    let again = pgn::read_bytes(written.as_bytes()).expect("a game").remove(0);
    assert_eq!(pgn::write(&again.game), written);
    // Without its result the game goes on, and the next one ends it again.
    bench.keys(":tag Result *<enter>");
    assert!(bench.table.frame().contains("goes on"), "{}", bench.table.frame());
    bench.keys("Nc6<enter>:tag Result ½<enter>");
    assert_eq!(bench.table.moves(), "e4 e5 Nf3 Nc6");
    assert!(bench.table.app.model.session.game.end().is_some());
}

/// A record with these tags and moves, opened.
fn opened(text: &str) -> Table {
    let mut table = Table::fresh((100, 30));
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table
}

#[test]
fn tags_of_a_record_are_listed_changed_removed_and_the_change_is_undone() {
    let mut table = opened("[White \"A\"]\n[Annotator \"B\"]\n\n1. e4 e5 0-1\n");
    table.keys(":tag<enter>");
    let frame = table.frame();
    for part in [" tags ", "White            A", "Annotator        B", "Result           0-1"] {
        assert!(frame.contains(part), "{part}: {frame}");
    }
    table.keys("annot<enter><home>");
    let typed = table.app.model.typing.as_ref().map(|it| it.input.value().to_owned());
    assert_eq!(typed.as_deref(), Some("tag Annotator B"));
    table.keys("<end>en<enter>:tag result 1/2-1/2<enter>:tag remove white<enter>");
    let text = pgn::write(&table.app.model.session.game);
    for part in ["[Annotator \"Ben\"]", "[Result \"1/2-1/2\"]", "[White \"?\"]", "1. e4 e5 1/2-1/2"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(table.app.model.session.has_unsaved_changes());
    table.keys("UUU");
    let text = pgn::write(&table.app.model.session.game);
    for part in ["[Annotator \"B\"]", "[Result \"0-1\"]", "[White \"A\"]", "1. e4 e5 0-1"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn what_is_wrong_with_a_tag_is_said_and_nothing_is_changed() {
    for (keys, words) in [
        (":tag Date 30.2.2026<enter>", "tag Date \"30.2.2026\": expected YYYY.MM.DD"),
        (":tag Result 3-0<enter>", "tag Result \"3-0\": expected 1-0, 0-1"),
        (":tag My-Tag x<enter>", "tag My-Tag \"x\": the name has letters"),
        (":tag remove<enter>", "the name of a tag is missing"),
        (":tag remove Board<enter>", "the game has no tag Board"),
        (":tag Board<enter>", "the game has no tag Board"),
        (":tag ECO C20<enter>", "the program writes it while a game is played"),
        (":tag FEN 8/8<enter>", "it follows from the start position"),
        (":tag Termination normal<enter>", "set Result first"),
    ] {
        let mut table = Table::fresh((120, 30));
        table.keys(":game two none<enter>e4<enter>");
        let before = pgn::write(&table.app.model.session.game);
        table.keys(keys);
        assert!(table.frame().contains(words), "{keys}: {}", table.frame());
        assert_eq!(pgn::write(&table.app.model.session.game), before, "{keys}");
    }
    // A game against the engine counts for a rating: its result is that of the board.
    let mut table = Table::against_engine((120, 30));
    table.keys(":tag Result 1-0<enter>");
    assert!(table.frame().contains("ends on the board"), "{}", table.frame());
    table.keys("<esc>:tag Black Stockfish<enter>");
    assert!(table.frame().contains("an engine plays this side"), "{}", table.frame());
    assert!(table.app.model.session.game.end().is_none());
}

#[test]
fn names_and_values_of_tags_are_completed() {
    let mut table = Table::two_people((100, 30));
    for (keys, line) in [
        (":tag whiteel<tab>", "tag WhiteElo "),
        (":tag Rou<tab>", "tag Round "),
        (":tag rem<tab>", "tag remove "),
        (":tag Result 1/<tab>", "tag Result 1/2-1/2"),
        (":tag Black Bl<tab>", "tag Black Black"),
    ] {
        table.keys(keys);
        let typed = table.app.model.typing.as_ref().map(|it| it.input.value().to_owned());
        assert_eq!(typed.as_deref(), Some(line), "{keys}");
        table.keys("<esc>");
    }
}

#[test]
fn the_tags_are_in_the_session_that_is_listed() {
    let mut table = Table::two_people((100, 30));
    table.keys("e4<enter>:tag Site Ghent<enter>");
    let last = table.app.model.session_script.last().cloned();
    assert_eq!(last.as_deref(), Some(":tag Site Ghent"));
    table.keys(":tag<enter>");
    assert!(matches!(table.app.model.dialog, Some(Dialog::List(_))));
}
