//! The tree grown from what pgn-reader visits. Variations are a stack of frames here, so depth costs memory only.

use super::super::{Game, GameResult, NodeId, Player, PlayerKind, Tags, TimeControl, TreeMove};
use super::commands::{self, MoveContext};
use super::token;
use super::{engine_info, normalise::Normalised, read::Severity};
use crate::base::Elo;
use crate::rules::{Color, Position, parse_fen};
use pgn_reader::{Nag, RawComment, RawTag, SanPlus, Skip, Visitor};
use shakmaty::san::{San, SanError};
use shakmaty::{ByColor, File, Outcome, Role, Square};
use std::ops::ControlFlow;

/// Moves of one game, variations included. Measured: a node takes about 450 bytes, so a hostile file gets 90 MB.
const MAX_NODES: usize = 200_000;

/// A game under construction.
#[derive(Debug)]
pub(super) struct GameBuilder {
    pub(super) game: Game,
    /// The result that ended the movetext: `Some(None)` for `*`.
    pub(super) outcome: Option<Option<GameResult>>,
    /// What went wrong, with the line where it is known.
    pub(super) notes: Vec<(Option<usize>, Severity, String)>,
    frames: Vec<Line>,
    moves: usize,
    gaps: usize,
    short: usize,
    comment: Vec<u8>,
}

/// A line under construction.
#[derive(Debug)]
struct Line {
    at: NodeId,
    /// Nothing has been played in this variation yet.
    fresh: bool,
    /// A move could not be read: the rest of this line is left out.
    broken: bool,
    before: String,
    nags: Vec<u8>,
}

impl Line {
    const fn new(at: NodeId, fresh: bool, broken: bool) -> Self {
        Self { at, fresh, broken, before: String::new(), nags: Vec::new() }
    }
}

/// The visitor of one cleaned game.
#[derive(Debug)]
pub(super) struct TreeVisitor<'a> {
    pub(super) cleaned: &'a Normalised,
}

