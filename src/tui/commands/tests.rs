//! The table itself: names, keys, key maps, completion.

use super::completion::{completions, lookup};
use super::{Commands, Keymap, Model, Unrecorded};
use crate::engine::UciOption;
use crate::engine::external::Handshake;
use crate::tui::values::command_spec::Mode;
use crate::tui::values::completion::{Completions, DiskLookup};
use crate::tui::values::keymap_patch::PatchedKeymap;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::BTreeSet;
use std::sync::Arc;

fn press(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
    KeyEvent::new(code, modifiers)
}

fn command(keymap: &Keymap, mode: Mode, key: &KeyEvent) -> Option<&'static str> {
    keymap.commands(mode, key).next()
}

fn model() -> Model {
    Model::new((80, 24).into(), Commands::built_in().keymap())
}

#[test]
fn names_are_unique_and_every_default_key_is_one() {
    let commands = Commands::built_in();
    let keymap = Keymap::new(commands.0.iter().map(|command| command.spec).collect()).unwrap();
    let names = keymap.specs().iter().flat_map(|it| it.aliases.iter().copied().chain([it.name]));
    let names: Vec<&str> = names.collect();
    let unique: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), unique.len());
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-?!".contains(c);
    assert!(names.iter().all(|name| name.chars().all(allowed)));
}

#[test]
fn every_command_without_an_obligatory_argument_can_be_bound() {
    let commands = Commands::built_in();
    for spec in commands.0.iter().map(|row| row.spec) {
        let pascal: String =
            spec.name.split('-').map(|w| w[..1].to_uppercase() + &w[1..]).collect();
        // The old name `Comment` is another command's.
        let pascal = if spec.name == "comment" { spec.name.to_owned() } else { pascal };
        let patch = format!("{{Inspector: {{{pascal}: [\"alt-f12\"]}}}}");
        let PatchedKeymap { keymap, renamed, errors } = commands.keymap().patched("mine", &patch);
        assert!(errors.is_empty(), "{errors:?}");
        assert!(renamed.is_empty());
        let key = press(KeyCode::F(12), KeyModifiers::ALT);
        assert_eq!(command(&keymap, Mode::Inspector, &key), Some(spec.name));
    }
}

#[test]
fn old_names_are_read_and_reported() {
    let patch = "{Board: {TakeBack: [\"Z\"]}, Global: {Standstill: [\"f7\"]}}";
    let PatchedKeymap { keymap, renamed, .. } =
        Commands::built_in().keymap().patched("mine", patch);
    let key = press(KeyCode::Char('Z'), KeyModifiers::NONE);
    assert_eq!(command(&keymap, Mode::Board, &key), Some("takeback"));
    let renamed: Vec<_> = renamed.iter().map(|(old, new)| (old.as_str(), *new)).collect();
    assert_eq!(renamed, [("TakeBack", "takeback"), ("Standstill", "pause-search")]);
}

#[test]
fn modes_go_before_the_global_map() {
    let keymap = Commands::built_in().keymap();
    let escape = press(KeyCode::Esc, KeyModifiers::NONE);
    assert_eq!(command(&keymap, Mode::Board, &escape), Some("cancel"));
    assert_eq!(command(&keymap, Mode::Dialog, &escape), Some("close"));
    let help = press(KeyCode::Char('?'), KeyModifiers::SHIFT);
    assert_eq!(command(&keymap, Mode::Board, &help), Some("help"));
}

#[test]
fn a_key_is_named_that_works_where_it_is_named() {
    let keymap = Commands::built_in().keymap();
    let named = |mode, command| keymap.key_in(mode, command);
    assert_eq!(named(Mode::Help, "scroll-down").as_deref(), Some("↓"));
    assert_eq!(named(Mode::Help, "flip"), None);
    assert_eq!(named(Mode::Board, "help").as_deref(), Some("?"));
    assert_eq!(named(Mode::Inspector, "flip"), named(Mode::Board, "flip"));
    // On the debugger's page `s` sorts the tree.
    assert_eq!(named(Mode::Inspector, "analyse"), None);
    assert_eq!(named(Mode::Training, "takeback"), None);
    let mut spelled = keymap.clone();
    spelled.spell_arrows();
    let spelled = spelled.patched("mine", "{}").keymap;
    assert_eq!(spelled.key_in(Mode::Help, "scroll-down").as_deref(), Some("down"));
    assert!(spelled.keys("page-up").contains(&"pgup".to_owned()));
}

