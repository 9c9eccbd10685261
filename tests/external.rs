//! External UCI engines: scripted ones that behave, misbehave and die, and the machine's own stockfish if it has one.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, reason = "helpers of tests")]

use lucena::base::{Bound, Millis, Score};
use lucena::batch::matches::{self, MatchScore};
use lucena::batch::output::Progress;
use lucena::engine::external::{
    ExternalEngine, ExternalEngineConfig, ExternalError, ExternalNotice, ExternalOutcome,
    Handshake, OptionSet, ProtocolWarning, Timeouts, Traffic,
};
use lucena::engine::{Go, GoLimit, OptionKind};
use lucena::game::pgn::read_bytes;
use lucena::game::{End, Game, NodeId, Termination, TimeControl};
use lucena::rules::{Color, Position, notation, parse_fen, parse_move};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Longer than any test takes on a busy machine; only a hang reaches it.
const HANG: Duration = Duration::from_secs(30);
/// Short, for what is bound to time out.
const SHORT: Duration = Duration::from_millis(150);
/// For what must not time out.
const LONG: Timeouts = Timeouts {
    handshake: HANG,
    ready: HANG,
    answer: HANG,
    nodes: HANG,
    silence: HANG,
    quit: Duration::from_secs(5),
};

struct Talk {
    engine: ExternalEngine,
    notices: Receiver<ExternalNotice>,
    odd: Vec<ProtocolWarning>,
    set: Vec<OptionSet>,
}

impl Talk {
    fn start(program: &ExternalEngineConfig, patience: Timeouts) -> Self {
        let (sender, notices) = channel();
        let tell = move |notice| drop(sender.send(notice));
        let engine = ExternalEngine::start(program, patience, tell).expect("it starts");
        Self { engine, notices, odd: Vec::new(), set: Vec::new() }
    }

    /// The next notice that is neither a report nor a warning.
    fn next(&mut self) -> ExternalNotice {
        loop {
            match self.notices.recv_timeout(HANG).expect("a notice, not a hang") {
                ExternalNotice::Report => {}
                ExternalNotice::OptionSet(set) => self.set.push(set),
                ExternalNotice::Warning(oddity) => self.odd.push(oddity),
                notice => return notice,
            }
        }
    }

    fn introduction(&mut self) -> Arc<Handshake> {
        match self.next() {
            ExternalNotice::HandshakeDone(who) => who,
            other => panic!("{other:?}"),
        }
    }

    fn outcome(&mut self) -> ExternalOutcome {
        match self.next() {
            ExternalNotice::Done(outcome) => *outcome,
            other => panic!("{other:?}"),
        }
    }

