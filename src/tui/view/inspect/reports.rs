//! Answers from the engine's reports, without a search: stop reason, time budget, path dependence of a draw, error draw,
//! node counts, evaluation change of a move.

use super::page_text::PageText;
use crate::base::{Category, Interval, Score};
use crate::engine::Report;
use crate::rules::{notation, white_view as white_view_of};
use crate::search::{Statistics, StopReason};
use crate::strength::{LONE_KING, percent as share_percent};
use crate::timing::{Cap, TimeManager, next_iteration};
use crate::tui::model::Model;
use crate::tui::model::choice::other_preference;
use crate::tui::model::inspect::node::white_view;
use crate::tui::model::inspect::{Change, WhatIf};
use crate::tui::values::draws::interval_text;
use crate::tui::values::format::{
    answer_text, bounded, compact, count, cut, duration, numbered_move, numbered_uci, pawns,
    percent, pv_text, ratio,
};
use crate::tui::view::budget::{BudgetStep, budget_steps, same_step};
use crate::tui::view::page::{span, sparkline, thin_bar};

/// Question 1.
pub(super) fn stop(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let Some(report) = model.finished_search() else { return recorded_stop(model, text) };
    if model.recorded.is_none() && model.thinking.is_busy() {
        text.line(theme.strong, model.no_search());
        text.heading("the search before it");
    }
    // A cancelled search has no stop reason.
    let stop = report.search.stop.unwrap_or(StopReason::Stopped);
    let used = report.elapsed.seconds() * 1000.0;
    let why = if stop == StopReason::Stopped { String::new() } else { format!(": {stop}") };
    text.line(theme.strong, format!("stopped after {}{why}", duration(used)));
    // The engine knows only that it was stopped.
    let is_moved_now = model.thinking.moved_now == Some(report.epoch);
    let sentence = match stop == StopReason::Stopped && is_moved_now {
        true => "you asked for the move at once",
        false => because(stop, report),
    };
    text.line(theme.text, sentence);
    if let Some(figures) = figures(stop, report, model) {
        text.line(theme.text, figures);
    }
    state_at_stop(report, model, text);
}

/// The stop of a recorded search.
fn recorded_stop(model: &Model, text: &mut PageText<'_>) {
    let recorded = model.recorded.as_ref().filter(|recorded| !recorded.stop.is_empty());
    let report = recorded.and_then(|it| Some((it, it.report.as_ref()?)));
    let Some((recorded, report)) = report else { return text.sentence(&model.no_search()) };
    let used = duration(report.elapsed.seconds() * 1000.0);
    text.line(text.theme.strong, format!("stopped after {used}: {}", recorded.stop));
    text.sentence("from the game record");
    state_at_stop(report, model, text);
}

fn state_at_stop(report: &Report, model: &Model, text: &mut PageText<'_>) {
    text.heading("state at the stop");
    if let Some(time) = &report.time {
        let budget = time.budget.planned();
        let used = percent(report.elapsed.seconds() * 1000.0 / budget.max(1.0));
        let stretch = match time.budget.stretch {
            Some(_) => format!("{} stretched to ", duration(time.budget.budget)),
            None => String::new(),
        };
        text.pair("budget", format!("{stretch}{}, of which {used} was used", duration(budget)));
        let (deadline, latest) = (time.budget.stretched_deadline(), time.budget.latest_deadline());
        text.pair(
            "deadline",
            format!("{} ms after the start; {} ms to end an iteration", deadline.0, latest.0),
        );
    } else {
        text.pair("budget", format!("none: {}", model.untimed_report(report)));
    }
    let search = &report.search;
    text.pair("depth", format!("{}, selective depth {}", search.depth, search.selective_depth));
    let again = report.again.map_or_else(String::new, |time| {
        format!(" in {}, as a pause began the search again", duration(time.seconds() * 1000.0))
    });
    text.pair("nodes", format!("{}{again}", count(search.nodes)));
    if let Some(best) = search.root_moves.iter().max_by_key(|root| root.nodes) {
        let part = percent(ratio(best.nodes, search.root_nodes()));
        let san = notation::san(&report.root, best.mv);
        text.pair("most nodes", format!("{san}, {part} of the nodes"));
    }
}

