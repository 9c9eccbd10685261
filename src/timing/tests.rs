//! Properties of the budget and of the parameter text, and the smart stop's cases. The reference numbers are checked in
//! `tests/vectors.rs`.

use super::*;
use crate::base::{Millis, Score};
use proptest::prelude::*;

const TEXTS: [&str; 10] = [
    "smooth",
    "smooth-stretched",
    "smooth(nps-first-move=raw,max-move-budget=1,init-timeuse=0.01)",
    "smooth(mle-material,reserve=1000)",
    "smooth(steepness=1000,midpoint=1,init-tree-reuse=0.99)",
    "fixed(fraction=1)",
    "smooth-experimental",
    "smooth(init-piggybank=1,per-move-piggybank=0.9,max-piggybank-use=1,init-timeuse=0.01)",
    "alphazero(alphazero-time-pct=99)",
    "simple(base-pct=100,ply-pct=1,time-factor=100,opening-bonus=1000)",
];

/// Any clock, with the shapes that matter often: flagged, tiny, huge, increments longer than the clock.
fn any_clock() -> impl Strategy<Value = ClockState> {
    let time = prop_oneof![
        any::<i64>(),
        -5_i64..500,
        0_i64..10_000_000,
        Just(i64::MAX),
        Just(i64::MIN),
        Just(0)
    ];
    let moves = prop_oneof![Just(None), Just(Some(0)), Just(Some(1)), any::<u32>().prop_map(Some)];
    let ply = prop_oneof![0_usize..400, any::<usize>()];
    (ply, time.clone(), time, moves, any::<u32>()).prop_map(
        |(ply, remaining, increment, moves_to_go, men)| ClockState {
            ply,
            remaining: Millis(remaining),
            increment: Millis(increment),
            moves_to_go,
            pieces: men,
        },
    )
}

/// A move as the engine would report it, or would not dare to: clock, reused, samples, time used, nodes.
fn any_move() -> impl Strategy<Value = (ClockState, u64, Vec<(i64, u64)>, i64, u64)> {
    let samples = prop::collection::vec((any::<i64>(), any::<u64>()), 0..4);
    (any_clock(), any::<u64>(), samples, any::<i64>(), any::<u64>())
}

