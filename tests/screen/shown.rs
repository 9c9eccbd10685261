//! What the screen names and shows is there: keys that work, figures that the record has, clocks that are seen.

use crate::bench::Bench;
use crate::screen::Table;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::base::Bound;
use lucena::game::pgn;
use lucena::rules::Square;
use lucena::tui::model::StorageEffect;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::dialogs::form::FieldId;
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;
use lucena::tui::values::layout::LayoutState;
use lucena::tui::values::panel::Panel;
use lucena::tui::values::theme::Theme;
use lucena::tui::view::panels;
use lucena::tui::{Effect, Event};

#[test]
fn no_time_of_the_moves_is_cut() {
    let mut table = Table::fresh((80, 24));
    let text = "1. e4 { [%emt 0:00:12] } e5 { [%emt 0:00:03] } 2. d4 { [%emt 0:01:05] } *\n";
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let times = |width| panels::text(Panel::MoveTimes, &table.app.model, width, 6);
    assert!(times(60).contains("2 moves, total 77.0 s, longest 65.0 s"), "{}", times(60));
    let narrow = times(38);
    assert!(narrow.contains("2 moves, total 77.0 s\n"), "{narrow}");
}

/// A program that says something of three rows on the smallest screen.
fn saying_much() -> Table {
    let mut table = Table::against_engine((40, 15));
    table.keys(":tc 5+0<enter>");
    table.app.model.notify_info(
        "a sentence that is long enough for three rows of the smallest screen, with its words",
    );
    table
}

#[test]
fn a_message_leaves_both_clocks_in_sight() {
    let frame = saying_much().frame();
    assert!(frame.contains("with its words"), "{frame}");
    assert_eq!(frame.matches(" 5:00").count(), 2, "{frame}");
}

/// A debug build compares each frame that redraws the clocks only with a whole one.
#[test]
fn the_clocks_run_on_every_screen() {
    let sizes = [(40, 15), (45, 60), (80, 24), (120, 30), (160, 50), (200, 60), (300, 100)];
    for (size, charset) in
        sizes.into_iter().flat_map(|it| [(it, Charset::Unicode), (it, Charset::Ascii)])
    {
        let mut table = Table::against_engine(size);
        let theme = std::mem::take(&mut table.app.model.theme);
        table.app.model.theme = theme.reduced(ColourDepth::True, charset);
        table.keys(":tc 1+0<enter>e4<enter>");
        table.answer(table.app.model.thinking.epoch, "e7e5");
        for (ms, reading) in [
            (50, " 1:00"),
            (1000, " 0:58"),
            (10_000, " 0:48"),
            (40_000, " 0:08.9"),
            (100, " 0:08.8"),
        ] {
            table.wait(ms);
            let frame = table.frame();
            assert!(frame.contains(reading), "{size:?} {reading}\n{frame}");
        }
        table.keys(":fly<enter>");
        table.frame();
        for _ in 0..12 {
            table.wait(1000);
            table.frame();
        }
        assert!(table.frame().contains("0:00.0"));
        assert!(table.app.model.session.game.end().is_some());
    }
}

#[test]
fn a_bound_is_no_exact_score_in_any_panel() {
    let mut table = Table::against_engine((120, 40));
    table.report();
    let mut report = table.app.model.report().expect("a report").clone();
    report.search.lines[0].bound = Bound::Lower;
    table.event(Event::Report(std::sync::Arc::new(report)));
    let frame = table.frame();
    assert!(frame.contains("≥ -0.34") && frame.contains(" ≥-0.34 "), "{frame}");
}

#[test]
fn a_key_that_a_message_covers_is_not_pressed() {
    let mut table = saying_much();
    for is_said in [true, false] {
        assert_eq!(table.app.model.messages.latest().is_some(), is_said);
        assert!(table.app.model.typing.is_none());
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        table.event(Event::Mouse(MouseEvent { kind, column: 1, row: 14, modifiers }));
    }
    assert!(table.app.model.typing.is_some());
}

/// The panel, enlarged, for the first move of a record.
fn recorded(text: &str, panel: Panel) -> String {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>");
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table.keys(".");
    table.app.model.layout = LayoutState { focus: panel, zoom: true, ..LayoutState::default() };
    table.frame()
}

