//! The parts of a network that make it the rules of a game, and where each stands. Playing is in `play.rs`.

use super::Error;
use crate::propnet::{Id, Network, SetId};
use std::sync::Arc;

/// One move of one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// As the rules call it.
    pub name: String,
    /// Position of the role that makes it in [`GameRules::roles`].
    pub role: usize,
    /// The input that says it is being made.
    pub does: Id,
    /// The output that says it may be made.
    pub legal: Id,
}

/// A player, as the rules see one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRole {
    /// As the rules call it.
    pub name: String,
    /// What a finished game can be worth, 0 to 100, and the output that says it is.
    pub goals: Vec<(u8, Id)>,
}

/// The rules of a game: a network and the meaning of its parts.
///
/// Invariant: bit `i` of `next` is the successor's `base[i]`; bit `i` of `legal` belongs to `moves[i]`.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// The components.
    pub network: Arc<Network>,
    /// The propositions that make up a state, by bit; `None` for bits that mean nothing.
    pub base: Box<[Option<Id>]>,
    /// The state a game begins in, as words of base bits.
    pub initial: Box<[u64]>,
    /// Every move of every role, whether legal now or not.
    pub moves: Box<[GameMove]>,
    /// The players, in the order of moving.
    pub roles: Box<[GameRole]>,
    /// The base bits of the successor under the move whose `does` is set.
    pub next: SetId,
    /// The moves that may be made.
    pub legal: SetId,
    /// True when the game is over.
    pub terminal: Id,
}

impl GameRules {
    /// Checks that sets and lists fit each other.
    ///
    /// # Errors
    /// [`Error::Part`] naming the part whose size is wrong.
    pub fn checked(self) -> Result<Self, Error> {
        let sizes = [
            ("next", self.network.set_len(self.next), self.base.len()),
            ("legal", self.network.set_len(self.legal), self.moves.len()),
            ("initial", self.initial.len(), self.base.len().div_ceil(64)),
        ];
        for (part, found, wanted) in sizes {
            if found != wanted {
                let reason = format!("{found} entries where {wanted} belong");
                return Err(Error::Part { part: part.to_owned(), reason });
            }
        }
        Ok(self)
    }

    /// The move called `name`, as a position in [`GameRules::moves`].
    #[must_use]
    pub fn find_move(&self, name: &str) -> Option<usize> {
        self.moves.iter().position(|known| known.name == name)
    }
}
