//! Games in GDL against an independent reasoner: the same legal moves, end, goals and positions in random games, and every
//! fault of a text with its place.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "a long run prints its counts")]

#[path = "network/faults.rs"]
mod faults;
#[path = "network/reasoner.rs"]
mod reasoner;

use lucena::base::Random;
use lucena::machine::gdl;
use lucena::machine::{GameMachine, GameRules, ParallelMachine};
use lucena::propnet::optimise::Passes;
use lucena::propnet::reference::{Ordered, Querying};
use reasoner::{Position, Reasoner, Term, View};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

const TIC_TAC_TOE: &str = include_str!("../assets/networks/tictactoe.kif");
const CONNECT_FOUR: &str = include_str!("../assets/networks/connectfour.kif");
const BREAKTHROUGH: &str = include_str!("../assets/networks/breakthrough.kif");
const MINICHESS: &str = include_str!("../assets/networks/minichess.kif");

/// Both players move at once; a function of a function, variables for whole facts, negation of what is never true, and
/// recursion through the position.
const SIMULTANEOUS: &str = "
    (role left) (role right)
    (init (score left zero)) (init (score right zero)) (init (round one)) (init marker)
    (after one two) (after two three) (after three four)
    (more zero (s zero)) (more (s zero) (s (s zero))) (more (s (s zero)) (s (s (s zero))))
    (hand rock) (hand paper) (hand scissors)
    (beats rock scissors) (beats scissors paper) (beats paper rock)
    (other left right) (other right left)
    (<= (legal ?r (show ?h)) (role ?r) (hand ?h) (not (true (hurt ?r))))
    (<= (wins ?r) (does ?r (show ?a)) (does ?s (show ?b)) (distinct ?r ?s) (beats ?a ?b))
    (<= (next (score ?r ?m)) (wins ?r) (true (score ?r ?n)) (more ?n ?m))
    (<= (next (score ?r ?n)) (true (score ?r ?n)) (not (wins ?r)))
    (<= (next (round ?n)) (true (round ?m)) (after ?m ?n))
    (<= (next ?f) (true ?f) (keeps ?f))
    (keeps marker)
    (<= (reached ?n) (true (round ?n)))
    (<= (reached ?m) (after ?m ?n) (reached ?n))
    (<= terminal (reached four))
    (<= (less ?n ?m) (more ?n ?m))
    (<= (less ?n ?k) (more ?n ?m) (less ?m ?k))
    (<= (goal ?r 100) (true (score ?r ?n)) (other ?r ?s) (true (score ?s ?m)) (less ?m ?n))
    (<= (goal ?r 0) (true (score ?r ?n)) (other ?r ?s) (true (score ?s ?m)) (less ?n ?m))
    (<= (goal ?r 50) (true (score ?r ?n)) (other ?r ?s) (true (score ?s ?n)))
";

/// The same game played by every way of propagation, over the network as read and optimised.
struct Machines {
    read: GameMachine,
    optimised: GameMachine,
    ordered: GameMachine<Ordered>,
    querying: GameMachine<Querying>,
}

impl Machines {
    fn new(text: &str) -> Self {
        let rules = gdl::read(text).unwrap().rules;
        let optimised = Arc::new(rules.optimised(Passes::ALL).unwrap());
        Self {
            read: GameMachine::new(Arc::new(rules)),
            optimised: GameMachine::new(Arc::clone(&optimised)),
            ordered: GameMachine::with_propagation(Arc::clone(&optimised)),
            querying: GameMachine::with_propagation(optimised),
        }
    }

    fn set_base(&mut self, base: &[u64]) {
        self.read.set_base(base);
        self.optimised.set_base(base);
        self.ordered.set_base(base);
        self.querying.set_base(base);
    }

    fn play(&mut self, moves: &[usize]) {
        self.read.play_all(moves);
        self.optimised.play_all(moves);
        self.ordered.play_all(moves);
        self.querying.play_all(moves);
    }

