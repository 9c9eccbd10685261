//! What the `:` line may be completed to: the words that a command takes at the place of the last one. What lies on the
//! disk is looked up by the loop; this says what is sought, and joins what was found with what is known.

use super::board::PieceStyle;
use super::command::ALL;
use super::inspect::debug_command;
use super::panels::{Panel, nag_sign};
use super::theme::Theme;
use crate::engine::external::{ExternalOption, OptionKind};

/// What is to be looked up on the disk before a line can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiskLookup {
    /// Files and folders whose path begins so.
    Files(String),
    /// The user's themes.
    Themes,
    /// Programs whose name begins so, or files if it is a path.
    Programs(String),
}

/// What a line may be completed with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidates<'a> {
    /// Names of characters that the dial takes.
    pub characters: &'a [String],
    /// Options of the other engine.
    pub options: &'a [ExternalOption],
    /// Names of settings, each with the values that are offered.
    pub settings: &'a [(&'a str, Vec<String>)],
    /// Legal moves of the position shown.
    pub moves: &'a [String],
    /// What was found on the disk.
    pub found: &'a [String],
}

/// The completions of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// What stays of the line.
    pub head: String,
    /// What the rest of it may become, in order.
    pub words: Vec<String>,
}

impl Completions {
    /// The line with its `index`th completion.
    #[must_use]
    pub fn line(&self, index: usize) -> String {
        format!("{}{}", self.head, self.words.get(index).map_or("", String::as_str))
    }

    /// The line as far as all completions agree.
    #[must_use]
    pub fn shared(&self) -> String {
        let Some(first) = self.words.first() else { return self.head.clone() };
        let agreed = self.words.iter().fold(first.as_str(), |agreed, other| {
            let same = agreed.chars().zip(other.chars()).take_while(|(a, b)| a == b);
            let bytes = same.map(|(a, _)| a.len_utf8()).sum();
            agreed.get(..bytes).unwrap_or(agreed)
        });
        format!("{}{agreed}", self.head)
    }

    /// The completions as they are listed: of a path only its last part.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let last = |word: &str| word.trim_end_matches('/').rfind('/').map_or(0, |slash| slash + 1);
        self.words.iter().map(|word| word.get(last(word)..).unwrap_or(word)).collect()
    }
}

/// Verb and rest of a line in which the verb is finished.
fn parts(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ').map(|(verb, rest)| (verb, rest.trim_start()))
}

/// What has to be looked up on the disk to complete this line.
#[must_use]
pub fn sought(line: &str) -> Option<DiskLookup> {
    let (verb, rest) = parts(line)?;
    Some(match verb {
        "open" | "save" | "log" | "export" | "record" | "replay" => {
            DiskLookup::Files(rest.to_owned())
        }
        "perft" => DiskLookup::Files(rest.split_once(' ')?.1.trim_start().to_owned()),
        "theme" => DiskLookup::Themes,
        "set" if rest.starts_with("theme") => DiskLookup::Themes,
        "engine" => DiskLookup::Programs(rest.to_owned()),
        _ => return None,
    })
}

