//! Typed lines: moves and commands.

use super::moves::spelled;
use super::new_game::FirstMove;
use super::{dialogs, moves, new_game, perft, play, training};
use crate::base::number_of;
use crate::game::GameError;
use crate::game::pgn::{self, Note, ReadGame, Severity};
use crate::rules::{
    Color, Move, NotationError, Position, begins_move, moves_beginning, notation, parse_typed,
};
use crate::tui::model::dialogs::{Dialog, Form, OpenedGame};
use crate::tui::model::messages::About;
use crate::tui::model::typing::{Beginning, Kind, Typing};
use crate::tui::model::{CommandResult, Effect, Model, Pending, StorageEffect};
use crossterm::event::{Event as Raw, KeyEvent};
use tui_input::InputRequest;
use tui_input::backend::crossterm::to_input_request;

/// Characters that a line takes at once; a longer text is hardly meant for it.
const LONGEST_PASTE: usize = 10_000;

/// A letter that begins a move opens the line with it; so does any capital without a key, as in `Te4`, because the rest would be another
/// move.
pub fn begin(model: &mut Model, letter: char) {
    if begins_move(letter) || letter.is_uppercase() {
        model.messages.answer();
        model.typing = Some(Typing::new(Kind::Move, &letter.to_string()));
    }
}

/// Editing keys and text; an empty line closes itself.
pub fn edit(model: &mut Model, key: KeyEvent) {
    if let Some(typing) = &mut model.typing {
        let before = typing.input.value().is_empty();
        match to_input_request(&Raw::Key(key)) {
            Some(InputRequest::GoToStart) => typing.to_start(),
            Some(request) => drop(typing.input.handle(request)),
            None => {}
        }
        typing.choices = None;
        if typing.kind == Kind::Search {
            typing.input.value().clone_into(&mut model.log.filter.search);
        }
        let erased = key.code == crossterm::event::KeyCode::Backspace;
        if before && erased {
            dialogs::leave_typing(model);
        }
    }
    model.messages.answer();
}

/// Pasted text goes where text goes; on the board a FEN, a move or a game in PGN is understood.
pub fn paste(model: &mut Model, text: &str) -> CommandResult {
    let text = text.trim();
    if model.dialog.is_some() {
        return dialogs::enter(model, text);
    }
    // A line holds no line breaks or tabs: each becomes a blank.
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(typing) = &mut model.typing {
        let pasted: String = one_line.chars().filter(|letter| !letter.is_control()).collect();
        let length = pasted.chars().count();
        if length > LONGEST_PASTE {
            return Err(format!(
                "the pasted text has {}; a line takes {LONGEST_PASTE} at once",
                number_of(length, "character")
            ));
        }
        typing.insert(&pasted);
        typing.choices = None;
        if typing.kind == Kind::Search {
            typing.input.value().clone_into(&mut model.log.filter.search);
        }
        model.messages.answer();
        return Ok(Vec::new());
    }
    if model.editor.is_some() {
        model.pending.push(Pending::Line(format!("setup {one_line}")));
        return Ok(Vec::new());
    }
    if model.inspector_focused() && perft::paste(model, text) {
        return Ok(Vec::new());
    }
    if one_line.split(' ').next().is_some_and(|word| word.matches('/').count() == 7) {
        model.pending.push(Pending::Line(format!("fen {one_line}")));
    } else if is_game(&one_line) {
        // An exercise has no moves of a record.
        return match first_number(&one_line).filter(|_| model.training.is_none()) {
            Some(from) => paste_moves(model, text, from),
            None => paste_game(model, text),
        };
    } else {
        model.pending.push(Pending::Line(format!("move {one_line}")));
    }
    Ok(Vec::new())
}

/// Is it a game in PGN rather than a move: tags, a comment, or more than a move with its number?
fn is_game(text: &str) -> bool {
    let unnumbered = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let moves = unnumbered.trim_start_matches(['.', ' ']);
    text.starts_with(['[', '{', '(']) || moves.contains(' ')
}

/// The number and the side of the first of several moves that do not begin a game: `2. Nf3 Nc6`, `1... e5 2. Nf3`.
fn first_number(text: &str) -> Option<(usize, Color)> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = text[..text.len() - rest.len()].parse().ok()?;
    let rest = rest.trim_start();
    let side = if rest.starts_with("..") || rest.starts_with('…') {
        Color::Black
    } else if rest.starts_with('.') {
        Color::White
    } else {
        return None;
    };
    ((number, side) != (1, Color::White)).then_some((number, side))
}

