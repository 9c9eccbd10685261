//! Lucena's own comment commands: `lcs` (search), `lcb` (budget), `lcr` (repetition shadow), `lcn` (network) and
//! `lcd` (dial). Each is a list of `name=value` pairs; a pair that is not understood leaves the whole command as it is.
//! `docs/pgn.md` documents every name.

use crate::base::{Bound, Elo, Interval, Millis, Score};
use crate::game::{DialInfo, EngineInfo, NetworkActivity, SearchInfo};
use crate::rules::{Position, notation, parse_line};
use crate::strength::human::{Contribution, HumanChoice, MoveChance, Reasons};
use crate::strength::{MoveScore, StrengthLevel, WeakenedMove};
use crate::timing::{Budget, Plan};
use std::fmt::Display;
use std::str::FromStr;

/// A value of the budget by its name in the command.
type BudgetField = (&'static str, fn(&mut Budget) -> &mut f64);

const BUDGET_FIELDS: [BudgetField; 15] = [
    ("movesleft", |b| &mut b.moves_left),
    ("gametime", |b| &mut b.game_time),
    ("nps", |b| &mut b.nps),
    ("gamenodes", |b| &mut b.game_nodes),
    ("newnodes", |b| &mut b.average_new_nodes),
    ("movetime", |b| &mut b.average_move_time),
    ("reuse", |b| &mut b.tree_reuse),
    ("totalnodes", |b| &mut b.average_total_nodes),
    ("reused", |b| &mut b.reused_nodes),
    ("targetnodes", |b| &mut b.target_new_nodes),
    ("targettime", |b| &mut b.target_time),
    ("timeuse", |b| &mut b.timeuse),
    ("uncapped", |b| &mut b.uncapped),
    ("movecap", |b| &mut b.move_cap),
    ("clockcap", |b| &mut b.clock_cap),
];

/// Reads or writes the `name=value` pairs of a command: what lists them serves both ways. Reading fails with `None` where
/// a pair is missing or malformed.
enum Pairs<'a> {
    /// Those that are not read yet. One left over is unknown or occurs twice.
    Read(Vec<(&'a str, &'a str)>),
    Write(Vec<String>),
}

impl Pairs<'_> {
    /// Whether the pair is there to be read, or is to be written.
    fn has(&self, name: &str, is_written: bool) -> bool {
        match self {
            Self::Read(pairs) => pairs.iter().any(|(key, _)| *key == name),
            Self::Write(_) => is_written,
        }
    }

    fn text(&mut self, name: &str, value: &mut String) -> Option<()> {
        match self {
            Self::Read(pairs) => {
                let at = pairs.iter().position(|(key, _)| *key == name)?;
                pairs.remove(at).1.clone_into(value);
            }
            Self::Write(written) => written.push(format!("{name}={value}")),
        }
        Some(())
    }

    /// A text that is left out where it is empty.
    fn optional_text(&mut self, name: &str, value: &mut String) -> Option<()> {
        if self.has(name, !value.is_empty()) { self.text(name, value) } else { Some(()) }
    }

    fn value<T: FromStr + Display>(&mut self, name: &str, value: &mut T) -> Option<()> {
        let mut text = value.to_string();
        self.text(name, &mut text)?;
        *value = text.parse().ok()?;
        Some(())
    }

    /// A number with a decimal point.
    fn figure(&mut self, name: &str, value: &mut f64) -> Option<()> {
        let mut text = format!("{value:?}");
        self.text(name, &mut text)?;
        *value = text.parse().ok()?;
        Some(())
    }

    fn optional<T: FromStr + Display + Default>(
        &mut self,
        name: &str,
        value: &mut Option<T>,
    ) -> Option<()> {
        if self.has(name, value.is_some()) {
            self.value(name, value.get_or_insert_default())?;
        }
        Some(())
    }

    fn score(&mut self, name: &str, score: &mut Option<Score>) -> Option<()> {
        let mut value = score.map(Score::value);
        self.optional(name, &mut value)?;
        *score = value.map_or(Some(None), |value| Score::checked(value).map(Some))?;
        Some(())
    }
}

