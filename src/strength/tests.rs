//! The seed's tables, the draw's frequencies, the characters and the rating estimate. The rows of the reference files
//! are checked in `tests/vectors.rs`, the debug output in `tests/uci.rs`.

use super::human::HumanLevel;
use super::throttle::{MAX_SLEEP_US, next_sleep, poll_every, should_throttle, sleep_needed};
use super::*;
use crate::base::{Category, Elo, Random, Score};
use proptest::prelude::*;

#[test]
fn the_seeds_speed_and_error_table() {
    for (elo, nps, move_error, blunder_error, percent) in [
        (600, 500, 50, 603, 13),
        (800, 700, 41, 475, 12),
        (1000, 3_700, 33, 366, 11),
        (1200, 16_700, 27, 276, 10),
        (1400, 51_700, 21, 204, 9),
        (1600, 125_500, 16, 147, 9),
        (1800, 259_700, 12, 106, 8),
        (2000, 480_700, 9, 77, 7),
        (2200, 819_700, 6, 59, 6),
        (2300, 1_044_512, 6, 54, 5),
        (2400, 1_312_700, 5, 51, 5),
        (2500, 1_629_512, 5, 50, 5),
        (2600, 2_000_500, 5, 50, 5),
    ] {
        let it = StrengthLimits::at(Elo(elo));
        let found = (it.nps, it.move_error, it.blunder_error, it.blunder_percent());
        assert_eq!(found, (nps, move_error, blunder_error, percent), "{elo}");
    }
}

#[test]
fn the_seeds_knowledge_table() {
    let ratings = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2300, 2400];
    for (category, row) in Category::SCALED.into_iter().zip([
        [0, 33, 66, 100, 100, 100, 100, 100, 100, 100, 100],
        [0, 25, 50, 75, 100, 100, 100, 100, 100, 100, 100],
        [0, 20, 40, 59, 80, 100, 100, 100, 100, 100, 100],
        [0, 16, 33, 50, 66, 83, 100, 100, 100, 100, 100],
        [0, 14, 28, 42, 57, 71, 85, 100, 100, 100, 100],
        [0, 13, 25, 38, 50, 63, 75, 88, 100, 100, 100],
        [0, 12, 23, 35, 47, 59, 70, 82, 94, 100, 100],
        [0, 12, 23, 35, 47, 59, 70, 82, 94, 100, 100],
        [0, 11, 22, 33, 44, 55, 66, 77, 88, 94, 100],
    ]) {
        let found = ratings.map(|elo| percent(StrengthLimits::at(Elo(elo)).share(category)));
        assert_eq!(found, row, "{}", category.name());
    }
}

#[test]
fn the_dial_clamps_below_and_is_full_above() {
    assert_eq!(StrengthLimits::at(Elo(0)), StrengthLimits::at(Elo(600)));
    assert_eq!(StrengthLimits::at(Elo(u16::MAX)), StrengthLimits::at(Elo(2600)));
    assert_eq!(StrengthLevel::Limited(Elo(2601)).limits(), None);
    assert_eq!(StrengthLevel::Full.limits(), None);
    assert_eq!(StrengthLevel::Limited(Elo(900)).limits(), Some(StrengthLimits::at(Elo(900))));
}

#[test]
fn nothing_gets_worse_up_the_dial() {
    let mut last = StrengthLimits::at(Elo(600));
    for elo in 601..=2600 {
        let next = StrengthLimits::at(Elo(elo));
        assert!(next.nps >= last.nps && next.move_error <= last.move_error, "{elo}");
        assert!(next.blunder_error <= last.blunder_error, "{elo}");
        assert!(next.blunder_per128 <= last.blunder_per128, "{elo}");
        assert!(
            next.knowledge.iter().zip(last.knowledge).all(|(next, last)| *next >= last),
            "{elo}"
        );
        last = next;
    }
}

#[test]
fn material_is_handed_on_per_mille() {
    let at_600 = [(0, 0), (1000, 1000), (909, 952), (670, 669), (1329, 1330)];
    assert_eq!(StrengthLimits::at(Elo(600)).material_per_mille(), at_600);
    assert_eq!(StrengthLimits::at(Elo(2600)).material_per_mille(), [(1000, 1000); 5]);
}

