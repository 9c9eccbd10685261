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

#[derive(Clone, Debug, PartialEq, Eq)]
enum TokenKind {
    Word(String),
    Text(String),
    Sign(String),
    End,
}

#[derive(Clone, Debug)]
struct Token {
    kind: TokenKind,
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
            match &token.kind {
                TokenKind::End => return Ok(breakpoint),
                TokenKind::Word(word) if word == "after" => {
                    let number = parser.take();
                    breakpoint.after = match &number.kind {
                        TokenKind::Word(word) => word.parse().ok().filter(|&after| after > 0),
                        _ => None,
                    }
                    .ok_or_else(|| unexpected(&number, "a number from 1"))?;
                }
                TokenKind::Word(word) if word == "log" => breakpoint.action = BreakAction::Log,
                TokenKind::Word(word) if word == "off" => breakpoint.switch = Switch::Off,
                _ => return Err(unexpected(&token, "and, or, after, log, off or the end")),
            }
        }
    }
}

impl TryFrom<String> for Breakpoint {
    type Error = BreakpointSyntaxError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

fn unexpected(token: &Token, wanted: &str) -> BreakpointSyntaxError {
    let found = match &token.kind {
        TokenKind::Word(text) | TokenKind::Sign(text) => format!("{text:?}"),
        TokenKind::Text(text) => format!("the quoted {text:?}"),
        TokenKind::End => "the end".to_owned(),
    };
    BreakpointSyntaxError {
        column: token.column,
        problem: format!("found {found}; expected {wanted}"),
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, BreakpointSyntaxError> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let start = at;
        let column = start + 1;
        let kind = match first {
            _ if first.is_whitespace() => {
                at += 1;
                continue;
            }
            '"' => {
                let length = chars[at + 1..].iter().position(|&c| c == '"').ok_or_else(|| {
                    BreakpointSyntaxError { column, problem: "missing closing quote".to_owned() }
                })?;
                at += length + 2;
                TokenKind::Text(chars[start + 1..at - 1].iter().collect())
            }
            '(' | ')' => {
                at += 1;
                TokenKind::Sign(first.to_string())
            }
            '<' | '>' | '=' | '!' => {
                at += if chars.get(at + 1) == Some(&'=') { 2 } else { 1 };
                TokenKind::Sign(chars[start..at].iter().collect())
            }
            _ if is_word(first) => {
                at += chars[at..].iter().take_while(|&&c| is_word(c)).count();
                TokenKind::Word(chars[start..at].iter().collect::<String>().to_lowercase())
            }
            _ => {
                let problem = format!("unexpected character {first:?}");
                return Err(BreakpointSyntaxError { column, problem });
            }
        };
        found.push(Token { kind, column });
    }
    found.push(Token { kind: TokenKind::End, column: chars.len() + 1 });
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
        let found = self.peek().kind == TokenKind::Word(word.to_owned());
        self.next += usize::from(found);
        found
    }

    fn any(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let mut parts = vec![self.all()?];
        while self.takes("or") {
            parts.push(self.all()?);
        }
        Ok(joined(parts, Condition::Any))
    }

    fn all(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let mut parts = vec![self.one()?];
        while self.takes("and") {
            parts.push(self.one()?);
        }
        Ok(joined(parts, Condition::All))
    }

    fn one(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let token = self.take();
        if self.depth >= DEEPEST {
            let problem = format!("nested more than {DEEPEST} deep");
            return Err(BreakpointSyntaxError { column: token.column, problem });
        }
        match &token.kind {
            TokenKind::Sign(sign) if sign == "(" => {
                self.depth += 1;
                let inside = self.any()?;
                self.depth -= 1;
                let close = self.take();
                match &close.kind {
                    TokenKind::Sign(sign) if sign == ")" => Ok(inside),
                    _ => Err(unexpected(&close, "and, or or a closing parenthesis")),
                }
            }
            TokenKind::Word(word) if word == "not" => {
                self.depth += 1;
                let inside = self.one()?;
                self.depth -= 1;
                Ok(Condition::Not(Box::new(inside)))
            }
            TokenKind::Word(word) if word == "position" => self.position(),
            TokenKind::Word(word) if word == "line" => self.line(),
            TokenKind::Word(word) => self.named(word, &token),
            _ => Err(unexpected(&token, &conditions())),
        }
    }

    /// A comparison or an event.
    fn named(&mut self, word: &str, token: &Token) -> Result<Condition, BreakpointSyntaxError> {
        if let Ok(event) = word.parse() {
            return Ok(Condition::Event(event));
        }
        let Ok(quantity) = word.parse() else {
            return Err(unexpected(token, &conditions()));
        };
        let sign = self.take();
        let relation = match &sign.kind {
            TokenKind::Sign(sign) => sign.parse().ok(),
            _ => None,
        };
        let relation = relation.ok_or_else(|| unexpected(&sign, "<, <=, =, !=, >= or >"))?;
        let number = self.take();
        let value = match &number.kind {
            TokenKind::Word(word) => word.parse().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| unexpected(&number, "a whole number"))?;
        Ok(Condition::Compare(quantity, relation, value))
    }

    fn position(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let token = self.take();
        let place = match &token.kind {
            TokenKind::Text(fen) => PositionKey::of_fen(fen)
                .map_err(|problem| BreakpointSyntaxError { column: token.column + 1, problem })?,
            TokenKind::Word(word) => word
                .strip_prefix("0x")
                .and_then(|digits| u64::from_str_radix(digits, 16).ok())
                .map(PositionKey::of_key)
                .ok_or_else(|| unexpected(&token, KEY_OR_FEN))?,
            _ => return Err(unexpected(&token, KEY_OR_FEN)),
        };
        Ok(Condition::Position(place))
    }

    fn line(&mut self) -> Result<Condition, BreakpointSyntaxError> {
        let mut moves = Vec::new();
        while let TokenKind::Word(word) = &self.peek().kind
            && let Ok(mv @ UciMove::Normal { .. }) = word.parse()
        {
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