/// The commands of `info`, without brackets and percent sign.
pub(super) fn write(info: &EngineInfo) -> Vec<String> {
    let mut info = info.clone();
    let names = ["lcs", "lcb", "lcr", "lcn", "lcd"].into_iter();
    let present: Vec<&str> = names.filter(|name| has(&info, name)).collect();
    let command = |name| {
        let mut pairs = Pairs::Write(Vec::new());
        fields(name, &mut info, &mut pairs, None)?;
        let Pairs::Write(written) = pairs else { return None };
        Some(format!("{name} {}", written.join(", ")))
    };
    present.into_iter().filter_map(command).collect()
}

/// Parses one of Lucena's commands into `info`. `before` is the position before the move.
/// `None` when it is another command or not understood; `info` is then unchanged.
pub(super) fn read(command: &str, before: &Position, info: &mut EngineInfo) -> Option<()> {
    let (name, rest) = command.split_once(char::is_whitespace)?;
    let pairs = rest.split(',').map(|pair| pair.trim().split_once('=')).collect::<Option<_>>()?;
    if has(info, name) {
        return None;
    }
    let mut pairs = Pairs::Read(pairs);
    let is_read = fields(name, info, &mut pairs, Some(before)).is_some()
        && matches!(pairs, Pairs::Read(rest) if rest.is_empty());
    if !is_read {
        remove(info, name);
    }
    is_read.then_some(())
}

/// Does `info` hold what this command says?
fn has(info: &EngineInfo, name: &str) -> bool {
    match name {
        "lcs" => info.search.is_some(),
        "lcb" => info.budget.is_some(),
        "lcr" => info.shadow.is_some() || info.depends_on.is_some(),
        "lcn" => info.activity.is_some(),
        "lcd" => info.dial.is_some(),
        _ => false,
    }
}

/// Removes from `info` what this command says.
fn remove(info: &mut EngineInfo, name: &str) {
    match name {
        "lcs" => info.search = None,
        "lcb" => info.budget = None,
        "lcr" => (info.shadow, info.depends_on) = (None, None),
        "lcn" => info.activity = None,
        "lcd" => info.dial = None,
        _ => {}
    }
}

/// The pairs of a command; `before` is the position before the move, for reading.
fn fields(
    name: &str,
    info: &mut EngineInfo,
    pairs: &mut Pairs<'_>,
    before: Option<&Position>,
) -> Option<()> {
    match name {
        "lcs" => search(info.search.get_or_insert_default(), pairs, before),
        "lcb" => budget(info.budget.get_or_insert_default(), pairs),
        "lcr" => shadow(info, pairs),
        "lcn" => network(info.activity.get_or_insert_default(), pairs),
        "lcd" => dial(info.dial.get_or_insert_default(), pairs),
        _ => None,
    }
}

/// The word for an evaluation that was added after the search.
const LATER: &str = "later";