#[test]
fn a_patch_moves_a_key_and_conflicts_name_both_commands() {
    let keymap = Commands::built_in().keymap();
    let patched = keymap.patched("mine", "{Board: {Flip: [\"F\"]}}").keymap;
    let key = |letter| press(KeyCode::Char(letter), KeyModifiers::NONE);
    assert_eq!(command(&patched, Mode::Board, &key('F')), Some("flip"));
    assert_eq!(command(&patched, Mode::Board, &key('v')), None);
    // What is wrong is named, and the keys are the built-in ones.
    let fails = |text| {
        let PatchedKeymap { keymap: left, errors, .. } = keymap.patched("mine", text);
        assert_eq!(command(&left, Mode::Board, &key('v')), Some("flip"), "{text}");
        assert_eq!(command(&left, Mode::Board, &key('i')), Some("hint"), "{text}");
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("; ")
    };
    assert_eq!(
        fails("{Board: {\n // \"i\"\n Flip: [\"i\"]}}"),
        "mine:3:9: Board.Flip = \"i\": runs both flip and hint"
    );
    let wrong = fails("{Board: {\n Flip: [\"ctrl-what\"]}}");
    assert!(wrong.starts_with("mine:2:9: Board.Flip = \"ctrl-what\": is not a key"), "{wrong}");
    assert_eq!(
        fails("{Board:\n {Flop: [\"x\"]}}"),
        "mine:2:9: Board.Flop = [\"x\"]: there is no command \"Flop\""
    );
    let unknown = fails("{Bord: {Flip: [\"x\"]}}");
    assert!(unknown.contains("there is no such mode; the modes are Board, Global"), "{unknown}");
    assert!(fails("{Board: [\"x\"]}").contains("Board = [\"x\"]: expected commands"));
    assert!(fails("{Board: {Flip: \"x\"}}").contains("Board.Flip = \"x\": expected a list"));
    assert!(fails("{Board: {Flip: [\"x\"}}").starts_with("mine:1:"));
}

#[test]
fn a_value_that_cannot_be_used_leaves_the_others() {
    let keymap = Commands::built_in().keymap();
    let key = |letter| press(KeyCode::Char(letter), KeyModifiers::NONE);
    let read = |text, keys: &[(char, Option<&str>)]| {
        let patched = keymap.patched("mine", text);
        for &(letter, expected) in keys {
            assert_eq!(command(&patched.keymap, Mode::Board, &key(letter)), expected, "{text}");
        }
        let errors = patched.errors.iter().map(ToString::to_string);
        errors.collect::<Vec<_>>().join("; ")
    };
    let flip = Some("flip");
    let hint = Some("hint");
    // Of a list the other keys.
    let wrong = read("{Board: {Flip: [\"no\", \"F\"]}}", &[('F', flip), ('v', None)]);
    assert!(wrong.starts_with("mine:1:17: Board.Flip = \"no\": is not a key"), "{wrong}");
    let twice = read("{Board: {Hint: [\"I\", \"I\"]}}", &[('I', hint), ('i', None)]);
    assert_eq!(twice, "mine:1:22: Board.Hint = \"I\": stands twice");
    // Of two commands on one key the first of the file has it.
    let taken = read("{Board: {Hint: [\"F\"], Flip: [\"F\"]}}", &[('F', hint), ('v', flip)]);
    assert_eq!(taken, "mine:1:30: Board.Flip = \"F\": runs both flip and hint");
    // A swap is none of it; where one half cannot be used, the other cannot either.
    assert_eq!(read("{Board: {Hint: [\"v\"], Flip: [\"i\"]}}", &[('v', hint), ('i', flip)]), "");
    let half = read("{Board: {Hint: [\"no\"], Flip: [\"i\"]}}", &[('v', flip), ('i', hint)]);
    assert_eq!(half.matches("; ").count(), 1, "{half}");
    // A mode or a command that stands twice.
    let twice = read(
        "{Board: {Flip: [\"F\"]},\n Board: {Hint: [\"I\"]}}",
        &[('F', flip), ('i', hint), ('I', None)],
    );
    assert_eq!(twice, "mine:2:9: Board = {Hint: [\"I\"]}: the mode stands twice");
    let twice = read("{Board: {Flip: [\"F\"],\n Flip: [\"G\"]}}", &[('F', flip), ('G', None)]);
    assert_eq!(twice, "mine:2:8: Board.Flip = [\"G\"]: the command stands twice");
    let same = read("{Board: {Flip: [\"F\"],\n flip: [\"G\"]}}", &[('F', flip), ('G', None)]);
    assert_eq!(same, "mine:2:8: Board.flip = [\"G\"]: Flip and flip are the same command");
    // No keys at all are a value.
    assert_eq!(read("{Board: {Flip: []}}", &[('v', None)]), "");
}