#[test]
fn ten_thousand_draws_keep_their_frequencies() {
    const DRAWS: u32 = 10_000;
    let limits = StrengthLimits::at(Elo(600));
    // Best, two within the move error, two more within the blunder error, one beyond.
    let scores = [100, 90, 60, 0, -400, -900].map(Score::raw);
    let mut random = Random::new(2022);
    let (mut blunders, mut played) = (0, [0_u32; 6]);
    for _ in 0..DRAWS {
        let draw = ErrorDraw::new(&limits, &mut random);
        blunders += u32::from(draw.is_blunder());
        let choice = draw.choose(&scores, &mut random).unwrap();
        assert_eq!(choice.candidates, if draw.is_blunder() { 5 } else { 3 });
        played[choice.index] += 1;
    }
    // Chance of a blunder 16/128; usual moves share by three, blunders by five.
    let (near, far) = (0.875 / 3.0 + 0.125 / 5.0, 0.125 / 5.0);
    let within = |count: u32, chance: f64| {
        let expected = chance * f64::from(DRAWS);
        // Four standard deviations; the seed is fixed, so that this passes or fails for good.
        (f64::from(count) - expected).abs() <= 4.0 * (expected * (1.0 - chance)).sqrt()
    };
    assert!(within(blunders, 0.125), "{blunders}");
    for (index, chance) in [near, near, near, far, far].into_iter().enumerate() {
        assert!(within(played[index], chance), "{index}: {played:?}");
    }
    assert_eq!(played[5], 0);
}

#[test]
fn mates_and_single_moves_leave_no_choice() {
    let mut random = Random::new(1);
    let usual = ErrorDraw { draw: 127, blunder_per128: 16, max_error: 50 };
    let blunder = ErrorDraw { draw: 0, blunder_per128: 16, max_error: 20_000 };
    let (mated_next, mated_later) = (Score::mated_in(2), Score::mated_in(4));
    let candidates = |draw: ErrorDraw, scores: &[Score], random: &mut Random| {
        draw.choose(scores, random).map(|choice| choice.candidates)
    };
    for (draw, scores, wanted, name) in [
        (
            blunder,
            &[Score::mate_in(3), Score::mate_in(5), Score::raw(0)][..],
            Some(1),
            "fastest mate",
        ),
        (blunder, &[Score::raw(0), mated_next], Some(2), "a blunder may allow mate in one"),
        (
            ErrorDraw { max_error: 20_000, ..usual },
            &[Score::raw(0), mated_next],
            Some(1),
            "nothing else may",
        ),
        (usual, &[mated_later, mated_next], Some(1), "not even when mated later"),
        (usual, &[mated_next, mated_next], Some(2), "unless every move does"),
        (blunder, &[Score::raw(-300)], Some(1), "single move"),
        (usual, &[], None, "no move"),
    ] {
        assert_eq!(candidates(draw, scores, &mut random), wanted, "{name}");
    }
}

#[test]
fn equal_seed_and_position_draw_equally_and_the_account_adds_up() {
    let lines = [("e2e4", 30), ("d2d4", 12), ("a2a3", -15)];
    let lines = lines.map(|(mv, score)| MoveScore { uci: mv.to_owned(), score: Score::raw(score) });
    let scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
    let limits = StrengthLimits::at(Elo(600));
    let draw = |seed, position| {
        let mut random = generator(seed, position);
        let draw = ErrorDraw::new(&limits, &mut random);
        let choice = draw.choose(&scores, &mut random).unwrap();
        draw.describe(choice, &lines).unwrap()
    };
    assert_eq!(draw(7, 99), draw(7, 99));
    let several: std::collections::BTreeSet<String> =
        (0..40).map(|position| draw(7, position).played.uci).collect();
    assert_eq!(several.len(), 3, "every candidate is played somewhere");
    let account = draw(7, 99);
    assert_eq!(account.loss, 30 - account.played.score.value());
}

proptest! {
    #[test]
    fn a_wait_is_exactly_as_long_as_needed(
        nodes in 0_u64..10_000_000_000, elapsed in 0_u64..10_000_000_000, cap in 1_u64..3_000_000,
    ) {
        let wait = sleep_needed(nodes, elapsed, cap);
        prop_assert!(!should_throttle(nodes, elapsed + wait, cap));
        prop_assert_eq!(wait > 0, should_throttle(nodes, elapsed, cap));
        if wait > 0 {
            prop_assert!(should_throttle(nodes, elapsed + wait - 1, cap));
            prop_assert_eq!(next_sleep(nodes, elapsed, cap), Some(wait.min(MAX_SLEEP_US)));
        }
    }
}

proptest! {
    #[test]
    fn no_text_of_characters_panics(
        text in "\\[?(\\((name: \"[a-z]\",|elo: -?[0-9]{1,20},|knowledge: \\{\"threats\": [0-9]{1,3}\\},|nps: [0-9]{0,9}){0,4}\\),?){0,3}\\]?",
    ) {
        let mut roster = Personalities::shipped();
        for error in roster.merge("my.ron", &text) {
            prop_assert!(error.to_string().starts_with("my.ron:"));
        }
        prop_assert!(roster.all().iter().all(|it| it.level.elo().is_some()));
    }
}