    fn failure(&mut self) -> (Option<u64>, ExternalError) {
        loop {
            match self.next() {
                ExternalNotice::Failed { epoch, error } => return (epoch, error),
                ExternalNotice::HandshakeDone(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

fn go(epoch: u64, limit: GoLimit) -> Go {
    Go { epoch, ..Go::new(Position::default(), Vec::new(), limit) }
}

fn depth(plies: u16) -> GoLimit {
    GoLimit { depth: Some(plies), ..GoLimit::default() }
}

fn shell(script: &str) -> ExternalEngineConfig {
    ExternalEngineConfig {
        program: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
        ..ExternalEngineConfig::default()
    }
}

/// An engine that does `at_go` at `go` and is well-behaved otherwise; its name is its process number.
fn fake(at_go: &str) -> ExternalEngineConfig {
    shell(&format!(
        r#"while read -r line; do case "$line" in
        uci) echo "id name $$"; echo "option name Hash type spin default 1 min 1 max 8"; echo uciok;;
        isready) echo readyok;;
        go*) {at_go} ;;
        quit) exit;;
        esac; done"#
    ))
}

/// The answer to `Hash VALUE`.
fn hash(value: &str, is_waiting: bool) -> OptionSet {
    OptionSet { name: "Hash".to_owned(), value: value.to_owned(), is_waiting }
}

fn is_running(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

#[test]
fn a_well_behaved_engine_is_asked_and_answers() {
    let mut talk = Talk::start(
        &fake(
            r#"echo "info depth 1 seldepth 2 multipv 1 score cp 30 nodes 20 pv e2e4 e7e5"
            echo "info depth 1 multipv 2 score cp 20 lowerbound pv d2d4"
            echo "bestmove e2e4 ponder e7e5""#,
        ),
        LONG,
    );
    let who = talk.introduction();
    assert_eq!(who.options[0].kind, OptionKind::Spin { default: 1, min: 1, max: 8 });
    talk.engine.set_option("hash 9").expect("alive");
    talk.engine.set_option("hash 8").expect("alive");
    for epoch in 1..=3 {
        talk.engine.new_game().expect("alive");
        talk.engine.go(go(epoch, depth(1))).expect("alive");
        let outcome = talk.outcome();
        let best = outcome.best.expect("legal").map(notation::uci);
        assert_eq!((outcome.epoch, best.as_deref()), (epoch, Some("e2e4")));
        assert_eq!(outcome.report.info.nodes, Some(20));
        let lines: Vec<_> = outcome.report.lines.iter().map(|l| (l.score, l.bound)).collect();
        assert_eq!(lines, [(Score::raw(30), Bound::Exact), (Score::raw(20), Bound::Lower)]);
    }
    talk.engine.ask_ready().expect("alive");
    assert!(matches!(talk.next(), ExternalNotice::Ready));
    assert!(matches!(talk.odd[..], [ProtocolWarning::Setting(_)]), "{:?}", talk.odd);
    assert_eq!(talk.set, [hash("8", false)]);
    drop(talk);
    assert!(!is_running(&who.name), "the process is reaped");
}

#[test]
fn moves_that_cannot_be_played_are_reported_and_the_talk_goes_on() {
    let cases = [
        ("bestmove e2e5", Err("\"e2e5\" is not a legal move here")),
        ("bestmove", Err("no move (\"\") although there are legal ones")),
        ("bestmove (none)", Err("no move (\"(none)\") although there are legal ones")),
        ("bestmove \u{1b}[31m ponder 0000", Err("is not a legal move here")),
        ("bestmove g1f3 ponder g1f3", Ok("g1f3")),
        ("info depth 1 score cp 3 pv g1f3 e7e5 f3f7 d7d6\nbestmove g1f3", Ok("g1f3")),
    ];
    for (said, expected) in cases {
        let mut talk = Talk::start(&fake(&format!("echo '{said}'")), LONG);
        for epoch in 1..=2 {
            talk.engine.go(go(epoch, depth(1))).expect("alive");
            let _ = (epoch == 1).then(|| talk.introduction());
            let outcome = talk.outcome();
            match (outcome.best, expected) {
                (Ok(Some(mv)), Ok(text)) => assert_eq!(notation::uci(mv), text),
                (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
                other => panic!("{said}: {other:?}"),
            }
        }
        let strange = said.contains("ponder g1f3");
        assert_eq!(talk.odd.contains(&ProtocolWarning::PonderMove("g1f3".into())), strange);
        let is_odd_line = talk.odd.contains(&ProtocolWarning::LineMove("f3f7".into()));
        assert_eq!(is_odd_line, said.contains("f3f7"), "{:?}", talk.odd);
    }
}

#[test]
fn chess960_needs_the_option_of_the_engine() {
    let start = parse_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").expect("a position");
    let order = |epoch| Go { start: start.clone(), ..go(epoch, depth(1)) };
    let mut talk = Talk::start(&fake("echo 'bestmove f1h1'"), LONG);
    talk.introduction();
    talk.engine.go(order(1)).expect("alive");
    let error = talk.outcome().best.expect_err("no option").to_string();
    assert!(error.ends_with("cannot play Chess960: it has no option UCI_Chess960"), "{error}");
    // An engine with the option castles by the king taking its rook while it is set, and by two squares otherwise.
    let able = shell(
        r#"on=false; while read -r line; do case "$line" in
        uci) echo "option name UCI_Chess960 type check default false"; echo uciok;;
        setoption*UCI_Chess960*) on=${line##* };;
        isready) echo readyok;;
        go*) if [ $on = true ]; then echo "bestmove f1h1"; else echo "bestmove e2e4"; fi;;
        quit) exit;;
        esac; done"#,
    );
    let mut talk = Talk::start(&able, LONG);
    talk.introduction();
    for (epoch, chess960) in [(1, true), (2, false), (3, true), (4, true)] {
        let request = if chess960 { order(epoch) } else { go(epoch, depth(1)) };
        talk.engine.go(request).expect("alive");
        let outcome = talk.outcome();
        let best = outcome.best.expect("legal").map(notation::uci);
        assert_eq!(outcome.epoch, epoch);
        assert_eq!(best.as_deref(), Some(if chess960 { "f1h1" } else { "e2e4" }));
    }
}

