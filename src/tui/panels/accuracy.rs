//! Accuracy of each move of the line, for moves evaluated before and after.

use super::bars::{self, Bar};
use super::graph::line;
use crate::annotate::accuracy::{of_game, of_move};
use crate::annotate::chances::win_percent;
use crate::base::Score;
use crate::game::NodeId;
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::page::Page;

/// Below this accuracy a move has the style `bad`: the loss of a mistake in an equal position.
const BAD: f64 = 65.0;
/// Below this accuracy a move has the style `warn`.
const DOUBTFUL: f64 = 82.0;

/// Both sides' accuracy: from the PGN tags, else from the evaluations.
pub fn summary(model: &Model) -> String {
    let tag = |name| model.session.game.tags.get(name)?.parse::<f64>().ok();
    let tagged = [tag("WhiteAccuracy"), tag("BlackAccuracy")];
    let [white, black] = match tagged {
        [None, None] => {
            let percents: Option<Vec<f64>> = percents(model).into_iter().collect();
            let first = model.session.game.start().turn();
            let found = percents.map(|percents| of_game(&percents, first)).unwrap_or_default();
            [found.white, found.black]
        }
        tagged => tagged,
    };
    let percent = |side: Option<f64>| side.map_or_else(|| "?".to_owned(), |s| format!("{s:.1} %"));
    match (white, black) {
        (None, None) => String::new(),
        _ => format!("White {}, Black {}", percent(white), percent(black)),
    }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let percents = percents(model);
    let mut side = model.session.game.start().turn();
    let mut bars: Vec<Bar> = Vec::new();
    for pair in percents.windows(2) {
        let accuracy = match (pair[0], pair[1], side) {
            (Some(before), Some(after), Color::White) => Some(of_move(before, after)),
            (Some(before), Some(after), Color::Black) => {
                Some(of_move(100.0 - before, 100.0 - after))
            }
            _ => None,
        };
        bars.push(accuracy.map(|accuracy| {
            let style = match accuracy {
                low if low < BAD => theme.bad,
                low if low < DOUBTFUL => theme.warn,
                _ if side == Color::White => theme.white_share,
                _ => theme.series_a,
            };
            (accuracy / 100.0, style)
        }));
        side = !side;
    }
    if bars.iter().all(Option::is_none) {
        return page.paragraph("the accuracy of each evaluated move appears here", theme.dim);
    }
    bars::draw(model, &bars, page);
}

/// White's win percentage at each position of the line, where known.
fn percents(model: &Model) -> Vec<Option<f64>> {
    line(model).into_iter().map(|id| percent(model, id)).collect()
}

fn percent(model: &Model, id: NodeId) -> Option<f64> {
    let game = &model.session.game;
    if let Some(value) = game.tree().node(id).annotation.evaluation {
        return Some(win_percent(value.score));
    }
    if let Some(end) = game.forced_end_at(id) {
        return Some(match end.result.winner() {
            Some(Color::White) => 100.0,
            Some(Color::Black) => 0.0,
            None => 50.0,
        });
    }
    // Records keep no evaluation of the standard start position.
    let usual = id == NodeId::ROOT && *game.start() == crate::rules::Position::default();
    usual.then(|| win_percent(Score::DRAW))
}
