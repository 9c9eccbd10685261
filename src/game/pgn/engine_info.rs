//! Lucena's own comment commands: `lcs` (search), `lcb` (budget), `lcr` (repetition shadow), `lcn` (network) and
//! `lcd` (dial). Each is a list of `name=value` pairs; a pair that is not understood leaves the whole command as it is.
//! `docs/pgn.md` documents every name.

use crate::base::{Elo, Interval, Millis, Score};
use crate::game::{EngineInfo, NetworkActivity, SearchInfo};
use crate::rules::{Position, notation, parse_move};
use crate::strength::human::{Contribution, HumanChoice, Reasons};
use crate::strength::{StrengthLevel, WeakenedMove};
use crate::timing::{Budget, Plan};
use std::fmt::Write as _;
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

/// The commands of `info`, without brackets and percent sign.
pub(super) fn write(info: &EngineInfo) -> Vec<String> {
    let mut commands = Vec::new();
    if let Some(search) = &info.search {
        commands.push(write_search(search));
    }
    if let Some(budget) = &info.budget {
        commands.push(write_budget(budget));
    }
    if info.shadow.is_some() || info.depends_on.is_some() {
        let mut pairs = Vec::new();
        if let Some(shadow) = info.shadow {
            pairs.push(format!("low={}", shadow.low.value()));
            pairs.push(format!("high={}", shadow.high.value()));
        }
        pairs.extend(info.depends_on.map(|ply| format!("ply={ply}")));
        commands.push(format!("lcr {}", pairs.join(", ")));
    }
    if let Some(net) = &info.activity {
        let by: Vec<String> = net.by_category.iter().map(u64::to_string).collect();
        commands.push(format!(
            "lcn evals={}, flips={}, signals={}, by={}",
            net.evaluations,
            net.flips,
            net.signals,
            by.join(" ")
        ));
    }
    if let Some((dial, weakened)) = &info.dial {
        commands.push(write_dial(*dial, weakened.as_ref()));
    }
    commands
}

fn write_search(search: &SearchInfo) -> String {
    let SearchInfo { depth, selective_depth, nodes, nps, stop, line } = search;
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
    if budget.plan != Plan::Smooth {
        let (plan, unused) = (budget.plan, budget.carried.unused);
        let _ = write!(text, ", plan={plan}, extra={:?}, unused={unused:?}", budget.extra);
    }
    let mut figures = budget.clone();
    for (name, figure) in BUDGET_FIELDS {
        let _ = write!(text, ", {name}={:?}", *figure(&mut figures));
    }
    let _ = write!(text, ", budget={:?}, deadline={}", budget.budget, budget.deadline.0);
    text
}

fn write_dial(dial: StrengthLevel, weakened: Option<&WeakenedMove>) -> String {
    let mut text = format!("lcd at={}", dial_text(dial));
    if let Some(i) = weakened {
        let (wanted, played) = (&i.best, &i.played);
        let _ = write!(text, ", wanted={} {}", wanted.0, wanted.1.value());
        let _ = write!(text, ", played={} {}", played.0, played.1.value());
        let _ = write!(text, ", loss={}, allowed={}, roll={}", i.loss, i.max_error, i.draw);
        let _ = write!(text, ", blunder={}, candidates={}", i.blunder_per128, i.candidates);
        if i.technique {
            text += ", technique=true";
        }
        if let Some(choice) = &i.human {
            let HumanChoice { played, best, overlooked, answer, kind, book } = choice;
            let _ = write!(text, ", chance={}, because={}", played.probability, reasons(played));
            let _ =
                write!(text, ", bestchance={}, bestbecause={}", best.probability, reasons(best));
            let _ = write!(text, ", overlooked={overlooked}, answer={answer}, kind={kind}");
            if let Some([played, of]) = book {
                let _ = write!(text, ", book={played} {of}");
            }
        }
    }
    text
}

/// Features with their contributions, separated by semicolons.
fn reasons(of: &Reasons) -> String {
    let named = of.because.iter().map(|it| format!("{} {}", it.name, it.amount));
    named.collect::<Vec<_>>().join(";")
}

