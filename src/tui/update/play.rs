//! Playing: moves, taking back, ends of games, and showing earlier positions.

use super::{search, storage};
use crate::base::{Millis, Score, sanitise};
use crate::game::autosave::ResumeState;
use crate::game::pgn::Severity;
use crate::game::rated::TAKEN_BACK;
use crate::game::tags::CONTINUES;
use crate::game::{
    DrawClaim, End, Evaluation, Game, Node, NodeId, Player, Status, Tags, Termination, TreeMove,
};
use crate::rules::{Color, Move, notation, white_view};
use crate::tui::model::dialogs::{Confirmation, Dialog, LeftGame, OpenedGame};
use crate::tui::model::external::Seat;
use crate::tui::model::messages::About;
use crate::tui::model::recorded::recorded_report;
use crate::tui::model::saved::set_date;
use crate::tui::model::session::{GameId, Session};
use crate::tui::model::thinking::Purpose;
use crate::tui::model::{
    CommandResult, Effect, EngineEffect, ExternalEffect, Model, OrderedGame, ScreenEffect,
    StorageEffect,
};
use crate::tui::values::format::long_algebraic;
use crate::tui::values::preset::Preset;
use shakmaty::ByColor;
use std::path::{Path, PathBuf};

/// Ends the game if a flag has fallen.
pub fn check_flag(model: &mut Model) -> Vec<Effect> {
    match model.session.game.check_flag(model.now) {
        Some(_) => finish(model),
        None => Vec::new(),
    }
}

/// The user makes a move, in the position shown; an earlier position becomes the game first. Paused clocks run again.
pub fn user_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    if model.session.allows_variations() {
        model.session_script.push(format!(":move {}", notation::uci(mv)));
        add_variation(model, mv);
        return Vec::new();
    }
    if let Some(node) = model.session.viewed {
        if !model.session.analysis {
            let (forward, play_on) =
                (model.keymap.way_to("forward"), model.keymap.way_to("play-on"));
            let words = format!(
                "you are looking back: {forward} goes forward, {play_on} plays on from here"
            );
            model.notify_error_about(About::Move, words);
            return Vec::new();
        }
        model.session.game.goto(node, model.now);
        model.session.viewed = None;
    }
    if model.session.is_engine(model.session.game.position().turn()) && !model.session.analysis {
        model.notify_error_about(About::Move, "it is the engine's move");
        return Vec::new();
    }
    let mut effects = Vec::new();
    if !model.session.started && !model.session.analysis {
        // A game that begins without a command has a seed of its own as well.
        effects.extend(search::cancel(model));
        effects.push(EngineEffect::NewGame(Box::new(model.prefs.engine.clone())).into());
    }
    if model.session.paused && !model.session.analysis && model.external.failure.is_none() {
        model.session.paused = false;
        model.notify_info("the clocks run");
    }
    start_clock(model);
    model.session_script.push(format!(":move {}", notation::uci(mv)));
    effects.extend(make(model, mv));
    effects
}

/// Plays a move for whoever is to move, then lets the next one act.
pub fn make(model: &mut Model, mv: Move) -> Vec<Effect> {
    model.board_state.picked = None;
    model.board_state.hint = None;
    model.board_state.refused = None;
    model.session.viewed = None;
    model.scroll.clear();
    if let Err(error) = model.session.game.play(mv, model.now) {
        model.notify_error_about(About::Move, error.to_string());
        return Vec::new();
    }
    model.messages.settle(About::Move);
    model.session.forget_edits();
    model.session.unsaved = true;
    if model.session.game.end().is_some() { finish(model) } else { search::start_turn(model) }
}

