//! A summary of some games, such as those of a tournament or of a month: players, crosstable, and of each game the chart and the
//! mistakes.

use super::copies::{Candidate, are_copies};
use super::games::result_text;
use super::{FiguresReader, Library, LibraryError, Sums};
use crate::annotate::accuracy::percents;
use crate::game::pgn::{Note, Severity};
use crate::game::{Game, NodeId, name_key};
use crate::rules::{Color, Position, notation};
use crate::strength::human::IntrinsicRating;
use crate::train::{Exercise, Whose, exercises_of};
use shakmaty::ByColor;
use std::collections::HashMap;
use std::path::PathBuf;

/// More players than this have no crosstable: it would not fit a page.
const CROSSTABLE_PLAYERS: usize = 24;

/// A player of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The name as in the first game.
    pub name: String,
    /// Results and figures.
    pub sums: Sums,
}

impl Standing {
    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.sums.won as f64 + self.sums.drawn as f64 / 2.0
    }
}

/// A mistake as [`crate::annotate::JudgedMove`] defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Half-moves from the start of the game, the move included.
    pub ply: usize,
    /// Who made it.
    pub side: Color,
    /// The move with its number.
    pub played: String,
    /// Win percentage that it lost, 0 to 100.
    pub loss: f64,
    /// The comment on it; may be empty.
    pub reason: String,
    /// The better line; may be empty.
    pub better: String,
}

/// A game of the summary.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// The names; `?` if unknown.
    pub players: ByColor<String>,
    /// The result as lists show it.
    pub result: &'static str,
    /// Date, round and event; empty if unknown.
    pub date: String,
    /// The round.
    pub round: String,
    /// The event.
    pub event: String,
    /// Code and name of the opening.
    pub opening: String,
    /// Accuracy in percent.
    pub accuracy: ByColor<Option<f64>>,
    /// Rating by the moves.
    pub rating: ByColor<Option<IntrinsicRating>>,
    /// White's win percentage at each position of the main line.
    pub percents: Vec<Option<f64>>,
    /// The mistakes in the order of the moves.
    pub moments: Vec<Moment>,
    /// The moves of the main line with their numbers.
    pub moves: String,
    /// Whether the game was read in part.
    pub is_incomplete: bool,
}

/// The summary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The players by points; those without a name are left out.
    pub standings: Vec<Standing>,
    /// Points of a player against another, `[player][opponent]` by their places in the standings, a value a game. Empty
    /// unless 2 to 24 players met in at least half of all pairs.
    pub crosstable: Vec<Vec<Vec<f64>>>,
    /// The games in their order.
    pub games: Vec<GameReport>,
    /// Number of copies of these games that are left out.
    pub copies: usize,
    /// Number of games whose players have one name: nobody's result, as in statistics, so that they are in no standing.
    pub against_self: usize,
    /// File and notes of each game that has some.
    pub notes: Vec<(PathBuf, Vec<Note>)>,
}

