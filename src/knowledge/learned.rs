//! Learned conjunctions: two or three propositions of the same square that a search over all of them found by what they take
//! from the error of the fit (docs/tuning.md). They are data: `assets/knowledge/conjunctions.ron` names the propositions and
//! says what they mean together; the weights are with those of their categories.

use super::pieces::{KNIGHT, Pieces, QUEENSIDE};
use super::terms::TermBuilder;
use super::{Category, Error};
use crate::base::read_ron;
use crate::propnet::bitboard::Squares;
use crate::rules::Color;
use serde::Deserialize;

/// The wings: the files a to c, and f to h.
const LEFT_WING: u64 = 0x0707_0707_0707_0707;
const RIGHT_WING: u64 = 0xe0e0_e0e0_e0e0_e0e0;

/// The outer squares of the board.
const EDGE: u64 = 0xff81_8181_8181_81ff;

const FILE: &str = "conjunctions.ron";
const TEXT: &str = include_str!("../../assets/knowledge/conjunctions.ron");

/// A conjunction of propositions of a square.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conjunction {
    /// The name of its component and its weight.
    pub name: String,
    pub category: Category,
    /// The names of the propositions after the word `own` or `enemy`, and `not` before it if it is false.
    pub all: Vec<String>,
    /// What they mean together.
    pub says: String,
}

/// The conjunctions that are compiled in.
///
/// # Errors
/// The file is not valid.
pub(super) fn conjunctions() -> Result<Vec<Conjunction>, Error> {
    Ok(read_ron(FILE, TEXT)?)
}

/// Adds the conjunctions as terms of one side. Every other component of both sides has to exist.
pub(super) fn define(terms: &mut TermBuilder, conjunctions: &[Conjunction], side: Color) {
    for Conjunction { name, category, all, .. } in conjunctions {
        terms.begin(*category, side);
        let literals = all.iter().map(|literal| find(terms, name, literal)).collect::<Vec<_>>();
        terms.term(name, literals);
    }
}

fn find(terms: &mut TermBuilder, conjunction: &str, literal: &str) -> Squares {
    let (positive, proposition) =
        literal.strip_prefix("not ").map_or((true, literal), |rest| (false, rest));
    let found = proposition.split_once(' ').and_then(|(whose, name)| match whose {
        "own" => terms.find(name),
        "enemy" => terms.enemy(|terms| terms.find(name)),
        _ => None,
    });
    let found = found.unwrap_or_else(|| {
        terms.fail(Error::UnknownProposition {
            conjunction: conjunction.to_owned(),
            literal: literal.to_owned(),
        })
    });
    if positive { found } else { !found }
}

/// Adds the propositions that only learned conjunctions read.
pub(super) fn define_propositions(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let Pieces { us, them, ours, theirs, .. } = pieces;
    let [_, knights, bishops, rooks, _, king] = us.pieces;
    terms.begin(Category::Threats, side);
    terms.any_square("on_move", us.to_move);
    terms.begin(Category::PassedPawns, side);
    terms.any_square("has_passed", pieces.passed);
    let nearer = [0, 1, 2, 3].map(|index| {
        let near = [us.king_distance[index], !them.king_distance[index]];
        terms.all(&format!("king.nearer{}", index + 1), near)
    });
    terms.any("king.nearer", nearer);
    terms.begin(Category::MajorPieces, side);
    terms.any_square("has_rook", rooks);
    terms.begin(Category::MinorPieces, side);
    let minors = terms.any("all_minors", [knights, bishops]);
    terms.any_square("has_minor", minors);
    // Squares that a knight can attack after a move to a square where no pawn, minor piece or rook takes it.
    let next = terms.all("knight.next", [ours.knights, !us.occupied, !theirs.defended]);
    terms.step_attacks("knight.next_attacks", next, &KNIGHT);
    terms.begin(Category::PieceMobility, side);
    let kinds = [us.pawn_attacks, ours.knights, ours.bishops, ours.rooks, ours.queens, ours.king];
    terms.at_least_two("attacked_by_two_kinds", kinds);
    terms.constant("edge", EDGE);
    terms.begin(Category::PawnStructure, side);
    let pawns = terms.any("all_pawns", [us.pawns(), them.pawns()]);
    let wings = [("queenside", LEFT_WING), ("kingside", RIGHT_WING)].map(|(name, files)| {
        let files = terms.constant(&format!("{name}_files"), files);
        let pawns = terms.all(&format!("{name}_pawns"), [pawns, files]);
        terms.any_square(&format!("has_{name}_pawns"), pawns)
    });
    terms.all("pawns_on_both_wings", wings);
    terms.begin(Category::KingSafety, side);
    terms.ranks("half", 1..=4);
    let halves = [("left", QUEENSIDE), ("right", !QUEENSIDE)].map(|(name, files)| {
        let files = terms.constant(&format!("{name}_half"), files);
        let king = terms.all(&format!("king_in_{name}_half"), [king, files]);
        let king = terms.any_square(&format!("king_is_in_{name}_half"), king);
        terms.all(&format!("king_{name}_half"), [king, files])
    });
    terms.any("king_half", halves);
}

