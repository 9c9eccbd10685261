//! A game in progress: move tree, players, clocks and result, kept consistent.
//! Queries about its positions are in `queries.rs`.

use super::glyphs::nag_signs;
use super::{Clocks, End, NodeId, Tags, Termination, TimeControl, Tree, TreeMove};
use crate::base::{Elo, Millis};
use crate::rules::{Color, Move, Position, notation};
use crate::strength::StrengthLevel;
use shakmaty::{ByColor, Position as _};
use std::collections::HashSet;

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name; empty if not known.
    pub name: String,
    /// A person, or the engine at a level of its dial.
    pub kind: PlayerKind,
    /// Rating, if known.
    pub elo: Option<Elo>,
}

/// A person or the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person or another program.
    #[default]
    Human,
    /// This program's engine.
    Engine(StrengthLevel),
}

impl Player {
    /// A person called `name`.
    pub fn human(name: &str) -> Self {
        Self { name: name.to_owned(), kind: PlayerKind::Human, elo: None }
    }

    /// The engine; the level of a limited dial is its rating.
    pub fn engine(dial: StrengthLevel) -> Self {
        Self { name: "Lucena".to_owned(), kind: PlayerKind::Engine(dial), elo: dial.elo() }
    }
}

/// How draws by claim (threefold repetition, fifty moves) are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DrawClaims {
    /// The player claims: [`Game::claim_draw`].
    #[default]
    OnDemand,
    /// The program claims the draw as soon as it is possible.
    Automatic,
}

/// Why an operation on a game fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game has ended.
    #[error("the game is over: {}", .0.words())]
    Over(End),
    /// The move is illegal.
    #[error("{0} is not legal in this position")]
    Illegal(String),
    /// No draw can be claimed.
    #[error(
        "no draw can be claimed: the position has not occurred three times, and fifty moves have not passed"
    )]
    NoClaim,
}