/// After a move of any engine: the bell, and the premove.
pub fn after_engine_move(model: &mut Model) -> Vec<Effect> {
    let mut effects = Vec::new();
    if model.prefs.bell {
        effects.push(ScreenEffect::Bell.into());
    }
    if let Some((from, to)) = model.session.premove.take() {
        let moves = model.session.moves_between(from, to);
        match moves.first() {
            // A pawn that arrives becomes a queen: nobody premoves a promotion to less.
            Some(&mv) if model.session.is_users_turn() => effects.extend(user_move(model, mv)),
            Some(_) | None => {
                let text = long_algebraic(model.session.position(), from, to);
                model.notify_error_about(About::Move, format!("{text} is not legal any more"));
            }
        }
    }
    effects
}

/// Starts the clock; the first move starts a game that was only set up.
pub fn start_clock(model: &mut Model) {
    model.session.started = true;
    // The start of another engine takes no time from its clock.
    let turn = model.session.game.position().turn();
    let starts = model.session.external == Some(turn) && model.external.who.is_none();
    if !model.session.paused && !model.session.analysis && !starts {
        model.session.game.start_clock(model.now);
    }
}

/// The game is over: says so, stops the engine, records it.
fn finish(model: &mut Model) -> Vec<Effect> {
    (model.session.premove, model.board_state.picked) = (None, None);
    // What is asked of a game that goes on has no answer any more.
    model.dialog.take_if(|dialog| {
        matches!(
            dialog,
            Dialog::Promotion(..)
                | Dialog::Confirm(
                    Confirmation::Resign
                        | Confirmation::Abandon
                        | Confirmation::ClaimDraw
                        | Confirmation::OfferDraw
                        | Confirmation::Opponent(_)
                )
        )
    });
    model.forget_failure();
    let words = model.session.game.end().map_or_else(String::new, End::words);
    model.session.unsaved = true;
    model.notify_info(words);
    search::cancel(model)
}

/// Gives the game of two people this end in the position on the board, or lets it go on.
pub fn set_end(model: &mut Model, end: Option<End>) -> Vec<Effect> {
    model.session.viewed = None;
    model.session.game.reopen();
    match end {
        Some(end) => {
            // It was reopened, so that it is not over.
            drop(model.session.game.conclude(end, model.now));
            finish(model)
        }
        None => {
            start_clock(model);
            model.session.unsaved = true;
            model.notify_info("the game goes on without a result");
            search::start_turn(model)
        }
    }
}

/// The game of an earlier run is resumed where it stood.
pub fn resume(model: &mut Model, game: Game, state: &ResumeState) -> Vec<Effect> {
    let cancelled = search::cancel(model);
    model.show_session(Session::of(game));
    end_review(model);
    (model.thinking.report, model.thinking.last_move, model.thinking.finished) = (None, None, None);
    (model.board_state.picked, model.board_state.hint) = (None, None);
    model.scroll.clear();
    model.notify_info("the game is resumed");
    let effects = Seat::read(&state.notes).map(|seat| {
        let config = seat.config.clone();
        model.session.external = Some(seat.side);
        model.prefs.external.clone_from(&config.command);
        model.external.options = config.options.clone();
        model.external.returning = true;
        model.notify_info(format!("the game is resumed; {} is started again …", config.command));
        ExternalEffect::Start(config).into()
    });
    let mut effects: Vec<Effect> = cancelled.into_iter().chain(effects).collect();
    let mut options = Box::new(model.prefs.engine.clone());
    let seed = model.session.game.tags.get("DialSeed").and_then(last_seed);
    options.seed = seed.unwrap_or(options.seed);
    effects.push(EngineEffect::NewGame(options).into());
    orient_board(model);
    start_clock(model);
    if model.session.external != Some(model.session.game.position().turn()) {
        effects.extend(search::start_turn(model));
    }
    effects
}

/// The seed that the last moves of a game were made with, by its tag `DialSeed`: `5`, or `5; 7 from move 12`.
pub fn last_seed(tag: &str) -> Option<u64> {
    tag.rsplit("; ").next()?.split(' ').next()?.parse().ok()
}

