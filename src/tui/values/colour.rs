//! The colour depth of the terminal, and the reduction of a true-colour theme to it. The nearest colours are our own
//! search: the crates for it weigh the channels equally, and light squares lose their tint.

use ratatui::style::{Color, Modifier, Style};

/// The beginnings of the names of terminals that have 24 bits and do not say so in the name; `COLORTERM` does not come through ssh.
///
/// Source: the documentation of each of them.
const TRUE_COLOUR: [&str; 5] = ["alacritty", "foot", "xterm-kitty", "xterm-ghostty", "wezterm"];

/// How many colours a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColourDepth {
    /// No colours: only bold, dim, underline and reverse.
    None,
    /// The sixteen of the terminal's own palette.
    Ansi16,
    /// The 6x6x6 cube and the grey ramp.
    Indexed256,
    /// 24 bits.
    #[default]
    True,
}

impl ColourDepth {
    /// The colour depth of the terminal on standard output in this environment. An empty variable counts as none.
    ///
    /// Source: no-color.org for `NO_COLOR`; the crate supports-color for `FORCE_COLOR`, whose numbers are levels from 1 to 3, and for
    /// what `COLORTERM`, `TERM` and `TERM_PROGRAM` say. The consoles of Windows set none of the three; those of Windows 10 1703 and
    /// later have 24 bits. A `COLORTERM` that another terminal left behind does not exceed the terminal's own name.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> Self {
        let [no_color, force, clicolor, colorterm, term, program] =
            ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM", "TERM_PROGRAM"]
                .map(|name| variable(name).unwrap_or_default());
        let level = match &*force {
            "" => u8::from(!clicolor.is_empty() && clicolor != "0"),
            "false" => 0,
            level => level.parse().unwrap_or(1),
        };
        let is_true = cfg!(windows)
            || ["truecolor", "24bit"].contains(&&*colorterm)
            || ["direct", "truecolor"].iter().any(|end| term.ends_with(end))
            || TRUE_COLOUR.iter().any(|start| term.starts_with(start))
            || program == "iTerm.app";
        let is_256 = program == "Apple_Terminal"
            || ["256", "256color"].iter().any(|end| term.ends_with(end));
        match level {
            1 => Self::Ansi16,
            2 => Self::Indexed256,
            3.. => Self::True,
            0 if !no_color.is_empty() || term == "dumb" => Self::None,
            0 if is_true => Self::True.min(Self::most(&term)),
            0 if is_256 => Self::Indexed256.min(Self::most(&term)),
            0 if term.is_empty() && colorterm.is_empty() => Self::None,
            0 => Self::Ansi16.min(Self::most(&term)),
        }
    }

    /// The most that a terminal has whose name says it, as `TERM` holds it.
    ///
    /// Source: the capability `colors` of ncurses' terminfo. Names that it gives eight colours, as `linux` and `ansi`, have the
    /// bright ones as well in what goes by them today.
    fn most(term: &str) -> Self {
        let has_digit = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_digit());
        // DEC's terminals up to the VT520 show text in one colour.
        let is_dec = term.strip_prefix("vt").is_some_and(has_digit) && !term.starts_with("vt525");
        let is_without = ["-m", "-mono", "-nc", "-r5", "-r6"].iter().any(|end| term.ends_with(end))
            || ["wsvt25m", "sun"].contains(&term);
        let sixteen = ["linux", "ansi", "pcansi", "cons25", "wsvt25", "mach-color"];
        let is_sixteen = sixteen.iter().any(|start| term.starts_with(start))
            || ["-16color", "-8color"].iter().any(|end| term.ends_with(end));
        match (is_dec || is_without, is_sixteen) {
            (true, _) => Self::None,
            (false, true) => Self::Ansi16,
            (false, false) => Self::True,
        }
    }

    /// The nearest style that this depth can show.
    pub fn reduce(self, style: Style) -> Style {
        let reduce = |colour: Option<Color>| colour.map(|colour| self.reduce_colour(colour));
        match self {
            Self::None => Style { fg: None, bg: None, ..style },
            Self::Ansi16 | Self::Indexed256 | Self::True => {
                Style { fg: reduce(style.fg), bg: reduce(style.bg), ..style }
            }
        }
    }

    /// The nearest colour that this depth can show; `Reset` when it has none.
    pub fn reduce_colour(self, colour: Color) -> Color {
        let Color::Rgb(r, g, b) = colour else {
            return if self == Self::None { Color::Reset } else { colour };
        };
        match self {
            Self::True => colour,
            Self::Indexed256 => Color::Indexed(nearest_256([r, g, b])),
            Self::Ansi16 => nearest_16([r, g, b]),
            Self::None => Color::Reset,
        }
    }
}