/// A game with its variations. Every `now` is the time in milliseconds since the program started.
#[derive(Clone, Debug)]
pub struct Game {
    tree: Tree,
    current: NodeId,
    clocks: Clocks,
    end: Option<End>,
    /// The players.
    pub players: ByColor<Player>,
    /// Whether the program claims draws.
    pub claims: DrawClaims,
    /// Further PGN tags: Event, Site, Date, Round, and the tags of the file it was read from.
    pub tags: Tags,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl Game {
    /// A game from `start` without clocks and player names; over if the rules end it there.
    pub fn new(start: Position) -> Self {
        let mut game = Self {
            tree: Tree::new(start),
            current: NodeId::ROOT,
            clocks: Clocks::new(ByColor::default()),
            end: None,
            players: ByColor::default(),
            claims: DrawClaims::default(),
            tags: Tags::default(),
        };
        game.end = game.forced_end_at(NodeId::ROOT);
        game
    }

    /// Sets the time control of each side; the clocks are stopped until [`Game::start_clock`].
    #[must_use]
    pub fn with_control(mut self, control: ByColor<TimeControl>) -> Self {
        self.set_control(control);
        self
    }

    /// Gives a game that is not being played other time controls; the clocks are stopped.
    pub fn set_control(&mut self, control: ByColor<TimeControl>) {
        self.clocks = Clocks::new(control);
        self.restore_clocks(Millis(0));
    }

    /// Sets the players.
    #[must_use]
    pub fn with_players(mut self, players: ByColor<Player>) -> Self {
        self.players = players;
        self
    }

    /// The move tree.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The move tree, to annotate and to add variations without playing.
    /// After removing the line of the current node, call [`Game::goto`].
    pub const fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The node of the current position. The node that the user views is the front end's own cursor.
    pub const fn current(&self) -> NodeId {
        self.current
    }

    /// The clocks.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The recorded end of the game.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Plays `mv` for the side to move: presses the clock, makes the move part of the main line (a line taken
    /// back stays as a variation), and ends the game if the rules do.
    ///
    /// # Errors
    /// The move is illegal, or the game is over, also because the flag fell before `now`.
    pub fn play(&mut self, mv: Move, now: Millis) -> Result<NodeId, GameError> {
        self.check_flag(now);
        if let Some(end) = self.end {
            return Err(GameError::Over(end));
        }
        if !self.position().chess().is_legal(mv) {
            return Err(GameError::Illegal(notation::uci(mv)));
        }
        let (mover, step) = (self.position().turn(), TreeMove::Move(mv));
        let illegal = || GameError::Illegal(notation::uci(mv));
        let node = match self.tree.child(self.current, step) {
            Some(known) => known,
            None => self.tree.append(self.current, step).ok_or_else(illegal)?,
        };
        self.tree.promote_to_mainline(node);
        self.forget_accuracy();
        let (is_timed, elapsed) = (self.is_timed(), self.clocks.press(mover, now));
        let left = self.clocks.remaining(mover, !mover, now);
        let facts = &mut self.tree.node_mut(node).annotation;
        (facts.elapsed, facts.clock) = (is_timed.then_some(elapsed), left);
        self.current = node;
        self.end_if_over(now);
        Ok(node)
    }

    /// Removes the tags of the accuracy, which was that of other moves. A value that is no number is somebody's text, and stays.
    pub fn forget_accuracy(&mut self) {
        for tag in ["WhiteAccuracy", "BlackAccuracy"] {
            if self.tags.get(tag).is_some_and(|value| value.trim().parse::<f64>().is_ok()) {
                self.tags.remove(tag);
            }
        }
    }

    /// Takes the last move back, restores the clocks from before it, and removes a recorded end.
    /// Returns the new current node; `None` at the start.
    pub fn takeback(&mut self, now: Millis) -> Option<NodeId> {
        let parent = self.tree.node(self.current).parent()?;
        self.reopen();
        self.goto(parent, now);
        Some(parent)
    }

    /// Replays the move that was taken back last, with the clocks from after it.
    pub fn redo(&mut self, now: Millis) -> Option<NodeId> {
        let next = *self.tree.node(self.current).children().first()?;
        self.goto(next, now);
        self.end_if_over(now);
        Some(next)
    }

    /// Goes on from `node` with its clocks, without the recorded end; over if the rules end the game there.
    pub fn play_on(&mut self, node: NodeId, now: Millis) {
        self.reopen();
        self.goto(node, now);
        if let Some(end) = self.forced_end_at(node) {
            self.finish(end, now);
        }
    }

    /// Whether a person plays `side`: neither this program nor, by the tag for its type, another one.
    pub fn is_person(&self, side: Color) -> bool {
        let tag = side.fold_wb("WhiteType", "BlackType");
        let is_program = self.tags.get(tag).is_some_and(|kind| kind.trim() == "program");
        self.players.get(side).kind == PlayerKind::Human && !is_program
    }

    /// Are the times of the moves those of the players? Between people without a clock they are those of whoever enters the game.
    pub fn is_timed(&self) -> bool {
        let plays_on_time = |side| !self.clocks.control(side).is_none() || !self.is_person(side);
        Color::ALL.into_iter().any(plays_on_time)
    }

    /// Makes `node` the current node and restores its clocks. A recorded end stays.
    pub fn goto(&mut self, node: NodeId, now: Millis) {
        self.current = node;
        self.restore_clocks(now);
    }

    /// Starts the clock of the side to move; does nothing when the game is over.
    pub fn start_clock(&mut self, now: Millis) {
        if self.end.is_none() {
            self.clocks.start(self.position().turn(), now);
        }
    }

    /// Stops the clocks.
    pub fn pause_clock(&mut self, now: Millis) {
        self.clocks.pause(now);
    }

    /// Deducts time that the side to move used before the program was restarted.
    pub fn deduct_clock(&mut self, used: Millis) {
        self.clocks.deduct(used);
    }

    /// Ends the game if the running clock of the side to move has no time left at `now`: a draw if the opponent has not enough
    /// material to mate (FIDE Laws, article 6.9; blocked positions are not recognised).
    pub fn check_flag(&mut self, now: Millis) -> Option<End> {
        let turn = self.position().turn();
        let is_running = self.clocks.running() == Some(turn);
        if self.end.is_some() || !is_running || !self.clocks.flag_fell(turn, now) {
            return None;
        }
        let end = if self.position().chess().has_insufficient_material(!turn) {
            End::draw(Termination::FlagFall)
        } else {
            End::win(!turn, Termination::FlagFall)
        };
        self.finish(end, now);
        Some(end)
    }

    /// Claims the draw that [`Game::status`] reports.
    ///
    /// # Errors
    /// No draw can be claimed, or the game is over.
    pub fn claim_draw(&mut self, now: Millis) -> Result<End, GameError> {
        let claim = self.claim_at(self.current).ok_or(GameError::NoClaim)?;
        self.conclude(End::draw(claim.reason()), now)
    }

    /// `side` resigns.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, side: Color, now: Millis) -> Result<End, GameError> {
        self.conclude(End::win(!side, Termination::Resignation), now)
    }

