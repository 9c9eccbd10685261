//! What happens to the model: the only code that changes it. No file, no thread, no clock: the time comes with the
//! event, and wishes to the world go back as effects. Each file beside this one handles one part of the screen.

mod annotate;
mod board;
mod commands;
mod debug;
mod dialog;
mod engine;
mod external;
mod inspect;
mod mouse;
mod perft;
mod play;
mod ponder;
mod review;
mod rows;
mod screen;
mod script;
mod typing;

pub use dialog::new_game;

use super::dialogs::list::Source;
use super::dialogs::{Confirmation, Dialog};
use super::event::Event;
use super::keymap::Mode;
use super::layout::Preset;
use super::model::{Model, Toggle};
use super::recorded;
use super::thinking::Purpose;
use super::{Action, Effect};
use crate::base::Millis;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Takes in one event at `now`, milliseconds since the program started.
pub fn update(model: &mut Model, event: Event, now: Millis) -> Vec<Effect> {
    model.now = now;
    let mut effects = play::check_flag(model);
    effects.extend(match event {
        Event::Key(key) => press(model, key),
        Event::Mouse(mouse) => mouse::update(model, mouse),
        Event::Paste(text) => typing::paste(model, &text),
        Event::External(notice) => external::notice(model, *notice),
        Event::Done(outcome) => engine::done(model, *outcome),
        Event::EngineDied { epoch, message } => engine::died(model, epoch, &message),
        Event::Debug(heard) => debug::take(model, *heard),
        Event::ThemeRead(theme) => screen::theme_read(model, *theme),
        Event::GameRead(game) => play::review(model, *game),
        Event::Annotated(run, news) => annotate::news(model, run, news),
        Event::Indexed(index) => dialog::list(model, Source::Games(index)),
        Event::Resumed(game, used, seat) => play::resume(model, *game, used, seat),
        Event::Terminate => vec![Effect::Quit],
        Event::SuspendRequested => vec![Effect::Suspend],
        Event::Continued => vec![Effect::Redraw],
        other => {
            show_event(model, other);
            Vec::new()
        }
    });
    effects.extend(script::go_on(model));
    effects.extend(engine::follow(model));
    effects.extend(external::follow(model));
    effects.extend(debug::regard(model));
    effects.extend(perft::follow(model));
    recall(model);
    effects
}

/// Takes in an event that is only to be shown.
fn show_event(model: &mut Model, event: Event) {
    match event {
        Event::Resize(width, height) => model.size = (width, height),
        Event::ExternalReport(report) => external::report(model, report),
        Event::Report(report) => {
            model.thinking.take(report);
        }
        Event::Explained(learned) => debug::learned(model, learned),
        Event::PerftCounted(number, mv, leaves) => perft::counted(model, number, mv, leaves),
        Event::CompletionFound(line, found) => typing::found(model, &line, &found),
        Event::Info(text) => model.notify_info(text),
        Event::Failed(text) => model.notify_error(text),
        Event::Themes(names) => screen::themes(model, names),
        Event::Unfinished(game) => model.dialog = Some(Dialog::Resume(game)),
        Event::Rated(tally) => model.strengths.take(&tally),
        Event::Openings(openings) => model.openings = Some(*openings),
        Event::Script(text) => model.script = text.lines().map(str::to_owned).collect(),
        // A tick and a wake say that there is something to look at; everything else asks for effects, above.
        _ => {}
    }
}

/// While an earlier move is looked at and nothing is searched there, the panels show what was recorded with it.
fn recall(model: &mut Model) {
    let session = &model.session;
    let searched = session.analysis.is_on() || model.thinking.purpose == Purpose::Hint;
    let looked_at = session.viewed.is_some() || session.started == Toggle::Off;
    let node = session.shown();
    let hinted = model.hand.hint.is_some();
    let recorded = looked_at && !searched && !hinted && !session.game.tree().is_empty();
    model.recorded = recorded.then(|| recorded::recorded_report(&session.game, node));
}

