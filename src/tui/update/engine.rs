//! Our own engine: what becomes of its answers, the dial, hints, analysis.

use super::{play, ponder, search, seeds, storage};
use crate::annotate::cause::Cause;
use crate::annotate::material_reason::is_borne_out;
use crate::annotate::proof::won_by;
use crate::annotate::tactics::MIN_WIN;
use crate::annotate::winning_line::cause;
use crate::base::{Bound, Millis, Score, number_of};
use crate::engine::options::MAX_MULTI_PV;
use crate::engine::{EngineOptions, GoLimit, Outcome, Report};
use crate::game::{DialInfo, EngineInfo, Evaluation};
use crate::rules::notation::{self, uci};
use crate::rules::{Move, Position, white_view};
use crate::search::PvLine;
use crate::strength::{StrengthLevel, StrengthLimits};
use crate::tui::model::messages::About;
use crate::tui::model::session::material;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{Effect, EngineEffect, ExternalEffect, Model};
use crate::tui::values::format::{bounded, pv_text};
use std::sync::Arc;

/// Time for a hint.
const HINT: Millis = Millis(1500);

/// The answer to a `Go`.
pub fn done(model: &mut Model, outcome: Outcome) -> Vec<Effect> {
    if outcome.epoch != model.thinking.epoch {
        return Vec::new();
    }
    let purpose = std::mem::take(&mut model.thinking.purpose);
    let report = Arc::new(outcome.report);
    model.thinking.take(Arc::clone(&report));
    model.inspect.end_pause();
    let asked = model.thinking.go.clone().filter(|go| go.epoch == report.epoch);
    model.thinking.finished = asked.map(|go| (go, Arc::clone(&report)));
    match (purpose, outcome.best) {
        (Purpose::Move, Some(best)) => {
            if model.session.game.clocks().running().is_none() {
                // A pause was asked for, which did not come.
                play::start_clock(model);
            }
            let mut effects = engine_move(model, best, &report);
            effects.extend(ponder::begin(model, outcome.ponder));
            effects
        }
        (Purpose::Hint, Some(best)) if model.thinking.node == model.session.shown() => {
            model.board_state.hint = Some(best);
            let words = hint_words(&report, model.thinking.comparable(&report), best);
            model.notify_info(words);
            Vec::new()
        }
        (Purpose::Move | Purpose::Hint, None) => {
            model.notify_error_about(About::Engine, "the engine found no move");
            Vec::new()
        }
        // A hint for a position that was left is of no use.
        (Purpose::Hint | Purpose::Analysis | Purpose::Ponder | Purpose::Nothing, _) => Vec::new(),
    }
}

fn engine_move(model: &mut Model, best: Move, report: &Arc<Report>) -> Vec<Effect> {
    let mover = model.session.game.position().turn();
    model.messages.settle(About::Engine);
    let mut effects = play::make(model, best);
    let node = model.session.game.current();
    // A position that ended the game has no evaluation.
    let is_over = model.session.game.end().is_some();
    let facts = &mut model.session.game.tree_mut().node_mut(node).annotation;
    let mut insight = EngineInfo::of_search(&report.search, report.played_line(), report.nps);
    if let Some(line) = report.played_line().filter(|_| !is_over) {
        let score = score_of(best, report).unwrap_or(line.score);
        if let Some(search) = &mut insight.search {
            search.score = Some(score);
        }
        let score = white_view(score, mover);
        facts.evaluation = Some(Evaluation { score, depth: Some(line.depth) });
    }
    insight.budget = report.time.as_ref().map(|time| time.budget.clone());
    insight.dial =
        Some(DialInfo { level: report.dial.level, weakened: report.dial.weakened.clone() });
    facts.engine_info = Some(Box::new(insight));
    model.thinking.last_move = Some(Arc::clone(report));
    effects.extend(play::after_engine_move(model));
    effects
}

/// The score of `best`, which the dial may have chosen instead of the best move.
fn score_of(best: Move, report: &Report) -> Option<Score> {
    let weakened = report.dial.weakened.as_ref();
    let played = weakened.map(|weakened| &weakened.played).filter(|played| played.uci == uci(best));
    let line = || report.search.lines.iter().find(|line| line.moves.first() == Some(&best));
    played.map(|played| played.score).or_else(|| line().map(|line| line.score))
}

