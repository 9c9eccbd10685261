//! Exercises found, saved, planned and judged.

use super::{
    Answer, Exercise, Judge, Phase, Session, Size, Store, Theme, Whose, collect, due_at,
    exercises_of, plan, progress,
};
use crate::game::pgn::read_bytes;
use crate::rules::{Move, parse_fen, parse_move};
use std::io::Write as _;

const DAY: i64 = 86_400;

/// White gives the queen away, and Black later errs; all moves but the last have evaluations, the first error has a better line.
const GAME: &str = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} 2... Nc6 {[%eval 0.1]} \
    3. Qxf7+ $4 {[%eval -9.0] Blunder: loses the queen for a pawn: the queen on f7 can be captured.} (3. Bc4 {[%eval 0.1]} 3... g6) \
    3... Kxf7 {[%eval -9.0]} 4. Bc4+ {[%eval -9.0]} 4... Ke7 $4 {[%eval 5.0] Blunder: allows mate in 3 by d4.} 5. Nf3 *";

fn found(whose: &Whose) -> Vec<Exercise> {
    let game = read_bytes(GAME.as_bytes()).unwrap().remove(0).game;
    exercises_of(&game, "Ada - Bo", whose).exercises
}

#[test]
fn moves_that_lose_chances_are_exercises_of_their_player() {
    let all = found(&Whose::Person);
    assert_eq!(all.len(), 2, "{all:?}");
    let ada = found(&Whose::Named("ada".to_owned()));
    assert_eq!(ada, all[..1]);
    let [first] = ada.as_slice() else { panic!() };
    assert_eq!((first.source.as_str(), first.played.as_str()), ("Ada - Bo, 3.Qxf7+", "h5f7"));
    assert_eq!(first.best, ["f1c4", "g7g6"]);
    assert_eq!((first.theme, first.phase), (Theme::Material, Phase::Opening));
    assert!((40.0..50.0).contains(&first.loss), "{}", first.loss);
    assert_eq!(all[1].theme, Theme::Mate);
    let game = read_bytes(GAME.as_bytes()).unwrap().remove(0).game;
    let found = exercises_of(&game, "", &Whose::Person);
    assert_eq!((found.moves, found.unevaluated), (9, 1), "the last move has no evaluation");
    assert_eq!(found.evaluated, 8);
    // Another program is no person.
    let text = format!("[BlackType \"program\"]\n{GAME}");
    let game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let found = exercises_of(&game, "Ada - Bo", &Whose::Person);
    assert_eq!(found.exercises.len(), 1);
    assert_eq!(found.exercises[0].player, "Ada");
    // A mating move lacks none, whether or not the move before it does.
    for (before, unevaluated) in [("{[%eval #1]}", 4), ("", 5)] {
        let text = format!("1. f3 e5 {{[%eval -0.5]}} 2. a3 {before} Nc6 3. g4 {before} Qh4# 0-1");
        let game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
        let found = exercises_of(&game, "", &Whose::Person);
        assert_eq!((found.moves, found.unevaluated), (6, unevaluated), "{text}");
    }
}

#[test]
fn answers_survive_a_cut_line_and_wrong_ones_come_back_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let exercises = found(&Whose::Person);
    for exercise in exercises.iter().chain(&exercises) {
        store.add(exercise.clone()).unwrap();
    }
    assert_eq!(store.exercises(), exercises);
    assert_eq!(plan(&store, 0, 10, 10), [1, 0], "the larger loss first");
    assert_eq!(plan(&store, 0, 1, 10), [1]);
    for (exercise, right) in exercises.iter().zip([true, false]) {
        let answer = Answer { at: 0, fen: exercise.fen.clone(), mv: "a2a3".to_owned(), right };
        store.record(answer).unwrap();
    }
    assert!(plan(&store, DAY / 2, 10, 10).is_empty());
    let due = |index: usize| due_at(store.answers(&exercises[index])).unwrap() / DAY;
    assert!((1..3).contains(&due(1)) && due(0) > due(1), "{} {}", due(0), due(1));
    assert_eq!(
        plan(&store, due(1) * DAY, 10, 10),
        [1],
        "the wrong one comes back, the right one later"
    );
    assert_eq!(plan(&store, due(0) * DAY, 10, 10), [1, 0]);
    let [themes, phases] = progress(&store, 0);
    assert_eq!((themes.len(), phases.len()), (2, 1));
    assert_eq!((phases[0].answers, phases[0].right, phases[0].known), (2, 1, 1));

    // A killed program leaves half a line; the next answer begins a new one.
    let path = folder.path().join("answers.ron");
    let mut file = std::fs::File::options().append(true).open(&path).unwrap();
    file.write_all(b"(at: 7, fen: \"8/8").unwrap();
    drop((file, store));
    let mut store = Store::open(folder.path()).unwrap();
    assert!(
        store.notes.len() == 1 && store.notes[0].contains("answers.ron:3: left out"),
        "{:?}",
        store.notes
    );
    let fen = exercises[0].fen.clone();
    store.record(Answer { at: DAY, fen, mv: String::new(), right: false }).unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(store.answers(&exercises[0]).len(), 2);
}

