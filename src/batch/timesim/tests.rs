//! The simulator: smooth against fixed, exact small games, recorded games, errors.

use super::*;
use crate::game::pgn;
use clap::Parser;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: Options,
}

/// Options of a command line.
fn options(line: &str) -> Options {
    Line::try_parse_from(line.split(' ')).unwrap().options
}

fn simulate(options: &Options) -> Result<Report> {
    super::simulate(options, &mut Progress::new(&mut Vec::new()))
}

/// Equal moves without noise.
fn even(moves: usize, stop_share: f64) -> Vec<MoveTrace> {
    let unsettled = false;
    vec![MoveTrace { nps: 1e6, reuse_share: 0.3, stop_share, unsettled, pieces: 20 }; moves]
}

#[test]
fn smooth_beats_fixed_on_both_figures_without_losing_on_time() {
    let report = simulate(&options("timesim")).unwrap();
    assert_eq!(report.rows.len(), 30);
    for rows in report.rows.chunks(6) {
        let [seeds, playing, fixed, experimental, alphazero, simple] = rows else {
            panic!("six managers")
        };
        let names = [experimental, alphazero, simple].map(|row| row.manager.split('(').next());
        assert_eq!(names, [Some("smooth-experimental"), Some("alphazero"), Some("simple")]);
        assert_eq!(
            [&*seeds.manager, &*playing.manager, &*fixed.manager],
            ["smooth", DEFAULT_MANAGER, "fixed"]
        );
        assert!(playing.used_share > fixed.used_share + 0.03, "{playing:?} {fixed:?}");
        assert!(playing.node_spread < fixed.node_spread, "{playing:?} {fixed:?}");
        assert_eq!(playing.time_losses, 0, "{playing:?}");
        assert!(seeds.used_share > fixed.used_share, "{seeds:?} {fixed:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_report_and_ron_reads_back() {
    let options = options("timesim --games 3");
    let report = simulate(&options).unwrap();
    assert_eq!(report, simulate(&options).unwrap());
    assert_ne!(report, simulate(&Options { seed: 1, ..options }).unwrap());
    assert_eq!(ron::from_str::<Report>(&ron::to_string(&report).unwrap()).unwrap(), report);
    assert!(report.to_string().contains("smooth-stretched"));
}

#[test]
fn an_even_game_of_the_expected_length_uses_the_time_evenly() {
    let control = TimeControl::parse("5+3").unwrap();
    let settings = Settings::default();
    let figures =
        simulate_game(&settings, &control, &even(60, 0.7), Millis(0), &mut Random::new(1));
    assert!(figures.used_share > 0.85 && figures.node_spread < 0.3, "{figures:?}");
    assert!(!figures.lost_on_time && figures.moves.len() == 60);
}

#[test]
fn a_played_game_fills_its_curve_and_is_plotted() {
    let line = "timesim --games 2 --play 1 --tc 0.2s+0.005 --manager smooth --manager simple";
    let report = simulate(&options(line)).unwrap();
    let sources: Vec<_> = report.rows.iter().map(|row| row.source.to_string()).collect();
    assert_eq!(sources, ["simulated", "simulated", "played", "played"]);
    for row in &report.rows[2..] {
        let first = row.curve[0];
        assert!(first.planned > 0.0 && first.used >= 0.0 && first.total_nodes >= 1.0, "{row:?}");
        assert!(row.moves >= row.curve.len() && row.games == 1, "{row:?}");
    }
    let text = plot::sparklines(&report);
    assert_eq!(text.lines().filter(|line| line.starts_with("  nodes")).count(), 4, "{text}");
    assert!(text.contains("0.2s+0.005, played games, moves 1 to "), "{text}");
    let svg = plot::svg(&report);
    assert_eq!(svg.matches("<polyline").count(), 12, "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn an_existing_picture_is_replaced_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("times.svg");
    let line = format!("timesim --games 1 --tc 1+0 --svg {}", file.display());
    let plot = |line: &str| run(&options(line), &mut Progress::new(&mut Vec::new()));
    plot(&line).unwrap();
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("</svg>\n"));
    let error = format!("{:#}", plot(&line).unwrap_err());
    assert!(error.contains("times.svg: exists; --overwrite replaces it"), "{error}");
    plot(&format!("{line} --overwrite")).unwrap();
}

#[test]
fn only_unsettled_moves_use_saved_time() {
    let control = TimeControl::parse("5+3").unwrap();
    let game = |unsettled| {
        let mut game = even(30, 1.0);
        game[20].unsettled = unsettled;
        let settings = "smooth-experimental".parse().unwrap();
        simulate_game(&settings, &control, &game, Millis(0), &mut Random::new(1)).moves[20]
    };
    let (settled, unsettled) = (game(false), game(true));
    assert_eq!(settled.planned, unsettled.planned);
    assert!(settled.used <= settled.planned + 1.0 && unsettled.used > unsettled.planned + 1000.0);
}

#[test]
fn lags_beyond_the_clock_lose_on_time() {
    let control = TimeControl::parse("1s").unwrap();
    // The manager allocates all its time, and each move loses up to a tenth of the clock besides.
    let fixed: Settings = "fixed(fraction=1,max-move-budget=1)".parse().unwrap();
    let game = even(60, 1.0);
    let figures = simulate_game(&fixed, &control, &game, Millis(100), &mut Random::new(1));
    assert!(figures.lost_on_time && figures.moves.len() < 60, "{figures:?}");
}

#[test]
fn recorded_clocks_become_stop_points() {
    let clocks = [300, 298, 290, 288, 260, 258, 256];
    // White's king waits while a rook takes a piece on every move.
    let body: String = (clocks.iter().zip(["a7", "a6", "a5", "a4", "a3", "a2", "a1"]).enumerate())
        .map(|(i, (s, square))| {
            let king = ["Kh1", "Kg1"][i % 2];
            let clock = format!("0:{:02}:{:02}", s / 60, s % 60);
            format!("{}. {king} {{ [%clk {clock}] }} Rx{square} {{ [%clk 0:05:00] }} ", i + 1)
        })
        .collect();
    let fen = "rnbqkbnr/Pppppppp/Pp6/P7/P7/P7/P2B2PP/NNBQRRK1 w - - 0 1";
    let pgn = format!("[TimeControl \"300+2\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{body} 1-0\n");
    let read = pgn::read_bytes(pgn.as_bytes()).unwrap();
    let games = side_traces(&read[0].game, &mut Random::new(1));
    // White used 4, 10, 4, 30, 4 and 4 seconds: 9.33 on average. Black always used the increment.
    let stops: Vec<i64> = games[0].iter().map(|trace| (trace.stop_share * 1000.0) as i64).collect();
    assert_eq!(stops, [300, 750, 300, 1000, 300, 300]);
    assert_eq!(
        games[0].iter().map(|trace| trace.pieces).collect::<Vec<_>>(),
        [31, 30, 29, 28, 27, 26]
    );
    assert!(games[1].iter().all(|trace| (trace.stop_share - 0.7).abs() < 1e-9));

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.pgn");
    std::fs::write(&file, pgn).unwrap();
    let report = simulate(&Options { pgn: Some(file), ..options("timesim --games 4") }).unwrap();
    assert_eq!(report.rows[0].moves, 24);
}

#[test]
fn errors_name_the_option() {
    for (line, part) in [
        ("timesim --tc soon", "soon"),
        ("timesim --tc none", "--tc: time control \"none\": no clock"),
        ("timesim --pgn /nowhere/a.pgn", "a.pgn"),
    ] {
        let error = format!("{:#}", simulate(&options(line)).unwrap_err());
        assert!(error.contains(part), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgn");
    std::fs::write(&file, "1. e4 e5 *").unwrap();
    let error = simulate(&Options { pgn: Some(file), ..options("timesim --games 1") }).unwrap_err();
    assert!(format!("{error:#}").contains("a.pgn: no game"), "{error:#}");
    let error = Line::try_parse_from(["timesim", "--manager", "smooth("]).err().unwrap();
    assert!(error.to_string().contains("time manager, column 8"), "{error}");
}
