//! The rules of a game with a smaller network: `propnet::optimise` with what is constant in every position of the game.

use super::{Error, GameMachine, GameMove, GameRole, GameRules};
use crate::base::Random;
use crate::propnet::optimise::{self, Optimised, Passes, Value};
use crate::propnet::{Id, Literal, SetId};
use std::sync::Arc;

/// Random games that look for what changes, and the moves of each. Source: Sancho plays ten.
const GAMES: u64 = 10;
const GAME_LENGTH: usize = 300;
/// Rounds of the search for constants, and components that they look at; after the last, nothing is assumed.
const MAX_ROUNDS: usize = 100;
const MAX_WORK: usize = 20_000_000;

impl GameRules {
    /// The same rules with an optimised network. Base propositions, moves and goals keep their order.
    ///
    /// # Errors
    /// Those of the network's builder; they would be bugs of the optimisation.
    pub fn optimised(&self, passes: Passes) -> Result<Self, Error> {
        let assumed =
            if passes.constants { self.constants() } else { vec![None; self.network.len()] };
        let (next, legal) = (self.network.followed(self.next), self.network.followed(self.legal));
        let mut outputs: Vec<Id> =
            next.iter().chain(&legal).flatten().map(|literal| literal.id).collect();
        outputs.extend(self.roles.iter().flat_map(|role| role.goals.iter().map(|goal| goal.1)));
        outputs.extend(self.moves.iter().map(|mv| mv.legal));
        outputs.push(self.terminal);
        let mut new =
            optimise::optimise(&self.network, passes, &|id: Id| assumed[id.index()], &outputs);
        let follow = |new: &mut Optimised<'_>, name: &str, followed: &[Option<Literal>]| -> SetId {
            let set = new.builder.bit_set(name, followed.len());
            for (bit, literal) in followed.iter().enumerate() {
                if let Some(Literal { id, positive }) = *literal {
                    let literal = new.literal(id);
                    new.builder.trigger(set, bit, if positive { literal } else { !literal });
                }
            }
            set
        };
        let next = follow(&mut new, "next", &next);
        let legal = follow(&mut new, "legal", &legal);
        let terminal = new.component(self.terminal);
        let mut roles = Vec::new();
        for GameRole { name, goals } in &self.roles {
            let goals = goals.iter().map(|&(value, goal)| (value, new.component(goal))).collect();
            roles.push(GameRole { name: name.clone(), goals });
        }
        let mut moves = Vec::new();
        for GameMove { name, role, does, legal } in &self.moves {
            let (does, legal) = (new.literal(*does).id, new.component(*legal));
            moves.push(GameMove { name: name.clone(), role: *role, does, legal });
        }
        let base = self.base.iter().map(|id| id.map(|id| new.literal(id).id)).collect();
        let network = new.builder.build()?;
        let (moves, roles, initial) = (moves.into(), roles.into(), self.initial.clone());
        Self { network, base, initial, moves, roles, next, legal, terminal }.checked()
    }

    /// The inputs that have one value in every position of the game: base propositions that keep their initial value, moves
    /// that are never legal. By component.
    ///
    /// Candidates are those that do not change in a few random games. An assumption that the network does not confirm is
    /// dropped until the rest confirm each other; by induction over the moves they hold.
    fn constants(&self) -> Vec<Option<bool>> {
        let mut assumed = self.candidates();
        let (next, legal) = (self.network.followed(self.next), self.network.followed(self.legal));
        let passes = Passes { constants: true, ..Passes::ALL };
        for _ in 0..MAX_ROUNDS.min(MAX_WORK / self.network.len().max(1)) {
            let values = optimise::values(&self.network, passes, &|id: Id| assumed[id.index()]);
            let confirmed = |output: &Option<Literal>, truth: bool| match output {
                None => !truth,
                Some(literal) => {
                    values[literal.id.index()] == Value::Constant(truth == literal.positive)
                }
            };
            let base =
                self.base.iter().zip(&next).filter_map(|(id, output)| Some(((*id)?, output)));
            let does = self.moves.iter().zip(&legal).map(|(mv, output)| (mv.does, output));
            let mut wrong: Vec<(Id, _)> = base.chain(does).collect();
            wrong.retain(|(id, output)| {
                assumed[id.index()].is_some_and(|truth| !confirmed(output, truth))
            });
            if wrong.is_empty() {
                return assumed;
            }
            wrong.iter().for_each(|(id, _)| assumed[id.index()] = None);
        }
        vec![None; self.network.len()]
    }

    /// The inputs that keep their initial value in random games.
    fn candidates(&self) -> Vec<Option<bool>> {
        let mut machine = GameMachine::new(Arc::new(self.clone()));
        let (mut random, mut chosen) = (Random::new(0), Vec::new());
        let mut changed: Vec<u64> = vec![0; self.initial.len()];
        let mut was_legal = vec![false; self.moves.len()];
        for _ in 0..GAMES {
            machine.set_base(&self.initial);
            for _ in 0..GAME_LENGTH {
                machine.legal().for_each(|mv| was_legal[mv] = true);
                let words = changed.iter_mut().zip(machine.base().iter().zip(&self.initial));
                words.for_each(|(changed, (now, initial))| *changed |= now ^ initial);
                machine.choose_moves(&mut random, &mut chosen);
                if machine.is_terminal() || chosen.is_empty() {
                    break;
                }
                machine.play_all(&chosen);
            }
        }
        let mut assumed = vec![None; self.network.len()];
        for (bit, id) in self.base.iter().enumerate() {
            if let Some(id) = id.filter(|_| changed[bit / 64] >> (bit % 64) & 1 == 0) {
                assumed[id.index()] = Some(self.initial[bit / 64] >> (bit % 64) & 1 == 1);
            }
        }
        for (mv, _) in self.moves.iter().zip(was_legal).filter(|(_, was_legal)| !was_legal) {
            assumed[mv.does.index()] = Some(false);
        }
        assumed
    }
}