#[test]
fn no_legal_move_is_an_answer() {
    let mut talk = Talk::start(&fake("echo 'bestmove (none)'"), LONG);
    talk.introduction();
    let mated = parse_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let order = Go { start: mated.expect("a position"), ..go(1, depth(1)) };
    talk.engine.go(order).expect("alive");
    assert_eq!(talk.outcome().best, Ok(None));
}

#[test]
fn rubbish_and_endless_lines_are_survived() {
    let mut talk = Talk::start(
        &fake(
            r#"printf '\377\376\000rubbish\n'; head -c 3000000 /dev/zero | tr '\0' x; echo
            echo "info depth x score mate y pv z"; echo info; echo "bestmove e2e4"; echo "bestmove d2d4""#,
        ),
        LONG,
    );
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    assert!(talk.outcome().best.is_ok());
    talk.engine.ask_ready().expect("alive");
    assert!(matches!(talk.next(), ExternalNotice::Ready));
    assert!(matches!(talk.odd[0], ProtocolWarning::NotUci(_)), "{:?}", talk.odd);
    let wrong = |field, value: &str| ProtocolWarning::Value {
        field,
        value: value.to_owned(),
        line: "info depth x score mate y pv z".to_owned(),
    };
    assert_eq!(
        talk.odd[1..],
        [
            ProtocolWarning::LongLine(3_000_000),
            wrong("depth", "x"),
            wrong("score", "mate y"),
            ProtocolWarning::LineMove("z".into()),
            ProtocolWarning::StrayMove("d2d4".into())
        ]
    );
}

#[test]
fn whoever_does_not_introduce_itself_in_time_is_given_up() {
    let patience = Timeouts { handshake: SHORT, quit: SHORT, ..LONG };
    for script in ["exec tail -f /dev/null", "exec yes", "exec tr '\\0' x < /dev/zero"] {
        let (epoch, error) = Talk::start(&shell(script), patience).failure();
        assert!(matches!(error, ExternalError::NoHandshake { .. }), "{script}: {error}");
        assert_eq!(epoch, None);
    }
}

#[test]
fn whoever_does_not_answer_is_given_up() {
    // Only the timeout that the case is about is short: a busy machine may reach any other.
    let no_answer = Timeouts { answer: SHORT, quit: SHORT, ..LONG };
    let ready = Duration::from_secs(2);
    let no_word = Timeouts { ready, silence: SHORT, quit: SHORT, ..LONG };
    let flood = "exec yes 'info depth 1 score cp 1 pv e2e4'";
    let deaf = "exec tail -f /dev/null";
    let timed = GoLimit { move_time: Some(Millis(10)), ..GoLimit::default() };
    let nodes = GoLimit { nodes: Some(1), ..GoLimit::default() };
    let few_nodes = Timeouts { nodes: SHORT, ..no_answer };
    let chatty = "while sleep 0.02; do echo 'info depth 1 nodes 10 score cp 1 pv e2e4'; done";
    let cases = [
        ("a flood, over its nodes", flood, nodes, few_nodes, "no move within 150 ms"),
        ("a line now and then, over its nodes", chatty, nodes, few_nodes, "no move within 150 ms"),
        ("a flood, after a stop", flood, depth(9), no_answer, "no move within 150 ms"),
        ("a flood, over its time", flood, timed, no_answer, "no move within 150 ms"),
        ("dead silence", deaf, depth(9), no_word, "no `readyok` within 2000 ms"),
    ];
    for (what, at_go, limit, timeouts, part) in cases {
        let mut talk = Talk::start(&fake(at_go), timeouts);
        let who = talk.introduction();
        talk.engine.go(go(7, limit)).expect("alive");
        if what.ends_with("stop") {
            talk.engine.stop().expect("alive");
        }
        let (epoch, error) = talk.failure();
        assert!(error.to_string().contains(part), "{what}: {error}");
        assert_eq!(epoch, Some(7), "{what}");
        assert!(!is_running(&who.name), "{what}: the process is reaped");
        assert_eq!(talk.engine.ask_ready(), Err(ExternalError::Gone));
    }
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let mut talk = Talk::start(&fake("echo first >&2; echo 'no network file' >&2; exit 3"), LONG);
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    let (epoch, error) = talk.failure();
    assert_eq!(epoch, Some(1));
    assert_eq!(error.to_string(), "sh: ended unexpectedly (exit status: 3): no network file");
}