/// A game was read: it is shown, after asking if that leaves a game under way or changes that are not saved.
pub fn open(model: &mut Model, opened: OpenedGame) -> Vec<Effect> {
    let ordered = std::mem::take(&mut model.ordered_game);
    match model.left_game().filter(|_| ordered == OrderedGame::None) {
        Some(left) => {
            model.ask(Confirmation::Open(Box::new(opened), left));
            Vec::new()
        }
        None => review(model, opened),
    }
}

/// A game that was read is shown from its start.
pub fn review(model: &mut Model, opened: OpenedGame) -> Vec<Effect> {
    let OpenedGame { game, source, notes } = opened;
    let mut effects = search::cancel(model);
    // The game before keeps its file, whatever becomes of this one; one under way is saved with the time of its clocks.
    if model.session.is_under_way() {
        effects.push(storage::save_game(model));
    }
    effects.push(StorageEffect::CloseRecord.into());
    model.show_session(Session::of(game));
    (model.session.source, model.session.was_opened) = (source, true);
    model.session.viewed = Some(NodeId::ROOT);
    let before = std::mem::replace(&mut model.layout.preset, Preset::Review);
    model.before_review = model.before_review.or(Some(before));
    let (back, forward) = (model.keymap.way_to("back"), model.keymap.way_to("forward"));
    // What is missing first.
    let errors = notes.iter().filter(|note| note.severity != Severity::Warning);
    let warnings = notes.iter().filter(|note| note.severity == Severity::Warning);
    let more = match notes.len() {
        0 | 1 => String::new(),
        count => format!(" ({} more in the log)", count - 1),
    };
    match errors.chain(warnings).next() {
        None => model.notify_info(format!("a game to look through: {back} and {forward} step")),
        Some(note) if note.severity != Severity::Warning => {
            let file = model.session.source.as_ref().map(|source| source.index.file());
            let name = file.and_then(Path::file_name).map_or_else(String::new, |name| {
                format!("{} is ", sanitise(&name.to_string_lossy()))
            });
            let text = format!("{name}read in part: {note}{more}");
            model.notify_error_about(About::Game, text);
        }
        Some(note) => model.notify_info(format!("{note}{more}")),
    }
    effects
}

/// The record of a game was begun on `date`.
pub fn record_started(model: &mut Model, id: &GameId, date: &str) {
    if *id == model.session.id {
        set_date(&mut model.session.game, date);
    }
}

/// While an earlier move is shown and nothing is searched there, the panels show what was recorded with it; also after moves
/// were taken back.
pub fn show_recorded(model: &mut Model) {
    let session = &model.session;
    let node = session.shown();
    // What an analysis found stays while its position is shown.
    let analysed = model.thinking.go.as_ref().is_some_and(|go| go.limit.infinite)
        && model.thinking.node == node
        && model.thinking.report.is_some();
    let searched = session.analysis || analysed || model.thinking.purpose == Purpose::Hint;
    let is_left = model.thinking.purpose == Purpose::Nothing
        && match &model.thinking.report {
            Some(report) => !model.is_of_node(report, node),
            // A game that was resumed.
            None => session.game.tree().node(node).annotation.engine_info.is_some(),
        };
    let looked_at = session.viewed.is_some() || !session.started || is_left;
    let hinted = model.board_state.hint.is_some();
    let recorded = looked_at && !searched && !hinted && !session.game.tree().is_empty();
    model.recorded = recorded.then(|| recorded_report(&session.game, node));
}

/// Takes a half-move back or plays it again with `step`; a second one if the engine would be to move then, so that the user
/// is. Whether there was one.
fn jump(model: &mut Model, step: impl Fn(&mut Model) -> bool) -> bool {
    model.session.viewed = None;
    if !step(model) {
        return false;
    }
    let turn = model.session.game.position().turn();
    if model.session.is_engine(turn) && !model.session.is_engine(!turn) {
        step(model);
    }
    true
}

/// Takes back to the user's own last move; asks where that takes a result away which no move brings back.
pub fn ask_take_back(model: &mut Model) -> CommandResult {
    may_take_back(model)?;
    if model.session.game.end().is_some_and(|end| !end.reason.is_automatic()) {
        model.ask(Confirmation::TakeBack);
        return Ok(Vec::new());
    }
    take_back(model).map_err(str::to_owned)
}