/// What the line may be completed to, in order; letters of either size are the same.
#[must_use]
pub fn complete(line: &str, known: Candidates<'_>) -> Completions {
    let Some((verb, rest)) = parts(line) else {
        let all = ALL.iter().chain(&debug_command::COMMANDS);
        let verbs = all.filter_map(|(usage, _)| usage[1..].split(' ').next());
        return matching("", line, verbs.map(str::to_owned));
    };
    let found = known.found.iter().cloned();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let whole = |choices: Vec<String>| matching(&format!("{verb} "), rest, choices.into_iter());
    let last = |choices: Vec<String>| {
        let at = rest.rfind([' ', '(']).map_or(0, |blank| blank + 1);
        matching(&format!("{verb} {}", &rest[..at]), &rest[at..], choices.into_iter())
    };
    match verb {
        "theme" => {
            let mut themes = Theme::names(known.found);
            themes.sort();
            themes.dedup();
            whole(themes)
        }
        "open" | "save" | "log" | "export" | "record" | "replay" => whole(found.collect()),
        "perft" => last(found.collect()),
        "engine" => whole(["off".to_owned()].into_iter().chain(found).collect()),
        "option" => option(rest, known.options),
        "set" => setting(rest, known.settings),
        "pieces" => whole(PieceStyle::ALL.iter().map(|style| style.name().to_owned()).collect()),
        "panel" => whole(Panel::ALL.iter().map(|panel| panel.name().to_owned()).collect()),
        "layout" => whole(words(&["play", "inspect", "review"])),
        "elo" | "dial" => {
            let characters = known.characters.iter().cloned();
            whole(["full".to_owned()].into_iter().chain(characters).collect())
        }
        "nag" => whole((1..=19).map(|nag| nag_sign(nag).trim().to_owned()).collect()),
        "annotate" => whole(words(&["0.2", "1", "5", "depth 12", "nodes 100000", "stop"])),
        "game" => game(rest),
        "tc" | "time" => whole(words(&CONTROLS)),
        "lines" => whole(words(&["1", "2", "3", "5"])),
        "think" => whole(words(&["0.5", "1", "2", "5", "10"])),
        "move" => whole(known.moves.to_vec()),
        "why" | "whynot" | "compare" | "tree" if !rest.contains(' ') => whole(known.moves.to_vec()),
        "break" => last(words(&BREAKS)),
        "entries" => last(words(&ENTRIES)),
        _ => Completions::default(),
    }
}

/// Time controls that people play.
const CONTROLS: [&str; 6] = ["none", "1+0", "3+2", "5+3", "10+5", "15+10"];

/// Words of breakpoints.
const BREAKS: [&str; 21] = [
    "repetition",
    "shadow",
    "null-cut",
    "table-cut",
    "left",
    "fail-low",
    "fail-high",
    "best-changed",
    "budget",
    "extension",
    "position",
    "line",
    "ply",
    "depth",
    "nodes",
    "jump",
    "and",
    "or",
    "not",
    "after",
    "log",
];

/// Words that choose entries of the log.
const ENTRIES: [&str; 7] = ["error", "warn", "info", "screen", "engine", "external", "all"];

/// Those of `choices` that begin with `word`.
fn matching(head: &str, word: &str, choices: impl Iterator<Item = String>) -> Completions {
    let begun = word.to_lowercase();
    let words = choices.filter(|it| !it.is_empty() && it.to_lowercase().starts_with(&begun));
    Completions { head: head.to_owned(), words: words.collect() }
}

/// Who plays, then the time.
fn game(rest: &str) -> Completions {
    let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    match rest.split_once(' ') {
        None => {
            let who = [
                "white",
                "black",
                "two",
                "self",
                "analysis",
                "white-outside",
                "black-outside",
                "self-outside",
                "self-outside-black",
            ];
            matching("game ", rest, owned(&who).into_iter())
        }
        Some((who, time)) => {
            matching(&format!("game {who} "), time.trim_start(), owned(&CONTROLS).into_iter())
        }
    }
}

/// The name of a setting, or a value when the name is whole.
fn setting(rest: &str, settings: &[(&str, Vec<String>)]) -> Completions {
    let value = |name: &str| rest.strip_prefix(name)?.strip_prefix(' ').map(str::trim_start);
    let named = settings.iter().find_map(|(name, values)| Some((name, value(name)?, values)));
    match named {
        Some((name, value, values)) => {
            matching(&format!("set {name} "), value, values.iter().cloned())
        }
        None => matching("set ", rest, settings.iter().map(|(name, _)| (*name).to_owned())),
    }
}

