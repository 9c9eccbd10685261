//! The page about the games that a filter finds, such as those of a tournament or a month, as HTML or Markdown: players,
//! crosstable, games, mistakes with their reasons, and the chart of each game. Written by `lucena summary` and by the screen.

use super::copies::copies_words;
use super::date::pgn_date;
use super::sums::{games_text, without_result_words};
use super::{
    FiguresReader, Filter, GameReport, Library, LibraryError, Moment, Row, SortBy, Summary,
};
use crate::base::{UnknownEnding, by_ending};
use crate::game::pgn::Note;
use html_escape::{encode_double_quoted_attribute, encode_text};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Mistakes that are listed above the games.
const WORST: usize = 12;
/// More games make no page that is read.
const MAX_GAMES: usize = 1_000;
/// The page with placeholders `@TITLE@` and `@BODY@`.
const PAGE: &str = include_str!("../../assets/summary.html");
/// Heights of a chart in Markdown.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Columns of such a chart.
const CHART_COLUMNS: usize = 60;

/// The form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PageFormat {
    /// A self-contained web page.
    Html,
    /// Markdown with anchors.
    Markdown,
}

impl PageFormat {
    /// The form by the end of the name of `file`; HTML if it has none.
    ///
    /// # Errors
    /// The end is that of another format.
    pub fn of_file(file: &Path) -> Result<Self, UnknownEnding> {
        let known = [
            ("html", Self::Html),
            ("htm", Self::Html),
            ("md", Self::Markdown),
            ("markdown", Self::Markdown),
        ];
        Ok(by_ending(file, &known)?.unwrap_or(Self::Html))
    }
}

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryPage {
    /// Its text.
    pub text: String,
    /// File and notes of each game that has some.
    pub notes: Vec<(PathBuf, Vec<Note>)>,
    /// Why the filter cannot find some games.
    pub left_out: Option<String>,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The filter is not understood.
    #[error("{0}")]
    Filter(String),
    /// There are no games.
    #[error("the library has no games: play one, or add a PGN file with :library FILE")]
    Empty,
    /// The filter finds no game; the number of games, and why it cannot find some of them.
    #[error("filter {0:?}: finds none of {games}{2}", games = games_text(*.1))]
    None(String, usize, String),
    /// The filter finds too many games.
    #[error("filter {0:?}: finds {1} games; a page has at most {MAX_GAMES}")]
    Many(String, usize),
    /// A game cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// The page about the games that `filter` finds, by date, under `title`; without it the event if it is the same in all games,
/// else the filter.
///
/// # Errors
/// The filter is not understood or finds no game or more than 1,000, or a game cannot be read.
pub fn summary_page(
    library: &Library,
    filter: &str,
    title: Option<&str>,
    format: PageFormat,
    reader: &FiguresReader,
) -> Result<SummaryPage, PageError> {
    let wanted = Filter::parse(filter).map_err(PageError::Filter)?;
    let mut numbers = library.select(&wanted, SortBy::Date, false);
    numbers.retain(|&number| library.row(number).is_some_and(|row| !row.continues()));
    let left_out = library.left_out(&wanted);
    match numbers.len() {
        0 if library.is_empty() => return Err(PageError::Empty),
        0 => {
            let why = left_out.map_or_else(String::new, |why| format!("; {why}"));
            return Err(PageError::None(filter.to_owned(), library.len(), why));
        }
        found if found > MAX_GAMES => return Err(PageError::Many(filter.to_owned(), found)),
        _ => {}
    }
    let summary = Summary::read(library, &numbers, reader)?;
    let title = title.map_or_else(|| self::title(&summary, filter), str::to_owned);
    let page = match format {
        PageFormat::Html => html(&title, &summary),
        PageFormat::Markdown => markdown(&title, &summary),
    };
    // A terminal executes control characters.
    let safe = |c: char| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c };
    Ok(SummaryPage { text: page.chars().map(safe).collect(), notes: summary.notes, left_out })
}

fn title(summary: &Summary, filter: &str) -> String {
    let mut events = summary.games.iter().map(|game| game.event.as_str());
    let first = events.next().unwrap_or_default();
    match events.all(|event| event == first) {
        true if !first.is_empty() => first.to_owned(),
        _ if filter.is_empty() => "Games".to_owned(),
        _ => format!("Games: {filter}"),
    }
}