/// Makes pasted moves in the position shown, which they must continue.
///
/// # Errors
/// They begin at another move, do not fit the position, or are moves of an engine too. Then none is made.
fn paste_moves(model: &mut Model, text: &str, from: (usize, Color)) -> CommandResult {
    let session = &model.session;
    let position = session.position();
    let here = (position.game_ply() / 2 + 1, position.turn());
    if from != here {
        let [from, here] = [from, here]
            .map(|(number, side)| format!("move {number} of {}", side.fold_wb("White", "Black")));
        return Err(format!(
            "the pasted moves begin with {from}, the board is before {here}: no move was made"
        ));
    }
    if let Some(end) = session.game.end().filter(|_| !session.allows_variations()) {
        return Err(GameError::Over(end).to_string());
    }
    // The reader of records knows numbers, figurines, comments and signs.
    let variant = match position.castling_mode().is_chess960() {
        true => "[Variant \"Chess960\"]\n",
        false => "",
    };
    let record = format!("{variant}[SetUp \"1\"]\n[FEN \"{}\"]\n\n{text}\n", position.fen());
    let mut games =
        pgn::read_bytes(record.as_bytes()).map_err(|error| format!("pasted text: {error}"))?;
    let ReadGame { game, notes, .. } = match games.len() {
        1 => games.remove(0),
        count => return Err(format!("{count} games were pasted that do not begin at move 1")),
    };
    if let Some(note) = notes.iter().find(|note| note.severity != Severity::Warning) {
        return Err(format!("the pasted moves do not fit the position: {}", note.text));
    }
    let tree = game.tree();
    let moves = tree.mainline().into_iter().skip(1).map(|node| tree.node(node).mv());
    let moves: Vec<Move> =
        moves.collect::<Option<_>>().ok_or("a null move among the pasted moves cannot be made")?;
    let is_free = session.is_analysed() || session.allows_variations();
    if moves.len() > 1 && !is_free && session.has_engine() {
        let key = model.keymap.way_to("analyse");
        return Err(format!(
            "an engine makes the moves of its side: paste one move, or {key} analyses with moves of both sides"
        ));
    }
    let mut effects = Vec::new();
    for &mv in &moves {
        let before = model.session.position().game_ply();
        effects.extend(moves::user_move(model, mv));
        if model.session.position().game_ply() == before {
            // Why it could not be made has been said.
            return Ok(effects);
        }
    }
    let pasted = number_of(moves.len(), "half-move");
    if model.session.game.end().is_none() {
        model.notify_info(format!("{pasted} made as pasted"));
    }
    Ok(effects)
}

/// Opens the first game of a pasted PGN.
fn paste_game(model: &mut Model, text: &str) -> CommandResult {
    let games =
        pgn::read_bytes(text.as_bytes()).map_err(|error| format!("pasted text: {error}"))?;
    let count = games.len();
    let has_content = |it: &ReadGame| {
        !it.game.tree().is_empty() || it.game.start().key() != Position::default().key()
    };
    let found = games.into_iter().find(has_content);
    let Some(ReadGame { game, line, mut notes, .. }) = found else {
        return Err("the pasted text is no FEN, no move and no game in PGN".to_owned());
    };
    if count > 1 {
        let text = format!("the first of {count} pasted games; :open reads a file of many");
        notes.push(Note { game: 1, line, severity: Severity::Warning, text });
    }
    for note in &notes {
        log::warn!(target: "lucena", "pasted text: {note}");
    }
    let mut effects = training::end(model);
    effects.extend(play::open(model, OpenedGame { game, source: None, notes }));
    Ok(effects)
}

/// A line of the mode without a screen: the answer to what is open, else a command, else a move. A line that does not ask
/// is carried out without a question.
pub fn line(model: &mut Model, text: &str, asks: bool) -> CommandResult {
    model.typing = None;
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let (session, mv) = (&model.session, spelled(text));
    let has_begun = session.started || session.allows_variations() || session.is_analysed();
    let beginning = match &model.dialog {
        Some(Dialog::Levels(row)) => Some(Beginning::Level(*row)),
        Some(Dialog::NewGame(form)) => Some(Beginning::Form(form.clone())),
        Some(_) | None => None,
    };
    let is_move = !has_begun && parse_typed(session.position(), &mv).is_ok();
    if let Some(beginning) = beginning.filter(|_| is_move) {
        model.dialog = None;
        return Ok(begin_game(model, beginning, &mv));
    }
    if model.dialog.is_some() {
        model.unattended = !asks;
        let answered = dialogs::answer_line(model, text);
        model.unattended = false;
        if let Some(outcome) = answered {
            return outcome;
        }
    }
    // A mistyped field must not cost the others.
    if let Some(Dialog::NewGame(form) | Dialog::Settings(form)) = &model.dialog
        && !is_command(model, text)
        && matches!(parse_typed(model.session.position(), &mv), Err(NotationError::NotAMove(_)))
    {
        let names: Vec<&str> = form.fields.iter().map(|field| field.id.label()).collect();
        let names = names.join(", ");
        return Err(format!(
            "{text:?} is no field of the form, no move and no command; the fields are {names}"
        ));
    }
    if dialogs::is_filled_in(model) {
        model.notify_info("the form is closed and its values are dropped");
    }
    let mut effects = dialogs::close(model);
    model.dialog = None;
    if is_command(model, text) {
        let line = text.to_owned();
        model.pending.push(if asks { Pending::Line(line) } else { Pending::Confirmed(line) });
        return Ok(effects);
    }
    effects.extend(moves::typed(model, move_of_line(model, text)?)?);
    Ok(effects)
}

