//! The debugger: questions asked and answered, searches stopped and stepped.

use super::{screen, search};
use crate::engine::{Query, RepeatProgress, SearchedNodes, recording_of};
use crate::rules::{Square, parse_move};
use crate::search::observe::{DEFAULT_BYTES, StepCommand};
use crate::strength::StrengthLevel;
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::model::inspect::{ExplainQuery, RootTable, Subject, WhatIf};
use crate::tui::model::messages::About;
use crate::tui::model::thinking::Purpose;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{
    CommandResult, Effect, EngineEffect, Model, StorageEffect, TaskEffect, require,
};
use crate::tui::values::overwrite::split_overwrite;
use crate::tui::values::panel::Panel;
use crate::tui::values::preset::Preset;
use std::path::PathBuf;

/// Levels of a tree that are recorded below the chosen line; memory is the limit, not this.
const LEVELS: usize = usize::MAX;

/// Fails while nothing is searched.
pub fn is_searching(model: &Model) -> Result<(), String> {
    require(model.thinking.is_busy(), || {
        format!("no search is under way; {} analyses", model.keymap.way_to("analyse"))
    })
}

/// Fails while nothing is searched, and while a step back repeats the search, which takes no other step then.
pub fn takes_step(model: &Model) -> Result<(), String> {
    is_searching(model)?;
    require(!model.inspect.steps_back(), || {
        "the search is repeated up to an earlier point and pauses there first".to_owned()
    })
}

/// Fails unless the search is paused and takes a step.
pub fn is_paused(model: &Model) -> Result<(), String> {
    takes_step(model)?;
    require(model.inspect.paused.is_some(), || {
        format!("the search runs; {} pauses it first", model.keymap.way_to("pause-search"))
    })
}

/// Fails unless the search is paused and can be repeated.
pub fn may_step_back(model: &Model) -> Result<(), String> {
    is_paused(model)?;
    let threads = model.prefs.engine.threads;
    require(threads <= 1, || {
        format!("a step back repeats the search, which takes one thread; the engine has {threads}")
    })
}

/// Pauses the search, or resumes it.
pub fn pause_or_resume(model: &mut Model) -> Effect {
    if model.inspect.paused.is_some() {
        return step(StepCommand::Continue);
    }
    // A search that nobody watched is repeated up to its iteration first, which takes no time from the game.
    model.hold_clock();
    let words = "the search pauses; if not yet observed, it searches again from its table and pauses in its iteration";
    model.notify_info_about(About::Command("pause-search"), words);
    step(StepCommand::Pause)
}

/// Steps back to the node before.
pub fn step_back(model: &mut Model) -> Effect {
    let words = "the search is repeated up to an earlier point";
    model.notify_info_about(About::Command("step-back"), words);
    step(StepCommand::Back)
}

/// The search is done again up to a point: how far it is takes the place of what announced it.
pub fn repeats(model: &mut Model, progress: RepeatProgress) {
    model.inspect.repeats = Some(progress);
    for command in ["pause-search", "step-back"] {
        model.messages.settle_info(About::Command(command));
    }
}

/// Gives up the pause that a search is on the way to, which goes on; `None` if none is.
pub fn give_up_pause(model: &mut Model) -> Option<Effect> {
    model.inspect.repeats.take()?;
    model.notify_info("given up: the search goes on");
    Some(step(StepCommand::Continue))
}

/// Steps through a paused search.
pub fn step(command: StepCommand) -> Effect {
    EngineEffect::Step(command).into()
}

/// Asks question `index` of the list.
pub fn ask_listed(model: &mut Model, index: usize) -> CommandResult {
    match QUESTIONS.get(index) {
        Some(listed) => ask(model, listed.key),
        None => Ok(Vec::new()),
    }
}

