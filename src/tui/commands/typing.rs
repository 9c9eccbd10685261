//! Keys of the line being typed.

use crate::tui::model::Model;
use crate::tui::update::typing;
use crate::tui::values::command_spec::Mode;

super::command::commands! { "Typing", |m, text|
    "submit" => typing::submit(m), "enter what was typed", keys(&[(Mode::Typing, "enter")]), when(is_typing), unrecorded(ByResult);
    "complete" => super::completion::complete(m), "complete the word", keys(&[(Mode::Typing, "tab")]), when(is_typing), unrecorded(OnScreen);
    "history-back" => typing::history_back(m), "earlier line", keys(&[(Mode::Typing, "up")]), label("earlier"),
        when(is_typing), unrecorded(OnScreen);
    "history-forward" => typing::history_forward(m), "later line", keys(&[(Mode::Typing, "down")]), when(is_typing), unrecorded(OnScreen);
}

fn is_typing(model: &Model) -> Result<(), String> {
    if model.typing.is_some() { Ok(()) } else { Err("nothing is being typed".to_owned()) }
}