#[test]
fn what_a_record_does_not_say_is_not_shown() {
    let text = "[TimeControl \"300\"]\n\n1. e4 { [%eval 0.30] [%clk 0:04:53] } e5 *\n";
    for (panel, words, others) in [
        (
            Panel::Score,
            "the game record does not say whether it depends on a repetition",
            vec!["no repetition", "depth"],
        ),
        (
            Panel::Dial,
            "the game record has no strength level for this move",
            vec!["full", "not changed"],
        ),
        (Panel::MultiPv, "the move took 7.00 s", vec!["nodes", "/s", "0.00 s", "  0 1.e4"]),
        (Panel::Statistics, "the game record has no search figures", vec!["0/s", "0/0"]),
        (Panel::Time, "7.00 s", vec!["0.00 s", "not used"]),
    ] {
        let frame = recorded(text, panel);
        assert!(frame.contains(words), "{words}: {frame}");
        assert!(!others.iter().any(|other| frame.contains(other)), "{others:?}: {frame}");
    }
    let known = "1. e4 { [%emt 0:00:03] [%lcs nodes=345000, pv=e2e4] } *\n";
    let frame = recorded(known, Panel::Score);
    assert!(frame.contains("the game record has no search here"), "{frame}");
}

#[test]
fn the_way_back_from_the_end_of_a_panel_is_one_key() {
    let mut table = Table::against_engine((80, 20));
    table.keys("e4<enter>");
    table.report();
    table.app.model.layout =
        LayoutState { focus: Panel::Time, zoom: true, ..LayoutState::default() };
    let first = table.frame();
    table.keys("<pagedown><pagedown><pagedown><pagedown>");
    let last = table.frame();
    table.keys("<alt-up>");
    assert_ne!(table.frame(), last);
    table.keys(&"<alt-up>".repeat(33));
    assert_eq!(table.frame(), first);
    table.keys("<alt-down>");
    assert_ne!(table.frame(), first);
}

#[test]
fn the_footer_names_keys_that_work() {
    let mut table = Table::against_engine((80, 24));
    table.keys("?");
    assert!(table.frame().contains("↓ scroll"), "{}", table.frame());
    table.keys("<esc><f12>");
    assert!(table.frame().contains("tab next"), "{}", table.frame());
    table.keys("<tab>");
    assert!(table.frame().contains("2 of 5"), "{}", table.frame());
}

#[test]
fn words_that_choose_no_entries_are_refused() {
    let mut table = Table::against_engine((100, 30));
    table.keys(":entries loud<enter>");
    assert!(table.frame().contains("entries \"loud\": expected error, warn, info, debug"));
}

/// The names of the themes that the open settings offer.
fn offered(table: &Table) -> Vec<String> {
    let Some(Dialog::Settings(form)) = &table.app.model.dialog else { return Vec::new() };
    let field = form.fields.iter().find(|field| field.id == FieldId::Theme);
    field.map(|field| field.options.clone()).unwrap_or_default()
}

#[test]
fn a_theme_that_was_added_is_offered_and_kept_when_it_was_read() {
    let mut table = Table::two_people((80, 24));
    let effects = table.keys("<f10>");
    assert!(matches!(effects[..], [Effect::Storage(StorageEffect::ListThemes)]), "{effects:?}");
    table.event(Event::Themes(vec!["mine".to_owned()]));
    assert!(offered(&table).contains(&"mine".to_owned()));
    table.keys("<esc>");

    let before = table.app.model.prefs.theme.clone();
    let effects = table.keys(":set theme mine<enter>");
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Storage(StorageEffect::FindTheme(_)))),
        "{effects:?}"
    );
    assert_eq!(table.app.model.prefs.theme, before, "nobody knows yet whether it can be read");
    let theme = Theme { name: "mine".to_owned(), ..Theme::default() };
    let effects = table.event(Event::ThemeRead(Box::new(theme.clone())));
    assert!(matches!(effects[..], [Effect::Storage(StorageEffect::SavePrefs(_))]), "{effects:?}");
    assert_eq!(table.app.model.prefs.theme, "mine");
    // The same again, because its file was changed.
    assert!(table.event(Event::ThemeRead(Box::new(theme))).is_empty());
}

#[test]
fn a_key_that_is_called_as_its_command_stands_once() {
    let mut table = Table::against_engine((80, 24));
    table.app.model.keymap.spell_arrows();
    table.keys("e4<enter>");
    table.report();
    table.keys("<f6>1");
    let frame = table.frame();
    assert!(frame.contains("f6 questions  down  up  pgdn scroll"), "{frame}");
}