impl Visitor for TreeVisitor<'_> {
    type Tags = Tags;
    type Movetext = GameBuilder;
    type Output = GameBuilder;

    fn begin_tags(&mut self) -> ControlFlow<GameBuilder, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<GameBuilder> {
        tags.push(&String::from_utf8_lossy(name), value.decode_utf8_lossy().trim());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<GameBuilder, GameBuilder> {
        let (start, problem) = start_of(&tags);
        let mut growth = GameBuilder {
            game: from_tags(start, tags),
            outcome: None,
            notes: Vec::new(),
            frames: vec![Line::new(NodeId::ROOT, false, problem.is_some())],
            moves: 0,
            gaps: 0,
            short: 0,
            comment: Vec::new(),
        };
        growth.notes.extend(problem.map(|text| (None, Severity::Error, text)));
        ControlFlow::Continue(growth)
    }

    fn san(&mut self, growth: &mut GameBuilder, san: SanPlus) -> ControlFlow<GameBuilder> {
        let line = self.cleaned.lines.get(growth.moves).copied();
        while self.cleaned.gaps.get(growth.gaps).is_some_and(|&gap| gap <= growth.moves) {
            growth.gaps += 1;
            growth.stop_line(line, "the moves behind it are left out".to_owned());
        }
        let short =
            self.cleaned.file_captures.get(growth.short).filter(|(at, _)| *at == growth.moves);
        growth.moves += 1;
        match short {
            Some(&(_, files)) => {
                growth.short += 1;
                growth.capture(files, line);
            }
            None => growth.step(san, line),
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, growth: &mut GameBuilder, nag: Nag) -> ControlFlow<GameBuilder> {
        let Some(frame) = growth.frames.last_mut().filter(|frame| !frame.broken) else {
            return ControlFlow::Continue(());
        };
        if frame.fresh {
            frame.nags.push(nag.0);
        } else {
            growth.game.tree_mut().node_mut(frame.at).nags.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        growth: &mut GameBuilder,
        text: RawComment<'_>,
    ) -> ControlFlow<GameBuilder> {
        growth.comment.extend_from_slice(text.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        growth: &mut GameBuilder,
        text: RawComment<'_>,
    ) -> ControlFlow<GameBuilder> {
        growth.comment.extend_from_slice(text.as_bytes());
        let whole = std::mem::take(&mut growth.comment);
        growth.annotate(&String::from_utf8_lossy(&whole));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, growth: &mut GameBuilder) -> ControlFlow<GameBuilder, Skip> {
        let Some(top) = growth.frames.last() else { return ControlFlow::Continue(Skip(true)) };
        let parent = growth.game.tree().node(top.at).parent().filter(|_| !top.fresh);
        let (frame, lost) = match parent {
            Some(parent) => (Line::new(parent, true, top.broken), false),
            None => (Line::new(top.at, true, true), !top.broken),
        };
        growth.frames.push(frame);
        if lost {
            let line = self.cleaned.lines.get(growth.moves).copied();
            growth.note_broken(line, "a variation of nothing is left out".to_owned());
        }
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, growth: &mut GameBuilder) -> ControlFlow<GameBuilder> {
        if growth.frames.len() > 1
            && let Some(frame) = growth.frames.pop()
            && !frame.before.is_empty()
        {
            // A variation of nothing but words: they are kept where it stood.
            growth.annotate(&frame.before);
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, growth: &mut GameBuilder, outcome: Outcome) -> ControlFlow<GameBuilder> {
        if growth.frames.len() == 1 {
            growth.outcome = Some(GameResult::parse(&outcome.to_string()));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, growth: GameBuilder) -> GameBuilder {
        growth
    }
}

impl GameBuilder {
    fn note_broken(&mut self, line: Option<usize>, text: String) {
        self.notes.push((line, Severity::Error, text));
    }

    /// Ends the line under construction with a complaint, once.
    fn stop_line(&mut self, line: Option<usize>, text: String) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| !frame.broken) {
            frame.broken = true;
            self.note_broken(line, text);
        }
    }

    fn step(&mut self, san: SanPlus, line: Option<usize>) {
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.broken) else { return };
        if self.game.tree().len() > MAX_NODES {
            return self
                .stop_line(line, format!("more than {MAX_NODES} moves: the rest is left out"));
        }
        let at = frame.at;
        let position = self.game.tree().node(at).position();
        let step = match san.san {
            San::Null => Ok(TreeMove::Null),
            ref san => {
                match (san.to_move(position.chess()), token::as_coordinate_move(san, position)) {
                    (Err(_), Some(mv)) => Ok(TreeMove::Move(mv)),
                    (mv, _) => mv.map(TreeMove::Move),
                }
            }
        };
        let glued = token::as_two_moves(&san.san).filter(|_| step.is_err());
        let Err(error) = step.and_then(|step| self.enter(step).ok_or(SanError::IllegalSan)) else {
            return;
        };
        if glued.is_some_and(|halves| self.append_both(&halves).is_some()) {
            return;
        }
        let why = match error {
            SanError::AmbiguousSan => "is ambiguous",
            SanError::IllegalSan => "is illegal",
        };
        self.stop_line(line, format!("{san} {why} {}", place_of(&self.game, at)));
    }

    /// Plays two moves that were written as one, if both are legal.
    fn append_both(&mut self, halves: &[San; 2]) -> Option<()> {
        let here = self.game.tree().node(self.frames.last()?.at).position();
        let first = halves[0].to_move(here.chess()).ok()?;
        let second = halves[1].to_move(here.after(first).chess()).ok()?;
        self.enter(TreeMove::Move(first))?;
        self.enter(TreeMove::Move(second))
    }

    /// Plays the only pawn capture between two files. A text that fits none is a word.
    fn capture(&mut self, files: [File; 2], line: Option<usize>) {
        let Some(frame) = self.frames.last().filter(|frame| !frame.broken) else { return };
        let position = self.game.tree().node(frame.at).position();
        let on = |square: Option<Square>, file| square.is_some_and(|square| square.file() == file);
        let mut fits = position.legal_moves();
        fits.retain(|mv| mv.role() == Role::Pawn && mv.is_capture());
        fits.retain(|mv| on(mv.from(), files[0]) && on(Some(mv.to()), files[1]));
        // A pawn that promotes becomes a queen unless something else is said.
        fits.retain(|mv| mv.promotion().is_none_or(|role| role == Role::Queen));
        let text = format!("{}{}", files[0].char(), files[1].char());
        match *fits.as_slice() {
            [mv] => drop(self.enter(TreeMove::Move(mv))),
            [] => self.notes.push((line, Severity::Warning, format!("not understood: {text}"))),
            _ => self.stop_line(line, format!("{text} is ambiguous")),
        }
    }

    /// Goes one step on in the line under construction; `None` when that is not legal.
    fn enter(&mut self, step: TreeMove) -> Option<()> {
        let at = self.frames.last()?.at;
        let child = self.game.tree_mut().append(at, step)?;
        let frame = self.frames.last_mut()?;
        (frame.at, frame.fresh) = (child, false);
        let node = self.game.tree_mut().node_mut(child);
        node.before = std::mem::take(&mut frame.before);
        node.nags = std::mem::take(&mut frame.nags);
        Some(())
    }

    fn annotate(&mut self, text: &str) {
        let Some(frame) = self.frames.last_mut().filter(|frame| !frame.broken) else { return };
        if frame.fresh {
            join(&mut frame.before, &commands::single_spaced(text));
            return;
        }
        let tree = self.game.tree_mut();
        let here = tree.node(frame.at);
        let before = here.parent().map_or(here.position(), |parent| tree.node(parent).position());
        let mut facts = here.annotation.clone();
        let words =
            commands::extract(text, MoveContext { before, after: here.position() }, &mut facts);
        let node = tree.node_mut(frame.at);
        node.annotation = facts;
        join(&mut node.comment, &words);
    }
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// "after 3... Nc6", for a message.
fn place_of(game: &Game, at: NodeId) -> String {
    let node = game.tree().node(at);
    let Some(mover) = node.mover() else { return "in the start position".to_owned() };
    let ply = node.position().game_ply().saturating_sub(1);
    let dots = mover.fold_wb(".", "...");
    format!("after {}{dots} {}", ply / 2 + 1, game.tree().san(at))
}

/// The start position, and why the moves cannot be followed if they cannot.
fn start_of(tags: &Tags) -> (Position, Option<String>) {
    let variant = tags.get("Variant").unwrap_or("Standard").to_lowercase();
    let known = ["standard", "normal", "chess", "from position", "fromposition", ""];
    let unknown = (!known.contains(&variant.as_str()))
        .then(|| format!("variant {variant:?} is not played here: the moves are left out"));
    match tags.get("FEN").map(parse_fen) {
        None => (Position::default(), unknown),
        Some(Ok(start)) => (start, unknown),
        Some(Err(error)) => {
            (Position::default(), unknown.or(Some(format!("{error}: the moves are left out"))))
        }
    }
}

/// A game of these tags. What the game itself holds is taken out of them, the rest stays.
fn from_tags(start: Position, mut tags: Tags) -> Game {
    let control = |name: &str| TimeControl::from_tag(tags.get(name)?).ok();
    let white = control("TimeControl").unwrap_or_default();
    let black = control("BlackTimeControl").unwrap_or_else(|| white.clone());
    let players = ByColor::new_with(|side: Color| {
        let name = |what: &str| format!("{}{what}", side.fold_wb("White", "Black"));
        let text = |what: &str| tags.get(&name(what));
        Player {
            name: text("").filter(|name| *name != "?").unwrap_or("").to_owned(),
            kind: text("Dial")
                .and_then(engine_info::read_dial_text)
                .map_or(PlayerKind::Human, PlayerKind::Engine),
            elo: text("Elo").and_then(|elo| elo.parse().ok()).map(Elo),
        }
    });
    if white != black {
        tags.remove("BlackTimeControl");
    }
    let mut game = Game::new(start).with_control(ByColor { white, black }).with_players(players);
    game.tags = tags;
    game
}