/// Asks the question with this key.
pub fn ask(model: &mut Model, key: char) -> CommandResult {
    // Questions about a trace on the page; 8 is about the position.
    if let Some(view) = model.inspect.trace_mut()
        && !matches!(key, '5' | '8')
        && model.layout.preset == Preset::Debug
    {
        let query = view.ask(key)?;
        model.scroll.remove(&Panel::Inspector);
        return Ok(query.map(Effect::from).into_iter().collect());
    }
    let subject = match key {
        '1' => Subject::Stop,
        '2' => Subject::Budget,
        '3' => return what_if(model),
        '4' => Subject::Rivals,
        '5' => return begin(model, "whynot "),
        '6' => Subject::Draw,
        '7' => return Ok(probe_tt(model)),
        '8' => return why_here(model),
        '9' => return change(model),
        'a' => Subject::Dial,
        'b' => Subject::Nodes,
        'c' => Subject::Breakpoints,
        'd' => {
            let search = searched_nodes(model);
            let report = model.inspected_search().map(|(_, report)| &**report);
            let best = report.and_then(|it| it.search.lines.first()?.moves.first().copied());
            let played = report.and_then(|report| report.dial.weakened.as_ref());
            let played = played.map(|weakened| weakened.played.clone());
            let query = |case| Query::Origin { case, best, played, search };
            return search_again(model, None, query);
        }
        'r' => Subject::Roots(RootTable::default()),
        't' => return tree(model, Vec::new()),
        'p' => return begin(model, "perft "),
        _ => return Err(format!("there is no question {:?}; F6 lists them", key.to_string())),
    };
    show(model, subject);
    Ok(Vec::new())
}

/// Why the engine did not play a line.
pub fn why_not(model: &mut Model, line: Vec<String>) -> CommandResult {
    if let Some(view) = model.inspect.trace() {
        return Ok(vec![view.line(&line)?.into()]);
    }
    let (line, search) = (from_root(model, line), searched_nodes(model));
    search_again(model, None, |case| Query::WhyNot { case, search, line })
}

/// Compares two root moves.
pub fn compare(model: &mut Model, moves: Vec<String>) -> CommandResult {
    let pair = <[String; 2]>::try_from(moves).map_err(|_| ":compare needs two moves")?;
    search_again(model, None, |case| Query::Compare { case, pair })
}

/// The budget with another clock or another text of the time manager, on top of what is tried already.
pub fn what_if_text(model: &mut Model, text: &str) -> CommandResult {
    let subject = &model.inspect.subject;
    let tried = if let Subject::WhatIf(tried) = subject { Some(tried.clone()) } else { None };
    let effects = what_if(model)?;
    if let (Subject::WhatIf(what_if), Some(tried)) = (&mut model.inspect.subject, tried)
        && what_if.real == tried.real
    {
        *what_if = tried;
    }
    if let Subject::WhatIf(what_if) = &mut model.inspect.subject {
        what_if.take(text)?;
    }
    Ok(effects)
}

/// Writes the tree below the chosen node.
pub fn export(model: &Model, file: &str) -> CommandResult {
    let path = PathBuf::from(file);
    if let Some(view) = model.inspect.trace() {
        return Ok(vec![view.export(path)?.into()]);
    }
    let Subject::Tree(explorer) = &model.inspect.subject else {
        return Err("there is no tree; :tree records one".to_owned());
    };
    let dot = split_overwrite(&path).0.extension().is_some_and(|extension| extension == "dot");
    let text = explorer.export(dot)?;
    Ok(vec![StorageEffect::Write(path, text).into()])
}

/// Saves the last search so that it can be replayed.
pub fn record(model: &mut Model, file: PathBuf) -> CommandResult {
    let search = searched_nodes(model);
    search_again(model, Some(file), |case| Query::Record { case, search })
}

/// Replays a search from a file.
pub fn replay(model: &mut Model, file: PathBuf) -> Vec<Effect> {
    let mut effects = pause_analysis(model);
    show(model, Subject::Words(AGAIN.to_owned()));
    effects.push(StorageEffect::ReadRecording(model.inspect.start_query(None), file).into());
    effects
}

/// Asks for an explanation on the page shown.
pub fn explain(model: &Model, query: ExplainQuery) -> Effect {
    TaskEffect::Explain(model.inspect.page, Box::new(query)).into()
}

