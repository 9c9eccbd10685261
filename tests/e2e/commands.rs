//! What commands ask of the world outside the screen: files, threads, another engine.

use crate::Session;

/// Types a command.
fn order(play: &mut Session, command: &str) {
    play.send_keys(&format!(":{command}\r"));
}

/// Leaves the debugger's page. What is typed right after Esc would be read as a chord.
fn leave_the_page(play: &mut Session) {
    play.send_keys("\x1b");
    play.wait_for(|screen| !screen.contents().contains("inspector"), "the page is closed");
}

#[test]
fn files_and_threads_do_what_commands_ask() {
    let mut play = Session::start("commands", (40, 120), &[]);
    let file = |play: &Session, name: &str| play.home.join(name).display().to_string();
    play.start_game();
    for (text, record) in [("e4\r", "e4"), ("e5\r", "e5")] {
        play.send_keys(text);
        play.wait_for_text(record);
    }
    play.wait_for_text("White to move");
    order(&mut play, "perft 3");
    play.wait_for_text("24825 leaves below 29 moves");
    leave_the_page(&mut play);
    let saved = file(&play, "saved.pgn");
    order(&mut play, &format!("save {saved}"));
    play.wait_for_text("saved.pgn was written");
    assert!(std::fs::read_to_string(&saved).expect("a game").contains("1. e4 "));
    order(&mut play, "save /nowhere/at/all.pgn");
    let wrong = "/nowhere/at/all.pgn: ";
    play.wait_for_text(wrong);
    play.send_keys("\x1b");
    play.wait_for(|screen| !screen.contents().contains(wrong), "the message is dismissed");
    // A search, kept and gone through again.
    order(&mut play, "analyse");
    play.wait_for_text("depth ");
    order(&mut play, "analyse");
    let case = file(&play, "case.ron");
    order(&mut play, &format!("record {case}"));
    play.wait_for_text("case.ron was written");
    order(&mut play, &format!("replay {case}"));
    play.wait_for_text("the replay is identical");
    leave_the_page(&mut play);
    order(&mut play, &format!("replay {saved}"));
    play.wait_for_text("saved.pgn: ");
    // A file with two games lets one choose.
    let games = "[Event \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"B\"]\n\n1. c4 c5 *\n";
    std::fs::write(file(&play, "two.pgn"), games).expect("two games");
    let two = file(&play, "two.pgn");
    order(&mut play, &format!("open {two}"));
    play.wait_for_text("2 of 2");
    play.send_keys("\r");
    play.wait_for_text("adjourned resumes it");
    play.send_keys("y");
    play.wait_for_text("Qh4#");
    order(&mut play, "annotate nodes 200");
    play.wait_for_text("g4??");
    order(&mut play, "open /nowhere/a.pgn");
    play.wait_for_text("/nowhere/a.pgn");
    play.send_keys("\x11");
    play.wait_for_text("two.pgn first?");
    play.send_keys("\r");
    assert!(play.finish().success());
    assert!(std::fs::read_to_string(two).expect("the games").contains("g4 $4"));
}

#[test]
fn another_engine_is_asked_and_one_that_is_not_there_is_named() {
    let mut play = Session::start("opinion", (40, 120), &[]);
    play.start_game();
    order(&mut play, "engine /nowhere/engine");
    play.wait_for_text("/nowhere/engine: ");
    // One that is gone later.
    let gone = play.home.join("gone").display().to_string();
    std::fs::copy(env!("CARGO_BIN_EXE_lucena"), &gone).expect("a program");
    order(&mut play, &format!("engine {gone}"));
    play.wait_for_text("the external engine is");
    std::fs::remove_file(&gone).expect("the program to go");
    order(&mut play, "opinion");
    play.wait_for_text("gone: cannot be started");
    order(&mut play, &format!("engine {} uci", env!("CARGO_BIN_EXE_lucena")));
    play.wait_for_text("the external engine is");
    order(&mut play, "opinion");
    // Its own name, its depth and a line.
    play.wait_for_text("Lucena 0.1.0 ");
    order(&mut play, "option Hash 2");
    play.wait_for_text("Hash is 2");
    order(&mut play, "option Nonsense 2");
    play.wait_for_text("Nonsense");
    order(&mut play, "opinion");
    play.signal("-TERM");
    assert!(play.finish().success());
}
