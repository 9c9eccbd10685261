//! Parser of the breakpoint language: recursive descent over words, numbers, signs and quoted texts.
//!
//! ```text
//! breakpoint = any { "after" NUMBER | "log" | "off" }
//! any        = all { "or" all }
//! all        = one { "and" one }
//! one        = "not" one | "(" any ")" | "position" (TEXT | KEY) | "line" MOVE { MOVE }
//!            | ("ply" | "depth" | "nodes" | "jump") RELATION NUMBER | EVENT
//! ```

use super::breakpoint::{BreakAction, Breakpoint, Condition, PositionKey, Switch};
use super::event::{Quantity, SearchEvent};
use shakmaty::uci::UciMove;
use std::num::NonZeroU64;
use std::str::FromStr;
use strum::VariantArray as _;

/// Maximum nesting of parentheses and negations, so that no text can overflow the stack.
const DEEPEST: usize = 50;

/// A syntax error in a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("breakpoint, column {column}: {problem}")]
pub struct BreakpointSyntaxError {
    /// Column in characters from 1; one past the end when something is missing.
    pub column: usize,
    /// The error, and what is expected.
    pub problem: String,
}

/// A word in small letters, a number, a sign, or a text in its quotes; empty at the end.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    column: usize,
}

impl FromStr for Breakpoint {
    type Err = BreakpointSyntaxError;

    fn from_str(text: &str) -> Result<Self, BreakpointSyntaxError> {
        let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
        let condition = parser.any()?;
        let mut breakpoint =
            Self { condition, after: 1, action: BreakAction::Stop, switch: Switch::On };
        loop {
            let token = parser.take();
            match token.text.as_str() {
                "" => return Ok(breakpoint),
                "after" => breakpoint.after = parser.read::<NonZeroU64>("a number from 1")?.get(),
                "log" => breakpoint.action = BreakAction::Log,
                "off" => breakpoint.switch = Switch::Off,
                _ => return Err(unexpected(&token, "and, or, after, log, off or the end")),
            }
        }
    }
}

impl Breakpoint {
    /// The breakpoints of a file, one a line; instead of one that is not understood its line and a message with `file`.
    pub fn of_lines<'a>(
        file: &'a str,
        text: &'a str,
    ) -> impl Iterator<Item = Result<Self, (&'a str, String)>> {
        text.lines().enumerate().map(move |(number, line)| {
            let told = |error| format!("{file}, line {}: {error}", number + 1);
            line.parse().map_err(|error: BreakpointSyntaxError| (line, told(error)))
        })
    }
}

