//! A parsed `info` line.
//!
//! Engines differ and sometimes print invalid fields, so every field is parsed on its own and an invalid one is skipped.

use crate::base::{Bound, Millis, Score};
use crate::rules::{Position, notation};
use crate::search::PvLine;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The fields of `info` lines. Scores are for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u16>,
    /// Selective depth in plies.
    pub selective_depth: Option<u16>,
    /// Rank of the principal variation, from 1.
    pub rank: Option<usize>,
    /// The score and its bound type.
    pub score: Option<(Score, Bound)>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Filling of the transposition table, per mille.
    pub hashfull: Option<u16>,
    /// Tablebase hits.
    pub tablebase_hits: Option<u64>,
    /// Time since `go`.
    pub time: Option<Millis>,
    /// The principal variation, unparsed.
    pub moves: Vec<String>,
    /// The root move under search.
    pub current_move: Option<String>,
    /// Its number, from 1.
    pub current_number: Option<usize>,
    /// Free text.
    pub text: Option<String>,
    /// Values that cannot be.
    pub wrong: Vec<WrongValue>,
}

/// A value of a field that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The field.
    pub field: &'static str,
    /// Its value; empty if there is none.
    pub value: String,
}

/// Words that start a field and end a list of moves.
const FIELDS: &str = "depth seldepth multipv score nodes nps hashfull tbhits time pv currmove \
                      currmovenumber string cpuload refutation currline sbhits wdl lowerbound upperbound";

fn is_field(word: &str) -> bool {
    FIELDS.split(' ').any(|field| field == word)
}

/// Centipawns beyond those that engines print for tablebase wins and mates.
const MAX_CENTIPAWNS: i64 = 1_000_000;

/// Full moves to a mate beyond those that tablebases know.
const MAX_NAMED_MATE: i64 = 1000;

/// Longest mate in full moves; longer ones are clamped. A score can hold 256 plies.
const MAX_MATE: i64 = 127;

