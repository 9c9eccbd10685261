//! Whole runs over small files: annotations written and kept, and resuming.

use super::file::{game_line, progress_line};
use super::{Event, Options, RunSummary, annotate_file, is_stopped};
use crate::annotate::accuracy::of_line;
use crate::annotate::chances::win_percent;
use crate::annotate::{AnnotateError, JudgedMove, Progress, is_marked, judged_moves};
use crate::base::Millis;
use crate::batch::limit_arguments::LimitArguments;
use crate::engine::{Clock, ManualClock};
use crate::game::pgn::{ReadGame, read_bytes};
use crate::game::{Evaluation, Game, NodeId};
use crate::train::{Whose, exercises_of};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A temporary folder of one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn options(&self, games: &str) -> Options {
        let [input, output] = ["in.pgn", "out.pgn"].map(|name| self.0.path().join(name));
        fs::write(&input, games).unwrap();
        let limits = LimitArguments { depth: Some(6), ..Default::default() };
        let (from_evals, replace, overwrite) = (false, false, true);
        let (input, recorded) = (Some(input), false);
        Options {
            input,
            recorded,
            output,
            limits,
            threads: 1,
            hash: 1,
            from_evals,
            replace,
            overwrite,
        }
    }
}

/// Runs, and stops after `limit` searched positions.
fn stopped_after(options: &Options, limit: usize) -> (anyhow::Result<RunSummary>, Vec<Event>) {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let (stop, mut events) = (AtomicBool::new(false), Vec::new());
    let mut searched = 0;
    let summary = annotate_file(options, &clock, &stop, &mut |event| {
        searched += usize::from(matches!(event, Event::Progress(_)));
        if searched >= limit {
            stop.store(true, Ordering::SeqCst);
        }
        events.push(event);
    });
    (summary, events)
}

fn annotated(options: &Options) -> Vec<ReadGame> {
    stopped_after(options, usize::MAX).0.unwrap();
    let games = read_bytes(&fs::read(&options.output).unwrap()).unwrap();
    assert!(games.iter().all(|game| game.notes.is_empty()), "{:?}", games[0].notes);
    games
}

/// The only game of a text, annotated, with the moves of its main line.
fn one(text: &str) -> (Game, Vec<NodeId>) {
    let game = annotated(&Folder::new().options(text)).remove(0).game;
    let line = game.tree().mainline();
    (game, line)
}

const QUEEN: &str = "[White \"A\"]\n[Annotator \"Me\"]\n\n1. e4 e5 2. Qh5 Nf6 {[%clk 0:09:00] look} 3. Qg6 \
                     (3. d3 $14 {a line} d6) hxg6 $19 {[%unknown x]} 4. d3 *\n";
/// A blunder whose words name what the reply attacks.
const FORKED: &str =
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";
const ONLY_FORK: &str =
    "[FEN \"2q3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ne7+ Kf8 *\n";
const BARE_MATE: &str =
    "[FEN \"6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Rd1 Kf8 *\n";

#[test]
fn a_blunder_is_marked_explained_and_corrected() {
    let (game, line) = one(QUEEN);
    let blunder = game.tree().node(line[5]);
    assert_eq!(blunder.nags, [4]);
    assert_eq!(blunder.comment, "Blunder: loses the queen: the queen on g6 can be captured.");
    assert!(blunder.annotation.evaluation.is_some_and(|value| value.score.value() < -500));
    let siblings = game.tree().node(line[4]).children();
    let better = game.tree().node(siblings[siblings.len() - 1]);
    assert!(siblings.len() == 3 && better.annotation.evaluation.is_some(), "{}", siblings.len());
    let accuracy = |tag: &str| game.tags.get(tag).unwrap().parse::<f64>().unwrap();
    assert!(accuracy("WhiteAccuracy") < accuracy("BlackAccuracy"));
    for &node in &line[1..] {
        let value = game.tree().node(node).annotation.evaluation;
        assert!(value.is_some_and(|value| value.depth == Some(6)), "{value:?}");
    }
}

