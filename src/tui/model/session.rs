//! The game on the screen: who plays, what is looked at, what was entered ahead. Rules and clocks are `game`'s.

use crate::base::{Elo, Millis};
use crate::game::pgn::GameSource;
use crate::game::tags::{ANALYSIS, HELP};
use crate::game::{Edit, Game, NodeId, Player, PlayerKind};
use crate::rules::{CastlingSquares, Color, Move, Position, Role, Square, castling_squares};
use crate::strength::{StrengthLevel, StrengthModel};
use crate::tui::values::format::LOW_TIME;
use crate::tui::values::layout::BRIEF_ROWS;
use crate::tui::values::panel::Panel;
use shakmaty::{Board, ByColor, Position as _};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Identifies a game on the screen, so that an answer that comes late is not taken for another game's. Only copies are
/// equal.
#[derive(Clone, Debug, Default)]
pub struct GameId(Arc<()>);

impl PartialEq for GameId {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The game with what the user does to it beside playing.
///
/// A game that was begun may be paused, and any game or record may be analysed, also one that is paused: the pause stays until
/// after the analysis.
///
/// Invariant: the clocks of `game` run only while it is in play ([`Session::is_in_play`]).
#[derive(Debug)]
pub struct Session {
    /// The game's identity.
    pub id: GameId,
    /// The record.
    pub game: Game,
    /// Where the game was read from. The storage thread knows where it was saved to since then.
    pub source: Option<GameSource>,
    /// The file that it was saved to last.
    pub saved_as: Option<PathBuf>,
    /// Was it read from a file, even if it is played on since then?
    was_opened: bool,
    /// An earlier position that is looked at; `None` shows where the game stands.
    pub viewed: Option<NodeId>,
    /// Is the game paused? Invariant: only one that was begun is.
    paused: bool,
    /// Is what is shown analysed?
    analysis: bool,
    /// A move entered while the opponent thinks.
    pub premove: Option<(Square, Square)>,
    /// Was the game begun, so that the engine may answer and the record is kept?
    pub started: bool,
    /// Was the game changed since it was recorded last?
    pub unsaved: bool,
    /// Changes of a record that is not recorded by itself.
    changes: u64,
    /// How many of them a file of the user's has.
    saved_changes: u64,
    /// The side that another UCI engine plays.
    pub external: Option<Color>,
    /// What the dial was before it was turned to full strength.
    pub last_limit: StrengthLevel,
    /// The changes of the record, each with the node that was shown before; the latest last.
    edits: Vec<(Edit, NodeId)>,
}

/// The record before a change of it.
#[derive(Clone, Debug)]
pub struct Unchanged {
    /// The game.
    pub game: Game,
    /// The node on the screen.
    shown: NodeId,
}

/// Rows of the card of a game that is over: result, accuracy, the ratings of both sides, whether it counts, on up to two each.
const CARD_ROWS: u16 = 6;

/// Changes of the record that can be undone.
const EDITS: usize = 50;

impl Default for Session {
    fn default() -> Self {
        let players =
            ByColor { white: Player::human("Player"), black: Player::engine(StrengthLevel::Full) };
        Self::of(Game::default().with_players(players))
    }
}

impl Session {
    /// A session around a game that was not begun.
    pub fn of(game: Game) -> Self {
        Self {
            id: GameId::default(),
            game,
            source: None,
            saved_as: None,
            was_opened: false,
            viewed: None,
            paused: false,
            analysis: false,
            premove: None,
            started: false,
            unsaved: false,
            changes: 0,
            saved_changes: 0,
            external: None,
            last_limit: StrengthModel::default().level(Elo(1500)),
            edits: Vec::new(),
        }
    }

    /// A record that was read, from `source` if that is a file, shown from its start.
    pub fn opened(game: Game, source: Option<GameSource>) -> Self {
        Self { source, was_opened: true, viewed: Some(NodeId::ROOT), ..Self::of(game) }
    }