#[test]
fn waiting_holds_the_speed_within_three_per_cent() {
    for elo in [600, 800, 1000, 1400, 1800, 2200, 2600] {
        let cap = StrengthLimits::at(Elo(elo)).nps;
        // A simulated search at four million nodes a second that polls and waits for two seconds.
        let (mut nodes, mut elapsed) = (0_u64, 0_u64);
        let batch = u64::from(poll_every(cap));
        while elapsed < 2_000_000 {
            nodes += batch;
            elapsed += batch / 4;
            while let Some(slice) = next_sleep(nodes, elapsed, cap) {
                elapsed += slice;
            }
        }
        let speed = nodes as f64 * 1e6 / elapsed as f64;
        assert!((speed / cap as f64 - 1.0).abs() < 0.03, "{elo}: {speed} of {cap}");
    }
}

#[test]
fn the_shipped_characters_are_sound() {
    let mut roster = Personalities::default();
    let errors = roster.merge("assets/characters.ron", include_str!("../../assets/characters.ron"));
    assert_eq!(errors, []);
    assert_eq!(roster, Personalities::shipped());
    assert!(roster.all().len() >= 5);
    let grinder = roster.named("Endgame Grinder").unwrap().level.human().unwrap();
    assert_eq!((grinder.rating, grinder.style.endings), (Elo(1500), 600));
    // Every one is of the human model, with a style.
    assert!(roster.all().iter().all(|it| it.level.human().is_some_and(HumanLevel::has_style)));
}

#[test]
fn broken_characters_are_named_and_the_rest_stays() {
    for (text, part) in [
        (
            "[(name: \"A\", elo: 500)]",
            "my.ron:1: 'A': elo = 500 is out of range; allowed is 600 to 2600",
        ),
        (
            "[(name: \"A\", elo: 900, knowledge: {\"threats\": 101})]",
            "knowledge of 'threats' = 101",
        ),
        (
            "[(name: \"A\", elo: 900, knowledge: {\"luck\": 1})]",
            "knowledge of 'luck' is unknown; allowed are passed pawns",
        ),
        ("[(name: \"A\", elo: 900, blunder_percent: -1)]", "blunder_percent = -1"),
        ("[(name: \" \", elo: 900)]", "entry 1: name ' ' is empty"),
        ("[(name: \"B\", elo: 900), (name: \"B\", elo: 900)]", "entry 2: name 'B' is a duplicate"),
        ("[(name: \"Full\", elo: 900)]", "entry 1: name 'Full' is a level of the dial"),
        ("[(name: \"1500\", elo: 900)]", "entry 1: name '1500' is a level of the dial"),
        ("[(name: \"~A\", elo: 900)]", "entry 1: name '~A' is a level of the dial"),
        ("[(name: \"human A\", elo: 900)]", "entry 1: name 'human A' is a level of the dial"),
        ("[(name: \"A \", elo: 900)]", "entry 1: name 'A ' is written with spaces around it"),
        (
            "[(name: \"A\", elo: 900, knowledge: {\"threats\": 1, \"threats\": 2})]",
            "\"threats\" stands twice",
        ),
        (
            "[(name: \"A\", human: 900, styl: {})]",
            "my.ron:1:26: 'A': there is no field styl; the fields are name, about,",
        ),
        ("[(human: 900)]", "entry 1: the field name is missing"),
        (
            "[(name: \"B\", human: 900),\n (name: \"A\", human: 900, human: 800)]",
            "my.ron:2:26: 'A': the field human stands twice",
        ),
        ("[(name: \"A\", elo: \"x\")]", "my.ron:1: 'A': elo = \"x\" is not an integer"),
        ("[(name: \"A\", elo: 900.5)]", "my.ron:1: 'A': elo = 900.5 is not an integer"),
        (
            "[(name: \"A\", elo: 900, knowledge: {\"threats\": \"all\"})]",
            "my.ron:1: 'A': knowledge of 'threats' = \"all\" is not an integer",
        ),
        ("[(name: \"A\")]", "my.ron:1: 'A': either human or elo must be given"),
        (
            "[(name: \"A\", elo: 900, human: 900)]",
            "my.ron:1: 'A': human and elo are given; only one of them may be",
        ),
        (
            "[(name: \"A\", human: 2500)]",
            "my.ron:1: 'A': human = 2500 is out of range; allowed is 600 to 2400",
        ),
        (
            "[(name: \"A\", human: 900, style: {\"luck\": 1})]",
            "style of 'luck' is unknown; allowed are checks",
        ),
        (
            "[(name: \"A\", human: 900, style: {\"care\": 5000})]",
            "style of 'care' = 5000 is out of range",
        ),
        ("[(name: \"A\", human: 900, nps: 500)]", "nps belongs to elo, not to human"),
        ("[(name: \"A\", elo: 900, style: {\"care\": 5})]", "style belongs to human, not to elo"),
        ("[(name: \"A\", elo: 900, speed: 1)]", "speed"),
        (
            "[(name: \"B\", human: 900),\n (name: \"A\", human: 1200, style: (checks: 80))]",
            "my.ron:2:33: 'A': style: ",
        ),
        ("[(name: \"A\"", "my.ron:1:"),
    ] {
        let mut roster = Personalities::shipped();
        let errors = roster.merge("my.ron", text);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert!(errors[0].to_string().contains(part), "{text}: {}", errors[0]);
        assert!(roster.named("A").is_none() && roster.named("Strong Master").is_some());
    }
}