#[test]
fn existing_annotations_are_kept() {
    let (game, line) = one(QUEEN);
    let node = |index: usize| game.tree().node(line[index]);
    assert_eq!(
        line.iter().skip(1).map(|&id| game.tree().san(id)).collect::<Vec<_>>(),
        ["e4", "e5", "Qh5", "Nf6", "Qg6", "hxg6", "d3"]
    );
    assert!(node(4).comment.starts_with("look"), "{}", node(4).comment);
    assert_eq!(node(4).annotation.clock, Some(Millis(540_000)));
    assert_eq!((node(6).nags[0], node(6).annotation.commands[0].as_str()), (19, "unknown x"));
    assert_eq!((game.tags.get("Annotator"), game.players.white.name.as_str()), (Some("Me"), "A"));
    let aside = game.tree().node(node(4).children()[1]);
    assert_eq!((aside.nags.as_slice(), aside.comment.as_str()), (&[14][..], "a line"));
    assert_eq!(aside.children().len(), 1);
}

#[test]
fn a_missed_mate_and_an_only_move_are_seen() {
    let (game, line) = one(BARE_MATE);
    let missed = game.tree().node(line[1]);
    assert_eq!(
        (missed.nags[0], missed.comment.as_str()),
        (4, "Blunder: misses 1.Rb8# on the back rank.")
    );
    let (game, line) = one(ONLY_FORK);
    let found = game.tree().node(line[1]);
    assert_eq!((found.nags[0], found.comment.as_str()), (1, "The only good move."));
    // Giving mate gets no NAG.
    let (game, line) = one(&BARE_MATE.replace("Rd1 Kf8", "Rb8#"));
    let given = game.tree().node(line[1]);
    assert_eq!((given.nags.len(), given.comment.as_str()), (0, ""));
    assert_eq!(given.annotation.evaluation, None, "a mate on the board needs no value");
}

#[test]
fn a_named_opening_gets_no_dubious_nag() {
    let (game, line) = one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *");
    for &node in &line {
        assert!(!game.tree().node(node).nags.contains(&6), "{}", game.tree().san(node));
    }
}

#[test]
fn existing_glyphs_and_evaluations_stay_unless_they_are_to_be_replaced() {
    let folder = Folder::new();
    let games = BARE_MATE.replace("Rd1 Kf8", "Rd1 $5 {[%eval 0.25] mine} Kf8 {[%eval 0.00,3]}");
    let options = folder.options(&games);
    let of = |options: &Options| {
        let game = annotated(options).remove(0).game;
        let node = game.tree().node(game.tree().mainline()[1]).clone();
        (node.nags, node.comment, node.annotation.evaluation.and_then(|value| value.depth))
    };
    assert_eq!(of(&options), (vec![5], "mine".to_owned(), None));
    let replaced = of(&Options { replace: true, ..options });
    assert_eq!(
        replaced,
        (vec![4], "mine Blunder: misses 1.Rb8# on the back rank.".to_owned(), Some(6))
    );
}

/// The game of a person against the dial: the scores are those of its weak searches.
const AGAINST_DIAL: &str = "[WhiteAccuracy \"97.0\"]\n[Annotator \"Lucena\"]\n\n\
    1. e4 {[%eval 0.25,9]} e5 {[%eval 0.77,4] [%lcs depth=4, seldepth=9, nodes=900000, nps=1000000, score=-77] \
    [%lcd at=human 1500]} 2. Nf3 Nc6 {[%eval 1.66,4] [%lcs depth=4, seldepth=9, nodes=60000, nps=1000000, score=-166] \
    [%lcd at=human 1500]} 3. Bb5 a6 {[%eval 0.30]} *\n";