impl TryFrom<String> for Breakpoint {
    type Error = BreakpointSyntaxError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

fn unexpected(token: &Token, wanted: &str) -> BreakpointSyntaxError {
    let found = match (token.text.as_str(), quoted(&token.text)) {
        ("", _) => "the end".to_owned(),
        (_, Some(text)) => format!("the quoted {text:?}"),
        (text, None) => format!("{text:?}"),
    };
    BreakpointSyntaxError {
        column: token.column,
        problem: format!("found {found}; expected {wanted}"),
    }
}

/// What is between the quotes of a text.
fn quoted(token: &str) -> Option<&str> {
    token.strip_prefix('"')?.strip_suffix('"')
}

fn tokens(text: &str) -> Result<Vec<Token>, BreakpointSyntaxError> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let start = at;
        let column = start + 1;
        at += match first {
            _ if first.is_whitespace() => {
                at += 1;
                continue;
            }
            '"' => {
                let length = chars[at + 1..].iter().position(|&c| c == '"').ok_or_else(|| {
                    BreakpointSyntaxError { column, problem: "missing closing quote".to_owned() }
                })?;
                length + 2
            }
            '<' | '>' | '=' | '!' if chars.get(at + 1) == Some(&'=') => 2,
            '(' | ')' | '<' | '>' | '=' | '!' => 1,
            _ if is_word(first) => chars[at..].iter().take_while(|&&c| is_word(c)).count(),
            _ => {
                let problem = format!("unexpected character {first:?}");
                return Err(BreakpointSyntaxError { column, problem });
            }
        };
        let text: String = chars[start..at].iter().collect();
        let text = if first == '"' { text } else { text.to_lowercase() };
        found.push(Token { text, column });
    }
    found.push(Token { text: String::new(), column: chars.len() + 1 });
    Ok(found)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        self.next += 1;
        token
    }

    fn takes(&mut self, word: &str) -> bool {
        let found = self.peek().text == word;
        self.next += usize::from(found);
        found
    }

    /// Takes a token that has this type.
    fn read<T: FromStr>(&mut self, wanted: &str) -> Result<T, BreakpointSyntaxError> {
        let token = self.take();
        token.text.parse().map_err(|_| unexpected(&token, wanted))
    }

    fn any(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let column = self.peek().column;
        let mut parts = vec![self.all()?];
        while self.takes("or") {
            parts.push(self.all()?);
        }
        selective(joined(parts, Condition::Any), column)
    }

    fn all(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let column = self.peek().column;
        let mut parts = vec![self.part()?];
        while self.takes("and") {
            parts.push(self.part()?);
        }
        possible(joined(parts, Condition::All), column)
    }

    /// One of the conditions that `and` joins: where it holds everywhere, it says nothing.
    fn part(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let column = self.peek().column;
        selective(self.one()?, column)
    }

    fn one(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let token = self.take();
        if self.depth >= DEEPEST {
            let problem = format!("nested more than {DEEPEST} deep");
            return Err(BreakpointSyntaxError { column: token.column, problem });
        }
        match token.text.as_str() {
            "(" => {
                self.depth += 1;
                let inside = self.any()?;
                self.depth -= 1;
                let close = self.take();
                match close.text.as_str() {
                    ")" => Ok(inside),
                    _ => Err(unexpected(&close, "and, or or a closing parenthesis")),
                }
            }
            "not" => {
                self.depth += 1;
                let inside = self.one()?;
                self.depth -= 1;
                possible(Condition::Not(Box::new(inside)), token.column)
            }
            "position" => self.position(),
            "line" => self.line(),
            _ => self.named(&token),
        }
    }

    /// A comparison or an event.
    fn named(&mut self, token: &Token) -> Result<Condition, BreakpointSyntaxError> {
        if let Ok(event) = token.text.parse() {
            return Ok(Condition::Event(event));
        }
        let quantity = token.text.parse().map_err(|_| unexpected(token, &conditions()))?;
        let relation = self.read("<, <=, =, !=, >= or >")?;
        let number = self.peek().clone();
        let value = self.read(&format!("a whole number of at most {}", i64::MAX))?;
        if quantity == Quantity::Jump && value < 0 {
            return Err(unexpected(&number, "a number from 0, as jump is the size of a change"));
        }
        possible(Condition::Compare(quantity, relation, value), token.column)
    }

    fn position(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let token = self.take();
        if let Some(fen) = quoted(&token.text) {
            return PositionKey::of_fen(fen)
                .map(Condition::Position)
                .map_err(|problem| BreakpointSyntaxError { column: token.column + 1, problem });
        }
        let digits = token.text.strip_prefix("0x");
        let key = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let key = key.ok_or_else(|| unexpected(&token, KEY_OR_FEN))?;
        Ok(Condition::Position(PositionKey::of_key(key)))
    }

    fn line(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let mut moves = Vec::new();
        while let Ok(mv @ UciMove::Normal { .. }) = self.peek().text.parse() {
            moves.push(mv);
            self.next += 1;
        }
        if moves.is_empty() {
            return Err(unexpected(self.peek(), "a move such as e2e4"));
        }
        Ok(Condition::Line(moves))
    }
}

const KEY_OR_FEN: &str = "a FEN in quotes or a key such as 0x0123456789abcdef";

/// The condition at this column, unless it can never hold.
fn possible(condition: Condition, column: usize) -> Result<Condition, BreakpointSyntaxError> {
    match condition.contradiction() {
        Some(problem) => Err(BreakpointSyntaxError { column, problem }),
        None => Ok(condition),
    }
}

/// The condition at this column, unless it holds at every node.
fn selective(condition: Condition, column: usize) -> Result<Condition, BreakpointSyntaxError> {
    match condition.tautology() {
        Some(problem) => Err(BreakpointSyntaxError { column, problem }),
        None => Ok(condition),
    }
}

fn joined(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            parts.extend(last);
            join(parts)
        }
    }
}

/// Everything that a condition can start with.
fn conditions() -> String {
    let quantities = Quantity::VARIANTS.iter().map(Quantity::to_string);
    let events = SearchEvent::VARIANTS.iter().map(SearchEvent::to_string);
    let words = ["not", "(", "position", "line"].map(str::to_owned).into_iter();
    words.chain(quantities).chain(events).collect::<Vec<_>>().join(", ")
}
