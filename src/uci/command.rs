//! Parsing of UCI commands. Unknown input is ignored, as the protocol requires, and named in the parsed command.

use crate::base::Millis;
use crate::engine::GoLimit;
use crate::rules::{Color, Position};
use crate::timing::ClockState;
use std::fmt::Display;
use std::str::FromStr;

/// A UCI command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: identify the engine and its options.
    Uci,
    /// `isready`: answer `readyok`.
    IsReady,
    /// `ucinewgame`: the next position is from another game.
    NewGame,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `setoption`.
    SetOption {
        /// The option's name, as written.
        name: String,
        /// Its value; empty for buttons.
        value: String,
    },
    /// `position`.
    Position {
        /// The FEN, or `None` for the starting position.
        fen: Option<String>,
        /// Moves from there, unparsed.
        moves: Vec<String>,
    },
    /// `go`: start a search.
    Go(Box<GoArguments>),
    /// `stop`: stop the search and print the best move.
    Stop,
    /// `ponderhit`: the ponder move was played.
    PonderHit,
    /// `d`: print the board. A common extension of the protocol.
    Display,
    /// `eval`: print the evaluation trace. A common extension of the protocol.
    Evaluate,
    /// `perft N` or `go perft N`: count move paths.
    Perft(u32),
    /// `quit`.
    Quit,
    /// An unknown command: its first word.
    Unknown(String),
    /// A command with a missing or wrong argument: the message.
    Rejected(String),
}

/// The parsed arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoArguments {
    /// Remaining time of White and Black.
    pub times: [Option<Millis>; 2],
    /// Increments of White and Black.
    pub increments: [Millis; 2],
    /// Moves to the next control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Millis>,
    /// Full moves to a mate.
    pub mate: Option<u16>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Ponder: search on the opponent's time.
    pub ponder: bool,
    /// Root moves, unparsed.
    pub search_moves: Vec<String>,
    /// Words and values that are not understood, as messages.
    pub problems: Vec<String>,
    /// A word other than `infinite`, `ponder` and `searchmoves` was given, so the search must end by itself.
    pub names_limit: bool,
}

impl GoArguments {
    /// The limits for the side to move in `position`.
    pub(super) fn limit(&self, position: &Position) -> GoLimit {
        let us = usize::from(position.turn() == Color::Black);
        let clock = self.times[us].map(|remaining| ClockState {
            ply: position.game_ply(),
            remaining,
            increment: self.increments[us],
            moves_to_go: self.moves_to_go,
            pieces: u32::try_from(position.board().occupied().count()).unwrap_or(32),
        });
        let limit = GoLimit {
            clock,
            move_time: self.move_time,
            depth: self.depth,
            nodes: self.nodes,
            resolve_window: false,
            mate: self.mate,
            lines: None,
            infinite: self.infinite,
        };
        GoLimit { infinite: !limit.is_bounded(), ..limit }
    }
}

impl Command {
    /// Parses one line; `None` for an empty one. Words before a known command are skipped, as the protocol requires.
    pub fn parse(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let first = *words.first()?;
        (0..words.len())
            .find_map(|at| known(&words[at..]))
            .or_else(|| Some(Self::Unknown(first.chars().take(40).collect())))
    }
}

fn known(words: &[&str]) -> Option<Command> {
    let (first, rest) = words.split_first()?;
    Some(match *first {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "debug" => match rest.first() {
            None | Some(&"on") => Command::Debug(true),
            Some(&"off") => Command::Debug(false),
            Some(word) => Command::Rejected(format!("debug: {word:?} is neither on nor off")),
        },
        "setoption" => set_option(rest),
        "position" => position(rest),
        "go" => match rest {
            ["perft", depth @ ..] => perft(depth),
            _ => Command::Go(Box::new(go(rest))),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
        "eval" => Command::Evaluate,
        "perft" => perft(rest),
        "quit" => Command::Quit,
        _ => return None,
    })
}

fn perft(words: &[&str]) -> Command {
    if let Some(word) = words.get(1) {
        return Command::Rejected(format!("perft: {word:?} is not understood: nothing is counted"));
    }
    match parse("perft", words.first().copied(), WHOLE) {
        Ok(depth) => Command::Perft(depth),
        Err(problem) => Command::Rejected(problem),
    }
}

fn set_option(words: &[&str]) -> Command {
    let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name_at = usize::from(words.first() == Some(&"name"));
    Command::SetOption {
        name: words.get(name_at..value_at).unwrap_or_default().join(" "),
        value: words.get(value_at + 1..).unwrap_or_default().join(" "),
    }
}

fn position(words: &[&str]) -> Command {
    let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(moves_at);
    let rejected =
        |why: &str| Command::Rejected(format!("position: {why}; the position before stays"));
    let fen = match setup {
        [] | ["fen"] => {
            return rejected("startpos or a FEN is missing");
        }
        ["startpos"] => None,
        ["startpos", word, ..] => {
            return rejected(&format!("{word:?} after startpos is not \"moves\""));
        }
        ["fen", fen @ ..] => Some(fen.join(" ")),
        // Users paste a FEN without the word `fen`.
        _ => Some(setup.join(" ")),
    };
    let moves = moves.iter().skip(1).map(|word| (*word).to_owned()).collect();
    Command::Position { fen, moves }
}

const GO_WORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime \
                        infinite perft";

fn is_go_word(word: &str) -> bool {
    GO_WORDS.split(' ').any(|known| known == word)
}

fn go(words: &[&str]) -> GoArguments {
    let mut go = GoArguments::default();
    let mut rest = words;
    while let Some((&word, tail)) = rest.split_first() {
        rest = tail;
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let moves = tail.iter().take_while(|word| !is_go_word(word));
                go.search_moves = moves.map(|word| (*word).to_owned()).collect();
                rest = &tail[go.search_moves.len()..];
                if go.search_moves.is_empty() {
                    go.problems.push("searchmoves: no move follows: all are searched".to_owned());
                }
            }
            _ => {
                go.names_limit = true;
                let value = tail.first().copied().filter(|value| !is_go_word(value));
                if is_go_word(word) {
                    rest = &tail[usize::from(value.is_some())..];
                }
                if let Err(problem) = go.set_limit(word, value) {
                    go.problems.push(problem);
                }
            }
        }
    }
    go
}

