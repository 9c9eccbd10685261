//! Queries of a game: positions, move lists, status, and the engine's input.

use super::{DrawClaim, End, Game, NodeId, Status, Termination};
use crate::base::Millis;
use crate::rules::{Color, Move, Position};
use crate::timing::ClockState;
use shakmaty::Position as _;

impl Game {
    /// The start position.
    pub fn start(&self) -> &Position {
        self.tree().node(NodeId::ROOT).position()
    }

    /// A player's name; `?` if unknown.
    pub fn player_name(&self, side: Color) -> &str {
        match self.players.get(side).name.as_str() {
            "" => "?",
            name => name,
        }
    }

    /// The names of White and Black with `separator` between them.
    pub fn player_names(&self, separator: &str) -> String {
        [Color::White, Color::Black].map(|side| self.player_name(side)).join(separator)
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.position_at(self.current())
    }

    /// The position at `node`.
    pub fn position_at(&self, node: NodeId) -> &Position {
        self.tree().node(node).position()
    }

    /// The move that led to the current position.
    pub fn last_move(&self) -> Option<Move> {
        self.tree().node(self.current()).mv()
    }

    /// The moves from the start to the current position, since the last null move if there was one.
    pub fn moves(&self) -> Vec<Move> {
        self.line_to(self.current()).1
    }

    /// Start position and moves to reach `node`, for the engine. After a null move the
    /// position behind it is the start, since repetitions do not extend across a null move.
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
    pub fn sans(&self) -> Vec<String> {
        let path = self.tree().path(self.current());
        path.into_iter().skip(1).map(|id| self.tree().san(id)).collect()
    }

    /// The status of the game.
    pub fn status(&self) -> Status {
        match self.end() {
            Some(end) => Status::Over(end),
            None => self.status_at(self.current()),
        }
    }

    /// The status at `node` by the rules alone.
    pub fn status_at(&self, node: NodeId) -> Status {
        match self.forced_end_at(node) {
            Some(end) => Status::Over(end),
            None => Status::Ongoing { claim: self.claim_at(node) },
        }
    }

    /// Whether the position at `node` occurs at least so many times up to there, itself included. Looks back to the last move that
    /// cannot be undone, or null move, or as far as it has to.
    pub fn has_occurred(&self, node: NodeId, times: usize) -> bool {
        let key = self.position_at(node).key();
        let reversible = self.position_at(node).halfmoves() as usize;
        let before = |&id: &NodeId| self.tree().node(id).mv().and(self.tree().node(id).parent());
        let line = std::iter::successors(Some(node), before).take(reversible + 1);
        let same = line.filter(|&id| self.position_at(id).key() == key);
        same.take(times).count() == times
    }

    /// The draw that the side to move at `node` may claim (articles 9.2 and 9.3).
    pub fn claim_at(&self, node: NodeId) -> Option<DrawClaim> {
        if self.has_occurred(node, 3) {
            Some(DrawClaim::Threefold)
        } else if self.position_at(node).halfmoves() >= 100 {
            Some(DrawClaim::FiftyMoves)
        } else {
            None
        }
    }

    /// The end without a claim: mate, stalemate, dead position, fivefold repetition, seventy-five moves.
    /// Checkmate by the last of the seventy-five moves takes precedence (article 9.6.2).
    pub fn forced_end_at(&self, node: NodeId) -> Option<End> {
        let position = self.position_at(node);
        if position.legal_moves().is_empty() {
            return Some(if position.is_check() {
                End::win(!position.turn(), Termination::Checkmate)
            } else {
                End::draw(Termination::Stalemate)
            });
        }
        if position.chess().is_insufficient_material() {
            Some(End::draw(Termination::InsufficientMaterial))
        } else if self.has_occurred(node, 5) {
            Some(End::draw(Termination::Fivefold))
        } else if position.halfmoves() >= 150 {
            Some(End::draw(Termination::SeventyFiveMoves))
        } else {
            None
        }
    }

    /// Time left for `side` at `now`; negative after its flag fell, `None` without a clock.
    pub fn remaining(&self, side: Color, now: Millis) -> Option<Millis> {
        self.clocks().remaining(side, self.position().turn(), now)
    }

    /// `side`'s clock when `node` was reached; `None` if not known.
    pub fn clock_at(&self, node: NodeId, side: Color) -> Option<Millis> {
        let mut at = Some(node);
        while let Some(id) = at {
            let here = self.tree().node(id);
            if here.mover() == Some(side) {
                return here.annotation.clock;
            }
            at = here.parent();
        }
        self.clocks().control(side).initial()
    }

    /// Time used for the move to `node`: the recorded time, else the difference of the mover's clock. `None` without a
    /// known control: what was added to the clock is not known then.
    pub fn time_used_at(&self, node: NodeId) -> Option<Millis> {
        let here = self.tree().node(node);
        let (parent, mover) = (here.parent()?, here.mover()?);
        let by_clock = || {
            let made = u32::try_from(here.ply().div_ceil(2)).ok()?;
            let (before, after) = (self.clock_at(parent, mover)?, here.annotation.clock?);
            let control = self.clocks().control(mover);
            control.initial()?;
            control.time_used(made, before, after)
        };
        here.annotation.elapsed.or_else(by_clock)
    }

    /// Has a move of the main line an evaluation?
    pub fn has_evaluations(&self) -> bool {
        let is_evaluated = |&id: &NodeId| self.tree().node(id).annotation.evaluation.is_some();
        self.tree().mainline().iter().any(is_evaluated)
    }

    /// The clock of the side to move, for the time manager; `None` without a clock.
    pub fn clock_state(&self, now: Millis) -> Option<ClockState> {
        self.clock_of(self.position().turn(), now)
    }

    /// Moves of a side to its next time control; `None` without one.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let clocks = self.clocks();
        clocks.control(side).moves_to_go(clocks.made(side))
    }

    /// The clock of a side at its next move; `None` without a clock.
    pub fn clock_of(&self, side: Color, now: Millis) -> Option<ClockState> {
        let position = self.position();
        let increment = self.clocks().control(side).increment(self.clocks().made(side));
        Some(ClockState {
            ply: position.game_ply() + usize::from(side != position.turn()),
            remaining: self.remaining(side, now)?,
            increment,
            moves_to_go: self.moves_to_go(side),
            pieces: u32::try_from(position.board().occupied().count()).unwrap_or(u32::MAX),
        })
    }
}
