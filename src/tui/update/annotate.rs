//! Annotating the game on the screen: started and stopped by the user, results shown as they come, a summary at the end.

use crate::annotate::{AnalysisTask, Existing, MainLine, Progress, TaskResult};
use crate::annotate::{AnnotateError, Annotations, Scope, Summary, annotations};
use crate::base::number_of;
use crate::game::Openings;
use crate::rules::Color;
use crate::tui::model::annotating::{
    AnnotationEvent, AnnotationRequest, Overwritten, parse_limits,
};
use crate::tui::model::session::Unchanged;
use crate::tui::model::typing::Typing;
use crate::tui::model::{Effect, Model, TaskEffect};
use crate::tui::update::storage;
use std::sync::Arc;

/// Annotates with limits for each position, or stops. Without either it stops what is under way, or opens the line
/// with the limits of the last time.
pub fn command(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    let is_running = model.annotating.main_line.is_some();
    match text {
        "stop" if !is_running => Err("nothing is being annotated".to_owned()),
        "stop" => Ok(vec![TaskEffect::StopAnnotating.into()]),
        "" if is_running => Ok(vec![TaskEffect::StopAnnotating.into()]),
        "" => {
            may_begin(model)?;
            model.typing = Some(Typing::of_command("annotate", &model.annotating.last_limits));
            let enter = if model.plain { "" } else { "; Enter begins" };
            model.notify_info(format!("seconds a position, or depth 12, or nodes 100000{enter}"));
            Ok(Vec::new())
        }
        "evals" => {
            may_begin(model)?;
            let main_line = MainLine::of(&model.session.game, Existing::Keep);
            let annotations = Annotations::from_evaluations(&main_line, &Openings::builtin())
                .map_err(|ply| main_line.missing_words(&model.session.game, ply))?;
            let before = model.session.unchanged();
            drop(done(model, &main_line, &before, Ok(annotations)));
            Ok(Vec::new())
        }
        text => {
            let (amount, existing) = match text.strip_suffix("replace") {
                Some(amount) => (amount, Existing::Replace),
                None => (text, Existing::Keep),
            };
            let limits = parse_limits(amount)?;
            may_begin(model)?;
            let main_line = Arc::new(MainLine::to_search(&model.session.game, existing, limits));
            let annotating = &mut model.annotating;
            annotating.run += 1;
            text.clone_into(&mut annotating.last_limits);
            (annotating.main_line, annotating.progress) = (Some(Arc::clone(&main_line)), None);
            annotating.overwritten.clear();
            annotating.saved_to.clear();
            let (run, threads) = (annotating.run, model.prefs.engine.threads.max(1));
            if main_line.outdated() > 0 {
                let count = number_of(main_line.outdated(), "recorded score");
                model.notify_info(format!("{count} of weaker searches count as missing"));
            }
            let request = AnnotationRequest { run, main_line, limits, threads };
            Ok(vec![TaskEffect::Annotate(Box::new(request)).into()])
        }
    }
}

fn may_begin(model: &Model) -> Result<(), &'static str> {
    let session = &model.session;
    let plays = session.started && !session.is_analysed();
    if plays && session.game.end().is_none() {
        return Err("a game under way is not annotated; when it is over, or in analysis");
    }
    if session.game.tree().is_empty() {
        return Err("there is no move to annotate");
    }
    Ok(())
}

/// Takes in what a run reports.
pub fn event(model: &mut Model, run: u64, event: AnnotationEvent) -> Vec<Effect> {
    let Some(main_line) =
        model.annotating.main_line.clone().filter(|_| run == model.annotating.run)
    else {
        return Vec::new();
    };
    if !main_line.fits(&model.session.game) {
        // Another game is on the screen by now. What was found is kept for when this one is opened again.
        model.annotating.main_line = None;
        model.annotating.saved_to.clear();
        return vec![TaskEffect::StopAnnotating.into()];
    }
    match event {
        AnnotationEvent::Resumed(kept) => {
            model.notify_info(format!("an earlier run goes on: {kept} searches kept"))
        }
        AnnotationEvent::Found(task, result, progress) => {
            found(model, &main_line, task, &result, progress)
        }
        AnnotationEvent::Ended(ended) => {
            model.annotating.main_line = None;
            let before = before_run(model);
            let words = done(model, &main_line, &before, *ended);
            return storage::save_annotated(model, &words);
        }
    }
    Vec::new()
}

fn found(
    model: &mut Model,
    main_line: &MainLine,
    task: AnalysisTask,
    result: &TaskResult,
    progress: Progress,
) {
    if let Some(&node) = main_line.nodes.get(task.ply)
        && task.scope == Scope::All
        && task.ply > 0
    {
        let game = &mut model.session.game;
        let before = Overwritten::of(game, node);
        annotations::evaluate(game, main_line, task.ply, result);
        if Overwritten::of(game, node) != before {
            model.annotating.overwritten.push(before);
        }
    }
    model.annotating.progress = Some(progress);
}

/// The record without the evaluations that came in during the run.
fn before_run(model: &mut Model) -> Unchanged {
    let mut before = model.session.unchanged();
    for overwritten in model.annotating.overwritten.drain(..).rev() {
        overwritten.restore(&mut before.game);
    }
    before
}

/// Writes the annotations into the game and says how the run ended; the words for that.
fn done(
    model: &mut Model,
    main_line: &MainLine,
    before: &Unchanged,
    ended: Result<Annotations, AnnotateError>,
) -> String {
    let words = match ended {
        Ok(annotations) => {
            let account = annotations.write(&mut model.session.game, main_line);
            summary(&account, model)
        }
        Err(AnnotateError::Stopped) => {
            "annotating was stopped; the same command resumes it".to_owned()
        }
        Err(error) => {
            model.notify_error(format!("annotate: {error}"));
            "annotating has failed".to_owned()
        }
    };
    model.notify_info(words.clone());
    model.record_changed(before);
    words
}

/// The width that a message has on the smallest screen, in columns.
const WIDTH: usize = 78;

/// `White 97.0 %: 0 ?!, 1 ?, 0 ??; Black 93.3 %: …`, and what else there is to say as far as the width allows.
fn summary(account: &Summary, model: &Model) -> String {
    let side = |name: &str, side: Color| {
        let accuracy = account.accuracy.get(side);
        let percent = accuracy.map_or_else(|| "-".to_owned(), |it| format!("{it:.1} %"));
        let [doubtful, bad, worst] = account.errors.get(side);
        format!("{name} {percent}: {doubtful} ?!, {bad} ?, {worst} ??")
    };
    let mut words = format!("{}; {}", side("White", Color::White), side("Black", Color::Black));
    let replaced = (account.replaced > 0)
        .then(|| format!("{} replaced", number_of(account.replaced, "score")));
    // A game that was played here is recorded with it.
    let is_saved = !model.annotating.saved_to.is_empty();
    let kept = (model.session.was_opened() && !is_saved).then(|| ":save keeps it".to_owned());
    let listed = Some(format!("{} lists them", model.keymap.way_to("moments")));
    for more in [kept, listed, replaced].into_iter().flatten() {
        if words.chars().count() + more.chars().count() + 2 <= WIDTH {
            words.push_str(&format!("; {more}"));
        }
    }
    words
}
