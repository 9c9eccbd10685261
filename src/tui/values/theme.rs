//! Themes: a style for each role, parsed from RON. A theme file is complete or a patch over its base theme; `theme_file` reads
//! it value by value. Files are read by the caller.

use super::charset::Charset;
use super::colour::{ColourDepth, letters_on, reversed};
use super::draws::EQUAL;
use super::theme_file::{Roles, ThemeFile};
use crate::base::{RonError, Score};
use ratatui::style::{Modifier, Style};

/// Defines the theme and its patch from one list of roles.
macro_rules! theme {
    ($($(#[$doc:meta])* $role:ident,)*) => {
        /// A style for every role on the screen.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Theme {
            /// Its name.
            pub name: String,
            /// How many colours the styles were reduced to.
            pub depth: ColourDepth,
            /// The characters that the terminal can show.
            pub charset: Charset,
            /// Styles made for 256 colours.
            pub colours_256: Palette,
            /// Styles made for sixteen colours.
            pub colours_16: Palette,
            $($(#[$doc])* pub $role: Style,)*
        }

        /// Styles in place of those of a theme.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Palette {
            $($role: Option<Style>,)*
        }

        impl Roles for Palette {
            const NAMES: &[&str] = &[$(stringify!($role)),*];

            fn role_mut(&mut self, name: &str) -> Option<&mut Option<Style>> {
                match name {
                    $(stringify!($role) => Some(&mut self.$role),)*
                    _ => None,
                }
            }
        }

        #[cfg(test)]
        impl Palette {
            /// The roles that it has no style for.
            fn missing(&self) -> Vec<&'static str> {
                let roles = [$((stringify!($role), self.$role.is_none())),*];
                roles.into_iter().filter(|(_, missing)| *missing).map(|(role, _)| role).collect()
            }
        }

        #[cfg(test)]
        impl Theme {
            /// All roles with their styles.
            fn styles(&self) -> Vec<(&'static str, Style)> {
                vec![$((stringify!($role), self.$role)),*]
            }
        }

        impl Theme {
            /// A role that only the file's true colours name is not taken from the palettes of its base.
            fn patched(mut self, file: ThemeFile<Palette>) -> Self {
                if let Some(name) = file.name { self.name = name; }
                $(if let Some(style) = file.roles.$role {
                    self.$role = style;
                    (self.colours_256.$role, self.colours_16.$role) = (None, None);
                }
                self.colours_256.$role = file.colours_256.$role.or(self.colours_256.$role);
                self.colours_16.$role = file.colours_16.$role.or(self.colours_16.$role);)*
                self
            }

            /// The same theme in the colours and characters a terminal has: those made for it, else the nearest.
            #[must_use]
            pub fn reduced(mut self, depth: ColourDepth, charset: Charset) -> Self {
                (self.depth, self.charset) = (depth, charset);
                let made = match depth {
                    ColourDepth::Indexed256 => self.colours_256.clone(),
                    ColourDepth::Ansi16 => self.colours_16.clone(),
                    ColourDepth::None | ColourDepth::True => Palette::default(),
                };
                $(self.$role = depth.reduce(made.$role.unwrap_or(self.$role));)*
                if depth == ColourDepth::None {
                    self.selected = reversed(self.selected);
                }
                self
            }
        }
    };
}

theme! {
    /// Text without another role; its background is the screen's.
    text,
    /// Secondary text: units, earlier values, punctuation.
    dim,
    /// Important figures.
    strong,
    /// Titles of panels and dialogs.
    title,
    /// Title of the panel that has the focus.
    title_focus,
    /// Rules and frames.
    rule,
    /// Rule of the panel that has the focus, frame of a dialog.
    rule_focus,
    /// Positive values.
    good,
    /// Negative values and errors.
    bad,
    /// Warnings.
    warn,
    /// The selected row or field.
    selected,
    /// Text input.
    input,
    /// Keys named in the footer and the help.
    key,
    /// A light square.
    square_light,
    /// A dark square.
    square_dark,
    /// A light square of the last move.
    last_light,
    /// A dark square of the last move.
    last_dark,
    /// The square a piece was picked up from.
    square_selected,
    /// The square under the cursor.
    square_cursor,
    /// A square that the picked-up piece can go to.
    square_target,
    /// The square of a king in check.
    square_check,
    /// The squares of a premove.
    square_premove,
    /// The squares of a hint or of the engine's best move.
    square_hint,
    /// White pieces.
    piece_white,
    /// Black pieces.
    piece_black,
    /// Letters and numbers beside the board.
    coordinates,
    /// Heat map: highest network activity.
    heat_hot,
    /// The clock that is running.
    clock_running,
    /// A stopped clock.
    clock_waiting,
    /// A running clock with little time on it.
    clock_low,
    /// The filled part of a gauge.
    gauge,
    /// The rest of it.
    gauge_rest,
    /// White's part of a graph.
    white_share,
    /// Black's part of a graph.
    black_share,
    /// The real score where it is drawn against its interval.
    real,
    /// The interval of the shadow score.
    shadow,
    /// First colour of a series.
    series_a,
    /// Second colour of a series.
    series_b,
    /// Third colour of a series.
    series_c,
}

/// Centipawns above which a score decides the game.
pub const DECISIVE: i32 = 200;

/// Why a theme cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// The file is no theme, or has this value that cannot be used.
    #[error("theme {0}")]
    Syntax(#[from] RonError),
    /// No theme has this name.
    #[error("unknown theme {0:?}")]
    Unknown(String),
}

/// The name in the settings of the first of the themes that are compiled in, whichever that is.
pub const DEFAULT_THEME: &str = "default";

/// The themes that are compiled in: name and text.
pub const BUILT_IN: [(&str, &str); 7] = [
    ("incunable", include_str!("../../../themes/incunable.ron")),
    ("dark", include_str!("../../../themes/dark.ron")),
    ("light", include_str!("../../../themes/light.ron")),
    ("parchment", include_str!("../../../themes/parchment.ron")),
    ("contrast", include_str!("../../../themes/contrast.ron")),
    ("colourblind", include_str!("../../../themes/colourblind.ron")),
    ("monochrome", include_str!("../../../themes/monochrome.ron")),
];

/// The names of the themes that are compiled in, which a file may patch.
pub fn built_in_names() -> String {
    BUILT_IN.map(|(name, _)| name).join(", ")
}

impl Theme {
    /// Names of all themes: those compiled in, then the user's `own`.
    pub fn names(own: &[String]) -> Vec<String> {
        let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
        built_in.chain(own.iter().cloned()).collect()
    }

    /// One of the themes that are compiled in, also by [`DEFAULT_THEME`].
    ///
    /// # Errors
    /// Unknown name; a test checks that all built-in themes parse.
    pub fn built_in(name: &str) -> Result<Self, ThemeError> {
        let name = if name == DEFAULT_THEME { BUILT_IN[0].0 } else { name };
        let known = BUILT_IN.iter().find(|(known, _)| *known == name);
        known
            .ok_or_else(|| ThemeError::Unknown(name.to_owned()))
            .and_then(|(_, text)| Self::parse(name, text))
    }

    /// Reads a theme from the text of `file`, in which every value has to be valid.
    ///
    /// # Errors
    /// Malformed text, or the first value that cannot be used.
    pub fn parse(file: &str, text: &str) -> Result<Self, ThemeError> {
        let (theme, errors) = Self::parse_valid(file, text)?;
        errors.into_iter().next().map_or(Ok(theme), |error| Err(error.into()))
    }

    /// Reads what is valid of a theme from the text of `file`, with an error for each value that is not: the base theme's
    /// stands for it, and the default theme for an unknown base. The base must be compiled in.
    ///
    /// # Errors
    /// The text is no theme: its fields are not known.
    pub fn parse_valid(file: &str, text: &str) -> Result<(Self, Vec<RonError>), ThemeError> {
        // A built-in theme of this name is used instead, so that none is a patch over itself.
        let bases: Vec<&str> = BUILT_IN
            .iter()
            .map(|(name, _)| *name)
            .filter(|it| *it != file)
            .chain([DEFAULT_THEME])
            .collect();
        let (read, errors) = ThemeFile::<Palette>::read(file, text, &bases)?;
        let base = match &read.base {
            None => Self { name: file.to_owned(), ..Self::default() },
            Some(base) => Self::built_in(base)?,
        };
        Ok((base.patched(read), errors))
    }

    /// The default theme.
    pub fn fallback() -> Self {
        Self::built_in(BUILT_IN[0].0).unwrap_or_default()
    }

    /// The style of a square without marks.
    pub const fn square(&self, is_light: bool) -> Style {
        if is_light { self.square_light } else { self.square_dark }
    }

    /// The style of a score in White's view: the colour of the side that it favours, as in the graph; bold if it decides.
    pub fn favouring(&self, score: Score) -> Style {
        let value = score.value();
        if value.abs() <= EQUAL {
            return self.strong;
        }
        let share = if value > 0 { self.white_share.fg } else { self.black_share.fg };
        let style = match share.filter(|_| self.depth != ColourDepth::None) {
            Some(ground) => Style::new().fg(letters_on(ground)).bg(ground),
            None if value > 0 => reversed(self.text),
            None => self.text,
        };
        if value.abs() > DECISIVE { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// The same of a difference in centipawns.
    pub fn favouring_by(&self, centipawns: i32) -> Style {
        if centipawns == 0 { self.dim } else { self.favouring(Score::raw(centipawns)) }
    }
}

#[cfg(test)]
mod tests {
    use super::{BUILT_IN, DEFAULT_THEME, Theme, ThemeError};
    use crate::base::Score;
    use crate::tui::values::charset::Charset;
    use crate::tui::values::colour::{ColourDepth, is_lost, rgb};
    use ratatui::style::{Color, Modifier, Style};

    #[test]
    fn the_default_of_the_settings_is_the_first_theme() {
        assert_eq!(Theme::built_in(DEFAULT_THEME).unwrap().name, BUILT_IN[0].0);
    }

    #[test]
    fn every_theme_that_is_compiled_in_can_be_read() {
        for (name, _) in BUILT_IN {
            let theme = Theme::built_in(name).unwrap();
            assert_eq!(theme.name, name);
            assert_ne!(theme.square_light, theme.square_dark, "{name}");
        }
    }

    /// The contrast of two colours, from 1 to 21.
    fn contrast(a: Option<Color>, b: Option<Color>) -> f64 {
        crate::tui::values::colour::contrast(a.unwrap(), b.unwrap())
    }

    /// Every built-in theme in every number of colours.
    fn shown() -> impl Iterator<Item = (String, Theme)> {
        let depths = [ColourDepth::True, ColourDepth::Indexed256, ColourDepth::Ansi16];
        BUILT_IN.iter().flat_map(move |(name, _)| {
            let theme = Theme::built_in(name).unwrap();
            depths.map(|depth| {
                let reduced = theme.clone().reduced(depth, Charset::Unicode);
                (format!("{name}, {depth:?}"), reduced)
            })
        })
    }

    #[test]
    fn texts_can_be_read() {
        for (name, t) in shown() {
            let texts =
                [t.text, t.dim, t.strong, t.title, t.title_focus, t.good, t.bad, t.warn, t.key];
            let others = [t.coordinates, t.real, t.shadow, t.selected, t.input, t.clock_running];
            // A gauge has its text on the bar and behind it.
            let rest = Style { fg: t.text.fg, ..t.gauge };
            let clocks = [t.clock_waiting, t.clock_low, t.gauge, rest];
            let least = if name.starts_with("contrast") { 7.0 } else { 4.5 };
            for style in texts.into_iter().chain(others).chain(clocks) {
                let contrast = contrast(style.fg, style.bg.or(t.text.bg));
                assert!(contrast >= least, "{name}: {style:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn a_score_has_the_colour_of_the_side_that_it_favours() {
        for (name, theme) in shown() {
            let style = |value| theme.favouring(Score::raw(value));
            for (value, share) in [(60, theme.white_share), (-60, theme.black_share)] {
                assert_eq!(style(value).bg, share.fg, "{name}");
                let contrast = contrast(style(value).fg, style(value).bg);
                assert!(contrast >= 4.5, "{name}: {value}: {contrast:.2}");
                assert_eq!(style(value).add_modifier(Modifier::BOLD), style(9 * value), "{name}");
            }
            assert_eq!((style(0), style(20)), (theme.strong, theme.strong), "{name}");
            assert_ne!(style(60), style(-60), "{name}");
        }
        let theme = Theme::fallback().reduced(ColourDepth::None, Charset::Ascii);
        let white = theme.favouring(Score::raw(60));
        assert!(white.add_modifier.contains(Modifier::REVERSED), "{white:?}");
        assert_ne!(white, theme.favouring(Score::raw(-60)));
    }

    #[test]
    fn pieces_stand_out_from_both_squares() {
        for (name, theme) in shown() {
            for piece in [theme.piece_white, theme.piece_black] {
                for square in [theme.square_light, theme.square_dark] {
                    let contrast = contrast(piece.fg, square.bg);
                    assert!(contrast > 2.0, "{name}: {piece:?} on {square:?}: {contrast:.2}");
                }
                let hot = theme.heat_hot.bg;
                let contrast = contrast(piece.fg, hot);
                // An outline in the other side's colour stands for a piece that is lost.
                let is_outlined = is_lost(piece.fg.unwrap(), hot.unwrap());
                assert!(is_outlined || contrast > 1.8, "{name}: {piece:?}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn greys_only_are_grey_in_few_colours_too() {
        for depth in [ColourDepth::Ansi16, ColourDepth::Indexed256] {
            let theme = Theme::built_in("monochrome").unwrap().reduced(depth, Charset::Unicode);
            for (role, style) in theme.styles() {
                for colour in [style.fg, style.bg].into_iter().flatten() {
                    let [red, green, blue] = rgb(colour);
                    assert!(red == green && green == blue, "{role}, {depth:?}: {colour}");
                }
            }
        }
    }

    #[test]
    fn the_bars_of_both_sides_differ() {
        for (name, theme) in shown() {
            let [white, black] =
                [theme.white_share, theme.series_a].map(|style| rgb(style.fg.unwrap()));
            let most = white.into_iter().zip(black).map(|(a, b)| a.abs_diff(b)).max();
            assert!(most >= Some(60), "{name}: {white:?} {black:?}");
        }
    }

    #[test]
    fn marked_squares_differ_from_the_board() {
        for (name, t) in shown() {
            let marks = [t.last_light, t.last_dark, t.square_selected, t.square_cursor];
            let others = [t.square_target, t.square_check, t.square_premove, t.square_hint];
            for mark in marks.into_iter().chain(others) {
                assert!(mark.bg != t.square_light.bg && mark.bg != t.square_dark.bg, "{name}");
            }
            assert_ne!(t.square_light.bg, t.square_dark.bg, "{name}");
            assert_ne!(t.clock_running.bg, t.clock_low.bg, "{name}");
        }
    }

    #[test]
    fn every_theme_is_made_for_few_colours_too() {
        for (name, theme) in BUILT_IN.map(|(name, _)| (name, Theme::built_in(name).unwrap())) {
            for palette in [&theme.colours_256, &theme.colours_16] {
                assert_eq!(palette.missing(), Vec::<&str>::new(), "{name}");
            }
        }
    }

    #[test]
    fn a_patch_changes_only_what_it_names() {
        let text =
            "(name: \"mine\", base: \"dark\",\n title: (fg: \"#ff0000\", add_modifier: \"BOLD\"))";
        let mine = Theme::parse("mine.ron", text).unwrap();
        let dark = Theme::built_in("dark").unwrap();
        let red = Style::new().fg(Color::Rgb(255, 0, 0)).add_modifier(Modifier::BOLD);
        let few = |depth| mine.clone().reduced(depth, Charset::Unicode).title;
        assert_eq!(few(ColourDepth::Ansi16), Style { fg: Some(Color::Red), ..red });
        let (colours_256, colours_16) = (mine.colours_256.clone(), mine.colours_16.clone());
        let patched = Theme { name: "mine".into(), title: red, colours_256, colours_16, ..dark };
        assert_eq!(mine, patched);
    }

    #[test]
    fn mistakes_name_the_line() {
        for (text, line) in [
            ("(\n titel: (fg: \"red\"))", 2),
            ("(\n\n title: (fg: \"no colour\"))", 3),
            ("(title: (fg: \"red\")", 1),
        ] {
            let error = Theme::parse("mine.ron", text).unwrap_err();
            assert!(matches!(&error, ThemeError::Syntax(place) if place.line == line), "{error}");
        }
        for base in ["nowhere", "mine.ron"] {
            let error = Theme::parse("mine.ron", &format!("(\n base: {base:?})")).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "theme mine.ron:2:8: base = {base:?}: expected one of incunable, dark, light, parchment, contrast, \
                     colourblind, monochrome, default"
                )
            );
        }
        for value in ["#9aa7zz", "300"] {
            let error = Theme::parse("mine.ron", &format!("(\n title: (bg: {value:?}))"));
            let error = error.unwrap_err().to_string();
            assert!(error.starts_with("theme mine.ron:2:"), "{error}");
            assert!(
                error.contains(&format!("bg = {value:?}: expected a colour such as")),
                "{error}"
            );
        }
    }

    #[test]
    fn a_value_that_cannot_be_used_leaves_the_others() {
        let text = "(\n base: \"light\",\n title: (fg: \"no colour\", add_modifier: \"ITALIC\"),\n titel: (fg: \"red\"),\n \
                    good: (fg: \"#010203\"),\n good: (fg: \"red\"),\n colours_16: (bad: 7, dim: (fg: \"blue\")),\n)";
        let (mine, errors) = Theme::parse_valid("mine.ron", text).unwrap();
        let light = Theme::built_in("light").unwrap();
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors.len(), 4, "{errors:?}");
        assert!(
            errors[0].starts_with("mine.ron:3:14: title.fg = \"no colour\": expected a colour")
        );
        assert_eq!(
            errors[1],
            "mine.ron:4:9: titel = (fg: \"red\"): there is no such role; did you mean title?"
        );
        assert_eq!(errors[2], "mine.ron:6:8: good = (fg: \"red\"): the field stands twice");
        assert!(errors[3].starts_with("mine.ron:7:20: colours_16.bad = 7: expected a style"));
        assert_eq!(mine.good.fg, Some(Color::Rgb(1, 2, 3)));
        assert_eq!(mine.title, Style::new().add_modifier(Modifier::ITALIC));
        assert_eq!(mine.text, light.text);
        let few = mine.reduced(ColourDepth::Ansi16, Charset::Unicode);
        assert_eq!(few.dim.fg, Some(Color::Blue));
        let (mine, errors) = Theme::parse_valid("mine.ron", "(base: \"nowhere\")").unwrap();
        assert_eq!((mine.text, errors.len()), (Theme::fallback().text, 1));
    }

    #[test]
    fn mistakes_in_a_style_name_its_field() {
        for (style, words) in [
            ("fgg: \"red\"", "fgg = \"red\": there is no such field; the fields are fg, bg"),
            ("bg: 5", "bg = 5: expected a colour such as \"#9aa7b6\""),
            ("fg:  red ", "fg = red: expected a colour such as"),
            ("underline_color: (1, 2, 3)", "underline_color = (1, 2, 3): expected a colour"),
            ("add_modifier: \"BOLT\"", "add_modifier = \"BOLT\": expected modifiers such as"),
            ("sub_modifier: 1", "sub_modifier = 1: expected modifiers such as \"BOLD\" or"),
        ] {
            for text in
                [format!("(\n title: ({style}))"), format!("(\n colours_16: (dim: ({style})))")]
            {
                let error = Theme::parse("mine.ron", &text).unwrap_err().to_string();
                assert!(error.starts_with("theme mine.ron:2:") && error.contains(words), "{error}");
            }
        }
        let text = "(title: (fg: Some(\"red\"), bg: None, add_modifier: \"DIM | ITALIC\"))";
        let title = Style::new().fg(Color::Red).add_modifier(Modifier::DIM | Modifier::ITALIC);
        assert_eq!(Theme::parse("mine.ron", text).unwrap().title, title);
    }
}
