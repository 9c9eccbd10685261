//! The evaluation taken apart: sums by category, terms by name, and what moved in the network.

use super::terms::{Label, PHASE_SUM};
use super::{Activity, Breakdown, Category, Evaluator, Term};
use crate::propnet::Pair;
use crate::propnet::lanes::{OutputKind, Word};
use crate::rules::{Board, Color};

impl Evaluator {
    /// Synchronises with `board` and takes its evaluation apart.
    pub fn breakdown(&mut self, board: &Board, turn: Color) -> Breakdown {
        let reading = self.synchronise(board, turn);
        let assembly = self.assemble(&reading);
        let share = |category, side| self.share(&reading, category, side);
        Breakdown {
            categories: Category::ALL
                .map(|category| [Color::White, Color::Black].map(|side| share(category, side))),
            phase: assembly.phase,
            scale: assembly.scale,
            total: assembly.total,
            terms: self.terms(),
        }
    }

    /// Every term that adds something now, before the emphasis, largest difference first.
    fn terms(&self) -> Vec<Term> {
        let labels = self.knowledge.labels();
        let mut terms: Vec<Term> = labels.iter().map(empty_term).collect();
        let mut add = |label: u32, sum: u8, value: Pair| {
            // What belongs to neither side is in no category's sum.
            if sum < PHASE_SUM
                && let Some(term) = terms.get_mut(label as usize)
            {
                let side = if sum.is_multiple_of(2) { &mut term.white } else { &mut term.black };
                side.0 += value[0];
                side.1 += value[1];
            }
        };
        for output in self.knowledge.network().outputs() {
            let count = i32::try_from(self.state.count(output.word)).unwrap_or(0);
            match &output.kind {
                OutputKind::Weight(value) => {
                    add(output.label, output.sum, [value[0] * count, value[1] * count]);
                }
                OutputKind::Lanes(values) => {
                    for lane in lanes(self.state.lanes(output.word)) {
                        add(output.label, output.sum, values[lane]);
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

    /// What moved in the network since the last reset.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let network = self.knowledge.network();
        let mut by_category = [0; Category::COUNT];
        let mut hottest: Vec<(Word, u64)> =
            network.iter().map(|word| (word, self.state.flips(word))).collect();
        for &(word, flips) in &hottest {
            by_category[usize::from(network.category(word))] += flips;
        }
        hottest.sort_by_key(|&(word, flips)| (std::cmp::Reverse(flips), word));
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
            flips_by_square: self.state.flips_by_lane().to_vec(),
            hottest: hottest
                .into_iter()
                .map(|(word, flips)| (network.name(word).to_owned(), flips))
                .collect(),
        }
    }

    /// Counts activity from zero again.
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

/// The true lanes of a word.
pub(super) fn lanes(word: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |lane| word >> lane & 1 == 1)
}
