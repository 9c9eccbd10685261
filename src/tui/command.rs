//! The `:` command line: what commands there are and how they read. What they do is in `update`, how they are completed
//! in `completion`.

use super::annotating::parse_effort;
use super::board::PieceStyle;
use super::inspect::debug_command::{self, DebugCommand};
use super::panels::{Panel, nag_sign};
use crate::annotate::SearchLimits;
use std::path::PathBuf;

/// Usage and help of every command.
pub const ALL: [(&str, &str); 26] = [
    (":elo 1500 | ~1500 | full | NAME", "set the dial; ~ is who plays like that"),
    (":fen FEN", "set up a position and play on from it"),
    (":tc 5+3 | none", "new game with this time control"),
    (":new", "set up a new game"),
    (
        ":game white 5+3 1500",
        "start a game: white, black, two, self or analysis; time; strength; FEN",
    ),
    (":log FILE", "write what was done as a script for lucena play --script"),
    (":flip", "turn the board round"),
    (":theme NAME", "use a theme, also one of your own"),
    (":pieces STYLE", "letters, figures, outlines, drawn or auto"),
    (":panel NAME", "show or hide a panel"),
    (":layout NAME", "play, inspect or review"),
    (":lines 3", "show that many lines"),
    (":think 2", "seconds a move without a clock"),
    (":analyse", "switch analysis on or off"),
    (":engine COMMAND | off", "use another UCI engine, as stockfish"),
    (":set hash 64", "one of the settings, by its name in F10"),
    (":opinion", "ask it for a second opinion, or end that"),
    (":option Threads 2", "set an option of the other engine"),
    (":nag 14", "set or remove an annotation glyph, by number or as ±"),
    (":comment TEXT", "comment on the move shown; without a text, remove it"),
    (
        ":annotate 1 | depth 12 | nodes 100000 | stop",
        "annotate the game, so many seconds a position",
    ),
    (":open FILE", "read a game from a PGN file"),
    (":save FILE", "write the game to a PGN file"),
    (":move Nf3", "make a move"),
    (":help", "all keys and commands"),
    (":quit", "leave Lucena"),
];

/// A parsed command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Set the dial, as text.
    Elo(String),
    /// Set up a position.
    Fen(String),
    /// New game with a time control, as text.
    Time(String),
    /// Start a game as described, as text.
    Game(String),
    /// Write the script of this session.
    Log(PathBuf),
    /// The new-game form.
    New,
    /// Turn the board.
    Flip,
    /// Use a theme.
    Theme(String),
    /// Use a style of pieces.
    Pieces(PieceStyle),
    /// Show or hide a panel.
    Panel(Panel),
    /// Use a layout, by name.
    Layout(String),
    /// Show so many lines.
    Lines(usize),
    /// Milliseconds a move without a clock.
    Think(i64),
    /// Switch analysis.
    Analyse,
    /// Use another UCI engine.
    Engine(String),
    /// Change a setting, name and value as text.
    Set(String),
    /// Ask it for its opinion.
    Opinion,
    /// Set one of its options, name and value as text.
    EngineOption(String),
    /// Comment on the move shown.
    Comment(String),
    /// Set or remove a glyph.
    Nag(u8),
    /// Annotate the game with an effort, given as text as well; `None` stops it.
    Annotate(Option<(SearchLimits, String)>),
    /// Read a game.
    Open(PathBuf),
    /// Write the game.
    Save(PathBuf),
    /// Make a move, as text.
    Move(String),
    /// Something for the debugger.
    Inspect(DebugCommand),
    /// The help.
    Help,
    /// Leave.
    Quit,
}

