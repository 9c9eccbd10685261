//! The debugger: questions, a paused search and its steps, breakpoints, recorded trees, perft.

use super::command::Effects;
use crate::search::observe::StepCommand;
use crate::tui::model::Model;
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::inspect::Divide;
use crate::tui::model::log::LogFilter;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{CommandResult, Effect, ExternalEffect, StorageEffect, TaskEffect};
use crate::tui::update::{dialogs, inspect, inspector_rows as rows, perft, propagation, traces};
use crate::tui::values::command_spec::{Argument, Mode::*, Values};
use crate::tui::view::panels;
use std::path::PathBuf;

super::command::commands! { "Debugger", |m, text|
    "questions" => dialogs::open(m, Dialog::Questions(0)), "ask one of the questions about a search", keys(&[(Global, "f6")]),
        unrecorded(ByResult);
    "pause-search" => inspect::pause_or_resume(m), "pause the search in its iteration, or resume it", aliases(&["standstill"]),
        keys(&[(Global, "f7")]), label("resume"), when(inspect::takes_step), unrecorded(OnSearch);
    "step-into" => inspect::step(StepCommand::Node), "step to the next node", aliases(&["step-node"]),
        keys(&[(Global, "f8"), (Inspector, "f8 ctrl-n")]), label("step into"), when(inspect::is_paused), unrecorded(OnSearch);
    "step-back" => inspect::step_back(m), "step back to the node before, or to the start of this one",
        keys(&[(Inspector, "ctrl-p")]), label("step back"), when(inspect::may_step_back), unrecorded(OnSearch);
    "step-over" => inspect::step(StepCommand::Over), "step over the subtree of this node",
        keys(&[(Global, "f9")]), label("step over"), when(inspect::is_paused), unrecorded(OnSearch);
    "step-out" => inspect::step(StepCommand::Out), "step out to the parent node", keys(&[(Board, "{")]),
        label("step out"), when(inspect::is_paused), unrecorded(OnSearch);
    "step-iteration" => inspect::step(StepCommand::Iteration), "step to the next iteration", keys(&[(Board, "}")]),
        label("iteration"), when(inspect::is_paused), unrecorded(OnSearch);
    "row-up" => rows::go(m, -1), "select the row above", keys(&[(Inspector, "up")]), label("up");
    "row-down" => rows::go(m, 1), "select the row below", keys(&[(Inspector, "down")]), label("down");
    "row-open" => rows::open(m), "open the row, raise the value", keys(&[(Inspector, "right")]);
    "row-close" => rows::close(m), "close the row, lower the value", keys(&[(Inspector, "left")]);
    "row-enter" => rows::enter(m), "take the row", keys(&[(Inspector, "enter")]);
    "row-switch" => rows::switch_breakpoint(m), "switch the breakpoint on or off", keys(&[(Inspector, "space")]);
    "row-remove" => rows::remove_breakpoint(m), "remove the breakpoint", keys(&[(Inspector, "del")]);
    "tree-sort" => rows::tree(m, |tree| Some(tree.sort())), "change the order of the tree",
        keys(&[(Inspector, "s")]), when(rows::shows_tree);
    "tree-filter" => rows::tree(m, |tree| Some(tree.filter())), "change which nodes of the tree are shown",
        keys(&[(Inspector, "t")]), when(rows::shows_tree);
    "tree-pv" => rows::principal(m), "go down the principal variation (PV)",
        aliases(&["tree-principal"]), keys(&[(Inspector, "m")]), when(rows::shows_tree);
    "tree-colour" => rows::tree(m, |tree| Some(tree.colour())), "colour the tree by kind or by score",
        keys(&[(Inspector, "y")]), when(rows::shows_tree);
    "leave-inspector" => if !m.inspect.reading && m.messages.dismiss() { Effects::new() } else { inspect::leave(m) }, "leave the page of the debugger", keys(&[(Inspector, "esc")]),
        label("leave");
    "ask" => ask(m, text), "answer the question with this key",
        argument(Argument::required("1", "the key of a question", Values::None));
    "why" => inspect::why(m, text.to_owned()), "explain a move, a square or a name of the network",
        argument(Argument::required("e4e5 | e4 | passed", "a move, a square or a name", Values::Move));
    "whynot" => inspect::why_not(m, words(text)), "why the engine did not play this line",
        argument(Argument::required("Nf3 d5", "moves such as Nf3 d5", Values::Line));
    "compare" => inspect::compare(m, words(text)), "compare two moves of the last search",
        argument(Argument::required("Nf3 d4", "two moves", Values::TwoMoves));
    "tree" => inspect::tree(m, words(text)), "browse the search tree below these moves",
        argument(Argument::optional("Nf3", Values::Line));
    "trace" => traces::open(m, text), "browse a search trace of any engine, or two side by side",
        argument(Argument::required("FILE [FILE]", "a search trace, or two to compare", Values::File));
    "trace-find" => traces::find(m, text), "select the next node of the trace that meets a condition",
        argument(Argument::optional("cut depth>=4", Values::Sentence(TRACE_WORDS))), keys(&[(Inspector, "w")]),
        when(traces::is_shown);
    "trace-filter" => traces::filter(m, text), "show only nodes of the trace that meet a condition",
        argument(Argument::optional("cut depth>=4", Values::Sentence(TRACE_WORDS))), when(traces::is_shown);
    "trace-difference" => traces::select_difference(m), "select where two traces part", keys(&[(Inspector, "x")]),
        when(traces::is_shown);
    "propagation" => propagation::record(m, text), "step through a propagation of the last move: its evaluation, its rules, the legal moves after it",
        argument(Argument::optional("eval | move | legal", Values::Words(&["eval", "move", "legal"]))),
        keys(&[(Inspector, "j")]), label("propagation");
    "break-flip" => propagation::set_breakpoint(m, text), "stop a propagation where a component of this name flips, or no longer",
        argument(Argument::required("d6 passed", "a component's name, or words of it", Values::None)),
        when(propagation::is_shown);
    "propagation-run" => propagation::run(m, 1), "run the propagation to its next breakpoint or its end",
        keys(&[(Inspector, "}")]), label("run"), when(propagation::is_shown);
    "propagation-back" => propagation::run(m, -1), "run the propagation back to the breakpoint before or its beginning",
        keys(&[(Inspector, "{")]), label("run back"), when(propagation::is_shown);
    "break" => rows::set_breakpoint(m, text), "pause the search at this condition; with a number in front, replace that breakpoint",
        argument(Argument::required("repetition and ply > 3", "a condition such as repetition", Values::Breakpoint));
    "whatif" => inspect::what_if_text(m, text), "show the time budget with this clock, or with these parameters of the time manager",
        argument(Argument::required("1+1", "a clock such as 1+1 (minutes and seconds) or 90s", Values::None));
    "export" => inspect::export(m, text), "write the tree below the selected node, as Graphviz if the name ends in .dot, else as RON",
        argument(Argument::required("FILE", "a file", Values::File));
    "record" => inspect::record(m, PathBuf::from(text)), "save the last search so that it can be replayed",
        argument(Argument::required("FILE", "a file", Values::File));
    "replay" => inspect::replay(m, PathBuf::from(text)), "run a saved search again and compare the results",
        argument(Argument::required("FILE", "a file", Values::File));
    "perft" => perft(m, text), "count moves; paste another program's counts, or name a file of them",
        argument(Argument::required("5 [FILE]", "a number of plies", Values::NumberAndFile));
    "search-log" => m.typing = Some(Typing::new(Kind::Search, &m.log.filter.search)), "search the log while typing",
        keys(&[(Log, "/")]), label("search"), unrecorded(OnScreen);
    "export-panel" => export_panel(m, text), "write the whole text of the panel that has the focus",
        argument(Argument::required("FILE", "a file", Values::File));
    "export-uci" => Effect::External(ExternalEffect::Export(PathBuf::from(text))), "write what was sent to external engines and received from them",
        argument(Argument::required("FILE", "a file", Values::File));
    "entries" => entries(m, text), "choose what the log shows: a level from error to trace; screen, engine or external; or all",
        argument(Argument::required("warn engine", "a level, a source or all", Values::Sentence(LOG_WORDS)));
}