/// The figures behind the stop reason, if any.
fn figures(stop: StopReason, report: &Report, model: &Model) -> Option<String> {
    let (search, time) = (&report.search, report.time.as_ref()?);
    let manager = TimeManager::from_text(&model.prefs.engine.time_manager).ok()?;
    let rule = *manager.settings().stop();
    let (deadline, used) = (time.budget.stretched_deadline().seconds(), report.elapsed.seconds());
    match stop {
        StopReason::NoTimeForIteration => {
            let expected = next_iteration(&search.statistics.nodes_by_iteration)?;
            let left = (deadline - used).max(0.0);
            let affordable = left * time.factors.nps;
            Some(format!(
                "predicted: {} nodes; {} left are enough for {} at {}/s: {}, {} required",
                compact(expected),
                duration(left * 1000.0),
                compact(affordable),
                compact(time.factors.nps),
                percent(affordable / expected),
                percent(rule.iteration_share),
            ))
        }
        StopReason::Decided => {
            let best = search.lines.first()?.moves.first()?;
            let own = search.root_moves.iter().find(|root| root.mv == *best)?.nodes;
            Some(format!(
                "{} had {} of the nodes ({} required) for {:.0} iterations with a stable score, \
                 after {} of the deadline ({} required)",
                notation::san(&report.root, *best),
                percent(ratio(own, search.root_nodes())),
                percent(rule.decided_share),
                rule.decided_iterations,
                percent(used / deadline),
                percent(rule.decided_after),
            ))
        }
        StopReason::Stopped
        | StopReason::Depth
        | StopReason::Nodes
        | StopReason::Budget
        | StopReason::MoveTime
        | StopReason::Mate
        | StopReason::OnlyMove
        | StopReason::NoMoves => None,
    }
}

/// The reason in a sentence.
const fn because(stop: StopReason, report: &Report) -> &'static str {
    match stop {
        StopReason::Stopped => "a stop command arrived, or the game continued",
        StopReason::Depth => "the greatest depth that the search was to reach was complete",
        StopReason::Nodes => "the node limit was reached",
        StopReason::Budget if report.time.is_some() => {
            "the time budget for this move was used; question 2 shows its calculation"
        }
        StopReason::Budget => "the time for this move was used",
        StopReason::MoveTime => "no clock: the fixed time per move was used",
        StopReason::Mate => "a deeper search could not find a shorter mate",
        StopReason::OnlyMove => "only one move was legal",
        StopReason::NoMoves => "the game was over",
        StopReason::Decided => {
            "the best move had most of the nodes over several iterations: more time rarely changes it"
        }
        StopReason::NoTimeForIteration => {
            "the next iteration would have needed more time than the budget had left"
        }
    }
}

/// Question 2.
pub(super) fn budget(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let running = model.inspected_search().map(|(_, report)| &**report);
    let recorded = model.recorded.as_ref().and_then(|it| it.report.as_ref());
    let searches = [running, model.finished_search(), recorded];
    let searched = searches.into_iter().flatten().next().filter(|_| model.recorded.is_none());
    let Some(time) = searches.into_iter().flatten().find_map(|it| it.time.as_ref()) else {
        return text.sentence(&match searched {
            None => model.no_search(),
            Some(report) => {
                format!("{}: the time manager is not used", model.untimed_report(report))
            }
        });
    };
    let budget = &time.budget;
    let cap = match budget.cap {
        Cap::None => "no cap applies",
        Cap::MoveBudget => "limited by the largest share of the clock for one move",
        Cap::Clock => "limited by the time on the clock",
    };
    text.line(theme.strong, format!("{} for this move: {cap}", duration(budget.budget)));
    let previous = time.previous.as_ref().map(budget_steps);
    // Without a move before the formulas have its column.
    let before = |text: &str| previous.as_ref().map_or_else(String::new, |_| format!("{text:>10}"));
    text.heading(format!("{:<12}{:>8}{}  from", "step", "now", before("before")));
    for step in budget_steps(budget) {
        let earlier = previous.as_ref().and_then(|previous| same_step(&step, previous));
        let before = before(earlier.unwrap_or_default());
        let formula = formula(&step, 20 + before.len(), text.width);
        text.row([
            span(theme.text, format!("{:<12}", step.name)),
            span(theme.strong, format!("{:>8}", step.value)),
            span(theme.dim, before + &formula),
        ]);
    }
    if let Some(update) = &budget.reuse_update {
        let words = format!(
            "tree reuse updated from {:.2} to {:.2}: {:.2} measured, which counts as {:.2} moves",
            update.before, update.after, update.seen, update.weight
        );
        text.line(theme.dim, words);
    }
}

