//! The rules of chess as two networks, one for each side to move, and the machine that plays by them.
//!
//! Source: Sancho's split networks (A. Rose and S. Draper, 2014): the proposition that changes with every move, whose
//! turn it is, is wired true in one network and false in the other, so that each works out the moves of one side only.
//! Both share the base bits.

pub mod base;
mod ending;
pub mod geometry;
mod moves;
pub mod names;
mod next;
mod sight;
mod table;

pub use table::{ChessMove, PROMOTIONS, all_moves};

use super::{Error, GameMachine, GameMove, GameRules};
use crate::propnet::{Builder, Id, State};
use crate::rules::{Color, Position};
use base::{BaseIds, ChessBase};
use sight::Sight;
use std::sync::Arc;

/// The rules of chess with `us` to move.
///
/// # Errors
/// A fault of construction, which the tests rule out.
pub fn chess_rules(us: Color) -> Result<GameRules, Error> {
    let mut builder = Builder::new();
    let ids = BaseIds::declare(&mut builder, us);
    let sight = Sight::wire(&mut builder, &ids, us);
    let moves = all_moves(us);
    let does: Vec<_> =
        moves.iter().map(|mv| builder.input(&names::does(&mv.to_string()))).collect();
    let legal = moves::wire(&mut builder, &ids, &sight, (us, &moves));
    let set = builder.bit_set("legal", u32::try_from(legal.len()).unwrap_or(u32::MAX));
    for (&id, bit) in legal.iter().zip(0..) {
        builder.trigger(set, bit, id);
    }
    let next = next::wire(&mut builder, &ids, &sight, us, (&moves, &does));
    let (terminal, roles) = ending::wire(&mut builder, &ids, &sight, us, &legal);
    let role = base::side_index(us);
    let parts = moves.iter().zip(does.into_iter().zip(legal));
    let moves = parts
        .map(|(mv, (does, legal))| GameMove { name: mv.to_string(), role, does, legal })
        .collect();
    let rules = GameRules {
        network: builder.build()?,
        base: ids.by_bit.into(),
        initial: base::encode(&Position::default()).into(),
        moves,
        roles: roles.into(),
        next,
        legal: set,
        terminal,
    };
    rules.checked()
}

/// A game of chess run by networks alone: no move generator is asked.
///
/// Invariant: the machine of the side to move holds `base`; the other one may lag behind and is brought up by
/// difference when its turn comes.
#[derive(Clone, Debug)]
pub struct ChessMachine {
    /// White's, then Black's.
    sides: [GameMachine; 2],
    /// The moves behind the bits, as `sides`.
    moves: [Arc<[ChessMove]>; 2],
    base: ChessBase,
}

impl ChessMachine {
    /// The game at its beginning. Builds both networks, some tens of milliseconds; clone it for further threads.
    ///
    /// # Errors
    /// A fault of construction, which the tests rule out.
    pub fn new() -> Result<Self, Error> {
        let machine = |side| Ok::<_, Error>(GameMachine::new(Arc::new(chess_rules(side)?)));
        Ok(Self {
            sides: [machine(Color::White)?, machine(Color::Black)?],
            moves: Color::ALL.map(|side| all_moves(side).into()),
            base: base::encode(&Position::default()),
        })
    }

    /// Goes to `position`.
    pub fn set_position(&mut self, position: &Position) {
        self.place(&base::encode(position));
    }

    /// Goes to the position with these base bits.
    pub fn place(&mut self, base: &ChessBase) {
        self.base = *base;
        let index = self.index();
        self.sides[index].place(base);
    }

    /// The base bits of the position on the board.
    #[must_use]
    pub const fn base(&self) -> &ChessBase {
        &self.base
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        base::turn(&self.base)
    }

    const fn index(&self) -> usize {
        base::side_index(self.turn())
    }

    /// The machine of the side to move, in which every proposition of the position can be looked at.
    #[must_use]
    pub const fn mover(&self) -> &GameMachine {
        &self.sides[self.index()]
    }

    /// The machines of White and Black, for figures.
    #[must_use]
    pub const fn sides(&self) -> &[GameMachine; 2] {
        &self.sides
    }

    /// The running network of the side to move.
    #[must_use]
    pub const fn state(&self) -> &State {
        self.mover().state()
    }

    /// The legal moves, in the order of their bits. Listed even when the game is over by rule.
    pub fn legal(&self) -> impl Iterator<Item = ChessMove> + '_ {
        let moves = &self.moves[self.index()];
        self.mover().legal().map(|bit| moves[bit])
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        self.mover().count_legal()
    }

    /// Makes a move if it is legal; says whether it was.
    pub fn play(&mut self, mv: ChessMove) -> bool {
        let bit = self.mover().legal().find(|&bit| self.moves[self.index()][bit] == mv);
        if let Some(bit) = bit {
            self.play_bit(bit);
        }
        bit.is_some()
    }

    /// The successor's base bits under `mv`, legal or not: what the transitions make of its `does`. `None` for a move
    /// that is none of the side's. The position stays.
    pub fn imagine(&mut self, mv: ChessMove) -> Option<ChessBase> {
        let bit = self.moves[self.index()].iter().position(|known| *known == mv)?;
        Some(self.successor(bit))
    }

    /// The `legal` output of a move of the side to move.
    #[must_use]
    pub fn legal_component(&self, mv: ChessMove) -> Option<Id> {
        let bit = self.moves[self.index()].iter().position(|known| *known == mv)?;
        Some(self.mover().rules().moves[bit].legal)
    }

    /// Is the component called `name` there for the side to move, and true?
    #[must_use]
    pub fn is_true(&self, name: &str) -> bool {
        let mover = self.mover();
        mover.rules().network.find(name).is_some_and(|id| mover.is_true(id))
    }

    /// Makes the legal move that stands at `rank` in [`ChessMachine::legal`]; `None` if there are not so many.
    pub fn play_nth(&mut self, rank: usize) -> Option<ChessMove> {
        let bit = self.mover().legal().nth(rank)?;
        let mv = self.moves[self.index()][bit];
        self.play_bit(bit);
        Some(mv)
    }

    fn play_bit(&mut self, bit: usize) {
        let successor = self.successor(bit);
        self.place(&successor);
    }

    fn successor(&mut self, bit: usize) -> ChessBase {
        let index = self.index();
        let mut successor = [0; base::WORDS];
        successor.copy_from_slice(self.sides[index].after(bit));
        successor
    }

    /// Is the game over by mate, stalemate, material or the seventy-five moves?
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.mover().is_terminal()
    }

    /// What a finished game is worth to `side`: 100, 50 or 0; `None` while it goes on.
    #[must_use]
    pub fn goal(&self, side: Color) -> Option<u8> {
        self.mover().goal(base::side_index(side))
    }

    /// Leaves of the legal move tree `depth` plies deep; the last ply is counted, not played. The position stays.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_legal()),
            _ => {
                let home = self.base;
                // All successors first: between them only one `does` changes.
                let bits: Vec<usize> = self.mover().legal().collect();
                let successors: Vec<ChessBase> =
                    bits.into_iter().map(|bit| self.successor(bit)).collect();
                let mut leaves = 0;
                for successor in &successors {
                    self.place(successor);
                    leaves += self.perft(depth - 1);
                }
                self.place(&home);
                leaves
            }
        }
    }
}
