//! Evaluation trace: sums by category, terms by name, and the activity of the network.

use super::pieces::{SIDES, to_move_input};
use super::scaling::taper;
use super::terms::{INITIATIVE_SUM, Label, PHASE_SUM, piece_square_index, relative_rank};
use super::{Category, Evaluator};
use crate::propnet::Pair;
use crate::propnet::bitboard::{BitboardId, OutputKind};
use crate::propnet::set_bits;
use crate::rules::{Board, Color, Square};
use std::cmp::Reverse;
use std::fmt;

/// Evaluation trace: the evaluation by category and term, in White's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationTrace {
    /// `[category][white, black][middlegame, endgame]`, centipawns, with the category weights applied.
    pub categories: [[Pair; 2]; Category::COUNT],
    /// Game phase, 0 (only kings and pawns) to 24 (all pieces).
    pub phase: i32,
    /// Endgame scale factor in 128ths.
    pub scale: i32,
    /// The tapered evaluation in White's view, centipawns.
    pub total: i32,
    /// The initiative, which belongs to neither side: endgame centipawns in White's view, part of the threats.
    pub initiative: i32,
    /// The terms with a non-zero value, unweighted, largest difference first.
    pub terms: Vec<Term>,
}

impl EvaluationTrace {
    /// The tapered difference of a category in White's view, centipawns.
    const fn category_score(&self, category: Category) -> i32 {
        let [white, black] = self.categories[category as usize];
        taper(minus(white, black), self.phase)
    }

    /// The tapered sum of a category for one side, centipawns.
    pub const fn side_score(&self, category: Category, side: Color) -> i32 {
        let [white, black] = self.categories[category as usize];
        taper(if side.is_white() { white } else { black }, self.phase)
    }

    /// What a category is worth in White's view, centipawns: these add up to the total. The initiative counts as threats,
    /// and the endgame scale is what it takes from the other categories.
    pub fn worth(&self, category: Category) -> i32 {
        match category {
            Category::EndgameScale => {
                let others = Category::ALL.into_iter().filter(|it| *it != Category::EndgameScale);
                self.total - others.map(|it| self.worth(it)).sum::<i32>()
            }
            Category::Threats => {
                self.category_score(category) + taper([0, self.initiative], self.phase)
            }
            _ => self.category_score(category),
        }
    }

    /// What the side to move counts for in White's view, centipawns, before the weight of its category.
    pub fn tempo(&self) -> i32 {
        let tempo = self.terms.iter().find(|term| term.name == TEMPO);
        tempo.map_or(0, |term| taper(term.difference(), self.phase))
    }
}

/// The name of the term of the side to move.
pub const TEMPO: &str = "tempo";

impl fmt::Display for EvaluationTrace {
    /// A table of the categories with both sides' middlegame and endgame sums, and the total.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16}{:>15}{:>15}", "", "White mg   eg", "Black mg   eg")?;
        for (category, [white, black]) in Category::ALL.iter().zip(self.categories) {
            let (name, [a, b], [c, d]) = (category.name(), white, black);
            writeln!(f, "{name:<16}{a:>9}{b:>6}{c:>9}{d:>6}")?;
            if *category == Category::Threats && self.initiative != 0 {
                let initiative = self.initiative;
                writeln!(
                    f,
                    "{:<16}{:>9}{initiative:>6}{:>15}",
                    "  initiative", "", "White's view"
                )?;
            }
        }
        let total = crate::base::Score::heuristic(self.total);
        write!(f, "phase {} of 24, scale {} of 128, White's view {total}", self.phase, self.scale)
    }
}

/// An evaluation term.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The name of its weight, such as `passed.rank`.
    pub name: String,
    /// Index into [`Category::ALL`].
    pub category: usize,
    /// White's sum, centipawns; 128ths of the endgame scale if it [is one of it](Term::is_of_the_scale).
    pub white: Pair,
    /// Black's sum, in the same unit.
    pub black: Pair,
}

impl Term {
    /// Whether its second number is in 128ths of the endgame scale, which is no sum.
    pub const fn is_of_the_scale(&self) -> bool {
        self.category == Category::EndgameScale as usize
    }

    /// White's sum minus Black's, centipawns.
    pub const fn difference(&self) -> Pair {
        minus(self.white, self.black)
    }
}

impl fmt::Display for Term {
    /// The sums of both sides, middlegame and endgame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, [a, b], [c, d]) = (&self.name, self.white, self.black);
        let unit = if self.is_of_the_scale() { " of 128" } else { "" };
        write!(f, "{name}: white {a}/{b}{unit}, black {c}/{d}{unit}")
    }
}

const fn minus(white: Pair, black: Pair) -> Pair {
    [white[0] - black[0], white[1] - black[1]]
}

/// Activity of the network during a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Propositions in the network: 64 for each bitboard.
    pub propositions: u32,
    /// Edges in the network.
    pub edges: u32,
    /// Evaluations whose activity was counted: one in 8192 of the search's and more at first, and every evaluation trace.
    pub evaluations: u64,
    /// Flips (propositions that changed), in total.
    pub flips: u64,
    /// Signals along edges, in total.
    pub signals: u64,
    /// Flips and signals of the last evaluation.
    pub last: (u32, u32),
    /// Flips by category of the proposition.
    pub flips_by_category: [u64; Category::COUNT],
    /// Flips by square of the proposition, a1 first.
    pub flips_by_square: Vec<u64>,
    /// The names of the bitboards with the most flips.
    pub hottest: Vec<(String, u64)>,
}

/// An entry of a weight with a coefficient.
pub(super) struct Contribution {
    pub label: usize,
    pub entry: usize,
    /// `None` for the initiative, which belongs to neither side.
    pub side: Option<Color>,
    pub count: i32,
    value: Pair,
}

