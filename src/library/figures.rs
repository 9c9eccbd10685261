//! The figures of one game: opening, accuracy, rating by the moves, time and mistakes of each side. A figure that the game does
//! not have stays absent.

use super::material::Material;
use crate::annotate::accuracy::of_line;
use crate::annotate::{MoveRatings, judged_moves};
use crate::base::{FNV_BASIS, Millis, fnv};
use crate::game::{Game, GameResult, NodeId, Opening, Openings, Tree};
use crate::rules::{Key, Move, Position};
use crate::strength::human::{IntrinsicRating, MoveRater};
use crate::train::{Phase, Theme, Whose, exercises_of};
use shakmaty::ByColor;

/// Plies of the main line that are kept to compare openings.
const LINE_PLIES: usize = 40;

/// A mistake as [`crate::annotate::JudgedMove`] defines it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mistake {
    /// What it overlooked; `None` without a comment that says it.
    pub theme: Option<Theme>,
    /// The phase of the game.
    pub phase: Phase,
    /// Win percentage that it lost, 0 to 100.
    pub loss: f64,
}

/// Time used for moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeUse {
    /// Moves whose time is known.
    pub moves: usize,
    /// Their time.
    pub total: Millis,
}

/// The figures of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideFigures {
    /// Not this program's engine.
    pub is_person: bool,
    /// In percent.
    pub accuracy: Option<f64>,
    /// The rating by the moves, if they were rated before and are enough.
    pub rating: Option<IntrinsicRating>,
    /// The rated moves, to be put together with those of other games.
    pub rater: Option<MoveRater>,
    /// Moves of the main line.
    pub moves: usize,
    /// Moves with an evaluation before and after them; 0 if only the move that ended the game has.
    pub evaluated: usize,
    /// The mistakes among these.
    pub mistakes: Vec<Mistake>,
    /// The time.
    pub time: TimeUse,
}

/// The figures of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFigures {
    /// The result by moves and board, which the tag may contradict.
    pub result: Option<GameResult>,
    /// Half-moves of the main line.
    pub plies: usize,
    /// The last named position of the main line.
    pub opening: Option<Opening>,
    /// The first moves of the main line; empty unless the game began from the standard position.
    pub line: Vec<Move>,
    /// Checksum of the positions of the main line in their order.
    pub sequence: u64,
    /// Number of comments, of moves with NAGs, and of moves beside the main line.
    pub notes: usize,
    /// The keys of the positions of the main line in their order; 8 bytes a half-move.
    pub positions: Box<[Key]>,
    /// The material of the main line.
    pub material: Box<[Material]>,
    /// Both sides.
    pub sides: ByColor<SideFigures>,
}

/// Computes the figures of games.
#[derive(Debug)]
pub struct FiguresReader {
    openings: Openings,
    ratings: MoveRatings,
}

impl FiguresReader {
    /// Ratings by the moves are those that `ratings` keeps; without them other figures are complete.
    pub fn new(ratings: MoveRatings) -> Self {
        Self { openings: Openings::builtin(), ratings }
    }

    /// The figures of the main line of `game`. Nothing is searched.
    pub fn of(&self, game: &Game) -> GameFigures {
        let tree = game.tree();
        let mainline = tree.mainline();
        let last = mainline.last().copied().unwrap_or_default();
        let is_standard = *game.start() == Position::default();
        let moves = mainline.iter().skip(1).map_while(|&id| tree.node(id).mv());
        let line = if is_standard { moves.take(LINE_PLIES).collect() } else { Vec::new() };
        let accuracy = of_line(game, &mainline);
        let judged = judged_moves(game, &mainline);
        let ends = judged.last().filter(|it| game.forced_end_at(it.node).is_some());
        let ending = ends.and_then(|it| it.loss.and(tree.node(it.node).mover()));
        let mut sides = ByColor::new_with(|side| {
            let mut found = exercises_of(game, "", &Whose::Side(side));
            // The rules know the value after a move that ends the game. Where no other move has one, nobody evaluated the game
            // for this side: a share of mistakes would be one of mates.
            if found.evaluated == 1 && ending == Some(side) {
                found.evaluated = 0;
                found.exercises.clear();
            }
            let mistakes = found.exercises.iter().map(|exercise| Mistake {
                theme: exercise.has_reason().then_some(exercise.theme),
                phase: exercise.phase,
                loss: exercise.loss,
            });
            let rater = self.ratings.known(game, side);
            SideFigures {
                is_person: game.is_person(side),
                accuracy: *accuracy.get(side),
                rating: rater.and_then(MoveRater::rating),
                rater: rater.cloned(),
                moves: found.moves,
                evaluated: found.evaluated,
                mistakes: mistakes.collect(),
                time: TimeUse::default(),
            }
        });
        for &id in &mainline {
            if let Some((side, used)) = tree.node(id).mover().zip(game.time_used_at(id)) {
                let time: &mut TimeUse = &mut sides.get_mut(side).time;
                time.moves += 1;
                time.total = time.total + used;
            }
        }
        let plies = mainline.len() - 1;
        let result = game.end().map(|end| end.result);
        let positions: Box<[Key]> =
            mainline.iter().map(|&id| tree.node(id).position().key()).collect();
        let sequence =
            positions.iter().fold(FNV_BASIS, |sum, position| fnv(sum, &position.to_le_bytes()));
        let material =
            Material::of_game(mainline.iter().map(|&id| tree.node(id).position().board()));
        let opening = self.openings.of(game, last);
        let notes = notes(tree) - plies;
        GameFigures { result, plies, opening, line, sequence, notes, positions, material, sides }
    }
}

/// Number of moves, comments and moves with NAGs of the whole tree.
fn notes(tree: &Tree) -> usize {
    let (mut notes, mut open) = (0, vec![NodeId::ROOT]);
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        notes += node.children().len()
            + usize::from(!node.comment.is_empty() || !node.before.is_empty())
            + usize::from(!node.nags.is_empty());
        open.extend(node.children());
    }
    notes
}
