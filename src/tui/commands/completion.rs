//! Completing the `:` line from the arguments of the commands. What lies on the disk is looked up by the runtime first.

use crate::engine::external::{in_marks, quoted};
use crate::engine::{OptionKind, UciOption};
use crate::game::Game;
use crate::game::pgn::{self, nag_sign};
use crate::rules::{Position, notation, parse_line};
use crate::search::observe::{Breakpoint, Quantity, Relation, SearchEvent};
use crate::tui::model::typing::Kind;
use crate::tui::model::{Effect, Model, StorageEffect};
use crate::tui::update::settings;
use crate::tui::values::board::PieceStyle;
use crate::tui::values::command_spec::{CommandSpec, Values};
use crate::tui::values::completion::{Completions, DiskLookup};
use crate::tui::values::panel::Panel;
use crate::tui::values::theme::{DEFAULT_THEME, Theme};
use std::path::MAIN_SEPARATOR;
use strum::VariantArray as _;
use tui_input::Input;

/// Completes the line; what lies on the disk is looked up first. A second press goes through the completions.
pub(super) fn complete(model: &mut Model) -> Vec<Effect> {
    let Some(typing) = model.typing.as_mut().filter(|typing| typing.kind == Kind::Command) else {
        return Vec::new();
    };
    if typing.next_choice() {
        list_choices(model);
        return Vec::new();
    }
    let line = typing.input.value().to_owned();
    match lookup(model, &line) {
        Some(lookup) => return vec![StorageEffect::Complete(line, lookup).into()],
        None => show(model, &line, &[]),
    }
    Vec::new()
}

/// Completes as far as all completions agree, with what was found on the disk; a single one entirely.
pub fn show(model: &mut Model, line: &str, found: &[String]) {
    if model.typing.as_ref().is_none_or(|typing| typing.input.value() != line) {
        // Typed on meanwhile.
        return;
    }
    if lookup(model, line) == Some(DiskLookup::Themes) {
        found.clone_into(&mut model.own_themes);
    }
    let completions = completions(model, line, found);
    let Some(typing) = &mut model.typing else { return };
    match completions.words.len() {
        0 => {}
        1 => {
            let whole = completions.line(0);
            // More is to be typed after a command, and after the name of an option.
            let goes_on = completions.head.is_empty()
                || ["option ", "set ", "tag "].contains(&&*completions.head);
            typing.input = Input::new(if goes_on { whole + " " } else { whole });
        }
        _ => {
            // Names of which some begin with capitals may agree in less than was typed.
            let shared = completions.shared();
            if shared.chars().count() >= line.chars().count() {
                typing.input = Input::new(shared);
            }
            typing.choices = Some((completions, None));
            list_choices(model);
        }
    }
}

/// Says what the line may be completed to, the chosen one first.
fn list_choices(model: &mut Model) {
    let Some((completions, at)) = model.typing.as_ref().and_then(|typing| typing.choices.as_ref())
    else {
        return;
    };
    let mut names = completions.names();
    // What comes next is read first, and a narrow screen cuts the end.
    let first = at.map_or(0, |at| (at + 1) % names.len().max(1));
    names.rotate_left(first);
    let names = names.join("  ");
    model.messages.hint(names);
}

/// The command of a line in which its name is finished, that name, and the rest.
fn parts<'a, 'b>(model: &'a Model, line: &'b str) -> Option<(&'a CommandSpec, &'b str, &'b str)> {
    let (name, rest) = line.split_once(' ')?;
    Some((model.keymap.find(name)?, name, rest.trim_start()))
}

/// What has to be looked up on the disk to complete this line.
pub fn lookup(model: &Model, line: &str) -> Option<DiskLookup> {
    let (spec, _, rest) = parts(model, line)?;
    match spec.argument.values {
        Values::File => Some(DiskLookup::Files(rest.to_owned())),
        Values::NumberAndFile => {
            Some(DiskLookup::Files(rest.split_once(' ')?.1.trim_start().to_owned()))
        }
        Values::Theme => Some(DiskLookup::Themes),
        Values::Setting => rest.starts_with("theme").then_some(DiskLookup::Themes),
        Values::Program => Some(DiskLookup::Programs(unquoted(rest).to_owned())),
        Values::None
        | Values::Words(_)
        | Values::Sentence(_)
        | Values::Pieces
        | Values::Panel
        | Values::Strength
        | Values::Glyph
        | Values::Game
        | Values::Move
        | Values::TwoMoves
        | Values::Line
        | Values::Breakpoint
        | Values::EngineOption
        | Values::Tag => None,
    }
}

