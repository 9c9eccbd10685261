//! The book against the program: links and pictures lead somewhere, what stands after `$ lucena` is what it prints,
//! commands can be given, and examples of files can be read.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

use lucena::batch::calibrate::Plan;
use lucena::config::Settings;
use lucena::search::observe::Breakpoint;
use lucena::strength::{Calibration, Personalities};
use lucena::timing;
use lucena::tui::commands::Commands;
use lucena::tui::values::panel::Panel;
use lucena::tui::values::theme::Theme;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The README and every page of the book.
fn pages() -> Vec<PathBuf> {
    let entries = |folder| fs::read_dir(root().join(folder)).expect("a folder");
    let pages = entries("docs").chain(entries("docs/ideas"));
    let pages = pages.map(|entry| entry.expect("an entry").path());
    let pages = pages.filter(|path| path.extension().is_some_and(|end| end == "md"));
    let pages: Vec<_> = pages.chain([root().join("README.md")]).collect();
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// Where the links and pictures of a page lead, without the web.
fn targets(page: &Path) -> Vec<PathBuf> {
    let (text, folder) = (text(page), page.parent().expect("a folder"));
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let inside = links.filter(|link| !link.contains("://") && !link.starts_with('#'));
    inside.map(|link| folder.join(link.split('#').next().unwrap_or(link))).collect()
}

/// The blocks of code of `page` below the heading that ends in `heading`, or of all of it; each without its margin.
fn blocks(page: &str, heading: Option<&str>) -> Vec<String> {
    let text = text(&root().join(page));
    let mut here = heading.is_none();
    let mut found: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        if let Some(heading) = heading
            && line.starts_with('#')
        {
            here = line.trim_start_matches(['#', ' ']) == heading;
        }
        match line.strip_prefix("    ").filter(|_| here) {
            Some(code) => found.last_mut().expect("a block").push(code),
            None => found.push(Vec::new()),
        }
    }
    found.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n")).collect()
}

/// The only block of code below a heading.
fn example(page: &str, heading: &str) -> String {
    let found = blocks(page, Some(heading));
    assert_eq!(found.len(), 1, "{page}, {heading}: {found:?}");
    found.into_iter().next().unwrap_or_default()
}

/// The words of a command, those in quotes being one.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn links_and_pictures_lead_somewhere() {
    for page in pages() {
        for target in targets(&page) {
            assert!(target.exists(), "{}: {}", page.display(), target.display());
        }
    }
}

#[test]
fn every_page_is_in_the_list_and_every_picture_is_shown() {
    let summary = root().join("docs/SUMMARY.md");
    let listed: BTreeSet<_> = targets(&summary).into_iter().collect();
    let real = |path: &PathBuf| path.canonicalize().expect("a file");
    let shown: BTreeSet<_> =
        pages().iter().flat_map(|page| targets(page)).map(|path| real(&path)).collect();
    for page in pages().iter().filter(|page| **page != summary && !page.ends_with("README.md")) {
        assert!(listed.contains(page), "{}", page.display());
    }
    for entry in fs::read_dir(root().join("docs/pictures")).expect("pictures") {
        let picture = entry.expect("an entry").path();
        assert!(shown.contains(&real(&picture)), "{}", picture.display());
    }
    // Each of the five ideas has a picture from the program.
    let ideas = fs::read_dir(root().join("docs/ideas")).expect("ideas");
    for page in ideas.map(|entry| entry.expect("an entry").path()) {
        let shows_picture = |path: &PathBuf| path.to_string_lossy().contains("/pictures/");
        assert!(targets(&page).iter().any(shows_picture), "{}", page.display());
    }
}

/// The words of a text in lower case: runs of letters, also those of names such as `MultiPv` and `move_times`.
fn spoken(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| !letter.is_alphabetic());
    let words = parts.flat_map(|part| {
        let inside = part.char_indices().skip(1).filter(|(_, letter)| letter.is_uppercase());
        let starts: Vec<usize> = std::iter::once(0).chain(inside.map(|(at, _)| at)).collect();
        let ends: Vec<usize> = starts.iter().skip(1).copied().chain([part.len()]).collect();
        starts
            .into_iter()
            .zip(ends)
            .map(|(from, to)| part[from..to].to_lowercase())
            .collect::<Vec<_>>()
    });
    words.filter(|word| word.chars().count() >= 4)
}

