//! Training: exercises from the user's own mistakes on the board, in place of the game, which waits.

use super::{play, search, storage};
use crate::game::{Game, NodeId, TreeMove};
use crate::rules::{Move, Position};
use crate::train::{Task, shown_part};
use crate::tui::model::messages::About;
use crate::tui::model::session::Session;
use crate::tui::model::training::{Stage, Tone, Training, TrainingAnswer, TrainingQuery, Waiting};
use crate::tui::model::{CommandResult, Effect, Model, TaskEffect};
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use std::path::PathBuf;

/// Begins training on the mistakes of the recorded games and of `file`, or ends it.
pub fn toggle(model: &mut Model, file: &str) -> CommandResult {
    if model.training.is_some() && file.is_empty() {
        return Ok(end(model));
    }
    if model.plain {
        return Err("without a screen there is no training here: `lucena train` in a shell asks the exercises line by line".to_owned());
    }
    let mut effects = end(model);
    effects.extend(search::cancel(model));
    let ran = model.session.is_in_play();
    if ran {
        model.session.pause(model.now);
    }
    effects.extend(storage::save_changes(model));
    model.training_runs += 1;
    let waiting = Waiting {
        session: std::mem::take(&mut model.session),
        ran,
        preset: std::mem::replace(&mut model.layout.preset, Preset::Training),
        orientation: model.layout.orientation,
    };
    model.show_session(Session::of(Game::default()));
    model.session.last_limit = waiting.session.last_limit;
    model.layout.zoom = false;
    model.layout.focus = Panel::Training;
    model.training = Some(Box::new(Training {
        number: model.training_runs,
        stage: Stage::Fetching,
        is_collected: false,
        task: None,
        words: vec![(Tone::Plain, "reading the recorded games …".to_owned())],
        progress: Default::default(),
        waiting,
    }));
    clear(model);
    let files = Some(file).filter(|file| !file.is_empty()).map(PathBuf::from);
    let name = model.prefs.play.name.clone();
    effects.extend(ask(model, TrainingQuery::Start { files: files.into_iter().collect(), name }));
    Ok(effects)
}

/// Ends training; the game that waited is shown again.
pub fn end(model: &mut Model) -> Vec<Effect> {
    let Some(training) = model.training.take() else { return Vec::new() };
    let mut effects = search::cancel(model);
    effects.push(TaskEffect::StopTraining.into());
    let Waiting { session, preset, orientation, .. } = training.waiting;
    model.show_session(session);
    if model.layout.preset == Preset::Training {
        model.layout.preset = preset;
    }
    model.layout.orientation = orientation;
    model.layout.focus = Panel::Moves;
    clear(model);
    model.messages.settle(About::Training);
    if model.session.is_paused() && model.session.is_under_way() {
        model.notify_info(model.pause_words());
    }
    effects.extend(search::start_turn(model));
    effects
}

/// Fails while the game waits for the end of training.
///
/// # Errors
/// There is training.
pub fn no_training(model: &Model) -> Result<(), String> {
    let key = model.keymap.way_to("train");
    match model.training.is_some() {
        true => Err(format!("the game waits while you train; {key} returns to it")),
        false => Ok(()),
    }
}

/// No cursor and no figures of another position.
fn clear(model: &mut Model) {
    model.board_state = Default::default();
    model.thinking.report = None;
    model.thinking.finished = None;
}

fn ask(model: &Model, query: TrainingQuery) -> Option<Effect> {
    let training = model.training.as_ref()?;
    Some(TaskEffect::Train(training.number, query).into())
}

/// A move on the board: in the exercise a try, elsewhere a variation of the line that is shown.
pub fn user_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    let is_start = model.session.shown() == NodeId::ROOT;
    let Some(training) = model.training.as_mut() else { return Vec::new() };
    match training.stage {
        Stage::Asking if is_start => {
            training.stage = Stage::Judging(mv);
            (model.board_state.picked, model.board_state.refused) = (None, None);
            ask(model, TrainingQuery::Judge(mv)).into_iter().collect()
        }
        Stage::Judging(_) => {
            model.notify_info("your move is being judged");
            Vec::new()
        }
        Stage::Hinting | Stage::Solving => {
            let work = training.stage.work().unwrap_or_default();
            model.notify_info(work);
            Vec::new()
        }
        Stage::Fetching => Vec::new(),
        Stage::Over if model.session.is_analysed() => {
            play::add_variation(model, mv);
            Vec::new()
        }
        Stage::Over => {
            let key = model.keymap.way_to("train");
            model.notify_info(format!("training is over; {key} returns to the game"));
            Vec::new()
        }
        Stage::Asking | Stage::Solved => {
            play::add_variation(model, mv);
            Vec::new()
        }
    }
}

