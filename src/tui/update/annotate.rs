//! Annotating the game on the screen: begun and ended by the user, findings shown as they come, the words at the end.

use super::{Effect, review};
use crate::annotate::{AnalysisTask, MainLine, TaskResult};
use crate::annotate::{AnnotateError, Annotations, Scope, SearchLimits, Summary, classification};
use crate::tui::annotating::{AnnotationEvent, AnnotationRequest};
use crate::tui::model::{Model, Toggle};
use crate::tui::typing::{Kind, Typing};
use std::sync::Arc;

/// The key: ends what is under way, or opens the line with what was asked for last.
pub fn key(model: &mut Model) -> Vec<Effect> {
    if model.annotating.course.is_some() {
        return stop(model);
    }
    if let Err(refusal) = may_begin(model) {
        model.notify_error(refusal);
        return Vec::new();
    }
    let line = format!("annotate {}", model.annotating.last_effort);
    model.typing = Some(Typing::new(Kind::Command, &line));
    model.notify_info("seconds a position, or depth 12, or nodes 100000; Enter begins");
    Vec::new()
}

fn may_begin(model: &Model) -> Result<(), &'static str> {
    let session = &model.session;
    let plays = session.started == Toggle::On && session.analysis == Toggle::Off;
    if plays && session.game.end().is_none() {
        return Err("a game under way is not annotated; when it is over, or in analysis");
    }
    if session.game.tree().is_empty() {
        return Err("there is no move to annotate");
    }
    Ok(())
}

/// The command: begins with an effort and its text, ends without one.
pub fn command(
    model: &mut Model,
    wanted: Option<(SearchLimits, String)>,
) -> Result<Vec<Effect>, &'static str> {
    match wanted {
        Some((effort, text)) => begin(model, effort, text),
        None => Ok(stop(model)),
    }
}

/// Begins a run over the main line.
fn begin(
    model: &mut Model,
    effort: SearchLimits,
    text: String,
) -> Result<Vec<Effect>, &'static str> {
    may_begin(model)?;
    let course = Arc::new(MainLine::of(&model.session.game));
    let annotating = &mut model.annotating;
    annotating.run += 1;
    annotating.last_effort = text;
    (annotating.course, annotating.progress) = (Some(Arc::clone(&course)), None);
    let (run, threads) = (annotating.run, model.prefs.engine.threads.max(1));
    Ok(vec![Effect::Annotate(Box::new(AnnotationRequest { run, course, effort, threads }))])
}

/// Ends the run under way.
fn stop(model: &mut Model) -> Vec<Effect> {
    if model.annotating.course.is_none() {
        model.notify_error("nothing is being annotated");
        return Vec::new();
    }
    vec![Effect::StopAnnotating]
}

/// Takes in news of a run.
pub fn news(model: &mut Model, run: u64, news: AnnotationEvent) -> Vec<Effect> {
    let Some(course) = model.annotating.course.clone().filter(|_| run == model.annotating.run)
    else {
        return Vec::new();
    };
    if !course.fits(&model.session.game) {
        // Another game is on the screen by now. What was found is kept for when this one is opened again.
        model.annotating.course = None;
        return vec![Effect::StopAnnotating];
    }
    match news {
        AnnotationEvent::TakenUp(kept) => {
            model.notify_info(format!("an earlier run goes on: {kept} searches kept"))
        }
        AnnotationEvent::Found(look, finding, progress) => {
            found(model, &course, look, &finding, progress)
        }
        AnnotationEvent::Ended(ended) => {
            model.annotating.course = None;
            return done(model, &course, *ended);
        }
    }
    Vec::new()
}

fn found(
    model: &mut Model,
    course: &MainLine,
    look: AnalysisTask,
    finding: &TaskResult,
    progress: Option<crate::annotate::Progress>,
) {
    if look.scope == Scope::All && look.ply > 0 {
        classification::evaluate(&mut model.session.game, course, look.ply, finding);
    }
    model.annotating.progress = progress.or(model.annotating.progress);
}

fn done(
    model: &mut Model,
    course: &MainLine,
    ended: Result<Annotations, AnnotateError>,
) -> Vec<Effect> {
    match ended {
        Ok(annotations) => {
            annotations.write(&mut model.session.game, course);
            model.notify_info(summary(&annotations.summary));
            review::changed(model)
        }
        Err(AnnotateError::Stopped) => {
            model.notify_info("annotating was stopped; the same command goes on from here");
            Vec::new()
        }
        Err(error) => {
            model.notify_error(format!("annotate: {error}"));
            Vec::new()
        }
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