    /// Draw by agreement.
    ///
    /// # Errors
    /// The game is over.
    pub fn agree_draw(&mut self, now: Millis) -> Result<End, GameError> {
        self.conclude(End::draw(Termination::Agreement), now)
    }

    /// Ends the game with `end` (for example abandoned or adjudicated).
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

    /// Sets the end without checks, as read from a file. A `Termination` tag of the file stays.
    pub const fn set_end(&mut self, end: Option<End>) {
        self.end = end;
    }

    /// Removes the end, and the tag that a file gave for it.
    pub fn reopen(&mut self) {
        if self.end.take().is_some() {
            self.tags.remove("Termination");
        }
    }

    /// The end of the game in the current position by the rules and, if automatic, by claim.
    fn automatic_end(&self) -> Option<End> {
        let claimed = || match self.claims {
            DrawClaims::Automatic => {
                self.claim_at(self.current).map(|claim| End::draw(claim.reason()))
            }
            DrawClaims::OnDemand => None,
        };
        self.forced_end_at(self.current).or_else(claimed)
    }

    fn end_if_over(&mut self, now: Millis) {
        if let Some(end) = self.automatic_end() {
            self.finish(end, now);
        }
    }

    fn finish(&mut self, end: End, now: Millis) {
        self.clocks.pause(now);
        self.leave_at_board();
        self.end = Some(end);
        // A tag of the file that the game was read from told of another end, or of none.
        self.tags.remove("Termination");
    }

    /// Puts the moves aside that were taken back, as the game is recorded when it ends or is left: they would stand in the record
    /// as if they had been played, and PGN has no variation after the last move. They go into its comment with their glyphs and
    /// comments. Whether there were any.
    pub fn leave_at_board(&mut self) -> bool {
        let lines = self.tree.lines_below(self.current);
        if lines.is_empty() {
            return false;
        }
        // Without times every move of a game under way was made.
        let is_timed = self.is_timed();
        let was_made = |&id: &NodeId| !is_timed || self.tree.node(id).annotation.elapsed.is_some();
        let (taken_back, other): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| line.first().is_some_and(was_made));
        self.forget_accuracy();
        for tag in ["ECO", "Opening"] {
            self.tags.remove(tag);
        }
        let mut words = vec![self.tree.node(self.current).comment.clone()];
        for (what, lines) in [("taken back", taken_back), ("variation", other)] {
            if !lines.is_empty() {
                words.push(format!("{what}: {}", self.lines_words(&lines)));
            }
        }
        for first in self.tree.node(self.current).children().to_vec() {
            self.tree.remove(first);
        }
        words.retain(|part| !part.is_empty());
        self.tree.node_mut(self.current).comment = words.join(" ");
        true
    }

    /// `1... e5 2. Nf3! (a comment); 1... c5`. What two lines have in common has its glyphs and comments in the first.
    fn lines_words(&self, lines: &[Vec<NodeId>]) -> String {
        let mut seen = HashSet::new();
        let mut line_words = |line: &Vec<NodeId>| {
            let mut words = Vec::new();
            for &id in line {
                let (node, is_new) = (self.tree.node(id), seen.insert(id));
                match node.mover() {
                    Some(Color::White) => words.push(format!("{}.", node.move_number())),
                    _ if words.is_empty() => words.push(format!("{}...", node.move_number())),
                    _ => {}
                }
                let [signs, before, after] = match is_new {
                    true => {
                        let braced = |text: &str| match text.trim() {
                            "" => String::new(),
                            text => format!(" ({text})"),
                        };
                        [nag_signs(&node.nags), braced(&node.before), braced(&node.comment)]
                    }
                    false => Default::default(),
                };
                words.push(format!("{}{signs}{before}{after}", self.tree.san(id)));
            }
            words.join(" ")
        };
        lines.iter().map(&mut line_words).collect::<Vec<_>>().join("; ")
    }

    fn restore_clocks(&mut self, now: Millis) {
        let left = ByColor::new_with(|side| {
            let mine = |node: &NodeId| self.tree.node(*node).mover() == Some(side);
            let moves: Vec<NodeId> =
                self.tree.path(self.current).into_iter().filter(mine).collect();
            let clock = moves.iter().rev().find_map(|&node| self.tree.node(node).annotation.clock);
            (clock, u32::try_from(moves.len()).unwrap_or(u32::MAX))
        });
        let turn = self.position().turn();
        self.clocks.restore(left, turn, now);
    }
}
