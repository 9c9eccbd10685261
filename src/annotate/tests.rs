//! One game annotated, interrupted and resumed; the texts of reasons are in `reasons`. Whole files are
//! tested in `batch`.

mod reasons;

use super::{
    AnnotateError, Annotations, Existing, GameJob, MainLine, ProgressEvent, SearchLimits, accuracy,
    annotate_game,
};
use crate::engine::{Clock, ManualClock};
use crate::game::Game;
use crate::game::pgn::{read_bytes, write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const GAME: &str = "1. e4 e5 2. Qh5 Nf6 3. Qg6 hxg6 *";

fn game() -> Game {
    read_bytes(GAME.as_bytes()).unwrap().remove(0).game
}

/// Runs over the game and stops after `max_results` results; also returns the resumed results and the progress.
fn run(
    folder: &Path,
    max_results: usize,
) -> (Result<Annotations, AnnotateError>, usize, Vec<usize>) {
    let main_line = Arc::new(MainLine::of(&game(), Existing::Keep));
    let limits = SearchLimits { depth: Some(5), ..SearchLimits::default() };
    let order = GameJob { main_line, limits, threads: 1, hash_mib: 1, folder: folder.to_owned() };
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let (stop, mut found, mut resumed, mut done) = (AtomicBool::new(false), 0, 0, Vec::new());
    let ended = annotate_game(&order, &clock, &stop, &mut |event| match event {
        ProgressEvent::Resumed(entry) => resumed = entry,
        ProgressEvent::TaskDone(done_task) => {
            found += 1;
            done.push(done_task.progress.positions.0);
            stop.store(found >= max_results, Ordering::SeqCst);
        }
    });
    (ended, resumed, done)
}

#[test]
fn a_stopped_run_is_resumed_and_its_annotations_replace_earlier_ones() {
    let folder = std::env::temp_dir().join(format!("lucena-alone-{}", std::process::id()));
    let (ended, _, done) = run(&folder, 3);
    assert!(matches!(ended, Err(AnnotateError::Stopped)) && done == [1, 2, 3], "{done:?}");
    let (ended, resumed, mut done) = run(&folder, usize::MAX);
    done.dedup();
    assert!(resumed >= 3 && done == [3, 4, 5, 6, 7], "{done:?}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "a checkpoint file is left");
    std::fs::remove_dir_all(&folder).unwrap();

    let (annotations, mut game) = (ended.unwrap(), game());
    let main_line = MainLine::of(&game, Existing::Keep);
    let summary = annotations.write(&mut game, &main_line);
    assert!(summary.errors.white[2] > 0, "{summary:?}");
    // The accuracy is that of the evaluations that are written.
    let line = game.tree().mainline();
    let mut untagged = game.clone();
    untagged.tags.remove("WhiteAccuracy");
    untagged.tags.remove("BlackAccuracy");
    assert_eq!(summary.accuracy, accuracy::of_line(&untagged, &line));
    let main_line_of_tags = MainLine::of(&untagged, Existing::Keep);
    let openings = crate::game::Openings::builtin();
    let again = Annotations::from_evaluations(&main_line_of_tags, &openings).unwrap();
    assert_eq!(summary.accuracy, again.write(&mut untagged, &main_line_of_tags).accuracy);
    let once = write(&game);
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("$4") && words.contains("Blunder: loses the queen"), "{once}");
    annotations.write(&mut game, &main_line);
    assert_eq!(write(&game), once);
}

#[test]
fn positions_whose_score_is_replaced_late_are_counted() {
    let folder = std::env::temp_dir().join(format!("lucena-late-{}", std::process::id()));
    let text = "1. e4 e5 {[%eval 0.30,1]} 2. Nf3 Nc6 {[%eval 0.30,60]} 3. Bb5 a6 {[%eval 0.30]} 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *";
    let game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let main_line = Arc::new(MainLine::of(&game, Existing::Keep));
    assert_eq!(main_line.positions_to_search(), 10);
    let limits = SearchLimits { nodes: Some(5_000), ..SearchLimits::default() };
    let order = GameJob { main_line, limits, threads: 1, hash_mib: 1, folder: folder.clone() };
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let mut seen = Vec::new();
    let ended = annotate_game(&order, &clock, &AtomicBool::new(false), &mut |event| {
        if let ProgressEvent::TaskDone(done) = event {
            seen.push(done.progress);
        }
    });
    assert!(ended.is_ok());
    std::fs::remove_dir_all(&folder).unwrap();
    let mut positions: Vec<(usize, usize)> = seen.iter().map(|it| it.positions).collect();
    assert_eq!(positions.last(), Some(&(11, 11)), "{positions:?}");
    positions.dedup();
    let done: Vec<usize> = positions.iter().map(|&(done, _)| done).collect();
    assert!(done.is_sorted() && done.iter().all(|done| (1..=11).contains(done)), "{positions:?}");
    let tasks = seen.last().map(|last| 11 + last.further.1);
    assert_eq!(tasks, Some(seen.len()), "every search is a position or a further one");
}

#[test]
fn a_limit_that_is_too_small_gives_one_iteration() {
    let folder = std::env::temp_dir().join(format!("lucena-small-{}", std::process::id()));
    let main_line = Arc::new(MainLine::of(&game(), Existing::Keep));
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let order = GameJob { main_line, limits, threads: 1, hash_mib: 1, folder: folder.clone() };
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let ended = annotate_game(&order, &clock, &AtomicBool::new(false), &mut |_| {});
    let mut annotated = game();
    ended.unwrap().write(&mut annotated, &MainLine::of(&game(), Existing::Keep));
    let text = write(&annotated);
    assert_eq!(text.matches(",1]").count(), 6, "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_main_line_matches_the_game_it_was_made_from() {
    let mut game = game();
    let main_line = MainLine::of(&game, Existing::Keep);
    let line = game.tree().mainline();
    let d4 = crate::rules::parse_move(game.start(), "d4").unwrap();
    let aside = game.tree_mut().append(line[0], crate::game::TreeMove::Move(d4)).unwrap();
    game.tree_mut().promote_to_mainline(aside);
    assert!(main_line.fits(&game));
    let other = read_bytes(b"1. e4 c5 2. Qh5 Nf6 3. Qg6 hxg6 *").unwrap().remove(0).game;
    assert!(!main_line.fits(&other) && !main_line.fits(&Game::default()));
}

#[test]
fn evaluations_of_others_are_kept_and_can_be_classified_without_a_search() {
    let text = "1. e4 {[%eval 0.3,20]} e5 {[%eval 0.333]} 2. Qh5 {[%eval 0.0]} Nf6 {[%eval 0.1]} \
                3. Qg6 {[%eval -8.5]} hxg6 {[%eval -8.5]} *";
    let mut game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let main_line = MainLine::of(&game, Existing::Keep);
    let openings = crate::game::Openings::builtin();
    let annotations = Annotations::from_evaluations(&main_line, &openings).unwrap();
    assert_eq!(annotations.write(&mut game, &main_line).errors.white, [0, 0, 1]);
    let once = write(&game);
    for part in ["[%eval 0.3,20]", "[%eval 0.333]", "$4 {[%eval -8.5] Blunder.}"] {
        assert!(once.contains(part), "{part} is not in {once}");
    }
    annotations.write(&mut game, &main_line);
    assert_eq!(write(&game), once);
    let replaced = MainLine::of(&game, Existing::Replace);
    assert_eq!(Annotations::from_evaluations(&replaced, &openings).err(), Some(1));
}

/// The game annotated by its own evaluations.
fn by_evaluations(text: &str) -> String {
    let mut game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let main_line = MainLine::of(&game, Existing::Keep);
    let openings = crate::game::Openings::builtin();
    Annotations::from_evaluations(&main_line, &openings).unwrap().write(&mut game, &main_line);
    write(&game).split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn glyphs_of_others_are_kept_and_earlier_annotations_replaced() {
    let cases = [
        // A glyph of another program stays, and no word of ours contradicts it.
        ("", "$2 {[%eval -8.5]}", "$2 {[%eval -8.5]}"),
        ("", "$1 {[%eval -8.5] brave}", "$1 {[%eval -8.5] brave}"),
        ("", "$18 {[%eval -8.5]}", "$4 $18 {[%eval -8.5] Blunder.}"),
        ("", "$16 $14 {[%eval -8.5]}", "$4 $16 $14 {[%eval -8.5] Blunder.}"),
        // A forced and an only move are judged, too.
        ("", "$7 {[%eval -8.5]}", "$7 {[%eval -8.5]}"),
        ("", "$16 $9 {[%eval -8.5]}", "$16 $9 {[%eval -8.5]}"),
        // The glyph of an earlier run goes, that of somebody else beside it stays alone.
        (
            "[Annotator \"Lucena\"]",
            "$4 $5 {[%eval -8.5] Blunder: loses the queen after hxg6.}",
            "$5 {[%eval -8.5]}",
        ),
        // Words, glyph and better line of an earlier run are removed, and nothing else.
        (
            "[Annotator \"Lucena\"]",
            "$2 {[%eval -8.5] hm Mistake: loses the queen after hxg6. ha} (3. Qe2 {[%eval 0.10,9]} d6) (3. Qf3 {[%eval 0.1,9] mine})",
            "$4 {[%eval -8.5] hm ha Blunder.} (3. Qf3 {[%eval 0.1,9] mine})",
        ),
        (
            "[WhiteAccuracy \"50.0\"]",
            "$4 {[%eval 0.1] Blunder: Nf3 was better.} (3. Nf3 {[%eval 0.20,9]})",
            "{[%eval 0.1]}",
        ),
        (
            "[Annotator \"Lucena\"]",
            "$1 {[%eval 0.1] The only good move.}",
            "$1 {[%eval 0.1] The only good move.}",
        ),
        // Without a sign of an earlier run they are another's.
        (
            "[WhiteAccuracy \"mine\"]",
            "$2 {[%eval -8.5] Mistake: loses.}",
            "$2 {[%eval -8.5] Mistake: loses.}",
        ),
        ("", "$2 {[%eval -8.5] Mistake: loses.}", "$2 {[%eval -8.5] Mistake: loses.}"),
    ];
    for (tags, given, expected) in cases {
        let opening =
            "1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} 2... Nf6 {[%eval 0.1]}";
        let written = by_evaluations(&format!("{tags}\n\n{opening} 3. Qg6 {given} *"));
        assert_eq!(written, format!("{opening} 3. Qg6 {expected} *"), "{given}");
    }
}

#[test]
fn an_accuracy_of_another_form_is_kept() {
    let text = "[WhiteAccuracy \"my own text\"]\n[BlackAccuracy \"1.5\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} *";
    let mut game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let main_line = MainLine::of(&game, Existing::Keep);
    let openings = crate::game::Openings::builtin();
    Annotations::from_evaluations(&main_line, &openings).unwrap().write(&mut game, &main_line);
    assert_eq!(game.tags.get("WhiteAccuracy"), Some("my own text"));
    assert_eq!(game.tags.get("BlackAccuracy"), Some("100.0"));
}

#[test]
fn a_first_move_from_another_position_is_no_error_without_an_evaluation_before_it() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/Q3K3 b - - 0 1\"]\n\n1... Kd7 {[%eval 12.0]} 2. e4 {[%eval 12.0]} *";
    assert!(!by_evaluations(text).contains('$'));
}

#[test]
fn the_marks_that_stand_in_the_game_are_counted() {
    let evals = [0.3, 0.3, 0.0, 0.1, 0.1, 0.1];
    let moves = ["1. e4", "e5", "2. Qh5 $6", "Nc6 $2", "3. Bc4", "Nf6 $4"];
    let text: String =
        moves.iter().zip(evals).map(|(mv, eval)| format!("{mv} {{[%eval {eval}]}} ")).collect();
    let mut game = read_bytes(format!("{text}4. Qxf7# 1-0").as_bytes()).unwrap().remove(0).game;
    let main_line = MainLine::of(&game, Existing::Keep);
    let openings = crate::game::Openings::builtin();
    let annotations = Annotations::from_evaluations(&main_line, &openings).unwrap();
    let summary = annotations.write(&mut game, &main_line);
    assert_eq!((summary.errors.white, summary.errors.black), ([1, 0, 0], [0, 1, 1]));
}
