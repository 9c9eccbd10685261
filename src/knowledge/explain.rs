//! Explanations of the evaluation: the value of a term for each side, and why a proposition is true or false.

use super::learned::conjunctions;
use super::terms::{INITIATIVE_SUM, PHASE_SUM};
use super::{Category, Error, Evaluator, Knowledge, TEMPO, taper};
use crate::propnet::explain::{explain, what_would_change};
use crate::propnet::{Id, Kind, Network, Propagation as _, State, Stepper, bitboard, reference};
use crate::rules::{Color, Position, Role, Square};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Explains a term such as `passed.rank`, a group of terms such as `passed`, or a proposition such as
/// `white.pawn.passed(e5)`; `None` if there is neither.
pub fn term(position: &Position, what: &str) -> Option<String> {
    let knowledge = Knowledge::standard().ok()?;
    let prefix = format!("{what}.");
    let named = |name: &str| name == what || name.starts_with(&prefix);
    if knowledge.labels().iter().any(|label| named(&label.name)) {
        let units =
            knowledge.parameters().into_iter().filter(|it| it.is_units() && named(&it.weight));
        let units = units.map(|it| format!("{}: {} units of king.danger", it.weight, it.value[0]));
        let units: Vec<String> = units.collect();
        let says = sentence(what).map(|says| format!("{what}: {says}"));
        let mut evaluator = Evaluator::new(Arc::clone(&knowledge));
        let breakdown = evaluator.trace(position.board(), position.turn());
        let terms = breakdown.terms.iter().filter(|term| named(&term.name));
        let of_no_side = evaluator.contributions().into_iter().filter(|it| it.side.is_none());
        let initiative = of_no_side.filter_map(|it| {
            let name = &knowledge.labels()[it.label].name;
            named(name).then(|| format!("{name}: {} of the initiative", it.worth()[1]))
        });
        let lines: Vec<String> =
            terms.map(ToString::to_string).chain(initiative).chain(units).collect();
        let none = || vec![format!("{what}: adds nothing here")];
        let lines = if lines.is_empty() { none() } else { lines };
        return Some(says.into_iter().chain(lines).collect::<Vec<_>>().join("\n"));
    }
    let unrolled = bitboard::unroll(knowledge.network()).ok()?;
    let id = unrolled.network.find(what)?;
    Some(why(&unrolled.network, id, position))
}

/// What a learned conjunction means, such as "a rook on a wing file close to its own king"; `None` for other terms.
pub fn sentence(term: &str) -> Option<String> {
    let conjunctions = conjunctions().ok()?;
    conjunctions.into_iter().find(|it| it.name == term).map(|it| it.says)
}

/// The terms that say most about a position, in centipawns from White's view, the largest first: their tapered difference between
/// the sides, and what initiative and endgame scale change. Piece values, piece-square tables and the side to move are left out.
pub fn leading_terms(position: &Position) -> Option<Vec<(String, i32)>> {
    let mut evaluator = Evaluator::new(Knowledge::standard().ok()?);
    let (board, turn) = (position.board(), position.turn());
    let trace = evaluator.trace(board, turn);
    let own = |term: &super::Term| match Category::ALL.get(term.category) {
        Some(Category::Material | Category::PieceLocation) | None => None,
        Some(Category::EndgameScale) => {
            // Of both sides' reductions only that of the side ahead counts; one that counts has the same sign as its loss.
            let worth = trace.worth(Category::EndgameScale);
            let [_, reduction] = if worth < 0 { term.white } else { term.black };
            Some(if reduction < 0 { worth } else { 0 })
        }
        Some(_) => Some(taper(term.difference(), trace.phase)).filter(|_| term.name != TEMPO),
    };
    let mut terms: Vec<(String, i32)> =
        trace.terms.iter().filter_map(|term| Some((term.name.clone(), own(term)?))).collect();
    terms.push(("initiative".to_owned(), taper([0, trace.initiative], trace.phase)));
    terms.retain(|(_, value)| *value != 0);
    terms.sort_by_key(|(_, value)| Reverse(value.abs()));
    Some(terms)
}

