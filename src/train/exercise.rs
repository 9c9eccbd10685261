//! Exercises from the annotated games of a player: positions in which the move played is a mistake.

use crate::annotate::{JudgedMove, is_change, is_word, judged_moves, without_better};
use crate::game::pgn::split_unread;
use crate::game::{Game, NodeId, name_key};
use crate::rules::{Color, Position, notation};
use serde::{Deserialize, Serialize};
use shakmaty::ByColor;
use strum::{Display, VariantArray};

/// Full moves of the opening, and pieces besides kings and pawns at which the endgame begins.
const OPENING_MOVES: u32 = 12;
const ENDGAME_PIECES: usize = 6;

/// A position with a move to find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exercise {
    /// The position. An exercise is known by it.
    pub fen: String,
    /// The game and the move, in words.
    pub source: String,
    /// The name of who played the move; empty in files of earlier versions.
    #[serde(default)]
    pub player: String,
    /// The move that was played, in UCI notation.
    pub played: String,
    /// The better line of the annotation in UCI notation; empty if there is none.
    pub best: Vec<String>,
    /// The comment on the move that was played.
    pub reason: String,
    /// Win percentage that it lost, 0 to 100.
    pub loss: f64,
    /// What it overlooked.
    pub theme: Theme,
    /// The phase of the game.
    pub phase: Phase,
}

/// What a move overlooks, by the words of its comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Theme {
    /// A mate allowed or missed.
    Mate,
    /// A fork.
    Fork,
    /// A pin, a skewer or a discovered attack.
    Line,
    /// A defender removed, overloaded or moved away.
    Defender,
    /// A trapped piece.
    Trapped,
    /// A promotion.
    Promotion,
    /// Other material.
    Material,
    /// A draw.
    Draw,
    /// Everything else.
    #[strum(to_string = "other")]
    Positional,
}

impl Exercise {
    /// Whether the comment names a reason: it is not empty, and not only the word of the mark or the change of the evaluation.
    pub fn has_reason(&self) -> bool {
        !self.reason.is_empty() && !is_word(&self.reason) && !is_change(&self.reason)
    }

    /// Is it of the opponent of this player, by the names in [`Self::source`]?
    fn is_against(&self, name: &str) -> bool {
        let [source, player, name] =
            [&self.source, &self.player, name].map(|text| text.to_lowercase());
        let as_white = format!("{name} - {player},");
        let as_black = format!("{player} - {name},");
        player != name && (source.starts_with(&as_white) || source.starts_with(&as_black))
    }
}

impl Theme {
    /// The theme of a comment that this program writes; [`Self::Positional`] for other text.
    fn of_words(text: &str) -> Self {
        // What the better move does is no reason either.
        let text = without_better(text);
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        // What a move attacks besides is no reason.
        let is_reason = |(at, _): (usize, &str)| !text[..at].ends_with(", which");
        let forks = || text.match_indices(" attacks ").any(is_reason);
        if has(&["mate in", "#"]) {
            Self::Mate
        } else if has(&["behind it", "opens the attack", "is pinned"]) {
            Self::Line
        } else if has(&["cannot defend both", " removes ", " drives away ", "no longer defends"]) {
            Self::Defender
        } else if forks() {
            Self::Fork
        } else if has(&["is trapped"]) {
            Self::Trapped
        } else if has(&["promotion"]) {
            Self::Promotion
        } else if has(&["repetition", "stalemate", "mating material"]) {
            Self::Draw
        } else if has(&["loses ", "costs ", "misses the win", "recapture"]) {
            Self::Material
        } else {
            Self::Positional
        }
    }
}

/// The phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    /// The first twelve moves.
    Opening,
    /// Between the two.
    Middlegame,
    /// At most six pieces besides kings and pawns.
    Endgame,
}

impl Phase {
    fn of(position: &Position) -> Self {
        use shakmaty::Position as _;
        if position.pieces().count() <= ENDGAME_PIECES {
            Self::Endgame
        } else if position.chess().fullmoves().get() <= OPENING_MOVES {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }
}

/// Whose mistakes are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the person in games against this program's engine, or of both in other games.
    Person,
    /// Those of the player of this name in the games that they play, and as [`Self::Person`] in the others.
    Mine(String),
    /// Those of the player of this name; case and further blanks do not matter.
    Named(String),
    /// Those of this side.
    Side(Color),
}

impl Whose {
    /// Whether an exercise that was collected before is wanted.
    pub fn wants(&self, exercise: &Exercise) -> bool {
        match self {
            Self::Named(name) => name_key(&exercise.player) == name_key(name),
            Self::Mine(name) => !exercise.is_against(name),
            Self::Person | Self::Side(_) => true,
        }
    }