    /// What is played on from a record, or after the end of a game, is a game of its own: it has begun, is neither paused nor
    /// analysed, and no file has it.
    pub fn begin_continuation(&mut self) {
        (self.id, self.source, self.saved_as) = (GameId::default(), None, None);
        (self.started, self.paused, self.analysis) = (true, false, false);
    }

    /// Is the game paused, by the user or since an engine failed to move? It stays so while it is analysed.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Is what is shown analysed? Moves of both sides may be made then, and the clocks stand.
    pub const fn is_analysed(&self) -> bool {
        self.analysis
    }

    /// Is the game played at this moment: begun, not over, neither paused nor analysed? Its clock runs, unless one of its
    /// searches is paused or another engine is being started for its move.
    pub const fn is_in_play(&self) -> bool {
        self.is_going_on() && !self.paused && !self.analysis
    }

    /// Lets the clock of the side to move run, if the game is in play.
    pub fn run_clock(&mut self, now: Millis) {
        if self.is_in_play() {
            self.game.start_clock(now);
        }
    }

    /// Pauses the game; one that was not begun has nothing to pause.
    pub fn pause(&mut self, now: Millis) {
        self.paused = self.started;
        self.game.pause_clock(now);
    }

    /// Ends the pause: the clock runs, or in an analysis will run after it.
    pub fn resume(&mut self, now: Millis) {
        self.paused = false;
        self.run_clock(now);
    }

    /// The engine analyses what is shown, which the record of a game says; the clocks stand, and no move is entered ahead.
    pub fn begin_analysis(&mut self, now: Millis) {
        self.analysis = true;
        self.premove = None;
        self.note_help(ANALYSIS);
        self.game.pause_clock(now);
    }

    /// The analysis ends: the clock runs, unless the game is paused.
    pub fn leave_analysis(&mut self, now: Millis) {
        self.analysis = false;
        self.run_clock(now);
    }

    /// The record, which is about to be changed.
    pub fn unchanged(&self) -> Unchanged {
        Unchanged { game: self.game.clone(), shown: self.shown() }
    }

    /// The record was changed, unless it is as before. Only a game that is played here is recorded by itself; a file of the
    /// user's is written when `:save` says so.
    pub fn changed(&mut self, before: &Unchanged) {
        let moves = |game: &Game| {
            let tree = game.tree();
            tree.mainline().into_iter().map(|id| tree.node(id).step()).collect::<Vec<_>>()
        };
        if moves(&before.game) != moves(&self.game) {
            self.game.forget_accuracy();
        }
        let edit = Edit::between(&before.game, &self.game);
        if edit.is_empty() {
            return;
        }
        if self.edits.len() == EDITS {
            self.edits.remove(0);
        }
        self.edits.push((edit, before.shown));
        self.count_change();
    }

    fn count_change(&mut self) {
        self.unsaved |= self.started;
        self.changes += 1;
    }

    /// The number of changes of the record so far.
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// `file` of the user's has the first `changes` of the record.
    pub fn changes_saved(&mut self, changes: u64, file: PathBuf) {
        (self.saved_changes, self.saved_as) = (changes, Some(file));
    }

    /// The changes of the record so far are not to be saved to a file.
    pub const fn drop_changes(&mut self) {
        self.saved_changes = self.changes;
    }

    /// The user's file that has the game: the one that it was saved to last, or read from.
    pub fn file(&self) -> Option<PathBuf> {
        let source = || self.source.as_ref().map(|source| source.index.file().to_owned());
        self.saved_as.clone().or_else(source)
    }

    /// Undoes the last change of the record; the node that was shown before it, if there is one.
    pub fn undo(&mut self, now: Millis) -> Option<NodeId> {
        let (edit, shown) = self.edits.pop()?;
        self.game.undo(edit, now);
        self.count_change();
        // The end of the game may have put the moves to it aside.
        let is_attached = self.game.tree().is_attached(shown);
        Some(if is_attached { shown } else { self.game.current() })
    }

    /// The game itself went on, or wrote into the record: changes before that are not undone.
    pub fn forget_edits(&mut self) {
        self.edits.clear();
    }