#[test]
fn scores_of_weak_searches_are_replaced_and_the_figures_of_these_stay() {
    let folder = Folder::new();
    let options = folder.options(AGAINST_DIAL);
    let (_, events) = stopped_after(&options, usize::MAX);
    let summary = events.iter().find_map(|event| match event {
        Event::Game(number, names, summary) => Some(game_line(*number, names, summary)),
        _ => None,
    });
    let summary = summary.unwrap();
    assert!(summary.ends_with("; 2 recorded scores replaced"), "{summary}");
    let text = fs::read_to_string(&options.output).unwrap();
    let game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
    let line = game.tree().mainline();
    let depths: Vec<Option<u16>> = line[1..]
        .iter()
        .map(|&id| game.tree().node(id).annotation.evaluation.and_then(|value| value.depth))
        .collect();
    assert_eq!(depths, [Some(9), Some(6), Some(6), Some(6), Some(6), None], "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let own =
        "[%lcs depth=4, seldepth=9, nodes=60000, nps=1000000, score=-166] [%lcd at=human 1500]";
    assert!(words.contains(own), "{text}");
    // The accuracy is that of the new scores, and the same run changes nothing.
    let tags = of_line(&game, &line);
    let mut untagged = game.clone();
    untagged.tags.remove("WhiteAccuracy");
    untagged.tags.remove("BlackAccuracy");
    let found = of_line(&untagged, &line).white.zip(tags.white);
    assert!(found.is_some_and(|(found, tag)| (found - tag).abs() < 0.051), "{found:?}");
    let again = folder.options(&text);
    annotated(&again);
    assert_eq!(fs::read_to_string(&again.output).unwrap(), text);
}

/// A first search may find what a weak one has found.
#[test]
fn an_evaluation_that_equals_the_weak_one_is_that_of_the_annotation() {
    let folder = Folder::new();
    let (game, line) = one("1. e4 e5 2. Nf3 *");
    let Evaluation { score, depth } = game.tree().node(line[2]).annotation.evaluation.unwrap();
    let (depth, value) = (depth.unwrap(), score.value());
    let info = format!(
        "[%lcs depth={depth}, seldepth=9, nodes=900, nps=100000, score={}] [%lcd at=human 1500]",
        -value
    );
    let options = folder.options(&format!("1. e4 e5 {{[%eval {score},{depth}] {info}}} 2. Nf3 *"));
    let game = annotated(&options).remove(0).game;
    let node = game.tree().node(line[2]);
    assert_eq!(node.annotation.evaluation, Some(Evaluation { score, depth: Some(depth) }));
    assert!(node.annotation.engine_info.as_ref().is_some_and(|info| info.dial.is_some()));
    assert!(!node.has_weakened_evaluation() && node.own_search().is_none());
    assert!(of_line(&game, &line).black.is_some());
    let text = fs::read_to_string(&options.output).unwrap();
    let again = folder.options(&text);
    let (_, events) = stopped_after(&again, usize::MAX);
    let replaced = events.iter().find_map(|event| match event {
        Event::Game(_, _, summary) => Some(summary.replaced),
        _ => None,
    });
    assert_eq!(replaced, Some(0));
    assert_eq!(fs::read_to_string(&again.output).unwrap(), text);
}

#[test]
fn a_depth_far_below_those_of_the_run_counts_as_missing() {
    let folder = Folder::new();
    let text = "1. e4 e5 {[%eval 0.30,1]} 2. Nf3 Nc6 {[%eval 0.30,60]} 3. Bb5 a6 {[%eval 0.30]} 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *";
    let limits = LimitArguments { nodes: Some(5_000), ..Default::default() };
    let options = Options { limits, ..folder.options(text) };
    let (_, events) = stopped_after(&options, usize::MAX);
    let replaced = events.iter().find_map(|event| match event {
        Event::Game(_, _, summary) => Some(summary.replaced),
        _ => None,
    });
    assert_eq!(replaced, Some(1));
    let game = read_bytes(&fs::read(&options.output).unwrap()).unwrap().remove(0).game;
    let line = game.tree().mainline();
    let depth = |ply: usize| game.tree().node(line[ply]).annotation.evaluation.unwrap().depth;
    assert!(depth(2) > Some(1), "{:?}", depth(2));
    assert_eq!((depth(4), depth(6)), (Some(60), None));
}

#[test]
fn comments_of_the_user_stay_and_a_second_run_changes_nothing() {
    let folder = Folder::new();
    let own = [
        "Mistake: my own note",
        "Mistake: my own note. Blunder: Petrosian's favourite.",
        "Blunder. Rb8# was best.",
        "The only good move? Inaccuracy: none.",
    ];
    for (game, mv) in [(BARE_MATE, "Rd1"), (ONLY_FORK, "Ne7+")] {
        for own in own {
            let mut text = game.replace(mv, &format!("{mv} {{{own}}}"));
            let mut before = None;
            for _ in 0..3 {
                let options = folder.options(&text);
                annotated(&options);
                text = fs::read_to_string(&options.output).unwrap();
                let read = read_bytes(text.as_bytes()).unwrap().remove(0).game;
                let comment = &read.tree().node(read.tree().mainline()[1]).comment;
                assert!(comment.starts_with(own), "{comment}");
                assert_eq!(before.get_or_insert_with(|| text.clone()), &text);
            }
        }
    }
}

#[test]
fn a_second_run_finds_the_reply_to_an_error_again() {
    let folder = Folder::new();
    let limits = LimitArguments { depth: Some(7), ..Default::default() };
    let run = |text: &str| {
        let options = Options { limits: limits.clone(), ..folder.options(text) };
        annotated(&options);
        fs::read_to_string(&options.output).unwrap()
    };
    let once = run(FORKED);
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("after 5...Qxg2 the rook on h1 and the pawn on e4 are attacked"));
    assert_eq!(run(&once), once);
}

