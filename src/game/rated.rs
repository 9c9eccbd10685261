//! Selects the recorded games that count for the player's rating: finished games without help against one level of
//! the dial. `strength` computes the rating.

use super::autosave::recorded_games;
use super::tags::{CONTINUES, HELP};
use super::{End, Game, NodeId, Player, PlayerKind, Termination, UNNAMED, name_key, pgn};
use crate::base::read_at_most;
use crate::rules::{Color, Position};
use crate::strength::StrengthLevel;
use jiff::civil::Date;
use std::collections::HashSet;
use std::path::Path;

/// Its value if a move was taken back: the same moves may follow, which leave no trace in the moves.
pub const TAKEN_BACK: &str = "move taken back";
/// Number of files read, newest first.
const MAX_GAMES: usize = 200;
/// Minimum number of moves of each side.
const MIN_MOVES: usize = 2;
/// Largest file read in bytes; a saved game is smaller.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// A rated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The dial's level: [`StrengthLevel::Human`] without a style, or [`StrengthLevel::Limited`].
    pub dial: StrengthLevel,
    /// The player's score: 0, 0.5 or 1.
    pub score: f64,
    /// The player's side.
    pub side: Color,
    /// When it was played, if that is known.
    pub date: Option<Date>,
}

/// A recorded game that counts.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// What counts of it.
    pub rated: Rated,
    /// The game.
    pub game: Game,
}

/// What the recorded games of a person come to.
#[derive(Clone, Debug, Default)]
pub struct RatedFolder {
    /// What counts of each rated game, newest first.
    pub counted: Vec<Rated>,
    /// The number of unrated games.
    pub left_out: usize,
    /// The newest rated games.
    pub newest: Vec<RecordedGame>,
}

/// Why a game is not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// Not a game of the player against this engine.
    OtherPlayers,
    /// It does not start from the standard position.
    SetUp,
    /// It is unfinished, abandoned or adjudicated.
    Unfinished,
    /// It has too few moves.
    TooShort,
    /// Moves were taken back.
    TakenBack,
    /// The player used hints, analysis or another engine.
    Helped,
    /// It was played on from a position of a record.
    Continued,
    /// The dial changed during the game, or does not stand in the record.
    NoFixedLevel,
    /// Lucena played at full strength or as a personality.
    Unmeasured,
}

impl Unrated {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OtherPlayers => "it was not played against the dial",
            Self::SetUp => "it began from another position",
            Self::Unfinished => "it has no result of play",
            Self::TooShort => "it is too short",
            Self::TakenBack => "moves were taken back",
            Self::Helped => "a hint, analysis or another engine was asked",
            Self::Continued => "it was played on from a record",
            Self::NoFixedLevel => "Lucena did not play at one fixed rating",
            Self::Unmeasured => "full strength and personalities have no measured rating",
        }
    }

    /// Several reasons in words.
    pub fn all_words(reasons: &[Self]) -> String {
        reasons.iter().map(|reason| reason.words()).collect::<Vec<_>>().join("; ")
    }
}

/// Rates the game for the person called `name`, also one of the time before that name was set.
///
/// # Errors
/// All reasons why the game is not rated; [`Unrated::OtherPlayers`] stands alone.
pub fn rated(game: &Game, name: &str) -> Result<Rated, Vec<Unrated>> {
    let keys = [name, UNNAMED].map(name_key);
    let person = |player: &Player| {
        player.kind == PlayerKind::Human && keys.contains(&name_key(&player.name))
    };
    let engine = |player: &Player| matches!(player.kind, PlayerKind::Engine(_));
    let players = &game.players;
    let side = if person(&players.white) && engine(&players.black) {
        Color::White
    } else if person(&players.black) && engine(&players.white) {
        Color::Black
    } else {
        return Err(vec![Unrated::OtherPlayers]);
    };
    let is_continued = game.tags.get(CONTINUES).is_some();
    let is_played =
        |end: &End| !matches!(end.reason, Termination::Abandoned | Termination::Adjudication);
    let end = game.end().filter(is_played);
    let help = || game.tags.get(HELP).into_iter().flat_map(|tag| tag.split(", "));
    let is_short = game.tree().mainline().len() <= 2 * MIN_MOVES;
    let checks = [
        (is_continued, Unrated::Continued),
        (*game.start() != Position::default(), Unrated::SetUp),
        (end.is_none(), Unrated::Unfinished),
        (help().any(|what| what != TAKEN_BACK), Unrated::Helped),
        (help().any(|what| what == TAKEN_BACK) || was_taken_back(game), Unrated::TakenBack),
        (is_short, Unrated::TooShort),
    ];
    let mut reasons: Vec<Unrated> =
        checks.into_iter().filter(|(applies, _)| *applies).map(|(_, reason)| reason).collect();
    let dial = fixed_dial(game, !side);
    // The moves of the record that a game continues have no level, and in a short game there may be none of the engine's.
    reasons.extend(dial.err().filter(|_| !is_continued && !is_short));
    match (dial, end) {
        (Ok(dial), Some(end)) if reasons.is_empty() => {
            let score = f64::from(end.result.half_points(side)) / 2.0;
            Ok(Rated { dial, score, side, date: date(game) })
        }
        (Ok(_) | Err(_), _) => Err(reasons),
    }
}

