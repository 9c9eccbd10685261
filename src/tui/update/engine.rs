//! The engine's part: when it thinks, what becomes of its answers, the dial, hints, analysis.

use super::{Effect, external, play, ponder};
use crate::base::{Millis, Score};
use crate::engine::messages::DIAL_RANGE;
use crate::engine::{Go, GoLimit, Outcome, Report};
use crate::game::{EngineInfo, Evaluation, NodeId};
use crate::rules::{Color, Move, Role, notation};
use crate::strength::StrengthLevel;
use crate::tui::Action;
use crate::tui::external::ExternalEffect;
use crate::tui::inspect::{self, PendingQuery};
use crate::tui::model::{Model, Toggle};
use crate::tui::thinking::Purpose;
use std::sync::Arc;

/// Time for a hint.
const HINT: Millis = Millis(1500);

/// Lets the engine think if it is its turn, or if it analyses.
pub fn start_turn(model: &mut Model) -> Vec<Effect> {
    let session = &model.session;
    let game = &session.game;
    if session.analysis.is_on() {
        let node = session.shown();
        if model.thinking.purpose == Purpose::Analysis && model.thinking.node == node {
            return Vec::new();
        }
        let mut effects = cancel_search(model);
        // Also where there is nothing to search.
        model.thinking.node = node;
        if !model.session.is_over() {
            let limit = GoLimit { infinite: true, ..GoLimit::default() };
            effects.extend(go(model, Purpose::Analysis, node, limit));
        }
        return effects;
    }
    let turn = game.position().turn();
    let ready = session.started.is_on() && !session.paused.is_on() && game.end().is_none();
    if !ready || !session.is_engine(turn) {
        return Vec::new();
    }
    if session.external == Some(turn) {
        return external::start_turn(model);
    }
    if let Some(effects) = ponder::hit(model) {
        return effects;
    }
    let game = &model.session.game;
    let limit = match game.clock_state(model.now) {
        Some(clock) => GoLimit { clock: Some(clock), ..GoLimit::default() },
        None => GoLimit { move_time: Some(model.prefs.think), ..GoLimit::default() },
    };
    let node = game.current();
    go(model, Purpose::Move, node, limit)
}

/// Analysis that rested goes on, unless a search stands still or an answer is awaited.
pub fn resume_analysis(model: &mut Model) -> Vec<Effect> {
    let inspect = &model.inspect;
    let rests = inspect.paused.is_some() || inspect.pending != PendingQuery::Nothing;
    if model.session.analysis.is_on() && !rests { start_turn(model) } else { Vec::new() }
}

/// Analysis goes where the user looks, whatever led there.
pub fn follow(model: &mut Model) -> Vec<Effect> {
    if model.thinking.node == model.session.shown() { Vec::new() } else { resume_analysis(model) }
}

fn go(model: &mut Model, purpose: Purpose, node: NodeId, limit: GoLimit) -> Vec<Effect> {
    let mut effects = cancel_search(model);
    let (start, moves) = model.session.game.line_to(node);
    let turn = model.session.game.position_at(node).turn();
    let dial = match purpose {
        Purpose::Move => model.session.dial_of(turn),
        _ => StrengthLevel::Full,
    };
    model.thinking.epoch += 1;
    model.thinking.purpose = purpose;
    model.thinking.node = node;
    model.thinking.nps_history.clear();
    let epoch = model.thinking.epoch;
    let go = Go { epoch, dial, ..Go::new(start, moves, limit) };
    model.thinking.go = Some(Box::new(go.clone()));
    effects.push(Effect::Go(Box::new(go)));
    effects
}

/// Stops what the engine does; its answer will be stale.
pub fn cancel_search(model: &mut Model) -> Vec<Effect> {
    let mut effects =
        if model.outside.is_moving() { external::cancel_search(model) } else { Vec::new() };
    if model.thinking.is_busy() {
        // Questions are still about it.
        let thought =
            inspect::inspected_search(model).map(|(go, report)| (go.clone(), Arc::clone(report)));
        model.thinking.finished = thought.map(|(go, report)| (Box::new(go), report));
        model.thinking.purpose = Purpose::Nothing;
        model.thinking.epoch += 1;
        model.inspect.paused = None;
        effects.push(Effect::Stop);
    }
    effects
}