fn lines(model: &Model, line: &str, found: &[&str]) -> Vec<String> {
    let found: Vec<String> = found.iter().map(|&name| name.to_owned()).collect();
    let completions = completions(model, line, &found);
    (0..completions.words.len()).map(|index| completions.line(index)).collect()
}

#[test]
fn completion_begins_with_what_was_typed() {
    let model = model();
    let found = ["games/", "games.pgn"];
    assert_eq!(lines(&model, "th", &[]), ["think", "theme"]);
    assert_eq!(lines(&model, "theme da", &found), ["theme dark"]);
    assert_eq!(lines(&model, "theme g", &found), ["theme games.pgn", "theme games/"]);
    assert_eq!(lines(&model, "elo strong m", &[]), ["elo Strong Master"]);
    assert_eq!(lines(&model, "open g", &found), ["open games/", "open games.pgn"]);
    assert_eq!(lines(&model, "perft 4 g", &found).len(), 2);
    assert_eq!(lines(&model, "move N", &[]).len(), 4);
    let line = "break repetition and (nul";
    assert_eq!(lines(&model, line, &[]), ["break repetition and (null-move-cutoff"]);
    assert_eq!(lines(&model, "game black 5", &[]), ["game black 5+3"]);
    assert_eq!(lines(&model, "set po", &[]), ["set ponder"]);
    assert_eq!(lines(&model, "set ponder ", &[]), ["set ponder off", "set ponder on"]);
    assert_eq!(lines(&model, "zzz", &[]), Vec::<String>::new());
    assert_eq!(lines(&model, "zzz x", &[]), Vec::<String>::new());
    let found = found.map(str::to_owned);
    assert_eq!(completions(&model, "open g", &found).shared(), "open games");
}

#[test]
fn options_of_the_external_engine_are_completed_with_their_values() {
    let declared = [
        "name Hash type spin default 16 min 1 max 1024",
        "name Skill Level type spin default 20 min 0 max 20",
        "name Ponder type check default false",
        "name Style type combo default Solid var Solid var Very Risky",
        "name Clear Hash type button",
    ];
    let options = declared.map(|text| UciOption::parse(text).unwrap()).to_vec();
    let mut model = model();
    model.external.who = Some(Arc::new(Handshake { options, ..Handshake::default() }));
    assert_eq!(lines(&model, "option s", &[]), ["option Skill Level", "option Style"]);
    assert_eq!(lines(&model, "option Skill L", &[]), ["option Skill Level"]);
    let values = ["option Skill Level 0", "option Skill Level 20"];
    assert_eq!(lines(&model, "option skill level ", &[]), values);
    assert_eq!(lines(&model, "option Ponder t", &[]), ["option Ponder true"]);
    assert_eq!(lines(&model, "option Style v", &[]), ["option Style Very Risky"]);
    assert_eq!(lines(&model, "option Clear Hash ", &[]), Vec::<String>::new());
}

#[test]
fn paths_are_looked_up_and_listed_by_their_last_part() {
    let model = model();
    let lookup = |line| lookup(&model, line);
    assert_eq!(lookup("save ga"), Some(DiskLookup::Files("ga".into())));
    assert_eq!(lookup("perft 5 a b"), Some(DiskLookup::Files("a b".into())));
    assert_eq!(lookup("theme x"), Some(DiskLookup::Themes));
    assert_eq!((lookup("perft 5"), lookup("save"), lookup("elo x")), (None, None, None));
    let words = ["a/b/", "a/c.pgn"].map(str::to_owned).into();
    let completions = Completions { head: "open ".into(), words };
    assert_eq!(completions.names(), ["b/", "c.pgn"]);
    assert_eq!(completions.shared(), "open a/");
}