/// Reverse video, in place of a background colour.
pub fn reversed(style: Style) -> Style {
    Style::new().add_modifier(style.add_modifier | Modifier::REVERSED)
}

/// Levels of the colour cube. Source: xterm's 256-colour table.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The distance of two colours, each as red, green and blue.
fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    // The eye is most sensitive to green, then red, then blue.
    [2, 4, 1]
        .into_iter()
        .zip(a.into_iter().zip(b))
        .map(|(w, (x, y))| w * u32::from(x.abs_diff(y)).pow(2))
        .sum()
}

fn nearest_256(rgb: [u8; 3]) -> u8 {
    let level = |v: u8| (0..6_u8).min_by_key(|&i| CUBE[usize::from(i)].abs_diff(v)).unwrap_or(0);
    let levels = rgb.map(level);
    let mean = u8::try_from(rgb.map(u16::from).iter().sum::<u16>() / 3).unwrap_or(u8::MAX);
    let step = (mean.saturating_sub(3) / 10).min(23);
    let cube = levels.map(|level| CUBE[usize::from(level)]);
    if distance([8 + 10 * step; 3], rgb) < distance(cube, rgb) {
        232 + step
    } else {
        16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }
}

/// The sixteen colours. Source: the VGA palette, which most terminals approximate.
const PALETTE: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [170, 0, 0]),
    (Color::Green, [0, 170, 0]),
    (Color::Yellow, [170, 85, 0]),
    (Color::Blue, [0, 0, 170]),
    (Color::Magenta, [170, 0, 170]),
    (Color::Cyan, [0, 170, 170]),
    (Color::Gray, [170, 170, 170]),
    (Color::DarkGray, [85, 85, 85]),
    (Color::LightRed, [255, 85, 85]),
    (Color::LightGreen, [85, 255, 85]),
    (Color::LightYellow, [255, 255, 85]),
    (Color::LightBlue, [85, 85, 255]),
    (Color::LightMagenta, [255, 85, 255]),
    (Color::LightCyan, [85, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// Red, green and blue of a colour, from 0 to 255; black for the terminal's own.
#[expect(clippy::wildcard_enum_match_arm, reason = "the palette has all other colours")]
pub fn rgb(colour: Color) -> [u8; 3] {
    match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index @ 16..=231) => {
            let part = |step: u8| CUBE[usize::from((index - 16) / step % 6)];
            [part(36), part(6), part(1)]
        }
        Color::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        _ => PALETTE.into_iter().find(|(known, _)| *known == colour).map_or([0; 3], |(_, rgb)| rgb),
    }
}