/// The engine failed and was replaced.
pub fn died(model: &mut Model, epoch: u64, message: &str) {
    log::error!(target: "lucena", ply = model.game_ply(); "the engine failed: {message}");
    if epoch != model.thinking.epoch {
        return;
    }
    let purpose = std::mem::take(&mut model.thinking.purpose);
    model.inspect.end_pause();
    let key = |command| model.keymap.way_to(command);
    let again = match purpose {
        Purpose::Analysis => format!("{} analyses again", key("analyse")),
        Purpose::Move | Purpose::Nothing | Purpose::Hint | Purpose::Ponder => {
            format!("{} lets it move", key("move-now"))
        }
    };
    let words = format!("the engine failed and was started again; {again}, the game is kept");
    model.notify_error_about(About::Engine, words);
    match purpose {
        // The clocks stand while the user is asked.
        Purpose::Analysis => {
            if model.session.is_going_on() {
                play::stand_still(model);
            }
            model.leave_analysis();
        }
        Purpose::Move => play::stand_still(model),
        Purpose::Nothing | Purpose::Hint | Purpose::Ponder => {}
    }
}

/// Fails where no dial can be turned.
pub fn has_dial(model: &Model) -> Result<(), String> {
    model.session.dial_in_play().map(drop)
}

/// Turns the dial by so many steps.
pub fn step_dial(model: &mut Model, steps: i32) -> Vec<Effect> {
    set_dial(model, model.session.stepped_dial(steps))
}

/// Sets the seed of the dial's errors from the next move on, or has one drawn for each game.
///
/// # Errors
/// Neither `random` nor a number that may be set: the default of UCI, 1, means here that one is drawn.
pub fn seed(model: &mut Model, text: &str) -> Result<Effect, String> {
    let drawn = EngineOptions::default().seed;
    let seed = match text {
        "random" => drawn,
        text => match text.parse() {
            Ok(seed) if seed != drawn && i64::try_from(seed).is_ok() => seed,
            _ => {
                let most = i64::MAX;
                return Err(format!("seed {text:?}: expected 0, 2 to {most}, or random"));
            }
        },
    };
    model.prefs.engine.seed = seed;
    model.notify_info(match seed == drawn {
        true => "a seed is drawn for every game".to_owned(),
        false => format!("the dial's errors are drawn from seed {seed}"),
    });
    Ok(seeds::set_options(model))
}

/// Switches between full and limited strength.
pub fn toggle_full(model: &mut Model) -> Vec<Effect> {
    let level = match model.session.dial() {
        StrengthLevel::Full => model.session.last_limit,
        StrengthLevel::Limited(_) | StrengthLevel::Human(_) | StrengthLevel::Personality(_) => {
            StrengthLevel::Full
        }
    };
    set_dial(model, level)
}

/// Sets the dial of the engine that plays; a move under way is searched anew, at the new strength.
pub fn set_dial(model: &mut Model, level: StrengthLevel) -> Vec<Effect> {
    if let Err(wrong) = has_dial(model) {
        model.notify_error(wrong);
        return Vec::new();
    }
    model.session.set_dial(level);
    let known = &model.strengths;
    let text = match (level, known.plays_like(level)) {
        (_, Some(figure)) => format!("{}, plays like {figure}", known.setting(level)),
        (StrengthLevel::Limited(elo), None) => {
            let (low, high) = (StrengthLimits::MIN_ELO, StrengthLimits::MAX_ELO);
            format!("level {elo}, of {low} to {high}")
        }
        (StrengthLevel::Human(_), None) => {
            format!("{}: {}", known.setting(level), known.worth(level))
        }
        (StrengthLevel::Full | StrengthLevel::Personality(_), None) => known.setting(level),
    };
    model.notify_info(text);
    let mut effects = match model.thinking.purpose {
        Purpose::Move => search::start_turn(model),
        // It would go on at the strength it began with.
        Purpose::Ponder => search::drop_ponder(model),
        Purpose::Nothing | Purpose::Analysis | Purpose::Hint => Vec::new(),
    };
    // The next game has this level too; that of a game of Lucena against itself is none for a person.
    let preferred = model.strengths.text(level).filter(|_| !model.session.is_watched());
    if let Some(preferred) = preferred.filter(|it| *it != model.prefs.play.dial) {
        model.prefs.play.dial = preferred;
        effects.push(storage::save_prefs(model));
    }
    effects
}

/// Fails where there is nothing to hint at.
pub fn may_hint(model: &Model) -> Result<(), String> {
    let busy = model.thinking.purpose == Purpose::Move || model.external.is_moving();
    match model.session.is_over() || busy {
        true => Err("there is nothing to hint at now".to_owned()),
        false => Ok(()),
    }
}

