//! The debugger's page: what was asked, what came of it, and how it reads. Twelve questions, the tree of a search, a
//! search that stands still, breakpoints. State and text; what keys do to it is `update::inspect`'s business, and the
//! answers are worked out by the engine and by the `scholar`.

pub mod answers;
pub mod division;
pub mod effort;
pub mod moments;
pub mod order;
pub mod questions;
pub mod scholar;
pub mod sheet;
pub mod standing;
pub mod standstill;
pub mod tree;
pub mod what_if;

pub use division::Division;
pub use order::Order;
pub use scholar::{Inquiry, Learned, Scholar};
pub use sheet::{Ink, Row, Sheet};
pub use standing::{Regarded, Standing};
pub use tree::Explorer;
pub use what_if::WhatIf;

use standstill::Running;

use super::layout::Preset;
use super::model::Model;
use crate::engine::{Debugging, Go, Reply, Report, TableLook, Watching};
use crate::rules::{Key, Move, Position};
use crate::search::observe::{Answer, Breakpoint, Comparison, Hit, Paused, Switch, Tree};
use std::path::PathBuf;
use std::sync::Arc;

/// What the page shows.
#[derive(Clone, Debug, Default)]
pub enum Subject {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Why the search stopped.
    Stop,
    /// The steps to the budget.
    Budget,
    /// A budget with other settings.
    WhatIf(Box<WhatIf>),
    /// The choice of a second move to compare the best one with.
    Rivals,
    /// Two moves side by side.
    Compared(Arc<Comparison>, Box<Position>),
    /// What became of a line.
    WhyNot(Vec<Answer>, Arc<Tree>),
    /// Draw or repetition.
    Draw,
    /// An entry of the hash table.
    Table(Box<TableLook>, Box<Position>),
    /// Words about a move, a square or a name.
    Words(String),
    /// What a move changed in the network.
    Change(Box<scholar::Change>),
    /// What the dial did.
    Dial,
    /// Where the nodes went.
    Nodes,
    /// Breakpoints.
    Breakpoints,
    /// A search that stands still.
    Standstill,
    /// A recorded tree.
    Tree(Box<Explorer>),
    /// Moves counted, beside another program's counts.
    Division(Box<Division>),
}

/// A question under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Waiting {
    /// None.
    #[default]
    Nothing,
    /// Sent, with the file that the answer goes to, if one was named.
    Sent(Option<PathBuf>),
    /// The engine has given it this number.
    Numbered(u64, Option<PathBuf>),
}

/// State of the debugger.
#[derive(Debug, Default)]
pub struct Inspection {
    /// What the page shows.
    pub subject: Subject,
    /// The chosen row of a page with a choice.
    pub row: usize,
    /// The layout to go back to.
    pub before: Option<Preset>,
    /// The search that stands still.
    pub paused: Option<Box<Paused>>,
    /// Where searches stop.
    pub breakpoints: Vec<Breakpoint>,
    /// Lines of the file of breakpoints that could not be read; they are kept as they are.
    pub unread: Vec<String>,
    /// The latest hits of breakpoints that only log.
    pub logged: Vec<Hit>,
    /// The root of the thought that was asked about.
    pub asked_in: Position,
    /// The question under way.
    pub waiting: Waiting,
    /// How many counts of moves were ordered.
    pub counts: u64,
    /// The count that is under way, unless the page has left it.
    pub counting: Option<u64>,
    /// The node that the scholar was asked about last.
    pub regarding: Option<(Key, Option<Move>)>,
    /// What the scholar said of a node.
    pub regarded: Option<Box<Regarded>>,
}

/// Hits kept for the page.
const LOGGED: usize = 20;

impl Inspection {
    /// How the engine is to watch its searches.
    #[must_use]
    pub fn debugging(&self) -> Debugging {
        let active = self.breakpoints.iter().any(|it| it.switch == Switch::On);
        let watching = if active { Watching::On } else { Watching::Off };
        Debugging { watching, breakpoints: self.breakpoints.clone() }
    }

    /// Does the page show a tree?
    #[must_use]
    pub const fn is_tree(&self) -> bool {
        matches!(self.subject, Subject::Tree(_))
    }