/// Reads what [`reasons`] writes.
fn read_reasons(probability: f64, text: &str) -> Option<Reasons> {
    let named = text.split(';').filter(|part| !part.is_empty()).map(|part| {
        let (name, amount) = part.trim().rsplit_once(' ')?;
        Some(Contribution { name: name.to_owned(), amount: amount.parse().ok()? })
    });
    Some(Reasons { probability, because: named.collect::<Option<_>>()? })
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

/// Parses one of Lucena's commands into `info`. `before` is the position before the move.
/// `None` when it is another command or not understood; `info` is then unchanged.
pub(super) fn read(command: &str, before: &Position, info: &mut EngineInfo) -> Option<()> {
    let (name, rest) = command.split_once(char::is_whitespace)?;
    let pairs = rest.split(',').map(|pair| pair.trim().split_once('=')).collect::<Option<_>>()?;
    let mut pairs = Pairs(pairs);
    match name {
        "lcs" if info.search.is_none() => {
            let search = read_search(&mut pairs, before)?;
            pairs.finish()?;
            info.search = Some(search);
        }
        "lcb" if info.budget.is_none() => {
            let budget = read_budget(&mut pairs)?;
            pairs.finish()?;
            info.budget = Some(budget);
        }
        "lcr" if info.shadow.is_none() && info.depends_on.is_none() => {
            let low = pairs.optional("low")?.map(Score::raw);
            let high = pairs.optional("high")?.map(Score::raw);
            let depends_on = pairs.optional("ply")?;
            pairs.finish()?;
            info.shadow = low.zip(high).map(|(low, high)| Interval { low, high });
            info.depends_on = depends_on;
        }
        "lcn" if info.activity.is_none() => {
            let activity = read_network(&mut pairs)?;
            pairs.finish()?;
            info.activity = Some(activity);
        }
        "lcd" if info.dial.is_none() => {
            let dial = read_dial(&mut pairs)?;
            pairs.finish()?;
            info.dial = Some(dial);
        }
        _ => return None,
    }
    Some(())
}

/// The `name=value` pairs of a command that are not read yet. A pair left over is unknown or occurs twice.
struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Pairs<'a> {
    fn text(&mut self, name: &str) -> Option<&'a str> {
        let at = self.0.iter().position(|(key, _)| *key == name)?;
        Some(self.0.remove(at).1)
    }

    /// The value of `name`; `None` when it is missing or malformed.
    fn value<T: FromStr>(&mut self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// `Some(None)` when `name` is missing, `None` when it is malformed.
    fn optional<T: FromStr>(&mut self, name: &str) -> Option<Option<T>> {
        self.text(name).map_or(Some(None), |text| text.parse().ok().map(Some))
    }

    /// `None` when a pair was not read.
    fn finish(self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

fn read_search(pairs: &mut Pairs<'_>, before: &Position) -> Option<SearchInfo> {
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

fn read_budget(pairs: &mut Pairs<'_>) -> Option<Budget> {
    let mut budget = Budget::default();
    budget.clock.ply = pairs.value("ply")?;
    budget.clock.remaining = Millis(pairs.value("left")?);
    budget.clock.increment = Millis(pairs.value("inc")?);
    budget.clock.pieces = pairs.value("men")?;
    budget.clock.moves_to_go = pairs.optional("togo")?;
    if let Some(name) = pairs.text("plan") {
        budget.plan = name.parse().ok()?;
        budget.extra = pairs.value("extra")?;
        budget.carried.unused = pairs.value("unused")?;
    }
    for (name, field) in BUDGET_FIELDS {
        *field(&mut budget) = pairs.value(name)?;
    }
    budget.budget = pairs.value("budget")?;
    budget.deadline = Millis(pairs.value("deadline")?);
    Some(budget)
}

fn read_network(pairs: &mut Pairs<'_>) -> Option<NetworkActivity> {
    let by = pairs.text("by")?.split_whitespace().map(str::parse);
    Some(NetworkActivity {
        evaluations: pairs.value("evals")?,
        flips: pairs.value("flips")?,
        signals: pairs.value("signals")?,
        by_category: by.collect::<Result<Vec<u64>, _>>().ok()?.try_into().ok()?,
    })
}

fn read_dial(pairs: &mut Pairs<'_>) -> Option<(StrengthLevel, Option<WeakenedMove>)> {
    let level = read_dial_text(pairs.text("at")?)?;
    if pairs.0.is_empty() {
        return Some((level, None));
    }
    let mut reasons = |chance, because| {
        let Some(probability) = pairs.optional(chance)? else { return Some(None) };
        Some(Some(read_reasons(probability, pairs.text(because)?)?))
    };
    let (played, best) = (reasons("chance", "because")?, reasons("bestchance", "bestbecause")?);
    let overlooked = pairs.optional("overlooked")?.unwrap_or(0);
    let [answer, kind] =
        ["answer", "kind"].map(|name| pairs.text(name).unwrap_or_default().trim().to_owned());
    let book = match pairs.text("book") {
        Some(text) => {
            let games = text.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
            Some(games.ok()?.try_into().ok()?)
        }
        None => None,
    };
    let human = played.zip(best).map(|(played, best)| HumanChoice {
        played,
        best,
        overlooked,
        answer,
        kind,
        book,
    });
    let mut scored = |name| {
        let (mv, score) = pairs.text(name)?.split_once(' ')?;
        Some((mv.to_owned(), Score::raw(score.trim().parse().ok()?)))
    };
    let weakened = WeakenedMove {
        best: scored("wanted")?,
        played: scored("played")?,
        loss: pairs.value("loss")?,
        max_error: pairs.value("allowed")?,
        draw: pairs.value("roll")?,
        blunder_per128: pairs.value("blunder")?,
        candidates: pairs.value("candidates")?,
        technique: pairs.optional("technique")?.unwrap_or(false),
        human,
    };
    Some((level, Some(weakened)))
}