/// The search of the position shown, whose best move can be named.
fn report_here(model: &Model) -> Option<&Report> {
    let here = model.session.position().key();
    model.report().filter(|report| report.root.key() == here)
}

/// Shows or hides the best move on the board; without a screen it is said.
pub fn best_move(model: &mut Model) {
    if !model.plain {
        let is_unknown = report_here(model).is_none();
        model.board_state.best = !model.board_state.best;
        if model.board_state.best && is_unknown {
            let key = model.keymap.way_to("analyse");
            // An analysis may have to wait for the solution of an exercise.
            model.notify_info(match model.training.is_some() {
                true => "no search of this position yet".to_owned(),
                false => format!("no search of this position yet; {key} analyses it"),
            });
        }
        return;
    }
    say_best_move(model);
}

/// Says the best move so far.
fn say_best_move(model: &mut Model) -> Option<Move> {
    let found = report_here(model).and_then(|report| {
        let best = *report.search.lines.first()?.moves.first()?;
        Some((best, hint_words(report, model.thinking.comparable(report), best)))
    });
    let (best, words) = found.unzip();
    model.notify_info(words.unwrap_or_else(|| "the engine has no best move yet".to_owned()));
    best
}

/// Searches for a hint; in analysis it is the best move so far.
pub fn hint(model: &mut Model) -> Vec<Effect> {
    if model.session.is_analysed() {
        model.board_state.hint = say_best_move(model);
        return Vec::new();
    }
    let node = model.session.shown();
    // The second line says by how much the best move is better.
    let lines = Some(model.prefs.engine.multi_pv.max(2));
    let limit = GoLimit { move_time: Some(HINT), lines, ..GoLimit::default() };
    let might_be_rated = model.may_be_rated();
    model.session.note_help("hint");
    let unrated = model.unrated_words(might_be_rated);
    model.notify_info(format!("thinking about a hint …{unrated}"));
    search::go(model, Purpose::Hint, node, limit)
}

/// Makes the engine move at once.
pub fn move_now(model: &mut Model) -> Vec<Effect> {
    match model.thinking.purpose {
        // The epoch stays: the answer to this stop is wanted.
        Purpose::Move | Purpose::Hint => {
            model.thinking.moved_now = Some(model.thinking.epoch);
            vec![EngineEffect::Stop.into()]
        }
        Purpose::Nothing | Purpose::Analysis | Purpose::Ponder => {
            match model.external.is_moving() {
                true => vec![ExternalEffect::Stop.into()],
                false => play::go_on(model),
            }
        }
    }
}

/// Begins analysis, or ends it.
pub fn analyse(model: &mut Model) -> Vec<Effect> {
    if model.session.is_analysed() {
        model.leave_analysis();
    } else {
        let might_be_rated = model.may_be_rated();
        model.session.begin_analysis(model.now);
        let unrated = model.unrated_words(might_be_rated);
        // Whose pieces may be picked up changes.
        model.board_state.picked = None;
        let key = model.keymap.way_to("analyse");
        let words = format!("analysis: moves of both sides may be made, {key} ends it{unrated}");
        model.notify_info(words);
    }
    let mut effects = search::cancel(model);
    effects.extend(search::start_turn(model));
    effects
}

/// Shows so many lines.
pub fn lines(model: &mut Model, lines: usize) -> Vec<Effect> {
    let lines = lines.clamp(1, MAX_MULTI_PV);
    model.prefs.engine.multi_pv = lines;
    model.notify_info(number_of(lines, "line"));
    let mut effects = Vec::new();
    let purpose = model.thinking.purpose;
    if purpose == Purpose::Analysis {
        effects.extend(search::cancel(model));
    }
    effects.push(seeds::set_options(model));
    effects.push(storage::save_prefs(model));
    if purpose == Purpose::Analysis {
        effects.extend(search::start_turn(model));
    }
    effects
}

/// Centipawns by which a score may fall short of the material that a hint names. Chosen: less than half a pawn, so that one pawn more at
/// +0.50 is not called won.
const WORTH: i32 = 40;
/// Plies of a hint's line that are shown, except for a longer proof.
const REASON: usize = 6;