/// Fails if the user has made no move.
fn may_take_back(model: &Model) -> Result<(), &'static str> {
    match model.session.has_own_move() {
        true => Ok(()),
        false => Err("there is no move of yours to take back"),
    }
}

/// Takes back to the user's own last move.
pub fn take_back(model: &mut Model) -> Result<Vec<Effect>, &'static str> {
    may_take_back(model)?;
    model.session.premove = None;
    let was_over = model.session.game.end().is_some();
    if !jump(model, |model| model.session.game.takeback(model.now).is_some()) {
        return Err("there is no move to take back");
    }
    // The last game that ended may be this one.
    model.last_game = model.last_game.take().filter(|_| !was_over);
    model.session.note_help(TAKEN_BACK);
    let key = model.keymap.way_to("redo");
    model.notify_info(format!("taken back; {key} plays it again"));
    Ok(restart(model))
}

/// Plays again what was taken back.
pub fn redo(model: &mut Model) -> Result<Vec<Effect>, &'static str> {
    match jump(model, |model| model.session.game.redo(model.now).is_some()) {
        true => Ok(restart(model)),
        false => Err("there is no move to play again"),
    }
}

/// After a jump: the clocks run again as before, and whoever is to move thinks.
fn restart(model: &mut Model) -> Vec<Effect> {
    model.messages.settle(About::Move);
    model.forget_failure();
    // A move that was typed is a line.
    model.messages.settle_lines();
    model.board_state.picked = None;
    model.board_state.hint = None;
    model.session.forget_edits();
    let mut effects = search::cancel(model);
    start_clock(model);
    model.session.unsaved = true;
    effects.extend(search::start_turn(model));
    effects
}

/// The line that the position shown lies in.
struct ShownLine {
    nodes: Vec<NodeId>,
    /// Index of the position shown in `nodes`.
    at: usize,
    /// The last position that can be shown.
    end: NodeId,
    is_variation: bool,
}

fn shown_line(model: &Model) -> ShownLine {
    let game = &model.session.game;
    let shown = model.session.shown();
    let own = game.tree().line_through(game.current());
    let is_variation = !own.contains(&shown);
    let nodes = if is_variation { game.tree().line_through(shown) } else { own };
    let to_end = is_variation || game.end().is_some() || !model.session.started;
    let end = nodes.last().copied().filter(|_| to_end).unwrap_or_else(|| game.current());
    let at = nodes.iter().position(|&id| id == shown).unwrap_or(0);
    ShownLine { nodes, at, end, is_variation }
}

/// Shows the position one move earlier.
pub fn back(model: &mut Model) {
    let ShownLine { nodes, at, .. } = shown_line(model);
    step_to(model, nodes[at.saturating_sub(1)], AT_START);
}

/// Shows the position one move later.
pub fn forward(model: &mut Model) {
    let ShownLine { nodes, at, end, is_variation } = shown_line(model);
    let next = nodes.get(at + 1).filter(|_| nodes[at] != end).copied();
    let next = next.unwrap_or_else(|| model.session.shown());
    let words = if is_variation { "already at the last move of the variation" } else { AT_END };
    step_to(model, next, words);
}

/// Shows the start.
pub fn first(model: &mut Model) {
    step_to(model, NodeId::ROOT, AT_START);
}

/// Shows the end of the line, or out of a variation the game.
pub fn last(model: &mut Model) {
    let ShownLine { end, is_variation, .. } = shown_line(model);
    step_to(model, if is_variation { model.session.game.current() } else { end }, AT_END);
}

const AT_START: &str = "already at the start of the game";
const AT_END: &str = "already at the last move";

/// Shows a node. Where it is shown already, `words` say so to a user without a screen: a held key may reach the end silently.
fn step_to(model: &mut Model, node: NodeId, words: &str) {
    if model.plain && node == model.session.shown() {
        let is_empty = model.session.game.tree().is_empty();
        model.notify_info(if is_empty { "the game has no move yet" } else { words });
    }
    view_node(model, node);
}

