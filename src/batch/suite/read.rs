//! Reads the test positions of EPD files, and judges answers.

use crate::base::{FNV_BASIS, Score, fnv, read_at_most};
use crate::rules::{Epd, Move, NotationError, Position, notation, parse_move};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use std::collections::BTreeMap;
use std::path::Path;

/// Size limit of a suite in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Length of a line in bytes; the longest of the common suites has 500.
const MAX_LINE: usize = 1 << 16;
/// Lines left out that are named.
const MOST_ERRORS: usize = 100;

/// Operations that say what to find or describe the position. Every other one is ignored with a note.
const READ: [&str; 7] = ["bm", "am", "dm", "id", "hmvc", "fmvn", "c0"];

/// A suite: the test positions of one file.
#[derive(Debug)]
pub(super) struct Suite {
    /// The file as given.
    pub name: String,
    /// Checksum of the file, by which a record knows its suite.
    pub sum: u64,
    pub tests: Vec<Test>,
    /// The first lines left out, and why.
    pub errors: Vec<String>,
    /// Number of lines left out.
    pub left_out: usize,
    /// Operations that are not read.
    pub notes: Vec<String>,
}

/// A test position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test {
    /// Line in the file, from 1.
    pub line: usize,
    /// Its operation `id`, or empty.
    pub id: String,
    pub position: Position,
    pub goal: Goal,
    /// Points of moves, of the comment `c0`; empty without.
    pub points: Vec<(Move, u32)>,
}

/// What solves a test position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// One of the best moves (all if empty) that is not to be avoided.
    Move { best: Vec<Move>, avoid: Vec<Move> },
    /// A mate in at most this many moves, negative if the side to move is mated.
    Mate(i32),
}

impl Test {
    /// Do the move and the score solve it?
    pub fn is_solved(&self, mv: Option<Move>, score: Option<Score>) -> bool {
        match &self.goal {
            Goal::Move { best, avoid } => {
                mv.is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv))
            }
            Goal::Mate(wanted) => score.and_then(Score::mate_moves).is_some_and(|found| {
                found.signum() == wanted.signum() && found.abs() <= wanted.abs()
            }),
        }
    }

    /// The points of the move.
    pub fn points_of(&self, mv: Option<Move>) -> u32 {
        self.points.iter().find(|(it, _)| Some(*it) == mv).map_or(0, |(_, points)| *points)
    }

    /// The most points that a move gets.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// What is to be found, in words.
    pub fn wanted(&self) -> String {
        let list = |word: &str, moves: &[Move]| {
            let moves = moves.iter().map(|mv| notation::san(&self.position, *mv));
            moves.fold(word.to_owned(), |text, mv| format!("{text} {mv}"))
        };
        match &self.goal {
            Goal::Move { best, avoid } if best.is_empty() => list("am", avoid),
            Goal::Move { best, avoid } if avoid.is_empty() => list("bm", best),
            Goal::Move { best, avoid } => format!("{}, {}", list("bm", best), list("am", avoid)),
            Goal::Mate(moves) => format!("mate {moves}"),
        }
    }

    /// The group of its `id`: the text before its number, as `STS(v1.0) Undermine` of `STS(v1.0) Undermine.001`.
    pub fn theme(&self) -> &str {
        let id = self.id.trim_end_matches(|c: char| c.is_ascii_digit());
        let theme = id.trim_end_matches([' ', '.', '#', '-', '_', ':']);
        if id.len() == self.id.len() { "" } else { theme }
    }
}

impl Suite {
    /// Reads the file `path`. A line that is not a test position is left out, with a message.
    ///
    /// # Errors
    /// The file cannot be read or has no test position.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let bytes = read_at_most(path, MAX_BYTES).with_context(|| name.clone())?;
        let text = String::from_utf8_lossy(&bytes);
        let mut suite = Self {
            sum: fnv(FNV_BASIS, &bytes),
            name,
            tests: vec![],
            errors: vec![],
            left_out: 0,
            notes: vec![],
        };
        let mut ignored: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let number = index + 1;
            let parsed = match line.len() {
                bytes if bytes > MAX_LINE => Err(anyhow!("a line of {bytes} bytes is no position")),
                _ => Epd::parse(line).map_err(anyhow::Error::from),
            };
            let read = parsed.and_then(|epd| {
                let unread = epd.operations.iter().filter(|it| !it.is_standard());
                for operation in unread.filter(|it| !READ.contains(&it.opcode.as_str())) {
                    ignored.entry(operation.opcode.clone()).or_insert((number, 0)).1 += 1;
                }
                test(number, &epd)
            });
            match read {
                Ok(test) => suite.tests.push(test),
                Err(error) => {
                    suite.left_out += 1;
                    if suite.left_out <= MOST_ERRORS {
                        suite.errors.push(format!("{}: line {number}: {error:#}", suite.name));
                    }
                }
            }
        }
        if suite.left_out > MOST_ERRORS {
            let further = suite.left_out - MOST_ERRORS;
            suite.errors.push(format!("{}: {further} further lines are left out", suite.name));
        }
        if let Some(line) = text.lines().position(|line| line.contains('\u{fffd}')) {
            let note = "bytes that are not UTF-8 are read as \u{fffd}";
            suite.notes.push(format!("{}: line {}: {note}", suite.name, line + 1));
        }
        suite.notes.extend(ignored.into_iter().map(|(opcode, (line, lines))| {
            format!("{}: line {line}: the operation {opcode:?} is unknown and is ignored, in {lines} {}", suite.name, if lines == 1 { "line" } else { "lines" })
        }));
        if suite.tests.is_empty() {
            let first = suite.errors.first().map_or_else(|| suite.name.clone(), Clone::clone);
            bail!("{first}: no test position in the file");
        }
        Ok(suite)
    }
}

