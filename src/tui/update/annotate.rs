//! Annotating the game on the screen: started and stopped by the user, results shown as they come, a summary at the end.

use super::play;
use crate::annotate::{AnalysisTask, Existing, MainLine, Progress, TaskResult};
use crate::annotate::{AnnotateError, Annotations, Scope, Summary, classification};
use crate::game::{Openings, pgn};
use crate::tui::model::annotating::{AnnotationEvent, AnnotationRequest, parse_effort};
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{Effect, Model, TaskEffect};
use std::sync::Arc;

/// Annotates with an effort for each position, or stops. Without either it stops what is under way, or opens the line
/// with the effort of the last time.
pub fn command(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    let is_running = model.annotating.course.is_some();
    match text {
        "stop" if !is_running => Err("nothing is being annotated".to_owned()),
        "stop" => Ok(vec![TaskEffect::StopAnnotating.into()]),
        "" if is_running => Ok(vec![TaskEffect::StopAnnotating.into()]),
        "" => {
            may_begin(model)?;
            let line = format!("annotate {}", model.annotating.last_effort);
            model.typing = Some(Typing::new(Kind::Command, &line));
            model.notify_info("seconds a position, or depth 12, or nodes 100000; Enter begins");
            Ok(Vec::new())
        }
        "evals" => {
            may_begin(model)?;
            let course = MainLine::of(&model.session.game, Existing::Keep);
            let place = |ply| pgn::place(&model.session.game, course.nodes[ply]);
            let annotations = Annotations::from_evaluations(&course, &Openings::builtin())
                .map_err(|ply| format!("there is no evaluation {}", place(ply)))?;
            done(model, &course, Ok(annotations));
            Ok(Vec::new())
        }
        text => {
            let (amount, existing) = match text.strip_suffix("replace") {
                Some(amount) => (amount, Existing::Replace),
                None => (text, Existing::Keep),
            };
            let effort = parse_effort(amount)?;
            may_begin(model)?;
            let course = Arc::new(MainLine::of(&model.session.game, existing));
            let annotating = &mut model.annotating;
            annotating.run += 1;
            text.clone_into(&mut annotating.last_effort);
            (annotating.course, annotating.progress) = (Some(Arc::clone(&course)), None);
            let (run, threads) = (annotating.run, model.prefs.engine.threads.max(1));
            let request = AnnotationRequest { run, course, effort, threads };
            Ok(vec![TaskEffect::Annotate(Box::new(request)).into()])
        }
    }
}

fn may_begin(model: &Model) -> Result<(), &'static str> {
    let session = &model.session;
    let plays = session.started && !session.analysis;
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
    let Some(course) = model.annotating.course.clone().filter(|_| run == model.annotating.run)
    else {
        return Vec::new();
    };
    if !course.fits(&model.session.game) {
        // Another game is on the screen by now. What was found is kept for when this one is opened again.
        model.annotating.course = None;
        return vec![TaskEffect::StopAnnotating.into()];
    }
    match event {
        AnnotationEvent::TakenUp(kept) => {
            model.notify_info(format!("an earlier run goes on: {kept} searches kept"))
        }
        AnnotationEvent::Found(look, finding, progress) => {
            found(model, &course, look, &finding, progress)
        }
        AnnotationEvent::Ended(ended) => {
            model.annotating.course = None;
            done(model, &course, *ended);
        }
    }
    Vec::new()
}

fn found(
    model: &mut Model,
    course: &MainLine,
    look: AnalysisTask,
    finding: &TaskResult,
    progress: Option<Progress>,
) {
    if look.scope == Scope::All && look.ply > 0 {
        classification::evaluate(&mut model.session.game, course, look.ply, finding);
    }
    model.annotating.progress = progress.or(model.annotating.progress);
}

fn done(model: &mut Model, course: &MainLine, ended: Result<Annotations, AnnotateError>) {
    match ended {
        Ok(annotations) => {
            annotations.write(&mut model.session.game, course);
            model.notify_info(summary(&annotations.summary));
            play::changed(model);
        }
        Err(AnnotateError::Stopped) => {
            model.notify_info("annotating was stopped; the same command resumes it");
        }
        Err(error) => model.notify_error(format!("annotate: {error}")),
    }
}

fn summary(account: &Summary) -> String {
    let percent = |side: Option<f64>| side.map_or_else(|| "-".to_owned(), |s| format!("{s:.1} %"));
    let (white, black) = (account.accuracy.white, account.accuracy.black);
    let [doubtful, bad, worst] =
        [0, 1, 2].map(|kind| account.errors.white[kind] + account.errors.black[kind]);
    format!(
        "accuracy {} and {}: {doubtful} ?!, {bad} ?, {worst} ??; ' lists them, :save FILE keeps it",
        percent(white),
        percent(black)
    )
}
