//! The rules of chess as two networks, one per side to move, and the machine that plays with them.
//!
//! Source: Sancho's split networks (A. Rose and S. Draper, 2014): the proposition that changes with every move, the side
//! to move, is constant true in one network and false in the other, so that each computes the moves of one side only.
//! Both have the same base bits.

mod attack_info;
pub mod base;
pub mod geometry;
mod move_list;
mod moves;
pub mod names;
mod next;
mod terminal;

pub use move_list::{ChessMove, PROMOTIONS, all_moves};

use super::{Error, GameMachine, GameMove, GameRules};
use crate::propnet::{Builder, Id, Literal, State, Stepper};
use crate::rules::{CastlingSide, Color, Position};
use attack_info::AttackInfo;
use base::{BaseIds, CastlingRules, ChessBase};
use next::Does;
use std::sync::Arc;

/// The rules of chess with `us` to move and these castling squares.
///
/// # Errors
/// An error of construction; tests exclude it.
pub fn chess_rules(us: Color, castling: &CastlingRules) -> Result<GameRules, Error> {
    let mut builder = Builder::default();
    let ids = BaseIds::declare(&mut builder, us);
    let attack_info = AttackInfo::build(&mut builder, &ids, us);
    let moves = all_moves(us);
    let does = |mv| Does { mv, input: builder.input(&names::does(&mv.to_string())) };
    let does: Vec<Does> = moves.iter().copied().map(does).collect();
    let legal = moves::build(&mut builder, &ids, &attack_info, us, castling, &moves);
    let set = builder.bit_set("legal", legal.len());
    for (bit, &legal) in legal.iter().enumerate() {
        builder.trigger(set, bit, legal);
    }
    let next = next::build(&mut builder, &ids, &attack_info, us, castling, &does);
    let (terminal, roles) = terminal::build(&mut builder, &ids, &attack_info, us, &legal);
    let role = base::side_index(us);
    let game_move = |(does, legal): (&Does, &Literal)| {
        let (name, does) = (does.mv.to_string(), does.input.id);
        GameMove { name, role, does, legal: legal.id }
    };
    let moves = does.iter().zip(&legal).map(game_move).collect();
    let rules = GameRules {
        network: builder.build()?,
        base: ids.by_bit.into_iter().map(|base| base.map(|literal| literal.id)).collect(),
        initial: base::encode(&Position::default()).into(),
        moves,
        roles: roles.into(),
        next,
        legal: set,
        terminal: terminal.id,
    };
    rules.checked()
}

/// A game of chess played by networks only, without a move generator.
///
/// Invariant: the machine of the side to move has the position `base`; the other one is updated when it is to move.
#[derive(Clone, Debug)]
pub struct ChessMachine {
    /// White's, then Black's.
    sides: [GameMachine; 2],
    /// The moves by bit, in the order of `sides`.
    moves: [Arc<[ChessMove]>; 2],
    /// The squares of castling, which are part of the rules.
    castling: CastlingRules,
    base: ChessBase,
}

impl ChessMachine {
    /// The initial position. Building both networks takes tens of milliseconds; clone the machine for other threads.
    ///
    /// # Errors
    /// An error of construction; tests exclude it.
    pub fn new() -> Result<Self, Error> {
        Self::for_game(&Position::default())
    }

    /// The rules of the game of `position`, and the position.
    fn for_game(position: &Position) -> Result<Self, Error> {
        let castling = CastlingRules::of_position(position);
        let machine =
            |side| Ok::<_, Error>(GameMachine::new(Arc::new(chess_rules(side, &castling)?)));
        let mut machine = Self {
            sides: [machine(Color::White)?, machine(Color::Black)?],
            moves: Color::ALL.map(|side| all_moves(side).into()),
            castling,
            base: base::encode(position),
        };
        machine.set_base(&base::encode(position));
        Ok(machine)
    }

    /// Sets the position. Builds other networks if castling has other squares in it, as in Chess960.
    ///
    /// # Errors
    /// An error of construction; tests exclude it.
    pub fn set_position(&mut self, position: &Position) -> Result<(), Error> {
        let known = |(side, wing)| {
            let squares = position.castling_squares(side, wing);
            squares.is_none_or(|squares| squares == self.castling.of(side, wing))
        };
        let mut wings =
            Color::ALL.into_iter().flat_map(|side| CastlingSide::ALL.map(|wing| (side, wing)));
        if !wings.all(known) {
            *self = Self::for_game(position)?;
        }
        self.set_base(&base::encode(position));
        Ok(())
    }

