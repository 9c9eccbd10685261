//! Lucena's own comment commands: `lcs` (search), `lcb` (budget), `lcr` (repetition shadow), `lcn` (network) and
//! `lcd` (dial). Each is a list of `name=value` pairs; a pair that is not understood leaves the whole command as it is.
//! `docs/pgn.md` documents every name.

use super::super::{EngineInfo, NetworkActivity, SearchInfo};
use crate::base::{Elo, Interval, Millis, Score};
use crate::rules::{Position, notation, parse_move};
use crate::strength::{StrengthLevel, WeakenedMove};
use crate::timing::Budget;
use std::fmt::Write as _;
use std::str::FromStr;

/// A figure of the budget by its name in the record.
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

/// The commands of `insight`, without brackets and percent sign.
pub(super) fn write(insight: &EngineInfo) -> Vec<String> {
    let mut commands = Vec::new();
    if let Some(thought) = &insight.search {
        commands.push(write_search(thought));
    }
    if let Some(budget) = &insight.budget {
        commands.push(write_budget(budget));
    }
    if insight.shadow.is_some() || insight.depends_on.is_some() {
        let mut pairs = Vec::new();
        if let Some(shadow) = insight.shadow {
            pairs.push(format!("low={}", shadow.low.value()));
            pairs.push(format!("high={}", shadow.high.value()));
        }
        pairs.extend(insight.depends_on.map(|ply| format!("ply={ply}")));
        commands.push(format!("lcr {}", pairs.join(", ")));
    }
    if let Some(net) = &insight.activity {
        let by: Vec<String> = net.by_category.iter().map(u64::to_string).collect();
        commands.push(format!(
            "lcn evals={}, flips={}, signals={}, by={}",
            net.evaluations,
            net.flips,
            net.signals,
            by.join(" ")
        ));
    }
    if let Some((dial, inferior)) = &insight.dial {
        commands.push(write_dial(*dial, inferior.as_ref()));
    }
    commands
}

fn write_search(thought: &SearchInfo) -> String {
    let SearchInfo { depth, selective_depth, nodes, nps, stop, line } = thought;
    let mut text =
        format!("lcs depth={depth}, seldepth={selective_depth}, nodes={nodes}, nps={nps}");
    if !stop.is_empty() {
        let _ = write!(text, ", stop={stop}");
    }
    if !line.is_empty() {
        let moves: Vec<String> = line.iter().map(|&mv| notation::uci(mv)).collect();
        let _ = write!(text, ", pv={}", moves.join(" "));
    }
    text
}

fn write_budget(budget: &Budget) -> String {
    let clock = budget.clock;
    let mut text = format!(
        "lcb ply={}, left={}, inc={}, men={}",
        clock.ply, clock.remaining.0, clock.increment.0, clock.pieces
    );
    if let Some(moves) = clock.moves_to_go {
        let _ = write!(text, ", togo={moves}");
    }
    let mut figures = budget.clone();
    for (name, figure) in BUDGET_FIELDS {
        let _ = write!(text, ", {name}={:?}", *figure(&mut figures));
    }
    let _ = write!(text, ", budget={:?}, deadline={}", budget.budget, budget.deadline.0);
    text
}

fn write_dial(dial: StrengthLevel, inferior: Option<&WeakenedMove>) -> String {
    let mut text = format!("lcd at={}", dial_text(dial));
    if let Some(i) = inferior {
        let (wanted, played) = (&i.best, &i.played);
        let _ = write!(text, ", wanted={} {}", wanted.0, wanted.1.value());
        let _ = write!(text, ", played={} {}", played.0, played.1.value());
        let _ = write!(text, ", loss={}, allowed={}, roll={}", i.loss, i.max_error, i.draw);
        let _ = write!(text, ", blunder={}, candidates={}", i.blunder_per128, i.candidates);
    }
    text
}

/// A dial setting in the record: `full`, the rating, or a character's figures in RON with `;` for `,`.
pub(super) fn dial_text(dial: StrengthLevel) -> String {
    match dial {
        StrengthLevel::Full => "full".to_owned(),
        StrengthLevel::Limited(elo) => elo.to_string(),
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
    } else {
        text.parse().ok().map(|elo| StrengthLevel::Limited(Elo(elo)))
    }
}