/// Shows a node; the current one of the game is simply the game.
pub fn view_node(model: &mut Model, node: NodeId) {
    model.board_state.picked = None;
    model.board_state.hint = None;
    model.session.viewed = Some(node).filter(|&node| node != model.session.game.current());
}

/// A move made in a record: what the record has already is shown, anything else becomes a variation of it.
pub fn add_variation(model: &mut Model, mv: Move) {
    let (node, step) = (model.session.shown(), TreeMove::Move(mv));
    if let Some(known) = model.session.game.tree().child(node, step) {
        return view_node(model, known);
    }
    let before = model.session.unchanged();
    if let Some(new) = model.session.game.tree_mut().append(node, step) {
        view_node(model, new);
    }
    model.record_changed(&before);
}

/// `file` of the user's has the first `changes` of a game.
pub fn changes_saved(model: &mut Model, id: &GameId, changes: u64, file: PathBuf) {
    let session = &mut model.session;
    if *id == session.id {
        (session.saved_changes, session.saved_as) = (changes, Some(file));
    }
}

/// Plays on from the position shown: in a record, and after the end of a game, as a new game.
pub fn play_on(model: &mut Model) -> CommandResult {
    let is_over = model.session.game.end().is_some();
    let is_new = is_over || model.session.is_review();
    let node = match model.session.viewed {
        Some(node) => node,
        None if is_new => model.session.game.current(),
        None => return Err("the position shown is the game".to_owned()),
    };
    if model.session.position().legal_moves().is_empty() {
        return Err("the game ends with the position shown".to_owned());
    }
    if model.changed_record().is_some() && !model.unattended {
        model.ask(Confirmation::Line("play-on".to_owned(), LeftGame::Changed));
        return Ok(Vec::new());
    }
    let mut effects = if is_new { leave_record(model, node) } else { Vec::new() };
    model.session.viewed = None;
    model.session.game.play_on(node, model.now);
    if !is_new {
        model.session.note_help(TAKEN_BACK);
    }
    end_review(model);
    stop_spent_clock(model);
    let whose = match (model.session.has_engine(), model.session.is_of_others()) {
        (true, _) => "",
        (false, true) => ", both sides are yours; :fen plays it against Lucena",
        (false, false) => ", both sides are yours",
    };
    let words = match model.session.game.end() {
        Some(end) => end.words(),
        None if is_new => format!("a new game goes on from here{whose}"),
        None => format!("the game goes on from here{whose}"),
    };
    effects.extend(restart(model));
    if !model.session.paused {
        model.notify_info(words);
    }
    Ok(effects)
}

/// What follows from `node` is a game of its own: it does not take the place of the one that was read, or that has ended, has its
/// moves up to `node` alone, and its result is nobody's.
fn leave_record(model: &mut Model, node: NodeId) -> Vec<Effect> {
    let mut effects = storage::save_changes(model);
    let continues = continued(&model.session.game, node);
    let is_of_others = model.session.is_of_others();
    let session = &mut model.session;
    session.game.tree_mut().keep_path(node);
    session.game.tags = Tags::default();
    session.game.tags.set("Event", "Continuation");
    session.game.tags.set(CONTINUES, &continues);
    if is_of_others {
        let player = Player::human(&model.prefs.play.name);
        session.game.players = ByColor { white: player.clone(), black: player };
    }
    (session.id, session.source, session.saved_as) = (GameId::default(), None, None);
    (session.started, session.paused, session.analysis) = (true, false, false);
    effects.push(StorageEffect::NewRecord.into());
    if session.external.is_some() {
        effects.push(ExternalEffect::NewGame.into());
    }
    effects
}