/// The date of the tag, as this program writes it.
fn date(game: &Game) -> Option<Date> {
    Date::strptime("%Y.%m.%d", game.tags.get("Date")?).ok()
}

/// Whether a move was taken back and replaced, in a game without the tag. A move that was played has its time; a variation added later, as by
/// `annotate`, has none.
fn was_taken_back(game: &Game) -> bool {
    let tree = game.tree();
    let others = |id: NodeId| tree.node(id).children().iter().skip(1);
    let was_made = |&id: &NodeId| tree.node(id).annotation.elapsed.is_some();
    tree.mainline().into_iter().any(|id| others(id).any(was_made))
}

/// The dial level at which every move of `side` was made.
fn fixed_dial(game: &Game, side: Color) -> Result<StrengthLevel, Unrated> {
    let tree = game.tree();
    let mine = tree.mainline().into_iter().filter(|&id| tree.node(id).mover() == Some(side));
    let mut found = None;
    for id in mine {
        let insight = tree.node(id).annotation.engine_info.as_deref();
        let dial = insight.and_then(|kept| kept.dial.as_ref()).ok_or(Unrated::NoFixedLevel)?.level;
        if found.is_some_and(|before| before != dial) {
            return Err(Unrated::NoFixedLevel);
        }
        found = Some(dial);
    }
    let dial = found.ok_or(Unrated::NoFixedLevel)?;
    if is_measured(&dial) { Ok(dial) } else { Err(Unrated::Unmeasured) }
}

/// Has the level a rating that was measured? Full strength and personalities have none.
pub fn is_measured(level: &StrengthLevel) -> bool {
    match level {
        StrengthLevel::Limited(_) => true,
        StrengthLevel::Human(level) => !level.has_style(),
        StrengthLevel::Full | StrengthLevel::Personality(_) => false,
    }
}

/// The rated games of `name` in `folder`, with the moves of the newest `kept`. A copy of a game, which has its level, side, result,
/// date, moves and clocks, counts once. Blocking: a file takes a few milliseconds. Unreadable files are skipped.
pub fn rated_games(folder: &Path, name: &str, kept: usize) -> RatedFolder {
    let (mut found, mut known) = (RatedFolder::default(), HashSet::new());
    for file in recorded_games(folder).iter().rev().take(MAX_GAMES) {
        // A substring test on the tags avoids parsing most files.
        let Ok(text) = read_at_most(file, MAX_FILE_BYTES) else { continue };
        if !contains(&text, b"Type \"human\"") || !contains(&text, b"Dial \"") {
            continue;
        }
        for read in pgn::read_bytes(&text).unwrap_or_default() {
            match rated(&read.game, name) {
                Ok(rated) if !known.insert(identity(&rated, &read.game)) => {}
                Ok(rated) => {
                    found.counted.push(rated);
                    if found.newest.len() < kept {
                        found.newest.push(RecordedGame { rated, game: read.game });
                    }
                }
                Err(reasons) if reasons == [Unrated::OtherPlayers] => {}
                Err(_) => found.left_out += 1,
            }
        }
    }
    found
}

