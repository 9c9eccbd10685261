//! A game against another engine that was broken off: it goes on with that engine, or with ours when it is gone.

use crate::{Session, TIMEOUT};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// An engine that knows one game, and writes down the options that it gets.
fn engine(home: &Path) -> PathBuf {
    let (file, options) = (home.join("engine.sh"), home.join("options"));
    let script = format!(
        r#"while read -r line; do case "$line" in
        uci) echo "id name Oaf"
            echo "option name Skill Level type spin default 20 min 0 max 20"; echo uciok;;
        isready) echo readyok;;
        setoption*) echo "$line" >> '{}';;
        position*) at="$line";;
        go*) case "$at" in
            *e2e4) echo bestmove e7e5;;
            *d2d4) echo bestmove e5d4;;
            *c2c3) echo bestmove d4c3;;
            *) echo bestmove 0000;;
            esac;;
        quit) exit;;
        esac; done"#,
        options.display()
    );
    fs::write(&file, script).expect("a script");
    file
}

fn kill(mut play: Session) {
    play.signal("-KILL");
    play.child.wait().expect("an end");
}

/// Waits until the record of the game has the move: the storage thread writes it after the screen shows it.
fn wait_until_saved(home: &Path, mv: &str) {
    let end = Instant::now() + TIMEOUT;
    let records = || {
        let entries = fs::read_dir(home.join("games")).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|it| it == "pgn"))
    };
    let saved = |path: PathBuf| fs::read_to_string(path).unwrap_or_default().contains(mv);
    while !records().any(saved) {
        assert!(Instant::now() < end, "{mv} is not on the disk");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_game_against_another_engine_goes_on_with_it_after_sudden_death() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outside");
    fs::remove_dir_all(&home).ok();
    fs::create_dir_all(&home).expect("a directory of its own");
    let script = engine(&home);
    let command = format!("sh '{}'", script.display());
    let settings = format!("(engine: (external: {command:?}), play: (dial: \"700\", think: 50))");
    fs::write(home.join("settings.ron"), settings).expect("settings");
    let mut play = Session::restart(&home, (24, 80), &[]);
    play.wait_for_text("you play");
    play.send_keys("\x1b");
    play.wait_for(|screen| !screen.contents().contains("you play"), "the board");
    play.send_keys(":game white-outside none\r");
    play.wait_for_text("a new game");
    play.send_keys("e2e4\r");
    play.wait_for_text("White to move");
    play.send_keys(":option skill level 3\r");
    play.wait_for_text("Skill Level is 3");
    play.send_keys("d2d4\r");
    play.wait_for_text("exd4");
    wait_until_saved(&home, "exd4");
    kill(play);
    // It gets its seat and its options again.
    let mut play = Session::restart(&home, (24, 80), &[]);
    play.wait_for_text("unfinished game");
    play.send_keys("\r");
    play.wait_for_text("the game goes on against Oaf");
    play.send_keys("c2c3\r");
    play.wait_for_text("dxc3");
    wait_until_saved(&home, "dxc3");
    let options = fs::read_to_string(home.join("options")).expect("options");
    assert_eq!(options, "setoption name Skill Level value 3\n".repeat(2));
    kill(play);
    // It is gone: ours goes on, and moves.
    fs::remove_file(script).expect("a script");
    let mut play = Session::restart(&home, (24, 160), &[]);
    play.wait_for_text("unfinished game");
    play.send_keys("\r");
    play.wait_for_text("plays Black from here");
    play.send_keys("g1f3\r");
    play.wait_for_text("Nf3");
    play.wait_for_text("White to move");
    let shown = play.parser.screen().contents();
    assert!(shown.contains("Lucena") && !shown.contains("Oaf"), "{shown}");
    play.send_keys("\x11y");
    assert!(play.finish().success());
}