/// The test of a line.
fn test(line: usize, epd: &Epd) -> Result<Test> {
    let position = epd.position.clone();
    ensure!(!position.legal_moves().is_empty(), "the game is over in this position");
    let goal = goal(epd)?;
    let operand = |opcode: &str| epd.operation(opcode).map(|it| it.operands.join(" "));
    let points = operand("c0").map_or(Ok(vec![]), |text| points(&position, &text));
    Ok(Test {
        line,
        id: operand("id").unwrap_or_default(),
        goal,
        points: points.context("c0")?,
        position,
    })
}

fn goal(epd: &Epd) -> Result<Goal> {
    for opcode in ["bm", "am", "dm"] {
        let count = epd.operations.iter().filter(|it| it.opcode == opcode).count();
        ensure!(count <= 1, "{opcode}: is given {count} times");
    }
    let moves = |opcode: &'static str| {
        let operands = epd.operation(opcode).map(|it| it.operands.as_slice());
        ensure!(operands.is_none_or(|it| !it.is_empty()), "{opcode}: the move is missing");
        let moves = operands
            .unwrap_or_default()
            .iter()
            .map(|text| parse_move(&epd.position, text.trim_end_matches(',')).context(opcode));
        moves.collect::<Result<Vec<Move>>>()
    };
    let count = |opcode: &str, text: &str| match text.parse::<i32>() {
        Ok(count) if count != 0 && count.unsigned_abs() <= 128 => Ok(Goal::Mate(count)),
        _ => bail!("{opcode}: {text:?} is not a number of moves from 1 to 128"),
    };
    if let Some(bm) = epd.operation("bm") {
        // `bm #4` is a mate in four moves, `bm #-4` one of the side to move.
        if let [mate] = bm.operands.as_slice()
            && let Some(number) = mate.strip_prefix('#')
        {
            return count("bm", number);
        }
    }
    let (best, avoid) = (moves("bm")?, moves("am")?);
    if !best.is_empty() || !avoid.is_empty() {
        let both = best.iter().find(|mv| avoid.contains(mv));
        if let Some(mv) = both {
            bail!("am: {} is also a best move", notation::san(&epd.position, *mv));
        }
        return Ok(Goal::Move { best, avoid });
    }
    match epd.operation("dm") {
        Some(dm) => count("dm", &dm.operands.join(" ")),
        None => bail!("nothing to find: none of the operations bm, am and dm"),
    }
}

