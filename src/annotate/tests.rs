//! One game annotated by itself, broken off and taken up again; the words for reasons are in `reasons`. Whole files are
//! tried where files are annotated.

mod reasons;

use super::{AnnotateError, Annotations, Course, Effort, Order, Told, annotate_alone};
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

/// Runs over the game, told to stop after `patience` findings; also how many it took over and how far it said it was.
fn run(folder: &Path, patience: usize) -> (Result<Annotations, AnnotateError>, usize, Vec<usize>) {
    let course = Arc::new(Course::of(&game()));
    let effort = Effort { depth: Some(5), ..Effort::default() };
    let order = Order { course, effort, threads: 1, hash_mib: 1, folder: folder.to_owned() };
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let (stop, mut found, mut taken_up, mut done) = (AtomicBool::new(false), 0, 0, Vec::new());
    let ended = annotate_alone(&order, &clock, &stop, &mut |told| match told {
        Told::TakenUp(kept) => taken_up = kept,
        Told::Found(news) => {
            found += 1;
            done.extend(news.progress.map(|progress| progress.positions.0));
            stop.store(found >= patience, Ordering::SeqCst);
        }
    });
    (ended, taken_up, done)
}

#[test]
fn a_run_goes_on_where_it_was_stopped_and_its_words_replace_the_last_ones() {
    let folder = std::env::temp_dir().join(format!("lucena-alone-{}", std::process::id()));
    let (ended, _, done) = run(&folder, 3);
    assert!(matches!(ended, Err(AnnotateError::Stopped)) && done == [1, 2, 3], "{done:?}");
    let (ended, taken_up, done) = run(&folder, usize::MAX);
    assert!(taken_up >= 3 && done.first() == Some(&4) && done.last() == Some(&7), "{done:?}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "a journal is left");
    std::fs::remove_dir_all(&folder).unwrap();

    let (annotations, mut game) = (ended.unwrap(), game());
    let course = Course::of(&game);
    assert!(annotations.account.errors.white[2] > 0, "{:?}", annotations.account);
    annotations.write(&mut game, &course);
    let once = write(&game);
    assert!(once.contains("$4") && once.contains("Blunder: loses the queen"), "{once}");
    annotations.write(&mut game, &course);
    assert_eq!(write(&game), once);
}

#[test]
fn a_course_fits_the_game_it_was_made_of() {
    let mut game = game();
    let course = Course::of(&game);
    let line = game.tree().mainline();
    let d4 = crate::rules::parse_move(game.start(), "d4").unwrap();
    let aside = game.tree_mut().append(line[0], crate::game::Step::Move(d4)).unwrap();
    game.tree_mut().promote(aside);
    assert!(course.fits(&game));
    let other = read_bytes(b"1. e4 c5 2. Qh5 Nf6 3. Qg6 hxg6 *").unwrap().remove(0).game;
    assert!(!course.fits(&other) && !course.fits(&Game::default()));
}
