//! Stepping through the record: variations, comments, glyphs, annotation, files.

use crate::export::{self, Format, STUDY_ENDS_LINES, has_null_move};
use crate::game::pgn;
use crate::tui::model::dialogs::statistics::Topic;
use crate::tui::model::dialogs::{Confirmation, Leaving};
use crate::tui::model::effect::{LibraryChange, RepertoireChange};
use crate::tui::model::inspect::trace::TraceView;
use crate::tui::model::typing::Typing;
use crate::tui::model::{
    CommandResult, Effect, GamesEffect, Model, OrderedGame, Pending, ScreenEffect, StorageEffect,
};
use crate::tui::update::{annotate, dialogs, play, review, storage, tags};
use crate::tui::values::command_spec::{
    Argument,
    Mode::{Board, Dialog, Setup},
    Values,
};
use crate::tui::values::overwrite::split_overwrite;
use std::path::{Path, PathBuf};

super::command::commands! { "Record", |m, text|
    "back" => play::back(m), "show the position one move earlier; in a review ← too", keys(&[(Board, ", ctrl-left")]), on_game();
    "forward" => play::forward(m), "show the position one move later; in a review → too", keys(&[(Board, ". ctrl-right")]), on_game();
    "first" => play::first(m), "show the start of the game", keys(&[(Board, "home <")]), on_game();
    "last" => play::last(m), "return to the position on the board", keys(&[(Board, "end >")]), label("game"), on_game();
    "goto" => goto(m, text), "show the position after this many half-moves",
        argument(Argument::required("24", "a number of half-moves", Values::None)), on_game();
    "next-variation" => review::sibling(m, 1), "show the next variation; in a review ↓ too", aliases(&["next-line"]),
        keys(&[(Board, ")")]), label("other line"), on_game();
    "previous-variation" => review::sibling(m, -1), "show the variation before; in a review ↑ too", aliases(&["previous-line"]),
        keys(&[(Board, "(")]), on_game();
    "moments" => review::list_moments(m), "list the critical moments", keys(&[(Board, "'")]), on_game(), words("blunders mistakes");
    "edit-comment" => edit_comment(m), "write a comment at the move shown", keys(&[(Board, ";")]), label("comment"),
        unrecorded(ByResult), on_game();
    "comment" => review::comment(m, text), "comment on the move shown; without a text, remove the comment",
        argument(Argument::optional("TEXT", Values::None)), on_game();
    "tag" => tags::command(m, text), "set a tag of the game, such as White, Date or Result, remove one, or list all", aliases(&["tags"]),
        argument(Argument::optional("[White Smith, Anna | remove Round]", Values::Tag)), not_in_training();
    "next-glyph" => review::next_glyph(m), "annotate the move shown: ! ? !! ?? !? ?! or none", aliases(&["judge"]),
        keys(&[(Board, "!")]), label("glyph"), when(review::shows_move), on_game();
    "nag" => review::nag(m, text), "set or remove an annotation glyph (NAG), by number or sign, as +/-; a move may have several",
        argument(Argument::required("14", "the number of a glyph, or a sign such as !? or ±", Values::Glyph)),
        when(review::shows_move), on_game();
    "annotate" => annotate::command(m, text), "annotate the game in the background, with seconds, depth or nodes for each position, or stop that",
        argument(Argument::optional("1 | depth 12 | nodes 100000 [replace] | evals | stop",
            Values::Words(&["0.2", "1", "5", "depth 12", "nodes 100000", "1 replace", "evals", "stop"]))), keys(&[(Board, "$ ctrl-a")]),
        not_in_training(), words("blunders mistakes analysis computer accuracy");
    "promote-variation" => review::promote(m), "raise the variation shown by one", aliases(&["promote-line"]),
        keys(&[(Board, "^")]), when(review::shows_line), on_game();
    "delete-line" => m.ask(Confirmation::DeleteLine),
        "delete the move shown and what follows from the record", keys(&[(Board, "ctrl-x")]), when(review::may_delete), on_game();
    "undo" => review::undo(m), "undo the last change of the record: comment, glyph, variation, annotation", keys(&[(Board, "U")]), on_game();
    "play-on" => play::play_on(m), "play on from the position shown", aliases(&["resume"]), keys(&[(Board, "x")]),
        label("play on"),
        not_in_training(), words("continue");
    "copy-fen" => copy_fen(m), "copy the position as FEN", keys(&[(Board, "ctrl-f"), (Setup, "ctrl-f")]), words("clipboard");
    "copy-pgn" => copy_pgn(m), "copy the game as PGN",
        keys(&[(Board, "ctrl-p")]), label("copy"), words("clipboard");
    "copy-study" => copy_study(m), "copy the game as PGN for a Lichess study, without Lucena's own comment commands", words("clipboard share clean");
    "copy-moves" => copy_moves(m), "copy the moves of the game without tags and comments", words("clipboard");
    "copy-line" => copy_line(m), "copy the engine's line, or the path of a trace in UCI form", keys(&[(Board, "ctrl-y")]), words("clipboard");
    "open" => open(m, text), "read a game from a PGN file",
        argument(Argument::required("FILE [#N]", "a file", Values::File)),
        ends_training(), words("import load");
    "library" => library(m, text), "list the recorded games and those of PGN files; a file is added to it or removed",
        argument(Argument::optional("[FILE | remove FILE]", Values::File)), keys(&[(Board, "L")]), words("import collection database my games load");
    "games-here" => dialogs::games_with_position(m), "list the games of the library with the position shown", words("openings explorer tree");
    "statistics" => dialogs::statistics(m, Topic::Overview, text, RepertoireChange::Keep),
        "results, accuracy, time and mistakes of your games, of all or of those that a filter finds", aliases(&["stats"]),
        argument(Argument::optional("[date:2026 side:white]", Values::None)), keys(&[(Board, "S")]), words("stats progress my games results");
    "rating" => dialogs::statistics(m, Topic::Rating, "", RepertoireChange::Keep),
        "how your estimated rating moved over the games against the dial that count", words("my elo progress");
    "opening-explorer" => dialogs::statistics(m, Topic::Moves, text, RepertoireChange::Keep),
        "the moves that your games have from the position shown, with their results", argument(Argument::optional("[date:2026 side:white]", Values::None)),
        words("openings tree moves repertoire");
    "summary" => dialogs::summary(m, text), "write a page about the library's games that a filter finds: HTML, or Markdown for .md; the key works in a list of games",
        argument(Argument::optional("FILE [!] [date:2026.11]", Values::File)), keys(&[(Dialog, "ctrl-s")]), over_dialogs();
    "repertoire" => repertoire(m, text), "show where your games left a repertoire, a PGN file; off: your earlier games",
        argument(Argument::optional("[FILE | off]", Values::File)), words("openings book");
    "save" => save(m, text, false), "save the game to a PGN file, in place if it was read from there; ! replaces all that the file holds",
        aliases(&["w"]), argument(Argument::optional("[FILE [!]]", Values::File)), words("export write");
    "save-and-quit" => save_and_quit(m, text), "save the game to a PGN file as :save does, and leave Lucena when that is done",
        aliases(&["wq", "x"]), argument(Argument::optional("[FILE [!]]", Values::File)), unrecorded(Script), ends_training();
    "overwrite" => save(m, text, true), "save the game to a PGN file and replace all that the file holds",
        argument(Argument::required("FILE", "a file", Values::File));
    "export-game" => export_game(m, text), "write the game as a web page (.html), PGN for a Lichess study, JSON lines (.jsonl) or positions (.fen)",
        argument(Argument::required("[study] FILE [!]", "a file", Values::File)), words("html share clean");
    "log" => log(m, text), "write what was done as a script for lucena play --script",
        argument(Argument::required("FILE", "a file", Values::File)), unrecorded(Script);
}

