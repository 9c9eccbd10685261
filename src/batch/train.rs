//! `lucena train`: exercises from the player's own mistakes, line by line: a position, a move, and why.

use crate::annotate::TaskResult;
use crate::annotate::proof::quiet_part;
use crate::base::{sanitise, unix_seconds};
use crate::config::Paths;
use crate::game::Game;
use crate::game::autosave::recorded_games;
use crate::game::pgn::Index;
use crate::machine::chess::names;
use crate::rules::{File, Move, Position, Rank, Square, notation, parse_fen, parse_typed};
use crate::train::{
    Answer, Exercise, Judge, MIN_LOSS, Progress, Store, Verdict, Whose, due_at, exercises_of, plan,
    progress,
};
use anyhow::{Context as _, Result, bail};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Plies of a line that are shown, except for a longer proof.
const SHOWN_PLIES: usize = 8;
const SECONDS_A_DAY: i64 = 86_400;
/// What may be typed instead of a move.
const COMMANDS: &str = "a move, or: hint, show (the answer), skip, board, stats, quit";

/// Arguments of `lucena train`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Annotated games (PGN) besides the recorded ones.
    #[arg(value_name = "GAMES.PGN")]
    pub files: Vec<PathBuf>,
    /// Take the mistakes of this player; without it those of the person in games against Lucena, of both sides in others.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Exercises of this session that were never answered.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub new: usize,
    /// Exercises of this session in all.
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub limit: usize,
    /// Nodes for judging a move.
    #[arg(long, value_name = "NODES", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1_000..))]
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
    let store = Store::open(&folder).with_context(|| folder.display().to_string())?;
    let now = options.now.unwrap_or_else(unix_seconds);
    let mut session = Session { store, now, out };
    session.collect(options, &paths.games())?;
    if options.stats {
        return session.print_progress();
    }
    let planned = plan(&session.store, now, options.new, options.limit);
    if planned.is_empty() {
        return session.print_nothing_due(&paths.games());
    }
    let mut judge = Judge::new(options.nodes)?;
    session.train(planned, &mut judge, input)
}

/// A session.
struct Session<'a, W> {
    store: Store,
    now: i64,
    out: &'a mut W,
}

/// What the player typed.
enum Typed {
    Move(Move),
    Hint,
    Show,
    Skip,
    Quit,
}