/// Fails without an exercise.
pub fn has_exercise(model: &Model) -> Result<(), String> {
    let task = model.training.as_ref().and_then(|training| training.task.as_ref());
    task.map(drop).ok_or_else(|| "there is no exercise".to_owned())
}

/// Fails where the cursor or a selected piece wants the key.
pub fn may_go_on(model: &Model) -> Result<(), String> {
    match model.training.is_none()
        || model.board_state.cursor_shown
        || model.board_state.picked.is_some()
    {
        true => Err("there is no exercise".to_owned()),
        false => Ok(()),
    }
}

/// Fails while an exercise waits for its answer: the analysis would show it.
pub fn may_analyse(model: &Model) -> Result<(), String> {
    let key = model.keymap.way_to("train-solution");
    match model.training.as_ref().map(|training| training.stage) {
        Some(Stage::Fetching) => Err("there is no exercise on the board yet".to_owned()),
        Some(stage) if stage.is_open() => Err(format!(
            "the analysis would show the solution; {key} does so, the analysis comes after it"
        )),
        Some(_) | None => Ok(()),
    }
}

/// Goes on: to the next exercise after a solved one, back to the exercise after a wrong try.
pub fn go_on(model: &mut Model) -> Vec<Effect> {
    let Some(training) = model.training.as_ref() else { return Vec::new() };
    match training.stage {
        Stage::Solved => next(model),
        Stage::Over => end(model),
        Stage::Asking if model.session.shown() != NodeId::ROOT => {
            try_again(model);
            Vec::new()
        }
        Stage::Asking => {
            let key = model.keymap.way_to("train-solution");
            model.notify_info(format!(
                "type a move; {key} shows the solution, :train-skip leaves the exercise out"
            ));
            Vec::new()
        }
        Stage::Judging(_) | Stage::Hinting | Stage::Solving | Stage::Fetching => Vec::new(),
    }
}

/// The next exercise; the one on the board stays without an answer if it has none.
pub fn next(model: &mut Model) -> Vec<Effect> {
    if let Some(training) = model.training.as_mut() {
        training.stage = Stage::Fetching;
    }
    // An analysis of the solution does not go on beside the next exercise.
    model.leave_analysis();
    let mut effects = search::cancel(model);
    effects.extend(ask(model, TrainingQuery::Next));
    effects
}

/// Shows the position of the exercise again.
pub fn try_again(model: &mut Model) {
    play::first(model);
    model.messages.settle(About::Training);
    // What was refused is not refused here.
    model.messages.settle(About::Move);
}

/// Asks for a hint.
pub fn hint(model: &mut Model) -> Vec<Effect> {
    help(model, Stage::Hinting, TrainingQuery::Hint)
}

/// Asks for the solution; without an answer before it the exercise counts as wrong.
pub fn solution(model: &mut Model) -> Vec<Effect> {
    help(model, Stage::Solving, TrainingQuery::Solution)
}

/// Asks for help with the exercise; a second question before the answer is none, but the solution comes after a hint.
fn help(model: &mut Model, stage: Stage, query: TrainingQuery) -> Vec<Effect> {
    let Some(training) = model.training.as_mut() else { return Vec::new() };
    match (training.stage, stage) {
        (Stage::Asking, _) | (Stage::Hinting, Stage::Solving) => training.stage = stage,
        (now, _) => {
            if let Some(work) = now.work() {
                model.notify_info(work);
            }
            return Vec::new();
        }
    }
    ask(model, query).into_iter().collect()
}

/// An answer of the training thread to the session with this number.
pub fn answer(model: &mut Model, number: u64, answer: TrainingAnswer) -> Vec<Effect> {
    let Some(training) = model.training.as_ref().filter(|it| it.number == number) else {
        return Vec::new();
    };
    if let TrainingAnswer::Failed(words) = &answer
        && !training.is_collected
    {
        // The game goes on as if nothing had been asked.
        let (words, ran) = (words.clone(), training.waiting.ran);
        let mut effects = end(model);
        if ran {
            effects.extend(play::end_pause(model));
        }
        model.notify_error(words);
        return effects;
    }
    show_answer(model, answer);
    Vec::new()
}