fn open(model: &mut Model, file: &str) -> Effect {
    model.ordered_game = OrderedGame::reading(model.unattended);
    GamesEffect::Open(PathBuf::from(file), dialogs::player(model)).into()
}

fn library(model: &Model, text: &str) -> Effect {
    let change = match text.strip_prefix("remove ") {
        Some(file) => LibraryChange::Remove(PathBuf::from(file.trim())),
        None if text.is_empty() => LibraryChange::None,
        None => LibraryChange::Add(PathBuf::from(text)),
    };
    GamesEffect::OpenLibrary(change, dialogs::player(model), String::new()).into()
}

fn repertoire(model: &mut Model, text: &str) -> Result<Effect, String> {
    let change = match text {
        "" => RepertoireChange::Keep,
        "off" => RepertoireChange::Remove,
        file => RepertoireChange::Use(PathBuf::from(file)),
    };
    dialogs::statistics(model, Topic::Book, "", change)
}

fn goto(model: &mut Model, text: &str) -> Result<(), String> {
    let game = &model.session.game;
    let line = game.tree().line_through(game.current());
    let node = text.parse().ok().and_then(|ply: usize| line.get(ply).copied());
    let last = line.len() - 1;
    let wrong = || match last {
        0 => format!("goto {text:?}: there are no moves yet"),
        last => format!("goto {text:?}: expected 0 to {last}"),
    };
    play::view_node(model, node.ok_or_else(wrong)?);
    Ok(())
}

fn edit_comment(model: &mut Model) {
    let text = &model.session.game.tree().node(model.session.shown()).comment;
    model.typing = Some(Typing::of_command("comment", text));
}

/// The screen says where the text was copied to; without a screen it is written itself.
fn copy(text: String) -> Effect {
    ScreenEffect::Copy(text).into()
}

fn copy_fen(model: &Model) -> Result<Effect, &'static str> {
    let fen = match &model.editor {
        Some(editor) => editor.placement().fen(),
        None => model.meant_position()?.fen(),
    };
    Ok(copy(fen))
}

fn copy_pgn(model: &Model) -> Effect {
    let game = pgn::write(&storage::as_it_stands(model));
    copy(game)
}

fn copy_study(model: &mut Model) -> Result<Effect, String> {
    Ok(copy(converted(model, Format::Study)?))
}

