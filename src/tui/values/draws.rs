//! What kind of draw a score is, in words: independent of the moves before, by a repetition in the tree or in the game,
//! only equal by evaluation, or none.

use super::format::numbered_moves;
use crate::base::{Bound, Interval, Score};
use crate::rules::{Color, Position, Role, see_value};
use crate::search::{Deviations, PvLine, Root, known_draw};
use shakmaty::Position as _;

/// Centipawns up to which a position counts as equal.
pub const EQUAL: i32 = 25;
/// Material in centipawns from which an equal score is remarkable.
const AHEAD: i32 = 250;

/// Plies without capture or pawn move at the end of a line from which a side that is ahead may have a fortress before it.
const NO_PROGRESS: usize = 20;

/// How the line of a draw ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Its last move returns to the position at this ply of the line; all moves of the side since then, if any, give check.
    Repetition(usize, Option<Color>),
    /// Its last move repeats a position that the game had twice.
    ThirdOccurrence,
    /// Stalemate, insufficient material, the fifty-move rule, or a known ending.
    Rule(&'static str),
    /// At a position that is no draw by itself.
    Open,
}

/// The rule that looks at the moves before.
const FIFTY: &str = "the fifty-move rule";

/// The score and what it depends on in words. `otherwise` is what the sides have without the repetition, once known.
pub fn verdict(line: &PvLine, root: &Root, otherwise: Option<&Deviations>) -> String {
    if root.had_twice(root.position.key()) {
        return "draw by threefold repetition on the board; the score is that of play that goes on"
            .to_owned();
    }
    if !excludes_draw(line) && line.bound != Bound::Exact {
        let bound = "the score is only a bound: a draw is neither found nor excluded";
        return format!("{bound}; {}", dependence(line, root));
    }
    if line.score != Score::DRAW {
        return no_draw(line, root);
    }
    let words = numbered_moves(&root.position, &line.moves);
    let last = words.last().map_or("", String::as_str);
    let conditional = |kind: &str, how: String| {
        let instead = otherwise.map_or_else(String::new, instead);
        format!("{kind}; holds only if the repetition does{instead}. {how}")
    };
    match ending(line, root) {
        Ending::Repetition(ply, checks) => {
            let kind =
                if checks.is_some() { "draw by perpetual check" } else { "draw by repetition" };
            conditional(kind, format!("{last} returns to {}", place(&words, ply)))
        }
        Ending::ThirdOccurrence => conditional(
            "draw by third occurrence",
            format!("{last} repeats a position that the game had twice"),
        ),
        Ending::Rule(FIFTY) => match rule(&root.position) {
            Some(FIFTY) => format!(
                "draw: {FIFTY}; it depends on the moves before, without a capture or pawn move"
            ),
            _ => format!(
                "draw: the line ends with {FIFTY} after {last}; it depends on the moves before, without a capture or pawn move"
            ),
        },
        Ending::Rule(name) => match rule(&root.position) {
            Some(name) => format!("draw: {name}, whatever was played before"),
            None => format!(
                "draw: the line ends with {name} after {last}, whatever was played before it"
            ),
        },
        Ending::Open => match line.depends_on {
            Some(ply) => conditional(
                "draw by repetition",
                format!("a line below the one shown returns to {}", place(&words, ply)),
            ),
            None => format!(
                "draw score; how the draw comes about is below the line shown, and no repetition of an earlier position{}",
                fortress(&root.position)
            ),
        },
    }
}

/// Whether the score is a draw that a repetition makes.
pub fn is_conditional(line: &PvLine, root: &Root) -> bool {
    line.score == Score::DRAW
        && match ending(line, root) {
            Ending::Repetition(..) | Ending::ThirdOccurrence => true,
            Ending::Open => line.depends_on.is_some(),
            Ending::Rule(_) => false,
        }
}

/// Is a bound or an exact score on one side of a draw for sure?
fn excludes_draw(line: &PvLine) -> bool {
    match line.bound {
        Bound::Exact => line.score != Score::DRAW,
        Bound::Lower => line.score > Score::DRAW,
        Bound::Upper => line.score < Score::DRAW,
    }
}

fn no_draw(line: &PvLine, root: &Root) -> String {
    let depends = dependence(line, root);
    match line.score {
        score if score.is_mate() => format!("a forced mate; {depends}"),
        score if score.is_recognised() => format!("a known win; {depends}"),
        // Of a bound the size is not known.
        score if score.value().abs() <= EQUAL && line.bound == Bound::Exact => {
            format!("equal, no draw by rule; {depends}{}", fortress(&root.position))
        }
        _ => format!("no draw found; {depends}{}", no_progress(line, &root.position)),
    }
}