/// The name of an option, or a value when the name is whole.
fn option(rest: &str, options: &[ExternalOption]) -> Completions {
    let lower = rest.to_lowercase();
    let whole = |option: &&ExternalOption| {
        lower.strip_prefix(&option.name.to_lowercase()).is_some_and(|rest| rest.starts_with(' '))
    };
    let named = options.iter().filter(whole).max_by_key(|option| option.name.len());
    let Some(ExternalOption { name, kind }) = named else {
        let names = options.iter().map(|option| option.name.clone());
        return matching("option ", rest, names);
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
    matching(&format!("option {name} "), value, values.into_iter())
}

#[cfg(test)]
mod tests {
    use super::{ALL, Candidates, Completions, DiskLookup, ExternalOption, complete, sought};
    use crate::tui::command::parse;

    fn lines(line: &str, known: Candidates<'_>) -> Vec<String> {
        let completions = complete(line, known);
        (0..completions.words.len()).map(|index| completions.line(index)).collect()
    }

    #[test]
    fn completion_begins_with_what_was_typed() {
        let characters = ["Anna", "Greta"].map(str::to_owned);
        let found = ["games/", "games.pgn"].map(str::to_owned);
        let moves = ["Nf3", "Nh3", "e4"].map(str::to_owned);
        let known = Candidates {
            characters: &characters,
            found: &found,
            moves: &moves,
            ..Candidates::default()
        };
        assert_eq!(lines("th", known), ["theme", "think"]);
        assert_eq!(lines("theme da", known), ["theme dark"]);
        assert_eq!(lines("theme g", known), ["theme games.pgn", "theme games/"]);
        assert_eq!(lines("elo gr", known), ["elo Greta"]);
        assert_eq!(lines("open g", known), ["open games/", "open games.pgn"]);
        assert_eq!(lines("perft 4 g", known).len(), 2);
        assert_eq!(lines("move N", known), ["move Nf3", "move Nh3"]);
        assert_eq!(lines("break repetition and (nul", known), ["break repetition and (null-cut"]);
        assert_eq!(lines("game black 5", known), ["game black 5+3"]);
        let settings = [("ponder", vec!["off".to_owned(), "on".to_owned()])];
        let settings = Candidates { settings: &settings, ..Candidates::default() };
        assert_eq!(lines("set p", settings), ["set ponder"]);
        assert_eq!(lines("set ponder ", settings), ["set ponder off", "set ponder on"]);
        assert_eq!(lines("zzz", known), Vec::<String>::new());
        assert_eq!(lines("zzz x", known), Vec::<String>::new());
        assert_eq!(complete("open g", known).shared(), "open games");
    }

    #[test]
    fn options_of_the_other_engine_are_completed_with_their_values() {
        let declared = [
            "name Hash type spin default 16 min 1 max 1024",
            "name Skill Level type spin default 20 min 0 max 20",
            "name Ponder type check default false",
            "name Style type combo default Solid var Solid var Very Risky",
            "name Clear Hash type button",
        ];
        let options = declared.map(|text| ExternalOption::parse(text).unwrap());
        let known = Candidates { options: &options, ..Candidates::default() };
        assert_eq!(lines("option s", known), ["option Skill Level", "option Style"]);
        assert_eq!(lines("option Skill L", known), ["option Skill Level"]);
        let values = ["option Skill Level 0", "option Skill Level 20"];
        assert_eq!(lines("option skill level ", known), values);
        assert_eq!(lines("option Ponder t", known), ["option Ponder true"]);
        assert_eq!(lines("option Style v", known), ["option Style Very Risky"]);
        assert_eq!(lines("option Clear Hash ", known), Vec::<String>::new());
    }

    #[test]
    fn paths_are_looked_up_and_listed_by_their_last_part() {
        assert_eq!(sought("save ga"), Some(DiskLookup::Files("ga".into())));
        assert_eq!(sought("perft 5 a b"), Some(DiskLookup::Files("a b".into())));
        assert_eq!(sought("theme x"), Some(DiskLookup::Themes));
        assert_eq!((sought("perft 5"), sought("save"), sought("elo x")), (None, None, None));
        let words = ["a/b/", "a/c.pgn"].map(str::to_owned).into();
        let completions = Completions { head: "open ".into(), words };
        assert_eq!(completions.names(), ["b/", "c.pgn"]);
        assert_eq!(completions.shared(), "open a/");
    }

    #[test]
    fn every_fixed_word_is_understood() {
        for (usage, _) in ALL {
            let verb = usage[1..].split(' ').next().unwrap_or_default();
            for line in lines(&format!("{verb} "), Candidates::default()) {
                let line = if verb == "elo" { "elo full".to_owned() } else { line };
                assert!(parse(&line).is_ok(), "{line}: {:?}", parse(&line));
            }
        }
    }
}
