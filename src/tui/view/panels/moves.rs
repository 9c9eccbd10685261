//! The moves of the game in two columns, with the one shown on the board marked, and times where there is room.

use super::graphs::accuracy_summary;
use super::tree;
use crate::base::number_of;
use crate::game::NodeId;
use crate::game::autosave::EndedGame;
use crate::game::rated::{Unrated, rated};
use crate::rules::Color;
use crate::tui::model::Model;
use crate::tui::values::format::{duration, wrap};
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use crate::tui::view::page::{Page, span};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Width of the panel from which the times of the moves are shown.
const WITH_TIMES: u16 = 40;
/// Width of the panel from which the evaluations of the moves are shown, too.
const WITH_SCORES: u16 = 54;

/// Width of a side's moves in a panel of `width` cells.
const fn side_width(width: u16) -> u16 {
    match width {
        WITH_SCORES.. => 25,
        WITH_TIMES.. => 18,
        _ => 9,
    }
}

/// One line: the number, White's move and Black's.
struct Pair {
    number: usize,
    sides: [Option<NodeId>; 2],
}

/// The opening, or the ply shown and the number of plies.
pub fn summary(model: &Model) -> String {
    let game = &model.session.game;
    let shown = game.tree().node(model.session.shown()).ply();
    if model.session.viewed.is_some() {
        let line = game.tree().line_through(model.session.shown());
        let last = line.last().map_or(shown, |&id| game.tree().node(id).ply());
        return format!("{shown} of {last}");
    }
    let opening = model.openings.as_ref().and_then(|table| table.of(game, game.current()));
    opening.map_or_else(String::new, |opening| format!("{} {}", opening.eco, opening.name))
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let pairs = pairs(model);
    if pairs.is_empty() && model.session.game.end().is_some() {
        for line in card(model, page.width()) {
            page.line(line);
        }
        return;
    }
    if pairs.is_empty() {
        let usual = "no moves yet: type one, as e4, or use the arrows or the mouse";
        page.paragraph(model.session.over_words().unwrap_or(usual), theme.dim);
        if let (Some(rated), Some(next)) = (model.strengths.rated_both(), model.strengths.next()) {
            page.paragraph(&format!("you are {rated}; next opponent {next}"), theme.text);
        }
        return last_game(model, page);
    }
    if model.layout.preset == Preset::Review {
        return tree::draw(model, page);
    }
    let card = card(model, page.width());
    let rows = list_rows(&card, pairs.len(), page.rows());
    let first = first_row(model, &pairs, rows);
    page.cut(first, pairs.len().saturating_sub(first + rows));
    let game = &model.session.game;
    let undone = game.tree().node(game.current()).ply();
    let is_quiet = model.layout.preset == Preset::Quiet && game.end().is_none();
    for Pair { number, sides } in pairs.iter().skip(first).take(rows) {
        let mut spans = vec![span(theme.dim, format!("{number:>3} "))];
        for side in sides {
            let Some(id) = *side else {
                // No placeholder after the end of the game.
                let is_over = spans.len() > 1 && game.end().is_some();
                let sign = if is_over { "" } else { "…" };
                let width = usize::from(side_width(page.width()));
                spans.push(span(theme.dim, format!("{sign:<width$}")));
                continue;
            };
            let node = game.tree().node(id);
            let style = match id {
                id if id == model.session.shown() => theme.selected,
                _ if node.ply() > undone => theme.dim,
                _ => theme.text,
            };
            let first = &node.nags[..node.nags.len().min(1)];
            let san = game.tree().san(id) + &model.nag_writer()(first);
            let pad = 8_usize.saturating_sub(san.chars().count());
            spans.push(span(style, san));
            spans.push(Span::raw(" ".repeat(pad + 1)));
            if page.width() >= WITH_SCORES {
                let evaluation = node.annotation.evaluation.filter(|_| !is_quiet);
                let score = evaluation.map(|found| found.score);
                let text = score.map_or_else(String::new, |score| score.to_string());
                let style = score.map_or(theme.text, |score| theme.favouring(score));
                spans.push(Span::raw(" ".repeat(7_usize.saturating_sub(text.chars().count()))));
                spans.push(span(style, text));
            }
            if page.width() >= WITH_TIMES {
                let time = game.time_used_at(id).map(|time| duration(time.seconds() * 1000.0));
                spans.push(span(theme.dim, format!("{:>7}  ", time.unwrap_or_default())));
            }
        }
        page.row(spans);
    }
    card.into_iter().for_each(|line| page.line(line));
}