fn dependence(line: &PvLine, root: &Root) -> String {
    let words = numbered_moves(&root.position, &line.moves);
    match line.depends_on {
        None => "depends on no earlier position".to_owned(),
        Some(ply) => format!("depends on a repetition: a line returns to {}", place(&words, ply)),
    }
}

/// A line of a side that is ahead which ends without a capture or pawn move for long.
fn no_progress(line: &PvLine, root: &Position) -> String {
    let position = root.after_line(&line.moves);
    let still = usize::try_from(position.halfmoves()).unwrap_or(0).min(line.moves.len());
    if still < NO_PROGRESS {
        return String::new();
    }
    format!(
        "; the last {still} half-moves of the line take nothing and move no pawn: perhaps a fortress"
    )
}

/// An equal score although a side is well ahead in material.
fn fortress(position: &Position) -> String {
    let count = |side, role| {
        let pieces = position.board().by_color(side) & position.board().by_role(role);
        i32::try_from(pieces.count()).unwrap_or(0) * see_value(role)
    };
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let ahead: i32 =
        roles.iter().map(|&role| count(Color::White, role) - count(Color::Black, role)).sum();
    if ahead.abs() < AHEAD {
        return String::new();
    }
    let side = if ahead > 0 { "White" } else { "Black" };
    let points = f64::from(ahead.abs()) / 100.0;
    format!("; {side} is {points:.1} pawns of material ahead: a fortress, or compensation")
}

/// The scores without the repetition, White's view.
fn instead(deviations: &Deviations) -> String {
    match deviations.scores {
        [Some(white), Some(black)] => {
            let (low, high) = (white.min(black), white.max(black));
            let interval = interval_text(Interval { low, high });
            format!(", otherwise {interval} by a short search (White's view)")
        }
        [Some(score), None] => one_deviates(score, Color::White),
        [None, Some(score)] => one_deviates(score, Color::Black),
        [None, None] => ", and neither side has another way that does not lose".to_owned(),
    }
}

fn one_deviates(score: Score, side: Color) -> String {
    let [side, other] = [side, !side].map(|side| side.fold_wb("White", "Black"));
    format!(
        ", otherwise {} by a short search (White's view) if {side} deviates; {other} has no other way that does not lose",
        end_text(score)
    )
}

/// The position after `ply` moves of the line.
fn place(words: &[String], ply: usize) -> String {
    match ply.checked_sub(1).and_then(|before| words.get(before)) {
        Some(mv) => format!("the position after {mv}"),
        None => "the position on the board".to_owned(),
    }
}

fn ending(line: &PvLine, root: &Root) -> Ending {
    let mut position = root.position.clone();
    let (mut keys, mut checks) = (vec![position.key()], vec![false]);
    for &mv in &line.moves {
        position.play(mv);
        let key = position.key();
        keys.push(key);
        checks.push(position.is_check());
        let at = keys.len() - 1;
        if let Some(ply) = keys[..at].iter().position(|earlier| *earlier == key) {
            // The side that moved to an odd ply of the line is the one that moves at its root.
            let mover = |ply: usize| {
                if ply % 2 == 1 { root.position.turn() } else { !root.position.turn() }
            };
            let always = |side| (ply + 1..=at).filter(|&p| mover(p) == side).all(|p| checks[p]);
            return Ending::Repetition(ply, Color::ALL.into_iter().find(|&side| always(side)));
        }
        if root.had_twice(key) {
            return Ending::ThirdOccurrence;
        }
    }
    rule(&position).map_or(Ending::Open, Ending::Rule)
}

/// The rule or knowledge by which a position is a draw.
fn rule(position: &Position) -> Option<&'static str> {
    let chess = position.chess();
    if chess.is_stalemate() {
        Some("stalemate")
    } else if chess.is_insufficient_material() {
        Some("insufficient material")
    } else if position.halfmoves() >= 100 {
        Some(FIFTY)
    } else {
        known_draw(position)
    }
}

/// An interval in words; nothing known of either end is said so.
pub fn interval_text(interval: Interval) -> String {
    let known = |end: Score| end.value().abs() < Score::INFINITE.value();
    match (known(interval.low), known(interval.high)) {
        (false, false) => "unknown without the moves before".to_owned(),
        (true, false) => format!("≥ {}", end_text(interval.low)),
        (false, true) => format!("≤ {}", end_text(interval.high)),
        (true, true) if interval.low == interval.high => interval.low.to_string(),
        (true, true) => format!("{} … {}", end_text(interval.low), end_text(interval.high)),
    }
}

