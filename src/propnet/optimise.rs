//! Makes a network smaller without changing its outputs, in four passes that can be switched off.
//!
//! Source: Sironi and Winands, "Optimizing Propositional Networks" (2016), and Sancho's network optimiser (A. Rose and
//! S. Draper, 2014).

use super::component::{Id, Kind, Literal};
use super::{Builder, Network};
use std::collections::HashMap;

/// The passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Constant folding: removes inputs of gates and gates whose value is known.
    pub constants: bool,
    /// Common subexpressions: merges gates with the same threshold and inputs.
    pub common: bool,
    /// Dead outputs: removes gates that no output depends on.
    pub dead: bool,
    /// Flattening: removes gates with one input, and merges an AND into the AND, and an OR into the OR, that alone reads it.
    pub flatten: bool,
}

impl Passes {
    /// Every pass.
    pub const ALL: Self = Self { constants: true, common: true, dead: true, flatten: true };
    /// No pass.
    pub const NONE: Self = Self { constants: false, common: false, dead: false, flatten: false };
}

/// What a component of the old network is in the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The same in every state.
    Constant(bool),
    /// A gate or input, or its negation, by number.
    Literal(Literal<usize>),
}

#[derive(Debug)]
struct Gate {
    /// The component of the old network that it replaces.
    origin: Id,
    /// The threshold; `None` for an input.
    needed: Option<usize>,
    inputs: Vec<Literal<usize>>,
    removed: bool,
}

/// The value of every component of `network` after the first two passes, if the inputs have the values of `assumed`.
pub fn values(
    network: &Network,
    passes: Passes,
    assumed: &dyn Fn(Id) -> Option<bool>,
) -> Vec<Value> {
    simplify(network, passes, assumed).1
}

/// A new network under construction.
#[derive(Debug)]
pub struct Optimised<'a> {
    network: &'a Network,
    /// The builder, which has all inputs and gates of the new network.
    pub builder: Builder,
    gates: Vec<Gate>,
    values: Vec<Value>,
}

/// Optimises `network`. `outputs` keep their values whenever the inputs have the values of `assumed`.
pub fn optimise<'a>(
    network: &'a Network,
    passes: Passes,
    assumed: &dyn Fn(Id) -> Option<bool>,
    outputs: &[Id],
) -> Optimised<'a> {
    let (mut gates, values) = simplify(network, passes, assumed);
    let literal = |id: &Id| match values[id.index()] {
        Value::Literal(literal) => Some(literal.id),
        Value::Constant(_) => None,
    };
    let outputs: Vec<usize> = outputs.iter().filter_map(literal).collect();
    if passes.dead {
        remove_dead(&mut gates, &outputs);
    }
    if passes.flatten {
        flatten(&mut gates, &outputs);
    }
    let mut builder = Builder::default();
    for gate in gates.iter().filter(|gate| !gate.removed) {
        let name = network.name(gate.origin);
        let Some(needed) = gate.needed else {
            builder.input(name);
            continue;
        };
        let input = |input: &Literal<usize>| {
            let literal = builder.named(network.name(gates[input.id].origin));
            if input.positive { literal } else { !literal }
        };
        let inputs: Vec<Literal> = gate.inputs.iter().map(input).collect();
        if needed > inputs.len() {
            builder.constant(name, false);
        } else {
            builder.at_least(name, needed as u32, inputs);
        }
    }
    Optimised { network, builder, gates, values }
}

impl Optimised<'_> {
    /// What an output of the old network is in the new one.
    pub fn literal(&mut self, id: Id) -> Literal {
        let name = self.network.name(id);
        match self.values[id.index()] {
            // An input, or a gate of an earlier call.
            Value::Constant(_) if self.builder.is_defined(name) => self.builder.named(name),
            Value::Constant(truth) => self.builder.constant(name, truth),
            Value::Literal(literal) => {
                let positive = self.builder.named(self.network.name(self.gates[literal.id].origin));
                if literal.positive { positive } else { !positive }
            }
        }
    }

    /// As [`Optimised::literal`], a component rather than a negation.
    pub fn component(&mut self, id: Id) -> Id {
        let literal = self.literal(id);
        let name = self.network.name(id);
        if literal.positive {
            literal.id
        } else if self.builder.is_defined(name) {
            self.builder.named(name).id
        } else {
            self.builder.all(name, [literal]).id
        }
    }
}