/// Does the line begin with a colon or with the name of a command?
pub fn is_command(model: &Model, text: &str) -> bool {
    let name = text.split_whitespace().next().unwrap_or_default();
    text.starts_with(':') || model.keymap.find(name).is_some()
}

/// The move of a line that is no command.
///
/// # Errors
/// It is no move either.
pub fn move_of_line<'a>(model: &Model, text: &'a str) -> Result<&'a str, String> {
    let mv = spelled(text);
    let castles = ["o-o", "0-0", "oo", "00"];
    let is_move = mv.contains(|letter: char| letter.is_ascii_digit())
        || castles.iter().any(|castle| mv.to_lowercase().starts_with(castle));
    if is_move {
        return Ok(text);
    }
    let name = text.split_whitespace().next().unwrap_or_default();
    let hint = model.keymap.nearest(name).map_or_else(
        || "help lists what may be typed".to_owned(),
        |near| format!("did you mean {near}?"),
    );
    Err(format!("{text:?} is neither a move nor a command; {hint}"))
}

/// The only legal move that `text` is the beginning of, in UCI form, or those that it may be; `None` where it is a move, or the
/// beginning of none.
fn only_begun(model: &Model, text: &str) -> Option<Result<String, String>> {
    let position = model.session.position();
    let is_open = matches!(parse_typed(position, text), Err(NotationError::NotAMove(_)));
    if !is_open || model.session.may_premove() {
        return None;
    }
    match *moves_beginning(position, text) {
        [] => None,
        [mv] => Some(Ok(notation::uci(mv))),
        ref several => {
            let sans: Vec<String> = several.iter().map(|&mv| notation::san(position, mv)).collect();
            Some(Err(format!("{text} may be {}", sans.join(" or "))))
        }
    }
}

/// Plays a typed move; what is wrong with it goes with the next move.
fn try_move(model: &mut Model, mv: &str) -> Vec<Effect> {
    let played = moves::typed(model, mv);
    model.settle(played, About::Move)
}

/// Runs what was typed.
pub fn submit(model: &mut Model) -> CommandResult {
    let Some(typing) = model.typing.take() else { return Ok(Vec::new()) };
    let text = typing.input.value().trim().to_owned();
    match typing.kind {
        // The log is searched while the text is typed.
        Kind::Search => Ok(Vec::new()),
        Kind::Move | Kind::Command if text.is_empty() => {
            model.dialog = typing.beginning.map(Beginning::dialog);
            Ok(Vec::new())
        }
        Kind::Move => {
            let mv = spelled(&text);
            if let Some(beginning) = typing.beginning {
                return Ok(begin_game(model, beginning, &mv));
            }
            match only_begun(model, &mv) {
                Some(Ok(only)) => Ok(try_move(model, &only)),
                Some(Err(several)) => {
                    // The line stays, so that the rest can be typed.
                    model.typing = Some(typing);
                    Err(several)
                }
                None => Ok(try_move(model, &text)),
            }
        }
        Kind::Command => {
            let mut effects = Vec::new();
            if model.typed_commands.last() != Some(&text) {
                model.typed_commands.push(text.clone());
                effects.push(StorageEffect::SaveCommands(model.typed_commands.clone()).into());
            }
            model.pending.push(Pending::Line(text));
            Ok(effects)
        }
    }
}

/// Begins the new game with its first move, or shows its form again with what is wrong.
fn begin_game(model: &mut Model, beginning: Beginning, text: &str) -> Vec<Effect> {
    let mut form = match &beginning {
        Beginning::Form(form) => form.clone(),
        Beginning::Level(row) => new_game::level_form(model, *row),
    };
    new_game::draw(&mut form, model.now);
    match new_game::first_move(&form, text, model) {
        Ok(mv) => {
            let mut effects = match beginning {
                Beginning::Form(form) => new_game::accept(model, form, FirstMove::Typed),
                Beginning::Level(row) => new_game::first_game(model, row, FirstMove::Typed),
            };
            effects.extend(try_move(model, &mv));
            effects
        }
        Err(wrong) => {
            model.dialog = Some(match beginning {
                Beginning::Form(form) => Dialog::NewGame(Form { error: Some(wrong), ..form }),
                Beginning::Level(row) => {
                    model.notify_error_about(About::Move, wrong);
                    Dialog::Levels(row)
                }
            });
            Vec::new()
        }
    }
}

/// Shows the command typed before.
pub fn history_back(model: &mut Model) {
    if let Some(typing) = model.typing.as_mut().filter(|line| line.kind == Kind::Command) {
        typing.earlier(&model.typed_commands);
    }
}

/// Shows the command typed after.
pub fn history_forward(model: &mut Model) {
    if let Some(typing) = &mut model.typing {
        typing.later(&model.typed_commands);
    }
}