#[test]
fn a_title_names_the_tabs_that_fit_and_counts_the_others() {
    for (size, keys) in [((40, 15), ""), ((80, 24), "<f3>"), ((80, 24), "<f6>1"), ((160, 50), "")] {
        let mut table = Table::against_engine(size);
        table.keys("e4<enter>");
        table.report();
        table.keys(keys);
        let frame = table.frame();
        let layout = table.app.model.layout().expect("room for a game");
        for pane in &layout.panes {
            let titles = panels::tab_titles(pane);
            let words: Vec<&str> = titles.iter().map(|title| &*title.text).collect();
            assert!(frame.contains(&words.join(" ")), "{words:?} {frame}");
            let named: Vec<Panel> =
                pane.tabs.iter().copied().filter(|it| words.contains(&it.name())).collect();
            let hidden = pane.tabs.len() - named.len();
            let count = if hidden > 0 { format!("+{hidden}") } else { String::new() };
            assert_eq!(words.iter().any(|word| word.starts_with('+')), hidden > 0, "{words:?}");
            assert!(words.concat().ends_with(&count), "{words:?}");
            let last = titles.last().expect("a title");
            let free = pane.area.right() - last.x - u16::try_from(last.text.len()).expect("a word");
            let fits = |it: &&Panel| it.name().len() + 2 <= free.into();
            let shortest = pane.tabs.iter().filter(|it| !named.contains(it)).find(fits);
            assert_eq!(shortest, None, "{words:?} and {free} cells");
            assert!(hidden == 0 || !named.contains(&last.panel), "{words:?} {:?}", last.panel);
        }
    }
}

#[test]
fn a_table_that_is_cut_between_columns_has_a_sign() {
    let mut bench = Bench::played((60, 20));
    bench.keys(":break ply = 2<enter><esc>s");
    bench.until(|bench| bench.table.app.model.inspect.paused.is_some());
    let frame = bench.table.frame();
    assert!(frame.contains("ply       d  alpha …"), "{frame}");
}

/// White on the light grey of the sixteen colours cannot be read in most terminals, and marks are white or black.
#[test]
fn pieces_are_seen_on_every_grey() {
    use ratatui::style::Color::{self, Black, DarkGray, Gray, White};
    let greys = || {
        let theme = Theme::built_in("monochrome").expect("a theme");
        theme.reduced(ColourDepth::Ansi16, Charset::Unicode)
    };
    let mut table = Table::two_people((80, 24));
    table.app.model.theme = greys();
    table.keys("e4<enter>e5<enter>");
    table.frame();
    let board = table.app.model.layout().and_then(|it| it.board).expect("a board");
    let seen = |square| {
        let area = board.square(square);
        let cell = &table.buffer()[(area.x + 1, area.y)];
        (cell.symbol().chars().next(), cell.fg, cell.bg)
    };
    for (square, piece, colours) in [
        (Square::H1, '♖', (Black, Gray)),
        (Square::A1, '♜', (White, DarkGray)),
        (Square::A8, '♜', (Black, Gray)),
        (Square::H8, '♜', (Black, DarkGray)),
        (Square::E5, '♟', (Black, White)),
    ] {
        assert_eq!(seen(square), (Some(piece), colours.0, colours.1), "{square}");
    }
    // Pieces that are drawn, with the mark of a move of each side and one on a piece of each.
    let mut table = Table::two_people((160, 60));
    table.app.model.theme = greys();
    for keys in ["e4<enter>", "e5<enter>", "<up>", "<down><down>"] {
        table.keys(keys);
        table.frame();
        let board = table.app.model.layout().and_then(|it| it.board).expect("a board");
        let position = table.app.model.session.game.position();
        for square in position.board().occupied() {
            let cells = board.square(square).positions().map(|point| &table.buffer()[point]);
            let colours: Vec<Color> = cells
                .flat_map(|cell| match cell.symbol() {
                    " " => [cell.bg; 2],
                    "█" => [cell.fg; 2],
                    _ => [cell.fg, cell.bg],
                })
                .collect();
            let is_seen = colours.iter().any(|colour| *colour != colours[0]);
            let is_bleak = colours.contains(&White) && colours.contains(&Gray);
            assert!(is_seen && !is_bleak, "{keys} {square}: {colours:?}");
        }
    }
}