#[test]
fn a_user_replaces_and_adds_characters() {
    let mut roster = Personalities::shipped();
    let count = roster.all().len();
    let text = "[(name: \"Strong Master\", elo: 2300), (name: \"Mine\", elo: 1000, move_error: 0)]";
    assert_eq!(roster.merge("my.ron", text), []);
    assert_eq!(roster.all().len(), count + 1);
    let limits = |name| roster.named(name).and_then(|it| it.level.limits()).unwrap();
    assert_eq!(limits("Strong Master"), StrengthLimits::at(Elo(2300)));
    assert_eq!(limits("Mine").move_error, 0);
}

#[test]
fn the_rating_follows_the_results() {
    let game = |opponent: u16, score| GameResult { opponent: opponent.into(), error: 0.0, score };
    let rate = |results: &[GameResult]| *rating_history(results).last().unwrap();
    assert!(rating_history(&[]).is_empty());
    // A draw with the mean of the prior leaves the mean, and lessens the error.
    let drawn = rate(&[game(1500, 0.5)]);
    assert!((drawn.elo - 1500.0).abs() < 1.0 && (250.0..300.0).contains(&drawn.error), "{drawn:?}");
    assert_eq!(next_opponent(&drawn), Elo(1500));
    // What comes later changes nothing of what was before it.
    let results = [game(1500, 0.5), game(1200, 1.0), game(1800, 0.0)];
    let history = rating_history(&results);
    assert_eq!(history[..2], rating_history(&results[..2]));
    assert_eq!(history.iter().map(|rating| rating.games).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(history[1].elo > history[0].elo && history[2].elo < history[1].elo, "{history:?}");

    let even: Vec<GameResult> = (0..200).map(|i| game(1200, f64::from(i % 2))).collect();
    let even = rate(&even);
    assert!((even.elo - 1200.0).abs() < 10.0 && even.error < 30.0, "{even:?}");
    assert_eq!(next_opponent(&even), Elo(1200));

    // Three of four points are 191 Elo on the logistic curve.
    let better: Vec<GameResult> =
        (0..400).map(|i| game(1200, if i % 4 == 0 { 0.0 } else { 1.0 })).collect();
    let better = rate(&better);
    assert!((better.elo - 1391.0).abs() < 10.0, "{better:?}");

    let lost = rate(&[game(600, 0.0), game(600, 0.0), game(600, 0.0)]);
    assert!(lost.elo < 1000.0 && lost.elo > 0.0 && lost.error > 100.0, "{lost:?}");
    assert!(next_opponent(&rate(&vec![game(600, 0.0); 100])) == Elo(600));
    assert_eq!(next_opponent(&rate(&vec![game(2600, 1.0); 2000])), Elo(2600));
    assert!(rate(&[game(1500, f64::NAN)]).elo.is_finite());
}

#[test]
fn the_rating_is_that_of_other_computations() {
    // By a sum over all ratings from -6000 to 9000, and over five errors of the opponent's rating; half a 95 % interval.
    for (games, opponent, error, score, elo, half) in [
        (10, -280.0, 0.0, 0.0, -463.3, 239.7),
        (200, 600.0, 0.0, 0.0, -199.0, 226.0),
        (20, 2600.0, 0.0, 1.0, 3002.6, 249.6),
        (50, 3232.0, 112.755, 0.5, 3041.0, 227.8),
        (10, 200.0, 150.0, 0.0, 161.3, 358.1),
    ] {
        let rated =
            *rating_history(&vec![GameResult { opponent, error, score }; games]).last().unwrap();
        assert!((rated.elo - elo).abs() < 3.0, "{rated:?}");
        assert!((1.96 * rated.error - half).abs() < 3.0, "{rated:?}");
    }
}
