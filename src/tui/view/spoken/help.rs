//! What may be typed.

use crate::tui::model::Model;

/// What may be typed beside the commands.
const HELP: [&str; 19] = [
    "type a move: e4, nf3, knight f3, e2e4, o-o, e8=q; large or small letters",
    "board: read the board by ranks; diagram: the same in letters, for braille",
    "pieces, pieces white, pieces knight, p N: where the pieces are",
    "look e4, look e, look 4: a square, a file, a rank; s e4 is the same",
    "moves, moves from e4, moves to e5, moves knight: the legal moves",
    "last or l: the last move; clock, c or time: the clocks; status: players, whose move it is, check",
    "eval: score and expected line; why: why the engine made its last move; why e4: about a move or square",
    "position: the position as FEN",
    "game white 5+3 1500: a new game with side, clock and level; new asks for each",
    "takeback, draw, resign, hint, redo, move-now, pause, elo 1200: the game",
    "open FILE, save FILE: games in files; back, forward, first, :last: step through a game; moments: its mistakes",
    "analyse: search without end, or end that; questions: ask what the engine thought",
    "read NAME: a panel of the screen, such as score, time, dial, eval, search, log",
    "row-down, row-up, row-open, row-enter: choose in what the debugger shows",
    "help WORD: the commands about it, such as help game; help all: every command",
    "a word with a colon, such as :last or :pieces, is always the command of that name",
    "messages: what was said; settings: what can be set; quit: leave, the game is saved",
    "a question is answered by yes or no; Ctrl-C and the end of input save the game and leave",
    "from a pipe, each line waits until the engine has moved; move-now and pause do not",
];

/// The arrow keys, whose signs a line has no words for.
const ARROWS: [(char, &str); 4] =
    [('←', "left arrow"), ('→', "right arrow"), ('↑', "up arrow"), ('↓', "down arrow")];

/// Help: what may be typed, or the commands that `wanted` is about.
pub fn help(model: &Model, wanted: &str) -> Vec<String> {
    if wanted.is_empty() {
        return HELP.map(str::to_owned).to_vec();
    }
    let wanted = wanted.trim_start_matches(':').to_lowercase();
    let specs = model.keymap.specs();
    let fits = |text: &str| wanted == "all" || text.to_lowercase().contains(&wanted);
    let mut lines: Vec<String> =
        HELP.into_iter().filter(|text| wanted != "all" && fits(text)).map(str::to_owned).collect();
    let found =
        specs.iter().filter(|spec| fits(&spec.usage()) || fits(spec.group) || fits(spec.help));
    lines.extend(found.map(|spec| {
        let mut help = spec.help.to_owned();
        for (arrow, words) in ARROWS {
            help = help.replace(arrow, words);
        }
        format!("{}: {help}", spec.usage().trim_start_matches(':'))
    }));
    lines.extend(
        lines
            .is_empty()
            .then(|| format!("nothing is about {wanted:?}; help lists what may be typed")),
    );
    lines
}