    /// Keeps a hit that was only logged.
    pub fn note(&mut self, hit: Hit) {
        self.logged.push(hit);
        if self.logged.len() > LOGGED {
            self.logged.remove(0);
        }
    }

    /// The node of a search that the page stands at.
    #[must_use]
    pub fn node(&self) -> Option<Standing> {
        match (&self.subject, &self.paused) {
            (Subject::Tree(explorer), _) => Standing::of_tree(explorer),
            (Subject::Standstill, Some(paused)) => Standing::of_paused(paused, self.row),
            _ => None,
        }
    }

    /// The position that the page speaks of, when it is not the game's, and the move that led there.
    #[must_use]
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        match &self.subject {
            Subject::Division(division) => Some((division.position(), division.last_move())),
            _ => self.node().map(|node| (node.position, node.mv)),
        }
    }

    /// Takes in an answer of the engine about the thought in `asked_in`; a text goes to the file that was named.
    ///
    /// # Errors
    /// Why there is no answer, in words.
    pub fn answered(
        &mut self,
        reply: Reply,
        asked_in: &Position,
    ) -> Result<Option<String>, String> {
        self.row = 0;
        self.subject = match reply {
            Reply::Tree(tree) => Subject::Tree(Box::new(Explorer::new(tree))),
            Reply::WhyNot(answers, tree) => Subject::WhyNot(answers, tree),
            Reply::Compared(comparison) => {
                Subject::Compared(comparison, Box::new(asked_in.clone()))
            }
            Reply::Table(look) => {
                let position = match std::mem::take(&mut self.subject) {
                    Subject::Table(_, position) => position,
                    _ => Box::default(),
                };
                Subject::Table(look, position)
            }
            Reply::Recorded(case) => return case.to_ron().map(Some).map_err(|e| e.to_string()),
            Reply::Replayed(None) => Subject::Words("the replay is the same, node by node".into()),
            Reply::Replayed(Some(difference)) => {
                Subject::Words(format!("the replay differs\n{difference}"))
            }
            Reply::Failed(why) => return Err(why),
        };
        Ok(None)
    }
}

/// The thought that questions are about: the one under way once it has completed an iteration, else the last one.
#[must_use]
pub fn thought(model: &Model) -> Option<(&Go, &Arc<Report>)> {
    let thinking = &model.thinking;
    let running = thinking.is_busy().then_some(()).and_then(|()| {
        let (go, report) = (thinking.go.as_deref()?, thinking.report.as_ref()?);
        (go.epoch == report.epoch && report.search.depth > 0).then_some((go, report))
    });
    running.or_else(|| thinking.finished.as_ref().map(|(go, report)| (&**go, report)))
}

/// The text of the page.
#[must_use]
pub fn sheet(model: &Model) -> Sheet {
    let inspection = &model.inspect;
    let mut sheet = match &inspection.subject {
        Subject::Nothing => Sheet::words("nothing was asked yet"),
        Subject::Stop => moments::stop(model),
        Subject::Budget => moments::budget(model),
        Subject::WhatIf(what_if) => what_if.sheet(inspection.row),
        Subject::Rivals => answers::rivals(model),
        Subject::Compared(comparison, root) => answers::compared(comparison, root),
        Subject::WhyNot(list, tree) => answers::why_not(list, tree),
        Subject::Draw => moments::draw(model),
        Subject::Table(look, position) => answers::table(look, position, model),
        Subject::Words(text) => Sheet::text(text),
        Subject::Change(change) => change.sheet(),
        Subject::Dial => moments::dial(model),
        Subject::Nodes => effort::nodes(model),
        Subject::Breakpoints => standstill::breakpoints(inspection),
        Subject::Standstill => {
            let running = if model.thinking.is_busy() { Running::Yes } else { Running::No };
            standstill::paused(inspection, running)
        }
        Subject::Tree(explorer) => explorer.sheet(),
        Subject::Division(division) => division.sheet(inspection.row),
    };
    if inspection.waiting != Waiting::Nothing {
        let words = "searching it again to answer; Esc gives up".to_owned();
        sheet.rows.insert(0, Row::of(Ink::Warn, words));
        sheet.chosen = sheet.chosen.map(|chosen| chosen + 1);
    }
    sheet
}