    /// The node on the screen.
    pub fn shown(&self) -> NodeId {
        self.viewed.unwrap_or_else(|| self.game.current())
    }

    /// The position on the screen.
    pub fn position(&self) -> &Position {
        self.game.position_at(self.shown())
    }

    /// Is there a move of the user's, which can be taken back? Where two people or two engines play, any move is.
    pub fn has_own_move(&self) -> bool {
        let tree = self.game.tree();
        let path = tree.path(self.game.current()).into_iter();
        let mut movers = path.filter_map(|id| tree.node(id).mover());
        movers.any(|side| !self.is_engine(side) || self.is_engine(!side))
    }

    /// Has the game an end that can be taken back without a move, since its position does not end it?
    pub fn has_end_to_take_back(&self) -> bool {
        self.game.end().is_some_and(|end| !end.reason.is_automatic())
    }

    /// Is `side` played by an engine, ours or another?
    pub fn is_engine(&self, side: Color) -> bool {
        self.has_dial(side) || self.external == Some(side)
    }

    /// Do engines play both sides?
    pub fn is_watched(&self) -> bool {
        Color::ALL.into_iter().all(|side| self.is_engine(side))
    }

    /// Is `side` played by our own engine, which has a dial?
    pub fn has_dial(&self, side: Color) -> bool {
        matches!(self.game.players.get(side).kind, PlayerKind::Engine(_))
    }

    /// The dial of the engine that plays `side`; full strength for a person.
    pub fn dial_of(&self, side: Color) -> StrengthLevel {
        match self.game.players.get(side).kind {
            PlayerKind::Engine(dial) => dial,
            PlayerKind::Human => StrengthLevel::Full,
        }
    }

    /// The side whose dial the keys turn: the engine to move, else the engine there is.
    pub fn dial_side(&self) -> Option<Color> {
        let turn = self.game.position().turn();
        [turn, !turn].into_iter().find(|&side| self.has_dial(side))
    }

    /// The side whose dial the next moves are made with.
    ///
    /// # Errors
    /// No player of this game has a dial; or the game is over, since the record says against which strength it was played.
    pub fn dial_in_play(&self) -> Result<Color, String> {
        if self.game.status().is_over() {
            return Err("the game is over: the strength is chosen with a new game".to_owned());
        }
        self.dial_side().ok_or_else(|| "nobody at this board has a dial".to_owned())
    }

    /// The dial that the keys turn.
    pub fn dial(&self) -> StrengthLevel {
        self.dial_side().map_or(StrengthLevel::Full, |side| self.dial_of(side))
    }

    /// Sets the dial that the keys turn, if somebody is an engine.
    pub fn set_dial(&mut self, dial: StrengthLevel) {
        let Some(side) = self.dial_side() else { return };
        if dial != StrengthLevel::Full {
            self.last_limit = dial;
        }
        set_dial(self.game.players.get_mut(side), dial);
        self.unsaved |= self.is_under_way();
    }

    /// The game as it is recorded. The dial may have been turned after the last move made with it: of a game that is over the
    /// record names the strength that played.
    pub fn record(&self) -> Game {
        let mut game = self.game.clone();
        if self.started && game.end().is_some() {
            for side in Color::ALL.into_iter().filter(|&side| self.has_dial(side)) {
                if let Some(level) = self.last_level(side) {
                    set_dial(game.players.get_mut(side), level);
                }
            }
        }
        game
    }

    /// The level of the last move that `side` made with its dial.
    fn last_level(&self, side: Color) -> Option<StrengthLevel> {
        let tree = self.game.tree();
        let path = tree.path(self.game.current()).into_iter().rev().map(|id| tree.node(id));
        let mut infos = path
            .filter(|node| node.mover() == Some(side))
            .filter_map(|node| node.annotation.engine_info.as_deref()?.dial.as_ref());
        infos.next().map(|dial| dial.level)
    }