#[test]
fn without_an_error_line_the_last_text_says_why_an_engine_ended() {
    let mut talk = Talk::start(&fake("echo 'info string ERROR: no network file'; exit 1"), LONG);
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    let error = talk.failure().1.to_string();
    assert!(error.ends_with("(exit status: 1): last said: ERROR: no network file"), "{error}");
}

#[test]
fn what_an_engine_loads_is_loaded_before_a_search_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let loaded = folder.path().join("loaded");
    let script = format!(
        r#"while read -r line; do case "$line" in
        uci) echo "option name UCI_Chess960 type check default false"; echo uciok;;
        isready) for n in 1 2 3 4; do echo "info string part $n"; done; touch '{}'; echo readyok;;
        go*) echo "info string searches"; echo bestmove e2e4;;
        quit) exit;;
        esac; done"#,
        loaded.display()
    );
    let traffic = Traffic::recording();
    let program = ExternalEngineConfig { traffic: traffic.clone(), ..shell(&script) };
    let mut talk = Talk::start(&program, LONG);
    talk.introduction();
    assert!(loaded.exists(), "the network would be loaded on the clock of the first move");
    // So is what a game needs.
    talk.engine.new_game_of(true).expect("alive");
    talk.engine.ask_ready().expect("alive");
    assert!(matches!(talk.next(), ExternalNotice::Ready));
    let sent = traffic.text();
    let places = ["name UCI_Chess960 value true", ">sh: ucinewgame"].map(|it| sent.find(it));
    assert!(places[0].is_some() && places[0] < places[1], "{sent}");
    // The last texts of the engine are in each report.
    talk.engine.go(go(1, depth(1))).expect("alive");
    assert_eq!(talk.outcome().report.texts, ["part 3", "part 4", "searches"]);
}

#[test]
fn a_program_that_is_not_there_is_no_engine() {
    let program: ExternalEngineConfig = "/no/such/engine".parse().expect("a command");
    let error = ExternalEngine::start(&program, LONG, |_| {}).expect_err("it is not there");
    assert!(error.to_string().starts_with("/no/such/engine: cannot be started: "), "{error}");
    let mut talk = Talk::start(&shell("exit 0"), LONG);
    assert!(matches!(talk.failure().1, ExternalError::Ended { .. }));
}

#[test]
fn an_engine_that_will_not_quit_is_killed() {
    let mut talk = Talk::start(&fake("exec tail -f /dev/null"), Timeouts { quit: SHORT, ..LONG });
    let who = talk.introduction();
    talk.engine.go(go(1, GoLimit::default())).expect("alive");
    assert!(is_running(&who.name));
    drop(talk);
    assert!(!is_running(&who.name));
}

#[test]
fn stop_reaches_a_thought_that_has_begun() {
    let at_go = r#"best=d2d4
        while read -r word; do case "$word" in
        isready) echo readyok;;
        stop) echo "bestmove $best"; break;;
        esac; done"#;
    let mut talk = Talk::start(&fake(at_go), LONG);
    talk.introduction();
    talk.engine.go(go(1, depth(9))).expect("alive");
    talk.engine.set_option("Hash 7").expect("alive");
    talk.engine.stop().expect("alive");
    talk.engine.set_option("Hash 8").expect("alive");
    let outcome = talk.outcome();
    assert_eq!(outcome.best.map(|mv| mv.map(notation::uci)), Ok(Some("d2d4".into())));
    // A thought that is stopped before it could begin answers as well.
    talk.engine.go(go(2, GoLimit { infinite: true, ..GoLimit::default() })).expect("alive");
    talk.engine.stop().expect("alive");
    assert_eq!(talk.outcome().epoch, 2);
    // The first answer may come before the second option.
    assert_eq!(talk.set, [hash("7", true), hash("8", false)]);
}

