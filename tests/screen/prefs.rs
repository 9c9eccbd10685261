//! Whatever the screen writes into settings.ron is read at the next start as it was.

use crate::bench::{Bench, fresh_folder};
use lucena::config::Settings;
use lucena::tui::model::saved::SavedPrefs;
use lucena::tui::runtime::Storage;
use lucena::tui::update::settings;
use lucena::tui::values::panel::Panel;
use lucena::tui::{Effect, Event};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fs;
use std::path::PathBuf;

/// What a user types into a field. `<` begins the name of a key in these tests.
fn typed() -> impl Strategy<Value = String> {
    "[ -;=?-~éß♔–]{0,10}"
}

/// Something that changes settings, as keys.
fn action() -> impl Strategy<Value = String> {
    let step = select(vec!["<left>", "<right>", "<tab>", "<up>", "<down>", "<backspace>"]);
    let form = vec(prop_oneof![4 => step.prop_map(str::to_owned), 1 => typed()], 0..12);
    let named: Vec<&str> = Panel::ALL.iter().map(|panel| panel.name()).collect();
    prop_oneof![
        // The form for a new game: another side, time, strength and mode; and the settings.
        3 => form.clone().prop_map(|keys| format!(":new<enter>y{}<enter><esc>", keys.concat())),
        3 => form.prop_map(|keys| format!(":settings<enter>{}<enter><esc>", keys.concat())),
        // One setting by its name, with a value that is offered or with any text.
        3 => (any::<Index>(), any::<Index>(), typed(), any::<bool>()).prop_map(
            |(field, option, text, is_offered)| {
                let prefs = lucena::tui::model::Prefs::default();
                let field = field.get(&settings::form(&prefs, &[]).fields).clone();
                // A text is never the name of a program that would be started.
                let text = format!("/no/{text}");
                let options = if field.options.is_empty() { vec![text.clone()] } else { field.options };
                let value = if is_offered { option.get(&options) } else { &text };
                format!(":set {} {value}<enter>", field.id.label())
            }
        ),
        2 => select(named).prop_map(|name| format!(":panel {name}<enter>")),
        1 => select(vec![
            "<tab>", "<del>", "<enter>", "l", "t", "v", "+", "-", "*", "]", "[", "~", "<esc>", "z",
            ":layout play<enter>", ":layout inspect<enter>", ":layout review<enter>",
            ":zoom-panel<enter>", ":next-theme<enter>", ":next-pieces<enter>",
            ":theme parchment<enter>", ":pieces figures<enter>", ":lines 64<enter>",
            ":think 0.05<enter>", ":think 3600<enter>", ":elo 1375<enter>", ":next-opponent<enter>",
        ]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn settings_of_the_screen_are_read_as_they_were_written(actions in vec(action(), 1..6)) {
        let folder = fresh_folder();
        let mut bench = Bench::at_home((120, 40), &folder);
        // The bench removes its folder at its end, and here it is read after that.
        bench.folder = PathBuf::new();
        let files = |effects: Vec<Effect>| {
            effects.into_iter().filter(|effect| matches!(effect, Effect::Storage(_))).collect()
        };
        for action in &actions {
            let effects = bench.table.keys(action);
            bench.perform(files(effects));
        }
        let effects = bench.table.event(Event::Terminate);
        bench.perform(files(effects));
        let mut wanted = SavedPrefs::of(&bench.table.app.model);
        // The same setting in both places; the first is the one in use.
        wanted.prefs.play.think = wanted.prefs.think.0;
        drop(bench);
        let (_, user) = Storage::open(Some(&folder), folder.clone());
        let text = fs::read_to_string(folder.join("settings.ron")).expect("settings");
        fs::remove_dir_all(&folder).expect("the folder to go");
        prop_assert!(user.problems.is_empty(), "{:?}: {:?}\n{}", actions, user.problems, text);
        let read = SavedPrefs::read(&user.settings);
        prop_assert_eq!(&read.prefs, &wanted.prefs, "{:?}\n{}", actions, text);
        let plain = |saved: SavedPrefs| saved.over(Settings::default());
        prop_assert_eq!(plain(read), plain(wanted), "{:?}\n{}", actions, text);
    }
}