/// Question 3.
pub(super) fn what_if(what_if: &WhatIf, selected: usize, text: &mut PageText<'_>) {
    let theme = text.theme;
    let (tried, real) = match what_if.budget() {
        Ok(budget) => (budget, &what_if.real),
        Err(error) => return text.sentence(&error),
    };
    let words = format!("{} instead of {}", duration(tried.budget), duration(real.budget));
    text.line(theme.strong, words);
    text.sentence("↑↓ choose, ←→ change, or :whatif 1+1, or :whatif smooth(…)");
    text.heading(format!("{:<18}{:>9}{:>10}", "setting", "tried", "real"));
    let (tried_values, real_values) = what_if.values();
    let values = tried_values.into_iter().zip(real_values);
    for (index, (name, (now, before))) in WhatIf::FIELDS.into_iter().zip(values).enumerate() {
        if index == selected.min(WhatIf::FIELDS.len() - 1) {
            text.select();
        }
        text.row([
            span(theme.text, format!("{name:<18}")),
            span(theme.strong, format!("{now:>9}")),
            span(theme.dim, format!("{before:>10}")),
        ]);
    }
    text.heading(format!("{:<12}{:>8}{:>10}  {}", "step", "tried", "real", "from"));
    let reals = budget_steps(real);
    let steps = budget_steps(&tried);
    for step in &steps {
        let real = same_step(step, &reals);
        let style = if Some(&*step.value) == real { theme.dim } else { theme.strong };
        text.row([
            span(theme.text, format!("{:<12}", step.name)),
            span(style, format!("{:>8}", step.value)),
            span(
                theme.dim,
                format!("{:>10}{}", real.unwrap_or("–"), formula(step, 30, text.width)),
            ),
        ]);
    }
    text.heading("time manager");
    text.line(theme.dim, &what_if.text);
}

/// Where a step comes from, if it has room after the figures, which take `used` cells.
fn formula(step: &BudgetStep, used: usize, width: usize) -> String {
    let words = format!("  {}", step.formula);
    if used + words.chars().count() <= width { words } else { String::new() }
}

/// Question 6.
pub(super) fn draw(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let searched = model.inspected_search().map(|(_, report)| &**report);
    let recorded = model.recorded.as_ref().and_then(|it| it.report.as_ref());
    let Some(report) = searched.or(recorded) else { return text.sentence(&model.no_search()) };
    let Some(line) = report.played_line() else { return text.sentence("no legal move") };
    let verdict = model.verdict(report, line);
    let line = white_view(line.clone(), report.root.turn());
    text.line(
        theme.strong,
        match line.score {
            Score::DRAW => verdict,
            score => format!("{}: {verdict}", bounded(score, line.bound)),
        },
    );
    text.heading("real and shadow, White's view");
    text.pair("real score", bounded(line.score, line.bound));
    if let Some(shadow) = line.shadow {
        let same = if shadow == Interval::exact(line.score) { ", the same" } else { "" };
        text.pair("shadow score", interval_text(shadow) + same);
    }
    if searched.is_some() {
        text.heading("repetitions in this search");
        let counters = &report.search.shadow;
        text.pair("in the tree", format!("{} nodes scored as draws", count(counters.repetitions)));
        text.pair("with the game", format!("{} third occurrences", count(counters.game_draws)));
        text.pair("path-dependent", format!("{} node scores", count(counters.differing)));
        differing(report, text);
    }
    text.heading("principal variation");
    text.line(theme.text, pv_text(&report.root, &line.moves));
}