    /// All of them are in the same position and list the same moves.
    fn agree(&self) {
        let legal: Vec<usize> = self.read.legal().collect();
        let goals = |goal: &dyn Fn(usize) -> Option<u8>| {
            (0..self.read.rules().roles.len()).map(goal).collect::<Vec<_>>()
        };
        let expected =
            (self.read.base(), legal, self.read.is_terminal(), goals(&|r| self.read.goal(r)));
        macro_rules! same {
            ($($machine:ident),*) => {$(
                let machine = &self.$machine;
                let found =
                    (machine.base(), machine.legal().collect(), machine.is_terminal(), goals(&|r| machine.goal(r)));
                assert_eq!(found, expected, stringify!($machine));
            )*};
        }
        same!(optimised, ordered, querying);
    }
}

/// What is true in the machine's position, in the reasoner's words.
fn view(machine: &GameMachine) -> View {
    let rules = machine.rules();
    let name = |id| rules.network.name(id).to_owned();
    let goals = rules.roles.iter().flat_map(|role| &role.goals);
    View {
        legal: machine.legal().map(|mv| name(rules.moves[mv].legal)).collect(),
        terminal: machine.is_terminal(),
        goals: goals.filter(|goal| machine.is_true(goal.1)).map(|goal| name(goal.1)).collect(),
    }
}

fn facts(machine: &GameMachine) -> BTreeSet<String> {
    let rules = machine.rules();
    let bits = rules.base.iter().enumerate();
    bits.filter(|(bit, _)| machine.base()[bit / 64] >> (bit % 64) & 1 == 1)
        .map(|(_, id)| rules.network.name(id.unwrap()).to_owned())
        .collect()
}

fn reasoned(position: &Position) -> BTreeSet<String> {
    position.values().flatten().map(|fact| format!("(true {fact})")).collect()
}

/// Plays random games in both and compares every position; returns the number of positions.
fn compare(text: &str, games: u64, seed: u64) -> u64 {
    let (reasoner, mut machines) = (Reasoner::read(text), Machines::new(text));
    let rules = Arc::clone(machines.read.rules());
    let roles: Vec<&str> = rules.roles.iter().map(|role| role.name.as_str()).collect();
    assert_eq!(roles, reasoner.roles());
    let (mut random, mut chosen, mut positions) = (Random::new(seed), Vec::new(), 0);
    for _ in 0..games {
        let mut position = reasoner.initial();
        machines.set_base(&rules.initial);
        loop {
            positions += 1;
            machines.agree();
            assert_eq!(facts(&machines.read), reasoned(&position));
            let expected = reasoner.view(&position);
            assert_eq!(view(&machines.read), expected);
            if expected.terminal {
                break;
            }
            machines.read.choose_moves(&mut random, &mut chosen);
            assert_eq!(chosen.len(), roles.len(), "each role has a move");
            let done = |mv: &usize| reasoner::term_of(rules.network.name(rules.moves[*mv].does));
            let moves: Vec<Term> = chosen.iter().map(done).collect();
            position = reasoner.next(&position, &moves);
            machines.play(&chosen);
        }
    }
    positions
}

#[test]
fn tic_tac_toe_agrees_with_the_reasoner() {
    compare(TIC_TAC_TOE, 100, 1);
}

#[test]
fn connect_four_agrees_with_the_reasoner() {
    compare(CONNECT_FOUR, 20, 1);
}

#[test]
fn breakthrough_agrees_with_the_reasoner() {
    compare(BREAKTHROUGH, 5, 1);
}

#[test]
fn minichess_agrees_with_the_reasoner() {
    compare(MINICHESS, 5, 1);
}

#[test]
fn simultaneous_moves_agree_with_the_reasoner() {
    compare(SIMULTANEOUS, 100, 1);
}

