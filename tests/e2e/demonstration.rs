//! The demonstration of the README: the real program plays `SCRIPT` in a pseudo-terminal for 90 s, and what it writes is kept
//! as docs/demonstration.cast (asciicast v2) and, a screen a second, as the animated docs/pictures/demonstration.svg.
//! `.ci/pictures` remakes both. That both still show what the program shows is tested without the time.

use crate::{Session, svg};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

const ROWS: u16 = 36;
const COLUMNS: u16 = 120;
/// Length in seconds.
const LENGTH: f64 = 90.0;

/// What a scene types.
enum Input {
    /// Letters, one after the other.
    Text(&'static str),
    /// One key.
    Key(&'static str),
}
use Input::{Key, Text};

/// A caption, what is typed below it, words that the screen then shows, and until which second it is watched.
struct Scene {
    caption: &'static str,
    input: &'static [Input],
    shows: &'static str,
    until: f64,
}

const ENTER: Input = Key("\r");
const TAB: Input = Key("\t");
const F2: Input = Key("\x1bOQ");
const F3: Input = Key("\x1bOR");
const F6: Input = Key("\x1b[17~");
const F8: Input = Key("\x1b[19~");

const SCRIPT: &[Scene] = &[
    Scene {
        caption: "The first start: one key begins a game",
        input: &[],
        shows: "Welcome to Lucena",
        until: 4.0,
    },
    Scene {
        caption: "Full strength; moves are typed",
        input: &[Key("7"), Text("e4"), ENTER],
        shows: "White to move",
        until: 12.0,
    },
    Scene {
        caption: "Each panel shows a part of the engine's thought",
        input: &[Text("Nf3"), ENTER],
        shows: "2 Nf3",
        until: 20.0,
    },
    Scene {
        caption: "F6 lists thirteen questions",
        input: &[F6],
        shows: "Why this move and not that one?",
        until: 25.0,
    },
    Scene {
        caption: "F6 4: why this move and not that one?",
        input: &[Key("4"), ENTER],
        shows: "both searched again",
        until: 33.0,
    },
    Scene {
        caption: "An opponent who plays like people rated 900 on Lichess",
        input: &[F2, Text(":game white none 900"), ENTER, ENTER],
        shows: "plays like people of 900",
        until: 40.0,
    },
    Scene {
        caption: "The dial says what it changed, and what full strength would have played",
        input: &[Text("d4"), ENTER, F3, TAB, TAB, TAB, TAB, TAB],
        shows: "played by",
        until: 50.0,
    },
    Scene {
        caption: "m colours the squares by the evaluation terms that changed",
        input: &[F2, Key("m")],
        shows: "1 d4",
        until: 56.0,
    },
    Scene {
        caption: "A perpetual check: a draw on this path, a lost position on any other",
        input: &[Text(":fen 6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1"), ENTER, ENTER, Key("s")],
        shows: "draw by perpetual check",
        until: 68.0,
    },
    Scene {
        caption: "A breakpoint pauses the search where a position repeats",
        input: &[Key("s"), Text(":break repetition and ply > 3"), ENTER, Key("s")],
        shows: "paused at breakpoint 1",
        until: 79.0,
    },
    Scene {
        caption: "F8 steps to the next node; the board and all panels follow",
        input: &[F8, F8, F8, F8, F8],
        shows: "paused after a step",
        until: 86.0,
    },
    Scene {
        caption: "? lists every key and command; Ctrl-Q quits",
        input: &[F2, Key("?")],
        shows: "keys and commands",
        until: LENGTH,
    },
];

/// Closes the list and ends the program.
const QUIT: &str = "\x11\x11";

/// Seconds between two keys.
const PACE: f64 = 0.1;

struct Frame {
    seconds: f64,
    screen: Buffer,
}

struct Recorder {
    session: Session,
    begun: Instant,
    /// Bytes of a character whose rest has not come.
    rest: Vec<u8>,
    cast: String,
    frames: Vec<Frame>,
}

impl Recorder {
    fn now(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn note(&mut self, kind: &str, text: &str) {
        let line = serde_json::json!([(self.now() * 1e6).round() / 1e6, kind, text]);
        writeln!(self.cast, "{line}").expect("text");
    }

    /// Takes what the program writes until `seconds`, and its screen then.
    fn watch(&mut self, seconds: f64) {
        loop {
            let left = Duration::try_from_secs_f64(seconds - self.now()).unwrap_or_default();
            let Ok(bytes) = self.session.bytes.recv_timeout(left) else { break };
            self.session.parser.process(&bytes);
            self.rest.extend(bytes);
            let whole = match std::str::from_utf8(&self.rest) {
                Ok(text) => text.len(),
                Err(error) => error.valid_up_to(),
            };
            let bytes: Vec<u8> = self.rest.drain(..whole).collect();
            let text = String::from_utf8(bytes).expect("what was found to be text");
            self.note("o", &text);
        }
        // The program ends before the recording does.
        let left = Duration::try_from_secs_f64(seconds - self.now()).unwrap_or_default();
        std::thread::sleep(left);
        self.frames
            .push(Frame { seconds: self.now(), screen: buffer(self.session.parser.screen()) });
    }

    fn key(&mut self, key: &str) {
        self.session.send_keys(key);
        self.watch(self.now() + PACE);
    }

    fn play(&mut self, scene: &Scene) {
        self.note("m", scene.caption);
        for input in scene.input {
            match input {
                Key(key) => {
                    self.key(key);
                    self.watch(self.now() + 4.0 * PACE);
                }
                Text(text) => text.chars().for_each(|letter| self.key(&letter.to_string())),
            }
        }
        while self.now() < scene.until {
            self.watch(scene.until.min(self.now() + 1.0));
        }
    }
}

/// The screen of the parser as ratatui has it.
fn buffer(screen: &vt100::Screen) -> Buffer {
    let colour = |colour| match colour {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(index) => Color::Indexed(index),
        vt100::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    };
    let mut buffer = Buffer::empty(Rect::new(0, 0, COLUMNS, ROWS));
    for y in 0..ROWS {
        for x in 0..COLUMNS {
            let Some(from) = screen.cell(y, x) else { continue };
            let to: &mut Cell = &mut buffer[(x, y)];
            to.set_symbol(if from.has_contents() { from.contents() } else { " " });
            (to.fg, to.bg) = (colour(from.fgcolor()), colour(from.bgcolor()));
            to.modifier.set(Modifier::BOLD, from.bold());
            to.modifier.set(Modifier::REVERSED, from.inverse());
        }
    }
    buffer
}

/// The caption at this time as a row of its own.
fn caption(seconds: f64) -> Buffer {
    let scene = SCRIPT.iter().find(|scene| seconds <= scene.until);
    let text = scene.map_or("", |scene| scene.caption);
    let mut buffer = Buffer::empty(Rect::new(0, 0, COLUMNS, 1));
    let style = ratatui::style::Style::new().fg(Color::Rgb(255, 200, 90));
    buffer.set_string(1, 0, text, style.add_modifier(Modifier::BOLD));
    buffer
}

/// The frames as one picture. Each row is a strip of its different contents, which a style sheet moves step by step.
fn film(frames: &[Frame]) -> String {
    let mut text = svg::opening(COLUMNS, ROWS + 2);
    let (mut strips, mut style) = (String::new(), String::new());
    // With half a pixel above and below, clipping does not blur the edge of a row.
    let (width, height) = (f64::from(COLUMNS) * svg::CELL.0, svg::CELL.1 + 1.0);
    for y in (0..ROWS).chain([ROWS + 1]) {
        let mut places: HashMap<String, usize> = HashMap::new();
        let (mut strip, mut steps, mut last) = (String::new(), String::new(), None);
        for frame in frames {
            let mut row = String::new();
            if y < ROWS {
                svg::row(&mut row, &frame.screen, y, 0);
            } else {
                svg::row(&mut row, &caption(frame.seconds), 0, 0);
            }
            let next = places.len();
            let place = *places.entry(row).or_insert_with_key(|row| {
                let top = next as f64 * height + 0.5;
                write!(strip, "<g transform=\"translate(0 {top})\">\n{row}</g>").expect("text");
                next
            });
            if last != Some(place) {
                // The first content stands from the beginning.
                let share = last.map_or(0.0, |_| frame.seconds / LENGTH * 100.0);
                let shift = place as f64 * height;
                write!(steps, "{share:.2}%{{transform:translateY(-{shift}px)}}").expect("text");
                last = Some(place);
            }
        }
        if places.len() > 1 {
            writeln!(
                style,
                ".r{y}{{animation:r{y} {LENGTH}s step-end infinite}}@keyframes r{y}{{{steps}}}"
            )
            .expect("text");
        }
        let top = f64::from(y) * svg::CELL.1 - 0.5;
        writeln!(
            strips,
            "<svg y=\"{top}\" width=\"{width}\" height=\"{height}\" overflow=\"hidden\"><g class=\"r{y}\">{strip}</g></svg>"
        )
        .expect("text");
    }
    writeln!(text, "<style>\n{style}</style>\n{strips}</svg>").expect("text");
    text
}

const CAST: &str = "docs/demonstration.cast";
const FILM: &str = "docs/pictures/demonstration.svg";

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn shows(screen: &vt100::Screen, words: &str) -> bool {
    screen.contents().split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
}

#[test]
#[ignore = "writes the demonstration of the README, in 90 s; .ci/pictures runs it"]
fn make_the_demonstration() {
    let session = Session::start("demonstration", (ROWS, COLUMNS), &[]);
    let header = serde_json::json!({
        "version": 2, "width": COLUMNS, "height": ROWS, "title": "Lucena",
        "env": {"TERM": "xterm-256color", "SHELL": "/bin/sh"},
    });
    let mut recorder = Recorder {
        session,
        begun: Instant::now(),
        rest: Vec::new(),
        cast: format!("{header}\n"),
        frames: Vec::new(),
    };
    SCRIPT.iter().for_each(|scene| recorder.play(scene));
    recorder.session.send_keys(QUIT);
    assert!(recorder.session.finish().success());
    std::fs::write(file(CAST), &recorder.cast).expect("the cast");
    std::fs::write(file(FILM), film(&recorder.frames)).expect("the film");
    recorded_scenes_are_those_of_the_script();
}

/// The cast, played on a screen, has the scenes of the script, in each of which the words of the scene appear.
#[test]
fn recorded_scenes_are_those_of_the_script() {
    const REMAKE: &str = ".ci/pictures records the demonstration again";
    let cast = std::fs::read_to_string(file(CAST)).expect("the cast");
    let mut screen = vt100::Parser::new(crate::cells(ROWS), crate::cells(COLUMNS), 0);
    let mut scenes: Vec<(String, bool)> = Vec::new();
    for line in cast.lines().skip(1) {
        let (_, kind, text): (f64, String, String) = serde_json::from_str(line).expect("an event");
        if kind == "m" {
            scenes.push((text, false));
            continue;
        }
        screen.process(text.as_bytes());
        let scene = scenes.len() - 1;
        let words = SCRIPT.get(scene).map_or("", |scene| scene.shows);
        scenes[scene].1 |= shows(screen.screen(), words);
    }
    let captions: Vec<&str> = scenes.iter().map(|(caption, _)| caption.as_str()).collect();
    let wanted: Vec<&str> = SCRIPT.iter().map(|scene| scene.caption).collect();
    assert_eq!(captions, wanted, "{REMAKE}");
    let film = std::fs::read_to_string(file(FILM)).expect("the film");
    for (scene, (_, shown)) in SCRIPT.iter().zip(scenes) {
        let Scene { caption, shows, .. } = scene;
        assert!(shown, "{caption}: {shows:?} is never on the screen; {REMAKE}");
        let words = caption.split(' ').all(|word| film.contains(&svg::escaped(word)));
        assert!(words, "{caption} is not in the film; {REMAKE}");
    }
}

/// The program of today shows what the script says of each scene.
#[test]
fn the_program_plays_the_script_of_the_demonstration() {
    let mut session = Session::start("script", (ROWS, COLUMNS), &[]);
    for scene in SCRIPT {
        for input in scene.input {
            match input {
                Key(key) => session.send_keys(key),
                Text(text) => {
                    text.chars().for_each(|letter| session.send_keys(&letter.to_string()))
                }
            }
        }
        session.wait_for_text(scene.shows);
    }
    session.send_keys(QUIT);
    assert!(session.finish().success());
}

#[test]
#[ignore = "writes the picture of the panel `log`; .ci/pictures runs it"]
fn make_the_picture_of_the_log() {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("log");
    std::fs::remove_dir_all(&home).ok();
    std::fs::create_dir_all(&home).expect("a directory of its own");
    let settings = "(screen: (focus: \"log\", zoom: true))";
    std::fs::write(home.join("settings.ron"), settings).expect("settings");
    let mut play = Session::restart(&home, (ROWS, COLUMNS), &[]);
    play.wait_for_text("you and Lucena");
    for (keys, words) in [
        ("\x1b[C\t\tnone\r", crate::NEW_GAME_MESSAGE),
        (":entries debug\r", "debug and above"),
        ("d4\r", "Black to move"),
    ] {
        play.send_keys(keys);
        play.wait_for_text(words);
    }
    let buffer = buffer(play.parser.screen());
    let mut text = svg::opening(COLUMNS, ROWS);
    (0..ROWS).for_each(|y| svg::row(&mut text, &buffer, y, y));
    std::fs::write(file("docs/pictures/log.svg"), text + "</svg>\n").expect("the picture");
    play.send_keys("\x11y");
    assert!(play.finish().success());
}

#[test]
fn a_film_has_each_content_of_a_row_once() {
    let frame = |seconds, text: &str| {
        let mut screen = Buffer::empty(Rect::new(0, 0, COLUMNS, ROWS));
        screen.set_string(0, 3, text, ratatui::style::Style::new());
        Frame { seconds, screen }
    };
    let text = film(&[frame(1.0, "abcd"), frame(45.0, "efgh"), frame(60.0, "abcd")]);
    assert_eq!(text.matches(">abcd</text>").count(), 1);
    assert_eq!(text.matches(">efgh</text>").count(), 1);
    let steps = "@keyframes r3{0.00%{transform:translateY(-0px)}50.00%{transform:translateY(-18px)}\
                 66.67%{transform:translateY(-0px)}}";
    assert!(text.contains(steps), "{text}");
}