/// What a game is called that is played on from `node`: players, event, date, the move before it.
fn continued(game: &Game, node: NodeId) -> String {
    let name = |player: &Player| match player.name.as_str() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let tag = |name| game.tags.get(name).filter(|it| !it.starts_with('?')).map(str::to_owned);
    let tree = game.tree();
    let before = tree.node(node).parent().map(|parent| tree.node(parent).position());
    let mv = before.zip(tree.node(node).mv());
    let after = mv.map(|(before, mv)| format!("after {}", notation::numbered(before, mv)));
    let players = format!("{} - {}", name(&game.players.white), name(&game.players.black));
    [Some(players), tag("Event"), tag("Date"), after]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// A clock without time left, as a record may have, would end the game at once: it stands until the user lets it run.
fn stop_spent_clock(model: &mut Model) {
    let turn = model.session.game.position().turn();
    if model.session.game.remaining(turn, model.now).is_some_and(|left| left <= Millis(0)) {
        model.session.paused = true;
        model.notify_info(format!("no time is left here; {}", model.pause_words()));
    }
}

/// The layout for review ends with the review.
pub fn end_review(model: &mut Model) {
    if let Some(before) = model.before_review.take()
        && model.layout.preset == Preset::Review
    {
        model.layout.preset = before;
    }
}

/// Pauses the clocks, or lets them run.
pub fn pause(model: &mut Model) -> Vec<Effect> {
    model.session.paused = !model.session.paused;
    if model.session.paused {
        model.session.game.pause_clock(model.now);
        let effects = search::cancel(model);
        model.notify_info(model.pause_words());
        effects
    } else {
        // In analysis they stand until it ends.
        if !model.session.analysis {
            model.session.game.start_clock(model.now);
            model.notify_info("the clocks run");
        }
        search::start_turn(model)
    }
}

/// Pauses the game where an engine failed to move.
pub fn stand_still(model: &mut Model) {
    model.session.paused = true;
    model.session.game.pause_clock(model.now);
}

/// Lets an engine move; in a game that stands still the clocks run again.
pub fn go_on(model: &mut Model) -> Vec<Effect> {
    if model.session.paused && model.session.is_engine(model.session.game.position().turn()) {
        model.session.paused = false;
        start_clock(model);
    }
    search::start_turn(model)
}

/// Claims the draw if the rules give one, else offers it to the opponent.
pub fn offer_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    let claim = match model.session.game.status() {
        Status::Over(_) => return Err("the game is over".to_owned()),
        Status::Ongoing { claim } => claim,
    };
    if let Some(claim) = claim {
        let why = match claim {
            DrawClaim::Threefold => "the position has occurred three times",
            DrawClaim::FiftyMoves => "fifty moves have passed",
        };
        model.notify_info(format!("{why}: the draw may be claimed"));
        model.ask(Confirmation::ClaimDraw);
        return Ok(Vec::new());
    }
    acting_side(model)?;
    if model.session.external.is_some() {
        model.notify_info("a draw cannot be offered to an engine that speaks UCI");
        return Ok(Vec::new());
    }
    model.ask(Confirmation::OfferDraw);
    Ok(Vec::new())
}