/// A hint with its reason, which is what the line has won where it is quiet. Its score is that of `report`, as the panels show it; with
/// the other moves it is compared in `comparable`, an earlier report of the same search if the lines of `report` cannot be compared.
fn hint_words(report: &Report, comparable: &Report, best: Move) -> String {
    let root = &report.root;
    let san = notation::san(root, best);
    let lines = (report.search.lines.first(), comparable.search.lines.as_slice());
    let (Some(newest), [earlier, others @ ..]) = lines else { return san };
    // A line of which only a bound is known proves nothing.
    let line = if newest.bound == Bound::Exact { newest } else { earlier };
    let (won, moves) = won_by(root, &line.moves, root.turn());
    let (lost, given) = won_by(root, &line.moves, !root.turn());
    // Material that is given later may come back after the end of the line.
    let gives = lost.cents() >= MIN_WIN && given.len() <= REASON;
    let is_least = |other: &PvLine| earlier.score.value() - other.score.value() >= MIN_WIN;
    let ahead = line.score > Score::DRAW;
    // What the move wins is more than what was there before it.
    let before = white_view(report.search.breakdown.total, root.turn());
    let gain = line.score.value() - before;
    // Nor does the score fall short of the material with it: the other side may err at the end of the line.
    let balance = 100 * material(root.board(), root.turn()).1;
    let is_kept = line.score.value() + WORTH >= balance + won.cents();
    // What only makes up for what was lost is no gain.
    let wins = if balance + won.cents() < MIN_WIN { "wins back" } else { "wins" };
    let motif = || cause(None, root, moves, won).filter(Cause::is_motif);
    let reason = match line.score.mate_moves() {
        Some(moves) if moves > 0 => format!("it mates in {moves}"),
        Some(moves) => format!("it holds out longest, mate in {}", -moves),
        None if is_borne_out(won.cents(), gain) && is_kept => match motif() {
            Some(motif) => format!("it {wins} {won}, {motif}"),
            None => format!("it {wins} {won}"),
        },
        None if line.score == Score::DRAW => "it holds the draw".to_owned(),
        None if gives && ahead => format!("{lost} given up is worth it"),
        None if gives && is_borne_out(lost.cents(), -gain) => {
            let more = others.first().is_some_and(is_least);
            format!("it loses {lost}{}", if more { ", every other move more" } else { "" })
        }
        None => String::new(),
    };
    let reasons = [reason, threat(root, best), compared(root, earlier, others.first())];
    let reasons = reasons.into_iter().filter(|reason| !reason.is_empty());
    let mut reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() {
        reasons.push("no better move was found".to_owned());
    }
    let reasons = reasons.join(", ");
    let shown = &line.moves[..line.moves.len().min(moves.len().max(REASON))];
    let turn = root.turn();
    let bound = if turn.is_white() { newest.bound } else { newest.bound.reversed() };
    let score = bounded(white_view(newest.score, turn), bound);
    format!("{san}: {reasons} ({score} in White's view; {})", pv_text(root, shown))
}

/// The mate in one that the move threatens.
fn threat(root: &Position, best: Move) -> String {
    let Some(after) = root.after(best).null_move() else { return String::new() };
    let mates = |mv: &Move| {
        let end = after.after(*mv);
        end.is_check() && end.legal_moves().is_empty()
    };
    let mate = after.legal_moves().into_iter().find(mates);
    mate.map_or_else(String::new, |mv| format!("it threatens {}", notation::san(&after, mv)))
}

/// By how much the best move is better than the second.
fn compared(root: &Position, line: &PvLine, other: Option<&PvLine>) -> String {
    let Some((other, &mv)) = other.and_then(|other| Some((other, other.moves.first()?))) else {
        return if root.legal_moves().len() == 1 { "the only move" } else { "" }.to_owned();
    };
    let san = notation::san(root, mv);
    let is_exact = [line, other].iter().all(|line| line.bound == Bound::Exact);
    match line.score.value() - other.score.value() {
        _ if !is_exact || line.score.is_mate() => String::new(),
        _ if other.score.is_mate() => format!("every other move is mated, as {san}"),
        _ if !line.score.is_heuristic() || !other.score.is_heuristic() => String::new(),
        margin @ CLEAR.. => format!("better by {:.2} than {san}", f64::from(margin) / 100.0),
        _ => format!("hardly better than {san}"),
    }
}

/// Centipawns by which a move is clearly better than another.
const CLEAR: i32 = 15;

#[cfg(test)]
mod tests {
    use super::threat;
    use crate::rules::{parse_move, parse_start};

    #[test]
    fn a_threat_is_a_mate_in_one() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
        let root = parse_start(fen).unwrap();
        let threat = |text| threat(&root, parse_move(&root, text).unwrap());
        assert_eq!(threat("Qh5"), "it threatens Qxf7#");
        assert_eq!(threat("Nf3"), "");
        // Nobody passes in check.
        assert_eq!(threat("Bxf7"), "");
    }
}
