//! Commands of the debugger and their parser.

use super::divide::Divide;
use std::path::PathBuf;

/// Usage and help of every command of the debugger.
pub const COMMANDS: [(&str, &str); 12] = [
    (":ask 1", "answer the question with this key; F6 lists them"),
    (":why e4e5 | e4 | passed", "explain a move, a square or a name of the network"),
    (":whynot Nf3 d5", "why the engine did not play this line"),
    (":compare Nf3 d4", "compare two moves of the last search"),
    (":tree Nf3", "browse the search tree below these moves"),
    (":break repetition and ply > 3", "pause the search there; with a number in front, replace it"),
    (":whatif 60+1", "the budget with this clock, or with this text for the time manager"),
    (":export FILE", "the tree below the chosen node, as Graphviz for .dot, else as RON"),
    (":record FILE", "save the last search so that it can be replayed"),
    (":replay FILE", "search a saved case again and compare"),
    (":perft 5 [FILE]", "count moves; paste another program's counts, or name a file of them"),
    (
        ":entries warn engine",
        "what of the log is shown: a level; screen, engine or external; or all",
    ),
];

/// A parsed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugCommand {
    /// A question of the list, by its key.
    Ask(char),
    /// Explain a move, a square or a name.
    Why(String),
    /// Why a line was not played.
    WhyNot(Vec<String>),
    /// Two root moves.
    Compare([String; 2]),
    /// The tree below a line.
    Tree(Vec<String>),
    /// A breakpoint: its place in the list when it replaces one, and its text.
    Break(Option<usize>, String),
    /// A budget with another clock or text.
    WhatIf(String),
    /// Write the tree.
    Export(PathBuf),
    /// Write a case.
    Record(PathBuf),
    /// Read a case.
    Replay(PathBuf),
    /// Perft to this depth, compared with the counts in a file.
    Perft(u32, Option<PathBuf>),
    /// The log filter as text.
    Entries(String),
}

/// Parses a command; `None` for an unknown name.
#[must_use]
pub fn parse(verb: &str, rest: &str) -> Option<Result<DebugCommand, String>> {
    let words = || rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let need = |what: &str| {
        if rest.is_empty() { Err(format!(":{verb} needs {what}")) } else { Ok(()) }
    };
    let file = || need("a file").map(|()| PathBuf::from(rest));
    Some(match verb {
        "ask" => need("the key of a question")
            .map(|()| DebugCommand::Ask(rest.chars().next().unwrap_or('1'))),
        "why" => need("a move, a square or a name").map(|()| DebugCommand::Why(rest.to_owned())),
        "whynot" => need("moves such as Nf3 d5").map(|()| DebugCommand::WhyNot(words())),
        "compare" => match <[String; 2]>::try_from(words()) {
            Ok(pair) => Ok(DebugCommand::Compare(pair)),
            Err(_) => Err(":compare needs two moves".to_owned()),
        },
        "tree" => Ok(DebugCommand::Tree(words())),
        "break" => need("a condition such as repetition").map(|()| breakpoint(rest)),
        "whatif" => need("a clock such as 60+1").map(|()| DebugCommand::WhatIf(rest.to_owned())),
        "export" => file().map(DebugCommand::Export),
        "record" => file().map(DebugCommand::Record),
        "replay" => file().map(DebugCommand::Replay),
        "perft" => need("a number of plies").and_then(|()| perft(rest)),
        "entries" => {
            need("a level, a target or all").map(|()| DebugCommand::Entries(rest.to_owned()))
        }
        _ => return None,
    })
}

fn perft(text: &str) -> Result<DebugCommand, String> {
    let (depth, file) = text.split_once(' ').unwrap_or((text, ""));
    let file = Some(file.trim()).filter(|file| !file.is_empty()).map(PathBuf::from);
    Ok(DebugCommand::Perft(Divide::depth(depth)?, file))
}

/// A leading number replaces that breakpoint of the list.
fn breakpoint(text: &str) -> DebugCommand {
    let numbered = text.split_once(' ').and_then(|(first, rest)| {
        let number = first.parse::<usize>().ok()?.checked_sub(1)?;
        Some((number, rest.trim_start()))
    });
    match numbered {
        Some((number, rest)) => DebugCommand::Break(Some(number), rest.to_owned()),
        None => DebugCommand::Break(None, text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{DebugCommand, parse};

    #[test]
    fn commands_are_read_and_mistakes_named() {
        assert_eq!(parse("fly", ""), None);
        let breaks = |text| parse("break", text).unwrap().unwrap();
        assert_eq!(breaks("2 ply > 3"), DebugCommand::Break(Some(1), "ply > 3".into()));
        assert_eq!(breaks("ply > 3"), DebugCommand::Break(None, "ply > 3".into()));
        let wrong = |verb, rest| parse(verb, rest).unwrap().unwrap_err();
        assert_eq!(wrong("compare", "e4"), ":compare needs two moves");
        assert_eq!(wrong("why", ""), ":why needs a move, a square or a name");
        assert_eq!(wrong("perft", "12"), "perft \"12\": expected 1 to 9");
        let file = Some("stockfish.txt".into());
        assert_eq!(parse("perft", "4 stockfish.txt"), Some(Ok(DebugCommand::Perft(4, file))));
    }
}