/// Shows the page, in its own layout.
pub fn show(model: &mut Model, subject: Subject) {
    if let Some(file) = model.inspect.pending.take().and_then(|pending| pending.file) {
        model.notify_info(format!("given up: {} is not written", file.display()));
    }
    let inspect = &mut model.inspect;
    inspect.subject = subject;
    inspect.page += 1;
    inspect.selected = 0;
    if model.layout.preset != Preset::Debug {
        inspect.previous_preset = Some(model.layout.preset);
        model.layout.preset = Preset::Debug;
    }
    model.layout.zoom = false;
    model.layout.hidden.retain(|&panel| panel != Panel::Inspector);
    model.scroll.remove(&Panel::Inspector);
    screen::focus(model, Panel::Inspector);
}

/// Stops a pass over a search trace that takes long.
pub fn stop_reading(model: &mut Model) -> Option<Effect> {
    model.inspect.reading.then(|| TaskEffect::StopTrace.into())
}

/// Leaves the page; a pending query is given up.
pub fn leave(model: &mut Model) -> Vec<Effect> {
    if let Some(effect) = stop_reading(model).or_else(|| give_up_pause(model)) {
        return vec![effect];
    }
    if model.inspect.pending.take().is_some() {
        if matches!(model.inspect.subject, Subject::Words(_)) {
            // It promised the answer.
            model.inspect.subject = Subject::Words("given up".to_owned());
        }
        model.notify_info("given up");
        let mut effects = vec![EngineEffect::CancelQueries.into()];
        effects.extend(search::resume_analysis(model));
        return effects;
    }
    let answer = model.inspect.trace_mut().and_then(|view| view.answer.take());
    if answer.is_some() {
        model.scroll.remove(&Panel::Inspector);
        return Vec::new();
    }
    if leave_propagation(model) {
        return Vec::new();
    }
    model.layout.preset = model.inspect.previous_preset.take().unwrap_or_default();
    model.layout.zoom = false;
    model.layout.focus = model.layout.visible().first().copied().unwrap_or(Panel::Moves);
    Vec::new()
}

/// Leaves a page about a position of the game, which is not to be seen beside another game.
pub fn forget_position(model: &mut Model) -> Vec<Effect> {
    let is_about_it = matches!(
        model.inspect.subject,
        Subject::Words(_)
            | Subject::Draw
            | Subject::Rivals
            | Subject::Compared(..)
            | Subject::WhyNot(..)
            | Subject::Table(..)
            | Subject::Change(_)
    );
    if !is_about_it {
        return Vec::new();
    }
    let mut effects = Vec::new();
    if model.inspect.pending.is_some() {
        effects.extend(leave(model));
    }
    if model.inspect.previous_preset.is_some() {
        effects.extend(leave(model));
    }
    model.inspect.subject = Subject::Nothing;
    model.inspect.page += 1;
    effects
}

/// Returns to the page on which the propagation was asked for; `false` if there was none.
fn leave_propagation(model: &mut Model) -> bool {
    let Some(view) = model.inspect.propagation_mut() else { return false };
    let (subject, row) = std::mem::take(&mut *view.under);
    if matches!(subject, Subject::Nothing) {
        return false;
    }
    show(model, subject);
    model.inspect.selected = row;
    true
}

/// Opens the command line with a text.
pub fn begin(model: &mut Model, text: &str) -> CommandResult {
    let is_trace = model.inspect.trace().is_some();
    if text.starts_with("whynot") && is_trace {
        model.notify_info("moves from the root of the search in the trace");
    } else if text.starts_with("whynot") {
        let (_, report) = model.inspected_search().ok_or_else(|| model.no_search())?;
        let side = report.root.turn().fold_wb("White", "Black");
        let number = report.root.game_ply() / 2 + 1;
        model.notify_info(format!("{side}'s line from move {number}, or a line from the board"));
    }
    model.typing = Some(match text.split_once(' ') {
        Some((name, argument)) => Typing::of_command(name, argument),
        None => Typing::new(Kind::Command, text),
    });
    Ok(Vec::new())
}