/// The propagation of the unrolled network from one position to the next; without the first, from an empty board. Its
/// categories are those of [`sum_name`].
///
/// # Errors
/// A faulty asset; tests exclude it.
pub fn steps(before: Option<&Position>, after: &Position) -> Result<Stepper, Error> {
    let network = bitboard::unroll(Knowledge::standard()?.network())?.network;
    let mut state = State::new(Arc::clone(&network));
    let mut on = HashSet::new();
    if let Some(before) = before {
        on = inputs(&network, before);
        on.iter().for_each(|&id| state.set(id, true));
        state.propagate();
    }
    let next = inputs(&network, after);
    // In the order of the network, so that the record is the same every time.
    for id in network.ids().filter(|id| on.contains(id) != next.contains(id)) {
        state.set(id, next.contains(&id));
    }
    Ok(Stepper::record(&mut state))
}

/// The name of a sum of the network: a category and a side, `game phase` or `initiative`.
pub fn sum_name(sum: usize) -> String {
    const PHASE: usize = PHASE_SUM as usize;
    const INITIATIVE: usize = INITIATIVE_SUM as usize;
    match (sum, Category::ALL.get(sum / 2)) {
        (_, Some(category)) => {
            let side = if sum.is_multiple_of(2) { "White" } else { "Black" };
            format!("{}, {side}", category.name())
        }
        (PHASE, None) => "game phase".to_owned(),
        (INITIATIVE, None) => "initiative".to_owned(),
        (_, None) => String::new(),
    }
}

/// The truth value of the proposition, inputs that are sufficient for it, and inputs that would change it.
fn why(network: &Network, id: Id, position: &Position) -> String {
    let on = inputs(network, position);
    let values = reference::forward(network, &|id| on.contains(&id));
    let not = if values[id.index()] { "" } else { "not " };
    let mut lines = vec![format!("{not}{}", network.name(id))];
    let mut leaves = explain(network, &values, id, &|_| false).leaves();
    // What never changes, such as that no pawn attacks from beyond the edge, is no cause.
    leaves.retain(|&(id, _)| network.kind(id) == Kind::Input || !network.inputs(id).is_empty());
    lines.extend(grouped(network, &leaves).into_iter().map(|line| format!("  because {line}")));
    if let Some(flips) = what_would_change(network, &values, id) {
        let flipped: Vec<(Id, bool)> =
            flips.into_iter().map(|id| (id, !values[id.index()])).collect();
        let flipped = grouped(network, &flipped);
        // All of them together change it.
        lines.extend(flipped.into_iter().enumerate().map(|(at, line)| match at {
            0 => format!("  would change with {line}"),
            _ => format!("    and with {line}"),
        }));
    }
    lines.join("\n")
}

/// The inputs of the unrolled network that are true in the position.
fn inputs(network: &Network, position: &Position) -> HashSet<Id> {
    let names = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let side = |color: Color| color.fold_wb("white", "black");
    let pieces = position.board().clone().into_iter().map(|(square, piece)| {
        let kind = Role::ALL.iter().position(|&role| role == piece.role).unwrap_or(0);
        format!("{}.{}({square})", side(piece.color), names[kind])
    });
    let turn = format!("{}.to_move({})", side(position.turn()), Square::A1);
    pieces.chain([turn]).filter_map(|name| network.find(&name)).collect()
}

