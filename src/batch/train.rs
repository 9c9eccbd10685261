//! `lucena train`: exercises from the player's own mistakes, line by line: a position, a move, and why.

use super::partial_games::ReadInPart;
use super::stats::player_of_settings;
use crate::base::{sanitise, unix_seconds};
use crate::config::Paths;
use crate::rules::{File, Move, Position, Rank, Square, notation, parse_typed};
use crate::train::{
    NODES, Progress, Session, Size, Store, Task, Whose, collect, progress, shown_part,
};
use anyhow::{Context as _, Result};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

const UNSAVED: &str = "the answer cannot be saved";
/// What may be typed instead of a move.
const COMMANDS: &str = "a move, or: hint, show (the answer), skip, board, stats, quit";

/// Arguments of `lucena train`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Annotated games (PGN) besides the recorded ones.
    #[arg(value_name = "GAMES.PGN")]
    pub files: Vec<PathBuf>,
    /// Take the mistakes of this player; without it those of the person in games against Lucena, yours in
    /// others with the name of the settings, and those of both sides in the rest.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Exercises of this session that were never answered.
    #[arg(long, value_name = "N", default_value_t = Size::default().new)]
    pub new: usize,
    /// Exercises of this session in all.
    #[arg(long, value_name = "N", default_value_t = Size::default().limit)]
    pub limit: usize,
    /// Nodes for judging a move.
    #[arg(long, value_name = "NODES", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1_000..))]
    pub nodes: u64,
    /// Print the progress by theme and phase instead of training.
    #[arg(long)]
    pub stats: bool,
    /// The time in seconds since 1970-01-01 00:00:00 UTC instead of now, to try the repetition of exercises.
    #[arg(long, value_name = "SECONDS", hide = true)]
    pub now: Option<i64>,
}

/// Collects exercises and trains until the session is done, `quit`, or the end of the input.
///
/// # Errors
/// The folder of exercises cannot be used, a file cannot be read, or `out` fails.
pub fn run(
    options: &Options,
    home: Option<&Path>,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<()> {
    let paths = Paths::find(home)?;
    let folder = paths.data("training");
    let mut store = Store::open(&folder).with_context(|| folder.display().to_string())?;
    let now = options.now.unwrap_or_else(unix_seconds);
    let mut printer = Printer { out, now };
    let whose = match options.player.clone() {
        Some(player) => Whose::Named(player),
        None => Whose::Mine(player_of_settings(&paths)?),
    };
    let collected = collect(&mut store, &options.files, &paths.games(), &whose)?;
    store.keep(&whose);
    let words = collected.words(store.exercises().len());
    for note in store.notes.iter().chain(&collected.left_out).chain(&words) {
        printer.line(note)?;
    }
    printer.run(options, store, &paths, input)?;
    match collected.read_in_part {
        0 => Ok(()),
        games => Err(ReadInPart::Unnamed(games).into()),
    }
}

/// Prints a session.
struct Printer<'a, W> {
    out: &'a mut W,
    /// Seconds since 1970.
    now: i64,
}

/// What the player typed.
enum Typed {
    Move(Move),
    Hint,
    Show,
    Skip,
    Quit,
}