/// The texts of a picture, row by row.
fn rows(picture: &Path) -> Vec<String> {
    let text = text(picture);
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("<text")) {
        let row =
            line.split(" y=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let words = line.split_once('>').map_or("", |(_, rest)| rest.trim_end_matches("</text>"));
        match rows.last_mut().filter(|(last, _)| last == row) {
            Some((_, text)) => *text = format!("{text} {words}"),
            None => rows.push((row.to_owned(), words.to_owned())),
        }
    }
    rows.into_iter().map(|(_, text)| text).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

const REMAKE: &str = "`.ci/pictures` draws the pictures again";

/// A picture whose words the program no longer has is out of date. Figures and moves differ from run to run.
#[test]
fn pictures_have_the_words_of_the_program() {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for folder in [
        "src",
        "trace/src",
        "assets",
        "themes",
        "tests/e2e",
        "tests/screen/pictures.rs",
        "tests/data",
    ] {
        let path = root().join(folder);
        for file in if path.is_dir() { files(&path) } else { vec![path] } {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let is_code = |line: &&str| !line.trim_start().starts_with("//");
            known.extend(text.lines().filter(is_code).flat_map(spoken));
        }
    }
    for picture in files(&root().join("docs/pictures")) {
        let rows = rows(&picture).join(" ");
        let is_word = |word: &&str| !word.contains(|letter: char| letter.is_numeric());
        let shown: BTreeSet<String> = rows.split(' ').filter(is_word).flat_map(spoken).collect();
        // The edge of a panel cuts words.
        let is_known =
            |word: &str| known.iter().any(|whole| whole.starts_with(word) || whole.ends_with(word));
        let unknown: Vec<&String> = shown.iter().filter(|word| !is_known(word)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}; {REMAKE}", picture.display());
    }
}

#[test]
fn every_panel_has_a_picture_with_its_title() {
    let titles: Vec<String> = files(&root().join("docs/pictures"))
        .iter()
        .filter_map(|picture| rows(picture).first().map(|row| row.replace('─', "")))
        .map(|title| title.split_whitespace().next().unwrap_or_default().to_owned())
        .collect();
    for panel in Panel::ALL {
        let name = panel.name();
        assert!(titles.iter().any(|title| title == name), "{name} in {titles:?}; {REMAKE}");
    }
}

/// What the program answers to the arguments and the typed lines.
fn run(arguments: &[String], typed: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lucena"))
        .args(arguments)
        .env("LUCENA_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("book"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut keys = child.stdin.take().expect("a pipe");
    for line in typed {
        writeln!(keys, "{line}").expect("a line");
    }
    drop(keys);
    let output = child.wait_with_output().expect("an end");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_the_book_shows_is_what_the_program_prints() {
    let mut count = 0;
    for page in pages() {
        let name = page.strip_prefix(root()).expect("below the root").to_string_lossy();
        for block in blocks(&name, None) {
            let Some(block) = block.strip_prefix("$ lucena ") else { continue };
            let (command, shown) = block.split_once('\n').expect("an answer");
            // In a conversation what is typed can be told from the protocol's answers.
            let is_typed = |line: &&str| command == "uci" && !line.starts_with(['i', '.']);
            let (typed, said): (Vec<&str>, Vec<&str>) = shown.lines().partition(is_typed);
            let printed = run(&words(command), &typed);
            for part in said.split(|line| *line == "...") {
                assert!(printed.contains(&part.join("\n")), "{name}: {command}:\n{printed}");
            }
            count += 1;
        }
    }
    assert!(count >= 4, "only {count} examples found");
}

#[test]
fn the_line_that_a_suite_lacks_is_reported_as_shown() {
    let blocks = blocks("docs/suites.md", None);
    let shown =
        blocks.iter().find(|block| block.starts_with("suite.epd: line 4")).expect("a report");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suite");
    fs::create_dir_all(&folder).expect("a folder");
    let test = |best| format!("4k3/8/8/8/8/8/8/Q3K3 w - - bm {best};\n");
    let lines = ["Qa8+", "Qd4", "Qe5+", "Qh9"].map(test).concat();
    fs::write(folder.join("suite.epd"), lines).expect("a suite");
    let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
        .args(["suite", "suite.epd", "--nodes", "100"])
        .env("LUCENA_HOME", folder.join("home"))
        .current_dir(&folder)
        .output()
        .expect("the program");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(said.lines().any(|line| line.ends_with(shown.as_str())), "{said}");
}

#[test]
fn commands_can_be_given() {
    let mut count = 0;
    for page in pages() {
        let name = page.strip_prefix(root()).expect("below the root").to_string_lossy();
        let all = blocks(&name, None).join("\n");
        for line in all.lines().filter(|line| line.starts_with("lucena ")) {
            // Some are followed by what they do, by what may be added, or by the file that they write.
            let end = ["   ", " [", " > "].iter().filter_map(|mark| line.find(mark)).min();
            let words = words(line.get(..end.unwrap_or(line.len())).expect("a command"));
            if let Err(error) = lucena::cli::definition().try_get_matches_from(words) {
                panic!("{name}: {line}: {error}");
            }
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} commands found");
}

#[test]
fn examples_of_files_are_read() {
    let file = Path::new("example");
    let (settings, errors) = Settings::parse(&example("docs/files.md", "Settings"), file);
    assert!(settings.play.name == "Ada" && errors.is_empty(), "{errors:?}");
    let keys = Commands::built_in().keymap().patched("example", &example("docs/files.md", "Keys"));
    assert!(keys.errors.is_empty(), "{:?}", keys.errors);
    Theme::parse("example", &example("docs/files.md", "Themes")).expect("a theme");
    for line in example("docs/files.md", "Breakpoints").lines() {
        line.parse::<Breakpoint>().unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    let curve = Calibration::from_text("example", &example("docs/files.md", "Calibration"));
    assert_eq!(curve.expect("a curve").points().len(), 2);
    let character = example("docs/strength.md", "Personalities");
    let mut roster = Personalities::shipped();
    assert_eq!(roster.merge("example", &format!("[{character}]")), []);
    let plans = blocks("docs/strength.md", Some("Calibration"));
    let plan = plans.iter().find(|block| block.starts_with('(')).expect("a plan");
    Plan::from_text("example", plan).expect("a plan");
    let manager: timing::Settings =
        example("docs/timing.md", "Parameters").parse().expect("a manager");
    assert_eq!(manager.to_string(), timing::DEFAULT_MANAGER);
}

/// The page of keys and commands, written from the table of commands.
fn keys_page() -> String {
    let keymap = Commands::built_in().keymap();
    let mut page = "# Keys and commands\n\nEvery command, with its default keys and its line after `:`. `?` shows the same \
                    list in the program, with your own keys.\n\nA key may stand in several groups: those of Debugger apply \
                    while the debugger's page or the log has the focus, those of Training while an exercise is on the board, \
                    those of Position editor while a position is set up, those of Forms and lists and of Typing while a form, a list or a line is open. In a command `|` separates \
                    alternatives, words in `[ ]` may be left out, words in capitals stand for a value, and other words are \
                    examples.\n"
        .to_owned();
    let mut group = "";
    for spec in keymap.specs() {
        if spec.group != group {
            group = spec.group;
            page += &format!("\n## {group}\n\n| key | command | what it does |\n|---|---|---|\n");
        }
        let escaped = |text: &str| text.replace('|', "\\|");
        let keys = keymap.keys(spec.name);
        let keys: Vec<String> = keys.iter().map(|key| format!("`{}`", escaped(key))).collect();
        let (keys, usage) = (keys.join(" "), escaped(&spec.usage()));
        page += &format!("| {keys} | `{usage}` | {} |\n", escaped(spec.help));
    }
    page
}

#[test]
fn the_page_of_keys_is_the_table_of_commands() {
    let path = root().join("docs/keys.md");
    let page = keys_page();
    if std::env::var_os("WRITE_KEYS").is_some() {
        fs::write(&path, &page).expect("docs/keys.md");
    }
    assert!(text(&path) == page, "docs/keys.md is not up to date: run this test with WRITE_KEYS=1");
}

#[test]
fn the_keys_that_the_book_names_run_what_it_says() {
    let keymap = Commands::built_in().keymap();
    let page = text(&root().join("docs/playing.md"));
    let rows = page.lines().skip_while(|line| !line.starts_with("| key | command |")).skip(2);
    let mut count = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<String> =
            row.replace("\\|", "¦").split('|').map(|cell| cell.replace('¦', "|")).collect();
        let quoted = |cell: &str| -> Vec<String> {
            cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let (keys, commands) = (quoted(&cells[1]), quoted(&cells[2]));
        assert_eq!(keys.len(), commands.len(), "{row}");
        for (key, command) in keys.iter().zip(&commands) {
            assert!(keymap.keys(command).contains(key), "{row}: {key} does not run {command}");
            count += 1;
        }
    }
    assert!(count > 25, "only {count} keys");
}

/// The rows of the glossary as (term, acronyms, file, item).
fn glossary() -> Vec<[String; 4]> {
    let page = text(&root().join("docs/glossary.md"));
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains("`: `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, term, acronym, _, place, _] = cells[..] else { panic!("four columns: {row}") };
        let (file, item) = place.split_once(": ").expect("file and item");
        [term, acronym, file.trim_matches('`'), item.trim_matches('`')].map(str::to_owned)
    })
    .collect()
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

#[test]
fn every_term_of_the_glossary_is_defined_where_it_says() {
    let rows = glossary();
    assert!(rows.len() > 60, "only {} terms", rows.len());
    for [term, _, file, item] in &rows {
        assert!(has_word(&text(&root().join(file)), item), "{term}: {item} is not in {file}");
    }
    for acronym in ["TT", "LMR", "LMP", "NMP", "RFP", "IIR", "SEE", "qsearch", "PV", "PVS", "GHI"] {
        let row = rows.iter().find(|row| row[1] == acronym);
        let [term, _, file, _] = row.unwrap_or_else(|| panic!("{acronym} is not in the glossary"));
        let said = text(&root().join(file)).to_lowercase();
        assert!(said.contains(&acronym.to_lowercase()), "{term}: {file} does not say {acronym}");
    }
    let mut terms: Vec<&String> = rows.iter().map(|row| &row[0]).collect();
    terms.sort_unstable();
    terms.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "a term has two rows"));
}

#[test]
fn files_that_the_book_names_exist() {
    let folders = ["src/", "tests/", "assets/", "themes/", "fuzz/", ".ci/", "trace/"];
    for page in pages() {
        for quoted in text(&page).split('`').skip(1).step_by(2) {
            let path = quoted.split(' ').next().unwrap_or_default();
            let is_path = folders.iter().any(|folder| path.starts_with(folder));
            if is_path && !path.contains(['*', '{']) && !path.contains("NAME") {
                assert!(root().join(path).exists(), "{}: {path}", page.display());
            }
        }
    }
}
