//! The rules of a game as a network: the propositions of the state, the moves and the goals. `play.rs` plays them.

use super::Error;
use crate::propnet::text::{self, TextNetwork};
use crate::propnet::{Id, Network, SetId};
use std::collections::HashMap;
use std::sync::Arc;

/// One move of one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMove {
    /// Its name in the rules.
    pub name: String,
    /// Index of its role in [`GameRules::roles`].
    pub role: usize,
    /// The input that makes it.
    pub does: Id,
    /// The output that says whether it is legal.
    pub legal: Id,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRole {
    /// Its name in the rules.
    pub name: String,
    /// The possible goal values, 0 to 100, and their outputs.
    pub goals: Vec<(u8, Id)>,
}

/// The rules of a game: a network and its parts.
///
/// Invariant: bit `i` of `next` is the successor's `base[i]`; bit `i` of `legal` belongs to `moves[i]`.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// The components.
    pub network: Arc<Network>,
    /// The base propositions by bit; `None` for unused bits.
    pub base: Box<[Option<Id>]>,
    /// The initial state, as words of base bits.
    pub initial: Box<[u64]>,
    /// All moves of all roles.
    pub moves: Box<[GameMove]>,
    /// The players, in the order in which they move.
    pub roles: Box<[GameRole]>,
    /// The base bits after the move whose `does` is set.
    pub next: SetId,
    /// The legal moves.
    pub legal: SetId,
    /// Is the game over?
    pub terminal: Id,
}

impl GameRules {
    /// Checks the sizes of sets and lists.
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
                let reason = format!("{found} entries, expected {wanted}");
                return Err(Error::Part { part: part.to_owned(), reason });
            }
        }
        Ok(self)
    }

    /// Reads rules from the text form of networks. The network has the sets `next` and `legal`, the component `terminal`
    /// and the groups `base`, `init` (what is true initially), and for each role `does <role>` and
    /// `goals <role>`, whose components end in their value. The legal set follows the `does` groups in their order.
    ///
    /// # Errors
    /// An error of the text, with its line, or [`Error::Part`] naming what is missing.
    pub fn from_text(text: &str) -> Result<Self, Error> {
        let read = text::read(text)?;
        let base = group(&read, "base")?;
        let mut initial = vec![0_u64; base.len().div_ceil(64)];
        let bits: HashMap<Id, usize> = base.iter().copied().zip(0..).collect();
        for id in group(&read, "init")? {
            let bit = bits.get(id).copied();
            let bit =
                bit.ok_or_else(|| part_error(read.network.name(*id), "not in group \"base\""))?;
            initial[bit / 64] |= 1 << (bit % 64);
        }
        let (next, _) = read.set("next").ok_or_else(|| part_error("next", "no such set"))?;
        let (legal, outputs) =
            read.set("legal").ok_or_else(|| part_error("legal", "no such set"))?;
        let names =
            read.groups.iter().filter_map(|(name, does)| Some((name.strip_prefix("does ")?, does)));
        let (mut moves, mut roles) = (Vec::new(), Vec::new());
        for (name, does) in names {
            for &does in does {
                let name = read.network.name(does).to_owned();
                let legal = outputs.get(moves.len()).filter(|output| output.positive);
                let legal =
                    legal.ok_or_else(|| part_error(&name, "no output in set \"legal\""))?.id;
                moves.push(GameMove { name, role: roles.len(), does, legal });
            }
            roles.push(GameRole { name: name.to_owned(), goals: goals(&read, name)? });
        }
        let terminal = read.network.find("terminal");
        let terminal = terminal.ok_or_else(|| part_error("terminal", "no such component"))?;
        let base: Vec<Option<Id>> = base.iter().copied().map(Some).collect();
        let (moves, roles) = (moves.into(), roles.into());
        let (base, initial, network) = (base.into(), initial.into(), read.network);
        Self { network, base, initial, moves, roles, next, legal, terminal }.checked()
    }
}

fn part_error(part: &str, reason: &str) -> Error {
    Error::Part { part: part.to_owned(), reason: reason.to_owned() }
}

fn group<'a>(read: &'a TextNetwork, name: &str) -> Result<&'a [Id], Error> {
    read.group(name).ok_or_else(|| part_error(name, "no such group"))
}

/// The goals of a role: the last word of each component's name is the value.
fn goals(read: &TextNetwork, role: &str) -> Result<Vec<(u8, Id)>, Error> {
    let value = |&id: &Id| {
        let name = read.network.name(id);
        let value = name.rsplit(' ').next().and_then(|word| word.parse().ok());
        value
            .map(|value| (value, id))
            .ok_or_else(|| part_error(name, "name does not end in the value"))
    };
    group(read, &format!("goals {role}"))?.iter().map(value).collect()
}
