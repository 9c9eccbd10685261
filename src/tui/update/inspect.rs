//! The debugger: questions asked and answered, searches stopped and stepped.

use super::{Effect, engine, perft, rows, screen};
use crate::engine::{Query, recording_of};
use crate::rules::{Position, Square, parse_move};
use crate::search::observe::{DEFAULT_BYTES, StepCommand};
use crate::tui::Action;
use crate::tui::dialogs::Dialog;
use crate::tui::inspect::questions::QUESTIONS;
use crate::tui::inspect::tree::ExportAs;
use crate::tui::inspect::what_if::WhatIf;
use crate::tui::inspect::{DebugCommand, ExplainQuery, PendingQuery, Subject, inspected_search};
use crate::tui::layout::{Preset, Zoom};
use crate::tui::model::Model;
use crate::tui::panels::{LogFilter, Panel};
use crate::tui::thinking::Purpose;
use crate::tui::typing::{Kind, Typing};
use std::path::PathBuf;

/// Levels of a tree that are recorded below the chosen line; memory is the limit, not this.
const LEVELS: usize = usize::MAX;

const NO_THOUGHT: &str = "the engine has not searched yet: let it move, or analyse";

/// Is `action` about the debugger's page, the questions or a search that stands still?
pub const fn is_for_it(action: Action) -> bool {
    use Action as A;
    matches!(
        action,
        A::Questions
            | A::Standstill
            | A::StepNode
            | A::StepOver
            | A::StepOut
            | A::StepIteration
            | A::RowUp
            | A::RowDown
            | A::RowOpen
            | A::RowClose
            | A::RowEnter
            | A::RowSwitch
            | A::RowRemove
            | A::TreeSort
            | A::TreeFilter
            | A::TreePrincipal
            | A::TreeColour
            | A::LeaveInspector
    )
}

/// Does `action` only make sense in a tree?
pub const fn is_for_tree(action: Action) -> bool {
    use Action as A;
    matches!(action, A::TreeSort | A::TreeFilter | A::TreePrincipal | A::TreeColour)
}

/// Stopping, stepping, and the list of questions.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let command = match action {
        Action::Questions => {
            model.typing = None;
            model.dialog = Some(Dialog::Questions(0));
            return Vec::new();
        }
        Action::Standstill if model.inspect.paused.is_some() => StepCommand::Continue,
        Action::Standstill => StepCommand::Pause,
        Action::StepNode => StepCommand::Node,
        Action::StepOver => StepCommand::Over,
        Action::StepOut => StepCommand::Out,
        Action::StepIteration => StepCommand::Iteration,
        _ => return rows::rows(model, action),
    };
    if !model.thinking.is_busy() {
        model.notify_error("no search is under way; s analyses");
        return Vec::new();
    }
    if command != StepCommand::Pause && model.inspect.paused.is_none() {
        model.notify_error("the search runs; F7 stops it first");
        return Vec::new();
    }
    vec![Effect::Step(command)]
}

/// Asks question `index` of the list.
pub fn ask_listed(model: &mut Model, index: usize) -> Vec<Effect> {
    match QUESTIONS.get(index) {
        Some(listed) => ask(model, listed.key),
        None => Vec::new(),
    }
}

/// Asks the question with this key.
pub fn ask(model: &mut Model, key: char) -> Vec<Effect> {
    let subject = match key {
        '1' => Subject::Stop,
        '2' => Subject::Budget,
        '3' => return what_if(model),
        '4' => Subject::Rivals,
        '5' => return begin(model, "whynot "),
        '6' => Subject::Draw,
        '7' => return look_up(model),
        '8' => return why_here(model),
        '9' => return change(model),
        'a' => Subject::Dial,
        'b' => Subject::Nodes,
        'c' => Subject::Breakpoints,
        't' => return tree(model, Vec::new()),
        'p' => return begin(model, "perft "),
        _ => {
            model.notify_error("there is no such question");
            return Vec::new();
        }
    };
    show(model, subject);
    Vec::new()
}