/// Takes one of our commands into `insight`. `before` is the position in which the move was chosen.
/// `None` when it is not ours or not understood; `insight` is then unchanged.
pub(super) fn read(command: &str, before: &Position, insight: &mut EngineInfo) -> Option<()> {
    let (name, rest) = command.split_once(char::is_whitespace)?;
    let pairs =
        Pairs(rest.split(',').map(|pair| pair.trim().split_once('=')).collect::<Option<Vec<_>>>()?);
    match name {
        "lcs" if insight.search.is_none() => insight.search = Some(read_search(&pairs, before)?),
        "lcb" if insight.budget.is_none() => insight.budget = Some(read_budget(&pairs)?),
        "lcr" if insight.shadow.is_none() && insight.depends_on.is_none() => {
            pairs.only(&["low", "high", "ply"])?;
            let low = pairs.optional("low")?.map(Score::raw);
            let high = pairs.optional("high")?.map(Score::raw);
            (insight.shadow, insight.depends_on) =
                (low.zip(high).map(|(low, high)| Interval { low, high }), pairs.optional("ply")?);
        }
        "lcn" if insight.activity.is_none() => insight.activity = Some(read_network(&pairs)?),
        "lcd" if insight.dial.is_none() => insight.dial = Some(read_dial(&pairs)?),
        _ => return None,
    }
    Some(())
}

/// The `name=value` pairs of a command.
struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl Pairs<'_> {
    /// Every name is among `known`, and none comes twice: then nothing is lost by reading.
    fn only(&self, known: &[&str]) -> Option<()> {
        let fits = |(at, (name, _)): (usize, &(&str, &str))| {
            known.contains(name) && !self.0[..at].iter().any(|(earlier, _)| earlier == name)
        };
        self.0.iter().enumerate().all(fits).then_some(())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// The value of `name`; `None` when it is missing or malformed.
    fn value<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// `Some(None)` when `name` is missing, `None` when it is malformed.
    fn optional<T: FromStr>(&self, name: &str) -> Option<Option<T>> {
        self.text(name).map_or(Some(None), |text| text.parse().ok().map(Some))
    }
}

fn read_search(pairs: &Pairs<'_>, before: &Position) -> Option<SearchInfo> {
    pairs.only(&["depth", "seldepth", "nodes", "nps", "stop", "pv"])?;
    let (mut position, mut line) = (before.clone(), Vec::new());
    for text in pairs.text("pv").unwrap_or("").split_whitespace() {
        let mv = parse_move(&position, text).ok()?;
        position.play(mv);
        line.push(mv);
    }
    Some(SearchInfo {
        depth: pairs.value("depth")?,
        selective_depth: pairs.value("seldepth")?,
        nodes: pairs.value("nodes")?,
        nps: pairs.value("nps")?,
        stop: pairs.text("stop").unwrap_or("").to_owned(),
        line,
    })
}

fn read_budget(pairs: &Pairs<'_>) -> Option<Budget> {
    let mut known = vec!["ply", "left", "inc", "men", "togo", "budget", "deadline"];
    known.extend(BUDGET_FIELDS.map(|(name, _)| name));
    pairs.only(&known)?;
    let mut budget = Budget::default();
    budget.clock.ply = pairs.value("ply")?;
    budget.clock.remaining = Millis(pairs.value("left")?);
    budget.clock.increment = Millis(pairs.value("inc")?);
    budget.clock.pieces = pairs.value("men")?;
    budget.clock.moves_to_go = pairs.optional("togo")?;
    for (name, figure) in BUDGET_FIELDS {
        *figure(&mut budget) = pairs.value(name)?;
    }
    budget.budget = pairs.value("budget")?;
    budget.deadline = Millis(pairs.value("deadline")?);
    Some(budget)
}

fn read_network(pairs: &Pairs<'_>) -> Option<NetworkActivity> {
    pairs.only(&["evals", "flips", "signals", "by"])?;
    let by: Vec<u64> = pairs
        .text("by")?
        .split_whitespace()
        .map(|count| count.parse().ok())
        .collect::<Option<_>>()?;
    Some(NetworkActivity {
        evaluations: pairs.value("evals")?,
        flips: pairs.value("flips")?,
        signals: pairs.value("signals")?,
        by_category: by.try_into().ok()?,
    })
}

fn read_dial(pairs: &Pairs<'_>) -> Option<(StrengthLevel, Option<WeakenedMove>)> {
    let known = ["at", "wanted", "played", "loss", "allowed", "roll", "blunder", "candidates"];
    pairs.only(&known)?;
    let dial = read_dial_text(pairs.text("at")?)?;
    if pairs.0.len() == 1 {
        return Some((dial, None));
    }
    let scored = |name| {
        let (mv, score) = pairs.text(name)?.split_once(' ')?;
        Some((mv.to_owned(), Score::raw(score.trim().parse().ok()?)))
    };
    let inferior = WeakenedMove {
        best: scored("wanted")?,
        played: scored("played")?,
        loss: pairs.value("loss")?,
        max_error: pairs.value("allowed")?,
        draw: pairs.value("roll")?,
        blunder_per128: pairs.value("blunder")?,
        candidates: pairs.value("candidates")?,
    };
    Some((dial, Some(inferior)))
}
