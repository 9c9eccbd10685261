//! A game being played: the tree, who plays, the clocks and the result, kept in step with each other.
//! What a front end asks about a position of it is in `questions.rs`.

use super::{Clocks, End, NodeId, Reason, Step, Tags, TimeControl, Tree};
use crate::base::{Elo, Millis};
use crate::rules::{Color, Move, Position, notation};
use crate::strength::DialSetting;
use shakmaty::{ByColor, Position as _};

/// Who plays a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name as the record shows it; empty when not known.
    pub name: String,
    /// A person, or the engine at a setting of its dial.
    pub kind: PlayerKind,
    /// Rating, where there is one.
    pub elo: Option<Elo>,
}

/// A person or the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerKind {
    /// Not this program's engine.
    #[default]
    Human,
    /// This program's engine.
    Engine(DialSetting),
}

impl Player {
    /// A person called `name`.
    #[must_use]
    pub fn human(name: &str) -> Self {
        Self { name: name.to_owned(), kind: PlayerKind::Human, elo: None }
    }

    /// The engine; a limited dial is its rating.
    #[must_use]
    pub fn engine(dial: DialSetting) -> Self {
        Self { name: "Lucena".to_owned(), kind: PlayerKind::Engine(dial), elo: dial.elo() }
    }
}

/// What becomes of a draw that may be claimed (threefold repetition, fifty moves).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claims {
    /// It is offered: [`Game::claim_draw`].
    #[default]
    OnDemand,
    /// The program claims it as soon as it can be had.
    Automatic,
}

/// Why something cannot be done to a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game has ended.
    #[error("the game is over: {}", .0.words())]
    Over(End),
    /// The rules forbid it.
    #[error("{0} is not legal here")]
    Illegal(String),
    /// No rule gives a draw now.
    #[error(
        "no draw can be claimed: the position has not occurred three times, and fifty moves have not passed"
    )]
    NoClaim,
}

