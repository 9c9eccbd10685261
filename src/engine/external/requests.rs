//! The requests to an external engine and their UCI lines.

use crate::base::Millis;
use crate::engine::messages::Go;
use crate::rules::{Color, Move, Position, notation};
use std::fmt::Write as _;

/// A search request to an external engine: the request, and the other side's clock, which [`Go`] does not contain.
#[derive(Clone, Debug)]
pub struct ExternalGo {
    /// The request; its strength level does not apply.
    pub go: Go,
    /// The other side's clock; if unknown, the clock of the side to move is sent.
    pub other: Option<OtherClock>,
}

/// The clock of the side that is not to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherClock {
    /// Remaining time.
    pub remaining: Millis,
    /// Increment for each move.
    pub increment: Millis,
}

impl From<Go> for ExternalGo {
    fn from(go: Go) -> Self {
        Self { go, other: None }
    }
}

/// A request of the front end to the UCI client.
#[derive(Debug)]
pub(super) enum ClientRequest {
    /// Search.
    Go(Box<ExternalGo>),
    /// A checked `setoption` line.
    Set(String),
    /// An option and its value, as one types them.
    Option(String),
    /// The next position is from another game; of Chess960 or not, if that is known.
    NewGame { chess960: Option<bool> },
    /// Report that all earlier requests are done.
    Ready,
    /// The move that this search ponders on was played.
    PonderHit(u64),
    /// Stop searches up to this epoch.
    Stop(u64),
    /// End the engine.
    Quit,
}

/// Is it a game of Chess960? Then the option `UCI_Chess960` must be set.
pub(super) fn is_chess960(go: &Go) -> bool {
    go.start.castling_mode().is_chess960()
}

/// The `position` line: start position and all moves, for the detection of repetitions.
pub(super) fn position_line(go: &Go) -> String {
    let mut line = if go.start == Position::default() {
        "position startpos".to_owned()
    } else {
        let fen = if is_chess960(go) { go.start.shredder_fen() } else { go.start.fen() };
        format!("position fen {fen}")
    };
    push_moves(&mut line, " moves", &go.moves, is_chess960(go));
    line
}

/// The `go` line. Without a limit it is infinite, because the meaning of a bare `go` depends on the engine.
pub(super) fn go_line(order: &ExternalGo, turn: Color) -> String {
    let (go, limit) = (&order.go, &order.go.limit);
    let mut line = if go.ponder { "go ponder".to_owned() } else { "go".to_owned() };
    push_clocks(&mut line, order, turn);
    let limits = [
        ("depth", limit.depth.map(u64::from)),
        ("nodes", limit.nodes),
        ("mate", limit.mate.map(u64::from)),
        ("movetime", limit.move_time.map(|time| at_least_one(time).cast_unsigned())),
    ];
    for (word, value) in limits {
        if let Some(value) = value {
            let _ = write!(line, " {word} {value}");
        }
    }
    if !limit.is_bounded() {
        line.push_str(" infinite");
    }
    // Last, because some engines parse every following word as a move.
    push_moves(&mut line, " searchmoves", &go.search_moves, is_chess960(go));
    line
}

/// Both clocks. A fallen flag is sent as 1 ms, because 0 and less mean "no clock" to some engines.
fn push_clocks(line: &mut String, order: &ExternalGo, turn: Color) {
    let Some(clock) = order.go.limit.clock else { return };
    let own = OtherClock { remaining: clock.remaining, increment: clock.increment };
    let other = order.other.unwrap_or(own);
    let (white, black) = turn.fold_wb((own, other), (other, own));
    let _ = write!(
        line,
        " wtime {} btime {} winc {} binc {}",
        at_least_one(white.remaining),
        at_least_one(black.remaining),
        white.increment.0.max(0),
        black.increment.0.max(0)
    );
    if let Some(moves) = clock.moves_to_go.filter(|moves| *moves > 0) {
        let _ = write!(line, " movestogo {moves}");
    }
}

fn at_least_one(time: Millis) -> i64 {
    time.0.max(1)
}

fn push_moves(line: &mut String, word: &str, moves: &[Move], chess960: bool) {
    if moves.is_empty() {
        return;
    }
    line.push_str(word);
    let write = notation::uci_writer(chess960);
    for mv in moves {
        line.push(' ');
        line.push_str(&write(*mv));
    }
}

#[cfg(test)]
mod tests {
    use super::{ExternalGo, OtherClock, go_line, position_line};
    use crate::base::Millis;
    use crate::engine::{Go, GoLimit};
    use crate::rules::{Color, Position, parse_fen, parse_move, parse_start};
    use crate::timing::ClockState;

    fn go(limit: GoLimit) -> Go {
        Go { epoch: 1, ..Go::new(Position::default(), Vec::new(), limit) }
    }

    #[test]
    fn positions() {
        let mut order = go(GoLimit::default());
        assert_eq!(position_line(&order), "position startpos");
        let e4 = parse_move(&order.start, "e4").unwrap();
        order.moves.push(e4);
        assert_eq!(position_line(&order), "position startpos moves e2e4");
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9";
        order.start = parse_fen(fen).unwrap();
        order.moves = vec![parse_move(&order.start, "O-O").unwrap()];
        assert_eq!(position_line(&order), format!("position fen {fen} moves e1g1"));
        order.start = parse_start("chess960 518").unwrap();
        order.moves.clear();
        let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
        assert_eq!(position_line(&order), format!("position fen {standard}"));
        order.start = parse_fen("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1").unwrap();
        order.moves = vec![parse_move(&order.start, "O-O-O").unwrap()];
        let said = "position fen 4k3/8/8/8/8/8/8/RR2K3 w B - 0 1 moves e1b1";
        assert_eq!(position_line(&order), said);
    }

    #[test]
    fn limits_are_sent_to_the_engine() {
        let clock = Some(ClockState {
            remaining: Millis(-5),
            increment: Millis(100),
            moves_to_go: Some(12),
            ..ClockState::default()
        });
        let cases = [
            (GoLimit::default(), "go infinite"),
            (GoLimit { infinite: true, ..GoLimit::default() }, "go infinite"),
            (
                GoLimit { depth: Some(5), nodes: Some(9), ..GoLimit::default() },
                "go depth 5 nodes 9",
            ),
            (GoLimit { move_time: Some(Millis(250)), ..GoLimit::default() }, "go movetime 250"),
            (GoLimit { mate: Some(3), ..GoLimit::default() }, "go mate 3"),
            (
                GoLimit { clock, ..GoLimit::default() },
                "go wtime 7000 btime 1 winc 10 binc 100 movestogo 12",
            ),
        ];
        for (limit, expected) in cases {
            let other = Some(OtherClock { remaining: Millis(7000), increment: Millis(10) });
            let order = ExternalGo { go: go(limit), other };
            assert_eq!(go_line(&order, Color::Black), expected);
        }
    }

    #[test]
    fn pondering_has_the_limits_of_the_move() {
        let limit = GoLimit { move_time: Some(Millis(250)), ..GoLimit::default() };
        let order = Go { ponder: true, ..go(limit) };
        assert_eq!(go_line(&order.into(), Color::White), "go ponder movetime 250");
    }

    #[test]
    fn search_moves_come_last() {
        let mut order = go(GoLimit { depth: Some(5), ..GoLimit::default() });
        order.search_moves = vec![parse_move(&order.start, "d4").unwrap()];
        let line = go_line(&order.into(), Color::White);
        assert_eq!(line, "go depth 5 searchmoves d2d4");
    }
}