#[test]
fn a_search_on_the_opponents_time_begins_to_count_with_the_hit() {
    let at_go = r#"case "$line" in *ponder*) ;; *) echo "bestmove a2a3"; continue;; esac
        while read -r word; do case "$word" in
        isready) echo readyok;;
        ponderhit) echo "bestmove d2d4 ponder d7d5"; break;;
        stop) echo "bestmove e2e4"; break;;
        esac; done"#;
    // Without the hit the search has no time, however short its limit is.
    let mut talk = Talk::start(&fake(at_go), Timeouts { answer: Duration::ZERO, ..LONG });
    talk.introduction();
    let limit = GoLimit { move_time: Some(Millis(1)), ..GoLimit::default() };
    let ponder = |epoch| Go { ponder: true, ..go(epoch, limit) };
    let best = |outcome: &ExternalOutcome| outcome.best.clone().map(|mv| mv.map(notation::uci));
    talk.engine.go(ponder(1)).expect("alive");
    std::thread::sleep(SHORT);
    assert!(talk.notices.try_recv().is_err(), "it ponders");
    drop(talk);
    let mut talk = Talk::start(&fake(at_go), LONG);
    talk.introduction();
    talk.engine.go(ponder(1)).expect("alive");
    talk.engine.ponder_hit().expect("alive");
    let outcome = talk.outcome();
    // The hit may have come before the search was sent.
    let hit = ["d2d4", "a2a3"].map(|mv| Ok(Some(mv.to_owned())));
    assert!(hit.contains(&best(&outcome)), "{outcome:?}");
    let expected = best(&outcome) == hit[0];
    assert_eq!(outcome.ponder.map(notation::uci), expected.then(|| "d7d5".to_owned()));
    talk.engine.go(ponder(2)).expect("alive");
    talk.engine.stop().expect("alive");
    assert_eq!(best(&talk.outcome()), Ok(Some("e2e4".into())));
}

#[test]
fn engines_ponder_in_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("end.epd");
    std::fs::write(&book, "8/8/8/3k4/8/8/8/KQ6 w - -\n").expect("a book");
    let (pgn, traffic) = (folder.path().join("games.pgn"), Traffic::recording());
    let own = format!("uci='{} uci' set=Hash=1", env!("CARGO_BIN_EXE_lucena"));
    let engine = |text: &str| {
        let mut engine: matches::EngineConfig = text.parse().expect("an engine");
        if let matches::EngineKind::External(config) = &mut engine.kind {
            config.engine.traffic = traffic.clone();
        }
        engine
    };
    let options = matches::Options {
        tc: TimeControl::from_tag("3+0.05").expect("a control"),
        ponder: true,
        openings: Some(book),
        pgn: Some(pgn.clone()),
        ..matches::Options::pair(engine(&own), engine(&own))
    };
    let score = play(&options).expect("a match");
    assert_eq!((score.aborted, score.failures), (0, 0), "{score}");
    let said = traffic.text();
    for part in ["setoption name Ponder value true", "go ponder wtime ", ": ponderhit"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    // Every search has its move, but perhaps those that the end of the match broke off.
    let [gone, answered] = [": go ", ": bestmove "].map(|part| said.matches(part).count());
    assert!((answered..=answered + 2).contains(&gone), "{gone} searches, {answered} moves: {said}");
    let read = read_bytes(&std::fs::read(&pgn).expect("the games")).expect("PGN");
    assert!(read.len() == 2 && read.iter().all(|it| it.game.end().is_some()), "{said}");
    let alone = matches::Options { second: engine("full"), first: engine("full"), ..options };
    let error = play(&alone).expect_err("nobody ponders").to_string();
    assert!(error.starts_with("--ponder: only a uci engine ponders"), "{error}");
}

#[test]
fn settings_are_sent_before_anything_else() {
    let script = r#"while read -r line; do case "$line" in
        uci) echo "option name Level type spin default 1 min 1 max 8"; echo uciok;;
        "setoption name Level value 3") set=yes;;
        isready) echo readyok;;
        go*) if [ "$set" ]; then echo bestmove e2e4; else echo bestmove a2a3; fi;;
        esac; done"#;
    let options = vec![("Level".into(), "3".into()), ("Level".into(), "9".into())];
    let program = ExternalEngineConfig { options, name: "Scripted".into(), ..shell(script) };
    let mut talk = Talk::start(&program, LONG);
    talk.engine.go(go(1, depth(1))).expect("alive");
    assert_eq!(talk.introduction().name, "Scripted");
    assert_eq!(talk.outcome().best.map(|mv| mv.map(notation::uci)), Ok(Some("e2e4".into())));
    let told: Vec<String> = talk.odd.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["option \"Level\": \"9\" is not a whole number from 1 to 8"]);
}

