//! Another engine that makes no move in a game: the clocks stand, it is asked again, or the game is abandoned.

use crate::review::orders;
use crate::screen::Table;
use lucena::base::Millis;
use lucena::engine::external::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Handshake, Info,
};
use lucena::game::{End, Termination, pgn};
use lucena::rules::Color;
use lucena::tui::model::ExternalEffect;
use lucena::tui::{Effect, Event};

/// The other engine makes an illegal move, or crashes.
fn fail(table: &mut Table, is_illegal: bool) {
    let epoch = table.app.model.external.epoch;
    let (name, status) = ("Oaf".to_owned(), "exit status: 3".to_owned());
    let notice = if is_illegal {
        let root = table.app.model.session.game.position().clone();
        let error = ExternalError::IllegalMove { name, text: "a1a8".to_owned() };
        let report =
            ExternalReport { epoch, root, lines: vec![], info: Info::default(), texts: vec![] };
        let outcome = ExternalOutcome { epoch, best: Err(error), ponder: None, report };
        ExternalNotice::Done(Box::new(outcome))
    } else {
        let error = ExternalError::Ended { name, status, stderr_tail: String::new() };
        ExternalNotice::Failed { epoch: Some(epoch), error }
    };
    table.event(Event::External(Box::new(notice)));
}

/// A game in which it has failed to move.
fn failed(is_illegal: bool) -> Table {
    let mut table = Table::two_people((120, 40));
    table.keys(":game white-external 5+3<enter>e4<enter>");
    fail(&mut table, is_illegal);
    assert!(table.frame().contains("the clocks stand"), "{}", table.frame());
    table
}

/// It says its name and runs.
fn starts(table: &mut Table) {
    let who = Handshake { name: "Other 1.0".to_owned(), ..Handshake::default() };
    table.event(Event::External(Box::new(ExternalNotice::HandshakeDone(who.into()))));
}

fn goes(effect: &Effect) -> bool {
    matches!(effect, Effect::External(ExternalEffect::Go(..)))
}

#[test]
fn the_clocks_stand_while_another_engine_has_failed_to_move() {
    for is_illegal in [false, true] {
        let mut table = Table::two_people((120, 40));
        table.keys(":game white-outside 3s+0.2<enter>e4<enter>");
        fail(&mut table, is_illegal);
        assert!(table.frame().contains("the clocks stand"), "{}", table.frame());
        table.wait(60_000);
        assert_eq!(table.app.model.session.game.end(), None, "illegal: {is_illegal}");
        // The key that is named asks again, and the clock runs when it has started.
        assert_eq!(orders(&table.keys("w"), goes), 1);
        table.wait(60_000);
        assert_eq!(table.app.model.session.game.end(), None);
        starts(&mut table);
        table.wait(1_000);
        let left = table.app.model.session.game.remaining(Color::Black, table.app.model.now);
        assert_eq!(left, Some(Millis(2_000)));
        fail(&mut table, is_illegal);
        table.keys(":resign<enter>y");
        let end = End::win(Color::White, Termination::Abandoned);
        let game = &table.app.model.session.game;
        assert_eq!(game.end(), Some(end));
        assert!(pgn::write(game).contains("[Termination \"abandoned\"]"));
        let comment = &game.tree().node(game.current()).comment;
        let why = if is_illegal { "a1a8" } else { "ended unexpectedly (exit status: 3)" };
        assert!(comment.contains(why), "{comment}");
        // An engine that does not answer loses on time.
        let mut table = Table::two_people((120, 40));
        table.keys(":game white-outside 3s+0.2<enter>e4<enter>");
        table.wait(60_000);
        assert_eq!(table.app.model.session.game.end(), None, "it has not started");
        starts(&mut table);
        assert_eq!(table.app.model.session.game.players.black.name, "Other 1.0");
        table.wait(60_000);
        let end = End::win(Color::White, Termination::FlagFall);
        assert_eq!(table.app.model.session.game.end(), Some(end));
        // In the next game it has its name at once.
        table.keys(":game white-outside 3s+0.2<enter>");
        assert_eq!(table.app.model.session.game.players.black.name, "Other 1.0");
    }
}

#[test]
fn the_message_of_a_failure_goes_with_it() {
    for is_illegal in [false, true] {
        for (keys, asks) in
            [("w", 1), ("|", 1), (":game two none<enter>y", 0), ("u", 0), ("<ctrl-g><enter>", 0)]
        {
            let mut table = failed(is_illegal);
            assert_eq!(orders(&table.keys(keys), goes), asks, "{keys}");
            let frame = table.frame();
            assert!(!frame.contains("the clocks stand"), "{keys}: {frame}");
            assert_eq!(table.app.model.external.failure, None, "{keys}");
        }
        // An opinion is no move.
        let mut table = failed(is_illegal);
        assert_eq!(orders(&table.keys(":opinion<enter>:opinion<enter>"), goes), 1);
        assert!(table.frame().contains("the clocks stand"), "{}", table.frame());
    }
}

#[test]
fn ending_a_game_that_an_engine_left_is_asked_about_as_what_it_is() {
    let question = "End this game as abandoned, lost by the";
    for is_illegal in [false, true] {
        let mut table = failed(is_illegal);
        table.keys("<ctrl-g>");
        assert!(table.frame().contains(question), "{}", table.frame());
        table.keys("<esc>");
        assert_eq!(table.app.model.session.game.end(), None);
        // The answer comes when the failure is gone.
        table.keys("<ctrl-g>");
        table.app.model.forget_failure();
        table.keys("<enter>");
        assert_eq!(table.app.model.session.game.end(), None);
        assert!(table.frame().contains("no engine has failed to move"), "{}", table.frame());
        // While the engine thinks, it is the user who resigns.
        let mut table = failed(is_illegal);
        table.keys("w<ctrl-g>");
        assert!(table.frame().contains("Resign this game?"), "{}", table.frame());
        // An engine that fails meanwhile does not change what was asked.
        fail(&mut table, is_illegal);
        table.keys("<enter>");
        let end = End::win(Color::Black, Termination::Resignation);
        assert_eq!(table.app.model.session.game.end(), Some(end));
    }
}

#[test]
fn a_save_that_fails_at_every_move_is_told_once_for_each_reason() {
    let mut table = Table::fresh((80, 24));
    let said = |table: &Table| table.app.model.messages.count();
    let save = |table: &mut Table, failure: &str| {
        let saved = if failure.is_empty() { Ok(()) } else { Err(failure.to_owned()) };
        table.event(Event::GameSaved(saved));
    };
    let before = said(&table);
    let full = "cannot write a.pgn: No space left on device (os error 28)";
    // Without a record each attempt has another name.
    let other = full.replace("a.pgn", "b.lock");
    let read_only = "cannot write a.pgn: Read-only file system (os error 30)";
    for (failure, count) in
        [(full, 1), (full, 1), (&other, 1), (read_only, 2), ("", 3), (full, 4), (full, 4)]
    {
        save(&mut table, failure);
        assert_eq!(said(&table) - before, count, "{failure}");
    }
    let told = table.app.model.messages.history().next_back().map(|it| it.text.clone());
    assert!(told.is_some_and(|it| it.contains(":save FILE in another place keeps the game")));
}