/// The offer of a draw is made: the game ends if the engine accepts it, or if both sides are people's.
pub fn agree_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    // Once the game is over the offer itself is refused.
    if model.session.game.end().is_none()
        && let Err(refusal) = accepts_draw(model)
    {
        model.notify_info(refusal);
        return Ok(Vec::new());
    }
    model.session.game.agree_draw(model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// Moves of its own before which the engine agrees to no draw.
const MOVES_BEFORE_DRAW: usize = 20;

/// Its latest moves after none of which it may have thought itself better.
const EVEN_MOVES: usize = 5;

/// Its latest moves after all of which it thought itself worse by a pawn, so that a draw is welcome.
const WORSE_MOVES: usize = 2;
const WORSE: Score = Score::raw(-100);

/// Would the engine agree to a draw? Only in a game that was played, in which it has not stood better for some moves, as
/// match runners adjudicate, for which one search is no evidence either; or in which it stands worse.
fn accepts_draw(model: &Model) -> Result<(), String> {
    let (session, tree) = (&model.session, model.session.game.tree());
    let turn = session.game.position().turn();
    let Some(side) = [turn, !turn].into_iter().find(|&side| session.is_engine(side)) else {
        return Ok(());
    };
    let path = tree.path(session.game.current());
    let own = path.into_iter().map(|id| tree.node(id)).filter(|node| node.mover() == Some(side));
    let own: Vec<&Node> = own.collect();
    if own.len() < MOVES_BEFORE_DRAW {
        return Err(format!(
            "the engine declines: it agrees to no draw before it has made {MOVES_BEFORE_DRAW} moves"
        ));
    }
    let latest = own.iter().rev().take(EVEN_MOVES).map(|node| node.annotation.evaluation);
    let latest: Vec<Option<Evaluation>> = latest.collect();
    let is_better = |it: &Evaluation| white_view(it.score, side) > Score::DRAW;
    let is_worse =
        |it: &Option<Evaluation>| it.as_ref().is_some_and(|it| white_view(it.score, side) <= WORSE);
    if latest.iter().take(WORSE_MOVES).all(is_worse) {
        return Ok(());
    }
    if latest.iter().flatten().any(is_better) {
        return Err(format!(
            "the engine declines: after one of its last {EVEN_MOVES} moves it thought that it stood better"
        ));
    }
    if latest.iter().any(Option::is_none) {
        return Err(format!(
            "the engine declines: not all of its last {EVEN_MOVES} moves have an evaluation"
        ));
    }
    Ok(())
}

/// A draw that the rules allow is taken.
pub fn claim_draw(model: &mut Model) -> Result<Vec<Effect>, String> {
    model.session.game.claim_draw(model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// Asks before the user resigns, or before a game is abandoned in which the other engine failed to move.
pub fn ask_resign(model: &mut Model) -> Result<(), String> {
    let is_failing = failing_side(model).is_some();
    if !is_failing {
        acting_side(model)?;
    }
    model.ask(if is_failing { Confirmation::Abandon } else { Confirmation::Resign });
    Ok(())
}

/// The person to move, or the one person that plays.
fn acting_side(model: &Model) -> Result<Color, String> {
    let turn = model.session.game.position().turn();
    let person = [turn, !turn].into_iter().find(|&side| !model.session.is_engine(side));
    person.ok_or_else(|| {
        let key = model.keymap.way_to("new-game");
        format!("no person plays this game: {key} leaves it unfinished")
    })
}

/// The person to move resigns, or the one person that plays.
pub fn resign(model: &mut Model) -> Result<Vec<Effect>, String> {
    let side = acting_side(model)?;
    model.session.game.resign(side, model.now).map_err(|error| error.to_string())?;
    Ok(finish(model))
}

/// The other engine failed to move: the game is abandoned, and lost by it.
pub fn abandon(model: &mut Model) -> Result<Vec<Effect>, String> {
    let side = failing_side(model).ok_or("the game goes on: no engine has failed to move")?;
    let end = End::win(!side, Termination::Abandoned);
    model.session.game.conclude(end, model.now).map_err(|error| error.to_string())?;
    let why = model.forget_failure().unwrap_or_default();
    model.session.forget_edits();
    let current = model.session.game.current();
    let comment = &mut model.session.game.tree_mut().node_mut(current).comment;
    *comment = format!("{comment} {why}").trim().to_owned();
    Ok(finish(model))
}

/// The side of the other engine, while the game stands still because it failed to move.
fn failing_side(model: &Model) -> Option<Color> {
    let turn = model.session.game.position().turn();
    let is_failing = model.session.paused && model.external.failure.is_some();
    model.session.external.filter(|&side| is_failing && side == turn)
}

/// The board as the side of the person sees it.
pub fn orient_board(model: &mut Model) {
    let engine = |side| model.session.is_engine(side);
    model.layout.orientation =
        if engine(Color::White) && !engine(Color::Black) { Color::Black } else { Color::White };
}