/// Words of conditions on nodes of a trace.
const TRACE_WORDS: &str = "pv cut all quiescence null-move reduced re-search singular-test probcut \
                           ended=cut-off ended=tt ended=unfinished depth>= ply<= nodes>= score>=";

/// Words that choose entries of the log.
const LOG_WORDS: &str = "error warn info debug trace screen engine external all";

fn ask(model: &mut Model, text: &str) -> CommandResult {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(key), None) => inspect::ask(model, key),
        _ => Err(format!("ask {text:?}: expected the key of a question, such as 1 or a")),
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn perft(model: &mut Model, text: &str) -> Result<Effects, String> {
    let (depth, file) = text.split_once(' ').unwrap_or((text, ""));
    let file = Some(file.trim()).filter(|file| !file.is_empty()).map(PathBuf::from);
    Ok(perft::start(model, Divide::depth(depth)?, file))
}

fn entries(model: &mut Model, text: &str) -> Result<Effect, String> {
    model.log.filter = LogFilter::read(text)?;
    model.notify_info(format!("the log shows: {}", model.log.filter.words()));
    Ok(TaskEffect::SetLogLevel(model.log.filter.level).into())
}

/// The text of the panel that has the focus, in full.
fn export_panel(model: &Model, file: &str) -> Effect {
    let width = model.size.width.max(100);
    StorageEffect::Write(
        PathBuf::from(file),
        panels::text(model.layout.focus, model, width, panels::EXPORTED_ROWS),
    )
    .into()
}