/// What the copies of a game have in common, also if one of them was annotated.
fn identity(rated: &Rated, game: &Game) -> String {
    let tag = |name| game.tags.get(name).unwrap_or_default().to_owned();
    let tree = game.tree();
    let moves = tree.mainline().into_iter().map(|id| {
        let node = tree.node(id);
        format!("{:?} {:?}", node.mv(), node.annotation.clock)
    });
    let tags = ["Date", "Time", "DialSeed"].map(tag);
    let parts = std::iter::once(format!("{rated:?}")).chain(tags).chain(moves);
    parts.collect::<Vec<_>>().join(",")
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::{CONTINUES, HELP, Rated, TAKEN_BACK, UNNAMED, Unrated, rated, rated_games};
    use crate::base::{Elo, Millis};
    use crate::game::{DialInfo, Game, NodeId, Player, TreeMove, pgn};
    use crate::rules::{Color, parse_move};
    use crate::strength::StrengthLevel;
    use shakmaty::ByColor;

    /// Ada with White against the dial, the moves of Black made at `dials`.
    fn game(moves: &str, dials: &[u16]) -> Game {
        let engine = Player::engine(StrengthLevel::Limited(Elo(dials[0])));
        let players = ByColor { white: Player::human("Ada"), black: engine };
        let mut game = Game::default().with_players(players);
        let mut dials = dials.iter().cycle();
        for text in moves.split(' ') {
            let mv = parse_move(game.position(), text).unwrap();
            let black = game.position().turn() == Color::Black;
            let node = game.play(mv, Millis(0)).unwrap();
            if black {
                let level = StrengthLevel::Limited(Elo(*dials.next().unwrap()));
                game.tree_mut()
                    .node_mut(node)
                    .annotation
                    .engine_info
                    .get_or_insert_default()
                    .dial = Some(DialInfo { level, weakened: None });
            }
        }
        game
    }

    const MATE: &str = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#";

    #[test]
    fn a_finished_game_is_rated_also_after_reading_its_pgn() {
        let won = game(MATE, &[1200]);
        let (dial, side) = (StrengthLevel::Limited(Elo(1200)), Color::White);
        let counted = Ok(Rated { dial, score: 1.0, side, date: None });
        assert_eq!(rated(&won, "Ada"), counted);
        let again = pgn::read_bytes(pgn::write(&won).as_bytes()).unwrap().remove(0).game;
        assert_eq!(rated(&again, "Ada"), counted);
        // The user has set the name since.
        let mut unnamed = won.clone();
        unnamed.players.white = Player::human(UNNAMED);
        assert_eq!(rated(&unnamed, "Ada"), counted);
        // Annotating adds variations.
        let mut annotated = won.clone();
        let tree = annotated.tree_mut();
        let after = tree.mainline()[2];
        let better = parse_move(tree.node(after).position(), "Nf3").unwrap();
        tree.append(after, TreeMove::Move(better)).unwrap();
        assert_eq!(rated(&annotated, "Ada"), counted);
        let again = pgn::read_bytes(pgn::write(&annotated).as_bytes()).unwrap().remove(0).game;
        assert_eq!(rated(&again, "Ada"), counted);
        let mut drawn = game("e4 e5 Nf3 Nc6", &[1200]);
        drawn.agree_draw(Millis(0)).unwrap();
        assert_eq!(rated(&drawn, "Ada").unwrap().score, 0.5);
    }

    #[test]
    fn an_unrated_game_has_its_reason() {
        let mut helped = game(MATE, &[1200]);
        helped.tags.set(HELP, "hint");
        let mut again = game(MATE, &[1200]);
        again.tags.set(HELP, TAKEN_BACK);
        let mut short = game("e4 e5", &[1200]);
        short.resign(Color::White, Millis(0)).unwrap();
        let mut back = game("e4 e5 Nf3 Nc6 Bc4", &[1200]);
        back.takeback(Millis(0)).unwrap();
        for text in ["Qh5", "Nf6", "Bb5"] {
            // The line taken back is kept as a variation.
            let Ok(mv) = parse_move(back.position(), text) else { continue };
            back.play(mv, Millis(0)).unwrap();
        }
        back.resign(Color::White, Millis(0)).unwrap();
        let mut broken = game("e4 e5 Nf3 Nc6", &[1200]);
        assert_eq!(rated(&broken, "Ada"), Err(vec![Unrated::Unfinished]));
        let abandoned = crate::game::End::win(Color::White, crate::game::Termination::Abandoned);
        broken.conclude(abandoned, Millis(0)).unwrap();
        let mut continued = game(MATE, &[1200]);
        continued.tags.set(CONTINUES, "Ada - Lucena, after 1.e4");
        let mut full = game(MATE, &[1200]);
        let tree = full.tree_mut();
        for id in tree.mainline() {
            let info = tree.node_mut(id).annotation.engine_info.as_mut();
            if let Some(dial) = info.and_then(|info| info.dial.as_mut()) {
                dial.level = StrengthLevel::Full;
            }
        }
        for (game, name, reason) in [
            (continued, "Ada", Unrated::Continued),
            (full, "Ada", Unrated::Unmeasured),
            (game(MATE, &[1200]), "Eve", Unrated::OtherPlayers),
            (helped, "Ada", Unrated::Helped),
            (again, "Ada", Unrated::TakenBack),
            (short, "Ada", Unrated::TooShort),
            (back, "Ada", Unrated::TakenBack),
            (broken, "Ada", Unrated::Unfinished),
            (game(MATE, &[1200, 1225]), "Ada", Unrated::NoFixedLevel),
        ] {
            assert_eq!(rated(&game, name), Err(vec![reason]));
        }
    }

    #[test]
    fn all_reasons_are_named() {
        let mut both = game("e4 e5 Nf3 Nc6 Bc4", &[1200, 1225]);
        both.tags.set(HELP, "hint, move taken back");
        let reasons = rated(&both, "Ada").unwrap_err();
        let expected =
            [Unrated::Unfinished, Unrated::Helped, Unrated::TakenBack, Unrated::NoFixedLevel];
        assert_eq!(reasons, expected);
        let words = "a hint, analysis or another engine was asked; moves were taken back";
        assert_eq!(Unrated::all_words(&reasons[1..3]), words);
        // A line that was taken back is found beside a tag of a hint, too.
        let mut line = game("e4 e5 Nf3 Nc6 Bc4", &[1200]);
        line.tags.set(HELP, "hint");
        line.takeback(Millis(0)).unwrap();
        line.play(parse_move(line.position(), "Bb5").unwrap(), Millis(0)).unwrap();
        line.resign(Color::White, Millis(0)).unwrap();
        assert_eq!(rated(&line, "Ada"), Err(vec![Unrated::Helped, Unrated::TakenBack]));
    }

    #[test]
    fn a_rated_game_has_the_date_of_its_tag() {
        let mut won = game(MATE, &[1200]);
        for (tag, date) in
            [("2026.11.30", Some(jiff::civil::date(2026, 11, 30))), ("2026.??.??", None)]
        {
            won.tags.set("Date", tag);
            assert_eq!(rated(&won, "Ada").unwrap().date, date);
        }
    }

    #[test]
    fn unreadable_files_of_a_folder_are_skipped() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        let mut helped = game(MATE, &[900]);
        helped.tags.set(HELP, "hint");
        std::fs::write(folder.join("1.pgn"), pgn::write(&game(MATE, &[1000]))).unwrap();
        std::fs::write(folder.join("2.pgn"), pgn::write(&helped)).unwrap();
        std::fs::write(folder.join("3.pgn"), b"\xff\xfe Type \"human\" Dial \"").unwrap();
        std::fs::write(folder.join("4.pgn"), pgn::write(&game(MATE, &[1100]))).unwrap();
        // A copy, which was annotated.
        let mut copy = game(MATE, &[1000]);
        copy.tree_mut().node_mut(NodeId::ROOT).comment = "a comment".to_owned();
        std::fs::write(folder.join("5.pgn"), pgn::write(&copy)).unwrap();
        let found = rated_games(folder, "Ada", 1);
        assert_eq!(
            found.counted.iter().filter_map(|rated| Some(rated.dial.elo()?.0)).collect::<Vec<_>>(),
            [1000, 1100]
        );
        assert_eq!((found.left_out, found.newest.len()), (1, 1));
        assert_eq!(found.newest[0].rated, found.counted[0]);
        let none = rated_games(&folder.join("absent"), "Ada", 1);
        assert!(none.counted.is_empty() && none.left_out == 0);
    }
}