fn what_if(model: &mut Model) -> CommandResult {
    let last = model.thinking.last_move.as_deref();
    let reports = [
        model.inspected_search().map(|(_, report)| &**report),
        model.recorded.as_ref().map_or(last, |recorded| recorded.report.as_ref()),
    ];
    let searched = reports.into_iter().flatten().next().filter(|_| model.recorded.is_none());
    let time = reports.into_iter().flatten().find_map(|report| report.time.as_ref());
    let time = time.ok_or_else(|| match searched {
        None => model.no_search(),
        Some(report) => {
            format!("there is no budget to change: {}", model.untimed_report(report))
        }
    })?;
    let options = &model.prefs.engine;
    let what_if = WhatIf::new(&time.budget, &options.time_manager, options.move_overhead);
    show(model, Subject::WhatIf(Box::new(what_if)));
    Ok(Vec::new())
}

fn probe_tt(model: &mut Model) -> Vec<Effect> {
    let position = model.shown_position().into_owned();
    let question = Query::TtProbe(Box::new(position.clone()));
    let look = crate::engine::TtProbe {
        key: position.key(),
        entry: None,
        hashfull: 0,
        mib: model.prefs.engine.hash_mib,
    };
    let mut effects = pause_analysis(model);
    show(model, Subject::Table(Box::new(look), Box::new(position)));
    let number = model.inspect.start_query(None);
    effects.push(EngineEffect::Query(number, Box::new(question)).into());
    effects
}

/// About the move that was refused, else about the selected piece, else about the square under the cursor, else about what is typed.
fn why_here(model: &mut Model) -> CommandResult {
    let board = &model.board_state;
    if let Some(refused) = board.refused.clone().filter(|_| board.picked.is_none()) {
        let position = model.session.position().clone();
        show(model, Subject::Words(format!("looking into {refused} …")));
        let query = ExplainQuery::Refused(Box::new(position), refused);
        return Ok(vec![explain(model, query)]);
    }
    match (board.picked, board.cursor_shown) {
        (Some(from), true) if from != board.cursor => {
            let text = format!("{from}{}{}", board.cursor, promotion(model, from, board.cursor));
            Ok(vec![why(model, text)])
        }
        (Some(from), _) => Ok(vec![why(model, from.to_string())]),
        (None, true) => Ok(vec![why(model, board.cursor.to_string())]),
        (None, false) => begin(model, "why "),
    }
}

/// A pawn that arrives becomes a queen, for the sake of the question.
fn promotion(model: &Model, from: Square, to: Square) -> &'static str {
    let legal = model.session.moves_between(from, to);
    if legal.iter().any(|mv| mv.promotion().is_some()) { "q" } else { "" }
}

/// Explains a move, a square or a name.
pub fn why(model: &mut Model, what: String) -> Effect {
    let (position, of) = (model.shown_position().into_owned(), explained_position(model));
    show(model, Subject::Words(format!("looking into {what} …")));
    explain(model, ExplainQuery::Why(Box::new(position), what, of))
}

/// The position that an explanation is about, in words, where it is not the game's, or may be taken for the one at which a search is
/// paused.
fn explained_position(model: &Model) -> Option<String> {
    let is_paused = model.inspect.paused.is_some();
    if let Some(node) = model.inspected_node() {
        let search = if is_paused { "the paused search" } else { "the recorded search" };
        let path = node.path_line();
        return Some(match path.as_str() {
            "" => format!("about the root of {search}"),
            path => format!("about the position after {path}, at ply {} of {search}", node.ply),
        });
    }
    if model.shows_inspected_position() {
        return Some(format!("about the position of the page: {}", model.shown_position().fen()));
    }
    is_paused.then(|| "about the position of the game, not a node of the paused search".to_owned())
}