/// What became of the game before this one.
fn last_game(model: &Model, page: &mut Page<'_>) {
    let Some(EndedGame { file, game }) = model.earlier_game() else { return };
    let Some(end) = game.end() else { return };
    let players = &game.players;
    let opening = model.openings.as_ref().and_then(|table| table.of(game, game.current()));
    let opening = opening.map_or_else(String::new, |it| format!(", {} {}", it.eco, it.name));
    let (white, black, moves) =
        (&players.white.name, &players.black.name, game.sans().len().div_ceil(2));
    let result = end.result.pgn();
    let moves = number_of(moves, "move");
    let words = format!("last game: {white} {result} {black}, {moves}{opening}; {}", end.words());
    page.paragraph(&words, page.theme.text);
    page.paragraph(&format!(":open {} shows it", file.display()), page.theme.dim);
}

/// Rows of the moves above a card, of which the first lines are shown where it has no room.
fn list_rows(card: &[Line<'_>], moves: usize, rows: u16) -> usize {
    let rows = usize::from(rows);
    rows.saturating_sub(card.len()).max(MIN_MOVES.min(moves)).min(rows)
}

/// Fewest rows of moves above the card.
const MIN_MOVES: usize = 2;

/// A game that was played here and is over: its result, why, the accuracy, and whether it counts for the rating.
fn card(model: &Model, width: u16) -> Vec<Line<'static>> {
    let (theme, session) = (&model.theme, &model.session);
    let Some(end) = session.game.end().filter(|_| session.started) else { return Vec::new() };
    let accuracy = match accuracy_summary(model) {
        empty if empty.is_empty() => {
            let key = model.keymap.way_to("annotate");
            format!("accuracy: not known; {key} annotates the game")
        }
        words => format!("accuracy: {words}"),
    };
    let rating = match rated(&session.game, &model.prefs.play.name) {
        Ok(rated) if rated.dial.model() != Some(model.strengths.model) => {
            Some("it counts for your rating on the scale of the other model".to_owned())
        }
        Ok(_) => {
            let now = model.strengths.rated_both().map(|rated| format!(": you are {rated}"));
            let next = model.strengths.next().map(|next| format!("; next opponent {next}"));
            Some(format!(
                "it counts for your rating{}{}",
                now.unwrap_or_default(),
                next.unwrap_or_default()
            ))
        }
        Err(reasons) if reasons == [Unrated::OtherPlayers] => None,
        Err(reasons) => {
            Some(format!("it does not count for your rating: {}", Unrated::all_words(&reasons)))
        }
    };
    let result = format!("{}  {}", end.result.pgn(), end.words());
    let result = wrap(&result, usize::from(width)).into_iter();
    let result = result.map(|line| Line::styled(line, theme.title));
    let others = std::iter::once(accuracy).chain(model.move_ratings.words()).chain(rating);
    let others = others.flat_map(|words| wrap(&words, usize::from(width)));
    result.chain(others.map(|line| Line::styled(line, theme.text))).collect()
}

/// End of the listed line: through the move shown on the board, else through the current move.
fn line_end(model: &Model) -> NodeId {
    let (tree, shown) = (model.session.game.tree(), model.session.shown());
    let current = model.session.game.current();
    if tree.line_through(current).contains(&shown) { current } else { shown }
}

fn pairs(model: &Model) -> Vec<Pair> {
    let tree = model.session.game.tree();
    let mut pairs: Vec<Pair> = Vec::new();
    for id in tree.line_through(line_end(model)).into_iter().skip(1) {
        let node = tree.node(id);
        let number = node.move_number();
        match (node.mover(), pairs.last_mut()) {
            (Some(Color::Black), Some(last)) => last.sides[1] = Some(id),
            (Some(Color::Black), None) => pairs.push(Pair { number, sides: [None, Some(id)] }),
            (Some(Color::White) | None, _) => pairs.push(Pair { number, sides: [Some(id), None] }),
        }
    }
    pairs
}

/// The first visible row: keeps the marked move visible unless the user scrolled.
fn first_row(model: &Model, pairs: &[Pair], rows: usize) -> usize {
    let most = pairs.len().saturating_sub(rows);
    let shown = model.session.shown();
    let row = pairs.iter().position(|pair| pair.sides.contains(&Some(shown))).unwrap_or(0);
    let natural = row.saturating_sub(rows.saturating_sub(1).max(1).min(rows * 3 / 4)).min(most);
    let scroll = model.scrolled(Panel::Moves);
    natural.saturating_add_signed(scroll).min(most)
}

/// The move at a point of the panel that fills `area` (title included).
pub fn row_at(model: &Model, area: Rect, point: Position) -> Option<NodeId> {
    if model.layout.preset == Preset::Review {
        return tree::at(model, area, point);
    }
    let pairs = pairs(model);
    let card = card(model, area.width);
    let rows = list_rows(&card, pairs.len(), area.height.saturating_sub(1));
    let row = usize::from(point.y.checked_sub(area.y + 1)?) + first_row(model, &pairs, rows);
    let column = point.x.checked_sub(area.x + 4)?;
    let width = side_width(area.width);
    if usize::from(point.y - area.y - 1) >= rows {
        return None;
    }
    pairs.get(row)?.sides.get(usize::from(column / width)).copied().flatten()
}