#[cfg(test)]
mod tests {
    use super::{Conjunction, conjunctions};
    use crate::knowledge::{Category, Error, Evaluator, Knowledge, Weights};
    use crate::rules::parse_fen;

    #[test]
    fn every_conjunction_has_two_or_three_literals_and_a_sentence() {
        for Conjunction { name, all, says, .. } in conjunctions().unwrap() {
            assert!(name.starts_with("learned."), "{name}");
            assert!((2..=3).contains(&all.len()), "{name}: {all:?}");
            assert!(says.split(' ').count() >= 4 && !says.ends_with('.'), "{name}: {says}");
        }
    }

    /// The differences of the counts, White minus Black, in positions in which the sentence can be checked by eye.
    #[test]
    fn conjunctions_count_what_their_sentences_say() {
        let cases = [
            // The rook stands on the h-file two files from its king; Black's stands on the e-file.
            ("4rk2/8/8/8/8/8/8/5K1R w - - 0 1", "learned.rook_beside_king", 1),
            // The rook on e2 is the only piece between the king and Black's rook.
            ("4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "learned.king_screen", 1),
            // The pawn on e4 is defended by d3 and f3 and attacked by d5.
            ("4k3/8/8/3p4/4P3/3P1P2/8/4K3 w - - 0 1", "learned.pawn_holds", 1),
            // With pawns on both wings an intruder counts nothing.
            ("4k3/7p/8/8/8/3n4/8/4K3 w - - 0 1", "learned.intruder", 1),
            ("4k3/p6p/8/8/8/3n4/8/4K3 w - - 0 1", "learned.intruder", 0),
            // The pawn on f5 attacks the knight on e6, which the rook pins.
            ("4k3/8/4n3/5P2/8/8/8/K3R3 w - - 0 1", "learned.pawn_on_pinned", 1),
            ("5k2/8/4n3/5P2/8/8/8/K3R3 w - - 0 1", "learned.pawn_on_pinned", 0),
            ("4k3/8/4q3/8/8/8/8/K3R3 w - - 0 1", "learned.pinned_queen", 1),
            ("4k3/3r4/8/8/B7/8/8/K7 w - - 0 1", "learned.pinned_rook", 1),
            // The knight gives a discovered check when it moves; a pawn is not counted.
            ("4k3/8/8/4N3/8/8/4R3/K7 w - - 0 1", "learned.discovers", 1),
            ("4k3/8/8/4P3/8/8/4R3/K7 w - - 0 1", "learned.discovers", 0),
            // The pawn attacks d6, nearer to its own king, and f6, which is as near to the other one.
            ("8/7k/8/4P3/3K4/8/8/8 w - - 0 1", "learned.king_escorts", 1),
            // A pawn on e4 has not advanced far enough; a bishop defends the one on e3.
            ("4k3/8/8/8/8/4p3/8/K3R3 w - - 0 1", "learned.rook_catches_pawn", 1),
            ("4k3/8/8/8/4p3/8/8/K3R3 w - - 0 1", "learned.rook_catches_pawn", 0),
            ("4k3/8/8/8/8/4p3/5b2/K3R3 w - - 0 1", "learned.rook_catches_pawn", 0),
            // The knight on d4 can go to b5 or f5, whence it attacks the rook on d6.
            ("4k3/8/3R4/8/3n4/8/8/4K3 w - - 0 1", "learned.knight_comes", 1),
            // Here a rook defends it.
            ("4k3/8/R2R4/8/3n4/8/8/4K3 w - - 0 1", "learned.knight_comes", 0),
        ];
        let knowledge = Knowledge::standard().unwrap();
        let parameters = knowledge.parameters();
        let mut evaluator = Evaluator::new(knowledge);
        for (fen, name, expected) in cases {
            let position = parse_fen(fen).unwrap();
            let features = evaluator.features(position.board(), position.turn());
            let counts = features.terms.iter();
            let found = counts.filter(|it| parameters[it.parameter].weight == name);
            assert_eq!(found.map(|it| it.count).sum::<i32>(), expected, "{name} in {fen}");
        }
    }

    #[test]
    fn a_conjunction_of_an_unknown_proposition_is_an_error() {
        for literal in ["own nonsense", "not enemy nonsense", "both pawn", "pawn", ""] {
            let conjunction = Conjunction {
                name: "learned.new".to_owned(),
                category: Category::Threats,
                all: vec!["own pawn".to_owned(), literal.to_owned()],
                says: "a pawn".to_owned(),
            };
            let error = Knowledge::build(Weights::standard().unwrap(), &[conjunction]);
            let (conjunction, literal) = ("learned.new".to_owned(), literal.to_owned());
            assert_eq!(error.unwrap_err(), Error::UnknownProposition { conjunction, literal });
        }
    }
}