    /// The dial turned by `steps` steps of its strength model: below the range to its lowest level, above it to full strength.
    pub fn stepped_dial(&self, steps: i32) -> StrengthLevel {
        let dial = self.dial();
        let model = dial.model().or(self.last_limit.model()).unwrap_or_default();
        let [low, high] = model.range();
        match dial.elo() {
            None if steps < 0 => model.level(high),
            None => StrengthLevel::Full,
            Some(elo) => {
                // To the next setting of the list in that direction.
                let (elo, step) = (i32::from(elo.0), i32::from(model.step()));
                let from = if steps > 0 {
                    elo.div_euclid(step)
                } else {
                    (elo + step - 1).div_euclid(step)
                };
                let moved = (from + steps) * step;
                if moved > i32::from(high.0) {
                    return StrengthLevel::Full;
                }
                model.level(Elo(u16::try_from(moved).unwrap_or(0)).max(low))
            }
        }
    }

    /// Writes into the record that the player of a game against our own engine had help, also before its first move.
    pub fn note_help(&mut self, what: &str) {
        let against_dial = Color::ALL.into_iter().filter(|&side| self.has_dial(side)).count() == 1;
        let counts = self.started || self.is_unbegun();
        if !counts || self.game.end().is_some() || !against_dial {
            return;
        }
        let before = self.game.tags.get(HELP).unwrap_or_default().to_owned();
        if before.is_empty() {
            self.game.tags.set(HELP, what);
        } else if !before.split(", ").any(|known| known == what) {
            self.game.tags.set(HELP, &format!("{before}, {what}"));
        }
    }

    /// Does the board wait for a first move, which begins the game without the form?
    pub fn is_unbegun(&self) -> bool {
        !self.started && !self.is_review()
    }

    /// Is a side the engine's?
    pub fn has_engine(&self) -> bool {
        Color::ALL.into_iter().any(|side| self.is_engine(side))
    }

    /// Is the game not over that is played on the board? Its clocks count, also while an earlier position is looked at.
    pub const fn is_going_on(&self) -> bool {
        self.started && self.game.end().is_none()
    }

    /// Moves of a side to its next time control, in a game that is being played.
    pub fn moves_to_go(&self, side: Color) -> Option<u32> {
        let is_played = self.is_going_on() || self.viewed.is_none() && self.game.end().is_none();
        self.game.moves_to_go(side).filter(|_| is_played)
    }

    /// The clock of `side`: of a game that goes on the one that runs, of another one what its record has at the position shown.
    pub fn clock(&self, side: Color, now: Millis) -> Option<Millis> {
        match self.viewed.filter(|_| !self.is_going_on()) {
            Some(node) => self.game.clock_at(node, side),
            None => self.game.remaining(side, now),
        }
    }

    /// What the record of a game that goes on has for `side` at the earlier position that is looked at.
    pub fn earlier_clock(&self, side: Color) -> Option<Millis> {
        let node = self.viewed.filter(|_| self.is_going_on())?;
        self.game.clock_at(node, side)
    }

    /// Are the times of its moves known? Of a game that is played here they are, unless it is entered by hand.
    pub fn has_times(&self) -> bool {
        let tree = self.game.tree();
        let is_timed = |id: &NodeId| tree.node(*id).annotation.elapsed.is_some();
        !self.is_review() && self.game.is_timed() || tree.mainline().iter().any(is_timed)
    }

    /// Was it read from a file, even if it is played on since then?
    pub const fn was_opened(&self) -> bool {
        self.was_opened
    }

    /// Is it a record that was opened, also if it is played on, and did no engine play?
    pub fn is_of_others(&self) -> bool {
        self.was_opened && self.external.is_none() && !self.has_engine()
    }

    /// Is a game being played in which moves were made?
    pub fn is_under_way(&self) -> bool {
        self.started && self.game.end().is_none() && self.game.current() != NodeId::ROOT
    }

    /// Has a record changes that no file has?
    pub const fn has_unsaved_changes(&self) -> bool {
        !self.started && self.changes != self.saved_changes
    }

    /// Is a record gone through that nobody plays on? A game that was opened stays one also while it has no move, as after all
    /// were deleted.
    pub fn is_review(&self) -> bool {
        !self.started && (self.was_opened || !self.game.tree().is_empty())
    }