impl<W: Write> Printer<'_, W> {
    /// Prints the progress, or trains if there is an exercise.
    fn run(
        &mut self,
        options: &Options,
        store: Store,
        paths: &Paths,
        input: impl BufRead,
    ) -> Result<()> {
        if options.stats {
            return self.progress(&progress(&store, self.now));
        }
        let all = store.exercises().len();
        let size = Size { new: options.new, limit: options.limit };
        let session = Session::new(store, self.now, size, options.nodes)?;
        if session.is_empty() {
            let without = match (options.new, options.limit) {
                _ if all == 0 => None,
                (_, 0) => Some("no exercises: --limit 0 asks none".to_owned()),
                (0, _) => {
                    Some(format!("no exercises: all {all} are new, and --new 0 asks none of those"))
                }
                _ => None,
            };
            let due = session.due_words(self.now).filter(|_| options.limit > 0);
            return self.line(&due.or(without).unwrap_or_else(|| {
                format!(
                    "no exercises: annotate a game with a mistake (`lucena annotate`, or `:annotate` in a game) and give its \
                     file, or play against Lucena; recorded games are in {}",
                    paths.games().display()
                )
            }));
        }
        self.train(session, input)
    }

    fn train(&mut self, mut session: Session, input: impl BufRead) -> Result<()> {
        let mut lines = input.split(b'\n');
        self.line(COMMANDS)?;
        while let Some(Task { number, total, exercise, position }) = session.next_task().cloned() {
            self.line(&format!(
                "\nexercise {number} of {total}: {}\nthat move lost {:.0} %; find a better one",
                exercise.source, exercise.loss
            ))?;
            self.board(&position)?;
            loop {
                write!(self.out, "{} to move: ", position.turn().fold_wb("White", "Black"))?;
                self.out.flush()?;
                let Some(line) = lines.next().transpose()? else {
                    self.line("")?;
                    return self.line(&session.result_words());
                };
                // What is not UTF-8 is no move, and told as such.
                let text = String::from_utf8_lossy(&line);
                let best = match self.typed(&text, &position, &session)? {
                    None => continue,
                    Some(Typed::Quit) => return self.line(&session.result_words()),
                    Some(Typed::Skip) => break,
                    Some(Typed::Hint) => {
                        let hint = session.hint();
                        self.line(hint.as_deref().unwrap_or("no legal move"))?;
                        continue;
                    }
                    Some(Typed::Show) => session.solution(self.now).context(UNSAVED)?,
                    Some(Typed::Move(mv)) => {
                        let Some(verdict) = session.answer(mv, self.now).context(UNSAVED)? else {
                            continue;
                        };
                        self.line(&verdict.words(&position, mv))?;
                        if verdict.is_undecided {
                            continue;
                        }
                        if !verdict.right {
                            self.line(&format!("  {}", shown(&position, &verdict.answer.line)))?;
                            continue;
                        }
                        Some(verdict.best)
                    }
                };
                let best = best.unwrap_or_default();
                self.line(&format!("  best: {}", shown(&position, &best.line)))?;
                if !exercise.reason.is_empty() {
                    self.line(&format!("  of the move played: {}", exercise.reason))?;
                }
                if let Some(words) = session.return_words(self.now) {
                    self.line(&format!("  {words}"))?;
                }
                break;
            }
        }
        self.line(&session.result_words())
    }

    /// Reads a line; says what is wrong with it, and answers what needs no engine.
    fn typed(
        &mut self,
        text: &str,
        position: &Position,
        session: &Session,
    ) -> Result<Option<Typed>> {
        Ok(Some(match text.trim() {
            "" => return Ok(None),
            "hint" => Typed::Hint,
            "show" => Typed::Show,
            "skip" => Typed::Skip,
            "quit" | "exit" => Typed::Quit,
            "board" => {
                self.board(position)?;
                return Ok(None);
            }
            "stats" => {
                self.progress(&session.progress(self.now))?;
                return Ok(None);
            }
            text => match parse_typed(position, text) {
                Ok(moves) => Typed::Move(moves[0]),
                Err(error) => {
                    self.line(&format!("{error}; type {COMMANDS}"))?;
                    return Ok(None);
                }
            },
        }))
    }

    fn progress(&mut self, progress: &[Vec<Progress>; 2]) -> Result<()> {
        for sums in progress {
            self.line("            exercises  answered  known  due  right answers")?;
            for Progress { name, exercises, answered, known, answers, right, due } in sums {
                self.line(&format!(
                    "{name:<12}{exercises:>9}{answered:>10}{known:>7}{due:>5}{right:>9} of {answers}"
                ))?;
            }
        }
        Ok(())
    }

    fn board(&mut self, position: &Position) -> Result<()> {
        for line in diagram(position) {
            self.line(&line)?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str) -> Result<()> {
        for line in text.split('\n') {
            writeln!(self.out, "{}", sanitise(line))?;
        }
        Ok(())
    }
}

/// A line with move numbers.
fn shown(position: &Position, line: &[Move]) -> String {
    notation::numbered_line(position, shown_part(position, line))
}

/// The board in letters from the side to move, White's pieces in capitals.
fn diagram(position: &Position) -> Vec<String> {
    let turn = position.turn();
    let letter = |square| position.board().piece_at(square).map_or('.', |piece| piece.char());
    let row = |rank: Rank| {
        let mut row = File::ALL.map(|file| letter(Square::from_coords(file, rank)).to_string());
        if turn.is_black() {
            row.reverse();
        }
        format!("  {} {}", rank.char(), row.join(" "))
    };
    let mut rows: Vec<String> = Rank::ALL.into_iter().rev().map(row).collect();
    let mut files: Vec<String> = File::ALL.map(|file| file.char().to_string()).to_vec();
    if turn.is_black() {
        rows.reverse();
        files.reverse();
    }
    rows.push(format!("    {}", files.join(" ")));
    rows
}
