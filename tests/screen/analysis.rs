//! Analysis: moves of both sides by any hand, and a search that goes where the user looks; hints for what is looked at.

use crate::bench::Bench;
use crate::review::reviewing;
use crate::screen::Table;
use crate::twelve::{LARGE, has};
use lucena::base::{Bound, Score};
use lucena::engine::{Outcome, Reply, TtProbe};
use lucena::game::pgn;
use lucena::rules::{Color, Square, notation, white_view};
use lucena::tui::model::EngineEffect;
use lucena::tui::model::thinking::Purpose;
use lucena::tui::values::format::{count, pv_text};
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};
use std::sync::Arc;

/// The number of moves before the position that is analysed from now on.
fn analysed(effects: &[Effect]) -> Option<usize> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::Engine(EngineEffect::Go(go)) if go.limit.infinite => Some(go.moves.len()),
        _ => None,
    })
}

#[test]
fn in_analysis_mouse_and_cursor_move_both_sides() {
    let mut table = Table::against_engine((80, 24));
    table.keys("s");
    for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5)] {
        table.click(from);
        table.click(to);
    }
    assert_eq!(table.moves(), "e4 e5");
    // The cursor was left on e5: Nf3, then Nc6.
    table.keys("<right><right><right><down><down><down><down><enter><up><up><left><enter>");
    assert_eq!(table.moves(), "e4 e5 Nf3", "{}", table.frame());
    table.keys("b8c6<enter>");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6");
    assert_eq!(table.app.model.session.premove, None);
}

#[test]
fn the_clocks_stand_in_analysis_after_a_pause_too() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>s||");
    table.wait(3_600_000);
    assert_eq!(table.app.model.session.game.end(), None, "{}", table.frame());
    table.keys("s");
    assert_eq!(table.app.model.session.game.clocks().running(), Some(Color::Black));
}

#[test]
fn what_was_taken_up_for_one_side_is_put_down_when_analysis_ends() {
    let mut table = Table::against_engine((80, 24));
    table.keys("se4<enter>");
    table.click(Square::E7);
    table.keys("s");
    table.click(Square::E5);
    let frame = table.frame();
    assert_eq!(table.app.model.session.premove, None, "{frame}");
}

#[test]
fn analysis_follows_whatever_changes_the_position() {
    let mut table = reviewing((120, 40));
    assert_eq!(analysed(&table.keys("s")), Some(0));
    assert_eq!(analysed(&table.keys("..")), Some(2));
    assert_eq!(analysed(&table.keys(")")), Some(2));
    assert_eq!(table.app.model.session.position().fen().split(' ').nth(1), Some("w"));
    assert_eq!(analysed(&table.keys("<end>")), Some(4));
    assert_eq!(analysed(&table.keys("<esc>")), None, "the move shown stays");
    assert_eq!(analysed(&table.keys("m")), None, "it stays where it is");
}

#[test]
fn a_hint_in_analysis_is_the_best_move_so_far_in_words() {
    let mut table = Table::two_people((120, 40));
    table.keys("s");
    has(
        &{
            table.keys("i");
            table.frame()
        },
        &["the engine has no best move yet"],
    );
    table.report();
    let report = table.app.model.report().expect("a report");
    let best = report.played_move().expect("a move");
    let san = notation::san(&report.root, best);
    table.keys("i");
    has(&table.frame(), &[&format!("{san}: "), "in White's view"]);
    assert_eq!(table.app.model.board_state.hint, Some(best));
}

#[test]
fn analysis_goes_on_after_a_late_answer() {
    let mut table = Table::two_people((120, 40));
    table.keys("s");
    table.report();
    let effects = table.keys("<f6>7");
    assert!(
        matches!(
            effects[..],
            [Effect::Engine(EngineEffect::Stop), Effect::Engine(EngineEffect::Query(..))]
        ),
        "{effects:?}"
    );
    table.keys("<f6>1");
    let key = table.app.model.session.position().key();
    let look = TtProbe { key, entry: None, hashfull: 0, mib: 1 };
    let late = Event::Reply(1, Reply::TtProbe(Box::new(look)));
    assert_eq!(analysed(&table.event(late)), Some(0));
}

#[test]
fn a_hint_for_a_position_that_was_left_is_not_shown() {
    for (keys, is_shown) in [("", true), (",", false)] {
        let mut table = Table::two_people((80, 24));
        table.keys("e4<enter>e5<enter>i");
        table.keys(keys);
        table.answer(table.app.model.thinking.epoch, "g1f3");
        assert_eq!(table.app.model.board_state.hint.is_some(), is_shown, "{}", table.frame());
    }
}

