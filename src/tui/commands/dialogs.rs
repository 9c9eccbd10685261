//! Keys of what is open over the screen.
use crate::tui::model::Model;
use crate::tui::model::dialogs::form::Direction;
use crate::tui::update::dialogs;
use crate::tui::values::command_spec::{Argument, Mode::*, Values};

super::command::commands! { "Forms and lists", |m, text|
    "confirm" => dialogs::confirm(m), "accept", keys(&[(Dialog, "enter")]), label("accept"), when(is_open),
        unrecorded(ByResult), over_dialogs();
    "close" => dialogs::close(m), "close without accepting",
        keys(&[(Typing, "esc"), (Dialog, "esc f1"), (Help, "esc f1")]), unrecorded(OnScreen), over_dialogs();
    "next-field" => dialogs::step_field(m, Direction::Forward), "go to the next field", keys(&[(Dialog, "tab down")]),
        label("next"), when(is_open), unrecorded(OnScreen), over_dialogs();
    "previous-field" => dialogs::step_field(m, Direction::Back), "go to the field before",
        keys(&[(Dialog, "shift-tab up")]), when(is_open), unrecorded(OnScreen), over_dialogs();
    "next-choice" => dialogs::step_choice(m, Direction::Forward), "next value of the field",
        keys(&[(Dialog, "right")]), when(is_open), unrecorded(OnScreen), over_dialogs();
    "previous-choice" => dialogs::step_choice(m, Direction::Back), "previous value of the field",
        keys(&[(Dialog, "left")]), when(is_open), unrecorded(OnScreen), over_dialogs();
    "discard" => dialogs::discard(m), "do not offer the selected unfinished game again; its record stays",
        keys(&[(Dialog, "del")]), when(dialogs::offers_adjourned), unrecorded(OnScreen), over_dialogs();
    "sort" => dialogs::sort(m, text), "sort the list of games by a value, or by the same the other way round",
        argument(Argument::optional("date", Values::Words(SORTS))), keys(&[(Dialog, "ctrl-r")]), unrecorded(OnScreen),
        over_dialogs();
}

/// The values that games are sorted by.
const SORTS: &[&str] = &[
    "date", "white", "black", "result", "accuracy", "rating", "moves", "opening", "event", "file",
];

fn is_open(model: &Model) -> Result<(), String> {
    if model.dialog.is_some() { Ok(()) } else { Err("no form or list is open".to_owned()) }
}
