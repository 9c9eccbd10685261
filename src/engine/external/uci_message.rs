//! A line that an engine printed, as a value.

use super::info::Info;
use super::options::ExternalOption;

/// One understood line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciMessage {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// A declared option; `None` when it makes no sense.
    Option(Option<ExternalOption>),
    /// The introduction is complete.
    UciOk,
    /// Everything before has been done.
    ReadyOk,
    /// News of the search.
    Info(Box<Info>),
    /// The answer and the reply expected, as written.
    BestMove(String, Option<String>),
    /// `copyprotection` and `registration` in a state that is no trouble; nothing to do.
    Ignored,
    /// Not of the protocol, or unreadable.
    Unknown,
}

impl UciMessage {
    /// Understands one line, its end already taken off; `None` for an empty one.
    pub(super) fn parse(line: &str) -> Option<Self> {
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
            "option" => Self::Option(ExternalOption::parse(rest)),
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