/// `LUCENA_GAME=minichess LUCENA_GAMES=1000` plays one game's part of it.
#[test]
#[ignore = "plays 10,000 games of each, an hour"]
fn all_games_agree_with_the_reasoner_over_ten_thousand_playouts() {
    let wanted = std::env::var("LUCENA_GAME").unwrap_or_default();
    let games = std::env::var("LUCENA_GAMES").ok().map_or(10_000, |text| text.parse().unwrap());
    let all = [
        ("tictactoe", TIC_TAC_TOE),
        ("connectfour", CONNECT_FOUR),
        ("breakthrough", BREAKTHROUGH),
        ("minichess", MINICHESS),
    ];
    for (name, text) in all.into_iter().filter(|(name, _)| wanted.is_empty() || wanted == *name) {
        let start = Instant::now();
        let positions = compare(text, games, 27);
        println!(
            "{name}: {games} games, {positions} positions agree, {} s",
            start.elapsed().as_secs()
        );
    }
}

#[test]
fn every_optimisation_keeps_the_game() {
    let all = Passes::ALL;
    let variants = [
        Passes::NONE,
        Passes { constants: false, ..all },
        Passes { common: false, ..all },
        Passes { dead: false, ..all },
        Passes { flatten: false, ..all },
        Passes { constants: true, ..Passes::NONE },
        Passes { common: true, ..Passes::NONE },
        Passes { dead: true, ..Passes::NONE },
        Passes { flatten: true, ..Passes::NONE },
    ];
    let ron = GameRules::from_text(include_str!("../assets/networks/tictactoe.ron")).unwrap();
    let texts = [TIC_TAC_TOE, CONNECT_FOUR, BREAKTHROUGH, SIMULTANEOUS];
    for rules in texts.map(|text| gdl::read(text).unwrap().rules).into_iter().chain([ron]) {
        for passes in variants {
            let optimised = Arc::new(rules.optimised(passes).unwrap());
            if passes != Passes::NONE {
                assert!(optimised.network.edges() <= rules.network.edges(), "{passes:?}");
            }
            let (mut a, mut b) =
                (GameMachine::new(Arc::new(rules.clone())), GameMachine::new(optimised));
            let (mut random, mut chosen) = (Random::new(5), Vec::new());
            for _ in 0..200 {
                assert!(a.legal().eq(b.legal()), "{passes:?}");
                assert_eq!((a.base(), a.is_terminal()), (b.base(), b.is_terminal()), "{passes:?}");
                assert!((0..2).all(|role| a.goal(role) == b.goal(role)), "{passes:?}");
                a.choose_moves(&mut random, &mut chosen);
                if a.is_terminal() {
                    a.set_base(&rules.initial);
                    b.set_base(&rules.initial);
                } else {
                    a.play_all(&chosen);
                    b.play_all(&chosen);
                }
            }
        }
    }
}

/// Each of the 64 games follows the rules: every position is a successor of the one before, or the initial one.
#[test]
fn parallel_games_follow_the_rules() {
    for text in [TIC_TAC_TOE, BREAKTHROUGH] {
        let rules = Arc::new(gdl::read(text).unwrap().rules);
        let mut parallel = ParallelMachine::new(Arc::clone(&rules));
        let mut machine = GameMachine::new(Arc::clone(&rules));
        let mut random = Random::new(3);
        let read = |parallel: &ParallelMachine, game: usize| {
            let mut base = vec![0_u64; rules.initial.len()];
            for bit in (0..rules.base.len()).filter(|&bit| parallel.base(bit) >> game & 1 == 1) {
                base[bit / 64] |= 1 << (bit % 64);
            }
            base
        };
        let mut over = 0;
        for _ in 0..40 {
            let before: Vec<_> =
                [0, 31, 63].iter().map(|&game| (game, read(&parallel, game))).collect();
            over += parallel.step(&mut random);
            for (game, base) in before {
                machine.set_base(&base);
                let after = read(&parallel, game);
                if machine.is_terminal() {
                    assert_eq!(after[..], rules.initial[..]);
                    continue;
                }
                let legal: Vec<usize> = machine.legal().collect();
                let (first, second): (Vec<usize>, Vec<usize>) =
                    legal.iter().partition(|mv| rules.moves[**mv].role == 0);
                let mut reached = false;
                for &a in &first {
                    reached |= second.iter().any(|&b| machine.after_all(&[a, b]) == after);
                }
                assert!(reached, "game {game}");
            }
        }
        assert!(over > 0 || text == BREAKTHROUGH, "some games ended");
    }
}