/// The number of games, the first and the last date that is wholly known, and the copies and the games against oneself that are
/// left out.
fn subtitle(summary: &Summary) -> String {
    let dates = summary.games.iter().filter_map(|game| pgn_date(&game.date));
    let dates: Vec<String> = dates.filter(|date| !date.contains('?')).collect();
    let open = summary.games.iter().filter(|game| game.result == "*").count();
    let games = games_text(summary.games.len());
    let games = match (dates.first(), dates.last()) {
        (Some(first), Some(last)) if first == last => format!("{games}, {first}"),
        (Some(first), Some(last)) => format!("{games}, {first} to {last}"),
        _ => games,
    };
    let against_self = match summary.against_self {
        0 => None,
        count => Some(format!("{count} with one name on both sides, in no standing")),
    };
    [Some(games), without_result_words(open), against_self, copies_words(summary.copies)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("; ")
}

/// A table: the columns with numbers are aligned to the right.
struct Rows {
    heading: Vec<(String, bool)>,
    rows: Vec<Vec<String>>,
}

/// The heads of the columns; a `#` marks those with numbers.
fn heading(columns: &str) -> Vec<(String, bool)> {
    columns
        .split('|')
        .map(|it| (it.trim_start_matches('#').to_owned(), it.starts_with('#')))
        .collect()
}

/// The standings without markup; cells are escaped by `text`.
fn standings(summary: &Summary, text: impl Fn(&str) -> String) -> Rows {
    let heading =
        heading("#|player|#points|#games|#won|#drawn|#lost|#accuracy|#mistakes|#by moves");
    let rows = summary.standings.iter().enumerate().map(|(place, player)| {
        let sums = &player.sums;
        let [games, won, drawn, lost, _, accuracy, _, mistakes] = sums.cells();
        let of = match sums.rating.count {
            all if all == sums.games => String::new(),
            1 => " (1 game)".to_owned(),
            count => format!(" ({count} games)"),
        };
        let rating = sums.rating.rating();
        let rating = rating.map_or_else(|| "–".to_owned(), |it| format!("{it:.0}{of}"));
        let mut row =
            vec![(place + 1).to_string(), text(&player.name), player.points().to_string()];
        row.extend([games, won, drawn, lost, accuracy, mistakes, rating]);
        row
    });
    Rows { heading, rows: rows.collect() }
}

/// Points against a player: `1`, `½`, `0`, one after the other.
fn points(games: &[f64]) -> String {
    let sign = |points: &f64| match points {
        points if *points > 0.75 => "1",
        points if *points < 0.25 => "0",
        _ => "½",
    };
    games.iter().map(sign).collect()
}

fn crosstable(summary: &Summary, text: impl Fn(&str) -> String) -> Rows {
    let places = (1..=summary.standings.len()).map(|place| format!("#{place}|"));
    let heading = heading(&format!("#||{}#points", places.collect::<String>()));
    let row = |(place, row): (usize, &Vec<Vec<f64>>)| {
        let player = &summary.standings[place];
        let cells = row.iter().enumerate().map(|(other, games)| match () {
            () if other == place => "×".to_owned(),
            () if games.is_empty() => String::new(),
            () => points(games),
        });
        let ends = [(place + 1).to_string(), text(&player.name)];
        ends.into_iter().chain(cells).chain([player.points().to_string()]).collect()
    };
    Rows { heading, rows: summary.crosstable.iter().enumerate().map(row).collect() }
}

/// Accuracy of both sides; empty if neither is known.
fn accuracy(game: &GameReport) -> String {
    Row::both(&game.accuracy, |accuracy| format!("{accuracy:.0}"))
}

fn rating(game: &GameReport) -> String {
    Row::both(&game.rating, |rating| format!("{:.0}", rating.rating))
}

fn players(game: &GameReport) -> String {
    format!("{} – {}", game.players.white, game.players.black)
}

/// What stands below the heading of a game.
fn facts(game: &GameReport) -> String {
    let labelled =
        |label: &str, text: String| if text.is_empty() { text } else { format!("{label} {text}") };
    let facts = [
        game.event.clone(),
        labelled("round", game.round.clone()),
        game.date.clone(),
        game.opening.clone(),
        labelled("accuracy", accuracy(game)),
        labelled("by moves", rating(game)),
        if game.is_incomplete { "read in part".to_owned() } else { String::new() },
    ];
    facts.into_iter().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// The reason, and the better line if the reason does not end with one.
fn reason(moment: &Moment) -> String {
    let better = match moment.better.as_str() {
        "" => String::new(),
        line => format!("Better line: {line}"),
    };
    format!("{} {better}", moment.reason).trim().to_owned()
}

fn html(title: &str, summary: &Summary) -> String {
    let text = |text: &str| encode_text(text).into_owned();
    let mut body =
        format!("<h1>{}</h1>\n<p class=\"dim\">{}</p>\n", text(title), subtitle(summary));
    let table = |rows: &Rows| {
        let class = |is_number: bool| if is_number { " class=\"n\"" } else { "" };
        let mut out = "<div class=\"scroll\"><table>\n<tr>".to_owned();
        for (name, is_number) in &rows.heading {
            let _ = write!(out, "<th{}>{name}</th>", class(*is_number));
        }
        out += "</tr>\n";
        for row in &rows.rows {
            let cells = row
                .iter()
                .zip(&rows.heading)
                .map(|(cell, (_, is_number))| format!("<td{}>{cell}</td>", class(*is_number)));
            let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
        }
        out + "</table></div>\n"
    };
    if !summary.standings.is_empty() {
        body += "<h2>Players</h2>\n";
        body += &table(&standings(summary, text));
    }
    if !summary.crosstable.is_empty() {
        body += "<h2>Crosstable</h2>\n";
        body += &table(&crosstable(summary, text));
    }
    body += "<h2>Games</h2>\n";
    let link =
        |number: usize, words: &str| format!("<a href=\"#game-{number}\">{}</a>", text(words));
    body += &table(&games(summary, link, text));
    let worst = summary.worst(WORST);
    if !worst.is_empty() {
        body += "<h2>Mistakes</h2>\n<ul>\n";
        for (number, moment) in worst {
            let game = link(number + 1, &players(&summary.games[number]));
            let _ = writeln!(body, "<li>{game}: {}</li>", mistake_html(moment));
        }
        body += "</ul>\n";
    }
    for (number, game) in summary.games.iter().enumerate() {
        let heading = format!("{}. {}, {}", number + 1, players(game), game.result);
        let _ = writeln!(
            body,
            "<h3 id=\"game-{}\">{}</h3>\n<p class=\"dim\">{}</p>\n{}<p class=\"moves\">{} {}</p>",
            number + 1,
            text(&heading),
            text(&facts(game)),
            svg(game),
            text(&game.moves),
            game.result
        );
        if !game.moments.is_empty() {
            let items = game.moments.iter().map(|it| format!("<li>{}</li>\n", mistake_html(it)));
            let _ = writeln!(body, "<ul>\n{}</ul>", items.collect::<String>());
        }
    }
    let (head, rest) = PAGE.split_once("@TITLE@").unwrap_or((PAGE, ""));
    let (style, foot) = rest.split_once("@BODY@").unwrap_or((rest, ""));
    [head, &encode_text(title), style, body.trim_end(), foot].concat()
}

fn mistake_html(moment: &Moment) -> String {
    format!(
        "<b>{}</b> <span class=\"loss\">−{:.0} %</span> {}",
        encode_text(&moment.played),
        moment.loss,
        encode_text(&reason(moment))
    )
    .trim_end()
    .to_owned()
}

/// The games; `link` makes the link to a game of this number.
fn games(
    summary: &Summary,
    link: impl Fn(usize, &str) -> String,
    text: impl Fn(&str) -> String,
) -> Rows {
    let rows = summary.games.iter().enumerate().map(|(number, game)| {
        let (date, opening) = (text(&game.date), text(&game.opening));
        let name = link(number + 1, &players(game));
        vec![(number + 1).to_string(), date, name, text(game.result), accuracy(game), opening]
    });
    Rows { heading: heading("#|date|game||#accuracy|opening"), rows: rows.collect() }
}

/// White's win percentage over the moves, mistakes marked; empty without an evaluation.
fn svg(game: &GameReport) -> String {
    let percents = game.percents.iter().enumerate();
    let known: Vec<(usize, f64)> =
        percents.filter_map(|(ply, percent)| Some((ply, (*percent)?))).collect();
    // The start position alone is no chart.
    let [(first, _), .., (last, _)] = known[..] else { return String::new() };
    let points: Vec<String> =
        known.iter().map(|(ply, percent)| format!("{ply},{:.1}", 100.0 - percent)).collect();
    let points = points.join(" ");
    let width = game.percents.len().saturating_sub(1).max(1);
    let mark = |moment: &Moment| {
        let words = format!("{} −{:.0} %", moment.played, moment.loss);
        format!(
            "<line class=\"mark\" x1=\"{0}\" y1=\"88\" x2=\"{0}\" y2=\"100\"><title>{1}</title></line>",
            moment.ply,
            encode_text(&words)
        )
    };
    let marks: String = game.moments.iter().map(mark).collect();
    let label = format!("White's winning chances, {}", players(game));
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">\
         <line class=\"mid\" x1=\"0\" y1=\"50\" x2=\"{width}\" y2=\"50\"/><polygon class=\"area\" points=\"{first},100 {points} {last},100\"/>\
         <polyline class=\"line\" points=\"{points}\"/>{marks}</svg>\n",
        encode_double_quoted_attribute(&label)
    )
}

/// The text with the signs escaped that Markdown or HTML would take as markup.
fn escaped(text: &str) -> String {
    let escape = |letter| "\\`*_[]<>|#&~".contains(letter).then_some('\\');
    text.chars().flat_map(|letter| escape(letter).into_iter().chain([letter])).collect()
}

/// The text [`escaped`] for the beginning of a line, where a number or a dash would begin a list.
fn escaped_line(text: &str) -> String {
    let after = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let (digits, text) = (&text[..text.len() - after.len()], escaped(after));
    let is_list = match digits {
        "" => after.starts_with(['-', '+']),
        _ => after.starts_with(['.', ')']),
    };
    format!("{digits}{}{text}", if is_list { "\\" } else { "" })
}

fn markdown(title: &str, summary: &Summary) -> String {
    let table = |Rows { heading, rows }: Rows| {
        let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
        let rule = heading.iter().map(|(_, is_number)| if *is_number { "--:" } else { "---" });
        let names = heading.iter().map(|(name, _)| name.as_str());
        let mut out = line(names.collect()) + &line(rule.collect());
        rows.iter().for_each(|row| out += &line(row.iter().map(String::as_str).collect()));
        out
    };
    let mut page = format!("# {}\n\n{}\n", escaped(title), subtitle(summary));
    if !summary.standings.is_empty() {
        page += &format!("\n## Players\n\n{}", table(standings(summary, escaped)));
    }
    if !summary.crosstable.is_empty() {
        page += &format!("\n## Crosstable\n\n{}", table(crosstable(summary, escaped)));
    }
    let link = |number: usize, words: &str| format!("[{}](#game-{number})", escaped(words));
    page += &format!("\n## Games\n\n{}", table(games(summary, link, escaped)));
    let worst = summary.worst(WORST);
    if !worst.is_empty() {
        page += "\n## Mistakes\n\n";
        for (number, moment) in worst {
            let game = link(number + 1, &players(&summary.games[number]));
            page += &format!("- {game}: {}\n", mistake_markdown(moment));
        }
    }
    for (number, game) in summary.games.iter().enumerate() {
        let number = number + 1;
        page += &format!(
            "\n### <a id=\"game-{number}\"></a>{number}. {}, {}\n\n{}\n",
            escaped(&players(game)),
            escaped(game.result),
            escaped_line(&facts(game))
        );
        if let Some(chart) = sparkline(&game.percents) {
            page += &format!("\n`{chart}`\n");
        }
        page += &format!("\n{} {}\n", escaped_line(&game.moves), escaped(game.result));
        if !game.moments.is_empty() {
            page.push('\n');
        }
        for moment in &game.moments {
            page += &format!("- {}\n", mistake_markdown(moment));
        }
    }
    page
}

fn mistake_markdown(moment: &Moment) -> String {
    let (played, reason) = (escaped(&moment.played), escaped(&reason(moment)));
    format!("**{played}** −{:.0} % {reason}", moment.loss).trim_end().to_owned()
}

/// White's win percentage over the moves in at most 60 columns; `None` with fewer than two values.
fn sparkline(percents: &[Option<f64>]) -> Option<String> {
    if percents.iter().flatten().count() < 2 {
        return None;
    }
    let columns = percents.len().min(CHART_COLUMNS);
    let letter = |column: usize| {
        let percent = percents[column * percents.len() / columns];
        percent.map_or(' ', |percent| LEVELS[((percent / 100.0 * 8.0) as usize).min(7)])
    };
    Some((0..columns).map(letter).collect())
}