#[test]
fn an_option_that_is_refused_is_told_after_any_number_of_warnings() {
    let script = r#"while read -r line; do case "$line" in
        uci) for n in 1 2 3 4 5 6 7 8 9; do echo "option name Bad$n type spin default 1 min 5 max 2"; done; echo uciok;;
        isready) echo readyok;;
        go*) echo bestmove Nf3;;
        esac; done"#;
    let options = vec![("Nope".into(), "1".into())];
    let mut talk = Talk::start(&ExternalEngineConfig { options, ..shell(script) }, LONG);
    // Before the handshake an option is not checked yet.
    talk.engine.set_option("None 2").expect("queued");
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    assert_eq!(talk.outcome().best.map(|mv| mv.map(notation::uci)), Ok(Some("g1f3".into())));
    let told: Vec<String> = talk.odd.iter().map(ToString::to_string).collect();
    for refused in ["the engine has no option \"Nope\"", "the engine has no option \"None\""] {
        assert!(told.iter().any(|it| it == refused), "{told:?}");
    }
    // Beside eight, the first of each kind: that of the move.
    assert_eq!(told.len(), 8 + 1 + 2);
}

#[test]
fn a_move_in_another_notation_is_played_and_told() {
    let mut talk = Talk::start(&fake("echo bestmove Nf3"), LONG);
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    assert_eq!(talk.outcome().best.map(|mv| mv.map(notation::uci)), Ok(Some("g1f3".into())));
    assert_eq!(talk.odd, [ProtocolWarning::MoveForm("Nf3".into())]);
}

#[test]
fn an_engine_behind_a_script_is_killed_with_it() {
    let deaf = r#"sh -c 'echo "id name $$"; echo uciok; echo readyok; exec tail -f /dev/null'; echo ended"#;
    ends_with_its_script(&shell(deaf));
}

#[test]
fn what_an_engine_has_started_ends_with_it_also_if_it_quits_itself() {
    let parent = r#"tail -f /dev/null >/dev/null 2>&1 & echo "id name $!"; echo uciok
        while read -r line; do case "$line" in isready) echo readyok;; quit) exit;; esac; done"#;
    ends_with_its_script(&shell(parent));
}

/// The process whose number is the name of the engine ends with the script.
fn ends_with_its_script(script: &ExternalEngineConfig) {
    let mut talk = Talk::start(script, Timeouts { quit: SHORT, ..LONG });
    let who = talk.introduction();
    assert!(is_running(&who.name));
    drop(talk);
    // The child of the script is reaped by another process.
    let is_ended = || {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", who.name));
        status.map_or(true, |text| text.contains(") Z "))
    };
    let mut waited = Duration::ZERO;
    while !is_ended() && waited < HANG {
        std::thread::sleep(SHORT);
        waited += SHORT;
    }
    assert!(is_ended(), "{}", who.name);
}

#[test]
fn options_without_end_are_left_out_from_a_mebibyte_on() {
    let many = r#"id=0; while [ $id -lt 40 ]; do
        id=$((id+1)); echo "option name O$id type string default $(printf %50000d 0)"; done
        echo "id name many"; echo uciok; while read -r line; do
        case "$line" in isready) echo readyok;; quit) exit;; esac; done"#;
    let mut talk = Talk::start(&shell(many), LONG);
    let who = talk.introduction();
    assert_eq!(who.options.len(), (1 << 20) / 50_000);
    assert!(matches!(talk.odd.first(), Some(ProtocolWarning::Option(_))), "{:?}", talk.odd);
}