#[test]
fn the_marks_of_a_game_are_its_mistakes_with_the_loss_of_their_class() {
    let folder = Folder::new();
    let limits = LimitArguments { depth: Some(8), ..Default::default() };
    let options = Options { limits, ..folder.options(FORKED) };
    let game = annotated(&options).remove(0).game;
    let judged = judged_moves(&game, &game.tree().mainline());
    let percents = |it: &JudgedMove| {
        let (before, after) = it.values.unwrap();
        (win_percent(before) - win_percent(after)).abs()
    };
    // Only a first search sees such a loss: the searches that clear the move say what it loses.
    let is_cleared = |it: &&JudgedMove| !it.is_mistake && percents(it) > 12.0;
    let cleared: Vec<&JudgedMove> = judged.iter().filter(is_cleared).collect();
    assert!(!cleared.is_empty());
    for it in cleared {
        let found = game.tree().node(it.node).annotation.loss;
        assert!(found < Some(9.5) && it.loss == found && found.is_some(), "{it:?}");
    }
    let mut mistakes = 0;
    for it in &judged {
        let node = game.tree().node(it.node);
        assert_eq!(it.is_mistake, is_marked(node));
        mistakes += usize::from(it.is_mistake);
        let least = match node.nags.first() {
            Some(4) => 15.0..100.0,
            Some(2) => 10.0..15.0,
            Some(6) => 5.0..10.0,
            _ => continue,
        };
        assert!(least.contains(&node.annotation.loss.unwrap()), "{:?}", node.annotation);
        assert_eq!(it.loss, node.annotation.loss);
    }
    let exercises = exercises_of(&game, "", &Whose::Person).exercises;
    assert!(mistakes > 0 && exercises.len() == mistakes, "{exercises:?}");
    // Without the annotation the evaluations decide.
    let mut plain = game.clone();
    for name in ["Annotator", "WhiteAccuracy", "BlackAccuracy"] {
        plain.tags.remove(name);
    }
    for it in &judged {
        plain.tree_mut().node_mut(it.node).annotation.loss = None;
    }
    assert!(exercises_of(&plain, "", &Whose::Person).exercises.len() > mistakes);
}

#[test]
fn judgements_of_others_are_replaced_on_request() {
    let folder = Folder::new();
    let lichess = "Rd1 $9 $16 {(2.15 → 0.12) Inaccuracy. Rb8# was best. Mine.} Kf8";
    let options = folder.options(&BARE_MATE.replace("Rd1 Kf8", lichess));
    let of = |options: &Options| {
        let game = annotated(options).remove(0).game;
        let node = game.tree().node(game.tree().mainline()[1]).clone();
        (node.nags, node.comment)
    };
    // The worst move is judged already.
    let kept = "(2.15 → 0.12) Inaccuracy. Rb8# was best. Mine.";
    assert_eq!(of(&options), (vec![9, 16], kept.to_owned()));
    let replaced = of(&Options { replace: true, ..options });
    assert_eq!(
        replaced,
        (vec![4, 16], "Mine. Blunder: misses 1.Rb8# on the back rank.".to_owned())
    );
}