impl Contribution {
    /// The value of the entry times the count.
    pub const fn worth(&self) -> Pair {
        [self.value[0] * self.count, self.value[1] * self.count]
    }
}

impl Evaluator {
    /// The evaluation trace of `board`.
    pub fn trace(&mut self, board: &Board, turn: Color) -> EvaluationTrace {
        let inputs = self.propagate(board, turn);
        let sums = self.state.sums();
        let score = self.tapered(sums, &inputs);
        let [_, end] = self.white_minus_black(sums, &inputs);
        EvaluationTrace {
            initiative: self.initiative(sums, end),
            categories: Category::ALL.map(|category| {
                [Color::White, Color::Black]
                    .map(|side| self.category_sum(sums, &inputs, category, side))
            }),
            phase: score.phase,
            scale: score.scale,
            total: score.total,
            terms: self.terms(),
        }
    }

    /// Every entry of a weight that counts on the board.
    pub(super) fn contributions(&self) -> Vec<Contribution> {
        let (state, labels) = (&self.state, self.knowledge.labels());
        let mut found = Vec::new();
        let mut add = |label: u32, sum: u8, entry: usize, count: u32, value: Pair| {
            if sum != PHASE_SUM && count > 0 {
                let side = Color::from_white(sum.is_multiple_of(2));
                let side = (sum != INITIATIVE_SUM).then_some(side);
                let (label, count) = (label as usize, count.cast_signed());
                found.push(Contribution { label, entry, side, count, value });
            }
        };
        for output in self.knowledge.network().outputs() {
            let bitboard = output.bitboard.into();
            match &output.kind {
                OutputKind::Weight(value) => {
                    add(output.label, output.sum, 0, state.count(bitboard), *value);
                }
                OutputKind::SquareTable(values) => {
                    let by_rank = labels[output.label as usize].entries == 8;
                    let index = if by_rank { relative_rank } else { piece_square_index };
                    let side = Color::from_white(output.sum.is_multiple_of(2));
                    for square in set_bits(state.squares(bitboard)) {
                        add(output.label, output.sum, index(side, square), 1, values[square]);
                    }
                }
            }
        }
        for counter in self.knowledge.network().counters() {
            let entry = state.counter_entry(counter);
            let value = counter.table.get(entry).copied().unwrap_or_default();
            add(counter.label, counter.sum, entry, 1, value);
        }
        found
    }

    /// The terms with a non-zero value, unweighted, largest difference first. Initiative terms are in no side's sum.
    fn terms(&self) -> Vec<Term> {
        let labels = self.knowledge.labels().iter();
        let term = |label: &Label| {
            let (name, category) = (label.name.clone(), label.category as usize);
            Term { name, category, ..Term::default() }
        };
        let mut terms: Vec<Term> = labels.map(term).collect();
        for contribution in self.contributions() {
            if let Some(side) = contribution.side {
                let term = &mut terms[contribution.label];
                let sum = side.fold_wb(&mut term.white, &mut term.black);
                let [middle, end] = contribution.worth();
                *sum = [sum[0] + middle, sum[1] + end];
            }
        }
        terms.retain(|term| term.white != [0, 0] || term.black != [0, 0]);
        terms.sort_by_key(|term| {
            let [middle, end] = term.difference();
            Reverse(middle.abs() + end.abs())
        });
        terms
    }

    /// The true propositions behind a term, with their squares if they have any; of the board that was evaluated last.
    pub fn true_propositions(&self, term: &str) -> Vec<String> {
        let (labels, network) = (self.knowledge.labels(), self.knowledge.network());
        let to_move = SIDES.map(to_move_input);
        let has_squares = |it: BitboardId| !network.is_single(it) && !to_move.contains(&it.index());
        let behind = network
            .outputs()
            .iter()
            .filter(|output| labels.get(output.label as usize).is_some_and(|it| it.name == term));
        let mut found: Vec<String> = behind
            .filter_map(|output| {
                let on: Vec<String> = set_bits(self.state.squares(output.bitboard.into()))
                    .map(|square| {
                        Square::ALL.get(square).map_or_else(String::new, ToString::to_string)
                    })
                    .collect();
                let name = network.name(output.bitboard);
                let words = || match has_squares(output.bitboard) {
                    true => format!("{name} {}", on.join(" ")),
                    false => name.to_owned(),
                };
                (!on.is_empty()).then(words)
            })
            .collect();
        found.dedup();
        found
    }

    /// The activity of the network since the last reset.
    pub fn activity(&self) -> Activity {
        let network = self.knowledge.network();
        let mut flips_by_category = [0; Category::COUNT];
        let mut hottest: Vec<(BitboardId, u64)> =
            network.iter().map(|id| (id, self.state.flips(id))).collect();
        for &(id, flips) in &hottest {
            flips_by_category[usize::from(network.category(id))] += flips;
        }
        hottest.sort_by_key(|&(id, flips)| (Reverse(flips), id));
        hottest.truncate(12);
        let name = |(id, flips)| (network.name(id).to_owned(), flips);
        Activity {
            propositions: network.propositions() as u32,
            edges: network.edges() as u32,
            evaluations: self.evaluations,
            flips: flips_by_category.iter().sum(),
            signals: self.signals,
            last: (self.last.flips, self.last.signals),
            flips_by_category,
            flips_by_square: self.state.flips_by_square().to_vec(),
            hottest: hottest.into_iter().map(name).collect(),
        }
    }

    /// Resets the activity counts.
    pub fn reset_activity(&mut self) {
        self.state.reset_flips();
        self.evaluations = 0;
        self.evaluated = 0;
        self.signals = 0;
        self.last = Default::default();
    }
}