fn search(search: &mut SearchInfo, pairs: &mut Pairs<'_>, before: Option<&Position>) -> Option<()> {
    pairs.value("depth", &mut search.depth)?;
    pairs.value("seldepth", &mut search.selective_depth)?;
    pairs.value("nodes", &mut search.nodes)?;
    pairs.value("nps", &mut search.nps)?;
    pairs.score("score", &mut search.score)?;
    let mut evaluation = if search.is_superseded { LATER } else { "" }.to_owned();
    pairs.optional_text("eval", &mut evaluation)?;
    search.is_superseded = match evaluation.as_str() {
        "" => false,
        LATER => true,
        _ => return None,
    };
    let mut bound = match search.bound {
        Bound::Exact => "",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
    .to_owned();
    pairs.optional_text("bound", &mut bound)?;
    search.bound = match bound.as_str() {
        "" => Bound::Exact,
        "lower" => Bound::Lower,
        "upper" => Bound::Upper,
        _ => return None,
    };
    pairs.optional_text("stop", &mut search.stop)?;
    let moves: Vec<String> = search.line.iter().map(|&mv| notation::uci(mv)).collect();
    let mut line = moves.join(" ");
    pairs.optional_text("pv", &mut line)?;
    if let Some(before) = before {
        let read = parse_line(before, line.split_whitespace());
        search.line = read.moves;
        return read.error.is_none().then_some(());
    }
    Some(())
}

fn budget(budget: &mut Budget, pairs: &mut Pairs<'_>) -> Option<()> {
    pairs.value("ply", &mut budget.clock.ply)?;
    pairs.value("left", &mut budget.clock.remaining.0)?;
    pairs.value("inc", &mut budget.clock.increment.0)?;
    pairs.value("men", &mut budget.clock.pieces)?;
    pairs.optional("togo", &mut budget.clock.moves_to_go)?;
    if pairs.has("plan", budget.plan != Plan::Smooth) {
        pairs.value("plan", &mut budget.plan)?;
        pairs.figure("extra", &mut budget.extra)?;
        pairs.figure("unused", &mut budget.carried.unused)?;
    }
    for (name, figure) in BUDGET_FIELDS {
        pairs.figure(name, figure(budget))?;
    }
    pairs.figure("budget", &mut budget.budget)?;
    pairs.value("deadline", &mut budget.deadline.0)?;
    let mut overhead = budget.overhead.map(|overhead| overhead.0);
    pairs.optional("overhead", &mut overhead)?;
    budget.overhead = overhead.map(Millis);
    if pairs.has("stretch", budget.stretch.is_some()) {
        let stretch = budget.stretch.get_or_insert_default();
        pairs.figure("byshare", &mut stretch.share)?;
        pairs.figure("bystability", &mut stretch.stability)?;
        pairs.figure("byfall", &mut stretch.fall)?;
        pairs.figure("stretch", &mut stretch.factor)?;
        pairs.value("stretched", &mut stretch.deadline.0)?;
        if pairs.has("latest", stretch.latest > stretch.deadline) {
            pairs.value("latest", &mut stretch.latest.0)?;
        }
    }
    Some(())
}

fn shadow(info: &mut EngineInfo, pairs: &mut Pairs<'_>) -> Option<()> {
    let mut low = info.shadow.map(|shadow| shadow.low);
    let mut high = info.shadow.map(|shadow| shadow.high);
    pairs.score("low", &mut low)?;
    pairs.score("high", &mut high)?;
    info.shadow = low.zip(high).map(|(low, high)| Interval { low, high });
    pairs.optional("ply", &mut info.depends_on)
}

fn network(activity: &mut NetworkActivity, pairs: &mut Pairs<'_>) -> Option<()> {
    pairs.value("evals", &mut activity.evaluations)?;
    pairs.value("flips", &mut activity.flips)?;
    pairs.value("signals", &mut activity.signals)?;
    let mut by = activity.by_category.map(|flips| flips.to_string()).join(" ");
    pairs.text("by", &mut by)?;
    activity.by_category = numbers(&by)?;
    Some(())
}

fn dial(dial: &mut DialInfo, pairs: &mut Pairs<'_>) -> Option<()> {
    let mut text = dial_text(dial.level);
    pairs.text("at", &mut text)?;
    dial.level = read_dial_text(&text)?;
    if pairs.has("wanted", dial.weakened.is_some()) {
        weakened(dial.weakened.get_or_insert_default(), pairs)?;
    }
    Some(())
}

fn weakened(weakened: &mut WeakenedMove, pairs: &mut Pairs<'_>) -> Option<()> {
    for (name, mv) in [("wanted", &mut weakened.best), ("played", &mut weakened.played)] {
        let mut text = format!("{} {}", mv.uci, mv.score.value());
        pairs.text(name, &mut text)?;
        let (uci, score) = text.split_once(' ')?;
        *mv = MoveScore { uci: uci.to_owned(), score: Score::checked(score.trim().parse().ok()?)? };
    }
    pairs.value("loss", &mut weakened.loss)?;
    pairs.value("allowed", &mut weakened.max_error)?;
    pairs.value("roll", &mut weakened.draw)?;
    pairs.value("blunder", &mut weakened.blunder_per128)?;
    pairs.value("candidates", &mut weakened.candidates)?;
    if pairs.has("technique", weakened.mates_lone_king) {
        pairs.value("technique", &mut weakened.mates_lone_king)?;
    }
    if pairs.has("chance", weakened.human.is_some()) {
        human(weakened.human.get_or_insert_default(), pairs)?;
    }
    Some(())
}

fn human(choice: &mut HumanChoice, pairs: &mut Pairs<'_>) -> Option<()> {
    let HumanChoice { played, best, overlooked, answer, kind, likely, book } = choice;
    for (chance, because, reasons) in
        [("chance", "because", played), ("bestchance", "bestbecause", best)]
    {
        pairs.value(chance, &mut reasons.probability)?;
        let mut text = reasons_text(reasons);
        pairs.text(because, &mut text)?;
        reasons.because = read_reasons(&text)?;
    }
    // Earlier versions did not write these three.
    if pairs.has("overlooked", true) {
        pairs.value("overlooked", overlooked)?;
    }
    for (name, value) in [("answer", answer), ("kind", kind)] {
        if pairs.has(name, true) {
            pairs.text(name, value)?;
            *value = value.trim().to_owned();
        }
    }
    if pairs.has("likely", likely.is_some()) {
        let MoveChance { uci, probability } = likely.clone().unwrap_or_default();
        let mut text = format!("{uci} {probability}");
        pairs.text("likely", &mut text)?;
        let (uci, probability) = text.trim().split_once(' ')?;
        *likely = Some(MoveChance { uci: uci.to_owned(), probability: probability.parse().ok()? });
    }
    if pairs.has("book", book.is_some()) {
        let mut text = book.unwrap_or_default().map(|n| n.to_string()).join(" ");
        pairs.text("book", &mut text)?;
        *book = Some(numbers(&text)?);
    }
    Some(())
}

/// As many numbers as `N`, separated by blanks.
fn numbers<T: FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers: Result<Vec<T>, _> = text.split_whitespace().map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// Features with their contributions, separated by semicolons.
fn reasons_text(of: &Reasons) -> String {
    let named = of.because.iter().map(|it| format!("{} {}", it.name, it.amount));
    named.collect::<Vec<_>>().join(";")
}

/// Reads what [`reasons_text`] writes.
fn read_reasons(text: &str) -> Option<Vec<Contribution>> {
    let named = text.split(';').filter(|part| !part.is_empty()).map(|part| {
        let (name, amount) = part.trim().rsplit_once(' ')?;
        Some(Contribution { name: name.to_owned(), amount: amount.parse().ok()? })
    });
    named.collect()
}

/// The text of a strength level: `full`, the rating, or a personality in RON with `;` for `,`.
pub(super) fn dial_text(dial: StrengthLevel) -> String {
    match dial {
        StrengthLevel::Full => "full".to_owned(),
        StrengthLevel::Limited(elo) => elo.to_string(),
        StrengthLevel::Human(level) => format!("human {level}"),
        StrengthLevel::Personality(handicap) => {
            ron::to_string(&handicap).unwrap_or_default().replace(',', ";")
        }
    }
}

/// Reads what [`dial_text`] writes.
pub(super) fn read_dial_text(text: &str) -> Option<StrengthLevel> {
    if text == "full" {
        Some(StrengthLevel::Full)
    } else if text.starts_with('(') {
        ron::from_str(&text.replace(';', ",")).ok().map(StrengthLevel::Personality)
    } else if let Some(rating) = text.strip_prefix("human ") {
        rating.parse().ok().map(StrengthLevel::Human)
    } else {
        text.parse().ok().map(|elo| StrengthLevel::Limited(Elo(elo)))
    }
}