#[test]
fn a_hint_says_by_how_much_and_what_it_wins_or_threatens() {
    for (fen, words) in [
        ("6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1", ["Rxd5: it wins ", ", better by "].as_slice()),
        // A pawn that was lost before.
        (
            "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4",
            &["Nxd4: it wins back a pawn"],
        ),
        ("k7/8/8/8/8/8/r7/7K w - - 0 1", &["Kg1: ", "the only move"]),
        ("6k1/5p1p/5Bp1/8/8/8/1Q6/6K1 w - - 0 1", &["in White's view"]),
    ] {
        let mut bench = Bench::new((160, 50));
        bench.keys(&format!(":fen {fen}<enter>:game two none full {fen}<enter>i"));
        bench.until(|bench| bench.table.app.model.board_state.hint.is_some());
        has(&bench.table.frame(), words);
    }
}

/// The search ends within an iteration: the newest line is deeper than the second, or has a bound.
#[test]
fn a_hint_has_the_score_that_the_panel_has() {
    for (bound, score, reversed) in [
        (Bound::Exact, "+0.55", false),
        (Bound::Lower, "≥+0.55", false),
        (Bound::Upper, "≤-0.55", true),
    ] {
        let mut table = Table::two_people((160, 50));
        table.keys(if reversed { "e4<enter>i" } else { "i" });
        let epoch = table.app.model.thinking.epoch;
        let mut report = table.a_report(epoch);
        let best = report.search.lines[0].moves[0];
        let mut second = report.search.lines[0].clone();
        let other = report.root.legal_moves()[1];
        (second.moves, second.score) = (vec![other], Score::raw(10));
        report.search.lines[0].score = Score::raw(40);
        report.search.lines.push(second);
        table.event(Event::Report(Arc::new(report.clone())));
        let newest = &mut report.search.lines[0];
        // Of Black a lower bound is an upper one in White's view.
        let own = if reversed { bound.reversed() } else { bound };
        (newest.score, newest.depth, newest.bound) = (Score::raw(55), 15, own);
        let outcome = Outcome { epoch, best: Some(best), ponder: None, report };
        table.event(Event::Done(Box::new(outcome)));
        let hint = table.app.model.messages.info().map(|message| message.text.clone());
        let hint = hint.expect("a hint").replace("≥ ", "≥").replace("≤ ", "≤");
        assert!(hint.contains(&format!("({score} in White's view")), "{hint}");
        // With the second move it is compared at one depth.
        assert!(hint.contains("better by 0.30 than"), "{hint}");
        has(&table.frame(), &[score]);
    }
}

#[test]
fn a_position_of_the_debugger_takes_no_moves() {
    let mut table = Table::two_people((120, 40));
    table.keys(":perft 2<enter>");
    table.app.model.board_state.cursor_shown = true;
    assert!(table.app.model.shows_inspected_position());
    table.click(Square::E2);
    table.click(Square::E4);
    assert_eq!(table.moves(), "");
    assert!(table.frame().contains("f2 shows the game"), "{}", table.frame());
    table.keys("<f2>");
    table.click(Square::E2);
    table.click(Square::E4);
    assert_eq!(table.moves(), "e4");
}

/// In a game under way and in a record: the panels and the questions keep what the analysis found, also after another move
/// was looked at.
#[test]
fn stopping_an_analysis_keeps_its_result() {
    let record = "1. e4 { [%eval 0.3,3] } e5 { [%eval 0.2,3] } *";
    for is_record in [false, true] {
        let mut bench = Bench::new(LARGE);
        bench.depth = 5;
        if is_record {
            let read = pgn::read_bytes(record.as_bytes()).expect("games").remove(0);
            bench.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
            bench.keys("<end>");
        } else {
            bench.keys(":game two<enter>e4<enter>e5<enter>");
        }
        bench.keys("s");
        bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
        let finished = bench.table.app.model.thinking.finished.as_ref();
        let report = finished.expect("it has ended").1.clone();
        let score = white_view(report.search.lines[0].score, report.root.turn()).to_string();
        let line = pv_text(&report.root, &report.search.lines[0].moves[..2]);
        let nodes = format!("{} nodes", count(report.search.nodes));
        let kept = [&*score, &*line, &*nodes, "depth 5"];
        let frame = bench.keys("s");
        assert!(!bench.table.app.model.session.is_analysed());
        has(&frame, &kept);
        has(&bench.keys("<f6>b"), &[&nodes]);
        bench.keys("<esc>,");
        has(&bench.keys("."), &kept);
    }
}