    fn sides(&self, game: &Game) -> ByColor<bool> {
        let is_named = |side, name| name_key(&game.players.get(side).name) == name_key(name);
        let is_mine = |side, name| game.is_person(side) && is_named(side, name);
        ByColor::new_with(|side: Color| match self {
            Self::Person => game.is_person(side),
            Self::Mine(name) => match is_mine(!side, name) {
                true => is_mine(side, name),
                false => game.is_person(side),
            },
            Self::Named(name) => is_named(side, name),
            Self::Side(wanted) => side == *wanted,
        })
    }
}

/// What a game has for training.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The exercises.
    pub exercises: Vec<Exercise>,
    /// Number of moves of the wanted sides.
    pub moves: usize,
    /// Number of these whose loss is known.
    pub evaluated: usize,
    /// Number of the others, but for those that mate or stalemate, after which there is none to add.
    pub unevaluated: usize,
}

/// The exercises of the main line of `game`: mistakes of the wanted sides. `label` names the game.
pub fn exercises_of(game: &Game, label: &str, whose: &Whose) -> Found {
    let (tree, sides, mut found) = (game.tree(), whose.sides(game), Found::default());
    for JudgedMove { parent, node, loss, is_mistake, .. } in judged_moves(game, &tree.mainline()) {
        let position = game.position_at(parent);
        let side = position.turn();
        let Some(mv) = tree.node(node).mv().filter(|_| *sides.get(side)) else { continue };
        found.moves += 1;
        let Some(loss) = loss else {
            found.unevaluated += usize::from(!game.position_at(node).legal_moves().is_empty());
            continue;
        };
        found.evaluated += 1;
        if !is_mistake {
            continue;
        }
        // What could not be read says nothing about the move.
        let comment = split_unread(&tree.node(node).comment).0.trim_end();
        found.exercises.push(Exercise {
            fen: position.fen(),
            source: format!("{label}, {}", notation::numbered(position, mv)),
            player: game.player_name(side).to_owned(),
            played: notation::uci(mv),
            best: better_line(game, parent, node),
            reason: comment.to_owned(),
            loss,
            theme: Theme::of_words(comment),
            phase: Phase::of(position),
        });
    }
    found
}

/// The first variation beside `node` that has an evaluation, as `lucena annotate` writes it.
fn better_line(game: &Game, parent: NodeId, node: NodeId) -> Vec<String> {
    let tree = game.tree();
    let siblings = tree.node(parent).children().iter().copied();
    let evaluated = |id: &NodeId| tree.node(*id).annotation.evaluation.is_some();
    let Some(first) = siblings.filter(|&id| id != node).find(evaluated) else { return Vec::new() };
    let next = |id: &NodeId| tree.node(*id).children().first().copied();
    std::iter::successors(Some(first), next)
        .map_while(|id| tree.node(id).mv())
        .map(notation::uci)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Theme, Whose, exercises_of, is_change};
    use crate::game::pgn;

    #[test]
    fn what_could_not_be_read_and_a_bare_word_are_no_reason() {
        let text = "1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Qh5 {Blunder. [%eval -2.5]} Zz9 Nc6 *";
        for (text, reason) in [(text.to_owned(), "Blunder."), (text.replace("Blunder. ", ""), "")] {
            let game = pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
            let found = exercises_of(&game, "", &Whose::Side(crate::rules::Color::White));
            let [exercise] = &found.exercises[..] else { panic!("{found:?}") };
            assert_eq!(
                (exercise.reason.as_str(), exercise.has_reason()),
                (reason, false),
                "{text}"
            );
        }
    }

    #[test]
    fn the_theme_is_the_reason_and_not_what_a_move_does_besides() {
        for (comment, theme) in [
            ("Blunder: loses a rook: Nc7+ attacks the king and the rook on a8.", Theme::Fork),
            (
                "Mistake: costs a pawn compared with 9.d4; e5 attacks the knight on f6 and the bishop on d6.",
                Theme::Fork,
            ),
            (
                "Mistake: costs a pawn compared with 9.d4, which attacks the queen on b5.",
                Theme::Material,
            ),
            (
                "Mistake: White's advantage falls from 1.20 to 0.30; better was 9.d4, which attacks the queen on b5.",
                Theme::Positional,
            ),
            (
                "Mistake: leaves the king less safe; better was 30.Qf6, which threatens 31.Qg7#.",
                Theme::Positional,
            ),
            (
                "Blunder: loses a rook: Qa6 attacks the queen on b5 and, behind it, the rook on a4.",
                Theme::Line,
            ),
        ] {
            assert_eq!(Theme::of_words(comment), theme, "{comment}");
            assert_eq!(is_change(comment), comment.contains("advantage"), "{comment}");
        }
    }
}
