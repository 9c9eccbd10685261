//! Frames as they were looked at and found good: dialogs, states and panels at several sizes, and colours.

use crate::games::{library, rating, statistics};
use crate::review::reviewing;
use crate::screen::Table;
use lucena::base::{Elo, Score};
use lucena::engine::external::{ExternalError, ExternalNotice};
use lucena::game::Evaluation;
use lucena::game::rated::Rated;
use lucena::rules::Color;
use lucena::strength::human::IntrinsicRating;
use lucena::strength::{Calibration, Point, StrengthModel};
use lucena::tui::Event;
use lucena::tui::model::strengths::RatedGames;
use lucena::tui::values::panel::Panel;
use lucena::tui::values::preset::Preset;

#[test]
fn frames_are_as_they_were_reviewed() {
    for (name, size) in [("small", (40, 15)), ("usual", (80, 24)), ("large", (160, 50))] {
        let mut table = Table::fresh(size);
        insta::assert_snapshot!(format!("new_game_{name}"), table.frame());
        let mut table = Table::against_engine(size);
        insta::assert_snapshot!(format!("empty_{name}"), table.frame());
        table.keys("e4<enter>");
        table.report();
        insta::assert_snapshot!(format!("thinking_{name}"), table.frame());
        table.keys(":nonsense<enter>");
        insta::assert_snapshot!(format!("error_{name}"), table.frame());
        let mut table = Table::two_people(size);
        table.keys("f3<enter>e5<enter>g4<enter>Qh4<enter>");
        insta::assert_snapshot!(format!("mate_{name}"), table.frame());
        table.keys("?");
        insta::assert_snapshot!(format!("help_{name}"), table.frame());
    }
}

#[test]
fn panels_are_as_they_were_reviewed() {
    let mut table = Table::against_engine((80, 30));
    table.keys("e4<enter>");
    table.report();
    for &panel in Panel::ALL {
        table.app.model.layout.focus = panel;
        table.keys("z");
        insta::assert_snapshot!(format!("panel_{}", panel.name()), table.frame());
        table.keys("z");
    }
}

#[test]
fn a_limited_dial_is_as_it_was_reviewed() {
    let point = |internal, measured| Point { internal, measured, error: 20.0, games: 60 };
    let points = vec![point(600, 900.0), point(2600, 2300.0)];
    for (name, size) in [("usual", (80, 24)), ("large", (160, 50))] {
        let mut table = Table::against_engine(size);
        let known = &mut table.app.model.strengths;
        known.curve = Calibration::new("made up".into(), "5+3".into(), points.clone()).ok();
        known.take(RatedGames {
            counted: vec![
                Rated {
                    dial: StrengthModel::Human.level(Elo(900)),
                    score: 0.5,
                    side: Color::White,
                    date: None,
                };
                12
            ],
            left_out: 1,
            by_moves: Some(IntrinsicRating::normal(980.0, 70.0, 350)),
        });
        table.app.model.layout.focus = Panel::Dial;
        table.keys(":elo 700<enter>e4<enter>");
        insta::assert_snapshot!(format!("dial_{name}"), table.frame());
        table.keys("#");
        insta::assert_snapshot!(format!("strengths_{name}"), table.frame());
    }
}