impl GoArguments {
    /// Sets the limit `word`, or returns what is wrong with it.
    fn set_limit(&mut self, word: &str, value: Option<&str>) -> Result<(), String> {
        match word {
            "wtime" => self.times[0] = Some(self.millis(word, value)?),
            "btime" => self.times[1] = Some(self.millis(word, value)?),
            "winc" => self.increments[0] = self.millis(word, value)?,
            "binc" => self.increments[1] = self.millis(word, value)?,
            "movetime" => self.move_time = Some(self.millis(word, value)?),
            "movestogo" => self.moves_to_go = Some(self.number(word, value, u16::MAX)?.into()),
            // Depth 0 has no iteration: the first one answers.
            "depth" => self.depth = Some(self.number(word, value, u16::MAX)?.max(1)),
            // A mate in no move is on the board already.
            "mate" => self.mate = Some(self.number(word, value, u16::MAX)?.max(1)),
            // Nor has a search without a node.
            "nodes" => self.nodes = Some(self.number(word, value, u64::MAX)?.max(1)),
            _ => return Err(format!("go: unknown word {word:?}")),
        }
        Ok(())
    }

    /// Parses a number; one that is too large is replaced by the largest, with a message.
    fn number<T: FromStr + Display>(
        &mut self,
        word: &str,
        value: Option<&str>,
        largest: T,
    ) -> Result<T, String> {
        match value.filter(|text| is_number(text) && text.parse::<T>().is_err()) {
            Some(value) => {
                self.problems.push(format!("{word}: {value} is too large: {largest} is used"));
                Ok(largest)
            }
            None => parse(word, value, WHOLE),
        }
    }

    /// Parses a time, which may be negative. A fraction of a millisecond is dropped with a message.
    fn millis(&mut self, word: &str, value: Option<&str>) -> Result<Millis, String> {
        const EXPECTED: &str = "a whole number of milliseconds";
        let digits = |text: &str| text.is_empty() || is_number(text);
        match value.and_then(|value| value.split_once('.')) {
            Some((whole, fraction)) if digits(fraction) && whole.parse::<i64>().is_ok() => {
                let millis = parse(word, Some(whole), EXPECTED)?;
                let problem = format!("{word}: \"{whole}.{fraction}\" is not {EXPECTED}");
                self.problems.push(format!("{problem}: {millis} is used"));
                Ok(Millis(millis))
            }
            _ => parse(word, value, EXPECTED).map(Millis),
        }
    }
}

const WHOLE: &str = "a whole number of at least 0";

