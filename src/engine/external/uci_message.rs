//! A line of an engine as a value.

use super::info::Info;
use crate::engine::uci_option::UciOption;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciMessage {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// A declared option; `None` if it is invalid.
    Option(Option<UciOption>),
    /// The handshake is complete.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`.
    Info(Box<Info>),
    /// `bestmove …`: best move and ponder move, unparsed.
    BestMove(String, Option<String>),
    /// `copyprotection` and `registration`.
    Ignored,
    /// Not UCI.
    Unknown,
}

impl UciMessage {
    /// Parses one line without its line end; `None` for an empty one.
    pub fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match first {
            "" => return None,
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", author)) => Self::Author(author.trim().to_owned()),
                _ => Self::Unknown,
            },
            "option" => Self::Option(UciOption::parse(rest)),
            "uciok" => Self::UciOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Box::new(Info::parse(rest))),
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let best = words.next().unwrap_or_default().to_owned();
                let ponder = words.skip_while(|word| *word != "ponder").nth(1);
                Self::BestMove(best, ponder.map(str::to_owned))
            }
            "copyprotection" | "registration" => Self::Ignored,
            _ => Self::Unknown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::UciMessage;

    #[test]
    fn lines_of_the_protocol() {
        let cases = [
            (" id name A B\r", Some(UciMessage::Name("A B".into()))),
            ("id author C", Some(UciMessage::Author("C".into()))),
            ("id", Some(UciMessage::Unknown)),
            ("uciok", Some(UciMessage::UciOk)),
            ("readyok ", Some(UciMessage::ReadyOk)),
            (
                "bestmove e2e4 ponder e7e5",
                Some(UciMessage::BestMove("e2e4".into(), Some("e7e5".into()))),
            ),
            ("bestmove e2e4 ponder", Some(UciMessage::BestMove("e2e4".into(), None))),
            ("bestmove", Some(UciMessage::BestMove(String::new(), None))),
            ("option name X", Some(UciMessage::Option(None))),
            ("registration checking", Some(UciMessage::Ignored)),
            ("uciokay", Some(UciMessage::Unknown)),
            ("\u{fffd}\u{0}", Some(UciMessage::Unknown)),
            ("\t \r", None),
        ];
        for (line, expected) in cases {
            assert_eq!(UciMessage::parse(line), expected, "{line:?}");
        }
    }
}