fn change(model: &mut Model) -> CommandResult {
    let game = &model.session.game;
    let (start, mut moves) = game.line_to(model.session.shown());
    let last = moves.pop().ok_or("no moves yet")?;
    let before = start.after_line(&moves);
    let words = crate::tui::values::format::numbered_move(&before, last);
    let after = before.after(last);
    show(model, Subject::Words(format!("evaluating before and after {words} …")));
    let report = model.thinking.last_move.as_ref().or(model.thinking.report.as_ref());
    let dial = report.map(|report| &report.dial);
    let level = dial.map_or(StrengthLevel::Full, |dial| dial.level);
    let emphasis = Box::new(dial.map(|dial| dial.emphasis.clone()).unwrap_or_default());
    let query = ExplainQuery::Change(Box::new(before), Box::new(after), words, level, emphasis);
    Ok(vec![explain(model, query)])
}

/// The line from the root of the thought, when it was given from the position on the board: the moves made since then
/// come first.
fn from_root(model: &Model, line: Vec<String>) -> Vec<String> {
    let Some(((_, report), first)) = model.inspected_search().zip(line.first()) else {
        return line;
    };
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
        Some(_) | None => line,
    }
}

/// Records the tree below a line.
pub fn tree(model: &mut Model, line: Vec<String>) -> CommandResult {
    if let Some(view) = model.inspect.trace() {
        return Ok(vec![view.line(&line)?.into()]);
    }
    let (line, search) = (from_root(model, line), searched_nodes(model));
    let (levels, bytes) = (LEVELS, DEFAULT_BYTES);
    search_again(model, None, |case| Query::Explore { case, search, line, levels, bytes })
}

/// Records the tree below the chosen node of a paused search.
pub fn open_node(model: &mut Model) -> CommandResult {
    let Some(node) = model.inspected_node() else { return Ok(Vec::new()) };
    let root = model.inspected_search().map(|(_, report)| report.root.key());
    if root != Some(node.root.key()) {
        return Err("there is no tree before the first iteration is complete".to_owned());
    }
    let line: Option<Vec<String>> =
        node.path.iter().map(|step| step.map(crate::rules::notation::uci)).collect();
    tree(model, line.ok_or("the tree is recorded below moves, not below a null move")?)
}

/// The search on the screen: up to the node where it is paused, which a report of before it was observed can be beyond; the whole of
/// a search for a move, since the answer comes after it; else up to the node of its report.
fn searched_nodes(model: &Model) -> SearchedNodes {
    let Some((_, report)) = model.inspected_search() else {
        return SearchedNodes::default();
    };
    let nodes = match &model.inspect.paused {
        Some(paused) => paused.nodes,
        None if model.thinking.purpose == Purpose::Move => u64::MAX,
        None => report.search.nodes,
    };
    SearchedNodes { epoch: report.epoch, nodes }
}

/// What the page says while a search is done again.
const AGAIN: &str = "the answer comes when the search has been done again";

/// Asks something that is answered by searching the last thought again.
fn search_again(
    model: &mut Model,
    file: Option<PathBuf>,
    question: impl FnOnce(Box<crate::search::observe::SearchRecording>) -> Query,
) -> CommandResult {
    let (go, report) = model.inspected_search().ok_or_else(|| model.no_search())?;
    let case = recording_of(go, &model.prefs.engine, report);
    let asked_in = report.root.clone();
    let mut effects = pause_analysis(model);
    show(model, Subject::Words(AGAIN.to_owned()));
    model.inspect.query_root = asked_in;
    let number = model.inspect.start_query(file);
    effects.push(EngineEffect::Query(number, Box::new(question(Box::new(case)))).into());
    Ok(effects)
}

/// A search without end would keep the answer back: it rests until the answer has come.
fn pause_analysis(model: &mut Model) -> Vec<Effect> {
    if model.inspect.paused.is_some() {
        return Vec::new();
    }
    match model.thinking.purpose {
        Purpose::Analysis | Purpose::Hint => search::cancel(model),
        Purpose::Move => {
            let key = model.keymap.way_to("pause-search");
            model.notify_info(format!(
                "the answer comes when the engine has moved; {key} pauses it"
            ));
            Vec::new()
        }
        Purpose::Nothing | Purpose::Ponder => Vec::new(),
    }
}