impl Info {
    /// Parses the text after the word `info`; unknown words are skipped.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let rest = &words[at + 1..];
            if *word == "string" {
                info.text = Some(rest.join(" "));
                break;
            }
            at += 1 + info.take(word, rest);
        }
        let bounds = ["lowerbound", "upperbound"];
        if bounds.iter().all(|bound| words[..at].contains(bound)) {
            info.refuse("score", &bounds.join(" and "));
        }
        // A mated side to move has no moves.
        if info.score.is_some_and(|(score, _)| score == Score::mated_in(0))
            && !info.moves.is_empty()
        {
            info.refuse("score", "mate 0");
        }
        info
    }

    fn refuse(&mut self, field: &'static str, value: &str) {
        self.wrong.push(WrongValue { field, value: value.to_owned() });
    }

    /// Parses the first word into the field that `place` selects, if it is between the bounds. Returns 1 if the word is consumed; a
    /// field name is not.
    fn set<T: FromStr + PartialOrd>(
        &mut self,
        field: &'static str,
        rest: &[&str],
        bounds: RangeInclusive<T>,
        place: impl FnOnce(&mut Self) -> &mut Option<T>,
    ) -> usize {
        let word = rest.first().copied().filter(|word| !is_field(word));
        match word.and_then(|word| word.parse().ok()).filter(|value| bounds.contains(value)) {
            Some(value) => *place(self) = Some(value),
            None => self.refuse(field, word.unwrap_or_default()),
        }
        usize::from(word.is_some())
    }

    /// Adds the fields of a later line; fields that it does not contain keep their values.
    pub(super) fn update(&mut self, new: Self) {
        macro_rules! keep {
            ($($field:ident),*) => { $(self.$field = new.$field.or(self.$field.take());)* };
        }
        keep!(depth, selective_depth, rank, score, nodes, nps, hashfull, tablebase_hits);
        keep!(time, current_move, current_number, text);
        if !new.moves.is_empty() {
            self.moves = new.moves;
        }
    }

    /// Parses one field; returns the number of its words.
    fn take(&mut self, field: &str, rest: &[&str]) -> usize {
        match field {
            "depth" => self.set("depth", rest, 0..=u16::MAX, |it| &mut it.depth),
            "seldepth" => self.set("seldepth", rest, 0..=u16::MAX, |it| &mut it.selective_depth),
            "multipv" => self.set("multipv", rest, 1..=usize::MAX, |it| &mut it.rank),
            "nodes" => self.set("nodes", rest, 0..=u64::MAX, |it| &mut it.nodes),
            "nps" => self.set("nps", rest, 0..=u64::MAX, |it| &mut it.nps),
            "hashfull" => self.set("hashfull", rest, 0..=1000, |it| &mut it.hashfull),
            "tbhits" => self.set("tbhits", rest, 0..=u64::MAX, |it| &mut it.tablebase_hits),
            "time" => {
                let word = rest.first().copied().filter(|word| !is_field(word));
                match word.and_then(|word| word.parse::<u32>().ok()) {
                    Some(ms) => self.time = Some(Millis(i64::from(ms))),
                    None => self.refuse("time", word.unwrap_or_default()),
                }
                usize::from(word.is_some())
            }
            "score" => self.take_score(rest),
            // Directly after the score, or after its `wdl`.
            "lowerbound" => self.bound(Bound::Lower),
            "upperbound" => self.bound(Bound::Upper),
            "currmove" => {
                self.current_move = rest.first().map(|word| (*word).to_owned());
                usize::from(!rest.is_empty())
            }
            "currmovenumber" => {
                self.set("currmovenumber", rest, 1..=usize::MAX, |it| &mut it.current_number)
            }
            "pv" => {
                let moves = rest.iter().take_while(|word| !is_field(word));
                self.moves = moves.map(|word| (*word).to_owned()).collect();
                self.moves.len()
            }
            _ => 0,
        }
    }

    fn take_score(&mut self, words: &[&str]) -> usize {
        let form = words.first().copied().filter(|word| !is_field(word));
        let word = form.and(words.get(1)).copied().filter(|word| !is_field(word));
        let number = word.and_then(|word| word.parse::<i64>().ok());
        let most = if form == Some("mate") { MAX_NAMED_MATE } else { MAX_CENTIPAWNS };
        if number.is_none_or(|value| value.unsigned_abs() > most.unsigned_abs()) {
            let value: Vec<&str> = form.into_iter().chain(word).collect();
            self.refuse("score", &value.join(" "));
        }
        self.score = match (form, number) {
            (Some("cp"), Some(value)) => Some(centipawns(value)),
            (Some("mate"), Some(moves)) => Some((mate(moves), Bound::Exact)),
            _ => return 0,
        };
        2
    }

    fn bound(&mut self, bound: Bound) -> usize {
        self.score = self.score.map(|(score, _)| (score, bound));
        0
    }

    /// The principal variation on `root`, up to the first illegal move. `None` without a score or a legal first move.
    pub fn line(&self, root: &Position) -> InfoLine<'_> {
        let read = notation::parse_line(root, self.moves.iter().take(Score::MAX_PLY));
        let moves = read.moves;
        let illegal = read.error.and_then(|_| self.moves.get(moves.len())).map(String::as_str);
        let scored = self.score.filter(|_| !moves.is_empty());
        let line = scored.map(|(score, bound)| PvLine {
            score,
            bound,
            depth: self.depth.unwrap_or(0),
            selective_depth: self.selective_depth.or(self.depth).unwrap_or(0),
            moves,
            ..PvLine::default()
        });
        InfoLine { line, illegal }
    }
}

/// What the moves of an `info` line are.
#[derive(Clone, Debug)]
pub struct InfoLine<'a> {
    /// The legal moves at its beginning with the score, if there are both.
    pub line: Option<PvLine>,
    /// The first move that is not legal.
    pub illegal: Option<&'a str>,
}

/// Centipawns. Engines print tablebase wins as large ones: what the range below the mate scores does not have is a bound of it.
fn centipawns(value: i64) -> (Score, Bound) {
    let most = i64::from(Score::RECOGNISED_MAX.value());
    // Cannot fail: the range fits.
    let score = Score::raw(i32::try_from(value.clamp(-most, most)).unwrap_or(0));
    let bound = match value {
        value if value > most => Bound::Lower,
        value if value < -most => Bound::Upper,
        _ => Bound::Exact,
    };
    (score, bound)
}

/// A mate in full moves; `mate 0` means that the side to move is mated.
fn mate(moves: i64) -> Score {
    let plies = usize::try_from(2 * moves.clamp(-MAX_MATE, MAX_MATE).abs()).unwrap_or(0);
    if moves > 0 { Score::mate_in(plies - 1) } else { Score::mated_in(plies) }
}

#[cfg(test)]
mod tests {
    use super::Info;
    use crate::base::{Bound, Millis, Score};
    use crate::rules::Position;