/// An end of an interval; a draw by its name, because its sign is that of equality.
fn end_text(score: Score) -> String {
    if score == Score::DRAW { "draw".to_owned() } else { score.to_string() }
}

#[cfg(test)]
mod tests {
    use super::verdict;
    use crate::base::{Bound, Score};
    use crate::knowledge::{CategoryWeights, Knowledge};
    use crate::rules::{parse_fen, parse_move};
    use crate::search::{
        Deviations, Limits, NoLimits, NullObserver, PvLine, Root, SearchOptions, Searcher,
        TranspositionTable,
    };
    use std::sync::Arc;

    /// The verdict about a position after moves, of a search as the engine makes it.
    fn judged(fen: &str, moves: &str) -> String {
        let mut position = parse_fen(fen).unwrap();
        let mut history = Vec::new();
        for text in moves.split_whitespace() {
            history.push(position.key());
            let mv = parse_move(&position, text).unwrap();
            position.play(mv);
        }
        let root = Root { position, history };
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let knowledge = Knowledge::standard().unwrap();
        let options = SearchOptions::default();
        let mut searcher = Searcher::new(table, Arc::clone(&knowledge), options);
        let limits = Limits { depth: Some(10), nodes: Some(60_000), ..Limits::default() };
        let report = searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
        let line = &report.lines[0];
        let otherwise = super::is_conditional(line, &root)
            .then(|| Deviations::search(&root, &knowledge, &CategoryWeights::FULL).unwrap());
        verdict(line, &root, otherwise.as_ref())
    }