/// Whether the text has only digits. If it does not fit a type, it is too large.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse<T: FromStr>(word: &str, value: Option<&str>, expected: &str) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("{word}: the value is missing"))?;
    value.parse().map_err(|_| match is_number(value) {
        true => format!("{word}: {value} is too large"),
        false => format!("{word}: {value:?} is not {expected}"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Command, GoArguments};
    use crate::base::Millis;

    fn go(line: &str) -> GoArguments {
        match Command::parse(line) {
            Some(Command::Go(go)) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn go_takes_its_arguments_in_any_order() {
        let text =
            go("go winc 20 wtime 1000 searchmoves e2e4 d2d4 movestogo 9 btime -5 depth 999999");
        assert_eq!(text.times, [Some(Millis(1000)), Some(Millis(-5))]);
        assert_eq!(text.increments, [Millis(20), Millis(0)]);
        assert_eq!(text.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((text.moves_to_go, text.depth), (Some(9), Some(u16::MAX)));
    }

    #[test]
    fn what_cannot_be_limited_or_counted_is_said() {
        assert_eq!(go("go nodes 0").nodes, Some(1));
        let none = ["searchmoves: no move follows: all are searched"];
        assert_eq!(go("go searchmoves depth 4").problems, none);
        assert_eq!(go("go searchmoves").problems, none);
        for line in ["go perft 2 foo", "perft 2 foo"] {
            let said = "perft: \"foo\" is not understood: nothing is counted".to_owned();
            assert_eq!(Command::parse(line), Some(Command::Rejected(said)));
        }
    }

    #[test]
    fn go_names_missing_and_wrong_arguments() {
        let whole = "is not a whole number of at least 0";
        let millis = "is not a whole number of milliseconds";
        let cases = [
            ("go wtime", vec!["wtime: the value is missing".to_owned()]),
            ("go movetime depth 5", vec!["movetime: the value is missing".to_owned()]),
            (
                "go depth 99999999999999",
                vec!["depth: 99999999999999 is too large: 65535 is used".to_owned()],
            ),
            (
                "go depth 99999999999999999999 nodes 99999999999999999999",
                vec![
                    "depth: 99999999999999999999 is too large: 65535 is used".to_owned(),
                    format!("nodes: 99999999999999999999 is too large: {} is used", u64::MAX),
                ],
            ),
            (
                "go movetime 99999999999999999999",
                vec!["movetime: 99999999999999999999 is too large".to_owned()],
            ),
            ("go depth abc", vec![format!("depth: \"abc\" {whole}")]),
            (
                "go nodes -1 mate -2",
                vec![format!("nodes: \"-1\" {whole}"), format!("mate: \"-2\" {whole}")],
            ),
            ("go wtime 1000.5", vec![format!("wtime: \"1000.5\" {millis}: 1000 is used")]),
            (
                "go wtime 1e3 btime .5",
                vec![format!("wtime: \"1e3\" {millis}"), format!("btime: \".5\" {millis}")],
            ),
            (
                "go dpeth 5",
                ["dpeth", "5"].iter().map(|word| format!("go: unknown word {word:?}")).collect(),
            ),
        ];
        for (line, problems) in cases {
            let go = go(line);
            assert_eq!((go.problems, go.names_limit), (problems, true), "{line}");
        }
        assert_eq!(go("go depth x nodes 5").nodes, Some(5));
        assert_eq!(go("go movetime depth 5").depth, Some(5));
        assert_eq!(go("go wtime 1000.5").times[0], Some(Millis(1000)));
        assert!(go("go depth x infinite").infinite && go("go ponder wtime 5").ponder);
        assert_eq!(go("go"), GoArguments::default());
        for (line, problem) in [
            ("go perft", "perft: the value is missing".to_owned()),
            ("perft x", format!("perft: \"x\" {whole}")),
            ("go perft 999999999999", "perft: 999999999999 is too large".to_owned()),
            (
                "position",
                "position: startpos or a FEN is missing; the position before stays".to_owned(),
            ),
            (
                "position fen",
                "position: startpos or a FEN is missing; the position before stays".to_owned(),
            ),
            (
                "position moves e2e4",
                "position: startpos or a FEN is missing; the position before stays".to_owned(),
            ),
            (
                "position startpos e2e4",
                "position: \"e2e4\" after startpos is not \"moves\"; the position before stays"
                    .to_owned(),
            ),
            ("debug maybe", "debug: \"maybe\" is neither on nor off".to_owned()),
        ] {
            assert_eq!(Command::parse(line), Some(Command::Rejected(problem)), "{line}");
        }
    }

    #[test]
    fn set_option_keeps_spaces_in_names_and_values() {
        let expected = Command::SetOption { name: "Clear Hash".to_owned(), value: String::new() };
        assert_eq!(Command::parse("setoption name Clear Hash"), Some(expected));
        let expected =
            Command::SetOption { name: "SyzygyPath".to_owned(), value: "/a b/c".to_owned() };
        assert_eq!(Command::parse("setoption name SyzygyPath value /a b/c\r"), Some(expected));
    }

    #[test]
    fn position_takes_startpos_fen_and_bare_fen() {
        let moves = vec!["e2e4".to_owned()];
        let expected = Command::Position { fen: None, moves: moves.clone() };
        assert_eq!(Command::parse("position startpos moves e2e4"), Some(expected));
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        for line in [format!("position fen {fen} moves e2e4"), format!("position {fen} moves e2e4")]
        {
            let expected = Command::Position { fen: Some(fen.to_owned()), moves: moves.clone() };
            assert_eq!(Command::parse(&line), Some(expected));
        }
    }

    #[test]
    fn rubbish_is_named_and_leading_rubbish_skipped() {
        assert_eq!(Command::parse("joho debug on"), Some(Command::Debug(true)));
        assert_eq!(Command::parse("blah"), Some(Command::Unknown("blah".to_owned())));
        assert_eq!(Command::parse(" \r\n"), None);
    }
}