/// The answer to a `Go`.
pub fn done(model: &mut Model, outcome: Outcome) -> Vec<Effect> {
    if outcome.epoch != model.thinking.epoch {
        return Vec::new();
    }
    let purpose = std::mem::take(&mut model.thinking.purpose);
    let report = Arc::new(outcome.report);
    model.thinking.take(Arc::clone(&report));
    model.inspect.paused = None;
    let asked = model.thinking.go.clone().filter(|go| go.epoch == report.epoch);
    model.thinking.finished = asked.map(|go| (go, Arc::clone(&report)));
    match (purpose, outcome.best) {
        (Purpose::Move, Some(best)) => {
            let mut effects = engine_move(model, best, &report);
            effects.extend(ponder::begin(model, outcome.ponder));
            effects
        }
        (Purpose::Hint, Some(best)) if model.thinking.node == model.session.shown() => {
            model.hand.hint = Some(best);
            let words = hint_words(&report, best);
            model.notify_info(words);
            Vec::new()
        }
        (Purpose::Move | Purpose::Hint, None) => {
            model.notify_error("the engine found no move");
            Vec::new()
        }
        // A hint for a position that was left is of no use.
        (Purpose::Hint | Purpose::Analysis | Purpose::Ponder | Purpose::Nothing, _) => Vec::new(),
    }
}

fn engine_move(model: &mut Model, best: Move, report: &Arc<Report>) -> Vec<Effect> {
    let mover = model.session.game.position().turn();
    let mut effects = play::make(model, best);
    let node = model.session.game.current();
    let facts = &mut model.session.game.tree_mut().node_mut(node).annotation;
    if let Some(line) = report.search.lines.first() {
        let score = if mover == Color::White { line.score } else { -line.score };
        facts.evaluation = Some(Evaluation { score, depth: Some(line.depth) });
    }
    let mut insight = EngineInfo::of_search(&report.search, report.nps);
    insight.budget = report.time.as_ref().map(|time| time.budget.clone());
    insight.dial = Some((report.dial.level, report.dial.weakened.clone()));
    facts.engine_info = Some(Box::new(insight));
    model.thinking.last_move = Some(Arc::clone(report));
    effects.extend(after_move(model));
    effects
}

/// After a move of any engine: the bell, and the move that the user entered ahead.
pub fn after_move(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.prefs.bell.is_on() {
        effects.push(Effect::Bell);
    }
    if let Some((from, to)) = model.session.premove.take() {
        let moves = model.session.moves_between(from, to);
        match moves.first() {
            // A pawn that arrives becomes a queen: nobody enters a promotion to less ahead.
            Some(&mv) if model.session.is_users_turn() => {
                effects.extend(play::user_move(model, mv));
            }
            _ => model.notify_error(format!("{from}{to} is not legal any more")),
        }
    }
    effects
}

/// The engine failed and was replaced: the thought is begun again, once for each failure.
pub fn died(model: &mut Model, epoch: u64, message: &str) -> Vec<Effect> {
    log::error!(target: "lucena", "{}", model.tied(format!("the engine failed: {message}")));
    if epoch != model.thinking.epoch {
        return Vec::new();
    }
    let purpose = std::mem::take(&mut model.thinking.purpose);
    model.notify_error("the engine failed and was started again; w lets it move, the game is kept");
    if purpose == Purpose::Analysis {
        model.session.analysis = Toggle::Off;
    }
    Vec::new()
}

/// Turns the dial; a move under way is thought about anew, at the new strength.
pub fn turn_dial(model: &mut Model, action: Action) -> Vec<Effect> {
    let session = &model.session;
    let dial = match (action, session.dial()) {
        (Action::DialUp, _) => session.stepped_dial(25),
        (Action::DialDown, _) => session.stepped_dial(-25),
        (_, StrengthLevel::Full) => StrengthLevel::Limited(session.last_limit),
        _ => StrengthLevel::Full,
    };
    set_dial(model, dial)
}

/// Sets the dial of the engine that plays.
pub fn set_dial(model: &mut Model, dial: StrengthLevel) -> Vec<Effect> {
    if !model.session.set_dial(dial) {
        model.notify_error("nobody at this board has a dial");
        return Vec::new();
    }
    let known = &model.strengths;
    let text = match (dial, known.plays_like(dial)) {
        (_, Some(figure)) => format!("{}, plays like {figure}", known.setting(dial)),
        (StrengthLevel::Limited(elo), None) => {
            format!("Elo {elo}, of {} to {}", DIAL_RANGE.0, DIAL_RANGE.1)
        }
        _ => known.setting(dial),
    };
    model.notify_info(text);
    match model.thinking.purpose {
        Purpose::Move => start_turn(model),
        // It would go on at the strength it began with.
        _ => ponder::drop(model),
    }
}

/// Hints, moving at once, analysis and the number of lines.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Hint => hint(model),
        Action::MoveNow => move_now(model),
        Action::Analyse => analyse(model),
        Action::MoreLines => lines(model, model.prefs.engine.multi_pv + 1),
        _ => lines(model, model.prefs.engine.multi_pv.saturating_sub(1)),
    }
}