/// A game with all its lines. `now` is always milliseconds since an origin that stays the same for the whole run.
#[derive(Clone, Debug)]
pub struct Game {
    tree: Tree,
    current: NodeId,
    clocks: Clocks,
    end: Option<End>,
    /// Who plays.
    pub players: ByColor<Player>,
    /// Whether draws that may be claimed are claimed by themselves.
    pub claims: Claims,
    /// Further tags of the record: Event, Site, Date, Round, and what a file brought along.
    pub tags: Tags,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl Game {
    /// A game from `start` without clocks and names.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            tree: Tree::new(start),
            current: NodeId::ROOT,
            clocks: Clocks::new(ByColor::default()),
            end: None,
            players: ByColor::default(),
            claims: Claims::default(),
            tags: Tags::default(),
        }
    }

    /// The same with a time control for each side; the clocks rest until [`Game::start_clock`].
    #[must_use]
    pub fn with_control(mut self, control: ByColor<TimeControl>) -> Self {
        self.clocks = Clocks::new(control);
        self.restore_clocks(Millis(0));
        self
    }

    /// The same between these players.
    #[must_use]
    pub fn with_players(mut self, players: ByColor<Player>) -> Self {
        self.players = players;
        self
    }

    /// All lines.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// All lines, to annotate and to add variations without playing.
    /// After removing the line that the game is in, call [`Game::goto`].
    pub const fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// Where the game stands. What the user merely looks at is the front end's own cursor.
    #[must_use]
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// Both clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The end, if one was recorded.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Plays `mv` for the side to move: the clock is pressed, the move becomes part of the main line (a line taken
    /// back stays as a variation), and the game ends if the rules say so.
    ///
    /// # Errors
    /// The move is not legal, or the game is over, which it is as well when the flag had fallen before `now`.
    pub fn play(&mut self, mv: Move, now: Millis) -> Result<NodeId, GameError> {
        self.check_flag(now);
        if let Some(end) = self.end {
            return Err(GameError::Over(end));
        }
        if !self.position().chess().is_legal(mv) {
            return Err(GameError::Illegal(notation::uci(mv)));
        }
        let (mover, step) = (self.position().turn(), Step::Move(mv));
        let illegal = || GameError::Illegal(notation::uci(mv));
        let node = match self.tree.child(self.current, step) {
            Some(known) => known,
            None => self.tree.append(self.current, step).ok_or_else(illegal)?,
        };
        self.tree.promote(node);
        let elapsed = self.clocks.press(mover, now);
        let left = self.clocks.remaining(mover, !mover, now);
        let facts = &mut self.tree.node_mut(node).facts;
        (facts.elapsed, facts.clock) = (Some(elapsed), left);
        self.current = node;
        if let Some(end) = self.settled() {
            self.finish(end, now);
        }
        Ok(node)
    }

    /// Takes the last move back: the clocks are as they were before it, and an end is forgotten.
    /// Returns the node now current; `None` at the start.
    pub fn takeback(&mut self, now: Millis) -> Option<NodeId> {
        let parent = self.tree.node(self.current).parent()?;
        self.end = None;
        self.goto(parent, now);
        Some(parent)
    }

    /// Plays the move taken back last once more, with the clocks as they were after it.
    pub fn redo(&mut self, now: Millis) -> Option<NodeId> {
        let next = *self.tree.node(self.current).children().first()?;
        self.goto(next, now);
        if let Some(end) = self.settled() {
            self.finish(end, now);
        }
        Some(next)
    }

    /// Moves the game itself to `node`, clocks and all. A recorded end stays.
    pub fn goto(&mut self, node: NodeId, now: Millis) {
        self.current = node;
        self.restore_clocks(now);
    }

    /// Lets the clock of the side to move run; nothing when the game is over.
    pub fn start_clock(&mut self, now: Millis) {
        if self.end.is_none() {
            self.clocks.start(self.position().turn(), now);
        }
    }

    /// Stops the clocks.
    pub fn pause_clock(&mut self, now: Millis) {
        self.clocks.pause(now);
    }

    /// Charges the side to move with time it used before the program was started again.
    pub fn charge_clock(&mut self, used: Millis) {
        self.clocks.charge(used);
    }

    /// Ends the game if the flag of the side to move has fallen by `now`: a draw when the opponent could not mate by
    /// any series of legal moves (article 6.9).
    pub fn check_flag(&mut self, now: Millis) -> Option<End> {
        let turn = self.position().turn();
        if self.end.is_some() || !self.clocks.flag_fell(turn, now) {
            return None;
        }
        let end = if self.position().chess().has_insufficient_material(!turn) {
            End::draw(Reason::FlagFall)
        } else {
            End::win(!turn, Reason::FlagFall)
        };
        self.finish(end, now);
        Some(end)
    }

    /// Claims the draw that [`Game::status`] offers.
    ///
    /// # Errors
    /// Nothing can be claimed, or the game is over.
    pub fn claim_draw(&mut self, now: Millis) -> Result<End, GameError> {
        let claim = self.claim_at(self.current).ok_or(GameError::NoClaim)?;
        self.conclude(End::draw(claim.reason()), now)
    }

    /// `side` resigns.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, side: Color, now: Millis) -> Result<End, GameError> {
        self.conclude(End::win(!side, Reason::Resignation), now)
    }

    /// Both agree to a draw.
    ///
    /// # Errors
    /// The game is over.
    pub fn agree_draw(&mut self, now: Millis) -> Result<End, GameError> {
        self.conclude(End::draw(Reason::Agreement), now)
    }

    /// Ends the game by `end` (abandoned, adjudicated) unless it is over.
    ///
    /// # Errors
    /// The game is over.
    pub fn conclude(&mut self, end: End, now: Millis) -> Result<End, GameError> {
        match self.end {
            Some(end) => Err(GameError::Over(end)),
            None => {
                self.finish(end, now);
                Ok(end)
            }
        }
    }

    /// Sets what a file says of the end; `None` takes a recorded end back, so that the game may go on.
    pub const fn set_end(&mut self, end: Option<End>) {
        self.end = end;
    }

    /// The end that the rules (and, if automatic, the claims) give the current position.
    fn settled(&self) -> Option<End> {
        let claimed = || match self.claims {
            Claims::Automatic => self.claim_at(self.current).map(|claim| End::draw(claim.reason())),
            Claims::OnDemand => None,
        };
        self.forced_end_at(self.current).or_else(claimed)
    }

    fn finish(&mut self, end: End, now: Millis) {
        self.clocks.pause(now);
        self.end = Some(end);
    }

    fn restore_clocks(&mut self, now: Millis) {
        let left = ByColor::new_with(|side| {
            let mine = |node: &NodeId| self.tree.node(*node).mover() == Some(side);
            let moves: Vec<NodeId> =
                self.tree.path(self.current).into_iter().filter(mine).collect();
            let clock = moves.iter().rev().find_map(|&node| self.tree.node(node).facts.clock);
            (clock, u32::try_from(moves.len()).unwrap_or(u32::MAX))
        });
        let turn = self.position().turn();
        self.clocks.restore(left, turn, now);
    }
}
