//! Parsing of UCI commands. Unknown input is ignored, as the protocol requires.

use crate::base::Millis;

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
}

impl Command {
    /// Parses one line; `None` for an empty one. Words before a known command are skipped, as the protocol requires.
    #[must_use]
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
        "debug" => Command::Debug(rest.first() != Some(&"off")),
        "setoption" => set_option(rest),
        "position" => position(rest)?,
        "go" => match rest {
            ["perft", depth @ ..] => Command::Perft(depth.first()?.parse().ok()?),
            _ => Command::Go(Box::new(go(rest))),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "d" => Command::Display,
        "eval" => Command::Evaluate,
        "perft" => Command::Perft(rest.first()?.parse().ok()?),
        "quit" => Command::Quit,
        _ => return None,
    })
}

fn set_option(words: &[&str]) -> Command {
    let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name_at = usize::from(words.first() == Some(&"name"));
    Command::SetOption {
        name: words.get(name_at..value_at).unwrap_or_default().join(" "),
        value: words.get(value_at + 1..).unwrap_or_default().join(" "),
    }
}

fn position(words: &[&str]) -> Option<Command> {
    let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (setup, moves) = words.split_at(moves_at);
    let fen = match setup.split_first()? {
        (&"startpos", _) => None,
        (&"fen", fen) => Some(fen.join(" ")),
        // Users paste a FEN without the word `fen`.
        _ => Some(setup.join(" ")),
    };
    let moves = moves.iter().skip(1).map(|word| (*word).to_owned()).collect();
    Some(Command::Position { fen, moves })
}

const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn go(words: &[&str]) -> GoArguments {
    let mut go = GoArguments::default();
    let mut rest = words;
    while let Some((word, tail)) = rest.split_first() {
        let mut used = 1;
        match *word {
            "wtime" => go.times[0] = millis(tail),
            "btime" => go.times[1] = millis(tail),
            "winc" => go.increments[0] = millis(tail).unwrap_or_default(),
            "binc" => go.increments[1] = millis(tail).unwrap_or_default(),
            "movestogo" => go.moves_to_go = number(tail),
            "depth" => go.depth = number(tail),
            "nodes" => go.nodes = number(tail),
            "mate" => go.mate = number(tail),
            "movetime" => go.move_time = millis(tail),
            "infinite" => (go.infinite, used) = (true, 0),
            "ponder" => (go.ponder, used) = (true, 0),
            "searchmoves" => {
                let moves = tail.iter().take_while(|word| !GO_WORDS.contains(word));
                go.search_moves = moves.map(|word| (*word).to_owned()).collect();
                used = go.search_moves.len();
            }
            _ => used = 0,
        }
        rest = tail.get(used..).unwrap_or_default();
    }
    go
}

/// Parses a number with saturation: a depth of 100000 is a depth of 65535.
fn number<T: TryFrom<u64>>(words: &[&str]) -> Option<T> {
    let value: u64 = words.first()?.parse().ok()?;
    T::try_from(value).ok().or_else(|| {
        [u64::from(u32::MAX), u64::from(u16::MAX)].into_iter().find_map(|max| T::try_from(max).ok())
    })
}

fn millis(words: &[&str]) -> Option<Millis> {
    words.first()?.parse().ok().map(Millis)
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
    fn go_survives_missing_and_broken_arguments() {
        assert_eq!(go("go wtime"), GoArguments::default());
        assert_eq!(
            go("go depth x nodes 5"),
            GoArguments { nodes: Some(5), ..GoArguments::default() }
        );
        assert!(go("go depth x infinite").infinite);
        assert!(go("go ponder wtime 5").ponder);
        // Without a depth it is no search either, least of all one without end.
        for line in ["go perft", "go perft x"] {
            assert_eq!(Command::parse(line), Some(Command::Unknown("go".to_owned())));
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