/// Reads a command line without its colon.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let need = |what: &str| {
        if rest.is_empty() { Err(format!(":{verb} needs {what}")) } else { Ok(rest.to_owned()) }
    };
    Ok(match verb {
        "elo" | "dial" => Command::Elo(need("a rating or full")?),
        "fen" => Command::Fen(need("a position in FEN")?),
        "tc" | "time" => Command::Time(need("a time control such as 5+3")?),
        "new" => Command::New,
        "game" => Command::Game(need("a side, a time control and a strength")?),
        "log" => Command::Log(PathBuf::from(need("a file")?)),
        "flip" => Command::Flip,
        "theme" => Command::Theme(need("the name of a theme")?),
        "pieces" => {
            let name = need("a style of pieces")?;
            let style = PieceStyle::ALL.into_iter().find(|style| style.name() == name);
            Command::Pieces(style.ok_or_else(|| format!("there are no pieces called {name:?}"))?)
        }
        "panel" => {
            let name = need("the name of a panel")?;
            let panel = Panel::named(&name);
            Command::Panel(panel.ok_or_else(|| format!("there is no panel called {name:?}"))?)
        }
        "layout" => Command::Layout(need("play, inspect or review")?),
        "lines" => {
            let text = need("a number")?;
            let lines = text.parse().ok().filter(|lines| (1..=64).contains(lines));
            Command::Lines(lines.ok_or_else(|| format!("lines {text:?}: expected 1 to 64"))?)
        }
        "think" => Command::Think(think(&need("seconds")?)?),
        "analyse" | "analyze" => Command::Analyse,
        "engine" => Command::Engine(need("the command of a UCI engine, or off")?),
        "set" => Command::Set(need("the name of a setting and a value")?),
        "opinion" => Command::Opinion,
        "option" => Command::EngineOption(need("a name and a value")?),
        "comment" => Command::Comment(rest.to_owned()),
        "nag" => Command::Nag(glyph(&need("the number of a glyph, or a sign such as !? or ±")?)?),
        "annotate" => match need("seconds a position, depth 12, nodes 100000, or stop")? {
            stop if stop == "stop" => Command::Annotate(None),
            text => Command::Annotate(Some((parse_effort(&text)?, text))),
        },
        "open" => Command::Open(PathBuf::from(need("a file")?)),
        "save" => Command::Save(PathBuf::from(need("a file")?)),
        "move" => Command::Move(need("a move")?),
        "help" | "?" => Command::Help,
        "q" | "quit" | "exit" => Command::Quit,
        "" => return Err("a command is missing; :help lists them".to_owned()),
        _ => match debug_command::parse(verb, rest) {
            Some(command) => Command::Inspect(command?),
            None => return Err(format!("there is no command :{verb}; :help lists them")),
        },
    })
}

/// A glyph by its number, with or without a dollar, or by its sign.
fn glyph(text: &str) -> Result<u8, String> {
    let number = text.trim_start_matches('$').parse().ok();
    let found = number.or_else(|| (1..=19).find(|&nag| nag_sign(nag).trim() == text));
    found.filter(|&nag| nag > 0).ok_or_else(|| format!("there is no glyph {text:?}"))
}

/// Seconds a move as milliseconds.
fn think(text: &str) -> Result<i64, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.05..=3600.0).contains(s));
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    let millis = seconds.map(|seconds| (seconds * 1000.0) as i64);
    millis.ok_or_else(|| format!("think {text:?}: expected 0.05 to 3600"))
}

#[cfg(test)]
mod tests {
    use super::{ALL, Command, parse};

    #[test]
    fn every_listed_command_is_understood() {
        for (usage, _) in ALL {
            let example = usage[1..].split('|').next().unwrap_or_default();
            let example = example
                .replace("STYLE", "drawn")
                .replace("panel NAME", "panel score")
                .replace("NAME", "dark");
            assert!(parse(&example).is_ok(), "{example}: {:?}", parse(&example));
        }
    }

    #[test]
    fn mistakes_are_said_in_words() {
        let wrong = |line: &str| parse(line).unwrap_err();
        assert_eq!(wrong("elo"), ":elo needs a rating or full");
        assert_eq!(wrong("lines 99"), "lines \"99\": expected 1 to 64");
        assert_eq!(wrong("panel x"), "there is no panel called \"x\"");
        assert_eq!(wrong("nag what"), "there is no glyph \"what\"");
        assert_eq!(wrong("fly"), "there is no command :fly; :help lists them");
        assert_eq!((parse("nag ±"), parse("nag $3")), (Ok(Command::Nag(16)), Ok(Command::Nag(3))));
        assert_eq!(parse(" think 1.5 "), Ok(Command::Think(1500)));
    }
}
