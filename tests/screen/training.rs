//! Training on the board: exercises, tries, refutations, solutions, and the game that waits.

use crate::bench::Bench;
use lucena::game::{NodeId, pgn};
use lucena::rules::Color;
use lucena::tui::model::StorageEffect;
use lucena::tui::model::training::Stage;
use lucena::tui::{Effect, Event};

/// Black allows mate in the first game, White gives the queen away in the second.
pub const ANNOTATED: &str = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Bc4 {[%eval 0.2]} \
    2... Nc6 {[%eval 0.2]} 3. Qh5 {[%eval 0.0]} 3... Nf6 $4 {[%eval #1] Blunder: allows Qxf7#.} (3... g6 {[%eval 0.0]}) 4. Qxf7# 1-0\n\n\
    [White \"Cy\"]\n[Black \"Di\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} \
    2... Nc6 {[%eval 0.1]} 3. Qxf7+ $4 {[%eval -9.0] Blunder: loses the queen for a pawn: the queen on f7 can be captured.} \
    (3. Bc4 {[%eval 0.1]} 3... g6) 3... Kxf7 {[%eval -9.0]} *\n";

fn stage(bench: &Bench) -> Option<Stage> {
    bench.table.app.model.training.as_ref().map(|training| training.stage)
}

fn has(frame: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(frame.contains(words), "{words:?} in\n{frame}");
    }
}

impl Bench {
    /// Types keys and waits until the training thread wants a move, or nothing.
    fn train(&mut self, keys: &str) -> String {
        self.keys(keys);
        self.until(|bench| !matches!(stage(bench), Some(Stage::Fetching | Stage::Judging(_))));
        self.table.frame()
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_game_as_it_is() {
    let mut bench = Bench::new((120, 40));
    bench.keys(":game two 5+3<enter>e4<enter>");
    let frame = bench.train(":train nowhere.pgn<enter>");
    has(&frame, &["nowhere.pgn: No such file", "1 e4"]);
    assert_eq!(frame.matches("No such file").count(), 1, "{frame}");
    let session = &bench.table.app.model.session;
    assert!(!session.is_paused() && session.game.clocks().running().is_some(), "the clock runs on");
}

#[test]
fn mistakes_are_asked_refuted_and_solved() {
    let mut bench = Bench::new((120, 40));
    bench.write("games.pgn", ANNOTATED);
    let frame = bench.train(":train games.pgn<enter>");
    has(&frame, &["exercise 1 of 2", "Ada - Bo, 3...Nf6", "Black to move: find a better one"]);
    assert_eq!(bench.table.app.model.layout.orientation, Color::Black);
    let frame = bench.train("Nf6<enter>");
    has(&frame, &["wrong: Nf6 loses", "3...Nf6 4.Qxf7#"]);
    assert_ne!(bench.table.app.model.session.shown(), NodeId::ROOT, "the refutation is shown");
    bench.train("<enter>");
    assert_eq!(bench.table.app.model.session.shown(), NodeId::ROOT);
    bench.keys(":hint<enter>");
    bench.until(|bench| {
        let training = bench.table.app.model.training.as_ref();
        training.is_some_and(|it| it.words.iter().any(|(_, words)| words.contains("hint: the")))
    });
    let frame = bench.train("g6<enter>");
    has(&frame, &["right: g6", "best: 3...g6", "allows Qxf7#", "again in 1 day"]);
    assert_eq!(stage(&bench), Some(Stage::Solved));
    // The solution is what is stepped through, not the refutation of the wrong move.
    bench.keys(".");
    let session = &bench.table.app.model.session;
    assert_eq!(session.game.tree().san(session.shown()), "g6");
    bench.keys(",");
    let frame = bench.train("<enter>");
    has(&frame, &["exercise 2 of 2", "3.Qxf7+"]);
    has(&bench.keys("<ctrl-e>"), &["searching for the solution"]);
    // Neither is asked twice.
    bench.keys("<ctrl-e>i");
    bench.until(|bench| stage(bench) == Some(Stage::Solved));
    let frame = bench.table.frame();
    has(&frame, &["best: 3.Bc4", "the queen on f7 can be captured"]);
    assert_eq!(frame.matches("best: 3.Bc4").count(), 1, "{frame}");
    assert!(!frame.contains("hint:"), "{frame}");
    let frame = bench.train("<enter>");
    has(&frame, &["0 of 2 right at the first try", "returns to the game"]);
    let shown = bench.table.app.model.session.shown();
    has(&bench.keys("d4<enter>"), &["training is over; f5 returns to the game"]);
    assert_eq!(bench.table.app.model.session.shown(), shown);
    let answers = bench.written("training/answers.ron");
    assert_eq!(answers.lines().count(), 2, "{answers}");
    bench.keys("<enter>");
    assert_eq!(stage(&bench), None);
}

#[test]
fn the_solution_comes_after_a_hint_that_is_searched() {
    let mut bench = Bench::new((160, 40));
    bench.write("games.pgn", ANNOTATED);
    bench.train(":train games.pgn<enter>");
    has(&bench.keys("i<ctrl-e>"), &["searching for the solution"]);
    bench.until(|bench| stage(bench) == Some(Stage::Solved));
    let frame = bench.table.frame();
    has(&frame, &["hint: ", "best: "]);
}

/// An open exercise has no analysis, which would show its solution, and the footer names no key that does nothing there. What was
/// refused on the board is not said beside the exercise, nor the other way round.
#[test]
fn an_open_exercise_is_not_analysed() {
    let mut bench = Bench::new((160, 40));
    bench.write("games.pgn", ANNOTATED);
    has(&bench.keys(":train-skip<enter>"), &["there is no exercise"]);
    let frame = bench.train(":train games.pgn<enter>");
    assert!(!frame.contains("there is no exercise"), "{frame}");
    let footer = frame.lines().last().unwrap();
    assert!(!footer.contains("go on") && !footer.contains("try again"), "{footer}");
    has(footer, &["ctrl-e solution", "end training"]);
    has(&bench.keys("s"), &["the analysis would show the solution; ctrl-e does so"]);
    assert!(!bench.table.app.model.session.is_analysed());
    bench.train("Nf6<enter>");
    let frame = bench.table.frame();
    has(&frame, &["refuted on the board; enter tries again"]);
    // No panel offers it.
    has(&frame, &["no search before the exercise is solved"]);
    assert!(!frame.contains("analyses it"), "{frame}");
    has(bench.keys(".").lines().last().unwrap(), &["enter try again"]);
    bench.keys("<ctrl-e>");
    bench.until(|bench| stage(bench) == Some(Stage::Solved));
    has(bench.table.frame().lines().last().unwrap(), &["enter go on", "s analyse"]);
    bench.keys("s");
    assert!(
        bench.table.app.model.session.is_analysed() && bench.table.app.model.thinking.is_busy()
    );
    bench.train("<enter>");
    assert!(
        !bench.table.app.model.session.is_analysed() && !bench.table.app.model.thinking.is_busy()
    );
    has(&bench.keys("Kh5<enter>"), &["not legal"]);
    let frame = bench.keys("<f5>");
    assert!(!frame.contains("not legal"), "{frame}");
}

/// What an analysis of the last solution marked goes with it.
#[test]
fn the_end_of_training_has_no_marks_of_an_analysis() {
    let mut bench = Bench::new((160, 40));
    bench.write("games.pgn", ANNOTATED);
    bench.train(":train games.pgn<enter>");
    for _ in 0..2 {
        bench.keys("<ctrl-e>");
        bench.until(|bench| stage(bench) == Some(Stage::Solved));
        bench.keys("s:best-move<enter>");
        assert!(bench.table.app.model.board_state.best);
        bench.train(":train-next<enter>");
        assert!(!bench.table.app.model.board_state.best);
    }
    assert_eq!(stage(&bench), Some(Stage::Over));
}

#[test]
fn the_game_waits_with_its_clocks_stopped() {
    let mut bench = Bench::played((120, 40));
    let moves = bench.table.moves();
    let frame = bench.train("<f5>");
    has(&frame, &["0 exercises"]);
    has(&bench.keys("e4<enter>"), &["training is over"]);
    assert!(bench.table.moves().is_empty());
    has(&bench.keys(":resign<enter>"), &["the game waits while you train"]);
    let frame = bench.keys("<f5>");
    assert_eq!(bench.table.moves(), moves);
    has(&frame, &["or a move resumes the clocks"]);
    assert!(bench.table.app.model.session.is_paused());
    assert!(bench.table.app.model.session.game.clocks().running().is_none());
    // Another game ends training.
    bench.train("<f5>");
    bench.keys(":game analysis<enter>");
    assert_eq!(stage(&bench), None);
}

/// The game that a signal has copied, if any.
fn copied(bench: &mut Bench) -> Option<String> {
    let effects = bench.table.event(Event::Terminate);
    effects.into_iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::KeepChanges(_, game)) => Some(pgn::write(&game)),
        _ => None,
    })
}

#[test]
fn a_signal_in_training_copies_the_record_that_waits_and_no_exercise() {
    let mut bench = Bench::new((120, 40));
    bench.write("games.pgn", ANNOTATED);
    bench.write("b.pgn", "1. e4 e5 *\n");
    bench.keys(":open b.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    bench.keys(".:comment important<enter>");
    bench.train(":train games.pgn<enter>");
    let copy = copied(&mut bench).expect("a copy");
    assert!(copy.contains("1. e4 {important}"), "{copy}");
    // A move tried in an exercise is no change of a record.
    let mut bench = Bench::new((120, 40));
    bench.write("games.pgn", ANNOTATED);
    bench.train(":train games.pgn<enter>");
    bench.keys("<ctrl-e>");
    bench.until(|bench| stage(bench) == Some(Stage::Solved));
    bench.keys("a6<enter>");
    assert!(bench.table.app.model.session.has_unsaved_changes());
    assert_eq!(copied(&mut bench), None);
}

#[test]
fn a_recorded_game_without_evaluations_is_analysed() {
    let mut bench = Bench::new((120, 40));
    std::fs::create_dir_all(bench.folder.join("games")).unwrap();
    bench.write(
        "games/2026-11-22-100000.pgn",
        "[White \"Ada\"]\n[Black \"Lucena\"]\n[Result \"0-1\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
    );
    let frame = bench.train("<f5>");
    has(&frame, &["Ada - Lucena, 2.g4", "White to move"]);
    has(&bench.train("Nc3<enter>"), &["right: Nc3"]);
    has(&bench.train("<enter>"), &["1 of 1 right at the first try"]);
}