/// Plays the same short programme with any honest engine.
fn honest_engine(program: &ExternalEngineConfig) {
    let mut talk = Talk::start(program, LONG);
    let who = talk.introduction();
    assert!(!who.name.is_empty() && who.option("Hash").is_some(), "{who:?}");
    talk.engine.set_option("Hash 4").expect("alive");
    talk.engine.set_option("MultiPV 2").expect("alive");
    talk.engine.new_game().expect("alive");
    talk.engine.go(go(1, depth(4))).expect("alive");
    let outcome = talk.outcome();
    assert!(matches!(outcome.best, Ok(Some(_))), "{outcome:?}");
    assert_eq!(outcome.report.lines.len(), 2);
    assert!(outcome.report.info.nodes.is_some_and(|nodes| nodes > 0));
    // A mate in one: the value crosses over as a mate.
    let start = parse_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    let mate = parse_move(&start, "Ra8").expect("a move");
    talk.engine.go(Go { start, ..go(2, depth(3)) }).expect("alive");
    let outcome = talk.outcome();
    assert_eq!(outcome.best, Ok(Some(mate)));
    assert_eq!(outcome.report.lines[0].score, Score::mate_in(1));
    // Endless until stopped.
    talk.engine.go(go(3, GoLimit { infinite: true, ..GoLimit::default() })).expect("alive");
    talk.engine.stop().expect("alive");
    assert!(matches!(talk.outcome().best, Ok(Some(_))));
    assert_eq!(talk.odd, []);
}

#[test]
fn stockfish_is_understood() {
    let found = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"];
    match found.into_iter().find(|path| Path::new(path).exists()) {
        Some(path) => honest_engine(&path.parse().expect("a command")),
        None => eprintln!("no stockfish on this machine: skipped"),
    }
}

#[test]
fn our_own_engine_is_understood() {
    honest_engine(&ExternalEngineConfig {
        program: env!("CARGO_BIN_EXE_lucena").into(),
        arguments: vec!["uci".into()],
        ..ExternalEngineConfig::default()
    });
}

/// Two quick games against `second`, on CPU time.
fn short_match(second: &str) -> anyhow::Result<MatchScore> {
    play(&two_games(second))
}

fn play(options: &matches::Options) -> anyhow::Result<MatchScore> {
    Ok(matches::run(options, &mut Progress::new(&mut Vec::new()))?.remove(0))
}

fn two_games(second: &str) -> matches::Options {
    let engine = |text: &str| text.parse().expect("an engine");
    matches::Options {
        tc: TimeControl::from_tag("30+0.1").expect("a control"),
        seed: 7,
        cpu_time: true,
        ..matches::Options::pair(engine("dial=600 hash=1"), engine(second))
    }
}

#[test]
fn a_match_keeps_its_games_and_counts_a_crash_as_it_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("crash.sh");
    let text = "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) exit 3;; esac; done";
    std::fs::write(&script, text).expect("a script");
    let pgn = folder.path().join("games.pgn");
    let games = || -> Vec<Game> {
        let read = read_bytes(&std::fs::read(&pgn).expect("the games")).expect("PGN");
        read.into_iter().map(|it| it.game).collect()
    };
    let crashing = two_games(&format!("uci='sh {}'", script.display()));
    let options = matches::Options { pgn: Some(pgn.clone()), ..crashing };

    let error = format!("{:#}", play(&options).expect_err("no match"));
    assert!(error.starts_with("gave up a pair after 3 attempts"), "{error}");
    assert_eq!(error.matches("ended unexpectedly").count(), 3, "{error}");
    let broken = games();
    assert_eq!(broken.len(), 3);
    assert!(broken.iter().all(|game| game.end().is_none()));
    assert!(last_comment(&broken[0]).contains("ended unexpectedly"));

    let options = matches::Options { failures: matches::Failures::Lose, ..options };
    let mut said = Vec::new();
    let score = matches::run(&options, &mut Progress::new(&mut said)).expect("a match").remove(0);
    let said = String::from_utf8_lossy(&said);
    let line =
        said.lines().find(|line| line.starts_with("game 1.1: lost by the second engine, uci='sh "));
    let line = line.unwrap_or_else(|| panic!("{said}"));
    assert!(
        line.contains("ended unexpectedly (exit status: 3)") && line.contains(" in "),
        "{line}"
    );
    assert_eq!((score.wins_draws_losses, score.aborted_by), ([2, 0, 0], [0, 2]), "{score}");
    let all = games();
    let results: Vec<_> = all[3..].iter().filter_map(|game| game.end()).collect();
    let lost = |color| End::win(color, Termination::Abandoned);
    assert_eq!(results, [lost(Color::White), lost(Color::Black)]);
    assert_eq!(all[4].tags.get("Round"), Some("1.2"));
    assert!(all[4].player_name(Color::Black).starts_with("dial=600"));
    // The first engine had made a move in the first game, with its score.
    let first = all[3].tree().node(all[3].tree().mainline()[1]);
    assert!(first.annotation.evaluation.is_some());
    assert!(last_comment(&all[3]).contains("ended unexpectedly"));

    // Another opponent that fails for good is not tried again.
    let frc = folder.path().join("frc.epd");
    std::fs::write(&frc, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf -\n").expect("a book");
    let error = format!(
        "{:#}",
        play(&matches::Options { openings: Some(frc), ..options }).expect_err("no match")
    );
    assert!(error.contains("cannot play Chess960") && !error.contains("attempts"), "{error}");
}

