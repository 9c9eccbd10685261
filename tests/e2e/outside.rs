//! A game against another engine that was broken off: it goes on with that engine, or with ours when it is gone.

use crate::Play;
use std::fs;
use std::path::{Path, PathBuf};

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

fn kill(mut play: Play) {
    play.signal("-KILL");
    play.child.wait().expect("an end");
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
    let mut play = Play::again(&home, (24, 80), &[]);
    play.until_text("you play");
    play.type_in("\x1b");
    play.until(|screen| !screen.contents().contains("you play"), "the board");
    play.type_in(":game white-outside none\r");
    play.until_text("a new game");
    play.type_in("e2e4\r");
    play.until_text("White to move");
    play.type_in(":option skill level 3\r");
    play.until_text("Skill Level is 3");
    play.type_in("d2d4\r");
    play.until_text("exd4");
    kill(play);
    // It gets its seat and its options again.
    let mut play = Play::again(&home, (24, 80), &[]);
    play.until_text("an unfinished game");
    play.type_in("\r");
    play.until_text("the game goes on against Oaf");
    play.type_in("c2c3\r");
    play.until_text("dxc3");
    let options = fs::read_to_string(home.join("options")).expect("options");
    assert_eq!(options, "setoption name Skill Level value 3\n".repeat(2));
    kill(play);
    // It is gone: ours goes on, and moves.
    fs::remove_file(script).expect("a script");
    let mut play = Play::again(&home, (24, 160), &[]);
    play.until_text("an unfinished game");
    play.type_in("\r");
    play.until_text("plays Black from here");
    play.type_in("g1f3\r");
    play.until_text("Nf3");
    play.until_text("White to move");
    let shown = play.parser.screen().contents();
    assert!(shown.contains("Lucena") && !shown.contains("Oaf"), "{shown}");
    play.type_in("qy");
    assert!(play.end().success());
}
