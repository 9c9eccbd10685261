//! What an event does to the model: keys, clicks and scripts run commands, everything else is `update`'s.

use super::{App, Change};
use crate::base::Millis;
use crate::tui::commands::completion;
use crate::tui::model::dialogs::{Dialog, OpenedGame};
use crate::tui::model::messages::About;
use crate::tui::model::{Effect, Event, Model, OrderedGame, ScreenEffect};
use crate::tui::update::{
    annotate, debug, dialogs, engine, external, mouse, perft, play, position_editor, review,
    screen, search, settings, start, storage, traces, training, typing,
};
use crate::tui::values::command_spec::Mode;
use crate::tui::view;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl App {
    /// Handles an event at `now`, milliseconds since the program started, and returns what is to be done.
    pub fn handle(&mut self, event: Event, now: Millis) -> Vec<Effect> {
        self.after_input |= event.is_input();
        let is_same_size = matches!(&event, Event::Resize(size) if *size == self.model.size);
        let is_tick = (matches!(event, Event::Tick) || is_same_size)
            && self.model.pending.is_empty()
            && self.model.script.is_empty();
        let errors = |model: &Model| model.messages.error().map(|(_, count)| count);
        let before = errors(&self.model);
        if view::shows_messages(&self.model) {
            self.model.messages.pass(Millis(now.0 - self.model.now.0));
        }
        self.model.now = now;
        let mut effects = play::check_flag(&mut self.model);
        effects.extend(self.update(event));
        // The event may have left commands to run; then searches, queries and records follow what the model shows now.
        let Self { model, commands, .. } = self;
        effects.extend(commands.run_pending(model));
        effects.extend(commands.run_script(model));
        effects.extend(search::follow(model));
        effects.extend(debug::follow(model));
        effects.extend(perft::follow(model));
        effects.extend(review::rate(model));
        effects.extend(storage::save_changes(model));
        play::show_recorded(model);
        let is_quiet = is_tick && effects.is_empty() && before == errors(model);
        let change = if is_quiet { Change::Clocks } else { Change::Everything };
        self.change = self.change.max(change);
        effects
    }

    fn update(&mut self, event: Event) -> Vec<Effect> {
        let model = &mut self.model;
        if model.asks_unseen() && !is_safe_unseen(model, &event) {
            return Vec::new();
        }
        match event {
            Event::Start(started) => return start::start(model, *started),
            Event::Key(key) => return self.press(key),
            Event::Mouse(mouse) => return mouse::handle(model, mouse),
            Event::Paste(text) => {
                let pasted = typing::paste(model, &text);
                return model.settle(pasted, About::Move);
            }
            Event::Line { text, asks } => {
                let done = typing::line(model, &text, asks);
                return model.settle(done, About::Move);
            }
            Event::External(notice) => return external::notice(model, *notice),
            Event::Done(outcome) => return engine::done(model, *outcome),
            Event::EngineDied { epoch, message } => engine::died(model, epoch, &message),
            Event::Debug(event) => debug::observed(model, *event),
            Event::Reply(number, reply) => return debug::replied(model, number, reply),
            Event::ThemeRead(theme) => return screen::theme_read(model, *theme),
            Event::ThemeChanged(theme) => screen::theme_changed(model, *theme),
            Event::GameRead(game, source, notes) => {
                let mut effects = training::end(model);
                effects.extend(play::open(model, OpenedGame { game: *game, source, notes }));
                return effects;
            }
            Event::Annotated(run, event) => return annotate::event(model, run, event),
            Event::GamesIndexed(number, library, sort, filter) => {
                dialogs::games(model, number, *library, sort, &filter)
            }
            Event::Statistics(number, answer) => dialogs::show_statistics(model, number, answer),
            Event::FiguresRead(number, figures) => {
                if let Some(Dialog::List(list)) = &mut model.dialog {
                    list.take_figures(number, figures);
                }
            }
            Event::Resumed(game, state) => return play::resume(model, *game, &state),
            Event::Terminate | Event::InputEnded => return storage::leave(model),
            Event::SuspendRequested => return play::suspend(model),
            Event::Continued => return vec![ScreenEffect::Redraw.into()],
            Event::Resize(size) => model.size = size,
            Event::ExternalReport(report) => external::report(model, report),
            Event::Report(report) => drop(model.thinking.take(report)),
            Event::Explained(page, explanation) => debug::explained(model, page, explanation),
            Event::RecordingRead(number, read) => {
                return debug::recording_read(model, number, read);
            }
            Event::ChangesSaved(id, changes, file) => {
                if play::changes_saved(model, &id, changes, file) {
                    return dialogs::leave_saved(model);
                }
            }
            Event::Written(text) => model.notify_info(text),
            Event::ChangesKept(file) => return dialogs::changes_kept(model, file),
            // They come when the program is left.
            Event::Unsaved(_) => {}
            Event::PerftCounted { number, mv, leaves } => perft::counted(model, number, mv, leaves),
            Event::Trace(answer) => traces::show(model, *answer),
            Event::Training(number, answer) => return training::answer(model, number, *answer),
            Event::CompletionFound(line, found) => completion::show(model, &line, &found),
            Event::Copied(to) => model.notify_info(to.words()),
            Event::Info(text) => model.notify_info(text),
            Event::Indexing(Some(words)) => model.notify_info_about(About::Indexing, words),
            Event::Indexing(None) => model.messages.settle(About::Indexing),
            Event::Failed(text) => model.notify_error(text),
            Event::Refused(mut text) => {
                model.ordered_game = OrderedGame::None;
                if dialogs::stay(model) {
                    text.push_str("; the game is not left");
                }
                model.notify_error_about(About::Command(""), text);
            }
            Event::GameSaved(saved) => {
                if saved.is_err() {
                    dialogs::stay(model);
                }
                storage::game_saved(model, saved);
            }
            Event::EngineFound(found) => return external::engine_found(model, found),
            Event::TablebasesFound(found) => return settings::tablebases_found(model, found),
            Event::Themes(names) => screen::themes(model, names),
            Event::Unfinished(games, is_first_run) => start::unfinished(model, games, is_first_run),
            Event::Adjourned(games) => dialogs::adjourned(model, games),
            Event::RecordStarted(id, date) => play::record_started(model, &id, &date),
            Event::MovesRated(number, sides) => model.move_ratings.take(number, sides),
            Event::Rated(rated) => model.strengths.take(*rated),
            Event::LastGame(game) => model.last_game = Some(game),
            Event::Openings(openings) => model.openings = Some(*openings),
            Event::Script(text) => model.script = text.lines().map(str::to_owned).collect(),
            Event::Logged(entries) => model.log.take(entries),
            // A frame is drawn; the runtime has replaced the others with what they stand for.
            Event::Tick | Event::Wake | Event::ExternalWake | Event::ExternalNotice(..) => {}
        }
        Vec::new()
    }

    /// A key: the map first, then text where text is wanted.
    fn press(&mut self, key: KeyEvent) -> Vec<Effect> {
        let Self { model, commands, .. } = self;
        let mode = model.mode();
        if let Some(effects) = commands.press(model, &key) {
            return effects;
        }
        let is_text = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match (mode, key.code) {
            (Mode::Typing, _) => typing::edit(model, key),
            (Mode::Dialog | Mode::Help, KeyCode::Char(letter)) if is_text => {
                let entered = dialogs::enter(model, &letter.to_string());
                return model.settle(entered, About::Nothing);
            }
            (Mode::Dialog | Mode::Help, _) => dialogs::erase(model, key),
            (Mode::Board | Mode::Inspector | Mode::Log | Mode::Training, KeyCode::Char(letter))
                if is_text =>
            {
                typing::begin(model, letter);
            }
            (Mode::Setup, KeyCode::Char(letter)) if is_text => {
                position_editor::letter(model, letter);
            }
            (
                Mode::Global
                | Mode::Board
                | Mode::Inspector
                | Mode::Log
                | Mode::Training
                | Mode::Setup,
                _,
            ) => {}
        }
        Vec::new()
    }
}

/// Does this event answer no question? Where nobody sees the question, other input is ignored.
fn is_safe_unseen(model: &Model, event: &Event) -> bool {
    let Event::Key(key) = event else {
        return !matches!(event, Event::Mouse(_) | Event::Paste(_));
    };
    let command = model.keymap.commands(model.mode(), key).next();
    matches!(command, Some("close" | "quit" | "redraw" | "suspend"))
}