/// Runs a command of the debugger.
///
/// # Errors
/// What is wrong, in words.
pub fn order(model: &mut Model, order: DebugCommand) -> Result<Vec<Effect>, String> {
    Ok(match order {
        DebugCommand::Ask(key) => ask(model, key),
        DebugCommand::Why(what) => why(model, what),
        DebugCommand::WhyNot(line) => {
            let line = from_root(model, line);
            search_again(model, None, |case| Query::WhyNot { case, line })?
        }
        DebugCommand::Compare(pair) => {
            search_again(model, None, |case| Query::Compare { case, pair })?
        }
        DebugCommand::Tree(line) => tree(model, line),
        DebugCommand::Break(place, text) => rows::set_breakpoint(model, place, &text),
        DebugCommand::WhatIf(text) => {
            let effects = what_if(model);
            if let Subject::WhatIf(what_if) = &mut model.inspect.subject {
                what_if.take(&text)?;
            }
            effects
        }
        DebugCommand::Export(path) => {
            let Subject::Tree(explorer) = &model.inspect.subject else {
                return Err("there is no tree; :tree records one".to_owned());
            };
            let dot = path.extension().is_some_and(|extension| extension == "dot");
            let form = if dot { ExportAs::Graphviz } else { ExportAs::Ron };
            let text = explorer.export(form)?;
            vec![Effect::Write(path, text)]
        }
        DebugCommand::Record(path) => search_again(model, Some(path), Query::Record)?,
        DebugCommand::Replay(path) => {
            show(model, Subject::Nothing);
            model.inspect.pending = PendingQuery::Sent(None);
            vec![Effect::Replay(path)]
        }
        DebugCommand::Perft(depth, file) => perft::begin(model, depth, file),
        DebugCommand::Entries(text) => {
            model.log_filter = LogFilter::read(&text)?;
            model.notify_info(format!("the log shows: {}", model.log_filter.words()));
            Vec::new()
        }
    })
}

/// Shows the page, in its own layout.
pub(super) fn show(model: &mut Model, subject: Subject) {
    let inspect = &mut model.inspect;
    inspect.subject = subject;
    inspect.selected = 0;
    inspect.pending = PendingQuery::Nothing;
    if model.layout.preset != Preset::Debug {
        inspect.previous_preset = Some(model.layout.preset);
        model.layout.preset = Preset::Debug;
    }
    model.layout.zoom = Zoom::Off;
    model.layout.hidden.retain(|&panel| panel != Panel::Inspector);
    model.scroll.remove(&Panel::Inspector);
    screen::focus(model, Panel::Inspector);
}

/// Puts the page away; a question under way is given up.
pub(super) fn leave(model: &mut Model) -> Vec<Effect> {
    if std::mem::take(&mut model.inspect.pending) != PendingQuery::Nothing {
        model.notify_info("given up");
        let mut effects = vec![Effect::StopAsking];
        effects.extend(engine::resume_analysis(model));
        return effects;
    }
    model.layout.preset = model.inspect.previous_preset.take().unwrap_or_default();
    model.layout.zoom = Zoom::Off;
    model.layout.focus = model.layout.visible().first().copied().unwrap_or(Panel::Moves);
    Vec::new()
}

/// Opens the command line with a text.
pub(super) fn begin(model: &mut Model, text: &str) -> Vec<Effect> {
    if text.starts_with("whynot") {
        let Some((_, report)) = inspected_search(model) else {
            model.notify_error(NO_THOUGHT);
            return Vec::new();
        };
        let side = report.root.turn().fold_wb("White", "Black");
        let number = report.root.game_ply() / 2 + 1;
        model.notify_info(format!("{side}'s line from move {number}, or a line from the board"));
    }
    model.typing = Some(Typing::new(Kind::Command, text));
    Vec::new()
}

fn what_if(model: &mut Model) -> Vec<Effect> {
    let reports =
        [inspected_search(model).map(|(_, report)| report), model.thinking.last_move.as_ref()];
    let time = reports.into_iter().flatten().find_map(|report| report.time.as_ref());
    let Some(time) = time else {
        model.notify_error("there is no budget to change: the game has no clock");
        return Vec::new();
    };
    let options = &model.prefs.engine;
    let what_if = WhatIf::new(&time.budget, &options.time_manager, options.move_overhead);
    show(model, Subject::WhatIf(Box::new(what_if)));
    Vec::new()
}

fn look_up(model: &mut Model) -> Vec<Effect> {
    let position = model.shown_position().into_owned();
    let question = Query::Table(Box::new(position.clone()));
    let look = crate::engine::TtProbe {
        key: position.key(),
        entry: None,
        hashfull: 0,
        mib: model.prefs.engine.hash_mib,
    };
    let mut effects = pause_analysis(model);
    show(model, Subject::Table(Box::new(look), Box::new(position)));
    model.inspect.pending = PendingQuery::Sent(None);
    effects.push(Effect::Ask(Box::new(question)));
    effects
}

/// About the move that was refused, else about the one in hand, else about the square under the cursor, else about what is typed.
fn why_here(model: &mut Model) -> Vec<Effect> {
    if let Some(refused) = model.hand.refused.clone().filter(|_| model.hand.picked.is_none()) {
        let position = model.session.position().clone();
        show(model, Subject::Words(format!("looking into {refused} …")));
        return vec![Effect::Explain(Box::new(ExplainQuery::Refused(Box::new(position), refused)))];
    }
    let hand = &model.hand;
    match (hand.picked, hand.cursor_seen.is_on()) {
        (Some(from), true) if from != hand.cursor => {
            let text = format!("{from}{}{}", hand.cursor, promotion(model, from, hand.cursor));
            why(model, text)
        }
        (Some(from), _) => why(model, from.to_string()),
        (None, true) => why(model, hand.cursor.to_string()),
        (None, false) => begin(model, "why "),
    }
}