    /// Is a record gone through, or an earlier position of a finished game looked at? Moves are variations then.
    pub fn allows_variations(&self) -> bool {
        self.is_review() || self.viewed.is_some() && self.game.end().is_some()
    }

    /// Is the end of a game that is played on the board, not an earlier move or a record?
    pub const fn is_live(&self) -> bool {
        self.started && self.viewed.is_none()
    }

    /// May the user move now? In analysis and in a record anybody's moves are made.
    pub fn is_users_turn(&self) -> bool {
        self.analysis
            || self.allows_variations()
            || self.viewed.is_none()
                && self.game.end().is_none()
                && !self.is_engine(self.game.position().turn())
    }

    /// May the user enter a move ahead?
    pub fn may_premove(&self) -> bool {
        let turn = self.game.position().turn();
        !self.analysis
            && !self.is_review()
            && self.viewed.is_none()
            && self.game.end().is_none()
            && self.is_engine(turn)
            && !self.is_engine(!turn)
    }

    /// The legal moves of the piece on `from` in the position shown.
    pub fn moves_from(&self, from: Square) -> Vec<Move> {
        self.position().legal_moves().into_iter().filter(|mv| mv.from() == Some(from)).collect()
    }

    /// The squares that the piece on `from` can go to; castling is shown as it is written in UCI notation.
    pub fn targets(&self, from: Square) -> Vec<Square> {
        if !self.is_users_turn() {
            return Vec::new();
        }
        self.moves_from(from).into_iter().map(target).collect()
    }

    /// The moves from one square to another: several for a promotion. To castle, the king is put on its rook, or on the
    /// square where it ends if no other move goes there.
    pub fn moves_between(&self, from: Square, to: Square) -> Vec<Move> {
        let ends = |end: fn(Move) -> Square| {
            let moves = self.moves_from(from).into_iter();
            moves.filter(|&mv| end(mv) == to).collect::<Vec<Move>>()
        };
        let moves = ends(|mv| mv.to());
        if moves.is_empty() { ends(destination) } else { moves }
    }

    /// Has the user a piece on `square` to pick up?
    pub fn owns(&self, square: Square) -> bool {
        let position = self.position();
        let side = if self.may_premove() { !position.turn() } else { position.turn() };
        position.board().piece_at(square).is_some_and(|piece| piece.color == side)
            && (self.is_users_turn() || self.may_premove())
    }

    /// Time to the next change of a clock's text; `None` when none runs.
    pub fn next_clock_change(&self, now: Millis) -> Option<Millis> {
        let side = self.game.clocks().running()?;
        debug_assert!(self.is_in_play(), "a clock runs in a game that is not in play");
        let wait = match self.game.remaining(side, now) {
            // Without a time control the time used is shown, and it grows.
            None => 1000 - self.spent(side, now).0.rem_euclid(1000),
            Some(left) if left.0 <= 0 => 0,
            Some(left) if left.0 <= LOW_TIME.0 => left.0.rem_euclid(100),
            Some(left) => left.0.rem_euclid(1000),
        };
        Some(Millis(wait + 1))
    }

    /// What `side` has used for its moves, and for the one it thinks about; of a game that does not go on, for those up to the
    /// position shown.
    pub fn spent(&self, side: Color, now: Millis) -> Millis {
        let tree = self.game.tree();
        let viewed = self.viewed.filter(|_| !self.is_going_on());
        let path = tree.path(viewed.unwrap_or_else(|| self.game.current()));
        let mine = path.iter().map(|&id| tree.node(id)).filter(|node| node.mover() == Some(side));
        let before: i64 = mine.filter_map(|node| node.annotation.elapsed).map(|time| time.0).sum();
        let thinks = viewed.is_none() && self.game.position().turn() == side;
        Millis(before + if thinks { self.game.clocks().used(now).0 } else { 0 })
    }

    /// The men that `side` has more of than the other side, as `(role, how many more)`, and its lead in points, which may be
    /// negative.
    pub fn material(&self, side: Color) -> (Vec<(Role, usize)>, i32) {
        material(self.position().board(), side)
    }