    /// The same for questions about the position: castling has the squares of its king and rooks also where the right is lost.
    ///
    /// # Errors
    /// An error of construction; tests exclude it.
    pub fn set_questioned(&mut self, position: &Position) -> Result<(), Error> {
        if CastlingRules::of_position(position) == self.castling {
            return self.set_position(position);
        }
        *self = Self::for_game(position)?;
        Ok(())
    }

    /// The squares of castling.
    pub const fn castling(&self) -> &CastlingRules {
        &self.castling
    }

    /// Sets the position by its base bits.
    pub fn set_base(&mut self, base: &ChessBase) {
        self.base = *base;
        let index = self.index();
        self.sides[index].set_base(base);
    }

    /// The base bits of the current position.
    pub const fn base(&self) -> &ChessBase {
        &self.base
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        base::turn(&self.base)
    }

    const fn index(&self) -> usize {
        base::side_index(self.turn())
    }

    /// The machine of the side to move, with every proposition of the position.
    pub const fn mover(&self) -> &GameMachine {
        &self.sides[self.index()]
    }

    /// The machines of White and Black, for figures.
    pub const fn sides(&self) -> &[GameMachine; 2] {
        &self.sides
    }

    /// The network state of the side to move.
    pub const fn state(&self) -> &State {
        self.mover().state()
    }

    /// The legal moves, in the order of their bits; also when the game is over by rule.
    pub fn legal(&self) -> impl Iterator<Item = ChessMove> + '_ {
        let moves = &self.moves[self.index()];
        self.mover().legal().map(|bit| moves[bit])
    }

    /// The number of legal moves.
    pub fn count_legal(&self) -> u32 {
        self.mover().count_legal()
    }

    /// Makes a move on a copy: the base bits after `mv`, legal or not. `None` for a move that the side to move does not
    /// have.
    pub fn after(&mut self, mv: ChessMove) -> Option<ChessBase> {
        let bit = self.moves[self.index()].iter().position(|known| *known == mv)?;
        Some(self.successor(bit))
    }

    /// The propagation in the network of the side to move in `before` when it makes `mv`: from `does` to the next position.
    /// `None` for a move that it does not have.
    pub fn record_move(&mut self, before: &Position, mv: ChessMove) -> Option<Stepper> {
        self.set_position(before).ok()?;
        let index = self.index();
        let bit = self.moves[index].iter().position(|known| *known == mv)?;
        // Without a move made before, so that the record is the same every time.
        self.sides[index].after_all(&[]);
        Some(self.sides[index].record_after(bit))
    }

    /// The propagation in the network of the side to move in `after` when it gets this position in place of `before`: from
    /// the pieces to the legal moves.
    pub fn record_position(&mut self, before: &Position, after: &Position) -> Stepper {
        self.base = base::encode(after);
        let machine = &mut self.sides[base::side_index(after.turn())];
        machine.set_base(&base::encode(before));
        machine.after_all(&[]);
        machine.record_base(&self.base)
    }

    /// The `legal` output of a move of the side to move.
    pub fn legal_component(&self, mv: ChessMove) -> Option<Id> {
        let bit = self.moves[self.index()].iter().position(|known| *known == mv)?;
        Some(self.mover().rules().moves[bit].legal)
    }

    /// Is the component called `name` true in the network of the side to move?
    pub fn is_true(&self, name: &str) -> bool {
        let mover = self.mover();
        mover.rules().network.find(name).is_some_and(|id| mover.is_true(id))
    }

    /// Makes the `index`-th legal move of [`ChessMachine::legal`]; `None` if there are fewer.
    pub fn play_nth(&mut self, index: usize) -> Option<ChessMove> {
        let bit = self.mover().legal().nth(index)?;
        let mv = self.moves[self.index()][bit];
        let successor = self.successor(bit);
        self.set_base(&successor);
        Some(mv)
    }

    fn successor(&mut self, bit: usize) -> ChessBase {
        let index = self.index();
        let mut successor = [0; base::WORDS];
        successor.copy_from_slice(self.sides[index].after(bit));
        successor
    }

    /// Is the game over by checkmate, stalemate, insufficient material or the 75-move rule?
    pub fn is_terminal(&self) -> bool {
        self.mover().is_terminal()
    }

    /// The result of a finished game for `side`: 100, 50 or 0; `None` if it is not over.
    pub fn goal(&self, side: Color) -> Option<u8> {
        self.mover().goal(base::side_index(side))
    }
}
