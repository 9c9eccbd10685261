//! Plays any game whose rules are a network: sets the state by difference, lists legal moves, makes one, tells the end.

use super::GameRules;
use crate::propnet::{Id, State};
use std::sync::Arc;

/// A game in progress, run by its network. Each thread has its own; the rules are shared.
#[derive(Clone, Debug)]
pub struct GameMachine {
    rules: Arc<GameRules>,
    state: State,
    /// The base bits that the network holds now.
    base: Box<[u64]>,
    /// The successor's bits, copied out of the network before its inputs are touched again.
    successor: Box<[u64]>,
    /// The move whose `does` is still set.
    done: Option<usize>,
}

impl GameMachine {
    /// A game at its beginning.
    #[must_use]
    pub fn new(rules: Arc<GameRules>) -> Self {
        let words = rules.initial.len();
        let mut machine = Self {
            state: State::new(Arc::clone(&rules.network)),
            base: vec![0; words].into(),
            successor: vec![0; words].into(),
            done: None,
            rules,
        };
        let initial = machine.rules.initial.clone();
        machine.place(&initial);
        machine
    }

    /// The rules it plays by.
    #[must_use]
    pub const fn rules(&self) -> &Arc<GameRules> {
        &self.rules
    }

    /// The base bits of the position on the board.
    #[must_use]
    pub fn base(&self) -> &[u64] {
        &self.base
    }

    /// Goes to another position: only the base propositions that differ are set. Missing words count as false.
    pub fn place(&mut self, base: &[u64]) {
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
        self.state.propagate();
    }

    /// The moves that may be made, as positions in [`GameRules::moves`]. Listed even when the game is over by rule.
    pub fn legal(&self) -> impl Iterator<Item = usize> + '_ {
        self.state.set_bits(self.rules.legal)
    }

    /// How many moves may be made.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        self.state.bits(self.rules.legal).iter().map(|word| word.count_ones()).sum()
    }

    /// The base bits after `mv`, which should be legal; the position on the board stays.
    ///
    /// Source: seed 003, comments: the last `does` is reset only after the next one is set, so that gates which both
    /// feed keep their value.
    pub fn after(&mut self, mv: usize) -> &[u64] {
        if self.done != Some(mv) {
            if let Some(next) = self.rules.moves.get(mv) {
                self.state.set(next.does, true);
            }
            if let Some(last) = self.done.and_then(|done| self.rules.moves.get(done)) {
                self.state.set(last.does, false);
            }
            self.done = Some(mv);
            self.state.propagate();
        }
        self.successor.copy_from_slice(self.state.bits(self.rules.next));
        &self.successor
    }

    /// Makes `mv`, which should be legal.
    pub fn play(&mut self, mv: usize) {
        self.after(mv);
        let successor = std::mem::take(&mut self.successor);
        self.place(&successor);
        self.successor = successor;
    }

    /// Is the game over?
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.state.is_true(self.rules.terminal)
    }

    /// What the position is worth to a role, 0 to 100; `None` while the rules do not say.
    #[must_use]
    pub fn goal(&self, role: usize) -> Option<u8> {
        let goals = &self.rules.roles.get(role)?.goals;
        goals.iter().find(|(_, id)| self.state.is_true(*id)).map(|(value, _)| *value)
    }

    /// Is the component true now?
    #[must_use]
    pub fn is_true(&self, id: Id) -> bool {
        self.state.is_true(id)
    }

    /// The running network, for explanations and figures.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }
}
