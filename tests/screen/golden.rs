//! Frames as they were looked at and found good: dialogs, states and panels at several sizes, and colours.

use crate::screen::Table;
use lucena::base::Elo;
use lucena::game::rated::Rated;
use lucena::strength::{Calibration, Point};
use lucena::tui::layout::Preset;
use lucena::tui::panels::Panel;
use lucena::tui::strengths::Tally;

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
    for panel in Panel::ALL {
        table.app.model.choice.focus = panel;
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
        known.take(&Tally { counted: vec![Rated { dial: Elo(900), score: 0.5 }; 12], left_out: 1 });
        table.app.model.choice.focus = Panel::Dial;
        table.keys(":elo 700<enter>e4<enter>");
        insta::assert_snapshot!(format!("dial_{name}"), table.frame());
        table.keys("#");
        insta::assert_snapshot!(format!("strengths_{name}"), table.frame());
    }
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
    for preset in Preset::ALL {
        let mut table = Table::against_engine((200, 60));
        table.app.model.choice.preset = preset;
        table.keys("e4<enter>");
        table.report();
        insta::assert_snapshot!(format!("layout_{}", preset.name()), table.frame());
    }
}
