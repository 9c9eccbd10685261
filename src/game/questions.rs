//! What can be asked about a game: positions, move lists, how it stands, what the engine needs to think about it.

use super::{Claim, End, Game, NodeId, Reason, Status};
use crate::base::Millis;
use crate::rules::{Color, Key, Move, Position};
use crate::timing::ClockState;
use shakmaty::Position as _;

impl Game {
    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.tree().node(NodeId::ROOT).position()
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.position_at(self.current())
    }

    /// The position at `node`.
    #[must_use]
    pub fn position_at(&self, node: NodeId) -> &Position {
        self.tree().node(node).position()
    }

    /// The move that led to the current position.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.tree().node(self.current()).mv()
    }

    /// The moves from the start to the current position, since the last null move if there was one.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.line_to(self.current()).1
    }

    /// Where to start and what to play from there to reach `node`, for an order to the engine. After a null move the
    /// position behind it is the start, since no repetition reaches across it.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> (Position, Vec<Move>) {
        let (mut start, mut moves) = (self.start().clone(), Vec::new());
        for id in self.tree().path(node).into_iter().skip(1) {
            match self.tree().node(id).mv() {
                Some(mv) => moves.push(mv),
                None => {
                    start = self.position_at(id).clone();
                    moves.clear();
                }
            }
        }
        (start, moves)
    }

    /// The moves from the start to the current position in standard notation.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        let path = self.tree().path(self.current());
        path.into_iter().skip(1).map(|id| self.tree().san(id)).collect()
    }

    /// Keys of the earlier positions of the game, oldest first, the current one not included.
    #[must_use]
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = self.keys_to(self.current());
        keys.pop();
        keys
    }

    /// How the game stands now.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.end() {
            Some(end) => Status::Over(end),
            None => self.status_at(self.current()),
        }
    }

    /// How the game would stand at `node` by the rules alone.
    #[must_use]
    pub fn status_at(&self, node: NodeId) -> Status {
        match self.forced_end_at(node) {
            Some(end) => Status::Over(end),
            None => Status::Ongoing { claim: self.claim_at(node) },
        }
    }

    /// How often the position at `node` has stood on the board, itself included.
    #[must_use]
    pub fn occurrences_at(&self, node: NodeId) -> usize {
        let key = self.position_at(node).key();
        self.keys_to(node).into_iter().filter(|&earlier| earlier == key).count()
    }

    /// The draw that the side to move at `node` may claim (articles 9.2 and 9.3).
    #[must_use]
    pub fn claim_at(&self, node: NodeId) -> Option<Claim> {
        if self.occurrences_at(node) >= 3 {
            Some(Claim::Threefold)
        } else if self.position_at(node).halfmoves() >= 100 {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// The end that nobody has to ask for: mate, stalemate, dead position, fivefold repetition, seventy-five moves.
    /// A mate on the last of the seventy-five moves counts (article 9.6.2).
    #[must_use]
    pub fn forced_end_at(&self, node: NodeId) -> Option<End> {
        let position = self.position_at(node);
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                End::win(!position.turn(), Reason::Checkmate)
            } else {
                End::draw(Reason::Stalemate)
            });
        }
        if position.chess().is_insufficient_material() {
            Some(End::draw(Reason::InsufficientMaterial))
        } else if self.occurrences_at(node) >= 5 {
            Some(End::draw(Reason::Fivefold))
        } else if position.halfmoves() >= 150 {
            Some(End::draw(Reason::SeventyFiveMoves))
        } else {
            None
        }
    }

    /// What `side` has left at `now`; negative once its flag has fallen, `None` without a clock.
    #[must_use]
    pub fn remaining(&self, side: Color, now: Millis) -> Option<Millis> {
        self.clocks().remaining(side, self.position().turn(), now)
    }

    /// What `side`'s clock showed when `node` was reached; `None` when that is not known.
    #[must_use]
    pub fn clock_at(&self, node: NodeId, side: Color) -> Option<Millis> {
        let mut at = Some(node);
        while let Some(id) = at {
            let here = self.tree().node(id);
            if here.mover() == Some(side) {
                return here.facts.clock;
            }
            at = here.parent();
        }
        self.clocks().control(side).initial()
    }

    /// Time that the move to `node` took: as it was recorded, else what the mover's clock lost by it.
    #[must_use]
    pub fn time_used_at(&self, node: NodeId) -> Option<Millis> {
        let here = self.tree().node(node);
        let (parent, mover) = (here.parent()?, here.mover()?);
        let by_clock = || {
            let made = u32::try_from(here.ply().saturating_sub(1) / 2).ok()?;
            let before =
                self.clock_at(parent, mover)? + self.clocks().control(mover).increment(made);
            // A clock that gained more than its increment, as when time is added by hand, tells nothing.
            Some(before - here.facts.clock?).filter(|used| used.0 >= 0)
        };
        here.facts.elapsed.or_else(by_clock)
    }

    /// The clock of the side to move as the time manager wants it; `None` without a clock.
    #[must_use]
    pub fn clock_state(&self, now: Millis) -> Option<ClockState> {
        let position = self.position();
        let turn = position.turn();
        let (control, made) = (self.clocks().control(turn), self.clocks().made(turn));
        Some(ClockState {
            ply: position.game_ply(),
            remaining: self.remaining(turn, now)?,
            increment: control.increment(made),
            moves_to_go: control.moves_to_go(made),
            men: u32::try_from(position.board().occupied().count()).unwrap_or(u32::MAX),
        })
    }

    /// Keys since the last null move up to `node`, which is included.
    fn keys_to(&self, node: NodeId) -> Vec<Key> {
        let mut keys = vec![self.position_at(node).key()];
        let mut at = node;
        while let (Some(_), Some(parent)) =
            (self.tree().node(at).mv(), self.tree().node(at).parent())
        {
            keys.push(self.position_at(parent).key());
            at = parent;
        }
        keys.reverse();
        keys
    }
}