/// The root moves whose score depends on a repetition: real beside shadow.
fn differing(report: &Report, text: &mut PageText<'_>) {
    let turn = report.root.turn();
    let lines = report.search.lines.iter().filter(|line| line.depends_on.is_some());
    for (index, line) in lines.map(|line| white_view(line.clone(), turn)).enumerate() {
        if index == 0 {
            text.heading("root move     real  shadow, White's view");
        }
        let san =
            line.moves.first().map_or_else(String::new, |&mv| notation::san(&report.root, mv));
        let shadow = line.shadow.map_or_else(|| "–".to_owned(), interval_text);
        let score = bounded(line.score, line.bound);
        text.row([
            span(text.theme.text, format!("{san:<10}")),
            span(text.theme.real, format!("{score:>8}")),
            span(text.theme.shadow, format!("  {shadow}")),
        ]);
    }
}

/// Question 9: before, after and difference by category and by term, with the flips.
pub(super) fn change(change: &Change, model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let (total, activity) = (change.totals(), &change.activity);
    text.line(
        theme.strong,
        format!(
            "{} changed the evaluation by {}, from {} to {}; White's view, without the tempo",
            change.mv,
            pawns(total[1] - total[0]),
            pawns(total[0]),
            pawns(total[1])
        ),
    );
    let [before, after] = change.tempo();
    let tempo = format!(
        "the tempo changes with every move, here from {} to {}",
        pawns(before),
        pawns(after)
    );
    text.sentence(&tempo);
    if let Some((level, [before, after])) = change.limited {
        let level = model.strengths.setting(level);
        let (before, after) = (pawns(before), pawns(after));
        text.line(
            theme.warn,
            format!(
                "with full knowledge; the limited knowledge of {level} sees {before} before and {after} after"
            ),
        );
    }
    text.line(
        theme.text,
        format!(
            "{} of {} propositions changed, {} signals were sent",
            activity.flips, activity.propositions, activity.signals
        ),
    );
    text.sentence(&text.ways([("propagation", "steps through the propagation")]));
    // The counts of flips only where they leave room for the longest name.
    let has_flips = text.width >= 55;
    let names = Category::ALL.into_iter().flat_map(|category| change.terms(category));
    let longest = names.map(|(name, _)| 2 + name.chars().count()).max().unwrap_or(0);
    let room = text.width.saturating_sub(if has_flips { 32 } else { 24 });
    let wide = room.clamp(12, longest.max(23));
    let row = |name: &str, [before, after]: [i32; 2]| {
        let change = pawns(after - before);
        let gap = 8_usize.saturating_sub(change.chars().count());
        [
            span(theme.text, format!("{:<wide$}", cut(name, wide))),
            span(theme.dim, format!("{:>8}{:>8}{:gap$}", pawns(before), pawns(after), "")),
            span(theme.favouring_by(after - before), change),
        ]
    };
    let flips = if has_flips { "   flips" } else { "" };
    let name = if has_flips { "category, terms changed" } else { "category, terms" };
    text.heading(format!("{name:<wide$}{:>8}{:>8}{:>8}{flips}", "before", "after", "change"));
    for category in Category::ALL {
        let flips = activity.flips_by_category[category as usize];
        let flips = has_flips.then(|| span(theme.dim, format!("{flips:>8}")));
        text.row(row(category.name(), change.category(category)).into_iter().chain(flips));
        for (name, values) in change.terms(category) {
            text.row(row(&format!("  {name}"), values));
        }
    }
}