#[test]
fn games_that_are_copied_have_the_encoding_and_line_ends_of_the_others() {
    let folder = Folder::new();
    let options = folder.options("");
    let bytes =
        b"[White \"Gr\xfcnfeld\"]\r\n\r\n1. e4\rKe2 *\r\n\r\n[White \"J\xe4ger\"]\n\n1. e4 *\n";
    fs::write(options.input(), bytes).unwrap();
    assert_eq!(stopped_after(&options, usize::MAX).0.unwrap().broken, 1);
    let text = fs::read_to_string(&options.output).unwrap();
    assert!(text.contains("Grünfeld\"]\n\n1. e4\nKe2 *\n\n"), "{text:?}");
    assert!(text.contains("Jäger") && !text.contains('\r'), "{text:?}");
}

#[test]
fn games_are_classified_by_their_evaluations_without_a_search() {
    let folder = Folder::new();
    let with = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. g4 {[%eval -3.1]} *";
    let without = "[Event \"bare\"]\n\n1. e4 {[%eval 0.3]} e5 *";
    let options = Options {
        from_evals: true,
        limits: LimitArguments::default(),
        ..folder.options(&format!("{with}\n\n{without}\n"))
    };
    let (summary, events) = stopped_after(&options, 0);
    let expected = RunSummary { annotated: 1, unevaluated: 1, broken: 0 };
    assert_eq!(summary.unwrap(), expected);
    let notes: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Note(note) => Some(note.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(notes, ["game 2, line 3: there is no evaluation after 1... e5"]);
    let output = fs::read_to_string(&options.output).unwrap();
    assert!(output.contains("2. g4 $4 {[%eval -3.1] Blunder.}"), "{output}");
    assert!(output.contains("[WhiteAccuracy") && output.contains(without), "{output}");
    assert!(!options.output.with_extension("pgn.progress").exists());
}

#[test]
fn an_interrupted_run_resumes_and_gives_the_same_output() {
    let (whole, interrupted) = (Folder::new(), Folder::new());
    let games = format!("{QUEEN}\n{BARE_MATE}");
    let job = whole.options(&games);
    stopped_after(&job, usize::MAX).0.unwrap();
    let expected = fs::read_to_string(&job.output).unwrap();

    let job = interrupted.options(&games);
    let checkpoint = job.output.with_extension("pgn.progress");
    for (limit, at_least) in [(3, 0), (4, 3)] {
        let (ended, events) = stopped_after(&job, limit);
        assert!(ended.as_ref().is_err_and(is_stopped), "{ended:?}");
        let resumed = match events[0] {
            Event::Resumed(count) => count,
            _ => 0,
        };
        assert!(resumed >= at_least && !job.output.exists(), "{resumed}");
        // A truncated line, as a crash leaves it.
        let text = fs::read_to_string(&checkpoint).unwrap();
        fs::write(&checkpoint, format!("{text}(game:0,look:(ply")).unwrap();
    }
    let nodes = LimitArguments { nodes: Some(9), ..Default::default() };
    for other in [
        Options { limits: nodes, ..job.clone() },
        Options { replace: true, ..job.clone() },
        Options { hash: 8, ..job.clone() },
    ] {
        let refused = stopped_after(&other, 9).0.unwrap_err();
        assert!(matches!(refused.downcast_ref(), Some(AnnotateError::OtherRun(_))));
    }
    {
        let other_process = fs::File::options().append(true).open(&checkpoint).unwrap();
        other_process.try_lock().unwrap();
        let refused = stopped_after(&job, 9).0.unwrap_err().to_string();
        assert!(refused.ends_with("out.pgn.progress: another process writes to it"), "{refused}");
    }
    // A file of somebody else that has the name of the checkpoint stays as it is.
    let own = fs::read(&checkpoint).unwrap();
    for notes in ["\nmy notes\n", "my notes", "\n"] {
        fs::write(&checkpoint, notes).unwrap();
        let refused = stopped_after(&job, 9).0.unwrap_err();
        assert!(matches!(refused.downcast_ref(), Some(AnnotateError::OtherRun(_))), "{notes:?}");
        assert_eq!(fs::read_to_string(&checkpoint).unwrap(), notes);
    }
    fs::write(&checkpoint, own).unwrap();
    let job = Options { threads: 2, ..job };
    let (ended, events) = stopped_after(&job, usize::MAX);
    assert_eq!(ended.unwrap(), RunSummary { annotated: 2, ..RunSummary::default() });
    assert!(matches!(events[0], Event::Resumed(7..)), "{:?}", events[0]);
    assert_eq!(fs::read_to_string(&job.output).unwrap(), expected);
    assert!(!checkpoint.exists());
}

/// A run may be killed for hours; an output that has no name yet is seen among the open files.
#[cfg(target_os = "linux")]
#[test]
fn the_output_is_begun_after_the_last_search() {
    let folder = Folder::new();
    let job = folder.options(&format!("{BARE_MATE}\n{BARE_MATE}"));
    let place = fs::canonicalize(folder.0.path()).unwrap();
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
    let mut games = 0;
    annotate_file(&job, &clock, &AtomicBool::new(false), &mut |event| {
        games += usize::from(matches!(event, Event::Game(..)));
        for open in fs::read_dir("/proc/self/fd").unwrap().flatten() {
            let Ok(path) = fs::read_link(open.path()) else { continue };
            let is_known = ["in.pgn", "out.pgn.progress"].iter().any(|name| path.ends_with(name));
            assert!(is_known || !path.starts_with(&place), "{}", path.display());
        }
    })
    .unwrap();
    assert_eq!(games, 2);
    assert_eq!(read_bytes(&fs::read(&job.output).unwrap()).unwrap().len(), 2);
}

#[test]
fn a_time_limit_applies_to_each_position() {
    let folder = Folder::new();
    let options = folder.options(&BARE_MATE.replace("Rd1", "h3"));
    let games = annotated(&Options {
        limits: LimitArguments { time: Some(150), ..Default::default() },
        ..options
    });
    let tree = games[0].game.tree();
    // The clock advances with each reading; with one limit for all positions the later ones would end at low depth.
    for &node in &tree.mainline()[1..] {
        let depth = tree.node(node).annotation.evaluation.and_then(|value| value.depth);
        assert!(depth > Some(5), "{depth:?}");
    }
}

#[test]
fn progress_ends_with_the_last_position() {
    let folder = Folder::new();
    let (_, events) = stopped_after(&folder.options(BARE_MATE), usize::MAX);
    let mut seen: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Progress(progress) => Some((progress.positions, progress.remaining.0 > 0)),
            _ => None,
        })
        .collect();
    // Moves are searched again after the last position: time is left until the last of them.
    seen.dedup();
    assert_eq!(seen, [((1, 3), true), ((2, 3), true), ((3, 3), true), ((3, 3), false)]);
}