    #[test]
    fn a_whole_line_is_read() {
        let info = Info::parse(
            "depth 12 seldepth 18 multipv 2 score cp -34 upperbound nodes 12345 nps 100000 hashfull 7 tbhits 1 \
             time 123 pv e2e4 e7e5 g1f3",
        );
        let later = Info::parse("score cp -34 wdl 100 800 100 lowerbound nodes 1");
        assert_eq!(later.score, Some((Score::raw(-34), Bound::Lower)));
        assert_eq!((info.depth, info.selective_depth, info.rank), (Some(12), Some(18), Some(2)));
        assert_eq!(info.score, Some((Score::raw(-34), Bound::Upper)));
        assert_eq!((info.nodes, info.nps, info.hashfull), (Some(12_345), Some(100_000), Some(7)));
        assert_eq!((info.tablebase_hits, info.time), (Some(1), Some(Millis(123))));
        let line = info.line(&Position::default()).line.unwrap();
        assert_eq!((line.moves.len(), line.depth, line.selective_depth), (3, 12, 18));
    }

    #[test]
    fn scores_land_in_our_bands() {
        let (most, bounds) = (Score::RECOGNISED_MAX, [Bound::Exact, Bound::Lower, Bound::Upper]);
        let [exact, lower, upper] = bounds;
        let cases = [
            ("score mate 3", Score::mate_in(5), exact),
            ("score mate -3", Score::mated_in(6), exact),
            ("score mate 0", Score::mated_in(0), exact),
            ("score mate 99999999", Score::mate_in(253), exact),
            ("score cp 15000", most, exact),
            ("score cp 20000", most, lower),
            ("score cp -9223372036854775808", -most, upper),
            ("score cp 50 wdl 300 400 300", Score::raw(50), exact),
        ];
        for (text, score, bound) in cases {
            assert_eq!(Info::parse(text).score, Some((score, bound)), "{text}");
        }
    }

    #[test]
    fn an_invalid_field_affects_only_itself() {
        let cases = [
            ("depth x score cp y nodes 7", 7),
            ("depth nodes 7", 7),
            ("score nodes 7 pv", 7),
            ("blah 3 nodes 7 time -4 currmove", 7),
            ("nodes 7 string nodes 8 depth 9", 7),
            ("depth 99999999999 seldepth -1 nodes 7", 7),
        ];
        for (text, nodes) in cases {
            let info = Info::parse(text);
            assert_eq!((info.nodes, info.depth, info.score), (Some(nodes), None, None), "{text}");
        }
        assert_eq!(Info::parse("string a  b").text.as_deref(), Some("a b"));
    }

    #[test]
    fn values_that_cannot_be_are_named() {
        let cases = [
            ("depth -5", "depth=-5"),
            ("depth five", "depth=five"),
            ("depth nodes 7", "depth="),
            ("score cp 999999999999999999", "score=cp 999999999999999999"),
            ("score cp 12.5", "score=cp 12.5"),
            ("score pv e2e4", "score="),
            ("score mate 0 pv e2e4", "score=mate 0"),
            ("score mate 100000", "score=mate 100000"),
            ("score cp 1 upperbound lowerbound", "score=lowerbound and upperbound"),
            ("nodes -7 hashfull 5000 multipv 0", "nodes=-7, hashfull=5000, multipv=0"),
            ("nps 18446744073709551616 time -1", "nps=18446744073709551616, time=-1"),
            // What engines print.
            ("depth 0 score mate 0", ""),
            (
                "depth 12 seldepth 18 multipv 2 score cp -30000 upperbound hashfull 1000 time 0 pv e2e4",
                "",
            ),
            ("depth 5 string lowerbound upperbound depth -1", ""),
        ];
        for (text, expected) in cases {
            let wrong = Info::parse(text).wrong;
            let wrong: Vec<String> =
                wrong.iter().map(|it| format!("{}={}", it.field, it.value)).collect();
            assert_eq!(wrong.join(", "), expected, "{text}");
        }
    }

    #[test]
    fn lines_end_before_the_first_illegal_move() {
        let root = Position::default();
        let moves = |text: &str| Info::parse(text).line(&root).line.map(|line| line.moves.len());
        assert_eq!(moves("score cp 1 pv e2e4 e2e4 e7e5"), Some(1));
        assert_eq!(moves("score cp 1 pv e2e5"), None);
        assert_eq!(moves("score cp 1"), None);
        assert_eq!(moves("pv e2e4"), None);
    }
}