/// Constant folding, common subexpressions and gates with one input, each gate after its inputs.
fn simplify(
    network: &Network,
    passes: Passes,
    assumed: &dyn Fn(Id) -> Option<bool>,
) -> (Vec<Gate>, Vec<Value>) {
    let mut gates: Vec<Gate> = Vec::new();
    let mut values = vec![Value::Constant(false); network.len()];
    let mut known: HashMap<(usize, Vec<(usize, bool)>), usize> = HashMap::new();
    for &id in network.dependency_order() {
        let mut add = |needed, inputs| {
            gates.push(Gate { origin: id, needed, inputs, removed: false });
            Value::Literal(Literal::from(gates.len() - 1))
        };
        let Kind::AtLeast(needed) = network.kind(id) else {
            // An input that is assumed constant stays, without readers.
            let input = add(None, Vec::new());
            values[id.index()] =
                assumed(id).filter(|_| passes.constants).map_or(input, Value::Constant);
            continue;
        };
        let (mut needed, mut inputs) = (needed as usize, Vec::new());
        for input in network.inputs(id) {
            match values[input.id.index()] {
                Value::Literal(literal) => {
                    inputs.push(if input.positive { literal } else { !literal })
                }
                Value::Constant(truth) => {
                    needed = needed.saturating_sub(usize::from(truth == input.positive))
                }
            }
        }
        let (all, any) = (needed == inputs.len(), needed == 1);
        if (passes.common || passes.constants) && (all || any) {
            inputs.sort_unstable_by_key(|input| (input.id, input.positive));
            if passes.common {
                inputs.dedup();
                needed = if all { inputs.len() } else { needed };
            }
            let opposite = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
            if passes.constants && opposite {
                // "a and not a" is false, "a or not a" is true.
                values[id.index()] = Value::Constant(any);
                continue;
            }
        }
        values[id.index()] = if passes.constants && (needed == 0 || needed > inputs.len()) {
            Value::Constant(needed == 0)
        } else if passes.flatten && needed == 1 && inputs.len() == 1 {
            Value::Literal(inputs[0])
        } else if passes.common {
            let mut key: Vec<(usize, bool)> =
                inputs.iter().map(|input| (input.id, input.positive)).collect();
            key.sort_unstable();
            match known.get(&(needed, key.clone())) {
                Some(&gate) => Value::Literal(Literal::from(gate)),
                None => {
                    let value = add(Some(needed), inputs);
                    known.insert((needed, key), gates.len() - 1);
                    value
                }
            }
        } else {
            add(Some(needed), inputs)
        };
    }
    (gates, values)
}

/// Removes gates that no output depends on; inputs stay.
fn remove_dead(gates: &mut [Gate], outputs: &[usize]) {
    let mut alive = vec![false; gates.len()];
    outputs.iter().for_each(|&output| alive[output] = true);
    // A gate has a higher number than its inputs.
    for (number, gate) in gates.iter_mut().enumerate().rev() {
        if alive[number] {
            gate.inputs.iter().for_each(|input| alive[input.id] = true);
        } else {
            gate.removed = gate.needed.is_some();
        }
    }
}

/// Merges each gate into its only reader where the two are of one kind, negations by De Morgan's laws included.
fn flatten(gates: &mut [Gate], outputs: &[usize]) {
    let mut readers = vec![0_usize; gates.len()];
    for input in gates.iter().filter(|gate| !gate.removed).flat_map(|gate| &gate.inputs) {
        readers[input.id] += 1;
    }
    // A gate that an output names is read from outside.
    outputs.iter().for_each(|&output| readers[output] += 1);
    for number in 0..gates.len() {
        let (all, any) = (gates[number].is_all(), gates[number].is_any());
        if gates[number].removed || !(all || any) {
            continue;
        }
        let mut inputs = Vec::new();
        for input in std::mem::take(&mut gates[number].inputs) {
            let inner = &mut gates[input.id];
            let same = if input.positive {
                all && inner.is_all() || any && inner.is_any()
            } else {
                all && inner.is_any() || any && inner.is_all()
            };
            if same && readers[input.id] == 1 {
                inner.removed = true;
                let merged = std::mem::take(&mut inner.inputs);
                inputs.extend(merged.into_iter().map(|i| if input.positive { i } else { !i }));
            } else {
                inputs.push(input);
            }
        }
        let gate = &mut gates[number];
        gate.needed = Some(if all { inputs.len() } else { 1 });
        gate.inputs = inputs;
    }
}

impl Gate {
    fn is_all(&self) -> bool {
        self.needed == Some(self.inputs.len()) && !self.inputs.is_empty()
    }

    fn is_any(&self) -> bool {
        self.needed == Some(1) && !self.inputs.is_empty()
    }
}