fn show_answer(model: &mut Model, answer: TrainingAnswer) {
    let Some(training) = model.training.as_mut() else { return };
    match answer {
        TrainingAnswer::Collected(words) => {
            training.words = words.into_iter().map(|words| (Tone::Plain, words)).collect();
            training.is_collected = true;
        }
        TrainingAnswer::Analysing(words) => training.words = vec![(Tone::Plain, words)],
        TrainingAnswer::Task(task) => show_task(model, *task),
        TrainingAnswer::Hint(words) => {
            if training.stage == Stage::Hinting {
                training.stage = Stage::Asking;
            }
            training.say(Tone::Plain, format!("hint: {words}"));
        }
        TrainingAnswer::Progress(progress) => training.progress = progress,
        TrainingAnswer::Ended(words) => {
            training.stage = Stage::Over;
            training.task = None;
            training.say(Tone::Plain, words);
        }
        TrainingAnswer::Failed(words) => {
            if training.stage.work().is_some() {
                training.stage = Stage::Asking;
            } else if training.task.is_none() {
                training.stage = Stage::Over;
            }
            training.say(Tone::Wrong, words.clone());
            model.notify_error_about(About::Training, words);
        }
        TrainingAnswer::Judged(mv, verdict, returns) => {
            let Some(Task { position, .. }) = training.task.clone() else { return };
            let words = verdict.words(&position, mv);
            if verdict.right {
                training.say(Tone::Right, words);
                solved(model, &position, &verdict.best.line, returns);
                return;
            }
            training.stage = Stage::Asking;
            if verdict.is_undecided {
                training.say(Tone::Plain, words);
                return;
            }
            training.say(Tone::Wrong, words);
            let line = shown_part(&position, &verdict.answer.line);
            training.say_line("", &position, line);
            // The refutation is on the board, after the reply.
            let nodes = add_line(model, line);
            let refuted = nodes.get(1).or(nodes.first()).copied();
            play::view_node(model, refuted.unwrap_or(NodeId::ROOT));
            model.session.viewed = refuted;
            let key = model.keymap.way_to("train-next");
            model.notify_info_about(
                About::Training,
                format!("refuted on the board; {key} tries again"),
            );
        }
        TrainingAnswer::Solution(best, returns) => {
            let Some(Task { position, .. }) = training.task.clone() else { return };
            solved(model, &position, &best.line, returns);
        }
    }
}

fn show_task(model: &mut Model, task: Task) {
    let game = Game::new(task.position.clone());
    let last_limit = model.session.last_limit;
    model.show_session(Session::of(game));
    model.session.last_limit = last_limit;
    model.layout.orientation = task.position.turn();
    clear(model);
    model.messages.settle(About::Training);
    if let Some(training) = model.training.as_mut() {
        training.stage = Stage::Asking;
        training.words.clear();
        training.task = Some(task);
    }
}

/// The exercise is done: the best line on the board, and what was said of the move that was played.
fn solved(model: &mut Model, position: &Position, line: &[Move], returns: Option<String>) {
    let line = shown_part(position, line);
    // The line to step through, before those of wrong moves.
    if let Some(&last) = add_line(model, line).last() {
        model.session.game.tree_mut().promote_to_mainline(last);
        model.session.game.goto(last, model.now);
    }
    play::first(model);
    model.session.viewed = Some(NodeId::ROOT);
    let key = model.keymap.way_to("train-next");
    let Some(training) = model.training.as_mut() else { return };
    training.stage = Stage::Solved;
    training.say_line("best: ", position, line);
    let reason = training.task.as_ref().map(|task| task.exercise.reason.clone());
    if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
        training.say(Tone::Plain, format!("of the move played: {reason}"));
    }
    if let Some(returns) = returns {
        training.say(Tone::Plain, returns);
    }
    training.say(Tone::Plain, format!("{key}: the next exercise"));
}

/// Adds a line from the position of the exercise; its nodes.
fn add_line(model: &mut Model, line: &[Move]) -> Vec<NodeId> {
    let tree = model.session.game.tree_mut();
    let (mut node, mut nodes) = (NodeId::ROOT, Vec::new());
    for &mv in line {
        let mv = TreeMove::Move(mv);
        let next = tree.child(node, mv).or_else(|| tree.append(node, mv));
        let Some(next) = next else { break };
        node = next;
        nodes.push(node);
    }
    nodes
}
