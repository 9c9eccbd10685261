//! 64 states of one network at a time: bit `n` of every word belongs to state `n`, a gate is a few word operations.
//!
//! Components are computed in dependency order, since some of 64 states changes almost every component.

use super::Network;
use super::component::{Id, Kind, Literal};
use std::sync::Arc;

/// The truth of every component in 64 states.
#[derive(Clone, Debug)]
pub struct ParallelState {
    network: Arc<Network>,
    words: Vec<u64>,
}

impl ParallelState {
    /// All inputs false; the other components have no value before [`ParallelState::compute`].
    pub fn new(network: Arc<Network>) -> Self {
        Self { words: vec![0; network.len()], network }
    }

    /// Sets an input: the states in which it is true.
    pub fn set(&mut self, input: Id, states: u64) {
        self.words[input.index()] = states;
    }

    /// Computes the components of `order`, which lists each after its inputs.
    pub fn compute(&mut self, order: &[Id]) {
        for &id in order {
            if let Kind::AtLeast(needed) = self.network.kind(id) {
                let inputs = self.network.inputs(id);
                self.words[id.index()] = if needed as usize == inputs.len() {
                    inputs.iter().fold(u64::MAX, |all, &input| all & self.read(input))
                } else if needed == 1 {
                    inputs.iter().fold(0, |any, &input| any | self.read(input))
                } else {
                    self.at_least(needed, inputs)
                };
            }
        }
    }

    /// The states in which the literal is true.
    pub fn read(&self, literal: Literal) -> u64 {
        let word = self.words[literal.id.index()];
        if literal.positive { word } else { !word }
    }

    /// The states in which at least `needed` inputs are true, counted in bit slices.
    fn at_least(&self, needed: u32, inputs: &[Literal]) -> u64 {
        let mut planes = [0_u64; 32];
        for &input in inputs {
            let mut carry = self.read(input);
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        // Compares from the highest bit down.
        let (mut greater, mut equal) = (0, u64::MAX);
        for (bit, plane) in planes.iter().enumerate().rev() {
            if needed >> bit & 1 == 1 {
                equal &= plane;
            } else {
                greater |= equal & plane;
                equal &= !plane;
            }
        }
        greater | equal
    }
}
