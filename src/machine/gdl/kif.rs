//! Reads KIF, the notation of GDL: symbols and parenthesised lists; `;` begins a comment, case is ignored.

use super::error::{GdlError, Place, error};

/// Lists nested deeper than this are refused, so that recursion over expressions is bounded.
const MAX_NESTING: usize = 64;
/// Longest symbol in bytes.
const MAX_SYMBOL: usize = 100;
/// Most expressions outside of lists: facts and rules.
pub(super) const MAX_CLAUSES: usize = 200_000;
/// Most symbols and lists, which bounds the memory to about 300 MB.
const MAX_EXPRESSIONS: usize = 4_000_000;

/// A symbol or list with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// Its first character.
    pub place: Place,
    /// What it is.
    pub form: Form,
}

/// The two forms of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A word, in lower case; a variable begins with `?`.
    Symbol(String),
    /// A list, perhaps empty.
    List(Vec<Expression>),
}

/// Reads all expressions of a text.
///
/// # Errors
/// Unbalanced parentheses, deep nesting, an overlong symbol, a control character, or too many expressions.
pub fn read(text: &str) -> Result<Vec<Expression>, GdlError> {
    // The lists that are open, each with the place of its parenthesis; the first collects the result.
    let mut open: Vec<(Place, Vec<Expression>)> = vec![(Place::default(), Vec::new())];
    let mut expressions = 0;
    let mut add = |open: &mut [(Place, Vec<Expression>)], expression: Expression| {
        let Some((depth, (_, list))) = open.len().checked_sub(1).zip(open.last_mut()) else {
            return Ok(());
        };
        expressions += 1;
        if depth == 0 && list.len() == MAX_CLAUSES {
            let words = format!("the text has more than {MAX_CLAUSES} facts and rules");
            return error(expression.place, words);
        }
        if expressions > MAX_EXPRESSIONS {
            let words = format!("the text has more than {MAX_EXPRESSIONS} words and lists");
            return error(expression.place, words);
        }
        list.push(expression);
        Ok(())
    };
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(';').next().unwrap_or("");
        let mut symbol = String::new();
        let mut start = 0;
        for (column, letter) in (1..).zip(line.chars().chain([' '])) {
            let place = Place { line: number, column };
            if letter.is_control() && letter != '\t' || letter == char::REPLACEMENT_CHARACTER {
                return error(place, format!("unexpected character {letter:?}"));
            }
            if !letter.is_whitespace() && letter != '(' && letter != ')' {
                if symbol.is_empty() {
                    start = column;
                }
                symbol.extend(letter.to_lowercase());
                if symbol.len() > MAX_SYMBOL {
                    return error(place, format!("a symbol is longer than {MAX_SYMBOL} bytes"));
                }
                continue;
            }
            if !symbol.is_empty() {
                let place = Place { line: number, column: start };
                if symbol.starts_with("#|") {
                    return error(place, "\"#|\" begins no comment: \";\" does");
                }
                add(
                    &mut open,
                    Expression { place, form: Form::Symbol(std::mem::take(&mut symbol)) },
                )?;
            }
            if letter == '(' {
                if open.len() > MAX_NESTING {
                    return error(place, format!("lists are nested more than {MAX_NESTING} deep"));
                }
                open.push((place, Vec::new()));
            } else if letter == ')' {
                match open.pop() {
                    Some((place, list)) if !open.is_empty() => {
                        add(&mut open, Expression { place, form: Form::List(list) })?;
                    }
                    _ => return error(place, "\")\" without \"(\""),
                }
            }
        }
    }
    match open.pop() {
        Some((place, _)) if !open.is_empty() => error(place, "\"(\" without \")\""),
        Some((_, expressions)) => Ok(expressions),
        None => Ok(Vec::new()),
    }
}
