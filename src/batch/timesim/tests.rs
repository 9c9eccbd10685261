//! The simulator: smooth against fixed, exact small games, recorded games, errors.

use super::*;

/// Equal moves without noise.
fn even(moves: usize, stop_share: f64) -> Vec<MoveTrace> {
    vec![MoveTrace { nps: 1e6, reuse_share: 0.3, stop_share, pieces: 20 }; moves]
}

#[test]
fn smooth_beats_fixed_on_both_figures_without_losing_on_time() {
    let report = run(&Options::default()).unwrap();
    assert_eq!(report.rows.len(), 15);
    for rows in report.rows.chunks(3) {
        let [seeds, playing, fixed] = rows else { panic!("three managers") };
        assert_eq!(
            [&*seeds.manager, &*playing.manager, &*fixed.manager],
            ["smooth", PLAYING, "fixed"]
        );
        assert!(playing.used_share > fixed.used_share + 0.03, "{playing:?} {fixed:?}");
        assert!(playing.node_spread < fixed.node_spread, "{playing:?} {fixed:?}");
        assert_eq!(playing.time_losses, 0, "{playing:?}");
        assert!(seeds.used_share > fixed.used_share, "{seeds:?} {fixed:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_report_and_ron_reads_back() {
    let options = Options { games: 3, ..Options::default() };
    let report = run(&options).unwrap();
    assert_eq!(report, run(&options).unwrap());
    assert_ne!(report, run(&Options { seed: 1, ..options }).unwrap());
    assert_eq!(ron::from_str::<Report>(&report.to_ron().unwrap()).unwrap(), report);
    assert!(report.to_string().contains("mle-material"));
}

#[test]
fn an_even_game_of_the_expected_length_uses_the_time_evenly() {
    let control = TimeControl::parse("5+3").unwrap();
    let settings = Settings::default();
    let figures =
        simulate_game(&settings, &control, &even(60, 0.7), Millis(0), &mut Random::new(1));
    assert!(figures.used_share > 0.85 && figures.node_spread < 0.3, "{figures:?}");
    assert!(!figures.lost_on_time && figures.moves == 60);
}

#[test]
fn lags_beyond_the_clock_lose_on_time() {
    let control = TimeControl::parse("1s").unwrap();
    // The manager allocates all its time, and each move loses up to a tenth of the clock besides.
    let fixed: Settings = "fixed(fraction=1,max-move-budget=1)".parse().unwrap();
    let game = even(60, 1.0);
    let figures = simulate_game(&fixed, &control, &game, Millis(100), &mut Random::new(1));
    assert!(figures.lost_on_time && figures.moves < 60, "{figures:?}");
}

#[test]
fn recorded_clocks_become_stop_points() {
    let clocks = [300, 298, 290, 288, 260, 258, 256];
    let body: String = (clocks.iter().enumerate())
        .map(|(i, s)| {
            format!(
                "{}. Nf3 {{ [%clk 0:{:02}:{:02}] }} Nxf6 {{ [%clk 0:05:00] }} ",
                i + 1,
                s / 60,
                s % 60
            )
        })
        .collect();
    let pgn = format!("[TimeControl \"300+2\"]\n\n{body} 1-0\n");
    let games = from_pgn(pgn.as_bytes(), &mut Random::new(1)).unwrap();
    // White used 4, 10, 4, 30, 4 and 4 seconds: 9.33 on average. Black always used the increment.
    let stops: Vec<i64> = games[0].iter().map(|trace| (trace.stop_share * 1000.0) as i64).collect();
    assert_eq!(stops, [300, 750, 300, 1000, 300, 300]);
    assert_eq!(
        games[0].iter().map(|trace| trace.pieces).collect::<Vec<_>>(),
        [31, 30, 29, 28, 27, 26]
    );
    assert!(games[1].iter().all(|trace| (trace.stop_share - 0.7).abs() < 1e-9));

    let recorded = Some(("x.pgn".to_owned(), pgn.into_bytes()));
    let report = run(&Options { games: 4, recorded, ..Options::default() }).unwrap();
    assert_eq!(report.rows[0].moves, 24);
}

#[test]
fn errors_name_the_option() {
    let base = || Options { games: 1, ..Options::default() };
    let texts = |text: &str| vec![text.to_owned()];
    for (options, part) in [
        (
            Options { managers: texts("smooth("), ..base() },
            "manager 'smooth(': time manager, column 8",
        ),
        (Options { managers: vec![], ..base() }, "the list of managers"),
        (Options { controls: texts("soon"), ..base() }, "soon"),
        (Options { controls: texts("none"), ..base() }, "'none' has no clock"),
        (Options { games: usize::MAX, ..base() }, "out of range"),
        (Options { games: 0, ..base() }, "games = 0 is out of range; allowed is 1 to 50000"),
        (
            Options { recorded: Some(("a.pgn".into(), "1. e4 e5 *".into())), ..base() },
            "a.pgn: no game",
        ),
    ] {
        let error = run(&options).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}