/// The points of moves in a text such as `f5=100, Bf2=46`; empty for another text, which is a comment.
fn points(position: &Position, text: &str) -> Result<Vec<(Move, u32)>> {
    let parts: Vec<(&str, &str)> =
        text.split(',').map(|part| part.trim().rsplit_once('=').unwrap_or((part, ""))).collect();
    // A comment may end in `=` and a number, as an address does.
    let is_move = |mv: &str| !matches!(parse_move(position, mv), Err(NotationError::NotAMove(_)));
    let is_given = |(mv, points): &(&str, &str)| is_move(mv) && points.parse::<u32>().is_ok();
    if !parts.iter().any(is_given) {
        return Ok(vec![]);
    }
    let read = |(mv, points): (&str, &str)| {
        let number = points.parse();
        let number = number.with_context(|| format!("{mv}: {points:?} is not a number of points"));
        Ok((parse_move(position, mv)?, number?))
    };
    parts.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::{Goal, Suite, Test};
    use crate::base::Score;
    use crate::rules::parse_move;

    /// A position with a mate in one by Qe8 and another by Ra8; f7 and h7 are Black's pawns.
    const BACK_RANK: &str = "6k1/5ppp/8/8/4Q3/8/5PPP/R5K1 w - -";

    fn read(text: &str) -> Suite {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let mut suite = Suite::read(file.path()).unwrap();
        let name = std::mem::replace(&mut suite.name, "a.epd".to_owned());
        for text in suite.errors.iter_mut().chain(&mut suite.notes) {
            *text = text.replace(&name, "a.epd");
        }
        suite
    }

    fn only(operations: &str) -> Test {
        let mut suite = read(&format!("{BACK_RANK} {operations}"));
        assert_eq!(suite.errors, [""; 0]);
        suite.tests.remove(0)
    }

    #[test]
    fn moves_and_mates_are_judged() {
        let queen = |test: &Test| Some(parse_move(&test.position, "Qe8#").unwrap());
        let pawn = |test: &Test| Some(parse_move(&test.position, "h3").unwrap());
        let cases = [
            ("bm Qe8# Ra8+;", [true, false]),
            ("am h3;", [true, false]),
            ("am Qe8; bm Ra8 h2h3;", [false, true]),
        ];
        for (operations, expected) in cases {
            let test = only(operations);
            let solved = [queen(&test), pawn(&test)].map(|mv| test.is_solved(mv, None));
            assert_eq!((solved, test.is_solved(None, None)), (expected, false), "{operations}");
        }
        let mates = [1, 3, -1].map(|moves| if moves > 0 { 2 * moves - 1 } else { 2 * moves });
        let scores = mates.map(|plies| {
            let plies = usize::try_from(i32::abs(plies)).unwrap();
            if plies % 2 == 1 { Score::mate_in(plies) } else { Score::mated_in(plies) }
        });
        for (operations, expected) in [
            ("bm #1;", [true, false, false]),
            ("dm 3;", [true, true, false]),
            ("bm #-1;", [false, false, true]),
        ] {
            let test = only(operations);
            assert!(matches!(test.goal, Goal::Mate(_)));
            let solved = scores.map(|score| test.is_solved(None, Some(score)));
            assert_eq!(solved, expected, "{operations}");
            assert!(!test.is_solved(None, Some(Score::raw(900))));
        }
    }

    #[test]
    fn points_are_those_of_the_move_and_a_comment_has_none() {
        let test = only("bm Qe8; id \"Rank.007\"; c0 \"Qe8#=10, Ra8+=7, h3=1\";");
        let points = ["Ra8", "g3"].map(|mv| test.points_of(parse_move(&test.position, mv).ok()));
        assert_eq!((points, test.most_points(), test.theme()), ([7, 0], 10, "Rank"));
        for comment in ["A. Player - B. Player, 1=0", "http://x.org/topic?id=6024"] {
            let test = only(&format!("bm Qe8; id \"Rank\"; c0 \"{comment}\";"));
            assert_eq!((test.points.len(), test.theme()), (0, ""));
        }
    }

    #[test]
    fn lines_that_are_no_test_are_left_out_with_line_field_and_value() {
        let suite = read(&format!(
            "# comment\n{BACK_RANK} bm Qe8; Ae \"x\"\n\n{BACK_RANK} bm Qh9;\n{BACK_RANK} bm Qe7 Kd4;\n\
             8/8 w - - bm e4;\n{BACK_RANK} id \"nothing\";\n{BACK_RANK} bm Ra8; am Ra8;\n{BACK_RANK} dm x;\n\
             {BACK_RANK} bm Ra8; c0 \"Ra8=1, Rb8=2\";\n{BACK_RANK} id \"open;\n{BACK_RANK} bm;\n\
             {BACK_RANK} bm Ra8; bm h3;\n7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8;\n\
             r3k2r/8/8/8/8/8/8/4K2R w KQkq - bm O-O;\n{BACK_RANK} bm Ra8; Ae 1;\n\
             {BACK_RANK} bm Ra8; c0 \"Ra8=1, h3=x5\";"
        ));
        let expected = [
            "line 4: bm: \"Qh9\" is not a move in SAN or UCI form",
            "line 5: bm: Kd4 is not legal here",
            "line 6: fen \"8/8 w - -\": ",
            "line 7: nothing to find: none of the operations bm, am and dm",
            "line 8: am: Ra8# is also a best move",
            "line 9: dm: \"x\" is not a number of moves from 1 to 128",
            "line 10: c0: Rb8 is not legal here",
            "line 11: id: the quotation mark before \"open;\" is not closed",
            "line 12: bm: the move is missing",
            "line 13: bm: is given 2 times",
            "line 14: the game is over in this position",
            "line 15: fen \"r3k2r/8/8/8/8/8/8/4K2R w KQkq -\": castling rights",
            "line 17: c0: h3: \"x5\" is not a number of points",
        ];
        assert_eq!(suite.errors.len(), expected.len(), "{:#?}", suite.errors);
        for (error, expected) in suite.errors.iter().zip(expected) {
            assert!(error.starts_with(&format!("a.epd: {expected}")), "{error}");
        }
        let note = "a.epd: line 2: the operation \"Ae\" is unknown and is ignored, in 2 lines";
        assert_eq!((suite.tests.len(), suite.notes), (2, vec![note.to_owned()]));
    }
}