impl<W: Write> Session<'_, W> {
    /// Adds the exercises of the recorded games and of the given files.
    fn collect(&mut self, options: &Options, games: &Path) -> Result<()> {
        for note in std::mem::take(&mut self.store.notes) {
            self.line(&note)?;
        }
        let whose = options.player.clone().map_or(Whose::Person, Whose::Named);
        let (mut added, mut unevaluated, mut moves) = (0, 0, 0);
        let recorded = recorded_games(games);
        let given = options.files.len();
        for (index, file) in options.files.iter().chain(&recorded).enumerate() {
            let games = match Index::build(file, &mut |_, _| ControlFlow::Continue(())) {
                Ok(games) => games,
                // A recorded game that cannot be read does not end the session.
                Err(error) if index >= given => {
                    self.line(&format!("left out: {error}"))?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            for number in 0..games.entries().len() {
                let read = games.read(number)?;
                let found = exercises_of(&read.game, &label(&read.game), &whose);
                (moves, unevaluated) = (moves + found.moves, unevaluated + found.unevaluated);
                for exercise in found.exercises {
                    added += usize::from(self.store.add(exercise)?);
                }
            }
        }
        if let Some(name) = options.player.as_ref().filter(|_| moves == 0) {
            bail!("no game has a player called {name:?}");
        }
        let all = self.store.exercises().len();
        self.line(&format!(
            "{all} exercises, {added} of them new: moves that lost {MIN_LOSS:.0} % or more of the winning chances"
        ))?;
        if unevaluated > 0 {
            self.line(&format!(
                "{unevaluated} of {moves} moves have no evaluation: `lucena annotate` gives them one"
            ))?;
        }
        Ok(())
    }

    fn train(&mut self, planned: Vec<usize>, judge: &mut Judge, input: impl BufRead) -> Result<()> {
        let (total, mut right, mut answered) = (planned.len(), 0, 0);
        let mut lines = input.lines();
        self.line(COMMANDS)?;
        for (number, index) in (1..).zip(planned) {
            let exercise = self.store.exercises()[index].clone();
            let Ok(position) = parse_fen(&exercise.fen) else {
                self.line(&format!("left out: not a position: {}", exercise.fen))?;
                continue;
            };
            self.line(&format!("\nexercise {number} of {total}: {}", task(&exercise)))?;
            self.print_board(&position)?;
            let mut first = true;
            loop {
                write!(self.out, "{} to move: ", position.turn().fold_wb("White", "Black"))?;
                self.out.flush()?;
                let Some(text) = lines.next().transpose()? else {
                    self.line("")?;
                    return self.finish(right, answered);
                };
                match self.typed(&text, &position)? {
                    None => {}
                    Some(Typed::Quit) => return self.finish(right, answered),
                    Some(Typed::Skip) => break,
                    Some(Typed::Hint) => self.hint(&exercise, &position, judge)?,
                    Some(Typed::Show) => {
                        if std::mem::take(&mut first) {
                            self.record(&exercise, String::new(), false)?;
                            answered += 1;
                        }
                        let best = judge.best(&exercise, &position);
                        self.solution(&exercise, &position, &best)?;
                        break;
                    }
                    Some(Typed::Move(mv)) => {
                        let verdict = judge.judge(&exercise, &position, mv);
                        if std::mem::take(&mut first) {
                            self.record(&exercise, notation::uci(mv), verdict.right)?;
                            right += usize::from(verdict.right);
                            answered += 1;
                        }
                        if self.judged(&position, mv, &verdict)? {
                            self.solution(&exercise, &position, &verdict.best)?;
                            break;
                        }
                    }
                }
            }
        }
        self.finish(right, answered)
    }

    /// Reads a line; says what is wrong with it, and answers what needs no engine.
    fn typed(&mut self, text: &str, position: &Position) -> Result<Option<Typed>> {
        Ok(Some(match text.trim() {
            "" => return Ok(None),
            "hint" => Typed::Hint,
            "show" => Typed::Show,
            "skip" => Typed::Skip,
            "quit" | "exit" => Typed::Quit,
            "board" => {
                self.print_board(position)?;
                return Ok(None);
            }
            "stats" => {
                self.print_progress()?;
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

    /// Says whether the move is right; a wrong one is refuted.
    fn judged(&mut self, position: &Position, mv: Move, verdict: &Verdict) -> Result<bool> {
        let san = notation::san(position, mv);
        let loss = verdict.loss.max(0.0);
        if verdict.right {
            self.line(&match loss < 0.5 {
                true => format!("right: {san}"),
                false => format!("right: {san}, {loss:.0} % below the best move"),
            })?;
            return Ok(true);
        }
        let reason = verdict.reason.as_deref().unwrap_or_default();
        // The plain words name the better move, which is still to be found.
        let reason = reason.split("; better was").next().unwrap_or_default();
        self.line(&format!("wrong: {san} loses {loss:.0} %: {reason}"))?;
        self.line(&format!("  {}", shown(position, &verdict.answer.line)))?;
        Ok(false)
    }

    fn hint(&mut self, exercise: &Exercise, position: &Position, judge: &mut Judge) -> Result<()> {
        let best = judge.best(exercise, position);
        let hint = match best.line.first() {
            Some(mv) => format!("the {} moves; theme: {}", names::role(mv.role()), exercise.theme),
            None => "no legal move".to_owned(),
        };
        self.line(&hint)
    }

    /// The best line, and what was said of the move that was played.
    fn solution(
        &mut self,
        exercise: &Exercise,
        position: &Position,
        best: &TaskResult,
    ) -> Result<()> {
        self.line(&format!("  best: {}", shown(position, &best.line)))?;
        if !exercise.reason.is_empty() {
            self.line(&format!("  of the move played: {}", exercise.reason))?;
        }
        let due = due_at(self.store.answers(exercise)).map(|due| (due - self.now) / SECONDS_A_DAY);
        match due {
            Some(days) => self.line(&format!("  again in {days} {}", plural(days, "day"))),
            None => Ok(()),
        }
    }

    fn record(&mut self, exercise: &Exercise, mv: String, right: bool) -> Result<()> {
        let answer = Answer { at: self.now, fen: exercise.fen.clone(), mv, right };
        self.store.record(answer).context("the answer cannot be saved")
    }

    fn finish(&mut self, right: usize, answered: usize) -> Result<()> {
        self.line(&format!("{right} of {answered} right at the first try"))
    }

    fn print_progress(&mut self) -> Result<()> {
        for sums in progress(&self.store, self.now) {
            self.line("            exercises  answered  known  due  right answers")?;
            for Progress { name, exercises, answered, known, answers, right, due } in sums {
                self.line(&format!(
                    "{name:<12}{exercises:>9}{answered:>10}{known:>7}{due:>5}{right:>9} of {answers}"
                ))?;
            }
        }
        Ok(())
    }

    fn print_nothing_due(&mut self, games: &Path) -> Result<()> {
        let next = self.store.exercises().iter().filter_map(|one| due_at(self.store.answers(one)));
        match next.min() {
            Some(due) => {
                let days = (due - self.now + SECONDS_A_DAY - 1) / SECONDS_A_DAY;
                self.line(&format!(
                    "nothing is due; the next exercise is in {days} {}",
                    plural(days, "day")
                ))
            }
            None => self.line(&format!(
                "no exercises: annotate a game with a mistake (`lucena annotate`, or `:annotate` in a game) and give its \
                 file, or play against Lucena; recorded games are in {}",
                games.display()
            )),
        }
    }

    fn print_board(&mut self, position: &Position) -> Result<()> {
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

/// "Ada - Lucena, 2026.11.23".
fn label(game: &Game) -> String {
    let names = game.player_names(" - ");
    match game.tags.get("Date").filter(|date| !date.starts_with('?')) {
        Some(date) => format!("{names}, {date}"),
        None => names,
    }
}

fn task(exercise: &Exercise) -> String {
    format!("{}\nthat move lost {:.0} %; find a better one", exercise.source, exercise.loss)
}

/// The line with move numbers, as far as it proves something.
fn shown(position: &Position, line: &[Move]) -> String {
    let length = quiet_part(position, line).len().max(SHOWN_PLIES).min(line.len());
    notation::numbered_line(position, &line[..length])
}

fn plural(count: i64, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
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
