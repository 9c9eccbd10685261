//! Changes of a game's tags as the user asks for them, kept to what PGN allows and to what the game itself says. What a
//! new result means for a game that is being played, the front end decides.

use super::parser::GAME_TAGS;
use super::{termination, write_tags};
use crate::base::Elo;
use crate::game::{End, Game, GameResult, NodeId, PlayerKind, TimeControl};
use crate::rules::Color;
use jiff::civil::Date;
use shakmaty::ByColor;

/// Why a tag cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tag {name} {value:?}: {wrong}")]
pub struct TagError {
    /// The tag.
    pub name: String,
    /// The value that was wanted.
    pub value: String,
    /// What is wrong with it.
    pub wrong: String,
}

/// Tags that every game has. Source: the Seven Tag Roster, PGN 8.1.1.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Other tags that people set. Source: PGN 9.
const SUPPLEMENTAL: &str = "WhiteElo BlackElo WhiteTitle BlackTitle WhiteFideId BlackFideId WhiteTeam BlackTeam EventDate \
     EventSponsor EventType Section Stage Board ECO Opening Variation TimeControl Time UTCDate UTCTime Termination Annotator \
     Source Mode";

/// Longest value in characters. Source: PGN 7.
const MAX_VALUE: usize = 255;

/// The names that may follow `tag`: the roster, those that people set, and the game's others.
pub fn tag_names(game: &Game) -> Vec<String> {
    let mut names: Vec<String> =
        ROSTER.into_iter().chain(SUPPLEMENTAL.split(' ')).map(str::to_owned).collect();
    let tags = write_tags(game);
    for (name, _) in tags.iter() {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Sets a tag of a game whose end is that of its main line; a name in other capitals is that of a known tag. Returns the
/// name.
///
/// # Errors
/// PGN has no such name or value, or the game itself says something else.
pub fn set_tag(game: &mut Game, name: &str, value: &str) -> Result<String, TagError> {
    let quoted = value.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let value = quoted.unwrap_or(value).trim();
    let name = known_name(game, name);
    let refused = |wrong: String| TagError { name: name.clone(), value: value.to_owned(), wrong };
    check_name(&name).map_err(&refused)?;
    check_value(value).map_err(&refused)?;
    set_checked(game, &name, value).map_err(&refused)?;
    Ok(name)
}

/// Removes a tag; one of the roster becomes unknown instead. Returns its name and the value that is left.
///
/// # Errors
/// There is no such tag, or it follows from the game.
pub fn remove_tag(game: &mut Game, name: &str) -> Result<(String, Option<String>), TagError> {
    let name = known_name(game, name);
    let refused = |wrong: &str| TagError {
        name: name.clone(),
        value: String::new(),
        wrong: wrong.to_owned(),
    };
    let unknown = match &*name {
        "Date" => Some("????.??.??"),
        "Result" => Some("*"),
        _ if ROSTER.contains(&&*name) => Some("?"),
        _ => None,
    };
    if let Some(unknown) = unknown {
        set_checked(game, &name, unknown).map_err(|wrong| refused(&wrong))?;
        return Ok((name, Some(unknown.to_owned())));
    }
    if let Some((side, "Elo")) = side_tag(&name)
        && game.players.get(side).kind == PlayerKind::Human
    {
        game.players.get_mut(side).elo = None;
    }
    let is_time = name == "TimeControl";
    if is_time {
        game.set_control(ByColor::default());
    }
    if game.tags.get(&name).is_none() && !is_time {
        return match write_tags(game).get(&name) {
            Some(_) => Err(refused("it follows from the game, and is written with it")),
            None => Ok((name, None)),
        };
    }
    game.tags.remove(&name);
    if name == "Termination" {
        renew_end(game);
    }
    Ok((name, None))
}

/// The end that a value of `Result` means for a game that ends at `last`; `None` for a game that goes on.
///
/// # Errors
/// It is no result, or the rules give another one there.
pub fn end_of_result(game: &Game, last: NodeId, value: &str) -> Result<Option<End>, String> {
    let result = GameResult::parse(value);
    if result.is_none() && value != "*" {
        return Err("expected 1-0, 0-1, 1/2-1/2, or * for a game without a result".to_owned());
    }
    if let Some(end) = game.forced_end_at(last).filter(|end| Some(end.result) != result) {
        return Err(format!("the last position is over: {}, {}", end.result.pgn(), end.words()));
    }
    let tag = game.tags.get("Termination");
    Ok(result.map(|result| termination::end_from_tags(game, last, result, tag)))
}

/// The known tag that `name` is but for capitals, else `name` itself.
fn known_name(game: &Game, name: &str) -> String {
    let mut names = tag_names(game);
    names.extend(GAME_TAGS.split(' ').chain(["BlackTimeControl"]).map(str::to_owned));
    let exact = names.iter().find(|known| *known == name);
    let known = exact.or_else(|| names.iter().find(|known| known.eq_ignore_ascii_case(name)));
    known.map_or(name, String::as_str).to_owned()
}

/// Source: PGN 8.1, tag names have letters, digits and underscores.
fn check_name(name: &str) -> Result<(), String> {
    let is_whole = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let begins = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    match is_whole && begins {
        true => Ok(()),
        false => {
            Err("the name has letters, digits and underscores, and begins with a letter".to_owned())
        }
    }
}

fn check_value(value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Err("the value is empty; remove and the name takes the tag away".to_owned());
    }
    if value.chars().any(char::is_control) {
        return Err("a value has no control characters".to_owned());
    }
    let length = value.chars().count();
    if length > MAX_VALUE {
        return Err(format!("a value has at most {MAX_VALUE} characters, this one {length}"));
    }
    Ok(())
}

/// The side that a tag is about, and what of it.
fn side_tag(name: &str) -> Option<(Color, &str)> {
    [("White", Color::White), ("Black", Color::Black)]
        .into_iter()
        .find_map(|(start, side)| Some((side, name.strip_prefix(start)?)))
}

fn set_checked(game: &mut Game, name: &str, value: &str) -> Result<(), String> {
    match (name, side_tag(name)) {
        ("FEN" | "SetUp" | "Variant", _) => {
            return Err(
                "it follows from the start position: :fen begins from another one".to_owned()
            );
        }
        ("PlyCount", _) => return Err("it is counted when the game is written".to_owned()),
        ("BlackTimeControl", _) => {
            return Err("it follows from TimeControl, or from the game".to_owned());
        }
        ("Date" | "EventDate" | "UTCDate", _) => check_date(value)?,
        ("Time" | "UTCTime", _) => check_time(value)?,
        ("ECO", _) => check_eco(value)?,
        ("Result", _) => {
            let last = game.tree().mainline().last().copied().unwrap_or_default();
            let end = end_of_result(game, last, value)?;
            game.tags.remove("Result");
            if end.is_none() {
                game.reopen();
            }
            game.set_end(end);
            return Ok(());
        }
        ("Termination", _) => {
            let is_over = game.end().is_some();
            let goes_on = value.to_lowercase().contains("unterminated");
            if is_over == goes_on {
                let wrong = match is_over {
                    true => "the game has a result",
                    false => "the game has no result yet: set Result first",
                };
                return Err(wrong.to_owned());
            }
            game.tags.set(name, value);
            renew_end(game);
            return Ok(());
        }
        ("TimeControl", _) => {
            let control = TimeControl::from_tag(value).map_err(|error| error.to_string())?;
            game.set_control(ByColor { white: control.clone(), black: control });
        }
        (_, Some((side, ""))) => {
            game.tags.remove(name);
            let name = if value == "?" { "" } else { value };
            name.clone_into(&mut game.players.get_mut(side).name);
            return Ok(());
        }
        (_, Some((side, "Elo"))) => {
            let player = game.players.get_mut(side);
            if player.kind != PlayerKind::Human {
                return Err("it is the level that Lucena plays at".to_owned());
            }
            player.elo = rating(value)?;
        }
        (_, Some((_, "Dial"))) => return Err("it is the level that Lucena plays at".to_owned()),
        (_, Some((side, "Type"))) => {
            if game.players.get(side).kind != PlayerKind::Human {
                return Err("Lucena plays this side".to_owned());
            }
            if !["human", "program"].contains(&value) {
                return Err("expected human or program".to_owned());
            }
        }
        _ => {}
    }
    game.tags.set(name, value);
    Ok(())
}

/// The reason of the end follows from the tag `Termination`.
fn renew_end(game: &mut Game) {
    let Some(end) = game.end() else { return };
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    let tag = game.tags.get("Termination");
    let end = termination::end_from_tags(game, last, end.result, tag);
    game.set_end(Some(end));
}

/// Source: PGN 8.1.1.3, `YYYY.MM.DD` with question marks for what is unknown.
fn check_date(value: &str) -> Result<(), String> {
    let parts: Vec<&str> = value.split('.').collect();
    let number = |part: &str| part.parse::<i16>().ok();
    let is_part = |part: &&str, length: usize| {
        let is_unknown = part.bytes().all(|byte| byte == b'?');
        part.len() == length && (is_unknown || part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_form = matches!(&*parts, [year, month, day]
        if is_part(year, 4) && is_part(month, 2) && is_part(day, 2));
    // In a leap year 29 February is a day, also where the year is not known.
    let [year, month, day] = [(0, 2024), (1, 1), (2, 1)]
        .map(|(at, unknown)| parts.get(at).and_then(|part| number(part)).unwrap_or(unknown));
    let is_day = i8::try_from(month)
        .ok()
        .zip(i8::try_from(day).ok())
        .is_some_and(|(month, day)| Date::new(year, month, day).is_ok());
    match (is_form, is_day) {
        (true, true) => Ok(()),
        (true, false) => Err("there is no such day".to_owned()),
        (false, _) => {
            Err("expected YYYY.MM.DD such as 2026.11.30, with ?? for what is unknown".to_owned())
        }
    }
}

/// Source: PGN 9.5.1, `HH:MM:SS`.
fn check_time(value: &str) -> Result<(), String> {
    let parts: Vec<&str> = value.split(':').collect();
    let is_part = |part: &str, most: u8| {
        part == "??" || part.len() == 2 && part.parse::<u8>().is_ok_and(|it| it <= most)
    };
    let is_time = matches!(*parts, [hours, minutes, seconds]
        if is_part(hours, 23) && is_part(minutes, 59) && is_part(seconds, 59));
    if is_time { Ok(()) } else { Err("expected HH:MM:SS such as 19:30:00".to_owned()) }
}

/// Source: PGN 9.4.1, a letter from A to E and two digits, and what may follow a slash.
fn check_eco(value: &str) -> Result<(), String> {
    let code = value.split('/').next().unwrap_or_default().as_bytes();
    let is_code = matches!(code, [b'A'..=b'E', tens, units] if tens.is_ascii_digit() && units.is_ascii_digit());
    if is_code || value == "?" {
        Ok(())
    } else {
        Err("expected a letter from A to E and two digits, such as C45".to_owned())
    }
}

/// Largest rating; the highest of anybody are below it.
const MAX_RATING: u16 = 4000;

/// A rating; `None` for an unrated player. Source: PGN 9.1.2, `-` for one without a rating.
fn rating(value: &str) -> Result<Option<Elo>, String> {
    if matches!(value, "-" | "?") {
        return Ok(None);
    }
    let rating = value.parse::<u16>().ok().filter(|rating| (1..=MAX_RATING).contains(rating));
    let wrong = || format!("expected a rating from 1 to {MAX_RATING}, or - without one");
    rating.map(|rating| Some(Elo(rating))).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::{remove_tag, set_tag};
    use crate::base::Millis;
    use crate::game::{Edit, Game, pgn};

    /// A record of these moves.
    fn record(moves: &str) -> Game {
        pgn::read_bytes(format!("{moves} *\n").as_bytes()).unwrap().remove(0).game
    }

    #[test]
    fn a_tag_has_the_form_that_pgn_gives_it() {
        for (name, value, written) in [
            ("white", "Smith, Anna", "[White \"Smith, Anna\"]"),
            ("Event", "\"Club \"A\"\"", "[Event \"Club \\\"A\\\"\"]"),
            ("WHITEELO", "1850", "[WhiteElo \"1850\"]"),
            ("BlackElo", "-", "[BlackElo \"-\"]"),
            ("Date", "2026.02.??", "[Date \"2026.02.??\"]"),
            ("Date", "????.02.29", "[Date \"????.02.29\"]"),
            ("Round", "3.1", "[Round \"3.1\"]"),
            ("Result", "½", "[Result \"1/2-1/2\"]"),
            ("eco", "C45", "[ECO \"C45\"]"),
            ("TimeControl", "5400+30", "[TimeControl \"5400+30\"]"),
            ("Board", "2", "[Board \"2\"]"),
            ("MyTag_1", "x", "[MyTag_1 \"x\"]"),
        ] {
            let mut game = record("1. e4 e5");
            set_tag(&mut game, name, value).unwrap();
            let text = pgn::write(&game);
            assert!(text.contains(written), "{written}: {text}");
            let again = pgn::write(&pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game);
            assert_eq!(again, text);
        }
    }

    #[test]
    fn what_pgn_or_the_game_does_not_allow_is_refused_by_name_and_value() {
        let mate = "1. f3 e5 2. g4 Qh4#";
        for (moves, name, value, words) in [
            ("", "My-Tag", "x", "tag My-Tag \"x\": the name has letters"),
            ("", "1st", "x", "begins with a letter"),
            ("", "Site", "  ", "tag Site \"\": the value is empty"),
            ("", "Site", "a\tb", "no control characters"),
            ("", "Site", &"x".repeat(256), "at most 255 characters, this one 256"),
            ("", "Date", "30.11.2026", "tag Date \"30.11.2026\": expected YYYY.MM.DD"),
            ("", "Date", "2026.02.30", "there is no such day"),
            ("", "Date", "2026.13.01", "there is no such day"),
            ("", "Date", "2026.-1.01", "expected YYYY.MM.DD"),
            ("", "UTCTime", "25:00:00", "expected HH:MM:SS"),
            ("", "Result", "2-0", "expected 1-0, 0-1, 1/2-1/2, or *"),
            (mate, "Result", "1-0", "the last position is over: 0-1, Black wins by checkmate"),
            (mate, "Result", "*", "the last position is over"),
            ("", "Termination", "time forfeit", "the game has no result yet"),
            ("", "WhiteElo", "strong", "expected a rating from 1 to 4000"),
            ("", "WhiteElo", "65536", "expected a rating from 1 to 4000"),
            ("", "ECO", "F10", "expected a letter from A to E"),
            ("", "fen", "8/8", "it follows from the start position"),
            ("", "PlyCount", "3", "it is counted"),
            ("", "TimeControl", "abc", "tag TimeControl \"abc\""),
            ("", "WhiteType", "cat", "expected human or program"),
        ] {
            let mut game = record(moves);
            let before = pgn::write(&game);
            let wrong = set_tag(&mut game, name, value).unwrap_err().to_string();
            assert!(wrong.contains(words), "{name} {value}: {wrong}");
            assert_eq!(pgn::write(&game), before);
        }
    }

    #[test]
    fn a_tag_of_the_roster_becomes_unknown_and_another_one_goes() {
        let mut game = record("1. e4");
        for (name, value) in
            [("White", "Ada"), ("WhiteElo", "1800"), ("Result", "1-0"), ("Board", "1")]
        {
            set_tag(&mut game, name, value).unwrap();
        }
        set_tag(&mut game, "Termination", "time forfeit").unwrap();
        assert_eq!(game.end().unwrap().words(), "White wins on time");
        for name in ["white", "WhiteElo", "Board", "Termination", "Result", "Date"] {
            remove_tag(&mut game, name).unwrap();
        }
        let plain = record("1. e4");
        assert_eq!(
            pgn::write(&game).replace("[Date \"????.??.??\"]\n", ""),
            pgn::write(&plain).replace("[Date \"????.??.??\"]\n", "")
        );
        assert!(remove_tag(&mut record("1. e4"), "Nothing").is_ok_and(|(_, left)| left.is_none()));
    }

    #[test]
    fn a_change_of_a_tag_can_be_undone() {
        for (name, value) in [
            ("White", "Ada"),
            ("BlackElo", "1700"),
            ("Result", "0-1"),
            ("TimeControl", "300"),
            ("Site", "Paris"),
        ] {
            let before = record("1. e4");
            let mut game = before.clone();
            set_tag(&mut game, name, value).unwrap();
            let edit = Edit::between(&before, &game);
            game.undo(edit, Millis(0));
            assert_eq!(pgn::write(&game), pgn::write(&before), "{name}");
        }
    }
}