/// A key: the map first, then text where text is wanted.
fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let mode = model.mode();
    let action = model.keymap.action(mode, &key);
    // The keys of the tree are the board's on every other page.
    let action = match action {
        Some(tree) if inspect::is_for_tree(tree) && !model.inspect.is_tree() => {
            model.keymap.action(Mode::Board, &key)
        }
        other => other,
    };
    if let Some(action) = action {
        script::note(model, action);
        return act(model, action);
    }
    let chord = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match (mode, key.code) {
        (Mode::Typing, _) => typing::edit(model, key),
        (Mode::Dialog | Mode::Help, KeyCode::Char(letter)) if !chord => {
            dialog::enter(model, &letter.to_string())
        }
        (Mode::Dialog | Mode::Help, KeyCode::Backspace) => dialog::erase(model),
        (Mode::Board | Mode::Inspector, KeyCode::Char(letter)) if !chord => {
            typing::begin(model, letter)
        }
        _ => Vec::new(),
    }
}

/// Does what a key, a click or a script asks for.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    use Action as A;
    model.message = None;
    if let Some(effects) = dialog::act(model, action) {
        return effects;
    }
    if inspect::is_for_it(action) {
        return inspect::act(model, action);
    }
    let action = in_review(model, action);
    match action {
        A::CursorLeft | A::CursorRight | A::CursorUp | A::CursorDown | A::Select | A::Cancel => {
            board::act(model, action)
        }
        A::Submit
        | A::Complete
        | A::HistoryBack
        | A::HistoryForward
        | A::Close
        | A::TypeMove
        | A::Command => typing::act(model, action),
        A::TakeBack | A::Redo | A::OfferDraw | A::Flip | A::Pause | A::Resume => {
            play::course(model, action)
        }
        A::Back | A::Forward | A::First | A::Last => play::look(model, action),
        A::CopyFen | A::CopyPgn | A::CopyLine => play::copy(model, action),
        A::Resign => play::ask_to_resign(model),
        A::NewGame => dialog::open_new_game(model),
        A::Quit => quit(model),
        A::Help | A::Tour | A::Settings => dialog::open(model, action),
        A::DialUp | A::DialDown | A::DialFull => engine::turn_dial(model, action),
        A::DialChoices => dialog::list(model, Source::Strengths(model.strengths.choices())),
        A::NextOpponent => dialog::next_opponent(model),
        A::Hint | A::MoveNow | A::Analyse | A::MoreLines | A::FewerLines => {
            engine::act(model, action)
        }
        A::NextLine
        | A::PreviousLine
        | A::Moments
        | A::Comment
        | A::Judge
        | A::PromoteLine
        | A::DeleteLine => review::act(model, action),
        A::Annotate => annotate::key(model),
        A::SecondOpinion => external::toggle(model),
        A::Suspend => vec![Effect::Suspend],
        A::Redraw => vec![Effect::Redraw],
        A::Confirm | A::NextField | A::PreviousField | A::NextChoice | A::PreviousChoice => {
            Vec::new()
        }
        _ => screen::act(model, action),
    }
}

/// While a record or a finished game is gone through and the cursor is not seen, the arrows go through the moves; Enter brings the cursor.
fn in_review(model: &mut Model, action: Action) -> Action {
    let walks = model.layout.preset == Preset::Review
        && (model.session.is_review() || model.session.game.end().is_some())
        && model.hand.picked.is_none()
        && !model.hand.cursor_seen.is_on();
    match action {
        Action::CursorLeft if walks => Action::Back,
        Action::CursorRight if walks => Action::Forward,
        Action::CursorUp if walks => Action::PreviousLine,
        Action::CursorDown if walks => Action::NextLine,
        // The first key only shows the cursor.
        Action::Select if walks => Action::CursorLeft,
        other => other,
    }
}

/// Asks before a game under way is left.
fn quit(model: &mut Model) -> Vec<Effect> {
    let game = &model.session.game;
    let under_way = model.session.started == Toggle::On
        && game.end().is_none()
        && game.current() != crate::game::NodeId::ROOT;
    if !under_way {
        return vec![Effect::Quit];
    }
    model.dialog = Some(Dialog::Confirm(Confirmation::Quit));
    Vec::new()
}
