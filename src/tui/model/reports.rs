//! What the panels show of searches: the engine's account, where it comes from, and why there is none.

use super::{Frozen, Model};
use crate::engine::external::ExternalReport;
use crate::engine::{Go, GoLimit, Report};
use crate::game::NodeId;
use crate::rules::{Color, notation};
use crate::search::{PvLine, Root, VALUE_NODES};
use crate::strength::StrengthLevel;
use crate::tui::values::draws::verdict;
use crate::tui::values::format::count;
use std::sync::Arc;

impl Model {
    /// Elapsed ms of the shown search; `None` if not recorded.
    pub fn elapsed(&self) -> Option<f64> {
        let elapsed = match (&self.frozen, &self.recorded) {
            (None, Some(recorded)) => recorded.elapsed,
            (Some(_), _) | (None, None) => self.report().map(|report| report.elapsed),
        };
        elapsed.map(|elapsed| elapsed.seconds() * 1000.0)
    }

    /// The account of the engine that the panels show: what it thinks now, or what it thought of the move looked at.
    pub fn report(&self) -> Option<&Report> {
        match (&self.frozen, &self.recorded) {
            (Some(frozen), _) => frozen.report.as_deref(),
            (None, Some(recorded)) => recorded.report.as_ref(),
            (None, None) => self.thinking.report.as_deref(),
        }
    }

    /// The search that questions are about: the last one, or none beside a recorded move of another search.
    pub fn inspected_search(&self) -> Option<(&Go, &Arc<Report>)> {
        self.thinking.inspected_search().filter(|(_, report)| self.is_of_move(report))
    }

    /// The last search that ended, under the same condition.
    pub fn finished_search(&self) -> Option<&Report> {
        let finished = self.thinking.finished.as_ref().map(|(_, report)| &**report);
        finished.filter(|report| self.is_of_move(report))
    }

    /// Whether a search chose the recorded move that is shown, or began after it; any search where no record is shown.
    fn is_of_move(&self, report: &Report) -> bool {
        self.recorded.as_ref().is_none_or(|recorded| self.is_of_node(report, recorded.node))
    }

    /// Whether a search chose the move to `node`, or began after it.
    pub fn is_of_node(&self, report: &Report, node: NodeId) -> bool {
        let game = &self.session.game;
        let nodes = [Some(node), game.tree().node(node).parent()];
        nodes.into_iter().flatten().any(|node| {
            let position = game.position_at(node);
            (position.key(), position.game_ply()) == (report.root.key(), report.root.game_ply())
        })
    }

    /// Why a question has no answer without a search.
    pub fn no_search(&self) -> String {
        match self.recorded {
            Some(_) if self.training.as_ref().is_some_and(|training| training.stage.is_open()) => {
                "no search before the exercise is solved".to_owned()
            }
            Some(_) if self.session.over_words().is_some() => {
                "no move is left to analyse".to_owned()
            }
            Some(_) => {
                let key = self.keymap.way_to("analyse");
                format!("the game record has no search here; {key} analyses it")
            }
            None if self.thinking.is_busy() => {
                match (self.inspected_search(), &self.inspect.paused) {
                    (Some(_), Some(paused)) => {
                        format!("the search is paused at node {}: it has not stopped", paused.nodes)
                    }
                    (Some(_), None) => "the search goes on: it has not stopped".to_owned(),
                    (None, _) => "the search has not completed an iteration yet".to_owned(),
                }
            }
            None => "the engine has not searched yet: let it move, or analyse".to_owned(),
        }
    }

    /// Where the search is paused, and where the figures of `report` come from, which are older.
    pub fn paused_words(&self, report: &Report) -> Option<String> {
        let paused = self.inspect.paused.as_ref()?;
        let of = if report.epoch != self.thinking.epoch {
            "are from the previous search".to_owned()
        } else if report.search.nodes > paused.nodes {
            format!("are of node {}, from before the search began again", report.search.nodes)
        } else {
            format!("are of node {}", report.search.nodes)
        };
        Some(format!("paused at node {}; the figures {of}", paused.nodes))
    }

    /// Speeds of the search shown, in nodes a second, report by report.
    pub fn nps_history(&self) -> &[f64] {
        self.frozen.as_ref().map_or(&self.thinking.nps_history, |frozen| &frozen.nps_history)
    }

    /// The account of the external engine that the panels show.
    pub fn external_report(&self) -> Option<&ExternalReport> {
        match &self.frozen {
            Some(frozen) => frozen.external.as_deref(),
            None => self.external.report.as_deref(),
        }
    }

    /// Freezes the engine's figures in the panels while it goes on, or shows the newest again.
    pub fn toggle_frozen(&mut self) {
        self.frozen = match self.frozen.take() {
            Some(_) => None,
            None => Some(Box::new(Frozen {
                report: match &self.recorded {
                    Some(recorded) => recorded.report.clone().map(Arc::new),
                    None => self.thinking.report.clone(),
                },
                nps_history: self.thinking.nps_history.clone(),
                external: self.external.report.clone(),
            })),
        };
    }

    /// The root of a report with the history of its game: of the search that made it, else of the move in the record.
    pub fn report_root(&self, report: &Report) -> Root {
        let finished = self.thinking.finished.as_ref().map(|(go, _)| &**go);
        let orders = [self.thinking.go.as_deref(), finished];
        let searched = orders.into_iter().flatten().find(|go| go.epoch == report.epoch);
        let game = &self.session.game;
        let recorded = || {
            let node = game.tree().node(self.recorded.as_ref()?.node).parent()?;
            let (start, moves) = game.line_to(node);
            Some(Go::new(start, moves, GoLimit::default()).root())
        };
        let root = if self.recorded.is_some() { recorded() } else { searched.map(Go::root) };
        root.filter(|root| root.position.key() == report.root.key())
            .unwrap_or_else(|| Root { position: report.root.clone(), history: Vec::new() })
    }

    /// The engine's line in SAN; `None` without a report.
    pub fn engine_line(&self) -> Option<String> {
        let report = self.thinking.report.as_ref()?;
        let mut position = report.root.clone();
        let mut words = Vec::new();
        for &mv in &report.search.lines.first()?.moves {
            words.push(notation::san(&position, mv));
            position.play(mv);
        }
        Some(words.join(" ")).filter(|line| !line.is_empty())
    }

    /// Why a search for `side` at this level has no time budget.
    pub fn untimed(&self, level: StrengthLevel, side: Color) -> String {
        if level.human().is_some() {
            format!("the human model searches to {} nodes", count(VALUE_NODES))
        } else if self.session.game.clocks().control(side).is_none() {
            "no clock".to_owned()
        } else if self.session.external == Some(side) {
            "the other engine moves by its own time management".to_owned()
        } else {
            "this search did not use the clock".to_owned()
        }
    }

    /// Why the search of a report has no time budget.
    pub fn untimed_report(&self, report: &Report) -> String {
        self.untimed(report.dial.level, report.root.turn())
    }

    /// What the score of a line depends on, as far as the search or the record says it.
    pub fn verdict(&self, report: &Report, line: &PvLine) -> String {
        let is_known =
            self.recorded.is_none() || line.shadow.is_some() || line.depends_on.is_some();
        if !is_known {
            return "the game record does not say whether it depends on a repetition".to_owned();
        }
        let deviations = self.inspect.deviations_of(report.root.key());
        verdict(line, &self.report_root(report), deviations)
    }

    /// What a panel says when there is no account: `usual`, or that the record has none.
    pub fn no_report(&self, usual: &str) -> String {
        if self.recorded.is_some() { self.no_search() } else { usual.to_owned() }
    }
}