/// A pawn that arrives becomes a queen, for the sake of the question.
fn promotion(model: &Model, from: Square, to: Square) -> &'static str {
    let legal = model.session.moves_between(from, to);
    if legal.iter().any(|mv| mv.promotion().is_some()) { "q" } else { "" }
}

fn why(model: &mut Model, what: String) -> Vec<Effect> {
    let position = model.shown_position().into_owned();
    show(model, Subject::Words(format!("looking into {what} …")));
    vec![Effect::Explain(Box::new(ExplainQuery::Why(Box::new(position), what)))]
}

fn change(model: &mut Model) -> Vec<Effect> {
    let game = &model.session.game;
    let (start, mut moves) = game.line_to(model.session.shown());
    let Some(last) = moves.pop() else {
        model.notify_error("no moves yet");
        return Vec::new();
    };
    let mut before: Position = start;
    moves.into_iter().for_each(|mv| before.play(mv));
    let words = crate::tui::inspect::report_answers::numbered_move(&before, last);
    let after = before.after(last);
    show(model, Subject::Words(format!("evaluating before and after {words} …")));
    vec![Effect::Explain(Box::new(ExplainQuery::Change(Box::new(before), Box::new(after), words)))]
}

/// The line from the root of the thought, when it was given from the position on the board: the moves made since then
/// come first.
fn from_root(model: &Model, line: Vec<String>) -> Vec<String> {
    let Some(((_, report), first)) = inspected_search(model).zip(line.first()) else { return line };
    if parse_move(&report.root, first).is_ok() {
        return line;
    }
    let (start, moves) = model.session.game.line_to(model.session.shown());
    let (mut position, mut since) = (start, None);
    for mv in moves {
        let is_root =
            position.key() == report.root.key() && position.game_ply() == report.root.game_ply();
        if is_root || since.is_some() {
            since.get_or_insert_with(Vec::new).push(crate::rules::notation::uci(mv));
        }
        position.play(mv);
    }
    match since {
        Some(since) if parse_move(&position, first).is_ok() => {
            since.into_iter().chain(line).collect()
        }
        _ => line,
    }
}

fn tree(model: &mut Model, line: Vec<String>) -> Vec<Effect> {
    let line = from_root(model, line);
    let (levels, bytes) = (LEVELS, DEFAULT_BYTES);
    search_again(model, None, |case| Query::Explore { case, line, levels, bytes }).unwrap_or_else(
        |wrong| {
            model.notify_error(wrong);
            Vec::new()
        },
    )
}

/// Walks the tree below the chosen node of a search that stands still.
pub(super) fn open_node(model: &mut Model) -> Vec<Effect> {
    let Some(node) = model.inspected_node() else { return Vec::new() };
    let root = inspected_search(model).map(|(_, report)| report.root.key());
    let line: Option<Vec<String>> =
        node.path.iter().map(|step| step.map(crate::rules::notation::uci)).collect();
    match line {
        _ if root != Some(node.root.key()) => {
            model.notify_error("there is no tree before the first iteration is complete");
            Vec::new()
        }
        None => {
            model.notify_error("the tree is recorded below moves, not below a null move");
            Vec::new()
        }
        Some(line) => tree(model, line),
    }
}

/// Asks something that is answered by searching the last thought again.
fn search_again(
    model: &mut Model,
    file: Option<PathBuf>,
    question: impl FnOnce(Box<crate::search::observe::SearchRecording>) -> Query,
) -> Result<Vec<Effect>, String> {
    let (go, report) = inspected_search(model).ok_or_else(|| NO_THOUGHT.to_owned())?;
    let case = recording_of(go, &model.prefs.engine, report);
    let asked_in = report.root.clone();
    let mut effects = pause_analysis(model);
    show(model, Subject::Words("the answer comes when the search has been done again".to_owned()));
    model.inspect.query_root = asked_in;
    model.inspect.pending = PendingQuery::Sent(file);
    effects.push(Effect::Ask(Box::new(question(Box::new(case)))));
    Ok(effects)
}

/// A search without end would keep the answer back: it rests until the answer has come.
fn pause_analysis(model: &mut Model) -> Vec<Effect> {
    match model.thinking.purpose {
        Purpose::Analysis | Purpose::Hint if model.inspect.paused.is_none() => {
            engine::cancel_search(model)
        }
        Purpose::Move if model.inspect.paused.is_none() => {
            model.notify_info("the answer comes when the engine has moved; F7 stops it at once");
            Vec::new()
        }
        _ => Vec::new(),
    }
}