/// The relative luminance of a colour. Source: WCAG 2.2.
fn luminance(colour: Color) -> f64 {
    let linear = rgb(colour).map(|part| {
        let share = f64::from(part) / 255.0;
        if share <= 0.039_28 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// The contrast of two colours, from 1 to 21. Source: WCAG 2.2.
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Black or white, whichever stands out more from `ground`: at least 4.5.
pub fn letters_on(ground: Color) -> Color {
    let [black, white] = if matches!(ground, Color::Rgb(..)) {
        [Color::Rgb(0, 0, 0), Color::Rgb(255, 255, 255)]
    } else if matches!(ground, Color::Indexed(_)) {
        [Color::Indexed(16), Color::Indexed(231)]
    } else {
        [Color::Black, Color::White]
    };
    if contrast(black, ground) >= contrast(white, ground) { black } else { white }
}

/// Whether a piece cannot be told from its ground: both are the same, or white and the light grey of the sixteen colours.
///
/// Source: the light grey is `#aaaaaa` on the Linux console and `#e5e5e5` in xterm, where its contrast with white is 1.3.
pub fn is_lost(piece: Color, ground: Color) -> bool {
    piece == ground || (piece, ground) == (Color::White, Color::Gray)
}

fn nearest_16(rgb: [u8; 3]) -> Color {
    let nearest = PALETTE.into_iter().min_by_key(|(_, known)| distance(*known, rgb));
    nearest.map_or(Color::Reset, |(colour, _)| colour)
}

/// `a` mixed with `b`, `share` of it in 256ths: of 256 colours the nearest to the mixture; the sixteen are not mixed.
pub fn mix(a: Color, b: Color, share: u16) -> Color {
    let share = share.min(256);
    let channel = |x: u8, y: u8| {
        let mixed = (u32::from(x) * u32::from(256 - share) + u32::from(y) * u32::from(share)) / 256;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    };
    let ([ar, ag, ab], [br, bg, bb]) = (rgb(a), rgb(b));
    let mixed = [channel(ar, br), channel(ag, bg), channel(ab, bb)];
    match (a, b) {
        (Color::Rgb(..), Color::Rgb(..)) => Color::Rgb(mixed[0], mixed[1], mixed[2]),
        (Color::Indexed(_), Color::Indexed(_)) if !share.is_multiple_of(256) => {
            Color::Indexed(nearest_256(mixed))
        }
        _ if share >= 128 => b,
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::{ColourDepth, mix};
    use ratatui::style::Color;

    #[test]
    fn a_terminal_has_no_more_colours_than_its_name_says() {
        use ColourDepth::{Ansi16, None, True};
        for (names, most) in [
            ("vt100 vt220 vt320 vt52 ansi-m xterm-mono linux-m wsvt25m rxvt-m xterm-r6", None),
            ("linux ansi pcansi cons25 linux-16color xterm-16color", Ansi16),
            // These have what COLORTERM says.
            ("xterm xterm-256color screen tmux vte-direct alacritty vt525", True),
        ] {
            for name in names.split(' ') {
                assert_eq!(ColourDepth::most(name), most, "{name}");
            }
        }
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        use ColourDepth::{Ansi16, Indexed256, None, True};
        for (environment, depth) in [
            ("TERM=xterm", Ansi16),
            ("TERM=xterm COLORTERM=", Ansi16),
            ("TERM=xterm COLORTERM=1", Ansi16),
            ("TERM=xterm COLORTERM=truecolor", True),
            ("TERM=linux COLORTERM=truecolor", Ansi16),
            ("TERM=xterm-256color", Indexed256),
            ("TERM=vte-direct", True),
            ("TERM=xterm TERM_PROGRAM=iTerm.app", True),
            ("TERM=dumb COLORTERM=truecolor", None),
            // As over ssh, which does not pass COLORTERM on.
            ("TERM=alacritty", True),
            ("TERM=foot", True),
            ("TERM=foot-extra", True),
            ("TERM=xterm-kitty", True),
            ("TERM=xterm-ghostty", True),
            ("TERM=wezterm", True),
            // Only a value that is not empty counts, whatever it is.
            ("TERM=xterm-256color NO_COLOR=", Indexed256),
            ("TERM=xterm-256color NO_COLOR=1", None),
            ("TERM=xterm-256color NO_COLOR=0", None),
            ("TERM=wezterm NO_COLOR=1", None),
            ("TERM=xterm FORCE_COLOR=3 NO_COLOR=1", True),
            ("TERM=vt100 CLICOLOR_FORCE=1", Ansi16),
            ("TERM=vt100 CLICOLOR_FORCE=0", None),
            ("TERM=xterm-256color FORCE_COLOR=", Indexed256),
            ("TERM=xterm-256color FORCE_COLOR=0", Indexed256),
        ] {
            let found = ColourDepth::of_terminal(|name| {
                let mut set = environment.split(' ').filter_map(|it| it.split_once('='));
                set.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
            });
            if !cfg!(windows) {
                assert_eq!(found, depth, "{environment}");
            }
        }
    }

    #[test]
    fn a_grey_stays_one_in_sixteen_colours() {
        let greys = [Color::Black, Color::DarkGray, Color::Gray, Color::White];
        for step in 0..=255 {
            let nearest = ColourDepth::Ansi16.reduce_colour(Color::Rgb(step, step, step));
            assert!(greys.contains(&nearest), "{step}: {nearest}");
        }
    }

    #[test]
    fn colours_are_reduced_to_the_nearest() {
        // Source: measured against the xterm table; f0d9b5 and b58863 are the usual board colours.
        let rgb = Color::from_u32;
        let to_256 = |hex| ColourDepth::Indexed256.reduce_colour(rgb(hex));
        assert_eq!(to_256(0x00f0_d9b5), Color::Indexed(223));
        assert_eq!(to_256(0x00b5_8863), Color::Indexed(137));
        assert_eq!(ColourDepth::Ansi16.reduce_colour(rgb(0x0000_0000)), Color::Black);
        assert_eq!(ColourDepth::Ansi16.reduce_colour(rgb(0x00ff_f8f0)), Color::White);
        assert_eq!(ColourDepth::None.reduce_colour(Color::Red), Color::Reset);
        assert_eq!(mix(rgb(0), rgb(0x00ff_ffff), 128), rgb(0x007f_7f7f));
    }
}
