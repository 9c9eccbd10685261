//! Plays any game whose rules are a network: sets the state, lists and makes legal moves, reports the end.

use super::GameRules;
use crate::base::Random;
use crate::propnet::{Id, Propagation, State, Stepper, set_bits};
use std::sync::Arc;

/// A game in progress, played by its network with one way of propagation. Each thread has its own; the rules are shared.
#[derive(Clone, Debug)]
pub struct GameMachine<P = State> {
    rules: Arc<GameRules>,
    state: P,
    /// The current base bits.
    base: Box<[u64]>,
    /// The successor's bits, copied before the network's inputs change again.
    successor: Box<[u64]>,
    /// The moves whose `does` is set.
    done: Vec<usize>,
}

impl GameMachine {
    /// A game in its initial state.
    pub fn new(rules: Arc<GameRules>) -> Self {
        Self::with_propagation(rules)
    }

    /// The state of the network.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// [`GameMachine::after`], recorded.
    pub fn record_after(&mut self, mv: usize) -> Stepper {
        self.set_moves(&[mv]);
        Stepper::record(&mut self.state)
    }

    /// [`GameMachine::set_base`], recorded.
    pub fn record_base(&mut self, base: &[u64]) -> Stepper {
        self.set_inputs(base);
        Stepper::record(&mut self.state)
    }
}

impl<P: Propagation> GameMachine<P> {
    /// A game in its initial state, propagated by `P`.
    pub fn with_propagation(rules: Arc<GameRules>) -> Self {
        let words = rules.initial.len();
        let mut machine = Self {
            state: P::new(Arc::clone(&rules.network)),
            base: vec![0; words].into(),
            successor: vec![0; words].into(),
            done: Vec::new(),
            rules,
        };
        let initial = machine.rules.initial.clone();
        machine.set_base(&initial);
        machine
    }

    /// The rules it plays by.
    pub const fn rules(&self) -> &Arc<GameRules> {
        &self.rules
    }

    /// The base bits of the current position.
    pub fn base(&self) -> &[u64] {
        &self.base
    }

    /// Sets the position. Only the base propositions that differ are set; missing words are false.
    pub fn set_base(&mut self, base: &[u64]) {
        self.set_inputs(base);
        self.state.propagate();
    }

    fn set_inputs(&mut self, base: &[u64]) {
        for (word, old) in self.base.iter_mut().enumerate() {
            let new = base.get(word).copied().unwrap_or(0);
            let mut different = *old ^ new;
            *old = new;
            while different != 0 {
                let bit = different.trailing_zeros() as usize;
                different &= different - 1;
                if let Some(Some(id)) = self.rules.base.get(word * 64 + bit) {
                    self.state.set(*id, new >> bit & 1 == 1);
                }
            }
        }
    }

    /// The legal moves, as indices in [`GameRules::moves`]; also when the game is over by rule.
    pub fn legal(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.state.bits(self.rules.legal).iter().enumerate();
        words.flat_map(|(word, &bits)| set_bits(bits).map(move |bit| word * 64 + bit))
    }

    /// Replaces `moves` by one random legal move of each role that has one.
    pub fn choose_moves(&self, random: &mut Random, moves: &mut Vec<usize>) {
        let legal: Vec<usize> = self.legal().collect();
        let role = |mv: &usize| self.rules.moves[*mv].role;
        moves.clear();
        for own in legal.chunk_by(|a, b| role(a) == role(b)) {
            moves.push(own[usize::try_from(random.below(own.len() as u64)).unwrap_or(0)]);
        }
    }

    /// The number of legal moves.
    pub fn count_legal(&self) -> u32 {
        self.state.bits(self.rules.legal).iter().map(|word| word.count_ones()).sum()
    }

    /// The base bits after `mv`, which should be legal; the position does not change.
    pub fn after(&mut self, mv: usize) -> &[u64] {
        self.after_all(&[mv])
    }

    /// The base bits after `moves`, at most one of each role, which should be legal; the position does not change.
    ///
    /// Source: seed 003, comments: the last `does` is reset after the next one is set, so that gates which read both do not
    /// flip.
    pub fn after_all(&mut self, moves: &[usize]) -> &[u64] {
        if self.done != moves {
            self.set_moves(moves);
            self.state.propagate();
        }
        self.successor.copy_from_slice(self.state.bits(self.rules.next));
        &self.successor
    }

    fn set_moves(&mut self, moves: &[usize]) {
        let does = |mv: &usize| self.rules.moves.get(*mv).map(|mv| mv.does);
        moves.iter().filter_map(does).for_each(|id| self.state.set(id, true));
        let last = self.done.iter().filter(|last| !moves.contains(last));
        last.filter_map(does).for_each(|id| self.state.set(id, false));
        self.done.clear();
        self.done.extend_from_slice(moves);
    }

    /// Makes `moves`, at most one of each role, which should be legal.
    pub fn play_all(&mut self, moves: &[usize]) {
        self.after_all(moves);
        let successor = std::mem::take(&mut self.successor);
        self.set_base(&successor);
        self.successor = successor;
    }

    /// Is the game over?
    pub fn is_terminal(&self) -> bool {
        self.state.is_true(self.rules.terminal)
    }

    /// The goal value of a role, 0 to 100; `None` if the rules give none.
    pub fn goal(&self, role: usize) -> Option<u8> {
        let goals = &self.rules.roles.get(role)?.goals;
        goals.iter().find(|(_, id)| self.state.is_true(*id)).map(|(value, _)| *value)
    }

    /// Is the component true now?
    pub fn is_true(&self, id: Id) -> bool {
        self.state.is_true(id)
    }
}