/// What the line may be completed to, in order, with what was found on the disk.
pub fn completions(model: &Model, line: &str, found: &[String]) -> Completions {
    if !line.contains(' ') {
        let names = model.keymap.specs().iter().map(|spec| spec.name.to_owned());
        return Completions::matching("", line, names);
    }
    let Some((spec, name, rest)) = parts(model, line) else { return Completions::default() };
    let found = found.iter().cloned();
    let whole = |choices: Vec<String>| Completions::matching(&format!("{name} "), rest, choices);
    let last = |choices: Vec<String>| {
        let at = rest.rfind([' ', '(']).map_or(0, |blank| blank + 1);
        Completions::matching(&format!("{name} {}", &rest[..at]), &rest[at..], choices)
    };
    match spec.argument.values {
        Values::None => Completions::default(),
        Values::Words(choices) => whole(choices.iter().map(|&word| word.to_owned()).collect()),
        Values::Sentence(words) => last(words.split(' ').map(str::to_owned).collect()),
        Values::File => whole(found.collect()),
        Values::NumberAndFile => last(found.collect()),
        Values::Program => program(name, rest, found),
        Values::Theme => {
            let mut themes = Theme::names(&found.collect::<Vec<_>>());
            themes.push(DEFAULT_THEME.to_owned());
            themes.sort();
            themes.dedup();
            whole(themes)
        }
        Values::Pieces => whole(PieceStyle::VARIANTS.iter().map(PieceStyle::to_string).collect()),
        Values::Panel => whole(Panel::ALL.iter().map(|panel| panel.name().to_owned()).collect()),
        Values::Strength => {
            let personalities = model.strengths.roster.all().iter().map(|it| it.name.clone());
            whole(["full".to_owned()].into_iter().chain(personalities).collect())
        }
        Values::Glyph => whole((1..=19).map(|nag| nag_sign(nag).trim().to_owned()).collect()),
        Values::Game => game(name, rest),
        Values::Move if rest.contains(' ') => Completions::default(),
        Values::Move => whole(sans(model.session.position())),
        Values::TwoMoves if rest.matches(' ').count() > 1 => Completions::default(),
        Values::TwoMoves => last(sans(searched(model))),
        Values::Line => {
            let typed = rest.rsplit_once(' ').map_or("", |(typed, _)| typed);
            let line = parse_line(searched(model), typed.split_whitespace());
            if line.error.is_none() { last(sans(&line.end)) } else { Completions::default() }
        }
        Values::Breakpoint => last(breakpoint(model, rest)),
        Values::EngineOption => {
            option(rest, model.external.who.as_ref().map_or(&[][..], |who| &who.options))
        }
        Values::Setting => setting(model, rest),
        Values::Tag => tag(name, rest, &model.session.game),
    }
}

/// The beginning of a word without the quotation mark before it.
fn unquoted(begun: &str) -> &str {
    begun.strip_prefix(['"', '\'']).unwrap_or(begun)
}

/// A program; all have quotation marks if one needs them, which end behind a file.
fn program(name: &str, rest: &str, found: impl Iterator<Item = String>) -> Completions {
    let begun = unquoted(rest);
    let off = (begun == rest).then(|| "off".to_owned());
    let head = format!("{name} ");
    let mut completions = Completions::matching(&head, begun, off.into_iter().chain(found));
    let needs_marks = |word: &String| quoted(word) != *word;
    if begun != rest || completions.words.iter().any(needs_marks) {
        for word in &mut completions.words {
            let mut marked = in_marks(word);
            // More is to be typed after a folder.
            if word.ends_with(MAIN_SEPARATOR) {
                marked.pop();
            }
            *word = marked;
        }
    }
    completions
}

/// The position that the debugger's questions are about.
fn searched(model: &Model) -> &Position {
    let search = model.inspected_search();
    search.map_or_else(|| model.session.position(), |(_, report)| &report.root)
}

fn sans(position: &Position) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| notation::san(position, mv)).collect()
}