/// Literals of one component in one line: `no black.pawn on d6 d7 e6`.
fn grouped(network: &Network, facts: &[(Id, bool)]) -> Vec<String> {
    let mut groups: BTreeMap<(bool, String), Vec<String>> = BTreeMap::new();
    for &(id, truth) in facts {
        let name = network.name(id);
        let (word, square) = name.split_once('(').unwrap_or((name, ""));
        let squares = groups.entry((!truth, word.to_owned())).or_default();
        squares.push(square.trim_end_matches(')').to_owned());
    }
    let line = |((absent, word), mut squares): ((bool, String), Vec<String>)| {
        squares.sort();
        let no = if absent { "no " } else { "" };
        format!("{no}{word} on {}", squares.join(" "))
    };
    groups.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{leading_terms, steps, sum_name, term};
    use crate::knowledge::{Evaluator, Knowledge};
    use crate::rules::{Position, parse_fen, parse_move};
    use std::fmt::Write as _;

    #[test]
    fn the_steps_of_an_evaluation_end_at_its_sums() {
        let before = parse_fen("4k3/p2p4/8/4P3/8/8/6B1/4K3 b - - 0 1").unwrap();
        let after = before.after(parse_move(&before, "d5").unwrap());
        for (before, after) in [(Some(&before), &after), (None, &Position::default())] {
            let mut stepper = steps(before, after).unwrap();
            while stepper.forward() {}
            let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
            let expected = evaluator.trace(after.board(), after.turn());
            for (sum, &[middle, end]) in stepper.sums().iter().enumerate() {
                let name = sum_name(sum);
                let Some((category, side)) = name.split_once(", ") else { continue };
                let category =
                    crate::base::Category::ALL.iter().position(|it| it.name() == category);
                let side = usize::from(side == "Black");
                assert_eq!(expected.categories[category.unwrap()][side], [middle, end], "{name}");
            }
        }
    }

    #[test]
    fn a_passed_pawn_is_one_because_no_enemy_pawn_can_stop_it() {
        let position = parse_fen("4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1").unwrap();
        let passed = term(&position, "white.pawn.passed(e5)").unwrap();
        let lines: Vec<&str> = passed.lines().collect();
        assert_eq!(lines[0], "white.pawn.passed(e5)");
        assert!(lines.contains(&"  because white.pawn on e5"), "{passed}");
        assert!(
            lines.contains(&"  because no black.pawn on d6 d7 d8 e6 e7 e8 f6 f7 f8"),
            "{passed}"
        );
        assert!(lines.iter().any(|line| line.starts_with("  would change with ")), "{passed}");
        let stopped = parse_fen("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1").unwrap();
        let stopped = term(&stopped, "white.pawn.passed(e5)").unwrap();
        assert!(
            stopped.starts_with("not white.pawn.passed(e5)\n  because black.pawn on d7"),
            "{stopped}"
        );
    }

    #[test]
    fn a_term_is_counted_for_both_sides() {
        let position = parse_fen("4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1").unwrap();
        let terms = term(&position, "passed").unwrap();
        assert!(terms.contains("passed.rank: white "), "{terms}");
        assert_eq!(term(&position, "bishop.pair.nonsense"), None);
        let units = term(&position, "danger.knight.safe_check").unwrap();
        assert!(units.ends_with(" units of king.danger"), "{units}");
    }

    #[test]
    fn a_learned_conjunction_is_explained_by_its_sentence() {
        let position = parse_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1").unwrap();
        let explained = term(&position, "learned.rook_beside_king").unwrap();
        let (sentence, counts) = explained.split_once('\n').unwrap();
        assert_eq!(
            sentence,
            "learned.rook_beside_king: a rook on a wing file close to its own king"
        );
        assert_eq!(counts, "learned.rook_beside_king: adds nothing here");
        assert_eq!(super::sentence("passed.rank"), None);
        let position = parse_fen("4k3/8/8/8/8/8/8/6KR w - - 0 1").unwrap();
        let explained = term(&position, "learned.rook_beside_king").unwrap();
        assert!(explained.contains("\nlearned.rook_beside_king: white -"), "{explained}");
        let why = term(&position, "white.learned.rook_beside_king(h1)").unwrap();
        assert!(why.contains("because white.king on g1"), "{why}");
    }

    #[test]
    fn terms_of_the_initiative_and_of_the_scale_have_their_units() {
        let start = Position::default();
        let initiative = term(&start, "initiative.base").unwrap();
        assert!(initiative.ends_with(" of the initiative"), "{initiative}");
        let knight = parse_fen("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1").unwrap();
        let scale = term(&knight, "scale.cannot_win").unwrap();
        assert!(scale.contains(" of 128, black 0/"), "{scale}");
    }

    #[test]
    fn the_terms_that_say_most_come_first() {
        let named = |fen: &str| leading_terms(&parse_fen(fen).unwrap()).unwrap();
        // A knight cannot win: that takes back its terms before all else.
        for (fen, white) in
            [("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", true), ("1n2k3/8/8/8/8/8/8/4K3 w - - 0 1", false)]
        {
            let knight = named(fen);
            let (name, value) = &knight[0];
            assert!(name == "scale.cannot_win" && (*value < 0) == white, "{knight:?}");
        }
        let passed = named("4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1");
        assert!(
            passed.iter().any(|(name, value)| name == "passed.rank" && *value > 0),
            "{passed:?}"
        );
        assert!(passed.is_sorted_by_key(|(_, value)| -value.abs()), "{passed:?}");
        let mirrored = named("4k3/8/8/8/4p3/8/P7/4K3 b - - 0 1");
        let turned: Vec<(String, i32)> =
            mirrored.into_iter().map(|(name, it)| (name, -it)).collect();
        assert_eq!(turned, passed);
        // A pawn ahead with a bishop against a knight: the reduction for one pawn is Black's gain.
        let scaled = named("4k3/8/2n5/8/4P3/3B4/8/4K3 w - - 0 1");
        assert!(
            scaled.iter().any(|(name, value)| name == "scale.one_pawn" && *value < 0),
            "{scaled:?}"
        );
    }

    /// The expected terms of `tests/data/textbook.txt`: alternatives of three terms.
    fn textbook() -> Vec<(Position, Vec<Vec<String>>)> {
        let lines = include_str!("../../tests/data/textbook.txt").lines();
        let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
        lines
            .map(|line| {
                let fields: Vec<&str> = line.splitn(6, ';').map(str::trim).collect();
                let terms = fields[2..5].iter();
                let terms = terms.map(|term| term.split('|').map(str::to_owned).collect());
                (parse_fen(fields[1]).unwrap(), terms.collect())
            })
            .collect()
    }

    fn matches(name: &str, pattern: &str) -> bool {
        match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start) || start.trim_end_matches('.') == name,
            None => name == pattern,
        }
    }

    #[test]
    fn the_expected_terms_of_the_textbook_positions_exist() {
        let knowledge = Knowledge::standard().unwrap();
        let positions = textbook();
        assert_eq!(positions.len(), 10);
        for pattern in positions.iter().flat_map(|(_, terms)| terms).flatten() {
            let mut names = knowledge.labels().iter().map(|label| &label.name);
            assert!(names.any(|name| matches(name, pattern)), "{pattern}");
        }
    }

    #[test]
    fn the_textbook_positions_are_explained_as_in_the_books() {
        let (mut passed, mut found) = (0, String::new());
        for (position, terms) in textbook() {
            let mut leading = leading_terms(&position).unwrap();
            leading.truncate(5);
            let named = |patterns: &&Vec<String>| {
                let mut pairs =
                    leading.iter().flat_map(|(name, _)| patterns.iter().map(move |it| (name, it)));
                pairs.any(|(name, pattern)| matches(name, pattern))
            };
            let count = terms.iter().filter(named).count();
            let _ = writeln!(found, "{count} of 3: {}: {leading:?}", position.fen());
            passed += usize::from(count >= 2);
        }
        assert!(passed >= 8, "{passed} of 10\n{found}");
    }
}