fn hint(model: &mut Model) -> Vec<Effect> {
    let busy = model.thinking.purpose == Purpose::Move || model.outside.is_moving();
    if model.session.is_over() || busy {
        model.notify_error("there is nothing to hint at now");
        return Vec::new();
    }
    if model.session.analysis.is_on() {
        model.hand.best = model.hand.best.flipped();
        return Vec::new();
    }
    let node = model.session.shown();
    let limit = GoLimit { move_time: Some(HINT), ..GoLimit::default() };
    model.session.note_help("hint");
    model.notify_info("thinking about a hint …");
    go(model, Purpose::Hint, node, limit)
}

fn move_now(model: &mut Model) -> Vec<Effect> {
    match model.thinking.purpose {
        // The epoch stays: the answer to this stop is wanted.
        Purpose::Move | Purpose::Hint => vec![Effect::Stop],
        _ if model.outside.is_moving() => vec![Effect::External(ExternalEffect::Stop)],
        _ => start_turn(model),
    }
}

fn analyse(model: &mut Model) -> Vec<Effect> {
    model.session.analysis = model.session.analysis.flipped();
    // Whose pieces may be picked up changes.
    (model.hand.picked, model.session.premove) = (None, None);
    if model.session.analysis.is_on() {
        model.session.note_help("analysis");
        model.session.game.pause_clock(model.now);
        model.notify_info("analysis: moves of both sides may be made, s ends it");
    } else {
        model.hand.best = Toggle::Off;
    }
    let mut effects = cancel_search(model);
    if !model.session.analysis.is_on() && model.session.started.is_on() {
        play::start_clock(model);
    }
    effects.extend(start_turn(model));
    effects
}

/// Shows so many lines.
pub fn lines(model: &mut Model, lines: usize) -> Vec<Effect> {
    let lines = lines.clamp(1, 64);
    model.prefs.engine.multi_pv = lines;
    model.notify_info(format!("{lines} {}", if lines == 1 { "line" } else { "lines" }));
    let mut effects = Vec::new();
    let purpose = model.thinking.purpose;
    if purpose == Purpose::Analysis {
        effects.extend(cancel_search(model));
    }
    effects.push(Effect::SetOptions(Box::new(model.prefs.engine.clone())));
    effects.push(Effect::SavePrefs);
    if purpose == Purpose::Analysis {
        effects.extend(start_turn(model));
    }
    effects
}

/// Would the engine agree to a draw? It does when it does not think itself better.
///
/// # Errors
/// Its refusal in words.
pub fn takes_draw(model: &Model) -> Result<(), String> {
    let turn = model.session.game.position().turn();
    let Some(side) = [turn, !turn].into_iter().find(|&side| model.session.is_engine(side)) else {
        return Ok(());
    };
    if model.session.external == Some(side) {
        return Err("a draw cannot be offered to an engine that speaks UCI".to_owned());
    }
    let report =
        model.thinking.last_move.as_ref().filter(|_| model.session.game.current() != NodeId::ROOT);
    let line = report.and_then(|report| Some((report, report.search.lines.first()?)));
    match line {
        Some((report, line)) if report.root.turn() == side && line.score <= Score::DRAW => Ok(()),
        Some(_) => Err("the engine declines: it thinks that it stands better".to_owned()),
        None => Err("the engine declines: it has not thought about this game yet".to_owned()),
    }
}

/// A hint with its reason.
fn hint_words(report: &Report, best: Move) -> String {
    let san = notation::san(&report.root, best);
    let Some(line) = report.search.lines.first() else { return san };
    let mut position = report.root.clone();
    let balance = |position: &crate::rules::Position| {
        let values = [
            (Role::Pawn, 1),
            (Role::Knight, 3),
            (Role::Bishop, 3),
            (Role::Rook, 5),
            (Role::Queen, 9),
        ];
        let count = |side, role| {
            i32::try_from(
                (position.board().by_color(side) & position.board().by_role(role)).count(),
            )
            .unwrap_or(0)
        };
        let turn = report.root.turn();
        values
            .map(|(role, value)| value * (count(turn, role) - count(!turn, role)))
            .iter()
            .sum::<i32>()
    };
    let before = balance(&position);
    let mut words = Vec::new();
    for &mv in line.moves.iter().take(6) {
        words.push(notation::san(&position, mv));
        position.play(mv);
    }
    let gain = balance(&position) - before;
    let reason = match line.score.mate_moves() {
        Some(moves) if moves > 0 => format!("it mates in {moves}"),
        Some(moves) => format!("it holds out longest, mate in {}", -moves),
        None if gain > 0 => {
            format!("it wins {gain} {}", if gain == 1 { "point" } else { "points" })
        }
        None if line.score == Score::DRAW => "it holds the draw".to_owned(),
        None if gain < 0 => "everything else loses more".to_owned(),
        None => "it gives the best position".to_owned(),
    };
    format!("{san}: {reason} ({}; {})", line.score, words.join(" "))
}
