//! Evaluation trace: sums by category, terms by name, and the activity of the network.

use super::terms::{Label, PHASE_SUM};
use super::{Activity, Category, EvaluationTrace, Evaluator, Term};
use crate::propnet::Pair;
use crate::propnet::bitboard::{BitboardId, OutputKind};
use crate::rules::{Board, Color};

impl Evaluator {
    /// The evaluation trace of `board`.
    pub fn trace(&mut self, board: &Board, turn: Color) -> EvaluationTrace {
        let sums = self.propagate(board, turn);
        let tapered = self.taper(&sums);
        let share = |category, side| self.category_sum(&sums, category, side);
        EvaluationTrace {
            categories: Category::ALL
                .map(|category| [Color::White, Color::Black].map(|side| share(category, side))),
            phase: tapered.phase,
            scale: tapered.scale,
            total: tapered.total,
            terms: self.terms(),
        }
    }

    /// The terms with a non-zero value, unweighted, largest difference first.
    fn terms(&self) -> Vec<Term> {
        let labels = self.knowledge.labels();
        let mut terms: Vec<Term> = labels.iter().map(empty_term).collect();
        let mut add = |label: u32, sum: u8, value: Pair| {
            // Initiative terms belong to neither side and to no category's sum.
            if sum < PHASE_SUM
                && let Some(term) = terms.get_mut(label as usize)
            {
                let side = if sum.is_multiple_of(2) { &mut term.white } else { &mut term.black };
                side.0 += value[0];
                side.1 += value[1];
            }
        };
        for output in self.knowledge.network().outputs() {
            let count = i32::try_from(self.state.count(output.bitboard)).unwrap_or(0);
            match &output.kind {
                OutputKind::Weight(value) => {
                    add(output.label, output.sum, [value[0] * count, value[1] * count]);
                }
                OutputKind::SquareTable(values) => {
                    for square in squares(self.state.squares(output.bitboard)) {
                        add(output.label, output.sum, values[square]);
                    }
                }
                OutputKind::Units { .. } => {}
            }
        }
        for (counter, sum, label, table) in self.knowledge.network().counters() {
            let entry = self.state.counter_entry(counter);
            add(label, sum, table.get(entry).copied().unwrap_or([0, 0]));
        }
        terms.retain(|term| term.white != (0, 0) || term.black != (0, 0));
        terms.sort_by_key(|term| {
            let (middle, end) = (term.white.0 - term.black.0, term.white.1 - term.black.1);
            std::cmp::Reverse(middle.abs() + end.abs())
        });
        terms
    }

    /// The activity of the network since the last reset.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let network = self.knowledge.network();
        let mut by_category = [0; Category::COUNT];
        let mut hottest: Vec<(BitboardId, u64)> =
            network.iter().map(|id| (id, self.state.flips(id))).collect();
        for &(id, flips) in &hottest {
            by_category[usize::from(network.category(id))] += flips;
        }
        hottest.sort_by_key(|&(id, flips)| (std::cmp::Reverse(flips), id));
        hottest.truncate(12);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Activity {
            components: number(network.propositions()),
            edges: number(network.edges()),
            evaluations: self.evaluations,
            flips: by_category.iter().sum(),
            signals: self.signals,
            last: self.last,
            flips_by_category: by_category,
            flips_by_square: self.state.flips_by_square().to_vec(),
            hottest: hottest
                .into_iter()
                .map(|(id, flips)| (network.name(id).to_owned(), flips))
                .collect(),
        }
    }

    /// Resets the activity counts.
    pub fn reset_activity(&mut self) {
        self.state.reset_flips();
        self.evaluations = 0;
        self.signals = 0;
        self.last = (0, 0);
    }
}

fn empty_term(label: &Label) -> Term {
    Term { name: label.name.clone(), category: label.category as usize, ..Term::default() }
}

/// The true squares of a bitboard.
pub(super) fn squares(bitboard: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| bitboard >> square & 1 == 1)
}
