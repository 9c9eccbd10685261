//! Reads lines of Extended Position Description (EPD): a position and operations.
//! Source: chessprogramming.org "Extended Position Description".

use super::Position;
use super::notation::{NotationError, parse_fen};

/// Opcodes that the standard defines. Comments are `c0` to `c9`, variables `v0` to `v9`.
const OPCODES: &str = "acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn \
                       hmvc id nic noop pm pv rc resign sm sv tcgs tcri tcsi";

/// A position with its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; its move counters are those of a FEN, or of the operations `hmvc` and `fmvn`.
    pub position: Position,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An operation: `bm Nf3 Nc3;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name.
    pub opcode: String,
    /// Its operands; strings without their quotation marks.
    pub operands: Vec<String>,
}

impl Operation {
    /// Does the standard define the opcode?
    pub fn is_standard(&self) -> bool {
        let numbered = self.opcode.trim_end_matches(|c: char| c.is_ascii_digit());
        OPCODES.split(' ').any(|opcode| opcode == self.opcode)
            || (["c", "v"].contains(&numbered) && self.opcode.len() == 2)
    }
}

/// The reason why a line is not a position with operations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// A string without its second quotation mark.
    #[error("{opcode}: the quotation mark before {text:?} is not closed")]
    Unclosed {
        /// The operation.
        opcode: String,
        /// The rest of the line.
        text: String,
    },
    /// A number that is not one.
    #[error("{opcode}: {text:?} is not a whole number of at least 0")]
    NotANumber {
        /// The operation.
        opcode: String,
        /// The operands.
        text: String,
    },
}

impl Epd {
    /// Reads a line. A semicolon after the last operation may be missing.
    ///
    /// # Errors
    /// The position is invalid, a string is not closed, or a move counter is not a number.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let (setup, counters, rest) = split(line);
        let operations = operations(rest)?;
        let number = |opcode: &str| {
            let Some(found) = operations.iter().find(|it| it.opcode == opcode) else {
                return Ok(None);
            };
            let text = found.operands.join(" ");
            let number = text.parse::<u32>().map(Some);
            number.map_err(|_| EpdError::NotANumber { opcode: opcode.to_owned(), text })
        };
        let (halfmoves, moves) = (number("hmvc")?, number("fmvn")?);
        let [halfmoves, moves] = [(halfmoves, counters[0]), (moves, counters[1])]
            .map(|(number, text)| number.map_or_else(|| text.to_owned(), |it| it.to_string()));
        let position = position(line, &setup, &halfmoves, &moves)?;
        Ok(Self { position, operations })
    }

    /// Reads the position of a line and nothing after it.
    ///
    /// # Errors
    /// The position is invalid.
    pub fn position(line: &str) -> Result<Position, NotationError> {
        let (setup, [halfmoves, moves], _) = split(line);
        position(line, &setup, halfmoves, moves)
    }

    /// The operation `opcode`, if the line has it.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }
}

/// The position of the first four fields of a line with these move counters. An error quotes what the line has.
fn position(
    line: &str,
    setup: &str,
    halfmoves: &str,
    moves: &str,
) -> Result<Position, NotationError> {
    let fen = format!("{setup} {halfmoves} {moves}");
    parse_fen(&fen).map_err(|error| match error {
        NotationError::Fen { reason, .. } => {
            let first: Vec<&str> = line.split_whitespace().take(6).collect();
            let text = if first.join(" ") == fen { fen } else { setup.to_owned() };
            NotationError::Fen { text, reason }
        }
        other => other,
    })
}

/// The first four fields, the move counters that follow as in a FEN or else those of a start, and the rest.
fn split(line: &str) -> (String, [&str; 2], &str) {
    let mut rest = line.trim();
    let mut next = || {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail.trim_start();
        (word, rest)
    };
    let mut setup = Vec::new();
    let mut after = "";
    for _ in 0..4 {
        let (word, tail) = next();
        setup.extend((!word.is_empty()).then_some(word));
        after = tail;
    }
    let [(halfmoves, _), (moves, tail)] = [next(), next()];
    let is_number = |word: &str| word.parse::<u32>().is_ok();
    let setup = setup.join(" ");
    if is_number(halfmoves) && is_number(moves) {
        (setup, [halfmoves, moves], tail)
    } else {
        (setup, ["0", "1"], after)
    }
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let (opcode, tail) = rest.split_at(end);
        rest = tail.trim_start();
        let mut operands = Vec::new();
        while !rest.is_empty() && !rest.starts_with(';') {
            let (operand, tail) = if let Some(quoted) = rest.strip_prefix('"') {
                quoted.split_once('"').ok_or_else(|| EpdError::Unclosed {
                    opcode: opcode.to_owned(),
                    text: quoted.to_owned(),
                })?
            } else {
                let end = rest.find(|c: char| c.is_whitespace() || c == ';');
                rest.split_at(end.unwrap_or(rest.len()))
            };
            operands.push(operand.to_owned());
            rest = tail.trim_start();
        }
        rest = rest.strip_prefix(';').unwrap_or(rest).trim_start();
        if !opcode.is_empty() {
            found.push(Operation { opcode: opcode.to_owned(), operands });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Epd;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[test]
    fn operations_end_at_semicolons_outside_of_strings() {
        let epd = Epd::parse(&format!("{KINGS} bm e4 Kd2;id \"a; b\" ; noop; Ae \"x\"")).unwrap();
        let read: Vec<(&str, &str)> = epd
            .operations
            .iter()
            .map(|it| (it.opcode.as_str(), it.operands.last().map_or("", String::as_str)))
            .collect();
        assert_eq!(read, [("bm", "Kd2"), ("id", "a; b"), ("noop", ""), ("Ae", "x")]);
        let standard: Vec<bool> =
            epd.operations.iter().map(super::Operation::is_standard).collect();
        assert_eq!(standard, [true, true, true, false]);
    }

    #[test]
    fn move_counters_are_those_of_a_fen_or_of_operations() {
        for (rest, expected) in [
            ("", "0 1"),
            ("bm e4;", "0 1"),
            ("7 30", "7 30"),
            ("7 30 bm e4;", "7 30"),
            ("hmvc 7; fmvn 30;", "7 30"),
        ] {
            let fen = Epd::parse(&format!("{KINGS} {rest}")).unwrap().position.fen();
            assert_eq!(fen, format!("{KINGS} {expected}"), "{rest}");
        }
    }

    #[test]
    fn errors_name_the_operation_and_its_value() {
        for (line, expected) in [
            ("8/8 w - -", "fen \"8/8 w - -\":"),
            ("8/8 w - - 3 4", "fen \"8/8 w - - 3 4\":"),
            (&format!("{KINGS} c0 \"a b;"), "c0: the quotation mark before \"a b;\" is not closed"),
            (&format!("{KINGS} hmvc x;"), "hmvc: \"x\" is not a whole number of at least 0"),
            ("", "fen \"\":"),
        ] {
            let error = Epd::parse(line).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