impl Summary {
    /// Reads these games of the library, each once.
    ///
    /// # Errors
    /// A file cannot be read. A game of it that cannot be is left out, with a note.
    pub fn read(
        library: &Library,
        numbers: &[usize],
        reader: &FiguresReader,
    ) -> Result<Self, LibraryError> {
        let (mut read_games, mut notes) = (Vec::new(), Vec::new());
        for &number in numbers {
            let Some((source, row)) = library.source(number).zip(library.row(number)) else {
                continue;
            };
            let read = match source.index.read(source.number) {
                Ok(read) => read,
                // It does not keep the others away.
                Err(error) if error.is_of_one_game() => {
                    let note = Note {
                        game: source.number + 1,
                        line: source.index.line(source.number),
                        severity: Severity::Error,
                        text: format!("left out: {error}"),
                    };
                    notes.push((source.index.file().to_owned(), vec![note]));
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let is_incomplete = read.is_incomplete();
            if !read.notes.is_empty() {
                notes.push((source.index.file().to_owned(), read.notes));
            }
            let game = read.game;
            let figures = reader.of(&game);
            let mainline = game.tree().mainline();
            let known = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let named = figures.opening.map(|it| format!("{} {}", it.eco, it.name));
            let opening = Some(row.opening_text()).filter(|text| !text.is_empty()).or(named);
            let report = GameReport {
                players: ByColor::new_with(|side| row.name(side).unwrap_or("?").to_owned()),
                result: result_text(figures.result),
                date: known(row.date()),
                round: known(game.tags.get("Round").filter(|it| !matches!(*it, "?" | "-"))),
                event: known(row.event()),
                opening: opening.unwrap_or_default(),
                accuracy: ByColor::new_with(|side| figures.sides.get(side).accuracy),
                rating: ByColor::new_with(|side| figures.sides.get(side).rating),
                percents: percents(&game, &mainline),
                moments: moments(&game, &mainline),
                moves: moves(&game, &mainline),
                is_incomplete,
            };
            read_games.push((row, figures, report));
        }
        let candidates: Vec<Candidate<'_>> =
            read_games.iter().map(|(row, figures, _)| Candidate::new(row, figures, true)).collect();
        let are_copies = are_copies(&candidates);
        let mut players: Vec<Standing> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut met: HashMap<(usize, usize), Vec<f64>> = HashMap::new();
        let (mut games, mut copies, mut against_self) = (Vec::new(), 0, 0);
        for ((row, figures, mut report), is_copy) in read_games.into_iter().zip(are_copies) {
            if is_copy {
                copies += 1;
                continue;
            }
            if row.is_against_self() {
                against_self += 1;
                games.push(report);
                continue;
            }
            let sides = ByColor::new_with(|side| {
                let name = row.name(side)?.to_owned();
                let place = *places.entry(name_key(&name)).or_insert(players.len());
                if place == players.len() {
                    players.push(Standing { name, sums: Sums::default() });
                }
                players[place].sums.add(side, figures.result, &figures);
                report.players.get_mut(side).clone_from(&players[place].name);
                Some(place)
            });
            if let (Some(result), Some(first), Some(second)) =
                (figures.result, sides.white, sides.black)
            {
                let white = f64::from(result.half_points(Color::White)) / 2.0;
                met.entry((first, second)).or_default().push(white);
                met.entry((second, first)).or_default().push(1.0 - white);
            }
            games.push(report);
        }
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|&a, &b| {
            let [first, second] = [a, b].map(|place| &players[place]);
            let games = first.sums.games.cmp(&second.sums.games);
            second.points().total_cmp(&first.points()).then(games)
        });
        Ok(Self {
            crosstable: crosstable(&order, &met),
            standings: order.iter().map(|&place| players[place].clone()).collect(),
            games,
            copies,
            against_self,
            notes,
        })
    }

    /// The worst mistakes of all games: the number of the game from 0, and the mistake; the largest loss first.
    pub fn worst(&self, count: usize) -> Vec<(usize, &Moment)> {
        let of_game = |(number, game)| -> Vec<(usize, &Moment)> {
            let game: &GameReport = game;
            game.moments.iter().map(|moment| (number, moment)).collect()
        };
        let mut all: Vec<(usize, &Moment)> =
            self.games.iter().enumerate().flat_map(of_game).collect();
        all.sort_by(|a, b| b.1.loss.total_cmp(&a.1.loss));
        all.truncate(count);
        all
    }
}

fn crosstable(order: &[usize], met: &HashMap<(usize, usize), Vec<f64>>) -> Vec<Vec<Vec<f64>>> {
    let players = order.len();
    let pairs = met.keys().filter(|(a, b)| a < b).count();
    if !(2..=CROSSTABLE_PLAYERS).contains(&players) || 4 * pairs < players * (players - 1) {
        return Vec::new();
    }
    let cell =
        |a, b| if a == b { Vec::new() } else { met.get(&(a, b)).cloned().unwrap_or_default() };
    order.iter().map(|&a| order.iter().map(|&b| cell(a, b)).collect()).collect()
}

/// The main line with move numbers.
fn moves(game: &Game, mainline: &[NodeId]) -> String {
    let word = |&id: &NodeId| {
        let (node, san) = (game.tree().node(id), game.tree().san(id));
        match (node.mover(), node.parent() == Some(NodeId::ROOT)) {
            (Some(Color::White), _) => format!("{}.{san}", node.move_number()),
            (Some(Color::Black) | None, true) => format!("{}...{san}", node.move_number()),
            (Some(Color::Black) | None, false) => san,
        }
    };
    mainline.iter().skip(1).map(word).collect::<Vec<_>>().join(" ")
}

/// The mistakes of both sides.
fn moments(game: &Game, mainline: &[NodeId]) -> Vec<Moment> {
    let of = |side| exercises_of(game, "", &Whose::Side(side)).exercises;
    let found = [of(Color::White), of(Color::Black)].concat();
    let mut found: HashMap<String, Exercise> =
        found.into_iter().map(|exercise| (exercise.fen.clone(), exercise)).collect();
    let positions = mainline.iter().zip(1..).map(|(&id, ply)| (ply, game.position_at(id)));
    positions
        .filter_map(|(ply, position)| moment(ply, position, found.remove(&position.fen())?))
        .collect()
}

/// The mistake of the move to `ply`, made in `position`.
fn moment(ply: usize, position: &Position, exercise: Exercise) -> Option<Moment> {
    let played = notation::parse_move(position, &exercise.played).ok()?;
    let (mut at, mut better) = (position.clone(), Vec::new());
    for text in &exercise.best {
        let Ok(mv) = notation::parse_move(&at, text) else { break };
        better.push(mv);
        at.play(mv);
    }
    Some(Moment {
        ply,
        side: position.turn(),
        played: notation::numbered(position, played),
        loss: exercise.loss,
        reason: exercise.reason,
        better: notation::numbered_line(position, &better),
    })
}