/// Question 10.
pub(super) fn error_draw(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let report = match &model.recorded {
        Some(recorded) => recorded.report.as_ref().filter(|_| recorded.dial.is_some()),
        None => model.thinking.last_move.as_deref(),
    };
    let Some(report) = report else {
        return text.sentence(match model.recorded {
            Some(_) => "the game record has no strength level for this move",
            None => "the engine has made no move yet",
        });
    };
    let level = model.strengths.setting(report.dial.level);
    let Some(weakened) = &report.dial.weakened else {
        let best = report.search.lines.first().and_then(|line| line.moves.first());
        let san = best.map_or_else(String::new, |&mv| numbered_move(&report.root, mv));
        text.line(theme.strong, format!("none: {san} is the engine's best move"));
        return text.line(theme.text, format!("strength level: {level}"));
    };
    let kind = if weakened.draw < weakened.blunder_per128 { "blunder" } else { "error" };
    let san = |uci: &str| numbered_uci(&report.root, uci);
    let (played, best) = (san(&weakened.played.uci), san(&weakened.best.uci));
    let words = match played == best {
        _ if weakened.mates_lone_king => format!("none: {best}: {LONE_KING}"),
        true => format!("none: {best} is the best move of the search"),
        false if weakened.played.score == weakened.best.score => {
            format!("none: {played} scores the same as {best}")
        }
        false if weakened.human.is_some() => format!("chosen: played {played} instead of {best}"),
        false => format!("deliberate {kind}: played {played} instead of {best}"),
    };
    text.line(theme.strong, words);
    if let Some(words) = other_preference(report, san) {
        text.line(theme.text, words);
    }
    text.heading(match weakened.human {
        Some(_) => "choice of the human model, White's view",
        None => "error draw, White's view",
    });
    text.pair("strength level", level);
    let score = |score| white_view_of(score, report.root.turn());
    text.pair("best move", format!("{best}  {}", score(weakened.best.score)));
    text.pair("played", format!("{played}  {}", score(weakened.played.score)));
    if let Some(choice) = &weakened.human {
        text.pair("cost", weakened.cost());
        text.pair("legal moves", weakened.candidates.to_string());
        text.pair("played by", choice.played.to_string());
        let answer = |mv: &str| answer_text(&report.root, &weakened.played.uci, mv);
        choice.sentences(san, answer).into_iter().for_each(|words| text.line(theme.text, words));
        return;
    }
    text.pair("cost", format!("{} of {} cp allowed", weakened.cost(), weakened.max_error));
    text.pair(
        "candidates",
        match weakened.candidates {
            1 => "1 move within that loss".to_owned(),
            count => format!("{count} moves within that loss"),
        },
    );
    let threshold = weakened.blunder_per128;
    text.pair("random draw", format!("{} of 128; below {threshold} is a blunder", weakened.draw));
    let limits = report.dial.level.limits();
    let weights =
        limits.iter().flat_map(|limits| Category::SCALED.map(|it| (it, limits.share(it))));
    let reduced: Vec<_> = weights.filter(|(_, weight)| *weight < 128).collect();
    if !reduced.is_empty() {
        text.heading("reduced knowledge");
    }
    for (skill, weight) in reduced {
        text.pair(skill.name(), format!("{} %", share_percent(weight)));
    }
}

/// Maximum number of listed root moves and iterations.
const LISTED: usize = 8;