    /// The most rows of panels that have little to say in this game: a dial at full strength, a time manager without a clock, a few
    /// moves, graphs without evaluations. In a record each move may differ.
    pub fn panel_limits(&self) -> BTreeMap<Panel, u16> {
        if self.is_review() {
            return BTreeMap::new();
        }
        let is_full = |side| self.dial_of(side) == StrengthLevel::Full;
        let is_free = |side| {
            let is_human = self.dial_of(side).human().is_some();
            self.game.clocks().control(side).is_none() || !self.has_dial(side) || is_human
        };
        let brief = [
            (Panel::Dial, Color::ALL.into_iter().all(is_full)),
            (Panel::Time, Color::ALL.into_iter().all(is_free)),
        ];
        let brief =
            brief.into_iter().filter(|&(_, is_brief)| is_brief).map(|(it, _)| (it, BRIEF_ROWS));
        let tree = self.game.tree();
        let line = tree.path(self.game.current());
        // What the dial chose comes with the engine's first move.
        let is_human = |side| self.has_dial(side) && self.dial_of(side).human().is_some();
        let has_moved = |&id: &NodeId| tree.node(id).mover().is_some_and(is_human);
        let is_waiting = Color::ALL.into_iter().any(is_human) && !line.iter().any(has_moved);
        let dial = is_waiting.then_some((Panel::Dial, 8));
        // In steps, so that the panels do not move with every move; below the moves of a game that is over stands its card.
        let card = if self.game.end().is_some() { CARD_ROWS } else { 0 };
        let moves = match line.len() {
            ..=6 => Some(5 + card),
            7..=12 => Some(8 + card),
            13.. => None,
        };
        let is_evaluated = |&id: &NodeId| tree.node(id).annotation.evaluation.is_some();
        let has_graph = line.iter().any(is_evaluated);
        let graphs = [Panel::Graph, Panel::Accuracy].map(|panel| (panel, 3));
        let graphs = graphs.into_iter().filter(|_| !has_graph);
        brief.chain(dial).chain(moves.map(|rows| (Panel::Moves, rows))).chain(graphs).collect()
    }

    /// Why no game can be played from the position shown, if none can.
    pub fn over_words(&self) -> Option<&'static str> {
        let position = self.position().chess();
        match (position.is_checkmate(), position.is_stalemate(), position.is_game_over()) {
            (true, _, _) => Some("checkmate"),
            (false, true, _) => Some("stalemate"),
            (false, false, true) => Some("a draw: neither side can mate"),
            (false, false, false) => None,
        }
    }

    /// Is the position shown one with no legal move left?
    pub fn is_over(&self) -> bool {
        self.position().chess().is_game_over()
    }
}

/// Sets the dial of a player, who keeps the name.
fn set_dial(player: &mut Player, dial: StrengthLevel) {
    *player = Player { name: std::mem::take(&mut player.name), ..Player::engine(dial) };
}

/// Where the moving piece ends: of a castling move the king.
pub fn destination(mv: Move) -> Square {
    castling_squares(mv).map_or_else(|| mv.to(), CastlingSquares::king_to)
}

/// Where the moving piece is put to make the move.
pub fn target(mv: Move) -> Square {
    castling_squares(mv).map_or_else(|| mv.to(), CastlingSquares::written_to)
}

/// What `side` has more of than the other, as [`Session::material`].
pub fn material(board: &Board, side: Color) -> (Vec<(Role, usize)>, i32) {
    let count = |color, role| (board.by_color(color) & board.by_role(role)).count();
    let mut ahead = Vec::new();
    let mut points = 0;
    for (role, value) in
        [(Role::Queen, 9), (Role::Rook, 5), (Role::Bishop, 3), (Role::Knight, 3), (Role::Pawn, 1)]
    {
        let (own, other) = (count(side, role), count(!side, role));
        if own > other {
            ahead.push((role, own - other));
        }
        let difference = i32::try_from(own).unwrap_or(0) - i32::try_from(other).unwrap_or(0);
        points += value * difference;
    }
    (ahead, points)
}