/// The words that may follow the condition typed so far: those after which the parser is content or asks for more.
fn breakpoint(model: &Model, typed: &str) -> Vec<String> {
    let before = &typed[..typed.rfind([' ', '(']).map_or(0, |blank| blank + 1)];
    let words =
        ["not", "position", "line", "and", "or", "after", "log", "off", "1", "5", "10", "100"];
    let events = SearchEvent::VARIANTS.iter().map(SearchEvent::to_string);
    let quantities = Quantity::VARIANTS.iter().map(Quantity::to_string);
    let relations = Relation::VARIANTS.iter().map(Relation::to_string);
    let known = events.chain(quantities).chain(words.map(str::to_owned)).chain(relations);
    let position = searched(model);
    let moves = position.legal_moves().into_iter().map(notation::uci);
    let fits = |word: &String| match format!("{before}{word}").parse::<Breakpoint>() {
        Ok(_) => true,
        Err(error) => error.column > before.chars().count() + word.chars().count(),
    };
    known.chain([format!("\"{}\"", position.fen())]).chain(moves).filter(fits).collect()
}

/// Who plays, then the time.
fn game(name: &str, rest: &str) -> Completions {
    const PLAYERS: &str = "white black two self analysis white-external black-external \
                           self-external self-external-black";
    match rest.split_once(' ') {
        None => {
            Completions::matching(&format!("{name} "), rest, PLAYERS.split(' ').map(str::to_owned))
        }
        Some((who, time)) => {
            let controls = super::game::TIME_CONTROLS.map(str::to_owned);
            Completions::matching(&format!("{name} {who} "), time.trim_start(), controls)
        }
    }
}

/// The name of a tag, or the values that there are or the present one when it is whole; `remove` and the name.
fn tag(name: &str, rest: &str, game: &Game) -> Completions {
    let Some((tag, value)) = rest.split_once(' ') else {
        let names = pgn::tag_names(game).into_iter().chain(["remove".to_owned()]);
        return Completions::matching(&format!("{name} "), rest, names);
    };
    let (tags, value) = (pgn::write_tags(game), value.trim_start());
    let values = match tag.to_lowercase().as_str() {
        "remove" => tags.iter().map(|(name, _)| name.to_owned()).collect(),
        "result" => ["1-0", "0-1", "1/2-1/2", "*"].map(str::to_owned).to_vec(),
        "termination" => {
            ["normal", "time forfeit", "abandoned", "adjudication"].map(str::to_owned).to_vec()
        }
        lower => {
            let present = tags.iter().filter(|(name, _)| name.to_lowercase() == lower);
            present.map(|(_, value)| value.to_owned()).collect::<Vec<_>>()
        }
    };
    Completions::matching(&format!("{name} {tag} "), value, values)
}

/// The name of a setting, or a value when the name is whole.
fn setting(model: &Model, rest: &str) -> Completions {
    let form = settings::form(&model.prefs, &model.own_themes);
    let value = |name: &str| rest.strip_prefix(name)?.strip_prefix(' ').map(str::trim_start);
    let named = form.fields.iter().find_map(|field| Some((field, value(field.id.label())?)));
    match named {
        Some((field, value)) => {
            let head = format!("set {} ", field.id.label());
            Completions::matching(&head, value, field.options.iter().cloned())
        }
        None => {
            let names = form.fields.iter().map(|field| field.id.label().to_owned());
            Completions::matching("set ", rest, names)
        }
    }
}

/// The name of an option, or a value when the name is whole.
fn option(rest: &str, options: &[UciOption]) -> Completions {
    let lower = rest.to_lowercase();
    let whole = |option: &&UciOption| {
        lower.strip_prefix(&option.name.to_lowercase()).is_some_and(|rest| rest.starts_with(' '))
    };
    let named = options.iter().filter(whole).max_by_key(|option| option.name.len());
    let Some(UciOption { name, kind }) = named else {
        let names = options.iter().map(|option| option.name.clone());
        return Completions::matching("option ", rest, names);
    };
    let values = match kind {
        OptionKind::Check { .. } => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Combo { choices, .. } => choices.clone(),
        OptionKind::Spin { default, min, max } => {
            // The limits and what is usual: nobody lists all numbers between them.
            let mut values = vec![*min, *default, *max];
            values.dedup();
            values.iter().map(ToString::to_string).collect()
        }
        OptionKind::Text { default } => vec![default.clone()],
        OptionKind::Button => Vec::new(),
    };
    let value = rest.get(name.len()..).unwrap_or_default().trim_start();
    Completions::matching(&format!("option {name} "), value, values)
}