#[test]
fn an_answer_is_judged_against_the_best_move() {
    let exercise = found(&Whose::Person).remove(0);
    let position = parse_fen(&exercise.fen).unwrap();
    let mut judge = Judge::new(40_000).unwrap();
    let mut judged =
        |text: &str| judge.judge(&exercise, &position, parse_move(&position, text).unwrap());
    assert!(judged("Bc4").right);
    let wrong = judged("Qxf7+");
    assert!(!wrong.right && wrong.loss > 30.0, "{wrong:?}");
    let reason = wrong.reason.unwrap();
    assert!(reason.starts_with("loses the queen"), "{reason}");
}

/// The search of the judge may find the move of the game good: it is asked to be bettered all the same, and does not count.
#[test]
fn the_move_of_the_game_is_not_right() {
    let mut exercise = found(&Whose::Person).remove(0);
    exercise.played = "f1c4".to_owned();
    let position = parse_fen(&exercise.fen).unwrap();
    let mut judge = Judge::new(40_000).unwrap();
    let mut judged = |text: &str| {
        let mv = parse_move(&position, text).unwrap();
        let verdict = judge.judge(&exercise, &position, mv);
        (verdict.right, verdict.is_undecided, verdict.words(&position, mv))
    };
    let (right, is_undecided, words) = judged("Bc4");
    assert!(!right && is_undecided);
    assert_eq!(
        words,
        "Bc4 is the move of the game, which this search finds as good as the best: find another one"
    );
    let (right, is_undecided, words) = judged("Qxf7+");
    assert!(!right && !is_undecided && words.starts_with("wrong: Qxf7+"), "{words}");

    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    store.add(exercise).unwrap();
    let size = Size { new: 1, limit: 1 };
    let mut session = Session::new(store, 0, size, 40_000).unwrap();
    session.next_task().unwrap();
    let mut answer = |text: &str| {
        session.answer(parse_move(&position, text).unwrap(), 0).unwrap();
        session.result_words()
    };
    assert_eq!(answer("Bc4"), "0 of 0 right at the first try");
    assert_eq!(answer("Qxf7+"), "0 of 1 right at the first try");
}

/// Twenty games in which Ada misses a mate on the back rank, a queen behind.
fn twenty_mistakes() -> String {
    let squares = (1..=4).flat_map(|file| (0..5).map(move |rank| (file, rank)));
    let game = |(file, rank): (usize, usize)| {
        let mut rows = ["8"; 5].map(str::to_owned);
        rows[rank] = format!("{file}R{}", 7 - file);
        let fen = format!("7k/K4ppp/6q1/{} b - - 0 1", rows.join("/"));
        format!(
            "[White \"Ada\"]\n[Black \"Bo\"]\n[FEN \"{fen}\"]\n\n\
             1... Kg8 {{[%eval #1]}} 2. Ka8 {{[%eval -9.0]}} *\n\n"
        )
    };
    squares.map(game).collect()
}