/// Every figure of a budget.
fn figures(b: &Budget) -> [f64; 15] {
    [
        b.estimated_moves,
        b.moves_left,
        b.game_time,
        b.nps,
        b.game_nodes,
        b.average_new_nodes,
        b.average_move_time,
        b.tree_reuse,
        b.average_total_nodes,
        b.target_new_nodes,
        b.target_time,
        b.timeuse,
        b.uncapped,
        b.move_cap,
        b.budget,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn never_over_the_clock_and_never_not_a_number(
        text in prop::sample::select(&TEXTS[..]),
        overhead in prop_oneof![any::<i64>(), 0_i64..1000],
        moves in prop::collection::vec(any_move(), 1..6),
    ) {
        let mut manager = TimeManager::from_text(text).unwrap();
        for (clock, reused, samples, used, nodes) in moves {
            let budget = manager.start(&clock, Millis(overhead), reused);
            let spendable = clock.remaining.0.saturating_sub(overhead.max(0)).max(0);
            prop_assert!((0..=spendable).contains(&budget.deadline.0), "{budget:?}");
            let extended = budget.deadline + budget.extension;
            prop_assert!((budget.deadline..=Millis(spendable)).contains(&extended), "{budget:?}");
            let latest = budget.latest_deadline();
            prop_assert!((budget.deadline..=Millis(spendable)).contains(&latest), "{budget:?}");
            prop_assert!(figures(&budget).iter().all(|figure| figure.is_finite()), "{budget:?}");
            for (time, nodes) in samples {
                manager.sample(Millis(time), nodes);
            }
            manager.finish(Millis(used), nodes);
            let LearnedFactors { nps, tree_reuse, timeuse } = manager.learned();
            let factors = [nps, tree_reuse, timeuse];
            prop_assert!(factors.iter().all(|factor| factor.is_finite() && *factor >= 0.0));
        }
    }

    #[test]
    fn more_time_never_gives_a_smaller_budget(
        text in prop::sample::select(&TEXTS[..]),
        clock in any_clock(),
        more in 0..i64::MAX,
        reused in 0_u64..10_000_000,
    ) {
        let manager = TimeManager::from_text(text).unwrap();
        let richer = ClockState { remaining: clock.remaining + Millis(more), ..clock };
        let [less, more] = [clock, richer].map(|c| manager.preview(&c, Millis(100), reused));
        // One unit in the last place is the rounding of sums that differ by less.
        prop_assert!(less.budget <= more.budget * (1.0 + 1e-12), "{} {}", less.budget, more.budget);
    }

    #[test]
    fn no_text_panics_and_errors_point_into_it(text in "\\PC{0,60}") {
        if let Err(error) = text.parse::<Settings>() {
            prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
        }
    }

    #[test]
    fn near_misses_do_not_panic_and_what_reads_prints_back(
        text in "(smooth|fixed|smooth-experimental|smooth-stretched|stretch|alphazero|simple)\\(?((init-nps|init-piggybank|alphazero-time-pct|ply-pct|midpoint|mle-legacy|mle-material|smart-stop|quiet|fraction|opening|nps-first-move)[=(,)]{0,2}(-?[0-9]{1,4}(\\.[0-9]{0,2})?|raw)?,?){0,3}\\){0,2}",
    ) {
        if let Ok(settings) = text.parse::<Settings>() {
            prop_assert_eq!(settings.to_string().parse::<Settings>(), Ok(settings));
            prop_assert_eq!(format!("{settings:#}").parse::<Settings>(), Ok(settings));
        }
    }
}

/// A preset with one change is written with all its values.
const STRETCHED_BY_MOVE: &str = "smooth(init-tree-reuse=0.3,tree-reuse-update-rate=2.0,min-timeuse=0.2,timeuse-update-rate=4.0,reserve=5.0,\
     nps-first-move=raw,stretch(share-base=1.8,share-slope=1.2,changed=1.3,stable=0.85,fall=0.5,overrun=2.0))";

#[test]
fn texts_print_back_canonically() {
    for (text, canonical) in [
        ("smooth", "smooth"),
        (" smooth ( ) ", "smooth"),
        (
            "smooth(init-tree-reuse=0.2,init-nps=12345.0)",
            "smooth(init-tree-reuse=0.2,init-nps=12345.0)",
        ),
        (
            "smooth( init-nps = 12345 , init-tree-reuse=.2 )",
            "smooth(init-tree-reuse=0.2,init-nps=12345.0)",
        ),
        (
            "smooth(mle-legacy(steepness=12.0,midpoint=50.0))",
            "smooth(mle-legacy(midpoint=50.0,steepness=12.0))",
        ),
        ("smooth(steepness=12,midpoint=60)", "smooth(mle-legacy(midpoint=60.0,steepness=12.0))"),
        ("smooth(midpoint=60,mle-legacy(midpoint=50))", "smooth(mle-legacy(midpoint=50.0))"),
        ("smooth(mle-material(bare=9))", "smooth(mle-material(bare=9.0))"),
        ("smooth(nps-first-move=raw)", "smooth(nps-first-move=raw)"),
        ("smooth(smart-stop(quiet=100))", "smooth(smart-stop(quiet=100.0))"),
        ("fixed(fraction=0.05)", "fixed(fraction=0.05)"),
        ("smooth(init-piggybank=0.1,per-move-piggybank=0.05)", "smooth-experimental"),
        ("smooth-experimental(init-piggybank=0,per-move-piggybank=0)", "smooth"),
        ("smooth(stretch(fall=0.5,changed=1.2))", "smooth(stretch(changed=1.2,fall=0.5))"),
        ("smooth-stretched(mle-legacy)", STRETCHED_BY_MOVE),
        ("alphazero(alphazero-time-pct=10.0)", "alphazero(alphazero-time-pct=10.0)"),
        ("simple(smart-stop(quiet=100),ply-pct=0)", "simple(ply-pct=0.0,smart-stop(quiet=100.0))"),
        (DEFAULT_MANAGER, DEFAULT_MANAGER),
    ] {
        let settings: Settings = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(settings.to_string(), canonical, "{text}");
    }
}

#[test]
fn the_seeds_defaults_are_the_defaults() {
    let all = format!("{:#}", Settings::default());
    let seeds = "smooth(init-tree-reuse=0.5,max-tree-reuse=0.7,tree-reuse-update-rate=4.0,init-nps=20000.0,\
                 nps-update-rate=5.0,init-timeuse=0.7,min-timeuse=0.3,timeuse-update-rate=10.0,\
                 max-move-budget=0.3,reserve=0.0,nps-first-move=smooth,mle-legacy(midpoint=51.5,steepness=7.0),";
    assert!(all.starts_with(seeds), "{all}");
}

#[test]
fn errors_name_the_column_and_what_is_allowed() {
    for (text, column, part) in [
        ("", 1, "expected the name of a time manager, found the end"),
        (
            "legacy",
            1,
            "allowed are smooth, smooth-experimental, smooth-stretched, alphazero, simple, fixed",
        ),
        (
            "smooth(init-npss=1)",
            8,
            "unknown name 'init-npss' in smooth; allowed are init-tree-reuse",
        ),
        ("smooth(init-nps=1", 18, "expected ',' or ')', found the end of the text"),
        ("smooth(init-nps)", 16, "expected '=', found ')'"),
        ("smooth(init-nps=)", 17, "expected a number, found ')'"),
        ("smooth(init-nps=much)", 17, "expected a number, found 'much'"),
        (
            "smooth(max-tree-reuse=1.5)",
            23,
            "max-tree-reuse = 1.5 is out of range; allowed is 0 to 0.99",
        ),
        ("smooth(init-nps=nan)", 17, "out of range"),
        ("smooth(init-nps=1,init-nps=2)", 19, "duplicate 'init-nps'"),
        ("smooth(mle-legacy,mle-material)", 19, "duplicate 'moves-left estimator'"),
        (
            "smooth(mle-legacy(slope=1))",
            19,
            "unknown name 'slope' in mle-legacy; allowed are midpoint, steepness",
        ),
        ("smooth(nps-first-move=fast)", 23, "allowed are smooth, raw"),
        ("smooth)", 7, "expected the end of the text, found ')'"),
        ("smooth(init-nps=1)x", 19, "expected the end of the text, found 'x'"),
        ("fixed(midpoint=1)", 7, "unknown name 'midpoint' in fixed; allowed are fraction"),
    ] {
        let error = text.parse::<Settings>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn the_estimators_agree_with_their_ends() {
    let clock = |ply, men| ClockState { ply, pieces: men, ..ClockState::default() };
    let legacy = |ply| (MleLegacy::default().moves_left(&clock(ply, 32)) * 1e6).round() / 1e6;
    assert_eq!([legacy(0), legacy(100), legacy(200)], [51.5, 9.116_784, 10.484_571]);
    let material = |men| MleMaterial::default().moves_left(&clock(0, men));
    assert_eq!([material(32), material(17), material(2)], [51.5, 22.625, 13.0]);
}

#[test]
fn a_preview_changes_nothing_and_is_what_the_start_gives() {
    let mut manager = TimeManager::default();
    let clock = ClockState { remaining: Millis(60_000), pieces: 32, ..ClockState::default() };
    manager.start(&clock, Millis(30), 0);
    manager.sample(Millis(500), 400_000);
    manager.finish(Millis(600), 480_000);
    let before = manager.clone();
    let preview = manager.preview(&clock, Millis(30), 200_000);
    assert_eq!(manager, before);
    assert_eq!(manager.start(&clock, Millis(30), 200_000), preview);
}

#[test]
fn other_settings_keep_what_was_learned_but_replace_untested_guesses() {
    let faster: Settings = "smooth(init-nps=1000000)".parse().unwrap();
    assert_eq!(TimeManager::default().with_settings(faster).learned().nps, 1e6);
    let mut learned = TimeManager::default();
    learned.sample(Millis(5000), 500_000);
    assert_eq!(learned.with_settings(faster).learned().nps, 60_000.0);
}

#[test]
fn a_resumed_manager_plans_like_the_one_it_follows() {
    let clock = ClockState { remaining: Millis(60_000), pieces: 32, ..ClockState::default() };
    let mut learned = TimeManager::default();
    learned.sample(Millis(500), 400_000);
    let factors = learned.learned();
    let resumed = TimeManager::resumed(Settings::default(), factors, Carried::default());
    assert_eq!(resumed.preview(&clock, Millis(9), 7), learned.preview(&clock, Millis(9), 7));
    let wild = LearnedFactors { nps: f64::NAN, tree_reuse: f64::INFINITY, timeuse: -1.0 };
    let wild = TimeManager::resumed(Settings::default(), wild, Carried::default());
    let wanted = LearnedFactors { nps: 20_000.0, tree_reuse: 0.99, timeuse: 0.01 };
    assert_eq!(wild.learned(), wanted);
}

/// Every manager: the same settings and factors give the same budget, and a share of the clock is the sum that it says.
#[test]
fn a_budget_is_previewed_from_itself_and_adds_up() {
    let clock = ClockState {
        remaining: Millis(60_000),
        increment: Millis(2000),
        pieces: 32,
        ..ClockState::default()
    };
    for text in ["smooth", "smooth-experimental", "alphazero", "simple(opening-bonus=20)", "fixed"]
    {
        let mut manager = TimeManager::from_text(text).unwrap();
        for moves in 0..3 {
            let budget = manager.start(&clock, Millis(100), 50);
            let carried = budget.carried;
            let same = TimeManager::resumed(*manager.settings(), budget.factors(), carried);
            let mut preview = same.preview(&clock, Millis(100), 50);
            preview.reuse_update = budget.reuse_update;
            assert_eq!(preview, budget, "{text} after {moves} moves");
            if budget.plan != Plan::Smooth {
                let sum = budget.game_time / budget.moves_left + budget.extra;
                assert!((sum - budget.budget).abs() < 1e-9, "{text}: {sum}");
            }
            manager.sample(Millis(500), 400_000);
            manager.finish(Millis(900), 400_050);
        }
    }
}

#[test]
fn a_forgotten_search_teaches_no_reuse() {
    let mut manager = TimeManager::default();
    let clock = ClockState { remaining: Millis(60_000), ..ClockState::default() };
    manager.start(&clock, Millis(0), 0);
    manager.sample(Millis(500), 10_000);
    manager.finish(Millis(600), 12_000);
    assert!(manager.preview(&clock, Millis(0), 0).reuse_update.is_some());
    manager.forget_last();
    assert_eq!(manager.start(&clock, Millis(0), 0).reuse_update, None);
}

/// A search that is decided in every respect; the cases below spoil one each.
fn decided(scores: &[Score]) -> StopView<'_> {
    StopView {
        moment: Moment::BetweenIterations,
        elapsed: Millis(600),
        deadline: Millis(1000),
        nps: 1e6,
        legal_moves: 30,
        depth: 10,
        nodes: 100_000,
        best_nodes: 95_000,
        earlier_share: 0.94,
        agreeing: 5,
        scores,
        nodes_by_iteration: &[50_000, 75_000, 100_000],
    }
}

#[test]
fn the_smart_stop_has_a_reason_or_goes_on() {
    let settings = StopSettings::default();
    let steady = [20, 25, 22, 24, 21].map(Score::raw);
    let swinging = [20, 25, 90, 24, 21].map(Score::raw);
    let mate = [Score::mate_in(9)];
    let view = decided(&steady);
    let early = StopView { elapsed: Millis(100), ..view };
    for (view, wanted, name) in [
        (view, Some(EarlyStop::Decided), "decided"),
        (StopView { elapsed: Millis(300), ..view }, None, "too early for a decision"),
        (StopView { best_nodes: 80_000, ..view }, None, "share too small"),
        (StopView { earlier_share: 0.96, ..view }, None, "share shrinks"),
        (StopView { agreeing: 4, ..view }, None, "changed lately"),
        (StopView { scores: &swinging, ..view }, None, "score swings"),
        (StopView { legal_moves: 1, ..early }, Some(EarlyStop::OnlyMove), "only move, at once"),
        (StopView { legal_moves: 1, scores: &[], ..early }, None, "never before depth 1"),
        (StopView { scores: &mate, ..early }, Some(EarlyStop::Mate), "mate in 9 plies at depth 10"),
        (StopView { scores: &mate, depth: 8, ..early }, None, "mate beyond the depth"),
        (
            StopView { agreeing: 1, nps: 20_000.0, ..view },
            Some(EarlyStop::NoTimeForIteration),
            "8,000 nodes left, 30,000 expected",
        ),
        (StopView { agreeing: 1, nps: 20_000.0, ..early }, None, "quiet at the start"),
        (
            StopView { agreeing: 1, nps: 20_000.0, moment: Moment::Poll, ..view },
            None,
            "an iteration under way is not cut for want of time",
        ),
    ] {
        assert_eq!(settings.reason(&view), wanted, "{name}");
    }
}

#[test]
fn the_next_iteration_is_expected_from_the_measured_branching() {
    for (nodes, wanted) in [
        (&[][..], None),
        (&[100], None),
        (&[100, 300], Some(400.0)),
        (&[100, 200, 400, 1200], Some(1600.0)),
        (&[100, 101], Some(1.2)),
        // The third depth is skipped: a third of the 500 nodes counts as its own.
        (&[100, 200, 700, 700], Some(497.934)),
        (&[100, 100_000], Some(799_200.0)),
    ] {
        let found = next_iteration(nodes).map(|nodes| (nodes * 1000.0).round() / 1000.0);
        assert_eq!(found, wanted, "{nodes:?}");
    }
}

/// The budget of the first START at `ply` with a minute left, an increment of 2 s and an overhead of 100 ms.
fn minute(text: &str, ply: usize) -> Budget {
    let clock = ClockState {
        ply,
        remaining: Millis(60_100),
        increment: Millis(2000),
        moves_to_go: None,
        pieces: 32,
    };
    TimeManager::from_text(text).unwrap().start(&clock, Millis(100), 0)
}

#[test]
fn shares_of_the_clock_follow_the_published_formulas() {
    for (text, ply, expected) in [
        // A twentieth of the remaining minute, whatever the ply.
        ("alphazero", 0, 3000.0),
        ("alphazero(alphazero-time-pct=10)", 40, 6000.0),
        // 2.4 % of a minute, times 1 + 37 * 2 / 60.
        ("simple", 0, 1440.0 * (1.0 + 37.0 / 30.0)),
        // The share at ply 40 is 2.4 + 40 * 0.0312 %.
        ("simple", 40, 600.0 * 3.648 * (1.0 + 37.0 / 30.0)),
        ("simple(time-factor=0,opening-bonus=50)", 0, 2160.0),
        ("simple(base-pct=100)", 0, 60_000.0),
    ] {
        let budget = minute(text, ply).budget;
        assert!((budget - expected).abs() < 1e-6, "{text}: {budget}, not {expected}");
    }
}

#[test]
fn simple_adds_what_the_last_move_saved() {
    let clock = ClockState { remaining: Millis(60_100), ..ClockState::default() };
    let mut manager = TimeManager::from_text("simple(ply-pct=0)").unwrap();
    let first = manager.start(&clock, Millis(100), 0).budget;
    manager.finish(Millis(440), 1000);
    let later = ClockState { remaining: clock.remaining - Millis(440), ..clock };
    let second = manager.start(&later, Millis(100), 0).budget;
    assert!((first - 1440.0).abs() < 1e-9 && (second - (0.024 * 59_560.0 + 1000.0)).abs() < 1e-6);
    manager.forget_last();
    let third = manager.start(&later, Millis(100), 0).budget;
    assert!((third - 0.024 * 59_560.0).abs() < 1e-6, "{third}");
}

/// The figures that Lc0 logged in its issue 1583, with its parameters of 2021: of 148,514 ms for a move, 12 % are saved.
#[test]
fn the_piggybank_takes_its_part_of_each_move() {
    let text = "smooth(init-piggybank=0.09,per-move-piggybank=0.12,max-piggybank-use=0.94,max-piggybank-moves=36.5)";
    let budget = minute(text, 0);
    let plain = minute("smooth", 0);
    assert!((budget.game_time - 0.91 * plain.game_time).abs() < 1e-6, "{budget:?}");
    assert!((budget.uncapped - 0.88 * budget.target_time / budget.timeuse).abs() < 1e-6);
    let saved = 0.09 * plain.game_time;
    assert!((budget.saved - saved - 0.12 * budget.target_time).abs() < 1e-6, "{budget:?}");
    assert_eq!(budget.extension, Millis((0.94 * saved) as i64));

    // What a search takes beyond its budget is gone from the piggybank; the next deposit comes on top.
    let mut manager = TimeManager::from_text(text).unwrap();
    let clock = ClockState { ply: 20, ..budget.clock };
    let first = manager.start(&clock, Millis(100), 0);
    manager.finish(first.deadline + Millis(1000), 1000);
    let second = manager.start(&clock, Millis(100), 0);
    let lost = first.saved + 0.12 * second.target_time - second.saved;
    assert!((lost - 1000.0).abs() < 1.0, "{lost}");
}

#[test]
fn a_changed_move_or_a_falling_score_is_unsettled() {
    let settings = StopSettings::default();
    let scores = |values: &[i32]| values.iter().map(|it| Score::raw(*it)).collect::<Vec<_>>();
    for (agreeing, values, expected) in [
        (1, &[20, 25][..], true),
        (2, &[20, 25], false),
        (5, &[20, -31], true),
        (5, &[20, -30], false),
        (1, &[20], false),
    ] {
        assert_eq!(settings.is_unsettled(agreeing, &scores(values)), expected, "{values:?}");
    }
}
