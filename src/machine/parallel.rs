//! Plays 64 random games at a time: bit `n` of every word belongs to game `n`.

use super::GameRules;
use crate::base::Random;
use crate::propnet::parallel::ParallelState;
use crate::propnet::{Id, Literal, set_bits};
use std::sync::Arc;

/// 64 games of the same rules; a game that is over begins again.
#[derive(Debug)]
pub struct ParallelMachine {
    rules: Arc<GameRules>,
    state: ParallelState,
    /// What the next position's bits follow; `None` is false.
    next: Vec<Option<Literal>>,
    legal: Vec<Option<Literal>>,
    /// The components on which legality and the end depend, and those on which the next position depends.
    now_order: Vec<Id>,
    next_order: Vec<Id>,
    /// The games in which each base proposition is true.
    base: Vec<u64>,
    /// Legal moves of each role by game; kept to save allocations.
    choices: Vec<Vec<u32>>,
}

impl ParallelMachine {
    /// 64 games in their initial state.
    pub fn new(rules: Arc<GameRules>) -> Self {
        let network = &rules.network;
        let (next, legal) = (network.followed(rules.next), network.followed(rules.legal));
        let ids = |literals: &[Option<Literal>]| {
            literals.iter().flatten().map(|l| l.id).collect::<Vec<_>>()
        };
        let now_order = network.cone(ids(&legal).into_iter().chain([rules.terminal]));
        let next_order = network.cone(ids(&next));
        let state = ParallelState::new(Arc::clone(network));
        let choices = vec![Vec::new(); 64 * rules.roles.len()];
        let base = vec![0; rules.base.len()];
        let mut machine = Self { rules, state, next, legal, now_order, next_order, base, choices };
        machine.begin(u64::MAX);
        machine.set_base();
        machine
    }

    /// Makes one random move of each role in each game, or begins it again if it is over. Returns the number of games
    /// that were over.
    pub fn step(&mut self, random: &mut Random) -> u32 {
        self.state.compute(&self.now_order);
        let over = self.state.read(self.rules.terminal.into());
        self.choices.iter_mut().for_each(Vec::clear);
        for (number, (mv, literal)) in (0..).zip(self.rules.moves.iter().zip(&self.legal)) {
            let games = literal.map_or(0, |literal| self.state.read(literal));
            set_bits(games & !over).for_each(|game| self.choices[mv.role * 64 + game].push(number));
        }
        let mut does = vec![0_u64; self.rules.moves.len()];
        for (at, choices) in self.choices.iter().enumerate() {
            let chosen = usize::try_from(random.below(choices.len() as u64)).unwrap_or(0);
            if let Some(&mv) = choices.get(chosen) {
                does[mv as usize] |= 1 << (at % 64);
            }
        }
        for (mv, games) in self.rules.moves.iter().zip(&does) {
            self.state.set(mv.does, *games);
        }
        self.state.compute(&self.next_order);
        for (word, next) in self.base.iter_mut().zip(&self.next) {
            *word = next.map_or(0, |literal| self.state.read(literal));
        }
        self.begin(over);
        self.set_base();
        over.count_ones()
    }

    /// Whether base proposition `bit` is true, by game.
    pub fn base(&self, bit: usize) -> u64 {
        self.base[bit]
    }

    /// Puts `games` into the initial state.
    fn begin(&mut self, games: u64) {
        for (bit, word) in self.base.iter_mut().enumerate() {
            let initial = self.rules.initial[bit / 64] >> (bit % 64) & 1 == 1;
            *word = if initial { *word | games } else { *word & !games };
        }
    }

    fn set_base(&mut self) {
        for (id, word) in self.rules.base.iter().zip(&self.base) {
            if let Some(id) = id {
                self.state.set(*id, *word);
            }
        }
    }
}