#[test]
fn a_move_that_is_answered_twice_is_not_the_next_answer() {
    // The engine answers with a move that is legal only in the position asked for.
    let at_go = r#"case "$position" in *d2d4*) mv=g8f6;; *) mv=g1f3;; esac; echo "bestmove $mv"; echo "bestmove $mv""#;
    let script = format!(
        r#"while read -r line; do case "$line" in
        uci) echo uciok;;
        isready) echo readyok;;
        position*) position="$line";;
        go*) {at_go};;
        esac; done"#
    );
    let mut talk = Talk::start(&shell(&script), LONG);
    talk.introduction();
    let start = Position::default();
    let pawn = parse_move(&start, "d2d4").expect("a move");
    for epoch in [1, 3, 5] {
        // Both are queued, so that the second one is sent as soon as the first is answered.
        talk.engine.go(go(epoch, depth(1))).expect("alive");
        talk.engine.go(Go { moves: vec![pawn], ..go(epoch + 1, depth(1)) }).expect("alive");
        for expected in ["g1f3", "g8f6"] {
            let best = talk.outcome().best.map(|mv| mv.map(notation::uci));
            assert_eq!(best, Ok(Some(expected.to_owned())));
        }
    }
    assert!(talk.odd.contains(&ProtocolWarning::StrayMove("g1f3".into())), "{:?}", talk.odd);
}

#[test]
fn a_wrong_value_is_told_once_for_each_field() {
    let lines = r#"for n in 1 2 3 4 5 6 7 8 9 10; do echo "info depth -$n score cp 12.5 pv e2e4"; done; echo "info hashfull 5000"; echo bestmove e2e4"#;
    let mut talk = Talk::start(&fake(lines), LONG);
    talk.introduction();
    talk.engine.go(go(1, depth(1))).expect("alive");
    talk.outcome();
    let told: Vec<String> = talk.odd.iter().map(ToString::to_string).collect();
    let first = r#"`depth` has the wrong value "-1": "info depth -1 score cp 12.5 pv e2e4""#;
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0], first);
    assert!(told[1].starts_with(r#"`score` has the wrong value "cp 12.5": "#), "{told:?}");
    assert_eq!(told[2], r#"`hashfull` has the wrong value "5000": "info hashfull 5000""#);
}

fn last_comment(game: &Game) -> &str {
    let tree = game.tree();
    let last = tree.mainline().last().copied().unwrap_or(NodeId::ROOT);
    &tree.node(last).comment
}

#[test]
fn a_match_against_another_engine_is_played_and_its_failures_are_no_results() {
    let own = format!("uci='{} uci'", env!("CARGO_BIN_EXE_lucena"));
    let standing = short_match(&format!("{own} set=Hash=1 depth=1")).expect("a match");
    assert_eq!(standing.wins_draws_losses.iter().sum::<u32>(), 2, "{standing}");
    // On a busy machine the other process may lose on time, which is a result like any other.
    assert_eq!(standing.aborted, 0, "{standing}");
    for (second, part) in [
        (format!("{own} set=Nonsense=1"), "no option \"Nonsense\""),
        (format!("{own} set=UCI_Elo=90000"), "is not a whole number from"),
        ("uci=/bin/false".to_owned(), "ended unexpectedly"),
        ("uci=/nowhere/at/all".to_owned(), "cannot be started"),
    ] {
        let error = short_match(&second).expect_err("no match").to_string();
        assert!(error.contains(part), "{second}: {error}");
    }
}