#[test]
fn twenty_mistakes_are_trained_twice_on_different_days() {
    let folder = tempfile::tempdir().unwrap();
    let (file, state) = (folder.path().join("games.pgn"), folder.path().join("training"));
    std::fs::write(&file, twenty_mistakes()).unwrap();
    let mut store = Store::open(&state).unwrap();
    let whose = Whose::Named("Ada".to_owned());
    let found = collect(&mut store, &[file], &folder.path().join("none"), &whose).unwrap();
    assert_eq!((found.added, store.exercises().len()), (20, 20));
    drop(store);

    // The program starts anew on each day. Every second answer is wrong on the first day, all are right later.
    let size = Size { new: 20, limit: 30 };
    let mut days: Vec<(String, Vec<i64>)> = Vec::new();
    for day in 0..60 {
        let now = 1_700_000_000 + day * DAY;
        let mut session = Session::new(Store::open(&state).unwrap(), now, size, 1_000).unwrap();
        while let Some(task) = session.next_task().cloned() {
            let is_right = day > 0 || task.number % 2 == 1;
            let mates = |mv: &Move| task.position.after(*mv).legal_moves().is_empty();
            let moves = task.position.legal_moves();
            let mate = moves.iter().copied().find(mates).unwrap();
            let wrong = parse_move(&task.position, "Ka8").unwrap();
            let verdict =
                session.answer(if is_right { mate } else { wrong }, now).unwrap().unwrap();
            assert_eq!(verdict.right, is_right, "{}", task.exercise.fen);
            match days.iter_mut().find(|(fen, _)| *fen == task.exercise.fen) {
                Some((_, known)) => known.push(day),
                None => days.push((task.exercise.fen, vec![day])),
            }
        }
        if days.iter().all(|(_, days)| days.len() > 1) {
            break;
        }
    }
    let again = |remainder: usize| -> Vec<i64> {
        let of = |(index, (_, days)): (usize, &(String, Vec<i64>))| {
            (index % 2 == remainder).then(|| days[1])
        };
        days.iter().enumerate().filter_map(of).collect()
    };
    let (right, wrong) = (again(0), again(1));
    assert_eq!((right.len(), wrong.len()), (10, 10), "{days:?}");
    assert!(days.iter().all(|(_, days)| days[0] == 0), "all twenty on the first day: {days:?}");
    assert!(wrong.iter().all(|&day| day == wrong[0]), "{days:?}");
    assert!(right.iter().all(|&day| day == right[0] && day > wrong[0]), "{days:?}");
    let store = Store::open(&state).unwrap();
    assert!(store.exercises().iter().all(|one| store.answers(one).len() >= 2));
}

#[test]
fn a_named_player_is_asked_the_own_mistakes_only() {
    let folder = tempfile::tempdir().unwrap();
    let (file, state) = (folder.path().join("games.pgn"), folder.path().join("training"));
    // Cy errs in the same position as Ada.
    let games = [GAME, &GAME.replace("Ada", "Cy").replace("Bo", "Di")].join("\n\n");
    std::fs::write(&file, games).unwrap();
    let recorded = folder.path().join("none");
    let collected = |whose: &Whose| {
        let mut store = Store::open(&state).unwrap();
        collect(&mut store, std::slice::from_ref(&file), &recorded, whose).unwrap();
        store.keep(whose);
        store.exercises().iter().map(|it| it.source.clone()).collect::<Vec<_>>()
    };
    assert_eq!(collected(&Whose::Person), ["Ada - Bo, 3.Qxf7+", "Ada - Bo, 4...Ke7"]);
    let lines = std::fs::read_to_string(state.join("exercises.ron")).unwrap();
    assert_eq!(lines.lines().count(), 4);
    assert_eq!(collected(&Whose::Named("ada".to_owned())), ["Ada - Bo, 3.Qxf7+"]);
    assert_eq!(collected(&Whose::Named("Cy".to_owned())), ["Cy - Di, 3.Qxf7+"]);
    // The mistakes of the user's opponents are none of the user's, but those of games among others are asked.
    let mine = |name: &str| collected(&Whose::Mine(name.to_owned()));
    assert_eq!(mine("ADA"), ["Ada - Bo, 3.Qxf7+", "Cy - Di, 4...Ke7"]);
    assert_eq!(mine("bo"), ["Ada - Bo, 4...Ke7", "Cy - Di, 3.Qxf7+"]);
    assert_eq!(mine("Player").len(), 2);
    assert_eq!(std::fs::read_to_string(state.join("exercises.ron")).unwrap(), lines);
    // A file of an earlier version does not name the player; the games do.
    let older: String = lines
        .lines()
        .take(2)
        .map(|line| {
            let (before, rest) = line.split_once("player:").unwrap();
            format!("{before}{}\n", rest.split_once(',').unwrap().1)
        })
        .collect();
    std::fs::write(state.join("exercises.ron"), older).unwrap();
    assert_eq!(collected(&Whose::Named("Bo".to_owned())), ["Ada - Bo, 4...Ke7"]);
    assert_eq!(collected(&Whose::Person).len(), 2);
}
