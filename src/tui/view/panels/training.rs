//! Training: the exercise, what came of the tries, and the progress.

use crate::train::Progress;
use crate::tui::model::Model;
use crate::tui::model::training::{Stage, Tone};
use crate::tui::view::page::{Page, bar, span};

/// The number of the exercise.
pub fn summary(model: &Model) -> String {
    let task = model.training.as_ref().and_then(|training| training.task.as_ref());
    task.map_or_else(String::new, |task| format!("exercise {} of {}", task.number, task.total))
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let Some(training) = &model.training else {
        let key = model.keymap.way_to("train");
        let words =
            format!("{key} asks for better moves in positions of your games that went wrong");
        return page.paragraph(&words, theme.dim);
    };
    if let Some(task) = &training.task {
        let (exercise, turn) = (&task.exercise, task.position.turn().fold_wb("White", "Black"));
        page.paragraph(&exercise.source, theme.dim);
        let words = format!("It lost {:.0} % of the winning chances.", exercise.loss);
        page.paragraph(&words, theme.text);
        page.paragraph(&format!("{turn} to move: find a better one."), theme.strong);
        page.text(theme.text, "");
    }
    for (tone, words) in &training.words {
        let style = match tone {
            Tone::Plain => theme.text,
            Tone::Right => theme.good,
            Tone::Wrong => theme.bad,
        };
        page.paragraph(words, style);
    }
    if let Some(work) = training.stage.work() {
        page.text(theme.dim, work);
    }
    if training.stage == Stage::Over {
        let key = model.keymap.way_to("train");
        page.text(theme.dim, format!("{key} returns to the game"));
    }
    for sums in &training.progress {
        if sums.is_empty() || page.rows() < 4 {
            continue;
        }
        page.text(theme.text, "");
        page.text(
            theme.dim,
            format!("{:<11}{:>4}{:>6}{:>4}  right", "exercises", "all", "known", "due"),
        );
        for Progress { name, exercises, known, due, answers, right, .. } in sums {
            let share = *right as f64 / (*answers).max(1) as f64;
            page.row([
                span(theme.text, format!("{name:<11}{exercises:>4}{known:>6}{due:>4}  ")),
                span(theme.dim, format!("{:<11}", format!("{right} of {answers}"))),
                span(theme.good, bar(share, 6)),
            ]);
        }
    }
}