/// What is wrong with the words of a message, if they refuse a line.
fn refusal(commands: &Commands, line: &str) -> Option<String> {
    let mut model = model();
    commands.run_line(&mut model, line);
    let words = model.messages.latest().map_or_else(String::new, |message| message.text.clone());
    let wrong = ["expected", "no command", "called", "needs", "column"];
    wrong.iter().any(|part| words.contains(part)).then_some(words)
}

/// A completed line is understood, or is the beginning of lines that are.
fn understood(commands: &Commands, line: &str, depth: usize) {
    let refused = refusal(commands, line);
    let Some(refused) = refused else { return };
    let longer = lines(&model(), &format!("{line} "), &[]);
    assert!(depth > 0 && !longer.is_empty(), "{line}: {refused}");
    for line in longer.iter().take(8) {
        understood(commands, line, depth - 1);
    }
}

#[test]
fn every_fixed_word_is_understood() {
    let commands = Commands::built_in();
    let keymap = commands.keymap();
    for spec in keymap.specs() {
        for line in lines(&model(), &format!("{} ", spec.name), &[]) {
            understood(&commands, &line, 3);
        }
    }
}

#[test]
fn a_condition_is_completed_by_words_that_may_follow() {
    let model = model();
    assert_eq!(lines(&model, "break an", &[]), Vec::<String>::new());
    assert_eq!(lines(&model, "break repetition an", &[]), ["break repetition and"]);
    assert_eq!(lines(&model, "break ply >", &[]), ["break ply >=", "break ply >"]);
    assert_eq!(lines(&model, "break line e2", &[]), ["break line e2e3", "break line e2e4"]);
    assert!(lines(&model, "break ", &[]).iter().all(|line| !line.ends_with("log")));
    assert_eq!(lines(&model, "compare Nf3 N", &[]).len(), 4);
    assert_eq!(lines(&model, "compare Nf3 d4 N", &[]).len(), 0);
    assert_eq!(lines(&model, "whynot e4 e", &[]), ["whynot e4 e6", "whynot e4 e5"]);
}

#[test]
fn the_old_name_of_an_action_keeps_its_meaning() {
    let patch = "{Board: {Comment: [\";\"]}}";
    let PatchedKeymap { keymap, renamed, .. } =
        Commands::built_in().keymap().patched("mine", patch);
    let key = press(KeyCode::Char(';'), KeyModifiers::NONE);
    assert_eq!(command(&keymap, Mode::Board, &key), Some("edit-comment"));
    assert_eq!(renamed, [("Comment".to_owned(), "edit-comment")]);
}

#[test]
fn mistakes_are_named() {
    let wrong = |line: &str| {
        let mut model = model();
        Commands::built_in().run_line(&mut model, line);
        model.messages.latest().unwrap().text.clone()
    };
    assert_eq!(wrong("elo"), ":elo needs a level or full");
    assert_eq!(wrong("lines 219"), "lines \"219\": expected 1 to 218");
    assert_eq!(wrong("ask 12"), "ask \"12\": expected the key of a question, such as 1 or a");
    assert!(wrong("panel x").starts_with("there is no panel called \"x\"; there are training,"));
    assert_eq!(
        wrong("layout x"),
        "there is no layout \"x\"; there are play, inspect, review, debug, training, quiet"
    );
    assert_eq!(wrong("fly"), "there is no command :fly; :help lists them");
    assert_eq!(wrong("takebak"), "there is no command :takebak; did you mean :takeback?");
    assert_eq!(wrong("goto 9"), "goto \"9\": there are no moves yet");
    assert_eq!(wrong("compare e4"), ":compare needs two moves");
    assert_eq!(wrong("why"), ":why needs a move, a square or a name");
    assert_eq!(wrong("perft 12"), "perft \"12\": expected 1 to 9");
    let mut model = model();
    Commands::built_in().run_line(&mut model, " think 1.5 ");
    assert_eq!(model.prefs.think.0, 1500);
}

#[test]
fn what_is_typed_with_an_argument_is_written_into_the_script() {
    for command in Commands::built_in().0 {
        let Some(reason) = command.unrecorded else { continue };
        let is_written = matches!(reason, Unrecorded::ByResult | Unrecorded::Script);
        assert!(is_written || command.spec.argument.required.is_none(), "{}", command.spec.name);
    }
}