    #[test]
    fn each_kind_of_draw_is_named() {
        let queen_against_king = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
        let twice = "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1";
        let cases = [
            // Independent of the moves before.
            ("8/8/8/8/5k2/5p2/5K2/8 b - - 0 1", "", "draw: "),
            ("8/8/4k3/8/8/3K4/8/6N1 b - - 0 1", "", "draw: insufficient material"),
            // A repetition in the tree, of the root and of a later position, for either side.
            (
                "6k1/6p1/8/7Q/8/1r6/qr6/7K w - - 0 1",
                "",
                "draw by perpetual check; holds only if the repetition does, ",
            ),
            (
                "7k/QR6/1R6/8/7q/8/6P1/6K1 b - - 0 1",
                "",
                "draw by perpetual check; holds only if the repetition does, ",
            ),
            // A repetition of positions of the game.
            (
                queen_against_king,
                twice,
                "draw by third occurrence; holds only if the repetition does, ",
            ),
            // None.
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
                "",
                "no draw found; depends on no earlier position",
            ),
            (queen_against_king, "", "a known win; depends on "),
        ];
        for (fen, moves, words) in cases {
            let found = judged(fen, moves);
            assert!(
                found.starts_with(words),
                "{fen} {moves}\n  found    {found}\n  expected {words}"
            );
            assert!(!found.contains('∞'), "{found}");
        }
    }

    /// A line of moves from a position.
    fn line(fen: &str, moves: &str) -> (PvLine, Root) {
        let root = Root { position: parse_fen(fen).unwrap(), history: Vec::new() };
        let mut position = root.position.clone();
        let played = moves.split_whitespace().map(|text| {
            let mv = parse_move(&position, text).unwrap();
            position.play(mv);
            mv
        });
        (PvLine { moves: played.collect(), ..PvLine::default() }, root)
    }

    #[test]
    fn a_bound_is_a_draw_or_not() {
        let (line, root) = line("8/8/4k3/8/8/3K4/6R1/8 w - - 0 1", "Rg6+");
        for (bound, cp, words) in [
            (
                Bound::Upper,
                236,
                "the score is only a bound: a draw is neither found nor excluded; depends on no",
            ),
            (
                Bound::Lower,
                -9,
                "the score is only a bound: a draw is neither found nor excluded; depends on no",
            ),
            (
                Bound::Upper,
                0,
                "the score is only a bound: a draw is neither found nor excluded; depends on no",
            ),
            (Bound::Lower, 11, "no draw found; depends on no earlier position"),
            (Bound::Lower, 236, "no draw found; depends on no earlier position"),
            (Bound::Upper, -236, "no draw found; depends on no earlier position"),
        ] {
            let bounded = PvLine { score: Score::raw(cp), bound, ..line.clone() };
            let found = verdict(&bounded, &root, None);
            assert!(found.starts_with(words), "{cp} {bound:?}: {found}");
        }
    }

    #[test]
    fn a_line_without_progress_may_be_a_fortress() {
        let closed = "8/1p4k1/1P1p1p1p/2pPpPpP/2P1P1P1/8/5K2/r7 b - - 0 1";
        let (still, root) = line(closed, &"Ra2+ Kg1 Ra1+ Kf2 ".repeat(6));
        let found = verdict(&PvLine { score: Score::raw(480), ..still }, &root, None);
        let words = "no draw found; depends on no earlier position; the last 24 half-moves of the line take nothing and move no pawn: perhaps a fortress";
        assert_eq!(found, words);
    }

    #[test]
    fn a_draw_at_the_end_of_the_line_is_not_one_of_the_position() {
        let (line, root) = line("8/8/8/8/3kp3/8/3N4/3K1n2 w - - 0 1", "Nxe4 Kxe4");
        let words = "draw: the line ends with insufficient material after 1…Kxe4, whatever was played before it";
        assert_eq!(verdict(&PvLine { score: Score::DRAW, ..line }, &root, None), words);
    }

    #[test]
    fn a_draw_by_the_moves_before_says_so() {
        let (third, root) = line("7k/8/8/8/8/8/R7/K7 w - - 4 10", "Rb2");
        let key = root.position.key();
        let again = Root { history: vec![key, 1, key, 2], ..root };
        let words = "draw by threefold repetition on the board";
        assert!(verdict(&third, &again, None).starts_with(words));
        assert!(!verdict(&third, &Root { history: vec![key, 1], ..again }, None).contains(words));
        let draw = |fen: &str, moves: &str| {
            let (line, root) = line(fen, moves);
            verdict(&PvLine { score: Score::DRAW, ..line }, &root, None)
        };
        let depends = "it depends on the moves before, without a capture or pawn move";
        assert_eq!(
            draw("8/8/4k3/8/8/4K3/8/4R3 w - - 100 100", ""),
            format!("draw: the fifty-move rule; {depends}")
        );
        assert_eq!(
            draw("8/8/4k3/8/8/4K3/8/4R3 w - - 99 100", "Ra1"),
            format!("draw: the line ends with the fifty-move rule after 100.Ra1; {depends}")
        );
    }

    #[test]
    fn a_mate_and_a_known_win_are_named() {
        let (line, root) = line("8/8/4k3/8/8/3K4/6R1/8 w - - 0 1", "Rg6+");
        for (score, words) in [
            (Score::mate_in(9), "a forced mate; depends on no earlier position"),
            (
                Score::raw(Score::RECOGNISED.value() + 5),
                "a known win; depends on no earlier position",
            ),
        ] {
            assert_eq!(verdict(&PvLine { score, ..line.clone() }, &root, None), words);
        }
    }

    #[test]
    fn an_end_of_an_interval_is_named() {
        let deviations = |scores| Deviations { scores };
        let (line, root) = line("8/8/4k3/8/8/3K4/6R1/8 w - - 0 1", "Ke3 Kd6 Kd3 Ke6");
        let [minus, draw] = [Some(Score::raw(-455)), Some(Score::DRAW)];
        let words = |scores| verdict(&line, &root, Some(&deviations(scores)));
        assert!(words([minus, draw]).contains(", otherwise -4.55 … draw by a short search"));
        assert!(
            words([draw, None]).contains(", otherwise draw by a short search (White's view) if")
        );
        assert!(
            words([None; 2]).contains(", and neither side has another way that does not lose.")
        );
    }

    #[test]
    fn a_fortress_seen_as_equal_is_no_draw_by_rule() {
        // Black is a rook ahead and cannot get through.
        let fen = "8/1p4k1/1P1p1p1p/2pPpPpP/2P1P1P1/8/5K2/r7 b - - 0 1";
        let root = Root { position: parse_fen(fen).unwrap(), history: Vec::new() };
        let moves = vec![parse_move(&root.position, "Rh1").unwrap()];
        let line = PvLine { score: Score::raw(12), moves, ..PvLine::default() };
        assert_eq!(
            verdict(&line, &root, None),
            "equal, no draw by rule; depends on no earlier position; Black is 5.0 pawns of material ahead: \
             a fortress, or compensation"
        );
        let dependent = PvLine { depends_on: Some(1), ..line };
        let words = verdict(&dependent, &root, None);
        assert!(
            words.contains("depends on a repetition: a line returns to the position after 1…Rh1")
        );
    }
}