/// Is nothing of an analysis left on the board?
fn is_clean(table: &Table) -> bool {
    let board = &table.app.model.board_state;
    board.picked.is_none() && board.hint.is_none() && !board.best
}

/// An analysis that the engine's failure ends leaves nothing on the board, as one that the key ends. The clocks of its game
/// stand until the user lets them run, and the screen says so.
#[test]
fn an_engine_that_fails_in_analysis_leaves_its_game_paused() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white 5+0 full<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e5");
    table.keys("s");
    table.report();
    table.keys(":best-move<enter>i");
    table.click(Square::G1);
    let board = &table.app.model.board_state;
    assert!(board.picked.is_some() && board.hint.is_some() && board.best);
    let epoch = table.app.model.thinking.epoch;
    table.event(Event::EngineDied { epoch, message: "a test".into() });
    assert!(is_clean(&table), "{:?}", table.app.model.board_state);
    assert_eq!(table.app.model.session.game.clocks().running(), None);
    has(&table.frame(), &["the engine failed and was started again; s analyses again"]);
    has(&table.keys_and_frame("<esc>"), &["paused: | or a move resumes the clocks"]);
    table.keys("Nf3<enter>");
    assert_eq!(table.app.model.session.game.clocks().running(), Some(Color::Black));
    assert_eq!(table.app.model.thinking.purpose, Purpose::Move);
    // A record has no clock that could stand.
    let mut table = reviewing((120, 40));
    table.keys("s");
    let epoch = table.app.model.thinking.epoch;
    table.event(Event::EngineDied { epoch, message: "a test".into() });
    assert!(!table.frame().contains("paused"), "{}", table.frame());
}

/// A pause stays while the game is analysed, and the screen promises no clocks that run before the analysis ends.
#[test]
fn a_pause_in_analysis_speaks_of_the_game_after_it() {
    let mut table = Table::two_people((120, 40));
    table.keys("e4<enter>s");
    has(&table.keys_and_frame("|"), &["paused: the clocks stand after the analysis too"]);
    // The analysis itself goes on.
    assert_eq!(table.app.model.thinking.purpose, Purpose::Analysis);
    has(&table.keys_and_frame("<esc>"), &["analysis, Black to move"]);
    has(&table.keys_and_frame("|"), &["the clocks run after the analysis"]);
    table.keys("|s");
    assert_eq!(table.app.model.session.game.clocks().running(), None);
    has(&table.frame(), &["paused: | or a move resumes the clocks"]);
    // The key that lets the engine move does not end the pause of the game behind an analysis.
    let mut table = Table::against_engine((120, 40));
    table.keys("e4<enter>s|ws");
    assert!(table.app.model.session.is_paused());
    assert_eq!(table.app.model.session.game.clocks().running(), None);
}

/// A game that is played on from an analysed record has no marks of the analysis.
#[test]
fn playing_on_leaves_the_analysis_of_a_record() {
    let mut table = reviewing((120, 40));
    table.keys("<end>,s:best-move<enter>");
    table.keys(":play-on<enter>");
    assert!(is_clean(&table), "{:?}", table.app.model.board_state);
    assert_ne!(table.app.model.thinking.purpose, Purpose::Analysis);
}

/// What was picked up, hinted at and scrolled is of the game before.
#[test]
fn a_record_that_is_opened_has_no_marks_of_the_game_before() {
    let mut table = reviewing((120, 40));
    table.keys("<end>s");
    table.report();
    table.keys("i:best-move<enter>");
    let position = table.app.model.session.position();
    let own = position.board().by_color(position.turn()).first().expect("a piece");
    table.click(own);
    assert_eq!(table.app.model.board_state.picked, Some(own));
    table.app.model.scroll.insert(Panel::Moves, 3);
    assert!(table.app.model.board_state.hint.is_some());
    let read = pgn::read_bytes(b"1. d4 d5 *").expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    assert_eq!(table.moves(), "d4 d5");
    assert!(is_clean(&table), "{:?}", table.app.model.board_state);
    assert!(table.app.model.scroll.is_empty());
}