/// Writes the game in the format of the end of the file's name, or as a study.
fn export_game(model: &mut Model, text: &str) -> Result<Effect, String> {
    let (format, file) = match text.strip_prefix("study ") {
        Some(file) => (Format::Study, file.trim()),
        None => {
            let (name, _) = split_overwrite(Path::new(text));
            let format = Format::of_file(name).map_err(|error| error.to_string())?;
            (format, text)
        }
    };
    Ok(StorageEffect::Write(PathBuf::from(file), converted(model, format)?).into())
}

fn converted(model: &mut Model, format: Format) -> Result<String, String> {
    let game = storage::as_it_stands(model);
    if format == Format::Study && has_null_move(game.tree()) {
        model.notify_info(STUDY_ENDS_LINES);
    }
    export::convert(&game, format).map_err(|error| error.to_string())
}

fn copy_moves(model: &Model) -> Result<Effect, &'static str> {
    let moves = model.session.game.sans().join(" ");
    if moves.is_empty() { Err("there are no moves to copy") } else { Ok(copy(moves)) }
}

fn copy_line(model: &Model) -> Result<Effect, &'static str> {
    let shown = model.inspect.trace().filter(|_| model.inspector_focused());
    let line = shown.map_or_else(|| model.engine_line(), TraceView::uci_position);
    let line = line.ok_or("there is no line to copy")?;
    Ok(copy(line))
}

fn save(model: &Model, text: &str, overwrite: bool) -> Result<Effect, String> {
    Ok(storage::save_as(model, named_file(model, text)?, overwrite))
}

/// The file that was typed, or that of the game.
fn named_file(model: &Model, text: &str) -> Result<PathBuf, String> {
    let known = || model.session.file().ok_or(NO_FILE);
    if text.is_empty() { Ok(known()?) } else { Ok(PathBuf::from(text)) }
}

const NO_FILE: &str = ":save needs a file: the game was neither read from one nor saved to one";

/// A game that is recorded by itself needs no file.
fn save_and_quit(model: &mut Model, text: &str) -> CommandResult {
    match named_file(model, text) {
        Ok(file) => Ok(dialogs::save_and_leave(model, Leaving::Quit, Some(file))),
        Err(words) if model.changed_record().is_some() => Err(words),
        Err(_) => {
            model.pending.push(Pending::Command("quit"));
            Ok(Vec::new())
        }
    }
}

fn log(model: &Model, file: &str) -> Effect {
    StorageEffect::Write(PathBuf::from(file), model.session_script.join("\n") + "\n").into()
}

#[cfg(test)]
mod tests {
    use super::{Effect, Model, ScreenEffect, StorageEffect, copy_moves, copy_study, export_game};
    use crate::base::Millis;
    use crate::rules::parse_move;

    #[test]
    fn the_moves_are_copied_as_they_are_written() {
        let mut model = Model::new((80, 24).into(), Default::default());
        assert!(copy_moves(&model).is_err());
        for text in ["e4", "e5", "Nf3"] {
            let mv = parse_move(model.session.game.position(), text).unwrap();
            model.session.game.play(mv, Millis(0)).unwrap();
        }
        let copied = copy_moves(&model).unwrap();
        assert!(matches!(copied, Effect::Screen(ScreenEffect::Copy(text)) if text == "e4 e5 Nf3"));
    }

    #[test]
    fn a_game_is_exported_by_the_end_of_the_name_and_a_study_has_no_commands_of_ours() {
        let mut model = Model::new((80, 24).into(), Default::default());
        let mv = parse_move(model.session.game.position(), "e4").unwrap();
        model.session.game.play(mv, Millis(0)).unwrap();
        let root = model.session.game.tree_mut().node_mut(Default::default());
        root.annotation.commands.push("lcx 1".to_owned());
        let mut written = |text: &str| match export_game(&mut model, text) {
            Ok(Effect::Storage(StorageEffect::Write(file, text))) => {
                Ok((file.display().to_string(), text))
            }
            Ok(other) => panic!("{other:?}"),
            Err(wrong) => Err(wrong),
        };
        for (text, file, part) in [
            ("a.html !", "a.html !", "<!DOCTYPE html>"),
            ("b.fen", "b.fen", "b KQkq - 0 1\n"),
            ("c.jsonl", "c.jsonl", "\"san\":\"e4\""),
            ("d e.pgn", "d e.pgn", "{[%lcx 1]} 1. e4 {[%emt 0:00:00]} *"),
            ("study e.pgn !", "e.pgn !", "\n\n1. e4 {[%emt 0:00:00]} *"),
        ] {
            let (name, content) = written(text).unwrap();
            assert!(name == file && content.contains(part), "{text}: {name}\n{content}");
        }
        let refused = written("a.png").unwrap_err();
        assert!(refused.contains(".png stands for no format"), "{refused}");
        let copied = copy_study(&mut model).unwrap();
        assert!(
            matches!(copied, Effect::Screen(ScreenEffect::Copy(text)) if text.contains("\n1. e4 {"))
        );
    }
}