/// Question 11: node counts by root move, by iteration and by technique.
pub(super) fn nodes(model: &Model, text: &mut PageText<'_>) {
    let theme = text.theme;
    let Some((_, report)) = model.inspected_search() else {
        return text.sentence(&model.no_search());
    };
    let search = &report.search;
    let figures = &search.statistics;
    let quiet = percent(ratio(figures.quiescence_nodes, figures.nodes));
    let words = format!("{} nodes, {quiet} of them in quiescence search", count(search.nodes));
    text.line(theme.strong, words);
    if let Some(words) = model.paused_words(report) {
        text.line(theme.title, words);
    }
    let first = percent(ratio(figures.first_move_cutoffs, figures.cutoffs));
    let words = format!(
        "effective branching factor {} (growth of the nodes by iteration, mean of the last four with as many lines), {first} of the cut-offs by the first move",
        branching(figures)
    );
    text.line(theme.text, words);
    let room = |columns: usize| u16::try_from(text.width.saturating_sub(columns)).unwrap_or(0);
    let (root_bar, depth_bar) = (room(27), room(29));

    text.heading("root move     nodes  share");
    let mut moves: Vec<_> = search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    let (listed, rest) = moves.split_at(LISTED.min(moves.len()));
    let mut rows: Vec<(String, u64)> =
        listed.iter().map(|root| (notation::san(&report.root, root.mv), root.nodes)).collect();
    if !rest.is_empty() {
        rows.push((format!("{} others", rest.len()), rest.iter().map(|root| root.nodes).sum()));
    }
    for (name, nodes) in rows {
        let part = ratio(nodes, search.root_nodes());
        text.cells([
            span(theme.text, format!("{name:<10}")).into(),
            span(theme.dim, format!("{:>9}", count(nodes))).into(),
            span(theme.strong, format!("{:>7} ", percent(part))).into(),
            span(theme.good, thin_bar(part, root_bar)).into(),
        ]);
    }

    text.heading("depth         nodes  branching");
    let own = iteration_nodes(figures);
    text.row([
        span(theme.dim, format!("1 to {:<5}  in powers of two  ", own.len())),
        span(theme.good, sparkline(&logarithms(&own), depth_bar)),
    ]);
    let before = std::iter::once(0).chain(own.iter().copied());
    // The first iterations have few nodes.
    let skipped = own.len().saturating_sub(LISTED);
    for (index, (&own, before)) in own.iter().zip(before).enumerate().skip(skipped) {
        let is_comparable = before > 0 && has_equal_lines(figures, index);
        let factor = is_comparable.then(|| format!("{:.2}", ratio(own, before)));
        let factor = factor.unwrap_or_else(|| "–".to_owned());
        text.cells([
            span(theme.text, format!("{:<10}", index + 1)).into(),
            span(theme.dim, format!("{:>9}", count(own))).into(),
            span(theme.strong, format!("{factor:>7}   ")).into(),
            span(theme.good, thin_bar(ratio(own, search.nodes), depth_bar)).into(),
        ]);
    }
    let unfinished = search.unfinished_nodes();
    if unfinished > 0 {
        let depth = search.current.map_or(own.len() + 1, |current| usize::from(current.depth));
        text.cells([
            span(theme.text, format!("{depth:<10}")).into(),
            span(theme.dim, format!("{:>9}", count(unfinished))).into(),
            span(theme.dim, " unfinished").into(),
        ]);
    }

    // A narrow page has the share, from which the rest follows, before the counts.
    let counts = match text.width {
        0..44 => 0,
        44..53 => 1,
        _ => 2,
    };
    let cell = |at: usize, text: &str| match at < counts {
        true => format!("{text:>9}"),
        false => String::new(),
    };
    text.headings([
        format!("{:<20}", "technique"),
        format!("{:>7}", "tried"),
        cell(0, "accepted"),
        cell(1, "rejected"),
        format!("{:>7}", "share"),
    ]);
    let bar = u16::try_from(text.width.saturating_sub(35 + 9 * counts)).unwrap_or(0);
    for (name, tally) in &figures.techniques {
        let part = ratio(tally.accepted, tally.attempted);
        let rejected = tally.attempted.saturating_sub(tally.accepted);
        text.cells([
            span(theme.text, format!("{name:<20.20}")).into(),
            span(theme.dim, format!("{:>7}", count(tally.attempted))).into(),
            span(theme.text, cell(0, &count(tally.accepted))).into(),
            span(theme.text, cell(1, &count(rejected))).into(),
            span(theme.strong, format!("{:>7} ", percent(part))).into(),
            span(theme.good, thin_bar(part, bar)).into(),
        ]);
    }
}

/// Binary logarithms of counts, for a sparkline.
pub fn logarithms(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| (count.max(1) as f64).log2()).collect()
}

/// Nodes of each single iteration.
pub fn iteration_nodes(figures: &Statistics) -> Vec<u64> {
    let totals = &figures.nodes_by_iteration;
    let before = std::iter::once(0).chain(totals.iter().copied());
    totals.iter().zip(before).map(|(total, before)| total.saturating_sub(before)).collect()
}

/// Effective branching factor: by how much the nodes grow from one iteration to the next, as the geometric mean over the last ones,
/// as far as these searched the same number of lines. `–` where there are no two, and where the nodes become fewer, as in a
/// search that the table already knows: that is no branching.
pub fn branching(figures: &Statistics) -> String {
    /// Number of iterations: even, to average odd-even effects.
    const BACK: usize = 4;
    let own = iteration_nodes(figures);
    let steps =
        (1..own.len()).rev().take(BACK).take_while(|&at| has_equal_lines(figures, at)).count();
    let factor = own.len().checked_sub(1 + steps).filter(|_| steps > 0).map(|first| {
        let growth = ratio(own[own.len() - 1], own[first].max(1));
        growth.powf(1.0 / steps as f64)
    });
    let factor = factor.filter(|&factor| factor >= 1.0);
    factor.map_or_else(|| "–".to_owned(), |factor| format!("{factor:.2}"))
}

/// Whether the iteration with this index searched as many lines as the one before.
fn has_equal_lines(figures: &Statistics, at: usize) -> bool {
    let lines = &figures.lines_by_iteration;
    lines.get(at) == lines.get(at - 1)
}