/// The program after a few keys: every dialog and state that is more than a panel.
fn opened(size: (u16, u16)) -> Vec<(&'static str, Table)> {
    let keys = [
        ("settings", "<f10>"),
        ("tour", "<f12><enter>"),
        ("questions", "<f6><down>"),
        ("outside", ":game white-outside 5+3<enter>e4<enter>"),
    ];
    let mut tables: Vec<_> = keys.map(|(name, _)| (name, Table::against_engine(size))).into();
    for ((_, table), (_, keys)) in tables.iter_mut().zip(keys) {
        table.keys(keys);
    }
    let mut missing = Table::against_engine(size);
    missing.keys(":game white-outside 5+3<enter>e4<enter>");
    let error = ExternalError::Start { program: "stockfish".into(), reason: "not found".into() };
    let epoch = Some(missing.app.model.external.epoch);
    missing.event(Event::External(Box::new(ExternalNotice::Failed { epoch, error })));
    let mut record = reviewing(size);
    record.keys("...");
    let mut moments = reviewing(size);
    let game = &mut moments.app.model.session.game;
    for (id, score) in game.tree().mainline().into_iter().skip(1).zip([20, 30, -250]) {
        let evaluation = Evaluation { score: Score::raw(score), depth: None };
        game.tree_mut().node_mut(id).annotation.evaluation = Some(evaluation);
    }
    moments.keys("'");
    tables.extend([
        ("missing", missing),
        ("review", record),
        ("list", moments),
        ("library", library(size)),
    ]);
    tables
        .extend([("statistics", statistics(size, "")), ("openings", statistics(size, "<right>"))]);
    tables.extend([
        ("moves", statistics(size, "<right><right>")),
        ("mistakes", statistics(size, "<right><right><right>")),
        ("book", statistics(size, "<left><left>")),
        ("rating", rating(size)),
    ]);
    tables
}

#[test]
fn dialogs_are_as_they_were_reviewed() {
    for (name, size) in [("small", (40, 15)), ("usual", (80, 24)), ("large", (160, 50))] {
        for (state, mut table) in opened(size) {
            insta::assert_snapshot!(format!("{state}_{name}"), table.frame());
        }
    }
    for (state, mut table) in opened((40, 15)) {
        table.without_colour();
        insta::assert_snapshot!(format!("{state}_none"), table.styled());
    }
}

#[test]
fn a_narrow_score_is_whole() {
    let mut table = Table::against_engine((40, 15));
    table.keys("e4<enter>");
    table.report();
    table.app.model.layout.focus = Panel::Score;
    insta::assert_snapshot!("score_small", table.frame());
}

#[test]
fn colours_are_as_they_were_reviewed() {
    for (name, theme) in [("signature", "incunable"), ("monochrome", "monochrome")] {
        let mut table = Table::against_engine((40, 15));
        table.keys(&format!(":theme {theme}<enter>e4<enter>"));
        table.report();
        insta::assert_snapshot!(format!("colours_{name}"), table.styled());
    }
    let mut table = Table::against_engine((40, 15));
    table.without_colour();
    table.keys("e4<enter>");
    insta::assert_snapshot!("colours_none", table.styled());
}

#[test]
fn layouts_keep_their_panels_apart() {
    for &preset in <Preset as strum::VariantArray>::VARIANTS {
        let mut table = Table::against_engine((200, 60));
        table.app.model.layout.preset = preset;
        table.keys("e4<enter>");
        table.report();
        insta::assert_snapshot!(format!("layout_{preset}"), table.frame());
    }
}

/// What stands in cells that look chosen.
fn lit(table: &Table) -> String {
    let chosen = table.app.model.theme.selected;
    let cells = table.buffer().content().iter();
    let shown = cells.map(|cell| {
        let is_chosen = (Some(cell.fg), Some(cell.bg)) == (chosen.fg, chosen.bg);
        if is_chosen { cell.symbol() } else { "\n" }
    });
    shown.collect()
}

#[test]
fn words_and_band_of_a_score_agree() {
    let mut table = Table::against_engine((120, 40));
    table.report();
    for (score, words, band) in [
        (1, "equal", "="),
        (-25, "equal", "="),
        (26, "slightly better", "better"),
        (-300, "winning", "losing"),
        (300, "winning", "winning"),
        (9000, "won for White", "won"),
        (15_999, "White mates in 1", "mates"),
        (-15_999, "Black mates in 1", "mated"),
        (0, "draw", "="),
    ] {
        let report = table.app.model.report().expect("a report");
        let mut report = report.clone();
        report.search.lines[0].score = Score::raw(score);
        table.event(Event::Report(std::sync::Arc::new(report)));
        assert!(table.frame().contains(words), "{score}: {}", table.frame());
        let lit = lit(&table);
        assert!(lit.contains(&format!(" {band} ")), "{score}: {lit}");
    }
}