#[test]
fn broken_games_are_reported_and_copied() {
    let folder = Folder::new();
    let bad = "[Event \"Bad\"]\n\n1. e4 e5 2. Ke3 {what?} *";
    let job = folder.options(&format!("{BARE_MATE}\n{bad}\n\n\n{BARE_MATE}"));
    let (summary, events) = stopped_after(&job, usize::MAX);
    assert_eq!(summary.unwrap(), RunSummary { annotated: 2, broken: 1, ..RunSummary::default() });
    let notes: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Note(note) => Some(note.to_string()),
            _ => None,
        })
        .collect();
    assert!(notes.len() == 1 && notes[0].starts_with("game 2, line 8: Ke3"), "{notes:?}");
    let output = fs::read_to_string(&job.output).unwrap();
    assert!(output.contains(bad), "{output}");
    assert_eq!(read_bytes(output.as_bytes()).unwrap().len(), 3);
}

#[test]
fn empty_games_are_accepted_and_empty_files_are_not() {
    let folder = Folder::new();
    let (summary, _) = stopped_after(&folder.options(""), usize::MAX);
    assert!(summary.unwrap_err().to_string().ends_with("in.pgn: no games"));
    let games = annotated(
        &folder.options("[Event \"E\"]\n\n{nothing} *\n\n[Event \"F\"]\n\n1. e4 -- 2. d4 *\n"),
    );
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].game.tree().mainline().len(), 4);
    assert_eq!(LimitArguments::default().limits().time, Some(Millis(1000)));
}

#[test]
fn the_progress_line() {
    let (positions, further, remaining) = ((40, 100), (0, 0), Millis(3_672_900));
    let progress = Progress { game: (2, 5), positions, further, remaining };
    let expected = "game 2 of 5  [########------------]  40 %  1:01:12 left";
    assert_eq!(progress_line(&progress), expected);
}
