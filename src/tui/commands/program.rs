//! The program itself: help, palette, settings, the `:` line.
use crate::tui::model::dialogs::list::Source;
use crate::tui::model::dialogs::{Dialog, Help};
use crate::tui::model::messages::{Message, Severity};
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::model::{Effect, Model, Pending, ScreenEffect};
use crate::tui::update::{dialogs, play, settings};
use crate::tui::values::command_spec::{Argument, Mode::*, Values};

super::command::commands! { "Program", |m, text|
    "help" => dialogs::open(m, Dialog::Help(Help::default())), "show all keys and commands, searchable",
        aliases(&["?"]), keys(&[(Global, "f1"), (Board, "?"), (Setup, "?")]), unrecorded(OnScreen);
    "messages" => list_messages(m), "list what the program has said, newest first", keys(&[(Board, "M")]), unrecorded(OnScreen);
    "command-palette" => m.pending.push(Pending::Palette), "search the commands and run one", aliases(&["palette"]),
        keys(&[(Board, "ctrl-k")]), label("commands"), unrecorded(ByResult);
    "tour" => dialogs::open(m, Dialog::Tour(0)), "take the short tour", keys(&[(Global, "f12")]), unrecorded(OnScreen);
    "settings" => dialogs::open_settings(m), "change the settings", keys(&[(Global, "f10")]), unrecorded(ByResult), words("options preferences sound");
    "set" => settings::set(m, text), "change a setting, by its name in the form",
        argument(Argument::required("hash 64", "the name of a setting and a value", Values::Setting)), words("options preferences");
    "command" => m.typing = Some(Typing::new(Kind::Command, "")), "type a command", keys(&[(Board, ":"), (Setup, ":")]),
        unrecorded(OnScreen);
    "suspend" => play::suspend(m), "suspend the program and pause the clocks; fg resumes it", keys(&[(Global, "ctrl-z")]),
        unrecorded(OnScreen), over_dialogs();
    "redraw" => Effect::Screen(ScreenEffect::Redraw), "redraw the whole screen", keys(&[(Global, "ctrl-l")]), unrecorded(OnScreen),
        over_dialogs();
}

fn list_messages(model: &mut Model) {
    let line = |message: &Message| {
        let seconds = message.at.0 / 1000;
        let sign = if message.severity == Severity::Error { "!" } else { " " };
        format!("{:>3}:{:02} {sign} {}", seconds / 60, seconds % 60, message.text)
    };
    let texts = model.messages.history().rev().map(line).collect();
    dialogs::list(model, Source::Messages(texts));
}
